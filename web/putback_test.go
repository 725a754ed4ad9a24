package web_test

// A copy is looked at, and put back while the book is served.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/archive"
	bookcopies "ouverte/ledger/copies"
	"ouverte/web"
	"ouverte/web/host"
	"ouverte/web/webtest"
)

func posts(r *http.Request, form url.Values) *http.Request {
	r.Method, r.Body = "POST", io.NopCloser(strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return r
}

// puts puts the copy back that a page of copies has chosen.
func puts(h *webtest.Site, page *webtest.Answer, token string) *webtest.Answer {
	h.T.Helper()
	form := page.Is(200).Form(`#chosen form`, "")
	r := opens("/keeper/copies", token, "Sec-Fetch-Site", "same-origin")
	return h.Ask(posts(r, form))
}

func theCopy(t *testing.T, h *webtest.Site, nth int) string {
	t.Helper()
	all := must(filepath.Glob(filepath.Join(h.Book.Path()+"-copies", "*.db")))(t)
	if len(all) <= nth {
		t.Fatalf("%d copies lie there", len(all))
	}
	return "/keeper/copies?copy=" + url.QueryEscape("0/"+filepath.Base(all[len(all)-1-nth]))
}

// TestACopyIsPutBack, and then the book that was there before. Each device that was in stays in, one that was
// shut out stays out, and deals recorded since the page was drawn aren't lost.
func TestACopyIsPutBack(t *testing.T) {
	t.Parallel()
	h := webtest.Unkept(t, func(o *web.Options) { o.Copies = webtest.Copying })
	keeper := given(h.Ask(opens("/", "")).Is(303))
	gone := h.LetIn(web.Scorer, "The old tablet")
	night := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	h.Plays(night, "solo A 6")
	h.Closes(night)
	post := func(path string, form url.Values) *webtest.Answer {
		return h.Ask(posts(opens(path, keeper, "Sec-Fetch-Site", "same-origin"), form))
	}
	post("/keeper/copy", nil).Is(303)
	tablet := h.LetIn(web.Scorer, "The tablet")
	for _, d := range h.Book.Devices() {
		if d.Name == "The old tablet" {
			fine(t, h.Book.TurnOut(context.Background(), d.ID))
		}
	}
	fine(t, h.Book.SetPIN(context.Background(), "4711"))
	post("/pin", url.Values{"pin-asked": {"4711"}, "to": {"/keeper"}}).Is(303)
	second := h.Night("hoyle", h.Players("Eve", "Fay", "Gus", "Hal")...)
	h.Plays(second, "solo E 6", "solo F 6")
	look := func(nth int) *webtest.Answer { return h.Ask(opens(theCopy(t, h, nth), keeper)).Is(200) }
	page := look(0).Says("#chosen .lacking", "It lacks 1 evening: 2 deals.").Has(1, "#chosen .lacks")
	h.Plays(second, "solo G 6")
	puts(h, page, keeper).Is(422).Says(".says", "Somebody recorded something meanwhile. Look at the copy again.")
	before, file := h.Book.Now().Entries(), page.Doc.Find("html").AttrOr("data-book", "")
	page = look(0)
	puts(h, page, keeper).Is(303)
	puts(h, page, keeper).Is(303) // the second tap
	now := h.Ask(opens("/nights", tablet)).Doc.Find("html").AttrOr("data-book", "")
	if now == file || now == "" {
		t.Errorf("an open page takes %q for its own book, as %q", now, file)
	}
	evenings, deals := h.Book.Now().Size()
	same(t, evenings, 1, "%d evenings are left")
	same(t, deals, 1, "%d deals are left")
	h.Ask(opens("/nights", tablet)).Is(200)
	h.Ask(opens("/nights", gone)).Is(403)
	h.Ask(opens("/keeper", keeper)).Is(200)
	puts(h, look(0).Says("#chosen .lacking", "It has everything in the book."), keeper).Is(303)
	same(t, h.Book.Now().Entries(), before, "there are %d entries again")
	h.Ask(opens("/nights", tablet)).Is(200)
}

// TestAnUnsoundBookIsReplaced by the newest sound copy, to which its page leads, and lies there as a copy
// that can't be put back.
func TestAnUnsoundBookIsReplaced(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t, func(o *web.Options) { o.Copies = webtest.Copying })
	h.Player("Eve")
	h.Post("/keeper/copy", nil).Is(303)
	h.Unsound(func(o *web.Options) { o.TrustThisMachine = true })
	to, _ := h.Get("/keeper").Is(200).Has(1, ".warning .gold").Doc.Find(".warning .gold").Attr("href")
	puts(h, h.Get(to).Says("#chosen .lacking", "Today’s book is damaged, so we can’t tell "+
		"everything the copy lacks."), "").Is(303)
	if !h.Book.Well() {
		t.Error("it isn't well")
	}
	h.Get(theCopy(t, h, 0)).Is(200).Has(0, "#chosen form").Says(".pick.here .below", "damaged")
}

// TestTheFirstPageTakesACopy from the first browser of this machine, and from nobody on the network; the
// browser stays in, and so do the devices of the copy.
func TestTheFirstPageTakesACopy(t *testing.T) {
	t.Parallel()
	old := webtest.Open(t)
	old.Night("hoyle", old.Players("Ann", "Bob", "Cat", "Dan")...)
	phone := old.LetIn(web.Watcher, "Ann’s phone")
	file := filepath.Join(t.TempDir(), "copy.db")
	must(archive.Backup(t.Context(), old.Book.Path(), file, nil))(t)
	content := must(os.ReadFile(file))(t)
	h := webtest.Unkept(t)
	sends := func(content []byte, token, from string) *webtest.Answer {
		r := webtest.FileForm("/keeper/copies/file", url.Values{"file": {string(content)}}, "a book.db")
		r.RemoteAddr = from
		if token != "" {
			r.AddCookie(&http.Cookie{Name: "ouverte", Value: token})
		}
		return h.Ask(r)
	}
	sends(content, "", "192.168.1.9:1").Is(403)
	keeper := given(h.Ask(opens("/", "")).Is(303))
	h.Ask(opens("/", keeper)).Is(200).Has(1, `main a[href="/keeper/copies"]`)
	for name, wrong := range map[string][]byte{
		"zeros": make([]byte, 200), "half": content[:len(content)/2],
		"longer": append(content[:len(content):len(content)], 0),
		"itself": bytes.Join([][]byte{content[:100], content[100:4096], content[100:4096],
			make([]byte, 100)}, nil),
		"nothing": {}, "an export": []byte(`{"ouverte":"book"}`),
	} {
		if a := sends(wrong, keeper, "127.0.0.1:1"); a.StatusCode != 422 || a.Doc.Find(".says").Length() != 1 {
			t.Errorf("%s: %d %s", name, a.StatusCode, a.Text("main"))
		}
	}
	at := sends(content, keeper, "127.0.0.1:1").Is(303).Header.Get("Location")
	page := h.Ask(opens(at, keeper)).Is(200).Says("#chosen .lacking", "This book is empty, so nothing is lost.")
	puts(h, page, keeper).Is(303)
	same(t, h.Book.Now().Entries(), old.Book.Now().Entries(), "there are %d entries")
	kept := must(filepath.Glob(filepath.Join(h.Book.Path()+"-copies", "*")))(t)
	same(t, len(kept), 0, "an empty book is kept %d times")
	h.Ask(opens("/keeper", keeper)).Is(200).Has(1, ".keeper")
	h.Ask(opens("/nights", phone)).Is(200)
	if left := must(filepath.Glob(filepath.Join(filepath.Dir(h.Book.Path()), ".ouverte-copy-*")))(t); len(left) > 0 {
		t.Errorf("left lying about: %s", strings.Join(left, ", "))
	}
}

// TestABookThatFailsToOpen once its copy was put back keeps nobody waiting: who comes next tries again.
func TestABookThatFailsToOpen(t *testing.T) {
	t.Parallel()
	var o *web.Options
	h := webtest.Open(t, func(of *web.Options) { o, of.Copies = of, webtest.Copying })
	failed := false
	h.Handler = host.NewAlone(h.Book, *o, func(ctx context.Context) (*ledger.Book, *bookcopies.Keeper, error) {
		if !failed {
			failed = true
			panic("it fails")
		}
		return h.Reopens(ctx)
	})
	h.Player("Eve")
	h.Post("/keeper/copy", nil).Is(303)
	puts(h, h.Get(theCopy(t, h, 0)), "").Is(500)
	h.Get("/players").Is(200)
}

// TestABookThatStaysAway: while it can't be opened its page says so under every name and says nothing else.
func TestABookThatStaysAway(t *testing.T) {
	t.Parallel()
	var o *web.Options
	h := webtest.Open(t, func(of *web.Options) { o, of.Copies = of, webtest.Copying })
	h.Handler = host.NewAlone(h.Book, *o, func(context.Context) (*ledger.Book, *bookcopies.Keeper, error) {
		return nil, nil, errors.New("it stays away")
	})
	h.Player("Eve")
	h.Post("/keeper/copy", nil).Is(303)
	puts(h, h.Get(theCopy(t, h, 0)), "").Is(500)
	for _, host := range []string{"127.0.0.1", "evil.example", ""} {
		r, w := httptest.NewRequest("GET", "/players", nil), httptest.NewRecorder()
		r.Host = host
		h.Handler.ServeHTTP(w, r)
		page := w.Body.String()
		if w.Code != 503 || !strings.Contains(page, "The book can’t be opened") || strings.Contains(page, "Eve") ||
			strings.Contains(page, filepath.Dir(h.Book.Path())) {
			t.Errorf("%q is answered %d: %s", host, w.Code, page)
		}
	}
}

// TestPanicWhileACopyIsPutBack: a fault of ours while the book is closed for it leaves the old book, served;
// the next try puts the copy back.
func TestPanicWhileACopyIsPutBack(t *testing.T) {
	t.Parallel()
	var faulty atomic.Bool
	h := webtest.Open(t, func(o *web.Options) {
		o.Copies = webtest.Copying
		o.Now = func() time.Time {
			stack := make([]byte, 1<<16)
			if faulty.Load() && strings.Contains(string(stack[:runtime.Stack(stack, false)]), "host.(*awake).end(") {
				panic("while the book is closed")
			}
			return webtest.Evening
		}
	})
	night := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	h.Post("/keeper/copy", nil).Is(303)
	h.Plays(night, "solo A 6")
	put := func() *webtest.Answer {
		return h.Post("/keeper/copies", h.Get(theCopy(t, h, 0)).Is(200).Form("#chosen form", ""))
	}
	was := h.Book.Now().Entries()
	faulty.Store(true)
	put().Is(500)
	same(t, h.Book.Now().Entries(), was, "the old book has %d entries")
	h.Get("/").Is(200)
	faulty.Store(false)
	put().Is(303)
	same(t, h.Book.Now().Entries(), was-1, "the copy has %d entries")
}

// TestAPlaceForCopies: the keeper names a folder, which has a copy at once and each later one; it lasts over
// a copy put back, and can be given up. What isn't there is refused, what others put there stays, and a stick
// that was pulled out isn't made anew in the folder where it was.
func TestAPlaceForCopies(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t, func(o *web.Options) { o.Copies = webtest.Copying })
	night := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	stick := t.TempDir()
	name := func(folder, do string) *webtest.Answer {
		return h.Post("/keeper/place", url.Values{"folder": {folder}, "do": {do}})
	}
	for _, wrong := range []string{"", "stick", filepath.Join(stick, "none"), h.Book.Path()} {
		name(wrong, "name").Is(422).Has(1, "#says-folder")
	}
	others := filepath.Join(stick, "book", ".film.part")
	must(others, errors.Join(os.Mkdir(filepath.Dir(others), 0o700), os.WriteFile(others, nil, 0o600)))(t)
	name(stick, "name").Is(303)
	must(os.Stat(others))(t)
	there := func() int { return len(must(filepath.Glob(filepath.Join(stick, "book", "*.db")))(t)) }
	same(t, there(), 1, "%d copies lie there")
	h.Get("/keeper").Is(200).Has(2, ".places li").Tells(".places", "In "+stick)
	h.Plays(night, "solo A 6")
	h.Post("/keeper/copy", nil).Is(303)
	same(t, there(), 2, "then %d copies lie there")
	other := webtest.Open(t)
	other.Player("Zoe")
	first := other.Book.Now().State().First()
	to := filepath.Join(stick, "book", fmt.Sprintf("2026-11-30-200000-evenings-0-entries-1-of-%x.db", first[:4]))
	must(archive.Backup(t.Context(), other.Book.Path(), to, nil))(t)
	page := h.Get("/keeper/copies?copy=" + url.QueryEscape("1/"+filepath.Base(to))).Is(200)
	page.Tells("[aria-label='The copies']", "Of other booksMonday 30 November 2026, 20:00 0 evenings")
	page.Says("#chosen .lacking", "This is another book. It has nothing of today’s.")
	puts(h, h.Get(theCopy(t, h, 0)), "").Is(303)
	h.Get("/keeper").Is(200).Has(1, "input[name=folder][value='"+stick+"']")
	must(others, os.Rename(filepath.Dir(others), filepath.Join(t.TempDir(), "pulled")))(t) // in one step
	h.Post("/keeper/copy", nil).Is(303)
	h.Get("/keeper").Is(200).Tells(".places", "It isn’t there at the moment.")
	same(t, there(), 0, "without the stick %d copies lie there")
	name("", "none").Is(303)
	h.Get("/keeper").Is(200).Has(0, "input[name=folder][value='"+stick+"']")
}
