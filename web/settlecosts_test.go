package web_test

// Costs, rounding and the kitty on the settlement.

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"ouverte/ledger"
)

func TestCostsRoundingKitty(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	at := settlePath(id)
	cost := "form[action$=costs]"
	page := h.get(at)
	h.does(page, cost, "amount", "10d", "what", "", "for", "2,3", "payer", "2").
		is(422).
		says("#costs[open] .says", "What it was for is missing.").
		has(1, cost+" input[value='10d']").
		has(2, "#costs .chips input[checked]").
		has(1, "#costs option[value='2'][selected]")
	h.does(page, cost, "payer", "2", "amount", "soup", "what", "soup").
		is(422).
		has(1, "#costs[open] input[name=amount][aria-invalid]")
	h.does(page, cost, "payer", "2", "amount", "10d", "what", "Crisps", "for", "1,2,3").is(303) // 4, 3 and 3
	if got := h.open(id); got != "Ann -16 Bob 19 Cat 33 Dan -36" {
		t.Errorf("after the crisps: %s", got)
	}
	page = h.get(at+"?coin=6").
		is(200).
		says(".pays h2", "Three payments, with the costs in them").
		says("#round[open] p", "To the nearest 6d, or down where it would come out of the kitty, it would be:").
		has(5, "#round .posted li")
	h.does(page, "#round form").is(303)
	if got := h.open(id); got != "Ann -18 Bob 18 Cat 30 Dan -36 the kitty 6" {
		t.Errorf("after rounding: %s", got)
	}
	h.get(at + "?coin=-5").is(422)
	h.get(at+"?coin=7").is(200).has(0, "#round form")
	page = h.get(at).has(1, "form[action$=kitty]").has(2, ".posted form[action$=withdraw]").
		has(1, `#kitty p:contains("Put in since it was last empty: Ann 2d, Bob 1d, Cat 3d.")`)
	h.does(page, "form[action$=kitty]", "amount", "1s").is(422)
	h.does(page, "form[action$=kitty]", "amount", "", "among", "1,2").is(303)
	if got := h.open(id); got != "Ann -15 Bob 21 Cat 30 Dan -36" {
		t.Errorf("after the kitty was shared: %s", got)
	}
	page = h.get(at).has(3, ".posted form[action$=withdraw]")
	h.does(page, `.posted li:contains("Rounded") form[action$=withdraw]`).
		is(422).
		says(".says", "The kitty has given that away already. Take back its sharing first.")
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

// TestRoundAgain moves something after the night was rounded: the page says so, and rounds anew in one tap.
func TestRoundAgain(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	at := settlePath(id)
	cost := "form[action$=costs]"
	h.does(h.get(at), cost, "payer", "2", "amount", "10d", "what", "Crisps", "for", "1,2,3").is(303)
	h.does(h.get(at+"?coin=6"), "#round form").is(303)
	again := "#round form.again"
	page := h.get(at).has(0, again).has(0, ".closing .again").has(0, "#round[open]")
	h.does(page, "#pay1-2 details form", "amount", "5d").
		is(303)
		// an odd part of a round amount is still rounded
	h.does(h.get(at).has(0, again), ".pays .paid form").is(303)
	h.does(h.get(at), cost, "payer", "2", "amount", "1s 2d", "what", "Ale", "for", "1,2").is(303)
	says := "Something changed since it was rounded: round again."
	page = h.get(at).
		says("#round[open] p.again", says).
		says("#round .again button", "Round again to 6d").
		says(".closing p.again", says)
	h.does(page, again, "coin", "7").
		is(422).
		says("#round[open] .says", "That is none of the coins to round to. Choose one of those below.")
	h.does(page, again).is(303)
	if got := h.open(id); got != "Ann -24 Bob 24 Cat 30 Dan -36 the kitty 6" {
		t.Errorf("after it was rounded again: %s", got)
	}
	gone := h.does(h.get(at).has(0, again), "form[action$=costs]", "payer", "2", "amount", "1s 2d", "what",
		"Ale", "for", "1,2").
		is(303)
	page = h.get(gone.Header.Get("Location"))
	gone = h.does(page, again, "coin", "0").is(303)
	h.get(gone.Header.Get("Location")).says(".did", "No rounding any more.").has(0, again)
	h.does(page, again, "coin", "0").is(303)
	for _, none := range []string{"0", "1"} {
		h.does(page, again, "coin", none, "key", "other"+none).
			is(422).
			says("#round[open] .says", "Nothing is rounded.")
	}
	h.does(h.get(at+"?coin=6"), "#round form").is(303)
	gone = h.does(page, again, "coin", "1", "key", "smallest").is(303)
	h.get(gone.Header.Get("Location")).says(".did", "No rounding any more.")

	// What the kitty got by rounding and has given away can't be taken out of it again.
	was := h.open(id)
	h.does(h.get(at+"?coin=24"), "#round form").is(303)
	if got := h.open(id); !strings.HasSuffix(got, "the kitty 24") {
		t.Fatalf("before %s, rounded to 2s %s", was, got)
	}
	h.does(h.get(at), "#kitty form", "amount", "23d", "among", "1").is(303)
	given := "Something changed since it was rounded, and what was left over then is shared out already. Take " +
		"that back, and it can be rounded again."
	shared := h.get(at).says("#round[open] p.again", given).says(".closing p.again", given).has(0, again)
	h.does(shared, "form[action$=kitty]", "amount", "1d", "among", "2").is(303)
	h.does(page, again, "coin", "6", "key", "given-away").
		is(422).
		says("#round .says", "What was left over when it was rounded is shared out of the kitty already. Take "+
			"that back first.")
	h.does(h.get(at), ".sides > .column:nth-child(2) .posted li:last-child form").is(303)
	h.does(h.get(at), ".sides > .column:nth-child(2) .posted li:last-child form").is(303)
	h.get(at).has(0, ".again")
}

// TestSharesByName: costs that weren't the same for all, and a share of the kitty for one.
func TestSharesByName(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed() // Ann −12, Bob +12, Cat +36, Dan −36
	at := settlePath(id)
	cost, page := "#costs form[action$=costs]", h.get(at)
	typed := []string{"payer", "2", "what", "Port", "amount", "", "shares", "1s,,6d,soup"}
	h.does(page, cost, typed...).
		is(422).
		has(1, "#costs .shares[open] .says").
		has(1, "#costs input[name=shares][value='soup']").
		has(1, "#costs input[name=what][value=Port]").
		has(1, "#costs option[value='2'][selected]")
	typed[5], typed[7] = "2s", "1s,,6d,"
	h.does(page, cost, typed...).
		is(422).
		says("#costs .shares[open] .says", "The shares come to 1s 6d, but 2s was laid out.").
		has(1, "#costs input[name=amount][value='2s']")
	typed[7] = "−1s,,6d,"
	h.does(page, cost, typed...).is(422)
	typed[5], typed[7] = "", "1s,,6d,"
	h.does(page, cost, typed...).is(303)
	if got := h.open(id); got != "Ann -24 Bob 30 Cat 30 Dan -36" {
		t.Errorf("after the port: %s", got)
	}
	h.does(h.get(at), cost, "payer", "1", "what", "Water", "amount", "", "shares", ",,,").
		is(422).
		says("#costs .says", "How much did it cost?")
	h.does(h.get(at), cost, "payer", "1", "what", "Water", "amount", "6d", "shares", "6d,,,").
		is(422).
		says("#costs .says", "Ann paid that for nobody else.")
	h.does(h.get(at), cost, "payer", "1", "what", "Water", "amount", "6d", "who", "1,2", "shares", "1d,,,").
		is(400)

	if _, err := h.book.Penalise(context.Background(), h.slip(), id,
		ledger.Penalty{By: 4, Kitty: true, Amount: 10, Reason: "shuffled"}); err != nil {
		t.Fatal(err)
	}
	kitty, page := "#kitty form", h.get(at).has(0, "#kitty .notice").
		has(1, `#kitty p:contains("The kitty holds 10d altogether. It is the whole circle’s")`).
		has(1, `#kitty p:contains("Put in since it was last empty: Dan 10d.")`)
	h.does(page, kitty, "shares", ",11d,,", "reason", "the prize").
		is(422).
		says("#kitty[open] .says", "There is only 10d in the kitty.").
		has(1, "#kitty input[value='the prize']").
		has(1, "#kitty .shares[open] input[value='11d']")
	h.does(page, kitty, "shares", ",x,,").is(422).has(1, "#kitty .shares .says")
	nobody := page.form(kitty, "")
	nobody.Del("among")
	h.post(at+"/kitty", nobody).
		is(422).
		says("#kitty[open] fieldset .says", "Say who shares it.").
		has(0, "#kitty .chips input[checked]")
	h.does(page, kitty, "shares", ",4d,,1d", "reason", "the prize").is(303)
	if got := h.open(id); got != "Ann -24 Bob 34 Cat 30 Dan -45 the kitty 5" {
		t.Errorf("after the prize: %s", got)
	}
	h.get(at).
		says(".sides > .column:nth-child(2) .posted li:last-child span",
			"From the kitty: 4d to Bob and 1d to Dan (the prize)")
	// Another group of the same book is told whose it is before they share it out.
	others := h.night("hoyle", h.players("Eve", "Fay", "Gus")...)
	h.get(settlePath(others)).
		says("#kitty .notice", "Dan isn’t here: part of it is theirs, too.")
	// The rest equally: an odd coin stays in it.
	h.does(h.get(at), kitty, "among", "1,3").is(303)
	if got := h.open(id); got != "Ann -22 Bob 34 Cat 32 Dan -45 the kitty 1" {
		t.Errorf("after the rest: %s", got)
	}
}
