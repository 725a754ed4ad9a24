package ledger

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"ouverte/rules"
)

// The shadow is a book kept the simple way: in lists, everything added up anew each time it is asked. Random evenings are
// written into the book and into the shadow, and after every step the two must agree.
//
// OUVERTE_SHADOW=10m runs it for so long, OUVERTE_SEED=7 runs one seed.

type shadow struct {
	t    testing.TB
	rng  *rand.Rand
	path string
	book *Book
	seed uint64
	step int
	did  string

	names  map[PlayerID]string
	same   map[PlayerID]PlayerID
	nights []*shadowNight
	slate  []*shadowItem // posted outside the nights
	joins  []shadowJoin
	asked  []askedBefore
	keys   int
	clock  func() time.Time
}

type shadowJoin struct {
	entry       EntryID
	gone, stays PlayerID
}

// askedBefore is a request that was answered, to be sent once more.
type askedBefore struct {
	what    string
	send    func(Slip) (Receipt, error)
	slip    Slip
	receipt Receipt
}

type shadowNight struct {
	id     NightID
	money  rules.Money
	stakes *rules.House
	chairs []Chair
	dealer PlayerID // when the table was last set
	setAt  int      // how many deals had been recorded by then
	told   int      // how many deals were ever recorded
	deals  []*shadowDeal
	items  []*shadowItem
	closed bool

	// What it comes to, added up when somebody asks first after it changed.
	summed   map[PlayerID]map[Kind]int64
	reckoned map[PlayerID]shadowFigures
}

// shadowFigures are what the statistics say of one person; of the whole circle, under the kitty's number, only all.
type shadowFigures struct {
	score, penalties, nights, up, down, deals, won, out, played, revokes, called, made, failed int64
	all                                                                                        int64 // deals of the circle
}

type shadowDeal struct {
	id      DealID
	told    int
	version EntryID
	chairs  []Chair
	deal    rules.Deal
	gone    bool
	former  [][]Chair // of former versions
	said    agreeBody // what was last said about it
}

// retold notes a new version, by these.
func (d *shadowDeal) retold(version EntryID, deal rules.Deal, chairs []Chair) {
	d.former = append(d.former, d.chairs)
	d.version, d.deal, d.chairs, d.gone = version, deal, chairs, false
}

// shadowItem is anything with amounts that isn't a deal.
type shadowItem struct {
	entry EntryID
	kind  Kind
	money rules.Money
	moves []Transfer
	gone  bool
}

func (s *shadow) failf(format string, args ...any) {
	s.t.Helper()
	s.t.Fatalf("seed %d, step %d (%s): %s", s.seed, s.step, s.did, fmt.Sprintf(format, args...))
}

func (s *shadow) who(p PlayerID) PlayerID {
	for s.same[p] != 0 {
		p = s.same[p]
	}
	return p
}

func (s *shadow) slip() Slip {
	s.keys++
	return Slip{Key: fmt.Sprintf("s%d", s.keys), Device: "shadow"}
}

// send sends a request that must be accepted, and keeps it for later.
func (s *shadow) send(what string, do func(Slip) (Receipt, error)) Receipt {
	s.t.Helper()
	s.did = what
	slip := s.slip()
	r, err := do(slip)
	if err != nil {
		s.failf("%v", err)
	}
	s.asked = append(s.asked, askedBefore{what, do, slip, r})
	return r
}

func (s *shadow) pick(n int) int        { return s.rng.IntN(n) }
func (s *shadow) chance(p float64) bool { return s.rng.Float64() < p }
func pickOf[T any](s *shadow, xs []T) T { return xs[s.pick(len(xs))] }
func (s *shadow) persons() (out []PlayerID) {
	for p := range s.names {
		if s.same[p] == 0 {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	s.rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

func (n *shadowNight) standing() (out []*shadowDeal) {
	for _, d := range n.deals {
		if !d.gone {
			out = append(out, d)
		}
	}
	return out
}

// now gives chairs with the people as known now, as the book writes them down.
func (s *shadow) now(chairs []Chair) []Chair {
	out := make([]Chair, len(chairs))
	for i, c := range chairs {
		out[i].Player = s.who(c.Player)
		if p := s.who(c.Pays()); p != out[i].Player {
			out[i].Account = p
		}
	}
	return out
}

// due is who deals next.
func (s *shadow) due(n *shadowNight) PlayerID {
	standing := n.standing()
	if len(standing) == 0 || standing[len(standing)-1].told <= n.setAt {
		return s.who(n.dealer)
	}
	last := standing[len(standing)-1]
	dealer := s.who(last.chairs[last.deal.Dealer-1].Player)
	for i, c := range n.chairs {
		if s.who(c.Player) == dealer {
			return s.who(n.chairs[(i+1)%len(n.chairs)].Player)
		}
	}
	// That deal was played by others, and came to the end only by being swapped there: the next on the left there who is here.
	for i := range last.chairs {
		p := s.who(last.chairs[(int(last.deal.Dealer)+i)%len(last.chairs)].Player)
		if chairSeat(s, n.chairs, p) != 0 {
			return p
		}
	}
	return s.who(n.chairs[0].Player)
}

// randomDeal makes up a deal that can have been.
func (s *shadow) randomDeal(stakes *rules.House, seats int, dealer rules.Seat) rules.Deal {
	for {
		d := rules.Deal{Seats: seats, Dealer: dealer, Tricks: s.pick(14)}
		seat := func() rules.Seat { return rules.Seat(s.pick(seats) + 1) }
		switch s.pick(10) {
		case 0:
			d.Call, d.Tricks = rules.Passed, rules.NotSaid
		case 1:
			if !stakes.AllPass.Played() {
				continue
			}
			d.Call, d.Tricks = rules.GeneralMisere, rules.NotSaid
			if stakes.AllPass == rules.Fewest {
				left := 13
				for i := 1; i < seats; i++ {
					d.TricksBy[i] = int8(s.pick(left + 1))
					left -= int(d.TricksBy[i])
				}
				d.TricksBy[seats] = int8(left)
			} else {
				d.Loser = seat()
			}
		default:
			rank := pickOf(s, stakes.Calls)
			d.Call, d.Caller = rank.Call, seat()
			switch rank.Call {
			case rules.Prop:
				d.Partner = seat()
			case rules.Irish:
				d.Bid, d.Trumps = s.pick(13)+1, rules.Suit(s.pick(5)+1)
			}
			switch s.pick(12) {
			case 0:
				d.Revokes[seat()] = uint8(s.pick(2) + 1)
			case 1:
				d.Revokes[seat()], d.Revokes[seat()] = 1, 1
			case 2:
				d.WrongCards[seat()] = true
			case 3:
				d.Forfeit = seat()
			}
		}
		if _, err := rules.Settle(stakes, &d); err == nil {
			return d
		}
	}
}

func chairSeat(s *shadow, chairs []Chair, p PlayerID) rules.Seat {
	for i, c := range chairs {
		if s.who(c.Player) == s.who(p) {
			return rules.Seat(i + 1)
		}
	}
	return 0
}

// sums adds up what came to everybody in a night, by kind.
func (s *shadow) sums(n *shadowNight) map[PlayerID]map[Kind]int64 {
	out := map[PlayerID]map[Kind]int64{}
	move := func(kind Kind, from, to PlayerID, amount int64) {
		from, to = s.who(from), s.who(to)
		if from == to {
			return
		}
		for _, side := range []struct {
			p PlayerID
			n int64
		}{{from, -amount}, {to, amount}} {
			if out[side.p] == nil {
				out[side.p] = map[Kind]int64{}
			}
			out[side.p][kind] += side.n
		}
	}
	for _, d := range n.standing() {
		r, err := rules.Settle(n.stakes, &d.deal)
		if err != nil {
			s.failf("the shadow holds a deal that can't be: %v", err)
		}
		for _, p := range r.Pays() {
			move(KindDeal, d.chairs[p.From-1].Pays(), d.chairs[p.To-1].Pays(), p.Amount)
		}
	}
	for _, it := range n.items {
		if it.gone {
			continue
		}
		for _, t := range it.moves {
			if t.Night == n.id {
				move(it.kind, t.From, t.To, t.Amount)
			}
		}
	}
	return out
}

// agree compares a night of the book with the shadow's.
func (s *shadow) agree(n *shadowNight) {
	s.t.Helper()
	got, err := s.book.Night(s.t.Context(), n.id)
	if err != nil {
		s.failf("%v", err)
	}
	standing := n.standing()
	if len(got.Deals) != len(standing) || got.Nth != len(standing)+1 {
		s.failf("night %d: %d deals stand, the shadow has %d", n.id, len(got.Deals), len(standing))
	}
	for i, want := range standing {
		d := got.Deals[len(standing)-1-i]
		if d.ID != want.id || d.Version != want.version || d.Deal != want.deal || d.Nth != i+1 {
			s.failf("night %d: deal %d is %d (version %d) %+v, the shadow has %d (version %d) %+v", n.id, i+1, d.ID, d.Version, d.Deal, want.id, want.version, want.deal)
		}
		var said Agreement
		if want.said.Version == want.version {
			said = Agreement{State: Disputed, By: s.who(want.said.By), Name: s.names[s.who(want.said.By)], Reason: want.said.Reason}
			if want.said.Agreed {
				said.State = Agreed
			}
		}
		got := d.Agreed
		if got.By != 0 {
			got.By = s.who(got.By)
		}
		if got != said {
			s.failf("night %d: of deal %d is said %+v, in the shadow %+v", n.id, i+1, got, said)
		}
		for j, c := range d.Chairs {
			if c.Player != s.who(want.chairs[j].Player) || c.Pays() != s.who(want.chairs[j].Pays()) {
				s.failf("night %d: deal %d was played by %v, the shadow has %v", n.id, i+1, d.Chairs, want.chairs)
			}
		}
	}
	if due := got.Table[got.Dealer-1].Player; due != s.due(n) {
		s.failf("night %d: player %d deals, in the shadow %d", n.id, due, s.due(n))
	}
	sums := maps.Clone(s.summed(n))
	var zero int64
	for _, p := range append(slices.Clone(got.People), Person{ID: Kitty, Sum: got.Kitty.Sum}) {
		w := sums[p.ID]
		want := Sums{Deals: w[KindDeal], Penalties: w[KindPenalty], Costs: w[KindCost], Kitty: w[KindShare], Rounding: w[KindRounding], Payments: w[KindPayment],
			Carried: w[KindCarry] + w[KindBring]}
		if p.Sum != want {
			s.failf("night %d: %s has %+v, in the shadow %+v", n.id, p.Name, p.Sum, want)
		}
		zero += p.Sum.Total()
		delete(sums, p.ID)
	}
	if sums[anybody][KindCarry] == 0 {
		delete(sums, anybody)
	}
	if zero != 0 || len(sums) != 0 {
		s.failf("night %d adds up to %d; %d are missing", n.id, zero, len(sums))
	}
	if n.closed == got.Open {
		s.failf("night %d: open is %v", n.id, got.Open)
	}
}

// agreeAll compares everything.
func (s *shadow) agreeAll() {
	s.t.Helper()
	type key struct {
		money rules.Money
		p     PlayerID
	}
	total, slate, paid := map[key]int64{}, map[key]int64{}, map[key]int64{}
	for _, n := range s.nights {
		s.agree(n)
		for p, kinds := range s.summed(n) {
			for kind, amount := range kinds {
				if kind == KindCarry || kind == KindBring {
					slate[key{n.money, p}] -= amount // what left the night is on the slate
				} else {
					total[key{n.money, p}] += amount
				}
				if kind == KindPayment {
					paid[key{n.money, p}] += amount
				}
			}
		}
	}
	for _, it := range s.slate {
		for _, t := range it.moves {
			if from, to := s.who(t.From), s.who(t.To); !it.gone && from != to {
				for _, side := range []struct {
					p PlayerID
					n int64
				}{{from, -t.Amount}, {to, t.Amount}} {
					total[key{it.money, side.p}] += side.n
					slate[key{it.money, side.p}] += side.n
					if it.kind == KindPayment {
						paid[key{it.money, side.p}] += side.n
					}
				}
			}
		}
	}
	balances, err := s.book.Balances(s.t.Context())
	if err != nil {
		s.failf("%v", err)
	}
	seen := map[key]bool{}
	for _, m := range balances {
		for _, b := range m.Players {
			k := key{m.Money, b.Player}
			seen[k] = true
			if b.Total != total[k] || b.Slate != slate[k] {
				s.failf("%s of %s: %d, on the slate %d; in the shadow %d and %d", b.Name, m.Money, b.Total, b.Slate, total[k], slate[k])
			}
		}
		k := key{m.Money, Kitty}
		seen[k] = true
		if m.Kitty.Owed != total[k] || m.Kitty.Slate != slate[k] || m.Kitty.Holds != total[k]-paid[k] {
			s.failf("the kitty of %s: %+v; in the shadow %d, %d, %d", m.Money, m.Kitty, total[k], slate[k], total[k]-paid[k])
		}
	}
	for k, n := range total {
		if n != 0 && !seen[k] {
			s.failf("player %d has nothing in %s, in the shadow %d", k.p, k.money, n)
		}
	}
	s.agreeStatements(func(m rules.Money, p PlayerID) int64 { return total[key{m, p}] })
}

// summed is sums, added up but once for each night that changed.
func (s *shadow) summed(n *shadowNight) map[PlayerID]map[Kind]int64 {
	if n.summed == nil {
		n.summed = s.sums(n)
	}
	return n.summed
}

// figures goes through the deals of a night one by one, for everybody who has to do with it.
func (s *shadow) figures(n *shadowNight) map[PlayerID]shadowFigures {
	if n.reckoned != nil {
		return n.reckoned
	}
	n.reckoned = map[PlayerID]shadowFigures{}
	sat := map[PlayerID]bool{}
	for _, d := range n.standing() {
		r, err := rules.Settle(n.stakes, &d.deal)
		if err != nil {
			s.failf("the shadow holds a deal that can't be: %v", err)
		}
		circle := n.reckoned[Kitty]
		circle.all++
		n.reckoned[Kitty] = circle
		for i, c := range d.chairs {
			p, seat := s.who(c.Player), rules.Seat(i+1)
			sat[p] = true
			f := n.reckoned[p]
			if !d.deal.Active(seat) {
				f.out++
			} else {
				f.deals++
				f.played += r.Net[seat]
				f.revokes += int64(d.deal.Revokes[seat])
				f.won += flag(r.Net[seat] > 0)
				if d.deal.Caller == seat {
					f.called++
					f.made += flag(r.Outcome == rules.Won)
					f.failed += flag(r.Outcome == rules.Lost)
				}
			}
			n.reckoned[p] = f
		}
	}
	for p, kinds := range s.summed(n) {
		if p == Kitty || p == anybody {
			continue
		}
		f := n.reckoned[p]
		f.score, f.penalties = kinds[KindDeal]+kinds[KindPenalty], kinds[KindPenalty]
		n.reckoned[p] = f
	}
	for p := range sat {
		f := n.reckoned[p]
		f.nights, f.up, f.down = 1, flag(f.score > 0), flag(f.score < 0)
		n.reckoned[p] = f
	}
	return n.reckoned
}

func (f shadowFigures) plus(o shadowFigures) shadowFigures {
	return shadowFigures{f.score + o.score, f.penalties + o.penalties, f.nights + o.nights, f.up + o.up, f.down + o.down, f.deals + o.deals,
		f.won + o.won, f.out + o.out, f.played + o.played, f.revokes + o.revokes, f.called + o.called, f.made + o.made, f.failed + o.failed, f.all + o.all}
}

// agreeStatistics compares the circle's page in the book of years, with everybody's line in it, and the pages of some, with
// the deals gone through one by one.
func (s *shadow) agreeStatistics(m rules.Money, pages ...PlayerID) {
	s.t.Helper()
	total := map[PlayerID]shadowFigures{}
	for _, n := range s.nights {
		if n.money == m {
			for p, f := range s.figures(n) {
				total[p] = total[p].plus(f)
			}
		}
	}
	circle, err := s.book.CircleBook(s.t.Context(), m, Span{}, 0)
	if err != nil {
		s.failf("%v", err)
	}
	if circle.Deals != total[Kitty].all {
		s.failf("the statistics of %s count %d deals, the shadow %d", m, circle.Deals, total[Kitty].all)
	}
	lines := map[PlayerID]bool{}
	for _, l := range circle.Standing {
		lines[l.Player] = true
		want := total[l.Player]
		got := shadowFigures{score: l.Score, nights: l.Nights, up: l.Up, down: l.Down, deals: l.Deals, won: l.Won, revokes: l.Revokes, out: l.Out,
			penalties: want.penalties, played: want.played, called: want.called, made: want.made, failed: want.failed} // of those it says nothing
		if got != want {
			s.failf("the standing of %d in %s: %+v, in the shadow %+v", l.Player, m, got, want)
		}
	}
	for p, f := range total {
		if p != Kitty && f.nights > 0 && !lines[p] {
			s.failf("%d isn't in the standing of %s, in the shadow with %+v", p, m, f)
		}
	}
	for _, p := range pages {
		page, err := s.book.PlayerBook(s.t.Context(), p, m, Span{}, 60)
		if err != nil {
			s.failf("%v", err)
		}
		got := shadowFigures{
			score: page.Score, penalties: page.Penalties, nights: page.Nights, up: page.Up, down: page.Down, deals: page.Deals,
			won: page.DealsWon, out: page.Out, played: page.Played, revokes: page.Revokes,
		}
		for _, c := range page.Called {
			got.called, got.made, got.failed = got.called+c.N, got.made+c.Won, got.failed+c.Lost
		}
		if got != total[p] {
			s.failf("the statistics of %d in %s: %+v, in the shadow %+v", p, m, got, total[p])
		}
	}
}

// agreeOnEverything is for where all is written anew or read anew: everybody's page in every money.
func (s *shadow) agreeOnEverything() {
	s.t.Helper()
	s.agreeAll()
	moneys := map[rules.Money]bool{}
	for _, n := range s.nights {
		moneys[n.money] = true
	}
	for m := range moneys {
		s.agreeStatistics(m, s.persons()...)
	}
}

// agreeStatements reads one player's statement page by page: it must begin with the balance and end with nothing.
func (s *shadow) agreeStatements(total func(rules.Money, PlayerID) int64) {
	s.t.Helper()
	p, m := pickOf(s, s.persons()), pickOf(s, s.nights).money
	want := total(m, p)
	var before EntryID
	for more := true; more; {
		var rows []StatementRow
		var err error
		if rows, more, err = s.book.Statement(s.t.Context(), p, m, before, 3); err != nil {
			s.failf("%v", err)
		}
		for _, r := range rows {
			if r.After != want {
				s.failf("the statement of %d in %s says %d, want %d", p, m, r.After, want)
			}
			want -= r.Amount
			before = r.Cursor
		}
	}
	if want != 0 {
		s.failf("the statement of %d in %s doesn't end with nothing but with %d", p, m, want)
	}
}

func (s *shadow) addPlayer() {
	name := fmt.Sprintf("P%d", len(s.names)+1)
	r := s.send("add player", func(slip Slip) (Receipt, error) { return s.book.AddPlayer(s.t.Context(), slip, name) })
	s.names[PlayerID(r.ID)] = name
}

func (s *shadow) startNight() {
	house := pickOf(s, rules.Sets())
	scale := pickOf(s, []int{1, 1, 1, 2, 10})
	seats := s.persons()[:s.pick(3)+3]
	n := &shadowNight{money: house.Money}
	for _, p := range seats {
		n.chairs = append(n.chairs, Chair{Player: p})
	}
	n.dealer = pickOf(s, seats)
	stakes, err := house.Scaled(scale)
	if err != nil {
		s.failf("%v", err)
	}
	n.stakes = stakes
	dealer := n.dealer
	r := s.send("start night", func(slip Slip) (Receipt, error) {
		return s.book.StartNight(s.t.Context(), slip, NewNight{House: house, Scale: scale, Seats: seats, Dealer: dealer})
	})
	n.id = NightID(r.ID)
	s.nights = append(s.nights, n)
}

// someNight picks a night that is open, starting one if need be.
func (s *shadow) someNight() *shadowNight {
	var open []*shadowNight
	for _, n := range s.nights {
		if !n.closed {
			open = append(open, n)
		}
	}
	if len(open) == 0 || len(open) < 3 && s.chance(0.02) {
		s.startNight()
		return s.nights[len(s.nights)-1]
	}
	return pickOf(s, open)
}

func (s *shadow) record(n *shadowNight) {
	dealer := chairSeat(s, n.chairs, s.due(n))
	d := s.randomDeal(n.stakes, len(n.chairs), dealer)
	nth := len(n.standing()) + 1
	chairs := s.now(n.chairs)
	r := s.send("record", func(slip Slip) (Receipt, error) {
		return s.book.Record(s.t.Context(), slip, n.id, DealSaid{Deal: d, Chairs: chairs, Nth: nth})
	})
	n.told++
	n.deals = append(n.deals, &shadowDeal{id: r.Deal, told: n.told, version: r.Entry, chairs: chairs, deal: d})
}

// paper writes several things at once, as they are typed from paper: deals, a penalty, somebody who joins.
func (s *shadow) paper(n *shadowNight) {
	var evening []Happened
	var deals []*shadowDeal
	var fines []*shadowItem
	for i := range s.pick(5) + 2 {
		chairs := s.now(n.chairs)
		switch k := s.pick(8); {
		case k == 0 && i > 0 && len(chairs) < rules.MaxSeats:
			var free []PlayerID
			for _, p := range s.persons() {
				if !slices.ContainsFunc(chairs, func(c Chair) bool { return c.Player == p || c.Account == p }) {
					free = append(free, p)
				}
			}
			if len(free) == 0 {
				continue
			}
			n.dealer = s.due(n)
			n.chairs = append(chairs, Chair{Player: free[0]})
			n.setAt = n.told
			evening = append(evening, Happened{Table: slices.Clone(n.chairs)})
		case k == 1:
			by, amount := pickOf(s, chairs).Player, int64(s.pick(50)+1)
			fines = append(fines, &shadowItem{kind: KindPenalty, money: n.money, moves: []Transfer{{n.id, n.money, by, Kitty, amount}}})
			evening = append(evening, Happened{Penalty: &Penalty{By: by, Kitty: true, Amount: amount, Reason: "shuffled"}})
		default:
			d := s.randomDeal(n.stakes, len(chairs), chairSeat(s, chairs, s.due(n)))
			n.told++
			deals = append(deals, &shadowDeal{told: n.told, chairs: chairs, deal: d})
			n.deals = append(n.deals, deals[len(deals)-1])
			evening = append(evening, Happened{Deal: &DealSaid{Deal: d, Chairs: chairs, Nth: len(n.standing())}})
		}
	}
	if len(deals) == 0 { // then there is nothing to write: one deal more
		chairs := s.now(n.chairs)
		d := s.randomDeal(n.stakes, len(chairs), chairSeat(s, chairs, s.due(n)))
		n.told++
		deals = append(deals, &shadowDeal{told: n.told, chairs: chairs, deal: d})
		n.deals = append(n.deals, deals[0])
		evening = append(evening, Happened{Deal: &DealSaid{Deal: d, Chairs: chairs, Nth: len(n.standing())}})
	}
	typed := fmt.Sprint("paper ", s.keys)
	s.send("record from paper", func(slip Slip) (Receipt, error) {
		return s.book.RecordPaper(s.t.Context(), slip, n.id, 0, typed, evening)
	})
	now, err := s.book.Night(s.t.Context(), n.id)
	if err != nil {
		s.failf("%v", err)
	}
	for i, d := range deals { // an entry each; only their numbers are taken from the book
		of := now.Deals[len(deals)-1-i]
		d.id, d.version = of.ID, of.Version
	}
	for _, row := range now.Rows { // newest first
		if last := len(fines) - 1; last >= 0 && row.Kind == KindPenalty && fines[last].entry == 0 {
			fines[last].entry = row.Entry
			n.items = append(n.items, fines[last])
			fines = fines[:last]
		}
	}
	if len(fines) > 0 {
		s.failf("%d penalties are not on the sheet", len(fines))
	}
}

func (s *shadow) wantStale(err error) {
	s.t.Helper()
	var stale *Stale
	if !errors.As(err, &stale) {
		s.failf("got %v, want a stale one", err)
	}
}

func (s *shadow) stale(n *shadowNight) {
	standing := n.standing()
	if len(standing) == 0 {
		return
	}
	s.did = "stale"
	d := s.randomDeal(n.stakes, len(n.chairs), 1)
	_, err := s.book.Record(s.t.Context(), s.slip(), n.id, DealSaid{Deal: d, Chairs: n.chairs, Nth: s.pick(len(standing)) + 1})
	s.wantStale(err)
	x := pickOf(s, standing)
	_, err = s.book.Mend(s.t.Context(), s.slip(), n.id, Mend{Do: Remove, Deal: x.id, Saw: x.version + EntryID(s.pick(5)) + 1})
	s.wantStale(err)
}

// moved works out the later deals with the deal moved along; ok is false where one can't have been.
func (s *shadow) moved(n *shadowNight, following []*shadowDeal, first *shadowDeal, by int) (changed map[*shadowDeal]rules.Deal, ok bool) {
	changed = map[*shadowDeal]rules.Deal{}
	before := first
	for i, d := range following {
		if !slices.EqualFunc(d.chairs, first.chairs, func(a, b Chair) bool { return s.who(a.Player) == s.who(b.Player) }) {
			break
		}
		if i > 0 && d.deal.Dealer != before.deal.Left(before.deal.Dealer) {
			break
		}
		before = d
		m := d.deal
		m.Dealer = rules.Seat((int(m.Dealer)-1+by+2*m.Seats)%m.Seats + 1)
		if _, err := rules.Settle(n.stakes, &m); err != nil {
			return nil, false
		}
		changed[d] = m
	}
	return changed, true
}

// mend corrects, removes, puts back, inserts or swaps.
func (s *shadow) mend(n *shadowNight) {
	if len(n.deals) < 2 {
		return
	}
	i := s.pick(len(n.deals))
	d := n.deals[i]
	after := func(i int) (out []*shadowDeal) {
		for _, o := range n.deals[i+1:] {
			if !o.gone {
				out = append(out, o)
			}
		}
		return out
	}
	m := Mend{Deal: d.id, Saw: d.version, MoveDealers: s.chance(0.4)}
	changed, ok := map[*shadowDeal]rules.Deal{}, true
	move := func(following []*shadowDeal, first *shadowDeal, by int) {
		if m.MoveDealers {
			changed, ok = s.moved(n, following, first, by)
		}
	}
	var apply func(r Receipt)
	switch kind := s.pick(4); {
	case d.gone:
		m.Do = PutBack
		move(after(i), d, +1)
		apply = func(r Receipt) { d.retold(r.Entry, d.deal, s.now(d.chairs)) }
	case kind == 0:
		m.Do = Correct
		chairs := s.now(d.chairs)
		if s.chance(0.4) { // others sat there than was said
			chairs = s.someChairs()
			m.Said.Chairs = chairs
		}
		said := s.randomDeal(n.stakes, len(chairs), rules.Seat(s.pick(len(chairs))+1))
		if said == d.deal && slices.Equal(chairs, s.now(d.chairs)) {
			return
		}
		m.Said.Deal = said
		if said.Dealer != d.deal.Dealer && said.Seats == d.deal.Seats {
			move(after(i), d, int(said.Dealer)-int(d.deal.Dealer))
		}
		apply = func(r Receipt) { d.retold(r.Entry, said, chairs) }
	case kind == 1:
		m.Do = Remove
		move(after(i), d, -1)
		apply = func(Receipt) { d.gone = true }
	case kind == 2:
		m.Do = Insert
		said := s.randomDeal(n.stakes, d.deal.Seats, d.deal.Dealer)
		m.Said.Deal = said
		move(append([]*shadowDeal{d}, after(i)...), d, +1)
		apply = func(r Receipt) {
			n.told++
			n.deals = slices.Insert(n.deals, i, &shadowDeal{id: r.Deal, told: n.told, version: r.Entry, chairs: s.now(d.chairs), deal: said})
		}
	default:
		j := s.pick(len(n.deals))
		with := n.deals[j]
		if with.gone || with == d {
			return
		}
		m.Do, m.With, m.SawWith = Swap, with.id, with.version
		if m.MoveDealers && d.deal.Dealer != with.deal.Dealer {
			if !slices.EqualFunc(d.chairs, with.chairs, func(a, b Chair) bool { return s.who(a.Player) == s.who(b.Player) }) {
				ok = false
			} else {
				one, ok1 := s.moved(n, []*shadowDeal{d}, d, int(with.deal.Dealer)-int(d.deal.Dealer))
				two, ok2 := s.moved(n, []*shadowDeal{with}, with, int(d.deal.Dealer)-int(with.deal.Dealer))
				if ok = ok1 && ok2; ok {
					changed[d], changed[with] = one[d], two[with]
				}
			}
		}
		apply = func(Receipt) { n.deals[i], n.deals[j] = with, d }
	}
	s.did = fmt.Sprintf("mend %d, dealers along: %v", m.Do, m.MoveDealers)
	effect, err := s.book.WhatIf(s.t.Context(), n.id, m)
	if !ok {
		var refusal *Refusal
		if !errors.As(err, &refusal) || refusal.Field != "dealers" {
			s.failf("got %v, want the refusal to move the dealers", err)
		}
		_, err = s.book.Mend(s.t.Context(), s.slip(), n.id, m)
		if !errors.As(err, &refusal) || refusal.Field != "dealers" {
			s.failf("got %v, want the refusal to move the dealers", err)
		}
		return
	}
	if err != nil {
		s.failf("what if: %v", err)
	}
	r := s.send(s.did, func(slip Slip) (Receipt, error) { return s.book.Mend(s.t.Context(), slip, n.id, m) })
	for o, deal := range changed {
		o.retold(o.version, deal, s.now(o.chairs))
	}
	apply(r)
	now, err := s.book.Night(s.t.Context(), n.id)
	if err != nil {
		s.failf("%v", err)
	}
	for o := range changed { // their new versions got numbers the shadow can't know
		if got, ok := now.Deal(o.id); ok {
			o.version = got.Version
		}
	}
	for _, p := range now.People {
		i := slices.IndexFunc(effect.Night.People, func(was Person) bool { return was.ID == p.ID })
		if effect.Night.People[i].Sum != p.Sum {
			s.failf("what-if promised %s %+v, it came to %+v", p.Name, effect.Night.People[i].Sum, p.Sum)
		}
	}
}

// someChairs are three to five at a table; now and then somebody sits in on the account of one who isn't there.
func (s *shadow) someChairs() (chairs []Chair) {
	people := s.persons()
	seats := people[:s.pick(3)+3]
	for _, p := range seats {
		chairs = append(chairs, Chair{Player: p})
	}
	if s.chance(0.3) && len(people) > len(seats) {
		chairs[0].Account = people[len(seats)]
	}
	return chairs
}

// changeTable has somebody join, leave, be stood in for, two change seats, another deal, or the whole table be another.
func (s *shadow) changeTable(n *shadowNight) {
	chairs := s.now(n.chairs)
	var free []PlayerID
	for _, p := range s.persons() {
		if !slices.ContainsFunc(chairs, func(c Chair) bool { return c.Player == p || c.Account == p }) {
			free = append(free, p)
		}
	}
	i := s.pick(len(chairs))
	what := "change table"
	dealer := PlayerID(0)
	switch k := s.pick(6); {
	case k == 0 && len(chairs) < rules.MaxSeats && len(free) > 0:
		what, chairs = "join the table", slices.Insert(chairs, i, Chair{Player: free[0]})
	case k == 1 && len(chairs) > 3:
		what, chairs = "leave the table", slices.Delete(chairs, i, i+1)
	case k == 2 && len(free) > 0:
		what, chairs[i] = "substitute", Chair{Player: free[0], Account: chairs[i].Pays()}
	case k == 3:
		what, chairs[i], chairs[0] = "change seats", chairs[0], chairs[i]
	case k == 4:
		what = "set the dealer"
	default:
		chairs = s.someChairs()
	}
	dealer = pickOf(s, chairs).Player
	same := slices.EqualFunc(chairs, n.chairs, func(a, b Chair) bool { return a.Player == s.who(b.Player) && a.Pays() == s.who(b.Pays()) })
	if same && dealer == s.due(n) {
		return
	}
	s.send(what, func(slip Slip) (Receipt, error) {
		return s.book.ChangeTable(s.t.Context(), slip, n.id, 0, TableChange{Chairs: chairs, Dealer: dealer})
	})
	n.chairs, n.dealer, n.setAt = chairs, dealer, n.told
}

// sayAgreed has somebody agree or dispute a result; of an earlier version it is refused.
func (s *shadow) sayAgreed(n *shadowNight) {
	standing := n.standing()
	if len(standing) == 0 {
		return
	}
	d := pickOf(s, standing)
	seat := rules.Seat(s.pick(len(d.chairs)) + 1)
	said := agreeBody{Deal: d.id, Version: d.version, By: s.who(d.chairs[seat-1].Player), Agreed: s.chance(0.5)}
	do := func(version EntryID) func(Slip) (Receipt, error) {
		return func(slip Slip) (Receipt, error) {
			if said.Agreed {
				return s.book.AgreeDeal(s.t.Context(), slip, n.id, d.id, version, said.By)
			}
			return s.book.DisputeDeal(s.t.Context(), slip, n.id, d.id, version, said.By, said.Reason)
		}
	}
	if !said.Agreed {
		said.Reason = "it was eight"
	}
	s.did = "say whether a result is agreed"
	if said.Agreed && (seat == d.deal.Caller || seat == d.deal.Partner) {
		_, err := do(d.version)(s.slip())
		var refusal *Refusal
		if !errors.As(err, &refusal) || refusal.Field != "by" {
			s.failf("the caller agreed: %v", err)
		}
		return
	}
	_, err := do(d.version + EntryID(s.pick(5)) + 1)(s.slip())
	s.wantStale(err)
	s.send("agree or dispute", do(said.Version))
	d.said = said
}

// money posts something with amounts.
func (s *shadow) money(n *shadowNight) {
	people := s.persons()
	a, b := people[0], people[1]
	amount := int64(s.pick(50) + 1)
	it := &shadowItem{money: n.money}
	move := func(from, to PlayerID, amount int64) {
		it.moves = append(it.moves, Transfer{n.id, n.money, from, to, amount})
	}
	var r Receipt
	switch s.pick(6) {
	case 0:
		it.kind = KindPenalty
		move(a, Kitty, amount)
		r = s.send("penalty", func(slip Slip) (Receipt, error) {
			return s.book.Penalise(s.t.Context(), slip, n.id, Penalty{By: a, Kitty: true, Amount: amount, Reason: "shuffled"})
		})
	case 1:
		it.kind = KindPenalty
		by := s.who(n.chairs[0].Player)
		for _, c := range n.chairs[1:] {
			if s.who(c.Pays()) != by {
				move(by, s.who(c.Pays()), amount)
			}
		}
		if len(it.moves) == 0 {
			return
		}
		r = s.send("penalty", func(slip Slip) (Receipt, error) {
			return s.book.Penalise(s.t.Context(), slip, n.id, Penalty{By: by, Amount: amount, Reason: "talked"})
		})
	case 2:
		it.kind = KindCost
		among := people[:s.pick(len(people)-1)+2]
		for i, p := range among {
			share := amount / int64(len(among))
			if int64(i) < amount%int64(len(among)) {
				share++
			}
			if p != a && share > 0 {
				move(p, a, share)
			}
		}
		if len(it.moves) == 0 {
			return
		}
		r = s.send("cost", func(slip Slip) (Receipt, error) {
			return s.book.AddCost(s.t.Context(), slip, n.id, Cost{By: a, What: "beer", Amount: amount, For: among})
		})
	case 3:
		it.kind = KindPayment
		if s.chance(0.3) {
			b = Kitty
		} else if s.chance(0.5) { // in full
			var owes, gets int64
			for p, kinds := range s.summed(n) {
				var total int64
				for _, amount := range kinds {
					total += amount
				}
				if p > 0 && (total < owes || total == owes && total < 0 && p < a) {
					a, owes = p, total
				}
				if p > 0 && (total > gets || total == gets && total > 0 && p < b) {
					b, gets = p, total
				}
			}
			if owes == 0 || gets == 0 {
				return
			}
			amount = min(-owes, gets)
		}
		move(b, a, amount)
		r = s.send("pay", func(slip Slip) (Receipt, error) {
			return s.book.Pay(s.t.Context(), slip, n.id, Payment{From: a, To: b, Amount: amount})
		})
	case 4:
		it.kind = KindShare
		now, err := s.book.Night(s.t.Context(), n.id)
		if err != nil {
			s.failf("%v", err)
		}
		holds := now.Kitty.Holds
		if holds < 2 {
			return
		}
		move(Kitty, a, holds/2)
		move(Kitty, b, holds/2)
		r = s.send("share kitty", func(slip Slip) (Receipt, error) {
			return s.book.ShareKitty(s.t.Context(), slip, n.id, KittyShare{Among: []PlayerID{a, b}})
		})
	case 5:
		s.round(n)
		return
	}
	it.entry = r.Entry
	n.items = append(n.items, it)
}

// round rounds, and looks that it is a rounding; by how much each was rounded the shadow takes from the book.
func (s *shadow) round(n *shadowNight) {
	coin := pickOf(s, []int64{2, 3, 5, 6, 10})
	var was *shadowItem
	for _, it := range n.items {
		if it.kind == KindRounding && !it.gone {
			was = it
		}
	}
	if was != nil {
		was.gone = true
	}
	before := s.sums(n)
	total := func(p PlayerID) (t int64) {
		for _, n := range before[p] {
			t += n
		}
		return t
	}
	round := true
	for p := range before {
		round = round && (p == Kitty || total(p)%coin == 0)
	}
	if round {
		if was != nil {
			was.gone = false
		}
		return
	}
	r := s.send("round", func(slip Slip) (Receipt, error) { return s.book.RoundTo(s.t.Context(), slip, n.id, coin) })
	now, err := s.book.Night(s.t.Context(), n.id)
	if err != nil {
		s.failf("%v", err)
	}
	it := &shadowItem{entry: r.Entry, kind: KindRounding, money: n.money}
	var left int64
	for _, p := range now.People {
		gives := -p.Sum.Rounding
		left += gives
		if (total(p.ID)-gives)%coin != 0 || gives >= coin || gives <= -coin {
			s.failf("%s had %d and was rounded by %d to a coin of %d", p.Name, total(p.ID), gives, coin)
		}
		switch {
		case gives > 0:
			it.moves = append(it.moves, Transfer{n.id, n.money, p.ID, Kitty, gives})
		case gives < 0:
			it.moves = append(it.moves, Transfer{n.id, n.money, Kitty, p.ID, -gives})
		}
	}
	if left < 0 {
		s.failf("rounding took %d out of the kitty", -left)
	}
	n.items = append(n.items, it)
}

func (s *shadow) withdraw(n *shadowNight) {
	all := n.items
	if s.chance(0.2) {
		all = s.slate
	}
	for _, i := range s.rng.Perm(len(all)) {
		it := all[i]
		if it.gone || it.kind == KindCarry {
			continue
		}
		s.send("withdraw "+string(it.kind), func(slip Slip) (Receipt, error) { return s.book.Withdraw(s.t.Context(), slip, it.entry, "no") })
		it.gone = true
		return
	}
}

func (s *shadow) closeNight(n *shadowNight) {
	if len(n.deals) < 3 {
		return
	}
	s.send("close", func(slip Slip) (Receipt, error) { return s.book.CloseNight(s.t.Context(), slip, n.id, 0) })
	n.closed = true
	it := &shadowItem{kind: KindCarry, money: n.money}
	// Between whom the carry pairs debts is the book's choice; that it leaves nothing is what counts.
	for p, kinds := range s.sums(n) {
		var total int64
		for _, amount := range kinds {
			total += amount
		}
		if total > 0 {
			it.moves = append(it.moves, Transfer{n.id, n.money, p, anybody, total})
		} else if total < 0 {
			it.moves = append(it.moves, Transfer{n.id, n.money, anybody, p, -total})
		}
	}
	n.items = append(n.items, it)
	sums := s.sums(n)
	for _, amount := range sums[anybody] {
		if amount != 0 {
			s.failf("the shadow's night doesn't add up: %d", amount)
		}
	}
}

// anybody stands between debtors and creditors in the shadow; what goes in comes out.
const anybody PlayerID = -2

func (s *shadow) reopen() {
	var closed []*shadowNight
	for _, n := range s.nights {
		if n.closed {
			closed = append(closed, n)
		}
	}
	if len(closed) == 0 {
		return
	}
	n := pickOf(s, closed)
	n.summed, n.reckoned = nil, nil
	s.send("reopen", func(slip Slip) (Receipt, error) { return s.book.ReopenNight(s.t.Context(), slip, n.id, "") })
	n.closed = false
	for _, it := range n.items {
		if it.kind == KindCarry {
			it.gone = true
		}
	}
}

func (s *shadow) bring(n *shadowNight) {
	debts, err := s.book.Bringable(s.t.Context(), n.id)
	if err != nil {
		s.failf("%v", err)
	}
	if len(debts) == 0 {
		return
	}
	r := s.send("bring", func(slip Slip) (Receipt, error) { return s.book.BringFromSlate(s.t.Context(), slip, n.id, nil) })
	it := &shadowItem{entry: r.Entry, kind: KindBring, money: n.money}
	for _, d := range debts {
		it.moves = append(it.moves, Transfer{n.id, n.money, d.From, d.To, d.Amount})
	}
	n.items = append(n.items, it)
}

func (s *shadow) onSlate() {
	people := s.persons()
	a, b := people[0], people[1]
	m := pickOf(s, s.nights).money
	amount := int64(s.pick(30) + 1)
	it := &shadowItem{money: m}
	var r Receipt
	if s.chance(0.5) {
		it.kind = KindPayment
		it.moves = []Transfer{{0, m, b, a, amount}}
		r = s.send("pay slate", func(slip Slip) (Receipt, error) {
			return s.book.PaySlate(s.t.Context(), slip, m, Payment{From: a, To: b, Amount: amount}, 0)
		})
	} else {
		it.kind = KindOpening
		it.moves = []Transfer{{0, m, a, b, amount}}
		r = s.send("opening", func(slip Slip) (Receipt, error) {
			return s.book.OpenBalance(s.t.Context(), slip, m, Debt{From: a, To: b, Amount: amount}, "the old book")
		})
	}
	it.entry = r.Entry
	s.slate = append(s.slate, it)
}

// join joins two who never met, or takes the last such thing back.
func (s *shadow) join() {
	if len(s.joins) > 0 && s.chance(0.5) {
		j := s.joins[len(s.joins)-1]
		s.joins = s.joins[:len(s.joins)-1]
		s.send("part", func(slip Slip) (Receipt, error) { return s.book.Withdraw(s.t.Context(), slip, j.entry, "they aren't") })
		delete(s.same, j.gone)
		return
	}
	people := s.persons()
	if len(people) < 7 {
		s.addPlayer()
		return
	}
	gone, stays := people[0], people[1]
	met := func(chairs []Chair) bool {
		var a, b bool
		for _, c := range chairs {
			for _, p := range []PlayerID{c.Player, c.Pays()} {
				a, b = a || s.who(p) == gone, b || s.who(p) == stays
			}
		}
		return a && b
	}
	did := false
	for _, n := range s.nights {
		did = did || met(n.chairs)
		for _, d := range n.deals {
			did = did || met(d.chairs) || slices.ContainsFunc(d.former, met)
		}
	}
	s.did = "join"
	if did {
		_, err := s.book.JoinPlayers(s.t.Context(), s.slip(), gone, stays)
		var refusal *Refusal
		if !errors.As(err, &refusal) {
			s.failf("%d and %d sat together: %v", gone, stays, err)
		}
		return
	}
	r := s.send("join", func(slip Slip) (Receipt, error) { return s.book.JoinPlayers(s.t.Context(), slip, gone, stays) })
	s.same[gone] = stays
	s.joins = append(s.joins, shadowJoin{r.Entry, gone, stays})
}

// again sends something once more that was answered: it must be answered the same and change nothing.
func (s *shadow) again() {
	if len(s.asked) == 0 {
		return
	}
	a := pickOf(s, s.asked)
	s.did = "again: " + a.what
	r, err := a.send(a.slip)
	if err != nil {
		s.failf("%v", err)
	}
	if !r.Again || r.Entry != a.receipt.Entry || r.Deal != a.receipt.Deal || r.Night != a.receipt.Night || r.ID != a.receipt.ID || !r.At.Equal(a.receipt.At) {
		s.failf("answered %+v, the first time %+v", r, a.receipt)
	}
	_, err = s.book.AddPlayer(s.t.Context(), a.slip, "Somebody Else")
	var refusal *Refusal
	if !errors.As(err, &refusal) || refusal.Field != "key" {
		s.failf("another request with its key: %v", err)
	}
}

func (s *shadow) open() {
	b, err := Open(context.Background(), s.path, Options{Clock: s.clock})
	if err != nil {
		s.failf("open: %v", err)
	}
	s.book = b
}

func (s *shadow) restart() {
	s.did = "restart"
	if err := s.book.Close(); err != nil {
		s.failf("close: %v", err)
	}
	s.open()
}

func (s *shadow) run(steps int) {
	s.open()
	defer func() {
		if err := s.book.Close(); err != nil {
			s.t.Errorf("close: %v", err)
		}
	}()
	for range 8 {
		s.addPlayer()
	}
	for s.step = 1; s.step <= steps; s.step++ {
		n := s.someNight()
		closed, people, opened := n.closed, len(s.same), s.book
		switch k := s.pick(100); {
		case k < 35:
			s.record(n)
		case k < 38:
			s.paper(n)
		case k < 59:
			s.mend(n)
		case k < 63:
			s.stale(n)
		case k < 68:
			s.changeTable(n)
		case k < 77:
			s.money(n)
		case k < 81:
			s.withdraw(n)
		case k < 83:
			s.closeNight(n)
		case k < 84:
			s.reopen()
		case k < 86:
			s.bring(n)
		case k < 88:
			s.onSlate()
		case k < 90:
			s.join()
		case k < 93:
			s.sayAgreed(n)
		case k < 98:
			s.again()
		case k < 99:
			s.restart()
		default:
			s.addPlayer()
		}
		n.summed, n.reckoned = nil, nil
		if len(s.same) != people { // who is whom tells on every night
			for _, n := range s.nights {
				n.summed, n.reckoned = nil, nil
			}
		}
		s.agreeAll()
		s.agreeStatistics(n.money, s.who(pickOf(s, n.chairs).Player))
		if n.closed != closed || len(s.same) != people || s.book != opened {
			s.agreeOnEverything()
		}
	}
	s.agreeOnEverything()
}

func TestShadow(t *testing.T) {
	deadline := time.Now().Add(3 * time.Second)
	if long := os.Getenv("OUVERTE_SHADOW"); long != "" {
		d, err := time.ParseDuration(long)
		if err != nil {
			t.Fatal(err)
		}
		deadline = time.Now().Add(d)
	}
	seed, only := rand.Uint64N(1_000_000), false
	if text := os.Getenv("OUVERTE_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
		only = true
	}
	evenings := 0
	for ; evenings == 0 || !only && time.Now().Before(deadline); evenings++ {
		path := filepath.Join(t.TempDir(), "book.ouverte")
		s := &shadow{
			t: t, rng: rand.New(rand.NewPCG(seed, 0)), path: path, seed: seed,
			names: map[PlayerID]string{}, same: map[PlayerID]PlayerID{}, clock: clockAt(evening),
		}
		s.run(300)
		wantSound(t, path)
		seed++
	}
	t.Logf("%d books of 300 steps; the next seed would have been %d", evenings, seed)
}
