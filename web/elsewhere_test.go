package web_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/archive"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/web"
	"ouverte/web/webtest"
)

// An evening kept elsewhere is looked at, its people are said to be who they are, and it comes once.
func TestEveningsFromElsewhere(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Players("Anna", "Bob", "Cat", "Dan")
	h.Get("/keeper").Is(200).Has(1, `a[href="/keeper/evenings"]`)
	h.Get("/keeper/evenings").Is(200).Has(0, "select")
	h.TakeIn(`C:\Users\Eve\holiday.json`, webtest.Holiday(t)).Is(303)

	page := h.Get("/keeper/evenings").Is(200)
	page.Has(4, "select").Has(2, "input[name=evening]").Has(1, "[checked]").Has(1, "[disabled]")
	page.Tells(".comings", "still being played")
	// Bob and Cat are found by their names; Ann is Anna here, and Eve is new.
	same(t, page.Doc.Find("option[selected]").Length(), 4, "%d are said to be somebody")
	ann := page.Doc.Find("select").First().Find("option:contains(Anna)").AttrOr("value", "")
	form := url.Values{"key": {"bring-1"}, "do": {"bring"}, "evening": {"1"}, "name": {"Ann", "Bob", "Cat",
		"Eve"}, "who": {ann, value(page, 1), value(page, 2), value(page, 3)}, "book": {copyOf(page)}}

	// Nobody can have been there twice.
	twice := url.Values{"key": {"k"}, "do": {"look"}, "name": form["name"], "book": form["book"],
		"who": {strings.Replace(value(page, 1), "2:", "1:", 1), value(page, 1), value(page, 2), value(page, 3)}}
	text := h.Post("/keeper/evenings", twice).Is(200).Text(".comings")
	if !strings.Contains(text, "both there") {
		t.Errorf("two who are one: %q", text)
	}

	for range 2 { // the second time is the same form once more
		h.Post("/keeper/evenings", form).Is(200)
	}
	lines, err := h.Book.Now().Nights(show.NightFilter{})
	if err != nil || len(lines) != 1 || lines[0].Deals != 3 || lines[0].Date != "2026-08-01" {
		t.Fatalf("the evenings are %+v, %v", lines, err)
	}
	players := h.Book.Now().Players()
	if len(players) != 5 {
		t.Errorf("%d players, wanted Eve besides four", len(players))
	}
	h.Get("/keeper/evenings").Is(200).Has(2, "[disabled]").Has(1, ".comings a")
	night := h.Get(fmt.Sprintf("/nights/%d", lines[0].ID)).Is(200)
	night.Tells("main", "holiday.json")
	h.Post("/keeper/evenings", url.Values{"do": {"away"}, "book": form["book"]}).Is(303)
	h.Get("/keeper/evenings").Is(200).Has(0, "select")
	h.Post("/keeper/evenings", form).Is(422)
}

// A newcomer who comes under another name with one evening is that person for the next.
func TestNewcomersFromElsewhere(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Players("Ann", "Bob", "Cat", "Eve")
	h.TakeIn("holiday.json", webtest.Holiday(t, "2026-08-02")).Is(303)
	page := h.Get("/keeper/evenings").Is(200).Has(2, "input[name=evening][checked]")
	form := url.Values{"key": {"bring-1"}, "do": {"bring"}, "evening": {"1"}, "name": {"Ann", "Bob", "Cat",
		"Eva"}, "who": {value(page, 0), value(page, 1), value(page, 2), "4:0"}, "book": {copyOf(page)}}
	page = h.Post("/keeper/evenings", form).Is(200)
	same(t, page.Doc.Find("option[selected]").Last().Text(), "Eva", "Eve is %q now")
	form.Set("key", page.Doc.Find("main input[name=key]").AttrOr("value", ""))
	form.Set("evening", "2")
	form["who"] = []string{value(page, 0), value(page, 1), value(page, 2), value(page, 3)}
	h.Post("/keeper/evenings", form).Is(200).Has(0, "input[name=evening]:not([disabled])")
	if players := h.Book.Now().Players(); len(players) != 5 {
		t.Errorf("the people are %v", players)
	}
}

// A form that was drawn for another copy brings nothing and puts nothing away: two keepers may look into two
// books at once.
func TestTwoBooksFromElsewhere(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.TakeIn("holiday.json", webtest.Holiday(t)).Is(303)
	first := h.Get("/keeper/evenings").Is(200)
	h.TakeIn("other.json", webtest.Holiday(t, "2026-08-02")).Is(303)
	form := url.Values{"key": {"k"}, "do": {"bring"}, "evening": {"1"}, "who": {"1:0", "2:0", "3:0", "4:0"},
		"name": {"Kim", "Lou", "Max", "Ned"}, "book": {copyOf(first)}}
	page := h.Post("/keeper/evenings", form).Is(422)
	if text := page.Text("main"); !strings.Contains(text, "Somebody chose another book meanwhile") ||
		!strings.Contains(text, "other.json") || strings.Contains(text, "Kim") {
		t.Errorf("the page says %q", text)
	}
	h.Post("/keeper/evenings", url.Values{"do": {"away"}, "book": {copyOf(first)}}).Is(303)
	h.Get("/keeper/evenings").Is(200).Has(4, "select")
	if entries := h.Book.Now().Entries(); entries != 0 {
		t.Errorf("%d entries came", entries)
	}
}

// slowLine is a connection that notes until when a request may arrive.
type slowLine struct {
	*httptest.ResponseRecorder
	until time.Time
}

func (s *slowLine) SetReadDeadline(until time.Time) error {
	s.until = until
	return nil
}

// cutOff is what of a file arrives until it has taken too long.
type cutOff struct{ io.Reader }

func (c cutOff) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	if err == io.EOF {
		err = os.ErrDeadlineExceeded
	}
	return n, err
}

// A book may take minutes to arrive over a slow line, and where it takes longer the page says so.
func TestSlowBookFromElsewhere(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	body := "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"holiday.json\"\r\n\r\nSQLite"
	r := httptest.NewRequest(http.MethodPost, "/keeper/evenings/file", cutOff{strings.NewReader(body)})
	r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.Host, r.RemoteAddr = "localhost", "127.0.0.1:40000"
	w := &slowLine{ResponseRecorder: httptest.NewRecorder()}
	h.Handler.ServeHTTP(w, r)
	if time.Until(w.until) < time.Minute {
		t.Errorf("it may arrive until %v", w.until)
	}
	if w.Code != 422 || !strings.Contains(w.Body.String(), "took too long") {
		t.Errorf("%d: %.200s", w.Code, w.Body)
	}
}

// A book that takes too long is refused with a way to bring it, and leaves nothing.
func TestLongBookFromElsewhere(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t, func(o *web.Options) { o.ForGuest = time.Nanosecond })
	h.TakeIn("holiday.json", webtest.Holiday(t)).Is(422).
		Says("#says-file", "This book takes too long for a page. Use ouverte import evenings on the "+
			"machine with the book.")
	h.Get("/keeper/evenings").Is(200).Has(0, "select")
}

// A book that is being looked into ends with the connection that sent it, however long it may take, and
// leaves nothing.
func TestBookFromElsewhereLeavesWithItsBrowser(t *testing.T) {
	s := openStreet(t, func(o *web.Options) { o.ForGuest = time.Hour })
	sent := longBook(t, 20_000)
	addr := s.open(nil)
	conn := dial(t, addr)
	const head = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"long.db\"\r\n\r\n"
	const tail = "\r\n--x--\r\n"
	fmt.Fprintf(conn, "POST /keeper/evenings/file HTTP/1.1\r\nHost: %s\r\nCookie: ouverte=%s\r\n"+
		"Sec-Fetch-Site: same-origin\r\nContent-Type: multipart/form-data; boundary=x\r\n"+
		"Content-Length: %d\r\n\r\n%s%s%s", addr, s.tokens["keeper"], len(head)+len(sent)+len(tail), head, sent,
		tail)
	until := func(what, pattern string, there bool) {
		t.Helper()
		pattern = filepath.Join(filepath.Dir(s.Book.Path()), pattern)
		for late := time.Now().Add(time.Minute); (len(must(filepath.Glob(pattern))(t)) > 0) != there; {
			if time.Now().After(late) {
				t.Fatal(what)
			}
			time.Sleep(time.Millisecond)
		}
	}
	until("it is never looked into", ".ouverte-copy-*/guest.db*", true)
	conn.Close()
	until("its folder stays", ".ouverte-copy-*", false)
	page := s.come(s.request("GET", "/keeper/evenings", s.tokens["keeper"], nil))
	if page.StatusCode != 200 || bytes.Contains(page.Bytes, []byte("<select")) {
		t.Errorf("it was taken in: %d", page.StatusCode)
	}
}

// longBook is the export of a book with so many deals.
func longBook(t testing.TB, deals int) []byte {
	t.Helper()
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "long.db")
	b := must(ledger.Open(ctx, path, ledger.Options{}))(t)
	set, _ := rules.Set("hoyle")
	var seats []chain.PlayerID
	for _, name := range []string{"Ann", "Bob", "Cat", "Eve"} {
		seats = append(seats, chain.PlayerID(must(b.AddPlayer(ctx, ledger.Slip{Key: name}, name))(t).ID))
	}
	said := ledger.DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 1, Tricks: 6}}
	for ; deals > 0; deals -= 1000 {
		slip := ledger.Slip{Key: fmt.Sprintf("night-%d", deals)}
		night := must(b.StartNight(ctx, slip, ledger.NewNight{House: set, Seats: seats, Dealer: seats[3]}))(t).Night
		slip.Key = fmt.Sprintf("deals-%d", deals)
		must(b.RecordMany(ctx, slip, night, 0, slices.Repeat([]ledger.DealSaid{said}, 1000)))(t)
	}
	fine(t, b.Close())
	var out bytes.Buffer
	fine(t, archive.Export(ctx, path, archive.JSON, time.UTC, &out, nil))
	return out.Bytes()
}

// Of more evenings than a form has room for, the oldest come first.
func TestManyEveningsFromElsewhere(t *testing.T) {
	t.Parallel()
	evenings := make([]ledger.ElsewhereEvening, web.MostComing+3)
	evenings[len(evenings)-1].Stays = "It is in this book already."
	web.FewAtOnce(evenings)
	for i, e := range evenings {
		if waits := i < 2; waits != (e.Stays != "") && i < len(evenings)-1 {
			t.Errorf("evening %d of %d stays: %q", i, len(evenings), e.Stays)
		}
	}
}

// Where there is a PIN, a file is taken in once it was given, and who didn't is asked for it.
func TestBookFromElsewhereBehindPIN(t *testing.T) {
	t.Parallel()
	now := webtest.Evening
	h := webtest.Open(t, func(o *web.Options) { o.Now = func() time.Time { return now } })
	h.Post("/keeper/pin", url.Values{"pin": {"4711"}, "do": {"set"}}).Is(303)
	h.TakeIn("holiday.json", webtest.Holiday(t)).Is(303)
	h.Get("/keeper/evenings").Is(200).Has(4, "select")
	now = now.Add(6 * time.Minute)
	asks := h.TakeIn("holiday.json", webtest.Holiday(t)).Is(403).Has(1, "input[name=pin-asked]")
	same(t, asks.Doc.Find("input[name=to]").AttrOr("value", ""), "/keeper/evenings", "the PIN leads to %q")
	h.Post("/pin", url.Values{"pin-asked": {"4711"}, "to": {"/keeper/evenings"}}).Is(303)
	h.TakeIn("holiday.json", webtest.Holiday(t)).Is(303)
}

// copyOf is which copy of another book a page was drawn for.
func copyOf(page *webtest.Answer) string {
	return page.Doc.Find("input[name=book]").AttrOr("value", "")
}

// value is what a select of the page says.
func value(page *webtest.Answer, nth int) string {
	return page.Doc.Find("select").Eq(nth).Find("option[selected]").AttrOr("value", "")
}
