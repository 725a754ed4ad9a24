package audit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/note"
	"ouverte/ledger/store"
	"ouverte/rules/english"
)

// Found is what an audit found.
type Found struct {
	Entries int64    `json:"entries"`
	Deals   int      `json:"deals"` // that stand
	Nights  int      `json:"nights"`
	Players int      `json:"players"`
	End     string   `json:"end"`   // the seal of the last entry
	Wrong   []*Wrong `json:"wrong"` // empty where all is well; the one to look at first comes first
}

// Well tells whether nothing is wrong.
func (f *Found) Well() bool { return len(f.Wrong) == 0 }

// Sound tells whether the book is as it was written, though a debt in it may be stuck. A copy of such a book
// is one to rely on.
func (f *Found) Sound() bool {
	return !slices.ContainsFunc(f.Wrong, func(w *Wrong) bool { return !w.Stuck })
}

// Line says it in one line.
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

// Check checks the book in a file, beside whoever has it open. seals are seals noted elsewhere, which must be
// in the chain. What is wrong with the book is in Found; an error is that it could not be checked.
func Check(ctx context.Context, path string, seals []string, progress Progress) (*Found, error) {
	whole, _ := store.WholePath(path)
	noted, _ := note.Read(whole) // before the book: what is written meanwhile isn't missing
	l, err := Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	asked := make([]string, len(seals))
	for i, s := range seals {
		if asked[i], err = chain.ReadSeal(s); err != nil {
			return nil, err
		}
	}
	found, err := l.check(ctx, asked, noted, progress)
	if cause := store.Cause(err); cause != nil && ctx.Err() == nil {
		// SQLite can't read it, or we can't read what it returns. Its own check says more than the query that
		// failed.
		file := l.integrity(ctx)
		if cause == store.ErrDamaged && len(file) == 0 {
			file = []*Wrong{{Sentence: "The file is damaged: a table has something else where a number belongs."}}
		}
		if len(file) > 0 {
			return &Found{Entries: int64(l.Last), Wrong: file}, nil
		}
	}
	return found, err
}

func (l *Book) check(
	ctx context.Context, seals []string, noted *note.Note, progress Progress,
) (*Found, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	file := make(chan []*Wrong, 1)
	go func() { file <- l.integrity(ctx) }() // SQLite uses one processor only
	found, err := l.reckon(ctx, seals, noted, progress)
	if err != nil {
		cancel()
	}
	ruined := <-file
	if err == nil {
		err = ctx.Err() // which SQLite's check reports as damage
	}
	if err != nil {
		return nil, err
	}
	found.Wrong = append(found.Wrong, ruined...)
	// A debt that is stuck is no fault of the file: it comes last.
	slices.SortStableFunc(found.Wrong, func(a, b *Wrong) int {
		switch {
		case a.Stuck == b.Stuck:
			return 0
		case b.Stuck:
			return -1
		}
		return 1
	})
	return found, nil
}

// reckon goes through the entries, and compares what they come to with the tables as it goes.
func (l *Book) reckon(
	ctx context.Context, seals []string, noted *note.Note, progress Progress,
) (*Found, error) {
	t, last, err := l.comparison(ctx)
	if err != nil {
		return nil, err
	}
	defer t.hand.End()
	l.Last = last // what was written since the book was opened is checked, too
	again, err := l.newHand(ctx)
	if err != nil {
		return nil, err
	}
	defer again.End()
	r := newReckoning(seals, (&reader{look: l, hand: again}).entry)
	found := &Found{Entries: int64(l.Last)}
	if r.lastOf, err = t.hand.lastOfNights(l.Last); err != nil {
		return nil, err
	}
	var compared func() error
	r.compare, compared = t.beside()
	err = l.Entries(ctx, progress, func(entries []Entry) error {
		for i := range entries {
			if err := r.take(&entries[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = r.handOnAll()
	}
	if wrong := r.halfDone(); err == nil && wrong != nil {
		err = wrong
	}
	if err2 := compared(); err == nil || errors.Is(err, errNotCompared) {
		err = err2
	}
	var wrong *Wrong
	if errors.As(err, &wrong) {
		// Only the first wrong entry is reported: what follows one can't be judged. The file can.
		altered, _ := l.ofFile(t.hand.Tx, noted)
		found.Wrong = append([]*Wrong{wrong}, altered...)
		return found, nil
	}
	if err != nil {
		return nil, err
	}
	found.Deals, found.Nights, found.Players = r.deals, r.played(), r.persons()
	if r.last > 0 {
		found.End = r.hash.Seal()
	}
	if found.Wrong, err = t.rest(r); err != nil {
		return nil, err
	}
	altered, err := l.ofFile(t.hand.Tx, noted)
	if err != nil {
		return nil, err
	}
	found.Wrong = append(found.Wrong, altered...)
	for _, s := range seals {
		if !r.seals[s] {
			found.Wrong = append(found.Wrong, &Wrong{Sentence: fmt.Sprintf("The seal %s is not in this book: "+
				"what it vouched for was changed or taken out.", s)})
		}
	}
	return found, nil
}

// errNotCompared stops the reckoning when the comparison has failed; the comparison has the reason.
var errNotCompared = errors.New("ledger: the tables can't be compared")

// beside compares in a goroutine of its own. hand gives it the next piece, end waits for its result.
func (t *comparison) beside() (hand func(finished) error, end func() error) {
	handed, compared, failed := make(chan finished, 4), make(chan error, 1), make(chan struct{})
	go func() {
		err := error(nil)
		for f := range handed {
			if err != nil {
				continue
			}
			if err = t.take(f); err != nil {
				close(failed)
			}
		}
		compared <- err
	}()
	hand = func(f finished) error {
		select {
		case handed <- f:
			return nil
		case <-failed:
			return errNotCompared
		}
	}
	return hand, func() error {
		close(handed)
		return <-compared
	}
}

// played counts the nights; an evening at several tables counts once.
func (r *reckoning) played() int {
	n := len(r.nights) - 1
	for _, e := range r.evenings {
		n -= len(e.tables)
	}
	return n
}

// persons counts the players; those joined into one person count once.
func (r *reckoning) persons() (n int) {
	for _, p := range r.players {
		if p.same == 0 {
			n++
		}
	}
	return n
}

// integrity is SQLite's own check of the file.
func (l *Book) integrity(ctx context.Context) (wrong []*Wrong) {
	say := func(format string, args ...any) {
		wrong = append(wrong, &Wrong{Sentence: fmt.Sprintf(format, args...)})
	}
	tx, err := l.file.Begin(ctx)
	if err != nil {
		say("The file is damaged: %s.", chain.Printable(err.Error()))
		return wrong
	}
	defer tx.End()
	rows, err := tx.Query(`PRAGMA integrity_check(3)`)
	if err != nil {
		say("The file is damaged: %s.", chain.Printable(err.Error()))
		return wrong
	}
	defer rows.Close()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			say("The file is damaged: %s.", chain.Printable(err.Error()))
			return wrong
		}
		if line != "ok" {
			say("The file is damaged: %s.", opinion(line))
		}
	}
	if err := rows.Err(); err != nil && ctx.Err() == nil {
		say("The file is damaged: %s.", chain.Printable(err.Error()))
		return wrong
	}
	// The reckoning checks what entries, transfers and the rows of nights name.
	loose, err := tx.Query(`SELECT f."table", f.rowid, f.parent
		FROM pragma_table_list l CROSS JOIN pragma_foreign_key_check(l.name) f
		WHERE l.type = 'table' AND l.name NOT IN ('entry', 'transfer', 'dealt', 'night_sum') LIMIT 3`)
	if err != nil {
		say("The file is damaged: %s.", chain.Printable(err.Error()))
		return wrong
	}
	defer loose.Close()
	for loose.Next() {
		var (
			table, parent string
			row           any
		)
		if err := loose.Scan(&table, &row, &parent); err != nil {
			break
		}
		say("A row of the table %s speaks of something that isn't in the table %s.",
			chain.Printable(table), chain.Printable(parent))
	}
	return wrong
}

// opinion makes one line of SQLite's message, which has a heading and a line for each fault.
func opinion(said string) string {
	said = strings.TrimPrefix(said, "*** in database main ***\n")
	return chain.Printable(strings.ReplaceAll(strings.TrimSuffix(said, "."), "\n", "; "))
}
