package webtest

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"

	"ouverte/ledger"
	"ouverte/ledger/archive"
	"ouverte/ledger/chain"
	"ouverte/ledger/copies"
	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/web"
)

func init() {
	asKeeper := func(o *web.Options) {
		o.Who = func(*http.Request) web.Visitor { return web.Visitor{Right: web.Keeper, Device: "the tablet"} }
	}
	Screens = append(Screens,
		Screen{Name: "keeper-older", Open: func(h *House) string { h.GrowsOlder(asKeeper); return "/keeper" }},
		Screen{Name: "keeper-altered", Open: func(h *House) string {
			path := h.Book.Path()
			fine(h.T, h.Book.Close())
			testenv.Alter(h.T, path, `CREATE INDEX by_name ON entry (device)`)
			h.Reopen(path, asKeeper)
			return "/keeper"
		}},
		Screen{Name: "start-unsound", Open: func(h *House) string { h.Unsound(asKeeper); return "/" }},
		Screen{Name: "keeper-taken", Open: func(h *House) string {
			path := h.Book.Path()
			fine(h.T, os.Rename(path, path+"-away"))
			h.T.Cleanup(func() { _ = os.Rename(path+"-away", path) })
			return "/keeper"
		}},
		Screen{Name: "table-older", Open: func(h *House) string {
			night := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
			h.GrowsOlder(asKeeper)
			return NightPath(night)
		}},
		Screen{Name: "pair-closed", Open: func(h *House) string { h.GrowsOlder(); return "/" }},
		Screen{Name: "pair-named", Open: func(h *House) string {
			h.LetIn(web.Keeper, "Laptop")
			return "/"
		}, Change: func(o *web.Options) {
			o.Who, o.PairCommand = nil, "ouverte pair --book /home/konstantin/Documents/whist/of-our-circle/book.db"
		}},
	)
}

// GrowsOlder opens a copy of the book that was made before its last deal.
func (h *House) GrowsOlder(change ...func(*web.Options)) {
	h.T.Helper()
	path, copied := h.Book.Path(), filepath.Join(h.T.TempDir(), "copy.db")
	must(archive.Backup(h.T.Context(), path, copied, nil))(h.T)
	night := h.Night("hoyle", h.Players("Eve", "Fay", "Gus", "Hal")...)
	said := ledger.DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 1, Tricks: 5}}
	_, err := h.Book.Record(h.T.Context(), h.Slip(), night, said)
	fine(h.T, errors.Join(err, h.Book.Close(), os.Rename(copied, path)))
	h.Reopen(path, change...)
}

// Reopen opens the book at a path, in this house.
func (h *House) Reopen(path string, change ...func(*web.Options)) {
	h.T.Helper()
	book := must(ledger.Open(h.T.Context(), path, ledger.Options{Clock: Clock}))(h.T)
	h.T.Cleanup(func() { _ = book.Close() })
	o := web.Options{Now: Clock, Log: slog.New(slog.DiscardHandler)}
	o.Reopen = func(ctx context.Context) (*ledger.Book, *copies.Keeper, error) {
		var err error
		h.Book, err = ledger.Open(ctx, path, ledger.Options{Clock: Clock, Existing: true})
		return h.Book, nil, err
	}
	for _, c := range change {
		c(&o)
	}
	h.Book, h.Handler = book, web.New(book, o)
}

// Unsound opens the book again after its second night was changed in the file.
func (h *House) Unsound(change ...func(*web.Options)) (first chain.NightID) {
	h.T.Helper()
	four := h.Players("Ann", "Bob", "Cat", "Dan")
	first = h.Night("hoyle", four...)
	h.Night("hoyle", four...)
	path := h.Book.Path()
	fine(h.T, h.Book.Close())
	db, guard := testenv.Beside(h.T, path), ""
	err := db.QueryRow(`SELECT sql FROM sqlite_schema WHERE name = 'entry_stands'`).Scan(&guard)
	fine(h.T, errors.Join(err, db.Close()))
	testenv.Alter(h.T, path, `DROP TRIGGER entry_stands`,
		`UPDATE entry SET device = 'another' WHERE seq = (SELECT max(seq) FROM entry)`, guard)
	h.Reopen(path, change...)
	return first
}
