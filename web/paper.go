package web

// Catching up from paper: a whole evening is typed, a line a deal in the players' notation, and settled as it
// is typed. Nothing is written before every line can be read and the totals on paper are those it comes to;
// then each deal is an entry of its own, all of them or none.

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/rules/notation"
	"ouverte/templates/frame"
	"ouverte/templates/say"
	"ouverte/templates/table"
	"ouverte/templates/ui"
	"ouverte/web/forms"
)

// mostTotals is of how many people the page takes totals: those at the table when it begins, and who joined.
const mostTotals = 8

// paperForm is the page as it was typed.
type paperForm struct {
	Key    string             `form:"key" validate:"max=64"`
	Saw    chain.EntryID      `form:"saw" validate:"min=0"`
	Lines  string             `form:"lines" validate:"max=20000" label:"The text"`
	Totals [mostTotals]string `form:"total-#" validate:"dive,max=40"`
	Joined string             `form:"joined" validate:"max=400"` // whose total is asked besides the table's
	Keep   bool               `form:"keep"`                      // the paper was added up wrong
}

func paperFrame(n *show.Night) frame.Frame {
	f := nightFrame(n, "From paper", dealStyles("mend.css")...)
	f.Htmx, f.Scripts = true, []string{"paper.js"}
	return f
}

func (s *server) paperPage(c echo.Context, n *show.Night) error {
	form := paperForm{Key: newKey(), Saw: n.Version}
	p := s.reckon(s.snapshot(c), n, &form)
	return s.page(c, paperFrame(n), table.FromPaper(paperView(n, &form, p, nil)))
}

// reckonPaper shows the totals so far. It is a POST for the length of what it carries; it writes nothing.
func (s *server) reckonPaper(c echo.Context, n *show.Night) error {
	var form paperForm
	says, err := wrongOf(c.Bind(&form))
	if err != nil {
		return err
	}
	p := s.reckon(s.snapshot(c), n, &form)
	v := paperView(n, &form, p, plainly(says))
	if !wantsPart(c.Request()) {
		return s.page(c, paperFrame(n), table.FromPaper(v))
	}
	parts := []templ.Component{table.Reckoned(v.Sheet)}
	if v.Joined() != form.Joined { // else what is being typed there is left alone
		parts = append(parts, table.JoinedTotals(v))
	}
	return s.fragments(c, http.StatusOK, parts...)
}

// recordPaper writes it, once all agrees.
func (s *server) recordPaper(c echo.Context, n *show.Night) error {
	var form paperForm
	err := c.Bind(&form)
	p := s.reckon(s.snapshot(c), n, &form)
	switch stale := form.Saw != n.Version; {
	case err != nil:
	case form.Key == "" || form.Saw == 0:
		err = halfForm
	case !stale && form.Keep && p.sheet.Differs != "":
		p.happened = append(p.happened, ledger.Happened{Note: p.sheet.Differs})
	case !stale && !p.sheet.Ready:
		err = forms.Wrong{"": p.sheet.Word}
	}
	if err == nil {
		// a stale form sent twice is known by its key; else the book says who was at the sheet meanwhile
		typed, saw := strings.ReplaceAll(form.Lines, "\r", ""), form.Saw
		_, err = s.book.RecordPaper(c.Request().Context(), s.slip(c, form.Key), n.ID, saw, typed, p.happened)
	}
	if err == nil {
		return s.goTo(c, say.NightPath(n.ID))
	}
	if errors.As(err, new(*show.Stale)) {
		form.Saw, form.Key = n.Version, newKey() // reckoned from what stands now
	}
	return refuse(err, func(says ui.Says) (*screen, error) {
		return &screen{paperFrame(n), table.FromPaper(paperView(n, &form, p, plainly(says)))}, nil
	})
}

// reckoned is the lines so far: the deals read from them, and what the page shows.
type reckoned struct {
	happened []ledger.Happened
	deals    int
	sheet    table.PaperSheet

	night  *show.Night
	others []show.Player // who else may sit down
	chairs []chain.Chair
	due    chain.PlayerID // who deals next
	who    []chain.PlayerID
	sums   []int64 // of each of them
}

// numbered is a number put before a line.
var numbered = regexp.MustCompile(`^\d+[.)]\s+`)

// reckon settles line by line from where the sheet stands. A line that won't do is marked and counts for
// nothing, but the deal goes round with it as with any other, so that the lines after it are right.
func (s *server) reckon(now *show.Snapshot, n *show.Night, form *paperForm) *reckoned {
	p := &reckoned{
		night: n, others: now.Players(), chairs: n.Table, due: n.Table[n.Dealer-1].Player,
		sheet: table.PaperSheet{Night: len(n.Deals) > 0 && n.Meeting == 0},
	}
	for _, chair := range n.Table {
		at := p.column(chair.Pays())
		p.sheet.Night = p.sheet.Night || p.sums[at] != 0
	}
	p.sheet.AtFirst = len(p.who)
	for i, typed := range strings.Split(form.Lines, "\n") {
		if line := numbered.ReplaceAllString(strings.TrimSpace(typed), ""); line != "" {
			p.line(i+1, line)
		}
	}
	for _, id := range p.who {
		p.sheet.Names = append(p.sheet.Names, n.PlayerName(id))
		p.sheet.Begin = append(p.sheet.Begin, say.AmountOf(n.Money, scoreOf(n, id)))
	}
	p.compare(form)
	return p
}

// column is where somebody's sum stands, from what they have already.
func (p *reckoned) column(id chain.PlayerID) int {
	at := slices.Index(p.who, id)
	if at < 0 {
		at = len(p.who)
		p.who, p.sums = append(p.who, id), append(p.sums, scoreOf(p.night, id))
	}
	return at
}

// scoreOf is what somebody has won so far: at a table of an evening in this round, as its slip has it.
func scoreOf(n *show.Night, id chain.PlayerID) int64 {
	if n.Meeting != 0 {
		return n.InRound(id)
	}
	for _, person := range n.People {
		if person.ID == id {
			return person.Sum.Score()
		}
	}
	return 0
}

// line reads one line: a deal, or what else happened.
func (p *reckoned) line(no int, line string) {
	n, names := p.night, p.night.NamesOf(p.chairs)
	dealer := rules.Seat(slices.IndexFunc(p.chairs, func(c chain.Chair) bool { return c.Player == p.due }) + 1)
	row := table.PaperRow{No: no, Line: line}
	var free []show.Player
	aside, isAside, err := notation.ParseAside(n.Stakes, names, func() []string {
		free = p.free()
		return namesOf(free)
	}, line)
	switch {
	case isAside && err == nil:
		row.Head, err = p.aside(aside, free)
	case !isAside:
		row.Head, err = p.deal(names, dealer, line)
		p.due = p.chairs[int(dealer)%len(p.chairs)].Player
	}
	if err != nil {
		row.Wrong, p.sheet.Wrong = err.Error(), p.sheet.Wrong+1
	} else {
		for _, sum := range p.sums {
			row.Cells = append(row.Cells, say.AmountOf(n.Money, sum))
		}
	}
	p.sheet.Rows = append(p.sheet.Rows, row)
}

// deal settles a line that is a deal, and says what it came to.
func (p *reckoned) deal(names []string, dealer rules.Seat, line string) (head string, err error) {
	n := p.night
	d, err := notation.ParseSpoken(n.Stakes, n.Words, names, dealer, line)
	if err != nil {
		return "", err
	}
	result, err := rules.Settle(n.Stakes, &d)
	if err == nil {
		err = d.CheckTurned(n.Stakes.TurnedSuit(n.Nth - 1 + p.deals))
	}
	if err != nil {
		return "", err
	}
	head = rules.Explain(n.Stakes, &d, &result, names, n.Words).Headline + " · " + names[dealer-1] + " dealt"
	for i, chair := range p.chairs {
		p.sums[p.column(chair.Pays())] += result.Net[i+1]
	}
	d.Dealer = 0 // the book lets the deal go round as the page does
	p.happened, p.deals = append(p.happened, ledger.Happened{Deal: &ledger.DealSaid{Deal: d}}), p.deals+1
	return head, nil
}

// free are those who may still sit down.
func (p *reckoned) free() []show.Player {
	return slices.DeleteFunc(slices.Clone(p.others), func(o show.Player) bool {
		return o.Away || slices.ContainsFunc(p.chairs, func(c chain.Chair) bool {
			return c.Player == o.ID || c.Pays() == o.ID
		})
	})
}

func namesOf(players []show.Player) []string {
	var names []string
	for _, o := range players {
		names = append(names, o.Name)
	}
	return names
}

// aside does what isn't a deal, and says what that was. free are those who may join.
func (p *reckoned) aside(a notation.Aside, free []show.Player) (string, error) {
	chairs := slices.Clone(p.chairs)
	switch a.Kind {
	case notation.Joins:
		who := free[a.Who]
		if len(chairs) == rules.MaxSeats {
			return "", forms.Wrong{"line": "A table seats five: somebody must leave first."}
		}
		if len(p.who) == mostTotals && !slices.Contains(p.who, who.ID) {
			return "", forms.Wrong{"line": "More people than fit on this page. Record up to here, and type on."}
		}
		at := len(chairs)
		if a.After != 0 {
			at = int(a.After)
		}
		p.chairs = slices.Insert(chairs, at, chain.Chair{Player: who.ID})
		p.column(who.ID)
		p.happened = append(p.happened, ledger.Happened{Table: p.chairs})
		return who.Name + " joins", nil
	case notation.Leaves:
		if len(chairs) == 3 {
			return "", forms.Wrong{"line": "At least three must stay at the table."}
		}
		if chairs[a.Who].Player == p.due {
			p.due = chairs[(a.Who+1)%len(chairs)].Player
		}
		name := p.night.PlayerName(chairs[a.Who].Player)
		p.chairs = slices.Delete(chairs, a.Who, a.Who+1)
		p.happened = append(p.happened, ledger.Happened{Table: p.chairs})
		return name + " leaves", nil
	}
	return p.pays(chairs, a), nil
}

// pays is money outside the deals: a penalty, or a bet or a correction between two.
func (p *reckoned) pays(chairs []chain.Chair, a notation.Aside) (head string) {
	by := chairs[a.Who].Pays()
	said := &ledger.Penalty{
		By: by, Kitty: a.Kitty, Amount: a.Amount, Reason: cmp.Or(a.Reason, "as it stands on paper"),
	}
	p.happened = append(p.happened, ledger.Happened{Penalty: said})
	head = p.night.PlayerName(by) + " pays " + p.night.Money.Words(a.Amount)
	switch {
	case a.Kitty:
		p.sums[p.column(by)] -= a.Amount
		return head + " into the kitty"
	case a.To != 0:
		to := chairs[a.To-1].Pays()
		said.To = []chain.PlayerID{to}
		p.sums[p.column(by)] -= a.Amount
		p.sums[p.column(to)] += a.Amount
		head += " to " + p.night.PlayerName(to)
		switch a.Kind {
		case notation.Bet:
			said.As = ledger.AsBet
			return head + ", a bet"
		case notation.Correction:
			said.As = ledger.AsCorrection
			return head + ", a correction"
		}
		return head
	}
	for i, c := range chairs {
		if i != a.Who {
			p.sums[p.column(by)] -= a.Amount
			p.sums[p.column(c.Pays())] += a.Amount
		}
	}
	return head + " to each of the others"
}

// compare holds what it comes to against what the paper says.
func (p *reckoned) compare(form *paperForm) {
	n, typed, open, unread := p.night, false, 0, 0
	var differ []string
	for i, sum := range p.sums {
		p.sheet.Sums = append(p.sheet.Sums, say.AmountOf(n.Money, sum))
		check := table.PaperCheck{}
		text := strings.TrimSpace(form.Totals[i])
		amount, err := n.Stakes.ParseTotal(strings.TrimPrefix(text, "+"))
		switch {
		case text == "":
			open++
		case err != nil:
			check = table.PaperCheck{State: "unread", Says: err.Error()}
			unread++
		default:
			check = table.PaperCheck{Amount: say.AmountOf(n.Money, amount), State: "right"}
			if amount != sum {
				check.State, check.Says = "off", n.Money.Words(max(amount-sum, sum-amount))+" less"
				if amount > sum {
					check.Says = n.Money.Words(amount-sum) + " more"
				}
				differ = append(differ, p.sheet.Names[i]+" "+check.Says+thanIsRight)
			}
		}
		typed = typed || text != ""
		p.sheet.Papers = append(p.sheet.Papers, check)
	}
	if !typed {
		p.sheet.Papers = nil
	}
	p.sheet.Deals = p.deals
	p.sheet.Word = verdict(p.sheet, open, unread, differ)
	complete := p.sheet.Wrong == 0 && unread == 0 && p.sheet.Deals > 0
	p.sheet.Ready = complete && open == 0 && len(differ) == 0
	if complete && len(differ) > 0 {
		p.sheet.Differs = "On paper: " + strings.Join(differ, "; ") + "."
		if utf8.RuneCountInString(p.sheet.Differs) > chain.MostNote {
			p.sheet.Differs = "On paper " + english.Spelled(len(differ), "total") + " differ from what it comes to."
		}
	}
}

const thanIsRight = " than it comes to"

func verdict(s table.PaperSheet, open, unread int, differ []string) string {
	switch {
	case s.Wrong == 1:
		return "One line isn’t right yet."
	case s.Wrong > 1:
		return fmt.Sprintf("%d lines aren’t right yet.", s.Wrong)
	case s.Deals == 0:
		return "Type the first deal."
	case unread > 0:
		return "A total can’t be read yet."
	case len(differ) > 0:
		return "On paper: " + strings.Join(differ, "; ") + ". Look for the line that differs."
	case open > 0:
		return "Now the totals from the foot of the paper, to compare."
	}
	return fmt.Sprintf("All agrees: %s, and every total.", english.SoFar(s.Deals, "deal"))
}

func paperView(n *show.Night, form *paperForm, p *reckoned, says ui.Says) table.PaperView {
	at, names := say.NightPath(n.ID), n.SeatNames()
	v := table.PaperView{
		Path: at + "/paper", Night: at, Key: cmp.Or(form.Key, newKey()), Saw: say.EntryNo(form.Saw),
		Text: form.Lines,
		Lines: notation.AtTable(
			append(notation.ExamplesUnder(n.Stakes, n.Words), notation.AsidesIn(n.Money)...), names),
		Names: names, Passed: n.Words.Name(rules.Passed),
		Calls: notation.CallsTyped(n.Stakes, n.Words), AtFirst: p.sheet.AtFirst,
		Says: says, Sheet: p.sheet, Table: english.List(names) + "; " + names[n.Dealer-1] + " deals",
	}
	for i, name := range p.sheet.Names {
		field := fmt.Sprintf("total-%d", i+1)
		if len(p.sheet.Papers) > 0 && p.sheet.Papers[i].Says != "" {
			v.Says = maps.Clone(v.Says)
			if v.Says == nil {
				v.Says = ui.Says{}
			}
			v.Says[field] = english.Capital(p.sheet.Papers[i].Says)
			if p.sheet.Papers[i].State == "off" {
				v.Says[field] += thanIsRight + "."
			}
		}
		v.Totals = append(v.Totals, table.PaperTotal{
			Field: field, Name: name, Typed: form.Totals[i],
		})
	}
	return v
}
