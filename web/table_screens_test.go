package web_test

// The table as it is looked at: each number of seats, each kind of question, and what went wrong.

import (
	"context"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/rules/notation"
	"ouverte/web"
)

// played starts a night and records deals in it, and gives the address of its table.
func (h *house) played(set string, change func(*ledger.NewNight), names []string, deals ...string) string {
	h.t.Helper()
	shipped, ok := rules.Set(set)
	if !ok {
		h.t.Fatalf("no set %q", set)
	}
	ids := h.players(names...)
	start := ledger.NewNight{Name: "Friday night", House: shipped, Seats: ids, Dealer: ids[len(ids)-1]}
	if change != nil {
		change(&start)
	}
	got := must(h.book.StartNight(context.Background(), h.slip(), start))(h.t)
	for _, line := range deals {
		n := must(h.book.Night(context.Background(), got.Night))(h.t)
		d, err := notation.Parse(n.Stakes, n.SeatNames(), n.Dealer, line)
		if err != nil {
			h.t.Fatalf("%s: %v", line, err)
		}
		if _, err := h.book.Record(context.Background(), h.slip(), got.Night,
			ledger.DealSaid{Deal: d, Nth: n.Nth}); err != nil {
			h.t.Fatalf("%s: %v", line, err)
		}
	}
	return nightPath(got.Night)
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
	anEvening = []string{"solo ann 5", "mis dan 1", "solo bob 6 rev cat", "pass", "prop ann dan 7",
		"abundance cat 10", "royal ann 9", "solo dan 4", "mis bob 0", "prop cat dan 9", "declared ann 12"}
)

func init() {
	screens = append(screens,
		screen{name: "table-blank", open: func(h *house) string { return h.played("hoyle", nil, four) }},
		screen{name: "table-prop",
			open: func(h *house) string { return h.played("hoyle", nil, four, anEvening...) },
			then: func(b *tab) {
				b.ready()
				b.taps("#call-prop", "#pair-1-3", "#tricks-9")
				b.wait("#result strong")
			}},
		screen{
			name: "table-misere-mishaps",
			open: func(h *house) string { return h.played("hoyle", nil, four, anEvening[:3]...) },
			then: func(b *tab) {
				b.ready()
				b.taps("#call-misere", "#who-1", mishaps, "#forfeit-3")
				b.wait("#result strong")
			},
		},
		screen{
			name: "table-three",
			open: func(h *house) string { return h.played("units", nil, three, "solo ann 7", "mis bob 1") },
			then: func(b *tab) { b.ready(); b.taps("#call-solo", "#who-2") },
		},
		screen{name: "table-five-old-money", open: func(h *house) string {
			return h.played(
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
		screen{name: "table-irish",
			open: func(h *house) string { return h.played("irish", nil, three, "pass") },
			then: func(b *tab) { b.ready(); b.taps("#call-irish", "#bid-6H", "#who-1") }},
		screen{
			name: "table-grand-slam",
			open: func(h *house) string { return h.played("grand-slam", nil, four, "solo ann 5") },
		},
		screen{
			name: "table-last-trick",
			open: func(h *house) string { return h.played("units", allPass(rules.LastTrick), four) },
			then: func(b *tab) {
				b.ready()
				b.taps("#call-general-misere", mishaps, "#wrong-2") // which decide it, without a loser
				b.wait("#result strong")
			},
		},
		screen{
			name: "table-fewest",
			open: func(h *house) string { return h.played("units", allPass(rules.Fewest), four) },
			then: func(b *tab) { b.ready(); b.tap("#call-general-misere") },
		},
		screen{name: "table-auction", open: func(h *house) string {
			return h.played("units", func(n *ledger.NewNight) { n.Auction = true }, four)
		}, then: func(b *tab) { b.ready(); b.tap(`#auction [value="prop"]`); b.wait(`#auction[data-turn="Bob"]`) }},
		screen{name: "table-auction-irish", open: func(h *house) string {
			return h.played("irish", func(n *ledger.NewNight) { n.Auction = true }, four)
		}, then: func(b *tab) { b.ready(); b.tap(`#auction [value="6H"]`); b.wait(`#auction[data-turn="Bob"]`) }},
		screen{name: "table-refused", open: func(h *house) string {
			return h.played("hoyle", nil, four, "pass") + "/preview?" + url.Values{
				"call":      {"misere"},
				"who":       {"1"},
				"forfeit":   {"2"},
				"revokes-3": {"1"},
				"nth":       {"2"},
			}.Encode()
		}},
		screen{name: "table-waiting", open: func(h *house) string { return h.played("hoyle", nil, four, "pass") },
			then: func(b *tab) {
				b.ready()
				b.offline(true)
				b.taps(one("solo", 1, 7)...)
				b.wait("#waiting li")
			}},
		screen{
			name: "table-kept",
			open: func(h *house) string { h.canBeCut(); return h.played("hoyle", nil, four, anEvening...) },
			then: func(b *tab) {
				b.ready()
				b.kept(1, len(anEvening))
				b.wasOff.Store(true)
				ask(b, chromedp.Evaluate[bool](`fetch('/cut').catch(() => true)`, chromedp.EvalAwaitPromise))
				b.visit("/table")
				b.wait("html[data-kept] #deal.quick")
				b.taps(two(2, 3, 8)...)
				b.wait("#waiting li")
				b.taps("#call-solo", "#who-1", "#tricks-7")
				b.until(noNews)
			},
		},
		screen{name: "table-plain",
			open:   func(h *house) string { return h.played("hoyle", nil, four, anEvening[:3]...) },
			base:   "http://parlour.test",
			change: func(o *web.Options) { o.Hosts = []string{"parlour.test"} }},
	)
}

// TestOldMoneyIsWrittenAlike: at each size, with four and with five columns, the totals at the seats are
// written as those on the sheet, but for the plus.
func TestOldMoneyIsWrittenAlike(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	paths := []string{
		h.played("hoyle", nil, []string{"Ann", "Bob", "Cat", "Dan"}, "solo ann 8", "solo bob 4"),
		h.played("hoyle", nil, []string{"Eve", "Fay", "Gil", "Hal", "Ida"}, "solo eve 8", "solo fay 4"),
	}
	b := openTab(t, h.url(), phone)
	shillings := regexp.MustCompile(`\d+s\b`)
	for _, path := range paths {
		b.visit(path)
		for _, d := range []device{phone, between, tabletUp, {"narrow", 1000, 800, true}, tablet,
			{"wide", 1400, 900, true}} {
			b.becomes(d)
			seats := eval[string](b, `[...document.querySelectorAll('.seat:not(.rests)')]
				.map(s => s.dataset.name +
					s.querySelector('.amount:not(.rest)').innerText.replace('+', ''))
				.sort().join(' ').replace(/\s+/g, ' ')`)
			sheet := eval[string](b, `[...document.querySelectorAll('#sheet thead tr:first-child th')].slice(1)
				.map((th, i) => th.textContent + document.querySelectorAll('#sheet tr.total td')[i].innerText)
				.filter(x => ![...document.querySelectorAll('.seat.rests')]
					.some(n => x.startsWith(n.dataset.name)))
				.sort().join(' ').replace(/\s+/g, ' ')`)
			if seats != sheet {
				t.Errorf("%s at %s: at the seats %q, on the sheet %q", path, d.name, seats, sheet)
			}
			if !shillings.MatchString(sheet) || strings.ContainsAny(seats+sheet, "/.") {
				t.Errorf("%s at %s: money isn’t written as 1s 6d: %q", path, d.name, sheet)
			}
		}
	}
}
