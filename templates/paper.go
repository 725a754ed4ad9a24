package templates

// Catching up from paper: an evening typed a line a deal, and what it comes to.

import "ouverte/rules"

// PaperView is the page.
type PaperView struct {
	Path   string // the page's address
	Night  string
	Key    string
	Saw    string
	Text   string
	Totals []PaperTotal // what the paper sheet says at its foot, by seat
	Table  string       // "Ann, Bob, Cat and Dan; Dan deals first"
	Lines  []rules.Notated
	Says   Says
	Sheet  PaperSheet
}

// PaperTotal is somebody's total on paper.
type PaperTotal struct {
	Field, Name, Typed string
}

// PaperSheet is what was typed, reckoned.
type PaperSheet struct {
	Names  []string
	Begin  []SheetAmount // what the sheet has already; nothing where that is nothing
	Rows   []PaperRow
	Sums   []SheetAmount // after the last line
	Papers []PaperCheck  // beside them what the paper says, once it says something
	Wrong  int           // lines that can't be read or can't have been
	Deals  int
	Ready  bool   // all agrees
	Word   string // what is still missing, or that all agrees
	Night  bool   // something stands on the sheet already
}

// PaperRow is one typed line.
type PaperRow struct {
	No    int
	Line  string
	Deals string // who dealt
	Head  string
	Wrong string // why it won't do
	Cells []SheetAmount
}

// PaperCheck is a total on paper beside ours.
type PaperCheck struct {
	Amount SheetAmount
	State  string // "" not typed, right, off, unread
	Says   string // by how much it is off, or why it can't be read
}
