package door

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
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

func ParseRight(name string) (Right, bool) {
	for r := Watcher; r <= Keeper; r++ {
		if name == r.String() {
			return r, true
		}
	}
	return Nobody, false
}

// DeviceID names a device. None is given twice while the program runs: the web remembers by it who gave the
// PIN.
type DeviceID int64

// Device is one that was let in.
type Device struct {
	ID    DeviceID
	Name  string
	Right Right
	Made  time.Time
	Seen  time.Time     // to the hour
	Only  chain.NightID // of a scorer: the only table it may record at; zero: at all
}

// ThisMachine is the name kept with what is recorded on the machine the book lies on.
const ThisMachine = "this machine"

const mostDevices = 500

type devices map[hash]Device

func (d *Door) Devices() []Device {
	return slices.SortedFunc(maps.Values(d.now.Load().devices),
		func(a, b Device) int { return cmp.Compare(a.ID, b.ID) })
}

func (d *Door) DeviceWith(token string) (Device, bool) {
	at, ok := d.now.Load().devices[hashOf(token)]
	return at, ok
}

// DevicesChanged returns a channel that is closed at the next change of rights. Get it before you look.
func (d *Door) DevicesChanged() <-chan struct{} { return d.now.Load().changed }

// HasKeeper tells whether any device is the keeper's. A book that has one never loses the last.
func (d *Door) HasKeeper() bool { return d.now.Load().devices.keepers(0) > 0 }

// UnusedName is this name, with a number behind it where a device is called so.
func (d *Door) UnusedName(name string) string {
	in, free := d.now.Load().devices, name
	for n := 2; in.called(free, 0) != ""; n++ {
		free = fmt.Sprintf("%s %d", name, n)
	}
	return free
}

func (d *Door) RenameDevice(ctx context.Context, id DeviceID, name string) error {
	return d.change(ctx, true, func(w *store.Writer, in devices) error {
		clean, err := in.free(name, id)
		if err != nil {
			return err
		}
		return wrote(w.Exec(`UPDATE device SET name = ? WHERE id = ?`, clean, id))
	})
}

// BindDevice lets a scorer's device record at one table of an evening and nowhere else; table zero lets it
// record everywhere again. It stays bound when the table closes (Book.TableNow).
func (d *Door) BindDevice(ctx context.Context, id DeviceID, table chain.NightID) error {
	return d.change(ctx, true, func(w *store.Writer, in devices) error {
		if err := d.bindable(table); err != nil {
			return err
		}
		for _, at := range in {
			if at.ID == id && at.Right != Scorer {
				return chain.Refuse("night", "Only a scorer’s device can be bound to a table.")
			}
		}
		return wrote(w.Exec(`UPDATE device SET night = nullif(?, 0) WHERE id = ?`, table, id))
	})
}

// bindable refuses a night that is no open table of an evening. Zero is none, and fine.
func (d *Door) bindable(night chain.NightID) error {
	if night == 0 {
		return nil
	}
	table, err := d.needs.Open(night)
	if err == nil && !table {
		err = chain.Refuse("night", "This isn’t one of several tables.")
	}
	return err
}

// TurnOut makes a device's token worthless at once. The last keeper's device stays.
func (d *Door) TurnOut(ctx context.Context, id DeviceID) error {
	return d.change(ctx, true, func(w *store.Writer, in devices) error {
		if err := in.keeperStays(id, "name"); err != nil {
			return err
		}
		return wrote(w.Exec(`DELETE FROM device WHERE id = ?`, id))
	})
}

func wrote(rows int64, err error) error {
	if err == nil && rows == 0 {
		err = &chain.NotFound{What: "device"}
	}
	return err
}

// Saw notes that a device is in use. Only the hour is kept, so most page views write nothing.
func (d *Door) Saw(ctx context.Context, id DeviceID) (newHour bool, err error) {
	hour := d.needs.Clock().Truncate(time.Hour)
	// Noted even if it can't be written: a full disk is not asked again at every page.
	if was, ok := d.seen.Swap(id, hour); ok && was.(time.Time).Equal(hour) {
		return false, nil
	}
	return true, d.change(ctx, false, func(w *store.Writer, _ devices) error {
		_, err := w.Exec(`UPDATE device SET seen = ? WHERE id = ?`, hour.UnixMilli(), id)
		return err
	})
}

// change has do write devices. in are those before it; tell says that a name or a right may be another.
func (d *Door) change(ctx context.Context, tell bool, do func(w *store.Writer, in devices) error) error {
	return d.needs.Write(ctx, func(w *store.Writer) error {
		in, err := readDevices(w, "")
		if err != nil {
			return err
		}
		if err := do(w, in); err != nil {
			return err
		}
		after, err := readDevices(w, "")
		d.publish(w, func(next *inside) {
			next.devices = after
			if tell {
				next.changed = make(chan struct{})
			}
		})
		return err
	})
}

func readDevices(q store.Querier, with string) (devices, error) {
	in := devices{}
	return in, store.Each(q, func(rows *sql.Rows) error {
		var d Device
		var token hash
		var made, seen int64
		err := rows.Scan(&d.ID, &d.Name, &d.Right, &token, &made, &seen, &d.Only)
		d.Made, d.Seen = time.UnixMilli(made), time.UnixMilli(seen)
		in[token] = d
		return err
	}, with+`SELECT id, name, may, token, made, seen, coalesce(night, 0) FROM device`)
}

func (in devices) keepers(but DeviceID) (n int) {
	for _, one := range in {
		if one.Right == Keeper && one.ID != but {
			n++
		}
	}
	return n
}

// keeperStays refuses to take its right from the last device that has the keeper's: a book without a keeper
// is for the first browser on its machine to take.
func (in devices) keeperStays(leaves DeviceID, field string) error {
	if in.keepers(0) == 0 || in.keepers(leaves) > 0 {
		return nil
	}
	return chain.Refuse(field, "This is the only device that may do everything. "+
		"Let another one in as the keeper first.")
}

// called returns the name of another device that goes by this name; empty if none does.
func (in devices) called(name string, but DeviceID) string {
	for _, one := range in {
		if one.ID != but && chain.Fold(one.Name) == chain.Fold(name) {
			return one.Name
		}
	}
	return ""
}

// free cleans a name that no device has but perhaps this one.
func (in devices) free(name string, but DeviceID) (string, error) {
	clean, err := chain.CleanName(name)
	if err != nil {
		return "", err
	}
	if chain.Fold(clean) == chain.Fold(ThisMachine) {
		return "", chain.Refuse("name", "“%s” is the name of the book’s own machine. Choose another name.",
			clean)
	}
	if has := in.called(clean, but); has != "" {
		return "", chain.Refuse("name", "Another device is called %s. Choose a name that tells the two "+
			"apart.", has)
	}
	return clean, nil
}

// letIn writes a device and returns its token. may returns its right, and the table it is bound to, or zero.
// was is the token the device had until now, if any; it is worthless afterwards.
func (d *Door) letIn(
	ctx context.Context, name, was string, may func(*store.Writer, devices) (Right, chain.NightID, error),
) (token string, in Device, err error) {
	if token, err = draw(d.needs.Rand, letters, tokenLength); err != nil {
		return "", Device{}, err
	}
	now := d.needs.Clock()
	err = d.change(ctx, true, func(w *store.Writer, in devices) error {
		right, only, err := may(w, in)
		if err != nil {
			return err
		}
		old := in[hashOf(was)].ID
		if right < Keeper {
			if err := in.keeperStays(old, "code"); err != nil {
				return err
			}
		}
		clean, err := in.free(name, old)
		if err != nil {
			return err
		}
		if old == 0 && len(in) >= mostDevices {
			return chain.Refuse("code", "The book has %d devices already. Shut some of them out first.", len(in))
		}
		if _, err := w.Exec(`DELETE FROM device WHERE id = ?`, old); err != nil {
			return err
		}
		return w.Row(`INSERT INTO device (id, name, may, token, made, seen, night)
			SELECT 1 + max(?, coalesce(max(id), 0)), ?, ?, ?, ?, ?, nullif(?, 0) FROM device RETURNING id`,
			d.last, clean, right, hashOf(token), now.UnixMilli(), now.Truncate(time.Hour).UnixMilli(), only).
			Scan(&d.last)
	})
	if err != nil {
		return "", Device{}, err
	}
	in, _ = d.DeviceWith(token) // none if it has been turned out since
	return token, in, nil
}

// FirstKeeper makes a browser the keeper's device while the book has none. Of those who ask at once one gets
// it; the others are refused. was is as in Pair.
func (d *Door) FirstKeeper(ctx context.Context, name, was string) (token string, in Device, err error) {
	return d.letIn(ctx, name, was, func(_ *store.Writer, in devices) (Right, chain.NightID, error) {
		if in.keepers(0) > 0 {
			return Nobody, 0, chain.Refuse("", "Somebody else became the keeper of this book a moment ago.")
		}
		return Keeper, 0, nil
	})
}
