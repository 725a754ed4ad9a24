package ledger

import (
	"maps"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
)

// TestEveryWayCarries: whatever way a night is settled, its close adds to the balances exactly what it
// carried: the amount left to pay.
func TestEveryWayCarries(t *testing.T) {
	t.Parallel()
	for _, kind := range chain.Ways {
		t.Run(kind.By, func(t *testing.T) {
			tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
			ann, bob, cat := tb.players["Ann"], tb.players["Bob"], tb.players["Cat"]
			way := chain.Way{By: kind.By}
			if kind.Banker {
				way.Banker = cat
			}
			must1(tb.EditNight(tb.ctx, tb.slip(), tb.night, NightEdit{Pay: &way}))
			must1(tb.AddCost(tb.ctx, tb.slip(), tb.night, Cost{By: ann, What: "port", Amount: 40,
				For: []chain.PlayerID{ann, bob, cat, tb.players["Dan"]}}))
			_, err := tb.Pay(tb.ctx, tb.slip(), tb.night, settle.Payment{From: bob, To: ann, Amount: 3})
			if (err != nil) != kind.Go {
				t.Errorf("a payment by hand: %v", err)
			}
			must1(tb.Penalise(tb.ctx, tb.slip(), tb.night, Penalty{By: bob, Kitty: true, Amount: 6,
				Reason: "shuffled"}))
			must1(tb.Penalise(tb.ctx, tb.slip(), tb.night, Penalty{By: cat, Kitty: true, Amount: 6,
				Reason: "shuffled", Owes: !kind.Go}))

			due := map[chain.PlayerID]int64{}
			for _, net := range tb.now().Owed() {
				if net.Amount != 0 {
					due[net.Player] = net.Amount
				}
			}
			slate := func() map[chain.PlayerID]int64 {
				out := map[chain.PlayerID]int64{}
				for _, m := range tb.Now().Balances() {
					for _, p := range m.Players {
						out[p.Player] += p.Slate
					}
					out[chain.Kitty] += m.Kitty.Slate
				}
				return out
			}
			before := slate()
			must1(tb.CloseNight(tb.ctx, tb.slip(), tb.night, 0))
			added, carried := map[chain.PlayerID]int64{}, map[chain.PlayerID]int64{}
			for p, amount := range slate() {
				if amount != before[p] {
					added[p] = amount - before[p]
				}
			}
			for _, r := range tb.now().Standing(chain.KindCarry) {
				for _, d := range r.Debts {
					carried[d.From] -= d.Amount
					carried[d.To] += d.Amount
				}
			}
			maps.DeleteFunc(carried, func(_ chain.PlayerID, amount int64) bool { return amount == 0 })
			if kind.Go && len(due) > 0 {
				t.Errorf("%v was still to be paid", due)
			}
			if !maps.Equal(added, carried) || !maps.Equal(added, due) {
				t.Errorf("it carried %v, the balances got %v, and %v was left to pay", carried, added, due)
			}
		})
	}
}
