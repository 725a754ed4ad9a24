package years

// How people stood as a season, or several, went on.

import (
	"cmp"
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/rules"
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

// race follows some people through a season evening by evening, or through several season by season. It is
// nil for a span that isn't of whole years: its nights would have to be counted once more.
func (s *total) race(names *people.Roster, span Span, among []PlayerStanding) (*Race, error) {
	years, edges := s.split(span)
	if len(edges) > 0 || len(among) == 0 {
		return nil, nil
	}
	for _, b := range s.loose {
		if b.money == s.money && span.Holds(b.date) {
			years = append(years, YearOf(b.date, s.begins))
		}
	}
	slices.Sort(years)
	years = slices.Compact(years)
	race := &Race{Lines: make([]Line, len(among))}
	for i, p := range among {
		race.Lines[i] = Line{Player: p.Player, Name: names.Name(p.Player), Face: names.Face(p.Player),
			Points: []int64{0}}
	}
	if len(years) > 1 {
		return race, s.bySeason(race, s.money, span, years)
	}
	race.run(s.went(race.people()))
	return race, nil
}

// bySeason adds a mark for each season. Loose nights alone may lie in a part of one.
func (r *Reading) bySeason(race *Race, money rules.Money, span Span, years []int64) error {
	ids := race.people()
	race.By = BySeason
	for _, year := range years {
		season := yearSpan(year, r.begins)
		within := Span{max(season.From, span.From), season.Until}
		if span.Until != "" {
			within.Until = min(season.Until, span.Until)
		}
		t, err := r.total(money, within, ids...)
		if err != nil {
			return err
		}
		race.Marks = append(race.Marks, RaceMark{Name: SeasonOf(season.Until, r.begins).Name, Date: season.Until})
		for i := range race.Lines {
			l := &race.Lines[i]
			l.Points = append(l.Points, l.Points[len(l.Points)-1]+cell(t.standing, l.Player).score)
		}
	}
	return nil
}

func (race *Race) people() []chain.PlayerID {
	ids := make([]chain.PlayerID, len(race.Lines))
	for i, l := range race.Lines {
		ids[i] = l.Player
	}
	return ids
}

// place is where an evening stands among all others: by its day, then its night.
type place struct {
	day   int64 // 20261121
	night chain.NightID
}

func (p place) compare(o place) int {
	return cmp.Or(cmp.Compare(p.day, o.day), cmp.Compare(p.night, o.night))
}

// attended is what a race needs of an evening, or of those of a month.
type attended struct {
	place // of the last
	score int64
	up    run // evenings above nothing, of those sat at
	made  run // own calls won, of those won or lost
}

// went returns the evenings of some people, in order.
func (s *total) went(ids []chain.PlayerID) map[chain.PlayerID]attendance {
	out := make(map[chain.PlayerID]attendance, len(ids))
	for _, id := range ids {
		of := s.person(id).went
		inOrder := func(a, b attended) int { return a.compare(b.place) }
		if !slices.IsSortedFunc(of.list, inOrder) { // nights that aren't counted come first
			slices.SortFunc(of.list, inOrder)
		}
		out[id] = of
	}
	return out
}

// attendance is a list of evenings, or of the months they were in where they are many.
type attendance struct {
	list     []attended
	inMonths bool
}

// add adds an evening: when it was, whether they sat, what it came to, and their own calls.
func (a *attendance) add(at place, sat bool, score int64, made run) {
	last := len(a.list) - 1
	if !a.inMonths || last < 0 || a.list[last].day/100 != at.day/100 {
		a.list, last = append(a.list, attended{}), last+1
	}
	e := &a.list[last]
	e.place = at
	e.score += score
	if sat {
		e.up.push(score > 0)
		e.made = e.made.then(made)
	}
}

// run draws the lines of some people's evenings, each list in order.
func (race *Race) run(went map[chain.PlayerID]attendance) {
	ends := race.mark(went)
	for i := range race.Lines {
		l := &race.Lines[i]
		l.Points = make([]int64, len(ends)+1)
		var up, made run
		mark := 0
		for _, e := range went[l.Player].list {
			for ends[mark].compare(e.place) < 0 {
				mark++
			}
			l.Points[mark+1] += e.score
			up, made = up.then(e.up), made.then(e.made)
		}
		for m := range ends {
			l.Points[m+1] += l.Points[m]
		}
		race.Streaks = append(race.Streaks, Streak{l.Player, l.Name, int(up.best), int(made.best)})
	}
}

// mark makes the marks of some people's evenings and returns the last evening of each.
func (race *Race) mark(went map[chain.PlayerID]attendance) []place {
	var ends []place
	for _, l := range race.Lines {
		if went[l.Player].inMonths {
			race.By = ByMonth
		}
		for _, e := range went[l.Player].list {
			ends = append(ends, e.place)
		}
	}
	slices.SortFunc(ends, place.compare)
	ends = slices.Compact(ends)
	if len(ends) > mostMarks {
		race.By = ByMonth
	}
	if race.By == ByMonth {
		ends = lastOfMonths(ends)
	}
	for _, end := range ends {
		m := RaceMark{Night: end.night, Date: dateOf(end.day)}
		if race.By == ByMonth {
			m.Name, m.Night = m.Date[:7], 0
		}
		race.Marks = append(race.Marks, m)
	}
	return ends
}

// lastOfMonths keeps the last of each month of some places in order.
func lastOfMonths(of []place) []place {
	kept := of[:0]
	for i, p := range of {
		if i+1 == len(of) || of[i+1].day/100 != p.day/100 {
			kept = append(kept, p)
		}
	}
	return kept
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
