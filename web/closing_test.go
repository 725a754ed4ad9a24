package web_test

// The close of a night and what comes after it: the seal, the message and the picture to hand on, what was
// left and what became of it, the night opened again, and former debts in the next one.

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/rules"
)

func TestCloseSealReopenCarry(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	at := settlePath(id)
	page := h.get(at).says(".closing .owed li:first-child", "Ann still owes Bob 1s")
	h.does(page, "#pay1-2 .whole").is(303)
	h.does(page, "form.closing").is(409) // it showed an older night
	page = h.get(at).has(1, ".closing .owed li")
	same(t, h.does(page, "form.closing").is(303).Header.Get("Location"), nightPath(id),
		"closing leads to %s, not to the last page")
	page = h.get(at).is(200).has(0, ".closing").has(0, ".pays .whole")
	if seal := page.text(".seal"); seal != h.nightNow(id).Seal || len(strings.Fields(seal)) < 3 {
		t.Errorf("the seal reads %q", seal)
	}
	page.tells("#handon", "Ann paid Bob 1s", "Dan owes Cat 3s", h.nightNow(id).Seal)
	page.says(".pays .left p", "Dan owes Cat 3s: left for next time.")
	h.get(nightPath(id)).says(".bar .primary", "The same again").has(1, `.bar form[action="/nights"]`)

	// The same people next time: what is open is shown, and brought in.
	next := h.night("hoyle", 1, 2, 3, 4)
	later := h.get(settlePath(next)).says("#former .debt p", "Dan still owes Cat 3s, since 20 Nov 2026.")
	h.get(nightPath(next)).says(".former-open", "From former evenings: Dan owes Cat 3s Settle it")
	h.get("/?do=keep&seats=4&seats=2&seats=3&house=hoyle&scale=1").
		says(".seating .former-open:not(.sitting)", "From former evenings: Dan owes Cat 3s")
	h.get("/?do=keep&seats=4&seats=2&seats=1&house=hoyle&scale=1").has(0, ".former-open:not(.sitting)")
	h.does(later, "#former form[action$=bring]").is(303)
	same(t, h.open(next), "Ann 0 Bob 0 Cat 36 Dan -36", "brought in: %s")
	h.get(settlePath(next)).has(0, "#former").has(1, "#pay4-3")
}

// TestClosingKeepsTheWayToPay: what is left is left between those whom the page showed.
func TestClosingKeepsTheWayToPay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ way, left string }{
		{"banker", "Ann owes Bob 1s Ann owes Cat 3s Dan owes Ann 3s"},
		{"fewest", "Ann owes Bob 1s Dan owes Cat 3s"},
	} {
		h := openHouse(t)
		id := h.threePlayed()
		h.settlesBy(id, c.way, 1)
		h.does(h.get(settlePath(id)), "form.closing").is(303)
		var said []string
		h.get(settlePath(id)).
			doc.Find(".pays .left p").Each(func(_ int, p *sel) {
			debt, _, _ := strings.Cut(strings.TrimSpace(p.Text()), ":")
			said = append(said, debt)
		})
		if got := strings.Join(said, " "); got != c.left {
			t.Errorf("%s: left is %q, not %q", c.way, got, c.left)
		}
		var later []string
		h.get(settlePath(h.night("hoyle", 1, 2, 3, 4))).
			doc.Find("#former .debt p").
			Each(func(_ int, s *sel) {
				debt := strings.TrimSpace(strings.Split(strings.Join(strings.Fields(s.Text()), " "), ", since")[0])
				later = append(later, strings.Replace(debt, " still", "", 1))
			})
		if got := strings.Join(later, " "); got != c.left {
			t.Errorf("%s: later it is %q, not %q", c.way, got, c.left)
		}
	}
}

// TestClosingAsksThePIN: where there is one, closing and reopening want it; and the form isn't lost over it.
func TestClosingAsksThePIN(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	s.plays(s.one, "solo xan 5")
	fine(t, s.book.SetPIN(context.Background(), "2468"))
	token := s.tokens["scorer"]
	form := s.ask(s.request("GET", settlePath(s.one), token, nil)).form("form.closing", "")
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

// TestTheDayIsSaidOnce heads the pages of an evening without a name, and its news.
func TestTheDayIsSaidOnce(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	hoyle, _ := rules.Set("hoyle")
	got := must(h.book.StartNight(context.Background(), h.slip(), ledger.NewNight{House: hoyle,
		Seats: h.players("Ann", "Bob", "Cat", "Dan"), Dealer: 4}))(t)
	at := nightPath(got.Night)
	h.plays(got.Night, "solo ann 5")
	const day, played = "Friday 20 November 2026", "3 deals · Hoyle, six-twelve-eighteen"
	had := h.nightNow(got.Night).Version
	h.plays(got.Night, "solo bob 5", "passed")
	h.get(fmt.Sprintf("%s/news?had=%d", at, had)).tells(".notice",
		"table: Deal 3: All passed: nothing is paid. Deal 2: Bob makes solo")
	h.get(at+"/settle").says(".on-paper h1", day).says(".on-paper p", played)
	h.get(at+"/settle/why/1").says(".on-paper p", day+" · "+played)
	h.get(at+"/sheet").says(".a4 h1", day).says(".a4 header p", "Hoyle, six-twelve-eighteen")
	h.closes(got.Night)
	h.get(at).says(".bar h1", "Friday, 20 November")
	id := h.night("hoyle", 1, 2, 3, 4)
	h.plays(id, "solo ann 5", "solo ann 5", "solo ann 5")
	h.get(settlePath(id)).says(".on-paper h1", "Friday night").says(".on-paper p", day+" · "+played)
	h.get(nightPath(id)+"/sheet").
		says(".a4 h1", "Friday night").
		says(".a4 header p", day+" · Hoyle, six-twelve-eighteen")
}

// TestMessageTellsAll: the words for a message have the drinks, the rounding and the kitty's shares, and what
// all came to.
func TestMessageTellsAll(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	at := settlePath(id)
	message := func() string { return strings.ReplaceAll(h.get(at).doc.Find("#handon").Text(), "\u202f", " ") }
	if text := message(); strings.Contains(text, "With all that") {
		t.Errorf("besides the deals nothing is in it, and the message reads %q", text)
	}
	h.does(h.get(at), "#costs form[action$=costs]", "payer", "2", "amount", "10d", "what", "Crisps",
		"for", "1,2,3").is(303)
	h.does(h.get(at+"?coin=6"), "#round form").is(303)
	all := "\nCat +3s\nBob +1s\nAnn −1s\nDan −3s\n\nBob laid out 10d for Ann, Bob and Cat: " +
		"Crisps\nRounded to 6d, what was left over into the kitty\n"
	came := "\nWith all that:\nCat +2s 6d\nBob +1s 6d\nAnn −1s 6d\nDan −3s\nThe kitty +6d\n\nAnn pays " +
		"Bob 1s 6d\n"
	if text := message(); !strings.Contains(text, all+came) {
		t.Errorf("the message reads %q, without %q", text, all+came)
	}
	h.does(h.get(at), "#kitty form", "amount", "4d", "among", "1,4", "reason", "the fare").is(303)
	h.does(h.get(at), "#pay1-2 .whole").is(303)
	h.does(h.get(at), "form.closing").is(303)
	came = "From the kitty: 2d to Ann and 2d to Dan (the fare)\n\nWith all that:\nCat +2s 6d\nBob +1s " +
		"6d\nAnn −1s 4d\nDan −2s 10d\nThe kitty +2d\n\nAnn paid Bob 1s 4d\nDan owes the kitty 2d\n"
	if text := message(); !strings.Contains(text, all+came) || strings.Count(text, " owes ") != 3 {
		t.Errorf("after the close the message reads %q, without %q", text, all+came)
	}
}

// TestRoundedEvenly: where nothing was left over, nothing is said to have gone into the kitty.
func TestRoundedEvenly(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	at := settlePath(id)
	h.does(h.get(at), "#costs form[action$=costs]", "payer", "2", "amount", "1d", "what", "A match",
		"for", "1").is(303)
	page := h.get(at + "?coin=3")
	same(t, page.doc.Find("#round .posted li").Last().Text(), "Into the kitty 0",
		"before it is rounded, the kitty has %q to come")
	h.does(page, "#round form").is(303)
	if got := h.open(id); got != "Ann -12 Bob 12 Cat 36 Dan -36" {
		t.Fatalf("after rounding: %s", got)
	}
	page = h.get(at).says(`.posted li:contains("Rounded") span`, "Rounded to 3d, nothing was left over")
	if text := page.doc.Find("#handon").Text(); !strings.Contains(text,
		"\nRounded to 3d, nothing was left over\n") {
		t.Errorf("the message reads %q", text)
	}
}

// since is what a closed night says of what it left.
func (h *house) since(id ledger.NightID) string {
	h.t.Helper()
	return strings.Join(h.get(settlePath(id)).is(200).doc.Find(".pays .left .how").
		Map(func(_ int, s *sel) string { return strings.Join(strings.Fields(s.Text()), " ") }), " / ")
}

// TestPaidSinceTheClose: a closed night says what became of what it left, so that nobody pays twice.
func TestPaidSinceTheClose(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	h.does(h.get(settlePath(id)), "form.closing").is(303)
	same(t, h.since(id), "", "nothing was paid, and it says %q")
	page := h.get("/balances")
	h.does(page, ".debts li:last-child .part", "amount", "1s").is(303)
	h.does(page, ".debts li:first-child .whole").is(303)
	want := "Ann paid Bob 1s on 20 Nov 2026: nothing of it is open any more. / Dan paid Cat 1s on 20 Nov " +
		"2026: still open is 2s."
	if got := h.since(id); got != want {
		t.Errorf("it says %q, not %q", got, want)
	}
	closed := h.get(settlePath(id))
	closed.tells("#handon", "Dan owes Cat 3s (Dan paid Cat 1s on 20 Nov 2026: still open is 2s.)")
	h.get(nightPath(id)).is(200).
		says(".last-payments li:last-child", "→3s Dan to CatDan paid Cat 1s on 20 Nov 2026: still open is 2s."+
			"2s 6d 6d half-crown, sixpencePaid").
		has(1, ".last-payments .paid").has(1, `.last-payments a[href="/balances"]`)
	h.get(settlePath(id)+"/why/4").
		says("h2", "When the night was closed, Dan owed 3s.").
		says(".total td", "−3s").
		says(".so", "Left for next time: Dan owes Cat 3s. Dan paid Cat 1s on 20 Nov 2026: still open is 2s.")
	h.get(settlePath(id)+"/why/3").says("h2", "When the night was closed, Cat was to get 3s.")
	// The rest goes into the next evening.
	next := h.night("hoyle", 1, 2, 3, 4)
	h.does(h.get(settlePath(next)), "#former form[action$=bring]").is(303)
	want = "Ann paid Bob 1s on 20 Nov 2026: nothing of it is open any more. / " +
		"Dan paid Cat 1s on 20 Nov 2026; Dan’s 2s for Cat went into the settlement of 20 Nov 2026: what was " +
		"open of it is settled there."
	if got := h.since(id); got != want {
		t.Errorf("it says %q, not %q", got, want)
	}
	// What was taken back wasn't paid, and what is paid in another money is none of it.
	h.does(h.get("/balances"), ".lines li:first-child form", "reason", "it was a button").is(303)
	got := h.since(id)
	if strings.Contains(got, "Ann") {
		t.Errorf("it still says %q", got)
	}
	must(h.book.PaySlate(context.Background(), h.slip(), rules.Units,
		ledger.Payment{From: 1, To: 2, Amount: 12}, 0))(t)
	if again := h.since(id); again != got {
		t.Errorf("it says %q, not %q", again, got)
	}
}

func TestReopen(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	h.does(h.get(settlePath(id)), "form.closing").is(303)
	seal := h.nightNow(id).Seal
	h.does(h.get(settlePath(id)), "form[action$=reopen]", "reason", "a deal was forgotten").is(303)
	same(t, h.open(id), "Ann -12 Bob 12 Cat 36 Dan -36", "opened again: %s")
	h.does(h.get(settlePath(id)).has(2, ".pays .pay"), "form.closing").is(303)
	if again := h.nightNow(id).Seal; again == seal || again == "" {
		t.Errorf("the seal is %q, before it was %q", again, seal)
	}
}

// TestBroughtBeforeItWasReopened: what an evening left went into the next; where the first is opened again it
// says so, and the next doesn't ask for it back but says why it is open.
func TestBroughtBeforeItWasReopened(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	at := settlePath(id)
	h.does(h.get(at), "form.closing").is(303) // Ann owes Bob 1s, Dan owes Cat 3s.
	next := h.night("hoyle", 1, 2, 3, 4)
	h.does(h.get(settlePath(next)).has(2, "#former .debt"), "#former form.all").is(303)
	h.get(settlePath(next)).has(0, "#former")
	h.does(h.get(at), "form[action$=reopen]").is(303)
	page := h.get(at).
		says("#since h2", "Since the night was closed").
		says("#since li:last-child > span", "Dan’s 3s for Cat went into the settlement of 20 Nov 2026")
	page.says("#pay4-3 .since",
		"3s of it went into the settlement of 20 Nov 2026 since the night was closed, and isn’t counted in yet.").
		has(2, "#since form")
	why := "only because the evening of 20 Nov 2026 is open again, and asks for it once more until it is " +
		"counted in there"
	other := h.get(settlePath(next)).has(2, "#former .debt").has(0, "#former form").
		says("#former .debt:nth-child(2) p", "Cat still owes Dan 3s, "+why+".")
	same(t, other.doc.Find("#former .debt a").First().AttrOr("href", ""), at+"#since", "it leads to %q")
	slate := h.get("/balances").has(2, ".debts li").has(0, ".debts form").has(0, ".fewer").
		says(".debts li:last-child > span", "Cat owes Dan 3s "+why)
	same(t, slate.doc.Find(".debts li a").First().AttrOr("href", ""), at+"#since",
		"from the balances it leads to %q")
	for left := 2; left > 0; left-- {
		form := url.Values{}
		page = h.get(at).has(left, "#since form")
		page.doc.Find("#since form").
			First().
			Find("input").
			Each(func(_ int, in *sel) { form.Set(in.AttrOr("name", ""), in.AttrOr("value", "")) })
		h.post(at+"/bring", form).is(303)
	}
	h.get(at).says("#since header p", "It is counted in tonight.").has(0, ".pays .whole")
	h.get(settlePath(next)).has(0, "#former").says("#pay4-3 .amt", "3s")
}

// TestPaidBeforeItWasReopened: a night that is opened again tells what was paid meanwhile, and counts it in
// with one tap.
func TestPaidBeforeItWasReopened(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	at := settlePath(id)
	h.does(h.get(at), "form.closing").is(303)
	h.does(h.get("/balances"), ".debts li:last-child .part", "amount", "1s").is(303)
	reopen, count := "form[action$=reopen]", "#since form"
	h.does(h.get(at), reopen).is(303)
	page := h.get(at).says("#since li > span", "Dan paid Cat 1s on 20 Nov 2026").
		says("#since header p", "Opened again, the night asks for it once more, until you count it in.").
		has(0, "#former")
	page.says("#pay4-3 .amt", "3s").
		says("#pay4-3 .since", "1s of it was paid since the night was closed, and isn’t counted in yet.").
		has(0, "#pay1-2 .since")
	h.does(page, count).is(303)
	h.does(page, count).is(303) // a tap that came twice
	h.does(page, count, "key", "other").
		is(422).
		says(".refused .says", "So much isn't open any more between Cat and Dan from former evenings.")
	same(t, h.open(id), "Ann -12 Bob 12 Cat 24 Dan -24", "counted in: %s")
	h.get(at).has(0, count).says("#since header p", "It is counted in tonight.").
		says("#since li > span", "Dan paid Cat 1s on 20 Nov 2026").says("#pay4-3 .amt", "2s").
		has(0, ".pays .since")
	h.leads(id)
	h.does(h.get(at), "form.closing").is(303)
	same(t, h.since(id), "", "closed again it says %q")
	// And if nobody counts it in, it comes off what is left all the same.
	h.does(h.get(at), reopen).is(303)
	h.does(h.get(at), "#costs .posted form[action$=withdraw]").
		is(303)
		// what was counted in is taken back
	h.does(h.get(at).has(1, count), "form.closing").is(303)
	if got, want := h.since(id), "Dan paid Cat 1s on 20 Nov 2026: still open is 2s."; got != want {
		t.Errorf("closed without it, it says %q, not %q", got, want)
	}
	h.get("/balances").says(".debts li:last-child span", "Dan owes Cat 2s since 20 Nov 2026")
	// A night that leaves nothing has nothing to tell.
	other := h.night("units", 1, 2, 3, 4)
	h.get(settlePath(other)).has(0, "#since")
}

// TestFormerDebts: one by one, together with tonight or apart, and ticked on two tablets once.
func TestFormerDebts(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	page := h.get(settlePath(id))
	left := page.doc.Find(".closing .owed li").Map(func(_ int, li *sel) string { return li.Text() })
	last := h.get(h.does(page, "form.closing").is(303).Header.Get("Location"))
	h.get(settlePath(id)).says(".pays h2", last.text(".last-payments h2"))
	next := h.night("hoyle", 1, 2, 3, 4)
	at := settlePath(next)
	page = h.get(at).has(2, "#former .debt").has(4, "#former .debt .face").has(1, "#pays ~ #former").
		has(1, "#former .all form, #former form.all")
	// What was said at the close is what is said now.
	for i, said := range page.doc.Find("#former .debt p").Map(
		func(_ int, s *sel) string { return strings.Join(strings.Fields(s.Text()), " ") }) {
		if want := left[i]; !strings.HasPrefix(said, want) {
			t.Errorf("at the close it was %q, and now it is %q", want, said)
		}
	}
	h.get(nightPath(next)).says(".former-open span", "From former evenings: Ann owes Bob 1s, Dan owes Cat 3s")
	other := h.get("/balances") // on another tablet
	apart := "#former .debt:first-child form[action$=former]"
	h.does(page, apart).is(303)
	twice := h.does(page, apart).is(303)
	h.get(twice.Header.Get("Location")).says(".did", "That was recorded already.").has(1, "#former .debt")
	again := h.does(other, ".debts li:first-child .whole").is(303)
	if again.Header.Get("Location") != "/balances?did=again" {
		t.Errorf("the other tablet is led to %s", again.Header.Get("Location"))
	}
	h.does(page, "#former .debt:first-child form[action$=bring]").
		is(422).
		says(".refused .says", "So much isn't open any more between Ann and Bob from former evenings.")
	h.does(h.get(at), "#former .debt:first-child form[action$=bring]").is(303)
	h.get(at).has(0, "#former").has(1, "#pay4-3")
	same(t, h.open(next), "Ann 0 Bob 0 Cat 36 Dan -36", "brought in: %s")
}

// TestNightPicture draws the night, and says nothing of it that wasn't so.
func TestNightPicture(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	got := h.get(nightPath(id) + "/picture.svg").is(200)
	same(t, got.Header.Get("Content-Type"), "image/svg+xml", "it comes as %s")
	if err := xml.Unmarshal(got.body, new(struct{})); err != nil {
		t.Errorf("it is no XML: %v", err)
	}
	for _, want := range []string{"Friday night", "+3s", "−1s", "The deal of the evening",
		"Cat, +4s 6d in deal 3: Abundance", "<polyline"} {
		if !strings.Contains(strings.ReplaceAll(string(got.body), "\u202f", " "), want) {
			t.Errorf("it doesn't say %q", want)
		}
	}
	empty := h.night("hoyle", h.players("Eve <b>", "Fay & Co", strings.Repeat("W", 40))...)
	blank := h.get(nightPath(empty) + "/picture.svg").is(200)
	if err := xml.Unmarshal(blank.body, new(struct{})); err != nil ||
		strings.Contains(string(blank.body), "<b>") {
		t.Errorf("before the first deal: %v", err)
	}
	h.get(nightPath(99) + "/picture.svg").is(404)
}

// TestLastPageTicks: what was left at the close is ticked on the last page itself, once, in the evening's own
// part; a page that is older says so, and one that only looks on offers nothing.
func TestLastPageTicks(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	ids := h.players("Ann", "Bob", "Cat", "Dan")
	first := h.night("hoyle", ids...)
	h.plays(first, "mis dan 1")
	h.closes(first)
	id := h.night("hoyle", ids...)
	h.plays(id, "mis dan 1", "mis dan 1")
	h.closes(id)
	page := h.get(nightPath(id)).is(200).has(3, ".last-payments form")
	tick := firstForm(page, ".last-payments form")
	if tick.Get("amount") != "2s" || tick.Get("owed") != "36" {
		t.Errorf("ticked is %v", tick)
	}
	for range 2 { // a double tap
		a := h.post("/balances/pay", tick).is(303)
		same(t, a.Header.Get("Location"), nightPath(id), "it leads to %s")
	}
	tick.Set("key", "an-older-page")
	h.post("/balances/pay", tick).is(409)
	debts := h.book.Debts(h.nightNow(id).Money, ids[3], 0)
	if len(debts.Shown) != 3 {
		t.Fatal(debts)
	}
	paid := ledger.PlayerID(0)
	for _, d := range debts.Shown {
		if d.Amount == 12 {
			paid = d.To
		} else if d.Amount != 36 {
			t.Errorf("left is %+v", d)
		}
	}
	if fmt.Sprint(paid) != tick.Get("to") {
		t.Errorf("%d was paid, not %s", paid, tick.Get("to"))
	}
}
