package ledger

import (
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/chain"
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
		err = tx.Entries(r.Entry-1, func(e *Entry) error { device = e.Device; return nil })
		return device, err
	}), "a device", "the device is kept as %q")
}

// TestTooMuchMoney: what isn't taken at once any more may stand in a book from before; what would go beyond
// counting beside it is refused, and counts again when it is gone.
func TestTooMuchMoney(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	ann, bob := tb.players["Ann"], tb.players["Bob"]
	most := int64(1<<63 - 1)
	pay := func(from, to PlayerID) error {
		p := &chain.Payment{Money: rules.LSD, From: from, To: to, Amount: most}
		_, err := tb.inSettling(tb.ctx, tb.slip(), tb.night, "pay", p,
			func(d *desk, n *state.View) error { return d.post(n.ID, chain.KindPayment, p) })
		return err
	}
	testenv.Fine(t, pay(ann, bob))
	wantRefusal(t, pay(ann, bob), "amount")
	_, err := tb.PaySlate(tb.ctx, tb.slip(), rules.LSD, Payment{From: ann, To: bob, Amount: 1}, 0)
	wantRefusal(t, err, "amount")
	tb.want(map[string]int64{"Ann": most, "Bob": -most})
	_, err = tb.Pay(tb.ctx, tb.slip(), tb.night, Payment{From: ann, To: bob, Amount: -1})
	wantRefusal(t, err, "amount")
	testenv.Fine(t, pay(bob, ann))
	tb.deal("solo ann 5")
	tb.want(map[string]int64{"Ann": 18})
}

// TestNothingAbsurdAtOnce tries every door by which an amount comes in: what no table plays for is refused,
// and leaves the night as it was; the most there may be is taken, and deals after it.
func TestNothingAbsurdAtOnce(t *testing.T) {
	testenv.Thorough(t)
	hoyle := func(id string) rules.House {
		set, _ := rules.Set("hoyle")
		h := *set
		h.ID, h.Name, h.Calls = id, "Ours", slices.Clone(h.Calls)
		return h
	}
	doors := []struct {
		name, field string
		write       func(*table, int64) (Receipt, error)
	}{
		{"a penalty to the others", "amount", func(tb *table, amount int64) (Receipt, error) {
			return tb.Penalise(tb.ctx, tb.slip(), tb.night,
				Penalty{By: tb.players["Ann"], Amount: amount, Reason: "talked"})
		}},
		{"a penalty into the kitty", "amount", func(tb *table, amount int64) (Receipt, error) {
			return tb.Penalise(tb.ctx, tb.slip(), tb.night,
				Penalty{By: tb.players["Ann"], Kitty: true, Amount: amount, Reason: "talked"})
		}},
		{"a cost", "amount", func(tb *table, amount int64) (Receipt, error) {
			return tb.AddCost(tb.ctx, tb.slip(), tb.night, Cost{By: tb.players["Ann"], What: "Port",
				Amount: amount, For: []PlayerID{tb.players["Ann"], tb.players["Bob"]}})
		}},
		{"a cost by name", "amount", func(tb *table, amount int64) (Receipt, error) {
			return tb.AddCost(tb.ctx, tb.slip(), tb.night, Cost{By: tb.players["Ann"], What: "Port",
				Amount: amount, Shares: []Share{{Player: tb.players["Bob"], Amount: amount - 1},
					{Player: tb.players["Cat"], Amount: 1}}})
		}},
		{"a payment", "amount", func(tb *table, amount int64) (Receipt, error) {
			return tb.Pay(tb.ctx, tb.slip(), tb.night, Payment{From: tb.players["Ann"],
				To: tb.players["Bob"], Amount: amount})
		}},
		{"a payment on the slate", "amount", func(tb *table, amount int64) (Receipt, error) {
			return tb.PaySlate(tb.ctx, tb.slip(), rules.LSD,
				Payment{From: tb.players["Ann"], To: tb.players["Bob"], Amount: amount}, 0)
		}},
		{"an opening", "amount", func(tb *table, amount int64) (Receipt, error) {
			return tb.OpenBalance(tb.ctx, tb.slip(), rules.LSD,
				Debt{From: tb.players["Ann"], To: tb.players["Bob"], Amount: amount}, "the old book")
		}},
		{"a share of the kitty", "amount", func(tb *table, amount int64) (Receipt, error) {
			must1(tb.Penalise(tb.ctx, tb.slip(), tb.night, Penalty{By: tb.players["Ann"], Kitty: true,
				Amount: mostAtOnce, Reason: "shuffled"}))
			return tb.ShareKitty(tb.ctx, tb.slip(), tb.night,
				KittyShare{Amount: amount, Among: []PlayerID{tb.players["Bob"]}})
		}},
		{"a share of the kitty by name", "amount", func(tb *table, amount int64) (Receipt, error) {
			must1(tb.Penalise(tb.ctx, tb.slip(), tb.night, Penalty{By: tb.players["Ann"], Kitty: true,
				Amount: mostAtOnce, Reason: "shuffled"}))
			return tb.ShareKitty(tb.ctx, tb.slip(), tb.night,
				KittyShare{Shares: []Share{{Player: tb.players["Bob"], Amount: amount}}})
		}},
		{"an own set's stake", "calls[1].stake", func(tb *table, amount int64) (Receipt, error) {
			h := hoyle("")
			h.Calls[1].Stake = amount
			return tb.SaveHouse(tb.ctx, tb.slip(), &h)
		}},
		{"an own set's over-tricks", "calls[0].over", func(tb *table, amount int64) (Receipt, error) {
			h := hoyle("")
			h.Calls[0].Over = amount
			return tb.SaveHouse(tb.ctx, tb.slip(), &h)
		}},
		{"an own set's penalty for shuffling", "shufflePenalty", func(tb *table, amount int64) (Receipt, error) {
			h := hoyle("")
			h.ShufflePenalty = amount
			return tb.SaveHouse(tb.ctx, tb.slip(), &h)
		}},
		{"the stakes of a night", "house", func(tb *table, amount int64) (Receipt, error) {
			h := hoyle("hoyle")
			h.Calls[1].Under = amount
			n := tb.now()
			return tb.StartNight(tb.ctx, tb.slip(),
				NewNight{House: &h, Seats: []PlayerID{n.Table[0].Player, n.Table[1].Player,
					n.Table[2].Player}, Dealer: n.Table[0].Player})
		}},
		{"the scale of a night", "scale", func(tb *table, amount int64) (Receipt, error) {
			h := hoyle("hoyle")
			h.Calls[1].Stake = min((amount-1)/1000+1, mostAtOnce)
			n := tb.now()
			return tb.StartNight(tb.ctx, tb.slip(), NewNight{House: &h, Scale: 1000,
				Seats: []PlayerID{n.Table[0].Player, n.Table[1].Player, n.Table[2].Player}, Dealer: n.Table[0].Player})
		}},
	}
	for _, door := range doors {
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
