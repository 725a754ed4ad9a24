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
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"ouverte/ledger/testenv"
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
	testenv.Same(t, p.ended(), 0, "ended with %d")
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
		left := testenv.Must(filepath.Glob(filepath.Join(filepath.Dir(file), ".ouverte-copy-*")))(t)
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

// closes closes the evening as its page does.
func closes(t *testing.T, client *http.Client, base string) (status int, page string) {
	t.Helper()
	answer := testenv.Must(client.Get(base + "/nights/1/settle"))(t)
	defer answer.Body.Close()
	saw := closeForm.FindSubmatch(testenv.Must(io.ReadAll(answer.Body))(t))
	if saw == nil {
		t.Fatal("the evening can't be closed")
	}
	form := url.Values{"key": {"close"}, "saw": {string(saw[1])}}
	r := testenv.Must(http.NewRequest("POST", base+"/nights/1/close", strings.NewReader(form.Encode())))(t)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return answered(client, r)
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
	if status, page := closes(t, client, p.url); status != 503 ||
		!strings.Contains(page, "nothing was recorded") {
		t.Errorf("closed on a full disk: %d %.300s", status, page)
	}
	look := func(path string) (int, string) {
		t.Helper()
		answer := testenv.Must(client.Get(p.url + path))(t)
		defer answer.Body.Close()
		body := testenv.Must(io.ReadAll(answer.Body))(t)
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
	testenv.Fine(t, os.Remove(filepath.Join(dir, "fill")))
	for _, key := range []string{"full-again", "after"} {
		if status, page := post(key); status != 200 {
			t.Errorf("%s: %d %s", key, status, page)
		}
	}
	if status, said := look("/healthz"); status != 200 {
		t.Errorf("its health with room again: %d %s", status, said)
	}
	if status, page := closes(t, client, p.url); status != 200 || !strings.Contains(page, "Sealed at") {
		t.Errorf("closed with room again: %d %.300s", status, page)
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
	testenv.Same(t, p.ended(), 0, "ended with %d")
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

// TestDiskTurnsReadOnly has a disk fail under the program, which the system makes read-only then: the table
// says that nothing was recorded and can be looked at. Mounted again, the same deals come in.
func TestDiskTurnsReadOnly(t *testing.T) {
	dir, disk := smallDisk(t), filepath.Join(t.TempDir(), "disk")
	do := func(name string, args ...string) {
		t.Helper()
		if out, err := exec.Command(testenv.Program(t, name), args...).CombinedOutput(); err != nil {
			testenv.Refused(t, "a disk in a file", string(out))
		}
	}
	testenv.Fine(t, os.WriteFile(disk, make([]byte, 16<<20), 0o600))
	do("mkfs.ext4", "-q", disk)
	mount := func() { t.Helper(); do("mount", "-o", "loop", disk, dir) }
	mount()
	mounted := true
	unmount := func() {
		if mounted {
			do("umount", dir)
			mounted = false
		}
	}
	t.Cleanup(unmount)
	file := filepath.Join(dir, "book.db")
	furnish(t, file, 1)
	p := serve(t, file)
	client := aClient(t)
	if status, page := record(context.Background(), client, p.url, 1, "before"); status != 200 {
		t.Fatal(status, page)
	}
	do("mount", "-o", "remount,abort", dir)
	for _, path := range []string{"/nights/1", "/keeper", "/stats"} {
		answer := testenv.Must(client.Get(p.url + path))(t)
		answer.Body.Close()
		testenv.Same(t, answer.StatusCode, 200, path+" answers %d")
	}
	for range 2 {
		if status, page := record(context.Background(), client, p.url, 1, "meanwhile"); status != 503 ||
			!strings.Contains(page, "nothing was recorded") {
			t.Errorf("on a disk that turned read-only: %d %.300s", status, page)
		}
	}
	if status, page := closes(t, client, p.url); status != 503 ||
		!strings.Contains(page, "nothing was recorded") {
		t.Errorf("closed on it: %d %.300s", status, page)
	}
	answer := testenv.Must(client.Get(p.url + "/healthz"))(t)
	answer.Body.Close()
	testenv.Same(t, answer.StatusCode, 503, "its health is %d")
	p.signal(syscall.SIGTERM)
	p.ended() // with what couldn't be written back
	unmount()
	mount()
	mounted = true
	p = serve(t, file)
	if status, page := record(context.Background(), client, p.url, 1, "meanwhile"); status != 200 {
		t.Errorf("mounted again: %d %.300s", status, page)
	}
	if in := inBook(t, file); len(in) != 2 {
		t.Errorf("in the book: %v", in)
	}
	p.signal(syscall.SIGTERM)
	p.ended()
}

// TestSluggishDisk has a disk that takes two seconds for each commit: nobody is told that a deal is recorded
// before it is, deals that come meanwhile share the next commit, and pages are shown as ever.
func TestSluggishDisk(t *testing.T) {
	file := newBook(t, tables)
	t.Setenv(slowDisk, "2s")
	p := serve(t, file)
	client := aClient(t)
	began := time.Now()
	var wait sync.WaitGroup
	var answered atomic.Int64
	for table := 1; table <= tables; table++ {
		wait.Go(func() {
			status, page := record(context.Background(), client, p.url, table, fmt.Sprintf("sluggish-%d", table))
			answered.Add(1)
			if took := time.Since(began); status != 200 || took < 2*time.Second {
				t.Errorf("after %v: %d %.300s", took, status, page)
			}
		})
	}
	for range 5 {
		answer := testenv.Must(client.Get(p.url + "/nights/1"))(t)
		answer.Body.Close()
		testenv.Same(t, answer.StatusCode, 200, "the table answers %d")
	}
	if time.Since(began) < 2*time.Second && answered.Load() != 0 {
		t.Error("acknowledged before it was on the disk")
	}
	wait.Wait()
	if took := time.Since(began); took > 15*time.Second {
		t.Errorf("%d deals took %v", tables, took)
	}
	if status, page := closes(t, client, p.url); status != 200 || !strings.Contains(page, "Sealed at") {
		t.Errorf("closed: %d %.300s", status, page)
	}
	if in := inBook(t, file); len(in) != tables {
		t.Errorf("in the book: %v", in)
	}
}

// TestSlowDisk holds the book's disk for a while: posts wait, and come through.
func TestSlowDisk(t *testing.T) {
	t.Parallel()
	file := newBook(t, tables)
	p := serve(t, file)
	hog := testenv.Beside(t, file)
	held := testenv.Must(hog.Begin())(t)
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
	testenv.Fine(t, held.Rollback())
	wait.Wait()
	if in := inBook(t, file); len(in) != tables {
		t.Errorf("%d deals of %d", len(in), tables)
	}
	if testing.Short() {
		return
	}
	// held for too long, each is told that nothing was recorded, and none is
	held = testenv.Must(hog.Begin())(t)
	if status, page := record(context.Background(), client, p.url, 1, "too-slow"); status != 503 ||
		!strings.Contains(page, "nothing was recorded") {
		t.Errorf("%d %.300s", status, page)
	}
	testenv.Fine(t, held.Rollback())
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
		conn := testenv.Must(net.Dial("tcp", host))(t)
		testenv.Must(io.WriteString(conn, request(key)[:at]))(t)
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
	conn = testenv.Must(net.Dial("tcp", host))(t)
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

// TestClockJumps serves by a clock that jumps a day on and an hour back, and stands still: a code ends and
// doesn't come back, the PIN is asked for again, who looks on keeps the link and has news of each deal, and
// deals and the seal keep the order in which they were recorded.
func TestClockJumps(t *testing.T) {
	file, shown := newBook(t, 1), filepath.Join(t.TempDir(), "clock")
	set := func(to string) {
		t.Helper()
		testenv.Fine(t, os.WriteFile(shown+".new", []byte(to), 0o600))
		testenv.Fine(t, os.Rename(shown+".new", shown)) // the program reads all of it, or what was there before
	}
	set("0s")
	t.Setenv(wrongClock, shown)
	p := serveGuarded(t, file)
	keeper := newVisitor(t, p.url)
	if status, _ := keeper.opens("/keeper"); status != 200 {
		t.Fatalf("the first visit: %d", status)
	}
	send := func(v *visitor, path string, form url.Values) (int, string) {
		t.Helper()
		r := testenv.Must(http.NewRequest("POST", p.url+path, strings.NewReader(form.Encode())))(t)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		return answered(v.client, r)
	}
	find := func(pattern string, status int, page string) string {
		t.Helper()
		m := regexp.MustCompile(pattern).FindStringSubmatch(page)
		if status != 200 || m == nil {
			t.Fatalf("%d, and no %s in %s", status, pattern, page)
		}
		return m[1]
	}
	makeCode := func() string {
		t.Helper()
		status, page := send(keeper, "/keeper/codes", url.Values{"right": {"watcher"}})
		return find(`<strong class="code figures">([A-Z0-9-]+)<`, status, page)
	}
	phones := 0
	pair := func(code string) int {
		t.Helper()
		phones++
		form := url.Values{"code": {code}, "name": {fmt.Sprintf("Phone %d", phones)}}
		status, _ := send(newVisitor(t, p.url), "/pair", form)
		return status
	}
	status, page := send(keeper, "/nights/1/watch", nil)
	link := "/watch/" + find(`/watch/([A-Za-z0-9_-]{12,})`, status, page)
	stream := testenv.Must(http.Get(p.url + link + "/events"))(t)
	t.Cleanup(func() { stream.Body.Close() })
	news := bufio.NewScanner(stream.Body)
	hear := func() {
		t.Helper()
		for news.Scan() {
			if strings.HasPrefix(news.Text(), "data: ") {
				return
			}
		}
		t.Fatalf("who looks on hears nothing more: %v", news.Err())
	}
	hear()
	locked := func() bool {
		t.Helper()
		status, page := keeper.opens("/keeper")
		if status != 200 && (status != 403 || !strings.Contains(page, "pin-asked")) {
			t.Fatalf("the keeper's page: %d", status)
		}
		return status != 200
	}
	unlock := func() {
		t.Helper()
		if !locked() {
			return // each PIN counts as a try
		}
		send(keeper, "/pin", url.Values{"pin-asked": {"4711"}, "to": {"/keeper"}})
		if locked() {
			t.Error("the PIN doesn't open the keeper's page")
		}
	}
	send(keeper, "/keeper/pin", url.Values{"do": {"set"}, "pin": {"4711"}})
	still := time.Now().Add(23*time.Hour + 2*time.Minute).UTC() // a little after it was put back
	var order []string
	for _, to := range []string{"0s", "24h", "23h", still.Format(time.RFC3339Nano), "-1h"} {
		unlock()
		before, unused := makeCode(), makeCode()
		if status := pair(before); status != 200 {
			t.Errorf("a code before %s: %d", to, status)
		}
		jumps := to != "0s" && to != still.Format(time.RFC3339Nano)
		set(to)
		if locked() != jumps {
			t.Errorf("at %s the PIN is asked for: %v", to, !jumps)
		}
		if status := pair(unused); (status != 200) != jumps {
			t.Errorf("at %s a code from before: %d", to, status)
		}
		unlock()
		if status := pair(makeCode()); status != 200 {
			t.Errorf("at %s a new code: %d", to, status)
		}
		for range 2 {
			order = append(order, fmt.Sprintf("jump-%d", len(order)))
			status, page := send(keeper, "/nights/1/deals", url.Values{"key": {order[len(order)-1]}, "call": {"solo"},
				"who": {"1"}, "tricks": {"6"}})
			if status != 200 {
				t.Fatalf("at %s: %d %s", to, status, page)
			}
			hear()
		}
		if status, _ := newVisitor(t, p.url).opens(link); status != 200 {
			t.Errorf("at %s the link answers %d", to, status)
		}
	}
	status, page = keeper.opens("/nights/1/settle")
	saw := find(`(?s)action="/nights/1/close".*?name="saw" value="(\d+)"`, status, page)
	set(still.Format(time.RFC3339Nano))
	unlock()
	status, page = send(keeper, "/nights/1/close", url.Values{"key": {"close"}, "saw": {saw}})
	if at := find(`Sealed at (\d+:\d+)`, status, page); at != still.Local().Format("15:04") {
		t.Errorf("sealed at %s by the page, and at %v by the clock", at, still.Local())
	}
	p.signal(syscall.SIGTERM)
	testenv.Same(t, p.ended(), 0, "ended with %d")
	inBook(t, file) // all is well
	db := testenv.Beside(t, file, "query_only(ON)")
	defer db.Close()
	var said, last string
	const keys = `SELECT group_concat(key, ' ' ORDER BY seq) FROM entry WHERE kind = 'deal'`
	testenv.Fine(t, db.QueryRow(keys).Scan(&said))
	testenv.Same(t, said, strings.Join(order, " "), "the deals are recorded as %s")
	testenv.Fine(t, db.QueryRow(`SELECT kind || ' ' || at FROM entry ORDER BY seq DESC LIMIT 1`).Scan(&last))
	testenv.Same(t, last, fmt.Sprint("close ", still.UnixMilli()), "the last entry is %s")
}
