package web_test

// Catching up from paper, through the whole house and by keyboard alone.

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger/chain"
	"ouverte/web/webtest"
)

// pasted is an evening as somebody keeps it: Dan deals first.
const pasted = "1. solo ann 7\n2. prop ann bob 8\r\n\n3. mis dan 1 rev cat\n4. pass\n5. abundance cat 9\n"

func paper(h *webtest.Site, form url.Values, lines string, totals ...string) url.Values {
	form.Set("lines", lines)
	for i, total := range totals {
		form.Set(fmt.Sprintf("total-%d", i+1), total)
	}
	return form
}

func TestFromPaper(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	path := fmt.Sprintf("/nights/%d/paper", id)
	page := h.Get(path).Is(200).Has(1, ".notation tr:first-child code").Has(0, `code:contains("6h ann")`)
	form := page.Form("#paper", "")

	// a line that won't do is marked and stops nothing
	lines := paper(h, form, "solo ann 7\nsolo zed 4\nsolo bob 99\nprop ann bob 8")
	wrong := h.Post(path+"/reckon", lines).Is(200)
	wrong.Has(4, "#reckoned tbody tr").Has(2, "#reckoned .bad .says").
		Says(".verdict", "2 lines aren’t right yet.")
	wrong.Says("#reckoned tbody tr:nth-child(4) .how", "Ann and Bob make the proposal · Cat dealt")
	same(t, wrong.Text("#lines"), "solo ann 7 solo zed 4 solo bob 99 prop ann bob 8", "what was typed is now %q")
	h.Post(path, form).Is(422).Says("#says", "2 lines aren’t right yet.")

	// nor is anything written before the totals are there and right
	paper(h, form, pasted)
	h.Post(path+"/reckon", form).Is(200).Says("#reckoned tfoot .total td:nth-child(2)", "+1s").
		Says(".verdict", "Now the totals from the foot of the paper, to compare.")
	h.Post(path, form).Is(422)
	paper(h, form, pasted, "2s 6d", "-8d", "-2d", "much")
	h.Post(path, form).Is(422).Has(1, ".theirs .unread").Has(3, ".theirs .off")
	if got := len(h.NightNow(id).Deals); got != 0 {
		t.Fatalf("%d deals were written before all agreed", got)
	}
}

// TestTotalsFromPaperInPence: a number alone is in the coin the table counts in, as it is in a bet.
func TestTotalsFromPaperInPence(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	path := fmt.Sprintf("/nights/%d/paper", h.Night("ten-pence", h.Players("Ann", "Bob", "Cat", "Dan")...))
	form := h.Get(path).Is(200).Form("#paper", "")
	paper(h, form, "solo ann 5", "+30", "-10", "−10", "-10p")
	h.Post(path+"/reckon", form).Is(200).Says(".verdict", "All agrees: one deal, and every total.")
}

// TestFromPaperIsRecorded: what is typed is what the same deals come to when they are tapped, each an entry
// of its own.
func TestFromPaperIsRecorded(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	tapped := h.Night("hoyle", 1, 2, 3, 4)
	h.Plays(tapped, "solo ann 7", "prop ann bob 8", "mis dan 1 rev cat", "pass", "abundance cat 9")
	var totals []string
	for _, p := range h.NightNow(tapped).People {
		totals = append(totals, h.NightNow(tapped).Money.Signed(p.Sum.Score()))
	}
	money, bob := h.NightNow(tapped).Money, h.NightNow(tapped).People[1].Sum.Score()
	off := money.Words(bob-1) + " less than it comes to"
	if bob < 1 {
		off = money.Words(1-bob) + " more than it comes to"
	}
	off = strings.ReplaceAll(off, "\u00a0", " ")
	path := fmt.Sprintf("/nights/%d/paper", id)
	form := paper(h, h.Get(path).Form("#paper", ""), pasted, totals...)
	h.Post(path+"/reckon", form).Is(200).Has(1, ".verdict.ready").
		Says(".verdict", "All agrees: 5 deals, and every total.").Has(4, ".theirs .right")
	form.Set("total-2", "1d")
	h.Post(path, form).Is(422).Has(1, ".theirs .off").Has(1, `[name="total-2"][aria-invalid]`).
		Says(".verdict", "On paper: Bob "+off+". Look for the line that differs.")
	kept := h.Night("hoyle", 1, 2, 3, 4)
	wrong := paper(h, h.Get(fmt.Sprintf("/nights/%d/paper", kept)).Form("#paper", ""), pasted, totals...)
	wrong.Set("total-2", "1d")
	wrong.Set("keep", "on")
	for range 2 { // a double tap, too
		h.Post(fmt.Sprintf("/nights/%d/paper", kept), wrong).Is(303)
	}
	if got, note := h.Lines(kept), h.NightNow(kept).Deals[0].Note.Text; got != h.Lines(tapped) ||
		note != "On paper: Bob "+off+"." {
		t.Errorf("the lines are kept as %s, noted %q", got, note)
	}
	form.Set("total-2", totals[1])
	h.Post(path, form).Is(303)
	h.Post(path, form).Is(303) // a double tap
	if got, want := h.Lines(id), h.Lines(tapped); got != want {
		t.Errorf("typed:  %s\ntapped: %s", got, want)
	}
	if got, want := h.Sums(id), h.Sums(tapped); got != want {
		t.Errorf("typed %s, tapped %s", got, want)
	}
	entries := map[chain.EntryID]bool{}
	for _, d := range h.NightNow(id).Deals {
		entries[d.Version] = true
	}
	if len(entries) != 5 {
		t.Errorf("%d entries for five deals", len(entries))
	}

	// what comes after goes on from there
	more := h.Get(path).Has(1, "#reckoned tr.aside").Form("#paper", "")
	h.Post(path+"/reckon", paper(h, more, "solo ann 5")).
		Says("#reckoned tbody tr:last-child .how", "Ann makes solo · Ann dealt")
}

// comings is an evening on which somebody came, another went, and two were fined.
const comings = "solo ann 5\njoin eve\nsolo bob 5\nleave dan\nmis eve 0\npenalty cat 1 kitty " +
	"talked\npenalty ann 1 others\n"

// TestComingsFromPaper: who comes and goes between the lines, and what is paid as a penalty, are typed too.
func TestComingsFromPaper(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Night("units", h.Players("Ann", "Bob", "Cat", "Dan")...)
	h.Player("Eve")
	path := fmt.Sprintf("/nights/%d/paper", id)
	form := paper(h, h.Get(path).Is(200).Has(0, "#joined input[type=text]").Form("#paper", ""), comings, "-3",
		"1", "-4", "-2")
	page := h.Post(path+"/reckon", form).Is(200).Has(7, "#reckoned tbody tr").Has(0, "#reckoned .bad").
		Has(1, `#joined input[name="total-5"]`)
	page.Says("#reckoned tbody tr:nth-child(1) td:nth-of-type(5)", "not there yet").
		Says("#reckoned tbody tr:nth-child(2) .how", "Eve joins")
	page.Says("#reckoned tbody tr:nth-child(5) .how", "Eve makes misère · Bob dealt").
		Says(".verdict", "Now the totals from the foot of the paper, to compare.")
	if fresh := part(h, "POST", path+"/reckon", form).Is(200); fresh.Has(1, "#joined").Doc.Find("#paper").
		Length() != 0 {
		t.Error("the whole form came anew")
	}
	form = paper(h, page.Form("#paper", ""), comings)
	part(h, "POST", path+"/reckon", form).Is(200).Has(0, "#joined") // what is being typed there is left alone
	form.Set("total-5", "7")
	h.Post(path, form).Is(303)
	h.Post(path, form).Is(303) // a double tap
	if got := h.Sums(id); got != "Ann -3 Bob 1 Cat -4 Dan -2 Eve 7" || h.NightNow(id).Kitty.Sum.Score() != 1 {
		t.Errorf("it came to %s", got)
	}
	same(t, h.Lines(id), "Dan: solo Ann 5; Ann: solo Bob 5; Bob: misere Eve 0", "played were %s")
	same(t, h.TableNow(id), "Ann Bob Cat Eve | Cat", "at the table: %s")

	wrong := paper(h, h.Get(path).Form("#paper", ""),
		"leave bob\nleave cat\njoin zed\njoin dan\njoin bob\njoin ann\njoin eve after dan\npenalty dan much kitty")
	h.Post(path+"/reckon", wrong).Is(200).Has(5, "#reckoned .bad").Says(".verdict", "5 lines aren’t right yet.").
		Says("#reckoned tbody tr:nth-child(3) .says", "At least three must stay at the table.")
}

func TestFromPaperMeanwhile(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Night("units", h.Players("Ann", "Bob", "Cat", "Dan")...)
	path := fmt.Sprintf("/nights/%d/paper", id)
	form := paper(h, h.Get(path).Form("#paper", ""), "solo ann 5", "3", "-1", "-1", "-1")
	h.Plays(id, "mis bob 0")
	late := h.Post(path, form).Is(409)
	same(t, late.Text("#lines"), "solo ann 5", "what was typed is now %q")
	if n := h.NightNow(id); len(n.Deals) != 1 {
		t.Fatalf("%d deals", len(n.Deals))
	}
	again := paper(h, late.Form("#paper", ""), "solo ann 5", "1", "5", "-3", "-3")
	h.Post(path, again).Is(303)
	same(t, h.Lines(id), "Dan: misere Bob 0; Ann: solo Ann 5", "it came to %s")
	h.Closes(id)
	h.Get(path).Is(422)
	h.Post(path, again).Is(422)
}

// TestEveryLineOfTheNotationIsShown under the rules where it can happen.
func TestNotationOnThePage(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	who := h.Players("Ann", "Bob", "Cat", "Dan")
	for set, has := range map[string]string{"hoyle": "prop ann bob 8", "irish": "6h ann 7"} {
		id := h.Night(set, who...)
		h.Get(fmt.Sprintf("/nights/%d/paper", id)).Tells(".notation", has)
	}
}

// TestPastEveningIsTyped: a night that begins with a day that is past goes on to where it is typed.
func TestPastEveningIsTyped(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Players("Ann", "Bob", "Cat", "Dan")
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
		got := h.Post("/nights", form).Is(303).Header.Get("Location")
		if strings.HasSuffix(got, "/paper") != (to != "") {
			t.Errorf("a night of %s goes on to %s", date, got)
		}
	}
}

// TestAnEveningFromSlips: who prints the slips and plays on without power sits and deals as the tablets would
// have said; typed in table by table and round by round, the result is the same.
func TestAnEveningFromSlips(t *testing.T) {
	t.Parallel()
	for _, people := range []int{9, 11, 16} {
		h, dark, r := webtest.Open(t), webtest.Open(t), rand.New(rand.NewPCG(uint64(people), 6))
		id := h.Meeting(people, people/4)
		same(t, dark.Meeting(people, people/4), id, "%d")
		at := webtest.MeetingPath(id)
		slips := dark.Get(at+"/slips").Is(200).Has(4*(people/4), ".slip")
		for round := 1; round <= 4; round++ {
			e := h.MeetingNow(id)
			for i, one := range e.InPlay() {
				slip := slips.Doc.Find(".slip").Eq((round-1)*len(e.InPlay()) + i)
				var lines []string
				for deal := range e.Deals {
					now := h.NightNow(one.ID)
					dealer := now.PlayerName(now.Table[now.Dealer-1].Player)
					same(t, webtest.Plain(slip.Find("tbody tr").Eq(deal).Find("td").Eq(1).Text()), dealer,
						"the slip lets %s deal")
					who := strings.ToLower(now.PlayerName(now.Table[r.IntN(len(now.Table))].Player))
					lines = append(lines, fmt.Sprintf("solo %s %d", who, r.IntN(14)))
					h.Plays(one.ID, lines[deal])
				}
				now := h.NightNow(one.ID)
				names := slip.Find("thead .amount").Map(func(_ int, s *goquery.Selection) string { return s.Text() })
				same(t, strings.Join(names, " "), strings.Join(now.SeatNames(), " "), "the slip seats %s")
				var totals []string
				for _, chair := range now.Table {
					totals = append(totals, now.Money.Signed(now.InRound(chair.Player)))
				}
				path := webtest.NightPath(one.ID) + "/paper"
				form := paper(h, dark.Get(path).Is(200).Form("#paper", ""), strings.Join(lines, "\n"), totals...)
				dark.Post(path, form).Is(303)
			}
			if round < 4 {
				h.Get(at).Agrees(h, id).Is(303)
				dark.Get(at).Agrees(dark, id).Is(303)
			}
			same(t, dark.SeatedNow(id), h.SeatedNow(id), "typed in, they sit %s")
		}
		for i, p := range h.MeetingNow(id).Best() {
			got := dark.MeetingNow(id).Best()[i]
			same(t, got.Name+fmt.Sprint(got.Score), p.Name+fmt.Sprint(p.Score), "typed in: %s")
		}
	}
}
