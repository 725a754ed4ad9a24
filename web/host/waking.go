package host

// Circles are asleep: their book is closed and takes no memory and no files. The first request opens it; when
// nobody has used it for a while it is closed again.

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"runtime/debug"
	"slices"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/circles"
	"ouverte/ledger/copies"
	"ouverte/web"
)

const (
	failedFor    = 3 * time.Second // a book that can't be opened isn't tried again so soon
	sweepsEvery  = time.Second
	sharesLinger = 15 * time.Minute // until every limit of a circle is as at the beginning
)

// enter finds the circle of a name, open, and counts one more in it. why says why it isn't there.
func (h *Host) enter(ctx context.Context, name, from string) (a *awake, why *absence) {
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
			if errors.Is(a.err, fs.ErrNotExist) { // it was there a moment ago
				return nil, movingCircle
			}
			return nil, brokenCircle
		}
		return a, nil
	}
}

// enterOnce finds or makes the entry of a circle. One that is leaving isn't entered: leaves is closed when it
// is gone.
func (h *Host) enterOnce(name, from string) (a *awake, leaves <-chan struct{}, why *absence) {
	h.mu.Lock()
	a, leaves = h.enterAwake(name)
	h.mu.Unlock()
	if a != nil || leaves != nil {
		return a, leaves, nil
	}
	s, _ := h.folder.State(name)
	if why = whyAsleep[s]; why != nil {
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
		return nil, nil, stoppedHost
	case !h.makeRoom():
		return nil, nil, fullHost
	}
	a = newAwake(name, h.Now())
	a.in = 1
	if a.share = h.shares[name]; a.share == nil {
		a.share = &share{Share: web.NewShare(name, h.limits)}
		h.shares[name] = a.share
	}
	h.awake[name] = a
	go h.open(a)
	return a, nil, nil
}

// enterAwake counts one more in a circle that is awake, unless it is leaving. The host is locked.
func (h *Host) enterAwake(name string) (a *awake, leaves <-chan struct{}) {
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
func (h *Host) leave(a *awake) {
	h.mu.Lock()
	defer h.mu.Unlock()
	a.last = h.Now()
	a.left()
}

// replace has something done while the book of a circle is closed, for a request that is in it. Who asks next
// opens what then lies there.
func (h *Host) replace(a *awake, put func() error) error {
	if err := a.beginReplacing(&h.mu, put); err != nil {
		return err
	}
	h.letGo(a)
	return a.putErr
}

// makeRoom closes the circle that was idle longest, where as many are open as may be. It is false where all
// are in use.
func (h *Host) makeRoom() bool {
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
	h.dismiss(idle)
	return true
}

// dismiss has a circle leave, if it doesn't already. The host is locked.
func (h *Host) dismiss(a *awake) {
	if !a.leaving {
		a.beginLeaving()
		go h.letGo(a)
	}
}

// open opens the book of a circle and makes its pages.
func (h *Host) open(a *awake) {
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
				a.book, a.pages = nil, nil
			}
		}
	}()
	began := time.Now()
	wrote := make(chan struct{}, 1)
	// It was there a moment ago. If it was moved since, no other is made in its place.
	a.book, a.err = ledger.Open(h.ctx, h.folder.Book(a.name),
		ledger.Options{Clock: h.Now, Log: log, Existing: true, Wrote: wrote})
	if a.err != nil {
		// An error that comes of the host being closed is none.
		if h.ctx.Err() == nil && h.isNew(a.name, a.err.Error()) {
			log.Error("the circle can't be opened", "error", a.err)
		}
		return
	}
	h.isNew(a.name, "")
	for _, w := range a.book.Warnings() {
		log.Warn("the circle's book", "what", w.What, "do", w.Do)
	}
	if h.CopiesIn != "" {
		a.copies = copies.Keep(a.book, wrote, copies.Options{Places: []string{filepath.Join(h.CopiesIn, a.name)},
			Once: h.CopiesOnce, Clock: h.Now, Log: log, Turn: h.copying, Most: h.CopiesMost, In: h.CopiesIn})
	}
	o := h.Options.Options
	o.Log, o.Hosts, o.Copies, o.Stopping, o.Share = log, h.namesOf(a.name), a.copies, a.stopping, a.share.Share
	o.PairCommand = "ouverte pair --book FILE"
	o.Exchange = func(put func() error) error { return h.replace(a, put) }
	a.pages = web.New(a.book, o)
	log.Debug("awake", "took", time.Since(began))
}

// letGo ends what is under way in a circle that is leaving, and closes its book.
func (h *Host) letGo(a *awake) {
	a.end(h.Log)
	h.Log.Debug("asleep", "circle", a.name)
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.awake, a.name)
	a.share.last = h.Now()
	close(a.gone)
}

// sweepAlways sweeps until the host is closed.
func (h *Host) sweepAlways() {
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
func (h *Host) sweep() {
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
		if idle || failed || signed[name] {
			h.dismiss(a)
		}
	}
	for name, share := range h.shares {
		if h.awake[name] == nil && now.Sub(share.last) >= sharesLinger {
			delete(h.shares, name)
		}
	}
}
