package web

// The laws: the page to read, and the questions from "something went wrong" to the ruling. Both speak of the rules of the
// night they were opened from, else of those last played.

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules"
	rulings "ouverte/rules/laws"
	"ouverte/templates"
	"ouverte/templates/laws"
	"ouverte/templates/table"
)

// lawsForm is what the address says besides the page.
type lawsForm struct {
	Night int64  `form:"night" validate:"min=0" label:"The night"`
	Call  string `form:"call" validate:"max=20" label:"The call"`
	House string `form:"house" validate:"max=80" label:"The house rules"` // of /laws alone, as is how many times its stakes are played for
	Scale int    `form:"scale" validate:"min=0,max=1000" label:"The scale"`
}

// play is the rules a page of laws speaks of.
type play struct {
	house *rules.House // at the amounts really played for
	words rules.Words
	seats int
	night *ledger.Night // nil where none was named
}

func (p play) id() int64 {
	if p.night == nil {
		return 0
	}
	return int64(p.night.ID)
}

func (p play) name() string {
	if p.night == nil {
		return ""
	}
	return p.night.Name
}

// playOf finds the rules of a night, or, for night zero, those the book would offer first.
func (s *Server) playOf(ctx context.Context, night int64) (play, error) {
	if night != 0 {
		n, err := s.book.Night(ctx, ledger.NightID(night))
		if err != nil {
			return play{}, err
		}
		return play{house: n.Stakes, words: n.Words, seats: len(n.Table), night: n}, nil
	}
	lines, err := s.book.Houses(ctx)
	if err != nil {
		return play{}, err
	}
	p := play{house: rules.Sets()[0], words: s.book.Words(), seats: 4}
	if len(lines) > 0 {
		p.house = lines[0].House
	}
	return p, nil
}

func (s *Server) lawsPage(c echo.Context) error {
	var form lawsForm
	if err := bind(c, &form); err != nil {
		return err
	}
	p, err := s.playOf(c.Request().Context(), form.Night)
	if err != nil {
		return err
	}
	times := 0
	if form.House != "" {
		line, err := s.houseLine(c.Request().Context(), form.House)
		if err != nil {
			return err
		}
		p = play{house: line.House, words: p.words}
		if scaled, err := line.House.Scaled(form.Scale); err == nil { // else its amounts are too large for that
			p.house, times = scaled, form.Scale
		}
	}
	f := templates.Frame{Title: "Laws", Sub: p.name(), Here: templates.Laws, Styles: []string{"laws.css"}, Scripts: []string{"laws.js"}}
	v := laws.View{House: p.house, Times: times, Words: p.words}
	if p.night != nil {
		v = laws.New(p.night)
	}
	return s.show(c, http.StatusOK, f, laws.Page(v))
}

// troublePage answers every step of the questions. The steps taken are the address: /laws/trouble/revoke-stands/revoke-caller.
func (s *Server) troublePage(c echo.Context) error {
	var form lawsForm
	if err := bind(c, &form); err != nil {
		return err
	}
	p, err := s.playOf(c.Request().Context(), form.Night)
	if err != nil {
		return err
	}
	call := rules.NoCall
	if form.Call != "" {
		var ok bool
		if call, ok = rules.ParseCall(form.Call); !ok {
			return noSuchRuling
		}
	}
	v, err := trouble(p, strings.Trim(c.Param("*"), "/"), call)
	if err != nil {
		return err
	}
	f := templates.Frame{Title: "Something went wrong", Sub: p.name(), Here: templates.Laws, Styles: []string{"laws.css"}}
	return s.show(c, http.StatusOK, f, laws.Trouble(v))
}

var noSuchRuling = &fault{Status: http.StatusNotFound, Heading: "There is no such page",
	Sentence: "These questions don’t lead there.", BackName: "Begin again", BackTo: "/laws/trouble"}

// trouble walks the steps from the first question and shows where they end.
func trouble(p play, path string, call rules.Call) (laws.TroubleView, error) {
	v := laws.TroubleView{Night: p.id(), NightName: p.name(), Money: p.house.Money, Words: p.words}
	at, _ := rulings.QuestionOf("trouble")
	walked := ""
	var ruling *rulings.Ruling
	if path != "" {
		for step := range strings.SplitSeq(path, "/") {
			if ruling != nil || at == nil {
				return v, noSuchRuling
			}
			q := at.For(p.house, p.seats, p.words)
			i := slices.IndexFunc(q.Answers, func(a rulings.Answer) bool { return a.To == step && a.Open(p.house, p.seats) })
			if i < 0 {
				return v, noSuchRuling
			}
			say := q.Answers[i].Say
			if q.Answers[i].Each {
				if !slices.Contains(q.Answers[i].Offered(p.house, p.seats), call) {
					return v, noSuchRuling
				}
				say = p.words.Name(call)
			}
			v.Trail = append(v.Trail, laws.TroubleStep{Said: say, Href: laws.TroubleHref(walked, p.id(), rules.NoCall)})
			walked = strings.TrimPrefix(walked+"/"+step, "/")
			at, _ = rulings.QuestionOf(step)
			ruling, _ = rulings.RulingOf(step)
		}
	}
	if ruling == nil {
		v.Question = question(p, at, walked)
		return v, nil
	}
	v.Ruling = rulingView(p, ruling, call)
	return v, nil
}

// question lays the answers out that can be given under these rules.
func question(p play, at *rulings.Question, walked string) *laws.TroubleQuestion {
	q := at.For(p.house, p.seats, p.words)
	out := &laws.TroubleQuestion{Ask: q.Ask}
	for i := range q.Answers {
		a := &q.Answers[i]
		if a.Heading != "" || len(out.Groups) == 0 {
			out.Groups = append(out.Groups, laws.TroubleGroup{Heading: a.Heading})
		}
		if !a.Open(p.house, p.seats) {
			continue
		}
		g := &out.Groups[len(out.Groups)-1]
		to := strings.TrimPrefix(walked+"/"+a.To, "/")
		if !a.Each {
			g.Answers = append(g.Answers, laws.TroubleAnswer{Say: a.Say, Hint: a.Hint, Href: laws.TroubleHref(to, p.id(), rules.NoCall)})
			continue
		}
		for _, c := range a.Offered(p.house, p.seats) {
			g.Answers = append(g.Answers, laws.TroubleAnswer{Say: p.words.Name(c), Href: laws.TroubleHref(to, p.id(), c)})
		}
	}
	out.Groups = slices.DeleteFunc(out.Groups, func(g laws.TroubleGroup) bool { return len(g.Answers) == 0 })
	return out
}

func rulingView(p play, r *rulings.Ruling, call rules.Call) *laws.RulingView {
	v := &laws.RulingView{Ruling: r.For(p.house, p.seats, p.words)}
	if call != rules.NoCall {
		v.Call = p.words.Name(call)
	}
	v.Pays = payTable(p, r, call)
	switch {
	case r.Posting == rulings.PostMisdeal:
		v.Tail = "Nothing is written down."
	case r.Posting == rulings.PostNothing:
		v.Tail = "Nothing is written down: play on."
	case p.night != nil && p.night.Open:
		if only := r.Offered(p.house, p.seats); call == rules.NoCall && len(only) == 1 {
			call = only[0]
		}
		v.PostQ, v.Posts = postLinks(p, r.Posting, call)
	}
	return v
}

func payTable(p play, r *rulings.Ruling, call rules.Call) laws.PayTable {
	worths := r.Worths(p.house, p.seats, call)
	t := laws.PayTable{Of: "Call", Each: "The caller, in all"}
	if r.Posting == rulings.PostMiseryRevoked {
		t.Each = "Whoever revoked, in all"
	}
	byTricks := len(worths) > 0 && worths[0].From != rules.NotSaid
	if byTricks {
		t.Of = "Tricks the caller took"
		if worths[0].Call == rules.Prop {
			t.Of, t.Each = "Tricks the proposers took", "Each of the two"
		}
	}
	for _, w := range worths {
		line := laws.PayLine{Of: p.words.Name(w.Call), Net: w.Net}
		switch {
		case byTricks && w.From == w.To:
			line.Of = strconv.Itoa(w.From)
		case byTricks:
			line.Of = fmt.Sprintf("%d to %d", w.From, w.To)
		case w.Call == rules.Irish:
			line.Of += ", for each trick bid"
		case w.Call == rules.Prop:
			line.Of += ", each of the two"
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

// postLinks are the ways back to the table with the deal form filled in as far as the ruling knows it. The names of the
// fields are those of the deal form.
func postLinks(p play, post rulings.Posting, call rules.Call) (ask string, links []laws.PostLink) {
	at := nightPath(p.night.ID)
	link := func(say, path string, fields url.Values) {
		links = append(links, laws.PostLink{Say: say, Href: path + "?" + fields.Encode()})
	}
	switch post {
	case rulings.PostVoid:
		link("Write it down as void", at, url.Values{"call": {rules.Void.String()}})
		return "", links
	case rulings.PostPenalty:
		for _, who := range p.night.People {
			if who.Seat != 0 {
				link(who.Name, at+"/penalties", url.Values{"by": {fmt.Sprint(who.ID)}, "to": {"kitty"},
					"amount": {p.night.Money.Words(p.house.ShufflePenalty)}, "reason": {table.ShuffledReason}})
			}
		}
		return "Who shuffled?", links
	case rulings.PostForfeit:
		ask = "Who did it?"
	case rulings.PostCallerWrongCards, rulings.PostOpponentWrongCard:
		ask = "Whose hand was wrong?"
	default:
		ask = "Who revoked?"
	}
	for i, name := range p.night.SeatNames() {
		seat := rules.Seat(i + 1)
		if seat == p.night.Duties.Sitter {
			continue
		}
		fields, n := url.Values{"call": {call.String()}}, strconv.Itoa(i+1)
		switch post {
		case rulings.PostForfeit:
			fields.Set("forfeit", n)
		case rulings.PostCallerWrongCards, rulings.PostOpponentWrongCard:
			fields.Set("wrong", n)
		default:
			fields.Set("revokes-"+n, "1")
		}
		link(name, at, fields)
	}
	return ask, links
}
