package stats

import (
	"slices"

	"ouverte/ledger"
	"ouverte/templates"
)

// spark is the running lines of a night, small, for a list.
type spark struct {
	Zero  string
	Lines []templates.RunningLine // the best last, so that it lies on top
}

const sparkWidth, sparkHeight = 132, 44

// newSpark draws one; ok is false where there is nothing to draw.
func newSpark(lines []ledger.Line) (s spark, ok bool) {
	var least, most int64
	for _, l := range lines {
		least, most = min(least, slices.Min(l.Points)), max(most, slices.Max(l.Points))
	}
	if least == most {
		return s, false
	}
	axes := templates.Axes{Left: 3, Right: sparkWidth - 7, Up: 3, Down: sparkHeight - 3,
		Least: float64(least), Most: float64(most), Count: len(lines[0].Points)}
	s.Zero = templates.Point(axes.Y(0))
	best := 0
	for i, l := range lines {
		_, left := l.Span()
		s.Lines = append(s.Lines, templates.RunningLine{Class: "rest", Points: axes.Path(l),
			EndX: templates.Point(axes.X(left)), EndY: templates.Point(axes.Y(float64(l.Points[left])))})
		if l.Points[left] > lines[best].Points[len(lines[best].Points)-1] {
			best = i
		}
	}
	top := s.Lines[best]
	top.Class = "top c-" + string(lines[best].Face.Colour)
	s.Lines = append(slices.Delete(s.Lines, best, best+1), top)
	return s, true
}
