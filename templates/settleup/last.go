package settleup

// The last round in words: how long it still goes on, and when it is fair to stop.

import (
	"slices"

	"ouverte/ledger"
	"ouverte/rules/english"
	"ouverte/templates"
)

// dealtAlike is what holds at a fair end.
func dealtAlike(n *ledger.Night) string {
	if len(n.Table) > 4 {
		return "everybody will have dealt, and sat out, equally often"
	}
	return "everybody will have dealt equally often"
}

// fairEnd says when that is; where it can't be, as after a dealer who was passed over, how long a round is.
func fairEnd(n *ledger.Night, more int) string {
	deals := english.Spelled(more, "more deal")
	if n.FairAlike {
		return "After " + deals + " " + dealtAlike(n) + "."
	}
	return "A full round is " + deals + "; the deal hasn’t gone round evenly so far, so not " + dealtAlike(n) +
		"."
}

// lastSays says what was agreed, or when all have dealt alike.
func lastSays(n *ledger.Night) string {
	if n.Last == nil && slices.Contains(n.Fair, 0) {
		if len(n.Table) > 4 {
			return "Everybody at the table has dealt, and sat out, equally often: now is a fair moment to stop."
		}
		return "Everybody at the table has dealt equally often: now is a fair moment to stop."
	}
	if n.Last == nil && len(n.Fair) > 0 {
		return fairEnd(n, n.Fair[0])
	}
	if n.Last == nil {
		return ""
	}
	says := templates.LastRoundWords(n)
	if n.Last.Left > 0 && n.Last.Alike {
		says += "; " + dealtAlike(n)
	}
	if n.Last.Left <= 0 {
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
func lastNow(n *ledger.Night) string {
	switch {
	case n.Last == nil:
		return "not agreed"
	case n.Last.Left > 0:
		return english.Spelled(n.Last.Left, "more deal")
	}
	return "played"
}
