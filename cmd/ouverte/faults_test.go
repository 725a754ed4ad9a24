//go:build unix

package main

// What may befall a program that serves, on the real one: stopped, killed, robbed of its disk, frozen, cut
// off. After each, what was acknowledged is in the book, what was not is there once or not at all, and the
// same posts sent again make everything whole, without a restart where there was none.

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// workers post deals at all tables until nobody answers or stop is closed.
type workers struct {
	sent, acked sync.Map
	posts       atomic.Int64
	wait        sync.WaitGroup
}

func (w *workers) work(t *testing.T, base string, tables int, round string, stop <-chan struct{}) {
	client := aClient(t)
	for table := 1; table <= tables; table++ {
		w.wait.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				key := fmt.Sprintf("%s-%d-%d", round, table, n)
				w.sent.Store(key, table)
				status, page := record(context.Background(), client, base, table, key)
				switch {
				case status == 200:
					w.acked.Store(key, true)
					w.posts.Add(1)
				case status == 0:
					return
				default:
					t.Errorf("%s: %d %.300s", key, status, page)
					return
				}
			}
		})
	}
}

// until waits until so many posts were acknowledged.
func (w *workers) until(t *testing.T, p *program, n int64) {
	t.Helper()
	late := time.Now().Add(time.Minute)
	for w.posts.Load() < n {
		if time.Now().After(late) {
			t.Fatalf("%d posts in a minute", w.posts.Load())
		}
		runtime.Gosched()
		select {
		case <-p.gone:
			t.Fatal("the program went away by itself")
		case <-time.After(time.Millisecond):
		}
	}
}

// hold checks that the book has every acknowledged post once, and the others at most once.
func (w *workers) hold(t *testing.T, file string) {
	t.Helper()
	in := inBook(t, file)
	w.acked.Range(func(key, _ any) bool {
		if in[key.(string)] != 1 {
			t.Errorf("%s was acknowledged, and is in the book %d times", key, in[key.(string)])
		}
		return true
	})
	w.sent.Range(func(key, _ any) bool {
		if in[key.(string)] > 1 {
			t.Errorf("%s is in the book %d times", key, in[key.(string)])
		}
		return true
	})
}

// again sends everything once more that was not acknowledged, as a tablet's queue does.
func (w *workers) again(t *testing.T, base string) {
	t.Helper()
	client := aClient(t)
	w.sent.Range(func(key, table any) bool {
		if _, ok := w.acked.Load(key); ok {
			return true
		}
		if status, page := record(context.Background(), client, base, table.(int), key.(string)); status != 200 {
			t.Errorf("%s sent again: %d %.300s", key, status, page)
		}
		w.acked.Store(key, true)
		return true
	})
}

const tables = 4

// TestStopped stops the program in the middle of posts: it finishes what it began, and ends well.
func TestStopped(t *testing.T) {
	t.Parallel()
	file := newBook(t, tables)
	p := serve(t, file)
	w := &workers{}
	w.work(t, p.url, tables, "stop", nil)
	w.until(t, p, 100)
	p.signal(syscall.SIGTERM)
	same(t, p.ended(), 0, "ended with %d")
	w.wait.Wait()
	w.hold(t, file)
	p = serve(t, file)
	w.again(t, p.url)
	w.hold(t, file)
}

// TestKilled kills it, again and again.
func TestKilled(t *testing.T) {
	t.Parallel()
	testenv.Slow(t)
	file := newBook(t, tables)
	w := &workers{}
	for round := range 3 {
		p := serve(t, file)
		w.again(t, p.url)
		w.work(t, p.url, tables, fmt.Sprintf("kill%d", round), nil)
		w.until(t, p, int64(round+1)*60)
		p.signal(syscall.SIGKILL)
		p.ended()
		w.wait.Wait()
		w.hold(t, file)
	}
	p := serve(t, file)
	w.again(t, p.url)
	w.hold(t, file)
}

// TestKilledWhileCopying kills it in the middle of handing over a copy: half a copy lies beside the book,
// until that is opened again.
func TestKilledWhileCopying(t *testing.T) {
	t.Parallel()
	file := newBook(t, 1)
	half := func() []string {
		left := must(filepath.Glob(filepath.Join(filepath.Dir(file), ".ouverte-copy-*")))(t)
		return left
	}
	// on a slow day the copy is made and gone before the signal is there
	for tries := 1; len(half()) == 0; tries++ {
		if tries > 200 {
			t.Fatal("it was never killed in the middle")
		}
		p := serve(t, file)
		client := aClient(t)
		asked := make(chan struct{})
		go func() {
			defer close(asked)
			if answer, err := client.Get(p.url + "/keeper/backup"); err == nil {
				answer.Body.Close()
			}
		}()
		for done := false; !done && len(half()) == 0; {
			select {
			case <-asked:
				done = true
			default:
				runtime.Gosched()
			}
		}
		p.signal(syscall.SIGKILL)
		p.ended()
		<-asked
	}
	p := serve(t, file)
	if left := half(); len(left) > 0 {
		t.Errorf("left lying about: %v", left)
	}
	p.hears("cleared away a copy")
	if got := inBook(t, file); len(got) != 0 {
		t.Errorf("in the book is now: %v", got)
	}
}

// TestSecondServer is told who has the book, and doesn't disturb the first.
func TestSecondServer(t *testing.T) {
	t.Parallel()
	file := newBook(t, 1)
	p := serve(t, file)
	out, err := prepare(t, "serve", "--book", file, "--listen", "127.0.0.1:0").CombinedOutput()
	if err == nil || !strings.HasPrefix(string(out), "ouverte: book.db is open in another ouverte") ||
		strings.Count(string(out), "\n") != 1 {
		t.Errorf("%v: %s", err, out)
	}
	if status, page := record(context.Background(), aClient(t), p.url, 1, "after"); status != 200 {
		t.Errorf("the first one: %d %s", status, page)
	}
}

// smallDisk is a disk of 8 MB of its own, as root.
func smallDisk(t *testing.T) string {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("a small disk is made on Linux only")
	}
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=8m,mode=700", "ouverte-test", dir).
		CombinedOutput(); err != nil {
		testenv.Refused(t, "the right to mount", string(out))
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("the small disk stays: %v %s", err, out)
		}
	})
	return dir
}

// TestFullDisk fills the disk while deals are recorded, and makes room again.
func TestFullDisk(t *testing.T) {
	dir := smallDisk(t)
	file := filepath.Join(dir, "book.db")
	furnish(t, file, 1)
	p := serve(t, file)
	client := aClient(t)
	acked := map[string]bool{}
	post := func(key string) (int, string) {
		status, page := record(context.Background(), client, p.url, 1, key)
		if status == 200 {
			acked[key] = true
		}
		return status, page
	}
	if status, page := post("before"); status != 200 {
		t.Fatal(status, page)
	}
	fill, err := os.Create(filepath.Join(dir, "fill"))
	if err != nil {
		t.Fatal(err)
	}
	piece := make([]byte, 4096)
	for err == nil {
		_, err = fill.Write(piece)
	}
	fill.Close()
	var status int
	var page string
	for n := 0; ; n++ {
		if status, page = post(fmt.Sprintf("full-%d", n)); status != 200 {
			break
		}
		if n > 2000 {
			t.Fatal("the disk never became full")
		}
	}
	if status != 503 ||
		!strings.Contains(page, "The disk is full: nothing was recorded. Make room, then send it again.") {
		t.Errorf("on a full disk: %d %s", status, page)
	}
	if answer, err := client.Get(p.url + "/nights/1"); err != nil || answer.StatusCode != 200 {
		t.Errorf("it can't even be looked at: %v %v", answer, err)
	} else {
		io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
	}
	if status, _ := post("full-again"); status != 503 {
		t.Errorf("still full: %d", status)
	}
	look := func(path string) (int, string) {
		t.Helper()
		answer := must(client.Get(p.url + path))(t)
		defer answer.Body.Close()
		body := must(io.ReadAll(answer.Body))(t)
		return answer.StatusCode, string(body)
	}
	if status, said := look("/healthz"); status != 503 {
		t.Errorf("its health on a full disk: %d %s", status, said)
	}
	if status, page := look("/keeper/backup"); status != 503 ||
		!strings.Contains(page, "The disk with copy.db is full. Make room") &&
			!strings.Contains(page, "There is no place for a copy") {
		t.Errorf("a copy on a full disk: %d %.300s", status, page)
	}
	for _, path := range []string{"/keeper", "/nights", "/players", "/stats", "/keeper/export/json"} {
		if status, _ := look(path); status != 200 {
			t.Errorf("%s can't be looked at: %d", path, status)
		}
	}
	fine(t, os.Remove(filepath.Join(dir, "fill")))
	for _, key := range []string{"full-again", "after"} {
		if status, page := post(key); status != 200 {
			t.Errorf("%s: %d %s", key, status, page)
		}
	}
	if status, said := look("/healthz"); status != 200 {
		t.Errorf("its health with room again: %d %s", status, said)
	}
	if status, _ := look("/keeper/backup"); status != 200 {
		t.Errorf("a copy with room again: %d", status)
	}
	in := inBook(t, file)
	for key := range acked {
		if in[key] != 1 {
			t.Errorf("%s is in the book %d times", key, in[key])
		}
	}
	if len(in) != len(acked) {
		t.Errorf("%d deals in the book, %d acknowledged", len(in), len(acked))
	}
	p.signal(syscall.SIGTERM)
	same(t, p.ended(), 0, "ended with %d")
}

// TestReadOnlyDisk doesn't start on one, and says why; and when a disk takes no more while it runs, it says
// so and goes on when it does again.
func TestReadOnlyDisk(t *testing.T) {
	dir := smallDisk(t)
	file := filepath.Join(dir, "book.db")
	furnish(t, file, 1)
	remount := func(how string) {
		t.Helper()
		if out, err := exec.Command("mount", "-o", "remount,"+how, dir).CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
	}
	remount("ro")
	out, err := prepare(t, "serve", "--book", file, "--listen", "127.0.0.1:0").CombinedOutput()
	if err == nil || !strings.HasPrefix(string(out), "ouverte: book.db ") ||
		strings.Count(string(out), "\n") != 1 {
		t.Errorf("%v: %s", err, out)
	}
	remount("rw")

	limiter := testenv.Program(t, "prlimit")
	p := serve(t, file)
	client := aClient(t)
	limit := func(size string) {
		t.Helper()
		if out, err := exec.Command(limiter, "--pid", fmt.Sprint(p.cmd.Process.Pid), "--fsize="+size+":").
			CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
	}
	if status, page := record(context.Background(), client, p.url, 1, "before"); status != 200 {
		t.Fatal(status, page)
	}
	limit("1")
	if status, page := record(context.Background(), client, p.url, 1, "meanwhile"); status != 503 ||
		!strings.Contains(page, "nothing was recorded") {
		t.Errorf("a disk that takes nothing: %d %s", status, page)
	}
	limit("unlimited")
	for _, key := range []string{"meanwhile", "after"} {
		if status, page := record(context.Background(), client, p.url, 1, key); status != 200 {
			t.Errorf("%s: %d %s", key, status, page)
		}
	}
	if in := inBook(t, file); len(in) != 3 {
		t.Errorf("in the book: %v", in)
	}
}

// TestSlowDisk holds the book's disk for a while: posts wait, and come through.
func TestSlowDisk(t *testing.T) {
	t.Parallel()
	file := newBook(t, tables)
	p := serve(t, file)
	hog := testenv.Beside(t, file)
	held := must(hog.Begin())(t)
	since := time.Now()
	client := aClient(t)
	var wait sync.WaitGroup
	var answered atomic.Int64
	for table := 1; table <= tables; table++ {
		wait.Go(func() {
			key := fmt.Sprintf("slow-%d", table)
			status, page := record(context.Background(), client, p.url, table, key)
			// The program waits five seconds. Where this machine stood still for longer, it is sent again.
			for more := 20; more > 0 && status == 503 && time.Since(since) > 4*time.Second; more-- {
				status, page = record(context.Background(), client, p.url, table, key)
			}
			if status != 200 {
				t.Errorf("%d %.300s", status, page)
			}
			answered.Add(1)
		})
	}
	// while they wait, pages are shown
	for range 20 {
		answer, err := client.Get(p.url + "/nights/1")
		if err != nil || answer.StatusCode != 200 {
			t.Fatalf("%v %v", answer, err)
		}
		io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
	}
	if answered.Load() != 0 {
		t.Error("acknowledged before it was on the disk")
	}
	fine(t, held.Rollback())
	wait.Wait()
	if in := inBook(t, file); len(in) != tables {
		t.Errorf("%d deals of %d", len(in), tables)
	}
	if testing.Short() {
		return
	}
	// held for too long, each is told that nothing was recorded, and none is
	held = must(hog.Begin())(t)
	if status, page := record(context.Background(), client, p.url, 1, "too-slow"); status != 503 ||
		!strings.Contains(page, "nothing was recorded") {
		t.Errorf("%d %.300s", status, page)
	}
	fine(t, held.Rollback())
	if status, page := record(context.Background(), client, p.url, 1, "too-slow"); status != 200 {
		t.Errorf("sent again: %d %.300s", status, page)
	}
	if in := inBook(t, file); len(in) != tables+1 || in["too-slow"] != 1 {
		t.Errorf("in the book: %v", in)
	}
}

// TestFrozen freezes the program while tablets lose their patience: sent again, everything is there once.
func TestFrozen(t *testing.T) {
	file := newBook(t, tables)
	p := serve(t, file)
	client := aClient(t)
	record(context.Background(), client, p.url, 1, "warm")
	p.signal(syscall.SIGSTOP)
	var state syscall.WaitStatus // the signal is sent; this waits until it has come
	_, err := syscall.Wait4(p.cmd.Process.Pid, &state, syscall.WUNTRACED, nil)
	if err != nil || !state.Stopped() {
		t.Fatal(state, err)
	}
	var wait sync.WaitGroup
	for table := 1; table <= tables; table++ {
		wait.Go(func() {
			impatient, enough := context.WithTimeout(context.Background(), 50*time.Millisecond)
			defer enough()
			if status, _ := record(impatient, client, p.url, table, fmt.Sprintf("frozen-%d", table)); status != 0 {
				t.Errorf("a frozen program answered with %d", status)
			}
		})
	}
	wait.Wait()
	p.signal(syscall.SIGCONT)
	for table := 1; table <= tables; table++ {
		if status, page := record(context.Background(), client, p.url, table,
			fmt.Sprintf("frozen-%d", table)); status != 200 {
			t.Errorf("%d %.300s", status, page)
		}
	}
	if in := inBook(t, file); len(in) != tables+1 {
		t.Errorf("in the book: %v", in)
	}
}

// TestCutOff cuts the connection at every place of an upload: what was not whole is not in the book, what was
// is there once, and sending it again is always right.
func TestCutOff(t *testing.T) {
	t.Parallel()
	file := newBook(t, 1)
	p := serve(t, file)
	host := strings.TrimPrefix(p.url, "http://")
	request := func(key string) string {
		body := aDeal(key)
		return fmt.Sprintf(
			"POST /nights/1/deals HTTP/1.1\r\nHost: %s\r\nContent-Type: "+
				"application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n%s",
			host,
			len(body),
			body,
		)
	}
	whole := request("cut-000")
	maybe := map[string]bool{}
	for at := 0; at <= len(whole); at += 1 + len(whole)/40 {
		key := fmt.Sprintf("cut-%03d", at)
		conn := must(net.Dial("tcp", host))(t)
		must(io.WriteString(conn, request(key)[:at]))(t)
		conn.(*net.TCPConn).SetLinger(0) // as a lost network: no goodbye
		conn.Close()
	}
	conn, err := net.Dial("tcp", host) // whole, but nobody waits for the answer
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(conn, whole)
	conn.Close()
	maybe["cut-000"] = true
	// in two halves with a pause is no cut
	conn = must(net.Dial("tcp", host))(t)
	defer conn.Close()
	two := request("two-halves")
	io.WriteString(conn, two[:len(two)-10])
	if status, page := record(context.Background(), aClient(t), p.url, 1, "between"); status != 200 {
		t.Errorf("%d %s", status, page)
	}
	io.WriteString(conn, two[len(two)-10:])
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || answer.StatusCode != 303 {
		t.Errorf("in two halves: %v %v", answer, err)
	}
	in := inBook(t, file)
	for key, n := range in {
		if key != "between" && key != "two-halves" && !maybe[key] || n != 1 {
			t.Errorf("%s is in the book %d times", key, n)
		}
	}
	for key := range maybe {
		if status, page := record(context.Background(), aClient(t), p.url, 1, key); status != 200 {
			t.Errorf("%s again: %d %s", key, status, page)
		}
	}
	if in := inBook(t, file); len(in) != 3 {
		t.Errorf("in the book: %v", in)
	}
}

// TestClockJumps records with a clock that goes wrong by years in both directions: the order and the sums are
// the book's own, and don't come from the clock.
func TestClockJumps(t *testing.T) {
	ctx := context.Background()
	file := newBook(t, 1)
	now := time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)
	var clock atomic.Pointer[time.Time]
	clock.Store(&now)
	b, err := ledger.Open(ctx, file, ledger.Options{Clock: func() time.Time { return *clock.Load() }})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for i, years := range []int{0, -30, 40, -50, 56, -20} {
		now := clock.Load().AddDate(years, 0, 0)
		clock.Store(&now)
		n := must(b.Night(ctx, 1))(t)
		said := ledger.DealSaid{Chairs: n.Table, Nth: n.Nth}
		said.Deal.Seats, said.Deal.Dealer, said.Deal.Call, said.Deal.Caller, said.Deal.Tricks = 4, n.Dealer,
			rules.Solo, 1, 7
		if _, err := b.Record(ctx, ledger.Slip{Key: fmt.Sprintf("jump-%d", i)}, 1, said); err != nil {
			t.Fatalf("in %d: %v", now.Year(), err)
		}
		if n, err = b.Night(ctx, 1); err != nil || len(n.Deals) != i+1 || n.Nth != i+2 {
			t.Fatalf("in %d: %d deals, next %d, %v", now.Year(), len(n.Deals), n.Nth, err)
		}
	}
	if in := inBook(t, file); len(in) != 6 {
		t.Errorf("in the book: %v", in)
	}
}
