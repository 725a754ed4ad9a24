package main

// The real program, for tests that serve from it: a process of its own, on a port the system chooses, spoken
// to over the network.

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/audit"
	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

type program struct {
	t    testing.TB
	cmd  *exec.Cmd
	url  string
	said *hearing // what it printed, on both outputs
	gone chan struct{}
}

// hearing is text that is still coming.
type hearing struct {
	mu   sync.Mutex
	text strings.Builder
}

func (h *hearing) Write(b []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.Write(b)
}

func (h *hearing) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.String()
}

// prepare gives the program without starting it.
func prepare(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath("ouverte") // put there by testscript.Main: this very test binary
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Env = append(cmd.Environ(), "XDG_DATA_HOME="+t.TempDir())
	return cmd
}

// serve starts the program on a book and waits until it says where it is. Being on this machine is enough for
// every visitor.
func serve(t testing.TB, book string, args ...string) *program {
	t.Helper()
	return serveGuarded(t, book, append([]string{"--trust-this-machine"}, args...)...)
}

// serveGuarded starts it as people do: visitors must be let in.
func serveGuarded(t testing.TB, book string, args ...string) *program {
	t.Helper()
	return serveWith(t, append([]string{"--book", book}, args...)...)
}

// serveWith starts it with these flags.
func serveWith(t testing.TB, args ...string) *program {
	t.Helper()
	p := &program{t: t, said: &hearing{}, gone: make(chan struct{})}
	p.cmd = prepare(t, append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...)
	p.cmd.Stderr = p.said
	out := testenv.Must(p.cmd.StdoutPipe())(t)
	testenv.Fine(t, p.cmd.Start())
	t.Cleanup(func() {
		p.cmd.Process.Kill() // what is gone already is not there to be killed
		<-p.gone
		if t.Failed() {
			t.Logf("the program said:\n%s", p.said)
		}
	})
	where := make(chan string, 1)
	go func() {
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			fmt.Fprintln(p.said, lines.Text())
			opening := regexp.MustCompile(`^Open (https?://[^/ ]+)\S* in a browser`)
			if m := opening.FindStringSubmatch(lines.Text()); m != nil {
				where <- m[1]
			}
		}
		close(where)
		p.cmd.Wait()
		close(p.gone)
	}()
	var ok bool
	if p.url, ok = <-where; !ok {
		<-p.gone
		t.Fatalf("the program didn't start:\n%s", p.said)
	}
	return p
}

// hears waits until the program has said something, and gives all it said: what it writes is heard a little
// later.
func (p *program) hears(text string) string {
	p.t.Helper()
	for late := time.Now().Add(30 * time.Second); ; {
		if said := p.said.String(); strings.Contains(said, text) {
			return said
		}
		if time.Now().After(late) {
			p.t.Fatalf("the program never said %q", text)
		}
		runtime.Gosched()
		select {
		case <-p.gone:
			p.t.Fatalf("the program went away without saying %q", text)
		case <-time.After(time.Millisecond):
		}
	}
}

// signal sends one to the program.
func (p *program) signal(s syscall.Signal) {
	p.t.Helper()
	testenv.Fine(p.t, p.cmd.Process.Signal(s))
}

// ended waits for the program to go and gives its status; -1 if it was killed.
func (p *program) ended() int {
	<-p.gone
	return p.cmd.ProcessState.ExitCode()
}

// newBook makes a book with tables at each of which four people sit, and gives its file.
func newBook(t testing.TB, tables int) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "book.db")
	furnish(t, file, tables)
	return file
}

// furnish makes a book in a file.
func furnish(t testing.TB, file string, tables int) {
	t.Helper()
	ctx := context.Background()
	b := testenv.Must(ledger.Open(ctx, file, ledger.Options{}))(t)
	defer b.Close()
	house, _ := rules.Set("hoyle")
	for n := range tables {
		var seats []chain.PlayerID
		for _, name := range []string{"Ann", "Bob", "Cat", "Dan"} {
			r := testenv.Must(b.AddPlayer(ctx, ledger.Slip{Key: fmt.Sprintf("p-%d-%s", n, name)},
				fmt.Sprintf("%s %d", name, n+1)))(t)
			seats = append(seats, chain.PlayerID(r.ID))
		}
		testenv.Must(b.StartNight(ctx, ledger.Slip{Key: fmt.Sprintf("n-%d", n)},
			ledger.NewNight{House: house, Seats: seats, Dealer: seats[3]}))(t)
	}
}

// aDeal is the form of a deal as a page sends it.
func aDeal(key string) string {
	return url.Values{"key": {key}, "call": {"solo"}, "who": {"1"}, "tricks": {"6"}}.Encode()
}

// record posts a deal.
func record(ctx context.Context, client *http.Client, base string, night int,
	key string) (status int, page string) {
	r, err := http.NewRequestWithContext(ctx, "POST", fmt.Sprintf("%s/nights/%d/deals", base, night),
		strings.NewReader(aDeal(key)))
	if err != nil {
		panic(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("HX-Request", "true")
	return answered(client, r)
}

// answered sends a request; status 0 says that nobody answered.
func answered(client *http.Client, r *http.Request) (status int, page string) {
	answer, err := client.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return 0, err.Error()
	}
	return answer.StatusCode, string(body)
}

// aClient keeps many connections open and waits for nothing long.
func aClient(t testing.TB) *http.Client {
	tr := &http.Transport{MaxIdleConnsPerHost: 1000, MaxIdleConns: 2000}
	t.Cleanup(tr.CloseIdleConnections)
	return &http.Client{Transport: tr, Timeout: 30 * time.Second}
}

// inBook counts how often each key is in a book, and audits it.
func inBook(t testing.TB, file string) map[string]int {
	t.Helper()
	found := testenv.Must(audit.Check(context.Background(), file, nil, nil))(t)
	if !found.Well() {
		t.Fatalf("the audit: %s", found.Line())
	}
	db := testenv.Beside(t, file, "query_only(ON)")
	defer db.Close()
	rows := testenv.Must(db.Query(`SELECT key FROM entry WHERE kind = 'deal'`))(t)
	defer rows.Close()
	keys := map[string]int{}
	for rows.Next() {
		var key string
		testenv.Fine(t, rows.Scan(&key))
		keys[key]++
	}
	testenv.Fine(t, rows.Err())
	return keys
}
