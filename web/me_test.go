package web_test

// This is me: a phone that looks on by a link and says whose it is. What it sees, what it may do where the
// table lets it, and that it may do nothing else.

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/web"
	"ouverte/web/webtest"
)

// handset is a phone in somebody's hand: a browser with its own cookies, and no device of the book.
type handset struct {
	*street
	link string
	jar  map[string]*http.Cookie
}

// phone is one that looks on at a night by a link of its own.
func (s *street) phone(id chain.NightID) *handset {
	return &handset{street: s, link: s.Site.Link(id), jar: map[string]*http.Cookie{}}
}

// beside is another phone on the same link.
func (p *handset) beside() *handset {
	return &handset{street: p.street, link: p.link, jar: map[string]*http.Cookie{}}
}

func (p *handset) send(r *http.Request) *webtest.Answer {
	p.T.Helper()
	for _, c := range p.jar {
		if strings.HasPrefix(r.URL.Path, c.Path) { // as browsers do
			r.AddCookie(&http.Cookie{Name: c.Name, Value: c.Value})
		}
	}
	a := p.Ask(r)
	for _, c := range a.Cookies() {
		p.jar[c.Name] = c
	}
	return a
}

func (p *handset) asks(path string) *webtest.Answer { return p.send(p.request("GET", path, "", nil)) }

// does posts to a page of its link.
func (p *handset) does(what string, form url.Values) *webtest.Answer {
	return p.send(p.request("POST", p.link+what, "", form))
}

// is says whose phone it is.
func (p *handset) is(who chain.PlayerID) *handset {
	p.T.Helper()
	a := p.does("/me", url.Values{"player": {fmt.Sprint(who)}})
	if a.StatusCode != http.StatusSeeOther {
		p.T.Fatalf("said to be of %d: %d", who, a.StatusCode)
	}
	return p
}

// firstForm reads the hidden fields of the first form that matches.
func firstForm(page *webtest.Answer, css string) url.Values {
	page.T.Helper()
	form := url.Values{}
	page.Doc.Find(css).First().Find("input[type=hidden]").Each(func(_ int, in *sel) {
		form.Set(in.AttrOr("name", ""), in.AttrOr("value", ""))
	})
	if len(form) == 0 {
		page.T.Fatalf("no form matches %s", css)
	}
	return form
}

// lets switches what phones may do.
func (s *street) lets(id chain.NightID, on bool) {
	s.T.Helper()
	s.Ask(s.request("POST", webtest.NightPath(id)+"/watch/phones", s.tokens["scorer"],
		url.Values{"key": {fmt.Sprint("lets-", s.Slip().Key)}, "let": {fmt.Sprint(on)}})).Is(http.StatusSeeOther)
}

// ofOne are those who sit at the first night of the street.
func (s *street) ofOne() []chain.PlayerID {
	var ids []chain.PlayerID
	for _, p := range s.NightNow(s.one).People {
		ids = append(ids, p.ID)
	}
	return ids
}

// TestAPhoneFollowsOnOnce: a phone that follows on to the next evening twice is one phone there.
func TestAPhoneFollowsOnOnce(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	who := s.ofOne()
	p := s.phone(s.one).is(who[1])
	me := p.jar["ouverte-me"]
	s.Plays(s.one, "solo quirin 5")
	s.Closes(s.one)
	next := s.Night("hoyle", who...)
	for range 3 {
		p.jar["ouverte-me"] = me
		p.does("/on", nil).Is(http.StatusSeeOther)
	}
	if all := s.Book.Phones(next); len(all) != 1 || all[0].Player != who[1] {
		t.Errorf("%+v", all)
	}
}

// TestThisIsMe: a phone shows its owner's news first, live like the rest; it can be unsaid; it is kept by
// that browser, for that link.
func TestThisIsMe(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	who := s.ofOne()
	x := s.phone(s.one)
	x.asks(x.link).Is(200).Has(1, "#me.nobody a").Has(0, "#me form")
	x.asks(x.link+"/me").Is(200).Has(4, "button[name=player]")
	x.is(who[0])
	cookie := x.jar["ouverte-me"]
	if cookie.Path != x.link || !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode {
		t.Errorf("the cookie is %+v", cookie)
	}
	x.asks(x.link).Is(200).Says("#me h2", "Xanthippe, you are even").
		Says("#me .yours", "Deal 1: you shuffle and lead.").Has(0, "#me form")
	s.Plays(s.one, "solo quirin 5", "mis wolf 1")
	x.asks(x.link).Says("#me h2", "Xanthippe, you are 6d up").
		Says("#me .yours", "Deal 3: you cut.").Has(0, "#me form")
	x.asks(x.link+"/now").Is(200).Has(1, "#me h2").Has(1, "#looked")
	y := x.beside()
	y.asks(y.link).Has(1, "#me.nobody") // it is kept by the one browser alone
	y.asks(y.link+"/now").Is(200).Has(0, "#me")

	// When it is over, who pays whom comes first, with the coins.
	must(s.Book.SetLastRound(t.Context(), s.Slip(), s.one, 0))(t)
	w := x.beside().is(who[3])
	w.asks(w.link).Says("#me h2", "Wolfram, you pay Xanthippe 6d, Quirin 2s 6d and Ottilie 6d").
		Has(3, "#me .counted").Has(0, "#me form").Says("#me .head p", "At the table you lost 3s 6d.")
	x.asks(x.link).Says("#me h2", "Xanthippe, you get 6d from Wolfram").Has(1, ".duty li").Has(0, ".places .d")

	// The table sees who said so, also where two say the same, and can end it.
	z := x.beside().is(who[3])
	page := s.Ask(s.request("GET", webtest.NightPath(s.one)+"/watch", s.tokens["scorer"], nil)).Is(200).
		Has(3, ".phones li").Says(".phones strong", "Two phones say they are Wolfram’s.")
	same(t, page.Text(".phones li:last-child b"), "Wolfram’s phone", "the last is called %q")
	phones := s.Book.Phones(s.one)
	s.Ask(s.request("POST", webtest.NightPath(s.one)+"/watch/phones/end", s.tokens["scorer"],
		url.Values{"phone": {fmt.Sprint(phones[2].ID)}})).Is(http.StatusSeeOther)
	z.asks(z.link).Has(1, "#me.nobody")
	w.asks(w.link).Has(0, "#me.nobody")
	// And it can be unsaid, and said of somebody else.
	w.is(who[1]).asks(w.link).Says("#me h2", "Quirin, you get 2s 6d from Wolfram")
	w.does("/me", url.Values{"player": {"0"}}).Is(http.StatusSeeOther)
	w.asks(w.link).Has(1, "#me.nobody")
	if left := s.Book.Phones(s.one); len(left) != 1 {
		t.Errorf("%d phones have said whose they are", len(left))
	}
	// After the close it shows the debts left; with the link all ends.
	s.Closes(s.one)
	x.asks(x.link).Is(200).Says("#me h2", "Xanthippe, you get 6d from Wolfram").Has(1, ".seal")
	fine(t, s.Book.EndWatches(t.Context(), s.one))
	x.asks(x.link).Is(404)
	if left := s.Book.Phones(s.one); len(left) != 0 {
		t.Error("a phone stays after its link")
	}
}

// TestOwnPayments: where the table lets it, the phone ticks what its owner pays, once however often it is
// tapped, and takes its own tick back.
func TestOwnPayments(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	who := s.ofOne()
	s.Plays(s.one, "solo quirin 5", "mis wolf 1")
	s.lets(s.one, true)
	w := s.phone(s.one).is(who[3])
	page := w.asks(w.link).Has(3, `#me form[action$="/pay"]`)
	if said := page.Doc.Find("#me .due").First().Text(); strings.Count(said, "sixpence") != 1 {
		t.Errorf("the coins of a payment are told in %q", said)
	}
	pays := firstForm(page, `#me form[action$="/pay"]`)
	twin := w.beside().is(who[3])
	var both sync.WaitGroup
	for _, p := range []*handset{w, twin, w, twin} { // two phones, each tapped twice
		r := p.request("POST", p.link+"/pay", "", pays)
		r.AddCookie(&http.Cookie{Name: "ouverte-me", Value: p.jar["ouverte-me"].Value})
		both.Go(func() {
			out := httptest.NewRecorder()
			s.Handler.ServeHTTP(out, r)
			if out.Code != http.StatusSeeOther {
				t.Errorf("ticked at once: %d", out.Code)
			}
		})
	}
	both.Wait()
	w.does("/pay", pays).Is(http.StatusSeeOther) // an old page
	n := s.NightNow(s.one)
	same(t, paidIn(n), "Wolfram paid 6d to Xanthippe from Wolfram’s phone", "the book has: %s")
	// The table's own page has the same payment, and ticking it once more there is the same.
	if w.asks(w.link).Doc.Find(`#me form[action$="/unpay"]`).Length() == 0 {
		w, twin = twin, w
	}
	page = w.asks(w.link).Has(2, `#me form[action$="/pay"]`).Has(1, `#me form[action$="/unpay"]`).
		Says("#me h2", "Wolfram, you are 3s 6d down, 3s still to pay")
	x := w.beside().is(who[0])
	x.asks(x.link).Says("#me .ticked", "Wolfram paid you 6d").Says("#me h2", "Xanthippe, you are 6d up")
	twin.asks(twin.link).Has(0, `#me form[action$="/unpay"]`) // of the same name, and another phone
	s.Ask(s.request("POST", webtest.NightPath(s.one)+"/settle/pay", s.tokens["scorer"],
		url.Values{"key": {fmt.Sprintf("pay-%d-%d-%d-0", s.one, who[3], who[0])}, "from": {fmt.Sprint(who[3])},
			"to": {fmt.Sprint(who[0])}, "owed": {"6"}, "amount": {"6d"}})).Is(http.StatusSeeOther)
	got := paidIn(s.NightNow(s.one))
	if !strings.HasPrefix(got, "Wolfram paid 6d") || strings.Contains(got, ";") {
		t.Errorf("the book has: %s", got)
	}
	back := firstForm(page, `#me form[action$="/unpay"]`)
	twin.does("/unpay", back).Is(http.StatusConflict)
	w.does("/unpay", back).Is(http.StatusSeeOther)
	w.does("/unpay", back).Is(http.StatusConflict) // taken back already
	w.asks(w.link).Has(3, `#me form[action$="/pay"]`).Has(0, `#me form[action$="/unpay"]`)
	// What is left at the close is ticked from the closed page, once.
	s.Closes(s.one)
	page = w.asks(w.link).Is(200).Has(3, `#me form[action$="/pay"]`)
	pays = firstForm(page, `#me form[action$="/pay"]`)
	w.does("/pay", pays).Is(http.StatusSeeOther)
	twin.does("/pay", pays).Is(http.StatusSeeOther)
	w.asks(w.link).Has(2, `#me form[action$="/pay"]`)
	debts := s.Book.Now().Debts(n.Money, who[3])
	if len(debts.Shown) != 2 {
		t.Errorf("open are %+v", debts.Shown)
	}
}

// TestPhonesKeys: no phone's form uses up the key under which a payment will be ticked.
func TestPhonesKeys(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	who := s.ofOne()
	s.Plays(s.one, "solo quirin 5", "mis wolf 1")
	s.lets(s.one, true)
	w := s.phone(s.one).is(who[3])
	page := w.asks(w.link)
	pays, answer := firstForm(page, `#me form[action$="/pay"]`), firstForm(page, `#me .answer form`)
	for _, key := range []string{"pay-%d-%d-%d-0", "slate-lsd-%d-%d-%d", "phone-%d-%d-%d"} {
		answer.Set("key", fmt.Sprintf(key, s.one, who[3], who[0]))
		w.does("/agree", answer).Is(http.StatusUnprocessableEntity)
	}
	w.does("/pay", pays).Is(http.StatusSeeOther)
	same(t, paidIn(s.NightNow(s.one)), "Wolfram paid 6d to Xanthippe from Wolfram’s phone", "the book has: %s")
	// Two phones' forms of one key are two forms.
	q := s.phone(s.one).is(who[1])
	answer.Set("key", "the-same")
	w.does("/agree", answer).Is(http.StatusSeeOther)
	other := firstForm(q.asks(q.link), `#me .answer form`)
	other.Set("key", "the-same")
	q.does("/agree", other).Is(http.StatusSeeOther)
}

// paidIn tells the payments of a night and the devices they come from.
func paidIn(n *show.Night) string {
	var all []string
	for _, r := range n.Rows {
		if r.Kind == chain.KindPayment && r.Undone == 0 {
			all = append(all, r.Text+" from "+r.Device)
		}
	}
	return strings.Join(all, "; ")
}

// TestOwnResults: the phone agrees and disputes what its owner played against the caller.
func TestOwnResults(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	who := s.ofOne()
	deals := s.Plays(s.one, "solo quirin 5", "mis wolf 1", "prop xan ott 9")
	s.lets(s.one, true)
	w := s.phone(s.one).is(who[3])
	page := w.asks(w.link)
	if got := page.Text("#me .answer b"); got != "Deal 3" || page.Doc.Find("#me .answer").Length() != 2 {
		t.Errorf("%s is asked about first, of %d", got, page.Doc.Find("#me .answer").Length())
	}
	page.Says("#me .answer p", "Deal 3 Xanthippe and Ottilie make the proposal, one over. "+
		"7d from each: Xanthippe and Ottilie +7d each. Is it right?")
	right := firstForm(page, `#me .answer form`)
	w.does("/agree", right).Is(http.StatusSeeOther)
	w.does("/agree", right).Is(http.StatusSeeOther)
	d, _ := s.NightNow(s.one).Deal(deals[2])
	if d.Agreed.State != show.Agreed || d.Agreed.By != who[3] {
		t.Errorf("agreed: %+v", d.Agreed)
	}
	page = w.asks(w.link)
	no := firstForm(page, `#me-earlier details form`)
	no.Set("reason", "Six tricks, I think")
	w.does("/agree", no).Is(http.StatusSeeOther)
	d, _ = s.NightNow(s.one).Deal(deals[0])
	if d.Agreed.State != show.Disputed || d.Agreed.Reason != "Six tricks, I think" {
		t.Errorf("disputed: %+v", d.Agreed)
	}
	// The table reads it on the deal, although it doesn't ask who agrees.
	first := webtest.NightPath(s.one) + fmt.Sprintf("/deals/%d", deals[0])
	s.Ask(s.request("GET", first, s.tokens["scorer"], nil)).
		Says(".agree p", "Wolfram disputes this: “Six tricks, I think”")
	page = w.asks(w.link).Says("#me-earlier .quietly", "You dispute it: “Six tricks, I think”")
	late := firstForm(page, `#me .answer details form`)
	late.Set("reason", "Eight tricks")
	stale := maps.Clone(late)
	stale.Set("saw", "1")
	page = w.does("/agree", stale).Is(http.StatusConflict).
		Says("#me .says", "Somebody changed that deal meanwhile. Look again.")
	if got, _ := page.Doc.Find("#me .answer details[open] [name=reason]").Attr("value"); got != "Eight tricks" {
		t.Errorf("of what was typed the page has %q", got)
	}
	s.Closes(s.one)
	w.does("/agree", late).Is(http.StatusConflict).
		Says("#me .says", "The evening is closed. Tell the table.")
}

// TestNothingElse tries what a phone could want to do beyond its owner's own: nothing is written. What its
// forms can have wrong in them is in testdata/refused.txt.
func TestNothingElse(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	who := s.ofOne()
	deals := s.Plays(s.one, "solo quirin 5", "mis wolf 1", "pass")
	s.Plays(s.two, "solo eve 5")
	w, q, o := s.phone(s.one).is(who[3]), s.phone(s.one).is(who[1]), s.phone(s.two)
	o.is(s.NightNow(s.two).People[1].ID)
	version := func(i int) string { d, _ := s.NightNow(s.one).Deal(deals[i]); return fmt.Sprint(d.Version) }
	pay := func(to chain.PlayerID, owed int) url.Values {
		return url.Values{"to": {fmt.Sprint(to)}, "owed": {fmt.Sprint(owed)}}
	}
	say := func(i int, what string) url.Values {
		return url.Values{"key": {"say-" + what + fmt.Sprint(i)}, "deal": {fmt.Sprint(deals[i])},
			"saw": {version(i)}, "say": {what}}
	}
	try := func(what string, status int, p *handset, path string, form url.Values) {
		t.Helper()
		before := s.standing()
		a := p.send(p.request("POST", path, "", form))
		if a.StatusCode != status {
			t.Errorf("%s: %d where %d was due", what, a.StatusCode, status)
		}
		if after := s.standing(); after != before {
			t.Errorf("%s: the book had %s, now %s", what, before, after)
		}
	}
	mine := pay(who[1], 30)
	try("off at first: pay", 403, w, w.link+"/pay", mine)
	try("off at first: agree", 403, w, w.link+"/agree", say(0, "agreed"))
	s.lets(s.one, true)
	try("nobody's phone", 403, w.beside(), w.link+"/pay", mine)
	try("another's payment", 409, q, q.link+"/pay", pay(who[0], 6))
	try("what it gets", 409, q, q.link+"/pay", pay(who[3], 30))
	try("the caller agrees", 409, q, q.link+"/agree", say(0, "agreed"))
	try("the caller disputes", 409, w, w.link+"/agree", say(1, "disputed"))
	try("a passed deal", 409, w, w.link+"/agree", say(2, "agreed"))

	// Of another night: the cookie is good for its own link alone.
	stray := w.jar["ouverte-me"].Value
	for _, link := range []string{o.link, s.Site.Link(s.one)} {
		forged := &handset{street: s, link: link, jar: map[string]*http.Cookie{
			"ouverte-me": {Name: "ouverte-me", Value: stray, Path: "/"}}}
		try("with the cookie of another link", 403, forged, link+"/pay", mine)
	}
	for _, token := range []string{"", "A", strings.Repeat("A", 43), s.tokens["keeper"], s.tokens["scorer"],
		strings.TrimPrefix(w.link, "/watch/"), stray + "x", strings.ToLower(stray)} {
		forged := &handset{street: s, link: w.link, jar: map[string]*http.Cookie{
			"ouverte-me": {Name: "ouverte-me", Value: token, Path: "/"}}}
		try("with a forged cookie", 403, forged, w.link+"/pay", mine)
	}

	// What the table or another phone ticked is not the phone's to take back.
	named := s.Slip()
	named.Device = "Wolfram’s phone" // a device may be called so
	must(s.Book.PayOpen(t.Context(), named, s.one, settle.Payment{From: who[3], To: who[0], Amount: 6}))(t)
	paid := s.NightNow(s.one).Rows[0].Entry
	try("the table's tick", 409, w, w.link+"/unpay", url.Values{"key": {"u1"}, "entry": {fmt.Sprint(paid)}})
	w.does("/pay", mine).Is(http.StatusSeeOther)
	paid = s.NightNow(s.one).Rows[0].Entry
	try("another's tick", 409, q, q.link+"/unpay", url.Values{"key": {"u2"}, "entry": {fmt.Sprint(paid)}})
	try("a deal", 409, w, w.link+"/unpay", url.Values{"key": {"u3"}, "entry": {version(0)}})

	// Switched off again, ended, closed, opened again, and without its link.
	s.lets(s.one, false)
	try("switched off", 403, w, w.link+"/unpay", url.Values{"key": {"u4"}, "entry": {fmt.Sprint(paid)}})
	s.lets(s.one, true)
	phones := s.Book.Phones(s.one)
	fine(t, s.Book.EndPhone(t.Context(), s.one, phones[1].ID))
	try("ended at the table", 403, q, q.link+"/agree", say(1, "agreed"))
	s.Closes(s.one)
	try("agreed after the close", 409, w, w.link+"/agree", say(0, "agreed"))
	try("taken back after the close", 422, w, w.link+"/unpay",
		url.Values{"key": {"u5"}, "entry": {fmt.Sprint(paid)}})
	try("another amount after the close", 409, w, w.link+"/pay", pay(who[2], 7))
	must(s.Book.ReopenNight(t.Context(), s.Slip(), s.one, ""))(t)
	try("opened again", 410, w, w.link+"/pay", pay(who[2], 6))
	fine(t, s.Book.EndWatches(t.Context(), s.one))
	try("without its link", 404, w, w.link+"/pay", pay(who[2], 6))
}

// TestPhoneIsNoDevice tries every route as a phone that said whose it is, with all that the table can allow:
// beyond its link it opens nothing, wherever its browser would send the cookie.
func TestPhoneIsNoDevice(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	s.lets(s.one, true)
	w := s.phone(s.one).is(s.ofOne()[3])
	w.jar["ouverte-me"].Path = "/"
	token := w.jar["ouverte-me"].Value
	for _, route := range web.RoutesForTest() {
		if opensByLink(route) || route.Right == web.Nobody {
			continue
		}
		path := s.at(route)
		for _, cookie := range []string{"", token} {
			before := s.standing()
			r := s.request(route.Method, path, cookie, nil)
			r.AddCookie(&http.Cookie{Name: "ouverte-me", Value: token})
			a := s.come(r)
			if a.StatusCode != http.StatusForbidden || s.standing() != before {
				t.Errorf("%s %s: %d", route.Method, route.Path, a.StatusCode)
			}
		}
	}
}

// TestOwnersComeAndGo: a phone follows its owner home, and through being joined with somebody and parted.
func TestOwnersComeAndGo(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	who := s.ofOne()
	s.Plays(s.one, "solo quirin 5")
	s.lets(s.one, true)
	w := s.phone(s.one).is(who[3])
	rob := s.Player("Rob")
	s.Sits(s.one, who[0], who[1], who[2], rob)
	w.asks(w.link).Says("#me h2", "Wolfram, you pay Quirin 6d").Has(0, "#me .yours").
		Has(1, `#me form[action$="/pay"]`)
	twin := s.Player("Wolf")
	join := must(s.Book.JoinPlayers(t.Context(), s.Slip(), who[3], twin))(t)
	w.asks(w.link).Says("#me h2", "Wolf, you pay Quirin 6d")
	w.does("/pay", firstForm(w.asks(w.link), `#me form[action$="/pay"]`)).Is(http.StatusSeeOther)
	same(t, paidIn(s.NightNow(s.one)), "Wolf paid 6d to Quirin from Wolf’s phone", "the book has: %s")
	must(s.Book.Withdraw(t.Context(), s.Slip(), join.Entry, ""))(t)
	// Parted, the payment is that of whom the two were, and Wolfram has paid nothing.
	w.asks(w.link).Is(200).Says("#me h2", "Wolfram, you pay Quirin 6d")
}
