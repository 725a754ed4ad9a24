package watch

import (
	"cmp"
	"slices"

	"ouverte/ledger"
	"ouverte/rules/english"
	"ouverte/templates"
	"ouverte/templates/sheet"
)

// Watch is the night as those see it who look on: large, and nothing to tap.
type View struct {
	Version  string
	Deal     int // of the coming deal
	Standing []Placed
	Last     *LastWords // of the last deal
	Duties   []sheet.Duty
	Deals    string // how many there were, of a closed night
	Seal     string // of a closed night
	Lines    *templates.RunningLines
	Sheet    sheet.Sheet
}

// Placed is somebody's standing.
type Placed struct {
	Name   string
	Sum    templates.Amount
	Leads  bool
	Deals  bool // the dealer's button lies there
	Rests  bool
	Absent bool   // has left the table
	For    string // on whose account they play, if not their own: the sum is that one's
	Own    bool   // what somebody who plays for another has on their own account
}

// LastWords tell the last deal.
type LastWords struct {
	Nth      int
	Headline string
	Money    string
}

// NewWatch draws a night up for those who look on.
func New(n *ledger.Night) View {
	w := View{Version: templates.EntryNo(n.Version), Deal: n.Nth, Sheet: sheet.New(n, nil, false, nil)}
	w.Sheet.Laws = nil // nobody taps what hangs on a wall
	for i := range w.Sheet.Rows {
		w.Sheet.Rows[i].Href = "" // where it leads they may not go
	}
	most := int64(0)
	for _, p := range n.People {
		most = max(most, p.Sum.Score())
	}
	w.Standing = standing(n, most)
	if len(n.Deals) > 0 {
		d := n.Deals[0]
		a := n.Telling(d).Explain()
		w.Last = &LastWords{Nth: d.Nth, Headline: a.Headline, Money: a.Money}
	}
	if lines, any := templates.NewRunningLines(n); any {
		w.Lines = &lines
	}
	if n.Open {
		w.Duties = sheet.Coming(n)
	} else {
		w.Seal, w.Deals = n.Seal, dealsPlayed(len(n.Deals))
	}
	return w
}

// standing is a tile for each at the table, in the order they sit, then for whoever left with something won or lost. Who plays for
// another has that one's sum on the tile, and what they have themselves on one of its own.
func standing(n *ledger.Night, most int64) []Placed {
	lent := map[ledger.PlayerID]bool{}
	sums := map[ledger.PlayerID]int64{}
	for _, p := range n.People {
		sums[p.ID] = p.Sum.Score()
		if p.For != 0 && p.For != p.ID {
			lent[p.For] = true
		}
	}
	tile := func(name string, sum int64) Placed {
		return Placed{Name: name, Sum: templates.SignedAmount(n.Money, sum), Leads: most > 0 && sum == most}
	}
	people := slices.Clone(n.People)
	slices.SortStableFunc(people, func(a, b ledger.Person) int { // seat 0 is nobody's, and comes last
		return cmp.Compare(uint8(a.Seat-1), uint8(b.Seat-1))
	})
	var sit, rest []Placed
	for _, p := range people {
		stands := p.For != 0 && p.For != p.ID
		switch {
		case p.Seat != 0:
			at := tile(p.Name, sums[p.ID])
			if stands {
				at = tile(p.Name, sums[p.For])
				at.For = n.PlayerName(p.For)
			}
			at.Deals, at.Rests = n.Open && p.Seat == n.Duties.Dealer, n.Open && p.Seat == n.Duties.Sitter
			sit = append(sit, at)
			if stands && sums[p.ID] != 0 && !lent[p.ID] {
				own := tile(p.Name, sums[p.ID])
				own.Own = true
				rest = append(rest, own)
			}
		case sums[p.ID] != 0 && !lent[p.ID]:
			left := tile(p.Name, sums[p.ID])
			left.Absent = true
			rest = append(rest, left)
		}
	}
	return append(sit, rest...)
}

func dealsPlayed(n int) string {
	switch n {
	case 0:
		return "No deal was played."
	case 1:
		return "One deal was played."
	}
	return english.Capital(english.SoFar(n, "deal")) + " were played."
}

// Watchers is the page of the table where a link for looking on is made and ended.
type Watchers struct {
	Night    string
	Open     bool
	Links    int    // how many are good
	Link     string // the one just made
	FromHere bool   // no other device reaches this house
}
