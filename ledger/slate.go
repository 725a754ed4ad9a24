package ledger

// The slate: closing a night puts what is unpaid onto it, payments and later nights take it off.
// slatefold.go follows who owes whom.

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/settle"
	"ouverte/ledger/store"
	"ouverte/rules"
)

// CloseNight closes a night: what is unpaid goes onto the slate, and the chain so far is sealed (Night.Seal).
// saw is the version of the night the page showed. owing is who owes whom by what it showed; without it, it
// is what the fewest payments leave.
func (b *Book) CloseNight(
	ctx context.Context, s Slip, n NightID, saw EntryID, owing ...Debt,
) (Receipt, error) {
	content := []any{n, saw}
	if len(owing) > 0 {
		content = append(content, owing)
	}
	return b.inNight(ctx, s, n, saw, "close night", content, func(d *desk, night *fold) (Receipt, error) {
		if night.evening != 0 {
			return Receipt{}, refuse("night", "This is a table of an evening, which is settled together: close the "+
				"table, or the evening.")
		}
		if err := d.stillPlaying(night); err != nil {
			return Receipt{}, err
		}
		return Receipt{}, d.closeNight(night, owing)
	})
}

// closeNight carries what is unpaid and closes.
func (d *desk) closeNight(night *fold, owing []Debt) error {
	debts, err := d.left(night, owing)
	if err != nil {
		return err
	}
	if len(debts) > 0 {
		if _, err := d.post(night, chain.KindCarry, &chain.Debts{Debts: debts}, nil); err != nil {
			return err
		}
	}
	_, err = d.post(night, chain.KindClose, &chain.Close{}, nil)
	return err
}

// left returns who owes whom at the end of a night: owing, if that comes to what is open for each.
func (d *desk) left(night *fold, owing []Debt) ([]Debt, error) {
	kitty := night.sum(Kitty)
	nets := append(night.totals(), Net{Player: Kitty, Amount: kitty.Total()})
	open := map[PlayerID]int64{}
	for _, net := range nets {
		open[net.Player] = net.Amount
	}
	if owing == nil {
		plan, err := settle.Kept(nets, night.payments(), settle.Fewest)
		if err != nil {
			return nil, err
		}
		var debts []Debt
		for _, p := range plan.Pays {
			debts = append(debts, Debt(p))
		}
		return debts, nil
	}
	var debts []Debt
	for _, debt := range owing {
		at, err := d.debt(debt)
		if err != nil {
			return nil, err
		}
		from, to := open[at.From], open[at.To]
		if add(&from, at.Amount) != nil || add(&to, -at.Amount) != nil {
			return nil, errTooMuch
		}
		open[at.From], open[at.To] = from, to
		debts = append(debts, at)
	}
	for _, amount := range open {
		if amount != 0 {
			return nil, &Stale{Sentence: "What is open has changed meanwhile. Look at it again before you " +
				"close the night."}
		}
	}
	return debts, nil
}

// debt checks a debt somebody names.
func (d *desk) debt(debt Debt) (Debt, error) {
	from, err := d.holder(debt.From)
	if err != nil {
		return Debt{}, err
	}
	to, err := d.holder(debt.To)
	if err != nil {
		return Debt{}, err
	}
	if from == to {
		return Debt{}, refuse("debts", "Nobody owes themselves.")
	}
	return Debt{From: from, To: to, Amount: debt.Amount}, above("debts", debt.Amount)
}

// payments are those of the night that stand, in their order.
func (n *fold) payments() []Payment {
	var out []Payment
	for _, h := range n.others {
		if b, ok := h.body.(*chain.Payment); ok && h.undone == nil {
			out = append(out, Payment{From: n.who(b.From), To: n.who(b.To), Amount: b.Amount})
		}
	}
	return out
}

// ReopenNight opens a closed night again and takes back what it put on the slate; of a table of an evening,
// what it left to that, which must be open. An evening's tables stay closed until each is opened.
func (b *Book) ReopenNight(ctx context.Context, s Slip, n NightID, reason string) (Receipt, error) {
	return b.post(ctx, s, "reopen night", []any{n, reason}, func(d *desk) (Receipt, error) {
		reason, err := chain.CleanText("reason", reason, false)
		if err != nil {
			return Receipt{}, err
		}
		night, err := d.fold(n)
		if err != nil {
			return Receipt{}, err
		}
		if night.closed == nil {
			return Receipt{}, refuse("night", "This night is open.")
		}
		for _, h := range slices.Backward(night.others) {
			if h.entry.Kind == chain.KindCarry && h.undone == nil {
				if _, err := d.post(night, chain.KindReversal, &chain.Reason{Reason: reason},
					h.entry); err != nil {
					return Receipt{}, err
				}
			}
		}
		if night.evening != 0 {
			if err := d.reopenTable(night, reason); err != nil {
				return Receipt{}, err
			}
		}
		_, err = d.post(night, chain.KindReopen, &chain.Reason{Reason: reason}, nil)
		return Receipt{}, err
	})
}

// MoneyBalances is everybody's standing in one money.
type MoneyBalances struct {
	Money   rules.Money
	Players []Balance // those with anything in this money, by name
	Kitty   KittyBalance
}

// Balance is one person's standing in one money.
type Balance struct {
	Player  PlayerID
	Name    string
	Face    face.Face
	Total   int64 // all that is still owed to them, Slate and Tonight together
	Slate   int64 // left over from closed nights, openings and payments outside a night
	Tonight int64 // in nights still open
}

// KittyBalance is the kitty of one money.
type KittyBalance struct {
	Holds int64 // what belongs to it
	Owed  int64 // of that, what hasn't been put in yet (below zero: was shared out but not yet taken)
	Slate int64 // the part of Owed that stands on the slate
}

// Balances lists all moneys of the book with everybody's standing.
func (b *Book) Balances(ctx context.Context) ([]MoneyBalances, error) {
	var out []MoneyBalances
	names := b.roster.Load()
	err := b.read(ctx, func(tx *store.Tx) error {
		return store.Each(tx, func(rows *sql.Rows) error {
			var (
				money  rules.Money
				player PlayerID
				t      tally
			)
			if err := rows.Scan(&money, &player, &t.total, &t.paid, &t.slate); err != nil {
				return err
			}
			if len(out) == 0 || out[len(out)-1].Money != money {
				out = append(out, MoneyBalances{Money: money})
			}
			m := &out[len(out)-1]
			if player == Kitty {
				m.Kitty = KittyBalance{Holds: t.total - t.paid, Owed: t.total, Slate: t.slate}
				return nil
			}
			m.Players = append(m.Players, Balance{
				Player: player, Name: names.Name(player), Face: names.Face(player), Total: t.total, Slate: t.slate,
				Tonight: t.total - t.slate,
			})
			return nil
		}, everyBalance)
	})
	folded := map[PlayerID]string{}
	for i := range out {
		for _, p := range out[i].Players {
			folded[p.Player] = chain.Fold(p.Name)
		}
		slices.SortFunc(out[i].Players, func(a, b Balance) int {
			return cmp.Compare(folded[a.Player], folded[b.Player])
		})
	}
	return out, err
}

const openOnSlate = `SELECT player, slate FROM balance WHERE money = ? AND slate <> 0`

const everyBalance = `SELECT money, player, total, paid, slate FROM balance ORDER BY money`

// kittyHolds is what belongs to the kitty of a money: all that ever went into it or came out of it but for
// payments, which only say whether it is in the bowl already.
func kittyHolds(tx *store.Tx, m rules.Money) (holds int64, err error) {
	err = tx.Row(inTheKitty, string(m), int64(Kitty)).Scan(&holds)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return holds, err
}

const inTheKitty = `SELECT total - paid FROM balance WHERE money = ? AND player = ?`

// Slate lists what is open from former evenings in one money among these people and the kitty (nil:
// everybody), without zeros.
func (b *Book) Slate(ctx context.Context, m rules.Money, among []PlayerID) ([]Net, error) {
	var out []Net
	names := b.roster.Load()
	err := b.read(ctx, func(tx *store.Tx) error {
		return store.Each(tx, func(rows *sql.Rows) error {
			var n Net
			if err := rows.Scan(&n.Player, &n.Amount); err != nil {
				return err
			}
			asked := func(p PlayerID) bool { return names.Who(p) == n.Player }
			if among == nil || n.Player == Kitty || slices.ContainsFunc(among, asked) {
				n.Name = names.Name(n.Player)
				out = append(out, n)
			}
			return nil
		}, openOnSlate, string(m))
	})
	slices.SortFunc(out, func(a, b Net) int {
		return cmp.Or(cmp.Compare(a.Amount, b.Amount), cmp.Compare(a.Player, b.Player))
	})
	return out, err
}

// BringFromSlate takes debts off the slate into tonight's settlement, whole or in part; nil is all that are
// Bringable.
func (b *Book) BringFromSlate(ctx context.Context, s Slip, n NightID, debts []Debt) (Receipt, error) {
	return b.entryIn(ctx, s, n, "bring", debts, func(d *desk, night *fold) (Kind, any, error) {
		open, err := d.slateHere(night.money())
		if err != nil {
			return "", nil, err
		}
		body := new(chain.Debts)
		if debts == nil {
			here := func(p PlayerID) bool { return p == Kitty || slices.Contains(night.people, p) }
			for _, old := range open.debts {
				if here(old.from) && here(old.to) {
					body.Debts = append(body.Debts, Debt{From: old.from, To: old.to, Amount: old.amount})
				}
			}
		}
		for _, debt := range debts {
			at, err := d.debt(debt)
			if err != nil {
				return "", nil, err
			}
			same := func(o Debt) bool { return coupleOf(o.From, o.To) == coupleOf(at.From, at.To) }
			if has := open.between(at.From, at.To); at.Amount > has || slices.ContainsFunc(body.Debts, same) {
				return "", nil, refuse("debts", "So much isn't open any more between %s and %s from former "+
					"evenings.", d.roster.Name(at.From), d.roster.Name(at.To))
			}
			body.Debts = append(body.Debts, at)
		}
		if len(body.Debts) == 0 {
			return "", nil, refuse("debts", "Nothing is open between these people from former evenings.")
		}
		return chain.KindBring, body, nil
	})
}

// PaySlate writes a payment of an old debt outside any night. saw is the latest entry on the slate the page
// knew of, or the latest between the two (OldDebt.Version): if these two paid something since, PaySlate
// returns *Stale. Zero doesn't check.
func (b *Book) PaySlate(ctx context.Context, s Slip, m rules.Money, p Payment, saw EntryID) (Receipt, error) {
	return b.post(ctx, s, "pay slate", []any{m, p, saw}, func(d *desk) (Receipt, error) {
		if err := m.Check(); err != nil {
			return Receipt{}, err
		}
		body, err := d.payment(m, p)
		if err != nil {
			return Receipt{}, err
		}
		if saw != 0 {
			now, err := d.slateHere(m)
			if err != nil {
				return Receipt{}, err
			}
			if now.seen[coupleOf(body.From, body.To)] > saw {
				return Receipt{}, d.slateMoved(m, now.seen[coupleOf(body.From, body.To)])
			}
		}
		_, err = d.post(nil, chain.KindPayment, body, nil)
		return Receipt{}, err
	})
}

// slateMoved says who was faster.
func (d *desk) slateMoved(m rules.Money, seq EntryID) error {
	e, err := readEntry(d, seq)
	if err != nil {
		return err
	}
	body, err := chain.Decode(e.Kind, e.Body)
	if err != nil {
		return err
	}
	text, _ := d.roster.Tell(m, e.Kind, body)
	return &Stale{Sentence: "That was recorded already: " + strings.TrimSuffix(text, ".") +
		". Look at what is open now."}
}

// WithdrawSlate takes back a payment or an old balance that was written outside any night. The reason must be
// given.
func (b *Book) WithdrawSlate(ctx context.Context, s Slip, e EntryID, reason string) (Receipt, error) {
	if _, err := chain.CleanText("reason", reason, true); err != nil {
		return Receipt{}, err
	}
	var entry *Entry
	err := b.read(ctx, func(tx *store.Tx) (err error) {
		entry, err = readEntry(tx, e)
		return err
	})
	if err != nil {
		return Receipt{}, err
	}
	if entry.Night != 0 || entry.Kind != chain.KindPayment && entry.Kind != chain.KindOpening {
		return Receipt{}, &NotFound{"entry"}
	}
	return b.Withdraw(ctx, s, e, reason)
}

// OpenBalance enters what one already owes another (or the kitty) from before this book, with a word on where
// it comes from.
func (b *Book) OpenBalance(
	ctx context.Context, s Slip, m rules.Money, debt Debt, reason string,
) (Receipt, error) {
	return b.post(ctx, s, "open balance", []any{m, debt, reason}, func(d *desk) (Receipt, error) {
		if err := m.Check(); err != nil {
			return Receipt{}, err
		}
		words, err := chain.CleanText("reason", reason, true)
		if err != nil {
			return Receipt{}, err
		}
		pair, err := d.payment(m, Payment(debt))
		if err != nil {
			return Receipt{}, err
		}
		_, err = d.post(nil, chain.KindOpening, &chain.Opening{Money: m, From: pair.From, To: pair.To,
			Amount: pair.Amount, Reason: words}, nil)
		return Receipt{}, err
	})
}
