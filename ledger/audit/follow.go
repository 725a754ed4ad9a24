package audit

import (
	"ouverte/ledger/chain"
	"ouverte/rules"
)

// Follower follows a book's entries, each checked as by Check, for one who tells of them in their order.
type Follower struct{ r *reckoning }

// Follow gives one that has seen no entry yet.
func (b *Book) Follow() (*Follower, error) {
	h := &hand{b.tx}
	last, err := h.lastOfNights(b.Last)
	if err != nil {
		return nil, err
	}
	r := newReckoning(nil, (&reader{look: b, hand: h}).entry)
	r.lastOf = last
	r.compare = func(finished) error { return nil } // nights are freed, and not compared with anything
	return &Follower{r}, nil
}

// Take takes the next entry.
func (f *Follower) Take(e *Entry) error { return f.r.take(e) }

// Night is a night as it is after some entry.
type Night struct {
	Name, Date string
	Stakes     *rules.House // at the amounts played for
}

// Night is the night the entry taken last is about; nil outside the nights.
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

// Who is the person a player stands for, by the entries taken so far.
func (f *Follower) Who(p chain.PlayerID) chain.PlayerID { return f.r.who(p) }
