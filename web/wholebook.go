package web

// What is done with the book as a whole: a copy to take away, everything as text, and the check of the books. All three read
// beside whoever records, and one after another: each goes through the whole book.

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/templates/keeper"
)

// backup makes a copy, checked, and hands it over.
func (s *Server) backup(c echo.Context) error {
	folder, err := s.book.CopyFolder()
	if err != nil {
		s.Log.Error("no place for a copy", "request", number(c.Request()), "error", err)
		return &ledger.CannotWrite{Sentence: "There is no place for a copy beside the book: the disk is full, or takes nothing at the moment.", Cause: err}
	}
	defer os.RemoveAll(folder)
	s.whole.Lock()
	defer s.whole.Unlock()
	copied := filepath.Join(folder, "copy.db")
	if _, err := ledger.Backup(c.Request().Context(), s.book.Path(), copied, nil); err != nil {
		return err
	}
	f, err := os.Open(copied)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	c.Response().Header().Set("Content-Length", fmt.Sprint(info.Size()))
	_, err = io.Copy(s.download(c, "application/vnd.sqlite3", ".db"), f)
	return brokenOff(err)
}

// exportTypes are what browsers are told the exports are.
var exportTypes = map[ledger.Format][2]string{
	ledger.JSON:      {"application/x-ndjson", ".json"},
	ledger.CSV:       {"text/csv; charset=utf-8", ".csv"},
	ledger.Journal:   {"text/plain; charset=utf-8", ".journal"},
	ledger.Beancount: {"text/plain; charset=utf-8", ".beancount"},
}

func (s *Server) export(c echo.Context) error {
	form := ledger.Format(c.Param("form"))
	if !slices.Contains(ledger.Formats(), form) {
		return echo.ErrNotFound
	}
	s.whole.Lock()
	defer s.whole.Unlock()
	kind := exportTypes[form]
	return brokenOff(ledger.Export(c.Request().Context(), s.book.Path(), form, s.download(c, kind[0], kind[1]), nil))
}

// checkBooks audits the book and says on the keeper's page what was found.
func (s *Server) checkBooks(c echo.Context) error {
	s.whole.Lock()
	defer s.whole.Unlock()
	found, err := ledger.Audit(c.Request().Context(), s.book.Path(), nil, nil)
	if err != nil {
		return err
	}
	v := s.keeperView(c)
	v.Check = &keeper.CheckLine{Well: found.Well(), Line: found.Line()}
	if !found.Well() {
		s.Log.Error("the books are not in order", "request", number(c.Request()), "found", found.Line())
		for _, w := range found.Wrong[1:min(len(found.Wrong), 20)] {
			v.Check.More = append(v.Check.More, w.Sentence)
		}
	}
	return s.show(c, http.StatusOK, keeperFrame, keeper.Page(v))
}

// download is where a file goes that is handed over: as slow as the line is, but not slower than a piece in half a minute.
func (s *Server) download(c echo.Context, kind, ending string) io.Writer {
	h := c.Response().Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="ouverte-%s%s"`, s.Now().Format("2006-01-02"), ending))
	h.Set("Cache-Control", "no-store")
	return piece(c)
}

// piece writes an answer of any length, without the limit for a whole one.
func piece(c echo.Context) *piecewise {
	return &piecewise{c.Response(), http.NewResponseController(c.Response())}
}

type piecewise struct {
	to       io.Writer
	deadline *http.ResponseController
}

func (p *piecewise) Write(b []byte) (int, error) {
	_ = p.deadline.SetWriteDeadline(time.Now().Add(30 * time.Second)) // where it can't be moved there is none
	return p.to.Write(b)
}

// brokenOff ends a download that failed in its middle in a way that the browser notices: half a book must not look whole.
func brokenOff(err error) error {
	if err != nil {
		return &broken{err}
	}
	return nil
}

type broken struct{ error }

func (b *broken) Unwrap() error { return b.error }
