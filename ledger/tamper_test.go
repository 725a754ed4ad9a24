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
	fine(t, os.WriteFile(path, text, 0o600))
	return path
}

// tamper runs SQL on a book with all that guards it taken away.
func tamper(t testing.TB, path string, statements ...string) {
	t.Helper()
	guards := []string{"PRAGMA journal_mode = DELETE", "PRAGMA synchronous = OFF"}
	for _, g := range []string{"entry_grows", "entry_stands", "entry_stays", "transfer_grows", "transfer_stands",
		"transfer_stays"} {
		guards = append(guards, "DROP TRIGGER "+g)
	}
	testenv.Alter(t, path, append(guards, statements...)...)
}

func TestAuditFindsTampering(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	tb := lively(t)
	if err := tb.Close(); err != nil {
		t.Fatal(err)
	}
	whole := tb.Path()
	found := well(t, whole)
	end := found.Entries
	// A deal that stands, with transfers, in the first night: the numbers are those of lively.
	var deal, secondNight int64
	at := func(to *int64, query string) {
		t.Helper()
		db := testenv.Beside(t, whole)
		defer db.Close()
		if err := db.QueryRow(query).Scan(to); err != nil {
			t.Fatal(err)
		}
	}
	const standing = ` FROM entry e WHERE kind = 'deal' AND EXISTS (SELECT 1 FROM transfer WHERE entry = e.seq)
		AND NOT EXISTS (SELECT 1 FROM entry u WHERE u.reverses = e.seq)`
	at(&deal, `SELECT min(seq)`+standing)
	at(&secondNight, `SELECT seq FROM entry WHERE kind = 'night' AND night = 2`)

	for _, c := range []struct {
		name  string
		sql   []string
		entry int64  // named by the first thing found; 0: none
		says  string // part of it
	}{
		{"one byte of what a deal says",
			[]string{fmt.Sprintf(`UPDATE entry SET body = replace(body, '"dealer":', '"dealer": ') WHERE seq = %d`,
				deal)},
			deal, "isn't what it was when it was written"},
		{"one digit of what a deal says",
			[]string{fmt.Sprintf(`UPDATE entry SET at = at + 1 WHERE seq = %d`, deal)},
			deal, "isn't what it was when it was written"},
		{"one amount", []string{fmt.Sprintf(`UPDATE transfer SET amount = amount + 1 WHERE entry = %d AND n = 1`,
			deal)},
			deal, "isn't what it was when it was written"},
		{"who won", []string{fmt.Sprintf(`UPDATE transfer SET src = dst, dst = src WHERE entry = %d AND n = 1`,
			deal)},
			deal, "isn't what it was when it was written"},
		{"a transfer left out", []string{fmt.Sprintf(`DELETE FROM transfer WHERE entry = %d AND n = 1`, deal)},
			deal, "numbered"},
		{"a transfer put in",
			[]string{fmt.Sprintf(
				`INSERT INTO transfer SELECT entry, 9, night, money, src, dst, amount FROM transfer WHERE entry = %d `+
					`AND n = 1`, deal)},
			deal, "numbered"},
		{"the order of two entries", []string{
			fmt.Sprintf(`UPDATE entry SET seq = 999999 WHERE seq = %d`, deal),
			fmt.Sprintf(`UPDATE entry SET seq = %d WHERE seq = %d`, deal, deal+1),
			fmt.Sprintf(`UPDATE entry SET seq = %d WHERE seq = 999999`, deal+1),
		}, deal, "isn't what it was when it was written"},
		{"an entry out of the middle", []string{fmt.Sprintf(`DELETE FROM entry WHERE seq = %d`, secondNight)},
			secondNight, "is missing"},
		{"an entry out of the middle with its transfers",
			[]string{fmt.Sprintf(`DELETE FROM transfer WHERE entry = %d`, deal),
				fmt.Sprintf(`DELETE FROM entry WHERE seq = %d`, deal)},
			deal, "is missing"},
		{"the hash of one entry",
			[]string{fmt.Sprintf(`UPDATE entry SET hash = zeroblob(32) WHERE seq = %d`, deal)},
			deal, "isn't what it was when it was written"},
		{"a number made a text", []string{`PRAGMA writable_schema = ON`,
			`UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')') WHERE name = 'entry'`,
			`PRAGMA writable_schema = RESET`,
			fmt.Sprintf(`UPDATE entry SET at = 'soon' WHERE seq = %d`, deal)},
			deal, "something else where a number belongs"},
		{"a kind nobody knows", []string{fmt.Sprintf(`UPDATE entry SET kind = 'gift' WHERE seq = %d`, deal)},
			deal, "isn't what it was when it was written"},
		{"the last entry, which changed nothing else", []string{
			fmt.Sprintf(`INSERT INTO entry SELECT seq + 1, night, 'last', 'x', 1, device, at, ask, '{"more":2}', `+
				`NULL, hash, zeroblob(32) FROM entry WHERE seq = %d`, end),
		}, end + 1, "isn't what it was when it was written"},
		{"a season from a day there isn't", []string{`UPDATE season SET begins = '99-99'`}, 0,
			"The day on which seasons begin can't be: “99-99” isn't a day that comes every year"},
		{"a season from no day", []string{`DELETE FROM season`}, 0, "The day on which seasons begin is missing"},
		{"nothing but the guards", nil, 0, "isn't made as a book is: the trigger entry_grows is missing"},
		{"a transfer of no entry", []string{`INSERT INTO transfer VALUES (0, 1, NULL, 'lsd', 2, 3, 5000)`}, 0,
			"Entry 0 can't be: there are transfers of it"},
		{"a transfer of an entry to come", []string{fmt.Sprintf(
			`INSERT INTO transfer VALUES (%d, 1, NULL, 'lsd', 2, 3, 5000)`, end+1)}, end + 1,
			"is missing: there are transfers of it"},
		{"a player below the first", []string{`INSERT INTO player VALUES (-2)`}, 0,
			"player -2 is there, and no entry says so"},
		{"a player too many", []string{`INSERT INTO player VALUES (99)`}, 0,
			"player 99 is there, and no entry says so"},
		{"a player left out", []string{`PRAGMA foreign_keys = OFF`, `DELETE FROM player WHERE id = 2`}, 0,
			"player 2 is missing"},
		{"no kitty", []string{`PRAGMA foreign_keys = OFF`, `DELETE FROM player WHERE id = -1`}, 0,
			"player -1 is missing"},
		{"an index", []string{`PRAGMA writable_schema = ON`, `DELETE FROM sqlite_schema WHERE name = 'entry_night'`,
			`PRAGMA writable_schema = RESET`}, 0, "isn't made as a book is: the index entry_night is missing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := closedCopy(t, whole)
			tamper(t, path, c.sql...)
			f, err := audit.Check(context.Background(), path, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			if f.Well() {
				t.Fatal("all is well, it says")
			}
			if w := f.Wrong[0]; int64(w.Entry) != c.entry || !strings.Contains(w.Sentence, c.says) ||
				strings.ContainsRune(w.Sentence, 27) ||
				!strings.HasSuffix(w.Sentence, ".") {
				t.Errorf("found %+v\nwant entry %d and %q", *w, c.entry, c.says)
			}
		})
	}
}

// An index that leaves rows out is SQLite's to find.
func TestAuditOfAnIndexThatLies(t *testing.T) {
	tb := lively(t)
	if err := tb.Close(); err != nil {
		t.Fatal(err)
	}
	path := closedCopy(t, tb.Path())
	testenv.Alter(t, path, `DROP INDEX entry_night`,
		`CREATE INDEX entry_night ON entry (night) WHERE night IS NOT NULL AND seq < 20`,
		`PRAGMA writable_schema = ON`,
		`UPDATE sqlite_schema SET sql = 'CREATE INDEX entry_night ON entry (night) WHERE night IS NOT NULL'
			WHERE name = 'entry_night'`, `PRAGMA writable_schema = RESET`)
	f, err := audit.Check(t.Context(), path, nil, nil)
	if err != nil || f.Well() || f.Line() != "The file is damaged: row 20 missing from index entry_night." {
		t.Errorf("%v, %v", f, err)
	}
}

// A book whose end was taken off, with its guards put back, is a sound book of an earlier evening: only the
// note beside it, or a seal noted elsewhere, tells.
func TestAuditOfABookCutOff(t *testing.T) {
	tb := lively(t)
	fine(t, tb.Close())
	whole := well(t, tb.Path())
	for _, c := range []struct{ name, last string }{
		{"the last entry", fmt.Sprint(whole.Entries)},
		{"the last three", fmt.Sprint(whole.Entries - 2)},
		{"half of them", fmt.Sprint(whole.Entries / 2)},
	} {
		path := closedCopy(t, tb.Path())
		tamper(t, path, `DELETE FROM transfer WHERE entry >= `+c.last, `DELETE FROM entry WHERE seq >= `+c.last)
		f, err := audit.Check(context.Background(), path, nil, nil)
		if err != nil || f.Well() {
			t.Errorf("%s: %v %v", c.name, err, f)
		}
	}

	// The thorough one: export, leave out the end, put the right numbers in the first line, import.
	path := closedCopy(t, tb.Path())
	var all strings.Builder
	fine(t, archive.Export(context.Background(), path, archive.JSON, &all, nil))
	lines := strings.SplitAfter(strings.TrimSuffix(all.String(), "\n"), "\n")
	lines = lines[:len(lines)-1]
	end := lines[len(lines)-1]
	lines[0] = fmt.Sprintf(`{"ouverte":"book","format":1,"entries":%d,"head":"%s"}`+"\n", len(lines)-1,
		end[strings.LastIndex(end, `"hash":"`)+8:len(end)-3])
	forged := filepath.Join(t.TempDir(), "forged.db")
	if _, _, err := importInto(context.Background(), strings.NewReader(strings.Join(lines, "")), forged,
		nil); err != nil {
		t.Fatal(err)
	}
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

// A page of the file that the disk ruined is found, wherever it is, and nothing falls over.
func TestAuditOfARuinedFile(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	tb := lively(t)
	fine(t, tb.Close())
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
		fine(t, os.WriteFile(path, ruined, 0o600))
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

func TestAuditOfWhatIsNoBook(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "letter.txt")
	fine(t, os.WriteFile(text, []byte("Dear Ann, you owe me a shilling."), 0o600))
	for path, says := range map[string]string{
		text:                            "isn't a book",
		dir:                             "isn't a book",
		filepath.Join(dir, "none.db"):   "There is no book",
		filepath.Join(dir, "no", "way"): "There is no book",
	} {
		if _, err := audit.Check(context.Background(), path, nil, nil); err == nil ||
			!strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("it left something behind: %v %v", left, err)
	}
}
