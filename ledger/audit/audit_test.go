package audit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/ledger/store"
	"ouverte/ledger/testenv"
)

// unpacked is a book of the test data, to be done with as one likes.
func unpacked(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "book.db")
	testenv.Fine(t, os.WriteFile(path, testenv.Unpacked(t, filepath.Join("../testdata", name)), 0o600))
	return path
}

func tamper(t testing.TB, path string, statements ...string) {
	t.Helper()
	guards := []string{"PRAGMA journal_mode = DELETE"}
	for _, g := range []string{"entry_grows", "entry_stands", "entry_stays", "transfer_grows", "transfer_stands",
		"transfer_stays"} {
		guards = append(guards, "DROP TRIGGER "+g)
	}
	testenv.Alter(t, path, append(guards, statements...)...)
}

func readBook(t testing.TB, path string) (*state.State, *Found) {
	t.Helper()
	b := testenv.Must(Open(t.Context(), path))(t)
	defer b.Close()
	s, found, err := b.Read(nil)
	testenv.Fine(t, err)
	return s, found
}

func TestABookThatIsWell(t *testing.T) {
	for name, want := range map[string][2]string{
		"kept/book": {
			"All is well: 394 deals in 29 nights of 22 players, in 663 entries. " +
				"The chain ends in FTT4 DFRK NFCH FTK9.",
			"394 deals of 29 evenings, 663 entries, all is well",
		},
		"released/1.0.0": {
			"All is well: 300 deals in 12 nights of 9 players, in 345 entries. The chain ends in WR44 MRDT DQRE CTDJ.",
			"300 deals of 12 evenings, 345 entries, all is well",
		},
	} {
		path := unpacked(t, name)
		s, read := readBook(t, path)
		checked := testenv.Must(Check(t.Context(), path, []string{read.End}, nil))(t)
		for _, found := range []*Found{read, checked} {
			if found.Line() != want[0] || found.Brief() != want[1] || !found.Sound() {
				t.Errorf("%s: %s\n%s", name, found.Line(), found.Brief())
			}
		}
		for _, known := range []*state.State{nil, s} {
			if found, err := Verify(t.Context(), path, known, nil); err != nil || found.Line() != want[0] {
				t.Errorf("verified: %v, %v", found, err)
			}
		}
	}
}

// What is wrong is named with its entry. What comes before it is read, up to where a book may end.
func TestAnUnsoundBook(t *testing.T) {
	whole := unpacked(t, "kept/book")
	s, _ := readBook(t, whole)
	deal, last := int64(0), int64(s.Last())
	for n := range s.Nights() {
		if n.Meeting == 0 && len(n.Versions) > 2 && n.ID > 3 {
			deal = int64(n.Versions[1].Entry)
			break
		}
	}
	at := func(format string, args ...any) []string { return []string{fmt.Sprintf(format, args...)} }
	const changed = "isn't what it was when it was written"
	for _, c := range []struct {
		name  string
		sql   []string
		entry int64
		says  string
	}{
		{"a body", at(`UPDATE entry SET body = body || ' ' WHERE seq = %d`, deal), deal, changed},
		{"a time", at(`UPDATE entry SET at = at + 1 WHERE seq = %d`, deal), deal, changed},
		{"an amount", at(`UPDATE transfer SET amount = amount + 1 WHERE entry = %d AND n = 1`, deal),
			deal, changed},
		{"who won", at(`UPDATE transfer SET src = dst, dst = src WHERE entry = %d AND n = 1`, deal), deal, changed},
		{"a hash", at(`UPDATE entry SET hash = zeroblob(32) WHERE seq = %d`, deal), deal, changed},
		{"a kind nobody knows", at(`UPDATE entry SET kind = 'gift' WHERE seq = %d`, deal), deal, changed},
		{"a transfer put in", at(`INSERT INTO transfer
			SELECT entry, 99, night, money, src, dst, amount FROM transfer
			WHERE entry = %d AND n = 1`, deal), deal, "numbered"},
		{"two entries the other way round", append(at(`UPDATE entry SET seq = 999999 WHERE seq = %d`, deal),
			append(at(`UPDATE entry SET seq = %d WHERE seq = %d`, deal, deal+1),
				at(`UPDATE entry SET seq = %d WHERE seq = 999999`, deal+1)...)...), deal, changed},
		{"one more at the end", at(`INSERT INTO entry SELECT seq + 1, night, 'last', 'x', 1, device, at, ask,
			'{"more":2}', NULL, hash, zeroblob(32) FROM entry WHERE seq = %d`, last), last + 1, changed},
		{"a transfer left out", at(`DELETE FROM transfer WHERE entry = %d AND n = 1`, deal), deal, "numbered"},
		{"an entry left out", at(`DELETE FROM entry WHERE seq = %d`, deal), deal, "is missing"},
		{"the last entry left out", at(`DELETE FROM entry WHERE seq = (SELECT max(entry) FROM transfer)`), 0,
			"is missing"},
		{"an entry before the first", at(`INSERT INTO entry SELECT 0, night, kind, 'x', 1, device, at, ask, body,
			NULL, prev, hash FROM entry WHERE seq = 1`), 1, "is missing: the beginning is followed by entry 0"},
		{"a transfer of no entry", at(`INSERT INTO transfer VALUES (0, 1, NULL, 'lsd', 2, 3, 5000)`), 0,
			"Entry 0 can't be: there are transfers of it"},
		{"a transfer to come", at(`INSERT INTO transfer VALUES (%d, 1, NULL, 'lsd', 2, 3, 5000)`, last+7), last + 7,
			"is missing: there are transfers of it"},
		{"a text for a number", []string{`PRAGMA writable_schema = ON`,
			`UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')') WHERE name = 'entry'`,
			`PRAGMA writable_schema = RESET`, fmt.Sprintf(`UPDATE entry SET at = 'soon' WHERE seq = %d`, deal)},
			deal, "something else where a number belongs"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := unpacked(t, "kept/book")
			tamper(t, path, append([]string{`PRAGMA ignore_check_constraints = ON`}, c.sql...)...)
			found := testenv.Must(Check(t.Context(), path, nil, nil))(t)
			w := found.Wrong[0]
			if c.entry != 0 && int64(w.Entry) != c.entry || !strings.Contains(w.Sentence, c.says) {
				t.Errorf("found entry %d, want %d: %s", w.Entry, c.entry, w.Sentence)
			}
			sound, found := readBook(t, path)
			if found.Sound() || sound.Whole() != nil || w.Entry > 0 && sound.Last() >= w.Entry {
				t.Errorf("sound up to entry %d: %s", sound.Last(), found.Line())
			}
			if int64(w.Entry) == deal && int64(sound.Last()) != deal-1 {
				t.Errorf("sound up to %d, and %d is wrong", sound.Last(), deal)
			}
			if found, err := Verify(t.Context(), path, s, nil); err == nil && found.Sound() {
				t.Error("taken for a copy of the whole book")
			}
		})
	}
}

// What isn't of the chain, and yet can keep a book from being played on in.
func TestWhatIsBeside(t *testing.T) {
	for says, sql := range map[string]string{
		"player -2 is there, and no entry says": `INSERT INTO player (id, name, folded) VALUES (-2, 'Zoe', 'zoe')`,
		"player 99 is there, and no entry says": `INSERT INTO player (id, name, folded) VALUES (99, 'Zoe', 'zoe')`,
		"player 3 is missing":                   `DELETE FROM player WHERE id = 3`,
		"player -1 is missing":                  `DELETE FROM player WHERE id = -1`,
		"isn't a day that comes every year":     `UPDATE season SET begins = '99-99'`,
		"seasons begin is missing":              `DELETE FROM season`,
		"none of ours":                          `CREATE INDEX mine ON entry (at)`,
		"the trigger entry_grows is missing":    `DROP TRIGGER entry_grows`,
		"the index entry_night is missing": `PRAGMA writable_schema = ON; DELETE FROM sqlite_schema
			WHERE name = 'entry_night'; PRAGMA writable_schema = RESET`,
		"missing from index entry_night": `DROP INDEX entry_night;
			CREATE INDEX entry_night ON entry (night) WHERE night IS NOT NULL AND seq < 20;
			PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql =
			'CREATE INDEX entry_night ON entry (night) WHERE night IS NOT NULL' WHERE name = 'entry_night';
			PRAGMA writable_schema = RESET`,
	} {
		path := unpacked(t, "kept/book")
		testenv.Alter(t, path, `PRAGMA journal_mode = DELETE`, `PRAGMA foreign_keys = OFF`, sql)
		found, err := Check(t.Context(), path, nil, nil)
		if err != nil || found.Sound() || !strings.Contains(found.Line(), says) {
			t.Errorf("%s: %v, %v", sql, found.Line(), err)
		}
	}
	path := unpacked(t, "kept/book")
	found, err := Check(t.Context(), path, []string{"AAAA AAAA AAAA AAAA"}, nil)
	if err != nil || found.Well() || !strings.Contains(found.Line(), "The seal AAAA AAAA AAAA AAAA is not") {
		t.Errorf("another's seal: %v, %v", found, err)
	}
}

// newest is the kept book in a file of the newest version.
func newest(t testing.TB) string {
	t.Helper()
	old := testenv.Must(Open(t.Context(), unpacked(t, "kept/book")))(t)
	defer old.Close()
	path := filepath.Join(t.TempDir(), "new.db")
	f := testenv.Must(store.Open(t.Context(), path, store.Options{Throwaway: true}))(t)
	w, players := f.Writer(), chain.PlayerID(0)
	err := w.Begin()
	if err == nil {
		err = old.Tx().Entries(0, func(e *chain.Entry) error {
			if e.Kind != chain.KindPlayer {
				return w.Append(e)
			}
			players++
			return errors.Join(w.AddPlayer(players), w.Append(e))
		})
	}
	if err = errors.Join(err, w.Commit(), f.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// Balances that SQL comes to otherwise are found: a book is held against the state of less of it.
func TestASecondOpinion(t *testing.T) {
	path := newest(t)
	if found, err := Check(t.Context(), path, nil, nil); err != nil || !found.Well() {
		t.Fatalf("%v, %v", found.Line(), err)
	}
	b := testenv.Must(Open(t.Context(), path))(t)
	defer b.Close()
	for last := chain.EntryID(650); last > 0; last -= 50 {
		s, err := soundPart(b.Tx(), last)
		found := new(Found)
		if err = errors.Join(err, b.balances(found, s, nil)); err != nil || found.Well() {
			t.Errorf("the balances up to entry %d are those of all: %v", last, err)
		}
	}
}

func TestReadingStops(t *testing.T) {
	path := unpacked(t, "kept/book")
	stopped, cancel := context.WithCancel(t.Context())
	found, err := Check(stopped, path, nil, func(int64, int64) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("stopped in the middle: %v, %v", found, err)
	}
	b := testenv.Must(Open(t.Context(), path))(t)
	defer b.Close()
	enough := errors.New("enough")
	if _, _, err := Read(b.Tx(), nil, func(e *chain.Entry) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("a visitor had enough: %v", err)
	}
}
