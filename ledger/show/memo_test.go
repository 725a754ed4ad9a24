package show

import (
	"sync"
	"testing"

	"ouverte/ledger/state"
	"ouverte/rules"
)

// TestMemo: what is asked at once is counted once, another state or span anew, and the oldest goes first.
func TestMemo(t *testing.T) {
	var m memo[circleKey, int]
	counted := 0
	one, other := state.New(), state.New()
	ask := func(s *state.State, from int) int {
		return m.of(circleKey{s, rules.LSD, Span{}, from}, func() int { counted++; return counted })
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if got := ask(one, 0); got != 1 {
				t.Errorf("counted %d times", got)
			}
		})
	}
	all.Wait()
	for _, q := range []struct {
		of         *state.State
		from, want int
	}{{other, 0, 2}, {one, 1, 3}, {one, 1, 3}, {one, 0, 1}, {one, 2, 4}, {one, 3, 5}, {one, 0, 6}} {
		if got := ask(q.of, q.from); got != q.want {
			t.Errorf("%d is answered by count %d, not %d", q.from, got, q.want)
		}
	}
	if len(m.kept) != keptAtMost {
		t.Errorf("%d are kept", len(m.kept))
	}
}
