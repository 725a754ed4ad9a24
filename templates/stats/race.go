package stats

import (
	"time"

	"ouverte/ledger"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/templates"
)

// RaceView is a line for each through a season, or through several, with the same as a table.
type RaceView struct {
	Title string
	Lines templates.RunningLines
	Names []string
	Rows  []raceRow // newest first
}

// raceRow is how all stood after an evening, a month or a season.
type raceRow struct {
	After, Href string
	Stood       []string
}

// NewRace draws one; nil where there is nothing to draw.
func NewRace(r *ledger.Race, m rules.Money) *RaceView {
	if r == nil || len(r.Marks) == 0 {
		return nil
	}
	lines := r.Best()
	by := [...]string{years.ByEvening: "Evening by evening", years.ByMonth: "Month by month",
		years.BySeason: "Season by season"}
	v := &RaceView{Title: by[r.By]}
	name := func(mark int) string {
		switch at := r.Marks[mark-1]; r.By {
		case years.ByMonth:
			return monthName(at.Name)
		case years.BySeason:
			return at.Name
		default:
			return templates.Day(at.Date)
		}
	}
	foot := func(mark int) string {
		if day, err := time.Parse(time.DateOnly, r.Marks[mark-1].Date); err == nil && r.By == years.ByEvening {
			return day.Format("2 Jan")
		}
		return name(mark)
	}
	step := max(1, (len(r.Marks)+4)/5)
	v.Lines = templates.DrawLines(lines, m, v.Title+", what everybody had won or lost", foot, step)
	for _, l := range lines {
		v.Names = append(v.Names, l.Name)
	}
	for i := len(r.Marks); i > 0; i-- {
		row := raceRow{After: name(i)}
		if n := r.Marks[i-1].Night; n != 0 {
			row.Href = templates.NightPath(n)
		}
		for _, l := range lines {
			row.Stood = append(row.Stood, m.Signed(l.Points[i]))
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}
