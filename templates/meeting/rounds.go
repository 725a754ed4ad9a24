package meeting

// What a club hangs up after an evening: the places of each round at each table, and who met whom.

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"ouverte/ledger/show"
	"ouverte/rules/english"
	"ouverte/templates"
)

// List are the rounds of an evening that is over, and how often its people sat at one table.
type List struct {
	Rounds []RoundOfList
	People []Who
	Met    [][]string // by the order of People: "2", nothing with oneself
	Lines  templates.RunningLines
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
	faces, names := Faces(e), map[show.PlayerID]string{}
	for _, p := range e.People {
		names[p.ID] = p.Name
	}
	met := e.Met()
	for i := range e.Sittings {
		s := &e.Sittings[i]
		r := RoundOfList{Name: roundName(s.Round)}
		for _, at := range s.Tables {
			won := e.WonAt(at.Night, s)
			out := TableOfList{Name: templates.NightTitle(e.Table(at.Night).Night)}
			for _, p := range e.People {
				if sum, here := won[p.ID]; here {
					out.Lines = append(out.Lines, Line{
						Who: Who{p.ID, p.Name, faces[p.ID]}, Sum: e.Night.Money.Signed(sum), Sign: templates.Sign(sum),
					})
				}
			}
			slices.SortStableFunc(out.Lines, func(a, b Line) int { return cmp.Compare(won[b.ID], won[a.ID]) })
			for i := range out.Lines {
				out.Lines[i].Place = i + 1
				if i > 0 && won[out.Lines[i].ID] == won[out.Lines[i-1].ID] {
					out.Lines[i].Place = out.Lines[i-1].Place
				}
			}
			r.Tables = append(r.Tables, out)
		}
		if len(s.Rest) > 0 {
			rested := make([]string, len(s.Rest))
			for i, p := range s.Rest {
				rested[i] = names[p]
			}
			r.Rested = english.List(rested) + " rested."
		}
		l.Rounds = append(l.Rounds, r)
	}
	for _, p := range e.Best() {
		if met[[2]show.PlayerID{p.ID, p.ID}] > 0 {
			l.People = append(l.People, Who{p.ID, p.Name, faces[p.ID]})
		}
	}
	for _, p := range l.People {
		row := make([]string, len(l.People))
		for i, q := range l.People {
			if p.ID != q.ID {
				row[i] = fmt.Sprint(met[[2]show.PlayerID{p.ID, q.ID}])
			}
		}
		l.Met = append(l.Met, row)
	}
	return l
}

// linesOf draws the running lines.
func linesOf(e *show.Meeting) templates.RunningLines {
	says := "The running lines after " + english.Spelled(e.Round, "round")
	return templates.DrawLines(e.Lines(), e.Night.Money, says, func(round int) string {
		if round == 1 {
			return roundName(round)
		}
		return strconv.Itoa(round)
	}, 1)
}

func roundName(n int) string { return fmt.Sprintf("Round %d", n) }
