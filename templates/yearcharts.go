package templates

// Pictures of the book of years, drawn here and not in the browser: bars with how sure one can be, a line through the evenings, and
// the small picture of a night in a list. Every one of them stands beside or inside a table that says the same.

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"ouverte/ledger"
	"ouverte/rules"
)

// pc is a share as SVG takes it.
func pc(f float64) string { return strconv.FormatFloat(max(0, min(1, f))*100, 'f', 1, 64) + "%" }

// RateBar is a share from nothing to all, with the interval the true one lies in.
type RateBar struct {
	Share, Low, High float64
	Few              bool
	Mark             float64 // a line to compare with, above zero
}

func newRateBar(r ledger.Rate) RateBar {
	low, high := r.Between()
	return RateBar{Share: r.Share(), Low: low, High: high, Few: few(r.Of)}
}

// MoneyBar is an amount to the right or left of nothing, as a share of the largest of its table.
type MoneyBar struct {
	From, Width float64 // 0 to 1, nothing in the middle
	Low, High   float64 // of the interval; both zero where it can't be told
	Lost, Few   bool
}

func newMoneyBar(amount, give, most float64, isFew bool) MoneyBar {
	at := func(a float64) float64 { return .5 + .48*max(-1, min(1, a/max(most, 1))) }
	b := MoneyBar{From: min(.5, at(amount)), Width: math.Abs(at(amount) - .5), Lost: amount < 0, Few: isFew}
	if give > 0 {
		b.Low, b.High = at(amount-give), at(amount+give)
	}
	return b
}

// Spark is the running lines of a night, small, for a list.
type Spark struct {
	Zero  string
	Lines []RunningLine // the best last, so that it lies on top
}

const sparkWidth, sparkHeight = 132, 44

// NewSpark draws one; ok is false where there is nothing to draw.
func NewSpark(lines []ledger.Line) (s Spark, ok bool) {
	var least, most int64
	points := 0
	for _, l := range lines {
		least, most = min(least, slices.Min(l.Points)), max(most, slices.Max(l.Points))
		points = max(points, len(l.Points))
	}
	if points < 2 || least == most {
		return s, false
	}
	y := func(a int64) string { return point(3 + (sparkHeight-6)*float64(most-a)/float64(most-least)) }
	x := func(i int) string { return point(3 + (sparkWidth-10)*float64(i)/float64(points-1)) }
	s.Zero = y(0)
	best := 0
	for i, l := range lines {
		var path strings.Builder
		for at, p := range l.Points {
			fmt.Fprintf(&path, "%s,%s ", x(at), y(p))
		}
		last := len(l.Points) - 1
		s.Lines = append(s.Lines, RunningLine{Class: "rest", Points: strings.TrimSpace(path.String()), EndX: x(last), EndY: y(l.Points[last])})
		if l.Points[last] > lines[best].Points[len(lines[best].Points)-1] {
			best = i
		}
	}
	top := s.Lines[best]
	top.Class = "top"
	s.Lines = append(slices.Delete(s.Lines, best, best+1), top)
	return s, true
}

// Trend is one line through the evenings, with a band about it where how sure one can be is known.
type Trend struct {
	Width, Height int
	Zero          string
	Line, Band    string // points
	Dots          []LineMark
	Marks, Foot   []LineMark
	Says          string
	First, Last   string
}

// trendPoint is one evening of it.
type trendPoint struct {
	date      string
	at        float64
	low, high float64
}

// trendLeft is the room for the amounts.
const trendLeft = 96

// mostDots is up to how many evenings each has its own dot.
const mostDots = 60

// newTrend draws a line; ok is false with fewer than two evenings.
func newTrend(points []trendPoint, words func(float64) string, zero bool, says string) (t Trend, ok bool) {
	const left, right, top, foot = trendLeft, 14, 14, 28
	t.Width, t.Height = 720, 230
	if len(points) < 2 {
		return t, false
	}
	least, most := points[0].at, points[0].at
	if zero {
		least, most = min(least, 0), max(most, 0)
	}
	band := false
	for _, p := range points {
		least, most = min(least, p.at), max(most, p.at)
		if p.low != p.high {
			band = true
			least, most = min(least, p.low), max(most, p.high)
		}
	}
	if least == most {
		most = least + 1
	}
	across, down := float64(t.Width-left-right), float64(t.Height-top-foot)
	x := func(i int) float64 { return left + across*float64(i)/float64(len(points)-1) }
	y := func(a float64) float64 { return top + down*(most-a)/(most-least) }
	var line, there, back strings.Builder
	for i, p := range points {
		fmt.Fprintf(&line, "%s,%s ", point(x(i)), point(y(p.at)))
		if band {
			fmt.Fprintf(&there, "%s,%s ", point(x(i)), point(y(p.high)))
			q := points[len(points)-1-i]
			fmt.Fprintf(&back, "%s,%s ", point(x(len(points)-1-i)), point(y(q.low)))
		}
		if len(points) <= mostDots {
			t.Dots = append(t.Dots, LineMark{X: point(x(i)), Y: point(y(p.at)), Text: Day(p.date) + ": " + words(p.at)})
		}
	}
	t.Line, t.Band = strings.TrimSpace(line.String()), strings.TrimSpace(there.String()+back.String())
	marks := []float64{most, least}
	if zero && least < 0 && most > 0 {
		t.Zero = point(y(0))
		marks = []float64{most, 0, least}
	}
	for i, a := range marks {
		if i > 0 && y(a)-y(marks[i-1]) < 18 {
			continue
		}
		t.Marks = append(t.Marks, LineMark{X: strconv.Itoa(left - 8), Y: point(y(a) + 4), Text: words(a)})
	}
	// Where a year begins, its number stands, as far as there is room.
	lastYear, lastX := points[0].date[:4], -100.0
	t.Foot = append(t.Foot, LineMark{X: point(x(0)), Y: strconv.Itoa(t.Height - 6), Text: lastYear})
	lastX = x(0)
	for i, p := range points {
		if p.date[:4] != lastYear && x(i)-lastX > 52 {
			t.Foot = append(t.Foot, LineMark{X: point(x(i)), Y: strconv.Itoa(t.Height - 6), Text: p.date[:4]})
			lastX = x(i)
		}
		lastYear = p.date[:4]
	}
	t.Says = says
	return t, true
}

// NewBalanceTrend is somebody's money over their evenings; many evenings are drawn month by month.
func NewBalanceTrend(name string, m rules.Money, evenings []ledger.EveningPoint) (Trend, bool) {
	var points []trendPoint
	for i, e := range evenings {
		if len(evenings) > 300 && i+1 < len(evenings) && evenings[i+1].Date[:7] == e.Date[:7] {
			continue // the last of the month stands for it
		}
		points = append(points, trendPoint{date: e.Date, at: float64(e.After)})
	}
	if len(points) == 0 {
		return Trend{}, false
	}
	says := fmt.Sprintf("%s over %s: in the end %s.", name, times(int64(len(evenings)), "evening"), m.Signed(evenings[len(evenings)-1].After))
	return newTrend(points, func(a float64) string { return m.Short(int64(a)) }, true, says)
}

// NewRatingTrend is somebody's rating over their evenings, with the band of two sigma.
func NewRatingTrend(name string, line []ledger.RatingPoint) (Trend, bool) {
	var points []trendPoint
	for i, e := range line {
		if len(line) > 300 && i+1 < len(line) && line[i+1].Date[:7] == e.Date[:7] {
			continue
		}
		low, high := e.Within()
		points = append(points, trendPoint{date: e.Date, at: float64(e.Strength()), low: float64(low), high: float64(high)})
	}
	if len(points) == 0 {
		return Trend{}, false
	}
	says := fmt.Sprintf("The rating of %s over %s: in the end %d.", name, times(int64(len(line)), "evening"), line[len(line)-1].Strength())
	return newTrend(points, func(a float64) string { return strconv.Itoa(int(math.Round(a))) }, false, says)
}

// heatClass is how strongly a cell of the heat map is tinted: by money a call, against the largest of the map, three steps
// each way; what is known of few calls has the lightest tint, however much it was.
func heatClass(f ledger.CallFigures, most float64) string {
	each := f.Money.Each()
	if most <= 0 || f.Money.Rounded() == 0 {
		return "h0"
	}
	step := int(math.Ceil(3 * min(1, math.Abs(each)/most)))
	if few(f.N) {
		step = 1
	}
	if each < 0 {
		return "hl" + strconv.Itoa(step)
	}
	return "hw" + strconv.Itoa(step)
}
