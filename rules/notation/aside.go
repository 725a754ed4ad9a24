package notation

import (
	"strings"

	"ouverte/rules"
)

// AsideKind is what else happens on an evening and stands on its paper sheet between the deals.
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

var asideWords = map[string]AsideKind{
	"join": Joins, "joins": Joins, "leave": Leaves, "leaves": Leaves, "penalty": Penalty,
}

// ParseAside reads a line that is no deal; ok is false where it doesn't begin like one, and Parse should have
// it.
//
//	join eve                          Eve sits down, after the last
//	join eve after ann                on Ann's left
//	leave dan                         Dan gets up
//	penalty cat 6d kitty talked       Cat pays sixpence into the kitty, for talking
//	penalty cat 6d others             sixpence to each of the others
//
// names are those at the table, by seat, and others who else may sit down. An amount with a space in it
// stands between "quotation marks".
func ParseAside(money rules.Money, names, others []string, line string) (a Aside, ok bool, err error) {
	r := reader{names: names}
	r.split(line)
	if a.Kind, ok = asideWords[r.peek().is()]; !ok {
		return a, false, nil
	}
	r.next()
	switch a.Kind {
	case Joins:
		r.joins(&a, others)
	case Leaves:
		a.Who = int(r.name("who gets up")) - 1
	case Penalty:
		r.penalty(&a, money)
	}
	if len(r.words) > 0 {
		r.notUnderstood(r.peek())
	}
	if r.bad != nil {
		return Aside{}, true, r.bad
	}
	return a, true, nil
}

func (r *reader) joins(a *Aside, others []string) {
	table, w := r.names, r.peek()
	here, known := find(table, w), find(others, w)
	switch {
	case w == (word{}):
	case len(here) == 1 && len(known) != 1:
		r.refuse("line", "%s sits at the table already.", rules.Quoted(w.text))
	case len(known) == 0 && len(r.words) == 1:
		r.refuse("line", "Nobody by that name is in the book yet. Seat them once under People, then type on.")
	}
	r.names = others
	a.Who = int(r.name("who sits down")) - 1
	r.names = table
	if r.peek().is() == "after" {
		r.next()
		a.After = r.name("on whose left")
	}
}

func (r *reader) penalty(a *Aside, money rules.Money) {
	a.Who = int(r.name("who pays")) - 1
	w := r.next()
	if w == (word{}) {
		r.refuse("amount", "Say how much, then kitty or others.")
	}
	amount, err := money.Parse(w.text)
	switch {
	case err != nil:
		r.refuse("amount", "%s", err.Error())
	case amount <= 0:
		r.refuse("amount", "A penalty is more than nothing.")
	}
	a.Amount = amount
	to := r.next().is()
	if a.Kitty = to == "kitty"; !a.Kitty && to != "others" {
		r.refuse("to", "Say after the amount whether it goes to the kitty or to each of the others: "+
			"kitty, or others.")
	}
	var reason []string
	for len(r.words) > 0 {
		reason = append(reason, r.next().text)
	}
	a.Reason = strings.Join(reason, " ")
}
