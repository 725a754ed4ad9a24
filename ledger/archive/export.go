package archive

// The whole book as text.

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"ouverte/ledger/audit"
	"ouverte/ledger/chain"
	"ouverte/ledger/journal"
	"ouverte/ledger/state"
	"ouverte/ledger/years"
	"ouverte/rules/english"
)

type Format string

const (
	// JSON is everything, an object a line: what Import reads. The first line says how many entries follow
	// and the hash of the last; then comes each entry in its canonical form with its hash at the end.
	JSON Format = "json"
	// CSV is a table for a spreadsheet, a line for each account an entry moved money of. Summed up by account
	// and money it gives the balances.
	CSV Format = "csv"
	// Journal is a journal that hledger (check --strict) and ledger (--pedantic) accept.
	Journal Format = "ledger"
	// Beancount is the same for beancount, which names accounts and moneys more narrowly.
	Beancount Format = "beancount"
)

// Form says of a format what it is called, and what kind of file it makes.
type Form struct {
	Format
	Title        string // on a button
	About        string // in a list of them
	Type, Ending string // of the file

	write func(*journal.Book, *bufio.Writer) error // nil for JSON
}

// Forms are all formats a book can be exported as.
var Forms = []Form{
	{JSON, "JSON", "everything, and can be imported", "application/x-ndjson", ".json", nil},
	{CSV, "Table (CSV)", "a table for a spreadsheet", "text/csv; charset=utf-8", ".csv", journal.CSV},
	{
		Journal, "hledger, ledger", "a journal for hledger and ledger", "text/plain; charset=utf-8", ".journal",
		journal.Plain,
	},
	{
		Beancount, "Beancount", "a journal for beancount", "text/plain; charset=utf-8", ".beancount",
		journal.Beancount,
	},
}

func Find(name Format) (form Form, ok bool) {
	for _, form := range Forms {
		if form.Format == name {
			return form, true
		}
	}
	return form, false
}

// Unsound says that an export ends before the first wrong entry. The file is the export of a book that ends
// there.
type Unsound struct {
	Wrong   *audit.Wrong
	Entries chain.EntryID // that were exported
	Date    string        // of the latest night among them; empty if there is none
}

func (u *Unsound) Error() string {
	if u.Entries == 0 {
		return u.Wrong.Sentence + " Nothing was exported."
	}
	upTo := ""
	if u.Date != "" {
		upTo = ", up to the evening of " + u.Date
	}
	return fmt.Sprintf("%s Everything before it was exported: %s%s. As JSON it makes a book to play on in, by "+
		"ouverte import json.", u.Wrong.Sentence, english.Count(u.Entries, "entry"), upTo)
}

// errChanged is that a file has other entries than the book had when it was opened.
var errChanged = errors.New("archive: the file has other entries than the book")

// IsChanged tells whether an export of a known state found other entries in the file.
func IsChanged(err error) bool { return errors.Is(err, errChanged) }

// Export writes the book as it is at this moment, its dates as in a zone; another process may have it open.
// An unsound one is exported up to the wrong entry, with an *Unsound.
func Export(
	ctx context.Context, book string, format Format, zone *time.Location, w io.Writer, progress audit.Progress,
) error {
	form, ok := Find(format)
	if !ok {
		return fmt.Errorf("a book can't be exported as %s", format)
	}
	b, err := audit.Open(ctx, book)
	if err != nil {
		return err
	}
	defer b.Close()
	s, found, err := b.Read(progress.Part(0, 2))
	if err != nil {
		return err
	}
	// A second time: what people are called in words, and how many entries there are, is known at the end.
	err = write(b, s, form, zone, w, progress.Part(1, 2), func(*chain.Entry) bool { return true })
	if err != nil || found.Sound() {
		return err
	}
	u := &Unsound{Wrong: found.Wrong[0], Entries: s.Last()}
	if n := s.Night(s.LastNight()); n != nil {
		u.Date = n.Date
	}
	return u
}

// ExportOf is Export of a book whose state is in memory: no second one is made. Where the file has other
// entries it stops, and IsChanged.
func ExportOf(
	ctx context.Context, s *state.State, book string, format Format, zone *time.Location, w io.Writer,
) error {
	form, ok := Find(format)
	if !ok {
		return fmt.Errorf("a book can't be exported as %s", format)
	}
	b, err := audit.Open(ctx, book)
	if err != nil {
		return err
	}
	defer b.Close()
	var in chain.Reader
	before := chain.Hash{}
	err = write(b, s, form, zone, w, nil, func(e *chain.Entry) bool {
		follows := e.Prev == before && in.Digest(e) == e.Hash && (e.Seq < s.Last() || e.Hash == s.Hash())
		before = e.Hash
		return follows
	})
	if err == nil && before != s.Hash() {
		err = errChanged
	}
	return err
}

// write writes the entries of a state, and stops at the first unsound one.
func write(
	b *audit.Book, s *state.State, form Form, zone *time.Location, w io.Writer, progress audit.Progress,
	right func(*chain.Entry) bool,
) (err error) {
	out := bufio.NewWriterSize(w, 1<<16)
	each := func(do func(*chain.Entry) error) error {
		return audit.Entries(b.Tx(), s.Last(), func(e *chain.Entry) error {
			if e.Seq%1024 == 0 || e.Seq == s.Last() {
				progress.Tell(int64(e.Seq), int64(s.Last()))
			}
			if !right(e) {
				return fmt.Errorf("%w: entry %d", errChanged, e.Seq)
			}
			return do(e)
		})
	}
	if form.write != nil {
		err = form.write(&journal.Book{State: s, Each: each, Zone: zone}, out)
	} else if err = jsonHead(b, s, out); err == nil {
		err = each(jsonLines(out))
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// exportHead is the first line of a book as JSON.
type exportHead struct {
	Ouverte string        `json:"ouverte"` // what this is: "book"
	Format  int           `json:"format"`
	Entries chain.EntryID `json:"entries"`
	Head    string        `json:"head"`             // hash of the last entry
	Season  string        `json:"season,omitempty"` // the day seasons begin, where it isn't 1 January
}

// exportFormat is the number of the form; another number is another form.
const exportFormat = 1

func jsonHead(b *audit.Book, s *state.State, out *bufio.Writer) error {
	begins, err := audit.Season(b.Tx())
	if err != nil {
		return err
	}
	if begins = years.SeasonBegins(begins); begins == years.Calendar {
		begins = ""
	}
	hash := s.Hash()
	head := exportHead{"book", exportFormat, s.Last(), hex.EncodeToString(hash[:]), begins}
	return json.NewEncoder(out).Encode(head)
}

func jsonLines(out *bufio.Writer) func(*chain.Entry) error {
	var buf []byte
	return func(e *chain.Entry) error {
		buf = append(appendLine(buf[:0], e), '\n')
		_, err := out.Write(buf)
		return err
	}
}

// appendLine appends an entry's canonical form with its hash at the end.
func appendLine(b []byte, e *chain.Entry) []byte {
	b = e.AppendCanonical(b)
	b = append(b[:len(b)-1], `,"hash":"`...)
	return append(hex.AppendEncode(b, e.Hash[:]), `"}`...)
}
