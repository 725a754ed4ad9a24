package web_test

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/templates/say"
	"ouverte/web/webtest"
)

// Every word of the game that a page may link to has its place, whatever the rules.
func TestEveryWordHasItsPlace(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	seats := h.Players("Ann", "Bob", "Cat", "Dan")
	for _, set := range rules.Sets() {
		page := h.Get(fmt.Sprintf("/laws?night=%d", h.Night(set.ID, seats...))).Is(200)
		for _, c := range rules.Calls() {
			page.Has(1, "#"+string(say.CallWord(c)))
		}
		for _, word := range []string{"revoke", "exposed", "turn", "deal", "shuffling", "auction", "manners",
			"all-passed", "eldest", "kitty", "goulash", "target", "stake", "over", "forfeit", "misdeal", "wrong-cards",
			"first-evening"} {
			page.Has(1, "#"+word)
		}
		page.Doc.Find(`.laws a[href^="#"]`).
			Each(func(_ int, a *goquery.Selection) { page.Has(1, a.AttrOr("href", "")) })
	}
}

// The circle's words are used on every page that names a call; the ids stay.
func TestOurWords(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	night := h.Night("units", h.Players("Ann", "Bob", "Cat", "Dan")...)
	h.Get("/laws").Tells("#misere + dd", "Also called null.")
	form := h.Get("/laws/words").Is(200).Form(".words-form", "")
	form.Set("abundance", "Bundle")
	form.Set("misere-ouverte", "Spread misère")
	h.Post("/laws/words", form).Is(303)
	h.Get("/laws/words?did=kept").Is(200).Has(1, ".notice").Has(1, `[name=abundance] [value=Bundle][selected]`)
	h.Get("/laws").Says("#abundance", "Bundle").Says("#misere-ouverte", "Spread misère")
	h.Get("/houses/hoyle").
		Has(1, `.rank a[href$="#abundance"]`).
		Says(`.rank a[href$="#abundance"] b`, "Bundle")
	h.Get("/laws").Tells("#variants", "bundle")
	h.Get(fmt.Sprintf("/nights/%d", night)).Is(200).Has(1, `input[value=abundance][data-name=Bundle]`)
	h.Get(fmt.Sprintf("/laws/trouble/cards/cards-lost?night=%d", night)).Tells(".question", "Bundle")
}

// Whatever the circle calls the calls, no page about the laws says them otherwise, and each has the article
// it wants.
func TestOurWordsEverywhere(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	h := webtest.Open(t)
	seats := h.Players("Ann", "Bob", "Cat", "Dan", "Eve")
	own := url.Values{
		"prop":           {"alliance"},
		"solo":           {"einzel"},
		"misere":         {"ödland"},
		"abundance":      {"überfluss"},
		"royal":          {"empire"},
		"petit-slam":     {"umrunde"},
		"misere-ouverte": {"elend"},
		"declared":       {"allemande"},
		"grand-slam":     {"oberhand"},
		"irish":          {"ulster"},
	}
	words := rules.Words{}
	for _, c := range rules.Calls() {
		if name := own.Get(c.String()); name != "" {
			words[c] = name
		}
	}
	must(h.Book.SaveWords(t.Context(), h.Slip(), words))(t)
	usual := regexp.MustCompile(
		`(?i)\b(prop|proposals?|misères?|abundance|royal|petit slam|open misère|declared|grand slam|irish|` +
			`solos?)\b`,
	)
	article := regexp.MustCompile(`\b[Aa] ([aeiouäöüAEIOUÄÖÜ]\S*)`)
	pages := 0
	check := func(at string, said *goquery.Selection) {
		t.Helper()
		said = said.Clone()
		// names of sets and of ways to play, and the small print that says what a call is called elsewhere
		said.Find(".by, #variants, .elsewhere, .ruling .standing, option, svg, dd > small, .trail").Remove()
		text := strings.Join(strings.Fields(said.Text()), " ")
		pages++
		for _, m := range usual.FindAllStringIndex(text, -1) {
			t.Errorf("%s: …%s…", at, text[max(0, m[0]-40):min(len(text), m[1]+30)])
		}
		for _, m := range article.FindAllStringSubmatchIndex(text, -1) {
			if word := text[m[2]:m[3]]; !strings.HasPrefix(word, "one") && !strings.HasPrefix(word, "uni") {
				t.Errorf("%s: %s", at, text[m[0]:m[1]])
			}
		}
		if strings.Contains(text, "{") {
			t.Errorf("%s: something in braces: %s", at, text)
		}
	}
	for _, set := range []string{"hoyle", "high-scoring", "grand-slam", "old-hands", "fagelson", "irish",
		"straight"} {
		night := h.Night(set, seats...)
		laws := h.Get(fmt.Sprintf("/laws?night=%d", night)).Is(200)
		check("the laws by "+set, laws.Doc.Find(".laws .text"))
		laws.Doc.Find(".folded .cover").Remove() // the name of the game, and of the set
		check("the card of "+set, laws.Doc.Find(".folded"))
		check("the first evening by "+set, h.Get(fmt.Sprintf("/nights/%d", night)).Doc.Find("#first ol"))
		seen := map[string]bool{}
		var walk func(at string)
		walk = func(at string) {
			if path, _, _ := strings.Cut(at, "?"); seen[path] {
				return
			} else {
				seen[path] = true
			}
			page := h.Get(at).Is(200)
			check(at, page.Doc.Find("#trouble"))
			page.Doc.Find("a.answer").Each(func(_ int, a *goquery.Selection) { walk(a.AttrOr("href", "")) })
		}
		walk(fmt.Sprintf("/laws/trouble?night=%d", night))
		check("the switches of "+set, h.Get("/houses/new?from="+set).Is(200).Doc.Find("#draft fieldset"))
	}
	check("the switches side by side", h.Get("/houses").Doc.Find("#switches"))
	if pages < 200 {
		t.Errorf("only %d pages were read", pages)
	}
}
