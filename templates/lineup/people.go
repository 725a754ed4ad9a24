package lineup

import (
	"fmt"
	"slices"
	"strings"

	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/sheet"
	"ouverte/templates/ui"
)

// PeopleView is the page of the people at a table, as it would be. Like the start of a night it goes round as
// an address; nothing is written before its last button.
type PeopleView struct {
	Path    string // the page's address
	Night   string
	Seats   []Seat
	Still   []ui.Still // who of them sits elsewhere
	Plays   []string   // whose account plays in each seat; empty is their own
	Picked  int
	Names   Names
	Dealer  string // chosen; empty is whose turn it is
	Follows []string
	Moved   bool // others sit there than now, elsewhere, or deal
	Changed bool // the evening is called otherwise than now, or goes another way
	Saw     string
	Key     string
	Says    ui.Says
	Wishes  Wishes
	Was     Wishes // as the page was made from it
}

func (v PeopleView) middle() (string, string) {
	switch {
	case v.Picked > len(v.Seats):
		return "Who sits here?", "tap a name"
	case v.Picked > 0 && v.Picked <= len(v.Seats):
		return v.Seats[v.Picked-1].Name + "…", "tap who takes that place"
	case len(v.Seats) < 3:
		return "At least three", "tap who sits down"
	case len(v.Seats) == 5:
		return "Five sit", "one rests each deal"
	}
	return english.Capital(english.Number(len(v.Seats))) + " play", "tap two to swap"
}

// Seated is a table as it would be: the names, whose account plays where it isn't their own, and who deals.
type Seated struct {
	Names  []string
	For    []string
	Dealer rules.Seat
}

// WhatFollows says what another table means for the rules and for the next deal.
func WhatFollows(n *show.Night, t Seated) []string {
	before := n.SeatNames()
	out := comeAndGo(before, t)
	was, now := len(before), len(t.Names)
	if now != was {
		out = append(out, size(n, was, now))
	}
	d := rules.DutiesOf(n.Stakes, now, t.Dealer, n.Past)
	var next []string
	for _, duty := range sheet.DutiesOf(d, t.Names) {
		if duty.Who != "" {
			next = append(next, duty.Who+" "+duty.What+duty.Rest)
		}
	}
	out = append(out, "The next deal: "+strings.Join(next, ", ")+".")
	if now == 3 && was != 3 {
		out = append(out, d.Remarks[0])
	}
	return out
}

// comeAndGo says who joins, who leaves, and who plays for whom.
func comeAndGo(before []string, t Seated) []string {
	var out, own []string
	for i, name := range t.Names {
		if t.For[i] == "" {
			own = append(own, name)
		}
	}
	if come := without(own, before); len(come) > 0 {
		out = append(out, english.List(come)+english.Verb(len(come), " joins", " join")+" the table.")
	}
	for _, name := range without(without(before, t.Names), t.For) {
		out = append(out, name+" leaves; the column stays on the sheet.")
	}
	for i, lender := range t.For {
		if lender != "" {
			out = append(out, fmt.Sprintf("%s plays for %s: %[2]s wins or loses the money.", t.Names[i], lender))
		}
	}
	return out
}

// size says what it means that so many sit at the table now.
func size(n *show.Night, was, now int) string {
	_, prop := n.Stakes.Rank(rules.Prop)
	called := ""
	if prop {
		called = " " + n.Words.Name(rules.Prop) + " can be called."
	}
	switch {
	case now == 3:
		return "Three at the table, thirteen tricks as before." + strings.Replace(called, "can be", "can’t be", 1)
	case now == 4 && was == 5:
		return "Four at the table: nobody rests any more."
	case now == 4:
		return "Four at the table: all 52 cards." + called
	}
	return "Five at the table: the player on the dealer’s right rests, and neither pays nor is paid."
}

func without(all, these []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(name string) bool { return slices.Contains(these, name) })
}
