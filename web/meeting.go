package web

// The page of an evening at several tables: how it stands, and who is to sit where next. As on the start
// page, the form of a round goes round as an address, each tap a step, and nothing is written before the last
// button.

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules/english"
	"ouverte/templates/frame"
	"ouverte/templates/meeting"
	"ouverte/templates/say"
	"ouverte/templates/sheet"
	"ouverte/templates/table"
	"ouverte/templates/ui"
	"ouverte/web/forms"
)

// seatingForm is a round as it would be seated.
type seatingForm struct {
	Do       string           `form:"do" validate:"max=80"`
	Round    int              `form:"round" validate:"min=0,max=100"`
	Saw      chain.EntryID    `form:"saw" validate:"min=0"`
	Key      string           `form:"key" validate:"max=64"`
	Now      bool             `form:"now"` // the present round, otherwise
	Proposed bool             `form:"proposed"`
	Asked    bool             `form:"asked"`
	Picked   int              `form:"picked" validate:"min=0,max=100"`
	Tables   []chain.NightID  `form:"tables" validate:"max=8"`
	Sizes    []int            `form:"sizes" validate:"max=8,dive,min=0,max=5"`
	Seats    []chain.PlayerID `form:"seats" validate:"max=24"` // of all tables, then who rests
	Leaver   chain.PlayerID   `form:"leaver" validate:"min=0"`
	NewName  string           `form:"newname" validate:"max=40" label:"The name"`
	Deals    int              `form:"deals" validate:"min=0,max=100" label:"The deals of a round"`
	Minutes  int              `form:"minutes" validate:"min=0,max=600" label:"The minutes of a round"`
}

func meetingFrame(e *show.Meeting) frame.Frame {
	at := say.MeetingPath(e.Night.ID)
	f := frame.Frame{
		Title: say.NightTitle(e.Night), Sub: say.RulesLine(e.Night), Here: frame.Tonight,
		Htmx: true, Styles: []string{"start.css", "evening.css"}, Scripts: []string{"evening.js"},
		Doings: []frame.Doing{
			{Name: "The wall", Href: at + "/wall"},
			{Name: "Looking on", Href: say.NightPath(e.Night.ID) + "/watch", Scores: true},
			{Name: "On paper", Href: at + "/slips"},
			{Name: "Settle up", Href: say.NightPath(e.Night.ID) + "/settle", Primary: true},
		},
	}
	if e.Night.Money.Handed() {
		f.Doings = slices.Insert(f.Doings, 1, frame.Doing{Name: "The till", Href: at + "/till"})
	}
	return f
}

// meetingPage shows the evening, with the next round one tap further.
func (s *server) meetingPage(c echo.Context, e *show.Meeting) error {
	if !e.Night.Open {
		return s.goTo(c, say.NightPath(e.Night.ID))
	}
	var form seatingForm
	err := c.Bind(&form)
	if err == nil {
		err = form.step(s, e)
	}
	if err != nil {
		return s.roundRefused(c, e, &form, err)
	}
	if form.Do != "" {
		c.Response().Header().Set("HX-Replace-Url", "false")
	}
	return s.pageOf(c, func(ui.Says) (*screen, error) { return s.roundScreen(c, e, &form, nil) })
}

// roundRefused shows the form again as it is, or as it is proposed where it makes no sense.
func (s *server) roundRefused(c echo.Context, e *show.Meeting, form *seatingForm, err error) error {
	return refuse(err, func(says ui.Says) (*screen, error) {
		e, err := s.snapshot(c).Meeting(e.Night.ID) // it may have moved on
		if err != nil {
			return nil, err
		}
		if (!form.Now || !form.suits(e)) && form.propose(s, e) != nil {
			form.present(e) // too few are left for another
		}
		if c.Request().Method == http.MethodPost {
			form.Saw = e.Night.Version
		}
		c.Response().Header().Set("HX-Replace-Url", "false")
		return s.roundScreen(c, e, form, says)
	})
}

// step does what the tapped button asks.
func (f *seatingForm) step(s *server, e *show.Meeting) error {
	verb, arg, _ := strings.Cut(f.Do, ":")
	n, _ := strconv.ParseInt(arg, 10, 64)
	switch verb {
	case "", "propose":
		f.Picked, f.Now = 0, false
		return f.propose(s, e)
	case "now":
		f.present(e)
		return nil
	case "follow": // the page as it is, with what is new at the tables and of the plan
		if was := f.seating(); !f.Now || !f.suits(e) {
			if err := f.propose(s, e); err != nil {
				return err
			}
			if !was.Same(f.seating()) {
				f.Picked = 0
			}
		}
		f.Saw = e.Night.Version
		return nil
	}
	if !f.suits(e) {
		return forms.Wrong{
			"": "Somebody came, left or changed seats meanwhile. This is the new proposal.",
		}
	}
	switch verb {
	case "keep", "ask":
		f.Asked = verb == "ask"
		return nil
	case "agree", "without":
		return nil
	case "pick":
		if f.Picked != 0 && !f.Now { // the change itself is posted
			f.Picked = 0
		}
		f.pick(int(n))
		return nil
	}
	return forms.Bad("This page doesn’t do what the form asks. Load the page again.")
}

// propose fills the form with the next round as it is planned.
func (f *seatingForm) propose(s *server, e *show.Meeting) error {
	next, err := e.Next(&s.plans)
	if err != nil {
		return forms.Wrong{"": "So many people don’t make tables of three to five."}
	}
	f.fill(next.Seating)
	f.Saw, f.Proposed, f.Now = e.Night.Version, !next.Changed, false
	return nil
}

func (f *seatingForm) fill(r show.Seating) {
	f.Round, f.Tables, f.Sizes, f.Seats = r.Round, nil, nil, nil
	for _, t := range r.Tables {
		f.Tables, f.Sizes = append(f.Tables, t.Night), append(f.Sizes, len(t.Seats))
		f.Seats = append(f.Seats, t.Seats...)
	}
	f.Seats = append(f.Seats, r.Rest...)
}

// seating is the round as the form has it. Seats there are too few of are left out.
func (f *seatingForm) seating() show.Seating {
	r, seats := show.Seating{Round: f.Round}, slices.Clone(f.Seats)
	for i, id := range f.Tables {
		if i >= len(f.Sizes) || f.Sizes[i] > len(seats) {
			break
		}
		r.Tables = append(r.Tables, show.SeatTable{Night: id, Seats: seats[:f.Sizes[i]]})
		seats = seats[f.Sizes[i]:]
	}
	r.Rest = seats
	return r
}

// present fills the form with the round that is being played.
func (f *seatingForm) present(e *show.Meeting) {
	f.fill(e.Now())
	f.Saw, f.Now, f.Proposed, f.Picked = e.Night.Version, true, true, 0
}

// suits tells whether the form is a whole seating, and suits the evening as it is.
func (f *seatingForm) suits(e *show.Meeting) bool {
	r := f.seating()
	return len(f.Tables) == len(f.Sizes) && len(r.Tables) == len(f.Tables) && e.Suits(r)
}

// pick marks somebody; with somebody marked already, the two change places.
func (f *seatingForm) pick(n int) {
	switch {
	case n < 1 || n > len(f.Seats):
	case f.Picked == 0 || f.Picked > len(f.Seats):
		f.Picked = n
	case f.Picked == n:
		f.Picked = 0
	default:
		f.Seats[n-1], f.Seats[f.Picked-1] = f.Seats[f.Picked-1], f.Seats[n-1]
		f.Picked, f.Proposed = 0, false
	}
}

// roundScreen is the page with the form as it is.
func (s *server) roundScreen(
	c echo.Context, e *show.Meeting, f *seatingForm, says ui.Says,
) (*screen, error) {
	now := s.snapshot(c)
	v := meeting.New(e, s.Now().Location())
	v.Next = s.nextView(e, f)
	v.Next.Scores, v.LetsIn = s.may(c, Scorer), v.Plays && s.may(c, Keeper)
	if v.Next.Scores {
		v.Next.Still = stillAt(now.OpenSeats(), func(sits show.OpenSeat) string {
			i := slices.IndexFunc(e.People, func(p show.MeetingPerson) bool { return p.ID == sits.Player })
			if i < 0 || e.Table(sits.Night) != nil || !slices.Contains(f.Seats, sits.Player) {
				return ""
			}
			return e.People[i].Name
		})
		for _, p := range now.Players() {
			there := slices.ContainsFunc(e.People, func(o show.MeetingPerson) bool {
				return o.ID == p.ID && (o.Here || o.Table != 0)
			})
			if !p.Away && !there {
				v.Next.Known = append(v.Next.Known, meeting.WhoOf(e, p.ID))
			}
		}
	}
	if v.Says = says; v.Next.Scores && len(e.Sittings) > 1 && !e.Begun() {
		v.Back = e.Round
	}
	return &screen{meetingFrame(e), meeting.Screen(v)}, nil
}

// nextView is the form as the page and the wall draw it.
func (s *server) nextView(e *show.Meeting, f *seatingForm) *meeting.Next {
	n := meeting.NewNext(e, f.seating(), f.Now, f.Picked)
	n.Proposed, n.Saw, n.Key, n.NewName = f.Proposed, say.EntryNo(f.Saw), newKey(), f.NewName
	n.Leaver, n.Asked = f.Leaver, f.Asked
	if next, err := e.Next(&s.plans); err == nil && f.Proposed && !f.Now {
		n.Promise, n.Undecided = meeting.Promise(e.Moves, next), next.Undecided
	}
	return n
}

// roundOf says at a table how far its round is, and once it is over where everybody goes. A night that is an
// evening by itself has no rounds.
func (s *server) roundOf(c echo.Context, n *show.Night, v *table.View) {
	if n.Meeting == 0 {
		return
	}
	e, err := s.snapshot(c).Meeting(n.Meeting)
	if err != nil {
		return // the table goes on without it
	}
	t := e.Table(n.ID)
	if t == nil || !t.InRound {
		return
	}
	v.Round = &sheet.Duty{What: meeting.RoundOfTable(e, t)}
	if !e.Done(t) {
		v.Clock = ui.NewClock(e.Clock, s.Now().Location())
	}
	if here := (&table.Here{Round: e.Round, Key: newKey()}); t.Dealt == 0 {
		for _, p := range e.At(t) {
			here.Who = append(here.Who, table.HereSeat{No: say.PlayerNo(p.ID), Name: p.Name,
				Face: e.Night.Face(p.ID), Back: p.Seen.Back()})
			if !p.Seen.Back() {
				v.Here = here
			}
		}
	}
	if e.Over(t) == 0 {
		v.RoundOver, v.Sheet.Next = s.roundOver(e, t), ""
	}
}

// roundOver is where those at a table whose round is over sit next, as it is proposed.
func (s *server) roundOver(e *show.Meeting, t *show.MeetingTable) *table.RoundOver {
	o := &table.RoundOver{
		Says: english.Capital(meeting.RoundWords(e)) + ".", Evening: say.MeetingPath(e.Night.ID),
		PlayOn: say.NightPath(t.ID) + "?on=on",
	}
	if e.Stage() == show.Due {
		o.Break = ui.NewBreak(e, s.Now().Location())
	}
	var form seatingForm
	switch {
	case e.LastRound() && e.Night.Way.Kind().Go:
		o.Says += " It was the last, and each deal is paid."
		return o
	case e.LastRound():
		o.Says += " It was the last: all tables settle together."
		return o
	case form.propose(s, e) != nil:
		return o
	}
	next := s.nextView(e, &form)
	if next.Undecided {
		if e.Moves == chain.ByHand {
			o.Says += " The organiser seats the next one, and you see it here."
			return o
		}
		o.Says += " Your next seat follows from the results. You see it here once all tables are done."
		return o
	}
	o.Says += " The plan for the next one:"
	o.Starts = fmt.Sprintf("Round %d begins when all tables are done; until then seats may change.", next.Round)
	for _, chair := range t.Table {
		o.Moves = append(o.Moves, moveOf(e, next, chair.Player, t.ID))
	}
	return o
}

// moveOf is where somebody who sits at a table sits next.
func moveOf(e *show.Meeting, next *meeting.Next, who chain.PlayerID, from chain.NightID) table.MovesTo {
	goes, is := next.Goes(who, from), meeting.WhoOf(e, who)
	m := table.MovesTo{Name: is.Name, Face: is.Face, Where: "rests"}
	switch {
	case goes.Home:
		m.Where = "goes home"
	case goes.Table == nil:
	case goes.Stays:
		m.Where, m.With = "stays here", "with "+english.List(goes.With)
	default:
		m.Goes, m.Where, m.With = true, goes.Table.Name, "with "+english.List(goes.With)
	}
	return m
}
