package notation

import (
	"strings"

	"ouverte/rules"
)

// AsideKind is what else happens on an evening and stands on its paper sheet between the deals.
type AsideKind uint8

const (
	Joins      AsideKind = iota + 1 // somebody sits down
	Leaves                          // somebody gets up
	Penalty                         // somebody pays one
	Bet                             // somebody pays one to another player
	Correction                      // something is put right between two players
)

// Aside is a line of the players' notation that is no deal.
type Aside struct {
	Kind   AsideKind
	Who    int        // Joins: which of the others, from 0; else which of those at the table
	After  rules.Seat // Joins: on whose left, if that was said
	Amount int64
	To     rules.Seat // who gets it; 0 is the kitty or each of the others
	Kitty  bool       // Penalty: into the kitty
	Reason string
}

var asideWords = map[string]AsideKind{
	"join": Joins, "joins": Joins, "leave": Leaves, "leaves": Leaves, "penalty": Penalty, "bet": Bet,
	"correction": Correction,
}

// ParseAside reads a line that is no deal; ok is false where it doesn't begin like one, and Parse should have
// it.
//
//	join eve                          Eve sits down, after the last
//	join eve after ann                on Ann's left
//	leave dan                         Dan gets up
//	penalty cat 6d kitty talked       Cat pays sixpence into the kitty, for talking
//	penalty cat 6d others             sixpence to each of the others
//	penalty cat 6d dan                sixpence to Dan
//	bet cat 6d dan                    Cat lost a bet of sixpence to Dan
//	correction cat 6d dan miscounted  sixpence from Cat to Dan, to put something right
//
// names are those at the table, by seat; others is who else may sit down, and is asked only where somebody
// joins. An amount is read as the house reads one that is typed; with a space in it, it stands between
// "quotation marks".
func ParseAside(h *rules.House, names []string, others func() []string, line string) (
	a Aside, ok bool, err error,
) {
	r := reader{names: names}
	r.split(line)
	if a.Kind, ok = asideWords[r.peek().is()]; !ok {
		return a, false, nil
	}
	r.next()
	switch a.Kind {
	case Joins:
		r.joins(&a, others())
	case Leaves:
		a.Who = int(r.name("who gets up")) - 1
	case Penalty, Bet, Correction:
		r.pays(&a, h)
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

// pays reads who pays how much to whom, and what for.
func (r *reader) pays(a *Aside, h *rules.House) {
	a.Who = int(r.name("who pays")) - 1
	w := r.next()
	if w == (word{}) && a.Kind == Penalty {
		r.refuse("amount", "Say how much, then kitty, others or a name.")
	} else if w == (word{}) {
		r.refuse("amount", "Say how much, then who gets it.")
	}
	amount, err := h.ParseAmount(w.text)
	switch {
	case err != nil:
		r.refuse("amount", "%s", err.Error())
	case amount <= 0:
		r.refuse("amount", "The amount is more than nothing.")
	}
	a.Amount = amount
	r.paid(a)
	var reason []string
	for len(r.words) > 0 {
		reason = append(reason, r.next().text)
	}
	a.Reason = strings.Join(reason, " ")
}

// paid reads who gets it. Only a penalty goes into the kitty, or to each of the others.
func (r *reader) paid(a *Aside) {
	to := r.peek()
	switch {
	case a.Kind == Penalty && (to.is() == "kitty" || to.is() == "others"):
		r.next()
		a.Kitty = to.is() == "kitty"
		return
	case to == (word{}) && a.Kind == Penalty:
		r.refuse("to", "Say after the amount who gets it: kitty, others or a name.")
	case to == (word{}):
		r.refuse("to", "Say after the amount who gets it.")
	case (to.is() == "kitty" || to.is() == "others") && len(find(r.names, to)) == 0:
		r.refuse("to", "A bet or a correction goes to one other player: say who after the amount.")
	}
	if a.To = r.name("who gets it"); a.To != 0 && a.To == rules.Seat(a.Who+1) {
		r.refuse("to", "%s can’t pay to themselves.", r.names[a.Who])
	}
}
