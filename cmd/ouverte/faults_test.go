//go:build unix

package main

// What may befall a program that serves, on the real one: stopped, killed, started twice. After each,
// acknowledged deals are in the book, others are there once or not at all, and the same posts sent again make
// everything whole, without another restart.

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
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

// TestSecondServer learns who has the book, and doesn't disturb the first.
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
