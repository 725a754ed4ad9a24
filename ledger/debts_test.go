package ledger

// Debts from former evenings: what a night left is read on every later page as it was said when it was
// closed, and what is paid comes off in the order that ledger/state says.

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/ledger/state"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// owed lists the debts as sentences, in no order.
func (tb *table) owed() []string {
	tb.t.Helper()
	var out []string
	for _, d := range tb.Now().Debts(rules.LSD, 0).Shown {
		out = append(out, fmt.Sprintf("%s owes %s %d", d.FromName, d.ToName, d.Amount))
	}
	slices.Sort(out)
	return out
}

func (tb *table) wantOwed(want ...string) {
	tb.t.Helper()
	slices.Sort(want)
	if got := tb.owed(); !slices.Equal(got, want) {
		tb.t.Fatalf("open is %q, want %q", got, want)
	}
}

// opens writes a debt from before, and pays a payment on the slate; takesBack withdraws one.
func (tb *table) opens(from, to chain.PlayerID, amount int64) chain.EntryID {
	tb.t.Helper()
	debt := chain.Debt{From: from, To: to, Amount: amount}
	return must1(tb.OpenBalance(tb.ctx, tb.slip(), rules.LSD, debt, "before")).Entry
}

func (tb *table) pays(from, to chain.PlayerID, amount int64) chain.EntryID {
	tb.t.Helper()
	payment := settle.Payment{From: from, To: to, Amount: amount}
	return must1(tb.PaySlate(tb.ctx, tb.slip(), rules.LSD, payment, 0)).Entry
}

func (tb *table) takesBack(entry chain.EntryID) {
	tb.t.Helper()
	must1(tb.WithdrawSlate(tb.ctx, tb.slip(), entry, "it never was"))
}

func TestDebts(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	ann, bob, cat, dan := tb.players["Ann"], tb.players["Bob"], tb.players["Cat"], tb.players["Dan"]
	tb.opens(ann, bob, 10)
	tb.opens(ann, cat, 5)
	tb.opens(dan, bob, 4)
	first := tb.opens(cat, ann, 2) // what the other way round is owed comes off
	tb.wantOwed("Ann owes Bob 10", "Ann owes Cat 3", "Dan owes Bob 4")
	tb.pays(ann, bob, 7)
	tb.wantOwed("Ann owes Bob 3", "Ann owes Cat 3", "Dan owes Bob 4")
	saved := tb.pays(ann, bob, 5) // two more than owed: for Cat, who gets them from Dan
	tb.wantOwed("Ann owes Cat 1", "Dan owes Bob 2", "Dan owes Cat 2")
	tb.pays(ann, bob, 2) // one for Cat, from Dan; one too many, to be given back
	tb.wantOwed("Bob owes Ann 1", "Dan owes Bob 1", "Dan owes Cat 3")
	tb.takesBack(saved)
	tb.wantOwed("Ann owes Bob 1", "Ann owes Cat 3", "Dan owes Bob 4")
	tb.takesBack(first)
	tb.wantOwed("Ann owes Bob 1", "Ann owes Cat 5", "Dan owes Bob 4")

	_, err := tb.WithdrawSlate(tb.ctx, tb.slip(), first, "once more")
	if _, stale := err.(*show.Stale); !stale {
		t.Errorf("taken back twice: %v", err)
	}
	_, err = tb.WithdrawSlate(tb.ctx, tb.slip(), tb.pays(dan, bob, 1), "")
	wantRefusal(t, err, "reason")
	if _, err := tb.WithdrawSlate(tb.ctx, tb.slip(), 1, "why not"); err == nil {
		t.Error("Ann herself was withdrawn")
	}
	if lines := tb.Now().SlateLines(rules.LSD, 2); len(lines) != 2 ||
		lines[0].Text != "Dan paid 1d to Bob" || lines[1].Text != "Ann paid 2d to Bob" {
		t.Errorf("the lines are %+v", lines)
	}
}

// left says what became of what a night left.
func (tb *table) left(id chain.NightID) (out []string) {
	tb.t.Helper()
	for _, l := range tb.Now().DebtsLeft(must1(tb.Now().Night(id))) {
		said := fmt.Sprintf("%d to %d %d, open %d, apart %d:", l.From, l.To, l.Amount, l.Open, l.Apart)
		for _, p := range l.Since {
			said += fmt.Sprintf(" %d of %d", p.Amount, p.Night)
		}
		out = append(out, said)
	}
	return out
}

// TestWhatBecameOfWhatWasLeft: of two evenings that leave the same debt the older is paid first; a debt
// brought into the next counts for it, payments elsewhere do too, and withdrawn ones don't.
func TestWhatBecameOfWhatWasLeft(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	ann, bob, cat := tb.players["Ann"], tb.players["Bob"], tb.players["Cat"]
	var nights []chain.NightID
	evening := func() {
		t.Helper()
		house, _ := rules.Set("hoyle")
		id := must1(tb.StartNight(tb.ctx, tb.slip(), NewNight{House: house,
			Seats: []chain.PlayerID{ann, bob, cat}, Dealer: ann})).Night
		must1(tb.AddCost(tb.ctx, tb.slip(), id, Cost{By: bob, What: "port", Amount: 10,
			For: []chain.PlayerID{ann}}))
		nights = append(nights, id)
	}
	closes := func(id chain.NightID) {
		t.Helper()
		must1(tb.CloseNight(tb.ctx, tb.slip(), id, 0))
	}
	is := func(id chain.NightID, want ...string) {
		t.Helper()
		if got := tb.left(id); !slices.Equal(got, want) {
			t.Fatalf("of night %d it says %q, want %q", id, got, want)
		}
	}
	evening()
	is(nights[0])
	closes(nights[0])
	evening()
	closes(nights[1])
	tb.takesBack(tb.pays(ann, bob, 1))
	// another money
	must1(tb.PaySlate(tb.ctx, tb.slip(), rules.Units, settle.Payment{From: ann, To: bob, Amount: 3}, 0))
	is(nights[0], "1 to 2 10, open 10, apart 0:")
	tb.pays(ann, bob, 4)
	is(nights[0], "1 to 2 10, open 6, apart 0: 4 of 0")
	is(nights[1], "1 to 2 10, open 10, apart 0:")
	evening()
	must1(tb.BringFromSlate(tb.ctx, tb.slip(), nights[2], []chain.Debt{{From: ann, To: bob, Amount: 7}}))
	is(nights[0], "1 to 2 10, open 0, apart 0: 4 of 0 7 of 4")
	is(nights[1], "1 to 2 10, open 9, apart 0: 4 of 0")
	wrong := tb.pays(ann, bob, 9)
	is(nights[1], "1 to 2 10, open 0, apart 0: 4 of 0 7 of 4")
	tb.takesBack(wrong)
	tb.pays(ann, cat, 9) // Cat gets it from nobody: Ann gets it back
	tb.opens(bob, ann, 2)
	is(nights[1], "1 to 2 10, open 7, apart 0: 4 of 0")

	// Opened again, the first night finds its payments on the slate, less those the second takes.
	must1(tb.ReopenNight(tb.ctx, tb.slip(), nights[0], "once more"))
	tb.wantOwed("Bob owes Ann 3", "Cat owes Ann 9")
	is(nights[0], "1 to 2 10, open 0, apart 3: 4 of 0 7 of 4")
	must1(tb.BringFromSlate(tb.ctx, tb.slip(), nights[0], []chain.Debt{{From: bob, To: ann, Amount: 3}}))
	is(nights[0], "1 to 2 10, open 0, apart 0: 4 of 0 7 of 4")
	closes(nights[0])
	is(nights[0], "1 to 2 7, open 7, apart 0:")
	tb.pays(ann, bob, 2)
	is(nights[0], "1 to 2 7, open 5, apart 0: 2 of 0")
}

// TestPayOpen: no more is paid than is open between the two in the way to pay, counted when it is written.
func TestPayOpen(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	ann, bob, cat, dan := tb.players["Ann"], tb.players["Bob"], tb.players["Cat"], tb.players["Dan"]
	must1(tb.AddCost(tb.ctx, tb.slip(), tb.night, Cost{By: ann, What: "port", Amount: 10,
		For: []chain.PlayerID{bob}}))
	must1(tb.AddCost(tb.ctx, tb.slip(), tb.night, Cost{By: bob, What: "ale", Amount: 6,
		For: []chain.PlayerID{cat}}))
	must1(tb.Penalise(tb.ctx, tb.slip(), tb.night, Penalty{By: dan, Kitty: true, Amount: 3,
		Reason: "shuffled", Owes: true}))
	tb.want(map[string]int64{"Ann": 10, "Bob": -4, "Cat": -6, "Dan": -3, "the kitty": 3})
	few, fell := chain.Way{By: chain.ByFewest}, chain.Way{By: chain.ByFell}
	banker := chain.Way{By: chain.ByBanker, Banker: dan}
	for _, c := range []struct {
		way      chain.Way
		from, to chain.PlayerID
		most     int64
	}{
		{few, bob, ann, 4}, {few, cat, ann, 6}, {few, dan, chain.Kitty, 3}, {few, cat, chain.Kitty, 3},
		{few, ann, bob, 0}, {few, chain.Kitty, ann, 0}, {few, cat, bob, 0},
		{fell, bob, ann, 10}, {fell, cat, bob, 6}, {fell, bob, cat, 0}, {fell, dan, chain.Kitty, 3},
		{banker, cat, dan, 6}, {banker, dan, ann, 10}, {banker, dan, chain.Kitty, 3}, {banker, dan, cat,
			0}, {banker, ann, dan, 0},
	} {
		must1(tb.EditNight(tb.ctx, tb.slip(), tb.night, NightEdit{Pay: &c.way}))
		_, err := tb.PayOpen(tb.ctx, tb.slip(), tb.night,
			settle.Payment{From: c.from, To: c.to, Amount: c.most + 1})
		wantRefusal(t, err, "amount")
		if c.most > 0 {
			paid := must1(tb.PayOpen(tb.ctx, tb.slip(), tb.night,
				settle.Payment{From: c.from, To: c.to, Amount: c.most}))
			must1(tb.Withdraw(tb.ctx, tb.slip(), paid.Entry, "to try the next"))
		}
	}
	slip := tb.slip()
	first := must1(tb.PayOpen(tb.ctx, slip, tb.night, settle.Payment{From: cat, To: ann, Amount: 6}))
	again := must1(tb.PayOpen(tb.ctx, slip, tb.night, settle.Payment{From: cat, To: ann, Amount: 6}))
	if !again.Repeated || again.Entry != first.Entry {
		t.Errorf("sent twice: %+v, %+v", first, again)
	}
	_, err := tb.PayOpen(tb.ctx, tb.slip(), tb.night, settle.Payment{From: cat, To: dan, Amount: 6})
	wantRefusal(t, err, "amount")
	tb.want(map[string]int64{"Ann": 4, "Bob": -4, "Dan": -3, "the kitty": 3})
}

// TestOneDebtIsPaidOnce pays the same debt from two tablets that looked at the same slate.
func TestOneDebtIsPaidOnce(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	ann, bob, cat := tb.players["Ann"], tb.players["Bob"], tb.players["Cat"]
	tb.opens(ann, bob, 24)
	tb.opens(ann, cat, 6)
	debts := tb.Now().Debts(rules.LSD, 0)
	shown, saw := debts.Shown, debts.Version
	if len(shown) != 2 || shown[0].Version >= shown[1].Version || shown[1].Version != saw {
		t.Fatalf("%+v", debts)
	}
	paid := must1(tb.PaySlate(tb.ctx, tb.slip(), rules.LSD, settle.Payment{From: ann, To: bob, Amount: 24},
		shown[0].Version))
	_, err := tb.PaySlate(tb.ctx, tb.slip(), rules.LSD, settle.Payment{From: ann, To: bob, Amount: 12}, saw)
	if stale, ok := err.(*show.Stale); !ok || stale.Sentence != "This was recorded already: Ann paid 2s to "+
		"Bob. Look at what is open now." {
		t.Fatalf("the second tablet hears %v", err)
	}
	// another debt is in nobody's way
	must1(tb.PaySlate(tb.ctx, tb.slip(), rules.LSD, settle.Payment{From: ann, To: cat, Amount: 6}, saw))
	tb.wantOwed()
	tb.takesBack(paid.Entry)
	tb.wantOwed("Ann owes Bob 24")
	if debts = tb.Now().Debts(rules.LSD, 0); debts.Shown[0].Version <= paid.Entry {
		t.Errorf("after it was taken back the debts are %+v; it was paid as %d", debts, paid.Entry)
	}
}

// fellowship is some people who play, lay out, pay and owe at random.
type fellowship struct {
	*table
	r      *rand.Rand
	people []chain.PlayerID
}

func newFellowship(t *testing.T, seed uint64) *fellowship {
	f := &fellowship{table: sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan", "Eve"),
		r: rand.New(rand.NewPCG(seed, 22))}
	for _, name := range []string{"Ann", "Bob", "Cat", "Dan", "Eve"} {
		f.people = append(f.people, f.players[name])
	}
	for _, name := range []string{"Fay", "Guy"} {
		f.people = append(f.people, chain.PlayerID(must1(f.AddPlayer(f.ctx, f.slip(), name)).ID))
	}
	return f
}

// two is any two of them, now and then one and the kitty.
func (f *fellowship) two() (a, b chain.PlayerID) {
	f.r.Shuffle(len(f.people), func(i, j int) { f.people[i], f.people[j] = f.people[j], f.people[i] })
	if f.r.IntN(6) == 0 {
		return f.people[0], chain.Kitty
	}
	return f.people[0], f.people[1]
}

// sits starts a night of some of them.
func (f *fellowship) sits() chain.NightID {
	f.two()
	house, _ := rules.Set("hoyle")
	return must1(f.StartNight(f.ctx, f.slip(),
		NewNight{House: house, Seats: slices.Clone(f.people[:4]), Dealer: f.people[0]})).Night
}

// spends lets some lay out something for others, fall into penalties, and pay a little.
func (f *fellowship) spends(id chain.NightID) {
	seats := f.nightIs(id).Table
	for range 1 + f.r.IntN(5) {
		f.r.Shuffle(len(seats), func(i, j int) { seats[i], seats[j] = seats[j], seats[i] })
		a, b, amount := seats[0].Player, seats[1].Player, 1+f.r.Int64N(40)
		switch f.r.IntN(6) {
		case 0:
			must1(f.Pay(f.ctx, f.slip(), id, settle.Payment{From: a, To: b, Amount: amount}))
		case 1:
			must1(f.Penalise(f.ctx, f.slip(), id, Penalty{By: a, Kitty: true, Amount: amount,
				Reason: "shuffled", Owes: f.r.IntN(2) == 0}))
		default:
			must1(f.AddCost(f.ctx, f.slip(), id, Cost{By: a, What: "port", Amount: amount,
				Shares: []chain.Share{{Player: b, Amount: amount}}}))
		}
	}
}

func (f *fellowship) nightIs(id chain.NightID) *show.Night {
	f.t.Helper()
	n := *must1(f.Now().Night(id))
	n.Table = slices.Clone(n.Table)
	return &n
}

// plan says one of the ways to settle a night, and returns who then pays whom.
func (f *fellowship) plan(id chain.NightID) settle.Plan {
	way := chain.Way{By: chain.Ways[f.r.IntN(len(chain.Ways))].By}
	if way.Kind().Banker {
		way.Banker = f.nightIs(id).Table[0].Player
	}
	edit := NightEdit{Pay: &way}
	if way.Kind().Go {
		edit.Paid = f.nightIs(id).Between()
	}
	must1(f.EditNight(f.ctx, f.slip(), id, edit))
	return must1(f.nightIs(id).Plan())
}

// TestWhatWasCarriedIsWhatIsRead plays and pays at random for years. Whatever was said at a close is what the
// pages read, pair by pair, until these two settle it.
func TestWhatWasCarriedIsWhatIsRead(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	for seed := range uint64(6) {
		f := newFellowship(t, seed)
		type event struct {
			entry  chain.EntryID
			who    state.Couple
			amount int64 // the lower owes the higher so much more
			gone   bool
		}
		var all []*event
		say := func(entry chain.EntryID, from, to chain.PlayerID, amount int64) {
			if from > to {
				from, to, amount = to, from, -amount
			}
			all = append(all, &event{entry: entry, who: state.Couple{from, to}, amount: amount})
		}
		for range 60 {
			debts := f.Now().Debts(rules.LSD, 0).Shown
			switch f.r.IntN(7) {
			case 0, 1, 2: // an evening, closed as one of the plans says
				id := f.sits()
				if bringable := must1(f.Now().Bringable(id)); len(bringable) > 0 && f.r.IntN(2) == 0 {
					d := bringable[f.r.IntN(len(bringable))].Debt
					d.Amount = 1 + f.r.Int64N(d.Amount)
					must1(f.BringFromSlate(f.ctx, f.slip(), id, []chain.Debt{d}))
					say(0, d.To, d.From, d.Amount)
				}
				f.spends(id)
				var owing []chain.Debt
				for _, p := range f.plan(id).Pays {
					owing = append(owing, chain.Debt(p))
				}
				must1(f.CloseNight(f.ctx, f.slip(), id, f.nightIs(id).Version))
				if f.r.IntN(4) == 0 { // opened again, and closed with the same words
					must1(f.ReopenNight(f.ctx, f.slip(), id, "a second look"))
					must1(f.CloseNight(f.ctx, f.slip(), id, 0))
				}
				for _, d := range owing {
					say(0, d.From, d.To, d.Amount)
				}
			case 3:
				a, b := f.two()
				amount := 1 + f.r.Int64N(30)
				say(must1(f.OpenBalance(f.ctx, f.slip(), rules.LSD, chain.Debt{From: a, To: b, Amount: amount},
					"before")).Entry, a, b, amount)
				all[len(all)-1].entry = 0
			case 4, 5: // one of the debts, in full or in part
				if len(debts) > 0 {
					d := debts[f.r.IntN(len(debts))]
					if f.r.IntN(2) == 0 {
						d.Amount = 1 + f.r.Int64N(d.Amount)
					}
					say(must1(f.PaySlate(f.ctx, f.slip(), rules.LSD, settle.Payment(d.Debt), d.Version)).Entry, d.To,
						d.From, d.Amount)
				}
			case 6:
				var paid []*event
				for _, e := range all {
					if e.entry != 0 && !e.gone {
						paid = append(paid, e)
					}
				}
				if len(paid) > 0 { // the latest: an earlier one may have been owed the other way round since
					last := paid[len(paid)-1]
					if last == all[len(all)-1] {
						must1(f.WithdrawSlate(f.ctx, f.slip(), last.entry, "not so"))
						last.gone = true
					}
				}
			}
			sums := map[state.Couple]int64{}
			for _, e := range all {
				if !e.gone {
					sums[e.who] += e.amount
				}
			}
			var want []string
			names := f.Book.newest.Load().Names()
			for who, amount := range sums {
				switch {
				case amount > 0:
					want = append(want, fmt.Sprintf("%s owes %s %d", names.Name(who[0]), names.Name(who[1]),
						amount))
				case amount < 0:
					want = append(want, fmt.Sprintf("%s owes %s %d", names.Name(who[1]), names.Name(who[0]),
						-amount))
				}
			}
			f.wantOwed(want...)
		}
	}
}

// TestTheWayIsTheNights: what is left at the close is as the table chose to settle.
func TestTheWayIsTheNights(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	bob := tb.players["Bob"]
	tb.deal("solo ann 4") // each of the others gets 7d.
	for _, bad := range []chain.Way{{}, {By: "lot"}, {By: chain.ByBanker}, {By: chain.ByFell, Banker: bob}} {
		_, err := tb.EditNight(tb.ctx, tb.slip(), tb.night, NightEdit{Pay: &bad})
		wantRefusal(t, err, "by")
	}
	eve := chain.PlayerID(must1(tb.AddPlayer(tb.ctx, tb.slip(), "Eve")).ID)
	_, err := tb.EditNight(tb.ctx, tb.slip(), tb.night,
		NightEdit{Pay: &chain.Way{By: chain.ByBanker, Banker: eve}})
	wantRefusal(t, err, "banker")
	must1(tb.EditNight(tb.ctx, tb.slip(), tb.night, NightEdit{Pay: &chain.Way{By: chain.ByBanker, Banker: bob}}))
	must1(tb.CloseNight(tb.ctx, tb.slip(), tb.night, 0))
	tb.wantOwed("Ann owes Bob 21", "Bob owes Cat 7", "Bob owes Dan 7")
	_, err = tb.EditNight(tb.ctx, tb.slip(), tb.night, NightEdit{Pay: &chain.Way{By: chain.ByFewest}})
	wantRefusal(t, err, "night")
}

// TestABankerWhoGoes leaves it to the first who is still there; one who is joined is who they turned out to
// be.
func TestABankerWhoGoes(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan", "Eve")
	ann, eve := tb.players["Ann"], tb.players["Eve"]
	must1(tb.EditNight(tb.ctx, tb.slip(), tb.night, NightEdit{Pay: &chain.Way{By: chain.ByBanker, Banker: eve}}))
	kit := chain.PlayerID(must1(tb.AddPlayer(tb.ctx, tb.slip(), "Kit")).ID)
	join := must1(tb.JoinPlayers(tb.ctx, tb.slip(), eve, kit)).Entry
	testenv.Same(t, must1(tb.Now().Night(tb.night)).Way.Banker, kit, "joined, the banker is %d")
	must1(tb.PartPlayers(tb.ctx, tb.slip(), join, must1(tb.Now().Parting(join)).Version))
	seats := must1(tb.Now().Night(tb.night)).Table[:4]
	must1(tb.ChangeTable(tb.ctx, tb.slip(), tb.night, 0, TableChange{Chairs: seats, Dealer: ann}))
	testenv.Same(t, must1(tb.Now().Night(tb.night)).Way.Banker, ann, "gone, the banker is %d")
}

// TestACircleIsSquare: who have paid each other in a circle owe nothing more in any way of paying, and what
// stands on the slate in a circle can be struck.
func TestACircleIsSquare(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	ann, bob, cat := tb.players["Ann"], tb.players["Bob"], tb.players["Cat"]
	circle := [][2]chain.PlayerID{{ann, bob}, {bob, cat}, {cat, ann}}
	for _, two := range circle {
		must1(tb.Penalise(tb.ctx, tb.slip(), tb.night,
			Penalty{By: two[0], To: []chain.PlayerID{two[1]}, Amount: 5, Reason: "a bet", As: AsBet}))
	}
	must1(tb.EditNight(tb.ctx, tb.slip(), tb.night, NightEdit{Pay: &chain.Way{By: chain.ByFell}}))
	if plan := must1(must1(tb.Now().Night(tb.night)).Plan()); len(plan.Pays) != 0 {
		t.Errorf("as they fell asks for %v", plan.Pays)
	}
	_, err := tb.PayOpen(tb.ctx, tb.slip(), tb.night, settle.Payment{From: ann, To: bob, Amount: 5})
	wantRefusal(t, err, "amount")
	must1(tb.CloseNight(tb.ctx, tb.slip(), tb.night, 0))
	tb.wantOwed()
	for i, two := range circle {
		tb.opens(two[0], two[1], 5+int64(i))
	}
	debts := tb.Now().Debts(rules.LSD, 0)
	if len(debts.Circle) != 3 {
		t.Fatalf("the circle is %v", debts.Circle)
	}
	must1(tb.StrikeCircle(tb.ctx, tb.slip(), rules.LSD, debts.Version))
	tb.wantOwed("Bob owes Cat 1", "Cat owes Ann 2")
	_, err = tb.StrikeCircle(tb.ctx, tb.slip(), rules.LSD, debts.Version)
	if !errors.As(err, new(*show.Stale)) {
		t.Errorf("struck twice: %v", err)
	}

	// It is taken back as one.
	lines := tb.Now().SlateLines(rules.LSD, 3)
	tb.takesBack(lines[1].Entry)
	tb.wantOwed("Ann owes Bob 5", "Bob owes Cat 6", "Cat owes Ann 7")
	for _, l := range lines {
		if _, err := tb.WithdrawSlate(tb.ctx, tb.slip(), l.Entry, "again"); !errors.As(err, new(*show.Stale)) {
			t.Errorf("taken back twice: %v", err)
		}
	}
}

// TestTheLastPageIsShownForAWhile: 36 hours long, and not by a link older than the opening again.
func TestTheLastPageIsShownForAWhile(t *testing.T) {
	now := time.Date(2026, 11, 20, 23, 0, 0, 0, time.UTC)
	clock := Options{Clock: func() time.Time { return now }}
	b := must1(Open(t.Context(), filepath.Join(t.TempDir(), "book.db"), clock))
	t.Cleanup(func() { b.Close() })
	tb := sit(t, b, "hoyle", "Ann", "Bob", "Cat", "Dan")
	fresh := func() bool { return b.Now().Fresh(must1(tb.Now().Night(tb.night)), now) }
	must1(tb.Record(tb.ctx, tb.slip(), tb.night, soloOf(1)))
	if fresh() {
		t.Error("an open night has a last page")
	}
	must1(tb.CloseNight(tb.ctx, tb.slip(), tb.night, 0))
	now = now.Add(36*time.Hour - 1)
	if !fresh() {
		t.Error("it is gone too early")
	}
	if now = now.Add(1); fresh() {
		t.Error("it is there after 36 hours")
	}
	made := now
	now = now.Add(time.Hour)
	must1(tb.ReopenNight(tb.ctx, tb.slip(), tb.night, ""))
	must1(tb.CloseNight(tb.ctx, tb.slip(), tb.night, 0))
	if !fresh() {
		t.Error("closed again it has no last page")
	}
	if b.Now().Fresh(must1(tb.Now().Night(tb.night)), made) {
		t.Error("a link that ended before the night was opened again shows its last page")
	}
}

// TestTheLastPageIsLive: followers of a closed night get a newer version when an old debt is paid or another
// night begins.
func TestTheLastPageIsLive(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	ann, bob := tb.players["Ann"], tb.players["Bob"]
	must1(tb.Penalise(tb.ctx, tb.slip(), tb.night,
		Penalty{By: ann, To: []chain.PlayerID{bob}, Amount: 5, Reason: "a bet", As: AsBet}))
	must1(tb.CloseNight(tb.ctx, tb.slip(), tb.night, 0))
	night := func() *show.Night { return must1(tb.Now().Night(tb.night)) }
	changed, stop := tb.Follow(tb.night)
	defer stop()
	was := night().Latest()
	news := func(what string, want bool) {
		t.Helper()
		told := false
		select {
		case <-changed:
			told = true
		default:
		}
		if now := night().Latest(); told != want || now > was != want {
			t.Errorf("%s: told %v, and %d after %d", what, told, now, was)
		}
		was = night().Latest()
	}
	must1(tb.PaySlate(tb.ctx, tb.slip(), rules.LSD, settle.Payment{From: ann, To: bob, Amount: 2}, 0))
	news("a payment", true)
	must1(tb.AddPlayer(tb.ctx, tb.slip(), "Eve"))
	news("a newcomer", false)
	set, _ := rules.Set("hoyle")
	next := NewNight{House: set, Dealer: ann, Seats: []chain.PlayerID{ann, bob, tb.players["Cat"]}}
	id := must1(tb.StartNight(tb.ctx, tb.slip(), next)).Night
	news("another night", true)
	must1(tb.Record(tb.ctx, tb.slip(), id, soloOf(1)))
	news("a deal of that", false)
	id = must1(tb.StartNight(tb.ctx, tb.slip(), next)).Night
	news("a third night", true)
	must1(tb.CloseNight(tb.ctx, tb.slip(), id, 0))
	news("that, taken back", true)
}
