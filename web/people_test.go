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
	"ouverte/web/webtest"
)

// taps taps buttons of the people's page one after another and gives the page after the last.
func seats(h *webtest.Site, path string, do ...string) *webtest.Answer {
	h.T.Helper()
	page := h.Get(path).Is(200)
	for _, what := range do {
		page = asks(h, path, page.Form("#people .start", what)).Is(200)
	}
	return page
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
		{"who was to deal leaves", []string{"seat:1"}, "Bob deals, Cat shuffles, and the dealer may too",
			"Bob Cat Dan | Bob"},
		{"two change seats", []string{"pick:1", "pick:3"},
			"The next deal: Ann deals, Dan shuffles, and the dealer may too, Bob cuts, Dan leads.",
			"Cat Bob Ann Dan | Ann"},
		{"the deal is set", []string{"deal:3"}, "Cat deals, Dan shuffles, and the dealer may too",
			"Ann Bob Cat Dan | Cat"},
		{"a stand-in on their own account", []string{"pick:2", "seat:5"}, "Bob leaves", "Ann Eve Cat Dan | Ann"},
		{"a stand-in on the other's", []string{"pick:2", "seat:5", "lend:2:2"},
			"Eve plays for Bob: Bob wins or loses the money.", "Ann Eve for Bob Cat Dan | Ann"},
		{"and back on their own", []string{"pick:2", "seat:5", "lend:2:2", "own:2"}, "Bob leaves",
			"Ann Eve Cat Dan | Ann"},
		{"who plays for another changes seats", []string{"pick:2", "seat:5", "lend:2:2", "pick:2", "pick:4"},
			"Eve plays for Bob", "Ann Dan Cat Eve for Bob | Ann"},
		{"the absent one comes back to another seat", []string{"pick:2", "seat:5", "lend:2:2", "seat:2"},
			"Eve joins", "Ann Eve Cat Dan Bob | Ann"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := webtest.Open(t)
			id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
			h.Player("Eve")
			h.Plays(id, "solo ann 5") // so it is Ann's deal
			path := fmt.Sprintf("/nights/%d/table", id)
			page := seats(h, path, c.do...)
			if got := page.Text(".follows"); !strings.Contains(got, c.says) {
				t.Errorf("what follows: %s", got)
			}
			if got := h.TableNow(id); got != "Ann Bob Cat Dan | Ann" {
				t.Fatalf("a tap wrote something: %s", got)
			}
			h.Post(path, page.Form("#people .start", "sit")).Is(303)
			same(t, h.TableNow(id), c.table, "at the table: %s")
		})
	}
}

func TestPeopleRefused(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	path := fmt.Sprintf("/nights/%d/table", id)

	h.Post(path, seats(h, path).Form("#people .start", "sit")).Is(303) // nothing has changed
	h.Post(path, seats(h, path, "seat:1", "seat:2").Form("#people .start", "sit")).Is(422)
	form := seats(h, path).Form("#people .start", "")
	form.Set("do", "name")
	form.Set("newname", "Zoë")
	page := asks(h, path, form).Is(200)
	h.Post(path, page.Form("#people .start", "sit")).Is(303)
	same(t, h.TableNow(id), "Ann Bob Cat Dan Zoë | Dan", "at the table: %s")
	for _, bad := range []string{"do=own:9", "do=dance", "do=keep&plays=1", "do=lend:x:1"} {
		v, _ := url.ParseQuery(bad)
		with := seats(h, path).Form("#people .start", "")
		for name, value := range v {
			with[name] = value
		}
		asks(h, path, with).Is(400)
	}
}

// TestSomebodyElseChangedTheTable: the choices stay, and the page says what happened.
func TestSomebodyElseChangedTheTable(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	eve := h.Player("Eve")
	path := fmt.Sprintf("/nights/%d/table", id)
	mine := seats(h, path, "seat:2").Form("#people .start", "sit")
	h.Sits(id, 1, 2, 3, 4, eve)
	late := h.Post(path, mine).Is(409)
	late.Tells("#people #says", "Meanwhile: At the table: Ann, Bob, Cat, Dan and Eve")
	if got := h.TableNow(id); got != "Ann Bob Cat Dan Eve | Dan" {
		t.Fatalf("the slower one wrote: %s", got)
	}
	h.Post(path, late.Form("#people .start", "sit")).Is(303)
	same(t, h.TableNow(id), "Ann Cat Dan | Dan", "at the table: %s")
}

// TestOneSaveForThePeoplePage: name, date and seats are kept together, from one tap to the next and by the
// one save; a refusal leaves both as they were.
func TestOneSaveForThePeoplePage(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	h.Player("Eve")
	path := fmt.Sprintf("/nights/%d/table", id)
	form := h.Get(path).Has(1, "#people form").Form("#people .start", "seat:5")
	form.Set("name", "Stir-up Friday")
	form.Set("agree", "on")
	form.Set("date", "never")
	asks(h, path, form).Is(422).Has(1, "#says-date")
	form.Set("date", "0026-11-19")
	page := asks(h, path, form).Is(200).Has(1, `[name="name"][value="Stir-up Friday"]`).Has(1, ".wishes[open]")
	h.Post(path, page.Form("#people .start", "sit")).Is(422).Has(1, "#says-date")
	same(t, h.TableNow(id), "Ann Bob Cat Dan | Dan", "at the table: %s")
	form = page.Form("#people .start", "sit")
	form.Set("date", "2026-11-19")
	h.Post(path, form).Is(303)
	h.Post(path, form).Is(303) // a double tap
	same(t, h.TableNow(id), "Ann Bob Cat Dan Eve | Dan", "at the table: %s")
	wants := func(name string, agree, auction bool) {
		t.Helper()
		n := h.NightNow(id)
		if n.Name != name || n.Date != "2026-11-19" || n.Agree != agree || n.Auction != auction {
			t.Errorf("it is %q of %s, agree %v, auction %v", n.Name, n.Date, n.Agree, n.Auction)
		}
	}
	wants("Stir-up Friday", true, false)
	// What another device changed meanwhile stays, and what is refused can be sent again with something else.
	slow, quick := h.Get(path).Form("#people .start", "sit"), h.Get(path).Form("#people .start", "sit")
	quick.Set("auction", "on")
	h.Post(path, quick).Is(303)
	h.Post(path, slow).Is(303)
	wants("Stir-up Friday", true, true)
	slow.Set("name", "Advent")
	slow["seats"], slow["plays"] = slow["seats"][:2], slow["plays"][:2]
	again := h.Post(path, slow).Is(422).Form("#people .start", "sit")
	again.Set("name", "Advent Sunday")
	h.Post(path, again).Is(422)
	wants("Stir-up Friday", true, true)
}

// TestSheetOfComersAndGoers: who wasn’t there has no number, not a zero; who rested is seen to have been
// there.
func TestSheetOfComersAndGoers(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	h.ComeAndGo(id, h.Player("Eve"))
	page := h.Get(fmt.Sprintf("/nights/%d", id)).Is(200)
	for row, want := range map[int]string{ // newest first; five columns: Ann Bob Cat Dan Eve
		1: "+7d+7dnot there−1s 9d+7d", 2: "−1s 6d+3snot therenot there−1s 6d", 3: "+7d·sat out−7d−7d+7d",
		6: "+1s 6d−6d−6d−6dnot there",
	} {
		var got []string
		page.Doc.Find(fmt.Sprintf("#sheet tbody tr:nth-child(%d) td", row)).
			Each(func(_ int, cell *goquery.Selection) {
				got = append(got, webtest.Plain(cell.Text()))
			})
		if strings.Join(got, "") != want {
			t.Errorf("row %d: %s", row, strings.Join(got, " "))
		}
	}
	page.Says("#sheet thead th.gone", "Cat")
}

// TestAnOddDateIsPutRight: an evening a book has of a year nobody can mean, closed or open, is offered its
// day on the list of evenings, to those who may write; what can't be that day either is said there.
func TestAnOddDateIsPutRight(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Book.Close()
	now := webtest.Evening.AddDate(50, 0, 0)
	book, err := ledger.Open(t.Context(), filepath.Join(t.TempDir(), "book.db"),
		ledger.Options{Clock: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { book.Close() })
	may := web.Keeper
	h.Book = book
	h.Handler = web.New(book, web.Options{
		Now: webtest.Clock, Log: web.QuietLog(),
		Who: func(*http.Request) web.Visitor { return web.Visitor{Right: may, Device: "the tablet"} },
	})
	four := h.Players("Ann", "Bob", "Cat", "Dan")
	id := h.Night("hoyle", four...)
	h.Plays(id, "solo ann 5")
	h.Closes(id)
	h.Get("/nights").Has(0, "form.notice")
	now = webtest.Evening
	may = web.Watcher
	h.Get("/nights").Has(0, "form.notice")
	may = web.Keeper
	h.Get("/nights").Says("form.notice p", "Friday night is written down for Friday 20 November 2076, "+
		"which can’t be. Which day was it?")
	right := fmt.Sprintf("/nights/%d/date", id)
	for _, day := range []string{"", "never", "1026-11-20", "2076-11-20"} {
		form := h.Get("/nights").Form("form.notice", "")
		form.Set("date", day)
		h.Post(right, form).Is(422).Has(1, "form.notice .says")
	}
	now = webtest.Evening.AddDate(50, 0, 0)
	for range 4 {
		now = now.AddDate(0, 0, 1)
		h.Night("hoyle", four...)
	}
	now = webtest.Evening
	page := h.Get("/nights").Has(3, "form.notice").Says(".notice ~ p.ground", "And 2 more evenings.")
	named := map[string]bool{}
	for _, e := range page.Doc.Find("form.notice [aria-label]").EachIter() {
		named[e.AttrOr("aria-label", "")] = true
	}
	if len(named) != 6 {
		t.Errorf("its fields and buttons are named %v", named)
	}
	form := page.Form("form.notice:first-of-type", "")
	form.Set("date", "2026-11-19")
	h.Post(right, form).Is(303)
	form = h.Get("/nights").Has(3, "form.notice").Form("form.notice:first-of-type", "")
	form.Set("date", "1026-11-20")
	h.Post(right, form).Is(422).Says("p.notice", "It stays written down for Thursday 19 November 2026.")
	if n := h.NightNow(id); n.Date != "2026-11-19" || n.Open {
		t.Errorf("it is of %s, open %v", n.Date, n.Open)
	}
}
