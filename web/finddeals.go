package web

// Finding deals. A page of results is what is found until there are enough, or until a moment has passed: then it says how far it
// came and goes on from there, by itself where the browser can, and until somebody stops it.

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
	"ouverte/templates/stats"
	"ouverte/web/forms"
)

const (
	foundAtOnce = 40                     // deals on a page of results, and the rest of the last one's evening
	searchTurn  = 120 * time.Millisecond // how long a search goes on before it tells how far it is
)

type findForm struct {
	spanForm
	Find    bool   `form:"find"`
	Player  int64  `form:"player" validate:"min=0"`
	As      string `form:"as" validate:"omitempty,oneof=caller partner opponent"`
	Call    string `form:"call" validate:"max=20"`
	Outcome string `form:"outcome" validate:"omitempty,oneof=won lost void passed played"`
	Tricks  string `form:"tricks" validate:"max=2" label:"The tricks"`
	Over    string `form:"over" validate:"max=3" label:"The over-tricks"`
	Trumps  string `form:"trumps" validate:"omitempty,oneof=C D H S NT"`
	Least   string `form:"least" validate:"max=30" label:"The amount"`
	Most    string `form:"most" validate:"max=30" label:"The amount"`
	Revoked bool   `form:"revoked"`
	Changed bool   `form:"changed"`
	Before  int64  `form:"before" validate:"min=0"`
}

var (
	outcomeNames = []templates.Option{{Value: "won", Name: "Won"}, {Value: "lost", Name: "Lost"}, {Value: "void", Name: "Void"}, {Value: "passed", Name: "{Passed}"}, {Value: "played", Name: "{A general-misere}"}}
	outcomesBy   = map[string]rules.Outcome{"won": rules.Won, "lost": rules.Lost, "void": rules.VoidDeal, "passed": rules.PassedOut, "played": rules.Played}
	roleNames    = []templates.Option{{Value: "caller", Name: "called"}, {Value: "partner", Name: "accepted"}, {Value: "opponent", Name: "were against"}}
	rolesBy      = map[string]ledger.As{"": ledger.AsAnything, "caller": ledger.AsCaller, "partner": ledger.AsPartner, "opponent": ledger.AsOpponent}
	suitOptions  = []templates.Option{{Value: "C", Name: "♣ Clubs"}, {Value: "D", Name: "♦ Diamonds"}, {Value: "H", Name: "♥ Hearts"}, {Value: "S", Name: "♠ Spades"}, {Value: "NT", Name: "No trumps"}}
)

// filter is what the form asks of the book; what can't be understood is in wrong.
func (f *findForm) filter() (out ledger.DealFilter, wrong forms.Wrong) {
	wrong = forms.Wrong{}
	out = ledger.DealFilter{Span: f.span(), Money: rules.Money(f.Money), Player: ledger.PlayerID(f.Player), As: rolesBy[f.As], Outcome: outcomesBy[f.Outcome],
		Tricks: rules.NotSaid, Trumps: suitOf(f.Trumps), Revoked: f.Revoked, Changed: f.Changed}
	if call, ok := rules.ParseCall(f.Call); ok {
		out.Call = call
	} else if f.Call != "" {
		wrong["call"] = "This is no call. Choose one from the list."
	}
	number := func(field, text string, low, high int) (int, bool) {
		if text == "" {
			return 0, false
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < low || n > high {
			wrong[field] = fmt.Sprintf("A whole number from %d to %d is needed here.", low, high)
			return 0, false
		}
		return n, true
	}
	if n, ok := number("tricks", f.Tricks, 0, rules.TricksInDeal); ok {
		out.Tricks = n
	}
	out.OverMin, out.HasOver = number("over", f.Over, -rules.TricksInDeal, rules.TricksInDeal)
	amount := func(field, text string) (int64, bool) {
		if text == "" {
			return 0, false
		}
		if out.Money == "" {
			wrong[field] = "Choose the money first, so that the amount can be understood."
			return 0, false
		}
		n, err := out.Money.Parse(text)
		if err != nil {
			wrong[field] = err.Error()
		}
		return max(n, -n), err == nil
	}
	out.AtLeast, _ = amount("least", f.Least)
	if out.AtMost, out.HasMost = amount("most", f.Most); out.HasMost && out.AtMost < out.AtLeast {
		wrong["most"] = "This is less than the least that is looked for."
	}
	if err := f.span().Check(); err != nil {
		if says, ok := said(err); ok {
			for field, sentence := range says {
				wrong[field] = sentence
			}
		}
	}
	return out, wrong
}

// address is the same search at a path, going on before a night.
func (f *findForm) address(path string, before ledger.NightID) string {
	q := url.Values{"find": {"1"}}
	for name, value := range map[string]string{"from": f.From, "until": f.Until, "money": f.Money, "as": f.As, "call": f.Call, "outcome": f.Outcome,
		"tricks": f.Tricks, "over": f.Over, "trumps": f.Trumps, "least": f.Least, "most": f.Most} {
		if value != "" {
			q.Set(name, value)
		}
	}
	for name, is := range map[string]bool{"revoked": f.Revoked, "changed": f.Changed} {
		if is {
			q.Set(name, "1")
		}
	}
	if f.Player != 0 {
		q.Set("player", strconv.FormatInt(f.Player, 10))
	}
	if before != 0 {
		q.Set("before", strconv.FormatInt(int64(before), 10))
	}
	return path + "?" + q.Encode()
}

// findPage shows the form and, once asked, the first results.
func (s *Server) findPage(c echo.Context) error {
	var form findForm
	wrong, err := wrongOf(bind(c, &form))
	if err != nil {
		return err
	}
	played, err := s.book.Played(c.Request().Context())
	if err != nil {
		return err
	}
	if len(played) == 1 {
		form.Money = string(played[0].Money)
	}
	filter, more := form.filter()
	if wrong == nil && len(more) > 0 {
		wrong = templates.Says(more)
	}
	v := stats.FindView{Asked: form.Find && wrong == nil, CSV: form.address("/deals.csv", 0), Laws: stats.FoundLaws(filter.Call, s.book.Words())}
	if v.Filter, err = s.findFilter(c, &form, played); err != nil {
		return err
	}
	v.Filter.Says = wrong
	if v.Asked {
		if v.Part, err = s.findSome(c, &form, filter); err != nil {
			return err
		}
	}
	status := http.StatusOK
	if wrong != nil {
		status = http.StatusUnprocessableEntity
	}
	f := templates.Frame{Title: "Find deals", Here: templates.TheBook, Styles: []string{"years.css"}, Scripts: []string{"years.js"}}
	return s.show(c, status, f, stats.FindPage(v))
}

// findMore answers the page's script with the next results.
func (s *Server) findMore(c echo.Context) error {
	var form findForm
	if err := bind(c, &form); err != nil {
		return err
	}
	filter, wrong := form.filter()
	if len(wrong) > 0 {
		return wrong
	}
	part, err := s.findSome(c, &form, filter)
	if err != nil {
		return err
	}
	return s.part(c, http.StatusOK, stats.FoundRows(part))
}

// findSome looks on until there is enough to show or a moment has passed. It stops between evenings, so that a search goes on
// without leaving a deal out or showing one twice.
func (s *Server) findSome(c echo.Context, form *findForm, filter ledger.DealFilter) (stats.FoundPart, error) {
	var p stats.FoundPart
	var last ledger.NightID
	words := s.book.Words()
	end := time.Now().Add(searchTurn)
	complete := true
	err := s.book.FindDeals(c.Request().Context(), filter, ledger.NightID(form.Before), func(d ledger.DealFound) bool {
		p.Rows = append(p.Rows, stats.NewFoundRow(d, filter.Player, words))
		return true
	}, func(g ledger.Gone) bool {
		last = g.Night
		p.Through = fmt.Sprintf("%d of %s looked through.", g.Nights, plural(g.Of, "evening"))
		p.Share = float64(g.Nights) / float64(max(1, g.Of))
		if g.Nights < g.Of && (len(p.Rows) >= foundAtOnce || time.Now().After(end)) {
			complete = false
			return false
		}
		return true
	})
	if err != nil {
		return p, err
	}
	if complete {
		p.Share = 1
		p.Nothing = len(p.Rows) == 0 && form.Before == 0
		if p.Through == "" {
			p.Through = "There is no evening to look through."
		}
		return p, nil
	}
	p.More, p.Auto = form.address("/deals", last), len(p.Rows) < foundAtOnce
	return p, nil
}

func (s *Server) findFilter(c echo.Context, form *findForm, played []ledger.Played) (f stats.FindFilter, err error) {
	f = stats.FindFilter{Tricks: form.Tricks, Over: form.Over, AtLeast: form.Least, AtMost: form.Most, From: form.From, Until: form.Until, Revoked: form.Revoked, Changed: form.Changed}
	if f.Players, err = s.playerOptions(c, form.Player); err != nil {
		return f, err
	}
	words := s.book.Words()
	for _, call := range rules.Calls() {
		f.Calls = append(f.Calls, templates.Option{Value: call.String(), Name: words.Name(call), On: call.String() == form.Call})
	}
	f.Outcomes, f.Roles, f.Suits = chosen(outcomeNames, form.Outcome), chosen(roleNames, form.As), chosen(suitOptions, form.Trumps)
	for i := range f.Outcomes {
		f.Outcomes[i].Name = words.Say(f.Outcomes[i].Name)
	}
	for _, p := range played {
		f.Moneys = append(f.Moneys, templates.Option{Value: string(p.Money), Name: stats.MoneyName(p.Money), On: string(p.Money) == form.Money})
	}
	return f, nil
}

// chosen is a list of options with one of them on.
func chosen(all []templates.Option, value string) []templates.Option {
	out := make([]templates.Option, len(all))
	for i, o := range all {
		o.On = o.Value == value
		out[i] = o
	}
	return out
}

// findCSV hands the deals out as a table, written while the book is gone through.
func (s *Server) findCSV(c echo.Context) error {
	var form findForm
	if err := bind(c, &form); err != nil {
		return err
	}
	filter, wrong := form.filter()
	if len(wrong) > 0 {
		return wrong
	}
	h := c.Response().Header()
	h.Set("Content-Type", "text/csv; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="deals.csv"`)
	h.Set("Cache-Control", "no-store")
	c.Response().WriteHeader(http.StatusOK)
	return brokenOff(s.book.DealsCSV(c.Request().Context(), filter, piece(c)))
}
