package web

// Finding deals. A page of results is what is found until there are enough, or until a moment has passed:
// then it says how far it came and goes on from there, by itself where the browser can, until somebody stops
// it.

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates"
	"ouverte/templates/stats"
	"ouverte/web/forms"
)

const (
	foundAtOnce = 40                     // deals on a page of results, and the rest of the last one's evening
	searchTurn  = 120 * time.Millisecond // until a search tells how far it is
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
	Noted   bool   `form:"noted"`
	Note    string `form:"note" validate:"max=140" label:"The note"`
	Before  int64  `form:"before" validate:"min=0"` // goes on before this night
}

// answer is one answer of a select, and what it asks of the book.
type answer[T any] struct {
	value, name string
	means       T
}

var (
	dealOutcomes = []answer[rules.Outcome]{
		{"won", "Won", rules.Won}, {"lost", "Lost", rules.Lost}, {"void", "Void", rules.VoidDeal},
		{"passed", "{Passed}", rules.PassedOut}, {"played", "{A general-misere}", rules.Played},
	}
	roles = []answer[ledger.As]{
		{"caller", "called", ledger.AsCaller}, {"partner", "accepted", ledger.AsPartner},
		{"opponent", "were against", ledger.AsOpponent},
	}
	suits = []answer[rules.Suit]{
		{"C", "♣ Clubs", rules.Clubs}, {"D", "♦ Diamonds", rules.Diamonds}, {"H", "♥ Hearts", rules.Hearts},
		{"S", "♠ Spades", rules.Spades}, {"NT", "No trumps", rules.NoTrumps},
	}
)

// meant is what the chosen answer means; the zero value where none was chosen.
func meant[T any](all []answer[T], value string) (means T) {
	for _, a := range all {
		if a.value == value {
			means = a.means
		}
	}
	return means
}

func answers[T any](all []answer[T], chosen string, words rules.Words) []templates.Option {
	return options(all, chosen, func(a answer[T]) (string, string) { return a.value, words.Say(a.name) })
}

// filter is what the form asks of the book; what can't be understood is in wrong.
func (f *findForm) filter() (out ledger.DealFilter, wrong forms.Wrong) {
	wrong = forms.Wrong{}
	out = ledger.DealFilter{
		Span: f.span(), Money: rules.Money(f.Money), Player: ledger.PlayerID(f.Player), As: meant(roles, f.As),
		Outcome: meant(dealOutcomes, f.Outcome), Tricks: rules.NotSaid, Trumps: meant(suits, f.Trumps),
		Revoked: f.Revoked, Changed: f.Changed, Noted: f.Noted, Note: f.Note,
	}
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
	if says, ok := said(f.span().Check()); ok {
		maps.Copy(wrong, says)
	}
	return out, wrong
}

// address is the same search at a path, going on before a night.
func (f *findForm) address(path string, before ledger.NightID) string {
	search := *f
	search.Find, search.Before = true, int64(before)
	return path + "?" + forms.Query(search).Encode()
}

// findPage shows the form and, once asked, the first results.
func (s *server) findPage(c echo.Context) error {
	ctx := c.Request().Context()
	var form findForm
	wrong, err := wrongOf(c.Bind(&form))
	if err != nil {
		return err
	}
	played, err := s.book.Played(ctx)
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
	v := stats.FindView{
		Asked: form.Find && wrong == nil, CSV: form.address("/deals.csv", 0),
		Laws: stats.FoundLaws(filter.Call, s.book.Words()), Filter: findFilter(&form, played, s.book.Words()),
	}
	v.Filter.Says = wrong
	if v.Filter.Players, err = s.playerOptions(ctx, form.Player); err != nil {
		return err
	}
	if v.Asked {
		if v.Part, err = s.findSome(ctx, &form, filter); err != nil {
			return err
		}
	}
	f := yearsFrame("Find deals", templates.TheBook)
	f.Scripts = []string{"years.js"}
	return s.showWrong(c, wrong, f, stats.FindPage(v))
}

func findFilter(form *findForm, played []ledger.Played, words rules.Words) stats.FindFilter {
	return stats.FindFilter{
		Tricks: form.Tricks, Over: form.Over, AtLeast: form.Least, AtMost: form.Most, From: form.From,
		Until: form.Until, Revoked: form.Revoked, Changed: form.Changed, Noted: form.Noted, Note: form.Note,
		Moneys: moneyOptions(played, form.Money),
		Calls: options(rules.Calls(), form.Call, func(c rules.Call) (string, string) {
			return c.String(), words.Name(c)
		}),
		Outcomes: answers(dealOutcomes, form.Outcome, words), Roles: answers(roles, form.As, words),
		Suits: answers(suits, form.Trumps, words),
	}
}

// findMore answers the page's script with the next results.
func (s *server) findMore(c echo.Context, form *findForm) error {
	filter, wrong := form.filter()
	if len(wrong) > 0 {
		return wrong
	}
	part, err := s.findSome(c.Request().Context(), form, filter)
	if err != nil {
		return err
	}
	return s.part(c, http.StatusOK, stats.FoundRows(part))
}

// findSome looks on until there is enough to show or a moment has passed. It stops between evenings, so that
// a search goes on without leaving a deal out or showing one twice.
func (s *server) findSome(
	ctx context.Context, form *findForm, filter ledger.DealFilter,
) (p stats.FoundPart, err error) {
	var last ledger.NightID
	words := s.book.Words()
	end := s.Now().Add(searchTurn)
	complete := true
	err = s.book.FindDeals(ctx, filter, ledger.NightID(form.Before), func(d ledger.DealFound) bool {
		p.Rows = append(p.Rows, stats.NewFoundRow(d, filter.Player, words))
		return true
	}, func(g ledger.Gone) bool {
		last = g.Night
		p.Through = fmt.Sprintf("%d of %s looked through.", g.Nights, english.Count(g.Of, "evening"))
		p.Share = float64(g.Nights) / float64(max(1, g.Of))
		complete = g.Nights >= g.Of || len(p.Rows) < foundAtOnce && !s.Now().After(end)
		return complete
	})
	if err != nil {
		return p, err
	}
	if !complete {
		p.More, p.Auto = form.address("/deals", last), len(p.Rows) < foundAtOnce
		return p, nil
	}
	p.Share = 1
	p.Nothing = len(p.Rows) == 0 && form.Before == 0
	if p.Through == "" {
		p.Through = "There is no evening to look through."
	}
	return p, nil
}

// findCSV sends the deals as a table, written while the book is gone through.
func (s *server) findCSV(c echo.Context, form *findForm) error {
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
