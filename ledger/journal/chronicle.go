// Package journal tells a book in words: as a table for a spreadsheet, and as journals for accountants'
// programs. It reads a Book, which is a state and the entries it was made of.
package journal

import (
	"fmt"
	"strconv"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/state"
	"ouverte/rules"
)

type Book struct {
	State *state.State
	Zone  *time.Location                       // of the days, as the book's pages have them
	Each  func(func(*chain.Entry) error) error // gives all entries of the state in order
}

// chronicle tells of the entries in words, in the order they come. It names people as the book's pages do:
// players who are one person at the time of the export are one account throughout, also in entries from
// before they were joined, and players who were parted again are two throughout. A reversal so always moves
// the accounts of the entry it takes back.
type chronicle struct {
	*Book
	names  *people.Roster
	in     chain.Reader
	nights map[chain.NightID]string // what they are called after an entry
}

func (b *Book) chronicle() *chronicle {
	return &chronicle{Book: b, names: b.State.Names(), nights: map[chain.NightID]string{}}
}

func (c *chronicle) noteName(night chain.NightID, said chain.Body) {
	at := c.nights[night]
	switch b := said.(type) {
	case *chain.Night:
		at = b.Name
	case *chain.Meeting:
		at = b.Name
	case *chain.Edit:
		if b.Name != nil {
			at = *b.Name
		}
	default:
		return
	}
	c.nights[night] = at
}

type event struct {
	date    string // of the night, as it was put right at last; on the slate, when it was written
	evening string // the night's name
	text    string
	deal    chain.DealID
	nets    []net // what it moved, by account; never zero
}

type net struct {
	player chain.PlayerID
	name   string
	amount int64
}

func (c *chronicle) eventOf(e *chain.Entry) (event, error) {
	t := event{date: e.Time().In(c.Zone).Format(time.DateOnly)}
	said, err := c.in.Decode(e.Kind, e.Body)
	if err != nil {
		return t, err
	}
	c.noteName(e.Night, said)
	var money rules.Money
	night := c.State.Resolve(e.Night)
	if night != nil {
		t.date, t.evening, money = night.Date, c.nights[e.Night], night.Money()
	}
	if b, ok := said.(*chain.Deal); ok {
		_, t.deal = b.About(e.Seq)
		if t.text, err = c.tellDeal(night, b); err != nil {
			return t, err
		}
	} else {
		text, reason := said.Tell(chain.At{Kind: e.Kind, Money: money}, c.names.Name)
		if e.Kind == chain.KindReversal {
			text = fmt.Sprintf("Entry %d withdrawn", e.Reverses)
		}
		if t.text = text; reason != "" {
			t.text += ": " + reason
		}
	}
	for _, m := range e.Transfers {
		t.add(c.names.Who(m.From), -m.Amount)
		t.add(c.names.Who(m.To), m.Amount)
	}
	kept := t.nets[:0]
	for _, n := range t.nets {
		if n.amount != 0 {
			n.name = c.names.Name(n.player)
			kept = append(kept, n)
		}
	}
	t.nets = kept
	return t, nil
}

func (c *chronicle) tellDeal(night *state.ResolvedNight, b *chain.Deal) (string, error) {
	d, chairs, err := b.Read()
	if err != nil {
		return "", err
	}
	result, err := rules.Settle(night.Stakes, &d)
	if err != nil {
		return "", err
	}
	told := rules.Explain(night.Stakes, &d, &result, c.names.Names(chairs), night.Words())
	return rules.Plain(told.Sentence()), nil
}

func (t *event) add(p chain.PlayerID, amount int64) {
	for i := range t.nets {
		if t.nets[i].player == p {
			t.nets[i].amount += amount
			return
		}
	}
	t.nets = append(t.nets, net{player: p, amount: amount})
}

// moneyOf is the money an entry moved. An entry moves one money only.
func moneyOf(f *chain.Entry) rules.Money {
	if len(f.Transfers) == 0 {
		return ""
	}
	return f.Transfers[0].Money
}

func decimal(amount int64, places int) string {
	s := strconv.FormatInt(amount, 10)
	if places == 0 {
		return s
	}
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
	}
	for len(s) <= places {
		s = "0" + s
	}
	return sign + s[:len(s)-places] + "." + s[len(s)-places:]
}
