package web_test

// One room, what only happens at a table that plays alone, and how every evening ends: paid from tablets and
// phones, closed with debts, opened again, closed, paid after the close, and played again.

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"ouverte/rules"
	"ouverte/web/webtest"
)

// ---- a table alone ----

// sitsAlone seats three to five people, beside whom another may stand in.
func (r *room) sitsAlone(people int) {
	r.rounds, r.deals = 1, 1000 // it has no rounds
	r.meeting = r.h.Night("units", r.h.Players(webtest.Dozens[:people-r.rng.IntN(2)]...)...)
	r.h.Player("Stan")
	r.knows()
	table := r.tableOf(r.h.NightNow(r.meeting))
	table.name = "alone"
	r.post(r.path()+"/watch/phones", url.Values{"key": {r.h.Slip().Key}, "let": {"on"}})
	r.opens("tablet alone", r.path())
	r.looksOn()
}

// path is the address of the evening's own night.
func (r *room) path() string { return webtest.NightPath(r.meeting) }

// looksOn opens what a new link shows: the wall, or of a table alone what phones see; two say whose they are.
func (r *room) looksOn() {
	if !r.alone {
		link := r.h.Post(r.path()+"/watch", url.Values{"wall": {"on"}}).Header.Get("Location")
		r.opens("a phone that looks on", link)
		return
	}
	link := r.h.Link(r.meeting)
	r.opens("a phone that looks on", link)
	for _, who := range r.tables[0].seats[:2] {
		q := httptest.NewRequest(http.MethodPost, link+"/me", strings.NewReader("player="+who))
		q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		q.Header.Set("Sec-Fetch-Site", "same-origin")
		r.follows(&openPage{what: r.names[who] + "’s phone", path: link, owner: who,
			cookie: r.h.Ask(q).Cookies()[0]})
	}
	r.opens("settling up", r.path()+"/settle")
}

// agreeWithPhone holds what a phone tells its owner against the model and the page of the settlement.
func (r *room) agreeWithPhone(p *openPage, settling facts) {
	t, score := r.tables[0], r.sums()[p.owner]
	says := r.names[p.owner] + ", you are even"
	switch {
	case score > 0:
		says = fmt.Sprintf("%s, you are %s up", r.names[p.owner], rules.Units.Words(score))
	case score < 0:
		says = fmt.Sprintf("%s, you are %s down", r.names[p.owner], rules.Units.Words(-score))
	}
	playing := slices.Contains(t.seats, p.owner) || slices.Contains(t.accounts, p.owner)
	if is := strings.HasPrefix(p.facts["me"], says); is != (playing && !r.closed) {
		r.fails("%s says %q; deals are played on that account: %v", p.what, p.facts["me"], playing && !r.closed)
	}
	own := func(all facts) facts {
		mine := facts{}
		for name, owed := range all {
			if strings.HasPrefix(name, "pay "+p.owner+" ") {
				mine[name] = owed
			}
		}
		return mine
	}
	if pays := own(settling); !r.closed && !maps.Equal(own(p.facts), pays) {
		r.fails("%s is to pay %v, and on the page of all %v", p.what, own(p.facts), pays)
	}
}

// standsIn lets Stan play for somebody, or lets them come back.
func (r *room) standsIn() string {
	t, at := r.tables[0], r.rng.IntN(3)
	if !r.alone {
		return ""
	}
	var stan string
	for id, name := range r.names {
		if name == "Stan" {
			stan = id
		}
	}
	form := r.h.Get(r.path()+"/table").Form("form.start", "")
	did := "Stan stands in for " + r.names[t.seats[at]]
	if back := slices.Index(t.seats, stan); back >= 0 {
		at, did = back, r.names[t.accounts[back]]+" comes back"
		form["seats"][at], form["plays"][at] = t.accounts[at], ""
	} else {
		form["seats"][at], form["plays"][at] = stan, t.seats[at]
	}
	form.Set("do", "sit")
	if r.post(r.path()+"/table", form) {
		t.seats, t.inserted = form["seats"], true
		r.dealsFirst(t)
	}
	return did
}

// fines puts a penalty into the kitty, at times without the coin.
func (r *room) fines() string {
	t := r.tables[r.rng.IntN(len(r.tables))]
	seat, owes := r.rng.IntN(5), r.rng.IntN(2) == 0
	if len(t.seats) == 0 {
		return ""
	}
	seat %= len(t.seats)
	who := t.seats[seat]
	form := r.h.Get("/nights/"+t.id+"/penalties").Form("#penalty", "")
	for name, value := range map[string]string{"by": who, "to": "kitty", "amount": "3", "reason": "talking"} {
		form.Set(name, value)
	}
	form.Del("owes")
	if owes {
		form.Set("owes", "on")
	}
	if r.post("/nights/"+t.id+"/penalties", form) {
		t.fined[who] -= 3
		t.fined[kitty] += 3
		if !owes {
			r.paid[who] += 3
			r.paid[kitty] -= 3
		}
	}
	return fmt.Sprintf("%s pays 3 into the kitty at %s, owing it: %v", r.names[who], t.name, owes)
}

// columns holds what a sheet has of each account against the model.
func (r *room) columns(t *seatedTable, all map[string]facts, sheets ...string) {
	for _, sheet := range sheets {
		want, got := facts{}, facts{}
		for who, n := range t.sums() {
			if who != kitty || n != 0 {
				want["column "+r.names[who]] = rules.Units.Signed(n)
			}
		}
		for name, said := range all[sheet] {
			if strings.HasPrefix(name, "column ") {
				got[name] = said
			}
		}
		if len(got) > 0 && len(t.seats) > 0 && !maps.Equal(want, got) {
			r.fails("the sheet of %s has %v, and at the table they have %v", sheet, got, want)
		}
	}
}

// ---- how it ends ----

// playsOut plays the rounds that are left.
func (r *room) playsOut() string {
	for r.wrong == "" && r.alone && len(r.tables[0].played) == 0 { // without a deal it wasn't held
		r.deal()
	}
	for r.wrong == "" && !r.alone && !(r.done() && r.round == r.rounds) {
		if r.done() {
			r.nextRound(false)
			continue
		}
		if r.stands && r.sets("go") {
			r.stands = false
		}
		r.pass(1)
		r.deal()
	}
	return "the last rounds are played"
}

// toPay reads the payments of the page where the evening is settled, and holds them against the sums: after
// them everybody is even. paid has the payments made, by who has more for them.
func (r *room) toPay() (path string, page *webtest.Answer) {
	path = r.path()
	page = r.h.Get(path + "/settle")
	left := r.sums()
	for who, n := range r.paid {
		left[who] += n
	}
	for name, owed := range factsOf(page.Doc) {
		if kind, who, _ := strings.Cut(name, " "); kind == "pay" {
			from, to, _ := strings.Cut(who, " ")
			n, _ := strconv.ParseInt(owed, 10, 64)
			left[from] += n
			left[to] -= n
		}
	}
	for who, n := range left {
		if n != 0 {
			r.fails("after all payments %s has %d", r.names[who], n)
		}
	}
	return path, page
}

// pays ticks some of the payments, once every table's are put together; phones tick their owners'.
func (r *room) pays() string {
	for range 2 * len(r.tables) {
		page := r.h.Get(r.path() + "/settle")
		form := page.Doc.Find("form[action$='/gather']").First()
		if form.Length() == 0 || page.Doc.Find(".pay form.whole").Length() > 0 {
			break
		}
		r.over = true
		r.post(r.path()+"/gather", fieldsOf(form))
	}
	r.paysByPhone()
	for range 2 {
		path, page := r.toPay()
		form := page.Doc.Find(".pay form.whole").First()
		if form.Length() == 0 || r.wrong != "" {
			break
		}
		values := fieldsOf(form)
		for range 2 { // a double tap is one payment
			r.post(path+"/settle/pay", values)
		}
		r.hands(values.Get("from"), values.Get("to"), values.Get("owed"))
	}
	r.toPay()
	return "payments are ticked"
}

func (r *room) hands(from, to, owed string) {
	n, _ := strconv.ParseInt(owed, 10, 64)
	r.paid[from] += n
	r.paid[to] -= n
}

// paysByPhone ticks what the owners of phones pay.
func (r *room) paysByPhone() {
	for _, p := range r.pages {
		if p.owner == "" || r.wrong != "" {
			continue
		}
		r.refreshes(p)
		for _, name := range slices.Sorted(maps.Keys(p.facts)) {
			owed := p.facts[name]
			kind, who, _ := strings.Cut(name, " ")
			from, to, _ := strings.Cut(who, " ")
			if kind != "pay" {
				continue
			}
			q := httptest.NewRequest(http.MethodPost, p.path+"/pay", strings.NewReader("to="+to+"&owed="+owed))
			q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			q.Header.Set("Sec-Fetch-Site", "same-origin")
			q.AddCookie(p.cookie)
			if answer := r.h.Ask(q); answer.StatusCode != http.StatusSeeOther {
				r.fails("%s pays %s, and is answered %d: %s", p.what, owed, answer.StatusCode, answer.Text("#me"))
				return
			}
			r.hands(from, to, owed)
			break
		}
	}
}

// fieldsOf are what a form sends without asking.
func fieldsOf(form *goquery.Selection) url.Values {
	values := url.Values{}
	form.Find("input").Each(func(_ int, in *goquery.Selection) {
		values.Add(in.AttrOr("name", ""), in.AttrOr("value", ""))
	})
	return values
}

// closes closes the evening with what is left; every screen in the room shows its end.
func (r *room) closes() string {
	path, page := r.toPay()
	form := page.Form(fmt.Sprintf("form[action=%q]", path+"/close"), "")
	if r.post(path+"/close", form) {
		r.over, r.closed = true, true
	}
	return "the evening is closed"
}

// opensAgain opens the evening again: links of before are ended, and new ones show it.
func (r *room) opensAgain() string {
	form := r.h.Get(r.path()+"/settle").Form("#reopen form", "")
	if !r.post(r.path()+"/reopen", form) {
		return "the evening is opened again"
	}
	r.closed = false
	r.pages = slices.DeleteFunc(r.pages, func(p *openPage) bool {
		if old := strings.Contains(p.path, "/watch/"); !old {
			return p.what == "settling up" && r.leaves(p)
		}
		if answer := r.asks(p, p.path); answer.StatusCode != http.StatusGone {
			r.fails("%s of before answers %d once the evening is open again", p.what, answer.StatusCode)
		}
		return r.leaves(p)
	})
	if r.looksOn(); r.alone {
		r.deal()
	}
	return "the evening is opened again"
}

func (r *room) leaves(p *openPage) bool {
	p.end()
	return true
}

// sameAgain pays after the close from the last page and from phones, and seats the same people once more by
// one tap: all who played, each for themselves. The evening that is over stays on every
// screen; the new one is taken back, and nothing tells of it.
func (r *room) sameAgain() string {
	const did = "the same again"
	tick := r.h.Get(r.path()).Doc.Find("form[action='/balances/pay']").First()
	if tick.Length() > 0 && r.post("/balances/pay", fieldsOf(tick)) {
		r.look()
	}
	if r.paysByPhone(); r.wrong == "" {
		r.look()
	}
	lines := func() int { return r.h.Get("/nights").Doc.Find("a[href^='/nights/']").Length() }
	before := lines()
	form := r.h.Get(r.path()).Doc.Find(".bar form[action='/nights']")
	if form.Length() == 0 || r.wrong != "" { // somebody left before the end: it is asked who plays
		return did
	}
	values := fieldsOf(form)
	values.Set("do", "again")
	answer := r.h.Post("/nights", values)
	seats, want := slices.Sorted(slices.Values(values["seats"])), map[string]bool{}
	for _, t := range r.tables {
		for _, d := range t.played {
			for _, who := range d.accounts {
				want[who] = true
			}
		}
		for i := range t.seats {
			want[t.accounts[i]] = true
		}
	}
	for who := range want {
		if !slices.Contains(seats, who) {
			r.fails("%s played and isn’t seated again", r.names[who])
		}
	}
	if len(slices.Compact(slices.Clone(seats))) < len(seats) || r.alone && len(seats) != len(want) {
		r.fails("seated again are %v, who were %v", seats, slices.Sorted(maps.Keys(want)))
	}
	if answer.StatusCode != http.StatusSeeOther {
		r.fails("the same again answers %d: %s", answer.StatusCode, answer.Text("main"))
	}
	if r.wrong == "" {
		r.look()
	}
	next := answer.Header.Get("Location")
	css := "form.just-begun"
	if r.alone {
		next, css = next+"/settle", "form.closing"
	}
	if back := r.h.Get(next).Doc.Find(css); back.Length() == 0 {
		r.fails("what was begun by mistake can’t be taken back")
	} else {
		r.post(back.AttrOr("action", ""), fieldsOf(back))
	}
	if after := lines(); after != before {
		r.fails("evenings are listed in %d lines for %d, once one that wasn’t held is taken back", after, before)
	}
	return did
}
