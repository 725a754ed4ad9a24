package notation

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"ouverte/rules"
)

// Twenty ways to say each call, by people whose names are words too, come to the same deal.
func TestSpokenDeals(t *testing.T) {
	t.Parallel()
	names := []string{"Will", "May", "Mary Ann", "Dan"}
	alone := []string{"%s %s 7", "%s, %s, seven tricks", "%s by %s, seven", "%[2]s called %[1]s and took seven",
		"%[2]s %[1]s seven tricks", "%[2]s, %[1]s, 7.", "%[2]s made %[1]s with seven tricks", "%s from %s, got 7",
		"%[2]s plays %[1]s, seven won", "%[2]s bid %[1]s; seven taken", "%[1]s %[2]s seven",
		"%[2]s went %[1]s and made seven", "7 tricks %[1]s %[2]s", "seven tricks for %[2]s in %[1]s",
		"It was %[1]s, %[2]s took seven.", "%[2]s: %[1]s: seven", "a %[1]s by %[2]s, 7 tricks",
		"%[1]s – %[2]s – seven", "%[2]s has taken seven in a %[1]s", "%[1]s called by %[2]s. Seven tricks"}
	hoyle, irish := house(t, "hoyle"), house(t, "irish")
	slams := house(t, "grand-slam")
	for _, c := range []struct {
		house *rules.House
		call  rules.Call
		said  []string
	}{
		{hoyle, rules.Solo, []string{"solo", "Solo", "going solo"}},
		{hoyle, rules.Misere, []string{"misère", "misere", "misery", "mis"}},
		{hoyle, rules.Abundance, []string{"abundance", "abondance", "bundle"}},
		{hoyle, rules.Royal, []string{"royal", "royal abundance", "abundance royale"}},
		{hoyle, rules.MisereOuverte, []string{"open misère", "misère ouverte", "open misery", "spread misère"}},
		{hoyle, rules.Declared, []string{"declared", "abundance declared", "declared abundance"}},
		{slams, rules.PetitSlam, []string{"petit slam", "small slam"}},
		{slams, rules.GrandSlam, []string{"grand slam", "big slam"}},
	} {
		for _, said := range c.said {
			for _, way := range alone {
				for seat, name := range names {
					line := fmt.Sprintf(way, said, name)
					d, err := ParseSpoken(c.house, nil, names, 1, line)
					if err != nil || d.Call != c.call || d.Caller != rules.Seat(seat+1) || d.Tricks != 7 {
						t.Errorf("%q is read %v, %v", line, d, err)
					}
				}
			}
		}
	}
	for _, line := range []string{"prop will may 9", "Proposal, Will and May, nine tricks",
		"Will and May, prop and cop, nine", "Will proposed, May accepted, nine tricks", "Will with May proposal 9",
		"nine tricks, Will and May, proposal", "prop and cop Will May nine", "Will proposes and May accepts: 9",
		"proposal by Will, accepted by May, nine tricks", "Will and May one over on a proposal",
		"proposal will and may one over", "Will & May proposal nine tricks", "props will may 9",
		"Proposal. Will. May. Nine.", "Will, May: proposal and acceptance, nine",
		"Will proposed and May accepted and they took nine", "Proposition Will and May nine",
		"proposal Will May 9 hearts", "the proposal of Will and May made nine",
		"Will and May made prop, 9 tricks"} {
		hearts := rules.NoSuit
		if strings.Contains(line, "hearts") {
			hearts = rules.Hearts
		}
		d, err := ParseSpoken(hoyle, nil, names, 1, line)
		want := rules.Deal{Seats: 4, Dealer: 1, Call: rules.Prop, Caller: 1, Partner: 2, Tricks: 9, Trumps: hearts}
		if err != nil || d != want {
			t.Errorf("%q is read %v, %v", line, d, err)
		}
	}
	bids := []string{"6h will 7", "Irish, Will, six hearts, seven tricks", "six hearts by Will, one over"}
	for _, way := range alone {
		bids = append(bids, fmt.Sprintf(way, "six hearts", "Will"))
	}
	for _, line := range bids {
		d, err := ParseSpoken(irish, nil, names, 1, line)
		want := rules.Deal{Seats: 4, Dealer: 1, Call: rules.Irish, Caller: 1, Bid: 6, Trumps: rules.Hearts,
			Tricks: 7}
		if err != nil || d != want {
			t.Errorf("%q is read %v, %v", line, d, err)
		}
	}
	for _, line := range []string{"pass", "all passed", "Everybody passed.", "everyone passed", "we all passed",
		"nobody called", "thrown in", "passed out"} {
		if d, err := ParseSpoken(hoyle, nil, names, 1, line); err != nil || d.Call != rules.Passed {
			t.Errorf("%q is read %v, %v", line, d, err)
		}
	}
}

// Mishaps are heard with the name before or after them, and the circle's own words are known.
func TestSpokenMishaps(t *testing.T) {
	t.Parallel()
	names := []string{"Ann", "Bob", "Cat", "Dan"}
	hoyle := house(t, "hoyle", lastTrick)
	words := rules.Words{rules.Misere: "wipe-out"}
	for line, same := range map[string]string{
		"misère by Dan, one trick, Cat revoked":          "mis dan 1 rev cat",
		"Solo Ann nine, Cat revoked twice":               "solo ann 9 rev cat 2",
		"solo, Ann, Bob had too many cards":              "solo ann wrong bob",
		"Ann plays misère, Cat showed a card":            "mis ann exposed cat",
		"Dan wipe-out none":                              "mis dan 0",
		"solo ann two short":                             "solo ann 3",
		"Ann solo, revoke by Cat, seven tricks":          "solo ann 7 rev cat",
		"Solo, Ann, seven tricks, trumps were diamonds.": "solo ann 7 d",
		"Dan lost solo by one":                           "solo dan 4",
		"Dan made solo by two":                           "solo dan 7",
		"Ann and Dan lost proposal by one":               "prop ann dan 7",
		"Solo, Dan, one trick short":                     "solo dan 4",
		"Dan went down two in solo":                      "solo dan 3",
		"Dan, abundance, short by a trick":               "abundance dan 8",
		"Dan's solo, two overtricks":                     "solo dan 7",
		"Dan’s solo, seven":                              "solo dan 7",
		"Ann, declared, thirteen, no trumps":             "declared ann 13 nt",
		"misery, Dan lost, Cat revoked":                  "misery loser dan rev cat",
		"Ann failed solo, four":                          "solo ann 4",
		"Solo, Ann, for tricks.":                         "solo ann 4",
		"Misère, Dan, to tricks":                         "mis dan 2",
		"Ann proposed, Dan copped, nine":                 "prop ann dan 9",
		"Dan cop Ann 9":                                  "prop ann dan 9",
		"Dan accepted Ann's proposal, nine":              "prop ann dan 9",
		"Ann's proposal, accepted by Dan, nine":          "prop ann dan 9",
		"Misère, Ann, exposed, Cat.":                     "mis ann exposed cat",
		"Solo, Ann, revoked by Cat, seven":               "solo ann 7 rev cat",
		"solo ann wrong cards bob":                       "solo ann wrong bob",
		"Proposal Ann and Bob, revoke by Dan, nine":      "prop ann bob 9 rev dan",
		"misère Ann, Cat led out of turn":                "mis ann exposed cat",
		"misère Ann, Cat played out of turn":             "mis ann exposed cat",
		"solo Ann, Bob had twelve cards":                 "solo ann wrong bob",
		"Dan made misère":                                "mis dan 0",
		"Ann made abundance declared":                    "declared ann 13",
	} {
		want, err := Parse(hoyle, names, 1, same)
		if err != nil {
			t.Fatal(err)
		}
		if d, err := ParseSpoken(hoyle, words, names, 1, line); err != nil || d != want {
			t.Errorf("%q is read %v, %v; it is %q", line, d, err, same)
		}
	}
}

// Whatever is heard is a deal or a sentence.
func FuzzParseSpoken(f *testing.F) {
	for _, line := range []string{"Solo, Ann, seven tricks", "six no trumps ann", "revoked", "no trump",
		"too many"} {
		f.Add(line)
	}
	h, _ := rules.Set("irish")
	f.Fuzz(func(t *testing.T, line string) {
		_, err := ParseSpoken(h, nil, []string{"Ann", "Mary Ann", "\"", "six"}, 1, line)
		if problem := (*rules.Problem)(nil); err != nil && !errors.As(err, &problem) {
			t.Errorf("%q: %v", line, err)
		}
	})
}

// What isn't understood says which word.
func TestSpokenNonsense(t *testing.T) {
	t.Parallel()
	names := []string{"Ann", "Bob", "Cat", "Dan"}
	for line, word := range map[string]string{
		"Solo, Zelda, seven tricks": "“zelda”", "Solo, Ann, seven croquet": "“croquet”",
		"croquet Ann seven": "“croquet”", "proposal Ann and Zelda nine": "“zelda”",
		"": "empty", "hello": "“hello”", "Dan lost misère by one": "“by”", "misère Dan one over": "“over”",
		"solo by two Dan": "“by”", "Dan lost solo, seven": "“lost”", "Dan lost solo by nine": "“by”",
		"grand slam": "These rules have no grand slam", "prop dan and dan 8": "accept their own proposal",
		"proposal Dan 5": "who accepted", "misère Dan hearts none": "without trumps",
		"solo Dan 7, Cat somersaulted": "“somersaulted”", "solo Dan Cat 7": "“Cat”",
	} {
		if _, err := ParseSpoken(house(t, "hoyle"), nil, names, 1, line); err == nil ||
			!strings.Contains(err.Error(), word) {
			t.Errorf("%q: %v doesn't say %s", line, err, word)
		}
	}
}
