package webtest

// The table as it is looked at: each number of seats, each kind of question, and what went wrong.

import (
	"context"
	"net/url"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/rules/notation"
	"ouverte/web"
)

// Played starts a night and records deals in it, and gives the address of its table.
func (h *Site) Played(set string, change func(*ledger.NewNight), names []string, deals ...string) string {
	h.T.Helper()
	shipped, ok := rules.Set(set)
	if !ok {
		h.T.Fatalf("no set %q", set)
	}
	ids := h.Players(names...)
	start := ledger.NewNight{Name: "Friday night", House: shipped, Seats: ids, Dealer: ids[len(ids)-1]}
	if change != nil {
		change(&start)
	}
	got := must(h.Book.StartNight(context.Background(), h.Slip(), start))(h.T)
	for _, line := range deals {
		n := must(h.Book.Now().Night(got.Night))(h.T)
		d, err := notation.Parse(n.Stakes, n.SeatNames(), n.Dealer, line)
		if err != nil {
			h.T.Fatalf("%s: %v", line, err)
		}
		if _, err := h.Book.Record(context.Background(), h.Slip(), got.Night,
			ledger.DealSaid{Deal: d, Nth: n.Nth}); err != nil {
			h.T.Fatalf("%s: %v", line, err)
		}
	}
	return NightPath(got.Night)
}

// allPass plays this game when all pass.
func allPass(game rules.AllPass) func(*ledger.NewNight) {
	return func(n *ledger.NewNight) {
		own := *n.House
		own.ID, own.Name, own.AllPass = "own", "Our own", game
		n.House = &own
	}
}

var (
	three     = []string{"Ann", "Bob", "Cat"}
	four      = []string{"Ann", "Bob", "Cat", "Dan"}
	five      = []string{"Ann", "Bartholomew", "Cat", "Dan", "Eve"}
	AnEvening = []string{"solo ann 5", "mis dan 1", "solo bob 6 rev cat", "pass", "prop ann dan 7",
		"abundance cat 10", "royal ann 9", "solo dan 4", "mis bob 0", "prop cat dan 9", "declared ann 12"}
)

func init() {
	Screens = append(Screens,
		Screen{Name: "table-blank", Open: func(h *Site) string { return h.Played("hoyle", nil, four) }},
		Screen{Name: "table-prop",
			Open: func(h *Site) string { return h.Played("hoyle", nil, four, AnEvening...) }},
		Screen{
			Name: "table-misere-mishaps",
			Open: func(h *Site) string { return h.Played("hoyle", nil, four, AnEvening[:3]...) },
		},
		Screen{
			Name: "table-three",
			Open: func(h *Site) string { return h.Played("units", nil, three, "solo ann 7", "mis bob 1") },
		},
		Screen{Name: "table-five-old-money", Open: func(h *Site) string {
			return h.Played(
				"shilling",
				func(n *ledger.NewNight) { n.Scale = 12 },
				five,
				"solo ann 7",
				"mis dan 1",
				"pass",
				"abundance eve 10",
				"prop ann bart 9",
				"solo cat 4 rev ann",
				"declared ann 13",
				"pass",
				"open eve 0",
			)
		}},
		Screen{Name: "table-irish",
			Open: func(h *Site) string { return h.Played("irish", nil, three, "pass") }},
		Screen{
			Name: "table-grand-slam",
			Open: func(h *Site) string { return h.Played("grand-slam", nil, four, "solo ann 5") },
		},
		Screen{Name: "table-in-words", Open: func(h *Site) string {
			return h.Played("hoyle", nil, four, "solo ann 5") + "?words=Proposal%2C+Dan+and+Cat%2C+nine+tricks"
		}},
		Screen{Name: "table-in-words-refused", Open: func(h *Site) string {
			return h.Played("hoyle", nil, four) + "?words=Solo%2C+Zelda%2C+seven"
		}},
		Screen{
			Name: "table-last-trick",
			Open: func(h *Site) string { return h.Played("units", allPass(rules.LastTrick), four) },
		},
		Screen{
			Name: "table-fewest",
			Open: func(h *Site) string { return h.Played("units", allPass(rules.Fewest), four) },
		},
		Screen{Name: "table-auction", Open: func(h *Site) string {
			return h.Played("units", func(n *ledger.NewNight) { n.Auction = true }, four)
		}},
		Screen{Name: "table-auction-irish", Open: func(h *Site) string {
			return h.Played("irish", func(n *ledger.NewNight) { n.Auction = true }, four)
		}},
		Screen{Name: "table-refused", Open: func(h *Site) string {
			return h.Played("hoyle", nil, four, "pass") + "/preview?" + url.Values{
				"call":      {"misere"},
				"who":       {"1"},
				"forfeit":   {"2"},
				"revokes-3": {"1"},
				"nth":       {"2"},
			}.Encode()
		}},
		Screen{Name: "table-waiting", Open: func(h *Site) string { return h.Played("hoyle", nil, four, "pass") }},
		Screen{
			Name: "table-kept",
			Open: func(h *Site) string { h.canBeCut(); return h.Played("hoyle", nil, four, AnEvening...) },
		},
		Screen{Name: "table-plain",
			Open:   func(h *Site) string { return h.Played("hoyle", nil, four, AnEvening[:3]...) },
			Base:   "http://parlour.test",
			Change: func(o *web.Options) { o.Hosts = []string{"parlour.test"} }},
	)
}
