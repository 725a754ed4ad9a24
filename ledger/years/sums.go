package years

// What deals and evenings add up to.

import (
	"cmp"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// mostCounted is the largest amount of a deal that statistics count in full; a larger one counts as this
// much, so that no sum of a lifetime wraps. mostSquared is the same for the squares that measure spread.
const (
	mostCounted = 1 << 40
	mostSquared = 1 << 20
)

func counted(n int64) int64 { return max(-mostCounted, min(n, mostCounted)) }

func squared(n int64) int64 {
	n = max(-mostSquared, min(n, mostSquared))
	return n * n
}

// one is 1 for what is so, else 0. It compiles to no branch: how a deal ended can't be predicted.
func one(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

// end is how a deal ended, in numbers to be added: won and lost are one or nothing.
type end struct {
	won, lost    int64
	told, tricks int64
	over, under  int64
}

func (e *end) read(v *state.Version) {
	e.won, e.lost = one(v.Outcome == rules.Won), one(v.Outcome == rules.Lost)
	e.told = one(v.Tricks != rules.NotSaid)
	e.tricks = e.told * int64(v.Tricks)
	e.over, e.under = int64(v.Over), int64(v.Under)
}

func (f *CallFigures) add(e *end, amount int64) {
	f.N++
	f.Won += e.won
	f.Lost += e.lost
	f.Told += e.told
	f.Tricks += e.tricks
	f.Over += e.over
	f.Under += e.under
	f.Money.N++
	f.Money.Sum += counted(amount)
	f.Money.squares += squared(amount)
}

// Tricks is how often the side that called took each number of tricks, of the deals it won and lost.
type Tricks struct{ Won, Lost [rules.TricksInDeal + 1]int64 }

// add counts a deal.
func (s *Tricks) add(v *state.Version, e *end) {
	if e.told == 1 {
		s.Won[v.Tricks] += e.won
		s.Lost[v.Tricks] += e.lost
	}
}

func (s *Tricks) At(tricks int) int64 { return s.Won[tricks] + s.Lost[tricks] }

// Enough tells whether so many tricks were mostly enough: sets may have another target, and a revoke turns a
// deal.
func (s *Tricks) Enough(tricks int) bool { return s.Won[tricks] > s.Lost[tricks] }

// Turned is how many deals came out otherwise than most with as many tricks.
func (s *Tricks) Turned() (n int64) {
	for i := range s.Won {
		n += min(s.Won[i], s.Lost[i])
	}
	return n
}

func (s Tricks) Less(o *Tricks) Tricks {
	for i := range s.Won {
		s.Won[i] -= o.Won[i]
		s.Lost[i] -= o.Lost[i]
	}
	return s
}

func (d *Dealings) partners(outcome rules.Outcome, amount int64) {
	d.Together++
	d.Amount += counted(amount)
	d.Won += one(outcome == rules.Won)
	d.Lost += one(outcome == rules.Lost)
}

// add adds the counts of another part.
func (d *Dealings) add(o *Dealings) {
	d.Together += o.Together
	d.Won += o.Won
	d.Lost += o.Lost
	d.Amount += o.Amount
	d.Against += o.Against
	d.Paid += o.Paid
	d.Got += o.Got
}

// mark is an evening or a deal that stands out; without a night it is none.
type mark struct {
	night  *state.Night
	deal   chain.DealID
	amount int64
}

// raise takes a mark with a higher amount, of equal ones the earlier, and tells whether it did.
func (m *mark) raise(o mark) bool { return m.take(o, cmp.Compare(o.amount, m.amount)) }

// lower takes a mark with a lower amount, of equal ones the earlier, and tells whether it did.
func (m *mark) lower(o mark) bool { return m.take(o, cmp.Compare(m.amount, o.amount)) }

func (m *mark) take(o mark, better int) bool {
	switch {
	case o.night == nil, m.night != nil && better < 0:
		return false
	case m.night != nil && better == 0 && byDate(o.night, m.night) >= 0:
		return false
	}
	*m = o
	return true
}

// streak is a run of things that are so: the one that goes on, and the longest.
type streak struct{ now, best int64 }

// push adds a thing: one if it is so, else nothing.
func (r *streak) push(so int64) {
	r.now = (r.now + 1) * so
	r.best = max(r.best, r.now)
}

// evening is what a night was to one person.
type evening struct {
	night *state.Night
	score int64
	low   int64 // how far down their deals had brought them
	sat   bool
}

// Tally is what evenings came to for one person. Score goes by account, as the balances do, also with a
// substitute; everything else happened in the chair they sat in.
type Tally struct {
	Nights, Up, Down int64 // evenings they sat at, and those they ended above nothing and below
	Score, Penalties int64
	Deals            int64
	Out              int64 // sat out, five at the table
	Revokes          int64
	Broken           int64 // misères of others they helped to break
}

// running is a tally with what stands out of the evenings, which are added in order.
type running struct {
	Tally
	best, worst, gain mark   // of the first two closed evenings
	ups               streak // closed evenings above nothing
	made              streak // own calls won, of those won or lost
	tonight           evening
}

func (t *running) end(e evening) {
	t.Score += e.score
	if !e.sat {
		return
	}
	t.Nights++
	if e.score > 0 {
		t.Up++
	}
	if e.score < 0 {
		t.Down++
	}
	if e.night.Closed == 0 { // it may end otherwise
		return
	}
	t.ups.push(one(e.score > 0))
	t.best.raise(mark{night: e.night, amount: e.score})
	t.worst.lower(mark{night: e.night, amount: e.score})
}
