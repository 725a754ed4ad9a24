package web_test

// The close of a night and what comes after it: the seal, the message and the picture to hand on, debts left
// and what became of them, the night opened again, and former debts in the next one.

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/rules"
	"ouverte/web/webtest"
)

func TestCloseSealReopenCarry(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	at := webtest.SettlePath(id)
	page := h.Get(at).Says(".closing .owed li:first-child", "Ann still owes Bob 1s")
	h.Does(page, "#pay1-2 .whole").Is(303)
	h.Does(page, "form.closing").Is(409) // it showed an older night
	page = h.Get(at).Has(1, ".closing .owed li")
	same(t, h.Does(page, "form.closing").Is(303).Header.Get("Location"), webtest.NightPath(id),
		"closing leads to %s, not to the last page")
	page = h.Get(at).Is(200).Has(0, ".closing").Has(0, ".pays .whole")
	if seal := page.Text(".seal"); seal != h.NightNow(id).Seal || len(strings.Fields(seal)) < 3 {
		t.Errorf("the seal reads %q", seal)
	}
	page.Tells("#handon", "Ann paid Bob 1s", "Dan owes Cat 3s", h.NightNow(id).Seal)
	page.Says(".pays .left p", "Dan owes Cat 3s: left for next time.")
	h.Get(webtest.NightPath(id)).Says(".bar .primary", "The same again").Has(1, `.bar form[action="/nights"]`)

	// The same people next time: what is open is shown, and brought in.
	next := h.Night("hoyle", 1, 2, 3, 4)
	later := h.Get(webtest.SettlePath(next)).Says("#former .debt p", "Dan still owes Cat 3s, since 20 Nov 2026.")
	h.Get(webtest.NightPath(next)).Says(".former-open", "From former evenings: Dan owes Cat 3s Settle it")
	h.Get("/?do=keep&seats=4&seats=2&seats=3&house=hoyle&scale=1").
		Says(".seating .former-open:not(.sitting)", "From former evenings: Dan owes Cat 3s")
	h.Get("/?do=keep&seats=4&seats=2&seats=1&house=hoyle&scale=1").Has(0, ".former-open:not(.sitting)")
	h.Does(later, "#former form[action$=bring]").Is(303)
	same(t, h.Open(next), "Ann 0 Bob 0 Cat 36 Dan -36", "brought in: %s")
	h.Get(webtest.SettlePath(next)).Has(0, "#former").Has(1, "#pay4-3")
}

// TestClosingKeepsTheWayToPay: what is left is left between those whom the page showed.
func TestClosingKeepsTheWayToPay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ way, left string }{
		{"banker", "Ann owes Bob 1s Ann owes Cat 3s Dan owes Ann 3s"},
		{"fewest", "Ann owes Bob 1s Dan owes Cat 3s"},
	} {
		h := webtest.Open(t)
		id := h.ThreePlayed()
		settlesBy(h, id, c.way, 1)
		h.Does(h.Get(webtest.SettlePath(id)), "form.closing").Is(303)
		var said []string
		h.Get(webtest.SettlePath(id)).Doc.Find(".pays .left p").Each(func(_ int, p *sel) {
			debt, _, _ := strings.Cut(strings.TrimSpace(p.Text()), ":")
			said = append(said, debt)
		})
		if got := strings.Join(said, " "); got != c.left {
			t.Errorf("%s: left is %q, not %q", c.way, got, c.left)
		}
		var later []string
		h.Get(webtest.SettlePath(h.Night("hoyle", 1, 2, 3, 4))).Doc.Find("#former .debt p").
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
	s.Plays(s.one, "solo xan 5")
	fine(t, s.Book.SetPIN(context.Background(), "2468"))
	token := s.tokens["scorer"]
	form := s.Ask(s.request("GET", webtest.SettlePath(s.one), token, nil)).Form("form.closing", "")
	asked := s.Ask(s.request("POST", webtest.NightPath(s.one)+"/close", token, form)).Is(403)
	if s.NightNow(s.one).Seal != "" {
		t.Fatal("closed without the PIN")
	}
	form = asked.Form("main form", "")
	form.Set("pin-asked", "2468")
	s.Ask(s.request("POST", webtest.NightPath(s.one)+"/close", token, form)).Is(303)
	if s.NightNow(s.one).Seal == "" {
		t.Error("not closed")
	}
}

// TestTheDayIsSaidOnce heads the pages of an evening without a name, and its news.
func TestTheDayIsSaidOnce(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	hoyle, _ := rules.Set("hoyle")
	got := must(h.Book.StartNight(context.Background(), h.Slip(), ledger.NewNight{House: hoyle,
		Seats: h.Players("Ann", "Bob", "Cat", "Dan"), Dealer: 4}))(t)
	at := webtest.NightPath(got.Night)
	h.Plays(got.Night, "solo ann 5")
	const day, played = "Friday 20 November 2026", "3 deals · Hoyle, six-twelve-eighteen"
	had := h.NightNow(got.Night).Version
	h.Plays(got.Night, "solo bob 5", "passed")
	h.Get(fmt.Sprintf("%s/news?had=%d", at, had)).Tells(".notice",
		"table: Deal 3: All passed: nothing is paid. Deal 2: Bob makes solo")
	h.Get(at+"/settle").Says(".on-paper h1", day).Says(".on-paper p", played)
	h.Get(at+"/settle/why/1").Says(".on-paper p", day+" · "+played)
	h.Get(at+"/sheet").Says(".a4 h1", day).Says(".a4 header p", "Hoyle, six-twelve-eighteen")
	h.Closes(got.Night)
	h.Get(at).Says(".bar h1", "Friday, 20 November")
	id := h.Night("hoyle", 1, 2, 3, 4)
	h.Plays(id, "solo ann 5", "solo ann 5", "solo ann 5")
	h.Get(webtest.SettlePath(id)).Says(".on-paper h1", "Friday night").Says(".on-paper p", day+" · "+played)
	h.Get(webtest.NightPath(id)+"/sheet").Says(".a4 h1", "Friday night").
		Says(".a4 header p", day+" · Hoyle, six-twelve-eighteen")
}

// TestMessageTellsAll: the words for a message have the drinks, the rounding and the kitty's shares, and what
// all came to.
func TestMessageTellsAll(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	at := webtest.SettlePath(id)
	message := func() string { return strings.ReplaceAll(h.Get(at).Doc.Find("#handon").Text(), "\u00a0", " ") }
	if text := message(); strings.Contains(text, "With all that") {
		t.Errorf("besides the deals nothing is in it, and the message reads %q", text)
	}
	h.Does(h.Get(at), "#costs form[action$=costs]", "payer", "2", "amount", "10d", "what", "Crisps",
		"for", "1,2,3").Is(303)
	h.Does(h.Get(at+"?coin=6"), "#round form").Is(303)
	all := "\nCat +3s\nBob +1s\nAnn −1s\nDan −3s\n\nBob laid out 10d for Ann, Bob and Cat: " +
		"Crisps\nRounded to 6d, what was left over into the kitty\n"
	came := "\nWith all that:\nCat +2s 6d\nBob +1s 6d\nAnn −1s 6d\nDan −3s\nThe kitty +6d\n\nAnn pays " +
		"Bob 1s 6d\n"
	if text := message(); !strings.Contains(text, all+came) {
		t.Errorf("the message reads %q, without %q", text, all+came)
	}
	h.Does(h.Get(at), "#kitty form", "amount", "4d", "among", "1,4", "reason", "the fare").Is(303)
	h.Does(h.Get(at), "#pay1-2 .whole").Is(303)
	h.Does(h.Get(at), "form.closing").Is(303)
	came = "From the kitty: 2d to Ann and 2d to Dan (the fare)\n\nWith all that:\nCat +2s 6d\nBob +1s " +
		"6d\nAnn −1s 4d\nDan −2s 10d\nThe kitty +2d\n\nAnn paid Bob 1s 4d\nDan owes the kitty 2d\n"
	if text := message(); !strings.Contains(text, all+came) || strings.Count(text, " owes ") != 3 {
		t.Errorf("after the close the message reads %q, without %q", text, all+came)
	}
}

// TestRoundedEvenly: where nothing was left over, nothing is said to have gone into the kitty.
func TestRoundedEvenly(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	at := webtest.SettlePath(id)
	h.Does(h.Get(at), "#costs form[action$=costs]", "payer", "2", "amount", "1d", "what", "A match",
		"for", "1").Is(303)
	page := h.Get(at + "?coin=3")
	same(t, page.Doc.Find("#round .posted li").Last().Text(), "Into the kitty 0",
		"before it is rounded, the kitty has %q to come")
	h.Does(page, "#round form").Is(303)
	if got := h.Open(id); got != "Ann -12 Bob 12 Cat 36 Dan -36" {
		t.Fatalf("after rounding: %s", got)
	}
	page = h.Get(at).Says(`.posted li:contains("Rounded") span`, "Rounded to 3d, nothing was left over")
	if text := page.Doc.Find("#handon").Text(); !strings.Contains(text,
		"\nRounded to 3d, nothing was left over\n") {
		t.Errorf("the message reads %q", text)
	}
}

// since is what a closed night says of what it left.
func since(h *webtest.Site, id chain.NightID) string {
	h.T.Helper()
	return strings.Join(h.Get(webtest.SettlePath(id)).Is(200).Doc.Find(".pays .left .how").
		Map(func(_ int, s *sel) string { return strings.Join(strings.Fields(s.Text()), " ") }), " / ")
}

// TestPaidSinceTheClose: a closed night says what became of what it left, so that nobody pays twice.
func TestPaidSinceTheClose(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	h.Does(h.Get(webtest.SettlePath(id)), "form.closing").Is(303)
	same(t, since(h, id), "", "nothing was paid, and it says %q")
	page := h.Get("/balances")
	h.Does(page, ".debts li:last-child .part", "amount", "1s").Is(303)
	h.Does(page, ".debts li:first-child .whole").Is(303)
	want := "Ann paid Bob 1s on 20 Nov 2026: nothing is open any more. / Dan paid Cat 1s on 20 Nov " +
		"2026: 2s is still open."
	if got := since(h, id); got != want {
		t.Errorf("it says %q, not %q", got, want)
	}
	closed := h.Get(webtest.SettlePath(id))
	closed.Tells("#handon", "Dan owes Cat 3s (Dan paid Cat 1s on 20 Nov 2026: 2s is still open.)")
	h.Get(webtest.NightPath(id)).Is(200).Says(".last-payments li:last-child",
		"Dan hands Cat3s2s 6d 6d half-crown, sixpence"+
			"Dan paid Cat 1s on 20 Nov 2026: 2s is still open.Mark as paid").
		Has(1, ".last-payments .paid").Has(0, `.last-payments a[href="/balances"]`)
	h.Get(webtest.SettlePath(id)+"/why/4").Says("h2", "When the night was closed, Dan owed 3s.").
		Says(".total td", "−3s").
		Says(".so", "Left for next time: Dan owes Cat 3s. Dan paid Cat 1s on 20 Nov 2026: 2s is still open.")
	h.Get(webtest.SettlePath(id)+"/why/3").Says("h2", "When the night was closed, Cat was to get 3s.")
	// The rest goes into the next evening.
	next := h.Night("hoyle", 1, 2, 3, 4)
	h.Does(h.Get(webtest.SettlePath(next)), "#former form[action$=bring]").Is(303)
	want = "Ann paid Bob 1s on 20 Nov 2026: nothing is open any more. / " +
		"Dan paid Cat 1s on 20 Nov 2026; Dan’s 2s for Cat went into the settlement of 20 Nov 2026: " +
		"the rest is settled there."
	if got := since(h, id); got != want {
		t.Errorf("it says %q, not %q", got, want)
	}
	// A payment taken back doesn't count, nor does one in another money.
	h.Does(h.Get("/balances"), ".lines li:first-child form", "reason", "it was a button").Is(303)
	got := since(h, id)
	if strings.Contains(got, "Ann") {
		t.Errorf("it still says %q", got)
	}
	must(h.Book.PaySlate(context.Background(), h.Slip(), rules.Units,
		settle.Payment{From: 1, To: 2, Amount: 12}, 0))(t)
	if again := since(h, id); again != got {
		t.Errorf("it says %q, not %q", again, got)
	}
}

func TestReopen(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	h.Does(h.Get(webtest.SettlePath(id)), "form.closing").Is(303)
	seal := h.NightNow(id).Seal
	h.Does(h.Get(webtest.SettlePath(id)), "form[action$=reopen]", "reason", "a deal was forgotten").Is(303)
	same(t, h.Open(id), "Ann -12 Bob 12 Cat 36 Dan -36", "opened again: %s")
	h.Does(h.Get(webtest.SettlePath(id)).Has(2, ".pays .pay"), "form.closing").Is(303)
	if again := h.NightNow(id).Seal; again == seal || again == "" {
		t.Errorf("the seal is %q, before it was %q", again, seal)
	}
}

// TestBroughtBeforeItWasReopened: what an evening left went into the next; where the first is opened again it
// says so, and the next doesn't ask for it back but says why it is open.
func TestBroughtBeforeItWasReopened(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	at := webtest.SettlePath(id)
	h.Does(h.Get(at), "form.closing").Is(303) // Ann owes Bob 1s, Dan owes Cat 3s.
	next := h.Night("hoyle", 1, 2, 3, 4)
	h.Does(h.Get(webtest.SettlePath(next)).Has(2, "#former .debt"), "#former form.all").Is(303)
	h.Get(webtest.SettlePath(next)).Has(0, "#former")
	h.Does(h.Get(at), "form[action$=reopen]").Is(303)
	page := h.Get(at).Says("#since h2", "Since the night was closed").
		Says("#since li:last-child > span", "Dan’s 3s for Cat went into the settlement of 20 Nov 2026")
	page.Says("#pay4-3 .since",
		"3s of this went into the settlement of 20 Nov 2026 after the close. It isn’t counted yet.").
		Has(2, "#since form")
	why := "only because the evening of 20 Nov 2026 is open again. Count it in there and it is settled"
	other := h.Get(webtest.SettlePath(next)).Has(2, "#former .debt").Has(0, "#former form").
		Says("#former .debt:nth-child(2) p", "Cat still owes Dan 3s, "+why+".")
	same(t, other.Doc.Find("#former .debt a").First().AttrOr("href", ""), at+"#since", "it leads to %q")
	slate := h.Get("/balances").Has(2, ".debts li").Has(0, ".debts form").Has(0, ".fewer").
		Says(".debts li:last-child > span", "Cat owes Dan 3s "+why)
	same(t, slate.Doc.Find(".debts li a").First().AttrOr("href", ""), at+"#since",
		"from the balances it leads to %q")
	for left := 2; left > 0; left-- {
		form := url.Values{}
		page = h.Get(at).Has(left, "#since form")
		page.Doc.Find("#since form").First().Find("input").
			Each(func(_ int, in *sel) { form.Set(in.AttrOr("name", ""), in.AttrOr("value", "")) })
		h.Post(at+"/bring", form).Is(303)
	}
	h.Get(at).Says("#since header p", "It is counted in tonight.").Has(0, ".pays .whole")
	h.Get(webtest.SettlePath(next)).Has(0, "#former").Says("#pay4-3 .amt", "3s")
}

// TestPaidBeforeItWasReopened: a reopened night shows the payments made meanwhile, and counts them in with
// one tap.
func TestPaidBeforeItWasReopened(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	at := webtest.SettlePath(id)
	h.Does(h.Get(at), "form.closing").Is(303)
	h.Does(h.Get("/balances"), ".debts li:last-child .part", "amount", "1s").Is(303)
	reopen, count := "form[action$=reopen]", "#since form"
	h.Does(h.Get(at), reopen).Is(303)
	page := h.Get(at).Says("#since li > span", "Dan paid Cat 1s on 20 Nov 2026").
		Says("#since header p", "You opened the night again. It asks for this money until you count it in.").
		Has(0, "#former")
	page.Says("#pay4-3 .amt", "3s").
		Says("#pay4-3 .since", "1s of this was paid after the close. It isn’t counted yet.").
		Has(0, "#pay1-2 .since")
	h.Does(page, count).Is(303)
	h.Does(page, count).Is(303) // a tap that came twice
	h.Does(page, count, "key", "other").Is(422).
		Says(".refused .says", "Cat owes Dan less than this from former evenings.")
	same(t, h.Open(id), "Ann -12 Bob 12 Cat 24 Dan -24", "counted in: %s")
	h.Get(at).Has(0, count).Says("#since header p", "It is counted in tonight.").
		Says("#since li > span", "Dan paid Cat 1s on 20 Nov 2026").Says("#pay4-3 .amt", "2s").Has(0, ".pays .since")
	leads(h, id)
	h.Does(h.Get(at), "form.closing").Is(303)
	same(t, since(h, id), "", "closed again it says %q")
	// And if nobody counts it in, it comes off what is left all the same.
	h.Does(h.Get(at), reopen).Is(303)
	h.Does(h.Get(at), "#costs .posted form[action$=withdraw]").Is(303)
	// the debt counted in is taken back
	h.Does(h.Get(at).Has(1, count), "form.closing").Is(303)
	if got, want := since(h, id), "Dan paid Cat 1s on 20 Nov 2026: 2s is still open."; got != want {
		t.Errorf("closed without it, it says %q, not %q", got, want)
	}
	h.Get("/balances").Says(".debts li:last-child span", "Dan owes Cat 2s since 20 Nov 2026")
	// A night that leaves nothing has nothing to tell.
	other := h.Night("units", 1, 2, 3, 4)
	h.Get(webtest.SettlePath(other)).Has(0, "#since")
}

// TestFormerDebts: one by one, together with tonight or apart, and ticked on two tablets once.
func TestFormerDebts(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	page := h.Get(webtest.SettlePath(id))
	left := page.Doc.Find(".closing .owed li").Map(func(_ int, li *sel) string { return li.Text() })
	last := h.Get(h.Does(page, "form.closing").Is(303).Header.Get("Location"))
	h.Get(webtest.SettlePath(id)).Says(".pays h2", last.Text(".last-payments h2"))
	next := h.Night("hoyle", 1, 2, 3, 4)
	at := webtest.SettlePath(next)
	page = h.Get(at).Has(2, "#former .debt").Has(4, "#former .debt .face").Has(1, "#pays ~ #former").
		Has(1, "#former .all form, #former form.all")
	// The page says the same now as at the close.
	for i, said := range page.Doc.Find("#former .debt p").Map(
		func(_ int, s *sel) string { return strings.Join(strings.Fields(s.Text()), " ") }) {
		if want := left[i]; !strings.HasPrefix(said, want) {
			t.Errorf("at the close it was %q, and now it is %q", want, said)
		}
	}
	h.Get(webtest.NightPath(next)).
		Says(".former-open span", "From former evenings: Ann owes Bob 1s, Dan owes Cat 3s")
	other := h.Get("/balances") // on another tablet
	apart := "#former .debt:first-child form[action$=former]"
	h.Does(page, apart).Is(303)
	twice := h.Does(page, apart).Is(303)
	h.Get(twice.Header.Get("Location")).Says(".did", "This was recorded already.").Has(1, "#former .debt")
	again := h.Does(other, ".debts li:first-child .whole").Is(303)
	if again.Header.Get("Location") != "/balances?did=again" {
		t.Errorf("the other tablet is led to %s", again.Header.Get("Location"))
	}
	h.Does(page, "#former .debt:first-child form[action$=bring]").Is(422).
		Says(".refused .says", "Ann owes Bob less than this from former evenings.")
	h.Does(h.Get(at), "#former .debt:first-child form[action$=bring]").Is(303)
	h.Get(at).Has(0, "#former").Has(1, "#pay4-3")
	same(t, h.Open(next), "Ann 0 Bob 0 Cat 36 Dan -36", "brought in: %s")
}

// TestLastPageTicks: debts left at the close are ticked on the last page itself, once, in the evening's own
// part; a page that is older says so, and one that only looks on offers nothing.
func TestLastPageTicks(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	ids := h.Players("Ann", "Bob", "Cat", "Dan")
	first := h.Night("hoyle", ids...)
	h.Plays(first, "mis dan 1")
	h.Closes(first)
	id := h.Night("hoyle", ids...)
	h.Plays(id, "mis dan 1", "mis dan 1")
	h.Closes(id)
	page := h.Get(webtest.NightPath(id)).Is(200).Has(3, ".last-payments form")
	tick := firstForm(page, ".last-payments form")
	if tick.Get("amount") != "2s" || tick.Get("owed") != "36" {
		t.Errorf("ticked is %v", tick)
	}
	for range 2 { // a double tap
		a := h.Post("/balances/pay", tick).Is(303)
		same(t, a.Header.Get("Location"), webtest.NightPath(id), "it leads to %s")
	}
	tick.Set("key", "an-older-page")
	h.Post("/balances/pay", tick).Is(409)
	debts := h.Book.Now().Debts(h.NightNow(id).Money, ids[3])
	if len(debts.Shown) != 3 {
		t.Fatal(debts)
	}
	paid := chain.PlayerID(0)
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
