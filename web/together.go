package web

// An evening at several tables on the pages of a night: it is settled and remembered there as one night, and
// what only a table can do is done at one of its tables.

import (
	"context"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/templates/say"
)

// wholeNight is a night; an evening at several tables with all that was dealt at them.
func (s *server) wholeNight(now *show.Snapshot, id chain.NightID) (*show.Night, error) {
	n, err := now.Night(id)
	if err != nil || n.Tables == nil {
		return n, err
	}
	e, err := now.Meeting(id)
	if err != nil {
		return nil, err
	}
	return e.Whole(), nil
}

// toDealsTable leads from a deal of an evening at several tables to the same at its table.
func (s *server) toDealsTable(c echo.Context, n *show.Night) error {
	id, err := idIn[chain.DealID](c, "deal")
	if err != nil {
		return err
	}
	for _, t := range n.Tables {
		table, err := s.snapshot(c).Night(t)
		if err != nil {
			return err
		}
		if _, stands := table.Deal(id); stands && c.Request().Method != http.MethodPost {
			return s.goTo(c, say.DealPath(t, id))
		}
	}
	return &chain.NotFound{What: "deal"}
}

// tablesOf are the tables of an evening as its settlement and its last page list them; nil of any other
// night.
func (s *server) tablesOf(c echo.Context, n *show.Night) (out []*show.Night, err error) {
	for _, id := range n.Tables {
		t, err := s.snapshot(c).Night(id)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

// gatherForm closes the tables of an evening that still play, so that it can be settled; or one of them, or
// opens one again.
type gatherForm struct {
	settleKey
	Saw   chain.EntryID `form:"saw" validate:"required,min=1" label:"The page’s version"`
	Table chain.NightID `form:"table" validate:"min=0" label:"The table’s number"` // zero: all
	Open  bool          `form:"open"`
}

func (f *gatherForm) write(ctx context.Context, in settling) (ledger.Receipt, error) {
	if f.Table == 0 {
		return in.book.GatherTables(ctx, in.slip, in.night.ID, f.Saw)
	}
	if !slices.Contains(in.night.Tables, f.Table) {
		return ledger.Receipt{}, &chain.NotFound{What: "table"}
	}
	if f.Open {
		f.did = "table-opened"
		return in.book.ReopenNight(ctx, in.slip, f.Table, "")
	}
	f.did = "table-closed"
	return in.book.CloseTable(ctx, in.slip, f.Table, f.Saw)
}
