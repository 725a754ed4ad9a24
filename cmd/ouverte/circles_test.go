package main

// Circles spread by name over machines, played small: three programs, each with a folder of circles that
// Litestream copies to S3-compatible storage, and two proxies that know which circle is where.

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/circles"
	"ouverte/ledger/door"
	"ouverte/ledger/testenv"
)

// machine is a program with its folder, and the copy of it.
type machine struct {
	*program
	folder  circles.Folder
	address string // host and port
	copying *exec.Cmd
	storage string // the S3 server that has its copies, and the folder that has
	kept    string
}

// startMachine starts a program on a folder with these circles, four people in each, and its copy.
func startMachine(t *testing.T, number int, names ...string) *machine {
	t.Helper()
	m := &machine{folder: circles.Folder(t.TempDir()), kept: t.TempDir()}
	for _, name := range names {
		furnish(t, m.folder.Book(name), 1)
	}
	m.program = serveWith(t, "--books", string(m.folder), "--domain", "whist.example",
		"--behind-proxy", "127.0.0.0/8", "--idle", "2s")
	m.address = regexp.MustCompile(`msg=serving address=(\S+)`).FindStringSubmatch(m.hears("msg=serving"))[1]
	m.storage = s3Server(t, m.kept)
	config := filepath.Join(t.TempDir(), "litestream.yml")
	text := changed(t, shippedFile(t, "litestream-circles.yml"), "https://s3.example", m.storage, "/srv/circles",
		string(m.folder), "machine-1", fmt.Sprintf("machine-%d", number))
	testenv.Fine(t, os.WriteFile(config, []byte(text), 0o600))
	said := &hearing{}
	m.copying = exec.Command(testenv.Program(t, "litestream"), "replicate", "-config", config)
	m.copying.Stdout, m.copying.Stderr = said, said
	testenv.Fine(t, m.copying.Start())
	t.Cleanup(func() {
		m.copying.Process.Kill()
		m.copying.Wait() // killed: that it failed is no news
		if t.Failed() {
			t.Logf("litestream of machine %d said:\n%s", number, said)
		}
	})
	return m
}

// restore fetches the copy of a circle of a machine, as the configuration we ship says.
func (m *machine) restore(t *testing.T, number int, name, to string) error {
	t.Helper()
	from := changed(t, regexp.MustCompile(`'(s3://\S+)'`).FindStringSubmatch(
		shippedFile(t, "litestream-circles.yml"))[1],
		"https://s3.example", m.storage, "machine-1", fmt.Sprintf("machine-%d", number), "friday", name)
	out, err := exec.Command(testenv.Program(t, "litestream"), "restore", "-o", to, from).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

// spread is a proxy that spreads names over machines by the map we ship, with other lines in it.
type spread struct {
	address, control, file, home string
}

func startSpread(t *testing.T, lines string) *spread {
	t.Helper()
	caddy, port := testenv.Program(t, "caddy"), freePort(t)
	s := &spread{address: aside + ":" + port, control: aside + ":" + freePort(t), home: t.TempDir()}
	s.write(t, lines)
	s.file = filepath.Join(s.home, "Caddyfile")
	text := "{\n\tadmin " + s.control + "\n}\n" + changed(t, shippedFile(t, "Caddyfile.circles"),
		"\n*.whist.example {", fmt.Sprintf("\nhttp://*.whist.example:%s {\n\tbind %s", port, aside),
		"\ttls /etc/caddy/whist.example.pem /etc/caddy/whist.example.key\n", "",
		"/etc/caddy/circles.map", filepath.Join(s.home, "circles.map"))
	testenv.Fine(t, os.WriteFile(s.file, []byte(text), 0o600))
	running(t, s.command(caddy, "run", "--config", s.file, "--adapter", "caddyfile"), listens(port))
	return s
}

func (s *spread) command(caddy string, args ...string) *exec.Cmd {
	cmd := exec.Command(caddy, args...)
	cmd.Env = append(cmd.Environ(), "HOME="+s.home, "XDG_DATA_HOME="+s.home, "XDG_CONFIG_HOME="+s.home)
	return cmd
}

func (s *spread) write(t *testing.T, lines string) {
	t.Helper()
	testenv.Fine(t, os.WriteFile(filepath.Join(s.home, "circles.map"), []byte(lines), 0o600))
}

// now has the proxy go by other lines.
func (s *spread) now(t *testing.T, lines string) {
	t.Helper()
	s.write(t, lines)
	out, err := s.command(testenv.Program(t, "caddy"), "reload", "--config", s.file, "--adapter", "caddyfile",
		"--address", s.control).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// tablet records deals at a circle, through a proxy.
type tablet struct {
	client         *http.Client
	at             *spread
	circle, cookie string
}

func (t *tablet) send(ctx context.Context, path string, form string) (status int, cookie string) {
	r, err := http.NewRequestWithContext(ctx, "POST", "http://"+t.at.address+path, strings.NewReader(form))
	if err != nil {
		panic(err)
	}
	r.Host = t.circle + ".whist.example"
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Cookie", t.cookie)
	answer, err := t.client.Do(r)
	if err != nil {
		return 0, ""
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, answer.Body)
	for _, c := range answer.Cookies() {
		cookie = c.Name + "=" + c.Value
	}
	return answer.StatusCode, cookie
}

// seat lets a tablet into a circle of a machine.
func (m *machine) seat(t *testing.T, client *http.Client, at *spread, circle string) *tablet {
	t.Helper()
	code, _, err := ledger.CodeBeside(context.Background(), m.folder.Book(circle), door.Scorer)
	if err != nil {
		t.Fatal(err)
	}
	tab := &tablet{client: client, at: at, circle: circle}
	form := url.Values{"code": {code}, "name": {"The tablet of " + circle}}.Encode()
	status, cookie := tab.send(context.Background(), "/pair", form)
	if status != 303 || cookie == "" {
		t.Fatalf("the tablet of %s isn't let in: %d", circle, status)
	}
	tab.cookie = cookie
	return tab
}

// TestCirclesOverMachines loses one of three machines while deals are recorded at all of them. Its circles
// are restored from their copies and served by another, with all that had been copied before, for the tablets
// that were paired before. The others notice nothing.
func TestCirclesOverMachines(t *testing.T) {
	testenv.Thorough(t)
	testenv.Program(t, "caddy") // before anything is started
	t.Setenv("LITESTREAM_ACCESS_KEY_ID", "key")
	t.Setenv("LITESTREAM_SECRET_ACCESS_KEY", "secret")
	t.Setenv("AWS_CA_BUNDLE", "") // Litestream stops where this is set
	lost := []string{"monday", "oak", "queen"}
	one, two := startMachine(t, 1, "ace", "friday"), startMachine(t, 2, lost...)
	three := startMachine(t, 3, "thursday")
	names := "thursday.whist.example " + three.address + "\n~^[a-l].* " + one.address + "\ndefault "
	proxies := []*spread{startSpread(t, names+two.address+"\n"), startSpread(t, names+two.address+"\n")}
	client := &http.Client{Timeout: 30 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	var tablets []*tablet
	for i, at := range []struct {
		of     *machine
		circle string
	}{{one, "ace"}, {one, "friday"}, {two, "monday"}, {two, "oak"}, {two, "queen"}, {three, "thursday"}} {
		tablets = append(tablets, at.of.seat(t, client, proxies[i%2], at.circle))
	}

	ctx, over := context.WithCancel(context.Background())
	defer over()
	var mu sync.Mutex
	acknowledged := map[string]time.Time{} // by circle and key
	sofar := func() map[string]time.Time { mu.Lock(); defer mu.Unlock(); return maps.Clone(acknowledged) }
	var writers sync.WaitGroup
	var gone, back sync.Map
	for _, tab := range tablets {
		writers.Go(func() {
			for n := 0; ctx.Err() == nil; {
				key := fmt.Sprintf("%s-%d", tab.circle, n)
				switch status, _ := tab.send(ctx, "/nights/1/deals", aDeal(key)); {
				case status == 303:
					mu.Lock()
					acknowledged[key] = time.Now()
					mu.Unlock()
					if _, was := gone.Load(tab.circle); was {
						back.LoadOrStore(tab.circle, time.Now())
					}
					n++
				case ctx.Err() != nil:
				case status == 0: // the proxy cut the line when it took the other map; it asks again, as tablets do
				case status == 404 || status >= 500:
					gone.Store(tab.circle, status)
				default:
					t.Errorf("%s: %d", key, status)
					return
				}
				wait, done := context.WithTimeout(ctx, 20*time.Millisecond)
				<-wait.Done()
				done()
			}
		})
	}
	awaited := func(what string, is func() bool) {
		t.Helper()
		for late := time.Now().Add(3 * time.Minute); !is(); {
			if time.Now().After(late) {
				t.Fatalf("%s: not within three minutes", what)
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	awaited("forty deals at each circle", func() bool { return len(sofar()) > 40*len(tablets) })
	early := sofar()
	copied := func(circle string) bool { // acknowledged until now
		to := filepath.Join(t.TempDir(), "early.db")
		if two.restore(t, 2, circle, to) != nil {
			return false
		}
		have := inBook(t, to)
		for key := range early {
			if strings.HasPrefix(key, circle+"-") && have[key] != 1 {
				return false
			}
		}
		return true
	}
	for _, circle := range lost {
		awaited("the copy of "+circle, func() bool { return copied(circle) })
	}

	two.signal(syscall.SIGKILL)
	two.copying.Process.Kill()
	at := time.Now()
	two.ended()
	last := newest(t, two.kept)
	testenv.Fine(t, os.RemoveAll(string(two.folder)))
	all := sofar()
	for _, circle := range lost {
		testenv.Fine(t, two.restore(t, 2, circle, three.folder.Book(circle)))
		have, missing, stale := inBook(t, three.folder.Book(circle)), 0, time.Duration(0)
		for key, when := range all {
			if !strings.HasPrefix(key, circle+"-") || have[key] == 1 {
				continue
			}
			missing, stale = missing+1, max(stale, at.Sub(when))
			if _, was := early[key]; was {
				t.Errorf("%s was in the copy and is lost", key)
			}
		}
		t.Logf("%s: %d deals came back, %d are lost with the machine, the first %s before", circle, len(have),
			missing, stale.Round(time.Millisecond))
	}
	for _, p := range proxies {
		p.now(t, names+three.address+"\n")
	}
	awaited("all circles are played on in", func() bool {
		for _, circle := range lost {
			if _, ok := back.Load(circle); !ok {
				return false
			}
		}
		return true
	})
	took := time.Since(at)
	over()
	writers.Wait()
	for _, circle := range []string{"ace", "friday", "thursday"} {
		if status, was := gone.Load(circle); was {
			t.Errorf("%s of another machine was disturbed: %v", circle, status)
		}
	}
	t.Logf("%d deals acknowledged before; copied until %s before the loss; played on %s after it", len(all),
		at.Sub(last).Round(time.Millisecond), took.Round(time.Millisecond))
}

// TestCirclesServed: while a folder is served, circles are made, closed and moved in it by the commands, and
// asked for by their names.
func TestCirclesServed(t *testing.T) {
	t.Parallel()
	testenv.Slow(t)
	folder, other := t.TempDir(), t.TempDir()
	p := serveWith(t, "--books", folder, "--domain", "whist.example")
	said := p.hears("msg=serving")
	address := regexp.MustCompile(`msg=serving address=(\S+)`).FindStringSubmatch(said)[1]
	does := func(args ...string) string {
		t.Helper()
		cmd := prepare(t, append([]string{"circle"}, args...)...)
		cmd.Env = append(cmd.Env, "OUVERTE_BOOKS="+folder)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("circle %q: %s", args, out)
		}
		return string(out)
	}
	ask := func(host, path string) (int, string) {
		t.Helper()
		r := testenv.Must(http.NewRequest("GET", "http://"+address+path, nil))(t)
		r.Host = host
		answer := testenv.Must(http.DefaultTransport.RoundTrip(r))(t)
		defer answer.Body.Close()
		page := testenv.Must(io.ReadAll(answer.Body))(t)
		return answer.StatusCode, string(page)
	}
	const friday = "friday.whist.example"
	expect := func(status int, host, path, says string) {
		t.Helper()
		if got, page := ask(host, path); got != status || !strings.Contains(page, says) {
			t.Errorf("%s%s: %d, and not %d with %q", host, path, got, status, says)
		}
	}
	expect(404, friday, "/", "No circle has this name")
	link := strings.TrimSpace(does("new", "friday", "--quiet"))
	_, port, _ := strings.Cut(address, ":")
	way, ok := strings.CutPrefix(link, "http://"+friday+":"+port)
	if !ok {
		t.Fatalf("the link is %s", link)
	}
	expect(200, friday, way, "It will keep this book")
	does("close", "friday")
	expect(410, friday, "/", "This circle is closed")
	does("open", "friday")
	expect(403, friday, "/", "This device isn’t known here")
	does("move", "friday", other)
	expect(503, friday, "/", "lives elsewhere now")
	expect(200, "whist.example", "/healthz", "ok")
	second := prepare(t, "serve", "--listen", "127.0.0.1:0")
	second.Env = append(second.Env, "OUVERTE_BOOKS="+folder)
	if out, err := second.CombinedOutput(); err == nil ||
		!strings.Contains(string(out), "is served by another ouverte") {
		t.Errorf("a second program on the folder: %v %s", err, out)
	}
	p.signal(syscall.SIGTERM)
	testenv.Same(t, p.ended(), 0, "it ended with %d")
}

// TestCirclesHaveCertificates: of names that follow from a domain only those of circles that are there get a
// certificate, from an authority elsewhere and from our own.
func TestCirclesHaveCertificates(t *testing.T) {
	authority := playACME(t)
	also := func(name string) bool { return name == "friday.whist.example" }
	c := &serving{ACME: []string{"whist.example"}, ACMEDirectory: authority.URL + "/directory"}
	elsewhere := c.coverByACME(filepath.Join(t.TempDir(), "acme"), also)
	secret := filepath.Join(t.TempDir(), "authority")
	ours := testenv.Must(coverOfOurs(secret, []string{"whist.example"}, also))(t)
	for name, cover := range map[string]*cover{"ACME": elsewhere, "our own": ours} {
		hello := &tls.ClientHelloInfo{SupportedCurves: []tls.CurveID{tls.CurveP256},
			SignatureSchemes:  []tls.SignatureScheme{tls.ECDSAWithP256AndSHA256},
			CipherSuites:      []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256},
			SupportedVersions: []uint16{tls.VersionTLS13}}
		hello.ServerName = "saturday.whist.example"
		if _, err := cover.config.GetCertificate(hello); err == nil {
			t.Errorf("%s: a certificate for a circle that isn't there", name)
		}
		hello.ServerName = "friday.whist.example"
		got, err := cover.config.GetCertificate(hello)
		if err != nil || got.Leaf.VerifyHostname("friday.whist.example") != nil && name == "our own" {
			t.Errorf("%s: %v", name, err)
		}
	}
}
