package webtest

import (
	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
)

func init() {
	names := []string{
		"Ann", "Bob", "Maximilian von und zu Hohenstein-Ansbach", "Dan", "Eve", "Fred", "Gus", "Hal",
	}
	Screens = append(Screens,
		Screen{Name: "settle-several", Open: func(h *Site) string {
			id, tables := h.Club(names...)
			must(h.Book.CloseTable(h.T.Context(), h.Slip(), tables[1], 0))(h.T)
			return SettlePath(id)
		}},
		Screen{Name: "closed-several", Open: func(h *Site) string {
			id, _ := h.Club(names...)
			must(h.Book.CloseMeeting(h.T.Context(), h.Slip(), id, h.MeetingNow(id).Version))(h.T)
			return NightPath(id)
		}},
	)
}

// Club starts an evening of eight at two tables, at each of which a deal is recorded.
func (h *Site) Club(names ...string) (meeting chain.NightID, tables []chain.NightID) {
	h.T.Helper()
	p := h.Players(names...)
	set, _ := rules.Set("hoyle")
	started := must(h.Book.StartMeeting(h.T.Context(), h.Slip(), ledger.NewMeeting{Name: "Club",
		House: set, Tables: []show.SeatTable{{Name: "By the fire", Seats: p[:4], Dealer: p[3]},
			{Name: "By the window", Seats: p[4:], Dealer: p[7]}}}))(h.T)
	e := must(h.Book.Now().Meeting(started.Night))(h.T)
	for i, t := range e.Tables {
		tables = append(tables, t.ID)
		said := ledger.DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: rules.Seat(i + 1), Tricks: 7 - 4*i}}
		must(h.Book.Record(h.T.Context(), h.Slip(), t.ID, said))(h.T)
	}
	return e.Night.ID, tables
}
