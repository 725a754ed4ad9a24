package years

// Seasons are the years a circle counts by: calendar years, or years from another day on.

import (
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
	"ouverte/rules"
)

// Season is one of them, by its name: "2025" or "2025/26".
type Season struct {
	Name string
	Span
}

// Calendar is the day seasons begin unless the circle says otherwise.
const Calendar = "01-01"

// CheckSeason refuses what isn't a day of every year.
func CheckSeason(begins string) error {
	if _, err := time.Parse(time.DateOnly, "2001-"+begins); err != nil { // no leap year: there is no 29 February
		return rules.Problemf("begins", "“%s” isn't a day that comes every year. Write one like 09-01.",
			chain.Clip(begins))
	}
	return nil
}

// SoundSeason is the day a book has, or calendar years where somebody wrote into the file what is none.
func SoundSeason(begins string) string {
	if CheckSeason(begins) != nil {
		return Calendar
	}
	return begins
}

// Begins is the day of the year on which seasons begin.
func Begins(q store.Querier) (begins string, err error) {
	err = q.Row(SeasonBegins).Scan(&begins)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return SoundSeason(begins), err
}

// The questions most pages ask.
const (
	SeasonBegins    = `SELECT begins FROM season WHERE one = 1`
	FirstAndLastDay = `SELECT coalesce((SELECT min(date) FROM night), ''),
		coalesce((SELECT max(date) FROM night), '')`
)

// Seasons lists those from the first evening to the last, newest first.
func Seasons(q store.Querier) ([]Season, error) {
	begins, err := Begins(q)
	if err != nil {
		return nil, err
	}
	var first, last string
	if err := q.Row(FirstAndLastDay).Scan(&first, &last); err != nil || first == "" {
		return nil, err
	}
	var out []Season
	for year := YearOf(last, begins); year >= YearOf(first, begins); year-- {
		out = append(out, SeasonOf(yearSpan(year, begins).Until, begins))
	}
	return out, nil
}

// SeasonOf is the season a day is in.
func SeasonOf(day, begins string) Season {
	year := YearOf(day, begins)
	s := Season{Name: strconv.FormatInt(year, 10), Span: yearSpan(year, begins)}
	if begins != Calendar {
		s.Name = fmt.Sprintf("%d/%02d", year, (year+1)%100)
	}
	return s
}

// YearOf is the number of the year in which the season of a day begins.
func YearOf(day, begins string) int64 {
	year := dayNumber(day) / 10000
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
		s.Until = dayAfter(fmt.Sprintf("%04d-%s", year+1, begins), -1)
	}
	return s
}
