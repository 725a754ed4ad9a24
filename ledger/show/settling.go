package show

// What a night comes to when it is settled: who took it, who hands what to whom, and the payments made.

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// Plan is who is to hand what to whom, as the night is settled. A payment of it made, even in part, leaves
// the others as they were (settle.Kept). In points nobody hands anything.
func (n *Night) Plan() (plan settle.Plan, err error) {
	if !n.Money.Handed() {
		return plan, nil
	}
	return state.Settled(n.Way, n.Owed(), n.Between(), n.home, func(yield func(state.Standing) bool) {
		for _, r := range slices.Backward(n.Rows) {
			if r.Undone == 0 && !yield(state.Standing{Kind: r.Kind, Moves: r.Moves, Coin: r.Coin, Paid: r.Paid}) {
				return
			}
		}
	})
}

// Standing lists what stands of some kinds, oldest first.
func (n *Night) Standing(kinds ...chain.Kind) (out []*Row) {
	for _, r := range slices.Backward(n.Rows) {
		if r.Undone == 0 && slices.Contains(kinds, r.Kind) {
			out = append(out, r)
		}
	}
	return out
}

// Payments are those that stand, oldest first.
func (n *Night) Payments() (out []settle.Payment) {
	for _, r := range n.Standing(chain.KindPayment) {
		out = append(out, *r.Paid)
	}
	return out
}

// Ticked are the payments that stand and were made by themselves, oldest first: not those that were written
// with what they pay, at the door or where you pay as you go.
func (n *Night) Ticked() []*Row {
	return slices.DeleteFunc(n.Standing(chain.KindPayment), func(r *Row) bool {
		return r.with != 0 || n.wentAlong(r)
	})
}

// Went tells whether anything was paid with its deal, or with what else was written.
func (n *Night) Went() bool {
	return slices.ContainsFunc(n.Standing(chain.KindPayment), func(r *Row) bool {
		return r.with == 0 && n.wentAlong(r)
	})
}

// Extras are what stands in the settlement besides deals, penalties and payments, without payments at the
// door.
func (n *Night) Extras() []*Row {
	return slices.DeleteFunc(n.Standing(chain.KindCost, chain.KindShare, chain.KindRounding, chain.KindBring),
		func(r *Row) bool { return n.paidWith(r) != nil })
}

// paidWith is the payment that was written with table money, or with a payment out of the till.
func (n *Night) paidWith(r *Row) *Row {
	for _, p := range n.Rows {
		if p.with == r.Entry && p.Undone == 0 {
			return p
		}
	}
	return nil
}

// wentAlong tells whether a payment was written with what it pays. At the end a coin put into the bowl with
// its penalty is a payment like others.
func (n *Night) wentAlong(r *Row) bool {
	return r.begun < r.Entry && (n.Way.Kind().Go || r.Paid.To != chain.Kitty)
}

// HandedOver is a payment made at once, and its reason.
type HandedOver struct {
	Deals []*Dealt // it was written with, of those that stand, the newest first …
	Did   Did      // … and what it did
	For   *Row     // or else the entry written with it
	Rows  []*Row
}

// Did is what a payment goes with.
type Did int

const (
	Ticked   Did = iota // nothing: it was ticked by itself, or goes with the row it is for
	Recorded            // deals; those that don't stand were taken back since
	PutRight
	PutBack
	TakenBack // of a deal or anything else
)

// Pays are its payments.
func (h HandedOver) Pays() (out []settle.Payment) {
	for _, r := range h.Rows {
		out = append(out, *r.Paid)
	}
	return out
}

// HandedOver lists the payments that stand, the newest first, those together that were written at once. Once
// you don't pay as you go any more, those that were ticked have their own place.
func (n *Night) HandedOver() (out []HandedOver) {
	paid := n.Standing(chain.KindPayment)
	if !n.Way.Kind().Go {
		paid = slices.DeleteFunc(paid, func(r *Row) bool { return r.with != 0 || !n.wentAlong(r) })
	}
	for i, r := range paid {
		if i > 0 && paid[i-1].begun == r.begun {
			last := &out[len(out)-1]
			last.Rows = append(last.Rows, r)
			continue
		}
		with := func(e chain.EntryID) bool { return e >= r.begun && e < r.Entry }
		h := HandedOver{Rows: []*Row{r}}
		did, deals := n.didWith(with)
		h.Did = did
		for _, o := range n.Rows {
			switch d := o.Deal; {
			case d != nil && slices.Contains(deals, d.ID):
				h.Deals = append(h.Deals, d)
			case d == nil && o.Paid == nil && with(o.Entry):
				h.For = o
			}
		}
		if h.Did == Ticked && h.For == nil && r.begun < r.Entry {
			h.Did = TakenBack
		}
		out = append(out, h)
	}
	slices.Reverse(out)
	return out
}

// didWith tells what some entries did, and with which deals. What is put right is removed first, and
// dealers moved on with it are part of that.
func (n *Night) didWith(with func(chain.EntryID) bool) (Did, []chain.DealID) {
	for _, one := range []struct {
		as  state.As
		did Did
	}{{state.AsRecorded, Recorded}, {state.AsCorrected, PutRight}, {state.AsPutBack, PutBack},
		{state.AsRemoved, TakenBack}, {state.AsMoved, PutRight}} {
		var deals []chain.DealID
		for i, v := range n.versions {
			again := func(w state.Version) bool { return w.Deal == v.Deal && with(w.Entry) }
			if v.As == one.as && with(v.Entry) && !(v.Removal && slices.ContainsFunc(n.versions[i+1:], again)) {
				deals = append(deals, v.Deal)
			}
		}
		if deals != nil {
			return one.did, deals
		}
	}
	return Ticked, nil
}

// Lately tells the last thing done at the table: with deals, or a penalty.
type Lately struct {
	Entry   chain.EntryID // by which it is known; zero: nothing was done yet
	Did     Did
	Deals   []*Dealt         // the newest first, taken back ones among them
	Penalty *Row             // written or withdrawn
	Pays    []settle.Payment // written with it
}

// Lately tells the last thing done at the table.
func (n *Night) Lately() (l Lately) {
	var since chain.EntryID
	if many := len(n.versions); many > 0 {
		last := &n.versions[many-1]
		since = last.Posted()
		did, deals := n.didWith(func(e chain.EntryID) bool { return e >= since })
		l = Lately{Entry: last.Entry, Did: did}
		for _, d := range slices.Concat(n.Deals, n.Removed) {
			if slices.Contains(deals, d.ID) {
				l.Deals = append(l.Deals, d)
			}
		}
	}
	for _, r := range n.Rows {
		if at := max(r.Entry, r.Undone); r.Kind == chain.KindPenalty && at > l.Entry {
			l, since = Lately{Entry: at, Penalty: r}, at
		}
	}
	for _, r := range slices.Backward(n.payments()) {
		if r.Paid != nil && r.Undone == 0 && r.begun == since {
			l.Pays = append(l.Pays, *r.Paid)
		}
	}
	return l
}

// payments are the rows among which its payments stand: of a table of an evening, those of the evening.
func (n *Night) payments() []*Row {
	if n.Meeting != 0 {
		return n.paid
	}
	return n.Rows
}

// OutOfBowl is the payment into the bowl that went with a penalty and was taken out with it; nil where none
// was.
func (n *Night) OutOfBowl(penalty *Row) *settle.Payment {
	for _, r := range n.payments() {
		if r.Paid != nil && r.Paid.To == chain.Kitty && r.begun == penalty.Entry &&
			r.Undone != 0 && penalty.Undone != 0 {
			return r.Paid
		}
	}
	return nil
}

// TakenOut is the payment into the bowl that was taken out again with its penalty, if nothing was handed over
// since.
func (n *Night) TakenOut() *settle.Payment {
	var out *Row
	var last chain.EntryID
	for _, r := range n.Rows {
		switch {
		case r.Paid == nil:
		case r.Undone == 0:
			last = max(last, r.Entry)
		case r.Paid.To == chain.Kitty && n.wentAlong(r) && (out == nil || r.Undone > out.Undone):
			out = r
		}
	}
	if out == nil || out.Undone < last {
		return nil
	}
	return out.Paid
}

// Home is how much more somebody takes home than they brought, by the payments; below zero less.
func (n *Night) Home(p chain.PlayerID) int64 {
	if p == chain.Kitty {
		return -n.Kitty.Sum.Payments
	}
	for _, who := range n.People {
		if who.ID == p {
			return -who.Sum.Payments
		}
	}
	return 0
}

// PutIn tells whether a penalty lies in the bowl by the payment that was written with it.
func (n *Night) PutIn(penalty *Row) bool {
	if len(penalty.Moves) != 1 || penalty.Moves[0].To != chain.Kitty {
		return false
	}
	owed := penalty.Moves[0]
	return slices.ContainsFunc(n.payments(), func(r *Row) bool {
		return r.Entry == penalty.Entry+1 && r.Paid != nil && r.Paid.To == chain.Kitty &&
			r.Paid.From == owed.From && r.Paid.Amount == owed.Amount
	})
}

// PayKey is the key of a payment's form. It is the same on every page that shows this payment, and another
// one as soon as something was paid between the two: ticked on two tablets at once it is written once.
func (n *Night) PayKey(p settle.Payment) string {
	before := 0
	for _, r := range n.Rows {
		if paid := r.Paid; paid != nil && paid.From == p.From && paid.To == p.To {
			before++
		}
	}
	return fmt.Sprintf("%s%d", PayKeys(n.ID, p), before)
}

// PayKeys is how the keys of payments from one to another begin.
func PayKeys(n chain.NightID, p settle.Payment) string {
	return fmt.Sprintf("pay-%d-%d-%d-", n, p.From, p.To)
}

// Key is the key of the form in which a debt is paid, as of PayKey.
func (d OldDebt) Key() string {
	return fmt.Sprintf("%s%d", SlateKeys(d.Money, d.From, d.To), d.Version)
}

// SlateKeys is how the keys of payments of what one owes another from former evenings begin.
func SlateKeys(m rules.Money, from, to chain.PlayerID) string {
	return fmt.Sprintf("slate-%s-%d-%d-", m, from, to)
}

// OfSettling tells whether a row is written, and can be taken back, where the night is settled. Deals and
// penalties have pages of their own.
func (r *Row) OfSettling() bool {
	switch r.Kind {
	case chain.KindPayment, chain.KindCost, chain.KindShare, chain.KindRounding, chain.KindBring:
		return true
	}
	return false
}

// Played tells whether anything was won or lost, by a deal, a penalty or a bet.
func (n *Night) Played() bool { return len(n.Deals) > 0 || len(n.Standing(chain.KindPenalty)) > 0 }

// Empty tells whether nothing was dealt, paid or carried: closed so, it wasn't held.
func (n *Night) Empty() bool {
	return len(n.Deals) == 0 && !state.Moved(func(yield func(chain.Kind, []chain.Transfer) bool) {
		for _, r := range n.Rows {
			if r.Undone == 0 && !yield(r.Kind, r.Moves) {
				return
			}
		}
	})
}

// Winners are who won most, if anything, and how much.
func (n *Night) Winners() (best []Person, score int64) {
	for _, p := range n.People {
		switch own := p.Sum.Score(); {
		case own > score:
			best, score = []Person{p}, own
		case own == score && own > 0:
			best = append(best, p)
		}
	}
	return best, score
}

// LeadSince is the number of the deal since which the one who took the night was ahead of everybody; 0 where
// several took it.
func (n *Night) LeadSince() (since int) {
	winners, _ := n.Winners()
	if len(winners) != 1 {
		return 0
	}
	lines := n.Lines()
	mine := slices.IndexFunc(lines, func(l Line) bool { return l.Player == winners[0].ID })
	for deal := len(n.Deals); deal > 0; deal-- {
		for i, l := range lines {
			if i != mine && l.Points[deal] >= lines[mine].Points[deal] {
				return since
			}
		}
		since = deal
	}
	return since
}

// RoundedTo is the coin everybody's total was rounded to, or zero; off says that somebody's open amount is no
// multiple of it any more. An odd amount handed over since doesn't change the rounding. It may be rounded
// again unless the kitty has given away what it got.
func (n *Night) RoundedTo() (coin int64, off, may bool) {
	may = n.Kitty.Holds >= n.Kitty.Sum.Rounding
	rounded := n.Standing(chain.KindRounding)
	if len(rounded) == 0 || rounded[len(rounded)-1].Coin <= 1 {
		return 0, false, may
	}
	r := rounded[len(rounded)-1]
	paid := map[chain.PlayerID]int64{}
	for _, later := range n.Standing(chain.KindPayment) {
		if later.Entry > r.Entry {
			for _, net := range later.Nets {
				paid[net.Player] += net.Amount
			}
		}
	}
	return r.Coin, slices.ContainsFunc(n.People, func(p Person) bool {
		total := p.Sum.Total()
		return total%r.Coin != 0 && (total-paid[p.ID])%r.Coin != 0
	}), may
}

// Rounded is what rounding to a coin would leave everybody with, and last what the kitty would get. It takes
// an earlier rounding back first.
func (n *Night) Rounded(coin int64) (out []settle.Net) {
	for _, p := range n.People {
		out = append(out, settle.Net{Player: p.ID, Name: p.Name, Amount: p.Sum.Total() - p.Sum.Rounding})
	}
	left := settle.Net{Player: chain.Kitty, Name: n.PlayerName(chain.Kitty)}
	for _, s := range settle.Rounded(out, coin) {
		i := slices.IndexFunc(out, func(p settle.Net) bool { return p.Player == s.Player })
		out[i].Amount -= s.Amount
		left.Amount += s.Amount
	}
	return append(out, left)
}

// leftFor is what went to the slate for each when the night was closed, and since.
func (n *Night) leftFor() map[chain.PlayerID]int64 {
	left := map[chain.PlayerID]int64{}
	for _, r := range n.Standing(chain.KindCarry) {
		for _, net := range r.Nets {
			left[net.Player] += net.Amount
		}
	}
	return left
}

// Came is a night's result for somebody, without the payments and the debts left for next time.
type Came struct {
	Person
	Amount int64
	Before int64 // of that, what is from former evenings
	ToGo   int64 // of it, what the payments have left while the night is open
}

// CameTo are all with a part in the night, the best first, and last the kitty where something of it is to be
// settled.
func (n *Night) CameTo() []Came {
	left := n.leftFor()
	came := func(p Person) Came {
		c := Came{Person: p, Amount: p.Sum.Total() - p.Sum.Payments - left[p.ID],
			Before: p.Sum.Carried - left[p.ID]}
		if c.ToGo = c.Amount; n.Open {
			c.ToGo += p.Sum.Payments
		}
		return c
	}
	var out []Came
	for _, p := range n.People {
		out = append(out, came(p))
	}
	slices.SortStableFunc(out, func(p, q Came) int { return cmp.Compare(q.Amount, p.Amount) })
	if n.Kitty.Sum != (Sums{}) || left[chain.Kitty] != 0 {
		out = append(out, came(Person{ID: chain.Kitty, Name: n.PlayerName(chain.Kitty), Sum: n.Kitty.Sum}))
	}
	return out
}

// Came is what it came to for one of them.
func (n *Night) Came(who chain.PlayerID) Came {
	all := n.CameTo()
	if i := slices.IndexFunc(all, func(c Came) bool { return c.ID == who }); i >= 0 {
		return all[i]
	}
	return Came{}
}

// Handing is a payment, with its row once it was made.
type Handing struct {
	settle.Payment
	Row *Row
}

// Handings are the payments ticked and those of a plan, in the order of who pays whom: one that is ticked
// stays where it is.
func (n *Night) Handings(plan settle.Plan) (out []Handing) {
	for _, p := range plan.Pays {
		out = append(out, Handing{Payment: p})
	}
	for _, r := range slices.Backward(n.Ticked()) {
		out = append(out, Handing{*r.Paid, r})
	}
	slices.SortStableFunc(out, func(a, b Handing) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return out
}

// Piece is one part of what somebody pays: for whom, how much they get in all, and how much of it they have.
type Piece struct {
	settle.Payment
	Gets, Has int64
}

// Pieces are what somebody pays in with the fewest payments; none where all goes to one.
func (n *Night) Pieces(plan settle.Plan, who chain.PlayerID) (out []Piece) {
	gets := map[chain.PlayerID]int64{}
	for _, o := range n.Owed() {
		gets[o.Player] = o.Amount
	}
	for _, p := range plan.Pays {
		if p.From == who && gets[p.To] > 0 {
			has := max(0, -SumsOf(n.Why(p.To)).Payments)
			out = append(out, Piece{p, gets[p.To] + has, has})
		}
	}
	if len(out) < 2 || n.Way.Kind().By != chain.ByFewest {
		return nil
	}
	return out
}

// rowCounted is how many evenings TakenInARow looks back.
const rowCounted = 13

// TakenInARow counts the evenings in a row, of those they were at for the same money, that the winner of this
// one took, this one included; 0 where several took it, and for one table of a meeting.
func (now *Snapshot) TakenInARow(n *Night) (row int) {
	winners, _ := n.Winners()
	if len(winners) != 1 || n.Meeting != 0 {
		return 0
	}
	before, _ := now.Nights(NightFilter{
		Player: winners[0].ID, Money: n.Money, Before: n.ID, Limit: rowCounted,
	})
	row = 1
	for _, line := range before {
		switch {
		case line.Open || line.Deals == 0:
		case len(line.Standing) > 1 && line.Standing[0].Player == winners[0].ID && line.Standing[0].Amount > 0 &&
			line.Standing[1].Amount < line.Standing[0].Amount:
			row++
		default:
			return row
		}
	}
	return row
}

// lastPageFor is how long a link shows the last page of its night after the close.
const lastPageFor = 36 * time.Hour

// Fresh tells whether a link made at a time still shows the last page of a closed night: for a while,
// whatever begins meanwhile, and not once the night was opened again since.
func (now *Snapshot) Fresh(n *Night, made time.Time) bool {
	if n.Open || now.at.Sub(n.Closed) >= lastPageFor {
		return false
	}
	return !slices.ContainsFunc(n.Rows, func(r *Row) bool {
		return r.Kind == chain.KindReopen && r.At.After(made)
	})
}
