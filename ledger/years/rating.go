package years

// The rating: how strong somebody plays, as far as evenings tell. The method is that of Ruby C. Weng and
// Chih-Jen Lin, "A Bayesian Approximation Method for Online Ranking", Journal of Machine Learning Research 12
// (2011), algorithm 1 (Bradley–Terry, full pair), with each person as a side and an evening as a match: in
// one evening everybody plays with and against everybody, so its standing is fair to changing partners.
// People are ranked by what they won in their own chair. How much doesn't matter, so evenings for pence and
// for pounds count alike, in any money. Before each evening the uncertainty grows a little (the dynamics
// factor of Herbrich, Minka and Graepel's TrueSkill, 2006), so that no rating is ever final.
//
// Ratings are not stored. The first page that shows them computes them from the briefs of all nights and
// keeps them in memory. After a night was counted or taken out, the next such page computes those from its
// day on again.

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/people"
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
	give := spread95 * r.Sigma
	return int(math.Round((r.Mean - give) * perStrength)), int(math.Round((r.Mean + give) * perStrength))
}

// sure is the strength surely reached, the lower end of what is shown. The ladder is ordered by it, so that a
// few evenings don't put anybody on top.
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
	night chain.NightID
}

func (e dated) compare(o dated) int {
	return cmp.Or(cmp.Compare(e.date, o.date), cmp.Compare(e.night, o.night))
}

func (e dated) before(o dated) bool { return e.compare(o) < 0 }

// after is the place next to this one.
func (e dated) after() dated { return dated{e.date, e.night + 1} }

// RatingPoint is somebody's rating after an evening.
type RatingPoint struct {
	Night chain.NightID
	Date  string
	Rating
}

// Match is an evening as it is rated: who sat, and what each won in their own chair.
type Match struct {
	dated
	who []chain.PlayerID
	won []int64
}

// NewMatch gives one.
func NewMatch(night chain.NightID, date string, who []chain.PlayerID, won []int64) Match {
	return Match{dated{date, night}, who, won}
}

// match makes the match of a night.
func (b *Brief) match() Match {
	m := Match{
		dated: b.dated, who: make([]chain.PlayerID, 0, len(b.people)), won: make([]int64, 0, len(b.people)),
	}
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

func byDate(a, b Match) int { return a.compare(b.dated) }

// Ladder is everybody's ratings after some evenings.
type Ladder map[chain.PlayerID][]rated

// rated is a RatingPoint in 24 bytes: a large book has hundreds of thousands, and they stay in memory.
type rated struct {
	Rating
	night uint32
	day   int32 // 20261121
}

func newRated(e dated, r Rating) rated { return rated{r, uint32(e.night), int32(dayNumber(e.date))} }

func (r rated) place() place { return place{int64(r.day), chain.NightID(r.night)} }

// Line is somebody's rating after each of their evenings.
func (l Ladder) Line(p chain.PlayerID) []RatingPoint {
	if len(l[p]) == 0 {
		return nil
	}
	line := make([]RatingPoint, len(l[p]))
	for i, r := range l[p] {
		line[i] = RatingPoint{chain.NightID(r.night), dateOf(int64(r.day)), r.Rating}
	}
	return line
}

// Play adds an evening, later than all before it.
func (l Ladder) Play(m Match) {
	if len(m.who) < 2 {
		return
	}
	before := make([]Rating, len(m.who))
	for i, p := range m.who {
		before[i] = l.now(p)
		before[i].Sigma = min(ratingSigma, math.Sqrt(before[i].Sigma*before[i].Sigma+ratingTau*ratingTau))
	}
	for i, r := range rateEvening(before, m.won) {
		l[m.who[i]] = append(l[m.who[i]], newRated(m.dated, r))
	}
}

func (l Ladder) now(p chain.PlayerID) Rating {
	if points := l[p]; len(points) > 0 {
		return points[len(points)-1].Rating
	}
	return Rating{ratingMean, ratingSigma}
}

// before is the ladder as it was before an evening. The points are shared.
func (l Ladder) before(e dated) Ladder {
	out := make(Ladder, len(l))
	first := newRated(e, Rating{}).place()
	for p, points := range l {
		at, _ := slices.BinarySearchFunc(points, first, func(x rated, e place) int { return x.place().compare(e) })
		if at > 0 {
			out[p] = points[:at:at]
		}
	}
	return out
}

// ratings is what a book keeps in memory of its ladder.
type ratings struct {
	mu     store.Mutex
	ladder Ladder  // after the counted nights before …
	next   dated   // … this place
	tail   []Match // those of these nights that aren't before …
	from   dated   // … this place: the first loose night is played there
	shown  Ladder  // after the loose nights, too …
	with   []looseAt

	touchMu sync.Mutex
	touched []dated // the first night counted or taken out since the ladder was brought up to date
}

// looseAt is a loose night as it was looked at.
type looseAt struct {
	night   chain.NightID
	version chain.EntryID
	joins   int
}

// touch notes that nights were counted or taken out; it is called when that is committed.
func (r *ratings) touch(es []dated) {
	r.touchMu.Lock()
	defer r.touchMu.Unlock()
	r.touched = append(r.touched[:0], slices.MinFunc(append(r.touched, es...), dated.compare))
}

// ladder returns the ratings after all nights, the loose ones in their places. It takes touched before read
// begins its transaction, so a night counted in between is read once more rather than missed.
func (c *Cache) ladder(tx *store.Tx, read func(*store.Tx) (*Reading, error)) (Ladder, error) {
	rt := &c.ratings
	if err := tx.Lock(rt.mu); err != nil {
		return nil, err
	}
	defer rt.mu.Unlock()
	rt.touchMu.Lock()
	touched := rt.touched
	rt.touched = nil
	rt.touchMu.Unlock()
	if rt.ladder == nil {
		rt.ladder, rt.from = Ladder{}, theEnd
	}
	if len(touched) > 0 {
		rt.cut(touched[0])
	}
	r, err := read(tx)
	if err != nil {
		return nil, err
	}
	if rt.shown != nil && slices.Equal(rt.with, r.looseAt) {
		return rt.shown, nil
	}
	first := theEnd
	var loose []Match
	for _, b := range r.loose {
		loose = append(loose, b.match())
		first = slices.MinFunc([]dated{first, b.dated}, dated.compare)
	}
	anew := len(rt.ladder) == 0
	if err := rt.readOn(r, first); err != nil {
		return nil, err
	}
	if anew { // growing by doubling left half as much again unused
		for p, points := range rt.ladder {
			rt.ladder[p] = slices.Clone(points)
		}
	}
	loose = append(loose, rt.tail...)
	slices.SortFunc(loose, byDate)
	rt.shown, rt.with = rt.ladder.before(first), r.looseAt
	for _, m := range loose {
		rt.shown.Play(m)
	}
	return rt.shown, nil
}

// theEnd is the place after all nights.
var theEnd = dated{"9999-99-99", 0}

// cut forgets the nights from a place on.
func (rt *ratings) cut(at dated) {
	rt.ladder, rt.shown = rt.ladder.before(at), nil
	rt.next = slices.MinFunc([]dated{rt.next, at}, dated.compare)
	n, _ := slices.BinarySearchFunc(rt.tail, Match{dated: at}, byDate)
	rt.tail = rt.tail[:n]
}

// readOn has the ladder be after all counted nights, and the tail be those from the first loose night on.
// Usually those are few; no other nights are held in memory.
func (rt *ratings) readOn(r *Reading, first dated) error {
	if first.before(rt.from) {
		rt.tail, rt.from = nil, theEnd
		var tail []Match
		err := r.matches(first, rt.next, func(m Match) { tail = append(tail, m) })
		if err != nil {
			return err
		}
		rt.tail = tail
	}
	at, _ := slices.BinarySearchFunc(rt.tail, Match{dated: first}, byDate)
	rt.tail, rt.from = slices.Delete(rt.tail, 0, at), first
	return r.matches(rt.next, theEnd, func(m Match) {
		rt.ladder.Play(m)
		if rt.next = m.after(); !m.before(first) {
			rt.tail = append(rt.tail, m)
		}
	})
}

// matchesAtATime is how many nights are read before they are played.
const matchesAtATime = 2048

// matches calls do with the counted nights from a place up to another, in their order.
func (r *Reading) matches(from, until dated, do func(Match)) error {
	for {
		var parts []*[]Match
		err := throughBriefs(r.tx, &r.cache.stakes, func() func(*Brief) error {
			part := new([]Match)
			parts = append(parts, part)
			return func(b *Brief) error {
				*part = append(*part, b.match())
				return nil
			}
		}, briefsFrom, from.date, int64(from.night), until.date, int64(until.night), matchesAtATime)
		if err != nil {
			return err
		}
		var some []Match
		for _, part := range parts {
			some = append(some, *part...)
		}
		slices.SortFunc(some, byDate)
		for _, m := range some {
			do(m)
		}
		if len(some) < matchesAtATime {
			return nil
		}
		from = some[len(some)-1].after()
	}
}

// Rung is one person's place on the ladder.
type Rung struct {
	Player chain.PlayerID
	Name   string
	Face   face.Face
	Rating
	Nights int
	Last   string // date of the last evening rated
}

// Ladder returns everybody's rating, best first. read begins a Reading in the transaction, in which nothing
// was read before.
func (c *Cache) Ladder(
	tx *store.Tx, read func(*store.Tx) (*Reading, error), names *people.Roster,
) ([]Rung, error) {
	l, err := c.ladder(tx, read)
	if err != nil {
		return nil, err
	}
	var out []Rung
	for p, points := range l {
		last := points[len(points)-1]
		out = append(out, Rung{p, names.Name(p), names.Face(p), last.Rating, len(points), dateOf(int64(last.day))})
	}
	return sorted(out, func(a, b *Rung) int {
		return cmp.Or(cmp.Compare(b.sure(), a.sure()), cmp.Compare(a.Name, b.Name))
	}), nil
}

// RatingLine gives somebody's rating after each of their evenings.
func (c *Cache) RatingLine(
	tx *store.Tx, read func(*store.Tx) (*Reading, error), p chain.PlayerID,
) ([]RatingPoint, error) {
	l, err := c.ladder(tx, read)
	return l.Line(p), err
}
