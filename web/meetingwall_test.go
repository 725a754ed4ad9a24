package web_test

// An evening at several tables on the wall, by its link, and as it reads when it is over.

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/web"
)

// The wall is the same for paired devices and by the link, and the link opens nothing else.
func TestTheWall(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.evening(13, 3)
	wall := h.get(meetingPath(id) + "/wall").is(200)
	wall.has(3, "#looked .tables .t").has(13, "#looked .standing-all li")
	wall.has(1, "#mine[hidden]").says("#looked .standing-all li:first-child i", "")
	wall.has(0, "#looked .next").has(1, `.join a[href="`+meetingPath(id)+`"]`) // while they look for their seats
	h.plays(h.meetingNow(id).Tables[0].ID, "misère bob 0")
	h.get(meetingPath(id)+"/wall").has(4, "#looked .moves li")
	where := h.post(nightPath(id)+"/watch", nil).is(303).Header.Get("Location")
	link, _ := h.get(where).is(200).has(0, ".phones").doc.Find(".address a").Attr("href")
	link = link[strings.Index(link, "/meetings/"):]

	h.get(strings.Replace(link, meetingPath(id), meetingPath(id+1), 1)).is(404)
	h.get("/watch/" + link[strings.LastIndex(link, "/")+1:]).is(303)
	h.get(link + "?me=1").is(303)
	h.get(link+"/now").is(200).has(1, "#looked")
}

// TestTheWallsEnd: the wall has a code to join by while the evening goes on. Once it is closed it says who
// took it over all tables, everybody's place, and of each table its deal; and it counts what there was.
func TestTheWallsEnd(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.evening(11, 3)
	at := meetingPath(id) + "/wall"
	h.get(at).has(0, ".qr").says("form.join button[name=wall]", "A code to join by")
	where := h.post(nightPath(id)+"/watch", url.Values{"wall": {"on"}}).is(303).Header.Get("Location")
	h.get(where).is(200).has(1, ".join .qr").has(0, "form")
	h.playsRounds(id)
	if _, err := h.book.GatherTables(t.Context(), h.slip(), id, 0); err != nil {
		t.Fatal(err)
	}
	const counted = "three tables · eleven players · four rounds · 24 deals"
	plan := must(h.meetingNow(id).Whole().Plan())(t)
	h.get(at).says(".wallbar p:last-child", counted).has(1, "form.join").has(0, ".t").
		has(len(plan.Pays), "#looked .last-payments li").has(0, ".state.paid")
	must(h.book.Pay(t.Context(), h.slip(), id, plan.Pays[0]))(t)
	h.get(at).has(len(plan.Pays), "#looked .last-payments li").has(1, "#looked .state.paid")
	h.closesMeeting(id)
	e := h.meetingNow(id)
	best := e.Best()
	for _, wall := range []string{at, where} {
		page := h.get(wall).is(200).has(0, ".join").has(11, "#looked .standing-all li").has(0, "#looked .t").
			says(".wallbar p:last-child", counted).has(3, ".story").has(2, ".podium i").
			says(".podium .first h2", best[0].Name+" takes the night").
			says(".podium .first .s", e.Night.Money.Signed(best[0].Score)).
			says(".podium section:nth-child(2) h2", best[1].Name).
			says(".sealed code", e.Night.Seal)
		got := page.text(".podium .first p:last-child")
		if !strings.HasPrefix(got, "over all three tables, ahead since round ") {
			t.Errorf("says %q", got)
		}
		if got := page.text(".story:nth-child(1) small"); !strings.HasPrefix(got, "round ") {
			t.Errorf("the story is of %q", got)
		}
		h.get(wall+"/now").is(200).says(".podium .first h2", best[0].Name+" takes the night")
	}
}

// TestTheLastPageOfAMeeting: by its link too an evening's wall becomes the last page once the evening is
// closed, with who pays whom, what was paid since, and the picture. When another night begins it keeps
// everybody's place and the seal; on the devices of the house it stays.
func TestTheLastPageOfAMeeting(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.evening(11, 3)
	link := h.post(nightPath(id)+"/watch", url.Values{"wall": {"on"}}).is(303).Header.Get("Location")
	picture := "/watch/" + link[strings.LastIndex(link, "/")+1:] + "/picture.svg"
	h.playsRounds(id)
	h.get(picture).is(404)
	h.closesMeeting(id)
	left := h.book.Left(h.nightNow(id))
	for _, at := range []string{link, link + "/now"} {
		h.get(at).is(200).has(len(left), "#looked .last-payments li").has(0, "#looked form").
			says("#looked .keepsake .seal", h.nightNow(id).Seal)
	}
	h.get(link).has(1, `#picture[href="`+picture+`"]`)
	h.get(picture).is(200)

	pays := ledger.Payment(left[0].Debt)
	must(h.book.PaySlate(t.Context(), h.slip(), h.nightNow(id).Money, pays, 0))(t)
	h.get(link+"/now").is(200).has(1, "#looked .state.paid")

	who := h.meetingNow(id).People
	h.night("hoyle", who[0].ID, who[1].ID, who[2].ID, who[3].ID)
	h.get(link).is(200).has(0, "#looked .last-payments").has(0, ".story").has(0, "#picture").
		says(".sealed code", h.nightNow(id).Seal).has(11, "#looked .standing-all li")
	h.get(picture).is(404)
	h.get(meetingPath(id)+"/wall").is(200).has(len(left), "#looked .last-payments li")
}

// TestTheListOfAMeeting: its last page has the places of each round at each table, and who met whom.
func TestTheListOfAMeeting(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.evening(9, 2)
	h.playsRounds(id)
	h.closesMeeting(id)
	page := h.get(nightPath(id)).is(200).has(4, ".rounds .inset").has(8, ".rounds h4").
		says(".rounds .inset:first-child .abreast > div:first-child li:first-child", "1Bob +4").
		says(".rounds .inset:first-child .abreast > div:first-child li:nth-child(2)", "1Cat +4").
		says(".rounds .inset:first-child .abreast > div:first-child li:nth-child(3)", "3Ann −4").
		says(".rounds .inset:first-child > p", "Ivy rested.").has(9, ".who-met tbody tr")
	met := 0
	for _, cell := range page.doc.Find(".who-met td").EachIter() {
		var times int
		fmt.Sscan(cell.Text(), &times)
		met += times
	}
	if met != 4*2*12 { // rounds, tables, and at each four who meet three
		t.Errorf("they met %d times", met)
	}
}

// A phone with the link sees the wall of its evening, and nothing else.
func TestTheWallByItsLink(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(o *web.Options) {
		o.Who = func(*http.Request) web.Visitor { return web.Visitor{} }
	})
	id := h.evening(8, 2)
	secret := must(h.book.MakeWatch(t.Context(), id))(t)
	link := meetingPath(id) + "/watch/" + secret
	h.get(link).is(200).has(2, "#looked .t").has(0, "#looked a").has(0, "form").has(1, ".whose + #looked")
	h.get(meetingPath(id) + "/wall").is(403)
	h.get(meetingPath(id) + "/watch/" + strings.Repeat("x", len(secret))).is(404)

	// The question a single table asks leads to the wall's own, and keeps nothing.
	me := "/watch/" + secret + "/me"
	for _, a := range []*answer{h.get(me), h.post(me, url.Values{"player": {"1"}})} {
		if to := a.is(303).Header.Get("Location"); to != link {
			t.Errorf("%s leads to %q, not to the wall", me, to)
		}
	}
	if phones := h.book.Phones(id); len(phones) != 0 {
		t.Errorf("the wall keeps phones %v", phones)
	}

	h.plays(h.meetingNow(id).Tables[0].ID, "misère bob 0")
	// A phone says whose it is, and has that one's own line first, and where they sit next.
	bob, _ := h.get(link).doc.Find(".whose a:contains(Bob)").Attr("href")
	chosen := h.get(bob).is(303)
	r := httptest.NewRequest("GET", chosen.Header.Get("Location"), nil)
	for _, c := range chosen.Cookies() {
		if !strings.HasPrefix(r.URL.Path, c.Path) || c.Path != link {
			t.Errorf("the cookie is good for %s, and this is %s", c.Path, r.URL.Path)
		}
		r.AddCookie(c)
	}
	mine := h.ask(r).is(200).has(1, "#mine:not([hidden])").has(2, "#mine li")
	mine.says("#mine li:first-child b", "Bob")
	next := mine.doc.Find("#looked .moves li:contains(Bob)").Text()
	if got := mine.text("#mine li:last-child"); !strings.Contains(got, "Bob") ||
		strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(next), " ") {
		t.Errorf("next to Bob’s own line stands %q, and on the wall %q", got, next)
	}
	fine(t, h.book.EndWatches(t.Context(), id))
	h.get(link).is(404)
}
