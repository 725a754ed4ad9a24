package web

// Starting a night: the nights in progress, and below them who plays, where they sit, and by which rules.
//
// Everything before *Start* is a GET: the form goes round with one thing done (seat somebody, change two, draw for the
// deal), nothing is written, and a name typed in place is written "+Name" until the night begins.

import (
	"context"
	"fmt"
	"hash/fnv"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
	"ouverte/templates/seating"
	"ouverte/templates/settle"
	"ouverte/web/forms"
)

// startForm is a night about to begin, as far as it was said.
type startForm struct {
	Do      string   `form:"do" validate:"max=80"`
	Seats   []string `form:"seats" validate:"max=5,dive,max=41" label:"The table"`
	Picked  int      `form:"picked" validate:"min=0,max=5"`
	Dealer  string   `form:"dealer" validate:"max=41" label:"The dealer"`
	Drawn   bool     `form:"drawn"`
	House   string   `form:"house" validate:"max=80" label:"The house rules"`
	Scale   int      `form:"scale" validate:"min=1,max=1000" label:"The scale"`
	Auction bool     `form:"auction"`
	Agree   bool     `form:"agree"`
	Name    string   `form:"name" validate:"max=60" label:"The name"`
	Date    string   `form:"date" validate:"omitempty,datetime=2006-01-02" label:"The date"`
	NewName string   `form:"newname" validate:"max=40" label:"The name"`
	Key     string   `form:"key" validate:"max=64"`
}

// mostShown is how many names, and how many sets of rules, are offered before the rest folds away.
const (
	namesShown  = 12
	housesShown = 4
)

// nightPath is where a night lives.
func nightPath(n ledger.NightID) string { return fmt.Sprintf("/nights/%d", n) }

// startPage shows the form one step further.
func (s *Server) startPage(c echo.Context) error {
	ctx := c.Request().Context()
	known, err := s.knownTo(ctx)
	if err != nil {
		return err
	}
	var form startForm
	err = bind(c, &form)
	if _, typed := said(err); form.Do == "" && (typed || err == nil) {
		form, err = known.usual(s.Now()), nil // nothing was tapped yet
	}
	if err == nil {
		err = form.step(known, s.lots.draw)
	}
	frame, again, errShow := s.startAgain(ctx, known, &form)
	if errShow != nil {
		return errShow
	}
	if err != nil {
		return refuse(err, frame, again)
	}
	if form.Do != "" {
		c.Response().Header().Set("HX-Replace-Url", form.address())
	}
	return s.show(c, http.StatusOK, frame, again(nil))
}

// startNight opens the night the form describes, entering the new names first.
func (s *Server) startNight(c echo.Context) error {
	ctx := c.Request().Context()
	known, err := s.knownTo(ctx)
	if err != nil {
		return err
	}
	var form startForm
	err = bind(c, &form)
	var night ledger.Receipt
	if err == nil {
		night, err = s.open(c, known, &form)
	}
	if err != nil {
		frame, again, errShow := s.startAgain(ctx, known, &form)
		if errShow != nil {
			return errShow
		}
		c.Response().Header().Set("HX-Replace-Url", "false")
		return refuse(err, frame, again)
	}
	if _, today := evening(s.Now()); form.Date != "" && form.Date < today {
		return s.goTo(c, nightPath(night.Night)+"/paper") // it was played already, and lies there on paper
	}
	return s.goTo(c, nightPath(night.Night))
}

func (s *Server) open(c echo.Context, known *startKnown, form *startForm) (ledger.Receipt, error) {
	ctx := c.Request().Context()
	n := ledger.NewNight{Name: form.Name, Date: form.Date, Scale: form.Scale, Auction: form.Auction, Agree: form.Agree, Words: known.last.Words}
	switch {
	case form.sound(known) != nil:
		return ledger.Receipt{}, form.sound(known)
	case form.Key == "":
		return ledger.Receipt{}, forms.Bad("The form came without its key. Load the page anew and try again.")
	case len(form.Seats) < 3:
		return ledger.Receipt{}, forms.Wrong{"seats": "Three at least must sit at the table."}
	case !slices.Contains(form.Seats, form.Dealer):
		return ledger.Receipt{}, forms.Wrong{"dealer": "Who deals first? Tap a name, or draw for it."}
	}
	line := slices.IndexFunc(known.houses, func(h ledger.HouseLine) bool { return h.House.ID == form.House })
	if line < 0 {
		return ledger.Receipt{}, forms.Wrong{"house": "Choose the house rules to play by."}
	}
	n.House = known.houses[line].House
	for _, seat := range form.Seats {
		id, err := s.seated(c, known, form, seat)
		if err != nil {
			return ledger.Receipt{}, err
		}
		if seat == form.Dealer {
			n.Dealer = id
		}
		n.Seats = append(n.Seats, id)
	}
	return s.book.StartNight(ctx, s.slip(c, form.Key), n)
}

// seated finds the player of a seat, or enters a new one. The key of a new name is made of the form's and the name, so that
// a form sent twice enters nobody twice.
func (s *Server) seated(c echo.Context, known *startKnown, form *startForm, seat string) (ledger.PlayerID, error) {
	name, isNew := strings.CutPrefix(seat, "+")
	if p, ok := known.player(seat); ok {
		return p.ID, nil
	}
	if !isNew {
		return 0, &ledger.NotFound{What: "player"}
	}
	h := fnv.New64a()
	h.Write([]byte(name))
	key := form.Key
	if len(key) > 40 {
		key = key[:40]
	}
	got, err := s.book.AddPlayer(c.Request().Context(), s.slip(c, fmt.Sprintf("%s-%x", key, h.Sum64())), name)
	return ledger.PlayerID(got.ID), err
}

// step does the one thing the tapped button asks.
func (f *startForm) step(known *startKnown, draw func(int) int) error {
	verb, arg, _ := strings.Cut(f.Do, ":")
	if err := f.sound(known); err != nil {
		return err
	}
	switch verb {
	case "", "keep":
	case "name":
		return f.addName(known)
	case "seat":
		return f.seat(known, arg)
	case "pick":
		f.pick(arg)
	case "deal":
		f.Dealer, f.Drawn = arg, false
	case "draw":
		if len(f.Seats) > 0 {
			f.Dealer, f.Drawn = f.Seats[draw(len(f.Seats))], true
		}
	case "scale":
		n, err := strconv.Atoi(arg)
		if err != nil || n < 1 || n > 1000 {
			return forms.Bad("The form asks for a scale there is not.")
		}
		f.Scale = n
	default:
		return forms.Bad("The form asks for something this page doesn't do.")
	}
	if !slices.Contains(f.Seats, f.Dealer) {
		f.Dealer, f.Drawn = "", false
	}
	return nil
}

// sound turns away seats that no tapping leads to: strangers, and the same one twice.
func (f *startForm) sound(known *startKnown) error {
	for i, seat := range f.Seats {
		if name, isNew := strings.CutPrefix(seat, "+"); isNew {
			if clean, err := ledger.CleanName(name); err != nil || clean != name {
				return forms.Bad("The form has a name in it that can't be one.")
			}
		} else if _, ok := known.player(seat); !ok {
			return &ledger.NotFound{What: "player"}
		}
		if slices.Contains(f.Seats[:i], seat) {
			return forms.Bad("The form seats somebody twice.")
		}
	}
	f.Picked = min(f.Picked, len(f.Seats))
	return nil
}

// addName seats whoever was typed: somebody known by that name, or somebody new.
func (f *startForm) addName(known *startKnown) error {
	if strings.TrimSpace(f.NewName) == "" {
		f.NewName = ""
		return nil
	}
	name, err := ledger.CleanName(f.NewName)
	if err != nil {
		if says, ok := said(err); ok {
			for _, sentence := range says {
				return forms.Wrong{"newname": sentence}
			}
		}
		return err
	}
	seat := "+" + name
	for _, p := range known.players {
		if strings.EqualFold(p.Name, name) {
			seat = playerValue(p.ID)
		}
	}
	already := slices.ContainsFunc(f.Seats, func(has string) bool { return strings.EqualFold(has, seat) })
	if already {
		return forms.Wrong{"newname": name + " sits at the table already."}
	}
	if err := f.seat(known, seat); err != nil {
		return err
	}
	f.NewName = ""
	return nil
}

// seat gives somebody the next place, or the picked one; whoever sits already gets up.
func (f *startForm) seat(known *startKnown, who string) error {
	if at := slices.Index(f.Seats, who); at >= 0 {
		f.Seats, f.Picked = slices.Delete(f.Seats, at, at+1), 0
		return nil
	}
	if _, ok := known.player(who); !ok && !strings.HasPrefix(who, "+") {
		return &ledger.NotFound{What: "player"}
	}
	switch {
	case f.Picked > 0:
		if f.Dealer == f.Seats[f.Picked-1] {
			f.Dealer, f.Drawn = "", false
		}
		f.Seats[f.Picked-1], f.Picked = who, 0
	case len(f.Seats) == rules.MaxSeats:
		return forms.Wrong{"seats": "Five is the most at one table. Tap one of the five first, then who comes instead."}
	default:
		f.Seats = append(f.Seats, who)
	}
	return nil
}

// pick marks a seat; with one marked already, the two change places.
func (f *startForm) pick(arg string) {
	n, err := strconv.Atoi(arg)
	if err != nil || n < 1 || n > len(f.Seats) {
		return
	}
	switch f.Picked {
	case 0:
		f.Picked = n
	case n:
		f.Picked = 0
	default:
		f.Seats[n-1], f.Seats[f.Picked-1] = f.Seats[f.Picked-1], f.Seats[n-1]
		f.Picked = 0
	}
}

// address is the form in the address line, so that loading the page anew loses nothing.
func (f *startForm) address() string {
	v := url.Values{"do": {"keep"}, "seats": f.Seats, "dealer": {f.Dealer}, "house": {f.House}, "scale": {strconv.Itoa(f.Scale)}, "name": {f.Name}, "date": {f.Date}}
	for name, is := range map[string]bool{"drawn": f.Drawn, "auction": f.Auction, "agree": f.Agree} {
		if is {
			v.Set(name, "on")
		}
	}
	return "/?" + v.Encode()
}

// startKnown is what the page knows from the book.
type startKnown struct {
	players []ledger.Player // those offered, most recent first
	houses  []ledger.HouseLine
	open    []ledger.NightLine
	last    ledger.NewNight
	hasLast bool
}

func (s *Server) knownTo(ctx context.Context) (*startKnown, error) {
	k := &startKnown{}
	players, err := s.book.Players(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range players {
		if !p.Away {
			k.players = append(k.players, p)
		}
	}
	houses, err := s.book.Houses(ctx)
	if err != nil {
		return nil, err
	}
	for _, h := range houses {
		if !h.Hidden {
			k.houses = append(k.houses, h)
		}
	}
	if k.open, err = s.book.OpenNights(ctx); err != nil {
		return nil, err
	}
	k.last, k.hasLast, err = s.book.LastLineUp(ctx)
	return k, err
}

func playerValue(id ledger.PlayerID) string { return strconv.FormatInt(int64(id), 10) }

func (k *startKnown) player(value string) (ledger.Player, bool) {
	for _, p := range k.players {
		if playerValue(p.ID) == value {
			return p, true
		}
	}
	return ledger.Player{}, false
}

// usual is the form as it opens: nobody seated, everything else as last time.
func (k *startKnown) usual(now time.Time) startForm {
	f := startForm{Scale: 1, House: "units"}
	f.Name, f.Date = evening(now)
	if k.hasLast {
		f.House, f.Scale, f.Auction, f.Agree = k.last.House.ID, max(1, k.last.Scale), k.last.Auction, k.last.Agree
	}
	if !slices.ContainsFunc(k.houses, func(h ledger.HouseLine) bool { return h.House.ID == f.House }) && len(k.houses) > 0 {
		f.House = k.houses[0].House.ID
	}
	return f
}

// evening names the evening: it is still Friday night at two on Saturday morning.
func evening(now time.Time) (name, date string) {
	day := now.Add(-5 * time.Hour)
	part := " night"
	if h := now.Hour(); h >= 5 && h < 12 {
		part = " morning"
	} else if h >= 12 && h < 17 {
		part = " afternoon"
	}
	return day.Weekday().String() + part, day.Format(time.DateOnly)
}

// startAgain gives the page as it stands, and how to draw it with sentences beside its fields.
func (s *Server) startAgain(ctx context.Context, k *startKnown, f *startForm) (templates.Frame, func(templates.Says) templ.Component, error) {
	v := seating.StartView{
		Picked: f.Picked, Dealer: f.Dealer, Drawn: f.Drawn, House: f.House, Scale: strconv.Itoa(f.Scale),
		Names: seating.Names{First: len(k.players) == 0, New: f.NewName}, Key: s.lots.key(),
		Wishes: seating.Wishes{Auction: f.Auction, Agree: f.Agree, Name: f.Name, Date: f.Date},
	}
	frame := templates.Frame{Title: "Start a night", Here: templates.Tonight, Htmx: true, Styles: []string{"start.css"}}
	for _, n := range k.open {
		v.Open = append(v.Open, openNight(n, k, s.Now()))
	}
	if len(v.Open) > 0 {
		frame.Title = "Tonight"
		v.Fold = f.Do == ""
	}
	names := map[string]string{}
	for _, p := range k.players {
		value := playerValue(p.ID)
		names[value] = p.Name
		one := seating.Chip{Value: value, Name: p.Name, Seat: slices.Index(f.Seats, value) + 1}
		if len(v.Names.Known) < namesShown || one.Seat > 0 {
			v.Names.Known = append(v.Names.Known, one)
		} else {
			v.Names.More = append(v.Names.More, one)
		}
	}
	for i, seat := range f.Seats[:min(len(f.Seats), rules.MaxSeats)] { // what was refused may be more
		name, isNew := strings.CutPrefix(seat, "+")
		if isNew {
			v.Names.Known = append(v.Names.Known, seating.Chip{Value: seat, Name: name, Seat: i + 1})
		} else if name = names[seat]; name == "" {
			continue
		}
		v.Seats = append(v.Seats, seating.Seat{Value: seat, Name: name, Deals: seat == v.Dealer})
	}
	var err error
	if v.Former, err = s.formerOf(ctx, f.Seats); err != nil {
		return frame, nil, err
	}
	for _, h := range k.houses {
		line := seating.House{ID: h.House.ID, Name: h.House.Name, Line: stakesLine(h.House, f.Scale, k.last.Words)}
		if line.ID == f.House {
			v.Laws = seating.HouseLaws(h.House, f.Scale, k.last.Words)
		}
		if len(v.Houses) < housesShown || line.ID == f.House {
			v.Houses = append(v.Houses, line)
		} else {
			v.Others = append(v.Others, line)
		}
	}
	if f.Do == "" {
		free, ok, err := s.book.FreeLineUp(ctx)
		if err != nil {
			return frame, nil, err
		}
		if ok {
			v.Again = s.sameAgain(k, free)
		}
		if v.Again != nil {
			if v.Again.Former, err = s.formerOf(ctx, v.Again.Seats); err != nil {
				return frame, nil, err
			}
		}
	}
	return frame, func(says templates.Says) templ.Component {
		v.Says, v.Names.Says, v.Wishes.Says = says, says, says
		return seating.Start(v)
	}, nil
}

// formerOf says what is open from former evenings between those who are chosen.
func (s *Server) formerOf(ctx context.Context, seats []string) (string, error) {
	var people []ledger.PlayerID
	for _, seat := range seats {
		if id, err := strconv.ParseInt(seat, 10, 64); err == nil {
			people = append(people, ledger.PlayerID(id))
		}
	}
	if len(people) < 2 {
		return "", nil
	}
	debts, err := s.book.DebtsBetween(ctx, people)
	return settle.FormerWords(debts), err
}

// sameAgain is a line-up in one tap: last time's, or, while some of those play, the last of others. Nothing if somebody of
// it has been put away since.
func (s *Server) sameAgain(k *startKnown, last ledger.NewNight) *seating.SameAgain {
	a := &seating.SameAgain{House: last.House.ID, Scale: max(1, last.Scale), Auction: last.Auction, Agree: last.Agree, Key: s.lots.key()}
	a.Name, a.Date = evening(s.Now())
	var who []string
	dealer := ""
	for _, id := range last.Seats {
		p, ok := k.player(playerValue(id))
		if !ok {
			return nil
		}
		who = append(who, p.Name)
		a.Seats = append(a.Seats, playerValue(id))
		if id == last.Dealer {
			a.Dealer, dealer = playerValue(id), p.Name
		}
	}
	if dealer == "" || !slices.ContainsFunc(k.houses, func(h ledger.HouseLine) bool { return h.House.ID == a.House }) {
		return nil
	}
	a.Who = and(who)
	a.How = last.House.Name + timesStakes(a.Scale) + " · " + dealer + " deals first"
	return a
}

func openNight(n ledger.NightLine, k *startKnown, now time.Time) seating.OpenNight {
	o := seating.OpenNight{Href: nightPath(n.ID), Name: n.Name, Where: n.House}
	for _, h := range k.houses {
		if h.House.ID == n.House {
			o.Where = h.House.Name
		}
	}
	o.Where += timesStakes(n.Scale)
	o.Where += " · " + dealsPlayed(n.Deals)
	if _, today := evening(now); n.Date != today {
		if day, err := time.Parse(time.DateOnly, n.Date); err == nil {
			o.Where = day.Format("Monday 2 January") + " · " + o.Where
		}
	}
	o.Standing = standing(n)
	return o
}

// timesStakes says that a night is played at more than the set's own amounts.
func timesStakes(scale int) string {
	switch {
	case scale <= 1:
		return ""
	case scale == 2:
		return ", doubled"
	}
	return fmt.Sprintf(", × %d", scale)
}

// stakesLine is a set of house rules in one line: what the best known calls are played for.
func stakesLine(h *rules.House, scale int, words rules.Words) string {
	if scaled, err := h.Scaled(scale); err == nil {
		h = scaled
	}
	var parts []string
	top := h.Calls[len(h.Calls)-1].Call
	for _, call := range []rules.Call{rules.Solo, rules.Irish, rules.Misere, rules.Abundance, top} {
		r, ok := h.Rank(call)
		part := words.Name(call) + " " + h.Money.Words(r.Stake)
		if call == rules.Irish {
			part += " a trick"
		}
		if ok && !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	var least, most int64
	for _, r := range h.Calls {
		if r.Over > 0 {
			most = max(most, r.Over)
			if least == 0 || r.Over < least {
				least = r.Over
			}
		}
	}
	switch {
	case most == 0:
	case least == most:
		parts = append(parts, "over\u2011tricks "+h.Money.Words(most))
	default:
		parts = append(parts, "over\u2011tricks "+h.Money.Words(least)+" and "+h.Money.Words(most))
	}
	return strings.Join(parts, " · ")
}

// and joins names as one says them.
func and(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
