package webtest

import (
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
)

func (h *Site) OnlyNight() *show.Night {
	h.T.Helper()
	open := h.Book.Now().OpenNights(100)
	if len(open) != 1 {
		h.T.Fatalf("%d nights are open", len(open))
	}
	n := must(h.Book.Now().Night(open[0].ID))(h.T)
	return n
}

func (h *Site) NameOf(id chain.PlayerID) string {
	h.T.Helper()
	p := must(h.Book.Now().Player(id))(h.T)
	return p.Name
}

// Tapped presses a button of the start form and gives the page that comes back.
func (a *Answer) Tapped(h *Site, do string, fields ...string) *Answer {
	h.T.Helper()
	v := a.Form("#night", do)
	for i := 0; i < len(fields); i += 2 {
		v.Set(fields[i], fields[i+1])
	}
	return h.Get("/?" + v.Encode())
}
