package browser_test

// The table without a network, in a real browser: it opens as it last was, says since when it has no news,
// records on, and sends everything in order when somebody answers again.

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"

	"ouverte/ledger/chain"
	"ouverte/rules"
	"ouverte/web"
	"ouverte/web/webtest"
)

// kept waits until the browser keeps the page of a night with so many deals on its sheet; −1 waits until it
// keeps none.
func (b *tab) kept(night chain.NightID, deals int) {
	b.t.Helper()
	ask(b, chromedp.Evaluate[bool](fmt.Sprintf(`(async () => {
		for (;; await new Promise(requestAnimationFrame)) {
			const kept = await caches.match(%q);
			const page = kept && new DOMParser().parseFromString(await kept.text(), 'text/html');
			if ((page?.querySelectorAll('#sheet tbody tr').length ?? -1) === %d) return true;
		}
	})()`, webtest.NightPath(night), deals), chromedp.EvalAwaitPromise))
}

// leavesPage shows nothing, as a tablet whose browser dropped the page.
func (b *tab) leavesPage() { b.t.Helper(); b.do(chromedp.Navigate("about:blank")) }

const (
	noNews   = `/^No news since (\w+ )?(at )?\d\d:\d\d\.$/.test(document.querySelector('#away')?.textContent)`
	upToDate = `!document.querySelector('#away')?.textContent && !document.documentElement.dataset.kept`
)

// TestOpensWithoutNetwork kills the program in the middle of an evening. The table opens all the same, from
// the icon and from the first page too, says that it has no news, tells what deals come to, records three and
// takes one back; and when the program is back the book has the deals, in order and once.
func TestOpensWithoutNetwork(t *testing.T) {
	t.Parallel()
	r := &restarted{t: t, path: filepath.Join(t.TempDir(), "book.db")}
	r.up()
	defer func() { r.down() }()
	h := &webtest.Site{T: t, Book: r.book}
	night := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	b := openTab(t, "http://"+r.addr, tablet)
	b.visit(webtest.NightPath(night))
	b.ready()
	b.kept(night, 0)
	b.taps(one("solo", 1, 7)...)
	b.kept(night, 1)
	b.until(upToDate)
	if got := ask(b, chromedp.Evaluate[string](fmt.Sprintf(
		`caches.match(%q).then(kept => kept.text()).then(text => text.match(/<p id="away".*?<\/p>/)[0])`,
		webtest.NightPath(night)), chromedp.EvalAwaitPromise)); !strings.Contains(got, ">No news since ") {
		t.Errorf("where no script runs the kept page says %q", got)
	}
	b.wasOff.Store(true)
	r.down()
	b.until(noNews) // on the page that stayed open
	b.leavesPage()
	b.visit(webtest.NightPath(night))
	b.ready()
	b.until(noNews)
	b.until(`document.querySelectorAll('#sheet tbody tr').length === 1`)
	b.taps("#call-misere", "#who-2", "#tricks-0")
	b.result("Bob makes misère 1s from each: Bob +3s")
	b.taps(record)
	b.until(`document.querySelectorAll('#waiting li').length === 1 &&
		!document.querySelector('.record[aria-busy]')`)
	b.taps(two(2, 3, 8)...)
	b.until(`document.querySelectorAll('#waiting li').length === 2 &&
		!document.querySelector('.record[aria-busy]')`)

	b.leavesPage() // locked, or restarted, and opened by its icon
	b.visit("/table")
	b.until(`location.pathname === '` + webtest.NightPath(night) + `' &&
		document.querySelectorAll('#waiting li').length === 2`)
	b.until(noNews)
	b.tap("#waiting li:last-child button") // never sent, so it is gone
	b.until(`document.querySelectorAll('#waiting li').length === 1 &&
		document.querySelector('[name=nth]').value === '3'`)
	b.taps(one("solo", 3, 5)...)
	b.until(`document.querySelectorAll('#waiting li').length === 2 &&
		!document.querySelector('.record[aria-busy]')`)

	b.leavesPage()
	b.visit("/")
	b.until(`document.querySelectorAll('#waiting li').length === 2`)
	r.up()
	b.until(`document.querySelectorAll('#sheet tbody tr').length === 3`)
	b.until(upToDate)
	h.Book = r.book
	for nth, call := range []rules.Call{rules.Solo, rules.Misere, rules.Solo} {
		if d := h.NthDeal(night, nth+1); d.Deal.Call != call || int(d.Deal.Dealer) != (nth+3)%4+1 {
			t.Errorf("deal %d: %+v", nth+1, d.Deal)
		}
	}
	b.kept(night, 3)
}

// TestLatePageKeepsNothingOlder: where the worker is slow to get the page, and a deal is recorded meanwhile,
// what is kept has the deal; a page asked for later is kept whatever it shows.
func TestLatePageKeepsNothingOlder(t *testing.T) {
	t.Parallel()
	h, night := webtest.FourOfUs(t)
	var slow atomic.Bool
	asked, answered := make(chan bool, 1), make(chan bool, 1)
	defer close(answered)
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != webtest.NightPath(night) ||
			r.Header.Get("Sec-Fetch-Dest") != "empty" || !slow.Swap(false) {
			h.Handler.ServeHTTP(w, r)
			return
		}
		late := httptest.NewRecorder()
		h.Handler.ServeHTTP(late, r)
		asked <- true
		<-answered
		maps.Copy(w.Header(), late.Header())
		w.Write(late.Body.Bytes())
	}))
	b := openTab(t, h.URL(), tablet)
	b.visit(webtest.NightPath(night))
	b.ready()
	b.kept(night, 0)
	slow.Store(true)
	eval[bool](b, fmt.Sprintf(`(() => {
		const { port1, port2 } = new MessageChannel();
		window.late = new Promise(done => { port1.onmessage = () => done(true); });
		navigator.serviceWorker.ready.then(({ active }) => active.postMessage({ page: %q }, [port2]));
		return true;
	})()`, webtest.NightPath(night)))
	<-asked
	b.taps(one("solo", 1, 7)...)
	b.kept(night, 1)
	answered <- true
	ask(b, chromedp.Evaluate[bool]("late", chromedp.EvalAwaitPromise))
	b.kept(night, 1)

	eval[bool](b, fmt.Sprintf(`caches.open('ouverte-nights').then(async nights => {
		const kept = await nights.match(%q), text = await kept.text();
		await nights.put(%[1]q, new Response(text.replace(/ data-version="\d+"/g, ' data-version="999"')
			.replace(/<tbody.*<\/tbody>/s, '<tbody></tbody>'), kept));
	}), true`, webtest.NightPath(night)))
	b.kept(night, 0)
	b.visit(webtest.NightPath(night)) // of a book that was restored, say
	b.kept(night, 1)
}

// TestKeptOverHTTPS: under a name of the home network a table that came over https opens when the network is
// cut, and says what a deal comes to; one that came without is not kept.
func TestKeptOverHTTPS(t *testing.T) {
	t.Parallel()
	const name = "night.test"
	h := webtest.Open(t, func(o *web.Options) { o.Hosts = []string{name} })
	night := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	plain := openTab(t, strings.Replace(h.URL(), "127.0.0.1", name, 1), phone)
	plain.visit(webtest.NightPath(night))
	plain.ready()
	if eval[bool](plain, "isSecureContext || 'serviceWorker' in navigator") {
		t.Error("the browser keeps pages that came without https")
	}
	plain.wait("#plain") // how its screen stays on
	h.Server = httptest.NewTLSServer(h.Cuttable())
	asleep := openTab(t, strings.Replace(h.URL(), "127.0.0.1", name, 1), phone)
	asleep.from("delete Navigator.prototype.wakeLock")
	asleep.visit(webtest.NightPath(night))
	asleep.wait("#plain")
	b := openTab(t, strings.Replace(h.URL(), "127.0.0.1", name, 1), phone)
	b.visit(webtest.NightPath(night))
	b.ready()
	if eval[bool](b, `document.querySelector('#plain').getClientRects().length > 0`) {
		t.Error("a page that keeps the screen on says how the tablet's settings do it")
	}
	b.kept(night, 0)
	b.wasOff.Store(true)
	chromedp.Do(b.ctx, chromedp.Navigate(b.base+"/cut")) // fails, as it is meant to
	b.leavesPage()
	b.visit("/table")
	b.ready()
	b.until(noNews)
	b.taps("#call-misere", "#who-2", "#tricks-0")
	b.result("Bob makes misère 1s from each: Bob +3s")
}

// TestTakenBackUnanswered takes back a deal that was sent before the network went, so that the book may have
// it: it is taken back there too, whether it came through or not.
func TestTakenBackUnanswered(t *testing.T) {
	t.Parallel()
	h, night := webtest.FourOfUs(t)
	deals := webtest.NightPath(night) + "/deals"
	var lost atomic.Pointer[string] // what becomes of a deal that is sent
	through, none := "through", ""
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		what, at := lost.Load(), r.URL.Path
		if *what != "" && (at == deals || at == webtest.NightPath(night)+"/take-back") {
			if what == &through && r.URL.Path == deals {
				h.Handler.ServeHTTP(httptest.NewRecorder(), r)
			}
			panic(http.ErrAbortHandler)
		}
		h.Handler.ServeHTTP(w, r)
	}))
	never := "never"
	b := openTab(t, h.URL(), phone)
	b.wasOff.Store(true)
	lost.Store(&none)
	b.visit(webtest.NightPath(night))
	b.ready()
	for i, what := range []*string{&through, &never} {
		lost.Store(what)
		b.taps(one("solo", 1, 7)...)
		b.wait("#waiting li")
		b.taps("#call-solo", "#waiting .undo") // the strip says what comes next by then
		b.until(`document.querySelector('#waiting li .state').textContent === 'taken back'`)
		b.measured()
		lost.Store(&none)
		eval[bool](b, `dispatchEvent(new Event('online'))`)
		b.until(`document.querySelector('#waiting').hidden && !localStorage.getItem('ouverte.waiting')`)
		n, err := h.Book.Now().Night(night)
		if err != nil || len(n.Deals) != 0 || len(n.Removed) != i+1 {
			t.Errorf("%s: %d deals stand, %d were taken back, %v", *what, len(n.Deals), len(n.Removed), err)
		}
		b.until(`document.querySelector('[name=nth]').value === '1'`)
	}
}

// TestWorkerFollowsTheProgram: a new version of the program replaces the worker at the next visit, with the
// files of the old one; what a device may not see any more is forgotten with its right.
func TestWorkerFollowsTheProgram(t *testing.T) {
	t.Parallel()
	var right atomic.Int32
	right.Store(int32(web.Scorer))
	h := webtest.Open(t, func(o *web.Options) {
		o.Who = func(*http.Request) web.Visitor {
			return web.Visitor{Right: web.Right(right.Load()), Device: "the tablet"}
		}
	})
	night := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	other := h.Night("units", h.Players("Eve", "Fay", "Gil")...)
	var anew atomic.Bool
	var instead atomic.Int32 // what a proxy answers instead, or −1 for nothing
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch status := instead.Load(); status {
		case 0:
		case -1:
			panic(http.ErrAbortHandler)
		default:
			w.WriteHeader(int(status))
			return
		}
		if r.URL.Path == "/sw.js" && anew.Load() {
			got := httptest.NewRecorder()
			r.Header.Del("Accept-Encoding")
			h.Handler.ServeHTTP(got, r)
			w.Header().Set("Content-Type", got.Header().Get("Content-Type"))
			w.Write(bytes.Replace(got.Body.Bytes(), []byte(`"version":"`), []byte(`"version":"anew`), 1))
			return
		}
		h.Handler.ServeHTTP(w, r)
	}))
	b := openTab(t, h.URL(), phone)
	for _, one := range []chain.NightID{night, other} {
		b.visit(webtest.NightPath(one))
		b.ready()
		b.kept(one, 0)
	}
	holds := func(what string) {
		t.Helper()
		ask(b, chromedp.Evaluate[bool](fmt.Sprintf(`(async () => {
			for (;; await new Promise(requestAnimationFrame)) {
				const names = (await caches.keys()).map(name => name.replace(/^(ouverte-files-(anew)?).*/, '$1'));
				if (names.sort().join() === %q) return true;
			}
		})()`, what), chromedp.EvalAwaitPromise))
	}
	holds("ouverte-files-,ouverte-nights")
	anew.Store(true)
	b.visit(webtest.NightPath(night))
	holds("ouverte-files-anew,ouverte-nights")
	b.kept(other, 0)

	b.visit(webtest.NightPath(other)) // a deal and its taking back are kept with the page
	b.ready()
	b.taps(one("solo", 1, 7)...)
	b.kept(other, 1)
	b.taps("#deal .undo")
	b.kept(other, 0)
	b.visit(webtest.NightPath(night)) // or the page of the closed night would load itself anew meanwhile
	b.ready()
	h.Closes(other)
	b.visit(webtest.NightPath(other))
	b.kept(other, -1)
	b.kept(night, 0)

	b.wasOff.Store(true)
	for _, status := range []int32{-1, 502, 403, 404} {
		instead.Store(status)
		b.visit("/")
		b.until(`location.pathname === '` + webtest.NightPath(night) + `' && ` + noNews)
	}
	ask(b, chromedp.Evaluate[bool](fmt.Sprintf(`(async () => { // three days and an hour later
		const nights = await caches.open('ouverte-nights'), kept = await nights.match(%q);
		const headers = new Headers(kept.headers);
		headers.set('Ouverte-Kept', headers.get('Ouverte-Kept') - 73 * 3600e3);
		await nights.put(%[1]q, new Response(await kept.text(), { headers }));
		return true;
	})()`, webtest.NightPath(night)), chromedp.EvalAwaitPromise))
	instead.Store(-1)
	if err := chromedp.Do(b.ctx, chromedp.Navigate(b.base+webtest.NightPath(night))); err == nil {
		t.Error("a page of three days ago is opened")
	}
	instead.Store(0)
	b.visit(webtest.NightPath(night))
	b.kept(night, 0)

	right.Store(int32(web.Nobody))
	b.visit(webtest.NightPath(night))
	b.wait("#main form")
	holds("ouverte-files-anew")
}
