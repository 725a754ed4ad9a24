package web_test

// Putting deals right through the whole house: the forecast, the result, and the refusal where somebody was
// faster.

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"ouverte/web/webtest"
)

// asks sends a form by GET.
func asks(h *webtest.Site, path string, form url.Values) *webtest.Answer {
	h.T.Helper()
	return h.Get(path + "?" + form.Encode())
}

func TestDealPage(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	path, id, deals := h.ThreeDeals()
	page := h.Get(path + fmt.Sprint(deals[1])).Is(200)
	h.Get(path + "999").Is(404)
	h.Get(path + "x").Is(404)

	// It says of which day it is, and on a closed evening how it could still be put right.
	page.Has(1, `a[href$="/change"]`)
	h.Closes(id)
	page = h.Get(path+fmt.Sprint(deals[1])).Has(0, `a[href$="/change"]`)
	same(t, page.Doc.Find(".reopens a").AttrOr("href", ""), webtest.SettlePath(id)+"#reopen", "it leads to %q")
	h.Get(webtest.SettlePath(id)).Has(1, "#reopen form")
}

func TestDealIsChanged(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	path, id, deals := h.ThreeDeals()
	deal := path + fmt.Sprint(deals[0])

	form := h.Get(deal+"/change").Is(200).Has(1, "#tricks-5[checked]").Has(1, "#who-1[checked]").
		Form("#deal", "")
	form.Set("tricks", "7")
	form["trumps"] = []string{"H"}
	effect := asks(h, deal+"/effect", form).Is(200)
	effect.Says(".lead", "Deal 1 would say: Ann makes solo, two over: 8d from each.")
	effect.Says(".nets li:first-child", "Ann +6d").Says(".nets li:last-child", "Dan −2d").
		Has(4, ".nets li").Has(0, ".choice").Has(1, "#effect form button.gold").Has(0, "#deal .record.gold")
	if got := h.Sums(id); got != "Ann -12 Bob 12 Cat 36 Dan -36" {
		t.Fatalf("asking changed something: %s", got)
	}
	yes := effect.Form("#effect form", "")
	yes.Set("reason", "counted again")
	done := h.Post(deal, yes).Is(303)
	same(t, done.Header.Get("Location"), deal+"?did=correct", "sent on to %s")
	same(t, h.Sums(id), "Ann -6 Bob 10 Cat 34 Dan -38", "it came to %s")
	page := h.Get(deal+"?did=correct").Is(200).Has(2, ".versions li").
		Says(".versions .stands .when b", "Corrected")
	if !strings.Contains(page.Text(".versions .stands"), "counted again") {
		t.Error("the reason is not in the history")
	}
	h.Get(fmt.Sprintf("/nights/%d", id)).Says(fmt.Sprintf("#deal-%d .flag", deals[0]), "put right")
	h.Post(deal, yes).Is(303) // the same once more is the same
	back := h.Get(deal+"/change").Form("#deal", "")
	back.Set("tricks", "5")
	back.Set("trumps", "")
	h.Post(deal, asks(h, deal+"/effect", back).Is(200).Form("#effect form", "")).Is(303)
	h.Get(fmt.Sprintf("/nights/%d", id)).Has(0, ".flag") // it is as it was
	same(t, len(h.NightNow(id).Deals), 3, "%d deals")
}

// At five the dealer's right hand rests: another dealer is somebody else who plays, which is said before yes.
func TestAnotherDealerAtFive(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan", "Eve")...)
	deals := h.Plays(id, "solo cat 5", "solo cat 5")
	first := h.NightNow(id).Deals[1]
	dealer := first.Deal.Dealer%5 + 1
	deal := fmt.Sprintf("/nights/%d/deals/%d", id, deals[0])
	form := h.Get(deal+"/change").Has(2, ".count.rests button[disabled]").
		Has(8, ".count:not(.rests) button:not([disabled])").Form("#deal", "")
	form.Set("dealer", fmt.Sprint(dealer))
	effect := asks(h, deal+"/effect", form).Is(200).Has(1, `.choice input[value="stay"][checked]`)
	rested, rests := first.Names[first.Deal.Sitter()-1], first.Names[first.Deal.Dealer-1]
	effect.Has(1, `.lead:contains("`+rested+" plays, "+rests+` rests.")`).Has(1,
		`.choice:has([value=move]) .shifts li:contains("`+rests+" plays, "+first.Names[dealer-1]+` rests, which")`)
}

func TestAnotherDealerMovesTheDeal(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	path, id, deals := h.ThreeDeals()
	deal := path + fmt.Sprint(deals[0])
	form := h.Get(deal+"/change").Form("#deal", "")
	form.Set("dealer", "1")
	effect := asks(h, deal+"/effect", form).Is(200).Has(2, ".choice").
		Has(1, `.choice input[value="stay"][checked]`)
	effect.Says(".choice:has([value=stay]) .shifts", "Ann deals twice running, deals 1 and 2.")
	effect.Says(".choice:has([value=move]) .shifts li:nth-child(1)", "Deal 2: Bob dealt, not Ann")
	effect.Says(".choice:has([value=move]) > p:last-child", "The next deal is Dan’s, not Cat’s.").
		Has(0, "ul.nets")
	for _, c := range []struct{ dealers, lines string }{{"stay",
		"Ann: solo Ann 5; Ann: misere Bob 0; Bob: abundance Cat 9"}} {
		yes := effect.Form("#effect form", "")
		yes.Set("dealers", c.dealers)
		h.Post(deal, yes).Is(303)
		if got := h.Lines(id); got != c.lines {
			t.Errorf("%s: %s", c.dealers, got)
		}
	}
}

func TestDealIsRemovedAndPutBack(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	path, id, deals := h.ThreeDeals()
	deal := path + fmt.Sprint(deals[1])
	ask := h.Get(deal).Form(`.mending form:has([value="remove"])`, "")
	effect := asks(h, deal+"/effect", ask).Is(200).Has(2, ".choice")
	yes := effect.Form("#effect form", "")
	yes.Set("dealers", "move")
	h.Post(deal, yes).Is(303)
	same(t, h.Lines(id), "Dan: solo Ann 5; Ann: abundance Cat 9", "after it was removed: %s")
	page := h.Get(deal+"?did=remove").Is(200).Has(2, ".versions li")
	back := asks(h, deal+"/effect", page.Form(`.mending form:has([value="back"])`, "")).Is(200).
		Form("#effect form", "")
	back.Set("dealers", "move")
	h.Post(deal, back).Is(303)
	same(t, h.Lines(id), "Dan: solo Ann 5; Ann: misere Bob 0; Bob: abundance Cat 9", "after it was put back: %s")
}

func TestForgottenDealIsPutIn(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	path, id, deals := h.ThreeDeals()
	deal := path + fmt.Sprint(deals[1])
	form := h.Get(deal+"/before").Is(200).Says("#felt", "A deal before deal 2").Form("#deal", "")
	asks(h, deal+"/effect", form).Is(422).Says("#says-call", "What was called?")
	form.Set("call", "solo")
	form.Set("who", "4")
	form.Set("tricks", "6")
	yes := asks(h, deal+"/effect", form).Is(200).
		Says(".lead", "A new deal 2: Dan makes solo, one over: 7d from each.").Form("#effect form", "")
	yes.Set("dealers", "move")
	done := h.Post(deal, yes).Is(303)
	same(t, h.Lines(id), "Dan: solo Ann 5; Ann: solo Dan 6; Bob: misere Bob 0; Cat: abundance Cat 9",
		"it came to %s")
	h.Get(done.Header.Get("Location")).Is(200).Says(".account h2", "Dan makes solo, one over")
}

func TestDealsChangePlaces(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	path, id, deals := h.ThreeDeals()
	deal := path + fmt.Sprint(deals[0])
	ask := h.Get(deal).Form(".swap", "")
	ask.Set("swap", fmt.Sprintf("%d-%d", deals[2], deals[2]))
	effect := asks(h, deal+"/effect", ask).Is(200).
		Says(".lead", "Deals 1 and 3 change places.").Has(2, ".choice")
	yes := effect.Form("#effect form", "")
	yes.Set("dealers", "move")
	h.Post(deal, yes).Is(303)
	same(t, h.Lines(id), "Dan: abundance Cat 9; Ann: misere Bob 0; Bob: solo Ann 5", "it came to %s")
	ask.Set("swap", "nonsense")
	asks(h, deal+"/effect", ask).Is(400)
}

func TestTwoCorrectAtOnce(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	path, id, deals := h.ThreeDeals()
	deal := path + fmt.Sprint(deals[0])
	mine := h.Get(deal+"/change").Form("#deal", "")
	mine.Set("tricks", "4")
	yes := asks(h, deal+"/effect", mine).Is(200).Form("#effect form", "")

	theirs := h.Get(deal+"/change").Form("#deal", "")
	theirs.Set("tricks", "6")
	h.Post(deal, asks(h, deal+"/effect", theirs).Form("#effect form", "")).Is(303)

	late := h.Post(deal, yes).Is(409).Has(1, "#tricks-4[checked]")
	late.Tells("#meanwhile", "Somebody put this deal right meanwhile: Ann makes solo, one over")
	if got := h.Lines(id); !strings.HasPrefix(got, "Dan: solo Ann 6") {
		t.Fatalf("the slower one wrote: %s", got)
	}
	asks(h, deal+"/effect", mine).Is(409)
	again := late.Form("#deal", "") // knows now what stands
	h.Post(deal, asks(h, deal+"/effect", again).Is(200).Form("#effect form", "")).Is(303)
	if got := h.Lines(id); !strings.HasPrefix(got, "Dan: solo Ann 4") {
		t.Errorf("and after all: %s", got)
	}
}

// TestWhoSatIsPutRight: somebody else sat there, for themselves or for another; others changed seats; a fifth
// was there. The answers go with the people.
func TestWhoSatIsPutRight(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name       string
		sat, plays []string
		lead       string
		lines      string // of the first deal
		sums       string
	}{
		{"a substitute", []string{"1", "5", "3", "4", ""}, []string{"", "2", "", "", ""},
			"Ann makes solo: 6d from each. Eve played for Bob. These people sat there: Ann, Eve for Bob, Cat and Dan.",
			"Dan: solo Ann 5", "Ann -12 Bob 12 Cat 36 Dan -36 Eve 0"},
		{"another on their own account", []string{"1", "5", "3", "4", ""}, []string{"", "", "", "", ""},
			"These people sat there: Ann, Eve, Cat and Dan.", "Dan: solo Ann 5", "Ann -12 Bob 18 Cat 36 Dan -36 " +
				"Eve -6"},
		{"the caller was another", []string{"5", "2", "3", "4", ""}, []string{"", "", "", "", ""},
			"Deal 1 would say: Eve makes solo", "Dan: solo Eve 5", "Ann -30 Bob 12 Cat 36 Dan -36 Eve 18"},
		{"two the other way round", []string{"2", "1", "3", "4", ""}, []string{"", "", "", "", ""},
			"Deal 1 would say: Ann makes solo", "Dan: solo Ann 5", "Ann -12 Bob 12 Cat 36 Dan -36"},
		{"a fifth", []string{"1", "2", "3", "4", "5"}, []string{"", "", "", "", ""},
			"These people sat there: Ann, Bob, Cat, Dan and Eve.", "Dan: solo Ann 5", "Ann -12 Bob 12 Cat 42 Dan " +
				"-36 Eve -6"},
		{"only three", []string{"1", "", "3", "4", ""}, []string{"", "", "", "", ""},
			"These people sat there: Ann, Cat and Dan.", "Dan: solo Ann 5", "Ann -18 Bob 18 Cat 36 Dan -36"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := webtest.Open(t)
			path, id, deals := h.ThreeDeals()
			h.Player("Eve")
			deal := path + fmt.Sprint(deals[0])
			form := h.Get(deal+"/change").Is(200).Has(5, "#sat .place").Has(0, "#sat[open]").Form("#deal", "")
			form["sat"], form["plays"] = c.sat, c.plays

			// drawn anew it says the same as when it is asked at once what that changes
			again := asks(h, deal+"/change", form).Is(200).Has(1, "#sat[open]").Form("#deal", "")
			if got, want := asks(h, deal+"/effect", again).Is(200).Text(".lead"), asks(h, deal+"/effect", form).
				Is(200).Text(".lead"); got != want || !strings.Contains(got, c.lead) {
				t.Errorf("it says %q, and %q without drawing it anew", got, want)
			}
			if got := h.Sums(id); got != "Ann -12 Bob 12 Cat 36 Dan -36" {
				t.Fatalf("asking changed something: %s", got)
			}
			yes := asks(h, deal+"/effect", form).Form("#effect form", "")
			yes.Set("dealers", "stay")
			h.Post(deal, yes).Is(303)
			same(t, h.Sums(id), c.sums, "it came to %s")
			if got, _, _ := strings.Cut(h.Lines(id), ";"); got != c.lines {
				t.Errorf("the first deal is %s", got)
			}
			h.Get(deal).Has(1, `.versions .stands p:contains("These people sat there: ")`)
		})
	}
}

func TestNothingIsPutRightAfterTheClose(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	path, id, deals := h.ThreeDeals()
	deal := path + fmt.Sprint(deals[0])
	form := h.Get(deal+"/change").Form("#deal", "")
	asks(h, deal+"/change", url.Values{"do": {"remove"}, "saw": {"1"}}).Is(400)
	h.Closes(id)
	h.Get(deal).Is(200).Has(0, ".mending")
	h.Get(deal + "/change").Is(303)
	form.Set("tricks", "6")
	asks(h, deal+"/effect", form).Is(422)
	form.Set("key", "k")
	h.Post(deal, form).Is(422)
}
