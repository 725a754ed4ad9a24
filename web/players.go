package web

// Everybody in the book, and a page of figures for each.

import (
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules/english"
	"ouverte/templates"
	"ouverte/templates/stats"
)

// nightsDrawn is how many evenings are drawn and listed one by one; of more, the months are.
const nightsDrawn = 60

// yearsFrame is the frame of the pages of figures.
func yearsFrame(title string, here templates.Place) templates.Frame {
	return templates.Frame{Title: title, Here: here, Styles: []string{"years.css"}}
}

func (s *server) playersPage(c echo.Context) error {
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
	open := openWords(balances)
	rating := map[ledger.PlayerID]int{}
	for _, r := range rungs {
		rating[r.Player] = r.Strength()
	}
	var v stats.PlayersView
	for _, p := range players {
		line := stats.PlayerLine{
			Href: templates.PlayerPath(p.ID), Name: p.Name, Face: p.Face, Last: "has not played yet",
			Open: open[p.ID], Rating: rating[p.ID],
		}
		if p.Nights > 0 {
			line.Last = english.Count(p.Nights, "evening") + ", last on " + templates.Day(p.Last)
		}
		for _, m := range scores[p.ID] {
			line.Scores = append(line.Scores, standingOf("", m.Money.Signed(m.Score), m.Score))
		}
		if p.Away {
			v.Away = append(v.Away, line)
		} else {
			v.Players = append(v.Players, line)
		}
	}
	return s.page(c, yearsFrame("Players", templates.Players), stats.PlayersPage(v))
}

func standingOf(name, amount string, score int64) templates.Total {
	return templates.Total{Name: name, Amount: amount, Won: score > 0, Lost: score < 0}
}

// openWords says of each player what is still to be paid: "is owed 3s and 40p, owes 2 units".
func openWords(balances []ledger.MoneyBalances) map[ledger.PlayerID]string {
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
	out := map[ledger.PlayerID]string{}
	for p, amounts := range owed {
		out[p] = "is owed " + strings.Join(amounts, " and ")
	}
	for p, amounts := range owes {
		if out[p] != "" {
			out[p] += ", "
		}
		out[p] += "owes " + strings.Join(amounts, " and ")
	}
	return out
}

func (s *server) playerPage(c echo.Context, p ledger.Player) error {
	ctx, path := c.Request().Context(), templates.PlayerPath(p.ID)
	if c.Request().URL.Path != path { // somebody who turned out to be somebody else
		return s.goTo(c, path)
	}
	var form spanForm
	span, wrong, err := form.read(c.Bind(&form))
	if err != nil {
		return err
	}
	v := stats.PlayerView{Words: s.book.Words(), Account: path + "/statement"}
	if s.may(c, Scorer) {
		v.Person = path + "/person"
	}
	pick, money, err := s.pickOf(ctx, path, form)
	if err != nil {
		return err
	}
	if v.Book, err = s.book.PlayerBook(ctx, p.ID, money, span, nightsDrawn); err != nil {
		return err
	}
	if v.Rating, err = s.book.RatingLine(ctx, p.ID); err != nil {
		return err
	}
	circle, err := s.book.CircleOf(ctx, money, span)
	if err != nil {
		return err
	}
	v.Sentences = stats.PlayerSentences(v.Book, circle, v.Words)
	v.Pick = pick
	v.Pick.Says, v.Pick.Of, v.Pick.Face = wrong, p.Name, p.Face
	v.Pick.Counts = countsWords(v.Book.Nights, v.Book.Deals, money, span)
	chosen := spanForm{span.From, span.Until, string(money)}
	v.Deals = chosen.address("/deals", "find", "1", "player", seatFor(p.ID))
	v.Evenings = chosen.address("/nights", "player", seatFor(p.ID))
	f := yearsFrame(p.Name, templates.Players)
	f.Face = p.Face
	return s.showWrong(c, wrong, f, stats.PlayerPage(v))
}
