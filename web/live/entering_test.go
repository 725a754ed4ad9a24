package live

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ouverte/ledger"
)

// TestEntering: a page is told of until it stops, or is silent for a minute; the others stay. There are no
// more than so many, and nothing is kept where nobody listens.
func TestEntering(t *testing.T) {
	t.Parallel()
	const night = ledger.NightID(1)
	e, now := NewEntering(), time.Unix(0, 0)
	says := func(page, by string) { e.Set(night, Enters{By: by, Page: page, At: now}) }
	are := func(want string) {
		t.Helper()
		var pages []string
		for _, one := range e.Now(night, now) {
			pages = append(pages, one.Page)
		}
		if got := strings.Join(pages, " "); got != want {
			t.Errorf("%q enter, not %q", got, want)
		}
	}
	says("a", "tablet")
	are("")
	changed, stop := e.Follow(night)
	told := func(want bool) {
		t.Helper()
		select {
		case <-changed:
			if !want {
				t.Error("told of nothing")
			}
		default:
			if want {
				t.Error("not told")
			}
		}
	}
	says("a", "tablet")
	says("b", "phone")
	are("a b")
	told(true)
	says("c", "")
	told(false) // nobody knew of it
	says("b", "")
	are("a")
	told(true)
	says("b", "phone")
	now = now.Add(enteringLasts / 2)
	says("a", "tablet")
	are("b a")
	now = now.Add(enteringLasts / 2)
	are("a")
	for i := range mostEnter {
		says(fmt.Sprint(i), "guest")
	}
	are("0 1 2 3 4 5 6 7")
	stop()
	if len(e.by) != 0 || len(e.waiting) != 0 {
		t.Error("something is kept though nobody listens")
	}
}
