package sheet

import (
	"fmt"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/say"
	"ouverte/templates/ui"
)

// Agreeing is the strip that asks whether the result of a deal is right, or shows the answer.
type Agreeing struct {
	action  string // where the answer goes
	back    string // what is shown afterwards: "deal" or "table"
	deal    string // "deal 5"; on the page of that deal "this"
	more    string // "Nobody has agreed to two earlier deals either."
	said    string // "Bob agreed to this."
	right   string // where a disputed deal is put right, for those who may
	stands  string // where it is said that it stands all the same; empty on that page itself
	dispute bool   // it is disputed now
	saw     string
	who     []ui.Option
	wrong   []ui.Option // who may say that it isn't right: everybody who sat there
	href    string      // the deal's page, where it can be disputed; empty on that page itself

	Key string
}

// NewAgreeing is nil where nobody is asked: the night doesn't want it, no phone may answer and nobody
// disputes the result, or nothing was called.
func NewAgreeing(n *show.Night, d *show.Dealt, scores bool) *Agreeing {
	answered := d.Agreed.State == show.Disputed || n.Phones && d.Agreed.State != show.NotAgreed
	if !n.Agree && !answered || d.Deal.Call == rules.Passed || d.Deal.Call == rules.Void {
		return nil
	}
	action := say.DealPath(n.ID, d.ID) + "/agree"
	a := &Agreeing{action: action, back: "deal", deal: "this", saw: say.EntryNo(d.Version)}
	switch d.Agreed.State {
	case show.Agreed:
		a.said = d.Agreed.Name + " agreed to this."
	case show.Disputed:
		a.dispute, a.said = true, DisputeWords(d)
	default:
		a.said = "Nobody has agreed to this yet."
	}
	if !n.Open || !scores {
		return a
	}
	if a.dispute {
		a.right = say.DealPath(n.ID, d.ID) + "/change"
	}
	for i, c := range d.Chairs {
		seat := rules.Seat(i + 1)
		if seat == d.Deal.Sitter() {
			continue
		}
		who := ui.Option{Value: say.PlayerNo(c.Player), Name: d.Names[i]}
		a.wrong = append(a.wrong, who)
		if seat != d.Deal.Caller && seat != d.Deal.Partner {
			a.who = append(a.who, who)
		}
	}
	return a
}

// DisputeWords say who disputes a deal, and why; empty where nobody does.
func DisputeWords(d *show.Dealt) string {
	switch {
	case d.Agreed.State != show.Disputed:
		return ""
	case d.Agreed.Reason == "":
		return d.Agreed.Name + " disputes this."
	}
	return fmt.Sprintf("%s disputes this: “%s”", d.Agreed.Name, d.Agreed.Reason)
}

// agreeing are the strips on the sheet: what is disputed, which stands until it is put right or agreed to,
// and the newest deal nobody has agreed to yet.
func agreeing(n *show.Night, key func() string) (out []Agreeing) {
	for _, d := range n.Disputed() {
		if a := NewAgreeing(n, d, true); a != nil {
			a.said, a.who, a.wrong = fmt.Sprintf("Deal %d: %s", d.Nth, a.said), nil, nil
			a.stands = say.DealPath(n.ID, d.ID) + "#stands"
			out = append(out, *a)
		}
	}
	open := n.Unagreed()
	if len(open) == 0 {
		return out
	}
	d := open[0]
	a := NewAgreeing(n, d, true)
	a.back, a.Key, a.href, a.said = "table", key(), say.DealPath(n.ID, d.ID), ""
	a.deal = fmt.Sprintf("deal %d", d.Nth)
	if earlier := len(open) - 1; earlier > 0 {
		a.more = "Nobody has agreed to " + english.Spelled(earlier, "earlier deal") + " either."
	}
	return append(out, *a)
}

// AgreedNotice says who agreed.
func AgreedNotice(n *show.Night, id chain.DealID) ui.JustNow {
	d, ok := n.Deal(id)
	if !ok {
		return ui.JustNow{}
	}
	return ui.JustNow{Kind: "said", Text: fmt.Sprintf("%s agreed to deal %d.", d.Agreed.Name, d.Nth)}
}
