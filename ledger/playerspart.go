package ledger

// Two players who were joined, and aren't one person after all. What was written while they were one names
// the one who stays, and stays theirs. A night that was closed meanwhile came out even for the two together,
// and may not for each alone: what one then owes the other is carried onto the slate with the parting, where
// it can be paid like any debt.

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/store"
	"ouverte/rules"
)

// Parting is what parting two players would do.
type Parting struct {
	Join        EntryID
	Gone, Stays Player
	Since       time.Time // they are one
	Version     EntryID   // the latest entry about them, for PartPlayers
	// Evenings are those something was written at since then in the name of who stays, newest first; More is
	// how many older ones aren't listed.
	Evenings []PartingEvening
	More     int
	Slate    []SlateLine // the same outside the evenings
	Carried  []Carried   // what one will owe the other
}

// PartingEvening is what was written at an evening in the name of who stays.
type PartingEvening struct {
	Night  NightID
	Name   string
	Date   string
	Money  rules.Money
	Deals  int   // that stand
	Others int   // penalties, costs, payments …
	Amount int64 // that all of it came to
}

// Carried is a debt out of a closed night.
type Carried struct {
	Night            NightID
	Name             string
	Date             string
	Money            rules.Money
	Debt             Debt
	FromName, ToName string
}

// partingListed is how many evenings a Parting lists, and how many lines of the slate.
const partingListed = 30

// Parting tells what parting the two of a join would do.
func (b *Book) Parting(ctx context.Context, join EntryID) (*Parting, error) {
	names := b.roster.Load()
	p := &Parting{Join: join}
	var nights []NightID
	err := b.read(ctx, func(tx *store.Tx) error {
		entry, said, err := standingJoin(tx, join)
		if err != nil {
			return err
		}
		stays := names.Find(said.Stays)
		p.Gone, p.Stays, p.Since = names.At(said.Gone).Player(), stays.Player(), entry.Time()
		if p.Version, err = aboutPerson(tx, names, stays.ID); err != nil {
			return err
		}
		apart := names.Clone()
		apart.Part(said.Gone)
		if p.Carried, err = leftApart(tx, apart, said); err != nil {
			return err
		}
		if nights, err = store.Column[NightID](tx, `SELECT n.id FROM night_sum s JOIN night n ON n.id = s.night
				WHERE s.player = ? AND n.version > ? ORDER BY n.date DESC, n.id DESC`,
			int64(stays.ID), int64(join)); err != nil {
			return err
		}
		p.Slate, err = slateSince(tx, names, stays.ID, join)
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, id := range nights {
		n, err := b.Night(ctx, id)
		if err != nil {
			return nil, err
		}
		if e, any := n.since(join, p.Stays.ID); any && len(p.Evenings) < partingListed {
			p.Evenings = append(p.Evenings, e)
		} else if any {
			p.More++
		}
	}
	return p, nil
}

// since sums up what was written at a night since an entry and has to do with a person.
func (n *Night) since(after EntryID, p PlayerID) (e PartingEvening, any bool) {
	e = PartingEvening{Night: n.ID, Name: n.Name, Date: n.Date, Money: n.Money}
	for _, r := range n.Rows {
		if r.Entry <= after || r.Kind == chain.KindCarry {
			continue
		}
		at := slices.IndexFunc(r.Nets, func(net Net) bool { return net.Player == p })
		switch {
		case r.Deal != nil && slices.ContainsFunc(r.Deal.Chairs,
			func(c Chair) bool { return c.Player == p || c.Pays() == p }):
			e.Deals++
		case at < 0:
			continue
		default:
			e.Others++
		}
		if at >= 0 {
			e.Amount += r.Nets[at].Amount
		}
	}
	return e, e.Deals+e.Others > 0
}

// slateSince lists what was written about a person outside the nights after an entry and stands, newest
// first.
func slateSince(tx *store.Tx, names *people.Roster, p PlayerID, after EntryID) ([]SlateLine, error) {
	var out []SlateLine
	for _, self := range names.Selves(p) {
		err := store.Each(tx, func(rows *sql.Rows) error {
			var (
				l     SlateLine
				money rules.Money
				at    int64
				text  []byte
			)
			if err := rows.Scan(&l.Entry, &l.Kind, &at, &l.Device, &text, &money); err != nil {
				return err
			}
			body, err := chain.Decode(l.Kind, text)
			if err != nil {
				return err
			}
			l.At = time.UnixMilli(at)
			l.Text, l.Reason = names.Tell(money, l.Kind, body)
			out = append(out, l)
			return nil
		}, `SELECT e.seq, e.kind, e.at, e.device, e.body, l.money FROM slate_line l JOIN entry e ON e.seq = l.entry
			WHERE l.player = ? AND l.entry > ? AND e.reverses IS NULL
				AND NOT EXISTS (SELECT 1 FROM entry u WHERE u.reverses = e.seq)
			ORDER BY l.entry DESC LIMIT ?`, int64(self), int64(after), partingListed)
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(out, func(a, b SlateLine) int { return cmp.Compare(b.Entry, a.Entry) })
	return out, nil
}

// aboutPerson is the latest entry of the nights a person has a part in, or about them on the slate.
func aboutPerson(q store.Querier, names *people.Roster, p PlayerID) (last EntryID, err error) {
	err = q.Row(`SELECT coalesce(max(n.version), 0) FROM night_sum s JOIN night n ON n.id = s.night
		WHERE s.player = ?`, int64(p)).Scan(&last)
	for _, self := range names.Selves(p) {
		if err != nil {
			return 0, err
		}
		var entry EntryID
		err = q.Row(`SELECT coalesce(max(entry), 0) FROM slate_line WHERE player = ?`, int64(self)).Scan(&entry)
		last = max(last, entry)
	}
	return last, err
}

// leftApart finds what is left open between the two of a join, in the closed nights, by a roster in which
// they are parted. There the two came to nothing together, so what the one owes the other gets.
func leftApart(q store.Querier, apart *people.Roster, join *chain.Join) ([]Carried, error) {
	gone, stays := join.Gone, apart.Who(join.Stays)
	ids, err := json.Marshal(apart.Selves(gone))
	if err != nil {
		return nil, err
	}
	var out []Carried
	err = store.Each(q, func(rows *sql.Rows) error {
		var (
			c        Carried
			src, dst PlayerID
			amount   int64
		)
		if err := rows.Scan(&c.Night, &c.Name, &c.Date, &c.Money, &src, &dst, &amount); err != nil {
			return err
		}
		if len(out) == 0 || out[len(out)-1].Night != c.Night {
			out = append(out, c)
		}
		sum := &out[len(out)-1].Debt.Amount // of who is gone
		if apart.Who(src) == gone {
			if err := add(sum, -amount); err != nil {
				return err
			}
		}
		if apart.Who(dst) == gone {
			return add(sum, amount)
		}
		return nil
	}, `SELECT n.id, n.name, n.date, n.money, t.src, t.dst, t.amount
		FROM night_sum s JOIN night n ON n.id = s.night JOIN entry e ON e.night = n.id
			JOIN transfer t ON t.entry = e.seq AND t.night = n.id
		WHERE s.player = ?1 AND n.closed IS NOT NULL
			AND (t.src IN (SELECT value FROM json_each(?2)) OR t.dst IN (SELECT value FROM json_each(?2)))
		ORDER BY n.id, e.seq`, int64(stays), string(ids))
	if err != nil {
		return nil, err
	}
	out = slices.DeleteFunc(out, func(c Carried) bool { return c.Debt.Amount == 0 })
	for i := range out {
		d := &out[i].Debt
		if d.From, d.To = stays, gone; d.Amount < 0 {
			d.From, d.To, d.Amount = gone, stays, -d.Amount
		}
		out[i].FromName, out[i].ToName = apart.Name(d.From), apart.Name(d.To)
	}
	return out, nil
}

// PartPlayers takes a join back. saw is the version its page showed (Parting.Version): if something was
// written about the two since, PartPlayers returns *Stale. Zero doesn't check.
func (b *Book) PartPlayers(ctx context.Context, s Slip, join, saw EntryID) (Receipt, error) {
	return b.post(ctx, s, "part players", []any{join, saw}, func(d *desk) (Receipt, error) {
		entry, said, err := standingJoin(d, join)
		if err != nil {
			return Receipt{}, err
		}
		if saw != 0 {
			last, err := aboutPerson(d, d.roster, d.who(said.Stays))
			if err != nil {
				return Receipt{}, err
			}
			if last > saw {
				return Receipt{}, &Stale{Sentence: "Something was written in the name of " +
					d.roster.Name(said.Stays) + " meanwhile. Look at it again before you part them."}
			}
		}
		return Receipt{}, d.part(entry, said, "")
	})
}

// standingJoin reads the entry of a join.
func standingJoin(q store.Querier, seq EntryID) (*Entry, *chain.Join, error) {
	entry, err := readEntry(q, seq)
	if err != nil {
		return nil, nil, err
	}
	if entry.Kind != chain.KindJoin {
		return nil, nil, &NotFound{"entry"}
	}
	if err := notWithdrawn(q, seq); err != nil {
		return nil, nil, err
	}
	body, err := chain.Decode(entry.Kind, entry.Body)
	if err != nil {
		return nil, nil, err
	}
	return entry, body.(*chain.Join), nil
}

// part takes a join back and carries on what that leaves in closed nights.
func (d *desk) part(join *Entry, said *chain.Join, reason string) error {
	apart := d.roster.Clone()
	apart.Part(said.Gone)
	carried, err := leftApart(d, apart, said)
	if err != nil {
		return err
	}
	if _, err := d.post(nil, chain.KindReversal, &chain.Reason{Reason: reason}, join); err != nil {
		return err
	}
	for _, c := range carried {
		night, err := d.fold(c.Night)
		if err != nil {
			return err
		}
		if _, err := d.post(night, chain.KindCarry, &chain.Debts{Debts: []Debt{c.Debt}}, nil); err != nil {
			return err
		}
	}
	return nil
}
