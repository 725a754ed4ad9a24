package web_test

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"ouverte/ledger/testenv"
	"ouverte/web"
	"ouverte/web/webtest"
)

// TestGuessingCodes: one address gets ten tries and then one in six seconds; many together get no more than
// five a second; and one who guesses doesn't keep the others out.
func TestGuessingCodes(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	now := webtest.Evening
	s := openStreet(t, func(o *web.Options) { o.Now = func() time.Time { return now } })
	try := func(from string, get bool) int {
		r := s.request("POST", "/pair", "", url.Values{"code": {"AAAA-AAAA"}, "name": {"Phone"}})
		if get {
			r = s.request("GET", "/pair/AAAA-AAAA", "", nil)
		}
		r.RemoteAddr = from
		return s.come(r).StatusCode
	}
	for i := range 10 {
		if got := try("192.168.1.66:1", i%2 == 0); got != 422 {
			t.Fatalf("try %d: %d", i, got)
		}
	}
	for _, get := range []bool{true, false} {
		same(t, try("192.168.1.66:2", get), 429, "the eleventh try: %d")
	}
	same(t, try("192.168.1.67:1", false), 422, "the neighbour: %d")
	now = now.Add(6 * time.Second)
	if first, second := try("192.168.1.66:3", false), try("192.168.1.66:3", false); first != 422 ||
		second != 429 {
		t.Errorf("six seconds later: %d, then %d", first, second)
	}
	if got := try("[2001:db8::1]:1", false); got != 422 {
		t.Error(got)
	}
	// a whole network of IPv6 is one guesser
	refused := 0
	for i := range 30 {
		if try(fmt.Sprintf("[2001:db8::%x]:1", i+2), false) == 429 {
			refused++
		}
	}
	if refused != 21 {
		t.Errorf("of 30 addresses in one network %d were refused, not 21", refused)
	}
	// all together, from ever new addresses: the burst, then five a second, however many they are
	now = now.Add(time.Minute)
	let := 0
	for i := range 6000 {
		if try(fmt.Sprintf("10.%d.%d.1:1", i/200, i%200), false) == 422 {
			let++
		}
	}
	if let != 50 {
		t.Errorf("%d guesses at once", let)
	}
	now = now.Add(-10 * 365 * 24 * time.Hour) // a clock that jumps gives no tries away and takes none for ever
	same(t, try("10.0.0.1:1", false), 429, "after the clock jumped back: %d")
	now = now.Add(time.Minute)
	same(t, try("10.200.0.1:1", false), 422, "a minute later: %d")
}

// TestPINStands: the PIN stands before what it should, is not asked again for five minutes, keeps the form
// being sent, and can't be guessed.
func TestPINStands(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	now := webtest.Evening
	s := openStreet(t, func(o *web.Options) { o.Now = func() time.Time { return now } })
	fine(t, s.Book.SetPIN(context.Background(), "4711"))
	keeper := s.tokens["keeper"]
	for _, route := range web.RoutesForTest() {
		if !route.PIN {
			continue
		}
		before := s.standing()
		a := s.come(s.request(route.Method, s.at(route), keeper, nil))
		if a.StatusCode != 403 || !strings.Contains(string(a.Bytes), `name="pin-asked"`) {
			t.Errorf("%s %s without the PIN: %d", route.Method, route.Path, a.StatusCode)
		}
		if s.standing() != before {
			t.Errorf("%s %s without the PIN: it was written", route.Method, route.Path)
		}
	}
	asked := s.come(s.request("POST", "/keeper/codes", keeper, url.Values{"right": {"watcher"}}))
	if !strings.Contains(string(asked.Bytes), `name="right" value="watcher"`) ||
		!strings.Contains(string(asked.Bytes), `action="/keeper/codes"`) {
		t.Errorf("what was being sent is lost:\n%s", asked.Bytes)
	}
	form := url.Values{"right": {"watcher"}, "pin-asked": {"0000"}}
	if a := s.come(s.request("POST", "/keeper/codes", keeper, form)); a.StatusCode != 403 ||
		!strings.Contains(string(a.Bytes), "This PIN is wrong.") {
		t.Errorf("a wrong PIN: %d", a.StatusCode)
	}
	form.Set("pin-asked", "4711")
	if a := s.come(s.request("POST", "/keeper/codes", keeper, form)); a.StatusCode != 200 ||
		!strings.Contains(string(a.Bytes), `aria-label="The code"`) {
		t.Errorf("the PIN: %d", a.StatusCode)
	}
	if a := s.come(s.request("GET", "/keeper", keeper, nil)); a.StatusCode != 200 {
		t.Errorf("asked again at once: %d", a.StatusCode)
	}
	other := s.pairs(web.Keeper, "the other keeper")
	if a := s.come(s.request("GET", "/keeper", other, nil)); a.StatusCode != 403 {
		t.Errorf("another device needs none: %d", a.StatusCode)
	}
	for shift, want := range map[time.Duration]int{4 * time.Minute: 200, 5 * time.Minute: 403, -time.Hour: 403} {
		was := now
		now = now.Add(shift)
		if a := s.come(s.request("GET", "/keeper", keeper, nil)); a.StatusCode != want {
			t.Errorf("%v later: %d, not %d", shift, a.StatusCode, want)
		}
		now = was
	}
	// a page that was asked for is shown after the PIN, and leads nowhere else
	for to, want := range map[string]string{"/keeper?did=pin": "/keeper?did=pin", "//evil.example": "/",
		"https://evil.example/": "/", `/\evil.example`: "/", "": "/", "keeper": "/"} {
		a := s.come(s.request("POST", "/pin", keeper, url.Values{"pin-asked": {"4711"}, "to": {to}}))
		if a.StatusCode == 429 {
			now = now.Add(time.Minute)
			a = s.come(s.request("POST", "/pin", keeper, url.Values{"pin-asked": {"4711"}, "to": {to}}))
		}
		if a.StatusCode != 303 || a.Header.Get("Location") != want {
			t.Errorf("to %q: %d, %q", to, a.StatusCode, a.Header.Get("Location"))
		}
	}
	// guessing: five tries, then one a minute
	now = now.Add(time.Hour)
	var got []int
	for i := range 8 {
		got = append(got, s.come(s.request("POST", "/pin", other,
			url.Values{"pin-asked": {fmt.Sprintf("%04d", i)}, "to": {"/keeper"}})).StatusCode)
	}
	if !slices.Equal(got, []int{403, 403, 403, 403, 403, 429, 429, 429}) {
		t.Errorf("guessing: %v", got)
	}
	if a := s.come(s.request("POST", "/pin", other,
		url.Values{"pin-asked": {"4711"}, "to": {"/keeper"}})); a.StatusCode != 429 {
		t.Errorf("the right one after too many wrong ones: %d", a.StatusCode)
	}
	if a := s.come(s.request("POST", "/pin", keeper,
		url.Values{"pin-asked": {"4711"}, "to": {"/keeper"}})); a.StatusCode != 303 {
		t.Errorf("another device meanwhile: %d", a.StatusCode)
	}
	// changing it locks everybody else out
	if a := s.come(s.request("POST", "/keeper/pin", keeper,
		url.Values{"pin": {"0815"}, "do": {"set"}})); a.StatusCode != 303 {
		t.Errorf("changed: %d", a.StatusCode)
	}
	if !s.Book.IsPIN("0815") {
		t.Error("the PIN wasn't changed")
	}
}
