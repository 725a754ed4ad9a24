package web

// The stream that tells open pages of a night that something is new. It says only which version the night has now; each
// page fetches what it needs. Nothing is kept for a page that is away: shown again, it asks for the night as it stands.

import (
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/templates/sheet"
)

const (
	heartbeat  = 15 * time.Second // so that a page knows a dead connection from a quiet one
	streamLife = time.Hour        // then the browser comes anew by itself
)

func (s *Server) events(c echo.Context) error {
	n, err := s.nightOf(c)
	if err != nil {
		return err
	}
	return s.follow(c, n.ID, 0, func() (ledger.EntryID, bool) {
		n, err := s.book.Night(c.Request().Context(), n.ID)
		if err != nil {
			return 0, false
		}
		return n.Version, true
	})
}

// nightNews tells a page with something half entered what happened since it was made.
func (s *Server) nightNews(c echo.Context) error {
	var asked struct {
		Had int64 `form:"had" validate:"min=0" label:"What the page has"`
	}
	if err := bind(c, &asked); err != nil {
		return err
	}
	n, err := s.nightOf(c)
	if err != nil {
		return err
	}
	return s.part(c, http.StatusOK, sheet.News(n, ledger.EntryID(asked.Had)))
}

// follow streams the version of a night whenever it may have changed. Once newest says that there is nothing to see any
// more, the page is told that it is over, and the stream ends. later is how long the page can wait for the news.
func (s *Server) follow(c echo.Context, id ledger.NightID, later time.Duration, newest func() (ledger.EntryID, bool)) error {
	changed, stop := s.book.Follow(id)
	defer stop()
	w := c.Response()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	out := http.NewResponseController(w)

	send := func(event string, data any) bool {
		if out.SetWriteDeadline(time.Now().Add(2*heartbeat)) != nil {
			return false
		}
		if _, err := fmt.Fprintf(w, "event: %s\ndata: %v\n\n", event, data); err != nil {
			return false
		}
		return out.Flush() == nil
	}
	tell := func() bool {
		version, there := newest()
		if !there {
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
	for goes := tell(); goes; { // first thing, so that what was written just now is told at once
		select {
		case <-changed:
			if later == 0 {
				goes = tell()
			} else if !due {
				news.Reset(later)
				due = true
			}
		case <-news.C:
			due = false
			goes = tell()
		case <-beat.C:
			goes = send("beat", "")
		case <-end.C:
			goes = false
		case <-s.Stopping:
			goes = false
		case <-c.Request().Context().Done():
			goes = false
		}
	}
	return nil
}
