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

// pack writes an archive, which has reached the disk when it returns.
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

// IsWhole tells whether a file is an archive of BackupWhole.
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
// differs is kept beside it.
func RestoreWhole(
	ctx context.Context, from, book, authority string, progress audit.Progress,
) (found *audit.Found, kept Whole, err error) {
	if book, err = store.WholePath(book); err != nil {
		return nil, kept, placeError(book, err)
	}
	folder, err := store.CopyFolder(book)
	if err != nil {
		return nil, kept, placeError(book, err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	if err := unpack(from, folder); err != nil {
		return nil, kept, err
	}
	secret, err := os.ReadFile(filepath.Join(folder, authorityInside))
	if err != nil {
		return nil, kept, err
	}
	found, kept.Book, err = Restore(ctx, filepath.Join(folder, bookInside), book, progress)
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
	if err := os.Rename(filepath.Join(folder, authorityInside), authority); err != nil {
		return found, kept, placeError(authority, err)
	}
	return found, kept, store.ToDisk(filepath.Dir(authority))
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

// unpack writes the two files of an archive into a folder. What else is in it is none of ours.
func unpack(from, folder string) error {
	bad := func(err error) error {
		return rules.Problemf("file", "%s isn't whole: %v. It was left as it is, and nothing was restored.",
			filepath.Base(from), err)
	}
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	r := tar.NewReader(f)
	for _, name := range []string{authorityInside, bookInside} {
		head, err := r.Next()
		if err != nil {
			return bad(err)
		}
		if head.Name != name || head.Typeflag != tar.TypeReg || name == authorityInside &&
			head.Size > longestAuthority {
			return bad(fmt.Errorf("%s stands where %s belongs", head.Name, name))
		}
		out, err := os.OpenFile(filepath.Join(folder, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		_, err = io.Copy(out, r)
		broken := errors.Is(err, io.ErrUnexpectedEOF)
		if err = errors.Join(err, out.Sync(), out.Close()); broken {
			return bad(err)
		} else if err != nil {
			return err
		}
	}
	return nil
}
