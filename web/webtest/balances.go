package webtest

import (
	"context"
	"fmt"

	"ouverte/ledger/chain"
)

// ManyDebts has every two of twenty owe each other, 190 debts, since before the book.
func (h *Site) ManyDebts() {
	h.T.Helper()
	var names []string
	for i := range 20 {
		names = append(names, fmt.Sprintf("Player %c", 'A'+i))
	}
	ids := h.Players(names...)
	for i := range ids {
		for j := range i {
			debt := chain.Debt{From: ids[i], To: ids[j], Amount: int64(1 + i + 20*j)}
			must(h.Book.OpenBalance(context.Background(), h.Slip(), "lsd", debt,
				"the old notebook"))(h.T)
		}
	}
}
