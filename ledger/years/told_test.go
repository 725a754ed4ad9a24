package years

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// toldNights plays evenings of so many people and a guest, who comes once. The first of them makes what they
// call.
func toldNights(t *testing.T, seed uint64, people, nights, deals int) *state.State {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 8))
	house, _ := rules.Set("units")
	m := newMaker(t)
	m.players(people + 1)
	for n := range nights {
		ids := make([]chain.PlayerID, people)
		for i := range ids {
			ids[i] = chain.PlayerID(i + 1)
		}
		r.Shuffle(people, func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		seats := min(people, 4+r.IntN(2))
		if ids = ids[:seats]; n == 0 {
			ids[seats-1] = chain.PlayerID(people + 1)
		}
		id := m.begin(house, dayOf(n*7), 0, ids...)
		for i := range deals {
			d := rules.Deal{Seats: seats, Dealer: rules.Seat(i%seats + 1), Call: rules.Solo, Tricks: 3 + r.IntN(6)}
			for d.Caller = rules.Seat(1 + r.IntN(seats)); !d.Active(d.Caller); d.Caller = d.LeftOf(d.Caller) {
			}
			switch r.IntN(6) {
			case 0:
				d.Call, d.Tricks = rules.Misere, r.IntN(2)
			case 1, 2:
				d.Call, d.Tricks = rules.Prop, 5+r.IntN(6)
				for d.Partner = d.LeftOf(d.Caller); !d.Active(d.Partner); d.Partner = d.LeftOf(d.Partner) {
				}
			case 3:
				d.Call, d.Caller, d.Tricks = rules.Passed, 0, rules.NotSaid
			}
			if d.Caller != 0 && ids[d.Caller-1] == 1 && d.Call == rules.Solo {
				d.Tricks = 7
			}
			if x := r.IntN(30); x == 0 && d.Call != rules.Passed {
				d.Revokes[d.LeftOf(d.Dealer)] = 1
			}
			m.deal(id, d)
		}
		m.closes(id)
	}
	return m.Done()
}

// TestToldApart: over a hundred circles no two players have the same three kinds, no kind is had by more than
// a third of the circle, and regulars have three.
func TestToldApart(t *testing.T) {
	for seed := range uint64(100) {
		people := 4 + int(seed%9)
		c := OfCircle(toldNights(t, seed, people, 14*people, 24), rules.Units, Span{}, 0)
		sets, had := map[[toldOfEach]Kind]chain.PlayerID{}, map[Kind]int{}
		for _, p := range c.Standing {
			told := c.Told(p.Player)
			if p.Nights < leastNights && len(told) > 0 {
				t.Fatalf("circle %d: %s came %d times, and is told of: %+v", seed, p.Name, p.Nights, told)
			}
			if p.Nights >= 20 && len(told) != toldOfEach {
				t.Fatalf("circle %d of %d: of %s, who came %d times, only this is told: %+v", seed, people, p.Name,
					p.Nights, told)
			}
			var set [kinds]bool
			for _, s := range told {
				had[s.Kind]++
				set[s.Kind] = true
				if s.Player != p.Player {
					t.Fatalf("%d is told of %d", s.Player, p.Player)
				}
			}
			var three [toldOfEach]Kind
			n := 0
			for kind, is := range set {
				if is {
					three[n] = Kind(kind)
					n++
				}
			}
			if other, ok := sets[three]; ok && n == toldOfEach {
				t.Fatalf("circle %d: the same is told of %d and %d: %v", seed, p.Player, other, three)
			}
			sets[three] = p.Player
		}
		for kind, n := range had {
			if n > max(1, people/3) {
				t.Fatalf("circle %d of %d: kind %d is told %d times", seed, people, kind, n)
			}
		}
	}
}

// TestToldIsTrue compares the figures in the sentences with each person's own page.
func TestToldIsTrue(t *testing.T) {
	for seed := range uint64(20) {
		book := toldNights(t, seed, 9, 90, 24)
		c := OfCircle(book, rules.Units, Span{}, 0)
		for _, stood := range c.Standing {
			p := OfPlayer(book, book.Names().At(stood.Player).Player, rules.Units, Span{}, 1000)
			for _, s := range c.Told(stood.Player) {
				mine, amount := s.Mine, s.Amount
				switch s.Kind {
				case Made:
					mine = CallIn(p.Called, s.Call).Rate().plus(CallIn(p.Accepted, s.Call).Rate())
				case Favourite:
					mine = Rate{CallIn(p.Called, s.Call).N, p.Deals}
				case Partner, Rivalry:
					for _, f := range p.Pairs {
						if f.B == s.With.B && s.Kind == Partner {
							mine = f.Rate()
						} else if f.B == s.With.B {
							amount = f.Net()
						}
					}
				case Seat:
					from := DealFilter{Money: rules.Units, Player: stood.Player, As: AsCaller, Place: s.Place,
						Outcome: rules.Won, Tricks: rules.NotSaid}
					lost := from
					lost.Outcome = rules.Lost
					n := CountDeals(book, []DealFilter{from, lost})
					mine = Rate{n[0], n[0] + n[1]}
				case Ups:
					mine = Rate{p.Up, p.Nights}
				case Present:
					mine = Rate{p.Nights, c.Nights}
				case Revoked:
					mine = Rate{p.Revokes, p.Deals}
				case BestEvening:
					amount = p.Best.Score
				case WorstEvening:
					amount = p.Worst.Score
				case BestDeal:
					amount = p.BestDeal.Amount
				case UpInRow:
					amount = int64(p.UpInARow)
				case DownInRow:
					amount = int64(p.DownInARow)
				case MadeInRow:
					amount = int64(p.WonInARow)
				}
				if mine != s.Mine || amount != s.Amount {
					t.Fatalf("of %s it tells %+v, their page has %v, %d", stood.Name, s, mine, amount)
				}
				if s.Mine.Of > 0 && (s.Mine.Of < Few || s.Others.Of < Few) {
					t.Fatalf("of %s it compares few: %+v", stood.Name, s)
				}
			}
		}
	}
}

// TestToldTheSame: the same book tells the same.
func TestToldTheSame(t *testing.T) {
	book := toldNights(t, 3, 6, 60, 20)
	of := func() *Circle { return OfCircle(book, rules.Units, Span{}, 0) }
	if one, other := of(), of(); !reflect.DeepEqual(one.told, other.told) {
		t.Errorf("told once as %+v, then as %+v", one.told, other.told)
	}
}
