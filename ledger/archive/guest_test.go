package archive

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
)

// A book that is handed in gives its entries alone. What else was put into the file stays there, and costs
// nothing: neither rows of megabytes nor what SQLite would have to work out, nor what it can't.
func TestAGuestIsItsEntries(t *testing.T) {
	unknown := func(table string) string { // SQLite has no such function
		return `UPDATE sqlite_schema SET sql = replace(sql, 'length(', 'nosuch(') WHERE tbl_name = '` + table + `'`
	}
	const schema = "PRAGMA writable_schema = ON"
	for name, put := range map[string][]string{
		"as it is":           nil,
		"a row of megabytes": {"CREATE TABLE junk (a)", "INSERT INTO junk VALUES (zeroblob(20000000))"},
		"an endless view": {"CREATE VIEW junk AS WITH RECURSIVE n(i) AS " +
			"(SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n"},
		"an unknown check": {"CREATE TABLE junk (a CHECK (length(a)))", schema, unknown("junk")},
		"an unknown index": {"CREATE TABLE junk (a)", "CREATE INDEX j ON junk (length(a))", schema,
			unknown("junk")},
		"an unknown column":   {"CREATE TABLE junk (a, b AS (length(a)))", schema, unknown("junk")},
		"an index on entries": {"CREATE INDEX j ON entry (length(body))", schema, unknown("entry")},
		"a costly index": {"CREATE TABLE junk (a)", "INSERT INTO junk VALUES (zeroblob(4000000))",
			"CREATE INDEX j ON junk (hex(a)" + strings.Repeat(", length(hex(a))", 50) + ")"},
	} {
		t.Run(name, func(t *testing.T) {
			book, folder := kept(t), t.TempDir()
			testenv.Alter(t, book, put...)
			made := testenv.Must(Guest(t.Context(), book, folder, nil))(t)
			if exported(t, made, JSON) != string(unpacked(t, "kept/export.json")) {
				t.Error("it has other entries")
			}
			if all, err := os.ReadDir(folder); err != nil || len(all) > 3 { // with its lock and its note
				t.Errorf("%v, %v lie in the folder", all, err)
			}
			info, err := os.Stat(made)
			if err != nil || info.Size() > 3e6 {
				t.Errorf("the copy has %d bytes, %v", info.Size(), err)
			}
		})
	}
}

// A guest that nobody can have played is refused before it costs anything.
func TestAGuestThatIsTooMuch(t *testing.T) {
	views := []string{}
	for i := range 500 {
		views = append(views, fmt.Sprintf("CREATE VIEW v%d AS SELECT 1", i))
	}
	const more, unread = "has more tables, indexes, triggers and views", "can't be read to its end"
	for name, c := range map[string]struct {
		put  []string
		says string
	}{
		"a schema of hundreds":  {views, more},
		"a schema of megabytes": {[]string{"CREATE VIEW v AS SELECT '" + strings.Repeat("x", 1<<19) + "'"}, more},
		"a season of megabytes": {[]string{"PRAGMA ignore_check_constraints = ON",
			"UPDATE season SET begins = hex(zeroblob(8000000))"}, unread},
	} {
		folder, book := t.TempDir(), kept(t)
		testenv.Alter(t, book, c.put...)
		if _, err := Guest(t.Context(), book, folder, nil); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
		if all, err := os.ReadDir(folder); err != nil || len(all) > 0 {
			t.Errorf("%s: %v, %v lie in the folder", name, all, err)
		}
	}
	for people, says := range map[int]string{
		240: "", 241: "there are more people than an evening can have", 20_000: "it says more than an entry can",
	} {
		entries := entriesOf(t, firstExport(t))
		first := slices.IndexFunc(entries, func(e *chain.Entry) bool { return e.Kind == chain.KindNight })
		begins, player := entries[first], entries[0]
		players := 0
		for _, e := range entries[:first] {
			if e.Kind == chain.KindPlayer {
				players++
			}
		}
		entries = entries[:first]
		put := func(like *chain.Entry, kind chain.Kind, night chain.NightID, said any) {
			body := testenv.Must(chain.Encode(said))(t)
			e := *like
			e.Kind, e.Night, e.Key, e.Body = kind, night, fmt.Sprintf("more-%d", len(entries)), body
			entries = append(entries, &e)
		}
		for p := 1 + players; p <= min(people, 300); p++ {
			name := fmt.Sprintf("Guest %d", p)
			put(player, chain.KindPlayer, 0, &chain.Player{Player: chain.PlayerID(p), Name: name})
		}
		said := testenv.Must(chain.Decode(chain.KindNight, begins.Body))(t)
		night := said.(*chain.Night)
		evening := &chain.Evening{Night: 1, Date: night.Date, House: night.House, Scale: night.Scale, Deals: 4}
		for p := range people {
			evening.People = append(evening.People, chain.PlayerID(p+1))
		}
		put(begins, chain.KindEvening, 1, evening)
		file := filepath.Join(t.TempDir(), "guest.json")
		testenv.Fine(t, os.WriteFile(file, []byte(chained(entries)), 0o600))
		_, err := Guest(t.Context(), file, t.TempDir(), nil)
		if says == "" {
			says = "goes on after it" // no round yet
		}
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%d people: %v", people, err)
		}
	}
}

// An evening has as many deals as its rounds can have; a guest with one more is refused.
func TestAGuestOfTooManyDeals(t *testing.T) {
	for deals, says := range map[int]string{
		mostDeals: "", mostDeals + 1: "there are more deals than an evening can have",
	} {
		entries := entriesOf(t, firstExport(t))
		passed := slices.IndexFunc(entries, func(e *chain.Entry) bool {
			return e.Kind == chain.KindDeal && len(e.Transfers) == 0
		})
		entries = entries[:passed+1]
		for i := passed; i >= 0 && i > passed-3; i-- { // the deals before it are among them
			if entries[i].Kind == chain.KindDeal {
				deals--
			}
		}
		for i := range deals {
			e := *entries[passed]
			e.Key = fmt.Sprintf("more-%d", i)
			entries = append(entries, &e)
		}
		file := filepath.Join(t.TempDir(), "guest.json")
		if err := os.WriteFile(file, []byte(chained(entries)), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Guest(t.Context(), file, t.TempDir(), nil)
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%d deals more: %v", deals, err)
		}
	}
}

// A guest that takes too long ends in the middle, and leaves nothing.
func TestAGuestEnds(t *testing.T) {
	for _, from := range []string{kept(t), filepath.Join("../testdata", "first.json")} {
		folder := t.TempDir()
		ctx, stop := context.WithTimeout(t.Context(), time.Nanosecond)
		defer stop()
		if _, err := Guest(ctx, from, folder, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", from, err)
		}
		if all, err := os.ReadDir(folder); err != nil || len(all) > 0 {
			t.Errorf("%v, %v lie in the folder", all, err)
		}
	}
}
