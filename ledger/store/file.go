package ledger

// The file of a book: what must be true of it before it is opened, how a new one is made, and how it is told in a sentence
// what is wrong. Nothing here changes a file that isn't a sound book.

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"ouverte/migrations"
)

// applicationID is how SQLite files of ours are marked: "Ouve".
const applicationID = 0x4F757665

// CannotOpen says in a sentence for people why a book was not opened; Unwrap gives the cause for the log.
type CannotOpen struct {
	Path     string
	Sentence string
	Cause    error
}

func (c *CannotOpen) Error() string { return c.Sentence }
func (c *CannotOpen) Unwrap() error { return c.Cause }

// CannotWrite says in a sentence for people why something was not written that was in order. Nothing of it is in the book;
// the same form may be sent again when the cause is gone.
type CannotWrite struct {
	Sentence string
	Cause    error
}

func (c *CannotWrite) Error() string { return c.Sentence }
func (c *CannotWrite) Unwrap() error { return c.Cause }

var (
	errNotABook  = errors.New("ledger: not a book")
	errNewer     = errors.New("ledger: book of a newer version")
	errTruncated = errors.New("ledger: book is cut off")
	errDamaged   = errors.New("ledger: book is damaged")
	errInUse     = errors.New("ledger: book is in use")
	errNotKept   = errors.New("ledger: book doesn't keep what is written")
)

// eachHas are the pragmas of every connection. The busy timeout comes first: the others may have to wait.
var eachHas = []string{"busy_timeout(5000)", "foreign_keys(ON)", "recursive_triggers(ON)", "trusted_schema(OFF)"}

// fileURI names the file as SQLite is told.
func fileURI(path, mode string) string {
	return "file:" + (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath() + "?mode=" + mode
}

// dsn names it as database/sql is told, with the pragmas of its connections.
func dsn(path, mode string, pragmas ...string) string { return dsnOf(fileURI(path, mode), pragmas...) }

func dsnOf(uri string, pragmas ...string) string {
	q := url.Values{"_defensive": {"1"}, "_pragma": slices.Concat(eachHas[:1], pragmas, eachHas[1:])}
	return uri + "&" + q.Encode()
}

// writerHas: a commit that is acknowledged has reached the disk; a Mac has to be asked twice. The log is written back after 1,000
// pages and never grows beyond 64 MB for good.
func writerHas(throwaway bool) []string {
	synchronous := "synchronous(FULL)"
	if throwaway {
		synchronous = "synchronous(OFF)"
	}
	return []string{"journal_mode(WAL)", synchronous, "fullfsync(ON)", "checkpoint_fullfsync(ON)", "wal_autocheckpoint(1000)", "journal_size_limit(67108864)", "cache_size(-16000)"}
}

// writerDSN is for the migrations of an older book.
func writerDSN(path string) string { return dsn(path, "rw", writerHas(false)...) }

func makerDSN(path string) string {
	return dsn(path, "rwc", "journal_mode(WAL)", "synchronous(FULL)")
}

// readerHas are the pragmas of one that is for looking only.
var readerHas = []string{"query_only(ON)", "cache_size(-4000)"}

func readerDSN(path string) string { return dsn(path, "rw", readerHas...) }

// wholePath is the one name of the file, so that two ways to it are found to be the same book; where there is none, the name
// that was given, for the sentence about it.
func wholePath(path string) (string, error) {
	whole, err := filepath.Abs(path)
	if err != nil {
		return path, err
	}
	if linked, err := filepath.EvalSymlinks(whole); err == nil {
		return linked, nil
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(whole))
	if err != nil {
		return path, err
	}
	return filepath.Join(dir, filepath.Base(whole)), nil
}

// prepareFile makes the book if there is none, and brings an older one up to date.
func prepareFile(ctx context.Context, path string, log *slog.Logger) error {
	err := inspect(path)
	if errors.Is(err, fs.ErrNotExist) {
		return makeBook(ctx, path)
	}
	if err != nil {
		return err
	}
	// SQLite is content to open a file that may only be read, and would tell with the first deal.
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	for _, part := range []string{"", "-wal", "-shm"} {
		toItsOwner(path + part)
	}
	version, err := versionOf(ctx, path)
	if err != nil {
		return err
	}
	switch newest := migrations.Newest(); {
	case version > newest:
		return fmt.Errorf("%w: it has %d, we know %d", errNewer, version, newest)
	case version < newest:
		log.Info("bringing the book up to date", "from", version, "to", newest)
		db, err := sql.Open("sqlite", writerDSN(path))
		if err != nil {
			return err
		}
		db.SetMaxOpenConns(1)
		return errors.Join(migrate(ctx, db), db.Close())
	}
	return nil
}

// toItsOwner takes from everybody else the rights to a book made when others could read it, or to its log. Where the file is
// somebody else's, or its rights can't be changed, it stays as it is: that is no reason not to play.
func toItsOwner(path string) {
	if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() && ours(info) && info.Mode().Perm()&0o077 != 0 {
		_ = os.Chmod(path, 0o600)
	}
}

// versionOf looks which of our migrations the file has had, without changing it.
func versionOf(ctx context.Context, path string) (version int64, err error) {
	// Whoever has locked it will not let go within the second; nobody likes to wait longer for a start that fails.
	db, err := sql.Open("sqlite", strings.Replace(readerDSN(path), "busy_timeout%285000%29", "busy_timeout%281000%29", 1))
	if err != nil {
		return 0, err
	}
	err = db.QueryRowContext(ctx, `SELECT max(version_id) FROM goose_db_version WHERE is_applied = 1`).Scan(&version)
	return version, errors.Join(err, db.Close())
}

// makeBook makes a new book beside its place and moves it there when it is whole, so that there is never half a book.
func makeBook(ctx context.Context, path string) error {
	for _, left := range []string{"-wal", "-shm", "-journal"} {
		if _, err := os.Lstat(path + left); err == nil {
			return fmt.Errorf("%w: %s is there, but not the book it belongs to", errTruncated, filepath.Base(path)+left)
		}
	}
	fresh := path + "-new"
	for _, old := range []string{fresh, fresh + "-wal", fresh + "-shm", fresh + "-journal"} {
		if err := os.Remove(old); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	f, err := os.OpenFile(fresh, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) // its owner's, in whatever folder it lies; so is its log then
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	db, err := sql.Open("sqlite", makerDSN(fresh))
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	if err := errors.Join(migrate(ctx, db), db.Close()); err != nil {
		return err
	}
	return os.Rename(fresh, path)
}

func migrate(ctx context.Context, db *sql.DB) error {
	up, err := goose.NewProvider(goose.DialectSQLite3, db, migrations.Files)
	if err != nil {
		return err
	}
	_, err = up.Up(ctx)
	return err
}

// inspect looks at the first bytes of the file: whether it is a book of ours, and as long as it says.
func inspect(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.IsDir() {
		return fmt.Errorf("%w: it is a folder", errNotABook)
	}
	var head [100]byte
	n, err := io.ReadFull(f, head[:])
	switch {
	case n == 0:
		return fmt.Errorf("%w: it is empty", errTruncated)
	case string(head[:min(n, 16)]) != "SQLite format 3\x00"[:min(n, 16)]:
		return errNotABook
	case err != nil:
		return fmt.Errorf("%w: %v", errTruncated, err)
	}
	if binary.BigEndian.Uint32(head[68:]) != applicationID {
		return errNotABook
	}
	page := int64(binary.BigEndian.Uint16(head[16:]))
	if page == 1 {
		page = 65536
	}
	pages := int64(binary.BigEndian.Uint32(head[28:]))
	wal, err := os.Stat(path + "-wal")
	if info.Size() < page*pages && (err != nil || wal.Size() == 0) {
		return fmt.Errorf("%w: %d bytes of %d are left", errTruncated, info.Size(), page*pages)
	}
	return nil
}

// explainOpening finds the sentence for an error of opening.
func explainOpening(path string, err error) error {
	name := filepath.Base(path)
	say := func(format string, args ...any) error {
		return &CannotOpen{Path: path, Sentence: fmt.Sprintf(format, args...), Cause: err}
	}
	var used *inUse
	switch {
	case errors.As(err, &used) && used.by != "":
		return say("%s is open in another ouverte (process %s). Use that one, or stop it first.", name, used.by)
	case errors.Is(err, errInUse):
		return say("%s is open in another ouverte. Use that one, or stop it first.", name)
	case errors.Is(err, errNotABook):
		return say("%s isn't a book of Ouverte. It was left as it is; name another file.", name)
	case errors.Is(err, errNewer):
		return say("%s was written by a newer Ouverte than this one. Use the newer program; the book was left as it is.", name)
	case errors.Is(err, errTruncated):
		return say("%s is cut off: a part of it is missing. It was left as it is; restore it from a backup.", name)
	case errors.Is(err, errDamaged):
		return say("%s is damaged. It was left as it is; restore it from a backup, or see what ouverte audit finds.", name)
	case errors.Is(err, fs.ErrNotExist):
		return say("There is no folder %s to keep the book in.", filepath.Dir(path))
	case errors.Is(err, syscall.EROFS):
		return say("%s may only be read here, and its folder perhaps too. Ouverte must be able to write to both.", name)
	case errors.Is(err, fs.ErrPermission):
		return say(withoutRight(path), name)
	}
	switch code(err) {
	case sqlite3.SQLITE_NOTADB:
		return say("%s isn't a book of Ouverte. It was left as it is; name another file.", name)
	case sqlite3.SQLITE_CORRUPT:
		return say("%s is damaged. It was left as it is; restore it from a backup, or see what ouverte audit finds.", name)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return say("%s may only be read here, and its folder perhaps too. Ouverte must be able to write to both.", name)
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return say("%s is held by another program. Close that one first.", name)
	case sqlite3.SQLITE_FULL:
		return say("The disk with %s is full. Make room, then start again; nothing in the book was lost.", name)
	case sqlite3.SQLITE_IOERR:
		return say("The disk with %s doesn't answer as it should. Nothing was changed; look after the disk.", name)
	}
	return err
}

// withoutRight says what this user may not do with a file.
func withoutRight(path string) string {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrPermission) {
		return "%s lies in a folder that this user may not look into."
	}
	f, err := os.Open(path)
	if err == nil {
		_ = f.Close()
	}
	if errors.Is(err, fs.ErrPermission) {
		return "%s may not be read by this user."
	}
	return "%s may not be written to by this user, or its folder may not."
}

// trouble finds the sentence for an error of reading or writing; what is for people already, and our own errors, it leaves.
func (b *Book) trouble(err error) error {
	say := func(sentence string) error {
		b.log.Error("the book can't be written", "err", err)
		b.failed.Store(true)
		return &CannotWrite{Sentence: sentence, Cause: err}
	}
	if errors.Is(err, errNotKept) {
		return say("Something in the file of the book works against it: nothing was recorded. See what ouverte audit finds.")
	}
	switch code(err) {
	case sqlite3.SQLITE_FULL:
		return say("The disk is full: nothing was recorded. Make room, then send it again.")
	case sqlite3.SQLITE_READONLY:
		return say("The book may only be read at the moment: nothing was recorded.")
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return say("Another program holds the book: nothing was recorded. Send it again when that one is done.")
	case sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN:
		return say("The disk doesn't take what is to be written: nothing was recorded. Send it again when it does.")
	}
	return err
}

// code is the primary code of an error of SQLite's, whoever asked; 0 of any other.
func code(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code() & 0xff
	}
	var b *bareError
	if errors.As(err, &b) {
		return b.code()
	}
	return 0
}
