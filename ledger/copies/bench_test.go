package copies

import (
	"context"
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

// BenchmarkBesideACopy records a deal every five milliseconds, first alone and then while a copy of the book
// is made, one after another.
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
	p99 := func() float64 {
		var took []time.Duration
		pace := time.NewTicker(5 * time.Millisecond)
		defer pace.Stop()
		for range b.N {
			<-pace.C
			began := time.Now()
			testenv.Must(t.Record(b.Context(), t.slip(), night, solo))(b)
			took = append(took, time.Since(began))
		}
		slices.Sort(took)
		return float64(took[len(took)*99/100].Microseconds()) / 1000
	}
	alone := p99()
	ctx, stop := context.WithCancel(b.Context())
	copying := make(chan struct{})
	made := 0
	go func() {
		defer close(copying)
		for k.Now(ctx) == nil {
			made++
		}
	}()
	beside := p99()
	stop()
	<-copying
	b.ReportMetric(alone, "alone-p99-ms")
	b.ReportMetric(beside, "copying-p99-ms")
	b.ReportMetric(float64(made), "copies")
}
