package audit

// Comparing the tables that the book keeps beside its entries with what the entries come to, in a goroutine
// beside the reckoning. A new table needs its projection here, its rows in take or rest, and its counting in
// the reckoning. The statistics are in years.go.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ouverte/ledger/chain"
)

// projection is a table that is derived from the entries.
type projection struct {
	table string
	query string // the rows that are compared, ordered by their keys
	keys  int    // how many of the first columns are the key
}

// The small tables are compared after the last entry. A balance of zeros may or may not have a row.
var (
	playerTable = projection{"player", `SELECT id, name, folded, away, same, nights, last, recent
		FROM player WHERE id > 0 ORDER BY id`, 1}
	wordTable  = projection{"word", `SELECT call, word FROM word ORDER BY call`, 1}
	houseTable = projection{"house", `SELECT id, json, version, hidden, nights, last, recent
		FROM house ORDER BY id`, 1}
	balanceTable = projection{"balance", `SELECT money, player, total, paid, slate FROM balance
		WHERE (total, paid, slate) <> (0, 0, 0) ORDER BY money, player`, 2}
)

// These are compared night by night, and line by line.
var (
	nightTable = projection{"night", `SELECT id, entry, name, date, money, house, scale, version, closed, seal,
		deals, evening
		FROM night WHERE id BETWEEN ? AND ? ORDER BY id`, 1}
	sumTable = projection{"night_sum", `SELECT night, player, sat, deals, penalties, costs, kitty, rounding,
		payments, carried, handed
		FROM night_sum WHERE night BETWEEN ? AND ? ORDER BY night, player`, 2}
	dealtTable = projection{"dealt", `SELECT night, nth, id, version
		FROM dealt WHERE night BETWEEN ? AND ? ORDER BY night, nth`, 2}
	slateTable = projection{"slate_line", `SELECT player, money, entry, other, amount, kind
		FROM slate_line WHERE player = ? AND money = ? AND entry = ?`, 3}
)

// inOrder is the order in which wrong tables are listed: causes before what follows from them.
var inOrder = []string{"player", "word", "house", "night", "night_sum", "balance", "slate_line", "dealt",
	"year_loose", "year_night", "year_kept", "year_circle", "year_player", "year_stakes", "season"}

// pointers are the highest numbers of entries that the tables name; those entries must exist.
var pointers = []struct{ what, query string }{
	{"a night", `SELECT max(version) FROM night`},
	{"a night", `SELECT max(entry) FROM night`},
	{"a closed night", `SELECT max(closed) FROM night`},
	{"a deal", `SELECT max(id) FROM dealt`},
	{"a player", `SELECT max(recent) FROM player`},
	{"a transfer", `SELECT max(entry) FROM transfer`},
}

// phantoms are rows that no comparison meets: there must be exactly due of them.
var phantoms = []struct {
	what  string
	query string
	due   int64
}{
	{"there is a transfer of an entry that can't be", `SELECT count(*) FROM transfer WHERE entry < 1`, 0},
	{"there is a player who can't be", `SELECT count(*) FROM player WHERE id < 1 AND id <> -1`, 0},
	{"the kitty isn't as it was made", `SELECT count(*) FROM player
		WHERE id = -1 AND name = 'the kitty' AND same IS NULL AND NOT away`, 1},
}

// comparison compares the tables, in one snapshot of the book, with the reckoning.
type comparison struct {
	hand *hand
	// same are the players joined into others, by the table of players, which is compared at the end.
	same  map[chain.PlayerID]chain.PlayerID
	wrong map[string]*Wrong // the first of each table
	yearsCompared

	nights, sums, dealt, slate int64 // how many rows there must be
	stuck                      []stuck
	seated                     map[chain.PlayerID]seated
	seatedAt                   map[seatedAt]bool // who counts already, at whichever table
}

// seatedAt is somebody who sat at a table of an evening.
type seatedAt struct {
	evening chain.NightID
	player  chain.PlayerID
}

// seated sums up the evenings of a player.
type seated struct {
	nights int64
	last   string
	recent chain.EntryID
}

// comparison begins a comparison with the book as it is now; last is its latest entry.
func (l *Book) comparison(ctx context.Context) (t *comparison, last chain.EntryID, err error) {
	h, err := l.newHand(ctx)
	if err != nil {
		return nil, 0, err
	}
	t = &comparison{hand: h, same: map[chain.PlayerID]chain.PlayerID{}, wrong: map[string]*Wrong{},
		seated: map[chain.PlayerID]seated{}, seatedAt: map[seatedAt]bool{}}
	n, err := h.number(`SELECT max(seq) FROM entry`)
	if err == nil {
		err = h.each(func(row *rows) {
			t.same[chain.PlayerID(row.number(0))] = chain.PlayerID(row.number(1))
		}, `SELECT id, same FROM player WHERE same IS NOT NULL`)
	}
	if err == nil {
		err = t.beginYears()
	}
	if err != nil {
		h.End()
		return nil, 0, err
	}
	return t, chain.EntryID(n), nil
}

// each calls do with each row of a query.
func (t *comparison) each(text string, do func(*rows)) error { return t.hand.each(do, text) }

// who resolves a player to the person they were joined into. An edited table may have a circle.
func (t *comparison) who(p chain.PlayerID) chain.PlayerID {
	for range t.same {
		q, ok := t.same[p]
		if !ok {
			break
		}
		p = q
	}
	return p
}

// take compares some nights and lines.
func (t *comparison) take(f finished) error {
	slices.SortFunc(f.nights, func(a, b *reckonedNight) int { return cmp.Compare(a.id, b.id) })
	for len(f.nights) > 0 {
		n := 1
		for n < len(f.nights) && f.nights[n].id == f.nights[n-1].id+1 {
			n++
		}
		if err := t.takeNights(f.nights[:n]); err != nil {
			return err
		}
		f.nights = f.nights[n:]
	}
	for _, s := range f.slate {
		t.slate++
		key := []any{int64(s.player), string(s.money), int64(s.entry)}
		err := t.compare(slateTable, key, func(row func(...any) bool) {
			row(append(key, int64(s.other), s.amount, string(s.kind))...)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// takeNights compares nights whose numbers follow each other.
func (t *comparison) takeNights(nights []*reckonedNight) error {
	people := make([][]reckonedPerson, len(nights))
	for i, n := range nights {
		people[i] = n.peopleAs(t.who)
		for _, p := range people[i] {
			if p.sat {
				s := t.seated[p.id]
				if at := (seatedAt{n.evening, p.id}); n.evening == 0 || !t.seatedAt[at] {
					s.nights++
					t.seatedAt[at] = n.evening != 0
				}
				t.seated[p.id] = seated{s.nights, max(s.last, n.date), max(s.recent, n.opened)}
			}
		}
	}
	between := []any{int64(nights[0].id), int64(nights[len(nights)-1].id)}
	err := errors.Join(
		t.compare(nightTable, between, func(row func(...any) bool) {
			for _, n := range nights {
				t.nights++
				words := ""
				if n.closed != 0 {
					words = n.seal.Seal()
				}
				row(int64(n.id), int64(n.opened), n.name, n.date, string(n.house.money), n.house.id, int64(n.scale),
					int64(n.version), orNothing(n.closed), words, int64(n.standing), orNothing(n.evening))
			}
		}),
		t.compare(sumTable, between, func(row func(...any) bool) {
			for i, n := range nights {
				t.sums += int64(len(people[i]))
				for _, p := range people[i] {
					s := p.sum
					row(int64(n.id), int64(p.id), flag(p.sat),
						s.deals, s.penalties, s.costs, s.kitty, s.rounding, s.payments, s.carried, s.handed)
				}
			}
		}),
		t.compare(dealtTable, between, func(row func(...any) bool) {
			for _, n := range nights {
				nth := int64(0)
				for i := range n.deals {
					if d := &n.deals[i]; d.version != 0 {
						nth++
						row(int64(n.id), nth, int64(d.id), int64(d.version))
					}
				}
				t.dealt += nth
			}
		}))
	if err != nil {
		return err
	}
	for i, n := range nights {
		t.noteStuck(n, people[i])
		if err := t.takeYear(n); err != nil {
			return err
		}
	}
	return nil
}

// rest compares what is left after the last entry, and returns all that is wrong.
func (t *comparison) rest(r *reckoning) (wrong []*Wrong, err error) {
	for _, p := range pointers {
		named, err := t.hand.number(p.query)
		if err != nil {
			return nil, err
		}
		if seq := chain.EntryID(named); seq > r.last {
			return []*Wrong{{Entry: seq,
				Sentence: fmt.Sprintf("Entry %d is missing at the end of the chain: %s in the book came "+
					"with it.", seq, p.what)}}, nil
		}
	}
	for _, p := range phantoms {
		n, err := t.hand.number(p.query)
		if err != nil {
			return nil, err
		}
		if n != p.due {
			return []*Wrong{{Sentence: "The tables don't agree with the entries: " + p.what + "."}}, nil
		}
	}
	if _, beyond := r.balances(); beyond != 0 {
		t.say("balance", "what player %d has leaves the range of numbers", beyond)
	}
	err = errors.Join(
		t.compare(playerTable, nil, func(row func(...any) bool) { r.playerRows(t.seated, row) }),
		t.compare(wordTable, nil, r.wordRows),
		t.compare(houseTable, nil, r.houseRows),
		t.compare(balanceTable, nil, r.balanceRows),
		t.extra("night", t.nights), t.extra("night_sum", t.sums), t.extra("dealt", t.dealt),
		t.extra("slate_line", t.slate), t.endYears(r))
	for _, table := range inOrder {
		if w := t.wrong[table]; w != nil {
			wrong = append(wrong, w)
		}
	}
	for _, s := range t.stuck {
		wrong = append(wrong, s.say(r))
	}
	return wrong, err
}

// extra notes rows beyond those that were compared.
func (t *comparison) extra(table string, due int64) error {
	has, err := t.hand.number(`SELECT count(*) FROM ` + table)
	if err != nil {
		return err
	}
	if has != due {
		t.say(table, "%s has %d rows, and the entries come to %d", table, has, due)
	}
	return nil
}

// say notes the first thing that is wrong with a table.
func (t *comparison) say(table, format string, args ...any) {
	if t.wrong[table] == nil {
		why := fmt.Sprintf(format, args...)
		t.wrong[table] = &Wrong{Sentence: "The tables don't agree with the entries: " + why + "."}
	}
}

// compare holds rows of a table against those it must have. rows calls row with each of these, in the order
// of the keys: strings, int64s, blobs, and nil for NULL. It may stop when row returns false.
func (t *comparison) compare(p projection, args []any, rows func(row func(...any) bool)) error {
	if t.wrong[p.table] != nil {
		return nil // the first is enough
	}
	from, err := t.hand.ask(p.query, args...)
	if err == nil {
		defer from.end()
		err = t.sideBySide(p, from, rows)
	}
	if err != nil {
		return fmt.Errorf("compare %s: %w", p.table, err)
	}
	return nil
}

func (t *comparison) sideBySide(p projection, from *rows, rows func(row func(...any) bool)) (err error) {
	has := make([]any, len(from.has))
	more := false
	next := func() {
		if more, err = from.next(); more && err == nil {
			from.values(has)
		}
	}
	name := func(row []any) string {
		s := p.table
		for i := range p.keys {
			s += fmt.Sprintf(", %s %s", from.names[i], chain.Printable(fmt.Sprint(row[i])))
		}
		return s
	}
	next()
	rows(func(due ...any) bool {
		if err != nil || t.wrong[p.table] != nil {
			return false
		}
		at := -1
		if more {
			at = compareRows(has[:p.keys], due[:p.keys])
		}
		switch {
		case !more || at > 0:
			t.say(p.table, "%s is missing", name(due))
			return false
		case at < 0:
			t.say(p.table, "%s is there, and no entry says so", name(has))
			return false
		}
		for i := range due {
			if has[i] != due[i] {
				t.say(p.table, "%s has %s %s, and the entries come to %s",
					name(has), from.names[i], shown(has[i]), shown(due[i]))
				return false
			}
		}
		next()
		return true
	})
	if err == nil && more {
		t.say(p.table, "%s is there, and no entry says so", name(has))
	}
	return err
}

// blob are bytes that can be compared with ==.
type blob string

func shown(v any) string {
	switch v := v.(type) {
	case nil:
		return "nothing"
	case string:
		return "“" + chain.Printable(v) + "”"
	case blob:
		return fmt.Sprintf("%X", string(v))
	}
	return chain.Printable(fmt.Sprint(v))
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

// flag is a bool as SQLite stores it.
func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// orNothing is an id as SQLite stores it: zero is NULL.
func orNothing[N ~int64](n N) any {
	if n == 0 {
		return nil
	}
	return int64(n)
}

func (r *reckoning) playerRows(sat map[chain.PlayerID]seated, row func(...any) bool) {
	for _, id := range slices.Sorted(maps.Keys(r.players)) {
		p := r.players[id]
		s := sat[id]
		if !row(int64(id), p.name, chain.Fold(p.name), flag(p.away), orNothing(p.same), s.nights, s.last,
			int64(s.recent)) {
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

func (r *reckoning) balanceRows(row func(...any) bool) {
	sums, _ := r.balances()
	byName := func(a, b holding) int {
		return cmp.Or(cmp.Compare(a.money, b.money), cmp.Compare(a.player, b.player))
	}
	for _, h := range slices.SortedFunc(maps.Keys(sums), byName) {
		s := sums[h]
		if *s == (reckonedAccount{}) {
			continue // see balanceTable
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
