package meeting

// What a club hangs up after an evening: the places of each round at each table, and who met whom.

import (
	"fmt"
	"strconv"

	"ouverte/ledger/show"
	"ouverte/rules/english"
	"ouverte/templates/draw"
	"ouverte/templates/say"
)

// List are the rounds of an evening that is over, and how often its people sat at one table.
type List struct {
	Rounds []RoundOfList
	People []Who
	Met    [][]string // by the order of People: "2", nothing with oneself
	Lines  draw.RunningLines
	Since  int // the round since which the winner was ahead; 0 if never
}

// RoundOfList is a round: its tables, and who rested.
type RoundOfList struct {
	Name   string // "Round 1"
	Tables []TableOfList
	Rested string // "Ann and Bob rested."
}

// TableOfList is a table in a round, its people by what they won there in it.
type TableOfList struct {
	Name  string
	Lines []Line
}

// tables is how many there were at most in a round.
func (l *List) tables() (most int) {
	for _, r := range l.Rounds {
		most = max(most, len(r.Tables))
	}
	return most
}

// NewList draws it up.
func NewList(e *show.Meeting) *List {
	l := &List{Lines: linesOf(e), Since: e.AheadSince()}
	for _, played := range e.Played() {
		r := RoundOfList{Name: roundName(played.Round)}
		for _, t := range played.Tables {
			out := TableOfList{Name: say.NightTitle(t.Night)}
			for _, p := range t.Best {
				out.Lines = append(out.Lines, lineOf(e, p))
			}
			r.Tables = append(r.Tables, out)
		}
		if len(played.Rest) > 0 {
			rested := make([]string, len(played.Rest))
			for i, p := range played.Rest {
				rested[i] = e.Night.PlayerName(p)
			}
			r.Rested = english.List(rested) + " rested."
		}
		l.Rounds = append(l.Rounds, r)
	}
	people, met := e.Met()
	for i, p := range people {
		l.People = append(l.People, WhoOf(e, p.ID))
		row := make([]string, len(met[i]))
		for j, rounds := range met[i] {
			if i != j {
				row[j] = strconv.Itoa(rounds)
			}
		}
		l.Met = append(l.Met, row)
	}
	return l
}

// linesOf draws the running lines.
func linesOf(e *show.Meeting) draw.RunningLines {
	says := "The running lines after " + english.Spelled(e.Round, "round")
	return draw.DrawLines(e.Lines(), e.Night.Money, says, func(round int) string {
		if round == 1 {
			return roundName(round)
		}
		return strconv.Itoa(round)
	}, 1)
}

func roundName(n int) string { return fmt.Sprintf("Round %d", n) }
