package meeting

// An evening on paper: who sits where in each round that is known, and a slip for each table to write on.

import (
	"fmt"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules/english"
	"ouverte/templates/say"
)

// Slips is what is printed.
type Slips struct {
	Path, Name, Date, Rules, Pays string
	One                           int // the only round that is printed; 0: all that are known
	Rounds                        []SlipRound
	Tables                        []string // heads of the plan
	Why                           string   // later rounds aren't in it
	Scores                        bool
}

// SlipRound is a round, of so many.
type SlipRound struct {
	No     int
	Name   string
	Tables []Slip
	Rest   string
}

// Slip is a table's: who sits there, clockwise, and who deals each deal.
type Slip struct {
	Table  string
	Paper  string // where it is typed in; empty for a table that is to begin
	Names  []string
	Deals  []SlipDeal
	Begins string // "Ann deals first"
}

// SlipDeal is a deal to be written down.
type SlipDeal struct{ No, Dealer string }

// NewSlips draws them up.
func NewSlips(e *show.Meeting, rounds []show.SlipRound) *Slips {
	v := &Slips{Path: say.MeetingPath(e.Night.ID), Name: e.Night.Name,
		Date: say.LongDay(e.Night.Date), Rules: say.RulesLine(e.Night)}
	if v.Name == "" {
		v.Name, v.Date = v.Date, ""
	}
	name, fresh := e.Night.PlayerName, e.NewNames()
	for _, r := range rounds {
		out, began := SlipRound{No: r.Round, Name: roundName(r.Round)}, 0
		for _, t := range r.Tables {
			s := Slip{}
			if at := e.Table(t.Night); at != nil {
				s.Table, s.Paper = say.NightTitle(at.Night), say.NightPath(t.Night)+"/paper"
			} else {
				s.Table, began = fresh[began], began+1
			}
			for _, p := range t.Seats {
				s.Names = append(s.Names, name(p))
			}
			for i, p := range t.Dealers {
				s.Deals = append(s.Deals, SlipDeal{fmt.Sprint(t.Dealt + i + 1), name(p)})
			}
			s.Begins = name(t.Dealer) + " deals first"
			if t.Dealt > 0 {
				s.Begins = name(t.Dealer) + " deals next"
			}
			out.Tables = append(out.Tables, s)
		}
		for len(v.Tables) < len(out.Tables) {
			v.Tables = append(v.Tables, out.Tables[len(v.Tables)].Table)
		}
		rest := make([]string, len(r.Rest))
		for i, p := range r.Rest {
			rest[i] = name(p)
		}
		if len(rest) > 0 {
			out.Rest = english.List(rest)
		}
		v.Rounds = append(v.Rounds, out)
	}
	last := rounds[len(rounds)-1].Round
	switch kind := e.Moves.Kind(); {
	case e.LastRound() || e.Rounds > 0 && last >= e.Rounds:
	case kind.Won:
		v.Why = "Later seats follow from the results: " + english.Small(kind.Says) + "."
	case kind.By != chain.MeetAll || e.Rounds > 0:
		v.Why = "Later seats aren’t settled yet."
	}
	return v
}

// printed are the slips that are printed: none for a table that has played its deals.
func (v *Slips) printed() (out []SlipRound) {
	for _, r := range v.Rounds {
		if v.One == 0 || v.One == r.No {
			out = append(out, r)
		}
	}
	return out
}

// rests tells whether anybody rests in a round.
func (v *Slips) rests() bool {
	for _, r := range v.Rounds {
		if r.Rest != "" {
			return true
		}
	}
	return false
}
