package ledger

import (
	"crypto/rand"
	"log/slog"
	"runtime"
	"testing"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/ledger/testenv"
)

// memory is a book without a file. Its desk plans each request as that of a file does, keeps the entries in a
// list and the answers by their keys, and commits at once.
type memory struct {
	*Book
	entries  []*chain.Entry
	answered map[string]remembered
}

type remembered struct {
	ask     [16]byte
	receipt Receipt
}

func inMemory(clock func() time.Time) *memory {
	m := &memory{answered: map[string]remembered{}, Book: &Book{clock: clock, rand: rand.Reader,
		log: slog.New(slog.DiscardHandler), queue: make(chan *request), done: make(chan struct{})}}
	m.newest.Store(state.New())
	go func() {
		defer close(m.done)
		for r := range m.queue {
			receipt, err := m.serve(r)
			r.done <- answer{receipt, err}
		}
	}()
	return m
}

func (m *memory) serve(r *request) (Receipt, error) {
	if was, ok := m.answered[r.slip.Key]; ok {
		if was.ask != r.ask {
			return Receipt{}, refuse("key", "sent before with other content")
		}
		was.receipt.Repeated = true
		return was.receipt, nil
	}
	d := &desk{b: m.Book, state: m.newest.Load()}
	d.poster = poster{draft: d.state.Draft(), slip: r.slip, ask: r.ask, at: m.clock().UnixMilli()}
	if err := d.carryOut(r); err != nil {
		return Receipt{}, err
	}
	receipt := d.receipt
	if len(d.entries) > 0 {
		m.newest.Store(d.draft.Done())
		m.entries = append(m.entries, d.entries...)
		last := d.answers()
		receipt.Entry, receipt.Night, receipt.At = last.Seq, last.Night, last.Time()
	}
	m.answered[r.slip.Key] = remembered{r.ask, receipt}
	return receipt, nil
}

// readAgain makes the book anew from its entries, as opening a file does.
func (m *memory) readAgain(t testing.TB) {
	t.Helper()
	draft, in := state.New().Draft(), chain.Reader{}
	for _, e := range m.entries {
		if err := draft.ApplyRead(e, &in); err != nil {
			t.Fatalf("read again, entry %d: %v", e.Seq, err)
		}
	}
	testenv.Fine(t, draft.Whole())
	now := m.newest.Load()
	if draft.Last() != now.Last() || draft.Hash() != now.Hash() || draft.Deals() != now.Deals() {
		t.Fatalf("read again the book ends with entry %d and %d deals, not %d and %d", draft.Last(), draft.Deals(),
			m.newest.Load().Last(), m.newest.Load().Deals())
	}
	m.newest.Store(draft.Done())
}

// TestAWriteAmongManyNights takes no more memory than one among few.
func TestAWriteAmongManyNights(t *testing.T) {
	bytes := func(nights int) uint64 {
		tb := sit(t, inMemory(clockAt(evening)).Book, "hoyle", "Ann", "Bob", "Cat", "Dan")
		again, _ := tb.Now().LastLineUp()
		for range nights {
			must1(tb.StartNight(tb.ctx, tb.slip(), lineUp(again)))
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for i := range 100 {
			must1(tb.Record(tb.ctx, tb.slip(), tb.night, soloOf(i)))
		}
		runtime.ReadMemStats(&after)
		return (after.TotalAlloc - before.TotalAlloc) / 100
	}
	if few, many := bytes(1), bytes(1500); many > few*5/4 {
		t.Errorf("a deal takes %d bytes among 1,500 nights, and %d in the first", many, few)
	}
}

// TestOldNightsAreDrawnAnew: however many closed nights are looked at, the latest alone keep what was shown.
func TestOldNightsAreDrawnAnew(t *testing.T) {
	tb := sit(t, inMemory(clockAt(evening)).Book, "hoyle", "Ann", "Bob", "Cat", "Dan")
	again, _ := tb.Now().LastLineUp()
	for i := range 80 {
		must1(tb.Record(tb.ctx, tb.slip(), tb.night, soloOf(i)))
		must1(tb.Now().Night(tb.night))
		must1(tb.CloseNight(tb.ctx, tb.slip(), tb.night, 0))
		must1(tb.Now().Night(tb.night))
		tb.night = must1(tb.StartNight(tb.ctx, tb.slip(), lineUp(again))).Night
	}
	kept := 0
	for n := range tb.Now().State().Nights() {
		must1(tb.Now().Night(n.ID))
	}
	for n := range tb.Now().State().Nights() {
		if n.Memo.Load() != nil {
			kept++
		}
	}
	testenv.Same(t, kept, 32, "%d nights keep what was shown")
}
