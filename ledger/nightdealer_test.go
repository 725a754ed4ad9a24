package ledger

// The dealer after putting right: a second reading of the rule, which follows the whole evening from its
// beginning and asks where it can't tell. TestShadow holds the book against it.

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// goneRound is the second reading: what was said at the table, in the order it belongs.
type goneRound struct{ line []*told }

// told is a deal, or who sat down and who deals.
type told struct {
	table   bool
	seats   []PlayerID
	dealer  PlayerID
	gone    bool       // a deal that was taken back
	chosen  bool       // a table whose dealer was chosen …
	instead []PlayerID // … when it was the turn of these
}

func leftOf(p PlayerID, seats []PlayerID) PlayerID {
	return seats[(slices.Index(seats, p)+1)%len(seats)]
}

// keepTurn is who has the turn after the seats changed.
func keepTurn(turn, from, to []PlayerID) (out []PlayerID) {
	for _, p := range turn {
		for range from {
			if slices.Contains(to, p) {
				break
			}
			p = leftOf(p, from)
		}
		if !slices.Contains(to, p) {
			p = to[0]
		}
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// inTheirPlace tells whether some at one table only sit where others sit at the other.
func inTheirPlace(one, other []PlayerID) bool {
	for i := range one {
		if len(one) != len(other) || one[i] != other[i] &&
			(slices.Contains(other, one[i]) || slices.Contains(one, other[i])) {
			return false
		}
	}
	return true
}

func also(all []PlayerID, more ...PlayerID) []PlayerID {
	all = slices.Clone(all)
	for _, p := range more {
		if !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	return all
}

// due follows the evening: who deals next, and who sits. Several are a question.
func (e *goneRound) due() (turn, seats []PlayerID) {
	for _, x := range e.line {
		switch {
		case turn == nil:
			turn, seats = []PlayerID{x.dealer}, x.seats
		case x.table:
			turn = keepTurn(turn, seats, x.seats)
			if x.chosen && slices.Equal(turn, x.instead) {
				turn = []PlayerID{x.dealer}
			} else if x.chosen {
				turn = also([]PlayerID{x.dealer}, turn...)
			}
			seats = x.seats
		case !x.gone:
			if inTheirPlace(x.seats, seats) {
				turn = []PlayerID{seats[(slices.Index(x.seats, x.dealer)+1)%len(seats)]}
				continue
			}
			there := keepTurn([]PlayerID{leftOf(x.dealer, x.seats)}, x.seats, seats)
			if slices.Contains(seats, x.dealer) {
				there = also([]PlayerID{leftOf(x.dealer, seats)}, there...)
			}
			turn = there
		}
	}
	return turn, seats
}

// explored is an evening as it was told to the book and to the second reading. deals has their ids, by place
// in the line.
type explored struct {
	way   string
	state *state.State
	goneRound
	deals map[*told]DealID
}

// step tells the same to both; what the book refuses ends there.
func (p *explored) step(
	m *memory, what string, tell func(Slip) (Receipt, error), change func(next *explored, r Receipt),
) *explored {
	m.newest.Store(p.state)
	r, err := tell(Slip{Key: fmt.Sprint("k", len(m.answered)), Device: "tablet"})
	if err != nil {
		return nil
	}
	next := &explored{way: p.way + "; " + what, state: m.now(), deals: map[*told]DealID{}}
	for _, x := range p.line {
		one := *x
		next.line = append(next.line, &one)
		next.deals[&one] = p.deals[x]
	}
	change(next, r)
	return next
}

// steps are all that may be done next: a deal, another at the table or one fewer, another dealer, and to each
// deal what can be put right about it.
func (p *explored) steps(t *testing.T, m *memory) (all []*explored) {
	ctx, b := t.Context(), m.Book
	passed := rules.Deal{Call: rules.Passed, Tricks: rules.NotSaid}
	can := func(next *explored) {
		if next != nil {
			all = append(all, next)
		}
	}
	turn, seats := p.due()
	can(p.step(m, "a deal", func(s Slip) (Receipt, error) { return b.Record(ctx, s, 1, DealSaid{Deal: passed}) },
		func(next *explored, r Receipt) {
			x := &told{seats: seats, dealer: turn[0]}
			next.line, next.deals[x] = append(next.line, x), r.Deal
		}))
	sit := func(what string, now []PlayerID, dealer PlayerID) {
		kept := keepTurn(turn, seats, now)
		can(p.step(m, fmt.Sprint(what, now, dealer), func(s Slip) (Receipt, error) {
			return b.ChangeTable(ctx, s, 1, 0, TableChange{Chairs: chain.ChairsOf(now), Dealer: dealer})
		}, func(next *explored, _ Receipt) {
			x := &told{table: true, seats: now, dealer: kept[0]}
			if dealer != 0 && !slices.Equal(kept, []PlayerID{dealer}) {
				x.dealer, x.chosen, x.instead = dealer, true, kept
			}
			next.line = append(next.line, x)
		}))
	}
	for i, who := range seats {
		sit("deals", seats, who)
		sit("leaves", slices.Delete(slices.Clone(seats), i, i+1), 0)
		if !slices.Contains(seats, 6) {
			sit("comes", slices.Insert(slices.Clone(seats), i, 6), 0)
		}
	}
	var before *told // the deal before that stands
	night := p.state.Night(1)
	for i, x := range p.line {
		if x.table {
			continue
		}
		d := night.Find(p.deals[x])
		mend := func(do MendKind, said DealSaid, change func(next *explored, r Receipt)) {
			how := Mend{Do: do, Deal: d.ID, Saw: night.Latest(d).Entry, Said: said}
			if do == Swap {
				how.With, how.SawWith = p.deals[before], night.Latest(night.Find(p.deals[before])).Entry
			}
			can(p.step(m, fmt.Sprintf("mending %d of %d", do, i),
				func(s Slip) (Receipt, error) { return b.Mend(ctx, s, 1, how) }, change))
		}
		if x.gone {
			mend(PutBack, DealSaid{}, func(next *explored, _ Receipt) { next.line[i].gone = false })
			continue
		}
		mend(Remove, DealSaid{}, func(next *explored, _ Receipt) { next.line[i].gone = true })
		mend(Insert, DealSaid{Deal: passed}, func(next *explored, r Receipt) {
			put := &told{seats: x.seats, dealer: x.dealer}
			next.line, next.deals[put] = slices.Insert(next.line, i, put), r.Deal
		})
		other := passed
		other.Seats, other.Dealer = len(x.seats), rules.Seat(slices.Index(x.seats, leftOf(x.dealer, x.seats))+1)
		mend(Correct, DealSaid{Deal: other}, func(next *explored, _ Receipt) {
			next.line[i].dealer = leftOf(x.dealer, x.seats)
		})
		if before != nil {
			at := slices.Index(p.line, before)
			mend(Swap, DealSaid{}, func(next *explored, _ Receipt) {
				next.line[i], next.line[at] = next.line[at], next.line[i]
			})
		}
		before = x
	}
	return all
}

// turn is who deals next.
func (p *explored) turn() []PlayerID { turn, _ := p.due(); return turn }

// TestDealerAfterPuttingRight tries every short evening: so many steps after two deals, at three seats, at
// four and at five. After each the book and the second reading must name the same dealer, or ask the same.
func TestDealerAfterPuttingRight(t *testing.T) {
	t.Parallel()
	deep := 3
	if testenv.Whole() {
		deep = 4
	}
	house, _ := rules.Set("units")
	for seats := 3; seats <= rules.MaxSeats; seats++ {
		m := inMemory(clockAt(evening))
		m.branches = true
		defer m.Close()
		people := enter(m.Book, new(keys), "Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
		must1(m.StartNight(t.Context(), Slip{Key: "night"},
			NewNight{House: house, Seats: people[:seats], Dealer: 1}))
		begun := &explored{state: m.now(), goneRound: goneRound{[]*told{{table: true, seats: people[:seats],
			dealer: 1}}}}
		tried := 0
		var explore func(p *explored, more int)
		explore = func(p *explored, more int) {
			tried++
			turn, view := p.turn(), p.state.View(1)
			says := view.Turn()
			asked := doubt(view, says)
			if says[0] != turn[0] || asked == nil && len(turn) > 1 || asked != nil && !slices.Equal(asked.Who, turn) {
				t.Fatalf("%d seats%s: player %d deals, asked is %+v; by the second reading %v", seats, p.way,
					says[0], asked, turn)
			}
			if more > 0 { // what is shown is the same; to have every last step's sheet takes longer than all else
				m.newest.Store(p.state)
				n := must1(m.Night(t.Context(), 1))
				if n.Table[n.Dealer-1].Player != says[0] || !reflect.DeepEqual(n.Doubt, asked) {
					t.Fatalf("%d seats%s: shown is that seat %d deals, asked %+v", seats, p.way, n.Dealer, n.Doubt)
				}
			}
			if more > 0 {
				for _, next := range p.steps(t, m) {
					explore(next, more-1)
				}
			}
		}
		explore(begun.steps(t, m)[0].steps(t, m)[0], deep)
		t.Logf("%d evenings at %d seats", tried, seats)
	}
}

// A fifth player joins while a deal is off the sheet: put back, it was dealt before that.
func TestDealPutBackAfterSomebodyJoined(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan", "Eve")
	seat := func(names ...string) (out []Chair) {
		for _, name := range names {
			out = append(out, Chair{Player: tb.players[name]})
		}
		return out
	}
	set := func(c TableChange) error {
		_, err := tb.ChangeTable(tb.ctx, tb.slip(), tb.night, 0, c)
		return err
	}
	deals := func(want string) {
		t.Helper()
		if n := tb.now(); n.SeatNames()[n.Dealer-1] != want {
			t.Errorf("%s deals next, not %s", n.SeatNames()[n.Dealer-1], want)
		}
	}
	testenv.Fine(t, set(TableChange{Chairs: seat("Ann", "Bob", "Cat", "Dan"), Dealer: tb.players["Dan"]}))
	deal := tb.deal("solo ann 5")
	saw := tb.version(deal)
	back := tb.mend(Mend{Do: Remove, Deal: deal, Saw: saw})
	testenv.Fine(t, set(TableChange{Chairs: seat("Ann", "Bob", "Cat", "Dan", "Eve")}))
	deals("Dan")
	tb.mend(Mend{Do: PutBack, Deal: deal, Saw: back.Entry})
	deals("Ann")

	// Cat is chosen while it is off the sheet again: then nobody but the table can say.
	back = tb.mend(Mend{Do: Remove, Deal: deal, Saw: tb.version(deal)})
	testenv.Fine(t, set(TableChange{Dealer: tb.players["Cat"]}))
	deals("Cat")
	effect := must1(tb.WhatIf(tb.ctx, tb.night, Mend{Do: PutBack, Deal: deal, Saw: back.Entry}))
	if effect.Night.Doubt == nil {
		t.Error("nothing said before that the dealer would be in doubt")
	}
	tb.mend(Mend{Do: PutBack, Deal: deal, Saw: back.Entry})
	d := tb.now().Doubt
	if d == nil || !slices.Equal(d.Who, []PlayerID{tb.players["Cat"], tb.players["Ann"]}) ||
		d.Chosen != tb.players["Cat"] {
		t.Fatalf("in doubt: %+v", d)
	}
	wantRefusal(t, set(TableChange{Chairs: seat("Ann", "Bob", "Cat", "Dan")}), "dealer")
	_, err := tb.Record(tb.ctx, tb.slip(), tb.night, DealSaid{Deal: rules.Deal{Call: rules.Passed,
		Tricks: rules.NotSaid}})
	wantRefusal(t, err, "dealer")
	testenv.Fine(t, set(TableChange{Dealer: tb.players["Cat"]}))
	deals("Cat")
	if d := tb.now().Doubt; d != nil {
		t.Errorf("still asked: %+v", d)
	}
	wantRefusal(t, set(TableChange{Dealer: tb.players["Cat"]}), "seats")
}

// Somebody sat in for another in the last deal, as is said afterwards: that leaves nothing to ask.
func TestDealerAfterASubstitute(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	tb.deal("solo ann 5") // Dan deals
	deal := tb.deal("solo bob 6")
	eve := PlayerID(must1(tb.AddPlayer(tb.ctx, tb.slip(), "Eve")).ID)
	for place, absent := range tb.now().Table {
		chairs := slices.Clone(tb.now().Table)
		chairs[place] = Chair{Player: eve, Account: absent.Player}
		tb.mend(Mend{Do: Correct, Deal: deal, Saw: tb.version(deal), Said: DealSaid{Chairs: chairs,
			Deal: rules.Deal{Seats: 4, Dealer: 1, Call: rules.Solo, Caller: 2, Tricks: 6}}})
		if n := tb.now(); n.Doubt != nil || n.SeatNames()[n.Dealer-1] != "Bob" {
			t.Errorf("Eve for %s: %s deals, asked is %+v", n.PlayerName(absent.Player), n.SeatNames()[n.Dealer-1],
				n.Doubt)
		}
	}
}
