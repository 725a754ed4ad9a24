package ledger

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ouverte/rules"
)

// ofRounds are the deals of each table by their rounds, oldest first, and who dealt and sat in them.
func ofRounds(e *Meeting) map[int][]string {
	out := map[int][]string{}
	for _, t := range e.Tables {
		for _, d := range slices.Backward(t.Deals) {
			out[d.Round] = append(out[d.Round], fmt.Sprint(t.ID, d.ID, d.Chairs, d.Deal))
		}
	}
	return out
}

// firstDealers are who deals next at the tables of a round of which no deal is recorded.
func firstDealers(e *Meeting) (out []string) {
	for _, t := range e.Tables {
		if t.InRound && t.Dealt == 0 {
			out = append(out, fmt.Sprint(t.ID, t.Table[t.Dealer-1].Player, t.Doubt))
		}
	}
	return out
}

// TestARoundIsByPlace: whatever is inserted, removed, put back, corrected or swapped in a round changes that
// round alone: no other gains or loses a deal or a dealer, and who deals first in the round being played stays.
func TestARoundIsByPlace(t *testing.T) {
	for seed := range few(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 60))
			c := gatherClub(t, newBook(t), 8)
			for range 3 {
				c.playSome(r)
				for range 6 {
					c.mendSome(r)
				}
				c.nextRound(r)
				for range 6 {
					c.mendSome(r)
				}
			}
			well(t, c.Path())
		})
	}
}

func (c *club) playSome(r *rand.Rand) {
	for _, t := range c.now().Tables {
		for range r.IntN(4) {
			c.solo(t.ID, rules.Seat(1+r.IntN(4)), r.IntN(14))
		}
	}
}

// nextRound seats the next round, half the time with the same people at a table.
func (c *club) nextRound(r *rand.Rand) {
	e := c.now()
	people := slices.Clone(c.players)
	if r.IntN(2) == 0 {
		r.Shuffle(len(people), func(i, j int) { people[i], people[j] = people[j], people[i] })
	}
	next := Seating{Round: e.Round + 1}
	for i := range e.Tables {
		next.Tables = append(next.Tables, SeatTable{Night: e.Tables[i].ID, Seats: people[4*i : 4*i+4]})
	}
	c.ok(c.AgreeRound(c.ctx, c.slip(), c.id, e.Night.Version, next))
}

// mendSome puts something right in a round and holds the others against what they were.
func (c *club) mendSome(r *rand.Rand) {
	c.t.Helper()
	e := c.now()
	t := &e.Tables[r.IntN(len(e.Tables))]
	if len(t.Deals) == 0 {
		return
	}
	d := t.Deals[r.IntN(len(t.Deals))]
	m := Mend{Deal: d.ID, Saw: d.Version, MoveDealers: r.IntN(2) == 0}
	switch m.Do = []MendKind{Correct, Remove, PutBack, Insert, Swap}[r.IntN(5)]; m.Do {
	case Insert:
		m.Said.Deal = rules.Deal{Call: rules.Misere, Caller: 1}
	case Correct:
		m.Said.Deal = rules.Deal{Call: rules.Misere, Caller: 2, Tricks: 1}
	case PutBack:
		if len(t.Removed) == 0 {
			return
		}
		d = t.Removed[r.IntN(len(t.Removed))]
		m.Deal, m.Saw = d.ID, d.Version
	case Swap:
		with := t.Deals[r.IntN(len(t.Deals))]
		m.With, m.SawWith = with.ID, with.Version
		if with.Round != d.Round {
			_, err := c.Mend(c.ctx, c.slip(), t.ID, m)
			wantPart(c.t, err, "can’t change places")
			return
		}
	}
	if _, err := c.Mend(c.ctx, c.slip(), t.ID, m); err != nil {
		return // it stands already, or the dealers can't be moved
	}
	now := c.now()
	was, is := ofRounds(e), ofRounds(now)
	for round := 1; round <= e.Round; round++ {
		if round != d.Round && !slices.Equal(was[round], is[round]) {
			c.t.Fatalf("%d in round %d changed round %d:\n%v\n%v", m.Do, d.Round, round, was[round], is[round])
		}
	}
	if d.Round != e.Round && !slices.Equal(firstDealers(e), firstDealers(now)) {
		c.t.Fatalf("%d in round %d of %d changed who deals first: %v, then %v", m.Do, d.Round, e.Round,
			firstDealers(e), firstDealers(now))
	}
	for _, t := range now.Tables {
		if n := len(slices.DeleteFunc(slices.Clone(t.Deals), func(d *Dealt) bool {
			return d.Round != now.Round
		})); n != t.Dealt {
			c.t.Fatalf("%s says %d deals in this round, and shows %d", t.Name, t.Dealt, n)
		}
	}
}
