package store

// The answer to people where a book can't be opened: the same sentence from every room that opens one.

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// CannotOpen says in a sentence for people why a book was not opened. Unwrap gives the cause, for the log.
type CannotOpen struct {
	Path     string
	Sentence string
	Cause    error
}

func (c *CannotOpen) Error() string { return c.Sentence }
func (c *CannotOpen) Unwrap() error { return c.Cause }

// CannotWrite is a sentence for people about a write that failed, though the request was in order. Nothing of
// it is in the book; the same may be tried again when the cause is gone.
type CannotWrite struct {
	Sentence string
	Cause    error
}

func (c *CannotWrite) Error() string { return c.Sentence }
func (c *CannotWrite) Unwrap() error { return c.Cause }

// Explain finds the sentence for an error of opening a book to write in it. An error that has none it leaves.
func Explain(path string, err error) error {
	name := filepath.Base(path)
	say := func(format string, args ...any) error {
		return &CannotOpen{Path: path, Sentence: fmt.Sprintf(format, args...), Cause: err}
	}
	var used *InUse
	var altered *alteredError
	var full *noRoom
	var none *notAFile
	cause := Cause(err)
	switch {
	case errors.As(err, &full):
		return say("%s was written by an older Ouverte. Ouverte keeps a copy beside it, then brings it up to "+
			"date. The copy takes %s, and %s are free. Make room, then start again; nothing was changed.",
			name, megabytes(full.need+99_999), megabytes(full.free))
	case errors.As(err, &none):
		return say("%s lies beside %s, where Ouverte keeps a file of its own, and is none. Remove it.", none.name,
			name)
	case errors.As(err, &used) && used.By != "":
		return say("%s is open in another ouverte (process %s). Use that one, or stop it first.", name, used.By)
	case errors.Is(err, fs.ErrNotExist):
		return say("The folder %s for the book doesn’t exist.", filepath.Dir(path))
	case errors.Is(err, syscall.EROFS), cause == ErrReadOnly, cause == ErrCannotOpen:
		return say("%s may only be read here, and its folder perhaps too. "+
			"Ouverte must be able to write to both.", name)
	case errors.Is(err, fs.ErrPermission):
		return say(withoutRight(path), name)
	}
	if errors.As(err, &altered) {
		return say("%s has been altered: %s. It was left as it is. %s", name, altered.found[0].What,
			Against)
	}
	if format := sentences[cause]; format != "" {
		return say(format, name)
	}
	return err
}

var sentences = map[error]string{
	errLinked: "%s has another name on this disk, a hard link, and what one name has is lost to the other. " +
		"Remove that name, or copy the book with ouverte backup and use the copy.",
	ErrTaken: "%s isn't the file Ouverte has open any more: somebody removed, moved or replaced it. " +
		"Put it back where it was, or stop Ouverte and start it again.",
	ErrInUse:    "%s is open in another ouverte. Use that one, or stop it first.",
	ErrNotABook: "%s isn't a book of Ouverte. It was left as it is; name another file.",
	ErrNewer: "%s was written by a newer Ouverte than this one. " +
		"Use the newer program; the book was left as it is.",
	ErrTruncated: "%s is cut off: a part of it is missing. It was left as it is; restore it from a backup.",
	ErrDamaged: "%s is damaged. It was left as it is; " +
		"restore it from a backup, or see what ouverte audit finds.",
	ErrBusy: "%s is held by another program. Close that one first.",
	ErrFull: "The disk with %s is full. Make room, then start again; nothing in the book was lost.",
	ErrDisk: "The disk with %s doesn't answer as it should. Nothing was changed; look after the disk.",
}

// megabytes says how many, to a tenth, which it rounds down.
func megabytes(bytes int64) string { return fmt.Sprintf("%d.%d MB", bytes/1e6, bytes/1e5%10) }

func withoutRight(path string) string {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrPermission) {
		return "This user may not look into the folder of %s."
	}
	f, err := os.Open(path)
	if err == nil {
		_ = f.Close()
	}
	if errors.Is(err, fs.ErrPermission) {
		return "This user may not read %s."
	}
	return "This user may not write to %s, or to its folder."
}

func ExplainLook(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &CannotOpen{Path: path, Sentence: fmt.Sprintf("%s doesn’t exist: no book is "+
			"there.", path), Cause: err}
	case Cause(err) == errOlder:
		return &CannotOpen{Path: path, Cause: err, Sentence: fmt.Sprintf("%s was written by an older Ouverte. "+
			"Open it once with ouverte serve to bring it up to date.", filepath.Base(path))}
	}
	return Explain(path, err)
}

// Glance says what is wrong with a book, as far as its names and its first bytes tell.
func Glance(path string) error {
	err := inspect(path)
	if err == nil {
		err = oneName(path)
	}
	return ExplainLook(path, err)
}
