package web

import (
	"encoding/base32"
	"math/rand/v2"
	"sync"
)

// lots draws by chance; requests may draw at once.
type lots struct {
	mu   sync.Mutex
	rand *rand.Rand
}

// draw picks one of n, from 0.
func (l *lots) draw(n int) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.rand.IntN(n)
}

// key makes the key of a form: the book takes a form with this key once.
func (l *lots) key() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var b [15]byte
	for i := range b {
		b[i] = byte(l.rand.Uint32())
	}
	return base32.StdEncoding.EncodeToString(b[:])
}
