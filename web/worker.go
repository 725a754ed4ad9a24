package web

// The table without a network: the service worker that keeps its page, and where an installed table begins.

import (
	"encoding/json"
	"net/http"
	"path"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"ouverte/ledger/show"
	"ouverte/static"
	"ouverte/templates/say"
	"ouverte/templates/table"
)

// What the page of a table has the browser fetch.
var (
	tableStyles  = dealStyles()
	tableScripts = []string{"table.js"}
)

// dealStyles are the styles of the form of a deal and of the sheet, and more.
func dealStyles(more ...string) []string { return append([]string{"deal.css"}, more...) }

// workerOf makes the service worker: which files it keeps, and its script. Its version is that of all these
// files, so a browser takes a new one over at the next visit after the program changed.
func workerOf(files *static.Set) []byte {
	names := []string{
		"css/page.css", "icons/icon.svg", "icons/icon-192.png", "manifest.webmanifest", "vendor/htmx.min.js",
		"js/floor.js", "js/base.js",
	}
	for _, name := range tableStyles {
		names = append(names, "css/"+name)
	}
	for _, name := range tableScripts {
		names = append(names, "js/"+name)
	}
	kept := files.With(names...)
	var hashes []string
	for _, file := range kept {
		name := strings.TrimSuffix(file, path.Ext(file))
		hashes = append(hashes, strings.TrimPrefix(path.Ext(name), "."))
	}
	program, err := json.Marshal(map[string]any{"version": strings.Join(hashes, ""), "files": kept})
	if err != nil {
		panic(err) // strings can always be written
	}
	script, _ := files.At(files.Path("js/sw.js"))
	return append([]byte("const program = "+string(program)+";\n"), script.Body...)
}

// madeWorker is the service worker, made once for all books of the process.
var madeWorker = sync.OnceValues(func() (body, packed []byte) {
	body = workerOf(files())
	return body, zipped(body)
})

// worker sends the service worker. Browsers ask for it at each visit.
func (s *server) worker() echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Header().Set("Cache-Control", "no-cache")
		body, packed := madeWorker()
		return sendReady(c.Response(), c.Request(), http.StatusOK, "text/javascript; charset=utf-8", body, packed)
	}
}

// keepable marks the page of a table that a device may keep for when there is no network: that of an open
// night, for a device that records in it.
func keepable(c echo.Context, t table.View) {
	if t.Form != nil {
		c.Response().Header().Set("Ouverte-Keep", "yes")
	}
}

// toTable is where an installed table begins: at the night in progress, the newest of several.
func (s *server) toTable(c echo.Context) error {
	switch open := s.snapshot(c).OpenNights(1); {
	case len(open) > 0:
		return s.goTo(c, say.NightPath(open[0].ID))
	case s.may(c, Scorer):
		return s.goTo(c, "/")
	}
	return s.goTo(c, "/nights")
}

// plainCookie remembers that this device was told how its screen stays on.
const plainCookie = "ouverte-plain"

// screenOn is for devices that score: over plain http browsers keep no screen on, and no page, but from the
// machine itself; over https old ones keep none on either.
func (s *server) screenOn(c echo.Context) *table.ScreenOn {
	r := c.Request()
	if !s.may(c, Scorer) || ofLoopback(r.Host) || strings.HasSuffix(hostName(r.Host), ".localhost") {
		return nil
	}
	if _, err := c.Cookie(plainCookie); err == nil {
		setCookie(c, plainCookie, "seen", "/") // so that its time starts anew
		return nil
	}
	return &table.ScreenOn{Secure: arrivalOf(r).secure}
}

// dismissPlain has heard it.
func (s *server) dismissPlain(c echo.Context, n *show.Night) error {
	setCookie(c, plainCookie, "seen", "/")
	if wantsPart(c.Request()) {
		return s.fragments(c, http.StatusOK)
	}
	return s.goTo(c, say.NightPath(n.ID))
}
