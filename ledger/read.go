package ledger

// Nights as readers see them. A fold is kept for each night lately looked at; when the night has moved on,
// only what was written since is read and added.

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"sync"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
)

// What is read of a night: its entries after one, and their transfers.
const (
	entriesOfNight = `SELECT seq, kind, key, part, device, at, body, coalesce(reverses, 0), hash
		FROM entry WHERE night = ? AND seq > ? ORDER BY seq`
	transfersOfNight = `SELECT t.entry, coalesce(t.night, 0), t.money, t.src, t.dst, t.amount
		FROM entry e JOIN transfer t ON t.entry = e.seq WHERE e.night = ? AND e.seq > ? ORDER BY t.entry, t.n`
)

// readFold adds the entries of a night that are newer than the fold. *NotFound if there is no such night.
func readFold(q store.Querier, n *fold, id NightID) error {
	var read []*Entry
	rows, err := q.Query(entriesOfNight, int64(id), int64(n.version))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		e := &Entry{Night: id}
		var hash sql.RawBytes
		if err := rows.Scan(&e.Seq, &e.Kind, &e.Key, &e.Part, &e.Device, &e.At, &e.Body, &e.Reverses,
			&hash); err != nil {
			return err
		}
		copy(e.Hash[:], hash)
		read = append(read, e)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if len(read) == 0 {
		if n.house == nil {
			return &NotFound{"night"}
		}
		return nil
	}
	moved, err := q.Query(transfersOfNight, int64(id), int64(n.version))
	if err != nil {
		return err
	}
	defer moved.Close()
	at := 0
	for moved.Next() {
		var (
			t   Transfer
			seq EntryID
		)
		if err := moved.Scan(&seq, &t.Night, &t.Money, &t.From, &t.To, &t.Amount); err != nil {
			return err
		}
		for at < len(read) && read[at].Seq < seq {
			at++
		}
		if at == len(read) {
			break // written after the entries were read
		}
		read[at].Transfers = append(read[at].Transfers, t)
	}
	if err := moved.Err(); err != nil {
		return err
	}
	for _, e := range read {
		body, err := chain.Decode(e.Kind, e.Body)
		if err != nil {
			return err
		}
		if err := n.apply(posted{entry: e, body: body}); err != nil {
			return err
		}
		e.Body = nil // it has been read; nights are kept for long
	}
	return nil
}

// shelf is where readers keep the nights they looked at.
type shelf struct {
	mu     sync.Mutex
	nights map[NightID]*kept
	over   []NightID // those of them that are closed, the one looked at longest ago first
}

// kept is one of them. Its mutex is held while it is read on, see store.Mutex.
type kept struct {
	news []posted // committed since, as the desk delivers it; guarded by shelf.mu

	mu    store.Mutex
	fold  *fold
	joins int    // of the roster it was folded with
	shown *Night // the snapshot, if it is of this version …
	gen   int    // … with these names …
	kitty int64  // … and with what the kitty held at this count of its changes, which other nights cause too:
	holds int64
}

// nightsKept is how many nights the shelf holds, and overKept how many of them are closed.
const (
	nightsKept = 256
	overKept   = 16
)

// slot finds the place of a night on the shelf.
func (s *shelf) slot(id NightID) *kept {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.nights[id]
	if k == nil {
		if len(s.nights) >= nightsKept {
			for old := range s.nights {
				delete(s.nights, old)
				break
			}
		}
		k = &kept{mu: store.NewMutex()}
		s.nights[id] = k
	}
	return k
}

// mostNews is how many entries wait for the readers of a night. Who comes after more reads them from the
// file.
const mostNews = 64

// deliver gives what was committed to the nights on the shelf, so that their readers needn't read it.
func (s *shelf) deliver(wrote map[NightID][]posted) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, made := range wrote {
		if k := s.nights[id]; k != nil {
			if len(k.news)+len(made) > mostNews {
				k.news = nil
			}
			k.news = append(k.news, made...)
		}
	}
}

// catchUp applies what was delivered, as far as it follows what the fold has.
func (s *shelf) catchUp(k *kept) error {
	s.mu.Lock()
	news := k.news
	k.news = nil
	s.mu.Unlock()
	for _, p := range news {
		if p.after != k.fold.version {
			continue // read from the file already, or following something that wasn't delivered
		}
		if err := k.fold.apply(p); err != nil {
			return err
		}
	}
	return nil
}

// isOver notes that a night which was looked at is closed. Few look at it again, so few such nights are kept.
func (s *shelf) isOver(id NightID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if at := slices.Index(s.over, id); at >= 0 {
		s.over = slices.Delete(s.over, at, at+1)
	} else if len(s.over) == overKept {
		delete(s.nights, s.over[0])
		s.over = slices.Delete(s.over, 0, 1)
	}
	s.over = append(s.over, id)
}

// drop forgets a night that turned out not to be one.
func (s *shelf) drop(id NightID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.nights, id)
}

// withFold calls do with the night as it is committed, under its mutex: the fold may be looked at, not kept
// or changed. do must not read the book: it may have no connection.
func (b *Book) withFold(ctx context.Context, id NightID, do func(*kept) error) error {
	if did, err := b.atHand(id, do); did {
		return err
	}
	return b.read(ctx, func(tx *store.Tx) error { return b.foldIn(tx, id, do) })
}

// atHand calls do only if there is nothing to wait for and nothing to read.
func (b *Book) atHand(id NightID, do func(*kept) error) (did bool, err error) {
	k := b.shelf.slot(id)
	if !k.mu.TryLock() {
		return false, nil
	}
	defer k.mu.Unlock()
	if k.fold == nil || !b.upToDate(k, id) {
		return false, nil
	}
	if k.fold.closed != nil {
		b.shelf.isOver(id)
	}
	return true, do(k)
}

// upToDate tells whether the fold has all that is committed, with what the desk has delivered.
func (b *Book) upToDate(k *kept, id NightID) bool {
	if k.joins != b.roster.Load().Joins || b.shelf.catchUp(k) != nil {
		k.fold, k.shown = nil, nil
		return false
	}
	head, ok := b.head(id)
	return ok && head == k.fold.version
}

// foldIn is withFold within a read.
func (b *Book) foldIn(tx *store.Tx, id NightID, do func(*kept) error) error {
	k := b.shelf.slot(id)
	if err := tx.Lock(k.mu); err != nil {
		return err
	}
	defer k.mu.Unlock()
	if k.fold == nil || !b.upToDate(k, id) {
		if k.fold == nil {
			who := b.roster.Load()
			k.fold, k.joins = newFold(who.Who), who.Joins
		}
		if err := readFold(tx, k.fold, id); err != nil {
			k.fold, k.shown = nil, nil
			if errors.As(err, new(*NotFound)) {
				b.shelf.drop(id)
			}
			return err
		}
		b.readUpTo(id, k.fold.version)
	}
	if k.fold.closed != nil {
		b.shelf.isOver(id)
	}
	return do(k)
}

// freshFold reads a night anew, to be done with as one likes.
func (b *Book) freshFold(tx *store.Tx, id NightID) (*fold, error) {
	n := newFold(b.roster.Load().Who)
	return n, readFold(tx, n, id)
}

// Night gives the night as it stands.
func (b *Book) Night(ctx context.Context, id NightID) (out *Night, err error) {
	kitty := b.kitties.Load() // before anything is read: what is read is at least as new
	show := func(k *kept) error {
		if names := b.roster.Load(); k.shown == nil || k.shown.Version != k.fold.version || k.gen != names.Gen {
			k.shown, k.gen = k.fold.show(names, k.holds), names.Gen
		}
		out = k.shown
		return nil
	}
	_, err = b.atHand(id, func(k *kept) error {
		if k.shown == nil || k.kitty < kitty {
			return nil // what is in the kitty must be read
		}
		return show(k)
	})
	if out != nil || err != nil {
		return out, err
	}
	err = b.read(ctx, func(tx *store.Tx) error {
		return b.foldIn(tx, id, func(k *kept) error {
			if k.shown == nil || k.kitty < kitty {
				holds, err := kittyHolds(tx, k.fold.money())
				if err != nil {
					return err
				}
				k.shown, k.kitty, k.holds = nil, kitty, holds
			}
			return show(k)
		})
	})
	return out, err
}
