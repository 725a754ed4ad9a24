package ledger

// Counting a night: from its brief to the sums that months and years are made of. Money in the sums by call, seat and pair
// is that of the chair somebody sat in, also where a substitute played on another's account; only the score of a night goes
// by accounts, as the balances do.

import (
	"slices"

	"ouverte/rules"
)

// role is what somebody had to do with a call.
type role uint8

const (
	asDeal    role = iota // the deal itself, counted once for the circle
	asCaller              // called
	asPartner             // accepted
	asOpponent
	asEach // general misère: each for himself
)

// wholeCircle stands in the place of a player where a deal or a night is counted once.
const wholeCircle PlayerID = 0

// Sums that are kept by month and year. Each has its columns in the order of fields.
type (
	playerSum struct {
		nights, up, down         int64
		score, penalties, played int64
		deals, won, out          int64
		revokes, broken          int64
	}
	callKey struct {
		player PlayerID
		call   rules.Call
		part   role
	}
	callSum struct {
		n, won, lost    int64
		told, tricks    int64
		over, under     int64
		amount, squares int64
	}
	seatKey struct {
		player PlayerID
		place  int // 31 … 44: so many active, and the place from the dealer's left
	}
	seatSum struct {
		n, amount                         int64
		called, won, lost, gained, square int64
	}
	pairKey struct{ a, b PlayerID }
	pairSum struct {
		beside, won, lost, amount int64
		against, aPaid, bPaid     int64
	}
)

// sumFields are the numbers of such a sum, to be gone through one after another.
type sumFields struct {
	at [11]*int64
	n  int
}

func fieldsOf(numbers ...*int64) (f sumFields) {
	f.n = copy(f.at[:], numbers)
	return f
}

// plus adds numbers in the same order.
func (f sumFields) plus(numbers []int64) {
	for i := range f.n {
		*f.at[i] += numbers[i]
	}
}

func (s *playerSum) fields() sumFields {
	return fieldsOf(&s.nights, &s.up, &s.down, &s.score, &s.penalties, &s.played, &s.deals, &s.won, &s.out, &s.revokes, &s.broken)
}

func (s *callSum) fields() sumFields {
	return fieldsOf(&s.n, &s.won, &s.lost, &s.told, &s.tricks, &s.over, &s.under, &s.amount, &s.squares)
}

func (s *seatSum) fields() sumFields {
	return fieldsOf(&s.n, &s.amount, &s.called, &s.won, &s.lost, &s.gained, &s.square)
}

func (s *pairSum) fields() sumFields {
	return fieldsOf(&s.beside, &s.won, &s.lost, &s.amount, &s.against, &s.aPaid, &s.bPaid)
}

// counts are the sums of some nights of one money.
type counts struct {
	players map[PlayerID]*playerSum
	calls   map[callKey]*callSum
	seats   map[seatKey]*seatSum
	pairs   map[pairKey]*pairSum
}

func newCounts() *counts {
	return &counts{map[PlayerID]*playerSum{}, map[callKey]*callSum{}, map[seatKey]*seatSum{}, map[pairKey]*pairSum{}}
}

// plus adds sums, or, so many times −1, takes them away.
func (c *counts) plus(o *counts, times int64) {
	plusTimes(c.players, o.players, times)
	plusTimes(c.calls, o.calls, times)
	plusTimes(c.seats, o.seats, times)
	plusTimes(c.pairs, o.pairs, times)
}

func plusTimes[K comparable, S any, P interface {
	*S
	fields() sumFields
}](to, from map[K]P, times int64) {
	for k, s := range from {
		into := to[k]
		if into == nil {
			into = new(S)
			to[k] = into
		}
		more, sums := s.fields(), into.fields()
		for i := range sums.n {
			*sums.at[i] += times * *more.at[i]
		}
	}
}

// clone copies the sums that are wanted.
func (c *counts) clone(w wanted) *counts {
	out := newCounts()
	if w.players {
		copyOf(out.players, c.players, func(p PlayerID) bool { return w.playersOf == nil || slices.Contains(w.playersOf, p) })
	}
	if w.calls {
		copyOf(out.calls, c.calls, func(k callKey) bool { return w.callsOf == nil || slices.Contains(w.callsOf, k.player) })
	}
	if w.seats {
		copyOf(out.seats, c.seats, func(k seatKey) bool { return w.seatsOf == nil || slices.Contains(w.seatsOf, k.player) })
	}
	if w.pairs && w.pairsOf != 0 {
		copyOf(out.pairs, c.pairs, func(k pairKey) bool { return k.a == w.pairsOf || k.b == w.pairsOf })
	} else if w.pairs {
		copyOf(out.pairs, c.pairs, func(k pairKey) bool { return slices.Contains(w.pairsAmong, k.a) && slices.Contains(w.pairsAmong, k.b) })
	}
	return out
}

func copyOf[K comparable, S any](to, from map[K]*S, wanted func(K) bool) {
	for k, s := range from {
		if wanted(k) {
			one := *s
			to[k] = &one
		}
	}
}

// cell finds a sum, making it if there is none.
func cell[K comparable, S any](m map[K]*S, k K) *S {
	s := m[k]
	if s == nil {
		s = new(S)
		m[k] = s
	}
	return s
}

// line is what a night was to one person.
type line struct {
	player                   PlayerID
	money                    rules.Money
	date                     string
	night                    NightID
	sat                      bool
	score, penalties, played int64
	deals                    int64
	best                     int64
	bestDeal                 DealID
	worst                    int64
	worstDeal                DealID
	calls                    int64
	runs                     runs
}

// mostCounted is the largest amount of a deal that statistics count in full, so that no sum of a lifetime wraps: beyond
// a million million, they take it as that. mostSquared is the same for how far amounts spread.
const (
	mostCounted = 1 << 40
	mostSquared = 1 << 20
)

func counted(n int64) int64 { return max(-mostCounted, min(n, mostCounted)) }

func squared(n int64) int64 {
	n = max(-mostSquared, min(n, mostSquared))
	return n * n
}

// count adds a night to the sums and gives its lines, in the order of the people.
func (c *counts) count(b *brief) []line {
	lines := make([]line, len(b.people))
	at := make(atNight, len(b.people))
	for i, p := range b.people {
		lines[i] = line{player: p, money: b.money, date: b.date, night: b.night}
		at[i] = guest{line: &lines[i], sum: cell(c.players, p)}
	}
	for i := range b.deals {
		c.countDeal(&b.deals[i], at)
	}
	for _, p := range b.penalties {
		for _, n := range p.nets {
			l := at.of(n.Player).line
			l.penalties += counted(n.Amount)
			l.score += counted(n.Amount)
		}
	}
	if len(b.deals) > 0 { // without one there was no evening, whatever was made ready for it
		circle := cell(c.players, wholeCircle)
		circle.nights++
		circle.deals += int64(len(b.deals))
	}
	for i := range lines {
		l, s := at[i].line, at[i].sum
		if l.sat {
			s.nights++
			switch {
			case l.score > 0:
				s.up++
			case l.score < 0:
				s.down++
			}
		}
		s.score += l.score
		s.penalties += l.penalties
		s.played += l.played
	}
	return lines
}

// guest is one of those at a night, with the sums that are theirs at hand: a night has some thirty deals of the same few people.
type guest struct {
	line  *line
	sum   *playerSum
	calls [rules.CallNumbers][asEach + 1]*callSum
	seats [2][4]*seatSum
}

// atNight are all at a night.
type atNight []guest

func (a atNight) of(p PlayerID) *guest {
	for i := range a {
		if a[i].line.player == p {
			return &a[i]
		}
	}
	return nil
}

// countDeal adds one deal.
func (c *counts) countDeal(d *briefDeal, at atNight) {
	x, r := &d.deal, &d.result
	active := x.Seats
	if x.Sitter() != 0 {
		active--
	}
	called := x.Call.Biddable()
	deal := cell(c.calls, callKey{wholeCircle, x.Call, asDeal})
	deal.n++
	deal.add(d, r.Outcome == rules.Won, r.Outcome == rules.Lost)
	if called {
		side := r.Net[x.Caller]
		if x.Partner != 0 {
			side += r.Net[x.Partner]
		}
		deal.amount += counted(side)
		deal.squares += squared(side)
	}
	place := 0
	for s := x.Eldest(); ; s = x.Left(s) {
		chair := d.chairs[s-1]
		who := at.of(chair.Player)
		who.line.sat = true
		at.of(chair.Pays()).line.score += counted(r.Net[s])
		if !x.Active(s) {
			who.sum.out++
			cell(c.players, wholeCircle).out++
		} else {
			place++
			c.countChair(d, s, active, place, who)
		}
		if s == x.Dealer {
			break
		}
	}
	c.countPays(d)
	if !called {
		return
	}
	for s := rules.Seat(1); int(s) <= x.Seats; s++ {
		for o := s + 1; int(o) <= x.Seats; o++ {
			if x.Active(s) && x.Active(o) {
				c.countPair(d, s, o)
			}
		}
	}
}

// countChair adds what a deal was to one who played it.
func (c *counts) countChair(d *briefDeal, s rules.Seat, active, place int, who *guest) {
	x, r := &d.deal, &d.result
	l, person, net := who.line, who.sum, r.Net[s]
	person.deals++
	if n := int64(x.Revokes[s]); n > 0 {
		person.revokes += n
		cell(c.players, wholeCircle).revokes += n
	}
	if net > 0 {
		person.won++
	}
	l.deals++
	l.played += counted(net)
	if net > l.best {
		l.best, l.bestDeal = net, d.id
	}
	if net < l.worst {
		l.worst, l.worstDeal = net, d.id
	}

	p := roleOf(x, s)
	won, lost := net > 0, net < 0
	if p != asEach { // the outcome is the side's, whatever a share of it came to
		won, lost = r.Outcome == rules.Won, r.Outcome == rules.Lost
		if p == asOpponent {
			won, lost = lost, won
		}
	}
	if x.Call.Biddable() || x.Call == rules.GeneralMisere {
		at := &who.calls[x.Call][p]
		if *at == nil {
			*at = cell(c.calls, callKey{l.player, x.Call, p})
		}
		sum := *at
		sum.n++
		sum.add(d, won, lost)
		sum.amount += counted(net)
		sum.squares += squared(net)
	}
	if p == asOpponent && won && x.Call.Losing() {
		person.broken++
	}
	seat := &who.seats[active-3][place-1]
	if *seat == nil {
		*seat = cell(c.seats, seatKey{l.player, active*10 + place})
	}
	for _, seat := range [...]*seatSum{*seat, cell(c.seats, seatKey{wholeCircle, active*10 + place})} {
		seat.n++
		seat.amount += counted(net)
		if p == asCaller {
			seat.called++
			seat.gained += counted(net)
			seat.square += squared(net)
			if won {
				seat.won++
			}
			if lost {
				seat.lost++
			}
		}
	}
	own := (p == asCaller || p == asPartner) && (won || lost)
	if own {
		l.calls++
		l.runs.won.push(won)
		l.runs.lost.push(lost)
	}
	l.runs.dry.push(!(own && won))
}

// roleOf is what an active seat had to do with the call of a deal.
func roleOf(d *rules.Deal, s rules.Seat) role {
	switch {
	case !d.Call.Biddable():
		return asEach
	case s == d.Caller:
		return asCaller
	case s == d.Partner:
		return asPartner
	}
	return asOpponent
}

// countPair adds a called deal to two who played it.
func (c *counts) countPair(d *briefDeal, s, o rules.Seat) {
	x, r := &d.deal, &d.result
	mine, theirs := roleOf(x, s) != asOpponent, roleOf(x, o) != asOpponent
	if !mine && !theirs {
		return
	}
	sum, _ := c.pair(d, s, o)
	switch {
	case mine && theirs:
		sum.beside++
		sum.amount += counted(r.Net[s] + r.Net[o])
		switch r.Outcome {
		case rules.Won:
			sum.won++
		case rules.Lost:
			sum.lost++
		}
	default:
		sum.against++
	}
}

// countPays adds what went from one to another in a deal.
func (c *counts) countPays(d *briefDeal) {
	for _, p := range d.result.Pays() {
		sum, turned := c.pair(d, p.From, p.To)
		if turned {
			sum.bPaid += counted(p.Amount)
		} else {
			sum.aPaid += counted(p.Amount)
		}
	}
}

// pair finds the sum of those in two seats; turned is true where the second is its a.
func (c *counts) pair(d *briefDeal, s, o rules.Seat) (sum *pairSum, turned bool) {
	a, b := d.chairs[s-1].Player, d.chairs[o-1].Player
	if a > b {
		a, b, turned = b, a, true
	}
	return cell(c.pairs, pairKey{a, b}), turned
}

// add counts how a deal ended.
func (s *callSum) add(d *briefDeal, won, lost bool) {
	if won {
		s.won++
	}
	if lost {
		s.lost++
	}
	if d.deal.Tricks != rules.NotSaid {
		s.told++
		s.tricks += int64(d.deal.Tricks)
	}
	s.over += int64(d.result.Over)
	s.under += int64(d.result.Under)
}
