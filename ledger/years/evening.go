package years

// What an evening was to one person, and what stands out of many: the best and the worst, the dearest deals,
// the longest runs.

import (
	"cmp"
	"slices"

	"ouverte/ledger/chain"
)

// evening is what a night was to one person.
type evening struct {
	day                int64 // 20261121
	night              chain.NightID
	sat                int64 // 1 if they did
	score              int64
	gain, loss         int64 // the dearest deals won and lost, the latter below zero
	gainDeal, lossDeal chain.DealID
	runs               runs
}

// compare orders evenings.
func (e *evening) compare(o *evening) int {
	return cmp.Or(cmp.Compare(e.day, o.day), cmp.Compare(e.night, o.night))
}

// marks are those of the evening for a standing; none where the person only lent an account.
func (e *evening) marks() (best, worst, gain mark) {
	if e.sat == 0 {
		return best, worst, gain
	}
	best = mark{e.score, 0, e.night, e.day}
	if e.gain > 0 {
		gain = mark{e.gain, e.gainDeal, e.night, e.day}
	}
	return best, best, gain
}

// mark is an evening or a deal that stands out; night 0 is none.
type mark struct {
	amount int64
	deal   chain.DealID
	night  chain.NightID
	day    int64
}

// higher gives the mark with the higher amount, of equal ones the earlier.
func higher(a, b mark) mark { return better(a, b, cmp.Compare(b.amount, a.amount)) }

// lower gives the mark with the lower amount, of equal ones the earlier.
func lower(a, b mark) mark { return better(a, b, cmp.Compare(a.amount, b.amount)) }

func better(a, b mark, by int) mark {
	switch {
	case a.night == 0:
		return b
	case b.night == 0:
		return a
	case cmp.Or(by, cmp.Compare(a.day, b.day), cmp.Compare(a.night, b.night)) > 0:
		return b
	}
	return a
}

// record is what stands out of some evenings of one person.
type record struct {
	best, worst mark
	gain, loss  mark
	runs        runs
	up, down    run // of evenings
}

// recordOf puts evenings together, which it brings into their order.
func recordOf(evenings []evening) (r record) {
	slices.SortFunc(evenings, func(a, b evening) int { return a.compare(&b) })
	for i := range evenings {
		e := &evenings[i]
		if e.sat == 0 {
			continue
		}
		best, worst, gain := e.marks()
		r.best, r.worst, r.gain = higher(r.best, best), lower(r.worst, worst), higher(r.gain, gain)
		if e.loss < 0 {
			r.loss = lower(r.loss, mark{e.loss, e.lossDeal, e.night, e.day})
		}
		r.runs = r.runs.then(e.runs)
		r.up.push(e.score > 0)
		r.down.push(e.score < 0)
	}
	return r
}

// run is what is known of a row of n things: how many at its beginning, at its end, and at most anywhere in a
// row were so. That is enough to know the run of two rows, one after the other.
type run struct{ n, first, last, best int64 }

// push adds one thing at the end.
func (r *run) push(so bool) {
	r.n++
	if !so {
		r.last = 0
		return
	}
	r.last++
	r.best = max(r.best, r.last)
	if r.last == r.n {
		r.first = r.n
	}
}

// then is this row with another after it.
func (r run) then(o run) run {
	out := run{n: r.n + o.n, first: r.first, last: o.last, best: max(r.best, o.best, r.last+o.first)}
	if r.first == r.n {
		out.first = r.n + o.first
	}
	if o.last == o.n {
		out.last = o.n + r.last
	}
	return out
}

// runs are those of one person.
type runs struct {
	won  run // own calls won, of those won or lost
	lost run // own calls lost, of the same
	dry  run // deals without an own call won, of all played
}

func (r runs) then(o runs) runs {
	return runs{r.won.then(o.won), r.lost.then(o.lost), r.dry.then(o.dry)}
}
