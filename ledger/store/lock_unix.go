//go:build unix

package ledger

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// lock is held on a file beside the book for as long as the book is open. The system lets go of it when the process ends,
// however it ends. The file stays, but for one that was made for nothing.
type lock struct {
	f    *os.File
	made bool // the file is new: nobody ever noted in it that he had the lock
}

// inUse says that another process has the lock.
type inUse struct{ by string }

func (e *inUse) Error() string        { return errInUse.Error() }
func (e *inUse) Is(target error) bool { return target == errInUse }

func takeLock(path string) (*lock, error) {
	path += "-lock"
	for {
		l, err := lockFile(path)
		if err != nil || l != nil {
			return l, err
		}
	}
}

// lockFile locks the file of that name. It gives nothing at all where that file was taken away in the meantime by somebody
// who had made it for nothing: then the lock is on a file without a name, which keeps nobody out.
func lockFile(path string) (l *lock, err error) {
	l = new(lock)
	if l.f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(l.f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		text, _ := io.ReadAll(io.LimitReader(l.f, 20))
		err = errors.Join(err, l.f.Close())
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, &inUse{by: strings.TrimSpace(string(text))}
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
	// Who it is, for the sentence the other one is told. If the disk is full, it is told without.
	if l.f.Truncate(0) == nil {
		_, _ = l.f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	}
	return l, nil
}

func (l *lock) free() error { return l.f.Close() }

// ours tells whether a file belongs to whoever runs the program.
func ours(info os.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

// undo is free where nothing came of what the lock was taken for: a file that was made for it goes too, while the lock is
// still held.
func (l *lock) undo() error {
	var err error
	if l.made {
		err = os.Remove(l.f.Name())
	}
	return errors.Join(err, l.free())
}
