package web

// The outermost middleware: what every request passes before a route is looked for, and every answer carries.

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
)

// policy allows what the pages use and nothing else: own scripts, styles, typefaces and pictures, own
// fetches, own forms.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; " +
	"connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// permissions turns off what no page of ours uses.
const permissions = "camera=(), geolocation=(), microphone=(), payment=(), screen-wake-lock=(self), usb=()"

type numberKey struct{}

// number is the number of a request, for the log and for the page of a failure.
func number(r *http.Request) string {
	n, _ := r.Context().Value(numberKey{}).(string)
	return n
}

// Codes and secrets are a right by themselves: in the paths made for them, however these were mistyped, and
// elsewhere by how they look.
var (
	secretPaths = regexp.MustCompile(`(?i)(/(?:pair|watch)(?:[^\w-]+|\W+))[^/]+`)
	secretLooks = regexp.MustCompile(`[0-9A-Z]{4}(?:-[0-9A-Z]{4}){1,2}|[\w-]{20,}`)
)

// toldPath is the path of a request as the log may have it: without codes and secrets.
func toldPath(r *http.Request) string {
	return secretLooks.ReplaceAllString(secretPaths.ReplaceAllString(r.URL.Path, "$1…"), "…")
}

func (s *server) middleware(routes http.Handler) http.Handler {
	forgery := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := s.Now()
		var b [6]byte
		rand.Read(b[:])
		r = r.WithContext(context.WithValue(r.Context(), numberKey{}, hex.EncodeToString(b[:])))
		r = s.arrived(r)
		out := &watched{ResponseWriter: w}
		s.setHeaders(out.Header(), r)
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler {
					panic(p)
				}
				s.Log.Error("panic", "request", number(r), "method", r.Method, "path", toldPath(r),
					"panic", p, "stack", string(debug.Stack()))
				if out.status != 0 {
					defer panic(http.ErrAbortHandler) // half an answer is cut, so that it never looks whole
				} else {
					s.answerFault(out, r, ours(number(r)))
				}
			}
			if s.Log.Enabled(r.Context(), slog.LevelDebug) {
				s.Log.Debug("request", "request", number(r), "method", r.Method, "path", toldPath(r),
					"status", out.status, "took", s.Now().Sub(began))
			}
		}()
		if f := s.wrongOrigin(forgery, r); f != nil {
			s.answerFault(out, r, f)
			return
		}
		routes.ServeHTTP(out, r)
	})
}

// setHeaders sets the headers of every answer.
func (s *server) setHeaders(h http.Header, r *http.Request) {
	h.Set("X-Request-Id", number(r))
	h.Set("Content-Security-Policy", policy)
	h.Set("Permissions-Policy", permissions)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	// Nothing to other hosts. Not no-referrer: then we wouldn't learn either where a form comes from, and
	// over plain http the Origin is all there is to tell it by.
	h.Set("Referrer-Policy", "same-origin")
	if r.TLS != nil {
		h.Set("Cross-Origin-Opener-Policy", "same-origin") // over plain http browsers ignore it and complain
	}
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if s.Strict && arrivalOf(r).secure {
		h.Set("Strict-Transport-Security", "max-age=15552000")
	}
}

// wrongOrigin is the answer to a request under a wrong name, or sent by a page that isn't ours.
func (s *server) wrongOrigin(forgery *http.CrossOriginProtection, r *http.Request) *fault {
	if s.book != nil && !answersTo(r.Host, s.Hosts) {
		return &fault{Status: http.StatusMisdirectedRequest, Heading: "A name we don't know",
			Sentence: "This book is not kept under that name." +
				" Use the address the program printed when it was started."}
	}
	if forgery.Check(r) != nil || unsafeOrigin(r) {
		return &fault{Status: http.StatusForbidden, Heading: "Sent from another page",
			Sentence: "Another web page tried to write in this book. Nothing was written."}
	}
	mode, dest := r.Header.Get("Sec-Fetch-Mode"), r.Header.Get("Sec-Fetch-Dest")
	if crossSite(r) && (mode != "navigate" || slices.Contains(frames, dest)) {
		return &fault{Status: http.StatusForbidden, Heading: "Sent from another page",
			Sentence: "Another web page tried to fetch something from this book."}
	}
	return nil
}

// unsafeOrigin tells whether a page that came by plain http, which anybody on the way may have written, posts
// to this book by https. The check of forgeries compares the hosts alone.
func unsafeOrigin(r *http.Request) bool {
	safe := r.Method == http.MethodGet || r.Method == http.MethodHead
	return !safe && arrivalOf(r).secure && strings.HasPrefix(r.Header.Get("Origin"), "http://")
}

// crossSite tells whether a page that isn't ours sent the browser here, as far as the browser says so:
// over plain http only on this machine.
func crossSite(r *http.Request) bool {
	return !slices.Contains([]string{"", "none", "same-origin"}, r.Header.Get("Sec-Fetch-Site"))
}

// frames are the places within a page where another may be shown. None of ours is.
var frames = []string{"iframe", "frame", "fencedframe", "embed", "object"}

// answersTo tells whether a machine with these names goes by this Host: an address, localhost, or one of the
// names.
func answersTo(host string, names []string) bool {
	name := hostName(host)
	if addressIn(name).IsValid() {
		return true // a page elsewhere can't make its own name an address
	}
	return name == "localhost" || strings.HasSuffix(name, ".localhost") ||
		slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
}

// watched is a ResponseWriter that remembers the status it sent, for the log.
type watched struct {
	http.ResponseWriter
	status int // 0: nothing was sent yet
}

func (w *watched) WriteHeader(status int) {
	if w.status == 0 && status >= 200 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *watched) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return w.ResponseWriter.Write(b)
}

func (w *watched) Flush() { http.NewResponseController(w.ResponseWriter).Flush() }

// Unwrap lets http.ResponseController reach deadlines.
func (w *watched) Unwrap() http.ResponseWriter { return w.ResponseWriter }
