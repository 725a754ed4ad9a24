//go:build linux

package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

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
