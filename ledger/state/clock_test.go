package state

import (
	"math/rand/v2"
	"testing"

	"ouverte/ledger/chain"
)

// TestClock holds the clock of random rounds, stopped, let on and given more, against one that ticks by the
// second.
func TestClock(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 5))
		c := Clock{Began: 1e12, Length: minute * rng.Int64N(60)}
		ran, stands := int64(0), false
		for at := c.Began; at < c.Began+90*minute; at += 1000 {
			if rng.IntN(300) == 0 {
				do := []chain.ClockDo{chain.ClockStop, chain.ClockGo, chain.ClockMore}[rng.IntN(3)]
				before := c
				after, ok := c.set(&chain.Round{Clock: do, Minutes: 3}, at)
				if fits := c.On() && (do == chain.ClockMore || stands == (do == chain.ClockGo)); ok != fits {
					t.Fatalf("seed %d: %s of %+v: %v", seed, do, c, ok)
				}
				if c = after; ok && do != chain.ClockMore {
					stands = !stands
				}
				if before.Ran(at) != c.Ran(at) {
					t.Fatalf("seed %d: it jumps from %d to %d by %s", seed, before.Ran(at), c.Ran(at), do)
				}
			}
			if c.Ran(at) != ran || c.Stands() != stands {
				t.Fatalf("seed %d: it ran for %d, stands: %v; want %d, %v", seed, c.Ran(at), c.Stands(), ran, stands)
			}
			switch end := c.Length - ran; {
			case !c.On():
			case stands && c.Remaining() != max(0, end), !stands && c.Ends() != at+end:
				t.Fatalf("seed %d: it ends at %d, or has %d to go; want %d", seed, c.Ends(), c.Length-ran, end)
			case c.IsLast(at) != (end <= min(5*minute, c.Length/4)):
				t.Fatalf("seed %d: with %d of %d to go a deal is the last: %v", seed, end, c.Length, c.IsLast(at))
			case !stands && c.IsLast(at) != (at >= c.LastCall()):
				t.Fatalf("seed %d: the last is called at %d, and not at %d", seed, c.LastCall(), at)
			}
			if !stands {
				ran += 1000
			}
		}
	}
}
