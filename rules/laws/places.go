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

// Chapters are the headings of the page, in order.
var Chapters = []Place{
	{"first-evening", "A first evening", typed("beginner; how to play; new to the game")},
	{"calls", "The calls", typed("bids; which call is higher; rank of the calls")},
	{"stakes", "What is paid", typed("money; payment; how much; over and under")},
	{"deal", "The deal", typed("dealing; who deals")},
	{"auction", "The calling", typed("auction; bidding; calling round; passing; raise")},
	{"play", "The play", typed("who leads; eldest or the caller leads; the caller leads; taking a trick; " +
		"do we play on; play to the end; is it over at the first trick")},
	{"revoke", "Revokes", typed("revoke")},
	{"exposed", "Exposed cards", typed("exposed card")},
	{"turn", "Out of turn", typed("led out of turn; played out of turn; which penalty; what punishment; " +
		"confer on a penalty; talk over the penalty; argue the penalty; exact a penalty")},
	{"all-passed", "When all pass", typed("thrown in; nobody called; nobody wants to call; everybody passed; " +
		"everyone passed; we all passed; who loses at misery; fewest tricks in the misery; two have the fewest")},
	{"numbers", "Three, four or five", typed("how many players; number of players")},
	{"manners", "Manners", typed("etiquette; behaviour")},
	{"variants", "Other ways to play", typed("variants; variations; versions")},
	{"advice", "Old advice", typed("tips; strategy; what to lead; how to win")},
	{"words", "Words", typed("glossary; meaning of words")},
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
	{"three", "Three at the table", typed("three players; three handed; a player is missing")},
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
}

func typed(phrases string) []string { return strings.Split(phrases, "; ") }

// Places are the chapters, the terms and the calls.
func (in Play) Places() []Place {
	out := slices.Concat(terms, Chapters)
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
func (in Play) Has(c rules.Call) bool { return len(in.offered([]rules.Call{c})) > 0 }

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
