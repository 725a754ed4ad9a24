package audit

import (
	"context"
	"errors"
	"flag"
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

var golden = flag.Bool("golden", false, "write the answers in testdata anew")

// TestSpoilt does to a book what each line of testdata says. What is wrong is named with its entry, what
// comes before that is read, and nobody takes it for a copy of the whole book.
func TestSpoilt(t *testing.T) {
	whole, _ := readBook(t, unpacked(t, "kept/book"))
	young := testenv.Must(os.ReadFile(newest(t)))(t)
	const advice = " Put back a copy from before. Or stop Ouverte and remove what one of you added, " +
		"with a program for SQLite."
	testenv.Golden(t, "testdata/spoilt.txt", *golden, func(head, sql string) string {
		name, guarded := strings.CutSuffix(head, " without its guards")
		path := unpacked(t, "kept/book")
		if guarded = !guarded; name == "newest" {
			testenv.Fine(t, os.WriteFile(path, young, 0o600))
		}
		first := []string{`PRAGMA journal_mode = DELETE`, `PRAGMA foreign_keys = OFF`}
		if guarded {
			testenv.Alter(t, path, append(first, sql)...)
		} else {
			testenv.Tamper(t, path, append(first[1:], `PRAGMA ignore_check_constraints = ON`, sql)...)
		}
		found, err := Check(t.Context(), path, nil, nil)
		if err != nil {
			return "✗ " + err.Error()
		}
		if found.Well() {
			return found.Line()
		}
		says := []string{}
		for _, w := range found.Wrong {
			if guarded || !strings.Contains(w.Sentence, "the trigger ") {
				says = append(says, strings.Replace(w.Sentence, advice, " Restore …", 1))
			}
		}
		if w := found.Wrong[0]; w.Entry > 0 {
			sound, again := readBook(t, path)
			if again.Sound() || sound.Whole() != nil || sound.Last() >= w.Entry {
				t.Errorf("%s: sound up to entry %d: %s", sql, sound.Last(), again.Line())
			}
			says = append(says, fmt.Sprint("sound up to entry ", sound.Last()))
		}
		again, err := Verify(t.Context(), path, whole, nil)
		if err == nil && again.Sound() && found.Wrong[0].Entry > 0 {
			t.Errorf("%s: taken for a copy of the whole book", sql)
		}
		return strings.Join(says, "\n")
	})
	found, err := Check(t.Context(), unpacked(t, "kept/book"), []string{"AAAA AAAA AAAA AAAA"}, nil)
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
