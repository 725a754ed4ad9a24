package ledger

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"

	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
	"ouverte/rules"
)

// randomDeal makes up a deal that can have been, for players in these chairs.
func randomDeal(r *rand.Rand, stakes *rules.House, seats int, dealer rules.Seat) rules.Deal {
	for {
		d := rules.Deal{Seats: seats, Dealer: dealer, Tricks: rules.NotSaid}
		anyone := func() rules.Seat { return rules.Seat(1 + r.IntN(seats)) }
		if r.IntN(12) == 0 {
			d.Call = rules.Passed
		} else {
			d.Call = stakes.Calls[r.IntN(len(stakes.Calls))].Call
			d.Caller, d.Tricks = anyone(), r.IntN(14)
			if d.Call == rules.Prop {
				d.Partner = anyone()
			}
			if r.IntN(10) == 0 {
				d.Revokes[anyone()] = 1
			}
		}
		if _, err := rules.Settle(stakes, &d); err == nil {
			return d
		}
	}
}

// fill writes random evenings into a book: so many nights of so many deals, by nine players.
func fill(t testing.TB, b *Book, seed uint64, nights, deals int) {
	t.Helper()
	fillAnd(t, b, seed, nights, deals, func(NightID, Slip) {})
}

// fillAnd does something at the end of each evening.
func fillAnd(t testing.TB, b *Book, seed uint64, nights, deals int, then func(NightID, Slip)) {
	t.Helper()
	ctx := context.Background()
	r := rand.New(rand.NewPCG(seed, 1))
	k := &keys{n: int(seed) * 1_000_000}
	var players []PlayerID
	for i := range 9 {
		got := must1(b.AddPlayer(ctx, k.slip(), fmt.Sprintf("Player %d of %d", i+1, seed)))
		players = append(players, PlayerID(got.ID))
	}
	sets := rules.Sets()
	for i := range nights {
		r.Shuffle(len(players), func(i, j int) { players[i], players[j] = players[j], players[i] })
		seats := players[:3+r.IntN(3)]
		set := sets[r.IntN(len(sets))]
		started := must1(b.StartNight(ctx, k.slip(), NewNight{Name: fmt.Sprintf("evening %d", i+1),
			Date: fmt.Sprintf("%d-%02d-%02d", 2026+i/336, 1+i/28%12, 1+i%28), House: set, Scale: 1 +
				r.IntN(3), Seats: append([]PlayerID(nil), seats...), Dealer: seats[0]}))
		stakes := must1(set.Scaled(1))
		said := make([]DealSaid, deals)
		dealer := rules.Seat(1)
		for i := range said {
			said[i].Deal = randomDeal(r, stakes, len(seats), dealer)
			dealer = said[i].Deal.Left(dealer)
		}
		if len(said) > 0 {
			must1(b.RecordMany(ctx, k.slip(), NightID(started.ID), 0, said))
		}
		then(NightID(started.ID), k.slip())
	}
}

// lively is a book in which everything happened that can: by name, its players are as hostile as names can
// be.
func lively(t testing.TB) *table {
	t.Helper()
	house, _ := rules.Set("hoyle")
	tb := sit(t, newBook(t), "hoyle", "=SUM(A1)", `Bob "the; bid": 2`, "Cat|Ann, Dan", "Ðan O’Neill 🂡")
	tb.players["Ann"], tb.players["Bob"] = tb.players["=SUM(A1)"], tb.players[`Bob "the; bid": 2`]
	tb.players["Cat"], tb.players["Dan"] = tb.players["Cat|Ann, Dan"], tb.players["Ðan O’Neill 🂡"]
	ann, bob, cat, dan := tb.players["Ann"], tb.players["Bob"], tb.players["Cat"], tb.players["Dan"]
	r := rand.New(rand.NewPCG(3, 7))
	play := func(deals int) (ids []DealID) {
		for range deals {
			n := tb.now()
			d := DealSaid{Deal: randomDeal(r, n.Stakes, len(n.Table), n.Dealer), Chairs: n.Table, Nth: n.Nth}
			ids = append(ids, must1(tb.Record(tb.ctx, tb.slip(), tb.night, d)).Deal)
		}
		return ids
	}
	one := func(n *Night) DealSaid { return DealSaid{Deal: randomDeal(r, n.Stakes, len(n.Table), n.Dealer)} }

	must1(tb.SaveWords(tb.ctx, tb.slip(), rules.Words{rules.Prop: "=proposal"}))
	own := *house
	own.ID, own.Name = "", "Our <own> & only"
	must1(tb.SaveHouse(tb.ctx, tb.slip(), &own))
	must1(tb.HideHouse(tb.ctx, tb.slip(), "straight", true))
	ids := play(6)
	must1(tb.Mend(tb.ctx, tb.slip(), tb.night, Mend{Do: Correct, Deal: ids[1], Saw: tb.version(ids[1]),
		Said: one(tb.now()), Reason: "misheard"}))
	must1(tb.Mend(tb.ctx, tb.slip(), tb.night, Mend{Do: Remove, Deal: ids[2], Saw: tb.version(ids[2])}))
	must1(tb.Mend(tb.ctx, tb.slip(), tb.night, Mend{Do: Insert, Deal: ids[3], Said: one(tb.now())}))
	must1(tb.Mend(tb.ctx, tb.slip(), tb.night, Mend{Do: Swap, Deal: ids[0], Saw: tb.version(ids[0]),
		With: ids[4], SawWith: tb.version(ids[4])}))
	removed := tb.now().Removed
	must1(tb.Mend(tb.ctx, tb.slip(), tb.night, Mend{Do: PutBack, Deal: ids[2], Saw: removed[0].Version}))
	must1(tb.Mend(tb.ctx, tb.slip(), tb.night, Mend{Do: Remove, Deal: ids[5], Saw: tb.version(ids[5])}))
	must1(tb.DisputeDeal(tb.ctx, tb.slip(), tb.night, ids[1], tb.version(ids[1]), dan, "no"))
	eve := PlayerID(must1(tb.AddPlayer(tb.ctx, tb.slip(), "+Eve")).ID)
	must1(tb.ChangeTable(tb.ctx, tb.slip(), tb.night, 0, TableChange{Chairs: []Chair{{Player: ann},
		{Player: bob}, {Player: cat}, {Player: dan}, {Player: eve}}}))
	play(4)
	fay := PlayerID(must1(tb.AddPlayer(tb.ctx, tb.slip(), "Fay")).ID)
	must1(tb.ChangeTable(tb.ctx, tb.slip(), tb.night, 0, TableChange{Chairs: []Chair{{Player: fay,
		Account: ann}, {Player: bob}, {Player: cat}}}))
	play(3)
	must1(tb.RecordMany(tb.ctx, tb.slip(), tb.night, 0, []DealSaid{one(tb.now())}))
	must1(tb.SetLastRound(tb.ctx, tb.slip(), tb.night, 2))
	must1(tb.Penalise(tb.ctx, tb.slip(), tb.night, Penalty{By: bob, Kitty: true, Amount: 12,
		Reason: "shuffled; twice"}))
	shout := must1(tb.Penalise(tb.ctx, tb.slip(), tb.night, Penalty{By: cat, Amount: 2, Reason: "@shouted"}))
	must1(tb.Withdraw(tb.ctx, tb.slip(), shout.Entry, "it was the dog"))
	must1(tb.AddCost(tb.ctx, tb.slip(), tb.night, Cost{By: dan, What: "beer | wine", Amount: 10,
		For: []PlayerID{ann, bob, cat, dan}}))
	must1(tb.ShareKitty(tb.ctx, tb.slip(), tb.night, KittyShare{Amount: 4, Among: []PlayerID{ann, bob}}))
	must1(tb.RoundTo(tb.ctx, tb.slip(), tb.night, 6))
	for _, n := range tb.now().Owed() {
		if n.Amount < 0 && n.Player != Kitty {
			must1(tb.Pay(tb.ctx, tb.slip(), tb.night, Payment{From: n.Player, To: Kitty, Amount: 1}))
		}
	}
	must1(tb.CloseNight(tb.ctx, tb.slip(), tb.night, 0))
	must1(tb.ReopenNight(tb.ctx, tb.slip(), tb.night, "one was forgotten"))
	play(1)
	must1(tb.CloseNight(tb.ctx, tb.slip(), tb.night, 0))

	// Two more evenings for other money, one of them closed; and what happens outside evenings.
	for _, set := range []string{"twenty-pence", "units"} {
		h, _ := rules.Set(set)
		started := must1(tb.StartNight(tb.ctx, tb.slip(), NewNight{Name: "-evening", Date: "2026-12-0" +
			fmt.Sprint(len(set)%9+1), House: h, Scale: 3, Seats: []PlayerID{bob, cat, eve, dan},
			Dealer: cat}))
		tb.night = NightID(started.ID)
		play(5)
		name, date := "the \"long\" evening; | ", "2026-11-30"
		must1(tb.EditNight(tb.ctx, tb.slip(), tb.night, NightEdit{Name: &name, Date: &date}))
		if set != "units" {
			must1(tb.CloseNight(tb.ctx, tb.slip(), tb.night, 0))
		}
	}
	again := must1(tb.StartNight(tb.ctx, tb.slip(), NewNight{House: house, Seats: []PlayerID{ann, bob, cat,
		dan, eve}, Dealer: ann}))
	tb.night = NightID(again.ID)
	must1(tb.BringFromSlate(tb.ctx, tb.slip(), tb.night, nil))
	play(3)
	must1(tb.OpenBalance(tb.ctx, tb.slip(), rules.LSD, Debt{From: dan, To: cat, Amount: 30}, "the old book"))
	must1(tb.PaySlate(tb.ctx, tb.slip(), rules.LSD, Payment{From: dan, To: cat, Amount: 7}, 0))
	gus := PlayerID(must1(tb.AddPlayer(tb.ctx, tb.slip(), "Gus")).ID)
	must1(tb.JoinPlayers(tb.ctx, tb.slip(), fay, gus))
	must1(tb.RenamePlayer(tb.ctx, tb.slip(), gus, "Gustav"))
	must1(tb.PutAwayPlayer(tb.ctx, tb.slip(), gus))
	return tb
}

// well wants the audit to find nothing.
func well(t testing.TB, path string) *audit.Found {
	t.Helper()
	f, err := audit.Check(context.Background(), path, nil, nil)
	if err != nil {
		t.Fatalf("audit: %v", err)
	}
	for _, w := range f.Wrong {
		t.Errorf("audit: %s", w.Sentence)
	}
	return f
}

func TestAuditOfALivelyBook(t *testing.T) {
	tb := lively(t)
	open := well(t, tb.Path()) // while it is open
	fine(t, tb.Close())
	if closed := well(t, tb.Path()); closed.Line() != open.Line() {
		t.Errorf("open: %s; closed: %s", open.Line(), closed.Line())
	}
}

func TestAuditStops(t *testing.T) {
	tb := lively(t)
	stopped, cancel := context.WithCancel(ctx)
	f, err := audit.Check(stopped, tb.Path(), nil, func(done, total int64) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("stopped in the middle it found %+v, %v", f, err)
	}
}

// large is the file of a large book for benchmarks: 30,000 deals, or as many as OUVERTE_DEALS says, each
// evening closed.
func large(b *testing.B) (path string, deals int) {
	deals = 30_000
	if n, err := strconv.Atoi(os.Getenv("OUVERTE_DEALS")); err == nil {
		deals = n
	}
	path = shelved(b, "mixed", deals, func(book *Book) {
		fillAnd(
			b,
			book,
			1,
			deals/30,
			30,
			func(night NightID, slip Slip) { must1(book.CloseNight(context.Background(), slip, night, 0)) },
		)
	})
	return path, deals / 30 * 30
}

func perSecond(b *testing.B, deals int) {
	b.ReportMetric(float64(deals)*float64(b.N)/b.Elapsed().Seconds(), "deals/s")
}

// heapSeen is asked as the work goes on, and reports how much memory of ours it took at most.
func heapSeen(b *testing.B) (audit.Progress, func()) {
	runtime.GC()
	var peak uint64
	asked := 0
	return func(int64, int64) {
		if asked++; asked%32 != 0 { // looking stops everything else
			return
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		peak = max(peak, m.HeapAlloc)
	}, func() { b.ReportMetric(float64(peak)/(1<<20), "heap-MB") }
}

// BenchmarkAudit checks a book of evenings at one table after another, and one of all sets of rules and four
// kinds of money, which has two and a half rows of statistics for each deal. It tells how much memory of ours
// it takes at most, too: about the same for a large book as for a small one. So do those of the export and
// the import.
//
//	OUVERTE_DEALS=1000000 go test ./ledger -bench Audit -benchtime 1x -run ^$
func BenchmarkAudit(b *testing.B) {
	mixed, deals := large(b)
	for name, path := range map[string]string{"mixed": mixed, "evenings": evenings(b, deals)} {
		b.Run(name, func(b *testing.B) {
			defer debug.SetGCPercent(debug.SetGCPercent(audit.LongWork)) // as the program does
			progress, report := heapSeen(b)
			for b.Loop() {
				f, err := audit.Check(context.Background(), path, nil, progress)
				if err != nil || !f.Well() {
					b.Fatal(f, err)
				}
			}
			perSecond(b, deals)
			report()
		})
	}
}

func BenchmarkExport(b *testing.B) {
	path, deals := large(b)
	for _, form := range archive.Formats() {
		b.Run(string(form), func(b *testing.B) {
			progress, report := heapSeen(b)
			for b.Loop() {
				fine(b, archive.Export(context.Background(), path, form, io.Discard, progress))
			}
			perSecond(b, deals)
			report()
		})
	}
}

func BenchmarkImport(b *testing.B) {
	path, deals := large(b)
	text := must1(os.Create(filepath.Join(b.TempDir(), "book.json")))
	defer text.Close()
	fine(b, archive.Export(context.Background(), path, archive.JSON, text, nil))
	progress, report := heapSeen(b)
	n := 0
	for b.Loop() {
		n++
		must1(text.Seek(0, io.SeekStart))
		if _, _, err := importInto(context.Background(), text, filepath.Join(b.TempDir(), fmt.Sprint(n)),
			progress); err != nil {
			b.Fatal(err)
		}
	}
	perSecond(b, deals)
	report()
}

func BenchmarkBackup(b *testing.B) {
	path, deals := large(b)
	n := 0
	for b.Loop() {
		n++
		must1(archive.Backup(context.Background(), path, filepath.Join(b.TempDir(), fmt.Sprint(n)), nil))
	}
	perSecond(b, deals)
}
