package web

// Which device is entering the coming deal of a night, told to the night's other devices so that two don't
// enter it. Nothing of this is in the book: it lives in memory, and ends when the device says nothing more.

import (
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
)

const (
	// enteringLasts is for how long a page is believed after its last word; it repeats itself every 20 seconds.
	enteringLasts = time.Minute
	mostEnter     = 8 // pages at a table that are told of at once
)

// entering is who has a deal half entered, by night.
type entering struct {
	sync.Mutex
	by      map[ledger.NightID][]enters // who spoke last comes last
	waiting map[ledger.NightID]map[chan struct{}]bool
}

func noneEntering() entering {
	return entering{by: map[ledger.NightID][]enters{}, waiting: map[ledger.NightID]map[chan struct{}]bool{}}
}

// enters is one page, known by a number of its own, on a device.
type enters struct {
	By   string `json:"by"` // the device's name; empty when it has stopped
	Page string `json:"page"`
	at   time.Time
}

func (e enters) past(now time.Time) bool { return now.Sub(e.at) >= enteringLasts }

// follow returns a channel that is told when it changes, until stop.
func (e *entering) follow(id ledger.NightID) (changed chan struct{}, stop func()) {
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

// now is who enters a deal there.
func (e *entering) now(id ledger.NightID, now time.Time) []enters {
	e.Lock()
	defer e.Unlock()
	who := []enters{}
	for _, one := range e.by[id] {
		if !one.past(now) {
			who = append(who, one)
		}
	}
	return who
}

// set notes who enters a deal there, or that this page has stopped. Nothing is kept where nobody listens.
func (e *entering) set(id ledger.NightID, who enters) {
	e.Lock()
	defer e.Unlock()
	known := func(one enters) bool { return one.Page == who.Page }
	if len(e.waiting[id]) == 0 || who.By == "" && !slices.ContainsFunc(e.by[id], known) {
		return
	}
	now := slices.DeleteFunc(e.by[id], func(one enters) bool { return known(one) || one.past(who.at) })
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

type enteringForm struct {
	Page  string `form:"page" validate:"required,max=32" label:"The page"`
	Begun bool   `form:"begun"`
}

// enterDeal is told by a page of the table that a deal is begun on it, again and again; and that it no longer
// is.
func (s *server) enterDeal(c echo.Context, n *ledger.Night, form *enteringForm) error {
	who := enters{Page: form.Page, at: s.Now()}
	if form.Begun && n.Open {
		who.By = s.who(c).Device
	}
	s.entering.set(n.ID, who)
	return c.NoContent(http.StatusNoContent)
}
