package webtest

import (
	"fmt"
)

func init() {
	Screens = append(Screens,
		Screen{Name: "paper", Open: func(h *Site) string {
			id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
			return fmt.Sprintf("/nights/%d/paper", id)
		}},
	)
}
