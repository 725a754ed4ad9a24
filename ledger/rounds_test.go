package ledger

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/seating"
	"ouverte/ledger/show"
	"ouverte/rules"
)

// ofRounds are the deals of each table by their rounds, oldest first, and who dealt and sat in them.
func ofRounds(e *show.Meeting) map[int][]string {
	out := map[int][]string{}
	for _, t := range e.Tables {
		for _, d := range slices.Backward(t.Deals) {
			out[d.Round] = append(out[d.Round], fmt.Sprint(t.ID, d.ID, d.Chairs, d.Deal))
		}
	}
	return out
}

// firstDealers are who deals next at the tables of a round of which no deal is recorded.
func firstDealers(e *show.Meeting) (out []string) {
	for _, t := range e.Tables {
		if t.InRound && t.Dealt == 0 {
			out = append(out, fmt.Sprint(t.ID, t.Table[t.Dealer-1].Player, t.Doubt))
		}
	}
	return out
}

// TestARoundIsByPlace: whatever is inserted, removed, put back, corrected or swapped in a round changes that
// round alone: no other gains or loses a deal or a dealer, and who deals first in the round being played
// stays.
func TestARoundIsByPlace(t *testing.T) {
	for seed := range few(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 60))
			c := gatherClub(t, newBook(t), 8)
			for range 3 {
				c.playSome(r)
				for range 6 {
					c.mendSome(r)
				}
				c.nextRound(r)
				for range 6 {
					c.mendSome(r)
				}
			}
			well(t, c.Path())
		})
	}
}

func (c *club) playSome(r *rand.Rand) {
	for _, t := range c.now().Tables {
		for range r.IntN(4) {
			c.solo(t.ID, rules.Seat(1+r.IntN(4)), r.IntN(14))
		}
	}
}

// nextRound seats the next round, half the time with the same people at a table.
func (c *club) nextRound(r *rand.Rand) {
	e := c.now()
	people := slices.Clone(c.players)
	if r.IntN(2) == 0 {
		r.Shuffle(len(people), func(i, j int) { people[i], people[j] = people[j], people[i] })
	}
	next := show.Seating{Round: e.Round + 1}
	for i := range e.Tables {
		next.Tables = append(next.Tables, show.SeatTable{Night: e.Tables[i].ID, Seats: people[4*i : 4*i+4]})
	}
	c.ok(c.AgreeRound(c.ctx, c.slip(), c.id, e.Night.Version, next))
}

// mendSome puts something right in a round and holds the others against what they were.
func (c *club) mendSome(r *rand.Rand) {
	c.t.Helper()
	e := c.now()
	t := &e.Tables[r.IntN(len(e.Tables))]
	if len(t.Deals) == 0 {
		return
	}
	d := t.Deals[r.IntN(len(t.Deals))]
	m := Mend{Deal: d.ID, Saw: d.Version, MoveDealers: r.IntN(2) == 0}
	switch m.Do = []MendKind{Correct, Remove, PutBack, Insert, Swap}[r.IntN(5)]; m.Do {
	case Insert:
		m.Said.Deal = rules.Deal{Call: rules.Misere, Caller: 1}
	case Correct:
		m.Said.Deal = rules.Deal{Call: rules.Misere, Caller: 2, Tricks: 1}
	case PutBack:
		if len(t.Removed) == 0 {
			return
		}
		d = t.Removed[r.IntN(len(t.Removed))]
		m.Deal, m.Saw = d.ID, d.Version
	case Swap:
		with := t.Deals[r.IntN(len(t.Deals))]
		m.With, m.SawWith = with.ID, with.Version
		if with.Round != d.Round {
			_, err := c.Mend(c.ctx, c.slip(), t.ID, m)
			wantPart(c.t, err, "can’t change places")
			return
		}
	}
	if _, err := c.Mend(c.ctx, c.slip(), t.ID, m); err != nil {
		return // it stands already, or the dealers can't be moved
	}
	now := c.now()
	was, is := ofRounds(e), ofRounds(now)
	for round := 1; round <= e.Round; round++ {
		if round != d.Round && !slices.Equal(was[round], is[round]) {
			c.t.Fatalf("%d in round %d changed round %d:\n%v\n%v", m.Do, d.Round, round, was[round], is[round])
		}
	}
	if d.Round != e.Round && !slices.Equal(firstDealers(e), firstDealers(now)) {
		c.t.Fatalf("%d in round %d of %d changed who deals first: %v, then %v", m.Do, d.Round, e.Round,
			firstDealers(e), firstDealers(now))
	}
	for _, t := range now.Tables {
		if n := len(slices.DeleteFunc(slices.Clone(t.Deals), func(d *show.Dealt) bool {
			return d.Round != now.Round
		})); n != t.Dealt {
			c.t.Fatalf("%s says %d deals in this round, and shows %d", t.Name, t.Dealt, n)
		}
	}
}

// TestOnePlan: who sits where next follows from the entries: asked at any time, by a program that has asked
// before or by one that was started anew, it is the same. It changes when somebody comes or goes, or changes
// it by hand, and not by deals, substitutes or looking.
func TestOnePlan(t *testing.T) {
	c := gatherClub(t, newBook(t), 9)
	asked := new(seating.Memo) // of a program that is never started anew
	next := func() show.NextRound { return must1(c.now().Next(asked)) }
	var was show.NextRound
	same := func(what string) {
		t.Helper()
		if now := next(); fmt.Sprint(now) != fmt.Sprint(was) {
			t.Fatalf("%s changed the plan from %v to %v", what, was, now)
		}
		if anew := must1(c.now().Next(new(seating.Memo))); fmt.Sprint(anew) != fmt.Sprint(was) {
			t.Fatalf("after %s a program started anew plans %v, not %v", what, anew, was)
		}
	}
	agree := func() {
		r := next().Seating
		c.ok(c.AgreeRound(c.ctx, c.slip(), c.id, c.now().Night.Version, r))
		was = next()
	}
	was = next()
	for range 2 {
		for _, one := range c.now().InPlay() {
			c.solo(one.ID, 1, 7)
		}
		same("a deal")
		agree()
	}
	one := c.now().InPlay()[0].Night
	chairs := slices.Clone(one.Table)
	chairs[0], chairs[1] = chairs[1], chairs[0]
	c.ok(c.ChangeTable(c.ctx, c.slip(), one.ID, one.Version, TableChange{Chairs: chairs}))
	same("changing chairs in the round")

	table := c.now().InPlay()[1].ID
	told, stop := c.Follow(table)
	defer stop()
	home := c.players[3]
	c.ok(c.GoHome(c.ctx, c.slip(), c.id, home))
	select {
	case <-told:
		if at, evening := must1(c.Now().Night(table)), c.now().Night.Version; at.Latest() != evening {
			t.Errorf("the table is as new as entry %d, the evening as %d", at.Latest(), evening)
		}
	default:
		t.Error("the table isn't told who goes home")
	}
	if now := next(); slices.Contains(seatedIn(now.Seating), home) {
		t.Fatalf("%d goes home and sits in %v", home, now)
	}
	c.ok(c.ComeLate(c.ctx, c.slip(), c.id, home))
	same("who goes home and stays after all")

	// Two are swapped: everybody has that, until somebody goes or it is taken back.
	r := swapped(next().Seating)
	saw := c.now().Night.Version
	slip := c.slip()
	c.ok(c.PlanRound(c.ctx, slip, c.id, saw, r))
	if again := c.ok(c.PlanRound(c.ctx, slip, c.id, saw, r)); !again.Repeated {
		t.Error("the same form planned it twice")
	}
	if now := next(); fmt.Sprint(now.Seating) != fmt.Sprint(r) || !now.Changed || c.now().Round != 3 {
		t.Fatalf("swapped as %v it is %v", r, now)
	}
	_, err := c.PlanRound(c.ctx, c.slip(), c.id, saw, r)
	if !errors.As(err, new(*show.Stale)) {
		t.Errorf("a page with an older plan: %v", err)
	}
	c.ok(c.PlanRound(c.ctx, c.slip(), c.id, c.now().Night.Version, show.Seating{Round: 4}))
	same("a swap that was taken back")
	c.ok(c.PlanRound(c.ctx, c.slip(), c.id, c.now().Night.Version, r))
	planned := next()
	agree()
	if sat := c.now().Sittings[3].Tables[0].Seats; !slices.Equal(sat, r.Tables[0].Seats) || was.Changed {
		t.Errorf("planned %v, sat %v; the round after is changed: %v", r.Tables[0].Seats, sat, was.Changed)
	}
	c.ok(c.PlanRound(c.ctx, c.slip(), c.id, c.now().Night.Version, swapped(was.Seating)))
	was = next()
	c.ok(c.AgreeRound(c.ctx, c.slip(), c.id, c.now().Night.Version, swapped(c.now().Now())))
	same("seating the round before it another way")
	c.ok(c.TakeBackRound(c.ctx, c.slip(), c.id, c.now().Night.Version, 4))
	was = planned
	same("beginning a round and taking it back")
	well(t, c.Path())
}

func seatedIn(s show.Seating) []chain.PlayerID {
	all := slices.Clone(s.Rest)
	for _, t := range s.Tables {
		all = append(all, t.Seats...)
	}
	return all
}

// swapped has the first people of two tables changed.
func swapped(s show.Seating) show.Seating {
	s.Tables = slices.Clone(s.Tables)
	for i := range s.Tables {
		s.Tables[i].Seats = slices.Clone(s.Tables[i].Seats)
	}
	a, b := s.Tables[0].Seats, s.Tables[1].Seats
	a[0], b[0] = b[0], a[0]
	return s
}

// TestADealOfTheRoundBefore: a form filled in for one round isn't recorded for the people of the next. Said
// to be of that round it goes to its end, by those who played it, and changes nothing of the next.
func TestADealOfTheRoundBefore(t *testing.T) {
	c := gatherClub(t, newBook(t), 8)
	table := c.now().Tables[0].ID
	c.solo(table, 1, 7)
	filled := must1(c.Now().Night(table))
	said := DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 2, Tricks: 5, Dealer: filled.Dealer},
		Chairs: filled.Table, Nth: filled.Nth, Round: filled.Round}
	next := must1(c.now().Next(new(seating.Memo))).Seating
	c.ok(c.AgreeRound(c.ctx, c.slip(), c.id, c.now().Night.Version, next))

	stale := new(show.Stale)
	_, err := c.Record(c.ctx, c.slip(), table, said)
	if !errors.As(err, &stale) || stale.Sentence != "Round 2 has begun. This deal belonged to round 1." {
		t.Fatalf("recorded in round 2: %v", err)
	}
	before := firstDealers(c.now())
	said.Late = true
	got := c.ok(c.Record(c.ctx, c.slip(), table, said))
	e := c.now()
	d, _ := e.Tables[0].Deal(got.Deal)
	if d.Round != 1 || d.Nth != 2 || !slices.Equal(d.Chairs, filled.Table) || e.Tables[0].Dealt != 0 ||
		!slices.Equal(firstDealers(e), before) {
		t.Errorf("round %d, deal %d by %v; %d in round 2, where %v deal, then %v", d.Round, d.Nth, d.Chairs,
			e.Tables[0].Dealt, before, firstDealers(e))
	}
	if _, err := c.Record(c.ctx, c.slip(), table, said); !errors.As(err, &stale) {
		t.Errorf("the same deal from another device: %v", err)
	}
	// Also once deals of the next round are recorded; and then that round can't be taken back.
	c.solo(table, 1, 5)
	said.Nth = 3
	got = c.ok(c.Record(c.ctx, c.slip(), table, said))
	e = c.now()
	if d, _ := e.Tables[0].Deal(got.Deal); d.Round != 1 || d.Nth != 3 || e.Tables[0].Dealt != 1 {
		t.Errorf("round %d, deal %d; %d in round 2", d.Round, d.Nth, e.Tables[0].Dealt)
	}
	_, err = c.TakeBackRound(c.ctx, c.slip(), c.id, e.Night.Version, 2)
	wantPart(t, err, "Round 2 has a recorded deal")

	// Others sit in the same round: said to be of those before, it is theirs.
	filled = must1(c.Now().Night(table))
	said = DealSaid{Deal: rules.Deal{Call: rules.Misere, Caller: 1, Dealer: filled.Dealer},
		Chairs: filled.Table, Nth: filled.Nth, Round: filled.Round}
	others := slices.Clone(filled.Table)
	others[0], others[2] = others[2], others[0]
	c.ok(c.ChangeTable(c.ctx, c.slip(), table, filled.Version, TableChange{Chairs: others}))
	if _, err := c.Record(c.ctx, c.slip(), table, said); !errors.As(err, &stale) {
		t.Errorf("for others: %v", err)
	}
	said.Late = true
	got = c.ok(c.Record(c.ctx, c.slip(), table, said))
	if d, _ := c.now().Tables[0].Deal(got.Deal); d.Round != 2 || !slices.Equal(d.Chairs, filled.Table) {
		t.Errorf("round %d by %v", d.Round, d.Chairs)
	}
	well(t, c.Path())
}
