package web_test

// Who owes whom over all evenings.

import (
	"fmt"
	"strings"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
	"ouverte/web/webtest"
)

func TestBalances(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Get("/balances").Is(200).Has(1, ".lost")
	id := h.ThreePlayed()
	h.Does(h.Get(webtest.SettlePath(id)), "form.closing").Is(303)
	page := h.Get("/balances").Is(200).Has(2, ".debts li")
	h.Does(page, ".debts li:first-child .whole").Is(303)
	twice := h.Does(page, ".debts li:first-child .whole").Is(303)
	// a tap that came twice, or from another tablet
	h.Get(twice.Header.Get("Location")).Says(".did", "This was recorded already.")
	h.Does(page, ".debts li:first-child .part", "amount", "6d").Is(409).
		Says(".refused .says", "Something else was recorded already. This is how it stands now.")
	other := "details.another form"
	h.Does(page, other, "from", "1", "to", "2", "amount", "1s").Is(409).
		Says(".refused .says", "This was recorded already: Ann paid 1s to Bob. Look at what is open now.")
	page = h.Get("/balances?did=paid").Is(200).Has(1, ".debts li")
	h.Does(page, other, "from", "4", "to", "3", "amount", "1s").Is(303)
	before := "form[action$=open]"
	page = h.Get("/balances")
	h.Does(page, before, "from", "2", "to", "1", "amount", "5s", "money", "lsd", "reason", "the old notebook").
		Is(303)
	var slate []int64
	for _, p := range h.Book.Now().Balances()[0].Players {
		slate = append(slate, p.Slate)
	}
	same(t, fmt.Sprint(slate), "[60 -60 24 -24]", "on the slate is %s")

	// Entries apart from any evening are taken back with a reason.
	lines := ".lines li:first-child form"
	page = h.Get("/balances").Has(3, ".lines li")
	h.Does(page, lines, "reason", "the notebook was right").Is(303)
	h.Does(page, lines, "reason", "the notebook was right", "key", "other").Is(409).
		Says(".refused .says", "Somebody withdrew it already.")
	page = h.Get("/balances").Has(2, ".lines li").
		Says(".lines li:first-child span", "Dan paid 1s to Cat 20 Nov 2026, by the tablet")
	h.Does(page, lines).Is(422).Says(".lines details[open] .says", "Type a few words here.")
	h.Does(page, lines, "reason", "it was Bob").Is(303)
	h.Does(page, lines, "reason", "it was Bob", "entry", "1", "key", "other").Is(404)
	// Ann herself can't be taken back
	h.Get("/balances?did=withdrawn").Says(".did", "Taken back.").Has(1, ".lines li")
}

// TestBalancesAsPart asks as htmx does.
func TestBalancesAsPart(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Does(h.Get(webtest.SettlePath(h.ThreePlayed())), "form.closing").Is(303)
	form := h.Get("/balances").Form(".debts li:first-child .whole", "")
	for _, says := range []string{"Written down.", "This was recorded already."} {
		got := part(h, "POST", "/balances/pay", form).Is(200).Says(".did", says).Has(1, ".debts li").
			Has(1, "#balances")
		if strings.Contains(string(got.Bytes), "<html") {
			t.Error("a whole page was sent")
		}
	}
}

// TestDebtsByDebtor: what one person owes stands together under its sum, each debt a line that is folded; who
// may not record sees the same lines.
func TestDebtsByDebtor(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	ids := h.Players("Ann", "Bob", "Cat")
	owes := func(from, to int, amount int64) {
		debt := chain.Debt{From: ids[from], To: ids[to], Amount: amount}
		must(h.Book.OpenBalance(t.Context(), h.Slip(), "lsd", debt, "the old notebook"))(t)
	}
	owes(0, 1, 12)
	owes(2, 1, 36)
	h.Get("/balances").Has(0, ".debts .name")
	owes(0, 2, 24)
	page := h.Get("/balances").Has(3, ".debts details:not([open])").Has(0, ".debts form:not(details *)").
		Has(2, ".debts .name").Says(".debts ul:nth-child(1) .name", "Ann owes 3s in all").
		Says(".debts li:nth-child(2) summary span", "Ann owes Cat 2s since 20 Nov 2026").
		Says(".debts ul:nth-child(2) .name", "Cat owes 3s in all, and is owed 2s")
	h.Does(page, ".debts li:nth-child(2) .whole").Is(303)
	h.Get("/balances").Has(2, ".debts li").Has(0, ".debts .name")
}

// Very many debts are folded, each debtor's under the sum, and none is missing.
func TestManyDebts(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	h := webtest.Open(t)
	h.ManyDebts()
	page := h.Get("/balances").Is(200).Has(190, ".debts li").Has(19, ".debts > details:not([open])").
		Says(".debts > details:last-child summary", "Player T owes £15 16s 8d").
		Says(".debts > details:nth-of-type(2) summary", "Player C owes 2s 2d is owed £3 13s 8d")
	h.Does(page, ".debts > details:last-child li:last-child .whole").Is(303)
	h.Get("/balances").Has(189, ".debts li")
}
