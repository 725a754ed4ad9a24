package web

// What a handler is given: the night, meeting, deal or player its address names, and its form, bound and
// valid. Handlers that draw a refused form again bind it themselves.

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
)

// loaded gives a handler what its address names.
func loaded[T any](find func(echo.Context) (T, error), do func(echo.Context, T) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		found, err := find(c)
		if err != nil {
			return err
		}
		return do(c, found)
	}
}

// withForm gives a handler its form.
func withForm[F any](do func(echo.Context, *F) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		var form F
		if err := c.Bind(&form); err != nil {
			return err
		}
		return do(c, &form)
	}
}

// andForm gives a handler its form besides what its address names.
func andForm[T, F any](do func(echo.Context, T, *F) error) func(echo.Context, T) error {
	return func(c echo.Context, found T) error {
		return withForm(func(c echo.Context, form *F) error { return do(c, found, form) })(c)
	}
}

// idIn reads the number of a night, player, deal … in an address.
func idIn[ID ~int64](c echo.Context, what string) (ID, error) {
	id, err := strconv.ParseInt(c.Param(what), 10, 64)
	if err != nil || id < 1 {
		return 0, &chain.NotFound{What: what}
	}
	return ID(id), nil
}

// nightOf finds the night an address names.
func (s *server) nightOf(c echo.Context) (*show.Night, error) {
	id, err := idIn[chain.NightID](c, "night")
	if err != nil {
		return nil, err
	}
	return s.wholeNight(s.snapshot(c), id)
}

// oneTable is nightOf, and refuses an evening at several tables.
func (s *server) oneTable(c echo.Context) (*show.Night, error) {
	n, err := s.nightOf(c)
	if err == nil && n.Tables != nil {
		err = errSeveralTables
	}
	return n, err
}

var errSeveralTables = &rules.Problem{
	Sentence: "This evening is played at several tables: choose one of them.",
}

// openTable is oneTable, and refuses one that is closed.
func (s *server) openTable(c echo.Context) (*show.Night, error) {
	n, err := s.oneTable(c)
	if err == nil {
		err = mustBeOpen(n)
	}
	return n, err
}

func mustBeOpen(n *show.Night) error {
	if n.Open {
		return nil
	}
	return &rules.Problem{Sentence: "This night is closed. Open it again first."}
}

// meetingOf finds the evening an address names.
func (s *server) meetingOf(c echo.Context) (*show.Meeting, error) {
	id, err := idIn[chain.NightID](c, "meeting")
	if err != nil {
		return nil, &chain.NotFound{What: "evening"} // as the screens call it
	}
	return s.snapshot(c).Meeting(id)
}

// playerOf finds the player an address names.
func (s *server) playerOf(c echo.Context) (show.Player, error) {
	id, err := idIn[chain.PlayerID](c, "player")
	if err != nil {
		return show.Player{}, err
	}
	return s.snapshot(c).Player(id)
}

// atDeal gives a handler the deal its address names.
func (s *server) atDeal(do func(echo.Context, *oneDeal) error) echo.HandlerFunc {
	return loaded(s.nightOf, func(c echo.Context, n *show.Night) error {
		if n.Tables != nil {
			return s.toDealsTable(c, n)
		}
		d, err := s.dealOf(c, n)
		if err != nil {
			return err
		}
		return do(c, d)
	})
}

const snapshotKey = "snapshot"

// snapshot is the state of the book that an answer is drawn from: the same one for all that is asked of it.
// A request that writes gets the newest each time, which has what it wrote.
func (s *server) snapshot(c echo.Context) *show.Snapshot {
	if now, ok := c.Get(snapshotKey).(*show.Snapshot); ok {
		return now
	}
	now := s.book.Now()
	if method := c.Request().Method; method == http.MethodGet || method == http.MethodHead {
		c.Set(snapshotKey, now)
	}
	return now
}
