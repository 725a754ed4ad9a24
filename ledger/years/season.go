package years

// Seasons are the years a circle counts by: calendar years, or years from another day on.

import (
	"fmt"
	"strconv"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// Span is a stretch of days, both included. An empty end is open.
type Span struct{ From, Until string }

func (s Span) Check() error {
	for _, end := range [...]struct{ field, day string }{{"from", s.From}, {"until", s.Until}} {
		if end.day == "" {
			continue
		}
		if err := chain.CheckDate(end.field, end.day); err != nil {
			return err
		}
	}
	if s.From != "" && s.Until != "" && s.From > s.Until {
		return &rules.Problem{Field: "until", Sentence: "The end comes before the beginning."}
	}
	return nil
}

func (s Span) Holds(day string) bool {
	return day >= s.From && (s.Until == "" || day <= s.Until)
}

// Season is one of them, by its name: "2025" or "2025/26".
type Season struct {
	Name string
	Span
}

// Calendar is the day seasons begin unless the circle says otherwise.
const Calendar = "01-01"

func CheckSeason(begins string) error {
	if _, err := time.Parse(time.DateOnly, "2001-"+begins); err != nil { // no leap year: there is no 29 February
		return rules.Problemf("begins", "“%s” isn't a day that comes every year. Write one like 09-01.",
			chain.Clip(begins))
	}
	return nil
}

// SeasonBegins is the day a book has, or calendar years where somebody wrote into the file what is none.
func SeasonBegins(begins string) string {
	if CheckSeason(begins) != nil {
		return Calendar
	}
	return begins
}

func Seasons(s *state.State, begins string) (out []Season) {
	var days Span
	for n := range s.Nights() {
		if days.From == "" || n.Date < days.From {
			days.From = n.Date
		}
		days.Until = max(days.Until, n.Date)
	}
	if days.From == "" {
		return nil
	}
	for year := yearOf(days.Until, begins); year >= yearOf(days.From, begins); year-- {
		out = append(out, SeasonOf(yearSpan(year, begins).Until, begins))
	}
	return out
}

func SeasonOf(day, begins string) Season {
	year := yearOf(day, begins)
	s := Season{Name: strconv.FormatInt(year, 10), Span: yearSpan(year, begins)}
	if begins != Calendar {
		s.Name = fmt.Sprintf("%d/%02d", year, (year+1)%100)
	}
	return s
}

func yearOf(day, begins string) int64 {
	year, _ := strconv.ParseInt(day[:4], 10, 64) // dates were checked when they were entered
	if day[5:] < begins {
		year--
	}
	return year
}

// yearSpan is the days of the season that begins in a year, of those that have four digits.
func yearSpan(year int64, begins string) Span {
	s := Span{"0000-01-01", "9999-12-31"}
	if year >= 0 {
		s.From = fmt.Sprintf("%04d-%s", year, begins)
	}
	if year < 9999 {
		s.Until = dayBefore(fmt.Sprintf("%04d-%s", year+1, begins))
	}
	return s
}

func dayBefore(day string) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return ""
	}
	return at.AddDate(0, 0, -1).Format(time.DateOnly)
}
