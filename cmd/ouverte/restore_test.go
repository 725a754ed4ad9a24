//go:build unix

package main

// To whom belongs what is restored.

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"ouverte/ledger/testenv"
)

// TestRestoredToItsOwnerAsRoot: what root restores or imports belongs to whose folder it is; so a service of
// another user can serve it.
func TestRestoredToItsOwnerAsRoot(t *testing.T) {
	testenv.AsRoot(t)
	t.Parallel()
	book, elsewhere := newBook(t, 1), t.TempDir()
	copied := filepath.Join(elsewhere, "copy.db")
	run := func(in io.Reader, args ...string) []byte {
		t.Helper()
		cmd := prepare(t, args...)
		cmd.Stdin = in
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%q: %v %s", args, err, out)
		}
		return out
	}
	run(nil, "backup", "--book", book, copied)
	export := run(nil, "export", "json", "--book", book)
	const owner = 4711
	folder := t.TempDir()
	testenv.Fine(t, os.Chown(folder, owner, owner))
	wantOwned := func() (names []string) {
		t.Helper()
		there := testenv.Must(os.ReadDir(folder))(t)
		for _, f := range there {
			info := testenv.Must(f.Info())(t)
			if s := info.Sys().(*syscall.Stat_t); int(s.Uid) != owner {
				t.Errorf("%s belongs to %d", f.Name(), s.Uid)
			}
			names = append(names, f.Name())
		}
		return names
	}
	to := filepath.Join(folder, "book.db")
	run(bytes.NewReader(export), "import", "json", "--book", filepath.Join(folder, "imported.db"))
	run(nil, "restore", "--book", to, copied)
	run(nil, "restore", "--book", to, copied) // over one that is there
	for _, name := range []string{"book.db", "book.db-note", "book.db-lock", "book.db-kept-1", "imported.db"} {
		if there := wantOwned(); !slices.Contains(there, name) {
			t.Errorf("there is no %s, but %q", name, there)
		}
	}
}
