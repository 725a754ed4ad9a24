package webtest

import (
	"time"

	"ouverte/ledger/testenv"
	"ouverte/web"
)

// On lets a house open on a day.
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
		Screens = append(Screens, Screen{Name: name, Change: On(day), Open: func(h *House) string {
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
	Screens = append(Screens, Screen{Name: "season-turned", Change: On("2026-05-05 20:00"),
		Open: func(h *House) string {
			h.TurnedOver()
			return "/"
		}})
}

// TurnedOver has a season of four evenings that ended in April, the last one closed.
func (h *House) TurnedOver() {
	h.T.Helper()
	nights := h.Seasons()
	h.Closes(nights[len(nights)-1])
	testenv.Fine(h.T, h.Book.SetSeason(h.T.Context(), "05-01"))
}
