package rules

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ouverte/rules/english"
)

// House is a set of house rules (§3), as plain data. Calls stand lowest first: the order is the rank.
//
// ParseHouse reads a set from outside, Check finds what is wrong with one built in code, Scaled plays one at
// N times its amounts.
type House struct {
	ID, Name string
	Money    Money
	Calls    []Rank
	Misery   int64 // the stake of a general misère; 0 where it is that of a solo

	Slam           Slam
	AllPass        AllPass
	Auction        AuctionForm
	Lone           Lone
	RoyalOver      bool // royal is called only over another player's abundance
	RaiseLast      bool // when all others have passed, the caller may still raise
	Trumps         TrumpRule
	DeclaredTrumps DeclaredTrumps
	DeclaredOpen   bool // the hand of a declared is laid open after the first trick
	Packets        Packets
	Shuffler       Shuffler
	Short          Short
	Shuffle        Shuffle
	ShufflePenalty int64
	RevokeTricks   int
	OffenderPays   bool
}

// Rank is one call of a set with what it pays.
type Rank struct {
	Call               Call
	Target             int // the tricks side D must win; 0 for the misères, and for Irish, which has its bid
	Stake, Over, Under int64
	Lost               int64 // what each opponent gets when the call is lost; 0 where it is the stake
	FreeUnder          int   // so many tricks short cost no Under
	Bonus              int64 // what each opponent pays besides when all 13 tricks were really taken
}

// LostStake is what each opponent gets when the call is lost, before any tricks are counted.
func (r *Rank) LostStake() int64 {
	if r.Lost == 0 {
		return r.Stake
	}
	return r.Lost
}

// MiseryStake is the stake of a general misère (§6); 0 where the set can have none.
func (h *House) MiseryStake() int64 {
	if h.Misery != 0 {
		return h.Misery
	}
	solo, _ := h.Rank(Solo)
	return solo.Stake
}

// TricksInDeal is how many tricks every deal has (§1).
const TricksInDeal = 13

// Has tells whether the set has the call.
func (h *House) Has(c Call) bool {
	_, ok := h.Rank(c)
	return ok
}

// Rank finds a call in the set.
func (h *House) Rank(c Call) (Rank, bool) {
	for i := range h.Calls {
		if h.Calls[i].Call == c {
			return h.Calls[i], true
		}
	}
	return Rank{}, false
}

// Scaled returns the same set with all amounts n times as large, 1 ≤ n ≤ 1000.
func (h *House) Scaled(n int) (*House, error) {
	if n < 1 || n > 1000 {
		return nil, Problemf("scale",
			"You can play for the stakes once to a thousand times, not %d times.", n)
	}
	scaled := *h
	scaled.Calls = make([]Rank, len(h.Calls))
	for i, rank := range h.Calls {
		fits := true
		for _, amount := range []*int64{&rank.Stake, &rank.Lost, &rank.Over, &rank.Under, &rank.Bonus} {
			product, ok := times(*amount, int64(n))
			*amount = product
			fits = fits && ok
		}
		if !fits {
			return nil, Problemf("scale", "At %d times the stakes %s would cost more than can be counted.",
				n, Words(nil).within(rank.Call))
		}
		scaled.Calls[i] = rank
	}
	var fits bool
	if scaled.ShufflePenalty, fits = times(h.ShufflePenalty, int64(n)); !fits {
		return nil, Problemf("scale",
			"At %d times the stakes the penalty for shuffling would be more than can be counted.", n)
	}
	if scaled.Misery, fits = times(h.Misery, int64(n)); !fits {
		return nil, Problemf("scale", "At %d times the stakes a general misère would cost more than can be "+
			"counted.", n)
	}
	return &scaled, nil
}

// times and plus tell when a result would wrap. The amounts of a sound set are never below zero.
func times(a, b int64) (int64, bool) {
	if b != 0 && a > math.MaxInt64/b {
		return 0, false
	}
	return a * b, true
}

func plus(a, b int64) (int64, bool) {
	if a > math.MaxInt64-b {
		return 0, false
	}
	return a + b, true
}

// Check finds what makes nonsense of the set.
func (h *House) Check() error {
	if p := h.nonsense(); p != nil {
		return p
	}
	return nil
}

func (h *House) nonsense() *Problem {
	if p := checkText("id", h.ID, 60); p != nil {
		return p
	}
	if p := checkText("name", h.Name, 80); p != nil {
		return p
	}
	if err := h.Money.Check(); err != nil {
		return Problemf("money", "%s", err.Error())
	}
	if p := h.nonsenseInCalls(); p != nil {
		return p
	}
	return h.nonsenseInSwitches()
}

func (h *House) nonsenseInCalls() *Problem {
	if len(h.Calls) == 0 {
		return Problemf("calls", "A set must have at least one call.")
	}
	var seen [CallNumbers]bool
	for i, r := range h.Calls {
		if r.Call.Biddable() && seen[r.Call] {
			return Problemf(fmt.Sprintf("calls[%d].call", i), "The set has %s twice.", Words(nil).within(r.Call))
		}
		if p := r.nonsense(fmt.Sprintf("calls[%d].", i)); p != nil {
			return p
		}
		seen[r.Call] = true
	}
	if !seen[Irish] {
		return nil
	}
	// Irish bids rank among themselves, with misère just above twelve in no trumps (§7): no other call has a
	// place.
	for i, r := range h.Calls {
		at := fmt.Sprintf("calls[%d].call", i)
		switch {
		case r.Call != Irish && r.Call != Misere:
			return Problemf(at, "Beside Irish bids only misère can be called: %s has no rank among them.",
				Words(nil).within(r.Call))
		case r.Call == Misere && i == 0:
			return Problemf(at, "Irish bids begin below misère, so they stand before it.")
		}
	}
	return nil
}

// nonsense finds what is wrong with one call of a set, whose fields are named as at this place.
func (r *Rank) nonsense(at string) *Problem {
	name, counted := Words(nil).within(r.Call), r.Call.Counted()
	switch {
	case r.Call == GeneralMisere:
		return Problemf(at+"call",
			"Nobody calls a general misère: choose it for when all pass.")
	case !r.Call.Biddable():
		return Problemf(at+"call", "%s isn’t something a player can call.", english.Capital(name))
	case counted && (r.Target < 1 || r.Target > TricksInDeal):
		return Problemf(at+"target", "The target of %s must be 1 to 13 tricks, and not %d.", name, r.Target)
	case r.Call == Irish && r.Target != 0:
		return Problemf(at+"target", "The target of an Irish call is the bid, so the set gives it none.")
	case !counted && r.Target != r.Call.UsualTarget():
		return Problemf(at+"target", "The target of %s is always %d and cannot be %d.",
			name, r.Call.UsualTarget(), r.Target)
	}
	return r.nonsenseInAmounts(at, name)
}

// nonsenseInAmounts finds what is wrong with what a call pays and costs.
func (r *Rank) nonsenseInAmounts(at, name string) *Problem {
	counted, costsTricks := r.Call.Counted(), r.Call.Counted() || r.Call.Losing()
	switch {
	case r.Stake < 1:
		return Problemf(at+"stake", "The stake of %s must be above zero.", name)
	case r.Lost < 0:
		return Problemf(at+"lost", lostAboveZero, name)
	case r.Over < 0:
		return Problemf(at+"over", "Each trick over cannot pay less than nothing in %s.", name)
	case r.Under < 0:
		return Problemf(at+"under", "Each trick under cannot cost less than nothing in %s.", name)
	case r.FreeUnder < 0 || r.FreeUnder > TricksInDeal:
		return Problemf(at+"freeUnder", "In %s, 0 to 13 tricks short can be free, not %d.", name, r.FreeUnder)
	case r.Bonus < 0:
		return Problemf(at+"bonus", "All thirteen tricks cannot pay less than nothing in %s.", name)
	case !counted && r.Over != 0:
		return Problemf(at+"over", "Winning %s pays the stake only: tricks over do not count.", name)
	case !counted && r.Bonus != 0:
		return Problemf(at+"bonus", "Winning %s pays the stake only: it has no bonus for all thirteen "+
			"tricks.", name)
	case !costsTricks && r.Under != 0:
		return Problemf(at+"under", "Losing %s costs the stake only: tricks under do not count.", name)
	case !costsTricks && r.FreeUnder != 0:
		return Problemf(at+"freeUnder",
			"Losing %s costs the stake only: tricks under do not count, so none of them can be free.", name)
	}
	return nil
}

const lostAboveZero = "Losing %s must cost something."

func (h *House) nonsenseInSwitches() *Problem {
	for _, c := range choices {
		if value := *c.of(h); !slices.Contains(c.allowed, value) {
			return Problemf(c.field, "The field %s can be %s or %s, and not %s.",
				c.field, strings.Join(c.allowed[:len(c.allowed)-1], ", "), c.allowed[len(c.allowed)-1], Quoted(value))
		}
	}
	switch {
	case h.Misery < 0:
		return Problemf("misery", miseryAboveZero)
	case h.ShufflePenalty < 0:
		return Problemf("shufflePenalty", "The penalty for shuffling cannot be below zero.")
	case h.RevokeTricks < 0 || h.RevokeTricks > TricksInDeal:
		return Problemf("revokeTricks", "A revoke costs 0 to 13 tricks, and not %d.", h.RevokeTricks)
	}
	return h.contradiction()
}

const miseryAboveZero = "The stake of a general misère must be above zero."

// contradiction finds switches that can't hold together in this set (§3). One that merely never comes into
// play is let pass: sets are made by copying others.
func (h *House) contradiction() *Problem {
	switch {
	case h.Slam == SlamDoublesOver && !h.Has(Prop):
		return Problemf("slam", "Only a proposal doubles for a slam, and this set has none.")
	case h.AllPass.Played() && h.Misery == 0 && !h.Has(Solo):
		return Problemf("allPass", "A general misère is paid at a stake of its own or at that of a solo, "+
			"and this set has neither.")
	case h.RoyalOver && !h.Has(Abundance):
		return Problemf("royalOver", "Royal abundance can only be called over an abundance, and this set has no "+
			"abundance.")
	case h.RoyalOver && !h.Has(Royal):
		return Problemf("royalOver", "This set has no royal abundance to call over an abundance.")
	case h.RoyalOver && h.rungOf(Royal) < h.rungOf(Abundance):
		return Problemf("royalOver",
			"Royal abundance stands below abundance in this set, so it cannot be called over one.")
	case h.RaiseLast && h.Auction != AuctionOpen:
		return Problemf("raiseLast", "Where everyone speaks once, the caller has no last word to raise with.")
	case h.Short == ShortDummy && slices.ContainsFunc(h.Calls, func(r Rank) bool {
		return r.Call != Irish && r.Call != Misere
	}):
		return Problemf("short", "An open fourth hand goes with Irish bids and misère only, and this set has "+
			"other calls.")
	}
	return nil
}

// rungOf is where in the ladder of the set a call stands, from 0; −1 where the set doesn't have it.
func (h *House) rungOf(c Call) int {
	return slices.IndexFunc(h.Calls, func(r Rank) bool { return r.Call == c })
}

// Played tells whether a general misère is played when all pass (§6).
func (a AllPass) Played() bool { return a == LastTrick || a == Fewest || a == FiveOrFour }

// checkText refuses text that cannot be read on a screen or a printed sheet.
func checkText(field, text string, most int) *Problem {
	if strings.TrimSpace(text) == "" {
		return Problemf(field, "The %s of a set cannot be empty.", field)
	}
	if n := utf8.RuneCountInString(text); n > most {
		return Problemf(field, "The %s of a set has at most %d characters; this one has %d.", field, most, n)
	}
	for _, r := range text {
		if Unreadable(r) {
			return Problemf(field, "The %s of a set cannot have control characters in it.", field)
		}
	}
	return nil
}

// Unreadable tells whether a character has no place in text on a screen: a control character, a broken one,
// or one that turns the direction of the text around it.
func Unreadable(r rune) bool {
	switch {
	case unicode.IsControl(r), r == utf8.RuneError, r == '\u2028', r == '\u2029',
		r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069':
		return true
	}
	return false
}
