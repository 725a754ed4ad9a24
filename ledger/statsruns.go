package ledger

// Runs: how many times in a row. A run is kept so that the runs of two evenings put one after the other can be told
// without looking at their deals again.

import "encoding/binary"

// run tells of a row of n things how many at its beginning, at its end, and at most anywhere in a row were so.
type run struct{ n, first, last, best int }

// push adds one thing at the end.
func (r *run) push(so bool) {
	one := run{n: 1}
	if so {
		one = run{1, 1, 1, 1}
	}
	*r = r.then(one)
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

func (r *runs) all() [3]*run { return [3]*run{&r.won, &r.lost, &r.dry} }

// append writes the runs as bytes.
func (r runs) append(to []byte) []byte {
	for _, one := range r.all() {
		for _, n := range [...]int{one.n, one.first, one.last, one.best} {
			to = binary.AppendUvarint(to, uint64(n))
		}
	}
	return to
}

// readRuns reads them back.
func readRuns(text []byte) (r runs, err error) {
	in := briefReader{at: text}
	for _, one := range r.all() {
		one.n, one.first, one.last, one.best = int(in.number()), int(in.number()), int(in.number()), int(in.number())
	}
	if in.bad || len(in.at) > 0 {
		return r, errBrief
	}
	return r, nil
}
