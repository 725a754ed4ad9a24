package lawbook

import (
	"fmt"
	"strings"

	"ouverte/rules"
)

// firstPack tells a newcomer what is left out of the pack, or who.
func (v View) firstPack() string {
	switch v.Seats {
	case 3:
		switch v.House.Short {
		case rules.ShortDummy:
			return "The dealer deals four hands of them, and the fourth is laid open. "
		case rules.ShortDropSuit:
			return "One whole suit stays out. The dealer deals the rest. "
		}
		return "The twos, threes and fours stay out. The dealer deals the rest. "
	case 5:
		return "The player on the dealer’s right rests; the other four get them all. "
	}
	return "The dealer deals them all. "
}

// firstTrumps tells a newcomer where trumps come from in this house.
func (v View) firstTrumps() string {
	h := v.House
	switch {
	case !h.TurnsTrumps():
		return "Whoever calls highest has named the trumps."
	case h.Trumps == rules.TrumpsSecondPack:
		return "A card cut from a second pack names the trump suit."
	case h.Trumps == rules.TrumpsCycle || h.Trumps == rules.TrumpsCycleNT:
		return "Trumps take turns from deal to deal; the screen says which it is."
	}
	return "The last card is turned up and names the trump suit."
}

// firstCalls names the calls a newcomer hears of first.
func (v View) firstCalls() string {
	say := map[rules.Call]string{
		rules.Prop: "look for a partner (%s)", rules.Solo: "take some tricks alone (%s)",
		rules.Misere: "none at all (%s)", rules.Abundance: "most of them (%s)",
		rules.Irish: "so many tricks in a suit (%s)",
	}
	var out []string
	for _, r := range v.Calls() {
		if s, ok := say[r.Call]; ok {
			out = append(out, fmt.Sprintf(s, v.name(r.Call)))
		}
	}
	if len(out) == 0 { // a house of great calls only
		out = append(out, v.name(v.Calls()[0].Call))
	}
	return strings.Join(out, ", ")
}
