package web

// Recording the coming deal: bound and validated here into a rules.Deal, settled and written by the book,
// drawn from what the book gives back. And taking the last one back.

import (
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/say"
	"ouverte/templates/table"
	"ouverte/templates/ui"
	"ouverte/web/forms"
)

// dealForm is the form of the coming deal.
type dealForm struct {
	dealFields
	keyed
	Said string `form:"said" validate:"max=600" label:"The auction"`
	// Late is a deal that was filled in for others than sit there now, as lateDeal has it, in place of the
	// form's.
	Late string `form:"late" validate:"max=1000" label:"The deal"`
}

// lateDeal is a deal that was filled in for those who sat there before, or in the round before.
type lateDeal struct {
	dealFields
	Said string `form:"said" validate:"max=600" label:"The auction"`
}

// recordDeal asks only for what it takes to read the deal: what the page then shows comes with the receipt.
func (s *server) recordDeal(c echo.Context) error {
	night, err := idIn[chain.NightID](c, "night")
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	next, err := s.snapshot(c).NextDeal(night)
	if err != nil {
		return err
	}
	if next.Several {
		return errSeveralTables
	}
	var form dealForm
	told, err := readDeal(c, next, &form, &form.dealFields)
	if form.Late != "" {
		told, form.Said, err = readLate(next, form.Late)
	}
	if err == errOtherEvening {
		return err
	}
	if err != nil {
		return s.dealRefused(c, form, told, err)
	}
	told.Auction = form.Said
	receipt, err := s.book.Record(ctx, s.slip(c, form.Key), night, told)
	if err != nil {
		return s.dealRefused(c, form, told, err)
	}
	// A deal that waited on a device may have been taken back there meanwhile.
	c.Response().Header().Set("Ouverte-Deal", fmt.Sprintf("deal=%d&saw=%d&began=%d", receipt.Deal, receipt.Entry,
		next.Began))
	if receipt.Shown == nil {
		return s.goTo(c, say.NightPath(night))
	}
	t := s.table(c, receipt.Shown)
	t.Notice = table.RecordedNotice(receipt.Shown, receipt)
	return s.showParts(c, http.StatusOK, receipt.Shown, t)
}

// readDeal reads a form with the answers about a deal, and the deal they say: also where something in it is
// wrong, as far as it can be read.
func readDeal(c echo.Context, next show.NextDeal, form any, fields *dealFields) (ledger.DealSaid, error) {
	bound := c.Bind(form)
	if bound != nil && !errors.As(bound, new(forms.Wrong)) {
		return ledger.DealSaid{}, bound
	}
	told, err := fields.dealSaid(next)
	if bound != nil {
		err = bound
	}
	return told, err
}

func (f *dealFields) dealSaid(next show.NextDeal) (ledger.DealSaid, error) {
	if f.Began != 0 && f.Began != next.Began {
		return ledger.DealSaid{}, errOtherEvening
	}
	chairs, err := f.chairs()
	if err != nil {
		return ledger.DealSaid{}, err
	}
	seats := next.Chairs
	if chairs != nil {
		seats = len(chairs)
	}
	told := ledger.DealSaid{Chairs: chairs, Nth: f.Nth, Round: f.Round}
	told.Deal, err = f.deal(next.Stakes, seats)
	return told, err
}

func readLate(next show.NextDeal, late string) (told ledger.DealSaid, auction string, err error) {
	var form lateDeal
	if err := forms.Read(late, &form); err != nil {
		return told, "", err
	}
	told, err = form.dealSaid(next)
	told.Late = true
	return told, form.Said, err
}

// errOtherEvening is of a deal that waited on a tablet while a copy was put back.
// The tablet shows it with its words: no form does.
var errOtherEvening = &fault{Status: http.StatusUnprocessableEntity, Heading: "Not recorded",
	Sentence: "This deal belongs to an evening that is no longer in the book."}

// belonged says whose a deal is that was filled in for others than sit there now, or in another round; nil
// where it is theirs. Where nothing is missing it can be recorded there.
func belonged(
	n *show.Night, told ledger.DealSaid, err error, fields *dealFields, auction string,
) *table.Meanwhile {
	others := told.Chairs != nil && !slices.Equal(told.Chairs, n.Table)
	if before := told.Round != 0 && told.Round != n.Round; !others && !before || told.Deal.Call == rules.NoCall {
		return nil
	}
	late := ""
	if err == nil {
		_, err = rules.Settle(n.Stakes, &told.Deal)
	}
	if err == nil {
		late = forms.Query(&lateDeal{*fields, auction}).Encode()
	}
	return table.Belonged(n, told, late)
}

func nextDealOf(n *show.Night) show.NextDeal {
	return show.NextDeal{Chairs: len(n.Table), Stakes: n.Stakes, Began: n.Started.UnixMilli()}
}

// dealRefused shows the form again with everything that was said in it, and why it was not taken.
func (s *server) dealRefused(c echo.Context, form dealForm, told ledger.DealSaid, err error) error {
	var stale *show.Stale
	errors.As(err, &stale)
	return refuse(err, func(says ui.Says) (*screen, error) {
		n, again := s.nightOf(c)
		if again != nil {
			return nil, again
		}
		t := s.table(c, n)
		if t.Form == nil {
			return nil, &fault{Status: statusOf(err), Heading: "This won't do", Sentence: plainly(says)[""]}
		}
		if of := belonged(n, told, nil, &form.dealFields, form.Said); of != nil && form.Late == "" {
			t.Form.Note = of // the form isn't for the people who sit there now
			return tableScreen(c, n, t), nil
		}
		if form.Late == "" {
			t.Form = formWith(n, form.Key, told.Deal)
		}
		if stale != nil {
			t.Form.Note = table.Overtaken(n, stale, told)
		} else {
			t.Form.Says = questions(says, told.Deal.Call == rules.Irish)
		}
		if n.Auction {
			t.Form.Auction, _ = auctionPanel(n, form.Said)
		}
		return tableScreen(c, n, t), nil
	})
}

// previewForm is the same form, not yet to be recorded.
type previewForm struct {
	dealFields
	Key  string `form:"key" validate:"max=64" label:"The key of the form"`
	Said string `form:"said" validate:"max=600" label:"The auction"`
}

// previewDeal settles a deal without recording it. A script gets the outcome for every number of tricks that
// could still be tapped, so that the result is there in the frame of the tap; without a script it is the page
// once more.
func (s *server) previewDeal(c echo.Context, n *show.Night) error {
	var form previewForm
	told, err := readDeal(c, nextDealOf(n), &form, &form.dealFields)
	if _, typed := refusals(err); err != nil && !typed {
		return err
	}
	chairs := told.Chairs
	if chairs == nil {
		chairs = n.Table
	}
	if told.Deal.Dealer == 0 {
		told.Deal.Dealer = n.Dealer
	}
	if err == nil && form.Nth == n.Nth {
		err = told.Deal.CheckTurned(n.Duties.CycleTrumps)
	}
	names := n.NamesOf(chairs)
	if wantsPart(c.Request()) {
		return s.fragments(c, http.StatusOK, table.Outcomes(outcomes(n, chairs, names, told.Deal, err)))
	}
	t := s.table(c, n)
	if t.Form == nil {
		return s.showTable(c, n, t)
	}
	if of := belonged(n, told, err, &form.dealFields, form.Said); of != nil {
		t.Form.Note = of
		return s.showTable(c, n, t)
	}
	f := formWith(n, t.Form.Key, told.Deal)
	if err == nil {
		told.Deal.Seats, told.Deal.Dealer = len(n.Table), n.Dealer
		f.Result, err = outcome(n, chairs, names, told.Deal)
	}
	if says, ok := refusals(err); ok {
		f.Says = questions(says, told.Deal.Call == rules.Irish)
	}
	if t.Form = f; n.Auction {
		f.Auction, _ = auctionPanel(n, form.Said)
	}
	return s.showTable(c, n, t)
}

// outcomes is what a deal comes to: one outcome, or one for each number of tricks where these decide.
func outcomes(n *show.Night, chairs []chain.Chair, names []string, d rules.Deal, err error) []table.Outcome {
	if err != nil {
		return []table.Outcome{unsettled(rules.NotSaid, err)}
	}
	one := func() table.Outcome {
		o, err := outcome(n, chairs, names, d)
		if err != nil {
			return unsettled(d.Tricks, err)
		}
		return o
	}
	if !byTricks(&d) {
		o := one()
		o.Tricks = rules.NotSaid
		return []table.Outcome{o}
	}
	all := make([]table.Outcome, 0, rules.TricksInDeal+1)
	for d.Tricks = 0; d.Tricks <= rules.TricksInDeal; d.Tricks++ {
		all = append(all, one())
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

// outcome is what it comes to, and who plays for whom.
func outcome(n *show.Night, chairs []chain.Chair, names []string, d rules.Deal) (table.Outcome, error) {
	r, err := rules.Settle(n.Stakes, &d)
	if err != nil {
		return table.Outcome{}, err
	}
	a := rules.Explain(n.Stakes, &d, &r, names, n.Words)
	o := table.Outcome{Tricks: d.Tricks, Head: a.Headline, Ready: true,
		Money: say.HandsNow(n, chairs, &r, a.Money)}
	if lent := say.PlaysFor(n, chairs, "plays"); lent != "" {
		o.Money = english.Stop(o.Money) + lent
	}
	return o, nil
}

func unsettled(tricks int, err error) table.Outcome {
	says, ok := refusals(err)
	return table.Outcome{Tricks: tricks, Head: plainly(says)[""], Wrong: ok}
}

// lastDealForm takes the last deal back, or puts it back.
type lastDealForm struct {
	keyed
	Deal  chain.DealID  `form:"deal" validate:"required,min=1" label:"The deal"`
	Saw   chain.EntryID `form:"saw" validate:"required,min=1" label:"The page’s version"`
	Began int64         `form:"began" validate:"min=0" label:"The evening"` // of one that waited on a device
}

func (s *server) takeBack(c echo.Context, n *show.Night, form *lastDealForm) error {
	return s.mendLast(c, n, form, ledger.Remove)
}

func (s *server) putBack(c echo.Context, n *show.Night, form *lastDealForm) error {
	return s.mendLast(c, n, form, ledger.PutBack)
}

func (s *server) mendLast(c echo.Context, n *show.Night, form *lastDealForm, do ledger.MendKind) error {
	if form.Began != 0 && form.Began != n.Started.UnixMilli() {
		return errOtherEvening
	}
	mend := ledger.Mend{Do: do, Deal: form.Deal, Saw: form.Saw}
	receipt, err := s.book.Mend(c.Request().Context(), s.slip(c, form.Key), n.ID, mend)
	if err != nil {
		return s.refusedAtTable(c, err)
	}
	if receipt.Shown == nil {
		return s.goTo(c, say.NightPath(n.ID))
	}
	t := s.table(c, receipt.Shown)
	t.Notice = table.MendedNotice(receipt.Shown)
	return s.showParts(c, http.StatusOK, receipt.Shown, t)
}

// dealerForm says who deals next, where a correction left it open.
type dealerForm struct {
	keyed
	Dealer chain.PlayerID `form:"dealer" validate:"required,min=1" label:"The dealer"`
	Saw    chain.EntryID  `form:"saw" validate:"required,min=1" label:"The page’s version"`
}

func (s *server) sayDealer(c echo.Context, n *show.Night, form *dealerForm) error {
	receipt, err := s.book.ChangeTable(c.Request().Context(), s.slip(c, form.Key), n.ID,
		form.Saw, ledger.TableChange{Dealer: form.Dealer})
	if err != nil {
		return s.refusedAtTable(c, err)
	}
	if receipt.Shown == nil {
		return s.goTo(c, say.NightPath(n.ID))
	}
	t := s.table(c, receipt.Shown)
	t.Notice = table.DealerNotice(receipt.Shown)
	return s.showParts(c, http.StatusOK, receipt.Shown, t)
}

// refusedAtTable shows the table as it stands, and why something wasn't done.
func (s *server) refusedAtTable(c echo.Context, err error) error {
	return refuse(err, func(says ui.Says) (*screen, error) {
		n, err := s.nightOf(c)
		if err != nil {
			return nil, err
		}
		t := s.table(c, n)
		t.Notice = ui.JustNow{Kind: "problem", Text: plainly(says)[""]}
		return tableScreen(c, n, t), nil
	})
}
