package web

// A book that isn't as it was written: its first page says where, what is still right, which copy has the
// rest, and how to play on tonight.

import (
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"ouverte/ledger/copies"
	"ouverte/ledger/show"
	"ouverte/templates/frame"
	"ouverte/templates/keeper"
	"ouverte/templates/ui"
)

func unsoundFrame(title string) frame.Frame {
	return frame.Frame{Title: title, Sub: "the book can’t be written in", Here: frame.Tonight,
		Says: true, Styles: []string{"keeper.css", "copies.css"}, Scripts: []string{"print.js"}}
}

// unsoundView is nil of a sound book.
func (s *server) unsoundView(c echo.Context) (*keeper.UnsoundView, error) {
	d := s.book.Doubt()
	if d == nil {
		return nil, nil
	}
	now := s.snapshot(c)
	v := &keeper.UnsoundView{Doubt: d, CopyID: s.idOfCopy(d.Copy), Keeps: s.who(c).Right == Keeper,
		PutBack: s.Exchange != nil, File: s.book.Path(), Advice: s.book.Warnings()}
	nights, err := now.Nights(show.NightFilter{Limit: mostShown})
	if err != nil {
		return nil, err
	}
	v.Right, _ = now.Size()
	for _, n := range slices.Backward(nights) {
		if len(d.Evenings) > 0 && n.ID == d.Evenings[0].Night {
			v.Right-- // the first fault lies in it
			continue
		}
		v.Bars = append(v.Bars, keeper.Bar{Date: n.Date, Height: n.Deals})
	}
	for _, e := range d.Evenings {
		v.Bars = append(v.Bars, keeper.Bar{Date: e.Date, Height: e.Deals, Missing: true})
	}
	v.Bars = v.Bars[max(0, len(v.Bars)-mostShown):]
	scale(v.Bars)
	return v, nil
}

// scale makes heights of numbers of deals.
func scale(bars []keeper.Bar) {
	most := 1
	for _, b := range bars {
		most = max(most, b.Height)
	}
	for i := range bars {
		bars[i].Height = 8 + 44*bars[i].Height/most
	}
}

// faultPage is for somebody who helps.
func (s *server) faultPage(c echo.Context) error {
	v, err := s.unsoundView(c)
	if err == nil && v == nil {
		err = echo.ErrNotFound
	}
	if err != nil {
		return err
	}
	return s.page(c, unsoundFrame("What happened"), keeper.Fault(*v))
}

func (s *server) newBookPage(c echo.Context) error { return s.newBookRefused(c, nil) }

func (s *server) newBookRefused(c echo.Context, err error) error {
	if s.book.Doubt() == nil || s.Exchange == nil {
		return echo.ErrNotFound
	}
	draw := func(says ui.Says) (*screen, error) {
		return &screen{unsoundFrame("A new book"), keeper.NewBook(plainly(says), newKey())}, nil
	}
	if err != nil {
		return refuse(err, draw)
	}
	return s.pageOf(c, draw)
}

// beginNewBook puts an empty book in the place of an unsound one, which becomes a copy.
func (s *server) beginNewBook(c echo.Context, form *keyed) error {
	if s.putBefore(form.Key) {
		return s.goTo(c, "/")
	}
	if s.book.Doubt() == nil || s.Exchange == nil {
		return echo.ErrNotFound
	}
	o := s.besideCopies()
	ready, err := copies.Prepare(c.Request().Context(), "", true, s.book, s.who(c).ID, o)
	if err == nil {
		defer func() { _ = ready.Drop() }()
		err = s.putInPlace(ready, form.Key, func() error { return nil })
	}
	if err != nil {
		return s.newBookRefused(c, err)
	}
	s.Log.Info("a new book was begun", "request", number(c.Request()))
	return s.goTo(c, "/")
}

// putBefore tells whether this form put a book in the place of another: it is the second tap.
func (s *server) putBefore(key string) bool {
	last := s.Share.putBy.Load()
	return last != nil && *last == key
}

// besideCopies are the places in which the book that gives way is kept.
func (s *server) besideCopies() copies.Options {
	o := copies.Options{Clock: s.Now, Log: s.Log}
	for _, p := range s.copyPlacesOf() {
		o.Places = append(o.Places, p.Folder)
	}
	return o
}

// putInPlace closes the book, and opens what is ready in its place, if still holds.
func (s *server) putInPlace(ready *copies.Ready, key string, still func() error) error {
	return s.Exchange(func() error {
		if err := still(); err != nil { // nothing comes after it: the book is closed
			return err
		}
		err := ready.Put(context.Background(), s.book.Now(), s.Now())
		if err == nil {
			s.Share.putBy.Store(&key)
		}
		return err
	})
}
