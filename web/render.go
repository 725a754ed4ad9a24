package web

// The one place that writes pages: rendered whole before the status is sent, so that no page breaks off in
// the middle.

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"ouverte/templates/frame"
	"ouverte/templates/ui"
)

// show sends a page: the body in its frame, or the body alone to htmx that asked for a part.
func (s *server) show(c echo.Context, status int, f frame.Frame, body templ.Component) error {
	if wantsPart(c.Request()) {
		return s.fragments(c, status, body)
	}
	if f.Follow != nil {
		f.Follow.Answer = c.Request().Method != http.MethodGet
	}
	if s.book != nil { // else it has no menu, and knows nobody
		right := s.who(c).Right
		f.Looks, f.Scores = right == Watcher, right == Scorer
		f.Until, f.Book, f.Time = s.book.Until(), s.mark, s.Now().UnixMilli()
	}
	return s.write(c.Response(), c.Request(), status, s.framed(f, body))
}

// page sends a page that was asked for in order.
func (s *server) page(c echo.Context, f frame.Frame, body templ.Component) error {
	return s.show(c, http.StatusOK, f, body)
}

// pageOf sends a page as it is before anything is refused on it.
func (s *server) pageOf(c echo.Context, draw func(ui.Says) (*screen, error)) error {
	shown, err := draw(nil)
	if err != nil {
		return err
	}
	return s.page(c, shown.frame, shown.body)
}

// showWrong sends a page with the faults of its address, if any.
func (s *server) showWrong(
	c echo.Context, wrong ui.Says, f frame.Frame, body templ.Component,
) error {
	status := http.StatusOK
	if wrong != nil {
		status = http.StatusUnprocessableEntity
	}
	return s.show(c, status, f, body)
}

// fragments sends fragments without a frame.
func (s *server) fragments(c echo.Context, status int, body ...templ.Component) error {
	asPart(c.Response(), c.Request())
	return s.write(c.Response(), c.Request(), status, templ.Join(body...))
}

// goTo sends the browser on after something was done. htmx has its own way: it would swap the next page into
// this one.
func (s *server) goTo(c echo.Context, path string) error {
	if c.Request().Header.Get("HX-Request") == "true" {
		c.Response().Header().Set("HX-Redirect", path)
		return c.NoContent(http.StatusOK)
	}
	return c.Redirect(http.StatusSeeOther, path)
}

// wantsPart tells whether htmx asks for less than a page.
func wantsPart(r *http.Request) bool {
	return r.Header.Get("HX-Request") == "true" && r.Header.Get("HX-Request-Type") != "full"
}

// asPart takes two headers from an answer that is no document, where our own script asked for it, with a
// header no other page can send: they are of documents, and would be a tenth of a recorded deal.
func asPart(w http.ResponseWriter, r *http.Request) {
	if wantsPart(r) {
		w.Header().Del("Content-Security-Policy")
		w.Header().Del("Permissions-Policy")
	}
}

func (s *server) framed(f frame.Frame, body templ.Component) templ.Component {
	f.Asset = s.static.Path
	f.Bare = f.Bare || s.book == nil // there is no menu without a book
	return within(frame.Page(f), body)
}

// within hands a component its children.
func within(outer, inner templ.Component) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		return outer.Render(templ.WithChildren(ctx, inner), w)
	})
}

func (s *server) write(w http.ResponseWriter, r *http.Request, status int, body templ.Component) error {
	buf := pages.Get().(*bytes.Buffer)
	defer func() { buf.Reset(); pages.Put(buf) }()
	if err := body.Render(r.Context(), buf); err != nil {
		return err
	}
	pageHeaders(w)
	return send(w, r, status, htmlType, buf.Bytes())
}

const htmlType = "text/html; charset=utf-8"

func pageHeaders(w http.ResponseWriter) {
	w.Header().Set("Vary", "HX-Request, HX-Request-Type")
	w.Header().Set("Cache-Control", "no-store") // balances stay on no tablet that is put away
}

// send writes an answer in one piece, compressed where the browser takes it and it gains something.
func send(w http.ResponseWriter, r *http.Request, status int, typ string, body []byte) error {
	if len(body) <= worthZipping || wantsPart(r) && len(body) <= oneFlight || !takesGzip(r) {
		return sendReady(w, r, status, typ, body, nil)
	}
	buf := pages.Get().(*bytes.Buffer)
	defer func() { buf.Reset(); pages.Put(buf) }()
	zipInto(buf, body)
	return sendReady(w, r, status, typ, body, buf.Bytes())
}

const (
	worthZipping = 1000 // the size from which a text gains by it

	// oneFlight is what a connection sends before it waits for the other side. A part below that arrives no
	// later as it is, and to compress it was a third of what recording a deal takes.
	oneFlight = 13_000
)

// zipped compresses what is sent many times; nil where nothing is gained.
func zipped(body []byte) []byte {
	if len(body) <= worthZipping {
		return nil
	}
	var buf bytes.Buffer
	zipInto(&buf, body)
	return buf.Bytes()
}

func zipInto(buf *bytes.Buffer, body []byte) {
	z := <-zippers
	z.Reset(buf)
	z.Write(body) // a bytes.Buffer takes everything
	z.Close()
	zippers <- z
}

// sendReady writes an answer that may be compressed already.
func sendReady(w http.ResponseWriter, r *http.Request, status int, typ string, body, zipped []byte) error {
	h := w.Header()
	h.Set("Content-Type", typ)
	h.Add("Vary", "Accept-Encoding")
	if zipped != nil && takesGzip(r) {
		h.Set("Content-Encoding", "gzip")
		body = zipped
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(body) // an error here is a browser that went away
	}
	return nil
}

// takesGzip reads Accept-Encoding as far as browsers write it.
func takesGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, q, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(strings.TrimSpace(name), "gzip") {
			return strings.ReplaceAll(q, " ", "") != "q=0"
		}
	}
	return false
}

var (
	pages = sync.Pool{New: func() any { return new(bytes.Buffer) }}

	// One compressor for each processor: more would get nothing done sooner. All levels but the first clear 640
	// KB before each answer, and what the processor had at hand is gone with them: for a tenth fewer bytes.
	zippers = func() chan *gzip.Writer {
		all := make(chan *gzip.Writer, runtime.GOMAXPROCS(0))
		for range cap(all) {
			z, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed)
			all <- z
		}
		return all
	}()
)
