package browser_test

// The table in a real browser: whole evenings by touch, one deal by keyboard alone, without a script, and
// with two tablets at once. Without a network it is in queue_browser_test.go.

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/rules"
	"ouverte/web/webtest"
)

// taps taps one thing after another, as somebody at the table would: clear of the bar with Record.
func (b *tab) taps(what ...string) {
	b.t.Helper()
	const middle = "scrollIntoView({block: 'center'})"
	for _, css := range what {
		b.tapIn(css, middle)
	}
}

// ready waits until the page's script has taken the form over.
func (b *tab) ready() { b.t.Helper(); b.wait("#deal.quick") }

const record = "#deal .record"

// tapped is a deal as it is tapped, and what it must come to by seat.
type tapped struct {
	what []string
	net  []int64
}

func one(call string, who, tricks int) []string {
	return []string{"#call-" + call, fmt.Sprintf("#who-%d", who), fmt.Sprintf("#tricks-%d", tricks), record}
}

func two(who, with, tricks int) []string {
	return []string{"#call-prop", fmt.Sprintf("#pair-%d-%d", min(who, with), max(who, with)),
		fmt.Sprintf("#tricks-%d", tricks), record}
}

var (
	passes  = []string{"#call-passed", record}
	mishaps = "#mishaps > summary"
)

// mishap is a deal with a misfortune: the misfortunes opened, and what it was.
func mishap(what string, taps ...string) []string {
	return append(append([]string{}, taps...), mishaps, what, record)
}

// revoked is a deal with a revoke: the misfortunes opened, and one more for the seat.
func revoked(seat int, taps []string) []string {
	return mishap(fmt.Sprintf(`#mishaps .count[data-seat="%d"] .more`, seat), taps[:len(taps)-1]...)
}

// TestFormIsReadyAgain: after each deal at a table of five the form is empty and the dealer has moved on, and
// the swapped parts equal a page loaded anew.
func TestFormIsReadyAgain(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	night := h.Night("shilling", h.Players("Ann", "Bob", "Cat", "Dan", "Eve")...)
	b := openTab(t, h.URL(), tabletUp)
	b.visit(webtest.NightPath(night))
	b.ready()
	for i, d := range []tapped{ // Eve deals first, so Dan rests
		{one("solo", 1, 5), []int64{36, -12, -12, 0, -12}},
		{two(2, 3, 8), []int64{-12, 12, 12, -12, 0}},
		{passes, []int64{0, 0, 0, 0, 0}},
		{mishap("#forfeit-3", "#call-misere", "#who-1"), []int64{72, 0, -72, 0, 0}},
		{revoked(4, one("solo", 2, 5)), []int64{0, 63, 0, -63, 0}},
	} {
		b.taps(d.what...)
		b.until(fmt.Sprintf(`document.querySelector('#sheet tbody tr th b')?.textContent === '%d'`, i+1))
		b.until(`!document.querySelector('#deal [name=call]:checked, #deal [name=who]:checked, #deal ` +
			`[name=tricks]:checked, #mishaps[open]')`)
		b.until(fmt.Sprintf(`document.querySelector('.seat.deals').dataset.seat === '%d'`, i%5+1))
		for s, want := range d.net {
			if got := h.NthDeal(night, i+1).Nets[s].Amount; got != want {
				t.Errorf("deal %d, %v: seat %d has %d, not %d", i+1, d.what, s+1, got, want)
			}
		}
	}
	const shown = `[...document.querySelectorAll('#sheet .scroll, #ask-call, #ask-tricks, #mishaps')]` +
		`.map(e => e.innerText).join()`
	swapped := eval[string](b, shown)
	b.visit(webtest.NightPath(night))
	b.ready()
	if loaded := eval[string](b, shown); swapped != loaded {
		t.Errorf("after the last deal the page has\n%s\nand loaded anew\n%s", swapped, loaded)
	}
}

// shows tells whether something can be seen.
func (b *tab) shows(css string) bool {
	b.t.Helper()
	return eval[bool](b,
		fmt.Sprintf(`!!document.querySelector(%q)?.checkVisibility({visibilityProperty: true})`, css))
}

// TestOnlyWhatIsAsked shows for each call the questions it has and no others.
func TestOnlyWhatIsAsked(t *testing.T) {
	t.Parallel()
	h, night := webtest.FourOfUs(t)
	b := openTab(t, h.URL(), tablet)
	b.visit(webtest.NightPath(night))
	b.ready()
	b.tap(mishaps)
	for _, c := range []struct{ tap, shown, hidden string }{
		{"#call-solo", "#who-1 #tricks-0 #trumps-C #revokes-1 #wrong-1", "#pair-1-2 #forfeit-2"},
		{"#call-misere", "#who-1 #tricks-0 #forfeit-2 #revokes-1 #wrong-1", "#trumps-C"},
		{"#call-passed", "", "#who-1 #tricks-0 #revokes-1 #forfeit-2 #wrong-1 #trumps-C"},
		{"#call-void", "", "#who-1 #tricks-0 #revokes-1 #forfeit-2 #wrong-1"},
	} {
		b.tap(c.tap)
		for _, css := range strings.Fields(c.shown) {
			if !b.shows(css) {
				t.Errorf("%s: %s is not asked", c.tap, css)
			}
		}
		for _, css := range strings.Fields(c.hidden) {
			if b.shows(css) {
				t.Errorf("%s: %s is asked", c.tap, css)
			}
		}
	}
	b.taps("#call-prop", "#pair-2-3")
	b.until(`performance.now() - (window.tapped ??= performance.now()) > 400`) // else it is a double tap
	b.tap("#pair-2-3")
	b.until(`!document.querySelector('[name=pair]:checked')`)
	b.taps("#call-misere", "#who-2")
	if b.shows("#forfeit-2") || !b.shows("#forfeit-1") {
		t.Error("the caller of a misère cannot forfeit it, the others can")
	}
	b.taps("#call-declared", "#who-2")
	if leads := b.text(".leads-now"); leads != "Bob leads" || b.shows(".seat .card") {
		t.Errorf("who declares leads: the line says %q, and a card lies at another seat", leads)
	}
}

// TestTheLawsForgetNothing: who asks the laws with a deal half entered is not asked which call it was, and
// finds caller and tricks at the table again, with the ruling filled in.
func TestTheLawsForgetNothing(t *testing.T) {
	t.Parallel()
	h, night := webtest.FourOfUs(t)
	b := openTab(t, h.URL(), tablet)
	b.visit(webtest.NightPath(night))
	b.ready()
	b.taps("#call-solo", "#who-2", "#tricks-5", mishaps)
	laws := eval[string](b, `document.querySelector('#mishaps .laws').getAttribute('href')`)
	if !strings.Contains(laws, "call=solo") {
		t.Errorf("the laws aren't told the call: %s", laws)
	}
	b.visit(strings.TrimPrefix(laws, h.URL()))
	b.visit(webtest.NightPath(night) + "?call=solo&revokes-3=1")
	b.ready()
	b.until(`['#call-solo', '#who-2', '#tricks-5'].every(id => document.querySelector(id).checked) &&
		document.querySelector('#revokes-3').value === '1'`)
}

// arrives waits for something to be seen on the page a plain form leads to.
func (b *tab) arrives(css string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	for {
		err := chromedp.Do(ctx, chromedp.WaitVisible(chromedp.CSS(css)))
		if err == nil {
			return
		}
		if ctx.Err() != nil { // anything else is the old page going away
			b.t.Fatalf("%s never came: %v (at %s)", css, err, b.at())
		}
	}
}

// TestKeyboardAlone records one deal after another without touching the screen.
func TestKeyboardAlone(t *testing.T) {
	t.Parallel()
	h, night := webtest.FourOfUs(t)
	b := openTab(t, h.URL(), laptop)
	b.visit(webtest.NightPath(night))
	b.ready()
	b.tabTo("#deal [name=call]")
	b.keys("3")
	b.until(`!!document.querySelector('#deal [name=call]:checked')`)
	b.keys(kb.Escape)
	b.until(`!document.querySelector('#deal [name=call]:checked')`)
	for _, keys := range []string{"2", kb.Tab, "1", kb.Tab, "7", kb.Enter} { // solo, Ann, seven
		b.keys(keys)
	}
	b.until(`document.querySelectorAll('#sheet tbody tr').length === 1`)
	if got := h.NthDeal(night, 1); got.Nets[0].Amount != 24 {
		t.Errorf("solo: %+v", got.Nets)
	}
	b.until(`document.activeElement.name === 'call'`) // ready for the next
	// Ann deals: Bob speaks first. Cat proposed, Ann went along, ten: the second pair
	for _, keys := range []string{"1", kb.Tab, "2", kb.Tab, "10", kb.Enter} {
		b.keys(keys)
	}
	b.until(`document.querySelectorAll('#sheet tbody tr').length === 2`)
	if got := h.NthDeal(night, 2).Deal; got.Call != rules.Prop || got.Caller != 3 || got.Partner != 1 ||
		got.Tricks != 10 {
		t.Errorf("prop: %+v", got)
	}
	b.until(`document.activeElement.name === 'call' && document.querySelector('#deal [name=nth]').value === '3'`)
	for _, keys := range []string{kb.ArrowDown, kb.ArrowUp, kb.ArrowUp, kb.Enter} { // all passed, by the arrows
		b.keys(keys)
	}
	b.until(`document.querySelectorAll('#sheet tbody tr').length === 3`)
}

// TestTwoTabletsAtOnce has the same deal recorded on two tablets in the same moment: one is recorded, the
// other is shown both and chooses.
func TestTwoTabletsAtOnce(t *testing.T) {
	t.Parallel()
	h, night := webtest.FourOfUs(t)
	var sent atomic.Int32
	both := make(chan struct{})
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && r.URL.Path == webtest.NightPath(night)+"/deals" {
			if sent.Add(1) == 2 {
				close(both)
			}
			<-both // the first is held until the second is on its way
		}
		h.Handler.ServeHTTP(w, r)
	}))
	tabs := []*tab{openTab(t, h.URL(), tablet), openTab(t, h.URL(), phone)}
	for _, b := range tabs {
		b.visit(webtest.NightPath(night))
		b.ready()
		b.taps("#call-solo", "#who-1", "#tricks-7")
		b.until(`!!document.querySelector('#result strong')`)
	}
	for _, b := range tabs {
		b.taps(record)
	}
	for _, b := range tabs {
		b.until(`document.querySelectorAll('#sheet tbody tr').length === 1`)
	}
	slower := 0
	for _, b := range tabs {
		if eval[bool](b, `!!document.querySelector('#meanwhile [data-drop]')`) {
			slower++
			if !eval[bool](b,
				`document.querySelector('#call-solo').checked && document.querySelector('#tricks-7').checked`) {
				t.Error("what was typed is gone")
			}
			b.tap("#meanwhile [data-drop]")
			b.until(`!document.querySelector('#deal [name=call]:checked, #meanwhile .meanwhile')`)
		}
	}
	if slower != 1 {
		t.Errorf("%d tablets were told that the other was faster", slower)
	}
	if n, err := h.Book.Now().Night(night); err != nil || len(n.Deals) != 1 {
		t.Errorf("%d deals, %v", len(n.Deals), err)
	}
}

// TestAuction taps the calls as they fall; the contract is filled in at the end.
func TestAuction(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	units, _ := rules.Set("units")
	ids := h.Players("Ann", "Bob", "Cat", "Dan")
	got := must(h.Book.StartNight(context.Background(), h.Slip(),
		ledger.NewNight{House: units, Seats: ids, Dealer: ids[3], Auction: true}))(t)
	b := openTab(t, h.URL(), tablet)
	b.visit(webtest.NightPath(got.Night))
	say := func(call, next string) {
		t.Helper()
		b.tap(fmt.Sprintf("#auction [value=%q]", call))
		b.arrives(fmt.Sprintf(`#auction[data-turn=%q]`, next))
	}
	say("prop", "Bob")
	b.waits("2")
	b.tap("#skip")
	b.until(`!document.querySelector('.speaks') && !document.querySelector('.ask-tricks').inert`)
	b.tap("#skip")
	b.waits("2")
	if b.shows(`#auction [value="prop"]`) {
		t.Error("a second proposal can be tapped")
	}
	say("solo", "Cat")
	say("undo", "Bob")
	say("pass", "Cat")
	b.losesNoCall(h, got.Night)
	say("cop", "Dan")
	say("pass", "Prop & cop, Ann with Cat")
	if !eval[bool](b,
		`document.querySelector('#call-prop').checked && document.querySelector('#pair-1-3').checked`) {
		t.Error("the contract is not filled in")
	}
	b.taps("#tricks-8", record)
	b.arrives("#sheet tbody tr.new th a")
	b.arrives(`#auction[data-turn="Bob"]`) // of the next deal, which Ann deals
	if eval[int](b, `localStorage.length`) != 0 {
		t.Error("the auction of a recorded deal is still kept on the device")
	}
	b.tap("#sheet tbody tr.new th a")
	b.arrives(".calling")
	same(t, b.text(".calling .said"), "Ann proposes Bob passes Cat goes along Dan passes",
		"it was called: %s")
}

// waits holds that what the auction answers can't be tapped yet, and that the seat that speaks is marked.
func (b *tab) waits(seat string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`document.querySelector('.seat.speaks')?.dataset.seat === %q &&
		['.ask-who', '.ask-tricks', '.ask-trumps'].every(q => document.querySelector(q).inert)`, seat))
}

// TestNoteCountsItsLetters: beside a note stands how long it is.
func TestNoteCountsItsLetters(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	path, _, deals := h.ThreeDeals()
	b := openTab(t, h.URL(), phone)
	b.visit(path + fmt.Sprint(deals[0]))
	same(t, b.text(".letters"), "At most 140 letters", "%s")
	b.tap("[name=note]")
	b.keys("nine")
	same(t, b.text(".letters"), "4 of 140 letters", "%s")
}

// losesNoCall does to an auction in progress what may happen to it at a table.
func (b *tab) losesNoCall(h *webtest.Site, night chain.NightID) {
	b.t.Helper()
	const soFar = `document.querySelector('#auction')?.dataset.turn === 'Cat' && ` +
		`document.querySelector('#auction [name=said]').value === 'prop pass'`
	b.ready()
	b.offline(true)
	b.taps(`#auction [value="pass"]`)
	b.until(`document.querySelector('#result').textContent.startsWith('No connection')`)
	if !eval[bool](b, soFar) {
		b.t.Error("a call without a connection loses those before it")
	}
	b.offline(false)
	b.visit(webtest.NightPath(night))
	b.until(soFar)
	version := eval[string](b, `document.getElementById('sheet').dataset.version`)
	must(h.Book.Penalise(context.Background(), h.Slip(), night,
		ledger.Penalty{By: 1, Kitty: true, Amount: 1, Reason: "talked"}))(b.t)
	b.until(fmt.Sprintf(`document.getElementById('sheet').dataset.version !== %q && %s`, version, soFar))
}
