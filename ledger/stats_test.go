package ledger

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"ouverte/rules"
)

// life is a book in which years go by at random: evenings of all kinds, and everything that may be put right afterwards.
type life struct {
	*Book
	keys
	t      testing.TB
	ctx    context.Context
	rand   *rand.Rand
	people []PlayerID
	nights []NightID
}

func newLife(t testing.TB, seed uint64, people int) *life {
	l := &life{Book: newBook(t), t: t, ctx: context.Background(), rand: rand.New(rand.NewPCG(seed, 7))}
	for i := range people {
		r, err := l.AddPlayer(l.ctx, l.slip(), fmt.Sprintf("Player %c", 'A'+i))
		l.must(err)
		l.people = append(l.people, PlayerID(r.ID))
	}
	return l
}

func (l *life) must(err error) {
	l.t.Helper()
	if err != nil {
		l.t.Fatal(err)
	}
}

// may lets pass what the book refuses: a random idea needn't be a good one.
func (l *life) may(err error) {
	l.t.Helper()
	var refusal *Refusal
	var problem *rules.Problem
	if err != nil && !errors.As(err, &refusal) && !errors.As(err, &problem) {
		l.t.Fatal(err)
	}
}

// someone chooses n different people.
func (l *life) someone(n int) []PlayerID {
	all := slices.Clone(l.people)
	l.rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:n]
}

// evening plays one, closed or not.
func (l *life) evening(deals int) {
	sets := []string{"hoyle", "hoyle", "sporting", "ten-pence", "grand-slam", "irish", "fagelson"}
	house, _ := rules.Set(sets[l.rand.IntN(len(sets))])
	if l.rand.IntN(4) == 0 {
		other := *house
		other.AllPass = []rules.AllPass{rules.LastTrick, rules.Fewest, rules.FiveOrFour}[l.rand.IntN(3)]
		if other.Check() == nil {
			house = &other
		}
	}
	day := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, l.rand.IntN(900))
	seats := l.someone(3 + l.rand.IntN(3))
	r, err := l.StartNight(l.ctx, l.slip(), NewNight{Date: day.Format(time.DateOnly), House: house, Scale: 1 + l.rand.IntN(3), Seats: seats, Dealer: seats[0]})
	l.must(err)
	l.nights = append(l.nights, r.Night)
	for range deals {
		l.deal(r.Night)
		if l.rand.IntN(6) == 0 {
			l.reseat(r.Night)
		}
		if l.rand.IntN(8) == 0 {
			n := l.night(r.Night)
			by := n.Table[l.rand.IntN(len(n.Table))].Pays()
			_, err := l.Penalise(l.ctx, l.slip(), r.Night, Penalty{By: by, Kitty: l.rand.IntN(2) == 0, Amount: 1 + l.rand.Int64N(9), Reason: "late"})
			l.may(err)
		}
	}
	if l.rand.IntN(5) > 0 {
		_, err := l.CloseNight(l.ctx, l.slip(), r.Night, 0)
		l.must(err)
	}
}

func (l *life) night(id NightID) *Night {
	l.t.Helper()
	n, err := l.Night(l.ctx, id)
	l.must(err)
	return n
}

// reseat lets others sit down, one of them perhaps on the account of one who left.
func (l *life) reseat(id NightID) {
	n := l.night(id)
	who := l.someone(3 + l.rand.IntN(3))
	chairs := make([]Chair, len(who))
	for i, p := range who {
		chairs[i].Player = p
	}
	if away := n.Table[0].Player; !slices.Contains(who, away) && l.rand.IntN(2) == 0 {
		chairs[l.rand.IntN(len(chairs))].Account = away
	}
	_, err := l.ChangeTable(l.ctx, l.slip(), id, 0, TableChange{Chairs: chairs})
	l.may(err)
}

// deal records something that may have happened.
func (l *life) deal(id NightID) {
	n := l.night(id)
	for range 20 {
		d := l.anything(n.Stakes, len(n.Table), n.Dealer)
		_, err := l.Record(l.ctx, l.slip(), id, DealSaid{Deal: d})
		if err == nil {
			return
		}
		l.may(err)
	}
}

// anything makes a deal up; it needn't be possible.
func (l *life) anything(house *rules.House, seats int, dealer rules.Seat) rules.Deal {
	seat := func() rules.Seat { return rules.Seat(1 + l.rand.IntN(seats)) }
	d := rules.Deal{Seats: seats, Dealer: dealer, Tricks: rules.NotSaid}
	if x := l.rand.IntN(12); x == 0 {
		d.Call = rules.Passed
		return d
	} else if x == 1 {
		d.Call = rules.GeneralMisere
		switch {
		case l.rand.IntN(3) == 0:
			d.Revokes[seat()] = 1
		case house.AllPass == rules.Fewest:
			for range rules.TricksInDeal {
				d.TricksBy[seat()]++
			}
		default:
			d.Loser = seat()
		}
		return d
	}
	d.Call = house.Calls[l.rand.IntN(len(house.Calls))].Call
	d.Caller, d.Tricks = seat(), l.rand.IntN(14)
	switch d.Call {
	case rules.Prop:
		d.Partner = seat()
	case rules.Irish:
		d.Bid, d.Trumps = 1+l.rand.IntN(13), rules.Suit(1+l.rand.IntN(5))
	case rules.Misere, rules.MisereOuverte:
		d.Tricks = l.rand.IntN(2)
		if l.rand.IntN(6) == 0 {
			d.Forfeit = seat()
		}
	}
	if l.rand.IntN(5) == 0 {
		d.Revokes[seat()] = uint8(1 + l.rand.IntN(2))
	}
	if l.rand.IntN(7) == 0 {
		d.Revokes[seat()] = 1
	}
	if l.rand.IntN(15) == 0 {
		d.WrongCards[seat()] = true
		d.Tricks = rules.NotSaid
	}
	return d
}

// mishap puts something right that was written long ago.
func (l *life) mishap() {
	id := l.nights[l.rand.IntN(len(l.nights))]
	closed := !l.night(id).Open
	if closed {
		_, err := l.ReopenNight(l.ctx, l.slip(), id, "a mistake")
		l.must(err)
	}
	n := l.night(id)
	if len(n.Deals) > 1 {
		d, o := n.Deals[l.rand.IntN(len(n.Deals))], n.Deals[l.rand.IntN(len(n.Deals))]
		m := Mend{Deal: d.ID, Saw: d.Version, Reason: "a mistake", MoveDealers: l.rand.IntN(3) == 0}
		switch l.rand.IntN(5) {
		case 0, 1:
			m.Do = Correct
			m.Said = DealSaid{Deal: l.anything(n.Stakes, len(d.Chairs), d.Deal.Dealer)}
		case 2:
			m.Do = Remove
		case 3:
			m.Do, m.With, m.SawWith = Swap, o.ID, o.Version
		case 4:
			m.Do = Insert
			m.Said = DealSaid{Deal: l.anything(n.Stakes, len(d.Chairs), d.Deal.Dealer)}
		}
		_, err := l.Mend(l.ctx, l.slip(), id, m)
		l.may(err)
	}
	if removed, err := l.Removed(l.ctx, id); err == nil && len(removed) > 0 && l.rand.IntN(2) == 0 {
		_, err := l.Mend(l.ctx, l.slip(), id, Mend{Do: PutBack, Deal: removed[0].ID, Saw: removed[0].Version})
		l.may(err)
	}
	for _, row := range l.night(id).Rows {
		if row.Kind == KindPenalty && row.Undone == 0 && l.rand.IntN(2) == 0 {
			_, err := l.Withdraw(l.ctx, l.slip(), row.Entry, "after all not")
			l.may(err)
		}
	}
	if closed && l.rand.IntN(4) > 0 {
		_, err := l.CloseNight(l.ctx, l.slip(), id, 0)
		l.must(err)
	}
	if l.rand.IntN(4) == 0 {
		day := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, l.rand.IntN(900)).Format(time.DateOnly)
		_, err := l.EditNight(l.ctx, l.slip(), id, NightEdit{Date: &day})
		l.may(err)
	}
}

// reckoned is the statistics worked out the straight way, from the nights as they stand and nothing else.
type reckoned struct {
	t      testing.TB
	nights []*Night
	newest int // so many evenings are wanted one by one
}

func (l *life) reckon(money rules.Money, span Span) *reckoned {
	r := &reckoned{t: l.t, newest: [...]int{1, 5, 60}[l.rand.IntN(3)]}
	for _, id := range l.nights {
		if n := l.night(id); n.Money == money && n.Date >= span.From && (span.Until == "" || n.Date <= span.Until) {
			r.nights = append(r.nights, n)
		}
	}
	slices.SortFunc(r.nights, func(a, b *Night) int { return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.ID, b.ID)) })
	return r
}

// each goes through the deals in the order they were played.
func (r *reckoned) each(do func(n *Night, d *Dealt)) {
	for _, n := range r.nights {
		for _, d := range slices.Backward(n.Deals) {
			do(n, d)
		}
	}
}

// seatOf is where somebody sat in a deal.
func (d *Dealt) seat(p PlayerID) rules.Seat {
	for i, c := range d.Chairs {
		if c.Player == p {
			return rules.Seat(i + 1)
		}
	}
	return 0
}

func rightSide(d *Dealt, s rules.Seat) bool { return s == d.Deal.Caller || s == d.Deal.Partner }

// player works out one person's page.
func (r *reckoned) player(p Player, money rules.Money, span Span, name func(PlayerID) string) *PlayerBook {
	out := &PlayerBook{Player: p, Money: money, Span: span}
	var months []MonthPoint
	type key struct {
		part string
		call rules.Call
	}
	calls := map[key]*CallFigures{}
	seats := map[int]*SeatFigures{}
	pairs := map[PlayerID]*PairFigures{}
	pair := func(o PlayerID) *PairFigures {
		if pairs[o] == nil {
			pairs[o] = &PairFigures{A: p.ID, NameA: p.Name, B: o, NameB: name(o)}
		}
		return pairs[o]
	}
	var won, lost, dry, up, down []bool
	for _, n := range r.nights {
		var sat bool
		var score int64
		for _, q := range n.People {
			if q.ID == p.ID {
				score = q.Sum.Deals + q.Sum.Penalties
				out.Penalties += q.Sum.Penalties
			}
		}
		for _, d := range slices.Backward(n.Deals) {
			sat = sat || d.seat(p.ID) != 0
		}
		here := slices.ContainsFunc(n.People, func(q Person) bool { return q.ID == p.ID && (q.Seat != 0 || sat || score != 0 || q.Sum.Penalties != 0) })
		here = here || slices.ContainsFunc(n.Deals, func(d *Dealt) bool {
			return slices.ContainsFunc(d.Chairs, func(c Chair) bool { return c.Pays() == p.ID })
		}) || slices.ContainsFunc(n.Table, func(c Chair) bool { return c.Pays() == p.ID })
		if !here {
			continue
		}
		out.Score += score
		e := EveningPoint{Night: n.ID, Date: n.Date, Score: score, After: out.Score}
		out.Evenings = append(out.Evenings, e)
		if sat || score != 0 {
			if at := len(months) - 1; at < 0 || months[at].Month != n.Date[:7] {
				months = append(months, MonthPoint{Month: n.Date[:7]})
			}
			month := &months[len(months)-1]
			month.Nights, month.Score, month.After = month.Nights+flag(sat), month.Score+score, out.Score
		}
		if !sat {
			continue
		}
		e.After = 0
		out.Nights++
		up, down = append(up, score > 0), append(down, score < 0)
		if score > 0 {
			out.Up++
		} else if score < 0 {
			out.Down++
		}
		if out.Best == nil || score > out.Best.Score {
			out.Best = &e
		}
		if out.Worst == nil || score < out.Worst.Score {
			out.Worst = &e
		}
	}
	r.each(func(n *Night, d *Dealt) {
		s := d.seat(p.ID)
		if s == 0 {
			return
		}
		if !d.Deal.Active(s) {
			out.Out++
			return
		}
		net := d.Result.Net[s]
		out.Deals++
		out.Played += net
		out.Revokes += int64(d.Deal.Revokes[s])
		if net > 0 {
			out.DealsWon++
			if out.BestDeal == nil || net > out.BestDeal.Amount {
				out.BestDeal = &DealPoint{n.ID, d.ID, n.Date, p.ID, p.Name, net}
			}
		}
		if net < 0 && (out.WorstDeal == nil || net < out.WorstDeal.Amount) {
			out.WorstDeal = &DealPoint{n.ID, d.ID, n.Date, p.ID, p.Name, net}
		}
		place := (int(s)-int(d.Deal.Dealer)+d.Deal.Seats-1)%d.Deal.Seats + 1 // from the dealer's left
		active := d.Deal.Seats
		if active == 5 {
			active = 4
			if place == 5 {
				place = 4 // the dealer; the one on his right, fourth, sits out
			}
		}
		if seats[active*10+place] == nil {
			seats[active*10+place] = &SeatFigures{Active: active, Place: place}
		}
		seat := seats[active*10+place]
		seat.Deals++
		seat.Amount += net
		called := d.Deal.Caller != 0
		mine := called && rightSide(d, s)
		iWon := d.Result.Outcome == rules.Won && mine || d.Result.Outcome == rules.Lost && called && !mine
		iLost := d.Result.Outcome == rules.Lost && mine || d.Result.Outcome == rules.Won && called && !mine
		k := key{"against", d.Deal.Call}
		switch {
		case d.Deal.Call == rules.GeneralMisere:
			k.part, iWon, iLost = "each", net > 0, net < 0
		case s == d.Deal.Caller:
			k.part = "called"
			seat.Called++
			seat.Won += flag(iWon)
			seat.Lost += flag(iLost)
			seat.Money.N, seat.Money.Sum, seat.Money.squares = seat.Money.N+1, seat.Money.Sum+net, seat.Money.squares+net*net
		case s == d.Deal.Partner:
			k.part = "accepted"
		}
		if called || k.part == "each" {
			if calls[k] == nil {
				calls[k] = &CallFigures{Call: d.Deal.Call}
			}
			f := calls[k]
			f.N++
			f.Won += flag(iWon)
			f.Lost += flag(iLost)
			if d.Deal.Tricks >= 0 {
				f.Told++
				f.Tricks += int64(d.Deal.Tricks)
			}
			f.Over += int64(d.Result.Over)
			f.Under += int64(d.Result.Under)
			f.Money.N, f.Money.Sum, f.Money.squares = f.Money.N+1, f.Money.Sum+net, f.Money.squares+net*net
		}
		if (d.Deal.Call == rules.Misere || d.Deal.Call == rules.MisereOuverte) && !mine && iWon {
			out.Broken++
		}
		if mine && (iWon || iLost) {
			won, lost = append(won, iWon), append(lost, iLost)
		}
		dry = append(dry, !(mine && iWon))
		for i, c := range d.Chairs {
			o := rules.Seat(i + 1)
			if o == s || !d.Deal.Active(o) || !called {
				continue
			}
			theirs := rightSide(d, o)
			switch {
			case mine && theirs:
				f := pair(c.Player)
				f.Together++
				f.Won += flag(iWon)
				f.Lost += flag(iLost)
				f.Amount += net + d.Result.Net[o]
			case mine != theirs:
				pair(c.Player).Against++
			}
		}
		for _, pay := range d.Result.Pays() {
			if pay.To == s {
				pair(d.Chairs[pay.From-1].Player).Got += pay.Amount
			}
			if pay.From == s {
				pair(d.Chairs[pay.To-1].Player).Paid += pay.Amount
			}
		}
	})
	for call := rules.Prop; call <= rules.Void; call++ {
		for part, list := range map[string]*[]CallFigures{"called": &out.Called, "accepted": &out.Accepted, "against": &out.Against} {
			if f := calls[key{part, call}]; f != nil {
				*list = append(*list, *f)
			}
		}
	}
	if f := calls[key{"each", rules.GeneralMisere}]; f != nil {
		out.Misery = *f
	}
	for _, place := range []int{41, 42, 43, 44, 31, 32, 33} {
		if s := seats[place]; s != nil {
			out.Seats = append(out.Seats, *s)
		}
	}
	for _, f := range pairs {
		out.Pairs = append(out.Pairs, *f)
	}
	slices.SortFunc(out.Pairs, func(a, b PairFigures) int {
		return cmp.Or(cmp.Compare(b.Together+b.Against, a.Together+a.Against), cmp.Compare(a.NameB, b.NameB))
	})
	if more := len(out.Evenings) - r.newest; more > 0 {
		out.Evenings = out.Evenings[more:]
		out.Months = slices.DeleteFunc(months, func(m MonthPoint) bool { return m.Nights == 0 && m.Score == 0 })
	}
	out.WonInARow, out.LostInARow, out.Driest = longest(won), longest(lost), longest(dry)
	out.Dry = atTheEnd(dry)
	out.UpInARow, out.DownInARow, out.UpNow, out.DownNow = longest(up), longest(down), atTheEnd(up), atTheEnd(down)
	return out
}

func longest(row []bool) int {
	best := 0
	for i := range row {
		n := 0
		for j := i; j < len(row) && row[j]; j++ {
			n++
		}
		best = max(best, n)
	}
	return best
}

func atTheEnd(row []bool) int {
	n := 0
	for i := len(row) - 1; i >= 0 && row[i]; i-- {
		n++
	}
	return n
}

// spans are the stretches of time the tests look at: everything, seasons, and any days.
func (l *life) spans() []Span {
	day := func() string {
		return time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, l.rand.IntN(900)).Format(time.DateOnly)
	}
	a, b := day(), day()
	return []Span{{}, {From: "2025-01-01", Until: "2025-12-31"}, {From: min(a, b), Until: max(a, b)}, {From: a}, {Until: b}, {From: a, Until: a}}
}

var seen = gocmp.AllowUnexported(Mean{})

// TestPlayerBook compares everybody's page with a straight recomputation, on a book with every kind of correction.
func TestPlayerBook(t *testing.T) {
	for seed := range 2 {
		if seed > 0 && testing.Short() {
			break
		}
		l := newLife(t, uint64(seed), 7)
		for i := range 30 {
			l.evening(2 + l.rand.IntN(7))
			if i%2 == 1 {
				l.mishap()
			}
		}
		l.compare(seed)
		if seed == 1 { // two who never met turn out to be one, and then not after all
			r, ok := l.join()
			if !ok {
				t.Fatal("everybody has met everybody: nobody can be joined")
			}
			l.compare(seed)
			l.mishap()
			_, err := l.Withdraw(l.ctx, l.slip(), r.Entry, "they are two")
			l.must(err)
			l.compare(seed)
		}
		for range 3 {
			l.mishap()
			l.compare(seed)
		}
	}
}

// join makes somebody new, who plays one evening, the same person as somebody who wasn't there.
func (l *life) join() (Receipt, bool) {
	r, err := l.AddPlayer(l.ctx, l.slip(), "A stranger")
	l.must(err)
	all := l.people
	l.people = append(slices.Clone(all[1:4]), PlayerID(r.ID))
	for range 2 {
		id := len(l.nights)
		house, _ := rules.Set("hoyle")
		night, err := l.StartNight(l.ctx, l.slip(), NewNight{Date: fmt.Sprintf("2025-0%d-11", id%9+1), House: house, Seats: l.people, Dealer: l.people[0]})
		l.must(err)
		l.nights = append(l.nights, night.Night)
		for range 5 {
			l.deal(night.Night)
		}
		_, err = l.CloseNight(l.ctx, l.slip(), night.Night, 0)
		l.must(err)
	}
	l.people = append(all, PlayerID(r.ID))
	joined, err := l.JoinPlayers(l.ctx, l.slip(), PlayerID(r.ID), all[0])
	l.may(err)
	return joined, err == nil
}

// compare holds every page against the straight recomputation.
func (l *life) compare(seed int) {
	l.t.Helper()
	names := l.roster.Load()
	players, err := l.Players(l.ctx)
	l.must(err)
	scores, err := l.Scores(l.ctx)
	l.must(err)
	for _, money := range []rules.Money{rules.LSD, rules.Points, rules.Units, "GBP"} {
		for _, span := range l.spans() {
			r := l.reckon(money, span)
			for _, p := range players {
				want := r.player(p, money, span, names.name)
				at := slices.IndexFunc(scores[p.ID], func(s MoneyScore) bool { return s.Money == money })
				if span != (Span{}) || at < 0 && want.Nights == 0 && want.Score == 0 {
					continue
				}
				if at < 0 || scores[p.ID][at].Score != want.Score {
					l.t.Fatalf("seed %d: %s has %v, want %d in %s", seed, p.Name, scores[p.ID], want.Score, money)
				}
			}
			for _, p := range players {
				got, err := l.PlayerBook(l.ctx, p.ID, money, span, r.newest)
				l.must(err)
				want := r.player(p, money, span, names.name)
				if diff := gocmp.Diff(want, got, seen); diff != "" {
					l.t.Fatalf("seed %d, %s, %s, %v: −straight +book\n%s", seed, p.Name, money, span, diff)
				}
			}
			got, err := l.CircleBook(l.ctx, money, span, 0)
			l.must(err)
			l.compareCircle(r, got)
		}
	}
}

// compareCircle holds the circle's page against the players' pages and the deals.
func (l *life) compareCircle(r *reckoned, got *CircleBook) {
	l.t.Helper()
	names := l.roster.Load()
	var deals, played, revokes int64
	calls := map[rules.Call]int64{}
	money := map[rules.Call]int64{}
	nights := int64(len(r.nights))
	r.each(func(n *Night, d *Dealt) {
		deals++
		calls[d.Deal.Call]++
		for s, n := range d.Deal.Revokes {
			if d.Deal.Active(rules.Seat(s)) {
				revokes += int64(n)
			}
		}
		if d.Deal.Caller != 0 {
			played++
			for s, net := range d.Result.Net {
				if s > 0 && rightSide(d, rules.Seat(s)) {
					money[d.Deal.Call] += net
				}
			}
		}
		if d.Deal.Call == rules.GeneralMisere {
			played++
		}
	})
	if got.Nights != nights || got.Deals != deals || got.Played != played || got.Revokes != revokes {
		l.t.Fatalf("the circle had %d nights, %d deals, %d played, %d revokes; want %d, %d, %d, %d", got.Nights, got.Deals, got.Played, got.Revokes, nights, deals, played, revokes)
	}
	gotCalls, gotMoney := map[rules.Call]int64{}, map[rules.Call]int64{}
	for _, f := range got.Calls {
		gotCalls[f.Call] = f.N
		if f.Money.Sum != 0 {
			gotMoney[f.Call] = f.Money.Sum
		}
	}
	maps.DeleteFunc(money, func(_ rules.Call, n int64) bool { return n == 0 })
	if diff := gocmp.Diff(calls, gotCalls); diff != "" {
		l.t.Fatalf("calls: −straight +book\n%s", diff)
	}
	if diff := gocmp.Diff(money, gotMoney); diff != "" {
		l.t.Fatalf("money of calls: −straight +book\n%s", diff)
	}
	var sum int64
	var best, worst *EveningRecord
	var dearest *DealPoint
	pages := map[PlayerID]*PlayerBook{}
	for _, p := range l.people {
		at, err := l.Player(l.ctx, p)
		l.must(err)
		if pages[at.ID] == nil {
			pages[at.ID] = r.player(at, got.Money, got.Span, names.name)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(pages)) {
		p := pages[id]
		if p.Best != nil && (best == nil || p.Best.Score > best.Score) {
			best = &EveningRecord{Player: id, Name: p.Player.Name, EveningPoint: *p.Best}
		}
		if p.Worst != nil && (worst == nil || p.Worst.Score < worst.Score) {
			worst = &EveningRecord{Player: id, Name: p.Player.Name, EveningPoint: *p.Worst}
		}
		if p.BestDeal != nil && (dearest == nil || p.BestDeal.Amount > dearest.Amount) {
			dearest = p.BestDeal
		}
	}
	score := func(e *EveningRecord) int64 {
		if e == nil {
			return 0
		}
		return e.Score
	}
	if score(best) != score(got.Best) || score(worst) != score(got.Worst) {
		l.t.Fatalf("records: %v and %v, want %v and %v", got.Best, got.Worst, best, worst)
	}
	if (dearest == nil) != (got.BestDeal == nil) || dearest != nil && dearest.Amount != got.BestDeal.Amount {
		l.t.Fatalf("dearest deal %v, want %v", got.BestDeal, dearest)
	}
	for _, line := range got.Standing {
		p := pages[line.Player]
		want := PlayerStanding{Player: line.Player, Name: p.Player.Name, Away: p.Player.Away, Score: p.Score, Nights: p.Nights, Up: p.Up, Down: p.Down,
			Deals: p.Deals, Won: p.DealsWon, Revokes: p.Revokes, Broken: p.Broken, Out: p.Out}
		if line != want {
			l.t.Fatalf("standing: %+v, want %+v", line, want)
		}
		sum += line.Score
	}
	var kitty int64
	for _, n := range r.nights {
		kitty += n.Kitty.Sum.Deals + n.Kitty.Sum.Penalties
	}
	if sum+kitty != 0 {
		l.t.Fatalf("the standing adds up to %d beside %d in the kitty", sum, kitty)
	}
	for id, heat := range got.Heat {
		for _, f := range heat {
			var want int64
			for _, list := range [][]CallFigures{pages[id].Called, pages[id].Accepted} {
				for _, c := range list {
					if c.Call == f.Call {
						want += c.Money.Sum
					}
				}
			}
			if f.Money.Sum != want {
				l.t.Fatalf("heat of %d in %s: %d, want %d", id, f.Call, f.Money.Sum, want)
			}
		}
	}
	for _, list := range [][]PairFigures{got.Partners, got.Rivals} {
		for _, f := range list {
			at := slices.IndexFunc(pages[f.A].Pairs, func(w PairFigures) bool { return w.B == f.B })
			if at < 0 || pages[f.A].Pairs[at] != f {
				l.t.Fatalf("pair %+v, want one of %+v", f, pages[f.A].Pairs)
			}
		}
	}
}

// inOrder are the nights as they stand, oldest first.
func (l *life) inOrder() []*Night {
	var out []*Night
	for _, id := range l.nights {
		out = append(out, l.night(id))
	}
	slices.SortFunc(out, func(a, b *Night) int { return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.ID, b.ID)) })
	return out
}

// TestBrief takes nights of every kind through the bytes they are kept as.
func TestBrief(t *testing.T) {
	l := newLife(t, 5, 7)
	for range 30 {
		l.evening(6)
		l.mishap()
	}
	for _, id := range l.nights {
		f, err := l.freshFold(l.ctx, id)
		l.must(err)
		was := f.inBrief()
		text := was.append(nil)
		back, err := readBrief(id, was.date, was.stakes, was.scale, text)
		l.must(err)
		if diff := gocmp.Diff(was, back, gocmp.AllowUnexported(brief{}, briefDeal{}, briefPenalty{}, rules.Result{})); diff != "" {
			t.Fatalf("night %d: −before +after\n%s", id, diff)
		}
		for cut := range text { // a brief that is cut short, or changed in the middle, is an error and never a panic
			if _, err := readBrief(id, was.date, was.stakes, was.scale, text[:cut]); err == nil {
				t.Fatalf("night %d was read from %d of its %d bytes", id, cut, len(text))
			}
			bad := slices.Clone(text)
			bad[cut] ^= byte(1 + l.rand.IntN(255))
			_, _ = readBrief(id, was.date, was.stakes, was.scale, bad)
		}
	}
}

// TestPictures compares the small pictures of nights with their running lines.
func TestPictures(t *testing.T) {
	l := newLife(t, 6, 7)
	for range 20 {
		l.evening(5)
		l.mishap()
	}
	pictures, err := l.Pictures(l.ctx, l.nights)
	l.must(err)
	for _, id := range l.nights {
		want := map[PlayerID]Line{}
		for _, line := range l.night(id).Lines() {
			want[line.Player] = line
		}
		for _, line := range pictures[id] {
			if diff := gocmp.Diff(want[line.Player], line); diff != "" {
				t.Fatalf("night %d, %s: −lines +picture\n%s", id, line.Name, diff)
			}
		}
	}
}

// TestFindDeals compares what is found with going through the nights, for random questions.
func TestFindDeals(t *testing.T) {
	l := newLife(t, 8, 6)
	for range 25 {
		l.evening(6)
		l.mishap()
	}
	nights := l.inOrder()
	found := 0
	for range 300 {
		f := DealFilter{Tricks: rules.NotSaid, Span: l.spans()[l.rand.IntN(6)]}
		if l.rand.IntN(2) == 0 {
			f.Player, f.As = l.people[l.rand.IntN(len(l.people))], As(l.rand.IntN(4))
		}
		switch l.rand.IntN(9) {
		case 8:
			f.AtLeast, f.AtMost, f.HasMost = int64(l.rand.IntN(30)), int64(20+l.rand.IntN(30)), true
		case 0:
			f.Money = rules.LSD
		case 1:
			f.Call = rules.Solo
		case 2:
			f.Outcome = rules.Lost
		case 3:
			f.Tricks = 7
		case 4:
			f.OverMin, f.HasOver = l.rand.IntN(5)-2, true
		case 5:
			f.Revoked = true
		case 6:
			f.Changed = true
		case 7:
			f.AtLeast = 40
		}
		var want []DealID
		for _, n := range slices.Backward(nights) {
			for _, d := range n.Deals {
				if f.Span.Holds(n.Date) && (f.Money == "" || n.Money == f.Money) && straightlyFits(&f, d) {
					want = append(want, d.ID)
				}
			}
		}
		var got []DealID
		from, parts := NightID(0), l.rand.IntN(2) == 0
		for {
			var stoppedAt NightID
			err := l.FindDeals(l.ctx, f, from, func(d DealFound) bool { got = append(got, d.ID); return true }, func(g Gone) bool {
				if parts && g.Nights%3 == 0 && g.Nights < g.Of {
					stoppedAt = g.Night
				}
				return stoppedAt == 0
			})
			l.must(err)
			if from = stoppedAt; from == 0 {
				break
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%+v: found %v, want %v", f, got, want)
		}
		found += len(got)
	}
	if found < 300 {
		t.Errorf("only %d deals were found in 300 searches: they ask for too much", found)
	}
}

// straightlyFits is DealFilter in so many words.
func straightlyFits(f *DealFilter, d *Dealt) bool {
	x := d.Deal
	any := func(is func(s rules.Seat, p PlayerID) bool) bool {
		for i, c := range d.Chairs {
			if s := rules.Seat(i + 1); x.Active(s) && is(s, c.Player) {
				return true
			}
		}
		return false
	}
	return (f.Call == 0 || x.Call == f.Call) && (f.Outcome == 0 || d.Result.Outcome == f.Outcome) &&
		(f.Tricks < 0 || x.Tricks == f.Tricks) && (!f.Changed || d.Changed > 0) &&
		(!f.Revoked || any(func(s rules.Seat, _ PlayerID) bool { return x.Revokes[s] > 0 })) &&
		(!f.HasOver || f.OverMin >= 0 && d.Result.Outcome == rules.Won && d.Result.Over >= f.OverMin || f.OverMin < 0 && d.Result.Under >= -f.OverMin) &&
		any(func(s rules.Seat, p PlayerID) bool {
			if f.Player != 0 && p != f.Player {
				return false
			}
			net := d.Result.Net[s]
			if f.AtLeast > 0 && net < f.AtLeast && -net < f.AtLeast {
				return false
			}
			if f.HasMost && (net > f.AtMost || -net > f.AtMost) {
				return false
			}
			if f.Player == 0 {
				return !f.HasMost || !any(func(s rules.Seat, _ PlayerID) bool { return d.Result.Net[s] > f.AtMost || -d.Result.Net[s] > f.AtMost })
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

// TestOtherwise settles nights by another set, and compares with settling them one by one. It writes nothing.
func TestOtherwise(t *testing.T) {
	l := newLife(t, 9, 6)
	for range 25 {
		l.evening(6)
	}
	house, _ := rules.Set("units-steep")
	was, would := map[PlayerID]int64{}, map[PlayerID]int64{}
	var deals, left int64
	for _, n := range l.inOrder() {
		if n.Money != rules.LSD {
			continue
		}
		stakes, err := house.Scaled(n.Scale)
		l.must(err)
		for _, d := range n.Deals {
			r, err := rules.Settle(stakes, &d.Deal)
			if err != nil {
				left++
				continue
			}
			deals++
			for i, c := range d.Chairs {
				was[c.Pays()] += d.Result.Net[i+1]
				would[c.Pays()] += r.Net[i+1]
			}
		}
	}
	before := l.head0(t)
	told := 0
	var last Otherwise
	l.must(l.Otherwise(l.ctx, rules.LSD, Span{}, house, func(o Otherwise) bool { told++; last = o; return true }))
	if told == 0 || last.Deals != deals || last.Left != left || last.Gone.Nights != last.Gone.Of {
		t.Fatalf("settled %d, left %d, %+v; want %d and %d", last.Deals, last.Left, last.Gone, deals, left)
	}
	for _, line := range last.Standing {
		if line.Was != was[line.Player] || line.WouldBe != would[line.Player] {
			t.Errorf("%s: %d would be %d; want %d would be %d", line.Name, line.Was, line.WouldBe, was[line.Player], would[line.Player])
		}
	}
	if left == 0 || deals == 0 {
		t.Error("no deal was left out, or none settled: the test shows nothing")
	}
	if after := l.head0(t); after != before {
		t.Errorf("the book grew from %d to %d entries", before, after)
	}
	ctx, stop := context.WithCancel(l.ctx)
	stop()
	if err := l.Otherwise(ctx, rules.LSD, Span{}, house, func(Otherwise) bool { return true }); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// head0 is how many entries the book has.
func (l *life) head0(t *testing.T) (n int64) {
	t.Helper()
	l.must(l.pool.QueryRow(`SELECT max(seq) FROM entry`).Scan(&n))
	return n
}

// TestSplit checks that the parts of a span are the span: each day once.
func TestSplit(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	day := func() time.Time { return time.Date(2023, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, r.IntN(1200)) }
	for range 2000 {
		a, b := day(), day()
		if b.Before(a) {
			a, b = b, a
		}
		span := Span{a.Format(time.DateOnly), b.Format(time.DateOnly)}
		in := span.split()
		nights := 0
		for at := a.AddDate(0, 0, -40); at.Before(b.AddDate(0, 0, 40)); at = at.AddDate(0, 0, 1) {
			d, n := at.Format(time.DateOnly), 0
			for _, p := range periods(d) {
				if slices.Contains(in.whole, p) {
					n++
				}
				if slices.Contains(in.less, p) {
					n--
				}
			}
			for _, e := range in.edges {
				if !e.Holds(d) {
					continue
				}
				nights++
				if n++; e.away {
					n -= 2
				}
			}
			if want := flag(span.Holds(d)); int64(n) != want {
				t.Fatalf("%v: %s is counted %d times, want %d", span, d, n, want)
			}
		}
		if nights > 11 {
			t.Fatalf("%v: %d days are looked at one by one", span, nights)
		}
		if n := len(in.whole) + len(in.less); n > 3+2*9 {
			t.Fatalf("%v: %d periods are added up", span, n)
		}
	}
}

// TestSeasons looks at seasons of the calendar and of the circle's own.
func TestSeasons(t *testing.T) {
	l := newLife(t, 3, 5)
	house, _ := rules.Set("units")
	for _, day := range []string{"2024-08-31", "2025-09-01", "2026-02-28"} {
		_, err := l.StartNight(l.ctx, l.slip(), NewNight{Date: day, House: house, Seats: l.people[:4], Dealer: l.people[0]})
		l.must(err)
	}
	for _, c := range []struct {
		begins string
		want   []Season
	}{
		{"01-01", []Season{{"2026", Span{"2026-01-01", "2026-12-31"}}, {"2025", Span{"2025-01-01", "2025-12-31"}}, {"2024", Span{"2024-01-01", "2024-12-31"}}}},
		{"09-01", []Season{{"2025/26", Span{"2025-09-01", "2026-08-31"}}, {"2024/25", Span{"2024-09-01", "2025-08-31"}}, {"2023/24", Span{"2023-09-01", "2024-08-31"}}}},
	} {
		l.must(l.SetSeason(l.ctx, c.begins))
		got, err := l.Seasons(l.ctx)
		l.must(err)
		if diff := gocmp.Diff(c.want, got); diff != "" {
			t.Errorf("from %s: −want +got\n%s", c.begins, diff)
		}
	}
	var refusal *Refusal
	if err := l.SetSeason(l.ctx, "02-29"); !errors.As(err, &refusal) {
		t.Errorf("29 February: %v", err)
	}
}

// BenchmarkCloseNight closes an evening of 27 deals, which counts it into its months and years, and opens it again, which
// takes it out.
func BenchmarkCloseNight(b *testing.B) {
	l := newLife(b, 2, 8)
	l.evening(27)
	id := l.nights[0]
	if !l.night(id).Open {
		_, err := l.ReopenNight(l.ctx, l.slip(), id, "")
		l.must(err)
	}
	for b.Loop() {
		_, err := l.CloseNight(l.ctx, l.slip(), id, 0)
		l.must(err)
		_, err = l.ReopenNight(l.ctx, l.slip(), id, "")
		l.must(err)
	}
}

// TestRecords holds the records of pieces of a row of evenings, put together, against those of the whole row.
func TestRecords(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	for range 300 {
		lines := make([]line, r.IntN(9))
		for i := range lines {
			l := &lines[i]
			l.night, l.date, l.sat = NightID(i+1), fmt.Sprintf("2026-01-%02d", i+1), r.IntN(5) > 0
			if !l.sat {
				continue
			}
			l.score = int64(r.IntN(5) - 2)
			for range r.IntN(6) {
				won := r.IntN(2) == 0
				l.runs.won.push(won)
				l.runs.lost.push(!won)
				l.runs.dry.push(!won)
			}
			if best := int64(r.IntN(3)); best > 0 {
				l.best, l.bestDeal = best, DealID(10*i+1)
			}
			if worst := -int64(r.IntN(3)); worst < 0 {
				l.worst, l.worstDeal = worst, DealID(10*i+2)
			}
		}
		at := r.IntN(len(lines) + 1)
		to := at + r.IntN(len(lines)-at+1)
		whole := recordOf(lines)
		if parts := recordOf(lines[:at]).then(recordOf(lines[at:to]).then(recordOf(lines[to:]))); parts != whole {
			t.Fatalf("%+v\nin parts at %d and %d come to %+v\nas a whole to %+v", lines, at, to, parts, whole)
		}
		var best mark
		for _, l := range lines {
			if l.sat && (best.night == 0 || l.score > best.amount) {
				best = mark{l.score, 0, l.night, l.date}
			}
		}
		if whole.best != best {
			t.Fatalf("%+v\nthe best is %+v, want %+v", lines, whole.best, best)
		}
	}
}

// TestRecordsOfAnOldBook opens a book whose evenings were counted before it kept records.
func TestRecordsOfAnOldBook(t *testing.T) {
	l := newLife(t, 8, 6)
	for range 20 {
		l.evening(4)
	}
	path := l.Path()
	l.must(l.write(l.ctx, func(d *desk) error { return d.exec(`DELETE FROM year_record`) }))
	l.must(l.Close())
	book, err := Open(l.ctx, path, Options{Clock: clockAt(evening)})
	l.must(err)
	t.Cleanup(func() { _ = book.Close() })
	l.Book = book
	l.compare(8)
	found, err := Audit(l.ctx, path, nil, nil)
	l.must(err)
	if !found.Well() {
		t.Error(found.Line())
	}
}

// TestPieces checks that the pieces of a span are the span, each day once and in order, and that no whole one holds a loose day.
func TestPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	day := func() time.Time { return time.Date(2023, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, r.IntN(1200)) }
	for range 500 {
		a, b := day(), day()
		if b.Before(a) {
			a, b = b, a
		}
		var loose []string
		for range r.IntN(3) {
			loose = append(loose, day().Format(time.DateOnly))
		}
		span := dates(a, b)
		pieces := span.pieces(loose)
		next := a
		single := 0
		for _, p := range pieces {
			if p.From != next.Format(time.DateOnly) || p.Until < p.From {
				t.Fatalf("%v: %v doesn't follow", span, p)
			}
			end, err := time.Parse(time.DateOnly, p.Until)
			if err != nil {
				t.Fatal(err)
			}
			next = end.AddDate(0, 0, 1)
			if p.period == 0 {
				single += p.days()
				continue
			}
			for at := p.From; at <= p.Until; at = nextDay(t, at) {
				in := periods(at)
				if !slices.Contains(in[:], p.period) || slices.Contains(loose, at) {
					t.Fatalf("%v: %v doesn't hold %s, or it is loose", span, p, at)
				}
			}
		}
		if !next.Equal(b.AddDate(0, 0, 1)) {
			t.Fatalf("%v: the pieces end before %v", span, next)
		}
		if single > 20+11*len(loose) {
			t.Fatalf("%v without %v: %d days are looked at one by one", span, loose, single)
		}
	}
}

func nextDay(t *testing.T, day string) string {
	t.Helper()
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		t.Fatal(err)
	}
	return at.AddDate(0, 0, 1).Format(time.DateOnly)
}

// TestEveningsOf filters the evenings in every way at once, and compares with going through them; the names of the tables too.
func TestEveningsOf(t *testing.T) {
	l := newLife(t, 9, 6)
	tables := []string{"At Ann's", "The Red Lion", "the red lion, upstairs"}
	last := map[string]string{}
	for i := range 24 {
		house, _ := rules.Set([]string{"hoyle", "units", "ten-pence"}[i%3])
		name := tables[l.rand.IntN(len(tables))]
		day := fmt.Sprintf("202%d-0%d-1%d", 4+l.rand.IntN(3), 1+l.rand.IntN(9), l.rand.IntN(10))
		seats := l.someone(4)
		r, err := l.StartNight(l.ctx, l.slip(), NewNight{Name: name, Date: day, House: house, Seats: seats, Dealer: seats[0]})
		l.must(err)
		l.nights = append(l.nights, r.Night)
		last[name] = max(last[name], day)
	}
	got, err := l.Tables(l.ctx)
	l.must(err)
	want := slices.SortedFunc(maps.Keys(last), func(a, b string) int { return cmp.Or(cmp.Compare(last[b], last[a]), cmp.Compare(a, b)) })
	if !slices.Equal(got, want) {
		t.Errorf("the tables are %v, want %v", got, want)
	}
	nights := l.inOrder()
	slices.Reverse(nights)
	found := 0
	for range 400 {
		f := NightFilter{Limit: 100}
		maybe := func(do func()) {
			if l.rand.IntN(3) == 0 {
				do()
			}
		}
		maybe(func() { f.Player = l.people[l.rand.IntN(6)] })
		maybe(func() { f.With = l.people[l.rand.IntN(6)] })
		maybe(func() { f.Name = tables[l.rand.IntN(3)] })
		maybe(func() { f.Text = "red" })
		maybe(func() { f.Money = rules.LSD })
		maybe(func() { f.House = "units" })
		maybe(func() { f.From, f.Until = "2025-03-01", "2026-05-31" })
		var want, got []NightID
		for _, n := range nights {
			sat := func(p PlayerID) bool {
				return p == 0 || slices.ContainsFunc(n.Table, func(c Chair) bool { return c.Player == p })
			}
			if sat(f.Player) && sat(f.With) && (f.Name == "" || n.Name == f.Name) && (f.Text == "" || strings.Contains(strings.ToLower(n.Name), "red")) &&
				(f.Money == "" || n.Money == f.Money) && (f.House == "" || n.House.ID == f.House) && n.Date >= f.From && (f.Until == "" || n.Date <= f.Until) {
				want = append(want, n.ID)
			}
		}
		all, err := l.Nights(l.ctx, f)
		l.must(err)
		for _, n := range all {
			got = append(got, n.ID)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%+v: %v, want %v", f, got, want)
		}
		found += len(got)
	}
	if found < 200 {
		t.Errorf("only %d evenings were found", found)
	}
}
