package years

// The running lines of a night: how everybody stood after each deal.

import (
	"cmp"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/people"
)

// Line is one person's running total of deals and penalties, from before the first deal to after the last.
// Here says of each deal whether the account took part.
type Line struct {
	Player chain.PlayerID
	Name   string
	Face   face.Face
	Points []int64
	Here   []bool
}

// BestFirst are lines by where they end.
func BestFirst(lines []Line) []Line {
	ends := func(l Line) int64 { return l.Points[len(l.Points)-1] }
	return slices.SortedStableFunc(slices.Values(lines), func(a, b Line) int {
		return cmp.Compare(ends(b), ends(a))
	})
}

// Span is where a line begins and ends: at the point before somebody's first deal and at that after their
// last, or where a penalty moved it before or since. Who had no part in anything has a line from end to end.
func (l Line) Span() (from, to int) {
	last := len(l.Points) - 1
	still := func(i int) bool { return !l.Here[i] && l.Points[i+1] == l.Points[i] }
	for from < last && still(from) {
		from++
	}
	if from == last {
		return 0, last
	}
	for to = last; still(to - 1); to-- {
	}
	return from, to
}

// Run makes running lines of deals and penalties in their order.
type Run []Line

func (r Run) Deal() {
	for i := range r {
		r[i].Points = append(r[i].Points, r[i].Points[len(r[i].Points)-1])
		r[i].Here = append(r[i].Here, false)
	}
}

// Add adds what a deal brought an account, or a penalty after it.
func (r Run) Add(p chain.PlayerID, amount int64) {
	if l := r.of(p); l != nil {
		l.Points[len(l.Points)-1] += amount
	}
}

func (r Run) Took(p chain.PlayerID) {
	if l := r.of(p); l != nil {
		l.Here[len(l.Here)-1] = true
	}
}

func (r Run) of(p chain.PlayerID) *Line {
	if i := slices.IndexFunc(r, func(l Line) bool { return l.Player == p }); i >= 0 {
		return &r[i]
	}
	return nil
}

func Begin(names *people.Roster, of []chain.PlayerID, deals int) Run {
	out := make(Run, len(of))
	for i, p := range of {
		out[i] = Line{Player: p, Name: names.Name(p), Face: names.Face(p), Points: make([]int64, 1, deals+1),
			Here: make([]bool, 0, deals)}
	}
	return out
}
