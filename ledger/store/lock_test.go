//go:build linux

package store

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"ouverte/ledger/testenv"
)

// A freed lock can be taken again while another process still has copies of its handles, as one that is just
// being started has.
func TestFreedLockIsFreeWhileCopiesLast(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book")
	testenv.Fine(t, os.WriteFile(path, []byte("a book"), 0o600))
	l := testenv.Must(TakeLock(path))(t)
	cat := exec.Command("cat")
	cat.ExtraFiles = []*os.File{l.f, l.book}
	in := testenv.Must(cat.StdinPipe())(t)
	testenv.Fine(t, cat.Start())
	if err := l.Free(); err != nil {
		t.Error(err)
	}
	testenv.Fine(t, testenv.Must(TakeLock(path))(t).Free())
	if err := errors.Join(in.Close(), cat.Wait()); err != nil {
		t.Error(err)
	}
}

// A lock file that was made for nothing is taken away without ever letting two have the lock.
func TestLockMadeForNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book")
	var holding, held atomic.Int64
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 200 {
				l, err := TakeLock(path)
				var used *InUse
				if errors.As(err, &used) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if holding.Add(1) != 1 {
					t.Error("two have the lock")
				}
				held.Add(1)
				holding.Add(-1)
				if err := l.undo(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if held.Load() == 0 {
		t.Error("nobody ever had the lock")
	}
	if _, err := os.Lstat(path + "-lock"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the lock file is still there: %v", err)
	}
}
