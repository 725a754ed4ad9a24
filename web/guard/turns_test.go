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

// asks plays what one is asked for a while, one turn after the other, each so long and with a pause after it:
// how many turns there were, and how much of the time was rest.
func asks(turns *Turns, from time.Time, lasts, took, pause time.Duration) (count int, rested float64) {
	now, rests := from, time.Duration(0)
	for now.Sub(from) < lasts {
		now = now.Add(took)
		rest := turns.tire(took, now)
		rests += rest
		now = now.Add(rest + pause)
		count++
	}
	return count, float64(rests) / float64(now.Sub(from))
}

// TestFloodRests: whoever asks without end has a tenth of the time, over many connections or few, for short
// pages or long; and who doesn't is let alone, however many look on.
func TestFloodRests(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name                string
		lasts, took, pause  time.Duration
		restsFrom, restsFor float64
	}{
		{"over many connections", time.Minute, ms, 0, .88, .91},
		{"one after the other", time.Minute, ms, ms / 2, .84, .91},
		{"for pages that wait for the disk", time.Minute, 20 * ms, 0, .49, .51},
		{"a hundred looking on at a deal", 100 * 3 * ms, 3 * ms, 0, 0, 0},
		{"a page with its files", 40 * 5 * ms, 5 * ms, 0, 0, 0},
		{"a hundred looking on at six tables", time.Minute, 2 * ms, 8 * ms, 0, 0},
		{"32 tables", time.Minute, 3 * ms, 9 * ms, 0, 0},
	} {
		turns := NewTurns(1, 50, new(Manners))
		if _, rested := asks(turns, time.Unix(1, 0), c.lasts, c.took, c.pause); rested < c.restsFrom ||
			rested > c.restsFor {
			t.Errorf("%s: %.3f of the time is rest", c.name, rested)
		}
		// two seconds later it is forgotten
		if rest := turns.tire(ms, turns.last.Add(2*time.Second)); rest > 0 {
			t.Errorf("%s: long after it a turn has %v of rest", c.name, rest)
		}
	}
	two := NewTurns(2, 50, new(Manners)) // with one of two places taken
	if _, rested := asks(two, time.Unix(1, 0), 600*ms, ms, 0); rested > 0 {
		t.Errorf("of two places, one of which is free, %.3f is rest", rested)
	}
	if _, rested := asks(NewTurns(1, 50, nil), time.Unix(1, 0), time.Minute, ms, 0); rested > 0 {
		t.Errorf("where nobody else is, %.3f is rest", rested)
	}
}

// A place that rests is there again afterwards.
func TestRestEnds(t *testing.T) {
	turns := NewTurns(1, 50, new(Manners))
	for range 9 {
		turns.taken, turns.last = 1, time.Now()
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
