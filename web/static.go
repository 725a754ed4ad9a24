package web

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"
)

// staticFile serves what static embeds, under names that change with the content: a browser asks once and keeps it.
func (s *Server) staticFile(c echo.Context) error {
	f, ok := s.static.At(c.Request().URL.Path)
	if !ok {
		return echo.ErrNotFound
	}
	h, body := c.Response().Header(), f.Body
	h.Set("Content-Type", f.Type)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Vary", "Accept-Encoding")
	if zipped := f.Gzip(); zipped != nil && takesGzip(c.Request()) {
		h.Set("Content-Encoding", "gzip")
		body = zipped
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	c.Response().WriteHeader(http.StatusOK)
	if c.Request().Method != http.MethodHead {
		c.Response().Write(body)
	}
	return nil
}

// NotWell is what /healthz says while the book can't be read or written.
const NotWell = "the book does not answer\n"

// health answers those who watch over the program: whether the book can be read and written.
func (s *Server) health(c echo.Context) error {
	if err := s.book.Ready(c.Request().Context()); err != nil {
		s.Log.Error("not well", "request", number(c.Request()), "error", err)
		return c.String(http.StatusServiceUnavailable, NotWell)
	}
	return c.String(http.StatusOK, "ok\n")
}
