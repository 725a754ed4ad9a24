package main

// The proxies the tree has settings for, the real ones, in front of the real program: people come under the
// name that was given, by the address they have, and are let in there; open pages hear of a deal while the
// proxy still holds the line.

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ouverte/ledger/testenv"
)

// aside is where these programs listen: an address of this machine that nobody else here uses, neither to
// listen nor to call from, so that a port that is free stays free until they take it. They don't tell which
// one they took.
const aside = "127.0.0.7"

var portsGiven sync.Map // none to two tests

func freePort(t *testing.T) string {
	t.Helper()
	for {
		door, err := net.Listen("tcp", aside+":0")
		if err != nil {
			testenv.Refused(t, "more than one address of this machine's own", err)
		}
		_, port, err := net.SplitHostPort(door.Addr().String())
		testenv.Fine(t, errors.Join(err, door.Close()))
		if _, given := portsGiven.LoadOrStore(port, true); !given {
			return port
		}
	}
}

// changed is a text we ship with each of these texts, which must be in it, as the test needs them.
func changed(t *testing.T, text string, pairs ...string) string {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(text, pairs[i]) {
			t.Fatalf("nothing says %q any more:\n%s", pairs[i], text)
		}
		text = strings.ReplaceAll(text, pairs[i], pairs[i+1])
	}
	return text
}

// running starts a program that is ended with the test, waits until it is ready, and gives what it says.
func running(t *testing.T, cmd *exec.Cmd, ready func(said string) bool) *hearing {
	t.Helper()
	said := &hearing{}
	cmd.Stdout, cmd.Stderr = said, said
	testenv.Fine(t, cmd.Start())
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		_ = cmd.Wait() // its exit status after a signal is its own affair
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM) // a job in the background may ignore SIGINT, and what it starts too
		<-gone
		if t.Failed() {
			t.Logf("%s said:\n%s", cmd.Path, said)
		}
	})
	for late := time.After(30 * time.Second); !ready(said.String()); {
		select {
		case <-gone:
			t.Fatalf("%s went away: %s", cmd.Path, said)
		case <-late:
			t.Fatalf("%s isn't ready: %s", cmd.Path, said)
		case <-time.After(20 * time.Millisecond):
		}
	}
	return said
}

// listens tells whether a program does.
func listens(port string) func(string) bool {
	return func(string) bool {
		conn, err := net.Dial("tcp", aside+":"+port)
		return err == nil && conn.Close() == nil
	}
}

func TestBehindNginx(t *testing.T) {
	t.Parallel()
	nginx := testenv.Program(t, "nginx")
	behind(t, func(folder, cert, key, port, plain, upstream string) *exec.Cmd {
		text := changed(t, shippedFile(t, "nginx.conf"), "listen 443 ssl;\n\tlisten [::]:443 ssl;",
			"listen "+aside+":"+port+" ssl;", "listen 80;\n\tlisten [::]:80;", "listen "+aside+":"+plain+";",
			"/etc/letsencrypt/live/whist.example/fullchain.pem", cert,
			"/etc/letsencrypt/live/whist.example/privkey.pem", key, "http://127.0.0.1:8052", upstream)
		// what a distribution has around it, gzip included
		around := fmt.Sprintf(`daemon off; worker_processes 1; pid %[1]s/pid; error_log stderr;
events { worker_connections 64; }
http {
	access_log off; gzip on; sendfile on; tcp_nopush on;
	client_body_temp_path %[1]s/body; proxy_temp_path %[1]s/proxy;
	fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u; scgi_temp_path %[1]s/s;
	%[2]s
}
`, folder, text)
		file := filepath.Join(folder, "nginx.conf")
		testenv.Fine(t, os.WriteFile(file, []byte(around), 0o600))
		if out, err := exec.Command(nginx, "-t", "-q", "-e", "stderr", "-p", folder, "-c", file).
			CombinedOutput(); err != nil ||
			len(out) > 0 {
			t.Fatalf("nginx doesn't like it: %v\n%s", err, out)
		}
		return exec.Command(nginx, "-e", "stderr", "-p", folder, "-c", file)
	})
}

func TestBehindCaddy(t *testing.T) {
	t.Parallel()
	caddy := testenv.Program(t, "caddy")
	here := testenv.Must(filepath.Abs("../../docs/deploy/Caddyfile"))(t)
	home := t.TempDir()
	prepared := func(args ...string) *exec.Cmd {
		cmd := exec.Command(caddy, args...)
		cmd.Env = append(cmd.Environ(), "HOME="+home, "XDG_DATA_HOME="+home, "XDG_CONFIG_HOME="+home)
		return cmd
	}
	if out, err := prepared("validate", "--config", here, "--adapter",
		"caddyfile").CombinedOutput(); err != nil ||
		strings.Contains(string(out), `"level":"warn"`) {
		t.Errorf("caddy doesn't like it: %v\n%s", err, out)
	}
	behind(t, func(folder, cert, key, port, _, upstream string) *exec.Cmd {
		text := "{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + changed(t, shippedFile(t, "Caddyfile"),
			"\nwhist.example {",
			fmt.Sprintf("\nhttps://whist.example:%s {\n\tbind %s\n\ttls %s %s", port, aside, cert, key),
			"reverse_proxy 127.0.0.1:8052", "reverse_proxy "+strings.TrimPrefix(upstream, "http://"))
		file := filepath.Join(folder, "Caddyfile")
		testenv.Fine(t, os.WriteFile(file, []byte(text), 0o600))
		return prepared("run", "--config", file, "--adapter", "caddyfile")
	})
}

// behind starts the program and a proxy before it, and comes along as people do.
func behind(t *testing.T, proxy func(folder, cert, key, port, plain, upstream string) *exec.Cmd) {
	folder, port, plain := t.TempDir(), freePort(t), freePort(t)
	cert, key := ownCertificate(t, folder, "whist.example")
	p := serveGuarded(t, newBook(t, 1), "--behind-proxy", "127.0.0.1", "--host", "whist.example")
	running(t, proxy(folder, cert, key, port, plain, p.url), listens(port))
	base := "https://whist.example:" + port

	// people at two addresses of their own
	from := func(address string) *http.Client {
		tr := &http.Transport{
			TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: true,
			DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
				d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
				return d.DialContext(ctx, network, aside+":"+port)
			},
		}
		t.Cleanup(tr.CloseIdleConnections)
		return &http.Client{
			Transport:     tr,
			Timeout:       30 * time.Second,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
	}
	guest, phone := from("127.0.0.3"), from("127.0.0.2")
	var cookies []*http.Cookie
	ask := func(c *http.Client, method, path string, form url.Values, headers ...string) (*http.Response,
		string) {
		t.Helper()
		r := testenv.Must(http.NewRequest(method, base+path, strings.NewReader(form.Encode())))(t)
		if method == "POST" {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.Header.Set("Origin", base)
		}
		for i := 0; i < len(headers); i += 2 {
			if r.Header.Set(headers[i], headers[i+1]); headers[i] == "Host" {
				r.Host = headers[i+1]
			}
		}
		if c == phone {
			for _, x := range cookies {
				r.AddCookie(x)
			}
		}
		a := testenv.Must(c.Do(r))(t)
		defer a.Body.Close()
		body := testenv.Must(io.ReadAll(a.Body))(t)
		return a, string(body)
	}

	if a, page := ask(guest, "GET", "/", nil); a.StatusCode != 403 || !strings.Contains(page, `action="/pair"`) {
		t.Errorf("a stranger: %d", a.StatusCode)
	}
	if a, page := ask(guest, "GET", "/", nil, "Host", "evil.example"); strings.Contains(page, "pair") &&
		a.StatusCode != 421 {
		t.Errorf("under another name: %d %.200s", a.StatusCode, page)
	}
	if a, _ := ask(guest, "GET", "/keeper", nil, "X-Forwarded-For", "127.0.0.1", "X-Forwarded-Host", "127.0.0.1",
		"X-Real-IP", "127.0.0.1"); a.StatusCode != 403 &&
		a.StatusCode != 421 {
		t.Errorf("who says it is this machine: %d", a.StatusCode)
	}

	// A guest who guesses, under ever new names, is one guest; the phone beside it is another.
	var last int
	for i := range 12 {
		a, _ := ask(guest, "POST", "/pair", url.Values{"code": {"AAAA-AAAA"}, "name": {"x"}}, "X-Forwarded-For",
			fmt.Sprintf("203.0.113.%d", i))
		last = a.StatusCode
	}
	if last != 429 {
		t.Errorf("the twelfth guess: %d", last)
	}
	_, code, _ := strings.Cut(p.hears(" at the name of the proxy"), " or /pair/")
	code, _, _ = strings.Cut(code, " ")
	a, page := ask(phone, "POST", "/pair", url.Values{"code": {code}, "name": {"The phone"}})
	if cookies = a.Cookies(); a.StatusCode != 303 || len(cookies) != 1 || cookies[0].Name != "__Host-ouverte" ||
		!cookies[0].Secure {
		t.Fatalf("not let in: %d %v\n%s", a.StatusCode, cookies, page)
	}
	for _, want := range []string{`device="The phone"`, "from=127.0.0.2", "from=127.0.0.3"} {
		p.hears(want)
	}
	if a, page := ask(phone, "GET", "/keeper", nil); a.StatusCode != 200 || !strings.Contains(page, base) {
		t.Errorf("the keeper's page: %d, and it must lead others to %s", a.StatusCode, base)
	}

	// An open page hears of a deal at once.
	r := testenv.Must(http.NewRequest("GET", base+"/nights/1/events", nil))(t)
	r.AddCookie(cookies[0])
	r.Header.Set("Accept-Encoding", "gzip")
	stream := testenv.Must(phone.Do(r))(t)
	defer stream.Body.Close()
	if stream.StatusCode != 200 || stream.Header.Get("Content-Encoding") != "" {
		t.Fatalf("the stream: %d %v", stream.StatusCode, stream.Header)
	}
	events := bufio.NewScanner(stream.Body)
	next := func() string {
		for events.Scan() {
			if data, ok := strings.CutPrefix(events.Text(), "data: "); ok && data != "" {
				return data
			}
		}
		t.Fatalf("the stream ended: %v", events.Err())
		return ""
	}
	first := next()
	form := testenv.Must(url.ParseQuery(aDeal("behind")))(t)
	if a, page := ask(phone, "POST", "/nights/1/deals", form); a.StatusCode != 303 {
		t.Fatalf("a deal: %d %.300s", a.StatusCode, page)
	}
	if second := next(); second == first {
		t.Errorf("the stream says %s again", second)
	}
}
