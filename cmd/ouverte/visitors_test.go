package main

// Who gets in at the real program: not for standing near. A forwarder and a proxy that hides itself make
// every visitor look like this machine's browser.

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ouverte/ledger/testenv"
	"ouverte/web"
)

// visitor is a browser with its cookies.
type visitor struct {
	t      testing.TB
	base   string
	client *http.Client
}

func newVisitor(t testing.TB, base string) *visitor {
	t.Helper()
	jar := testenv.Must(cookiejar.New(nil))(t)
	client := aClient(t)
	client.Jar = jar
	return &visitor{t, base, client}
}

// opens opens a page as a browser does, and follows where it is sent.
func (v *visitor) opens(path string, headers ...string) (status int, page string) {
	v.t.Helper()
	r := testenv.Must(http.NewRequest("GET", v.base+path, nil))(v.t)
	r.Header.Set("Accept", "text/html")
	for i := 0; i < len(headers); i += 2 {
		if r.Header.Set(headers[i], headers[i+1]); headers[i] == "Host" {
			r.Host = headers[i+1]
		}
	}
	answer := testenv.Must(v.client.Do(r))(v.t)
	defer answer.Body.Close()
	body := testenv.Must(io.ReadAll(answer.Body))(v.t)
	return answer.StatusCode, string(body)
}

// forwarded hands connections on to the program as ssh -R or a container's ports do, and gives its address.
func forwarded(t *testing.T, to string) string {
	t.Helper()
	door := testenv.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	var wait sync.WaitGroup
	t.Cleanup(func() { door.Close(); wait.Wait() })
	hand := func(from, to net.Conn) {
		io.Copy(to, from)
		from.Close()
		to.Close()
	}
	wait.Go(func() {
		for {
			in, err := door.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", to)
			if err != nil {
				in.Close()
				continue
			}
			wait.Go(func() { hand(in, out) })
			wait.Go(func() { hand(out, in) })
		}
	})
	return door.Addr().String()
}

// hidingProxy speaks HTTP/1.1 and says neither whose request it hands on nor that it is there.
func hidingProxy(t *testing.T, to string) string {
	t.Helper()
	door := testenv.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	tr := &http.Transport{}
	srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = r.Clone(r.Context())
		r.URL.Scheme, r.URL.Host, r.Host, r.RequestURI = "http", to, to, ""
		answer, err := tr.RoundTrip(r)
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		defer answer.Body.Close()
		for name, values := range answer.Header {
			w.Header()[name] = values
		}
		w.WriteHeader(answer.StatusCode)
		io.Copy(w, answer.Body)
	})}
	var wait sync.WaitGroup
	wait.Go(func() { srv.Serve(door) })
	t.Cleanup(func() { srv.Close(); tr.CloseIdleConnections(); wait.Wait() })
	return door.Addr().String()
}

// TestNearIsNotIn: once somebody keeps the book, a browser of this machine without a cookie sees the page for
// codes, also through a forwarder, by a proxy that hides itself, and with this machine's name as Host.
func TestNearIsNotIn(t *testing.T) {
	t.Parallel()
	p := serveGuarded(t, newBook(t, 1))
	own := strings.TrimPrefix(p.url, "http://")
	keeper := newVisitor(t, p.url)
	if status, page := keeper.opens("/keeper"); status != 200 || !strings.Contains(page, "Devices") {
		t.Fatalf("the first visit: %d", status)
	}
	ways := map[string]string{
		"directly": own, "a forwarder": forwarded(t, own), "a hiding proxy": hidingProxy(t, own),
	}
	for way, at := range ways {
		for _, host := range []string{at, own, "localhost", "127.0.0.1", "[::1]:8052", "localhost.:1"} {
			guest := newVisitor(t, "http://"+at)
			for _, path := range []string{"/", "/keeper", "/nights/1", "/keeper/export/json", "/keeper/backup",
				"/nights/1/events", "/deals.csv", "/balances"} {
				status, page := guest.opens(path, "Host", host)
				if status != 403 || strings.Contains(page, "Ann 1") {
					t.Errorf("%s as %s: %s answers %d", way, host, path, status)
				}
			}
			deal := url.Values{"key": {"x"}, "call": {"passed"}}
			answer := testenv.Must(guest.client.PostForm("http://"+at+"/nights/1/deals", deal))(t)
			if answer.Body.Close(); answer.StatusCode != 403 {
				t.Errorf("%s as %s: a deal is answered %d", way, host, answer.StatusCode)
			}
		}
	}
	if status, _ := keeper.opens("/keeper"); status != 200 {
		t.Errorf("the keeper afterwards: %d", status)
	}
}

// TestTrustThisMachine: with the flag the program lets in every browser that seems to be on its machine, as
// the demo does.
func TestTrustThisMachine(t *testing.T) {
	testenv.Thorough(t)
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	for _, args := range [][]string{
		{"serve", "--listen", "127.0.0.1:0", "--trust-this-machine"},
		{"demo", "--listen", "127.0.0.1:0"},
	} {
		s := start(t, args...)
		for range 2 {
			if status, _ := newVisitor(t, s.address).opens("/keeper"); status != 200 {
				t.Errorf("%s: the keeper's page answers %d", args[0], status)
			}
		}
		if status := s.end(t); status != 0 {
			t.Errorf("%s ends with %d", args[0], status)
		}
	}
}

// TestWaysBack: a keeper who lost the cookie comes back by the link that --pair prints, once, and by a code
// that ouverte pair makes beside the program.
func TestWaysBack(t *testing.T) {
	t.Parallel()
	book := newBook(t, 1)
	p := serveGuarded(t, book, "--pair")
	if status, _ := newVisitor(t, p.url).opens("/keeper"); status != 200 {
		t.Fatalf("the first visit: %d", status)
	}
	_, link, _ := strings.Cut(p.hears("good once: "), "good once: ")
	link, _, _ = strings.Cut(link, "\n")
	back := newVisitor(t, p.url)
	command := "<code>ouverte pair --book " + book + "</code>"
	if status, page := back.opens("/"); status != 403 || !strings.Contains(page, command) {
		t.Errorf("without a cookie: %d\n%s", status, page)
	}
	way := strings.TrimPrefix(link, p.url)
	if status, page := back.opens(way); status != 200 || strings.Contains(page, `action="/pair"`) {
		t.Errorf("by the link: %d", status)
	}
	if status, _ := back.opens("/keeper"); status != 200 {
		t.Errorf("afterwards: %d", status)
	}
	if status, _ := newVisitor(t, p.url).opens(way); status != 422 {
		t.Errorf("by the link again: %d", status)
	}

	made := func(args ...string) string {
		out, err := prepare(t, append([]string{"pair", "--book", book}, args...)...).Output()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return strings.TrimSpace(string(out))
	}
	again := newVisitor(t, p.url)
	form := url.Values{"code": {made("--quiet")}, "name": {"Tablet"}}
	if answer, err := again.client.PostForm(p.url+"/pair", form); err != nil || answer.StatusCode != 200 {
		t.Errorf("by a code: %v %v", answer, err)
	}
	if status, _ := again.opens("/keeper"); status != 200 {
		t.Errorf("by a code: %d", status)
	}
	form = url.Values{"code": {made("--quiet", "--right", "watcher")}, "name": {"Television"}}
	television := newVisitor(t, p.url)
	testenv.Must(television.client.PostForm(p.url+"/pair", form))(t)
	if status, _ := television.opens("/nights"); status != 200 {
		t.Errorf("the television: %d", status)
	}
	if status, _ := television.opens("/keeper"); status != 403 {
		t.Errorf("the television at the keeper's page: %d", status)
	}
	if got := made(); !strings.Contains(got, " lets one device in as a keeper, until ") {
		t.Errorf("it says %q", got)
	}
}

// TestOpensTheBrowser: the desktop's browser is opened with a link that lets it in, once;
// with the plain address where this machine is trusted; and not without --open, since this is no terminal.
func TestOpensTheBrowser(t *testing.T) {
	folder := t.TempDir()
	opened := filepath.Join(folder, "opened")
	fake := fmt.Sprintf("#!/bin/sh\necho \"$1\" > %[1]s.part && mv %[1]s.part %[1]s\n", opened)
	for _, name := range []string{"xdg-open", "open"} {
		testenv.Fine(t, os.WriteFile(filepath.Join(folder, name), []byte(fake), 0o755))
	}
	t.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	wait := func() string {
		for late := time.Now().Add(20 * time.Second); time.Now().Before(late); {
			if text, err := os.ReadFile(opened); err == nil {
				testenv.Fine(t, os.Remove(opened))
				return strings.TrimSpace(string(text))
			}
			runtime.Gosched()
		}
		t.Fatal("no browser was opened")
		return ""
	}
	p := serveGuarded(t, newBook(t, 1), "--open")
	at := wait()
	way, ours := strings.CutPrefix(at, p.url+"/pair/")
	if !ours || strings.Contains(p.said.String(), way) {
		t.Errorf("it opens %s, and says\n%s", at, p.said)
	}
	browser := newVisitor(t, p.url)
	if status, _ := browser.opens("/pair/" + way); status != 200 {
		t.Errorf("the browser that was opened: %d", status)
	}
	if status, _ := browser.opens("/keeper"); status != 200 {
		t.Errorf("the browser that was opened: %d", status)
	}
	if status, _ := newVisitor(t, p.url).opens("/pair/" + way); status != 422 {
		t.Errorf("another one, later: %d", status)
	}
	p = serveGuarded(t, newBook(t, 1), "--open", "--trust-this-machine")
	testenv.Same(t, wait(), p.url, "where this machine is trusted it opens %s")

	// Started a second time it leads to the one that has the book; where nobody sits it says that it is open.
	book := newBook(t, 1)
	p = serveGuarded(t, book)
	again := []string{"serve", "--book", book, "--listen", strings.TrimPrefix(p.url, "http://")}
	out, err := prepare(t, append(again, "--open")...).CombinedOutput()
	if at := wait(); err != nil || at != p.url || !strings.Contains(string(out), "runs already, at "+p.url+";") {
		t.Errorf("the second opens %s: %v %s", at, err, out)
	}
	if out, err := prepare(t, again...).CombinedOutput(); err == nil ||
		!strings.Contains(string(out), "is open in another ouverte, at "+p.url+"\n") {
		t.Errorf("the second says %v %s", err, out)
	}
	newVisitor(t, p.url).opens("/")

	// What else answers that all is well, or keeps another book, gets no visitor.
	liar := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set(web.BookMark, "0000000000000000")
		_, _ = io.WriteString(w, "ok\n")
	}))
	defer liar.Close()
	for _, at := range []string{liar.URL, serveGuarded(t, newBook(t, 1)).url} {
		out, err := prepare(t, "serve", "--open", "--book", book, "--listen", strings.TrimPrefix(at, "http://")).
			CombinedOutput()
		if err == nil || !strings.Contains(string(out), "is open in another ouverte") {
			t.Errorf("with something else at the address: %v %s", err, out)
		}
	}
	if _, err := os.Stat(opened); err == nil {
		t.Error("a browser is opened where nobody sits, or at somebody else's")
	}
}

// TestSeesBrowsers: a browser is opened by itself only where its user has a display before them.
func TestSeesBrowsers(t *testing.T) {
	for _, c := range []struct {
		system string
		user   int
		env    string
		sees   bool
	}{
		{"linux", 1000, "DISPLAY", true},
		{"linux", 1000, "WAYLAND_DISPLAY", true},
		{"linux", 1000, "", false},
		{"linux", 0, "DISPLAY", false},
		{"linux", 1000, "DISPLAY SSH_CONNECTION", false},
		{"darwin", 501, "", true},
		{"darwin", 501, "SSH_CONNECTION", false},
		{"windows", -1, "", true},
	} {
		env := func(name string) string {
			if slices.Contains(strings.Fields(c.env), name) {
				return ":0"
			}
			return ""
		}
		if got := seesBrowsers(c.system, c.user, env); got != c.sees {
			t.Errorf("%+v: %v", c, got)
		}
	}
	nowhere := testenv.Must(os.OpenFile(os.DevNull, os.O_WRONLY, 0))(t)
	defer nowhere.Close()
	if onTerminal(nowhere) || onTerminal(&strings.Builder{}) {
		t.Error("that is no terminal")
	}
}

// TestStreamsAreShared: thousands of streams by one link for looking on leave a device its own.
func TestStreamsAreShared(t *testing.T) {
	t.Parallel()
	testenv.Slow(t)
	many := 3005
	if !testenv.Whole() {
		many = 1100
	}
	p := serveGuarded(t, newBook(t, 1))
	keeper := newVisitor(t, p.url)
	keeper.opens("/")
	answer := testenv.Must(keeper.client.PostForm(p.url+"/nights/1/watch", nil))(t)
	answer.Body.Close()
	link := "/watch/" + answer.Request.URL.Path[strings.LastIndex(answer.Request.URL.Path, "/")+1:]
	own := strings.TrimPrefix(p.url, "http://")
	in, refused := 0, 0
	for range many {
		c := testenv.Must(net.Dial("tcp", own))(t)
		t.Cleanup(func() { c.Close() })
		c.SetDeadline(time.Now().Add(time.Minute))
		fmt.Fprintf(c, "GET %s/events HTTP/1.1\r\nHost: %s\r\n\r\n", link, own)
		head, err := http.ReadResponse(bufio.NewReader(c), nil)
		switch {
		case err != nil:
			t.Fatal(err)
		case head.StatusCode == 200:
			in++
		case head.StatusCode == 503 && head.Header.Get("Retry-After") != "":
			refused++
			c.Close()
		default:
			t.Fatalf("a stream is answered %d", head.StatusCode)
		}
	}
	if in < 200 || in > 1000 || refused == 0 {
		t.Errorf("one link has %d streams, %d were refused", in, refused)
	}
	r := testenv.Must(http.NewRequest("GET", p.url+"/nights/1/events", nil))(t)
	stream, err := keeper.client.Do(r)
	if err != nil || stream.StatusCode != 200 {
		t.Fatalf("a device's own stream beside them: %v %v", stream, err)
	}
	stream.Body.Close()
	if status, _ := record(t.Context(), keeper.client, p.url, 1, "beside"); status != 200 {
		t.Errorf("a deal beside them: %d", status)
	}
}
