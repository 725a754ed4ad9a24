package main

import (
	"context"
	"slices"

	"ouverte/ledger/show"
	"ouverte/templates"
)

// tour leads through the demo, beginning at the table of the night in progress; a club has none.
func (w *demoWriter) tour(ctx context.Context) ([]templates.TourStep, error) {
	open := w.book.Now().OpenNights(1)
	if len(open) == 0 {
		return nil, nil
	}
	n, err := w.book.Now().Night(open[0].ID)
	if err != nil {
		return nil, err
	}
	at := templates.NightPath(n.ID)
	deal := n.Deals[0] // or one that was put right
	if i := slices.IndexFunc(n.Deals, func(d *show.Dealt) bool { return d.Changed > 0 }); i >= 0 {
		deal = n.Deals[i]
	}
	return []templates.TourStep{
		{Name: "The table", To: at},
		{Name: "Something wrong", To: "/laws/trouble?night=" + at[len("/nights/"):]},
		{Name: "A deal", To: templates.DealPath(n.ID, deal.ID)},
		{Name: "Evenings", To: "/nights"},
		{Name: "House rules", To: "/houses"},
		{Name: "Club night", To: templates.NightPath(w.lastClub)},
		{Name: "Settle up", To: at + "/settle"},
	}, nil
}
