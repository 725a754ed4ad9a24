package ledger

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
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

// madeBook is the content of a book that is made once, for many tests.
func madeBook(make func(path string) error) func() ([]byte, error) {
	return sync.OnceValues(func() ([]byte, error) {
		dir, err := os.MkdirTemp("", "ouverte-made-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		path := filepath.Join(dir, "book.ouverte")
		if err := make(path); err != nil {
			return nil, err
		}
		return os.ReadFile(path)
	})
}

// livelyBook is made from the first export there was.
var livelyBook = madeBook(func(path string) error {
	text, err := os.Open("testdata/first.json")
	if err != nil {
		return err
	}
	defer text.Close()
	_, _, err = archive.Import(context.Background(), text, path, nil)
	return err
})

// lively is a book in which everything happened that could, among people with names as hostile as names can
// be. Its last night is open.
func lively(t testing.TB) *table {
	t.Helper()
	path := filepath.Join(t.TempDir(), "book.ouverte")
	fine(t, os.WriteFile(path, must1(livelyBook()), 0o600))
	tb := &table{Book: openBook(t, path), t: t, ctx: context.Background(), night: 4,
		players: map[string]PlayerID{"Ann": 1, "Bob": 2, "Cat": 3, "Dan": 4}}
	tb.keys.n = 2000
	return tb
}

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
