package ledger

// Money that moves in a night besides its deals: penalties, costs, payments, the kitty, rounding; and taking
// it back.

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/ledger/state"
	"ouverte/rules"
	"ouverte/rules/english"
)

// Penalty is what somebody pays outside the reckoning of a deal: for an offence, or to one other for a bet or
// as a correction.
type Penalty struct {
	By     chain.PlayerID
	Kitty  bool             // into the kitty; else to each of To
	To     []chain.PlayerID // nil is everybody else at the table
	Amount int64            // to each
	Reason string           // must be given
	As     string           `json:",omitempty"` // a penalty; or AsBet, AsCorrection, which go to another
	Owes   bool             `json:",omitempty"` // into the kitty, but By hasn't the coin yet
	// Saw is the version of the night its page showed: if the same was written since, Penalise returns *Stale.
	// Zero doesn't check.
	Saw chain.EntryID `json:"-"`
}

// What goes from one player to one other, and is no penalty.
const (
	AsBet        = chain.AsBet
	AsCorrection = chain.AsCorrection
)

func (b *Book) Penalise(ctx context.Context, s Slip, n chain.NightID, p Penalty) (Receipt, error) {
	return b.inNight(ctx, s, n, 0, "penalise", []any{n, p}, func(d *desk, night *state.ResolvedNight) error {
		return d.penalise(night, p)
	})
}

// penalise posts a penalty, and for what goes into the kitty its payment: it is put into the bowl there and
// then. The payment is in the night that settles, which at several tables is the evening.
func (d *desk) penalise(night *state.ResolvedNight, p Penalty) error {
	body, err := d.fine(night, p)
	if err != nil {
		return err
	}
	if p.Owes && d.settling(night.ID).Settles().Kind().Go {
		return refuse("to", "You pay as you go: the coin goes into the bowl now.")
	}
	if err := d.post(night.ID, chain.KindPenalty, body); err != nil || !p.Kitty || p.Owes {
		return err
	}
	if !night.Money().Handed() {
		return nil
	}
	return d.post(cmp.Or(night.Meeting, night.ID), chain.KindPayment,
		&chain.Payment{Money: night.Money(), From: body.By, To: chain.Kitty, Amount: body.Amount})
}

func (d *desk) fine(night *state.ResolvedNight, p Penalty) (*chain.Penalty, error) {
	by, err := d.names().Somebody(p.By)
	if err != nil {
		return nil, err
	}
	body := &chain.Penalty{By: by.ID, Amount: p.Amount, As: p.As}
	if body.Reason, err = chain.CleanText("reason", p.Reason, true); err != nil {
		return nil, err
	}
	if err := sane("amount", night.Money(), p.Amount); err != nil {
		return nil, err
	}
	switch {
	case p.Kitty:
		body.To = []chain.PlayerID{chain.Kitty}
	case p.To != nil:
		if body.To, err = d.different("to", p.To); err != nil {
			return nil, err
		}
	default:
		for _, c := range night.Chairs() {
			if c.Player != by.ID && c.Pays() != by.ID {
				body.To = append(body.To, c.Pays())
			}
		}
	}
	if len(body.To) == 0 || slices.Contains(body.To, by.ID) {
		return nil, refuse("to", "Nobody pays a penalty to themselves.")
	}
	switch {
	case p.As != "" && p.As != AsBet && p.As != AsCorrection:
		return nil, refuse("as", "Say whether it is a penalty, a bet or a correction.")
	case p.As != "" && (len(body.To) != 1 || body.To[0] == chain.Kitty):
		return nil, refuse("to", "A bet or a correction goes to one other player: choose who gets it.")
	}
	return body, writtenSince(night, body, p.Saw)
}

// writtenSince refuses a penalty that somebody else wrote after the version a page showed.
func writtenSince(n *state.ResolvedNight, body *chain.Penalty, saw chain.EntryID) error {
	if saw == 0 {
		return nil
	}
	for _, o := range n.Others {
		b, ok := o.Body.(*chain.Penalty)
		same := ok && o.Entry > saw && o.Undone == 0 && n.Who(b.By) == body.By && b.Amount == body.Amount &&
			b.As == body.As && slices.EqualFunc(b.To, body.To, func(p, q chain.PlayerID) bool { return n.Who(p) == q })
		if same {
			text, reason := b.Tell(chain.At{Money: n.Money()}, n.Names.Name)
			return &show.Stale{Sentence: fmt.Sprintf("Somebody wrote this down meanwhile: %s, %s. Write it again "+
				"only if it happened twice.", strings.TrimSuffix(text, "."), reason)}
		}
	}
	return nil
}

// inSettling posts what belongs to the settlement of an open night.
func (b *Book) inSettling(
	ctx context.Context, s Slip, n chain.NightID, what string, content any,
	plan func(*desk, *state.ResolvedNight) error,
) (Receipt, error) {
	return b.inNight(ctx, s, n, 0, what, []any{n, content}, func(d *desk, night *state.ResolvedNight) error {
		if err := cmp.Or(settledHere(night), handedOver(night.Money())); err != nil {
			return err
		}
		return plan(d, night)
	})
}

// settledHere refuses at a table what belongs to its evening.
func settledHere(n *state.ResolvedNight) error {
	if n.Meeting == 0 {
		return nil
	}
	return refuse("night", "%s is one table of an evening. Write it down on the evening’s page.",
		n.Name)
}

// handedOver refuses in points what has to do with money that changes hands.
func handedOver(m rules.Money) error {
	if m.Handed() {
		return nil
	}
	return refuse("money", "It is played for points: nothing changes hands.")
}

func above(field string, amount int64) error {
	if amount <= 0 {
		return refuse(field, "The amount must be more than nothing.")
	}
	return nil
}

// mostAtOnce bounds an amount somebody writes down, in the money's smallest coin, so that a slip of the
// finger can't use up what 64 bits count.
const mostAtOnce = 1_000_000_000_000

func sane(field string, m rules.Money, amount int64) error {
	if amount > mostAtOnce {
		return refuse(field, "Too much: the book takes at most %s at once.", m.Words(mostAtOnce))
	}
	return above(field, amount)
}

// saneStakes refuses house rules by which one call, trick or shuffle costs more than mostAtOnce.
func saneStakes(h *rules.House) error {
	for i, r := range h.Calls {
		for _, a := range [...]struct {
			field  string
			amount int64
		}{{"stake", r.Stake}, {"lost", r.Lost}, {"over", r.Over}, {"under", r.Under}, {"bonus", r.Bonus}} {
			if a.amount > mostAtOnce {
				return sane(fmt.Sprintf("calls[%d].%s", i, a.field), h.Money, a.amount)
			}
		}
	}
	if h.Misery > mostAtOnce {
		return sane("misery", h.Money, h.Misery)
	}
	if h.ShufflePenalty > mostAtOnce {
		return sane("shufflePenalty", h.Money, h.ShufflePenalty)
	}
	return nil
}

func (d *desk) different(field string, players []chain.PlayerID) ([]chain.PlayerID, error) {
	var out []chain.PlayerID
	for _, p := range players {
		at, err := d.names().Somebody(p)
		if err != nil {
			return nil, err
		}
		if slices.Contains(out, at.ID) {
			return nil, refuse(field, "%s is named twice.", at.Name)
		}
		out = append(out, at.ID)
	}
	return out, nil
}

func (d *desk) holder(p chain.PlayerID) (chain.PlayerID, error) {
	if p == chain.Kitty {
		return chain.Kitty, nil
	}
	at, err := d.names().Somebody(p)
	if err != nil {
		return 0, err
	}
	return at.ID, nil
}

// Cost is something one person laid out for several: the drinks.
type Cost struct {
	By     chain.PlayerID
	What   string
	Amount int64
	// shared equally by these, odd coins one each on the first of them; By may be among them
	For    []chain.PlayerID
	Shares []chain.Share // or by name, adding up to Amount; then For is nil
}

// AddCost writes a shared cost into tonight's settlement.
func (b *Book) AddCost(ctx context.Context, s Slip, n chain.NightID, c Cost) (Receipt, error) {
	return b.inSettling(ctx, s, n, "cost", c, func(d *desk, night *state.ResolvedNight) error {
		by, err := d.names().Somebody(c.By)
		if err != nil {
			return err
		}
		body := &chain.Cost{By: by.ID}
		if body.What, err = chain.CleanText("what", c.What, true); err != nil {
			return err
		}
		if err := sane("amount", night.Money(), c.Amount); err != nil {
			return err
		}
		if c.Shares != nil {
			var sum int64
			if body.Shares, sum, err = d.shares(c.Shares); err != nil {
				return err
			}
			if sum != c.Amount {
				return refuse("shares", "The shares come to %s, but %s was laid out.",
					night.Money().Words(sum), night.Money().Words(c.Amount))
			}
		} else {
			among, err := d.different("for", c.For)
			if err != nil {
				return err
			}
			if len(among) == 0 {
				return refuse("for", "Who had it? Choose somebody.")
			}
			body.Shares = settle.Equally(c.Amount, among)
		}
		if len(body.Shares) == 1 && body.Shares[0].Player == by.ID {
			return refuse("for", "%s paid that for nobody else.", by.Name)
		}
		return d.post(n, chain.KindCost, body)
	})
}

// shares checks shares by name and sums them.
func (d *desk) shares(in []chain.Share) (out []chain.Share, sum int64, err error) {
	for _, s := range in {
		at, err := d.names().Somebody(s.Player)
		if err != nil {
			return nil, 0, err
		}
		if slices.ContainsFunc(out, func(o chain.Share) bool { return o.Player == at.ID }) {
			return nil, 0, refuse("shares", "%s is named twice.", at.Name)
		}
		if err := above("shares", s.Amount); err != nil {
			return nil, 0, err
		}
		if err := add(&sum, s.Amount); err != nil {
			return nil, 0, err
		}
		out = append(out, chain.Share{Player: at.ID, Amount: s.Amount})
	}
	if len(out) == 0 {
		return nil, 0, refuse("shares", "Who shares it? Choose somebody.")
	}
	return out, sum, nil
}

func (b *Book) Pay(ctx context.Context, s Slip, n chain.NightID, p settle.Payment) (Receipt, error) {
	s.pays = show.PayKeys(n, p)
	return b.inSettling(ctx, s, n, "pay", p, func(d *desk, night *state.ResolvedNight) error {
		if err := paidApart(night); err != nil {
			return err
		}
		body, err := d.payment(night.Money(), p)
		if err != nil {
			return err
		}
		return d.post(n, chain.KindPayment, body)
	})
}

// PayOpen is Pay, but refuses more than is open between the two in the night's way to settle when it comes to
// be written. So of two tablets that tick different payments of one debt, the second is refused. A form sent
// before is answered as then.
func (b *Book) PayOpen(ctx context.Context, s Slip, n chain.NightID, p settle.Payment) (Receipt, error) {
	s.pays = show.PayKeys(n, p)
	return b.inSettling(ctx, s, n, "pay", p, func(d *desk, night *state.ResolvedNight) error {
		if err := paidApart(night); err != nil {
			return err
		}
		body, err := d.payment(night.Money(), p)
		if err == nil {
			err = d.stillPlaying(night)
		}
		if err != nil {
			return err
		}
		most, err := openBetween(night, body.From, body.To)
		switch {
		case err != nil:
			return err
		case most == 0:
			return refuse("amount", "%s has nothing to pay %s any more. Look at what is paid already.",
				english.Capital(d.names().Name(body.From)), d.names().Name(body.To))
		case body.Amount > most:
			return refuse("amount", "%s is too much: only %s is left to pay",
				night.Money().Words(body.Amount), night.Money().Words(most))
		}
		return d.post(n, chain.KindPayment, body)
	})
}

// paidApart refuses a payment by hand where each is written with its deal.
func paidApart(n *state.ResolvedNight) error {
	if !n.Settles().Kind().Go {
		return nil
	}
	return refuse("amount", "You pay as you go: each deal is paid when you record it, so nothing is open.")
}

// openBetween is the most that one may pay another as the night is settled.
func openBetween(n *state.ResolvedNight, from, to chain.PlayerID) (int64, error) {
	payer, payee, way := n.Sum(from), n.Sum(to), n.Settles()
	owes, gets := max(0, -payer.Total()), max(0, payee.Total())
	most := min(owes, gets)
	switch {
	case way.Banker != 0 && way.Banker == to:
		most = owes
	case way.Banker != 0 && way.Banker == from:
		most = gets
	}
	plan, err := n.Plan()
	for _, p := range plan.Pays {
		if p.From == from && p.To == to {
			most = max(most, p.Amount)
		}
	}
	return most, err
}

func (d *desk) payment(m rules.Money, p settle.Payment) (*chain.Payment, error) {
	from, err := d.holder(p.From)
	if err != nil {
		return nil, err
	}
	to, err := d.holder(p.To)
	if err != nil {
		return nil, err
	}
	if from == to {
		return nil, refuse("to", "A payment goes from one player to another.")
	}
	return &chain.Payment{Money: m, From: from, To: to, Amount: p.Amount}, sane("amount", m, p.Amount)
}

type KittyShare struct {
	Amount int64            // 0 is all that is in it
	Among  []chain.PlayerID // equally; odd coins stay in the kitty
	Shares []chain.Share    // or by name; then Among is nil and Amount their sum or 0
	Reason string
}

// ShareKitty shares the kitty out. What each gets is in tonight's settlement, for the kitty to pay.
func (b *Book) ShareKitty(ctx context.Context, s Slip, n chain.NightID, k KittyShare) (Receipt, error) {
	return b.inSettling(ctx, s, n, "share kitty", k, func(d *desk, night *state.ResolvedNight) error {
		body := new(chain.Sharing)
		var err error
		if body.Reason, err = chain.CleanText("reason", k.Reason, false); err != nil {
			return err
		}
		holds := d.draft.KittyHolds(night.Money())
		if holds <= 0 {
			return refuse("amount", "The kitty is empty.")
		}
		amount := k.Amount
		if k.Shares != nil {
			var sum int64
			if body.Shares, sum, err = d.shares(k.Shares); err != nil {
				return err
			}
			if amount != 0 && amount != sum {
				return refuse("shares", "The shares come to %s, not %s.", night.Money().Words(sum),
					night.Money().Words(amount))
			}
			amount = sum
		}
		if amount == 0 {
			amount = holds
		} else if err := sane("amount", night.Money(), amount); err != nil {
			return err
		}
		if amount > holds {
			return refuse("amount", "The kitty holds only %s.", night.Money().Words(holds))
		}
		if k.Shares == nil {
			among, err := d.different("among", k.Among)
			if err != nil {
				return err
			}
			if len(among) == 0 {
				return refuse("among", "Say who shares it.")
			}
			each := amount / int64(len(among))
			if each == 0 {
				return refuse("amount", "Too little to share among %d.", len(among))
			}
			body.Shares = settle.Equally(each*int64(len(among)), among)
		}
		return d.post(n, chain.KindShare, body)
	})
}

// RoundTo rounds everybody's total tonight to a coin and puts what is left over into the kitty
// (settle.Rounded). It withdraws an earlier rounding first, unless the kitty has given away what it got by
// it. Coin zero or one only withdraws.
func (b *Book) RoundTo(ctx context.Context, s Slip, n chain.NightID, coin int64) (Receipt, error) {
	return b.inNight(ctx, s, n, 0, "round", []any{n, coin}, func(d *desk, night *state.ResolvedNight) error {
		if err := cmp.Or(settledHere(night), handedOver(night.Money()), d.stillPlaying(night)); err != nil {
			return err
		}
		had := d.draft.KittyHolds(night.Money())
		before := night.Rounded()
		night, shares, err := d.rounded(night, before, coin)
		if err != nil {
			return err
		}
		if len(shares) > 0 {
			err = d.post(n, chain.KindRounding, &chain.Rounding{Coin: coin, Shares: shares})
		} else if before == 0 && coin <= 1 {
			err = refuse("coin", "Nothing is rounded.")
		} else if before == 0 {
			err = refuse("coin", "Everybody's total is round already.")
		}
		if err == nil && d.overdrawn(night.Money(), had) {
			err = refuse("coin", "The kitty has shared out the odd coins already. Take that back first.")
		}
		return err
	})
}

// rounded takes a rounding back, if there is one, and returns the night without it and what each gives to the
// kitty (below zero: gets from it) for their total to come to whole coins.
func (p *poster) rounded(
	n *state.ResolvedNight, before chain.EntryID, coin int64,
) (*state.ResolvedNight, []chain.Share, error) {
	if before != 0 {
		if err := p.reverse(n.ID, before, "rounded anew"); err != nil {
			return nil, nil, err
		}
	}
	if coin < 0 || coin > 1_000_000_000 {
		return nil, nil, refuse("coin", "We don’t know this coin.")
	}
	n, err := p.night(n.ID)
	if err != nil {
		return nil, nil, err
	}
	return n, settle.Rounded(n.Totals(), coin), nil
}

// Withdraw reverses what moved money, or a join. What a penalty put into the bowl is taken out of it with it.
// Deals are put right by Mend, and what a night left or took over by opening it again.
func (b *Book) Withdraw(ctx context.Context, s Slip, e chain.EntryID, reason string) (Receipt, error) {
	return b.post(ctx, s, "withdraw", []any{e, reason}, func(d *desk) error {
		return d.withdraw(e, reason)
	})
}

func (d *desk) withdraw(e chain.EntryID, reason string) error {
	reason, err := chain.CleanText("reason", reason, false)
	if err != nil {
		return err
	}
	entry, err := d.find(e)
	if err != nil {
		return err
	}
	switch entry.Kind {
	case chain.KindJoin:
		if entry.Undone != 0 {
			return show.ErrWithdrawn
		}
		return d.unjoin(entry, reason)
	case chain.KindDeal:
		return refuse("entry", "Put a deal right on the sheet.")
	}
	if !state.Reversible(entry.Kind) ||
		slices.Contains([]chain.Kind{chain.KindCarry, chain.KindHand, chain.KindTake}, entry.Kind) {
		return refuse("entry", "You can’t withdraw this.")
	}
	if entry.Undone != 0 {
		return show.ErrWithdrawn
	}
	if entry.Night != 0 {
		night, err := d.opened(entry.Night)
		if err != nil {
			return err
		}
		if d.slip.Phone != 0 && !d.letsPhones(night) {
			return errNoPhones
		}
		if entry.Kind == chain.KindPayment && night.Settles().Kind().Go {
			return refuse("entry", "You pay as you go. Put the deal right: that writes down the payments back.")
		}
	}
	had := map[rules.Money]int64{}
	for _, t := range entry.Transfers {
		if t.From == chain.Kitty || t.To == chain.Kitty {
			had[t.Money] = d.draft.KittyHolds(t.Money)
		}
	}
	if night := d.settling(entry.Night); night != nil {
		if put := night.PutWith(entry); put != nil && put.Undone == 0 {
			err = d.reverse(put.Night, put.Entry, reason)
		}
	}
	if err == nil {
		err = d.reverse(entry.Night, e, reason)
	}
	for money, holds := range had {
		if err == nil && d.overdrawn(money, holds) {
			err = refuse("entry", "The kitty has shared that out already. Take that back first.")
		}
	}
	return err
}

// find finds an entry that may be withdrawn, or one of a kind that may not.
func (d *desk) find(e chain.EntryID) (*state.Other, error) {
	if o := d.draft.FindApart(e); o != nil {
		return o, nil
	}
	for n := range d.draft.Backward() {
		if n.Opened > e || n.Version < e {
			continue
		}
		if o := n.Other(e); o != nil {
			return o, nil
		}
		if slices.ContainsFunc(n.Versions, func(t state.Version) bool { return t.Entry == e && !t.Removal }) {
			return &state.Other{Entry: e, Kind: chain.KindDeal}, nil
		}
	}
	if e < 1 || e > d.draft.Last() {
		return nil, &chain.NotFound{What: "entry"}
	}
	return &state.Other{Entry: e}, nil
}

// overdrawn tells whether the kitty owes more than it holds, and more than it did.
func (d *desk) overdrawn(m rules.Money, had int64) bool {
	has := d.draft.KittyHolds(m)
	return has < 0 && has < had
}
