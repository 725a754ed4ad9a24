package notation

import (
	"bytes"
	"strconv"

	"ouverte/rules"
)

// Wire answers the lines of `ouverte score` and `ouverte auction`: one line of JSON in, one line out (§11).
// Between lines it keeps its memory and the sets it has read. The zero Wire is ready. It is for one
// goroutine.
type Wire struct {
	scan   scanner
	house  *rules.House
	houses map[string]*rules.House // sets that came whole in a line, by their text
	values [wireFields]int         // where in the line the value of a field begins; 0 where it isn't there
	names  [rules.MaxSeats][]byte  // by seat, from 0
	deal   rules.Deal
}

// What is kept of sets that came whole in a line.
const (
	housesKept = 64
	houseBytes = 16 << 10
)

// field is a field of the wire. The first ten are those of rules.FieldNames, in their order.
type field int

const (
	fieldCaller field = iota
	fieldPartner
	fieldBid
	fieldTrumps
	fieldTricks
	fieldRevokes
	fieldForfeit
	fieldWrongCards
	fieldLoser
	fieldTricksBy
	fieldRules
	fieldSeats
	fieldDealer
	fieldContract
	fieldCalls
	wireFields
)

var fieldNames = append(rules.FieldNames[:], "rules", "seats", "dealer", "contract", "calls")

func (f field) String() string { return fieldNames[f] }

func fieldNamed(key []byte) (field, bool) {
	for f, name := range fieldNames {
		if string(key) == name {
			return field(f), true
		}
	}
	return 0, false
}

// Score reckons one deal and appends the answer to out, without a newline. With explain the answer has the
// sentence and the steps as well. Where the line is refused, out is as it was and the error is a
// *rules.Problem.
func (w *Wire) Score(out, line []byte, explain bool) ([]byte, error) {
	w.read(line, func(f field) bool { return f != fieldCalls })
	w.readDeal()
	if w.scan.bad != nil {
		return out, w.scan.bad
	}
	r, err := rules.Settle(w.house, &w.deal)
	if err == nil {
		err = w.deal.CheckTurned(rules.NoSuit)
	}
	if err != nil {
		return out, err
	}
	out = w.appendResult(out, &r)
	if explain {
		out = w.appendAccount(out, r)
	}
	return append(out, '}'), nil
}

// AppendRefusal writes the answer to a line that was refused.
func AppendRefusal(out []byte, line int, err error) []byte {
	out = append(out, `{"line":`...)
	out = strconv.AppendInt(out, int64(line), 10)
	out = append(out, `,"error":`...)
	return append(appendQuoted(out, err.Error()), '}')
}

// ---- the fields every line has ----

// read finds the fields of the line, which must be among those known, and reads what every line has: the set,
// the seats and the dealer. Like all that read, it leaves the first problem in the scanner, and then reads
// nothing more.
func (w *Wire) read(line []byte, known func(field) bool) {
	w.find(line, known)
	w.deal = rules.Deal{Tricks: rules.NotSaid}
	w.readHouse()
	w.readSeats()
	if !w.at(fieldDealer) {
		w.refuse(fieldDealer, "Say who deals.")
	}
	w.deal.Dealer = w.readSeat(fieldDealer)
}

// find passes over the whole line once, so that all of it is known to be sound JSON before anything is read.
func (w *Wire) find(line []byte, known func(field) bool) {
	s := &w.scan
	w.values = [wireFields]int{}
	s.begin(line)
	s.eat('{')
	for first := true; s.members(first, '}'); first = false {
		key := s.key()
		f, found := fieldNamed(key)
		switch {
		case !found || !known(f):
			s.refuse(rules.Clipped(string(key)), "%s isn’t a field we know here.", rules.Quoted(string(key)))
		case w.values[f] != 0:
			w.refuse(f, "The field %s is there twice.", f)
		}
		s.next()
		w.values[f] = s.at
		s.skip(0)
	}
	s.end()
}

// at goes to the value of a field, and tells whether it is there.
func (w *Wire) at(f field) bool {
	if w.scan.bad != nil || w.values[f] == 0 {
		return false
	}
	w.scan.at = w.values[f]
	return true
}

func (w *Wire) refuse(f field, format string, args ...any) {
	w.scan.refuse(f.String(), format, args...)
}

// readHouse reads an id, or a whole set of §3 with an optional scale.
func (w *Wire) readHouse() {
	s := &w.scan
	if !w.at(fieldRules) {
		w.refuse(fieldRules, "Say by which house rules: an id, or a whole set.")
		return
	}
	if s.next() != '{' {
		id, known := s.words("rules"), false
		if w.house, known = rules.Set(string(id)); !known {
			w.refuse(fieldRules, "%s isn’t a set of house rules we know.", rules.Quoted(string(id)))
		}
		return
	}
	from := s.at
	s.skip(0)
	text := s.src[from:s.at]
	if h, ok := w.houses[string(text)]; ok {
		w.house = h
		return
	}
	h, err := rules.ParseScaledHouse(text)
	if err != nil {
		w.refuse(fieldRules, "The house rules are not sound. %s", err.Error())
		return
	}
	if w.houses == nil || len(w.houses) == housesKept {
		w.houses = make(map[string]*rules.House)
	}
	if len(text) <= houseBytes {
		w.houses[string(text)] = h
	}
	w.house = h
}

func (w *Wire) readSeats() {
	s := &w.scan
	switch {
	case !w.at(fieldSeats):
		w.refuse(fieldSeats, "Say who sits at the table.")
	case !s.eat('['):
		w.refuse(fieldSeats, "The field seats must be a list of names.")
	}
	n := 0
	for ; s.members(n == 0, ']'); n++ {
		name := s.words("seats")
		if s.bad == nil && n == rules.MaxSeats {
			w.refuse(fieldSeats, "At most five sit at the table.")
		}
		if s.bad != nil {
			return
		}
		w.checkName(name, w.names[:n])
		w.names[n] = name
	}
	if w.deal.Seats = n; n < 3 {
		w.refuse(fieldSeats, "The table must have three, four or five players.")
	}
}

// checkName refuses names nobody can read, and those of somebody who sits there already.
func (w *Wire) checkName(name []byte, others [][]byte) {
	if len(bytes.TrimSpace(name)) == 0 {
		w.refuse(fieldSeats, "A player must have a name.")
	}
	if bytes.ContainsFunc(name, rules.Unreadable) {
		w.refuse(fieldSeats, "A name cannot have control characters in it.")
	}
	for _, other := range others {
		if bytes.Equal(other, name) {
			w.refuse(fieldSeats, "Two players are called %s.", rules.Quoted(string(name)))
		}
	}
}

// readSeat reads the name of somebody at the table; without the field it is nobody.
func (w *Wire) readSeat(f field) rules.Seat {
	if !w.at(f) {
		return 0
	}
	return w.seat(f, w.scan.words(f.String()))
}

func (w *Wire) seat(f field, name []byte) rules.Seat {
	for i, n := range w.names[:w.deal.Seats] {
		if bytes.Equal(n, name) {
			return rules.Seat(i + 1)
		}
	}
	w.refuse(f, "The field %s names %s, who is not at the table.", f, rules.Quoted(string(name)))
	return 0
}

// ---- the deal ----

// readDeal reads what the call of a deal has besides. What does not belong to the call is refused by its
// presence alone.
func (w *Wire) readDeal() {
	d, s := &w.deal, &w.scan
	if !w.at(fieldContract) {
		w.refuse(fieldContract, "Say what was called: contract is missing.")
	}
	id, known := s.words("contract"), false
	if d.Call, known = rules.ParseCall(string(id)); !known {
		w.refuse(fieldContract, "%s isn’t a call we know.", rules.Quoted(string(id)))
	}
	if s.bad != nil {
		return
	}
	var there rules.Fields
	for f := range len(rules.FieldNames) {
		if w.values[f] != 0 {
			there |= 1 << f
		}
	}
	if p := w.house.Misplaced(d.Call, there); p != nil {
		s.bad = p
		return
	}
	d.Caller = w.readSeat(fieldCaller)
	d.Partner = w.readSeat(fieldPartner)
	if w.at(fieldBid) {
		d.Bid = s.small("bid", 1, rules.TricksInDeal)
	}
	if w.at(fieldTrumps) {
		code, known := s.words("trumps"), false
		if d.Trumps, known = rules.ParseSuit(string(code)); !known {
			w.refuse(fieldTrumps, "Trumps are C, D, H, S or NT, and not %s.", rules.Quoted(string(code)))
		}
	}
	if w.at(fieldTricks) {
		d.Tricks = s.small("tricks", 0, rules.TricksInDeal)
	}
	d.Forfeit = w.readSeat(fieldForfeit)
	d.Loser = w.readSeat(fieldLoser)
	if w.at(fieldRevokes) {
		w.bySeat(fieldRevokes, 1, func(s rules.Seat, n int) { d.Revokes[s] = uint8(n) })
	}
	w.readWrongCards()
	w.readTricksBy()
}

// bySeat reads an object of names and numbers, and tells whom it names.
func (w *Wire) bySeat(f field, least int, set func(rules.Seat, int)) (named [rules.MaxSeats + 1]bool) {
	s := &w.scan
	if !s.eat('{') {
		w.refuse(f, "The field %s must be an object of names and numbers.", f)
	}
	for first := true; s.members(first, '}'); first = false {
		name := s.key()
		seat := w.seat(f, name)
		if named[seat] {
			w.refuse(f, "The field %s names %s twice.", f, rules.Quoted(string(name)))
		}
		named[seat] = true
		set(seat, s.small(f.String(), least, rules.TricksInDeal))
	}
	return named
}

func (w *Wire) readTricksBy() {
	if !w.at(fieldTricksBy) {
		return
	}
	named := w.bySeat(fieldTricksBy, 0, func(s rules.Seat, n int) { w.deal.TricksBy[s] = int8(n) })
	for i, name := range w.names[:w.deal.Seats] {
		s := rules.Seat(i + 1)
		switch {
		case w.deal.Active(s) && !named[s]:
			w.refuse(fieldTricksBy, "The field tricksBy does not say how many tricks %s took.",
				rules.Quoted(string(name)))
		case !w.deal.Active(s) && named[s]:
			w.refuse(fieldTricksBy, "The field tricksBy names %s, who sits this deal out.",
				rules.Quoted(string(name)))
		}
	}
}

func (w *Wire) readWrongCards() {
	s := &w.scan
	if !w.at(fieldWrongCards) {
		return
	}
	if !s.eat('[') {
		w.refuse(fieldWrongCards, "The field wrongCards must be a list of names.")
	}
	for first := true; s.members(first, ']'); first = false {
		name := s.words("wrongCards")
		seat := w.seat(fieldWrongCards, name)
		if w.deal.WrongCards[seat] {
			w.refuse(fieldWrongCards, "The field wrongCards names %s twice.", rules.Quoted(string(name)))
		}
		w.deal.WrongCards[seat] = true
	}
}

// ---- the answer ----

func (w *Wire) appendResult(out []byte, r *rules.Result) []byte {
	out = append(out, `{"outcome":"`...)
	out = append(out, r.Outcome.String()...)
	out = append(out, `","over":`...)
	out = strconv.AppendInt(out, int64(r.Over), 10)
	out = append(out, `,"under":`...)
	out = strconv.AppendInt(out, int64(r.Under), 10)
	out = append(out, `,"net":{`...)
	for i, name := range w.names[:w.deal.Seats] {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(appendQuoted(out, name), ':')
		out = strconv.AppendInt(out, r.Net[i+1], 10)
	}
	out = append(out, `},"pays":[`...)
	for i, pay := range r.Pays() {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendQuoted(append(out, `{"from":`...), w.names[pay.From-1])
		out = appendQuoted(append(out, `,"to":`...), w.names[pay.To-1])
		out = strconv.AppendInt(append(out, `,"amount":`...), pay.Amount, 10)
		out = append(out, '}')
	}
	return append(out, ']')
}

func (w *Wire) appendAccount(out []byte, r rules.Result) []byte {
	names := make([]string, w.deal.Seats)
	for i := range names {
		names[i] = string(w.names[i])
	}
	account := rules.Explain(w.house, &w.deal, &r, names, nil)
	out = appendQuoted(append(out, `,"sentence":`...), rules.Plain(account.Sentence()))
	out = append(out, `,"steps":[`...)
	for i, step := range account.Steps {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendQuoted(append(out, `{"text":`...), step.Text)
		out = appendQuoted(append(out, `,"rule":`...), step.Rule)
		out = append(out, '}')
	}
	return append(out, ']')
}
