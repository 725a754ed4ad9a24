package web

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/testenv"
)

// TestOneSnapshotAnAnswer: all that a page asks of the book is of one state, whatever is written meanwhile.
// The answer to a write has it.
func TestOneSnapshotAnAnswer(t *testing.T) {
	book := testenv.Must(ledger.Open(t.Context(), filepath.Join(t.TempDir(), "book.db"), ledger.Options{}))(t)
	defer book.Close()
	s := &server{book: book}
	asks := func(method string) echo.Context {
		return echo.New().NewContext(httptest.NewRequest(method, "/", nil), httptest.NewRecorder())
	}
	page, form := asks(http.MethodGet), asks(http.MethodPost)
	before := s.snapshot(page)
	s.snapshot(form)
	testenv.Must(book.AddPlayer(t.Context(), ledger.Slip{Key: "ann"}, "Ann"))(t)
	if s.snapshot(page) != before {
		t.Error("a page is drawn from two states")
	}
	testenv.Same(t, len(s.snapshot(form).Players()), 1, "the answer to a form knows %d players")
}
