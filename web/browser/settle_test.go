package browser_test

// An evening played to its end in a real browser.

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"ouverte/ledger"
	"ouverte/web/webtest"
)

// TestEveningToItsEnd settles a night from the table on: the last round, a payment in part, one in full and
// taken back, the close, the seal, and the same on a page that only looks.
func TestEveningToItsEnd(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	b := openTab(t, h.URL(), tablet)
	other := openTab(t, h.URL(), phone)
	other.visit(webtest.SettlePath(id))
	b.visit(webtest.NightPath(id))
	b.tap(`.bar div > a[href$="/settle"]`)
	b.wait("#settle")

	b.tap("#last > summary")
	b.tap("#last form:first-child button")
	b.until(`document.querySelector('#last p')?.textContent.includes('the last deal')`)
	b.tap("#pay4-3 summary")
	b.write("#pay4-3 details input[name=amount]", "1s 6d")
	b.tap("#pay4-3 details button")
	b.until(`document.querySelector('#pay4-3 .amt')?.textContent === '1s\u202f6d'`)
	other.until(`document.querySelector('#pay4-3 .amt')?.textContent === '1s\u202f6d'`)
	b.tap("#pay4-3 .whole button")
	b.gone("#pay4-3")
	b.tap("#pay1-2 .whole button")
	b.gone("#pay1-2")
	if got := h.Open(id); got != "Ann 0 Bob 0 Cat 0 Dan 0" {
		t.Fatalf("all was ticked, and it stands at %s", got)
	}
	b.tap(".pays li:first-child .quiet")
	b.wait("#pay1-2")
	b.tap("#close")
	b.tap(".closing button")
	b.wait(".seal")
	n := h.NightNow(id)
	if got := b.text(".seal"); got != n.Seal || n.Open {
		t.Errorf("the seal reads %q, the book has %q", got, n.Seal)
	}
	other.wait(".seal")
	if got := other.text(".seal"); got != n.Seal {
		t.Errorf("on the other phone it reads %q", got)
	}
	slate := h.Book.Slate(n.Money, nil)
	if fmt.Sprint(slate) != "[{1 Ann -12} {2 Bob 12}]" {
		t.Errorf("on the slate is %v", slate)
	}
}

// TestTapsMoveNothing: after a tap on a settle page that is scrolled, what was tapped is where it was, to the
// pixel, and the focus is on the next thing to do. What the close asks is in sight.
func TestTapsMoveNothing(t *testing.T) {
	t.Parallel()
	for _, on := range []device{phone, tablet} {
		t.Run(on.name, func(t *testing.T) {
			t.Parallel()
			h := webtest.Open(t)
			id := h.ThreePlayed()
			b := openTab(t, h.URL(), on)
			b.visit(webtest.SettlePath(id))
			eval[bool](b, `document.querySelector('#pay4-3').scrollIntoView({block: 'center'}), true`)
			const close = `document.querySelector('#close').getBoundingClientRect().top`
			before := eval[float64](b, close)
			b.tap("#close")
			b.until(`(r => r.top > 0 && r.bottom < innerHeight)` +
				`(document.querySelector('.ask .closing button').getBoundingClientRect())`)
			if now := eval[float64](b, close); math.Abs(now-before) > 1 { // a pressed button sinks by a pixel
				t.Errorf("the close was at %g and is at %g once it asks", before, now)
			}
			b.tap("#close")
			for _, tap := range []struct{ on, then, focus string }{
				{"#pay1-2 .whole button", ".pays li:first-child .done", "tick-pay4-3"},
				{"#pay4-3 .whole button", ".pays li:last-child .done", "close"},
				{".pays li:last-child .quiet", "#pay4-3", "tick-pay4-3"},
			} {
				b.tap(tap.on)
				b.wait(tap.then)
				b.until(`document.activeElement?.id === ` + strconv.Quote(tap.focus))
			}
			b.tap("#ways > summary")
			const ways = `Math.round(document.querySelector('#ways').getBoundingClientRect().top)`
			eval[bool](b, `document.querySelector('#ways').scrollIntoView({block: 'center'}), true`)
			before = eval[float64](b, ways)
			b.tap(`#ways [value="fell"]`)
			b.until(`document.querySelector('.pays header p')?.textContent.includes('What fell')`)
			if now := eval[float64](b, ways); now != before {
				t.Errorf("the ways to pay were at %g and are at %g once one was chosen", before, now)
			}
			b.tap(`#ways [value="fewest"]`)
			b.until(`document.querySelector('.pays header p')?.textContent.includes('done with fewer')`)
			eval[bool](b, `document.querySelector('#pay4-3').scrollIntoView({block: 'center'}), true`)
			const place = `[scrollY, document.querySelector('.pays li:last-child').getBoundingClientRect().top] + ''`
			was := eval[string](b, place)
			b.tap("#pay4-3 .whole button")
			b.wait(".pays li:last-child .done")
			if now := eval[string](b, place); was != now {
				t.Errorf("scrolled and at %s before the tap, %s after it", was, now)
			}
		})
	}
}

// TestLastPageStays: what is marked as paid on the last page is where it was, and the focus is on the next.
func TestLastPageStays(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	h.Closes(id)
	b := openTab(t, h.URL(), phone)
	b.visit(webtest.NightPath(id))
	eval[bool](b, `document.querySelector('.last-payments form').scrollIntoView({block: 'center'}), true`)
	const place = `Math.round(document.querySelector('.last-payments li').getBoundingClientRect().top)`
	before := eval[int](b, place)
	b.tap(".last-payments form button")
	b.wait(".last-payments .paid")
	b.until(`document.activeElement?.textContent === 'Paid'`)
	if now := eval[int](b, place); now != before {
		t.Errorf("it was at %d before the tap and is at %d after it", before, now)
	}
}

// TestSettlingByTouch goes through everything the page can do, as it is tapped, on a phone: the three ways
// to pay, the coins, why, a cost in unequal parts, rounding with what is left over in the kitty, the kitty
// by name, a last round, the close, the seal on a watcher's phone, and the night opened again.
func TestSettlingByTouch(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed() // Ann −12, Bob +12, Cat +36, Dan −36
	b := openTab(t, h.URL(), phone)
	did := func(says string) {
		t.Helper()
		b.until(fmt.Sprintf(`document.querySelector('.did')?.textContent.trim() === %q`, says))
	}
	b.visit(webtest.NightPath(id))
	b.taps(".bar .menu.page > summary", `.menu.page a[href$="/settle"]`)
	way := func(says string) {
		t.Helper()
		b.until(fmt.Sprintf(`document.querySelector('#ways > summary small')?.textContent === %q`, says))
	}
	b.tap("#ways > summary")
	b.tap(".bankers button:last-of-type")
	b.wait("#pay1-4")
	way("through Dan")
	b.tap(".ways-to-pay [value=fell]")
	way("as they fell")
	b.tap(".pays li:first-child .why")
	b.wait(".why .total")
	b.tap(".bar .primary")
	way("as they fell")
	b.tap("#ways > summary")
	b.tap(".ways-to-pay [value=fewest]")
	way("fewest payments")

	if got := b.text("#pay4-3 .counted small"); got != "half-crown, sixpence" {
		t.Errorf("three shillings are %q", got)
	}
	b.tap("#bowl summary")
	b.tap("#bowl .k:nth-child(6)") // no half-crowns
	b.tap("#bowl button")
	b.until(`document.querySelector('#pay4-3 .counted small')?.textContent.trim() === 'florin, shilling'`)

	b.tap("#costs > summary")
	b.write("#costs input[name=what]", "Port")
	b.tap("#costs .shares summary")
	b.write("#costs .byname label:nth-child(2) input[type=text]", "x")
	b.tap("#costs button")
	b.until(`document.querySelector('#costs[open] .shares[open] .says')?.textContent.startsWith('Bob: ')`)
	if got := eval[string](b, `document.querySelector('#costs input[name=what]').value`); got != "Port" {
		t.Errorf("after it was refused the field reads %q", got)
	}
	b.write("#costs .byname label:nth-child(2) input[type=text]", "5d")
	b.write("#costs .byname label:nth-child(3) input[type=text]", "5d")
	b.tap("#costs button")
	did("The cost is in the settlement.")
	if got := h.Open(id); got != "Ann -2 Bob 7 Cat 31 Dan -36" {
		t.Errorf("after the port: %s", got)
	}

	b.tap("#round > summary")
	b.tap("#round .tabs a:nth-child(1)") // threepence
	b.wait("#round[open] form button")
	b.tap("#round form button")
	did("Rounded.")
	if got := h.Open(id); got != "Ann -3 Bob 6 Cat 30 Dan -36 the kitty 3" {
		t.Errorf("after rounding: %s", got)
	}
	if _, err := h.Book.Penalise(context.Background(), h.Slip(), id,
		ledger.Penalty{By: 1, Kitty: true, Amount: 6, Reason: "shuffled"}); err != nil {
		t.Fatal(err)
	}
	b.until(fmt.Sprintf(`document.querySelector('#settle').dataset.version === '%d'`, h.NightNow(id).Version))
	b.tap("#kitty > summary")
	b.tap("#kitty .shares summary")
	b.write("#kitty .byname label:nth-child(3) input[type=text]", "6d")
	b.tap("#kitty button")
	did("The kitty’s share is in the settlement.")

	b.tap("#last > summary")
	b.tap("#last details summary")
	b.write("#last form.other input[type=number]", "2")
	b.tap("#last form.other button")
	b.until(
		`document.querySelector('#last p')?.textContent.startsWith('Last round: two more deals, then we stop')`,
	)

	watcher := openTab(t, h.URL(), phone)
	watcher.visit(h.Link(id))
	watcher.until(`document.body.textContent.includes('Last round: two more deals, then we stop')`)
	b.tap("#close")
	b.tap(".closing button")
	b.wait(".keepsake .seal")
	b.fine()
	if high := eval[float64](b, `document.querySelector('.bar').getBoundingClientRect().height`); high > 70 {
		t.Errorf("the bar of the last page is %v pixels high: more than one row", high)
	}
	b.visit(webtest.SettlePath(id))
	b.wait(".sealed .seal")
	n := h.NightNow(id)
	watcher.wait(".seal")
	if got := watcher.text(".seal"); got != n.Seal || got == "" {
		t.Errorf("the watcher reads %q, the book has %q", got, n.Seal)
	}
	var left []string
	debts := h.Book.Debts(n.Money, 0, 0)
	for _, d := range debts.Shown {
		left = append(left, fmt.Sprintf("%s owes %s %s", d.FromName, d.ToName, n.Money.Words(d.Amount)))
	}
	for _, said := range left {
		if !eval[bool](
			b,
			fmt.Sprintf(`document.querySelector('#settle').textContent.toLowerCase().includes(%q.toLowerCase())`,
				said),
		) {
			t.Errorf("the closed night doesn't say %q", said)
		}
	}
	b.tap(".sides > .column:nth-child(2) .fold > summary")
	b.write("input[name=reason]", "the port was Cat’s")
	b.tap("form[action$=reopen] button")
	b.wait(".closing button")
	if now := h.NightNow(id); !now.Open {
		t.Error("it isn't open again")
	}
}

// TestSettleWhileTyping: a page with something half typed says what happened meanwhile, keeps what is typed,
// and is brought up to date once nothing is typed any more. What was refused is typed too. Where it hears
// nothing it says since when.
func TestSettleWhileTyping(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	b := openTab(t, h.URL(), phone)
	b.visit(webtest.SettlePath(id))
	b.tap("#costs > summary")
	b.write("#costs input[name=what]", "Ale")
	h.Plays(id, "solo ann 7")
	b.until(`document.querySelector('#news')?.textContent.includes('Deal 4: Ann')`)
	if got := eval[string](b, `document.querySelector('#costs input[name=what]').value`); got != "Ale" {
		t.Errorf("what was typed reads %q", got)
	}
	eval[bool](
		b,
		`document.querySelector('#costs input[name=what]').scrollIntoView({block: 'end'}), true`,
	) // where one types, at the foot of a long page
	b.until(`scrollY > 400 && (r => r.height > 20 && r.top >= 0 && r.bottom <= ` +
		`innerHeight)(document.querySelector('#news .notice').getBoundingClientRect())`)
	b.fine()
	h.Plays(id, "mis bob 1")
	b.until(`document.querySelector('#news')?.textContent.includes('Deal 5: Bob')`)
	b.tap("#costs input[name=what]")
	b.keys(kb.End + kb.Backspace + kb.Backspace + kb.Backspace)
	b.until(
		fmt.Sprintf(
			`+document.querySelector('#settle').dataset.version === %d && !document.querySelector('#news .notice')`,
			h.NightNow(id).Version,
		),
	)

	b.write("#costs input[name=amount]", "x")
	b.tap("#costs button")
	b.wait("#costs form .says")
	h.Plays(id, "solo cat 5")
	b.until(`document.querySelector('#news')?.textContent.includes('Deal 6: Cat')`)
	if got := eval[string](b, `document.querySelector('#costs input[name=amount]').value`); got != "x" {
		t.Errorf("what was refused reads %q", got)
	}
	b.write("#costs input[name=amount]", "1s")
	b.write("#costs input[name=what]", "Ale")
	b.tap("#costs button")
	b.until(`document.querySelector('.did')?.textContent.trim() === 'The cost is in the settlement.' && ` +
		`!document.querySelector('#news .notice')`)

	b.offline(true)
	b.until(noNews)
	b.offline(false)
	b.until(upToDate)
}

// TestOwnTapIsNews: where the stream tells of a tap of one's own before its answer is there, and the answer
// comes before what was fetched because of that, the page doesn't say that it has no news.
func TestOwnTapIsNews(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	b := openTab(t, h.URL(), tablet)
	b.visit(webtest.SettlePath(h.ThreePlayed()))
	eval[bool](b, `(() => {
		const sends = fetch, waits = setTimeout;
		window.setTimeout = (then, ms) => waits(then, ms === 5000 ? 1500 : ms);
		window.fetch = async (url, how) => {
			const answer = await sends(url, how);
			await new Promise(then => waits(then, how?.method === 'POST' ? 300 : 1000));
			if (how?.method !== 'POST') waits(() => { window.fetched = true; }, 1500);
			return answer;
		};
		new MutationObserver(() => { window.said ||= document.querySelector('#away').textContent; })
			.observe(document.querySelector('#away'), { childList: true });
		return true;
	})()`)
	b.tap(".pays .whole button")
	b.until(`document.querySelector('.pays .paid') && window.fetched`)
	if said := eval[string](b, `window.said ?? ''`); said != "" {
		t.Errorf("after a tap that was answered it says %q", said)
	}
}

// TestBalancesByTouch ticks an old debt in part on one tablet and in full on another that still shows the
// whole of it, and takes the payment back; the page is never loaded anew.
func TestBalancesByTouch(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Does(h.Get(webtest.SettlePath(h.ThreePlayed())), "form.closing").Is(303)
	b, other := openTab(t, h.URL(), tablet), openTab(t, h.URL(), phone)
	other.visit("/balances")
	b.visit("/balances")
	eval[bool](b, "window.stays = true")
	b.tap(".debts li:nth-child(2) details summary")
	b.write(".debts li:nth-child(2) input[type=text]", "1s")
	b.tap(".debts li:nth-child(2) .part button")
	b.until(`document.querySelector('.debts li:nth-child(2) b')?.textContent === '2s'`)
	other.tap(".debts li:nth-child(2) summary")
	other.tap(".debts li:nth-child(2) .whole button")
	other.until(
		`document.querySelector('.refused .says')?.textContent.startsWith('Something else was recorded already')`,
	)
	other.until(`document.querySelector('.debts li:nth-child(2) b')?.textContent === '2s'`)
	b.tap(".lines > summary")
	b.tap(".lines li details summary")
	b.tap(".lines li details button")
	b.wait(".lines li details[open] .says")
	b.write(".lines li details input[type=text]", "it was a button")
	b.tap(".lines li details button")
	b.until(`document.querySelector('.debts li:nth-child(2) b')?.textContent === '3s'`)
	if !eval[bool](b, "window.stays === true") {
		t.Error("the page was loaded anew")
	}
}
