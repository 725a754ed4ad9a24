package webtest

import (
	"context"
	"fmt"

	"ouverte/ledger/chain"
)

// Link makes a link for looking on at a night.
func (h *Site) Link(id chain.NightID) string {
	h.T.Helper()
	secret := must(h.Book.MakeWatch(context.Background(), id))(h.T)
	return "/watch/" + secret
}

func init() {
	Screens = append(Screens,
		Screen{Name: "watch-first", Open: func(h *Site) string {
			return h.Link(h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...))
		}},
		Screen{Name: "watch", Open: func(h *Site) string {
			id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan", "Eve")...)
			h.Plays(id, "solo ann 7", "mis bob 1", "prop cat dan 9", "pass", "ab dan 10")
			return h.Link(id)
		}},
		Screen{Name: "watch-deal", Open: func(h *Site) string {
			id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
			return fmt.Sprintf("%s?deal=%d", h.Link(id), h.Plays(id, "solo ann 7", "mis bob 1", "pass")[1])
		}},
		Screen{Name: "watch-over", Open: func(h *Site) string {
			id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
			h.Plays(id, "solo ann 7", "mis bob 1")
			link := h.Link(id)
			must(h.Book.CloseNight(context.Background(), h.Slip(), id, 0))(h.T)
			return link
		}},
		Screen{Name: "watchers", Open: func(h *Site) string {
			id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
			return NightPath(id) + h.Link(id)
		}},
	)
}
