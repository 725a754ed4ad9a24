package web_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
	"ouverte/ledger/testenv"
	"ouverte/templates/draw"
	"ouverte/web"
	"ouverte/web/webtest"
)

// codeLeads checks where the code for a camera leads.
func codeLeads(a *webtest.Answer, css, address string) {
	a.T.Helper()
	var drawn strings.Builder
	fine(a.T, draw.QR(address).Render(context.Background(), &drawn))
	if d := a.Doc.Find(css+" path").AttrOr("d", "none"); !strings.Contains(drawn.String(), d) {
		a.T.Errorf("%s doesn’t lead to %s", css, address)
	}
}

// TestKeepersPage goes the keeper's ways: a code, the device it lets in, another name for it, and out with
// it.
func TestKeepersPage(t *testing.T) {
	t.Parallel()
	now := webtest.Evening
	h := webtest.Open(
		t,
		func(o *web.Options) {
			o.Address = func() string { return "http://192.168.1.5:8052" }
			o.Now = func() time.Time { return now }
		},
	)
	page := h.Get("/keeper").Is(200).Has(0, ".devices li").Has(1, "svg.qr").Has(0, "a[href='/trust']")
	ready := page.Text(".fresh .code")
	made := h.Post("/keeper/codes", page.Form("#let-in", "scorer")).Is(200).Has(1, ".fresh svg.qr")
	link, code := made.Text(".fresh .link"), made.Text(".fresh .code")
	codeLeads(made, ".fresh .qr", "http://192.168.1.5:8052/pair/"+code)
	if link != "http://192.168.1.5:8052" || len(code) != 9 {
		t.Errorf("the address is %q, the code %q", link, code)
	}
	made.Says(".letin header p",
		"The code lets in one device, until 20:10. It may record deals and put them right.")
	same(t, h.Get("/keeper").Text(".fresh .code"), code, "loaded anew the page has %s")
	if ready == "" || ready == code {
		t.Errorf("at first it has the code %q", ready)
	}

	scanned := h.Get("/pair/"+code).Is(200).
		Says("main header p", "It may record deals and put them right.")
	form := scanned.Form("form.pair", "")
	form.Set("name", "The tablet")
	came := made.Doc.Find("[data-came]").AttrOr("data-came", "")
	h.Get(came).Is(204)
	h.Post("/pair", form).Is(303)
	h.Get(came).Is(200).Says(".done", "The tablet is in.")
	h.Get(strings.Replace(came, "scorer", "watcher", 1)).Is(204) // another code is for others
	h.Get("/keeper/came?since=x").Is(404)
	same(t, h.Get("/keeper/codes").Is(303).Header.Get("Location"), "/keeper", "the code's page leads to %s")
	page = h.Get("/keeper").Is(200).Has(1, ".devices li").Has(0, ".fresh").
		Says("#let-in h2", "The tablet is in").
		Says("#let-in header p", "It came in at 20:00 and keeps score.").Has(1, "#let-in .gold").
		Tells(".devices summary", "keeps score").Tells(".devices summary", "just now")
	fine(t, h.Book.RenameDevice(t.Context(), 1, "Their tablet"))
	h.Get("/keeper").Says("#let-in h2", "Their tablet is in")
	now = now.Add(10 * time.Minute)
	h.Get("/keeper").Has(1, ".fresh .code")
	now = webtest.Evening

	rename := page.Form(".devices form", "")
	rename.Set("name", "  Parlour tablet ")
	h.Post("/keeper/devices/1", rename).Is(303)
	if got, _ := h.Get("/keeper?did=renamed").Has(1, ".notice").Doc.Find("#name-1").
		Attr("value"); got != "Parlour tablet" {
		t.Errorf("its name is %q", got)
	}
	h.Post("/keeper/devices/1", url.Values{"name": {"a\u202eb"}}).Is(422).Has(1, "#name-1[aria-invalid]").
		Has(1, "#says-name")
	h.Post("/keeper/devices/9", url.Values{"name": {"Nobody"}}).Is(404)
	h.Post("/keeper/devices/x", url.Values{"name": {"Nobody"}}).Is(404)
	for shift, want := range map[time.Duration]string{3 * time.Hour: "today", 30 * time.Hour: "on Friday",
		30 * 24 * time.Hour: "on 20 November 2026"} {
		now = webtest.Evening.Add(shift)
		h.Get("/keeper").Tells(".devices summary", want)
	}
	now = webtest.Evening
	h.Post("/keeper/devices/1/out", url.Values{"name": {"Parlour tablet"}}).Is(303)
	h.Get("/keeper").Is(200).Has(0, ".devices li").Has(1, ".fresh .code")

	h.Post("/keeper/pin", url.Values{"pin": {"4711"}, "do": {"set"}}).Is(303)
	if !h.Book.IsPIN("4711") {
		t.Error("the PIN isn't set")
	}
	h.Get("/keeper").Is(200).Has(1, "button[value=remove]") // who set it needn't type it at once
	h.Post("/keeper/pin", url.Values{"pin": {""}, "do": {"remove"}}).Is(303)
	if h.Book.HasPIN() {
		t.Error("the PIN is still there")
	}
}

// TestAloneOrProxied: where nothing but this machine is served the keeper's page says how that is changed;
// where a proxy stands before it, that others come by its name, which is shown to who came by it. No address
// of this machine alone is there to scan.
func TestAloneOrProxied(t *testing.T) {
	t.Parallel()
	proxy := func(o *web.Options) {
		o.Proxies, o.Hosts = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, []string{"whist.example"}
	}
	for _, c := range []struct {
		change          func(*web.Options)
		forwarded, says string
		scans, steps    int
		looking         string // what the page of a link says first
	}{
		{func(*web.Options) {}, "", "only this machine can reach", 0, 1, "Phones can’t reach this machine yet"},
		{proxy, "", "lets in one device", 0, 0, "Open this page by its usual address first"},
		{proxy, "whist.example", "lets in one device", 1, 0, "Point a phone here"},
	} {
		h := webtest.Open(t, c.change)
		ask := func(r *http.Request) *webtest.Answer {
			r.Host, r.RemoteAddr = "127.0.0.1:8052", "127.0.0.1:50000"
			if c.forwarded != "" {
				r.Header.Set("X-Forwarded-Host", c.forwarded)
				r.Header.Set("X-Forwarded-Proto", "https")
				r.Header.Set("X-Forwarded-For", "192.0.2.7")
			}
			return h.Ask(r)
		}
		page := ask(httptest.NewRequest("GET", "/keeper", nil)).Is(200).Has(c.scans, "svg.qr").
			Has(1-c.steps, ".fresh")
		page.Tells("#let-in header", c.says).Has(c.steps, "#copy.gold")
		form := page.Form("#let-in", "scorer")
		r := httptest.NewRequest("POST", "/keeper/codes", strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		made := ask(r).Is(200).Has(1, ".fresh .code").Has(c.scans, ".fresh svg.qr")
		if strings.Contains(string(made.Bytes), "http://127.0.0.1") {
			t.Error("another device is sent to itself")
		}
		form.Set("tablet", "on")
		r = httptest.NewRequest("POST", "/keeper/codes", strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		ask(r).Is(200).Has(c.steps, "#handon").Has(c.steps, "#copy").Has(c.scans, "svg.qr")
		night := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
		ask(httptest.NewRequest("GET", webtest.NightPath(night)+h.Link(night), nil)).Is(200).
			Has(c.scans, "svg.qr").Says(".watchers h2", c.looking)
	}
}

// TestOwnDevice can't be turned out from itself: nobody would be left to let it in again.
func TestOwnDevice(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	d, _ := s.Book.DeviceWith(s.tokens["keeper"])
	a := s.come(s.request("POST", fmt.Sprintf("/keeper/devices/%d/out", d.ID), s.tokens["keeper"],
		url.Values{"name": {d.Name}}))
	if a.StatusCode != 422 || !strings.Contains(string(a.Bytes), "You are on this device now.") {
		t.Errorf("%d", a.StatusCode)
	}
	page := must(goquery.NewDocumentFromReader(bytes.NewReader(s.come(s.request("GET", "/keeper",
		s.tokens["keeper"], nil)).Bytes)))(t)
	if page.Find(".devices .out").Length() != len(s.Book.Devices())-1 {
		t.Error("there is a button to turn this device out")
	}
}

// TestCookieLasts: a device in use gets its cookie anew once an hour, so that it never runs out while the
// tablet is played on.
func TestCookieLasts(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	look := func() []*http.Cookie { return s.come(s.request("GET", "/laws", s.tokens["scorer"], nil)).Cookies() }
	first := look()
	if len(first) != 1 || first[0].Value != s.tokens["scorer"] || first[0].MaxAge < 300*24*3600 {
		t.Errorf("at first: %v", first)
	}
	if again := look(); len(again) != 0 {
		t.Errorf("at every page: %v", again)
	}
}

// TestWholeBook takes the copy and the exports along, and finds the same book in them.
func TestWholeBook(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	h.Post("/nights/1/deals", withKey(aSolo, "one")).Is(303)
	h.Post("/keeper/check", nil).Is(200).Has(1, ".found.well").
		Tells(".do:has(form[action='/keeper/check']) summary", "well, just now")

	h.Get("/keeper").Is(200).Tells("main", "when you change machines.")
	copied := h.Get("/keeper/backup").Is(200)
	h.Get("/keeper").Is(200).Tells("main", "You took a copy along just now.")
	if got := copied.Header.Get("Content-Disposition"); got != `attachment; filename="ouverte-2026-11-20.db"` {
		t.Error(got)
	}
	file := filepath.Join(t.TempDir(), "restored.db")
	writeFile(t, file, copied.Bytes)
	found, err := audit.Check(context.Background(), file, nil, nil)
	if err != nil || !found.Well() || found.Deals != 1 {
		t.Errorf("the copy: %+v, %v", found, err)
	}
	for _, form := range archive.Forms {
		got := h.Get("/keeper/export/" + string(form.Format)).Is(200)
		var want bytes.Buffer
		fine(t, archive.Export(context.Background(), h.Book.Path(), form.Format, time.UTC, &want, nil))
		if !bytes.Equal(got.Bytes, want.Bytes()) || want.Len() == 0 {
			t.Errorf("%s: %d bytes, not %d", form.Format, len(got.Bytes), want.Len())
		}
	}
	h.Get("/keeper/export/pdf").Is(404)
	writeFile(t, h.Book.Path()+"-version-13", copied.Bytes)
	h.Get("/keeper").Is(200).Tells(".paper.book", "An upgrade left a copy there, book.db-version-13 of ")
	left, err := filepath.Glob(filepath.Join(filepath.Dir(h.Book.Path()), ".ouverte-copy-*"))
	if err != nil || len(left) != 0 {
		t.Errorf("left lying about: %v", left)
	}
}

// TestBrokenExport: of an unsound book the sound part is exported, under a name that says so, so that half a
// book never looks whole.
func TestBrokenExport(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	damage(t, h.Book.Path(), `UPDATE entry SET body = replace(body, 'Dan', 'Don') WHERE seq = 4`)
	res := must(http.Get(h.URL() + "/keeper/export/csv"))(t)
	defer res.Body.Close()
	if name := res.Header.Get("Content-Disposition"); !strings.Contains(name, "-up-to-entry-3.csv") {
		t.Errorf("half an export looks whole: %s", name)
	}
	h.Post("/keeper/check", nil).Is(200).Has(1, ".found:not(.well)")
	h.Get("/keeper/backup").Is(422)
	if !strings.Contains(h.Log.String(), "the books are not in order") {
		t.Error("the log says nothing")
	}
}

func writeFile(t testing.TB, file string, content []byte) {
	t.Helper()
	fine(t, os.WriteFile(file, content, 0o600))
}

// damage writes into a book as somebody would who means no good: past its triggers.
func damage(t testing.TB, file, statement string) {
	t.Helper()
	testenv.Alter(t, file, `DROP TRIGGER entry_stands`, statement)
}

// TestTheLastCopy: the copy of a book that lies nowhere else any more is handed over whatever is wrong with
// it, and its name says so; of a book that was cut off there is none.
func TestTheLastCopy(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		says, name string
		takes      func(path string) error
	}{
		{"moved with its folder", "ouverte-2026-11-20.db",
			func(path string) error { return os.Rename(filepath.Dir(path), filepath.Dir(path)+"-2") }},
		{"removed, with a trap in it", "ouverte-2026-11-20-not-in-order.db", func(path string) error {
			damage(t, path, `UPDATE entry SET at = at + 1 WHERE seq = 2`)
			return os.Remove(path)
		}},
		{"cut off", "", func(path string) error { return os.Truncate(path, 8192) }},
	} {
		t.Run(c.says, func(t *testing.T) {
			h := webtest.Open(t)
			h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
			path := h.Book.Path()
			defer func() { _ = os.Rename(filepath.Dir(path)+"-2", filepath.Dir(path)) }()
			fine(t, c.takes(path))
			if c.name == "" {
				if a := h.Get("/keeper/backup").Is(503); !strings.Contains(a.Text("main"), "is cut off") {
					t.Errorf("it says %s", a.Text("main"))
				}
				return
			}
			a := h.Get("/keeper/backup").Is(200)
			if said := a.Header.Get("Content-Disposition"); !strings.HasSuffix(said, `"`+c.name+`"`) {
				t.Errorf("it is called %s", said)
			}
			saved := filepath.Join(t.TempDir(), "saved.db")
			fine(t, os.WriteFile(saved, a.Bytes, 0o600))
			found, err := audit.Check(t.Context(), saved, nil, nil)
			if err != nil || found.Sound() == strings.Contains(c.name, "not-in-order") {
				t.Errorf("the copy: %v, %v", found, err)
			}
		})
	}
}

// TestTakenFromTheProgram: while the file of the book isn't in its place, a deal is answered in a way that
// tablets keep it and send it again, the health says why, the keeper reads of it and can take a copy; and
// when it is back, the same deal is recorded once.
func TestTakenFromTheProgram(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	night := webtest.NightPath(h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...))
	deal := url.Values{"key": {"waits"}, "call": {"solo"}, "who": {"1"}, "tricks": {"6"}}
	path := h.Book.Path()
	fine(t, os.Rename(path, path+"-away"))
	const sentence = "The book's file isn't in its place any more: nothing was recorded."
	a := h.Post(night+"/deals", deal)
	a.Is(503)
	if !strings.Contains(a.Doc.Text(), sentence) || a.Header.Get("Retry-After") == "" {
		t.Errorf("the tablet is told %s", a.Doc.Text())
	}
	if a := h.Get("/healthz"); a.StatusCode != 503 ||
		!strings.HasPrefix(string(a.Bytes), web.NotWell+": "+sentence) {
		t.Errorf("its health: %d %s", a.StatusCode, a.Bytes)
	}
	if said := h.Get("/keeper").Is(200).Doc.Find(".warning").Text(); !strings.Contains(said, "Put it back") {
		t.Errorf("the keeper is told %q", said)
	}
	h.Get(night).Is(200)
	saved := filepath.Join(t.TempDir(), "saved.db")
	fine(t, os.WriteFile(saved, h.Get("/keeper/backup").Is(200).Bytes, 0o600))
	if found, err := audit.Check(t.Context(), saved, nil, nil); err != nil || !found.Well() ||
		found.Nights != 1 {
		t.Errorf("the copy: %v, %v", found, err)
	}
	fine(t, os.Rename(path+"-away", path))
	h.Get("/healthz").Is(200)
	h.Post(night+"/deals", deal)
	h.Post(night+"/deals", deal)
	if found, err := audit.Check(t.Context(), path, nil, nil); err != nil || !found.Well() || found.Deals != 1 {
		t.Errorf("afterwards: %v, %v", found, err)
	}
	same(t, h.Get("/keeper").Is(200).Doc.Find(".warning").Length(), 0, "%d warnings are left")
}

// TestAnAddressThatCanBeTyped: an address of IPv6 is in the codes; what is to be typed is the name.
func TestAnAddressThatCanBeTyped(t *testing.T) {
	t.Parallel()
	at, named := "http://[fd00::2]:8052", "http://ouverte.local:8052"
	h := webtest.Open(t, func(o *web.Options) { o.Address, o.Named = func() string { return at }, named })
	h.Get("/keeper").Is(200).Says(".fresh .link", named)
	h.Post("/keeper/codes", url.Values{"right": {"scorer"}, "tablet": {"true"}}).Is(200).
		Says(".fresh .link", named)
	at = "http://192.168.1.5:8052"
	h.Get("/keeper").Says(".fresh .link", at)
}

// TestLetTheTabletIn: on the keeper's machine the first page leads in one tap to a code for the table's
// device, whose one tap on the tablet leads to the table, and back to the form; where only this machine is
// reached it says so.
func TestLetTheTabletIn(t *testing.T) {
	t.Parallel()
	address := "http://192.168.1.5:8052"
	h := webtest.Unkept(t, func(o *web.Options) { o.Address = func() string { return address } })
	night := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	keeper := given(h.Ask(opens("/", "")).Is(303))
	page := h.Ask(opens("/", keeper)).Is(200).Has(1, "#start > form[action='/keeper/codes']:first-child")
	post := func(path string, form url.Values, token, host, from string) *webtest.Answer {
		r := httptest.NewRequest("POST", path, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.RemoteAddr, r.Host = from+":1", host
		if token != "" {
			r.AddCookie(&http.Cookie{Name: "ouverte", Value: token})
		}
		return h.Ask(r)
	}
	onTablet := func(path, token string) *webtest.Answer {
		r := opens(path, token, "Host", "192.168.1.5:8052")
		r.RemoteAddr = "192.168.1.9:1"
		return h.Ask(r)
	}
	lets := page.Form("form[action='/keeper/codes']", "")
	begun := "/?do=keep&seats=1&seats=%2BZo%C3%AB&house=hoyle&scale=1"
	half := h.Ask(opens(begun, keeper)).Is(200).Form("form[action='/keeper/codes']", "")
	post("/keeper/codes", half, keeper, "127.0.0.1:8052", "127.0.0.1").Has(1, `main a[href="`+begun+`"]`)
	half.Set("back", "https://example.com/")
	post("/keeper/codes", half, keeper, "127.0.0.1:8052", "127.0.0.1").Has(1, `main a[href="/"]`)
	code := func() *webtest.Answer { return post("/keeper/codes", lets, keeper, "127.0.0.1:8052", "127.0.0.1") }
	shown := code().Is(200).Has(1, ".tablet svg.qr").Says(".tablet .link", address)
	codeLeads(shown, ".tablet .qr", address+"/pair/"+shown.Text(".tablet .code"))
	in := onTablet("/pair/"+shown.Text(".tablet .code"), "").Is(200).Form("form.pair", "")
	if in.Get("name") != "The tablet" {
		t.Errorf("it would be called %q", in.Get("name"))
	}
	tablet := post("/pair", in, "", "192.168.1.5:8052", "192.168.1.9").Is(303)
	same(t, tablet.Header.Get("Location"), "/table", "the tablet is led to %s")
	at := fmt.Sprintf("/nights/%d", night)
	same(t, onTablet("/table", given(tablet)).Is(303).Header.Get("Location"), at, "and then to %s")
	onTablet("/", given(tablet)).Is(200).Has(0, "form[action='/keeper/codes']")
	if d := h.Book.Devices(); len(d) != 2 || max(d[0].Right, d[1].Right) != web.Keeper ||
		min(d[0].Right, d[1].Right) != web.Scorer {
		t.Errorf("%+v", d)
	}
	post("/pair", in, "", "192.168.1.5:8052", "192.168.1.10").Is(422)
	address = ""
	code().Is(200).Has(0, "svg.qr").Says("main h2", "No tablet can come yet").
		Tells("#handon", "ouverte serve --book ")
}
