package webtest

// A word about a deal: written on its page, and told wherever the deal is.

import (
	"fmt"

	"ouverte/ledger/chain"
)

func init() {
	Screens = append(Screens,
		Screen{Name: "deal-noted", Open: func(h *Site) string {
			path, id, deals := h.ThreeDeals()
			h.Notes(id, deals[1], "The one with the nine singletons, on which Bob still insists")
			return path + fmt.Sprint(deals[1])
		}},
		Screen{Name: "sheet-noted", Open: func(h *Site) string {
			_, id, deals := h.ThreeDeals()
			h.Notes(id, deals[1], "The one with the nine singletons, on which Bob still insists")
			return NightPath(id)
		}},
		Screen{Name: "closed-noted", Open: func(h *Site) string {
			_, id, deals := h.ThreeDeals()
			h.Notes(id, deals[1], "The one with the nine singletons, on which Bob still insists")
			h.Closes(id)
			return NightPath(id)
		}},
		Screen{Name: "watch-noted", Open: func(h *Site) string {
			_, id, deals := h.ThreeDeals()
			h.Notes(id, deals[1], "The one with the nine singletons, on which Bob still insists")
			return h.Link(id)
		}},
		Screen{Name: "found-noted", Open: func(h *Site) string {
			_, id, deals := h.ThreeDeals()
			h.Notes(id, deals[1], "The one with the nine singletons, on which Bob still insists")
			return "/deals?find=on&note=nine"
		}},
	)
}

// Notes writes a word about a deal behind the page's back.
func (h *Site) Notes(id chain.NightID, deal chain.DealID, text string) {
	h.T.Helper()
	d, _ := h.NightNow(id).Deal(deal)
	must(h.Book.NoteDeal(h.T.Context(), h.Slip(), id, deal, d.Note.Entry, text))(h.T)
}
