package webtest

import (
	"context"
	"fmt"
	"strings"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/rules"
)

func init() {
	Screens = append(Screens,
		Screen{Name: "settle", Open: func(h *Site) string { return SettlePath(h.ThreePlayed()) }},
		Screen{Name: "settle-all", Open: func(h *Site) string {
			id := h.ThreePlayed()
			h.Does(h.Get(SettlePath(id)), "form[action$=costs]", "payer", "2", "amount", "4s", "what",
				"Beer and crisps", "for", "1,2,3,4").
				Is(303)
			if _, err := h.Book.Penalise(context.Background(), h.Slip(), id,
				ledger.Penalty{By: 2, Kitty: true, Amount: 7, Reason: "shuffled"}); err != nil {
				h.T.Fatal(err)
			}
			page := h.Get(SettlePath(id))
			h.Does(page, ".pays li:nth-child(1) .whole").Is(303)
			return SettlePath(id) + "?coin=6"
		}},
		Screen{Name: "settle-go", Open: func(h *Site) string { return SettlePath(h.PaidAsTheyGo()) }},
		Screen{Name: "table-go", Open: func(h *Site) string {
			id := h.PaidAsTheyGo()
			h.Plays(id, "solo bob 4")
			return NightPath(id)
		}},
		Screen{Name: "closed-go", Open: func(h *Site) string {
			id := h.PaidAsTheyGo()
			h.Closes(id)
			return NightPath(id)
		}},
		Screen{Name: "deal-effect-go", Open: func(h *Site) string {
			id := h.PaidAsTheyGo()
			d := h.NightNow(id).Deals[0]
			return fmt.Sprintf("%s/deals/%d/effect?do=remove&saw=%d", NightPath(id), d.ID, d.Version)
		}},
		Screen{Name: "balances", Open: func(h *Site) string {
			h.Does(h.Get(SettlePath(h.ThreePlayed())), "form.closing").Is(303)
			h.Plays(h.Night("hoyle", 1, 2, 3, 4), "solo bob 7")
			return "/balances"
		}},
		Screen{Name: "balances-many", Open: func(h *Site) string {
			h.ManyDebts()
			return "/balances"
		}},
		Screen{Name: "settle-why", Open: func(h *Site) string { return SettlePath(h.ThreePlayed()) + "/why/4" }},
		Screen{Name: "settle-closed", Open: func(h *Site) string {
			id := h.ThreePlayed()
			page := h.Get(SettlePath(id))
			h.Does(page, "#pay1-2 .whole").Is(303)
			h.Does(h.Get(SettlePath(id)), "form.closing").Is(303)
			h.Does(h.Get("/balances"), ".debts .part", "amount", "1s").Is(303)
			return SettlePath(id) + "?did=closed"
		}},
		Screen{Name: "settle-reopened", Open: func(h *Site) string {
			id := h.ThreePlayed()
			h.Does(h.Get(SettlePath(id)), "form[action$=costs]", "payer", "1", "amount", "4s", "what", "Beer",
				"for", "1,2,3,4").
				Is(303)
			h.Does(h.Get(SettlePath(id)), "form[action$=costs]", "payer", "2", "amount", "10d", "what", "Crisps",
				"for", "1,2,3").
				Is(303)
			h.Does(h.Get(SettlePath(id)+"?coin=6"), "#round form").Is(303)
			h.Does(h.Get(SettlePath(id)), "form.closing").Is(303)
			h.Does(h.Get("/balances"), ".debts li:last-child .part", "amount", "1s").Is(303)
			h.Does(h.Get(SettlePath(id)), "form[action$=reopen]").Is(303)
			h.Does(h.Get(SettlePath(id)), "form[action$=costs]", "payer", "2", "amount", "1s 2d", "what", "Ale",
				"for", "1,2").
				Is(303)
			return SettlePath(id)
		}},
		Screen{Name: "settle-next-time", Open: func(h *Site) string {
			h.Does(h.Get(SettlePath(h.ThreePlayed())), "form.closing").Is(303)
			return SettlePath(h.Night("hoyle", 1, 2, 3, 4))
		}},
		Screen{Name: "table-next-time", Open: func(h *Site) string {
			h.Does(h.Get(SettlePath(h.ThreePlayed())), "form.closing").Is(303)
			return NightPath(h.Night("hoyle", 1, 2, 3, 4))
		}},
	)
}

// SettlePath is where a night is settled.
func SettlePath(id chain.NightID) string { return NightPath(id) + "/settle" }

// ThreePlayed is a night with three deals: Ann −12, Bob +12, Cat +36, Dan −36, in pence.
func (h *Site) ThreePlayed() chain.NightID {
	h.T.Helper()
	_, id, _ := h.ThreeDeals()
	return id
}

// PaidAsTheyGo is a night that is paid as it goes, with four deals, of which the first was put right.
func (h *Site) PaidAsTheyGo() chain.NightID {
	h.T.Helper()
	hoyle, _ := rules.Set("hoyle")
	seats := h.Players("Ann", "Bob", "Cat", "Dan")
	id := must(h.Book.StartNight(h.T.Context(), h.Slip(),
		ledger.NewNight{Name: "Friday night", House: hoyle, Seats: seats, Dealer: seats[3], Goes: true}))(h.T).Night
	deals := h.Plays(id, "solo ann 5", "mis bob 0", "abundance cat 9", "prop ann bob 8")
	must(h.Book.Penalise(h.T.Context(), h.Slip(), id,
		ledger.Penalty{By: seats[3], Kitty: true, Amount: 6, Reason: "shuffled"}))(h.T)
	was := h.NightNow(id).Deals[3].Deal
	was.Tricks = 6
	h.Mends(id, ledger.Mend{Do: ledger.Correct, Deal: deals[0], Saw: chain.EntryID(deals[0]),
		Said: ledger.DealSaid{Deal: was}})
	return id
}

// Does sends the form that matches css on the page, with some answers changed, and gives what came of it.
func (h *Site) Does(page *Answer, css string, answers ...string) *Answer {
	h.T.Helper()
	form := page.Form(css, "")
	for i := 0; i+1 < len(answers); i += 2 {
		form[answers[i]] = strings.Split(answers[i+1], ",")
	}
	return h.Post(page.Doc.Find(css).AttrOr("action", ""), form)
}

// Open is what is still open for each, in the order they came.
func (h *Site) Open(id chain.NightID) string {
	h.T.Helper()
	var out []string
	sum := int64(0)
	for _, o := range h.NightNow(id).Owed() {
		out = append(out, fmt.Sprintf("%s %d", o.Name, o.Amount))
		sum += o.Amount
	}
	if sum != 0 {
		h.T.Errorf("the night doesn't add up to nothing: %v", out)
	}
	return strings.Join(out, " ")
}
