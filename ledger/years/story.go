package years

// The one thing a picture says of a person's evenings, of which nobody else has the same.

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
)

// Tale is what a story tells, those worth most first. Each is of one person of a circle; Ends, which has
// figures of its own, of all who have none of the others.
type Tale uint8

const (
	Extremes   Tale = iota // the worst and the best evening of all were theirs
	TookYet                // most evenings taken, and down
	CameBack               // far down, and up at the end
	Without                // but for one evening they would stand on the other side of nothing
	FellBack               // far up, and down at the end
	LedYet                 // ahead longest, and not first
	Passed                 // others, on the last evening
	Crossed                // between up and down, several times
	UpOften                // evenings in a row above nothing
	TookMost               // evenings
	DownOften              // evenings in a row below nothing
	BestOfAll              // an evening
	TookNone               // evenings
	WorstOfAll             // an evening
	Calm                   // no evening moved them far
	Close                  // hardly anything between them and who stands before them
	OftenThere             // evenings they sat at
	SeldomThere
	Ends // their own best and worst evening
	tales
)

// Story is one sentence about somebody. Marked are the evenings it speaks of, oldest first.
type Story struct {
	Tale
	Winner
	Score  int64 // theirs at the end
	Amount int64 // what the tale is about
	N, Of  int64 // evenings
	Place  int   // theirs at the end, from 1
	With   []string
	Marked []EveningPoint
	Dated  bool // its evenings lie so far apart that a day needs its year
}

// Apart tells whether two days are a year or more apart, so that a day between them needs its year.
func Apart(from, until string) bool {
	year, err := strconv.Atoi(from[:4])
	return err == nil && fmt.Sprintf("%04d%s", year+1, from[4:]) <= until
}

// LeastEvenings is how many evenings there must be before they are drawn to be sent.
const LeastEvenings = 3

// Stories are of all who sat at enough evenings, the one worth most first. They need every evening.
func (o *Circle) Stories() []Story { return o.stories() }

// attendance is one person's evenings, summed up.
type attendance struct {
	PlayerStanding
	line  []step       // every evening, with the running total after it
	over  int64        // how many of these are closed, and sat at
	best  EveningPoint // of those; the earliest of equal ones
	worst EveningPoint
	took  int64 // evenings won
	rank  int
}

// step is an evening of a line; over is one they sat at that is closed.
type step struct {
	EveningPoint
	over bool
}

// relate chooses the stories: in the order of tales, each tale goes to the person for whom its size is
// largest and who has no story yet. Ends goes to everybody left. Who was at too few evenings has none.
func (o *Circle) relate() (out []Story) {
	went := o.went
	at := make(map[chain.PlayerID]*attendance, len(o.Standing))
	all := make([]*attendance, 0, len(o.Standing))
	times := map[chain.PlayerID]int{}
	for i := range went {
		times[went[i].player]++
	}
	steps := make([]step, len(went))
	for i, p := range o.Standing {
		a := &attendance{PlayerStanding: p, rank: i + 1}
		if i > 0 && p.Score == o.Standing[i-1].Score {
			a.rank = all[i-1].rank
		}
		a.line, steps = steps[:0:times[p.Player]], steps[times[p.Player]:]
		at[p.Player], all = a, append(all, a)
	}
	for _, e := range went {
		a := at[e.player]
		if a == nil {
			continue
		}
		point := EveningPoint{Night: e.night.ID, Date: e.night.Date, Score: e.score, After: e.score,
			Open: e.night.Closed == 0}
		if n := len(a.line); n > 0 {
			point.After += a.line[n-1].After
		}
		over := e.sat && !point.Open
		if a.line = append(a.line, step{point, over}); !over {
			continue
		}
		if a.over++; a.over == 1 || point.Score > a.best.Score {
			a.best = point
		}
		if a.over == 1 || point.Score < a.worst.Score {
			a.worst = point
		}
	}
	for _, e := range o.Evenings {
		for _, p := range e.By {
			at[p].took++
		}
	}
	all = slices.DeleteFunc(all, func(a *attendance) bool {
		return a.Nights < LeastEvenings || a.over < LeastEvenings
	})
	has := make(map[*attendance]bool, len(all))
	dated := len(went) > 0 && Apart(went[0].night.Date, went[len(went)-1].night.Date)
	for tale := range tales {
		var best Story
		var of *attendance
		most := int64(0)
		for _, a := range all {
			if has[a] {
				continue
			}
			s := Story{Tale: tale, Winner: Winner{a.Player, a.Name, a.Face}, Score: a.Score, Place: a.rank,
				Dated: dated}
			switch size := s.fillIn(o, all, a); {
			case size > 0 && tale == Ends:
				out = append(out, s)
			case size > most:
				best, of, most = s, a, size
			}
		}
		if of != nil {
			has[of] = true
			out = append(out, best)
		}
	}
	return out
}

// fillIn fills in the story of one tale about a, and returns its size, by which relate compares people: 0
// where the tale isn't true of a. Where the smaller figure tells more (Close, Calm, SeldomThere), the size is
// a large constant minus the figure. way is 1 for tales about rising and −1 for those about falling.
func (s *Story) fillIn(o *Circle, all []*attendance, a *attendance) (size int64) {
	best, worst := a.best, a.worst
	mark := func(points ...EveningPoint) {
		slices.SortStableFunc(points, func(a, b EveningPoint) int { return cmp.Compare(a.Date, b.Date) })
		s.Marked = points
	}
	alone := func(figure func(*attendance) int64) int64 {
		mine := figure(a)
		for _, other := range all {
			if other != a && figure(other) >= mine {
				return 0
			}
		}
		return mine
	}
	switch s.Tale {
	case Extremes:
		high := alone(func(a *attendance) int64 { return a.best.Score })
		low := alone(func(a *attendance) int64 { return -a.worst.Score })
		if best.Score > 0 && worst.Score < 0 && best.Date != worst.Date && high > 0 && low > 0 {
			mark(worst, best)
			return high
		}
	case TookYet, TookMost:
		s.N, s.Of = a.took, int64(len(o.Evenings))
		for _, other := range all {
			if other != a && other.took == a.took {
				s.With = append(s.With, other.Name)
			}
			if other.took > a.took {
				return 0
			}
		}
		if a.took > 1 && len(s.With) < 3 && (a.Score < 0 || s.Tale == TookMost) {
			return a.took
		}
	case CameBack, FellBack:
		way := one(s.Tale == CameBack) - one(s.Tale == FellBack)
		far := EveningPoint{}
		for _, p := range a.line {
			if way*p.After < way*far.After {
				far = p.EveningPoint
			}
		}
		// the lowest (or highest) total was at least a fifth of what they end with
		if s.Amount = far.After; way*a.Score > 0 && -5*way*far.After >= way*a.Score {
			mark(far)
			return -way * far.After
		}
	case Without:
		day := best
		if a.Score < 0 {
			day = worst
		}
		if s.Amount = a.Score - day.Score; a.Score > 0 && s.Amount < 0 || a.Score < 0 && s.Amount > 0 {
			mark(day)
			return max(s.Amount, -s.Amount)
		}
	case LedYet:
		who, marks := o.Race.LedMost()
		if who == a.Player && a.rank > 1 && !o.Race.Monthly && marks > 1 {
			s.N, s.Of = int64(marks), int64(len(o.Race.Marks))
			return s.N
		}
	case Passed:
		for _, other := range all {
			if other.before(o) > a.before(o) && other.Score < a.Score {
				s.With = append(s.With, other.Name)
			}
		}
		if s.N = int64(len(s.With)); s.N > 0 && a.line[len(a.line)-1].Night == o.last().Night {
			mark(a.line[len(a.line)-1].EveningPoint)
			return s.N
		}
	case Crossed:
		side := int64(0)
		for _, p := range a.line {
			s.N += one(side*p.After < 0)
			if p.After != 0 {
				side = p.After
			}
		}
		if s.N >= leastInRow {
			return s.N
		}
	case Close:
		for _, other := range all {
			if gap := other.Score - a.Score; gap > 0 && (s.Amount == 0 || gap < s.Amount) {
				s.Amount, s.With = gap, []string{other.Name}
			}
		}
		if s.Amount > 0 {
			return max(1, 1<<40-s.Amount)
		}
	case UpOften, DownOften:
		way := one(s.Tale == UpOften) - one(s.Tale == DownOften)
		if s.N, s.Marked = longestRun(a.line, way); s.N >= leastInRow {
			return s.N
		}
	case BestOfAll:
		if s.Amount = alone(func(a *attendance) int64 { return a.best.Score }); s.Amount > 0 {
			mark(best)
			return s.Amount
		}
	case WorstOfAll:
		if s.Amount = alone(func(a *attendance) int64 { return -a.worst.Score }); s.Amount > 0 {
			mark(worst)
			return s.Amount
		}
	case TookNone:
		if s.N = a.Nights; a.took == 0 && a.Nights > leastExpected {
			return a.Nights
		}
	case Calm:
		farthest := func(a *attendance) int64 {
			return -max(a.best.Score, -a.worst.Score)
		}
		mine := -farthest(a)
		if calmest := alone(func(a *attendance) int64 { return 1<<50 + farthest(a) }); calmest > 0 && mine > 0 {
			s.Amount = mine
			return 1
		}
	case OftenThere:
		s.N, s.Of = a.Nights, o.Nights
		return alone(func(a *attendance) int64 { return a.Nights })
	case SeldomThere:
		s.N, s.Of = a.Nights, o.Nights
		return max(0, alone(func(a *attendance) int64 { return 1<<30 - a.Nights }))
	case Ends:
		mark(best, worst)
		return 1
	}
	return 0
}

func (o *Circle) last() Taken { return o.Evenings[len(o.Evenings)-1] }

// before is what they had before the last evening of all.
func (a *attendance) before(o *Circle) int64 {
	if at := a.line[len(a.line)-1]; at.Night == o.last().Night {
		return at.After - at.Score
	}
	return a.Score
}

// longestRun is the longest run of evenings that way, the earliest of equal ones, and its ends.
func longestRun(all []step, way int64) (n int64, ends []EveningPoint) {
	var run streak
	var first, from, until EveningPoint
	for _, p := range all {
		if !p.over {
			continue
		}
		if run.push(one(way*p.Score > 0)); run.now == 1 {
			first = p.EveningPoint
		}
		if run.now > n {
			n, from, until = run.now, first, p.EveningPoint
		}
	}
	return n, []EveningPoint{from, until}
}

// Taker is how many evenings somebody took, and the last.
type Taker struct {
	PlayerStanding
	N    int64
	Last string
}

// Takers are some of the circle, who took most evenings first.
func (o *Circle) Takers(of []PlayerStanding) []Taker {
	out := make([]Taker, len(of))
	at := make(map[chain.PlayerID]*Taker, len(of))
	for i, p := range of {
		out[i].PlayerStanding, at[p.Player] = p, &out[i]
	}
	for _, e := range o.Evenings {
		for _, p := range e.By {
			if t := at[p]; t != nil {
				t.N, t.Last = t.N+1, e.Date
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Taker) int { return cmp.Compare(b.N, a.N) })
	return out
}

// Lane is somebody's way through the places of a race: one for each of some marks, from where they came on. A
// place that is shared lies half-way between those it stands for.
type Lane struct {
	Player chain.PlayerID
	Name   string
	Face   face.Face
	End    int64
	From   int       // the first mark they have a place at
	Places []float64 // from 1
}

// Lanes are the places of lines among each other after some of their points.
func Lanes(lines []Line, at []int) []Lane {
	out := make([]Lane, len(lines))
	came := make([]int, len(lines))
	for i, l := range lines {
		out[i] = Lane{Player: l.Player, Name: l.Name, Face: l.Face, End: l.Points[len(l.Points)-1], From: -1}
		came[i], _ = l.Span()
	}
	for m, point := range at {
		for i, l := range lines {
			if came[i] >= point {
				continue
			}
			if out[i].From < 0 {
				out[i].From = m
			}
			place := 1.
			for j, other := range lines {
				switch mine, theirs := l.Points[point], other.Points[point]; {
				case i == j || came[j] >= point:
				case theirs > mine:
					place++
				case theirs == mine:
					place += .5
				}
			}
			out[i].Places = append(out[i].Places, place)
		}
	}
	return out
}

// Steps are the points of a race, so many at most, at which lanes are drawn: the ends of months where there
// are several, else evenings. The last is the end.
func (race *Race) Steps(most int) (out []int) {
	for i, m := range race.Marks {
		if i+1 == len(race.Marks) || race.Marks[i+1].Date[:7] != m.Date[:7] {
			out = append(out, i+1)
		}
	}
	if len(out) < LeastEvenings+1 {
		out = out[:0]
		for i := range race.Marks {
			out = append(out, i+1)
		}
	}
	return Spread(out, most)
}

// Spread picks so many of some points at most, evenly, the first and the last among them.
func Spread(all []int, most int) []int {
	if len(all) <= most {
		return all
	}
	out := make([]int, most)
	for i := range out {
		out[i] = all[i*(len(all)-1)/(most-1)]
	}
	return out
}
