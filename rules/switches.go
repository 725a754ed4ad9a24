package rules

import "strconv"

// The switches of a set, as the wire spells them.
type (
	Slam           string
	AllPass        string
	AuctionForm    string
	TrumpRule      string
	DeclaredTrumps string
	Shuffle        string
	Lone           string // what a proposal nobody accepted may become
	Packets        string
	Shuffler       string
	Short          string // what three at the table do about the pack
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

	LoneRaise    Lone = "raise"
	LoneSolo     Lone = "solo"
	LoneThrownIn Lone = "thrown-in"

	PacketsThrees       Packets = "threes"
	PacketsRotatingFour Packets = "rotating-four"
	PacketsOnes         Packets = "ones"

	ShufflerDealer Shuffler = "dealer"
	ShufflerLeft   Shuffler = "left"

	ShortStrip    Short = "strip"
	ShortDropSuit Short = "drop-suit"
	ShortDummy    Short = "dummy"
)

// defaults has what a set says where it says nothing (§3), but for Lone, which goes by the form of auction.
var defaults = House{
	Money: Units, Slam: SlamPlain, AllPass: ThrowIn, Auction: AuctionOpen, Trumps: TrumpsTurnUp,
	DeclaredTrumps: DeclaredNone, Packets: PacketsThrees, Shuffler: ShufflerDealer, Short: ShortStrip,
	Shuffle: ShuffleAlways, RevokeTricks: 3, OffenderPays: true,
}

// usualLone is what a proposal nobody accepted may become where a set does not say.
func (h *House) usualLone() Lone {
	if h.Auction == AuctionOpen {
		return LoneRaise
	}
	return LoneSolo
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
	{"lone", func(h *House) *string { return (*string)(&h.Lone) }, spelt(LoneRaise, LoneSolo, LoneThrownIn)},
	{"packets", func(h *House) *string { return (*string)(&h.Packets) },
		spelt(PacketsThrees, PacketsRotatingFour, PacketsOnes)},
	{"shuffler", func(h *House) *string { return (*string)(&h.Shuffler) },
		spelt(ShufflerDealer, ShufflerLeft)},
	{"short", func(h *House) *string { return (*string)(&h.Short) },
		spelt(ShortStrip, ShortDropSuit, ShortDummy)},
}

// truths are the switches that are true or false.
var truths = []struct {
	field string
	of    func(*House) *bool
}{
	{"offenderPays", func(h *House) *bool { return &h.OffenderPays }},
	{"royalOver", func(h *House) *bool { return &h.RoyalOver }},
	{"raiseLast", func(h *House) *bool { return &h.RaiseLast }},
	{"declaredOpen", func(h *House) *bool { return &h.DeclaredOpen }},
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

// truth does the same for a switch that is true or false.
func (h *House) truth(field string) *bool {
	for _, t := range truths {
		if t.field == field {
			return t.of(h)
		}
	}
	return nil
}

// Switch returns the switch of a field as the wire spells it; empty if there is none.
func (h *House) Switch(field string) string {
	if t := h.truth(field); t != nil {
		return strconv.FormatBool(*t)
	}
	if c := h.choice(field); c != nil {
		return *c
	}
	return ""
}

// SetSwitch sets the switch of a field; Check finds what it cannot be. An empty value is the usual one for a
// switch that is true or false, and for the others once FillIn was called.
func (h *House) SetSwitch(field, value string) {
	if t := h.truth(field); t != nil {
		*t = value == "true" || value == "" && *defaults.truth(field)
	} else if c := h.choice(field); c != nil {
		*c = value
	}
}

// FillIn gives every switch that is left empty its value of §3.
func (h *House) FillIn() {
	if h.Money == "" {
		h.Money = defaults.Money
	}
	for _, c := range choices {
		if of := c.of(h); *of == "" {
			*of = *c.of(&defaults)
		}
	}
	if h.Lone == "" {
		h.Lone = h.usualLone()
	}
}
