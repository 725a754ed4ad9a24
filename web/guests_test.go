package web_test

// Attacks below HTTP: those who connect and say nothing, those who speak a letter a second, those who never
// stop, and those who send more than anybody can mean. On a real server and real connections.

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"ouverte/ledger/testenv"
	"ouverte/web"
	"ouverte/web/guard"
)

// open serves the street on a port of its own, the server changed as the test wants it.
func (s *street) open(change func(*http.Server)) string {
	s.T.Helper()
	door := must(net.Listen("tcp", "127.0.0.1:0"))(s.T)
	srv := guard.HTTPServer(s.Handler, web.QuietLog())
	if change != nil {
		change(srv)
	}
	var wait sync.WaitGroup
	wait.Go(func() { srv.Serve(door) })
	s.T.Cleanup(func() {
		srv.Close()
		wait.Wait()
	})
	return door.Addr().String()
}

func dial(t testing.TB, addr string) net.Conn {
	t.Helper()
	conn := must(net.DialTimeout("tcp", addr, 20*time.Second))(t)
	t.Cleanup(func() { conn.Close() })
	return conn
}

// said reads what comes until the other side hangs up.
func refusals(t testing.TB, conn net.Conn) string {
	t.Helper()
	conn.SetReadDeadline(time.Now().Add(30 * time.Second))
	got, err := io.ReadAll(conn)
	if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
		t.Errorf("the connection is still open, and said %q", got)
	}
	return string(got)
}

// TestPatience: the server as it comes has a limit for everything.
func TestPatience(t *testing.T) {
	t.Parallel()
	srv := guard.HTTPServer(http.NotFoundHandler(), web.QuietLog())
	for name, d := range map[string]time.Duration{"head": srv.ReadHeaderTimeout, "request": srv.ReadTimeout,
		"answer": srv.WriteTimeout, "rest": srv.IdleTimeout} {
		if d <= 0 || d > 2*time.Minute {
			t.Errorf("for the %s: %v", name, d)
		}
	}
	if srv.ReadHeaderTimeout > 10*time.Second || srv.MaxHeaderBytes > 32<<10 || srv.ConnState == nil {
		t.Errorf("%v, %d bytes", srv.ReadHeaderTimeout, srv.MaxHeaderBytes)
	}
}

// TestSlowClients: who takes his time is hung up on; a stream that takes its time is not. Not parallel: its
// deadlines are short.
func TestSlowClients(t *testing.T) {
	testenv.Slow(t)
	s := openStreet(t)
	addr := s.open(func(srv *http.Server) {
		srv.ReadHeaderTimeout, srv.ReadTimeout, srv.WriteTimeout, srv.IdleTimeout = 300*time.Millisecond,
			600*time.Millisecond, 600*time.Millisecond, 300*time.Millisecond
	})
	stream := dial(t, addr)
	fmt.Fprintf(stream, "GET /nights/%d/events HTTP/1.1\r\nHost: %s\r\nCookie: ouverte=%s\r\n\r\n",
		s.one, addr, s.tokens["watcher"])
	events := bufio.NewReader(stream)
	next := func() string {
		stream.SetReadDeadline(time.Now().Add(30 * time.Second))
		for {
			line, err := events.ReadString('\n')
			if err != nil {
				t.Fatalf("the stream ended: %v", err)
			}
			if strings.HasPrefix(line, "data: ") {
				return strings.TrimSpace(line)
			}
		}
	}
	first := next()

	silent, head, body, rest := dial(t, addr), dial(t, addr), dial(t, addr), dial(t, addr)
	fmt.Fprint(head, "GET / HT")
	fmt.Fprintf(body,
		"POST /pair HTTP/1.1\r\nHost: %s\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: "+
			"500\r\n\r\ncode=", addr)
	fmt.Fprintf(rest, "GET /healthz HTTP/1.1\r\nHost: %s\r\n\r\n", addr)
	same(t, refusals(t, silent), "", "who said nothing was told %q")
	refusals(t, head)
	if got := refusals(t, body); got != "" && !strings.HasPrefix(got, "HTTP/1.1 4") {
		t.Errorf("half a form: %q", got)
	}
	if got := refusals(t, rest); !strings.HasPrefix(got, "HTTP/1.1 200") {
		t.Errorf("who rested: %q", got)
	}
	// All those deadlines are over, and the stream still tells what is new.
	s.Night("units", s.Players("Ida", "Jon", "Kim", "Lea")...)
	if a := s.come(s.request("POST", fmt.Sprintf("/nights/%d/deals", s.one), s.tokens["scorer"],
		withKey(aSolo, "slow"))); a.StatusCode != 303 {
		t.Fatal(a.StatusCode)
	}
	if second := next(); second == first {
		t.Errorf("the stream says %q again", second)
	}
}

// TestIdleConnections opens ten thousand connections, as many as the system lets us have, that say nothing or
// rest after a word: a device still gets in and its stream still lives. Not parallel: it leaves other tests
// few connections.
func TestIdleConnections(t *testing.T) {
	testenv.Slow(t)
	s := openStreet(t)
	many := 10_000
	if !testenv.Whole() {
		many = 6000
	}
	many = min(many, guard.RoomFor(1<<20)-guard.MostConnections-1000)
	if many < 100 {
		t.Skipf("the system lets this process have no more than %d connections", many)
	}
	addr := s.open(nil)
	stream := dial(t, addr)
	fmt.Fprintf(stream, "GET /nights/%d/events HTTP/1.1\r\nHost: %s\r\nCookie: ouverte=%s\r\n\r\n",
		s.one, addr, s.tokens["watcher"])
	events := bufio.NewReader(stream)
	stream.SetReadDeadline(time.Now().Add(2 * time.Minute))
	must(events.ReadString('\n'))(t)
	conns := make([]net.Conn, 0, many)
	defer func() {
		for _, c := range conns {
			c.Close()
		}
	}()
	for i := range many {
		c, err := net.DialTimeout("tcp", addr, 20*time.Second)
		if err != nil {
			t.Fatalf("connection %d: %v", i, err)
		}
		c.(*net.TCPConn).SetLinger(0)
		conns = append(conns, c)
		if i%2 == 0 {
			fmt.Fprintf(c, "GET /healthz HTTP/1.1\r\nHost: %s\r\n\r\n", addr)
		}
	}
	client := &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	for range 5 {
		deal := s.request("POST", fmt.Sprintf("/nights/%d/deals", s.one), s.tokens["scorer"],
			withKey(aSolo, "idle"))
		deal.URL.Scheme, deal.URL.Host, deal.RequestURI = "http", addr, ""
		answer, err := client.Do(deal)
		if err != nil || answer.StatusCode != 200 {
			t.Fatalf("a deal beside %d idle connections: %v %v", many, answer, err)
		}
		io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
	}
	for {
		line, err := events.ReadString('\n')
		if err != nil {
			t.Fatalf("the stream was cut: %v", err)
		}
		if strings.HasPrefix(line, "data: ") {
			break
		}
	}
}

// TestOversized sends more than anybody can mean of everything.
func TestOversized(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	addr := s.open(nil)
	send := func(text string, more ...string) string {
		conn := dial(t, addr)
		go func() {
			io.WriteString(conn, text)
			for _, m := range more {
				if _, err := io.WriteString(conn, m); err != nil {
					return
				}
			}
		}()
		conn.SetReadDeadline(time.Now().Add(30 * time.Second))
		line, err := bufio.NewReader(conn).ReadString('\n')
		if err != nil {
			return "hung up"
		}
		return strings.TrimSpace(line)
	}
	long := strings.Repeat("x", 100_000)
	head := func(method, path, extra string) string {
		return fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/x-www-form-urlencoded\r\n"+
			"Cookie: ouverte=%s\r\n%s\r\n", method, path, addr, s.tokens["scorer"], extra)
	}
	deals := fmt.Sprintf("/nights/%d/deals", s.one)
	for name, c := range map[string]struct{ got, want string }{
		"an address":           {send(head("GET", "/"+long, "")), "431"},
		"a header":             {send(head("GET", "/", "X: "+long+"\r\n")), "431"},
		"thousands of headers": {send(head("GET", "/", strings.Repeat("X: y\r\n", 20_000))), "431"},
		"a cookie":             {send(head("GET", "/", "Cookie: ouverte="+long+"\r\n")), "431"},
		"a form": {send(head("POST", deals, fmt.Sprintf("Content-Length: %d\r\n", len(long)+5)),
			"call=", long), "413"},
		"a form without end": {send(head("POST", deals, "Transfer-Encoding: chunked\r\n"),
			strings.Repeat("1000\r\n"+strings.Repeat("y", 0x1000)+"\r\n", 64)), "413"},
		"a length that lies":  {send(head("POST", deals, "Content-Length: 99999999999999\r\n")), "413"},
		"a length below zero": {send(head("POST", deals, "Content-Length: -5\r\n")), "400"},
		"two lengths":         {send(head("POST", deals, "Content-Length: 5\r\nContent-Length: 6\r\n")), "400"},
		"a length and chunks": {send(head("POST", deals, "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"),
			"0\r\n\r\n"), "4"},
		"a body nobody asked": {send(head("GET", "/healthz", "Content-Length: 100000\r\n"), long), "413"},
	} {
		if !strings.HasPrefix(c.got, "HTTP/1.1 "+c.want) {
			t.Errorf("%s: %q, not %s", name, c.got, c.want)
		}
	}
	for name, form := range map[string]url.Values{
		"a field":          {"key": {"k"}, "call": {strings.Repeat("x", 50_000)}},
		"thousands of one": {"key": {"k"}, "wrong": make([]string, 8000)},
		"a key":            {"key": {strings.Repeat("k", 65)}, "call": {"passed"}},
		"a number": {"key": {"k"}, "call": {"solo"}, "who": {"99999999999999999999999"},
			"tricks": {"1e99"}},
	} {
		before := s.standing()
		if a := s.come(s.request("POST", deals, s.tokens["scorer"], form)); a.StatusCode != 400 &&
			a.StatusCode != 422 {
			t.Errorf("%s: %d", name, a.StatusCode)
		}
		if s.standing() != before {
			t.Errorf("%s was recorded", name)
		}
	}
	for name, how := range map[string]string{
		"a file with its length": fmt.Sprintf("Content-Length: %d\r\n", 40<<20),
		"a file without one":     "Transfer-Encoding: chunked\r\n",
	} {
		conn := dial(t, addr)
		io.WriteString(conn, fmt.Sprintf("POST /houses/file HTTP/1.1\r\nHost: %s\r\nCookie: ouverte=%s\r\n"+
			"Sec-Fetch-Site: same-origin\r\nContent-Type: multipart/form-data; boundary=x\r\n%s\r\n",
			addr, s.tokens["keeper"], how))
		part := "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n"
		part += strings.Repeat("x", 1<<20-len(part))
		for range 40 { // all of it, before anything is read
			if how[0] == 'T' {
				part = fmt.Sprintf("%x\r\n%s\r\n", len(part), part)
			}
			if _, err := io.WriteString(conn, part); err != nil {
				t.Errorf("%s: %v", name, err)
				break
			}
			part = strings.Repeat("x", 1<<20)
		}
		if how[0] == 'T' {
			io.WriteString(conn, "0\r\n\r\n")
		}
		if line, err := bufio.NewReader(conn).ReadString('\n'); !strings.HasPrefix(line, "HTTP/1.1 413") {
			t.Errorf("%s: %q, %v", name, line, err)
		}
	}
	many := url.Values{"key": {"k"}}
	for i := range 5000 {
		many.Set(fmt.Sprintf("f%d", i), "1")
	}
	if a := s.come(s.request("POST", deals, s.tokens["scorer"], many)); a.StatusCode != 400 {
		t.Errorf("thousands of fields: %d", a.StatusCode)
	}
	if _, err := s.Book.Now().Night(s.one); err != nil {
		t.Error(err)
	}
}
