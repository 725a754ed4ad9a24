package audit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/note"
	"ouverte/ledger/state"
	"ouverte/ledger/store"
	"ouverte/rules/english"
)

type Wrong struct {
	Entry    chain.EntryID `json:"entry,omitempty"` // the first that is wrong; zero if none is
	Sentence string        `json:"sentence"`
	// Stuck says that the book is as it was written, and a debt in it can't be paid until a night is reopened.
	Stuck bool `json:"stuck,omitempty"`
}

func (w *Wrong) Error() string { return w.Sentence }

// Found has the findings in a book. Of an unsound one, all but Entries and Wrong are of its sound part.
type Found struct {
	Entries int64    `json:"entries"`
	Deals   int      `json:"deals"` // that stand
	Nights  int      `json:"nights"`
	Players int      `json:"players"`
	End     string   `json:"end"`   // the seal of the last entry
	Wrong   []*Wrong `json:"wrong"` // empty where all is well; the one to look at first comes first
}

func (f *Found) Well() bool { return len(f.Wrong) == 0 }

// Sound tells whether the book is as it was written, though a debt in it may be stuck. A copy of such a book
// is one to rely on.
func (f *Found) Sound() bool {
	return !slices.ContainsFunc(f.Wrong, func(w *Wrong) bool { return !w.Stuck })
}

func (f *Found) Line() string {
	switch {
	case !f.Well():
		return f.Wrong[0].Sentence
	case f.Entries == 0:
		return "All is well: the book is empty."
	}
	return fmt.Sprintf("All is well: %s in %s of %s, in %s. The chain ends in %s.",
		english.Count(f.Deals, "deal"), english.Count(f.Nights, "night"), english.Count(f.Players, "player"),
		english.Count(f.Entries, "entry"), f.End)
}

// Brief says it for the log of a program that opened the book.
func (f *Found) Brief() string {
	if !f.Sound() {
		return f.Wrong[0].Sentence
	}
	count := func(n int64, noun string) string {
		return english.Grouped(n, ",") + " " + english.Plural(n, noun)
	}
	line := count(int64(f.Deals), "deal") + " of " + count(int64(f.Nights), "evening") + ", " +
		count(f.Entries, "entry")
	if !f.Well() {
		return line + ", all is well but for one thing: " + f.Wrong[0].Sentence
	}
	return line + ", all is well"
}

// Check checks the book in a file, also while another process has it open. seals are seals noted elsewhere,
// which must be in the chain. What is wrong with the book is in Found; an error is that it could not be
// checked.
func Check(ctx context.Context, path string, seals []string, progress Progress) (*Found, error) {
	whole, _ := store.WholePath(path)
	noted, _ := note.Read(whole) // before the book: what is written meanwhile isn't missing
	missing := make([]string, len(seals))
	for i, s := range seals {
		var err error
		if missing[i], err = chain.ReadSeal(s); err != nil {
			return nil, err
		}
	}
	var each func(*chain.Entry) error
	if len(seals) > 0 {
		each = func(e *chain.Entry) error {
			seal := e.Hash.Seal()
			missing = slices.DeleteFunc(missing, func(s string) bool { return s == seal })
			return nil
		}
	}
	b, err := Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	return b.check(ctx, "integrity_check", false, func(altered []store.Alteration) (*Found, error) {
		s, found, err := Read(b.tx, progress, each)
		if err != nil {
			return nil, err
		}
		if found.Sound() {
			err = errors.Join(found.beside(b.tx, s), b.balances(found, s, altered))
		}
		if err = errors.Join(err, b.lacks(found, noted)); err != nil {
			return nil, err
		}
		b.ofFile(found, altered)
		if found.Entries == int64(s.Last()) {
			for _, seal := range missing {
				found.say("The seal %s is not in this book: something up to it was changed or taken out.", seal)
			}
		}
		return found, nil
	})
}

// Verify checks a copy. known is the state of the book it was made of, which the copy may have gone beyond;
// nil if there is none: then the copy is read whole.
func Verify(ctx context.Context, path string, known *state.State, progress Progress) (*Found, error) {
	b, err := Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	return b.check(ctx, "quick_check", known != nil, func(altered []store.Alteration) (found *Found, err error) {
		s := known
		if known == nil {
			s, found, err = Read(b.tx, progress, nil)
		} else {
			found, err = b.holds(known, progress)
		}
		if err == nil && found.Sound() && found.Entries == int64(s.Last()) {
			err = found.beside(b.tx, s)
		}
		if err != nil {
			return nil, err
		}
		b.ofFile(found, altered)
		return found, nil
	})
}

const restEach = 64 // entries: a millisecond's work

// holds follows the chain of a copy, each entry by its bytes. What has the hash that a state has is what the
// state was made of.
func (b *Book) holds(known *state.State, progress Progress) (*Found, error) {
	found := foundIn(known)
	found.Wrong = stuck(known)
	var in chain.Reader
	var rest store.Rest // deals are recorded meanwhile
	last, hash := chain.EntryID(0), chain.Hash{}
	err := b.tx.Entries(0, func(e *chain.Entry) error {
		if e.Seq%restEach == 0 {
			rest.Take()
		}
		if e.Seq != last+1 || e.Prev != hash || in.Digest(e) != e.Hash ||
			e.Seq == known.Last() && e.Hash != known.Hash() {
			return &state.Wrong{Sentence: fmt.Sprintf("Entry %d isn't what it is in the book.", e.Seq)}
		}
		if last, hash = e.Seq, e.Hash; last%tellEach == 0 || last == b.Last {
			progress.Tell(int64(last), int64(b.Last))
		}
		return nil
	})
	var wrong *state.Wrong
	switch {
	case errors.As(ofRows(err), &wrong):
		found.say("%s", wrong.Sentence)
	case err != nil:
		return nil, err
	case last < known.Last():
		found.say("The book should have %d entries and has %d.", known.Last(), last)
	}
	found.Entries = int64(last)
	return found, nil
}

// say notes what is wrong, before the debts that are stuck: those are no fault of the file.
func (f *Found) say(format string, args ...any) {
	at := slices.IndexFunc(f.Wrong, func(w *Wrong) bool { return w.Stuck })
	if at < 0 {
		at = len(f.Wrong)
	}
	f.Wrong = slices.Insert(f.Wrong, at, &Wrong{Sentence: fmt.Sprintf(format, args...)})
}

// check has the book read while SQLite checks the file by a pragma of its own, on another processor; quiet
// leaves that one to others. Where the book can't be read, SQLite's opinion says more than the query that
// failed.
func (b *Book) check(
	ctx context.Context, pragma string, quiet bool, read func([]store.Alteration) (*Found, error),
) (*Found, error) {
	altered, err := b.file.AlteredNow(b.tx)
	if err != nil {
		return nil, over(b.tx, err)
	}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	opinion := make(chan []string, 1)
	check := func() { opinion <- b.integrity(inner, pragma) }
	if quiet {
		check()
	} else {
		go check()
	}
	found, err := read(altered)
	cause := store.Cause(err)
	if err != nil && cause == nil {
		cancel()
	}
	ruined := <-opinion
	if cause == store.ErrDamaged && len(ruined) == 0 {
		ruined = []string{"The file is damaged: a table has something else where a number belongs."}
	}
	switch {
	case ctx.Err() != nil: // which SQLite's check reports as damage
		return nil, ctx.Err()
	case cause != nil && len(ruined) > 0:
		found = &Found{Entries: int64(b.Last)}
	case err != nil:
		return nil, err
	}
	for _, line := range ruined {
		found.say("%s", line)
	}
	return found, nil
}

// integrity is SQLite's own check of the file.
func (b *Book) integrity(ctx context.Context, pragma string) (wrong []string) {
	damaged := func(why string) { wrong = append(wrong, fmt.Sprintf("The file is damaged: %s.", why)) }
	defer func() { // on a goroutine of its own it would end the program
		if p := recover(); p != nil {
			damaged(chain.Printable(fmt.Sprint("checking it panicked: ", p)))
		}
	}()
	tx, err := b.file.Begin(ctx)
	if err != nil {
		damaged(chain.Printable(err.Error()))
		return wrong
	}
	defer tx.End()
	lines, err := store.Column[string](tx, `PRAGMA `+pragma+`(3)`)
	for _, line := range lines {
		if line != "ok" {
			damaged(opinion(line))
		}
	}
	if err != nil && ctx.Err() == nil {
		damaged(chain.Printable(err.Error()))
		return wrong
	}
	loose, err := store.Column[string](tx, loose)
	if err != nil && ctx.Err() == nil {
		damaged(chain.Printable(err.Error()))
	}
	for _, line := range loose {
		wrong = append(wrong, chain.Printable(line))
	}
	return wrong
}

// loose are rows that name what isn't there. Reading the entries checks what they and transfers name, and of
// the tables there were up to version 20 nothing is read.
const loose = `SELECT 'A row of the table ' || f."table" || ' speaks of something that isn''t in the table '
	||
		f.parent || '.'
	FROM sqlite_schema s CROSS JOIN pragma_foreign_key_check(s.name) f
	WHERE lower(s.type) = 'table' AND s.name NOT IN ('entry', 'transfer', 'night', 'night_sum', 'balance',
		'slate_line', 'dealt', 'year_loose')
	LIMIT 3`

// opinion makes one line of SQLite's message, which has a heading and a line for each fault.
func opinion(said string) string {
	said = strings.TrimPrefix(said, "*** in database main ***\n")
	return chain.Printable(strings.ReplaceAll(strings.TrimSuffix(said, "."), "\n", "; "))
}
