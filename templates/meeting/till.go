package meeting

// The till in words: who brought table money, what else came in and went out, and what lies there.

import (
	"fmt"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/say"
	"ouverte/templates/ui"
)

// Till is the page of the till, and its part of the printed sheet.
type Till struct {
	Path, Follow, Version, Key string
	Title, Each                string // "Eleven are in, ten have paid", "table money, 1s each"
	Pegs                       []Peg
	Lies                       string // "2s lie in the till"
	Lines                      []TillLine
	ToCome                     string // "Still to come from Walter: 1s"
	Kitty                      string // what the kitty holds in all, where that is something else
	Head                       string // as it is, or was last time
	Asks, Settles              bool   // there is table money; what isn't paid may go into the settlement
	May                        bool
	Says                       ui.Says
	What, Amount               string // as typed, to be paid out
	To                         chain.PlayerID
}

// Peg is somebody who came, and the key of their table money.
type Peg struct {
	Who
	Says string // "goes home"
	Coin string // on the key, or "paid"
	Do   string // what a tap does; nothing: it can't be tapped
	Paid bool
}

// TillLine is a line of what came in and went out.
type TillLine struct {
	What, By, Sum string
	Back          string // the entry that takes the payment out back
}

// NewTill draws it up.
func NewTill(e *show.Meeting, where *time.Location) *Till {
	t, n := e.Till(), e.Night
	at := say.MeetingPath(n.ID)
	v := &Till{Path: at + "/till", Follow: at, Version: say.EntryNo(e.Latest()), Asks: t.Head > 0,
		Lies: tillLies(n.Money, t.Lies), Settles: !n.Way.Kind().Go}
	in, paid := 0, 0
	for _, h := range t.Heads {
		p := Peg{Who: WhoOf(e, h.ID), Paid: h.Paid > 0, Coin: n.Money.Words(h.Amount)}
		switch {
		case h.Gone:
			p.Says = "goes home"
		case e.Late(h.ID):
			p.Says = "comes late"
		}
		if !h.Gone || h.Paid > 0 {
			in++
		}
		switch {
		case p.Paid && h.Gone:
			p.Coin = "paid"
		case p.Paid:
			p.Coin, p.Do = "paid", "unpays:"+say.EntryNo(h.Entry)
		case h.Amount > 0:
			p.Do = fmt.Sprintf("pays:%d:%d", h.ID, h.Amount)
			if h.Owes {
				p.Says = "in the settlement"
			}
		}
		if p.Paid {
			paid++
		}
		v.Pegs = append(v.Pegs, p)
	}
	v.Title = english.Capital(english.Number(in)) + english.Verb(in, " is", " are") + " in"
	if v.Asks || paid > 0 {
		v.Title += ", " + english.None(paid) + english.Verb(paid, " has", " have") + " paid"
	}
	if v.Asks {
		v.Each, v.Head = "table money, "+n.Money.Words(t.Head)+" each", n.Money.Words(t.Head)
	}
	v.Lines = tillLines(e, t, where)
	var missing []string
	var sum int64
	for _, h := range t.Unpaid() {
		missing, sum = append(missing, n.PlayerName(h.ID)), sum+h.Amount
	}
	if v.Settles = v.Settles && len(missing) > 0; len(missing) > 0 {
		v.ToCome = "Still to come from " + english.List(missing) + ": " + n.Money.Words(sum)
	}
	v.Kitty = kittyHolds(n, t.Lies)
	return v
}

// kittyHolds says what the kitty has in all, and of what: what lies in the till, what is still to be put in
// or taken out tonight, and what is from former evenings. Nothing where all of it lies there.
func kittyHolds(n *show.Night, lies int64) string {
	m := n.Money
	if n.Kitty.Holds == lies {
		return ""
	}
	says := "The kitty has " + m.Words(n.Kitty.Holds) + ": " + m.Words(lies) + " in the till"
	for _, of := range []struct {
		amount     int64
		more, less string
	}{
		{n.Kitty.Sum.Total(), " to come when you settle up", " to pay out when you settle up"},
		{n.Kitty.Holds - lies - n.Kitty.Sum.Total(), " from former evenings", " of former evenings"},
	} {
		if of.amount > 0 {
			says += ", " + m.Words(of.amount) + of.more
		} else if of.amount < 0 {
			says += ", less " + m.Words(-of.amount) + of.less
		}
	}
	return says + "."
}

// OnPaper are its lines for the printed sheet; none where nothing came in or went out.
func (v *Till) OnPaper() (out []string) {
	for _, l := range v.Lines {
		out = append(out, l.What+", "+l.By+": "+l.Sum)
	}
	if len(out) > 0 {
		out = append(out, v.Lies)
	}
	return out
}

func tillLies(m rules.Money, lies int64) string {
	switch {
	case lies > 0:
		return m.Words(lies) + " in the till"
	case lies < 0:
		return "The till is short of " + m.Words(-lies)
	}
	return "Nothing in the till"
}

// tillLines sums what is of one kind and has many payers, and lists the rest.
func tillLines(e *show.Meeting, t *show.Till, where *time.Location) (out []TillLine) {
	m := e.Night.Money
	var heads []string
	var sum int64
	for _, l := range t.In {
		if l.For == show.ForHead {
			heads, sum = append(heads, e.Night.PlayerName(l.Who)), sum+l.Paid.Amount
		}
	}
	if len(heads) > 0 {
		out = append(out, TillLine{What: "Table money", By: english.List(heads), Sum: m.Words(sum)})
	}
	words := func(l show.TillLine) TillLine {
		line := TillLine{By: e.Night.PlayerName(l.Who)}
		switch l.For {
		case show.ForPenalty:
			line.What = "Penalty, " + l.Reason
		case show.ForHome:
			line.What = "Going home"
		case show.ForSpent:
			line.What, line.Back = english.Capital(l.Reason), say.EntryNo(l.Spent)
			line.By = "taken out by " + line.By
		default:
			line.What = "Settling up"
		}
		line.By += ", " + l.At.In(where).Format("15:04")
		return line
	}
	for _, l := range t.In {
		if l.For != show.ForHead {
			line := words(l)
			line.Sum = m.Words(l.Paid.Amount)
			out = append(out, line)
		}
	}
	for _, l := range t.Out {
		line := words(l)
		line.Sum = m.Signed(-l.Paid.Amount)
		out = append(out, line)
	}
	return out
}
