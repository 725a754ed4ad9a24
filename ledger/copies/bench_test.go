package copies

import (
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/testenv"
)

// BenchmarkBesideACopy records a deal every five milliseconds while a copy of the book is made, and then as
// many alone, in turns.
//
//	OUVERTE_DEALS=100000 go test ./ledger/copies -bench BesideACopy -benchtime 1000x -run ^$
func BenchmarkBesideACopy(b *testing.B) {
	deals := 2000
	if n, err := strconv.Atoi(os.Getenv("OUVERTE_DEALS")); err == nil {
		deals = n
	}
	path := filepath.Join(b.TempDir(), "book.db")
	t := &table{t: b}
	open := func(throwaway bool) {
		t.Book = testenv.Must(ledger.Open(b.Context(), path, ledger.Options{Throwaway: throwaway}))(b)
	}
	open(true)
	const each = 1000
	for done := 0; done < deals; done += each {
		night := t.begins()
		many := slices.Repeat([]ledger.DealSaid{solo}, min(each, deals-done))
		testenv.Must(t.RecordMany(b.Context(), t.slip(), night, 0, many))(b)
		testenv.Must(t.CloseNight(b.Context(), t.slip(), night, 0))(b)
	}
	testenv.Fine(b, t.Book.Close())
	open(false)
	defer t.Book.Close()
	night := t.begins()
	k := Keep(t.Book, nil, Options{Places: []string{filepath.Join(b.TempDir(), "copies")}, Clock: time.Now,
		Log: slog.New(slog.DiscardHandler)})
	defer k.End()
	testenv.Fine(b, k.Now(b.Context())) // after the one that it begins with
	pace := time.NewTicker(5 * time.Millisecond)
	defer pace.Stop()
	record := func() time.Duration {
		<-pace.C
		began := time.Now()
		testenv.Must(t.Record(b.Context(), t.slip(), night, solo))(b)
		return time.Since(began)
	}
	var alone, beside []time.Duration
	copying := time.Duration(0)
	for copies := time.Duration(1); len(beside) < b.N; copies++ {
		made, began := make(chan error, 1), time.Now()
		go func() { made <- k.Now(b.Context()) }()
		for len(made) == 0 {
			beside = append(beside, record())
		}
		testenv.Fine(b, <-made)
		copying += (time.Since(began) - copying) / copies
		for len(alone) < len(beside) {
			alone = append(alone, record())
		}
	}
	p99 := func(took []time.Duration) float64 {
		slices.Sort(took)
		return float64(took[len(took)*99/100].Microseconds()) / 1000
	}
	b.ReportMetric(p99(alone), "alone-p99-ms")
	b.ReportMetric(p99(beside), "copying-p99-ms")
	b.ReportMetric(copying.Seconds(), "s/copy")
}
