package audit

// Reading a whole book from its entries.

import (
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/ledger/store"
	"ouverte/rules/english"
)

// Progress is called now and then during long work. It may be nil.
type Progress func(done, total int64)

func (p Progress) Tell(done, total int64) {
	if p != nil {
		p(done, total)
	}
}

// Part is the progress of one of several passes, of which so many are done.
func (p Progress) Part(done, of int64) Progress {
	return func(n, total int64) { p.Tell((done*total+n)/of, total) }
}

// Read reads a book from its first entry to its last: it follows the chain, decodes every body, settles every
// deal and compares every transfer. Of an unsound book, Found says what is wrong, and the state is that of
// the sound part: up to the last entry before the wrong one after which a book may end. each, if any, gets
// every entry that was taken, before the next is read into it.
func Read(
	tx *store.Tx, progress Progress, each func(*chain.Entry) error,
) (*state.State, *Found, error) {
	last, err := lastOf(tx)
	if err == nil {
		err = fits(int64(last))
	}
	if err != nil {
		return nil, nil, err
	}
	r := reading{tx: tx, progress: progress, total: last, each: each}
	s, err := r.read(everything)
	if err == nil {
		err = s.Whole()
	}
	var wrong *state.Wrong
	switch {
	case err == nil:
		found := foundIn(s)
		found.Wrong = stuck(s)
		return s, found, nil
	case !errors.As(err, &wrong):
		return nil, nil, err
	}
	if s, err = soundPart(tx, r.taken); err != nil {
		return nil, nil, err
	}
	found := foundIn(s)
	found.Entries, found.Wrong = int64(last), []*Wrong{{Entry: wrong.Entry, Sentence: wrong.Sentence}}
	return s, found, nil
}

// perEntry is how many bytes an entry takes in memory, with what reading it leaves to be collected: 240 of
// them in a book of 660,000 deals.
const perEntry = 300

// fits refuses a book for which there is too little memory, where it is known how much the program may have.
func fits(entries int64) error {
	limit := debug.SetMemoryLimit(-1)
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	need, free := entries*perEntry, limit-int64(live[0].Value.Uint64())
	if need <= free {
		return nil
	}
	return &store.CannotOpen{Cause: fmt.Errorf("it takes %d bytes of memory, and %d are free", need, free),
		Sentence: fmt.Sprintf("A book of %s entries takes %d MB of memory to read, and %d MB are free. It was "+
			"left as it is; open it on a machine with more.",
			english.Grouped(entries, ","), need/1e6, max(free, 0)/1e6)}
}

func lastOf(tx *store.Tx) (last chain.EntryID, err error) {
	err = tx.Row(`SELECT coalesce(max(seq), 0) FROM entry`).Scan(&last)
	return last, over(tx, err)
}

// over is why a query failed: its context's error, or SQLite's.
func over(tx *store.Tx, err error) error {
	if ended := tx.Context().Err(); err != nil && ended != nil {
		return ended
	}
	return err
}

// soundPart reads as much of the entries up to one, all of which can be taken, as is a book.
func soundPart(tx *store.Tx, to chain.EntryID) (*state.State, error) {
	r, whole := reading{tx: tx}, chain.EntryID(0)
	r.each = func(e *chain.Entry) error {
		if r.draft.Whole() == nil {
			whole = e.Seq
		}
		return nil
	}
	s, err := r.read(to)
	if err != nil || whole == to {
		return s, err
	}
	return (&reading{tx: tx}).read(whole)
}

// Entries gives the entries of a book up to one. An error of theirs is a *state.Wrong.
func Entries(tx *store.Tx, to chain.EntryID, do func(*chain.Entry) error) error {
	if to == 0 {
		return nil
	}
	err := tx.Entries(0, func(e *chain.Entry) error {
		if err := do(e); err != nil || e.Seq < to {
			return err
		}
		return errEnough
	})
	if err == errEnough {
		return nil
	}
	return ofRows(err)
}

const everything = chain.EntryID(math.MaxInt64)

var errEnough = errors.New("audit: that was the last entry to be read")

type reading struct {
	tx       *store.Tx
	progress Progress
	total    chain.EntryID
	each     func(*chain.Entry) error

	draft *state.Draft
	taken chain.EntryID
}

const tellEach = 512

// read takes the entries up to one. An error is a *state.Wrong, or one of reading.
func (r *reading) read(to chain.EntryID) (*state.State, error) {
	r.draft = state.New().Draft()
	var in chain.Reader
	err := Entries(r.tx, to, func(e *chain.Entry) error {
		if err := r.draft.ApplyRead(e, &in); err != nil {
			return err
		}
		if r.taken = e.Seq; r.taken%tellEach == 0 {
			r.progress.Tell(int64(r.taken), int64(r.total))
		}
		if r.each != nil {
			return r.each(e)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	r.progress.Tell(int64(r.taken), int64(r.total))
	return r.draft.Done(), nil
}

func ofRows(err error) error {
	var bad *store.BadEntry
	if !errors.As(err, &bad) {
		return err
	}
	says := "is wrong: " + bad.Error()
	for _, is := range []string{"it is missing", "it can't be"} {
		if strings.HasPrefix(bad.Error(), is) {
			says = bad.Error()[len("it "):]
		}
	}
	return &state.Wrong{Entry: bad.Entry, Sentence: fmt.Sprintf("Entry %d %s.", bad.Entry, says)}
}

func foundIn(s *state.State) *Found {
	f := &Found{Entries: int64(s.Last()), Deals: s.Deals(), Nights: s.Evenings(),
		Players: len(s.Names().Listed())}
	if s.Last() > 0 {
		f.End = s.Hash().Seal()
	}
	return f
}

// stuck finds closed nights in which something is still owed. No page settles that: a closed night isn't
// paid, and nothing of it is on the slate. Parting two people left such nights before it carried what they
// leave open.
func stuck(s *state.State) (found []*Wrong) {
	for n := range s.Nights() {
		v := s.Resolve(n.ID)
		if n.Closed == 0 || !n.Money().Handed() || v.Even() {
			continue
		}
		var owed []string
		people := append(v.People(), state.Kitty)
		slices.Sort(people)
		for _, p := range people {
			if sum := v.Sum(p).Total(); sum != 0 {
				owed = append(owed, chain.Printable(s.Names().Name(p))+" "+n.Money().Signed(sum))
			}
		}
		found = append(found, &Wrong{Stuck: true,
			Sentence: english.Stop(fmt.Sprintf("Night %d (%s) is closed, and no page can settle what is left of "+
				"it: %s",
				n.ID, chain.Printable(n.Date), english.List(owed))) +
				" Open it again, settle it and close it."})
	}
	return found
}
