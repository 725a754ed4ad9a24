package ledger

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
	"ouverte/ledger/yardstick"
	"ouverte/migrations"
	"ouverte/rules"
)

// The benchmarks of writing stand each beside a yardstick: the same rows written by the shortest code there
// is.
//
//	go test ./ledger -bench OneWriter -benchtime 3000x -run ^$
//	go test ./ledger -bench ManyWriters -benchtime 10x -run ^$
//	OUVERTE_DEALS=1000000 go test ./ledger -bench Opening -run ^$

const many = 32

// tables is a book with so many nights open.
func tables(b *testing.B) (*table, []chain.NightID) {
	book := must1(Open(b.Context(), filepath.Join(b.TempDir(), "book.ouverte"),
		Options{Clock: clockAt(evening)}))
	b.Cleanup(func() { _ = book.Close() })
	tb := sit(b, book, "hoyle", "Ann", "Bob", "Cat", "Dan")
	nights := []chain.NightID{tb.night}
	again, _ := tb.Now().LastLineUp()
	for len(nights) < many {
		nights = append(nights, must1(tb.StartNight(tb.ctx, tb.slip(), lineUp(again))).Night)
	}
	return tb, nights
}

func soloOf(i int) DealSaid {
	return DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: rules.Seat(i%4 + 1), Tricks: 3 + i%8}}
}

// median of how long each took, in µs.
func median(took []time.Duration) float64 {
	slices.Sort(took)
	return float64(took[len(took)/2].Nanoseconds()) / 1000
}

// BenchmarkOneWriter records a deal in the book and writes one beside it, in turn, so that both meet the same
// disk.
func BenchmarkOneWriter(b *testing.B) {
	tb, nights := tables(b)
	yard, yardNights := tables(b)
	r := newRaw(b, yard.Path(), yardNights)
	var ours, theirs []time.Duration
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		must1(tb.Record(tb.ctx, Slip{Key: randomKey(), Device: "tablet"}, nights[i%many], soloOf(i)))
		ours = append(ours, time.Since(start))
		start = time.Now()
		testenv.Fine(b, r.Write(1, 1))
		theirs = append(theirs, time.Since(start))
	}
	book, raw := median(ours), median(theirs)
	b.ReportMetric(book, "book-p50-µs")
	b.ReportMetric(raw, "raw-p50-µs")
	b.ReportMetric(book/raw, "×raw")
}

// BenchmarkManyWriters lets 32 write at once, and beside it the yardstick write as many in groups.
func BenchmarkManyWriters(b *testing.B) {
	tb, nights := tables(b)
	yard, yardNights := tables(b)
	r := newRaw(b, yard.Path(), yardNights)
	var ours, theirs time.Duration
	const round = 20 * many
	deals := 0
	var took []time.Duration
	var mu sync.Mutex
	for b.Loop() {
		var next atomic.Int64
		start := time.Now()
		together(many, func(w int) {
			var mine []time.Duration
			for i := int(next.Add(1)); i <= round; i = int(next.Add(1)) {
				start := time.Now()
				if _, err := tb.Record(tb.ctx, Slip{Key: randomKey(), Device: "tablet"}, nights[w],
					soloOf(i)); err != nil {
					b.Error(err)
					return
				}
				mine = append(mine, time.Since(start))
			}
			mu.Lock()
			defer mu.Unlock()
			took = append(took, mine...)
		})
		ours += time.Since(start)
		start = time.Now()
		testenv.Fine(b, r.Write(round, yardstick.AtOnce))
		theirs += time.Since(start)
		deals += round
	}
	b.ReportMetric(float64(deals)/ours.Seconds(), "book-deals/s")
	b.ReportMetric(float64(deals)/theirs.Seconds(), "raw-deals/s")
	b.ReportMetric(theirs.Seconds()/ours.Seconds(), "×raw")
	b.ReportMetric(median(took), "book-p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "book-p99-µs")
}

func randomKey() string { return strconv.FormatUint(rand.Uint64(), 36) }

func newRaw(b *testing.B, path string, nights []chain.NightID) *yardstick.Rows {
	ids := make([]int64, len(nights))
	for i, n := range nights {
		ids[i] = int64(n)
	}
	r := must1(yardstick.Open(path, ids))
	b.Cleanup(func() { _ = r.Close() })
	return r
}

// sizes are the books reading is measured on: a small one, and one as large as OUVERTE_DEALS says.
func sizes(b *testing.B) []int {
	large := 20_000
	if text := os.Getenv("OUVERTE_DEALS"); text != "" {
		large = must1(strconv.Atoi(text))
	}
	return []int{1_000, large}
}

// evenings is a book of so many deals, 30 to a night and a night a day, among twelve players. Only the last
// night is open. It is left behind for the next benchmark.
func evenings(b *testing.B, deals int) string {
	path := filepath.Join(os.TempDir(), fmt.Sprintf("ouverte-evenings-%d-%d-%d.book", migrations.Newest(),
		os.Getuid(), deals))
	if info, err := os.Stat(path); err == nil && info.Size() > 0 {
		return path
	}
	fresh := path + ".part"
	for _, end := range []string{"", "-wal", "-shm", "-lock"} {
		_ = os.Remove(fresh + end)
	}
	book := must1(Open(context.Background(), fresh, Options{Clock: clockAt(evening), Throwaway: true}))
	ctx := context.Background()
	k := new(keys)
	rng := rand.New(rand.NewPCG(1, 2))
	var players []chain.PlayerID
	for i := range 12 {
		added := must1(book.AddPlayer(ctx, k.slip(), fmt.Sprintf("Player %d", i)))
		players = append(players, chain.PlayerID(added.ID))
	}
	house, _ := rules.Set("hoyle")
	for done := 0; done < deals; done += 30 {
		rng.Shuffle(len(players), func(i, j int) { players[i], players[j] = players[j], players[i] })
		day := evening.AddDate(0, 0, (done-deals)/30).Format(time.DateOnly)
		night := must1(book.StartNight(ctx, k.slip(),
			NewNight{Date: day, House: house, Seats: players[:4], Dealer: players[0]})).Night
		said := make([]DealSaid, 30)
		for i := range said {
			said[i] = soloOf(rng.IntN(1000))
		}
		must1(book.RecordMany(ctx, k.slip(), night, 0, said))
		if done+30 < deals {
			must1(book.CloseNight(ctx, k.slip(), night, 0))
		}
	}
	testenv.Fine(b, book.Close())
	testenv.Fine(b, os.Rename(fresh, path))
	return path
}

// BenchmarkOpening reports how long a book takes to open, and to read its rows and do nothing with them.
func BenchmarkOpening(b *testing.B) {
	for _, n := range sizes(b) {
		path := evenings(b, n)
		b.Run(fmt.Sprintf("%d deals", n), func(b *testing.B) {
			ours, raw := time.Hour, time.Hour
			for b.Loop() {
				began := time.Now()
				book := must1(Open(b.Context(), path, Options{}))
				ours = min(ours, time.Since(began))
				testenv.Fine(b, book.Close())
				began = time.Now()
				testenv.Fine(b, yardstick.Read(path))
				raw = min(raw, time.Since(began))
			}
			b.ReportMetric(float64(ours.Milliseconds()), "ms-open")
			b.ReportMetric(float64(raw.Milliseconds()), "raw-ms-to-read-its-rows")
		})
	}
}
