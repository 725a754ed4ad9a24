package laws

import (
	"slices"
	"strings"

	"ouverte/rules"
	"ouverte/rules/english"
)

// Place is somewhere on the page of laws, with what people type who look for it.
type Place struct {
	ID    string // of the element: "goulash"
	Name  string
	Typed []string
}

// terms stand on the page whatever the rules.
var terms = []Place{
	{"over", "Over-tricks", typed("overtricks; tricks beyond the target")},
	{"under", "Under-tricks", typed("undertricks; missing tricks; tricks short")},
	{"slam", "Slam", typed("all thirteen tricks")},
	{"shuffling", "Shuffling", typed("shuffle; who shuffles; " +
		"supposed to shuffle; shuffle or gather; who cuts; " +
		"cut the cards; cuts the pack")},
	{"packets", "The packets", typed("how to deal; dealing the cards; three at a time; how many at once")},
	{"trumps", "Trumps", typed("turned card; no trumps; which suit is trumps; trump card")},
	{"misdeal", "Misdeal", typed("dealt wrong; deal again")},
	{"wrong-cards", "Wrong number of cards", typed("too many cards; too few cards; twelve cards")},
	{"void", "Void", typed("void deal; both sides revoked")},
	{"forfeit", "Forfeit", typed("loses the stakes at once")},
	{"placed", "Cards placed", typed("placed; place the cards; who played which card")},
	{"three", "Three at the table", typed("three players; three handed; three of us; a player is missing")},
	{"five", "Five at the table", typed("five players; five handed; five of us; who sits out; who rests")},
	{"eldest", "Eldest", typed("eldest hand; who calls first; who leads first")},
	{"dealer", "Dealer", nil},
	{"caller", "Caller", typed("declarer; single player")},
	{"opponent", "Opponents", typed("defenders; adversaries")},
	{"target", "Target", typed("how many tricks")},
	{"stake", "Stake", typed("how much is a call")},
	{"turned-suit", "Turned suit", nil},
	{"kitty", "Kitty", typed("pool; pot; box")},
	{"scale", "Scale", typed("twice the stakes; double stakes")},
	{"goulash", "Goulash", typed("unshuffled deal; five three five")},
	{"misery", "Misery", typed("general misère")},
	{"renounce", "Renounce", nil},
	{"finesse", "Finesse", nil},
	{"calling-a-suit", "Calling a suit", typed("call a suit; refused the suit; will not lead the suit")},
	{"dummy", "Dummy", typed("open hand; fourth hand laid open")},
	{"ouverte", "Ouverte", typed("open; french words")},
	{"petit", "Petit and grand", typed("petit; grand; small; large")},
}

func typed(phrases string) []string { return strings.Split(phrases, "; ") }

// places are the chapters, the terms and the calls.
func (in Play) places() []Place {
	out := slices.Clone(terms)
	for _, c := range Chapters {
		out = append(out, c.Place)
	}
	if in.Has(rules.Prop) {
		out = append(out, Place{"accept", "Accepting " + in.Words.One(rules.Prop), typed("accept; acceptance; " +
			"i accept; nobody accepted my proposal; proposal pass pass pass; nobody takes my proposal")})
	}
	for _, c := range rules.BiddableCalls() {
		out = append(out, Place{c.String(), in.Words.Name(c), append(Names(c), c.String())})
	}
	return out
}

// Has tells whether the call can be made here.
func (in Play) Has(c rules.Call) bool { return len(in.Offered([]rules.Call{c})) > 0 }

// Names are those a call goes by here and there, the usual one first.
func Names(c rules.Call) []string {
	usual := rules.Words(nil).Name(c)
	out := []string{usual}
	for _, name := range otherNames[c] {
		if !strings.EqualFold(name, usual) {
			out = append(out, english.Capital(name))
		}
	}
	return out
}

var otherNames = map[rules.Call][]string{
	rules.Prop:          typed("proposal and acceptance; prop and cop; proposal; prop"),
	rules.Solo:          typed("going alone"),
	rules.Misere:        typed("null"),
	rules.Abundance:     typed("abondance; bundle"),
	rules.Royal:         typed("abundance royale; royal abundance; abundance in trumps"),
	rules.PetitSlam:     typed("small slam; little slam"),
	rules.GrandSlam:     typed("large slam; great slam"),
	rules.MisereOuverte: typed("open misère; spread misère; misère ouverte"),
	rules.Declared:      typed("abundance declared; abondance déclarée; bundle declared"),
	rules.GeneralMisere: typed("misery"),
	rules.Passed:        typed("thrown in"),
}

// Word is explained in the word list; See leads to where the page says more.
type Word struct{ ID, Name, Says, See string }

// wordList is by the alphabet.
var wordList = []Word{
	{"caller", "Caller", "The player who made the highest call and now has to make it good.", ""},
	{"calling-a-suit", "Calling a suit",
		"To name the suit an offender’s side has to lead; a penalty for a lead out of turn.", ""},
	{"dealer", "Dealer", "The player whose turn it is to deal; marked with a brass button on the screen.", ""},
	{"dummy", "Dummy", "A fourth hand laid open at a table of three, played by the winner of the bidding.", ""},
	{"eldest", "Eldest", "The player on the dealer’s left: the first to call, and the first to lead unless " +
		"the caller leads.", ""},
	{"", "Exposed", "Said of a card that lies face up, or was seen by anybody but its holder.", "exposed"},
	{"finesse", "Finesse",
		"To play a lower card and keep the higher one back, hoping that the player after you can’t beat it.", ""},
	{"goulash", "Goulash", "A deal after all have passed: not shuffled, five, three and five to each.", ""},
	{"kitty", "Kitty", "The money that belongs to the whole table: penalties go in, and it is shared out or " +
		"spent together.", ""},
	{"misery", "Misery", "A game after all have passed, each alone, in which it is bad to take " +
		"tricks.", ""},
	{"opponent", "Opponents", "All who play the deal and are not on the caller’s side.", ""},
	{"ouverte", "Ouverte", "French for open.", ""},
	{"", "Misère", "French for misery: a call to win no trick at all.", "misere"},
	{"", "Over-trick", "A trick more than the caller’s side had to win.", "over"},
	{"petit", "Petit and grand", "French for small and large.", ""},
	{"", "Placed", "Said of cards when each lies before the player who played it.", "placed"},
	{"renounce", "Renounce", "To play another suit because you have none of the one led.", ""},
	{"", "Revoke", "To play another suit although you have one that was led.", "revoke"},
	{"scale", "Scale", "You can play an evening for several times the stakes of a set: everything is worth " +
		"that much more.", ""},
	{"", "Slam", "All thirteen tricks.", "slam"},
	{"stake", "Stake", "What one opponent pays, or is paid, for a call.", ""},
	{"target", "Target", "The tricks the caller’s side has to win.", ""},
	{"turned-suit", "Turned suit", "The suit that the deal made trumps, before anybody called.", ""},
	{"", "Under-trick", "A trick fewer than the caller’s side had to win.", "under"},
}

// WordList is the list of words; misère isn't in it where the circle has another name for that call.
func (in Play) WordList() []Word {
	return slices.DeleteFunc(slices.Clone(wordList), func(w Word) bool {
		return w.See == rules.Misere.String() && w.Name != in.Words.Name(rules.Misere)
	})
}

// Also are the names calls go by elsewhere, each with the call they lead to.
func (in Play) Also() []Word {
	var out []Word
	for _, c := range rules.BiddableCalls() {
		for _, name := range Names(c)[1:] {
			out = append(out, Word{Name: name, Says: in.Words.Name(c), See: c.String()})
		}
	}
	slices.SortFunc(out, func(a, b Word) int { return strings.Compare(a.Name, b.Name) })
	return out
}
