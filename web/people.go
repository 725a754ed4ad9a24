package web

// The people at the table, changed between two deals; and a night's name, date and options. As at the start of a night,
// every tap before the last brings the form back a step further, and writes nothing.

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
	"ouverte/templates/seating"
	"ouverte/web/forms"
)

// peopleForm is the table as it would be. A seat is the number of a player or "+Name"; plays says beside each whose account
// plays there, where it isn't their own.
type peopleForm struct {
	Do      string   `form:"do" validate:"max=80"`
	Seats   []string `form:"seats" validate:"max=5,dive,max=41" label:"The table"`
	Plays   []string `form:"plays" validate:"max=5,dive,max=20"`
	Picked  int      `form:"picked" validate:"min=0,max=5"`
	Dealer  string   `form:"dealer" validate:"max=41" label:"The dealer"`
	NewName string   `form:"newname" validate:"max=40" label:"The name"`
	Saw     int64    `form:"saw" validate:"min=0"`
	Key     string   `form:"key" validate:"max=64"`
}

func peopleFrame(n *ledger.Night) templates.Frame {
	return templates.Frame{
		Title: "People", Sub: templates.NightTitle(n), Here: templates.Tonight, Htmx: true, Styles: []string{"start.css", "mend.css"}, Follow: templates.NewFollowed(n),
		Doings: []templates.Doing{{Name: "To the table", Href: nightPath(n.ID), Primary: true}},
	}
}

// peoplePage shows the table, one tap further.
func (s *Server) peoplePage(c echo.Context) error {
	n, known, err := s.atTable(c)
	if err != nil {
		return err
	}
	var form peopleForm
	if err = bind(c, &form); err == nil {
		if form.Do == "" {
			form = asSeated(n)
		}
		err = form.step(known)
	}
	again := func(says templates.Says) templ.Component { return seating.People(s.people(n, known, &form, says)) }
	if err != nil {
		return refuse(err, peopleFrame(n), again)
	}
	return s.show(c, http.StatusOK, peopleFrame(n), again(nil))
}

func (s *Server) atTable(c echo.Context) (*ledger.Night, *startKnown, error) {
	n, err := s.nightOf(c)
	if err != nil {
		return nil, nil, err
	}
	if !n.Open {
		return nil, nil, &ledger.Refusal{Sentence: "This night is closed. Open it again first."}
	}
	known, err := s.knownTo(c.Request().Context())
	return n, known, err
}

// asSeated is the form as the table is now.
func asSeated(n *ledger.Night) peopleForm {
	f := peopleForm{Saw: int64(n.Version)}
	for _, chair := range n.Table {
		f.Seats = append(f.Seats, playerValue(chair.Player))
		plays := ""
		if chair.Pays() != chair.Player {
			plays = playerValue(chair.Account)
		}
		f.Plays = append(f.Plays, plays)
	}
	return f
}

// step does what the tapped button asks.
func (f *peopleForm) step(known *startKnown) error {
	if len(f.Plays) != len(f.Seats) {
		return forms.Bad("The form doesn't say whose account plays in each seat. Load the page anew and try again.")
	}
	if err := f.start().sound(known); err != nil {
		return err
	}
	verb, arg, _ := strings.Cut(f.Do, ":")
	var err error
	switch verb {
	case "", "keep", "sit":
	case "name":
		err = f.with(func(st *startForm) error { return st.addName(known) })
	case "seat":
		err = f.with(func(st *startForm) error { return st.seat(known, arg) })
	case "pick":
		err = f.with(func(st *startForm) error { st.pick(arg); return nil })
	case "deal":
		f.Dealer = arg
	case "own", "lend":
		seat, whose, _ := strings.Cut(arg, ":")
		at, err := strconv.Atoi(seat)
		if err != nil || at < 1 || at > len(f.Seats) {
			return forms.Bad("The form asks for a seat there is not.")
		}
		f.Plays[at-1] = whose
	default:
		return forms.Bad("The form asks for something this page doesn't do.")
	}
	f.tidy()
	return err
}

// start is the form as the start of a night knows it: seating is the same there and here.
func (f *peopleForm) start() *startForm {
	return &startForm{Seats: slices.Clone(f.Seats), Picked: f.Picked, Dealer: f.Dealer, NewName: f.NewName, Key: f.Key}
}

// with seats people as at the start of a night; the accounts go with who plays on them.
func (f *peopleForm) with(do func(*startForm) error) error {
	st, plays := f.start(), map[string]string{}
	for i, seat := range f.Seats {
		plays[seat] = f.Plays[i]
	}
	if err := do(st); err != nil {
		return err
	}
	f.Seats, f.Picked, f.NewName = st.Seats, st.Picked, st.NewName
	f.Plays = make([]string, len(f.Seats))
	for i, seat := range f.Seats {
		f.Plays[i] = plays[seat]
	}
	return nil
}

// tidy lets nobody play for somebody who sits there himself, or deal who doesn't.
func (f *peopleForm) tidy() {
	for i, whose := range f.Plays {
		if slices.Contains(f.Seats, whose) || whose == f.Seats[i] {
			f.Plays[i] = ""
		}
	}
	if !slices.Contains(f.Seats, f.Dealer) {
		f.Dealer = ""
	}
}

// changeTable seats the table anew.
func (s *Server) changeTable(c echo.Context) error {
	n, known, err := s.atTable(c)
	if err != nil {
		return err
	}
	var form peopleForm
	if err = bind(c, &form); err == nil {
		if err = form.step(known); err == nil {
			err = s.sit(c, n, known, &form)
		}
	}
	if err == nil {
		return s.goTo(c, nightPath(n.ID))
	}
	if stale := (*ledger.Stale)(nil); errors.As(err, &stale) {
		if n, known, err = s.atTable(c); err != nil { // as it is now; what was tapped stays
			return err
		}
		form.Saw, form.Key = int64(n.Version), newKey()
		if len(stale.Rows) > 0 {
			stale.Sentence += " Meanwhile: " + stale.Rows[0].Text + "."
		}
		err = stale
	}
	c.Response().Header().Set("HX-Replace-Url", "false")
	return refuse(err, peopleFrame(n), func(says templates.Says) templ.Component {
		return seating.People(s.people(n, known, &form, says))
	})
}

func (s *Server) sit(c echo.Context, n *ledger.Night, known *startKnown, form *peopleForm) error {
	switch {
	case form.Key == "":
		return forms.Bad("The form came without its key. Load the page anew and try again.")
	case len(form.Seats) < 3:
		return forms.Wrong{"seats": "Three at least must sit at the table."}
	}
	change := ledger.TableChange{}
	for i, seat := range form.Seats {
		id, err := s.seated(c, known, form.start(), seat)
		if err != nil {
			return err
		}
		chair := ledger.Chair{Player: id}
		if form.Plays[i] != "" {
			whose, err := strconv.ParseInt(form.Plays[i], 10, 64)
			if err != nil {
				return forms.Bad("The form names an account there is not.")
			}
			chair.Account = ledger.PlayerID(whose)
		}
		if seat == form.Dealer {
			change.Dealer = id
		}
		change.Chairs = append(change.Chairs, chair)
	}
	_, err := s.book.ChangeTable(c.Request().Context(), s.slip(c, form.Key), n.ID, ledger.EntryID(form.Saw), change)
	return err
}

// people draws the form and what would follow from it.
func (s *Server) people(n *ledger.Night, known *startKnown, f *peopleForm, says templates.Says) seating.PeopleView {
	v := seating.PeopleView{
		Path: nightPath(n.ID) + "/table", Night: nightPath(n.ID), Picked: f.Picked, Dealer: f.Dealer, Plays: f.Plays,
		Names: seating.Names{New: f.NewName, Says: says}, Wishes: seating.WishesOf(n), WishesKey: newKey(),
		Saw: strconv.FormatInt(f.Saw, 10), Key: f.Key, Says: says,
	}
	if v.Key == "" {
		v.Key = newKey()
	}
	if len(v.Plays) != len(f.Seats) {
		v.Plays = make([]string, len(f.Seats))
	}
	deals := f.turn(n)
	t := seating.Seated{}
	for i, seat := range f.Seats[:min(len(f.Seats), rules.MaxSeats)] {
		one := seating.Seat{Value: seat, Name: nameOfSeat(known, seat), Deals: seat == deals, For: s.lender(n, v.Plays[i]), Lend: lends(n, f, v.Plays, i)}
		if one.Deals {
			t.Dealer = rules.Seat(i + 1)
		}
		t.Names, t.For = append(t.Names, one.Name), append(t.For, one.For)
		v.Seats = append(v.Seats, one)
	}
	if len(t.Names) >= 3 && t.Dealer != 0 {
		if d := (&rules.Deal{Seats: len(t.Names), Dealer: t.Dealer}); d.Sitter() != 0 {
			v.Seats[d.Sitter()-1].Rests = true
		}
		v.Follows = seating.WhatFollows(n, t)
	}
	now := asSeated(n)
	v.Changed = !slices.Equal(now.Seats, f.Seats) || !slices.Equal(now.Plays, v.Plays) || deals != now.turn(n)
	for _, p := range known.players {
		one := seating.Chip{Value: playerValue(p.ID), Name: p.Name, Seat: slices.Index(f.Seats, playerValue(p.ID)) + 1}
		if len(v.Names.Known) < namesShown || one.Seat > 0 {
			v.Names.Known = append(v.Names.Known, one)
		} else {
			v.Names.More = append(v.Names.More, one)
		}
	}
	for i, seat := range f.Seats {
		if name, isNew := strings.CutPrefix(seat, "+"); isNew {
			v.Names.Known = append(v.Names.Known, seating.Chip{Value: seat, Name: name, Seat: i + 1})
		}
	}
	return v
}

func nameOfSeat(known *startKnown, seat string) string {
	if p, ok := known.player(seat); ok {
		return p.Name
	}
	return strings.TrimPrefix(seat, "+")
}

func (s *Server) lender(n *ledger.Night, plays string) string {
	for _, p := range n.People {
		if playerValue(p.ID) == plays {
			return p.Name
		}
	}
	return ""
}

// lends offers whose account plays in a seat: to whoever wasn't at the table before, or plays for somebody already, that of
// each who has a part in the night and doesn't sit.
func lends(n *ledger.Night, f *peopleForm, plays []string, at int) []seating.Lend {
	seat := f.Seats[at]
	sat := slices.ContainsFunc(n.Table, func(c ledger.Chair) bool { return playerValue(c.Player) == seat && c.Pays() == c.Player })
	if sat && plays[at] == "" {
		return nil
	}
	out := []seating.Lend{{Do: fmt.Sprintf("own:%d", at+1), Name: "Their own", Chosen: plays[at] == ""}}
	for _, p := range n.People {
		value := playerValue(p.ID)
		taken := slices.Index(plays, value)
		if slices.Contains(f.Seats, value) || taken >= 0 && taken != at {
			continue
		}
		out = append(out, seating.Lend{Do: fmt.Sprintf("lend:%d:%s", at+1, value), Name: p.Name + "’s", Chosen: plays[at] == value})
	}
	if len(out) == 1 {
		return nil
	}
	return out
}

// turn is the seat of whoever deals next: who was chosen, or whose turn it is, or the next on the left who is still there.
func (f *peopleForm) turn(n *ledger.Night) string {
	if f.Dealer != "" {
		return f.Dealer
	}
	for i := range n.Table {
		if who := playerValue(n.Table[(int(n.Dealer)-1+i)%len(n.Table)].Player); slices.Contains(f.Seats, who) {
			return who
		}
	}
	if len(f.Seats) > 0 {
		return f.Seats[0]
	}
	return ""
}

// nightOptions keeps a night's name, date and options.
func (s *Server) nightOptions(c echo.Context) error {
	n, err := s.nightOf(c)
	if err != nil {
		return err
	}
	if !n.Open { // its name and its date are corrections, too
		if asked, err := s.askedPIN(c, s.Who(c.Request())); asked || err != nil {
			return err
		}
	}
	var form struct {
		Key     string `form:"key" validate:"required,max=64" label:"The key of the form"`
		Name    string `form:"name" validate:"max=60" label:"The name"`
		Date    string `form:"date" validate:"omitempty,datetime=2006-01-02" label:"The date"`
		Auction bool   `form:"auction"`
		Agree   bool   `form:"agree"`
	}
	if err = bind(c, &form); err == nil {
		edit := ledger.NightEdit{Name: &form.Name, Auction: &form.Auction, Agree: &form.Agree}
		if form.Date != "" {
			edit.Date = &form.Date
		}
		_, err = s.book.EditNight(c.Request().Context(), s.slip(c, form.Key), n.ID, edit)
	}
	if err == nil {
		return s.goTo(c, nightPath(n.ID))
	}
	known, problem := s.knownTo(c.Request().Context())
	if problem != nil {
		return problem
	}
	return refuse(err, peopleFrame(n), func(says templates.Says) templ.Component {
		now := asSeated(n)
		v := s.people(n, known, &now, nil)
		v.Wishes = seating.Wishes{Name: form.Name, Date: form.Date, Auction: form.Auction, Agree: form.Agree, Says: says}
		return seating.People(v)
	})
}
