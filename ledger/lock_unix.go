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
// however it ends. The file stays: removing it would let two processes each hold a lock of that name.
type lock struct{ f *os.File }

// inUse says that another process has the lock.
type inUse struct{ by string }

func (e *inUse) Error() string        { return errInUse.Error() }
func (e *inUse) Is(target error) bool { return target == errInUse }

func takeLock(path string) (*lock, error) {
	f, err := os.OpenFile(path+"-lock", os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		text, _ := io.ReadAll(io.LimitReader(f, 20))
		err = errors.Join(err, f.Close())
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, &inUse{by: strings.TrimSpace(string(text))}
		}
		return nil, fmt.Errorf("lock the book: %w", err)
	}
	// Who it is, for the sentence the other one is told. If the disk is full, it is told without.
	if f.Truncate(0) == nil {
		_, _ = f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	}
	return &lock{f}, nil
}

func (l *lock) free() error { return l.f.Close() }
