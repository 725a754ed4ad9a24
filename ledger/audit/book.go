package audit

// Reading a whole book from its file, for the audit, the copies and the exports. Entries are read in
// stretches, by as many goroutines as there are processors, and handed on in order: a book of millions of
// deals takes no more memory than a small one.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
	"ouverte/rules"
)

// LongWork is a value of GOGC with which a program that only checks, copies or exports a book is a quarter
// faster: it allocates many times what it holds.
const LongWork = 400

// Progress is called now and then during long work. It may be nil.
type Progress func(done, total int64)

// Tell calls it unless it is nil.
func (p Progress) Tell(done, total int64) {
	if p != nil {
		p(done, total)
	}
}

// Book is a book opened for reading only.
type Book struct {
	Last chain.EntryID // the latest entry when the book was opened

	file   *store.File
	tx     *store.Tx // the snapshot of that moment
	houses sync.Map  // house rules by their text: thousands of nights are played by the same few
}

// Open opens a book that another process may have open. Errors are *store.CannotOpen.
func Open(ctx context.Context, path string) (b *Book, err error) {
	b = new(Book)
	defer func() {
		if err != nil {
			_ = b.Close()
			b, err = nil, store.ExplainLook(path, err)
		}
	}()
	if b.file, err = store.Look(ctx, path); err != nil {
		return b, err
	}
	if b.tx, err = b.file.Begin(ctx); err != nil {
		return b, err
	}
	err = b.tx.Row(`SELECT coalesce(max(seq), 0) FROM entry`).Scan(&b.Last)
	return b, err
}

// Close closes it.
func (b *Book) Close() error {
	if b.tx != nil {
		b.tx.End()
	}
	if b.file != nil {
		return b.file.Close()
	}
	return nil
}

// Tx reads the book as it was when it was opened.
func (b *Book) Tx() *store.Tx { return b.tx }

// CopyTo copies the book into an empty file. The copy may be newer than the snapshot.
func (b *Book) CopyTo(ctx context.Context, path string) error { return b.file.CopyTo(ctx, path) }

// stretch is how many entries are read at a time.
const stretch = 512

// Entry is an entry as it was found in the book.
type Entry struct {
	chain.Entry
	Said  any   // its body, decoded
	Wrong error // what can be seen to be wrong with this entry alone
}

// Entries calls visit with all entries in order, a stretch at a time, until it returns an error. It doesn't
// check that the numbers have no gap; transfers without an entry are a *Wrong.
func (l *Book) Entries(ctx context.Context, progress Progress, visit func([]Entry) error) error {
	ctx, cancel := context.WithCancel(ctx)
	type job struct {
		from, to chain.EntryID
		done     chan error
		entries  []Entry
	}
	hands := runtime.GOMAXPROCS(0)
	jobs, inOrder := make(chan *job), make(chan *job, hands)
	var working sync.WaitGroup
	defer working.Wait()
	defer cancel()
	for range hands {
		working.Go(func() {
			h, err := l.newHand(ctx)
			if err == nil {
				defer h.End()
			}
			r := reader{look: l, hand: h}
			for j := range jobs {
				if err == nil {
					j.entries, err = r.read(j.from, j.to)
				}
				j.done <- err
			}
		})
	}
	working.Go(func() {
		defer close(jobs)
		defer close(inOrder)
		for from := chain.EntryID(1); from <= l.Last; from += stretch {
			j := &job{from: from, to: min(from+stretch-1, l.Last), done: make(chan error, 1)}
			select {
			case inOrder <- j: // blocks while as many are under way as there are hands
			case <-ctx.Done():
				return
			}
			select {
			case jobs <- j:
			case <-ctx.Done():
				j.done <- ctx.Err()
				return
			}
		}
	})
	for j := range inOrder {
		if err := <-j.done; err != nil {
			return err
		}
		if err := visit(j.entries); err != nil {
			return err
		}
		progress.Tell(int64(j.to), int64(l.Last))
	}
	return ctx.Err()
}

// reader reads stretches of entries.
type reader struct {
	look *Book
	hand *hand
	text []byte // buffer
}

const (
	entriesBetween = `SELECT seq, coalesce(night, 0), kind, key, part, device, at, ask, body,
		coalesce(reverses, 0), prev, hash
		FROM entry WHERE seq BETWEEN ? AND ? ORDER BY seq`
	transfersBetween = `SELECT entry, n, coalesce(night, 0), money, src, dst, amount
		FROM transfer WHERE entry BETWEEN ? AND ? ORDER BY entry, n`
)

// read reads a stretch and checks each entry by itself: its hash, and that its body can be decoded.
func (r *reader) read(from, to chain.EntryID) ([]Entry, error) {
	entries, err := r.bare(from, to)
	if err != nil {
		return nil, err
	}
	if err := r.transfers(from, to, entries); err != nil {
		return nil, err
	}
	for i := range entries {
		f := &entries[i]
		var hash chain.Hash
		if hash, r.text = f.DigestIn(r.text); f.Wrong == nil && hash != f.Hash {
			f.Wrong = errors.New("it isn't what it was when it was written: its content doesn't have the hash " +
				"noted with it")
		}
		if f.Wrong == nil {
			f.Said, f.Wrong = r.look.decode(f.Kind, f.Body)
		}
	}
	return entries, nil
}

func (r *reader) bare(from, to chain.EntryID) ([]Entry, error) {
	entries := make([]Entry, 0, to-from+1)
	rows, err := r.hand.ask(entriesBetween, int64(from), int64(to))
	if err != nil {
		return nil, err
	}
	defer rows.end()
	for {
		more, err := rows.next()
		if err != nil || !more {
			return entries, err
		}
		entries = append(entries, Entry{})
		f := &entries[len(entries)-1]
		f.Seq = chain.EntryID(rows.number(0))
		f.Night = chain.NightID(rows.number(1))
		f.Kind = chain.Kind(rows.string(2))
		f.Key = rows.string(3)
		f.Part = int(rows.number(4))
		f.Device = rows.string(5)
		f.At = rows.number(6)
		rows.hash(7, f.Ask[:])
		f.Body = []byte(rows.string(8))
		f.Reverses = chain.EntryID(rows.number(9))
		rows.hash(10, f.Prev[:])
		rows.hash(11, f.Hash[:])
		f.Wrong = rows.bad
	}
}

// transfers reads the transfers of a stretch.
func (r *reader) transfers(from, to chain.EntryID, entries []Entry) error {
	rows, err := r.hand.ask(transfersBetween, int64(from), int64(to))
	if err != nil {
		return err
	}
	defer rows.end()
	at, first := 0, 0
	all := make([]chain.Transfer, 0, 4*len(entries)) // one array for all entries
	for {
		more, err := rows.next()
		if err != nil || !more {
			return err
		}
		seq := chain.EntryID(rows.number(0))
		for at < len(entries) && entries[at].Seq < seq {
			at, first = at+1, len(all)
		}
		if at == len(entries) || entries[at].Seq != seq {
			return &Wrong{Entry: seq, Sentence: fmt.Sprintf("Entry %d is missing: there are transfers of it.", seq)}
		}
		f := &entries[at]
		n := rows.number(1)
		all = append(all, chain.Transfer{
			Night: chain.NightID(rows.number(2)), Money: rules.Money(rows.string(3)),
			From: chain.PlayerID(rows.number(4)), To: chain.PlayerID(rows.number(5)), Amount: rows.number(6),
		})
		f.Transfers = all[first:len(all):len(all)]
		switch {
		case f.Wrong != nil:
		case rows.bad != nil:
			f.Wrong = rows.bad
		case n != int64(len(f.Transfers)):
			f.Wrong = fmt.Errorf("its transfers aren't numbered 1, 2, 3")
		}
	}
}

// entry reads an entry by its number.
func (r *reader) entry(seq chain.EntryID) (*chain.Entry, error) {
	one, err := r.read(seq, seq)
	if err == nil && len(one) == 0 {
		err = errors.New("it isn't there")
	}
	if err != nil {
		return nil, err
	}
	return &one[0].Entry, one[0].Wrong
}

// lastOfNights is the latest entry of each night, up to an entry, by the night's number. It ends at a gap in
// the numbers; the reckoning finds what is wrong there, and keeps later nights in memory.
func (h *hand) lastOfNights(to chain.EntryID) ([]chain.EntryID, error) {
	last, gap := make([]chain.EntryID, 1, 1024), false
	err := h.each(func(r *rows) {
		if gap = gap || r.number(0) != int64(len(last)); !gap {
			last = append(last, chain.EntryID(r.number(1)))
		}
	}, `SELECT night, max(seq) FROM entry WHERE night IS NOT NULL AND seq <= ? GROUP BY night`, int64(to))
	return last, err
}

// decode is chain.Decode, which parses each set of house rules only once.
func (l *Book) decode(kind chain.Kind, text []byte) (any, error) {
	const before = `"house":` // in a name there would be a backslash in it
	at := bytes.Index(text, []byte(before)) + len(before)
	if kind != chain.KindNight || at < len(before) {
		return chain.Decode(kind, text)
	}
	var house *rules.House
	var short []byte
	l.houses.Range(func(known, value any) bool {
		if rest, ok := bytes.CutPrefix(text[at:], []byte(known.(string))); ok {
			house = value.(*rules.House)
			short = slices.Concat(text[:at], []byte("null"), rest)
		}
		return house == nil
	})
	if house == nil {
		body, err := chain.Decode(kind, text)
		if night, ok := body.(*chain.Night); ok && night.House != nil {
			var whole struct {
				House json.RawMessage `json:"house"`
			}
			if json.Unmarshal(text, &whole) == nil {
				shared, _ := l.houses.LoadOrStore(string(whole.House), night.House)
				night.House = shared.(*rules.House)
			}
		}
		return body, err
	}
	body, err := chain.Decode(kind, short)
	if night, ok := body.(*chain.Night); ok {
		night.House = house
	}
	return body, err
}
