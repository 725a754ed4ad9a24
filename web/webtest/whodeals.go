package webtest

// Who deals next, asked on the table where a correction left it open.

import (
	"ouverte/ledger"
	"ouverte/ledger/chain"
)

func init() {
	Screens = append(Screens, Screen{Name: "table-who-deals", Open: func(h *Site) string {
		id := h.Doubtful()
		return NightPath(id)
	}})
}

// Doubtful is a night in which Cat was chosen to deal while Dan's deal was off the sheet.
func (h *Site) Doubtful() chain.NightID {
	h.T.Helper()
	id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	deal := h.Plays(id, "solo ann 5")[0]
	h.Mends(id, ledger.Mend{Do: ledger.Remove, Deal: deal, Saw: chain.EntryID(deal)})
	must(h.Book.ChangeTable(h.T.Context(), h.Slip(), id, 0, ledger.TableChange{Dealer: 3}))(h.T)
	h.Mends(id, ledger.Mend{Do: ledger.PutBack, Deal: deal, Saw: chain.EntryID(deal)})
	return id
}

func (h *Site) Dealer(id chain.NightID) string {
	h.T.Helper()
	n := h.NightNow(id)
	return n.SeatNames()[n.Dealer-1]
}
