package webtest

import (
	"context"
	"fmt"
	"math/rand/v2"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/rules"
)

// Seasons plays evenings of a year and a half: old pence mostly, and one for pounds.
func (h *Site) Seasons() (nights []chain.NightID) {
	h.T.Helper()
	ctx := context.Background()
	r := rand.New(rand.NewPCG(4, 4))
	people := h.Players("Ann", "Bob", "Cat", "Dan", "Eve", "=SUM(A1)")
	for i := range 8 {
		set := "hoyle"
		if i == 5 {
			set = "ten-pence"
		}
		house, _ := rules.Set(set)
		seats := append([]chain.PlayerID{people[4+i%2]}, people[:3+i%2]...)
		got := must(h.Book.StartNight(ctx, h.Slip(), ledger.NewNight{
			Name: fmt.Sprintf("Evening %d", i+1), Date: fmt.Sprintf("%d-%02d-15", 2025+i/6, i%6*2+1),
			House: house, Seats: seats, Dealer: seats[0],
		}))(h.T)
		nights = append(nights, got.Night)
		for range 12 {
			d := rules.Deal{Call: rules.Solo, Caller: rules.Seat(1 + r.IntN(3)), Tricks: 3 + r.IntN(6)}
			switch r.IntN(5) {
			case 0:
				d = rules.Deal{Call: rules.Prop, Caller: 1, Partner: rules.Seat(2 + r.IntN(2)), Tricks: 6 + r.IntN(4)}
			case 1:
				d = rules.Deal{Call: rules.Misere, Caller: 2, Tricks: r.IntN(2)}
			}
			if d.Call == rules.Solo && i == 2 && d.Tricks > 5 {
				d.Trumps = rules.Suit(d.Tricks - 5)
			}
			n := must(h.Book.Now().Night(got.Night))(h.T)
			if sitter := len(n.Table) == 5; sitter {
				rest := rules.Seat((int(n.Dealer)+3)%5 + 1)
				if d.Caller == rest || d.Partner == rest {
					d = rules.Deal{Call: rules.Passed, Tricks: rules.NotSaid}
				}
			}
			must(h.Book.Record(ctx, h.Slip(), got.Night, ledger.DealSaid{Deal: d}))(h.T)
		}
		if i == 7 {
			break // the last one goes on
		}
		if i == 2 {
			n := must(h.Book.Now().Night(got.Night))(h.T)
			d := n.Deals[3]
			said := ledger.DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: d.Deal.LeftOf(d.Deal.Dealer), Tricks: 5,
				Dealer: d.Deal.Dealer, Seats: d.Deal.Seats}}
			must(h.Book.Mend(ctx, h.Slip(), got.Night, ledger.Mend{Do: ledger.Correct, Deal: d.ID,
				Saw: d.Version, Said: said, Reason: "miscounted"}))(h.T)
			must(h.Book.Penalise(ctx, h.Slip(), got.Night,
				ledger.Penalty{By: seats[1], Amount: 6, Reason: "late"}))(h.T)
		}
		must(h.Book.CloseNight(ctx, h.Slip(), got.Night, 0))(h.T)
	}
	return nights
}

func init() {
	see := func(name, path string) {
		Screens = append(Screens, Screen{Name: name, Open: func(h *Site) string { h.Seasons(); return path }})
	}
	see("evenings", "/nights")
	see("evenings-found", "/nights?player=5&season=2025&text=evening")
	see("evenings-none", "/nights?text=nothing+like+it")
	see("evening-closed", "/nights/3")
	see("players", "/players")
	see("player", "/players/1")
	see("player-season", "/players/2?from=2025-01-01&until=2025-12-31")
	see("book", "/stats")
	see("calls", "/stats/calls")
	see("together", "/stats/together")
	see("book-nothing", "/stats?from=1999-01-01&until=1999-12-31")
	see("find", "/deals")
	see("found", "/deals?find=1&call=solo&money=lsd")
	see("otherwise", "/stats/otherwise?house=units")
	Screens = append(Screens, Screen{Name: "book-empty", Open: func(*Site) string { return "/stats" }})
	Screens = append(Screens,
		Screen{Name: "score-sheet", Open: func(h *Site) string { h.Seasons(); return "/nights/3/sheet" }})
}
