package ledger

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/state"
	"ouverte/ledger/testenv"
)

// wantViews holds the views of a book's file against its state, but for the balances, which the audit does.
func wantViews(t testing.TB, b *Book) {
	t.Helper()
	s := b.newest.Load()
	due, names := map[string][]string{}, s.Names()
	say := func(view string, row ...any) { due[view] = append(due[view], fmt.Sprint(row...)) }
	say("people", int64(chain.Kitty), int64(chain.Kitty), "the kitty")
	for p := chain.PlayerID(1); int(p) <= names.Len(); p++ {
		say("people", int64(p), int64(names.Who(p)), names.Name(p))
	}
	for id := range s.LastNight() { // those that weren't held as well
		n := s.Night(id + 1)
		var evening any
		if n.Meeting != 0 {
			evening = int64(n.Meeting)
		}
		say("nights", int64(n.ID), n.Name, n.Date, string(n.Money()), n.House.Name, int64(n.Scale), evening,
			truth(n.Closed != 0), int64(n.Count))
		for _, v := range s.Resolve(n.ID).Standing() {
			say("deals", dealRow(names, n, v)...)
		}
	}
	db := pastTheBook(t, b.Path())
	defer db.Close()
	for view, want := range due {
		var has []string
		rows := must1(db.Query(`SELECT * FROM ` + view))
		row := make([]any, len(must1(rows.Columns())))
		into := make([]any, len(row))
		for i := range row {
			into[i] = &row[i]
		}
		for rows.Next() {
			testenv.Fine(t, rows.Scan(into...))
			has = append(has, fmt.Sprint(row...))
		}
		testenv.Fine(t, rows.Close())
		slices.Sort(has)
		if slices.Sort(want); !slices.Equal(has, want) {
			t.Errorf("%s has\n%s\nand not\n%s", view, strings.Join(has, "\n"), strings.Join(want, "\n"))
		}
	}
}

func dealRow(names *people.Roster, n *state.Night, v *state.Version) []any {
	var caller, name, tricks any
	if v.Caller > 0 {
		who := names.Who(chain.PlayerID(v.Players[v.Caller-1]))
		caller, name = int64(who), names.Name(who)
	}
	if v.Tricks >= 0 {
		tricks = int64(v.Tricks)
	}
	at := time.UnixMilli(v.At).UTC().Format(time.DateTime)
	return []any{int64(v.Deal), int64(n.ID), int64(v.Entry), at, v.Call.String(), caller, name, tricks}
}

func TestViews(t *testing.T) {
	for _, name := range []string{"kept/book", "keptwhole/book", "released/1.0.0"} {
		path := filepath.Join(t.TempDir(), "book")
		testenv.Fine(t, os.WriteFile(path, testenv.Unpacked(t, "testdata/"+name), 0o600))
		wantViews(t, openBook(t, path))
	}
}

// truth is a truth as a table holds it.
func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
