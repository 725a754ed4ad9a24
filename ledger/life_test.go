package ledger

// Years of a circle, made up at random, for the tests that go through a whole book.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"ouverte/ledger/chain"
	"ouverte/rules"
)

// life is a book in which years go by at random: evenings of all kinds, and everything that may be put right
// afterwards.
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

// reopen closes the book and opens it again.
func (l *life) reopen() {
	l.t.Helper()
	path := l.Path()
	l.must(l.Close())
	book, err := Open(l.ctx, path, Options{Clock: clockAt(evening)})
	l.must(err)
	l.t.Cleanup(func() { _ = book.Close() })
	l.Book = book
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
	r, err := l.StartNight(
		l.ctx,
		l.slip(),
		NewNight{
			Date:   day.Format(time.DateOnly),
			House:  house,
			Scale:  1 + l.rand.IntN(3),
			Seats:  seats,
			Dealer: seats[0],
		},
	)
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
			_, err := l.Penalise(
				l.ctx,
				l.slip(),
				r.Night,
				Penalty{By: by, Kitty: l.rand.IntN(2) == 0, Amount: 1 + l.rand.Int64N(9), Reason: "late"},
			)
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

// mishap puts something right that was written long ago, and writes or takes away a word about a deal.
func (l *life) mishap() {
	id := l.nights[l.rand.IntN(len(l.nights))]
	if n := l.night(id); len(n.Deals) > 0 {
		d := n.Deals[l.rand.IntN(len(n.Deals))]
		text := []string{"", "Nine singletons", "the one after midnight", "Zoë’s nine"}[l.rand.IntN(4)]
		_, err := l.NoteDeal(l.ctx, l.slip(), id, d.ID, d.Note.Entry, text)
		l.may(err)
	}
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
	if removed := l.night(id).Removed; len(removed) > 0 && l.rand.IntN(2) == 0 {
		_, err := l.Mend(l.ctx, l.slip(), id, Mend{Do: PutBack, Deal: removed[0].ID, Saw: removed[0].Version})
		l.may(err)
	}
	for _, row := range l.night(id).Rows {
		if row.Kind == chain.KindPenalty && row.Undone == 0 && l.rand.IntN(2) == 0 {
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

// join makes somebody new, who plays one evening, the same person as somebody who wasn't there.
func (l *life) join() (Receipt, bool) {
	r, err := l.AddPlayer(l.ctx, l.slip(), "A stranger")
	l.must(err)
	all := l.people
	l.people = append(slices.Clone(all[1:4]), PlayerID(r.ID))
	for range 2 {
		id := len(l.nights)
		house, _ := rules.Set("hoyle")
		night, err := l.StartNight(
			l.ctx,
			l.slip(),
			NewNight{Date: fmt.Sprintf("2025-0%d-11", id%9+1), House: house, Seats: l.people, Dealer: l.people[0]},
		)
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

// inOrder are the nights as they stand, oldest first.
func (l *life) inOrder() []*Night {
	var out []*Night
	for _, id := range l.nights {
		out = append(out, l.night(id))
	}
	slices.SortFunc(
		out,
		func(a, b *Night) int { return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.ID, b.ID)) },
	)
	return out
}

// spans are the stretches of time the tests look at: everything, seasons, and any days.
func (l *life) spans() []Span {
	day := func() string {
		return time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, l.rand.IntN(900)).Format(time.DateOnly)
	}
	a, b := day(), day()
	return []Span{
		{},
		{From: "2025-01-01", Until: "2025-12-31"},
		{From: min(a, b), Until: max(a, b)},
		{From: a},
		{Until: b},
		{From: a, Until: a},
		{From: "2024-09-01", Until: "2025-08-31"},
	}
}

// head0 is how many entries the book has.
func (l *life) head0(t *testing.T) int64 {
	t.Helper()
	return int64(askFile(t, l.Path(), `SELECT max(seq) FROM entry`))
}
