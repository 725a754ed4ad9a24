package ledger

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/archive"
	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// asTold is all that people see of an evening but for numbers that are each book's own.
func asTold(t *testing.T, b *Book, id chain.NightID) string {
	t.Helper()
	n := must1(b.Now().Night(id))
	var out strings.Builder
	fmt.Fprintln(&out, n.Name, n.Date, n.Money, n.House.ID, n.Scale, n.Words, n.Auction, n.Agree, n.Open,
		n.Started, n.Closed, n.Dealer, n.Last, n.Way.By, n.Went())
	for _, p := range n.People {
		fmt.Fprintln(&out, p.Name, p.Seat, p.Sum)
	}
	fmt.Fprintln(&out, n.Kitty.Sum)
	for _, r := range n.Rows {
		fmt.Fprintln(&out, r.Kind, r.At, r.Device, r.Text, r.Reason, r.Undone != 0, r.Why, r.As, r.Coin)
		for _, net := range r.Nets {
			fmt.Fprintln(&out, net.Name, net.Amount)
		}
		if r.Deal != nil {
			fmt.Fprintln(&out, r.Deal.Nth, r.Deal.Deal, r.Deal.Names, r.Deal.Result.Net, r.Deal.Auction,
				r.Deal.Note.Text,
				r.Deal.Changed, r.Deal.Agreed.State, r.Deal.Agreed.Name, r.Deal.Agreed.Reason)
		}
	}
	return out.String()
}

// meet brings the people of another book in, each by name, and says who is who.
func meet(t *testing.T, b *Book, k *keys, look *Elsewhere) Who {
	t.Helper()
	who := Who{}
	for _, s := range look.People {
		if who[s.ID] = s.Same; s.Same == 0 {
			who[s.ID] = chain.PlayerID(must1(b.AddPlayer(ctx, k.slip(), s.Name)).ID)
		}
	}
	return who
}

// TestEveningsFromElsewhere plays random evenings with everything that can happen into one book, and brings
// them into another: they read there as they did, and the file they came from stays as it was. Of one that
// was paid as it went nothing is open, also after it is opened again and put right.
func TestEveningsFromElsewhere(t *testing.T) {
	t.Parallel()
	b, k := newBook(t), &keys{n: 1_000_000}
	fill(t, b, 9, 2, 4)
	went := 0
	for seed := range few(3) { // their forms came with the same keys
		path := filepath.Join(t.TempDir(), "holiday.db")
		s := &shadow{t: t, rng: rand.New(rand.NewPCG(seed, 7)), path: path, seed: seed,
			names: map[chain.PlayerID]string{}, faces: map[chain.PlayerID]face.Face{},
			same: map[chain.PlayerID]chain.PlayerID{}, clock: clockAt(evening)}
		s.run(200)
		other := openBook(t, path)
		must1(other.SaveWords(ctx, k.slip(), nil)) // each book has its own
		if seed == 0 {
			for _, p := range other.Now().Players()[:3] {
				must1(b.AddPlayer(ctx, k.slip(), strings.ToUpper(p.Name)))
			}
		}
		for i, n := range other.Now().OpenNights(100) {
			if i > 0 {
				must1(other.CloseNight(ctx, k.slip(), n.ID, must1(other.Now().Night(n.ID)).Version))
			}
		}
		before, entries := read(t, path), other.Now().Entries()

		look := must1(b.LookElsewhere(ctx, other, nil))
		who := meet(t, b, k, look)
		came, stayed, refused := 0, 0, map[chain.NightID]bool{}
		for _, e := range slices.Backward(look.Evenings) {
			if e.Open {
				if _, err := b.BringEvening(ctx, other, "holiday.db", e.ID, who); err == nil {
					t.Error("an evening that is still being played came")
				}
				continue
			}
			r, err := b.BringEvening(ctx, other, "holiday.db", e.ID, who)
			if e.Stays != "" {
				if err == nil || e.Here != 0 {
					t.Errorf("it came, though it said: %s", e.Stays)
				}
				stayed++
				continue
			}
			if err != nil && strings.Contains(err.Error(), "kitty") { // which other evenings filled
				stayed++
				refused[e.ID] = true
				continue
			}
			if err != nil {
				t.Fatalf("seed %d, night %d: %v", seed, e.ID, err)
			}
			came++
			if was, is := asTold(t, other, e.ID), asTold(t, b, r.Night); !strings.EqualFold(was, is) {
				t.Fatalf("seed %d, night %d was\n%s\nis\n%s", seed, e.ID, was, is)
			}
			n := must1(b.Now().Night(r.Night))
			if n.Origin == nil || n.Origin.Seal != e.Seal || n.Origin.Book != "holiday.db" {
				t.Errorf("it comes from %+v, sealed %s there", n.Origin, e.Seal)
			}
			if n.Way.Kind().Go && len(n.Deals) > 0 {
				went++
				must1(b.ReopenNight(ctx, k.slip(), n.ID, "a deal was wrong"))
				last := n.Deals[0]
				must1(b.Mend(ctx, k.slip(), n.ID, Mend{Do: Remove, Deal: last.ID, Saw: last.Version}))
				if open := must1(b.Now().Night(n.ID)).Between(); len(open) > 0 {
					t.Errorf("seed %d, night %d: open is %v", seed, e.ID, open)
				}
				must1(b.CloseNight(ctx, k.slip(), n.ID, 0))
			}
		}
		if came == 0 {
			t.Fatalf("seed %d: no evening came", seed)
		}
		t.Logf("seed %d: %d came, %d stayed", seed, came, stayed)
		again := b.Now().Entries()
		for _, e := range must1(b.LookElsewhere(ctx, other, who)).Evenings {
			if refused[e.ID] {
				continue
			}
			if r, err := b.BringEvening(ctx, other, "holiday.db", e.ID, who); e.Here != 0 && (err != nil ||
				!r.Repeated ||
				r.Night != e.Here) || e.Stays == "" {
				t.Errorf("once more: %+v, %+v %v", e, r, err)
			}
		}
		if b.Now().Entries() != again {
			t.Error("bringing them once more wrote something")
		}
		if went == 0 {
			t.Error("none was paid as it went")
		}
		if other.Now().Entries() != entries || string(read(t, path)) != string(before) {
			t.Error("the other book is another now")
		}
		well(t, b.Path())
		// What came goes out and in again like everything else.
		whole := exported(t, b.Path(), archive.JSON)
		copied := filepath.Join(t.TempDir(), "copy.db")
		if _, _, err := archive.Import(ctx, strings.NewReader(whole), copied, nil); err != nil {
			t.Error(err)
		} else if exported(t, copied, archive.JSON) != whole {
			t.Error("the export of the import is another")
		}
	}
}

// An evening at several tables comes whole: its tables, its rounds, what a table left to it early.
func TestTablesFromElsewhere(t *testing.T) {
	c := gatherClub(t, newBook(t), 9)
	one, two := c.now().Tables[0].ID, c.now().Tables[1].ID
	c.solo(one, 1, 7)
	c.solo(two, 2, 3)
	p := c.players
	second := show.Seating{Round: 2, Rest: p[:1], Tables: []show.SeatTable{{Night: one,
		Seats: []chain.PlayerID{p[8], p[5],
			p[2], p[3]}}, {Night: two, Seats: []chain.PlayerID{p[4], p[1], p[6], p[7]}}}}
	c.ok(c.AgreeRound(c.ctx, c.slip(), c.id, c.now().Night.Version, second))
	c.solo(one, 1, 7)
	c.ok(c.CloseTable(c.ctx, c.slip(), one, c.now().Tables[0].Version))
	c.ok(c.ReopenNight(c.ctx, c.slip(), one, "one more"))
	c.solo(one, 2, 9)
	c.ok(c.CloseTable(c.ctx, c.slip(), one, c.now().Tables[0].Version))
	c.ok(c.CloseMeeting(c.ctx, c.slip(), c.id, c.now().Version))

	b, k := newBook(t), &keys{n: 1_000_000}
	fill(t, b, 9, 3, 4)
	look := must1(b.LookElsewhere(ctx, c.Book, nil))
	if len(look.Evenings) != 1 || len(look.People) != 9 || look.Evenings[0].Stays != "" {
		t.Fatalf("%+v", look)
	}
	who := meet(t, b, k, look)
	r := must1(b.BringEvening(ctx, c.Book, "club.db", c.id, who))
	was, is := c.now(), must1(b.Now().Meeting(r.Night))
	if len(is.Tables) != 2 || is.Night.Origin == nil || is.Night.Origin.Seal != was.Night.Seal {
		t.Fatalf("it came as %+v", is)
	}
	for i := range was.Tables {
		if was, is := asTold(t, c.Book, was.Tables[i].ID), asTold(t, b, is.Tables[i].ID); was != is {
			t.Errorf("table %d was\n%s\nis\n%s", i+1, was, is)
		}
	}
	if was, is := asTold(t, c.Book, c.id), asTold(t, b, r.Night); was != is {
		t.Errorf("the evening was\n%s\nis\n%s", was, is)
	}
	for i, p := range was.People {
		if at := is.People[i]; at.Name != p.Name || at.Score != p.Score || at.Total != p.Total {
			t.Errorf("%+v is %+v", p, at)
		}
	}
	again := must1(b.LookElsewhere(ctx, c.Book, nil))
	if again.Evenings[0].Here != r.Night || again.Evenings[0].Stays == "" {
		t.Errorf("after it came: %+v", again.Evenings[0])
	}
}

// playOver plays an evening with as many deals and closes it; meanwhile is done at it before.
func playOver(
	t *testing.T, b *Book, k *keys, deals int, date string, seats []chain.PlayerID,
	meanwhile ...func(chain.NightID),
) chain.NightID {
	t.Helper()
	house, _ := rules.Set("units")
	begin := NewNight{Date: date, House: house, Seats: seats, Dealer: seats[3]}
	id := must1(b.StartNight(ctx, k.slip(), begin)).Night
	for i := range deals {
		said := DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: rules.Seat(1 + i%4), Tricks: 2 + i}}
		must1(b.Record(ctx, k.slip(), id, said))
	}
	for _, do := range meanwhile {
		do(id)
	}
	must1(b.CloseNight(ctx, k.slip(), id, must1(b.Now().Night(id)).Version))
	return id
}

func enter(b *Book, k *keys, names ...string) (all []chain.PlayerID) {
	for _, name := range names {
		all = append(all, chain.PlayerID(must1(b.AddPlayer(ctx, k.slip(), name)).ID))
	}
	return all
}

// TestSettledElsewhere: an evening at which debts of an earlier one were settled says so. Whichever comes
// first, with both the slate is as it was.
func TestSettledElsewhere(t *testing.T) {
	other, k2 := newBook(t), &keys{}
	there := enter(other, k2, "Ann", "Bob", "Cat", "Dan")
	first := playOver(t, other, k2, 3, "2026-08-01", there)
	second := playOver(t, other, k2, 1, "2026-08-02", there, func(id chain.NightID) {
		must1(other.BringFromSlate(ctx, k2.slip(), id, nil))
	})
	slate := func(b *Book) (lines []string) {
		for _, m := range b.Now().Balances() {
			for _, p := range m.Players {
				lines = append(lines, fmt.Sprint(m.Money, p.Name, p.Slate))
			}
		}
		slices.Sort(lines)
		return lines
	}
	b, k := newBook(t), &keys{n: 1_000_000}
	look, who := must1(b.LookElsewhere(ctx, other, nil)), Who{}
	if !look.Evenings[0].Earlier || look.Evenings[1].Earlier {
		t.Errorf("of debts from before they say %v and %v", look.Evenings[0].Earlier, look.Evenings[1].Earlier)
	}
	for _, id := range []chain.NightID{second, first} {
		coming := Coming{From: "other.db", Evenings: []chain.NightID{id}, Who: who}
		if got := must1(b.Bring(ctx, k.slip(), other, coming)); got.Evenings != 1 {
			t.Fatalf("night %d stayed: %+v", id, got.Stayed)
		}
		well(t, b.Path())
	}
	if is, was := slate(b), slate(other); !slices.Equal(is, was) || len(was) == 0 {
		t.Errorf("the slate is %v, and was %v", is, was)
	}
}

// TestPointsFromElsewhere: an evening for points comes though its people closed it with some up and some
// down.
func TestPointsFromElsewhere(t *testing.T) {
	other, k2 := newBook(t), &keys{}
	house, _ := rules.Set("units")
	points := *house
	points.Money = rules.Points
	seats := enter(other, k2, "Ann", "Bob", "Cat", "Dan")
	begin := NewNight{Date: "2026-08-01", House: &points, Seats: seats, Dealer: seats[3]}
	id := must1(other.StartNight(ctx, k2.slip(), begin)).Night
	said := DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 1, Tricks: 7}}
	must1(other.Record(ctx, k2.slip(), id, said))
	must1(other.CloseNight(ctx, k2.slip(), id, must1(other.Now().Night(id)).Version))
	b, k := newBook(t), &keys{n: 1_000_000}
	coming := Coming{From: "other.db", Evenings: []chain.NightID{id}, Who: Who{}}
	if got := must1(b.Bring(ctx, k.slip(), other, coming)); got.Evenings != 1 {
		t.Fatalf("it stayed: %+v", got.Stayed)
	}
	well(t, b.Path())
}

// TestWhatElsewhereIsSaid: of an evening that comes it is said what money comes with it; of one that is here,
// that it differs in money besides its deals. Two like evenings of one day are two.
func TestWhatElsewhereIsSaid(t *testing.T) {
	other, k2 := newBook(t), &keys{}
	there := enter(other, k2, "Ann", "Bob", "Cat", "Dan")
	twin := func() chain.NightID { return playOver(t, other, k2, 1, "2026-08-01", there) }
	twins := []chain.NightID{twin(), twin()}
	b, k := newBook(t), &keys{n: 1_000_000}
	look := must1(b.LookElsewhere(ctx, other, nil))
	for _, e := range look.Evenings {
		if e.Leaves != "Ann owes Bob 1, Ann owes Cat 1 and Ann owes Dan 1" || e.Stays != "" {
			t.Errorf("evening %d leaves %q, and stays: %s", e.ID, e.Leaves, e.Stays)
		}
	}
	who := meet(t, b, k, look)
	for _, id := range twins { // one by one, and in two looks
		coming := Coming{From: "other.db", Evenings: []chain.NightID{id}, Who: who}
		if got := must1(b.Bring(ctx, k.slip(), other, coming)); got.Evenings != 1 {
			t.Fatalf("evening %d stays: %+v", id, got.Stayed)
		}
	}
	for here, do := range map[chain.NightID]func() error{
		1: func() error {
			_, err := b.AddCost(ctx, k.slip(), 1, Cost{By: who[there[0]], What: "port", Amount: 8,
				For: []chain.PlayerID{who[there[1]]}})
			return err
		},
		2: func() error {
			_, err := b.Pay(ctx, k.slip(), 2, settle.Payment{From: who[there[1]], To: who[there[0]], Amount: 1})
			return err
		},
	} {
		must1(b.ReopenNight(ctx, k.slip(), here, "more"))
		testenv.Fine(t, do())
		must1(b.CloseNight(ctx, k.slip(), here, 0))
	}
	for i, e := range must1(b.LookElsewhere(ctx, other, who)).Evenings { // the newest first
		want := "It is in this book already, with other " + []string{"payments", "costs"}[i] +
			". This book’s stays as it is."
		if e.Stays != want || e.Here != chain.NightID(2-i) {
			t.Errorf("evening %d is %d here: %s", e.ID, e.Here, e.Stays)
		}
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	return must1(os.ReadFile(path))
}

// TestEveningsOfWhoBecameOne brings evenings at which something was written of two who became one since: what
// can be said of one comes, and what can't stays with a reason and holds up no other evening.
func TestEveningsOfWhoBecameOne(t *testing.T) {
	for name, c := range map[string]struct {
		write func(tb *table, anne chain.PlayerID) (Receipt, error)
		comes bool
	}{
		"a share of her own cost": {func(tb *table, anne chain.PlayerID) (Receipt, error) {
			return tb.AddCost(ctx, tb.slip(), tb.night, Cost{By: tb.players["Ann"], What: "tea", Amount: 40,
				For: []chain.PlayerID{anne, tb.players["Bob"]}})
		}, true},
		"two shares of a cost": {func(tb *table, anne chain.PlayerID) (Receipt, error) {
			return tb.AddCost(ctx, tb.slip(), tb.night, Cost{By: tb.players["Bob"], What: "tea", Amount: 40,
				For: []chain.PlayerID{tb.players["Ann"], anne}})
		}, false},
		"a payment to herself": {func(tb *table, anne chain.PlayerID) (Receipt, error) {
			return tb.Pay(ctx, tb.slip(), tb.night, settle.Payment{From: tb.players["Ann"], To: anne, Amount: 4})
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
			tb.deal("solo ann 5")
			anne := chain.PlayerID(must1(tb.AddPlayer(ctx, tb.slip(), "Anne")).ID)
			must1(c.write(tb, anne))
			must1(tb.CloseNight(ctx, tb.slip(), tb.night, 0))
			must1(tb.JoinPlayers(ctx, tb.slip(), anne, tb.players["Ann"]))
			n := tb.now()
			later := must1(tb.StartNight(ctx, tb.slip(), NewNight{House: n.House, Dealer: anne,
				Seats: []chain.PlayerID{tb.players["Ann"], tb.players["Bob"], tb.players["Cat"], tb.players["Dan"]},
			})).Night
			must1(tb.Record(ctx, tb.slip(), later, soloOf(1)))
			must1(tb.CloseNight(ctx, tb.slip(), later, 0))

			b := newBook(t)
			got := must1(b.Bring(ctx, tb.slip(), tb.Book, Coming{From: "holiday.db",
				Evenings: []chain.NightID{tb.night, later}, Who: Who{}}))
			if c.comes && (got.Evenings != 2 || asTold(t, b, 1) != asTold(t, tb.Book, tb.night)) {
				t.Errorf("%+v\n%s\nwas\n%s", got, asTold(t, b, 1), asTold(t, tb.Book, tb.night))
			}
			if !c.comes && (got.Evenings != 1 || len(got.Stayed) != 1 ||
				!strings.Contains(got.Stayed[0].Stays, "that are one person here")) {
				t.Errorf("%+v", got)
			}
			well(t, b.Path())
		})
	}
}
