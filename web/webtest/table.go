package webtest

import (
	"fmt"
	"net/url"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/static"
)

// NthDeal reads the standing deal of that number out of the book.
func (h *Site) NthDeal(id chain.NightID, nth int) *show.Dealt {
	h.T.Helper()
	n := must(h.Book.Now().Night(id))(h.T)
	for _, d := range n.Deals {
		if d.Nth == nth {
			return d
		}
	}
	h.T.Fatalf("deal %d is not in the book: it has %d", nth, len(n.Deals))
	return nil
}

func NightPath(n chain.NightID) string { return fmt.Sprintf("/nights/%d", n) }

// FourOfUs is a site with a night of four by Hoyle; Dan deals first.
func FourOfUs(t testing.TB) (*Site, chain.NightID) {
	t.Helper()
	h := Open(t)
	return h, h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
}

// AssetPath is where the browser asks for a static file.
func AssetPath(t testing.TB, name string) string {
	t.Helper()
	files := must(static.Load())(t)
	return files.Path(name)
}

// Deal is the form on a night's page with some answers.
func (h *Site) Deal(night chain.NightID, answers string) url.Values {
	h.T.Helper()
	v := h.Get(NightPath(night)).Is(200).Form("#deal", "")
	said := must(url.ParseQuery(answers))(h.T)
	for name, values := range said {
		v[name] = values
	}
	return v
}
