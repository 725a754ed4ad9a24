package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
)

// pc is a share as SVG takes it.
func pc(f float64) string { return templates.Point(max(0, min(1, f))*100) + "%" }

// rateBarView is a share from nothing to all, and the interval the true one lies in; none where both ends are
// 0.
type rateBarView struct {
	Share, Low, High float64
	Few              bool
}

func newRateBar(r ledger.Rate) rateBarView { return rateBarView{Share: r.Share(), Few: few(r.Of)} }

// newSureBar has the interval, too.
func newSureBar(r ledger.Rate) rateBarView {
	b := newRateBar(r)
	b.Low, b.High = r.Between()
	return b
}

// moneyBarView is an amount to the right or left of nothing, as a share of the largest of its table.
type moneyBarView struct {
	From, Width float64 // 0 to 1, nothing in the middle
	Lost, Few   bool
}

func newMoneyBar(amount, most float64, isFew bool) moneyBarView {
	at := func(a float64) float64 { return .5 + .48*max(-1, min(1, a/max(most, 1))) }
	return moneyBarView{
		From: min(.5, at(amount)), Width: math.Abs(at(amount) - .5), Lost: amount < 0, Few: isFew,
	}
}

// Spark is the running lines of a night, small, for a list.
type Spark struct {
	Zero  string
	Lines []templates.RunningLine // the best last, so that it lies on top
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
	axes := templates.Axes{Left: 3, Right: sparkWidth - 7, Up: 3, Down: sparkHeight - 3,
		Least: float64(least), Most: float64(most), Count: points}
	s.Zero = templates.Point(axes.Y(0))
	best := 0
	for i, l := range lines {
		last := len(l.Points) - 1
		s.Lines = append(s.Lines, templates.RunningLine{
			Class: "rest", Points: axes.Path(func(i int) float64 { return float64(l.Points[min(i, last)]) }),
			EndX: templates.Point(axes.X(last)), EndY: templates.Point(axes.Y(float64(l.Points[last]))),
		})
		if l.Points[last] > lines[best].Points[len(lines[best].Points)-1] {
			best = i
		}
	}
	top := s.Lines[best]
	top.Class = "top c-" + string(lines[best].Face.Colour)
	s.Lines = append(slices.Delete(s.Lines, best, best+1), top)
	return s, true
}

// trend is one line through the evenings, with a band about it where how sure one can be is known.
type trend struct {
	Width, Height int
	Zero          string
	Line, Band    string // points
	Dots          []templates.LineMark
	Marks, Foot   []templates.LineMark
	Bars          []trendBar
	BarsZero      string
	Says          string
}

// trendPoint is one evening of it.
type trendPoint struct {
	date      string
	name      string // instead of the date
	at        float64
	low, high float64
}

func (p trendPoint) label() string { return cmp.Or(p.name, templates.Day(p.date)) }

// trendLeft is the room for the amounts.
const trendLeft = 96

// mostDots is up to how many evenings each has its own dot.
const mostDots = 60

// newTrend draws a line; ok is false with fewer than two evenings.
func newTrend(points []trendPoint, words func(float64) string, zero bool, says string) (t trend, ok bool) {
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
	axes := templates.Axes{Left: left, Right: float64(t.Width - right), Up: top, Down: float64(t.Height - foot),
		Least: least, Most: most, Count: len(points)}
	x, y := axes.X, axes.Y
	t.Line = axes.Path(func(i int) float64 { return points[i].at })
	if band {
		var back []string
		for i := len(points) - 1; i >= 0; i-- {
			back = append(back, templates.Point(x(i))+","+templates.Point(y(points[i].low)))
		}
		t.Band = axes.Path(func(i int) float64 { return points[i].high }) + " " + strings.Join(back, " ")
	}
	if len(points) <= mostDots {
		for i, p := range points {
			at := templates.LineMark{X: templates.Point(x(i)), Y: templates.Point(y(p.at))}
			at.Text = p.label() + ": " + words(p.at)
			t.Dots = append(t.Dots, at)
		}
	}
	marks := []float64{most, least}
	if zero && least < 0 && most > 0 {
		t.Zero = templates.Point(y(0))
		marks = []float64{most, 0, least}
	}
	for i, a := range marks {
		if i > 0 && y(a)-y(marks[i-1]) < 18 {
			continue
		}
		t.Marks = append(t.Marks, templates.LineMark{X: strconv.Itoa(left - 8), Y: templates.Point(y(a) + 4),
			Text: words(a)})
	}
	t.Foot = yearMarks(points, x, strconv.Itoa(t.Height-6))
	t.Says = says
	return t, true
}

// yearMarks are the numbers of the years where each begins, as far as there is room. A first year of which
// hardly anything is there gives way to the second.
func yearMarks(points []trendPoint, x func(int) float64, y string) []templates.LineMark {
	year := func(i int) string { return points[i].date[:4] }
	out := []templates.LineMark{{X: templates.Point(x(0) + 24), Y: y, Text: year(0)}}
	last := x(0)
	for i := 1; i < len(points); i++ {
		if year(i) == year(i-1) {
			continue
		}
		if len(out) == 1 && x(i)-last <= 52 {
			out, last = out[:0], -100
		}
		if x(i)-last > 52 {
			out, last = append(out, templates.LineMark{X: templates.Point(x(i)), Y: y, Text: year(i)}), x(i)
		}
	}
	return out
}

// newBalanceTrend is somebody's money over their evenings, with what each brought below; of many evenings,
// month by month.
func newBalanceTrend(b *ledger.PlayerBook) (trend, bool) {
	var points []trendPoint
	var each []int64
	for _, m := range b.Months {
		points, each = append(points, trendPoint{date: m.Month + "-01", at: float64(m.After),
			name: monthName(m.Month)}), append(each, m.Score)
	}
	if len(b.Months) == 0 {
		for _, e := range b.Evenings {
			points, each = append(points, trendPoint{date: e.Date, at: float64(e.After)}), append(each, e.Score)
		}
	}
	if len(points) == 0 {
		return trend{}, false
	}
	says := fmt.Sprintf("%s over %s: in the end %s.", b.Player.Name, times(b.Nights, "evening"),
		strings.TrimSuffix(b.Money.Signed(b.Score), "."))
	t, ok := newTrend(points, func(a float64) string { return b.Money.Words(int64(a)) }, true, says)
	if ok {
		t.addBars(points, each, b.Money)
	}
	return t, ok
}

// trendBar is what one evening or month brought: up and solid, or down and hollow.
type trendBar struct {
	X, Y, Width, Height, Text string
	Lost                      bool
}

// addBars draws below the line what each of its points brought by itself.
func (t *trend) addBars(points []trendPoint, each []int64, m rules.Money) {
	const height, gap, right = 96, 20, 14
	top := float64(t.Height + gap)
	t.Height += height + gap + 4
	least, most := min(0, slices.Min(each)), max(0, slices.Max(each))
	if least == most {
		return
	}
	y := func(a int64) float64 { return top + height*float64(most-a)/float64(most-least) }
	across := float64(t.Width - trendLeft - right)
	width := min(16, across/float64(len(each))*.72)
	t.BarsZero = templates.Point(y(0))
	for i, a := range each {
		if a == 0 {
			continue
		}
		x := trendLeft + across*float64(i)/float64(len(each)-1)
		t.Bars = append(t.Bars, trendBar{X: templates.Point(x - width/2), Y: templates.Point(min(y(0), y(a))),
			Width: templates.Point(width), Height: templates.Point(math.Abs(y(a) - y(0))),
			Text: points[i].label() + ": " + m.Signed(a), Lost: a < 0})
	}
	for i, a := range []int64{most, least} {
		if a != 0 && (i == 0 || y(a)-y(most) > 24) {
			t.Marks = append(t.Marks, templates.LineMark{X: strconv.Itoa(trendLeft - 12), Y: templates.Point(y(a) + 2),
				Text: m.Words(a)})
		}
	}
}

// monthName is a month as it stands in a line: Nov 2026.
func monthName(month string) string {
	at, err := time.Parse("2006-01", month)
	if err != nil {
		return month
	}
	return at.Format("Jan 2006")
}

// mostRatings is how many ratings are drawn one by one.
const mostRatings = 300

// byMonths tells whether a rating is drawn month by month, as it stood at the end of each.
func byMonths(line []ledger.RatingPoint) bool { return len(line) > mostRatings }

// newRatingTrend is somebody's rating over their evenings, with the band of two sigma.
func newRatingTrend(name string, line []ledger.RatingPoint) (trend, bool) {
	var points []trendPoint
	for i, e := range line {
		if byMonths(line) && i+1 < len(line) && line[i+1].Date[:7] == e.Date[:7] {
			continue
		}
		low, high := e.Within()
		points = append(points, trendPoint{date: e.Date, at: float64(e.Strength()), low: float64(low),
			high: float64(high)})
	}
	if len(points) == 0 {
		return trend{}, false
	}
	says := fmt.Sprintf("The rating of %s over %s: in the end %d.", name, times(int64(len(line)), "evening"),
		line[len(line)-1].Strength())
	return newTrend(points, func(a float64) string { return strconv.Itoa(int(math.Round(a))) }, false, says)
}

// heatClass is how strongly a cell of the heat map is tinted: by money a call, against the largest of the
// map, three steps each way; what is known of few calls has the lightest tint, however much it was.
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
