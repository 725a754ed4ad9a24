//go:build unix

package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
)

// TakeLock takes the lock of the book at a path, or gives *InUse.
func TakeLock(path string) (*Lock, error) {
	if err := onlyFiles(path); err != nil {
		return nil, err
	}
	for {
		l, err := lockFile(path + "-lock")
		if err != nil {
			return nil, err
		}
		if l == nil {
			continue
		}
		if err := l.holdBook(path); err != nil {
			return nil, errors.Join(err, l.undo())
		}
		return l, nil
	}
}

// lockFile locks the file of that name. It gives nil where another process removed the file meanwhile, having
// made it for nothing: a lock on a file without a name keeps nobody out.
func lockFile(path string) (l *Lock, err error) {
	l = new(Lock)
	how := os.O_RDWR | os.O_CREATE | syscall.O_NOFOLLOW | syscall.O_NONBLOCK
	if l.f, err = os.OpenFile(path, how, 0o600); err != nil {
		return nil, err
	}
	_ = l.f.Chmod(0o600) // any user who may read it could lock it, and keep the book from opening
	err = syscall.Flock(int(l.f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	text, _ := io.ReadAll(io.LimitReader(l.f, 200))
	if err != nil {
		err = errors.Join(err, l.f.Close())
		if errors.Is(err, syscall.EWOULDBLOCK) {
			by, _, _ := strings.Cut(string(text), "\n")
			return nil, &InUse{By: strings.TrimSpace(by)}
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
	if file, err := spotOf(path); err == nil {
		l.was = readNoted(string(text), file.id.number)
	}
	l.note(l.was)
	return l, nil
}

// lockByte locks a book, or gives *InUse. Where the disk knows no such lock, the lock file must do.
func lockByte(f *os.File) error {
	err := syscall.FcntlFlock(f.Fd(), setLock, &syscall.Flock_t{Type: syscall.F_WRLCK, Start: lockedAt, Len: 1})
	if errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EACCES) {
		return &InUse{}
	}
	return nil
}

// freeByte ends what lockByte took. Closing the file is not enough while a process is being started: between
// fork and exec it has a copy of every handle, and the lock lasts as long as the last copy.
func freeByte(f *os.File) {
	_ = syscall.FcntlFlock(f.Fd(), setLock, &syscall.Flock_t{Type: syscall.F_UNLCK, Start: lockedAt, Len: 1})
}

func spotOf(path string) (spot, error) {
	info, err := os.Stat(path)
	if err != nil {
		return spot{}, err
	}
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return spot{}, fmt.Errorf("store: nobody can tell which file %s is", path)
	}
	return spot{fileID{uint64(s.Dev), uint64(s.Ino)}, uint64(s.Nlink), s.Size}, nil
}

// Free lets go of the lock, also while a process being started has a copy of the handle, as in freeByte.
func (l *Lock) Free() error {
	err := l.letBookGo()
	_ = syscall.Flock(int(l.f.Fd()), syscall.LOCK_UN) // closing reports what fails
	return errors.Join(err, l.f.Close())
}

func ours(info os.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

func othersMay(info os.FileInfo) bool { return info.Mode().Perm()&0o077 != 0 }

// undo is Free where nothing came of what the lock was taken for: a lock file made for it goes too, while the
// lock is still held.
func (l *Lock) undo() error {
	var err error
	if l.made {
		err = os.Remove(l.f.Name())
	}
	return errors.Join(err, l.Free())
}
