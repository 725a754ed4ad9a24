package web

// The PIN, where the keeper set one: asked before what can't be undone at the table, and not again for five
// minutes. The page that asks holds the form that was posted, so that nothing is typed twice.

import (
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger/door"
	"ouverte/templates/frame"
	"ouverte/templates/keeper"
	"ouverte/templates/ui"
	"ouverte/web/forms"
)

// unlockedFor is how long it isn't asked again.
const unlockedFor = 5 * time.Minute

// unlocked remembers which devices gave the PIN lately.
type unlocked struct {
	mu    sync.Mutex
	until map[door.DeviceID]time.Time
}

func (u *unlocked) has(id door.DeviceID, now time.Time) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	until, ok := u.until[id]
	return ok && now.Before(until) && until.Sub(now) <= unlockedFor // a clock that jumped back unlocks nothing
}

func (u *unlocked) let(id door.DeviceID, now time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	maps.DeleteFunc(u.until, func(_ door.DeviceID, until time.Time) bool { return !now.Before(until) })
	u.until[id] = now.Add(unlockedFor)
}

// lock forgets who gave the PIN, because it changed.
func (u *unlocked) lock() {
	u.mu.Lock()
	defer u.mu.Unlock()
	clear(u.until)
}

// askedPIN runs before a route that wants the PIN. done says that it has answered, with the page that asks
// for it.
func (s *server) askedPIN(c echo.Context) (done bool, err error) {
	if !s.book.HasPIN() {
		return false, nil
	}
	v, r := s.who(c), c.Request()
	ask := keeper.PINView{Action: "/pin", To: ownPath(r.URL.RequestURI())}
	posting := r.Method != http.MethodGet && r.Method != http.MethodHead
	if posting && sendsFile(r) { // no page holds one: it is chosen once more, on the page above
		posting, ask.To = false, path.Dir(r.URL.Path)
	}
	var given []string
	if posting {
		if _, err := forms.Values(r); err != nil {
			return true, err
		}
		given = r.PostForm["pin-asked"]
		delete(r.PostForm, "pin-asked") // it is no field of the form
	}
	if len(given) == 0 && s.Share.unlocked.has(v.ID, s.Now()) {
		return false, nil
	}
	if posting {
		ask.Action, ask.To = ask.To, ""
		for _, name := range slices.Sorted(maps.Keys(r.PostForm)) {
			for _, value := range r.PostForm[name] {
				ask.Held = append(ask.Held, keeper.Field{Name: name, Value: value})
			}
		}
	}
	if len(given) == 1 {
		says, err := s.weighPIN(c, v, given[0])
		if says == nil || err != nil {
			return err != nil, err
		}
		ask.Says = says
	}
	return true, s.show(c, http.StatusForbidden, pinFrame, keeper.AskPIN(ask))
}

var pinFrame = frame.Frame{Title: "The PIN, please", Styles: []string{"keeper.css"}}

// weighPIN tells what is wrong with a PIN; nil says it is the one, and unlocks.
func (s *server) weighPIN(c echo.Context, v Visitor, pin string) (ui.Says, error) {
	now := s.Now()
	wait, ok := s.Share.pins.Allow(fmt.Sprint(s.Share.circle, " ", v.ID), now)
	if !ok {
		return nil, tooSoon(c.Response(), wait,
			"Too many wrong PINs. Try again in "+inWords(wait)+". Nothing was changed.")
	}
	if !s.book.IsPIN(pin) {
		s.Log.Warn("a wrong PIN", "request", number(c.Request()), "device", v.Device,
			"from", arrivalOf(c.Request()).from)
		return ui.Says{"pin": "This PIN is wrong."}, nil
	}
	s.Share.unlocked.let(v.ID, now)
	return nil, nil
}

// inWords tells a short wait.
func inWords(wait time.Duration) string {
	switch n := int((wait + time.Second - 1) / time.Second); {
	case n <= 1:
		return "a second"
	case n < 90:
		return fmt.Sprintf("%d seconds", n)
	default:
		return fmt.Sprintf("%d minutes", (n+59)/60)
	}
}

type pinForm struct {
	PIN string `form:"pin-asked" validate:"max=12" label:"The PIN"`
	To  string `form:"to" validate:"max=2000" label:"The page"`
}

// givePIN takes the PIN for a page.
func (s *server) givePIN(c echo.Context, form *pinForm) error {
	to := ownPath(form.To)
	if s.book.HasPIN() {
		says, err := s.weighPIN(c, s.who(c), form.PIN)
		if err != nil {
			return err
		}
		if says != nil {
			v := keeper.PINView{Action: "/pin", To: to, Says: says}
			return s.show(c, http.StatusForbidden, pinFrame, keeper.AskPIN(v))
		}
	}
	return s.goTo(c, to)
}
