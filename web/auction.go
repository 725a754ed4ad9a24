package web

// The auction at the table, where the night has one. The page carries the calls with it; the rules say what
// may follow.

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/laws"
	"ouverte/templates/say"
	"ouverte/templates/table"
	"ouverte/web/forms"
)

const mostCalls = 80 // far more than an auction can have

type auctionForm struct {
	previewForm
	Say string `form:"say" validate:"max=20" label:"The call"`
}

// auctionCall makes one call, or takes the last one back, and shows the panel.
func (s *server) auctionCall(c echo.Context, n *show.Night) error {
	var form auctionForm
	told, err := readDeal(c, nextDealOf(n), &form, &form.dealFields)
	if _, typed := refusals(err); err != nil && !typed {
		return err
	}
	calls := strings.Fields(form.Said)
	switch form.Say {
	case "":
	case "undo":
		calls = calls[:max(0, len(calls)-1)]
	default:
		calls = append(calls, form.Say)
	}
	if len(calls) > mostCalls {
		return forms.Bad("No auction has so many calls.")
	}
	panel, contract := auctionPanel(n, strings.Join(calls, " "))
	if wantsPart(c.Request()) {
		return s.fragments(c, http.StatusOK, table.AuctionPanel(*panel))
	}
	t := s.table(c, n)
	if t.Form != nil {
		if contract.Call != rules.NoCall {
			told.Deal = contract
		}
		t.Form = formWith(n, t.Form.Key, told.Deal)
		t.Form.Auction = panel
	}
	return s.showTable(c, n, t)
}

// auctionPanel follows the calls as far as they are legal; contract is what they came to, if they are over.
func auctionPanel(n *show.Night, calls string) (panel *table.Auction, contract rules.Deal) {
	contract = table.ComingDeal(n, "").Deal
	panel = &table.Auction{Action: say.NightPath(n.ID) + "/auction"}
	a, err := rules.NewAuction(n.Stakes, len(n.Table), n.Dealer)
	if err != nil {
		panel.Wrong = err.Error()
		return panel, contract
	}
	if n.Duties.CycleTrumps == rules.NoTrumps {
		a.WithoutTrumps()
	}
	names := n.SeatNames()
	for call := range strings.FieldsSeq(calls) {
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
		panel.Seat = a.Next()
		panel.Next, panel.Why = names[panel.Seat-1], a.Occasion(n.Words)
		panel.Legal, panel.Higher = table.BidTaps(n, a)
		return panel, contract
	}
	if contract.Call = call; call == rules.Passed && n.Stakes.AllPass.Played() {
		contract.Call = rules.GeneralMisere
	}
	contract.Caller, contract.Partner, contract.Bid, contract.Trumps = caller, partner, bid, trumps
	panel.Contract = values(&contract).Encode()
	panel.Then = laws.Follows(n.Stakes, &contract, names)
	panel.Done = rules.Telling{Deal: &contract, Names: names, Words: n.Words}.Contract()
	return panel, contract
}
