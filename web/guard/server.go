package guard

import (
	"log/slog"
	"net/http"
	"time"
)

// HTTPServer gives a server that waits for a slow tablet and hangs up on an idle stranger. A stream sets its
// own deadlines.
func HTTPServer(h http.Handler, log *slog.Logger) *http.Server {
	return HTTPServerFor(h, log, RoomFor(MostConnections))
}

// HTTPServerFor is HTTPServer with so many connections.
func HTTPServerFor(h http.Handler, log *slog.Logger, connections int) *http.Server {
	srv := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      60 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	(&gate{most: connections}).watch(srv)
	return srv
}
