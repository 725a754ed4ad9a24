package live

// Which device is entering the coming deal of a night, told to the night's other devices so that two don't
// enter it. Nothing of this is in the book: it lives in memory, and ends when the device says nothing more.

import (
	"slices"
	"sync"
	"time"

	"ouverte/ledger"
)

const (
	// enteringLasts is for how long a page is believed after its last word; it repeats itself every 20 seconds.
	enteringLasts = time.Minute
	mostEnter     = 8 // pages at a table that are told of at once
)

// Entering is who has a deal half entered, by night.
type Entering struct {
	sync.Mutex
	by      map[ledger.NightID][]Enters // who spoke last comes last
	waiting map[ledger.NightID]map[chan struct{}]bool
}

// NewEntering has nobody entering anything.
func NewEntering() *Entering {
	return &Entering{by: map[ledger.NightID][]Enters{}, waiting: map[ledger.NightID]map[chan struct{}]bool{}}
}

// Enters is one page, known by a number of its own, on a device.
type Enters struct {
	By   string    `json:"by"` // the device's name; empty when it has stopped
	Page string    `json:"page"`
	At   time.Time `json:"-"`
}

func (e Enters) past(now time.Time) bool { return now.Sub(e.At) >= enteringLasts }

// Follow returns a channel that is told when it changes, until stop.
func (e *Entering) Follow(id ledger.NightID) (changed chan struct{}, stop func()) {
	changed = make(chan struct{}, 1)
	e.Lock()
	defer e.Unlock()
	if e.waiting[id] == nil {
		e.waiting[id] = map[chan struct{}]bool{}
	}
	e.waiting[id][changed] = true
	return changed, func() {
		e.Lock()
		defer e.Unlock()
		if delete(e.waiting[id], changed); len(e.waiting[id]) == 0 {
			delete(e.waiting, id)
			delete(e.by, id) // nobody looks any more
		}
	}
}

// Now is who enters a deal there.
func (e *Entering) Now(id ledger.NightID, now time.Time) []Enters {
	e.Lock()
	defer e.Unlock()
	who := []Enters{}
	for _, one := range e.by[id] {
		if !one.past(now) {
			who = append(who, one)
		}
	}
	return who
}

// Set notes who enters a deal there, or that this page has stopped. Nothing is kept where nobody listens.
func (e *Entering) Set(id ledger.NightID, who Enters) {
	e.Lock()
	defer e.Unlock()
	known := func(one Enters) bool { return one.Page == who.Page }
	if len(e.waiting[id]) == 0 || who.By == "" && !slices.ContainsFunc(e.by[id], known) {
		return
	}
	now := slices.DeleteFunc(e.by[id], func(one Enters) bool { return known(one) || one.past(who.At) })
	if who.By != "" {
		now = append(now, who)
	}
	e.by[id] = now[max(0, len(now)-mostEnter):]
	for changed := range e.waiting[id] {
		select {
		case changed <- struct{}{}:
		default: // it is told already
		}
	}
}
