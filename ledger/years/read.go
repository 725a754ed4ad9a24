package years

// Reading the statistics: whole years from their sums, the days at the edges from the briefs of their nights,
// and loose nights from briefs the ledger makes of their entries.

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
	"ouverte/rules"
)

// Span is a stretch of days, both included. An empty end is open.
type Span struct{ From, Until string }

// Check refuses days that are none.
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

// Holds tells whether a day falls into the span.
func (s Span) Holds(day string) bool {
	return day >= s.From && (s.Until == "" || day <= s.Until)
}

// Reading is the statistics as one read transaction sees them.
type Reading struct {
	tx    *store.Tx
	cache *Cache
	loose []*Brief

	looseAt []looseAt // the same, as they were
	changes int64     // of the cache, before the transaction began

	begins, until string // the sums are of years that begin on that day, and of nights up to this
	days          Span   // from the first day with a counted night to the last; empty if there is none
}

// Read begins a Reading. loose are the nights that aren't counted; the caller adds each with Add.
func Read(tx *store.Tx, cache *Cache) (r *Reading, loose []chain.NightID, err error) {
	r = &Reading{tx: tx, cache: cache, changes: cache.changes.Load()}
	var of, nights string
	var stakes int
	err = tx.Row(beginReading).Scan(&r.begins, &of, &r.until, &r.days.From, &r.days.Until, &nights, &stakes)
	if err == nil {
		err = json.Unmarshal([]byte(nights), &loose)
	}
	if err != nil {
		return nil, nil, err
	}
	if r.begins = SoundSeason(r.begins); r.begins != of {
		r.until = ""
	}
	return r, loose, cache.stakes.learn(tx, stakes)
}

// Add adds a loose night. As long as version and joins are the same, so is the brief.
func (r *Reading) Add(b *Brief, version chain.EntryID, joins int) {
	r.loose = append(r.loose, b)
	r.looseAt = append(r.looseAt, looseAt{b.night, version, joins})
}

// What pages ask.
const (
	// beginReading asks for what every page needs.
	beginReading = `SELECT coalesce((SELECT begins FROM season WHERE one = 1), ''),
		coalesce((SELECT begins FROM year_kept WHERE one = 1), ''),
		coalesce((SELECT until FROM year_kept WHERE one = 1), ''),
		coalesce((SELECT min(date) FROM year_night), ''), coalesce((SELECT max(date) FROM year_night), ''),
		(SELECT json_group_array(night) FROM (SELECT night FROM year_loose ORDER BY night)),
		coalesce((SELECT max(id) FROM year_stakes), 0)`

	standingIn = `SELECT standing FROM year_circle WHERE money = ? AND year IN (SELECT value FROM json_each(?))`
	figuresIn  = `SELECT player, figures FROM year_player WHERE player IN (SELECT value FROM json_each(?))
		AND money = ? AND year IN (SELECT value FROM json_each(?))`
	moneysPlayed = `SELECT money FROM year_circle UNION SELECT money FROM year_night WHERE date > ?`

	// Briefs, as throughBriefs and scanBrief read them.
	briefsBetween = `SELECT night, date, stakes, brief FROM year_night WHERE date BETWEEN ? AND ? AND money = ?`
	briefsFrom    = `SELECT night, date, stakes, brief FROM year_night
		WHERE (date, night) >= (?, ?) AND (date, night) < (?, ?) ORDER BY date, night LIMIT ?`
	briefsOf = `SELECT night, date, stakes, brief FROM year_night
		WHERE night IN (SELECT value FROM json_each(?))`
)

// Often are the statements pages run all the time, see store.Options.
var Often = []string{
	SeasonBegins, FirstAndLastDay, beginReading, standingIn, figuresIn, moneysPlayed,
	briefsBetween, briefsFrom, briefsOf,
}

// split parts a span into years that have sums, and the days before, between and after them. An end beyond
// all nights is taken as that of the year, so that no night there has to be read.
func (r *Reading) split(s Span) (years []int64, edges []Span) {
	if r.days.From == "" || s.From > r.days.Until || s.Until != "" && s.Until < r.days.From {
		return nil, nil
	}
	if s.From <= r.days.From {
		s.From = SeasonOf(r.days.From, r.begins).From
	}
	if s.Until == "" || s.Until >= r.days.Until {
		s.Until = SeasonOf(r.days.Until, r.begins).Until
	}
	from := s.From
	for year := YearOf(s.From, r.begins); year <= YearOf(s.Until, r.begins); year++ {
		y := yearSpan(year, r.begins)
		if y.From < s.From || y.Until > s.Until || y.Until > r.until {
			continue
		}
		years = append(years, year)
		if from < y.From {
			edges = append(edges, Span{from, dayAfter(y.From, -1)})
		}
		if y.Until == s.Until {
			return years, edges
		}
		from = dayAfter(y.Until, 1)
	}
	return years, append(edges, Span{from, s.Until})
}

// dayAfter is the day so many days after another.
func dayAfter(day string, days int) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return ""
	}
	return at.AddDate(0, 0, days).Format(time.DateOnly)
}

// total is what some days come to in one money.
type total struct {
	*Reading
	*Sums
	money rules.Money
	years string // those of which there are sums

	met []map[chain.PlayerID][]chain.NightID // the nights at the edges each player was at
}

// total adds up the standing of a span, of everybody or of those named. Of one player it lists the evenings
// and, where sums are missing, reads only the nights they were at. Of everybody it lists those of a single
// year in short.
func (r *Reading) total(money rules.Money, span Span, of ...chain.PlayerID) (*total, error) {
	years, edges := r.split(span)
	s := &total{Reading: r, money: money, years: Listed(years), Sums: NewSums()}
	s.evenings = unlisted
	switch {
	case len(of) == 1 && of[0] != wholeCircle:
		s.evenings, s.only = whole, of[0]
	case len(of) == 0 && len(years) <= 1 && len(edges) == 0:
		s.evenings = inMonths
	}
	for _, b := range r.loose {
		if b.money == money && span.Holds(b.date) {
			if s.evenings == inMonths { // what is added now may lie between others of its month
				s.evenings = listedInShort
			}
			s.Count(b)
		}
	}
	if len(years) > 0 {
		if err := s.readStanding(r.tx, money, s.years, of); err != nil {
			return nil, err
		}
	}
	for _, e := range edges {
		if err := s.countEdge(e); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// figuresOf adds the figures of some people from the years that have sums. Those of other nights are there
// already.
func (s *total) figuresOf(people ...chain.PlayerID) error {
	if s.years == "[]" {
		return nil
	}
	return s.readFigures(s.tx, s.money, s.years, people)
}

// countEdge counts the nights of days without sums: for the circle's page the calls of everybody, for a
// player's page all figures of that player.
func (s *total) countEdge(e Span) error {
	text := briefsBetween
	args := []any{e.From, e.Until, string(s.money)}
	if s.only != 0 {
		nights, ok, err := s.nightsOf(s.only, e)
		if err != nil {
			return err
		}
		if ok {
			text = briefsOf
			args = []any{Listed(nights)}
		}
	}
	var parts []*Sums
	err := throughBriefs(s.tx, &s.cache.stakes, func() func(*Brief) error {
		part := NewSums()
		part.only, part.evenings, part.callsOnly = s.only, s.evenings, s.only == 0
		parts = append(parts, part)
		met := map[chain.PlayerID][]chain.NightID{}
		s.met = append(s.met, met)
		return func(b *Brief) error {
			if s.only != 0 && !slices.Contains(b.people, s.only) {
				return nil
			}
			part.Count(b)
			if part.callsOnly {
				for _, p := range b.people {
					met[p] = append(met[p], b.night)
				}
			}
			return nil
		}
	}, text, args...)
	for _, part := range parts {
		s.plus(part)
	}
	return err
}

// countPairs counts the pairs among some people at the edges. countEdge leaves them out: it doesn't know yet
// whose are wanted, and most nights have at most one of them.
func (s *total) countPairs(people []chain.PlayerID) error {
	here := map[chain.NightID]int{}
	for _, met := range s.met {
		for _, p := range people {
			for _, night := range met[p] {
				here[night]++
			}
		}
	}
	maps.DeleteFunc(here, func(_ chain.NightID, n int) bool { return n < 2 })
	if len(here) == 0 {
		return nil
	}
	var parts []*Sums
	err := throughBriefs(s.tx, &s.cache.stakes, func() func(*Brief) error {
		part := NewSums()
		parts = append(parts, part)
		return func(b *Brief) error {
			part.Count(b)
			return nil
		}
	}, briefsOf, Listed(slices.Sorted(maps.Keys(here))))
	for _, part := range parts {
		for _, p := range people {
			to := s.person(p).pairs
			for other, sum := range part.person(p).pairs {
				cell(to, other).add(sum)
			}
		}
	}
	return err
}

// nightsOf finds the counted nights of somebody in a span, if there are sums of the years it is in.
func (s *total) nightsOf(p chain.PlayerID, e Span) (nights []chain.NightID, ok bool, err error) {
	var years []int64
	for year := YearOf(e.From, s.begins); year <= YearOf(e.Until, s.begins); year++ {
		if yearSpan(year, s.begins).Until > s.until {
			return nil, false, nil
		}
		years = append(years, year)
	}
	c := NewSums()
	if err := c.readFigures(s.tx, s.money, Listed(years), []chain.PlayerID{p}); err != nil {
		return nil, false, err
	}
	for _, at := range c.person(p).evenings {
		if e.Holds(dateOf(at.day)) {
			nights = append(nights, at.night)
		}
	}
	return nights, true, nil
}

// Listed writes numbers as a JSON list: one parameter, however many there are.
func Listed[N ~int64](numbers []N) string {
	out := []byte{'['}
	for i, n := range numbers {
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendInt(out, int64(n), 10)
	}
	return string(append(out, ']'))
}

// nightsAtATime is how many nights a worker is given to read.
const nightsAtATime = 64

// throughBriefs runs a query for rows of night, date, stakes and brief, and opens them on all processors.
// begin is called once for each worker; the function it returns gets nights in no order and must not keep
// them.
func throughBriefs(
	q store.Querier, stakes *knownStakes, begin func() func(*Brief) error, text string, args ...any,
) error {
	ctx, stop := context.WithCancelCause(context.Background())
	defer stop(nil)
	batches := make(chan []packedNight)
	var working sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		do := begin()
		working.Go(func() {
			b := new(Brief)
			for batch := range batches {
				if len(batch) == nightsAtATime && b.settled == nil { // there are many
					b.settled = new(settledDeals)
				}
				for i := range batch {
					if ctx.Err() != nil {
						break
					}
					if err := b.read(&batch[i]); err != nil {
						stop(err)
					} else if err := do(b); err != nil {
						stop(err)
					}
				}
			}
		})
	}
	var batch []packedNight
	var texts []byte // of the batch
	hand := func() {
		batches <- batch
		batch, texts = make([]packedNight, 0, nightsAtATime), make([]byte, 0, cap(texts))
	}
	err := store.Each(q, func(rows *sql.Rows) error {
		n, err := scanPacked(rows, stakes)
		if err != nil {
			return err
		}
		texts = append(texts, n.text...)
		n.text = texts[len(texts)-len(n.text):]
		if batch = append(batch, n); len(batch) == nightsAtATime {
			hand()
		}
		return context.Cause(ctx)
	}, text, args...)
	hand()
	close(batches)
	working.Wait()
	return cmp.Or(context.Cause(ctx), err)
}

// scanPacked reads a row of night, date, stakes and brief, whose bytes are valid until the next row.
func scanPacked(rows *sql.Rows, stakes *knownStakes) (n packedNight, err error) {
	var id int64 // database/sql would take an int by way of a string
	var text sql.RawBytes
	if err := rows.Scan(&n.night, &n.date, &id, &text); err != nil {
		return n, err
	}
	n.text = text
	n.stakes, err = stakes.at(int(id))
	return n, err
}

// scanBrief reads such a row and opens it.
func scanBrief(rows *sql.Rows, stakes *knownStakes) (*Brief, error) {
	n, err := scanPacked(rows, stakes)
	if err != nil {
		return nil, err
	}
	return n.open()
}

// Cache is what is kept in memory of a book's statistics.
type Cache struct {
	ratings ratings
	stakes  knownStakes
	leads   leads
	changes atomic.Int64 // counts the commits that counted nights or took some out
}

// counted notes that nights were counted or taken out, when that is committed and before anybody is told.
func (c *Cache) counted(nights []dated) {
	if len(nights) > 0 {
		c.changes.Add(1)
		c.ratings.touch(nights)
	}
}

// NewCache gives an empty one.
func NewCache() *Cache { return &Cache{ratings: ratings{mu: store.NewMutex()}} }

// knownStakes are the house rules of nights at their scales, by their number in the book. They never change.
type knownStakes struct {
	mu     sync.Mutex
	houses map[int]atStakes
	last   int // the highest number read so far
}

// atStakes are house rules at the amounts really played for, which are so many times their own.
type atStakes struct {
	house *rules.House
	scale int
}

// learn reads those up to a number that are new since the last time.
func (k *knownStakes) learn(q store.Querier, newest int) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if newest <= k.last {
		return nil
	}
	return store.Each(q, func(rows *sql.Rows) error {
		var (
			id, scale int
			text      []byte
		)
		if err := rows.Scan(&id, &text, &scale); err != nil {
			return err
		}
		house, err := parseStakes(text, scale)
		if err != nil {
			return err
		}
		if k.houses == nil {
			k.houses = map[int]atStakes{}
		}
		k.houses[id], k.last = atStakes{house, scale}, id
		return nil
	}, `SELECT id, house, scale FROM year_stakes WHERE id > ? ORDER BY id`, k.last)
}

func (k *knownStakes) at(id int) (atStakes, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	at, ok := k.houses[id]
	if !ok {
		return atStakes{}, fmt.Errorf("%w: no house rules %d", errPacked, id)
	}
	return at, nil
}
