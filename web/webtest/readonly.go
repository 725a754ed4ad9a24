package webtest

import (
	"context"
	"errors"
	"fmt"
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
	"ouverte/web/host"
)

func init() {
	asKeeper := func(o *web.Options) {
		o.Who = func(*http.Request) web.Visitor { return web.Visitor{Right: web.Keeper, Device: "the tablet"} }
	}
	unsound := func(page string) func(*Site) string {
		return func(h *Site) string { h.unsoundDeal(asKeeper); return page }
	}
	Screens = append(Screens,
		Screen{Name: "keeper-older", Open: func(h *Site) string { h.GrowsOlder(asKeeper); return "/keeper" }},
		Screen{Name: "keeper-altered", Open: func(h *Site) string {
			path := h.Book.Path()
			fine(h.T, h.Book.Close())
			testenv.Alter(h.T, path, `CREATE INDEX by_name ON entry (device)`)
			h.Reopen(path, asKeeper)
			return "/keeper"
		}},
		Screen{Name: "start-unsound", Open: unsound("/")},
		Screen{Name: "keeper-fault", Open: unsound("/keeper/fault")},
		Screen{Name: "keeper-new", Open: unsound("/keeper/new")},
		Screen{Name: "keeper-taken", Open: func(h *Site) string {
			path := h.Book.Path()
			fine(h.T, os.Rename(path, path+"-away"))
			h.T.Cleanup(func() { _ = os.Rename(path+"-away", path) })
			return "/keeper"
		}},
		Screen{Name: "table-older", Open: func(h *Site) string {
			night := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
			h.GrowsOlder(asKeeper)
			return NightPath(night)
		}},
		Screen{Name: "pair-closed", Open: func(h *Site) string { h.GrowsOlder(); return "/" }},
		Screen{Name: "pair-named", Open: func(h *Site) string {
			h.LetIn(web.Keeper, "Laptop")
			return "/"
		}, Change: func(o *web.Options) {
			o.Who, o.PairCommand = nil, "ouverte pair --book /home/konstantin/Documents/whist/of-our-circle/book.db"
		}},
	)
}

// GrowsOlder opens a copy of the book that was made before its last deal.
func (h *Site) GrowsOlder(change ...func(*web.Options)) {
	h.T.Helper()
	path, copied := h.Book.Path(), filepath.Join(h.T.TempDir(), "copy.db")
	must(archive.Backup(h.T.Context(), path, copied, nil))(h.T)
	night := h.Night("hoyle", h.Players("Eve", "Fay", "Gus", "Hal")...)
	said := ledger.DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 1, Tricks: 5}}
	_, err := h.Book.Record(h.T.Context(), h.Slip(), night, said)
	fine(h.T, errors.Join(err, h.Book.Close(), os.Rename(copied, path)))
	h.Reopen(path, change...)
}

// Reopen opens the book at a path, on this site.
func (h *Site) Reopen(path string, change ...func(*web.Options)) {
	h.T.Helper()
	book := must(ledger.Open(h.T.Context(), path, ledger.Options{Clock: Clock}))(h.T)
	h.T.Cleanup(func() { _ = book.Close() })
	o := web.Options{Now: Clock, Log: slog.New(slog.DiscardHandler)}
	for _, c := range change {
		c(&o)
	}
	h.Reopens = func(ctx context.Context) (_ *ledger.Book, _ *copies.Keeper, err error) {
		h.Book, err = ledger.Open(ctx, path, ledger.Options{Clock: Clock, Existing: true})
		return h.Book, nil, err
	}
	h.Book, h.Handler = book, host.NewAlone(book, o, h.Reopens)
}

// Unsound opens the book again after its second night was changed in the file.
func (h *Site) Unsound(change ...func(*web.Options)) (first chain.NightID) {
	h.T.Helper()
	four := h.Players("Ann", "Bob", "Cat", "Dan")
	first = h.Night("hoyle", four...)
	h.Night("hoyle", four...)
	h.tamper("SELECT max(seq) FROM entry", change...)
	return first
}

// unsoundDeal opens the book again after the second deal of its third evening was changed in the file. A copy
// lies beside it, from before its last evening.
func (h *Site) unsoundDeal(change ...func(*web.Options)) {
	h.T.Helper()
	four := h.Players("Ann", "Bob", "Cat", "Dan")
	var third chain.NightID
	for i, deals := range [][]string{{"solo A 6"}, {"solo B 4", "solo C 5"},
		{"solo A 5", "solo D 6", "solo B 7"}, {"solo C 6", "solo D 4"}, {"solo A 6", "solo B 5"}} {
		night := h.Night("hoyle", four...)
		if i == 2 {
			third = night
		}
		h.Plays(night, deals...)
		h.Closes(night)
		if i == 3 {
			beside := copies.Beside(h.Book.Path())
			fine(h.T, os.Mkdir(beside, 0o700))
			first := h.Book.Now().State().First()
			to := filepath.Join(beside, fmt.Sprintf("2026-11-20-200000-evenings-4-entries-26-of-%x.db", first[:4]))
			must(archive.Backup(h.T.Context(), h.Book.Path(), to, nil))(h.T)
			fine(h.T, os.Chtimes(to, Evening, Evening))
		}
	}
	h.tamper(fmt.Sprintf("SELECT seq FROM entry WHERE kind = 'deal' AND night = %d ORDER BY seq "+
		"LIMIT 1 OFFSET 1", third), change...)
}

// tamper opens the book again after an entry was changed in the file.
func (h *Site) tamper(entry string, change ...func(*web.Options)) {
	h.T.Helper()
	path := h.Book.Path()
	fine(h.T, h.Book.Close())
	db, guard := testenv.Beside(h.T, path), ""
	err := db.QueryRow(`SELECT sql FROM sqlite_schema WHERE name = 'entry_stands'`).Scan(&guard)
	fine(h.T, errors.Join(err, db.Close()))
	testenv.Alter(h.T, path, `DROP TRIGGER entry_stands`,
		`UPDATE entry SET device = 'another' WHERE seq = (`+entry+`)`, guard)
	h.Reopen(path, change...)
}
