package web_test

// Penalties, and agreeing results, through the whole house.

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"ouverte/ledger/show"
	"ouverte/web/webtest"
)

func TestPenalties(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Night("high-scoring", h.Players("Ann", "Bob", "Cat", "Dan")...)
	path := fmt.Sprintf("/nights/%d/penalties", id)

	h.Get(path).Is(200).
		Says(`form[aria-label^="Shuffled"] header p`, "1 into the kitty for shuffling. Who was it?")
	form := h.Get(path).Form(`form[aria-label^="Shuffled"]`, "2")
	h.Post(path, form).Is(303)
	h.Post(path, form).Is(303) // a double tap
	if got := h.Sums(id); got != "Ann 0 Bob -1 Cat 0 Dan 0" || h.NightNow(id).Kitty.Sum.Score() != 1 {
		t.Fatalf("after shuffling: %s", got)
	}
	sheet := h.Get(fmt.Sprintf("/nights/%d", id))
	sheet.Has(1, "#sheet th.kitty").Says("#sheet tr.aside .what", "Penalty: Bob, 1 into the kitty").
		Has(3, "#sheet tr.aside td.away")

	form = h.Get(path).Form("#penalty", "")
	form.Set("to", "others")
	form.Set("by", "3")
	form.Set("amount", "2")
	form.Set("reason", "talked")
	h.Post(path, form).Is(303)
	if got := h.Sums(id); got != "Ann 2 Bob 1 Cat -6 Dan 2" {
		t.Fatalf("after talking: %s", got)
	}

	page := h.Get(path).Has(2, ".penalties details")
	to, _ := page.Doc.Find(".penalties form").First().Attr("action")
	take := page.Form(".penalties li:first-child form", "")
	take.Set("reason", "it was Dan")
	h.Post(to, take).Is(303)
	if got := h.Sums(id); got != "Ann 0 Bob -1 Cat 0 Dan 0" {
		t.Fatalf("after it was withdrawn: %s", got)
	}
	h.Get(path).Says(".penalties li:first-child p + p", "Withdrawn: it was Dan")
	h.Get(fmt.Sprintf("/nights/%d", id)).Says("#sheet tr.aside .flag", "withdrawn")
	take.Set("key", "other")
	h.Post(to, take).Is(409)
	h.Post(path+"/1/withdraw", url.Values{"key": {"x"}}).Is(404)
}

// TestBetweenTwo: from one named player to another, as people type it, with what is tapped instead of typed.
func TestBetweenTwo(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	all := h.Players("Ann", "Bob", "Cat", "Dan", "Eve")
	id := h.Night("ten-pence", all[:4]...)
	path := webtest.NightPath(id) + "/penalties"
	says := func(css string) string { return h.Get(path).Text(css) }
	write := func(answers ...string) *webtest.Answer { return h.Does(h.Get(path), "#penalty", answers...) }

	if text := says("#penalty"); !strings.Contains(text, "(10 is 10p)") {
		t.Errorf("what a number alone means isn't said: %q", text)
	}
	write("as", "bet", "by", "2", "to", "3", "amount", "10", "for", "A bet on the deal").Is(303)
	write("as", "correction", "by", "3", "to", "1", "stake", "10p", "for", "Miscounted before", "reason",
		"deal 3").Is(303)
	write("by", "4", "to", "1", "stake", "5p", "reason", "talked").Is(303)
	h.Get(path).Says(".penalties li:nth-child(3) p", "Bet: Bob, 10p to Cat A bet on the deal").
		Says(".penalties li:nth-child(2) p", "Correction: Cat, 10p to Ann Miscounted before: deal 3").
		Says(".penalties li:nth-child(1) p", "Penalty: Dan, 5p to Ann talked")
	if got := h.Sums(id); got != "Ann 15 Bob -10 Cat 0 Dan -5" {
		t.Fatalf("after a bet, a correction and a penalty: %s", got)
	}
	for _, part := range []string{"", "/sheet", "/settle/why/2"} {
		at := webtest.NightPath(id) + part
		h.Get(at).Is(200).Tells("main", "Bet: Bob, 10p to Cat")
	}
	h.Plays(id, "pass")
	h.Get(webtest.SettlePath(id)).Tells("#handon", "Ann +15p")

	// Two tablets: the second reads so, keeps its input, and may write it down once more.
	one, two := h.Get(path), h.Get(path)
	bet := []string{"as", "bet", "by", "1", "to", "2", "amount", "20", "reason", "the rubber"}
	for range 2 {
		h.Does(one, "#penalty", bet...).Is(303)
	}
	page := h.Does(two, "#penalty", bet...).Is(409).Has(1, `#penalty [name=amount][value="20"]`).
		Says("#penalty #says",
			"Somebody wrote this down meanwhile: Bet: Ann, 20p to Bob, the rubber. Write it again "+
				"only if it happened twice.")
	if got := h.Sums(id); got != "Ann -5 Bob 10 Cat 0 Dan -5" {
		t.Fatalf("after the same bet on two tablets: %s", got)
	}
	h.Does(page, "#penalty").Is(303)
	if got := h.Sums(id); got != "Ann -25 Bob 30 Cat 0 Dan -5" {
		t.Fatalf("after a second bet: %s", got)
	}
}

func TestAgreeing(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id, deal := h.Agreeing()
	night, path := fmt.Sprintf("/nights/%d", id), fmt.Sprintf("/nights/%d/deals/%d", id, deal)

	// everybody but the caller
	page := h.Get(night).Has(1, "#sheet .agree").Has(3, ".agree button").
		Has(1, `.agree button[aria-label="Cat agrees to deal 1"]`)
	h.Post(path+"/agree", page.Form(".agree form", "3")).Is(303)
	h.Get(night).Has(0, "#sheet .agree")
	if n := h.NightNow(id); n.Deals[0].Agreed.State != show.Agreed {
		t.Fatalf("it is %v", n.Deals[0].Agreed)
	}

	no := h.Get(path).Says(".agree > p", "Cat agreed to this.").Form("#dispute form", "1")
	no.Set("reason", "it was four")
	h.Post(path+"/agree", no).Is(303)
	n := h.NightNow(id)
	if len(n.Disputed()) != 1 {
		t.Fatalf("disputed: %v", n.Disputed())
	}
	h.Get(night).Says("#sheet .flag", "disputed").Says(".agree p", "Deal 1: Ann disputes this: “it was four”").
		Has(1, `.agree a[href="`+path+`/change"]`).Has(1, `.agree a[href="`+path+`#stands"]`)
	h.Get(path).Says("#stands .label", "It stands, says").Has(3, "#stands button")
	h.Get(path+"/change").Says("#meanwhile strong", "Ann disputes this: “it was four”")

	// The dispute stays, and every deal nobody has agreed to is asked for, the newest first.
	later := h.Plays(id, "solo bob 5", "passed", "solo cat 6")
	page = h.Get(night).Has(2, ".agree").Has(1, ".agree.disputed").Has(2, ".flag:contains('not agreed')").
		Says(".agree .label", "Who agrees to deal 4?").
		Says(".agree .quietly", "Nobody has agreed to one earlier deal either.")
	h.Get(webtest.SettlePath(id)).Has(1, `div.notice > p:contains("Nobody has agreed to deals 2 and 4")`).
		Has(1, `.closing > p:contains("Nobody has agreed to deals 2 and 4.")`).
		Has(1, `.notice a[href="`+path+`/change"]`)
	h.Post(fmt.Sprintf("/nights/%d/deals/%d/agree", id, later[2]), page.Form(".agree form", "2")).Is(303)
	page = h.Get(night).Says(".agree .label", "Who agrees to deal 2?").Has(0, ".agree .quietly")
	h.Post(fmt.Sprintf("/nights/%d/deals/%d/agree", id, later[0]), page.Form(".agree form", "1")).Is(303)
	h.Get(night).Has(1, ".agree").Has(0, ".flag:contains('not agreed')")

	// put right, it is asked about anew
	form := h.Get(path+"/change").Form("#deal", "")
	form.Set("tricks", "4")
	h.Post(path, asks(h, path+"/effect", form).Form("#effect form", "")).Is(303)
	if n := h.NightNow(id); len(n.Disputed()) != 0 {
		t.Error("it is still disputed after it was put right")
	}
	h.Post(path+"/agree", no).Is(303)
	// the same once more: it was said then
	h.Post(path+"/agree", url.Values{"key": {"z"}, "saw": no["saw"], "by": {"2"}, "say": {"agreed"},
		"back": {"table"}}).Is(409)

	// of what stands no more
	stands, _ := h.NightNow(id).Deal(deal)
	saw := fmt.Sprint(stands.Version)
	for by, status := range map[string]int{"1": 422, "9": 422} { // the caller; nobody who sat there
		h.Post(path+"/agree", url.Values{"key": {"y" + by}, "saw": {saw}, "by": {by}, "say": {"agreed"},
			"back": {"deal"}}).Is(status)
	}
}

// TestNobodyIsAskedUnlessChosen: off unless chosen.
func TestNobodyIsAskedUnlessChosen(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	path, id, deals := h.ThreeDeals()
	h.Get(fmt.Sprintf("/nights/%d", id)).Has(0, ".agree")
	h.Get(path+fmt.Sprint(deals[0])).Has(0, ".agree")
}

// What goes between two is seen by those who look on, and counts in the years as in the night: in the sum,
// told apart from the deals.
func TestBetsAreWatchedAndCounted(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Night("ten-pence", h.Players("Ann", "Bob", "Cat", "Dan")...)
	link := h.Link(id)
	h.Plays(id, "solo ann 5")
	penalties := h.Get(webtest.NightPath(id) + "/penalties")
	h.Does(penalties, "#penalty", "as", "bet", "by", "2", "to", "3", "amount", "25", "for",
		"A bet on the deal").Is(303)
	watched := h.Get(link).Is(200).Says("#sheet tr.aside .what", "Bet: Bob, 25p to Cat")
	watched.Tells(".places", "−35p", "+15p")
	h.Closes(id)
	h.Get(link).Is(200).Tells("#looked", "−35p")
	for player, says := range map[int]string{2: "−25p", 3: "+25p"} {
		page := h.Get(fmt.Sprintf("/players/%d", player)).Is(200).Text("main")
		if !strings.Contains(page, "Penalties and bets"+says) {
			t.Errorf("the page of player %d doesn't say %s: %q", player, says, page)
		}
	}
	h.Get("/stats").Is(200).Tells("section[aria-label='The standing']", "−35p", "+15p")
}

// A bet and a correction are typed from paper as a penalty is: the entry is the same as at the table.
func TestBetsFromPaper(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	all := h.Players("Ann", "Bob", "Cat", "Dan")
	typed, tapped := h.Night("ten-pence", all...), h.Night("ten-pence", all...)
	path := webtest.NightPath(typed) + "/paper"
	form := paper(h, h.Get(path).Is(200).Form("#paper", ""), "solo ann 5\nbet bob 10 cat on the trumps\n"+
		"correction cat £1 ann\npenalty dan 5p bob talked", "£1.30", "-15p", "-£1", "-15p")
	page := h.Post(path+"/reckon", form).Is(200).Has(0, "#reckoned .bad")
	page.Says("#reckoned tbody tr:nth-child(2) .how", "Bob pays 10p to Cat, a bet").
		Says("#reckoned tbody tr:nth-child(3) .how", "Cat pays £1.00 to Ann, a correction").
		Says("#reckoned tbody tr:nth-child(4) .how", "Dan pays 5p to Bob").
		Says(".verdict", "All agrees: one deal, and every total.")
	h.Post(path, form).Is(303)
	h.Plays(tapped, "solo ann 5")
	for _, p := range [][]string{
		{"as", "bet", "by", "2", "to", "3", "amount", "10", "reason", "on the trumps"},
		{"as", "correction", "by", "3", "to", "1", "amount", "£1", "reason", "as it stands on paper"},
		{"by", "4", "to", "2", "amount", "5p", "reason", "talked"},
	} {
		h.Does(h.Get(webtest.NightPath(tapped)+"/penalties"), "#penalty", p...).Is(303)
	}
	if got, want := h.Sums(typed), h.Sums(tapped); got != want {
		t.Errorf("typed %s, tapped %s", got, want)
	}
	one, two := h.NightNow(typed).Rows, h.NightNow(tapped).Rows
	if len(one) != len(two) {
		t.Fatalf("typed %d rows, tapped %d", len(one), len(two))
	}
	for i, row := range one {
		if row.As != two[i].As || row.Text != two[i].Text || row.Reason != two[i].Reason {
			t.Errorf("typed %+v, tapped %+v", row, two[i])
		}
	}
	wrong := paper(h, h.Get(path).Form("#paper", ""), "bet bob 10 kitty\nbet bob 10 bob\nbet bob cat "+
		"10\ncorrection")
	h.Post(path+"/reckon", wrong).Is(200).Has(4, "#reckoned .bad").
		Says("#reckoned tbody tr:nth-of-type(2) .says", "A bet or a correction goes to one other player: say who "+
			"after the amount.")
}

// TestIntoTheBowl: what goes into the kitty is put into the bowl with the penalty, and nobody else is asked
// for it; withdrawn, it is taken out again. Whose coin isn't there says so, and owes it.
func TestIntoTheBowl(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Night("ten-pence", h.Players("Rose", "Walter", "Edith", "Frank")...)
	path := webtest.NightPath(id) + "/penalties"
	plan := func() string {
		var out []string
		n := h.NightNow(id)
		p, err := n.Plan()
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range p.Pays {
			out = append(out, fmt.Sprintf("%s %s %d", n.PlayerName(p.From), n.PlayerName(p.To), p.Amount))
		}
		return strings.Join(out, ", ")
	}
	h.Plays(id, "solo rose 5")
	before := plan()
	fine := []string{"by", "1", "to", "kitty", "amount", "6p", "reason", "talked"}
	form := h.Get(path).Has(1, "#penalty .owes")
	for range 2 { // a double tap
		h.Does(form, "#penalty", fine...).Is(303)
	}
	if got := plan(); got != before {
		t.Errorf("after the penalty: %s, before it: %s", got, before)
	}
	h.Get(path+"?did=put").Tells("main", "It is on the sheet, and in the bowl.", "In the bowl.")
	if n := h.NightNow(id); n.Kitty.Holds != 6 || n.Kitty.Sum.Total() != 0 || len(n.Payments()) != 1 {
		t.Errorf("the kitty: %+v", n.Kitty)
	}

	page := h.Get(path)
	to, _ := page.Doc.Find(".penalties form").First().Attr("action")
	h.Post(to, page.Form(".penalties li:first-child form", "")).Is(303)
	if n := h.NightNow(id); n.Kitty.Holds != 0 || n.Kitty.Sum.Total() != 0 || plan() != before {
		t.Errorf("after it was withdrawn: %+v, %s", n.Kitty, plan())
	}

	h.Does(h.Get(path), "#penalty", append(fine, "owes", "on")...).Is(303)
	if n := h.NightNow(id); n.Kitty.Sum.Total() != 6 || len(n.Payments()) != 0 {
		t.Errorf("whose coin isn't there: %+v", n.Kitty)
	}
	h.Get(path).Says(".penalties li:first-child p", "Penalty: Rose, 6p into the kitty talked")
}
