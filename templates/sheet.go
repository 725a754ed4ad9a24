package templates

import (
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"ouverte/rules"
)

// Sheet is the night's score as it would lie on the table: a column each, the newest deal on top.
type Sheet struct {
	Night   string // the night's address
	Columns []SheetColumn
	Rows    []SheetRow
	Kitty   string // what lies in the kitty, if anything ever did
	Ups     string // what those in front have won
	Downs   string // what the others have lost, with its sign
	Even    bool   // the two are the same
	Version int64  // what this sheet knows of the night

	TakeBack *LastDeal
	PutBack  *LastDeal
	Agree    *Agreeing // asked about the last deal, where the night wants it
	Closed   bool
	Laws     []LawTerm // the words that stand in the rows, to be looked up
}

// LawTerm is a word of the game that leads to the laws.
type LawTerm struct {
	Name   string
	Href   templ.SafeURL
	Beside bool // opens beside the page, where something long is being typed
}

// callTerms are words of the game that lead to their place, each place once.
func callTerms(calls []rules.Call, words rules.Words, href func(Word) templ.SafeURL) []LawTerm {
	var out []LawTerm
	for _, c := range calls {
		if at := href(CallWord(c)); !slices.ContainsFunc(out, func(l LawTerm) bool { return l.Href == at }) {
			out = append(out, LawTerm{Name: words.Name(c), Href: at})
		}
	}
	return out
}

func beside(l LawTerm) templ.Attributes {
	if !l.Beside {
		return nil
	}
	return templ.Attributes{"target": "_blank"}
}

// SheetColumn is one player's, or the kitty's.
type SheetColumn struct {
	Name  string
	Sum   SheetAmount
	Here  bool // sits at the table now
	Kitty bool
}

// SheetAmount is a sum in the night's money, at length and short for narrow columns.
type SheetAmount struct {
	Long, Short string
	Sign        string // w above nothing, l below, z nothing, - no part in it
	Why         string // of a cell without a number: not there, sat out, …
	Rests       bool   // was there, but sat out: a mark in the cell, and not an empty one
}

// SheetRow is one deal, or anything else that moved money.
type SheetRow struct {
	ID      string // its place in the page
	No      string // "11", nothing for what is not a deal
	Name    string // what was called, or what it was
	How     string
	Href    string // where it is explained and put right
	Cells   []SheetAmount
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

func versionNo(v int64) string { return strconv.FormatInt(v, 10) }

// columns tells the style sheet how narrow it gets.
func sheetColumns(s Sheet) string {
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
