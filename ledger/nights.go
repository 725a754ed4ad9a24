package ledger

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ouverte/rules"
)

// NightID names a night: 1, 2, 3 … in the order they were started. Zero is none, or the slate.
type NightID int64

// Chair is one place at the table: who sits there, and whose account plays. Account zero means the player's own; a
// substitute may play on the account of the one they sit in for.
type Chair struct {
	Player  PlayerID `json:"player"`
	Account PlayerID `json:"account,omitempty"`
}

// Pays is whose account wins and loses in this chair.
func (c Chair) Pays() PlayerID {
	if c.Account != 0 {
		return c.Account
	}
	return c.Player
}

// NewNight is what it takes to start an evening.
type NewNight struct {
	Name    string       // may be empty
	Date    string       // 2026-11-21; empty is today by the book's clock
	House   *rules.House // frozen by content
	Scale   int          // 1 to 1000; 0 is 1
	Seats   []PlayerID   // three to five, clockwise
	Dealer  PlayerID     // the first dealer, one of the seats
	Auction bool         // tap the calls as they fall
	Agree   bool         // an opponent agrees each result
	Words   rules.Words  // the circle's names for the calls; nil is the usual ones
}

// StartNight opens a night; Receipt.ID (and .Night) is its id.
func (b *Book) StartNight(ctx context.Context, s Slip, n NewNight) (Receipt, error) {
	return b.post(ctx, s, "start night", n, func(d *desk) (Receipt, error) {
		body, err := d.newNightBody(n)
		if err != nil {
			return Receipt{}, err
		}
		night, err := d.newNight(d.lastNight + 1)
		if err != nil {
			return Receipt{}, err
		}
		body.Night = d.lastNight + 1
		_, err = d.post(night, KindNight, body, nil)
		return Receipt{ID: int64(body.Night)}, err
	})
}

// newNight gives the empty fold of a night that is about to begin.
func (d *desk) newNight(id NightID) (*fold, error) {
	if id != d.lastNight+1 {
		return nil, fmt.Errorf("night %d begins after night %d", id, d.lastNight)
	}
	n := newFold(d.who)
	d.nights[id], d.touched[id] = n, n
	return n, nil
}

// newNightBody checks what a night is to be started with.
func (d *desk) newNightBody(n NewNight) (*nightBody, error) {
	if n.House == nil {
		return nil, refuse("house", "Choose the house rules to play by.")
	}
	if n.Scale == 0 {
		n.Scale = 1
	}
	if _, err := n.House.Scaled(n.Scale); err != nil {
		return nil, err
	}
	name, err := cleanWords("name", n.Name, false)
	if err != nil {
		return nil, err
	}
	if n.Date == "" {
		n.Date = d.b.clock().Format(time.DateOnly)
	}
	if err := checkDate(n.Date); err != nil {
		return nil, err
	}
	chairs := make([]Chair, len(n.Seats))
	for i, p := range n.Seats {
		chairs[i].Player = p
	}
	if chairs, err = d.roster.seated(chairs); err != nil {
		return nil, err
	}
	body := &nightBody{
		Name: name, Date: n.Date, House: n.House, Scale: n.Scale, Dealer: d.who(n.Dealer), Auction: n.Auction, Agree: n.Agree,
		Words: map[string]string{},
	}
	for _, c := range chairs {
		body.Seats = append(body.Seats, c.Player)
	}
	if seatOf(chairs, body.Dealer) == 0 {
		return nil, refuse("dealer", "Choose one of those at the table to deal first.")
	}
	for call, word := range n.Words {
		word, err := cleanWords("words", word, true)
		if err != nil {
			return nil, err
		}
		body.Words[call.String()] = word
	}
	return body, nil
}

// seated checks who is to sit: three to five different people, each account playing once.
func (r *roster) seated(chairs []Chair) ([]Chair, error) {
	if len(chairs) < 3 || len(chairs) > rules.MaxSeats {
		return nil, refuse("seats", "Solo Whist is played by three, four or five at the table; here there are %d.", len(chairs))
	}
	out := make([]Chair, len(chairs))
	for i, c := range chairs {
		p, err := r.somebody(c.Player)
		if err != nil {
			return nil, err
		}
		if seatOf(out[:i], p.id) != 0 {
			return nil, refuse("seats", "%s can't sit in two places.", p.name)
		}
		out[i].Player = p.id
		if c.Account != 0 && r.who(c.Account) != p.id {
			lender, err := r.somebody(c.Account)
			if err != nil {
				return nil, err
			}
			out[i].Account = lender.id
		}
		for _, other := range out[:i] {
			if other.Pays() == out[i].Pays() {
				return nil, refuse("seats", "Two can't play on the account of %s at once.", r.name(other.Pays()))
			}
		}
	}
	return out, nil
}

// checkDate refuses what is no day.
func checkDate(date string) error {
	if _, err := time.Parse(time.DateOnly, date); err != nil {
		return refuse("date", "“%s” isn't a date like 2026-11-21.", clip(date))
	}
	return nil
}

// clip shortens what somebody sent to quote it back.
func clip(s string) string {
	if clean, ok := cleanText(s); ok && len([]rune(clean)) <= 40 {
		return clean
	}
	return "…"
}

// projectNight enters a night that began.
func (d *desk) projectNight(n *fold, e *Entry, b *nightBody) {
	d.lastNight = b.Night
	d.later = append(d.later, func() error {
		err := d.exec(`INSERT INTO night (id, entry, name, date, money, house, scale, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			int64(b.Night), int64(e.Seq), b.Name, b.Date, string(b.House.Money), b.House.ID, b.Scale, int64(e.Seq))
		if err != nil {
			return err
		}
		return d.exec(`INSERT INTO house (id, nights, last, recent) VALUES (?, 1, ?, ?) ON CONFLICT (id) DO UPDATE SET nights = house.nights + 1, last = max(house.last, excluded.last), recent = excluded.recent`,
			b.House.ID, b.Date, int64(e.Seq))
	})
}

// writeSeated notes with those who sat down in a night that they did.
func (d *desk) writeSeated(n *fold) error {
	for _, id := range n.seated {
		p := d.person(id)
		p.nights++
		p.last, p.recent = max(p.last, n.date), max(p.recent, n.opened)
		if err := d.exec(`UPDATE player SET nights = ?, last = ?, recent = ? WHERE id = ?`, p.nights, p.last, int64(p.recent), int64(id)); err != nil {
			return err
		}
	}
	if n.rowDate == "" || n.rowDate == n.date {
		return nil
	}
	for id, sat := range n.sat {
		if !sat {
			continue
		}
		p := d.person(id)
		err := d.row(`SELECT max(CASE n.id WHEN ?1 THEN ?2 ELSE n.date END) FROM night_sum s JOIN night n ON n.id = s.night WHERE s.player = ?3 AND s.sat = 1`,
			int64(n.id), n.date, int64(id)).Scan(&p.last)
		if err != nil {
			return err
		}
		if err := d.exec(`UPDATE player SET last = ? WHERE id = ?`, p.last, int64(id)); err != nil {
			return err
		}
	}
	return nil
}

// openNights lists the nights in progress.
func (d *desk) openNights() ([]NightID, error) {
	s, err := d.stmt(`SELECT id FROM night WHERE closed IS NULL ORDER BY id`)
	if err != nil {
		return nil, err
	}
	rows, err := s.QueryContext(d.ctx)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []NightID
	for rows.Next() {
		var id NightID
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		out = append(out, id)
	}
	return out, rows.Err()
}

// NightEdit changes what may be changed of a night on the way. Nil leaves as it is.
type NightEdit struct {
	Name, Date     *string
	Auction, Agree *bool
}

// EditNight renames or redates a night or switches its options.
func (b *Book) EditNight(ctx context.Context, s Slip, n NightID, e NightEdit) (Receipt, error) {
	return b.post(ctx, s, "edit night", []any{n, e}, func(d *desk) (Receipt, error) {
		night, err := d.fold(n)
		if err != nil {
			return Receipt{}, err
		}
		body := editBody(e)
		if e.Name != nil {
			name, err := cleanWords("name", *e.Name, false)
			if err != nil {
				return Receipt{}, err
			}
			body.Name = &name
		}
		if e.Date != nil {
			if err := checkDate(*e.Date); err != nil {
				return Receipt{}, err
			}
		}
		_, err = d.post(night, KindEdit, &body, nil)
		return Receipt{}, err
	})
}

// TableChange says who sits where from the next deal on. Nil Chairs leaves everybody where they are; Dealer zero leaves
// the deal with whom it would fall to (or the next on the left who is still there).
type TableChange struct {
	Chairs []Chair
	Dealer PlayerID
}

// ChangeTable seats the table anew between two deals: somebody joins, leaves, changes seats, is stood in for, or the deal
// is set. saw is the version of the night the page showed; zero doesn't check it.
func (b *Book) ChangeTable(ctx context.Context, s Slip, n NightID, saw EntryID, c TableChange) (Receipt, error) {
	return b.post(ctx, s, "change table", []any{n, saw, c}, func(d *desk) (Receipt, error) {
		night, err := d.open(n)
		if err != nil {
			return Receipt{}, err
		}
		if err := d.fresher(night, saw); err != nil {
			return Receipt{}, err
		}
		return Receipt{}, d.seats(night, c)
	})
}

// seats posts who sits where from here on.
func (d *desk) seats(night *fold, c TableChange) (err error) {
	chairs := night.chairs
	if c.Chairs != nil {
		if chairs, err = d.roster.seated(c.Chairs); err != nil {
			return err
		}
	}
	dealer := night.dueIn(chairs)
	if c.Dealer != 0 {
		if dealer = d.who(c.Dealer); seatOf(chairs, dealer) == 0 {
			return refuse("dealer", "Choose one of those at the table to deal.")
		}
	}
	if slices.Equal(chairs, night.chairs) && dealer == night.due() {
		return refuse("seats", "That is how the table is already.")
	}
	_, err = d.post(night, KindTable, &tableBody{chairs, dealer}, nil)
	return err
}

// fresher refuses a page that showed an older version of the night than there is.
func (d *desk) fresher(n *fold, saw EntryID) error {
	if saw == 0 || saw == n.version {
		return nil
	}
	return &Stale{Sentence: "Somebody changed this night meanwhile. Look at it again before you go on.", Rows: n.rowsSince(d.roster, saw)}
}

// SetLastRound agrees to stop after so many more deals; a negative number takes that back. It locks nothing.
func (b *Book) SetLastRound(ctx context.Context, s Slip, n NightID, more int) (Receipt, error) {
	return b.post(ctx, s, "last round", []any{n, more}, func(d *desk) (Receipt, error) {
		night, err := d.open(n)
		if err != nil {
			return Receipt{}, err
		}
		if more > 1000 {
			return Receipt{}, refuse("more", "That is no last round.")
		}
		_, err = d.post(night, KindLast, &lastBody{max(more, -1)}, nil)
		return Receipt{}, err
	})
}

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
	Text        string  // part of the name
	Before      NightID // go on after this one of the last page
	Limit       int     // 0 is 50
}

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
		if p.nights > 500 && (f.Player == 0 || f.With == 0) {
			cond = `EXISTS (SELECT 1 FROM night_sum s WHERE s.night = night.id AND s.player = ?)`
		}
		only(cond, int64(p.id))
	}
	if f.From != "" {
		only(`date >= ?`, f.From)
	}
	if f.Until != "" {
		only(`date <= ?`, f.Until)
	}
	if f.Money != "" {
		only(`money = ?`, string(f.Money))
	}
	if f.House != "" {
		only(`house = ?`, f.House)
	}
	if f.Name != "" {
		only(`name = ?`, f.Name)
	}
	if f.Text != "" {
		only(`instr(lower(name), lower(?)) > 0`, f.Text)
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

// LastLineUp is what the latest night was started with, with its seats as they were at its end and its house rules in
// their newest version. ok is false in an empty book. Dealer is who would have dealt next.
func (b *Book) LastLineUp(ctx context.Context) (n NewNight, ok bool, err error) {
	return b.lineUp(ctx, `SELECT id FROM night ORDER BY id DESC LIMIT 1`, nil)
}

// FreeLineUp is the same of the latest night that is over and of whose people nobody is playing now: for "the same again",
// also while another table plays. Nights longer ago than the last dozen aren't looked through.
func (b *Book) FreeLineUp(ctx context.Context) (n NewNight, ok bool, err error) {
	playing := map[PlayerID]bool{}
	open, err := b.nightIDs(ctx, `SELECT id FROM night WHERE closed IS NULL`)
	if err != nil {
		return n, false, err
	}
	for _, id := range open {
		err := b.withFold(ctx, id, func(k *kept) error {
			for _, c := range k.fold.chairs {
				playing[c.Player] = true
			}
			return nil
		})
		if err != nil {
			return n, false, err
		}
	}
	return b.lineUp(ctx, `SELECT id FROM night WHERE closed IS NOT NULL ORDER BY id DESC LIMIT 12`, playing)
}

// lineUp is that of the first of these nights of whose people nobody is busy.
func (b *Book) lineUp(ctx context.Context, nights string, busy map[PlayerID]bool) (n NewNight, ok bool, err error) {
	ids, err := b.nightIDs(ctx, nights)
	if err != nil {
		return n, false, err
	}
	for _, id := range ids {
		err = b.withFold(ctx, id, func(k *kept) error {
			f := k.fold
			n = NewNight{Name: f.name, House: f.house, Scale: f.scale, Auction: f.auction, Agree: f.agree, Words: b.roster.Load().wordsFor(f), Dealer: f.due()}
			for _, c := range f.chairs {
				n.Seats = append(n.Seats, c.Player)
			}
			return nil
		})
		if err != nil {
			return n, false, err
		}
		if ok = !slices.ContainsFunc(n.Seats, func(p PlayerID) bool { return busy[p] }); ok {
			break
		}
	}
	if !ok {
		return NewNight{}, false, nil
	}
	houses, err := b.Houses(ctx)
	if err != nil {
		return n, false, err
	}
	for _, h := range houses {
		if h.House.ID == n.House.ID {
			n.House = h.House
		}
	}
	return n, true, nil
}

// nightIDs reads the numbers of some nights.
func (b *Book) nightIDs(ctx context.Context, text string) ([]NightID, error) {
	rows, err := b.query(ctx, text)
	if err != nil {
		return nil, b.trouble(err)
	}
	defer rows.Close()
	var out []NightID
	for rows.Next() {
		var id NightID
		if err := rows.Scan(&id); err != nil {
			return nil, b.trouble(err)
		}
		out = append(out, id)
	}
	return out, b.trouble(rows.Err())
}
