package web_test

// Any form with anything in it. The fields are those the pages themselves have, found by walking through the
// house; the values are what people, spreadsheets and attackers type. Whatever comes, it is answered with a
// page, nothing of ours breaks, and the books are in order afterwards. TestAnyForm walks a seeded way of
// bounded length; FuzzForms goes on from there.

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger/audit"
	"ouverte/ledger/testenv"
	"ouverte/web"
)

// nasty are values for any field.
var nasty = []string{"", "0", "1", "2", "3", "4", "5", "13", "14", "-1", "−1", "99999999999999999999",
	"9223372036854775807", "-9223372036854775808", "1e9", "0x10", " 1 ", "１", "½", "NaN", "on", "true", "solo",
	"prop", "misere", "irish", "passed", "royal", "void", "units", "hoyle", "keeper", "watcher", "set", "remove",
	"yes", "C", "NT", "GBP", "lsd", "1s. 6d.", "£1/2/6", "1/6", "£5", "−6d.", "10p", "1.005", "2026-11-21",
	"2026-02-30", "9999-12-31", "0000-00-00", "Ann", "ann", "the kitty", strings.Repeat("x", 41),
	strings.Repeat("🃏", 200), strings.Repeat("y", 5000), "\u202eevil", "\u200b", "a\x00b", "\xff", "\x1b[2J",
	"\r\n", "<script>", `"'><`, "=1+1", "'; --", "%00", "../..", "//evil.example", "1,2,3,4", "1:1",
	"solo ann 7\npass", "{}", `{"id":"x"}`, "[]", "null", "do", "seat:1", "deal:1"}

// honest are forms whose fields must fit together, which chance alone would hardly find.
var honest = map[string]url.Values{
	"POST /nights": {
		"do":     {"start"},
		"seats":  {"5", "6", "7", "8"},
		"dealer": {"5"},
		"house":  {"units"},
		"scale":  {"1"},
	},
	"POST /nights/:night/deals":            {"call": {"solo"}, "who": {"2"}, "tricks": {"6"}},
	"POST /nights/:night/deals/:deal/note": {"saw": {"0"}, "note": {"It was late"}},
	"POST /nights/:night/date":             {"date": {"2026-11-19"}},
}

// onPages walks through the house and notes which fields the forms of each address have, with the values they
// offer.
func onPages(h *street) map[string]map[string][]string {
	found := map[string]map[string][]string{}
	for _, r := range web.RoutesForTest() {
		if r.Method != "GET" || r.Stream || r.Long {
			continue
		}
		a := h.Get(h.at(r))
		if a.Doc == nil {
			continue
		}
		a.Doc.Find("form").Each(func(_ int, form *goquery.Selection) {
			actions := []string{form.AttrOr("action", h.at(r))}
			form.Find("[formaction]").
				Each(func(_ int, b *goquery.Selection) { actions = append(actions, b.AttrOr("formaction", "")) })
			form.Find("[name]").Each(func(_ int, in *goquery.Selection) {
				values := []string{in.AttrOr("value", in.Text())}
				in.Find("option").
					Each(func(_ int, o *goquery.Selection) { values = append(values, o.AttrOr("value", o.Text())) })
				for _, action := range actions {
					path, _, _ := strings.Cut(action, "?")
					if found[path] == nil {
						found[path] = map[string][]string{}
					}
					name := in.AttrOr("name", "")
					found[path][name] = append(found[path][name], values...)
				}
			})
		})
	}
	return found
}

// formsHouse is a house with something of everything in it, and the keeper in front of it.
func formsHouse(t testing.TB) *street {
	s := openStreet(t, func(o *web.Options) { o.TrustThisMachine = true })
	for i := range 3 {
		n := must(s.Book.Now().Night(s.one))(t)
		if a := s.Post(fmt.Sprintf("/nights/%d/deals", n.ID),
			withKey(aSolo, fmt.Sprintf("first-%d", i))); a.StatusCode != 303 {
			t.Fatal(a.StatusCode)
		}
	}
	n := must(s.Book.Now().Night(s.one))(t)
	s.put["deal"] = fmt.Sprint(n.Deals[0].ID)
	return s
}

// send posts a body to a route, or asks it as a query, and says what is wrong with the answer.
func (s *street) send(route web.Route, body string, part bool) string {
	path := s.at(route)
	r := httptest.NewRequest(route.Method, "/", strings.NewReader(body))
	if route.Method == "GET" {
		r = httptest.NewRequest("GET", "/", nil)
		r.URL.RawQuery = body
	} else {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if route.Path == "/houses/file" { // the one form with a file in it; without a script it looks no different
		text := body
		if !part {
			text = fmt.Sprintf("--x\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\nfile-%x\r\n--x\r\n"+
				"Content-Disposition: form-data; name=\"file\"; filename=\"set.json\"\r\n\r\n%s\r\n--x--\r\n",
				sha256.Sum256([]byte(body)), body)
		}
		r = httptest.NewRequest("POST", "/", strings.NewReader(text))
		r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	}
	r.URL.Path, r.RequestURI = path, path
	r.RemoteAddr, r.Host = "127.0.0.1:50000", "127.0.0.1:8052"
	if part {
		r.Header.Set("HX-Request", "true")
	}
	a := s.come(r)
	wrong := ""
	switch typ := a.Header.Get("Content-Type"); {
	case a.StatusCode >= 500:
		wrong = fmt.Sprintf("%d", a.StatusCode)
	case a.StatusCode >= 300 && a.StatusCode < 400:
		if to := a.Header.Get("Location"); !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") ||
			strings.HasPrefix(to, `/\`) {
			wrong = fmt.Sprintf("leads to %q", to)
		}
	case a.StatusCode >= 400 && a.StatusCode != 404 && !strings.HasPrefix(typ, "text/html"):
		wrong = fmt.Sprintf("%d as %q", a.StatusCode, typ)
	case strings.HasPrefix(typ, "text/html") && strings.Contains(string(a.Bytes), "<script>"):
		wrong = "a tag that isn't ours"
	}
	for _, header := range []string{"Location", "Hx-Redirect", "Content-Disposition"} {
		if strings.ContainsAny(a.Header.Get(header), "\r\n") {
			wrong = "a line in " + header
		}
	}
	if wrong != "" {
		return fmt.Sprintf("%s %s with %q: %s\n%s", route.Method, path, body, wrong, s.lastOfLog())
	}
	if s.Book.HasPIN() { // or nothing behind it would be tried any more
		if err := s.Book.SetPIN(context.Background(), ""); err != nil {
			return err.Error()
		}
	}
	return ""
}

func (s *street) lastOfLog() string {
	log := s.Log.String()
	return log[max(0, len(log)-2000):]
}

// inOrder audits the book.
func (s *street) inOrder() {
	s.T.Helper()
	found := must(audit.Check(context.Background(), s.Book.Path(), nil, nil))(s.T)
	if !found.Well() {
		s.T.Error(found.Line())
	}
}

func TestAnyForm(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	s := formsHouse(t)
	known := onPages(s)
	if len(known) < 6 {
		t.Fatalf("only %d forms were found on the pages: %v", len(known), known)
	}
	dice := rand.New(rand.NewPCG(1926, 11))
	all := []string{"key", "name", "code", "right", "pin", "do", "night", "deal", "saw", "call", "who",
		"tricks", "had", "say", "said", "before"}
	for _, path := range slices.Sorted(maps.Keys(known)) {
		all = slices.AppendSeq(all, maps.Keys(known[path]))
	}
	slices.Sort(all)
	rounds := testenv.Share(60)
	accepted := map[string]bool{}
	for _, route := range web.RoutesForTest() {
		if route.Method == "GET" && route.Long {
			continue
		}
		offers := known[s.at(route)]
		names := slices.Sorted(maps.Keys(offers))
		for i := range rounds {
			// Most rounds are nearly honest, or no form would come far enough to break anything.
			wild := []int{0, 1, 1, 3, 10}[dice.IntN(5)]
			form := url.Values{}
			for _, name := range names {
				switch n := dice.IntN(20); {
				case n < wild:
					form.Set(name, nasty[dice.IntN(len(nasty))])
					if n == 0 {
						form.Add(name, nasty[dice.IntN(len(nasty))])
					}
				case n < 2*wild: // left out
				default:
					form.Set(name, offers[name][dice.IntN(len(offers[name]))])
				}
			}
			if base, ok := honest[method0(route)]; ok && wild < 3 {
				form = maps.Clone(base)
				fields := append(slices.Sorted(maps.Keys(base)), names...)
				for range wild {
					form.Set(fields[dice.IntN(len(fields))], nasty[dice.IntN(len(nasty))])
				}
			}
			if slices.Contains(names, "key") && wild < 10 {
				form.Set("key", fmt.Sprintf("any-%d", dice.Uint64()))
			}
			if len(names) == 0 || dice.IntN(10) == 0 {
				form.Set(all[dice.IntN(len(all))], nasty[dice.IntN(len(nasty))])
			}
			body := form.Encode()
			if dice.IntN(20) == 0 {
				body = nasty[dice.IntN(len(nasty))] + body[:dice.IntN(len(body)+1)]
			}
			before := s.standing()
			if wrong := s.send(route, body, i%2 == 0); wrong != "" {
				t.Fatal(wrong)
			}
			if route.Method == "POST" && s.standing() != before {
				accepted[method0(route)] = true
			}
		}
	}
	t.Logf("written by: %v", slices.Sorted(maps.Keys(accepted)))
	if len(accepted) < 8 {
		t.Errorf("only %v wrote anything: the values are nonsense to all others",
			slices.Sorted(maps.Keys(accepted)))
	}
	s.inOrder()
}

// FuzzForms sends any body to any route.
func FuzzForms(f *testing.F) {
	s := formsHouse(f)
	routes := web.RoutesForTest()
	known := onPages(s)
	for i, r := range routes {
		form := url.Values{}
		for name, offers := range known[s.at(r)] {
			form.Set(name, offers[0])
		}
		f.Add(i, form.Encode(), i%2 == 0)
		if r.Path == "/houses/file" {
			f.Add(i, `{"id":"new","name":"New","calls":[{"call":"solo","stake":1}]}`, false)
			f.Add(i, "--x\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n{}\r\n--x--\r\n", true)
		}
	}
	f.Fuzz(func(t *testing.T, which int, body string, part bool) {
		route := routes[((which%len(routes))+len(routes))%len(routes)]
		if route.Method == "GET" && route.Long || len(body) > 100_000 {
			return
		}
		s.T = t
		if wrong := s.send(route, body, part); wrong != "" {
			t.Fatal(wrong)
		}
	})
}
