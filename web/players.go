package web

// Everybody in the book, and a page for each.

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/templates"
	"ouverte/templates/stats"
)

// eveningsDrawn is how many evenings are drawn and listed one by one; of more, the months are.
const eveningsDrawn = 60

func (s *Server) playersPage(c echo.Context) error {
	ctx := c.Request().Context()
	players, err := s.book.Players(ctx)
	if err != nil {
		return err
	}
	rungs, err := s.book.Ladder(ctx)
	if err != nil {
		return err
	}
	scores, err := s.book.Scores(ctx)
	if err != nil {
		return err
	}
	balances, err := s.book.Balances(ctx)
	if err != nil {
		return err
	}
	owed, owes := map[ledger.PlayerID][]string{}, map[ledger.PlayerID][]string{}
	for _, m := range balances {
		for _, p := range m.Players {
			switch {
			case p.Total > 0:
				owed[p.Player] = append(owed[p.Player], m.Money.Words(p.Total))
			case p.Total < 0:
				owes[p.Player] = append(owes[p.Player], m.Money.Words(-p.Total))
			}
		}
	}
	rating := map[ledger.PlayerID]ledger.Rung{}
	for _, r := range rungs {
		rating[r.Player] = r
	}
	var v stats.PlayersView
	for _, p := range players {
		line := stats.PlayerLine{Href: templates.PlayerPath(p.ID), Name: p.Name, Last: "has not played yet", Open: openWords(owed[p.ID], owes[p.ID])}
		if p.Nights > 0 {
			line.Last = fmt.Sprintf("%s, last on %s", plural(int64(p.Nights), "evening"), templates.Day(p.Last))
		}
		for _, m := range scores[p.ID] {
			line.Scores = append(line.Scores, templates.Total{Amount: m.Money.Signed(m.Score), Won: m.Score > 0, Lost: m.Score < 0})
		}
		if r, ok := rating[p.ID]; ok {
			line.Rating = r.Strength()
		}
		if p.Away {
			v.Away = append(v.Away, line)
		} else {
			v.Players = append(v.Players, line)
		}
	}
	return s.show(c, http.StatusOK, templates.Frame{Title: "Players", Here: templates.Players, Styles: []string{"years.css"}}, stats.PlayersPage(v))
}

// openWords says what is still to be paid: "is owed 3s. and 40p, owes 2 units".
func openWords(owed, owes []string) string {
	var said []string
	for _, side := range [...]struct {
		verb    string
		amounts []string
	}{{"is owed ", owed}, {"owes ", owes}} {
		if len(side.amounts) > 0 {
			said = append(said, side.verb+strings.Join(side.amounts, " and "))
		}
	}
	return strings.Join(said, ", ")
}

// playerOf finds the player an address names.
func (s *Server) playerOf(c echo.Context) (ledger.Player, error) {
	id, err := strconv.ParseInt(c.Param("player"), 10, 64)
	if err != nil || id < 1 {
		return ledger.Player{}, &ledger.NotFound{What: "player"}
	}
	return s.book.Player(c.Request().Context(), ledger.PlayerID(id))
}

func (s *Server) playerPage(c echo.Context) error {
	ctx := c.Request().Context()
	player, err := s.playerOf(c)
	if err != nil {
		return err
	}
	id, path := strconv.FormatInt(int64(player.ID), 10), templates.PlayerPath(player.ID)
	if id != c.Param("player") { // somebody who turned out to be somebody else
		return s.goTo(c, path)
	}
	var form spanForm
	wrong, err := wrongOf(bind(c, &form))
	if err != nil {
		return err
	}
	pick, money, err := s.pickOf(ctx, path, form)
	if err != nil {
		return err
	}
	span := form.span()
	if wrong == nil {
		if wrong, err = wrongOf(span.Check()); err != nil {
			return err
		}
	}
	if wrong != nil {
		span = ledger.Span{}
	}
	pick.Says = wrong
	v := stats.PlayerView{Words: s.book.Words(), Account: path + "/statement"}
	if s.Who(c.Request()).Right >= Scorer {
		v.Person = personPath(player.ID)
	}
	if v.Book, err = s.book.PlayerBook(ctx, player.ID, money, span, eveningsDrawn); err != nil {
		return err
	}
	if v.Rating, err = s.book.RatingLine(ctx, player.ID); err != nil {
		return err
	}
	pick.Counts = countsWords(v.Book.Nights, v.Book.Deals, money, span)
	pick.Of = player.Name
	v.Pick = pick
	v.Deals = spanForm{span.From, span.Until, string(money)}.address("/deals", "find", "1", "player", id)
	v.Evenings = spanForm{span.From, span.Until, string(money)}.address("/nights", "player", id)
	status := http.StatusOK
	if wrong != nil {
		status = http.StatusUnprocessableEntity
	}
	return s.show(c, status, templates.Frame{Title: player.Name, Here: templates.Players, Styles: []string{"years.css"}}, stats.PlayerPage(v))
}
