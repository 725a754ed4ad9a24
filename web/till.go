package web

// The till of an evening at several tables: table money at the door, what is paid out, what lies there.

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/templates/frame"
	"ouverte/templates/meeting"
	"ouverte/templates/say"
	"ouverte/templates/ui"
	"ouverte/web/forms"
)

type tillForm struct {
	keyed
	Do     string         `form:"do" validate:"required,max=80"`
	Head   string         `form:"head" validate:"max=40" label:"The table money"`
	What   string         `form:"what" validate:"max=200" label:"The reason"`
	Amount string         `form:"amount" validate:"max=40" label:"The amount"`
	To     chain.PlayerID `form:"to" validate:"min=0" label:"The player who takes it out"`
}

func (s *server) tillPage(c echo.Context, e *show.Meeting) error {
	shown := s.tillScreen(c, e, &tillForm{}, nil)
	return s.page(c, shown.frame, shown.body)
}

func (s *server) tillScreen(c echo.Context, e *show.Meeting, f *tillForm, says ui.Says) *screen {
	v := meeting.NewTill(e, s.Now().Location())
	v.May, v.Key, v.Says = s.may(c, Scorer) && e.Night.Open && e.Night.Money.Handed(), newKey(), says
	v.What, v.Amount, v.To = f.What, f.Amount, f.To
	if last := s.snapshot(c).LastHead(e.Night); !v.Asks && last > 0 {
		v.Head = e.Night.Money.Words(last)
	}
	if f.Do == "head" {
		v.Head = f.Head
	}
	at := say.MeetingPath(e.Night.ID)
	return &screen{frame.Frame{
		Title: "The till", Sub: say.NightTitle(e.Night), Here: frame.Tonight, Htmx: true,
		Styles: []string{"start.css", "evening.css"}, Scripts: []string{"follow.js"},
		Doings: []frame.Doing{
			{Name: "The evening", Href: at, Primary: true},
			{Name: "Settle up", Href: say.NightPath(e.Night.ID) + "/settle"},
		},
	}, meeting.TillPage(v)}
}

// atTill writes what somebody tapped, and shows the till as it is then.
func (s *server) atTill(c echo.Context, e *show.Meeting) error {
	var form tillForm
	err := c.Bind(&form)
	if err == nil {
		err = s.tillDoes(c, e, &form)
	}
	again := func(f *tillForm, says ui.Says) (*screen, error) {
		e, err := s.snapshot(c).Meeting(e.Night.ID)
		if err != nil {
			return nil, err
		}
		return s.tillScreen(c, e, f, says), nil
	}
	if err != nil {
		return refuse(err, func(says ui.Says) (*screen, error) { return again(&form, says) })
	}
	if !wantsPart(c.Request()) {
		return s.goTo(c, say.MeetingPath(e.Night.ID)+"/till")
	}
	shown, err := again(&tillForm{}, nil)
	if err != nil {
		return err
	}
	return s.fragments(c, http.StatusOK, shown.body)
}

// tillDoes does what the tapped button says: pays:PLAYER:AMOUNT, unpays:ENTRY, back:ENTRY for money paid out,
// settle for all table money that is missing, head for how much it is, spend.
func (s *server) tillDoes(c echo.Context, e *show.Meeting, f *tillForm) error {
	ctx, till := c.Request().Context(), e.Till()
	verb, arg, _ := strings.Cut(f.Do, ":")
	no, amount, _ := strings.Cut(arg, ":")
	n, _ := strconv.ParseInt(no, 10, 64)
	switch verb {
	case "pays":
		h := till.Of(chain.PlayerID(n))
		switch {
		case h.Paid > 0: // tapped twice
			return nil
		case h.Amount == 0 || fmt.Sprint(h.Amount) != amount:
			return &show.Stale{Sentence: "Table money has changed meanwhile. This is how it stands now."}
		}
		pays := ledger.HeadMoney{Player: h.ID, Amount: h.Amount}
		_, err := s.book.PayHead(ctx, s.slip(c, h.Key), e.Night.ID, pays)
		return err
	case "settle":
		for _, h := range till.Unpaid() {
			asks := ledger.HeadMoney{Player: h.ID, Amount: h.Amount, Settle: true}
			if _, err := s.book.PayHead(ctx, s.slip(c, h.Key), e.Night.ID, asks); err != nil {
				return err
			}
		}
		return nil
	case "unpays", "back":
		ours := false
		for _, h := range till.Heads {
			ours = ours || verb == "unpays" && h.Paid > 0 && !h.Gone && int64(h.Entry) == n
		}
		for _, l := range till.Out {
			ours = ours || verb == "back" && l.Spent != 0 && int64(l.Spent) == n
		}
		if !ours {
			return &show.Stale{Sentence: "Somebody took it back already. This is how it stands now."}
		}
		_, err := s.book.Withdraw(ctx, s.slip(c, f.Key), chain.EntryID(n), "")
		return err
	case "head":
		var head int64
		if text := strings.TrimSpace(f.Head); text != "" {
			var err error
			if head, err = e.Night.Money.Parse(text); err != nil {
				return forms.Wrong{"head": err.Error()}
			}
		}
		_, err := s.book.EditNight(ctx, s.slip(c, f.Key), e.Night.ID, ledger.NightEdit{Head: &head})
		return err
	case "spend":
		if strings.TrimSpace(f.Amount) == "" {
			return forms.Wrong{"amount": "How much is paid out?"}
		}
		amount, err := amountIn(e.Night.Money, "amount", f.Amount)
		if err != nil {
			return err
		}
		if f.To == 0 {
			return forms.Wrong{"to": "Who takes it out?"}
		}
		_, err = s.book.Spend(ctx, s.slip(c, f.Key), e.Night.ID,
			ledger.Spent{To: f.To, Amount: amount, What: f.What})
		return err
	}
	return forms.Bad("This page doesn’t do what the form asks. Load the page again.")
}
