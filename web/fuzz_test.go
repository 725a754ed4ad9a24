package web_test

import (
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"ouverte/web/webtest"
)

// FuzzStart throws anything at the start page, as an address and as a form. Whatever it is, the answer has a
// status for it, is a whole page of ours, and the house stands.
func FuzzStart(f *testing.F) {
	for _, seed := range []string{"", "do=keep", "do=seat:1&seats=2", "do=seat:+x&seats=%2bEve&scale=1",
		"do=pick:2&seats=1&seats=2&picked=1&scale=2", "do=draw&seats=1&scale=1", "do=name&newname=Zo%C3%AB&scale=1",
		"do=name&newname=%E2%80%AEevil&scale=1", "do=scale:0", "do=scale:1001", "do=deal:9&scale=1",
		"do=start&seats=1&seats=2&seats=3&dealer=1&house=units&scale=1&key=k", "seats=1&seats=1&seats=1&do=start",
		"picked=-1", "picked=9999999999999999999", "scale=−1", "do=start&key=%00", "a=b;c=d", "%zz", "do=do&do=do",
		"date=2026-13-45&do=start&scale=1",
		"do=start&seats=%2bA&seats=%2bB&seats=%2bC&dealer=%2bA&house=hoyle&scale=1000&name=%F0%9F%83%8F&key=a.b_c-d:e",
		"do=start&key=" + strings.Repeat("k", 65)} {
		f.Add(seed)
	}
	h := webtest.Open(f)
	h.Players("Ann", "Bob", "Cat")
	f.Fuzz(func(t *testing.T, query string) {
		h.T = t
		r := httptest.NewRequest("GET", "/", nil)
		r.URL.RawQuery = query
		check(t, h.Ask(r), 200, 400, 404, 422)
		r = httptest.NewRequest("POST", "/nights", strings.NewReader(query))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		check(t, h.Ask(r), 303, 400, 404, 413, 422)
	})
}

// check wants one of the statuses, and a page unless it leads elsewhere on this house.
func check(t *testing.T, a *webtest.Answer, statuses ...int) {
	t.Helper()
	if !slices.Contains(statuses, a.StatusCode) {
		t.Fatalf("%d\n%s", a.StatusCode, a.Bytes)
	}
	if a.StatusCode == 303 {
		if to, err := url.Parse(a.Header.Get("Location")); err != nil || to.Host != "" ||
			!strings.HasPrefix(to.Path, "/nights/") {
			t.Fatalf("leads to %q", a.Header.Get("Location"))
		}
		return
	}
	if a.Doc == nil || a.Doc.Find("main").Length() != 1 || a.Doc.Find("header.bar").Length() != 1 {
		t.Fatalf("%d without a page of ours:\n%s", a.StatusCode, a.Bytes)
	}
}
