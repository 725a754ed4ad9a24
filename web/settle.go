package web

// Settling up: who stands how, who hands what to whom, and everything that may be written down before the night is closed.
// The page is read here; what is done on it is in settling.go.

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	plans "ouverte/ledger/settle"
	"ouverte/rules"
	"ouverte/templates"
	"ouverte/templates/settle"
)

// settleWay is how the players want to pay: with the fewest payments, through a banker, or as it fell between each two.
// Every form of the page carries it on.
type settleWay struct {
	By     string `form:"by" validate:"omitempty,oneof=fewest banker fell" label:"The way to pay"`
	Banker int64  `form:"banker" validate:"min=0" label:"The banker"`
}

// settleAsked is what the address says of the page.
type settleAsked struct {
	settleWay
	Coin  int64   `form:"coin" validate:"min=0" label:"The coin"` // what rounding to it would come to
	Bowl  bool    `form:"bowl"`                                   // the coins in the bowl are being chosen
	Coins []int64 `form:"coins" validate:"max=40" label:"The coins"`
	Did   string  `form:"did" validate:"max=20"`
}

// address is where the page is with the same way to pay.
func (w settleWay) address(n ledger.NightID, more ...string) string {
	q := url.Values{}
	if w.By != "" && w.By != "fewest" {
		q.Set("by", w.By)
	}
	if w.Banker != 0 {
		q.Set("banker", strconv.FormatInt(w.Banker, 10))
	}
	for i := 0; i+1 < len(more); i += 2 {
		q.Set(more[i], more[i+1])
	}
	to := templates.NightPath(n) + "/settle"
	if len(q) > 0 {
		to += "?" + q.Encode()
	}
	return to
}

func (s *Server) settlePage(c echo.Context) error {
	n, err := s.nightOf(c)
	if err != nil {
		return err
	}
	var asked settleAsked
	if err := bind(c, &asked); err != nil {
		return err
	}
	if asked.Bowl {
		keepBowl(c, n.Money, asked.Coins)
		return s.goTo(c, asked.address(n.ID)+"#bowl")
	}
	v, err := s.settling(c, n, asked)
	if err != nil {
		return err
	}
	v.Did = settled[asked.Did]
	return s.show(c, http.StatusOK, settleFrame(n), settle.Page(v))
}

// settling makes the page of a night.
func (s *Server) settling(c echo.Context, n *ledger.Night, asked settleAsked) (settle.View, error) {
	ctx := c.Request().Context()
	if asked.By == "" {
		asked.By = "fewest"
	}
	banker := bankerOf(n, asked.settleWay)
	plan, err := planFor(n, asked.By, banker)
	if err != nil {
		return settle.View{}, err
	}
	about := settle.About{
		Night: n, Plan: plan, By: asked.By, Banker: banker, Bowl: bowlOf(c, n.Money),
		Scores: s.Who(c.Request()).Right >= Scorer, Coin: asked.Coin, Key: newKey, Where: s.Now().Location(),
		Address: func(by string, banker ledger.PlayerID) string {
			return settleWay{By: by, Banker: int64(banker)}.address(n.ID)
		},
	}
	if about.Left, err = s.book.Left(ctx, n); err != nil {
		return settle.View{}, err
	}
	if n.Open {
		if about.Former, err = s.book.Bringable(ctx, n.ID); err != nil {
			return settle.View{}, err
		}
		if len(about.Former) > 0 {
			if about.Again, err = s.openAgain(ctx, n.Money, n.ID); err != nil {
				return settle.View{}, err
			}
		}
	}
	if !settle.CanRoundTo(n.Money, asked.Coin) {
		about.Coin = 0
	} else if n.Open {
		if about.Rounded, err = s.book.Rounded(ctx, n.ID, asked.Coin); err != nil {
			if _, forPeople := said(err); !forPeople {
				return settle.View{}, err
			}
			about.Coin = 0
		}
	}
	return settle.New(about), nil
}

// openAgain finds what is open in a money only because an evening, other than this one, is open again.
func (s *Server) openAgain(ctx context.Context, m rules.Money, but ledger.NightID) (out []settle.OpenAgain, err error) {
	open, err := s.book.OpenNights(ctx)
	if err != nil {
		return nil, err
	}
	for i := range open {
		if open[i].ID == but || open[i].Money != m {
			continue
		}
		other, err := s.book.Night(ctx, open[i].ID)
		if err != nil {
			return nil, err
		}
		left, err := s.book.Left(ctx, other)
		if err != nil {
			return nil, err
		}
		for _, l := range left {
			if l.Apart > 0 {
				out = append(out, settle.OpenAgain{Debt: ledger.Debt{From: l.To, To: l.From, Amount: l.Apart}, Night: other.ID, Date: other.Date})
			}
		}
	}
	return out, nil
}

// bankerOf is who was chosen; else the first at the table.
func bankerOf(n *ledger.Night, w settleWay) ledger.PlayerID {
	if w.By != "banker" {
		return 0
	}
	for _, p := range n.People {
		if int64(p.ID) == w.Banker {
			return p.ID
		}
	}
	return n.Table[0].Player
}

// planFor is who is to hand what to whom. A payment of it made, even in part, leaves the others as they were (plans.Kept).
func planFor(n *ledger.Night, by string, banker ledger.PlayerID) (plans.Plan, error) {
	if by == "fell" {
		return plans.AsTheyFell(n.Between())
	}
	made := settle.PaymentsOf(n)
	slices.Reverse(made) // they come newest first
	return plans.Kept(n.Owed(), made, func(nets []ledger.Net) (plans.Plan, error) {
		if banker != 0 {
			return plans.ThroughBanker(nets, banker)
		}
		return plans.Fewest(nets)
	})
}

func settleFrame(n *ledger.Night) templates.Frame {
	f := templates.Frame{
		Title: "Settle up", Sub: templates.NightTitle(n), Here: templates.Tonight, Htmx: true,
		Styles: []string{"settle.css"}, Scripts: []string{"settle.js"},
		Doings: []templates.Doing{{Name: "Balances", Href: "/balances"}, {Name: "To the table", Href: nightPath(n.ID), Primary: true}},
	}
	if !n.Open {
		f.Title = "Settled"
	}
	return f
}

// settled says what was just done.
var settled = map[string]string{
	"paid": "Written down.", "withdrawn": "Taken back.", "rounded": "Rounded.", "unrounded": "No rounding any more.", "cost": "The cost is in the settlement.",
	"shared": "The kitty’s share is in the settlement.", "brought": "What was open from before is settled together with tonight.",
	"apart": "Written down, apart from tonight.", "again": "That was recorded already.",
	"last": "Agreed.", "nolast": "No last round any more.", "closed": "The night is closed and sealed.", "reopened": "The night is open again.",
}

// ---- the bowl: which coins there are to count out with, remembered by the browser ----

func bowlCookie(m rules.Money) string { return "bowl-" + strings.ToLower(string(m)) }

// bowlOf is the coins in the bowl; all there are until somebody says otherwise.
func bowlOf(c echo.Context, m rules.Money) []plans.Coin {
	all := plans.CoinsOf(m)
	kept, err := c.Cookie(bowlCookie(m))
	if err != nil {
		return all
	}
	chosen := strings.Split(kept.Value, ".")
	return slices.DeleteFunc(all, func(coin plans.Coin) bool { return !slices.Contains(chosen, fmt.Sprint(coin.Value)) })
}

func keepBowl(c echo.Context, m rules.Money, values []int64) {
	var chosen []string
	for _, coin := range plans.CoinsOf(m) {
		if slices.Contains(values, coin.Value) {
			chosen = append(chosen, fmt.Sprint(coin.Value))
		}
	}
	c.SetCookie(&http.Cookie{
		Name: bowlCookie(m), Value: strings.Join(chosen, "."), Path: "/nights", MaxAge: int(cookieLasts.Seconds()),
		Secure: arrivalOf(c.Request()).secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

// whyPage is the way down from what somebody has to pay or to get to the deals, penalties and costs it came from.
func (s *Server) whyPage(c echo.Context) error {
	n, err := s.nightOf(c)
	if err != nil {
		return err
	}
	var asked struct {
		settleWay
		With int64 `form:"with" label:"The other"`
	}
	if err := bind(c, &asked); err != nil {
		return err
	}
	of, err := partner(n, c.Param("player"))
	if err != nil {
		return err
	}
	about := settle.WhyAbout{Night: n, Player: of, Back: asked.address(n.ID), Where: s.Now().Location()}
	if asked.With != 0 {
		if about.With, err = partner(n, strconv.FormatInt(asked.With, 10)); err != nil {
			return err
		}
		if about.With == of {
			return &ledger.NotFound{What: "player"}
		}
	} else if !n.Open {
		if about.Left, err = s.book.Left(c.Request().Context(), n); err != nil {
			return err
		}
	} else {
		if asked.By == "" {
			asked.By = "fewest"
		}
		if about.Plan, err = planFor(n, asked.By, bankerOf(n, asked.settleWay)); err != nil {
			return err
		}
		about.Fewest = asked.By == "fewest"
		about.Href = func(p ledger.PlayerID) string { return fmt.Sprintf("%s/settle/why/%d", nightPath(n.ID), p) }
	}
	v := settle.NewWhy(about)
	f := settleFrame(n)
	f.Title, f.Scripts, f.Htmx, f.Follow = v.Title, nil, false, templates.NewFollowed(n)
	f.Doings = []templates.Doing{{Name: "To the table", Href: nightPath(n.ID)}, {Name: "Settle up", Href: about.Back, Primary: true}}
	return s.show(c, http.StatusOK, f, settle.WhyPage(v))
}

// partner finds somebody with a part in the night, or its kitty, by what an address or a form says.
func partner(n *ledger.Night, said string) (ledger.PlayerID, error) {
	id, err := strconv.ParseInt(said, 10, 64)
	if err == nil && ledger.PlayerID(id) == ledger.Kitty {
		return ledger.Kitty, nil
	}
	for _, p := range n.People {
		if err == nil && int64(p.ID) == id {
			return p.ID, nil
		}
	}
	return 0, &ledger.NotFound{What: "player"}
}

// besideIts are the fields of each form of the page that have a place for a sentence; what concerns no such field is said at the
// head of the form.
var besideIts = map[string][]string{
	"pay": {"amount"}, "cost": {"amount", "what", "for", "shares"}, "kitty": {"amount", "among", "shares", "reason"}, "last": {"more"}, "reopen": {"reason"},
}

// beside keeps the sentences that have a place beside their field, and puts the rest together.
func beside(says templates.Says, fields []string) templates.Says {
	out, rest := templates.Says{}, templates.Says{}
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

// settleAgain draws the page once more with what was refused on it, and what was typed.
func (s *Server) settleAgain(c echo.Context, n *ledger.Night, way settleWay, at string, err error) error {
	if _, forPeople := said(err); !forPeople {
		return err
	}
	if now, problem := s.book.Night(c.Request().Context(), n.ID); problem == nil {
		n = now // it may have moved on
	}
	v, problem := s.settling(c, n, settleAsked{settleWay: way})
	if problem != nil {
		return problem
	}
	v.At, v.Typed = at, c.Request().PostForm
	return refuse(err, settleFrame(n), func(says templates.Says) templ.Component {
		v.Says = beside(says, besideIts[at])
		return settle.Page(v)
	})
}
