package guard

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestTurns: no more work at once than may, whoever waits comes in, and no more wait than the line holds.
func TestTurns(t *testing.T) {
	turns := NewTurns(3, 50, nil)
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

	small := NewTurns(1, 1, nil)
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
	if _, ok := (*Turns)(nil).Take(context.Background()); !ok {
		t.Error("without turns somebody waits")
	}
}

// TestFloodRests: while a line stays long, a place rests nine times as long as a turn took, though never
// longer than anybody is polite; a line that was short in between begins anew.
func TestFloodRests(t *testing.T) {
	turns, began := NewTurns(1, 50, new(Manners)), time.Unix(1, 0)
	for i, step := range []struct {
		after   time.Duration // since the first
		waiting int64
		took    time.Duration
		rests   time.Duration
	}{
		{0, 2, time.Millisecond, 0},
		{time.Second, 2, time.Millisecond, 0}, // never long
		{2000 * time.Millisecond, 3, time.Millisecond, 0},
		{2249 * time.Millisecond, 30, time.Millisecond, 0}, // not yet for long
		{2250 * time.Millisecond, 3, time.Millisecond, 9 * time.Millisecond},
		{2300 * time.Millisecond, 40, time.Second, longestPolite},
		{2400 * time.Millisecond, 2, time.Millisecond, 0},
		{2500 * time.Millisecond, 40, time.Millisecond, 0},
		{2760 * time.Millisecond, 40, time.Millisecond, 9 * time.Millisecond},
	} {
		if got := turns.rest(step.waiting, step.took, began.Add(step.after)); got != step.rests {
			t.Errorf("turn %d: it rests %v, not %v", i+1, got, step.rests)
		}
	}
}

// A place that rests is there again afterwards.
func TestRestEnds(t *testing.T) {
	turns := NewTurns(1, 50, new(Manners))
	for range 3 * longLine {
		turns.long = time.Unix(1, 0) // long ago
		turns.waiting.Store(longLine)
		done, ok := turns.Take(context.Background())
		if !ok {
			t.Fatal("no turn any more")
		}
		done()
	}
}

// TestManners: who has a line begins nothing while somebody without one is at work, and then does.
func TestManners(t *testing.T) {
	m := new(Manners)
	crowded, quiet := NewTurns(1, 10, m), NewTurns(1, 10, m)
	ctx := context.Background()
	first, _ := crowded.Take(ctx)
	var in sync.WaitGroup
	for range 2 {
		in.Go(func() {
			if done, ok := crowded.Take(ctx); ok {
				done()
			}
		})
	}
	for crowded.waiting.Load() < 2 {
	}
	done, _ := quiet.Take(ctx)
	if m.alone != 2 { // the first of the crowd had no line yet
		t.Errorf("%d are at work without a line", m.alone)
	}
	first()
	done()
	in.Wait()
	if m.alone != 0 || m.none != nil {
		t.Errorf("%d are left", m.alone)
	}
	busy := m.enter()
	ended, end := context.WithCancel(ctx)
	end()
	m.giveWay(ended) // doesn't wait for ever
	busy()
}
