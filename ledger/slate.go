package ledger

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"

	"ouverte/rules"
)

// CloseNight closes a night: what is unpaid goes onto the slate, and the chain so far is sealed. saw is the version of the
// night the page showed. The seal is in Night.Seal.
func (b *Book) CloseNight(ctx context.Context, s Slip, n NightID, saw EntryID) (Receipt, error) {
	return b.post(ctx, s, "close night", []any{n, saw}, func(d *desk) (Receipt, error) {
		night, err := d.open(n)
		if err != nil {
			return Receipt{}, err
		}
		if err := d.fresher(night, saw); err != nil {
			return Receipt{}, err
		}
		var open []Net
		for _, p := range append(slices.Clone(night.people), Kitty) {
			s := night.sum(p)
			open = append(open, Net{Player: p, Amount: s.Total()})
		}
		if debts := pairUp(open); len(debts) > 0 {
			if _, err := d.post(night, KindCarry, &debtsBody{debts}, nil); err != nil {
				return Receipt{}, err
			}
		}
		_, err = d.post(night, KindClose, &closeBody{}, nil)
		return Receipt{}, err
	})
}

// pairUp pairs those who owe with those who are owed, in their order, as far as it goes.
func pairUp(open []Net) []Debt {
	var out []Debt
	left := make([]int64, len(open))
	for i, n := range open {
		left[i] = n.Amount
	}
	creditor := 0
	for debtor := range open {
		for left[debtor] < 0 {
			for creditor < len(open) && left[creditor] <= 0 {
				creditor++
			}
			if creditor == len(open) {
				return out
			}
			amount := min(-left[debtor], left[creditor])
			out = append(out, Debt{open[debtor].Player, open[creditor].Player, amount})
			left[debtor] += amount
			left[creditor] -= amount
		}
	}
	return out
}

// ReopenNight opens a closed night again: what it had put on the slate comes back into it.
func (b *Book) ReopenNight(ctx context.Context, s Slip, n NightID, reason string) (Receipt, error) {
	return b.post(ctx, s, "reopen night", []any{n, reason}, func(d *desk) (Receipt, error) {
		reason, err := cleanWords("reason", reason, false)
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
			if h.entry.Kind == KindCarry && h.undone == nil {
				if _, err := d.post(night, KindReversal, &reasonBody{reason}, h.entry); err != nil {
					return Receipt{}, err
				}
				break
			}
		}
		_, err = d.post(night, KindReopen, &reasonBody{reason}, nil)
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
	rows, err := b.query(ctx, `SELECT money, player, total, paid, slate FROM balance ORDER BY money`)
	if err != nil {
		return nil, b.trouble(err)
	}
	defer rows.Close()
	names := b.roster.Load()
	var out []MoneyBalances
	for rows.Next() {
		var (
			money  rules.Money
			player PlayerID
			t      tally
		)
		if err := rows.Scan(&money, &player, &t.total, &t.paid, &t.slate); err != nil {
			return nil, b.trouble(err)
		}
		if len(out) == 0 || out[len(out)-1].Money != money {
			out = append(out, MoneyBalances{Money: money})
		}
		m := &out[len(out)-1]
		if player == Kitty {
			m.Kitty = KittyBalance{Holds: t.total - t.paid, Owed: t.total, Slate: t.slate}
			continue
		}
		m.Players = append(m.Players, Balance{Player: player, Name: names.name(player), Total: t.total, Slate: t.slate, Tonight: t.total - t.slate})
	}
	for i := range out {
		slices.SortFunc(out[i].Players, func(a, b Balance) int { return cmp.Compare(foldName(a.Name), foldName(b.Name)) })
	}
	return out, b.trouble(rows.Err())
}

// kittyHolds is what belongs to the kitty of a money: all that ever went into it or came out of it but for payments, which
// only say whether it is in the bowl already.
func (b *Book) kittyHolds(ctx context.Context, m rules.Money) (int64, error) {
	s, err := b.reader(`SELECT total - paid FROM balance WHERE money = ? AND player = ?`)
	if err != nil {
		return 0, err
	}
	var holds int64
	err = s.QueryRowContext(ctx, string(m), int64(Kitty)).Scan(&holds)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return holds, err
}

// Slate lists what is open from former evenings in one money among these people and the kitty (nil: everybody), without
// zeros. Among some only it need not add up to zero.
func (b *Book) Slate(ctx context.Context, m rules.Money, among []PlayerID) ([]Net, error) {
	rows, err := b.query(ctx, `SELECT player, slate FROM balance WHERE money = ? AND slate <> 0`, string(m))
	if err != nil {
		return nil, b.trouble(err)
	}
	defer rows.Close()
	names := b.roster.Load()
	var out []Net
	for rows.Next() {
		var n Net
		if err := rows.Scan(&n.Player, &n.Amount); err != nil {
			return nil, b.trouble(err)
		}
		asked := func(p PlayerID) bool { return names.who(p) == n.Player }
		if among == nil || n.Player == Kitty || slices.ContainsFunc(among, asked) {
			n.Name = names.name(n.Player)
			out = append(out, n)
		}
	}
	slices.SortFunc(out, func(a, b Net) int { return cmp.Or(cmp.Compare(a.Amount, b.Amount), cmp.Compare(a.Player, b.Player)) })
	return out, b.trouble(rows.Err())
}

// Debt is what one owes another.
type Debt struct {
	From   PlayerID `json:"from"` // who owes; may be the Kitty
	To     PlayerID `json:"to"`   // to whom; may be the Kitty
	Amount int64    `json:"amount"`
}

// Bringable pairs the debts on the slate between the people of a night (and the kitty): what BringFromSlate would bring.
func (b *Book) Bringable(ctx context.Context, n NightID) ([]Debt, error) {
	night, err := b.Night(ctx, n)
	if err != nil {
		return nil, err
	}
	people := []PlayerID{}
	for _, p := range night.People {
		people = append(people, p.ID)
	}
	open, err := b.Slate(ctx, night.Money, people)
	if err != nil {
		return nil, err
	}
	return pairUp(open), nil
}

// slate is what stands on the slate of some in a money, at the desk.
func (d *desk) slate(m rules.Money, players []PlayerID) ([]Net, error) {
	var out []Net
	for _, p := range players {
		t, err := d.tally(account{string(m), p})
		if err != nil {
			return nil, err
		}
		if t.slate != 0 {
			out = append(out, Net{Player: p, Amount: t.slate})
		}
	}
	slices.SortFunc(out, func(a, b Net) int { return cmp.Or(cmp.Compare(a.Amount, b.Amount), cmp.Compare(a.Player, b.Player)) })
	return out, nil
}

// BringFromSlate takes debts off the slate into tonight's settlement; nil is all that are Bringable.
func (b *Book) BringFromSlate(ctx context.Context, s Slip, n NightID, debts []Debt) (Receipt, error) {
	return b.inNight(ctx, s, n, "bring", debts, func(d *desk, night *fold) (Kind, any, error) {
		if debts == nil {
			open, err := d.slate(night.money(), append(slices.Clone(night.people), Kitty))
			if err != nil {
				return "", nil, err
			}
			all := pairUp(open)
			if len(all) == 0 {
				return "", nil, refuse("debts", "Nothing is open between these people from former evenings.")
			}
			return KindBring, &debtsBody{all}, nil
		}
		body := new(debtsBody)
		brought := map[PlayerID]int64{}
		for _, debt := range debts {
			from, err := d.roster.holder(debt.From)
			if err != nil {
				return "", nil, err
			}
			to, err := d.roster.holder(debt.To)
			if err != nil {
				return "", nil, err
			}
			if err := above("debts", debt.Amount); err != nil {
				return "", nil, err
			}
			if from == to {
				return "", nil, refuse("debts", "Nobody owes themselves.")
			}
			was, is := brought[from], brought[to]
			if add(&was, -debt.Amount) != nil || add(&is, debt.Amount) != nil {
				return "", nil, errTooMuch
			}
			brought[from], brought[to] = was, is
			body.Debts = append(body.Debts, Debt{from, to, debt.Amount})
		}
		for p, amount := range brought {
			t, err := d.tally(account{string(night.money()), p})
			if err != nil {
				return "", nil, err
			}
			if amount > 0 && amount > t.slate || amount < 0 && amount < t.slate {
				return "", nil, refuse("debts", "So much isn't open for %s from former evenings.", d.roster.name(p))
			}
		}
		if len(body.Debts) == 0 {
			return "", nil, refuse("debts", "Nothing is open between these people from former evenings.")
		}
		return KindBring, body, nil
	})
}

// PaySlate writes a payment of an old debt apart from any night.
func (b *Book) PaySlate(ctx context.Context, s Slip, m rules.Money, p Payment) (Receipt, error) {
	return b.post(ctx, s, "pay slate", []any{m, p}, func(d *desk) (Receipt, error) {
		if err := m.Check(); err != nil {
			return Receipt{}, err
		}
		body, err := d.roster.payment(m, p)
		if err != nil {
			return Receipt{}, err
		}
		_, err = d.post(nil, KindPayment, body, nil)
		return Receipt{}, err
	})
}

// OpenBalance enters what one already owes another (or the kitty) from before this book, with a word on where it comes
// from.
func (b *Book) OpenBalance(ctx context.Context, s Slip, m rules.Money, debt Debt, reason string) (Receipt, error) {
	return b.post(ctx, s, "open balance", []any{m, debt, reason}, func(d *desk) (Receipt, error) {
		if err := m.Check(); err != nil {
			return Receipt{}, err
		}
		words, err := cleanWords("reason", reason, true)
		if err != nil {
			return Receipt{}, err
		}
		pair, err := d.roster.payment(m, Payment(debt))
		if err != nil {
			return Receipt{}, err
		}
		_, err = d.post(nil, KindOpening, &openingBody{m, pair.From, pair.To, pair.Amount, words}, nil)
		return Receipt{}, err
	})
}
