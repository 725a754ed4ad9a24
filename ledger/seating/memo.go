package seating

import (
	"fmt"
	"sync"
)

// Memo caches plans by their inputs: a plan takes up to a third of a second, and is deterministic.
type Memo struct {
	mu   sync.Mutex
	made map[string][]Round
}

const mostKept = 200

// Propose plans the rounds to come; nobody may change them.
func (m *Memo) Propose(p Plan) ([]Round, error) {
	key := fmt.Sprint(p)
	m.mu.Lock()
	defer m.mu.Unlock()
	if rounds, ok := m.made[key]; ok {
		return rounds, nil
	}
	rounds, err := p.propose()
	if err != nil {
		return nil, err
	}
	if m.made == nil || len(m.made) >= mostKept {
		m.made = map[string][]Round{}
	}
	m.made[key] = rounds
	return rounds, nil
}
