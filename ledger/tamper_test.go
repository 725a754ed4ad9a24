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
	text, err := os.ReadFile(of)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "book.db")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
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
	var deal, last, secondNight int64
	at := func(to *int64, query string) {
		t.Helper()
		db := testenv.Beside(t, whole)
		defer db.Close()
		if err := db.QueryRow(query).Scan(to); err != nil {
			t.Fatal(err)
		}
	}
	at(
		&deal,
		`SELECT min(e.seq) FROM entry e JOIN dealt d ON d.version = e.seq JOIN transfer t ON t.entry = e.seq`,
	)
	at(
		&last,
		`SELECT max(e.seq) FROM entry e JOIN dealt d ON d.version = e.seq JOIN transfer t ON t.entry = e.seq`,
	)
	at(&secondNight, `SELECT entry FROM night WHERE id = 2`)

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
		{"who somebody turned out to be made a text, in a table that is strict again",
			[]string{`PRAGMA writable_schema = ON`,
				`UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')') WHERE name = 'player'`,
				`PRAGMA writable_schema = RESET`, `UPDATE player SET same = 'x' WHERE id = 1`,
				`PRAGMA writable_schema = ON`, `UPDATE sqlite_schema SET sql = sql || ' STRICT' WHERE name = 'player'`,
				`PRAGMA writable_schema = RESET`},
			0, "The file is damaged: non-INTEGER value in player.same"},
		{"a kind nobody knows", []string{fmt.Sprintf(`UPDATE entry SET kind = 'gift' WHERE seq = %d`, deal)},
			deal, "isn't what it was when it was written"},
		{"the last entry, which changed nothing else", []string{
			fmt.Sprintf(`INSERT INTO entry SELECT seq + 1, night, 'last', 'x', 1, device, at, ask, '{"more":2}', `+
				`NULL, hash, zeroblob(32) FROM entry WHERE seq = %d`, end),
		}, end + 1, "isn't what it was when it was written"},
		{"a balance", []string{`UPDATE balance SET total = total + 1 WHERE money = 'lsd' AND player = 2`},
			0, "balance, money lsd, player 2 has total"},
		{"a balance left out", []string{`DELETE FROM balance WHERE money = 'lsd' AND player = 2`},
			0, "balance, money lsd, player 2 is missing"},
		{"what a night came to", []string{`UPDATE night_sum SET deals = deals - 6 WHERE night = 1 AND player = 1`},
			0, "night_sum, night 1, player 1 has deals"},
		{"who stands at what in a night he wasn't at",
			[]string{`INSERT INTO night_sum VALUES (2, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0)`},
			0, "night_sum, night 2, player 7 is there, and no entry says so"},
		{"the order of deals", []string{`UPDATE dealt SET nth = 3 - nth WHERE night = 1 AND nth < 3`},
			0, "dealt, night 1, nth 1 has id"},
		{"the seal of a night", []string{`UPDATE night SET seal = 'AAAA AAAA AAAA AAAA' WHERE id = 1`},
			0, "night, id 1 has seal “AAAA AAAA AAAA AAAA”"},
		{"a name", []string{`UPDATE player SET name = 'Mallory' || char(27) || '[2J' WHERE id = 2`},
			0, "player, id 2 has name “Mallory�[2J”"},
		{"a word", []string{`UPDATE word SET word = 'ha'`}, 0, "word, call prop has word “ha”"},
		{"a line of the slate", []string{`DELETE FROM slate_line WHERE player = 3`}, 0, "slate_line, player 3"},
		{"a set of rules", []string{`UPDATE house SET hidden = 0 WHERE id = 'straight'`}, 0,
			"house, id straight has hidden 0"},
		{"how somebody fared in a year", []string{altered("year_circle", "standing", "money = 'GBP'")},
			0, "year_circle, year 2026, money GBP has standing"},
		{"a call won that was lost", []string{altered("year_player", "figures", "player = 0")}, 0,
			"year_player, year 2026"},
		{"a place at the table", []string{altered("year_player", "figures", "player = 2 AND money = 'lsd'")},
			0, "year_player, year 2026, money lsd, player 2 has figures"},
		{"who played with whom", []string{`DELETE FROM year_player WHERE player = 1 AND money = 'lsd'`},
			0, "year_player, year 2026, money lsd, player 1 is missing"},
		{"a year nobody played in", []string{`INSERT INTO year_player VALUES (2, 'lsd', 2012, x'0100000000')`}, 0,
			"year_player has"},
		{"a year before all years", []string{`INSERT INTO year_player VALUES (2, 'lsd', -200, x'0100000000')`}, 0,
			"year_player has"},
		{"the first year there can be",
			[]string{`INSERT INTO year_circle VALUES ('lsd', -9223372036854775808, x'01')`}, 0, "year_circle has"},
		{"the last year there can be",
			[]string{`INSERT INTO year_circle VALUES ('lsd', 9223372036854775807, x'01')`}, 0, "year_circle has"},
		{"somebody who played in no such year",
			[]string{`INSERT INTO year_player SELECT 77, money, year, figures FROM year_player WHERE player = 1`},
			0, "player 77 is there, and no entry says so"},
		{"the standing of a year lost", []string{`DELETE FROM year_circle`}, 0, "is missing"},
		{"years that begin on no day", []string{`UPDATE year_kept SET begins = '99-99'`}, 0,
			"year_kept doesn't say"},
		{"sums of nights up to no day", []string{`UPDATE year_kept SET until = 'tomorrow'`}, 0,
			"year_kept doesn't say"},
		{"sums of nobody knows what", []string{`DELETE FROM year_kept`}, 0, "year_kept doesn't say"},
		{"sums of nights there are none of", []string{`UPDATE year_kept SET until = '2025-12-31'`}, 0,
			"year_circle has"},
		{"stakes nobody played for", []string{`INSERT INTO year_stakes (house, scale) VALUES ('garbage', 1)`}, 0,
			"that no night began with"},
		{"a scale nobody played at",
			[]string{`INSERT INTO year_stakes (id, house, scale) SELECT 3000000000, house, scale + 700 FROM ` +
				`year_stakes LIMIT 1`}, 0,
			"year_stakes, id 3000000000 has house rules, or a scale, that no night began with"},
		{"an index of somebody else's", []string{`CREATE UNIQUE INDEX mine ON night (name, id)`}, 0,
			"the index mine, on night, is none of ours"},
		{"an evening in brief",
			[]string{`UPDATE year_night SET brief = CAST(substr(brief, 1, length(brief) - 1) || x'01' AS BLOB) ` +
				`WHERE night = 1`}, 0, "has brief"},
		{"the stakes of years ago", []string{`UPDATE year_stakes SET scale = scale + 1`}, 0, "has scale"},
		{"an evening left out of the statistics", []string{`DELETE FROM year_loose`}, 0,
			"the statistics leave out night"},
		{"an evening twice in the statistics", []string{`INSERT INTO year_loose VALUES (1)`}, 0,
			"the statistics have night 1 twice"},
		{"an index that leaves out the later entries", []string{`DROP INDEX entry_night`,
			`CREATE INDEX entry_night ON entry (night) WHERE night IS NOT NULL AND seq < 20`,
			`PRAGMA writable_schema = ON`,
			`UPDATE sqlite_schema SET sql = 'CREATE INDEX entry_night ON entry (night) WHERE night IS NOT NULL' ` +
				`WHERE name = 'entry_night'`, `PRAGMA writable_schema = RESET`}, 0, "The file is damaged: entry 20"},
		{"a row in no table's order",
			[]string{`INSERT INTO night_sum VALUES (999, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)`}, 0,
			"night_sum has"},
		{"a deal of no night",
			[]string{`INSERT INTO dealt SELECT id + 1, 999, 1, version FROM dealt WHERE nth = 1 AND night = 1`}, 0,
			"dealt has"},
		{"a line of the slate too many",
			[]string{`INSERT INTO slate_line SELECT 9, money, entry, other, amount, kind FROM slate_line LIMIT 1`}, 0,
			"slate_line has"},
		{"who turned out to be whom", []string{`UPDATE player SET same = NULL WHERE same IS NOT NULL`}, 0,
			"player, id"},
		{"two who each turned out to be the other", []string{`UPDATE player SET same = 3 - id WHERE id IN (1, 2)`},
			0, "player, id 1 has same 2"},
		{"the date of an evening in the statistics",
			[]string{`UPDATE year_night SET date = '2025' || substr(date, 5) WHERE night = 1`}, 0,
			"year_night, night 1 has date"},
		{"a season from a day there isn't", []string{`UPDATE season SET begins = '99-99'`}, 0,
			"The day on which seasons begin can't be: “99-99” isn't a day that comes every year"},
		{"a season from no day", []string{`DELETE FROM season`}, 0, "The day on which seasons begin is missing"},
		{"nothing but the guards", nil, 0, "isn't made as a book is: the trigger entry_grows is missing"},
		{"a transfer of no entry", []string{`INSERT INTO transfer VALUES (0, 1, NULL, 'lsd', 2, 3, 5000)`}, 0,
			"a transfer of an entry that can't be"},
		{"a player below the first", []string{`INSERT INTO player (id, name, folded) VALUES (-2, 'Zoe', 'zoe')`}, 0,
			"a player who can't be"},
		{"a kitty by another name", []string{`UPDATE player SET name = 'Zoe' WHERE id = -1`}, 0, "the kitty isn't"},
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

// altered changes the last number in a blob.
func altered(table, column, where string) string {
	return fmt.Sprintf(
		`UPDATE %s SET %s = CAST(substr(%[2]s, 1, length(%[2]s) - 1) || x'7E' AS BLOB) WHERE %s`,
		table,
		column,
		where,
	)
}

// TestAuditFindsEachStatistic alters each column of each table of the statistics in one row, or puts the row
// elsewhere by its key, and looks whether the audit names the table.
func TestAuditFindsEachStatistic(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	tb := lively(t)
	if err := tb.Close(); err != nil {
		t.Fatal(err)
	}
	well(t, tb.Path())
	db := testenv.Beside(t, tb.Path())
	defer db.Close()
	columns := 0
	for _, table := range []string{"year_stakes", "year_loose", "year_night", "year_kept", "year_circle",
		"year_player"} {
		named := table
		if table == "year_stakes" {
			named = "year_night" // whose stakes they are
		}
		rows, err := db.Query(
			`SELECT name, type, pk > 0, (SELECT group_concat(name) FROM pragma_table_info(?1) WHERE pk > 0) FROM `+
				`pragma_table_info(?1)`,
			table,
		)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var column, kind, keys string
			var key bool
			if err := rows.Scan(&column, &kind, &key, &keys); err != nil {
				t.Fatal(err)
			}
			columns++
			other := map[string]string{"INTEGER": column + " + 1", "TEXT": "'a' || " + column, "BLOB": "CAST(" +
				column + " || x'01' AS BLOB)"}[kind]
			if key && kind == "INTEGER" {
				other = column + " + 1000" // nobody is in the way there
			}
			path := closedCopy(t, tb.Path())
			tamper(
				t,
				path,
				`PRAGMA ignore_check_constraints = ON`,
				fmt.Sprintf(
					`UPDATE %s SET %s = %s WHERE (%s) = (SELECT %[4]s FROM %[1]s ORDER BY %[4]s DESC LIMIT 1)`,
					table,
					column,
					other,
					keys,
				),
			)
			f, err := audit.Check(context.Background(), path, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			if f.Well() {
				t.Errorf("%s: %s made %s, and all is well, it says", table, column, other)
			} else if s := f.Wrong[0].Sentence; !strings.Contains(s, named) &&
				!strings.Contains(s, "the statistics leave out night") {
				t.Errorf("%s: %s made %s: %s", table, column, other, s)
			}
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	if columns < 20 {
		t.Errorf("only %d columns were looked at", columns)
	}
}

// Whoever takes entries off the end must mend every table that came with them. Who does even that makes a
// sound book of an earlier evening: only a seal noted elsewhere tells.
func TestAuditOfABookCutOff(t *testing.T) {
	tb := lively(t)
	if err := tb.Close(); err != nil {
		t.Fatal(err)
	}
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
	if err := archive.Export(context.Background(), path, archive.JSON, &all, nil); err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(strings.TrimSuffix(all.String(), "\n"), "\n")
	lines = lines[:len(lines)-1]
	end := lines[len(lines)-1]
	lines[0] = fmt.Sprintf(
		`{"ouverte":"book","format":1,"entries":%d,"head":"%s"}`+"\n",
		len(lines)-1,
		end[strings.LastIndex(end, `"hash":"`)+8:len(end)-3],
	)
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
	if err := tb.Close(); err != nil {
		t.Fatal(err)
	}
	testenv.Alter(t, tb.Path(), `VACUUM`) // a page with nothing in it is nothing to miss
	sound, err := os.ReadFile(tb.Path())
	if err != nil {
		t.Fatal(err)
	}
	missed := 0
	const page = 4096
	for at := page; at < len(sound); at += page {
		ruined := append([]byte(nil), sound...)
		for i := range 200 {
			ruined[at+i*16] ^= 0x55
		}
		path := filepath.Join(t.TempDir(), "book.db")
		if err := os.WriteFile(path, ruined, 0o600); err != nil {
			t.Fatal(err)
		}
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
	if err := os.WriteFile(text, []byte("Dear Ann, you owe me a shilling."), 0o600); err != nil {
		t.Fatal(err)
	}
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
