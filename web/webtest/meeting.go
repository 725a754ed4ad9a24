package webtest

import (
	"net/url"

	"ouverte/ledger"
)

func init() {
	Screens = append(Screens,
		Screen{Name: "evening-two-tables", Open: func(h *Site) string {
			id := h.Meeting(8, 2)
			h.PlaysRound(id, 3)
			return MeetingPath(id)
		}},
		Screen{Name: "evening-begins", Open: func(h *Site) string {
			return MeetingPath(h.Clocked(11, 3))
		}},
		Screen{Name: "evening-last", Open: func(h *Site) string {
			id := h.Meeting(11, 3)
			h.PlaysRounds(id)
			return MeetingPath(id)
		}},
		Screen{Name: "evening-swapping", Open: func(h *Site) string {
			id := h.Meeting(13, 3)
			h.PlaysRound(id, 2)
			return MeetingPath(id) + "?" + h.Get(MeetingPath(id)).Form("#next", "pick:2").Encode()
		}},
		Screen{Name: "evening-asked", Open: func(h *Site) string {
			id := h.Meeting(8, 2)
			h.Plays(h.MeetingNow(id).Tables[0].ID, "misère ann 0", "misère bob 0")
			return MeetingPath(id) + "?" + h.Get(MeetingPath(id)).Starts("ask").Encode()
		}},
		Screen{Name: "evening-just-begun", Open: func(h *Site) string {
			id := h.Meeting(8, 2)
			h.PlaysRound(id, 2)
			h.Get(MeetingPath(id)).Agrees(h, id).Is(303)
			return MeetingPath(id)
		}},
		Screen{Name: "evening-leaving", Open: func(h *Site) string {
			id := h.Meeting(9, 2)
			h.PlaysRound(id, 2)
			for who := 1; who <= 3; who++ {
				h.Goes(id, "leaves", who).Is(303)
			}
			h.Asks(id, 1, 4, 5, 6, 9)
			h.Goes(id, "pays:1", 5).Is(303)
			return MeetingPath(id)
		}},
		Screen{Name: "evening-slips", Open: func(h *Site) string {
			id := h.Meeting(11, 3)
			h.PlaysRound(id, 1)
			return MeetingPath(id) + "/slips"
		}},
		Screen{Name: "evening-till", Open: func(h *Site) string {
			id := h.Meeting(11, 3)
			h.Asks(id, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9)
			must(h.Book.Spend(h.T.Context(), h.Slip(), id, ledger.Spent{To: 1, Amount: 80, What: "the room"}))(h.T)
			h.PlaysRound(id, 2)
			h.Goes(id, "leaves", 3).Is(303)
			h.Goes(id, "pays:3", int(h.MeetingNow(id).Leavers()[0].Pays.Amount)).Is(303)
			return MeetingPath(id) + "/till"
		}},
		Screen{Name: "wall-two-tables", Open: func(h *Site) string {
			id := h.Meeting(8, 2)
			h.PlaysRound(id, 3)
			return MeetingPath(id) + "/wall"
		}},
		Screen{Name: "wall-ended", Open: func(h *Site) string {
			id := h.Meeting(11, 3)
			h.PlaysRounds(id)
			h.ClosesMeeting(id)
			return MeetingPath(id) + "/wall"
		}},
		Screen{Name: "evening-ended", Open: func(h *Site) string {
			id := h.Meeting(11, 3)
			h.PlaysRounds(id)
			h.ClosesMeeting(id)
			return NightPath(id)
		}},
		Screen{Name: "wall-by-link", Open: func(h *Site) string {
			id := h.Clocked(11, 3)
			h.Plays(h.MeetingNow(id).Tables[1].ID, "pass")
			h.Post(MeetingPath(id)+"/rounds", h.Get(MeetingPath(id)).Starts("call:4")).Is(303)
			return h.Post(NightPath(id)+"/watch", url.Values{"wall": {"on"}}).Is(303).Header.Get("Location")
		}},
		Screen{Name: "table-by-the-clock", Open: func(h *Site) string {
			return NightPath(h.MeetingNow(h.Clocked(8, 2)).Tables[0].ID)
		}},
		Screen{Name: "me-sits", Open: func(h *Site) string { return h.Link(h.Clocked(11, 3)) + "/me" }},
		Screen{Name: "me-goes", Open: func(h *Site) string {
			id := h.Meeting(11, 3)
			h.PlaysRound(id, 2)
			return h.Link(id) + "/me"
		}},
		Screen{Name: "wall-six-tables", Open: func(h *Site) string {
			id := h.Meeting(24, 6)
			h.PlaysRound(id, 2)
			return MeetingPath(id) + "/wall"
		}},
	)
}
