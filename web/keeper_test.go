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

	"ouverte/ledger"
	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
	"ouverte/ledger/testenv"
	"ouverte/templates"
	"ouverte/web"
)

func init() {
	letIn := func(h *house) {
		for i, name := range []string{"The tablet", "Ann’s phone", "Maximilian von und zu Hohenstein-Ansbach",
			"Television"} {
			h.letIn([]web.Right{web.Keeper, web.Scorer, web.Scorer, web.Watcher}[i], name)
		}
	}
	atHome := func(o *web.Options) {
		o.Address = func() string { return "https://192.168.1.5:8052" }
		o.Trust = &web.Trust{Fingerprint: aFingerprint}
	}
	screens = append(
		screens,
		screen{name: "keeper-alone", open: func(*house) string { return "/keeper" }, then: func(b *tab) {
			b.wait("#copy:not([hidden]).gold")
			b.tap("details:has(form[action='/keeper/codes']) > summary")
			b.tap("form[action='/keeper/codes'] button")
			b.wait(".fresh")
		}},
		screen{
			name:   "keeper",
			change: atHome,
			open:   func(h *house) string { letIn(h); return "/keeper?did=renamed" },
		},
		screen{
			name:   "keeper-code",
			change: atHome,
			open: func(h *house) string {
				letIn(h)
				h.club("Ann", "Bob", "Cat", "Dan", "Eve", "Fred", "Gus", "Hal")
				return "/keeper"
			},
			then: func(b *tab) {
				b.tap("form[action='/keeper/codes'] button")
				b.wait(".fresh")
			},
		},
		screen{name: "keeper-warned", open: func(h *house) string {
			path := h.book.Path()
			fine(h.t, os.Rename(path, path+"-away"))
			h.t.Cleanup(func() { _ = os.Rename(path+"-away", path) })
			return "/keeper"
		}, then: func(b *tab) { b.wait(".warning") }},
		screen{name: "keeper-checked", change: atHome, open: func(h *house) string {
			h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
			return "/keeper"
		}, then: func(b *tab) {
			b.tap("form[action='/keeper/check'] button")
			b.wait(".found.well")
		}},
		screen{
			name:   "keeper-refused",
			change: atHome,
			open:   func(h *house) string { letIn(h); return "/keeper" },
			then: func(b *tab) {
				b.tap(".devices li:has(#name-2) summary")
				b.write("#name-2", "the tablet")
				b.tap("form[action='/keeper/devices/2'] button:not(.out)")
				b.wait("#says-name")
			},
		},
		screen{name: "pin", open: func(h *house) string {
			fine(h.t, h.book.SetPIN(context.Background(), "4711"))
			return "/keeper"
		}, then: func(b *tab) {
			b.write("#pin", "1234")
			b.tap("form.pair button")
			b.wait("#says-pin-asked")
		}},
		screen{name: "pair", open: func(*house) string { return "/pair" }},
		screen{name: "pair-scanned", open: func(h *house) string {
			code, _, err := h.book.MakeCode(context.Background(), web.Scorer)
			if err != nil {
				h.t.Fatal(err)
			}
			return "/pair/" + code
		}},
		screen{name: "pair-refused", open: func(*house) string { return "/pair/AAAA-AAAA" }},
		screen{
			name:   "turned-away",
			change: func(o *web.Options) { o.Who = func(*http.Request) web.Visitor { return web.Visitor{} } },
			open:   func(*house) string { return "/" },
		},
		screen{name: "trust", change: atHome, open: func(*house) string { return "/trust" }},
	)
}

var aFingerprint = strings.TrimSuffix(strings.Repeat("A7:3F:", 16), ":")

// letIn pairs a device and gives its token.
func (h *house) letIn(r web.Right, name string) string {
	h.t.Helper()
	code, _, err := h.book.MakeCode(context.Background(), r)
	if err != nil {
		h.t.Fatal(err)
	}
	token, _, err := h.book.Pair(context.Background(), code, name, "")
	if err != nil {
		h.t.Fatal(err)
	}
	return token
}

// leads checks where the code for a camera leads.
func (a *answer) leads(css, address string) {
	a.t.Helper()
	var drawn strings.Builder
	fine(a.t, templates.QR(address).Render(context.Background(), &drawn))
	if d := a.doc.Find(css+" path").AttrOr("d", "none"); !strings.Contains(drawn.String(), d) {
		a.t.Errorf("%s doesn’t lead to %s", css, address)
	}
}

// TestKeepersPage goes the keeper's ways: a code, the device it lets in, another name for it, and out with
// it.
func TestKeepersPage(t *testing.T) {
	t.Parallel()
	now := evening
	h := openHouse(
		t,
		func(o *web.Options) {
			o.Address = func() string { return "http://192.168.1.5:8052" }
			o.Now = func() time.Time { return now }
		},
	)
	page := h.get("/keeper").is(200).has(0, ".devices li").has(1, "svg.qr").has(0, "a[href='/trust']")
	made := h.post("/keeper/codes", page.form("form[action='/keeper/codes']", "")).
		is(200).
		has(1, ".fresh svg.qr")
	link, code := made.text(".fresh .link"), made.text(".fresh .code")
	made.leads(".fresh .qr", "http://192.168.1.5:8052/pair/"+code)
	if link != "http://192.168.1.5:8052" || len(code) != 9 {
		t.Errorf("the address is %q, the code %q", link, code)
	}
	made.says(".letin header p",
		"It will be allowed to record and correct deals. Good for one device, until 20:10.")
	if h.get("/keeper").has(0, ".fresh"); strings.Contains(string(h.get("/keeper").body), code) {
		t.Error("the code is shown a second time")
	}

	scanned := h.get("/pair/"+code).is(200).
		says("main header p", "It will be allowed to record and correct deals.")
	form := scanned.form("form.pair", "")
	form.Set("name", "The tablet")
	h.post("/pair", form).is(303)
	page = h.get("/keeper").is(200).has(1, ".devices li")
	page.says(".devices small", "May record and correct deals · seen just now")

	rename := page.form(".devices form", "")
	rename.Set("name", "  Parlour tablet ")
	h.post("/keeper/devices/1", rename).is(303)
	if got, _ := h.get("/keeper?did=renamed").has(1, ".notice").doc.Find("#name-1").
		Attr("value"); got != "Parlour tablet" {
		t.Errorf("its name is %q", got)
	}
	h.post("/keeper/devices/1", url.Values{"name": {"a\u202eb"}}).is(422).has(1, "#name-1[aria-invalid]").
		has(1, "#says-name")
	h.post("/keeper/devices/9", url.Values{"name": {"Nobody"}}).is(404)
	h.post("/keeper/devices/x", url.Values{"name": {"Nobody"}}).is(404)
	for shift, want := range map[time.Duration]string{3 * time.Hour: "today", 30 * time.Hour: "on Friday",
		30 * 24 * time.Hour: "on 20 November 2026"} {
		now = evening.Add(shift)
		h.get("/keeper").says(".devices small", "May record and correct deals · seen "+want)
	}
	now = evening
	h.post("/keeper/devices/1/out", url.Values{"name": {"Parlour tablet"}}).is(303)
	h.get("/keeper").is(200).has(0, ".devices li")

	for _, right := range []string{"", "nobody", "king"} {
		h.post("/keeper/codes", url.Values{"right": {right}}).is(422).has(1, "#says-right")
	}
	for _, pin := range []string{"", "12", "abcd", "1234567890123"} {
		h.post("/keeper/pin", url.Values{"pin": {pin}, "do": {"set"}}).is(422).has(1, "#says-pin")
	}
	h.post("/keeper/pin", url.Values{"pin": {"4711"}, "do": {"set"}}).is(303)
	if !h.book.IsPIN("4711") {
		t.Error("the PIN isn't set")
	}
	h.get("/keeper").is(200).has(1, "button[value=remove]") // who set it needn't type it at once
	h.post("/keeper/pin", url.Values{"pin": {""}, "do": {"remove"}}).is(303)
	if h.book.HasPIN() {
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
	}{
		{func(*web.Options) {}, "", "only this machine can reach", 0, 1},
		{proxy, "", "under the name of the proxy", 0, 0},
		{proxy, "whist.example", "at https://whist.example", 1, 0},
	} {
		h := openHouse(t, c.change)
		ask := func(r *http.Request) *answer {
			r.Host, r.RemoteAddr = "127.0.0.1:8052", "127.0.0.1:50000"
			if c.forwarded != "" {
				r.Header.Set("X-Forwarded-Host", c.forwarded)
				r.Header.Set("X-Forwarded-Proto", "https")
				r.Header.Set("X-Forwarded-For", "192.0.2.7")
			}
			return h.ask(r)
		}
		page := ask(httptest.NewRequest("GET", "/keeper", nil)).is(200).has(c.scans, ".house-code svg.qr")
		page.tells("section[aria-label='Let a device in'] header", c.says)
		page.has(c.steps, "#copy.gold").has(1-c.steps, "form[action='/keeper/codes'] > button.gold")
		form := page.form("form[action='/keeper/codes']", "")
		r := httptest.NewRequest("POST", "/keeper/codes", strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		made := ask(r).is(200).has(1, ".fresh .code").has(c.scans, ".fresh svg.qr")
		if strings.Contains(string(made.body), "http://127.0.0.1") {
			t.Error("another device is sent to itself")
		}
		form.Set("tablet", "on")
		r = httptest.NewRequest("POST", "/keeper/codes", strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		ask(r).is(200).has(c.steps, "#handon").has(c.steps, "#copy").has(c.scans, "svg.qr")
	}
}

// TestOwnDevice can't be turned out from itself: nobody would be left to let it in again.
func TestOwnDevice(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	d, _ := s.book.DeviceWith(s.tokens["keeper"])
	a := s.come(s.request("POST", fmt.Sprintf("/keeper/devices/%d/out", d.ID), s.tokens["keeper"],
		url.Values{"name": {d.Name}}))
	if a.StatusCode != 422 || !strings.Contains(string(a.body), "That is this device.") {
		t.Errorf("%d", a.StatusCode)
	}
	page := must(goquery.NewDocumentFromReader(
		bytes.NewReader(s.come(s.request("GET", "/keeper", s.tokens["keeper"], nil)).body),
	))(t)
	if page.Find(".devices .out").Length() != len(s.book.Devices())-1 {
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
	h := openHouse(t)
	h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
	h.post("/nights/1/deals", withKey(aSolo, "one")).is(303)
	h.post("/keeper/check", nil).is(200).has(1, ".found.well").
		tells("form[action='/keeper/check'] p", "worked out again just now: all is well ✓")

	h.get("/keeper").is(200).tells("main", "The whole book, checked before it is handed over.")
	copied := h.get("/keeper/backup").is(200)
	h.get("/keeper").is(200).tells("main", "The last one was taken just now.").
		tells(".paper.book", "ouverte restore --book "+ledger.ShellWord(h.book.Path())+" COPY")
	if got := copied.Header.Get("Content-Disposition"); got != `attachment; filename="ouverte-2026-11-20.db"` {
		t.Error(got)
	}
	file := filepath.Join(t.TempDir(), "restored.db")
	writeFile(t, file, copied.body)
	found, err := audit.Check(context.Background(), file, nil, nil)
	if err != nil || !found.Well() || found.Deals != 1 {
		t.Errorf("the copy: %+v, %v", found, err)
	}
	for _, form := range archive.Forms {
		got := h.get("/keeper/export/" + string(form.Format)).is(200)
		var want bytes.Buffer
		fine(t, archive.Export(context.Background(), h.book.Path(), form.Format, &want, nil))
		if !bytes.Equal(got.body, want.Bytes()) || want.Len() == 0 {
			t.Errorf("%s: %d bytes, not %d", form.Format, len(got.body), want.Len())
		}
	}
	h.get("/keeper/export/pdf").is(404)
	writeFile(t, h.book.Path()+"-version-13", copied.body)
	h.get("/keeper").is(200).tells(".paper.book", "An upgrade left a copy of it there, book.db-version-13 of ")
	left, err := filepath.Glob(filepath.Join(filepath.Dir(h.book.Path()), ".ouverte-copy-*"))
	if err != nil || len(left) != 0 {
		t.Errorf("left lying about: %v", left)
	}
}

// TestBrokenExport: of an unsound book the sound part is exported, under a name that says so, so that half a
// book never looks whole.
func TestBrokenExport(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
	damage(t, h.book.Path(), `UPDATE entry SET body = replace(body, 'Dan', 'Don') WHERE seq = 4`)
	res := must(http.Get(h.url() + "/keeper/export/csv"))(t)
	defer res.Body.Close()
	if name := res.Header.Get("Content-Disposition"); !strings.Contains(name, "-up-to-entry-3.csv") {
		t.Errorf("half an export looks whole: %s", name)
	}
	h.post("/keeper/check", nil).is(200).has(1, ".found:not(.well)")
	h.get("/keeper/backup").is(422)
	if !strings.Contains(h.log.String(), "the books are not in order") {
		t.Error("the log says nothing")
	}
}

// TestPairWithATablet pairs a tablet as people do: the keeper makes a code, the tablet types it, records, is
// turned out while it looks on, and is told so.
func TestPairWithATablet(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(o *web.Options) { o.Who = nil })
	night := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
	h.url()
	// the tablet asks by another name than this machine's, as it must from elsewhere
	base := strings.Replace(h.url(), "127.0.0.1", "ouverte.localhost", 1)
	b := openTab(t, base, tablet)
	b.visit(fmt.Sprintf("/nights/%d", night))
	b.wait("form.pair")
	code, _, err := h.book.MakeCode(context.Background(), web.Scorer)
	if err != nil {
		t.Fatal(err)
	}
	b.write("#code", strings.ToLower(code))
	b.write("#name", "The tablet")
	b.tap("form.pair button")
	b.wait("#deal") // the table it was let in for
	if got := h.book.Devices(); len(got) != 1 || got[0].Name != "The tablet" {
		t.Fatalf("%+v", got)
	}
	fine(t, h.book.TurnOut(context.Background(), h.book.Devices()[0].ID))
	b.wait("form.pair") // nobody touched the tablet: the page it had open is gone by itself
	same(t, b.text("main h2"), "This device isn’t known here", "it says %q")
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
			h := openHouse(t)
			h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
			path := h.book.Path()
			defer func() { _ = os.Rename(filepath.Dir(path)+"-2", filepath.Dir(path)) }()
			fine(t, c.takes(path))
			if c.name == "" {
				if a := h.get("/keeper/backup").is(503); !strings.Contains(a.text("main"), "is cut off") {
					t.Errorf("it says %s", a.text("main"))
				}
				return
			}
			a := h.get("/keeper/backup").is(200)
			if said := a.Header.Get("Content-Disposition"); !strings.HasSuffix(said, `"`+c.name+`"`) {
				t.Errorf("it is called %s", said)
			}
			saved := filepath.Join(t.TempDir(), "saved.db")
			fine(t, os.WriteFile(saved, a.body, 0o600))
			found, err := audit.Check(t.Context(), saved, nil, nil)
			if err != nil || found.Sound() == strings.Contains(c.name, "not-in-order") {
				t.Errorf("the copy: %v, %v", found, err)
			}
		})
	}
}

// TestTakenFromTheProgram: while the file of the book isn't in its place, a deal is answered in a way that
// tablets keep it and send it again, the health says why, the keeper is told and can take a copy; and when it
// is back, the same deal is recorded once.
func TestTakenFromTheProgram(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	night := nightPath(h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...))
	deal := url.Values{"key": {"waits"}, "call": {"solo"}, "who": {"1"}, "tricks": {"6"}}
	path := h.book.Path()
	fine(t, os.Rename(path, path+"-away"))
	const sentence = "The file of the book isn't in its place any more: nothing was recorded."
	a := h.post(night+"/deals", deal)
	a.is(503)
	if !strings.Contains(a.doc.Text(), sentence) || a.Header.Get("Retry-After") == "" {
		t.Errorf("the tablet is told %s", a.doc.Text())
	}
	if a := h.get("/healthz"); a.StatusCode != 503 ||
		!strings.HasPrefix(string(a.body), web.NotWell+": "+sentence) {
		t.Errorf("its health: %d %s", a.StatusCode, a.body)
	}
	if said := h.get("/keeper").is(200).doc.Find(".warning").Text(); !strings.Contains(said, "Put it back") {
		t.Errorf("the keeper is told %q", said)
	}
	h.get(night).is(200)
	saved := filepath.Join(t.TempDir(), "saved.db")
	fine(t, os.WriteFile(saved, h.get("/keeper/backup").is(200).body, 0o600))
	if found, err := audit.Check(t.Context(), saved, nil, nil); err != nil || !found.Well() ||
		found.Nights != 1 {
		t.Errorf("the copy: %v, %v", found, err)
	}
	fine(t, os.Rename(path+"-away", path))
	h.get("/healthz").is(200)
	h.post(night+"/deals", deal)
	h.post(night+"/deals", deal)
	if found, err := audit.Check(t.Context(), path, nil, nil); err != nil || !found.Well() || found.Deals != 1 {
		t.Errorf("afterwards: %v, %v", found, err)
	}
	same(t, h.get("/keeper").is(200).doc.Find(".warning").Length(), 0, "%d warnings are left")
}

// TestAnAddressThatCanBeTyped: an address of IPv6 is in the codes; what is to be typed is the name.
func TestAnAddressThatCanBeTyped(t *testing.T) {
	t.Parallel()
	at, named := "http://[fd00::2]:8052", "http://ouverte.local:8052"
	h := openHouse(t, func(o *web.Options) { o.Address, o.Named = func() string { return at }, named })
	page := h.get("/keeper").is(200).says(".letin header p b", named)
	for _, form := range []url.Values{page.form("form[action='/keeper/codes']", ""),
		{"right": {"scorer"}, "tablet": {"true"}}} {
		h.post("/keeper/codes", form).is(200).says(".fresh .link", named)
	}
	at = "http://192.168.1.5:8052"
	h.get("/keeper").says(".letin header p b", at)
}

// TestLetTheTabletIn: on the keeper's machine the first page leads in one tap to a code for the table's
// device, whose one tap on the tablet leads to the table, and back to what was filled in; where only this
// machine is reached it says so.
func TestLetTheTabletIn(t *testing.T) {
	t.Parallel()
	address := "http://192.168.1.5:8052"
	h := unkept(t, func(o *web.Options) { o.Address = func() string { return address } })
	night := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
	keeper := h.ask(opens("/", "")).is(303).given()
	page := h.ask(opens("/", keeper)).is(200).has(1, "#start > form[action='/keeper/codes']:first-child")
	post := func(path string, form url.Values, token, host, from string) *answer {
		r := httptest.NewRequest("POST", path, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.RemoteAddr, r.Host = from+":1", host
		if token != "" {
			r.AddCookie(&http.Cookie{Name: "ouverte", Value: token})
		}
		return h.ask(r)
	}
	onTablet := func(path, token string) *answer {
		r := opens(path, token, "Host", "192.168.1.5:8052")
		r.RemoteAddr = "192.168.1.9:1"
		return h.ask(r)
	}
	lets := page.form("form[action='/keeper/codes']", "")
	begun := "/?do=keep&seats=1&seats=%2BZo%C3%AB&house=hoyle&scale=1"
	half := h.ask(opens(begun, keeper)).is(200).form("form[action='/keeper/codes']", "")
	post("/keeper/codes", half, keeper, "127.0.0.1:8052", "127.0.0.1").has(1, `main a[href="`+begun+`"]`)
	half.Set("back", "https://example.com/")
	post("/keeper/codes", half, keeper, "127.0.0.1:8052", "127.0.0.1").has(1, `main a[href="/"]`)
	code := func() *answer { return post("/keeper/codes", lets, keeper, "127.0.0.1:8052", "127.0.0.1") }
	shown := code().is(200).has(1, ".tablet svg.qr").says(".tablet .link", address)
	shown.leads(".tablet .qr", address+"/pair/"+shown.text(".tablet .code"))
	in := onTablet("/pair/"+shown.text(".tablet .code"), "").is(200).form("form.pair", "")
	if in.Get("name") != "The tablet" {
		t.Errorf("it would be called %q", in.Get("name"))
	}
	tablet := post("/pair", in, "", "192.168.1.5:8052", "192.168.1.9").is(303)
	same(t, tablet.Header.Get("Location"), "/table", "the tablet is led to %s")
	at := fmt.Sprintf("/nights/%d", night)
	same(t, onTablet("/table", tablet.given()).is(303).Header.Get("Location"), at, "and then to %s")
	onTablet("/", tablet.given()).is(200).has(0, "form[action='/keeper/codes']")
	if d := h.book.Devices(); len(d) != 2 || max(d[0].Right, d[1].Right) != web.Keeper ||
		min(d[0].Right, d[1].Right) != web.Scorer {
		t.Errorf("%+v", d)
	}
	post("/pair", in, "", "192.168.1.5:8052", "192.168.1.10").is(422)
	address = ""
	code().is(200).has(0, "svg.qr").says("main h2", "No tablet can come yet").
		tells("#handon", "ouverte serve --book ")
}
