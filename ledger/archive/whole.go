package archive

// A book with the certificate authority of its house, in one file: a tar archive that only its owner may
// read. Who has the authority's key can pass for the house.

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"ouverte/ledger/audit"
	"ouverte/ledger/store"
	"ouverte/rules"
)

// The two files of an archive, in this order.
const (
	authorityInside = "book.authority"
	bookInside      = "book.db"
)

// longestAuthority is far more than a certificate and its key take.
const longestAuthority = 1 << 16

// BackupWhole is Backup into an archive, with the authority in a file.
func BackupWhole(
	ctx context.Context, book, authority, to string, progress audit.Progress,
) (found *audit.Found, err error) {
	secret, err := os.ReadFile(authority)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, rules.Problemf("authority", "There is no certificate authority %s: ouverte serve --tls-local "+
			"makes one. Without it leave --with-authority out.", authority)
	}
	if err != nil {
		return nil, err
	}
	if to, err = store.WholePath(to); err != nil {
		return nil, placeError(to, err)
	}
	if _, err := os.Lstat(to); err == nil {
		return nil, taken(to)
	}
	folder, err := os.MkdirTemp(filepath.Dir(to), "."+filepath.Base(to)+"-*.part")
	if err != nil {
		return nil, placeError(to, err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	copied := filepath.Join(folder, bookInside)
	if found, err = Backup(ctx, book, copied, progress); err != nil {
		return nil, err
	}
	packed := filepath.Join(folder, "whole.tar")
	if err := pack(packed, secret, copied); err != nil {
		return nil, store.Explain(to, err)
	}
	if err := store.Place(packed, to); err != nil {
		return nil, placeError(to, err)
	}
	return found, nil
}

func pack(to string, secret []byte, book string) (err error) {
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	in, err := os.Open(book)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	w := tar.NewWriter(out)
	add := func(name string, size int64) error {
		return w.WriteHeader(&tar.Header{Name: name, Size: size, Mode: 0o600, ModTime: info.ModTime()})
	}
	if err := add(authorityInside, int64(len(secret))); err != nil {
		return err
	}
	if _, err := w.Write(secret); err != nil {
		return err
	}
	if err := add(bookInside, info.Size()); err != nil {
		return err
	}
	if _, err := io.Copy(w, in); err != nil {
		return err
	}
	return errors.Join(w.Close(), out.Sync())
}

func IsWhole(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	first, err := tar.NewReader(f).Next()
	return err == nil && first.Name == authorityInside
}

// Whole is what RestoreWhole kept of what was there: the new names, empty where there was nothing.
type Whole struct{ Book, Authority string }

// RestoreWhole is Restore from an archive; the authority gets its file after the book. One that is there and
// differs is kept beside it. Nothing is restored where sound refuses the authority of the archive.
func RestoreWhole(
	ctx context.Context, from, book, authority string, sound func([]byte) error, progress audit.Progress,
) (found *audit.Found, kept Whole, err error) {
	p, err := takePlace(book)
	if err != nil {
		return nil, kept, err
	}
	defer func() { err = p.end(err) }()
	owner := store.OwnerOf(p.book)
	if err := unpack(from, p.folder); err != nil {
		return nil, kept, err
	}
	secret, err := os.ReadFile(filepath.Join(p.folder, authorityInside))
	if err != nil {
		return nil, kept, err
	}
	if err := sound(secret); err != nil {
		return nil, kept, notWhole(from, err)
	}
	found, kept.Book, err = p.restore(ctx, filepath.Join(p.folder, bookInside), progress)
	if err != nil {
		return nil, kept, err
	}
	there, err := os.ReadFile(authority)
	if err == nil && string(there) == string(secret) {
		return found, kept, nil
	}
	if err == nil {
		kept.Authority, err = keepBeside(authority, there)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return found, kept, placeError(authority, err)
	}
	if err := os.Rename(filepath.Join(p.folder, authorityInside), authority); err != nil {
		return found, kept, placeError(authority, err)
	}
	err = owner.Give(authority, kept.Authority)
	return found, kept, errors.Join(err, store.ToDisk(filepath.Dir(authority)))
}

// keepBeside writes what a file has into another one beside it, and gives its name.
func keepBeside(path string, content []byte) (kept string, err error) {
	for n := 1; ; n++ {
		kept = fmt.Sprintf("%s-kept-%d", path, n)
		f, err := os.OpenFile(kept, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(content)
		return kept, errors.Join(err, f.Sync(), f.Close())
	}
}

func notWhole(from string, err error) error {
	return rules.Problemf("file", "%s isn't whole: %v. It was left as it is, and nothing was restored.",
		filepath.Base(from), err)
}

// unpack writes the two files of an archive into a folder. An archive with anything else in it is none of
// ours.
func unpack(from, folder string) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	r := tar.NewReader(f)
	for _, name := range []string{authorityInside, bookInside} {
		head, err := r.Next()
		if err != nil {
			return notWhole(from, err)
		}
		most := info.Size() // a file with holes would say more
		if name == authorityInside {
			most = longestAuthority
		}
		if head.Name != name || head.Typeflag != tar.TypeReg || head.Size > most || !plain(head) {
			return notWhole(from, fmt.Errorf("%q stands where %s belongs, or is of another kind or size",
				head.Name, name))
		}
		out, err := os.OpenFile(filepath.Join(folder, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		_, err = io.Copy(out, r)
		broken := errors.Is(err, io.ErrUnexpectedEOF)
		if err = errors.Join(err, out.Sync(), out.Close()); broken {
			return notWhole(from, err)
		} else if err != nil {
			return err
		}
	}
	if more, err := r.Next(); err == nil {
		return notWhole(from, fmt.Errorf("there is more in it: %q", more.Name))
	} else if !errors.Is(err, io.EOF) {
		return notWhole(from, err)
	}
	return nil
}

// plain tells whether a file in an archive says no more of itself than ours do: of a book beyond 8 GB, its
// size.
func plain(head *tar.Header) bool {
	delete(head.PAXRecords, "size")
	return len(head.PAXRecords) == 0
}
