package host

// One book that is served by itself, and the copy that takes its place.

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/copies"
	"ouverte/web"
)

// Reopen opens the book once more that was closed so that a copy could take its place, and has that one
// copied.
type Reopen func(context.Context) (*ledger.Book, *copies.Keeper, error)

// Alone serves one book: the whole program as one handler.
type Alone struct {
	o      web.Options
	reopen Reopen
	log    *slog.Logger
	front  *web.Front // while the book can't be opened

	mu      sync.Mutex
	now     *awake
	stopped bool // streams have been ended
}

// NewAlone serves a book, in whose place a copy can be put where reopen isn't nil. Close closes it.
func NewAlone(book *ledger.Book, o web.Options, reopen Reopen) *Alone {
	m := &Alone{o: o, reopen: reopen, log: cmp.Or(o.Log, slog.Default()), front: web.NewFront(o, nil)}
	m.o.Share = web.NewShare("", nil)
	m.serve(book, o.Copies)
	return m
}

func (m *Alone) serve(book *ledger.Book, c *copies.Keeper) {
	a := newAwake("", time.Time{})
	o := m.o
	o.Copies, o.Stopping = c, a.stopping
	if m.reopen != nil {
		o.Exchange = func(put func() error) error { return m.replace(a, put) }
	}
	a.copies, a.pages = c, web.New(book, o)
	m.become(a)
}

// become has a answer from now on. Without pages it is a book that can't be opened.
func (m *Alone) become(a *awake) {
	close(a.opened)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.now = a; m.stopped {
		a.stop()
	}
}

// ServeHTTP has the book answer that is there; who comes while it is replaced waits for the next, and who
// comes while it can't be opened tries again.
func (m *Alone) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for {
		m.mu.Lock()
		a := m.now
		if !a.leaving {
			a.in++
			m.mu.Unlock()
			defer func() {
				m.mu.Lock()
				defer m.mu.Unlock()
				a.left()
			}()
			switch {
			case a.pages != nil:
				a.pages.ServeHTTP(w, r)
			case m.again(a):
				m.ServeHTTP(w, r)
			default:
				lostBook.answer(m.front, w, r)
			}
			return
		}
		m.mu.Unlock()
		select {
		case <-a.gone:
		case <-r.Context().Done():
			return
		}
	}
}

// reopenFor is how long another program may have the book that was closed for a moment.
const reopenFor = 10 * time.Second

// replace has something done while the book is closed, for a request that is in it, and serves what then lies
// there. Where that can't be opened, who comes next tries again.
func (m *Alone) replace(a *awake, put func() error) error {
	if err := a.beginReplacing(&m.mu, put); err != nil {
		return err
	}
	served := false
	defer func() { // after a panic too: nobody waits for what doesn't come
		if !served {
			m.become(newAwake("", time.Time{}))
		}
		close(a.gone)
	}()
	a.end(m.log)
	for late := time.Now().Add(reopenFor); ; time.Sleep(100 * time.Millisecond) {
		book, c, err := m.reopen(context.Background())
		if err == nil {
			m.serve(book, c)
			served = true
			return a.putErr
		}
		if !ledger.InUse(err) || time.Now().After(late) {
			m.log.Error("the book can't be opened again", "error", err)
			return errors.Join(a.putErr, err)
		}
	}
}

// again tells whether a book that was lost is served by now, and tries to open it, though not at once again.
func (m *Alone) again(lost *awake) bool {
	m.mu.Lock()
	found, late := m.now != lost, time.Since(lost.last) >= failedFor
	if late {
		lost.last = time.Now()
	}
	m.mu.Unlock()
	if found || !late {
		return found
	}
	book, c, err := m.reopen(context.Background())
	if err != nil {
		m.log.Error("the book can't be opened again", "error", err)
		return false
	}
	m.serve(book, c)
	return true
}

// Stop ends all streams. The server calls it when it begins to shut down.
func (m *Alone) Stop() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.stopped = true
	m.now.stop()
}

// Close closes the book. The server has answered everybody.
func (m *Alone) Close() {
	m.mu.Lock()
	a := m.now
	if a.leaving {
		m.mu.Unlock()
		return
	}
	a.beginLeaving()
	m.mu.Unlock()
	a.end(m.log)
	close(a.gone)
}
