package templates

import (
	"sort"

	"ouverte/ledger"
	"ouverte/rules"
)

// Watch is the night as those see it who look on: large, and nothing to tap.
type Watch struct {
	Version  string
	Deal     int // of the coming deal
	Standing []Placed
	Last     *LastWords // of the last deal
	Duties   []Duty
	Seal     string // of a closed night
	Lines    *RunningLines
	Sheet    Sheet
}

// Placed is somebody's standing.
type Placed struct {
	Name   string
	Sum    SheetAmount
	Leads  bool
	Deals  bool // the dealer's button lies there
	Rests  bool
	Absent bool // has left the table
}

// LastWords tell the last deal.
type LastWords struct {
	Nth      int
	Headline string
	Money    string
}

// NewWatch draws a night up for those who look on.
func NewWatch(n *ledger.Night) Watch {
	w := Watch{Version: entry(n.Version), Deal: n.Nth, Sheet: NewSheet(n, nil, false, nil)}
	for i := range w.Sheet.Rows {
		w.Sheet.Rows[i].Href = "" // where it leads they may not go
	}
	most := int64(0)
	for _, p := range n.People {
		most = max(most, p.Sum.Score())
	}
	for _, p := range n.People {
		if p.Seat == 0 && p.Sum.Score() == 0 {
			continue
		}
		w.Standing = append(w.Standing, Placed{Name: p.Name, Sum: signedAmount(n.Money, p.Sum.Score()),
			Leads: most > 0 && p.Sum.Score() == most, Absent: p.Seat == 0,
			Deals: n.Open && p.Seat != 0 && p.Seat == n.Duties.Dealer, Rests: n.Open && p.Seat != 0 && p.Seat == n.Duties.Sitter})
	}
	sort.SliceStable(w.Standing, func(i, j int) bool { return seatOrder(n, w.Standing[i].Name) < seatOrder(n, w.Standing[j].Name) })
	if len(n.Deals) > 0 {
		d := n.Deals[0]
		a := rules.Explain(n.Stakes, &d.Deal, &d.Result, d.Names, n.Words)
		w.Last = &LastWords{Nth: d.Nth, Headline: a.Headline, Money: a.Money}
	}
	if lines, any := NewRunningLines(n); any {
		w.Lines = &lines
	}
	if n.Open {
		w.Duties = dutiesOf(n.Duties, n.SeatNames())
		if last := LastRoundWords(n); last != "" {
			w.Duties = append(w.Duties, Duty{What: last})
		}
	} else {
		w.Seal = n.Seal
	}
	return w
}

// seatOrder puts people in the order they sit; whoever left comes last.
func seatOrder(n *ledger.Night, name string) int {
	for i, p := range n.People {
		if p.Name == name {
			if p.Seat != 0 {
				return int(p.Seat)
			}
			return 100 + i
		}
	}
	return 1000
}

func signedAmount(m rules.Money, n int64) SheetAmount {
	a := AmountOf(m, n)
	a.Long = m.Signed(n)
	if n > 0 {
		a.Short = "+" + a.Short
	}
	return a
}

// Watchers is the page of the table where a link for looking on is made and ended.
type Watchers struct {
	Night    string
	Open     bool
	Links    int    // how many are good
	Link     string // the one just made
	FromHere bool   // no other device reaches this house
}
