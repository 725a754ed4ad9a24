package web_test

// Settling up through the whole house: the plans, what is ticked and taken back, costs, rounding, the kitty, the close and
// the slate after it. Whatever is posted, the night adds up to nothing, and what the page says to pay brings everybody there.

import (
	"context"
	"encoding/xml"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/rules"
)

// settlePath is where a night is settled.
func settlePath(id ledger.NightID) string { return nightPath(id) + "/settle" }

// threePlayed is a night with three deals: Ann −12, Bob +12, Cat +36, Dan −36, in pence.
func (h *house) threePlayed() ledger.NightID {
	h.t.Helper()
	_, id, _ := h.threeDeals()
	return id
}

// does sends the form that matches css on the page, with some answers changed, and gives what came of it.
func (h *house) does(page *answer, css string, answers ...string) *answer {
	h.t.Helper()
	form := page.form(css, "")
	for i := 0; i+1 < len(answers); i += 2 {
		form[answers[i]] = strings.Split(answers[i+1], ",")
	}
	return h.post(page.doc.Find(css).AttrOr("action", ""), form)
}

// open is what is still open for each, in the order they came.
func (h *house) open(id ledger.NightID) string {
	h.t.Helper()
	var out []string
	sum := int64(0)
	for _, o := range h.nightNow(id).Owed() {
		out = append(out, fmt.Sprintf("%s %d", o.Name, o.Amount))
		sum += o.Amount
	}
	if sum != 0 {
		h.t.Errorf("the night doesn't add up to nothing: %v", out)
	}
	return strings.Join(out, " ")
}

func TestSettlePlans(t *testing.T) {
	h := openHouse(t)
	id := h.threePlayed()
	page := h.get(settlePath(id)).is(200)
	page.says(".pays .lead", "Two payments. It can’t be done with fewer.").has(2, ".pays li")
	page.says("#pay1-2 .who", "Ann → Bob 1s.").says("#pay1-2 .coins", "shilling").says("#pay4-3 .who", "Dan → Cat 3s.").says("#pay4-3 .coins", "half-crown, sixpence")
	page.says(".stands tbody tr:first-child .came", "+3s.").says(".stands tbody tr:first-child .open", "gets 3s.").says(".ways-to-pay .here", "Fewest payments")

	banker := h.get(settlePath(id)+"?by=banker&banker=4").is(200).has(3, ".pays li").says(".pays .lead", "Three payments, all with Dan.").says(".bankers .here", "Dan")
	banker.has(1, "#pay1-4").has(1, "#pay4-2").has(1, "#pay4-3")
	h.get(settlePath(id)+"?by=banker").is(200).says(".bankers .here", "Ann")
	h.get(settlePath(id)+"?by=fell").is(200).says(".ways-to-pay .here", "As they fell")
	h.get(settlePath(id) + "?by=dice").is(422)
	h.get(settlePath(99)).is(404)
}

func TestSettleCoins(t *testing.T) {
	h := openHouse(t)
	id := h.threePlayed()
	page := h.get(settlePath(id))
	form := page.form("#bowl form", "")
	form["coins"] = []string{"1", "6"}
	kept := h.asks(settlePath(id), form).is(303)
	cookie := kept.Cookies()
	if len(cookie) != 1 {
		t.Fatalf("%d cookies", len(cookie))
	}
	r := httptest.NewRequest("GET", settlePath(id), nil)
	r.AddCookie(cookie[0])
	h.ask(r).is(200).says("#pay4-3 .coins", "six sixpences").has(2, "#bowl input[checked]")
}

func TestPaidAndTakenBack(t *testing.T) {
	h := openHouse(t)
	id := h.threePlayed()
	page := h.get(settlePath(id))
	part := "#pay4-3 details form"
	h.does(page, part, "amount", "1s 6d").is(303)
	if got := h.open(id); got != "Ann -12 Bob 12 Cat 18 Dan -18" {
		t.Errorf("after half of it: %s", got)
	}
	// Another tablet still shows the whole of it, and ticks it: nothing is paid twice.
	h.does(page, "#pay4-3 .whole").is(409).says(".pays .says", "That was recorded already, and not quite so. This is how it stands now.")
	h.does(page, part, "amount", "1s 6d").is(303)
	if got := h.open(id); got != "Ann -12 Bob 12 Cat 18 Dan -18" {
		t.Errorf("after it was sent twice: %s", got)
	}
	page = h.get(settlePath(id)).says("#pay4-3 .who", "Dan → Cat 1s. 6d.").says(".pays .posted li:first-child span", "Dan paid 1s. 6d. to Cat")
	for _, bad := range []string{"2s", "0", "-1s", "a lot", ""} {
		h.does(page, part, "amount", bad).is(422).has(1, "#pay4-3 details[open] input[aria-invalid]").has(1, "#pay4-3 .says").has(1, "#pay4-3 details input[value='"+bad+"']")
	}
	h.does(page, "#pay4-3 .whole").is(303)
	h.does(page, "#pay1-2 .whole").is(303)
	if got := h.open(id); got != "Ann 0 Bob 0 Cat 0 Dan 0" {
		t.Errorf("after all was paid: %s", got)
	}
	page = h.get(settlePath(id)).has(0, ".pays .whole").says(".pays .lead", "Nothing is left to be paid.").has(3, ".pays .posted li")
	back := ".pays .posted li:last-child form"
	h.does(page, back).is(303)
	h.does(page, back).is(303) // a tap that came twice
	if got := h.open(id); got != "Ann -12 Bob 12 Cat 0 Dan 0" {
		t.Errorf("after one was taken back: %s", got)
	}
	h.does(h.get(settlePath(id)), "#pay1-2 .whole").is(303)
	if got := h.open(id); got != "Ann 0 Bob 0 Cat 0 Dan 0" {
		t.Errorf("after it was paid once more: %s", got)
	}
	h.does(page, back, "entry", "1", "key", "other").is(404) // the night itself is nothing that can be taken back
}

func TestSettleWhy(t *testing.T) {
	h := openHouse(t)
	id := h.threePlayed()
	h.does(h.get(settlePath(id)), ".fold form[action$=costs]", "payer", "1", "amount", "4s", "what", "Beer", "for", "1,2,3,4").is(303)
	page := h.get(settlePath(id)+"/why/4").is(200).says("h2", "Dan owes 4s.").has(4, ".why tbody tr").says(".total td", "−4s.")
	page.says(".why .parts", "Deals −3s. Costs −1s.")
	if so := page.text(".so"); !strings.HasPrefix(so, "So Dan pays") {
		t.Errorf("it ends with %q", so)
	}
	h.get(settlePath(id)+"/why/1?with=2&by=fell").is(200).says(".bar h1", "Ann and Bob: why? Friday night")
	h.get(settlePath(id) + "/why/77").is(404)
	h.get(settlePath(id) + "/why/x").is(404)
}

// TestWhyAddsUp compares every line of every way down with what the page says is owed.
func TestWhyAddsUp(t *testing.T) {
	h := openHouse(t)
	id := h.threePlayed()
	ctx := context.Background()
	if _, err := h.book.Penalise(ctx, h.slip(), id, ledger.Penalty{By: 2, Kitty: true, Amount: 7, Reason: "shuffled"}); err != nil {
		t.Fatal(err)
	}
	h.does(h.get(settlePath(id)), ".fold form[action$=costs]", "payer", "3", "amount", "10d", "what", "Crisps", "for", "1,2,4").is(303)
	n := h.nightNow(id)
	for _, o := range n.Owed() {
		page := h.get(fmt.Sprintf("%s/why/%d", settlePath(id), o.Player)).is(200)
		var sum int64
		page.doc.Find(".why tbody tr td:nth-child(2)").Each(func(_ int, td *sel) {
			amount, err := n.Money.Parse(td.Text())
			if err != nil {
				t.Fatal(err)
			}
			sum += amount
		})
		if sum != o.Amount {
			t.Errorf("%s: the lines come to %d, owed is %d", o.Name, sum, o.Amount)
		}
		page.says(".total td", n.Money.Signed(o.Amount))
		for _, other := range n.Owed() {
			if other.Player == o.Player {
				continue
			}
			var between int64
			for _, b := range n.Between() {
				if b.From == o.Player && b.To == other.Player {
					between -= b.Amount
				}
				if b.To == o.Player && b.From == other.Player {
					between += b.Amount
				}
			}
			page := h.get(fmt.Sprintf("%s/why/%d?with=%d", settlePath(id), o.Player, other.Player)).is(200)
			if got := page.text(".total td"); got != n.Money.Signed(between) && between != 0 {
				t.Errorf("%s and %s: %s, not %s", o.Name, other.Name, got, n.Money.Signed(between))
			}
		}
	}
}

func TestCostsRoundingKitty(t *testing.T) {
	h := openHouse(t)
	id := h.threePlayed()
	at := settlePath(id)
	cost := ".fold form[action$=costs]"
	page := h.get(at)
	h.does(page, cost, "amount", "10d", "what", "", "for", "2,3", "payer", "2").is(422).says("#costs[open] .says", "What it was for is missing.").has(1, cost+" input[value='10d']").
		has(2, "#costs .chips input[checked]").has(1, "#costs option[value='2'][selected]")
	h.does(page, cost, "payer", "2", "amount", "soup", "what", "soup").is(422).has(1, "#costs[open] input[name=amount][aria-invalid]")
	h.does(page, cost, "payer", "2", "amount", "10d", "what", "Crisps", "for", "1,2,3").is(303) // 4, 3 and 3
	if got := h.open(id); got != "Ann -16 Bob 19 Cat 33 Dan -36" {
		t.Errorf("after the crisps: %s", got)
	}
	page = h.get(at+"?coin=6").is(200).says("#round[open] p", "To the nearest 6d. it would be:").has(5, "#round .posted li")
	h.does(page, "#round form").is(303)
	if got := h.open(id); got != "Ann -18 Bob 18 Cat 30 Dan -36 the kitty 6" {
		t.Errorf("after rounding: %s", got)
	}
	h.get(at + "?coin=-5").is(422)
	page = h.get(at).has(1, ".fold form[action$=kitty]").has(2, ".posted form[action$=withdraw]")
	h.does(page, ".fold form[action$=kitty]", "amount", "1s").is(422)
	h.does(page, ".fold form[action$=kitty]", "amount", "", "among", "1,2").is(303)
	if got := h.open(id); got != "Ann -15 Bob 21 Cat 30 Dan -36" {
		t.Errorf("after the kitty was shared: %s", got)
	}
	page = h.get(at).has(3, ".posted form[action$=withdraw]")
	for page.doc.Find(".posted form[action$=withdraw]").Length() > 0 {
		all := page.doc.Find(".posted form[action$=withdraw]").Length()
		last := page.doc.Find(".posted li form").Last()
		form := url.Values{}
		last.Find("input").Each(func(_ int, in *sel) { form.Set(in.AttrOr("name", ""), in.AttrOr("value", "")) })
		h.post(last.AttrOr("action", ""), form).is(303)
		if page = h.get(at); page.doc.Find(".posted form[action$=withdraw]").Length() >= all {
			t.Fatal("nothing was taken back")
		}
	}
	if got := h.open(id); got != "Ann -12 Bob 12 Cat 36 Dan -36" {
		t.Errorf("after all was taken back: %s", got)
	}
}

func TestLastRound(t *testing.T) {
	h := openHouse(t)
	id := h.threePlayed()
	page := h.get(settlePath(id)).says("#last p", "After one more deal all will have dealt alike.").says("#last form:first-child button", "One more deal, then we stop")
	h.does(page, "#last form:first-child").is(303)
	h.get(settlePath(id)).says("#last p", "Last round: this is the last deal; all will have dealt alike.")
	if duties := h.get(nightPath(id)).text("#deal .duty"); !strings.Contains(duties, "Last round: this is the last deal") {
		t.Errorf("the table says %q", duties)
	}
	h.plays(id, "solo bob 5")
	if duties := h.get(nightPath(id)).text("#deal .duty"); !strings.Contains(duties, "The last round is played") {
		t.Errorf("the table says %q", duties)
	}
	h.does(h.get(settlePath(id)), "#last form").is(303)
	page = h.get(settlePath(id)).says("#last p", "Everybody at the table has dealt alike: now is a fair moment to stop.").has(3, "#last form")
	if duties := h.get(nightPath(id)).text("#deal .duty"); strings.Contains(duties, "ast round") {
		t.Errorf("the table still says %q", duties)
	}
	// Any other number is agreed as well, and said without promising that it comes out alike.
	h.does(page, "#last form.other", "more", "-3").is(422).has(1, "#last details[open] input[value='-3']").has(1, "#last .says")
	h.does(page, "#last form.other", "more", "6").is(303)
	h.get(settlePath(id)).says("#last p", "Last round: six more deals, then we stop.")
}

func TestCloseSealReopenCarry(t *testing.T) {
	h := openHouse(t)
	id := h.threePlayed()
	at := settlePath(id)
	page := h.get(at).says(".closing .left li:first-child", "Ann still owes Bob 1s.")
	h.does(page, "#pay1-2 .whole").is(303)
	h.does(page, ".closing form").is(409) // it showed an older night
	page = h.get(at).has(1, ".closing .left li")
	h.does(page, ".closing form").is(303)
	page = h.get(at+"?did=closed").is(200).has(0, ".closing").has(0, ".pays").says(".did p", "The night is closed and sealed.")
	if seal := page.text(".seal"); seal != h.nightNow(id).Seal || len(strings.Fields(seal)) < 3 {
		t.Errorf("the seal reads %q", seal)
	}
	if text := page.text(".handon textarea"); !strings.Contains(text, "Ann paid Bob 1s.") || !strings.Contains(text, "Dan owes Cat 3s.") || !strings.Contains(text, h.nightNow(id).Seal) {
		t.Errorf("the message reads %q", text)
	}
	page.says(".stands tbody tr:first-child .open", "3s. left to get")
	h.get(nightPath(id)).says(".bar .primary", "Settled")

	// The same people next time: what is open is shown, and brought in.
	next := h.night("hoyle", 1, 2, 3, 4)
	later := h.get(settlePath(next)).says("#former .posted li > span", "Dan owes Cat 3s. since 20 Nov 2026")
	h.get(nightPath(next)).says(".former-open", "From former evenings: Dan owes Cat 3s. Settle it")
	h.get("/?do=keep&seats=4&seats=2&seats=3&house=hoyle&scale=1").says(".seating .former-open", "From former evenings: Dan owes Cat 3s.")
	h.get("/?do=keep&seats=4&seats=2&seats=1&house=hoyle&scale=1").has(0, ".former-open")
	h.does(later, "#former form[action$=bring]").is(303)
	if got := h.open(next); got != "Ann 0 Bob 0 Cat 36 Dan -36" {
		t.Errorf("brought in: %s", got)
	}
	h.get(settlePath(next)).has(0, "#former").has(1, "#pay4-3")
}

func TestReopen(t *testing.T) {
	h := openHouse(t)
	id := h.threePlayed()
	h.does(h.get(settlePath(id)), ".closing form").is(303)
	seal := h.nightNow(id).Seal
	h.does(h.get(settlePath(id)), ".fold form[action$=reopen]", "reason", "a deal was forgotten").is(303)
	if got := h.open(id); got != "Ann -12 Bob 12 Cat 36 Dan -36" {
		t.Errorf("opened again: %s", got)
	}
	h.does(h.get(settlePath(id)).has(2, ".pays li"), ".closing form").is(303)
	if again := h.nightNow(id).Seal; again == seal || again == "" {
		t.Errorf("the seal is %q, before it was %q", again, seal)
	}
}

// TestSettleAsPart asks as htmx does: each posting is answered with the page's part.
func TestSettleAsPart(t *testing.T) {
	h := openHouse(t)
	id := h.threePlayed()
	form := h.get(settlePath(id)).form("#pay1-2 .whole", "")
	got := h.part("POST", settlePath(id)+"/pay", form).is(200).says(".did p", "Written down.").has(1, ".pays .whole")
	if strings.Contains(string(got.body), "<html") {
		t.Error("a whole page was sent")
	}
}

func TestSettleDisputed(t *testing.T) {
	h := openHouse(t)
	_, id, deals := h.threeDeals()
	_, err := h.book.DisputeDeal(context.Background(), h.slip(), id, deals[0], ledger.EntryID(deals[0]), 2, "it was four")
	if err != nil {
		t.Fatal(err)
	}
	h.get(settlePath(id)).says(".settle .column .notice p", "Deal 1 is disputed: it was four").says(".closing .inset > p:last-of-type", "Deal 1 is disputed: it was four.")
}

func TestWatchersOnlyReadTheSettlement(t *testing.T) {
	s := openStreet(t)
	s.plays(s.one, "solo xan 5", "mis quirin 3")
	s.ask(s.request("GET", settlePath(s.one), s.tokens["watcher"], nil)).is(200).has(0, "form[method=post]").has(0, ".closing")
}

// TestClosingAsksThePIN: where there is one, closing and reopening want it; and the form isn't lost over it.
func TestClosingAsksThePIN(t *testing.T) {
	s := openStreet(t)
	s.plays(s.one, "solo xan 5")
	if err := s.book.SetPIN(context.Background(), "2468"); err != nil {
		t.Fatal(err)
	}
	token := s.tokens["scorer"]
	form := s.ask(s.request("GET", settlePath(s.one), token, nil)).form(".closing form", "")
	asked := s.ask(s.request("POST", nightPath(s.one)+"/close", token, form)).is(403)
	if s.nightNow(s.one).Seal != "" {
		t.Fatal("closed without the PIN")
	}
	form = asked.form("main form", "")
	form.Set("pin-asked", "2468")
	s.ask(s.request("POST", nightPath(s.one)+"/close", token, form)).is(303)
	if s.nightNow(s.one).Seal == "" {
		t.Error("not closed")
	}
}

// TestNightPicture draws the night, and says nothing of it that wasn't so.
func TestNightPicture(t *testing.T) {
	h := openHouse(t)
	id := h.threePlayed()
	got := h.get(nightPath(id) + "/picture.svg").is(200)
	if kind := got.Header.Get("Content-Type"); kind != "image/svg+xml" {
		t.Errorf("it comes as %s", kind)
	}
	if err := xml.Unmarshal(got.body, new(struct{})); err != nil {
		t.Errorf("it is no XML: %v", err)
	}
	for _, want := range []string{"Friday night", "+3s.", "−1s.", "The dearest deal", "+4s. 6d. to Cat, deal 3, Abundance", "<polyline"} {
		if !strings.Contains(string(got.body), want) {
			t.Errorf("it doesn't say %q", want)
		}
	}
	empty := h.night("hoyle", h.players("Eve <b>", "Fay & Co", strings.Repeat("W", 40))...)
	blank := h.get(nightPath(empty) + "/picture.svg").is(200)
	if err := xml.Unmarshal(blank.body, new(struct{})); err != nil || strings.Contains(string(blank.body), "<b>") {
		t.Errorf("before the first deal: %v", err)
	}
	h.get(nightPath(99) + "/picture.svg").is(404)
}

func TestBalancesAndStatement(t *testing.T) {
	h := openHouse(t)
	h.get("/balances").is(200).has(1, ".lost")
	id := h.threePlayed()
	h.does(h.get(settlePath(id)), ".closing form").is(303)
	page := h.get("/balances").is(200).says(".stands h2", "Pounds, shillings and pence").has(4, ".stands tbody tr").says(".stands tbody tr:nth-child(4) .came", "−3s.")
	page.has(2, ".debts li").says(".debts li:first-child span", "Ann owes Bob 1s. since 20 Nov 2026")
	h.does(page, ".debts li:first-child .whole").is(303)
	twice := h.does(page, ".debts li:first-child .whole").is(303) // a tap that came twice, or from another tablet
	h.get(twice.Header.Get("Location")).says(".did", "That was recorded already.")
	h.does(page, ".debts li:first-child details form", "amount", "6d").is(409).says(".refused .says", "That was recorded already, and not quite so. This is how it stands now.")
	other := "details.another form"
	h.does(page, other, "from", "1", "to", "2", "amount", "1s").is(409).says(".refused .says", "That was recorded already: Ann paid 1s. to Bob. Look at what is open now.")
	page = h.get("/balances?did=paid").is(200).has(1, ".debts li")
	h.does(page, ".debts details form", "amount", "4s").is(422).says(".debts details[open] .says", "4s. is more than is owed there: only 3s.").has(1, ".debts input[value='4s']")
	h.does(page, other, "from", "4", "to", "4", "amount", "1s").is(422).has(1, "details.another[open] .says").has(1, "details.another select[name=from] option[value='4'][selected]")
	h.does(page, other, "from", "4", "to", "3", "amount", "soup").is(422).has(1, "details.another input[value=soup][aria-invalid]")
	h.does(page, other, "from", "4", "to", "3", "amount", "1s").is(303)
	before := "form[action$=open]"
	page = h.get("/balances")
	h.does(page, before, "from", "2", "to", "1", "amount", "5s", "reason", "").is(422)
	h.does(page, before, "from", "2", "to", "1", "amount", "5s", "money", "lsd", "reason", "the old notebook").is(303)
	slate, err := h.book.Slate(context.Background(), "lsd", nil)
	if err != nil || fmt.Sprint(slate) != "[{2 Bob -60} {4 Dan -24} {3 Cat 24} {1 Ann 60}]" {
		t.Errorf("on the slate is %v, %v", slate, err)
	}
	account := h.get("/players/1/statement").is(200).says("h2", "Ann: +5s.").has(3, ".statement tbody tr").says(".statement tbody tr:first-child td:last-child", "5s.")
	account.says(".statement tbody tr:last-child td", "−1s.").says(".statement tbody tr:last-child th a span", "Friday night")
	var sum int64
	account.doc.Find(".statement tbody tr td:nth-child(2)").Each(func(_ int, td *sel) {
		amount, err := rules.LSD.Parse(td.Text())
		if err != nil {
			t.Fatal(err)
		}
		sum += amount
	})
	if sum != 60 {
		t.Errorf("the lines come to %d", sum)
	}
	account.says(".statement .open", "Bob owes Ann 5s.")

	// What was written apart from any evening is taken back with a reason, here or on the balances.
	back := ".statement tbody tr:first-child .back form"
	h.does(account, back).is(422).has(1, ".statement .back[open] .says")
	h.does(account, back, "reason", "the notebook was right").is(303)
	h.does(account, back, "reason", "the notebook was right", "key", "other").is(409).says(".refused .says", "That was withdrawn already.")
	h.get("/players/1/statement").says("h2", "Ann: 0").has(1, ".statement .struck").says(".statement tbody tr:first-child .text", "Withdrawn")
	page = h.get("/balances").has(2, ".lines li").says(".lines li:first-child span", "Dan paid 1s. to Cat 20 Nov 2026, by the tablet")
	lines := ".lines li:first-child form"
	h.does(page, lines).is(422).says(".lines details[open] .says", "A few words are needed here.")
	h.does(page, lines, "reason", "it was Bob").is(303)
	h.does(page, lines, "reason", "it was Bob", "entry", "1", "key", "other").is(404) // Ann herself can't be taken back
	h.get("/balances?did=withdrawn").says(".did", "Taken back.").has(1, ".lines li").says(".debts li:first-child span", "Dan owes Cat 3s. since 20 Nov 2026")

	h.get("/players/1/statement?money=EUR").is(200).has(0, ".statement tbody tr")
	h.get("/players/1/statement?money=shells").is(404)
	h.get("/players/99/statement").is(404)
	h.get("/players/x/statement").is(404)
}

// TestRandomEveningsSettle plays evenings of all sizes, ticks the payments of a plan one by one as the page shows them, and
// expects that each leaves the others alone and that they end at nothing.
func TestRandomEveningsSettle(t *testing.T) {
	dice := rand.New(rand.NewPCG(7, 11))
	for _, by := range []string{"fewest", "banker", "fell"} {
		for _, set := range []string{"hoyle", "units"} {
			h := openHouse(t)
			people := h.players("Ann", "Bob", "Cat", "Dan", "Eve")
			id := h.night(set, people[:4+dice.IntN(2)]...)
			for range 12 {
				n := h.nightNow(id)
				d := rules.Deal{Seats: len(n.Table), Dealer: n.Dealer, Call: rules.Solo, Caller: n.Duties.Leader, Tricks: dice.IntN(14)}
				if dice.IntN(3) == 0 {
					d.Call = rules.Misere
				}
				if _, err := h.book.Record(context.Background(), h.slip(), id, ledger.DealSaid{Deal: d}); err != nil {
					t.Fatal(err)
				}
			}
			at := settlePath(id) + "?by=" + by
			page := h.get(at).is(200)
			if wants := len(h.nightNow(id).Owed()) - 1; by != "fell" && page.doc.Find(".pays .whole").Length() > wants {
				t.Errorf("%s: more than %d payments", by, wants)
			}
			for page.doc.Find(".pays .whole").Length() > 0 {
				shown := page.doc.Find(".pays .who").Map(func(_ int, p *sel) string { return p.Text() })
				form := page.doc.Find(".pays .whole").First()
				fields := url.Values{}
				form.Find("input").Each(func(_ int, in *sel) { fields.Set(in.AttrOr("name", ""), in.AttrOr("value", "")) })
				h.post(form.AttrOr("action", ""), fields).is(303)
				h.open(id)
				page = h.get(at)
				if rest := page.doc.Find(".pays .who").Map(func(_ int, p *sel) string { return p.Text() }); strings.Join(rest, ";") != strings.Join(shown[1:], ";") {
					t.Fatalf("%s: paying %q changed the others: %q, before %q", by, shown[0], rest, shown[1:])
				}
			}
			for _, o := range h.nightNow(id).Owed() {
				if o.Amount != 0 {
					t.Errorf("%s %s: all was paid, and %s stands at %d", set, by, o.Name, o.Amount)
				}
			}
		}
	}
}

// TestSharesByName: costs that weren't the same for all, and a share of the kitty for one.
func TestSharesByName(t *testing.T) {
	h := openHouse(t)
	id := h.threePlayed() // Ann −12, Bob +12, Cat +36, Dan −36
	at := settlePath(id)
	cost, page := "#costs form", h.get(at)
	typed := []string{"payer", "2", "what", "Port", "amount", "", "shares", "1s,,6d,soup"}
	h.does(page, cost, typed...).is(422).has(1, "#costs .shares[open] .says").has(1, "#costs input[name=shares][value='soup']").has(1, "#costs input[name=what][value=Port]").has(1, "#costs option[value='2'][selected]")
	typed[5], typed[7] = "2s", "1s,,6d,"
	h.does(page, cost, typed...).is(422).says("#costs .shares[open] .says", "The shares come to 1s. 6d., but 2s. was laid out.").has(1, "#costs input[name=amount][value='2s']")
	typed[7] = "−1s,,6d,"
	h.does(page, cost, typed...).is(422)
	typed[5], typed[7] = "", "1s,,6d,"
	h.does(page, cost, typed...).is(303)
	if got := h.open(id); got != "Ann -24 Bob 30 Cat 30 Dan -36" {
		t.Errorf("after the port: %s", got)
	}
	h.does(h.get(at), cost, "payer", "1", "what", "Water", "amount", "", "shares", ",,,").is(422).says("#costs .says", "How much was laid out?")
	h.does(h.get(at), cost, "payer", "1", "what", "Water", "amount", "6d", "shares", "6d,,,").is(422).says("#costs .says", "Ann laid that out for nobody else.")
	h.does(h.get(at), cost, "payer", "1", "what", "Water", "amount", "6d", "who", "1,2", "shares", "1d,,,").is(400)

	if _, err := h.book.Penalise(context.Background(), h.slip(), id, ledger.Penalty{By: 4, Kitty: true, Amount: 10, Reason: "shuffled"}); err != nil {
		t.Fatal(err)
	}
	kitty, page := "#kitty form", h.get(at)
	h.does(page, kitty, "shares", ",11d,,", "reason", "the prize").is(422).says("#kitty[open] .says", "There is only 10d. in the kitty.").has(1, "#kitty input[value='the prize']").has(1, "#kitty .shares[open] input[value='11d']")
	h.does(page, kitty, "shares", ",x,,").is(422).has(1, "#kitty .shares .says")
	nobody := page.form(kitty, "")
	nobody.Del("among")
	h.post(at+"/kitty", nobody).is(422).says("#kitty[open] fieldset .says", "Say who shares it.").has(0, "#kitty .chips input[checked]")
	h.does(page, kitty, "shares", ",4d,,1d", "reason", "the prize").is(303)
	if got := h.open(id); got != "Ann -24 Bob 34 Cat 30 Dan -45 the kitty 5" {
		t.Errorf("after the prize: %s", got)
	}
	h.get(at).says(".column:last-child .posted li:last-child span", "From the kitty: 4d. to Bob and 1d. to Dan (the prize)")
	// The rest equally: an odd coin stays in it.
	h.does(h.get(at), kitty, "among", "1,3").is(303)
	if got := h.open(id); got != "Ann -22 Bob 34 Cat 32 Dan -45 the kitty 1" {
		t.Errorf("after the rest: %s", got)
	}
}

// TestFormerDebts: one by one, together with tonight or apart, and ticked on two tablets once.
func TestFormerDebts(t *testing.T) {
	h := openHouse(t)
	page := h.get(settlePath(h.threePlayed()))
	left := page.doc.Find(".closing .left li").Map(func(_ int, li *sel) string { return li.Text() })
	h.does(page, ".closing form").is(303)
	next := h.night("hoyle", 1, 2, 3, 4)
	at := settlePath(next)
	page = h.get(at).has(2, "#former .posted li").has(1, "#former .all form, #former form.all")
	// What was said at the close is what is said now.
	for i, said := range page.doc.Find("#former .posted li > span:first-child").Map(func(_ int, s *sel) string { return s.Text() }) {
		if want := strings.Replace(left[i], "still owes", "owes", 1); !strings.HasPrefix(said, want) {
			t.Errorf("at the close it was %q, and now it is %q", want, said)
		}
	}
	h.get(nightPath(next)).says(".former-open span", "From former evenings: Ann owes Bob 1s., Dan owes Cat 3s.")
	other := h.get("/balances") // on another tablet
	apart := "#former li:first-child form[action$=former]"
	h.does(page, apart).is(303)
	twice := h.does(page, apart).is(303)
	h.get(twice.Header.Get("Location")).says(".did", "That was recorded already.").has(1, "#former .posted li")
	again := h.does(other, ".debts li:first-child .whole").is(303)
	if again.Header.Get("Location") != "/balances?did=again" {
		t.Errorf("the other tablet is led to %s", again.Header.Get("Location"))
	}
	h.does(page, "#former li:first-child form[action$=bring]").is(422).says(".refused .says", "So much isn't open any more between Ann and Bob from former evenings.")
	h.does(h.get(at), "#former li:first-child form[action$=bring]").is(303)
	h.get(at).has(0, "#former").has(1, "#pay4-3")
	if got := h.open(next); got != "Ann 0 Bob 0 Cat 36 Dan -36" {
		t.Errorf("brought in: %s", got)
	}
}

// TestClosingKeepsTheWayToPay: what is left is left between those whom the page showed.
func TestClosingKeepsTheWayToPay(t *testing.T) {
	for _, c := range []struct{ way, left string }{
		{"?by=banker&banker=1", "Ann owes Bob 1s. Ann owes Cat 3s. Dan owes Ann 3s."},
		{"?by=fewest", "Ann owes Bob 1s. Dan owes Cat 3s."},
	} {
		h := openHouse(t)
		id := h.threePlayed()
		page := h.get(settlePath(id) + c.way)
		h.does(page, ".closing form").is(303)
		var said []string
		h.get(settlePath(id)).doc.Find(".paid-head + .posted li").Each(func(_ int, li *sel) { said = append(said, strings.TrimSpace(li.Text())) })
		if got := strings.Join(said, " "); got != c.left {
			t.Errorf("%s: left is %q, not %q", c.way, got, c.left)
		}
		var later []string
		h.get(settlePath(h.night("hoyle", 1, 2, 3, 4))).doc.Find("#former .posted li > span:first-child").Each(func(_ int, s *sel) {
			later = append(later, strings.TrimSpace(strings.Split(s.Text(), " since")[0]))
		})
		if got := strings.Join(later, " "); got != c.left {
			t.Errorf("%s: later it is %q, not %q", c.way, got, c.left)
		}
	}
}

// TestBalancesAsPart asks as htmx does.
func TestBalancesAsPart(t *testing.T) {
	h := openHouse(t)
	h.does(h.get(settlePath(h.threePlayed())), ".closing form").is(303)
	form := h.get("/balances").form(".debts li:first-child .whole", "")
	for _, says := range []string{"Written down.", "That was recorded already."} {
		got := h.part("POST", "/balances/pay", form).is(200).says(".did", says).has(1, ".debts li").has(1, "#balances")
		if strings.Contains(string(got.body), "<html") {
			t.Error("a whole page was sent")
		}
	}
	account := h.get("/players/1/statement")
	back := account.form(".statement tr:first-child .back form", "")
	h.part("POST", "/players/1/statement", back).is(422).has(1, "#statement .back[open] .says")
	back.Set("reason", "it was a button")
	h.part("POST", "/players/1/statement", back).is(200).says(".did", "Taken back.").has(1, "#statement .struck")
}
