package guard

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
)

// TestTurns: no more work at once than may, everybody in the line comes in, and no more wait than it holds.
func TestTurns(t *testing.T) {
	turns := NewTurns(3, 50)
	var wait sync.WaitGroup
	var working, most, did atomic.Int64
	for range 50 {
		wait.Go(func() {
			done, ok := turns.Take(context.Background())
			if !ok {
				t.Error("the line has room")
				return
			}
			if now := working.Add(1); now > most.Load() {
				most.Store(now)
			}
			did.Add(1)
			working.Add(-1)
			done()
			done() // again: it counts once
		})
	}
	wait.Wait()
	if most.Load() > 3 || did.Load() != 50 {
		t.Errorf("%d at once, %d in all", most.Load(), did.Load())
	}

	small := NewTurns(1, 1)
	done, _ := small.Take(context.Background())
	ctx, leave := context.WithCancel(context.Background())
	left := make(chan bool)
	go func() { _, ok := small.Take(ctx); left <- ok }()
	for small.waiting.Load() == 0 {
	}
	if _, ok := small.Take(context.Background()); ok {
		t.Error("the line is longer than it may be")
	}
	if leave(); <-left {
		t.Error("somebody who left has a turn")
	}
	done()
	if done, ok := small.Take(context.Background()); !ok {
		t.Error("who left stands in the line for ever")
	} else {
		done()
	}
}
