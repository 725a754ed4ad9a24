package notation

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"ouverte/rules"
)

// callWords are the words of each call, the usual one first. They may be cut short; those with a hyphen may
// not, and may be written as two words.
var callWords = []struct {
	call  rules.Call
	words []string
}{
	{rules.Prop, []string{"prop", "proposal"}},
	{rules.Solo, []string{"solo"}},
	{rules.Misere, []string{"mis", "misere"}},
	{rules.Abundance, []string{"abundance", "abondance", "bundle"}},
	{rules.Royal, []string{"royal", "royal-abundance"}},
	{rules.PetitSlam, []string{"petit", "petit-slam"}},
	{rules.MisereOuverte, []string{"open", "ouverte", "misere-ouverte", "open-misere", "spread-misere"}},
	{rules.Declared, []string{"declared", "abundance-declared", "abondance-declaree"}},
	{rules.GrandSlam, []string{"grand", "grand-slam"}},
	{rules.Irish, []string{"irish"}},
	{rules.GeneralMisere, []string{"misery", "general-misere"}},
	{rules.Passed, []string{"pass", "passed", "all-passed"}},
	{rules.Void, []string{"void"}},
}

// suitWords are the suits by what may be written for them: "h", "hearts", "♥", "no-trumps".
var suitWords = func() map[string]rules.Suit {
	words := map[string]rules.Suit{}
	for _, s := range rules.Suits() {
		for _, word := range []string{s.String(), s.Symbol(), strings.ReplaceAll(s.Name(), " ", "-")} {
			words[strings.ToLower(word)] = s
		}
	}
	return words
}()

// mishap is what a word says that is followed by a name.
type mishap uint8

const (
	noMishap mishap = iota
	aRevoke
	aWrongHand
	aForfeit
	aLoser
)

var mishapWords = map[string]mishap{
	"rev": aRevoke, "revoke": aRevoke, "revokes": aRevoke, "revoked": aRevoke, "wrong": aWrongHand,
	"exposed": aForfeit, "exposes": aForfeit, "forfeit": aForfeit, "forfeits": aForfeit, "loser": aLoser,
}

// reserved tells whether a name would be read as a word of the notation.
func reserved(word string) bool {
	if _, ok := suitWords[word]; ok || mishapWords[word] != noMishap {
		return true
	}
	for _, c := range callWords {
		for _, w := range c.words {
			for part := range strings.SplitSeq(w, "-") {
				if part == word {
					return true
				}
			}
		}
	}
	return false
}

// callsWith lists the calls that have a word like this.
func callsWith(match func(word string) bool) (found []rules.Call) {
	for _, c := range callWords {
		for _, w := range c.words {
			if match(w) {
				found = append(found, c.call)
				break
			}
		}
	}
	return found
}

// folded removes the difference between capitals and small letters, and accents.
func folded(s string) string {
	bare := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s))
	return strings.ToLower(bare)
}
