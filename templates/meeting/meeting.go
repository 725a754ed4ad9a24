package meeting

import (
	"fmt"
	"slices"
	"strings"

	"ouverte/ledger"
	"ouverte/ledger/face"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates"
)

// View is how an evening stands.
type View struct {
	Path     string
	Settle   string // where it is settled
	Version  string
	Sub      string // "two tables · eight players · round 3 of 6"
	Over     bool   // it is closed
	Tables   []Table
	Standing []Line
	Next     *Next // nil where nobody is to be seated
	Back     int   // the round, while it may be taken back
	LetsIn   bool  // this device may let others in
	Says     templates.Says
}

// Who is somebody with their face.
type Who struct {
	ID   ledger.PlayerID
	Name string
	Face face.Face
}

// Line is somebody's place in the standing.
type Line struct {
	Who
	Place int
	Sum   string
	Sign  string
	Where string // the table they sit at, "rests", "went home"
}

// Table is one table of this round.
type Table struct {
	ID         ledger.NightID
	Path, Name string
	Deal       string // "deal 3 of 4", "the round is over"
	Done       bool   // the round's deals are played
	Told       string // the last deal
	Money      string
	Seats      []Seat
}

// Seat is somebody at a table, and what they won there this evening.
type Seat struct {
	Who
	Sum, Sign string
	Deals     bool
}

// New shows an evening.
func New(e *ledger.Meeting) View {
	v := View{
		Path: templates.MeetingPath(e.Night.ID), Version: templates.EntryNo(e.Version), Sub: sub(e),
		Settle: templates.NightPath(e.Night.ID) + "/settle", Over: !e.Night.Open,
	}
	faces := Faces(e)
	names := map[ledger.NightID]string{}
	for i := range e.Tables {
		t := &e.Tables[i]
		names[t.ID] = templates.NightTitle(t.Night)
		if t.InRound {
			v.Tables = append(v.Tables, newTable(e, t))
		}
	}
	place := 0
	best := e.Best()
	for i, p := range best {
		if i == 0 || p.Score != best[i-1].Score {
			place = i + 1
		}
		l := Line{
			Who: Who{p.ID, p.Name, faces[p.ID]}, Place: place, Sum: e.Night.Money.Signed(p.Score),
			Sign: templates.Sign(p.Score), Where: names[p.Table],
		}
		if p.Gone {
			l.Where = "went home"
		} else if slices.Contains(e.Rest, p.ID) {
			l.Where = "rests"
		}
		v.Standing = append(v.Standing, l)
	}
	return v
}

func newTable(e *ledger.Meeting, t *ledger.MeetingTable) Table {
	out := Table{
		ID: t.ID, Path: templates.NightPath(t.ID), Name: templates.NightTitle(t.Night), Deal: DealOfRound(e, t),
		Done: t.Dealt >= e.Deals || !t.Open, Told: "No deal yet",
	}
	if len(t.Deals) > 0 {
		said := t.Telling(t.Deals[0]).Explain()
		out.Told, out.Money = said.Headline, said.Money
	}
	for i, chair := range t.Table {
		s := Seat{Who: Who{ID: chair.Player}, Deals: t.Open && t.Duties.Dealer == rules.Seat(i+1)}
		for _, p := range t.People {
			if p.ID == chair.Player {
				s.Name, s.Face = p.Name, p.Face
			}
			if p.ID == chair.Pays() {
				s.Sum, s.Sign = e.Night.Money.Signed(p.Sum.Score()), templates.Sign(p.Sum.Score())
			}
		}
		out.Seats = append(out.Seats, s)
	}
	return out
}

// Faces are the faces of everybody at an evening.
func Faces(e *ledger.Meeting) map[ledger.PlayerID]face.Face {
	faces := map[ledger.PlayerID]face.Face{}
	for _, p := range e.Night.People {
		faces[p.ID] = p.Face
	}
	for _, t := range e.Tables {
		for _, p := range t.People {
			faces[p.ID] = p.Face
		}
	}
	return faces
}

// DealOfRound says which deal of the round a table is at.
func DealOfRound(e *ledger.Meeting, t *ledger.MeetingTable) string {
	switch {
	case !t.Open:
		return "went home"
	case t.Dealt == e.Deals:
		return "round over"
	case t.Dealt > e.Deals:
		return "plays on"
	}
	return fmt.Sprintf("deal %d of %d", t.Dealt+1, e.Deals)
}

// sub counts the evening.
func sub(e *ledger.Meeting) string {
	tables, here := 0, 0
	for _, t := range e.Tables {
		if t.InRound && t.Open {
			tables++
		}
	}
	for _, p := range e.People {
		if p.Here {
			here++
		}
	}
	return english.Spelled(tables, "table") + " · " + english.Spelled(here, "player") + " · " + RoundWords(e)
}

// RoundWords say which round it is: "round 3 of 6".
func RoundWords(e *ledger.Meeting) string {
	if e.Rounds == 0 || e.Round > e.Rounds {
		return fmt.Sprintf("round %d", e.Round)
	}
	return fmt.Sprintf("round %d of %d", e.Round, e.Rounds)
}

// deals says how far each table is.
func (v View) deals() string {
	var all []string
	for _, t := range v.Tables {
		all = append(all, t.Name+", "+t.Deal)
	}
	return english.Stop(strings.Join(all, "; "))
}

// Played tells whether all tables have played the deals of this round.
func (v View) Played() bool {
	return !slices.ContainsFunc(v.Tables, func(t Table) bool { return !t.Done })
}

// knows tells whether somebody is of the evening.
func (v View) knows(p ledger.PlayerID) bool {
	return slices.ContainsFunc(v.Standing, func(l Line) bool { return l.ID == p })
}

// RoundOfTable says at a table which deal of the round comes, or that the round is over.
func RoundOfTable(e *ledger.Meeting, t *ledger.MeetingTable) string {
	switch over := t.Dealt - e.Deals; {
	case over == 0:
		return fmt.Sprintf("The round is over, %d of %d: wait for the others, or play on", e.Deals, e.Deals)
	case over > 0:
		return english.Capital(english.Spelled(over, "deal")) + " more than the round has"
	}
	return fmt.Sprintf("%s: deal %d of %d", english.Capital(RoundWords(e)), t.Dealt+1, e.Deals)
}
