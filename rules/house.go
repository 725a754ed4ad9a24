package rules

import (
	"fmt"
	"math"
	"slices"
	"strconv"
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

	Slam           Slam
	AllPass        AllPass
	Auction        AuctionForm
	Trumps         TrumpRule
	DeclaredTrumps DeclaredTrumps
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
}

// The switches of a set, as the wire spells them.
type (
	Slam           string
	AllPass        string
	AuctionForm    string
	TrumpRule      string
	DeclaredTrumps string
	Shuffle        string
)

const (
	SlamPlain       Slam = "plain"
	SlamDoublesOver Slam = "doubles-over"

	ThrowIn    AllPass = "throw-in"
	Goulash    AllPass = "goulash"
	LastTrick  AllPass = "last-trick"
	Fewest     AllPass = "fewest"
	FiveOrFour AllPass = "five-or-four"

	AuctionOpen        AuctionForm = "open"
	AuctionSingle      AuctionForm = "single"
	AuctionEldestTwice AuctionForm = "eldest-twice"

	TrumpsTurnUp     TrumpRule = "turn-up"
	TrumpsSecondPack TrumpRule = "second-pack"
	TrumpsCycle      TrumpRule = "cycle"
	TrumpsCycleNT    TrumpRule = "cycle-nt"

	DeclaredNone   DeclaredTrumps = "none"
	DeclaredChosen DeclaredTrumps = "chosen"

	ShuffleAlways         Shuffle = "always"
	ShuffleAfterAbundance Shuffle = "after-abundance"
	ShuffleNever          Shuffle = "never"
)

// defaults has what a set says where it says nothing (§3).
var defaults = House{
	Money: Units, Slam: SlamPlain, AllPass: ThrowIn, Auction: AuctionOpen, Trumps: TrumpsTurnUp,
	DeclaredTrumps: DeclaredNone, Shuffle: ShuffleAlways, RevokeTricks: 3, OffenderPays: true,
}

// choices are the switches: the field on the wire, where a set keeps it, and what it can be.
var choices = []struct {
	field   string
	of      func(*House) *string
	allowed []string
}{
	{"slam", func(h *House) *string { return (*string)(&h.Slam) }, spelt(SlamPlain, SlamDoublesOver)},
	{"allPass", func(h *House) *string { return (*string)(&h.AllPass) },
		spelt(ThrowIn, Goulash, LastTrick, Fewest, FiveOrFour)},
	{"auction", func(h *House) *string { return (*string)(&h.Auction) },
		spelt(AuctionOpen, AuctionSingle, AuctionEldestTwice)},
	{"trumps", func(h *House) *string { return (*string)(&h.Trumps) },
		spelt(TrumpsTurnUp, TrumpsSecondPack, TrumpsCycle, TrumpsCycleNT)},
	{"declaredTrumps", func(h *House) *string { return (*string)(&h.DeclaredTrumps) },
		spelt(DeclaredNone, DeclaredChosen)},
	{"shuffle", func(h *House) *string { return (*string)(&h.Shuffle) },
		spelt(ShuffleAlways, ShuffleAfterAbundance, ShuffleNever)},
}

func spelt[T ~string](of ...T) (out []string) {
	for _, w := range of {
		out = append(out, string(w))
	}
	return out
}

// choice finds where a set keeps the switch of a field; nil if there is none.
func (h *House) choice(field string) *string {
	for _, c := range choices {
		if c.field == field {
			return c.of(h)
		}
	}
	return nil
}

// Switch returns the switch of a field as the wire spells it; empty if there is none.
func (h *House) Switch(field string) string {
	if field == "offenderPays" {
		return strconv.FormatBool(h.OffenderPays)
	}
	if c := h.choice(field); c != nil {
		return *c
	}
	return ""
}

// SetSwitch sets the switch of a field; Check finds what it cannot be.
func (h *House) SetSwitch(field, value string) {
	if field == "offenderPays" {
		h.OffenderPays = value != "false"
	} else if c := h.choice(field); c != nil {
		*c = value
	}
}

// fillIn gives every switch that is left empty its value of §3.
func (h *House) fillIn() {
	if h.Money == "" {
		h.Money = defaults.Money
	}
	for _, c := range choices {
		if of := c.of(h); *of == "" {
			*of = *c.of(&defaults)
		}
	}
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
			"The stakes are played once to a thousand times; %d times is not possible.", n)
	}
	scaled := *h
	scaled.Calls = make([]Rank, len(h.Calls))
	for i, rank := range h.Calls {
		fits := true
		for _, amount := range []*int64{&rank.Stake, &rank.Over, &rank.Under} {
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
	penalty, ok := times(h.ShufflePenalty, int64(n))
	if !ok {
		return nil, Problemf("scale",
			"At %d times the stakes the penalty for shuffling would be more than can be counted.", n)
	}
	scaled.ShufflePenalty = penalty
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
			return Problemf(at, "Beside Irish bids only misère can be called: there is no rank for %s among them.",
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
			"A general misère is not called: it is what can be played when all pass, and is chosen there.")
	case !r.Call.Biddable():
		return Problemf(at+"call", "%s is nothing a player can call.", english.Capital(name))
	case counted && (r.Target < 1 || r.Target > TricksInDeal):
		return Problemf(at+"target", "The target of %s must be 1 to 13 tricks, and not %d.", name, r.Target)
	case r.Call == Irish && r.Target != 0:
		return Problemf(at+"target", "The target of an Irish call is the bid, so the set gives it none.")
	case !counted && r.Target != r.Call.UsualTarget():
		return Problemf(at+"target", "The target of %s is always %d and cannot be %d.",
			name, r.Call.UsualTarget(), r.Target)
	case r.Stake < 1:
		return Problemf(at+"stake", "The stake of %s must be above zero.", name)
	case r.Over < 0:
		return Problemf(at+"over", "What %s pays for each trick over cannot be below zero.", name)
	case r.Under < 0:
		return Problemf(at+"under", "What %s costs for each trick under cannot be below zero.", name)
	case !counted && r.Over != 0:
		return Problemf(at+"over", "Winning %s pays the stake only: tricks over do not count.", name)
	case !counted && r.Under != 0:
		return Problemf(at+"under", "Losing %s costs the stake only: tricks under do not count.", name)
	}
	return nil
}

func (h *House) nonsenseInSwitches() *Problem {
	for _, c := range choices {
		if value := *c.of(h); !slices.Contains(c.allowed, value) {
			return Problemf(c.field, "The field %s can be %s or %s, and not %s.",
				c.field, strings.Join(c.allowed[:len(c.allowed)-1], ", "), c.allowed[len(c.allowed)-1], Quoted(value))
		}
	}
	switch {
	case h.Slam == SlamDoublesOver && !h.Has(Prop):
		return Problemf("slam", "Only a proposal doubles for a slam, and this set has none.")
	case h.AllPass.Played() && !h.Has(Solo):
		return Problemf("allPass", "A general misère is paid at the stake of a solo, and this set has no solo.")
	case h.Shuffle == ShuffleAfterAbundance && !h.Has(Abundance):
		return Problemf("shuffle", "This set has no abundance to shuffle after; say never instead.")
	case h.ShufflePenalty < 0:
		return Problemf("shufflePenalty", "The penalty for shuffling cannot be below zero.")
	case h.RevokeTricks < 0 || h.RevokeTricks > TricksInDeal:
		return Problemf("revokeTricks", "A revoke costs 0 to 13 tricks, and not %d.", h.RevokeTricks)
	}
	return nil
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
