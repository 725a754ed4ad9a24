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
	Since  int // the round at whose end the winner was ahead, and stayed so; 0 if never
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
	l := &List{Lines: linesOf(e)}
	if best := e.Best(); len(best) > 0 {
		l.Since = aheadSince(e, best[0].ID)
	}
	faces, names := Faces(e), map[show.PlayerID]string{}
	for _, p := range e.People {
		names[p.ID] = p.Name
	}
	met := map[[2]show.PlayerID]int{}
	sat := map[show.PlayerID]bool{}
	for _, s := range e.Sittings {
		r := RoundOfList{Name: roundName(s.Round)}
		for _, at := range s.Tables {
			t := tableIn(e, at.Night)
			if t == nil {
				continue
			}
			won := wonIn(e, t, s)
			for p := range won {
				for q := range won {
					met[[2]show.PlayerID{p, q}]++
				}
				sat[p] = true
			}
			out := TableOfList{Name: templates.NightTitle(t.Night)}
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
		if sat[p.ID] {
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

// linesOf are the running lines, a point for each round: tables play theirs at the same time. What was won
// besides deals is in the last.
func linesOf(e *show.Meeting) templates.RunningLines {
	faces := Faces(e)
	var lines []show.Line
	for _, p := range e.Best() {
		l := show.Line{Player: p.ID, Name: p.Name, Face: faces[p.ID], Points: make([]int64, e.Round+1)}
		for i := range e.Tables {
			for _, d := range e.Tables[i].Deals {
				for _, n := range d.Nets {
					if n.Player == p.ID {
						l.Points[d.Round] += n.Amount
					}
				}
			}
		}
		for round := 1; round <= e.Round; round++ {
			l.Points[round] += l.Points[round-1]
			l.Here = append(l.Here, true)
		}
		l.Points[e.Round] = p.Score
		lines = append(lines, l)
	}
	says := "The running lines after " + english.Spelled(e.Round, "round")
	return templates.DrawLines(lines, e.Night.Money, says, func(round int) string {
		if round == 1 {
			return roundName(round)
		}
		return strconv.Itoa(round)
	}, 1)
}

func roundName(n int) string { return fmt.Sprintf("Round %d", n) }

// wonIn is what each who sat at a table in a round won there in it.
func wonIn(e *show.Meeting, t *show.MeetingTable, s show.Sitting) map[show.PlayerID]int64 {
	won := map[show.PlayerID]int64{}
	for _, at := range s.Tables {
		if at.Night == t.ID {
			for _, p := range at.Seats {
				won[p] = 0
			}
		}
	}
	for _, d := range t.Deals {
		if d.Round != s.Round {
			continue
		}
		for i, chair := range d.Chairs {
			won[chair.Player] += d.Nets[i].Amount
		}
	}
	return won
}

func tableIn(e *show.Meeting, id show.NightID) *show.MeetingTable {
	i := slices.IndexFunc(e.Tables, func(t show.MeetingTable) bool { return t.ID == id })
	if i < 0 {
		return nil
	}
	return &e.Tables[i]
}
