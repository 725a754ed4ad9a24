package watch

import (
	"cmp"
	"slices"

	"ouverte/ledger"
	"ouverte/rules/english"
	"ouverte/templates"
	"ouverte/templates/sheet"
)

// View is a night as those see it who look on.
type View struct {
	version string
	deal    int // of the coming deal
	tiles   []tile
	last    *lastDeal
	duties  []sheet.Duty
	deals   string // how many there were, of a closed night
	seal    string // of a closed night
	lines   *templates.RunningLines
	sheet   sheet.Sheet
}

// tile is somebody's standing.
type tile struct {
	name   string
	sum    templates.Amount
	leads  bool
	deals  bool // the dealer's button lies there
	absent bool // has left the table
	notes  []string
}

type lastDeal struct {
	nth             int
	headline, money string
}

// New draws a night up. Nothing leads anywhere: nobody taps what hangs on a wall.
func New(n *ledger.Night) View {
	v := View{version: templates.EntryNo(n.Version), deal: n.Nth, tiles: tiles(n)}
	v.sheet = sheet.New(n, nil, false, nil)
	v.sheet.Laws = nil
	for i := range v.sheet.Rows {
		v.sheet.Rows[i].Href, v.sheet.Rows[i].Told = "", true
	}
	if len(n.Deals) > 0 {
		a := n.Telling(n.Deals[0]).Explain()
		v.last = &lastDeal{n.Deals[0].Nth, a.Headline, a.Money}
	}
	if lines, any := templates.NewRunningLines(n); any {
		v.lines = &lines
	}
	if n.Open {
		v.duties = sheet.Coming(n)
	} else {
		v.seal, v.deals = n.Seal, dealsPlayed(len(n.Deals))
	}
	return v
}

// tiles are one for each at the table, in the order they sit, then for who left with something won or lost.
// Who plays for another has that one's sum on the tile, and what they have themselves on one of its own.
func tiles(n *ledger.Night) []tile {
	var most int64
	lent := map[ledger.PlayerID]bool{}
	sums := map[ledger.PlayerID]int64{}
	for _, p := range n.People {
		sums[p.ID], most = p.Sum.Score(), max(most, p.Sum.Score())
		if p.For != 0 && p.For != p.ID {
			lent[p.For] = true
		}
	}
	of := func(name string, account ledger.PlayerID, notes ...string) tile {
		sum := sums[account]
		amount := templates.SignedAmount(n.Money, sum)
		return tile{name: name, sum: amount, leads: most > 0 && sum == most, notes: notes}
	}
	people := slices.Clone(n.People)
	slices.SortStableFunc(people, func(a, b ledger.Person) int { // seat 0 is nobody's, and comes last
		return cmp.Compare(uint8(a.Seat-1), uint8(b.Seat-1))
	})
	var sit, rest []tile
	for _, p := range people {
		own := sums[p.ID] != 0 && !lent[p.ID]
		if p.Seat == 0 {
			if own {
				left := of(p.Name, p.ID, "has left")
				left.absent = true
				rest = append(rest, left)
			}
			continue
		}
		at := of(p.Name, p.ID)
		if p.For != 0 && p.For != p.ID {
			at = of(p.Name, p.For, "for "+n.PlayerName(p.For))
			if own {
				rest = append(rest, of(p.Name, p.ID, "own account"))
			}
		}
		at.deals = n.Open && p.Seat == n.Duties.Dealer
		if n.Open && p.Seat == n.Duties.Sitter {
			at.notes = append(at.notes, "rests")
		}
		sit = append(sit, at)
	}
	return append(sit, rest...)
}

func dealsPlayed(n int) string {
	if n == 0 {
		return "No deal was played."
	}
	return english.Capital(english.SoFar(n, "deal")) + english.Verb(n, " was", " were") + " played."
}

// Watchers is the page of the table where a link for looking on is made and ended.
type Watchers struct {
	Night    string
	Open     bool
	Links    int    // how many are good
	Link     string // the one just made
	FromHere bool   // no other device reaches this machine
}

// good says how many links are good.
func (w Watchers) good() string {
	switch {
	case w.Links == 1 && w.Open:
		return "One link is good at the moment."
	case w.Links == 1:
		return "One link shows the seal."
	case w.Open:
		return english.Count(w.Links, "link") + " are good at the moment."
	}
	return english.Count(w.Links, "link") + " show the seal."
}
