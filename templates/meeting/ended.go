package meeting

// The wall of an evening that is over.

import (
	"fmt"
	"time"

	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/say"
)

// Ended is how an evening ended.
type Ended struct {
	Won, Since string // "Elsie takes the night", "across all three tables, ahead since round 3"
	Winners    []Line
	Next       []Line // the second and the third
	Pays       bool   // it lists payments
	Tables     []Story
	Seal       string
	Sealed     string // the time of day
}

// Story is the deal of a table that moved most.
type Story struct {
	Table, Told, Money string
	Faces              []Who
}

// NewEnded tells the end of an evening that is closed, and marks who stands on the podium.
func NewEnded(e *show.Meeting, standing []Line, where *time.Location) *Ended {
	v := &Ended{Seal: e.Night.Seal, Sealed: e.Night.Closed.In(where).Format("15:04")}
	best := e.Winners()
	won := len(best)
	v.Winners = standing[:won]
	switch {
	case won == 0:
		v.Won = "Nobody is up, nobody is down"
	case won == 1:
		v.Won = best[0].Name + " takes the night"
		v.Next = standing[1:min(3, len(standing))]
	default:
		names := make([]string, won)
		for i, p := range best {
			names[i] = p.Name
		}
		v.Won = english.List(names) + " take the night"
	}
	for i := range won + len(v.Next) {
		standing[i].Up = true
	}
	if won > 0 {
		v.Since = "across all " + english.Spelled(len(e.Tables), "table")
		if since := e.AheadSince(); since > 0 {
			v.Since += fmt.Sprintf(", ahead since round %d", since)
		}
	}
	for i := range e.Tables {
		v.Tables = append(v.Tables, storyOf(e, &e.Tables[i]))
	}
	return v
}

func storyOf(e *show.Meeting, t *show.MeetingTable) Story {
	s := Story{Table: say.NightTitle(t.Night), Told: "No deal was played"}
	d := t.Biggest()
	if d == nil {
		return s
	}
	s.Told = d.Told().Headline
	s.Money = fmt.Sprintf("round %d · %s", d.Round, d.Told().Money)
	for _, seat := range []rules.Seat{d.Deal.Caller, d.Deal.Partner} {
		if seat != 0 {
			p := d.Chairs[seat-1].Player
			s.Faces = append(s.Faces, Who{ID: p, Face: t.Face(p)})
		}
	}
	return s
}
