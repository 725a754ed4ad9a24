package web_test

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/web/webtest"
)

// seated reads the drawn table, clockwise.
func seated(a *webtest.Answer) string {
	var names []string
	for i := range rules.MaxSeats {
		if at := a.Doc.Find(".ring button.s" + strconv.Itoa(i+1) + " > span"); at.Length() > 0 {
			at = at.Clone()
			at.Find(".d, .unseen").Remove()
			names = append(names, strings.TrimSpace(at.Text()))
		}
	}
	return strings.Join(names, " ")
}

func TestStartANight(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	ids := h.Players("Ann", "Bob", "Cat", "Dan", "Eve")
	tap := func(i int) string { return "seat:" + strconv.FormatInt(int64(ids[i]), 10) }

	page := h.Get("/").Is(200).Says("title", "Start a night · Ouverte").Has(4, ".ring .empty")
	if got := seated(page); got != "" {
		t.Fatalf("%s sit before anybody was asked", got)
	}
	page = page.Tapped(h, tap(0)).Tapped(h, tap(2)).Tapped(h, tap(1))
	if got := seated(page); got != "Ann Cat Bob" {
		t.Fatalf("seated %s", got)
	}
	page.Has(1, ".ring .empty").Says(".mid", "Three playor tap a fourth").Has(1, ".save .gold.yet")
	page.Tapped(h, page.Doc.Find(".deals button").First().AttrOr("value", "")).Has(0, ".save .gold.yet")
	page.Tells(`.house:has([value="fagelson"])`, "A proposal needs seven tricks.").
		Has(0, `.house:has([value="units"]) small + small`)

	page = page.Tapped(h, "pick:2").Has(1, `.ring button[aria-pressed="true"]`).Tapped(h, "pick:3")
	same(t, seated(page), "Ann Bob Cat", "after changing two: %s")
	if got := page.Tapped(h, "pick:2").Tapped(h, "pick:2"); seated(got) != "Ann Bob Cat" ||
		got.Doc.Find(`.ring button[aria-pressed="true"]`).Length() != 0 {
		t.Errorf("tapping one twice: %s", seated(got))
	}
	same(t, seated(page.Tapped(h, "pick:2").Tapped(h, tap(4))), "Ann Eve Cat", "Eve instead of Bob: %s")
	same(t, seated(page.Tapped(h, tap(0))), "Bob Cat", "after Ann got up: %s")

	page = page.Tapped(h, "name", "newname", "  Zoë ")
	if got := seated(page); got != "Ann Bob Cat Zoë" {
		t.Fatalf("with a new name: %s", got)
	}
	page.Says("#night input[name=newname]", "")
	same(t, seated(page.Tapped(h, "name", "newname", "dan")), "Ann Bob Cat Zoë Dan", "a known name typed: %s")
	h.Get("/?" + page.Form("#night", "name").Encode() + "&x=1").Is(200)

	// Nothing is in the book before the night begins.
	if all := h.Book.Now().Players(); len(all) != 5 {
		t.Fatalf("%d players", len(all))
	}

	page = page.Tapped(h, "stake:5").Tapped(h, "deal:+Zoë")
	page.Has(1, ".ring .d").Says(".save strong", "Friday night for four")
	form := page.Form("#night", "start")
	form.Set("house", "hoyle")
	form.Set("agree", "on")
	first := h.Post("/nights", form).Is(303)
	again := h.Post("/nights", form).Is(303)
	if a, b := first.Header.Get("Location"), again.Header.Get("Location"); a != b || a == "" {
		t.Errorf("a double tap opened %q and %q", a, b)
	}
	open := h.Book.Now().OpenNights(100)
	if len(open) != 1 {
		t.Fatalf("%d nights", len(open))
	}
	n := must(h.Book.Now().Night(open[0].ID))(t)
	if n.House.ID != "hoyle" || n.Scale != 5 || !n.Agree || n.Auction || n.Name != "Friday night" ||
		n.Date != "2026-11-20" || strings.Join(n.SeatNames(), " ") != "Ann Bob Cat Zoë" &&
		strings.Join(n.SeatNames(), " ") != " Ann Bob Cat Zoë" || n.Dealer != 4 {
		t.Errorf("not as it was said: %+v, %v deals first", n.SeatNames(), n.Dealer)
	}
	h.Get("/").Says("title", "Tonight · Ouverte").Has(1, "a.open-night").Has(1, "details.another:not([open])")
}

// Starting another table, or sitting down elsewhere, names people who sit at an open table; neither is
// forbidden.
func TestWhoSitsElsewhere(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Players("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus")
	first := h.Night("hoyle", 1, 2, 3, 4)
	page := h.Get("/?do=keep&seats=5&seats=6&seats=7&dealer=5&scale=1&house=units").Has(0, ".seating a")
	page = page.Tapped(h, "seat:2").Tapped(h, "seat:1").
		Says(".seating .former-open", "Ann and Bob still sit at Friday night, 20 Nov 2026. Is that over?").
		Has(1, `.seating a[href="`+webtest.NightPath(first)+`"]`)
	h.Post("/nights", page.Form("#night", "start")).Is(303)
	second := h.Book.Now().OpenNights(1)[0].ID
	seats := webtest.NightPath(second) + "/table"
	goes := h.Get(seats).Has(0, ".seating .former-open").Form("form.start", "seat:1")
	// Of those who sat here already it was asked before: it is of who takes Ann's place.
	comes := h.Get(seats+"?"+goes.Encode()).Has(0, ".seating .former-open").Form("form.start", "seat:3")
	h.Get(seats+"?"+comes.Encode()).
		Says(".seating .former-open", "Cat still sits at Friday night, 20 Nov 2026. Is that over?")
	h.Closes(first)
	h.Get(seats+"?"+comes.Encode()).Has(0, ".seating .former-open")
}

// TestAnEmptyChair: it is for whose name is tapped next, and who changes with it sits there.
func TestAnEmptyChair(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Players("Ann", "Bob", "Cat")
	page := h.Get("/?do=keep&seats=1&seats=2&scale=1&house=units").Tapped(h, "pick:4").
		Says(".ring .mid", "Who sits here?tap a name").Has(1, "#seat3[aria-pressed=true]").Tapped(h, "seat:3")
	same(t, seated(page), "Ann Bob Cat", "seated %s")
	for _, taps := range [][2]string{{"pick:1", "pick:4"}, {"pick:4", "pick:1"}} {
		same(t, seated(page.Tapped(h, taps[0]).Tapped(h, taps[1])), "Bob Cat Ann", "seated %s")
	}
}

func TestDrawForTheDeal(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Players("Ann", "Bob", "Cat")
	page := h.Get("/?do=keep&seats=1&seats=2&seats=3&scale=1&house=units&name=Friday+night")
	drawn := map[string]int{}
	for range 60 {
		page = page.Tapped(h, "draw").Is(200).Has(1, ".ring .d")
		name, _, ok := strings.Cut(page.Text(".save p"), " was drawn and deals first.")
		if !ok {
			t.Fatalf("nobody was drawn: %s", page.Text(".save p"))
		}
		drawn[strings.TrimPrefix(name, "Friday night for three")]++
	}
	if len(drawn) != 3 {
		t.Errorf("the lots fall on %v", drawn)
	}
	page.Tapped(h, "deal:2").Says(".save p", "Friday night for three Bob deals first.")
}

func TestTheSameAgain(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	ids := h.Players("Ann", "Bob", "Cat", "Dan")
	h.Get("/").Has(0, "form.again")
	n := h.Night("hoyle", ids...)
	h.Get("/").Has(0, "form.again").Has(1, "a.open-night")
	h.Plays(n, "solo ann 5")
	h.Closes(n)
	page := h.Get("/").Says("form.again strong", "Ann, Bob, Cat and Dan").
		Says("form.again small", "Hoyle, six-twelve-eighteen · Ann deals first")
	h.Post("/nights", page.Form("form.again", "again")).Is(303)
	open := h.Book.Now().OpenNights(100)
	if len(open) != 1 || open[0].House != "hoyle" {
		t.Fatalf("%+v", open)
	}
	h.Get("/").Has(0, "form.again") // they are playing

	// while they play, others sit down as they did last time, at a table of their own
	other := h.Night("units", h.Players("Eve", "Fay", "Gus")...)
	h.Plays(other, "solo eve 5")
	h.Closes(other)
	mixed := h.Night("units", ids[0], 5, 6)
	h.Closes(mixed)
	page = h.Get("/").Has(1, "a.open-night").Says("form.again strong", "Eve, Fay and Gus")
	h.Post("/nights", page.Form("form.again", "again")).Is(303)
	h.Get("/").Has(2, "a.open-night").Has(0, "form.again")
}

// TestTheSameAgainLeavesNobodyOut: of six who took turns at one table five sat there at the end. The sixth is
// named, and one tap further all six are chosen; the last page asks who plays.
func TestTheSameAgainLeavesNobodyOut(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	ids := h.Players("Ann", "Bob", "Cat", "Dan", "Eve", "Flo")
	n := h.Night("hoyle", ids[:5]...)
	h.Get(webtest.NightPath(n)).Has(1, "#first")
	h.Plays(n, "solo ann 5")
	h.Sits(n, 1, 2, 3, 6, 5)
	h.Plays(n, "solo flo 5")
	h.Closes(n)
	page := h.Get("/").Says("form.again strong", "Ann, Bob, Cat, Flo, Eve and Dan").Has(0, "form.again button").
		Says("form.again small", "Hoyle, six-twelve-eighteen · one table has five places: choose who plays")
	with := page.Doc.Find("form.again a").AttrOr("href", "")
	h.Get(with).Is(200).Says(".start header p", "Six people make two tables. One table has five places. To "+
		"play at one, tap a name below to let somebody go. Later, People lets them in between two deals.").
		Has(6, `.names [aria-pressed="true"]`)
	h.Get(webtest.NightPath(n)).Has(1, fmt.Sprintf(`.bar a[href=%q]`, with)).
		Has(0, `.bar form[action="/nights"]`)
	n = h.Night("hoyle", ids[:4]...)
	h.Plays(n, "solo dan 5")
	h.Sits(n, 1, 2, 3)
	h.Closes(n)
	h.Post("/nights", h.Get("/").Form("form.again", "again")).Is(303) // one who left is seated, too
	n = h.Book.Now().OpenNights(1)[0].ID
	same(t, len(h.NightNow(n).Table), 4, "the same again seats %d")
	h.Get(webtest.NightPath(n)).Has(0, "#first") // they know how it goes
}

// TestTheSameAgainOfAClub: at several tables everybody comes again, who went home and who rested at the end
// as well, but not somebody's substitute.
func TestTheSameAgainOfAClub(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Meeting(9, 2)
	h.PlaysRound(id, 2)
	table := h.MeetingNow(id).Tables[0].Night
	chairs := slices.Clone(table.Table)
	chairs[1] = chain.Chair{Player: h.Players("Zoe")[0], Account: chairs[1].Player}
	must(h.Book.ChangeTable(t.Context(), h.Slip(), table.ID, 0, ledger.TableChange{Chairs: chairs}))(t)
	h.Plays(table.ID, "misère ann 0")
	h.Goes(id, "leaves", 1).Is(303)
	h.Goes(id, "leaves", 10).Is(303)
	h.Get(webtest.MeetingPath(id)+"?do=ask").Agrees(h, id)
	h.ClosesMeeting(id)
	page := h.Get("/").Says("form.again strong", "Nine players").
		Says("form.again small", "Units · two tables")
	h.Post("/nights", page.Form("form.again", "again")).Is(303)
	again := h.MeetingNow(h.Book.Now().OpenNights(1)[0].ID)
	for _, p := range again.People {
		if p.Name == "Zoe" {
			t.Error("a substitute is seated as well")
		}
	}
	same(t, len(again.People), 9, "%d come again")
	// Who was put away since leaves the others where they sat.
	for left := 8; left > 6; left-- {
		h.Plays(again.Tables[0].Night.ID, "passed")
		h.ClosesMeeting(again.Night.ID)
		was := h.MeetingNow(again.Night.ID)
		must(h.Book.PutAwayPlayer(t.Context(), h.Slip(), was.Tables[0].Night.Table[0].Player))(t)
		h.Post("/nights", h.Get("/").Form("form.again", "again")).Is(303)
		again = h.MeetingNow(h.Book.Now().OpenNights(1)[0].ID)
		moved := 0
		for _, now := range again.Tables {
			for _, c := range now.Night.Table {
				at := func(t show.MeetingTable) bool { return t.Night.Name == now.Night.Name }
				before := was.Tables[slices.IndexFunc(was.Tables, at)].Night
				if !slices.ContainsFunc(before.Table, func(b chain.Chair) bool { return b.Player == c.Player }) {
					moved++
				}
			}
		}
		same(t, fmt.Sprint(len(again.People), moved), fmt.Sprint(left, 0), "how many come, and sit elsewhere: %s")
	}
}

// TestManyInProgress: of very many nights that were left open the first page shows the newest, and says where
// the others are.
func TestManyInProgress(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	ids := h.Players("Ann", "Bob", "Cat", "Dan")
	for range 40 {
		h.Night("hoyle", ids...)
	}
	h.Get("/").Has(40, "a.open-night").Has(0, `#start section a[href="/nights"]`)
	newest := h.Night("hoyle", ids...)
	h.Get("/").Has(40, "a.open-night").Has(1, `#start section a[href="/nights"]`).
		Has(1, fmt.Sprintf(`a.open-night[href="/nights/%d"]`, newest)).Has(0, `a.open-night[href="/nights/1"]`)
}

// TestSeveralNamesAtOnce: what is typed or pasted as a list seats one after the other; who is known is that
// person, who sits already stays; a name that can't be one is left to be put right, with those after it.
func TestSeveralNamesAtOnce(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Players("Rose", "Ann and Bob")
	for typed, want := range map[string]string{
		"Walter, Rose, Edith and Frank":  "+Walter 1 +Edith +Frank",
		"Walter,rose;Edith , and Frank,": "+Walter 1 +Edith +Frank",
		"Walter & Andy":                  "+Walter +Andy",
		"and Walter, Rose and":           "+Walter 1",
		"Walter, And":                    "+Walter",
		"And":                            "+And",
		"ann and bob":                    "2",
		"Rose, Rose, Walter, walter":     "1 +Walter",
	} {
		form := h.Get("/?do=name&house=units&scale=1&newname="+url.QueryEscape(typed)).Is(200).Form("#night", "")
		if got := strings.Join(form["seats"], " "); got != want || form.Get("newname") != "" {
			t.Errorf("%s: %s, %q is left", typed, got, form.Get("newname"))
		}
	}
	refused := h.Get("/?do=name&house=units&scale=1&newname="+url.QueryEscape("Walter, "+
		""+strings.Repeat("x", 60)+", Rose")).
		Is(422).Has(1, "#says-newname").Form("#night", "")
	if refused.Get("seats") != "+Walter" || refused.Get("newname") != strings.Repeat("x", 60)+", Rose" {
		t.Errorf("%v", refused)
	}
	form := h.Get("/?do=name&house=units&scale=1&newname="+url.QueryEscape("Walter, Edith, Rose")).
		Form("#night", "")
	form.Set("dealer", "+Walter")
	h.Players("Walter") // meanwhile, on another tablet
	h.Post("/nights", form).Is(303)
}
