package web_test

// What the second edition lets a set pay, from typing a sheet of paper to the statistics and to what other
// rules would have made of it.

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/web/webtest"
)

// dearer is a set of the circle's own that has every amount: a solo costs 2 when lost and pays 5 for all
// thirteen, a proposal one short costs its stake, each trick in a misère after the first costs 1, and a last
// trick 4.
func dearer(h *rules.House) {
	for i := range h.Calls {
		switch c := &h.Calls[i]; c.Call {
		case rules.Prop:
			c.Under, c.FreeUnder = 1, 1
		case rules.Solo:
			c.Lost, c.Bonus = 2, 5
		case rules.Misere:
			c.Under, c.FreeUnder = 1, 1
		}
	}
	h.AllPass, h.Misery, h.Name = rules.LastTrick, 4, "Dearer"
}

// dearerDeals are deals, and what each comes to by the dearer set and by the usual one. Dan deals first.
var dearerDeals = []struct {
	line, head    string
	dearer, units [4]int64
}{
	{"solo ann 4", "Ann loses solo, one short", [4]int64{-6, 2, 2, 2}, [4]int64{-3, 1, 1, 1}},
	{"solo bob 13", "Bob makes solo, eight over, and 5 for all thirteen",
		[4]int64{-6, 18, -6, -6}, [4]int64{-1, 3, -1, -1}},
	{"prop ann bob 7", "Ann and Bob lose the proposal, one short, the first trick short is free",
		[4]int64{-1, -1, 1, 1}, [4]int64{-1, -1, 1, 1}},
	{"prop ann bob 5", "Ann and Bob lose the proposal, three short, the first trick short is free",
		[4]int64{-3, -3, 3, 3}, [4]int64{-1, -1, 1, 1}},
	{"mis cat 3", "Cat fails misère with three tricks, the first trick is free",
		[4]int64{4, 4, -12, 4}, [4]int64{2, 2, -6, 2}},
	{"mis dan 2 rev dan", "Dan revokes and fails misère with two tricks, the first trick is free",
		[4]int64{3, 3, 3, -9}, [4]int64{2, 2, 2, -6}},
}

func sumOf(deals func(int) [4]int64) (sum [4]int64) {
	for i := range dearerDeals {
		for seat, n := range deals(i) {
			sum[seat] += n
		}
	}
	return sum
}

// A sheet of paper is reckoned by the set's own amounts, each line naming what moved money, and so are the
// account of a deal and the statistics after the evening.
func TestEveryAmountFromPaperToTheYears(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Ruled("units", dearer)
	want := sumOf(func(i int) [4]int64 { return dearerDeals[i].dearer })
	want[0], want[1], want[2], want[3] = want[0]+4, want[1]+4, want[2]-12, want[3]+4 // misery, the last line
	lines, totals := "", []string{}
	for _, d := range dearerDeals {
		lines += d.line + "\n"
	}
	for _, n := range want {
		totals = append(totals, fmt.Sprint(n))
	}
	path := webtest.NightPath(id) + "/paper"
	form := paper(h, h.Get(path).Is(200).Form("#paper", ""), lines+"misery loser cat", totals...)
	page := h.Post(path+"/reckon", form).Is(200).Has(0, "#reckoned .bad")
	for i, d := range dearerDeals {
		if how := page.Text(fmt.Sprintf("#reckoned tbody tr:nth-child(%d) "+
			".how", i+1)); !strings.HasPrefix(how, d.head+" · ") {
			t.Errorf("line %d is %q, not %q", i+1, how, d.head)
		}
	}
	page.Says(".verdict", "All agrees: 7 deals, and every total.")
	h.Post(path, form).Is(303)
	why := h.Get(fmt.Sprintf("%s/deals/%d", webtest.NightPath(id), h.NthDeal(id, 7).ID)).Is(200).Text("main")
	if !strings.Contains(why, "the stake of a general misère, 4") {
		t.Errorf("the general misère's account: %s", why)
	}
	h.Closes(id)
	// Ann's calls: a solo lost for 6, and two proposals lost for 1 and 3.
	calls := h.Get("/players/1").Is(200).Text("section[aria-label='What the calls bring']")
	for _, says := range []string{"Solo", "−6", "−2"} {
		if !strings.Contains(calls, says) {
			t.Errorf("Ann's calls don't say %s: %s", says, calls)
		}
	}
	standing := h.Get("/stats").Is(200).Text("section[aria-label='The standing']")
	for i, name := range []string{"Ann", "Bob", "Cat", "Dan"} {
		says := rules.Units.Signed(want[i])
		if !strings.Contains(standing, name) || !strings.Contains(standing, says) {
			t.Errorf("the standing doesn't have %s at %s: %s", name, says, standing)
		}
	}
}

// What other rules would have made of an evening is reckoned by all their amounts.
func TestEveryAmountByOtherRules(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Night("units", h.Players("Ann", "Bob", "Cat", "Dan")...)
	for _, d := range dearerDeals {
		h.Plays(id, d.line)
	}
	h.Closes(id)
	usual, _ := rules.Set("units")
	own := *usual
	own.ID, own.Calls = "dearer", slices.Clone(usual.Calls)
	dearer(&own)
	must(h.Book.SaveHouse(t.Context(), h.Slip(), &own))(t)
	was := sumOf(func(i int) [4]int64 { return dearerDeals[i].units })
	would := sumOf(func(i int) [4]int64 { return dearerDeals[i].dearer })
	answer := must(h.Book.Now().Otherwise(rules.Units, show.Span{}, []*rules.House{&own}))(t).All[0]
	page := h.Get("/stats/otherwise?house=dearer&money=units").Is(200).Text("main")
	for i, line := range answer.Standing {
		at := slices.Index([]string{"Ann", "Bob", "Cat", "Dan"}, line.Name)
		if line.Was != was[at] || line.WouldBe != would[at] {
			t.Errorf("%+v, not %d and %d", line, was[at], would[at])
		}
		if says := rules.Units.Signed(line.WouldBe); !strings.Contains(page, says) || i > 3 {
			t.Errorf("the page doesn't say %s of %s: %s", says, line.Name, page)
		}
	}
	if answer.Deals != int64(len(dearerDeals)) || answer.Left != 0 || len(answer.Standing) != 4 {
		t.Errorf("%+v", answer)
	}
}

// Where a declared is laid open, the table says so before each deal, and in no other house.
func TestDeclaredIsLaidOpen(t *testing.T) {
	t.Parallel()
	const open = "and lays the hand open after the first trick."
	for set, says := range map[string]bool{"straight": true, "high-scoring": true, "units": false,
		"hoyle": false} {
		h := webtest.Open(t)
		page := h.Get(h.Played(set, nil, []string{"Ann", "Bob", "Cat", "Dan"})).Is(200).
			Doc.Find("#duties p").Text()
		if !strings.Contains(page, "In abundance declared the caller "+
			"leads") || strings.Contains(page, open) != says {
			t.Errorf("%s: %s", set, page)
		}
	}
}
