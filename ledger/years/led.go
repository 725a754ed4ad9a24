package years

// What came of misères, by who led to the first trick.

import (
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
	var sum [leaders]Rate
	for _, b := range r.loose {
		if b.money == money && span.Holds(b.date) {
			b.countLeads(&sum)
		}
	}
	var parts []*[leaders]Rate
	err := throughBriefs(r.tx, &r.cache.stakes, func() func(*Brief) error {
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
	var out []MisereLed
	for i, rate := range sum {
		if rate.Of > 0 {
			out = append(out, MisereLed{Leader(i), rate})
		}
	}
	return out, err
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
