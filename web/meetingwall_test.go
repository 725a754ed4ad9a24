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
	"ouverte/web/webtest"
)

// The wall is the same for paired devices and by the link, and the link opens nothing else.
func TestTheWall(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Evening(13, 3)
	wall := h.Get(webtest.MeetingPath(id) + "/wall").Is(200)
	wall.Has(3, "#looked .tables .t").Has(13, "#looked .standing-all li")
	wall.Has(1, "#mine[hidden]").Says("#looked .standing-all li:first-child i", "")
	// while they look for their seats
	wall.Has(0, "#looked .next").Has(1, `.join a[href="`+webtest.MeetingPath(id)+`"]`)
	h.Plays(h.MeetingNow(id).Tables[0].ID, "misère bob 0")
	h.Get(webtest.MeetingPath(id)+"/wall").Has(4, "#looked .moves li")
	where := h.Post(webtest.NightPath(id)+"/watch", nil).Is(303).Header.Get("Location")
	link, _ := h.Get(where).Is(200).Has(0, ".phones").Doc.Find(".address a").Attr("href")
	link = link[strings.Index(link, "/meetings/"):]

	h.Get(strings.Replace(link, webtest.MeetingPath(id), webtest.MeetingPath(id+1), 1)).Is(404)
	h.Get("/watch/" + link[strings.LastIndex(link, "/")+1:]).Is(303)
	h.Get(link + "?me=1").Is(303)
	h.Get(link+"/now").Is(200).Has(1, "#looked")
}

// TestTheWallsEnd: the wall has a code to join by while the evening goes on. Once it is closed it says who
// took it over all tables, everybody's place, and of each table its deal; and it counts what there was.
func TestTheWallsEnd(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Evening(11, 3)
	at := webtest.MeetingPath(id) + "/wall"
	h.Get(at).Has(0, ".qr").Says("form.join button[name=wall]", "A code to join by")
	where := h.Post(webtest.NightPath(id)+"/watch", url.Values{"wall": {"on"}}).Is(303).Header.Get("Location")
	h.Get(where).Is(200).Has(1, ".join .qr").Has(0, "form")
	h.PlaysRounds(id)
	must(h.Book.GatherTables(t.Context(), h.Slip(), id, 0))(t)
	const counted = "three tables · eleven players · four rounds · 24 deals"
	h.Get(webtest.MeetingPath(id)).Says(".counted", counted).Says(".evening .brass", "Settle up").
		Has(0, ".comings").Has(0, "form[action^='/keeper']").Says("#ask", "One more round")
	plan := must(h.MeetingNow(id).Whole().Plan())(t)
	h.Get(at).Says(".wallbar p:last-child", counted).Has(1, "form.join").Has(0, ".t").
		Has(len(plan.Pays), "#looked .last-payments li").Has(0, ".pay.paid")
	must(h.Book.Pay(t.Context(), h.Slip(), id, plan.Pays[0]))(t)
	h.Get(at).Has(len(plan.Pays), "#looked .last-payments li").Has(1, "#looked .pay.paid")
	must(h.Book.ComeLate(t.Context(), h.Slip(), id, h.Player("Otto")))(t)
	h.Get(at).Has(12, "#looked .standing-all li")
	h.ClosesMeeting(id) // who came too late to play isn't on the last page
	e := h.MeetingNow(id)
	best := e.Best()
	for _, wall := range []string{at, where} {
		page := h.Get(wall).Is(200).Has(0, ".join").Has(11, "#looked .standing-all li").Has(0, "#looked .t").
			Says(".wallbar p:last-child", counted).Has(3, ".story").Has(2, ".podium i").
			Says(".podium .first h2", best[0].Name+" takes the night").
			Says(".podium .first .s", e.Night.Money.Signed(best[0].Score)).
			Says(".podium section:nth-child(2) h2", best[1].Name).Says(".sealed code", e.Night.Seal)
		got := page.Text(".podium .first p:last-child")
		if !strings.HasPrefix(got, "over all three tables, ahead since round ") {
			t.Errorf("says %q", got)
		}
		if got := page.Text(".story:nth-child(1) small"); !strings.HasPrefix(got, "round ") {
			t.Errorf("the story is of %q", got)
		}
		h.Get(wall+"/now").Is(200).Says(".podium .first h2", best[0].Name+" takes the night")
	}
}

// TestTheLastPageOfAMeeting: by its link too an evening's wall becomes the last page once the evening is
// closed, with payments to make, payments since, and the picture, whatever begins meanwhile.
func TestTheLastPageOfAMeeting(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Evening(11, 3)
	link := h.Post(webtest.NightPath(id)+"/watch", url.Values{"wall": {"on"}}).Is(303).Header.Get("Location")
	picture := "/watch/" + link[strings.LastIndex(link, "/")+1:] + "/picture.svg"
	h.PlaysRounds(id)
	h.Get(picture).Is(404)
	h.ClosesMeeting(id)
	left := h.Book.Now().Left(h.NightNow(id))
	for _, at := range []string{link, link + "/now"} {
		h.Get(at).Is(200).Has(len(left), "#looked .last-payments li").Has(0, "#looked form").
			Says("#looked .keepsake .seal", h.NightNow(id).Seal)
	}
	h.Get(link).Has(1, `#picture[href="`+picture+`"]`)
	h.Get(picture).Is(200)

	pays := ledger.Payment(left[0].Debt)
	must(h.Book.PaySlate(t.Context(), h.Slip(), h.NightNow(id).Money, pays, 0))(t)
	h.Get(link+"/now").Is(200).Has(1, "#looked .pay.paid")

	who := h.MeetingNow(id).People
	h.Night("hoyle", who[0].ID, who[1].ID, who[2].ID, who[3].ID)
	h.Get(link).Is(200).Has(len(left), "#looked .last-payments li").Has(1, "#picture")
	h.Get(picture).Is(200)
	h.Get(webtest.MeetingPath(id)+"/wall").Is(200).Has(len(left), "#looked .last-payments li")
}

// TestTheListOfAMeeting: its last page has the places of each round at each table, and who met whom.
func TestTheListOfAMeeting(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Evening(9, 2)
	h.PlaysRounds(id)
	h.ClosesMeeting(id)
	page := h.Get(webtest.NightPath(id)).Is(200).Has(4, ".rounds .inset").Has(8, ".rounds h4").
		Says(".rounds .inset:first-child .abreast > div:first-child li:first-child", "1Bob +4").
		Says(".rounds .inset:first-child .abreast > div:first-child li:nth-child(2)", "1Cat +4").
		Says(".rounds .inset:first-child .abreast > div:first-child li:nth-child(3)", "3Ann −4").
		Says(".rounds .inset:first-child > p", "Ivy rested.").Has(9, ".who-met tbody tr")
	met := 0
	for _, cell := range page.Doc.Find(".who-met td").EachIter() {
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
	h := webtest.Open(t, func(o *web.Options) {
		o.Who = func(*http.Request) web.Visitor { return web.Visitor{} }
	})
	id := h.Evening(8, 2)
	secret := must(h.Book.MakeWatch(t.Context(), id))(t)
	link := webtest.MeetingPath(id) + "/watch/" + secret
	h.Get(link).Is(200).Has(2, "#looked .t").Has(0, "#looked a").Has(0, "form").Has(1, ".whose + #looked")
	h.Get(webtest.MeetingPath(id) + "/wall").Is(403)
	h.Get(webtest.MeetingPath(id) + "/watch/" + strings.Repeat("x", len(secret))).Is(404)

	// The question a single table asks leads to the wall's own, and keeps nothing.
	me := "/watch/" + secret + "/me"
	for _, a := range []*webtest.Answer{h.Get(me), h.Post(me, url.Values{"player": {"1"}})} {
		if to := a.Is(303).Header.Get("Location"); to != link {
			t.Errorf("%s leads to %q, not to the wall", me, to)
		}
	}
	if phones := h.Book.Phones(id); len(phones) != 0 {
		t.Errorf("the wall keeps phones %v", phones)
	}

	h.Plays(h.MeetingNow(id).Tables[0].ID, "misère bob 0")
	// A phone says whose it is, and has that one's own line first, and where they sit next.
	bob, _ := h.Get(link).Doc.Find(".whose a:contains(Bob)").Attr("href")
	chosen := h.Get(bob).Is(303)
	r := httptest.NewRequest("GET", chosen.Header.Get("Location"), nil)
	for _, c := range chosen.Cookies() {
		if !strings.HasPrefix(r.URL.Path, c.Path) || c.Path != link {
			t.Errorf("the cookie is good for %s, and this is %s", c.Path, r.URL.Path)
		}
		r.AddCookie(c)
	}
	mine := h.Ask(r).Is(200).Has(1, "#mine:not([hidden])").Has(2, "#mine li")
	mine.Says("#mine li:first-child b", "Bob")
	next := mine.Doc.Find("#looked .moves li:contains(Bob)").Text()
	if got := mine.Text("#mine li:last-child"); !strings.Contains(got, "Bob") ||
		strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(next), " ") {
		t.Errorf("next to Bob’s own line stands %q, and on the wall %q", got, next)
	}
	fine(t, h.Book.EndWatches(t.Context(), id))
	h.Get(link).Is(404)
}
