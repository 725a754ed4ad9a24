package show

// Facts of nights and meetings, each of a night made by hand.

import (
	"fmt"
	"slices"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/seating"
	"ouverte/ledger/settle"
	"ouverte/ledger/state"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// five sit at a night; the third plays for somebody of id 6. Each deal is what it brought by seat, dealt by
// the seat of its number; the newest is the last.
func five(deals ...[5]int64) *Night {
	n := &Night{names: people.New(), Open: true, Money: rules.Units, Nth: len(deals) + 1, Dealer: 1}
	for p := chain.PlayerID(1); p <= 5; p++ {
		n.Table = append(n.Table, chain.Chair{Player: p})
		n.People = append(n.People, Person{ID: p, Seat: rules.Seat(p)})
	}
	n.Table[2].Account, n.People[2].For = 6, 6
	n.People = append(n.People, Person{ID: 6})
	for i, brought := range deals {
		d := &Dealt{ID: chain.DealID(i + 1), Nth: i + 1, Played: state.Played{Chairs: n.Table,
			Deal: rules.Deal{Seats: 5, Dealer: rules.Seat(i%5 + 1), Call: rules.Solo}}}
		for seat, c := range d.Chairs {
			d.Nets = append(d.Nets, settle.Net{Player: c.Pays(), Amount: brought[seat]})
			n.person(c.Pays()).Sum.Deals += brought[seat]
		}
		n.Deals = slices.Insert(n.Deals, 0, d)
		row := &Row{Entry: chain.EntryID(i + 1), Kind: chain.KindDeal, Deal: d, Nets: d.Nets}
		n.Rows = slices.Insert(n.Rows, 0, row)
	}
	return n
}

func (n *Night) person(p chain.PlayerID) *Person {
	return &n.People[slices.IndexFunc(n.People, func(one Person) bool { return one.ID == p })]
}

// fines writes that somebody paid into the kitty.
func (n *Night) fines(p chain.PlayerID, amount int64) {
	n.person(p).Sum.Penalties -= amount
	n.Kitty.Sum.Penalties += amount
	n.Rows = slices.Insert(n.Rows, 0, &Row{Entry: chain.EntryID(len(n.Rows) + 1), Kind: chain.KindPenalty,
		Nets: []settle.Net{{Player: p, Amount: -amount}, {Player: chain.Kitty, Amount: amount}}})
}

// TestSheet: columns are of accounts and come to nothing together; rows say what each had of them.
func TestSheet(t *testing.T) {
	n := five([5]int64{3, -1, -1, -1, 0}, [5]int64{0, 0, 0, 0, 0})
	n.fines(2, 4)
	var columns []chain.PlayerID
	var sum int64
	for _, p := range n.Columns() {
		columns, sum = append(columns, p.ID), sum+p.Sum.Score()
	}
	testenv.Same(t, fmt.Sprint(columns, sum), "[1 2 4 5 6 -1] 0", "the columns are %v")
	columns = nil
	for _, p := range n.Standings() {
		columns = append(columns, p.ID)
	}
	testenv.Same(t, fmt.Sprint(columns), "[1 5 4 6 2 -1]", "best first they are %v")
	ups, downs := n.UpsAndDowns()
	testenv.Same(t, fmt.Sprint(ups, downs), "7 -7", "up and down are %v")
	parts := n.Parts()
	for _, c := range []struct {
		row  int // the oldest is the last
		who  chain.PlayerID
		want Part
	}{
		{2, 1, Part{Took: true, Amount: 3, After: 3}}, {2, 5, Part{Rested: true}}, {2, 3, Part{For: 6}},
		{2, 6, Part{Took: true, Amount: -1, After: -1}}, {2, chain.Kitty, Part{}},
		{1, 1, Part{Rested: true, After: 3}}, {1, 5, Part{Took: true}},
		{0, 2, Part{Took: true, Amount: -4, After: -5}}, {0, chain.Kitty, Part{Took: true, Amount: 4, After: 4}},
	} {
		testenv.Same(t, parts[n.Rows[c.row]][c.who], c.want, fmt.Sprintf("of row %d %d had %%+v", c.row, c.who))
	}
	testenv.Same(t, fmt.Sprint(n.Score(2), n.Score(7)), "-5 0", "the scores are %v")
}

// TestDealtTwice deals by these seats, the newest last; the next is the first's.
func TestDealtTwice(t *testing.T) {
	for _, c := range []struct {
		dealers []rules.Seat
		doubt   bool
		want    string
	}{
		{[]rules.Seat{4, 5}, false, "[]"},
		{[]rules.Seat{5, 1}, false, "[{1 0}]"},
		{[]rules.Seat{5, 1}, true, "[]"},
		{[]rules.Seat{2, 2, 2, 3}, false, "[{2 3} {2 2}]"},
	} {
		n := five(make([][5]int64, len(c.dealers))...)
		for i, d := range n.Deals {
			d.Deal.Dealer = c.dealers[len(c.dealers)-1-i]
		}
		if c.doubt {
			n.Doubt = &Doubt{}
		}
		what := fmt.Sprintf("dealt by %v, in doubt %v: %%v", c.dealers, c.doubt)
		testenv.Same(t, fmt.Sprint(n.DealtTwice()), c.want, what)
	}
}

// TestCorrected: taken back and put back a deal is what it was.
func TestCorrected(t *testing.T) {
	v := func(tricks int, removed bool, reason string) Version {
		return Version{Played: state.Played{Deal: rules.Deal{Tricks: tricks}}, Removed: removed, Reason: reason}
	}
	for _, c := range []struct {
		versions []Version
		want     string
	}{
		{[]Version{v(5, false, "")}, ""},
		{[]Version{v(5, false, ""), v(6, false, "miscounted")}, "5 miscounted "},
		{[]Version{v(5, false, ""), v(5, true, "a slip"), v(5, false, "")}, ""},
		{[]Version{v(5, false, ""), v(5, true, "a slip"), v(7, false, "")}, "5 a slip "},
		{[]Version{v(5, false, ""), v(5, true, "")}, ""},
	} {
		got := ""
		for _, v := range Corrected(c.versions) {
			got += fmt.Sprint(v.Deal.Tricks, " ", v.Reason, " ")
		}
		testenv.Same(t, got, c.want, fmt.Sprintf("of %d versions: %%q", len(c.versions)))
	}
}

// TestCameTo: payments and debts left for next time don't count; former debts stand apart.
func TestCameTo(t *testing.T) {
	n := five([5]int64{3, -1, -1, -1, 0})
	n.person(1).Sum.Payments, n.person(2).Sum.Payments = -3, 1
	n.person(4).Sum.Carried = 1 - 5 // left to the slate, brought from there
	n.person(5).Sum.Carried = 5
	n.Rows = slices.Insert(n.Rows, 0, &Row{Kind: chain.KindCarry, Nets: []settle.Net{{Player: 4, Amount: 1}}})
	want := map[chain.PlayerID][3]int64{
		1: {3, 0, 0}, 2: {-1, 0, 0}, 4: {-6, -5, -6}, 5: {5, 5, 5}, 6: {-1, 0, -1},
	}
	for _, p := range n.CameTo() {
		testenv.Same(t, [3]int64{p.Amount, p.Before, p.ToGo}, want[p.ID],
			fmt.Sprintf("for %d it came to %%v", p.ID))
	}
	testenv.Same(t, n.CameTo()[0].ID, 5, "the first is %d")
	testenv.Same(t, n.Came(4).Before, -5, "of one it is %d")
}

// TestPieces: with the fewest payments one pays in pieces, of which some are paid.
func TestPieces(t *testing.T) {
	n := five([5]int64{5, -8, 0, 3, 0})
	plan := settle.Plan{Pays: []settle.Payment{{From: 2, To: 1, Amount: 5}, {From: 2, To: 4, Amount: 2}}}
	n.Rows = slices.Insert(n.Rows, 0, &Row{Kind: chain.KindPayment,
		Paid: &settle.Payment{From: 2, To: 4, Amount: 1},
		Nets: []settle.Net{{Player: 2, Amount: 1}, {Player: 4, Amount: -1}}})
	n.person(2).Sum.Payments, n.person(4).Sum.Payments = 1, -1
	n.Way.By = "fewest"
	testenv.Same(t, fmt.Sprint(n.Pieces(plan, 2)), "[{{2 1 5} 5 0} {{2 4 2} 3 1}]", "they are %v")
	testenv.Same(t, len(n.Pieces(plan, 1)), 0, "who pays nothing has %d")
	var order []chain.PlayerID
	for _, h := range n.Handings(plan) {
		order = append(order, h.To)
	}
	testenv.Same(t, fmt.Sprint(order), "[1 4 4]", "they stand in the order %v")
	testenv.Same(t, fmt.Sprint(plan.Givers()), "[{2  7}]", "it is handed over by %v")
	testenv.Same(t, [2]int64{plan.Between(2, 4), plan.Between(4, 2)}, [2]int64{2, 0}, "between two goes %v")
	gives, gets := settle.Of(plan.Pays, 4)
	testenv.Same(t, [2]int64{gives, gets}, [2]int64{0, 2}, "one gives and gets %v")
	why := n.Why(4)
	testenv.Same(t, fmt.Sprintf("%d %+v", SumsOf(why).Total(), SumsOf(why)),
		"2 {Deals:3 Penalties:0 Costs:0 Kitty:0 Rounding:0 Payments:-1 Carried:0 Handed:0}", "why: %v")
}

// TestRoundedTo: where the kitty has given away what it got, nothing is rounded again.
func TestRoundedTo(t *testing.T) {
	for _, c := range []struct {
		total, holds int64
		want         string
	}{{10, 1, "5 false true"}, {12, 1, "5 true true"}, {12, 0, "5 true false"}} {
		n := five([5]int64{c.total, -c.total, 0, 0, 0})
		n.Rows = append(n.Rows, &Row{Kind: chain.KindRounding, Coin: 5})
		n.Kitty = KittyTonight{Sum: Sums{Rounding: 1}, Holds: c.holds}
		what := fmt.Sprintf("with %d, the kitty %d: %%v", c.total, c.holds)
		testenv.Same(t, fmt.Sprint(n.RoundedTo()), c.want, what)
	}
}

// TestStillOpen: of how many debts something is, and who is even.
func TestStillOpen(t *testing.T) {
	testenv.Same(t, StillOpen([]DebtLeft{{Open: 2}, {}, {Open: 1}}), 2, "open are %d")
	even := [2]bool{Balance{}.Even(), Balance{Slate: 2, Tonight: -2}.Even()}
	testenv.Same(t, even, [2]bool{true, false}, "even: %v")
}

// TestRoundsPlayed: two tables play two rounds: their stages, places with ties, who met whom.
func TestRoundsPlayed(t *testing.T) {
	e := &Meeting{Night: &Night{names: people.New()}, Deals: 1, Rounds: 2, Round: 1}
	for p := chain.PlayerID(1); p <= 6; p++ {
		e.People = append(e.People, MeetingPerson{ID: p, Here: true, Table: 1})
	}
	for id := chain.NightID(1); id <= 2; id++ {
		e.Tables = append(e.Tables, MeetingTable{Night: &Night{ID: id, Open: true}, InRound: true})
	}
	sits := func(round int, one, other []chain.PlayerID) {
		tables := []SatAt{{Night: 1, Seats: one}, {Night: 2, Seats: other}}
		e.Sittings = append(e.Sittings, Sitting{Round: round, Tables: tables})
		e.Round = round
	}
	deals := func(table int, brought ...int64) {
		at := e.Sittings[e.Round-1].Tables[table].Seats
		d := &Dealt{Round: e.Round}
		for i, p := range at {
			d.Chairs = append(d.Chairs, chain.Chair{Player: p})
			d.Nets = append(d.Nets, settle.Net{Player: p, Amount: brought[i]})
			e.People[p-1].Score += brought[i]
		}
		e.Tables[table].Deals = append(e.Tables[table].Deals, d)
		e.Tables[table].Dealt++
	}
	is := func(stage Stage, want string) {
		t.Helper()
		dealt, of := e.SoFar()
		got := fmt.Sprintf("%d of %d, %d to go, %d play, %d wait", dealt, of, e.ToGo(), len(e.Unfinished()),
			len(e.Finished()))
		testenv.Same(t, got, want, "the round: %s")
		testenv.Same(t, e.Stage(), stage, "its stage is %d")
	}
	sits(1, []chain.PlayerID{1, 2, 3}, []chain.PlayerID{4, 5, 6})
	is(Playing, "0 of 2, 2 to go, 2 play, 0 wait")
	deals(0, 2, -1, -1)
	is(Waiting, "1 of 2, 1 to go, 1 play, 1 wait")
	deals(1, 0, 0, 0)
	is(Due, "2 of 2, 0 to go, 0 play, 2 wait")
	e.Tables[0].Dealt, e.Tables[1].Dealt = 0, 0
	sits(2, []chain.PlayerID{1, 2, 4}, []chain.PlayerID{3, 5, 6})
	is(Playing, "0 of 2, 2 to go, 2 play, 0 wait")
	deals(0, -4, 2, 2)
	deals(1, 1, 1, -2)
	is(Over, "2 of 2, 0 to go, 0 play, 2 wait")
	e.Rounds = 0
	is(Due, "2 of 2, 0 to go, 0 play, 2 wait")
	for i := range e.Tables {
		e.Tables[i].Open = false
	}
	is(Over, "2 of 2, 0 to go, 0 play, 0 wait")
	got := ""
	for _, p := range e.Best() {
		got += fmt.Sprintf("%d:%d ", p.Place, p.ID)
	}
	testenv.Same(t, got, "1:4 2:2 2:5 4:3 5:1 5:6 ", "the places are %s")
	got = ""
	for _, r := range e.Played() {
		for _, table := range r.Tables {
			for _, p := range table.Best {
				got += fmt.Sprintf("%d:%d ", p.Place, p.ID)
			}
		}
	}
	testenv.Same(t, got, "1:1 2:2 2:3 1:4 1:5 1:6 1:2 1:4 3:1 1:3 1:5 3:6 ", "round by round they are %s")
	people, met := e.Met()
	testenv.Same(t, fmt.Sprint(people[1].ID, people[4].ID, met[1]), "2 1 [1 2 0 1 2 0]", "the second met %v")
	testenv.Same(t, fmt.Sprint(e.Dealt(), e.Heads(), len(e.Leaving())), "4 6 0", "counted: %s")
}

// TestSeatingSuits: a seating suits an evening that seats everybody who is there, once, at tables there are;
// this round keeps those who go home after it, the next doesn't.
func TestSeatingSuits(t *testing.T) {
	t.Parallel()
	sat := Sitting{Tables: []SatAt{{Night: 2}, {Night: 3}}}
	e := &Meeting{Round: 1, Sittings: []Sitting{sat}, Tables: []MeetingTable{
		{Night: &Night{ID: 2, Open: true}}, {Night: &Night{ID: 3, Open: true}}, {Night: &Night{ID: 4}}}}
	for id := chain.PlayerID(1); id <= 7; id++ {
		e.People = append(e.People, MeetingPerson{ID: id, Here: true, Table: 2})
	}
	e.People[6].Here, e.People[6].Gone = false, true
	seats := func(round int, second chain.NightID, rest ...chain.PlayerID) Seating {
		return Seating{Round: round, Rest: rest, Tables: []SeatTable{
			{Night: 2, Seats: []chain.PlayerID{1, 2, 3}}, {Night: second, Seats: []chain.PlayerID{4, 5}}}}
	}
	for name, c := range map[string]struct {
		r    Seating
		suit bool
	}{
		"the next":                 {seats(2, 3, 6), true},
		"a table that begins":      {seats(2, 0, 6), true},
		"this one":                 {seats(1, 3, 6, 7), true},
		"who goes home sits on":    {seats(2, 3, 6, 7), false},
		"who goes home is gone":    {seats(1, 3, 6), false},
		"one too few":              {seats(2, 3), false},
		"one twice":                {seats(2, 3, 5), false},
		"a table twice":            {seats(2, 2, 6), false},
		"a table that is over":     {seats(2, 4, 6), false},
		"a table of another night": {seats(2, 9, 6), false},
		"the round after the next": {seats(3, 3, 6), false},
	} {
		if got := e.Suits(c.r); got != c.suit {
			t.Errorf("%s: %v", name, got)
		}
	}
	next := seats(2, 3, 6)
	if !next.Same(seats(2, 3, 6)) || next.Same(seats(2, 0, 6)) || next.Same(seats(2, 3)) {
		t.Error("seats are compared wrongly")
	}
}

// TestNewNames: a table that begins has the first name that no table of the evening has, and there are names
// for as many as can begin.
func TestNewNames(t *testing.T) {
	t.Parallel()
	e := &Meeting{Tables: []MeetingTable{{Night: &Night{Name: "By the fire"}},
		{Night: &Night{Name: "By the door"}}}}
	names := e.NewNames()
	if want := []string{"At the window", "In the corner"}; !slices.Equal(names[:2], want) {
		t.Errorf("%q, not %q", names[:2], want)
	}
	if names[len(TableNames)-2] != "Table 3" || len(names) < seating.MostTables {
		t.Errorf("%q", names)
	}
}
