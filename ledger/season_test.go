package ledger

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"ouverte/ledger/archive"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/testenv"
	"ouverte/ledger/years"
	"ouverte/rules"
)

// TestSeasons looks at seasons of the calendar and of the circle's own.
func TestSeasons(t *testing.T) {
	l := &table{Book: newBook(t), t: t, ctx: t.Context(), players: map[string]chain.PlayerID{}}
	seats := enter(l.Book, &l.keys, "Ann", "Bob", "Cat", "Dan")
	for _, day := range []string{"2024-08-31", "2025-09-01", "2026-02-28"} {
		playOver(t, l.Book, &l.keys, 1, day, seats)
	}
	must := func(err error) {
		t.Helper()
		testenv.Fine(t, err)
	}
	for _, c := range []struct {
		begins string
		want   []show.Season
	}{
		{"01-01", []show.Season{yearFrom("2026", "2026-01-01", "2026-12-31"),
			yearFrom("2025", "2025-01-01", "2025-12-31"), yearFrom("2024", "2024-01-01", "2024-12-31")}},
		{"09-01", []show.Season{yearFrom("2025/26", "2025-09-01", "2026-08-31"),
			yearFrom("2024/25", "2024-09-01", "2025-08-31"), yearFrom("2023/24", "2023-09-01", "2024-08-31")}},
	} {
		must(l.SetSeason(l.ctx, c.begins))
		got := l.Now().Seasons()
		if diff := gocmp.Diff(c.want, got); diff != "" {
			t.Errorf("from %s: −want +got\n%s", c.begins, diff)
		}
	}
	var refusal *rules.Problem
	if err := l.SetSeason(l.ctx, "02-29"); !errors.As(err, &refusal) {
		t.Errorf("29 February: %v", err)
	}
	must(l.Close())
	path := closedCopy(t, l.Path())
	testenv.Tamper(t, path, `UPDATE season SET begins = '99-99'`)
	again := filepath.Join(t.TempDir(), "again.db")
	_, _, err := archive.Import(l.ctx, strings.NewReader(exported(t, path, archive.JSON)), again, nil)
	must(err)
	testenv.Same(t, openBook(t, again).Now().SeasonBegins(), years.Calendar,
		"from a book whose seasons began on no day: %s")
}

func yearFrom(name, from, until string) show.Season {
	return show.Season{Name: name, Span: show.Span{From: from, Until: until}}
}

// TestASeasonIsCountedAsTheClubSays chooses, changes and sends the same form twice; all of it comes back from
// an export.
func TestASeasonIsCountedAsTheClubSays(t *testing.T) {
	b := newBook(t)
	ctx := t.Context()
	season := chain.Season{Name: " Autumn ", From: "2026-09-24", Until: "2026-11-26", Money: "lsd",
		By: chain.ByBest, Best: 8}
	slip := Slip{Key: "first", Device: "the tablet"}
	first, err := b.CountSeason(ctx, slip, season)
	testenv.Fine(t, err)
	again, err := b.CountSeason(ctx, slip, season)
	testenv.Fine(t, err)
	testenv.Same(t, again.ID, first.ID, "the same form twice counts season %d")
	season.Season, season.By = chain.EntryID(first.ID), chain.ByDeals
	changed, err := b.CountSeason(ctx, Slip{Key: "second", Device: "the laptop"}, season)
	testenv.Fine(t, err)
	testenv.Same(t, changed.ID, first.ID, "changed, it is season %d")
	var none *chain.NotFound
	season.Season++
	if _, err := b.CountSeason(ctx, Slip{Key: "third", Device: "the laptop"}, season); !errors.As(err, &none) {
		t.Errorf("a season nobody counts: %v", err)
	}
	testenv.Fine(t, b.Close())
	imported := filepath.Join(t.TempDir(), "again.db")
	_, _, err = archive.Import(ctx, strings.NewReader(exported(t, b.Path(), archive.JSON)), imported, nil)
	testenv.Fine(t, err)
	got, count, err := openBook(t, imported).Now().CountedSeason(chain.EntryID(first.ID))
	testenv.Fine(t, err)
	is := []string{count.Name}
	for _, said := range got.Said {
		is = append(is, string(said.By), said.Device)
	}
	testenv.Same(t, strings.Join(is, " "), "Autumn best the tablet deals the laptop", "it is counted: %s")
}
