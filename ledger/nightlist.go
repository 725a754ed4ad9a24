package ledger

// The list of evenings by whatever somebody looks for, and of the names of their tables.

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/store"
	"ouverte/ledger/years"
	"ouverte/rules"
)

// NightLine is a night in a list. An evening at several tables is one; its tables aren't listed.
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
	Tables   int    // of an evening at several; else zero
	Standing []Stood
}

// Stood is what somebody won or lost at a night, in deals and penalties. A night has them best first.
type Stood struct {
	Net
	Face face.Face
}

// OpenNights lists so many of the nights in progress, newest first.
func (b *Book) OpenNights(ctx context.Context, most int) ([]NightLine, error) {
	var out []NightLine
	err := b.read(ctx, func(tx *store.Tx) (err error) {
		out, err = b.nightLines(tx, openNights, most)
		return err
	})
	return out, err
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

// manyNights is of how many evenings it is quicker to go back through all until enough of them were met than
// to look them up.
const manyNights = 500

// Nights lists evenings, newest first.
func (b *Book) Nights(ctx context.Context, f NightFilter) ([]NightLine, error) {
	var out []NightLine
	err := b.read(ctx, func(tx *store.Tx) (err error) {
		out, err = b.nights(tx, f)
		return err
	})
	return out, err
}

func (b *Book) nights(tx *store.Tx, f NightFilter) ([]NightLine, error) {
	where, args := []string{`evening IS NULL`}, []any(nil)
	only := func(cond string, arg ...any) {
		where = append(where, cond)
		args = append(args, arg...)
	}
	plain := "" // or a sign that the index of a column isn't to be used, since another way is quicker
	for _, id := range [...]PlayerID{f.Player, f.With} {
		if id == 0 {
			continue
		}
		// Who sat at many nights is met soon going back through them; for who sat at few it is quicker to
		// look those up.
		names, cond := b.roster.Load(), `id IN (SELECT night FROM night_sum WHERE player = ?)`
		p, err := somebody(names, id)
		if err != nil {
			return nil, err
		}
		if p.Nights > manyNights && (f.Player == 0 || f.With == 0) {
			cond = "+" + cond
		} else {
			plain = "+"
		}
		only(cond, int64(p.ID))
	}
	if f.From != "" {
		only(`date >= ?`, f.From)
	}
	if f.Until != "" {
		only(`date <= ?`, f.Until)
	}
	if f.Text != "" {
		cond, arg, few, err := b.named(tx, f.Text)
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
	text := `WHERE ` + strings.Join(where, ` AND `) + ` ` + newestNights
	limit := f.Limit
	if limit <= 0 {
		limit = 50
	}
	return b.nightLines(tx, text, append(args, limit)...)
}

// named finds the condition for evenings with a text in their name, or in one that somebody who was there has
// or had; none where no name has it. The names are gone through, of which there are far fewer than evenings.
// few tells that the evenings are looked up one by one.
func (b *Book) named(tx *store.Tx, text string) (cond string, args []any, few bool, err error) {
	text = chain.Fold(text)
	tables, err := tablesCalled(tx, text)
	if err != nil {
		return "", nil, false, err
	}
	people, nights := b.roster.Load().Called(text)
	if len(tables)+len(people) == 0 {
		return "", nil, false, nil
	}
	names, err := json.Marshal(tables)
	if err != nil {
		return "", nil, false, err
	}
	args = []any{string(names), years.Listed(people)}
	var at int
	if err := tx.Row(`SELECT count(*) FROM (SELECT 1 FROM night WHERE name IN (SELECT value FROM json_each(?))
			LIMIT ?)`,
		string(names), manyNights).Scan(&at); err != nil {
		return "", nil, false, err
	}
	if at+nights < manyNights {
		return `id IN (SELECT coalesce(evening, id) FROM night WHERE name IN (SELECT value FROM json_each(?))
			UNION SELECT night FROM night_sum WHERE player IN (SELECT value
					FROM json_each(?)))`, args, true, nil
	}
	return `(+name IN (SELECT value FROM json_each(?)) OR EXISTS (SELECT 1 FROM night_sum s
		WHERE s.night = night.id AND s.player IN (SELECT value FROM json_each(?))))`, args, false, nil
}

// mostLeaps is how many names are looked for by leaping from each to the next. Where there are more, nearly
// every evening has its own, and going through the rest of the index is quicker.
const mostLeaps = 1000

// tablesCalled are the names nights have with a text in them, which is folded already.
func tablesCalled(tx *store.Tx, text string) (out []string, err error) {
	last, leaps := "", 0
	take := func(query string, args ...any) error {
		names, err := store.Column[string](tx, query, args...)
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
			UNION ALL SELECT (SELECT min(n.name) FROM night n WHERE n.name > t.name) FROM t
					WHERE t.name IS NOT NULL LIMIT ?)
		SELECT name FROM t WHERE name IS NOT NULL`, mostLeaps)
	if err == nil && leaps == mostLeaps {
		err = take(`SELECT DISTINCT name FROM night WHERE name > ? ORDER BY name`, last)
	}
	return out, err
}

// mostTables is how many names of tables are listed.
const mostTables = 200

// Tables lists the names evenings have, the one played at last first.
func (b *Book) Tables(ctx context.Context) ([]string, error) {
	var out []string
	err := b.read(ctx, func(tx *store.Tx) (err error) {
		out, err = store.Column[string](tx, namesOfTables, mostTables+1)
		return err
	})
	return out, err
}

const namesOfTables = `WITH RECURSIVE t (name) AS (
			SELECT min(name) FROM night WHERE name > ''
			UNION ALL SELECT (SELECT min(n.name) FROM night n WHERE n.name > t.name) FROM t
					WHERE t.name IS NOT NULL LIMIT ?)
		SELECT name FROM t WHERE name IS NOT NULL
			AND EXISTS (SELECT 1 FROM night n WHERE n.name = t.name AND n.evening IS NULL)
			ORDER BY (SELECT max(date) FROM night n WHERE n.name = t.name) DESC, name`

const (
	openNights   = `WHERE closed IS NULL AND evening IS NULL ORDER BY id DESC LIMIT ?`
	newestNights = `ORDER BY date DESC, id DESC LIMIT ?`
)

// nightLines reads nights for a list.
func (b *Book) nightLines(tx *store.Tx, tail string, args ...any) (out []NightLine, err error) {
	out, err = store.All(tx, func(rows *sql.Rows) (l NightLine, err error) {
		err = rows.Scan(&l.ID, &l.Name, &l.Date, &l.Money, &l.House, &l.Scale, &l.Open, &l.Seal, &l.Deals,
			&l.Tables)
		return l, err
	}, nightColumns+tail, args...)
	if err != nil {
		return nil, err
	}
	at := make(map[NightID]*NightLine, len(out))
	ids := make([]NightID, len(out))
	for i := range out {
		ids[i] = out[i].ID
		at[ids[i]] = &out[i]
	}
	names := b.roster.Load()
	return out, store.Each(tx, func(rows *sql.Rows) error {
		var night NightID
		var n Stood
		err := rows.Scan(&night, &n.Player, &n.Amount)
		n.Name, n.Face = names.Name(n.Player), names.Face(n.Player)
		at[night].Standing = append(at[night].Standing, n)
		return err
	}, nightStandings, years.Listed(ids))
}

const (
	nightColumns = `SELECT id, name, date, money, house, scale, closed IS NULL, seal,
		deals + coalesce((SELECT sum(t.deals) FROM night t WHERE t.evening = night.id), 0),
		(SELECT count(*) FROM night t WHERE t.evening = night.id) FROM night `

	// What each won and lost in some nights at the table, or at all tables of an evening, best first.
	nightStandings = `SELECT coalesce(n.evening, n.id), s.player, sum(s.deals + s.penalties)
		FROM night n JOIN night_sum s ON s.night = n.id
		WHERE n.id IN (SELECT value FROM json_each(?1) UNION ALL
			SELECT t.id FROM night t WHERE t.evening IN (SELECT value FROM json_each(?1))) AND s.player > 0
		GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2`
)
