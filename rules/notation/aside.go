package notation

import (
	"strings"

	"ouverte/rules"
)

// What else happens on an evening and stands on its paper sheet between the deals.

// AsideKind is one of the next three.
type AsideKind uint8

const (
	Joins   AsideKind = iota + 1 // somebody sits down
	Leaves                       // somebody gets up
	Penalty                      // somebody pays one
)

// Aside is a line of the players' notation that is no deal.
type Aside struct {
	Kind   AsideKind
	Who    int        // Joins: which of the others, from 0; else which of those at the table
	After  rules.Seat // Joins: on whose left, if that was said
	Amount int64
	Kitty  bool // Penalty: into the kitty, else to each of the others
	Reason string
}

var asideWords = map[string]AsideKind{"join": Joins, "joins": Joins, "leave": Leaves, "leaves": Leaves, "penalty": Penalty}

// ParseAside reads a line that is no deal; ok is false where it doesn't begin like one, and Parse should have it.
//
//	join eve                          Eve sits down, after the last
//	join eve after ann                on Ann's left
//	leave dan                         Dan gets up
//	penalty cat 6d kitty talked       Cat pays sixpence into the kitty, for talking
//	penalty cat 6d others             sixpence to each of the others
//
// names are those at the table, by seat, and others who else may sit down. An amount with a space in it stands between
// "quotation marks". Errors are *Problem.
func ParseAside(money rules.Money, names, others []string, line string) (a Aside, ok bool, err error) {
	r := lineReader{names: names}
	if p := r.split(line); p != nil {
		return a, false, nil // an open quotation mark is told by Parse
	}
	if a.Kind, ok = asideWords[r.peek().is()]; !ok {
		return a, false, nil
	}
	r.next()
	var p *rules.Problem
	switch a.Kind {
	case Joins:
		p = r.joins(&a, others)
	case Leaves:
		var seat rules.Seat
		seat, p = r.name("who gets up")
		a.Who = int(seat) - 1
	case Penalty:
		p = r.penalty(&a, money)
	}
	if p == nil && len(r.words) > 0 {
		p = rules.Problemf("line", "%s is not understood there.", rules.Quoted(r.peek().text))
	}
	if p != nil {
		return Aside{}, true, p
	}
	return a, true, nil
}

func (r *lineReader) joins(a *Aside, others []string) *rules.Problem {
	table := r.names
	r.names = others
	if len(r.words) > 0 {
		if _, here := (&lineReader{names: table, words: r.words[:1:1]}).name(""); here == nil {
			if _, also := (&lineReader{names: others, words: r.words[:1:1]}).name(""); also != nil {
				return rules.Problemf("line", "%s sits at the table already.", rules.Quoted(r.peek().text))
			}
		}
	}
	who, p := r.name("who sits down")
	if p != nil {
		if len(r.words) == 0 && strings.HasPrefix(p.Sentence, "Nobody at the table") {
			return rules.Problemf("line", "Nobody by that name is in the book yet. Seat them once under People, then type on.")
		}
		return p
	}
	a.Who = int(who) - 1
	r.names = table
	if r.peek().is() != "after" {
		return nil
	}
	r.next()
	a.After, p = r.name("on whose left")
	return p
}

func (r *lineReader) penalty(a *Aside, money rules.Money) *rules.Problem {
	seat, p := r.name("who pays")
	if p != nil {
		return p
	}
	a.Who = int(seat) - 1
	word := r.next()
	if word == (lineWord{}) {
		return rules.Problemf("amount", "Say how much, then kitty or others.")
	}
	amount, err := money.Parse(word.text)
	if err != nil {
		return rules.Problemf("amount", "%s", err.Error())
	}
	if amount <= 0 {
		return rules.Problemf("amount", "A penalty is more than nothing.")
	}
	a.Amount = amount
	switch r.next().is() {
	case "kitty":
		a.Kitty = true
	case "others":
	default:
		return rules.Problemf("to", "Say after the amount whether it goes to the kitty or to each of the others: kitty, or others.")
	}
	var reason []string
	for len(r.words) > 0 {
		reason = append(reason, r.next().text)
	}
	a.Reason = strings.Join(reason, " ")
	return nil
}
