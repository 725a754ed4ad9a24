package web

// Agreeing the result of a deal, where the night wants it: one of those who didn't call it says that it is right, or
// anybody who sat there that it isn't.

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/templates"
	"ouverte/templates/sheet"
	"ouverte/templates/table"
)

type agreeForm struct {
	Key    string `form:"key" validate:"required,max=64" label:"The key of the form"`
	Saw    int64  `form:"saw" validate:"required,min=1" label:"What the page showed"`
	By     int64  `form:"by" validate:"required,min=1" label:"Who says so"`
	Say    string `form:"say" validate:"required,oneof=agreed disputed" label:"What is said"`
	Reason string `form:"reason" validate:"max=200" label:"The reason"`
	Back   string `form:"back" validate:"omitempty,oneof=deal table"`
}

func (s *Server) agreeDeal(c echo.Context) error {
	d, err := s.dealOf(c)
	if err != nil {
		return err
	}
	var form agreeForm
	if err := bind(c, &form); err != nil {
		return err
	}
	ctx, by, saw := c.Request().Context(), ledger.PlayerID(form.By), ledger.EntryID(form.Saw)
	var receipt ledger.Receipt
	if form.Say == "agreed" {
		receipt, err = s.book.AgreeDeal(ctx, s.slip(c, form.Key), d.night.ID, d.id, saw, by)
	} else {
		receipt, err = s.book.DisputeDeal(ctx, s.slip(c, form.Key), d.night.ID, d.id, saw, by, form.Reason)
	}
	says, forPeople := said(err)
	if err != nil && !forPeople {
		return err
	}
	status := http.StatusOK
	if err != nil {
		status = http.StatusUnprocessableEntity
		if errors.As(err, new(*ledger.Stale)) {
			status = http.StatusConflict
		}
	}
	if form.Back != "table" {
		if err == nil {
			return s.goTo(c, templates.DealPath(d.night.ID, d.id)+"?did="+form.Say)
		}
		if d, err = s.dealOf(c); err != nil {
			return err
		}
		v := s.dealView(c, d)
		v.Says = plainly(says)
		return s.show(c, status, d.frame(v.Title), table.DealPage(v))
	}
	if err == nil && receipt.Shown == nil {
		return s.goTo(c, nightPath(d.night.ID))
	}
	n := receipt.Shown
	if err != nil {
		var problem error
		if n, problem = s.nightOf(c); problem != nil {
			return problem
		}
	}
	t := s.table(c, n)
	if t.Notice = sheet.AgreedNotice(n, d.id); err != nil {
		t.Notice = templates.JustNow{Kind: "problem", Text: plainly(says)[""]}
	}
	return s.showParts(c, status, n, t)
}
