package store

// The file of a book: what must be true of it before it is opened, and how a new one is made. Nothing here
// changes a file that isn't a sound book.

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"slices"

	"ouverte/migrations"
)

// applicationID is how SQLite files of ours are marked: "Ouve".
const applicationID = 0x4F757665

// Pragmas of the connections. The busy timeout comes first: the others may have to wait. Readers keep few
// pages: the system has the file in memory, and nine such caches would hold it once more.
var (
	eachHas   = []string{"foreign_keys(ON)", "recursive_triggers(ON)", "trusted_schema(OFF)"}
	readerHas = []string{"query_only(ON)", "cache_size(-500)"}
	makerHas  = []string{"journal_mode(WAL)", "synchronous(FULL)"}

	// One that looks maps the file into memory: it reads all of it.
	lookerHas = append([]string{"mmap_size(4294967296)"}, readerHas...)
)

// writerHas: a commit that is acknowledged has reached the disk; a Mac has to be asked twice. The log is
// written back after 1,000 pages and never stays larger than 64 MB.
func writerHas(throwaway bool) []string {
	synchronous := "synchronous(FULL)"
	if throwaway {
		synchronous = "synchronous(OFF)"
	}
	return []string{
		"journal_mode(WAL)", synchronous, "fullfsync(ON)", "checkpoint_fullfsync(ON)",
		"wal_autocheckpoint(1000)", "journal_size_limit(67108864)", "cache_size(-16000)",
	}
}

func fileURI(path, mode string) string {
	return "file:" + (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath() + "?mode=" + mode
}

const patience = 5000

// dsn names it as the driver takes it, with the pragmas of its connections.
func dsn(uri string, pragmas ...string) string { return dsnWaiting(patience, uri, pragmas...) }

func dsnWaiting(wait int, uri string, pragmas ...string) string {
	all := slices.Concat([]string{fmt.Sprintf("busy_timeout(%d)", wait)}, pragmas, eachHas)
	return uri + "&" + url.Values{"_defensive": {"1"}, "_pragma": all}.Encode()
}

// WholePath is the file's name without links, so that two ways to a book are found to be one. With an error
// it is the name that was given.
func WholePath(path string) (string, error) {
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

// prepareFile makes the book if there is none, and brings an older one up to date. version is the one the
// book has then. altered says how it differs from a book as it is made; an older one that differs stays as it
// is.
func prepareFile(
	ctx context.Context, path string, l *Lock, o Options,
) (version int64, altered []Alteration, err error) {
	newest := migrations.Newest()
	err = inspect(path)
	if errors.Is(err, fs.ErrNotExist) {
		return newest, nil, makeBook(ctx, path)
	}
	if err == nil {
		err = mayOpen(path, l, o.Log)
	}
	if err == nil {
		err = roomBeside(path)
	}
	if err != nil {
		return 0, nil, err
	}
	toItsOwner(o.Log, path, "", "-wal", "-shm", "-note")
	sound := true
	version, altered, err = versionOf(ctx, path, func(tx *Tx) (err error) {
		if o.Before != nil {
			sound, err = o.Before(tx)
		}
		return err
	})
	if err != nil {
		return 0, nil, err
	}
	if version == newest || len(altered) > 0 || !sound {
		return version, altered, nil
	}
	kept, err := keepOlder(ctx, path, version)
	if err != nil {
		return 0, nil, err
	}
	o.Log.Info("bringing the book up to date; a copy of the old one stays beside it",
		"from", version, "to", newest, "kept", kept)
	err = migrateFile(ctx, dsn(fileURI(path, "rw"), writerHas(false)...), noneDangles)
	if dangles := (*alteredError)(nil); errors.As(err, &dangles) {
		return version, dangles.found, nil
	}
	return newest, nil, err
}

// mayOpen refuses a book that may not be written to, or has several names, and sets the log of another file
// aside: SQLite would write it into this one.
func mayOpen(path string, l *Lock, log *slog.Logger) error {
	if l.book == nil { // SQLite opens a file that may only be read, and would say so with the first deal
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	if err := oneName(path); err != nil {
		return err
	}
	if !strayLog(path, l.was) {
		return nil
	}
	kept, err := setLogAside(path)
	if err == nil {
		log.Warn("another file was put in the place of the book; the log of the one before was set aside",
			"book", path, "log", kept)
	}
	return err
}

func oneName(path string) error {
	s, err := spotOf(path)
	if err == nil && s.links > 1 {
		err = fmt.Errorf("%w: %d", errLinked, s.links)
	}
	return err
}

var errNotOurs = errors.New("it belongs to another user")

// toItsOwner takes from everybody else the rights to the files of a book that others could read, and says so.
// One of another user, or whose rights can't be changed, stays as it is: that is no reason not to play.
func toItsOwner(log *slog.Logger, book string, parts ...string) {
	for _, part := range parts {
		info, err := os.Lstat(book + part)
		if err != nil || !info.Mode().IsRegular() || !othersMay(info) {
			continue
		}
		if err = errNotOurs; ours(info) {
			err = os.Chmod(book+part, 0o600)
		}
		if err != nil {
			log.Warn("others can read a file of the book, and only its owner can stop them, with chmod 600",
				"file", book+part, "mode", info.Mode(), "error", err)
			continue
		}
		log.Warn("others could read a file of the book until now", "file", book+part, "mode", info.Mode())
	}
}

// versionOf tells which of our migrations the file has had, without changing it, and how it differs from a
// book that has had them; then reads on, unless the book can't be read. A program that has locked it will
// hardly let go within a second, and a start that fails should fail soon.
func versionOf(
	ctx context.Context, path string, then func(*Tx) error,
) (version int64, altered []Alteration, err error) {
	db, err := openDB(dsnWaiting(1000, fileURI(path, "rw"), readerHas...), 1)
	if err != nil {
		return 0, nil, err
	}
	f := &File{pool: db}
	err = f.Read(ctx, func(tx *Tx) error {
		if version, altered, err = examine(tx); err == nil && then != nil && !unread(altered) {
			err = then(tx)
		}
		return err
	})
	return version, altered, errors.Join(err, db.Close())
}

func examine(tx *Tx) (version int64, altered []Alteration, err error) {
	if version, err = appliedVersion(tx); err != nil {
		return 0, nil, err
	}
	if newest := migrations.Newest(); version > newest {
		return version, nil, fmt.Errorf("%w: it has %d, we know %d", ErrNewer, version, newest)
	}
	altered, err = alteredSince(tx, version)
	return version, altered, err
}

// appliedVersion reads the version. A book in which nothing says so isn't made as one; nor is one in which
// something else than our table says it, which isn't asked.
func appliedVersion(tx *Tx) (version int64, err error) {
	newest, err := planOf(tx.ctx, migrations.Newest())
	if err != nil {
		return 0, err
	}
	wrong := func(format string, args ...any) (int64, error) {
		return 0, &alteredError{[]Alteration{{What: fmt.Sprintf(format, args...), unread: true}}}
	}
	parts, err := partsOf(tx)
	if err != nil {
		return 0, err
	}
	at := slices.IndexFunc(parts, func(p schemaPart) bool { return p.name == migrated })
	switch {
	case at < 0:
		return wrong("the table %s is missing", migrated)
	case parts[at].kind != "table":
		return wrong(hasName, escaped(parts[at].key()))
	case parts[at] != newest["table "+migrated]:
		return wrong("the table %s was altered", migrated)
	}
	var n sql.NullInt64
	err = tx.Row(`SELECT max(version_id) FROM ` + migrated + ` WHERE is_applied = 1`).Scan(&n)
	switch {
	case tx.ctx.Err() != nil:
		return 0, tx.ctx.Err()
	case err == nil && n.Int64 < 1:
		return wrong("the table %s doesn't say which steps it has had", migrated)
	}
	return n.Int64, err
}

// makeBook makes a new book beside its place and moves it there when it is whole, so that there is never half
// a book.
func makeBook(ctx context.Context, path string) error {
	for _, left := range []string{"-wal", "-shm", "-journal"} {
		if _, err := os.Lstat(path + left); err == nil {
			return fmt.Errorf("%w: %s is there, but not the book it belongs to",
				ErrTruncated, filepath.Base(path)+left)
		}
	}
	fresh := path + "-new"
	if err := removeBook(fresh); err != nil {
		return err
	}
	// Its owner's, in whatever folder it lies; its log takes its rights from it.
	f, err := os.OpenFile(fresh, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := migrateFile(ctx, dsn(fileURI(fresh, "rwc"), makerHas...)); err != nil {
		return errors.Join(err, removeBook(fresh))
	}
	return os.Rename(fresh, path)
}

func removeBook(path string) error {
	for _, part := range []string{"", "-wal", "-shm", "-journal"} {
		if err := os.Remove(path + part); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// roomBeside is ErrFull where the disk has no room for the index of a log, which SQLite makes beside a book
// to read it. Where it can't, it leaves empty files, and an error that looks like damage.
func roomBeside(path string) error {
	const index = 32 << 10
	if info, err := os.Stat(path + "-shm"); err == nil && info.Size() >= index {
		return nil
	}
	if free, known := room(filepath.Dir(path)); known && free < index {
		return fmt.Errorf("%w: %d bytes are free", ErrFull, free)
	}
	return nil
}

// plausible tells the size of a page, and whether the head of a file is as SQLite writes one. Else SQLite
// isn't asked about the file.
func plausible(head *[101]byte) (page int64, err error) {
	number := func(at int) int64 { return int64(binary.BigEndian.Uint32(head[at:])) }
	if page = int64(binary.BigEndian.Uint16(head[16:])); page == 1 {
		page = 65536
	}
	for what, fits := range map[string]bool{
		"its pages have a size that there isn't": page >= 512 && page&(page-1) == 0,
		"its form is of no version there is": head[18] >= 1 && head[18] <= 2 && head[19] >= 1 && head[19] <= 2 &&
			number(44) >= 1 && number(44) <= 4 && number(56) == 1,
		"its pages aren't divided as they are":      head[20] == 0 && [3]byte(head[21:24]) == [3]byte{64, 32, 32},
		"more of its pages are free than there are": number(36) < number(28),
		"its first page is no table":                head[100] == 5 || head[100] == 13,
	} {
		if !fits {
			return 0, fmt.Errorf("%w: %s", ErrDamaged, what)
		}
	}
	return page, nil
}

// inspect looks at the first bytes of the file: whether it is a book of ours, and as long as it says.
func inspect(path string) error {
	if err := onlyFiles(path); err != nil {
		return err
	}
	f, end, err := openToLook(path)
	if err != nil {
		return err
	}
	defer end()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	var head [101]byte
	n, err := f.ReadAt(head[:], 0)
	switch {
	case n == 0:
		return fmt.Errorf("%w: it is empty", ErrTruncated)
	case string(head[:min(n, 16)]) != "SQLite format 3\x00"[:min(n, 16)]:
		return ErrNotABook
	case err != nil:
		return fmt.Errorf("%w: %v", ErrTruncated, err)
	}
	if binary.BigEndian.Uint32(head[68:]) != applicationID {
		return ErrNotABook
	}
	page, err := plausible(&head)
	if err != nil {
		return err
	}
	whole := page * int64(binary.BigEndian.Uint32(head[28:]))
	if info.Size() >= whole || restInLog(path+"-wal", uint32(info.Size()/page)) {
		return nil
	}
	// The process that has it open may have checkpointed its log meanwhile, and begun it anew.
	if info, err = f.Stat(); err != nil || info.Size() >= whole {
		return err
	}
	return fmt.Errorf("%w: %d bytes of %d are left", ErrTruncated, info.Size(), whole)
}
