package guard

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Throttle limits tries: of each visitor, so that one who guesses doesn't stand in the way of others, and of
// all together, so that many get no further than one.
type Throttle struct {
	each  rate.Limit // tries a second
	burst int        // tries at once
	all   *rate.Limiter

	mu    sync.Mutex
	of    map[string]*rate.Limiter
	last  time.Time     // what the clock said
	shift time.Duration // by how much it was put back so far
}

// mostThrottled is how many visitors are remembered.
const mostThrottled = 4096

// NewThrottle allows each visitor a burst of tries and then so many a second, and the same for all together.
func NewThrottle(each rate.Limit, burst int, all rate.Limit, allBurst int) *Throttle {
	return &Throttle{
		each: each, burst: burst, all: rate.NewLimiter(all, allBurst), of: map[string]*rate.Limiter{},
	}
}

// Allow takes one try. If it is too early for it, wait is how long it still takes.
func (t *Throttle) Allow(who string, now time.Time) (wait time.Duration, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now = t.onward(now)
	one := t.of[who]
	if one == nil {
		t.makeRoom(now)
		one = rate.NewLimiter(t.each, t.burst)
		t.of[who] = one
	}
	for _, limit := range [...]*rate.Limiter{one, t.all} {
		if !limit.AllowN(now, 1) {
			return untilNext(limit, now), false
		}
	}
	return 0, true
}

// onward is the time on a clock that only goes on: one put back by years must not make anybody wait for
// years.
func (t *Throttle) onward(now time.Time) time.Time {
	if now.Before(t.last) {
		t.shift += t.last.Sub(now)
	}
	t.last = now
	return now.Add(t.shift)
}

// makeRoom forgets visitors who have all their tries again and, if that isn't enough, any others: the limit
// of all holds.
func (t *Throttle) makeRoom(now time.Time) {
	if len(t.of) < mostThrottled {
		return
	}
	for who, one := range t.of {
		if one.TokensAt(now) >= float64(t.burst) {
			delete(t.of, who)
		}
	}
	for who := range t.of {
		if len(t.of) < mostThrottled {
			break
		}
		delete(t.of, who)
	}
}

func untilNext(l *rate.Limiter, now time.Time) time.Duration {
	missing := 1 - l.TokensAt(now)
	return max(time.Second, time.Duration(missing/float64(l.Limit())*float64(time.Second)))
}

// Neighbour is whom an address counts as: itself, or of IPv6 the network of one house.
func Neighbour(a netip.Addr) string {
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.String()
		}
	}
	return a.String()
}
