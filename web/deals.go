package web

// Recording a deal: bound and validated here into a rules.Deal, settled and written by the book, drawn by templates.

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
	"ouverte/templates/sheet"
	"ouverte/templates/table"
	"ouverte/web/forms"
)

// dealForm is the form of the coming deal.
type dealForm struct {
	dealFields
	Key  string `form:"key" validate:"required,max=64" label:"The key of the form"`
	Said string `form:"said" validate:"max=600" label:"The auction"`
}

func (s *Server) recordDeal(c echo.Context) error {
	n, err := s.nightOf(c)
	if err != nil {
		return err
	}
	var form dealForm
	told, err := readDeal(c, n, &form, &form.dealFields)
	if err == nil {
		var receipt ledger.Receipt
		told.Auction = form.Said
		if receipt, err = s.book.Record(c.Request().Context(), s.slip(c, form.Key), n.ID, told); err == nil {
			return s.recorded(c, receipt)
		}
	}
	return s.dealRefused(c, n, form, told, err)
}

// readDeal reads a form with the answers about a deal, and the deal they say.
func readDeal(c echo.Context, n *ledger.Night, form any, fields *dealFields) (ledger.DealSaid, error) {
	bound := bind(c, form)
	if bound != nil && !errors.As(bound, new(forms.Wrong)) {
		return ledger.DealSaid{}, bound
	}
	chairs, err := fields.chairs()
	if err != nil {
		return ledger.DealSaid{}, err
	}
	seats := len(n.Table)
	if chairs != nil {
		seats = len(chairs)
	}
	told := ledger.DealSaid{Chairs: chairs, Nth: fields.Nth}
	told.Deal, err = fields.said(n.Stakes, seats)
	if bound != nil {
		err = bound // what could be read is kept all the same
	}
	return told, err
}

// recorded draws the table from what the book gave back.
func (s *Server) recorded(c echo.Context, receipt ledger.Receipt) error {
	n := receipt.Shown
	if n == nil {
		return s.goTo(c, nightPath(receipt.Night))
	}
	t := s.table(c, n)
	t.Notice = table.RecordedNotice(n, receipt)
	return s.showParts(c, http.StatusOK, n, t)
}

// dealRefused shows the form again with everything that was said in it, and why it was not taken.
func (s *Server) dealRefused(c echo.Context, n *ledger.Night, form dealForm, told ledger.DealSaid, err error) error {
	says, ok := said(err)
	if !ok {
		return err
	}
	about := table.ComingDeal(n, form.Key)
	about.Deal = seatedAs(told.Deal, about.Deal)
	status := http.StatusUnprocessableEntity
	t := s.table(c, n)
	if t.Form == nil {
		return err
	}
	f := table.NewDealForm(about)
	if stale := (*ledger.Stale)(nil); errors.As(err, &stale) {
		status = http.StatusConflict
		var problem error // the page was older than the book, and so may n be
		if n, problem = s.book.Night(c.Request().Context(), n.ID); problem != nil {
			return problem
		}
		if t = s.table(c, n); t.Form == nil {
			return err
		}
		about = table.ComingDeal(n, form.Key)
		about.Deal = seatedAs(told.Deal, about.Deal)
		f = table.NewDealForm(about)
		f.Note = table.Overtaken(n, stale, form.Nth)
	} else {
		f.Says = questions(says, told.Deal.Call == rules.Irish)
	}
	t.Form = &f
	if n.Auction {
		t.Form.Auction, _ = auctionPanel(n, wordsOf(form.Said))
	}
	return s.showParts(c, status, n, t)
}

// seatedAs keeps what was said of a deal, at the table as it is now.
func seatedAs(said, now rules.Deal) rules.Deal {
	said.Seats, said.Dealer = now.Seats, now.Dealer
	return said
}

// previewDeal reckons a deal without recording it. A script is given the outcome for every number of tricks that could
// still be tapped, so that the result is there in the frame of the tap; without a script it is the page once more.
func (s *Server) previewDeal(c echo.Context) error {
	n, err := s.nightOf(c)
	if err != nil {
		return err
	}
	var form struct {
		dealFields
		Key  string `form:"key" validate:"max=64" label:"The key of the form"`
		Said string `form:"said" validate:"max=600" label:"The auction"`
	}
	told, err := readDeal(c, n, &form, &form.dealFields)
	if err != nil {
		if _, ok := said(err); !ok {
			return err
		}
	}
	chairs := told.Chairs
	if chairs == nil {
		chairs = n.Table
	}
	if told.Deal.Dealer == 0 {
		told.Deal.Dealer = n.Dealer
	}
	names := sheet.NamesOf(n, chairs)
	if wantsPart(c.Request()) {
		return s.part(c, http.StatusOK, table.Outcomes(outcomes(n, names, told.Deal, err)))
	}
	t := s.table(c, n)
	if t.Form == nil {
		return s.show(c, http.StatusOK, tableFrame(n), table.Screen(t))
	}
	about := table.ComingDeal(n, t.Form.Key)
	about.Deal = seatedAs(told.Deal, about.Deal)
	f := table.NewDealForm(about)
	if err == nil {
		f.Result, err = outcome(n, names, about.Deal)
	}
	if says, ok := said(err); ok {
		f.Says = questions(says, told.Deal.Call == rules.Irish)
	}
	t.Form = &f
	if n.Auction {
		t.Form.Auction, _ = auctionPanel(n, wordsOf(form.Said))
	}
	return s.show(c, http.StatusOK, tableFrame(n), table.Screen(t))
}

// outcomes is what a deal comes to: one outcome, or one for each number of tricks where these decide.
func outcomes(n *ledger.Night, names []string, d rules.Deal, err error) []table.Outcome {
	if err != nil {
		return []table.Outcome{unsettled(rules.NotSaid, err)}
	}
	if !byTricks(&d) {
		o, err := outcome(n, names, d)
		if err != nil {
			o = unsettled(rules.NotSaid, err)
		}
		o.Tricks = rules.NotSaid
		return []table.Outcome{o}
	}
	all := make([]table.Outcome, 0, rules.TricksInDeal+1)
	for d.Tricks = 0; d.Tricks <= rules.TricksInDeal; d.Tricks++ {
		o, err := outcome(n, names, d)
		if err != nil {
			o = unsettled(d.Tricks, err)
		}
		all = append(all, o)
	}
	return all
}

// byTricks tells whether the number of tricks decides what a deal comes to.
func byTricks(d *rules.Deal) bool {
	switch d.Call {
	case rules.Passed, rules.Void, rules.GeneralMisere:
		return false
	}
	return d.Forfeit == 0 && d.WrongCards == [rules.MaxSeats + 1]bool{}
}

func outcome(n *ledger.Night, names []string, d rules.Deal) (table.Outcome, error) {
	r, err := rules.Settle(n.Stakes, &d)
	if err != nil {
		return table.Outcome{}, err
	}
	a := rules.Explain(n.Stakes, &d, &r, names, n.Words)
	return table.Outcome{Tricks: d.Tricks, Head: a.Headline, Money: a.Money, Ready: true}, nil
}

func unsettled(tricks int, err error) table.Outcome {
	says, _ := said(err)
	for _, sentence := range says {
		return table.Outcome{Tricks: tricks, Head: sentence, Wrong: true}
	}
	return table.Outcome{Tricks: tricks}
}

// lastDeal is the little form that takes the last deal back, or puts it back.
type lastDeal struct {
	Key  string `form:"key" validate:"required,max=64" label:"The key of the form"`
	Deal int64  `form:"deal" validate:"required,min=1" label:"The deal"`
	Saw  int64  `form:"saw" validate:"required,min=1" label:"What the page showed"`
}

func (s *Server) takeBack(c echo.Context) error { return s.mendLast(c, ledger.Remove) }
func (s *Server) putBack(c echo.Context) error  { return s.mendLast(c, ledger.PutBack) }

func (s *Server) mendLast(c echo.Context, do ledger.MendKind) error {
	n, err := s.nightOf(c)
	if err != nil {
		return err
	}
	var form lastDeal
	if err := bind(c, &form); err != nil {
		return err
	}
	mend := ledger.Mend{Do: do, Deal: ledger.DealID(form.Deal), Saw: ledger.EntryID(form.Saw)}
	receipt, err := s.book.Mend(c.Request().Context(), s.slip(c, form.Key), n.ID, mend)
	if err != nil {
		return s.lastRefused(c, err)
	}
	if receipt.Shown == nil {
		return s.goTo(c, nightPath(n.ID))
	}
	t := s.table(c, receipt.Shown)
	t.Notice = table.MendedNotice(receipt.Shown, do)
	return s.showParts(c, http.StatusOK, receipt.Shown, t)
}

// lastRefused shows the table as it stands, and why the last deal stays as it is.
func (s *Server) lastRefused(c echo.Context, err error) error {
	says, forPeople := said(err)
	if !forPeople {
		return err
	}
	n, problem := s.nightOf(c)
	if problem != nil {
		return problem
	}
	t := s.table(c, n)
	t.Notice = templates.JustNow{Kind: "problem", Text: plainly(says)[""]}
	return s.showParts(c, http.StatusConflict, n, t)
}
