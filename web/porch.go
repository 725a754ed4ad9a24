package web

// The porch: what every request passes before a route is looked for, and every answer carries.

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
	"time"
)

// ordinaryBody is more than any form of ours comes to.
const ordinaryBody = 64 << 10

// policy allows what the pages use and nothing else: own scripts, styles and pictures, own fetches, own forms.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

type numberKey struct{}

// number gives the number of a request, for the log and for the page that tells of a mishap.
func number(r *http.Request) string {
	n, _ := r.Context().Value(numberKey{}).(string)
	return n
}

// secretAddresses are those whose end opens something by itself.
var secretAddresses = regexp.MustCompile(`^(/pair/|/watch/|/nights/[^/]*/watch/)[^/]+`)

// toldPath is the address of a request as the log may have it: a code or a link for looking on is not for whoever reads that.
func toldPath(r *http.Request) string {
	return secretAddresses.ReplaceAllString(r.URL.Path, "$1…")
}

func (s *Server) porch(house http.Handler) http.Handler {
	forgery := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := s.Now()
		var b [6]byte
		rand.Read(b[:])
		r = r.WithContext(context.WithValue(r.Context(), numberKey{}, hex.EncodeToString(b[:])))
		r = s.arrived(r)
		out := &watched{ResponseWriter: w}

		h := out.Header()
		h.Set("X-Request-Id", number(r))
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		// Nothing to other hosts. Not no-referrer: that would hide from ourselves, too, where a form comes from, and over plain
		// http the Origin is all there is to tell it by.
		h.Set("Referrer-Policy", "same-origin")
		if r.TLS != nil {
			h.Set("Cross-Origin-Opener-Policy", "same-origin") // over plain http browsers ignore it and complain
		}
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), screen-wake-lock=(self), usb=()")
		if s.Strict && arrivalOf(r).secure {
			h.Set("Strict-Transport-Security", "max-age=15552000")
		}

		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler {
					panic(p)
				}
				s.Log.Error("panic", "request", number(r), "method", r.Method, "path", toldPath(r), "panic", p, "stack", string(debug.Stack()))
				if out.status != 0 {
					defer panic(http.ErrAbortHandler) // the answer had begun: it is cut, so that half of it never looks whole
				} else {
					s.answerFault(out, r, ours(number(r)))
				}
			}
			s.Log.LogAttrs(r.Context(), slog.LevelDebug, "request", slog.String("request", number(r)), slog.String("method", r.Method),
				slog.String("path", toldPath(r)), slog.Int("status", out.status), slog.Duration("took", s.Now().Sub(began)))
			s.Meter.count(r.Method, out, s.Now().Sub(began))
		}()

		if !AnswersTo(r.Host, s.Hosts) {
			s.answerFault(out, r, &fault{Status: http.StatusMisdirectedRequest, Heading: "A name we don't know",
				Sentence: "This book is not kept under that name. Use the address the program printed when it was started."})
			return
		}
		if err := forgery.Check(r); err != nil {
			s.answerFault(out, r, &fault{Status: http.StatusForbidden, Heading: "That came from elsewhere",
				Sentence: "Another web page tried to write in this book. Nothing was written."})
			return
		}
		if fromElsewhere(r) && (r.Header.Get("Sec-Fetch-Mode") != "navigate" || slices.Contains(frames, r.Header.Get("Sec-Fetch-Dest"))) {
			s.answerFault(out, r, &fault{Status: http.StatusForbidden, Heading: "That came from elsewhere",
				Sentence: "Another web page tried to fetch something from this book."})
			return
		}
		house.ServeHTTP(out, r)
	})
}

// fromElsewhere tells whether a page that isn't ours sent the browser here, as far as the browser says so: over plain http it
// says so on this machine only.
func fromElsewhere(r *http.Request) bool {
	return !slices.Contains([]string{"", "none", "same-origin"}, r.Header.Get("Sec-Fetch-Site"))
}

// frames are the places within a page where another may stand. None of ours is shown there; it isn't made either.
var frames = []string{"iframe", "frame", "fencedframe", "embed", "object"}

// AnswersTo tells whether a machine with these names goes by this Host: an address, localhost, or one of the names.
func AnswersTo(host string, names []string) bool {
	name := hostName(host)
	if addressIn(name).IsValid() {
		return true // a page elsewhere cannot make its own name an address
	}
	return name == "localhost" || strings.HasSuffix(name, ".localhost") ||
		slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
}

// watched remembers the status, and whether anything was sent yet.
type watched struct {
	http.ResponseWriter
	status int
	route  string // as routes.go has it; empty where no route was reached
	stream bool   // stays open: how long it took says nothing
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

// HTTPServer gives a server with patience for a slow tablet and none for a hanger-on. A stream sets its own deadlines.
func HTTPServer(h http.Handler, log *slog.Logger) *http.Server {
	srv := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      60 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	(&gate{most: roomFor(mostGuests)}).watch(srv)
	return srv
}
