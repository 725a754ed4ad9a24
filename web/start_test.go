package web_test

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"ouverte/rules"
)

// tapped presses a button of the start form and gives the page that comes back.
func (a *answer) tapped(h *house, do string, fields ...string) *answer {
	h.t.Helper()
	v := a.form("#night", do)
	for i := 0; i < len(fields); i += 2 {
		v.Set(fields[i], fields[i+1])
	}
	return h.get("/?" + v.Encode())
}

// seated reads the drawn table, clockwise.
func (a *answer) seated() string {
	var names []string
	for i := range rules.MaxSeats {
		if at := a.doc.Find(".ring button.s" + strconv.Itoa(i+1) + " > span"); at.Length() > 0 {
			at = at.Clone()
			at.Find(".d, .unseen").Remove()
			names = append(names, strings.TrimSpace(at.Text()))
		}
	}
	return strings.Join(names, " ")
}

func TestStartANight(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	ids := h.players("Ann", "Bob", "Cat", "Dan", "Eve")
	tap := func(i int) string { return "seat:" + strconv.FormatInt(int64(ids[i]), 10) }

	page := h.get("/").is(200).says("title", "Start a night · Ouverte").has(4, ".ring .empty")
	if got := page.seated(); got != "" {
		t.Fatalf("%s sit before anybody was asked", got)
	}
	page = page.tapped(h, tap(0)).tapped(h, tap(2)).tapped(h, tap(1))
	if got := page.seated(); got != "Ann Cat Bob" {
		t.Fatalf("seated %s", got)
	}
	page.has(1, ".ring .empty").says(".felt", "Three playor tap a fourth").has(0, ".save .brass")
	page.tapped(h, page.doc.Find(".deals button").First().AttrOr("value", "")).has(1, ".save .brass")
	page.tells(`.house:has([value="fagelson"])`, "Proposal of 7").
		has(0, `.house:has([value="units"]) small + small`)

	page = page.tapped(h, "pick:2").has(1, `.ring button[aria-pressed="true"]`).tapped(h, "pick:3")
	same(t, page.seated(), "Ann Bob Cat", "after changing two: %s")
	if got := page.tapped(h, "pick:2").tapped(h, "pick:2"); got.seated() != "Ann Bob Cat" ||
		got.doc.Find(`.ring button[aria-pressed="true"]`).Length() != 0 {
		t.Errorf("tapping one twice: %s", got.seated())
	}
	same(t, page.tapped(h, "pick:2").tapped(h, tap(4)).seated(), "Ann Eve Cat", "Eve instead of Bob: %s")
	same(t, page.tapped(h, tap(0)).seated(), "Bob Cat", "after Ann got up: %s")

	page = page.tapped(h, "name", "newname", "  Zoë ")
	if got := page.seated(); got != "Ann Bob Cat Zoë" {
		t.Fatalf("with a new name: %s", got)
	}
	page.says("#night input[name=newname]", "")
	same(t, page.tapped(h, "name", "newname", "dan").seated(), "Ann Bob Cat Zoë Dan",
		"a known name typed: %s")
	h.get("/?" + page.form("#night", "name").Encode() + "&x=1").is(200)

	// Nothing is in the book before the night begins.
	if all := h.book.Players(); len(all) != 5 {
		t.Fatalf("%d players", len(all))
	}

	page = page.tapped(h, "stake:5").tapped(h, "deal:+Zoë")
	page.has(1, ".ring .d").says(".save strong", "Friday night for four")
	form := page.form("#night", "start")
	form.Set("house", "hoyle")
	form.Set("agree", "on")
	first := h.post("/nights", form).is(303)
	again := h.post("/nights", form).is(303)
	if a, b := first.Header.Get("Location"), again.Header.Get("Location"); a != b || a == "" {
		t.Errorf("a double tap opened %q and %q", a, b)
	}
	open := h.book.OpenNights(100)
	if len(open) != 1 {
		t.Fatalf("%d nights", len(open))
	}
	n := must(h.book.Night(context.Background(), open[0].ID))(t)
	if n.House.ID != "hoyle" || n.Scale != 5 || !n.Agree || n.Auction || n.Name != "Friday night" ||
		n.Date != "2026-11-20" ||
		strings.Join(n.SeatNames(), " ") != "Ann Bob Cat Zoë" &&
			strings.Join(n.SeatNames(), " ") != " Ann Bob Cat Zoë" ||
		n.Dealer != 4 {
		t.Errorf("not as it was said: %+v, %v deals first", n.SeatNames(), n.Dealer)
	}
	h.get("/").says("title", "Tonight · Ouverte").has(1, "a.open-night").has(1, "details.another:not([open])")
}

// Who sits at an open table is told where another is started, or they sit down elsewhere; neither is
// forbidden.
func TestWhoSitsElsewhere(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.players("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus")
	first := h.night("hoyle", 1, 2, 3, 4)
	page := h.get("/?do=keep&seats=5&seats=6&seats=7&dealer=5&scale=1&house=units").has(0, ".seating a")
	page = page.tapped(h, "seat:2").tapped(h, "seat:1").
		says(".seating .former-open", "Ann and Bob still sit at Friday night, 20 Nov 2026. Is that over?").
		has(1, `.seating a[href="`+nightPath(first)+`"]`)
	h.post("/nights", page.form("#night", "start")).is(303)
	second := h.book.OpenNights(1)[0].ID
	seats := nightPath(second) + "/table"
	goes := h.get(seats).has(0, ".seating .former-open").form("form.start", "seat:1")
	// Of those who sat here already it was asked before: it is of who takes Ann's place.
	comes := h.get(seats+"?"+goes.Encode()).has(0, ".seating .former-open").form("form.start", "seat:3")
	h.get(seats+"?"+comes.Encode()).
		says(".seating .former-open", "Cat still sits at Friday night, 20 Nov 2026. Is that over?")
	h.closes(first)
	h.get(seats+"?"+comes.Encode()).has(0, ".seating .former-open")
}

func TestDrawForTheDeal(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.players("Ann", "Bob", "Cat")
	page := h.get("/?do=keep&seats=1&seats=2&seats=3&scale=1&house=units&name=Friday+night")
	drawn := map[string]int{}
	for range 60 {
		page = page.tapped(h, "draw").is(200).has(1, ".ring .d")
		name, _, ok := strings.Cut(page.text(".save p"), " was drawn and deals first.")
		if !ok {
			t.Fatalf("nobody was drawn: %s", page.text(".save p"))
		}
		drawn[strings.TrimPrefix(name, "Friday night for three")]++
	}
	if len(drawn) != 3 {
		t.Errorf("the lots fall on %v", drawn)
	}
	page.tapped(h, "deal:2").says(".save p", "Friday night for three Bob deals first.")
}

func TestTheSameAgain(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	ids := h.players("Ann", "Bob", "Cat", "Dan")
	h.get("/").has(0, "form.again")
	n := h.night("hoyle", ids...)
	h.get("/").has(0, "form.again").has(1, "a.open-night")
	h.closes(n)
	page := h.get("/").
		says("form.again strong", "Ann, Bob, Cat and Dan").
		says("form.again small", "Hoyle, six-twelve-eighteen · Dan deals first")
	h.post("/nights", page.form("form.again", "again")).is(303)
	open := h.book.OpenNights(100)
	if len(open) != 1 || open[0].House != "hoyle" {
		t.Fatalf("%+v", open)
	}
	h.get("/").has(0, "form.again") // they are playing

	// while they play, others sit down as they did last time, at a table of their own
	other := h.night("units", h.players("Eve", "Fay", "Gus")...)
	h.closes(other)
	mixed := h.night("units", ids[0], 5, 6)
	h.closes(mixed)
	page = h.get("/").has(1, "a.open-night").says("form.again strong", "Eve, Fay and Gus")
	h.post("/nights", page.form("form.again", "again")).is(303)
	h.get("/").has(2, "a.open-night").has(0, "form.again")
}

// TestTheSameAgainLeavesNobodyOut: of six who took turns at one table five sat there at the end. The sixth is
// named, and one tap further all six are chosen; the last page asks who plays.
func TestTheSameAgainLeavesNobodyOut(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	ids := h.players("Ann", "Bob", "Cat", "Dan", "Eve", "Flo")
	n := h.night("hoyle", ids[:5]...)
	h.get(nightPath(n)).has(1, "#first")
	h.plays(n, "solo ann 5")
	h.sits(n, 1, 2, 3, 6, 5)
	h.plays(n, "solo flo 5")
	h.closes(n)
	page := h.get("/").says("form.again strong", "Ann, Bob, Cat, Flo and Eve").
		says("form.again small + small", "Without Dan, who had left: everybody, then")
	with := page.doc.Find("form.again a").AttrOr("href", "")
	h.get(with).is(200).says(".start header p", "Six people are two tables. One table has five places: to "+
		"play at one, tap a name below to let somebody go; at the table, People lets them in between two deals.").
		has(6, `.names [aria-pressed="true"]`)
	h.get(nightPath(n)).has(1, fmt.Sprintf(`.bar a[href=%q]`, with)).has(0, `.bar form[action="/nights"]`)
	h.post("/nights", page.form("form.again", "again")).is(303)
	h.get(nightPath(h.book.OpenNights(1)[0].ID)).has(0, "#first") // they know how it goes
}

// TestManyInProgress: of very many nights that were left open the first page shows the newest, and says where
// the others are.
func TestManyInProgress(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	ids := h.players("Ann", "Bob", "Cat", "Dan")
	for range 40 {
		h.night("hoyle", ids...)
	}
	h.get("/").has(40, "a.open-night").has(0, `#start section a[href="/nights"]`)
	newest := h.night("hoyle", ids...)
	h.get("/").has(40, "a.open-night").has(1, `#start section a[href="/nights"]`).
		has(1, fmt.Sprintf(`a.open-night[href="/nights/%d"]`, newest)).has(0, `a.open-night[href="/nights/1"]`)
}

func TestStartRefused(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.players("Ann", "Bob", "Cat", "Dan")
	sound := func() url.Values {
		return url.Values{
			"do":     {"start"},
			"seats":  {"1", "2", "3"},
			"dealer": {"3"},
			"house":  {"units"},
			"scale":  {"1"},
			"name":   {"Friday night"},
			"date":   {"2026-11-20"},
			"key":    {"k1"},
		}
	}
	for _, c := range []struct {
		name   string
		change func(url.Values)
		status int
		beside string // the complaint and what it reads
		says   string
	}{
		{"two seats", func(v url.Values) { v["seats"] = []string{"1", "2"} }, 422, "#says-seats",
			"At least three must sit at the table."},
		{"an army", func(v url.Values) { v["seats"] = strings.Split(strings.Repeat("1 ", 24)+"1", " ") }, 422,
			"#says-seats", "The table: no more than 24."},
		{"no dealer", func(v url.Values) { v.Del("dealer") }, 422, "#says-dealer",
			"Who deals first? Tap a name, or draw for it."},
		{"a dealer who doesn't sit", func(v url.Values) { v.Set("dealer", "4") }, 422, "#says-dealer",
			"Who deals first? Tap a name, or draw for it."},
		{"no scale", func(v url.Values) { v.Set("scale", "") }, 422, "#says-scale", "The scale must be 1 or more."},
		{"an enormous scale", func(v url.Values) { v.Set("scale", "1001") }, 422, "#says-scale",
			"The scale must be 1000 or less."},
		{"a scale beyond numbers", func(v url.Values) { v.Set("scale", "99999999999999999999") }, 422,
			"#says-scale", "The scale must be a whole number."},
		{"a scale in words", func(v url.Values) { v.Set("scale", "two") }, 422, "#says-scale",
			"The scale must be a whole number."},
		{"no house", func(v url.Values) { v.Set("house", "") }, 422, "#says-house",
			"Choose the house rules to play by."},
		{"another house", func(v url.Values) { v.Set("house", "bungalow") }, 422, "#says-house",
			"Choose the house rules to play by."},
		{"no date", func(v url.Values) { v.Set("date", "yesterday") }, 422, "#says-date",
			"The date must be a date, such as 2026-11-21."},
		{"a long name", func(v url.Values) { v.Set("name", strings.Repeat("é", 61)) }, 422, "#says-name",
			"The name is too long: 60 letters at most."},
		{"a stranger", func(v url.Values) { v["seats"] = []string{"1", "2", "99"} }, 404, "h2", "Not in this book"},
		{"no key", func(v url.Values) { v.Del("key") }, 400, "h2", "That was no form of ours"},
		{"a field too many", func(v url.Values) { v.Set("colour", "red") }, 400, "h2", "That was no form of ours"},
		{"a field twice", func(v url.Values) { v.Add("dealer", "2") }, 400, "h2", "That was no form of ours"},
		{"no letters", func(v url.Values) { v.Set("name", "\xff") }, 400, "h2", "That was no form of ours"},
		{"somebody twice", func(v url.Values) { v["seats"] = []string{"1", "2", "2"} }, 400, "h2",
			"That was no form of ours"},
		{"too much", func(v url.Values) { v.Set("name", strings.Repeat("x", 70<<10)) }, 413, "h2",
			"Too much at once"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h.t = t
			form := sound()
			form.Set("key", "k-"+strings.ReplaceAll(c.name, " ", "-"))
			c.change(form)
			a := h.post("/nights", form).is(c.status)
			if c.beside != "" {
				a.says(c.beside, c.says)
			}
			if c.status == 422 {
				a.has(1, "#night").has(max(0, min(24, len(form["seats"]))), "#night input[name=seats]")
			}
		})
	}
}

// TestSeveralNamesAtOnce: what is typed or pasted as a list seats one after the other; who is known is that
// person, who sits already stays; a name that can't be one is left to be put right, with those after it.
func TestSeveralNamesAtOnce(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.players("Rose", "Ann and Bob")
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
		form := h.get("/?do=name&house=units&scale=1&newname="+url.QueryEscape(typed)).is(200).form("#night", "")
		if got := strings.Join(form["seats"], " "); got != want || form.Get("newname") != "" {
			t.Errorf("%s: %s, %q is left", typed, got, form.Get("newname"))
		}
	}
	refused := h.get("/?do=name&house=units&scale=1&newname="+url.QueryEscape("Walter, "+strings.Repeat("x", 60)+", Rose")).
		is(422).has(1, "#says-newname").form("#night", "")
	if refused.Get("seats") != "+Walter" || refused.Get("newname") != strings.Repeat("x", 60)+", Rose" {
		t.Errorf("%v", refused)
	}
}
