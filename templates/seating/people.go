package seating

// Who sits at the table: people come, go, change seats and stand in for each other between two deals.

import (
	"fmt"
	"strings"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
	"ouverte/templates/sheet"
)

// PeopleView is the page of the people at a table, as it would be. Like the start of a night it goes round as an address;
// nothing is written before its last button.
type PeopleView struct {
	Path    string // the page's address
	Night   string
	Seats   []PeopleSeat
	Plays   []string // whose account plays in each seat; empty is their own
	Picked  int
	Known   []templates.Chip
	More    []templates.Chip
	Dealer  string // chosen; empty is whose turn it is
	Turn    string // the name of whoever deals then
	Follows []string
	Changed bool // something is different from now
	NewName string
	Saw     string
	Key     string
	Says    templates.Says
	Wishes  NightWishes
}

// PeopleSeat is a place at the drawn table.
type PeopleSeat struct {
	Value, Name string
	For         string // on whose account, if not their own
	Deals       bool
	Rests       bool
	Lend        []Lend // the choice whose account plays; nothing where there is none
}

// Lend is one answer to whose account plays.
type Lend struct {
	Do, Name string
	Chosen   bool
}

// NightWishes are a night's name, date and options, which may be changed on the way.
type NightWishes struct {
	Action, Key    string
	Name, Date     string
	Auction, Agree bool
	Says           templates.Says
}

// NewNightWishes shows them as they are.
func NewNightWishes(n *ledger.Night, key string) NightWishes {
	return NightWishes{Action: templates.NightPath(n.ID) + "/options", Key: key, Name: n.Name, Date: n.Date, Auction: n.Auction, Agree: n.Agree}
}

func (v PeopleView) felt() (string, string) {
	switch {
	case v.Picked > 0 && v.Picked <= len(v.Seats):
		return v.Seats[v.Picked-1].Name + "…", "tap who comes there"
	case len(v.Seats) < 3:
		return "Three at least", "tap who sits down"
	case len(v.Seats) == 5:
		return "Five sit", "one rests each deal"
	}
	return templates.Capital(templates.Small[len(v.Seats)]) + " play", "tap two to change"
}

// Seated is a table as it would be: the names, whose account plays where it isn't their own, and who deals.
type Seated struct {
	Names  []string
	For    []string
	Dealer rules.Seat
}

// WhatFollows says what another table means for the rules and for the next deal.
func WhatFollows(n *ledger.Night, t Seated) []string {
	var out []string
	before := n.SeatNames()
	var own []string // who plays for himself
	for i, name := range t.Names {
		if t.For[i] == "" {
			own = append(own, name)
		}
	}
	come, gone := without(own, before), without(without(before, t.Names), t.For)
	if len(come) > 0 {
		out = append(out, templates.And(come)+does(come, " joins", " join")+" the table.")
	}
	for _, name := range gone {
		out = append(out, name+" leaves; the column stays on the sheet.")
	}
	for i, lender := range t.For {
		if lender != "" {
			out = append(out, fmt.Sprintf("%s plays for %s: what is won or lost is %s’s.", t.Names[i], lender, lender))
		}
	}
	_, prop := n.Stakes.Rank(rules.Prop)
	was, now := len(before), len(t.Names)
	switch {
	case now == was:
	case now == 3:
		text := "Three at the table, thirteen tricks as before."
		if prop {
			text += " " + n.Words.Name(rules.Prop) + " can’t be called."
		}
		out = append(out, text)
	case now == 4:
		text := "Four at the table: all 52 cards."
		if was == 5 {
			text = "Four at the table: nobody rests any more."
		} else if prop {
			text += " " + n.Words.Name(rules.Prop) + " can be called."
		}
		out = append(out, text)
	case now == 5:
		out = append(out, "Five at the table: whoever sits on the dealer’s right rests, and neither pays nor is paid.")
	}
	d := rules.DutiesOf(n.Stakes, now, t.Dealer, n.Past)
	var next []string
	for _, duty := range sheet.DutiesOf(d, t.Names) {
		if duty.Who != "" {
			next = append(next, duty.Who+" "+duty.What)
		}
	}
	out = append(out, "The next deal: "+strings.Join(next, ", ")+".")
	if now == 3 && was != 3 {
		out = append(out, d.Remarks[0])
	}
	return out
}

func without(all, these []string) []string {
	var out []string
	for _, name := range all {
		found := false
		for _, other := range these {
			found = found || other == name
		}
		if !found {
			out = append(out, name)
		}
	}
	return out
}

func does(who []string, one, many string) string {
	if len(who) == 1 {
		return one
	}
	return many
}
