//go:build !unix

package ledger

import (
	"errors"
	"io/fs"
	"os"
)

// lock is held on a file beside the book for as long as the book is open. Systems without flock refuse to remove a file
// that is open: so a lock file that can be removed was left behind by a process that is no more.
type lock struct {
	f    *os.File
	path string
}

// inUse says that another process has the lock.
type inUse struct{ by string }

func (e *inUse) Error() string        { return errInUse.Error() }
func (e *inUse) Is(target error) bool { return target == errInUse }

func takeLock(path string) (*lock, error) {
	path += "-lock"
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, &inUse{}
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, &inUse{}
	}
	if err != nil {
		return nil, err
	}
	return &lock{f, path}, nil
}

func (l *lock) free() error { return errors.Join(l.f.Close(), os.Remove(l.path)) }

// undo is free where nothing came of what the lock was taken for.
func (l *lock) undo() error { return l.free() }

// ours is for systems where the rights in a file's mode say who may read it.
func ours(os.FileInfo) bool { return false }
