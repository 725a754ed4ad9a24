package store

// The views are held against a reckoning in Go, for a book of the first release, the kept one, and books of
// random entries.

import (
	"cmp"
	"compress/gzip"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// released is the book of version 1.0.0.
func released(t *testing.T) []byte { return unpacked(t, "released/1.0.0.gz") }

// unpacked is the content of a book in ledger/testdata.
func unpacked(t *testing.T, name string) []byte {
	t.Helper()
	packed := must1(os.Open(filepath.Join("../testdata", name)))
	defer packed.Close()
	r := must1(gzip.NewReader(packed))
	content := must1(io.ReadAll(r))
	return content
}

// migratedBook is a file with that content, migrated.
func migratedBook(t *testing.T, content []byte) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "book")
	fine(t, os.WriteFile(path, content, 0o600))
	fine(t, migrateFile(t.Context(), dsn(fileURI(path, "rw")), noneDangles))
	return path
}

func TestViews(t *testing.T) {
	books := map[string]string{
		"1.0.0": migratedBook(t, released(t)),
		"kept":  migratedBook(t, unpacked(t, "kept/book.gz")),
	}
	for seed := range uint64(8) {
		books[fmt.Sprint("seed ", seed)] = randomBook(t, rand.New(rand.NewPCG(seed, 1)))
	}
	for name, path := range books {
		t.Run(name, func(t *testing.T) {
			db := must1(openDB(dsn(fileURI(path, "rw"), lookerHas...), 1))
			defer db.Close()
			due := reckoned(t, db)
			for _, view := range []string{"people", "balances", "deals", "nights"} {
				has := lines(t, db, `SELECT * FROM `+view)
				slices.Sort(has)
				slices.Sort(due[view])
				if len(has) < 2 || !slices.Equal(has, due[view]) {
					t.Errorf("%s has\n%s\nand not\n%s", view, strings.Join(has, "\n"), strings.Join(due[view], "\n"))
				}
			}
		})
	}
}

// lines has a row of a query in each.
func lines(t *testing.T, db *sql.DB, query string) (out []string) {
	t.Helper()
	rows := must1(db.Query(query))
	defer rows.Close()
	columns := must1(rows.Columns())
	row, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range row {
		into[i] = &row[i]
	}
	for rows.Next() {
		fine(t, rows.Scan(into...))
		out = append(out, fmt.Sprint(row...))
	}
	fine(t, rows.Err())
	return out
}

// told is an entry as far as a view shows it.
type told struct {
	seq, night, at, reverses int64
	kind                     string
	body                     struct {
		Player, Gone, Stays, Deal, Evening, Scale int64
		Name, Date                                *string
		House                                     struct{ Name, Money string }
		Seats                                     []int64
		Call                                      string
		Caller                                    int
		Tricks                                    *int64
	}
}

// reckoned has the lines each view should have.
func reckoned(t *testing.T, db *sql.DB) map[string][]string {
	t.Helper()
	var entries []*told
	reversed := map[int64]bool{}
	rows := must1(db.Query(`SELECT seq, coalesce(night, 0), at, coalesce(reverses, 0), kind, body FROM entry
		ORDER BY seq`))
	defer rows.Close()
	for rows.Next() {
		var e told
		var body []byte
		fine(t, rows.Scan(&e.seq, &e.night, &e.at, &e.reverses, &e.kind, &body))
		switch e.kind {
		case "player", "rename", "join", "night", "evening", "edit", "deal":
			fine(t, json.Unmarshal(body, &e.body))
		}
		entries = append(entries, &e)
		reversed[e.reverses] = true
	}

	names, same := map[int64]string{-1: "the kitty"}, map[int64]int64{}
	for _, e := range entries {
		switch e.kind {
		case "player", "rename":
			names[e.body.Player] = *e.body.Name
		case "join":
			if !reversed[e.seq] {
				same[e.body.Gone] = e.body.Stays
			}
		}
	}
	who := func(p int64) int64 {
		for is := p; ; { // where there is a circle, everybody in it and before it is their own
			next, joined := same[is]
			if !joined {
				return is
			}
			if is = next; is == p || circles(same, is) {
				return p
			}
		}
	}
	out := map[string][]string{}
	for p := range names {
		out["people"] = append(out["people"], fmt.Sprint(p, who(p), names[who(p)]))
	}
	type account struct {
		money  string
		player int64
	}
	sums := map[account]int64{}
	moves := must1(db.Query(`SELECT money, src, dst, amount FROM transfer`))
	defer moves.Close()
	for moves.Next() {
		var money string
		var src, dst, amount int64
		fine(t, moves.Scan(&money, &src, &dst, &amount))
		sums[account{money, who(src)}] -= amount
		sums[account{money, who(dst)}] += amount
	}
	for a, sum := range sums {
		out["balances"] = append(out["balances"], fmt.Sprint(a.money, a.player, names[a.player], sum))
	}

	nights, closed, deals := map[int64]*told{}, map[int64]int{}, map[int64]int{}
	for _, e := range entries {
		switch e.kind {
		case "night", "evening":
			nights[e.night] = e
		case "edit":
			n := nights[e.night]
			n.body.Name, n.body.Date = cmp.Or(e.body.Name, n.body.Name), cmp.Or(e.body.Date, n.body.Date)
		case "close":
			closed[e.night] = 1
		case "reopen":
			closed[e.night] = 0
		case "deal":
			if reversed[e.seq] {
				continue
			}
			deals[e.night]++
			var caller, name, tricks any
			if e.body.Caller > 0 {
				caller = who(e.body.Seats[e.body.Caller-1])
				name = names[caller.(int64)]
			}
			if e.body.Tricks != nil {
				tricks = *e.body.Tricks
			}
			at := time.UnixMilli(e.at).UTC().Format("2006-01-02 15:04:05")
			out["deals"] = append(out["deals"], fmt.Sprint(cmp.Or(e.body.Deal, e.seq), e.night, e.seq, at,
				e.body.Call, caller, name, tricks))
		}
	}
	for id, n := range nights {
		name, evening := "", any(nil)
		if n.body.Name != nil {
			name = *n.body.Name
		}
		if n.body.Evening != 0 {
			evening = n.body.Evening
		}
		out["nights"] = append(out["nights"], fmt.Sprint(id, name, *n.body.Date, n.body.House.Money,
			n.body.House.Name, n.body.Scale, evening, closed[id], deals[id]))
	}
	return out
}

// circles tells whether a player was joined to themselves, in however many steps.
func circles(same map[int64]int64, p int64) bool {
	is := p
	for range same {
		if is = same[is]; is == p {
			return true
		}
	}
	return false
}

// randomBook is a file with entries that may contradict each other, but for a player who is joined to two.
func randomBook(t *testing.T, r *rand.Rand) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "book")
	fine(t, makeBook(t.Context(), path))
	db := must1(openDB(dsn(fileURI(path, "rw")), 1))
	defer db.Close()
	tx := must1(db.Begin())
	exec := func(text string, args ...any) {
		t.Helper()
		must1(tx.Exec(text, args...))
	}
	seq := int64(0)
	entry := func(kind string, night, reverses any, format string, args ...any) int64 {
		seq++
		exec(`INSERT INTO entry VALUES (?, ?, ?, ?, 1, 'd', ?, zeroblob(16), ?, ?, zeroblob(32), zeroblob(32))`,
			seq, night, kind, fmt.Sprint(seq), r.Int64N(2e12), fmt.Sprintf(format, args...), reverses)
		return seq
	}
	player := func() int64 { return 1 + r.Int64N(10) }
	for p := range int64(10) {
		exec(`INSERT INTO player VALUES (?)`, p+1)
		entry("player", nil, nil, `{"player":%d,"name":"Ann %[1]d"}`, p+1)
	}
	entry("night", 1, nil, `{"night":1,"date":"2026-11-21","house":{"name":"H","money":"lsd"},"scale":1}`)
	nights, joined, standing, dealt := int64(1), map[int64]bool{}, []int64{}, []int64{seq}
	for range 300 {
		night := 1 + r.Int64N(nights)
		switch r.IntN(12) {
		case 0:
			entry("rename", nil, nil, `{"player":%d,"name":"Bob \"%d\""}`, player(), seq)
		case 1:
			if gone := player(); !joined[gone] && r.IntN(3) == 0 {
				joined[gone] = true
				standing = append(standing, entry("join", nil, nil, `{"gone":%d,"stays":%d}`, gone, player()))
			}
		case 2:
			nights++
			evening := ""
			if r.IntN(2) == 0 {
				evening = fmt.Sprintf(`,"evening":%d`, night)
			}
			entry([]string{"night", "evening"}[r.IntN(2)], nights, nil, `{"night":%d,"name":"Club",`+
				`"date":"2026-11-21","house":{"name":"H","money":"GBP"},"scale":2%s}`, nights, evening)
		case 3:
			entry("edit", night, nil, `{"name":%q}`, []string{"", "Cellar"}[r.IntN(2)])
		case 4:
			entry("edit", night, nil, `{"date":"2026-12-%02d","agree":true}`, 1+r.IntN(28))
		case 5:
			entry([]string{"close", "reopen"}[r.IntN(2)], night, nil, `{}`)
		case 6:
			if len(standing) > 0 {
				i := r.IntN(len(standing))
				entry("reversal", night, standing[i], `{}`)
				standing = slices.Delete(standing, i, i+1)
			}
		default:
			deal, result := "", ""
			if r.IntN(4) == 0 {
				deal = fmt.Sprintf(`"deal":%d,`, dealt[r.IntN(len(dealt))])
			}
			if r.IntN(4) > 0 {
				result = fmt.Sprintf(`,"caller":%d,"tricks":%d`, 1+r.IntN(4), r.IntN(14))
			}
			e := entry("deal", night, nil, `{%s"seats":[%d,2,3,4],"dealer":1,"call":"solo"%s}`, deal, player(),
				result)
			standing, dealt = append(standing, e), append(dealt, e)
			for n := range r.IntN(4) {
				src := player()
				dst := 1 + src%10
				if r.IntN(5) == 0 {
					dst = -1
				}
				exec(`INSERT INTO transfer VALUES (?, ?, ?, ?, ?, ?, ?)`, e, n+1, night,
					[]string{"lsd", "GBP"}[r.IntN(2)], src, dst, 1+r.IntN(100))
			}
		}
	}
	fine(t, tx.Commit())
	return path
}
