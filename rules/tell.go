package rules

import (
	"strconv"
	"strings"

	"ouverte/rules/english"
)

// Telling is a deal with what it takes to put it in words. Every page tells a deal by one of its methods:
// Explain in whole sentences with the reckoning, Line and Course in a few words, Contract before it was
// played.
type Telling struct {
	House  *House
	Deal   *Deal
	Result *Result  // what Settle found; only Explain needs it
	Names  []string // by seat: Names[0] sits in seat 1
	Words  Words    // the circle's own; may be nil
}

func (t Telling) name(s Seat) string {
	if s >= 1 && int(s) <= len(t.Names) {
		return t.Names[s-1]
	}
	return "Seat " + strconv.Itoa(int(s))
}

// callers are the caller and, of a proposal, the partner: "Ann and Bob".
func (t Telling) callers() string {
	if t.Deal.Partner == 0 {
		return t.name(t.Deal.Caller)
	}
	return t.name(t.Deal.Caller) + " and " + t.name(t.Deal.Partner)
}

// Contract is what an auction came to: "Solo, Ann", "Prop & cop, Ann with Bob", "Ann, 6 ♥", "all passed".
func (t Telling) Contract() string {
	d := t.Deal
	switch {
	case d.Caller == 0:
		return t.Words.Noun(Passed)
	case d.Partner != 0:
		return t.Words.Name(d.Call) + ", " + t.name(d.Caller) + " with " + t.name(d.Partner)
	case d.Bid != 0:
		return t.name(d.Caller) + ", " + strconv.Itoa(d.Bid) + " " + d.Trumps.Symbol()
	}
	return t.Words.Name(d.Call) + ", " + t.name(d.Caller)
}

// Line is the deal as a score sheet writes it: "Solo, Ann, 7, Cat revoked".
func (t Telling) Line() string {
	d := t.Deal
	parts := []string{t.Words.Name(d.Call)}
	add := func(part string) { parts = append(parts, part) }
	if d.Caller != 0 {
		add(t.callers())
	}
	if d.Bid != 0 {
		add("bid " + strconv.Itoa(d.Bid))
	}
	if d.Tricks != NotSaid {
		add(strconv.Itoa(d.Tricks))
	}
	for s, n := range d.Revokes {
		if n > 0 {
			add(t.name(Seat(s)) + " revoked")
		}
	}
	if d.Forfeit != 0 {
		add(t.name(d.Forfeit) + " forfeited")
	}
	if d.Loser != 0 {
		add("lost by " + t.name(d.Loser))
	}
	for s, wrong := range d.WrongCards {
		if wrong {
			add("wrong cards with " + t.name(Seat(s)))
		}
	}
	return strings.Join(parts, ", ")
}

// Course is what happened in the deal, beside the name of its call: "Ann and Dan, 7 of 8 · Cat revoked".
func (t Telling) Course() string {
	var parts []string
	if t.Deal.Caller != 0 {
		parts = append(parts, t.callers()+t.taken())
	}
	if t.Deal.Loser != 0 && t.Deal.spoilers().n == 0 {
		parts = append(parts, t.name(t.Deal.Loser)+" pays")
	}
	return strings.Join(append(parts, t.mishaps()...), " · ")
}

// taken is the bid and the tricks: ", 7 of 8", ", 6♥, 7 of 6", ", no trick".
func (t Telling) taken() string {
	d, bid := t.Deal, ""
	rank, _ := t.House.Rank(d.Call)
	target := rank.Target
	if d.Bid != 0 {
		target, bid = d.Bid, ", "+strconv.Itoa(d.Bid)+d.Trumps.Symbol()
	}
	switch {
	case d.Tricks == NotSaid:
		return bid
	case target == 0 && d.Tricks == 0:
		return ", no trick"
	case target == 0:
		return ", " + english.Count(d.Tricks, "trick")
	}
	return bid + ", " + strconv.Itoa(d.Tricks) + " of " + strconv.Itoa(target)
}

// mishaps are what went wrong: "Cat revoked", "Dan showed a card or led out of turn", "Bob and Cat had wrong
// cards".
func (t Telling) mishaps() []string {
	var out, revoked, wrong []string
	for s := Seat(1); s <= MaxSeats; s++ {
		switch n := t.Deal.Revokes[s]; {
		case n == 1:
			revoked = append(revoked, t.name(s))
		case n > 1:
			revoked = append(revoked, t.name(s)+" ×"+strconv.Itoa(int(n)))
		}
		if t.Deal.WrongCards[s] {
			wrong = append(wrong, t.name(s))
		}
	}
	if len(revoked) > 0 {
		out = append(out, english.List(revoked)+" revoked")
	}
	if t.Deal.Forfeit != 0 {
		out = append(out, t.name(t.Deal.Forfeit)+" showed a card or led out of turn")
	}
	if len(wrong) > 0 {
		out = append(out, english.List(wrong)+" had wrong cards")
	}
	return out
}

// Bid is what a player may say in an auction as its button has it: "Pass", "I propose", "I accept", "Solo",
// "6 ♥".
func (w Words) Bid(call string) string {
	switch call {
	case sayPass:
		return "Pass"
	case sayCop:
		return "I accept"
	case Prop.String():
		return "I propose"
	}
	return w.bid(call)
}

// Said is the same told of them: "passes", "proposes", "goes along", "calls solo", "calls 6 ♥".
func (w Words) Said(call string) string {
	switch call {
	case sayPass:
		return "passes"
	case sayCop:
		return "goes along"
	case Prop.String():
		return "proposes"
	}
	if c, ok := ParseCall(call); ok {
		return "calls " + w.within(c)
	}
	return "calls " + w.bid(call)
}

func (w Words) bid(call string) string {
	if c, ok := ParseCall(call); ok {
		return w.Name(c)
	}
	if tricks, suit, ok := parseBid(call); ok {
		return strconv.Itoa(tricks) + " " + suit.Symbol()
	}
	return call
}
