package web_test

// Penalties, and agreeing results, through the whole house.

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"ouverte/ledger"
)

func init() {
	screens = append(screens, screen{name: "penalties", open: func(h *house) string {
		id := h.night("high-scoring", h.players("Ann", "Bob", "Cat", "Dan")...)
		path := fmt.Sprintf("/nights/%d/penalties", id)
		for _, p := range []string{"by=2&to=kitty&amount=1&reason=Shuffled",
			"by=3&to=others&amount=2&reason=Talked about the hand"} {
			form, _ := url.ParseQuery(p)
			form.Set("key", fmt.Sprint("k", form.Get("by")))
			h.post(path, form).is(303)
		}
		h.post(path+"/"+strings.Split(h.get(path).doc.Find("form[action$=withdraw]").Last().AttrOr("action", ""),
			"/")[4]+"/withdraw", url.Values{"key": {"w"}, "reason": {"it was due"}}).
			is(303)
		return path
	}}, screen{name: "penalties-refused", open: func(h *house) string {
		all := h.players("Ann", "Bob", "Cat", "Maximilian von und zu Hohenstein-Ansbach", "Eve")
		path := nightPath(h.night("ten-pence", all...)) + "/penalties"
		h.does(h.get(path), "#penalty", "as", "bet", "by", "2", "to", "3", "amount", "10", "for",
			"A bet on the deal")
		return path
	}, then: func(b *tab) {
		b.taps(`#penalty [name=as][value=bet]`, `#penalty [name=by][value="2"]`,
			`#penalty [name=for][value="Looked at a card"]`,
			"#penalty .save button")
		b.wait("#penalty .says")
	}})
}

func TestPenalties(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.night("high-scoring", h.players("Ann", "Bob", "Cat", "Dan")...)
	path := fmt.Sprintf("/nights/%d/penalties", id)

	h.get(path).
		is(200).
		says(`form[aria-label^="Shuffled"] header p`, "1 into the kitty for shuffling. Who was it?")
	form := h.get(path).form(`form[aria-label^="Shuffled"]`, "2")
	h.post(path, form).is(303)
	h.post(path, form).is(303) // a double tap
	if got := h.sums(id); got != "Ann 0 Bob -1 Cat 0 Dan 0" || h.nightNow(id).Kitty.Sum.Score() != 1 {
		t.Fatalf("after shuffling: %s", got)
	}
	sheet := h.get(fmt.Sprintf("/nights/%d", id))
	sheet.has(1, "#sheet th.kitty").
		says("#sheet tr.aside .what", "Penalty: Bob, 1 into the kitty").
		has(3, "#sheet tr.aside td.away")

	form = h.get(path).form("#penalty", "")
	form.Set("to", "others")
	for _, c := range []struct{ by, amount, reason, field string }{
		{"", "1", "talked", "by"}, {"3", "", "talked", "amount"}, {"3", "much", "talked", "amount"},
		{"3", "0", "talked", "amount"},
		{"3", "-2", "talked", "amount"}, {"3", "2", "", "reason"},
	} {
		form.Set("by", c.by)
		form.Set("amount", c.amount)
		form.Set("reason", c.reason)
		h.post(path, form).is(422).has(1, "#penalty #says-"+c.field)
	}
	form.Set("by", "3")
	form.Set("amount", "2")
	form.Set("reason", "talked")
	h.post(path, form).is(303)
	if got := h.sums(id); got != "Ann 2 Bob 1 Cat -6 Dan 2" {
		t.Fatalf("after talking: %s", got)
	}

	page := h.get(path).has(2, ".penalties details")
	to, _ := page.doc.Find(".penalties form").First().Attr("action")
	take := page.form(".penalties li:first-child form", "")
	take.Set("reason", "it was Dan")
	h.post(to, take).is(303)
	if got := h.sums(id); got != "Ann 0 Bob -1 Cat 0 Dan 0" {
		t.Fatalf("after it was withdrawn: %s", got)
	}
	h.get(path).says(".penalties li:first-child p + p", "Withdrawn: it was Dan")
	h.get(fmt.Sprintf("/nights/%d", id)).says("#sheet tr.aside .flag", "withdrawn")
	take.Set("key", "other")
	h.post(to, take).is(409)
	h.post(path+"/1/withdraw", url.Values{"key": {"x"}}).is(404)
}

// TestBetweenTwo: from one named player to another, as people type it, with what is tapped instead of typed.
func TestBetweenTwo(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	all := h.players("Ann", "Bob", "Cat", "Dan", "Eve")
	id := h.night("ten-pence", all[:4]...)
	path := nightPath(id) + "/penalties"
	says := func(css string) string { return h.get(path).text(css) }
	write := func(answers ...string) *answer { return h.does(h.get(path), "#penalty", answers...) }

	if text := says("#penalty"); !strings.Contains(text, "(10 is 10p)") {
		t.Errorf("what a number alone means isn't said: %q", text)
	}
	write("as", "bet", "by", "2", "to", "3", "amount", "10", "for", "A bet on the deal").is(303)
	write("as", "correction", "by", "3", "to", "1", "stake", "10p", "for", "Miscounted before", "reason",
		"deal 3").is(303)
	write("by", "4", "to", "1", "stake", "5p", "reason", "talked").is(303)
	h.get(path).says(".penalties li:nth-child(3) p", "Bet: Bob, 10p to Cat A bet on the deal").
		says(".penalties li:nth-child(2) p", "Correction: Cat, 10p to Ann Miscounted before: deal 3").
		says(".penalties li:nth-child(1) p", "Penalty: Dan, 5p to Ann talked")
	if got := h.sums(id); got != "Ann 15 Bob -10 Cat 0 Dan -5" {
		t.Fatalf("after a bet, a correction and a penalty: %s", got)
	}
	for _, at := range []string{nightPath(id), nightPath(id) + "/sheet", nightPath(id) + "/settle/why/2"} {
		h.get(at).is(200).tells("main", "Bet: Bob, 10p to Cat")
	}
	h.plays(id, "pass")
	h.get(settlePath(id)).tells("#handon", "Ann +15p")

	for _, c := range []struct{ field, as, by, to, stake, amount, reason, says string }{
		{"to", "bet", "2", "kitty", "10p", "", "x",
			"A bet or a correction goes to one other player: choose who gets it."},
		{"to", "bet", "2", "others", "10p", "", "x",
			"A bet or a correction goes to one other player: choose who gets it."},
		{"to", "", "2", "2", "10p", "", "x", "A penalty goes to others."},
		{"to", "", "2", "", "10p", "", "x", "Who gets it?"},
		{"amount", "bet", "2", "3", "10p", "20", "x",
			"Is it 10p, as tapped, or 20p, as typed? Tap Another amount, or empty the field."},
		{"amount", "bet", "2", "3", "", "", "x", "How much is it?"},
		{"reason", "bet", "2", "3", "5p", "", "", ""},
	} {
		page := write("as", c.as, "by", c.by, "to", c.to, "stake", c.stake, "amount", c.amount, "reason",
			c.reason).is(422)
		page.has(1, "#penalty #says-"+c.field).has(1, fmt.Sprintf(`#penalty [name=by][value="%s"][checked]`, c.by))
		if c.says != "" {
			page.says("#penalty #says-"+c.field, c.says)
		}
	}

	// Two tablets: the second is told, keeps what was typed, and may write it down once more.
	one, two := h.get(path), h.get(path)
	bet := []string{"as", "bet", "by", "1", "to", "2", "amount", "20", "reason", "the rubber"}
	for range 2 {
		h.does(one, "#penalty", bet...).is(303)
	}
	page := h.does(two, "#penalty", bet...).is(409).has(1, `#penalty [name=amount][value="20"]`).
		says("#penalty #says",
			"That was written down meanwhile: Bet: Ann, 20p to Bob, the rubber. Write it once more "+
				"only if it happened twice.")
	if got := h.sums(id); got != "Ann -5 Bob 10 Cat 0 Dan -5" {
		t.Fatalf("after the same bet on two tablets: %s", got)
	}
	h.does(page, "#penalty").is(303)
	if got := h.sums(id); got != "Ann -25 Bob 30 Cat 0 Dan -5" {
		t.Fatalf("after a second bet: %s", got)
	}
}

// agreeing is a night that wants results agreed, with one deal on it.
func (h *house) agreeing() (ledger.NightID, ledger.DealID) {
	h.t.Helper()
	id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
	yes := true
	must(h.book.EditNight(h.t.Context(), h.slip(), id, ledger.NightEdit{Agree: &yes}))(h.t)
	return id, h.plays(id, "solo ann 5")[0]
}

func TestAgreeing(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id, deal := h.agreeing()
	night, path := fmt.Sprintf("/nights/%d", id), fmt.Sprintf("/nights/%d/deals/%d", id, deal)

	// everybody but the caller
	page := h.get(night).has(1, "#sheet .agree").has(3, ".agree button").
		has(1, `.agree button[aria-label="Cat agrees to deal 1"]`)
	h.post(path+"/agree", page.form(".agree form", "3")).is(303)
	h.get(night).has(0, "#sheet .agree")
	if n := h.nightNow(id); n.Deals[0].Agreed.State != ledger.Agreed {
		t.Fatalf("it is %v", n.Deals[0].Agreed)
	}

	no := h.get(path).says(".agree > p", "Cat agreed to this.").form("#dispute form", "1")
	no.Set("reason", "it was four")
	h.post(path+"/agree", no).is(303)
	n := h.nightNow(id)
	if len(n.Disputed()) != 1 {
		t.Fatalf("disputed: %v", n.Disputed())
	}
	h.get(night).says("#sheet .flag", "disputed").
		says(".agree p", "Deal 1: Ann disputes this: “it was four”").has(1, `.agree a[href="`+path+`/change"]`).
		has(1, `.agree a[href="`+path+`#stands"]`)
	h.get(path).says("#stands .label", "It stands, says").has(3, "#stands button")
	h.get(path+"/change").says("#meanwhile strong", "Ann disputes this: “it was four”")

	// The dispute stays, and every deal nobody has agreed to is asked for, the newest first.
	later := h.plays(id, "solo bob 5", "passed", "solo cat 6")
	page = h.get(night).has(2, ".agree").has(1, ".agree.disputed").has(2, ".flag:contains('not agreed')").
		says(".agree .label", "Who agrees to deal 4?").
		says(".agree .quietly", "Nobody has agreed to one earlier deal either.")
	h.get(settlePath(id)).has(1, `div.notice > p:contains("Nobody has agreed to deals 2 and 4")`).
		has(1, `.closing > p:contains("Nobody has agreed to deals 2 and 4.")`).
		has(1, `.notice a[href="`+path+`/change"]`)
	h.post(fmt.Sprintf("/nights/%d/deals/%d/agree", id, later[2]), page.form(".agree form", "2")).is(303)
	page = h.get(night).says(".agree .label", "Who agrees to deal 2?").has(0, ".agree .quietly")
	h.post(fmt.Sprintf("/nights/%d/deals/%d/agree", id, later[0]), page.form(".agree form", "1")).is(303)
	h.get(night).has(1, ".agree").has(0, ".flag:contains('not agreed')")

	// put right, it is asked about anew
	form := h.get(path+"/change").form("#deal", "")
	form.Set("tricks", "4")
	h.post(path, h.asks(path+"/effect", form).form("#effect form", "")).is(303)
	if n := h.nightNow(id); len(n.Disputed()) != 0 {
		t.Error("it is still disputed after it was put right")
	}
	h.post(path+"/agree", no).
		is(303)
		// the same once more: it was said then
	h.post(path+"/agree",
		url.Values{"key": {"z"}, "saw": no["saw"], "by": {"2"}, "say": {"agreed"}, "back": {"table"}}).
		is(409)

		// of what stands no more
	stands, _ := h.nightNow(id).Deal(deal)
	saw := fmt.Sprint(stands.Version)
	for by, status := range map[string]int{"1": 422, "9": 422} { // the caller; nobody who sat there
		h.post(path+"/agree",
			url.Values{"key": {"y" + by}, "saw": {saw}, "by": {by}, "say": {"agreed"}, "back": {"deal"}}).
			is(status)
	}
}

// TestNobodyIsAskedUnlessChosen: off unless chosen.
func TestNobodyIsAskedUnlessChosen(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	path, id, deals := h.threeDeals()
	h.get(fmt.Sprintf("/nights/%d", id)).has(0, ".agree")
	h.get(path+fmt.Sprint(deals[0])).has(0, ".agree")
}

// TestAgreeingByTouch: after Record one of the others taps their name.
func TestAgreeingByTouch(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id, _ := h.agreeing()
	b := openTab(t, h.url(), phone)
	b.visit(fmt.Sprintf("/nights/%d", id))
	b.ready()
	b.taps(one("solo", 2, 6)...)
	b.until(`document.querySelector('#sheet .agree .label')?.textContent.includes('deal 2')`)
	b.fine()
	b.taps(`#sheet .agree button[value="4"]`)
	b.until(`document.querySelector('#sheet .agree .label')?.textContent.includes('deal 1')`)
	if d := h.nthDeal(id, 2); d.Agreed.State != ledger.Agreed || d.Agreed.Name != "Dan" {
		t.Fatalf("it is %v", d.Agreed)
	}
	b.until(`document.querySelector('#notice').textContent === 'Dan agreed to deal 2.'`)
	if eval[bool](b, `!!document.querySelector('#deal .undo')`) {
		t.Error("beside “Dan agreed” stands a button that takes the deal back")
	}
	b.tap(`#sheet .agree a[href$="#dispute"]`)
	b.until(`document.querySelector('#dispute')?.open`)
}

// What goes between two is seen by those who look on, and counts in the years as in the night: in the sum,
// told apart from the deals.
func TestBetsAreWatchedAndCounted(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.night("ten-pence", h.players("Ann", "Bob", "Cat", "Dan")...)
	link := h.link(id)
	h.plays(id, "solo ann 5")
	penalties := h.get(nightPath(id) + "/penalties")
	h.does(penalties, "#penalty", "as", "bet", "by", "2", "to", "3", "amount", "25", "for",
		"A bet on the deal").is(303)
	watched := h.get(link).is(200).says("#sheet tr.aside .what", "Bet: Bob, 25p to Cat")
	watched.tells(".places", "−35p", "+15p")
	h.closes(id)
	h.get(link).is(200).tells("#looked", "−35p")
	for player, says := range map[int]string{2: "−25p", 3: "+25p"} {
		page := h.get(fmt.Sprintf("/players/%d", player)).is(200).text("main")
		if !strings.Contains(page, "Penalties and bets"+says) {
			t.Errorf("the page of player %d doesn't say %s: %q", player, says, page)
		}
	}
	h.get("/stats").is(200).tells("section[aria-label='The "+"standing']", "−35p", "+15p")
}

// A bet and a correction are typed from paper as a penalty is: what was written is the same as at the table.
func TestBetsFromPaper(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	all := h.players("Ann", "Bob", "Cat", "Dan")
	typed, tapped := h.night("ten-pence", all...), h.night("ten-pence", all...)
	path := nightPath(typed) + "/paper"
	form := h.paper(h.get(path).is(200).form("#paper", ""), "solo ann 5\nbet bob 10 cat on the trumps\n"+
		"correction cat £1 ann\npenalty dan 5p bob talked", "£1.30", "-15p", "-£1", "-15p")
	page := h.post(path+"/reckon", form).is(200).has(0, "#reckoned .bad")
	page.says("#reckoned tbody tr:nth-child(2) .how", "Bob pays 10p to Cat, a bet").
		says("#reckoned tbody tr:nth-child(3) .how", "Cat pays £1.00 to Ann, a correction").
		says("#reckoned tbody tr:nth-child(4) .how", "Dan pays 5p to Bob").
		says(".verdict", "All agrees: one deal, and every total.")
	h.post(path, form).is(303)
	h.plays(tapped, "solo ann 5")
	for _, p := range [][]string{
		{"as", "bet", "by", "2", "to", "3", "amount", "10", "reason", "on the trumps"},
		{"as", "correction", "by", "3", "to", "1", "amount", "£1", "reason", "as it stands on paper"},
		{"by", "4", "to", "2", "amount", "5p", "reason", "talked"},
	} {
		h.does(h.get(nightPath(tapped)+"/penalties"), "#penalty", p...).is(303)
	}
	if got, want := h.sums(typed), h.sums(tapped); got != want {
		t.Errorf("typed %s, tapped %s", got, want)
	}
	one, two := h.nightNow(typed).Rows, h.nightNow(tapped).Rows
	if len(one) != len(two) {
		t.Fatalf("typed %d rows, tapped %d", len(one), len(two))
	}
	for i, row := range one {
		if row.As != two[i].As || row.Text != two[i].Text || row.Reason != two[i].Reason {
			t.Errorf("typed %+v, tapped %+v", row, two[i])
		}
	}
	wrong := h.paper(h.get(path).form("#paper", ""), "bet bob 10 kitty\nbet bob 10 bob\nbet bob cat "+
		"10\ncorrection")
	h.post(path+"/reckon", wrong).is(200).has(4, "#reckoned .bad").
		says("#reckoned tbody tr:nth-of-type(2) .says", "A bet or a correction goes to one other player: say who "+
			"after the amount.")
}
