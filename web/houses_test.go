package web_test

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/web/webtest"
)

// All sets stand in one comparison.
func TestHousesSideBySide(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Get("/houses").Is(200).Has(len(rules.Sets()), ".compare tbody tr")
	for _, set := range rules.Sets() {
		h.Get("/houses/"+set.ID).Is(200).Has(len(set.Calls), ".pictures svg").Has(14, ".payoff tbody tr")
	}
	h.Get("/houses/nobody").Is(404)
}

// draft fills the form of a new set in, as its page sends it.
func draft(h *webtest.Site, from string) url.Values {
	h.T.Helper()
	page := h.Get("/houses/new?from=" + from).Is(200)
	form := page.Form("#draft", "")
	set, _ := rules.Set(from)
	form.Set("money", string(set.Money))
	return form
}

// A set is copied, changed and kept; it is offered first; changing it makes a new version.
func TestMakeAHouse(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	form := draft(h, "hoyle")
	form.Set("name", "Ours at Ann’s")
	form["stake"][1] = "8d"
	page := h.Post("/houses/draft", form).Is(200).Has(0, ".says")
	page.Says(".payoff tbody tr:nth-child(6) td:nth-child(3)", "8d") // five tricks; solo is the second call

	kept := h.Post("/houses", form).Is(303)
	at, _, _ := strings.Cut(kept.Header.Get("Location"), "?")
	if at != "/houses/ours-at-anns" {
		t.Fatalf("kept at %q", at)
	}
	h.Get(kept.Header.Get("Location")).Is(200).Has(1, ".notice").Says(".paper h2", "Ours at Ann’s")
	h.Post("/houses", form).Is(303) // the same form again is the same set
	lines := h.Book.Now().Houses()
	if lines[0].House.Name != "Ours at Ann’s" || lines[0].Version != 1 || len(lines) != len(rules.Sets())+1 {
		t.Fatalf("first of all %+v", lines[0])
	}
	h.Get("/").Has(1, "#start [name=house][value=ours-at-anns][checked]")

	night := must(h.Book.StartNight(context.Background(), h.Slip(),
		ledger.NewNight{House: lines[0].House, Seats: h.Players("Ann", "Bob", "Cat", "Dan"), Dealer: 1}))(t)
	change := h.Get(at+"/edit").Is(200).Form("#draft", "")
	change.Set("money", "lsd")
	change["stake"][1] = "1s"
	h.Post("/houses", change).Is(303)
	h.Get(at).Tells(".paper header", "version 2", "one night played")
	if n, err := h.Book.Now().Night(night.Night); err != nil || n.House.Calls[1].Stake != 8 {
		t.Errorf("the night played before: %+v, %v", n.House.Calls[1], err)
	}
	h.Get("/").Has(1, "#start [name=house][value=ours-at-anns][checked]")
	h.Get("/houses/hoyle/edit").Is(303) // the shipped ones are copied instead
	change.Set("id", "hoyle")
	change.Set("key", "another")
	h.Post("/houses", change).Is(422)
	change.Set("id", "nobody")
	h.Post("/houses", change).Is(404)
}

// The buttons move a call, leave it out and add it; the order is the rank.
func TestMoveCalls(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	form := draft(h, "units")
	order := func(do string) string {
		t.Helper()
		form.Set("do", do)
		page := h.Post("/houses/draft", form).Is(200)
		form = page.Form("#draft", "")
		form.Set("money", "units")
		return strings.Join(form["call"], " ")
	}
	for _, step := range []struct{ do, want string }{
		{"down:0", "solo prop misere abundance royal misere-ouverte declared"},
		{"up:6", "solo prop misere abundance royal declared misere-ouverte"},
		{"drop:1", "solo misere abundance royal declared misere-ouverte"},
		{"add:grand-slam", "solo misere abundance royal declared misere-ouverte grand-slam"},
		{"reckon", "solo misere abundance royal declared misere-ouverte grand-slam"},
	} {
		if got := order(step.do); got != step.want {
			t.Fatalf("%s: %s, want %s", step.do, got, step.want)
		}
	}
	page := h.Post("/houses/draft", form).Is(200).Has(1, "#says-stake-6") // nothing said about its stake yet
	if page.Doc.Find(".payoff").Length() != 0 {
		t.Error("reckoned without a stake")
	}
	for _, do := range []string{"up:0", "down:6", "drop:7", "add:solo", "add:passed", "add:", "up:x",
		"shuffle"} {
		bad := url.Values{}
		for k, v := range form {
			bad[k] = slices.Clone(v)
		}
		bad.Set("do", do)
		h.Post("/houses/draft", bad).Is(400)
	}
}

// A set goes out as a file and comes in again; a file that won't do is answered with a sentence.
func TestHouseAsAFile(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	h := webtest.Open(t)
	bring := func(set string) *webtest.Answer {
		return h.SendsFile("/houses/file", url.Values{"file": {set}, "key": {h.Slip().Key}})
	}
	out := h.Get("/houses/fagelson/file").Is(200)
	if got := out.Header.Get("Content-Disposition"); !strings.Contains(got, "fagelson.json") {
		t.Errorf("as %q", got)
	}
	dearer := strings.Replace(string(out.Bytes), `"stake":1`, `"stake":9`, 1)
	theirs := strings.Replace(dearer, `"name":"`, `"name":"Ann’s `, 1)
	for _, c := range []struct{ file, to string }{
		{string(out.Bytes), "/houses/fagelson?did=here"}, // as it comes along
		{dearer, "/houses/fagelson-2?did=number"},        // another set has the name
		{dearer, "/houses/fagelson-2?did=here"},
		{theirs, "/houses/fagelson-2?did=here"}, // by whatever name
	} {
		brought := bring(c.file).Is(303)
		if got := brought.Header.Get("Location"); got != c.to {
			t.Fatalf("brought to %q, want %q", got, c.to)
		}
		h.Get(c.to).Is(200).Has(1, ".notice")
	}
	h.Get("/").Has(1, "#start [name=house][value=fagelson-2][checked]")
	back := h.Get("/houses/fagelson-2/file").Is(200)
	want := strings.NewReplacer(`"fagelson"`, `"fagelson-2"`, `"Fagelson"`, `"Fagelson 2"`).Replace(dearer)
	if string(back.Bytes) != want {
		t.Errorf("came back as\n%s\nnot\n%s", back.Bytes, want)
	}
	twice := draft(h, "hoyle")
	twice.Set("name", " FAGELSON  2")
	h.Post("/houses", twice).Is(422).Has(1, "#says-name")
	h.Post("/houses/file", url.Values{"file": {"{}"}}).Is(415)
	own := bring(`{"id":"new","name":"New","calls":[{"call":"solo","stake":1}]}`).Is(303)
	h.Get(own.Header.Get("Location")).Is(200).Says(".paper h2", "New") // and not the page where one is made
}

// A set that is put away is not offered, and can be offered again.
func TestPutAHouseAway(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Post("/houses/irish/hide", url.Values{"key": {"k1"}, "hidden": {"true"}}).Is(303)
	h.Get("/houses").Has(len(rules.Sets())-1, ".compare tbody tr")
	page := h.Get("/houses/irish?did=away").Is(200).Has(1, `button[name=hidden][value=false]`)
	form := page.Form(`form[action="/houses/irish/hide"]`, "false")
	h.Post("/houses/irish/hide", form).Is(303)
	h.Get("/houses").Has(len(rules.Sets()), ".compare tbody tr")
	h.Post("/houses/nobody/hide", url.Values{"key": {"k2"}, "hidden": {"true"}}).Is(404)
	h.Post("/houses/irish/hide", url.Values{"key": {"k2"}, "hidden": {"perhaps"}}).Is(422)
}

// Where every bid names its trumps, how they are turned is no question; how the bids rank is answered.
func TestIrishHasNoTurnedTrumps(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	page := h.Get("/houses/irish").Is(200)
	got := page.Text(".switched dl")
	if strings.Contains(got, "Last card turned") ||
		!strings.Contains(got, "Misère is just above 12 without trumps, and below 13 clubs.") {
		t.Errorf("of Irish it says: %s", got)
	}
	h.Get("/houses/units").Tells(".switched dl", "Last card turned")
}

// Another money keeps the figures and converts nothing: ten pence are ten cents, sixpence is six units. What
// can't be read stays as it was typed, and nothing is refused for the change.
func TestAnotherMoneyKeepsTheFigures(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	for _, tc := range []struct{ from, to, stake, over, says string }{
		{"ten-pence", "EUR", "€0.10", "€0.02", "10p is now €0.10"},
		{"ten-pence", "lsd", "10d", "2d", "10p is now 10d"},
		{"hoyle", "units", "6", "1", "6d is now 6"},
		{"hoyle-shillings", "GBP", "12p", "3p", "1s is now 12p"},
		{"units", "JPY", "", "", ""},
	} {
		form := draft(h, tc.from)
		if tc.to == "JPY" {
			form["stake"][0] = "many"
		}
		form.Set("money", tc.to)
		page := h.Post("/houses/draft", form).Is(200)
		if tc.to == "JPY" {
			page.Has(1, `[name=stake][value=many]`).Has(1, "#says-stake-0").Has(0, "#says-stake-1")
			continue
		}
		page.Has(0, ".says")
		page.Tells("[aria-label='Name and money'] [role=status]", tc.says, "Nothing is converted")
		again := page.Form("#draft", "")
		if again["stake"][0] != tc.stake || again["over"][0] != tc.over || again.Get("was") != tc.to {
			t.Errorf("%s in %s: stake %q, over %q, was %q", tc.from, tc.to, again["stake"][0], again["over"][0],
				again.Get("was"))
		}
		again.Set("money", tc.to)
		h.Post("/houses/draft", again).Is(200).Has(0, ".says").Has(0, "[aria-label='Name and money'] [role=status]")
		again.Set("name", "In "+tc.from+" "+tc.to)
		h.Post("/houses", again).Is(303)
		set, _ := rules.Set(tc.from)
		lines := h.Book.Now().Houses()
		got := lines[0].House
		if string(got.Money) != tc.to || !slices.Equal(got.Calls, set.Calls) ||
			got.ShufflePenalty != set.ShufflePenalty {
			t.Errorf("kept %+v", got)
		}
		form.Set("key", "straight-"+tc.from+tc.to) // the change and keeping it in one go, without a script
		form.Set("name", "Straight to "+tc.from+" "+tc.to)
		h.Post("/houses", form).Is(303)
		if got := h.Book.Now().Houses()[0].House; !slices.Equal(got.Calls, set.Calls) {
			t.Errorf("kept %+v", got)
		}
	}
}

// Every money in use can be chosen.
func TestAnyMoneyCanBeChosen(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	form := draft(h, "units")
	form.Set("money", "ZAR")
	page := h.Post("/houses/draft", form).Is(200).Has(1, `option[value=ZAR][selected]`).Has(0, ".says")
	page.Says(`option[value=ZAR]`, "Rand (ZAR)")
	form.Set("money", "XYZ")
	h.Post("/houses/draft", form).Is(200).Tells(".says", "is no money we know")
}

// What means nothing in the rules that are typed isn't asked, and doesn't count; its answer comes back with
// what it hangs on.
func TestWhatDoesntApplyIsntAsked(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	asked := func(page *webtest.Answer, field string) bool {
		return page.Doc.Find(fmt.Sprintf(`#draft [name=%q]:not([type=hidden])`, field)).Length() > 0
	}
	for _, tc := range []struct {
		field string
		set   url.Values // with which it isn't asked
		drop  string     // a call without which it isn't asked
	}{
		{"shufflePenalty", url.Values{"shuffle": {"always"}}, ""},
		{"raiseLast", url.Values{"auction": {"single"}}, ""},
		{"slam", nil, "prop"}, {"lone", nil, "prop"}, {"royalOver", nil, "abundance"}, {"royalOver", nil, "royal"},
		{"declaredTrumps", nil, "declared"}, {"declaredOpen", nil, "declared"},
	} {
		set := "high-scoring" // penalty 1, after an abundance
		if tc.field == "slam" {
			set = "ten-pence" // pays over-tricks
		}
		form := draft(h, set)
		if page := h.Post("/houses/draft", form).Is(200); !asked(page, tc.field) {
			t.Errorf("%s isn't asked", tc.field)
		}
		for name, value := range tc.set {
			form[name] = value
		}
		if i := slices.Index(form["call"], tc.drop); i >= 0 {
			form.Set("do", fmt.Sprintf("drop:%d", i))
		}
		page := h.Post("/houses/draft", form).Is(200).Has(0, ".says")
		if asked(page, tc.field) {
			t.Errorf("%s is asked with %v, without %s", tc.field, tc.set, tc.drop)
		}
		kept := page.Form("#draft", "")
		if kept.Get(tc.field) != form.Get(tc.field) {
			t.Errorf("%s was %q and is forgotten: %q", tc.field, form.Get(tc.field), kept.Get(tc.field))
		}
	}
	form := draft(h, "high-scoring")
	form.Set("shuffle", "never") // the first deal is shuffled all the same
	if page := h.Post("/houses/draft", form).Is(200); !asked(page, "shuffler") {
		t.Error("nobody is asked who shuffles the first deal")
	}
	form = draft(h, "high-scoring")
	if page := h.Post("/houses/draft", form).Is(200); asked(page, "misery") {
		t.Error("the stake of a misery is asked where nobody plays one")
	}
	form.Set("shuffle", "always")
	form.Set("name", "Shuffled")
	form.Set("royalOver", "true")
	form.Set("auction", "single")
	form.Set("raiseLast", "true") // means nothing there
	h.Post("/houses", form).Is(303)
	if got := h.Book.Now().Houses()[0].House; got.ShufflePenalty != 0 || got.RaiseLast || !got.RoyalOver ||
		got.Lone != rules.LoneThrownIn {
		t.Errorf("kept %+v", got)
	}
}

// Everything the second edition lets a set choose is asked, kept, told on the page of the set and in the
// comparison, and shown in what every call pays.
func TestEverythingOfASetIsTyped(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	form := draft(h, "hoyle")
	form.Set("name", "All of it")
	form.Set("more", "on")
	page := h.Post("/houses/draft", form).Is(200).Has(7, ".rung [name=lost]")
	form = page.Form("#draft", "")
	form.Set("money", "lsd")
	form["lost"][1], form["freeUnder"][1], form["bonus"][1] = "1s", "1", "2s"
	form["under"][2], form["freeUnder"][2] = "3d", "2" // the misère
	for field, value := range map[string]string{"lone": "thrown-in", "raiseLast": "true", "royalOver": "true",
		"declaredOpen": "true", "packets": "rotating-four", "shuffler": "dealer", "short": "drop-suit",
		"allPass": "fewest", "misery": "9d"} {
		form.Set(field, value)
	}
	page = h.Post("/houses/draft", form).Is(200).Has(0, ".says")
	page.Says(".payoff tbody tr:nth-child(6) td:nth-child(3)", "6d") // five tricks in a solo
	page.Says(".payoff tbody tr:nth-child(5) td:nth-child(3)", "−1s")
	page.Says(".payoff tbody tr:nth-child(14) td:nth-child(3)", "3s 2d")
	kept := h.Post("/houses", form).Is(303)
	lines := h.Book.Now().Houses()
	got := lines[0].House
	solo, _ := got.Rank(rules.Solo)
	misere, _ := got.Rank(rules.Misere)
	if solo.Lost != 12 || solo.FreeUnder != 1 || solo.Bonus != 24 || misere.Under != 3 ||
		misere.FreeUnder != 2 || got.Lone != rules.LoneThrownIn || !got.RaiseLast || !got.RoyalOver ||
		!got.DeclaredOpen || got.Packets != rules.PacketsRotatingFour || got.Shuffler != rules.ShufflerDealer ||
		got.Short != rules.ShortDropSuit || got.Misery != 9 {
		t.Fatalf("kept %+v", got)
	}
	at, _, _ := strings.Cut(kept.Header.Get("Location"), "?")
	set := h.Get(at).Is(200).Text(".switched")
	head := h.Get(at).Text(".houses header")
	for _, want := range []string{"1s when lost", "the first trick short free", "2s for all thirteen",
		"3d for each trick taken", "the first two tricks free"} {
		for where, text := range map[string]string{"the set": set, "its head": head} {
			if !strings.Contains(text, want) {
				t.Errorf("%s doesn't say %q: %s", where, want, text)
			}
		}
	}
	for _, want := range []string{"thrown in", "may raise", "over abundance", "laid open", "a four going round",
		"without a suit", "9d"} {
		for where, text := range map[string]string{"the set": set, "its head": head} {
			if !strings.Contains(strings.ToLower(text), want) {
				t.Errorf("%s doesn't say %q: %s", where, want, text)
			}
		}
	}

	// Opened again, everything stands there as it was typed.
	edit := h.Get(at+"/edit").Is(200).Form("#draft", "")
	for field, want := range map[string]string{"lone": "thrown-in", "raiseLast": "true", "misery": "9d"} {
		if edit.Get(field) != want {
			t.Errorf("%s is %q", field, edit.Get(field))
		}
	}
	if edit["lost"][1] != "1s" || edit["freeUnder"][2] != "2" || edit["bonus"][1] != "2s" ||
		edit["under"][2] != "3d" {
		t.Errorf("amounts are %v %v %v %v", edit["lost"], edit["freeUnder"], edit["bonus"], edit["under"])
	}
	edit.Set("money", "lsd")
	h.Post("/houses", edit).Is(303)
	again := h.Book.Now().Houses()[0].House
	if !slices.Equal(again.Calls, got.Calls) || again.Lone != got.Lone || again.Misery != got.Misery {
		t.Errorf("kept again %+v", again)
	}
}
