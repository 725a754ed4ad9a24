package web_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ouverte/web"
	"ouverte/web/webtest"
)

// TestWorkerKeepsWhatTheTableNeeds: the files the worker keeps are those the page of a table has the browser
// fetch, and those they name; and each of them is there.
func TestWorkerKeepsWhatTheTableNeeds(t *testing.T) {
	t.Parallel()
	h, night := webtest.FourOfUs(t)
	worker := h.Get("/sw.js").Is(200)
	same(t, worker.Header.Get("Cache-Control"), "no-cache", "a browser need not ask for the worker again: %q")
	head, _, _ := strings.Cut(string(worker.Bytes), ";\n")
	var program struct {
		Version string
		Files   []string
	}
	fine(t, json.Unmarshal([]byte(strings.TrimPrefix(head, "const program = ")), &program))
	kept := map[string]bool{}
	for _, file := range program.Files {
		kept[file] = true
		h.Get(file).Is(200)
		if hash := strings.Split(file, "."); !strings.Contains(program.Version, hash[len(hash)-2]) {
			t.Errorf("the version says nothing of %s", file)
		}
	}
	queue, seen := linked(h.Get(webtest.NightPath(night))), map[string]bool{}
	for len(queue) > 0 {
		file := queue[0]
		queue = queue[1:]
		if seen[file] {
			continue
		}
		seen[file] = true
		if !kept[file] {
			t.Errorf("%s isn't kept", file)
		}
		if !strings.Contains(file, "/vendor/") {
			queue = append(queue, inside.FindAllString(string(h.Get(file).Bytes), -1)...)
		}
	}
	if len(seen) < 20 {
		t.Errorf("the table needs %d files", len(seen))
	}
}

// TestKeepable: of all pages only that of an open night may be kept, and only by a device that records in it.
func TestKeepable(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	table := webtest.NightPath(s.one)
	for _, route := range web.RoutesForTest() {
		if route.Method != "GET" || route.Stream {
			continue
		}
		for _, who := range passersBy {
			token := s.tokens[who]
			a := s.come(s.request("GET", s.at(route), token, nil))
			may := route.Path == "/nights/:night" && (who == "scorer" || who == "keeper")
			if keeps := a.Header.Get("Ouverte-Keep") != ""; keeps != may {
				t.Errorf("%s as %s: may be kept: %v", route.Path, who, keeps)
			}
		}
	}
	s.Closes(s.one)
	if a := s.come(s.request("GET", table, s.tokens["scorer"], nil)); a.Header.Get("Ouverte-Keep") != "" {
		t.Error("a closed night may be kept")
	}
}

// TestToTable: an installed table begins at the night in progress, the newest of several; where there is
// none, where one is started, or at the evenings where the device looks on.
func TestToTable(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	leads := func(who, want string) {
		t.Helper()
		a := s.come(s.request("GET", "/table", s.tokens[who], nil))
		if got := a.Header.Get("Location"); got != want {
			t.Errorf("%s is led to %q (%d), not to %q", who, got, a.StatusCode, want)
		}
	}
	leads("scorer", webtest.NightPath(s.two))
	leads("watcher", webtest.NightPath(s.two))
	s.Closes(s.two)
	leads("keeper", webtest.NightPath(s.one))
	s.Closes(s.one)
	leads("scorer", "/")
	leads("watcher", "/nights")
	var manifest struct{ Start, Scope, Display string }
	said := string(s.Get(webtest.AssetPath(t, "manifest.webmanifest")).Bytes)
	body := strings.Replace(said, "start_url", "start", 1)
	fine(t, json.Unmarshal([]byte(body), &manifest))
	if manifest.Start != "/table" || manifest.Scope != "/" || manifest.Display != "standalone" {
		t.Errorf("installed, it begins as %+v", manifest)
	}
}

// TestScreenOnIsSaidOnce: a scorer reads how the screen stays on until it is read; over https for engines
// that can't keep it on, on the machine itself not at all.
func TestScreenOnIsSaidOnce(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	table := webtest.NightPath(s.one)
	comes := func(who, host, seen string) *webtest.Answer {
		t.Helper()
		r := s.request("GET", table, s.tokens[who], nil)
		r.Host = host
		if seen != "" {
			r.Header.Add("Cookie", "ouverte-plain="+seen)
		}
		return s.come(r).Is(200)
	}
	for _, c := range []struct {
		who, host, seen string
		told            bool
	}{
		{"keeper", "192.168.1.7:8052", "", true},
		{"keeper", "192.168.1.7:8052", "seen", false},
		{"scorer", "192.168.1.7:8052", "", true},
		{"scorer", "192.168.1.7:8052", "seen", false},
		{"watcher", "192.168.1.7:8052", "", false},
		{"keeper", "127.0.0.1:8052", "", false},
		{"keeper", "localhost:8052", "", false},
		{"keeper", "[::1]:8052", "", false},
	} {
		page := string(comes(c.who, c.host, c.seen).Bytes)
		if told := strings.Contains(page, `class="plain paper inset"`); told != c.told {
			t.Errorf("%+v: told is %v", c, told)
		}
		if strings.Contains(page, "--tls-local") {
			t.Errorf("%+v: told what to type", c)
		}
	}
	r := httptest.NewRequest("GET", "https://192.168.1.7:8052"+table, nil)
	r.AddCookie(&http.Cookie{Name: "__Host-ouverte", Value: s.tokens["keeper"]})
	page := string(s.come(r).Is(200).Bytes)
	if !strings.Contains(page, `class="plain paper inset secure"`) {
		t.Error("over https old engines aren't told")
	}
	r = s.request("POST", table+"/plain", s.tokens["scorer"], nil)
	r.Header.Set("HX-Request", "true")
	a := s.come(r).Is(200)
	if len(a.Bytes) != 0 || !strings.Contains(strings.Join(a.Header.Values("Set-Cookie"), " "),
		"ouverte-plain=seen") {
		t.Errorf("read, it leaves %q and %q", a.Bytes, a.Header.Values("Set-Cookie"))
	}
}
