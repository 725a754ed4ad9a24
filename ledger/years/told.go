package years

// What sets each player of a circle apart, three things each.
//
// A share (of solos made) is held against that of all others by how many standard errors the two are apart; a
// figure (the best evening) against everybody's by how many standard deviations it lies from their mean. Both
// are drawn towards the others', as if drawnBy more times had gone as with them, so that little says little.
// Findings of the whole circle are given out together, the most surprising first: no kind to more than a
// third of the circle, and no two players the same three kinds.

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/rules"
)

type Kind uint8

// Shares, then figures.
const (
	Partner   Kind = iota // won, of the calls made with one of the others
	Favourite             // calls of a kind, of the deals played
	Made                  // won, of the calls of a kind
	Seat                  // won, of the calls from a place at the table
	Ups                   // evenings up, of those they sat at
	Took                  // evenings they won most at
	Revoked               // revokes, of the deals played
	Present               // evenings they sat at, of all

	BestEvening
	WorstEvening
	Comeback // an evening that ended up after they were down
	BestDeal
	UpInRow   // evenings
	DownInRow // evenings
	MadeInRow // own calls
	Month     // the best
	Rivalry   // what went between them and one of the others
	Middle    // of their evenings
	Swing     // how far an evening goes, up or down
	kinds
)

// Told is one thing told of a player: of a share, theirs and that of the others, of a figure its amount and
// its rank, 1 is the highest.
type Told struct {
	Player        chain.PlayerID
	Kind          Kind
	Call          rules.Call   // of Favourite and Made
	With          *PairFigures // of Partner and Rivalry
	Active, Place int          // of Seat
	Mine, Others  Rate
	Amount, Low   int64
	N             int64 // evenings, of a Month
	Rank, Of      int
	Shared        bool // the rank
	Night         chain.NightID
	Deal          chain.DealID
	Date          string
	surprise      float64
}

const (
	// toldOfEach is how many sentences each player gets.
	toldOfEach = 3

	drawnBy       = 10
	leastExpected = 5 // on either side of both shares, or their distance means nothing
	leastNights   = 2 // of a player with any sentence
	leastInRow    = 3 // of a run worth a sentence; shorter ones count among all
)

func (o *Circle) Told(p chain.PlayerID) []Told { return o.told[p] }

func (r Rate) less(o Rate) Rate { return Rate{r.Won - o.Won, r.Of - o.Of} }

func (r Rate) plus(o Rate) Rate { return Rate{r.Won + o.Won, r.Of + o.Of} }

// deviation is by how many standard errors two shares differ; ok is false where there are too few to compare.
func (r Rate) deviation(o Rate) (apart float64, ok bool) {
	n, m, p := float64(r.Of), float64(o.Of), r.plus(o).Share()
	if r.Of < Few || o.Of < Few || min(n, m)*min(p, 1-p) < leastExpected {
		return 0, false
	}
	return math.Abs(r.Share()-o.Share()) / math.Sqrt(p*(1-p)*(1/n+1/m)), true
}

func inPair(c rules.Call) bool { return c.Biddable() && !c.Alone() && !c.Losing() }

type finder struct {
	*Circle
	*sums
	people  []PlayerStanding // with any sentence
	results [][]*Result      // by player
	took    []int64          // by player
	found   []Told
	places  [][kinds]int // of shares in found, by player, from 1
	deals   int64        // everybody's, together
}

func (o *Circle) findTold(c *sums) {
	t := &finder{Circle: o, sums: c, results: make([][]*Result, len(c.of)), took: make([]int64, len(c.of)),
		places: make([][kinds]int, len(c.of))}
	for _, p := range o.Standing {
		t.deals += p.Deals
		if p.Nights >= leastNights && p.Deals > 0 {
			t.people = append(t.people, p)
			t.results[p.Player] = make([]*Result, 0, p.Nights)
		}
	}
	t.found = make([]Told, 0, len(t.people)*int(kinds))
	for i := range o.Results {
		r := &o.Results[i]
		t.results[r.Player] = append(t.results[r.Player], r)
	}
	for _, e := range o.Evenings {
		for _, p := range e.By {
			t.took[p]++
		}
	}
	for i := range t.people {
		t.ownCalls(&t.people[i])
	}
	t.shares()
	t.figures()
	o.told = giveOut(t.found, len(t.people))
}

// share notes a share, if it is the most surprising of its kind of that player.
func (t *finder) share(s Told) {
	apart, ok := s.Mine.deviation(s.Others)
	if !ok {
		return
	}
	n := float64(s.Mine.Of)
	s.surprise = apart * n / (n + drawnBy)
	switch at := &t.places[s.Player][s.Kind]; {
	case *at == 0:
		t.found = append(t.found, s)
		*at = len(t.found)
	case t.found[*at-1].surprise < s.surprise:
		t.found[*at-1] = s
	}
}

func (t *finder) ownCalls(p *PlayerStanding) {
	var inPairs Rate
	for _, f := range t.Calls {
		if !f.Call.Biddable() {
			continue
		}
		mine := &t.own[p.Player][f.Call]
		s := Told{Player: p.Player, Kind: Made, Call: f.Call, Mine: Rate{mine.Won, mine.Won + mine.Lost}}
		s.Others = f.Rate().less(s.Mine)
		t.share(s)
		if inPair(f.Call) {
			inPairs = inPairs.plus(s.Mine)
			continue
		}
		s.Kind, s.Mine = Favourite, Rate{mine.N, p.Deals}
		s.Others = Rate{f.N, t.deals}.less(s.Mine)
		t.share(s)
	}
	for f := range t.with(p.Player) {
		t.share(Told{Player: p.Player, Kind: Partner, With: &f, Mine: f.Rate(), Others: inPairs.less(f.Rate())})
	}
	for _, active := range [...]int{4, 3} {
		from := &t.from[p.Player][active-3]
		for place, mine := range from {
			s := Told{Player: p.Player, Kind: Seat, Active: active, Place: place + 1, Mine: mine}
			for other, rate := range from {
				if other != place {
					s.Others = s.Others.plus(rate)
				}
			}
			t.share(s)
		}
	}
}

func (t *finder) shares() {
	for kind, of := range map[Kind]func(p *PlayerStanding) Rate{
		Ups:     func(p *PlayerStanding) Rate { return Rate{p.Up, p.Nights} },
		Took:    func(p *PlayerStanding) Rate { return Rate{t.took[p.Player], p.Nights} },
		Revoked: func(p *PlayerStanding) Rate { return Rate{p.Revokes, p.Deals} },
		Present: func(p *PlayerStanding) Rate { return Rate{p.Nights, t.Nights} },
	} {
		var all Rate
		for i := range t.people {
			all = all.plus(of(&t.people[i]))
		}
		for i := range t.people {
			mine := of(&t.people[i])
			t.share(Told{Player: t.people[i].Player, Kind: kind, Mine: mine, Others: all.less(mine)})
		}
	}
}

func (t *finder) figures() {
	for kind, of := range [kinds]func(p *PlayerStanding) (Told, bool){
		BestEvening:  func(p *PlayerStanding) (Told, bool) { return t.of[p.Player].best.told() },
		WorstEvening: func(p *PlayerStanding) (Told, bool) { return t.of[p.Player].worst.told() },
		BestDeal:     func(p *PlayerStanding) (Told, bool) { return t.of[p.Player].gain.told() },
		UpInRow: func(p *PlayerStanding) (Told, bool) {
			return Told{Amount: t.of[p.Player].ups.best}, true
		},
		MadeInRow: func(p *PlayerStanding) (Told, bool) {
			return Told{Amount: t.of[p.Player].made.best}, true
		},
		DownInRow: t.downInRow,
		Comeback:  t.comeback,
		Month:     t.month,
		Rivalry:   t.rivalry,
		Middle: func(p *PlayerStanding) (Told, bool) {
			return Told{Amount: middleOf(t.results[p.Player])}, p.Nights >= Few
		},
		Swing: t.swing,
	} {
		if of == nil {
			continue
		}
		before := len(t.found)
		var sum, squares float64
		for i := range t.people {
			if s, ok := of(&t.people[i]); ok {
				s.Player, s.Kind, s.N = t.people[i].Player, Kind(kind), cmp.Or(s.N, t.people[i].Nights)
				t.found = append(t.found, s)
				sum, squares = sum+s.size(), squares+s.size()*s.size()
			}
		}
		all := t.found[before:]
		amounts := make([]int64, len(all))
		for i := range all {
			amounts[i] = all[i].Amount
		}
		slices.Sort(amounts)
		n := float64(len(all))
		spread := math.Sqrt(max(0, squares/n-sum/n*sum/n))
		for i := range all {
			s, nights := &all[i], float64(len(t.results[all[i].Player]))
			above, _ := slices.BinarySearch(amounts, s.Amount+1)
			below, _ := slices.BinarySearch(amounts, s.Amount)
			s.Rank, s.Of, s.Shared = 1+len(all)-above, len(all), above-below > 1
			if spread > 0 {
				s.surprise = math.Abs(s.size()-sum/n) / spread * nights / (nights + drawnBy)
			}
		}
		all = slices.DeleteFunc(all, func(s Told) bool { return s.inRow() && s.Amount < leastInRow })
		t.found = t.found[:before+len(all)]
	}
}

func (s *Told) inRow() bool { return s.Kind == UpInRow || s.Kind == DownInRow || s.Kind == MadeInRow }

// size is what figures are compared by. What went between two says as much either way.
func (s *Told) size() float64 {
	if s.Kind == Rivalry {
		return math.Abs(float64(s.Amount))
	}
	return float64(s.Amount)
}

// told is a mark as something told; none without a night.
func (m *mark) told() (s Told, ok bool) {
	if m.night == nil {
		return s, false
	}
	return Told{Night: m.night.ID, Deal: m.deal, Date: m.night.Date, Amount: m.amount}, true
}

func (t *finder) downInRow(p *PlayerStanding) (Told, bool) {
	var downs streak
	for _, r := range t.results[p.Player] {
		if r.Closed {
			downs.push(one(r.Score < 0))
		}
	}
	return Told{Amount: downs.best}, true
}

func (t *finder) comeback(p *PlayerStanding) (s Told, ok bool) {
	for _, r := range t.results[p.Player] {
		if rise := r.Score - r.Low; r.Closed && r.Low < 0 && r.Score > 0 && rise > s.Amount-s.Low {
			s, ok = Told{Night: r.Night, Date: r.Date, Amount: r.Score, Low: r.Low}, true
		}
	}
	return s, ok
}

func (t *finder) month(p *PlayerStanding) (best Told, ok bool) {
	var at Told
	for _, r := range t.results[p.Player] {
		if at.Date != r.Date[:7] {
			at = Told{Date: r.Date[:7]}
		}
		if at.Amount, at.N = at.Amount+r.Score, at.N+1; at.N > 1 && at.Amount > best.Amount {
			best, ok = at, true
		}
	}
	return best, ok
}

func (t *finder) rivalry(p *PlayerStanding) (s Told, ok bool) {
	for f := range t.with(p.Player) {
		if f.Against >= Few && max(f.Net(), -f.Net()) > max(s.Amount, -s.Amount) {
			s, ok = Told{With: &f, Amount: f.Net()}, true
		}
	}
	return s, ok
}

func (t *finder) swing(p *PlayerStanding) (s Told, ok bool) {
	for _, r := range t.results[p.Player] {
		s.Amount += max(r.Score, -r.Score)
	}
	s.Amount = (s.Amount + p.Nights/2) / p.Nights
	return s, p.Nights >= Few
}

// middleOf is the score in the middle of some results, of an even number between the two, a half away from
// nothing.
func middleOf(all []*Result) int64 {
	if len(all) == 0 {
		return 0
	}
	scores := make([]int64, len(all))
	for i, r := range all {
		scores[i] = r.Score
	}
	slices.Sort(scores)
	two := scores[(len(scores)-1)/2] + scores[len(scores)/2]
	return two/2 + two%2
}

// with are the pairs somebody is one of, seen from them, those who played most first.
func (t *finder) with(p chain.PlayerID) iter.Seq[PairFigures] {
	return func(yield func(PairFigures) bool) {
		if !slices.ContainsFunc(t.Shown, func(o PlayerStanding) bool { return o.Player == p }) {
			return // only of those shown the pairs are counted
		}
		for i := range t.Shown {
			if !yield(t.Between(p, t.Shown[i].Player)) {
				return
			}
		}
	}
}

func giveOut(found []Told, people int) map[chain.PlayerID][]Told {
	order := make([]*Told, len(found))
	for i := range found {
		order[i] = &found[i]
	}
	slices.SortFunc(order, func(a, b *Told) int {
		if c := cmp.Compare(b.surprise, a.surprise); c != 0 {
			return c
		}
		return cmp.Or(cmp.Compare(a.Player, b.Player), cmp.Compare(a.Kind, b.Kind))
	})
	most := max(1, people/3)
	out, sets := map[chain.PlayerID][]Told{}, map[uint32]bool{}
	var had [kinds]int
	for _, s := range order {
		mine := out[s.Player]
		if len(mine) == toldOfEach || had[s.Kind] == most {
			continue
		}
		set := uint32(1) << s.Kind
		for _, other := range mine {
			set |= 1 << other.Kind
		}
		if len(mine)+1 == toldOfEach {
			if sets[set] {
				continue
			}
			sets[set] = true
		}
		had[s.Kind]++
		out[s.Player] = append(mine, *s)
	}
	return out
}
