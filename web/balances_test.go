package web_test

// Who owes whom over all evenings, and one player's statement of it.

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

func TestBalancesAndStatement(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.get("/balances").is(200).has(1, ".lost")
	id := h.threePlayed()
	h.does(h.get(settlePath(id)), "form.closing").is(303)
	page := h.get("/balances").
		is(200).
		says(".stands h2", "Pounds, shillings and pence").
		has(4, ".stand li").
		says(".stand li:nth-child(4) .came", "−3s")
	page.has(2, ".debts li").says(".debts li:first-child span", "Ann owes Bob 1s since 20 Nov 2026")
	h.does(page, ".debts li:first-child .whole").is(303)
	twice := h.does(page, ".debts li:first-child .whole").
		is(303)
		// a tap that came twice, or from another tablet
	h.get(twice.Header.Get("Location")).says(".did", "That was recorded already.")
	h.does(page, ".debts li:first-child details form", "amount", "6d").
		is(409).
		says(".refused .says", "Something else was recorded already. This is how it stands now.")
	other := "details.another form"
	h.does(page, other, "from", "1", "to", "2", "amount", "1s").
		is(409).
		says(".refused .says", "That was recorded already: Ann paid 1s to Bob. Look at what is open now.")
	page = h.get("/balances?did=paid").is(200).has(1, ".debts li")
	h.does(page, ".debts details form", "amount", "4s").is(422).
		says(".debts details[open] .says", "4s is more than is owed there: only 3s").
		has(1, ".debts input[value='4s']")
	h.does(page, other, "from", "4", "to", "4", "amount", "1s").
		is(422).
		has(1, "details.another[open] .says").
		has(1, "details.another select[name=from] option[value='4'][selected]")
	h.does(page, other, "from", "4", "to", "3", "amount", "soup").
		is(422).
		has(1, "details.another input[value=soup][aria-invalid]")
	h.does(page, other, "from", "4", "to", "3", "amount", "1s").is(303)
	before := "form[action$=open]"
	page = h.get("/balances")
	h.does(page, before, "from", "2", "to", "1", "amount", "5s", "reason", "").is(422)
	h.does(page, before, "from", "2", "to", "1", "amount", "5s", "money", "lsd", "reason", "the old notebook").
		is(303)
	slate := h.book.Slate("lsd", nil)
	if fmt.Sprint(slate) != "[{2 Bob -60} {4 Dan -24} {3 Cat 24} {1 Ann 60}]" {
		t.Errorf("on the slate is %v", slate)
	}
	account := h.get("/players/1/statement").is(200).says("h2", "Ann: +5s").has(3, ".statement tbody tr").
		says(".statement tbody tr:first-child td:last-child", "5s")
	account.says(".statement tbody tr:last-child td", "−1s").
		says(".statement tbody tr:last-child th a span", "Friday night")
	var sum int64
	account.doc.Find(".statement tbody tr td:nth-child(2)").Each(func(_ int, td *sel) {
		amount := must(rules.LSD.Parse(td.Text()))(t)
		sum += amount
	})
	if sum != 60 {
		t.Errorf("the lines come to %d", sum)
	}
	account.says(".statement .open", "Bob owes Ann 5s")

	// What was written apart from any evening is taken back with a reason, here or on the balances.
	back := ".statement tbody tr:first-child .back form"
	h.does(account, back).is(422).has(1, ".statement .back[open] .says")
	h.does(account, back, "reason", "the notebook was right").is(303)
	h.does(account, back, "reason", "the notebook was right", "key", "other").
		is(409).
		says(".refused .says", "That was withdrawn already.")
	h.get("/players/1/statement").says("h2", "Ann: 0").has(1, ".statement .struck").
		says(".statement tbody tr:first-child .text", "Withdrawn")
	page = h.get("/balances").
		has(2, ".lines li").
		says(".lines li:first-child span", "Dan paid 1s to Cat 20 Nov 2026, by the tablet")
	lines := ".lines li:first-child form"
	h.does(page, lines).is(422).says(".lines details[open] .says", "A few words are needed here.")
	h.does(page, lines, "reason", "it was Bob").is(303)
	h.does(page, lines, "reason", "it was Bob", "entry", "1", "key", "other").
		is(404)
		// Ann herself can't be taken back
	h.get("/balances?did=withdrawn").says(".did", "Taken back.").has(1, ".lines li").
		says(".debts li:first-child span", "Dan owes Cat 3s since 20 Nov 2026")

	h.get("/players/1/statement?money=EUR").is(200).has(0, ".statement tbody tr")
	h.get("/players/1/statement?money=shells").is(404)
	h.get("/players/99/statement").is(404)
	h.get("/players/x/statement").is(404)
}

// TestBalancesAsPart asks as htmx does.
func TestBalancesAsPart(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.does(h.get(settlePath(h.threePlayed())), "form.closing").is(303)
	form := h.get("/balances").form(".debts li:first-child .whole", "")
	for _, says := range []string{"Written down.", "That was recorded already."} {
		got := h.part("POST", "/balances/pay", form).is(200).says(".did", says).has(1, ".debts li").
			has(1, "#balances")
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

// manyDebts has every two of twenty owe each other, 190 debts, since before the book.
func (h *house) manyDebts() {
	h.t.Helper()
	var names []string
	for i := range 20 {
		names = append(names, fmt.Sprintf("Player %c", 'A'+i))
	}
	ids := h.players(names...)
	for i := range ids {
		for j := range i {
			debt := ledger.Debt{From: ids[i], To: ids[j], Amount: int64(1 + i + 20*j)}
			must(h.book.OpenBalance(context.Background(), h.slip(), "lsd", debt,
				"the old notebook"))(h.t)
		}
	}
}

// TestManyDebts: of very many debts those are shown that have been open longest, and the others where they
// are asked for. What is ticked or refused there comes back to the same debts.
func TestManyDebts(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	h := openHouse(t)
	h.manyDebts()
	page := h.get("/balances").is(200).has(100, ".debts li").
		says(".whose .quietly", "These 100 have been open longest; 90 more are open.").
		has(21, ".whose option")
	page.says(".fewer summary", "With 16 payments instead of 190").has(0, ".fewer p")
	other := func() *answer {
		path, _, _ := strings.Cut(page.doc.Find(".whose a").AttrOr("href", ""), "#")
		return h.get(path)
	}
	page = other().is(200).has(190, ".debts li").has(0, ".whose .quietly").has(0, ".whose a")
	back := h.does(page, ".debts li:nth-child(190) .whole").is(303).Header.Get("Location")
	h.get(back).is(200).says(".did", "Written down.").has(189, ".debts li")

	page = h.get("/balances?player=3").is(200).says(".whose .quietly", "What Player C owes and is owed.").
		has(19, ".debts li").has(1, ".whose option[value='3'][selected]").has(0, ".fewer")
	page.says(".debts li:first-child span", "Player C owes Player A 3d since 20 Nov 2026").
		says(".debts li:last-child span", "Player T owes Player C 5s since 20 Nov 2026")
	other().is(200).has(100, ".debts li") // the way back to everybody's
	h.does(page, ".debts li:last-child details form", "amount", "1s").is(303)
	h.does(page, ".debts li:first-child details form", "amount", "9s").is(422).has(19, ".debts li").
		says(".debts li:first-child .says", "9s is more than is owed there: only 3d")
	back = h.does(page, ".debts li:first-child .whole").is(303).Header.Get("Location")
	page = h.get(back).is(200).says(".did", "Written down.").has(18, ".debts li").
		says(".debts li:last-child b", "4s")
	h.part("POST", "/balances/withdraw", page.form(".lines li:first-child form", "")).is(422).
		has(18, ".debts li").has(1, ".lines details[open] .says")
	withdraw := page.form(".lines li:first-child form", "")
	withdraw.Set("reason", "it was a button")
	h.part("POST", "/balances/withdraw", withdraw).is(200).says(".did", "Taken back.").has(19, ".debts li")

	fay := h.player("Fay")
	h.get(fmt.Sprintf("/balances?player=%d", fay)).is(200).has(0, ".debts").
		says(".whose .quietly", "Nothing is open between Fay and anybody.")
	h.get("/balances?player=-1").
		is(200).
		says(".whose .quietly", "Nothing is open between the kitty and anybody.")
	h.get("/balances?player=99").is(404)
	h.get("/balances?player=-2").is(422)
}

// TestFewDebts: an ordinary circle sees them all, and nothing to choose from.
func TestFewDebts(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.does(h.get(settlePath(h.threePlayed())), "form.closing").is(303)
	h.get("/balances").is(200).has(2, ".debts li").has(0, ".whose").has(0, "input[name=player], input[name=all]")
}
