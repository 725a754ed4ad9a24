package years

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// toldNights plays evenings of six people in units, the first of whom makes what they call and the last of
// whom came to one evening only.
func toldNights(t *testing.T, seed uint64, nights, deals int) *state.State {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 8))
	house, _ := rules.Set("units")
	m := newMaker(t)
	m.players(6)
	for n := range nights {
		ids := []chain.PlayerID{1, 2, 3, 4, 5}
		if n == 0 {
			ids[4] = 6
		}
		r.Shuffle(5, func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		id := m.begin(house, dayOf(n%28), 0, ids...)
		for i := range deals {
			d := rules.Deal{Seats: 5, Dealer: rules.Seat(i%5 + 1), Call: rules.Solo, Tricks: 3 + r.IntN(6)}
			for d.Caller = rules.Seat(1 + r.IntN(5)); !d.Active(d.Caller); d.Caller = d.Left(d.Caller) {
			}
			switch r.IntN(6) {
			case 0:
				d.Call, d.Tricks = rules.Misere, r.IntN(2)
			case 1, 2:
				d.Call, d.Tricks = rules.Prop, 5+r.IntN(6)
				for d.Partner = d.Left(d.Caller); !d.Active(d.Partner); d.Partner = d.Left(d.Partner) {
				}
			case 3:
				d.Call, d.Caller, d.Tricks = rules.Passed, 0, rules.NotSaid
			}
			if d.Caller != 0 && ids[d.Caller-1] == 1 && d.Call == rules.Solo {
				d.Tricks = 7
			}
			if x := r.IntN(30); x == 0 && d.Call != rules.Passed {
				d.Revokes[d.Left(d.Dealer)] = 1
			}
			m.deal(id, d)
		}
	}
	return m.Done()
}

// pagesOf are the circle's page and everybody's.
func pagesOf(s *state.State) (circle *Circle, persons []*Person) {
	circle = OfCircle(s, Calendar, rules.Units, Span{}, 0)
	for _, p := range circle.Shown {
		persons = append(persons, OfPlayer(s, s.Names().At(p.Player).Player(), rules.Units, Span{}, 60))
	}
	return circle, persons
}

// inDeals counts a comparison once more, deal by deal: the share of the one it is about, and that of all it
// is held against. own is what a person's page counts: as a caller, what the circle's page counts also as a
// partner.
func inDeals(book *state.State, s *Story, own bool) (mine, others Rate) {
	count := func(r *Rate, so bool) {
		r.Of++
		if so {
			r.Won++
		}
	}
	to := func(isMine bool) *Rate {
		if isMine {
			return &mine
		}
		return &others
	}
	for n := range book.Nights() {
		up := map[chain.PlayerID]int64{}
		for _, v := range book.View(n.ID).Standing() {
			said, chairs := v.Said(), v.Chairs()
			x, decided := &said, v.Outcome == rules.Won || v.Outcome == rules.Lost
			won, mySeat := v.Outcome == rules.Won, rules.Seat(0)
			for i, c := range chairs {
				seat := rules.Seat(i + 1)
				up[c.Player] += v.Net[i]
				if c.Player == s.Player {
					mySeat = seat
				}
				if !x.Active(seat) {
					continue
				}
				is := c.Player == s.Player
				switch s.Topic {
				case Called:
					count(to(is), x.Call == s.Call && x.Caller == seat)
				case Revoked:
					to(is).Of++
					to(is).Won += int64(x.Revokes[seat])
				}
			}
			if !x.Call.Biddable() {
				continue
			}
			side := func(p chain.PlayerID) bool {
				return chairs[x.Caller-1].Player == p || x.Partner != 0 && chairs[x.Partner-1].Player == p
			}
			switch {
			case !decided:
			case s.Topic == Made && x.Call == s.Call:
				count(to(own && x.Caller == mySeat || !own && side(s.Player)), won)
			case s.Topic == Beat && x.Call == s.Call:
				count(to(mySeat != 0 && x.Active(mySeat) && !side(s.Player)), !won)
			case s.Topic == Paired && x.Partner != 0 && (!own || side(s.Player)):
				count(to(side(s.Player) && side(s.Other)), won)
			case s.Topic == Placed && (s.Player == 0 || x.Caller == mySeat):
				place := 1
				for e := x.Eldest(); e != x.Caller; e = x.Left(e) {
					if x.Active(e) {
						place++
					}
				}
				count(to(place == s.Place), won)
			}
		}
		if s.Topic == EndedUp {
			for p, score := range up {
				count(to(p == s.Player), score > 0)
			}
		}
	}
	return mine, others
}

// TestStoriesAreTrue counts everything that is compared once more from the deals, and holds what is told
// against the rule.
func TestStoriesAreTrue(t *testing.T) {
	told := map[Topic]int{}
	for seed := range uint64(12) {
		book := toldNights(t, seed, int(seed)*4, 20)
		circle, persons := pagesOf(book)
		check := func(who string, all comparisons, own bool, stories []Story) {
			t.Helper()
			for i := range all {
				s := &all[i]
				told[s.Topic]++
				mine, others := inDeals(book, s, own)
				if s.Mine != mine || s.Others != others {
					t.Fatalf("seed %d, %s: %+v, counted %v and %v", seed, who, *s, mine, others)
				}
			}
			checkTold(t, all, stories)
		}
		check("the circle", circle.compareAll(), false, circle.Stories())
		for _, p := range persons {
			check(p.Player.Name, p.compareAll(circle), true, p.Stories(circle))
			for _, s := range p.Stories(nil) {
				if s.Topic != Placed && s.Topic != Paired && s.Topic < Ahead {
					t.Errorf("without the others it is told of %+v", s)
				}
			}
			if p.Deals < LeastCompared && len(p.compareAll(circle)) > 0 {
				t.Errorf("%s is compared after %d deals", p.Player.Name, p.Deals)
			}
		}
	}
	for topic := Made; topic < Ahead; topic++ {
		if told[topic] == 0 {
			t.Errorf("nothing was compared of topic %d", topic)
		}
	}
}

// checkTold holds stories against the rule they are chosen by.
func checkTold(t *testing.T, all comparisons, stories []Story) {
	t.Helper()
	if len(stories) > MostStories {
		t.Errorf("%d stories", len(stories))
	}
	for i, s := range stories {
		if s.Topic >= Ahead {
			if i >= LeastStories {
				t.Errorf("a record is told though there are %d stories", i)
			}
			continue
		}
		if chance(s.Apart) > byChance || s.Mine.Of < Few || s.Others.Of < Few {
			t.Errorf("told though it may be chance: %+v", s)
		}
		if i > 0 && stories[i-1].Topic < Ahead && stories[i-1].Unusual < s.Unusual {
			t.Errorf("%+v is told before %+v", stories[i-1], s)
		}
		for _, o := range stories[:i] {
			if o.Topic == s.Topic && o.Call == s.Call {
				t.Errorf("twice about the same: %+v and %+v", o, s)
			}
		}
	}
}

// TestStoriesByHand: of 100 comparisons worth nothing none is told; one that stands out is, and of those
// about as far apart the one of more deals comes first.
func TestStoriesByHand(t *testing.T) {
	story := func(topic Topic, won, of int64) Story {
		s, ok := Story{Topic: topic, Player: 1, Mine: Rate{won, of}, Others: Rate{500, 1000}}.compared()
		if !ok {
			t.Fatalf("%d of %d isn't compared", won, of)
		}
		return s
	}
	var none comparisons
	for i := range int64(100) {
		none = append(none, story(Made, 45+i%11, 100))
	}
	if got := none.told(MostStories, nil); len(got) != 0 {
		t.Errorf("told of chance: %+v", got)
	}
	// 80 of 100 against 500 of 1000: all together 580 of 1100 = 0.52727; √(0.52727·0.47273·(1/100 + 1/1000)) =
	// 0.052362; 0.3/0.052362 = 5.7293, and drawn by ten more 5.7293·100/110 = 5.2085.
	s := story(Called, 80, 100)
	if math.Abs(s.Apart-5.7293) > 1e-3 || math.Abs(s.Unusual-5.2085) > 1e-3 {
		t.Errorf("80 of 100 against a half: %v apart, measure %v", s.Apart, s.Unusual)
	}
	got := append(slices.Clone(none), s, story(EndedUp, 18, 20)).told(MostStories, []Story{{Topic: Ahead}})
	if len(got) != 3 || got[0].Topic != Called || got[1].Topic != EndedUp || got[2].Topic != Ahead {
		t.Errorf("told are %+v", got)
	}
	for _, few := range [][2]int64{{9, 9}, {0, 9}, {10, 11}} {
		if s, ok := (Story{Mine: Rate{few[0], few[1]}, Others: Rate{900, 1000}}).compared(); ok {
			t.Errorf("%d of %d is compared: %+v", few[0], few[1], s)
		}
	}
}

// TestStoriesOfLittle: with no deals, one evening or few deals there is something sensible or nothing.
func TestStoriesOfLittle(t *testing.T) {
	empty := &Circle{}
	if got := empty.Stories(); len(got) != 0 {
		t.Errorf("of nothing: %+v", got)
	}
	if got := new(Person).Stories(nil); len(got) != 0 {
		t.Errorf("of nobody: %+v", got)
	}
	circle, persons := pagesOf(toldNights(t, 3, 1, 9))
	for _, s := range circle.Stories() {
		if s.Topic < Ahead {
			t.Errorf("compared after nine deals: %+v", s)
		}
	}
	for _, p := range persons {
		for _, s := range p.Stories(circle) {
			if s.Topic < Ahead {
				t.Errorf("%s is compared after nine deals: %+v", p.Player.Name, s)
			}
		}
	}
}

// TestStoriesAreTheSame: the same figures make the same sentences.
func TestStoriesAreTheSame(t *testing.T) {
	book := toldNights(t, 5, 30, 20)
	first, _ := pagesOf(book)
	want := first.Stories()
	if len(want) < LeastStories {
		t.Fatalf("only %d stories", len(want))
	}
	for range 20 {
		again, _ := pagesOf(book)
		if got := again.Stories(); !reflect.DeepEqual(got, want) {
			t.Fatalf("%v, then %v", want, got)
		}
	}
	if fmt.Sprint(want[0].Names) != "[P001]" || want[0].Topic != Made || want[0].Call != rules.Solo {
		t.Errorf("who makes every solo is not told of first: %+v", want)
	}
}
