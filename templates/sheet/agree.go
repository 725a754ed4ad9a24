package sheet

// Agreeing the result of a deal, where the night wants it.

import (
	"fmt"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
)

// Agreeing is the strip that asks for it, or says what was answered.
type Agreeing struct {
	Action  string // where the answer goes
	Back    string // where one comes back to: "deal" or "table"
	Ask     string // "Deal 5: Ann makes solo. Who of the others agrees?"
	Said    string // "Bob agreed", "Cat disputes it: she counted six"
	Dispute bool   // it is disputed now
	Saw     string
	Who     []Agreer
	Wrong   []Agreer // who may say that it isn't right: everybody who sat there
	Key     string
	Href    string // the deal's page, where it can be said that it is wrong; nothing on that page itself
}

// Agreer is somebody who may answer.
type Agreer struct{ Value, Name string }

// NewAgreeing is nil where nobody is asked: the night doesn't want it, or nothing was called.
func NewAgreeing(n *ledger.Night, d *ledger.Dealt, scores bool) *Agreeing {
	if !n.Agree || d.Deal.Call == rules.Passed || d.Deal.Call == rules.Void {
		return nil
	}
	a := &Agreeing{Action: templates.DealPath(n.ID, d.ID) + "/agree", Back: "deal", Saw: templates.EntryNo(d.Version)}
	switch d.Agreed.State {
	case ledger.Agreed:
		a.Said = d.Agreed.Name + " agreed to this."
	case ledger.Disputed:
		a.Dispute = true
		a.Said = d.Agreed.Name + " disputes this."
		if d.Agreed.Reason != "" {
			a.Said = fmt.Sprintf("%s disputes this: “%s”", d.Agreed.Name, d.Agreed.Reason)
		}
	default:
		a.Said = "Nobody has agreed to this yet."
	}
	if !n.Open || !scores {
		return a
	}
	for i, c := range d.Chairs {
		seat := rules.Seat(i + 1)
		if seat == d.Deal.Sitter() {
			continue
		}
		who := Agreer{Value: fmt.Sprint(c.Player), Name: d.Names[i]}
		a.Wrong = append(a.Wrong, who)
		if seat != d.Deal.Caller && seat != d.Deal.Partner {
			a.Who = append(a.Who, who)
		}
	}
	return a
}

// AgreeLast is the strip on the sheet, about the last deal, as long as nobody has agreed to it.
func AgreeLast(n *ledger.Night, scores bool, key func() string) *Agreeing {
	if len(n.Deals) == 0 || n.Deals[0].Agreed.State == ledger.Agreed {
		return nil
	}
	d := n.Deals[0]
	a := NewAgreeing(n, d, scores)
	if a == nil || len(a.Who) == 0 {
		return nil
	}
	a.Back, a.Key, a.Href = "table", key(), templates.DealPath(n.ID, d.ID)
	a.Ask = fmt.Sprintf("Who agrees to deal %d?", d.Nth)
	if !a.Dispute {
		a.Said = ""
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
