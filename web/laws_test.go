package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
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
	if got := page.text("#declared + dd"); !strings.Contains(got, "without trumps") ||
		!strings.Contains(got, "3s.") {
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

// The laws, the card, the first evening and the meanings beside the form name a call that can't be made
// tonight only where they say that it isn't played, at each table and by rules of every kind.
func TestLawsNameOnlyTonightsCalls(t *testing.T) {
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
			got, err := h.book.StartNight(
				context.Background(),
				h.slip(),
				ledger.NewNight{House: set, Seats: ids[:seats], Dealer: ids[0]},
			)
			if err != nil {
				t.Fatal(err)
			}
			laws := h.get(fmt.Sprintf("/laws?night=%d", got.Night)).is(200)
			table := h.get(fmt.Sprintf("/nights/%d", got.Night)).is(200).has(5, "#first .steps > li")
			laws.doc.Find(".absent, #variants").Remove()
			if _, prop := set.Rank(rules.Prop); prop != strings.Contains(laws.text("#three"), "zzpropzz") {
				t.Errorf("%s: of three it says: %s", set.ID, laws.text("#three"))
			}
			if seats == 3 {
				laws.doc.Find("#three").Remove() // that they go without it
			}
			for where, text := range map[string]string{"the laws": laws.text(".laws .text"),
				"the card": laws.text(".folded"), "the first evening": table.text("#first ol"),
				"the meanings": table.text("#meanings")} {
				text = strings.ToLower(text)
				for _, c := range rules.BiddableCalls() {
					_, has := set.Rank(c)
					has = has && (c != rules.Prop || seats != 3)
					if name := "zz" + c.String() + "zz"; !has && strings.Contains(text, name) {
						at := strings.Index(text, name)
						t.Errorf(
							"%s, %d seats: %s speak of %s: …%s…",
							set.ID,
							seats,
							where,
							c,
							text[max(0, at-60):min(len(text), at+40)],
						)
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
	h := openHouse(t)
	seats := h.players("Ann", "Bob", "Cat", "Dan")
	for set, want := range map[string]struct{ at, says string }{
		"units": {"#accept", "comes back to the proposer: he calls higher, or all have passed."},
		"fagelson": {"#accept",
			"comes back to the proposer when all have spoken: he may make it a solo, and nothing else, or all have " +
				"passed."},
		"irish": {"#irish + dd",
			"Misère stands among them: just above twelve without trumps, and below thirteen clubs."},
	} {
		page := h.get(fmt.Sprintf("/laws?night=%d", h.night(set, seats...))).is(200)
		within := func(css, says string) {
			t.Helper()
			if got := page.text(css); !strings.Contains(got, says) {
				t.Errorf("%s: %s says %q", set, css, got)
			}
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

// The words of the game lead to their place in the laws from the duties, the sheet, the penalties and the
// house rules, never from within something that is tapped for another purpose.
func TestWordsLeadToTheLaws(t *testing.T) {
	h := openHouse(t)
	table := h.played(
		"high-scoring",
		nil,
		[]string{"Ann", "Bob", "Cat", "Dan"},
		"prop Ann Bob 8",
		"royal Cat 9",
		"misere Dan 1",
		"solo Ann 5",
	)
	for _, by := range []string{"2", "3"} {
		h.post(table+"/penalties", url.Values{"key": {"k" + by}, "by": {by}, "to": {"kitty"}, "amount": {"1"},
			"reason": {"Shuffled when it wasn’t due"}}).
			is(303)
	}
	laws := h.get("/laws?night=" + strings.TrimPrefix(table, "/nights/")).is(200)
	for _, c := range []struct{ page, css, words string }{
		{table, "#duties", "shuffling packets play trumps kitty"},
		{table, "#sheet .looked-up", "prop solo misere royal kitty"},
		{table + "/penalties", ".sides", "shuffling kitty misdeal"},
		{"/houses", "#switches",
			"auction trumps declared slam all-passed shuffling revoke kitty prop solo misere abundance"},
		{"/houses", ".compare thead", "prop solo misere abundance royal misere-ouverte declared"},
		{"/houses/high-scoring", ".switched", "shuffling revoke kitty abundance"},
		{"/houses/new?from=hoyle", "#draft", "auction trumps declared slam all-passed shuffling revoke"},
		{"/deals?find=1", ".found .looked-up",
			"prop solo misere royal abundance petit-slam misere-ouverte declared grand-slam irish all-passed void " +
				"revoke"},
		{"/deals?find=1&call=royal", ".found .looked-up", "royal revoke"},
		{table + "/settle", "#kitty", "kitty"},
		{table + "/settle/why/1", ".looked-up", "prop solo misere royal"},
		{table + "/paper", ".looked-up",
			"prop solo misere abundance royal misere-ouverte declared all-passed void revoke kitty"},
		{"/?do=keep&house=hoyle&scale=1", ".start .looked-up",
			"prop solo misere abundance misere-ouverte declared"},
	} {
		page := h.get(c.page).is(200).has(0, "button a").has(0, "label a").has(0, "summary a").has(0, "a a")
		for _, word := range strings.Fields(c.words) {
			if page.doc.Find(fmt.Sprintf(`%s a.term[href$="#%s"]`, c.css, word)).Length() == 0 {
				t.Errorf("%s: nothing in %s leads to %s", c.page, c.css, word)
			}
		}
		page.doc.Find("a.term").Each(func(_ int, a *goquery.Selection) {
			_, word, _ := strings.Cut(a.AttrOr("href", ""), "#")
			laws.has(1, "#"+word)
		})
	}
	h.get("/deals?find=1&call=royal").has(0, `.looked-up [href$="#solo"]`)
	h.get("/deals?find=1&call=declared").has(0, ".looked-up") // nothing is found

	// From where a night is started they lead to the laws by the rules that are chosen.
	href := h.get("/?do=keep&house=hoyle&scale=1").
		doc.Find(`.start .looked-up [href$="#abundance"]`).
		AttrOr("href", "")
	h.get("/?do=keep&house=hoyle&scale=1").says(".start .looked-up a", "Hoyle, six-twelve-eighteen")
	page, _, _ := strings.Cut(href, "#")
	if got := h.get(page).is(200).text("#abundance + dd"); !strings.Contains(got, "1s. 6d.") {
		t.Errorf("%s is not the abundance of the set: %s", href, got)
	}
	href = h.get("/?do=keep&house=hoyle&scale=2").
		doc.Find(`.start .looked-up [href$="#abundance"]`).
		AttrOr("href", "")
	page, _, _ = strings.Cut(href, "#")
	twice := h.get(page).is(200)
	if got := twice.text("#abundance + dd"); !strings.Contains(got, "3s. from each") {
		t.Errorf("%s is not the abundance of the set at twice its stakes: %s", href, got)
	}
	if got := twice.text(".by"); !strings.Contains(got, "Hoyle, six-twelve-eighteen at 2 times its stakes") {
		t.Errorf("the laws at twice the stakes say %q", got)
	}
	h.get("/laws?house=hoyle&scale=1001").is(422)
	h.get("/laws?house=nowhere").is(404)
}

// Every word of the game that a page may link to has its place, whatever the rules.
func TestEveryWordHasItsPlace(t *testing.T) {
	h := openHouse(t)
	seats := h.players("Ann", "Bob", "Cat", "Dan")
	for _, set := range rules.Sets() {
		page := h.get(fmt.Sprintf("/laws?night=%d", h.night(set.ID, seats...))).is(200)
		for _, c := range rules.Calls() {
			page.has(1, "#"+string(templates.CallWord(c)))
		}
		for _, word := range []string{"revoke", "exposed", "turn", "deal", "shuffling", "auction", "manners",
			"all-passed", "eldest", "kitty", "goulash", "target", "stake", "over", "forfeit", "misdeal", "wrong-cards",
			"first-evening"} {
			page.has(1, "#"+word)
		}
		page.doc.Find(`.laws a[href^="#"]`).
			Each(func(_ int, a *goquery.Selection) { page.has(1, a.AttrOr("href", "")) })
	}
}

// Going by the links alone every ruling is reached from the table in four taps, the first on the table's own
// page, and whatever moves money leads into a deal form that is filled in, at every table and by rules of
// every kind.
func TestFromTroubleToTheDealForm(t *testing.T) {
	t.Parallel()
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
		got, err := h.book.StartNight(
			context.Background(),
			h.slip(),
			ledger.NewNight{House: set, Seats: ids[:tc.seats], Dealer: ids[tc.seats-1]},
		)
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
				t.Fatalf("%s is four taps from the table, and asks again", at)
			}
			links := page.doc.Find("a.answer")
			if links.Length() == 0 {
				t.Fatalf("%s leads nowhere", at)
			}
			links.Each(func(_ int, a *goquery.Selection) { walk(a.AttrOr("href", ""), taps+1) })
		}
		walk(h.get(night).is(200).doc.Find(".asklaws a").First().AttrOr("href", ""), 1)
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
	for _, r := range []string{"revoke-caller-prop", "revoke-caller-target", "revoke-caller-stake",
		"revoke-opponent-prop", "revoke-opponent-target",
		"revoke-opponent-stake", "revoke-both", "revoke-misery", "mended-caller", "mended-opponent", "mended-prop",
		"mended-misery", "exposed-caller", "exposed-misery", "exposed-opponent", "exposed-prop",
		"exposed-misere", "all-played", "led-caller", "led-opponent", "led-prop", "played-caller",
		"played-opponent", "played-prop", "turn-misere", "turn-misery", "misdeal",
		"cards-caller", "cards-opponent", "faced-late", "misdealt-late", "shuffled", "second-proposal", "low-call",
		"passed-call", "slip", "remark",
		"last-trick-other", "last-trick-misere", "placed", "ask-trumps-other", "ask-trumps-misere",
		"ask-suit-other", "ask-suit-misere", "next-deals", "cards-misery", "cards-misery-void",
		"refused/revoke-misery", "refused/revoke-caller/revoke-caller-target",
		"refused/revoke-opponent/revoke-opponent-target"} {
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
	if got := h.get(path).text(".penalties li"); !strings.Contains(got, said.Get("reason")) ||
		!strings.Contains(got, said.Get("amount")) {
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
		// which call?
		"nowhere", "revoke-stands/nowhere", "revoke-caller", "revoke-stands/revoke-caller/revoke-caller-target",
		"slip/slip", "revoke-open/mended-caller/revoke-open", "second-proposal", "shuffled",
		"revoke-stands/revoke-caller/revoke-caller-stake?call=solo", "slip?call=whist",
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

// The circle's words are used on every page that names a call; the ids stay.
func TestOurWords(t *testing.T) {
	h := openHouse(t)
	night := h.night("units", h.players("Ann", "Bob", "Cat", "Dan")...)
	page := h.get("/laws/words").
		is(200).
		says("label:has([name=misere]) .label", "Misère or Null").
		says("label:has([name=general-misere]) .label", "Misery")
	if got := h.get("/laws").text("#misere + dd"); !strings.Contains(got, "Also called null.") {
		t.Errorf("misère: %s", got)
	}
	form := page.form(".words-form", "")
	form.Set("abundance", "Bundle")
	form.Set("misere-ouverte", "spread misère")
	h.post("/laws/words", form).is(303)
	h.get("/laws/words?did=kept").is(200).has(1, ".notice").has(1, `input[name=abundance][value=Bundle]`)
	h.get("/laws").says("#abundance", "Bundle").says("#misere-ouverte", "Spread misère")
	h.get("/houses/hoyle").
		has(1, `.rank a[href="/laws#abundance"]`).
		says(`.rank a[href="/laws#abundance"] b`, "Bundle")
	for path, where := range map[string]string{"/houses": "#switches", "/houses/new?from=high-scoring": "#draft",
		"/laws": "#variants", fmt.Sprintf("/nights/%d", night): "#meanings"} {
		if got := strings.ToLower(h.get(path).is(200).text(where)); !strings.Contains(got, "bundle") ||
			strings.Contains(got, "after an abundance") ||
			strings.Contains(got, "{") {
			t.Errorf("%s %s does not speak the circle's words: %s", path, where, got)
		}
	}
	h.get(fmt.Sprintf("/nights/%d", night)).is(200).has(1, `input[value=abundance][data-name=Bundle]`)
	h.get(fmt.Sprintf("/laws/trouble/cards/cards-lost?night=%d", night)).is(200)
	if got := h.get(fmt.Sprintf("/laws/trouble/cards/cards-lost?night=%d", night)).text(
		".question"); !strings.Contains(
		got,
		"Bundle",
	) {
		t.Errorf("the questions say %q", got)
	}

	form.Set("key", "another")
	form.Set("solo", "Bundle")
	again := h.post("/laws/words", form).
		is(422).
		has(1, "#says-abundance").
		has(1, `input[name=solo][value=Bundle]`)
	if got := again.text("#says-abundance"); !strings.Contains(got, "already the name") {
		t.Errorf("two calls of one name: %q", got)
	}
}

// Whatever the circle calls the calls, no page about the laws says them otherwise, and each has the article
// it wants.
func TestOurWordsEverywhere(t *testing.T) {
	h := openHouse(t)
	seats := h.players("Ann", "Bob", "Cat", "Dan", "Eve")
	own := url.Values{
		"key":       {"odd"},
		"prop":      {"alliance"},
		"solo":      {"einzel"},
		"misere":    {"ödland"},
		"abundance": {"überfluss"},
		"royal":     {"empire"},
		"petit-slam": {
			"umrunde",
		},
		"misere-ouverte": {"elend"},
		"declared":       {"allemande"},
		"grand-slam":     {"oberhand"},
		"irish":          {"ulster"},
	}
	form := h.get("/laws/words").form(".words-form", "")
	for name := range form {
		if own.Get(name) == "" {
			own.Set(name, form.Get(name))
		}
	}
	h.post("/laws/words", own).is(303)
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
	for _, set := range []string{"hoyle", "high-scoring", "grand-slam", "old-hands", "fagelson", "irish",
		"straight"} {
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

// What people type for a mishap, misspelt too, finds the way to its ruling, with tonight's rules or without;
// a word of the game its place in the laws. htmx gets what was found and nothing around it.
func TestFindInLaws(t *testing.T) {
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
	if got := h.get("/laws/find?q=croquet").is(200).text("#found"); !strings.Contains(got,
		"Nothing in the laws is like “croquet”") {
		t.Errorf("croquet: %q", got)
	}
	h.get("/laws/find?q=" + strings.Repeat("x", 101)).is(422)
	h.get("/laws/find?night=99").is(404)
	r := httptest.NewRequest(http.MethodGet, "/laws/find?q=revoke", nil)
	r.Header.Set("HX-Request", "true")
	h.ask(r).is(200).has(1, "#found").has(0, "main").has(0, "#find")
	h.get("/laws").is(200).has(1, "#found").has(0, "#found *")
	h.get("/laws/trouble").is(200).has(1, "#find").has(1, "#found")
	h.get("/laws/trouble/led").is(200).has(0, "#find")

	// The search of the evenings leads there, where no evening has such a name.
	h.get("/nights?text=showed+a+crad").is(200).has(1, `.lost a[href="/laws/trouble/exposed"]`)
	h.get("/nights?text=croquet").is(200).has(0, `.lost a[href^="/laws"]`)
	h.get("/nights?text=Ann").is(200).has(0, ".lost")
}

// Every place a search of the laws leads to stands on the page, whatever the rules.
func TestPlacesOfTheLaws(t *testing.T) {
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
	h := openHouse(t)
	h.get("/laws").is(200).has(1, `#advice a[href="/laws/advice"]`)
	h.get("/laws/advice").is(200).has(0, "table").says("section:nth-of-type(1) .verdict",
		"The book: There are too few of them yet to say.")

	own := h.get("/laws/words").form(".words-form", "")
	own.Set("abundance", "Bundle")
	h.post("/laws/words", own).is(303)
	lines := []string{}
	for range 12 { // Dan deals, then Ann, Bob and Cat: each line is called from the same place of its round
		lines = append(lines, "abundance Bob 9", "solo Dan 6", "solo Cat 4", "misere Cat 0")
	}
	h.played("units", nil, []string{"Ann", "Bob", "Cat", "Dan"}, lines...)
	page := h.get("/laws/advice").is(200).has(3, "table").has(3, ".verdict")
	if got := page.text("[aria-label='Solo or bundle'] tbody"); !strings.Contains(got, "Bundle") ||
		!strings.Contains(got, "24") {
		t.Errorf("of solos and abundances: %s", got)
	}
	if got := page.text("[aria-label='Solo or bundle'] .verdict"); !strings.Contains(got,
		"A bundle brought 9 more than a solo") ||
		!strings.Contains(got, "what the same hand would have brought the book can’t tell.") {
		t.Errorf("of solos and abundances: %s", got)
	}
	if got := page.text("[aria-label='Against a misère'] tbody"); !strings.Contains(got, "12") {
		t.Errorf("of misères: %s", got)
	}
	h.get("/laws/advice?money=units&from=2001-01-01&until=2001-12-31").is(200).has(0, "table")
	h.get("/laws/advice?from=yesterday").is(422).has(1, "#says-from")
	h.get("/laws/advice?what=1").is(400)
	h.get("/stats").has(1, `a[href="/laws/advice"]`)
}

// A reckoning leads to the laws it follows, by name, each once and to a place that is there; no number of a
// paragraph stands on the page.
func TestReckoningLeadsToTheLaws(t *testing.T) {
	h := openHouse(t)
	table := h.played("hoyle", nil, []string{"Ann", "Bob", "Cat", "Dan", "Eve"},
		"solo Ann 7", "solo Bob 6 revoke Bob", "misere Cat 0 forfeit Dan", "solo Dan wrong Ann", "pass")
	laws := h.get("/laws?night=" + strings.TrimPrefix(table, "/nights/")).is(200)
	for nth, want := range []string{
		"numbers calls stakes", "numbers calls stakes revoke", "numbers calls forfeit stakes",
		"numbers calls wrong-cards stakes", "numbers all-passed",
	} {
		page := h.get(h.get(table).doc.Find(".sheet tbody th a").Eq(4-nth).AttrOr("href", "")).is(200)
		if got := page.text(".account"); strings.Contains(got, "§") {
			t.Errorf("deal %d: %s", nth+1, got)
		}
		var led []string
		page.doc.Find(".account .looked-up a").Each(func(_ int, a *goquery.Selection) {
			_, word, _ := strings.Cut(a.AttrOr("href", ""), "#")
			led = append(led, word)
			laws.has(1, "#"+word)
		})
		wanted := strings.Fields(want)
		slices.Sort(wanted)
		slices.Sort(led)
		if !slices.Equal(led, wanted) {
			t.Errorf("deal %d leads to %v, not %v: %s", nth+1, led, wanted, page.text(".account"))
		}
	}
}
