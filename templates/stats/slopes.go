package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"ouverte/ledger"
	"ouverte/ledger/face"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates"
)

// Slopes are what everybody won or lost, and what it would have been: a line for each, from left to right.
// Another money has a scale of its own.
type Slopes struct {
	Height      int
	Zero        string
	Lines       []slope
	Left, Right string // the x of both ends
	Says        string
}

// slope is one person's.
type slope struct {
	Class      string // up, down or level, the colour and the dashes of the line
	Face       face.Face
	Name       string
	Was, Would slopeEnd
}

// slopeEnd is where the line of one person begins or ends, and what stands beside it.
type slopeEnd struct {
	Y      string // of the line
	TextY  string
	Emblem string // where it stands
	Amount string
}

const (
	slopesWide, slopesLeft, slopesRight = 720, 240, 480
	slopesTop, slopesFoot, slopesApart  = 52.0, 16.0, 27.0
)

// NewSlopes draws them; nil where nobody won or lost anything either way.
func NewSlopes(o ledger.Otherwise, was rules.Money) *Slopes {
	before := func(l years.OtherwiseLine) int64 { return l.Was }
	behind := func(l years.OtherwiseLine) int64 { return l.WouldBe }
	most := func(of func(years.OtherwiseLine) int64) (most int64) {
		for _, l := range o.Standing {
			most = max(most, of(l), -of(l))
		}
		return most
	}
	left, right := most(before), most(behind)
	if left == 0 && right == 0 {
		return nil
	}
	if was == o.House.Money {
		left, right = max(left, right), max(left, right)
	}
	high := max(220, slopesApart*float64(len(o.Standing)-1))
	s := &Slopes{Height: int(slopesTop + high + slopesFoot),
		Left: templates.Point(slopesLeft), Right: templates.Point(slopesRight)}
	middle, half := slopesTop+high/2, high/2
	y := func(amount, most int64) float64 { return middle - half*float64(amount)/math.Max(1, float64(most)) }
	s.Zero = templates.Point(middle)
	leftAt, rightAt := spread(o.Standing, before, y, left), spread(o.Standing, behind, y, right)
	var says []string
	for i, l := range o.Standing {
		a, b := was.Signed(l.Was), o.House.Money.Signed(l.WouldBe)
		from, to := y(l.Was, left), y(l.WouldBe, right)
		way := "level"
		if from > to {
			way = "up"
		} else if from < to {
			way = "down"
		}
		s.Lines = append(s.Lines, slope{
			Class: fmt.Sprintf("c-%s line-%d %s", l.Face.Colour, i%6+1, way), Face: l.Face, Name: l.Name,
			Was: slopeEndAt(slopesLeft-32, from, leftAt[i], a), Would: slopeEndAt(slopesRight+12, to, rightAt[i], b),
		})
		says = append(says, fmt.Sprintf("%s %s, then %s", l.Name, a, b))
	}
	s.Says = english.Stop("As it was, and what it would have been: " + strings.Join(says, "; "))
	return s
}

// slopeEndAt is an end of a line at y; its words stand at the height at, its emblem from x on.
func slopeEndAt(x int, y, at float64, amount string) slopeEnd {
	return slopeEnd{Y: templates.Point(y), TextY: templates.Point(at + 5), Amount: amount,
		Emblem: fmt.Sprintf("translate(%d %s) scale(.83)", x, templates.Point(at-10))}
}

// spread places the words at one end, apart, in the order of the amounts.
func spread(
	all []years.OtherwiseLine, of func(years.OtherwiseLine) int64, y func(a, most int64) float64, most int64,
) []float64 {
	order, at := make([]int, len(all)), make([]float64, len(all))
	for i, l := range all {
		order[i], at[i] = i, y(of(l), most)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(at[a], at[b]) })
	for k, i := range order[1:] {
		at[i] = max(at[i], at[order[k]]+slopesApart)
	}
	if len(order) == 0 {
		return at
	}
	last := order[len(order)-1]
	foot := y(-most, most)
	over := at[last] - foot
	for k := len(order) - 1; k >= 0 && over > 0; k-- {
		i := order[k]
		lowest := foot - slopesApart*float64(len(order)-1-k)
		at[i] = min(at[i], lowest)
	}
	return at
}
