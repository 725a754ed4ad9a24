package host

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/copies"
	"ouverte/web"
)

// awake is a book that is open, being opened or being closed, or could not be opened a moment ago.
type awake struct {
	name  string // of its circle; empty of a book that is served by itself
	share *share // of its circle

	opened chan struct{} // closed when book and pages are there, or err says why not
	book   *ledger.Book
	pages  *web.Served
	copies *copies.Keeper // nil where none are made
	err    error

	stopping <-chan struct{} // closed by stop
	stop     func()          // ends its streams
	gone     chan struct{}   // closed when the book is closed

	put    func() error // what is done once the book is closed: a copy takes its place
	putErr error

	// Guarded by who serves it.
	in      int // requests and streams under way
	asking  int // of those, the one that waits for put
	last    time.Time
	leaving bool
	empty   chan struct{} // closed when it is leaving and nobody is in any more
}

func newAwake(name string, now time.Time) *awake {
	stopping := make(chan struct{})
	return &awake{name: name, opened: make(chan struct{}), gone: make(chan struct{}), empty: make(chan struct{}),
		last: now, stopping: stopping, stop: sync.OnceFunc(func() { close(stopping) })}
}

// isOpen tells whether it was tried to open the book.
func (a *awake) isOpen() bool {
	select {
	case <-a.opened:
		return true
	default:
		return false
	}
}

// left counts one less.
func (a *awake) left() {
	a.in--
	if a.in == a.asking && a.leaving {
		close(a.empty)
	}
}

// beginLeaving has nobody enter any more.
func (a *awake) beginLeaving() {
	a.leaving = true
	if a.in == a.asking {
		close(a.empty)
	}
}

// beginReplacing is beginLeaving for a request that is in it, and has put done once the book is closed.
func (a *awake) beginReplacing(guard *sync.Mutex, put func() error) error {
	guard.Lock()
	defer guard.Unlock()
	if a.leaving {
		return &ledger.CannotWrite{Sentence: "The book is being closed. Try again in a moment.",
			Cause: errors.New("host: the book is being closed")}
	}
	a.put, a.asking = put, 1
	a.beginLeaving()
	return nil
}

// letGoWithin is how long a book stays open for those who are being answered.
const letGoWithin = 10 * time.Second

// end ends what is under way, closes the book, and puts another in its place if that was asked for. Nobody
// enters any more.
func (a *awake) end(log *slog.Logger) {
	defer func() {
		if p := recover(); p != nil { // who waits for the end, and other books, wait no longer
			log.Error("panic while the book was closed", "circle", a.name, "panic", p, "stack", string(debug.Stack()))
			a.putErr = fmt.Errorf("panic: %v", p)
		}
	}()
	<-a.opened
	a.stop()
	late := time.NewTimer(letGoWithin)
	defer late.Stop()
	select {
	case <-a.empty:
	case <-late.C:
		log.Warn("the book is closed though somebody is still being answered", "circle", a.name)
	}
	a.copies.End()
	if a.pages != nil {
		if err := a.pages.Close(); err != nil {
			log.Error("the book wasn't closed as it should be", "circle", a.name, "error", err)
		}
	}
	if a.put != nil {
		a.putErr = a.put()
	}
}
