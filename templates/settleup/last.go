package settleup

// The last round in words: how long it still goes on, and when it is fair to stop.

import (
	"slices"

	"ouverte/ledger/show"
	"ouverte/rules/english"
	"ouverte/templates/say"
)

// fairEnd says when that is; where it can't be, as after a dealer who was passed over, how long a round is.
func fairEnd(n *show.Night, more int) string {
	deals := english.Spelled(more, "more deal")
	if n.FairAlike {
		return "After " + deals + " everybody will have " + say.DealtAlike(n) + "."
	}
	return "A full round is " + deals + ". Not everybody will have " + say.DealtAlike(n) + "."
}

// lastSays words the agreed last round, or when all have dealt alike.
func lastSays(n *show.Night) string {
	if n.Last == nil && slices.Contains(n.Fair, 0) {
		return "Everybody at the table has " + say.DealtAlike(n) + ": now is a fair moment to stop."
	}
	if n.Last == nil && len(n.Fair) > 0 {
		return fairEnd(n, n.Fair[0])
	}
	if n.Last == nil {
		return ""
	}
	says := say.LastRoundWords(n)
	if n.Last.ToGo > 0 && n.Last.Alike {
		says += "; everybody will have " + say.DealtAlike(n)
	}
	if n.Last.ToGo <= 0 {
		return says + ". Settle up, or play on."
	}
	return says + "."
}

// offerName names an end that can be agreed.
func offerName(more int) string {
	if more == 0 {
		return "We stop now"
	}
	return english.Capital(english.Spelled(more, "more deal")) + ", then we stop"
}

// lastNow is it in a word or two.
func lastNow(n *show.Night) string {
	switch {
	case n.Last == nil:
		return "not agreed"
	case n.Last.ToGo > 0:
		return english.Spelled(n.Last.ToGo, "more deal")
	}
	return "played"
}
