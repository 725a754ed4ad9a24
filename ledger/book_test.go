package ledger

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// clockAt is a clock that stands at one evening and goes on by a second each time it is looked at.
func clockAt(start time.Time) func() time.Time {
	ticks := make(chan time.Time, 1)
	ticks <- start
	return func() time.Time {
		now := (<-ticks).Add(time.Second)
		ticks <- now
		return now
	}
}

// handClock is a clock set by hand. A book reads its clock in several goroutines.
type handClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *handClock) set(to time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = to
}

func (c *handClock) tick() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(time.Second)
	return c.now
}

var evening = time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)

func openBook(t testing.TB, path string) *Book {
	t.Helper()
	b, err := Open(context.Background(), path, Options{Clock: clockAt(evening)})
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
		well(t, path) // whatever the test did with it
	})
	return b
}

// emptyBook has nothing in it; to make one costs as much as a short test.
var emptyBook = madeBook(func(path string) error {
	b, err := Open(context.Background(), path, Options{Clock: clockAt(evening)})
	if err == nil {
		err = b.Close()
	}
	return err
})

func newBook(t testing.TB) *Book {
	t.Helper()
	empty := must1(emptyBook())
	path := filepath.Join(t.TempDir(), "book.ouverte")
	testenv.Fine(t, os.WriteFile(path, empty, 0o600))
	return openBook(t, path)
}

// few is how many seeds a test of random plays takes: a share of so many, or one where tests are to be short.
func few(seeds int) uint64 {
	if !testenv.Whole() {
		return 1
	}
	return uint64(testenv.Share(seeds))
}

type keys struct{ n int }

func (k *keys) slip() Slip {
	k.n++
	return Slip{Key: fmt.Sprintf("k%d", k.n), Device: "tablet"}
}

// table is a book with players and a night begun.
type table struct {
	*Book
	keys
	t       testing.TB
	ctx     context.Context
	night   chain.NightID
	players map[string]chain.PlayerID
}

// sit starts a night by a shipped set with these at the table; the last of them deals first, so that the
// first is eldest.
func sit(t testing.TB, b *Book, set string, names ...string) *table {
	t.Helper()
	tb := &table{Book: b, t: t, ctx: context.Background(), players: map[string]chain.PlayerID{}}
	tb.keys.n = 1000
	var seats []chain.PlayerID
	for _, name := range names {
		r, err := b.AddPlayer(tb.ctx, tb.slip(), name)
		if err != nil {
			t.Fatalf("add %s: %v", name, err)
		}
		tb.players[name] = chain.PlayerID(r.ID)
		seats = append(seats, chain.PlayerID(r.ID))
	}
	house, ok := rules.Set(set)
	if !ok {
		t.Fatalf("no set %s", set)
	}
	r, err := b.StartNight(tb.ctx, tb.slip(), NewNight{House: house, Seats: seats,
		Dealer: seats[len(seats)-1]})
	if err != nil {
		t.Fatalf("start: %v", err)
	}
	tb.night = r.Night
	return tb
}

func (tb *table) now() *show.Night {
	tb.t.Helper()
	n, err := tb.Now().Night(tb.night)
	if err != nil {
		tb.t.Fatalf("night: %v", err)
	}
	return n
}

// said reads a deal in the players' notation, at the table as it is.
func (tb *table) said(line string) DealSaid {
	tb.t.Helper()
	n := tb.now()
	return DealSaid{Deal: tb.parse(n.SeatNames(), n.Dealer, line), Chairs: n.Table, Nth: n.Nth}
}

// parse reads "prop ann bob 8", "solo ann 4", "pass".
func (tb *table) parse(names []string, dealer rules.Seat, line string) rules.Deal {
	tb.t.Helper()
	d := rules.Deal{Seats: len(names), Dealer: dealer, Tricks: rules.NotSaid}
	for i, word := range strings.Fields(line) {
		seat := rules.Seat(slices.IndexFunc(names,
			func(n string) bool { return strings.EqualFold(n, word) }) + 1)
		n, err := strconv.Atoi(word)
		switch {
		case i == 0 && word == "pass":
			d.Call = rules.Passed
		case i == 0:
			call, ok := rules.ParseCall(word)
			if !ok {
				tb.t.Fatalf("%q is no call", word)
			}
			d.Call = call
		case err == nil:
			d.Tricks = n
		case seat == 0:
			tb.t.Fatalf("%q doesn't sit here", word)
		case d.Caller == 0:
			d.Caller = seat
		default:
			d.Partner = seat
		}
	}
	return d
}

func (tb *table) deal(line string) chain.DealID {
	tb.t.Helper()
	r, err := tb.Record(tb.ctx, tb.slip(), tb.night, tb.said(line))
	if err != nil {
		tb.t.Fatalf("%q: %v", line, err)
	}
	return r.Deal
}

func (tb *table) totals() map[string]int64 {
	tb.t.Helper()
	out := map[string]int64{}
	var sum int64
	for _, n := range tb.now().Owed() {
		out[n.Name] = n.Amount
		sum += n.Amount
	}
	testenv.Same(tb.t, sum, 0, "the night adds up to %d")
	return out
}

func (tb *table) want(want map[string]int64) {
	tb.t.Helper()
	got := tb.totals()
	for name, n := range want {
		if got[name] != n {
			tb.t.Errorf("%s has %d, want %d (all: %v)", name, got[name], n, got)
		}
	}
}

func wantRefusal(t testing.TB, err error, field string) {
	t.Helper()
	var r *rules.Problem
	if !errors.As(err, &r) || r.Field != field {
		t.Errorf("got %v, want a refusal at %q", err, field)
	}
}

// TestExistingOnly: a book that must be there, and isn't, is refused and not made.
func TestExistingOnly(t *testing.T) {
	file := filepath.Join(t.TempDir(), "friday.db")
	_, err := Open(t.Context(), file, Options{Existing: true})
	left, read := os.ReadDir(filepath.Dir(file))
	if !errors.Is(err, os.ErrNotExist) || read != nil || len(left) > 0 {
		t.Errorf("opening it gives %v, and leaves %v", err, left)
	}
}
