package audit

import "ouverte/rules"

// Follower checks a book's entries as Check does, one by one, for a caller that reports them in order.
type Follower struct{ r *reckoning }

// Follow returns a Follower before the first entry.
func (b *Book) Follow() (*Follower, error) {
	h := &hand{b.tx}
	last, err := h.lastOfNights(b.Last)
	if err != nil {
		return nil, err
	}
	r := newReckoning(nil, (&reader{look: b, hand: h}).entry)
	r.lastOf = last
	r.compare = func(finished) error { return nil } // so that nights are freed
	return &Follower{r}, nil
}

// Take checks and follows the next entry.
func (f *Follower) Take(e *Entry) error { return f.r.take(e) }

// Night is a night as it is after an entry.
type Night struct {
	Name, Date string
	Stakes     *rules.House // at the night's scale
}

// Night is the night of the last entry taken; nil for an entry of none.
func (f *Follower) Night(e *Entry) *Night {
	n := f.r.night(e.Night)
	if n == nil && e.Night != 0 {
		n = f.r.ended // with this entry
	}
	if n == nil {
		return nil
	}
	return &Night{n.name, n.date, n.stakes}
}
