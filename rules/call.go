package rules

import (
	"fmt"
	"slices"
)

// Call is one of the things a deal can come to (§2). The zero Call is no call at all.
//
// Books keep these numbers: none of them ever changes, and a new call takes the next free one.
type Call uint8

const (
	NoCall        Call = 0
	Prop          Call = 1
	Solo          Call = 2
	Misere        Call = 3
	Abundance     Call = 4
	Royal         Call = 5
	PetitSlam     Call = 6
	MisereOuverte Call = 7
	Declared      Call = 8
	GrandSlam     Call = 9
	Irish         Call = 10
	GeneralMisere Call = 11
	Passed        Call = 12
	Void          Call = 13
)

// calls are all of them in the order of §2, in which pages list them.
var calls = [...]Call{
	Prop, Solo, Misere, Abundance, Royal, PetitSlam, MisereOuverte, Declared, GrandSlam, Irish,
	GeneralMisere, Passed, Void,
}

// contest is who plays against whom, and for what.
type contest uint8

const (
	uncalled contest = iota // nobody called: all have passed, or the deal is void
	pair                    // two against two, to win tricks
	alone                   // one against all, to win tricks
	losing                  // one against all, to win none
)

// source is where the trumps of a call come from.
type source uint8

const (
	noTrumps   source = iota
	turnedUp          // the turned suit
	chosen            // the caller's suit
	asTheHouse        // none or the caller's suit: DeclaredTrumps says which
	asBid             // the bid names them
)

// facts has a row for each call: its id; its name on a button, within a sentence ("makes the proposal") and
// after an article ("no proposal"); and what §2 and §4 say of it.
var facts = [...]struct {
	id, name, within, noun string
	contest                contest
	trumps                 source
	target                 int  // the tricks §2 fixes; 0 where the bid is the target
	counted                bool // over- and under-tricks count, and a set may have another target (§4)
}{
	Prop:          {"prop", "Prop & cop", "the proposal", "proposal", pair, turnedUp, 8, true},
	Solo:          {"solo", "Solo", "solo", "solo", alone, turnedUp, 5, true},
	Misere:        {"misere", "Misère", "misère", "misère", losing, noTrumps, 0, false},
	Abundance:     {"abundance", "Abundance", "abundance", "abundance", alone, chosen, 9, true},
	Royal:         {"royal", "Royal", "royal abundance", "royal abundance", alone, turnedUp, 9, true},
	PetitSlam:     {"petit-slam", "Petit slam", "the petit slam", "petit slam", alone, chosen, 12, true},
	MisereOuverte: {"misere-ouverte", "Open misère", "open misère", "open misère", losing, noTrumps, 0, false},
	Declared:      {"declared", "Declared", inFull, inFull, alone, asTheHouse, 13, false},
	GrandSlam:     {"grand-slam", "Grand slam", "the grand slam", "grand slam", alone, chosen, 13, false},
	Irish:         {"irish", "Irish", "the Irish bid", "Irish bid", alone, asBid, 0, false},
	GeneralMisere: {"general-misere", "Misery", "the misery", "general misère", uncalled, noTrumps, 0, false},
	Passed:        {"passed", "All passed", "all passed", "all passed", uncalled, noTrumps, 0, false},
	Void:          {"void", "Void", "void", "void", uncalled, noTrumps, 0, false},
}

const inFull = "abundance declared"

// CallNumbers is one more than the highest number of a call: the length of an array with a place for each.
const CallNumbers = len(facts)

// Calls lists all calls in the order of §2.
func Calls() []Call { return slices.Clone(calls[:]) }

// BiddableCalls lists those of them a player can call.
func BiddableCalls() []Call { return slices.Clone(biddable) }

var biddable = slices.Clip(slices.DeleteFunc(Calls(), func(c Call) bool { return !c.Biddable() }))

// known tells whether there is such a call.
func (c Call) known() bool { return c != NoCall && int(c) < CallNumbers }

// String returns the id of the call, as the wire and the book write it.
func (c Call) String() string {
	if int(c) < CallNumbers {
		return facts[c].id
	}
	return fmt.Sprintf("Call(%d)", uint8(c))
}

// ParseCall finds the call with this id.
func ParseCall(id string) (Call, bool) {
	for _, c := range calls {
		if facts[c].id == id {
			return c, true
		}
	}
	return NoCall, false
}

// MarshalText writes the id.
func (c Call) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads an id.
func (c *Call) UnmarshalText(b []byte) error {
	got, ok := ParseCall(string(b))
	if !ok {
		return fmt.Errorf("%q is not a call", b)
	}
	*c = got
	return nil
}

// Biddable tells whether a player can call it, so that it can stand in a set of house rules.
func (c Call) Biddable() bool { return c.known() && facts[c].contest != uncalled }

// Alone tells whether the caller plays alone against all, to win tricks.
func (c Call) Alone() bool { return c.known() && facts[c].contest == alone }

// Losing tells whether the caller plays alone against all, to win no trick: a misère that somebody called.
func (c Call) Losing() bool { return c.known() && facts[c].contest == losing }

// CallerLeads tells whether the caller leads to the first trick, and not eldest (§8).
func (c Call) CallerLeads() bool { return c == Declared || c == GrandSlam }

// UsualTarget is the number of tricks §2 fixes for the call; 0 for the misères, and for Irish, which has its
// bid.
func (c Call) UsualTarget() int {
	if !c.known() {
		return 0
	}
	return facts[c].target
}

// Counted tells whether over- and under-tricks of the call count (§4): its target may then be the set's own.
func (c Call) Counted() bool { return c.known() && facts[c].counted }
