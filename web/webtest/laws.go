package webtest

import (
	"context"
	"fmt"
	"slices"

	"ouverte/rules"
)

func init() {
	four := func(h *Site, set string) string {
		return fmt.Sprintf("?night=%d", h.Night(set, h.Players("Ann", "Bob", "Cat", "Dan")...))
	}
	own := func(h *Site) string {
		set, _ := rules.Set("fagelson")
		mine := *set
		mine.ID, mine.Name, mine.AllPass = "ours", "Ours at Ann’s", rules.Fewest
		must(h.Book.SaveHouse(context.Background(), h.Slip(), &mine))(h.T)
		return "ours"
	}
	Screens = append(
		Screens,
		Screen{Name: "laws", Open: func(h *Site) string { return "/laws" + four(h, "hoyle") }},
		Screen{Name: "laws-found",
			Open: func(h *Site) string { return "/laws/find" + four(h, "hoyle") + "&q=showed+a+crad" }},
		Screen{Name: "laws-find", Open: func(h *Site) string { return "/laws/find" }},
		Screen{Name: "trouble", Open: func(h *Site) string { return "/laws/trouble" + four(h, "high-scoring") }},
		Screen{Name: "ruling", Open: func(h *Site) string {
			return "/laws/trouble/revoke-stands/revoke-opponent/revoke-opponent-target" + four(h,
				"hoyle") + "&call=solo"
		}},
		Screen{
			Name: "ruling-choices",
			Open: func(h *Site) string { return "/laws/trouble/led/led-prop" + four(h, "units") },
		},
		Screen{
			Name: "ruling-custom",
			Open: func(h *Site) string { return "/laws/trouble/faced/faced-late" + four(h, "units") },
		},
		Screen{Name: "filled-in", Open: func(h *Site) string {
			night := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
			return fmt.Sprintf("/nights/%d?call=misere&forfeit=3", night)
		}},
		Screen{Name: "words", Open: func(*Site) string { return "/laws/words" }},
		Screen{Name: "houses", Open: func(h *Site) string { own(h); return "/houses" }},
		Screen{Name: "house", Open: func(h *Site) string { return "/houses/" + own(h) }},
		Screen{Name: "house-new", Open: func(*Site) string { return "/houses/new?from=hoyle" }},
		Screen{Name: "house-more", Open: func(h *Site) string {
			set, _ := rules.Set("high-scoring")
			mine := *set
			mine.ID, mine.Name, mine.AllPass, mine.Misery = "dear", "Dear at Ann’s", rules.LastTrick, 4
			mine.Calls = slices.Clone(set.Calls)
			mine.Calls[1].Lost, mine.Calls[1].Under, mine.Calls[1].FreeUnder, mine.Calls[1].Bonus = 2, 1, 1, 5
			must(h.Book.SaveHouse(context.Background(), h.Slip(), &mine))(h.T)
			return "/houses/dear/edit"
		}},
		Screen{
			Name: "house-wrong",
			Open: func(*Site) string { return "/houses/new?from=ten-pence" },
		},
	)
}
