package door

import (
	"context"
	"crypto/sha256"
	"database/sql/driver"
	"errors"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
)

// Door is who is let in to an open book. Its methods may be used from many goroutines at once.
type Door struct {
	needs Needs
	now   atomic.Pointer[inside]
	last  DeviceID // the highest id given so far; the desk alone touches it

	seen     sync.Map   // DeviceID to the hour it was last used in
	links    sync.Map   // the hash of a keeper's link to its link
	weighing sync.Mutex // one PIN at a time: each takes 19 MB
}

// Needs is what a door needs of its book.
type Needs struct {
	Clock func() time.Time
	Rand  io.Reader

	// Write runs do in the desk's transaction. If do fails, nothing of it is written.
	Write func(ctx context.Context, do func(*store.Writer) error) error
	// Read runs do in a transaction that reads, beside the desk.
	Read func(ctx context.Context, do func(*store.Tx) error) error
	// Open tells whether a night is a table of an evening, and refuses one that isn't open. It and Part are
	// called within Write only.
	Open func(chain.NightID) (table bool, err error)
	// Part returns the person a player stands for, and refuses one without a part in the night.
	Part func(chain.NightID, chain.PlayerID) (chain.PlayerID, error)
	// Who returns the person a player stands for now, and their name.
	Who func(chain.PlayerID) (chain.PlayerID, string)
	// Rouse wakes those who follow a night.
	Rouse func(chain.NightID)
}

// inside is all that is in memory, at one moment. It never changes once published.
type inside struct {
	devices devices
	changed chan struct{} // closed when devices or rights are no longer these
	pin     string        // its hash; empty where there is none
	watches watches
}

type hash [sha256.Size]byte

func hashOf(secret string) hash { return sha256.Sum256([]byte(secret)) }

func (h hash) Value() (driver.Value, error) { return h[:], nil }

// NULL is none.
func (h *hash) Scan(column any) error {
	kept, _ := column.([]byte)
	copy(h[:], kept)
	return nil
}

// Load reads who is let in to a book of a version. One that is left at an older version lacks tables and
// columns; into one from before version 9, which no release had, nobody is let in.
func Load(q store.Querier, version int64, n Needs) (d *Door, err error) {
	d, now := &Door{needs: n}, &inside{changed: make(chan struct{})}
	defer d.now.Store(now)
	if version < 9 {
		return d, nil
	}
	lacks := ""
	if version < 19 {
		lacks = `WITH device AS (SELECT *, NULL AS night FROM main.device) `
	}
	if now.devices, err = readDevices(q, lacks); err != nil {
		return nil, err
	}
	lacks = ""
	if version < 22 {
		lacks = `WITH phone_entry (entry, phone) AS (SELECT 0, 0 WHERE 0) `
	}
	if version < 17 {
		lacks += `, phone (id, watch, hash, player, made) AS (SELECT 0, 0, NULL, 0, 0 WHERE 0) `
	}
	if now.watches, err = readWatches(q, lacks, ``); err != nil {
		return nil, err
	}
	if err := q.Row(`SELECT coalesce(max(hash), '') FROM pin`).Scan(&now.pin); err != nil {
		return nil, err
	}
	for _, at := range now.devices {
		d.last = max(d.last, at.ID)
	}
	return d, nil
}

// publish has change make the next value out of a copy of this one, once the transaction is committed. If the
// write that asks for it fails, nothing is published.
func (d *Door) publish(w *store.Writer, change func(next *inside)) {
	w.OnCommit(func() {
		before := d.now.Load()
		next := *before
		change(&next)
		d.now.Store(&next)
		if next.changed != before.changed {
			close(before.changed)
		}
	})
}

// As lets in whom another door lets in now. Of the same book it takes that door's devices and PIN, and ends
// the links that were ended since; of another it lets in the one device that asks, as its keeper, and takes
// away the PIN and the codes, as nobody here may know them. nights is how many this book has: a device bound
// to a table of a later one stays out.
func (d *Door) As(ctx context.Context, there *Door, same bool, by DeviceID, nights chain.NightID) error {
	was := there.now.Load()
	return d.needs.Write(ctx, func(w *store.Writer) error {
		run := func(text string, args ...any) (err error) {
			_, err = w.Exec(text, args...)
			return err
		}
		err := errors.Join(run(`DELETE FROM pin`), run(`DELETE FROM code`))
		if !same {
			return errors.Join(err, d.alsoIn(run, was.devices, by))
		}
		err = errors.Join(err, run(`DELETE FROM device`))
		for token, at := range was.devices {
			if at.Only > nights {
				continue // it may keep this table alone
			}
			err = errors.Join(err, run(`INSERT INTO device (id, name, may, token, made, seen, night)
				VALUES (?, ?, ?, ?, ?, ?, nullif(?, 0))`, at.ID, at.Name, at.Right, token, at.Made.UnixMilli(),
				at.Seen.UnixMilli(), at.Only))
		}
		if was.pin != "" {
			err = errors.Join(err, run(`INSERT INTO pin (id, hash) VALUES (1, ?)`, was.pin))
		}
		for link, at := range d.now.Load().watches {
			now, there := was.watches[link]
			if !there {
				err = errors.Join(err, run(`DELETE FROM watch WHERE hash = ?`, link))
			}
			for _, p := range at.phones {
				if !slices.ContainsFunc(now.phones, func(q phone) bool { return q.token == p.token }) {
					err = errors.Join(err, run(`DELETE FROM phone WHERE hash = ?`, p.token))
				}
			}
		}
		return err
	})
}

func (d *Door) alsoIn(run func(string, ...any) error, devices devices, by DeviceID) error {
	for token, at := range devices {
		if at.ID == by {
			return run(`INSERT INTO device (id, name, may, token, made, seen)
				SELECT 1 + coalesce(max(id), 0), ?, ?, ?, ?, ? FROM device WHERE true
				ON CONFLICT (token) DO UPDATE SET may = excluded.may, night = NULL`,
				d.UnusedName(at.Name), Keeper, token, at.Made.UnixMilli(), at.Seen.UnixMilli())
		}
	}
	return nil
}

const tokenLength = 43 // 258 bits

// letters are the signs of a secret that only machines handle. One that people read and type has those of
// chain.Alphabet.
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// draw draws the signs of a secret, each as likely as the others.
func draw(from io.Reader, alphabet string, length int) (string, error) {
	n := len(alphabet)
	signs := make([]byte, 0, length)
	for len(signs) < length {
		var random [1]byte
		if _, err := io.ReadFull(from, random[:]); err != nil {
			return "", err
		}
		if at := int(random[0]); at < 256/n*n {
			signs = append(signs, alphabet[at%n])
		}
	}
	return string(signs), nil
}
