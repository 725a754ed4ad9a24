package live

import (
	"fmt"
	"net/http"
	"time"

	"ouverte/ledger/chain"
)

const (
	heartbeat  = 4 * time.Second  // so that a page knows a dead connection from a quiet one (listen.js)
	patience   = 30 * time.Second // with a page that doesn't read
	streamLife = time.Hour        // then the browser connects again
)

// Begin sends the head of a stream of events.
func Begin(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
}

// Stream is what an open page follows.
type Stream struct {
	Changed  <-chan struct{}
	Later    time.Duration // how long the page can wait for the news
	Version  func() (chain.EntryID, error)
	Book     string // which file is followed: a page of another one loads itself anew
	Stopping <-chan struct{}
	Now      func() time.Time // a beat brings the server's time, by which pages count a clock down
}

// Serve sends the version whenever it may have changed. Once Version finds nothing to see any more, it tells
// the page that it is over, and ends.
func (s Stream) Serve(w http.ResponseWriter, r *http.Request) error {
	Begin(w)
	out := http.NewResponseController(w)
	send := func(event string, data any) bool {
		if out.SetWriteDeadline(time.Now().Add(patience)) != nil {
			return false
		}
		if _, err := fmt.Fprintf(w, "event: %s\ndata: %v\nid: %s\n\n", event, data, s.Book); err != nil {
			return false
		}
		return out.Flush() == nil
	}
	tell := func() bool {
		version, err := s.Version()
		if err != nil {
			send("over", "")
			return false
		}
		return send("night", version)
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	news, due := time.NewTimer(streamLife), false
	news.Stop()
	defer news.Stop()
	end := time.NewTimer(streamLife)
	defer end.Stop()
	for goes := tell(); goes; { // first the entries written just now
		select {
		case <-s.Changed:
			if s.Later == 0 {
				goes = tell()
			} else if !due {
				news.Reset(s.Later)
				due = true
			}
		case <-news.C:
			due = false
			goes = tell()
		case <-beat.C:
			goes = send("beat", s.Now().UnixMilli())
		case <-end.C:
			goes = false
		case <-s.Stopping:
			goes = false
		case <-r.Context().Done():
			goes = false
		}
	}
	return nil
}
