package ledger_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
	_ "unsafe" // for linkname

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/web"
)

//go:linkname settled ouverte/rules.settled
var settled func()

// TestADealsTrip posts deals to the real router, as the table's page does. A deal is settled once on its way;
// taken back and put back, it isn't settled again. The readers' connections are all held meanwhile: the
// answers are drawn without reading the night.
func TestADealsTrip(t *testing.T) {
	ctx := t.Context()
	book, err := ledger.Open(ctx, filepath.Join(t.TempDir(), "book.ouverte"), ledger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	must := func(r ledger.Receipt, err error) ledger.Receipt {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	keys := 0
	slip := func() ledger.Slip {
		keys++
		return ledger.Slip{Key: "k" + strconv.Itoa(keys), Device: "tablet"}
	}
	var seats []ledger.PlayerID
	for _, name := range []string{"Ann", "Bob", "Cat", "Dan"} {
		seats = append(seats, ledger.PlayerID(must(book.AddPlayer(ctx, slip(), name)).ID))
	}
	house, _ := rules.Set("hoyle")
	night := must(book.StartNight(ctx, slip(), ledger.NewNight{House: house, Seats: seats, Dealer: seats[3],
		Agree: true})).Night
	must(book.Record(ctx, slip(), night, ledger.DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 1,
		Tricks: 7}}))

	scorer := func(*http.Request) web.Visitor { return web.Visitor{Right: web.Scorer, Device: "tablet"} }
	router := web.New(book, web.Options{Who: scorer})
	path := "/nights/" + strconv.FormatInt(int64(night), 10)
	ask := func(method, path string, form url.Values) *goquery.Document {
		t.Helper()
		ctx, cancel := context.WithTimeout(ctx, time.Minute) // for an answer that waits for a reader
		defer cancel()
		r := httptest.NewRequestWithContext(ctx, method, "http://localhost"+path, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("HX-Request", "true")
		r.Header.Set("HX-Request-Type", "partial")
		w := httptest.NewRecorder()
		router.ServeHTTP(w, r)
		if w.Code != http.StatusOK {
			t.Fatalf("%s %s: %d %s", method, path, w.Code, w.Body)
		}
		page, err := goquery.NewDocumentFromReader(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		return page
	}
	fields := func(page *goquery.Document, form string) url.Values {
		t.Helper()
		v := url.Values{}
		page.Find(form).First().Find("input[type=hidden]").Each(func(_ int, in *goquery.Selection) {
			v.Add(in.AttrOr("name", ""), in.AttrOr("value", ""))
		})
		if v.Get("key") == "" {
			t.Fatalf("no %s in the answer", form)
		}
		return v
	}

	page := ask(http.MethodGet, path, nil)
	undo, err := book.NoReaders()
	if err != nil {
		t.Fatal(err)
	}
	defer undo()
	times := 0
	settled = func() { times++ }
	defer func() { settled = nil }()
	for _, step := range []struct {
		what, form, say string
		settles         int
	}{
		{"a deal", "#deal", "call=misere&who=2&tricks=0", 1},
		{"another", "#deal", "call=passed", 1},
		{"taken back", "form[action$=take-back]", "", 0},
		{"put back", "form[action$=put-back]", "", 0},
		{"a third", "#deal", "call=solo&who=3&tricks=5", 1},
	} {
		form := fields(page, step.form)
		more, _ := url.ParseQuery(step.say)
		for name, values := range more {
			form[name] = values
		}
		to, _ := page.Find(step.form).First().Attr("action")
		times = 0
		page = ask(http.MethodPost, to, form)
		if times != step.settles {
			t.Errorf("%s: settled %d times, want %d", step.what, times, step.settles)
		}
	}
	if n, err := book.Night(ctx, night); err != nil || len(n.Deals) != 4 {
		t.Errorf("%d deals stand: %v", len(n.Deals), err)
	}
}
