package web_test

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
	"ouverte/rules"
	"ouverte/web"
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

func meetingPath(id ledger.NightID) string { return fmt.Sprintf("/meetings/%d", id) }

// evening begins an evening of so many people at so many tables; who is over rests.
func (h *house) evening(people, tables int) ledger.NightID {
	h.t.Helper()
	return h.meetingOf(tables, h.players(dozens[:people]...)...)
}

func (h *house) meetingOf(tables int, ids ...ledger.PlayerID) ledger.NightID {
	h.t.Helper()
	people := len(ids)
	set, _ := rules.Set("units")
	e := ledger.NewMeeting{Name: "Friday night", House: set, Deals: 2, Rounds: 4}
	for i := range tables {
		size := min(4, (people+tables-1-i)/tables)
		e.Tables = append(e.Tables, ledger.NewTable{Name: []string{"By the fire", "At the window",
			"By the door", "In the corner", "Under the clock", "By the stairs"}[i], Seats: ids[:size],
			Dealer: ids[size-1]})
		ids = ids[size:]
	}
	e.Rest = ids
	got := must(h.book.StartMeeting(h.t.Context(), h.slip(), e))(h.t)
	return ledger.NightID(got.ID)
}

// playsRound deals so many deals at every table of this round.
func (h *house) playsRound(id ledger.NightID, deals int) {
	h.t.Helper()
	for _, t := range h.meetingNow(id).Tables {
		if !t.InRound || !t.Open {
			continue
		}
		for i := range deals {
			who := h.nameOf(t.Table[(i+1)%len(t.Table)].Player)
			h.plays(t.ID, "misère "+strings.ToLower(strings.Fields(who)[0])+" 0")
		}
	}
}

// playsRounds plays all rounds of an evening that were agreed.
func (h *house) playsRounds(id ledger.NightID) {
	h.t.Helper()
	for {
		h.playsRound(id, 2)
		if e := h.meetingNow(id); e.Round == e.Rounds {
			return
		}
		h.get(meetingPath(id)).agrees(h, id).is(303)
	}
}

func (h *house) closesMeeting(id ledger.NightID) {
	h.t.Helper()
	if _, err := h.book.CloseMeeting(h.t.Context(), h.slip(), id, 0); err != nil {
		h.t.Fatal(err)
	}
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

// goes sends that somebody goes home, or stays after all.
func (h *house) goes(id ledger.NightID, do string, who int) *answer {
	h.t.Helper()
	form := h.get(meetingPath(id)).starts(fmt.Sprintf("%s:%d", do, who))
	return h.post(meetingPath(id)+"/people", form)
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

// next reads the tables of the coming round: "Ann Bob Cat Dan | Eve Flo Gus Hal".
func (a *answer) next() string {
	var tables []string
	for _, table := range a.doc.Find("#next .seats > div").EachIter() {
		var who []string
		for _, one := range table.Find("button.who").EachIter() {
			one = one.Clone()
			one.Find("em").Remove()
			who = append(who, strings.TrimSpace(one.Text()))
		}
		tables = append(tables, strings.Join(who, " "))
	}
	return strings.Join(tables, " | ")
}

// taps does one thing in the form of the next round.
func (a *answer) taps(h *house, id ledger.NightID, do string) *answer {
	h.t.Helper()
	return h.get(meetingPath(id) + "?" + a.starts(do).Encode())
}

// agrees posts the form of the next round, whether the tables are done or not.
func (a *answer) agrees(h *house, id ledger.NightID) *answer {
	h.t.Helper()
	return h.post(meetingPath(id)+"/rounds", a.starts("without"))
}

// starts is the form of the next round, sent by such a button.
func (a *answer) starts(do string) url.Values {
	form := a.form("#next", "")
	form.Set("do", do)
	return form
}

// seatedNow is who sits where at an evening, by what the book has.
func (h *house) seatedNow(id ledger.NightID) string {
	h.t.Helper()
	var tables []string
	for _, t := range h.meetingNow(id).Tables {
		if t.InRound && t.Open {
			tables = append(tables, strings.Join(strings.Fields(strings.Join(t.SeatNames(), " ")), " "))
		}
	}
	return strings.Join(tables, " | ")
}

func TestRoundsOfAnEvening(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	h := openHouse(t)
	id := h.evening(8, 2)
	page := h.get(meetingPath(id)).is(200).says(".counted", "two tables · eight players · round 1 of 4").
		says("#next .step h2", "Round 1 is being played").has(0, ".seats").has(0, ".standing-all").
		says("#next .step p", "Two deals at each table. There is nothing to do here until they are done.")
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

func changed(form url.Values, field, value string) url.Values {
	out := url.Values{}
	for name, values := range form {
		out[name] = slices.Clone(values)
	}
	out.Set(field, value)
	return out
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

// The wall is the same for paired devices and by the link, and the link opens nothing else.
func TestTheWall(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.evening(13, 3)
	wall := h.get(meetingPath(id) + "/wall").is(200)
	wall.has(3, "#looked .tables .t").has(13, "#looked .standing-all li")
	wall.has(1, "#mine[hidden]").has(4, "#looked .moves li").says("#looked .standing-all li:first-child i", "")
	where := h.post(nightPath(id)+"/watch", nil).is(303).Header.Get("Location")
	link, _ := h.get(where).is(200).has(0, ".phones").doc.Find(".address a").Attr("href")
	link = link[strings.Index(link, "/meetings/"):]

	h.get(strings.Replace(link, meetingPath(id), meetingPath(id+1), 1)).is(404)
	h.get("/watch/" + link[strings.LastIndex(link, "/")+1:]).is(303)
	h.get(link + "?me=1").is(303)
	h.get(link+"/now").is(200).has(1, "#looked")
}

// TestTheWallsEnd: the wall has a code to join by while the evening goes on. Once it is closed it says who
// took it over all tables, everybody's place, and of each table its deal; and it counts what there was.
func TestTheWallsEnd(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.evening(11, 3)
	at := meetingPath(id) + "/wall"
	h.get(at).has(0, ".qr").says("form.join button[name=wall]", "A code to join by")
	where := h.post(nightPath(id)+"/watch", url.Values{"wall": {"on"}}).is(303).Header.Get("Location")
	h.get(where).is(200).has(1, ".join .qr").has(0, "form")
	h.playsRounds(id)
	if _, err := h.book.GatherTables(t.Context(), h.slip(), id, 0); err != nil {
		t.Fatal(err)
	}
	const counted = "three tables · eleven players · four rounds · 24 deals"
	plan := must(h.meetingNow(id).Whole().Plan())(t)
	h.get(at).says(".wallbar p:last-child", counted).has(1, "form.join").has(0, ".t").
		has(len(plan.Pays), "#looked .last-payments li").has(0, ".state.paid")
	must(h.book.Pay(t.Context(), h.slip(), id, plan.Pays[0]))(t)
	h.get(at).has(len(plan.Pays), "#looked .last-payments li").has(1, "#looked .state.paid")
	h.closesMeeting(id)
	e := h.meetingNow(id)
	best := e.Best()
	for _, wall := range []string{at, where} {
		page := h.get(wall).is(200).has(0, ".join").has(11, "#looked .standing-all li").has(0, "#looked .t").
			says(".wallbar p:last-child", counted).has(3, ".story").has(2, ".podium i").
			says(".podium .first h2", best[0].Name+" takes the night").
			says(".podium .first .s", e.Night.Money.Signed(best[0].Score)).
			says(".podium section:nth-child(2) h2", best[1].Name).
			says(".sealed code", e.Night.Seal)
		got := page.text(".podium .first p:last-child")
		if !strings.HasPrefix(got, "over all three tables, ahead since round ") {
			t.Errorf("says %q", got)
		}
		if got := page.text(".story:nth-child(1) small"); !strings.HasPrefix(got, "round ") {
			t.Errorf("the story is of %q", got)
		}
		h.get(wall+"/now").is(200).says(".podium .first h2", best[0].Name+" takes the night")
	}
}

// TestTheLastPageOfAMeeting: by its link too an evening's wall becomes the last page once the evening is
// closed, with who pays whom, what was paid since, and the picture. When another night begins it keeps
// everybody's place and the seal; on the devices of the house it stays.
func TestTheLastPageOfAMeeting(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.evening(11, 3)
	link := h.post(nightPath(id)+"/watch", url.Values{"wall": {"on"}}).is(303).Header.Get("Location")
	picture := "/watch/" + link[strings.LastIndex(link, "/")+1:] + "/picture.svg"
	h.playsRounds(id)
	h.get(picture).is(404)
	h.closesMeeting(id)
	left := h.book.Left(h.nightNow(id))
	for _, at := range []string{link, link + "/now"} {
		h.get(at).is(200).has(len(left), "#looked .last-payments li").has(0, "#looked form").
			says("#looked .keepsake .seal", h.nightNow(id).Seal)
	}
	h.get(link).has(1, `#picture[href="`+picture+`"]`)
	h.get(picture).is(200)

	pays := ledger.Payment(left[0].Debt)
	must(h.book.PaySlate(t.Context(), h.slip(), h.nightNow(id).Money, pays, 0))(t)
	h.get(link+"/now").is(200).has(1, "#looked .state.paid")

	who := h.meetingNow(id).People
	h.night("hoyle", who[0].ID, who[1].ID, who[2].ID, who[3].ID)
	h.get(link).is(200).has(0, "#looked .last-payments").has(0, ".story").has(0, "#picture").
		says(".sealed code", h.nightNow(id).Seal).has(11, "#looked .standing-all li")
	h.get(picture).is(404)
	h.get(meetingPath(id)+"/wall").is(200).has(len(left), "#looked .last-payments li")
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

// TestTheListOfAMeeting: its last page has the places of each round at each table, and who met whom.
func TestTheListOfAMeeting(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.evening(9, 2)
	h.playsRounds(id)
	h.closesMeeting(id)
	page := h.get(nightPath(id)).is(200).has(4, ".rounds .inset").has(8, ".rounds h4").
		says(".rounds .inset:nth-child(2) .abreast > div:first-child li:first-child", "1Bob +4").
		says(".rounds .inset:nth-child(2) .abreast > div:first-child li:nth-child(2)", "1Cat +4").
		says(".rounds .inset:nth-child(2) .abreast > div:first-child li:nth-child(3)", "3Ann −4").
		says(".rounds .inset:nth-child(2) > p", "Ivy rested.").has(9, ".who-met tbody tr")
	met := 0
	for _, cell := range page.doc.Find(".who-met td").EachIter() {
		var times int
		fmt.Sscan(cell.Text(), &times)
		met += times
	}
	if met != 4*2*12 { // rounds, tables, and at each four who meet three
		t.Errorf("they met %d times", met)
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

// A phone with the link sees the wall of its evening, and nothing else.
func TestTheWallByItsLink(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(o *web.Options) {
		o.Who = func(*http.Request) web.Visitor { return web.Visitor{} }
	})
	id := h.evening(8, 2)
	secret := must(h.book.MakeWatch(t.Context(), id))(t)
	link := meetingPath(id) + "/watch/" + secret
	h.get(link).is(200).has(2, "#looked .t").has(0, "#looked a").has(0, "form").has(1, ".whose + #looked")
	h.get(meetingPath(id) + "/wall").is(403)
	h.get(meetingPath(id) + "/watch/" + strings.Repeat("x", len(secret))).is(404)

	// The question a single table asks leads to the wall's own, and keeps nothing.
	me := "/watch/" + secret + "/me"
	for _, a := range []*answer{h.get(me), h.post(me, url.Values{"player": {"1"}})} {
		if to := a.is(303).Header.Get("Location"); to != link {
			t.Errorf("%s leads to %q, not to the wall", me, to)
		}
	}
	if phones := h.book.Phones(id); len(phones) != 0 {
		t.Errorf("the wall keeps phones %v", phones)
	}

	// A phone says whose it is, and has that one's own line first, and where they sit next.
	bob, _ := h.get(link).doc.Find(".whose a:contains(Bob)").Attr("href")
	chosen := h.get(bob).is(303)
	r := httptest.NewRequest("GET", chosen.Header.Get("Location"), nil)
	for _, c := range chosen.Cookies() {
		if !strings.HasPrefix(r.URL.Path, c.Path) || c.Path != link {
			t.Errorf("the cookie is good for %s, and this is %s", c.Path, r.URL.Path)
		}
		r.AddCookie(c)
	}
	mine := h.ask(r).is(200).has(1, "#mine:not([hidden])").has(2, "#mine li")
	mine.says("#mine li:first-child b", "Bob")
	next := mine.doc.Find("#looked .moves li:contains(Bob)").Text()
	if got := mine.text("#mine li:last-child"); !strings.Contains(got, "Bob") ||
		strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(next), " ") {
		t.Errorf("next to Bob’s own line stands %q, and on the wall %q", got, next)
	}
	fine(t, h.book.EndWatches(t.Context(), id))
	h.get(link).is(404)
}
