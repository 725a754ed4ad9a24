package guard

import (
	"context"
	"sync"
	"sync/atomic"
)

// Turns lets so many work at once. The others wait in line, no more of them than the line holds.
type Turns struct {
	at      chan struct{}
	line    int64
	waiting atomic.Int64
}

// NewTurns lets so many work at once, and so many wait.
func NewTurns(atOnce, line int) *Turns {
	return &Turns{at: make(chan struct{}, atOnce), line: int64(line)}
}

// Take waits for a turn. done gives it back, once, however often it is called. ok is false where the line is
// full or the context ends.
func (t *Turns) Take(ctx context.Context) (done func(), ok bool) {
	defer t.waiting.Add(-1)
	if t.waiting.Add(1) > t.line {
		return nil, false
	}
	select {
	case t.at <- struct{}{}:
		return sync.OnceFunc(func() { <-t.at }), true
	case <-ctx.Done():
		return nil, false
	}
}
