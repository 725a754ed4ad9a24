package web

// Circles are asleep: their book is closed and takes no memory and no files. The first request opens it; when
// nobody has used it for a while it is closed again.

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/circles"
	"ouverte/ledger/copies"
)

// awake is a circle whose book is open, being opened or being closed, or could not be opened a moment ago.
type awake struct {
	name  string
	share *circleShare

	opened  chan struct{} // closed when book and handler are there, or err says why not
	book    *ledger.Book
	handler http.Handler
	server  *server
	copies  *copies.Keeper // nil where none are made
	err     error

	stop func()        // ends its streams
	gone chan struct{} // closed when the book is closed

	put    func() error // what is done once the book is closed: a copy takes its place
	putErr error

	// Guarded by who serves it.
	in      int // requests and streams under way
	asking  int // of those, the one that waits for put
	last    time.Time
	leaving bool
	empty   chan struct{} // closed when it is leaving and nobody is in any more
}

func newAwake(name string, now time.Time) (a *awake, stop <-chan struct{}) {
	stopped := make(chan struct{})
	return &awake{name: name, opened: make(chan struct{}), gone: make(chan struct{}),
		empty: make(chan struct{}), last: now, stop: sync.OnceFunc(func() { close(stopped) })}, stopped
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
	if a.book != nil {
		if err := errors.Join(a.server.put(guest{}), a.server.dropHanded(), a.book.Close()); err != nil {
			log.Error("the book wasn't closed as it should be", "circle", a.name, "error", err)
		}
	}
	if a.put != nil {
		a.putErr = a.put()
	}
}

// errLeaving is why a book can't be replaced while it is being closed.
var errLeaving = &ledger.CannotWrite{Sentence: "The book is being closed. Try again in a moment.",
	Cause: errors.New("web: the book is being closed")}

const (
	failedFor    = 3 * time.Second // a book that can't be opened isn't tried again so soon
	letGoWithin  = 10 * time.Second
	sweepsEvery  = time.Second
	sharesLinger = 15 * time.Minute // until every limit of a circle is as at the beginning
)

// enter finds the circle of a name, open, and counts one more in it. why says why it isn't there.
func (h *House) enter(ctx context.Context, name, from string) (a *awake, why *fault) {
	for {
		a, leaves, why := h.enterOnce(name, from)
		if why != nil {
			return nil, why
		}
		if leaves != nil {
			select {
			case <-leaves:
				continue
			case <-ctx.Done():
				return nil, brokenCircle // nobody hears it
			}
		}
		select {
		case <-a.opened:
		case <-ctx.Done():
			h.leave(a)
			return nil, brokenCircle
		}
		if a.err != nil {
			h.leave(a)
			return nil, faultOfOpening(a.err)
		}
		return a, nil
	}
}

// faultOfOpening is the page visitors see. A book that was there a moment ago may have been moved since.
func faultOfOpening(err error) *fault {
	if errors.Is(err, fs.ErrNotExist) {
		return movingCircle
	}
	return brokenCircle
}

// enterOnce finds or makes the entry of a circle. One that is leaving isn't entered: leaves is closed when it
// is gone.
func (h *House) enterOnce(name, from string) (a *awake, leaves <-chan struct{}, why *fault) {
	h.mu.Lock()
	a, leaves = h.enterAwake(name)
	h.mu.Unlock()
	if a != nil || leaves != nil {
		return a, leaves, nil
	}
	if why = whyAsleep(h.folder.State(name)); why != nil {
		return nil, nil, why
	}
	if _, ok := h.wakes.Allow(from, h.Now()); !ok {
		return nil, nil, hastyVisitor
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if a, leaves = h.enterAwake(name); a != nil || leaves != nil { // somebody was faster
		return a, leaves, nil
	}
	switch {
	case h.stopped:
		return nil, nil, stoppedHouse
	case !h.makeRoom():
		return nil, nil, fullHouse
	}
	a, stop := newAwake(name, h.Now())
	a.in = 1
	if a.share = h.shares[name]; a.share == nil {
		a.share = newShare(name, h.shared)
		h.shares[name] = a.share
	}
	h.awake[name] = a
	go h.open(a, stop)
	return a, nil, nil
}

// whyAsleep says why a circle isn't opened; nil where it is.
func whyAsleep(s circles.State, _ time.Time) *fault {
	switch s {
	case circles.Unknown:
		return unknownCircle
	case circles.Closed:
		return closedCircle
	case circles.Moving:
		return movingCircle
	case circles.Moved:
		return movedCircle
	}
	return nil
}

// enterAwake counts one more in a circle that is awake, unless it is leaving. The house is locked.
func (h *House) enterAwake(name string) (a *awake, leaves <-chan struct{}) {
	switch a = h.awake[name]; {
	case a == nil:
		return nil, nil
	case a.leaving:
		return nil, a.gone
	}
	a.in++
	return a, nil
}

// leave counts one less.
func (h *House) leave(a *awake) {
	h.mu.Lock()
	defer h.mu.Unlock()
	a.last = h.Now()
	a.left()
}

// replace has something done while the book of a circle is closed, for a request that is in it. Who asks next
// opens what then lies there.
func (h *House) replace(a *awake, put func() error) error {
	h.mu.Lock()
	if a.leaving || h.stopped {
		h.mu.Unlock()
		return errLeaving
	}
	a.put, a.asking = put, 1
	a.beginLeaving()
	h.mu.Unlock()
	h.letGo(a)
	return a.putErr
}

// makeRoom closes the circle that was idle longest, where as many are open as may be. It is false where all
// are in use.
func (h *House) makeRoom() bool {
	open := 0
	var idle *awake
	for _, a := range h.awake {
		if a.leaving {
			continue
		}
		open++
		if a.in == 0 && (idle == nil || a.last.Before(idle.last)) {
			idle = a
		}
	}
	if open < h.Most || h.Most == 0 {
		return true
	}
	if idle == nil {
		return false
	}
	idle.beginLeaving()
	go h.letGo(idle)
	return true
}

// open opens the book of a circle and makes its server.
func (h *House) open(a *awake, stop <-chan struct{}) {
	defer close(a.opened)
	h.opening <- struct{}{}
	defer func() { <-h.opening }()
	log := h.Log.With("circle", a.name)
	defer func() {
		if p := recover(); p != nil { // what is wrong with one book is wrong with one circle
			log.Error("panic while the circle was opened", "panic", p, "stack", string(debug.Stack()))
			a.err = fmt.Errorf("panic: %v", p)
			if a.book != nil {
				a.err = errors.Join(a.err, a.book.Close())
				a.book = nil
			}
		}
	}()
	began := time.Now()
	wrote := make(chan struct{}, 1)
	// It was there a moment ago. If it was moved since, no other is made in its place.
	a.book, a.err = ledger.Open(h.ctx, h.folder.Book(a.name),
		ledger.Options{Clock: h.Now, Log: log, Existing: true, Wrote: wrote})
	if a.err != nil {
		// An error that comes of the house being closed is none.
		if h.ctx.Err() == nil && h.news(a.name, a.err.Error()) {
			log.Error("the circle can't be opened", "error", a.err)
		}
		return
	}
	h.news(a.name, "")
	for _, w := range a.book.Warnings() {
		log.Warn("the circle's book", "what", w.What, "do", w.Do)
	}
	if h.Copies != "" {
		a.copies = copies.Keep(a.book, wrote, copies.Options{Places: []string{filepath.Join(h.Copies, a.name)},
			Once: h.CopiesOnce, Clock: h.Now, Log: log, Turn: h.copying, Most: h.CopiesMost, In: h.Copies})
	}
	s := newServer(a.book, Options{
		Copies: a.copies,
		Now:    h.Now, Log: log, Hosts: h.namesOf(a.name), Proxies: h.Proxies, Strict: h.Strict,
		Trust: h.Trust, Stopping: stop, PairCommand: "ouverte pair --book FILE",
	})
	s.exchange = func(put func() error) error { return h.replace(a, put) }
	s.join(a.share)
	a.server, a.handler = s, s.middleware(s.router())
	log.Debug("awake", "took", time.Since(began))
}

// namesOf are the host names of a circle.
func (h *House) namesOf(name string) []string {
	names := []string{name + ".localhost"}
	for _, domain := range h.Domains {
		names = append(names, name+"."+domain)
	}
	return names
}

// letGo ends what is under way in a circle that is leaving, and closes its book.
func (h *House) letGo(a *awake) {
	a.end(h.Log)
	h.Log.Debug("asleep", "circle", a.name)
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.awake, a.name)
	a.share.last = h.Now()
	close(a.gone)
}

// sweepAlways sweeps until the house is closed.
func (h *House) sweepAlways() {
	defer close(h.sweeping)
	h.nameStrays()
	ticks := time.NewTicker(sweepsEvery)
	defer ticks.Stop()
	for {
		select {
		case <-ticks.C:
			h.sweep()
		case <-h.ctx.Done():
			return
		}
	}
}

// sweep has circles leave that nobody used for a while, whose book can't be opened, or that got a sign. It
// forgets the limits of those that are long asleep.
func (h *House) sweep() {
	h.mu.Lock()
	names := slices.Collect(maps.Keys(h.awake))
	h.mu.Unlock()
	signed := map[string]bool{}
	for _, name := range names {
		s, _ := h.folder.State(name)
		signed[name] = s != circles.Served && s != circles.Unknown
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.Now()
	for name, a := range h.awake {
		if now.Before(a.last) { // the clock was put back
			a.last = now
		}
		idle := a.in == 0 && now.Sub(a.last) >= h.Idle
		failed := a.in == 0 && a.isOpen() && a.err != nil && now.Sub(a.last) >= failedFor
		if !a.leaving && (idle || failed || signed[name]) {
			a.beginLeaving()
			go h.letGo(a)
		}
	}
	for name, share := range h.shares {
		if h.awake[name] == nil && now.Sub(share.last) >= sharesLinger {
			delete(h.shares, name)
		}
	}
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

// Stop ends all streams, and opens no circle any more. The server calls it when it begins to shut down.
func (h *House) Stop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stopped = true
	for _, a := range h.awake {
		a.stop()
	}
}

// Close closes all books. The server has answered everybody.
func (h *House) Close() {
	h.Stop()
	h.end()
	<-h.sweeping
	h.mu.Lock()
	var all []*awake
	for _, a := range h.awake {
		if !a.leaving {
			a.beginLeaving()
			go h.letGo(a)
		}
		all = append(all, a)
	}
	h.mu.Unlock()
	for _, a := range all {
		<-a.gone
	}
}
