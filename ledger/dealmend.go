package ledger

// Putting deals right: the wrong version is reversed by an entry that names it, and a new one is put beside
// it.

import (
	"context"
	"errors"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// The numbers are in the hash of a request that is kept with its entries.
type MendKind uint8

const (
	Correct MendKind = 1 // say anew what the deal was
	Remove  MendKind = 2 // it wasn't played; also takes the last one back
	PutBack MendKind = 3 // it was, after all
	Insert  MendKind = 4 // a deal was forgotten: it goes before Deal
	Swap    MendKind = 5 // Deal and With were recorded the wrong way round
)

type Mend struct {
	Do   MendKind
	Deal chain.DealID
	// Saw is the version of Deal the page showed (Dealt.Version; for PutBack the version that was removed).
	// If another one stands, Mend returns *Stale. For Insert zero doesn't check.
	Saw     chain.EntryID
	With    chain.DealID  // Swap: the other one …
	SawWith chain.EntryID // … and its version
	Said    DealSaid      // Correct and Insert
	// MoveDealers moves the dealers along: of the two deals of a swap, else of the deals that follow, as far
	// as the same people sit.
	MoveDealers bool
	Reason      string // may be empty
}

type Effect struct {
	Before *show.Dealt       // the deal as it stands; nil for Insert and PutBack
	After  *show.Dealt       // as it would stand; nil for Remove
	Change []settle.Net      // of everybody's total tonight, without zeros
	Shifts []Shift           // other deals whose dealer changes
	Hands  []settle.Payment  // where it is paid as it goes: what is handed over with it, or back
	Dealer [2]chain.PlayerID // who deals next: before and after
	Duties [2]rules.Duties
	Night  *show.Night // the whole night as it would be
}

// Shift is a deal whose dealer changes, and with it perhaps who pays.
type Shift struct {
	Deal     chain.DealID
	Nth      int
	From, To chain.PlayerID
	Change   []settle.Net
}

// Mend writes the correction: the old version reversed by name, the new one beside it, all or nothing.
func (b *Book) Mend(ctx context.Context, s Slip, n chain.NightID, m Mend) (Receipt, error) {
	return b.inNight(ctx, s, n, 0, "mend", []any{n, m}, func(d *desk, night *state.ResolvedNight) error {
		return d.mend(night, m)
	})
}

// WhatIf says what a Mend would do without doing it. Errors as of Mend.
func (b *Book) WhatIf(ctx context.Context, n chain.NightID, m Mend) (Effect, error) {
	now := b.Now()
	p := &poster{draft: now.State().WhatIf(), slip: Slip{Key: "what-if"}, at: b.clock().UnixMilli()}
	night, err := p.opened(n)
	if err != nil {
		return Effect{}, err
	}
	before, err := now.Night(n)
	if err != nil {
		return Effect{}, err
	}
	if err := p.mend(night, m); err != nil {
		return Effect{}, err
	}
	handed, err := p.handOver()
	if err != nil {
		return Effect{}, err
	}
	mended, err := p.shown().Night(n)
	if err != nil {
		return Effect{}, err
	}
	after := *mended
	after.Version = before.Version
	e := effect(before, &after, p.receipt.Deal)
	e.Hands = handed
	return e, nil
}

func effect(before, after *show.Night, mended chain.DealID) Effect {
	e := Effect{Night: after}
	e.Before, _ = before.Deal(mended)
	e.After, _ = after.Deal(mended)
	for _, p := range after.People {
		change := p.Sum.Deals
		if i := slices.IndexFunc(before.People, func(was show.Person) bool { return was.ID == p.ID }); i >= 0 {
			change -= before.People[i].Sum.Deals
		}
		if change != 0 {
			e.Change = append(e.Change, settle.Net{Player: p.ID, Name: p.Name, Amount: change})
		}
	}
	for _, now := range slices.Backward(after.Deals) {
		was, stood := before.Deal(now.ID)
		if !stood || now.ID == mended {
			continue
		}
		from, to := was.Chairs[was.Deal.Dealer-1].Player, now.Chairs[now.Deal.Dealer-1].Player
		if from == to {
			continue
		}
		shift := Shift{Deal: now.ID, Nth: now.Nth, From: from, To: to}
		for i, net := range now.Nets {
			if change := net.Amount - was.Nets[i].Amount; change != 0 {
				shift.Change = append(shift.Change, settle.Net{Player: net.Player, Name: net.Name, Amount: change})
			}
		}
		e.Shifts = append(e.Shifts, shift)
	}
	for i, n := range [2]*show.Night{before, after} {
		e.Dealer[i] = n.Table[n.Dealer-1].Player
		e.Duties[i] = n.Duties
	}
	return e
}

var errNightClosed = &rules.Problem{Field: "night", Sentence: "This night is closed. Open it again first."}

func (p *poster) mend(n *state.ResolvedNight, m Mend) error {
	reason, err := chain.CleanText("reason", m.Reason, false)
	if err != nil {
		return err
	}
	d := n.Find(m.Deal)
	if d == nil {
		return &chain.NotFound{What: "deal"}
	}
	p.receipt.Deal = d.ID
	switch m.Do {
	case Correct:
		return p.correct(n, d, m, reason)
	case Remove:
		if err := standsAs(n, d, m.Saw); err != nil {
			return err
		}
		if m.MoveDealers {
			if err := p.moveDealers(n, after(n, d), n.Stands(d), -1, reason); err != nil {
				return err
			}
		}
		return p.reverse(n.ID, n.Stands(d).Entry, reason)
	case PutBack:
		return p.putBack(n, d, m, reason)
	case Insert:
		return p.insert(n, d, m, reason)
	case Swap:
		return p.exchange(n, d, m, reason)
	}
	return refuse("do", "Say what to put right.")
}

// standsAs returns *show.Stale for a page that didn't see the version that stands.
func standsAs(n *state.ResolvedNight, d *state.Deal, saw chain.EntryID) error {
	t := n.Stands(d)
	switch {
	case t == nil:
		return &show.Stale{Sentence: "Somebody has just removed this deal.", Rows: show.Drafted(n).RowsSince(saw)}
	case t.Entry != saw:
		now := show.Drafted(n).RowOf(d.ID)
		return &show.Stale{
			Sentence: "Somebody put this deal right meanwhile: " + now.Text,
			Rows:     show.Drafted(n).RowsSince(saw),
			Deal:     now.Deal,
		}
	}
	return nil
}

func nth(n *state.ResolvedNight, d *state.Deal) int {
	return slices.IndexFunc(n.Stand(), func(o *state.Deal) bool { return o.ID == d.ID }) + 1
}

// after are the deals that follow one, in its round.
func after(n *state.ResolvedNight, d *state.Deal) []*state.Deal {
	var out []*state.Deal
	follows := false
	for i := range n.Deals {
		o := &n.Deals[i]
		if follows && o.Standing >= 0 && n.RoundOf(o) == n.RoundOf(d) {
			out = append(out, o)
		}
		follows = follows || o.ID == d.ID
	}
	return out
}

func (p *poster) correct(n *state.ResolvedNight, d *state.Deal, m Mend, reason string) error {
	if err := standsAs(n, d, m.Saw); err != nil {
		return err
	}
	t := n.Stands(d)
	was, sat := t.Said(), n.ChairsOf(t)
	deal, chairs, err := as(n.Names, &was, sat, m.Said)
	if err != nil {
		return err
	}
	if was.Call != rules.Royal { // one that stands was called, and what else is said of it can be put right
		if err := deal.CheckTurned(n.Stakes.TurnedSuit(nth(n, d) - 1)); err != nil {
			return err
		}
	}
	result, err := rules.Settle(n.Stakes, &deal)
	if err != nil {
		return err
	}
	if deal == was && slices.Equal(chairs, sat) {
		return refuse("deal", "The deal says that already.")
	}
	if m.MoveDealers && deal.Dealer != was.Dealer && deal.Seats == was.Seats {
		by := int(deal.Dealer) - int(was.Dealer)
		if err := p.moveDealers(n, after(n, d), t, by, reason); err != nil {
			return err
		}
	}
	return p.postVersion(n, d, chain.AsCorrected, reason, &deal, chairs, &result, n.Calls(t))
}

// as fills in the fields a correction leaves out from the version before.
func as(
	names *people.Roster, was *rules.Deal, sat []chain.Chair, said DealSaid,
) (rules.Deal, []chain.Chair, error) {
	deal, chairs, err := said.seated(names, sat, "sat")
	if err != nil {
		return deal, nil, err
	}
	if deal.Dealer == 0 {
		if deal.Dealer = chain.SeatOf(chairs, sat[was.Dealer-1].Player); deal.Dealer == 0 {
			return deal, nil, refuse("dealer", "Say who dealt.")
		}
	}
	return deal, chairs, nil
}

// postVersion posts a new version of a deal, after the reversal of the one that stands, if one does.
func (p *poster) postVersion(n *state.ResolvedNight, d *state.Deal, how, reason string, deal *rules.Deal,
	chairs []chain.Chair, result *rules.Result, calls string) error {
	if t := n.Stands(d); t != nil {
		if err := p.reverse(n.ID, t.Entry, reason); err != nil {
			return err
		}
	}
	body := chain.DealOf(deal, chairs)
	body.Deal, body.As, body.Reason = d.ID, how, reason
	body.Auction = calling(n, deal, calls)
	return p.deal(n, &body, chairs, result)
}

// moveDealers moves the dealers of the following deals by so many seats, as long as the deal went round from
// one to the next at the same table as in first.
func (p *poster) moveDealers(n *state.ResolvedNight, following []*state.Deal, first *state.Version, by int,
	reason string) error {
	before, table := first.Said(), n.ChairsOf(first)
	for i, d := range following {
		t := n.Stands(d)
		deal, chairs := t.Said(), n.ChairsOf(t)
		if !sameTable(chairs, table) || i > 0 && deal.Dealer != before.LeftOf(before.Dealer) {
			return nil
		}
		before = deal
		deal.Dealer = rules.Seat((int(deal.Dealer)-1+by+2*deal.Seats)%deal.Seats + 1)
		if rests := before.Sitter(); deal.TricksBy != [rules.MaxSeats + 1]int8{} && deal.Sitter() != rests {
			return refuse("dealers", "The dealers can't move: %s would have played deal %d, and the sheet "+
				"has no tricks for them. Put these in first, or keep the dealers.",
				n.Names.Name(chairs[rests-1].Player), nth(n, d))
		}
		result, err := rules.Settle(n.Stakes, &deal)
		if problem := (*rules.Problem)(nil); errors.As(err, &problem) {
			return refuse("dealers", "The dealers can't move: %s would have dealt deal %d. %s",
				n.Names.Name(chairs[deal.Dealer-1].Player), nth(n, d), problem.Sentence)
		}
		if err == nil {
			err = p.postVersion(n, d, chain.AsMoved, reason, &deal, chairs, &result, n.Calls(t))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func sameTable(a, b []chain.Chair) bool {
	return slices.EqualFunc(a, b, func(x, y chain.Chair) bool { return x.Player == y.Player })
}

func (p *poster) putBack(n *state.ResolvedNight, d *state.Deal, m Mend, reason string) error {
	if t := n.Stands(d); t != nil {
		now := show.Drafted(n).RowOf(d.ID)
		return &show.Stale{
			Sentence: "This deal is on the sheet: " + now.Text,
			Rows:     show.Drafted(n).RowsSince(m.Saw),
			Deal:     now.Deal,
		}
	}
	removal := n.Latest(d)
	if m.Saw != removal.Entry && m.Saw != n.Removed(d).Entry {
		return &show.Stale{Sentence: "Somebody changed this deal before you removed it.",
			Rows: show.Drafted(n).RowsSince(m.Saw)}
	}
	if m.MoveDealers {
		if err := p.moveDealers(n, after(n, d), removal, +1, reason); err != nil {
			return err
		}
	}
	deal, result := removal.Said(), n.Result(removal)
	return p.postVersion(n, d, chain.AsPutBack, reason, &deal, n.ChairsOf(removal), &result, n.Calls(removal))
}

func (p *poster) insert(n *state.ResolvedNight, before *state.Deal, m Mend, reason string) error {
	t := n.Stands(before)
	if t == nil {
		return &show.Stale{Sentence: "Somebody has removed the deal after it.",
			Rows: show.Drafted(n).RowsSince(m.Saw)}
	}
	if m.Saw != 0 {
		if err := standsAs(n, before, m.Saw); err != nil {
			return err
		}
	}
	was := t.Said()
	deal, chairs, err := as(n.Names, &was, n.ChairsOf(t), m.Said)
	if err != nil {
		return err
	}
	result, err := settleAs(n, &deal, nth(n, before)-1)
	if err != nil {
		return err
	}
	if m.MoveDealers {
		following := append([]*state.Deal{before}, after(n, before)...)
		if err := p.moveDealers(n, following, t, +1, reason); err != nil {
			return err
		}
	}
	body := chain.DealOf(&deal, chairs)
	body.Before, body.Reason = before.ID, reason
	err = p.deal(n, &body, chairs, &result)
	p.receipt.Deal = chain.DealID(p.draft.Last())
	return err
}

func (p *poster) exchange(n *state.ResolvedNight, d *state.Deal, m Mend, reason string) error {
	with := n.Find(m.With)
	if with == nil {
		return &chain.NotFound{What: "deal"}
	}
	if with == d {
		return refuse("with", "Choose two different deals.")
	}
	if err := standsAs(n, d, m.Saw); err != nil {
		return err
	}
	if err := standsAs(n, with, m.SawWith); err != nil {
		return err
	}
	if one, other := n.RoundOf(d), n.RoundOf(with); one != other {
		return refuse("with", "Deal %d is of round %d and deal %d of round %d: they can’t change places.",
			nth(n, d), one, nth(n, with), other)
	}
	a, b := n.Stands(d), n.Stands(with)
	if m.MoveDealers && a.Dealer != b.Dealer {
		if !sameTable(n.ChairsOf(a), n.ChairsOf(b)) {
			return refuse("dealers", "Different people played the two deals: keep the dealers as on the "+
				"sheet.")
		}
		by := int(b.Dealer) - int(a.Dealer)
		if err := p.moveDealers(n, []*state.Deal{d}, a, by, reason); err != nil {
			return err
		}
		if err := p.moveDealers(n, []*state.Deal{with}, b, -by, reason); err != nil {
			return err
		}
	}
	return p.post(n.ID, chain.KindOrder, &chain.Order{Swap: [2]chain.DealID{d.ID, with.ID}, Reason: reason})
}

// AgreeDeal notes that a player who didn't call it agrees the result of a deal, in the version they saw.
func (b *Book) AgreeDeal(
	ctx context.Context, s Slip, n chain.NightID, d chain.DealID, saw chain.EntryID, by chain.PlayerID,
) (Receipt, error) {
	return b.sayAgreed(ctx, s, n, chain.Agree{Deal: d, Version: saw, By: by, Agreed: true})
}

// DisputeDeal notes that a player disputes it, until it is corrected or agreed.
func (b *Book) DisputeDeal(
	ctx context.Context, s Slip, n chain.NightID, d chain.DealID, saw chain.EntryID, by chain.PlayerID,
	reason string,
) (Receipt, error) {
	return b.sayAgreed(ctx, s, n, chain.Agree{Deal: d, Version: saw, By: by, Reason: reason})
}

func (b *Book) sayAgreed(ctx context.Context, s Slip, n chain.NightID, a chain.Agree) (Receipt, error) {
	return b.inNight(ctx, s, n, 0, "agree", []any{n, a}, func(d *desk, night *state.ResolvedNight) error {
		deal := night.Find(a.Deal)
		if deal == nil {
			return &chain.NotFound{What: "deal"}
		}
		if err := standsAs(night, deal, a.Version); err != nil {
			return err
		}
		reason, err := chain.CleanText("reason", a.Reason, false)
		if err != nil {
			return err
		}
		body := a
		body.By, body.Reason = d.who(a.By), reason
		t := night.Stands(deal)
		seat := chain.SeatOf(night.ChairsOf(t), body.By)
		if seat == 0 {
			return refuse("by", "Only somebody who played that deal can say so.")
		}
		if a.Agreed && (seat == t.Caller || seat == t.Partner) {
			return refuse("by", "%s called it: somebody on the other side must agree.",
				d.names().Name(body.By))
		}
		d.receipt.Deal = a.Deal
		return d.post(n, chain.KindAgree, &body)
	})
}
