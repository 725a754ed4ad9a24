package store

// Reading and writing the chain: the only SQL for entries and their transfers.

import (
	"bytes"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/rules"
)

// BadEntry is an entry whose rows no program of ours has written. What it says ends a sentence.
type BadEntry struct {
	Entry chain.EntryID
	says  string
}

func (b *BadEntry) Error() string { return b.says }

// Entries calls visit with each entry after a given one, in order, with its transfers. Zero begins at the
// first row there is, whatever its number. An entry is visit's until it returns: its body and its transfers
// are then written over. Entries doesn't look for gaps in the numbers, nor at hashes and bodies. It returns
// *BadEntry for the first entry whose rows are wrong by themselves, after visiting those before it.
//
// It reads books of every version: the two tables are in all of them, and always had these columns.
func (t *Tx) Entries(after chain.EntryID, visit func(*chain.Entry) error) error {
	since := int64(after)
	if since == 0 {
		since = math.MinInt64
	}
	return t.entries(visit, `seq > ?`, `entry > ?`, since)
}

func (t *Tx) EntriesOf(night chain.NightID, to chain.EntryID) (all []*chain.Entry, err error) {
	err = t.entries(func(e *chain.Entry) error {
		kept := *e
		kept.Body, kept.Transfers = bytes.Clone(e.Body), slices.Clone(e.Transfers)
		all = append(all, &kept)
		return nil
	}, `night = ? AND seq <= ?`, `entry IN (SELECT seq FROM entry WHERE night = ? AND seq <= ?)`,
		int64(night), int64(to))
	return all, err
}

func (t *Tx) entries(visit func(*chain.Entry) error, which, whose string, args ...any) error {
	entries, err := t.Query(`SELECT seq, coalesce(night, 0), `+short("kind")+`, `+short("key")+`, part, `+
		short("device")+`, at, coalesce(reverses, 0), ask, `+short("body")+`, prev, hash
		FROM entry WHERE `+which+` ORDER BY seq`, args...)
	if err != nil {
		return ended(t.ctx, err)
	}
	defer entries.Close()
	transfers, err := t.Query(`SELECT entry, n, coalesce(night, 0), `+short("money")+`, src, dst, amount
		FROM transfer WHERE `+whose+` ORDER BY entry, n`, args...)
	if err != nil {
		return ended(t.ctx, err)
	}
	defer transfers.Close()
	r := &reader{entries: newRow(entries, 8, 4), transfers: newRow(transfers, 7, 0),
		interned: map[string]string{}}
	return ended(t.ctx, r.all(visit))
}

// short reads a column as NULL where its value is longer than any sound one, so that it stays out of memory.
func short(column string) string {
	return fmt.Sprintf(`iif(octet_length(%s) > %d, NULL, %[1]s)`, column, longest)
}

type reader struct {
	entries, transfers *row
	interned           map[string]string // texts that many rows have, each kept once
	next               chain.EntryID     // of the transfer that transfers is at; 0 after the last
	entry              chain.Entry
}

func (r *reader) all(visit func(*chain.Entry) error) error {
	if err := r.forth(); err != nil {
		return err
	}
	for {
		more, err := r.entries.scan()
		if err != nil {
			return err
		}
		e := &r.entry
		if more {
			r.readEntry()
		}
		if r.next != 0 && (!more || r.next < e.Seq) {
			return &BadEntry{r.next, "it is missing: there are transfers of it"}
		}
		if !more {
			return nil
		}
		wrong := r.entries.wrong
		for n := int64(1); r.next == e.Seq && r.next != 0; n++ {
			numbered := r.readTransfer()
			if wrong == "" {
				wrong = r.transfers.wrong
			}
			if wrong == "" && numbered != n {
				wrong = "its transfers aren't numbered 1, 2, 3"
			}
			if err := r.forth(); err != nil {
				return err
			}
		}
		if wrong != "" {
			return &BadEntry{e.Seq, wrong}
		}
		if err := visit(e); err != nil {
			return err
		}
	}
}

func (r *reader) forth() error {
	more, err := r.transfers.scan()
	if r.next = 0; more {
		r.next = chain.EntryID(r.transfers.number(0))
	}
	if more && r.next == 0 { // which is no entry's number, and the mark of the end
		return &BadEntry{0, "it can't be: there are transfers of it"}
	}
	return err
}

func (r *reader) readEntry() {
	from, e := r.entries, &r.entry
	e.Seq = chain.EntryID(from.number(0))
	e.Night = chain.NightID(from.number(1))
	e.Kind = chain.Kind(r.once(from.text(2)))
	e.Key = from.text(3)
	e.Part = int(from.number(4))
	e.Device = r.once(from.text(5))
	e.At = from.number(6)
	e.Reverses = chain.EntryID(from.number(7))
	from.hash(0, e.Ask[:])
	e.Body = from.bytes[1]
	from.hash(2, e.Prev[:])
	from.hash(3, e.Hash[:])
	e.Transfers = e.Transfers[:0]
}

// readTransfer adds the row that transfers is at, and returns its number.
func (r *reader) readTransfer() int64 {
	from, e := r.transfers, &r.entry
	e.Transfers = append(e.Transfers, chain.Transfer{
		Night: chain.NightID(from.number(2)), Money: rules.Money(r.once(from.text(3))),
		From: chain.PlayerID(from.number(4)), To: chain.PlayerID(from.number(5)), Amount: from.number(6),
	})
	return from.number(1)
}

// once is a text as it was first read, so that a million rows that have it keep it once.
func (r *reader) once(text string) string {
	has, ok := r.interned[text]
	if !ok {
		has = text
		r.interned[text] = text
	}
	return has
}

// row is where a query is. database/sql copies no number or text into an any, and nothing into RawBytes.
type row struct {
	rows  *sql.Rows
	has   []any
	bytes []sql.RawBytes // of the columns after those of has
	into  []any
	wrong string // what can't be in a column of this row
}

func newRow(rows *sql.Rows, values, bytes int) *row {
	r := &row{rows: rows, has: make([]any, values), bytes: make([]sql.RawBytes, bytes)}
	for i := range r.has {
		r.into = append(r.into, &r.has[i])
	}
	for i := range r.bytes {
		r.into = append(r.into, &r.bytes[i])
	}
	return r
}

func (r *row) scan() (bool, error) {
	r.wrong = ""
	if !r.rows.Next() {
		return false, r.rows.Err()
	}
	return true, r.rows.Scan(r.into...)
}

func (r *row) number(column int) int64 {
	n, ok := r.has[column].(int64)
	if !ok {
		r.wrong = "it has something else where a number belongs"
	}
	return n
}

func (r *row) text(column int) string {
	s, ok := r.has[column].(string)
	if !ok {
		r.wrong = "it has something else where a text belongs"
	}
	return s
}

func (r *row) hash(column int, to []byte) {
	if from := r.bytes[column]; copy(to, from) != len(to) || len(from) != len(to) {
		r.wrong = "it has something else where a hash belongs"
	}
}

// Balance is a row of the view balances: what a person has in a money.
type Balance struct {
	Money  rules.Money
	Player chain.PlayerID
	Amount int64
}

// Balances reads the view of that name, which adds up all transfers. It is for a book that isn't Altered: a
// view can be another one than ours, and have no end.
func (t *Tx) Balances() (all []Balance, err error) {
	err = Each(t, func(rows *sql.Rows) error {
		var b Balance
		err := rows.Scan(&b.Money, &b.Player, &b.Amount)
		all = append(all, b)
		return err
	}, `SELECT money, player, amount FROM balances`)
	return all, ended(t.ctx, err)
}

func (w *Writer) put(rows int, text string, args ...any) error {
	n, err := w.Exec(text, args...)
	if err == nil && n != int64(rows) {
		err = fmt.Errorf("%w: %d rows of %d with %s", ErrNotKept, n, rows, text)
	}
	return err
}

// Append writes the next entry with its transfers. Players whom transfers name must have been added.
func (w *Writer) Append(e *chain.Entry) error {
	err := w.put(1, `INSERT INTO entry (seq, night, kind, key, part, device, at, ask, body, reverses, prev, hash)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		int64(e.Seq), orNull(e.Night), string(e.Kind), e.Key, e.Part, e.Device, e.At, e.Ask[:], string(e.Body),
		orNull(e.Reverses), e.Prev[:], e.Hash[:])
	if err != nil {
		return err
	}
	const columns, atOnce = 7, 8 // each number of rows is a prepared statement of its own
	w.args = w.args[:0]
	for i, t := range e.Transfers {
		w.args = append(w.args, int64(e.Seq), i+1, orNull(t.Night), string(t.Money), int64(t.From), int64(t.To),
			t.Amount)
		if rows := len(w.args) / columns; rows == atOnce || i == len(e.Transfers)-1 {
			if err := w.put(rows, insertTransfers[rows], w.args...); err != nil {
				return err
			}
			w.args = w.args[:0]
		}
	}
	return nil
}

// insertTransfers are the statements that insert that many.
var insertTransfers = func() (texts [9]string) {
	for n := range texts {
		texts[n] = `INSERT INTO transfer (entry, n, night, money, src, dst, amount) VALUES ` +
			strings.TrimSuffix(strings.Repeat("(?, ?, ?, ?, ?, ?, ?), ", n), ", ")
	}
	return texts
}()

// AddPlayer has transfers and phones name a player.
func (w *Writer) AddPlayer(p chain.PlayerID) error {
	return w.put(1, `INSERT INTO player (id) VALUES (?)`, int64(p))
}

// orNull writes zero, which is no id, as NULL.
func orNull[T ~int64](n T) any {
	if n == 0 {
		return nil
	}
	return int64(n)
}
