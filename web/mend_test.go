package web_test

// Putting deals right through the whole house: what is shown before, what stands after, and who is told that
// somebody was faster.

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/rules/notation"
)

// plays records deals in the players' notation.
func (h *house) plays(id ledger.NightID, lines ...string) []ledger.DealID {
	h.t.Helper()
	var ids []ledger.DealID
	for _, line := range lines {
		n := h.nightNow(id)
		d := must(notation.Parse(n.Stakes, n.SeatNames(), n.Dealer, line))(h.t)
		got := must(h.book.Record(context.Background(), h.slip(), id, ledger.DealSaid{Deal: d}))(h.t)
		ids = append(ids, got.Deal)
	}
	return ids
}

// nightNow reads a night.
func (h *house) nightNow(id ledger.NightID) *ledger.Night {
	h.t.Helper()
	n := must(h.book.Night(context.Background(), id))(h.t)
	return n
}

// sums are what everybody has, in the order they came.
func (h *house) sums(id ledger.NightID) string {
	h.t.Helper()
	var out []string
	for _, p := range h.nightNow(id).People {
		out = append(out, fmt.Sprintf("%s %d", p.Name, p.Sum.Score()))
	}
	return strings.Join(out, " ")
}

// lines are the deals that stand, oldest first, in the players' notation, each after its dealer.
func (h *house) lines(id ledger.NightID) string {
	h.t.Helper()
	n := h.nightNow(id)
	out := make([]string, len(n.Deals))
	for i, d := range n.Deals {
		out[len(out)-1-i] = d.Names[d.Deal.Dealer-1] + ": " + notation.Write(n.Stakes, d.Names, &d.Deal)
	}
	return strings.Join(out, "; ")
}

// evening is a night of three deals at Hoyle's: Dan deals first.
func (h *house) threeDeals() (string, ledger.NightID, []ledger.DealID) {
	h.t.Helper()
	id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
	deals := h.plays(id, "solo ann 5", "mis bob 0", "abundance cat 9")
	return fmt.Sprintf("/nights/%d/deals/", id), id, deals
}

// asks sends a form by GET.
func (h *house) asks(path string, form url.Values) *answer {
	h.t.Helper()
	return h.get(path + "?" + form.Encode())
}

func TestDealPage(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	path, id, deals := h.threeDeals()
	page := h.get(path + fmt.Sprint(deals[1])).is(200)
	page.says(".account h2", "Bob makes misère").
		says(".nets li:nth-child(2)", "Bob +3s").
		has(4, ".account .nets li")
	page.has(1, ".versions li").says(".versions .when", "Recorded 20:00 · the tablet")
	if page.text(".reckoning") == "" {
		t.Error("the page doesn't say how the money came about")
	}
	h.get(path + "999").is(404)
	h.get(path + "x").is(404)

	// It says of which day it is, and on a closed evening how it could still be put right.
	page.says(".account header p", "Bob, no trick · 20 Nov 2026").has(1, `a[href$="/change"]`)
	h.closes(id)
	page = h.get(path+fmt.Sprint(deals[1])).has(0, `a[href$="/change"]`)
	same(t, page.doc.Find(".reopens a").AttrOr("href", ""), settlePath(id)+"#reopen", "it leads to %q")
	h.get(settlePath(id)).has(1, "#reopen form")
}

func TestDealIsChanged(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	path, id, deals := h.threeDeals()
	deal := path + fmt.Sprint(deals[0])

	form := h.get(deal+"/change").is(200).has(1, "#tricks-5[checked]").has(1, "#who-1[checked]").
		form("#deal", "")
	form.Set("tricks", "7")
	form["trumps"] = []string{"H"}
	effect := h.asks(deal+"/effect", form).is(200)
	effect.says(".lead", "Deal 1 would say: Ann makes solo, two over: 8d from each.")
	effect.says(".nets li:first-child", "Ann +6d").says(".nets li:last-child", "Dan −2d").
		has(4, ".nets li").has(0, ".choice").has(1, "#effect form button.gold").has(0, "#deal .record.gold")
	if got := h.sums(id); got != "Ann -12 Bob 12 Cat 36 Dan -36" {
		t.Fatalf("asking changed something: %s", got)
	}
	yes := effect.form("#effect form", "")
	yes.Set("reason", "counted again")
	done := h.post(deal, yes).is(303)
	same(t, done.Header.Get("Location"), deal+"?did=correct", "sent on to %s")
	same(t, h.sums(id), "Ann -6 Bob 10 Cat 34 Dan -38", "it came to %s")
	page := h.get(deal+"?did=correct").is(200).has(2, ".versions li").
		says(".versions .stands .when b", "Corrected")
	if !strings.Contains(page.text(".versions .stands"), "counted again") {
		t.Error("the reason is not in the history")
	}
	h.get(fmt.Sprintf("/nights/%d", id)).says(fmt.Sprintf("#deal-%d .flag", deals[0]), "put right")
	h.post(deal, yes).is(303) // the same once more is the same
	back := h.get(deal+"/change").form("#deal", "")
	back.Set("tricks", "5")
	back.Set("trumps", "")
	h.post(deal, h.asks(deal+"/effect", back).is(200).form("#effect form", "")).is(303)
	h.get(fmt.Sprintf("/nights/%d", id)).has(0, ".flag") // it is as it was
	same(t, len(h.nightNow(id).Deals), 3, "%d deals")
}

// At five the dealer's right hand rests: another dealer is somebody else who plays, which is said before yes.
func TestAnotherDealerAtFive(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan", "Eve")...)
	deals := h.plays(id, "solo cat 5", "solo cat 5")
	first := h.nightNow(id).Deals[1]
	dealer := first.Deal.Dealer%5 + 1
	deal := fmt.Sprintf("/nights/%d/deals/%d", id, deals[0])
	form := h.get(deal+"/change").has(2, ".count.rests button[disabled]").
		has(8, ".count:not(.rests) button:not([disabled])").form("#deal", "")
	form.Set("dealer", fmt.Sprint(dealer))
	effect := h.asks(deal+"/effect", form).is(200).has(1, `.choice input[value="stay"][checked]`)
	rested, rests := first.Names[first.Deal.Sitter()-1], first.Names[first.Deal.Dealer-1]
	effect.has(1, `.lead:contains("`+rested+" plays, "+rests+` rests.")`).has(1,
		`.choice:has([value=move]) .shifts li:contains("`+rests+" plays, "+first.Names[dealer-1]+` rests, which")`)
}

func TestAnotherDealerMovesTheDeal(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	path, id, deals := h.threeDeals()
	deal := path + fmt.Sprint(deals[0])
	form := h.get(deal+"/change").form("#deal", "")
	form.Set("dealer", "1")
	effect := h.asks(deal+"/effect", form).
		is(200).
		has(2, ".choice").
		has(1, `.choice input[value="stay"][checked]`)
	effect.says(".choice:has([value=stay]) .shifts", "Ann deals twice running, deals 1 and 2.")
	effect.says(".choice:has([value=move]) .shifts li:nth-child(1)", "Deal 2: Bob dealt, not Ann")
	effect.says(".choice:has([value=move]) > p:last-child", "The next deal is Dan’s, not Cat’s.").
		has(0, "ul.nets")
	for _, c := range []struct{ dealers, lines string }{
		{"stay", "Ann: solo Ann 5; Ann: misere Bob 0; Bob: abundance Cat 9"},
	} {
		yes := effect.form("#effect form", "")
		yes.Set("dealers", c.dealers)
		h.post(deal, yes).is(303)
		if got := h.lines(id); got != c.lines {
			t.Errorf("%s: %s", c.dealers, got)
		}
	}
}

func TestDealIsRemovedAndPutBack(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	path, id, deals := h.threeDeals()
	deal := path + fmt.Sprint(deals[1])
	ask := h.get(deal).form(`.mending form:has([value="remove"])`, "")
	effect := h.asks(deal+"/effect", ask).is(200).has(2, ".choice")
	yes := effect.form("#effect form", "")
	yes.Set("dealers", "move")
	h.post(deal, yes).is(303)
	same(t, h.lines(id), "Dan: solo Ann 5; Ann: abundance Cat 9", "after it was removed: %s")
	page := h.get(deal+"?did=remove").is(200).has(2, ".versions li")
	back := h.asks(deal+"/effect", page.form(`.mending form:has([value="back"])`, "")).
		is(200).
		form("#effect form", "")
	back.Set("dealers", "move")
	h.post(deal, back).is(303)
	same(t, h.lines(id), "Dan: solo Ann 5; Ann: misere Bob 0; Bob: abundance Cat 9",
		"after it was put back: %s")
}

func TestForgottenDealIsPutIn(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	path, id, deals := h.threeDeals()
	deal := path + fmt.Sprint(deals[1])
	form := h.get(deal+"/before").is(200).says("#felt", "A deal before deal 2").form("#deal", "")
	h.asks(deal+"/effect", form).is(422).says("#says-call", "What was called?")
	form.Set("call", "solo")
	form.Set("who", "4")
	form.Set("tricks", "6")
	yes := h.asks(deal+"/effect", form).is(200).
		says(".lead", "A new deal 2: Dan makes solo, one over: 7d from each.").form("#effect form", "")
	yes.Set("dealers", "move")
	done := h.post(deal, yes).is(303)
	same(t, h.lines(id), "Dan: solo Ann 5; Ann: solo Dan 6; Bob: misere Bob 0; Cat: abundance Cat 9",
		"it came to %s")
	h.get(done.Header.Get("Location")).is(200).says(".account h2", "Dan makes solo, one over")
}

func TestDealsChangePlaces(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	path, id, deals := h.threeDeals()
	deal := path + fmt.Sprint(deals[0])
	ask := h.get(deal).form(".swap", "")
	ask.Set("swap", fmt.Sprintf("%d-%d", deals[2], deals[2]))
	effect := h.asks(deal+"/effect", ask).is(200).says(".lead", "Deals 1 and 3 change places.").has(2, ".choice")
	yes := effect.form("#effect form", "")
	yes.Set("dealers", "move")
	h.post(deal, yes).is(303)
	same(t, h.lines(id), "Dan: abundance Cat 9; Ann: misere Bob 0; Bob: solo Ann 5", "it came to %s")
	ask.Set("swap", "nonsense")
	h.asks(deal+"/effect", ask).is(400)
}

func TestTwoCorrectAtOnce(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	path, id, deals := h.threeDeals()
	deal := path + fmt.Sprint(deals[0])
	mine := h.get(deal+"/change").form("#deal", "")
	mine.Set("tricks", "4")
	yes := h.asks(deal+"/effect", mine).is(200).form("#effect form", "")

	theirs := h.get(deal+"/change").form("#deal", "")
	theirs.Set("tricks", "6")
	h.post(deal, h.asks(deal+"/effect", theirs).form("#effect form", "")).is(303)

	late := h.post(deal, yes).is(409).has(1, "#tricks-4[checked]")
	late.tells("#meanwhile", "This deal was put right meanwhile. It says now: Ann makes solo, one over")
	if got := h.lines(id); !strings.HasPrefix(got, "Dan: solo Ann 6") {
		t.Fatalf("the slower one wrote: %s", got)
	}
	h.asks(deal+"/effect", mine).is(409)
	again := late.form("#deal", "") // knows now what stands
	h.post(deal, h.asks(deal+"/effect", again).is(200).form("#effect form", "")).is(303)
	if got := h.lines(id); !strings.HasPrefix(got, "Dan: solo Ann 4") {
		t.Errorf("and after all: %s", got)
	}
}

// TestWhoSatIsPutRight: somebody else sat there, for themselves or for another; others changed seats; a fifth
// was there. The answers go with the people.
func TestWhoSatIsPutRight(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name       string
		sat, plays []string
		lead       string
		lines      string // of the first deal
		sums       string
	}{
		{"a substitute", []string{"1", "5", "3", "4", ""}, []string{"", "2", "", "", ""},
			"Deal 1 would say: Ann makes solo: 6d from each. There sat Ann, Eve for Bob, Cat and Dan.",
			"Dan: solo Ann 5", "Ann -12 Bob 12 Cat 36 Dan -36 Eve 0"},
		{"another on their own account", []string{"1", "5", "3", "4", ""}, []string{"", "", "", "", ""},
			"There sat Ann, Eve, Cat and Dan.", "Dan: solo Ann 5", "Ann -12 Bob 18 Cat 36 Dan -36 Eve -6"},
		{"the caller was another", []string{"5", "2", "3", "4", ""}, []string{"", "", "", "", ""},
			"Deal 1 would say: Eve makes solo", "Dan: solo Eve 5", "Ann -30 Bob 12 Cat 36 Dan -36 Eve 18"},
		{"two the other way round", []string{"2", "1", "3", "4", ""}, []string{"", "", "", "", ""},
			"Deal 1 would say: Ann makes solo", "Dan: solo Ann 5", "Ann -12 Bob 12 Cat 36 Dan -36"},
		{"a fifth", []string{"1", "2", "3", "4", "5"}, []string{"", "", "", "", ""},
			"There sat Ann, Bob, Cat, Dan and Eve.", "Dan: solo Ann 5", "Ann -12 Bob 12 Cat 42 Dan -36 Eve -6"},
		{"only three", []string{"1", "", "3", "4", ""}, []string{"", "", "", "", ""},
			"There sat Ann, Cat and Dan.", "Dan: solo Ann 5", "Ann -18 Bob 18 Cat 36 Dan -36"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := openHouse(t)
			path, id, deals := h.threeDeals()
			h.player("Eve")
			deal := path + fmt.Sprint(deals[0])
			form := h.get(deal+"/change").is(200).has(5, "#sat .place").has(0, "#sat[open]").form("#deal", "")
			form["sat"], form["plays"] = c.sat, c.plays

			// drawn anew it says the same as when it is asked at once what that changes
			again := h.asks(deal+"/change", form).is(200).has(1, "#sat[open]").form("#deal", "")
			if got, want := h.asks(deal+"/effect", again).is(200).text(".lead"),
				h.asks(deal+"/effect", form).is(200).text(".lead"); got != want ||
				!strings.Contains(got, c.lead) {
				t.Errorf("it says %q, and %q without drawing it anew", got, want)
			}
			if got := h.sums(id); got != "Ann -12 Bob 12 Cat 36 Dan -36" {
				t.Fatalf("asking changed something: %s", got)
			}
			yes := h.asks(deal+"/effect", form).form("#effect form", "")
			yes.Set("dealers", "stay")
			h.post(deal, yes).is(303)
			same(t, h.sums(id), c.sums, "it came to %s")
			if got, _, _ := strings.Cut(h.lines(id), ";"); got != c.lines {
				t.Errorf("the first deal is %s", got)
			}
			h.get(deal).has(1, `.versions .stands p:contains("There sat ")`)
		})
	}
}

func TestWhoCannotHaveSat(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	path, _, deals := h.threeDeals()
	deal := path + fmt.Sprint(deals[0])
	form := h.get(deal+"/change").form("#deal", "")
	none := []string{"", "", "", "", ""}
	for _, c := range []struct {
		sat, plays []string
		status     int
		says       string
	}{
		{[]string{"1", "2", "", "", ""}, none, 422, "Three at least must have sat at the table."},
		{[]string{"1", "1", "3", "4", ""}, none, 422, "Ann can't sit in two places."},
		{[]string{"1", "2", "3", "4", ""}, []string{"2", "", "", "", ""}, 422,
			"Two can't play on the account of Bob at once."},
		{[]string{"1", "2", "3", "99", ""}, none, 404, ""},
		{[]string{"1", "2", "3", "x", ""}, none, 422, "Who sat there must be a whole number."},
		{[]string{"1", "2", "3", "4"}, none, 400, ""},
	} {
		form["sat"], form["plays"] = c.sat, c.plays
		page := h.asks(deal+"/effect", form).is(c.status)
		if c.says != "" {
			page.says("#says-sat", c.says).has(1, "#sat[open]").has(1, "#tricks-5[checked]")
		}
	}
	h.asks(deal+"/change", url.Values{"do": {"remove"}, "saw": {"1"}}).is(400)
}

func TestImpossibleCorrections(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	path, id, deals := h.threeDeals()
	deal := path + fmt.Sprint(deals[0])
	form := h.get(deal+"/change").form("#deal", "")
	for _, c := range []struct{ field, value, says string }{
		{"who", "", "who"}, {"tricks", "", "tricks"}, {"call", "irish", "call"},
	} {
		bad := url.Values{}
		for k, v := range form {
			bad[k] = v
		}
		bad.Set(c.field, c.value)
		h.asks(deal+"/effect", bad).is(422).has(1, "#says-"+c.says)
	}
	h.asks(deal+"/effect", form).is(422) // nothing would change
	h.closes(id)
	h.get(deal).is(200).has(0, ".mending")
	h.get(deal + "/change").is(303)
	form.Set("tricks", "6")
	h.asks(deal+"/effect", form).is(422)
	form.Set("key", "k")
	h.post(deal, form).is(422)
}

func TestOnlyScorersPutRight(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	deals := s.plays(s.one, "solo xan 5")
	path := fmt.Sprintf("/nights/%d/deals/%d", s.one, deals[0])
	s.ask(s.request("GET", path, s.tokens["watcher"], nil)).is(200).has(0, ".mending").
		has(0, "form[method=post]")
}
