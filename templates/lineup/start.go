package lineup

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"ouverte/ledger/face"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/say"
	"ouverte/templates/ui"
)

// StartView is the page that starts a night: the nights in progress, the same again, and the form of a new
// one. Every tap in the form is a submit button that brings the whole form back, a step further; with htmx it
// is swapped in place. So the page needs no script of its own, and the address holds the choices so far.
type StartView struct {
	Open     []OpenNight
	More     bool            // others are in progress, too
	Turned   templ.Component // a season that has ended; nil: none to tell of
	Begins   bool            // the next can begin: its key is the gold one
	Again    *SameAgain
	Fold     bool   // nights are in progress: the form waits behind a line
	Empty    bool   // a copy may take the place of the book, in which nothing was written
	LetIn    string // at the keeper's machine, from where the tablet may be let in: this page as it is
	Names    Names
	Seats    []Seat
	*Several            // nil where they are one table
	Still    []ui.Still // who of them sits elsewhere
	Former   string     // what is open from former evenings between them
	Picked   int        // the seat that waits for another to change with
	Dealer   string
	Drawn    bool // the dealer by lot
	House    string
	Houses   []HouseChoice
	PlayFor
	Scale  string
	Wishes Wishes
	Key    string
	Says   ui.Says
}

// OpenNight is a night in progress, one big button.
type OpenNight struct {
	show.NightLine
	Who   string      // plays, where two are open on one day
	Where string      // the house rules and how far it is
	Whole *show.Night // nil where many nights are open, and each has one line
}

// leads says who does: "Dan leads, 9s 9d up".
func leads(m rules.Money, who []show.Person, up int64) string {
	names := make([]string, len(who))
	for i, p := range who {
		names[i] = p.Name
	}
	return fmt.Sprintf("%s %s, %s up", english.List(names), english.Verb(len(names), "leads", "lead"),
		m.Words(up))
}

// latest is the last deal in a sentence.
func latest(n *show.Night) string {
	return fmt.Sprintf("Deal %d: %s", n.Deals[0].Nth, say.DealSentence(n, n.Deals[0]))
}

// SameAgain starts last time's line-up in one tap.
type SameAgain struct {
	Faces    []face.Face
	Who, How string   // "Ann, Bob, Cat and Dan", "Hoyle; Cat deals"
	Former   string   // what is open from former evenings between them
	Asks     bool     // they are more than one table has places for: the form asks who plays
	With     string   // where it does
	Sends    []string // names and values in turn
}

// HouseChoice is a set of house rules: what it is played for, its best known stakes, and what it has besides.
type HouseChoice struct {
	ID, Name, Line, OwnRules string
	Money                    rules.Money
}

// moneys are what the sets are played for, in the order of the sets.
func (v StartView) moneys() (out []rules.Money) {
	for _, h := range v.Houses {
		if !slices.Contains(out, h.Money) {
			out = append(out, h.Money)
		}
	}
	return out
}

// ready tells whether one table lacks nothing, and several nothing that is known before Start.
func (v StartView) ready() bool {
	return v.wrong() == "" && (v.Several != nil || len(v.Seats) >= 3 && v.dealerName() != "")
}

// wrong is the first sentence that refuses a field, for the foot; the field itself may be out of sight.
func (v StartView) wrong() string {
	for _, field := range []string{"newname", "seats", "dealer", "called", "tables", "first", "per", "minutes",
		"rounds", "moves", "solo", "scale", "house", "name", "date"} {
		if s := v.Says[field]; s != "" {
			return s
		}
	}
	return ""
}

func (v StartView) sends() []string {
	var out []string
	for _, s := range v.Seats {
		out = append(out, "seats", s.Value)
	}
	out = append(out, "picked", strconv.Itoa(v.Picked), "dealer", v.Dealer, "scale", v.Scale)
	if v.Drawn {
		out = append(out, "drawn", "on")
	}
	return append(append(out, v.Several.sends()...), "key", v.Key)
}

func (v StartView) dealerName() string {
	for _, s := range v.Seats {
		if s.Value == v.Dealer {
			return s.Name
		}
	}
	return ""
}

// middle is what the middle of the table says: always the next thing to do.
func (v StartView) middle() (string, string) {
	switch n := len(v.Seats); {
	case v.Picked > n && n > 0:
		return "Who sits here?", "tap a name"
	case v.Picked > 0 && v.Picked <= n:
		return "Swap with…", "tap another place"
	case n == 0 && v.Names.First:
		return "Clockwise", "name by name"
	case n == 0:
		return "Clockwise", "tap the names"
	case n < 3:
		return "And then?", "on the left of " + v.Seats[n-1].Name
	case n == 3:
		return "Three play", "or tap a fourth"
	case n == 4:
		return "Four play", "or tap a fifth"
	}
	return "Five sit", "one rests each deal"
}

// sitting says who sits, for those who only hear the page.
func sitting(seats []Seat) string {
	if len(seats) == 0 {
		return ""
	}
	names := make([]string, len(seats))
	for i, s := range seats {
		names[i] = s.Name
	}
	return fmt.Sprintf("%s %s.", english.List(names), english.Verb(len(names), "sits", "sit"))
}

// asks is what the heading asks for.
func (v StartView) asks() string {
	switch {
	case v.Several != nil:
		return v.Several.asks()
	case v.Names.First:
		return "Type the names as you sit, going round with the clock."
	case len(v.Seats) < 2:
		return "Tap the names as you sit, going round with the clock."
	}
	return "Tap two places to swap them. Tap a name again to let somebody go."
}

// summary says what would be started, or what is missing.
func (v StartView) summary() (what, deals string) {
	what = strings.TrimSpace(v.Wishes.Name + " for " + english.Number(len(v.Seats)))
	if v.Several != nil {
		stake := ""
		for _, one := range v.PlayFor.Stakes {
			if one.On {
				stake = english.Small(v.PlayFor.Asks) + " " + one.Words
			}
		}
		return what, v.Several.summary(stake)
	}
	switch dealer := v.dealerName(); {
	case len(v.Seats) < 3:
		return v.Wishes.Name, "At least three must sit at the table."
	case dealer == "":
		return what, "Who deals first?"
	case v.Drawn:
		return what, dealer + " was drawn and deals first."
	default:
		return what, dealer + " deals first."
	}
}
