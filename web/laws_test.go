package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// The laws speak of the rules of the night they were opened from, else of those last played.
func TestLawsSpeakOfTonight(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.get("/laws").is(200).has(1, "#royal").has(1, ".laws .text")
	night := h.night("sixpence", h.players("Ann", "Bob", "Cat", "Dan")...)
	page := h.get(fmt.Sprintf("/laws?night=%d", night)).is(200)
	page.tells("dd", "6d")
	page.has(1, `.contents a[href="/nights/1"]`)
	page.tells("#declared + dd", "without trumps", "3s")
	h.get("/laws").tells(".by", "Sixpence")
	h.get("/laws?night=99").is(404)
	h.get("/laws?night=x").is(422)
	h.get("/laws?night=-1").is(422)
}

// The laws, the card and the first evening name a call that can't be made tonight only where they say that it
// isn't played, at each table and by rules of every kind.
func TestLawsNameOnlyTonightsCalls(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	h := openHouse(t)
	own := h.get("/laws/words").form(".words-form", "")
	for _, c := range rules.BiddableCalls() {
		own.Set(c.String(), "Zz"+c.String()+"zz")
	}
	h.post("/laws/words", own).is(303)
	var houses []*rules.House
	houses = append(houses, rules.Sets()...)
	for id, calls := range map[string][]rules.Call{
		"no-misere": {rules.Prop, rules.Solo, rules.Royal}, "open-only": {rules.Solo, rules.MisereOuverte,
			rules.Prop}, "one-call": {rules.GrandSlam}, "two-miseres": {rules.Misere, rules.MisereOuverte},
	} {
		set, _ := rules.Set("fagelson")
		mine := *set
		mine.ID, mine.Name, mine.Calls = id, id, nil
		for _, c := range calls {
			mine.Calls = append(mine.Calls, rules.Rank{Call: c, Target: c.UsualTarget(), Stake: 2})
		}
		houses = append(houses, &mine)
	}
	ids := h.players("Ann", "Bob", "Cat", "Dan", "Eve")
	for _, set := range houses {
		for seats := 3; seats <= 5; seats++ {
			got := must(h.book.StartNight(context.Background(), h.slip(),
				ledger.NewNight{House: set, Seats: ids[:seats], Dealer: ids[0]}))(t)
			laws := h.get(fmt.Sprintf("/laws?night=%d", got.Night)).is(200)
			table := h.get(fmt.Sprintf("/nights/%d", got.Night)).is(200).has(5, "#first .steps > li")
			laws.doc.Find(".absent, .elsewhere, #variants").Remove()
			if _, prop := set.Rank(rules.Prop); prop != strings.Contains(laws.text("#three"), "zzpropzz") {
				t.Errorf("%s: of three it says: %s", set.ID, laws.text("#three"))
			}
			if seats == 3 {
				laws.doc.Find("#three").Remove() // that they go without it
			}
			for where, text := range map[string]string{"the laws": laws.text(".laws .text"),
				"the card": laws.text(".folded"), "the first evening": table.text("#first ol")} {
				text = strings.ToLower(text)
				for _, c := range rules.BiddableCalls() {
					_, has := set.Rank(c)
					has = has && (c != rules.Prop || seats != 3)
					if name := "zz" + c.String() + "zz"; !has && strings.Contains(text, name) {
						at := strings.Index(text, name)
						t.Errorf("%s, %d seats: %s speak of %s: …%s…", set.ID, seats, where, c,
							text[max(0, at-60):min(len(text), at+40)])
					} else if has && where != "the first evening" && !strings.Contains(text, name) {
						t.Errorf("%s, %d seats: %s don't speak of %s", set.ID, seats, where, c)
					}
				}
			}
		}
	}
}

// What the laws say of a proposal nobody accepts, and of misère among Irish bids, is what the auction does.
func TestLawsSpeakOfTonightsCalling(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	seats := h.players("Ann", "Bob", "Cat", "Dan")
	for set, want := range map[string]struct{ at, says string }{
		"units": {"#accept", "comes back to the proposer. He may call higher, or pass, and then the deal " +
			"counts as passed by all."},
		"fagelson": {"#accept",
			"comes back to the proposer when all have spoken. He may make it a solo, and nothing else, or pass"},
		"irish": {"#irish + dd",
			"Misère stands among them: just above twelve without trumps, and below thirteen clubs."},
	} {
		page := h.get(fmt.Sprintf("/laws?night=%d", h.night(set, seats...))).is(200)
		within := func(css, says string) {
			t.Helper()
			page.tells(css, says)
		}
		within(want.at, want.says)
		if set != "irish" {
			continue
		}
		page.has(0, "#accept")
		within("#calls > p", "Misère is just above 12 without trumps, and below 13 clubs.")
		within(".folded", "Misère is above 12 without trumps, below 13.")
		if strings.Contains(page.text("#calls"), "above the one before it") {
			t.Error("misère is not simply above the Irish bids")
		}
	}
}

// The five steps stand on the table page until they are dismissed on this device, and always under Laws.
func TestFirstEvening(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	night := h.night("units", h.players("Ann", "Bob", "Cat", "Dan")...)
	at := fmt.Sprintf("/nights/%d", night)
	page := h.get(at).is(200).has(1, "#first[open]").has(5, "#first .steps > li")
	sent := h.post("/laws/first", page.form("#first form", "")).is(303)
	if sent.Header.Get("Location") != at {
		t.Errorf("back to %q", sent.Header.Get("Location"))
	}
	r := httptest.NewRequest(http.MethodGet, at, nil)
	for _, c := range sent.Cookies() {
		if c.MaxAge != 400*24*3600 || !c.HttpOnly {
			t.Errorf("not for as long as browsers keep it: %v", c)
		}
		r.AddCookie(c)
	}
	again := h.ask(r).is(200).has(0, "#first").Cookies()
	if len(again) != 1 || again[0].Name != "ouverte-first" || again[0].MaxAge != 400*24*3600 {
		t.Errorf("its time doesn't start anew: %v", again)
	}
	h.get("/laws").has(5, "#first-evening .steps > li")
	h.post("/laws/first", url.Values{"night": {"x"}}).is(422)
}

// What people type for a mishap, misspelt too, finds the way to its ruling, with tonight's rules or without;
// a word of the game its place in the laws. htmx gets what was found and nothing around it.
func TestFindInLaws(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	night := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
	for _, tc := range []struct{ typed, leads string }{
		{"too many cards", "/laws/trouble/cards/cards-lost"},
		{"to meny crads", "/laws/trouble/cards/cards-lost"},
		{"twelve cards", "/laws/trouble/cards/cards-won"},
		{"showed a card", "/laws/trouble/exposed/exposed-opponent"},
		{"shoed a card", "/laws/trouble/exposed/exposed-opponent"},
		{"led out of turn", "/laws/trouble/led/led-opponent"},
		{"leed out of tern", "/laws/trouble/led/led-opponent"},
		{"led from wrong hand", "/laws/trouble/led/led-prop"},
		{"dealt again", "/laws/trouble/who-deals/misdeal"},
		{"who deals now", "/laws/trouble/who-deals/misdeal"},
		{"who deels now", "/laws/trouble/who-deals/next-deals"},
		{"renounce", "/laws#renounce"},
		{"finese", "/laws#finesse"},
		{"calling a suit", "/laws#calling-a-suit"},
		{"placed", "/laws#placed"},
		{"eldest", "/laws#eldest"},
		{"goulasch", "/laws#goulash"},
		{"misery", "/laws#misery"},
		{"bundle", "/laws#abundance"},
		{"abondance", "/laws#abundance"},
		{"slam", "/laws#slam"},
		{"over-trick", "/laws#over"},
		{"undertrick", "/laws#under"},
		{"dummy", "/laws#dummy"},
		{"tips", "/laws#advice"},
	} {
		q := "/laws/find?q=" + url.QueryEscape(tc.typed)
		page := h.get(q).is(200).has(1, "#find")
		if page.doc.Find(fmt.Sprintf("#found a[href=%q]", tc.leads)).Length() == 0 {
			t.Errorf("%q: nothing leads to %s: %s", tc.typed, tc.leads, page.text("#found"))
		}
		tonight := h.get(fmt.Sprintf("%s&night=%d", q, night)).is(200)
		path, place, _ := strings.Cut(tc.leads, "#")
		if place != "" {
			place = "#" + place
		}
		href := fmt.Sprintf("%s?night=%d%s", path, night, place)
		if tonight.doc.Find(fmt.Sprintf("#found a[href=%q]", href)).Length() == 0 {
			t.Errorf("%q tonight: nothing leads to %s", tc.typed, href)
		}
		tonight.doc.Find("#found a").Each(func(_ int, a *goquery.Selection) {
			page, _, _ := strings.Cut(a.AttrOr("href", ""), "#")
			h.get(page).is(200)
		})
	}
	h.get("/laws/find").is(200).has(0, "#found *").has(5, `a[href^="/laws/find?q="]`)
	h.get("/laws/find?q=croquet").is(200).tells("#found", "Nothing in the laws is like “croquet”")
	h.get("/laws/find?q=" + strings.Repeat("x", 101)).is(422)
	h.get("/laws/find?night=99").is(404)
	r := httptest.NewRequest(http.MethodGet, "/laws/find?q=revoke", nil)
	r.Header.Set("HX-Request", "true")
	h.ask(r).is(200).has(1, "#found").has(0, "main").has(0, "#find")
	h.get("/laws").is(200).has(1, "#found").has(0, "#found *")
	h.get("/laws/trouble").is(200).has(1, "#find").has(1, "#found")
	h.get("/laws/trouble/led").is(200).has(0, "#find")
}

// Every place a search of the laws leads to stands on the page, whatever the rules.
func TestPlacesOfTheLaws(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	h := openHouse(t)
	seats := h.players("Ann", "Bob", "Cat", "Dan")
	for _, set := range []string{"hoyle", "irish", "straight", "grand-slam"} {
		night := h.night(set, seats...)
		laws := h.get(fmt.Sprintf("/laws?night=%d", night)).is(200)
		for _, typed := range strings.Fields(
			"over under slam shuffle packets trumps misdeal cards void forfeit placed three " +
				"five eldest dealer caller opponents target stake turned kitty scale goulash misery renounce finesse " +
				"suit dummy " +
				"acceptance beginner bids money auction leads revoke exposed turn passed players manners variants tips " +
				"glossary " +
				"solo prop royal declared misère abundance petit grand irish") {
			found := h.get(fmt.Sprintf("/laws/find?night=%d&q=%s", night, url.QueryEscape(typed))).is(200)
			found.doc.Find(`#found a[href*="#"]`).Each(func(_ int, a *goquery.Selection) {
				_, at, _ := strings.Cut(a.AttrOr("href", ""), "#")
				laws.has(1, "#"+at)
			})
			if found.doc.Find("#found a").Length() == 0 {
				t.Errorf("%s: nothing is found for %q", set, typed)
			}
		}
	}
}

// The old advice has a page of its own, with the book's figures beside it where it has any: those of the
// money and the dates asked for, and in the circle's words.
func TestOldAdvice(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.get("/laws").is(200).has(1, `#advice a[href="/laws/advice"]`)
	h.get("/laws/advice").is(200).has(0, "table").
		says("section:nth-of-type(1) .verdict", "The book: There are too few of them yet to say.")

	own := h.get("/laws/words").form(".words-form", "")
	own.Set("abundance", "Bundle")
	h.post("/laws/words", own).is(303)
	lines := []string{}
	for range 12 { // Dan deals, then Ann, Bob and Cat: each line is called from the same place of its round
		lines = append(lines, "abundance Bob 9", "solo Dan 6", "solo Cat 4", "misere Cat 0")
	}
	h.played("units", nil, []string{"Ann", "Bob", "Cat", "Dan"}, lines...)
	page := h.get("/laws/advice").is(200).has(3, "table").has(3, ".verdict")
	page.tells("[aria-label='Solo or bundle'] tbody", "Bundle", "24")
	page.tells("[aria-label='Solo or bundle'] .verdict", "A bundle brought 9 more than a solo",
		"what the same hand would have brought the book can’t tell.")
	page.tells("[aria-label='Against a misère']", "12 of 12 were made.")
	for _, condition := range []string{"unless things are desperate", "should not keep you from leading trumps",
		"Where your partner and then an adversary play after you", "sometimes tells your partner",
		"keep a leading card or more"} {
		if !strings.Contains(page.text(".years"), condition) {
			t.Errorf("the advice has lost a condition: %q", condition)
		}
	}
	h.get("/laws/advice?money=units&from=2001-01-01&until=2001-12-31").is(200).has(0, "table")
	h.get("/laws/advice?from=yesterday").is(422).has(1, "#says-from")
	h.get("/stats/seats").has(1, `a[href^="/laws/advice?"]`)
}

// No number of a paragraph stands on the page of a deal.
func TestReckoningInWords(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	table := h.played("hoyle", nil, []string{"Ann", "Bob", "Cat", "Dan", "Eve"},
		"solo Ann 7", "solo Bob 6 revoke Bob", "misere Cat 0 forfeit Dan", "solo Dan wrong Ann", "pass")
	h.get(table).doc.Find(".sheet tbody th a").Each(func(_ int, a *goquery.Selection) {
		if got := h.get(a.AttrOr("href", "")).is(200).text(".account"); strings.Contains(got, "§") {
			t.Errorf("a deal: %s", got)
		}
	})
}
