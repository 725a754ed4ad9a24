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
	"ouverte/web/webtest"
)

// The laws speak of the rules of the night they were opened from, else of those last played.
func TestLawsSpeakOfTonight(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Get("/laws").Is(200).Has(1, "#royal").Has(1, ".laws .text")
	night := h.Night("sixpence", h.Players("Ann", "Bob", "Cat", "Dan")...)
	page := h.Get(fmt.Sprintf("/laws?night=%d", night)).Is(200)
	page.Tells("dd", "6d")
	page.Has(1, `.contents a[href="/nights/1"]`)
	page.Tells("#declared + dd", "without trumps", "3s")
	h.Get("/laws").Tells(".by", "Sixpence")
	h.Get("/laws?night=99").Is(404)
	h.Get("/laws?night=x").Is(422)
	h.Get("/laws?night=-1").Is(422)
}

// The laws and the card of any set are read before an evening is played by it, and every way on from there
// stays by its rules.
func TestLawsOfAnySet(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Get("/houses/irish").Is(200).Has(1, `a[href="/laws?house=irish"]`).
		Has(2, `a[href="/laws?house=irish#misere"]`)
	h.Get("/").Is(200).Has(1, `a[href^="/laws?house="]`)
	h.Get("/laws?house=irish").Is(200).Tells(".by", "Irish")
	for _, at := range []string{"/laws?house=irish", "/laws/find?house=irish&q=revoke",
		"/laws/trouble?house=irish", "/laws/trouble/exposed?house=irish"} {
		page := h.Get(at).Is(200)
		page.Doc.Find(`main a[href^="/laws"]`).Each(func(_ int, a *goquery.Selection) {
			href := a.AttrOr("href", "")
			if !strings.Contains(href, "house=irish") && href != "/laws/words" {
				t.Errorf("%s leads to %s, by other rules", at, href)
			}
		})
	}
	h.Get("/laws?house=croquet").Is(404)
}

// The laws, the card and the first evening name a call that can't be made tonight only where they say that it
// isn't played, at each table and by rules of every kind.
func TestLawsNameOnlyTonightsCalls(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	h := webtest.Open(t)
	own := rules.Words{}
	for _, c := range rules.BiddableCalls() {
		own[c] = "Zz" + c.String() + "zz"
	}
	must(h.Book.SaveWords(t.Context(), h.Slip(), own))(t)
	var houses []*rules.House
	houses = append(houses, rules.Sets()...)
	for id, calls := range map[string][]rules.Call{"no-misere": {rules.Prop, rules.Solo, rules.Royal},
		"open-only": {rules.Solo, rules.MisereOuverte, rules.Prop}, "one-call": {rules.GrandSlam},
		"two-miseres": {rules.Misere, rules.MisereOuverte}} {
		set, _ := rules.Set("fagelson")
		mine := *set
		mine.ID, mine.Name, mine.Calls = id, id, nil
		for _, c := range calls {
			mine.Calls = append(mine.Calls, rules.Rank{Call: c, Target: c.UsualTarget(), Stake: 2})
		}
		houses = append(houses, &mine)
	}
	ids := h.Players("Ann", "Bob", "Cat", "Dan", "Eve")
	for _, set := range houses {
		for seats := 3; seats <= 5; seats++ {
			got := must(h.Book.StartNight(context.Background(), h.Slip(),
				ledger.NewNight{House: set, Seats: ids[:seats], Dealer: ids[0]}))(t)
			laws := h.Get(fmt.Sprintf("/laws?night=%d", got.Night)).Is(200)
			table := h.Get(fmt.Sprintf("/nights/%d", got.Night)).Is(200).Has(5, "#first .steps > li")
			laws.Doc.Find(".absent, .elsewhere, #variants").Remove()
			if _, prop := set.Rank(rules.Prop); prop != strings.Contains(laws.Text("#three"), "zzpropzz") {
				t.Errorf("%s: of three it says: %s", set.ID, laws.Text("#three"))
			}
			if seats == 3 {
				laws.Doc.Find("#three").Remove() // that they go without it
			}
			for where, text := range map[string]string{"the laws": laws.Text(".laws .text"),
				"the card": laws.Text(".folded"), "the first evening": table.Text("#first ol")} {
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

// The five steps stand on the table page until they are dismissed on this device, and always under Laws.
func TestFirstEvening(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	night := h.Night("units", h.Players("Ann", "Bob", "Cat", "Dan")...)
	at := fmt.Sprintf("/nights/%d", night)
	page := h.Get(at).Is(200).Has(1, "#first[open]").Has(5, "#first .steps > li")
	sent := h.Post("/laws/first", page.Form("#first form", "")).Is(303)
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
	again := h.Ask(r).Is(200).Has(0, "#first").Cookies()
	if len(again) != 1 || again[0].Name != "ouverte-first" || again[0].MaxAge != 400*24*3600 {
		t.Errorf("its time doesn't start anew: %v", again)
	}
	h.Get("/laws").Has(5, "#first-evening .steps > li")
	h.Post("/laws/first", url.Values{"night": {"x"}}).Is(422)
}

// What people type for a mishap finds the way to its ruling, with tonight's rules or without; a word of the
// game its place in the laws. All that is typed is tried in rules/laws. htmx gets the results and nothing
// around them.
func TestFindInLaws(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	night := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	for _, tc := range []struct{ typed, leads string }{
		{"too many cards", "/laws/trouble/cards/cards-lost"},
		{"leed out of tern", "/laws/trouble/led/led-opponent"},
		{"renounce", "/laws#renounce"},
		{"finese", "/laws#finesse"},
		{"goulasch", "/laws#goulash"},
		{"bundle", "/laws#abundance"},
		{"tips", "/laws#advice"},
	} {
		q := "/laws/find?q=" + url.QueryEscape(tc.typed)
		page := h.Get(q).Is(200).Has(1, "#find")
		if page.Doc.Find(fmt.Sprintf("#found a[href=%q]", tc.leads)).Length() == 0 {
			t.Errorf("%q: nothing leads to %s: %s", tc.typed, tc.leads, page.Text("#found"))
		}
		tonight := h.Get(fmt.Sprintf("%s&night=%d", q, night)).Is(200)
		path, place, _ := strings.Cut(tc.leads, "#")
		if place != "" {
			place = "#" + place
		}
		href := fmt.Sprintf("%s?night=%d%s", path, night, place)
		if tonight.Doc.Find(fmt.Sprintf("#found a[href=%q]", href)).Length() == 0 {
			t.Errorf("%q tonight: nothing leads to %s", tc.typed, href)
		}
		tonight.Doc.Find("#found a").Each(func(_ int, a *goquery.Selection) {
			page, _, _ := strings.Cut(a.AttrOr("href", ""), "#")
			h.Get(page).Is(200)
		})
	}
	h.Get("/laws/find").Is(200).Has(0, "#found *").Has(5, `a[href^="/laws/find?q="]`)
	h.Get("/laws/find?q=croquet").Is(200).Tells("#found", "Nothing in the laws is like “croquet”")
	h.Get("/laws/find?q=" + strings.Repeat("x", 101)).Is(422)
	h.Get("/laws/find?night=99").Is(404)
	r := httptest.NewRequest(http.MethodGet, "/laws/find?q=revoke", nil)
	r.Header.Set("HX-Request", "true")
	h.Ask(r).Is(200).Has(1, "#found").Has(0, "main").Has(0, "#find")
	h.Get("/laws").Is(200).Has(1, "#found").Has(0, "#found *")
	h.Get("/laws/trouble").Is(200).Has(1, "#find").Has(1, "#found")
	h.Get("/laws/trouble/led").Is(200).Has(0, "#find")
}

// Every place a search of the laws leads to stands on the page, whatever the rules.
func TestPlacesOfTheLaws(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	h := webtest.Open(t)
	seats := h.Players("Ann", "Bob", "Cat", "Dan")
	for _, set := range []string{"hoyle", "irish", "straight", "grand-slam"} {
		night := h.Night(set, seats...)
		laws := h.Get(fmt.Sprintf("/laws?night=%d", night)).Is(200)
		for _, typed := range strings.Fields(
			"over under slam shuffle packets trumps misdeal cards void forfeit placed three " +
				"five eldest dealer caller opponents target stake turned kitty scale goulash misery renounce finesse " +
				"suit dummy " +
				"acceptance beginner bids money auction leads revoke exposed turn passed players manners variants tips " +
				"glossary solo prop royal declared misère abundance petit grand irish") {
			found := h.Get(fmt.Sprintf("/laws/find?night=%d&q=%s", night, url.QueryEscape(typed))).Is(200)
			found.Doc.Find(`#found a[href*="#"]`).Each(func(_ int, a *goquery.Selection) {
				_, at, _ := strings.Cut(a.AttrOr("href", ""), "#")
				laws.Has(1, "#"+at)
			})
			if found.Doc.Find("#found a").Length() == 0 {
				t.Errorf("%s: nothing is found for %q", set, typed)
			}
		}
	}
}

// No number of a paragraph stands on the page of a deal.
func TestReckoningInWords(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	table := h.Played("hoyle", nil, []string{"Ann", "Bob", "Cat", "Dan", "Eve"},
		"solo Ann 7", "solo Bob 6 revoke Bob", "misere Cat 0 forfeit Dan", "solo Dan wrong Ann", "pass")
	h.Get(table).Doc.Find(".sheet tbody th a").Each(func(_ int, a *goquery.Selection) {
		if got := h.Get(a.AttrOr("href", "")).Is(200).Text(".account"); strings.Contains(got, "§") {
			t.Errorf("a deal: %s", got)
		}
	})
}
