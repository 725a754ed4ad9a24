package sheet

import (
	"strconv"

	"ouverte/templates"
)

// Sheet is the night's score as it would lie on the table: a column each, the newest deal on top.
type Sheet struct {
	Night   string // the night's address
	Columns []Column
	Rows    []Row
	Kitty   string // what lies in the kitty, if anything ever did
	Ups     string // what those in front have won
	Downs   string // what the others have lost, with its sign
	Even    bool   // the two are the same
	Version int64  // what this sheet knows of the night

	TakeBack *LastDeal
	PutBack  *LastDeal
	Agree    *Agreeing // asked about the last deal, where the night wants it
	Closed   bool
	Laws     []templates.LawTerm // the words that stand in the rows, to be looked up
}

// SheetColumn is one player's, or the kitty's.
type Column struct {
	Name  string
	Sum   templates.Amount
	Here  bool // sits at the table now
	Kitty bool
}

// SheetRow is one deal, or anything else that moved money.
type Row struct {
	ID      string // its place in the page
	No      string // "11", nothing for what is not a deal
	Name    string // what was called, or what it was
	How     string
	Href    string // where it is explained and put right
	Cells   []templates.Amount
	Newest  bool
	Flag    string // "put right", "disputed"
	NotDeal bool
}

// LastDeal is a deal that can be taken back, or put back, in one tap.
type LastDeal struct {
	Action string
	Label  string
	Saw    string // the version of the deal the page shows
	Key    string
	Deal   string
}

func VersionNo(v int64) string { return strconv.FormatInt(v, 10) }

// columns tells the style sheet how narrow it gets.
func ColumnsClass(s Sheet) string {
	n := len(s.Columns)
	switch {
	case n <= 3:
		return "cols few"
	case n == 4:
		return "cols four"
	case n == 5:
		return "cols five"
	}
	return "cols many"
}
