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
	"ouverte/ledger/state"
	"ouverte/ledger/store"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/rules/english"
)

const importGroup = 1024

// longestEntry is how many bytes a line of an export may have. The longest that the book can write is far
// shorter.
const longestEntry = 4 << 20

// BadLine says which line of an export is wrong, and why.
type BadLine struct {
	Line int // from 1
	Err  error
}

func (b *BadLine) Error() string {
	return fmt.Sprintf("Line %d is wrong: %v. Nothing was imported.", b.Line, chain.Clause(b.Err))
}
func (b *BadLine) Unwrap() error { return b.Err }

// Import makes a book from an export as JSON, all of it, verified, or nothing. A book without entries in that
// place is kept beside it; kept is its new name. Errors that a person can do something about are *BadLine,
// *rules.Problem, *store.CannotOpen or *store.CannotWrite.
func Import(
	ctx context.Context, r io.Reader, book string, progress audit.Progress,
) (found *audit.Found, kept string, err error) {
	return importOf(ctx, r, book, false, progress)
}

func importOf(
	ctx context.Context, r io.Reader, book string, guest bool, progress audit.Progress,
) (found *audit.Found, kept string, err error) {
	p, err := takePlace(book)
	if err != nil {
		return nil, "", err
	}
	p.guest = guest
	defer func() { err = p.end(err) }()
	if err := mustBeEmpty(ctx, p.book); err != nil {
		return nil, "", err
	}
	in, err := newReader(r)
	if err != nil {
		return nil, "", err
	}
	if guest && in.head.Entries > mostEntries {
		return nil, "", errTooLong
	}
	if in.head.Season != "" {
		if err := years.CheckSeason(in.head.Season); err != nil {
			return nil, "", &BadLine{1, err}
		}
	}
	return p.make(ctx, in.head.Season, in.each(progress), progress)
}

// each gives the entries of an export one after another.
func (x *reader) each(progress audit.Progress) entries {
	return func(take func(*chain.Entry) error) error {
		for {
			e, err := x.Next()
			if err == io.EOF {
				return nil
			}
			if err == nil {
				err = x.blame(take(e))
			}
			if err != nil {
				return err
			}
			if x.last%importGroup == 0 || x.last == x.head.Entries {
				progress.Tell(int64(x.last), int64(x.head.Entries))
			}
		}
	}
}

// blame adds the line number to an error about the entry that was read last.
func (x *reader) blame(err error) error {
	var wrong *state.Wrong
	if !errors.As(err, &wrong) {
		return err
	}
	return &BadLine{x.line, fmt.Errorf("entry %d: %w", wrong.Entry, errors.Unwrap(wrong))}
}

// entries has take get one after another, until it refuses one.
type entries func(take func(*chain.Entry) error) error

// make makes a book of entries and gives it its place.
func (p *target) make(
	ctx context.Context, season string, all entries, progress audit.Progress,
) (found *audit.Found, kept string, err error) {
	fresh := filepath.Join(p.folder, "book.db")
	s, err := p.fill(ctx, fresh, season, all)
	if err != nil {
		return nil, "", err
	}
	if found, err = audit.Verify(ctx, fresh, s, progress); err != nil {
		return nil, "", err
	}
	if !found.Sound() {
		return nil, "", unsoundImport(found.Line())
	}
	if err := store.ToDisk(fresh); err != nil {
		return nil, "", placeError(p.book, err)
	}
	kept, err = p.put(ctx, fresh)
	return found, kept, err
}

func unsoundImport(why string) error {
	return rules.Problemf("file", "The export makes no sound book, so nothing was imported. %s", why)
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
		return rules.Problemf("file", "The book %[2]s has %[1]s already. An import goes into an empty "+
			"one: name another with --book FILE.", english.Count(l.Last, "entry"), book)
	}
	return nil
}

func (p *target) fill(ctx context.Context, path, season string, all entries) (s *state.State, err error) {
	// It has reached the disk before it gets its name.
	f, err := store.Open(ctx, path, store.Options{Throwaway: true})
	if err != nil {
		return nil, store.Explain(path, err)
	}
	defer func() {
		if closing := f.Close(); err == nil && closing != nil {
			s, err = nil, notWritten(closing)
		}
	}()
	w := appender{Writer: f.Writer(), ctx: ctx, guest: p.guest, draft: state.New().Draft()}
	if season != "" {
		if _, err := w.Exec(`UPDATE season SET begins = ?`, season); err != nil {
			return nil, notWritten(err)
		}
	}
	if err := w.Begin(); err != nil {
		return nil, notWritten(err)
	}
	if err := all(w.take); err != nil {
		return nil, err // the file is thrown away
	}
	if err := w.Commit(); err != nil {
		return nil, notWritten(err)
	}
	if err := w.draft.Whole(); err != nil {
		return nil, unsoundImport(err.Error())
	}
	return w.draft.Done(), nil
}

func notWritten(err error) error {
	why := "The disk refuses to write"
	switch store.Cause(err) {
	case nil:
		return err
	case store.ErrFull:
		why = "The disk is full"
	}
	return &store.CannotWrite{Sentence: why + ": nothing was imported. Mend that, and begin anew.", Cause: err}
}

type appender struct {
	*store.Writer
	ctx   context.Context
	guest bool // its entries are held against what evenings can have
	draft *state.Draft
	check chain.Reader
}

// take writes an entry that can follow, with its transfers and whom they may name. Some go with one commit.
func (w *appender) take(e *chain.Entry) error {
	entered := w.draft.Names().Len()
	if w.guest && len(e.Body) > mostBody {
		return w.draft.Wrong(e, errors.New("it says more than an entry can"))
	}
	if err := w.draft.ApplyRead(e, &w.check); err != nil {
		return err
	}
	if w.guest {
		if err := w.modest(e); err != nil {
			return err
		}
	}
	err := w.Append(e)
	if p := w.draft.Names().Len(); err == nil && p > entered {
		err = w.AddPlayer(chain.PlayerID(p))
	}
	if store.Cause(err) == store.ErrConstraint {
		return w.draft.Wrong(e, errors.New("what it says can't stand beside the entries before it"))
	}
	if err == nil && e.Seq%importGroup == 0 {
		err = errors.Join(w.Commit(), w.Begin(), w.ctx.Err())
	}
	return notWritten(err)
}

// reader reads an export as JSON, line by line.
type reader struct {
	in   *bufio.Reader
	line int // the last one read
	head exportHead
	last chain.EntryID
	hash chain.Hash
	buf  []byte
}

func newReader(r io.Reader) (*reader, error) {
	x := &reader{in: bufio.NewReaderSize(r, 1<<16)}
	text, err := x.next()
	if err != nil && err != io.EOF {
		return x, err
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&x.head); err != nil || x.head.Ouverte != "book" {
		return x, &BadLine{1, errors.New("this isn't the export of a book as JSON")}
	}
	if has := x.head.Format; has != exportFormat {
		return x, &BadLine{1, fmt.Errorf("the export has form %d, and this program reads form %d", has,
			exportFormat)}
	}
	return x, nil
}

// next reads a line without its end. io.EOF comes after the last.
func (x *reader) next() ([]byte, error) {
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

type transferText chain.Transfer

func (t *transferText) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[5]any{&t.Night, &t.Money, &t.From, &t.To, &t.Amount})
}

// Next reads the next entry. io.EOF comes after the last, if all are there.
func (x *reader) Next() (*chain.Entry, error) {
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
		At: said.At, Body: bytes.Clone(said.Body), Reverses: said.Reverses, Prev: x.hash,
	}
	for _, t := range said.Transfers {
		e.Transfers = append(e.Transfers, chain.Transfer(t))
	}
	if !decodeHex(e.Ask[:], said.Ask) || !decodeHex(e.Hash[:], said.Hash) {
		return bad("its hashes are none")
	}
	// Only the one form: what is read is what will be written.
	if !bytes.Equal(appendLine(make([]byte, 0, len(text)+16), e), text) {
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
	from, err := hex.DecodeString(text)
	return err == nil && copy(to, from) == len(to) && len(from) == len(to)
}
