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
		for _, p := range []string{"by=2&to=kitty&amount=1&reason=Shuffled", "by=3&to=others&amount=2&reason=Talked about the hand"} {
			form, _ := url.ParseQuery(p)
			form.Set("key", fmt.Sprint("k", form.Get("by")))
			h.post(path, form).is(303)
		}
		h.post(path+"/"+strings.Split(h.get(path).doc.Find("form[action$=withdraw]").Last().AttrOr("action", ""), "/")[4]+"/withdraw", url.Values{"key": {"w"}, "reason": {"it was due"}}).
			is(303)
		return path
	}})
}

func TestPenalties(t *testing.T) {
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
		{"", "1", "talked", "by"}, {"3", "", "talked", "amount"}, {"3", "much", "talked", "amount"}, {"3", "0", "talked", "amount"},
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

// agreeing is a night that wants results agreed, with one deal on it.
func (h *house) agreeing() (ledger.NightID, ledger.DealID) {
	h.t.Helper()
	id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
	yes := true
	if _, err := h.book.EditNight(h.t.Context(), h.slip(), id, ledger.NightEdit{Agree: &yes}); err != nil {
		h.t.Fatal(err)
	}
	return id, h.plays(id, "solo ann 5")[0]
}

func TestAgreeing(t *testing.T) {
	h := openHouse(t)
	id, deal := h.agreeing()
	night, path := fmt.Sprintf("/nights/%d", id), fmt.Sprintf("/nights/%d/deals/%d", id, deal)

	page := h.get(night).has(1, "#sheet .agree").has(3, ".agree button") // everybody but the caller
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
	h.get(night).says("#sheet .flag", "disputed").says(".agree > p", "Ann disputes this: “it was four”")

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
	h.post(path+"/agree", url.Values{"key": {"z"}, "saw": no["saw"], "by": {"2"}, "say": {"agreed"}, "back": {"table"}}).
		is(409)

		// of what stands no more
	saw := fmt.Sprint(h.nightNow(id).Deals[0].Version)
	for by, status := range map[string]int{"1": 422, "9": 422} { // the caller; nobody who sat there
		h.post(path+"/agree", url.Values{"key": {"y" + by}, "saw": {saw}, "by": {by}, "say": {"agreed"}, "back": {"deal"}}).
			is(status)
	}
}

// TestNobodyIsAskedUnlessChosen: off unless chosen.
func TestNobodyIsAskedUnlessChosen(t *testing.T) {
	h := openHouse(t)
	path, id, deals := h.threeDeals()
	h.get(fmt.Sprintf("/nights/%d", id)).has(0, ".agree")
	h.get(path+fmt.Sprint(deals[0])).has(0, ".agree")
}

// TestAgreeingByTouch: after Record one of the others taps their name.
func TestAgreeingByTouch(t *testing.T) {
	for _, on := range []device{tablet, phone} {
		t.Run(on.name, func(t *testing.T) {
			t.Parallel()
			h := openHouse(t)
			id, _ := h.agreeing()
			b := openTab(t, h.url(), on)
			b.visit(fmt.Sprintf("/nights/%d", id))
			b.ready()
			b.taps(one("solo", 2, 6)...)
			b.until(`document.querySelector('#sheet .agree .label')?.textContent.includes('deal 2')`)
			b.fine()
			b.taps(`#sheet .agree button[value="4"]`)
			b.gone("#sheet .agree")
			if d := h.nthDeal(id, 2); d.Agreed.State != ledger.Agreed || d.Agreed.Name != "Dan" {
				t.Fatalf("it is %v", d.Agreed)
			}
		})
	}
}
