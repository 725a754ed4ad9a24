package ledger

// Putting deals right: the wrong version is reversed by an entry that names it, and a new one is put beside
// it.

import (
	"context"
	"errors"
	"slices"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/store"
	"ouverte/rules"
)

// MendKind is what is put right. The numbers are in the hash of a request that is kept with its entries.
type MendKind uint8

const (
	Correct MendKind = 1 // say anew what the deal was
	Remove  MendKind = 2 // it wasn't played; also takes the last one back
	PutBack MendKind = 3 // it was, after all
	Insert  MendKind = 4 // a deal was forgotten: it goes before Deal
	Swap    MendKind = 5 // Deal and With were recorded the wrong way round
)

// Mend puts an earlier deal right.
type Mend struct {
	Do   MendKind
	Deal DealID
	// Saw is the version of Deal the page showed (Dealt.Version; for PutBack the version that was removed).
	// If another one stands, Mend returns *Stale. For Insert zero doesn't check.
	Saw     EntryID
	With    DealID   // Swap: the other one …
	SawWith EntryID  // … and its version
	Said    DealSaid // Correct and Insert
	// MoveDealers moves the dealers along: of the two deals of a swap, else of the deals that follow, as far
	// as the same people sit.
	MoveDealers bool
	Reason      string // may be empty
}

// Effect is what a Mend would do.
type Effect struct {
	Before *Dealt      // the deal as it stands; nil for Insert and PutBack
	After  *Dealt      // as it would stand; nil for Remove
	Change []Net       // of everybody's total tonight, without zeros
	Shifts []Shift     // other deals whose dealer changes
	Dealer [2]PlayerID // who deals next: before and after
	Duties [2]rules.Duties
	Night  *Night // the whole night as it would be
}

// Shift is a deal whose dealer changes, and with it perhaps who pays.
type Shift struct {
	Deal     DealID
	Nth      int
	From, To PlayerID
	Change   []Net
}

// Version is one version of a deal, or its removal.
type Version struct {
	Entry    EntryID
	What     string // "recorded", "corrected", "removed", "put back", "dealer moved"
	At       time.Time
	Device   string
	Reason   string
	Chairs   []Chair
	Names    []string
	Deal     rules.Deal
	Result   rules.Result
	Nets     []Net
	Removed  bool // this version says that the deal wasn't played; Deal is what it had been
	Standing bool
}

// Mend writes the correction: the old version reversed by name, the new one beside it, all or nothing.
func (b *Book) Mend(ctx context.Context, s Slip, n NightID, m Mend) (Receipt, error) {
	return b.inNight(ctx, s, n, 0, "mend", []any{n, m}, func(d *desk, night *fold) (Receipt, error) {
		deal, err := night.mend(&d.poster, d.roster, m)
		return Receipt{Deal: deal}, err
	})
}

// WhatIf says what a Mend would do without doing it. Errors as of Mend.
func (b *Book) WhatIf(ctx context.Context, n NightID, m Mend) (Effect, error) {
	var night *fold
	var holds int64
	err := b.read(ctx, func(tx *store.Tx) (err error) {
		if night, err = b.freshFold(tx, n); err == nil {
			holds, err = kittyHolds(tx, night.money())
		}
		return err
	})
	if err != nil {
		return Effect{}, err
	}
	if night.closed != nil {
		return Effect{}, errNightClosed
	}
	names := b.roster.Load()
	before := night.show(names, holds)
	deal, err := night.mend(&poster{seq: night.version, at: night.at}, names, m)
	if err != nil {
		return Effect{}, err
	}
	after := night.show(names, holds)
	after.Version = before.Version
	return effect(before, after, deal), nil
}

// effect compares a night with itself after a Mend.
func effect(before, after *Night, mended DealID) Effect {
	e := Effect{Night: after}
	e.Before, _ = before.Deal(mended)
	e.After, _ = after.Deal(mended)
	for _, p := range after.People {
		change := p.Sum.Total()
		if i := slices.IndexFunc(before.People, func(was Person) bool { return was.ID == p.ID }); i >= 0 {
			change -= before.People[i].Sum.Total()
		}
		if change != 0 {
			e.Change = append(e.Change, Net{Player: p.ID, Name: p.Name, Amount: change})
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
				shift.Change = append(shift.Change, Net{Player: net.Player, Name: net.Name, Amount: change})
			}
		}
		e.Shifts = append(e.Shifts, shift)
	}
	for i, n := range [2]*Night{before, after} {
		e.Dealer[i] = n.Table[n.Dealer-1].Player
		e.Duties[i] = n.Duties
	}
	return e
}

var errNightClosed = &Refusal{Field: "night", Sentence: "This night is closed. Open it again first."}

// mend posts what puts the deal right, and returns which deal that was.
func (n *fold) mend(p *poster, names *people.Roster, m Mend) (DealID, error) {
	reason, err := chain.CleanText("reason", m.Reason, false)
	if err != nil {
		return 0, err
	}
	d, ok := n.deals[m.Deal]
	if !ok {
		return 0, &NotFound{"deal"}
	}
	switch m.Do {
	case Correct:
		return d.id, n.correct(p, names, d, m, reason)
	case Remove:
		if err := n.standsAs(names, d, m.Saw); err != nil {
			return 0, err
		}
		if m.MoveDealers {
			if err := n.moveDealers(p, names, n.after(d), d.standing, -1, reason); err != nil {
				return 0, err
			}
		}
		_, err := p.post(n, chain.KindReversal, &chain.Reason{Reason: reason}, d.standing.entry)
		return d.id, err
	case PutBack:
		return d.id, n.putBack(p, names, d, m, reason)
	case Insert:
		return n.insert(p, names, d, m, reason)
	case Swap:
		return d.id, n.exchange(p, names, d, m, reason)
	}
	return 0, refuse("do", "Say what is to be put right.")
}

// standsAs returns *Stale for a page that didn't see the version that stands.
func (n *fold) standsAs(names *people.Roster, d *dealState, saw EntryID) error {
	switch {
	case d.standing == nil:
		return &Stale{Sentence: "This deal was removed meanwhile.", Rows: n.rowsSince(names, saw)}
	case d.standing.entry.Seq != saw:
		return &Stale{
			Sentence: "This deal was put right meanwhile. It says now: " + n.dealText(names, d.standing),
			Rows:     n.rowsSince(names, saw),
			Deal:     d.show(d.standing, n.nth(d), names),
		}
	}
	return nil
}

// nth is the number of a standing deal.
func (n *fold) nth(d *dealState) int {
	return slices.Index(n.stand(), d) + 1
}

// after lists the standing deals that follow one.
func (n *fold) after(d *dealState) []*dealState {
	var out []*dealState
	for _, o := range n.order[slices.Index(n.order, d)+1:] {
		if o.standing != nil {
			out = append(out, o)
		}
	}
	return out
}

func (n *fold) correct(p *poster, names *people.Roster, d *dealState, m Mend, reason string) error {
	if err := n.standsAs(names, d, m.Saw); err != nil {
		return err
	}
	was := d.standing
	deal, chairs, err := as(names, was, m.Said)
	if err != nil {
		return err
	}
	if was.deal.Call != rules.Royal { // one that stands was called, and what else is said of it can be put right
		if err := deal.CheckTurned(n.stakes.TurnedSuit(n.nth(d) - 1)); err != nil {
			return err
		}
	}
	result, err := rules.Settle(n.stakes, &deal)
	if err != nil {
		return err
	}
	if deal == was.deal && slices.Equal(chairs, was.chairs) {
		return refuse("deal", "That is what stands already.")
	}
	if m.MoveDealers && deal.Dealer != was.deal.Dealer && deal.Seats == was.deal.Seats {
		by := int(deal.Dealer) - int(was.deal.Dealer)
		if err := n.moveDealers(p, names, n.after(d), was, by, reason); err != nil {
			return err
		}
	}
	return n.postVersion(p, d, chain.AsCorrected, reason, &version{deal: deal, chairs: chairs, result: result,
		auction: was.auction})
}

// as fills in what a correction doesn't say from what was said before.
func as(names *people.Roster, was *version, said DealSaid) (rules.Deal, []Chair, error) {
	deal, chairs, err := said.seated(names, was.chairs, "sat")
	if err != nil {
		return deal, nil, err
	}
	if deal.Dealer == 0 {
		if deal.Dealer = chain.SeatOf(chairs, was.chairs[was.deal.Dealer-1].Player); deal.Dealer == 0 {
			return deal, nil, refuse("dealer", "Say who dealt.")
		}
	}
	return deal, chairs, nil
}

// postVersion posts a new version of a deal, after the reversal of the one that stands, if one does.
func (n *fold) postVersion(p *poster, d *dealState, how, reason string, t *version) error {
	if d.standing != nil {
		if _, err := p.post(n, chain.KindReversal, &chain.Reason{Reason: reason},
			d.standing.entry); err != nil {
			return err
		}
	}
	body := chain.DealOf(&t.deal, t.chairs)
	body.Deal, body.As, body.Reason = d.id, how, reason
	body.Auction = n.calling(&t.deal, t.auction)
	_, err := p.deal(n, &body, t.chairs, &t.result)
	return err
}

// moveDealers moves the dealers of the following deals by so many seats, as long as the deal went round from
// one to the next at the same table as in first.
func (n *fold) moveDealers(p *poster, names *people.Roster, following []*dealState, first *version, by int,
	reason string) error {
	before := first
	for i, d := range following {
		t := d.standing
		if !sameTable(t.chairs, first.chairs) || i > 0 &&
			t.deal.Dealer != before.deal.Left(before.deal.Dealer) {
			return nil
		}
		before = t
		moved := *t
		moved.deal.Dealer = rules.Seat((int(t.deal.Dealer)-1+by+2*t.deal.Seats)%t.deal.Seats + 1)
		var err error
		if moved.result, err = rules.Settle(n.stakes, &moved.deal); err != nil {
			var problem *rules.Problem
			if !errors.As(err, &problem) {
				return err
			}
			return refuse("dealers", "The deal can't be moved along: in deal %d %s would have dealt. %s",
				n.nth(d), names.Name(t.chairs[moved.deal.Dealer-1].Player), problem.Sentence)
		}
		if err := n.postVersion(p, d, chain.AsMoved, reason, &moved); err != nil {
			return err
		}
	}
	return nil
}

// sameTable tells whether the same people sat in the same order.
func sameTable(a, b []Chair) bool {
	return slices.EqualFunc(a, b, func(x, y Chair) bool { return x.Player == y.Player })
}

func (n *fold) putBack(p *poster, names *people.Roster, d *dealState, m Mend, reason string) error {
	if d.standing != nil {
		return &Stale{
			Sentence: "This deal stands. It says: " + n.dealText(names, d.standing),
			Rows:     n.rowsSince(names, m.Saw),
			Deal:     d.show(d.standing, n.nth(d), names),
		}
	}
	removal := d.versions[len(d.versions)-1]
	if m.Saw != removal.entry.Seq && m.Saw != removal.entry.Reverses {
		return &Stale{Sentence: "This deal was changed meanwhile, before it was removed.",
			Rows: n.rowsSince(names, m.Saw)}
	}
	if m.MoveDealers {
		if err := n.moveDealers(p, names, n.after(d), removal, +1, reason); err != nil {
			return err
		}
	}
	return n.postVersion(p, d, chain.AsPutBack, reason, removal)
}

func (n *fold) insert(
	p *poster, names *people.Roster, before *dealState, m Mend, reason string,
) (DealID, error) {
	if before.standing == nil {
		return 0, &Stale{Sentence: "The deal it goes before was removed meanwhile.",
			Rows: n.rowsSince(names, m.Saw)}
	}
	if m.Saw != 0 {
		if err := n.standsAs(names, before, m.Saw); err != nil {
			return 0, err
		}
	}
	deal, chairs, err := as(names, before.standing, m.Said)
	if err != nil {
		return 0, err
	}
	result, err := n.settle(&deal, n.nth(before)-1)
	if err != nil {
		return 0, err
	}
	if m.MoveDealers {
		following := append([]*dealState{before}, n.after(before)...)
		if err := n.moveDealers(p, names, following, before.standing, +1, reason); err != nil {
			return 0, err
		}
	}
	body := chain.DealOf(&deal, chairs)
	body.Before, body.Reason = before.id, reason
	e, err := p.deal(n, &body, chairs, &result)
	if err != nil {
		return 0, err
	}
	return DealID(e.Seq), nil
}

func (n *fold) exchange(p *poster, names *people.Roster, d *dealState, m Mend, reason string) error {
	with, ok := n.deals[m.With]
	if !ok {
		return &NotFound{"deal"}
	}
	if with == d {
		return refuse("with", "Choose two different deals.")
	}
	if err := n.standsAs(names, d, m.Saw); err != nil {
		return err
	}
	if err := n.standsAs(names, with, m.SawWith); err != nil {
		return err
	}
	if m.MoveDealers && d.standing.deal.Dealer != with.standing.deal.Dealer {
		if !sameTable(d.standing.chairs, with.standing.chairs) {
			return refuse("dealers", "Others sat at the table in the one deal than in the other: leave the "+
				"dealers as they are.")
		}
		a, b := d.standing.deal.Dealer, with.standing.deal.Dealer
		for _, to := range [2]struct {
			d      *dealState
			dealer rules.Seat
		}{{d, b}, {with, a}} {
			by := int(to.dealer) - int(to.d.standing.deal.Dealer)
			if err := n.moveDealers(p, names, []*dealState{to.d}, to.d.standing, by, reason); err != nil {
				return err
			}
		}
	}
	_, err := p.post(n, chain.KindOrder, &chain.Order{Swap: [2]DealID{d.id, with.id}, Reason: reason}, nil)
	return err
}

// History lists the versions of a deal, oldest first, also of one that was removed.
func (b *Book) History(ctx context.Context, n NightID, d DealID) (out []Version, err error) {
	err = b.withFold(ctx, n, func(k *kept) error {
		deal, ok := k.fold.deals[d]
		if !ok {
			return &NotFound{"deal"}
		}
		names := b.roster.Load()
		for i, t := range deal.versions {
			if next := i + 1; t.removal && next < len(deal.versions) &&
				deal.versions[next].entry.Key == t.entry.Key {
				continue // it only made place for the version that follows
			}
			v := Version{
				Entry: t.entry.Seq, What: t.as, At: t.entry.Time(), Device: t.entry.Device, Reason: t.reason,
				Chairs: t.chairs, Names: names.Names(t.chairs), Deal: t.deal, Result: t.result,
				Nets: netsOf(names, t.chairs, &t.result), Removed: t.removal, Standing: t == deal.standing,
			}
			if v.What == "" {
				v.What = "recorded"
			}
			out = append(out, v)
		}
		return nil
	})
	return out, err
}

// AgreeDeal notes that a player who didn't call it agrees the result of a deal, in the version they saw.
func (b *Book) AgreeDeal(
	ctx context.Context, s Slip, n NightID, d DealID, saw EntryID, by PlayerID,
) (Receipt, error) {
	return b.sayAgreed(ctx, s, n, chain.Agree{Deal: d, Version: saw, By: by, Agreed: true})
}

// DisputeDeal notes that a player disputes it, until it is corrected or agreed.
func (b *Book) DisputeDeal(ctx context.Context, s Slip, n NightID, d DealID, saw EntryID, by PlayerID,
	reason string) (Receipt, error) {
	return b.sayAgreed(ctx, s, n, chain.Agree{Deal: d, Version: saw, By: by, Reason: reason})
}

func (b *Book) sayAgreed(ctx context.Context, s Slip, n NightID, a chain.Agree) (Receipt, error) {
	return b.inNight(ctx, s, n, 0, "agree", []any{n, a}, func(d *desk, night *fold) (Receipt, error) {
		deal, ok := night.deals[a.Deal]
		if !ok {
			return Receipt{}, &NotFound{"deal"}
		}
		if err := night.standsAs(d.roster, deal, a.Version); err != nil {
			return Receipt{}, err
		}
		reason, err := chain.CleanText("reason", a.Reason, false)
		if err != nil {
			return Receipt{}, err
		}
		body := a
		body.By, body.Reason = d.who(a.By), reason
		t := deal.standing
		seat := chain.SeatOf(t.chairs, body.By)
		if seat == 0 {
			return Receipt{}, refuse("by", "Only somebody who sat in that deal can say so.")
		}
		if a.Agreed && (seat == t.deal.Caller || seat == t.deal.Partner) {
			return Receipt{}, refuse("by", "%s called it: somebody of the other side must agree.",
				d.roster.Name(body.By))
		}
		_, err = d.post(night, chain.KindAgree, &body, nil)
		return Receipt{Deal: a.Deal}, err
	})
}
