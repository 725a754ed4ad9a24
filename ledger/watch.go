package ledger

// Links by which others look on. A link is a secret of which only the hash is kept. It ends with its night or
// when somebody ends it, and is no part of the chain.

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"errors"
	"io"
	"time"

	"ouverte/ledger/store"
)

// Watch is a link by which others look on.
type Watch struct {
	ID    int64
	Night NightID
	Made  time.Time
	Over  bool // ended with its night: good for the seal, and for nothing live any more
}

// MakeWatch makes a secret for looking on at a night. Only its hash is kept, so it can't be shown again.
func (b *Book) MakeWatch(ctx context.Context, n NightID) (secret string, err error) {
	var random [18]byte // 144 bits: nobody guesses it
	if _, err := io.ReadFull(b.rand, random[:]); err != nil {
		return "", err
	}
	secret = base64.RawURLEncoding.EncodeToString(random[:])
	hash := sha256.Sum256([]byte(secret))
	err = b.write(ctx, func(d *desk) error {
		if _, err := d.open(n); err != nil {
			return err
		}
		return d.exec(`INSERT INTO watch (hash, night, made)
				VALUES (?, ?, ?)`, hash[:], int64(n), b.clock().UnixMilli())
	})
	if err != nil {
		return "", err
	}
	return secret, nil
}

// Watches lists the links of a night, those that ended with it too.
func (b *Book) Watches(ctx context.Context, n NightID) ([]Watch, error) {
	var out []Watch
	err := b.read(ctx, func(tx *store.Tx) (err error) {
		out, err = store.All(tx, func(rows *sql.Rows) (Watch, error) { return scanWatch(rows) },
			`SELECT w.id, w.night, w.made, w.over FROM watch w WHERE w.night = ? ORDER BY w.id`, int64(n))
		return err
	})
	return out, err
}

func scanWatch(row interface{ Scan(...any) error }) (w Watch, err error) {
	var made int64
	err = row.Scan(&w.ID, &w.Night, &made, &w.Over)
	w.Made = time.UnixMilli(made)
	return w, err
}

// EndWatches makes all secrets of a night worthless at once, and wakes those who follow it.
func (b *Book) EndWatches(ctx context.Context, n NightID) error {
	err := b.write(ctx, func(d *desk) error { return d.exec(`DELETE FROM watch WHERE night = ?`, int64(n)) })
	if err == nil {
		b.rouse(n)
	}
	return err
}

// Watched returns the link a secret stands for, *NotFound if it is worthless.
func (b *Book) Watched(ctx context.Context, secret string) (Watch, error) {
	hash := sha256.Sum256([]byte(secret))
	var w Watch
	err := b.read(ctx, func(tx *store.Tx) (err error) {
		w, err = scanWatch(tx.Row(watchBySecret, hash[:]))
		return err
	})
	if errors.Is(err, sql.ErrNoRows) {
		return Watch{}, &NotFound{"watch"}
	}
	return w, err
}

const watchBySecret = `SELECT w.id, w.night, w.made, w.over FROM watch w WHERE w.hash = ?`
