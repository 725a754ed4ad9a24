package years

import (
	"cmp"
	"maps"
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
		m.post(chain.KindEvening, evening, &chain.Evening{Night: evening, Date: date, House: house, Scale: 1,
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
	if testing.Short() {
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
				paid := func(pays []rules.Pay) (out []rules.Pay) {
					for _, p := range pays {
						if p.Amount != 0 {
							out = append(out, p)
						}
					}
					slices.SortFunc(out, func(a, b rules.Pay) int {
						return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
					})
					return out
				}
				var buf [mostPayments]rules.Pay
				got, want := paid(payments(v, &buf)), paid(result.Pays())
				if !slices.Equal(got, want) {
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
				c := OfCircle(s, p.Money, span, 0, Everything)
				compareDeals(t, s, c)
				compareEvenings(t, c)
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

// compareWithCircle holds a person's page against the circle's.
func compareWithCircle(t *testing.T, c *Circle, stood PlayerStanding, p *Person) {
	t.Helper()
	got := PlayerStanding{Player: stood.Player, Name: stood.Name, Face: stood.Face, Score: p.Score,
		Nights: p.Nights, Up: p.Up, Down: p.Down, Deals: p.Deals, Won: p.DealsWon, Revokes: p.Revokes,
		Broken: p.Broken, Out: p.Out}
	if got != stood {
		t.Fatalf("%s stands with\n%+v, on the circle's page\n%+v", stood.Name, got, stood)
	}
	at := slices.IndexFunc(c.Shown, func(q PlayerStanding) bool { return q.Player == stood.Player })
	if at < 0 {
		return
	}
	for _, f := range c.Heat[stood.Player] {
		called, accepted := ofCall(p.Called, f.Call), ofCall(p.Accepted, f.Call)
		if called.N+accepted.N != f.N || called.Won+accepted.Won != f.Won || called.Over+accepted.Over != f.Over ||
			called.Tricks+accepted.Tricks != f.Tricks || called.Money.Plus(accepted.Money) != f.Money {
			t.Fatalf("%s called %+v and accepted %+v, the circle has %+v", stood.Name, called, accepted, f)
		}
	}
	for _, f := range c.Pairs {
		if f.A != stood.Player {
			continue
		}
		i := slices.IndexFunc(p.Pairs, func(mine PairFigures) bool { return mine.B == f.B })
		if i < 0 || p.Pairs[i] != f {
			t.Fatalf("%s has %+v, the circle %+v", stood.Name, p.Pairs, f)
		}
	}
	for _, f := range c.From[stood.Player] {
		i := slices.IndexFunc(p.Seats, func(m SeatFigures) bool {
			return m.Active == f.Active && m.Place == f.Place
		})
		if mine := p.Seats[i]; mine.Called != f.Called || mine.Rate() != f.Rate() || mine.Money != f.Money {
			t.Fatalf("%s called %+v, the circle has %+v", stood.Name, mine, f)
		}
	}
	compareRace(t, c.Race, c.Race.Lines[at], p)
	if s := c.Race.Streaks[at]; s.Up != p.UpInARow || s.Made != p.WonInARow {
		t.Fatalf("the streaks of %s are %+v, their page has %d and %d", stood.Name, s, p.UpInARow, p.WonInARow)
	}
	var results []Result
	for _, e := range c.Results {
		if e.Player == stood.Player {
			results = append(results, e)
		}
	}
	if int64(len(results)) != p.Nights {
		t.Fatalf("%s has %d results of %d evenings", stood.Name, len(results), p.Nights)
	}
	if b := c.Best; b != nil && b.Player == stood.Player && (*p.Best != b.EveningPoint) {
		t.Fatalf("the best evening is %+v, that of %s %+v", b, stood.Name, p.Best)
	}
	if d := c.BestDeal; d != nil && d.Player == stood.Player && (*p.BestDeal != *d) {
		t.Fatalf("the best deal is %+v, that of %s %+v", d, stood.Name, p.BestDeal)
	}
}

// compareRace holds somebody's line against their evenings, and since when they lead against all lines.
func compareRace(t *testing.T, race *Race, line Line, p *Person) {
	t.Helper()
	if last := len(race.Marks); line.Player != p.Player.ID || len(line.Points) != last+1 ||
		line.Points[0] != 0 ||
		line.Points[last] != p.Score {
		t.Fatalf("the line of %s ends with %+v, their score is %d", p.Player.Name, line, p.Score)
	}
	if !race.Monthly {
		for m, mark := range race.Marks {
			var want int64
			for _, e := range p.Evenings {
				if e.Date < mark.Date || e.Date == mark.Date && e.Night <= mark.Night {
					want = e.After
				}
			}
			if line.Points[m+1] != want {
				t.Fatalf("%s after %+v: %d, want %d", p.Player.Name, mark, line.Points[m+1], want)
			}
		}
	}
	ahead := func(m int) bool {
		return !slices.ContainsFunc(race.Lines, func(o Line) bool {
			return o.Player != line.Player && o.Points[m] >= line.Points[m]
		})
	}
	since, ok := race.LedSince(line.Player)
	for m := since + 1; ok && m <= len(race.Marks); m++ {
		ok = ahead(m)
	}
	if ok != ahead(len(race.Marks)) || ok && since > 0 && ahead(since) {
		t.Fatalf("%s leads since mark %d, it says (%t): %+v", p.Player.Name, since, ok, race.Lines)
	}
}

// compareEvenings holds who took each evening, and who was ahead after it, against all results.
func compareEvenings(t *testing.T, c *Circle) {
	t.Helper()
	results, score := c.Results, map[chain.PlayerID]int64{}
	for _, e := range c.Evenings {
		var most int64
		var by []chain.PlayerID
		for len(results) > 0 && results[0].Night == e.Night {
			r := results[0]
			if results = results[1:]; r.Score > most {
				most, by = r.Score, nil
			}
			if r.Score > 0 && r.Score == most {
				by = append(by, r.Player)
			}
			if r.Low > min(0, r.Score) && r.Low > 0 {
				t.Fatalf("%+v was never so far down", r)
			}
			score[r.Player] += r.Score
		}
		if most != e.Score || !slices.Equal(by, e.By) {
			t.Fatalf("evening %d was taken by %v with %d, it says %v with %d", e.Night, by, most, e.By, e.Score)
		}
	}
	if len(results) > 0 {
		t.Fatalf("results of no evening: %v", results)
	}
	if n := len(c.Race.Led); n > 0 {
		var first chain.PlayerID
		names, _ := c.Champions()
		if len(names) == 1 {
			first = c.Standing[0].Player
		}
		if c.Race.Led[n-1] != first {
			t.Fatalf("%d leads in the end, of %+v", c.Race.Led[n-1], c.Standing)
		}
	}
}

// compareDeals holds what the circle's page counts of all deals against the sheets.
func compareDeals(t *testing.T, s *state.State, c *Circle) {
	t.Helper()
	var deals, played int64
	var tricks [rules.CallNumbers]Tricks
	calls, led := map[rules.Call]*CallFigures{}, map[Leader]Rate{}
	for n := range s.Nights() {
		if n.Meeting != 0 || n.Money() != c.Money || !c.Span.Holds(n.Date) {
			continue
		}
		for _, at := range sheetByHand(s, n) {
			d, result := at.v.Said(), at.view.Result(at.v)
			deals, played = deals+1, played+one(d.Caller != 0 || d.Call == rules.GeneralMisere)
			f := calls[d.Call]
			if f == nil {
				f = &CallFigures{Call: d.Call}
				calls[d.Call] = f
			}
			won, lost := result.Outcome == rules.Won, result.Outcome == rules.Lost
			f.N, f.Won, f.Lost = f.N+1, f.Won+one(won), f.Lost+one(lost)
			if d.Tricks >= 0 {
				f.Told, f.Tricks = f.Told+1, f.Tricks+int64(d.Tricks)
			}
			if d.Tricks >= 0 && d.Caller != 0 {
				tricks[d.Call].Won[d.Tricks] += one(won)
				tricks[d.Call].Lost[d.Tricks] += one(lost)
			}
			f.Over, f.Under = f.Over+int64(result.Over), f.Under+int64(result.Under)
			var side int64
			if d.Caller != 0 {
				side = result.Net[d.Caller] + result.Net[d.Partner]
			}
			f.Money = f.Money.Plus(NewMean(1, side, side*side))
			if d.Call.Losing() && (won || lost) {
				rate := led[ledBy(&d)]
				led[ledBy(&d)] = Rate{rate.Won + one(won), rate.Of + 1}
			}
		}
	}
	var want []CallFigures
	for _, call := range slices.Sorted(maps.Keys(calls)) {
		want = append(want, *calls[call])
	}
	if c.Deals != deals || c.Played != played || !slices.Equal(c.Calls, want) || c.Tricks != tricks {
		t.Fatalf("%d deals, %d played, %+v; by the sheets %d, %d, %+v", c.Deals, c.Played, c.Calls,
			deals, played, want)
	}
	for _, got := range MisereLeads(s, c.Money, c.Span) {
		if got.Made != led[got.Leader] {
			t.Fatalf("%s, %v, leader %d: %v, by the sheets %v", c.Money, c.Span, got.Leader, got.Made, led[got.Leader])
		}
		delete(led, got.Leader)
	}
	if len(led) > 0 {
		t.Fatalf("%s, %v: not told who led: %v", c.Money, c.Span, led)
	}
}

// ledBy goes from the dealer's left round to whoever plays before, opposite or after the caller.
func ledBy(d *rules.Deal) Leader {
	var order []rules.Seat // of play in the first trick
	for i := 1; i <= d.Seats; i++ {
		if s := rules.Seat((int(d.Dealer)+i-1)%d.Seats + 1); d.Seats != 5 || i != 4 {
			order = append(order, s)
		}
	}
	switch at := slices.Index(order, d.Caller); {
	case at == 0:
		return LedHimself
	case at == len(order)-1:
		return LedOnLeft
	case at == 1:
		return LedOnRight
	}
	return LedOpposite
}

type onSheet struct {
	v    *state.Version
	view *state.View
	at   chain.EntryID
}

// sheetByHand are the deals of a night at all its tables, in the order they were dealt.
func sheetByHand(s *state.State, n *state.Night) (out []onSheet) {
	for _, table := range append([]chain.NightID{n.ID}, s.Tables(n.ID)...) {
		view := s.View(table)
		var at chain.EntryID
		for _, d := range view.Stand() {
			if !d.Inserted {
				at = max(at, chain.EntryID(d.ID))
			}
			out = append(out, onSheet{view.Stands(d), view, at})
		}
	}
	slices.SortStableFunc(out, func(a, b onSheet) int { return cmp.Compare(a.at, b.at) })
	return out
}

func longest(row []bool) (best int) {
	for i := range row {
		best = max(best, atTheEnd(row[:i+1]))
	}
	return best
}

func atTheEnd(row []bool) (n int) {
	for i := len(row) - 1; i >= 0 && row[i]; i-- {
		n++
	}
	return n
}

// TestFindDeals finds every deal once, the newest night's last deal first, and each where it stands.
func TestFindDeals(t *testing.T) {
	books(t, func(s *state.State) {
		var want []chain.DealID
		nights := slices.Collect(s.Nights())
		slices.SortFunc(nights, func(a, b *state.Night) int { return -byDate(a, b) })
		for _, n := range nights {
			if n.Meeting == 0 {
				for _, at := range slices.Backward(sheetByHand(s, n)) {
					want = append(want, at.v.Deal)
				}
			}
		}
		var got []chain.DealID
		corrected := map[chain.DealID]bool{}
		all, err := FindDeals(s, DealFilter{Tricks: rules.NotSaid}, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range all {
			got = append(got, d.ID)
			view := s.View(d.Night)
			at := view.Find(d.ID)
			if nth := slices.Index(view.Stand(), at) + 1; nth != d.Nth {
				t.Fatalf("deal %d is the %d. of night %d, want %d.", d.ID, d.Nth, d.Night, nth)
			}
			if d.Result != view.Result(view.Stands(at)) || d.Deal != view.Stands(at).Said() {
				t.Fatalf("deal %d is found as %+v", d.ID, d)
			}
			corrected[d.ID] = d.Change
		}
		if !slices.Equal(got, want) {
			t.Fatalf("found %v, want %v", got, want)
		}
		maps.DeleteFunc(corrected, func(_ chain.DealID, is bool) bool { return !is })
		changed, err := FindDeals(s, DealFilter{Tricks: rules.NotSaid, Changed: true}, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range changed {
			if !corrected[d.ID] {
				t.Fatalf("deal %d wasn't corrected", d.ID)
			}
			delete(corrected, d.ID)
		}
		if len(corrected) > 0 {
			t.Fatalf("not found: %v", corrected)
		}
	})
}

// TestFindFits asks random questions, and compares with going through the sheets.
func TestFindFits(t *testing.T) {
	found := 0
	books(t, func(s *state.State) {
		r := rand.New(rand.NewPCG(8, uint64(s.Last())))
		for range 60 {
			f := DealFilter{Tricks: rules.NotSaid}
			if r.IntN(2) == 0 {
				f.From = dayOf(r.IntN(900))
			}
			if r.IntN(2) == 0 {
				f.Player, f.As = chain.PlayerID(1+r.IntN(10)), As(r.IntN(4))
			}
			switch r.IntN(11) {
			case 0:
				f.Money = rules.LSD
			case 1:
				f.Call = rules.Solo
			case 2:
				f.Outcome = rules.Lost
			case 3:
				f.Tricks = 7
			case 4:
				f.OverMin, f.HasOver = r.IntN(5)-2, true
			case 5:
				f.Revoked = true
			case 6:
				f.Changed = true
			case 7:
				f.AtLeast = 40
			case 8:
				f.AtLeast, f.AtMost, f.HasMost = int64(r.IntN(30)), int64(20+r.IntN(30)), true
			case 9:
				f.Note = " NINE "
			case 10:
				f.Noted = true
			}
			want := map[chain.DealID]bool{}
			for n := range s.Nights() {
				if n.Meeting != 0 || !f.Span.Holds(n.Date) || f.Money != "" && n.Money() != f.Money {
					continue
				}
				for _, at := range sheetByHand(s, n) {
					if straightlyFits(&f, at) {
						want[at.v.Deal] = true
					}
				}
			}
			got := map[chain.DealID]bool{}
			from, parts := chain.NightID(0), r.IntN(2) == 0
			for more := true; more; {
				more = false
				last := from
				for night, d := range testenv.Must(FindDeals(s, f, from))(t) {
					if more = parts && last != from && night != last; more {
						break
					}
					got[d.ID], last = true, night
				}
				from = last
			}
			if !maps.Equal(got, want) {
				t.Fatalf("%+v: found %v, want %v", f, got, want)
			}
			found += len(got)
		}
	})
	if found < 300 {
		t.Errorf("only %d deals were found: the questions ask for too much", found)
	}
}

// straightlyFits is DealFilter in so many words.
func straightlyFits(f *DealFilter, at onSheet) bool {
	x, result, chairs, deal := at.v.Said(), at.view.Result(at.v), at.view.ChairsOf(at.v), at.view.Find(at.v.Deal)
	any := func(is func(s rules.Seat, p chain.PlayerID) bool) bool {
		for i, c := range chairs {
			if s := rules.Seat(i + 1); x.Active(s) && is(s, c.Player) {
				return true
			}
		}
		return false
	}
	over := func(s rules.Seat) bool { return f.HasMost && max(result.Net[s], -result.Net[s]) > f.AtMost }
	return (f.Call == 0 || x.Call == f.Call) && (f.Outcome == 0 || result.Outcome == f.Outcome) &&
		(!f.Noted && f.Note == "" || len(at.view.Notes(at.v.Deal)) > 0) && // there is one text only
		(f.Tricks < 0 || x.Tricks == f.Tricks) && (!f.Changed || at.view.Changed(deal) > 0) &&
		(!f.Revoked || any(func(s rules.Seat, p chain.PlayerID) bool {
			return x.Revokes[s] > 0 && (f.Player == 0 || p == f.Player)
		})) &&
		(!f.HasOver || f.OverMin >= 0 && result.Outcome == rules.Won && int(result.Over) >= f.OverMin ||
			f.OverMin < 0 && int(result.Under) >= -f.OverMin) &&
		any(func(s rules.Seat, p chain.PlayerID) bool {
			if f.Player != 0 && p != f.Player || over(s) || max(result.Net[s], -result.Net[s]) < f.AtLeast {
				return false
			}
			if f.Player == 0 {
				return !any(func(s rules.Seat, _ chain.PlayerID) bool { return over(s) })
			}
			switch f.As {
			case AsCaller:
				return s == x.Caller
			case AsPartner:
				return s == x.Partner
			case AsOpponent:
				return x.Caller != 0 && s != x.Caller && s != x.Partner
			}
			return true
		})
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
			got, err := OtherwiseBy(s, p.Money, Span{}, house)
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

func ofCall(all []CallFigures, c rules.Call) CallFigures {
	for _, f := range all {
		if f.Call == c {
			return f
		}
	}
	return CallFigures{Call: c}
}
