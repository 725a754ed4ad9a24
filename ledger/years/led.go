package years

// What came of misères, by who led to the first trick.

import (
	"sync"

	"ouverte/rules"
)

// Leader is where eldest, who leads to the first trick, sat, seen from the caller.
type Leader uint8

const (
	LedHimself  Leader = iota // the caller led
	LedOnRight                // the caller played second
	LedOpposite               // the caller played third, of four
	LedOnLeft                 // the caller played last
	leaders
)

// MisereLed is what came of the misères, closed and open, that so began.
type MisereLed struct {
	Leader Leader
	Made   Rate // of those won or lost
}

// MisereLeads counts the misères of a span in one money by who led, from the briefs of all its nights.
func (r *Reading) MisereLeads(money rules.Money, span Span) ([]MisereLed, error) {
	sum, err := r.countedLeads(money, span)
	for _, b := range r.loose {
		if b.money == money && span.Holds(b.date) {
			b.countLeads(&sum)
		}
	}
	var out []MisereLed
	for i, rate := range sum {
		if rate.Of > 0 {
			out = append(out, MisereLed{Leader(i), rate})
		}
	}
	return out, err
}

// leads is what the counted nights came to, kept until one is counted or taken out.
type leads struct {
	mu      sync.Mutex
	changes int64 // of the cache
	of      map[moneySpan][leaders]Rate
}

type moneySpan struct {
	money rules.Money
	span  Span
}

// mostLeads is how many spans are kept; people look at whole seasons mostly.
const mostLeads = 64

// countedLeads counts those of the counted nights, which takes going through all of them.
func (r *Reading) countedLeads(money rules.Money, span Span) (sum [leaders]Rate, err error) {
	l, of := &r.cache.leads, moneySpan{money, span}
	l.mu.Lock()
	sum, ok := l.of[of]
	ok = ok && l.changes == r.changes
	l.mu.Unlock()
	if ok {
		return sum, nil
	}
	sum = [leaders]Rate{}
	var parts []*[leaders]Rate
	err = throughBriefs(r.tx, &r.cache.stakes, func() func(*Brief) error {
		part := new([leaders]Rate)
		parts = append(parts, part)
		return func(b *Brief) error {
			b.countLeads(part)
			return nil
		}
	}, `SELECT night, date, stakes, brief FROM year_night
		WHERE money = ?1 AND date >= ?2 AND (?3 = '' OR date <= ?3)`, string(money), span.From, span.Until)
	for _, part := range parts {
		for i, rate := range part {
			sum[i].Won, sum[i].Of = sum[i].Won+rate.Won, sum[i].Of+rate.Of
		}
	}
	if err != nil {
		return sum, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.changes < r.changes || len(l.of) >= mostLeads {
		l.of, l.changes = nil, r.changes
	}
	if l.of == nil {
		l.of = map[moneySpan][leaders]Rate{}
	}
	if l.changes == r.changes {
		l.of[of] = sum
	}
	return sum, nil
}

func (b *Brief) countLeads(to *[leaders]Rate) {
	for i := range b.deals {
		d := &b.deals[i]
		won := d.result.Outcome == rules.Won
		if !d.deal.Call.Losing() || !won && d.result.Outcome != rules.Lost {
			continue
		}
		rate := &to[leaderOf(&d.deal)]
		rate.Of++
		if won {
			rate.Won++
		}
	}
}

// leaderOf counts the players from eldest on to the caller.
func leaderOf(d *rules.Deal) Leader {
	n, active := 0, 0
	for s, i := d.Eldest(), 0; i < d.Seats; s, i = d.Left(s), i+1 {
		if !d.Active(s) {
			continue
		}
		if s == d.Caller {
			n = active
		}
		active++
	}
	if n == active-1 { // the caller is the last to play
		return LedOnLeft
	}
	return Leader(n)
}
