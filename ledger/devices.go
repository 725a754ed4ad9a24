package ledger

// Devices and what each may do. They are no part of the chain: a device is let in, renamed and turned out
// without an entry, and an export has none. Its entries keep the name it had. Devices are looked up at every
// request, so they are cached; this process alone writes them.

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
)

// Right is what somebody may do. Each includes those before it. The numbers are kept in the book.
type Right uint8

const (
	Nobody  Right = 0 // anybody at all
	Watcher Right = 1 // look at nights
	Scorer  Right = 2 // record and correct
	Keeper  Right = 3 // everything
)

func (r Right) String() string {
	return [...]string{"nobody", "watcher", "scorer", "keeper"}[r]
}

// ParseRight reads the name of a right that a device can have.
func ParseRight(name string) (Right, bool) {
	for r := Watcher; r <= Keeper; r++ {
		if name == r.String() {
			return r, true
		}
	}
	return Nobody, false
}

// DeviceID names a device.
type DeviceID int64

// Device is one that was let in.
type Device struct {
	ID    DeviceID
	Name  string
	Right Right
	Made  time.Time
	Seen  time.Time // to the hour
	Only  NightID   // of a scorer: the only table it may record at; zero: at all
}

// mostDevices is more than any circle has, and little enough to be kept in memory.
const mostDevices = 500

// door caches devices and the PIN.
type door struct {
	loading store.Mutex
	known   atomic.Pointer[letIn]

	seenMu sync.Mutex
	seen   map[DeviceID]time.Time

	lastID atomic.Int64 // the highest any device had since we began
	links  links

	pin      atomic.Pointer[string] // its hash; empty where there is none
	weighing sync.Mutex             // one PIN at a time: each takes 19 MB
}

// letIn is all devices at one moment.
type letIn struct {
	byToken map[[32]byte]Device
	changed chan struct{} // closed when this is no longer so
}

// Devices lists the devices in the order they were let in.
func (b *Book) Devices() []Device {
	known := b.door.known.Load()
	out := make([]Device, 0, len(known.byToken))
	for _, d := range known.byToken {
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, b Device) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// DeviceWith finds the device that has this token.
func (b *Book) DeviceWith(token string) (Device, bool) {
	d, ok := b.door.known.Load().byToken[sha256.Sum256([]byte(token))]
	return d, ok
}

// DevicesChanged returns a channel that is closed at the next change of rights. Get it before you look.
func (b *Book) DevicesChanged() <-chan struct{} { return b.door.known.Load().changed }

// RenameDevice gives a device another name. What it recorded before keeps the old one.
func (b *Book) RenameDevice(ctx context.Context, id DeviceID, name string) error {
	err := b.write(ctx, func(d *desk) error {
		clean, err := d.freeDevice(name, id)
		if err != nil {
			return err
		}
		if err := d.deviceThere(id); err != nil {
			return err
		}
		return d.exec(`UPDATE device SET name = ? WHERE id = ?`, clean, int64(id))
	})
	return b.changedDoor(ctx, err)
}

// BindDevice lets a scorer's device record at one table of an evening and nowhere else; table zero lets it
// record everywhere again. It stays bound when the table closes.
func (b *Book) BindDevice(ctx context.Context, id DeviceID, table NightID) error {
	err := b.write(ctx, func(d *desk) error {
		if err := d.deviceThere(id); err != nil {
			return err
		}
		if table != 0 {
			if err := d.bindable(table); err != nil {
				return err
			}
		}
		var scores bool
		err := d.Row(`SELECT may = ? FROM device WHERE id = ?`, int64(Scorer), int64(id)).Scan(&scores)
		if err == nil && !scores {
			err = refuse("night", "Only a device that records deals, and does no more, is bound to a table.")
		}
		if err != nil {
			return err
		}
		return d.exec(`UPDATE device SET night = ? WHERE id = ?`, orNull(table), int64(id))
	})
	return b.changedDoor(ctx, err)
}

// bindable refuses a night that is no open table of an evening.
func (d *desk) bindable(table NightID) error {
	n, err := d.open(table)
	if err == nil && n.evening == 0 {
		err = refuse("night", "That is no table of an evening at several tables.")
	}
	return err
}

// TurnOut makes a device's token worthless at once. The last keeper's device stays.
func (b *Book) TurnOut(ctx context.Context, id DeviceID) error {
	err := b.write(ctx, func(d *desk) error {
		if err := d.deviceThere(id); err != nil {
			return err
		}
		if err := d.keeperStays(id, "name"); err != nil {
			return err
		}
		return d.exec(`DELETE FROM device WHERE id = ?`, int64(id))
	})
	return b.changedDoor(ctx, err)
}

// Saw notes that a device is in use. Only the hour is kept, so most page views write nothing.
func (b *Book) Saw(ctx context.Context, id DeviceID) (newHour bool, err error) {
	now := b.clock().Truncate(time.Hour)
	b.door.seenMu.Lock()
	if b.door.seen[id].Equal(now) {
		b.door.seenMu.Unlock()
		return false, nil
	}
	if b.door.seen == nil || len(b.door.seen) > 2*mostDevices {
		b.door.seen = map[DeviceID]time.Time{}
	}
	b.door.seen[id] = now // even if it can't be written: a full disk is not asked again at every page
	b.door.seenMu.Unlock()
	err = b.write(ctx, func(d *desk) error {
		return d.exec(`UPDATE device SET seen = ? WHERE id = ?`, now.UnixMilli(), int64(id))
	})
	if err != nil {
		return true, err
	}
	return true, b.loadDevices(ctx, false)
}

// freeDevice cleans a name that no device has but perhaps this one.
func (d *desk) freeDevice(name string, but DeviceID) (string, error) {
	clean, err := chain.CleanName(name)
	if err != nil {
		return "", err
	}
	if chain.Fold(clean) == chain.Fold(ThisMachine) {
		return "", refuse("name", "“%s” is what the machine with the book is called. Choose another name.",
			clean)
	}
	rows, err := d.Query(`SELECT name FROM device WHERE id <> ?`, int64(but))
	if err != nil {
		return "", err
	}
	defer rows.Close()
	for rows.Next() {
		var has string
		if err := rows.Scan(&has); err != nil {
			return "", err
		}
		if chain.Fold(has) == chain.Fold(clean) {
			return "", refuse("name", "There is a device called %s already. Choose a name that tells the "+
				"two apart.", has)
		}
	}
	return clean, rows.Err()
}

// ThisMachine is the name kept with what is recorded on the machine the book lies on.
const ThisMachine = "this machine"

func (d *desk) deviceThere(id DeviceID) error {
	var there bool
	if err := d.Row(`SELECT EXISTS (SELECT 1 FROM device WHERE id = ?)`, int64(id)).Scan(&there); err != nil {
		return err
	}
	if !there {
		return &NotFound{"device"}
	}
	return nil
}

// changedDoor reads the devices after a change was committed, and closes the channel of DevicesChanged.
func (b *Book) changedDoor(ctx context.Context, err error) error {
	if err != nil {
		return err
	}
	return b.loadDevices(context.WithoutCancel(ctx), true)
}

// loadDevices reads who is let in. The last to read has seen every change that was committed before: its
// snapshot begins when it has the mutex.
func (b *Book) loadDevices(ctx context.Context, tell bool) error {
	return b.read(ctx, func(tx *store.Tx) error {
		if err := tx.Lock(b.door.loading); err != nil {
			return err
		}
		defer b.door.loading.Unlock()
		now := &letIn{byToken: map[[32]byte]Device{}, changed: make(chan struct{})}
		err := store.Each(tx, func(rows *sql.Rows) error {
			var d Device
			var token []byte
			var made, seen int64
			if err := rows.Scan(&d.ID, &d.Name, &d.Right, &token, &made, &seen, &d.Only); err != nil {
				return err
			}
			d.Made, d.Seen = time.UnixMilli(made), time.UnixMilli(seen)
			b.door.lastID.Store(max(b.door.lastID.Load(), int64(d.ID)))
			now.byToken[[32]byte(token)] = d
			return nil
		}, `SELECT id, name, may, token, made, seen, coalesce(night, 0) FROM device`)
		if err != nil {
			return err
		}
		before := b.door.known.Load()
		if before != nil && !tell {
			now.changed = before.changed
		}
		b.door.known.Store(now)
		if before != nil && tell {
			close(before.changed)
		}
		return nil
	})
}

// codeLife is how long a code lets somebody in.
const codeLife = 10 * time.Minute

// codeLength is how many signs a code has: some 36 bits. Guessing is throttled where codes are asked for.
const codeLength = 8

// mostCodes is how many are good at the same time; making one more ends the oldest.
const mostCodes = 8

// MakeCode makes a code that lets in one device, once, within the next ten minutes. Only its hash is kept.
func (b *Book) MakeCode(ctx context.Context, right Right) (code string, ends time.Time, err error) {
	if right < Watcher || right > Keeper {
		return "", time.Time{}, refuse("right", "Choose what the device may do.")
	}
	return b.makeCode(ctx, right, 0)
}

// MakeTableCode makes a code as MakeCode does, for a scorer's device that is bound to a table (BindDevice).
func (b *Book) MakeTableCode(
	ctx context.Context, table NightID,
) (code string, ends time.Time, err error) {
	return b.makeCode(ctx, Scorer, table)
}

func (b *Book) makeCode(
	ctx context.Context, right Right, only NightID,
) (code string, ends time.Time, err error) {
	if code, err = drawSigns(b.rand, codeLength); err != nil {
		return "", time.Time{}, err
	}
	now := b.clock()
	err = b.write(ctx, func(d *desk) error {
		if only != 0 {
			if err := d.bindable(only); err != nil {
				return err
			}
		}
		return keepCode(d.Writer, code, right, only, now)
	})
	if err != nil {
		return "", time.Time{}, err
	}
	return inFours(code), now.Add(codeLife), nil
}

// keepCode writes a code, and removes those that are over. only is the table its device is bound to, or zero.
func keepCode(w *store.Writer, code string, right Right, only NightID, now time.Time) error {
	_, err := w.Exec(`DELETE FROM code WHERE made <= ? OR made > ?`,
		now.Add(-codeLife).UnixMilli(), now.UnixMilli())
	if err != nil {
		return err
	}
	hash := sha256.Sum256([]byte(code))
	_, err = w.Exec(`INSERT INTO code (hash, may, made, night) VALUES (?, ?, ?, ?)`,
		hash[:], int64(right), now.UnixMilli(), orNull(only))
	if err != nil {
		return err
	}
	_, err = w.Exec(`DELETE FROM code WHERE id NOT IN (SELECT id FROM code ORDER BY id DESC LIMIT ?)`, mostCodes)
	return err
}

// plainCode is a code as it was drawn, however it was typed.
func plainCode(typed string) string {
	return strings.ToUpper(strings.Map(func(c rune) rune {
		if strings.ContainsRune(" -–.\u00a0\t", c) {
			return -1
		}
		return c
	}, typed))
}

// CodeRight returns what a code, or the secret of a link, lets somebody do, without using it up; and the
// table their device is bound to, or zero.
func (b *Book) CodeRight(ctx context.Context, code string) (right Right, only NightID, err error) {
	if b.linkGood(code) {
		return Keeper, 0, nil
	}
	err = b.read(ctx, func(tx *store.Tx) (err error) {
		right, only, err = scanCode(tx.Row(codeQuery, b.codeArgs(code)...))
		return err
	})
	return right, only, err
}

// A clock that jumped back makes codes worthless rather than eternal.
const codeQuery = `SELECT coalesce(max(may), 0), coalesce(max(night), 0) FROM code
	WHERE hash = ? AND made > ? AND made <= ?`

func (b *Book) codeArgs(code string) []any {
	hash, now := sha256.Sum256([]byte(plainCode(code))), b.clock()
	return []any{hash[:], now.Add(-codeLife).UnixMilli(), now.UnixMilli()}
}

func scanCode(row interface{ Scan(...any) error }) (right Right, only NightID, err error) {
	if err := row.Scan(&right, &only); err != nil {
		return Nobody, 0, err
	}
	if right == Nobody {
		return Nobody, 0, errCode
	}
	return right, only, nil
}

var errCode = &Refusal{Field: "code", Sentence: "This code lets nobody in: it was mistyped, used already, " +
	"or is older than ten minutes."}

// Pair lets a device in with a code, or the secret of a link, which is worthless afterwards, and returns its
// token. Only the token's hash is kept. was is the token the device had until now, if any; it is worthless
// afterwards.
func (b *Book) Pair(ctx context.Context, code, name, was string) (token string, paired Device, err error) {
	if back, ok := b.takeLink(code); ok {
		token, paired, err = b.letIn(ctx, name, was, func(*desk) (Right, NightID, error) {
			return Keeper, 0, nil
		})
		if err != nil {
			back()
		}
		return token, paired, err
	}
	return b.letIn(ctx, name, was, func(d *desk) (Right, NightID, error) {
		args := b.codeArgs(code)
		right, only, err := scanCode(d.Row(codeQuery, args...))
		if err != nil {
			return Nobody, 0, err
		}
		return right, only, d.exec(`DELETE FROM code WHERE hash = ?`, args[0])
	})
}

// letIn writes a device with the right that what it showed gives it, bound to a table where that says so.
func (b *Book) letIn(
	ctx context.Context, name, was string, shown func(*desk) (Right, NightID, error),
) (token string, in Device, err error) {
	var random [32]byte
	if _, err := io.ReadFull(b.rand, random[:]); err != nil {
		return "", Device{}, err
	}
	token = base64.RawURLEncoding.EncodeToString(random[:])
	hash, now := sha256.Sum256([]byte(token)), b.clock()
	err = b.write(ctx, func(d *desk) error {
		right, only, err := shown(d)
		if err != nil {
			return err
		}
		old, _ := b.DeviceWith(was)
		if right < Keeper {
			if err := d.keeperStays(old.ID, "code"); err != nil {
				return err
			}
		}
		clean, err := d.freeDevice(name, old.ID)
		if err != nil {
			return err
		}
		if err := d.exec(`DELETE FROM device WHERE id = ?`, int64(old.ID)); err != nil {
			return err
		}
		var others int
		if err := d.Row(`SELECT count(*) FROM device`).Scan(&others); err != nil {
			return err
		}
		if others >= mostDevices {
			return refuse("code", "There are %d devices already. Turn some of them out first.", others)
		}
		// Never the number of one that was turned out: who gave the PIN lately is remembered by it.
		return d.exec(
			`INSERT INTO device (id, name, may, token, made, seen, night) VALUES (?, ?, ?, ?, ?, ?, ?)`,
			b.door.lastID.Add(1), clean, int64(right), hash[:], now.UnixMilli(),
			now.Truncate(time.Hour).UnixMilli(), orNull(only))
	})
	if err := b.changedDoor(ctx, err); err != nil {
		return "", Device{}, err
	}
	in, ok := b.DeviceWith(token)
	if !ok {
		return "", Device{}, errors.New("ledger: the device that was let in isn't there")
	}
	return token, in, nil
}
