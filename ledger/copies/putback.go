package copies

// A copy is looked at, and put back in the place of the book.

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
	"ouverte/ledger/chain"
	"ouverte/ledger/door"
	"ouverte/ledger/show"
	"ouverte/ledger/store"
	"ouverte/ledger/years"
)

// Seen is what is in a copy.
type Seen struct {
	Now    *show.Snapshot // of an unsound copy up to where it is right
	Found  *audit.Found
	Common chain.EntryID // up to this entry it and today's book are the same; zero: it is another book
}

// Lacks are the evenings of today's book that began after the copy was made, the newest first, and how many
// deals it lacks in all.
func (s *Seen) Lacks(today *show.Snapshot) (evenings []chain.NightID, deals int) {
	for n := range today.State().Backward() {
		if n.Opened > s.Common && n.Meeting == 0 {
			evenings = append(evenings, n.ID)
		}
		for _, d := range n.Deals {
			if d.Standing >= 0 && chain.EntryID(d.ID) > s.Common {
				deals++
			}
		}
	}
	return evenings, deals
}

// Look reads a copy, or a file that was handed in as one, as a sceptic, and compares it with today's book. It
// changes neither, and ends with its context.
func Look(ctx context.Context, path string, today *ledger.Book, now time.Time) (*Seen, error) {
	if err := store.Plausible(path); err != nil {
		return nil, explain(path, err)
	}
	copied, err := audit.Open(ctx, path)
	if err != nil {
		return nil, explain(path, err)
	}
	defer copied.Close()
	state, found, err := copied.Read(nil)
	if err != nil {
		return nil, explain(path, err)
	}
	begins, err := audit.Season(copied.Tx())
	if err != nil {
		return nil, explain(path, err)
	}
	seen := &Seen{Now: show.Of(state, now, years.SeasonBegins(begins), new(show.Memo)), Found: found}
	if today.Now().Entries() == 0 {
		return seen, nil
	}
	book, err := audit.Open(ctx, today.Path())
	if err != nil {
		return nil, err
	}
	defer book.Close()
	seen.Common, err = common(copied, book, min(state.Last(), chain.EntryID(today.Now().Entries())))
	return seen, err
}

// explain says why a copy can't be read.
func explain(path string, err error) error {
	says := map[error]string{
		store.ErrNotABook:  "This file isn’t a copy of a book.",
		store.ErrTruncated: "This copy isn’t whole: a part of it is missing.",
		store.ErrDamaged:   "This copy is damaged, so it can’t be put back.",
		store.ErrAltered:   "Somebody changed how this copy is made, so it can’t be put back.",
		store.ErrNewer:     "A newer Ouverte made this copy. Put it back with that one.",
	}[store.Cause(err)]
	if says == "" {
		return store.ExplainLook(path, err)
	}
	return &ledger.CannotOpen{Path: path, Sentence: says, Cause: err}
}

// common is the last entry up to one that both have: entries are chained, so those before it are the same.
func common(a, b *audit.Book, to chain.EntryID) (chain.EntryID, error) {
	from := chain.EntryID(0)
	for at := to; from < to; at = (from + to + 1) / 2 {
		same, err := audit.Alike(a.Tx(), b.Tx(), at)
		if err != nil {
			return 0, err
		}
		if same {
			from = at
		} else {
			to = at - 1
		}
	}
	return from, nil
}

// Ready is a copy that may become the book: made anew beside it, checked, brought up to date, and with those
// let in who are to be.
type Ready struct {
	book, path string
	kept       string
	nothing    bool // nothing is in today's book
	damaged    bool // it isn't sound
	remove     func() error
}

// Prepare makes a copy ready while the book is in use. Let in are all of today's devices where it is the same
// book; else those of the copy, and the one that asks. An empty book, where from is empty, has all of them.
// Whatever becomes of it, Drop is called.
func Prepare(
	ctx context.Context, from string, same bool, today *ledger.Book, by door.DeviceID, o Options,
) (r *Ready, err error) {
	folder, remove, err := today.CopyFolder()
	if err != nil {
		return nil, err
	}
	r = &Ready{book: today.Path(), path: filepath.Join(folder, "fresh.db"), remove: remove}
	defer func() {
		if err != nil {
			_ = r.Drop()
		}
	}()
	size := int64(0)
	for _, path := range []string{from, today.Path()} { // a copy of each will lie on the disk
		if info, err := os.Stat(path); err == nil {
			size += info.Size()
		}
	}
	if err := RoomFor(folder, size); err != nil {
		return nil, err
	}
	if from != "" {
		if _, err := archive.Backup(ctx, from, r.path, nil); err != nil {
			return nil, err
		}
	}
	fresh, err := ledger.Open(ctx, r.path, ledger.Options{Clock: o.Clock, Log: o.Log, Existing: from != ""})
	if err != nil {
		return nil, err
	}
	if why := fresh.Warnings(); len(why) > 0 {
		err = &ledger.CannotOpen{Path: from, Sentence: why[0].What, Cause: errors.New(why[0].What)}
	} else {
		err = fresh.LetInAs(ctx, today.Door, same, by)
	}
	if err = errors.Join(err, fresh.Close()); err != nil {
		return nil, err
	}
	place := Beside(r.book)
	if len(o.Places) > 0 {
		place = o.Places[0]
	}
	if err := makeFolder(today, place); err != nil {
		return nil, &ledger.CannotWrite{Cause: err,
			Sentence: "Ouverte can’t keep today’s book in the folder for copies. " + sentence(err)}
	}
	r.kept, r.damaged = place, today.CommittedState() == nil
	r.nothing = !r.damaged && today.Now().Entries() == 0
	return r, nil
}

// RoomFor refuses to write so many bytes into a folder on whose disk there is too little room.
func RoomFor(folder string, size int64) error {
	if free, known := store.Room(folder); known && free < size+anEvening {
		return &ledger.CannotWrite{Cause: &noRoom{size + anEvening, free},
			Sentence: "The disk has too little room to keep both books. Make room, then try again."}
	}
	return nil
}

// Put makes it the book, once that is closed. today is the book as it was then: it becomes the newest copy,
// unless nothing is in it, and what need not stay of its copies there goes.
func (r *Ready) Put(ctx context.Context, today *show.Snapshot, now time.Time) error {
	kept := filepath.Join(r.kept, nameOf(today.State(), now))
	if r.damaged {
		kept = strings.TrimSuffix(kept, ".db") + damaged + ".db"
	}
	err := archive.Exchange(ctx, r.path, r.book, kept)
	switch { // what can't be removed lies there
	case err != nil:
	case r.nothing:
		_ = os.Remove(kept)
	default:
		_ = prune(r.kept, today.State(), now.Location())
	}
	return err
}

// Drop removes what is left of it.
func (r *Ready) Drop() error { return r.remove() }
