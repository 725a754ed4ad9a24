package years

// How people stood as a season, or several, went on.

import (
	"cmp"
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
)

// Race is a line for each of some people: what they had won or lost before the first mark and after each.
type Race struct {
	Lines   []Line
	Marks   []RaceMark
	By      Stretch  // what a mark is
	Streaks []Streak // of each of them, where the marks are evenings or months
}

// RaceMark is an evening, a month or a season.
type RaceMark struct {
	Name  string        // of the month (2026-11) or season; empty for an evening
	Night chain.NightID // of the evening …
	Date  string        // … and its date
}

// Stretch is what lies between two marks.
type Stretch uint8

const (
	ByEvening Stretch = iota
	ByMonth
	BySeason
)

// Streak is somebody's longest runs.
type Streak struct {
	Player chain.PlayerID
	Name   string
	Up     int // evenings in a row above nothing
	Made   int // own calls made in a row
}

// mostMarks is of how many evenings a race has a mark each; of more, of each month.
const mostMarks = 60

// race follows those shown through a season evening by evening, or month by month, or through several season
// by season.
func (c *sums) race(o *Circle, seasons []int64, begins string) *Race {
	race := &Race{Lines: make([]Line, len(o.Shown))}
	at := make([]int, len(c.of)) // the line of a person, from 1
	for i, p := range o.Shown {
		race.Lines[i] = Line{Player: p.Player, Name: p.Name, Face: p.Face}
		at[p.Player] = i + 1
	}
	went := slices.DeleteFunc(c.went, func(e attended) bool { return at[e.player] == 0 })
	for _, year := range seasons {
		if season := SeasonOf(yearSpan(year, begins).Until, begins); len(seasons) > 1 {
			race.By = BySeason
			race.Marks = append(race.Marks, RaceMark{Name: season.Name, Date: season.Until})
		}
	}
	if race.By != BySeason {
		race.mark(went)
		for _, p := range o.Shown {
			t := &c.of[p.Player]
			race.Streaks = append(race.Streaks, Streak{p.Player, p.Name, int(t.ups.best), int(t.made.best)})
		}
	}
	for i := range race.Lines {
		race.Lines[i].Points = make([]int64, len(race.Marks)+1)
	}
	mark := 0
	for _, e := range went {
		for race.Marks[mark].before(e.night) {
			mark++
		}
		race.Lines[at[e.player]-1].Points[mark+1] += e.score
	}
	for _, l := range race.Lines {
		for m := range race.Marks {
			l.Points[m+1] += l.Points[m]
		}
	}
	return race
}

// before tells whether a night comes after all that the mark stands for.
func (m *RaceMark) before(n *state.Night) bool {
	return m.Date < n.Date || m.Date == n.Date && m.Night != 0 && m.Night < n.ID
}

// mark makes the marks of some evenings, which are in order.
func (race *Race) mark(went []attended) {
	var nights []*state.Night
	for i := range went {
		if i == 0 || went[i-1].night != went[i].night {
			nights = append(nights, went[i].night)
		}
	}
	if len(nights) > mostMarks {
		race.By = ByMonth
	}
	for i, n := range nights {
		switch month := n.Date[:7]; {
		case race.By != ByMonth:
			race.Marks = append(race.Marks, RaceMark{Night: n.ID, Date: n.Date})
		case i+1 == len(nights) || nights[i+1].Date[:7] != month: // the last of it
			race.Marks = append(race.Marks, RaceMark{Name: month, Date: n.Date})
		}
	}
}

// LedSince is the mark since which somebody was ahead of everybody in the race to its end, from 0; ok is
// false where they weren't ahead at the end.
func (race *Race) LedSince(p chain.PlayerID) (since int, ok bool) {
	mine := slices.IndexFunc(race.Lines, func(l Line) bool { return l.Player == p })
	if mine < 0 {
		return 0, false
	}
	for m := len(race.Marks); m > 0; m-- {
		for i, l := range race.Lines {
			if i != mine && l.Points[m] >= race.Lines[mine].Points[m] {
				return m, m < len(race.Marks)
			}
		}
	}
	return 0, len(race.Marks) > 0
}

// Best orders the lines by where they ended, the best first.
func (race *Race) Best() []Line {
	end := func(l Line) int64 { return l.Points[len(l.Points)-1] }
	out := slices.Clone(race.Lines)
	slices.SortStableFunc(out, func(a, b Line) int {
		return cmp.Or(cmp.Compare(end(b), end(a)), strings.Compare(a.Name, b.Name))
	})
	return out
}
