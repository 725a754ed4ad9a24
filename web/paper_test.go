package web_test

// Catching up from paper, through the whole house and by keyboard alone.

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"ouverte/ledger"
)

// pasted is an evening as somebody keeps it: Dan deals first.
const pasted = "1. solo ann 7\n2. prop ann bob 8\r\n\n3. mis dan 1 rev cat\n4. pass\n5. abundance cat 9\n"

func init() {
	screens = append(screens,
		screen{name: "paper", open: func(h *house) string {
			id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
			return fmt.Sprintf("/nights/%d/paper", id)
		}, then: func(b *tab) {
			b.until(`document.activeElement.id === 'lines' && !!window.htmx`)
			b.keys(strings.Join([]string{"solo ann 7", "prop ann bob 8", "solo zed 4", "pass",
				"abundance cat 9"}, kb.Enter) + kb.Tab + "1s 6d")
			b.until(
				`document.querySelectorAll('#reckoned tbody tr').length === 5 && !!document.querySelector('.theirs')`,
			)
		}},
	)
}

func (h *house) paper(form url.Values, lines string, totals ...string) url.Values {
	form.Set("lines", lines)
	for i, total := range totals {
		form.Set(fmt.Sprintf("total-%d", i+1), total)
	}
	return form
}

func TestFromPaper(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
	path := fmt.Sprintf("/nights/%d/paper", id)
	page := h.get(path).is(200).has(1, ".notation tr:first-child code").has(0, `code:contains("6h ann")`)
	form := page.form("#paper", "")

	// a line that won't do is marked and stops nothing
	wrong := h.post(path+"/reckon", h.paper(form, "solo ann 7\nsolo zed 4\nsolo bob 99\nprop ann bob 8")).is(200)
	wrong.has(4, "#reckoned tbody tr").has(2, "#reckoned .bad .says").says(".verdict", "2 lines won’t do yet.")
	wrong.says("#reckoned tbody tr:nth-child(4) .how", "Ann and Bob make the proposal · Cat dealt")
	same(t, wrong.text("#lines"), "solo ann 7 solo zed 4 solo bob 99 prop ann bob 8",
		"what was typed is now %q")
	h.post(path, form).is(422).says("#says", "2 lines won’t do yet.")

	// nor is anything written before the totals are there and right
	h.paper(form, pasted)
	h.post(path+"/reckon", form).is(200).says("#reckoned tfoot .total td:nth-child(2)", "1s").
		says(".verdict", "Now the totals from the foot of the paper, to compare.")
	h.post(path, form).is(422)
	h.paper(form, pasted, "2s 6d", "-8d", "-2d", "much")
	h.post(path, form).is(422).has(1, ".theirs .unread").has(3, ".theirs .off")
	if got := len(h.nightNow(id).Deals); got != 0 {
		t.Fatalf("%d deals were written before all agreed", got)
	}
}

// TestTotalsFromPaperInPence: a number alone is in the coin the table counts in, as it is in a bet.
func TestTotalsFromPaperInPence(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	path := fmt.Sprintf("/nights/%d/paper", h.night("ten-pence", h.players("Ann", "Bob", "Cat", "Dan")...))
	form := h.get(path).is(200).form("#paper", "")
	h.paper(form, "solo ann 5", "+30", "-10", "−10", "-10p")
	h.post(path+"/reckon", form).is(200).says(".verdict", "All agrees: one deal, and every total.")
}

// TestFromPaperIsRecorded: what is typed is what the same deals come to when they are tapped, each an entry
// of its own.
func TestFromPaperIsRecorded(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
	tapped := h.night("hoyle", 1, 2, 3, 4)
	h.plays(tapped, "solo ann 7", "prop ann bob 8", "mis dan 1 rev cat", "pass", "abundance cat 9")
	var totals []string
	for _, p := range h.nightNow(tapped).People {
		totals = append(totals, h.nightNow(tapped).Money.Signed(p.Sum.Score()))
	}
	money, bob := h.nightNow(tapped).Money, h.nightNow(tapped).People[1].Sum.Score()
	off := money.Words(bob-1) + " less than it comes to"
	if bob < 1 {
		off = money.Words(1-bob) + " more than it comes to"
	}
	off = strings.ReplaceAll(off, "\u202f", " ")
	path := fmt.Sprintf("/nights/%d/paper", id)
	form := h.paper(h.get(path).form("#paper", ""), pasted, totals...)
	h.post(path+"/reckon", form).is(200).has(1, ".verdict.ready").
		says(".verdict", "All agrees: 5 deals, and every total.").has(4, ".theirs .right")
	form.Set("total-2", "1d")
	h.post(path, form).is(422).has(1, ".theirs .off").has(1, `[name="total-2"][aria-invalid]`).
		says(".verdict", "On paper: Bob "+off+". Look for the line that differs.")
	kept := h.night("hoyle", 1, 2, 3, 4)
	wrong := h.paper(h.get(fmt.Sprintf("/nights/%d/paper", kept)).form("#paper", ""), pasted, totals...)
	wrong.Set("total-2", "1d")
	wrong.Set("keep", "on")
	for range 2 { // a double tap, too
		h.post(fmt.Sprintf("/nights/%d/paper", kept), wrong).is(303)
	}
	if got, note := h.lines(kept), h.nightNow(kept).Deals[0].Note.Text; got != h.lines(tapped) ||
		note != "On paper: Bob "+off+"." {
		t.Errorf("the lines are kept as %s, noted %q", got, note)
	}
	form.Set("total-2", totals[1])
	h.post(path, form).is(303)
	h.post(path, form).is(303) // a double tap
	if got, want := h.lines(id), h.lines(tapped); got != want {
		t.Errorf("typed:  %s\ntapped: %s", got, want)
	}
	if got, want := h.sums(id), h.sums(tapped); got != want {
		t.Errorf("typed %s, tapped %s", got, want)
	}
	entries := map[ledger.EntryID]bool{}
	for _, d := range h.nightNow(id).Deals {
		entries[d.Version] = true
	}
	if len(entries) != 5 {
		t.Errorf("%d entries for five deals", len(entries))
	}

	// what comes after goes on from there
	more := h.get(path).has(1, "#reckoned tr.aside").form("#paper", "")
	h.post(path+"/reckon", h.paper(more, "solo ann 5")).
		says("#reckoned tbody tr:last-child .how", "Ann makes solo · Ann dealt")
}

// comings is an evening on which somebody came, another went, and two were fined.
const comings = "solo ann 5\njoin eve\nsolo bob 5\nleave dan\nmis eve 0\npenalty cat 1 kitty " +
	"talked\npenalty ann 1 others\n"

// TestComingsFromPaper: who comes and goes between the lines, and what is paid as a penalty, are typed too.
func TestComingsFromPaper(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.night("units", h.players("Ann", "Bob", "Cat", "Dan")...)
	h.player("Eve")
	path := fmt.Sprintf("/nights/%d/paper", id)
	form := h.paper(h.get(path).is(200).has(0, "#joined input[type=text]").form("#paper", ""), comings, "-3",
		"1", "-4", "-2")
	page := h.post(path+"/reckon", form).is(200).has(7, "#reckoned tbody tr").has(0, "#reckoned .bad").
		has(1, `#joined input[name="total-5"]`)
	page.says("#reckoned tbody tr:nth-child(1) td:nth-of-type(5)", "not there yet").
		says("#reckoned tbody tr:nth-child(2) .how", "Eve joins")
	page.says("#reckoned tbody tr:nth-child(5) .how", "Eve makes misère · Bob dealt").
		says(".verdict", "Now the totals from the foot of the paper, to compare.")
	if fresh := h.part("POST", path+"/reckon", form).is(200); fresh.has(1, "#joined").
		doc.Find("#paper").
		Length() !=
		0 {
		t.Error("the whole form came anew")
	}
	form = h.paper(page.form("#paper", ""), comings)
	h.part("POST", path+"/reckon", form).is(200).has(0, "#joined") // what is being typed there is left alone
	form.Set("total-5", "7")
	h.post(path, form).is(303)
	h.post(path, form).is(303) // a double tap
	if got := h.sums(id); got != "Ann -3 Bob 1 Cat -4 Dan -2 Eve 7" || h.nightNow(id).Kitty.Sum.Score() != 1 {
		t.Errorf("it came to %s", got)
	}
	same(t, h.lines(id), "Dan: solo Ann 5; Ann: solo Bob 5; Bob: misere Eve 0", "played were %s")
	same(t, h.tableNow(id), "Ann Bob Cat Eve | Cat", "at the table: %s")

	wrong := h.paper(h.get(path).form("#paper", ""),
		"leave bob\nleave cat\njoin zed\njoin dan\njoin bob\njoin ann\njoin eve after dan\npenalty dan much kitty")
	h.post(path+"/reckon", wrong).is(200).has(5, "#reckoned .bad").says(".verdict", "5 lines won’t do yet.").
		says("#reckoned tbody tr:nth-child(3) .says", "Three at least must stay at the table.")
}

func TestFromPaperMeanwhile(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.night("units", h.players("Ann", "Bob", "Cat", "Dan")...)
	path := fmt.Sprintf("/nights/%d/paper", id)
	form := h.paper(h.get(path).form("#paper", ""), "solo ann 5", "3", "-1", "-1", "-1")
	h.plays(id, "mis bob 0")
	late := h.post(path, form).is(409)
	same(t, late.text("#lines"), "solo ann 5", "what was typed is now %q")
	if n := h.nightNow(id); len(n.Deals) != 1 {
		t.Fatalf("%d deals", len(n.Deals))
	}
	again := h.paper(late.form("#paper", ""), "solo ann 5", "1", "5", "-3", "-3")
	h.post(path, again).is(303)
	same(t, h.lines(id), "Dan: misere Bob 0; Ann: solo Ann 5", "it came to %s")
	h.closes(id)
	h.get(path).is(422)
	h.post(path, again).is(422)
}

// TestPaperByKeyboard types an evening without touching anything.
func TestPaperByKeyboard(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.night("units", h.players("Ann", "Bob", "Cat", "Dan")...)
	h.player("Eve")
	b := openTab(t, h.url(), laptop)
	b.visit(fmt.Sprintf("/nights/%d/paper", id))
	b.until(`document.activeElement.id === 'lines' && !!window.htmx`)
	b.keys("solo ann 5" + kb.Enter)
	b.until(`document.querySelector('#reckoned tbody td')?.textContent === '3'`)
	b.keys("sloo bob 5" + kb.Enter)
	b.wait("#reckoned .bad .says")
	for range len("sloo bob 5") + 1 {
		b.keys(kb.Backspace)
	}
	b.keys("mis bob 0" + kb.Enter)
	b.until(
		`document.querySelectorAll('#reckoned tbody tr').length === 2 && !document.querySelector('#reckoned ` +
			`.bad')`,
	)
	b.keys("join eve" + kb.Enter + "penalty dan 1 others" + kb.Enter) // Dan had −3, and pays four
	b.until(
		`!!document.querySelector('#joined input[name="total-5"]') && document.querySelectorAll('#reckoned ` +
			`tbody tr').length === 4`,
	)
	b.fine()
	for _, total := range []string{"2", "6", "-2", "-7", "1"} {
		b.keys(kb.Tab + total)
	}
	b.until(`!!document.querySelector('.verdict.ready')`)
	for _, on := range []device{tablet, phone, laptop} {
		b.becomes(on)
		b.measured()
		if !eval[bool](b, `[...document.querySelectorAll('#reckoned thead th + th')].every((name, i) =>
			[...document.querySelectorAll('#reckoned tfoot tr')].every(sums =>
				Math.abs(sums.cells[i + 1].getBoundingClientRect().right - name.getBoundingClientRect().right) < 2))`) {
			t.Errorf("with five the totals don't stand below their names on a %s", on.name)
		}
	}
	if eval[string](b,
		`document.getElementById('lines').value`) != "solo ann 5\nmis bob 0\njoin eve\npenalty dan 1 others\n" {
		t.Error("what is typed changed under the hand")
	}
	b.keys(kb.Enter) // in a total: as a form does
	b.until(`location.pathname === '/nights/1'`)
	if got := h.lines(id); got != "Dan: solo Ann 5; Ann: misere Bob 0" {
		t.Fatalf("it came to %s", got)
	}
}

// TestEveryLineOfTheNotationIsShown under the rules where it can happen.
func TestNotationOnThePage(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	who := h.players("Ann", "Bob", "Cat", "Dan")
	for set, has := range map[string]string{"hoyle": "prop ann bob 8", "irish": "6h ann 7"} {
		id := h.night(set, who...)
		h.get(fmt.Sprintf("/nights/%d/paper", id)).tells(".notation", has)
	}
}

// TestPastEveningIsTyped: a night that begins with a day that is past goes on to where it is typed.
func TestPastEveningIsTyped(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.players("Ann", "Bob", "Cat", "Dan")
	for date, to := range map[string]string{"2026-11-13": "/paper", "2026-11-20": ""} {
		form := url.Values{
			"seats":  {"1", "2", "3", "4"},
			"dealer": {"4"},
			"house":  {"units"},
			"scale":  {"1"},
			"name":   {"Friday"},
			"date":   {date},
			"key":    {"k" + date},
			"do":     {"start"},
		}
		got := h.post("/nights", form).is(303).Header.Get("Location")
		if strings.HasSuffix(got, "/paper") != (to != "") {
			t.Errorf("a night of %s goes on to %s", date, got)
		}
	}
}
