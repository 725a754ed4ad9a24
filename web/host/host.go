package host

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"ouverte/ledger/circles"
	"ouverte/web"
	"ouverte/web/guard"
)

// Options is what a host needs from outside.
type Options struct {
	// Now, Log, Proxies, Strict and Trust are those of every circle; Now and Log are given, and a circle's lines
	// have its name. Hosts are names of the host itself, which no circle can be called.
	web.Options

	// Domains are what follows a circle's name in its host name: friday.whist.example with whist.example. The
	// host itself is at each of them, too.
	Domains []string

	Idle time.Duration // after which a circle that nobody uses is closed
	Most int           // circles that are open at once

	// CopiesIn is the folder for the copies of all circles, which take so many bytes at most; empty for none.
	CopiesIn   string
	CopiesMost int64
	CopiesOnce bool // a flag named it: of a stick, perhaps
}

// Host serves every circle of a folder. Its methods may be used from many goroutines at once.
type Host struct {
	Options
	folder circles.Folder
	front  *web.Front
	limits *web.Limits
	wakes  *guard.Throttle

	ctx      context.Context // ends when the host is closed
	end      context.CancelFunc
	copying  chan struct{} // taken by whose book is copied
	opening  chan struct{} // taken by who opens a book
	sweeping chan struct{} // closed when the sweeper has ended

	mu      sync.Mutex
	awake   map[string]*awake
	shares  map[string]*share // of circles that are awake, or were lately
	wrong   map[string]string // by names in the folder, as last logged
	stopped bool              // streams have been ended
}

// share is a circle's, and when its book was closed.
type share struct {
	*web.Share
	last time.Time
}

// New serves the circles of a folder until Close.
func New(folder circles.Folder, o Options) *Host {
	h := &Host{
		Options: o, folder: folder, limits: web.NewLimits(),
		// A host of people opens a few circles an evening.
		wakes:    guard.NewThrottle(5, 100, 100, 1000),
		copying:  make(chan struct{}, 1),
		opening:  make(chan struct{}, runtime.GOMAXPROCS(0)),
		sweeping: make(chan struct{}),
		awake:    map[string]*awake{}, shares: map[string]*share{}, wrong: map[string]string{},
	}
	h.ctx, h.end = context.WithCancel(context.Background())
	h.front = web.NewFront(o.Options, h.ready)
	go h.sweepAlways()
	return h
}

// ServeHTTP has the circle answer whose name is asked for.
func (h *Host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	from, host := h.front.Arrival(r)
	why := unknownCircle
	name, ok := h.circleAt(host)
	switch {
	case h.atHome(host) && r.URL.Path != "/":
		h.front.ServeHTTP(w, r)
		return
	case h.atHome(host):
		why = noCircle
	case ok:
		var a *awake
		if a, why = h.enter(r.Context(), name, guard.Neighbour(from)); why == nil {
			defer h.leave(a)
			a.pages.ServeHTTP(w, r)
			return
		}
	}
	why.answer(h.front, w, r)
}

// ready tells what is wrong with the folder and the open books. It opens none. A book that can't be opened is
// named in the log, and makes nobody else ill.
func (h *Host) ready(ctx context.Context) error {
	ill := h.writable()
	h.mu.Lock()
	open := slices.DeleteFunc(slices.Collect(maps.Values(h.awake)), func(a *awake) bool {
		return a.leaving || !a.isOpen() || a.err != nil
	})
	h.mu.Unlock()
	for _, a := range open {
		if err := a.book.Ready(ctx); err != nil {
			ill = errors.Join(ill, fmt.Errorf("circle %s: %w", a.name, err))
		}
	}
	return ill
}

// writable tells whether files can be made in the folder.
func (h *Host) writable() error {
	at, err := h.folder.Own("probe-")
	if err != nil {
		return err
	}
	probe, err := os.CreateTemp(filepath.Split(at)) // a name of its own: several may ask at once
	if err != nil {
		return err
	}
	_, err = probe.WriteString("well\n")
	return errors.Join(err, probe.Close(), os.Remove(probe.Name()))
}

// nameStrays names in the log what in the folder is no book.
func (h *Host) nameStrays() {
	all, strays, err := h.folder.List()
	if err != nil {
		h.Log.Error("the folder of circles can't be read", "error", err)
	}
	for _, a := range slices.Concat(all, strays) {
		if a.Wrong != "" && h.isNew(a.Name, a.Wrong) {
			h.Log.Warn("in the folder of circles lies what is no book", "name", a.Name, "what", a.Wrong)
		}
	}
}

// isNew tells whether what is wrong with a name in the folder isn't what was logged last, and notes it.
func (h *Host) isNew(name, wrong string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	before := h.wrong[name]
	h.wrong[name] = wrong
	return wrong != before
}

// Stop ends all streams, and opens no circle any more. The server calls it when it begins to shut down.
func (h *Host) Stop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stopped = true
	for _, a := range h.awake {
		a.stop()
	}
}

// Close closes all books. The server has answered everybody.
func (h *Host) Close() {
	h.Stop()
	h.end()
	<-h.sweeping
	h.mu.Lock()
	var all []*awake
	for _, a := range h.awake {
		h.dismiss(a)
		all = append(all, a)
	}
	h.mu.Unlock()
	for _, a := range all {
		<-a.gone
	}
}
