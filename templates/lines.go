package templates

// The running lines of a night: one for each who won or lost, from nothing at the start to where they stand. A picture to
// read from across the room: each line has its colour, its own dashes and, at its end, its name and sum, so that nobody
// needs the colours.

import (
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"ouverte/ledger"
)

// RunningLines is that picture, reckoned to the point.
type RunningLines struct {
	Width, Height int
	Right         int    // where the lines end and their names begin
	Zero          string // the height of the line of nothing
	Marks         []LineMark
	Lines         []RunningLine
	Deals         []LineMark // numbers along the foot
	Says          string     // the picture in words, for those who hear the page
}

// LineMark is a word at a place.
type LineMark struct{ X, Y, Text string }

// RunningLine is one person's.
type RunningLine struct {
	Class      string // which colour and dashes: line-1 …
	Points     string // of the polyline
	EndX, EndY string
	Label      LineMark
	Name, Sum  string
}

// linePens is how many looks there are before they come round again; watch.css draws them.
const linePens = 6

// linesLeft is the room for the amounts, also where a phone writes them large.
const linesLeft = 68

// linesRight is the room for the names and sums, if they are no longer than usual; at most they get twice as much.
const linesRight = 128

// NewRunningLines draws the lines of a night. Before the first deal there is nothing to draw.
func NewRunningLines(n *ledger.Night) (r RunningLines, any bool) {
	const left, top, foot = linesLeft, 14, 26
	r.Width, r.Height = 720, 300
	var lines []ledger.Line
	least, most := int64(0), int64(0)
	deals := 0
	for _, l := range n.Lines() {
		took := false
		for i, p := range l.Points {
			least, most = min(least, p), max(most, p)
			took = took || p != 0 || i > 0 && l.Here[i-1]
		}
		if took {
			lines = append(lines, l)
			deals = len(l.Points) - 1
		}
	}
	if deals == 0 {
		return r, false
	}
	right := linesRight
	for _, l := range lines {
		right = max(right, 24+10*(utf8.RuneCountInString(l.Name)+utf8.RuneCountInString(n.Money.Signed(l.Points[deals]))))
	}
	right = min(right, 2*linesRight)
	r.Right = r.Width - right
	span := float64(most) - float64(least)
	if span == 0 {
		span, most = 1, 1
	}
	across := float64(r.Width - left - right)
	down := float64(r.Height - top - foot)
	x := func(deal int) float64 { return left + across*float64(deal)/float64(deals) }
	y := func(amount int64) float64 { return top + down*(float64(most)-float64(amount))/span }

	r.Zero = Point(y(0))
	for _, a := range []int64{most, 0, least} {
		if a == 0 && len(r.Marks) > 0 && math.Abs(y(0)-y(most)) < 18 || a != 0 && a == least && math.Abs(y(least)-y(0)) < 18 {
			continue
		}
		r.Marks = append(r.Marks, LineMark{X: strconv.Itoa(left - 8), Y: Point(y(a) + 4), Text: n.Money.Short(a)})
	}
	step := max(1, int(math.Ceil(float64(deals)/10)))
	for d := step; d <= deals; d += step {
		r.Deals = append(r.Deals, LineMark{X: Point(x(d)), Y: strconv.Itoa(r.Height - 6), Text: strconv.Itoa(d)})
	}
	var says []string
	for i, l := range lines {
		end := l.Points[deals]
		one := RunningLine{Class: "line-" + strconv.Itoa(i%linePens+1), Name: l.Name, Sum: n.Money.Signed(end),
			EndX: Point(x(deals)), EndY: Point(y(end)), Label: LineMark{X: Point(x(deals) + 12), Y: Point(y(end)), Text: l.Name}}
		var path strings.Builder
		for d, p := range l.Points {
			fmt.Fprintf(&path, "%s,%s ", Point(x(d)), Point(y(p)))
		}
		one.Points = strings.TrimSpace(path.String())
		r.Lines = append(r.Lines, one)
		says = append(says, l.Name+" "+one.Sum)
	}
	r.spreadLabels(lines, y, top, r.Height-foot)
	r.Says = Stopped(fmt.Sprintf("The running lines after %d deals: %s", deals, strings.Join(says, ", ")))
	return r, true
}

// spreadLabels moves the names apart where lines end close together, keeping their order.
func (r *RunningLines) spreadLabels(lines []ledger.Line, y func(int64) float64, top, bottom int) {
	const apart = 21.0
	order := make([]int, len(lines))
	at := make([]float64, len(lines))
	for i, l := range lines {
		order[i], at[i] = i, y(l.Points[len(l.Points)-1])
	}
	sort.SliceStable(order, func(a, b int) bool { return at[order[a]] < at[order[b]] })
	for k := 1; k < len(order); k++ {
		at[order[k]] = max(at[order[k]], at[order[k-1]]+apart)
	}
	if len(order) > 0 {
		at[order[len(order)-1]] = min(at[order[len(order)-1]], float64(bottom))
	}
	for k := len(order) - 2; k >= 0; k-- {
		at[order[k]] = min(at[order[k]], at[order[k+1]]-apart)
	}
	for i := range r.Lines {
		r.Lines[i].Label.Y = Point(max(at[i], float64(top)) + 5)
	}
}

func Point(f float64) string { return strconv.FormatFloat(f, 'f', 1, 64) }
