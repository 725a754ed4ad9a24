package store

import (
	"errors"
	"fmt"
	"os"
)

// Lock is held for as long as the book is open: on a file beside it, so that a second program can name the
// first, and on the book itself, so that no other name of it gets round the lock. The system frees both when
// the process ends, however it ends. The lock file stays, but for one that was made for nothing, and on
// Windows.
type Lock struct {
	f    *os.File
	made bool  // the lock file is new: no process has noted its id in it yet
	was  noted // what the process before had open

	book *os.File // nil where there is none yet
	info os.FileInfo
	open *bookFiles // where it lies, once it is open
}

// note keeps which files this process has open. On a full disk it goes without.
func (l *Lock) note(n noted) {
	if file, err := spotOf(l.f.Name()); err == nil {
		n.lock = file.id.number
	}
	if n, err := l.f.WriteAt(fmt.Appendf(nil, "%d\n%s\n", os.Getpid(), n), 0); err == nil {
		_ = l.f.Truncate(int64(n))
	}
}

// End lets go of a lock taken for a place to put a book: after that was done or, with an error, wasn't.
func (l *Lock) End(err error) error {
	if err != nil {
		return errors.Join(err, l.undo())
	}
	return l.Free()
}
