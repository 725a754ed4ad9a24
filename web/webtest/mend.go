package webtest

import (
	"context"
	"fmt"
	"strings"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules/notation"
)

// Plays records deals in the players' notation.
func (h *Site) Plays(id chain.NightID, lines ...string) []chain.DealID {
	h.T.Helper()
	var ids []chain.DealID
	for _, line := range lines {
		n := h.NightNow(id)
		d := must(notation.Parse(n.Stakes, n.SeatNames(), n.Dealer, line))(h.T)
		got := must(h.Book.Record(context.Background(), h.Slip(), id, ledger.DealSaid{Deal: d}))(h.T)
		ids = append(ids, got.Deal)
	}
	return ids
}

// NightNow reads a night.
func (h *Site) NightNow(id chain.NightID) *show.Night {
	h.T.Helper()
	n := must(h.Book.Now().Night(id))(h.T)
	return n
}

// Sums are what everybody has, in the order they came.
func (h *Site) Sums(id chain.NightID) string {
	h.T.Helper()
	var out []string
	for _, p := range h.NightNow(id).People {
		out = append(out, fmt.Sprintf("%s %d", p.Name, p.Sum.Score()))
	}
	return strings.Join(out, " ")
}

// Lines are the deals that stand, oldest first, in the players' notation, each after its dealer.
func (h *Site) Lines(id chain.NightID) string {
	h.T.Helper()
	n := h.NightNow(id)
	out := make([]string, len(n.Deals))
	for i, d := range n.Deals {
		out[len(out)-1-i] = d.Names[d.Deal.Dealer-1] + ": " + notation.Write(n.Stakes, d.Names, &d.Deal)
	}
	return strings.Join(out, "; ")
}

// evening is a night of three deals at Hoyle's: Dan deals first.
func (h *Site) ThreeDeals() (string, chain.NightID, []chain.DealID) {
	h.T.Helper()
	id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	deals := h.Plays(id, "solo ann 5", "mis bob 0", "abundance cat 9")
	return fmt.Sprintf("/nights/%d/deals/", id), id, deals
}

func init() {
	Screens = append(Screens,
		Screen{Name: "deal", Open: func(h *Site) string {
			path, _, deals := h.ThreeDeals()
			return path + fmt.Sprint(deals[1])
		}},
		Screen{Name: "deal-change", Open: func(h *Site) string {
			path, _, deals := h.ThreeDeals()
			return path + fmt.Sprint(deals[0]) + "/change"
		}},
		Screen{Name: "deal-history", Open: func(h *Site) string {
			path, id, deals := h.ThreeDeals()
			h.Mends(id,
				ledger.Mend{Do: ledger.Remove, Deal: deals[0], Saw: chain.EntryID(deals[0]), Reason: "typed twice"})
			return path + fmt.Sprint(deals[0])
		}},
		Screen{Name: "deal-effect", Open: func(h *Site) string {
			path, _, deals := h.ThreeDeals()
			return path + fmt.Sprintf("%d/effect?do=remove&saw=%d", deals[0], deals[0])
		}},
	)
}

// Mends puts something right behind the page's back.
func (h *Site) Mends(id chain.NightID, m ledger.Mend) {
	h.T.Helper()
	must(h.Book.Mend(context.Background(), h.Slip(), id, m))(h.T)
}
