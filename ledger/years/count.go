package years

// Counting nights from their briefs. Amounts by call, seat and pair are those of the chair a person sat in,
// also where a substitute played on another's account. Only the score of a night goes by account, as the
// balances do.

import (
	"maps"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/rules"
)

// role is what somebody had to do with a call. Stored.
type role uint8

const (
	asDeal     role = 0 // the deal itself, counted once for the circle
	asCaller   role = 1
	asPartner  role = 2 // accepted
	asOpponent role = 3
	asEach     role = 4 // general misère: each for himself
)

// wholeCircle stands for a player where a deal or a night is counted once. Stored.
const wholeCircle chain.PlayerID = 0

// standing is what some nights come to for one person.
type standing struct {
	evenings                 int64 // the person is named in …
	nights, up, down         int64 // … sat at, and ended above nothing and below
	score, penalties, played int64
	deals, won, out          int64
	revokes, broken          int64
	best, worst, gain        mark // the evenings and the deal that stand out
}

// figures is the rest of what some nights come to for one person: by call, by seat, by the other person, and
// by evening.
type figures struct {
	calls    [rules.CallNumbers][asEach + 1]callSum
	seats    [2][4]seatSum // with three and with four active; by place from the dealer's left
	pairs    map[chain.PlayerID]*pairSum
	evenings []evening
	went     attendance // the same in short
}

type callSum struct {
	n, won, lost    int64
	told, tricks    int64
	over, under     int64
	amount, squares int64
}

type seatSum struct {
	n, amount                          int64
	called, won, lost, gained, squares int64
}

// pairSum is seen from the person whose figures it is in.
type pairSum struct {
	beside, won, lost, amount int64
	against, paid, got        int64
}

// Sums are the sums of some nights of one money.
type Sums struct {
	standing  map[chain.PlayerID]*standing
	figures   map[chain.PlayerID]*figures
	only      chain.PlayerID   // whose figures are counted, where it is one player's
	evenings  listing          // whether each is listed
	callsOnly bool             // of each player's figures, only the calls they made and accepted are counted
	among     []chain.PlayerID // pairs with others aren't read; nil: all are
	rest      figures          // everybody else's

	table // the night being counted
}

// listing is whether evenings are listed one by one, whole or in short, or in short by months where somebody
// has too many for a race to mark each.
type listing uint8

const (
	unlisted listing = iota
	listedInShort
	inMonths
	whole
)

// NewSums returns the sums of no nights.
func NewSums() *Sums {
	return &Sums{
		standing: map[chain.PlayerID]*standing{}, figures: map[chain.PlayerID]*figures{}, evenings: whole,
	}
}

// person returns the figures of a player, making them if there are none.
func (c *Sums) person(p chain.PlayerID) *figures {
	f := c.figures[p]
	switch {
	case f != nil:
		return f
	case c.only != 0 && p != c.only:
		f = &c.rest
	default:
		f = new(figures)
		c.figures[p] = f
	}
	if f.pairs == nil {
		f.pairs = map[chain.PlayerID]*pairSum{}
	}
	return f
}

// cell returns an element of a map, making it if there is none.
func cell[K comparable, S any](m map[K]*S, k K) *S {
	s := m[k]
	if s == nil {
		s = new(S)
		m[k] = s
	}
	return s
}

// plus adds the sums of other nights.
func (c *Sums) plus(o *Sums) { c.add(o, 1) }

// minus subtracts sums that were added. It can't restore the marks of standings: the caller finds them anew.
func (c *Sums) minus(o *Sums) { c.add(o, -1) }

func (c *Sums) add(o *Sums, times int64) {
	for p, s := range o.standing {
		to := cell(c.standing, p)
		to.fields().add(s.fields(), times)
		if times > 0 {
			to.mark(s.best, s.worst, s.gain)
		}
	}
	for p, f := range o.figures {
		to := c.person(p)
		for call := range f.calls {
			for role := range f.calls[call] {
				if s := &f.calls[call][role]; s.n != 0 {
					to.calls[call][role].fields().add(s.fields(), times)
				}
			}
		}
		for n := range f.seats {
			for place := range f.seats[n] {
				to.seats[n][place].fields().add(f.seats[n][place].fields(), times)
			}
		}
		for other, s := range f.pairs {
			cell(to.pairs, other).fields().add(s.fields(), times)
		}
		if times > 0 {
			to.evenings = append(to.evenings, f.evenings...)
			continue
		}
		to.evenings = slices.DeleteFunc(to.evenings, func(e evening) bool {
			return slices.ContainsFunc(f.evenings, func(gone evening) bool { return gone.night == e.night })
		})
	}
}

// People are all who are in the sums, in order.
func (c *Sums) People() []chain.PlayerID {
	return slices.Sorted(maps.Keys(c.standing))
}

// mostCounted is the largest amount of a deal that statistics count in full; a larger one counts as this
// much, so that no sum of a lifetime wraps. mostSquared is the same for the squares that measure spread.
const (
	mostCounted = 1 << 40
	mostSquared = 1 << 20
)

func counted(n int64) int64 { return max(-mostCounted, min(n, mostCounted)) }

func squared(n int64) int64 {
	n = max(-mostSquared, min(n, mostSquared))
	return n * n
}

// dayNumber writes a date as a number: 20261121.
func dayNumber(date string) int64 {
	var n int64
	for _, c := range []byte(date) {
		if c != '-' {
			n = n*10 + int64(c-'0')
		}
	}
	return n
}

// dateOf is the date of a day number.
func dateOf(day int64) string {
	date := []byte("0000-00-00")
	for i := len(date) - 1; i >= 0; i-- {
		if date[i] != '-' {
			date[i] += byte(day % 10)
			day /= 10
		}
	}
	return string(date)
}

// table is the night being counted, with the sums of its few people at hand.
type table struct {
	guests []guest
	pairs  []pairSum // for each guest, with each who comes after

	chairs     []chain.Chair // whose indexes among the guests these are, by seat:
	sits, pays [rules.MaxSeats + 1]int
}

// guest is one of the people of a night.
type guest struct {
	player            chain.PlayerID
	evening           evening
	penalties, played int64 // of the evening
	standing          *standing
	figures           *figures
}

// Count adds a night. The guests it returns are valid until the next call.
func (c *Sums) Count(b *Brief) []guest {
	c.guests, c.chairs = c.guests[:0], nil
	c.pairs = sized(c.pairs, len(b.people)*len(b.people))
	clear(c.pairs)
	for _, p := range b.people {
		e := evening{day: dayNumber(b.date), night: b.night}
		g := guest{evening: e, standing: cell(c.standing, p), figures: c.person(p), player: p}
		c.guests = append(c.guests, g)
	}
	circle, all := cell(c.standing, wholeCircle), c.person(wholeCircle)
	for i := range b.deals {
		d := &b.deals[i]
		c.sit(d.chairs)
		c.countDeal(d, circle, all)
		if !c.callsOnly {
			c.countPairs(d)
		}
	}
	for _, p := range b.penalties {
		for _, n := range p.nets {
			g := &c.guests[c.guestAt(n.Player)]
			g.penalties += counted(n.Amount)
			g.evening.score += counted(n.Amount)
		}
	}
	circle.evenings++
	if len(b.deals) > 0 { // without one there was no evening, whatever was made ready for it
		circle.nights++
		circle.deals += int64(len(b.deals))
	}
	if !c.callsOnly {
		c.endPairs()
	}
	for i := range c.guests {
		g := &c.guests[i]
		g.end()
		if g.figures == &c.rest {
			continue
		}
		switch c.evenings {
		case whole:
			g.figures.evenings = append(g.figures.evenings, g.evening)
		case listedInShort:
			e := &g.evening
			g.figures.went.add(place{e.day, e.night}, e.sat != 0, e.score, e.runs.won)
		}
	}
	return c.guests
}

// end adds the finished evening to the standing.
func (g *guest) end() {
	e, s := &g.evening, g.standing
	s.evenings++
	if e.sat != 0 {
		s.nights++
		switch {
		case e.score > 0:
			s.up++
		case e.score < 0:
			s.down++
		}
	}
	s.score += e.score
	s.penalties += g.penalties
	s.played += g.played
	s.mark(e.marks())
}

// nothing tells whether no sum is other than zero.
func (s *standing) nothing() bool {
	return *s == standing{evenings: s.evenings, best: s.best, worst: s.worst, gain: s.gain}
}

// mark replaces the marks that are beaten.
func (s *standing) mark(best, worst, gain mark) {
	s.best, s.worst, s.gain = higher(s.best, best), lower(s.worst, worst), higher(s.gain, gain)
}

func (c *Sums) guestAt(p chain.PlayerID) int {
	return slices.IndexFunc(c.guests, func(g guest) bool { return g.player == p })
}

// sit looks up who sits where, if anybody moved.
func (c *Sums) sit(chairs []chain.Chair) {
	if len(c.chairs) > 0 && &c.chairs[0] == &chairs[0] {
		return
	}
	c.chairs = chairs
	for i, chair := range chairs {
		c.sits[i+1] = c.guestAt(chair.Player)
		c.pays[i+1] = c.sits[i+1]
		if chair.Account != 0 {
			c.pays[i+1] = c.guestAt(chair.Account)
		}
	}
}

func (c *Sums) countDeal(d *deal, circle *standing, all *figures) {
	x, r := &d.deal, d.result
	active := x.Seats
	if x.Sitter() != 0 {
		active--
	}
	deal := &all.calls[x.Call][asDeal]
	deal.add(d, r.Outcome == rules.Won, r.Outcome == rules.Lost)
	if x.Call.Biddable() {
		side := r.Net[x.Caller]
		if x.Partner != 0 {
			side += r.Net[x.Partner]
		}
		deal.amount += counted(side)
		deal.squares += squared(side)
	}
	place := 0
	for s := x.Eldest(); ; s = x.Left(s) {
		g := &c.guests[c.sits[s]]
		g.evening.sat = 1
		c.guests[c.pays[s]].evening.score += counted(r.Net[s])
		if x.Active(s) {
			c.play(g, d, s, circle, &g.figures.seats[active-3][place], &all.seats[active-3][place])
			place++
		} else {
			g.standing.out++
			circle.out++
		}
		if s == x.Dealer {
			break
		}
	}
}

// play adds what a deal was to one who played it, in this seat; at and all are the sums of the place.
func (c *Sums) play(g *guest, d *deal, s rules.Seat, circle *standing, at, all *seatSum) {
	x, r := &d.deal, d.result
	net := r.Net[s]
	e, person := &g.evening, g.standing
	person.deals++
	person.revokes += int64(x.Revokes[s])
	circle.revokes += int64(x.Revokes[s])
	if net > 0 {
		person.won++
	}
	g.played += counted(net)
	if net > e.gain {
		e.gain, e.gainDeal = net, d.id
	}
	if net < e.loss {
		e.loss, e.lossDeal = net, d.id
	}

	p := roleOf(x, s)
	won, lost := net > 0, net < 0
	if p != asEach { // the outcome is the side's, whatever a share of it came to
		won, lost = r.Outcome == rules.Won, r.Outcome == rules.Lost
		if p == asOpponent {
			won, lost = lost, won
		}
	}
	mine := p == asCaller || p == asPartner
	if (mine || !c.callsOnly) && (x.Call.Biddable() || x.Call == rules.GeneralMisere) {
		sum := &g.figures.calls[x.Call][p]
		sum.add(d, won, lost)
		sum.amount += counted(net)
		sum.squares += squared(net)
	}
	if p == asOpponent && won && (x.Call == rules.Misere || x.Call == rules.MisereOuverte) {
		person.broken++
	}
	all.add(net, p, won, lost)
	if c.callsOnly {
		return
	}
	at.add(net, p, won, lost)
	own := mine && (won || lost)
	if own {
		e.runs.won.push(won)
		e.runs.lost.push(lost)
	}
	e.runs.dry.push(!(own && won))
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

// countPairs adds a deal to those who played it together, and what each paid each.
func (c *Sums) countPairs(d *deal) {
	x, r := &d.deal, d.result
	for _, p := range r.Pays() {
		sum, turned := c.pair(p.From, p.To)
		if turned {
			sum.got += counted(p.Amount)
		} else {
			sum.paid += counted(p.Amount)
		}
	}
	if !x.Call.Biddable() {
		return
	}
	for s := rules.Seat(1); int(s) <= x.Seats; s++ {
		if !x.Active(s) || s == x.Caller {
			continue
		}
		sum, _ := c.pair(x.Caller, s)
		if s != x.Partner {
			sum.against++
			if x.Partner != 0 {
				sum, _ = c.pair(x.Partner, s)
				sum.against++
			}
			continue
		}
		sum.beside++
		sum.amount += counted(r.Net[x.Caller] + r.Net[s])
		switch r.Outcome {
		case rules.Won:
			sum.won++
		case rules.Lost:
			sum.lost++
		}
	}
}

// pair returns the sum of those in two seats. turned tells that it is kept as seen from the second.
func (c *Sums) pair(s, o rules.Seat) (sum *pairSum, turned bool) {
	i, j := c.sits[s], c.sits[o]
	if turned = i > j; turned {
		i, j = j, i
	}
	return &c.pairs[i*len(c.guests)+j], turned
}

// endPairs adds the pairs of the night to the figures of both.
func (c *Sums) endPairs() {
	n := len(c.guests)
	for i := range n {
		for j := i + 1; j < n; j++ {
			sum := c.pairs[i*n+j]
			if sum == (pairSum{}) {
				continue
			}
			a, b := &c.guests[i], &c.guests[j]
			cell(a.figures.pairs, b.player).add(&sum)
			sum.paid, sum.got = sum.got, sum.paid
			cell(b.figures.pairs, a.player).add(&sum)
		}
	}
}

// add adds what another night came to. It doesn't go through fields: no other sum is added so often.
func (s *pairSum) add(o *pairSum) {
	s.beside += o.beside
	s.won += o.won
	s.lost += o.lost
	s.amount += o.amount
	s.against += o.against
	s.paid += o.paid
	s.got += o.got
}

// add counts how a deal ended.
func (s *callSum) add(d *deal, won, lost bool) {
	s.n++
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

// add counts a deal played from the place.
func (s *seatSum) add(net int64, p role, won, lost bool) {
	s.n++
	s.amount += counted(net)
	if p != asCaller {
		return
	}
	s.called++
	s.gained += counted(net)
	s.squares += squared(net)
	if won {
		s.won++
	}
	if lost {
		s.lost++
	}
}
