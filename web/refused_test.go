package web_test

// Every form, filled in as nobody should. testdata/refused.txt has a paragraph for each form: the page it
// stands on and how it is found, a button if one is tapped, and a line for each answer that is refused. After
// the arrow is what follows: the status, and each sentence with the field it stands beside. An answer is
// name=value, joined by &; name[1]=value is the second of several, -name leaves one out, and {50} stands for
// so many letters. -golden writes what follows the arrows.

import (
	"bytes"
	"fmt"
	"maps"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/web"
	"ouverte/web/webtest"
)

// strictHouse has something of everything that can be refused: a closed night that left debts, one of three
// deals with a kitty, one without a deal, an Irish one, three tables, and somebody nobody plays with.
func strictHouse(t testing.TB) (*street, *handset) {
	s := openStreet(t, func(o *web.Options) { o.TrustThisMachine = true })
	s.put["LADDER"] = s.put["ladder"]
	former := s.Night("hoyle", 1, 2, 3, 4)
	s.Plays(former, "solo xan 5")
	s.Closes(former)
	id := s.Night("hoyle", 1, 2, 3, 4)
	s.Plays(id, "solo xan 5", "mis quirin 0", "abundance ott 9")
	kitty := ledger.Penalty{By: 4, Kitty: true, Amount: 10, Reason: "shuffled"}
	must(s.Book.Penalise(t.Context(), s.Slip(), id, kitty))(t)
	s.put["NIGHT"], s.put["DEAL"] = webtest.NightPath(id), fmt.Sprint(s.NightNow(id).Deals[2].ID)
	s.put["night"], s.put["deal"] = fmt.Sprint(id), s.put["DEAL"]
	s.put["EMPTY"] = webtest.NightPath(s.Night("hoyle", 1, 2, 3, 4))
	s.put["THREE"] = webtest.NightPath(s.Night("hoyle", 1, 2, 3))
	s.put["FIVE"] = webtest.NightPath(s.Night("hoyle", 1, 2, 3, 4, 5))
	s.put["IRISH"] = webtest.NightPath(s.Night("irish", 1, 2, 3, 4))
	s.put["PENCE"] = webtest.NightPath(s.Night("ten-pence", 1, 2, 3, 4))
	s.put["GOES"] = webtest.NightPath(s.Night("hoyle", 1, 2, 3, 4))
	s.Does(s.Get(s.put["GOES"]+"/settle"), "form.ways-to-pay", "by", "go").Is(303)
	s.put["FREE"] = webtest.PersonPath(s.Player("Zoë"))
	uma, una := s.Player("Uma"), s.Player("Una")
	join := must(s.Book.JoinPlayers(t.Context(), s.Slip(), uma, una))(t)
	s.put["XAN"], s.put["UNA"] = webtest.PersonPath(1), fmt.Sprint(una)
	s.put["TWO"] = webtest.PersonPath(una) + fmt.Sprintf("?part=%d", join.Entry)
	s.put["EVENING"] = webtest.MeetingPath(s.MeetingOf(2, s.Players(webtest.Dozens[12:20]...)...))
	s.TakeIn("holiday.json", webtest.Holiday(t)).Is(303)
	s.lets(id, true)
	phone := s.phone(id).is(4)
	s.put["PHONE"] = phone.link
	return s, phone
}

var (
	nth     = regexp.MustCompile(`^(.+)\[(\d)\]$`)
	letters = regexp.MustCompile(`\{(\d+)\}`)
)

// answered changes a form as a line of the table says.
func answered(t testing.TB, form url.Values, line string) {
	t.Helper()
	seen := map[string]bool{}
	for _, one := range strings.Split(line, "&") {
		name, value, some := strings.Cut(one, "=")
		value = letters.ReplaceAllStringFunc(value, func(n string) string {
			return strings.Repeat("x", must(strconv.Atoi(n[1:len(n)-1]))(t))
		})
		at := nth.FindStringSubmatch(name)
		switch {
		case !some && strings.HasPrefix(name, "-"):
			form.Del(name[1:])
		case !some && name == "":
		case at != nil:
			form[at[1]] = slices.Clone(form[at[1]])
			form[at[1]][at[2][0]-'0'] = value
		case seen[name]:
			form.Add(name, value)
		default:
			form.Set(name, value)
			seen[name] = true
		}
	}
}

// TestRefused: a refusal stands beside its field, the answers stay, and nothing is written.
func TestRefused(t *testing.T) {
	t.Parallel()
	s, phone := strictHouse(t)
	was := must(os.ReadFile("testdata/refused.txt"))(t)
	var now bytes.Buffer
	page, css, do := "", "", ""
	untried := s.typedInto()
	words := slices.DeleteFunc(slices.Sorted(maps.Keys(s.put)),
		func(w string) bool { return w != strings.ToUpper(w) })
	for line := range strings.Lines(string(was)) {
		line = strings.TrimRight(line, "\n")
		given, form := strings.CutPrefix(line, "\t")
		if !form {
			if place := strings.SplitN(line, " | ", 3); len(place) > 1 {
				page, css, do = place[0], place[1], ""
				if len(place) > 2 {
					do = place[2]
				}
				for _, word := range words {
					page = strings.ReplaceAll(page, word, s.put[word])
				}
			}
			fmt.Fprintln(&now, line)
			continue
		}
		given, _, _ = strings.Cut(given, " → ")
		get, byPhone := s.Get, strings.HasPrefix(page, phone.link)
		if byPhone {
			get = phone.asks
		}
		shown := get(page)
		fields := shown.Form(css, do)
		answered(t, fields, given)
		at, before := shown.Doc.Find(css), s.standing()
		action := at.AttrOr("action", page)
		if do != "" {
			button := at.Find(fmt.Sprintf("button[value=%q]", do))
			action = button.AttrOr("formaction", action)
			if button.AttrOr("formmethod", "") == "post" {
				at.SetAttr("method", "post")
			}
		}
		action, _, _ = strings.Cut(action, "#")
		delete(untried, route(action))
		var got *webtest.Answer
		switch {
		case byPhone:
			got = phone.send(s.request("POST", action, "", fields))
		case at.AttrOr("enctype", "") != "":
			got = s.SendsFile(action, fields)
		case at.AttrOr("method", "get") == "post":
			got = s.Post(action, fields)
		default:
			action, _, _ = strings.Cut(action, "?")
			got = asks(s.Site, action, fields)
		}
		if s.standing() != before || got.Doc == nil {
			t.Fatalf("%s: %s is not refused: %d", page, given, got.StatusCode)
		}
		if got.StatusCode == 422 { // the input stays
			got.Doc.Find("input[type=text][name], textarea[name]").Each(func(_ int, in *sel) {
				name := in.AttrOr("name", "")
				if typed, once := fields[name]; once && len(typed) == 1 && strings.Contains(given, name+"=") &&
					got.Doc.Find(css+" [name="+name+"]").Length() == 1 &&
					in.AttrOr("value", in.Text()) != typed[0] && in.Closest(css).Length() > 0 {
					t.Errorf("%s: after %s, %s is %q", page, given, name, in.AttrOr("value", in.Text()))
				}
			})
		}
		for _, tied := range got.Doc.Find("[aria-invalid]").EachIter() {
			if says := tied.AttrOr("aria-describedby", "none"); got.Doc.Find("#"+says).Length() != 1 {
				t.Errorf("%s: after %s, a field points at #%s", page, given, says)
			}
		}
		fmt.Fprintf(&now, "\t%s → %s\n", given, refusal(got))
	}
	kept(t, "refused", now.String())
	for action, page := range untried {
		t.Errorf("refused.txt has no paragraph for %s, a form of %s", action, page)
	}
}

// refusal is what a refused form is answered with.
func refusal(a *webtest.Answer) string {
	var says []string
	for _, s := range a.Doc.Find(".says").EachIter() {
		beside := strings.TrimPrefix(s.AttrOr("id", ""), "says-")
		if words := webtest.Plain(s.Text()); !slices.ContainsFunc(says,
			func(said string) bool { return strings.HasSuffix(said, words) }) {
			says = append(says, strings.TrimPrefix(beside+": "+words, ": "))
		}
	}
	if len(says) == 0 && a.StatusCode != 200 {
		says = append(says, a.Text("#meanwhile p, #notice.problem, main h2"))
	}
	return fmt.Sprintf("%d %s", a.StatusCode, strings.Join(says, " / "))
}

var number = regexp.MustCompile(`/\d+`)

// route is an address without what is the book's.
func route(action string) string {
	action, _, _ = strings.Cut(action, "?")
	return number.ReplaceAllString(action, "/1")
}

// typedInto has the forms people type into, each with a page it stands on.
func (s *street) typedInto() map[string]string {
	found := map[string]string{}
	for _, r := range web.RoutesForTest() {
		if r.Method != "GET" || r.Stream || r.Long {
			continue
		}
		a := s.Get(s.at(r))
		if a.Doc == nil {
			continue
		}
		for _, form := range a.Doc.Find("form[method=post]").EachIter() {
			if form.Find("textarea, input:not([type=hidden]):not([type=radio]):not([type=checkbox])").Length() > 0 {
				found[route(form.AttrOr("action", ""))] = s.at(r)
			}
		}
	}
	return found
}
