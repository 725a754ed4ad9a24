package ledger

// Somebody has the file, knows SQL, and wants last Friday to have gone otherwise.

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
	"ouverte/ledger/testenv"
)

// closedCopy is a lively book, closed, to be done with as one likes.
func closedCopy(t testing.TB, of string) string {
	t.Helper()
	text := must1(os.ReadFile(of))
	path := filepath.Join(t.TempDir(), "book.db")
	testenv.Fine(t, os.WriteFile(path, text, 0o600))
	return path
}

// A book whose end was taken off, with its guards put back, is a sound book of an earlier evening: only the
// note beside it, or a seal noted elsewhere, tells.
func TestAuditOfABookCutOff(t *testing.T) {
	tb := lively(t)
	testenv.Fine(t, tb.Close())
	whole := well(t, tb.Path())
	forged := withoutLast(t, tb.Path())
	well(t, forged)
	seal := strings.ToLower(strings.ReplaceAll(whole.End, " ", "-")) // as somebody might have written it down
	f, err := audit.Check(context.Background(), forged, []string{seal}, nil)
	if err != nil || f.Well() || !strings.Contains(f.Line(), whole.End) {
		t.Errorf("with the seal: %v %+v", err, f)
	}
	if f, err = audit.Check(context.Background(), tb.Path(), []string{seal}, nil); err != nil || !f.Well() {
		t.Errorf("the seal of the whole book: %v %+v", err, f)
	}
	for _, bad := range []string{"", "HK3M", "HK3M 7QPW XA4C YTN!", "BBBB BBBB BBBB BBBB"} {
		if _, err := audit.Check(context.Background(), tb.Path(), []string{bad}, nil); err == nil {
			t.Errorf("%q taken for a seal", bad)
		}
	}
}

// withoutLast is a book without the last entry of another, made by who knows how: its export, cut off and
// with the right numbers in its first line, is imported.
func withoutLast(t *testing.T, path string) string {
	t.Helper()
	lines := strings.SplitAfter(strings.TrimSuffix(exported(t, path, archive.JSON), "\n"), "\n")
	lines = lines[:len(lines)-1]
	end := lines[len(lines)-1]
	lines[0] = fmt.Sprintf(`{"ouverte":"book","format":1,"entries":%d,"head":"%s"}`+"\n", len(lines)-1,
		end[strings.LastIndex(end, `"hash":"`)+8:len(end)-3])
	cut := filepath.Join(t.TempDir(), "cut.db")
	must2(archive.Import(t.Context(), strings.NewReader(strings.Join(lines, "")), cut, nil))
	return cut
}

// A page of the file that the disk ruined is found, wherever it is, and nothing falls over.
func TestAuditOfARuinedFile(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	tb := lively(t)
	testenv.Fine(t, tb.Close())
	testenv.Alter(t, tb.Path(), `VACUUM`) // a page with nothing in it is nothing to miss
	sound := must1(os.ReadFile(tb.Path()))
	missed := 0
	const page = 4096
	for at := page; at < len(sound); at += page {
		ruined := append([]byte(nil), sound...)
		for i := range 200 {
			ruined[at+i*16] ^= 0x55
		}
		path := filepath.Join(t.TempDir(), "book.db")
		testenv.Fine(t, os.WriteFile(path, ruined, 0o600))
		f, err := audit.Check(context.Background(), path, nil, nil)
		if err == nil && f.Well() {
			missed++
			t.Logf("page %d ruined and not missed", at/page+1)
		}
	}
	if missed > 0 {
		t.Errorf("%d ruined pages were not found", missed)
	}
}
