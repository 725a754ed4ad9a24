package ledger

import (
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/ledger/state"
	"ouverte/ledger/store"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

func TestNothingIsChangedOrRemoved(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	tb.deal("solo ann 5")
	tb.deal("solo bob 5")
	path := tb.Path()
	for _, pragmas := range [][]string{nil, {"recursive_triggers(OFF)"},
		{"foreign_keys(OFF)", "recursive_triggers(OFF)"}} {
		db := pastTheBook(t, path, pragmas...)
		for _, text := range []string{
			`UPDATE entry SET device = 'mine' WHERE seq = 6`,
			`DELETE FROM entry WHERE seq = (SELECT max(seq) FROM entry)`,
			`INSERT OR REPLACE INTO entry SELECT seq, night, kind, key, part, 'mine', at, ask, body, reverses,
					prev, hash FROM entry WHERE seq = (SELECT max(seq) FROM entry)`,
			`INSERT OR REPLACE INTO entry SELECT seq + 1, night, kind, key, part, device, at, ask, body,
					reverses, hash, hash FROM entry WHERE seq = (SELECT max(seq) FROM entry)`,
			`INSERT INTO entry SELECT seq + 2, night, kind, key, 9, device, at, ask, body, reverses, hash,
					hash FROM entry WHERE seq = (SELECT max(seq) FROM entry)`,
			`INSERT INTO entry SELECT seq + 1, night, kind, key, 9, device, at, ask, body, reverses,
					zeroblob(32), hash FROM entry WHERE seq = (SELECT max(seq) FROM entry)`,
			`UPDATE OR REPLACE transfer SET amount = 1`,
			`DELETE FROM transfer`,
			`INSERT OR REPLACE INTO transfer SELECT entry, n, night, money, src, dst, 1 FROM transfer`,
			`INSERT INTO transfer SELECT entry, n + 9, night, money, src, dst, 1 FROM transfer LIMIT 1`,
			`INSERT INTO transfer SELECT entry, n + 9, night, money, src, dst, 0 FROM transfer
					ORDER BY entry DESC LIMIT 1`,
			`INSERT INTO transfer SELECT entry, n + 9, night, money, src, dst, -1 FROM transfer
					ORDER BY entry DESC LIMIT 1`,
			`INSERT INTO transfer SELECT entry, n + 9, night, money, src, src, 1 FROM transfer
					ORDER BY entry DESC LIMIT 1`,
			`INSERT INTO transfer SELECT entry, n + 9, night, money, src, dst, 'a lot' FROM transfer
					ORDER BY entry DESC LIMIT 1`,
		} {
			if _, err := db.Exec(text); err == nil {
				t.Errorf("%v: %s was accepted", pragmas, text)
			}
		}
		testenv.Fine(t, db.Close())
	}
	tb.want(map[string]int64{"Ann": 12, "Bob": 12, "Cat": -12, "Dan": -12})
	well(t, path)
}

// A name is taken once, however it is written, and a slip comes with a key and a device that can be kept.
func TestNamesAndSlips(t *testing.T) {
	b := newBook(t)
	k := new(keys)
	must1(b.AddPlayer(t.Context(), k.slip(), "Zoë"))
	_, err := b.AddPlayer(t.Context(), k.slip(), " ZOE\u0308 ")
	wantRefusal(t, err, "name")
	_, err = b.AddPlayer(t.Context(), Slip{Key: "no spaces please"}, "Bob")
	wantRefusal(t, err, "key")
	r := must1(b.AddPlayer(t.Context(), Slip{Key: "k", Device: "evil\u202e"}, "Bob"))
	testenv.Same(t, inRead(t, b, func(tx *store.Tx) (device string, err error) {
		err = tx.Entries(r.Entry-1, func(e *chain.Entry) error { device = e.Device; return nil })
		return device, err
	}), "a device", "the device is kept as %q")
}

// TestTooMuchMoney: what isn't taken at once any more may stand in a book from before; what would go beyond
// counting beside it is refused, and counts again when it is gone.
func TestTooMuchMoney(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	ann, bob := tb.players["Ann"], tb.players["Bob"]
	most := int64(1<<63 - 1)
	pay := func(from, to chain.PlayerID) error {
		p := &chain.Payment{Money: rules.LSD, From: from, To: to, Amount: most}
		_, err := tb.inSettling(tb.ctx, tb.slip(), tb.night, "pay", p,
			func(d *desk, n *state.ResolvedNight) error { return d.post(n.ID, chain.KindPayment, p) })
		return err
	}
	testenv.Fine(t, pay(ann, bob))
	wantRefusal(t, pay(ann, bob), "amount")
	_, err := tb.PaySlate(tb.ctx, tb.slip(), rules.LSD, settle.Payment{From: ann, To: bob, Amount: 1}, 0)
	wantRefusal(t, err, "amount")
	tb.want(map[string]int64{"Ann": most, "Bob": -most})
	_, err = tb.Pay(tb.ctx, tb.slip(), tb.night, settle.Payment{From: ann, To: bob, Amount: -1})
	wantRefusal(t, err, "amount")
	testenv.Fine(t, pay(bob, ann))
	tb.deal("solo ann 5")
	tb.want(map[string]int64{"Ann": 18})
}

// TestNothingAbsurdAtOnce tries every door by which an amount comes in: what no table plays for is refused,
// and leaves the night as it was; the most there may be is taken, and deals after it.
func TestNothingAbsurdAtOnce(t *testing.T) {
	testenv.Thorough(t)
	ours := func(id string, change func(h *rules.House, amount int64), amount int64) *rules.House {
		set, _ := rules.Set("hoyle")
		h := *set
		h.ID, h.Name, h.Calls = id, "Ours", slices.Clone(h.Calls)
		change(&h, amount)
		return &h
	}
	saves := func(change func(h *rules.House, amount int64)) func(tb *table, amount int64) (Receipt, error) {
		return func(tb *table, amount int64) (Receipt, error) {
			return tb.SaveHouse(tb.ctx, tb.slip(), ours("", change, amount))
		}
	}
	starts := func(scale int, change func(h *rules.House, amount int64)) func(*table, int64) (Receipt, error) {
		return func(tb *table, amount int64) (Receipt, error) {
			return tb.StartNight(tb.ctx, tb.slip(), NewNight{House: ours("hoyle", change, amount), Scale: scale,
				Seats: []chain.PlayerID{1, 2, 3}, Dealer: 1})
		}
	}
	const ann, bob, cat = 1, 2, 3
	penalty := func(kitty bool) func(*table, int64) (Receipt, error) {
		return func(tb *table, amount int64) (Receipt, error) {
			return tb.Penalise(tb.ctx, tb.slip(), tb.night, Penalty{By: ann, Kitty: kitty, Amount: amount,
				Reason: "talked"})
		}
	}
	cost := func(c Cost) func(*table, int64) (Receipt, error) {
		return func(tb *table, amount int64) (Receipt, error) {
			if c.By, c.What, c.Amount = ann, "Port", amount; c.For == nil {
				c.Shares = []chain.Share{{Player: bob, Amount: amount - 1}, {Player: cat, Amount: 1}}
			}
			return tb.AddCost(tb.ctx, tb.slip(), tb.night, c)
		}
	}
	share := func(among []chain.PlayerID) func(*table, int64) (Receipt, error) {
		return func(tb *table, amount int64) (Receipt, error) {
			must1(penalty(true)(tb, mostAtOnce))
			of := KittyShare{Amount: amount, Among: among}
			if among == nil {
				of = KittyShare{Shares: []chain.Share{{Player: bob, Amount: amount}}}
			}
			return tb.ShareKitty(tb.ctx, tb.slip(), tb.night, of)
		}
	}
	for _, door := range []struct {
		name, field string
		write       func(*table, int64) (Receipt, error)
	}{
		{"a penalty to the others", "amount", penalty(false)},
		{"a penalty into the kitty", "amount", penalty(true)},
		{"a cost", "amount", cost(Cost{For: []chain.PlayerID{ann, bob}})},
		{"a cost by name", "amount", cost(Cost{})},
		{"a payment", "amount", func(tb *table, amount int64) (Receipt, error) {
			return tb.Pay(tb.ctx, tb.slip(), tb.night, settle.Payment{From: ann, To: bob, Amount: amount})
		}},
		{"a payment on the slate", "amount", func(tb *table, amount int64) (Receipt, error) {
			return tb.PaySlate(tb.ctx, tb.slip(), rules.LSD, settle.Payment{From: ann, To: bob, Amount: amount}, 0)
		}},
		{"an opening", "amount", func(tb *table, amount int64) (Receipt, error) {
			debt := chain.Debt{From: ann, To: bob, Amount: amount}
			return tb.OpenBalance(tb.ctx, tb.slip(), rules.LSD, debt, "before")
		}},
		{"a share of the kitty", "amount", share([]chain.PlayerID{bob})},
		{"a share of the kitty by name", "amount", share(nil)},
		{"an own set's stake", "calls[1].stake",
			saves(func(h *rules.House, amount int64) { h.Calls[1].Stake = amount })},
		{"an own set's over-tricks", "calls[0].over",
			saves(func(h *rules.House, amount int64) { h.Calls[0].Over = amount })},
		{"an own set's penalty for shuffling", "shufflePenalty",
			saves(func(h *rules.House, amount int64) { h.ShufflePenalty = amount })},
		{"the stakes of a night", "house",
			starts(1, func(h *rules.House, amount int64) { h.Calls[1].Under = amount })},
		{"the scale of a night", "scale", starts(1000, func(h *rules.House, amount int64) {
			h.Calls[1].Stake = min((amount-1)/1000+1, mostAtOnce)
		})},
	} {
		t.Run(door.name, func(t *testing.T) {
			tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
			for _, amount := range []int64{mostAtOnce + 1, 9223372036854775000} {
				_, err := door.write(tb, amount)
				wantRefusal(t, err, door.field)
				if err == nil || !strings.Contains(err.Error(), rules.LSD.Words(mostAtOnce)) {
					t.Errorf("%d: %v", amount, err)
				}
			}
			tb.deal("solo ann 5")
			if _, err := door.write(tb, mostAtOnce); err != nil {
				t.Errorf("the most there may be: %v", err)
			}
			tb.deal("solo ann 5")
		})
	}
}
