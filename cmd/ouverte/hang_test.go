package main

import (
	"io"
	"net/http"
	"os"
	"strconv"
	"sync"
	"syscall"
	"testing"

	"ouverte/ledger/testenv"
)

// TestManyPagesAtOnce asks a program just started for 32 pages at once, three times over: all are answered.
// It starts the program five times, or as often as OUVERTE_STARTS says, and counts the starts in which a page
// wasn't answered in time.
func TestManyPagesAtOnce(t *testing.T) {
	t.Parallel()
	starts := 5
	if !testenv.Whole() {
		starts = 1
	}
	if n, err := strconv.Atoi(os.Getenv("OUVERTE_STARTS")); err == nil {
		starts = n
	}
	book := t.TempDir() + "/book.db"
	demo := prepare(t, "demo", "--no-serve", "--book", book, "--deals", "600", "--seed", "7")
	if out, err := demo.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	pages := []struct {
		path   string
		status int
	}{
		{"/stats", http.StatusOK}, {"/nights", http.StatusOK}, {"/players/1", http.StatusOK},
		{"/deals?find=1", http.StatusOK}, {"/deals?find=1&outcome=zzz", http.StatusUnprocessableEntity},
	}
	hung, unanswered := 0, 0
	for range starts {
		p, client := serve(t, book), aClient(t)
		before := unanswered
		for range 3 {
			var mu sync.Mutex
			var all sync.WaitGroup
			begin := make(chan struct{})
			for i := range 32 {
				all.Go(func() {
					<-begin
					page := pages[i%len(pages)]
					answer, err := client.Get(p.url + page.path)
					if err == nil {
						defer answer.Body.Close()
						_, err = io.Copy(io.Discard, answer.Body)
					}
					mu.Lock()
					defer mu.Unlock()
					switch {
					case err != nil:
						unanswered++
					case answer.StatusCode != page.status:
						t.Errorf("%s: %s", page.path, answer.Status)
					}
				})
			}
			close(begin)
			all.Wait()
			if unanswered > before {
				hung++
				break
			}
		}
		p.signal(syscall.SIGKILL)
		p.ended()
	}
	t.Logf("%d starts, in %d of them %d pages were not answered", starts, hung, unanswered)
	if hung > 0 {
		t.Errorf("in %d starts of %d some pages were never answered", hung, starts)
	}
}
