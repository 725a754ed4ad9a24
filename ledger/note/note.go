// Package note keeps, in a small file beside a book, how far the book had come. A chain of entries can't show
// that its end was cut off, as an older copy, a lost log or a copy of the main file alone do; the note can,
// as long as it lies beside.
//
//   - Of makes the note of a book as it is; Write puts it beside the book, at once or not at all.
//   - Read reads it again, and Missing says what a book lacks of the noted entries.
//
// The note is no part of the book: a book without one, as on another machine, is opened like any other.
package note

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
	"ouverte/rules/english"
)

// Note says how far a book had come. Its form is that of the file, which other versions read.
type Note struct {
	Ouverte string `json:"ouverte"` // what this is: "note"
	Format  int    `json:"format"`  // 1
	At      int64  `json:"at"`      // when it was written, in milliseconds
	Marks   []Mark `json:"marks"`   // the last entry first, and then ever further back

	// Yes is that the program was started with --accept-older, and not without since: the yes it says is no
	// answer to a loss that comes later.
	Yes bool `json:"yes,omitempty"`

	// Book names the book in this place: another that takes the place has another name.
	Book string `json:"book,omitempty"`

	CopiesTo   string `json:"copiesTo,omitempty"`   // the folder of the second place for copies
	CopiesMade string `json:"copiesMade,omitempty"` // the folder that was made in a place somebody named

	Copied int64 `json:"copied,omitempty"` // when the keeper's page last handed a copy out, in milliseconds
}

type Mark struct {
	Entry chain.EntryID `json:"entry"`
	Hash  string        `json:"hash"`
	At    int64         `json:"at"`
}

const (
	format   = 1
	furthest = 1 << 14 // how far back there are marks; before that there is only the first entry
	longest  = 1 << 16 // bytes a note may have
)

func pathOf(book string) string { return book + "-note" }

// Of makes the note of a book.
func Of(q store.Querier, at time.Time) (*Note, error) {
	n := &Note{Ouverte: "note", Format: format, At: at.UnixMilli()}
	var last int64
	err := q.Row(`SELECT coalesce(max(seq), 0) FROM entry`).Scan(&last)
	if err != nil || last == 0 {
		return n, err
	}
	marked := []int64{}
	for back := int64(0); back < min(last-1, furthest+1); back = max(1, 2*back) {
		marked = append(marked, last-back)
	}
	for _, seq := range append(marked, 1) {
		m, err := markAt(q, seq)
		if err != nil {
			return n, err
		}
		n.Marks = append(n.Marks, m)
	}
	return n, nil
}

func markAt(q store.Querier, seq int64) (m Mark, err error) {
	var hash []byte
	err = q.Row(`SELECT seq, hash, at FROM entry WHERE seq = ?`, seq).Scan(&m.Entry, &hash, &m.At)
	m.Hash = hex.EncodeToString(hash)
	return m, err
}

// Read reads the note beside a book: nil where there is none.
func Read(book string) (*Note, error) {
	info, err := os.Lstat(pathOf(book))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular(): // to open a pipe takes for ever
		return nil, errors.New("note: it isn't a file")
	}
	f, err := os.Open(pathOf(book))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, longest))
	if err != nil {
		return nil, err
	}
	n := new(Note)
	if err := json.Unmarshal(text, n); err != nil || n.Ouverte != "note" || n.Format != format {
		return nil, cmp.Or(err, errors.New("note: it is none, or of another version"))
	}
	return n, nil
}

// Write puts the note beside a book, in the place of the one before. Where kept, it waits for the disk.
func (n *Note) Write(book string, kept bool) error {
	text, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return store.Replace(pathOf(book), append(text, '\n'), kept)
}

// Anew writes the note of a book that was just put in its place, on purpose. Of the note that lay there
// before, if any, it keeps what is of the place.
func Anew(ctx context.Context, book string, before *Note) error {
	f, err := store.Look(ctx, book)
	if err != nil {
		return err
	}
	var n *Note
	err = f.Read(ctx, func(tx *store.Tx) (err error) {
		n, err = Of(tx, time.Now())
		return err
	})
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	n.Book = Name()
	if before != nil {
		n.CopiesTo, n.CopiesMade = before.CopiesTo, before.CopiesMade
	}
	return n.Write(book, true)
}

// Name is a new name for a book in its place.
func Name() string { return rand.Text() }

// Said notes whether the program was started with a yes, where the note beside the book doesn't say so. What
// it says of the book stays.
func (n *Note) Said(yes bool, book string) error {
	if n == nil || n.Yes == yes {
		return nil
	}
	n.Yes = yes
	return n.Write(book, true)
}

// Gap is the difference between a book and its note.
type Gap struct {
	Entries int64
	After   time.Time // when what is there of it ends; zero where nothing of it is
	Other   bool      // the book goes on otherwise, and may have some of it
	Noted   time.Time
}

// Missing tells what a book lacks: nil where it has all that was noted.
func (n *Note) Missing(q store.Querier) (*Gap, error) {
	if n == nil || len(n.Marks) == 0 {
		return nil, nil
	}
	head := n.Marks[0]
	var last Mark
	err := q.Row(`SELECT seq, at FROM entry ORDER BY seq DESC LIMIT 1`).Scan(&last.Entry, &last.At)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, err
	}
	gap := &Gap{Noted: time.UnixMilli(n.At), Other: last.Entry >= head.Entry}
	for _, m := range n.Marks {
		has, err := markAt(q, int64(m.Entry))
		if errors.Is(err, sql.ErrNoRows) || err == nil && has.Hash != m.Hash {
			continue
		}
		if err != nil || m.Entry == head.Entry {
			return nil, err
		}
		if gap.Entries, gap.After = int64(head.Entry-m.Entry), time.UnixMilli(m.At); !gap.Other {
			gap.Entries, gap.After = int64(head.Entry-last.Entry), time.UnixMilli(last.At)
		}
		return gap, nil
	}
	gap.Entries, gap.Other = int64(head.Entry), last.Entry > 0
	return gap, nil
}

// Head says the same in a few words.
func (g *Gap) Head() string {
	switch {
	case g.After.IsZero() && g.Other:
		return "This isn’t the book that lay here"
	case g.After.IsZero():
		return "This book is empty: what was in it is missing"
	case g.Other:
		return "This is an older book that went on differently"
	}
	return "This is an older book: it ends on " + day(g.After)
}

func (g *Gap) Sentence() string {
	what, noted := english.Count(g.Entries, "entry"), "The note beside it is of "+day(g.Noted)+"."
	are := english.Verb(int(g.Entries), "is", "are")
	switch {
	case g.After.IsZero() && !g.Other:
		return fmt.Sprintf("The book is empty, and %s %s missing. %s", what, are, noted)
	case g.After.IsZero():
		return fmt.Sprintf("This is another book than the one that lay here, which had %s. %s", what, noted)
	case g.Other:
		return fmt.Sprintf("The book differs from the one noted here: since %s it goes on differently, and up "+
			"to %s %s "+
			"missing. %s", day(g.After), what, are, noted)
	}
	return fmt.Sprintf("The book ends on %s, and %s %s missing that came after. %s", day(g.After), what, are,
		noted)
}

func day(t time.Time) string { return t.Format("Monday 2 January 2006 at 15:04") }
