package chain

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf8"

	"ouverte/rules"
)

// Of a hundred entries ninety-five are deals, and reading their text is what the audit would spend most of
// its time on. So the usual form of it, which the book itself writes, is read here directly; whatever else it
// may be is left to encoding/json.

// readDeal reads the text of a deal as Encode writes it. ok is false where it isn't quite that.
func readDeal(text []byte) (b *Deal, ok bool) {
	if len(text) < 2 || text[0] != '{' || text[len(text)-1] != '}' {
		return nil, false
	}
	t := dealText{rest: text[1 : len(text)-1], first: true}
	b = new(Deal)
	if t.field(`"deal":`) {
		b.Deal = DealID(t.number())
	}
	if t.field(`"as":`) {
		b.As = t.text()
	}
	if t.field(`"before":`) {
		b.Before = DealID(t.number())
	}
	if t.field(`"reason":`) {
		b.Reason = t.text()
	}
	if t.field(`"seats":`) {
		b.Seats = list[PlayerID](&t)
	}
	if t.field(`"accounts":`) {
		b.Accounts = list[PlayerID](&t)
	}
	if t.field(`"dealer":`) {
		b.Dealer = t.seat()
	}
	if t.field(`"call":`) {
		call, known := rules.ParseCall(t.text())
		b.Call, t.bad = call, t.bad || !known
	}
	if t.field(`"caller":`) {
		b.Caller = t.seat()
	}
	if t.field(`"partner":`) {
		b.Partner = t.seat()
	}
	if t.field(`"bid":`) {
		b.Bid = int(t.number())
	}
	if t.field(`"trumps":`) {
		b.Trumps = t.text()
	}
	if t.field(`"tricks":`) {
		tricks := int(t.number())
		b.Tricks = &tricks
	}
	if t.field(`"revokes":`) {
		b.Revokes = list[int](&t)
	}
	if t.field(`"forfeit":`) {
		b.Forfeit = t.seat()
	}
	if t.field(`"loser":`) {
		b.Loser = t.seat()
	}
	if t.field(`"tricksBy":`) {
		b.TricksBy = list[int](&t)
	}
	if t.field(`"auction":`) {
		b.Auction = t.text()
	}
	return b, !t.bad && len(t.rest) == 0
}

// dealText is what is still to be read.
type dealText struct {
	rest  []byte
	first bool
	bad   bool // something isn't as the book writes it
}

// field passes over the name of a field, with the comma before it, if it comes next.
func (t *dealText) field(name string) bool {
	rest := t.rest
	if !t.first {
		if len(rest) == 0 || rest[0] != ',' {
			return false
		}
		rest = rest[1:]
	}
	if len(rest) <= len(name) || string(rest[:len(name)]) != name {
		return false
	}
	t.rest, t.first = rest[len(name):], false
	return true
}

// number reads a whole number.
func (t *dealText) number() int64 {
	n := 0
	for n < len(t.rest) && (t.rest[n] >= '0' && t.rest[n] <= '9' || n == 0 && t.rest[n] == '-') {
		n++
	}
	digits := t.rest[:n]
	v, err := strconv.ParseInt(string(digits), 10, 64)
	if d := bytes.TrimPrefix(digits, []byte("-")); err != nil || len(d) > 1 && d[0] == '0' || v == 0 &&
		len(d) != n {
		t.bad = true
	}
	t.rest = t.rest[n:]
	return v
}

func (t *dealText) seat() rules.Seat {
	n := t.number()
	t.bad = t.bad || n < 0 || n > math.MaxUint8
	return rules.Seat(n)
}

// text reads a string in which nothing is escaped.
func (t *dealText) text() string {
	if len(t.rest) == 0 || t.rest[0] != '"' {
		t.bad = true
		return ""
	}
	n := bytes.IndexByte(t.rest[1:], '"')
	if n < 0 {
		t.bad = true
		return ""
	}
	s := t.rest[1 : n+1]
	for _, c := range s {
		t.bad = t.bad || c < ' ' || c == '\\'
	}
	t.bad = t.bad || !utf8.Valid(s)
	t.rest = t.rest[n+2:]
	return string(s)
}

// list reads whole numbers, one at least.
func list[N ~int | ~int64](t *dealText) []N {
	if len(t.rest) == 0 || t.rest[0] != '[' {
		t.bad = true
		return nil
	}
	out := make([]N, 0, rules.MaxSeats)
	for !t.bad && t.rest[0] != ']' {
		t.rest = t.rest[1:] // [ or ,
		out = append(out, N(t.number()))
		if t.bad || len(t.rest) == 0 || t.rest[0] != ',' && t.rest[0] != ']' {
			t.bad = true
			return nil
		}
	}
	if !t.bad {
		t.rest = t.rest[1:]
	}
	return out
}
