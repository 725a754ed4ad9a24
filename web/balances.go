package web

// Balances: what is left between people from all evenings, money by money, with the forms for paying it apart from any night
// and for what was owed before this book; and each player's account, line by line.

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	plans "ouverte/ledger/settle"
	"ouverte/rules"
	"ouverte/templates"
	"ouverte/templates/settle"
	"ouverte/web/forms"
)

var balancesFrame = templates.Frame{Title: "Balances", Here: templates.TheBook, Styles: []string{"settle.css"}, Scripts: []string{"settle.js"}, Htmx: true,
	Doings: []templates.Doing{{Name: "To tonight", Href: "/", Primary: true}}}

// balancesShown says which debts are shown where they are very many.
type balancesShown struct {
	Player int64 `form:"player" validate:"min=-1" label:"Whose debts"`
	All    bool  `form:"all" label:"All debts"`
}

// address is where they are shown.
func (b balancesShown) address(did string) string {
	switch {
	case b.Player != 0:
		return fmt.Sprintf("/balances?did=%s&player=%d", did, b.Player)
	case b.All:
		return "/balances?did=" + did + "&all=on"
	}
	return "/balances?did=" + did
}

// balanceForm is a payment on the slate, or what was owed before the book began.
type balanceForm struct {
	balancesShown
	Key    string `form:"key" validate:"required,max=64" label:"The key of the form"`
	Money  string `form:"money" validate:"required,max=20" label:"The money"`
	From   int64  `form:"from" validate:"required" label:"The first"`
	To     int64  `form:"to" validate:"required" label:"The second"`
	Owed   int64  `form:"owed" validate:"min=0" label:"What is owed"` // of a debt that is paid; nothing where it isn't said
	Amount string `form:"amount" validate:"required,max=40" label:"The amount"`
	Reason string `form:"reason" validate:"max=80" label:"Where it comes from"`
	Saw    int64  `form:"saw" validate:"min=0" label:"What the page showed"`
}

// balancesDid says what was just done.
var balancesDid = map[string]string{"paid": "Written down.", "opened": "It stands in the book.", "withdrawn": "Taken back.", "again": "That was recorded already."}

func (s *Server) balancesPage(c echo.Context) error {
	var form struct {
		didForm
		balancesShown
	}
	if err := bind(c, &form); err != nil {
		return err
	}
	v, err := s.balances(c, form.balancesShown)
	if err != nil {
		return err
	}
	v.Did = balancesDid[form.Did]
	return s.show(c, http.StatusOK, balancesFrame, settle.BalancesPage(v))
}

// slateLines is how many of the latest payments apart from any evening the page shows.
const slateLines = 12

func (s *Server) balances(c echo.Context, shown balancesShown) (settle.BalancesView, error) {
	ctx := c.Request().Context()
	all, err := s.book.Balances(ctx)
	if err != nil {
		return settle.BalancesView{}, err
	}
	players, err := s.book.Players(ctx)
	if err != nil {
		return settle.BalancesView{}, err
	}
	v := settle.BalancesView{Players: players, Scores: s.Who(c.Request()).Right >= Scorer, Key: newKey, Printed: s.Now().Format("2 January 2006"), All: shown.All}
	whose := ledger.Player{ID: ledger.PlayerID(shown.Player), Name: "the kitty"}
	if shown.Player != 0 {
		if whose.ID != ledger.Kitty {
			if whose, err = s.book.Player(ctx, whose.ID); err != nil {
				return v, err
			}
		}
		v.Whose = strconv.FormatInt(int64(whose.ID), 10)
	}
	for _, m := range all {
		about := settle.MoneyAbout{Balances: m, Whose: whose.ID, Name: whose.Name, All: shown.All, Key: newKey, Where: s.Now().Location()}
		if about.Debts, about.Version, err = s.book.Debts(ctx, m.Money, nil); err != nil {
			return v, err
		}
		if len(about.Debts) > 0 {
			if about.Again, err = s.openAgain(ctx, m.Money, 0); err != nil {
				return v, err
			}
		}
		if about.Lines, err = s.book.SlateLines(ctx, m.Money, slateLines); err != nil {
			return v, err
		}
		slate, err := s.book.Slate(ctx, m.Money, nil)
		if err != nil {
			return v, err
		}
		if about.Fewest, err = plans.Fewest(slate); err != nil {
			return v, err
		}
		v.Moneys = append(v.Moneys, settle.NewMoneyView(about))
	}
	return v, nil
}

// paySlate writes down that an old debt was paid apart from any night. The key of a debt's form is the same on every page that
// shows it, and every form says what its page knew (templates.SlateKey): one debt is paid once.
func (s *Server) paySlate(c echo.Context) error {
	var f balanceForm
	return s.balanceDo(c, &f, &f.balancesShown, "pay", "paid", func() (ledger.Receipt, error) {
		m := rules.Money(f.Money)
		amount, err := amountIn(m, "amount", f.Amount)
		if err != nil {
			return ledger.Receipt{}, err
		}
		if f.Owed > 0 && amount > f.Owed {
			return ledger.Receipt{}, forms.Wrong{"amount": fmt.Sprintf("%s is more than is owed there: only %s", m.Words(amount), m.Words(f.Owed))}
		}
		p := ledger.Payment{From: ledger.PlayerID(f.From), To: ledger.PlayerID(f.To), Amount: amount}
		return s.book.PaySlate(c.Request().Context(), s.slip(c, f.Key), m, p, ledger.EntryID(f.Saw))
	})
}

// openBalance enters what somebody owed before the book began.
func (s *Server) openBalance(c echo.Context) error {
	var f balanceForm
	return s.balanceDo(c, &f, &f.balancesShown, "open", "opened", func() (ledger.Receipt, error) {
		m := rules.Money(f.Money)
		amount, err := amountIn(m, "amount", f.Amount)
		if err != nil {
			return ledger.Receipt{}, err
		}
		debt := ledger.Debt{From: ledger.PlayerID(f.From), To: ledger.PlayerID(f.To), Amount: amount}
		return s.book.OpenBalance(c.Request().Context(), s.slip(c, f.Key), m, debt, f.Reason)
	})
}

type slateBackForm struct {
	Key    string `form:"key" validate:"required,max=64" label:"The key of the form"`
	Entry  int64  `form:"entry" validate:"required,min=1" label:"What is to be taken back"`
	Reason string `form:"reason" validate:"max=200" label:"The reason"`
}

// withdrawSlate takes back a payment or an old balance, with a reason.
func (s *Server) withdrawSlate(c echo.Context) error {
	var f struct {
		slateBackForm
		balancesShown
	}
	return s.balanceDo(c, &f, &f.balancesShown, "withdraw", "withdrawn", func() (ledger.Receipt, error) {
		return s.book.WithdrawSlate(c.Request().Context(), s.slip(c, f.Key), ledger.EntryID(f.Entry), f.Reason)
	})
}

// balanceDo runs one posting of the page and shows it again, with the debts that were shown.
func (s *Server) balanceDo(c echo.Context, form any, shown *balancesShown, at, did string, do func() (ledger.Receipt, error)) error {
	var done ledger.Receipt
	err := bind(c, form)
	if err == nil {
		done, err = do()
	}
	if done.Again {
		did = "again"
	}
	if err == nil && !wantsPart(c.Request()) {
		return s.goTo(c, shown.address(did))
	}
	if err = sentBefore(err); err != nil {
		if _, forPeople := said(err); !forPeople {
			return err
		}
	}
	v, problem := s.balances(c, *shown)
	if problem != nil {
		return problem
	}
	if err == nil {
		v.Did = balancesDid[did]
		return s.part(c, http.StatusOK, settle.BalancesPage(v))
	}
	v.At, v.Typed = at, c.Request().PostForm
	return refuse(err, balancesFrame, func(says templates.Says) templ.Component {
		v.Says = beside(says, []string{"from", "to", "amount", "money", "reason"})
		return settle.BalancesPage(v)
	})
}

// statementRows is how many lines of an account one page has.
const statementRows = 100

// statementPage is a player's account, newest first: nights as a whole, and what was posted apart from them.
func (s *Server) statementPage(c echo.Context) error {
	var asked struct {
		Money  string `form:"money" validate:"max=20" label:"The money"`
		Before int64  `form:"before" validate:"min=0" label:"The page"`
		Did    string `form:"did" validate:"max=20"`
	}
	if err := bind(c, &asked); err != nil {
		return err
	}
	player, err := s.playerOf(c)
	if err != nil {
		return err
	}
	if path := statementPath(player.ID); c.Request().URL.Path != path { // somebody who turned out to be somebody else
		return s.goTo(c, path)
	}
	v, err := s.statement(c, player, rules.Money(asked.Money), ledger.EntryID(asked.Before))
	if err != nil {
		return err
	}
	v.Did = balancesDid[asked.Did]
	return s.show(c, http.StatusOK, statementFrame(v), settle.StatementPage(v))
}

func statementPath(p ledger.PlayerID) string { return templates.PlayerPath(p) + "/statement" }

func statementFrame(v settle.StatementView) templates.Frame {
	f := balancesFrame
	f.Title, f.Here = v.Name+": the account", templates.Players
	f.Doings = []templates.Doing{{Name: "Balances", Href: "/balances"}, {Name: v.Name, Href: v.Player}}
	return f
}

// statement makes the page of an account, from a line on.
func (s *Server) statement(c echo.Context, player ledger.Player, money rules.Money, before ledger.EntryID) (settle.StatementView, error) {
	ctx := c.Request().Context()
	v := settle.StatementView{
		Name: player.Name, Path: statementPath(player.ID), Player: templates.PlayerPath(player.ID), Printed: s.Now().Format("2 January 2006"),
		Scores: s.Who(c.Request()).Right >= Scorer, Key: newKey,
	}
	all, err := s.book.Balances(ctx)
	if err != nil {
		return v, err
	}
	for _, m := range all {
		for _, p := range m.Players {
			if p.Player == player.ID {
				v.Moneys = append(v.Moneys, m.Money)
			}
		}
	}
	if money == "" && len(v.Moneys) > 0 {
		money = v.Moneys[0]
	}
	if money == "" {
		return v, nil
	}
	if err := money.Check(); err != nil {
		return v, &ledger.NotFound{What: "money"}
	}
	rows, more, err := s.book.Statement(ctx, player.ID, money, before, statementRows)
	if err != nil {
		return v, err
	}
	v.Fill(money, rows, more, func(t time.Time) string { return t.In(s.Now().Location()).Format(time.DateOnly) })
	if before != 0 {
		v.Newest = v.Path + "?money=" + url.QueryEscape(string(money))
		return v, nil
	}
	debts, _, err := s.book.Debts(ctx, money, nil)
	debts = slices.DeleteFunc(debts, func(d ledger.OldDebt) bool { return d.From != player.ID && d.To != player.ID })
	v.Open = settle.OldDebtWords(debts)
	return v, err
}

// statementBack takes a line of an account back, with a reason.
func (s *Server) statementBack(c echo.Context) error {
	var f struct {
		slateBackForm
		Money string `form:"money" validate:"required,max=20" label:"The money"`
	}
	player, err := s.playerOf(c)
	if err != nil {
		return err
	}
	if err = bind(c, &f); err == nil {
		_, err = s.book.WithdrawSlate(c.Request().Context(), s.slip(c, f.Key), ledger.EntryID(f.Entry), f.Reason)
	}
	money := url.QueryEscape(f.Money)
	if err == nil && !wantsPart(c.Request()) {
		return s.goTo(c, statementPath(player.ID)+"?did=withdrawn&money="+money)
	}
	if err != nil {
		if _, forPeople := said(err); !forPeople {
			return err
		}
	}
	v, problem := s.statement(c, player, rules.Money(f.Money), 0)
	if problem != nil {
		return problem
	}
	if err == nil {
		v.Did = balancesDid["withdrawn"]
		return s.part(c, http.StatusOK, settle.StatementPage(v))
	}
	v.Typed = c.Request().PostForm
	return refuse(err, statementFrame(v), func(says templates.Says) templ.Component {
		v.Says = beside(says, []string{"reason"})
		return settle.StatementPage(v)
	})
}
