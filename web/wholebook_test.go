package web_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"ouverte/web"
	"ouverte/web/webtest"
)

// stopReading begins a download whose client takes the head of the answer and then nothing. It comes back
// once the client stands still; letGo lets the client go on, and gives its answer when it has all of it.
func stopReading(h *webtest.Site, path string) (letGo func() *httptest.ResponseRecorder) {
	w := &webtest.Stopped{ResponseRecorder: httptest.NewRecorder(),
		Reached: make(chan struct{}), GoOn: make(chan struct{})}
	done := make(chan struct{})
	go func() {
		defer close(done)
		h.Handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost"+path, nil))
	}()
	select {
	case <-w.Reached:
	case <-done:
		h.T.Errorf("%s: answered %d at once", path, w.Code)
	}
	return func() *httptest.ResponseRecorder {
		close(w.GoOn)
		<-done
		return w.ResponseRecorder
	}
}

// copies are the files made of the whole book that lie beside it.
func copies(h *webtest.Site) []string {
	h.T.Helper()
	all := must(filepath.Glob(filepath.Join(filepath.Dir(h.Book.Path()), ".ouverte-copy-*")))(h.T)
	return all
}

// TestAClientThatStopsReading holds up nobody: not the next download, and not the check of the books. As many
// files as there is room for may wait for their clients; one more is refused at once. In the end nothing is
// left beside the book.
func TestAClientThatStopsReading(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	var letGo []func() *httptest.ResponseRecorder
	for i := range web.MostCopies - 1 {
		letGo = append(letGo, stopReading(h, []string{"/keeper/backup", "/keeper/export/json"}[i%2]))
	}
	h.Post("/keeper/check", nil).Is(200).Has(1, ".found.well")
	want := h.Get("/keeper/export/json").Is(200)
	if got := len(copies(h)); got != web.MostCopies-1 {
		t.Errorf("%d files wait for their clients, not %d", got, web.MostCopies-1)
	}
	letGo = append(letGo, stopReading(h, "/keeper/export/json"))
	if full := h.Get("/keeper/backup").Is(503); full.Header.Get("Retry-After") == "" {
		t.Error("one too many isn't told when to come again")
	}
	h.Post("/keeper/check", nil).Is(200).Has(1, ".found.well")
	for _, goOn := range letGo {
		if got := goOn(); got.Code != 200 ||
			got.Header().Get("Content-Type") == "application/x-ndjson" && got.Body.String() != string(want.Bytes) {
			t.Errorf("in the end: %d and %d bytes", got.Code, got.Body.Len())
		}
	}
	if left := copies(h); len(left) != 0 {
		t.Errorf("left lying about: %v", left)
	}
	h.Get("/keeper/backup").Is(200)
}

// TestLeavingTheQueue: a request that waits for the whole book ends with its client, and leaves nothing
// behind.
func TestLeavingTheQueue(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	handler, hold := web.NewHeld(h.Book, web.Options{Log: web.QuietLog(), Who: func(*http.Request) web.Visitor {
		return web.Visitor{Right: web.Keeper, Device: "the tablet"}
	}})
	letGo := hold()
	ask := func(ctx context.Context, method, path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(ctx, method, "http://localhost"+path, nil)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		handler.ServeHTTP(w, r)
		return w
	}
	for path, method := range map[string]string{"/keeper/backup": "GET", "/keeper/export/csv": "GET",
		"/keeper/check": "POST"} {
		ctx, leave := context.WithCancel(t.Context())
		done := make(chan int)
		go func() { done <- ask(ctx, method, path).Code }()
		select {
		case code := <-done:
			t.Errorf("%s: answered %d while another goes through the book", path, code)
		default:
		}
		leave()
		if code := <-done; code != 499 {
			t.Errorf("%s: %d, and not that the client left", path, code)
		}
	}
	if left := copies(h); len(left) != 0 {
		t.Errorf("left lying about: %v", left)
	}
	letGo()
	if w := ask(t.Context(), "GET", "/keeper/backup"); w.Code != 200 {
		t.Errorf("afterwards: %d", w.Code)
	}
}

// TestCopyNow: while no copy holds the last evening, copying it is the page's next step; then it says so.
func TestCopyNow(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t, func(o *web.Options) { o.Copies = webtest.Copying })
	h.Get("/keeper").Is(200).Says(".copying h3", "Nothing to copy yet.")
	h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	h.Get("/keeper").Says(".copying h3", "No copy holds the last evening yet.").
		Has(1, ".copying .gold").Has(1, ".gold")
	h.Post("/keeper/copy", nil).Is(303)
	h.Get("/keeper?did=copied").Says(".copying h3", "The copy holds the last evening.").Has(0, ".copying .gold").
		Tells(".places", "1 evening")
	if at := h.Get("/healthz").Header.Get("Ouverte-Copied"); at == "" {
		t.Error("its health doesn't say when it was copied")
	}
}
