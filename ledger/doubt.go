package ledger

// What an unsound book says beyond its sound part. Nobody can rely on it; it tells what a copy has to hold.

import (
	"context"
	"database/sql"
	"os"
	"time"

	"ouverte/ledger/audit"
	"ouverte/ledger/chain"
	"ouverte/ledger/store"
)

// Doubt is what is doubtful in an unsound book, and what of it the newest sound copy holds.
type Doubt struct {
	Wrong    []*audit.Wrong
	Date     string // of the evening in which the first fault lies; empty where it lies in none
	Deal     int    // which deal of that night it is; zero where it is none
	Evenings []DoubtfulEvening

	Copy   string // the file of the copy; empty where there is none
	Copied time.Time
	Holds  int // of the evenings
	Lacks  int // deals
}

// DoubtfulEvening began in the doubtful part, or the first fault lies in it.
type DoubtfulEvening struct {
	Night chain.NightID
	Date  string
	Deals int // that were recorded at all its tables
}

// Doubt is nil where the book is as it was written.
func (b *Book) Doubt() *Doubt { return b.doubt }

// longestBody is how many bytes of a doubtful entry are read: it may say anything.
const longestBody = 1 << 16

// doubtful reads the rest of an unsound book. until is the last entry of the newest sound copy.
func (b *Book) doubtful(tx *store.Tx, until int64) (*Doubt, error) {
	sound := b.newest.Load()
	d := &Doubt{Wrong: b.audited.Wrong}
	fault := max(d.Wrong[0].Entry, sound.Last()+1)
	at := map[chain.NightID]int{}                // where an evening stands in the list
	evening := map[chain.NightID]chain.NightID{} // of a doubtful table
	deals := map[chain.NightID]int{}             // of a night, up to the fault
	begin := func(id chain.NightID, date string, had int) {
		if _, err := time.Parse(time.DateOnly, date); err != nil {
			date = ""
		}
		at[id] = len(d.Evenings)
		d.Evenings = append(d.Evenings, DoubtfulEvening{Night: id, Date: date, Deals: had})
	}
	whose := func(id chain.NightID) chain.NightID {
		if n := sound.Night(id); n != nil && n.Meeting != 0 {
			return n.Meeting
		}
		if of := evening[id]; of != 0 {
			return of
		}
		return id
	}
	one := func(rows *sql.Rows) error {
		var (
			seq   chain.EntryID
			night chain.NightID
			kind  chain.Kind
			body  []byte
		)
		if err := rows.Scan(&seq, &night, &kind, &body); err != nil {
			return err
		}
		said, _ := chain.Decode(kind, body) // what can't be read begins nothing
		dealt := kind == chain.KindDeal
		switch said := said.(type) {
		case *chain.Deal:
			dealt = said.As == ""
		case *chain.Night:
			if evening[said.Night] = said.Evening; said.Evening == 0 {
				begin(said.Night, said.Date, 0)
			}
		case *chain.Meeting:
			begin(said.Night, said.Date, 0)
		}
		of := whose(night)
		if n := sound.Night(of); n != nil && seq == fault {
			had := 0
			for t := range sound.Nights() {
				if t.ID == of || t.Meeting == of {
					had += t.Count
				}
			}
			begin(of, n.Date, had)
		}
		i, known := at[of]
		if seq == fault && known {
			d.Date = d.Evenings[i].Date
		}
		if dealt {
			if deals[night]++; seq == fault {
				if n := sound.Night(night); n != nil {
					deals[night] += n.Count
				}
				d.Deal = deals[night]
			}
			if known {
				d.Evenings[i].Deals++
			}
			if int64(seq) > until {
				d.Lacks++
			}
		}
		if int64(seq) <= until {
			d.Holds = len(d.Evenings)
		}
		return nil
	}
	err := store.Each(tx, one, `SELECT seq, coalesce(night, 0), kind, substr(body, 1, ?) FROM entry
		WHERE seq > ? ORDER BY seq`, longestBody, sound.Last())
	return d, err
}

// weighDoubt finds the newest sound copy of an unsound book, and what that holds of the doubtful part.
func (b *Book) weighDoubt(ctx context.Context) error {
	path, entries := b.soundCopy(ctx)
	err := b.read(ctx, func(tx *store.Tx) (err error) {
		b.doubt, err = b.doubtful(tx, entries)
		return err
	})
	if info, missing := os.Stat(path); err == nil && missing == nil {
		b.doubt.Copy, b.doubt.Copied = path, info.ModTime()
	}
	return err
}
