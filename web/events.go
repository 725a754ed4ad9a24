package web

// The stream that tells open pages of a night that something is new. It says only which version the night has
// now; each page fetches what it needs. Nothing is kept for a page that is away: shown again, it asks for the
// night as it stands.

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/templates/sheet"
	"ouverte/web/live"
)

func (s *server) events(c echo.Context, n *show.Night) error {
	return s.follow(c, n.ID, 0, versionOf(s.nightOf))
}

// versionOf is the newest entry that the pages of a night show, which is looked up.
func versionOf(night func(echo.Context) (*show.Night, error)) func(echo.Context) (chain.EntryID, error) {
	return func(c echo.Context) (chain.EntryID, error) {
		n, err := night(c)
		if err != nil {
			return 0, err
		}
		return n.Latest(), nil
	}
}

type newsForm struct {
	Had  chain.EntryID `form:"had" validate:"min=0" label:"The page’s version"`
	Half bool          `form:"half"` // something on it is half filled in
}

// nightNews tells a page what happened since it was made.
func (s *server) nightNews(c echo.Context, n *show.Night, asked *newsForm) error {
	return s.fragments(c, http.StatusOK, sheet.News(n, asked.Had, asked.Half))
}

// follow streams the version of a night whenever it may have changed. later is how long the page can wait for
// the news.
func (s *server) follow(
	c echo.Context, id chain.NightID, later time.Duration, newest func(echo.Context) (chain.EntryID, error),
) error {
	changed, stop := s.book.Follow(id)
	defer stop()
	return live.Stream{
		Changed: changed, Later: later, Version: func() (chain.EntryID, error) {
			c.Set(snapshotKey, nil)
			return newest(c)
		},
		Book: s.mark, Stopping: s.Stopping, Now: s.Now,
	}.Serve(c.Response(), c.Request())
}
