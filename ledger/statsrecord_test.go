package ledger

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// TestRecords holds the records of pieces of a row of evenings, put together, against those of the whole row.
func TestRecords(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	for range 300 {
		lines := make([]line, r.IntN(9))
		for i := range lines {
			l := &lines[i]
			l.night, l.date, l.sat = NightID(i+1), fmt.Sprintf("2026-01-%02d", i+1), r.IntN(5) > 0
			if !l.sat {
				continue
			}
			l.score = int64(r.IntN(5) - 2)
			for range r.IntN(6) {
				won := r.IntN(2) == 0
				l.runs.won.push(won)
				l.runs.lost.push(!won)
				l.runs.dry.push(!won)
			}
			if best := int64(r.IntN(3)); best > 0 {
				l.best, l.bestDeal = best, DealID(10*i+1)
			}
			if worst := -int64(r.IntN(3)); worst < 0 {
				l.worst, l.worstDeal = worst, DealID(10*i+2)
			}
		}
		at := r.IntN(len(lines) + 1)
		to := at + r.IntN(len(lines)-at+1)
		whole := recordOf(lines)
		if parts := recordOf(lines[:at]).then(recordOf(lines[at:to]).then(recordOf(lines[to:]))); parts != whole {
			t.Fatalf("%+v\nin parts at %d and %d come to %+v\nas a whole to %+v", lines, at, to, parts, whole)
		}
		var best mark
		for _, l := range lines {
			if l.sat && (best.night == 0 || l.score > best.amount) {
				best = mark{l.score, 0, l.night, l.date}
			}
		}
		if whole.best != best {
			t.Fatalf("%+v\nthe best is %+v, want %+v", lines, whole.best, best)
		}
	}
}

// TestRecordsOfAnOldBook opens a book whose evenings were counted before it kept records.
func TestRecordsOfAnOldBook(t *testing.T) {
	l := newLife(t, 8, 6)
	for range 20 {
		l.evening(4)
	}
	l.must(l.write(l.ctx, func(d *desk) error { return d.exec(`DELETE FROM year_record`) }))
	l.reopen()
	l.compare(8)
	found, err := Audit(l.ctx, l.Path(), nil, nil)
	l.must(err)
	if !found.Well() {
		t.Error(found.Line())
	}
}

// TestPieces checks that the pieces of a span are the span, each day once and in order, and that no whole one holds a loose day.
func TestPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	day := func() time.Time { return time.Date(2023, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, r.IntN(1200)) }
	for range 500 {
		a, b := day(), day()
		if b.Before(a) {
			a, b = b, a
		}
		var loose []string
		for range r.IntN(3) {
			loose = append(loose, day().Format(time.DateOnly))
		}
		span := dates(a, b)
		pieces := span.pieces(loose)
		next := a
		single := 0
		for _, p := range pieces {
			if p.From != next.Format(time.DateOnly) || p.Until < p.From {
				t.Fatalf("%v: %v doesn't follow", span, p)
			}
			end, err := time.Parse(time.DateOnly, p.Until)
			if err != nil {
				t.Fatal(err)
			}
			next = end.AddDate(0, 0, 1)
			if p.period == 0 {
				single += p.days()
				continue
			}
			for at := p.From; at <= p.Until; at = nextDay(t, at) {
				in := periods(at)
				if !slices.Contains(in[:], p.period) || slices.Contains(loose, at) {
					t.Fatalf("%v: %v doesn't hold %s, or it is loose", span, p, at)
				}
			}
		}
		if !next.Equal(b.AddDate(0, 0, 1)) {
			t.Fatalf("%v: the pieces end before %v", span, next)
		}
		if single > 20+11*len(loose) {
			t.Fatalf("%v without %v: %d days are looked at one by one", span, loose, single)
		}
	}
}

func nextDay(t *testing.T, day string) string {
	t.Helper()
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		t.Fatal(err)
	}
	return at.AddDate(0, 0, 1).Format(time.DateOnly)
}
