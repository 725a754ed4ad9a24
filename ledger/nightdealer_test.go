package ledger

// The dealer after putting right: every sequence of a few things done to a night, against a second reading of
// the rule that follows the whole evening from its beginning, and asks where it can't tell.

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
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
	deal    *dealState // the book's own of this deal, to name it to the book
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

// stand and removed are the places in the line of deals.
func (e *goneRound) deals(gone bool) (out []int) {
	for i, x := range e.line {
		if !x.table && x.gone == gone {
			out = append(out, i)
		}
	}
	return out
}

// moveOn moves the dealers of standing deals from a place on, as long as it went round among the same people.
func (e *goneRound) moveOn(from, by int, like *told) {
	var before PlayerID
	for _, x := range e.line[from:] {
		if x.table || x.gone {
			continue
		}
		if !slices.Equal(x.seats, like.seats) || before != 0 && x.dealer != leftOf(before, x.seats) {
			return
		}
		before = x.dealer
		at := slices.Index(x.seats, x.dealer)
		x.dealer = x.seats[(at+by+len(x.seats))%len(x.seats)]
	}
}

func (e *goneRound) clone() *goneRound {
	out := &goneRound{line: make([]*told, len(e.line))}
	for i, x := range e.line {
		one := *x
		out.line[i] = &one
	}
	return out
}

// played is an evening, told to the book and in the second reading.
type played struct {
	book  *fold
	chain poster
	names *people.Roster
	*goneRound
	before *played
	did    step
}

// way is what was done.
func (p *played) way() string {
	if p.before == nil {
		return ""
	}
	return p.before.way() + "; " + fmt.Sprintf(p.did.name, p.did.args...)
}

// clone copies what a step changes of a fold. What is shared counts money, and nothing moves any here.
func (p *played) clone() *played {
	n := *p.book
	n.order, n.settings = slices.Clone(n.order), slices.Clone(n.settings)
	n.others, n.people, n.seated = slices.Clone(n.others), slices.Clone(n.people), slices.Clone(n.seated)
	n.deals = map[DealID]*dealState{}
	same := map[*dealState]*dealState{}
	for i, d := range n.order {
		one := *d
		one.versions = slices.Clone(d.versions)
		n.order[i], n.deals[d.id], same[d] = &one, &one, &one
	}
	n.byEntry = map[EntryID]*happening{}
	out := &played{book: &n, chain: poster{seq: p.chain.seq}, names: p.names,
		goneRound: p.goneRound.clone()}
	for _, x := range out.line {
		x.deal = same[x.deal]
	}
	return out
}

// begin seats so many, and lets some deals go round.
func begin(t *testing.T, seats, deals int) *played {
	t.Helper()
	house, _ := rules.Set("units")
	who := func(p PlayerID) PlayerID { return p }
	p := &played{book: newFold(who), names: people.New(), goneRound: &goneRound{}}
	sit := &told{table: true, dealer: 1}
	for i := range PlayerID(6) {
		p.names.Enter(i+1, string(rune('A'+i)))
		if int(i) < seats {
			sit.seats = append(sit.seats, i+1)
		}
	}
	p.line = append(p.line, sit)
	if _, err := p.chain.post(p.book, chain.KindNight, &chain.Night{Night: 1, Date: "2026-11-21", House: house,
		Scale: 1, Seats: sit.seats, Dealer: 1}, nil); err != nil {
		t.Fatal(err)
	}
	for range deals {
		must(t, p, p.record())
	}
	return p
}

// key tells two evenings apart that go on differently, by the book or by the second reading.
func (p *played) key() string {
	b := make([]byte, 0, 32*len(p.line))
	for _, s := range p.book.settings {
		b = append(b, byte(s.after), byte(s.dealer))
		for _, p := range s.instead {
			b = append(b, byte(p))
		}
	}
	for _, x := range p.line {
		b = append(b, byte(x.dealer))
		if x.table {
			b[len(b)-1] |= 64
		}
		if x.gone || x.chosen {
			b[len(b)-1] |= 128
		}
		for _, p := range x.seats {
			b = append(b, byte(p))
		}
		b = append(b, 0)
		for _, p := range x.instead {
			b = append(b, byte(p))
		}
		b = append(b, 0)
	}
	return string(b)
}

func (p *played) record() error {
	turn, seats := p.due()
	id, err := p.book.record(&p.chain, p.names, DealSaid{Deal: rules.Deal{Call: rules.Passed,
		Tricks: rules.NotSaid, Dealer: rules.Seat(slices.Index(seats, turn[0]) + 1)}})
	p.line = append(p.line, &told{seats: seats, dealer: turn[0], deal: p.book.deals[id]})
	return err
}

// sit changes the table; a dealer of zero leaves it to the rule.
func (p *played) sit(seats []PlayerID, dealer PlayerID) error {
	turn, now := p.due()
	turn = keepTurn(turn, now, seats)
	err := p.book.sit(&p.chain, p.names, TableChange{Chairs: chain.ChairsOf(seats), Dealer: dealer})
	if dealer == 0 && len(turn) > 1 {
		if refusal := (*Refusal)(nil); !errors.As(err, &refusal) || refusal.Field != "dealer" {
			return fmt.Errorf("in doubt who deals, the book lets the table change: %v", err)
		}
		return errAsked
	}
	x := &told{table: true, seats: seats, dealer: turn[0]}
	if dealer != 0 && !slices.Equal(turn, []PlayerID{dealer}) {
		x.dealer, x.chosen, x.instead = dealer, true, turn
	}
	p.line = append(p.line, x)
	return err
}

// errAsked ends a sequence at which the book asks before it goes on.
var errAsked = errors.New("asked")

func (p *played) mend(m Mend, at int) (DealID, error) {
	x := p.line[at]
	m.Deal = x.deal.id
	if x.gone {
		m.Saw = x.deal.versions[len(x.deal.versions)-1].entry.Seq
	} else {
		m.Saw = x.deal.standing.entry.Seq
	}
	return p.book.mend(&p.chain, p.names, m)
}

func (p *played) remove(at int, move bool) error {
	_, err := p.mend(Mend{Do: Remove, MoveDealers: move}, at)
	if move {
		p.moveOn(at+1, -1, p.line[at])
	}
	p.line[at].gone = true
	return err
}

func (p *played) putBack(at int, move bool) error {
	_, err := p.mend(Mend{Do: PutBack, MoveDealers: move}, at)
	if move {
		p.moveOn(at+1, +1, p.line[at])
	}
	p.line[at].gone = false
	return err
}

func (p *played) insert(at int, move bool) error {
	x := p.line[at]
	deal := rules.Deal{Call: rules.Passed, Tricks: rules.NotSaid}
	id, err := p.mend(Mend{Do: Insert, MoveDealers: move, Said: DealSaid{Deal: deal}}, at)
	put := &told{seats: x.seats, dealer: x.dealer, deal: p.book.deals[id]}
	if move {
		p.moveOn(at, +1, x)
	}
	p.line = slices.Insert(p.line, at, put)
	return err
}

func (p *played) exchange(a, b int, move bool) error {
	x, y := p.line[a], p.line[b]
	_, err := p.mend(Mend{Do: Swap, With: y.deal.id, SawWith: y.deal.standing.entry.Seq, MoveDealers: move}, a)
	if move {
		x.dealer, y.dealer = y.dealer, x.dealer
	}
	p.line[a], p.line[b] = y, x
	return err
}

// step is one thing that may be done.
type step struct {
	name string
	args []any
	do   func(*played) error
}

// steps are all that may be done; few leaves out what differs only by whom it is done to.
func (p *played) steps(few bool) (out []step) {
	can := func(do func(*played) error, format string, args ...any) {
		out = append(out, step{format, args, do})
	}
	turn, seats := p.due()
	stand, gone := p.deals(false), p.deals(true)
	can((*played).record, "a deal")
	for i, at := range stand {
		last := i == len(stand)-1
		if few && !last {
			continue
		}
		can(func(p *played) error { return p.remove(at, false) }, "deal %d taken back", i+1)
		can(func(p *played) error { return p.insert(at, false) }, "a deal put in before %d", i+1)
		can(func(p *played) error { return p.insert(at, true) }, "the same, and the deal moves on")
		if !last {
			can(func(p *played) error { return p.remove(at, true) }, "deal %d removed, the deal moves on", i+1)
		}
		if i > 0 {
			before := stand[i-1]
			can(func(p *played) error { return p.exchange(before, at, false) }, "deals %d and %d swapped", i, i+1)
			if !few && slices.Equal(p.line[before].seats, p.line[at].seats) {
				can(func(p *played) error { return p.exchange(before, at, true) }, "the same with their dealers")
			}
		}
	}
	for i, at := range gone {
		if !few || i == 0 {
			can(func(p *played) error { return p.putBack(at, false) }, "put back, %d of the removed", i+1)
			can(func(p *played) error { return p.putBack(at, true) }, "the same, and the deal moves on")
		}
	}
	p.tables(few, turn, seats, can)
	return out
}

// tables are the changes of the table.
func (p *played) tables(few bool, turn, seats []PlayerID, can func(func(*played) error, string, ...any)) {
	sits := func(now []PlayerID, dealer PlayerID) func(*played) error {
		return func(p *played) error { return p.sit(now, dealer) }
	}
	if len(seats) < rules.MaxSeats {
		free := PlayerID(1)
		for slices.Contains(seats, free) {
			free++
		}
		for i := range seats {
			if !few || seats[i] == turn[0] { // between the last dealer and whose turn it is
				can(sits(slices.Insert(slices.Clone(seats), i, free), 0), "%d joins at %d", free, i+1)
			}
		}
	}
	for i, who := range seats {
		if len(seats) > 3 && (!few || who == turn[0]) {
			can(sits(slices.Delete(slices.Clone(seats), i, i+1), 0), "%d leaves", who)
		}
		for j := range i {
			now := slices.Clone(seats)
			now[i], now[j] = now[j], now[i]
			if !few || i == j+1 && now[i] == turn[0] {
				can(sits(now, 0), "%d and %d change seats", who, now[i])
			}
		}
		meant := slices.Contains(turn, who) || who == leftOf(turn[0], seats)
		if !slices.Equal(turn, []PlayerID{who}) && (!few || meant) {
			can(sits(seats, who), "%d is to deal", who)
		}
	}
}

// agrees compares the book with the second reading.
func (p *played) agrees(t *testing.T) {
	t.Helper()
	turn, seats := p.due()
	var got []PlayerID
	for _, who := range p.book.turn() {
		if who != 0 {
			got = append(got, who)
		}
	}
	if !slices.Equal(got, turn) || !slices.Equal(p.book.chairs, chain.ChairsOf(seats)) {
		t.Fatalf("after%s: by the book %v deals at %v, by the rule %v at %v", p.way(), got, p.book.chairs,
			turn, seats)
	}
	if asks := p.book.doubt(); (asks != nil) != (len(turn) > 1) {
		t.Fatalf("after%s: the book asks %v, the rule has %v", p.way(), asks, turn)
	}
}

// explore does everything that may be done, so many times over, each evening once.
func explore(t *testing.T, p *played, times int, few bool) (seen int) {
	t.Helper()
	known, asked := map[string]bool{p.key(): true}, 0
	level := []*played{p}
	for left := times; left > 0; left-- {
		var next []*played
		for _, p := range level {
			for _, s := range p.steps(few) {
				now := p.clone()
				now.before, now.did = p, s
				err := s.do(now)
				if errors.Is(err, errAsked) {
					asked++
					continue
				}
				if err != nil {
					t.Fatalf("after%s: %v", now.way(), err)
				}
				now.agrees(t)
				if key := now.key(); !known[key] {
					known[key] = true
					if left > 1 {
						next = append(next, now)
					}
				}
			}
		}
		level = next
	}
	if asked == 0 && times > 3 {
		t.Error("the book never asked")
	}
	return len(known)
}

func TestDealerAfterPuttingRight(t *testing.T) {
	t.Parallel()
	times := 4
	if testenv.Whole() && !testing.Short() {
		times = 6
	}
	for seats := 3; seats <= rules.MaxSeats; seats++ {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			t.Log(explore(t, begin(t, seats, 2), times, true), "evenings")
			t.Log(explore(t, begin(t, seats, 2), times/2, false), "evenings")
		})
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
	must(t, tb, set(TableChange{Chairs: seat("Ann", "Bob", "Cat", "Dan"), Dealer: tb.players["Dan"]}))
	deal := tb.deal("solo ann 5")
	saw := tb.version(deal)
	back := tb.mend(Mend{Do: Remove, Deal: deal, Saw: saw})
	must(t, tb, set(TableChange{Chairs: seat("Ann", "Bob", "Cat", "Dan", "Eve")}))
	deals("Dan")
	tb.mend(Mend{Do: PutBack, Deal: deal, Saw: back.Entry})
	deals("Ann")

	// Cat is chosen while it is off the sheet again: then nobody but the table can say.
	back = tb.mend(Mend{Do: Remove, Deal: deal, Saw: tb.version(deal)})
	must(t, tb, set(TableChange{Dealer: tb.players["Cat"]}))
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
	must(t, tb, set(TableChange{Dealer: tb.players["Cat"]}))
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
