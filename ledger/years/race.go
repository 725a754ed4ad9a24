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
	Lines []Line
	Marks []RaceMark
	// Led is who was ahead of everybody in the circle, by mark; zero where several were, or nobody.
	Led     []chain.PlayerID
	Monthly bool     // marks are months, else evenings
	Streaks []Streak // of each of them
}

type RaceMark struct {
	Month string // 2026-11; empty for an evening
	Night chain.NightID
	Date  string
}

type Streak struct {
	Player chain.PlayerID
	Name   string
	Up     int // evenings in a row above nothing
	Made   int // own calls made in a row
}

// mostMarks is of how many evenings a race has a mark each; of more, of each month.
const mostMarks = 250

func (c *sums) race(shown []PlayerStanding) *Race {
	race := &Race{Lines: make([]Line, len(shown))}
	race.mark(c.went)
	at := make([]int, len(c.of)) // the line of a person, from 1
	for i, p := range shown {
		race.Lines[i] = Line{Player: p.Player, Name: p.Name, Face: p.Face,
			Points: make([]int64, 1, len(race.Marks)+1)}
		at[p.Player] = i + 1
		t := &c.of[p.Player]
		race.Streaks = append(race.Streaks, Streak{p.Player, p.Name, int(t.ups.best), int(t.made.best)})
	}
	now, next := make([]int64, len(c.of)), 0
	for m, mark := range race.Marks {
		for i := range race.Lines {
			race.Lines[i].Here = append(race.Lines[i].Here, false)
		}
		for ; next < len(c.went) && !mark.before(c.went[next].night); next++ {
			now[c.went[next].player] += c.went[next].score
			if i := at[c.went[next].player]; i > 0 {
				race.Lines[i-1].Here[m] = true
			}
		}
		var led chain.PlayerID
		var most int64
		for p, score := range now {
			if score > most {
				led, most = chain.PlayerID(p), score
			} else if score == most {
				led = 0
			}
			if i := at[p]; i > 0 {
				race.Lines[i-1].Points = append(race.Lines[i-1].Points, score)
			}
		}
		race.Led = append(race.Led, led)
	}
	return race
}

// before tells whether a night comes after all that the mark stands for.
func (m *RaceMark) before(n *state.Night) bool {
	return m.Date < n.Date || m.Date == n.Date && m.Night < n.ID
}

func (race *Race) mark(went []attended) {
	var nights []*state.Night
	for i := range went {
		if i == 0 || went[i-1].night != went[i].night {
			nights = append(nights, went[i].night)
		}
	}
	race.Monthly = len(nights) > mostMarks
	for i, n := range nights {
		mark := RaceMark{Night: n.ID, Date: n.Date}
		if race.Monthly {
			if mark.Month = n.Date[:7]; i+1 < len(nights) && nights[i+1].Date[:7] == mark.Month {
				continue
			}
		}
		race.Marks = append(race.Marks, mark)
	}
}

// Reign is a stretch of the race during which one was ahead, or nobody.
type Reign struct {
	Who         chain.PlayerID
	From, Marks int
}

// Reigns are all, in their order.
func (race *Race) Reigns() (out []Reign) {
	for i, p := range race.Led {
		if n := len(out); n > 0 && out[n-1].Who == p {
			out[n-1].Marks++
		} else {
			out = append(out, Reign{p, i, 1})
		}
	}
	return out
}

// Times are after how many marks each was ahead; nobody's are those of a tie.
func (race *Race) Times() map[chain.PlayerID]int {
	led := map[chain.PlayerID]int{}
	for _, p := range race.Led {
		led[p]++
	}
	return led
}

// LedMost is who was ahead after most marks, and after how many, of equal ones who was first; zero where
// nobody ever was.
func (race *Race) LedMost() (who chain.PlayerID, marks int) {
	times := race.Times()
	for _, p := range race.Led {
		if p != 0 && times[p] > marks {
			who, marks = p, times[p]
		}
	}
	return who, marks
}

func (race *Race) Best() []Line {
	end := func(l Line) int64 { return l.Points[len(l.Points)-1] }
	out := slices.Clone(race.Lines)
	slices.SortStableFunc(out, func(a, b Line) int {
		return cmp.Or(cmp.Compare(end(b), end(a)), strings.Compare(a.Name, b.Name))
	})
	return out
}
