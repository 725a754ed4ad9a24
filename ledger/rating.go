package ledger

// The rating: how strong somebody plays, as far as evenings tell. It is the method of Ruby C. Weng and Chih-Jen Lin, "A
// Bayesian Approximation Method for Online Ranking", Journal of Machine Learning Research 12 (2011), algorithm 1
// (Bradley–Terry, full pair), with every person a side of their own and an evening as the match: in one evening everybody
// plays with and against everybody, so its standing is fair to those of changing partners. People are ranked by what they
// won in their own chair; how much is no matter, so evenings for pence and for pounds count alike, in whatever money.
// Before each evening the uncertainty grows a little (the dynamics factor of Herbrich, Minka and Graepel's TrueSkill, 2006), so
// that nobody is ever rated for good.
//
// Ratings are not stored. The first page that shows them works them out from the briefs of all nights and keeps them in memory; after
// that, a night counted or taken out has those from its day on worked out again by the next such page.

import (
	"cmp"
	"context"
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

func (e dated) compare(o dated) int {
	return cmp.Or(cmp.Compare(e.date, o.date), cmp.Compare(e.night, o.night))
}

func (e dated) before(o dated) bool { return e.compare(o) < 0 }

// RatingPoint is somebody's rating after an evening.
type RatingPoint struct {
	Night NightID
	Date  string
	Rating
}

// match is an evening as it is rated: who sat, and what each won in their own chair.
type match struct {
	dated
	who []PlayerID
	won []int64
}

// match makes the match of a night.
func (b *brief) match() match {
	m := match{dated: b.dated}
	for i := range b.deals {
		d := &b.deals[i]
		for s, c := range d.chairs {
			at := slices.Index(m.who, c.Player)
			if at < 0 {
				at = len(m.who)
				m.who, m.won = append(m.who, c.Player), append(m.won, 0)
			}
			m.won[at] += counted(d.result.Net[s+1])
		}
	}
	return m
}

func byDate(a, b match) int { return a.compare(b.dated) }

// ladder is everybody's ratings after some evenings.
type ladder map[PlayerID][]RatingPoint

// play adds an evening, later than all before it.
func (l ladder) play(m match) {
	if len(m.who) < 2 {
		return
	}
	before := make([]Rating, len(m.who))
	for i, p := range m.who {
		before[i] = l.now(p)
		before[i].Sigma = min(ratingSigma, math.Sqrt(before[i].Sigma*before[i].Sigma+ratingTau*ratingTau))
	}
	for i, r := range rateEvening(before, m.won) {
		l[m.who[i]] = append(l[m.who[i]], RatingPoint{m.night, m.date, r})
	}
}

func (l ladder) now(p PlayerID) Rating {
	if points := l[p]; len(points) > 0 {
		return points[len(points)-1].Rating
	}
	return Rating{ratingMean, ratingSigma}
}

// before is the ladder as it was before an evening. The points are shared.
func (l ladder) before(e dated) ladder {
	out := make(ladder, len(l))
	for p, points := range l {
		at, _ := slices.BinarySearchFunc(points, e, func(x RatingPoint, e dated) int { return dated{x.Date, x.Night}.compare(e) })
		if at > 0 {
			out[p] = points[:at:at]
		}
	}
	return out
}

// ratings is what a book keeps in memory of its ladder.
type ratings struct {
	mu      store.Mutex
	matches []match // the counted nights, in their order …
	ladder  ladder  // … and everybody's ratings after them
	shown   ladder  // with the loose nights too …
	with    []looseAt

	touchMu sync.Mutex
	touched []dated // the first night counted or taken out since the matches were brought up to date
}

// looseAt is a loose night as it was looked at.
type looseAt struct {
	night   NightID
	version EntryID
	joins   int
}

// touch notes that nights were counted or taken out; it is called when that is committed.
func (r *ratings) touch(es []dated) {
	if len(es) == 0 {
		return
	}
	r.touchMu.Lock()
	defer r.touchMu.Unlock()
	r.touched = append(r.touched[:0], slices.MinFunc(append(r.touched, es...), dated.compare))
}

// ladder gives the ratings after all nights, the loose ones in their places.
func (b *Book) ladder(ctx context.Context) (out ladder, err error) {
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

// upToDate works on from where the ladder is; the caller holds the mutex. What was touched is taken note of before the book is read:
// a night counted in between is then read once more.
func (rt *ratings) upToDate(b *Book, tx *store.Tx) (ladder, error) {
	rt.touchMu.Lock()
	touched := rt.touched
	rt.touched = nil
	rt.touchMu.Unlock()
	if rt.ladder == nil {
		rt.ladder = ladder{}
	}
	if len(touched) > 0 {
		at, _ := slices.BinarySearchFunc(rt.matches, match{dated: touched[0]}, byDate)
		rt.matches, rt.ladder, rt.shown = rt.matches[:at], rt.ladder.before(touched[0]), nil
	}
	r, err := b.yearsIn(tx)
	if err != nil {
		return nil, err
	}
	if rt.shown != nil && slices.Equal(rt.with, r.looseAt) {
		return rt.shown, nil
	}
	var last dated
	if n := len(rt.matches); n > 0 {
		last = rt.matches[n-1].dated
	}
	more, err := r.matchesAfter(last)
	if err != nil {
		return nil, err
	}
	for _, m := range more {
		rt.ladder.play(m)
	}
	rt.matches = append(rt.matches, more...)

	// Up to the first loose night as it is, and from there with them.
	var loose []match
	first := dated{"9999", 1 << 62}
	for _, b := range r.loose {
		loose = append(loose, b.match())
		first = slices.MinFunc([]dated{first, b.dated}, dated.compare)
	}
	at, _ := slices.BinarySearchFunc(rt.matches, match{dated: first}, byDate)
	loose = append(loose, rt.matches[at:]...)
	slices.SortFunc(loose, byDate)
	rt.shown, rt.with = rt.ladder.before(first), r.looseAt
	for _, m := range loose {
		rt.shown.play(m)
	}
	return rt.shown, nil
}

// matchesAfter reads the counted nights after one, in their order.
func (r *reading) matchesAfter(last dated) ([]match, error) {
	var parts []*[]match
	err := throughBriefs(r.tx, r.stakes, func() func(*brief) error {
		part := new([]match)
		parts = append(parts, part)
		return func(b *brief) error {
			*part = append(*part, b.match())
			return nil
		}
	}, `SELECT night, date, stakes, brief FROM year_night WHERE (date, night) > (?, ?)`, last.date, int64(last.night))
	var out []match
	for _, part := range parts {
		out = append(out, *part...)
	}
	slices.SortFunc(out, byDate)
	return out, err
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
	for p, points := range l {
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
	return l[b.roster.Load().Who(p)], nil
}
