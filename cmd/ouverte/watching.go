package main

// What those see who look after the machine: the log, and the counts that --metrics serves beside the book.

import (
	"errors"
	"log/slog"
	"net/http"
	"net/http/pprof"

	"ouverte/ledger"
	"ouverte/web"
)

// logging are the flags for the log, on standard error.
type logging struct {
	Log     string `default:"text" enum:"text,json" help:"How the log is written, on standard error: text or json."`
	Verbose bool   `short:"v" help:"Log every request too, with the number its answer carries as X-Request-Id."`
}

func (l *logging) logger(world *outside) *slog.Logger {
	o := &slog.HandlerOptions{}
	if l.Verbose {
		o.Level = slog.LevelDebug
	}
	if l.Log == "json" {
		return slog.New(slog.NewJSONHandler(world.err, o))
	}
	return slog.New(slog.NewTextHandler(world.err, o))
}

// measured are the counts and the server that tells them; both nil where nobody asked for them.
type measured struct {
	counts *web.Meter
	server *http.Server
}

// measure serves the counts where --metrics says.
func (c *serving) measure(book *ledger.Book, log *slog.Logger) (m measured, err error) {
	if c.Metrics == "" {
		return m, nil
	}
	door, err := listen("--metrics", c.Metrics)
	if err != nil {
		return m, err
	}
	m.counts = &web.Meter{Version: version(), Entries: book.Entries}
	names := append(ownNames(), c.Host...)
	ways := http.NewServeMux()
	ways.Handle("GET /metrics", m.counts)
	ways.HandleFunc("GET /debug/pprof/", pprof.Index) // where its memory and its time go, for go tool pprof
	ways.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	m.server = web.HTTPServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !web.AnswersTo(r.Host, names) { // a web page elsewhere, whose name leads here
			http.Error(w, "Nothing is told under that name. Ask by this machine's address or name, or start with --host.", http.StatusMisdirectedRequest)
			return
		}
		ways.ServeHTTP(w, r)
	}), log)
	log.Info("serving metrics", "address", door.Addr().String())
	go func() {
		if err := m.server.Serve(door); !errors.Is(err, http.ErrServerClosed) {
			log.Error("the metrics are not served any more", "error", err)
		}
	}()
	return m, nil
}

func (m *measured) close() {
	if m.server != nil {
		m.server.Close()
	}
}
