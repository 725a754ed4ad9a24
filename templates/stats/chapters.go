package stats

import (
	"fmt"
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/show"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/say"
)

// ChapterView is a chapter of the book of years.
type ChapterView struct {
	Here    string // its path
	Pick    SpanPick
	Book    *show.CircleBook
	Words   rules.Words
	At      Address // of pages of the same evenings
	Who     chain.PlayerID
	Call    rules.Call // the one a phone shows of the calls
	Earlier string     // those who played more or less than the ones shown, where not all fit
	Later   string
	Seasons []show.Season // newest first
}

// chapters are their addresses, each with its name, in their order.
var chapters = [...]struct{ Path, Name string }{
	{"/stats", "Standing"}, {"/stats/calls", "Calls"}, {"/stats/together", "Together"},
	{"/stats/evenings", "Evenings"}, {"/stats/records", "Records"},
}

func (v ChapterView) money() moneyOf { return moneyOf{v.Book.Money, v.Words} }

// raceSays is the race in words.
func raceSays(m moneyOf, b *show.CircleBook) string {
	people := b.Ranked()
	if len(people) == 0 {
		return ""
	}
	last := people[len(people)-1]
	return fmt.Sprintf("What everybody had won or lost after each of %s: %s ends with %s, %s with %s",
		times(len(b.Race.Marks), markNoun(b.Race)), people[0].Name, m.Signed(people[0].Score), last.Name,
		m.Signed(last.Score))
}

// ledSays is who was ahead, and how often.
func ledSays(b *show.CircleBook) string {
	var names []string
	led := b.Race.Times()
	for _, p := range b.Standing {
		if led[p.Player] > 0 {
			names = append(names, fmt.Sprintf("%s %d", p.Name, led[p.Player]))
		}
	}
	if len(names) == 0 {
		return "Nobody was ahead of all others."
	}
	says := fmt.Sprintf("Who led, %ss: %s", markNoun(b.Race), english.List(names))
	if led[0] > 0 {
		says += fmt.Sprintf("; nobody alone in %s, left pale", thousands(led[0]))
	}
	return says
}

// markName is an evening or a month of the race.
func markName(r *show.Race, mark int) string {
	if r.Monthly {
		return monthName(r.Marks[mark].Month)
	}
	return say.Day(r.Marks[mark].Date)
}

// raceRows is how many rows the table behind the race has: with more it would outweigh the picture.
const raceRows = 12

// otherDeals says what became of the others.
func otherDeals(m moneyOf, b *show.CircleBook) string {
	var said []string
	for _, f := range b.Calls {
		switch f.Call {
		case rules.Passed:
			said = append(said, fmt.Sprintf("%s in %s of %s at %s", m.Names.Noun(f.Call), thousands(f.N),
				times(b.Deals, "deal"), times(b.Nights, "evening")))
		case rules.GeneralMisere:
			said = append(said, fmt.Sprintf("%s was played in %s", m.Names.One(f.Call), thousands(f.N)))
		case rules.Void:
			said = append(said, fmt.Sprintf("%s came out void", thousands(f.N)))
		}
	}
	if b.Revokes > 0 {
		said = append(said, english.Verb(b.Revokes, "there was ", "there were ")+times(b.Revokes, "revoke"))
	}
	if len(said) == 0 {
		return "Every deal was called."
	}
	says := english.Capital(said[0])
	for _, more := range said[1:] {
		says += "; " + more
	}
	return says + "."
}

// turnedSays is the note below the histograms.
func turnedSays(all *[rules.CallNumbers]show.Tricks, calls []show.CallFigures) string {
	var n int64
	for _, f := range calls {
		n += all[f.Call].Turned()
	}
	if n == 0 {
		return "Solid made the call, hollow didn’t."
	}
	return fmt.Sprintf(
		"Solid made the call, hollow didn’t. %s ended differently, by a revoke or another rule.",
		english.Spelled(n, "deal"))
}

// heatCalls are the columns of the heat map, and the one a phone shows.
func heatCalls(v ChapterView) (all []rules.Call, one rules.Call) {
	all = v.Book.OwnCalls()
	if one = v.Call; !slices.Contains(all, one) && len(all) > 0 {
		one = all[0]
	}
	return all, one
}

// phoneClass is the class of a cell, which on a phone is shown or not.
func phoneClass(tint string, shown bool) string {
	if shown {
		return tint + " one"
	}
	return tint
}

// mostNet is the largest amount that went between two.
func mostNet(pairs []show.PairFigures) (most float64) {
	for _, f := range pairs {
		most = max(most, float64(f.Net()), -float64(f.Net()))
	}
	return most
}

// firmsShown is how many of the best and of the worst firms stand beside the matrix.
const firmsShown = 4

// calendarTiles is how many evenings a calendar has at most: whole seasons, of the newest its last months.
const calendarTiles = 300

// seasonTiles is a season of the calendar.
type seasonTiles struct {
	show.Season
	months []monthTiles
	says   string
}

type monthTiles struct {
	name string
	all  []show.Taken
}

// calendar parts the evenings into seasons, newest first; left are those that found no place.
func calendar(m moneyOf, b *show.CircleBook, seasons []show.Season) (out []seasonTiles, left int) {
	tiles := 0
	for _, s := range seasons {
		one, evenings := seasonTiles{Season: s}, 0
		for _, e := range b.Evenings {
			if !s.Holds(e.Date) {
				continue
			}
			if n := len(one.months); n == 0 || one.months[n-1].all[0].Date[:7] != e.Date[:7] {
				one.months = append(one.months, monthTiles{name: monthName(e.Date)[:3]})
			}
			at := &one.months[len(one.months)-1]
			at.all = append(at.all, e)
			evenings++
		}
		if names, score := b.ChampionsOf(s.Span); len(names) > 0 {
			one.says = english.List(names) + ", " + m.Signed(score) + english.Verb(len(names), "", " each")
		}
		for len(out) == 0 && len(one.months) > 1 && evenings > calendarTiles {
			older := len(one.months[0].all)
			one.months, evenings, left = one.months[1:], evenings-older, left+older
		}
		if len(out) > 0 && (left > 0 || tiles+evenings > calendarTiles) {
			left += evenings
		} else if evenings > 0 {
			tiles, out = tiles+evenings, append(out, one)
		}
	}
	return out, left
}

// emblems are faces of a standing with each emblem once.
func emblems(b *show.CircleBook) (out []face.Face) {
	for _, p := range b.Standing {
		if !slices.ContainsFunc(out, func(f face.Face) bool { return f.Emblem == p.Face.Emblem }) {
			out = append(out, p.Face)
		}
	}
	return out
}

// takenSays is an evening in words.
func takenSays(m moneyOf, b *show.CircleBook, e show.Taken) string {
	if len(e.By) == 0 {
		return say.Day(e.Date) + ": nobody was up"
	}
	names := each(e.By, func(p chain.PlayerID) string { return b.Of(p).Name })
	return say.Day(e.Date) + ": " + english.List(names) + ", " + m.Signed(e.Score)
}

func sharedSays(b *show.CircleBook) string {
	n := b.Shared()
	if n == 0 {
		return ""
	}
	return english.Capital(english.Spelled(n, "evening")) + " had more than one winner, and " +
		english.Verb(n, "counts", "count") + " for each."
}

// stripScale holds the results of all shown.
func stripScale(m moneyOf, b *show.CircleBook) scale {
	var least, most int64
	for _, r := range b.Results {
		least, most = min(least, r.Score), max(most, r.Score)
	}
	return newScale(m.Money, least, most)
}

// raceWide is how much of the race's width the lines have; the rest leads to the names.
const raceWide = .96

// scaled moves marks together.
func scaled(marks []footMark, by float64) []footMark {
	out := slices.Clone(marks)
	for i := range out {
		out[i].at *= by
	}
	return out
}

// inDrawing are the lines with the one singled out last, so that it lies on top.
func inDrawing(lines []show.Line, one chain.PlayerID) []show.Line {
	on := slices.IndexFunc(lines, func(l show.Line) bool { return l.Player == one })
	if on < 0 {
		return lines
	}
	return append(slices.Delete(slices.Clone(lines), on, on+1), lines[on])
}

func rowOf(people []show.PlayerStanding, p chain.PlayerID) int {
	return slices.IndexFunc(people, func(o show.PlayerStanding) bool { return o.Player == p })
}

func raceDates(r *show.Race) []string {
	return each(r.Marks, func(m years.RaceMark) string { return m.Date })
}

func lineNames(lines []show.Line) []string {
	return each(lines, func(l show.Line) string { return l.Name })
}

// each is something of every thing in a list.
func each[T, U any](all []T, of func(T) U) []U {
	out := make([]U, len(all))
	for i, one := range all {
		out[i] = of(one)
	}
	return out
}

func tricksSay(c column) string {
	return fmt.Sprintf("%s, %s", times(c.tricks, "trick"), times(c.n, "time"))
}

func dayOfMonth(date string) string { return strings.TrimPrefix(date[8:], "0") }

func stripSays(m moneyOf, s years.Ending) string {
	return fmt.Sprintf("%s: %s, the middle one %s", s.Name, times(len(s.Results), "evening"), m.Signed(s.Middle))
}

// EndedSays is what the evenings of a list have in common, where they were asked for by how they ended.
func EndedSays(name string, m rules.Money, least, most int64) string {
	if least == most {
		return fmt.Sprintf("Evenings that ended at %s for %s.", m.Signed(least), name)
	}
	return fmt.Sprintf("Evenings that ended between %s and %s for %s.", m.Signed(least), m.Signed(most), name)
}

func spectrumSays(m moneyOf, b *show.CircleBook) string {
	up, down := b.Ended()
	return fmt.Sprintf("Of %s, %s ended up and %s down", times(len(b.Results), "result"), thousands(up),
		thousands(down))
}

func binClass(b bin) string {
	switch {
	case b.from > 0:
		return "won"
	case b.from < 0:
		return "lost"
	}
	return "level"
}

// takenBy is one of those who took an evening; nobody where there are fewer.
func takenBy(b *show.CircleBook, e show.Taken, nth int) show.PlayerStanding {
	if nth >= len(e.By) {
		return show.PlayerStanding{}
	}
	return b.Of(e.By[nth])
}

// backward is a list turned round.
func backward[T any](all []T) []T {
	out := slices.Clone(all)
	slices.Reverse(out)
	return out
}
