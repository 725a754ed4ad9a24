package webtest

import (
	"fmt"
	"net/url"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
)

func init() {
	Screens = append(Screens,
		Screen{Name: "start-two-tables", Open: func(h *Site) string {
			h.Players(Fifteen[:9]...)
			return "/?do=keep&" + Chosen(8) + "&picked=2&house=units&scale=1&name=Friday+night"
		}},
		Screen{Name: "start-four-tables", Open: func(h *Site) string {
			h.Players(Fifteen...)
			return "/?do=fours:3&" + Chosen(14) + "&house=units&scale=1&name=Friday+night"
		}},
		Screen{Name: "start-tables-refused", Open: func(h *Site) string {
			h.Players(Fifteen...)
			return "/?do=keep&" + Chosen(12) + "&called=The+snug&called=The+snug&per=0&rounds=99&house=units&scale=1&name=Friday+night"
		}},
	)
}

// Fifteen are people enough for four tables.
var Fifteen = []string{"Ann", "Bob", "Cat", "Dan", "Eve", "Flo", "Gus", "Hal", "Ivy", "Jem", "Kit", "Lou",
	"Mia", "Ned", "Olive"}

// Dozens are as many as an evening may have.
var Dozens = append(slices.Clone(Fifteen),
	"Pia", "Quin", "Rolf", "Sue", "Tess", "Ulf", "Vera", "Will", "Xaver")

// Chosen are the first so many people of the book as a form sends them.
func Chosen(n int) string {
	v := url.Values{}
	for i := range n {
		v.Add("seats", fmt.Sprint(i+1))
	}
	return v.Encode()
}

func (h *Site) MeetingNow(id chain.NightID) *show.Meeting {
	h.T.Helper()
	e := must(h.Book.Now().Meeting(id))(h.T)
	return e
}
