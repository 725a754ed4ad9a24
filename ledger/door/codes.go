package door

// What a device shows to be let in: a code, which is a row of the book, or the secret of the keeper's link,
// which this process holds in memory.

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
)

const (
	codeLife  = 10 * time.Minute // how long a code lets somebody in
	mostCodes = 8                // good at the same time; making one more ends the oldest

	// Guessing is throttled where codes are asked for. A link may be good for as long as the program runs.
	codeLength = 8  // some 36 bits
	linkLength = 12 // 55 bits, too many to guess while an evening lasts
)

// MakeCode makes a code that lets in one device, once, within the next ten minutes. Only its hash is kept.
func (d *Door) MakeCode(ctx context.Context, right Right) (code string, ends time.Time, err error) {
	if right < Watcher || right > Keeper {
		return "", time.Time{}, chain.Refuse("right", "Choose what the device may do.")
	}
	return d.makeCode(ctx, right, 0)
}

// MakeTableCode makes a code as MakeCode does, for a scorer's device that is bound to a table (BindDevice).
func (d *Door) MakeTableCode(
	ctx context.Context, table chain.NightID,
) (code string, ends time.Time, err error) {
	return d.makeCode(ctx, Scorer, table)
}

func (d *Door) makeCode(
	ctx context.Context, right Right, only chain.NightID,
) (code string, ends time.Time, err error) {
	err = d.needs.Write(ctx, func(w *store.Writer) (err error) {
		if err := d.bindable(only); err != nil {
			return err
		}
		code, ends, err = NewCode(w, d.needs.Rand, right, only, d.needs.Clock())
		return err
	})
	return code, ends, err
}

// NewCode writes a code, and removes those that are over. only is the table its device is bound to, or zero.
// The writer may be that of a book another process has open.
func NewCode(
	w *store.Writer, from io.Reader, right Right, only chain.NightID, now time.Time,
) (code string, ends time.Time, err error) {
	if code, err = draw(from, chain.Alphabet, codeLength); err != nil {
		return "", time.Time{}, err
	}
	_, err = w.Exec(`INSERT INTO code (hash, may, made, night) VALUES (?, ?, ?, nullif(?, 0))`,
		hashOf(code), right, now.UnixMilli(), only)
	if err != nil {
		return "", time.Time{}, err
	}
	_, err = w.Exec(`DELETE FROM code WHERE made <= ? OR made > ?
		OR id NOT IN (SELECT id FROM code ORDER BY id DESC LIMIT ?)`,
		now.Add(-codeLife).UnixMilli(), now.UnixMilli(), mostCodes)
	return inFours(code), now.Add(codeLife), err
}

func inFours(code string) string {
	return string(bytes.Join(slices.Collect(slices.Chunk([]byte(code), 4)), []byte("-")))
}

// plain is a code as it was drawn, however it was typed.
func plain(typed string) string {
	bare := strings.NewReplacer(" ", "", "-", "", "–", "", ".", "", "\u00a0", "", "\t", "").Replace(typed)
	return strings.ToUpper(bare)
}

// CodeRight returns what a code, or the secret of a link, lets somebody do, without using it up; and the
// table their device is bound to, or zero.
func (d *Door) CodeRight(ctx context.Context, code string) (right Right, only chain.NightID, err error) {
	shown := hashOf(plain(code))
	if d.good(d.links.Load(shown)) {
		return Keeper, 0, nil
	}
	err = d.needs.Read(ctx, func(tx *store.Tx) (err error) {
		right, only, err = d.find(tx, shown)
		return err
	})
	return right, only, err
}

// find looks a code up in the file. A clock that jumped back makes codes worthless rather than eternal.
func (d *Door) find(q store.Querier, code hash) (right Right, only chain.NightID, err error) {
	now := d.needs.Clock()
	err = q.Row(`SELECT coalesce(max(may), 0), coalesce(max(night), 0) FROM code
		WHERE hash = ? AND made > ? AND made <= ?`, code, now.Add(-codeLife).UnixMilli(), now.UnixMilli()).
		Scan(&right, &only)
	if err == nil && right == Nobody {
		err = errCode
	}
	return right, only, err
}

var errCode = chain.Refuse("code", "This code doesn’t work. It was mistyped, used already, "+
	"or is older than ten minutes.")

// Pair lets a device in with a code, or the secret of a link, which is worthless afterwards, and returns its
// token. was is the token the device had until now, if any; it is worthless afterwards.
func (d *Door) Pair(ctx context.Context, code, name, was string) (token string, paired Device, err error) {
	shown := hashOf(plain(code))
	taken, ok := d.links.LoadAndDelete(shown) // of those who ask at once one gets it
	byLink := d.good(taken, ok)
	token, paired, err = d.letIn(ctx, name, was, func(w *store.Writer, _ devices) (Right, chain.NightID, error) {
		if byLink {
			return Keeper, 0, nil
		}
		right, only, err := d.find(w, shown)
		if err == nil {
			_, err = w.Exec(`DELETE FROM code WHERE hash = ?`, shown)
		}
		return right, only, err
	})
	if byLink && err != nil {
		d.links.Store(shown, taken)
	}
	return token, paired, err
}

type link struct {
	made time.Time
	life time.Duration // 0: as long as the process
}

// MakeLink makes the secret of a link that makes one browser the keeper's, once. It is good for so long, or
// while this process runs where life is 0, and isn't written into the book.
func (d *Door) MakeLink(life time.Duration) (string, error) {
	secret, err := draw(d.needs.Rand, chain.Alphabet, linkLength)
	if err != nil {
		return "", err
	}
	d.links.Store(hashOf(secret), link{d.needs.Clock(), life})
	return inFours(secret), nil
}

func IsLink(code string) bool { return len(plain(code)) == linkLength }

// UseLink makes the secret of a link worthless, and tells whether it was good until now.
func (d *Door) UseLink(secret string) bool {
	return d.good(d.links.LoadAndDelete(hashOf(plain(secret))))
}

// good tells whether a link was found and hasn't ended. A clock that jumped back ends it, rather than keeping
// it for years.
func (d *Door) good(found any, ok bool) bool {
	if !ok {
		return false
	}
	l := found.(link)
	age := d.needs.Clock().Sub(l.made)
	return l.life == 0 || age >= 0 && age < l.life
}
