package years

// The sums of a year as bytes: one blob with everybody's standing in a money, and one with the figures of
// each person. All numbers are signed varints, all lists are in order, and sums of nothing are left out, so
// the same nights always make the same bytes.

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"math/bits"
	"slices"

	"ouverte/ledger/chain"
)

// sumsForm is the version of the byte formats below. Stored.
const sumsForm = 1

// The places of seats as stored: so many active, and the place from the dealer's left. seatSum has them in
// two tables.
var places = [2][4]byte{{31, 32, 33}, {41, 42, 43, 44}}

// fields are the numbers of a sum in their stored order, up to the first nil.
type fields [21]*int64

func (s *standing) fields() fields {
	return fields{&s.evenings, &s.nights, &s.up, &s.down, &s.score, &s.penalties, &s.played,
		&s.deals, &s.won, &s.out, &s.revokes, &s.broken}
}

func (m *mark) fields() fields {
	return fields{(*int64)(&m.night), &m.day, (*int64)(&m.deal), &m.amount}
}

func (s *callSum) fields() fields {
	return fields{&s.n, &s.won, &s.lost, &s.told, &s.tricks, &s.over, &s.under, &s.amount, &s.squares}
}

func (s *seatSum) fields() fields {
	return fields{&s.n, &s.amount, &s.called, &s.won, &s.lost, &s.gained, &s.squares}
}

func (s *pairSum) fields() fields {
	return fields{&s.beside, &s.won, &s.lost, &s.amount, &s.against, &s.paid, &s.got}
}

func (e *evening) fields() fields {
	r := &e.runs
	return fields{&e.day, (*int64)(&e.night), &e.sat, &e.score,
		&e.gain, (*int64)(&e.gainDeal), &e.loss, (*int64)(&e.lossDeal),
		&r.won.n, &r.won.first, &r.won.last, &r.won.best,
		&r.lost.n, &r.lost.first, &r.lost.last, &r.lost.best,
		&r.dry.n, &r.dry.first, &r.dry.last, &r.dry.best}
}

// add adds numbers in the same order, so many times.
func (f fields) add(o fields, times int64) {
	for i := 0; f[i] != nil; i++ {
		*f[i] += times * *o[i]
	}
}

func (f fields) append(to []byte) []byte {
	for i := 0; f[i] != nil; i++ {
		to = binary.AppendVarint(to, *f[i])
	}
	return to
}

// add reads numbers and adds them.
func (r *packed) add(f fields) {
	for i := 0; f[i] != nil; i++ {
		*f[i] += r.signed()
	}
}

// How many fields a callSum, a seatSum and a pairSum have.
const (
	numbersOfCall = 9
	numbersOfSeat = 7
	numbersOfPair = 7
)

// skip passes over so many numbers, or single bytes below 0x80.
func (r *packed) skip(numbers int) {
	if numbers == 0 {
		return
	}
	for len(r.at) >= 8 {
		ends := ^binary.LittleEndian.Uint64(r.at) & 0x8080808080808080 // a bit for the last byte of each number
		if n := bits.OnesCount64(ends); n < numbers {
			r.at, numbers = r.at[8:], numbers-n
			continue
		}
		for ; numbers > 1; numbers-- {
			ends &= ends - 1 // without the lowest bit
		}
		r.at = r.at[bits.TrailingZeros64(ends)/8+1:]
		return
	}
	for i, c := range r.at {
		if c < 0x80 { // the last byte of a number
			if numbers--; numbers == 0 {
				r.at = r.at[i+1:]
				return
			}
		}
	}
	r.bad = true
}

// AppendStanding appends the standing: for each person the id, how many bytes follow, the sums, and the
// marks.
func (c *Sums) AppendStanding(to []byte) []byte {
	people := slices.DeleteFunc(c.People(), func(p chain.PlayerID) bool { return c.standing[p].evenings == 0 })
	if len(people) == 0 {
		return to
	}
	to = append(to, sumsForm)
	to = binary.AppendUvarint(to, uint64(len(people)))
	var one []byte
	for _, p := range people {
		s := c.standing[p]
		one = s.fields().append(one[:0])
		for _, m := range [...]*mark{&s.best, &s.worst, &s.gain} {
			one = m.fields().append(one)
		}
		to = binary.AppendUvarint(to, uint64(p))
		to = append(binary.AppendUvarint(to, uint64(len(one))), one...)
	}
	return to
}

// addStanding adds the standing of some people from such bytes; nil is everybody.
func (c *Sums) addStanding(text []byte, of []chain.PlayerID) error {
	r := &packed{at: text}
	if r.byte() != sumsForm {
		return fmt.Errorf("%w: a standing has another form", errPacked)
	}
	missing := len(of)
	for range r.count() {
		p, size := chain.PlayerID(r.number()), r.count()
		if of != nil && !slices.Contains(of, p) {
			r.at = r.at[size:]
			continue
		}
		s := cell(c.standing, p)
		r.add(s.fields())
		var marks [3]mark
		for i := range marks {
			r.add(marks[i].fields())
		}
		s.mark(marks[0], marks[1], marks[2])
		if missing--; missing == 0 {
			r.at = nil
			break
		}
	}
	return r.end("a standing")
}

// append appends the figures: calls by call and part, seats by place, pairs by the other person, evenings by
// day and night. Each list begins with its length.
func (f *figures) append(to []byte) []byte {
	begin := len(to)
	to = append(to, sumsForm)
	var list []byte
	n := 0
	end := func() {
		to = append(binary.AppendUvarint(to, uint64(n)), list...)
		list, n = list[:0], 0
	}
	for call := range f.calls {
		for part := range f.calls[call] {
			if s := &f.calls[call][part]; s.n != 0 {
				list, n = s.fields().append(append(list, byte(call), byte(part))), n+1
			}
		}
	}
	end()
	for i := range f.seats {
		for j := range f.seats[i] {
			if s := &f.seats[i][j]; s.n != 0 {
				list, n = s.fields().append(append(list, places[i][j])), n+1
			}
		}
	}
	end()
	for _, p := range slices.Sorted(maps.Keys(f.pairs)) {
		if s := f.pairs[p]; *s != (pairSum{}) {
			list, n = s.fields().append(binary.AppendUvarint(list, uint64(p))), n+1
		}
	}
	end()
	slices.SortFunc(f.evenings, func(a, b evening) int { return a.compare(&b) })
	for i := range f.evenings {
		list, n = f.evenings[i].fields().append(list), n+1
	}
	end()
	if empty := []byte{sumsForm, 0, 0, 0, 0}; bytes.Equal(to[begin:], empty) {
		return to[:begin]
	}
	return to
}

// read adds figures from such bytes: with the evenings or without, and with the pairs among some people; nil
// is all of them.
func (f *figures) read(text []byte, evenings listing, among []chain.PlayerID) error {
	r := &packed{at: text}
	if r.byte() != sumsForm {
		return fmt.Errorf("%w: figures have another form", errPacked)
	}
	for range r.count() {
		call, part := int(r.byte()), int(r.byte())
		if call >= len(f.calls) || part >= len(f.calls[0]) {
			return fmt.Errorf("%w: figures have call %d", errPacked, call)
		}
		r.add(f.calls[call][part].fields())
	}
	for range r.count() {
		active, place := placeAt(r.byte())
		if active < 0 {
			return fmt.Errorf("%w: figures have a place there isn't", errPacked)
		}
		r.add(f.seats[active][place].fields())
	}
	for range r.count() {
		other := chain.PlayerID(r.number())
		if among != nil && !slices.Contains(among, other) {
			r.skip(numbersOfPair)
			continue
		}
		r.add(cell(f.pairs, other).fields())
	}
	switch evenings {
	case unlisted:
		return nil
	case listedInShort, inMonths:
		r.attended(&f.went, evenings)
		return r.end("figures")
	}
	n := r.count()
	f.evenings = slices.Grow(f.evenings, n)
	for range n {
		f.evenings = append(f.evenings, evening{})
		r.add(f.evenings[len(f.evenings)-1].fields())
	}
	return r.end("figures")
}

// attended adds the evenings in short, and those of a month as one where there are many.
func (r *packed) attended(to *attendance, as listing) {
	n := r.count()
	if to.inMonths = to.inMonths || as == inMonths && n > mostMarks; !to.inMonths {
		to.list = slices.Grow(to.list, n)
	}
	for range n {
		at, sat, score := place{r.signed(), chain.NightID(r.signed())}, r.signed() != 0, r.signed()
		r.skip(4) // the dearest deals
		made := run{r.signed(), r.signed(), r.signed(), r.signed()}
		r.skip(8) // the other runs
		to.add(at, sat, score, made)
	}
}

// placeAt finds a stored place; −1 if there is none.
func placeAt(stored byte) (active, place int) {
	for i := range places {
		if j := slices.Index(places[i][:], stored); j >= 0 && stored != 0 {
			return i, j
		}
	}
	return -1, -1
}

// end is the error of bytes that didn't fit, or weren't all read.
func (r *packed) end(what string) error {
	if r.bad || len(r.at) > 0 {
		return fmt.Errorf("%w: the end of %s", errPacked, what)
	}
	return nil
}

// AppendFigures appends the figures of a player.
func (c *Sums) AppendFigures(to []byte, p chain.PlayerID) []byte { return c.person(p).append(to) }
