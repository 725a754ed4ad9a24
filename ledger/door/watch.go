package door

// Links by which others look on at a night, and the phones that do and have said whose they are.

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
)

type Watch struct {
	ID    int64
	Night chain.NightID
	Made  time.Time
	Over  bool // ended with its night: good for the seal, and for nothing live any more
}

// Phone is a phone that looks on and said whose it is.
type Phone struct {
	ID     int64
	Night  chain.NightID
	Player chain.PlayerID // as known now
	Name   string
	Made   time.Time
	wrote  string // the entries it wrote, as JSON
}

// Wrote tells whether an entry was written by this phone.
func (p Phone) Wrote(e chain.EntryID) bool {
	var all []chain.EntryID
	return json.Unmarshal([]byte(p.wrote), &all) == nil && slices.Contains(all, e)
}

func (p Phone) Device() string { return p.Name + "’s phone" }

// mostPhones is how many phones may have said whose they are in one night: more than sit at any table, and
// few enough to be read through there.
const mostPhones = 40

type watches map[hash]watch

type watch struct {
	Watch
	phones []phone
}

// phone is one as it is kept: its player isn't resolved, and it has no name.
type phone struct {
	Phone
	token hash
}

func (d *Door) Watched(secret string) (w Watch, ok bool) {
	at, ok := d.now.Load().watches[hashOfWatch(secret)]
	return at.Watch, ok
}

// hashOfWatch is the hash a link is kept by. Its secret may be typed; one of an earlier version is longer.
func hashOfWatch(secret string) hash {
	if IsLink(secret) {
		secret = plain(secret)
	}
	return hashOf(secret)
}

// Watches lists the links of a night, those that ended with it too.
func (d *Door) Watches(n chain.NightID) (all []Watch) {
	for secret, at := range d.now.Load().watches {
		if at.Night == n && secret != endOf(n) {
			all = append(all, at.Watch)
		}
	}
	slices.SortFunc(all, func(a, b Watch) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// PhoneWith finds the phone that has this token on this link. There is none if nobody said so, or the table
// ended it.
func (d *Door) PhoneWith(secret, token string) (p Phone, ok bool) {
	for _, one := range d.now.Load().watches[hashOfWatch(secret)].phones {
		if one.token == hashOf(token) {
			return d.withName(one), true
		}
	}
	return p, false
}

func (d *Door) Phones(n chain.NightID) (all []Phone) {
	for _, at := range d.now.Load().watches {
		for _, one := range at.phones {
			if one.Night == n {
				all = append(all, d.withName(one))
			}
		}
	}
	slices.SortFunc(all, func(a, b Phone) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

func (d *Door) withName(p phone) Phone {
	p.Player, p.Name = d.needs.Who(p.Player)
	return p.Phone
}

// MakeWatch makes a secret for looking on at a night. Only its hash is kept, so it can't be shown again.
func (d *Door) MakeWatch(ctx context.Context, n chain.NightID) (secret string, err error) {
	if secret, err = draw(d.needs.Rand, chain.Alphabet, linkLength); err != nil {
		return "", err
	}
	return inFours(secret), d.needs.Write(ctx, func(w *store.Writer) error {
		if _, err := d.needs.Open(n); err != nil {
			return err
		}
		return d.update(w, n, `INSERT INTO watch (hash, night, made) VALUES (?, ?, ?)`,
			hashOf(secret), n, d.needs.Clock().UnixMilli())
	})
}

// ofSeason stands for a season among the nights that links are of: below zero.
func ofSeason(season chain.EntryID) chain.NightID { return -chain.NightID(season) }

// Season is the season a link looks on at; zero: it is a night's.
func (w Watch) Season() chain.EntryID { return chain.EntryID(max(0, -w.Night)) }

// MakeSeasonWatch makes a secret for looking on at a season the club counts, as MakeWatch does for a night.
func (d *Door) MakeSeasonWatch(ctx context.Context, season chain.EntryID) (secret string, err error) {
	if secret, err = draw(d.needs.Rand, chain.Alphabet, linkLength); err != nil {
		return "", err
	}
	return inFours(secret), d.needs.Write(ctx, func(w *store.Writer) error {
		return d.update(w, ofSeason(season), `INSERT INTO watch (hash, night, made) VALUES (?, ?, ?)`,
			hashOf(secret), ofSeason(season), d.needs.Clock().UnixMilli())
	})
}

// SeasonWatches counts the links of a season.
func (d *Door) SeasonWatches(season chain.EntryID) int { return len(d.Watches(ofSeason(season))) }

// EndSeasonWatches makes all secrets of a season worthless at once.
func (d *Door) EndSeasonWatches(ctx context.Context, season chain.EntryID) error {
	return d.needs.Write(ctx, func(w *store.Writer) error {
		return d.update(w, ofSeason(season), `DELETE FROM watch WHERE night = ?`, ofSeason(season))
	})
}

// LeadOn makes the link by which those who have one of another night look on at this one: the same for all
// who ask by that. NotFound says that the table has ended its links.
func (d *Door) LeadOn(ctx context.Context, from string, n chain.NightID) (secret string, err error) {
	made := hashOf(fmt.Sprintf("%s %d", from, n))
	if secret, err = draw(bytes.NewReader(made[:]), chain.Alphabet, linkLength); err != nil {
		return "", err
	}
	return inFours(secret), d.needs.Write(ctx, func(w *store.Writer) error {
		if !d.Leads(n) {
			return &chain.NotFound{What: "watch"}
		}
		if _, err := d.needs.Open(n); err != nil {
			return err
		}
		return d.update(w, n, `INSERT INTO watch (hash, night, made) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
			hashOf(secret), n, d.needs.Clock().UnixMilli())
	})
}

// Leads tells whether links of other nights may lead to this one: until its table ends its own.
func (d *Door) Leads(n chain.NightID) bool {
	_, ended := d.now.Load().watches[endOf(n)]
	return !ended
}

// endOf is what is kept in place of a link once a table has ended all of its night: the hash of no secret.
func endOf(n chain.NightID) (h hash) {
	binary.BigEndian.PutUint64(h[len(h)-8:], uint64(n))
	return h
}

// EndWatches makes all secrets of a night worthless at once, and wakes those who follow it.
func (d *Door) EndWatches(ctx context.Context, n chain.NightID) error {
	err := d.needs.Write(ctx, func(w *store.Writer) error {
		if err := d.update(w, n, `DELETE FROM watch WHERE night = ?`, n); err != nil {
			return err
		}
		return d.update(w, n, `INSERT INTO watch (hash, night, made, over) VALUES (?, ?, ?, 1)`,
			endOf(n), n, d.needs.Clock().UnixMilli())
	})
	if err == nil {
		d.needs.Rouse(n)
	}
	return err
}

// EndPhone makes what a phone of a night said worthless at once, and wakes those who follow the night.
func (d *Door) EndPhone(ctx context.Context, n chain.NightID, id int64) error {
	err := d.needs.Write(ctx, func(w *store.Writer) error {
		return d.update(w, n, `DELETE FROM phone
			WHERE id = ? AND watch IN (SELECT id FROM watch WHERE night = ?)`, id, n)
	})
	if err == nil {
		d.needs.Rouse(n)
	}
	return err
}

// NightClosed ends the links of a night, in the transaction that closes it. They stay over if the night is
// opened again.
func (d *Door) NightClosed(w *store.Writer, n chain.NightID) error {
	return d.update(w, n, `UPDATE watch SET over = 1 WHERE night = ? AND over = 0`, n)
}

// PhoneWrote notes that a phone of a night wrote an entry, in the transaction that writes it.
func (d *Door) PhoneWrote(w *store.Writer, n chain.NightID, phone int64, e chain.EntryID) error {
	const noted = `INSERT INTO phone_entry (entry, phone) SELECT ?, id FROM phone WHERE id = ?`
	return d.update(w, n, noted, e, phone)
}

// SayPhone notes whose phone it is that looks on by a link, and returns the token it is known by there. was
// is the token it had; it is worthless afterwards.
func (d *Door) SayPhone(
	ctx context.Context, secret, was string, owner chain.PlayerID,
) (token string, err error) {
	if token, err = draw(d.needs.Rand, letters, tokenLength); err != nil {
		return "", err
	}
	link, _ := d.Watched(secret)
	return token, d.needs.Write(ctx, func(w *store.Writer) error {
		_, err := w.Exec(`DELETE FROM phone WHERE hash = ? AND watch = ?`, hashOf(was), link.ID)
		if err != nil {
			return err
		}
		here, err := readWatches(w, "", ofNight, link.Night)
		if err != nil {
			return err
		}
		if _, ok := here[hashOfWatch(secret)]; !ok {
			return &chain.NotFound{What: "watch"}
		}
		owner, err := d.needs.Part(link.Night, owner)
		if err != nil {
			return err
		}
		others := 0
		for _, at := range here {
			others += len(at.phones)
		}
		if others >= mostPhones {
			return chain.Refuse("player", "%d phones have said whose they are this evening. Ask the table to "+
				"end some.", others)
		}
		return d.update(w, link.Night, `INSERT INTO phone (watch, hash, player, made) VALUES (?, ?, ?, ?)`,
			link.ID, hashOf(token), owner, d.needs.Clock().UnixMilli())
	})
}

// update runs a statement on the links or the phones of a night, and publishes what the night has afterwards.
func (d *Door) update(w *store.Writer, n chain.NightID, text string, args ...any) error {
	rows, err := w.Exec(text, args...)
	if err != nil || rows == 0 {
		return err
	}
	here, err := readWatches(w, "", ofNight, n)
	if err != nil {
		return err
	}
	d.publish(w, func(next *inside) {
		next.watches = maps.Clone(next.watches)
		maps.DeleteFunc(next.watches, func(_ hash, at watch) bool { return at.Night == n })
		maps.Copy(next.watches, here)
	})
	return nil
}

const ofNight = ` WHERE w.night = ?`

func readWatches(q store.Querier, with, which string, args ...any) (watches, error) {
	all := watches{}
	return all, store.Each(q, func(rows *sql.Rows) error {
		var w Watch
		var p phone
		var secret hash
		var made, said int64
		err := rows.Scan(&secret, &w.ID, &w.Night, &made, &w.Over, &p.token, &p.ID, &p.Player, &said, &p.wrote)
		w.Made, p.Night, p.Made = time.UnixMilli(made), w.Night, time.UnixMilli(said)
		phones := all[secret].phones
		if p.ID != 0 {
			phones = append(phones, p)
		}
		all[secret] = watch{w, phones}
		return err
	}, with+`SELECT w.hash, w.id, w.night, w.made, w.over,
		p.hash, coalesce(p.id, 0), coalesce(p.player, 0), coalesce(p.made, 0),
		(SELECT json_group_array(entry) FROM phone_entry WHERE phone = p.id)
		FROM watch w LEFT JOIN phone p ON p.watch = w.id`+which, args...)
}
