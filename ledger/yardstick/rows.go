// Package yardstick writes the rows of deals by themselves, with a statement prepared once for each: nothing
// is worked out, nothing looked up, nothing checked but by the file. Benchmarks of recording stand beside it.
package yardstick

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"net/url"
	"strconv"
	"time"
)

// AtOnce is how many deals a group has: of 32 tables that each wait for their answer, about half come in
// while the group before is on its way to the disk.
const AtOnce = 15

// Rows writes into the open nights of a book that is made for it. It is for one goroutine.
type Rows struct {
	db     *sql.DB
	conn   *sql.Conn
	stmts  map[string]*sql.Stmt
	nights []int64
	seq    int64
	prev   []byte
	deals  int
}

// Open opens the file of a book, with the pragmas the book writes with. The players 1 to 4 sit at its nights.
func Open(path string, nights []int64) (*Rows, error) {
	q := url.Values{"_pragma": {"busy_timeout(5000)", "foreign_keys(ON)", "recursive_triggers(ON)",
		"journal_mode(WAL)", "synchronous(FULL)", "journal_size_limit(67108864)", "cache_size(-16000)"}}
	db, err := sql.Open("sqlite", "file:"+path+"?"+q.Encode())
	if err != nil {
		return nil, err
	}
	r := &Rows{db: db, stmts: map[string]*sql.Stmt{}, nights: nights}
	if r.conn, err = db.Conn(context.Background()); err != nil {
		return nil, err
	}
	return r, r.conn.QueryRowContext(context.Background(),
		`SELECT seq, hash FROM entry ORDER BY seq DESC LIMIT 1`).Scan(&r.seq, &r.prev)
}

// Read goes once through all rows a book is made of.
func Read(path string) error {
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro")
	if err != nil {
		return err
	}
	defer db.Close()
	for _, table := range []string{"entry", "transfer"} {
		rows, err := db.Query("SELECT * FROM " + table)
		if err != nil {
			return err
		}
		defer rows.Close()
		names, _ := rows.Columns()
		all := make([]any, len(names))
		for i := range all {
			all[i] = new(sql.RawBytes)
		}
		for rows.Next() {
			if err := rows.Scan(all...); err != nil {
				return err
			}
		}
		if err := rows.Err(); err != nil {
			return err
		}
	}
	return nil
}

func (r *Rows) Close() error { return r.db.Close() }

const body = `{"seats":[1,2,3,4],"dealer":4,"call":"solo","caller":1,"tricks":5}`

func (r *Rows) Write(deals, atOnce int) error {
	for deals > 0 {
		group := min(deals, atOnce)
		if err := r.group(group); err != nil {
			return err
		}
		deals -= group
	}
	return nil
}

func (r *Rows) group(deals int) (err error) {
	exec := func(text string, args ...any) {
		if err != nil {
			return
		}
		s := r.stmts[text]
		if s == nil {
			if s, err = r.conn.PrepareContext(context.Background(), text); err != nil {
				return
			}
			r.stmts[text] = s
		}
		_, err = s.Exec(args...)
	}
	exec(`BEGIN IMMEDIATE`)
	for range deals {
		r.seq++
		r.deals++
		night := r.nights[r.deals%len(r.nights)]
		hash := make([]byte, 32)
		for j := range hash {
			hash[j] = byte(rand.Uint32())
		}
		exec(`INSERT INTO entry (seq, night, kind, key, part, device, at, ask, body, prev, hash)
			VALUES (?, ?, 'deal', ?, 1, 'tablet', ?, ?, ?, ?, ?)`,
			r.seq, night, strconv.FormatUint(rand.Uint64(), 36), time.Now().UnixMilli(), hash[:16], body, r.prev, hash)
		r.prev = hash
		for n := 1; n <= 3; n++ {
			exec(`INSERT INTO transfer (entry, n, night, money, src, dst, amount) VALUES (?, ?, ?, 'lsd', ?, 1, 6)`,
				r.seq, n, night, n+1)
		}
	}
	exec(`COMMIT`)
	return err
}
