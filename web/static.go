package web

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/templates/frame"
)

// staticFile serves embedded files under names that change with their content: a browser asks once and keeps
// them.
func (s *server) staticFile(c echo.Context) error {
	f, ok := s.static.At(c.Request().URL.Path)
	if !ok {
		return echo.ErrNotFound
	}
	c.Response().Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	return sendReady(c.Response(), c.Request(), http.StatusOK, f.Type, f.Body, f.Gzip())
}

// typefaces is a style sheet with both Latin typefaces in it.
var typefaces = sync.OnceValue(func() string {
	var css strings.Builder
	for i, family := range []string{"Fraunces", "Source Sans 3"} {
		file, _ := files().At(files().Path(frame.Typefaces[i]))
		fmt.Fprintf(&css, `@font-face{font-family:"%s";font-weight:200 900;src:url(data:font/woff2;base64,%s)}`,
			family, base64.StdEncoding.EncodeToString(file.Body))
	}
	return css.String()
})

// NotWell is how /healthz begins while the book can't be read or written; what is known of it follows.
const NotWell = "the book does not answer"

// BookMark is the header of /healthz by which a program on this machine knows whose book it asked about.
const BookMark = "Ouverte-Book"

// health tells monitors whether the book can be read and written.
func (s *server) health(c echo.Context) error {
	if mark, err := ledger.Mark(s.book.Path()); err == nil && s.asksItself(c.Request()) {
		c.Response().Header().Set(BookMark, mark)
		if s.Copies != nil {
			if newest, ok := s.Copies.Newest(); ok {
				c.Response().Header().Set("Ouverte-Copied", newest.At.Format(time.RFC3339))
			}
		}
	}
	if err := s.book.Ready(c.Request().Context()); err != nil {
		s.Log.Error("not well", "request", number(c.Request()), "error", err)
		said := NotWell
		if unwritten := (*ledger.CannotWrite)(nil); errors.As(err, &unwritten) {
			said += ": " + unwritten.Sentence
		}
		return c.String(http.StatusServiceUnavailable, said+"\n")
	}
	return c.String(http.StatusOK, "ok\n")
}
