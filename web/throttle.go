package web

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// throttle slows down whoever guesses: each by himself, so that one who guesses doesn't stand in the way of the others, and
// all together, so that many don't get further than one.
type throttle struct {
	each  rate.Limit // tries a second
	burst int        // tries at once
	all   *rate.Limiter

	mu    sync.Mutex
	of    map[string]*rate.Limiter
	last  time.Time     // what the clock said
	shift time.Duration // by how much it was put back so far
}

// mostThrottled is how many are remembered.
const mostThrottled = 4096

func newThrottle(each rate.Limit, burst int, all rate.Limit, allBurst int) *throttle {
	return &throttle{each: each, burst: burst, all: rate.NewLimiter(all, allBurst), of: map[string]*rate.Limiter{}}
}

// allow takes one try. If it is too early for it, wait is how long it still takes.
func (t *throttle) allow(who string, now time.Time) (wait time.Duration, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now = t.onward(now)
	one := t.of[who]
	if one == nil {
		t.makeRoom(now)
		one = rate.NewLimiter(t.each, t.burst)
		t.of[who] = one
	}
	if !one.AllowN(now, 1) {
		return untilNext(one, now), false
	}
	if !t.all.AllowN(now, 1) {
		return untilNext(t.all, now), false
	}
	return 0, true
}

// onward is the time on a clock that only goes on: one that is put back by years must not make anybody wait for years.
func (t *throttle) onward(now time.Time) time.Time {
	if now.Before(t.last) {
		t.shift += t.last.Sub(now)
	}
	t.last = now
	return now.Add(t.shift)
}

// makeRoom forgets those who have all their tries again, and if there are still too many, anybody: the limit for all holds.
func (t *throttle) makeRoom(now time.Time) {
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

// neighbour is whom an address is counted as: itself, or of IPv6 the network that one house has.
func neighbour(a netip.Addr) string {
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.String()
		}
	}
	return a.String()
}
