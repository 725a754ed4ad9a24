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

// dealRoom has room for a deal and its lists.
type dealRoom struct {
	Deal
	tricks            int
	seats, accounts   []PlayerID
	revokes, tricksBy []int
}

// readDeal reads the text of a deal in its canonical form, as Encode writes it. ok is false where it isn't
// quite that. The deal is in the room, where the next is read.
func readDeal(text []byte, room *dealRoom) (b *Deal, ok bool) {
	if len(text) < 2 || text[0] != '{' || text[len(text)-1] != '}' {
		return nil, false
	}
	t := dealText{rest: text[1 : len(text)-1], first: true}
	b = &room.Deal
	*b = Deal{}
	some(&t, `"deal":`, &b.Deal)
	t.words(`"as":`, &b.As)
	some(&t, `"before":`, &b.Before)
	t.words(`"reason":`, &b.Reason)
	list(&t, `"seats":`, &b.Seats, &room.seats)
	list(&t, `"accounts":`, &b.Accounts, &room.accounts)
	if t.field(`"dealer":`) {
		b.Dealer = t.seat()
	}
	if t.field(`"call":`) {
		call, known := rules.ParseCall(t.text())
		b.Call, t.bad = call, t.bad || !known
	}
	t.taken(`"caller":`, &b.Caller)
	t.taken(`"partner":`, &b.Partner)
	some(&t, `"bid":`, &b.Bid)
	t.words(`"trumps":`, &b.Trumps)
	if t.field(`"tricks":`) {
		room.tricks = int(t.number())
		b.Tricks = &room.tricks
	}
	list(&t, `"revokes":`, &b.Revokes, &room.revokes)
	t.taken(`"forfeit":`, &b.Forfeit)
	t.taken(`"loser":`, &b.Loser)
	list(&t, `"tricksBy":`, &b.TricksBy, &room.tricksBy)
	t.words(`"auction":`, &b.Auction)
	return b, !t.bad && len(t.rest) == 0
}

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

// some reads the number of a field that would be left out if it were zero.
func some[N ~int | ~int64](t *dealText, name string, to *N) {
	if t.field(name) {
		*to = N(t.number())
		t.bad = t.bad || *to == 0
	}
}

// taken reads the seat of a field that would be left out if it were nobody's.
func (t *dealText) taken(name string, to *rules.Seat) {
	if t.field(name) {
		*to = t.seat()
		t.bad = t.bad || *to == 0
	}
}

// words reads the string of a field that would be left out if it were empty.
func (t *dealText) words(name string, to *string) {
	if t.field(name) {
		*to = t.text()
		t.bad = t.bad || *to == ""
	}
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
	t.bad = t.bad || !utf8.Valid(s) || bytes.Contains(s, []byte("\u2028")) || bytes.Contains(s, []byte("\u2029"))
	t.rest = t.rest[n+2:]
	return string(s)
}

// list reads the whole numbers of a field, one at least, into a room.
func list[N ~int | ~int64](t *dealText, name string, to, room *[]N) {
	if !t.field(name) {
		return
	}
	if *room = (*room)[:0]; *room == nil {
		*room = make([]N, 0, rules.MaxSeats)
	}
	for before := byte('['); len(t.rest) > 0 && t.rest[0] == before; before = ',' {
		t.rest = t.rest[1:]
		*room = append(*room, N(t.number()))
		if !t.bad && len(t.rest) > 0 && t.rest[0] == ']' {
			t.rest, *to = t.rest[1:], *room
			return
		}
	}
	t.bad = true
}
