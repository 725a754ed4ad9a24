package browser_test

// Deals that wait on the device, in a real browser: without a network, without a server, while a disk takes
// nothing, and when somebody else was faster meanwhile. They go out by themselves, in order and once.

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"ouverte/ledger"
	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/web"
	"ouverte/web/webtest"
)

// restarted is a house whose server can go away and come back at the same address, book and all.
type restarted struct {
	t    *testing.T
	path string
	addr string
	book *ledger.Book
	http *http.Server
	stop chan struct{}
}

func (r *restarted) up() {
	r.t.Helper()
	var err error
	if r.book, err = ledger.Open(context.Background(), r.path, ledger.Options{}); err != nil {
		r.t.Fatal(err)
	}
	addr := r.addr
	if addr == "" {
		addr = "127.0.0.1:0"
	}
	l := must(net.Listen("tcp", addr))(r.t)
	r.addr, r.stop = l.Addr().String(), make(chan struct{})
	r.http = &http.Server{Handler: web.New(r.book, web.Options{Stopping: r.stop})}
	go r.http.Serve(l)
}

func (r *restarted) down() {
	r.t.Helper()
	if r.stop == nil { // a test that failed while it was down
		return
	}
	close(r.stop)
	r.stop = nil
	r.http.Close()
	fine(r.t, r.book.Close())
}

// recordsAtOnce records one more deal, which doesn't wait for those before it, which wait for the network.
func (b *tab) recordsAtOnce(waiting int) {
	b.t.Helper()
	if !eval[bool](b, `(record => (record.click(), !record.hasAttribute('aria-busy')))(document.querySelector('`+
		record+`'))`) {
		b.t.Error("Record waits for the deal before, which waits for a network")
	}
	b.until(fmt.Sprintf(`document.querySelectorAll('#waiting li').length === %d`, waiting))
}

// TestNoAnswer: a network that swallows what is sent keeps the second deal no longer than one that is gone.
func TestNoAnswer(t *testing.T) {
	t.Parallel()
	h, night := webtest.FourOfUs(t)
	b := openTab(t, h.URL(), tablet)
	b.from(`const real = fetch;
		window.fetch = (url, how) => how?.method === 'POST' ? new Promise(() => {}) : real(url, how);`)
	b.visit(webtest.NightPath(night))
	b.ready()
	b.taps(one("solo", 1, 7)...)
	b.wait("#waiting li")
	taps := two(2, 3, 8)
	b.taps(taps[:len(taps)-1]...)
	b.recordsAtOnce(2)
}

// TestNoNetwork loses the server in the middle of a deal, where the browser keeps no page, as over plain
// http: two deals wait on the device through a reload, and go out by themselves, in order and once, when it
// is back.
func TestNoNetwork(t *testing.T) {
	t.Parallel()
	r := &restarted{t: t, path: filepath.Join(t.TempDir(), "book.db")}
	r.up()
	defer func() { r.down() }()
	h := &webtest.Site{T: t, Book: r.book}
	night := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	b := openTab(t, "http://"+r.addr, tablet)
	b.from(`Object.defineProperty(navigator, 'serviceWorker', {value: undefined})`)
	b.visit(webtest.NightPath(night))
	b.ready()
	b.taps("#call-solo", "#who-1")
	r.down()
	b.taps("#tricks-7", record)
	b.wait("#waiting li")
	same(t, b.text("#waiting li p"), "Deal 1: Solo, Ann, 7 tricks · waiting", "it says %q")
	if !b.shows(".save .kept") || b.shows("#waiting .undo") {
		t.Error("a deal that waits is taken back by one key, which stands in the strip")
	}
	b.until(`document.querySelector('.seat.deals').dataset.seat === '1' && !document.querySelector('#deal ` +
		`[name=call]:checked')`)
	taps := two(2, 3, 8)
	b.taps(taps[:len(taps)-1]...)
	b.recordsAtOnce(2)
	if n, err := chromedp.Run(b.ctx, chromedp.Evaluate[int](`location.reload(), 1`)); err != nil || n != 1 {
		t.Log("reload:", n, err) // the page goes away under the script
	}
	b.gone("#deal") // the browser's own page: nobody there
	r.up()
	b.visit(webtest.NightPath(night))
	b.until(
		`document.querySelectorAll('#sheet tbody tr').length === 2 && document.querySelector('#waiting').hidden`,
	)
	h.Book = r.book
	first, second := h.NthDeal(night, 1).Deal, h.NthDeal(night, 2).Deal
	if first.Call != rules.Solo || first.Dealer != 4 || second.Call != rules.Prop || second.Caller != 2 ||
		second.Dealer != 1 {
		t.Errorf("recorded were %+v and %+v", first, second)
	}
	n, err := r.book.Now().Night(night)
	if err != nil || len(n.Deals) != 2 {
		t.Errorf("%d deals, %v", len(n.Deals), err)
	}
	if eval[int](b, `localStorage.length`) != 0 {
		t.Error("something is still kept on the device")
	}

	// And after a flat battery: the icon on the home screen opens the first page, and what waited goes out
	// from there.
	r.down()
	b.taps(one("misere", 1, 0)...)
	b.wait("#waiting li")
	b.do(chromedp.Navigate("about:blank"))
	r.up()
	b.visit("/")
	b.until(`!localStorage.getItem('ouverte.waiting')`)
	if n, err := r.book.Now().Night(night); err != nil || len(n.Deals) != 3 {
		t.Errorf("%d deals, %v", len(n.Deals), err)
	}
}

// TestRefusedStopsNothing: a deal that was not taken stays to be put right, and those that are recorded after
// it go through, at its own table and at another; it is shown also where its night has no form any more.
func TestRefusedStopsNothing(t *testing.T) {
	t.Parallel()
	h, night := webtest.FourOfUs(t)
	other := h.Night("units", h.Players("Eve", "Fred", "Grace")...)
	b := openTab(t, h.URL(), phone)
	b.visit(webtest.NightPath(night))
	b.ready()
	b.offline(true)
	b.taps(one("solo", 1, 7)...)
	b.wait("#waiting li")
	if felt, box := b.text("#felt"), b.text("#waiting p"); felt != "Deal 2 one deal waits" ||
		box != "The totals at the seats and on the sheet don’t include these." {
		t.Errorf("the totals leave the deal out, and the page says %q and %q", felt, box)
	}
	b.fits(" with a deal that waits")
	h.Post(webtest.NightPath(night)+"/deals", h.Deal(night, "call=misere&who=2&tricks=0")).Is(303)
	b.offline(false)
	b.wait("#waiting li.bad")
	b.until(`document.querySelectorAll('#sheet tbody tr').length === 1`)
	b.until(`document.querySelector('#felt').textContent === 'Deal 2'`)
	b.taps(one("solo", 3, 6)...) // the next deal is played before anybody looks at that
	b.until(`document.querySelectorAll('#sheet tbody tr').length === 2 && document.querySelectorAll('#waiting ` +
		`li').length === 1`)
	b.tap("#waiting li.bad button:nth-of-type(2)")
	b.until(`document.querySelector('#waiting').hidden`)

	b.offline(true)
	b.taps(one("solo", 2, 5)...)
	b.wait("#waiting li")
	now := must(h.Book.Now().Night(night))(t)
	must(h.Book.CloseNight(context.Background(), h.Slip(), night, now.Version))(t)
	b.offline(false)
	b.wait("#waiting li.bad a[href$='/settle']") // on the page of the closed night
	if b.shows("#deal") {
		t.Error("the form of a closed night stays")
	}
	b.visit(webtest.NightPath(other))
	b.ready()
	b.wait("#waiting li.bad a")
	b.taps(one("solo", 1, 6)...)
	b.until(`document.querySelectorAll('#sheet tbody tr').length === 1 && document.querySelectorAll('#waiting ` +
		`li').length === 1`)
	b.measured()
	b.tap("#waiting li.bad button")
	b.until(`!localStorage.getItem('ouverte.waiting')`)
}

// TestTurnOfNoTrumpsWhileAway: while deals wait on the device, royal can be tapped in the one that has trumps
// by its turn, and not in the one that has none, whichever the page was loaded for.
func TestTurnOfNoTrumpsWhileAway(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	night := h.Ruled("units", func(h *rules.House) { h.Trumps = rules.TrumpsCycleNT })
	h.Plays(night, "pass", "pass", "pass")
	b := openTab(t, h.URL(), phone)
	b.visit(webtest.NightPath(night))
	b.ready()
	shown := func(nth string, royal bool) {
		t.Helper()
		b.until(`document.querySelector('#deal [name=nth]').value === '` + nth + `'`)
		if b.shows("#call-royal + span") != royal {
			t.Errorf("deal %s: royal is shown: %v", nth, !royal)
		}
	}
	b.tap("#skip")
	shown("4", true)
	b.offline(true)
	b.taps("#call-passed", record)
	shown("5", false)
	b.taps("#call-passed", record)
	shown("6", true)
	b.taps(one("royal", 2, 9)...)
	b.offline(false)
	b.until(`document.querySelectorAll('#sheet tbody tr').length === 6`)
	if d := h.NthDeal(night, 6).Deal; d.Call != rules.Royal {
		t.Errorf("deal 6: %+v", d)
	}
	h.Plays(night, "pass", "pass", "pass")
	b.visit(webtest.NightPath(night)) // loaded for a deal without trumps
	b.ready()
	b.tap("#skip")
	shown("10", false)
	b.offline(true)
	b.taps("#call-passed", record)
	shown("11", true)
	b.taps(one("royal", 3, 9)...)
	b.offline(false)
	b.until(`document.querySelectorAll('#sheet tbody tr').length === 11`)
	if d := h.NthDeal(night, 11).Deal; d.Call != rules.Royal {
		t.Errorf("deal 11: %+v", d)
	}
}

// TestDiskThatWaits has a disk that takes nothing for a while: the page says so in words, keeps the deal, and
// sends it by itself when the disk takes it again. Nobody loads anything anew.
func TestDiskThatWaits(t *testing.T) {
	t.Parallel()
	h, night := webtest.FourOfUs(t)
	b := openTab(t, h.URL(), tablet)
	b.visit(webtest.NightPath(night))
	b.ready()
	held := must(testenv.Beside(t, h.Book.Path()).Begin())(t)
	b.taps(one("solo", 1, 7)...)
	b.until(`document.querySelector('#notice').textContent ===
		'No answer yet. The deal is kept on this device and will be sent by itself.'`)
	b.wait("#waiting li")
	b.until(`document.querySelector('#notice').textContent ===
		'Not recorded. The deal is kept on this device; fetch the host.'`)
	same(t, b.text("#waiting > p"), "Another program holds the book: nothing was recorded. "+
		"Send it again when that one is done. "+
		"The totals at the seats and on the sheet don’t include these.", "it says %q")
	same(t, b.text("#waiting li p"), "Deal 1: Solo, Ann, 7 tricks · waiting", "kept is %q")
	b.measured()
	fine(t, held.Rollback())
	b.until(
		`document.querySelectorAll('#sheet tbody tr').length === 1 && document.querySelector('#waiting').hidden`,
	)
	if d := h.NthDeal(night, 1).Deal; d.Call != rules.Solo || d.Tricks != 7 {
		t.Errorf("recorded: %+v", d)
	}
	if n, err := h.Book.Now().Night(night); err != nil || len(n.Deals) != 1 {
		t.Errorf("%d deals, %v", len(n.Deals), err)
	}
}

// TestAnswerThatTellsNothing: after a mishap the book may have the deal, so that the page doesn't say that it
// wasn't recorded. The deal is sent again by itself, and stands once.
func TestAnswerThatTellsNothing(t *testing.T) {
	t.Parallel()
	h, night := webtest.FourOfUs(t)
	b := openTab(t, h.URL(), tablet)
	b.visit(webtest.NightPath(night))
	b.ready()
	eval[bool](b, `(() => {
		const real = window.fetch;
		window.failed = 0;
		window.fetch = async (url, how) => {
			const answer = await real(url, how);
			if (how?.method !== 'POST' || window.failed++ > 1) return answer;
			return new Response('<p class="says">Go back a page.</p>', { status: 500 });
		};
		return true;
	})()`)
	b.taps(one("solo", 1, 7)...)
	b.until(`document.querySelector('#notice').textContent ===
		'The deal is kept on this device and will be sent by itself.'`)
	b.until(
		`document.querySelectorAll('#sheet tbody tr').length === 1 && document.querySelector('#waiting').hidden`,
	)
	if n, err := h.Book.Now().Night(night); err != nil || len(n.Deals) != 1 {
		t.Errorf("%d deals, %v", len(n.Deals), err)
	}
}

// TestACopyTakesThePlace of the book under an open table whose evening it lacks: the deal that waits there
// and the one half filled in are shown as not recorded, with their words, there and at the next table;
// nothing is written into another evening.
func TestACopyTakesThePlace(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t, func(o *web.Options) { o.Copies = webtest.Copying })
	seats := h.Players("Ann", "Bob", "Cat", "Dan")
	first := h.Night("hoyle", seats...)
	h.Plays(first, "solo ann 5")
	h.Post("/keeper/copy", nil).Is(303)
	night := h.Night("hoyle", seats...)
	b := openTab(t, h.URL(), tablet)
	b.visit(webtest.NightPath(night))
	b.ready()
	b.offline(true)
	b.taps(one("solo", 1, 7)...)
	b.wait("#waiting li")
	half := one("misere", 2, 0)
	b.taps(half[:len(half)-2]...)
	copied := must(filepath.Glob(filepath.Join(h.Book.Path()+"-copies", "*.db")))(t)[0]
	putBack := func() {
		t.Helper()
		page := h.Get("/keeper/copies?copy=" + url.QueryEscape("0/"+filepath.Base(copied))).Is(200)
		h.Does(page, "#chosen form").Is(303)
	}
	putBack()
	b.offline(false)
	const unfinished = " · not recordedThe page had to load again before this was finished."
	listed := func(many int, says ...string) {
		t.Helper()
		want := strings.Join(says, "|")
		b.until(fmt.Sprintf(`document.readyState === 'complete' &&
			document.querySelectorAll('#waiting li.bad').length === %d &&
			%q.split('|').every(words => document.querySelector('#waiting').textContent.includes(words))`, many, want))
	}
	b.wait(".lost")
	listed(2, "Deal 1: Solo, Ann, 7 tricks · not recorded", "Misère, Bob"+unfinished)
	b.visit(webtest.NightPath(first))
	b.ready()
	listed(2, "Deal 1: Solo, Ann, 7 tricks · not recorded", "Misère, Bob"+unfinished)
	if n := h.NightNow(first); len(n.Deals) != 1 {
		t.Errorf("%d deals in the evening before", len(n.Deals))
	}

	// An evening that the copy has goes on where it was.
	half = one("solo", 3, 6)
	b.taps(half[:len(half)-2]...)
	putBack()
	listed(3, "Deal 2: Solo, Cat"+unfinished)
	b.tap("#waiting li.bad:last-child button")
	filled := `document.readyState === 'complete' &&
		document.querySelector('#deal [name=who]:checked')?.value === '3'`
	b.until(filled)
	b.visit(webtest.NightPath(first)) // it stays on the form, and on the list only once
	b.until(filled + ` && document.querySelector('#waiting li:last-child .state').textContent === 'on the form'`)
	b.taps("#tricks-6", record)
	b.until(`document.querySelectorAll('#sheet tbody tr').length === 2`)
	listed(2)
}

// TestNotTakenBack: a deal that reached the book, though its answer got lost, is put right elsewhere while
// this device takes it back: it stays, and the device says so until somebody has read it.
func TestNotTakenBack(t *testing.T) {
	t.Parallel()
	h, night := webtest.FourOfUs(t)
	b := openTab(t, h.URL(), tablet)
	b.from(`const real = fetch;
		window.lost = true;
		window.fetch = async (url, how) => {
			const answer = await real(url, how);
			if (lost && how?.method === 'POST') throw new TypeError('lost');
			return answer;
		};`)
	b.visit(webtest.NightPath(night))
	b.ready()
	b.taps(one("solo", 1, 7)...)
	b.wait("#waiting li")
	b.taps("#call-solo", "#waiting .undo") // the strip says what comes next by then
	d := h.NthDeal(night, 1)
	d.Deal.Tricks = 6
	h.Mends(night, ledger.Mend{Do: ledger.Correct, Deal: d.ID, Saw: d.Version,
		Said: ledger.DealSaid{Deal: d.Deal}})
	eval[bool](b, `!(lost = false)`)
	b.until(`document.querySelector('#waiting li.bad')?.textContent.startsWith(
		'Deal 1: Solo, Ann, 7 tricks · not taken back')`)
	same(t, eval[int](b, `document.querySelectorAll('#waiting li button').length`), 1, "%d buttons are there")
	b.tap("#waiting li button")
	b.until(`document.querySelector('#waiting').hidden`)
	if n := h.NightNow(night); len(n.Deals) != 1 || n.Deals[0].Deal.Tricks != 6 {
		t.Errorf("%d deals, %+v", len(n.Deals), n.Deals[0].Deal)
	}
}

// TestOvertakenWhileAway has a deal waiting on one tablet while the same number is recorded on another: when
// the network is back both are shown, and the one that waited is put right as the next.
func TestOvertakenWhileAway(t *testing.T) {
	t.Parallel()
	h, night := webtest.FourOfUs(t)
	b := openTab(t, h.URL(), phone)
	b.visit(webtest.NightPath(night))
	b.ready()
	b.offline(true)
	b.taps(one("solo", 1, 7)...)
	b.wait("#waiting li")
	h.Post(webtest.NightPath(night)+"/deals", h.Deal(night, "call=misere&who=2&tricks=0")).Is(303)
	b.offline(false)
	b.wait("#waiting li.bad")
	if got := b.text("#waiting li.bad p"); got != "Deal 1: Solo, Ann, 7 tricks · somebody was faster Deal 1 "+
		"is already on the sheet, from the tablet: Bob makes misère: 1s from each. If yours is "+
		"another, record it as deal 2." {
		t.Errorf("it says %q", got)
	}
	b.until(`document.querySelectorAll('#sheet tbody tr').length === 1`)
	b.measured()
	b.tap("#waiting li.bad button")
	b.until(
		`document.querySelector('#tricks-7').checked && document.querySelector('#deal [name=nth]').value === '2'`,
	)
	b.tap(record)
	b.until(
		`document.querySelectorAll('#sheet tbody tr').length === 2 && document.querySelector('#waiting').hidden`,
	)
	if d := h.NthDeal(night, 2).Deal; d.Call != rules.Solo || d.Dealer != 1 {
		t.Errorf("recorded as the second: %+v", d)
	}
}

// TestBookThatIsAway has the file of the book moved away under a tablet: what is recorded meanwhile waits,
// through a reload, and is in the book once and in order when the file is back.
func TestBookThatIsAway(t *testing.T) {
	t.Parallel()
	h, night := webtest.FourOfUs(t)
	path := h.Book.Path()
	b := openTab(t, h.URL(), tablet)
	b.visit(webtest.NightPath(night))
	b.ready()
	b.taps(one("solo", 1, 5)...)
	b.until(`document.querySelectorAll('#sheet tbody tr').length === 1`)
	fine(t, os.Rename(path, path+"-away"))
	b.taps(one("solo", 2, 6)...)
	b.until(`document.querySelectorAll('#waiting li').length === 1`)
	b.until(`document.querySelector('#waiting > p').textContent
		.includes('its place any more: nothing was recorded')`)
	b.taps(one("misere", 3, 0)...)
	b.until(`document.querySelectorAll('#waiting li').length === 2`)
	b.visit(webtest.NightPath(night))
	b.until(`document.querySelectorAll('#waiting li').length === 2`)
	fine(t, os.Rename(path+"-away", path))
	b.until(
		`document.querySelectorAll('#sheet tbody tr').length === 3 && document.querySelector('#waiting').hidden`,
	)
	n, err := h.Book.Now().Night(night)
	if err != nil || len(n.Deals) != 3 {
		t.Fatalf("%d deals, %v", len(n.Deals), err)
	}
	second, third := h.NthDeal(night, 2).Deal, h.NthDeal(night, 3).Deal
	if second.Call != rules.Solo || second.Tricks != 6 || third.Call != rules.Misere {
		t.Errorf("recorded were %+v and %+v", second, third)
	}
	if eval[int](b, `localStorage.length`) != 0 {
		t.Error("something is still kept on the device")
	}
}
