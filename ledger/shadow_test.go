package ledger

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/show"
	"ouverte/ledger/state"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// The shadow is a book kept the simple way: in lists, everything added up anew each time it is asked. Random
// evenings are written into the book and into the shadow, and after every step the two must agree. What the
// shadow keeps is in shadowbook_test.go, what is compared in shadowagree_test.go, the steps themselves in
// shadowplay_test.go and shadowmoney_test.go.
//
// OUVERTE_SHADOW=10m runs it for so long, OUVERTE_SEED=7 runs one seed.

type shadow struct {
	t    testing.TB
	rng  *rand.Rand
	path string // of the book's file; without one it is in memory
	book *Book
	kept *memory
	seed uint64
	step int
	did  string

	names  map[chain.PlayerID]string
	faces  map[chain.PlayerID]face.Face
	same   map[chain.PlayerID]chain.PlayerID
	nights []*shadowNight
	slate  []*shadowItem // posted outside the nights
	joins  []shadowJoin
	asked  []askedBefore
	keys   int
	clock  func() time.Time
}

type askedBefore struct {
	what    string
	send    func(Slip) (Receipt, error)
	slip    Slip
	receipt Receipt
}

func (s *shadow) failf(format string, args ...any) {
	s.t.Helper()
	s.t.Fatalf("seed %d, step %d (%s): %s", s.seed, s.step, s.did, fmt.Sprintf(format, args...))
}

func (s *shadow) slip() Slip {
	s.keys++
	return Slip{Key: fmt.Sprintf("s%d", s.keys), Device: "shadow"}
}

// send sends a request that must be accepted, and keeps it for later.
func (s *shadow) send(what string, do func(Slip) (Receipt, error)) Receipt {
	s.t.Helper()
	s.did = what
	slip := s.slip()
	r, err := do(slip)
	if err != nil {
		s.failf("%v", err)
	}
	s.asked = append(s.asked, askedBefore{what, do, slip, r})
	return r
}

// shown is a night as the book shows it.
func (s *shadow) shown(n *shadowNight) *show.Night {
	s.t.Helper()
	got, err := s.book.Now().Night(n.id)
	if err != nil {
		s.failf("%v", err)
	}
	return got
}

func (s *shadow) wantRefused(field, what string, err error) {
	s.t.Helper()
	var refusal *rules.Problem
	if !errors.As(err, &refusal) || refusal.Field != field {
		s.failf("%s: %v", what, err)
	}
}

func (s *shadow) pick(n int) int        { return s.rng.IntN(n) }
func (s *shadow) chance(p float64) bool { return s.rng.Float64() < p }
func pickOf[T any](s *shadow, xs []T) T { return xs[s.pick(len(xs))] }

// again sends something once more that was answered: it must be answered the same and change nothing.
func (s *shadow) again() {
	if len(s.asked) == 0 {
		return
	}
	a := pickOf(s, s.asked)
	s.did = "again: " + a.what
	r, err := a.send(a.slip)
	if err != nil {
		s.failf("%v", err)
	}
	if !r.Repeated || r.Entry != a.receipt.Entry || r.Deal != a.receipt.Deal || r.Night != a.receipt.Night ||
		r.ID != a.receipt.ID || !r.At.Equal(a.receipt.At) {
		s.failf("answered %+v, the first time %+v", r, a.receipt)
	}
	_, err = s.book.AddPlayer(s.t.Context(), a.slip, "Somebody Else")
	s.wantRefused("key", "another request with its key", err)
}

func (s *shadow) open() {
	if s.path == "" {
		s.kept = inMemory(s.clock)
		s.book = s.kept.Book
		return
	}
	b, err := Open(context.Background(), s.path, Options{Clock: s.clock})
	if err != nil {
		s.failf("open: %v", err)
	}
	s.book = b
}

func (s *shadow) restart() {
	s.did = "restart"
	if s.kept != nil {
		s.readAgain()
		return
	}
	if err := s.book.Close(); err != nil {
		s.failf("close: %v", err)
	}
	s.open()
}

// readAgain makes the book in memory anew from its entries. A page drawn many times along the way equals one
// drawn for the first time.
func (s *shadow) readAgain() {
	var shown []*show.Night
	slates := map[rules.Money]*state.OpenDebts{}
	for _, n := range s.nights {
		shown = append(shown, must1(s.book.Now().Night(n.id)))
		slates[n.money] = s.book.newest.Load().OpenDebts(n.money)
	}
	s.kept.readAgain(s.t)
	for m, was := range slates {
		if now := s.book.newest.Load().OpenDebts(m); !reflect.DeepEqual(was.Debts, now.Debts) ||
			!maps.Equal(was.Seen, now.Seen) ||
			!slices.Equal(was.Apart, now.Apart) {
			s.failf("the slate in %s was %+v, and anew it is %+v", m, was, now)
		}
	}
	for _, was := range shown {
		now := must1(s.book.Now().Night(was.ID))
		if was.Latest() != now.Latest() || !cmp.Equal(pageFields(was), pageFields(now), asDrawn...) {
			s.failf("night %d was shown as\n%+v\nand anew as\n%+v", was.ID, was, now)
		}
	}
}

// asDrawn compares all of a night but since when rows are as they are: a night drawn anew says that later.
var asDrawn = cmp.Options{cmp.Exporter(func(reflect.Type) bool { return true }),
	cmpopts.IgnoreFields(show.Row{}, "since")}

// pageFields are the fields of a night that its pages read.
func pageFields(n *show.Night) (fields []any) {
	v := reflect.ValueOf(*n)
	for i := range v.NumField() {
		if v.Type().Field(i).IsExported() {
			fields = append(fields, v.Field(i).Interface())
		}
	}
	return fields
}

func (s *shadow) run(steps int) {
	s.open()
	defer func() {
		if err := s.book.Close(); err != nil {
			s.t.Errorf("close: %v", err)
		}
	}()
	for range 8 {
		s.addPlayer()
	}
	for s.step = 1; s.step <= steps; s.step++ {
		n := s.someNight()
		closed, people, opened := n.closed, len(s.same), s.book
		switch k := s.pick(100); {
		case k < 35:
			s.record(n)
		case k < 38:
			s.paper(n)
		case k < 39:
			s.noteDeal()
		case k < 59:
			s.mend(n)
		case k < 63:
			s.stale(n)
		case k < 68:
			s.changeTable(n)
		case k < 77:
			s.money(n)
		case k < 81:
			s.withdraw(n)
		case k < 83:
			s.closeNight(n)
		case k < 84:
			s.reopen()
		case k < 86:
			s.bring(n)
		case k < 88:
			s.onSlate()
		case k < 90:
			s.join()
		case k < 93:
			s.sayAgreed(n)
		case k < 98:
			s.again()
		case k < 99:
			if s.restart(); s.chance(0.5) {
				s.changeWay(n)
			}
		case s.chance(0.4):
			s.addPlayer()
		default:
			s.rename()
			s.chooseFace()
		}
		n.summed = nil
		s.handOver()
		if len(s.same) != people { // who is whom tells on every night
			for _, n := range s.nights {
				n.summed = nil
			}
		}
		s.agreeAfter(n, n.closed != closed || len(s.same) != people || s.book != opened)
	}
	s.agreeAll()
	if s.kept == nil {
		s.payEverything()
		wantViews(s.t, s.book)
	}
}

// agreeAfter compares what a step in a night may have changed, and everything where all is written or read
// anew. In memory the nights it was not in are compared now and then.
func (s *shadow) agreeAfter(n *shadowNight, everything bool) {
	s.t.Helper()
	if everything || s.kept == nil || s.step%20 == 0 {
		s.agreeAll()
		return
	}
	s.agree(n)
	s.agreeMoney()
}

// TestShadow keeps books in memory: the desk's plans and the state, and nothing of the file.
func TestShadow(t *testing.T) {
	shadowBooks(t, testenv.Share(3), func() string { return "" })
}

// TestShadowInFile keeps them in files, closed and opened again now and then.
func TestShadowInFile(t *testing.T) {
	shadowBooks(t, testenv.Share(2), func() string { return filepath.Join(t.TempDir(), "book.ouverte") })
}

func shadowBooks(t *testing.T, seconds int, path func() string) {
	t.Parallel()
	testenv.Thorough(t)
	long := time.Duration(seconds) * time.Second
	if text := os.Getenv("OUVERTE_SHADOW"); text != "" {
		long = must1(time.ParseDuration(text))
	}
	seed, only := rand.Uint64N(1_000_000), false
	if text := os.Getenv("OUVERTE_SEED"); text != "" {
		seed = must1(strconv.ParseUint(text, 10, 64))
		only = true
	}
	const steps = 300
	books, began := 0, time.Now()
	for ; books == 0 || !only && time.Since(began) < long; books++ {
		s := &shadow{t: t, rng: rand.New(rand.NewPCG(seed, 0)), path: path(), seed: seed,
			names: map[chain.PlayerID]string{}, faces: map[chain.PlayerID]face.Face{},
			same: map[chain.PlayerID]chain.PlayerID{}, clock: clockAt(evening)}
		s.run(steps)
		if s.path != "" {
			well(t, s.path)
		}
		seed++
	}
	t.Logf("%d books of %d steps, %.0f steps a second; the next seed would have been %d", books, steps,
		float64(books*steps)/time.Since(began).Seconds(), seed)
}
