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

// suits are the code of each as the wire writes it (§11), and its name.
var suits = [...]struct{ code, name string }{
	Clubs: {"C", "clubs"}, Diamonds: {"D", "diamonds"}, Hearts: {"H", "hearts"}, Spades: {"S", "spades"},
	NoTrumps: {"NT", "no trumps"},
}

// String returns the code of the suit, as the wire writes it: C D H S NT; nothing for the suit nobody stated.
func (s Suit) String() string {
	if int(s) < len(suits) {
		return suits[s].code
	}
	return ""
}

// Name is the suit in words: "hearts", "no trumps".
func (s Suit) Name() string {
	if int(s) < len(suits) {
		return suits[s].name
	}
	return ""
}

// ParseSuit finds the suit with this code.
func ParseSuit(code string) (Suit, bool) {
	for s := Clubs; s <= NoTrumps; s++ {
		if suits[s].code == code {
			return s, true
		}
	}
	return NoSuit, false
}
