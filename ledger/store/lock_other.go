//go:build !unix

package store

import (
	"errors"
	"io/fs"
	"os"
)

// Lock is held on a file beside the book for as long as the book is open. Systems without flock refuse to
// remove a file that is open: a lock file that can be removed was left behind by a process that has ended.
type Lock struct {
	f    *os.File
	path string
}

// TakeLock takes the lock of the book at a path, or gives *InUse.
func TakeLock(path string) (*Lock, error) {
	path += "-lock"
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, &InUse{}
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, &InUse{}
	}
	if err != nil {
		return nil, err
	}
	return &Lock{f, path}, nil
}

// Free lets go of the lock.
func (l *Lock) Free() error { return errors.Join(l.f.Close(), os.Remove(l.path)) }

// undo is Free where nothing came of what the lock was taken for.
func (l *Lock) undo() error { return l.Free() }

// ours is for systems where the rights in a file's mode say who may read it.
func ours(os.FileInfo) bool { return false }

// End lets go of a lock taken for a place to put a book: after that was done or, with an error, wasn't.
func (l *Lock) End(err error) error {
	if err != nil {
		return errors.Join(err, l.undo())
	}
	return l.Free()
}
