package meeting

import (
	"fmt"
	"slices"

	"github.com/a-h/templ"

	"ouverte/ledger"
	"ouverte/rules/english"
	"ouverte/templates"
)

// Next is who is to sit where in a round: the form in which two people are swapped, and which is agreed.
type Next struct {
	Round      int
	Now        bool // it is the round that is being played
	Last       bool // all agreed rounds were played
	Promise    string
	Tables     []NextTable
	Resting    []Place
	Leaving    []Who
	Late       []Who // known players who aren't there
	NewName    string
	Choices    []Parting
	Rest       bool
	Count      int // of tables
	Picked     int
	Unfinished []Unfinished
	Begun      bool // a deal of the present round is recorded
	Asked      bool // whether to start all the same
	Key, Saw   string
	Proposed   bool // as planned, nobody swapped
	Scores     bool // this device may agree it
}

// NextTable is a table of the coming round.
type NextTable struct {
	ID     ledger.NightID // zero for one that is to begin
	Name   string
	Held   bool // plays on with those who sit there
	Places []Place
	Moves  []string // "Hal and Gus come from By the fire"
}

// Place is a seat, or who rests; N counts them all from 1.
type Place struct {
	Who
	N      int
	Picked bool
}

// Unfinished is a table that hasn't played the round.
type Unfinished struct {
	Name      string
	Dealt, Of int
}

// Parting is a way to part people into tables.
type Parting struct {
	Do, Words string
	Chosen    bool
}

// Title heads it.
func (n *Next) Title() string {
	if n.Now {
		return fmt.Sprintf("Round %d, in new seats", n.Round)
	}
	return fmt.Sprintf("Round %d", n.Round)
}

// sends is what the form carries.
func (n *Next) sends() []string {
	out := []string{"round", fmt.Sprint(n.Round), "saw", n.Saw, "key", n.Key, "count", fmt.Sprint(n.Count),
		"picked", fmt.Sprint(n.Picked)}
	if n.Rest {
		out = append(out, "rest", "on")
	}
	if n.Now {
		out = append(out, "now", "on")
	}
	if n.Proposed {
		out = append(out, "proposed", "on")
	}
	for _, t := range n.Tables {
		out = append(out, "tables", fmt.Sprint(t.ID), "sizes", fmt.Sprint(len(t.Places)))
		if t.Held {
			out = append(out, "held", fmt.Sprint(t.ID))
		}
		for _, p := range t.Places {
			out = append(out, "seats", templates.PlayerNo(p.ID))
		}
	}
	for _, p := range n.Resting {
		out = append(out, "seats", templates.PlayerNo(p.ID))
	}
	for _, p := range n.Leaving {
		out = append(out, "leaving", templates.PlayerNo(p.ID))
	}
	return out
}

// picked is who waits for somebody to change with.
func (n *Next) picked() string {
	for _, t := range append(slices.Clone(n.Tables), NextTable{Places: n.Resting}) {
		for _, p := range t.Places {
			if p.Picked {
				return p.Name
			}
		}
	}
	return ""
}

// waits says which tables haven't finished the round.
func (n *Next) waits() string {
	if len(n.Unfinished) == 0 || n.Now {
		return ""
	}
	return n.tables() + english.Verb(len(n.Unfinished), " hasn’t", " haven’t") + " finished the round."
}

// tables names those that haven't.
func (n *Next) tables() string {
	names := make([]string, len(n.Unfinished))
	for i, t := range n.Unfinished {
		names[i] = t.Name
	}
	return english.List(names)
}

// played says how far those are.
func (n *Next) played() string {
	parts := make([]string, len(n.Unfinished))
	for i, t := range n.Unfinished {
		parts[i] = fmt.Sprintf("%s has played %d of its %d deals", t.Name, t.Dealt, t.Of)
	}
	return english.Stop(english.List(parts))
}

// moveOf is where somebody sits next, and with whom.
func (n *Next) moveOf(p ledger.PlayerID) templ.Component {
	is := func(one Place) bool { return one.ID == p }
	for _, t := range n.Tables {
		if slices.ContainsFunc(t.Places, is) {
			return move(t.Name, t.Places)
		}
	}
	if slices.ContainsFunc(n.Resting, is) {
		return move("Rest", n.Resting)
	}
	return templ.NopComponent
}

// comma follows all but the last.
func comma(i, n int) string {
	if i == n-1 {
		return ""
	}
	return ","
}
