package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
)

// The laws speak of the rules of the night they were opened from, else of those last played.
func TestLawsSpeakOfTonight(t *testing.T) {
	h := openHouse(t)
	h.get("/laws").is(200).has(1, "#royal").has(1, ".laws .text")
	night := h.night("sixpence", h.players("Ann", "Bob", "Cat", "Dan")...)
	page := h.get(fmt.Sprintf("/laws?night=%d", night)).is(200)
	if got := page.text("dd"); !strings.Contains(got, "6d.") {
		t.Errorf("a proposal at sixpence: %q", got)
	}
	page.has(1, `.contents a[href="/nights/1"]`)
	if got := page.text("#declared + dd"); !strings.Contains(got, "without trumps") || !strings.Contains(got, "3s.") {
		t.Errorf("declared: %q", got)
	}
	if got := h.get("/laws").text(".by"); !strings.Contains(got, "Sixpence") {
		t.Errorf("without a night it is the last used set: %q", got)
	}
	h.get("/laws?night=99").is(404)
	h.get("/laws?night=x").is(422)
	h.get("/laws?night=-1").is(422)
	h.get("/laws?what=1").is(400)
}

// Every word of the game that a page may link to has its place, whatever the rules.
func TestEveryWordHasItsPlace(t *testing.T) {
	h := openHouse(t)
	seats := h.players("Ann", "Bob", "Cat", "Dan")
	for _, set := range rules.Sets() {
		page := h.get(fmt.Sprintf("/laws?night=%d", h.night(set.ID, seats...))).is(200)
		for c := rules.Prop; c <= rules.Void; c++ {
			page.has(1, "#"+string(templates.CallWord(c)))
		}
		for _, word := range []string{"revoke", "exposed", "turn", "deal", "shuffling", "auction", "manners", "all-passed", "eldest", "kitty", "goulash", "target", "stake", "over", "forfeit", "misdeal", "wrong-cards", "first-evening"} {
			page.has(1, "#"+word)
		}
		page.doc.Find(`.laws a[href^="#"]`).Each(func(_ int, a *goquery.Selection) { page.has(1, a.AttrOr("href", "")) })
	}
}

// Going by the links alone every ruling of the tree is reached in four taps, and whatever moves money leads into a deal
// form that is filled in, at every table and by rules of every kind.
func TestFromTroubleToTheDealForm(t *testing.T) {
	h := openHouse(t)
	misery, _ := rules.Set("hoyle")
	own := *misery
	own.ID, own.Name, own.AllPass = "misery", "Misery", rules.Fewest
	names := []string{"Ann", "Bob", "Cat", "Dan", "Eve"}
	ids := h.players(names...)
	reached := map[string]bool{}
	for _, tc := range []struct {
		set   string
		seats int
	}{{"hoyle", 4}, {"straight", 3}, {"irish", 4}, {"high-scoring", 5}, {"grand-slam", 4}, {"misery", 4}} {
		set, ok := rules.Set(tc.set)
		if !ok {
			set = &own
		}
		got, err := h.book.StartNight(context.Background(), h.slip(), ledger.NewNight{House: set, Seats: ids[:tc.seats], Dealer: ids[tc.seats-1]})
		if err != nil {
			t.Fatal(err)
		}
		night := fmt.Sprintf("/nights/%d", got.Night)
		posts := map[string]bool{}
		var walk func(at string, taps int)
		walk = func(at string, taps int) {
			page := h.get(at).is(200)
			if page.doc.Find(".ruling").Length() == 1 {
				reached[page.text(".ruling h2")+" "+strings.Split(at, "?")[0]] = true
				page.doc.Find(".posts a").Each(func(_ int, a *goquery.Selection) { posts[a.AttrOr("href", "")] = true })
				return
			}
			if taps == 4 {
				t.Fatalf("%s asks a fifth question", at)
			}
			links := page.doc.Find("a.answer")
			if links.Length() == 0 {
				t.Fatalf("%s leads nowhere", at)
			}
			links.Each(func(_ int, a *goquery.Selection) { walk(a.AttrOr("href", ""), taps+1) })
		}
		walk(fmt.Sprintf("/laws/trouble?night=%d", got.Night), 0)
		if len(posts) < 10 {
			t.Errorf("%s: only %d ways into the deal form", tc.set, len(posts))
		}
		for post := range posts {
			u, err := url.Parse(post)
			if err != nil || !strings.HasPrefix(u.Path, night) {
				t.Fatalf("%s leads to %s", night, post)
			}
			if strings.HasSuffix(u.Path, "/penalties") {
				checkPenalty(t, h, post, u.Query())
				continue
			}
			checkFilledIn(t, h.get(post).is(200), u.Query())
		}
	}
	for _, r := range []string{"revoke-caller-prop", "revoke-caller-target", "revoke-caller-stake", "revoke-opponent-prop", "revoke-opponent-target",
		"revoke-opponent-stake", "revoke-both", "revoke-misery", "mended-caller", "mended-opponent", "exposed-caller", "exposed-opponent", "exposed-prop",
		"exposed-misere", "all-played", "led-caller", "led-opponent", "played-caller", "played-opponent", "turn-misere", "turn-misery", "misdeal",
		"cards-caller", "cards-opponent", "faced-late", "misdealt-late", "shuffled", "second-proposal", "low-call", "passed-call", "slip", "remark",
		"last-trick-other", "last-trick-misere", "placed", "ask-trumps-other", "ask-trumps-misere", "ask-suit-other", "ask-suit-misere",
		"refused/revoke-caller/revoke-caller-target", "refused/revoke-opponent/revoke-opponent-target"} {
		found := false
		for at := range reached {
			found = found || strings.HasSuffix(at, "/"+r)
		}
		if !found {
			t.Errorf("%s was not reached", r)
		}
	}
}

// checkPenalty wants a penalty out of the laws filled in, so that one tap more writes it down.
func checkPenalty(t *testing.T, h *house, at string, said url.Values) {
	t.Helper()
	page := h.get(at).is(200).has(1, "form[action$='/penalties']")
	form := page.form("#penalty", "")
	for name, values := range said {
		if got := form[name]; len(got) != 1 || got[0] != values[0] {
			t.Errorf("%s: %s is %q", at, name, got)
		}
	}
	path, _, _ := strings.Cut(at, "?")
	h.post(path, form).is(303)
	if got := h.get(path).text(".penalties li"); !strings.Contains(got, said.Get("reason")) || !strings.Contains(got, said.Get("amount")) {
		t.Errorf("%s became %q", at, got)
	}
}

// checkFilledIn looks for everything a link says in the form it leads to.
func checkFilledIn(t *testing.T, page *answer, said url.Values) {
	t.Helper()
	for name, values := range said {
		for _, value := range values {
			in := page.doc.Find(fmt.Sprintf(`#deal input[name=%q]`, name))
			if kind := in.First().AttrOr("type", ""); kind == "number" {
				if got := in.AttrOr("value", ""); got != value {
					t.Errorf("%v: %s is %q", said, name, got)
				}
			} else if in.Filter(fmt.Sprintf(`[value=%q][checked]`, value)).Length() != 1 {
				t.Errorf("%v: %s is not %q", said, name, value)
			}
		}
	}
	if len(said) > 1 && page.doc.Find("#mishaps[open]").Length() != 1 {
		t.Errorf("%v: the misfortunes are shut", said)
	}
	if page.doc.Find("#deal .says").Length() != 0 {
		t.Errorf("%v: a complaint before anything was sent: %s", said, page.text("#deal .says"))
	}
}

// Addresses that no question leads to are not found, and nothing else happens.
func TestTroubleOffTheWay(t *testing.T) {
	h := openHouse(t)
	night := h.night("straight", h.players("Ann", "Bob", "Cat", "Dan")...)
	for _, path := range []string{
		"nowhere", "revoke/nowhere", "revoke-stands", "revoke/revoke-stands/revoke-caller/revoke-caller-target", // which call?
		"slip/slip", "revoke/revoke-open/mended-caller/revoke", "second-proposal", "shuffled",
		"revoke/revoke-stands/revoke-caller/revoke-caller-stake?call=solo", "slip?call=whist",
		strings.Repeat("revoke/", 500),
	} {
		sign := "?"
		if strings.Contains(path, "?") {
			sign = "&"
		}
		h.get(fmt.Sprintf("/laws/trouble/%s%snight=%d", path, sign, night)).is(404)
	}
	h.get(fmt.Sprintf("/laws/trouble/slip?night=%d", night)).is(200).has(1, ".custom")
	h.get("/laws/trouble?night=77").is(404)
}

// The five steps stand on the table page until they are dismissed on this device, and always under Laws.
func TestFirstEvening(t *testing.T) {
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
		if c.MaxAge < 365*24*3600 || !c.HttpOnly {
			t.Errorf("not for good: %v", c)
		}
		r.AddCookie(c)
	}
	h.ask(r).is(200).has(0, "#first")
	h.get("/laws").has(5, "#first-evening .steps > li")
	h.post("/laws/first", url.Values{"night": {"x"}}).is(422)
}

// The circle's words are used on every page that names a call; the ids stay.
func TestOurWords(t *testing.T) {
	h := openHouse(t)
	night := h.night("units", h.players("Ann", "Bob", "Cat", "Dan")...)
	form := h.get("/laws/words").is(200).form(".words-form", "")
	form.Set("abundance", "Bundle")
	form.Set("misere-ouverte", "spread misère")
	h.post("/laws/words", form).is(303)
	h.get("/laws/words?did=kept").is(200).has(1, ".notice").has(1, `input[name=abundance][value=Bundle]`)
	h.get("/laws").says("#abundance", "Bundle").says("#misere-ouverte", "Spread misère")
	h.get("/houses/hoyle").has(1, `.rank a[href="/laws#abundance"]`).says(`.rank a[href="/laws#abundance"] b`, "Bundle")
	for path, where := range map[string]string{"/houses": "#switches", "/houses/new?from=high-scoring": "#draft", "/laws": "#variants", fmt.Sprintf("/nights/%d", night): "#meanings"} {
		if got := strings.ToLower(h.get(path).is(200).text(where)); !strings.Contains(got, "bundle") || strings.Contains(got, "after an abundance") || strings.Contains(got, "{") {
			t.Errorf("%s %s does not speak the circle's words: %s", path, where, got)
		}
	}
	h.get(fmt.Sprintf("/nights/%d", night)).is(200).has(1, `input[value=abundance][data-name=Bundle]`)
	h.get(fmt.Sprintf("/laws/trouble/cards/cards-whose/cards-lost?night=%d", night)).is(200)
	if got := h.get(fmt.Sprintf("/laws/trouble/cards/cards-whose/cards-lost?night=%d", night)).text(".question"); !strings.Contains(got, "Bundle") {
		t.Errorf("the questions say %q", got)
	}

	form.Set("key", "another")
	form.Set("solo", "Bundle")
	again := h.post("/laws/words", form).is(422).has(1, "#says-abundance").has(1, `input[name=solo][value=Bundle]`)
	if got := again.text("#says-abundance"); !strings.Contains(got, "already the name") {
		t.Errorf("two calls of one name: %q", got)
	}
}

// Whatever the circle calls the calls, no page about the laws says them otherwise, and each has the article it wants.
func TestOurWordsEverywhere(t *testing.T) {
	h := openHouse(t)
	seats := h.players("Ann", "Bob", "Cat", "Dan", "Eve")
	own := url.Values{"key": {"odd"}, "prop": {"alliance"}, "solo": {"einzel"}, "misere": {"ödland"}, "abundance": {"überfluss"}, "royal": {"empire"},
		"petit-slam": {"umrunde"}, "misere-ouverte": {"elend"}, "declared": {"allemande"}, "grand-slam": {"oberhand"}, "irish": {"ulster"}}
	form := h.get("/laws/words").form(".words-form", "")
	for name := range form {
		if own.Get(name) == "" {
			own.Set(name, form.Get(name))
		}
	}
	h.post("/laws/words", own).is(303)
	usual := regexp.MustCompile(`(?i)\b(prop|proposals?|misères?|abundance|royal|petit slam|open misère|declared|grand slam|irish|solos?)\b`)
	article := regexp.MustCompile(`\b[Aa] ([aeiouäöüAEIOUÄÖÜ]\S*)`)
	pages := 0
	check := func(at string, said *goquery.Selection) {
		t.Helper()
		said = said.Clone()
		// names of sets and of ways to play, and the small print that says what a call is called elsewhere
		said.Find(".by, #variants, .ruling .standing, option, svg, dd > small, .trail").Remove()
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
	for _, set := range []string{"hoyle", "high-scoring", "grand-slam", "old-hands", "fagelson", "irish", "straight"} {
		night := h.night(set, seats...)
		laws := h.get(fmt.Sprintf("/laws?night=%d", night)).is(200)
		check("the laws by "+set, laws.doc.Find(".laws .text"))
		laws.doc.Find(".folded .cover").Remove() // the name of the game, and of the set
		check("the card of "+set, laws.doc.Find(".folded"))
		check("the first evening by "+set, h.get(fmt.Sprintf("/nights/%d", night)).doc.Find("#first ol"))
		seen := map[string]bool{}
		var walk func(at string)
		walk = func(at string) {
			if path, _, _ := strings.Cut(at, "?"); seen[path] {
				return
			} else {
				seen[path] = true
			}
			page := h.get(at).is(200)
			check(at, page.doc.Find("#trouble"))
			page.doc.Find("a.answer").Each(func(_ int, a *goquery.Selection) { walk(a.AttrOr("href", "")) })
		}
		walk(fmt.Sprintf("/laws/trouble?night=%d", night))
		check("the switches of "+set, h.get("/houses/new?from="+set).is(200).doc.Find("#draft fieldset"))
	}
	check("the switches side by side", h.get("/houses").doc.Find("#switches"))
	if pages < 200 {
		t.Errorf("only %d pages were read", pages)
	}
}
