package host_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"ouverte/ledger/testenv"
	"ouverte/web"
	"ouverte/web/webtest"
)

// slowBody is a form that stops in the middle of its file until goOn is closed.
type slowBody struct {
	begin   io.Reader
	reached func()
	goOn    chan struct{}
}

func (b *slowBody) Read(to []byte) (int, error) {
	if n, err := b.begin.Read(to); n > 0 || err != io.EOF {
		return n, err
	}
	b.reached()
	<-b.goOn
	return 0, io.EOF
}

// stops sends a request whose visitor stands still, in the form it sends or in the answer it takes, until
// goOn is closed. It comes back when the visitor does; status is what it is answered in the end.
func (c *club) stops(goOn chan struct{}, method, name, path, cookie string) (status func() int) {
	c.t.Helper()
	reached, done := make(chan struct{}), make(chan struct{})
	w := &webtest.Stopped{ResponseRecorder: httptest.NewRecorder(), Reached: reached, GoOn: goOn}
	var body io.Reader
	if method == "POST" {
		w.Once = true
		body = &slowBody{strings.NewReader("--x\r\nContent-Disposition: form-data; name=\"file\"; " +
			"filename=\"holiday.db\"\r\n\r\nSQLite"), sync.OnceFunc(func() { close(reached) }), goOn}
	}
	r := httptest.NewRequest(method, path, body)
	r.Host, r.RemoteAddr = name+".whist.example", "192.168.1.20:40000"
	r.Header.Set("Cookie", cookie)
	if method == "POST" {
		r.ContentLength = 1 << 20
		r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		r.Header.Set("Origin", "http://"+r.Host)
	}
	go func() {
		defer close(done)
		c.host.ServeHTTP(w, r)
	}()
	select {
	case <-reached:
	case <-done:
		c.t.Errorf("%s of %s: answered %d at once", path, name, w.Code)
	}
	return func() int {
		<-done
		return w.Code
	}
}

// mostCopies is how many files of a book may be on their way at once.
const mostCopies = 4

// TestCircleSlowFiles: however slowly books are sent to circles, and copies taken from them, others copy and
// check theirs meanwhile, and the pages of these circles go on. One circle has so many files on their way.
func TestCircleSlowFiles(t *testing.T) {
	t.Parallel()
	testenv.Slow(t)
	names := []string{"one", "two", "three", "four", "five", "friday"}
	c := openClub(t, names...)
	keeper := map[string]string{}
	for _, name := range names {
		keeper[name] = c.letIn(name, web.Keeper)
	}
	goOn := make(chan struct{})
	let := sync.OnceFunc(func() { close(goOn) })
	defer let()
	var sent, taken []func() int
	for _, name := range names[:5] {
		taken = append(taken, c.stops(goOn, "GET", name, "/keeper/backup", keeper[name]))
		sent = append(sent, c.stops(goOn, "POST", name, "/keeper/evenings/file", keeper[name]))
	}
	for _, name := range []string{"friday", "one"} {
		for _, path := range []string{"/keeper/backup", "/keeper/export/json", "/keeper/evenings", "/players"} {
			if w := c.asks("GET", name+".whist.example", path, keeper[name], nil); w.Code != 200 {
				t.Errorf("meanwhile %s of %s: %d", path, name, w.Code)
			}
		}
	}
	for len(sent) < 5+mostCopies-2 {
		sent = append(sent, c.stops(goOn, "POST", "one", "/keeper/evenings/file", keeper["one"]))
	}
	if w := c.asks("GET", "one.whist.example", "/keeper/backup", keeper["one"], nil); w.Code != 503 {
		t.Errorf("with %d files on their way: %d", mostCopies, w.Code)
	}
	let()
	for _, status := range sent {
		same(t, status(), http.StatusBadRequest, "half a form was answered %d")
	}
	for _, status := range taken {
		same(t, status(), http.StatusOK, "a copy was answered %d")
	}
}
