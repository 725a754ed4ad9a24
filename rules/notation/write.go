package notation

import (
	"strconv"
	"strings"
	"unicode"

	"ouverte/rules"
)

// Write writes a deal that Settle takes; Parse reads it back as the same deal.
func Write(h *rules.House, names []string, d *rules.Deal) string {
	words := make([]string, 0, 8)
	add := func(w ...string) { words = append(words, w...) }
	name := func(s rules.Seat) string { return nameWord(names[s-1]) }
	trumps := strings.ToLower(d.Trumps.String())
	switch d.Call {
	case rules.Passed:
		return "pass"
	case rules.Irish:
		add(strconv.Itoa(d.Bid) + trumps)
		trumps = ""
	case rules.GeneralMisere:
		add("misery")
	default:
		add(d.Call.String())
	}
	for _, s := range []rules.Seat{d.Caller, d.Partner} {
		if s != 0 {
			add(name(s))
		}
	}
	if d.Tricks != rules.NotSaid {
		add(strconv.Itoa(d.Tricks))
	}
	if d.Loser != 0 {
		add("loser", name(d.Loser))
	}
	if d.TricksBy != [rules.MaxSeats + 1]int8{} {
		for s := rules.Seat(1); int(s) <= d.Seats; s++ {
			if d.Active(s) {
				add(name(s), strconv.Itoa(int(d.TricksBy[s])))
			}
		}
	}
	if trumps != "" {
		add(trumps)
	}
	for s := rules.Seat(1); int(s) <= d.Seats; s++ {
		if n := d.Revokes[s]; n > 0 {
			add("rev", name(s))
			if n > 1 {
				add(strconv.Itoa(int(n)))
			}
		}
		if d.WrongCards[s] {
			add("wrong", name(s))
		}
	}
	if d.Forfeit != 0 {
		add("exposed", name(d.Forfeit))
	}
	return strings.Join(words, " ")
}

// nameWord puts a name between quotation marks where it would not be read as one word, or as another.
func nameWord(name string) string {
	for i, r := range name {
		if !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return strconv.Quote(name)
		}
	}
	if name == "" || reserved(folded(name)) {
		return strconv.Quote(name)
	}
	return name
}
