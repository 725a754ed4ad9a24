package years

// A book at random, and the figures of it that are reckoned here in the plainest way, to be compared.

import (
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// randomBook is a book of everything statistics must know of: tables of three to five, substitutes on others'
// accounts, deals corrected, removed, put back, put in between and swapped, penalties, evenings at several
// tables, two players who turn out to be one, dates in any order. others are entered and never play.
func randomBook(t *testing.T, seed uint64, others int) *state.State {
	t.Helper()
	m, r := newMaker(t), rand.New(rand.NewPCG(seed, 5))
	const players = 11
	m.players(players + others)
	var houses []*rules.House
	for _, id := range []string{"hoyle", "units", "irish", "old-hands"} {
		if h, ok := rules.Set(id); ok {
			houses = append(houses, h)
			fewest := *h
			fewest.AllPass, fewest.OffenderPays = rules.Fewest, !h.OffenderPays
			if fewest.Check() == nil {
				houses = append(houses, &fewest)
			}
		}
	}
	sit := func(n int) []chain.PlayerID {
		var out []chain.PlayerID
		for _, i := range r.Perm(players - 1)[:n] {
			out = append(out, chain.PlayerID(i+1))
		}
		return out
	}
	for range 12 + r.IntN(12) {
		house, date, size := houses[r.IntN(len(houses))], dayOf(r.IntN(900)), 3+r.IntN(3)
		if r.IntN(5) > 0 {
			id := m.begin(house, date, 0, sit(size)...)
			if m.play(r, id, r.IntN(14), players); r.IntN(4) > 0 {
				m.closes(id)
			}
			continue
		}
		evening := m.LastNight() + 1
		m.post(chain.KindMeeting, evening, &chain.Meeting{Night: evening, Date: date, House: house, Scale: 1,
			Deals: 4, Rounds: 2, People: sit(8)}, 0)
		all := sit(8)
		one, two := m.begin(house, date, evening, all[:4]...), m.begin(house, date, evening, all[4:]...)
		for range 3 {
			m.play(r, one, r.IntN(4), players)
			m.play(r, two, r.IntN(4), players)
		}
	}
	// the last of the players has never met the first: they turn out to be one
	m.post(chain.KindJoin, 0, &chain.Join{Gone: players, Stays: 1}, 0)
	return m.Done()
}

func (m *maker) play(r *rand.Rand, id chain.NightID, times, players int) {
	for range times {
		n := m.Night(id)
		house, seats := n.Stakes, len(n.Chairs)
		deal := func() rules.Deal { return randomDeal(r, house, seats, 1+r.IntN(seats), 4) }
		var standing, gone []chain.DealID
		for i := range n.Deals {
			if n.Stands(&n.Deals[i]) != nil {
				standing = append(standing, n.Deals[i].ID)
			} else {
				gone = append(gone, n.Deals[i].ID)
			}
		}
		var some chain.DealID
		if len(standing) > 0 {
			some = standing[r.IntN(len(standing))]
		}
		switch x := r.IntN(18); {
		case x == 16 && some != 0:
			m.post(chain.KindNote, id, &chain.Note{Deal: some, Text: "Zoë’s nine"}, 0)
		case x == 0 && some != 0:
			m.remove(id, some)
			m.version(id, deal(), n.Chairs, chain.Deal{Deal: some, As: chain.AsCorrected})
		case x == 1 && some != 0:
			m.remove(id, some)
		case x == 2 && len(gone) > 0:
			v := n.Removed(n.Find(gone[0]))
			m.version(id, v.Said(), v.Chairs(), chain.Deal{Deal: gone[0], As: chain.AsPutBack})
		case x == 3 && some != 0:
			m.version(id, deal(), n.Chairs, chain.Deal{Before: some})
		case x == 4 && len(standing) > 1:
			m.post(chain.KindOrder, id, &chain.Order{Swap: [2]chain.DealID{standing[0], standing[1]}}, 0)
		case x == 5 || x == 6:
			to := []chain.PlayerID{chain.Kitty, n.Chairs[1].Player}[:1+r.IntN(2)]
			m.post(chain.KindPenalty, id, &chain.Penalty{By: n.Chairs[0].Player, To: to, Amount: 1 +
				r.Int64N(9), Reason: "late"}, 0)
		case x == 7:
			// the last player, who has another's account, or their own
			chairs := slices.Clone(n.Chairs)
			i := r.IntN(seats)
			if who := chain.PlayerID(players); chain.SeatOf(chairs, who) == 0 && chain.SeatOf(chairs, 1) == 0 {
				chairs[i] = chain.Chair{Player: who}
				if r.IntN(2) == 0 {
					chairs[i].Account = n.Chairs[i].Pays()
				}
				m.post(chain.KindTable, id, &chain.Table{Chairs: chairs, Dealer: chairs[0].Player}, 0)
			}
		default:
			m.deal(id, deal())
		}
	}
}

func books(t *testing.T, do func(s *state.State)) {
	seeds := uint64(20)
	if !testenv.Whole() {
		seeds = 8
	}
	for seed := range seeds {
		do(randomBook(t, seed, int(seed%2)*fewPeople))
	}
}

// TestPayments holds who paid whom, as it follows from what deals came to, against their settlement.
func TestPayments(t *testing.T) {
	seen := map[rules.Call]int{}
	books(t, func(s *state.State) {
		for n := range s.Nights() {
			for i := range n.Versions {
				v := &n.Versions[i]
				result := n.Result(v)
				paid := payments(v)
				got := paid.List()
				if want := result.Pays(); !slices.Equal(got, want) {
					t.Fatalf("%+v: paid %v, want %v", v.Said(), got, want)
				}
				seen[v.Call] += len(got)
			}
		}
	})
	if seen[rules.Prop] < 50 || seen[rules.Solo] < 50 || seen[rules.GeneralMisere] < 20 {
		t.Errorf("hardly anything was paid: %v", seen)
	}
}

// TestPasses holds the pass that counts for everybody against the one that counts for one person, and both
// against going through the deals with the settlement at hand.
func TestPasses(t *testing.T) {
	books(t, func(s *state.State) {
		span := Span{dayOf(100), dayOf(700)}
		for _, span := range [...]Span{{}, span, {From: dayOf(300)}, SeasonOf(dayOf(400), Calendar).Span} {
			for _, p := range PlayedFor(s) {
				c := OfCircle(s, p.Money, span, 0)
				compareDeals(t, s, c)
				compareEvenings(t, c)
				compareChapter(t, s, c)
				for _, stood := range c.Standing {
					who := s.Names().At(stood.Player).Player
					one := OfPlayer(s, who, p.Money, span, 1000)
					compareWithCircle(t, c, stood, one)
					for _, newest := range []int{1000, 2} {
						got := OfPlayer(s, who, p.Money, span, newest)
						want := straight(s, one, newest)
						if diff := gocmp.Diff(want, got, gocmp.AllowUnexported(Mean{})); diff != "" {
							t.Fatalf("%s, %s, %v: −deal by deal +page\n%s", who.Name, p.Money, span, diff)
						}
					}
				}
			}
		}
	})
}

// TestNear: the two sets shown differ from each other, and the deal that shows why belongs to somebody whose
// place changes and brings them another amount by the first set.
func TestNear(t *testing.T) {
	shown := 0
	books(t, func(s *state.State) {
		for _, p := range PlayedFor(s) {
			a := testenv.Must(OtherwiseBy(s, p.Money, Span{}, rules.Sets()...))(t)
			said := map[string]bool{}
			for _, near := range a.Near {
				who := near.Mover()
				says := who.Name
				for _, l := range near.Passed(who) {
					says += " " + l.Name
				}
				if said[says] || who.Stood == who.Stands {
					t.Fatalf("%s: %+v", says, who)
				}
				said[says] = true
			}
			if a.Deal == nil {
				continue
			}
			shown++
			seat := slices.Index(a.Deal.Names, a.Whom)
			if who := a.Near[0].Mover(); seat < 0 || a.Whom != who.Name || a.Was == a.Is[0] ||
				a.Was != a.Deal.Result.Net[seat+1] {
				t.Fatalf("%s: %d, then %v", a.Whom, a.Was, a.Is)
			}
		}
	})
	if shown == 0 {
		t.Error("no deal was shown: that shows nothing")
	}
}

// TestOtherwise holds the standing by other rules against settling the deals one by one.
func TestOtherwise(t *testing.T) {
	house, _ := rules.Set("units-steep")
	stakes := testenv.Must(house.Scaled(1))(t)
	var deals, left int64
	books(t, func(s *state.State) {
		for _, p := range PlayedFor(s) {
			want := map[chain.PlayerID][2]int64{}
			var settled, not int64
			for n := range s.Nights() {
				if n.Money() != p.Money || n.Meeting != 0 {
					continue
				}
				for _, at := range sheetByHand(s, n) {
					d, is := at.v.Said(), at.view.Result(at.v)
					would, err := rules.Settle(stakes, &d)
					if err != nil {
						not++
						continue
					}
					settled++
					for i, c := range at.view.ChairsOf(at.v) {
						was := want[c.Pays()]
						want[c.Pays()] = [2]int64{was[0] + is.Net[i+1], was[1] + would.Net[i+1]}
					}
				}
			}
			all, err := OtherwiseBy(s, p.Money, Span{}, house)
			got := all.All[0]
			if err != nil || got.Deals != settled || got.Left != not || got.Deals+got.Left != p.Deals {
				t.Fatalf("%d and %d of %d deals, want %d and %d (%v)", got.Deals, got.Left, p.Deals, settled, not, err)
			}
			for _, line := range got.Standing {
				if want[line.Player] != [2]int64{line.Was, line.WouldBe} {
					t.Fatalf("%+v, want %v", line, want[line.Player])
				}
			}
			deals, left = deals+settled, left+not
		}
	})
	if deals == 0 || left == 0 {
		t.Errorf("%d deals were settled and %d left out: that shows nothing", deals, left)
	}
}
