package chain

import (
	"fmt"
	"strings"
	"unicode"
)

// Alphabet has no letters or digits that are mistaken for each other when read aloud or by candlelight.
const Alphabet = "ACDEFHJKMNPQRTUVWXY34679"

// Seal is the short form of a hash that people read to each other: four groups of four, some 73 bits of it.
func (h Hash) Seal() string {
	// Long division of the first 16 bytes by the size of the alphabet; the digits come out evenly enough.
	digits := h[:16:16] // h is a copy
	out := make([]byte, 0, 16)
	for range 16 {
		rest := 0
		for j, d := range digits {
			rest = rest<<8 | int(d)
			digits[j] = byte(rest / len(Alphabet))
			rest %= len(Alphabet)
		}
		out = append(out, Alphabet[rest])
	}
	return inGroups(string(out))
}

// ReadSeal reads a seal as people write it down: in any case, with or without its blanks.
func ReadSeal(s string) (string, error) {
	var signs strings.Builder
	for _, c := range strings.ToUpper(s) {
		switch {
		case strings.ContainsRune(Alphabet, c):
			signs.WriteRune(c)
		case unicode.IsSpace(c) || c == '-' || c == '·':
		default:
			return "", fmt.Errorf("“%s” is no seal: %c never stands in one", Printable(s), c)
		}
	}
	if signs.Len() != 16 {
		return "", fmt.Errorf("“%s” is no seal: one has sixteen letters and digits", Printable(s))
	}
	return inGroups(signs.String()), nil
}

func inGroups(s string) string { return s[:4] + " " + s[4:8] + " " + s[8:12] + " " + s[12:] }
