package main

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/door"
	"ouverte/ledger/testenv"
)

// served is a running program: what it printed so far, where it listens, and its end.
type served struct {
	address string
	stop    context.CancelFunc
	ended   chan int
	err     *safeBuffer
}

// safeBuffer may be written and read at once.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}
func (s *safeBuffer) String() string { s.mu.Lock(); defer s.mu.Unlock(); return s.b.String() }

var printed = regexp.MustCompile(`Open (http://[^/ ]+)\S* in a browser`)

// start runs the program until it says where it listens.
func start(t *testing.T, args ...string) *served {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	out, in := io.Pipe()
	s := &served{stop: stop, ended: make(chan int, 1), err: &safeBuffer{}}
	go func() {
		s.ended <- run(&outside{ctx, strings.NewReader(""), in, s.err}, args)
		in.Close()
	}()
	t.Cleanup(stop)
	var said []byte
	buf := make([]byte, 1024)
	for s.address == "" {
		n, err := out.Read(buf)
		if said = append(said, buf[:n]...); err != nil {
			t.Fatalf("it ended with %q and %q", said, s.err)
		}
		if m := printed.FindSubmatch(said); m != nil {
			s.address = string(m[1])
		}
	}
	go io.Copy(io.Discard, out)
	return s
}

// end stops the program as Ctrl-C does and gives its status.
func (s *served) end(t *testing.T) int {
	t.Helper()
	s.stop()
	select {
	case status := <-s.ended:
		return status
	case <-time.After(patience + 5*time.Second):
		t.Fatal("it doesn't stop")
		return -1
	}
}

// TestServeWithNothing starts the program without a word on a fresh machine: a book in the data folder, a
// page to play.
func TestServeWithNothing(t *testing.T) {
	data := t.TempDir()
	t.Setenv("XDG_DATA_HOME", data)
	t.Setenv("OUVERTE_LISTEN", "127.0.0.1:0")
	s := start(t)
	status, page := newVisitor(t, s.address).opens("/")
	if status != 200 || !strings.Contains(page, "Who plays?") {
		t.Errorf("%d\n%s", status, page)
	}
	if _, err := os.Stat(filepath.Join(data, "ouverte", "book.db")); err != nil {
		t.Error(err)
	}

	// A second start finds the book in use, and says so in one sentence.
	var out, errs bytes.Buffer
	testenv.Same(t, run(&outside{context.Background(), strings.NewReader(""), &out, &errs}, nil), 1,
		"the second start ends with %d")
	if said := strings.TrimSpace(errs.String()); !strings.Contains(said, "is open in another ouverte") ||
		strings.Count(said, "\n") > 0 ||
		out.Len() > 0 {
		t.Errorf("the second start says %q and prints %q", said, out.String())
	}
	if status := s.end(t); status != 0 {
		t.Errorf("it stops with %d: %s", status, s.err)
	}
	// And now the book is free again.
	again := start(t)
	if status := again.end(t); status != 0 {
		t.Errorf("it stops with %d: %s", status, again.err)
	}
}

// TestServesTheHouse: unless told otherwise it is served for this machine and its house. From the network
// nobody gets further than the page that asks for a code, though nobody keeps the book yet; the first browser
// of this machine keeps it.
func TestServesTheHouse(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]*serveCmd{
		"house:8052":     {serving: serving{TLSLocal: true}},
		"127.0.0.1:8052": {serving: serving{BehindProxy: []string{"127.0.0.1"}}},
	} {
		if got := c.usualAddress(); got != want {
			t.Errorf("%+v: %s", c, got)
		}
	}
	for _, c := range []*serveCmd{{manyBooks: manyBooks{Books: "x"}}, {serving: serving{ACME: []string{"x"}}}} {
		if got := c.usualAddress(); got != "127.0.0.1:8052" {
			t.Errorf("%+v: %s", c, got)
		}
	}
	p := serveGuarded(t, newBook(t, 1), "--listen", "house:0", "--no-announce")
	here := newVisitor(t, p.url)
	if at, ok := onNetwork(false); ok {
		port := p.url[strings.LastIndex(p.url, ":"):]
		network := net.JoinHostPort(at.String(), port[1:])
		said := p.hears("The book is ")
		link := regexp.MustCompile(
			`(?m)^Nobody keeps this book yet. The keeper's link, good once: (http://\S+/pair/\S+)$`)
		address := "http://" + network
		if m := link.FindStringSubmatch(said); m == nil || !strings.HasPrefix(m[1], address+"/pair/") ||
			!strings.Contains(said, "\nTablets and phones of the house go to "+address+"\n") {
			t.Errorf("it says %s", said)
		}
		guest := newVisitor(t, address)
		for _, host := range []string{network, "localhost" + port, "127.0.0.1" + port} {
			for _, path := range []string{"/", "/keeper", "/nights", "/nights/1", "/keeper/backup"} {
				if status, page := guest.opens(path, "Host", host); status != 403 || !strings.Contains(page,
					`action="/pair"`) {
					t.Errorf("%s as %s: %d", path, host, status)
				}
			}
		}
	}
	if status, page := here.opens("/keeper"); status != 200 || !strings.Contains(page, "Devices") {
		t.Errorf("the first browser of this machine: %d", status)
	}
}

// TestStopInTheMiddle stops the program while a form is on its way: it is answered first.
func TestStopInTheMiddle(t *testing.T) {
	s := start(t, "serve", "--listen", "127.0.0.1:0", "--trust-this-machine", "--book",
		filepath.Join(t.TempDir(), "b.db"))
	to := testenv.Must(url.Parse(s.address))(t)
	conn := testenv.Must(net.Dial("tcp", to.Host))(t)
	defer conn.Close()
	form := "do=start&seats=%2bAnn&seats=%2bBob&seats=%2bCat&dealer=%2bAnn&house=units&scale=1&name=Friday&key=k1"
	head := "POST /nights HTTP/1.1\r\nHost: " + to.Host +
		"\r\nContent-Type: application/x-www-form-urlencoded\r\nExpect: 100-continue\r\nConnection: " +
		"close\r\nContent-Length: "
	testenv.Must(io.WriteString(conn, head+strconv.Itoa(len(form))+"\r\n\r\n"))(t)
	buf := make([]byte, 200)
	if n, err := conn.Read(buf); err != nil || !strings.Contains(string(buf[:n]), "100 Continue") {
		t.Fatalf("%q %v", buf[:n], err) // from here on the handler is reading the form
	}
	s.stop()
	for { // the door is shut
		c, err := net.Dial("tcp", to.Host)
		if err != nil {
			break
		}
		c.Close()
	}
	testenv.Must(io.WriteString(conn, form))(t)
	answer, err := io.ReadAll(conn)
	if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 303") {
		t.Errorf("%q %v", answer, err)
	}
	if status := s.end(t); status != 0 {
		t.Errorf("it stops with %d: %s", status, s.err)
	}
}

// TestCannotServe says in one sentence that somebody else is there, with something to do about it. What else
// it can't serve is in testdata/script/serve.txtar.
func TestCannotServe(t *testing.T) {
	t.Parallel()
	taken := testenv.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer taken.Close()
	dir := t.TempDir()
	other, _, _ := strings.Cut(strings.TrimPrefix(serve(t, newBook(t, 1)).url, "http://127.0.0.1:"), "/")
	for _, c := range []struct {
		name, says string
		args       []string
	}{
		{"a taken address", "choose another address with --listen, as 127.0.0.1:",
			[]string{"--listen", taken.Addr().String(), "--book", filepath.Join(dir, "a.db")}},
		{"a port that another one has", "another ouverte, with another book, is at http://127.0.0.1:" + other +
			" already; to have this one beside it, add --listen house:",
			[]string{"--listen", "house:" + other, "--book", filepath.Join(dir, "a.db")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out, errs bytes.Buffer
			status := run(&outside{context.Background(), strings.NewReader(""), &out, &errs},
				append([]string{"serve"}, c.args...))
			said := strings.TrimSpace(errs.String())
			if status != 1 || !strings.Contains(said, c.says) || strings.Count(said, "\n") > 0 || out.Len() > 0 {
				t.Errorf("ends with %d, says %q, prints %q", status, said, out.String())
			}
		})
	}
}

// TestGreeting prints the address for this machine, the network's only where the network can come, then, on a
// line of its own, a link that makes one device the keeper's, while nobody keeps the book, and where it lies.
func TestGreeting(t *testing.T) {
	book, err := ledger.Open(context.Background(), filepath.Join(t.TempDir(), "book.db"), ledger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	greeting := func(c *serving, ip string) string {
		var out bytes.Buffer
		addr, plain := &net.TCPAddr{IP: net.ParseIP(ip), Port: 8052}, &cover{}
		world := &outside{Context: context.Background(), out: &out}
		found := c.findable(world, addr, plain, slog.New(slog.DiscardHandler))
		testenv.Fine(t, c.greet(world, book, plain, found))
		return out.String()
	}
	says := func(c *serving, ip string, want ...string) (secret string) {
		t.Helper()
		said := greeting(c, ip)
		m := regexp.MustCompile("^" + strings.Join(want, "") + "$").FindStringSubmatch(said)
		if m == nil {
			t.Fatalf("at %s it says %q, not %q", ip, said, want)
		}
		return m[len(m)-1]
	}
	const secret = `/pair/(\w{4}-\w{4}-\w{4})`
	const here = "Open http://127.0.0.1:8052 in a browser of this machine. Ctrl-C stops.\n"
	there := strings.ReplaceAll(here, "127.0.0.1", "192.168.1.7") +
		"Tablets and phones of the house go to http://192.168.1.7:8052\n"
	const first = "Nobody keeps this book yet. " // as the page says to which the link leads
	const link = "The keeper's link, good once: http://127.0.0.1:8052" + secret
	const linkThere = "The keeper's link, good once: http://192.168.1.7:8052" + secret + "\n"
	lies := "The book is " + regexp.QuoteMeta(book.Path()) + "\n"
	proxied := &serving{BehindProxy: []string{"127.0.0.1"}}
	says(&serving{}, "127.0.0.1", here, first, link, "\n", lies)
	says(&serving{Trust: true}, "127.0.0.1", here, lies)
	demo := &serving{Trust: true, begins: "/nights/7"}
	says(demo, "127.0.0.1", strings.Replace(here, ":8052", ":8052/nights/7", 1), lies)
	says(&serving{Trust: true, Pair: true}, "127.0.0.1", here, first, link, "\n", lies)
	says(&serving{Quiet: true}, "127.0.0.1", "")
	says(&serving{Quiet: true}, "192.168.1.7", first, linkThere)
	says(proxied, "127.0.0.1", here, first, link, " or "+secret+" at the name of the proxy\n", lies)
	way := says(&serving{}, "192.168.1.7", there, first, linkThere, lies)
	_, d, err := book.Pair(context.Background(), way, "Tablet", "")
	if err != nil || d.Right != door.Keeper {
		t.Errorf("let in as %v, %v", d.Right, err)
	}
	// with a keeper
	says(&serving{}, "192.168.1.7", there, lies)
	says(&serving{Quiet: true}, "192.168.1.7", "")
	says(&serving{Quiet: true, Pair: true}, "192.168.1.7", linkThere)
	if got := greeting(&serving{}, "fd00::7"); !strings.Contains(got, "go to http://[fd00::7]:8052\n") {
		t.Errorf("%q", got)
	}
	var out bytes.Buffer
	drawQR(&out, "http://192.168.1.7:8052")
	lines := strings.Split(strings.Trim(out.String(), "\n"), "\n")
	if len(lines) < 12 {
		t.Errorf("a code of %d lines:\n%s", len(lines), out.String())
	}
}

// stopsAfter is cancelled when it was asked often enough, or hears that the book is served.
type stopsAfter struct {
	context.Context
	left atomic.Int64
	stop context.CancelFunc
	said safeBuffer
}

func (s *stopsAfter) asked() {
	if s.left.Add(-1) < 0 {
		s.stop()
	}
}

func (s *stopsAfter) Done() <-chan struct{} { s.asked(); return s.Context.Done() }
func (s *stopsAfter) Err() error            { s.asked(); return s.Context.Err() }

func (s *stopsAfter) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte("msg=serving")) {
		s.stop()
	}
	return s.said.Write(line)
}

// TestStopWhileStarting stops the program ever later while it brings a book of 1.0 up to date and begins to
// serve it: that is no failure, and what is said are words for people. The next start has the book.
func TestStopWhileStarting(t *testing.T) {
	t.Parallel()
	older := testenv.Unpacked(t, "../../ledger/testdata/released/1.0.0")
	file := filepath.Join(t.TempDir(), "book.db")
	args := []string{"serve", "--book", file, "--listen", "127.0.0.1:0", "--forget-pin"}
	moments := map[string]int{}
	for n := int64(0); moments["serving"] == 0; n += 1 + n/3 {
		testenv.Fine(t, os.WriteFile(file, older, 0o600))
		for _, part := range []string{"-wal", "-shm", "-note"} {
			_ = os.Remove(file + part)
		}
		ctx := &stopsAfter{}
		ctx.Context, ctx.stop = context.WithCancel(t.Context())
		ctx.left.Store(n)
		status := run(&outside{ctx, strings.NewReader(""), io.Discard, ctx}, args)
		ctx.stop()
		said := ctx.said.String()
		if status != 0 || regexp.MustCompile(`context|SELECT|level=(WARN|ERROR)`).MatchString(said) {
			t.Fatalf("stopped after %d looks it ends with %d: %s", n, status, said)
		}
		for moment := range strings.FieldsSeq("bringing stopped serving") {
			moments[moment] += len(regexp.MustCompile(`msg="?`+moment).FindAllString(said, -1))
		}
	}
	if moments["bringing"] < 2 || moments["stopped"] < 5 {
		t.Errorf("it was hardly stopped while it began: %v", moments)
	}
	s := start(t, args...)
	testenv.Same(t, s.end(t), 0, "and then it ends with %d")
}
