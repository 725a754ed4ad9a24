package ledger

// Seasons: calendar years, or from the day in the year on which the circle begins its own.

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
)

// Season is one, as it is called: "2025" or "2025/26".
type Season struct {
	Name string
	Span
}

// calendarYears is the day seasons begin unless the circle says otherwise.
const calendarYears = "01-01"

// SetSeason says on which day of the year seasons begin, as "09-01"; "01-01" is calendar years. It is a matter of taste,
// kept with the book and taken along by its export, but no entry of it.
func (b *Book) SetSeason(ctx context.Context, begins string) error {
	if err := checkSeason(begins); err != nil {
		return err
	}
	return b.write(ctx, func(d *desk) error {
		return d.exec(`INSERT INTO season (one, begins) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET begins = excluded.begins`, begins)
	})
}

// checkSeason refuses what is no day of every year.
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

// season looks whether the day a book has is one.
func (t *comparison) season() error {
	days := 0
	err := t.each(`SELECT begins FROM season`, func(row *rows) {
		days++
		if err := checkSeason(row.string(0)); err != nil {
			t.wrong["season"] = &Wrong{Sentence: fmt.Sprintf("The day on which seasons begin can't be: %v.", chain.Clause(err))}
		}
	})
	if err == nil && days == 0 {
		t.wrong["season"] = &Wrong{Sentence: "The day on which seasons begin is missing."}
	}
	return err
}

// SeasonBegins is the day of the year on which seasons begin.
func (b *Book) SeasonBegins(ctx context.Context) (begins string, err error) {
	err = b.read(ctx, func(tx *store.Tx) error {
		begins, err = seasonBegins(tx)
		return err
	})
	return begins, err
}

func seasonBegins(tx *store.Tx) (begins string, err error) {
	if err = tx.Row(daySeasonsBegin).Scan(&begins); errors.Is(err, sql.ErrNoRows) {
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
	for at := seasonOf(last, begins); at.Until >= first; {
		out = append(out, at)
		before, err := time.Parse(time.DateOnly, at.From)
		if err != nil {
			return nil, fmt.Errorf("ledger: season: %w", err)
		}
		at = seasonOf(before.AddDate(0, 0, -1).Format(time.DateOnly), begins)
	}
	return out, nil
}

// seasonOf is the season a day is in.
func seasonOf(day, begins string) Season {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return Season{}
	}
	year := at.Year()
	if day[5:] < begins {
		year--
	}
	from := fmt.Sprintf("%04d-%s", year, begins)
	next, err := time.Parse(time.DateOnly, fmt.Sprintf("%04d-%s", year+1, begins))
	if err != nil {
		return Season{}
	}
	s := Season{Name: fmt.Sprint(year), Span: Span{from, next.AddDate(0, 0, -1).Format(time.DateOnly)}}
	if begins != calendarYears {
		s.Name = fmt.Sprintf("%d/%02d", year, (year+1)%100)
	}
	return s
}
