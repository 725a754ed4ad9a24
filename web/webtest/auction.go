package webtest

import (
	"context"
	"slices"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/rules"
)

// Ruled starts a night of four under a set with something changed; the last of them deals.
func (h *Site) Ruled(set string, change func(*rules.House)) chain.NightID {
	h.T.Helper()
	shipped, ok := rules.Set(set)
	if !ok {
		h.T.Fatalf("no set %s", set)
	}
	own := *shipped
	own.ID, own.Calls = "own", slices.Clone(shipped.Calls)
	change(&own)
	ids := h.Players("Ann", "Bob", "Cat", "Dan")
	started := must(h.Book.StartNight(context.Background(), h.Slip(),
		ledger.NewNight{House: &own, Seats: ids, Dealer: ids[3], Auction: true}))(h.T)
	return started.Night
}
