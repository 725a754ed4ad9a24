package webtest

import (
	"fmt"
	"strings"

	"ouverte/ledger"
	"ouverte/ledger/chain"
)

func init() {
	Screens = append(Screens,
		Screen{Name: "people", Open: func(h *Site) string {
			h.Players("Eve", "Fred", "Grace")
			id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
			h.Plays(id, "solo ann 5")
			return fmt.Sprintf("/nights/%d/table", id)
		}},
		Screen{Name: "people-five", Open: func(h *Site) string {
			id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
			h.Plays(id, "solo ann 5")
			eve := h.Player("Eve")
			return fmt.Sprintf(
				"/nights/%d/table?do=seat:%d&seats=1&seats=2&seats=3&seats=4&plays=&plays=&plays=&plays=",
				id,
				eve,
			)
		}},
		Screen{Name: "people-stand-in", Open: func(h *Site) string {
			id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
			h.Player("Eve")
			return fmt.Sprintf("/nights/%d/table?do=keep&seats=1&seats=2&seats=5&seats=4&plays=&plays=&plays=3&plays=",
				id)
		}},
		Screen{Name: "sheet-come-and-gone", Open: func(h *Site) string {
			id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
			h.ComeAndGo(id, h.Player("Eve"))
			return fmt.Sprintf("/nights/%d", id)
		}},
	)
}

// Sits seats a table anew behind the page's back.
func (h *Site) Sits(id chain.NightID, who ...chain.PlayerID) {
	h.T.Helper()
	var c ledger.TableChange
	for _, p := range who {
		c.Chairs = append(c.Chairs, chain.Chair{Player: p})
	}
	must(h.Book.ChangeTable(h.T.Context(), h.Slip(), id, 0, c))(h.T)
}

// ComeAndGo plays at four, then five, then three, then four.
func (h *Site) ComeAndGo(id chain.NightID, eve chain.PlayerID) {
	h.T.Helper()
	h.Plays(id, "solo ann 5", "mis bob 0")
	h.Sits(id, 1, 2, 3, 4, eve)
	h.Plays(id, "solo eve 7", "prop ann eve 9")
	h.Sits(id, 1, 2, eve)
	h.Plays(id, "abundance bob 9")
	h.Sits(id, 1, 2, eve, 4)
	h.Plays(id, "solo dan 4")
}

// table is who sits, with whose account plays where it isn't their own, and after the bar who deals next.
func (h *Site) TableNow(id chain.NightID) string {
	h.T.Helper()
	n := h.NightNow(id)
	var out []string
	for _, c := range n.Table {
		name := n.PlayerName(c.Player)
		if c.Pays() != c.Player {
			name += " for " + n.PlayerName(c.Pays())
		}
		out = append(out, name)
	}
	return strings.Join(out, " ") + " | " + n.PlayerName(n.Table[n.Dealer-1].Player)
}
