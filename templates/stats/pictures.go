package stats

// The places in pictures. They are shares of a picture's width and height, so that a picture stretches with
// its paper while words and dots keep their size.

import (
	"math"
	"slices"
	"strconv"

	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/templates"
)

// pc is a share as SVG takes it.
func pc(f float64) string { return templates.Point(f*100) + "%" }

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
	from, until string // their heights
	results     []show.Result
}

// stripPlaces is in how many places beside each other the results of a strip stand.
const stripPlaces = 48

// strip places the newest results of somebody; those that would lie on each other stand one above the other,
// apart.
func strip(results []show.Result, s scale) (all []stack, apart string) {
	const high, closest, dots = 44, 7, 300
	var here [stripPlaces + 1][]show.Result
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
			from: templates.Point((high - tall) / 2), until: templates.Point((high+tall)/2 + .3), results: there})
	}
	return all, templates.Point(step)
}

// href is the evening a dot stands for; of several dots, those that ended for somebody as these did.
func (d stack) href(p show.PlayerID, at Address) string {
	if len(d.results) == 1 {
		return templates.NightPath(d.results[0].Night)
	}
	least, most := d.results[0].Score, d.results[0].Score
	for _, r := range d.results {
		least, most = min(least, r.Score), max(most, r.Score)
	}
	return at("/nights", "player", templates.PlayerNo(p), "ended", "on", "least", strconv.FormatInt(least, 10),
		"most", strconv.FormatInt(most, 10))
}

// bin is how many results lie in a stretch of amounts.
type bin struct {
	from int64
	n    int
}

// bins are all results by a round amount; those of nothing have one of their own.
func bins(m rules.Money, results []show.Result) (out []bin, most int) {
	var least, highest int64
	for _, r := range results {
		least, highest = min(least, r.Score), max(highest, r.Score)
	}
	step := roundStep(m, (highest-least)/36)
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
	return out, most
}
