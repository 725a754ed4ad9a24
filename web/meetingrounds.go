package web

// Agreeing a round of an evening at several tables, and who comes late or goes home.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/templates/say"
	"ouverte/web/forms"
)

// ofRound gives a handler the form of a round, and shows the page again where it is refused.
func (s *server) ofRound(do func(echo.Context, *show.Meeting, *seatingForm) error) echo.HandlerFunc {
	return loaded(s.meetingOf, func(c echo.Context, e *show.Meeting) error {
		var form seatingForm
		err := c.Bind(&form)
		if err == nil && (form.Key == "" || form.Saw == 0) {
			err = halfForm
		}
		if err == nil {
			err = do(c, e, &form)
		}
		if err != nil {
			return s.roundRefused(c, e, &form, err)
		}
		at := say.MeetingPath(e.Night.ID)
		verb, _, _ := strings.Cut(form.Do, ":")
		if f := form; f.Asked && f.Round == e.Round+1 && slices.Contains([]string{"pick", "anew", "moves"}, verb) {
			at += "?asked=on" // seats that were asked for stay in sight
		}
		return s.goTo(c, at)
	})
}

// agreeRound seats a round as the form has it, or takes it back. A round that would take tables from their
// deals is asked about first.
func (s *server) agreeRound(c echo.Context, e *show.Meeting, f *seatingForm) error {
	ctx := c.Request().Context()
	if f.Do == "back" {
		_, err := s.book.TakeBackRound(ctx, s.slip(c, f.Key), e.Night.ID, f.Saw, f.Round)
		return err
	}
	verb, arg, _ := strings.Cut(f.Do, ":")
	if verb == "moves" {
		_, err := s.book.MoveBy(ctx, s.slip(c, f.Key), e.Night.ID, f.Saw, chain.Movement(arg))
		return err
	}
	if done, err := s.clocked(c, e, f, verb, arg); done {
		return err
	}
	if verb == "pick" || verb == "anew" {
		return s.planRound(c, e, f, verb, arg)
	}
	if f.Do != "without" && f.Round == e.Round+1 && len(e.Unfinished()) > 0 {
		f.Asked = true
		return forms.Wrong{"round": fmt.Sprintf("Round %d isn’t over yet.", e.Round)}
	}
	r := f.seating()
	if len(r.Tables) < len(f.Tables) {
		return forms.Bad("The form seats too many people. Load the page again.")
	}
	if f.Round == e.Round+1 { // what is started is what everybody sees
		if next, err := e.Next(&s.plans); err == nil && !r.Same(next.Seating) {
			return forms.Wrong{"round": fmt.Sprintf("The seats of round %d have changed. This is how they are now.",
				f.Round)}
		}
	}
	fresh := e.NewNames()
	for i := range r.Tables {
		if t := &r.Tables[i]; t.Night == 0 {
			t.Name, fresh = fresh[0], fresh[1:]
		}
	}
	_, err := s.book.AgreeRound(ctx, s.slip(c, f.Key), e.Night.ID, f.Saw, r)
	return err
}

// clocked does what a button asks of the clock, of how long a round is, and of who isn't at their table; done
// is false for what is none of these.
func (s *server) clocked(
	c echo.Context, e *show.Meeting, f *seatingForm, verb, arg string,
) (done bool, err error) {
	ctx, slip, id := c.Request().Context(), s.slip(c, f.Key), e.Night.ID
	switch verb {
	case "stop", "go", "more", "break":
		minutes, _ := strconv.Atoi(arg)
		_, err = s.book.SetClock(ctx, slip, id, f.Round, chain.ClockDo(verb), minutes)
	case "length":
		_, err = s.book.SetLength(ctx, slip, id, f.Saw, show.Length{Deals: f.Deals, Minutes: f.Minutes})
	case "call", "here":
		var who []chain.PlayerID
		for _, no := range strings.Split(arg, ",") {
			n, _ := strconv.ParseInt(no, 10, 64)
			who = append(who, chain.PlayerID(n))
		}
		_, err = s.book.Seen(ctx, slip, id, e.Round, who, verb == "call")
	default:
		return false, nil
	}
	return true, err
}

// planRound keeps the next round with two people changed, or as it is proposed again.
func (s *server) planRound(c echo.Context, e *show.Meeting, f *seatingForm, verb, arg string) error {
	r := show.Seating{Round: f.Round}
	if verb == "pick" {
		n, _ := strconv.Atoi(arg)
		f.pick(n)
		r = f.seating()
	}
	_, err := s.book.PlanRound(c.Request().Context(), s.slip(c, f.Key), e.Night.ID, f.Saw, r)
	return err
}

// meetingPeople enters who comes now, by a name that is known or new, and who goes home or stays after all.
// The seating that was shown is planned anew.
func (s *server) meetingPeople(c echo.Context, e *show.Meeting, f *seatingForm) error {
	ctx := c.Request().Context()
	verb, arg, _ := strings.Cut(f.Do, ":")
	if n, _ := strconv.ParseInt(arg, 10, 64); n != 0 {
		f.Leaver = chain.PlayerID(n)
	}
	switch {
	case verb == "pays":
		return s.paysLeaving(c, e, arg)
	case verb == "head":
		return s.tillDoes(c, e, &tillForm{Do: "pays:" + arg})
	case verb == "unpays":
		for _, l := range e.Leavers() {
			for _, r := range l.Paid {
				if say.EntryNo(r.Entry) == arg {
					_, err := s.book.Withdraw(ctx, s.slip(c, f.Key), r.Entry, "")
					return err
				}
			}
		}
		return &show.Stale{Sentence: "Somebody took that payment back already."}
	case verb == "stays":
		_, err := s.book.ComeLate(ctx, s.slip(c, f.Key), e.Night.ID, f.Leaver)
		return err
	case verb == "leaves":
		staying := slices.DeleteFunc(e.Here(), func(p chain.PlayerID) bool { return p == f.Leaver })
		if f.Leaver == 0 {
			return forms.Wrong{"leaver": "Choose who goes home."}
		} else if len(staying) < 3 {
			return forms.Wrong{"leaver": "At least three must stay to play on."}
		}
		_, err := s.book.GoHome(ctx, s.slip(c, f.Key), e.Night.ID, f.Leaver)
		return err
	}
	name, err := chain.CleanName(f.NewName)
	if says, ok := refusals(err); ok {
		return forms.Wrong{"newname": plainly(says)[""]}
	} else if err != nil {
		return err
	}
	id, err := s.someone(c, f.Key, name)
	if err != nil {
		return err
	}
	_, err = s.book.ComeLate(ctx, s.slip(c, f.Key), e.Night.ID, id)
	return err
}

// paysLeaving writes down what somebody who goes home pays into the kitty or gets out of it, if that is still
// what the page said. A second tap writes nothing more.
func (s *server) paysLeaving(c echo.Context, e *show.Meeting, said string) error {
	who, amount, _ := strings.Cut(said, ":")
	for _, l := range e.Leavers() {
		switch {
		case say.PlayerNo(l.ID) != who:
		case l.Pays.Amount > 0 && fmt.Sprint(l.Pays.Amount) == amount:
			_, err := s.book.PayHome(c.Request().Context(), s.slip(c, e.Night.PayKey(l.Pays)), e.Night.ID, l.Pays,
				ledger.HeadMoney{Player: l.ID, Amount: l.Head})
			return err
		case l.Pays.Amount == 0 && len(l.Paid) > 0:
			return nil
		}
	}
	return &show.Stale{Sentence: "The sums have changed meanwhile. This is how they stand now."}
}

// someone is the player of a name, entered if nobody has it.
func (s *server) someone(c echo.Context, key, name string) (chain.PlayerID, error) {
	ctx := c.Request().Context()
	for _, p := range s.snapshot(c).Players() {
		if strings.EqualFold(p.Name, name) {
			return p.ID, nil
		}
	}
	got, err := s.book.AddPlayer(ctx, s.slip(c, key[:min(len(key), 40)]+"-new"), name)
	return chain.PlayerID(got.ID), err
}
