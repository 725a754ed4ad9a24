package webtest

import (
	"strings"

	"ouverte/ledger"
	"ouverte/ledger/chain"
)

func init() {
	// own opens a link, and says on the phone that it is of the last at the table.
	own := func(over, may, close bool) func(h *Site) string {
		return func(h *Site) string {
			ids := h.Players("Ann", "Bartholomew", "Cat", "Dan")
			id := h.Night("hoyle", ids...)
			h.Plays(id, "solo bart 5", "mis dan 1", "prop ann cat 9", "solo cat 4")
			if may {
				must(h.Book.EditNight(h.T.Context(), h.Slip(), id, ledger.NightEdit{Phones: &may}))(h.T)
			}
			if over {
				must(h.Book.SetLastRound(h.T.Context(), h.Slip(), id, 0))(h.T)
			}
			link := h.Link(id)
			if close {
				h.Closes(id)
			}
			return link + "/me"
		}
	}
	Screens = append(Screens,
		Screen{Name: "whose", Open: own(false, false, false)},
		Screen{Name: "me", Open: own(false, false, false)},
		Screen{Name: "me-may", Open: own(true, true, false)},
		Screen{Name: "me-closed", Open: own(true, true, true)},
		Screen{Name: "watchers-phones", Open: func(h *Site) string {
			ids := h.Players("Ann", "Bob", "Cat", "Dan")
			id := h.Night("hoyle", ids...)
			secret := strings.TrimPrefix(h.Link(id), "/watch/")
			for _, who := range []chain.PlayerID{ids[0], ids[3], ids[3]} {
				must(h.Book.SayPhone(h.T.Context(), secret, "", who))(h.T)
			}
			return NightPath(id) + "/watch"
		}},
	)
}
