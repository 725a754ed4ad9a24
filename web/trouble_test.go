package web_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger"
	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/web/webtest"
)

// Going by the links alone every ruling is reached from the table in four taps, the first on the table's own
// page, and whatever moves money leads into a deal form that is filled in, at every table and by rules of
// every kind.
func TestFromTroubleToTheDealForm(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	h := webtest.Open(t)
	misery, _ := rules.Set("hoyle")
	own := *misery
	own.ID, own.Name, own.AllPass = "misery", "Misery", rules.Fewest
	names := []string{"Ann", "Bob", "Cat", "Dan", "Eve"}
	ids := h.Players(names...)
	reached := map[string]bool{}
	for _, tc := range []struct {
		set   string
		seats int
	}{{"hoyle", 4}, {"straight", 3}, {"irish", 4}, {"high-scoring", 5}, {"grand-slam", 4}, {"misery", 4}} {
		set, ok := rules.Set(tc.set)
		if !ok {
			set = &own
		}
		got := must(h.Book.StartNight(context.Background(), h.Slip(),
			ledger.NewNight{House: set, Seats: ids[:tc.seats], Dealer: ids[tc.seats-1]}))(t)
		night := fmt.Sprintf("/nights/%d", got.Night)
		posts := map[string]bool{}
		var walk func(at string, taps int)
		walk = func(at string, taps int) {
			page := h.Get(at).Is(200)
			if page.Doc.Find(".ruling").Length() == 1 {
				reached[page.Text(".ruling h2")+" "+strings.Split(at, "?")[0]] = true
				page.Doc.Find(".posts a").Each(func(_ int, a *goquery.Selection) { posts[a.AttrOr("href", "")] = true })
				return
			}
			if taps == 4 {
				t.Fatalf("%s is four taps from the table, and asks again", at)
			}
			links := page.Doc.Find("a.answer")
			if links.Length() == 0 {
				t.Fatalf("%s leads nowhere", at)
			}
			links.Each(func(_ int, a *goquery.Selection) { walk(a.AttrOr("href", ""), taps+1) })
		}
		walk(h.Get(night).Is(200).Doc.Find("#mishaps .laws").First().AttrOr("href", ""), 1)
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
			checkFilledIn(t, h.Get(post).Is(200), u.Query())
		}
	}
	for _, r := range []string{"revoke-caller-prop", "revoke-caller-target", "revoke-caller-stake",
		"revoke-opponent-prop", "revoke-opponent-target", "revoke-opponent-stake", "revoke-both", "revoke-misery",
		"mended-caller", "mended-opponent", "mended-prop", "mended-misery", "exposed-caller", "exposed-misery",
		"exposed-opponent", "exposed-prop", "exposed-misere", "all-played", "led-caller", "led-opponent",
		"led-prop", "played-caller", "played-opponent", "played-prop", "turn-misere", "turn-misery", "misdeal",
		"cards-caller", "cards-opponent", "faced-late", "misdealt-late", "shuffled", "second-proposal", "low-call",
		"passed-call", "slip", "remark", "last-trick-other", "last-trick-misere", "placed", "ask-trumps-other",
		"ask-trumps-misere", "ask-suit-other", "ask-suit-misere", "next-deals", "cards-misery", "cards-misery-void",
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
func checkPenalty(t *testing.T, h *webtest.Site, at string, said url.Values) {
	t.Helper()
	page := h.Get(at).Is(200).Has(1, "form[action$='/penalties']")
	form := page.Form("#penalty", "")
	for name, values := range said {
		if got := form[name]; len(got) != 1 || got[0] != values[0] {
			t.Errorf("%s: %s is %q", at, name, got)
		}
	}
	path, _, _ := strings.Cut(at, "?")
	h.Post(path, form).Is(303)
	h.Get(path).Tells(".penalties li", said.Get("reason"), said.Get("amount"))
}

// checkFilledIn looks for everything a link says in the form it leads to.
func checkFilledIn(t *testing.T, page *webtest.Answer, said url.Values) {
	t.Helper()
	for name, values := range said {
		for _, value := range values {
			if value == "void" { // a box of its own
				if page.Doc.Find("#call-void[checked]").Length() != 1 {
					t.Errorf("%v: void isn't ticked", said)
				}
				continue
			}
			in := page.Doc.Find(fmt.Sprintf(`#deal input[name=%q]`, name))
			if kind := in.First().AttrOr("type", ""); kind == "number" {
				if got := in.AttrOr("value", ""); got != value {
					t.Errorf("%v: %s is %q", said, name, got)
				}
			} else if in.Filter(fmt.Sprintf(`[value=%q][checked]`, value)).Length() != 1 {
				t.Errorf("%v: %s is not %q", said, name, value)
			}
		}
	}
	if len(said) > 1 && page.Doc.Find("#mishaps[open]").Length() != 1 {
		t.Errorf("%v: the misfortunes are shut", said)
	}
	if page.Doc.Find("#deal .says").Length() != 0 {
		t.Errorf("%v: a complaint before anything was sent: %s", said, page.Text("#deal .says"))
	}
}

// Addresses that no question leads to are not found, and nothing else happens.
func TestTroubleOffTheWay(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	night := h.Night("straight", h.Players("Ann", "Bob", "Cat", "Dan")...)
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
		h.Get(fmt.Sprintf("/laws/trouble/%s%snight=%d", path, sign, night)).Is(404)
	}
	h.Get(fmt.Sprintf("/laws/trouble/slip?night=%d", night)).Is(200).Has(1, ".custom")
	h.Get("/laws/trouble?night=77").Is(404)
}
