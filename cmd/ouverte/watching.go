package main

import (
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"

	"ouverte/web"
	"ouverte/web/guard"
)

// logging has the flags of the log, on standard error.
type logging struct {
	Log     string `default:"text" enum:"text,json" help:"${log}"`
	Verbose bool   `short:"v" help:"${verbose}"`
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

// measured has the counts and the server for them; both are nil without --metrics.
type measured struct {
	counts *web.Meter
	server *http.Server
}

// measure serves the counts at the address of --metrics.
func (c *serving) measure(counts *web.Meter, log *slog.Logger) (m measured, err error) {
	if c.Metrics == "" {
		return m, nil
	}
	door, err := net.Listen("tcp", c.Metrics)
	if err != nil {
		return m, cannotListen("--metrics", c.Metrics, err)
	}
	m.counts, counts.Version = counts, version()
	names := append(ownNames(), c.Host...)
	ways := http.NewServeMux()
	ways.Handle("GET /metrics", m.counts)
	ways.HandleFunc("GET /debug/pprof/", pprof.Index)
	ways.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	m.server = guard.HTTPServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !web.AnswersTo(r.Host, names) { // the name of a page elsewhere, pointed at this machine
			const sentence = "Nothing is told under that name. Ask by this machine's address or name, " +
				"or start with --host."
			http.Error(w, sentence, http.StatusMisdirectedRequest)
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
