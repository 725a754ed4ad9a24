package archive

// Making a book from its export.

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

	"ouverte/ledger/audit"
	"ouverte/ledger/chain"
	"ouverte/ledger/store"
	"ouverte/rules"
	"ouverte/rules/english"
)

// importGroup is how many entries are written with one commit.
const importGroup = 1024

// LongestEntry is how many bytes a line of an export may have. The longest that the book can write is far
// shorter.
const LongestEntry = 4 << 20

// BadLine says which line of an export is wrong, and what is.
type BadLine struct {
	Line int // from 1
	Err  error
}

func (b *BadLine) Error() string {
	return fmt.Sprintf("Line %d is wrong: %v. Nothing was imported.", b.Line, chain.Clause(b.Err))
}
func (b *BadLine) Unwrap() error { return b.Err }

// Fill is ledger.Fill: it makes a book of the entries that next returns, some at a time, none at the end, and
// checks each. On an error, at is the index of the entry that was refused; −1 is the season, −2 a failure to
// write.
type Fill func(
	ctx context.Context, path, season string, next func() ([]*chain.Entry, error),
) (at int, err error)

// Import makes a book from an export as JSON, all of it, audited, or nothing. A book without entries in that
// place is kept beside it; kept is its new name. Errors that a person can do something about are *BadLine,
// *rules.Problem, *store.CannotOpen, or what fill returns when the disk fails.
func Import(
	ctx context.Context, r io.Reader, book string, fill Fill, progress audit.Progress,
) (found *audit.Found, kept string, err error) {
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
	if err := fillFrom(ctx, r, fresh, fill, progress); err != nil {
		return nil, "", err
	}
	if found, err = audit.Check(ctx, fresh, nil, progress); err != nil {
		return nil, "", err
	}
	if !found.Sound() {
		return nil, "", rules.Problemf("file", "What was read makes no sound book, and nothing was imported. %s",
			found.Line())
	}
	if err := store.ToDisk(fresh); err != nil {
		return nil, "", placeError(book, err)
	}
	kept, err = putInPlace(ctx, held, fresh, book)
	return found, kept, err
}

// mustBeEmpty refuses a place where there is a book with something in it, or something else.
func mustBeEmpty(ctx context.Context, book string) error {
	if _, err := os.Lstat(book); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	l, err := audit.Open(ctx, book)
	if err != nil {
		return err
	}
	defer l.Close()
	if l.Last > 0 {
		return rules.Problemf("file",
			"There is a book with %s in %s. An import goes into an empty one: name another "+
				"with --book FILE.", english.Count(l.Last, "entry"), book)
	}
	return nil
}

// fillFrom makes a book of what is read.
func fillFrom(ctx context.Context, r io.Reader, path string, fill Fill, progress audit.Progress) error {
	in, err := NewReader(r)
	if err != nil {
		return err
	}
	var broken error // what was read
	at, err := fill(ctx, path, in.head.Season, func() (group []*chain.Entry, err error) {
		progress.Tell(int64(in.last), int64(in.head.Entries))
		for len(group) < importGroup {
			e, err := in.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				broken = err
				return nil, err
			}
			group = append(group, e)
		}
		return group, nil
	})
	switch {
	case broken != nil:
		return broken
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil:
		progress.Tell(int64(in.last), int64(in.head.Entries))
		return nil
	case at < -1:
		return err
	}
	return &BadLine{2 + at, err} // the season is in the first line
}

// Reader reads an export as JSON, line by line.
type Reader struct {
	in   *bufio.Reader
	line int // the last one read
	head exportHead
	last chain.EntryID
	hash chain.Hash
	buf  []byte
}

// NewReader reads the first line.
func NewReader(r io.Reader) (*Reader, error) {
	x := &Reader{in: bufio.NewReaderSize(r, 1<<16)}
	return x, x.begin()
}

func (x *Reader) begin() error {
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
		return &BadLine{1, fmt.Errorf("the export has form %d, and this program reads form %d", x.head.Format,
			exportFormat)}
	}
	return nil
}

// next reads a line without its end. io.EOF comes after the last.
func (x *Reader) next() ([]byte, error) {
	x.buf = x.buf[:0]
	for {
		part, err := x.in.ReadSlice('\n')
		x.buf = append(x.buf, part...)
		switch {
		case len(x.buf) > LongestEntry:
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
	Seq       chain.EntryID   `json:"seq"`
	Night     chain.NightID   `json:"night"`
	Kind      chain.Kind      `json:"kind"`
	Key       string          `json:"key"`
	Part      int             `json:"part"`
	Device    string          `json:"device"`
	At        int64           `json:"at"`
	Ask       string          `json:"ask"`
	Body      json.RawMessage `json:"body"`
	Reverses  chain.EntryID   `json:"reverses"`
	Transfers []transferText  `json:"transfers"`
	Hash      string          `json:"hash"`
}

// transferText is a transfer as exported: [night, money, from, to, amount].
type transferText chain.Transfer

func (t *transferText) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[5]any{&t.Night, &t.Money, &t.From, &t.To, &t.Amount})
}

// Next reads the next entry. io.EOF comes after the last, if all are there.
func (x *Reader) Next() (*chain.Entry, error) {
	text, err := x.next()
	if err == io.EOF {
		if x.last != x.head.Entries {
			return nil, &BadLine{x.line + 1,
				fmt.Errorf("the export is cut off: %d entries of %d are there", x.last, x.head.Entries)}
		}
		if head := hex.EncodeToString(x.hash[:]); head != x.head.Head {
			return nil, &BadLine{x.line, errors.New("the chain doesn't end as the first line says")}
		}
		return nil, io.EOF
	}
	if err != nil {
		return nil, err
	}
	bad := func(format string, args ...any) (*chain.Entry, error) {
		return nil, &BadLine{x.line, fmt.Errorf(format, args...)}
	}
	var said entryText
	if err := json.Unmarshal(text, &said); err != nil {
		return bad("it is no entry: %w", err)
	}
	e := &chain.Entry{
		Seq: said.Seq, Night: said.Night, Kind: said.Kind, Key: said.Key, Part: said.Part, Device: said.Device,
		At:   said.At,
		Body: bytes.Clone(said.Body), Reverses: said.Reverses, Prev: x.hash,
	}
	for _, t := range said.Transfers {
		e.Transfers = append(e.Transfers, chain.Transfer(t))
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
