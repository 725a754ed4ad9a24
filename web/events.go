package web

// The stream that tells open pages of a night that something is new. It says only which version the night has
// now; each page fetches what it needs. Nothing is kept for a page that is away: shown again, it asks for the
// night as it stands.

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/templates/sheet"
)

const (
	heartbeat  = 15 * time.Second // so that a page knows a dead connection from a quiet one
	streamLife = time.Hour        // then the browser connects again
)

func (s *server) events(c echo.Context, n *ledger.Night) error {
	begun, stop := s.entering.follow(n.ID)
	defer stop()
	return s.follow(c, n.ID, 0, versionOf(s.nightOf), begun)
}

// versionOf is the version of a night that is looked up.
func versionOf(night func(echo.Context) (*ledger.Night, error)) func(echo.Context) (ledger.EntryID, error) {
	return func(c echo.Context) (ledger.EntryID, error) {
		n, err := night(c)
		if err != nil {
			return 0, err
		}
		return n.Version, nil
	}
}

type newsForm struct {
	Had int64 `form:"had" validate:"min=0" label:"What the page has"`
}

// nightNews tells a page with something half entered what happened since it was made.
func (s *server) nightNews(c echo.Context, n *ledger.Night, asked *newsForm) error {
	return s.part(c, http.StatusOK, sheet.News(n, ledger.EntryID(asked.Had)))
}

// beginStream sends the head of a stream of events.
func beginStream(c echo.Context) {
	h := c.Response().Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	c.Response().WriteHeader(http.StatusOK)
}

// follow streams the version of a night whenever it may have changed. Once newest finds nothing to see any
// more, it tells the page that it is over, and ends. later is how long the page can wait for the news. begun
// says that a deal is being entered, or no longer; nil where nobody is told.
func (s *server) follow(
	c echo.Context, id ledger.NightID, later time.Duration, newest func(echo.Context) (ledger.EntryID, error),
	begun <-chan struct{},
) error {
	changed, stop := s.book.Follow(id)
	defer stop()
	beginStream(c)
	out := http.NewResponseController(c.Response())
	send := func(event string, data any) bool {
		if out.SetWriteDeadline(time.Now().Add(2*heartbeat)) != nil {
			return false
		}
		if _, err := fmt.Fprintf(c.Response(), "event: %s\ndata: %v\n\n", event, data); err != nil {
			return false
		}
		return out.Flush() == nil
	}
	tell := func() bool {
		version, err := newest(c)
		if err != nil {
			send("over", "")
			return false
		}
		return send("night", version)
	}
	tellBegun := func() bool {
		data, err := json.Marshal(s.entering.now(id, s.Now()))
		return err == nil && send("begun", string(data)) // by another name if its form changes: pages stay open
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	news, due := time.NewTimer(streamLife), false
	news.Stop()
	defer news.Stop()
	end := time.NewTimer(streamLife)
	defer end.Stop()
	for goes := tell() && (begun == nil || tellBegun()); goes; { // first what was written just now
		select {
		case <-begun:
			goes = tellBegun()
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
