package web_test

// Costs, rounding and the kitty on the settlement.

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/web/webtest"
)

func TestCostsRoundingKitty(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	at := webtest.SettlePath(id)
	cost := "form[action$=costs]"
	page := h.Get(at)
	h.Does(page, cost, "payer", "2", "amount", "10d", "what", "Crisps", "for", "1,2,3").Is(303) // 4, 3 and 3
	same(t, h.Open(id), "Ann -16 Bob 19 Cat 33 Dan -36", "after the crisps: %s")
	page = h.Get(at+"?coin=6").Is(200).Has(5, "#round .posted li")
	h.Does(page, "#round form").Is(303)
	same(t, h.Open(id), "Ann -18 Bob 18 Cat 30 Dan -36 the kitty 6", "after rounding: %s")
	h.Get(at + "?coin=-5").Is(422)
	h.Get(at+"?coin=7").Is(200).Has(0, "#round form")
	page = h.Get(at).Has(1, "form[action$=kitty]").Has(2, ".posted form[action$=withdraw]").
		Has(1, `#kitty p:contains("Paid in since it was last empty: Ann 2d, Bob 1d, Cat 3d.")`)
	h.Does(page, "form[action$=kitty]", "amount", "1s").Is(422)
	h.Does(page, "form[action$=kitty]", "amount", "", "among", "1,2").Is(303)
	same(t, h.Open(id), "Ann -15 Bob 21 Cat 30 Dan -36", "after the kitty was shared: %s")
	page = h.Get(at).Has(3, ".posted form[action$=withdraw]")
	h.Does(page, `.posted li:contains("Rounded") form[action$=withdraw]`).Is(422).
		Says(".says", "The kitty has shared that out already. Take that back first.")
	for page.Doc.Find(".posted form[action$=withdraw]").Length() > 0 {
		all := page.Doc.Find(".posted form[action$=withdraw]").Length()
		last := page.Doc.Find(".posted li form").Last()
		form := url.Values{}
		last.Find("input").Each(func(_ int, in *sel) { form.Set(in.AttrOr("name", ""), in.AttrOr("value", "")) })
		h.Post(last.AttrOr("action", ""), form).Is(303)
		if page = h.Get(at); page.Doc.Find(".posted form[action$=withdraw]").Length() >= all {
			t.Fatal("nothing was taken back")
		}
	}
	same(t, h.Open(id), "Ann -12 Bob 12 Cat 36 Dan -36", "after all was taken back: %s")
}

// TestRoundAgain moves something after the night was rounded: the page says so, and rounds anew in one tap.
func TestRoundAgain(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	at := webtest.SettlePath(id)
	cost := "form[action$=costs]"
	h.Does(h.Get(at), cost, "payer", "2", "amount", "10d", "what", "Crisps", "for", "1,2,3").Is(303)
	h.Does(h.Get(at+"?coin=6"), "#round form").Is(303)
	again := "#round form.again"
	page := h.Get(at).Has(0, again).Has(0, ".closing .again").Has(0, "#round[open]")
	h.Does(page, "#pay1-2 details form", "amount", "5d").Is(303)
	// an odd part of a round amount is still rounded
	h.Does(h.Get(at).Has(0, again), ".pays .paid form").Is(303)
	h.Does(h.Get(at), cost, "payer", "2", "amount", "1s 2d", "what", "Ale", "for", "1,2").Is(303)
	says := "Something has changed since you rounded: round again."
	page = h.Get(at).Says("#round[open] p.again", says).Says("#round .again button", "Round again to 6d").
		Says(".closing p.again", says)
	h.Does(page, again, "coin", "7").Is(422).
		Says("#round[open] .says", "You can’t round to that coin. Choose one of these.")
	h.Does(page, again).Is(303)
	same(t, h.Open(id), "Ann -24 Bob 24 Cat 30 Dan -36 the kitty 6", "after it was rounded again: %s")
	gone := h.Does(h.Get(at).Has(0, again), "form[action$=costs]", "payer", "2", "amount", "1s 2d", "what",
		"Ale", "for", "1,2").Is(303)
	page = h.Get(gone.Header.Get("Location"))
	gone = h.Does(page, again, "coin", "0").Is(303)
	h.Get(gone.Header.Get("Location")).Says(".did", "No rounding any more.").Has(0, again)
	h.Does(page, again, "coin", "0").Is(303)
	for _, none := range []string{"0", "1"} {
		h.Does(page, again, "coin", none, "key", "other"+none).Is(422).
			Says("#round[open] .says", "Nothing is rounded.")
	}
	h.Does(h.Get(at+"?coin=6"), "#round form").Is(303)
	gone = h.Does(page, again, "coin", "1", "key", "smallest").Is(303)
	h.Get(gone.Header.Get("Location")).Says(".did", "No rounding any more.")

	// What the kitty got by rounding and has given away can't be taken out of it again.
	was := h.Open(id)
	h.Does(h.Get(at+"?coin=24"), "#round form").Is(303)
	if got := h.Open(id); !strings.HasSuffix(got, "the kitty 24") {
		t.Fatalf("before %s, rounded to 2s %s", was, got)
	}
	h.Does(h.Get(at), "#kitty form", "amount", "23d", "among", "1").Is(303)
	given := "Something has changed since you rounded, and the kitty has shared out the odd coins. Take that " +
		"back to round again."
	shared := h.Get(at).Says("#round[open] p.again", given).Says(".closing p.again", given).Has(0, again)
	h.Does(shared, "form[action$=kitty]", "amount", "1d", "among", "2").Is(303)
	h.Does(page, again, "coin", "6", "key", "given-away").Is(422).Says("#round .says",
		"The kitty has shared out the odd coins already. Take that back first.")
	h.Does(h.Get(at), ".sides > .column:nth-child(2) .posted li:last-child form").Is(303)
	h.Does(h.Get(at), ".sides > .column:nth-child(2) .posted li:last-child form").Is(303)
	h.Get(at).Has(0, ".again")
}

// TestSharesByName: costs that weren't the same for all, and a share of the kitty for one.
func TestSharesByName(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed() // Ann −12, Bob +12, Cat +36, Dan −36
	at := webtest.SettlePath(id)
	cost, page := "#costs form[action$=costs]", h.Get(at)
	h.Does(page, cost, "payer", "2", "what", "Port", "amount", "", "shares", "1s,,6d,").Is(303)
	same(t, h.Open(id), "Ann -24 Bob 30 Cat 30 Dan -36", "after the port: %s")
	if _, err := h.Book.Penalise(context.Background(), h.Slip(), id,
		ledger.Penalty{By: 4, Kitty: true, Amount: 10, Reason: "shuffled"}); err != nil {
		t.Fatal(err)
	}
	kitty, page := "#kitty form", h.Get(at).Has(0, "#kitty .notice").
		Has(1, `#kitty p:contains("The kitty holds 10d in all. It belongs to the whole circle")`).
		Has(1, `#kitty p:contains("Paid in since it was last empty: Dan 10d.")`)
	h.Does(page, kitty, "shares", ",4d,,1d", "reason", "the prize").Is(303)
	same(t, h.Open(id), "Ann -24 Bob 34 Cat 30 Dan -35 the kitty -5", "after the prize: %s")
	h.Get(at).Says(".sides > .column:nth-child(2) .posted li:last-child span",
		"From the kitty: 4d to Bob and 1d to Dan (the prize)")
	// Another group of the same book reads whose it is before they share it out.
	others := h.Night("hoyle", h.Players("Eve", "Fay", "Gus")...)
	h.Get(webtest.SettlePath(others)).Says("#kitty .notice", "Dan isn’t here, and part of it is theirs.")
	// The rest equally: an odd coin stays in it.
	h.Does(h.Get(at), kitty, "among", "1,3").Is(303)
	same(t, h.Open(id), "Ann -22 Bob 34 Cat 32 Dan -35 the kitty -9", "after the rest: %s")
}
