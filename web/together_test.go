package web_test

// An evening at several tables where it is settled, and its last page, through the whole house.

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/rules"
	"ouverte/web"
	"ouverte/web/webtest"
)

func TestAnEveningIsSettledTogether(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id, tables := h.Club("Ann", "Bob", "Cat", "Dan", "Eve", "Fred", "Gus", "Hal")
	at := webtest.SettlePath(id)
	// A table is settled where the evening is, and a deal of the evening is at its table.
	same(t, h.Get(webtest.SettlePath(tables[1])).Is(303).Header.Get("Location"), at, "a table is settled at %s")
	e, _ := h.Book.Now().Meeting(id)
	deal := e.Tables[0].Deals[0].ID
	same(t, h.Get(fmt.Sprintf("/nights/%d/deals/%d", id, deal)).Is(303).Header.Get("Location"),
		fmt.Sprintf("/nights/%d/deals/%d", tables[0], deal), "the deal is at %s")
	page := h.Get(at).Is(200).Has(0, "form[action$=pay]").Has(0, "form[action$=close]").
		Has(3, "form[action$=gather]").Has(8, ".stands .face").Has(2, "#tables form")
	page.Has(0, ".notice .gold").Tells(".notice", "By the fire and By the window are still open.").
		Tells(".notice .ask p", "By the fire has three deals to play and By the window has three deals to play.")
	for _, name := range []string{"Ann", "Hal"} {
		if !strings.Contains(page.Text(".stands"), name) {
			t.Errorf("%s isn't in %s", name, page.Text(".stands"))
		}
	}
	// Somebody records another deal: the page is stale.
	said := ledger.DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 3, Tricks: 5}}
	must(h.Book.Record(t.Context(), h.Slip(), tables[0], said))(t)
	all := ".notice form[action$=gather]"
	h.Does(page, all).Is(409).Tells(".refused", "By the fire")
	h.Does(page, "#tables li:first-child form").Is(409)
	// One table goes home by itself, the rest together.
	h.Post(webtest.NightPath(tables[1])+"/close", map[string][]string{"key": {"home"},
		"saw": {fmt.Sprint(h.NightNow(tables[1]).Version)}}).Is(303)
	h.Get(webtest.NightPath(tables[1])).Is(200).Tells(".years", "This was a table of Club").
		Has(0, ".awards:contains('Won the evening')")
	h.Does(h.Get(at), all).Is(303)
	page = h.Get(at).Is(200).Has(0, all).Has(2, "#tables form").Has(1, "form[action$=close]").
		Has(6, "form.whole")
	key, _ := page.Doc.Find("form.whole [name=key]").First().Attr("value")
	h.Does(page, "form.whole:has([name=key][value='"+key+"'])").Is(303)
	h.Get(at).Is(200).Has(5, "form.whole")
	h.Get(at+"/why/1").Is(200).Has(3, "tbody tr")
	h.Does(h.Get(at), "form.closing").Is(303)
	last := h.Get(webtest.NightPath(id)).Is(200)
	last.Tells(".taken h2", "takes the night").Tells(".years", "By the window")
	h.Get(webtest.NightPath(id) + "/picture.svg").Is(200)
	h.Get(webtest.NightPath(id) + "/sheet").Is(200)
	h.Get(at).Is(200)
	h.Get("/nights").Is(200).Has(1, "a[href='"+webtest.NightPath(id)+"']").
		Has(0, "a[href='"+webtest.NightPath(tables[0])+"']")
	// What belongs to a table is refused with a sentence, not at the evening.
	ofTables := []string{"/table", "/paper", "/now", "/preview", "/outcomes", "/auction", "/penalties"}
	for _, path := range ofTables {
		if got := h.Get(webtest.NightPath(id) + path).StatusCode; got != 409 && got != 422 && got != 400 {
			t.Errorf("%s answers %d", path, got)
		}
	}
}

// TestEvenWhileTheyPlay: nobody owes anything yet, which isn't how the evening ends.
func TestEvenWhileTheyPlay(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.MeetingOf(2, h.Players("Ann", "Bob", "Cat", "Dan", "Eve", "Fred", "Gus", "Hal")...)
	h.Plays(h.MeetingNow(id).Tables[0].ID, "pass")
	h.Get(webtest.SettlePath(id)).Is(200).Tells("#pays header", "Even, as it stands now").
		Has(0, "#pays:contains('Nobody owes')")
}

// TestATableGoesHomeEarly closes a table where the evening is settled, and opens it again; what is sent twice
// is done once, and what belongs to another evening isn't touched.
func TestATableGoesHomeEarly(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id, tables := h.Club("Ann", "Bob", "Cat", "Dan", "Eve", "Fred", "Gus", "Hal")
	other, others := h.Club("Ian", "Jim", "Kit", "Lou", "Mia", "Nat", "Oli", "Pam")
	at, second := webtest.SettlePath(id), "#tables li:last-child"
	page := h.Get(at).Tells(second, "still open")
	stood := page.Text(".stands")
	for range 2 { // a double tap
		if got := h.Does(page, second+" form").Is(303).Header.Get("Location"); !strings.Contains(got, "did=") {
			t.Errorf("it leads to %s", got)
		}
	}
	if h.NightNow(tables[1]).Open || !h.NightNow(tables[0]).Open {
		t.Error("another table closed, or none")
	}
	page = h.Get(at+"?did=table-closed").Tells(".did", "The table has closed").
		Tells(second+" button", "Open it again").Tells(".notice:not(.did)", "By the fire is still open.")
	if got := page.Text(".stands"); got != stood {
		t.Errorf("it stood %q, and now %q", stood, got)
	}
	form := page.Form(second+" form", "")
	form.Set("open", "true")
	h.Post(webtest.NightPath(id)+"/gather", changed(form, "table", fmt.Sprint(others[1]))).Is(404)
	part := part(h, "POST", webtest.NightPath(id)+"/gather", form).Is(200).
		Tells(".did", "The table is open again")
	if part.Has(2, "#tables form").Text(".stands") != stood || !h.NightNow(tables[1]).Open {
		t.Error("it isn't open again as it was")
	}
	// An evening that is closed has no such forms, and its tables open only after it.
	h.Does(h.Get(at), ".notice form[action$=gather]").Is(303)
	h.Does(h.Get(at), "form.closing").Is(303)
	h.Get(at).Is(200).Has(0, "#tables form")
	h.Post(webtest.NightPath(id)+"/gather", changed(form, "key", "later")).Is(422).
		Tells(".refused", "Open that again first")
	if e := h.MeetingNow(other); len(e.Playing()) != 2 {
		t.Error("the other evening's tables closed")
	}
}

// TestADeviceBoundToATable tries every route as a scorer's device that is bound to one table: what it may see
// it sees, at its table it records, and elsewhere it changes nothing.
func TestADeviceBoundToATable(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	meeting, tables := s.Club("P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8")
	token := s.pairs(web.Scorer, "the tablet by the fire")
	devices := s.Book.Devices()
	bound := devices[len(devices)-1].ID
	keeps := func(path, table string, status int) {
		t.Helper()
		s.Ask(s.request("POST", path, s.tokens["keeper"], url.Values{"night": {table}})).Is(status)
	}
	at := fmt.Sprintf("/keeper/devices/%d/table", bound)
	keeps(at, fmt.Sprint(s.one), 422)
	keeps(at, fmt.Sprint(meeting), 422)
	keeps(at, fmt.Sprint(tables[0]), 303)
	keeps(fmt.Sprintf("/keeper/devices/%d/table", devices[0].ID), fmt.Sprint(tables[0]), 422) // a watcher's
	page := s.Ask(s.request("GET", "/keeper", s.tokens["keeper"], nil)).Is(200)
	page.Tells("option[selected][value='"+fmt.Sprint(tables[0])+"']", "only at By the fire")
	for _, there := range []chain.NightID{s.one, meeting, tables[1], tables[0]} {
		s.put["night"] = fmt.Sprint(there)
		for _, r := range web.RoutesForTest() {
			if r.Stream || r.Right < web.Watcher || strings.HasPrefix(r.Path, "/watch/") {
				continue
			}
			before := mustEntries(t, s.Site)
			got := s.Ask(s.request(r.Method, s.at(r), token, nil))
			may := r.Right == web.Watcher || r.Path == "/pin" || r.Right == web.Scorer && there == tables[0] &&
				strings.Contains(r.Path, ":night") && !strings.HasSuffix(r.Path, "/settle/former")
			switch {
			case r.Method == "GET" && r.Path == "/":
				if got.StatusCode != 303 || got.Header.Get("Location") != webtest.NightPath(tables[0]) {
					t.Errorf("the start page answers %d, %s", got.StatusCode, got.Header.Get("Location"))
				}
			case !may && got.StatusCode != 403:
				t.Errorf("at night %d %s %s answers %d", there, r.Method, r.Path, got.StatusCode)
			case !may && mustEntries(t, s.Site) != before:
				t.Errorf("%s %s wrote something", r.Method, r.Path)
			case may && got.StatusCode == 403:
				t.Errorf("at night %d %s %s is refused", there, r.Method, r.Path)
			}
		}
	}
	s.Ask(s.request("GET", webtest.NightPath(tables[0]), token, nil)).Is(200).Has(1, "form[action$=deals]")
	form := withKey(aSolo, "bound")
	s.Ask(s.request("POST", webtest.NightPath(tables[1])+"/deals", token, form)).Is(403)
	s.Ask(s.request("POST", webtest.NightPath(tables[0])+"/deals", token, form)).Is(303)
	s.Ask(s.request("GET", webtest.NightPath(tables[1]), token, nil)).Is(200).Has(0, "form[action$=deals]")
	// What former evenings left is no table's: two who may never have sat there would be quits.
	n := s.NightNow(tables[1])
	before := mustEntries(t, s.Site)
	s.Ask(s.request("POST", webtest.NightPath(tables[0])+"/settle/former", token, withKey(url.Values{
		"from": {fmt.Sprint(n.People[0].ID)}, "to": {fmt.Sprint(n.People[1].ID)}, "owed": {"5"}}, "paid"))).Is(403)
	if mustEntries(t, s.Site) != before {
		t.Error("a payment between two of another table was written")
	}
	// Once the evening is closed, its table is the one of that name of the next evening.
	s.ClosesMeeting(meeting)
	s.Ask(s.request("GET", webtest.NightPath(tables[0]), token, nil)).Is(200).Tells(".years", "takes the night")
	_, next := s.Club("Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7", "Q8")
	where := s.Ask(s.request("GET", "/", token, nil)).Is(303).Header.Get("Location")
	same(t, where, webtest.NightPath(next[0]), "it is led to %s")
	s.Ask(s.request("POST", webtest.NightPath(next[0])+"/deals", token, withKey(aSolo, "next"))).Is(303)
	s.Ask(s.request("POST", webtest.NightPath(next[1])+"/deals", token, withKey(aSolo, "other"))).Is(403)
	s.Ask(s.request("GET", "/keeper", s.tokens["keeper"], nil)).Is(200).
		Tells(".devices", "at “By the fire” only")
	keeps(at, "0", 303)
	s.Ask(s.request("GET", "/", token, nil)).Is(200)
}

// TestACodeForOneTable: the keeper chooses the table where the code is made, and the device that scans it
// records there and nowhere else, from the first moment.
func TestACodeForOneTable(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	meeting, tables := s.Club("P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8")
	as := func(who, method, path string, form url.Values) *webtest.Answer {
		t.Helper()
		return s.Ask(s.request(method, path, s.tokens[who], form))
	}
	const codes = "form[action='/keeper/codes#let-in']"
	all := as("keeper", "GET", webtest.MeetingPath(meeting), nil).Is(200).Form(codes, "")
	as("scorer", "GET", webtest.MeetingPath(meeting), nil).Is(200).Has(0, codes)
	each := as("keeper", "POST", "/keeper/codes", all).Is(200).Has(2, ".fresh .code").
		Says(".fresh h3", "By the fire")
	s.Ask(s.request("GET", "/pair/"+each.Text(".fresh .code"), "", nil)).Is(200).
		Tells("main header p", "at “By the fire” only")
	choice := fmt.Sprintf("#let-in .kinds button[value='%d']", tables[1])
	as("keeper", "GET", "/keeper", nil).Is(200).Tells(choice, "By the window")
	made := as("keeper", "POST", "/keeper/codes", url.Values{"right": {fmt.Sprint(tables[1])}}).Is(200).
		Has(1, choice+"[aria-pressed=true]").
		Tells(".letin header p", "may record deals and put them right at “By the window” only.")
	code := made.Text(".fresh .code")
	s.Ask(s.request("GET", "/pair/"+code, "", nil)).Is(200).Tells("main header p", "at “By the window” only")
	in := s.Ask(s.request("POST", "/pair", "", url.Values{"code": {code}, "name": {"By the window"}})).Is(303)
	token := in.Cookies()[0].Value
	s.Ask(s.request("POST", webtest.NightPath(tables[0])+"/deals", token, withKey(aSolo, "there"))).Is(403)
	s.Ask(s.request("POST", webtest.NightPath(tables[1])+"/deals", token, withKey(aSolo, "here"))).Is(303)
	where := s.Ask(s.request("GET", "/", token, nil)).Is(303).Header.Get("Location")
	if where != webtest.NightPath(tables[1]) {
		t.Errorf("it is led to %s", where)
	}
	for _, wrong := range []string{fmt.Sprint(meeting), fmt.Sprint(s.one)} {
		as("keeper", "POST", "/keeper/codes", url.Values{"right": {wrong}}).Is(422).Has(1, "#let-in #says-night")
	}
	as("keeper", "POST", "/keeper/codes", url.Values{"right": {"99"}}).Is(404)
	s.ClosesMeeting(meeting)
	s.Ask(s.request("GET", webtest.NightPath(tables[1]), token, nil)).Is(200).
		Tells(".years", "When the next evening has a table of this name, this device records there.")
}

func mustEntries(t *testing.T, h *webtest.Site) int64 {
	t.Helper()
	n := h.Book.Now().Entries()
	return n
}
