package sheet

import (
	"fmt"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
)

// Agreeing is the strip that asks whether the result of a deal is right, or says what was answered.
type Agreeing struct {
	action  string // where the answer goes
	back    string // what is shown afterwards: "deal" or "table"
	ask     string // "Who agrees to deal 5?"
	said    string // "Bob agreed to this."
	dispute bool   // it is disputed now
	saw     string
	who     []templates.Option
	wrong   []templates.Option // who may say that it isn't right: everybody who sat there
	href    string             // the deal's page, where it can be disputed; empty on that page itself

	Key string
}

// NewAgreeing is nil where nobody is asked: the night doesn't want it and no phone answered, or nothing was
// called.
func NewAgreeing(n *ledger.Night, d *ledger.Dealt, scores bool) *Agreeing {
	answered := n.Phones && d.Agreed.State != ledger.NotAgreed
	if !n.Agree && !answered || d.Deal.Call == rules.Passed || d.Deal.Call == rules.Void {
		return nil
	}
	action := templates.DealPath(n.ID, d.ID) + "/agree"
	a := &Agreeing{action: action, back: "deal", saw: templates.EntryNo(d.Version)}
	switch d.Agreed.State {
	case ledger.Agreed:
		a.said = d.Agreed.Name + " agreed to this."
	case ledger.Disputed:
		a.dispute, a.said = true, d.Agreed.Name+" disputes this."
		if d.Agreed.Reason != "" {
			a.said = fmt.Sprintf("%s disputes this: “%s”", d.Agreed.Name, d.Agreed.Reason)
		}
	default:
		a.said = "Nobody has agreed to this yet."
	}
	if !n.Open || !scores {
		return a
	}
	for i, c := range d.Chairs {
		seat := rules.Seat(i + 1)
		if seat == d.Deal.Sitter() {
			continue
		}
		who := templates.Option{Value: templates.PlayerNo(c.Player), Name: d.Names[i]}
		a.wrong = append(a.wrong, who)
		if seat != d.Deal.Caller && seat != d.Deal.Partner {
			a.who = append(a.who, who)
		}
	}
	return a
}

// agreeLast is the strip on the sheet, about the last deal, as long as nobody has agreed to it.
func agreeLast(n *ledger.Night, key func() string) *Agreeing {
	if len(n.Deals) == 0 || n.Deals[0].Agreed.State == ledger.Agreed {
		return nil
	}
	d := n.Deals[0]
	a := NewAgreeing(n, d, true)
	if a == nil || len(a.who) == 0 {
		return nil
	}
	a.back, a.Key, a.href = "table", key(), templates.DealPath(n.ID, d.ID)
	a.ask = fmt.Sprintf("Who agrees to deal %d?", d.Nth)
	if !a.dispute {
		a.said = ""
	}
	return a
}

// AgreedNotice says who agreed.
func AgreedNotice(n *ledger.Night, id ledger.DealID) templates.JustNow {
	d, ok := n.Deal(id)
	if !ok {
		return templates.JustNow{}
	}
	return templates.JustNow{Kind: "back", Text: fmt.Sprintf("%s agreed to deal %d.", d.Agreed.Name, d.Nth)}
}
