package webtest

import (
	"fmt"
	"strings"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/web"
)

// On lets a site open on a day.
func On(day string) func(*web.Options) {
	at, err := time.Parse("2006-01-02 15:04", day)
	return func(o *web.Options) {
		if err != nil {
			panic(err)
		}
		o.Now = func() time.Time { return at }
	}
}

func init() {
	see := func(name, path, day string) {
		Screens = append(Screens, Screen{Name: name, Change: On(day), Open: func(h *Site) string {
			h.Seasons()
			return path
		}})
	}
	see("season-over", "/seasons/2025", "2026-11-20 20:00")
	see("season-going-on", "/seasons/2026", "2026-11-20 20:00")
	see("send-player", "/players/1/send?from=2025-01-01&until=2025-12-31", "2026-11-20 20:00")
	see("send-two", "/players/1/send?with=2", "2026-11-20 20:00")
	see("send-season", "/seasons/2025/send?calendar=on", "2026-11-20 20:00")
	see("seasons", "/seasons", "2026-11-20 20:00")
	for _, more := range []string{"?who=3", "/paper", "/change"} {
		name := strings.Trim("ladder-"+strings.Trim(more, "?who=3/"), "-")
		Screens = append(Screens, Screen{Name: name, Change: On("2026-11-20 20:00"),
			Open: func(h *Site) string { return h.Counted() + more }})
	}
	Screens = append(Screens, Screen{Name: "season-turned", Change: On("2026-05-05 20:00"),
		Open: func(h *Site) string {
			h.TurnedOver()
			return "/"
		}})
}

// Counted has a season of which the best two evenings count, once changed, and gives the address of its
// ladder.
func (h *Site) Counted() string {
	h.T.Helper()
	h.Seasons()
	season := show.HowCounted{Name: "2025", From: "2025-01-01", Until: "2025-12-31", Money: rules.LSD, Best: 2,
		Points: []int{10, 8, 7, 6}, Least: 5, By: "places"}
	for range 2 {
		receipt := testenv.Must(h.Book.CountSeason(h.T.Context(), h.Slip(), season))(h.T)
		season.Season, season.By = chain.EntryID(receipt.ID), "best"
	}
	return fmt.Sprintf("/ladders/%d", season.Season)
}

// TurnedOver has a season of four evenings that ended in April, the last one closed.
func (h *Site) TurnedOver() {
	h.T.Helper()
	nights := h.Seasons()
	h.Closes(nights[len(nights)-1])
	testenv.Fine(h.T, h.Book.SetSeason(h.T.Context(), "05-01"))
}
