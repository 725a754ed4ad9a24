package web

// This is me: a phone that looks on says whose it is. What it may do beside looking is listed here whole: its
// owner's own payments, and the results of deals its owner played against the caller; where the table lets
// it.

import (
	"net/http"
	"net/url"
	"slices"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/door"
	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/templates/frame"
	"ouverte/templates/meeting"
	"ouverte/templates/say"
	"ouverte/templates/watch"
)

// meCookie is where a phone keeps the token that says whose it is. Its path is that of the link, so it is
// sent to no other, and two links don't mix in one browser.
const meCookie = "ouverte-me"

func watchPath(c echo.Context) string { return "/watch/" + c.Param("secret") }

// phoneOf finds out whether the phone has said whose it is, to somebody with a part in the night.
func (s *server) phoneOf(c echo.Context, n *show.Night) (p door.Phone, said bool) {
	token, err := c.Cookie(meCookie)
	if err != nil {
		return p, false
	}
	p, said = s.book.PhoneWith(c.Param("secret"), token.Value)
	return p, said && slices.ContainsFunc(n.People, func(one show.Person) bool { return one.ID == p.Player })
}

// mePart draws the owner's part of the page; says is why something wasn't done.
func (s *server) mePart(
	c echo.Context, n *show.Night, says string,
) (part templ.Component, mine bool, err error) {
	phone, known := s.phoneOf(c, n)
	if !known {
		return watch.Nobodys(watchPath(c), says), false, nil
	}
	pays, err := s.pays(c, n)
	if err != nil {
		return nil, false, err
	}
	about := watch.MeAbout{Night: n, Phone: phone, Address: watchPath(c), Pays: pays, Says: says, Key: newKey}
	if n.Tables != nil {
		if about.Meeting, err = s.snapshot(c).Meeting(n.ID); err != nil {
			return nil, false, err
		}
		about.Night = about.Meeting.Whole()
		v := s.wallView(about.Meeting)
		about.Next, about.Clock = v.Next, v.Clock
	}
	if says != "" {
		about.Deal, about.Reason = c.FormValue("deal"), c.FormValue("reason")
	}
	return watch.Owner(watch.NewMe(about)), true, nil
}

// pays are the payments still to make: the fewest, and after the close those left then. An evening at several
// tables is settled as one, once they have closed.
func (s *server) pays(c echo.Context, n *show.Night) (pays []settle.Payment, err error) {
	if n.Meeting != 0 {
		return nil, nil
	}
	if n.Open && n.Tables != nil {
		if e, err := s.snapshot(c).Meeting(n.ID); err != nil || len(e.Playing()) > 0 {
			return nil, err
		}
	}
	if n.Open {
		plan, err := n.Plan()
		return plan.Pays, err
	}
	for _, l := range s.snapshot(c).DebtsLeft(n) {
		if l.Open > 0 {
			pays = append(pays, settle.Payment{From: l.From, To: l.To, Amount: l.Open})
		}
	}
	return pays, err
}

// looked draws the whole page of a phone, or for its script the parts that change.
func (s *server) looked(c echo.Context, n *show.Night, status int, says string) error {
	if wantsPart(c.Request()) {
		return s.lookedNow(c, n, status, says)
	}
	drawn, err := s.lookedAt(c, n)
	if err != nil {
		return err
	}
	me, mine, err := s.mePart(c, n, says)
	if err != nil {
		return err
	}
	parts := "looked" // all that looks on fetches the same; an owner's part is their own
	if mine {
		parts = "looked me"
	}
	both := templ.Join(me, templ.Raw(string(drawn.html)))
	if n.Tables != nil {
		return s.show(c, status, wallFrame(n), within(meeting.Wall(watchPath(c), parts), both))
	}
	f := frame.Frame{
		Title: say.NightTitle(n), Sub: say.RulesLine(n), Bare: true, Htmx: true,
		Styles:  dealStyles("lines.css", "coins.css", "years.css", "closed.css", "watch.css"),
		Scripts: []string{"watch.js", "closed.js", "awake.js"},
	}
	return s.show(c, status, f, within(watch.Screen(n, watchPath(c), parts), both))
}

// lookedNow draws the parts that change: the same for all who only look on.
func (s *server) lookedNow(c echo.Context, n *show.Night, status int, says string) error {
	drawn, err := s.lookedAt(c, n)
	if err != nil {
		return err
	}
	me, mine, err := s.mePart(c, n, says)
	switch {
	case err != nil:
		return err
	case mine || says != "":
		return s.fragments(c, status, me, templ.Raw(string(drawn.html)))
	}
	pageHeaders(c.Response())
	asPart(c.Response(), c.Request())
	return sendReady(c.Response(), c.Request(), status, htmlType, drawn.html, drawn.zipped)
}

// whosePage asks whose phone it is.
func (s *server) whosePage(c echo.Context, n *show.Night) error {
	return s.whose(c, n, http.StatusOK, "")
}

func (s *server) whose(c echo.Context, n *show.Night, status int, says string) error {
	phone, known := s.phoneOf(c, n)
	v := watch.Whose{Address: watchPath(c), People: n.People, Says: says}
	if known {
		v.Now = phone.Player
	}
	f := frame.Frame{Title: "This is me", Bare: true, Styles: []string{"watch.css"}}
	return s.show(c, status, f, watch.WhoseScreen(v))
}

type whoseForm struct {
	Player chain.PlayerID `form:"player" validate:"min=0" label:"The player’s number"`
}

// sayWhose keeps whose phone it is, or that it is nobody's any more.
func (s *server) sayWhose(c echo.Context, n *show.Night) error {
	var form whoseForm
	if err := c.Bind(&form); err != nil {
		return err
	}
	ctx, was := c.Request().Context(), ""
	if old, err := c.Cookie(meCookie); err == nil {
		was = old.Value
	}
	phone, known := s.phoneOf(c, n)
	switch {
	case form.Player != 0 && known && phone.Player == form.Player: // a double tap
		return s.goTo(c, watchPath(c))
	case form.Player != 0:
		token, err := s.book.SayPhone(ctx, c.Param("secret"), was, form.Player)
		if says, ok := refusals(err); ok {
			return s.whose(c, n, http.StatusUnprocessableEntity, plainly(says)[""])
		} else if err != nil {
			return err
		}
		setCookie(c, meCookie, token, watchPath(c))
	case known:
		if err := s.book.EndPhone(ctx, n.ID, phone.ID); err != nil {
			return err
		}
		fallthrough
	default:
		setCookie(c, meCookie, "", watchPath(c))
	}
	return s.goTo(c, watchPath(c))
}

// asPhone gives a handler the phone and its form, where the phone has said whose it is and the table lets it,
// if it has to;
// a refused phone sees the page as it is now, and why.
func asPhone[F any](
	s *server, lets bool, do func(echo.Context, *show.Night, door.Phone, *F) error,
) func(echo.Context, *show.Night) error {
	return func(c echo.Context, n *show.Night) error {
		phone, known := s.phoneOf(c, n)
		switch {
		case !known:
			return s.looked(c, n, http.StatusForbidden,
				"This phone hasn’t said whose it is, or the table ended that. Nothing was written down.")
		case lets && !n.Phones:
			return s.looked(c, n, http.StatusForbidden,
				"The table doesn’t let phones do that this evening. Nothing was written down.")
		}
		var form F
		err := c.Bind(&form)
		if err == nil {
			err = do(c, n, phone, &form)
		}
		says, ok := refusals(err)
		switch {
		case err == nil && !wantsPart(c.Request()):
			return s.goTo(c, watchPath(c))
		case err != nil && !ok:
			return err
		}
		status := http.StatusOK
		if err != nil {
			status = statusOf(err)
		}
		if n, err = s.snapshot(c).Night(n.ID); err != nil {
			return err
		}
		return s.looked(c, n, status, plainly(says)[""])
	}
}

// phoneSlip is what a phone hands in: the book's entry names it by its owner.
func phoneSlip(key string, p door.Phone) ledger.Slip {
	return ledger.Slip{Key: key, Device: p.Device(), Phone: p.ID}
}

// notThere refuses what isn't the owner's to do, or isn't to be done any more.
func notThere(sentence string) error { return &show.Stale{Sentence: sentence} }

type ownPayForm struct {
	To   chain.PlayerID `form:"to" validate:"required" label:"The player to pay"`
	Owed int64          `form:"owed" validate:"required,min=1" label:"The amount owed"`
}

// payOwn ticks a payment of the owner, whole, as the page shows it. What is ticked already stays as it is.
func (s *server) payOwn(c echo.Context, n *show.Night, phone door.Phone, form *ownPayForm) error {
	ctx, asked := c.Request().Context(), settle.Payment{
		From: phone.Player, To: form.To, Amount: form.Owed,
	}
	// Read before what is open: a payment that comes between makes PaySlate refuse.
	debts := s.snapshot(c).Debts(n.Money, phone.Player)
	pays, err := s.pays(c, n)
	if err != nil {
		return err
	}
	if !slices.Contains(pays, asked) {
		if ticked, err := s.ticked(c, n, asked); ticked || err != nil {
			return err
		}
		return notThere("You pay something else now. Look again.")
	}
	if n.Open {
		_, err = s.book.PayOpen(ctx, phoneSlip(n.PayKey(asked), phone), n.ID, asked)
		return err
	}
	for _, d := range debts.Shown {
		if d.From == asked.From && d.To == asked.To {
			_, err = s.book.PaySlate(ctx, phoneSlip(d.Key(), phone), n.Money, asked, d.Version)
			return err
		}
	}
	return notThere("It is paid already.")
}

// ticked tells whether a payment stands that the page may have shown as open a moment ago.
func (s *server) ticked(c echo.Context, n *show.Night, asked settle.Payment) (bool, error) {
	if n.Open {
		return slices.Contains(n.Payments(), asked), nil
	}
	return slices.ContainsFunc(s.snapshot(c).DebtsLeft(n), func(l show.DebtLeft) bool {
		return l.From == asked.From && l.To == asked.To && l.Open == 0
	}), nil
}

type ownBackForm struct {
	keyed
	Entry chain.EntryID `form:"entry" validate:"required,min=1" label:"The payment to take back"`
}

// unpayOwn takes back what the owner's phone ticked itself, while the night is open.
func (s *server) unpayOwn(c echo.Context, n *show.Night, phone door.Phone, form *ownBackForm) error {
	for _, r := range n.Standing(chain.KindPayment) {
		if r.Entry == form.Entry && r.Paid.From == phone.Player && phone.Wrote(r.Entry) {
			_, err := s.book.Withdraw(c.Request().Context(), phoneSlip(form.Key, phone), r.Entry, "")
			return err
		}
	}
	return notThere("This phone can’t take that payment back. Tell the table.")
}

type ownAnswerForm struct {
	keyed
	Deal   chain.DealID  `form:"deal" validate:"required,min=1" label:"The deal"`
	Saw    chain.EntryID `form:"saw" validate:"required,min=1" label:"The page’s version"`
	Say    string        `form:"say" validate:"required,oneof=agreed disputed" label:"The answer"`
	Reason string        `form:"reason" validate:"max=200" label:"The reason"`
}

// answerOwn agrees or disputes the result of a deal the owner played against its caller.
func (s *server) answerOwn(c echo.Context, n *show.Night, phone door.Phone, form *ownAnswerForm) error {
	n = s.playedAt(c, n, form.Deal)
	d, ok := n.Deal(form.Deal)
	switch {
	case !n.Open:
		return notThere("The evening is closed. Tell the table.")
	case !ok || !d.Opposed(phone.Player):
		return notThere("You didn’t play that deal against its caller. Tell the table.")
	}
	if d.Version != form.Saw {
		return notThere("Somebody changed that deal meanwhile. Look again.")
	}
	ctx, slip := c.Request().Context(), phoneSlip(form.Key, phone)
	var err error
	if form.Say == "agreed" {
		_, err = s.book.AgreeDeal(ctx, slip, n.ID, d.ID, d.Version, phone.Player)
	} else {
		_, err = s.book.DisputeDeal(ctx, slip, n.ID, d.ID, d.Version, phone.Player, form.Reason)
	}
	return err
}

// playedAt is the night a deal was played at: of an evening at several tables, its table.
func (s *server) playedAt(c echo.Context, n *show.Night, id chain.DealID) *show.Night {
	if n.Tables != nil {
		if e, err := s.snapshot(c).Meeting(n.ID); err == nil {
			if t, _ := e.DealtAt(id); t != nil {
				return t.Night
			}
		}
	}
	return n
}

// ---- at the table: which phones said whose they are, and what they may do ----

type letPhonesForm struct {
	keyed
	Let    bool   `form:"let"`
	Secret string `form:"secret" validate:"max=80" label:"The link"` // that the page shows
}

// letPhones switches what phones may do this evening.
func (s *server) letPhones(c echo.Context, n *show.Night, form *letPhonesForm) error {
	if !n.Open { // as for its other options
		if asked, err := s.askedPIN(c); asked || err != nil {
			return err
		}
	}
	edit := ledger.NightEdit{Phones: &form.Let}
	if _, err := s.book.EditNight(c.Request().Context(), s.slip(c, form.Key), n.ID, edit); err != nil {
		return err
	}
	to := say.NightPath(n.ID) + "/watch"
	if form.Secret != "" {
		to += "/" + url.PathEscape(form.Secret)
	}
	return s.goTo(c, to)
}

type endPhoneForm struct {
	Phone int64 `form:"phone" validate:"required,min=1" label:"The phone’s number"`
}

func (s *server) endPhone(c echo.Context, n *show.Night, form *endPhoneForm) error {
	if err := s.book.EndPhone(c.Request().Context(), n.ID, form.Phone); err != nil {
		return err
	}
	return s.goTo(c, say.NightPath(n.ID)+"/watch")
}
