package stats

// The places in pictures. They are shares of a picture's width and height, so that a picture stretches with
// its paper while words and dots keep their size.

import (
	"math"
	"slices"
	"strconv"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/templates/draw"
	"ouverte/templates/say"
)

// pc is a share as SVG takes it.
func pc(f float64) string { return draw.Point(f*100) + "%" }

// scale is what a picture's height shows, with a line at each multiple of step.
type scale struct{ least, most, step int64 }

// newScale has room for both ends and for nothing.
func newScale(m rules.Money, least, most int64) scale {
	least, most = min(least, 0), max(most, 0)
	if least == most {
		most = 1
	}
	room := (most - least) / 25
	return scale{least - room, most + room, roundStep(m, (most-least)/6)}
}

// roundStep is the least round amount from one on.
func roundStep(m rules.Money, from int64) int64 {
	step := int64(1)
	for i := 0; step < from; i++ {
		if factors := [...]int64{2, 3, 2, 2, 5, 2}; m == rules.LSD && i < len(factors) { // to a pound
			step *= factors[i]
		} else {
			step = step / [...]int64{1, 2, 1}[i%3] * [...]int64{2, 5, 2}[i%3]
		}
	}
	return step
}

// at is how far down an amount stands.
func (s scale) at(amount int64) float64 { return float64(s.most-amount) / float64(s.most-s.least) }

// y is the same as SVG takes it.
func (s scale) y(amount int64) string { return pc(s.at(amount)) }

// marks are the amounts with a line.
func (s scale) marks() (out []int64) {
	for a := s.least / s.step * s.step; a <= s.most; a += s.step {
		if a >= s.least {
			out = append(out, a)
		}
	}
	return out
}

// path writes points of a line on a square of a thousand.
func (s scale) path(points []int64, from, to int) string {
	out := make([]byte, 0, 8*(to-from+1))
	for i := from; i <= to; i++ {
		out = strconv.AppendInt(out, int64(1000*i/max(1, len(points)-1)), 10)
		out = strconv.AppendInt(append(out, ','), int64(math.Round(1000*s.at(points[i]))), 10)
		out = append(out, ' ')
	}
	return string(out[:max(0, len(out)-1)])
}

// raceScale holds all lines.
func raceScale(m rules.Money, lines []show.Line) scale {
	var least, most int64
	for _, l := range lines {
		least, most = min(least, slices.Min(l.Points)), max(most, slices.Max(l.Points))
	}
	return newScale(m, least, most)
}

// footMark is a word at the foot of a picture, and how far to the right.
type footMark struct {
	at   float64
	text string
}

// begins are where the seasons begin, or months where there is one season only, as far as there is room.
func begins(dates []string, seasons []show.Season) (out []footMark) {
	name := func(date string) string {
		for _, s := range seasons {
			if s.Holds(date) && len(seasons) > 1 {
				return s.Name
			}
		}
		return monthName(date)
	}
	for i, date := range dates {
		at := float64(i) / float64(max(1, len(dates)))
		if n := len(out); n > 0 && (out[n-1].text == name(date) || at-out[n-1].at < .14) {
			continue
		}
		out = append(out, footMark{at, name(date)})
	}
	return out
}

// tap is the column of a step in a picture: it names the step, and leads to its evenings. Who doesn't see it
// has the same links in a table.
type tap struct {
	at, wide   float64 // of the picture
	href, says string
}

// raceTaps name who led after each step or, where somebody is singled out, what they had. The lines lie
// between two shares of the picture's width.
func raceTaps(
	m rules.Money, b *show.CircleBook, who chain.PlayerID, at Address, left, right float64,
) (out []tap) {
	r := b.Race
	step := (right - left) / float64(len(r.Marks))
	for i, mark := range r.Marks {
		t := tap{left + step*float64(i+1), step, say.NightPath(mark.Night), "nobody led alone"}
		if r.Monthly {
			t.href = at("/nights", "from", mark.Month+"-01", "until", mark.Month+"-31")
		}
		if led := b.Of(r.Led[i]); r.Led[i] != 0 {
			t.says = led.Name + " led"
		}
		for _, l := range r.Lines {
			if l.Player == who {
				t.says = l.Name + " " + m.Signed(l.Points[i+1])
			}
		}
		t.says = markName(r, i) + ": " + t.says
		out = append(out, t)
	}
	return out
}

// reignTaps name who led from when on, and lead to the evening they came to it.
func reignTaps(b *show.CircleBook) (out []tap) {
	for _, r := range b.Race.Reigns() {
		if r.Who != 0 {
			all := float64(len(b.Race.Marks))
			out = append(out, tap{(float64(r.From) + float64(r.Marks)/2) / all, float64(r.Marks) / all,
				say.NightPath(b.Race.Marks[r.From].Night), b.Of(r.Who).Name + ": " + markName(b.Race, r.From)})
		}
	}
	return out
}

// formTaps name how strong somebody played after each evening.
func formTaps(all []show.RatingPoint) (out []tap) {
	for i, p := range all {
		n := float64(max(1, len(all)-1))
		out = append(out, tap{.88 * float64(i) / n, .88 / n, say.NightPath(p.Night),
			say.Day(p.Date) + ": " + thousands(p.Strength())})
	}
	return out
}

// taps name what each had after a day.
func (l personLine) taps(m moneyOf) (out []tap) {
	for _, date := range l.dates {
		t := tap{at: l.x(date), wide: 1 / float64(len(l.dates))}
		for i, points := range l.points {
			for _, p := range points {
				if p.date != date {
					continue
				}
				if t.href = p.href; t.says == "" {
					t.says = p.name + ":"
				}
				t.says += " " + l.of[i].Player.Name + " " + m.Signed(p.after)
			}
		}
		out = append(out, t)
	}
	return out
}

// column is a bar of a histogram: won is solid, lost hollow.
type column struct {
	tricks   int
	n        int64
	share    float64 // of the highest
	others   float64 // where the others would be
	enough   bool
	target   bool
	hasOther bool
}

// columnsOf are the bars of a call, those at either end without a deal left out. Against others, what they
// took out of as many deals stands beside.
func columnsOf(c rules.Call, t, others *show.Tricks) (out []column) {
	var mine, theirs int64
	for i := range t.Won {
		mine += t.At(i)
		if others != nil {
			theirs += others.At(i)
		}
	}
	most := 1.0
	for i := range t.Won {
		col := column{tricks: i, n: t.At(i), enough: t.Enough(i), target: i == c.UsualTarget() && c != rules.Irish}
		if t.At(i) == 0 {
			col.enough = !c.Losing() && i >= c.UsualTarget()
		}
		if col.share = float64(col.n); theirs > 0 {
			col.hasOther, col.others = true, float64(others.At(i))*float64(mine)/float64(theirs)
		}
		most = max(most, col.share, col.others)
		out = append(out, col)
	}
	for i := range out {
		out[i].share, out[i].others = out[i].share/most, out[i].others/most
	}
	empty := func(c column) bool { return c.n == 0 && c.others < .02 && !c.target }
	for len(out) > 0 && empty(out[0]) {
		out = out[1:]
	}
	for len(out) > 0 && empty(out[len(out)-1]) {
		out = out[:len(out)-1]
	}
	return out
}

// stack is results that stand above each other in a strip.
type stack struct {
	at, wide    string // from the left
	middle      string
	names       string // where its name stands
	from, until string // their heights
	results     []*show.Result
}

// stripPlaces is in how many places beside each other the results of a strip stand.
const stripPlaces = 48

// strip places the newest results of somebody; those that would lie on each other stand one above the other,
// apart.
func strip(results []*show.Result, s scale) (all []stack, apart string) {
	const high, closest, dots = 44, 7, 300
	var here [stripPlaces + 1][]*show.Result
	most := 1
	for _, r := range results[max(0, len(results)-dots):] {
		at := int(math.Round(stripPlaces * (1 - s.at(r.Score))))
		here[at] = append(here[at], r)
		most = max(most, len(here[at]))
	}
	step := min(closest, float64(high-8)/float64(max(1, most-1)))
	for i, there := range here {
		if len(there) == 0 {
			continue
		}
		x, tall := float64(i)/stripPlaces, step*float64(len(there)-1)
		all = append(all, stack{at: pc(x - .5/stripPlaces), wide: pc(1. / stripPlaces), middle: pc(x),
			names: pc(min(.8, max(.2, x))),
			from:  draw.Point((high - tall) / 2), until: draw.Point((high+tall)/2 + .3), results: there})
	}
	return all, draw.Point(step)
}

// says names the evening a dot stands for, or how many, and what they brought.
func (d stack) says(m rules.Money) string {
	what := times(len(d.results), "evening")
	if len(d.results) == 1 {
		what = say.Day(d.results[0].Date)
	}
	least, most := d.ends()
	if least != most {
		return what + ": " + m.Signed(least) + " to " + m.Signed(most)
	}
	return what + ": " + m.Signed(least)
}

func (d stack) ends() (least, most int64) {
	least, most = d.results[0].Score, d.results[0].Score
	for _, r := range d.results {
		least, most = min(least, r.Score), max(most, r.Score)
	}
	return least, most
}

// href is the evening a dot stands for; of several dots, those that ended for somebody as these did.
func (d stack) href(p chain.PlayerID, at Address) string {
	if len(d.results) == 1 {
		return say.NightPath(d.results[0].Night)
	}
	least, most := d.ends()
	return at("/nights", "player", say.PlayerNo(p), "ended", "on", "least", strconv.FormatInt(least, 10),
		"most", strconv.FormatInt(most, 10))
}

// bin is how many results lie in a stretch of amounts.
type bin struct {
	from int64
	n    int
}

// ends are the amounts in it.
func (b bin) ends(step int64) (least, most int64) {
	switch {
	case b.from > 0:
		return b.from - step + 1, b.from
	case b.from < 0:
		return b.from, b.from + step - 1
	}
	return 0, 0
}

// says names it.
func (b bin) says(m moneyOf, step int64) string {
	least, most := b.ends(step)
	amounts := m.Signed(least)
	if least != most {
		amounts += " to " + m.Signed(most)
	}
	return amounts + ": " + times(b.n, "result")
}

func binTaps(m moneyOf, all []bin, step int64, at Address) (out []tap) {
	n := float64(len(all))
	for i, b := range all {
		if b.n > 0 {
			out = append(out, tap{(float64(i) + .5) / n, 1 / n, b.href(at, step), b.says(m, step)})
		}
	}
	return out
}

func (b bin) href(at Address, step int64) string {
	least, most := b.ends(step)
	return at("/nights", "ended", "on", "least", strconv.FormatInt(least, 10), "most",
		strconv.FormatInt(most, 10))
}

// bins are all results by a round amount; those of nothing have one of their own.
func bins(m rules.Money, results []show.Result) (out []bin, most int, step int64) {
	var least, highest int64
	for _, r := range results {
		least, highest = min(least, r.Score), max(highest, r.Score)
	}
	step = roundStep(m, (highest-least)/36)
	down := (-least + step - 1) / step // bins below nothing
	out = make([]bin, down+1+(highest+step-1)/step)
	for i := range out {
		out[i].from = (int64(i) - down) * step
	}
	for _, r := range results {
		i := down
		switch {
		case r.Score > 0:
			i += (r.Score + step - 1) / step
		case r.Score < 0:
			i -= (-r.Score + step - 1) / step
		}
		out[i].n++
		most = max(most, out[i].n)
	}
	return out, most, step
}
