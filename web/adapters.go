package web

// What a handler is given: the night, meeting, deal or player its address names, and its form, bound and
// valid.

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
)

// atNight gives a handler the night its address names.
func (s *server) atNight(do func(echo.Context, *ledger.Night) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		n, err := s.nightOf(c)
		if err != nil {
			return err
		}
		return do(c, n)
	}
}

// atOpen gives a handler the night of a table, and refuses one that is closed.
func (s *server) atOpen(do func(echo.Context, *ledger.Night) error) echo.HandlerFunc {
	return s.atTable(func(c echo.Context, n *ledger.Night) error {
		if err := mustBeOpen(n); err != nil {
			return err
		}
		return do(c, n)
	})
}

func mustBeOpen(n *ledger.Night) error {
	if n.Open {
		return nil
	}
	return &ledger.Refusal{Sentence: "This night is closed. Open it again first."}
}

// withForm gives a handler its form, bound and valid. Handlers that draw a refused form again bind it
// themselves.
func withForm[F any](do func(echo.Context, *F) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		var form F
		if err := c.Bind(&form); err != nil {
			return err
		}
		return do(c, &form)
	}
}

// nightForm gives a handler both.
func nightForm[F any](s *server, do func(echo.Context, *ledger.Night, *F) error) echo.HandlerFunc {
	return s.atNight(func(c echo.Context, n *ledger.Night) error {
		return withForm(func(c echo.Context, form *F) error { return do(c, n, form) })(c)
	})
}

// nightOf finds the night an address names.
func (s *server) nightOf(c echo.Context) (*ledger.Night, error) {
	id, err := idIn(c, "night")
	if err != nil {
		return nil, err
	}
	return s.wholeNight(c.Request().Context(), ledger.NightID(id))
}

// idIn reads the number of a night, player, deal … in an address.
func idIn(c echo.Context, what string) (int64, error) {
	id, err := strconv.ParseInt(c.Param(what), 10, 64)
	if err != nil || id < 1 {
		return 0, &ledger.NotFound{What: what}
	}
	return id, nil
}

// atTable is atNight, and refuses an evening at several tables.
func (s *server) atTable(do func(echo.Context, *ledger.Night) error) echo.HandlerFunc {
	return s.atNight(func(c echo.Context, n *ledger.Night) error {
		if n.Tables != nil {
			return errSeveralTables
		}
		return do(c, n)
	})
}

// tableForm is nightForm at one table.
func tableForm[F any](s *server, do func(echo.Context, *ledger.Night, *F) error) echo.HandlerFunc {
	return s.atTable(func(c echo.Context, n *ledger.Night) error {
		return withForm(func(c echo.Context, form *F) error { return do(c, n, form) })(c)
	})
}

var errSeveralTables = &ledger.Refusal{
	Sentence: "This evening is played at several tables: choose one of them.",
}

// atMeeting gives a handler the evening its address names.
func (s *server) atMeeting(do func(echo.Context, *ledger.Meeting) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		id, err := idIn(c, "meeting")
		if err != nil {
			return &ledger.NotFound{What: "evening"} // as the screens call it
		}
		e, err := s.book.Meeting(c.Request().Context(), ledger.NightID(id))
		if err != nil {
			return err
		}
		return do(c, e)
	}
}

// atDeal gives a handler the deal its address names.
func (s *server) atDeal(do func(echo.Context, *oneDeal) error) echo.HandlerFunc {
	return s.atNight(func(c echo.Context, n *ledger.Night) error {
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

// atPlayer gives a handler the player its address names.
func (s *server) atPlayer(do func(echo.Context, ledger.Player) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		id, err := idIn(c, "player")
		if err != nil {
			return err
		}
		p, err := s.book.Player(c.Request().Context(), ledger.PlayerID(id))
		if err != nil {
			return err
		}
		return do(c, p)
	}
}

// atWatched gives a handler the night a secret opens.
func (s *server) atWatched(do func(echo.Context, *ledger.Night) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		n, err := s.watchedNight(c)
		if err != nil {
			return err
		}
		return do(c, n)
	}
}
