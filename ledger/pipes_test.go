//go:build unix

package ledger

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ouverte/ledger/audit"
	"ouverte/ledger/testenv"
)

// TestNoFileBesideABook: a pipe or a link that has the name of a file beside a book is named at once,
// whichever way the book is opened, and nothing is written through it.
func TestNoFileBesideABook(t *testing.T) {
	tb := lively(t)
	testenv.Fine(t, tb.Close())
	for _, part := range []string{"-lock", "-wal", "-shm", "-journal", "-note"} {
		for _, is := range []string{"a pipe", "a link"} {
			path := closedCopy(t, tb.Path())
			other := filepath.Join(t.TempDir(), "other")
			testenv.Fine(t, os.WriteFile(other, []byte("mine"), 0o600))
			if is == "a pipe" {
				testenv.Fine(t, syscall.Mkfifo(path+part, 0o600))
			} else {
				testenv.Fine(t, os.Symlink(other, path+part))
			}
			said := make(chan error, 2)
			go func() {
				_, err := Open(tb.ctx, path, Options{})
				said <- err
				_, err = audit.Check(tb.ctx, path, nil, nil)
				said <- err
			}()
			for range 2 {
				select {
				case err := <-said:
					if cannot := (*CannotOpen)(nil); !errors.As(err, &cannot) ||
						!strings.HasPrefix(cannot.Sentence, "book.db"+part+" lies beside book.db") {
						t.Errorf("%s as %s: %v", is, part, err)
					}
				case <-time.After(time.Second):
					t.Fatalf("%s as %s: nothing is said within a second", is, part)
				}
			}
			if text := string(must1(os.ReadFile(other))); text != "mine" {
				t.Errorf("through %s as %s was written %q", is, part, text)
			}
		}
	}
	path := closedCopy(t, tb.Path())
	other := filepath.Join(t.TempDir(), "other")
	testenv.Fine(t, os.WriteFile(other, []byte("mine"), 0o600))
	testenv.Fine(t, os.Symlink(other, path+"-note-new"))
	testenv.Fine(t, must1(Open(tb.ctx, path, Options{})).Close())
	if text := string(must1(os.ReadFile(other))); text != "mine" {
		t.Errorf("the note was written through a link: %q", text)
	}
}
