package table

// Catching up from paper: an evening typed a line a deal, and what it comes to.

import (
	"strings"

	"ouverte/rules/notation"
	"ouverte/templates/say"
	"ouverte/templates/ui"
)

// PaperView is the page.
type PaperView struct {
	Path   string // the page's address
	Night  string
	Key    string
	Saw    string
	Text   string
	Totals []PaperTotal // what the paper sheet says at its foot: of those at the table, then of those who joined
	Names  []string     // of those at the table
	Passed string       // what it is called that all passed
	Table  string       // "Ann, Bob, Cat and Dan; Dan deals first"
	Lines  []notation.Example
	Calls  []notation.Example // how each call is typed
	Says   ui.Says
	Sheet  PaperSheet

	AtFirst int // how many of the totals are of those at the table
}

// Joined names those for whom a total is asked because they joined.
func (v PaperView) Joined() string {
	var names []string
	for _, t := range v.Totals[v.AtFirst:] {
		names = append(names, t.Name)
	}
	return strings.Join(names, ", ")
}

// PaperTotal is somebody's total on paper.
type PaperTotal struct {
	Field, Name, Typed string
}

// PaperSheet is the typed lines with their results.
type PaperSheet struct {
	Names   []string
	AtFirst int          // how many sat there before the first
	Begin   []say.Amount // what the sheet has already; nothing where that is nothing
	Rows    []PaperRow
	Sums    []say.Amount // after the last line
	Papers  []PaperCheck // beside them what the paper says, once it says something
	Wrong   int          // lines that can't be read or can't have been
	Deals   int
	Ready   bool   // all agrees
	Differs string // only totals don't: what is noted if the paper was added up wrong
	Word    string // what is still missing, or that all agrees
	Night   bool   // something stands on the sheet already
}

// PaperRow is one typed line.
type PaperRow struct {
	No    int
	Line  string
	Head  string // what it came to, or what happened
	Wrong string // why it won't do
	Cells []say.Amount
}

// PaperCheck is a total on paper beside ours.
type PaperCheck struct {
	Amount say.Amount
	State  string // "" not typed, right, off, unread
	Says   string // by how much it is off, or why it can't be read
}

// cell is what somebody had after the line; nothing for who had not come yet.
func (r PaperRow) cell(i int) say.Amount {
	if i < len(r.Cells) {
		return r.Cells[i]
	}
	return say.Amount{Sign: "-", Why: "not there yet"}
}
