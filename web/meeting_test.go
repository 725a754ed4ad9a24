package web_test

// The page of an evening at several tables: its rounds, who comes and goes, and what follows.

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/ledger/testenv"
)

func init() {
	screens = append(screens,
		screen{name: "evening-two-tables", open: func(h *house) string {
			id := h.evening(8, 2)
			h.playsRound(id, 3)
			return meetingPath(id)
		}},
		screen{name: "evening-begins", open: func(h *house) string {
			return meetingPath(h.evening(11, 3))
		}},
		screen{name: "evening-last", open: func(h *house) string {
			id := h.evening(11, 3)
			h.playsRounds(id)
			return meetingPath(id)
		}},
		screen{name: "evening-swapping", open: func(h *house) string {
			id := h.evening(13, 3)
			h.playsRound(id, 2)
			return meetingPath(id) + "?" + h.get(meetingPath(id)).form("#next", "pick:2").Encode()
		}},
		screen{name: "evening-asked", open: func(h *house) string {
			id := h.evening(8, 2)
			h.plays(h.meetingNow(id).Tables[0].ID, "misère ann 0", "misère bob 0")
			return meetingPath(id) + "?" + h.get(meetingPath(id)).starts("ask").Encode()
		}},
		screen{name: "evening-just-begun", open: func(h *house) string {
			id := h.evening(8, 2)
			h.playsRound(id, 2)
			h.get(meetingPath(id)).agrees(h, id).is(303)
			return meetingPath(id)
		}},
		screen{name: "wall-two-tables", open: func(h *house) string {
			id := h.evening(8, 2)
			h.playsRound(id, 3)
			return meetingPath(id) + "/wall"
		}},
		screen{name: "wall-ended", open: func(h *house) string {
			id := h.evening(11, 3)
			h.playsRounds(id)
			h.closesMeeting(id)
			return meetingPath(id) + "/wall?me=3"
		}},
		screen{name: "evening-ended", open: func(h *house) string {
			id := h.evening(11, 3)
			h.playsRounds(id)
			h.closesMeeting(id)
			return nightPath(id)
		}},
		screen{name: "wall-by-link", open: func(h *house) string {
			id := h.evening(11, 3)
			h.playsRound(id, 1)
			return h.post(nightPath(id)+"/watch", url.Values{"wall": {"on"}}).is(303).Header.Get("Location")
		}},
		screen{name: "wall-own-line", open: func(h *house) string {
			id := h.evening(9, 2)
			h.playsRound(id, 2)
			return meetingPath(id) + "/wall?me=2"
		}},
		screen{name: "wall-six-tables", open: func(h *house) string {
			id := h.evening(24, 6)
			h.playsRound(id, 2)
			return meetingPath(id) + "/wall"
		}},
	)
}

// TestTooFewStay: at least three stay. A form that seats nobody who is there shows the seats as they are.
func TestTooFewStay(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.evening(8, 2)
	at := meetingPath(id)
	for who := 1; who <= 5; who++ {
		h.goes(id, "leaves", who).is(303)
		h.get(at).has(who, ".leaving")
	}
	page := h.goes(id, "leaves", 6).is(422).says("#says-leaver", "At least three must stay to play on.").
		has(5, ".leaving").taps(h, id, "ask")
	if got := strings.Fields(page.next()); len(got) != 3 {
		t.Errorf("%v stay", got)
	}
	for _, form := range []string{"do=propose", "do=propose&tables=5&sizes=3",
		"do=pick:1&tables=5&sizes=3", "do=now&tables=5&tables=6&sizes=3"} {
		if a := h.get(at + "?" + form); a.StatusCode >= 500 {
			t.Errorf("%s: %d", form, a.StatusCode)
		}
	}
}

// TestAnEveningNotHeld: an evening begun by mistake is taken back until a deal is recorded.
func TestAnEveningNotHeld(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.evening(8, 2)
	const not = "form[action$=close]"
	page := h.get(meetingPath(id)).says(not+" h2", "Nothing is played yet")
	h.plays(h.meetingNow(id).Tables[0].ID, "misère ann 0")
	h.get(meetingPath(id)).has(0, not)
	h.does(page, not).is(409)
	h = openHouse(t)
	id = h.evening(8, 2)
	h.does(h.get(meetingPath(id)), not).is(303)
	if h.nightNow(id).Open {
		t.Error("it is still open")
	}
}

// TestGoingHomeIsOneTruth: who goes home after the round is kept at once, and the page, the wall and the
// tables say the same of it; seating the present round otherwise or somebody new at the table doesn't forget
// it. Nobody is chosen beforehand, and who came by mistake goes without a trace.
func TestGoingHomeIsOneTruth(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.evening(9, 2)
	at := meetingPath(id)
	h.post(at+"/people", h.get(at).form("#next", "leaves")).is(422).says("#says-leaver", "Choose who goes home.")
	h.playsRound(id, 2)
	h.goes(id, "leaves", 1).is(303)
	goes := func(units string) {
		t.Helper()
		h.get(at).says(".leaving:contains(Ann) span", "Ann goes home after round 1, "+units).
			has(0, ".seats .who:contains(Ann)").has(1, ".comings .quietly")
		h.get(at+"/wall").says(".moves li:last-child", "Goes home: Ann")
	}
	goes("owing 4 so far.")
	h.get(at).says(".counted", "two tables · nine players · round 1 of 4")
	h.get(nightPath(h.meetingNow(id).Tables[0].ID)).says(".cover li:contains(Ann) .where", "goes home")

	h.goes(id, "stays", 1).is(303)
	h.get(at).has(0, ".leaving").has(1, ".seats .who:contains(Ann)")
	h.goes(id, "leaves", 1).is(303)
	h.get(at).taps(h, id, "now").taps(h, id, "pick:1").taps(h, id, "pick:5").agrees(h, id).is(303)
	same(t, h.seatedNow(id), "Eve Bob Cat Dan | Ann Flo Gus Hal", "seated %s")
	table := h.meetingNow(id).Tables[1].Night
	chairs := slices.Clone(table.Table)
	chairs[3].Player = h.players("Zoe")[0]
	must(h.book.ChangeTable(t.Context(), h.slip(), table.ID, 0, ledger.TableChange{Chairs: chairs,
		Dealer: chairs[0].Player}))(t)
	goes("owing 4 so far.")
	h.get(at).agrees(h, id).is(303)
	h.get(at).says(".standing-all li:contains(Ann) small", "went home").has(0, ".leaving")

	late := changed(h.get(at).form("#next", "new"), "newname", "Nroa")
	h.post(at+"/people", late).is(303)
	h.get(at).says(".leaving span", "Nroa comes late.")
	h.goes(id, "leaves", 11).is(303)
	h.get(at).has(0, ".leaving").has(0, ".standing-all li:contains(Nroa)")
}

func TestRoundsOfAnEvening(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	h := openHouse(t)
	id := h.evening(8, 2)
	page := h.get(meetingPath(id)).is(200).says(".counted", "two tables · eight players · round 1 of 4").
		says("#next .step h2", "Round 1 is being played").has(0, ".seats").has(0, ".standing-all").
		says("#next .step p", "Two deals at each table. To record one, tap its table.")
	page = page.taps(h, id, "ask").
		says(".hint p", "Tap two people to swap them. Everybody meets everybody in four rounds.")
	if got := page.next(); strings.Count(got, " | ") != 1 || len(strings.Fields(got)) != 9 {
		t.Fatalf("proposed: %s", got)
	}
	if again := h.get(meetingPath(id)).taps(h, id, "ask").next(); again != page.next() {
		t.Errorf("proposed %s, then %s", page.next(), again)
	}

	// The round is over at one table, and not yet at the other.
	fire := h.meetingNow(id).Tables[0]
	h.get(nightPath(fire.ID)).is(200).says("#duties .news:first-child", "Round 1 of 4: deal 1 of 2")
	h.plays(fire.ID, "misère ann 0", "misère bob 0")
	h.get(nightPath(fire.ID)+"?on=on").is(200).has(0, ".cover").
		says("#duties .news:first-child", "The round is over, 2 of 2")
	h.plays(fire.ID, "misère cat 0")
	h.get(nightPath(fire.ID)).has(0, ".cover").
		says("#duties .news:first-child", "One deal more than the round has")
	page = h.get(meetingPath(id))
	page.says(".t:first-child header p", "plays on").says(".t:last-child header p", "0 of 2 deals").
		says("#next .step h2", "At the window is still playing").
		says("#next .step p", "Two deals to go. The fire waits.").says(".standing-all p", "after 2 of 4 deals").
		says(".t:last-child .last p", "Hal deals first").has(0, ".seats").has(0, ".done .d").has(1, ".t .d")
	h.get("/").says(".open-night .latest", "Deal 3: Cat makes misère: 2 from each.")

	// Two people are swapped by tapping them, and the seating is agreed.
	page = page.taps(h, id, "ask")
	was := strings.Fields(strings.ReplaceAll(page.next(), "|", ""))
	page = page.taps(h, id, "pick:1").has(1, `#next .who[aria-pressed="true"]`).taps(h, id, "pick:8")
	now := strings.Fields(strings.ReplaceAll(page.next(), "|", ""))
	if now[0] != was[7] || now[7] != was[0] || page.doc.Find("#propose").Length() != 1 {
		t.Fatalf("%v became %v", was, now)
	}
	same(t, strings.TrimSpace(page.doc.Find(".hint p").Text()), "Tap two people to swap them. The wall and the "+
		"tables have this when the round starts.", "says %q")
	agreed := page.next()
	form := page.starts("without")
	h.post(meetingPath(id)+"/rounds", form).is(303)
	h.post(meetingPath(id)+"/rounds", form).is(303) // a double tap
	if e := h.meetingNow(id); e.Round != 2 || h.seatedNow(id) != agreed {
		t.Errorf("round %d, %s and not %s", e.Round, h.seatedNow(id), agreed)
	}

	// What was shown before is too old now; what was chosen stays.
	h.get(meetingPath(id)).agrees(h, id).is(303)
	stale := h.post(meetingPath(id)+"/rounds", changed(form, "key", "another"))
	stale.is(409).has(1, "#next")

	// After the last round another is there only for who asks for it.
	h.playsRound(id, 2)
	h.get(meetingPath(id)).has(1, ".seats").has(1, ".comings + .tables").has(0, "#now").agrees(h, id).is(303)
	h.playsRound(id, 2)
	page = h.get(meetingPath(id)).says("#next .step h2", "Four rounds are played").has(0, ".seats").
		has(0, "#agree").says(".evening .brass", "Settle up").says("#ask", "One more round")
	if got := page.text("#next .step p"); !strings.HasPrefix(got, "Eleven deals at two tables. ") {
		t.Errorf("says %q", got)
	}
	page = page.taps(h, id, "ask").says(".evening .brass", "Start round 5").has(8, ".seats .who")
	h.post(meetingPath(id)+"/rounds", page.starts("agree")).is(303)
	h.get(meetingPath(id)).says("#back h2", "Round 5 has begun").has(0, ".seats").has(0, "#next .step")
}

// TestARoundStartsWhenItsTablesAreDone: until then nothing is gold; starting it names the table that
// isn't done and asks; until a deal of it is recorded it is taken back in place.
func TestARoundStartsWhenItsTablesAreDone(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.evening(8, 2)
	at, rounds := meetingPath(id), meetingPath(id)+"/rounds"
	const start = "#agree, #ask, #without"
	first := h.get(at).has(0, start).has(0, ".evening .brass").has(0, "#back")
	h.post(rounds, first.starts("agree")).is(422).says("#says-round", "Round 1 isn’t over yet.").
		says(".asked strong",
			"By the fire has played 0 of its 2 deals and At the window has played 0 of its 2 deals.")
	before := h.seatedNow(id)
	h.plays(h.meetingNow(id).Tables[0].ID, "misère ann 0", "misère bob 0")
	window := h.meetingNow(id).Tables[1].ID
	h.plays(window, "misère eve 0")
	page := h.get(at).has(1, start).says("#ask", "Start round 2 now").has(0, ".evening .brass").
		taps(h, id, "ask")
	page.says(".asked strong", "At the window has played 1 of its 2 deals.").
		says("#keep", "Wait for At the window").has(0, ".evening .brass").
		taps(h, id, "keep").has(0, ".asked")
	if e := h.meetingNow(id); e.Round != 1 || h.seatedNow(id) != before {
		t.Fatalf("round %d, %s", e.Round, h.seatedNow(id))
	}
	h.post(rounds, page.form("#next", "without")).is(303)
	page = h.get(at).says("#back h2", "Round 2 has begun").has(0, start)
	if h.seatedNow(id) == before {
		t.Fatal("nobody changed seats")
	}
	back := page.form("#back", "back")
	h.post(rounds, back).is(303)
	h.post(rounds, back).is(303) // a double tap
	if e := h.meetingNow(id); e.Round != 1 || h.seatedNow(id) != before || e.Tables[1].Dealt != 1 {
		t.Errorf("back in round %d, %s", e.Round, h.seatedNow(id))
	}

	h.plays(window, "misère flo 0")
	page = h.get(at).says("#next .brass", "Start round 2").says("#next .step h2", "Round 1 is over").
		has(8, ".seats .who em").has(1, ".evening .brass")
	h.post(rounds, page.form("#next", "agree")).is(303)
	late := h.get(at).form("#back", "back")
	h.plays(window, "misère "+strings.ToLower(h.meetingNow(id).Tables[1].SeatNames()[0])+" 0")
	h.get(at).has(0, "#back")
	h.post(rounds, late).is(422).
		says("#says-round", "A deal of round 2 is recorded: it can’t be taken back any more.")
}

// Somebody leaves, somebody comes: the rest is planned anew.
func TestRoundsArePlannedAnew(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	h := openHouse(t)
	id := h.evening(12, 3)
	h.goes(id, "leaves", int(h.meetingNow(id).People[0].ID)).is(303)
	page := h.get(meetingPath(id)).taps(h, id, "ask")
	if got := page.next(); strings.Contains(got, "Ann") || len(strings.Fields(got)) != 13 {
		t.Fatalf("without Ann: %s", got)
	}
	page.agrees(h, id).is(303)
	if e := h.meetingNow(id); e.Round != 2 || e.People[0].Here || !e.People[0].Gone {
		t.Errorf("round %d, Ann is here: %v", e.Round, e.People[0].Here)
	}
	page = h.get(meetingPath(id)).says(".counted", "three tables · eleven players · round 2 of 4").
		says(".standing-all li:contains(Ann) small", "went home")

	h.night("hoyle", h.players("zoë", "Max", "Moe", "Nan")...)
	comes := changed(page.form("#next", "new"), "newname", "zoë ")
	h.post(meetingPath(id)+"/people", comes).is(303)
	h.post(meetingPath(id)+"/people", changed(comes, "newname", "")).is(422).has(1, "#says-newname")
	page = h.get(meetingPath(id)).says(".standing-all li:contains(zoë) small", "comes late").taps(h, id, "ask")
	if got := page.next(); !strings.Contains(got, "zoë") || len(strings.Fields(got)) != 14 {
		t.Errorf("with Zoë: %s", got)
	}
	page.says(".who:contains(zoë) em", "comes late").has(1, `#known option[value="Ann"]`).
		says(".comings .former-open", "zoë still sits at Friday night, 20 Nov 2026. Is that over?")
	h.post(meetingPath(id)+"/people", changed(page.form("#next", "new"), "newname", "Ann")).is(303)
	page = h.get(meetingPath(id)).taps(h, id, "ask")
	page.agrees(h, id).is(303)
	if e := h.meetingNow(id); e.Round != 3 || len(e.Tables) != 3 {
		t.Errorf("round %d, %d tables", e.Round, len(e.Tables))
	}
}

// Before anything is dealt the round itself can be seated otherwise.
func TestSeatThisRoundOtherwise(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	h := openHouse(t)
	id := h.evening(8, 2)
	page := h.get(meetingPath(id)).is(200).has(1, "#now[value=now]").taps(h, id, "now")
	page.is(200).says("#next .step h2", "So everybody sits in round 1").has(0, "#now")
	if page.next() != "Ann Bob Cat Dan | Eve Flo Gus Hal" {
		t.Fatalf("now: %s", page.next())
	}
	page.taps(h, id, "propose").says("#next .step h2", "Round 1 is being played").has(1, "#now")
	page.taps(h, id, "pick:1").taps(h, id, "pick:5").agrees(h, id).is(303)
	if e := h.meetingNow(id); e.Round != 1 || h.seatedNow(id) != "Eve Bob Cat Dan | Ann Flo Gus Hal" {
		t.Errorf("round %d: %s", e.Round, h.seatedNow(id))
	}
}

// What no page of ours sends is refused and writes nothing.
func TestRoundsRefused(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	h := openHouse(t)
	id := h.evening(8, 2)
	form := h.get(meetingPath(id)).starts("without")
	post := meetingPath(id) + "/rounds"
	for name, c := range map[string]struct {
		change func(url.Values)
		status int
	}{
		"no key":          {func(v url.Values) { v.Del("key") }, 400},
		"somebody twice":  {func(v url.Values) { v["seats"][0] = v["seats"][1] }, 422},
		"a stranger":      {func(v url.Values) { v["seats"][0] = "99" }, 422},
		"a round too far": {func(v url.Values) { v.Set("round", "3") }, 422},
		"seven at one":    {func(v url.Values) { v["sizes"] = []string{"7", "1"} }, 422},
		"more than sit":   {func(v url.Values) { v["sizes"] = []string{"5", "5"} }, 400},
		"another evening": {func(v url.Values) { v["tables"][0] = "99" }, 422},
		"two of a table":  {func(v url.Values) { v["sizes"] = []string{"2", "5"} }, 422},
	} {
		bad := changed(form, "key", "k-"+name)
		c.change(bad)
		if name == "no key" {
			bad.Del("key")
		}
		a := h.post(post, bad).is(c.status)
		if c.status == 422 {
			a.has(1, "#next")
		}
	}
	if e := h.meetingNow(id); e.Round != 1 {
		t.Errorf("round %d", e.Round)
	}
	h.get("/meetings/99").is(404)
	h.get(nightPath(h.meetingNow(id).Tables[0].ID)).is(200)
	h.get(meetingPath(h.meetingNow(id).Tables[0].ID)).is(404)
	h.get(nightPath(id)).is(303)
}

// TestRoundOverAtATable: a table whose round is over says where everybody goes, as the wall does, in place of
// the form; what was recorded last can be taken back there, and playing on is one tap. After the last agreed
// round it says so.
func TestRoundOverAtATable(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.evening(11, 3)
	fire := h.meetingNow(id).Tables[0]
	at := nightPath(fire.ID)
	h.playsRound(id, 1)
	h.get(at).is(200).has(0, ".cover").has(1, "#deal .gold")
	h.plays(fire.ID, "misère cat 0")
	page := h.get(at).is(200).says(".cover h2", "The round is over").has(4, ".cover li").has(0, "#deal .gold").
		says(".cover > p", "Round 1 of 4. In the next you sit, as it is planned:").has(1, ".save .undo")
	wall := h.get(meetingPath(id) + "/wall").is(200)
	for _, li := range page.doc.Find(".cover li").EachIter() {
		name := li.Find(".name").Text()
		where := strings.TrimSpace(strings.ReplaceAll(li.Find(".where").Text(), "→", ""))
		if where == "stays here" {
			where = "By the fire"
		}
		move := wall.doc.Find(".moves li:contains('" + name + "') b").Text()
		if move != where+":" {
			t.Errorf("%s sits %q, and on the wall %q", name, where, move)
		}
	}
	on, _ := page.doc.Find(".save a").Attr("href")
	h.get(on).is(200).has(0, ".cover").has(1, "#deal .gold")
	h.get(at+"/now").is(200).has(1, ".cover")

	h.playsRound(id, 1) // the others finish
	for range 3 {
		h.get(meetingPath(id)).agrees(h, id).is(303)
		h.playsRound(id, 2)
	}
	last := h.meetingNow(id)
	for _, one := range last.Tables {
		if one.InRound && one.Open {
			h.get(nightPath(one.ID)).is(200).has(0, ".cover li").
				says(".cover > p", "Round 4 of 4. It was the last: all tables settle together.")
		}
	}
}

// TestMovedMeetings: what stands on paper, and in pages that are open, goes on.
func TestMovedMeetings(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.evening(8, 2)
	was := fmt.Sprintf("/evenings/%d", id)
	for path, to := range map[string]string{
		was: meetingPath(id), was + "/wall?me=1": meetingPath(id) + "/wall?me=1",
		was + "/watch/A%2Fb": meetingPath(id) + "/watch/A%2Fb", "/evenings//elsewhere": "/meetings//elsewhere",
	} {
		for _, method := range []string{"GET", "HEAD", "POST", "PUT"} {
			r := httptest.NewRequest(method, path, nil)
			if a := h.ask(r).is(308); a.Header.Get("Location") != to {
				t.Errorf("%s %s leads to %q, want %q", method, path, a.Header.Get("Location"), to)
			}
		}
	}
	for _, stream := range []string{"/events", "/wall/events"} {
		res := must(http.Get(h.url() + was + stream))(t)
		res.Body.Close()
		if res.Request.URL.Path != was+stream || res.Header.Get("Content-Type") != "text/event-stream" {
			t.Errorf("%s: answered at %s, %s", stream, res.Request.URL.Path, res.Header.Get("Content-Type"))
		}
	}
}
