package settleup

// The last round in words: how long it still goes on, and when it is fair to stop.

import (
	"strconv"

	"ouverte/ledger"
	"ouverte/rules/english"
	"ouverte/templates"
)

// lastView is the last round.
type lastView struct {
	Says   string // what was agreed, or when all have dealt alike
	Agreed bool
	Offers []lastOffer
	Key    string
}

// lastOffer is an end that can be agreed.
type lastOffer struct{ Name, More, Key string }

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

func lastOf(n *ledger.Night, key func() string) lastView {
	l := lastView{Key: key(), Agreed: n.Last != nil}
	if n.Last != nil {
		l.Says = templates.LastRoundWords(n)
		if left := n.Last.Left; left > 0 && n.Last.Alike {
			l.Says += "; " + dealtAlike(n)
		}
		l.Says += "."
		if n.Last.Left <= 0 {
			l.Says += " Settle up, or play on."
		}
		return l
	}
	for _, more := range n.Fair {
		if more == 0 {
			l.Says = "Everybody at the table has dealt equally often: now is a fair moment to stop."
			if len(n.Table) > 4 {
				l.Says = "Everybody at the table has dealt, and sat out, equally often: now is a fair moment to stop."
			}
			l.Offers = append(l.Offers, lastOffer{Name: "We stop now", More: "0", Key: key()})
			continue
		}
		if l.Says == "" {
			l.Says = fairEnd(n, more)
		}
		l.Offers = append(l.Offers, lastOffer{Name: english.Capital(english.Spelled(more, "more deal")) +
			", then we stop", More: strconv.Itoa(more), Key: key()})
	}
	return l
}
