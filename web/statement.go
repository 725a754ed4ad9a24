package web

// A player's account, line by line: nights as a whole, and what was posted apart from them.

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
	"ouverte/templates/settleup"
)

// statementRows is how many lines of an account one page has.
const statementRows = 50

type statementForm struct {
	didForm
	Money  string `form:"money" validate:"max=20" label:"The money"`
	Before int64  `form:"before" validate:"min=0" label:"The page"` // goes on before this entry
}

// statementPage is the account, newest first.
func (s *server) statementPage(c echo.Context, p ledger.Player) error {
	var asked statementForm
	if err := c.Bind(&asked); err != nil {
		return err
	}
	if path := statementPath(p.ID); c.Request().URL.Path != path { // somebody who turned out to be somebody else
		return s.goTo(c, path)
	}
	v, err := s.statement(c, p, rules.Money(asked.Money), ledger.EntryID(asked.Before))
	if err != nil {
		return err
	}
	v.Did = balancesDid[asked.Did]
	return s.page(c, statementFrame(v), settleup.StatementPage(v))
}

func statementPath(p ledger.PlayerID) string { return templates.PlayerPath(p) + "/statement" }

func statementFrame(v settleup.StatementView) templates.Frame {
	f := balancesFrame
	f.Face, f.Title, f.Here = v.Face, v.Name+": the account", templates.Players
	f.Doings = []templates.Doing{{Name: "Balances", Href: "/balances"}, {Name: v.Name, Href: v.Player}}
	return f
}

// statement is the page from a line on, in a money or in the first there is.
func (s *server) statement(
	c echo.Context, p ledger.Player, money rules.Money, before ledger.EntryID,
) (v settleup.StatementView, err error) {
	ctx := c.Request().Context()
	v = settleup.StatementView{
		Name: p.Name, Face: p.Face, Path: statementPath(p.ID), Player: templates.PlayerPath(p.ID),
		Printed: s.Now().Format("2 January 2006"), Scores: s.may(c, Scorer), Key: newKey,
		Before: before, Where: s.Now().Location(),
	}
	for _, m := range s.book.Balances() {
		for _, b := range m.Players {
			if b.Player == p.ID {
				v.Moneys = append(v.Moneys, m.Money)
			}
		}
	}
	if money == "" && len(v.Moneys) > 0 {
		money = v.Moneys[0]
	}
	if money == "" {
		return v, nil
	}
	if err := money.Check(); err != nil {
		return v, &ledger.NotFound{What: "money"}
	}
	v.Money = money
	if v.Rows, v.More, err = s.book.Statement(ctx, p.ID, money, before, statementRows); before == 0 {
		v.Open = settleup.OldDebtWords(s.book.Debts(money, p.ID, 0).Shown)
	}
	return v, err
}

type statementBackForm struct {
	slateBackForm
	Money string `form:"money" validate:"required,max=20" label:"The money"`
}

// statementBack takes a line of an account back.
func (s *server) statementBack(c echo.Context, p ledger.Player) error {
	var f statementBackForm
	err := c.Bind(&f)
	if err == nil {
		_, err = s.book.WithdrawSlate(c.Request().Context(), s.slip(c, f.Key), ledger.EntryID(f.Entry), f.Reason)
	}
	if err == nil && !wantsPart(c.Request()) {
		return s.goTo(c, statementPath(p.ID)+"?did=withdrawn&money="+url.QueryEscape(f.Money))
	}
	if err != nil {
		return refuse(err, func(says templates.Says) (*screen, error) {
			v, err := s.statement(c, p, rules.Money(f.Money), 0)
			v.Typed, v.Says = c.Request().PostForm, beside(says, []string{"reason"})
			return &screen{statementFrame(v), settleup.StatementPage(v)}, err
		})
	}
	v, err := s.statement(c, p, rules.Money(f.Money), 0)
	if err != nil {
		return err
	}
	v.Did = balancesDid["withdrawn"]
	return s.part(c, http.StatusOK, settleup.StatementPage(v))
}
