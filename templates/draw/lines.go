package draw

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"ouverte/ledger/face"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/english"
)

// RunningLines is the picture of a night, to be read from across the room: a line for each who won or lost,
// from nothing at the start to where they stand. Each has its colour, its dashes and, at its end, its emblem,
// name and sum, so that nobody needs the colours.
type RunningLines struct {
	Width, Height int
	Right         int    // where the lines end and their names begin
	Zero          string // the height of the line of nothing
	Marks         []LineMark
	Lines         []RunningLine
	Deals         []LineMark // numbers along the foot
	Turn          *LineMark  // the deal from which somebody led to the end, if it is shown
	Says          string     // the picture in words, for screen readers
}

// NamesOnly is the same without the sums, for a page that has them beside it.
func (r RunningLines) NamesOnly() RunningLines {
	r.Lines = slices.Clone(r.Lines)
	for i := range r.Lines {
		r.Lines[i].Sum = ""
	}
	return r
}

// Sides are where the lines begin and end, as shares of the picture's width.
func (r RunningLines) Sides() (left, right float64) {
	return linesLeft / float64(r.Width), float64(r.Right) / float64(r.Width)
}

// LineMark is a word at a place.
type LineMark struct{ X, Y, Text string }

// RunningLine is one person's.
type RunningLine struct {
	Class      string // its colour and dashes: c-rust line-1 …
	Face       face.Face
	Dashes     string // of a picture that stands alone
	Points     string // of the polyline
	EndX, EndY string
	Emblem     string // where it stands
	Label      LineMark
	Name, Sum  string
}

// lineDashes come round again after the last; lines.css has the same.
var lineDashes = [...]string{"", "9 5", "2 5.5", "13 4 2 4", "5 4", "16 6"}

const (
	linesLeft            = 68     // the room for the amounts; on a phone they begin at the edge (lines.css)
	linesRight           = 128    // for names and sums of the usual length; long ones get up to twice this
	emblemWide           = 24     // with the gap before the name
	linesTop, linesFoot  = 14, 36 // a phone’s large numbers lie below the lowest dot
	linesWide, linesHigh = 720, 300
	labelsApart          = 27
	labelLetters         = 20 // of a name and its sum beside each other …
	nameLetters          = 14 // … and of a name alone, in a phone’s large letters
)

// Axes turn values into places in a picture: Least to Most from its foot at Down to its top at Up, and the
// first to the last of Count points from Left to Right.
type Axes struct {
	Left, Right, Up, Down float64
	Least, Most           float64
	Count                 int
}

func (a Axes) X(i int) float64 { return a.Left + (a.Right-a.Left)*float64(i)/float64(a.Count-1) }

func (a Axes) Y(value float64) float64 { return a.Up + (a.Down-a.Up)*(a.Most-value)/(a.Most-a.Least) }

// path writes what somebody had from when they came to when they left as the points of a polyline.
func (a Axes) path(l show.Line) string {
	from, to := l.Span()
	points := make([]byte, 0, 12*(to-from+1))
	for i := from; i <= to; i++ {
		if i > from {
			points = append(points, ' ')
		}
		points = appendPoint(append(appendPoint(points, a.X(i)), ','), a.Y(float64(l.Points[i])))
	}
	return string(points)
}

// Point writes a coordinate.
func Point(f float64) string { return string(appendPoint(nil, f)) }

// appendPoint writes a coordinate in tenths. Writing the whole number is quicker than having strconv find the
// digits, and pages have thousands of them.
func appendPoint(to []byte, f float64) []byte {
	tenths := int64(math.RoundToEven(f * 10))
	if tenths < 0 {
		to, tenths = append(to, '-'), -tenths
	}
	to = strconv.AppendInt(to, tenths/10, 10)
	return append(to, '.', byte('0'+tenths%10))
}

// NewRunningLines draws the lines of a night. Before the first deal there is nothing to draw.
func NewRunningLines(n *show.Night) (r RunningLines, any bool) {
	lines := linesThatMoved(n)
	if len(lines) == 0 || len(lines[0].Points) < 2 {
		return r, false
	}
	deals := len(lines[0].Points) - 1
	says := fmt.Sprintf("The running lines after %d deals", deals)
	return DrawLines(lines, n.Money, says, strconv.Itoa, max(1, (deals+9)/10)), true
}

// DrawLines draws lines of amounts, all of as many points, two at least. At the foot stands what each step-th
// of them after the first is called.
func DrawLines(
	lines []show.Line, m rules.Money, says string, foot func(point int) string, step int,
) (r RunningLines) {
	last := len(lines[0].Points) - 1
	var least, most int64
	right := linesRight
	for _, l := range lines {
		least, most = min(least, slices.Min(l.Points)), max(most, slices.Max(l.Points))
		right = max(right, 24+emblemWide+10*(letters(l.Name)+letters(m.Signed(l.Points[last]))))
	}
	r.Width, r.Height = linesWide, max(linesHigh, linesTop+linesFoot+labelsApart*len(lines))
	r.Right = r.Width - min(right, 2*linesRight)
	if least == most {
		most = 1
	}
	axes := Axes{Left: linesLeft, Right: float64(r.Right), Up: linesTop, Down: float64(r.Height - linesFoot),
		Least: float64(least), Most: float64(most), Count: last + 1}
	r.Zero = Point(axes.Y(0))
	r.Marks = lineMarks(axes, m, least, most)
	for d := step; d <= last; d += step {
		r.Deals = append(r.Deals, LineMark{X: Point(axes.X(d)), Y: strconv.Itoa(r.Height - 6), Text: foot(d)})
	}
	var ends []string
	for i, l := range lines {
		_, left := l.Span()
		end, sum := l.Points[last], m.Signed(l.Points[last])
		name := cut(l.Name, max(nameLetters/2, min(nameLetters, labelLetters-letters(sum))))
		x, y := axes.X(left), axes.Y(float64(end))
		one := RunningLine{
			Class: "c-" + string(l.Face.Colour) + " line-" + strconv.Itoa(i%len(lineDashes)+1), Face: l.Face,
			Dashes: lineDashes[i%len(lineDashes)], Name: name, Sum: sum,
			Points: axes.path(l), EndX: Point(x), EndY: Point(y),
			Label: LineMark{X: Point(axes.Right + 12 + emblemWide), Y: Point(y)},
		}
		r.Lines = append(r.Lines, one)
		ends = append(ends, l.Name+" "+one.Sum)
	}
	r.spreadLabels(lines, axes)
	r.Says = english.Stop(says + ": " + strings.Join(ends, ", "))
	return r
}

func letters(words string) int { return utf8.RuneCountInString(words) }

// cut shortens what would run out of the picture.
func cut(name string, most int) string {
	if letters(name) <= most {
		return name
	}
	return strings.TrimSpace(string([]rune(name)[:most-1])) + "…"
}

// footClass is the class of a number at the foot: the one at the very end, and every second one from there
// back, which gives way where the letters are large.
func (r *RunningLines) footClass(i int) string {
	switch before := len(r.Deals) - 1 - i; {
	case before%2 == 1:
		return "between"
	case before == 0 && r.Deals[i].X == Point(float64(r.Right)):
		return "last"
	}
	return ""
}

// MarkTurn marks the deal of a number, of so many, with words at the foot.
func (r *RunningLines) MarkTurn(deal, of int, words string) {
	axes := Axes{Left: linesLeft, Right: float64(r.Right), Count: of + 1}
	r.Turn = &LineMark{X: Point(axes.X(deal)), Y: Point(linesTop + 2), Text: words}
}

// linesThatMoved are those of everybody who won or lost something, or sat at the table for a deal.
func linesThatMoved(n *show.Night) []show.Line {
	var out []show.Line
	for _, l := range n.Lines() {
		if slices.ContainsFunc(l.Points, func(p int64) bool { return p != 0 }) || slices.Contains(l.Here, true) {
			out = append(out, l)
		}
	}
	return out
}

// lineMarks are the amounts at the left: the most, nothing and the least, as far as they don't touch.
func lineMarks(axes Axes, m rules.Money, least, most int64) []LineMark {
	near := func(a, b int64) bool { return math.Abs(axes.Y(float64(a))-axes.Y(float64(b))) < 18 }
	var out []LineMark
	for i, a := range []int64{most, 0, least} {
		if i == 1 && near(0, most) || i == 2 && (a == 0 || near(least, 0)) {
			continue
		}
		y := Point(axes.Y(float64(a)) + 4)
		out = append(out, LineMark{X: strconv.Itoa(linesLeft - 8), Y: y, Text: m.Signed(a)})
	}
	return out
}

// spreadLabels moves the names apart where lines end close together, keeping their order.
func (r *RunningLines) spreadLabels(lines []show.Line, axes Axes) {
	order := make([]int, len(lines))
	at := make([]float64, len(lines))
	for i, l := range lines {
		order[i], at[i] = i, axes.Y(float64(l.Points[len(l.Points)-1]))
	}
	sort.SliceStable(order, func(a, b int) bool { return at[order[a]] < at[order[b]] })
	for k := 1; k < len(order); k++ {
		at[order[k]] = max(at[order[k]], at[order[k-1]]+labelsApart)
	}
	last := order[len(order)-1]
	at[last] = min(at[last], axes.Down)
	for k := len(order) - 2; k >= 0; k-- {
		at[order[k]] = min(at[order[k]], at[order[k+1]]-labelsApart)
	}
	for i := range r.Lines {
		y := max(at[i], axes.Up)
		r.Lines[i].Label.Y = Point(y + 5)
		r.Lines[i].Emblem = "translate(" + Point(float64(r.Right)+12) + " " + Point(y-10) + ") scale(.83)"
	}
}
