package web

// The questions from "something went wrong" to the ruling. The steps taken are the address:
// /laws/trouble/revoke-stands/revoke-caller.

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/laws"
	"ouverte/templates/frame"
	"ouverte/templates/lawbook"
	"ouverte/templates/say"
	"ouverte/templates/table"
	"ouverte/templates/ui"
	"ouverte/web/forms"
)

// troublePage answers every step of the questions.
func (s *server) troublePage(c echo.Context, form *lawsForm) error {
	p, n, err := s.playOf(s.snapshot(c), form.lawsOf)
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
	v, err := trouble(p, n, strings.Trim(c.Param("*"), "/"), call)
	if err != nil {
		return err
	}
	f := frame.Frame{
		Title: "Something went wrong", Sub: p.NightName, Here: frame.Laws, Styles: []string{"laws.css"},
		Htmx: v.Question != nil,
	}
	return s.page(c, f, lawbook.Trouble(v))
}

var noSuchRuling = &fault{Status: http.StatusNotFound, Heading: "Page not found",
	Sentence: "These questions don’t lead there.", BackName: "Begin again", BackTo: "/laws/trouble"}

// trouble walks the steps from the first question and shows where they end.
func trouble(p lawbook.View, n *show.Night, path string, call rules.Call) (lawbook.TroubleView, error) {
	v := lawbook.TroubleView{View: p}
	first, _ := laws.QuestionOf("trouble")
	at := first.For(v.Play)
	var ruling *laws.Ruling
	for _, step := range strings.FieldsFunc(path, func(r rune) bool { return r == '/' }) {
		i := slices.IndexFunc(at.Answers, func(a laws.Answer) bool { return a.To == step })
		if i < 0 {
			return v, noSuchRuling
		}
		say := at.Answers[i].Say
		if at.Answers[i].Each {
			if !slices.Contains(v.Offered(at.Answers[i].For), call) {
				return v, noSuchRuling
			}
			say = p.Words.Name(call)
		}
		v.Trail = append(v.Trail, ui.Link{Name: say,
			Href: lawbook.TroubleHref(v.Walked, p.Of, rules.NoCall)})
		v.Walked += step + "/"
		at = laws.Question{}
		if next, ok := laws.QuestionOf(step); ok {
			at = next.For(v.Play)
		}
		ruling, _ = laws.RulingOf(step)
	}
	if ruling != nil {
		v.Ruling = rulingView(p, n, ruling, call)
	} else {
		v.Question = &at
	}
	return v, nil
}

func rulingView(p lawbook.View, n *show.Night, r *laws.Ruling, call rules.Call) *lawbook.RulingView {
	v := &lawbook.RulingView{Ruling: r.For(p.Play, call)}
	if call != rules.NoCall {
		v.Call = p.Words.Name(call)
	}
	v.Pays = payTable(p, r, call)
	switch {
	case r.Posting == laws.PostTold:
	case r.Posting == laws.PostMisdeal:
		v.Tail = "Nothing is written down."
	case r.Posting == laws.PostNothing:
		v.Tail = "Nothing is written down: play on."
	case n != nil && n.Open:
		if only := p.Offered(r.Calls); call == rules.NoCall && len(only) == 1 {
			call = only[0]
		}
		v.PostQ, v.Posts = postLinks(n, r.Posting, call)
	}
	return v
}

func payTable(p lawbook.View, r *laws.Ruling, call rules.Call) lawbook.PayTable {
	worths := r.Worths(p.Play, call)
	t := lawbook.PayTable{Of: "Call", Each: "The caller, in all"}
	switch r.Posting {
	case laws.PostMiseryRevoked:
		t.Each = "The player who revoked, in all"
	case laws.PostMiseryWrongCards:
		t.Each = "The player with the wrong hand, in all"
	}
	byTricks := len(worths) > 0 && worths[0].From != rules.NotSaid
	if byTricks {
		t.Of, t.Once = "Tricks the caller really took", true
		if worths[0].Call == rules.Prop {
			t.Of, t.Each = "Tricks the proposers really took", "Each of the two"
		}
	}
	for _, w := range worths {
		line := lawbook.PayLine{Of: p.Words.Name(w.Call), Net: w.Net}
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

// postLinks lead back to the table with the deal form filled in as far as the ruling knows it.
func postLinks(n *show.Night, post laws.Posting, call rules.Call) (ask string, links []ui.Link) {
	at := say.NightPath(n.ID)
	link := func(say, path string, form any) {
		links = append(links, ui.Link{Name: say, Href: path + "?" + forms.Query(form).Encode()})
	}
	switch post {
	case laws.PostVoid:
		link("Write it down as void", at, dealFields{Call: rules.Void.String()})
		return "", links
	case laws.PostPenalty:
		amount := n.Money.Words(n.Stakes.ShufflePenalty)
		for _, who := range n.People {
			if who.Seat != 0 {
				link(who.Name, at+"/penalties", penaltyAsked{
					By: who.ID, To: "kitty", Amount: amount, Reason: table.ShuffledReason,
				})
			}
		}
		return "Who shuffled?", links
	}
	for i, name := range n.SeatNames() {
		if rules.Seat(i+1) == n.Duties.Sitter {
			continue
		}
		form := dealFields{Call: call.String()}
		switch post {
		case laws.PostForfeit:
			ask, form.Forfeit = "Who did it?", i+1
		case laws.PostCallerWrongCards, laws.PostOpponentWrongCard, laws.PostMiseryWrongCards:
			ask, form.Wrong = "Whose hand was wrong?", []int{i + 1}
		default:
			ask, form.Revokes[i] = "Who revoked?", 1
		}
		link(name, at, form)
	}
	return ask, links
}
