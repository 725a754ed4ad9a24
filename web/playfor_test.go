package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/web/webtest"
)

// stakesShown are what the page says every call pays, in a row.
func stakesShown(a *webtest.Answer) string { return a.Text(".pays") }

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
			h := webtest.Open(t)
			h.Players("Ann", "Bob", "Cat")
			page := h.Get("/?do=keep&seats=1&seats=2&seats=3&dealer=2&scale=1&house=units&name=Friday+night")
			for _, tap := range c.taps {
				page = page.Tapped(h, tap).Is(200)
			}
			same(t, stakesShown(page), c.shows, "shown is %s")
			form := page.Form("#night", "start")
			first := h.Post("/nights", form).Is(303).Header.Get("Location")
			if again := h.Post("/nights", form).Is(303).Header.Get("Location"); again != first {
				t.Errorf("a double tap opened %q and %q", first, again)
			}
			n := h.OnlyNight()
			solo, _ := n.Stakes.Rank(rules.Solo)
			if n.House.Name != c.kept || n.Scale != c.scale || n.Money != c.money || solo.Stake != c.solo {
				t.Errorf("%s × %d in %s, a solo at %d", n.House.Name, n.Scale, n.Money, solo.Stake)
			}
			listsOnce(h, n.House)
		})
	}
}

// listsOnce says that the set is in the list of house rules, once.
func listsOnce(h *webtest.Site, set *rules.House) {
	h.T.Helper()
	all := h.Book.Now().Houses()
	times := 0
	for _, l := range all {
		if l.House.Name == set.Name && l.House.ID == set.ID {
			times++
		}
	}
	if times != 1 {
		h.T.Errorf("%s is in the list %d times", set.Name, times)
	}
}

// TestOfferedSetIsKeptOnce starts two nights at a stake no set has: the second is played by the set of the
// first, which is what the page opens with.
func TestOfferedSetIsKeptOnce(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Players("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
	start := func(seats string) {
		page := h.Get("/?do=keep&scale=1&house=ten-pence&name=Friday+night"+seats).Tapped(h, "stake:5")
		h.Post("/nights", page.Form("#night", "start")).Is(303)
	}
	start("&seats=1&seats=2&seats=3&dealer=1")
	start("&seats=4&seats=5&seats=6&dealer=4")
	open := h.Book.Now().OpenNights(9)
	if len(open) != 2 || open[0].House != open[1].House || open[0].House != "solo-at-5p" {
		t.Fatalf("%+v", open)
	}
	page := h.Get("/").Has(1, `#solo-5[aria-pressed="true"]`).Has(1, `#play-GBP[aria-pressed="true"]`)
	page.Tapped(h, "stake:10").Has(1, `#solo-10[aria-pressed="true"]`).
		Tapped(h, "play:lsd").Tapped(h, "play:GBP").Has(1, `#solo-5[aria-pressed="true"]`)
}

func TestTypedStake(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ house, typed, shows, says string }{
		{"ten-pence", "25p", "Prop & cop25pMisère50pAbundance75pDeclared£1.50", ""},
		{"ten-pence", "30", "Prop & cop30pMisère60pAbundance90pDeclared£1.80", ""},
		{"hoyle", "2s 6d", "Prop & cop2s 6dMisère5sAbundance7s 6dDeclared15s", ""},
		{"units", "7", "Prop & cop7Misère14Abundance21Declared42", ""},
		{"units", "0", "Prop & cop1Misère2Abundance3Declared6",
			"A solo is 1 or more."},
		{"units", "99999999", "Prop & cop1Misère2Abundance3Declared6",
			"A solo is 1000000 at most."},
		{"units", "", "Prop & cop1Misère2Abundance3Declared6", ""},
	} {
		h := webtest.Open(t)
		page := h.Get("/?do=keep&scale=1&name=Friday+night&house="+c.house).Tapped(h, "stake", "solo", c.typed)
		if got := stakesShown(page); got != c.shows {
			t.Errorf("%s at %q: %s", c.house, c.typed, got)
		}
		if c.says == "" {
			page.Is(200).Has(0, "#says-solo").Has(0, ".another-stake[open]")
		} else {
			page.Is(422).Says("#says-solo", c.says).Has(1, ".another-stake[open]")
		}
	}
	h := webtest.Open(t)
	h.Get("/?do=keep&scale=1&name=Friday+night&house=units").Tapped(h, "stake", "solo", "much").Is(422).
		Has(1, "#says-solo").Says(".another-stake input", "")
}

// TestNoSuchMoney sends what no button does.
func TestNoSuchMoney(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Players("Ann", "Bob", "Cat")
	for _, do := range []string{"play:shells", "play:", "stake:x", "stake:1.5"} {
		h.Get("/?scale=1&house=units&name=x&do=" + url.QueryEscape(do)).Is(400)
	}
	h.Get("/?scale=1&house=units&name=x&do=stake:0").Is(422)
	for i, house := range []string{"at:GBP:5:bungalow", "at:shells:5:units", "at:GBP:0:units", "at:GBP:x:units",
		"at:", "at:GBP:5", "at:GBP:9223372036854775807:units"} {
		form := url.Values{"do": {"start"}, "seats": {"1", "2", "3"}, "dealer": {"3"}, "house": {house},
			"scale": {"1"}, "name": {"x"}, "date": {"2026-11-20"}, "key": {"k" + string(rune('a'+i))}}
		h.Post("/nights", form).Is(422).Has(1, "#says-house")
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
		h := webtest.Open(t)
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Accept-Language", says)
		if got := h.Ask(r).Is(200).Form("#night", "start").Get("house"); got != want {
			t.Errorf("%.30q: %s", says, got)
		}
	}
	h := webtest.Open(t)
	night := h.Night("hoyle", h.Players("Ann", "Bob", "Cat")...)
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Accept-Language", "de")
	for range 2 { // while they play, and after it
		same(t, h.Ask(r).Is(200).Form("#night", "start").Get("house"), "hoyle",
			"a circle that plays for old money is offered %s")
		if h.NightNow(night).Open {
			h.Plays(night, "solo ann 5")
			h.Closes(night)
		}
	}
}

// TestTonightShownLarge shows one night in progress as it stands, and many in a line each.
func TestTonightShownLarge(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	first := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	h.Get("/").Has(1, ".open-night.large").Has(0, ".latest, .open-night .lines").
		Tells(".open-night .what", "no deal yet").Has(0, ".leader")
	h.Plays(first, "solo ann 7", "misere bob 1")
	h.Get("/").Has(1, ".open-night.large .lines").Says(".leader", "Ann leads, 3s up").Has(1, ".leader .face").
		Says(".latest", "Deal 2: Bob fails misère: 1s to each.")
	h.Night("units", h.Players("Eve", "Fay", "Gus")...)
	h.Get("/").Has(2, ".open-night.large").Says(".open-night:nth-of-type(1) .what > span", "Eve, Fay and Gus").
		Says(".open-night:nth-of-type(2) .what > span", "Ann, Bob, Cat and Dan")
	h.Night("units", h.Players("Hal", "Ivy", "Jo")...)
	h.Get("/").Has(0, ".open-night.large").Has(3, "a.open-night")
}

// What a trick taken in a misère costs is no trick over or under.
func TestTricksOverAndUnderOfAMisere(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	set, _ := rules.Set("units")
	own := *set
	own.ID, own.Name, own.Calls = "own", "Own", slices.Clone(set.Calls)
	i := slices.IndexFunc(own.Calls, func(r rules.Rank) bool { return r.Call == rules.Misere })
	own.Calls[i].Under = 4
	must(h.Book.SaveHouse(t.Context(), h.Slip(), &own))(t)
	h.Players("Ann", "Bob", "Cat")
	page := h.Get("/?do=keep&seats=1&seats=2&seats=3&dealer=2&scale=1&house=own").Is(200)
	page.Tells("main", "Tricks over and under don’t count.")
}

// TestANightInPoints begins one on the start page and closes it: nothing is paid, carried or owed.
func TestANightInPoints(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Players("Ann", "Bob", "Cat")
	page := h.Get("/?do=keep&seats=1&seats=2&seats=3&dealer=2&scale=1&house=units&name=Friday+night")
	var id chain.NightID
	begun := h.Post("/nights", page.Tapped(h, "play:points").Is(200).Form("#night", "start")).Is(303)
	must(fmt.Sscanf(begun.Header.Get("Location"), "/nights/%d", &id))(t)
	h.Plays(id, "solo ann 5", "misère bob 2")
	h.Get(webtest.NightPath(id)+"/settle").Is(200).Has(0, `form[action$="/pay"]`)
	h.Does(h.Get(webtest.NightPath(id)+"/settle"), `form[action$="/close"]`).Is(303)
	n := h.NightNow(id)
	if n.Open || n.Money != rules.Points || len(n.Standing(chain.KindCarry)) != 0 ||
		h.Book.Now().DebtsLeft(n) != nil {
		t.Errorf("open: %v, in %s, carried %v, left %v", n.Open, n.Money, n.Standing(chain.KindCarry),
			h.Book.Now().DebtsLeft(n))
	}
	h.Get(webtest.NightPath(id)).Is(200).Has(0, ".last-payments li").
		Says(".last-payments h2", "Played for points: nothing changes hands")
	if owed := h.Book.Now().Debts(rules.Points, 0); len(owed.Shown) != 0 {
		t.Errorf("%v is owed", owed.Shown)
	}
	if text := h.Get("/balances").Is(200).Text("main"); !strings.Contains(text, "Nobody owes anything") {
		t.Errorf("the balances say %q", text)
	}
}
