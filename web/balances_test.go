package web_test

// Who owes whom over all evenings.

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/ledger/testenv"
)

func TestBalances(t *testing.T) {
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
	h.does(page, ".debts li:first-child .part", "amount", "6d").
		is(409).
		says(".refused .says", "Something else was recorded already. This is how it stands now.")
	other := "details.another form"
	h.does(page, other, "from", "1", "to", "2", "amount", "1s").
		is(409).
		says(".refused .says", "That was recorded already: Ann paid 1s to Bob. Look at what is open now.")
	page = h.get("/balances?did=paid").is(200).has(1, ".debts li")
	h.does(page, ".debts .part", "amount", "4s").is(422).
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

	// What was written apart from any evening is taken back with a reason.
	lines := ".lines li:first-child form"
	page = h.get("/balances").has(3, ".lines li")
	h.does(page, lines, "reason", "the notebook was right").is(303)
	h.does(page, lines, "reason", "the notebook was right", "key", "other").
		is(409).
		says(".refused .says", "That was withdrawn already.")
	page = h.get("/balances").
		has(2, ".lines li").
		says(".lines li:first-child span", "Dan paid 1s to Cat 20 Nov 2026, by the tablet")
	h.does(page, lines).is(422).says(".lines details[open] .says", "A few words are needed here.")
	h.does(page, lines, "reason", "it was Bob").is(303)
	h.does(page, lines, "reason", "it was Bob", "entry", "1", "key", "other").
		is(404)
		// Ann herself can't be taken back
	h.get("/balances?did=withdrawn").says(".did", "Taken back.").has(1, ".lines li").
		says(".debts li:first-child span", "Dan owes Cat 3s since 20 Nov 2026")
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
}

// TestDebtsByDebtor: what one person owes stands together under its sum, each debt a line that is folded; who
// may not record sees the same lines.
func TestDebtsByDebtor(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	ids := h.players("Ann", "Bob", "Cat")
	owes := func(from, to int, amount int64) {
		debt := ledger.Debt{From: ids[from], To: ids[to], Amount: amount}
		must(h.book.OpenBalance(t.Context(), h.slip(), "lsd", debt, "the old notebook"))(t)
	}
	owes(0, 1, 12)
	owes(2, 1, 36)
	h.get("/balances").has(0, ".debts .name")
	owes(0, 2, 24)
	page := h.get("/balances").has(3, ".debts details:not([open])").has(0, ".debts form:not(details *)").
		has(2, ".debts .name").
		says(".debts ul:nth-child(1) .name", "Ann owes 3s in all").
		says(".debts li:nth-child(2) summary span", "Ann owes Cat 2s since 20 Nov 2026").
		says(".debts ul:nth-child(2) .name", "Cat owes 3s in all, and is owed 2s")
	h.does(page, ".debts li:nth-child(2) .whole").is(303)
	h.get("/balances").has(2, ".debts li").has(0, ".debts .name")
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

// Of very many debts those are shown that have been open longest; an ordinary circle sees them all.
func TestManyDebts(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	h := openHouse(t)
	h.manyDebts()
	page := h.get("/balances").is(200).has(100, ".debts li").
		says(".stands .inset.quietly", "These 100 have been open longest; 90 more are open.")
	h.does(page, ".debts ul:last-child li:last-child .whole").is(303)
	h.get("/balances").has(100, ".debts li").
		says(".stands .inset.quietly", "These 100 have been open longest; 89 more are open.")
}
