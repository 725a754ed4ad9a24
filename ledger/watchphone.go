package ledger

// Phones that look on and have said whose they are. Like links they are no part of the chain: what one of
// them writes names it as the device. The book keeps the hash of a token that is good beside the link it was
// given for, and nowhere else.

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"errors"
	"io"
	"slices"
	"time"

	"ouverte/ledger/store"
)

// Phone is a phone that looks on and said whose it is.
type Phone struct {
	ID     int64
	Night  NightID
	Player PlayerID // as known now
	Name   string
	Made   time.Time
}

// Device is the name kept with what the phone writes.
func (p Phone) Device() string { return p.Name + "’s phone" }

// mostPhones is how many phones may have said whose they are in one night: more than sit at any table, and
// few enough to be read through there.
const mostPhones = 40

// SayPhone notes whose phone it is that looks on by a link, and returns the token it is known by there. was
// is the token it had; it is worthless afterwards.
func (b *Book) SayPhone(ctx context.Context, secret, was string, owner PlayerID) (token string, err error) {
	var random [32]byte
	if _, err := io.ReadFull(b.rand, random[:]); err != nil {
		return "", err
	}
	token = base64.RawURLEncoding.EncodeToString(random[:])
	link, hash, old := sha256.Sum256([]byte(secret)), sha256.Sum256([]byte(token)), sha256.Sum256([]byte(was))
	err = b.write(ctx, func(d *desk) error {
		w, err := scanWatch(d.Row(watchBySecret, link[:]))
		if errors.Is(err, sql.ErrNoRows) {
			return &NotFound{"watch"}
		} else if err != nil {
			return err
		}
		night, err := d.fold(w.Night)
		if err != nil {
			return err
		}
		who, err := somebody(d.roster, owner)
		if err != nil {
			return err
		}
		if !slices.Contains(night.people, who.ID) {
			return refuse("player", "%s has no part in this evening.", who.Name)
		}
		if err := d.exec(`DELETE FROM phone WHERE hash = ? AND watch = ?`, old[:], w.ID); err != nil {
			return err
		}
		var others int
		err = d.Row(`SELECT count(*) FROM phone p JOIN watch w ON w.id = p.watch WHERE w.night = ?`,
			int64(w.Night)).Scan(&others)
		if err != nil {
			return err
		}
		if others >= mostPhones {
			return refuse("player", "%d phones have said whose they are this evening. The table can end some of "+
				"them.", others)
		}
		return d.exec(`INSERT INTO phone (watch, hash, player, made) VALUES (?, ?, ?, ?)`,
			w.ID, hash[:], int64(who.ID), b.clock().UnixMilli())
	})
	if err != nil {
		return "", err
	}
	return token, nil
}

const phoneQuery = `SELECT p.id, w.night, p.player, p.made FROM phone p JOIN watch w ON w.id = p.watch`

func (b *Book) scanPhone(row interface{ Scan(...any) error }) (p Phone, err error) {
	var made int64
	err = row.Scan(&p.ID, &p.Night, &p.Player, &made)
	names := b.roster.Load()
	p.Player, p.Made = names.Who(p.Player), time.UnixMilli(made)
	p.Name = names.Name(p.Player)
	return p, err
}

// PhoneWith returns the phone that has this token on this link; *NotFound if nobody said so, or the table
// ended it.
func (b *Book) PhoneWith(ctx context.Context, secret, token string) (p Phone, err error) {
	link, hash := sha256.Sum256([]byte(secret)), sha256.Sum256([]byte(token))
	err = b.read(ctx, func(tx *store.Tx) error {
		p, err = b.scanPhone(tx.Row(phoneQuery+` WHERE p.hash = ? AND w.hash = ?`, hash[:], link[:]))
		return err
	})
	if errors.Is(err, sql.ErrNoRows) {
		return Phone{}, &NotFound{"phone"}
	}
	return p, err
}

// Phones lists the phones of a night, in the order they said whose they are.
func (b *Book) Phones(ctx context.Context, n NightID) (all []Phone, err error) {
	err = b.read(ctx, func(tx *store.Tx) error {
		all, err = store.All(tx, func(rows *sql.Rows) (Phone, error) { return b.scanPhone(rows) },
			phoneQuery+` WHERE w.night = ? ORDER BY p.id`, int64(n))
		return err
	})
	return all, err
}

// EndPhone makes what a phone of a night said worthless at once, and wakes those who follow the night.
func (b *Book) EndPhone(ctx context.Context, n NightID, id int64) error {
	err := b.write(ctx, func(d *desk) error {
		return d.exec(`DELETE FROM phone WHERE id = ? AND watch IN (SELECT id FROM watch WHERE night = ?)`,
			id, int64(n))
	})
	if err == nil {
		b.rouse(n)
	}
	return err
}
