// Package browser_test tries the screens in a real browser: Debian's Chromium, one process for the whole test
// binary, a tab with its own cookies and storage for each test. It is a package of its own so that who edits
// web builds no client of Chromium. Without Chromium these tests are skipped; with CI=true they fail then.
//
//	b := openTab(t, house.URL(), tablet)          // or tabletUp, phone, laptop; wishes: dark, old, lively
//	b.visit("/")
//	b.tap("#p1")                                  // a finger on a touch device, the mouse on a laptop
//	b.wait("#seat1")
package browser_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http/httptest"
	"os"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/chromedp"

	"ouverte/ledger/testenv"
)

// device is what a page is looked at with.
type device struct {
	name          string
	width, height int64
	touch         bool
}

var (
	tablet   = device{"tablet", 1180, 820, true}
	tabletUp = device{"tablet-upright", 820, 1180, true}
	phone    = device{"phone", 390, 844, true}
	between  = device{"between", 520, 900, true} // a large phone, or a tablet seen at twice its size
	laptop   = device{"laptop", 1280, 800, false}
)

type wish uint8

const (
	dark     wish = iota // the device prefers dark
	forced               // the device has a few colours of its own and takes no others
	contrast             // the device asks for more contrast
	old                  // the engine is from below the floor, so that no script of ours starts
	// the device doesn't ask for stillness, as all others do; what moves there moves eight times as fast
	lively
)

// patience is for a page on a busy machine; nothing waits that long for its own sake.
const patience = 30 * time.Second

var chromium struct {
	sync.Once
	ctx  context.Context
	stop func()
	err  error
}

func TestMain(m *testing.M) {
	testenv.Waiting() // for frames, for the network, for the browser
	status := testenv.Tests{M: m}.Run()
	if chromium.stop != nil {
		chromium.stop()
	}
	os.Exit(status)
}

// startChromium starts the one browser.
func startChromium(path string) {
	dir, err := os.MkdirTemp("", "ouverte-browser-")
	if err != nil {
		chromium.err = err
		return
	}
	letters, err := lettersIn(dir)
	if err != nil {
		chromium.err = err
		return
	}
	alloc, stopAlloc := chromedp.NewExecAllocator(
		context.Background(),
		append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(dir),
			chromedp.Env(append(letters, "TMPDIR="+dir)...), // TMPDIR is for what the browser leaves behind
			chromedp.Flag("disable-component-update", true), chromedp.Flag("hide-scrollbars", true),
			// Scripts of pages that are left at once aren't worth compiling well.
			chromedp.Flag("js-flags", "--no-turbofan --no-maglev"),
			// No processes kept in reserve, and no pages kept for going back: no test needs either.
			chromedp.Flag("disable-features", "Translate,BackForwardCache,SpareRendererForSitePerProcess,Prerender2"),
			chromedp.Flag("host-resolver-rules", "MAP parlour.test 127.0.0.1, MAP night.test 127.0.0.1"),
			chromedp.Flag("ignore-certificate-errors-spki-list", keyOfTLSServers()))...)
	ctx, stop := chromedp.NewContext(alloc)
	chromium.ctx = ctx
	chromium.stop = func() {
		stop()
		stopAlloc()
		// Some of Chromium's processes write a little longer than the first one lives.
		for late := time.Now().Add(10 * time.Second); os.RemoveAll(dir) != nil && time.Now().Before(late); {
			runtime.Gosched()
		}
	}
	chromium.err = chromedp.Do(ctx)
}

// keyOfTLSServers names the key of every httptest.NewTLSServer, for the browsers' flag.
func keyOfTLSServers() string {
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	key := sha256.Sum256(server.Certificate().RawSubjectPublicKeyInfo)
	return base64.StdEncoding.EncodeToString(key[:])
}

// aBrowser finds the browser, or skips the test: before a house is built that takes long.
func aBrowser(t testing.TB) string {
	t.Helper()
	return testenv.Browser(t)
}

// visitor is a browser context with one page in it. Making one takes a second, so tests use them one after
// another.
type visitor struct {
	ctx  context.Context
	stop context.CancelFunc
}

var visitors struct {
	sync.Mutex
	free []visitor
}

func visitorFor(t testing.TB) visitor {
	visitors.Lock()
	defer visitors.Unlock()
	if last := len(visitors.free) - 1; last >= 0 {
		v := visitors.free[last]
		visitors.free = visitors.free[:last]
		return v
	}
	ctx, stop := chromedp.NewContext(chromium.ctx, chromedp.WithNewBrowserContext())
	if err := chromedp.Do(ctx); err != nil { // a tab lives as long as the context of its first step
		stop()
		t.Fatal(err)
	}
	// chromedp has the browser tell it of every style sheet, and each page then fetches its own once more.
	if _, err := chromedp.Call(ctx, css.Disable, cdp.Empty{}); err != nil {
		stop()
		t.Fatal(err)
	}
	return visitor{ctx, stop}
}

var fine = testenv.Fine

func must[T any](got T, err error) func(testing.TB) T { return testenv.Must(got, err) }

func same[T comparable](t testing.TB, got, want T, says string) {
	t.Helper()
	testenv.Same(t, got, want, says)
}
