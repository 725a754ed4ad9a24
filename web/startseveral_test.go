package web_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/web/webtest"
)

// tables reads the tables of the start form: "Ann Bob Cat | Dan Eve Flo".
func tables(a *webtest.Answer) string {
	var tables []string
	for _, table := range a.Doc.Find(".part").EachIter() {
		var who []string
		for _, one := range table.Find("button.who").EachIter() {
			one = one.Clone()
			one.Find(".d, .unseen").Remove()
			who = append(who, strings.TrimSpace(one.Text()))
		}
		tables = append(tables, strings.Join(who, " "))
	}
	return strings.Join(tables, " | ")
}

// onlyMeeting is the one evening at several tables of a book.
func onlyMeeting(h *webtest.Site, at string) *show.Meeting {
	h.T.Helper()
	var id chain.NightID
	if _, err := fmt.Sscanf(at, "/meetings/%d", &id); err != nil {
		h.T.Fatalf("%q is no evening: %v", at, err)
	}
	return h.MeetingNow(id)
}

func TestStartSeveralTables(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Players(webtest.Fifteen...)
	page := h.Get("/?do=keep&"+webtest.Chosen(5)+"&house=hoyle&scale=1&name=Friday+night").Is(200).Has(1, ".ring")
	page = page.Tapped(h, "seat:6").Is(200).Has(0, ".ring")
	if got := tables(page); got != "Ann Bob Cat | Dan Eve Flo" {
		t.Fatalf("six are %s", got)
	}
	page = page.Tapped(h, "seat:7").Tapped(h, "seat:8").Tapped(h, "seat:9")
	if got := tables(page); got != "Ann Bob Cat Dan Eve | Flo Gus Hal Ivy" {
		t.Fatalf("nine are %s", got)
	}
	page = page.Tapped(h, "fours:2")
	if got := tables(page); got != "Ann Bob Cat Dan | Eve Flo Gus Hal | Ivy" {
		t.Fatalf("nine of whom one rests are %s", got)
	}
	page = page.Tapped(h, "pick:1").Has(1, `.who[aria-pressed="true"]`).Tapped(h, "pick:9")
	if got := tables(page); got != "Ivy Bob Cat Dan | Eve Flo Gus Hal | Ann" {
		t.Fatalf("Ann and Ivy changed: %s", got)
	}
	page.Says(".save p", "Friday night for nine Two tables, six rounds of four deals, a solo is 6d. "+
		"Placed by hand.").Has(1, ".save .gold")
	page = page.Tapped(h, "first:2").Tapped(h, "per:3").Tapped(h, "rounds:9")
	form := page.Form("#night", "start")
	form["called"] = []string{"At the window", "The  snug"}
	where := h.Post("/nights", form).Is(303).Header.Get("Location")
	if again := h.Post("/nights", form).Is(303).Header.Get("Location"); again != where {
		t.Errorf("a double tap began %s and %s", where, again)
	}
	e := onlyMeeting(h, where)
	if e.Night.House.ID != "hoyle" || e.Deals != 3 || e.Rounds != 9 || e.Round != 1 || len(e.Tables) != 2 {
		t.Fatalf("not as it was said: %+v", e)
	}
	for i, want := range []string{"At the window: Ivy Bob Cat Dan, 1", "The snug: Eve Flo Gus Hal, 2"} {
		n := e.Tables[i]
		names := strings.Fields(strings.Join(n.SeatNames(), " "))
		if got := fmt.Sprintf("%s: %s, %d", n.Name, strings.Join(names, " "), n.Dealer); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
	if len(e.Rest) != 1 || h.NameOf(e.Rest[0]) != "Ann" {
		t.Errorf("%v rest", e.Rest)
	}
}

// Placing by lot seats everybody once, and the draw reaches everybody.
func TestPlaceByLot(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Players(webtest.Fifteen...)
	page := h.Get("/?do=keep&" + webtest.Chosen(8) + "&house=units&scale=1")
	first := map[string]bool{}
	for range 40 {
		page = page.Tapped(h, "lot").Has(1, `#lot[aria-pressed="true"]`)
		who := strings.Fields(strings.ReplaceAll(tables(page), "|", ""))
		first[who[0]] = true
		slices.Sort(who)
		if !slices.Equal(who, webtest.Fifteen[:8]) {
			t.Fatalf("drawn: %v", who)
		}
	}
	if len(first) < 4 {
		t.Errorf("only %v ever sit first", first)
	}
	page.Tapped(h, "pick:1").Tapped(h, "pick:8").Has(0, `#lot[aria-pressed="true"]`)
}

func TestSeveralTablesRefused(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	var many []string
	for i := range 26 {
		many = append(many, fmt.Sprintf("Player %c", 'A'+i))
	}
	h.Players(many...)
	start := "&house=units&scale=1&name=Friday+night"
	h.Get("/?do=seat:25&"+webtest.Chosen(24)+start).Is(422).Says("#says-seats", "An evening seats at most 24.")
	h.Get("/?do=rounds:101&" + webtest.Chosen(8) + start).Is(400)
	h.Get("/?do=tables:9&" + webtest.Chosen(8) + start).Is(400)
	h.Get("/?do=call:1:The+moon&" + webtest.Chosen(8) + start).Is(400)
	h.Get("/?do=first:3&" + webtest.Chosen(8) + start).Is(400)
	for _, absurd := range []string{"9", "-1"} {
		if a := h.Get("/?do=keep&tables=" + absurd + "&" + webtest.Chosen(6) + start); a.StatusCode >= 500 {
			t.Errorf("%s tables: %d", absurd, a.StatusCode)
		}
	}
	if got := tables(h.Get("/?do=tables:5&" + webtest.Chosen(8) + start).Is(200)); strings.Count(got, "|") != 1 {
		t.Errorf("eight at five tables: %s", got)
	}
}

// TestAnyNumberOfRounds: the chips say what they are, the number of the whist tournament too; any number is
// taken, and the whole tournament is planned.
func TestAnyNumberOfRounds(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Players(webtest.Dozens...)
	page := h.Get("/?do=keep&" + webtest.Chosen(16) + "&house=units&scale=1&name=Friday+night")
	page.Says("#per4", "4 four deal once each").Says("#rounds3", "3 12 deals a table").
		Says("#rounds6", "6 24 deals a table").Says("#rounds15", "15 everybody partners everybody")
	same(t, page.Doc.Find(".length:last-child .k").Length(), 4, "%d numbers of rounds are offered")
	h.Get("/?do=fours:2&"+webtest.Chosen(9)+"&house=units&scale=1").
		Says("#rounds9", "9 everybody partners everybody, and rests once")
	page = page.Tapped(h, "rounds:4").Has(1, "#rounds4[aria-pressed=true]")
	for _, rounds := range []string{"4", "15", "33"} {
		form := changed(page.Form("#night", "start"), "rounds", rounds)
		form.Set("key", "rounds-"+rounds)
		where := h.Post("/nights", form).Is(303).Header.Get("Location")
		e := onlyMeeting(h, where)
		if fmt.Sprint(e.Rounds) != rounds {
			t.Errorf("%d rounds, not %s", e.Rounds, rounds)
		}
		if rounds == "15" {
			taps(h.Get(where).Is(200), h, e.Night.ID, "ask").Says(".hint p",
				"Tap two people to swap them. Everybody meets everybody at least three times in 15 rounds.")
		}
	}
}

// TestTheSameAgainOfSeveral: in one tap from the last page, or the start page, the same people play for the
// same money at the same tables. Who sits where is shown first, and nothing is dealt.
func TestTheSameAgainOfSeveral(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Meeting(9, 2)
	h.PlaysRound(id, 2)
	h.Get("/").Has(0, "form.again")
	late := h.Player("Zoe")
	must(h.Book.ComeLate(t.Context(), h.Slip(), id, late))(t)
	h.ClosesMeeting(id)
	h.Get("/").Says("form.again strong", "Ten players").Says("form.again small", "Units · two tables")
	const again = `.bar form[action="/nights"]`
	page := h.Get(webtest.NightPath(id)).Has(1, again)
	form := page.Form(again, "again")
	where := h.Post("/nights", form).Is(303).Header.Get("Location")
	if twice := h.Post("/nights", form).Is(303).Header.Get("Location"); twice != where {
		t.Errorf("a double tap leads to %s and %s", where, twice)
	}
	page = h.Get(where).Is(200).Says("#next .step h2", "Seats for round 1").
		Says(".evening .brass", "Start round 1").Has(10, ".seats .who")
	same(t, next(page), "Ann Bob Cat Dan | Eve Flo Gus Hal | Ivy Zoe", "seated: %s")
	at, _, _ := strings.Cut(where, "?")
	e, was := onlyMeeting(h, at), h.MeetingNow(id)
	if e.Night.House.ID != was.Night.House.ID || e.Deals != was.Deals || e.Rounds != was.Rounds ||
		e.Tables[1].Name != was.Tables[1].Name || e.Tables[0].Dealer != was.Tables[0].Dealer {
		t.Errorf("not the same: %+v", e)
	}
	h.Get(webtest.NightPath(id)).Has(0, again).Has(1, `.bar a[href="/"].primary`) // they are playing
}
