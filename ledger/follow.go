package ledger

import (
	"sync"
)

// followers are those who want to know when something is written, and the newest entry of each night they
// know of.
type followers struct {
	mu    sync.Mutex
	of    map[NightID]map[chan struct{}]bool // night 0: of everything
	heads map[NightID]EntryID
}

// Follow tells when something was written about a night: the channel gets a value after one or more commits.
// It never blocks the book; stop lets go of it.
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

// FollowAll tells when anything was written at all.
func (b *Book) FollowAll() (changed <-chan struct{}, stop func()) { return b.Follow(0) }

// tell tells the followers what was committed.
func (b *Book) tell(wrote map[NightID][]posted) {
	f := &b.followers
	f.mu.Lock()
	defer f.mu.Unlock()
	for n, made := range wrote {
		f.heads[n] = made[len(made)-1].entry.Seq
		for c := range f.of[n] {
			nudge(c)
		}
	}
	for c := range f.of[0] {
		nudge(c)
	}
}

// rouse tells the followers of a night to look again, though nothing was written in the chain.
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

// readUpTo notes how far a night goes that wasn't written to since the book was opened. If it was written to
// while it was read, tell has noted more already, or will.
func (b *Book) readUpTo(n NightID, head EntryID) {
	b.followers.mu.Lock()
	defer b.followers.mu.Unlock()
	if _, ok := b.followers.heads[n]; !ok {
		b.followers.heads[n] = head
	}
}

// head is the newest committed entry of a night, if it was read or written to since the book was opened.
func (b *Book) head(n NightID) (EntryID, bool) {
	b.followers.mu.Lock()
	defer b.followers.mu.Unlock()
	head, ok := b.followers.heads[n]
	return head, ok
}
