package ledger

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

// LongWork is a percentage for the garbage collector (GOGC) with which a program that only checks, copies or
// exports a book is a quarter quicker: it throws away many times what it holds.
const LongWork = 400

// Progress is called from time to time with how far a long piece of work has come. It may be nil.
type Progress func(done, total int64)

func (p Progress) tell(done, total int64) {
	if p != nil {
		p(done, total)
	}
}

// look is a book opened for reading only.
type look struct {
	file *store.File
	tx   *store.Tx // sees the book as it was when it was opened
	last EntryID   // in the chain then

	houses sync.Map // sets of house rules by their text: thousands of nights are played by the same few
}

// lookInto opens a book that another process may have open. Errors are *CannotOpen.
func lookInto(ctx context.Context, path string) (l *look, err error) {
	l = new(look)
	defer func() {
		if err != nil {
			_ = l.close()
			l, err = nil, store.ExplainLook(path, err)
		}
	}()
	if l.file, err = store.Look(ctx, path); err != nil {
		return l, err
	}
	if l.tx, err = l.file.Begin(ctx); err != nil {
		return l, err
	}
	err = l.tx.Row(`SELECT coalesce(max(seq), 0) FROM entry`).Scan(&l.last)
	return l, err
}

func (l *look) close() error {
	if l.tx != nil {
		l.tx.End()
	}
	if l.file != nil {
		return l.file.Close()
	}
	return nil
}

// stretch is how many entries are read at a time.
const stretch = 512

// leaf is an entry as it was found in the book.
type leaf struct {
	Entry
	body  any   // what Body says, decoded
	wrong error // what can be seen to be wrong with this entry alone
}

// leaves hands all entries to visit in order, a stretch at a time, until visit gives an error. Missing
// numbers show in the numbers; transfers without an entry are an error of kind *Wrong.
func (l *look) leaves(ctx context.Context, progress Progress, visit func([]leaf) error) error {
	ctx, cancel := context.WithCancel(ctx)
	type job struct {
		from, to EntryID
		done     chan error
		leaves   []leaf
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
					j.leaves, err = r.read(j.from, j.to)
				}
				j.done <- err
			}
		})
	}
	working.Go(func() {
		defer close(jobs)
		defer close(inOrder)
		for from := EntryID(1); from <= l.last; from += stretch {
			j := &job{from: from, to: min(from+stretch-1, l.last), done: make(chan error, 1)}
			select {
			case inOrder <- j: // waits while enough is under way
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
		if err := visit(j.leaves); err != nil {
			return err
		}
		progress.tell(int64(j.to), int64(l.last))
	}
	return ctx.Err()
}

// reader reads stretches of entries.
type reader struct {
	look *look
	hand *hand
	text []byte // written over with each entry
}

const (
	entriesBetween = `SELECT seq, coalesce(night, 0), kind, key, part, device, at, ask, body, coalesce(reverses, 0), prev, hash
		FROM entry WHERE seq BETWEEN ? AND ? ORDER BY seq`
	transfersBetween = `SELECT entry, n, coalesce(night, 0), money, src, dst, amount
		FROM transfer WHERE entry BETWEEN ? AND ? ORDER BY entry, n`
)

// read reads one stretch and checks each entry alone: its hash, and whether its body can be decoded.
func (r *reader) read(from, to EntryID) ([]leaf, error) {
	leaves, err := r.entries(from, to)
	if err != nil {
		return nil, err
	}
	if err := r.transfers(from, to, leaves); err != nil {
		return nil, err
	}
	for i := range leaves {
		f := &leaves[i]
		var hash Hash
		if hash, r.text = f.DigestIn(r.text); f.wrong == nil && hash != f.Hash {
			f.wrong = errors.New("it isn't what it was when it was written: its content doesn't have the hash noted with it")
		}
		if f.wrong == nil {
			f.body, f.wrong = r.look.decode(f.Kind, f.Body)
		}
	}
	return leaves, nil
}

func (r *reader) entries(from, to EntryID) ([]leaf, error) {
	leaves := make([]leaf, 0, to-from+1)
	rows, err := r.hand.ask(entriesBetween, int64(from), int64(to))
	if err != nil {
		return nil, err
	}
	defer rows.end()
	for {
		more, err := rows.next()
		if err != nil || !more {
			return leaves, err
		}
		leaves = append(leaves, leaf{})
		f := &leaves[len(leaves)-1]
		f.Seq = EntryID(rows.number(0))
		f.Night = NightID(rows.number(1))
		f.Kind = Kind(rows.string(2))
		f.Key = rows.string(3)
		f.Part = int(rows.number(4))
		f.Device = rows.string(5)
		f.At = rows.number(6)
		rows.hash(7, f.Ask[:])
		f.Body = []byte(rows.string(8))
		f.Reverses = EntryID(rows.number(9))
		rows.hash(10, f.Prev[:])
		rows.hash(11, f.Hash[:])
		f.wrong = rows.bad
	}
}

// transfers adds to a stretch of entries what they moved.
func (r *reader) transfers(from, to EntryID, leaves []leaf) error {
	rows, err := r.hand.ask(transfersBetween, int64(from), int64(to))
	if err != nil {
		return err
	}
	defer rows.end()
	at, first := 0, 0
	all := make([]Transfer, 0, 4*len(leaves)) // one for all entries of the stretch
	for {
		more, err := rows.next()
		if err != nil || !more {
			return err
		}
		seq := EntryID(rows.number(0))
		for at < len(leaves) && leaves[at].Seq < seq {
			at, first = at+1, len(all)
		}
		if at == len(leaves) || leaves[at].Seq != seq {
			return &Wrong{Entry: seq, Sentence: fmt.Sprintf("Entry %d is missing: there are transfers of it.", seq)}
		}
		f := &leaves[at]
		n := rows.number(1)
		all = append(all, Transfer{
			Night: NightID(rows.number(2)), Money: rules.Money(rows.string(3)),
			From: PlayerID(rows.number(4)), To: PlayerID(rows.number(5)), Amount: rows.number(6),
		})
		f.Transfers = all[first:len(all):len(all)]
		switch {
		case f.wrong != nil:
		case rows.bad != nil:
			f.wrong = rows.bad
		case n != int64(len(f.Transfers)):
			f.wrong = fmt.Errorf("its transfers aren't numbered 1, 2, 3")
		}
	}
}

// lastOfNights is the latest entry of each night up to an entry, by the night's number. Where the numbers
// have a gap it ends: the reckoning finds out what is wrong, and keeps the nights from there on in memory.
func (h *hand) lastOfNights(to EntryID) ([]EntryID, error) {
	last, gap := make([]EntryID, 1, 1024), false
	err := h.each(func(r *rows) {
		if gap = gap || r.number(0) != int64(len(last)); !gap {
			last = append(last, EntryID(r.number(1)))
		}
	}, `SELECT night, max(seq) FROM entry WHERE night IS NOT NULL AND seq <= ? GROUP BY night`, int64(to))
	return last, err
}

// decode is chain.Decode, reading each set of house rules but once.
func (l *look) decode(kind Kind, text []byte) (any, error) {
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
