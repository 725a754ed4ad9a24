package web

// One book that is served by itself, and the copy that takes its place.

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/copies"
)

// Alone serves one book: the whole program as one handler.
type Alone struct {
	o Options
	*lasting

	mu  sync.Mutex
	now *awake
}

// New serves a book. Close closes it.
func New(book *ledger.Book, o Options) *Alone {
	m := &Alone{o: o, lasting: newLasting()}
	m.serve(book, o.Copies)
	return m
}

func (m *Alone) serve(book *ledger.Book, c *copies.Keeper) {
	a, stop := newAwake("", time.Time{})
	o := m.o
	o.Copies, o.Stopping = c, stop
	s := newServer(book, o)
	s.lasting = m.lasting
	if o.Reopen != nil {
		s.exchange = func(put func() error) error { return m.replace(a, put) }
	}
	a.book, a.copies, a.server, a.handler = book, c, s, s.middleware(s.router())
	close(a.opened)
	if m.o.Stopping != nil {
		go func() {
			select {
			case <-m.o.Stopping:
				a.stop()
			case <-a.gone:
			}
		}()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = a
}

// ServeHTTP has the book answer that is there; who comes while it is replaced waits for the next.
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
			a.handler.ServeHTTP(w, r)
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
	m.mu.Lock()
	if a.leaving {
		m.mu.Unlock()
		return errLeaving
	}
	a.put, a.asking = put, 1
	a.beginLeaving()
	m.mu.Unlock()
	served := false
	defer func() { // after a panic too: nobody waits for what doesn't come
		if !served {
			m.lost()
		}
		close(a.gone)
	}()
	a.end(a.server.Log)
	ctx, stop := context.WithTimeout(context.Background(), reopenFor)
	defer stop()
	for {
		book, c, err := m.o.Reopen(context.Background())
		if err == nil {
			m.serve(book, c)
			served = true
			return a.putErr
		}
		if !ledger.InUse(err) || ctx.Err() != nil {
			a.server.Log.Error("the book can't be opened again", "error", err)
			return errors.Join(a.putErr, err)
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
		}
	}
}

// lost answers every request with an error page until the book can be opened.
func (m *Alone) lost() {
	a, _ := newAwake("", time.Time{})
	o := m.o
	o.Copies = nil
	a.server = newServer(nil, o)
	pages := a.server.middleware(http.HandlerFunc(a.server.tellLost))
	a.handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if m.again(a) {
			m.ServeHTTP(w, r)
			return
		}
		pages.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), lostKey{}, lostBook)))
	})
	close(a.opened)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = a
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
	book, c, err := m.o.Reopen(context.Background())
	if err != nil {
		lost.server.Log.Error("the book can't be opened again", "error", err)
		return false
	}
	m.serve(book, c)
	return true
}

var lostBook = &fault{Status: http.StatusServiceUnavailable, Heading: "The book can’t be opened",
	Sentence: "Try again in a moment. If that doesn’t help, the host starts Ouverte again, and it says why."}

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
	a.end(a.server.Log)
	close(a.gone)
}
