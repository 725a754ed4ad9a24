package web

// The auction at the table, where the night has one. The page carries the calls with it; the rules say what may follow.

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates/sheet"
	"ouverte/templates/table"
	"ouverte/web/forms"
)

const mostCalls = 80 // far more than an auction can have

func wordsOf(said string) []string { return strings.Fields(said) }

// auctionCall makes one call, or takes the last one back, and shows the panel anew.
func (s *Server) auctionCall(c echo.Context) error {
	n, err := s.nightOf(c)
	if err != nil {
		return err
	}
	var form struct {
		dealFields
		Key  string `form:"key" validate:"max=64" label:"The key of the form"`
		Said string `form:"said" validate:"max=600" label:"The auction"`
		Say  string `form:"say" validate:"max=20" label:"The call"`
	}
	told, err := readDeal(c, n, &form, &form.dealFields)
	if _, ok := said(err); err != nil && !ok {
		return err
	}
	calls := wordsOf(form.Said)
	switch form.Say {
	case "":
	case "undo":
		calls = calls[:max(0, len(calls)-1)]
	default:
		calls = append(calls, form.Say)
	}
	if len(calls) > mostCalls {
		return forms.Bad("That is more calls than an auction can have.")
	}
	panel, contract := auctionPanel(n, calls)
	if wantsPart(c.Request()) {
		return s.part(c, http.StatusOK, table.AuctionPanel(*panel))
	}
	t := s.table(c, n)
	if t.Form != nil {
		about := table.ComingDeal(n, t.Form.Key)
		about.Deal = seatedAs(told.Deal, about.Deal)
		if contract.Call != rules.NoCall {
			about.Deal = contract
		}
		f := table.NewDealForm(about)
		f.Auction = panel
		t.Form = &f
	}
	return s.show(c, http.StatusOK, tableFrame(n), table.Screen(t))
}

// auctionPanel follows the calls as far as they are legal; contract is what they came to, if they are over.
func auctionPanel(n *ledger.Night, calls []string) (panel *table.Auction, contract rules.Deal) {
	contract = table.ComingDeal(n, "").Deal
	a, err := rules.NewAuction(n.Stakes, len(n.Table), n.Dealer)
	if err != nil {
		return &table.Auction{Action: nightPath(n.ID) + "/auction", Wrong: err.Error()}, contract
	}
	names := sheet.NamesOf(n, n.Table)
	panel = &table.Auction{Action: nightPath(n.ID) + "/auction"}
	for _, call := range calls {
		who := a.Next()
		if err := a.Say(call); err != nil {
			panel.Wrong = err.Error()
			break
		}
		panel.Calls = append(panel.Calls, table.Bid{Who: names[who-1], What: n.Words.Said(call)})
		panel.Said = strings.TrimSpace(panel.Said + " " + call)
	}
	call, caller, partner, bid, trumps, done := a.Contract()
	if !done {
		panel.Next = names[a.Next()-1]
		panel.Legal, panel.Higher = table.BidTaps(n, a)
		return panel, contract
	}
	contract.Call, contract.Caller, contract.Partner, contract.Bid, contract.Trumps = call, caller, partner, bid, trumps
	if call == rules.Passed && n.Stakes.AllPass.Played() {
		contract.Call = rules.GeneralMisere
	}
	panel.Contract = values(&contract).Encode()
	panel.Done = rules.Telling{Deal: &contract, Names: names, Words: n.Words}.Contract()
	return panel, contract
}
