package notation

// The wire form (§11): one line of JSON in, one line out. Reading lines and writing them is the caller's; here is one line.

import (
	"bytes"
	"strconv"

	"ouverte/rules"
)

// Wire answers the lines of `ouverte score` and `ouverte auction`. It keeps what it can use again from line to line: sets it
// has read, and its memory. The zero Wire is ready. It is not for several goroutines at once.
type Wire struct {
	scan   scanner
	houses map[string]*rules.House // sets that came whole in a line, by their text
	field  [wireFields]int         // where in the line the value of a field begins; 0 for a field that is not there
	names  [rules.MaxSeats][]byte  // by seat, from 0
	deal   rules.Deal
}

// What is kept of sets that came whole in a line.
const (
	housesKept = 64
	houseBytes = 16 << 10
)

// wireField is a field of the wire. The first ten are those of FieldNames, in their order.
type wireField int

const (
	fieldCaller wireField = iota
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

// Score reckons one deal and appends the answer to out, without a newline. With explain the answer has the sentence and the
// steps as well. Where the line is refused, out is as it was and the error is a *Problem.
func (w *Wire) Score(out, line []byte, explain bool) ([]byte, error) {
	h, p := w.read(line, func(f wireField) bool { return f != fieldCalls })
	if p == nil {
		p = w.readDeal(h)
	}
	if p != nil {
		return out, p
	}
	r, err := rules.Settle(h, &w.deal)
	if err != nil {
		return out, err
	}
	out = w.appendResult(out, &r)
	if explain {
		out = w.appendAccount(out, h, r)
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

// read finds the fields of the line, which must be among those known, and reads what every line has: the set, the seats and
// the dealer.
func (w *Wire) read(line []byte, known func(wireField) bool) (*rules.House, *rules.Problem) {
	if p := w.find(line, known); p != nil {
		return nil, p
	}
	w.deal = rules.Deal{Tricks: rules.NotSaid}
	h, p := w.readHouse()
	if p == nil {
		p = w.readSeats()
	}
	if p == nil {
		w.deal.Dealer, p = w.readSeat(fieldDealer, "Say who deals.")
	}
	return h, p
}

// find passes over the whole line once, so that all of it is known to be sound JSON before anything is read.
func (w *Wire) find(line []byte, known func(wireField) bool) *rules.Problem {
	s := &w.scan
	w.field = [wireFields]int{}
	if p := s.begin(line); p != nil {
		return p
	}
	s.at++ // the brace
	for first := true; ; first = false {
		more, p := s.members(first, '}')
		if p != nil {
			return p
		}
		if !more {
			return s.end()
		}
		key, p := s.key()
		if p != nil {
			return p
		}
		f := fieldNamed(key)
		switch {
		case f == wireFields || !known(f):
			return rules.Problemf(rules.Clipped(string(key)), "There is no field %s here.", rules.Quoted(string(key)))
		case w.field[f] != 0:
			return twice(fieldNames[f])
		}
		s.space()
		w.field[f] = s.at
		if p := s.skip(); p != nil {
			return p
		}
	}
}

func twice(field string) *rules.Problem {
	return rules.Problemf(field, "The field %s is there twice.", field)
}

func fieldNamed(key []byte) wireField {
	for f, name := range fieldNames {
		if string(key) == name {
			return wireField(f)
		}
	}
	return wireFields
}

// to goes to the value of a field, and tells whether it is there.
func (w *Wire) to(f wireField) bool {
	w.scan.at = w.field[f]
	return w.field[f] != 0
}

// readHouse reads an id, or a whole set of §3 with an optional scale.
func (w *Wire) readHouse() (*rules.House, *rules.Problem) {
	s := &w.scan
	if !w.to(fieldRules) {
		return nil, rules.Problemf("rules", "Say by which house rules: an id, or a whole set.")
	}
	if s.next() != '{' {
		id, p := s.words("rules")
		if p != nil {
			return nil, p
		}
		h, ok := rules.Set(string(id))
		if !ok {
			return nil, rules.Problemf("rules", "There is no set of house rules %s.", rules.Quoted(string(id)))
		}
		return h, nil
	}
	from := s.at
	if p := s.skip(); p != nil {
		return nil, p
	}
	text := s.src[from:s.at]
	if h, ok := w.houses[string(text)]; ok {
		return h, nil
	}
	h, err := rules.ParseScaledHouse(text)
	if err != nil {
		return nil, rules.Problemf("rules", "The house rules are not sound. %s", err.Error())
	}
	if w.houses == nil || len(w.houses) == housesKept {
		w.houses = make(map[string]*rules.House)
	}
	if len(text) <= houseBytes {
		w.houses[string(text)] = h
	}
	return h, nil
}

func (w *Wire) readSeats() *rules.Problem {
	s := &w.scan
	if !w.to(fieldSeats) {
		return rules.Problemf("seats", "Say who sits at the table.")
	}
	if !s.eat('[') {
		return rules.Problemf("seats", "The field seats must be a list of names.")
	}
	for n := 0; ; n++ {
		more, p := s.members(n == 0, ']')
		if p != nil {
			return p
		}
		if !more {
			w.deal.Seats = n
			break
		}
		name, p := s.words("seats")
		if p != nil {
			return p
		}
		if n == rules.MaxSeats {
			return rules.Problemf("seats", "At most five sit at the table.")
		}
		if p := wrongName(name); p != nil {
			return p
		}
		w.names[n] = name
		for _, other := range w.names[:n] {
			if bytes.Equal(other, name) {
				return rules.Problemf("seats", "Two players are called %s.", rules.Quoted(string(name)))
			}
		}
	}
	if w.deal.Seats < 3 {
		return rules.Problemf("seats", "There must be three, four or five players at the table.")
	}
	return nil
}

// wrongName refuses names nobody can read.
func wrongName(name []byte) *rules.Problem {
	if len(bytes.TrimSpace(name)) == 0 {
		return rules.Problemf("seats", "A player must have a name.")
	}
	for _, c := range name {
		if c < ' ' || c >= 0x7f { // the slow way, only where it is needed
			for _, r := range string(name) {
				if rules.Unreadable(r) {
					return rules.Problemf("seats", "A name cannot have control characters in it.")
				}
			}
			return nil
		}
	}
	return nil
}

// readSeat reads the name of somebody at the table; without the field it gives nobody, or refuses with the sentence.
func (w *Wire) readSeat(f wireField, needed string) (rules.Seat, *rules.Problem) {
	if !w.to(f) {
		if needed != "" {
			return 0, rules.Problemf(fieldNames[f], "%s", needed)
		}
		return 0, nil
	}
	name, p := w.scan.words(fieldNames[f])
	if p != nil {
		return 0, p
	}
	return w.seat(fieldNames[f], name)
}

func (w *Wire) seat(field string, name []byte) (rules.Seat, *rules.Problem) {
	for i, n := range w.names[:w.deal.Seats] {
		if bytes.Equal(n, name) {
			return rules.Seat(i + 1), nil
		}
	}
	return 0, rules.Problemf(field, "The field %s names %s, who is not at the table.", field, rules.Quoted(string(name)))
}

// ---- the deal ----

// readDeal reads what the call of a deal has besides. What does not belong to the call is refused by its presence alone.
func (w *Wire) readDeal(h *rules.House) *rules.Problem {
	d, s := &w.deal, &w.scan
	if !w.to(fieldContract) {
		return rules.Problemf("contract", "Say what was called: contract is missing.")
	}
	id, p := s.words("contract")
	if p != nil {
		return p
	}
	call, ok := rules.ParseCall(string(id))
	if !ok {
		return rules.Problemf("contract", "There is no call %s.", rules.Quoted(string(id)))
	}
	d.Call = call
	var there rules.Fields
	for f := range len(rules.FieldNames) {
		if w.field[f] != 0 {
			there |= 1 << f
		}
	}
	if p := h.Misplaced(call, there); p != nil {
		return p
	}
	if d.Caller, p = w.readSeat(fieldCaller, ""); p != nil {
		return p
	}
	if d.Partner, p = w.readSeat(fieldPartner, ""); p != nil {
		return p
	}
	if w.to(fieldBid) {
		if d.Bid, p = s.small("bid", 1, rules.TricksInDeal); p != nil {
			return p
		}
	}
	if p := w.readTrumps(); p != nil {
		return p
	}
	if w.to(fieldTricks) {
		if d.Tricks, p = s.small("tricks", 0, rules.TricksInDeal); p != nil {
			return p
		}
	}
	if d.Forfeit, p = w.readSeat(fieldForfeit, ""); p != nil {
		return p
	}
	if d.Loser, p = w.readSeat(fieldLoser, ""); p != nil {
		return p
	}
	if p := w.readRevokes(); p != nil {
		return p
	}
	if p := w.readWrongCards(); p != nil {
		return p
	}
	return w.readTricksBy()
}

func (w *Wire) readTrumps() *rules.Problem {
	if !w.to(fieldTrumps) {
		return nil
	}
	code, p := w.scan.words("trumps")
	if p != nil {
		return p
	}
	suit, ok := rules.ParseSuit(string(code))
	if !ok {
		return rules.Problemf("trumps", "Trumps are C, D, H, S or NT, and not %s.", rules.Quoted(string(code)))
	}
	w.deal.Trumps = suit
	return nil
}

// bySeat reads an object of names and numbers, and tells whom it names.
func (w *Wire) bySeat(f wireField, least int, set func(rules.Seat, int)) (named [rules.MaxSeats + 1]bool, p *rules.Problem) {
	s, field := &w.scan, fieldNames[f]
	if !s.eat('{') {
		return named, rules.Problemf(field, "The field %s must be an object of names and numbers.", field)
	}
	for first := true; ; first = false {
		more, p := s.members(first, '}')
		if p != nil || !more {
			return named, p
		}
		name, p := s.key()
		if p != nil {
			return named, p
		}
		seat, p := w.seat(field, name)
		if p != nil {
			return named, p
		}
		if named[seat] {
			return named, rules.Problemf(field, "The field %s names %s twice.", field, rules.Quoted(string(name)))
		}
		named[seat] = true
		n, p := s.small(field, least, rules.TricksInDeal)
		if p != nil {
			return named, p
		}
		set(seat, n)
	}
}

func (w *Wire) readRevokes() *rules.Problem {
	if !w.to(fieldRevokes) {
		return nil
	}
	_, p := w.bySeat(fieldRevokes, 1, func(s rules.Seat, n int) { w.deal.Revokes[s] = uint8(n) })
	return p
}

func (w *Wire) readTricksBy() *rules.Problem {
	if !w.to(fieldTricksBy) {
		return nil
	}
	named, p := w.bySeat(fieldTricksBy, 0, func(s rules.Seat, n int) { w.deal.TricksBy[s] = int8(n) })
	if p != nil {
		return p
	}
	for i := range w.deal.Seats {
		s := rules.Seat(i + 1)
		switch name := w.names[i]; {
		case w.deal.Active(s) && !named[s]:
			return rules.Problemf("tricksBy", "The field tricksBy does not say how many tricks %s took.", rules.Quoted(string(name)))
		case !w.deal.Active(s) && named[s]:
			return rules.Problemf("tricksBy", "The field tricksBy names %s, who sits this deal out.", rules.Quoted(string(name)))
		}
	}
	return nil
}

func (w *Wire) readWrongCards() *rules.Problem {
	s := &w.scan
	if !w.to(fieldWrongCards) {
		return nil
	}
	if !s.eat('[') {
		return rules.Problemf("wrongCards", "The field wrongCards must be a list of names.")
	}
	for first := true; ; first = false {
		more, p := s.members(first, ']')
		if p != nil || !more {
			return p
		}
		name, p := s.words("wrongCards")
		if p != nil {
			return p
		}
		seat, p := w.seat("wrongCards", name)
		if p != nil {
			return p
		}
		if w.deal.WrongCards[seat] {
			return rules.Problemf("wrongCards", "The field wrongCards names %s twice.", rules.Quoted(string(name)))
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
		out = append(out, `{"from":`...)
		out = appendQuoted(out, w.names[pay.From-1])
		out = append(out, `,"to":`...)
		out = appendQuoted(out, w.names[pay.To-1])
		out = append(out, `,"amount":`...)
		out = strconv.AppendInt(out, pay.Amount, 10)
		out = append(out, '}')
	}
	return append(out, ']')
}

func (w *Wire) appendAccount(out []byte, h *rules.House, r rules.Result) []byte {
	names := make([]string, w.deal.Seats)
	for i := range names {
		names[i] = string(w.names[i])
	}
	account := rules.Explain(h, &w.deal, &r, names, nil)
	out = append(out, `,"sentence":`...)
	out = appendQuoted(out, account.Sentence())
	out = append(out, `,"steps":[`...)
	for i, step := range account.Steps {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, `{"text":`...)
		out = appendQuoted(out, step.Text)
		out = append(out, `,"rule":`...)
		out = appendQuoted(out, step.Rule)
		out = append(out, '}')
	}
	return append(out, ']')
}
