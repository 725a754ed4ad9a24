package laws

import (
	"slices"

	"ouverte/rules"
	"ouverte/templates"
)

// The switches of a set of house rules, in words: what each does, and what those who like it say for it.

// Switch is one question a circle answers differently from the next.
type Switch struct {
	Field   string         // as on the wire
	Law     templates.Word // where the laws speak of it
	Name    string
	Options []SwitchOption
}

// SwitchOption is one answer.
type SwitchOption struct {
	Value, Name string
	What        string // what then holds
	Why         string // what people who like it say
}

// switches are the questions with a choice of answers; the two that are answered with a number follow below.
// The calls stand in braces: switchesIn puts the circle's own words there.
var switches = []Switch{
	{"auction", "auction", "The calling", []SwitchOption{
		{"open", "Goes on", "Round and round until all but the caller have passed. Who was overcalled may call " +
			"again.", "Whoever dares most gets the hand, and there is something to decide to the end."},
		{"single", "Once round", "Everyone speaks once. Eldest may still accept {a prop}; a proposer left alone " +
			"may make it {a solo}.", "Quick, and a first call has to be meant."},
		{"eldest-twice", "Once, eldest twice", "Everyone speaks once, but eldest, if overcalled, once more.",
			"Eldest calls in the dark before everybody else; it is only fair."},
	}},
	{"trumps", "trumps", "Trumps", []SwitchOption{
		{"turn-up", "Last card turned", "The dealer’s last card is turned up.",
			"As it has always been, and there is one card everybody knows."},
		{"second-pack", "From a second pack", "A card cut from another pack shows them.",
			"Nobody’s hand is given away, and dealing is no advantage."},
		{"cycle", "In turn", "Hearts, clubs, diamonds, spades, deal after deal.",
			"One can look forward to a suit, and nothing is turned up."},
		{"cycle-nt", "In turn, with no trumps", "As in turn, with a deal without trumps after spades.",
			"The fifth deal is another game, and high cards get their day."},
	}},
	{"declaredTrumps", "declared", "{Declared}", []SwitchOption{
		{"none", "Without trumps", "All thirteen tricks without trumps.",
			"It ought to be nearly impossible: that is why it pays so much."},
		{"chosen", "Caller’s trumps", "All thirteen tricks in the caller’s own suit.",
			"It then happens once in a winter, and everybody remembers it."},
	}},
	{"slam", "slam", "All thirteen in {a prop}", []SwitchOption{
		{"plain", "Nothing special", "Five over-tricks, like any others.", "No more than they are."},
		{"doubles-over", "Over-tricks twice", "If all thirteen are really taken each over-trick counts double.",
			"A reason to play the last tricks with care, on both sides."},
	}},
	{"allPass", "all-passed", "When all pass", []SwitchOption{
		{"throw-in", "Thrown in", "Nothing is paid, the next player deals.", "On to the next hand."},
		{"goulash", "A goulash", "The next deal is not shuffled, and dealt five, three and five.",
			"After a dull hand a wild one."},
		{"last-trick", "Last trick loses", "Played without trumps; who takes the thirteenth trick pays all the " +
			"others {a solo}.", "Nobody is safe before the very end."},
		{"fewest", "Fewest tricks win", "Played without trumps; who takes fewest is paid {a solo} by each who " +
			"took more.", "All four play {a misere} at once, and passing good cards is punished."},
		{"five-or-four", "Five tricks lose", "Played without trumps; the first to take five tricks pays all the " +
			"others, or if nobody does, the first who took four.", "Short and sharp: it is often over by the tenth " +
			"trick."},
	}},
	{"shuffle", "shuffling", "Shuffling", []SwitchOption{
		{"always", "Every deal", "The dealer shuffles, and the player on his right cuts.",
			"Cards that know nothing of the last hand."},
		{"after-abundance", "After {abundance}", "Only before the first deal and after {abundance} or more. Else " +
			"the cards are gathered and cut.", "Suits stay together, hands grow wild, and great calls come every " +
			"round."},
		{"never", "Never", "Gathered and cut, all evening.", "Wilder still."},
	}},
	{"offenderPays", "revoke", "Who pays for a revoke or a shown card", []SwitchOption{
		{"true", "Whoever did it", "An opponent who revoked or spoilt {a misere} pays for his whole side.",
			"Why should the others pay for it?"},
		{"false", "The whole side", "All opponents pay as usual, whoever did it.",
			"It can happen to anybody, and nobody’s evening is ruined by one card."},
	}},
}

// numbers are what else a circle chooses, answered with a number.
var numbers = []Switch{
	{"revokeTricks", "revoke", "What a revoke costs", []SwitchOption{
		{"3", "Three tricks", "For every revoke three tricks go to the other side, and the side that revoked " +
			"cannot win.", "The old price. Nobody is ever better off for having revoked."},
		{"1", "One or two", "So many go to the other side. The side that revoked still cannot win.",
			"To have lost the deal is most of the punishment; it need not cost three over-tricks besides."},
		{"0", "None", "No tricks change sides. The side that revoked still cannot win.",
			"Among beginners it happens every evening, and only the deal is spoilt."},
	}},
	{"shufflePenalty", "shuffling", "The penalty for shuffling", []SwitchOption{
		{"0", "None", "Who shuffles when it is not due pays nothing. The cards are dealt as they now are.",
			"Habit is no crime."},
		{"1", "An amount", "Who shuffles when it is not due puts it in the kitty.",
			"It is forgotten once and never again, and the kitty buys the next pack."},
	}},
}

// explained are all that a circle can choose, in its own words.
func explained(words rules.Words) []Switch { return append(switchesIn(words), numbers...) }

// switchesIn are the questions in the circle's own words.
func switchesIn(words rules.Words) []Switch {
	out := slices.Clone(switches)
	for i := range out {
		out[i].Name = words.Say(out[i].Name)
		out[i].Options = slices.Clone(out[i].Options)
		for j := range out[i].Options {
			o := &out[i].Options[j]
			o.Name, o.What, o.Why = words.Say(o.Name), words.Say(o.What), words.Say(o.Why)
		}
	}
	return out
}

// lawName is what the laws call the place.
func (s Switch) lawName(words rules.Words) string {
	if c, ok := rules.ParseCall(string(s.Law)); ok {
		return words.Noun(c)
	}
	return lawName(s.Law)
}

// option finds an answer by its value; a set that was checked always has one.
func (s Switch) option(value string) SwitchOption {
	for _, o := range s.Options {
		if o.Value == value {
			return o
		}
	}
	return SwitchOption{Value: value, Name: value}
}

// applies tells whether the question means anything in a set.
func (s Switch) applies(h *rules.House) bool {
	has := func(c rules.Call) bool { _, ok := h.Rank(c); return ok }
	switch s.Field {
	case "declaredTrumps":
		return has(rules.Declared)
	case "slam":
		return has(rules.Prop)
	case "trumps":
		return h.TurnsTrumps()
	}
	return true
}
