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
)

// stakesShown are what the page says every call pays, in a row.
func (a *answer) stakesShown() string { return a.text(".pays") }

// TestWhatDoYouPlayFor taps a money and a stake: what every call pays follows, the set's own amounts where it
// has a set for it, else in proportion; and the night is played by just that.
func TestWhatDoYouPlayFor(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	for _, c := range []struct {
		taps  []string
		shows string
		kept  string // the set's name
		scale int
		money rules.Money
		solo  int64 // at the night's scale
	}{
		{nil, "Prop & cop1Misère2Abundance3Declared6", "Units", 1, rules.Units, 1},
		{[]string{"stake:5"}, "Prop & cop5Misère10Abundance15Declared30", "Units", 5, rules.Units, 5},
		{[]string{"play:GBP"}, "Prop & cop10pMisère20pAbundance30pDeclared60p", "Ten pence", 1, "GBP", 10},
		{[]string{"play:GBP", "stake:50"}, "Prop & cop50pMisère£1.00Abundance£1.50Declared£3.00", "Ten pence", 5,
			"GBP", 50},
		{[]string{"play:GBP", "stake:5"}, "Prop & cop5pMisère10pAbundance15pDeclared30p", "Solo at 5p", 1,
			"GBP", 5},
		{[]string{"play:GBP", "stake:5", "stake:20"}, "Prop & cop20pMisère40pAbundance60pDeclared£1.20",
			"Ten pence", 2, "GBP", 20},
		{[]string{"play:EUR"}, "Prop & cop€0.10Misère€0.20Abundance€0.30Declared€0.60", "Solo at €0.10", 1,
			"EUR", 10},
		{[]string{"play:EUR", "play:USD"}, "Prop & copUS$0.10MisèreUS$0.20AbundanceUS$0.30DeclaredUS$0.60",
			"Solo at US$0.10", 1, "USD", 10},
		{[]string{"play:lsd"}, "Prop & cop6dMisère1sAbundance1s 6dDeclared3s",
			"Hoyle, six-twelve-eighteen", 1, rules.LSD, 6},
		{[]string{"play:lsd", "stake:3"}, "Prop & cop3dMisère6dAbundance9dDeclared1s 6d", "Solo at 3d", 1,
			rules.LSD, 3},
		{[]string{"play:lsd", "play:units"}, "Prop & cop1Misère2Abundance3Declared6", "Units", 1, rules.Units, 1},
	} {
		t.Run(strings.Join(c.taps, " then "), func(t *testing.T) {
			h := openHouse(t)
			h.players("Ann", "Bob", "Cat")
			page := h.get("/?do=keep&seats=1&seats=2&seats=3&dealer=2&scale=1&house=units&name=Friday+night")
			for _, tap := range c.taps {
				page = page.tapped(h, tap).is(200)
			}
			same(t, page.stakesShown(), c.shows, "shown is %s")
			form := page.form("#night", "start")
			first := h.post("/nights", form).is(303).Header.Get("Location")
			if again := h.post("/nights", form).is(303).Header.Get("Location"); again != first {
				t.Errorf("a double tap opened %q and %q", first, again)
			}
			n := h.onlyNight()
			solo, _ := n.Stakes.Rank(rules.Solo)
			if n.House.Name != c.kept || n.Scale != c.scale || n.Money != c.money || solo.Stake != c.solo {
				t.Errorf("%s × %d in %s, a solo at %d", n.House.Name, n.Scale, n.Money, solo.Stake)
			}
			h.listsOnce(n.House)
		})
	}
}

// listsOnce says that the set is in the list of house rules, once.
func (h *house) listsOnce(set *rules.House) {
	h.t.Helper()
	all := h.book.Houses()
	times := 0
	for _, l := range all {
		if l.House.Name == set.Name && l.House.ID == set.ID {
			times++
		}
	}
	if times != 1 {
		h.t.Errorf("%s is in the list %d times", set.Name, times)
	}
}

// TestOfferedSetIsKeptOnce starts two nights at a stake no set has: the second is played by the set of the
// first, which is what the page opens with.
func TestOfferedSetIsKeptOnce(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.players("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
	start := func(seats string) {
		page := h.get("/?do=keep&scale=1&house=ten-pence&name=Friday+night"+seats).tapped(h, "stake:5")
		h.post("/nights", page.form("#night", "start")).is(303)
	}
	start("&seats=1&seats=2&seats=3&dealer=1")
	start("&seats=4&seats=5&seats=6&dealer=4")
	open := h.book.OpenNights(9)
	if len(open) != 2 || open[0].House != open[1].House || open[0].House != "solo-at-5p" {
		t.Fatalf("%+v", open)
	}
	page := h.get("/").has(1, `#solo-5[aria-pressed="true"]`).has(1, `#play-GBP[aria-pressed="true"]`)
	page.tapped(h, "stake:10").has(1, `#solo-10[aria-pressed="true"]`).
		tapped(h, "play:lsd").tapped(h, "play:GBP").has(1, `#solo-5[aria-pressed="true"]`)
}

func TestTypedStake(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ house, typed, shows, says string }{
		{"ten-pence", "25p", "Prop & cop25pMisère50pAbundance75pDeclared£1.50", ""},
		{"ten-pence", "30", "Prop & cop30pMisère60pAbundance90pDeclared£1.80", ""},
		{"hoyle", "2s 6d", "Prop & cop2s 6dMisère5sAbundance7s 6dDeclared15s", ""},
		{"units", "7", "Prop & cop7Misère14Abundance21Declared42", ""},
		{"units", "0", "Prop & cop1Misère2Abundance3Declared6",
			"The stake must be above zero, and 1000000 at most."},
		{"units", "99999999", "Prop & cop1Misère2Abundance3Declared6",
			"The stake must be above zero, and 1000000 at most."},
		{"units", "", "Prop & cop1Misère2Abundance3Declared6", ""},
	} {
		h := openHouse(t)
		page := h.get("/?do=keep&scale=1&name=Friday+night&house="+c.house).tapped(h, "stake", "solo", c.typed)
		if got := page.stakesShown(); got != c.shows {
			t.Errorf("%s at %q: %s", c.house, c.typed, got)
		}
		if c.says == "" {
			page.is(200).has(0, "#says-solo").has(0, ".another-stake[open]")
		} else {
			page.is(422).says("#says-solo", c.says).has(1, ".another-stake[open]")
		}
	}
	h := openHouse(t)
	h.get("/?do=keep&scale=1&name=Friday+night&house=units").tapped(h, "stake", "solo", "much").is(422).
		has(1, "#says-solo").says(".another-stake input", "")
}

// TestNoSuchMoney sends what no button does.
func TestNoSuchMoney(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.players("Ann", "Bob", "Cat")
	for _, do := range []string{"play:shells", "play:", "stake:x", "stake:1.5"} {
		h.get("/?scale=1&house=units&name=x&do=" + url.QueryEscape(do)).is(400)
	}
	h.get("/?scale=1&house=units&name=x&do=stake:0").is(422)
	for i, house := range []string{"at:GBP:5:bungalow", "at:shells:5:units", "at:GBP:0:units", "at:GBP:x:units",
		"at:", "at:GBP:5", "at:GBP:9223372036854775807:units"} {
		form := url.Values{"do": {"start"}, "seats": {"1", "2", "3"}, "dealer": {"3"}, "house": {house},
			"scale": {"1"}, "name": {"x"}, "date": {"2026-11-20"}, "key": {"k" + string(rune('a'+i))}}
		h.post("/nights", form).is(422).has(1, "#says-house")
	}
}

// TestLocalMoney opens the first page of all with what a browser says of its country.
func TestLocalMoney(t *testing.T) {
	t.Parallel()
	for says, want := range map[string]string{
		"":                          "units",
		"en":                        "at:USD:10:ten-pence", // most who say no more than English
		"en-GB,en;q=0.9":            "ten-pence",
		"de":                        "at:EUR:10:ten-pence",
		"de-CH":                     "at:CHF:10:ten-pence",
		"ja-JP":                     "at:JPY:10:ten-pence",
		"ar-KW":                     "at:KWD:100:ten-pence",
		"eo,fr-CA;q=0.7":            "at:CAD:10:ten-pence",
		"*":                         "units",
		"x-klingon":                 "units",
		strings.Repeat("a-", 3_000): "units",
	} {
		h := openHouse(t)
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Accept-Language", says)
		if got := h.ask(r).is(200).form("#night", "start").Get("house"); got != want {
			t.Errorf("%.30q: %s", says, got)
		}
	}
	h := openHouse(t)
	night := h.night("hoyle", h.players("Ann", "Bob", "Cat")...)
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Accept-Language", "de")
	for range 2 { // while they play, and after it
		same(t, h.ask(r).is(200).form("#night", "start").Get("house"), "hoyle",
			"a circle that plays for old money is offered %s")
		if h.nightNow(night).Open {
			h.closes(night)
		}
	}
}

// TestTonightShownLarge shows one night in progress as it stands, and many in a line each.
func TestTonightShownLarge(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	first := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
	h.get("/").has(1, ".open-night.large").has(0, ".latest, .open-night .lines").
		tells(".open-night .what", "no deal yet").
		has(0, ".leader")
	h.plays(first, "solo ann 7", "misere bob 1")
	h.get("/").has(1, ".open-night.large .lines").says(".leader", "Ann leads, 3s up").has(1, ".leader .face").
		says(".latest", "Deal 2: Bob fails misère: 1s to each.")
	h.night("units", h.players("Eve", "Fay", "Gus")...)
	h.get("/").has(2, ".open-night.large").says(".open-night:nth-of-type(1) .what > span", "Eve, Fay and Gus").
		says(".open-night:nth-of-type(2) .what > span", "Ann, Bob, Cat and Dan")
	h.night("units", h.players("Hal", "Ivy", "Jo")...)
	h.get("/").has(0, ".open-night.large").has(3, "a.open-night")
}

// What a trick taken in a misère costs is no trick over or under.
func TestTricksOverAndUnderOfAMisere(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	set, _ := rules.Set("units")
	own := *set
	own.ID, own.Name, own.Calls = "own", "Own", slices.Clone(set.Calls)
	i := slices.IndexFunc(own.Calls, func(r rules.Rank) bool { return r.Call == rules.Misere })
	own.Calls[i].Under = 4
	must(h.book.SaveHouse(t.Context(), h.slip(), &own))(t)
	h.players("Ann", "Bob", "Cat")
	page := h.get("/?do=keep&seats=1&seats=2&seats=3&dealer=2&scale=1&house=own").is(200)
	page.tells("main", "Tricks over and under don’t count.")
}

// TestANightInPoints begins one on the start page and closes it: nothing is paid, carried or owed.
func TestANightInPoints(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.players("Ann", "Bob", "Cat")
	page := h.get("/?do=keep&seats=1&seats=2&seats=3&dealer=2&scale=1&house=units&name=Friday+night")
	var id ledger.NightID
	begun := h.post("/nights", page.tapped(h, "play:points").is(200).form("#night", "start")).is(303)
	must(fmt.Sscanf(begun.Header.Get("Location"), "/nights/%d", &id))(t)
	h.plays(id, "solo ann 5", "misère bob 2")
	h.get(nightPath(id)+"/settle").is(200).has(0, `form[action$="/pay"]`)
	h.does(h.get(nightPath(id)+"/settle"), `form[action$="/close"]`).is(303)
	n := h.nightNow(id)
	if n.Open || n.Money != rules.Points || len(n.Standing(ledger.KindCarry)) != 0 || h.book.Left(n) != nil {
		t.Errorf("open: %v, in %s, carried %v, left %v", n.Open, n.Money, n.Standing(ledger.KindCarry),
			h.book.Left(n))
	}
	h.get(nightPath(id)).is(200).has(0, ".last-payments li").
		says(".last-payments h2", "Played for points: nothing changes hands")
	if owed := h.book.Debts(rules.Points, 0, 0); len(owed.Shown) != 0 {
		t.Errorf("%v is owed", owed.Shown)
	}
	if text := h.get("/balances").is(200).text("main"); !strings.Contains(text, "Nobody owes anything") {
		t.Errorf("the balances say %q", text)
	}
}
