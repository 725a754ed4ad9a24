package years

// Searches: finding deals, and what other house rules would have made of them. Both read the nights one by
// one, newest first, so they take longer in a larger book; they report how far they are and stop when their
// context ends.

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/people"
	"ouverte/ledger/store"
	"ouverte/rules"
)

// DealFilter says which deals to find. The zero value is all of them.
type DealFilter struct {
	Span
	Money   rules.Money
	Player  chain.PlayerID // sat there and played, whatever they did …
	As      As             // … or this
	Call    rules.Call
	Outcome rules.Outcome
	Tricks  int // of the caller's side; NotSaid is any. Remember to set it
	OverMin int // at least so many over-tricks (below zero: under-tricks)
	HasOver bool
	Trumps  rules.Suit
	Revoked bool  // somebody did
	Changed bool  // corrected afterwards
	AtLeast int64 // somebody won or lost at least so much; with a player: that player …
	AtMost  int64 // … and nobody more than that; with a player: not that player
	HasMost bool
	Noted   bool   // somebody wrote a note on it …
	Note    string // … in which these words are, however written; empty is any
}

// As is what the player did whom a DealFilter names.
type As uint8

const (
	AsAnything As = iota
	AsCaller
	AsPartner
	AsOpponent
)

// DealFound is a deal that was found.
type DealFound struct {
	Night  chain.NightID // of an evening at several tables, the table's
	Date   string
	Money  rules.Money
	Stakes *rules.House
	Nth    int // among the deals of its night, from 1
	ID     chain.DealID
	Chairs []chain.Chair
	Names  []string
	Deal   rules.Deal
	Result rules.Result
	Change bool // corrected afterwards
	Note   string
}

// Gone is how far somebody is through the book: nights looked at, of how many, and the last of them.
type Gone struct {
	Nights, Of int64
	Night      chain.NightID
}

// Reader calls do with a Reading in a transaction of its own. A search takes a new one for each batch of
// nights, so that it never pins an old state of the book for long.
type Reader func(do func(*Reading) error) error

// FindDeals calls found with each deal that fits, from the newest night to the oldest, until it returns
// false. gone is told after each night; it may be nil. A search goes on before night from; zero begins with
// the newest.
func (read Reader) FindDeals(ctx context.Context, names *people.Roster, f DealFilter, from chain.NightID,
	found func(DealFound) bool, gone func(Gone) bool) error {
	f.Player = names.Who(f.Player)
	notes, failed := read.notes(f)
	if failed != nil {
		return failed
	}
	several, failed := read.evenings()
	if failed != nil {
		return failed
	}
	err := read.throughNights(ctx, f.Span, from, func(n *Brief, g Gone) bool {
		if (f.Money == "" || n.money == f.Money) && (f.Player == 0 || slices.Contains(n.people, f.Player)) {
			for i := len(n.deals) - 1; i >= 0; i-- {
				d := &n.deals[i]
				note, noted := notes[d.id]
				if !noted && (f.Noted || f.Note != "") || !f.fits(d) {
					continue
				}
				changed, at, nth := d.changed, n.night, i+1
				if changed || several[n.night] {
					failed = read(func(r *Reading) (err error) {
						if several[n.night] {
							err = r.tx.Row(`SELECT night, nth FROM dealt WHERE id = ?`, int64(d.id)).Scan(&at, &nth)
						}
						if changed && err == nil {
							changed, err = corrected(r.tx, names, at, d.id)
						}
						return err
					})
					if errors.Is(failed, sql.ErrNoRows) {
						failed = nil
						continue // taken back meanwhile
					}
					if failed != nil {
						return false
					}
					if f.Changed && !changed {
						continue
					}
				}
				one := DealFound{Night: at, Date: n.date, Money: n.money, Stakes: n.stakes, Nth: nth, ID: d.id,
					Chairs: d.chairs, Names: names.Names(d.chairs), Deal: d.deal, Result: *d.result, Change: changed,
					Note: note}
				if !found(one) {
					return false
				}
			}
		}
		return gone == nil || gone(g)
	})
	return cmp.Or(failed, err)
}

// evenings are those at several tables, of which a brief has the deals of all.
func (read Reader) evenings() (map[chain.NightID]bool, error) {
	out := map[chain.NightID]bool{}
	return out, read(func(r *Reading) error {
		ids, err := store.Column[chain.NightID](r.tx,
			`SELECT DISTINCT evening FROM night WHERE evening IS NOT NULL`)
		for _, id := range ids {
			out[id] = true
		}
		return err
	})
}

// notes reads what is noted on deals, of those looked for.
func (read Reader) notes(f DealFilter) (map[chain.DealID]string, error) {
	out, words := map[chain.DealID]string{}, chain.Fold(strings.TrimSpace(f.Note))
	return out, read(func(r *Reading) error {
		return store.Each(r.tx, func(rows *sql.Rows) error {
			var text []byte
			if err := rows.Scan(&text); err != nil {
				return err
			}
			body, err := chain.Decode(chain.KindNote, text)
			if err != nil {
				return err
			}
			b := body.(*chain.Note)
			if b.Text != "" && strings.Contains(chain.Fold(b.Text), words) {
				out[b.Deal] = b.Text
			} else {
				delete(out, b.Deal)
			}
			return nil
		}, `SELECT body FROM entry WHERE kind = 'note' ORDER BY seq`)
	})
}

// corrected tells whether a deal with several versions was ever anything else. A brief can't tell that from a
// deal that was only taken back and put back as it was.
func corrected(tx *store.Tx, names *people.Roster, n chain.NightID, d chain.DealID) (bool, error) {
	type version struct {
		deal   rules.Deal
		chairs []chain.Chair
	}
	versions, err := store.All(tx, func(rows *sql.Rows) (v version, err error) {
		var text []byte
		if err = rows.Scan(&text); err != nil {
			return v, err
		}
		body, err := chain.Decode(chain.KindDeal, text)
		if err != nil {
			return v, err
		}
		v.deal, v.chairs, err = body.(*chain.Deal).Read()
		v.chairs = SeatedAs(v.chairs, names.Who)
		return v, err
	}, `SELECT body FROM entry WHERE night = ?1 AND kind = 'deal'
		AND (seq = ?2 OR seq > ?2 AND json_extract(body, '$.deal') = ?2) ORDER BY seq`, int64(n), int64(d))
	for _, v := range versions {
		if v.deal != versions[0].deal || !slices.Equal(v.chairs, versions[0].chairs) {
			return true, nil
		}
	}
	return false, err
}

// fits tells whether a deal is one of those looked for.
func (f *DealFilter) fits(d *deal) bool {
	x, r := &d.deal, d.result
	switch {
	case f.Call != rules.NoCall && x.Call != f.Call,
		f.Outcome != rules.NoOutcome && r.Outcome != f.Outcome,
		f.Tricks != rules.NotSaid && x.Tricks != f.Tricks,
		f.Trumps != rules.NoSuit && x.Trumps != f.Trumps,
		f.Revoked && x.Revokes == [rules.MaxSeats + 1]uint8{},
		f.Changed && !d.changed,
		f.HasOver && f.OverMin >= 0 && (r.Outcome != rules.Won || r.Over < f.OverMin),
		f.HasOver && f.OverMin < 0 && r.Under < -f.OverMin:
		return false
	}
	if f.Player == 0 {
		var most int64
		for _, n := range r.Net {
			most = max(most, n, -n)
		}
		return f.holds(most)
	}
	for i, c := range d.chairs {
		s := rules.Seat(i + 1)
		if c.Player != f.Player || !x.Active(s) {
			continue
		}
		did := roleOf(x, s)
		as := f.As == AsAnything || f.As == AsCaller && did == asCaller || f.As == AsPartner && did == asPartner ||
			f.As == AsOpponent && did == asOpponent
		return as && f.holds(max(r.Net[s], -r.Net[s]))
	}
	return false
}

// holds tells whether an amount lies between the bounds.
func (f *DealFilter) holds(amount int64) bool {
	return amount >= f.AtLeast && (!f.HasMost || amount <= f.AtMost)
}

// nightsAtOnce is how many nights one query reads, so that no transaction lasts long.
const nightsAtOnce = 256

// ErrNoNight is that there is no night from which to go on.
var ErrNoNight = errors.New("years: no such night")

// throughNights reads from the newest night of a span to the oldest, or on before a night.
func (read Reader) throughNights(
	ctx context.Context, span Span, before chain.NightID, do func(*Brief, Gone) bool,
) error {
	at := dated{"9999", 1 << 62}
	if before != 0 {
		err := read(func(r *Reading) error {
			return r.tx.Row(`SELECT date FROM night WHERE id = ?`, int64(before)).Scan(&at.date)
		})
		if errors.Is(err, sql.ErrNoRows) {
			return ErrNoNight
		} else if err != nil {
			return err
		}
		at.night = before
	}
	var g Gone
	counted := false
	for {
		var batch []*Brief
		err := read(func(r *Reading) error {
			var err error
			if !counted {
				counted = true
				if err := r.countGone(span, at, &g); err != nil {
					return err
				}
			}
			batch, err = r.newest(span, at)
			return err
		})
		if err != nil || len(batch) == 0 {
			return err
		}
		for _, n := range batch {
			if err := ctx.Err(); err != nil {
				return err
			}
			g.Nights, g.Night = g.Nights+1, n.night
			g.Of = max(g.Of, g.Nights)
			at = dated{n.date, n.night}
			if !do(n, g) {
				return nil
			}
		}
	}
}

// countGone counts what there is to go through, and what a search that goes on has behind it.
func (r *Reading) countGone(span Span, at dated, g *Gone) error {
	until := cmp.Or(span.Until, "9999")
	err := r.tx.Row(`SELECT count(*), coalesce(sum((date, night) >= (?3, ?4)), 0) FROM year_night
		WHERE date BETWEEN ?1 AND ?2`, span.From, until, at.date, int64(at.night)).Scan(&g.Of, &g.Nights)
	for _, b := range r.loose {
		if span.Holds(b.date) {
			g.Of++
			if !(dated{b.date, b.night}).before(at) {
				g.Nights++
			}
		}
	}
	return err
}

// newest reads the next nights before one, newest first.
func (r *Reading) newest(span Span, at dated) ([]*Brief, error) {
	until := min(cmp.Or(span.Until, "9999"), at.date)
	out, err := store.All(r.tx, func(rows *sql.Rows) (*Brief, error) { return scanBrief(rows, &r.cache.stakes) },
		`SELECT night, date, stakes, brief FROM year_night
		WHERE date BETWEEN ?1 AND ?2 AND (date, night) < (?3, ?4) ORDER BY date DESC, night DESC LIMIT ?5`,
		span.From, until, at.date, int64(at.night), nightsAtOnce)
	if err != nil {
		return nil, err
	}
	last := dated{}
	if len(out) == nightsAtOnce {
		last = dated{out[len(out)-1].date, out[len(out)-1].night}
	}
	for _, n := range r.loose {
		if e := (dated{n.date, n.night}); span.Holds(n.date) && e.before(at) && last.before(e) {
			out = append(out, n)
		}
	}
	slices.SortFunc(out, func(a, b *Brief) int {
		return cmp.Or(cmp.Compare(b.date, a.date), cmp.Compare(b.night, a.night))
	})
	return out, nil
}

// Otherwise is what the nights would have come to under another set of house rules. Nothing of it is written.
type Otherwise struct {
	House    *rules.House
	Gone     Gone
	Deals    int64 // settled anew
	Left     int64 // that could not have been under those rules, and were left out
	Standing []OtherwiseLine
}

// OtherwiseLine is one person's result: as it was, in the money of the evenings, and as it would have been,
// in that of the set.
type OtherwiseLine struct {
	Player       chain.PlayerID
	Name         string
	Face         face.Face
	Was, WouldBe int64
}

// Otherwise settles the deals of a span anew. It calls tell with the standing so far from time to time and at
// the end; false stops it.
func (read Reader) Otherwise(
	ctx context.Context, names *people.Roster, money rules.Money, span Span, house *rules.House,
	tell func(Otherwise) bool,
) error {
	type sums struct{ was, would int64 }
	people := map[chain.PlayerID]*sums{}
	scaled := map[int]*rules.House{}
	out := Otherwise{House: house}
	show := func() Otherwise {
		out.Standing = out.Standing[:0:0]
		for p, s := range people {
			out.Standing = append(out.Standing, OtherwiseLine{p, names.Name(p), names.Face(p), s.was, s.would})
		}
		slices.SortFunc(out.Standing, func(a, b OtherwiseLine) int {
			return cmp.Or(cmp.Compare(b.WouldBe, a.WouldBe), cmp.Compare(b.Was, a.Was), cmp.Compare(a.Name, b.Name))
		})
		return out
	}
	stopped := false
	var failed error
	err := read.throughNights(ctx, span, 0, func(n *Brief, g Gone) bool {
		out.Gone = g
		if n.money == money {
			stakes := scaled[n.scale]
			if stakes == nil {
				var err error
				if stakes, err = house.Scaled(n.scale); err != nil {
					failed = err
					return false
				}
				scaled[n.scale] = stakes
			}
			for i := range n.deals {
				d := &n.deals[i]
				r, err := rules.Settle(stakes, &d.deal)
				if err != nil { // a call that isn't in that set
					out.Left++
					continue
				}
				out.Deals++
				for j, c := range d.chairs {
					s := cell(people, c.Pays())
					s.was += d.result.Net[j+1]
					s.would += r.Net[j+1]
				}
			}
		}
		if g.Nights%nightsAtOnce == 0 && !tell(show()) {
			stopped = true
			return false
		}
		return true
	})
	if err = cmp.Or(err, failed); err == nil && !stopped {
		tell(show())
	}
	return err
}

// Pictures returns the running lines of some nights, for a list of evenings.
func (r *Reading) Pictures(names *people.Roster, nights []chain.NightID) (map[chain.NightID][]Line, error) {
	out := make(map[chain.NightID][]Line, len(nights))
	for _, n := range r.loose {
		if slices.Contains(nights, n.night) {
			out[n.night] = n.lines(names)
		}
	}
	return out, store.Each(r.tx, func(rows *sql.Rows) error {
		n, err := scanBrief(rows, &r.cache.stakes)
		if err == nil {
			out[n.night] = n.lines(names)
		}
		return err
	}, briefsOf, Listed(nights))
}

// Line is one person's running total of deals and penalties, from before the first deal to after the last.
// Here says of each deal whether the account took part.
type Line struct {
	Player chain.PlayerID
	Name   string
	Face   face.Face
	Points []int64
	Here   []bool
}

// lines are the running lines of the night by account, as Night.Lines has them.
func (b *Brief) lines(names *people.Roster) []Line {
	out := make([]Line, len(b.people))
	now := make([]int64, len(b.people))
	for i, p := range b.people {
		out[i] = Line{
			Player: p, Name: names.Name(p), Face: names.Face(p),
			Points: make([]int64, 1, len(b.deals)+1), Here: make([]bool, 0, len(b.deals)),
		}
	}
	penalties := b.penalties
	fine := func(after int) {
		for len(penalties) > 0 && penalties[0].after <= after {
			for _, n := range penalties[0].nets {
				now[b.index(n.Player)] += n.Amount
			}
			penalties = penalties[1:]
		}
		for i := range out {
			out[i].Points[len(out[i].Points)-1] = now[i]
		}
	}
	fine(0)
	for nth := range b.deals {
		d := &b.deals[nth]
		here := make([]bool, len(b.people))
		for s, c := range d.chairs {
			at := b.index(c.Pays())
			now[at] += d.result.Net[s+1]
			here[at] = true
		}
		for i := range out {
			out[i].Points = append(out[i].Points, now[i])
			out[i].Here = append(out[i].Here, here[i])
		}
		fine(nth + 1)
	}
	return out
}

// SeatedAs gives chairs with the persons as known now.
func SeatedAs(chairs []chain.Chair, who func(chain.PlayerID) chain.PlayerID) []chain.Chair {
	out := make([]chain.Chair, len(chairs))
	for i, c := range chairs {
		out[i].Player = who(c.Player)
		if pays := who(c.Pays()); pays != out[i].Player {
			out[i].Account = pays
		}
	}
	return out
}

var roleNames = [...]string{
	asCaller: "caller", asPartner: "partner", asOpponent: "opponent", asEach: "each alone",
}

// RoleName is what the player in a seat did in a deal, in words.
func RoleName(d *rules.Deal, s rules.Seat) string {
	if !d.Active(s) {
		return "sat out"
	}
	return roleNames[roleOf(d, s)]
}
