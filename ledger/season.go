package ledger

// Seasons are the years a circle counts by: calendar years, or years from another day on.

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
)

// Season is one of them, by its name: "2025" or "2025/26".
type Season struct {
	Name string
	Span
}

// calendarYears is the day seasons begin unless the circle says otherwise.
const calendarYears = "01-01"

// SetSeason says on which day of the year seasons begin, as "09-01"; "01-01" is calendar years. It is a matter of taste, kept
// with the book and taken along by its export, but no entry of it. The statistics of each year are added up anew before it
// returns, a year at a time, so that deals are recorded meanwhile; until then pages count the nights one by one.
func (b *Book) SetSeason(ctx context.Context, begins string) error {
	if err := checkSeason(begins); err != nil {
		return err
	}
	err := b.write(ctx, func(d *desk) error {
		err := d.exec(`INSERT INTO season (one, begins) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET begins = excluded.begins`, begins)
		return cmp.Or(err, d.restartYears(begins))
	})
	for more := true; more && err == nil; {
		err = b.write(context.WithoutCancel(ctx), func(d *desk) (err error) {
			more, err = d.sumYear()
			return err
		})
	}
	return err
}

// sumYears has the sums be of years as the circle counts them: in a book of an older version, or where a change of the season
// was cut short.
func (d *desk) sumYears() error {
	begins, err := seasonBegins(d)
	for more := d.begins != begins || d.until != forever; more && err == nil; {
		if err = d.Begin(); err != nil {
			return err
		}
		if err = d.restartYears(begins); err == nil {
			more, err = d.sumYear()
		}
		if err == nil {
			err = d.Commit()
		}
		if err != nil {
			_ = d.Rollback()
		}
	}
	return err
}

// checkSeason refuses what isn't a day of every year.
func checkSeason(begins string) error {
	if _, err := time.Parse(time.DateOnly, "2001-"+begins); err != nil { // no leap year: there is no 29 February
		return refuse("begins", "“%s” isn't a day there is every year, like 09-01.", chain.Clip(begins))
	}
	return nil
}

// soundSeason is the day a book has, or calendar years where somebody wrote into the file what is none.
func soundSeason(begins string) string {
	if checkSeason(begins) != nil {
		return calendarYears
	}
	return begins
}

// SeasonBegins is the day of the year on which seasons begin.
func (b *Book) SeasonBegins(ctx context.Context) (begins string, err error) {
	err = b.read(ctx, func(tx *store.Tx) error {
		begins, err = seasonBegins(tx)
		return err
	})
	return begins, err
}

func seasonBegins(q store.Querier) (begins string, err error) {
	err = q.Row(daySeasonsBegin).Scan(&begins)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return soundSeason(begins), err
}

const (
	daySeasonsBegin = `SELECT begins FROM season WHERE one = 1`
	firstAndLastDay = `SELECT coalesce((SELECT min(date) FROM night), ''), coalesce((SELECT max(date) FROM night), '')`
)

// Seasons lists those from the first evening to the last, newest first.
func (b *Book) Seasons(ctx context.Context) ([]Season, error) {
	var begins, first, last string
	err := b.read(ctx, func(tx *store.Tx) (err error) {
		if begins, err = seasonBegins(tx); err == nil {
			err = tx.Row(firstAndLastDay).Scan(&first, &last)
		}
		return err
	})
	if err != nil || first == "" {
		return nil, err
	}
	var out []Season
	for year := seasonYear(last, begins); year >= seasonYear(first, begins); year-- {
		out = append(out, seasonOf(yearSpan(year, begins).Until, begins))
	}
	return out, nil
}

// seasonOf is the season a day is in.
func seasonOf(day, begins string) Season {
	year := seasonYear(day, begins)
	s := Season{Name: strconv.FormatInt(year, 10), Span: yearSpan(year, begins)}
	if begins != calendarYears {
		s.Name = fmt.Sprintf("%d/%02d", year, (year+1)%100)
	}
	return s
}

// seasonYear is the number of the year in which the season of a day begins.
func seasonYear(day, begins string) int64 {
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
