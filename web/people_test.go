package web_test

// People who come, go, change seats and stand in for each other, through the whole house.

import (
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger"
	"ouverte/web"
)

func init() {
	screens = append(screens,
		screen{name: "people", open: func(h *house) string {
			h.players("Eve", "Fred", "Grace")
			id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
			h.plays(id, "solo ann 5")
			return fmt.Sprintf("/nights/%d/table", id)
		}},
		screen{name: "people-five", open: func(h *house) string {
			id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
			h.plays(id, "solo ann 5")
			eve := h.player("Eve")
			return fmt.Sprintf(
				"/nights/%d/table?do=seat:%d&seats=1&seats=2&seats=3&seats=4&plays=&plays=&plays=&plays=",
				id,
				eve,
			)
		}},
		screen{name: "people-stand-in", open: func(h *house) string {
			id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
			h.player("Eve")
			return fmt.Sprintf("/nights/%d/table?do=keep&seats=1&seats=2&seats=5&seats=4&plays=&plays=&plays=3&plays=",
				id)
		}},
		screen{name: "sheet-come-and-gone", open: func(h *house) string {
			id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
			h.comeAndGo(id, h.player("Eve"))
			return fmt.Sprintf("/nights/%d", id)
		}},
	)
}

// sits seats a table anew behind the page's back.
func (h *house) sits(id ledger.NightID, who ...ledger.PlayerID) {
	h.t.Helper()
	var c ledger.TableChange
	for _, p := range who {
		c.Chairs = append(c.Chairs, ledger.Chair{Player: p})
	}
	must(h.book.ChangeTable(h.t.Context(), h.slip(), id, 0, c))(h.t)
}

// comeAndGo plays at four, then five, then three, then four.
func (h *house) comeAndGo(id ledger.NightID, eve ledger.PlayerID) {
	h.t.Helper()
	h.plays(id, "solo ann 5", "mis bob 0")
	h.sits(id, 1, 2, 3, 4, eve)
	h.plays(id, "solo eve 7", "prop ann eve 9")
	h.sits(id, 1, 2, eve)
	h.plays(id, "abundance bob 9")
	h.sits(id, 1, 2, eve, 4)
	h.plays(id, "solo dan 4")
}

// taps taps buttons of the people's page one after another and gives the page after the last.
func (h *house) seats(path string, do ...string) *answer {
	h.t.Helper()
	page := h.get(path).is(200)
	for _, what := range do {
		page = h.asks(path, page.form("#people .start", what)).is(200)
	}
	return page
}

// table is who sits, with whose account plays where it isn't their own, and after the bar who deals next.
func (h *house) tableNow(id ledger.NightID) string {
	h.t.Helper()
	n := h.nightNow(id)
	var out []string
	for _, c := range n.Table {
		name := n.PlayerName(c.Player)
		if c.Pays() != c.Player {
			name += " for " + n.PlayerName(c.Pays())
		}
		out = append(out, name)
	}
	return strings.Join(out, " ") + " | " + n.PlayerName(n.Table[n.Dealer-1].Player)
}

func TestPeople(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		do    []string
		says  string // somewhere in what follows
		table string
	}{
		{"somebody joins", []string{"seat:5"}, "Eve joins the table.", "Ann Bob Cat Dan Eve | Ann"},
		{"five rest one", []string{"seat:5"}, "Eve rests", "Ann Bob Cat Dan Eve | Ann"},
		{"somebody leaves", []string{"seat:2"}, "Prop & cop can’t be called.", "Ann Cat Dan | Ann"},
		{"and the cards", []string{"seat:2"}, "take out the twos, threes and fours", "Ann Cat Dan | Ann"},
		{"who was to deal leaves", []string{"seat:1"}, "Bob deals, Cat shuffles, and the dealer may after",
			"Bob Cat Dan | Bob"},
		{"two change seats", []string{"pick:1", "pick:3"},
			"The next deal: Ann deals, Dan shuffles, and the dealer may after, Bob cuts, Dan leads.",
			"Cat Bob Ann Dan | Ann"},
		{"the deal is set", []string{"deal:3"}, "Cat deals, Dan shuffles, and the dealer may after",
			"Ann Bob Cat Dan | Cat"},
		{"a stand-in on their own account", []string{"pick:2", "seat:5"}, "Bob leaves", "Ann Eve Cat Dan | Ann"},
		{"a stand-in on the other's", []string{"pick:2", "seat:5", "lend:2:2"},
			"Eve plays for Bob: what is won or lost is Bob’s.", "Ann Eve for Bob Cat Dan | Ann"},
		{"and back on their own", []string{"pick:2", "seat:5", "lend:2:2", "own:2"}, "Bob leaves",
			"Ann Eve Cat Dan | Ann"},
		{"who plays for another changes seats", []string{"pick:2", "seat:5", "lend:2:2", "pick:2", "pick:4"},
			"Eve plays for Bob", "Ann Dan Cat Eve for Bob | Ann"},
		{"the absent one comes back to another seat", []string{"pick:2", "seat:5", "lend:2:2", "seat:2"},
			"Eve joins", "Ann Eve Cat Dan Bob | Ann"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := openHouse(t)
			id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
			h.player("Eve")
			h.plays(id, "solo ann 5") // so it is Ann's deal
			path := fmt.Sprintf("/nights/%d/table", id)
			page := h.seats(path, c.do...)
			if got := page.text(".follows"); !strings.Contains(got, c.says) {
				t.Errorf("what follows: %s", got)
			}
			if got := h.tableNow(id); got != "Ann Bob Cat Dan | Ann" {
				t.Fatalf("a tap wrote something: %s", got)
			}
			h.post(path, page.form("#people .start", "sit")).is(303)
			same(t, h.tableNow(id), c.table, "at the table: %s")
		})
	}
}

func TestPeopleRefused(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
	path := fmt.Sprintf("/nights/%d/table", id)

	h.post(path, h.seats(path).form("#people .start", "sit")).is(303) // nothing has changed
	h.post(path, h.seats(path, "seat:1", "seat:2").form("#people .start", "sit")).is(422)
	form := h.seats(path).form("#people .start", "")
	form.Set("do", "name")
	form.Set("newname", "ann")
	h.asks(path, form).is(422).has(1, "#says-newname")
	form.Set("newname", "Zoë")
	page := h.asks(path, form).is(200)
	h.post(path, page.form("#people .start", "sit")).is(303)
	same(t, h.tableNow(id), "Ann Bob Cat Dan Zoë | Dan", "at the table: %s")
	for _, bad := range []string{"do=own:9", "do=dance", "do=keep&plays=1", "do=lend:x:1"} {
		v, _ := url.ParseQuery(bad)
		with := h.seats(path).form("#people .start", "")
		for name, value := range v {
			with[name] = value
		}
		h.asks(path, with).is(400)
	}
}

// TestSomebodyElseChangedTheTable: what was tapped stays, and what happened is said.
func TestSomebodyElseChangedTheTable(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
	eve := h.player("Eve")
	path := fmt.Sprintf("/nights/%d/table", id)
	mine := h.seats(path, "seat:2").form("#people .start", "sit")
	h.sits(id, 1, 2, 3, 4, eve)
	late := h.post(path, mine).is(409)
	late.tells("#people #says", "Meanwhile: At the table: Ann, Bob, Cat, Dan and Eve")
	if got := h.tableNow(id); got != "Ann Bob Cat Dan Eve | Dan" {
		t.Fatalf("the slower one wrote: %s", got)
	}
	h.post(path, late.form("#people .start", "sit")).is(303)
	same(t, h.tableNow(id), "Ann Cat Dan | Dan", "at the table: %s")
}

// TestOneSaveForThePeoplePage: what was typed of the evening and who was tapped are kept together, from one
// tap to the next and by the one save; what is refused leaves both as they were.
func TestOneSaveForThePeoplePage(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
	h.player("Eve")
	path := fmt.Sprintf("/nights/%d/table", id)
	form := h.get(path).has(1, "#people form").form("#people .start", "seat:5")
	form.Set("name", "Stir-up Friday")
	form.Set("agree", "on")
	form.Set("date", "never")
	h.asks(path, form).is(422).has(1, "#says-date")
	form.Set("date", "0026-11-19")
	page := h.asks(path, form).is(200).has(1, `[name="name"][value="Stir-up Friday"]`).has(1, ".wishes[open]")
	h.post(path, page.form("#people .start", "sit")).is(422).has(1, "#says-date")
	same(t, h.tableNow(id), "Ann Bob Cat Dan | Dan", "at the table: %s")
	form = page.form("#people .start", "sit")
	form.Set("date", "2026-11-19")
	h.post(path, form).is(303)
	h.post(path, form).is(303) // a double tap
	same(t, h.tableNow(id), "Ann Bob Cat Dan Eve | Dan", "at the table: %s")
	wants := func(name string, agree, auction bool) {
		t.Helper()
		n := h.nightNow(id)
		if n.Name != name || n.Date != "2026-11-19" || n.Agree != agree || n.Auction != auction {
			t.Errorf("it is %q of %s, agree %v, auction %v", n.Name, n.Date, n.Agree, n.Auction)
		}
	}
	wants("Stir-up Friday", true, false)
	// What another device changed meanwhile stays, and what is refused can be sent again with something else.
	slow, quick := h.get(path).form("#people .start", "sit"), h.get(path).form("#people .start", "sit")
	quick.Set("auction", "on")
	h.post(path, quick).is(303)
	h.post(path, slow).is(303)
	wants("Stir-up Friday", true, true)
	slow.Set("name", "Advent")
	slow["seats"], slow["plays"] = slow["seats"][:2], slow["plays"][:2]
	again := h.post(path, slow).is(422).form("#people .start", "sit")
	again.Set("name", "Advent Sunday")
	h.post(path, again).is(422)
	wants("Stir-up Friday", true, true)
}

// TestSheetOfComersAndGoers: who wasn’t there has no number, not a zero; who rested is seen to have been
// there.
func TestSheetOfComersAndGoers(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
	h.comeAndGo(id, h.player("Eve"))
	page := h.get(fmt.Sprintf("/nights/%d", id)).is(200)
	for row, want := range map[int]string{ // newest first; five columns: Ann Bob Cat Dan Eve
		1: "7d7dnot there−1s 9d7d", 2: "−1s 6d3snot therenot there−1s 6d", 3: "7d·sat out−7d−7d7d",
		6: "1s 6d−6d−6d−6dnot there",
	} {
		var got []string
		page.doc.Find(fmt.Sprintf("#sheet tbody tr:nth-child(%d) td", row)).
			Each(func(_ int, cell *goquery.Selection) {
				got = append(got, plain(cell.Text()))
			})
		if strings.Join(got, "") != want {
			t.Errorf("row %d: %s", row, strings.Join(got, " "))
		}
	}
	page.says("#sheet thead th.gone", "Cat")
}

// TestPeopleByTouch lets one come and another go.
func TestPeopleByTouch(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
	h.player("Eve")
	b := openTab(t, h.url(), phone)
	b.visit(fmt.Sprintf("/nights/%d", id))
	b.taps(".menu.page summary", `.menu.page a[href$="/table"]`)
	b.wait("#seat2")
	b.taps("#seat2")
	b.wait(`#seat2[aria-pressed=true]`)
	b.taps("#p5")
	b.wait(`[value="lend:2:2"]`)
	b.taps(`[value="lend:2:2"]`)
	b.until(`document.querySelector('.follows').textContent.includes('Eve plays for Bob')`)
	b.taps(`#people [value=sit]`)
	b.until(`location.pathname === '/nights/1'`)
	if got := h.tableNow(id); got != "Ann Eve for Bob Cat Dan | Dan" {
		t.Fatalf("at the table: %s", got)
	}
	b.ready()
	b.taps(one("solo", 2, 5)...) // Eve plays, Bob wins
	b.until(`!!document.querySelector('#sheet tbody tr')`)
	if got := h.sums(id); got != "Ann -6 Bob 18 Cat -6 Dan -6 Eve 0" {
		t.Fatalf("it came to %s", got)
	}
}

// TestAnOddDateIsPutRight: an evening a book has of a year nobody can mean, closed or open, is offered its
// day on the list of evenings, to those who may write; what can't be that day either is said there.
func TestAnOddDateIsPutRight(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.book.Close()
	now := evening.AddDate(50, 0, 0)
	book, err := ledger.Open(t.Context(), filepath.Join(t.TempDir(), "book.db"),
		ledger.Options{Clock: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { book.Close() })
	may := web.Keeper
	h.book = book
	h.handler = web.New(book, web.Options{
		Now: clock, Log: web.QuietLog(),
		Who: func(*http.Request) web.Visitor { return web.Visitor{Right: may, Device: "the tablet"} },
	})
	four := h.players("Ann", "Bob", "Cat", "Dan")
	id := h.night("hoyle", four...)
	h.plays(id, "solo ann 5")
	h.closes(id)
	h.get("/nights").has(0, "form.notice")
	now = evening
	may = web.Watcher
	h.get("/nights").has(0, "form.notice")
	may = web.Keeper
	h.get("/nights").says("form.notice p", "Friday night is written down for Friday 20 November 2076, "+
		"which can’t be. Which day was it?")
	right := fmt.Sprintf("/nights/%d/date", id)
	for _, day := range []string{"", "never", "1026-11-20", "2076-11-20"} {
		form := h.get("/nights").form("form.notice", "")
		form.Set("date", day)
		h.post(right, form).is(422).has(1, "form.notice .says")
	}
	now = evening.AddDate(50, 0, 0)
	for range 4 {
		now = now.AddDate(0, 0, 1)
		h.night("hoyle", four...)
	}
	now = evening
	page := h.get("/nights").has(3, "form.notice").says(".notice ~ p.ground", "And 2 more evenings.")
	named := map[string]bool{}
	for _, e := range page.doc.Find("form.notice [aria-label]").EachIter() {
		named[e.AttrOr("aria-label", "")] = true
	}
	if len(named) != 6 {
		t.Errorf("its fields and buttons are named %v", named)
	}
	form := page.form("form.notice:first-of-type", "")
	form.Set("date", "2026-11-19")
	h.post(right, form).is(303)
	form = h.get("/nights").has(3, "form.notice").form("form.notice:first-of-type", "")
	form.Set("date", "1026-11-20")
	h.post(right, form).is(422).
		says("p.notice", "It stays written down for Thursday 19 November 2026.")
	if n := h.nightNow(id); n.Date != "2026-11-19" || n.Open {
		t.Errorf("it is of %s, open %v", n.Date, n.Open)
	}
}
