package web_test

// The page of an evening at several tables: its rounds, who comes and goes, and what follows.

import (
	"bufio"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
	"ouverte/web/webtest"
)

// TestTooFewStay: at least three stay. A form that seats nobody who is there shows the seats as they are.
func TestTooFewStay(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Meeting(8, 2)
	at := webtest.MeetingPath(id)
	for who := 1; who <= 5; who++ {
		h.Goes(id, "leaves", who).Is(303)
		h.Get(at).Has(who, ".leaving")
	}
	page := taps(h.Goes(id, "leaves", 6).Is(422).Says("#says-leaver", "At least three must stay to play on.").
		Has(5, ".leaving"), h, id, "ask")
	if got := strings.Fields(next(page)); len(got) != 3 {
		t.Errorf("%v stay", got)
	}
	for _, form := range []string{"do=propose", "do=propose&tables=5&sizes=3",
		"do=pick:1&tables=5&sizes=3", "do=now&tables=5&tables=6&sizes=3"} {
		if a := h.Get(at + "?" + form); a.StatusCode >= 500 {
			t.Errorf("%s: %d", form, a.StatusCode)
		}
	}
}

// TestAnEveningNotHeld: an evening begun by mistake is taken back until a deal is recorded.
func TestAnEveningNotHeld(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Meeting(8, 2)
	const not = "form[action$=close]"
	page := h.Get(webtest.MeetingPath(id)).Says(not+" h2", "Nothing has been played yet")
	h.Plays(h.MeetingNow(id).Tables[0].ID, "misère ann 0")
	h.Get(webtest.MeetingPath(id)).Has(0, not)
	h.Does(page, not).Is(409)
}

// TestNothingIsReadOfAnEveningNotHeld: what pages and exports say is what they said before it began, its own
// addresses are not found, and the form that starts it is filled in as it was.
func TestNothingIsReadOfAnEveningNotHeld(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	once := h.MeetingOf(2, h.Players("Ann", "Bob", "Cat", "Dan", "Eve", "Flo", "Gus", "Hal")...)
	h.PlaysRound(once, 2)
	h.ClosesMeeting(once)
	changing := regexp.MustCompile(`name="key" value="[^"]*"|key=[A-Z0-9]+|data-version="\d+"|\d+ entries`)
	reads := func() (all map[string]string) {
		all = map[string]string{}
		for _, at := range []string{"/", "/nights", "/players", "/players/1", "/players/5", "/stats",
			"/stats/evenings",
			"/stats/records", "/stats/together", "/seasons", "/houses", "/balances", "/deals", "/deals.csv",
			webtest.NightPath(1), "/keeper/export/ledger", "/keeper/export/beancount"} {
			all[at] = changing.ReplaceAllString(string(h.Get(at).Is(200).Bytes), "")
		}
		return all
	}
	was := reads()
	for seats, begin := range map[int]func() (chain.NightID, string){
		8: func() (chain.NightID, string) {
			id := h.MeetingOf(2, 1, 2, 3, 4, 5, 6, 7, 8)
			return id, webtest.MeetingPath(id)
		},
		5: func() (chain.NightID, string) {
			id := h.Night("units", 1, 2, 3, 4, 5)
			return id, webtest.NightPath(id) + "/settle"
		},
	} {
		id, at := begin()
		link := h.Link(id)
		page := h.Does(h.Get(at), "form[action$=close]").Is(303)
		h.Get(page.Header.Get("Location")).Is(200).Has(seats, `.names [aria-pressed="true"]`)
		for at, now := range reads() {
			if now != was[at] {
				i := 0
				for ; i < min(len(now), len(was[at])) && now[i] == was[at][i]; i++ {
				}
				t.Errorf("%s was …%.200q, and is …%.200q", at, was[at][max(0, i-100):], now[max(0, i-100):])
			}
		}
		for _, at := range []string{webtest.NightPath(id), at, webtest.NightPath(id) + "/picture.svg", link} {
			h.Get(at).Is(404)
		}
	}
}

// TestGoingHomeIsOneTruth: who goes home after the round is kept at once, and the page, the wall and the
// tables say the same of it; seating the present round otherwise or somebody new at the table doesn't forget
// it. Nobody is chosen beforehand, and who came by mistake goes without a trace.
func TestGoingHomeIsOneTruth(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Meeting(9, 2)
	at := webtest.MeetingPath(id)
	h.PlaysRound(id, 2)
	h.Goes(id, "leaves", 1).Is(303)
	goes := func() {
		t.Helper()
		h.Get(at).Says(".leaving:contains(Ann) span", "Ann goes home and pays 4 now, into the till.").
			Has(0, ".seats .who:contains(Ann)")
		h.Get(at+"/wall").Says(".moves li:contains(Ann) .to", "goes home. Good night!")
	}
	goes()
	h.Get(webtest.NightPath(h.MeetingNow(id).Tables[0].ID)).Says(".cover li:contains(Ann) .where", "goes home")

	h.Goes(id, "stays", 1).Is(303)
	h.Get(at).Has(0, ".leaving").Has(1, ".seats .who:contains(Ann)")
	h.Goes(id, "leaves", 1).Is(303)
	taps(taps(taps(h.Get(at), h, id, "now"), h, id, "pick:1"), h, id, "pick:5").Agrees(h, id).Is(303)
	same(t, h.SeatedNow(id), "Eve Bob Cat Dan | Ann Flo Gus Hal", "seated %s")
	table := h.MeetingNow(id).Tables[1].Night
	chairs := slices.Clone(table.Table)
	chairs[3].Player = h.Players("Zoe")[0]
	must(h.Book.ChangeTable(t.Context(), h.Slip(), table.ID, 0, ledger.TableChange{Chairs: chairs,
		Dealer: chairs[0].Player}))(t)
	goes()
	h.Get(at).Agrees(h, id).Is(303)
	h.Get(at).Says(".standing-all li:contains(Ann) small", "went home")

	// At the door Ann pays what it comes to, once; the standing stays, and later costs aren't hers.
	h.Goes(id, "pays:1", 5).Is(409)
	pays := h.Get(at).Starts("pays:1:4")
	for range 2 {
		h.Post(at+"/people", pays).Is(303)
	}
	page := h.Get(at).Says(".leaving span", "Ann is square and goes home: 4 into the till.").
		Says(".standing-all li:contains(Ann) .s", "−4")
	same(t, len(h.NightNow(id).Payments()), 1, "%d payments")
	h.Get(webtest.NightPath(id)+"/settle").Has(0, `[name=for][value="1"][checked]`).
		Has(1, `[name=for][value="2"][checked]`)
	back := page.Starts(page.Doc.Find("[value^='unpays:']").AttrOr("value", ""))
	h.Post(at+"/people", back).Is(303)
	h.Post(at+"/people", changed(back, "key", "another")).Is(409)
	h.Get(at).Says(".leaving span", "Ann goes home and pays 4 now, into the till.")
	h.Goes(id, "pays:1", 4).Is(303)

	otto := h.Player("Otto")
	page = h.Get(at).Has(1, ".absent button:contains(Ann)").Has(0, ".absent button:contains(Bob)")
	h.Post(at+"/people", page.Starts(page.Doc.Find(".absent button:contains(Otto)").AttrOr("value", ""))).Is(303)
	h.Get(at).Says(".leaving:contains(Otto) span", "Otto comes late.")
	h.Goes(id, "leaves", int(otto)).Is(303)
	late := changed(h.Get(at).Form("#next", "new"), "newname", "Nroa")
	h.Post(at+"/people", late).Is(303)
	h.Get(at).Says(".comings .leaving span", "Nroa comes late.")
	h.Goes(id, "leaves", int(otto)+1).Is(303)
	h.Get(at).Has(1, ".leaving").Has(0, ".standing-all li:contains(Nroa)")
}

func TestRoundsOfAnEvening(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	h := webtest.Open(t)
	id := h.Meeting(8, 2)
	page := taps(h.Get(webtest.MeetingPath(id)).Is(200).Has(0, ".seats").Has(0, ".standing-all"), h, id, "ask")
	if got := next(page); strings.Count(got, " | ") != 1 || len(strings.Fields(got)) != 9 {
		t.Fatalf("proposed: %s", got)
	}
	if again := next(taps(h.Get(webtest.MeetingPath(id)), h, id, "ask")); again != next(page) {
		t.Errorf("proposed %s, then %s", next(page), again)
	}

	// The round is over at one table, and not yet at the other.
	fire := h.MeetingNow(id).Tables[0]
	h.Get(webtest.NightPath(fire.ID)).Is(200).Says("#duties .news:first-child", "Round 1 of 4: two deals to go")
	h.Plays(fire.ID, "misère ann 0", "misère bob 0")
	h.Get(webtest.NightPath(fire.ID)+"?on=on").Is(200).Has(0, ".cover").
		Says("#duties .news:first-child", "The round is over after two deals")
	h.Plays(fire.ID, "misère cat 0")
	h.Get(webtest.NightPath(fire.ID)).Has(0, ".cover").
		Says("#duties .news:first-child", "One deal more than the round has")
	page = h.Get(webtest.MeetingPath(id))
	page.Says(".t:first-child header p", "plays on").Says(".t:last-child header p", "0 of 2 deals").
		Says("#next .step h2", "The window is still playing").
		Says("#next .step p", "Two deals of the round to go. Already done: By the fire.").
		Says(".standing-all p", "round 1, 2 of 4 deals").
		Says(".t:last-child .last p", "Hal deals first").Has(0, ".seats").Has(0, ".done .d").Has(1, ".t .d")
	h.Get("/").Says(".open-night .latest", "Deal 3: Cat makes misère: 2 from each.")

	// Two people are swapped by tapping them, and the seating is agreed.
	page = taps(page, h, id, "ask")
	was := strings.Fields(strings.ReplaceAll(next(page), "|", ""))
	page = taps(taps(page, h, id, "pick:1").Has(1, `#next .who[aria-pressed="true"]`), h, id, "pick:8")
	now := strings.Fields(strings.ReplaceAll(next(page), "|", ""))
	if now[0] != was[7] || now[7] != was[0] {
		t.Fatalf("%v became %v", was, now)
	}
	agreed := next(page)
	proposed := taps(page, h, id, "anew")
	if got := strings.Fields(strings.ReplaceAll(next(proposed), "|", "")); !slices.Equal(got, was) {
		t.Errorf("proposed anew %v, not %v", got, was)
	}
	page = taps(taps(proposed, h, id, "pick:1"), h, id, "pick:8")
	if next(page) != agreed {
		t.Errorf("swapped again %s, not %s", next(page), agreed)
	}
	// Every page has the same, and one that shows other seats doesn't start them.
	if second := next(taps(h.Get(webtest.MeetingPath(id)), h, id, "ask")); second != agreed {
		t.Errorf("another page shows %s, not %s", second, agreed)
	}
	h.Post(webtest.MeetingPath(id)+"/rounds", proposed.Starts("without")).Is(422).
		Says("#says-round", "The seats of round 2 have changed. This is how they are now.").Has(8, ".seats .who")
	form := page.Starts("without")
	h.Post(webtest.MeetingPath(id)+"/rounds", form).Is(303)
	h.Post(webtest.MeetingPath(id)+"/rounds", form).Is(303) // a double tap
	if e := h.MeetingNow(id); e.Round != 2 || h.SeatedNow(id) != agreed {
		t.Errorf("round %d, %s and not %s", e.Round, h.SeatedNow(id), agreed)
	}

	// The earlier page is too old now; the choices stay.
	h.Get(webtest.MeetingPath(id)).Agrees(h, id).Is(303)
	stale := h.Post(webtest.MeetingPath(id)+"/rounds", changed(form, "key", "another"))
	stale.Is(409).Has(1, "#next")

	// After the last round another is there only for who asks for it.
	h.PlaysRound(id, 2)
	h.Get(webtest.MeetingPath(id)).Has(1, ".seats").Has(1, ".comings + .tables").
		Has(0, "#now").Agrees(h, id).Is(303)
	h.PlaysRound(id, 2)
	page = h.Get(webtest.MeetingPath(id)).Says("#next .step h2", "Four rounds are played").Has(0, ".seats").
		Has(0, "#agree").Says(".evening .brass", "Settle up").Says("#ask", "One more round")
	if got := page.Text("#next .step p"); !strings.HasPrefix(got, "Eleven deals at two tables. ") {
		t.Errorf("says %q", got)
	}
	page = taps(page, h, id, "ask").Says(".evening .brass", "Start round 5").Has(8, ".seats .who")
	h.Post(webtest.MeetingPath(id)+"/rounds", page.Starts("agree")).Is(303)
	h.Get(webtest.MeetingPath(id)).Says("#back h2", "Round 5 has begun").Has(0, ".seats").Has(0, "#next .step")
}

// TestARoundStartsWhenItsTablesAreDone: until then nothing is gold; starting it names the table that
// isn't done and asks; until a deal of it is recorded it is taken back in place.
func TestARoundStartsWhenItsTablesAreDone(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Meeting(8, 2)
	at, rounds := webtest.MeetingPath(id), webtest.MeetingPath(id)+"/rounds"
	const start = "#agree, #ask, #without"
	first := h.Get(at).Has(0, start).Has(0, ".evening .brass").Has(0, "#back")
	h.Post(rounds, first.Starts("agree")).Is(422).Says("#says-round", "Round 1 isn’t over yet.").
		Says(".asked strong",
			"The fire has played 0 of its 2 deals and the window has played 0 of its 2 deals.")
	before := h.SeatedNow(id)
	h.Plays(h.MeetingNow(id).Tables[0].ID, "misère ann 0", "misère bob 0")
	window := h.MeetingNow(id).Tables[1].ID
	h.Plays(window, "misère eve 0")
	page := h.Get(at).Has(1, start).Says(".evening .brass", "Seat round 2")
	page = taps(page, h, id, "ask")
	taps(page.Says(".asked strong", "The window has played 1 of its 2 deals.").
		Says("#keep", "Wait for the window").Has(0, ".evening .brass"), h, id, "keep").Has(0, ".asked")
	if e := h.MeetingNow(id); e.Round != 1 || h.SeatedNow(id) != before {
		t.Fatalf("round %d, %s", e.Round, h.SeatedNow(id))
	}
	h.Post(rounds, page.Form("#next", "without")).Is(303)
	page = h.Get(at).Says("#back h2", "Round 2 has begun").Has(0, start)
	if h.SeatedNow(id) == before {
		t.Fatal("nobody changed seats")
	}
	back := page.Form("#back", "back")
	h.Post(rounds, back).Is(303)
	h.Post(rounds, back).Is(303) // a double tap
	if e := h.MeetingNow(id); e.Round != 1 || h.SeatedNow(id) != before || e.Tables[1].Dealt != 1 {
		t.Errorf("back in round %d, %s", e.Round, h.SeatedNow(id))
	}

	h.Plays(window, "misère flo 0")
	page = h.Get(at).Says("#next .brass", "Start round 2").Says("#next .step h2", "Round 1 is over").
		Has(8, ".seats .who em").Has(1, ".evening .brass")
	h.Post(rounds, page.Form("#next", "agree")).Is(303)
	late := h.Get(at).Form("#back", "back")
	h.Plays(window, "misère "+strings.ToLower(h.MeetingNow(id).Tables[1].SeatNames()[0])+" 0")
	h.Get(at).Has(0, "#back")
	h.Post(rounds, late).Is(422).
		Says("#says-round", "Round 2 has a recorded deal: you can’t take it back now.")
}

// TestHowPeopleMove: how people move is chosen at the start and changed on the organiser's page. Where the
// seats follow from the results no page has any before all tables are done; then every page has them.
func TestHowPeopleMove(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	form := url.Values{"do": {"start"}, "key": {h.Slip().Key}, "house": {"units"}, "scale": {"1"},
		"per": {"1"}, "moves": {"winners"}}
	for _, id := range h.Players(webtest.Dozens[:8]...) {
		form.Add("seats", fmt.Sprint(id))
	}
	form.Set("dealer", form.Get("seats"))
	h.Post("/nights", changed(form, "moves", "sideways")).Is(422).
		Says("#says-moves", "People can’t move in this way.")
	at := h.Post("/nights", form).Is(303).Header.Get("Location")
	id := chain.NightID(must(strconv.ParseInt(strings.TrimPrefix(at, "/meetings/"), 10, 64))(t))
	e := h.MeetingNow(id)
	fire, window := e.Tables[0], e.Tables[1]
	h.Plays(fire.ID, "misère ann 0")
	h.Get(webtest.NightPath(fire.ID)).Tells(".cover", "follows from the results").Has(0, ".cover li")
	h.Get(at+"/wall").Has(0, ".moves")
	h.Plays(window.ID, "misère hal 0") // Ann and Hal have won; of the others who sits first
	h.Get(at+"/wall").Tells("[aria-label='Next By the fire']", "Ann", "Hal")
	h.Get(webtest.NightPath(fire.ID)).Has(4, ".cover li").Tells(".cover li:contains(Ann)", "stays here")
	page := h.Get(at).Tells(".seats div:nth-child(1)", "Hal").
		Tells("#moves-winners[aria-pressed=true]", "Winners")
	h.Post(at+"/rounds", page.Form("#next", "moves:fours")).Is(303)
	h.Get(at).Has(8, ".seats em:contains(stays)").Tells(".comings summary", "fixed fours").
		Agrees(h, id).Is(303)
	if got := h.MeetingNow(id).Tables[0].SeatNames(); !slices.Equal(got, fire.SeatNames()) {
		t.Errorf("fixed fours sit as %v, not %v", got, fire.SeatNames())
	}
}

// Somebody leaves, somebody comes: the rest is planned anew.
func TestRoundsArePlannedAnew(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	h := webtest.Open(t)
	id := h.Meeting(12, 3)
	h.Goes(id, "leaves", int(h.MeetingNow(id).People[0].ID)).Is(303)
	page := taps(h.Get(webtest.MeetingPath(id)), h, id, "ask")
	if got := next(page); strings.Contains(got, "Ann") || len(strings.Fields(got)) != 13 {
		t.Fatalf("without Ann: %s", got)
	}
	page.Agrees(h, id).Is(303)
	if e := h.MeetingNow(id); e.Round != 2 || e.People[0].Here || !e.People[0].Gone {
		t.Errorf("round %d, Ann is here: %v", e.Round, e.People[0].Here)
	}
	page = h.Get(webtest.MeetingPath(id)).Says(".counted", "Three tables · twelve players · round 2 of 4").
		Says(".standing-all li:contains(Ann) small", "went home")

	h.Night("hoyle", h.Players("zoë", "Max", "Moe", "Nan")...)
	comes := changed(page.Form("#next", "new"), "newname", "zoë ")
	h.Post(webtest.MeetingPath(id)+"/people", comes).Is(303)
	h.Post(webtest.MeetingPath(id)+"/people", changed(comes, "newname", "")).Is(422).Has(1, "#says-newname")
	page = h.Get(webtest.MeetingPath(id)).Says(".standing-all li:contains(zoë) small", "comes late")
	page = taps(page, h, id, "ask")
	if got := next(page); !strings.Contains(got, "zoë") || len(strings.Fields(got)) != 14 {
		t.Errorf("with Zoë: %s", got)
	}
	page.Says(".who:contains(zoë) em", "comes late").Has(1, `#known option[value="Ann"]`).
		Says(".comings .former-open", "zoë still sits at Friday night, 20 Nov 2026. Is that over?")
	h.Post(webtest.MeetingPath(id)+"/people", changed(page.Form("#next", "new"), "newname", "Ann")).Is(303)
	page = taps(h.Get(webtest.MeetingPath(id)), h, id, "ask")
	page.Agrees(h, id).Is(303)
	if e := h.MeetingNow(id); e.Round != 3 || len(e.Tables) != 3 {
		t.Errorf("round %d, %d tables", e.Round, len(e.Tables))
	}
}

// Before anything is dealt the round itself can be seated otherwise.
func TestSeatThisRoundOtherwise(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	h := webtest.Open(t)
	id := h.Meeting(8, 2)
	page := taps(h.Get(webtest.MeetingPath(id)).Is(200).Has(1, "#now[value=now]"), h, id, "now")
	page.Is(200).Says("#next .step h2", "Seats for round 1").Has(0, "#now")
	if next(page) != "Ann Bob Cat Dan | Eve Flo Gus Hal" {
		t.Fatalf("now: %s", next(page))
	}
	taps(page, h, id, "propose").Says("#next .step h2", "Round 1 has begun").Has(1, "#now")
	taps(taps(page, h, id, "pick:1"), h, id, "pick:5").Agrees(h, id).Is(303)
	if e := h.MeetingNow(id); e.Round != 1 || h.SeatedNow(id) != "Eve Bob Cat Dan | Ann Flo Gus Hal" {
		t.Errorf("round %d: %s", e.Round, h.SeatedNow(id))
	}
}

// TestRoundOverAtATable: a table whose round is over says where everybody goes, as the wall does, in place of
// the form; the last deal can be taken back there, and playing on is one tap. After the last agreed round it
// says so.
func TestRoundOverAtATable(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Meeting(11, 3)
	fire := h.MeetingNow(id).Tables[0]
	at := webtest.NightPath(fire.ID)
	h.PlaysRound(id, 1)
	h.Get(at).Is(200).Has(0, ".cover").Has(1, "#deal .gold").Has(1, "#sheet[data-aloud*=' deals.']")
	h.Plays(fire.ID, "misère cat 0")
	page := h.Get(at).Is(200).Says(".cover h2", "The round is over").Has(4, ".cover li").Has(0, "#deal .gold").
		Says(".cover > p", "Round 1 of 4. The plan for the next one:").Has(1, ".save .undo").
		Has(1, "#sheet[data-aloud]").Has(0, "#sheet[data-aloud*=' deals.']")
	wall := h.Get(webtest.MeetingPath(id) + "/wall").Is(200)
	for _, li := range page.Doc.Find(".cover li").EachIter() {
		name := li.Find(".name").Text()
		where := strings.TrimSpace(strings.ReplaceAll(li.Find(".where").Text(), "→", ""))
		if where == "stays here" {
			where = "By the fire"
		}
		move := wall.Doc.Find(".t li:contains('"+name+"') .to").AttrOr("data-at", "")
		if move != where && (where != "rests" || move != "Rest") {
			t.Errorf("%s sits %q, and on the wall %q", name, where, move)
		}
	}
	// Somebody goes home: a page with the next seats is too old, and hears of it.
	version := func(a *webtest.Answer) int {
		v, _ := a.Doc.Find("#sheet").Attr("data-version")
		return must(strconv.Atoi(v))(t)
	}
	client := http.Client{Timeout: 20 * time.Second}
	events := must(client.Get(h.URL() + at + "/events"))(t)
	defer events.Body.Close()
	heard := bufio.NewScanner(events.Body)
	h.Goes(id, "leaves", int(fire.Table[1].Player)).Is(303)
	now := h.Get(at+"/now").Is(200).Says(".cover li:nth-of-type(2) .where", "goes home")
	if version(now) <= version(page) {
		t.Fatalf("the table is at version %d, and was at %d", version(now), version(page))
	}
	for told := false; !told && heard.Scan(); {
		told = strings.Contains(heard.Text(), strconv.Itoa(version(now)))
	}
	if heard.Err() != nil {
		t.Errorf("the table isn't told: %v", heard.Err())
	}
	h.Goes(id, "stays", int(fire.Table[1].Player)).Is(303)

	on, _ := page.Doc.Find(".save a").Attr("href")
	h.Get(on).Is(200).Has(0, ".cover").Has(1, "#deal .gold")
	h.Get(at+"/now").Is(200).Has(1, ".cover")

	h.PlaysRound(id, 1) // the others finish
	for range 3 {
		h.Get(webtest.MeetingPath(id)).Agrees(h, id).Is(303)
		h.PlaysRound(id, 2)
	}
	last := h.MeetingNow(id)
	for _, one := range last.Tables {
		if one.InRound && one.Open {
			h.Get(webtest.NightPath(one.ID)).Is(200).Has(0, ".cover li").
				Says(".cover > p", "Round 4 of 4. It was the last: all tables settle together.")
		}
	}
}

// TestADealBelongsToItsPeople: a deal that was filled in before the round began, or before others sat down,
// isn't recorded for those who sit there now. The form comes empty and offers to record it where it belongs.
func TestADealBelongsToItsPeople(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Meeting(8, 2)
	fire := h.MeetingNow(id).Tables[0]
	at := webtest.NightPath(fire.ID)
	filled := h.Get(at).Form("#deal", "")
	for name, value := range map[string]string{"call": "solo", "who": "2", "tricks": "5"} {
		filled.Set(name, value)
	}
	h.Get(webtest.MeetingPath(id)).Agrees(h, id).Is(303)
	others := h.Get(at+"/now?"+url.Values{"had": {"1"}, "half": {filled.Encode()}}.Encode()).Is(200).
		Says("#meanwhile strong", "Round 2 has begun.").Has(1, "#meanwhile .late").
		Has(0, "#deal [name=call]:checked")
	if got := others.Text("#meanwhile p:first-child"); got !=
		"Round 2 has begun. Bob’s solo belonged to round 1: record it there?" {
		t.Errorf("says %q", got)
	}
	half := changed(filled, "tricks", "")
	if got := h.Get(at+"/now?"+url.Values{"had": {"1"}, "half": {half.Encode()}}.Encode()).
		Has(0, ".late").Text("#meanwhile p"); !strings.HasSuffix(got, "Bob’s solo belonged to round 1 and wasn’t "+
		"finished. It is not recorded.") {
		t.Errorf("half filled in: %q", got)
	}

	// Sent all the same it is refused, and nothing of it is left on the form of others.
	page := h.Post(at+"/deals", filled).Is(409).Has(0, "#deal [name=call]:checked").Has(1, "#meanwhile .late")
	if n := h.NightNow(fire.ID); len(n.Deals) != 0 {
		t.Fatalf("%d deals", len(n.Deals))
	}
	late := page.Form("#deal", "")
	late.Set("late", page.Doc.Find(".late").AttrOr("value", ""))
	h.Post(at+"/deals", late).Is(303)
	h.Post(at+"/deals", late).Is(303) // a double tap
	again := h.Post(at+"/deals", changed(late, "key", h.Slip().Key)).Is(409).Has(0, "#meanwhile button")
	if says := again.Text("#meanwhile"); !strings.HasPrefix(says, "Deal 1 is already on the sheet") {
		t.Errorf("recorded there once more: %q", says)
	}
	n := h.NightNow(fire.ID)
	if len(n.Deals) != 1 || n.Deals[0].Round != 1 || n.Deals[0].Names[1] != "Bob" || n.Round != 2 {
		t.Fatalf("%+v", n.Deals)
	}
	// In the new round the strip begins empty: the deal of the round before isn't offered to be taken back.
	h.Get(at).Is(200).Has(0, ".save .undo").Has(0, "#take-back").
		Says("#duties .news:first-child", "Round 2 of 4: two deals to go")
}

// TestManyTables: what is said of six tables is one short sentence each.
func TestManyTables(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Meeting(24, 6)
	at := webtest.MeetingPath(id)
	first := h.MeetingNow(id).Tables[0].ID
	h.Plays(first, "pass")
	h.Get(at).Says("#next .step h2", "All six tables are playing").Says(".evening .brass", "Seat round 2")
	h.Plays(first, "pass")
	taps(h.Get(at).Says("#next .step h2", "Five tables are still playing"), h, id, "ask").
		Says(".asked strong", "Five tables have deals to play.").Says("#keep", "Wait for them")
}

// TestTheTill is an evening's table money from the door to the printed sheet.
func TestTheTill(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Meeting(9, 2)
	at := webtest.MeetingPath(id)
	till := at + "/till"
	tap := func(do string, set ...string) *webtest.Answer {
		t.Helper()
		form := h.Get(till).Form("form:has(button[value='"+do+"'])", do)
		for i := 0; i < len(set); i += 2 {
			form.Set(set[i], set[i+1])
		}
		return h.Post(till, form)
	}
	h.Get(till).Says("h2", "Nine are in").Has(0, ".pegs")
	tap("head", "head", "x").Is(422)
	h.Get(at).Has(0, ".unpaid")
	tap("head", "head", "12").Is(303)
	h.Get(till).Says("h2", "Nine are in, none have paid").Has(9, ".pegs button")
	h.Get(at).Says(".unpaid h2", "Nine haven’t paid").Says(".unpaid header p", "table money, 12 each").
		Has(9, ".unpaid .leaving")

	// Tapped on two pages, or twice, it is paid once; tapped again it comes back.
	first := h.Get(till).Form(".pegs", "pays:1:12")
	second := h.Get(till).Form(".pegs", "pays:1:12")
	for _, form := range []url.Values{first, second, first} {
		h.Post(till, form).Is(303)
	}
	tap("pays:2:12").Is(303)
	cat := h.Get(at).Starts("head:3:12") // on the evening's page, twice
	for range 2 {
		h.Post(at+"/people", cat).Is(303)
	}
	h.Get(at).Says(".unpaid h2", "Six haven’t paid").Has(0, ".unpaid .leaving:contains(Cat)")
	same(t, len(h.NightNow(id).Payments()), 3, "%d payments")
	back := h.Get(till).Doc.Find("#head3").AttrOr("value", "")
	tap(back).Is(303)
	h.Post(till, url.Values{"key": {"x"}, "do": {back}}).Is(409)
	h.Post(till, url.Values{"key": {"y"}, "do": {"pays:3:11"}}).Is(409)
	h.Get(till).Says("h2", "Nine are in, two have paid").Tells("#till", "24 in the till",
		"Still to come from Cat, Dan, Eve, Flo, Gus, Hal and Ivy: 84")

	tap("spend", "what", "The room", "amount", "36", "to", "1").Is(422)
	tap("spend", "what", "The room", "amount", "18").Is(422).Says("#says-to", "Who takes it out?")
	tap("spend", "what", "The room", "amount", "18", "to", "1").Is(303)
	h.Get(till).Tells("#till", "6 in the till", "The room", "taken out by Ann")

	// Who goes home pays table money with the rest, and is asked for nothing else; the standing is cards alone.
	h.PlaysRound(id, 2)
	h.Goes(id, "leaves", 3).Is(303)
	score := h.MeetingNow(id).Person(3).Score
	leaver := h.MeetingNow(id).Leavers()[0]
	same(t, leaver.Pays.Amount, 12-score, "Cat pays %d")
	h.Goes(id, fmt.Sprintf("pays:%d", 3), int(leaver.Pays.Amount)).Is(303)
	same(t, h.MeetingNow(id).Person(3).Score, score, "%d")
	h.Get(till).Says("h2", "Nine are in, three have paid").Says(".pegs p:contains(Cat) b", "paid")

	tap("settle").Is(303)
	h.Get(till).Has(6, ".pegs p:contains('in the settlement')")
	tap("pays:4:12").Is(303)
	h.Get(till).Says("h2", "Nine are in, four have paid")
	h.ClosesMeeting(id)
	h.Get(webtest.NightPath(id)+"/sheet").Tells("article", "The till", "Table money, Ann, Bob and Dan: 36",
		"The room, taken out by Ann", "Going home, Cat", "in the till")
	h.Get(till).Has(0, "#till button").Tells("#till", "Going home")
}
