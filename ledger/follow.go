package ledger

import "sync"

// followers are the channels to wake when something is written, and the newest known entry of each night.
type followers struct {
	mu    sync.Mutex
	of    map[NightID]map[chan struct{}]bool
	heads map[NightID]EntryID
}

// Follow returns a channel that gets a value after one or more commits to a night, or to a table of it if it
// is an evening at several tables. It never blocks the book.
// stop releases it.
func (b *Book) Follow(n NightID) (changed <-chan struct{}, stop func()) {
	f := &b.followers
	c := make(chan struct{}, 1)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.of[n] == nil {
		f.of[n] = map[chan struct{}]bool{}
	}
	f.of[n][c] = true
	return c, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.of[n], c)
		if len(f.of[n]) == 0 {
			delete(f.of, n)
		}
	}
}

// announce wakes the followers of what was committed, and of the evenings of which that were tables.
func (b *Book) announce(wrote map[NightID][]posted, hubs map[NightID]bool) {
	f := &b.followers
	f.mu.Lock()
	defer f.mu.Unlock()
	for n, made := range wrote {
		f.heads[n] = made[len(made)-1].entry.Seq
		for c := range f.of[n] {
			nudge(c)
		}
	}
	for n := range hubs {
		for c := range f.of[n] {
			nudge(c)
		}
	}
}

// rouse wakes the followers of a night though no entry was written.
func (b *Book) rouse(n NightID) {
	f := &b.followers
	f.mu.Lock()
	defer f.mu.Unlock()
	for c := range f.of[n] {
		nudge(c)
	}
}

func nudge(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // it has one waiting
	}
}

// readUpTo notes the head of a night that wasn't written to since the book was opened. A commit made while it
// was read has noted a newer one in announce, or will.
func (b *Book) readUpTo(n NightID, head EntryID) {
	b.followers.mu.Lock()
	defer b.followers.mu.Unlock()
	if _, ok := b.followers.heads[n]; !ok {
		b.followers.heads[n] = head
	}
}

// head is the newest committed entry of a night that was read or written since the book was opened.
func (b *Book) head(n NightID) (EntryID, bool) {
	b.followers.mu.Lock()
	defer b.followers.mu.Unlock()
	head, ok := b.followers.heads[n]
	return head, ok
}
