package web_test

// An evening at several tables where it is settled, and its last page, through the whole house.

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/web"
)

func init() {
	names := []string{
		"Ann", "Bob", "Maximilian von und zu Hohenstein-Ansbach", "Dan", "Eve", "Fred", "Gus", "Hal",
	}
	screens = append(screens,
		screen{name: "settle-several", open: func(h *house) string {
			id, tables := h.club(names...)
			must(h.book.CloseTable(h.t.Context(), h.slip(), tables[1], 0))(h.t)
			return settlePath(id)
		}},
		screen{name: "closed-several", open: func(h *house) string {
			id, _ := h.club(names...)
			must(h.book.CloseMeeting(h.t.Context(), h.slip(), id, h.meetingNow(id).Version))(h.t)
			return nightPath(id)
		}},
	)
}

// club starts an evening of eight at two tables, at each of which a deal is recorded.
func (h *house) club(names ...string) (evening ledger.NightID, tables []ledger.NightID) {
	h.t.Helper()
	p := h.players(names...)
	set, _ := rules.Set("hoyle")
	started := must(h.book.StartMeeting(h.t.Context(), h.slip(), ledger.NewMeeting{Name: "Club",
		House: set, Tables: []ledger.NewTable{{Name: "By the fire", Seats: p[:4], Dealer: p[3]},
			{Name: "By the window", Seats: p[4:], Dealer: p[7]}}}))(h.t)
	e := must(h.book.Meeting(h.t.Context(), ledger.NightID(started.ID)))(h.t)
	for i, t := range e.Tables {
		tables = append(tables, t.ID)
		said := ledger.DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: rules.Seat(i + 1), Tricks: 7 - 4*i}}
		must(h.book.Record(h.t.Context(), h.slip(), t.ID, said))(h.t)
	}
	return e.Night.ID, tables
}

func TestAnEveningIsSettledTogether(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id, tables := h.club("Ann", "Bob", "Cat", "Dan", "Eve", "Fred", "Gus", "Hal")
	at := settlePath(id)
	// A table is settled where the evening is, and a deal of the evening is at its table.
	same(t, h.get(settlePath(tables[1])).is(303).Header.Get("Location"), at, "a table is settled at %s")
	e, _ := h.book.Meeting(t.Context(), id)
	deal := e.Tables[0].Deals[0].ID
	same(t, h.get(fmt.Sprintf("/nights/%d/deals/%d", id, deal)).is(303).Header.Get("Location"),
		fmt.Sprintf("/nights/%d/deals/%d", tables[0], deal), "the deal is at %s")
	page := h.get(at).is(200).has(0, "form[action$=pay]").has(0, "form[action$=close]").
		has(3, "form[action$=gather]").has(8, ".stands .face").has(2, "#tables form")
	page.tells(".notice", "By the fire and By the window are still open.").
		tells(".notice .ask p", "By the fire has three deals to play and By the window has three deals to play.")
	for _, name := range []string{"Ann", "Hal"} {
		if !strings.Contains(page.text(".stands"), name) {
			t.Errorf("%s isn't in %s", name, page.text(".stands"))
		}
	}
	// Somebody records another deal: the page is stale.
	said := ledger.DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 3, Tricks: 5}}
	must(h.book.Record(t.Context(), h.slip(), tables[0], said))(t)
	all := ".notice form[action$=gather]"
	h.does(page, all).is(409).tells(".refused", "By the fire")
	h.does(page, "#tables li:first-child form").is(409)
	// One table goes home by itself, the rest together.
	h.post(nightPath(tables[1])+"/close", map[string][]string{"key": {"home"},
		"saw": {fmt.Sprint(h.nightNow(tables[1]).Version)}}).is(303)
	h.get(nightPath(tables[1])).is(200).tells(".years", "This was a table of Club").
		has(0, ".awards:contains('Won the evening')")
	h.does(h.get(at), all).is(303)
	page = h.get(at).is(200).has(0, all).has(2, "#tables form").has(1, "form[action$=close]").
		has(6, "form.whole")
	key, _ := page.doc.Find("form.whole [name=key]").First().Attr("value")
	h.does(page, "form.whole:has([name=key][value='"+key+"'])").is(303)
	h.get(at).is(200).has(5, "form.whole")
	h.get(at+"/why/1").is(200).has(3, "tbody tr")
	h.does(h.get(at), "form.closing").is(303)
	last := h.get(nightPath(id)).is(200)
	last.tells(".taken h2", "takes the night").tells(".years", "By the window")
	h.get(nightPath(id) + "/picture.svg").is(200)
	h.get(nightPath(id) + "/sheet").is(200)
	h.get(at).is(200)
	h.get("/nights").is(200).has(1, "a[href='"+nightPath(id)+"']").
		has(0, "a[href='"+nightPath(tables[0])+"']")
	// What belongs to a table is refused with a sentence, not at the evening.
	ofTables := []string{"/table", "/paper", "/now", "/preview", "/outcomes", "/auction", "/penalties"}
	for _, path := range ofTables {
		if got := h.get(nightPath(id) + path).StatusCode; got != 409 && got != 422 && got != 400 {
			t.Errorf("%s answers %d", path, got)
		}
	}
}

// TestATableGoesHomeEarly closes a table where the evening is settled, and opens it again; what is sent twice
// is done once, and what belongs to another evening isn't touched.
func TestATableGoesHomeEarly(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id, tables := h.club("Ann", "Bob", "Cat", "Dan", "Eve", "Fred", "Gus", "Hal")
	other, others := h.club("Ian", "Jim", "Kit", "Lou", "Mia", "Nat", "Oli", "Pam")
	at, second := settlePath(id), "#tables li:last-child"
	page := h.get(at).tells(second, "still open")
	stood := page.text(".stands")
	for range 2 { // a double tap
		if got := h.does(page, second+" form").is(303).Header.Get("Location"); !strings.Contains(got, "did=") {
			t.Errorf("it leads to %s", got)
		}
	}
	if h.nightNow(tables[1]).Open || !h.nightNow(tables[0]).Open {
		t.Error("another table closed, or none")
	}
	page = h.get(at+"?did=table-closed").tells(".did", "The table has closed").
		tells(second+" button", "Open it again").tells(".notice:not(.did)", "By the fire is still open.")
	if got := page.text(".stands"); got != stood {
		t.Errorf("it stood %q, and now %q", stood, got)
	}
	form := page.form(second+" form", "")
	form.Set("open", "true")
	h.post(nightPath(id)+"/gather", changed(form, "table", fmt.Sprint(others[1]))).is(404)
	part := h.part("POST", nightPath(id)+"/gather", form).is(200).tells(".did", "The table is open again")
	if part.has(2, "#tables form").text(".stands") != stood || !h.nightNow(tables[1]).Open {
		t.Error("it isn't open again as it was")
	}
	// An evening that is closed has no such forms, and its tables open only after it.
	h.does(h.get(at), ".notice form[action$=gather]").is(303)
	h.does(h.get(at), "form.closing").is(303)
	h.get(at).is(200).has(0, "#tables form")
	h.post(nightPath(id)+"/gather", changed(form, "key", "later")).is(422).
		tells(".refused", "Open that again first")
	if e := h.meetingNow(other); len(e.Playing()) != 2 {
		t.Error("the other evening's tables closed")
	}
}

// TestADeviceBoundToATable tries every route as a scorer's device that is bound to one table: what it may see
// it sees, at its table it records, and elsewhere it changes nothing.
func TestADeviceBoundToATable(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	evening, tables := s.club("P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8")
	token := s.pairs(web.Scorer, "the tablet by the fire")
	devices := s.book.Devices()
	bound := devices[len(devices)-1].ID
	keeps := func(path, table string, status int) {
		t.Helper()
		s.ask(s.request("POST", path, s.tokens["keeper"], url.Values{"night": {table}})).is(status)
	}
	at := fmt.Sprintf("/keeper/devices/%d/table", bound)
	keeps(at, fmt.Sprint(s.one), 422)
	keeps(at, fmt.Sprint(evening), 422)
	keeps(at, fmt.Sprint(tables[0]), 303)
	keeps(fmt.Sprintf("/keeper/devices/%d/table", devices[0].ID), fmt.Sprint(tables[0]), 422) // a watcher's
	page := s.ask(s.request("GET", "/keeper", s.tokens["keeper"], nil)).is(200)
	page.tells("option[selected][value='"+fmt.Sprint(tables[0])+"']", "only at By the fire")
	for _, there := range []ledger.NightID{s.one, evening, tables[1], tables[0]} {
		s.put["night"] = fmt.Sprint(there)
		for _, r := range web.RoutesForTest() {
			if r.Stream || r.Right < web.Watcher || strings.HasPrefix(r.Path, "/watch/") {
				continue
			}
			before := mustEntries(t, s.house)
			got := s.ask(s.request(r.Method, s.at(r), token, nil))
			may := r.Right == web.Watcher || r.Path == "/pin" ||
				r.Right == web.Scorer && there == tables[0] && strings.Contains(r.Path, ":night") &&
					!strings.HasSuffix(r.Path, "/settle/former")
			switch {
			case r.Method == "GET" && r.Path == "/":
				if got.StatusCode != 303 || got.Header.Get("Location") != nightPath(tables[0]) {
					t.Errorf("the start page answers %d, %s", got.StatusCode, got.Header.Get("Location"))
				}
			case !may && got.StatusCode != 403:
				t.Errorf("at night %d %s %s answers %d", there, r.Method, r.Path, got.StatusCode)
			case !may && mustEntries(t, s.house) != before:
				t.Errorf("%s %s wrote something", r.Method, r.Path)
			case may && got.StatusCode == 403:
				t.Errorf("at night %d %s %s is refused", there, r.Method, r.Path)
			}
		}
	}
	s.ask(s.request("GET", nightPath(tables[0]), token, nil)).is(200).has(1, "form[action$=deals]")
	form := withKey(aSolo, "bound")
	s.ask(s.request("POST", nightPath(tables[1])+"/deals", token, form)).is(403)
	s.ask(s.request("POST", nightPath(tables[0])+"/deals", token, form)).is(303)
	s.ask(s.request("GET", nightPath(tables[1]), token, nil)).is(200).has(0, "form[action$=deals]")
	// What former evenings left is no table's: two who may never have sat there would be quits.
	n := s.nightNow(tables[1])
	before := mustEntries(t, s.house)
	s.ask(s.request("POST", nightPath(tables[0])+"/settle/former", token, withKey(url.Values{
		"from": {fmt.Sprint(n.People[0].ID)}, "to": {fmt.Sprint(n.People[1].ID)}, "owed": {"5"}}, "paid"))).is(403)
	if mustEntries(t, s.house) != before {
		t.Error("a payment between two of another table was written")
	}
	// Once the evening is closed, its table is the one of that name of the next evening.
	s.closesMeeting(evening)
	s.ask(s.request("GET", nightPath(tables[0]), token, nil)).is(200).tells(".years", "takes the night")
	_, next := s.club("Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7", "Q8")
	where := s.ask(s.request("GET", "/", token, nil)).is(303).Header.Get("Location")
	same(t, where, nightPath(next[0]), "it is led to %s")
	s.ask(s.request("POST", nightPath(next[0])+"/deals", token, withKey(aSolo, "next"))).is(303)
	s.ask(s.request("POST", nightPath(next[1])+"/deals", token, withKey(aSolo, "other"))).is(403)
	s.ask(s.request("GET", "/keeper", s.tokens["keeper"], nil)).is(200).
		tells(".devices", "at “By the fire” only")
	keeps(at, "0", 303)
	s.ask(s.request("GET", "/", token, nil)).is(200)
}

// TestACodeForOneTable: the keeper chooses the table where the code is made, and the device that scans it
// records there and nowhere else, from the first moment.
func TestACodeForOneTable(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	evening, tables := s.club("P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8")
	as := func(who, method, path string, form url.Values) *answer {
		t.Helper()
		return s.ask(s.request(method, path, s.tokens[who], form))
	}
	const codes = "form[action='/keeper/codes#let-in']"
	all := as("keeper", "GET", meetingPath(evening), nil).is(200).form(codes, "")
	as("scorer", "GET", meetingPath(evening), nil).is(200).has(0, codes)
	each := as("keeper", "POST", "/keeper/codes", all).is(200).has(2, ".fresh .code").
		says(".fresh:first-child h3", "By the fire")
	s.ask(s.request("GET", "/pair/"+each.text(".fresh:first-child .code"), "", nil)).is(200).
		tells("main header p", "at “By the fire” only")
	choice := fmt.Sprintf("#let-in input[name=right][value='%d']", tables[1])
	as("keeper", "GET", "/keeper", nil).is(200).has(1, choice).tells("label:has("+choice+")", "By the window")
	made := as("keeper", "POST", "/keeper/codes", url.Values{"right": {fmt.Sprint(tables[1])}}).is(200).
		has(1, choice+"[checked]").
		tells(".letin header p", "allowed to record and correct deals at “By the window” only. Good")
	code := made.text(".fresh .code")
	s.ask(s.request("GET", "/pair/"+code, "", nil)).is(200).tells("main header p", "at “By the window” only")
	in := s.ask(s.request("POST", "/pair", "", url.Values{"code": {code}, "name": {"By the window"}})).is(303)
	token := in.Cookies()[0].Value
	s.ask(s.request("POST", nightPath(tables[0])+"/deals", token, withKey(aSolo, "there"))).is(403)
	s.ask(s.request("POST", nightPath(tables[1])+"/deals", token, withKey(aSolo, "here"))).is(303)
	where := s.ask(s.request("GET", "/", token, nil)).is(303).Header.Get("Location")
	if where != nightPath(tables[1]) {
		t.Errorf("it is led to %s", where)
	}
	for _, wrong := range []string{fmt.Sprint(evening), fmt.Sprint(s.one)} {
		as("keeper", "POST", "/keeper/codes", url.Values{"right": {wrong}}).is(422).has(1, "#let-in #says-night")
	}
	as("keeper", "POST", "/keeper/codes", url.Values{"right": {"99"}}).is(404)
	s.closesMeeting(evening)
	s.ask(s.request("GET", nightPath(tables[1]), token, nil)).is(200).
		tells(".years", "This device records at the table of the same name once the next evening has one.")
}

func mustEntries(t *testing.T, h *house) int64 {
	t.Helper()
	n := h.book.Entries()
	return n
}
