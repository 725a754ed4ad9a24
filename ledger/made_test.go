package ledger

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
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
	ctx := context.Background()
	r := rand.New(rand.NewPCG(seed, 1))
	k := &keys{n: int(seed) * 1_000_000}
	var players []chain.PlayerID
	for i := range 9 {
		got := must1(b.AddPlayer(ctx, k.slip(), fmt.Sprintf("Player %d of %d", i+1, seed)))
		players = append(players, chain.PlayerID(got.ID))
	}
	sets := rules.Sets()
	for i := range nights {
		r.Shuffle(len(players), func(i, j int) { players[i], players[j] = players[j], players[i] })
		seats := players[:3+r.IntN(3)]
		set := sets[r.IntN(len(sets))]
		started := must1(b.StartNight(ctx, k.slip(), NewNight{Name: fmt.Sprintf("evening %d", i+1),
			Date: fmt.Sprintf("%d-%02d-%02d", 2026+i/336, 1+i/28%12, 1+i%28), House: set, Scale: 1 +
				r.IntN(3), Seats: append([]chain.PlayerID(nil), seats...), Dealer: seats[0]}))
		stakes := must1(set.Scaled(1))
		said := make([]DealSaid, deals)
		dealer := rules.Seat(1)
		for i := range said {
			said[i].Deal = randomDeal(r, stakes, len(seats), dealer)
			dealer = said[i].Deal.LeftOf(dealer)
		}
		if len(said) > 0 {
			must1(b.RecordMany(ctx, k.slip(), started.Night, 0, said))
		}
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
	testenv.Fine(t, os.WriteFile(path, must1(livelyBook()), 0o600))
	tb := &table{Book: openBook(t, path), t: t, ctx: context.Background(), night: 4,
		players: map[string]chain.PlayerID{"Ann": 1, "Bob": 2, "Cat": 3, "Dan": 4}}
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
