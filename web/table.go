package web

// The table: the night's own page with the form of the coming deal and the sheet, and the parts of it that
// change.

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"unicode"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/notation"
	"ouverte/templates/frame"
	"ouverte/templates/lawbook"
	"ouverte/templates/say"
	"ouverte/templates/settleup"
	"ouverte/templates/sheet"
	"ouverte/templates/table"
	"ouverte/templates/ui"
	"ouverte/web/forms"
)

// tablePage may be asked with what is known of the deal: a ruling of the laws leads here so.
func (s *server) tablePage(c echo.Context, n *show.Night) error {
	if !n.Open {
		return s.closedNight(c, n)
	}
	if n.Tables != nil {
		return s.goTo(c, say.MeetingPath(n.ID))
	}
	t := s.table(c, n)
	if c.QueryParam("on") != "" {
		t.RoundOver = nil
	}
	if t.Form != nil && c.QueryParam("call") != "" {
		var form dealFields
		if err := c.Bind(&form); err != nil {
			return err
		}
		d, err := form.deal(n.Stakes, len(n.Table))
		if err != nil {
			return err
		}
		t.Form = formWith(n, t.Form.Key, d)
	}
	if err := dealInWords(c, n, &t); err != nil {
		return err
	}
	t.First = s.firstEvening(c, n)
	if len(n.Deals) == 0 { // once they play it waits where the night is settled
		former, err := s.snapshot(c).Bringable(n.ID)
		if err != nil {
			return err
		}
		t.Former = settleup.FormerWords(former)
	}
	keepable(c, t)
	t.ScreenOn = s.screenOn(c)
	return s.showTable(c, n, t)
}

// spokenForm is a deal in words.
type spokenForm struct {
	Words string `form:"words" validate:"max=200" label:"The deal"`
}

// dealInWords fills the form in from the typed line, where the address has one.
func dealInWords(c echo.Context, n *show.Night, t *table.View) error {
	if t.Form == nil || !c.QueryParams().Has("words") {
		return nil
	}
	var form spokenForm
	if err := c.Bind(&form); err != nil {
		return err
	}
	t.Words = &table.InWords{Typed: form.Words}
	if strings.TrimSpace(form.Words) == "" {
		return nil
	}
	d, err := notation.ParseSpoken(n.Stakes, n.Words, n.SeatNames(), n.Dealer, form.Words)
	if problem := (*rules.Problem)(nil); errors.As(err, &problem) {
		t.Words.Says = ui.Says{"words": asTyped(problem.Sentence, form.Words)}
		return nil
	}
	t.Form = formWith(n, t.Form.Key, d)
	return err
}

// asTyped gives a word that a sentence quotes its capitals back.
func asTyped(sentence, typed string) string {
	for _, word := range strings.FieldsFunc(typed, func(r rune) bool { return !unicode.IsLetter(r) }) {
		sentence = strings.Replace(sentence, "“"+strings.ToLower(word)+"”", "“"+word+"”", 1)
	}
	return sentence
}

type nowForm struct {
	On   bool   `form:"on"`                               // the table plays on after its round
	Had  int    `form:"had" validate:"min=0,max=1000000"` // the number of the deal half entered on the page
	Said string `form:"said" validate:"max=600"`          // the calls tapped so far of its auction
	Half string `form:"half" validate:"max=2000"`         // all of the form of a deal half entered
}

// tableNow answers with the parts of the page that may have changed.
func (s *server) tableNow(c echo.Context, n *show.Night, asked *nowForm) error {
	t := s.table(c, n)
	if asked.On {
		t.RoundOver = nil
	}
	if t.Form != nil && asked.Half != "" {
		t.Form.Note = belongedHalf(n, asked.Half)
	}
	if t.Form != nil && t.Form.Note == nil && asked.Had > 0 && asked.Had < n.Nth {
		t.Form.Note = table.RecordedMeanwhile(n, asked.Had)
	}
	if t.Form != nil && t.Form.Note == nil && n.Auction && asked.Had == n.Nth {
		t.Form.Auction, _ = auctionPanel(n, asked.Said)
	}
	return s.showParts(c, http.StatusOK, n, t)
}

// belongedHalf is belonged of a form that isn't sent yet.
func belongedHalf(n *show.Night, half string) *table.Meanwhile {
	var form dealForm
	if err := forms.Read(half, &form); err != nil && !errors.As(err, new(forms.Wrong)) {
		return nil
	}
	told, err := form.dealSaid(nextDealOf(n))
	return belonged(n, told, err, &form.dealFields, form.Said)
}

// table is the screen of a night, with an empty form for those who may fill it in.
func (s *server) table(c echo.Context, n *show.Night) table.View {
	var last *show.Dealt
	if len(n.Removed) > 0 {
		last = n.Removed[0]
	}
	scores := s.may(c, Scorer)
	t := table.View{Night: say.NightPath(n.ID)}
	had := chain.EntryID(0)
	switch {
	case !n.Open:
		t.Closed = "This evening is over and its sheet is closed."
	case !scores:
		t.Closed = "This device looks on. Deals are recorded on the tablet at the table."
	default:
		t.Form = comingForm(n, table.ComingDeal(n, newKey()))
		had = hadBy(c, t.Form.Outcomes)
		t.Form.Known = had != 0
	}
	if t.Sheet = sheet.New(n, last, scores, newKey, had); t.Form != nil {
		s.roundOf(c, n, &t)
	}
	return t
}

// hadBy is the version of the night on the page that asks, if our script says so and the page is still right
// in all that a deal doesn't change: the answer then leaves out what the page has. Else it is zero.
func hadBy(c echo.Context, outcomes string) chain.EntryID {
	said, of, _ := strings.Cut(c.Request().Header.Get("Ouverte-Had"), " ")
	version, err := strconv.ParseInt(said, 10, 64)
	if err != nil || of != outcomes {
		return 0
	}
	return chain.EntryID(version)
}

// formWith is the form of the coming deal with its answers, at the table as it is now.
func formWith(n *show.Night, key string, said rules.Deal) *table.DealForm {
	about := table.ComingDeal(n, key)
	said.Seats, said.Dealer = about.Deal.Seats, about.Deal.Dealer
	about.Deal = said
	return comingForm(n, about)
}

// comingForm is a form of the coming deal, which knows where its outcomes are.
func comingForm(n *show.Night, about table.DealAbout) *table.DealForm {
	f := table.NewDealForm(about)
	f.Outcomes = outcomesPath(n)
	return f
}

// showTable sends the whole page.
func (s *server) showTable(c echo.Context, n *show.Night, t table.View) error {
	complete(n, &t)
	return s.page(c, scoring(n, t), table.Screen(t))
}

// showParts answers htmx with the sheet and the form, which has the notice; without a script it is the whole
// page.
func (s *server) showParts(c echo.Context, status int, n *show.Night, t table.View) error {
	shown := tableScreen(c, n, t)
	return s.show(c, status, shown.frame, shown.body)
}

func tableScreen(c echo.Context, n *show.Night, t table.View) *screen {
	complete(n, &t)
	if !wantsPart(c.Request()) {
		return &screen{scoring(n, t), table.Screen(t)}
	}
	parts := []templ.Component{sheet.Score(t.Sheet)}
	if t.Form != nil {
		parts = append(parts, table.Deal(t.Form))
	} else {
		parts = append(parts, ui.NoticeLine(t.Notice))
	}
	return &screen{body: templ.Join(parts...)}
}

// complete gives the form what follows from the night and the sheet: the strip, an empty auction where the
// night has one, and last time's call where it has none.
func complete(n *show.Night, t *table.View) {
	if t.Form == nil {
		return
	}
	if t.Round != nil {
		t.Form.News = append([]string{t.Round.What}, t.Form.News...)
		t.Form.Clock, t.Form.Here = t.Clock, t.Here
	}
	f := t.Form
	if f.Empty = f.Deal.Call == rules.NoCall && len(f.Says) == 0; f.Empty && f.Note == nil {
		f.RoundOver = t.RoundOver
	}
	f.Known = f.Known && f.Empty
	t.Form.Strip = table.StripOf(n, &t.Sheet, t.Notice)
	if n.Auction && t.Form.Auction == nil {
		t.Form.Auction, _ = auctionPanel(n, "")
	}
	if t.Form.Auction == nil && t.Form.Deal.Call == rules.NoCall {
		t.Form.Repeat(n)
	}
}

// tableFrame is the bar of a night's page, with what can be done from it.
func tableFrame(n *show.Night) frame.Frame {
	at := say.NightPath(n.ID)
	last := frame.Doing{Name: settleTitle(n), Href: at + "/settle", Primary: true, Next: n.LastPlayed()}
	return frame.Frame{
		Title: say.NightTitle(n), Sub: say.RulesLine(n), Here: frame.Tonight, Htmx: true,
		Styles: tableStyles, Scripts: tableScripts,
		Doings: []frame.Doing{
			{Name: "Looking on", Href: at + "/watch", Scores: true},
			{Name: "Laws", Href: lawbook.TroubleHref("", say.NightLaws(n.ID), rules.NoCall)},
			last,
		},
	}
}

// scoring is the frame where deals are recorded: all but settling is in the menu of the table.
func scoring(n *show.Night, t table.View) frame.Frame {
	f := tableFrame(n)
	if t.Form != nil {
		f.Menu = &frame.Menu{Name: "This table", Short: "Table", Says: table.Menu(n)}
		f.Doings = f.Doings[2:]
		f.Doings[0].Primary = false
	}
	return f
}

// nightFrame is the frame of a page that belongs to a night and leads back to its table.
func nightFrame(n *show.Night, title string, styles ...string) frame.Frame {
	return frame.Frame{
		Title: title, Sub: say.NightTitle(n), Here: frame.Tonight, Styles: styles,
		Follow: frame.NewFollowed(n),
		Doings: []frame.Doing{{Name: "To the table", Href: say.NightPath(n.ID), Primary: true}},
	}
}

// firstCookie remembers that this device has dismissed the steps of the first evening.
const firstCookie = "ouverte-first"

// firstEvening is the five steps on the table page, until they are dismissed or an evening is over.
func (s *server) firstEvening(c echo.Context, n *show.Night) *table.First {
	if s.snapshot(c).AnyOver() {
		return nil
	}
	if _, err := c.Cookie(firstCookie); err == nil {
		setCookie(c, firstCookie, "seen", "/") // so that its time starts anew
		return nil
	}
	return &table.First{View: lawbook.New(n), Open: len(n.Deals) == 0}
}

type firstForm struct {
	Night chain.NightID `form:"night" validate:"min=0" label:"The night"`
}

func (s *server) dismissFirst(c echo.Context, form *firstForm) error {
	setCookie(c, firstCookie, "seen", "/")
	if wantsPart(c.Request()) {
		return s.fragments(c, http.StatusOK)
	}
	if form.Night == 0 {
		return s.goTo(c, "/")
	}
	return s.goTo(c, say.NightPath(form.Night))
}
