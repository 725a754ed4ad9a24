package web

// Catching up from paper: a whole evening is typed, a line a deal in the players' notation, and reckoned as it is typed.
// Nothing is written before every line can be read and the totals on paper are those it comes to; then each deal is an
// entry of its own, all of them or none.

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
)

// paperForm is the page as it was typed.
type paperForm struct {
	Key    string `form:"key" validate:"max=64"`
	Saw    int64  `form:"saw" validate:"min=0"`
	Lines  string `form:"lines" validate:"max=20000" label:"What was typed"`
	Total1 string `form:"total-1" validate:"max=40"`
	Total2 string `form:"total-2" validate:"max=40"`
	Total3 string `form:"total-3" validate:"max=40"`
	Total4 string `form:"total-4" validate:"max=40"`
	Total5 string `form:"total-5" validate:"max=40"`
}

func (f *paperForm) totals() []string {
	return []string{f.Total1, f.Total2, f.Total3, f.Total4, f.Total5}
}

func paperFrame(n *ledger.Night) templates.Frame {
	return templates.Frame{
		Title: "From paper", Sub: templates.NightTitle(n), Here: templates.Tonight, Htmx: true, Styles: []string{"table.css", "mend.css"},
		Doings: []templates.Doing{{Name: "To the table", Href: nightPath(n.ID), Primary: true}},
	}
}

func (s *Server) paperPage(c echo.Context) error {
	n, err := s.paperNight(c)
	if err != nil {
		return err
	}
	form := paperForm{Key: newKey(), Saw: int64(n.Version)}
	return s.show(c, http.StatusOK, paperFrame(n), templates.FromPaper(paperView(n, &form, reckon(n, &form), nil)))
}

func (s *Server) paperNight(c echo.Context) (*ledger.Night, error) {
	n, err := s.nightOf(c)
	if err == nil && !n.Open {
		err = &ledger.Refusal{Sentence: "This night is closed. Open it again first."}
	}
	return n, err
}

// reckonPaper shows what was typed so far comes to. It is a POST for the length of what it carries; it writes nothing.
func (s *Server) reckonPaper(c echo.Context) error {
	n, err := s.paperNight(c)
	if err != nil {
		return err
	}
	var form paperForm
	err = bind(c, &form)
	says, ok := said(err)
	if err != nil && !ok {
		return err
	}
	v := paperView(n, &form, reckon(n, &form), plainly(says))
	if wantsPart(c.Request()) {
		return s.part(c, http.StatusOK, templates.Reckoned(v.Sheet))
	}
	return s.show(c, http.StatusOK, paperFrame(n), templates.FromPaper(v))
}

// recordPaper writes it, once all agrees.
func (s *Server) recordPaper(c echo.Context) error {
	n, err := s.paperNight(c)
	if err != nil {
		return err
	}
	var form paperForm
	err = bind(c, &form)
	p := reckon(n, &form)
	switch {
	case err != nil:
	case form.Key == "":
		err = badRequest("The form came without its key. Load the page anew and try again.")
	case form.Saw != int64(n.Version):
		// Sent twice, it is known by its key; otherwise somebody was at the sheet meanwhile, and the book says so.
		_, err = s.book.RecordMany(c.Request().Context(), s.slip(c, form.Key), n.ID, ledger.EntryID(form.Saw), deals(p))
	case !p.sheet.Ready:
		err = Wrong{"": p.sheet.Word}
	default:
		_, err = s.book.RecordMany(c.Request().Context(), s.slip(c, form.Key), n.ID, ledger.EntryID(form.Saw), deals(p))
	}
	if err == nil {
		return s.goTo(c, nightPath(n.ID))
	}
	says, ok := said(err)
	if !ok {
		return err
	}
	status := http.StatusUnprocessableEntity
	if errors.As(err, new(*ledger.Stale)) {
		status = http.StatusConflict
		form.Saw, form.Key = int64(n.Version), newKey() // reckoned from what stands now
	}
	return s.show(c, status, paperFrame(n), templates.FromPaper(paperView(n, &form, p, plainly(says))))
}

// reckoned is what was typed: the deals that could be read, and what the page shows of them.
type reckoned struct {
	deals []rules.Deal
	sheet templates.PaperSheet
}

// deals are handed in without their dealers: the book lets the deal go round as the page did, and what is sent twice is the
// same, however far the night has come meanwhile.
func deals(p reckoned) []ledger.DealSaid {
	out := make([]ledger.DealSaid, len(p.deals))
	for i, d := range p.deals {
		d.Dealer = 0
		out[i].Deal = d
	}
	return out
}

// numbered is a number somebody put before a line.
var numbered = regexp.MustCompile(`^\d+[.)]\s+`)

// reckon settles line by line from where the sheet stands. A line that won't do is marked and counts for nothing, but the
// deal goes round with it as with any other, so that the lines after it are right.
func reckon(n *ledger.Night, form *paperForm) reckoned {
	names, sums := n.SeatNames(), startOf(n)
	p := reckoned{sheet: templates.PaperSheet{Night: len(n.Deals) > 0}}
	for i, chair := range n.Table {
		p.sheet.Names = append(p.sheet.Names, n.PlayerName(chair.Pays()))
		p.sheet.Begin = append(p.sheet.Begin, templates.AmountOf(n.Money, sums[i]))
		p.sheet.Night = p.sheet.Night || sums[i] != 0
	}
	turn := rules.Deal{Seats: len(n.Table), Dealer: n.Dealer}
	for i, typed := range strings.Split(form.Lines, "\n") {
		line := numbered.ReplaceAllString(strings.TrimSpace(typed), "")
		if line == "" {
			continue
		}
		row := templates.PaperRow{No: i + 1, Line: line, Deals: names[turn.Dealer-1]}
		d, err := rules.ParseLine(n.Stakes, names, turn.Dealer, line)
		var result rules.Result
		if err == nil {
			result, err = rules.Settle(n.Stakes, &d)
		}
		if err != nil {
			row.Wrong, p.sheet.Wrong = err.Error(), p.sheet.Wrong+1
		} else {
			row.Head = rules.Explain(n.Stakes, &d, &result, names, n.Words).Headline
			for seat := range n.Table {
				sums[seat] += result.Net[seat+1]
				row.Cells = append(row.Cells, templates.AmountOf(n.Money, sums[seat]))
			}
			p.deals = append(p.deals, d)
		}
		p.sheet.Rows = append(p.sheet.Rows, row)
		turn.Dealer = turn.Left(turn.Dealer)
	}
	p.compare(n, form, sums)
	return p
}

// startOf is what those at the table have already, by chair.
func startOf(n *ledger.Night) []int64 {
	sums := make([]int64, len(n.Table))
	for i, chair := range n.Table {
		for _, person := range n.People {
			if person.ID == chair.Pays() {
				sums[i] = person.Sum.Score()
			}
		}
	}
	return sums
}

// compare holds what it comes to against what the paper says.
func (p *reckoned) compare(n *ledger.Night, form *paperForm, sums []int64) {
	typed, open, off := false, 0, 0
	for i, sum := range sums {
		p.sheet.Sums = append(p.sheet.Sums, templates.AmountOf(n.Money, sum))
		check := templates.PaperCheck{}
		text := strings.TrimSpace(form.totals()[i])
		amount, err := n.Money.Parse(strings.TrimPrefix(text, "+"))
		switch {
		case text == "":
			open++
		case err != nil:
			check = templates.PaperCheck{State: "unread", Says: err.Error()}
			off++
		default:
			check = templates.PaperCheck{Amount: templates.AmountOf(n.Money, amount), State: "right"}
			if amount != sum {
				check.State, check.Says = "off", "off by "+n.Money.Words(max(amount-sum, sum-amount))
				off++
			}
		}
		typed = typed || text != ""
		p.sheet.Papers = append(p.sheet.Papers, check)
	}
	if !typed {
		p.sheet.Papers = nil
	}
	p.sheet.Deals = len(p.deals)
	p.sheet.Word = verdict(p.sheet, open, off)
	p.sheet.Ready = p.sheet.Wrong == 0 && open == 0 && off == 0 && p.sheet.Deals > 0
}

func verdict(s templates.PaperSheet, open, off int) string {
	switch {
	case s.Wrong == 1:
		return "One line won’t do yet."
	case s.Wrong > 1:
		return fmt.Sprintf("%d lines won’t do yet.", s.Wrong)
	case s.Deals == 0:
		return "No deal is typed yet."
	case off > 0:
		return "The totals on paper are not what it comes to. Look for the line that differs."
	case open > 0:
		return "Now the totals from the foot of the paper, to compare."
	}
	return fmt.Sprintf("All agrees: %s, and every total.", dealsPlayed(s.Deals))
}

func paperView(n *ledger.Night, form *paperForm, p reckoned, says templates.Says) templates.PaperView {
	v := templates.PaperView{
		Path: nightPath(n.ID) + "/paper", Night: nightPath(n.ID), Key: form.Key, Saw: strconv.FormatInt(form.Saw, 10), Text: form.Lines,
		Lines: rules.NotationUnder(n.Stakes), Says: says, Sheet: p.sheet,
	}
	if v.Key == "" {
		v.Key = newKey()
	}
	names := n.SeatNames()
	v.Table = and(names) + "; " + names[n.Dealer-1] + " deals"
	for i, name := range p.sheet.Names {
		v.Totals = append(v.Totals, templates.PaperTotal{Field: fmt.Sprintf("total-%d", i+1), Name: name, Typed: form.totals()[i]})
	}
	return v
}
