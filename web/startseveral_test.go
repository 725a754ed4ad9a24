package web_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger"
)

func init() {
	screens = append(screens,
		screen{name: "start-two-tables", open: func(h *house) string {
			h.players(fifteen[:9]...)
			return "/?do=keep&" + chosen(8) + "&picked=2&house=units&scale=1&name=Friday+night"
		}},
		screen{name: "start-four-tables", open: func(h *house) string {
			h.players(fifteen...)
			return "/?do=fours:3&" + chosen(14) + "&house=units&scale=1&name=Friday+night"
		}},
		screen{name: "start-tables-refused", open: func(h *house) string {
			h.players(fifteen...)
			return "/?do=keep&" + chosen(12) + "&called=The+snug&called=The+snug&per=0&rounds=99&house=units&scale=1"
		}},
	)
}

// fifteen are people enough for four tables.
var fifteen = []string{"Ann", "Bob", "Cat", "Dan", "Eve", "Flo", "Gus", "Hal", "Ivy", "Jem", "Kit", "Lou",
	"Mia", "Ned", "Olive"}

// dozens are as many as an evening may have.
var dozens = append(slices.Clone(fifteen),
	"Pia", "Quin", "Rolf", "Sue", "Tess", "Ulf", "Vera", "Will", "Xaver")

// chosen are the first so many people of the book as a form sends them.
func chosen(n int) string {
	v := url.Values{}
	for i := range n {
		v.Add("seats", fmt.Sprint(i+1))
	}
	return v.Encode()
}

// tables reads the tables of the start form: "Ann Bob Cat | Dan Eve Flo".
func (a *answer) tables() string {
	var tables []string
	for _, table := range a.doc.Find(".parted .part").EachIter() {
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
func (h *house) onlyMeeting(at string) *ledger.Meeting {
	h.t.Helper()
	var id ledger.NightID
	if _, err := fmt.Sscanf(at, "/meetings/%d", &id); err != nil {
		h.t.Fatalf("%q is no evening: %v", at, err)
	}
	return h.meetingNow(id)
}

func (h *house) meetingNow(id ledger.NightID) *ledger.Meeting {
	h.t.Helper()
	e := must(h.book.Meeting(h.t.Context(), id))(h.t)
	return e
}

func TestStartSeveralTables(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.players(fifteen...)
	page := h.get("/?do=keep&"+chosen(5)+"&house=hoyle&scale=1&name=Friday+night").is(200).has(1, ".ring")
	page = page.tapped(h, "seat:6").is(200).has(0, ".ring")
	if got := page.tables(); got != "Ann Bob Cat | Dan Eve Flo" {
		t.Fatalf("six are %s", got)
	}
	page = page.tapped(h, "seat:7").tapped(h, "seat:8").tapped(h, "seat:9")
	if got := page.tables(); got != "Ann Bob Cat Dan Eve | Flo Gus Hal Ivy" {
		t.Fatalf("nine are %s", got)
	}
	page = page.tapped(h, "fours:2")
	if got := page.tables(); got != "Ann Bob Cat Dan | Eve Flo Gus Hal | Ivy" {
		t.Fatalf("nine of whom one rests are %s", got)
	}
	page = page.tapped(h, "pick:1").has(1, `.who[aria-pressed="true"]`).tapped(h, "pick:9")
	if got := page.tables(); got != "Ivy Bob Cat Dan | Eve Flo Gus Hal | Ann" {
		t.Fatalf("Ann and Ivy changed: %s", got)
	}
	page.says(".save p", "Friday night for nine 2 tables, placed by hand.").has(1, ".save .brass")
	page = page.tapped(h, "first:2").tapped(h, "per:3").tapped(h, "rounds:9")
	form := page.form("#night", "start")
	form["called"] = []string{"At the window", "The  snug"}
	where := h.post("/nights", form).is(303).Header.Get("Location")
	if again := h.post("/nights", form).is(303).Header.Get("Location"); again != where {
		t.Errorf("a double tap began %s and %s", where, again)
	}
	e := h.onlyMeeting(where)
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
	if len(e.Rest) != 1 || h.nameOf(e.Rest[0]) != "Ann" {
		t.Errorf("%v rest", e.Rest)
	}
}

// Placing by lot seats everybody once, and the draw reaches everybody.
func TestPlaceByLot(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.players(fifteen...)
	page := h.get("/?do=keep&" + chosen(8) + "&house=units&scale=1")
	first := map[string]bool{}
	for range 40 {
		page = page.tapped(h, "lot").has(1, `#lot[aria-pressed="true"]`)
		who := strings.Fields(strings.ReplaceAll(page.tables(), "|", ""))
		first[who[0]] = true
		slices.Sort(who)
		if !slices.Equal(who, fifteen[:8]) {
			t.Fatalf("drawn: %v", who)
		}
	}
	if len(first) < 4 {
		t.Errorf("only %v ever sit first", first)
	}
	page.tapped(h, "pick:1").tapped(h, "pick:8").has(0, `#lot[aria-pressed="true"]`)
}

func TestSeveralTablesRefused(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	var many []string
	for i := range 26 {
		many = append(many, fmt.Sprintf("Player %c", 'A'+i))
	}
	h.players(many...)
	start := "&house=units&scale=1&name=Friday+night"
	h.get("/?do=seat:25&"+chosen(24)+start).is(422).says("#says-seats", "24 is the most at one evening.")
	h.get("/?do=rounds:101&" + chosen(8) + start).is(400)
	h.get("/?do=tables:9&" + chosen(8) + start).is(400)
	h.get("/?do=call:1:The+moon&" + chosen(8) + start).is(400)
	h.get("/?do=first:3&" + chosen(8) + start).is(400)
	if got := h.get("/?do=tables:5&" + chosen(8) + start).is(200).tables(); strings.Count(got, "|") != 1 {
		t.Errorf("eight at five tables: %s", got)
	}

	form := h.get("/?do=keep&"+chosen(8)+start).form("#night", "start")
	form["called"] = []string{"The snug", "the snug"}
	page := h.post("/nights", form).is(422)
	page.says("#says-called", "Two tables are called the snug. Give one of them another name.")
	if got := page.form("#night", "")["called"]; !slices.Equal(got, form["called"]) || page.tables() == "" {
		t.Errorf("what was typed is lost: %q", got)
	}
	form["called"], form["rounds"] = []string{"The snug", "The fire"}, []string{"101"}
	h.post("/nights", form).is(422).says("#says-rounds", "The rounds must be 100 or less.")
	form["rounds"], form["date"] = []string{"4"}, []string{"0026-11-20"}
	h.post("/nights", form).is(422).has(1, ".wishes[open]").says("#says-date",
		"An evening of the year 0026 can’t be meant: choose a day from 1900 to the end of 2027.")
}

// TestAnyNumberOfRounds: the chips say what they are, the number of the whist tournament too; any number is
// taken, and the whole tournament is planned.
func TestAnyNumberOfRounds(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.players(dozens...)
	page := h.get("/?do=keep&" + chosen(16) + "&house=units&scale=1&name=Friday+night")
	page.says("#per4", "4 once round four").says("#rounds3", "3 12 deals a table").
		says("#rounds6", "6 24 deals a table").says("#rounds15", "15 everybody partners everybody")
	same(t, page.doc.Find(".length:last-child .k").Length(), 4, "%d numbers of rounds are offered")
	h.get("/?do=fours:2&"+chosen(9)+"&house=units&scale=1").
		says("#rounds9", "9 everybody partners everybody, and rests once")
	page = page.tapped(h, "rounds:4").has(1, "#rounds4[aria-pressed=true]")
	for _, rounds := range []string{"4", "15", "33"} {
		form := changed(page.form("#night", "start"), "rounds", rounds)
		form.Set("key", "rounds-"+rounds)
		where := h.post("/nights", form).is(303).Header.Get("Location")
		e := h.onlyMeeting(where)
		if fmt.Sprint(e.Rounds) != rounds {
			t.Errorf("%d rounds, not %s", e.Rounds, rounds)
		}
		if rounds == "15" {
			h.get(where).is(200).taps(h, e.Night.ID, "ask").says(".hint p",
				"Tap two people to swap them. Everybody meets everybody at least three times in 15 rounds.")
		}
	}
}

// TestTheSameAgainOfSeveral: in one tap from the last page, or the start page, the same people play for the
// same money at the same tables. Who sits where is shown first, and nothing is dealt.
func TestTheSameAgainOfSeveral(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.evening(9, 2)
	h.playsRound(id, 2)
	h.get("/").has(0, "form.again")
	late := h.player("Zoe")
	if _, err := h.book.ComeLate(t.Context(), h.slip(), id, late); err != nil {
		t.Fatal(err)
	}
	h.closesMeeting(id)
	h.get("/").says("form.again strong", "Ten players").says("form.again small", "Units · two tables")
	const again = `.bar form[action="/nights"]`
	page := h.get(nightPath(id)).has(1, again)
	form := page.form(again, "again")
	where := h.post("/nights", form).is(303).Header.Get("Location")
	if twice := h.post("/nights", form).is(303).Header.Get("Location"); twice != where {
		t.Errorf("a double tap leads to %s and %s", where, twice)
	}
	page = h.get(where).is(200).says("#next .step h2", "So everybody sits in round 1").
		says(".evening .brass", "Start round 1").has(10, ".seats .who")
	if got := page.next(); got != "Ann Bob Cat Dan | Eve Flo Gus Hal | Ivy Zoe" {
		t.Errorf("seated: %s", got)
	}
	at, _, _ := strings.Cut(where, "?")
	e, was := h.onlyMeeting(at), h.meetingNow(id)
	if e.Night.House.ID != was.Night.House.ID || e.Deals != was.Deals || e.Rounds != was.Rounds ||
		e.Tables[1].Name != was.Tables[1].Name || e.Tables[0].Dealer != was.Tables[0].Dealer {
		t.Errorf("not the same: %+v", e)
	}
	h.get(nightPath(id)).has(0, again).has(1, `.bar a[href="/"].primary`) // they are playing
}
