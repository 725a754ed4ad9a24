package webtest

// Names and persons: changed, put away, joined and parted, through the router.

import (
	"fmt"

	"ouverte/ledger/chain"
)

func PersonPath(p chain.PlayerID) string { return fmt.Sprintf("/players/%d/person", p) }

func init() {
	Screens = append(Screens,
		Screen{Name: "person", Open: func(h *Site) string {
			all := h.Players("Ann", "Bob", "Cat", "Dan")
			h.Night("hoyle", all...)
			return PersonPath(all[1])
		}},
		Screen{Name: "person-as", Open: func(h *Site) string {
			all := h.Players("Ann", "Bob", "Cat", "Dan", "Bobby")
			h.Night("hoyle", all[:4]...)
			return PersonPath(all[4]) + fmt.Sprintf("?as=%d", all[1])
		}},
		Screen{Name: "person-part", Open: func(h *Site) string {
			_, kit, join := h.ClosedMeanwhile()
			return PersonPath(kit) + fmt.Sprintf("?part=%d", join)
		}},
	)
}

// ClosedMeanwhile is an evening Ivy lost at, closed while she was taken for Kit.
func (h *Site) ClosedMeanwhile() (ivy, kit chain.PlayerID, join chain.EntryID) {
	h.T.Helper()
	all := h.Players("Ann", "Bob", "Cat", "Ivy", "Kit")
	ivy, kit = all[3], all[4]
	id := h.Night("hoyle", all[:4]...)
	h.Plays(id, "solo ann 5")
	r := must(h.Book.JoinPlayers(h.T.Context(), h.Slip(), ivy, kit))(h.T)
	h.Plays(id, "solo bob 5", "solo kit 6")
	h.Closes(id)
	return ivy, kit, r.Entry
}
