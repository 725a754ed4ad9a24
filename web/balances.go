package web

// Balances: what is left between people from all evenings, money by money, with the forms for paying it apart from any night
// and for what was owed before this book; and each player's account, line by line.

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
)

var balancesFrame = templates.Frame{Title: "Balances", Here: templates.TheBook, Styles: []string{"settle.css"},
	Doings: []templates.Doing{{Name: "To tonight", Href: "/", Primary: true}}}

// balanceForm is a payment on the slate, or what was owed before the book began.
type balanceForm struct {
	Key    string `form:"key" validate:"required,max=64" label:"The key of the form"`
	Money  string `form:"money" validate:"required,max=20" label:"The money"`
	From   int64  `form:"from" validate:"required" label:"The first"`
	To     int64  `form:"to" validate:"required" label:"The second"`
	Amount string `form:"amount" validate:"required,max=40" label:"The amount"`
	Reason string `form:"reason" validate:"max=80" label:"Where it comes from"`
}

func (s *Server) balancesPage(c echo.Context) error {
	var form didForm
	if err := bind(c, &form); err != nil {
		return err
	}
	v, err := s.balances(c)
	if err != nil {
		return err
	}
	v.Did = map[string]string{"paid": "Written down.", "opened": "It stands in the book."}[form.Did]
	return s.show(c, http.StatusOK, balancesFrame, templates.BalancesPage(v))
}

func (s *Server) balances(c echo.Context) (templates.BalancesView, error) {
	ctx := c.Request().Context()
	all, err := s.book.Balances(ctx)
	if err != nil {
		return templates.BalancesView{}, err
	}
	players, err := s.book.Players(ctx)
	if err != nil {
		return templates.BalancesView{}, err
	}
	v := templates.BalancesView{Players: players, Scores: s.Who(c.Request()).Right >= Scorer, OpenKey: newKey()}
	for _, m := range all {
		slate, err := s.book.Slate(ctx, m.Money, nil)
		if err != nil {
			return v, err
		}
		plan, err := ledger.Fewest(slate)
		if err != nil {
			return v, err
		}
		v.Moneys = append(v.Moneys, templates.NewMoneyView(m, plan, newKey))
	}
	return v, nil
}

// paySlate writes down that an old debt was paid apart from any night.
func (s *Server) paySlate(c echo.Context) error {
	return s.balanceDo(c, "pay", "paid", func(f balanceForm, m rules.Money, amount int64) error {
		_, err := s.book.PaySlate(c.Request().Context(), s.slip(c, f.Key), m, ledger.Payment{From: ledger.PlayerID(f.From), To: ledger.PlayerID(f.To), Amount: amount}, 0)
		return err
	})
}

// openBalance enters what somebody owed before the book began.
func (s *Server) openBalance(c echo.Context) error {
	return s.balanceDo(c, "open", "opened", func(f balanceForm, m rules.Money, amount int64) error {
		debt := ledger.Debt{From: ledger.PlayerID(f.From), To: ledger.PlayerID(f.To), Amount: amount}
		_, err := s.book.OpenBalance(c.Request().Context(), s.slip(c, f.Key), m, debt, f.Reason)
		return err
	})
}

func (s *Server) balanceDo(c echo.Context, at, did string, do func(balanceForm, rules.Money, int64) error) error {
	var f balanceForm
	err := bind(c, &f)
	if err == nil {
		var amount int64
		m := rules.Money(f.Money)
		if amount, err = amountIn(m, "amount", f.Amount); err == nil {
			err = do(f, m, amount)
		}
	}
	if err == nil {
		return s.goTo(c, "/balances?did="+did)
	}
	if _, forPeople := said(err); !forPeople {
		return err
	}
	v, problem := s.balances(c)
	if problem != nil {
		return problem
	}
	v.At, v.AtMoney, v.Amount, v.Reason = at, f.Money, f.Amount, f.Reason
	return refuse(err, balancesFrame, func(says templates.Says) templ.Component {
		v.Says = plainly(says)
		return templates.BalancesPage(v)
	})
}

// statementRows is how many lines of an account one page has.
const statementRows = 100

// statementPage is a player's account, newest first: nights as a whole, and what was posted apart from them.
func (s *Server) statementPage(c echo.Context) error {
	ctx := c.Request().Context()
	id, err := strconv.ParseInt(c.Param("player"), 10, 64)
	if err != nil || id < 1 {
		return &ledger.NotFound{What: "player"}
	}
	var asked struct {
		Money  string `form:"money" validate:"max=20" label:"The money"`
		Before int64  `form:"before" validate:"min=0" label:"The page"`
	}
	if err := bind(c, &asked); err != nil {
		return err
	}
	player, err := s.book.Player(ctx, ledger.PlayerID(id))
	if err != nil {
		return err
	}
	path := fmt.Sprintf("%s/statement", templates.PlayerPath(player.ID))
	if int64(player.ID) != id { // somebody who turned out to be somebody else
		return s.goTo(c, path)
	}
	all, err := s.book.Balances(ctx)
	if err != nil {
		return err
	}
	v := templates.StatementView{Name: player.Name, Path: path, Player: templates.PlayerPath(player.ID), Printed: s.Now().Format("2 January 2006")}
	for _, m := range all {
		for _, p := range m.Players {
			if p.Player == player.ID {
				v.Moneys = append(v.Moneys, m.Money)
			}
		}
	}
	money := rules.Money(asked.Money)
	if money == "" && len(v.Moneys) > 0 {
		money = v.Moneys[0]
	}
	if money != "" {
		if err := money.Check(); err != nil {
			return &ledger.NotFound{What: "money"}
		}
		rows, more, err := s.book.Statement(ctx, player.ID, money, ledger.EntryID(asked.Before), statementRows)
		if err != nil {
			return err
		}
		v.Fill(money, rows, more, func(t time.Time) string { return t.In(s.Now().Location()).Format(time.DateOnly) })
	}
	f := balancesFrame
	f.Title, f.Here = player.Name+": the account", templates.Players
	f.Doings = []templates.Doing{{Name: "Balances", Href: "/balances"}, {Name: player.Name, Href: v.Player}}
	return s.show(c, http.StatusOK, f, templates.StatementPage(v))
}
