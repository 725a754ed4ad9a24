package web

// What the house itself answers, under names that are no circle's. No book is opened for it, and none is
// looked into.

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"

	"github.com/labstack/echo/v4"
)

// hostRouter has the routes of the house. They are not those of a book.
func (h *House) hostRouter() *echo.Echo {
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = h.own.wentWrong
	for path, handle := range map[string]echo.HandlerFunc{
		"/": noCircle, "/healthz": h.health, "/static/*": h.own.staticFile, "/trust": h.own.trustPage,
		"/trust/ouverte.crt": h.own.trustFile,
	} {
		e.GET(path, handle)
		e.HEAD(path, handle)
	}
	return e
}

func noCircle(echo.Context) error {
	return &fault{Status: http.StatusNotFound, Heading: "A house of circles",
		Sentence: "Each circle has its own address. Ask the person who keeps yours."}
}

// openNow are the circles whose book is open.
func (h *House) openNow() (open []*awake) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, a := range h.awake {
		if a.isOpen() && a.err == nil && !a.leaving {
			open = append(open, a)
		}
	}
	return open
}

// health tells monitors whether the folder and the open books can be read and written. It opens none. A book
// that can't be opened is named in the log, and makes nobody else ill.
func (h *House) health(c echo.Context) error {
	ill := 0
	err := h.writable()
	for _, a := range h.openNow() {
		if a.book.Ready(c.Request().Context()) != nil {
			ill++
			h.Log.Error("not well", "request", number(c.Request()), "circle", a.name)
		}
	}
	if err != nil || ill > 0 {
		h.Log.Error("the house isn't well", "request", number(c.Request()), "circles", ill, "error", err)
		return c.String(http.StatusServiceUnavailable, NotWell+": one or more circles, or their folder\n")
	}
	return c.String(http.StatusOK, "ok\n")
}

// writable tells whether files can be made in the folder.
func (h *House) writable() error {
	at, err := h.folder.Own("probe-")
	if err != nil {
		return err
	}
	probe, err := os.CreateTemp(filepath.Split(at)) // a name of its own: several may ask at once
	if err != nil {
		return err
	}
	_, err = probe.WriteString("well\n")
	return errors.Join(err, probe.Close(), os.Remove(probe.Name()))
}
