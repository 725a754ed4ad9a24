package web

// Finding deals, newest first, some on a page.

import (
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/frame"
	"ouverte/templates/say"
	"ouverte/templates/stats"
	"ouverte/templates/ui"
	"ouverte/web/forms"
)

// foundAtOnce are the deals on a page of results, and the rest of the last one's evening.
const foundAtOnce = 40

type findForm struct {
	spanForm
	Find    bool           `form:"find"`
	Player  chain.PlayerID `form:"player" validate:"min=0"`
	As      string         `form:"as" validate:"omitempty,oneof=caller partner opponent side"`
	Place   int            `form:"place" validate:"min=0,max=4"`
	Call    string         `form:"call" validate:"max=20"`
	Outcome string         `form:"outcome" validate:"omitempty,oneof=won lost void passed played"`
	Tricks  string         `form:"tricks" validate:"max=2" label:"The tricks"`
	Over    string         `form:"over" validate:"max=3" label:"The over-tricks"`
	Trumps  string         `form:"trumps" validate:"omitempty,oneof=C D H S NT"`
	Least   string         `form:"least" validate:"max=30" label:"The amount"`
	Most    string         `form:"most" validate:"max=30" label:"The amount"`
	Revoked bool           `form:"revoked"`
	Changed bool           `form:"changed"`
	Noted   bool           `form:"noted"`
	Note    string         `form:"note" validate:"max=140" label:"The note"`
	Dearest bool           `form:"dearest"`                 // those that cost the player most
	Before  chain.NightID  `form:"before" validate:"min=0"` // goes on before this night
}

// asks tells whether anything is asked: the choice of dates and a money alone, as pages hand it on, is none.
func (f findForm) asks() bool {
	only := findForm{spanForm: f.spanForm}
	return f != only
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
	roles = []answer[show.As]{
		{"caller", "called", show.AsCaller}, {"partner", "accepted", show.AsPartner},
		{"opponent", "were against", show.AsOpponent}, {"side", "called or accepted", show.AsSide},
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

func answers[T any](all []answer[T], chosen string, words rules.Words) []ui.Option {
	return options(all, chosen, func(a answer[T]) (string, string) { return a.value, words.Say(a.name) })
}

// filter is what the form asks of the book; what can't be understood is in wrong.
func (f *findForm) filter() (out show.DealFilter, wrong forms.Wrong) {
	wrong = forms.Wrong{}
	out = show.DealFilter{
		Span: f.span(), Money: rules.Money(f.Money), Player: f.Player, As: meant(roles, f.As),
		Place:   f.Place,
		Outcome: meant(dealOutcomes, f.Outcome), Tricks: rules.NotSaid, Trumps: meant(suits, f.Trumps),
		Revoked: f.Revoked, Changed: f.Changed, Noted: f.Noted, Note: f.Note,
	}
	if call, ok := rules.ParseCall(f.Call); ok {
		out.Call = call
	} else if f.Call != "" {
		wrong["call"] = "Choose a call from the list."
	}
	number := func(field, text string, low, high int) (int, bool) {
		if text == "" {
			return 0, false
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < low || n > high {
			wrong[field] = fmt.Sprintf("Type a whole number from %d to %d.", low, high)
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
			wrong[field] = "In which money? Choose it here."
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
		wrong["most"] = "This is less than the least amount above."
	}
	if says, ok := refusals(f.span().Check()); ok {
		maps.Copy(wrong, says)
	}
	return out, wrong
}

// address is the same search at a path, going on before a night.
func (f *findForm) address(path string, before chain.NightID) string {
	search := *f
	search.Before = before
	return path + "?" + forms.Query(search).Encode()
}

// inOneMoney chooses the money where there is only one, or where amounts are ranked: that of most evenings.
func (f *findForm) inOneMoney(now *show.Snapshot) {
	if played := now.Played(); f.Money == "" && len(played) > 0 && (f.Dearest || len(played) == 1) {
		f.Money = string(played[0].Money)
	}
}

// findPage shows the form and, once asked, the first results.
func (s *server) findPage(c echo.Context) error {
	now := s.snapshot(c)
	var form findForm
	wrong, err := wrongOf(c.Bind(&form))
	if err != nil {
		return err
	}
	form.inOneMoney(now)
	filter, more := form.filter()
	if wrong == nil && len(more) > 0 {
		wrong = ui.Says(more)
	}
	v := s.questions(now, &form)
	v.Filter.Says = wrong
	if form.asks() && wrong == nil {
		if err := s.answer(now, &form, filter, &v); err != nil {
			return err
		}
	}
	return s.showWrong(c, wrong, yearsFrame("Find deals", frame.TheBook), stats.FindPage(v))
}

// dearestShown is how many of somebody's dearest deals there are.
const dearestShown = 20

// answer fills in what a question finds.
func (s *server) answer(now *show.Snapshot, form *findForm, filter show.DealFilter,
	v *stats.FindView) (err error) {
	words := now.Words()
	v.Asked, v.CSV = s.askedWords(now, form, filter), form.address("/deals.csv", 0)
	v.Count = now.CountDeals([]show.DealFilter{filter})[0]
	if !form.Dearest || filter.Player == 0 {
		v.Part, err = s.findSome(now, form, filter)
		return err
	}
	deals := now.DearestDeals(filter, dearestShown)
	v.Count = int64(len(deals))
	v.Part = stats.FoundPart{Deals: deals, Player: filter.Player, Faces: s.faces(now), Words: words}
	return nil
}

// ready are the questions asked in a tap.
var ready = []struct {
	name string
	form findForm
}{
	{"{Misere}, lost", findForm{Call: "misere", Outcome: "lost"}},
	{"{Misere-ouverte}, lost", findForm{Call: "misere-ouverte", Outcome: "lost"}},
	{"Thirteen tricks", findForm{Tricks: "13"}},
	{"{Solo}, one short", findForm{Call: "solo", Outcome: "lost", Tricks: "4"}},
	{"{Passed}", findForm{Outcome: "passed"}},
	{"Revokes", findForm{Revoked: true}},
	{"With a note", findForm{Noted: true}},
	{"Put right later", findForm{Changed: true}},
}

// questions are the ready ones, each with how many it finds, and the form as it was filled in.
func (s *server) questions(now *show.Snapshot, form *findForm) stats.FindView {
	words := now.Words()
	v := stats.FindView{Filter: findFilter(form, now.Played(), words), At: form.spanForm.address}
	filters, hrefs := make([]show.DealFilter, len(ready)), make([]string, len(ready))
	for i, q := range ready {
		q.form.spanForm = form.spanForm
		if q.form.span().Check() != nil {
			q.form.spanForm = spanForm{}
		}
		filters[i], _ = q.form.filter()
		hrefs[i] = q.form.address("/deals", 0)
	}
	for i, n := range now.CountDeals(filters) {
		if n > 0 {
			v.Ready = append(v.Ready, stats.Ready{Name: words.Say(ready[i].name), Href: hrefs[i], N: n})
		}
	}
	v.Filter.Players = playerOptions(now.Players(), form.Player)
	v.Players = now.PlayersWhoPlayed()
	v.Players = v.Players[:min(len(v.Players), show.ShownAtOnce)]
	return v
}

// askedWords is the question in words.
func (s *server) askedWords(now *show.Snapshot, form *findForm, f show.DealFilter) string {
	words := now.Words()
	var all []string
	var whose string
	add := func(ok bool, text string) {
		if ok {
			all = append(all, text)
		}
	}
	if p, err := now.Player(f.Player); f.Player != 0 && err == nil {
		role := "played"
		for _, r := range roles {
			if r.value == form.As {
				role = strings.Replace(r.name, "were", "was", 1)
			}
		}
		if !form.Dearest {
			add(true, p.Name+" "+role)
			whose = ": the amounts are " + p.Name + "’s"
		}
		add(form.Dearest, fmt.Sprintf("what cost %s most, %d deals at most", p.Name, dearestShown))
		add(f.Place > 0, "from the "+[...]string{"", "eldest", "second", "third", "dealer’s"}[f.Place]+" seat")
	}
	add(f.Call != rules.NoCall, words.Name(f.Call))
	for _, o := range dealOutcomes {
		add(o.value == form.Outcome, words.Say(o.name))
	}
	add(form.Tricks != "", form.Tricks+" tricks")
	add(form.Over != "", form.Over+" over-tricks at least")
	for _, suit := range suits {
		add(suit.value == form.Trumps, suit.name)
	}
	add(form.Least != "", form.Least+" or more")
	add(form.Most != "", form.Most+" or less")
	add(f.Revoked && f.Player == 0, "somebody revoked")
	add(f.Revoked && f.Player != 0, "and revoked")
	add(f.Changed, "put right later")
	add(f.Noted, "with a note")
	add(f.Note != "", "“"+form.Note+"” in the note")
	add(f.From != "", "from "+say.Day(f.From))
	add(f.Until != "", "until "+say.Day(f.Until))
	add(f.Money != "", "for "+stats.MoneyWord(f.Money))
	if len(all) == 0 {
		return "All deals"
	}
	return english.Capital(strings.Join(all, ", ")) + whose
}

func findFilter(form *findForm, played []show.Played, words rules.Words) stats.FindFilter {
	return stats.FindFilter{
		Tricks: form.Tricks, Over: form.Over, AtLeast: form.Least, AtMost: form.Most, From: form.From,
		Until: form.Until, Revoked: form.Revoked, Changed: form.Changed, Noted: form.Noted, Note: form.Note,
		Moneys: moneyOptions(played, form.Money),
		Calls: options(rules.Calls(), form.Call, func(c rules.Call) (string, string) {
			return c.String(), words.Name(c)
		}),
		Outcomes: answers(dealOutcomes, form.Outcome, words), Roles: answers(roles, form.As, words),
		Suits: answers(suits, form.Trumps, words),
		Open: form.Tricks+form.Over+form.Trumps+form.Least+form.Most+form.Note != "" ||
			form.Revoked || form.Changed || form.Noted,
	}
}

// findSome is what a page of results has: it ends between evenings, so that the next leaves no deal out and
// shows none twice.
func (s *server) findSome(
	now *show.Snapshot, form *findForm, filter show.DealFilter,
) (p stats.FoundPart, err error) {
	p.Player, p.Faces, p.Words = filter.Player, s.faces(now), now.Words()
	deals, err := now.FindDeals(filter, form.Before)
	if err != nil {
		return p, err
	}
	var last chain.NightID
	for evening, d := range deals {
		if len(p.Deals) >= foundAtOnce && evening != last {
			p.More = form.address("/deals", last)
			break
		}
		p.Deals, last = append(p.Deals, d), evening
	}
	return p, nil
}

// faces are everybody's.
func (s *server) faces(now *show.Snapshot) map[chain.PlayerID]face.Face {
	out := map[chain.PlayerID]face.Face{}
	for _, p := range now.Players() {
		out[p.ID] = p.Face
	}
	return out
}

// findCSV sends the deals as a table, written while the book is gone through.
func (s *server) findCSV(c echo.Context, form *findForm) error {
	form.inOneMoney(s.snapshot(c))
	filter, wrong := form.filter()
	if len(wrong) > 0 {
		return wrong
	}
	h := c.Response().Header()
	h.Set("Content-Type", "text/csv; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="deals.csv"`)
	h.Set("Cache-Control", "no-store")
	c.Response().WriteHeader(http.StatusOK)
	dearest := 0
	if form.Dearest && filter.Player != 0 {
		dearest = dearestShown
	}
	return brokenOff(s.snapshot(c).DealsCSV(c.Request().Context(), filter, dearest, piece(c)))
}
