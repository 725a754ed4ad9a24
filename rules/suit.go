package rules

// Suit is the trump suit of a deal; the zero Suit is not stated. Books keep these numbers: none ever changes.
type Suit uint8

// The suits, from the lowest up in Irish bids (§7).
const (
	NoSuit   Suit = 0
	Clubs    Suit = 1
	Diamonds Suit = 2
	Hearts   Suit = 3
	Spades   Suit = 4
	NoTrumps Suit = 5
)

// suits has for each its code on the wire (§11), its sign and its name.
var suits = [NoTrumps + 1]struct{ code, sign, name string }{
	Clubs:    {"C", "♣", "clubs"},
	Diamonds: {"D", "♦", "diamonds"},
	Hearts:   {"H", "♥", "hearts"},
	Spades:   {"S", "♠", "spades"},
	NoTrumps: {"NT", "NT", "no trumps"},
}

// Suits lists the four suits, from the lowest up, and no trumps.
func Suits() []Suit { return []Suit{Clubs, Diamonds, Hearts, Spades, NoTrumps} }

func (s Suit) known() bool { return s <= NoTrumps }

// String returns the code of the suit, as the wire writes it: C D H S NT; nothing for the suit nobody stated.
func (s Suit) String() string {
	if !s.known() {
		return ""
	}
	return suits[s].code
}

// Symbol is the suit as it is drawn: ♣ ♦ ♥ ♠ NT.
func (s Suit) Symbol() string {
	if !s.known() {
		return ""
	}
	return suits[s].sign
}

// Name is the suit in words: "hearts", "no trumps".
func (s Suit) Name() string {
	if !s.known() {
		return ""
	}
	return suits[s].name
}

// Red tells whether the suit is drawn in red.
func (s Suit) Red() bool { return s == Diamonds || s == Hearts }

// ParseSuit finds the suit with this code.
func ParseSuit(code string) (Suit, bool) {
	for s := Clubs; s.known(); s++ {
		if suits[s].code == code {
			return s, true
		}
	}
	return NoSuit, false
}
