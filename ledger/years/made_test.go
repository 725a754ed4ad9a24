package years

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/ledger/state"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// maker makes a state in memory, entry by entry.
type maker struct {
	t testing.TB
	*state.Draft
}

func newMaker(t testing.TB) *maker { return &maker{t, state.New().Draft()} }

// post adds an entry, which must be one the book can have.
func (m *maker) post(
	kind chain.Kind, night chain.NightID, said chain.Body, reverses chain.EntryID,
) chain.EntryID {
	m.t.Helper()
	e := &chain.Entry{Seq: m.Last() + 1, Night: night, Kind: kind, Key: "key", Part: 1, Device: "tablet",
		At: int64(m.Last()), Reverses: reverses}
	var settled chain.Settled
	switch kind {
	case chain.KindNight, chain.KindMeeting:
	case chain.KindDeal:
		n := m.Night(night)
		testenv.Fine(m.t, settled.Settle(night, n.Money(), n.Stakes, said.(*chain.Deal)))
		e.Transfers = settled.Transfers
	default:
		e.Transfers = testenv.Must(m.Moves(kind, night, said, reverses))(m.t)
	}
	testenv.Fine(m.t, m.ApplyMade(state.Made{Entry: e, Said: said, Result: &settled.Result}))
	return e.Seq
}

func (m *maker) players(n int) {
	for range n {
		id := chain.PlayerID(m.Names().Len() + 1)
		m.post(chain.KindPlayer, 0, &chain.Player{Player: id, Name: fmt.Sprintf("P%03d", id)}, 0)
	}
}

func (m *maker) begin(
	house *rules.House, date string, evening chain.NightID, seats ...chain.PlayerID,
) chain.NightID {
	id := m.LastNight() + 1
	m.post(chain.KindNight, id, &chain.Night{Night: id, Date: date, House: house, Scale: 1, Seats: seats,
		Dealer: seats[0], Evening: evening}, 0)
	return id
}

// closes carries what a night came to onto the slate, all by way of one of them, and closes it.
func (m *maker) closes(night chain.NightID) {
	v := m.Night(night).In(m.Names())
	by, left := v.Chairs()[0].Pays(), new(chain.Debts)
	for _, net := range append(v.Totals(), settle.Net{Player: chain.Kitty, Amount: v.Kitty.Total()}) {
		switch {
		case net.Player == by || net.Amount == 0:
		case net.Amount > 0:
			left.Debts = append(left.Debts, chain.Debt{From: by, To: net.Player, Amount: net.Amount})
		default:
			left.Debts = append(left.Debts, chain.Debt{From: net.Player, To: by, Amount: -net.Amount})
		}
	}
	if len(left.Debts) > 0 {
		m.post(chain.KindCarry, night, left, 0)
	}
	m.post(chain.KindClose, night, &chain.Close{}, 0)
}

func (m *maker) deal(night chain.NightID, d rules.Deal) chain.DealID {
	return chain.DealID(m.version(night, d, m.Night(night).Chairs, chain.Deal{}))
}

func (m *maker) version(
	night chain.NightID, d rules.Deal, chairs []chain.Chair, as chain.Deal,
) chain.EntryID {
	m.t.Helper()
	said := chain.DealOf(&d, chairs)
	said.Deal, said.As, said.Before = as.Deal, as.As, as.Before
	return m.post(chain.KindDeal, night, &said, 0)
}

func (m *maker) remove(night chain.NightID, id chain.DealID) {
	n := m.Night(night)
	m.post(chain.KindReversal, night, &chain.Reason{}, n.Stands(n.Find(id)).Entry)
}

func dayOf(n int) string {
	return time.Date(2021, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, n).Format(time.DateOnly)
}

// randomDeal is one that can be under the house rules. Something goes wrong in one of so many.
func randomDeal(r *rand.Rand, house *rules.House, seats, dealer, spoilt int) (d rules.Deal) {
	calls := append(rules.BiddableCalls(), rules.GeneralMisere, rules.Passed, rules.Void)
	for {
		d = rules.Deal{Seats: seats, Dealer: rules.Seat(dealer), Tricks: rules.NotSaid}
		any := func() rules.Seat {
			for {
				if s := rules.Seat(1 + r.IntN(seats)); d.Active(s) {
					return s
				}
			}
		}
		if d.Call = calls[r.IntN(len(calls))]; r.IntN(3) > 0 {
			d.Call = []rules.Call{rules.Prop, rules.Solo, rules.Misere}[r.IntN(3)]
		}
		if d.Call.Biddable() {
			d.Caller, d.Tricks = any(), r.IntN(14)
		}
		if d.Call == rules.Prop {
			d.Partner = any()
		}
		if d.Call == rules.GeneralMisere && house.AllPass == rules.Fewest {
			for left := rules.TricksInDeal; left > 0; left-- {
				d.TricksBy[any()]++
			}
		} else if d.Call == rules.GeneralMisere {
			d.Loser = any()
		}
		if r.IntN(2) == 0 {
			d.Trumps = rules.Suit(1 + r.IntN(4))
		}
		if d.Call == rules.Irish {
			d.Bid = 1 + r.IntN(13)
		}
		for r.IntN(spoilt) == 0 {
			switch r.IntN(4) {
			case 0:
				d.WrongCards[any()] = true
				d.Tricks = rules.NotSaid
			case 1:
				if d.Call.Losing() {
					d.Forfeit, d.Tricks = any(), rules.NotSaid
				}
			default:
				d.Revokes[any()] += uint8(1 + r.IntN(2))
			}
		}
		if _, err := rules.Settle(house, &d); err == nil {
			return d
		}
	}
}
