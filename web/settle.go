package web

// Settling up: who stands how, and who hands what to whom. What is written down on the page is in
// payments.go, shares.go and closing.go.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/templates/frame"
	"ouverte/templates/meeting"
	"ouverte/templates/say"
	"ouverte/templates/settleup"
	"ouverte/templates/ui"
)

// settleAt is where a night is settled; did names the action just done there.
func settleAt(n chain.NightID, did string) string {
	to := say.NightPath(n) + "/settle"
	if did != "" {
		to += "?did=" + did
	}
	return to
}

// settleAsked is what the address says of the page.
type settleAsked struct {
	didForm
	Coin  int64   `form:"coin" validate:"min=0" label:"The coin"` // what rounding to it would come to
	Bowl  bool    `form:"bowl"`                                   // the coins in the bowl are being chosen
	Coins []int64 `form:"coins" validate:"max=40" label:"The coins"`
}

func (s *server) settlePage(c echo.Context, n *show.Night, asked *settleAsked) error {
	if n.Meeting != 0 { // it is settled with the others of its evening
		return s.goTo(c, settleAt(n.Meeting, ""))
	}
	if asked.Bowl {
		keepBowl(c, n.Money, asked.Coins)
		return s.goTo(c, settleAt(n.ID, "")+"#bowl")
	}
	v, err := s.settleView(c, n, asked.Coin)
	if err != nil {
		return err
	}
	v.Did = settled[asked.Did]
	return s.page(c, settleFrame(n), settleup.Page(v))
}

func settleFrame(n *show.Night) frame.Frame {
	return frame.Frame{
		Title: settleTitle(n), Sub: say.NightTitle(n), Here: frame.Tonight, Htmx: true,
		Styles: []string{"coins.css", "settle.css"}, Scripts: []string{"follow.js", "share.js", "ticked.js"},
		Doings: []frame.Doing{
			{Name: "Balances", Href: "/balances"},
			{Name: "To the table", Href: say.NightPath(n.ID), Primary: true},
		},
	}
}

// settleTitle is what the page is called, there and in the bar of the table.
func settleTitle(n *show.Night) string {
	switch {
	case n.Open:
		return "Settle up"
	case !n.Money.Handed():
		return "Totals"
	}
	return "Payments"
}

// settleView is the page of a night; coin is what it may be rounded to.
func (s *server) settleView(c echo.Context, n *show.Night, coin int64) (v settleup.View, err error) {
	now := s.snapshot(c)
	v = settleup.View{
		Night: n, Bowl: bowlOf(c, n.Money), May: s.may(c, Scorer), Key: newKey, Where: s.Now().Location(),
	}
	if v.Tables, err = s.tablesOf(c, n); err != nil {
		return v, err
	}
	if n.Tables != nil {
		e, err := now.Meeting(n.ID)
		if err != nil {
			return v, err
		}
		v.ToPlay, v.Till = meeting.ToPlay(e), e.Till().Lies
	}
	if v.DebtsLeft = now.DebtsLeft(n); !n.Open {
		return v, nil
	}
	if v.Plan, err = n.Plan(); err != nil {
		return v, err
	}
	v.KittyFrom = now.KittyFrom(n.Money)
	if v.Former, err = now.Bringable(n.ID); err != nil {
		return v, err
	}
	if len(v.Former) > 0 {
		v.Reopened = now.ReopenedDebts(n.Money, n.ID)
	}
	if n.Open && slices.Contains(settle.CoinsToRound(n.Money), coin) {
		v.Rounded, v.Coin = n.Rounded(coin), coin
	}
	return v, nil
}

// settled words the notice after each action.
var settled = map[string]string{
	"paid":         "Written down.",
	"way":          "You settle this way now.",
	"withdrawn":    "Taken back.",
	"rounded":      "Rounded.",
	"unrounded":    "No rounding any more.",
	"cost":         "The cost is in the settlement.",
	"shared":       "The kitty’s share is in the settlement.",
	"brought":      "Former evenings are settled together with tonight.",
	"apart":        "Written down, apart from tonight.",
	"again":        "This was recorded already.",
	"last":         "Agreed.",
	"reopened":     "The night is open again.",
	"table-closed": "The table has closed: its money is in the settlement.",
	"table-opened": "The table is open again, and plays on.",
	"gathered":     "All tables have closed: you can settle the evening.",
}

// ---- what is done on the page ----

// settleKey is what each form of the page carries.
type settleKey struct {
	keyed
	did  string // what is said when it is done, where the form decides that …
	says string // … in its own words
}

func (k *settleKey) key() *settleKey { return k }

// settling is what a form of the page is written to.
type settling struct {
	book  *ledger.Book
	night *show.Night
	slip  ledger.Slip
}

// settleForm is a form of the page.
type settleForm interface {
	key() *settleKey
	write(context.Context, settling) (ledger.Receipt, error)
}

// settles binds a form of the page, writes what it asks, and goes back to the page, or shows htmx the page
// anew. at names the form on the page, did what is said when it is done.
func settles[F any, P interface {
	*F
	settleForm
}](s *server, at, did string) echo.HandlerFunc {
	return loaded(s.nightOf, func(c echo.Context, n *show.Night) error {
		form, done := P(new(F)), ledger.Receipt{}
		err := c.Bind(form)
		if err == nil {
			done, err = form.write(c.Request().Context(), settling{s.book, n, s.slip(c, form.key().Key)})
		}
		if err != nil {
			return s.settleRefused(c, at, sentBefore(err))
		}
		if at == "close" {
			return s.goTo(c, s.afterClose(c, n))
		}
		did := cmp.Or(form.key().did, did)
		if done.Repeated {
			did = "again"
		}
		if !wantsPart(c.Request()) {
			return s.goTo(c, settleAt(n.ID, did))
		}
		if now := done.Shown; now != nil && now.ID == n.ID && now.Tables == nil {
			n = now
		} else if n, err = s.nightOf(c); err != nil { // it was written apart from the night
			return err
		}
		v, err := s.settleView(c, n, 0)
		if err != nil {
			return err
		}
		if v.Did = settled[did]; !done.Repeated {
			v.Did = cmp.Or(form.key().says, v.Did)
		}
		return s.fragments(c, http.StatusOK, settleup.Page(v))
	})
}

// sentBefore words the refusal of a payment that somebody else has ticked with another amount, from a page
// that looked alike.
func sentBefore(err error) error {
	if refusal := (*rules.Problem)(nil); errors.As(err, &refusal) && refusal.Field == "key" {
		return &show.Stale{Sentence: "Something else was recorded already. This is how it stands now."}
	}
	return err
}

// besideIts are the fields of each form that have a place for a sentence.
var besideIts = map[string][]string{
	"pay": {"amount"}, "cost": {"amount", "what", "for", "shares"}, "last": {"more"}, "reopen": {"reason"},
	"kitty": {"amount", "among", "shares", "reason"},
}

// beside keeps the sentences that have a place beside their field, and puts the rest together at the head of
// the form.
func beside(says ui.Says, fields []string) ui.Says {
	out, rest := ui.Says{}, ui.Says{}
	for field, sentence := range says {
		if slices.Contains(fields, field) {
			out[field] = sentence
		} else {
			rest[field] = sentence
		}
	}
	if len(rest) > 0 {
		out[""] = plainly(rest)[""]
	}
	return out
}

// settleRefused draws the page once more with the refusal and the input.
func (s *server) settleRefused(c echo.Context, at string, err error) error {
	return refuse(err, func(says ui.Says) (*screen, error) {
		n, err := s.nightOf(c) // it may have moved on
		if err != nil {
			return nil, err
		}
		v, err := s.settleView(c, n, 0)
		v.At, v.Typed, v.Says = at, c.Request().PostForm, beside(says, besideIts[at])
		return &screen{settleFrame(n), settleup.Page(v)}, err
	})
}

// ---- the bowl: which coins there are to count out with, kept by the browser ----

func bowlCookie(m rules.Money) string { return "bowl-" + strings.ToLower(string(m)) }

// bowlOf is the coins in the bowl; all there are until somebody says otherwise.
func bowlOf(c echo.Context, m rules.Money) []settle.Coin {
	all := settle.CoinsOf(m)
	kept, err := c.Cookie(bowlCookie(m))
	if err != nil {
		return all
	}
	chosen := strings.Split(kept.Value, ".")
	return slices.DeleteFunc(all, func(coin settle.Coin) bool {
		return !slices.Contains(chosen, fmt.Sprint(coin.Value))
	})
}

func keepBowl(c echo.Context, m rules.Money, values []int64) {
	var chosen []string
	for _, coin := range settle.CoinsOf(m) {
		if slices.Contains(values, coin.Value) {
			chosen = append(chosen, fmt.Sprint(coin.Value))
		}
	}
	setCookie(c, bowlCookie(m), strings.Join(chosen, "."), "/nights")
}

// ---- why somebody pays or gets what they do ----

type whyForm struct {
	With chain.PlayerID `form:"with" label:"The other player’s number"`
}

// whyPage is the way down from what somebody has to pay or to get to the deals, penalties and costs it came
// from.
func (s *server) whyPage(c echo.Context, n *show.Night, asked *whyForm) error {
	player, _ := strconv.ParseInt(c.Param("player"), 10, 64) // the kitty's is below zero
	of, err := partOf(n, chain.PlayerID(player))
	if err != nil {
		return err
	}
	v := settleup.Why{Night: n, Of: of, Where: s.Now().Location()}
	switch {
	case asked.With != 0:
		if v.With, err = partOf(n, asked.With); err == nil && v.With == of {
			err = &chain.NotFound{What: "player"}
		}
	case !n.Open:
		v.DebtsLeft = s.snapshot(c).DebtsLeft(n)
	}
	if err == nil && n.Open {
		v.Plan, err = n.Plan()
	}
	if err != nil {
		return err
	}
	f := settleFrame(n)
	f.Title, f.Scripts, f.Htmx, f.Follow = v.Title(), nil, false, frame.NewFollowed(n)
	f.Doings = []frame.Doing{
		{Name: "To the table", Href: say.NightPath(n.ID)},
		{Name: "Settle up", Href: settleAt(n.ID, ""), Primary: true},
	}
	return s.page(c, f, settleup.WhyPage(v))
}

// partOf finds somebody with a part in the night, or its kitty, by what an address or a form says.
func partOf(n *show.Night, id chain.PlayerID) (chain.PlayerID, error) {
	here := func(p show.Person) bool { return p.ID == id }
	if id == chain.Kitty || slices.ContainsFunc(n.People, here) {
		return id, nil
	}
	return 0, &chain.NotFound{What: "player"}
}
