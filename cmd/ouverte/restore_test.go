//go:build unix

package main

// What is restored: only what a backup has, and to whom it belongs.

import (
	"archive/tar"
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ouverte/ledger/archive"
	"ouverte/ledger/testenv"
)

// TestArchivesThatAreNone: what isn't made as a backup with its authority is made is refused, and leaves
// nothing behind.
func TestArchivesThatAreNone(t *testing.T) {
	t.Parallel()
	book := testenv.Must(os.ReadFile(newBook(t, 1)))(t)
	sound := testenv.Must(makeAuthority([]string{"parlour"}))(t)
	another := testenv.Must(makeAuthority([]string{"parlour"}))(t)
	authority := func(change func(*x509.Certificate)) string {
		about := testenv.Must(tls.X509KeyPair(sound, sound))(t).Leaf
		key := testenv.Must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
		about.PublicKey = key.Public()
		change(about)
		der := testenv.Must(x509.CreateCertificate(rand.Reader, about, about, key.Public(), key))(t)
		secret := testenv.Must(x509.MarshalPKCS8PrivateKey(key))(t)
		return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})) +
			string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}))
	}
	member := func(name, content string) (tar.Header, string) {
		return tar.Header{Name: name, Size: int64(len(content)), Mode: 0o600}, content
	}
	pack := func(members ...func() (tar.Header, string)) []byte {
		var b bytes.Buffer
		w := tar.NewWriter(&b)
		for _, m := range members {
			head, content := m()
			testenv.Fine(t, w.WriteHeader(&head))
			testenv.Must(w.Write([]byte(content)))(t)
		}
		testenv.Fine(t, w.Close())
		return b.Bytes()
	}
	is := func(name, content string) func() (tar.Header, string) {
		return func() (tar.Header, string) { return member(name, content) }
	}
	secret, whole := is("book.authority", string(sound)), is("book.db", string(book))
	with := func(text string) []byte { return pack(is("book.authority", text), whole) }
	_, wide, _ := net.ParseCIDR("0.0.0.0/0")
	for name, c := range map[string]struct {
		archive []byte
		says    string // empty: it is restored
	}{
		"as it should be":   {pack(secret, whole), ""},
		"unchanged by hand": {with(authority(func(*x509.Certificate) {})), ""},
		"the key of another": {with(string(sound[:bytes.Index(sound, []byte("-----BEGIN PRIVATE"))]) +
			string(another[bytes.Index(another, []byte("-----BEGIN PRIVATE")):])), "isn't a certificate and the key"},
		"no authority": {with("a letter"), "isn't a certificate and the key"},
		"no CA": {with(authority(func(c *x509.Certificate) {
			c.IsCA, c.MaxPathLenZero, c.MaxPathLen = false, false, -1
		})), "is none of ours"},
		"for any use": {with(authority(func(c *x509.Certificate) {
			c.KeyUsage |= x509.KeyUsageCRLSign
		})), "is none of ours"},
		"for any name": {with(authority(func(c *x509.Certificate) {
			c.PermittedDNSDomains = nil
		})), "more than a house"},
		"for other names": {with(authority(func(c *x509.Certificate) {
			c.PermittedDNSDomains = []string{"example"}
		})), "more than a house"},
		"not critical": {with(authority(func(c *x509.Certificate) { c.PermittedDNSDomainsCritical = false })),
			"more than a house"},
		"for any address": {with(authority(func(c *x509.Certificate) { c.PermittedIPRanges = nil })),
			"more than a house"},
		"for all addresses": {with(authority(func(c *x509.Certificate) {
			c.PermittedIPRanges = append(c.PermittedIPRanges, wide)
		})), "more than a house"},
		"only the authority": {pack(secret), "isn't whole: EOF"},
		"one more file":      {pack(secret, whole, is("more", "")), "there is more in it"},
		"twice the book":     {pack(secret, whole, whole), "there is more in it"},
		"another name":       {pack(secret, is("../book.db", string(book))), "stands where book.db belongs"},
		"a long authority":   {with(strings.Repeat("x", 1<<17)), "stands where book.authority belongs"},
		"a link": {pack(secret, func() (tar.Header, string) {
			return tar.Header{Name: "book.db", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}, ""
		}), "stands where book.db belongs"},
		"a hard link": {pack(secret, func() (tar.Header, string) {
			return tar.Header{Name: "book.db", Typeflag: tar.TypeLink, Linkname: "book.authority"}, ""
		}), "stands where book.db belongs"},
		"a folder": {pack(secret, func() (tar.Header, string) {
			return tar.Header{Name: "book.db", Typeflag: tar.TypeDir}, ""
		}), "stands where book.db belongs"},
		"more said of it": {pack(secret, func() (tar.Header, string) {
			head, content := member("book.db", string(book))
			head.PAXRecords = map[string]string{"SCHILY.xattr.user.x": "y"}
			return head, content
		}), "stands where book.db belongs"},
		"a file with holes": {withHoles(pack(secret, is("PaxHeaders/book.db", sparse),
			is("GNUSparseFile.0/book.db", holes))), "stands where book.db belongs"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			from, to := filepath.Join(t.TempDir(), "house.tar"), filepath.Join(folder, "book.db")
			testenv.Fine(t, os.WriteFile(from, c.archive, 0o600))
			_, _, err := archive.RestoreWhole(t.Context(), from, to, authorityOf(to), soundAuthority, nil)
			if c.says == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("it says %v", err)
			}
			if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

// A book of a terabyte in a few bytes, as GNU tar packs files with holes.
var (
	sparse = "22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n27 GNU.sparse.name=book.db\n" +
		"37 GNU.sparse.realsize=1099511627776\n"
	holes = "1\n1099511627775\n1\n" + strings.Repeat("\x00", 512-18) + "x"
)

// withHoles has the member PaxHeaders say of the next one what it is.
func withHoles(packed []byte) []byte {
	head := packed[bytes.Index(packed, []byte("PaxHeaders")):][:512]
	head[156] = 'x'
	copy(head[148:156], "        ")
	sum := 0
	for _, b := range head {
		sum += int(b)
	}
	copy(head[148:], fmt.Sprintf("%06o\x00 ", sum))
	return packed
}

// TestRestoredToItsOwner: what root restores or imports belongs to whose folder it is; so a service of
// another user can serve it.
func TestRestoredToItsOwner(t *testing.T) {
	t.Parallel()
	book, elsewhere := newBook(t, 1), t.TempDir()
	whole := filepath.Join(elsewhere, "house.tar")
	testenv.Fine(t, writeSecret(authorityOf(book), testenv.Must(makeAuthority([]string{"parlour"}))(t)))
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
	run(nil, "backup", "--book", book, "--with-authority", whole)
	export := run(nil, "export", "json", "--book", book)
	owner := os.Geteuid()
	folder := t.TempDir()
	if owner == 0 {
		owner = 4711
		testenv.Fine(t, os.Chown(folder, owner, owner))
	}
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
	run(nil, "restore", "--book", to, whole)
	wantOwned()
	testenv.Fine(t, os.WriteFile(authorityOf(to), testenv.Must(makeAuthority([]string{"parlour"}))(t), 0o600))
	if err := os.Chown(authorityOf(to), owner, -1); err != nil && !errors.Is(err, fs.ErrPermission) {
		t.Fatal(err)
	}
	run(nil, "restore", "--book", to, whole) // over one that is there
	for _, name := range []string{"book.db", "book.db-note", "book.db-lock", "book.db-kept-1", "book.authority",
		"book.authority-kept-1", "imported.db"} {
		if there := wantOwned(); !slices.Contains(there, name) {
			t.Errorf("there is no %s, but %q", name, there)
		}
	}
}

// TestBackupTellsOfTheAuthority: also to a script, and to who wants to hear nothing else.
func TestBackupTellsOfTheAuthority(t *testing.T) {
	t.Parallel()
	book, folder := newBook(t, 1), t.TempDir()
	testenv.Fine(t, writeSecret(authorityOf(book), testenv.Must(makeAuthority([]string{"parlour"}))(t)))
	for n, c := range []struct {
		flags     []string
		authority string
	}{
		{[]string{"backup", "--json"}, "left out"},
		{[]string{"backup", "--json", "--with-authority"}, "taken along"},
		{[]string{"restore", "--json"}, "restored"},
	} {
		file, of := filepath.Join(folder, "copy-"+string(rune('0'+n))), book
		if c.flags[0] == "restore" {
			file, of = filepath.Join(folder, "copy-1"), filepath.Join(folder, "restored.db")
		}
		out, err := prepare(t, append(c.flags, "--book", of, file)...).Output()
		var said audited
		if err := errors.Join(err, json.Unmarshal(out, &said)); err != nil || said.Authority != c.authority {
			t.Errorf("%q: %v, %s", c.flags, err, out)
		}
	}
	quiet := prepare(t, "backup", "--quiet", "--book", book, filepath.Join(folder, "quiet"))
	out, err := quiet.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "is not in it; --with-authority") {
		t.Errorf("quiet: %v, %s", err, out)
	}
}
