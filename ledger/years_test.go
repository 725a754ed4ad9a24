package ledger

import (
	"cmp"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ouverte/ledger/audit"
	"ouverte/ledger/testenv"
	"ouverte/ledger/years"
	"ouverte/rules"
)

var seen = gocmp.AllowUnexported(Mean{})

// TestPlayerBook compares everybody's page with a straight recomputation, on a book with every kind of
// correction.
func TestPlayerBook(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	for _, seed := range testenv.Some(1, 0) {
		l := newLife(t, uint64(seed), 7)
		for i := range 30 {
			l.evening(2 + l.rand.IntN(7))
			if i%2 == 1 {
				l.mishap()
			}
		}
		l.compare(seed)
		if seed == 1 { // two who never met turn out to be one, and then not after all
			r, ok := l.join()
			if !ok {
				t.Fatal("everybody has met everybody: nobody can be joined")
			}
			l.compare(seed)
			l.mishap()
			_, err := l.Withdraw(l.ctx, l.slip(), r.Entry, "they are two")
			l.must(err)
			l.compare(seed)
		}
		for range 3 {
			l.mishap()
			l.compare(seed)
		}
	}
}

// compare holds every page against the straight recomputation.
func (l *life) compare(seed int) {
	l.t.Helper()
	names := l.roster.Load()
	players, err := l.Players(l.ctx)
	l.must(err)
	scores, err := l.Scores(l.ctx)
	l.must(err)
	played, err := l.Played(l.ctx)
	l.must(err)
	all := l.inOrder()
	for _, p := range played {
		r := l.reckon(all, p.Money, Span{})
		want := Played{Money: p.Money}
		for _, n := range r.nights {
			want.Nights += flag(len(n.Deals) > 0)
			want.Deals += int64(len(n.Deals))
		}
		if p != want || len(r.nights) == 0 {
			l.t.Fatalf("seed %d: %+v, want %+v", seed, p, want)
		}
	}
	for _, money := range []rules.Money{rules.LSD, rules.Points, rules.Units, "GBP"} {
		for _, span := range l.spans() {
			r := l.reckon(all, money, span)
			var pages []*PlayerBook
			for _, p := range players {
				want := r.player(p, money, span, names)
				pages = append(pages, want)
				at := slices.IndexFunc(scores[p.ID], func(s years.MoneyScore) bool { return s.Money == money })
				if span == (Span{}) && (at >= 0 || want.Nights > 0 || want.Score != 0) &&
					(at < 0 || scores[p.ID][at].Score != want.Score) {
					l.t.Fatalf("seed %d: %s has %v, want %d in %s", seed, p.Name, scores[p.ID], want.Score, money)
				}
				got, err := l.PlayerBook(l.ctx, p.ID, money, span, r.newest)
				l.must(err)
				if diff := gocmp.Diff(want, got, seen); diff != "" {
					l.t.Fatalf("seed %d, %s, %s, %v: −straight +book\n%s", seed, p.Name, money, span, diff)
				}
			}
			from := 3 * l.rand.IntN(2)
			got, err := l.CircleBook(l.ctx, money, span, from)
			l.must(err)
			l.compareCircle(r, pages, got, from)
		}
	}
}

// compareCircle holds the circle's page, all of it and in its order, against what the players' straightly
// reckoned pages and the deals come to.
func (l *life) compareCircle(r *reckoned, pages []*PlayerBook, got *CircleBook, from int) {
	l.t.Helper()
	want := r.circle(pages, got.Money, got.Span, from)
	want.Race = got.Race // TestRace looks at it
	if diff := gocmp.Diff(want, got, seen, cmpopts.EquateEmpty()); diff != "" {
		l.t.Fatalf("the circle, %s, %v: −straight +book\n%s", got.Money, got.Span, diff)
	}
	together, err := l.WholeCircle(l.ctx, got.Money, got.Span)
	l.must(err)
	want = &CircleBook{
		Money: got.Money, Span: got.Span, Nights: got.Nights, Deals: got.Deals, Played: got.Played,
		Calls: got.Calls, Seats: got.Seats, Revokes: got.Revokes,
	}
	if diff := gocmp.Diff(want, together, seen, cmpopts.EquateEmpty()); diff != "" {
		l.t.Fatalf("the whole circle, %s, %v: −its page +apart from it\n%s", got.Money, got.Span, diff)
	}
	var sum int64
	for _, line := range got.Standing {
		sum += line.Score
	}
	var kitty int64
	for _, n := range r.nights {
		kitty += n.Kitty.Sum.Deals + n.Kitty.Sum.Penalties
	}
	if sum+kitty != 0 {
		l.t.Fatalf("the standing adds up to %d beside %d in the kitty", sum, kitty)
	}
}

// TestCircleBook looks at the page of a circle too large for one heat map, from several places in it.
func TestCircleBook(t *testing.T) {
	testenv.Slow(t)
	l := newLife(t, 13, 15)
	for range 24 {
		l.evening(l.rand.IntN(6)) // some without a deal
	}
	l.mishap()
	names := l.roster.Load()
	players, err := l.Players(l.ctx)
	l.must(err)
	most, all := 0, l.inOrder()
	for _, money := range []rules.Money{rules.LSD, rules.Units} {
		for _, span := range l.spans() {
			r := l.reckon(all, money, span)
			var pages []*PlayerBook
			for _, p := range players {
				pages = append(pages, r.player(p, money, span, names))
			}
			for _, from := range []int{0, 3, 12, 50} {
				got, err := l.CircleBook(l.ctx, money, span, from)
				l.must(err)
				l.compareCircle(r, pages, got, from)
				most = max(most, len(got.Standing))
			}
		}
	}
	if most <= ShownAtOnce {
		t.Errorf("only %d people at most: nobody is left out of the heat map", most)
	}
}

// BenchmarkCloseNight closes an evening of 27 deals, counts it into its years, and opens it again, which
// takes it out. It reports what of this who closes it waits for.
func BenchmarkCloseNight(b *testing.B) {
	l := newLife(b, 2, 8)
	l.evening(27)
	id := l.nights[0]
	if !l.night(id).Open {
		_, err := l.ReopenNight(l.ctx, l.slip(), id, "")
		l.must(err)
	}
	var closing time.Duration
	for b.Loop() {
		began := time.Now()
		_, err := l.CloseNight(l.ctx, l.slip(), id, 0)
		closing += time.Since(began)
		l.must(err)
		l.must(l.write(l.ctx, func(d *desk) error {
			return cmp.Or(d.years.CountWaiting(1, d.nightForYears), d.years.Write())
		}))
		_, err = l.ReopenNight(l.ctx, l.slip(), id, "")
		l.must(err)
	}
	b.ReportMetric(float64(closing.Nanoseconds())/float64(b.N), "closing-ns/op")
}

// TestSumsOfAnOldBook opens a book whose nights were counted by a version that kept other sums, as the
// migration leaves it.
func TestSumsOfAnOldBook(t *testing.T) {
	testenv.Thorough(t)
	l := newLife(t, 9, 6)
	for i := range 20 {
		l.evening(4 * (i % 3))
	}
	l.must(l.write(l.ctx, func(d *desk) error { return d.years.Restart("05-05") }))
	l.compare(9) // without any sums
	l.reopen()
	l.compare(9)
	l.audited()
}

// TestSeasonChanges counts years from another day on. In between some years have their sums and others don't,
// and nights are counted and taken out meanwhile.
func TestSeasonChanges(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	l := newLife(t, 14, 6)
	for range 25 {
		l.evening(4)
	}
	for _, begins := range testenv.Some("09-01", "03-17", "12-31", "01-01") {
		l.must(l.write(l.ctx, func(d *desk) error {
			return cmp.Or(d.exec(`UPDATE season SET begins = ?`, begins), d.years.Restart(begins))
		}))
		for more := true; more; {
			l.must(l.write(l.ctx, func(d *desk) (err error) { more, err = d.years.Sum(); return err }))
			l.mishap()
			l.evening(3)
			l.compare(14)
			l.audited()
		}
		if begins != "09-01" {
			continue
		}
		l.must(l.SetSeason(l.ctx, "05-05"))
		l.compare(14)
		l.audited()
		l.reopen()
	}
}

// audited checks the book.
func (l *life) audited() {
	l.t.Helper()
	found, err := audit.Check(l.ctx, l.Path(), nil, nil)
	l.must(err)
	if !found.Well() {
		l.t.Fatal(found.Line())
	}
}
