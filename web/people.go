package web

// The people at the table, changed between two deals; and a night's name, date and options.

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/templates/frame"
	"ouverte/templates/lineup"
	"ouverte/templates/say"
	"ouverte/templates/ui"
	"ouverte/web/forms"
)

// peopleForm is the table as it would be.
type peopleForm struct {
	seatFields
	eveningFields
	Plays []string      `form:"plays" validate:"max=5,dive,max=20"` // whose account, if not their own
	Saw   chain.EntryID `form:"saw" validate:"min=0"`

	WasName    string `form:"wasName" validate:"max=60"` // the evening as the page was made from it
	WasDate    string `form:"wasDate" validate:"max=10"`
	WasAuction bool   `form:"wasAuction"`
	WasAgree   bool   `form:"wasAgree"`
}

// eveningFields are a night's name, date and options.
type eveningFields struct {
	Name    string `form:"name" validate:"max=60" label:"The name"`
	Date    string `form:"date" validate:"omitempty,datetime=2006-01-02" label:"The date"`
	Auction bool   `form:"auction"`
	Agree   bool   `form:"agree"`
}

func peopleFrame(n *show.Night) frame.Frame {
	f := nightFrame(n, "People", "start.css", "mend.css")
	f.Htmx = true
	return f
}

// peoplePage shows the table, one tap further.
func (s *server) peoplePage(c echo.Context, n *show.Night) error {
	facts := s.formFacts(s.snapshot(c))
	var form peopleForm
	err := c.Bind(&form)
	if err == nil {
		if form.Do == "" {
			form = asSeated(n)
		}
		form.freshen(n)
		err = form.step(facts)
	}
	again := func(says ui.Says) (*screen, error) {
		return &screen{peopleFrame(n), lineup.People(peopleView(n, facts, &form, says))}, nil
	}
	if err != nil {
		return refuse(err, again)
	}
	return s.pageOf(c, again)
}

// asSeated is the form as the table is now.
func asSeated(n *show.Night) peopleForm {
	f := peopleForm{Saw: n.Version}
	f.freshen(n)
	for _, chair := range n.Table {
		plays := ""
		if chair.Pays() != chair.Player {
			plays = say.PlayerNo(chair.Account)
		}
		f.Seats, f.Plays = append(f.Seats, say.PlayerNo(chair.Player)), append(f.Plays, plays)
	}
	return f
}

// freshen keeps the typed name and date, and takes the newest of the rest: another device may have changed
// it.
func (f *peopleForm) freshen(n *show.Night) {
	if f.Name == f.WasName {
		f.Name = n.Name
	}
	if f.Date == f.WasDate {
		f.Date = n.Date
	}
	if f.Auction == f.WasAuction {
		f.Auction = n.Auction
	}
	if f.Agree == f.WasAgree {
		f.Agree = n.Agree
	}
	f.WasName, f.WasDate, f.WasAuction, f.WasAgree = n.Name, n.Date, n.Auction, n.Agree
}

// step does what the tapped button asks. The accounts go with who plays on them.
func (f *peopleForm) step(facts *formFacts) error {
	if len(f.Plays) != len(f.Seats) {
		return forms.Bad("The form doesn’t say whose money each seat plays for. Load the page again.")
	}
	plays := map[string]string{}
	for i, seat := range f.Seats {
		plays[seat] = f.Plays[i]
	}
	did, err := f.seatFields.step(facts, rules.MaxSeats)
	verb, arg, _ := strings.Cut(f.Do, ":")
	switch {
	case did:
	case verb == "sit":
	case verb == "own" || verb == "lend":
		seat, whose, _ := strings.Cut(arg, ":")
		at, err := strconv.Atoi(seat)
		if err != nil || at < 1 || at > len(f.Seats) {
			return forms.Bad("The form asks for a seat that doesn’t exist. Load the page again.")
		}
		plays[f.Seats[at-1]] = whose
	default:
		return forms.Bad("This page doesn’t do what the form asks. Load the page again.")
	}
	f.Plays = make([]string, len(f.Seats))
	for i, seat := range f.Seats {
		if whose := plays[seat]; !slices.Contains(f.Seats, whose) { // nobody plays for somebody who sits there
			f.Plays[i] = whose
		}
	}
	return err
}

// changeTable writes who sits from now on, and what the evening is called from now on.
func (s *server) changeTable(c echo.Context, n *show.Night) error {
	facts := s.formFacts(s.snapshot(c))
	var form peopleForm
	err := c.Bind(&form)
	if err == nil {
		form.freshen(n)
		err = form.step(facts)
	}
	if err == nil {
		err = s.sit(c, n, facts, &form)
	}
	if err == nil {
		return s.goTo(c, say.NightPath(n.ID))
	}
	if stale := (*show.Stale)(nil); errors.As(err, &stale) { // shown as it is now; the choices stay
		if n, err = s.nightOf(c); err == nil {
			err = mustBeOpen(n)
		}
		if err != nil {
			return err
		}
		facts = s.formFacts(s.snapshot(c))
		form.Saw = n.Version
		form.freshen(n)
		if len(stale.Rows) > 0 {
			stale.Sentence += " Meanwhile: " + stale.Rows[0].Text + "."
		}
		err = stale
	}
	form.Key = newKey() // what is sent next may be something else
	c.Response().Header().Set("HX-Replace-Url", "false")
	return refuse(err, func(says ui.Says) (*screen, error) {
		return &screen{peopleFrame(n), lineup.People(peopleView(n, facts, &form, says))}, nil
	})
}

func (s *server) sit(c echo.Context, n *show.Night, facts *formFacts, form *peopleForm) error {
	if err := form.ready(); err != nil {
		return err
	}
	if form.Saw == 0 {
		return halfForm
	}
	seats, err := s.enter(c, facts, &form.seatFields)
	if err != nil {
		return err
	}
	change := ledger.TableChange{}
	for i, id := range seats {
		chair := chain.Chair{Player: id}
		if form.Plays[i] != "" {
			whose, err := strconv.ParseInt(form.Plays[i], 10, 64)
			if err != nil {
				return forms.Bad("The form names an account that doesn’t exist. Load the page again.")
			}
			chair.Account = chain.PlayerID(whose)
		}
		if form.Seats[i] == form.Dealer {
			change.Dealer = id
		}
		change.Chairs = append(change.Chairs, chair)
	}
	ctx, saw, moved := c.Request().Context(), form.Saw, form.otherTable(n)
	if form.otherEvening(n) && (!moved || saw == n.Version) { // else the notice below says why
		edit := ledger.NightEdit{Name: &form.Name, Auction: &form.Auction, Agree: &form.Agree}
		if form.Date != "" {
			edit.Date = &form.Date
		}
		got, err := s.book.EditNight(ctx, s.slip(c, form.keyFor("evening")), n.ID, edit)
		if err != nil {
			return err
		}
		saw, form.Saw = got.Entry, got.Entry
	}
	if !moved {
		return nil
	}
	_, err = s.book.ChangeTable(ctx, s.slip(c, form.Key), n.ID, saw, change)
	return err
}

// otherEvening tells whether the evening would be called otherwise, or go another way.
func (f *peopleForm) otherEvening(n *show.Night) bool {
	now := eveningFields{n.Name, n.Date, n.Auction, n.Agree}
	would := f.eveningFields
	would.Date = cmp.Or(would.Date, now.Date)
	return would != now
}

// otherTable tells whether others would sit there, elsewhere, or deal.
func (f *peopleForm) otherTable(n *show.Night) bool {
	now := asSeated(n)
	return !slices.Equal(now.Seats, f.Seats) || !slices.Equal(now.Plays, f.Plays) || f.turn(n) != now.turn(n)
}

// peopleView is the form and what would follow from it.
func peopleView(n *show.Night, facts *formFacts, f *peopleForm, says ui.Says) lineup.PeopleView {
	at := say.NightPath(n.ID)
	v := lineup.PeopleView{
		Path: at + "/table", Night: at, Picked: f.Picked, Dealer: f.Dealer, Plays: f.Plays,
		Names:  facts.names(&f.seatFields, rules.MaxSeats),
		Wishes: lineup.Wishes{Name: f.Name, Date: f.Date, Auction: f.Auction, Agree: f.Agree, Says: says},
		Was:    lineup.Wishes{Name: f.WasName, Date: f.WasDate, Auction: f.WasAuction, Agree: f.WasAgree},
		Saw:    say.EntryNo(f.Saw), Key: cmp.Or(f.Key, newKey()), Says: says,
	}
	seated := asSeated(n).Seats
	place := func(c lineup.Chip) int { // from 1; those who don't sit come after
		return cmp.Or(slices.Index(seated, c.Value)+1, len(seated)+1)
	}
	slices.SortStableFunc(v.Names.Known, func(a, b lineup.Chip) int { return cmp.Compare(place(a), place(b)) })
	newcomers := slices.DeleteFunc(slices.Clone(f.Seats), func(seat string) bool {
		return slices.Contains(seated, seat)
	})
	v.Still = facts.still(newcomers, n.ID)
	if len(v.Plays) != len(f.Seats) {
		v.Plays = make([]string, len(f.Seats))
	}
	v.Names.Says = says
	deals := f.turn(n)
	t := lineup.Seated{}
	faces := facts.faces(f.drawn(rules.MaxSeats))
	for i, seat := range f.drawn(rules.MaxSeats) {
		one := lineup.Seat{
			Value: seat, Name: facts.name(seat), Face: faces[seat], Deals: seat == deals, For: lender(n, v.Plays[i]),
			Lend: lends(n, f.Seats, v.Plays, i),
		}
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
		v.Follows = lineup.WhatFollows(n, t)
	}
	f.Plays = v.Plays
	v.Moved, v.Changed = f.otherTable(n), f.otherEvening(n)
	return v
}

// lender is the name of whose account plays.
func lender(n *show.Night, plays string) string {
	for _, p := range n.People {
		if say.PlayerNo(p.ID) == plays {
			return p.Name
		}
	}
	return ""
}

// lends offers whose account plays in a seat, to those who weren't at the table before or play for somebody
// already: that of each who has a part in the night and doesn't sit.
func lends(n *show.Night, seats, plays []string, at int) []lineup.Lend {
	sat := slices.ContainsFunc(n.Table, func(c chain.Chair) bool {
		return say.PlayerNo(c.Player) == seats[at] && c.Pays() == c.Player
	})
	if sat && plays[at] == "" {
		return nil
	}
	out := []lineup.Lend{{Do: fmt.Sprintf("own:%d", at+1), Name: "Their own", Chosen: plays[at] == ""}}
	for _, p := range n.People {
		value := say.PlayerNo(p.ID)
		if taken := slices.Index(plays, value); slices.Contains(seats, value) || taken >= 0 && taken != at {
			continue
		}
		out = append(out, lineup.Lend{
			Do: fmt.Sprintf("lend:%d:%s", at+1, value), Name: p.Name + "’s", Chosen: plays[at] == value,
		})
	}
	if len(out) == 1 {
		return nil
	}
	return out
}

// turn is the seat of who deals next: who was chosen, or whose turn it is, or the next on the left who is
// still there. It is empty while that is in doubt.
func (f *peopleForm) turn(n *show.Night) string {
	if f.Dealer != "" || n.Doubt != nil { // in doubt nobody's turn is taken for granted
		return f.Dealer
	}
	for i := range n.Table {
		who := say.PlayerNo(n.Table[(int(n.Dealer)-1+i)%len(n.Table)].Player)
		if slices.Contains(f.Seats, who) {
			return who
		}
	}
	if len(f.Seats) > 0 {
		return f.Seats[0]
	}
	return ""
}
