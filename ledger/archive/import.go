package ledger

// A book from its export. The entries are taken as they are and in their order, each only if it has its hash,
// says what it says in the one form there is for that, and moves what follows from it; so the new book is the
// old one: same chain, same seals, same balances, and it exports the same bytes.

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
	"ouverte/rules/english"
)

// importGroup is how many entries are written with one commit.
const importGroup = 1024

// longestEntry is how many bytes a line of an export may have. The longest that the book can write is far
// shorter.
const longestEntry = 4 << 20

// BadLine says which line of an export is wrong, and what is.
type BadLine struct {
	Line int // from 1
	Err  error
}

func (b *BadLine) Error() string {
	return fmt.Sprintf("Line %d is wrong: %v. Nothing was imported.", b.Line, chain.Clause(b.Err))
}
func (b *BadLine) Unwrap() error { return b.Err }

// Import makes a book from an export as JSON: where there is none yet, or where there is one without entries.
// That one is kept beside it; kept is its name. All is imported, and audited, or nothing. Errors are
// *BadLine, *Refusal, *CannotOpen or *CannotWrite where a person can do something about it.
func Import(ctx context.Context, r io.Reader, book string, progress Progress) (found *Found, kept string, err error) {
	if book, err = store.WholePath(book); err != nil {
		return nil, "", placeError(book, err)
	}
	held, err := store.TakeLock(book)
	if err != nil {
		return nil, "", store.Explain(book, err)
	}
	defer func() { err = held.End(err) }()
	if err := mustBeEmpty(ctx, book); err != nil {
		return nil, "", err
	}
	folder, err := store.CopyFolder(book)
	if err != nil {
		return nil, "", placeError(book, err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	fresh := filepath.Join(folder, "book.db")
	if err := fillFrom(ctx, r, fresh, progress); err != nil {
		return nil, "", err
	}
	if found, err = Audit(ctx, fresh, nil, progress); err != nil {
		return nil, "", err
	}
	if !found.Well() {
		return nil, "", &Refusal{Field: "file", Sentence: "What was read makes no sound book, and nothing was imported. " + found.Line()}
	}
	if err := store.ToDisk(fresh); err != nil {
		return nil, "", placeError(book, err)
	}
	if kept, err = store.PutAside(book); err != nil {
		return nil, "", placeError(book, err)
	}
	if err := store.Place(fresh, book); err != nil {
		return nil, kept, placeError(book, err)
	}
	return found, kept, nil
}

// mustBeEmpty refuses a place where there is a book with something in it, or something else.
func mustBeEmpty(ctx context.Context, book string) error {
	if _, err := os.Lstat(book); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	l, err := lookInto(ctx, book)
	if err != nil {
		return err
	}
	defer l.close()
	if l.last > 0 {
		return &Refusal{Field: "file", Sentence: fmt.Sprintf("There is a book with %s in %s. An import goes into an empty one: name another with --book FILE.", english.Count(l.last, "entry"), book)}
	}
	return nil
}

// fillFrom makes a book of what is read.
func fillFrom(ctx context.Context, r io.Reader, path string, progress Progress) (err error) {
	in := exportReader{in: bufio.NewReaderSize(r, 1<<16)}
	if err := in.begin(); err != nil {
		return err
	}
	b, err := Open(ctx, path, Options{})
	if err != nil {
		return err
	}
	defer func() {
		if closing := b.Close(); err == nil {
			err = closing
		}
	}()
	if in.head.Season != "" {
		if err := b.SetSeason(ctx, in.head.Season); err != nil {
			return &BadLine{1, err}
		}
	}
	group := make([]*Entry, 0, importGroup)
	for done := false; !done; {
		group = group[:0]
		first := in.line + 1
		for len(group) < importGroup && !done {
			e, err := in.entry()
			switch {
			case err == io.EOF:
				done = true
			case err != nil:
				return err
			default:
				group = append(group, e)
			}
		}
		at, err := b.replay(ctx, group)
		if disk := (*CannotWrite)(nil); errors.As(err, &disk) {
			why, _, _ := strings.Cut(disk.Sentence, ":")
			return &CannotWrite{Sentence: why + ": nothing was imported. Mend that, and begin anew.", Cause: disk.Cause}
		}
		if err != nil {
			return &BadLine{first + at, err}
		}
		progress.tell(int64(in.last), int64(in.head.Entries))
	}
	return nil
}

// replay writes entries that were made elsewhere. at is which of them was refused.
func (b *Book) replay(ctx context.Context, entries []*Entry) (at int, err error) {
	r := &request{ctx: ctx, done: make(chan answer, 1), plan: func(d *desk) (Receipt, error) {
		at, err = d.replayAll(entries)
		return Receipt{}, err
	}}
	if err := b.send(ctx, r); err != nil {
		return 0, err
	}
	err = (<-r.done).err
	if store.Cause(err) == store.ErrConstraint {
		err = errors.New("what it says can't stand beside the entries before it")
	}
	return at, err
}

// exportReader reads an export line by line.
type exportReader struct {
	in   *bufio.Reader
	line int // the last one read
	head exportHead
	last EntryID
	hash Hash
	buf  []byte
}

// begin reads the first line.
func (x *exportReader) begin() error {
	text, err := x.next()
	if err != nil && err != io.EOF {
		return err
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&x.head); err != nil || x.head.Ouverte != "book" {
		return &BadLine{1, errors.New("this isn't the export of a book as JSON")}
	}
	if x.head.Format != exportFormat {
		return &BadLine{1, fmt.Errorf("the export has form %d, and this program reads form %d", x.head.Format, exportFormat)}
	}
	return nil
}

// next reads a line without its end. io.EOF comes after the last.
func (x *exportReader) next() ([]byte, error) {
	x.buf = x.buf[:0]
	for {
		part, err := x.in.ReadSlice('\n')
		x.buf = append(x.buf, part...)
		switch {
		case len(x.buf) > longestEntry:
			return nil, &BadLine{x.line + 1, errors.New("it is longer than any entry can be")}
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && len(x.buf) == 0:
			return nil, io.EOF
		case err == io.EOF:
			return nil, &BadLine{x.line + 1, errors.New("it is cut off")}
		case err != nil:
			return nil, err
		}
		x.line++
		return x.buf[:len(x.buf)-1], nil
	}
}

// entryText is an entry as exported.
type entryText struct {
	Seq       EntryID         `json:"seq"`
	Night     NightID         `json:"night"`
	Kind      Kind            `json:"kind"`
	Key       string          `json:"key"`
	Part      int             `json:"part"`
	Device    string          `json:"device"`
	At        int64           `json:"at"`
	Ask       string          `json:"ask"`
	Body      json.RawMessage `json:"body"`
	Reverses  EntryID         `json:"reverses"`
	Transfers []transferText  `json:"transfers"`
	Hash      string          `json:"hash"`
}

// transferText is a transfer as exported: [night, money, from, to, amount].
type transferText Transfer

func (t *transferText) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[5]any{&t.Night, &t.Money, &t.From, &t.To, &t.Amount})
}

// entry reads the next entry. io.EOF comes after the last, if all are there.
func (x *exportReader) entry() (*Entry, error) {
	text, err := x.next()
	if err == io.EOF {
		if x.last != x.head.Entries {
			return nil, &BadLine{x.line + 1, fmt.Errorf("the export is cut off: %d entries of %d are there", x.last, x.head.Entries)}
		}
		if head := hex.EncodeToString(x.hash[:]); head != x.head.Head {
			return nil, &BadLine{x.line, errors.New("the chain doesn't end as the first line says")}
		}
		return nil, io.EOF
	}
	if err != nil {
		return nil, err
	}
	bad := func(format string, args ...any) (*Entry, error) {
		return nil, &BadLine{x.line, fmt.Errorf(format, args...)}
	}
	var said entryText
	if err := json.Unmarshal(text, &said); err != nil {
		return bad("it is no entry: %w", err)
	}
	e := &Entry{
		Seq: said.Seq, Night: said.Night, Kind: said.Kind, Key: said.Key, Part: said.Part, Device: said.Device, At: said.At,
		Body: bytes.Clone(said.Body), Reverses: said.Reverses, Prev: x.hash,
	}
	for _, t := range said.Transfers {
		e.Transfers = append(e.Transfers, Transfer(t))
	}
	if !decodeHex(e.Ask[:], said.Ask) || !decodeHex(e.Hash[:], said.Hash) {
		return bad("its hashes are none")
	}
	// Only the one form: what is read is what will be written.
	again := e.AppendCanonical(make([]byte, 0, len(text)+16))
	again = fmt.Appendf(again[:len(again)-1], `,"hash":"%x"}`, e.Hash[:])
	if !bytes.Equal(again, text) {
		return bad("it isn't written as an export writes it")
	}
	if e.Seq != x.last+1 {
		return bad("it is entry %d where entry %d comes next", e.Seq, x.last+1)
	}
	x.last, x.hash = e.Seq, e.Hash
	return e, nil
}

// decodeHex reads exactly as many bytes as there is room for.
func decodeHex(to []byte, text string) bool {
	if len(text) != hex.EncodedLen(len(to)) {
		return false
	}
	_, err := hex.Decode(to, []byte(text))
	return err == nil
}
