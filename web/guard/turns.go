package guard

import (
	"context"
	"math"
	"sync"
	"sync/atomic"
	"time"
)

// Turns is somebody's share of the processors: so many at work at once, and the others wait in line, no more
// of them than the line holds. One whose places are taken most of the time is flooded: after each turn the
// place rests. A nil Turns lets everybody work.
type Turns struct {
	at      chan struct{}
	line    int64
	waiting atomic.Int64
	manners *Manners

	mu    sync.Mutex
	taken float64 // seconds of the last one in which the places were, rests included
	last  time.Time
}

// When a deal is recorded all that look on ask at once, and when a page is opened its files are; that is over
// before it is flooded. In a flood nine tenths of the time are rest, and rests keep the places taken, so that
// it stays one until nobody asks.
const (
	flooded    = 0.35
	restsTimes = 9
)

// Manners are those of all who share the processors: whoever has a line waits until nobody without one is at
// work, though never long.
type Manners struct {
	mu    sync.Mutex
	alone int           // without a line, and at work
	none  chan struct{} // closed when there are none; nil where nobody waits for that
}

// longestPolite is how long one with a line waits for those without, and how long a place rests: a turn that
// took longer waited for the disk, and kept nobody from the processors.
const longestPolite = 20 * time.Millisecond

// NewTurns lets so many work at once, and so many wait. manners may be nil.
func NewTurns(atOnce, line int, manners *Manners) *Turns {
	return &Turns{at: make(chan struct{}, atOnce), line: int64(line), manners: manners}
}

// Take waits for a turn. done gives it back, once, however often it is called. ok is false where the line is
// full or the context ends.
func (t *Turns) Take(ctx context.Context) (done func(), ok bool) {
	if t == nil {
		return func() {}, true
	}
	if t.waiting.Add(1) > t.line {
		t.waiting.Add(-1)
		return nil, false
	}
	select {
	case t.at <- struct{}{}:
		t.waiting.Add(-1)
	case <-ctx.Done():
		t.waiting.Add(-1)
		return nil, false
	}
	leave := func() {}
	if t.manners != nil {
		if t.waiting.Load() > 0 {
			t.manners.giveWay(ctx)
		} else {
			leave = t.manners.enter()
		}
	}
	began := time.Now()
	return sync.OnceFunc(func() {
		leave()
		now := time.Now()
		if rest := t.tire(now.Sub(began), now); rest > 0 {
			time.AfterFunc(rest, func() { <-t.at })
			return
		}
		<-t.at
	}), true
}

// tire counts a turn, and returns how long its place rests. What is longer ago than a second is as good as
// forgotten.
func (t *Turns) tire(took time.Duration, now time.Time) (rest time.Duration) {
	if t.manners == nil {
		return 0 // nobody to be kept from anything
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	places := float64(cap(t.at))
	t.taken *= math.Exp(min(0, t.last.Sub(now).Seconds()))
	t.taken += took.Seconds() / places
	if t.taken > flooded {
		rest = min(restsTimes*took, longestPolite)
	}
	t.taken += rest.Seconds() / places
	t.last = now
	return rest
}

// enter counts one without a line, until leave.
func (m *Manners) enter() (leave func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.alone++
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.alone--; m.alone == 0 && m.none != nil {
			close(m.none)
			m.none = nil
		}
	}
}

// giveWay waits until none of those is at work.
func (m *Manners) giveWay(ctx context.Context) {
	m.mu.Lock()
	if m.alone == 0 {
		m.mu.Unlock()
		return
	}
	if m.none == nil {
		m.none = make(chan struct{})
	}
	none := m.none
	m.mu.Unlock()
	late := time.NewTimer(longestPolite)
	defer late.Stop()
	select {
	case <-none:
	case <-late.C:
	case <-ctx.Done():
	}
}
