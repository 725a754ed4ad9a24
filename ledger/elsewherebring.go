package ledger

// Evenings kept in another book, brought into this one. Their entries come as they were made, with their
// times, devices and corrections; only ids are this book's. The other book is only read.

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/show"
	"ouverte/ledger/state"
	"ouverte/ledger/store"
	"ouverte/rules"
)

type Coming struct {
	From     string                    // what that book is called
	Evenings []chain.NightID           // there; the oldest come first
	Who      Who                       // who is who; Bring adds those it enters
	Names    map[chain.PlayerID]string // what newcomers are called here, where that isn't their name there
}

type Brought struct {
	Evenings int
	Stayed   []ElsewhereEvening // of those asked for, and why
}

// Bring brings evenings of another book, and enters their newcomers as they are met. Where it fails midway,
// what came before stays. A newcomer who can't be called so is a Refusal of the field name-7, by the number
// there.
func (b *Book) Bring(ctx context.Context, s Slip, other *Book, c Coming) (out Brought, err error) {
	look, err := b.LookElsewhere(ctx, other, c.Who)
	if err != nil {
		return out, err
	}
	for _, p := range look.People {
		c.Who[p.ID] = p.Same
	}
	for _, e := range slices.Backward(look.Evenings) {
		if !slices.Contains(c.Evenings, e.ID) {
			continue
		}
		var r Receipt
		var err error
		if e.Stays == "" {
			if err := b.enterStrangers(ctx, s, e.People, look.People, c); err != nil {
				return out, err
			}
			r, err = b.BringEvening(ctx, other, c.From, e.ID, c.Who)
		}
		refused := (*rules.Problem)(nil)
		switch {
		case errors.As(err, &refused):
			e.Stays = refused.Sentence
		case err != nil:
			return out, err
		case r.Repeated:
			e.Here, e.Stays = r.Night, "It is in this book already."
		}
		if e.Stays != "" {
			out.Stayed = append(out.Stayed, e)
			continue
		}
		out.Evenings++
	}
	return out, nil
}

func (b *Book) enterStrangers(
	ctx context.Context, s Slip, people []chain.PlayerID, strangers []Stranger, c Coming,
) error {
	for _, p := range strangers {
		if c.Who[p.ID] != 0 || !slices.Contains(people, p.ID) {
			continue
		}
		name := c.Names[p.ID]
		if strings.TrimSpace(name) == "" {
			name = p.Name
		}
		own := s
		own.Key = fmt.Sprintf("%s-%d", s.Key, p.ID)
		r, err := b.AddPlayer(ctx, own, name)
		if refused := (*rules.Problem)(nil); errors.As(err, &refused) {
			return refuse(fmt.Sprintf("name-%d", p.ID), "%s", refused.Sentence)
		}
		if err != nil {
			return err
		}
		c.Who[p.ID] = chain.PlayerID(r.ID)
	}
	return nil
}

// BringEvening brings an evening of another book. from names that book; who has everybody who was there.
// Receipt.Night is its id here; Again says that it was here already.
func (b *Book) BringEvening(
	ctx context.Context, other *Book, from string, id chain.NightID, who Who,
) (Receipt, error) {
	here, there := b.newest.Load(), other.newest.Load()
	n := there.Night(id)
	if n == nil {
		return Receipt{}, &chain.NotFound{What: "night"}
	}
	entries, err := other.entriesOf(ctx, there, id)
	if err != nil {
		return Receipt{}, err
	}
	if from, err = chain.CleanText("origin", from, true); err != nil {
		return Receipt{}, err
	}
	e := ElsewhereEvening{NightLine: show.NightLine{ID: id, Date: n.Date}}
	c := comparison{b: b, here: here, there: there, same: func(p chain.PlayerID) chain.PlayerID {
		return here.Names().Who(who[there.Names().Who(p)])
	}}
	if err := c.compare(ctx, &e, entries); err != nil || e.Here != 0 {
		return Receipt{Night: e.Here, Repeated: e.Here != 0}, err
	}
	v := &visit{from: from, entries: entries, there: there.Names(), who: who}
	return b.ask(ctx, func(d *desk) error { return d.bring(v) })
}

type visit struct {
	from    string
	entries []*chain.Entry
	there   *people.Roster
	who     Who
}

// bring writes an evening of another book, unless it is here already.
func (d *desk) bring(v *visit) error {
	night, err := brought(d, v.entries[0])
	if d.receipt.Night, d.receipt.Repeated = night, night != 0; err != nil || night != 0 {
		return err
	}
	entries, err := d.translate(v)
	if err != nil {
		return err
	}
	reader := new(chain.Reader)
	for _, e := range entries {
		if err := d.draft.ApplyRead(e, reader); errors.Is(err, state.ErrKitty) {
			return refuse("evening", "It shared out more than this book’s kitty holds. Bring in the evenings "+
				"that filled it, too.")
		} else if err != nil {
			return err
		}
	}
	d.entries = append(d.entries, entries...)
	d.receipt.Night = entries[0].Night
	return nil
}

// comes refuses an evening of another book that can't be brought in:
//
//   - it isn't over;
//   - two of its players would be one person here, though both sat there or an entry names the two apart;
//   - it closed balanced only because two of its players counted as one person then, and they are two now.
//
// It reads the entries as they would be here, adds up the transfers of each night, and looks at each close.
func comes(
	entries []*chain.Entry, there *people.Roster, same func(chain.PlayerID) (chain.PlayerID, error),
) error {
	var (
		who  = map[chain.PlayerID]chain.PlayerID{}          // the person there, by their id here
		open = map[chain.NightID]map[chain.PlayerID]int64{} // what each has won or lost in a night so far
		over = false
	)
	money, err := moneyOf(entries[0])
	if err != nil {
		return err
	}
	meet := func(p chain.PlayerID) chain.PlayerID {
		if p == chain.Kitty {
			return p
		}
		p = there.Who(p)
		here, nobody := same(p)
		switch was, met := who[here]; {
		case nobody != nil:
			err = nobody
		case met && was != p:
			err = refuse("who", "%s and %s were both there, so they can't be one person.", there.Name(was),
				there.Name(p))
		}
		who[here] = p
		return here
	}
	for _, e := range entries {
		said, wrong := chain.Decode(e.Kind, e.Body)
		if wrong != nil {
			return wrong
		}
		chain.Ids{Player: meet, Night: itself[chain.NightID], Entry: itself[chain.EntryID]}.Translate(said)
		if said.Check(chain.At{Kind: e.Kind, Night: e.Night, Money: money}) != nil && err == nil {
			err = refuse("evening", "It has a payment between two names that are one person here.")
		}
		for _, t := range e.Transfers {
			from, to := meet(t.From), meet(t.To)
			if t.Night == 0 {
				continue
			}
			if open[t.Night] == nil {
				open[t.Night] = map[chain.PlayerID]int64{}
			}
			open[t.Night][from] -= t.Amount
			open[t.Night][to] += t.Amount
		}
		switch e.Kind {
		case chain.KindClose:
			over = over || e.Night == entries[0].Night
			for _, amount := range open[e.Night] {
				if amount != 0 && money.Handed() && err == nil { // points stay where they are
					err = refuse("evening", "It was settled while two of its players counted as one person. Now "+
						"they are two.")
				}
			}
		case chain.KindReopen:
			over = over && e.Night != entries[0].Night
		}
	}
	if !over {
		return refuse("evening", "It is still being played. Bring it when it is over.")
	}
	return err
}

func moneyOf(begins *chain.Entry) (rules.Money, error) {
	said, err := chain.Decode(begins.Kind, begins.Body)
	switch b := said.(type) {
	case *chain.Night:
		return b.House.Money, err
	case *chain.Meeting:
		return b.House.Money, err
	}
	return "", err
}

func itself[T any](id T) T { return id }

func (d *desk) translate(v *visit) ([]*chain.Entry, error) {
	here := func(p chain.PlayerID) (chain.PlayerID, error) {
		at := d.names().Find(v.who[p])
		if at == nil {
			return 0, refuse("who", "Say who %s is.", v.there.Name(p))
		}
		return at.ID, nil
	}
	if err := comes(v.entries, v.there, here); err != nil {
		return nil, err
	}
	seqs, nights, seal := map[chain.EntryID]chain.EntryID{}, map[chain.NightID]chain.NightID{}, ""
	for i, e := range v.entries {
		seqs[e.Seq] = d.draft.Last() + chain.EntryID(i+1)
		if nights[e.Night] == 0 {
			nights[e.Night] = d.draft.LastNight() + chain.NightID(len(nights)+1)
		}
		if e.Kind == chain.KindClose && e.Night == v.entries[0].Night {
			seal = e.Hash.Seal()
		}
	}
	origin := &chain.Origin{
		Book: v.from, Night: int64(v.entries[0].Night), Seal: seal, At: d.b.clock().UnixMilli(),
	}
	ids := chain.Ids{
		Player: func(p chain.PlayerID) chain.PlayerID {
			p, _ = here(v.there.Who(p))
			return p
		},
		Night: func(n chain.NightID) chain.NightID { return nights[n] },
		Entry: func(e chain.EntryID) chain.EntryID { return seqs[e] },
	}
	prev, out := d.draft.Hash(), []*chain.Entry(nil)
	for i, e := range v.entries {
		it, said, err := d.asHere(e, ids)
		if err != nil {
			return nil, err
		}
		it.Night, it.Prev = nights[e.Night], prev
		if i == 0 {
			comesFrom(said, origin)
		}
		if it.Body, err = chain.Encode(said); err != nil {
			return nil, err
		}
		it.Hash = it.Digest()
		prev, out = it.Hash, append(out, it)
	}
	return out, nil
}

// comesFrom notes in the body that begins an evening where it comes from, unless it came from elsewhere there
// as well.
func comesFrom(begins chain.Body, origin *chain.Origin) {
	at := new(*chain.Origin)
	switch b := begins.(type) {
	case *chain.Night:
		at = &b.Origin
	case *chain.Meeting:
		at = &b.Origin
	}
	if *at == nil {
		*at = origin
	}
}

// asHere translates another book's entry and its body into this book's ids. Its night, the text of its body
// and its hash are still to come.
func (d *desk) asHere(e *chain.Entry, ids chain.Ids) (out *chain.Entry, said chain.Body, err error) {
	if said, err = chain.Decode(e.Kind, e.Body); err != nil {
		return nil, nil, err
	}
	ids.Translate(said)
	it := *e
	out = &it
	out.Seq = ids.Entry(e.Seq)
	if e.Reverses != 0 {
		out.Reverses = ids.Entry(e.Reverses)
	}
	if out.Key, err = d.keyHere(e); err != nil {
		return nil, nil, err
	}
	out.Transfers = nil
	for _, t := range e.Transfers {
		moved := chain.Transfer{Money: t.Money, From: t.From, To: t.To, Amount: t.Amount}
		if t.Night != 0 {
			moved.Night = ids.Night(t.Night)
		}
		for _, p := range [...]*chain.PlayerID{&moved.From, &moved.To} {
			if *p != chain.Kitty {
				*p = ids.Player(*p)
			}
		}
		if moved.From != moved.To { // two there who became one since, as in a share of one's own cost
			out.Transfers = append(out.Transfers, moved)
		}
	}
	return out, said, nil
}

func (d *desk) keyHere(e *chain.Entry) (string, error) {
	taken, err := store.Column[int64](d, `SELECT count(*) FROM entry WHERE key = ? AND part = ?`, e.Key, e.Part)
	if err != nil || taken[0] == 0 {
		return e.Key, err
	}
	return otherKey(e), nil
}

func otherKey(e *chain.Entry) string {
	made := sha256.Sum256(append(e.Hash[:], e.Key...))
	return hex.EncodeToString(made[:16])
}
