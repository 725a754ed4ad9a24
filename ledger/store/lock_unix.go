//go:build unix

package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// Lock is held on a file beside the book for as long as the book is open. The system frees it when the
// process ends, however it ends. The lock file stays, but for one that was made for nothing.
type Lock struct {
	f    *os.File
	made bool // the lock file is new: no process has noted its id in it yet
}

// TakeLock takes the lock of the book at a path, or gives *InUse.
func TakeLock(path string) (*Lock, error) {
	path += "-lock"
	for {
		l, err := lockFile(path)
		if err != nil || l != nil {
			return l, err
		}
	}
}

// lockFile locks the file of that name. It gives nil where another process removed the file meanwhile, having
// made it for nothing: a lock on a file without a name keeps nobody out.
func lockFile(path string) (l *Lock, err error) {
	l = new(Lock)
	if l.f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(l.f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		text, _ := io.ReadAll(io.LimitReader(l.f, 20))
		err = errors.Join(err, l.f.Close())
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, &InUse{By: strings.TrimSpace(string(text))}
		}
		return nil, fmt.Errorf("lock the book: %w", err)
	}
	held, err := l.f.Stat()
	if err != nil {
		return nil, errors.Join(err, l.f.Close())
	}
	if named, err := os.Stat(path); err != nil || !os.SameFile(held, named) {
		return nil, l.f.Close()
	}
	l.made = held.Size() == 0
	// The process, for the sentence another one says. On a full disk that sentence goes without.
	if l.f.Truncate(0) == nil {
		_, _ = l.f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	}
	return l, nil
}

// Free lets go of the lock.
func (l *Lock) Free() error { return l.f.Close() }

// ours tells whether a file belongs to the user who runs the program.
func ours(info os.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

// undo is Free where nothing came of what the lock was taken for: a lock file made for it goes too, while the
// lock is still held.
func (l *Lock) undo() error {
	var err error
	if l.made {
		err = os.Remove(l.f.Name())
	}
	return errors.Join(err, l.Free())
}

// End lets go of a lock taken for a place to put a book: after that was done or, with an error, wasn't.
func (l *Lock) End(err error) error {
	if err != nil {
		return errors.Join(err, l.undo())
	}
	return l.Free()
}
