package ledger

// What the book keeps beside its entries, compared with what the entries come to. One line in projections for each table;
// a new table gets its line here, and its counting in the reckoning. The statistics are in compareyears.go.

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// projection is a table that is derived from the entries.
type projection struct {
	table string
	query string // all rows, in the order of the first columns …
	keys  int    // … so many, which name a row
	args  []any  // of the query
	// rows makes the same rows in the same order from the entries: texts, whole numbers (as int64), and nil for NULL.
	rows func(r *reckoning, row func(...any) bool)
}

var projections = []projection{
	{"player", `SELECT id, name, folded, away, same, nights, last, recent FROM player WHERE id > 0 ORDER BY id`, 1, nil, (*reckoning).playerRows},
	{"word", `SELECT call, word FROM word ORDER BY call`, 1, nil, (*reckoning).wordRows},
	{"house", `SELECT id, json, version, hidden, nights, last, recent FROM house ORDER BY id`, 1, nil, (*reckoning).houseRows},
	{"night", `SELECT id, entry, name, date, money, house, scale, version, closed, seal, deals FROM night ORDER BY id`, 1, nil, (*reckoning).nightRows},
	{"night_sum", `SELECT night, player, sat, deals, penalties, costs, kitty, rounding, payments, carried FROM night_sum ORDER BY night, player`, 2, nil, (*reckoning).sumRows},
	{"balance", `SELECT money, player, total, paid, slate FROM balance WHERE total <> 0 OR paid <> 0 OR slate <> 0 ORDER BY money, player`, 2, nil, (*reckoning).balanceRows},
	{"slate_line", `SELECT player, money, entry, other, amount, kind FROM slate_line ORDER BY player, money, entry`, 3, nil, (*reckoning).slateRows},
	{"dealt", `SELECT night, nth, id, version FROM dealt ORDER BY night, nth`, 2, nil, (*reckoning).dealtRows},
}

// pointers are where the tables name entries by number: what they name must be there.
var pointers = []struct{ what, query string }{
	{"a night", `SELECT max(version) FROM night`},
	{"a night", `SELECT max(entry) FROM night`},
	{"a closed night", `SELECT max(closed) FROM night`},
	{"a deal", `SELECT max(version) FROM dealt`},
	{"a deal", `SELECT max(id) FROM dealt`},
	{"a player", `SELECT max(recent) FROM player`},
	{"a transfer", `SELECT max(entry) FROM transfer`},
}

// compare tells where the tables and the entries part: the first row of each table.
func (l *look) compare(ctx context.Context, r *reckoning) ([]*Wrong, error) {
	var named sql.NullInt64
	for _, p := range pointers {
		if err := l.conn.QueryRowContext(ctx, p.query).Scan(&named); err != nil {
			return nil, err
		}
		if seq := EntryID(named.Int64); seq > r.last {
			return []*Wrong{{seq, fmt.Sprintf("Entry %d is missing at the end of the chain: %s in the book came with it.", seq, p.what)}}, nil
		}
	}
	var wrong []*Wrong
	for _, p := range projections {
		w, err := l.compareOne(ctx, p, r)
		if err != nil {
			return nil, fmt.Errorf("compare %s: %w", p.table, err)
		}
		if w != nil {
			wrong = append(wrong, w)
		}
	}
	w, err := l.compareYears(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("compare the statistics: %w", err)
	}
	return append(wrong, w...), nil
}

// compareOne goes through one table and the rows it ought to have side by side.
func (l *look) compareOne(ctx context.Context, p projection, r *reckoning) (wrong *Wrong, err error) {
	rows, err := l.conn.QueryContext(ctx, p.query, p.args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	has := make([]any, len(columns))
	into := make([]any, len(columns))
	for i := range has {
		into[i] = &has[i]
	}
	next := func() bool { return rows.Next() && errIs(&err, rows.Scan(into...)) }
	name := func(row []any) string {
		s := p.table
		for i := range p.keys {
			s += fmt.Sprintf(", %s %s", columns[i], printable(fmt.Sprint(row[i])))
		}
		return s
	}
	more := next()
	p.rows(r, func(due ...any) bool {
		switch at := compareRows(has[:p.keys], due[:p.keys]); {
		case err != nil:
		case !more || at > 0:
			wrong = &Wrong{Sentence: fmt.Sprintf("The tables don't agree with the entries: %s is missing.", name(due))}
		case at < 0:
			wrong = &Wrong{Sentence: fmt.Sprintf("The tables don't agree with the entries: %s is there, and no entry says so.", name(has))}
		default:
			for i := range due {
				if has[i] != due[i] {
					wrong = &Wrong{Sentence: fmt.Sprintf("The tables don't agree with the entries: %s has %s %s, and the entries come to %s.",
						name(has), columns[i], shown(has[i]), shown(due[i]))}
					return false
				}
			}
			more = next()
			return true
		}
		return false
	})
	if wrong == nil && err == nil && more {
		wrong = &Wrong{Sentence: fmt.Sprintf("The tables don't agree with the entries: %s is there, and no entry says so.", name(has))}
	}
	if err == nil {
		err = rows.Err()
	}
	return wrong, err
}

// errIs keeps an error and tells whether there is none.
func errIs(to *error, err error) bool {
	*to = err
	return err == nil
}

func shown(v any) string {
	switch v := v.(type) {
	case nil:
		return "nothing"
	case string:
		return "“" + printable(v) + "”"
	}
	return printable(fmt.Sprint(v))
}

// compareRows compares the keys of two rows as SQLite orders them: numbers before texts.
func compareRows(a, b []any) int {
	for i := range a {
		x, isNumber := a[i].(int64)
		y, isNumberToo := b[i].(int64)
		var c int
		switch {
		case isNumber && isNumberToo:
			c = cmp.Compare(x, y)
		case isNumber:
			c = -1
		case isNumberToo:
			c = 1
		default:
			x, isText := a[i].(string)
			y, isTextToo := b[i].(string)
			if !isText || !isTextToo {
				x, y = fmt.Sprint(a[i]), fmt.Sprint(b[i])
			}
			c = strings.Compare(x, y)
		}
		if c != 0 {
			return c
		}
	}
	return 0
}

// flag is a truth as a table holds it.
func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// orNothing is how a table holds that there is none.
func orNothing[N ~int64](n N) any {
	if n == 0 {
		return nil
	}
	return int64(n)
}

func (r *reckoning) playerRows(row func(...any) bool) {
	type seated struct {
		nights int64
		last   string
		recent EntryID
	}
	sat := map[PlayerID]seated{}
	for _, n := range r.nights[1:] {
		for _, p := range r.peopleOf(n) {
			if p.sat {
				s := sat[p.id]
				sat[p.id] = seated{s.nights + 1, max(s.last, n.date), max(s.recent, n.opened)}
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(r.players)) {
		p := r.players[id]
		s := sat[id]
		if !row(int64(id), p.name, foldName(p.name), flag(p.away), orNothing(p.same), s.nights, s.last, int64(s.recent)) {
			return
		}
	}
}

func (r *reckoning) houseRows(row func(...any) bool) {
	for _, id := range slices.Sorted(maps.Keys(r.houses)) {
		h := r.houses[id]
		var text any
		if h.json != "" {
			text = h.json
		}
		if !row(id, text, int64(h.version), flag(h.hidden), int64(h.nights), h.last, int64(h.recent)) {
			return
		}
	}
}

func (r *reckoning) nightRows(row func(...any) bool) {
	for i, n := range r.nights[1:] {
		words := ""
		if n.closed != 0 {
			words = seal(n.seal)
		}
		if !row(int64(i+1), int64(n.opened), n.name, n.date, string(n.house.money), n.house.id, int64(n.scale), int64(n.version),
			orNothing(n.closed), words, int64(n.standing)) {
			return
		}
	}
}

func (r *reckoning) sumRows(row func(...any) bool) {
	for i, n := range r.nights[1:] {
		for _, p := range r.peopleOf(n) {
			s := p.sum
			if !row(int64(i+1), int64(p.id), flag(p.sat), s.Deals, s.Penalties, s.Costs, s.Kitty, s.Rounding, s.Payments, s.Carried) {
				return
			}
		}
	}
}

// peopleOf are the people of a night in the order of their numbers, those who turned out to be one as one.
func (r *reckoning) peopleOf(n *reckonedNight) []reckonedPerson {
	var one reckonedNight
	for _, p := range n.people {
		q := one.person(r.who(p.id))
		q.sat = q.sat || p.sat
		q.sum = q.sum.plus(p.sum)
	}
	slices.SortFunc(one.people, func(a, b reckonedPerson) int { return cmp.Compare(a.id, b.id) })
	return one.people
}

func (s Sums) plus(t Sums) Sums {
	return Sums{
		s.Deals + t.Deals, s.Penalties + t.Penalties, s.Costs + t.Costs, s.Kitty + t.Kitty, s.Rounding + t.Rounding,
		s.Payments + t.Payments, s.Carried + t.Carried,
	}
}

func (r *reckoning) balanceRows(row func(...any) bool) {
	sums := map[holding]*reckonedAccount{}
	for h, a := range r.accounts {
		h.player = r.who(h.player)
		s := sums[h]
		if s == nil {
			s = new(reckonedAccount)
			sums[h] = s
		}
		s.total, s.paid, s.slate = s.total+a.total, s.paid+a.paid, s.slate+a.slate
	}
	byName := func(a, b holding) int {
		return cmp.Or(cmp.Compare(a.money, b.money), cmp.Compare(a.player, b.player))
	}
	for _, h := range slices.SortedFunc(maps.Keys(sums), byName) {
		s := sums[h]
		if *s == (reckonedAccount{}) {
			continue // whether the book has a row of zeros says nothing
		}
		if !row(string(h.money), int64(h.player), s.total, s.paid, s.slate) {
			return
		}
	}
}

func (r *reckoning) wordRows(row func(...any) bool) {
	for _, call := range slices.Sorted(maps.Keys(r.words)) {
		if !row(call, r.words[call]) {
			return
		}
	}
}

func (r *reckoning) slateRows(row func(...any) bool) {
	slices.SortFunc(r.slate, func(a, b slateLine) int {
		return cmp.Or(cmp.Compare(a.player, b.player), cmp.Compare(a.money, b.money), cmp.Compare(a.entry, b.entry))
	})
	for _, s := range r.slate {
		if !row(int64(s.player), string(s.money), int64(s.entry), int64(s.other), s.amount, string(s.kind)) {
			return
		}
	}
}

func (r *reckoning) dealtRows(row func(...any) bool) {
	for i, n := range r.nights[1:] {
		nth := int64(0)
		for _, d := range n.deals {
			if d.version == 0 {
				continue
			}
			nth++
			if !row(int64(i+1), nth, int64(d.id), int64(d.version)) {
				return
			}
		}
	}
}
