package ledger

// The list of evenings by whatever somebody looks for, and of the names of their tables.

import (
	"context"
	"encoding/json"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/rules"
)

// NightLine is a night in a list.
type NightLine struct {
	ID       NightID
	Name     string
	Date     string
	Money    rules.Money
	House    string // id of the set
	Scale    int
	Open     bool
	Seal     string // of a closed night
	Deals    int    // standing
	Standing []Net  // what each won and lost in deals and penalties, best first
}

// OpenNights lists the nights in progress, newest first.
func (b *Book) OpenNights(ctx context.Context) ([]NightLine, error) {
	return b.nightLines(ctx, `WHERE closed IS NULL ORDER BY id DESC`)
}

// NightFilter narrows the list of evenings. The zero value is all of them.
type NightFilter struct {
	Player      PlayerID // who sat there …
	With        PlayerID // … and who else did
	From, Until string   // dates, both included; empty is open-ended
	Money       rules.Money
	House       string  // id of the set
	Name        string  // of the table
	Text        string  // part of the name, or of one that somebody who was there has or had
	Before      NightID // go on after this one of the last page
	Limit       int     // 0 is 50
}

// manyNights is of how many evenings it is quicker to go back through all until enough of them were met than to look them up.
const manyNights = 500

// Nights lists evenings, newest first.
func (b *Book) Nights(ctx context.Context, f NightFilter) ([]NightLine, error) {
	var (
		where []string
		args  []any
	)
	only := func(cond string, arg ...any) {
		where = append(where, cond)
		args = append(args, arg...)
	}
	plain := "" // or a sign that the index of a column isn't to be used, since another way is quicker
	for _, id := range [...]PlayerID{f.Player, f.With} {
		if id == 0 {
			continue
		}
		// Who sat at many nights is met soon going back through them; for who sat at few it is quicker to look those up.
		names, cond := b.roster.Load(), `id IN (SELECT night FROM night_sum WHERE player = ?)`
		p, err := names.somebody(id)
		if err != nil {
			return nil, err
		}
		if p.nights > manyNights && (f.Player == 0 || f.With == 0) {
			cond = `EXISTS (SELECT 1 FROM night_sum s WHERE s.night = night.id AND s.player = ?)`
		} else {
			plain = "+"
		}
		only(cond, int64(p.id))
	}
	if f.From != "" {
		only(`date >= ?`, f.From)
	}
	if f.Until != "" {
		only(`date <= ?`, f.Until)
	}
	if f.Text != "" {
		cond, arg, few, err := b.named(ctx, f.Text)
		if cond == "" {
			return nil, err
		}
		if few {
			plain = "+"
		}
		only(cond, arg...)
	}
	if f.House != "" {
		only(plain+`house = ?`, f.House)
		plain = "+" // a set is played for few moneys, and a money by many sets
	}
	if f.Money != "" {
		only(plain+`money = ?`, string(f.Money))
	}
	if f.Name != "" {
		only(`name = ?`, f.Name)
	}
	if f.Before != 0 {
		only(`(date, id) < (SELECT date, id FROM night WHERE id = ?)`, int64(f.Before))
	}
	text := `ORDER BY date DESC, id DESC LIMIT ?`
	if len(where) > 0 {
		text = `WHERE ` + strings.Join(where, ` AND `) + ` ` + text
	}
	limit := f.Limit
	if limit <= 0 {
		limit = 50
	}
	return b.nightLines(ctx, text, append(args, limit)...)
}

// named finds the condition for evenings with a text in their name, or in one that somebody who was there has or had; none where no name
// has it. The names are gone through, of which there are far fewer than evenings. few tells that the evenings are looked up one by one.
func (b *Book) named(ctx context.Context, text string) (cond string, args []any, few bool, err error) {
	text = chain.Fold(text)
	tables, err := b.tablesCalled(ctx, text)
	if err != nil {
		return "", nil, false, b.trouble(err)
	}
	people, nights := b.roster.Load().called(text)
	if len(tables)+len(people) == 0 {
		return "", nil, false, nil
	}
	names, err := json.Marshal(tables)
	if err != nil {
		return "", nil, false, err
	}
	args = []any{string(names), listed(people)}
	rows, err := b.query(ctx, `SELECT count(*) FROM (SELECT 1 FROM night WHERE name IN (SELECT value FROM json_each(?)) LIMIT ?)`, string(names), manyNights)
	if err != nil {
		return "", nil, false, b.trouble(err)
	}
	at, err := collect(rows, func() (n int, err error) { return n, rows.Scan(&n) })
	if err != nil {
		return "", nil, false, b.trouble(err)
	}
	if at[0]+nights < manyNights {
		return `id IN (SELECT id FROM night WHERE name IN (SELECT value FROM json_each(?)) UNION SELECT night FROM night_sum WHERE player IN (SELECT value FROM json_each(?)))`,
			args, true, nil
	}
	return `(+name IN (SELECT value FROM json_each(?)) OR EXISTS (SELECT 1 FROM night_sum s WHERE s.night = night.id AND s.player IN (SELECT value FROM json_each(?))))`,
		args, false, nil
}

// mostLeaps is how many names are looked for by leaping from each to the next. Where there are more, nearly every evening has its own, and going
// through the rest of the index is quicker.
const mostLeaps = 1000

// tablesCalled are the names nights have with a text in them, which is folded already.
func (b *Book) tablesCalled(ctx context.Context, text string) (out []string, err error) {
	last, leaps := "", 0
	take := func(query string, args ...any) error {
		rows, err := b.query(ctx, query, args...)
		if err != nil {
			return err
		}
		names, err := collect(rows, func() (name string, err error) { return name, rows.Scan(&name) })
		for _, name := range names {
			if strings.Contains(chain.Fold(name), text) {
				out = append(out, name)
			}
			last, leaps = name, leaps+1
		}
		return err
	}
	err = take(`WITH RECURSIVE t (name) AS (
			SELECT min(name) FROM night WHERE name > ''
			UNION ALL SELECT (SELECT min(n.name) FROM night n WHERE n.name > t.name) FROM t WHERE t.name IS NOT NULL LIMIT ?)
		SELECT name FROM t WHERE name IS NOT NULL`, mostLeaps)
	if err == nil && leaps == mostLeaps {
		err = take(`SELECT DISTINCT name FROM night WHERE name > ? ORDER BY name`, last)
	}
	return out, err
}

// mostTables is how many names of tables are listed.
const mostTables = 200

// Tables lists the names nights have, the one played at last first.
func (b *Book) Tables(ctx context.Context) ([]string, error) {
	rows, err := b.query(ctx, `WITH RECURSIVE t (name) AS (
			SELECT min(name) FROM night WHERE name > ''
			UNION ALL SELECT (SELECT min(n.name) FROM night n WHERE n.name > t.name) FROM t WHERE t.name IS NOT NULL LIMIT ?)
		SELECT name FROM t WHERE name IS NOT NULL ORDER BY (SELECT max(date) FROM night n WHERE n.name = t.name) DESC, name`, mostTables+1)
	if err != nil {
		return nil, b.trouble(err)
	}
	out, err := collect(rows, func() (name string, err error) { return name, rows.Scan(&name) })
	return out, b.trouble(err)
}

// nightLines reads nights for a list.
func (b *Book) nightLines(ctx context.Context, tail string, args ...any) ([]NightLine, error) {
	rows, err := b.query(ctx, `SELECT id, name, date, money, house, scale, closed IS NULL, seal, deals FROM night `+tail, args...)
	if err != nil {
		return nil, b.trouble(err)
	}
	defer rows.Close()
	var out []NightLine
	for rows.Next() {
		var l NightLine
		if err := rows.Scan(&l.ID, &l.Name, &l.Date, &l.Money, &l.House, &l.Scale, &l.Open, &l.Seal, &l.Deals); err != nil {
			return nil, b.trouble(err)
		}
		out = append(out, l)
	}
	if err := rows.Close(); err != nil {
		return nil, b.trouble(err)
	}
	names := b.roster.Load()
	for i := range out {
		if out[i].Standing, err = b.standing(ctx, names, out[i].ID); err != nil {
			return nil, b.trouble(err)
		}
	}
	return out, nil
}

// standing is what each won and lost in a night at the table, best first.
func (b *Book) standing(ctx context.Context, names *roster, id NightID) ([]Net, error) {
	rows, err := b.query(ctx, `SELECT player, deals + penalties FROM night_sum WHERE night = ? AND player > 0 ORDER BY 2 DESC, 1`, int64(id))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []Net
	for rows.Next() {
		var n Net
		if err := rows.Scan(&n.Player, &n.Amount); err != nil {
			return nil, err
		}
		n.Name = names.name(n.Player)
		out = append(out, n)
	}
	return out, rows.Err()
}
