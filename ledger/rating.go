package ledger

// The rating: how strong somebody plays, as far as evenings tell. It is the method of Ruby C. Weng and Chih-Jen Lin, "A
// Bayesian Approximation Method for Online Ranking", Journal of Machine Learning Research 12 (2011), algorithm 1
// (Bradley–Terry, full pair), with every person a side of their own and an evening as the match: in one evening everybody
// plays with and against everybody, so its standing is fair to those of changing partners. People are ranked by what they
// won in their own chair; how much is no matter, so evenings for pence and for pounds count alike, in whatever money.
// Before each evening the uncertainty grows a little (the dynamics factor of Herbrich, Minka and Graepel's TrueSkill, 2006), so
// that nobody is ever rated for good.
//
// Ratings are not kept in the book. They are worked out from the lines of the evenings in their order, and kept in memory; an evening
// that is counted, taken out or moved later than that makes those from its day on be worked out again. Whoever serves the book
// has that done beside it, by KeepRated, so that no page waits for it.

import (
	"cmp"
	"context"
	"database/sql"
	"math"
	"slices"
	"sync"

	"ouverte/ledger/store"
)

// The constants of the paper, and TrueSkill's for the dynamics.
const (
	ratingMean  = 25.0
	ratingSigma = ratingMean / 3
	ratingBeta  = ratingSigma / 2
	ratingKappa = 0.0001
	ratingTau   = ratingSigma / 100
)

// Rating is how strong somebody is thought to play.
type Rating struct{ Mean, Sigma float64 }

// perStrength is how many points a unit of the paper's scale is shown as: a newcomer begins at a thousand.
const perStrength = 1000 / ratingMean

// Strength is the rating as it is shown: a thousand is a newcomer's.
func (r Rating) Strength() int { return int(math.Round(r.Mean * perStrength)) }

// Within is between which strengths the true one lies, nineteen times in twenty.
func (r Rating) Within() (low, high int) {
	return int(math.Round((r.Mean - spread95*r.Sigma) * perStrength)), int(math.Round((r.Mean + spread95*r.Sigma) * perStrength))
}

// sure is the strength surely reached, the lower end of what is shown, by which the ladder is ordered: few evenings don't put
// anybody on top.
func (r Rating) sure() float64 { return r.Mean - spread95*r.Sigma }

// rateEvening gives everybody's rating after an evening, from those before and what each won.
func rateEvening(before []Rating, won []int64) []Rating {
	after := make([]Rating, len(before))
	for i, a := range before {
		var omega, delta float64
		for q, b := range before {
			if q == i {
				continue
			}
			c := math.Sqrt(a.Sigma*a.Sigma + b.Sigma*b.Sigma + 2*ratingBeta*ratingBeta)
			p := 1 / (1 + math.Exp((b.Mean-a.Mean)/c)) // that i does better than q
			s := 0.5
			switch cmp.Compare(won[i], won[q]) {
			case 1:
				s = 1
			case -1:
				s = 0
			}
			omega += a.Sigma * a.Sigma / c * (s - p)
			gamma := a.Sigma / c
			delta += gamma * a.Sigma * a.Sigma / (c * c) * p * (1 - p)
		}
		after[i] = Rating{Mean: a.Mean + omega, Sigma: a.Sigma * math.Sqrt(max(1-delta, ratingKappa))}
	}
	return after
}

// dated names a night by its place in time.
type dated struct {
	date  string
	night NightID
}

func (e dated) before(o dated) bool {
	return e.date < o.date || e.date == o.date && e.night < o.night
}

// RatingPoint is somebody's rating after an evening.
type RatingPoint struct {
	Night NightID
	Date  string
	Rating
}

// ladder is the ratings after some evenings in their order.
type ladder struct {
	people  map[PlayerID][]RatingPoint
	reached dated
}

func newLadder() *ladder { return &ladder{people: map[PlayerID][]RatingPoint{}} }

// play adds an evening, later than all before it, with what each of those who sat won.
func (l *ladder) play(e dated, who []PlayerID, won []int64) {
	l.reached = e
	if len(who) < 2 {
		return
	}
	before := make([]Rating, len(who))
	for i, p := range who {
		before[i] = l.now(p)
		before[i].Sigma = min(ratingSigma, math.Sqrt(before[i].Sigma*before[i].Sigma+ratingTau*ratingTau))
	}
	for i, r := range rateEvening(before, won) {
		l.people[who[i]] = append(l.people[who[i]], RatingPoint{e.night, e.date, r})
	}
}

func (l *ladder) now(p PlayerID) Rating {
	if points := l.people[p]; len(points) > 0 {
		return points[len(points)-1].Rating
	}
	return Rating{ratingMean, ratingSigma}
}

// cutAt forgets an evening and all after it.
func (l *ladder) cutAt(e dated) {
	for p, points := range l.people {
		at, _ := slices.BinarySearchFunc(points, e, func(x RatingPoint, e dated) int {
			return cmp.Or(cmp.Compare(x.Date, e.date), cmp.Compare(x.Night, e.night))
		})
		l.people[p] = points[:at:at]
		if at == 0 {
			delete(l.people, p)
		}
	}
	l.reached = dated{e.date, e.night - 1}
}

// ratings is the ladder of the counted nights.
type ratings struct {
	mu     store.Mutex
	ladder *ladder
	shown  *ladder // with the loose nights too …
	with   []looseAt

	touchMu sync.Mutex
	touched []dated // since the ladder was brought up to date
}

// looseAt is a loose night as it was looked at.
type looseAt struct {
	night   NightID
	version EntryID
	joins   int
}

// KeepRated has the ratings at hand from now on until ctx ends: it works them out, and again whenever something was written.
func (b *Book) KeepRated(ctx context.Context) {
	changed, stop := b.FollowAll()
	defer stop()
	for {
		if _, err := b.ladder(ctx); err != nil && ctx.Err() == nil {
			b.log.Error("the ratings can't be worked out", "err", err)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}

// touch notes that evenings were counted or taken out; it is called when that is committed.
func (r *ratings) touch(es []dated) {
	if len(es) == 0 {
		return
	}
	r.touchMu.Lock()
	defer r.touchMu.Unlock()
	first := slices.MinFunc(append(r.touched, es...), func(a, b dated) int {
		return cmp.Or(cmp.Compare(a.date, b.date), cmp.Compare(a.night, b.night))
	})
	r.touched = append(r.touched[:0], first)
}

// ladder gives the ratings with all nights, the loose ones among them in their places. What was touched is taken note of
// before the book is looked at: what is committed in between is then only worked out once more. What was worked out when
// ctx ends is kept for the next.
func (b *Book) ladder(ctx context.Context) (out *ladder, err error) {
	err = b.read(ctx, func(tx *store.Tx) error {
		if err := tx.Lock(b.ratings.mu); err != nil {
			return err
		}
		defer b.ratings.mu.Unlock()
		out, err = b.ratings.upToDate(b, tx)
		return err
	})
	return out, err
}

// upToDate works on from where the ladder is; the caller holds the mutex.
func (rt *ratings) upToDate(b *Book, tx *store.Tx) (*ladder, error) {
	rt.touchMu.Lock()
	touched := rt.touched
	rt.touched = nil
	rt.touchMu.Unlock()
	if rt.ladder == nil {
		rt.ladder = newLadder()
	} else if len(touched) > 0 && !rt.ladder.reached.before(touched[0]) {
		rt.ladder.cutAt(touched[0])
	}
	if len(touched) > 0 {
		rt.shown = nil
	}
	r, err := b.yearsIn(tx)
	if err != nil {
		return nil, err
	}
	if rt.shown != nil && slices.Equal(rt.with, r.looseAt) {
		return rt.shown, nil
	}
	rt.shown = nil
	if err := r.playOn(rt.ladder); err != nil {
		return nil, err
	}
	first := dated{"9999", 0}
	for _, b := range r.loose {
		if e := (dated{b.date, b.night}); e.before(first) {
			first = e
		}
	}
	// Up to the first loose night as it is, and from there with them.
	out := rt.ladder.clone(first)
	if err := r.playOn(out, r.loose...); err != nil {
		return nil, err
	}
	rt.shown, rt.with = out, r.looseAt
	return out, nil
}

// clone copies the ladder up to an evening: the points themselves are shared.
func (l *ladder) clone(until dated) *ladder {
	out := &ladder{people: make(map[PlayerID][]RatingPoint, len(l.people)), reached: l.reached}
	for p, points := range l.people {
		out.people[p] = points[:len(points):len(points)]
	}
	if !l.reached.before(until) {
		out.cutAt(until)
	}
	return out
}

// playOn adds the counted nights after those the ladder has, with further ones in their places.
func (r *reading) playOn(l *ladder, loose ...*brief) error {
	type seat struct {
		dated
		who PlayerID
		won int64
	}
	var at dated
	var who []PlayerID
	var won []int64
	loose = slices.SortedFunc(slices.Values(loose), func(a, b *brief) int {
		return cmp.Or(cmp.Compare(a.date, b.date), cmp.Compare(a.night, b.night))
	})
	flush := func(until dated) {
		if len(who) > 0 {
			l.play(at, who, won)
			who, won = who[:0], won[:0]
		}
		for len(loose) > 0 && (dated{loose[0].date, loose[0].night}).before(until) {
			b := loose[0]
			loose = loose[1:]
			var p []PlayerID
			var w []int64
			for _, line := range newCounts().count(b) {
				if line.sat {
					p, w = append(p, line.player), append(w, line.played)
				}
			}
			if len(p) > 0 {
				l.play(dated{b.date, b.night}, p, w)
			}
		}
	}
	err := r.each(func(rows *sql.Rows) error {
		var s seat
		if err := rows.Scan(&s.date, &s.night, &s.who, &s.won); err != nil {
			return err
		}
		if s.dated != at {
			flush(s.dated)
			at = s.dated
		}
		who, won = append(who, s.who), append(won, s.won)
		return nil
	}, `SELECT date, night, player, played FROM year_line WHERE (date, night) > (?, ?) AND sat = 1 ORDER BY date, night`, l.reached.date, int64(l.reached.night))
	if err != nil {
		return err
	}
	flush(dated{"9999", 0})
	return nil
}

// Rung is one person's place on the ladder.
type Rung struct {
	Player PlayerID
	Name   string
	Rating
	Nights int
	Last   string // date of the last evening rated
}

// Ladder gives everybody's rating, best first.
func (b *Book) Ladder(ctx context.Context) ([]Rung, error) {
	var out []Rung
	names := b.roster.Load()
	l, err := b.ladder(ctx)
	if err != nil {
		return nil, err
	}
	for p, points := range l.people {
		last := points[len(points)-1]
		out = append(out, Rung{Player: p, Name: names.Name(p), Rating: last.Rating, Nights: len(points), Last: last.Date})
	}
	slices.SortFunc(out, func(a, b Rung) int {
		return cmp.Or(cmp.Compare(b.sure(), a.sure()), cmp.Compare(a.Name, b.Name))
	})
	return out, nil
}

// RatingLine gives somebody's rating after each of their evenings.
func (b *Book) RatingLine(ctx context.Context, p PlayerID) ([]RatingPoint, error) {
	l, err := b.ladder(ctx)
	if err != nil {
		return nil, err
	}
	return l.people[b.roster.Load().Who(p)], nil
}
