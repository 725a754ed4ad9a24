package guard

import "sync"

// Streams counts what stays open, in shares. One share being full takes nothing from another.
type Streams struct {
	mu   sync.Mutex
	open map[string]int
}

// Share is a part of all streams: whose it is, and how many of them may be open at once.
type Share struct {
	Of   string
	Most int
}

// Enter opens a stream that counts in each of the shares, unless one of them is full. leave closes it.
func (s *Streams) Enter(shares ...Share) (leave func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, share := range shares {
		if s.open[share.Of] >= share.Most {
			return nil, false
		}
	}
	if s.open == nil {
		s.open = map[string]int{}
	}
	for _, share := range shares {
		s.open[share.Of]++
	}
	return sync.OnceFunc(func() { s.leave(shares) }), true
}

// leave forgets shares nobody is in, so that nothing grows with those who have been here.
func (s *Streams) leave(shares []Share) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, share := range shares {
		if s.open[share.Of]--; s.open[share.Of] == 0 {
			delete(s.open, share.Of)
		}
	}
}
