package ledger

// What keeps a book from being written to though its disk is well: a file that isn't made as a book is, one
// that has less than it had, and one that isn't in its place any more. The first two are found when the book
// is opened, which is then for reading only; the third goes by itself when the file is back.

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"ouverte/ledger/audit"
	"ouverte/ledger/chain"
	"ouverte/ledger/note"
	"ouverte/ledger/store"
	"ouverte/rules/english"
)

type Warning struct {
	Head string // what is wrong, for a card player; empty where What says it
	Says string // and what the host does, as plainly
	What string // is wrong, for somebody who helps
	Do   string // against it
	Copy string // the newest sound copy beside an unsound book
}

// refusal is why nothing can be written to a book that is open for reading only, for everybody: the
// particulars are the keeper's.
type refusal struct{ why, remedy string }

var (
	isUnsound = refusal{"This book isn’t as it was written",
		"The host finds the fault on the keeper’s page, and how to play on tonight."}
	isAltered = refusal{"This book’s file has been altered", mends}
	isOlder   = refusal{"This book has less in it than before", mends}
)

const mends = "The host has to mend it first."

func (r refusal) of(what string) string {
	return r.why + ": " + what + ". " + r.remedy
}

// ReadOnly says, in sentences for anybody, why no device can be let in where the book was opened for reading
// only; empty where it wasn't.
func (b *Book) ReadOnly() string {
	if b.refuses == nil {
		return ""
	}
	return b.noDevices
}

func (b *Book) Warnings() []Warning {
	all := b.found
	if b.broken.Load() {
		all = append(all[:len(all):len(all)], Warning{
			What: "Ouverte made a mistake beside the book. You can read it, and nothing is recorded.",
			Do:   "Start Ouverte again. The log says what went wrong.",
		})
	}
	if err := b.file.Here(); err != nil {
		b.log.Error("the file of the book isn't as it was opened", "book", b.Path(), "err", err)
		w := Warning{
			What: "Somebody removed, moved or replaced the book’s file or log while Ouverte had it open.",
			Do: "Put it back where it was, and everything goes on by itself. If you can’t, " +
				"take a copy on this page before you stop Ouverte, and restore that.",
		}
		if errors.Is(err, fs.ErrPermission) {
			w.What = "Somebody moved the book’s folder, or gave it to another user, while Ouverte had it open."
			w.Do = "Start Ouverte again: the book is all there."
		}
		if errors.Is(err, store.ErrTruncated) {
			w.What = "The book’s file is shorter now: something cut it off or wrote over it."
			w.Do = "Stop Ouverte, and restore a copy."
		}
		all = append(all[:len(all):len(all)], w)
	}
	return all
}

// Read sums up for the log, in one line, what opening the book read; empty where it read nothing.
func (b *Book) Read() string {
	if b.audited == nil || b.refuses != nil {
		return "" // a warning says more
	}
	return b.audited.Brief()
}

// Well tells whether nothing at all was found wrong when the book was opened.
func (b *Book) Well() bool { return b.refuses == nil && b.audited != nil && b.audited.Well() }

// Copies says how many copies upgrades left beside the book, and when the oldest may go; empty where there is
// none.
func (b *Book) Copies() string {
	kept, size := b.file.Kept(), int64(0)
	if len(kept) == 0 {
		return ""
	}
	for _, f := range kept {
		size += f.Size()
	}
	oldest := kept[0].Name() + " of " + kept[0].ModTime().Format("2 January 2006")
	if len(kept) == 1 {
		return fmt.Sprintf("An upgrade left a copy there, %s (%.1f MB). Delete it when nobody goes back to "+
			"the older Ouverte.", oldest, float64(size)/1e6)
	}
	return fmt.Sprintf("Upgrades left %d copies there (%.1f MB). Delete the oldest, %s: the newest is "+
		"enough to go back.", len(kept), float64(size)/1e6, oldest)
}

// Until says of an unsound book, in a sentence for every page, up to which evening it is shown; empty of any
// other.
func (b *Book) Until() string {
	if b.audited == nil || b.audited.Sound() || b.audited.Entries == b.Now().Entries() {
		return ""
	}
	for n := range b.newest.Load().Backward() {
		if day, err := time.Parse(time.DateOnly, n.Date); err == nil && n.Meeting == 0 {
			return "You see this book up to the evening of " + day.Format("2 January 2006") +
				". The entries after that are damaged."
		}
	}
	return "You see no evening of this book: its very first entry is damaged."
}

// waysOn says how people can play on though the book is unsound: with the newest sound copy that lies beside
// it, with another one, or with what is sound. Each command has a line of its own.
func (b *Book) waysOn(copied string) string {
	book, which, from := ShellWord(b.Path()), "a copy from before", "COPY"
	if copied != "" {
		which, from = "the newest sound copy beside it", ShellWord(copied)
	}
	return fmt.Sprintf("Stop Ouverte, and restore %s:\nouverte restore --book %s %s\n"+
		"Or play on tonight with the sound part. Write it into a file, and make a new book of it:\n"+
		"ouverte export json --book %s > sound.json\nouverte import json --book NEW < sound.json",
		which, book, from, book)
}

var plainWord = regexp.MustCompile(`^[\w/.,:@%+=-]+$`)

// ShellWord writes a file's name as it is typed in a shell.
func ShellWord(name string) string {
	switch {
	case runtime.GOOS == "windows":
		return `"` + name + `"`
	case plainWord.MatchString(name):
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}

const mostCopies = 20

// CopiesBeside is the folder beside a book for the copies that make themselves.
func CopiesBeside(book string) string { return book + "-copies" }

// soundCopy is the newest file beside the book, or in the folder of its copies, that is a sound copy of it,
// and its last entry; empty if there is none.
func (b *Book) soundCopy(ctx context.Context) (path string, last int64) {
	written := map[string]time.Time{}
	for _, folder := range []string{filepath.Dir(b.Path()), CopiesBeside(b.Path())} {
		files, _ := os.ReadDir(folder) // of one that isn't there, or can't be read, nothing is known
		for _, f := range files {
			info, err := f.Info()
			if path := filepath.Join(folder, f.Name()); err == nil && info.Mode().IsRegular() && path != b.Path() {
				written[path] = info.ModTime()
			}
		}
	}
	newest := slices.SortedFunc(maps.Keys(written), func(x, y string) int {
		return written[y].Compare(written[x])
	})
	for _, path := range newest[:min(len(newest), mostCopies)] {
		found, err := audit.Check(ctx, path, nil, nil)
		if err == nil && found.Sound() && found.Entries > 0 && b.begins(ctx, path, found.Entries) {
			return path, found.Entries
		}
	}
	return "", 0
}

// begins tells whether a file begins as the sound part of this book does.
func (b *Book) begins(ctx context.Context, path string, last int64) (same bool) {
	copied, err := audit.Open(ctx, path)
	if err != nil {
		return false
	}
	defer copied.Close()
	at := min(chain.EntryID(last), b.newest.Load().Last())
	err = b.read(ctx, func(tx *store.Tx) (err error) {
		same, err = audit.Alike(tx, copied.Tx(), at)
		return err
	})
	return err == nil && (same || at == 0)
}

// CopyOut writes a copy of the open book where its file isn't in its place any more; ok says that it isn't.
// Elsewhere archive.Backup makes copies. Of a file that was cut off there is none.
func (b *Book) CopyOut(ctx context.Context, to string) (ok bool, err error) {
	err = b.file.Here()
	switch {
	case err == nil:
		return false, nil
	case errors.Is(err, store.ErrTruncated):
		return true, store.Explain(b.Path(), err)
	}
	return true, b.file.Rescue(ctx, to)
}

// examine decides whether the book may be written to, and notes a warning for the keeper if not: it is
// unsound, its file was altered, or it has less than the note beside it says (acceptOlder goes on all the
// same, once).
func (b *Book) examine(ctx context.Context, acceptOlder bool) error {
	if b.audited != nil && !b.audited.Sound() {
		if err := b.weighDoubt(ctx); err != nil {
			return err
		}
		b.readOnly(isUnsound, Warning{
			What: strings.TrimSpace(b.audited.Wrong[0].Sentence + " " + b.Until()),
			Do:   b.waysOn(b.doubt.Copy),
			Copy: b.doubt.Copy,
		})
	}
	if found := b.file.Altered(); len(found) > 0 {
		r, more, older := isAltered, "", ""
		if n := len(found) - 1; n > 0 {
			more = ", and " + english.Count(n, "more fault")
		}
		if b.file.Older() {
			r.why += ", and is of an older Ouverte"
			older = " It is of an older Ouverte and was left so."
		}
		b.readOnly(r, Warning{
			Head: "Somebody changed the book’s file with another program",
			Says: "Nothing more is recorded until you put back a copy from before.",
			What: "The book’s file has been altered: " + chain.Printable(found[0].What) + more + ". " +
				"You can read it, and nothing is recorded." + older,
			Do: store.Against,
		})
	}
	b.noter.name = note.Name()
	if b.throwaway {
		return nil
	}
	before, err := note.Read(b.Path())
	if err != nil {
		b.log.Warn("the note of how far the book had come can't be read", "book", b.Path(), "err", err)
	}
	var missing *note.Gap
	err = b.read(ctx, func(tx *store.Tx) (err error) {
		missing, err = before.Missing(tx)
		return err
	})
	if err != nil {
		return err
	}
	b.noter.yes = acceptOlder
	if before != nil {
		b.noter.copied.Store(before.Copied)
		b.noter.copiesTo.Store(&before.CopiesTo)
		b.noter.copiesMade.Store(&before.CopiesMade)
		if before.Book != "" && missing == nil {
			b.noter.name = before.Book
		}
	}
	left := acceptOlder && before != nil && before.Yes // of an earlier start
	switch {
	case missing == nil && acceptOlder:
		b.log.Warn("--accept-older is given, and nothing is missing: take it out again, since it doesn't "+
			"cover a later loss", "book", b.Path())
	case missing == nil:
	case acceptOlder && !left:
		b.log.Warn("going on with an older book", "book", b.Path(), "missing", missing.Sentence())
		b.noter.accepted = true
	default:
		b.readOnly(isOlder, olderWarning(missing, left))
	}
	if err := before.Said(acceptOlder && (left || missing == nil), b.Path()); err != nil {
		b.log.Warn("the note of how far the book had come can't be written", "book", b.Path(), "err", err)
	}
	return nil
}

func olderWarning(missing *note.Gap, left bool) Warning {
	do := "start Ouverte once with --accept-older."
	if left {
		do = "start Ouverte once without --accept-older, which was left there from an earlier start and isn’t " +
			"taken for an answer, and then once with it."
	}
	says := "Nothing more is recorded for now."
	if !missing.After.IsZero() {
		says = "You can read it. " + says
	}
	return Warning{
		Head: missing.Head(),
		Says: says,
		What: missing.Sentence(),
		Do: "Put the newer one back, with the files beside it, or restore a copy. To go on with this one, " +
			do,
	}
}

func (b *Book) readOnly(r refusal, w Warning) {
	err := fmt.Errorf("%s", w.What)
	b.log.Error("the book is open for reading only", "book", b.Path(), "err", err)
	if b.refuses == nil {
		b.refuses = &CannotWrite{Sentence: r.of("nothing was recorded"), Cause: err}
		b.noDevices = r.why + ". " + r.remedy
	}
	b.found = append(b.found, w)
}

// CopyTaken notes beside the book that a copy of it was handed out.
func (b *Book) CopyTaken() {
	b.noter.copied.Store(b.clock().UnixMilli())
	nudge(b.noter.wake)
}

// CopiesTo is the folder that the keeper named as the second place for copies; empty where none is.
func (b *Book) CopiesTo() string { return loaded(&b.noter.copiesTo) }

// CopiesMade is the folder for copies that was made in the place somebody named last. Where it is missing,
// the stick is out, and a folder in its mount point would be none of its own.
func (b *Book) CopiesMade() string { return loaded(&b.noter.copiesMade) }

func loaded(from *atomic.Pointer[string]) (text string) {
	if at := from.Load(); at != nil {
		text = *at
	}
	return text
}

// NameCopiesTo names it, in the note beside the book: it is this machine's.
func (b *Book) NameCopiesTo(folder string) {
	b.noter.copiesTo.Store(&folder)
	nudge(b.noter.wake)
}

// MadeCopies notes that folder.
func (b *Book) MadeCopies(folder string) {
	b.noter.copiesMade.Store(&folder)
	nudge(b.noter.wake)
}

// LastCopy is when a copy was last handed out; zero where that isn't known.
func (b *Book) LastCopy() (at time.Time) {
	if milli := b.noter.copied.Load(); milli != 0 {
		at = time.UnixMilli(milli)
	}
	return at
}

// noter notes beside the book how far it has come: once a second at most, and in the end. It never holds up
// the desk.
type noter struct {
	accepted bool         // the keeper said yes to less than was noted
	yes      bool         // the program was started with --accept-older
	name     string       // of the book in its place
	copied   atomic.Int64 // when a copy was last handed out, in milliseconds

	copiesTo, copiesMade atomic.Pointer[string]

	wake chan struct{} // gets a value after a commit
	stop chan struct{}
	done chan struct{}
}

const noteEvery = time.Second

// begin has the notes of a book taken: the first at once.
func (n *noter) begin(b *Book) {
	n.wake, n.stop, n.done = make(chan struct{}, 1), make(chan struct{}), make(chan struct{})
	nudge(n.wake)
	go n.work(b)
}

func (n *noter) end() {
	if n.stop != nil {
		close(n.stop)
		<-n.done
	}
}

func (n *noter) work(b *Book) {
	defer close(n.done)
	for rest := time.NewTimer(0); ; {
		select {
		case <-rest.C:
		case <-n.stop:
			n.write(b, true)
			return
		}
		select {
		case <-n.wake:
			n.write(b, false)
			rest.Reset(noteEvery)
		case <-n.stop:
			n.write(b, true)
			return
		}
	}
}

func (n *noter) write(b *Book, last bool) {
	if b.file.Here() != nil {
		return // what lies there is another book's, and so is the note
	}
	defer func() {
		if p := recover(); p != nil { // what else of ours goes wrong now, nobody knows
			b.broken.Store(true)
			b.log.Error("panic while the note was written", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	var fresh *note.Note
	err := b.file.Read(context.Background(), func(tx *store.Tx) (err error) {
		fresh, err = note.Of(tx, b.clock())
		return err
	})
	if err == nil && (len(fresh.Marks) > 0 || n.accepted) {
		fresh.Yes, fresh.Copied, fresh.Book = n.yes, n.copied.Load(), n.name
		fresh.CopiesTo, fresh.CopiesMade = b.CopiesTo(), b.CopiesMade()
		if err = fresh.Write(b.Path(), last); err == nil {
			n.accepted = false
		}
	}
	if err != nil {
		b.log.Warn("how far the book has come can't be noted", "book", b.Path(), "err", err)
	}
}
