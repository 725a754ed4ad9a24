package rules

// suitCodes are the suits as the wire writes them (§11).
var suitCodes = [...]string{Clubs: "C", Diamonds: "D", Hearts: "H", Spades: "S", NoTrumps: "NT"}

// String gives the code of the suit, as the wire writes it: C D H S NT; nothing for the suit nobody stated.
func (s Suit) String() string {
	if int(s) < len(suitCodes) {
		return suitCodes[s]
	}
	return ""
}

// ParseSuit finds the suit with this code.
func ParseSuit(code string) (Suit, bool) {
	for s, c := range suitCodes {
		if c == code && code != "" {
			return Suit(s), true
		}
	}
	return NoSuit, false
}
