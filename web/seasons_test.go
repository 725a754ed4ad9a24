package web_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/web/webtest"
)

// TestSeasonOver holds a season's page against the standing of its evenings.
func TestSeasonOver(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t, webtest.On("2026-11-20 20:00"))
	h.Seasons()
	c := h.Book.Now().CircleBook(rules.LSD,
		show.Span{From: "2025-01-01", Until: "2025-12-31"}, 0)
	page := h.Get("/seasons/2025").Is(200).Has(0, ".going").Has(len(c.Standing), ".ended li").
		Has(1, "svg.lines").Has(2, ".which a")
	best := c.Standing[0]
	takes := best.Name + " takes the season, " + webtest.Plain(rules.LSD.Signed(best.Score))
	same(t, page.Text(".taken h2"), takes, "it says %q")
	page.Doc.Find(".ended li").Each(func(i int, li *goquery.Selection) {
		if got, want := li.Text(), c.Standing[i].Name+rules.LSD.Signed(c.Standing[i].Score); got != want {
			t.Errorf("place %d is %q, want %q", i+1, got, want)
		}
	})
	awards := page.Doc.Find(".awards li")
	if n := awards.Length(); n < 4 || n > 10 {
		t.Errorf("%d awards", n)
	}
	awards.Each(func(_ int, li *goquery.Selection) {
		href := li.Find("a").AttrOr("href", "")
		if href == "" { // nothing lists it
			return
		}
		if !strings.HasPrefix(href, "/nights") && !strings.HasPrefix(href, "/deals") {
			t.Errorf("%s leads to %q", li.Find("small").Text(), href)
		}
		found := h.Get(href).Is(200)
		if strings.HasPrefix(href, "/deals?") && found.Doc.Find(".found-deal").Length() == 0 {
			t.Errorf("%s: %s finds no deal", li.Find("small").Text(), href)
		}
		if strings.HasPrefix(href, "/nights?") && found.Doc.Find(".evenings li").Length() == 0 {
			t.Errorf("%s: %s finds no evening", li.Find("small").Text(), href)
		}
	})
	h.Get("/seasons/2025?money=GBP").Is(200).Says(".which [aria-current]", "GBP")
	first := webtest.Plain(h.Get("/seasons").Is(200).Has(2, ".evenings li").Has(1, ".evenings .open").
		Text(".evenings li:last-child .standing"))
	won := english.Count(c.Nights, "evening") + " " + best.Name + " won " +
		webtest.Plain(rules.LSD.Signed(best.Score))
	if !strings.HasPrefix(first, won) {
		t.Errorf("a season is %q, which should begin with how many were played, and who won: %q", first, won)
	}
	for _, none := range []string{"1999", "x", "-"} {
		h.Get("/seasons/" + none).Is(404)
	}
}

// TestSeasonGoesOn: until its last day is over the page says so, and what goes on after midnight is of the
// day it began.
func TestSeasonGoesOn(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	for day, over := range map[string]bool{"2025-12-31 20:00": false, "2026-01-01 02:00": false,
		"2026-01-01 06:00": true, "2026-02-05 20:00": true} {
		h := webtest.Open(t, webtest.On(day))
		h.Seasons()
		going := 1
		if over {
			going = 0
		}
		page := h.Get("/seasons/2025").Is(200).Has(going, ".going")
		if got := page.Text(".taken h2"); strings.Contains(got, "takes") != over {
			t.Errorf("on %s it says %q", day, got)
		}
	}
}

// TestSeasonsBeginAnotherDay: an address that was written down leads to the season that begins that year.
func TestSeasonsBeginAnotherDay(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t, webtest.On("2026-11-20 20:00"))
	h.Seasons()
	fine(t, h.Book.SetSeason(context.Background(), "09-01"))
	h.Get("/seasons").Is(200).Has(1, ".evenings li a[href='/seasons/2025-26']").
		Has(1, ".evenings li a[href='/seasons/2024-25']")
	same(t, h.Get("/seasons/2025").Is(303).Header.Get("Location"), "/seasons/2025-26", "it leads to %s")
	h.Get("/seasons/2025-26").Is(200).Has(1, ".taken")
	fine(t, h.Book.SetSeason(context.Background(), "01-01"))
	same(t, h.Get("/seasons/2025-26").Is(303).Header.Get("Location"), "/seasons/2025", "it leads to %s")
}

// TestSeasonsOfLittle: no evening, an evening without a deal, one that is tied, and one that is open still.
func TestSeasonsOfLittle(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t, webtest.On("2027-01-05 20:00"))
	h.Get("/seasons").Is(200).Says(".lost h2, h2", "No season yet")
	h.Get("/seasons/2026").Is(404)
	four := h.Players("Ann", "Bob", "Cat", "Dan")
	id := h.Night("units", four...)
	n := must(h.Book.Now().Night(id))(t)
	path := "/seasons/" + n.Date[:4]
	h.Get(path).Is(200).Says(".lost h2", "Nothing was played")
	h.Plays(id, "prop ann bob 8")
	page := h.Get(path).Is(200)
	got := page.Text(".taken h2")
	if !strings.HasPrefix(got, "Ann and Bob ") || !strings.HasSuffix(got, " each") {
		t.Errorf("two who won as much: %q", got)
	}
	if n.Date < "2027" {
		page.Has(1, fmt.Sprintf(".going a[href='%s']", webtest.NightPath(id)))
	}
}

// TestSeasonOfJoined: two names that turn out to be one person are one line of a season that is over, with
// what both won and the face of the one that stays.
func TestSeasonOfJoined(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t, webtest.On("2026-11-20 20:00"))
	h.Seasons()
	span := show.Span{From: "2025-01-01", Until: "2025-12-31"}
	scores := func() (of map[string]int64) {
		t.Helper()
		c := h.Book.Now().CircleBook(rules.LSD, span, 0)
		of = map[string]int64{}
		for _, p := range c.Standing {
			of[p.Name] = p.Score
		}
		return of
	}
	before := scores()
	people := h.Book.Now().Players()
	id := map[string]chain.PlayerID{}
	for _, p := range people {
		id[p.Name] = p.ID
	}
	must(h.Book.JoinPlayers(t.Context(), h.Slip(), id["=SUM(A1)"], id["Eve"]))(t)
	both := before["Eve"] + before["=SUM(A1)"]
	if now := scores(); len(now) != len(before)-1 || now["Eve"] != both {
		t.Fatalf("before it was %v, now %v", before, now)
	}
	page := h.Get("/seasons/2025").Is(200).Has(len(before)-1, ".ended li").Has(len(before)-1, "svg.lines > g")
	facesOf(h, id["Eve"]).right("/seasons/2025", page)
	if got := page.Text(".ended"); !strings.Contains(got, "Eve"+rules.LSD.Signed(both)) ||
		strings.Contains(string(page.Bytes), "=SUM(A1)") {
		t.Errorf("the season ended with %s", got)
	}
}

// TestRecordsAreOfClosedEvenings: while an evening goes on it is nobody's best or worst.
func TestRecordsAreOfClosedEvenings(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t, webtest.On("2026-11-20 20:00"))
	id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	h.Plays(id, "solo ann 7")
	open, all := "The first evening isn’t over yet.", "The best evening of all was Ann’s"
	h.Get("/stats/records").Is(200).Tells("main", open)
	for _, page := range []string{"/stats/records", "/seasons/2026"} {
		h.Get(page).Is(200).Has(0, `.awards a[href='`+webtest.NightPath(id)+`']`)
	}
	h.Closes(id)
	h.Get("/stats/records").Is(200).Tells("main", all)
}

// TestTurnedOver: a season is offered when its last day is past, or the last evening of that day is closed;
// until it is put away on a device, or an evening of the next is held.
func TestTurnedOver(t *testing.T) {
	t.Parallel()
	for _, at := range []struct {
		day, begins string // of the season
		open        bool   // its last evening, of 15 March, goes on
		offers      int
		next        string
	}{
		{"2026-05-01 04:00", "05-01", false, 0, ""}, // of the day before
		{"2026-05-01 06:00", "05-01", false, 1, "Start 2026/27"},
		{"2026-05-01 06:00", "05-01", true, 1, "Start 2026/27"},
		{"2026-03-15 23:00", "03-16", false, 1, ""},
		{"2026-03-15 23:00", "03-16", true, 0, ""},
		{"2026-03-16 06:00", "03-16", true, 1, "Start 2026/27"},
		{"2029-01-01 20:00", "05-01", false, 1, "Start 2028/29"},
		{"2027-01-05 20:00", "01-01", false, 0, ""}, // of two evenings
	} {
		h := webtest.Open(t, webtest.On(at.day))
		nights := h.Seasons()
		if !at.open {
			h.Closes(nights[len(nights)-1])
		}
		testenv.Fine(t, h.Book.SetSeason(t.Context(), at.begins))
		page := h.Get("/").Is(200).Has(at.offers, ".turned").Says(".turned .gold", at.next)
		if at.offers == 0 {
			continue
		}
		if at.next != "" && !at.open {
			page.Has(0, ".again .brass").Has(1, "a.gold, button.gold")
		}
		page.Doc.Find(".turned a:not([href='#night']), .turned img").Each(func(_ int, a *goquery.Selection) {
			h.Get(a.AttrOr("href", a.AttrOr("src", ""))).Is(200)
		})
		race := drawnIn(t, h, page.Doc.Find(".turned img").AttrOr("src", ""))[0]
		if !strings.Contains(race, " takes ") {
			t.Errorf("on %s its picture says %q", at.day, race)
		}
		if again := h.Get("/?do=keep&house=units&scale=1").Is(200); again.Doc.Find(".turned").Length() > 0 {
			t.Error("while the next evening is chosen it is there still")
		}
		away := page.Doc.Find(".turned form").AttrOr("action", "")
		r := httptest.NewRequest("GET", "/", nil)
		r.Header["Cookie"] = h.Post(away, nil).Is(303).Header["Set-Cookie"]
		h.Ask(r).Is(200).Has(0, ".turned")
	}
	h := webtest.Open(t, webtest.On("2026-05-05 20:00"))
	h.TurnedOver()
	h.Get("/").Is(200).Has(1, ".turned")
	h.Night("hoyle", 1, 2, 3, 4)
	h.Get("/").Is(200).Has(0, ".turned")
}

// TestLadder follows a season as the club counts it: a dropped evening stays and leads to its page, and a
// table has a line for each evening.
func TestLadder(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t, webtest.On("2026-11-20 20:00"))
	path := h.Counted()
	for _, way := range []string{"best", "all", "places", "deals"} {
		page := h.Get(path+"?by="+way+"&who=3").Is(200).Has(1, ".tabs [aria-current]").Has(6, "tbody tr")
		page.Doc.Find(".how a").Each(func(_ int, a *goquery.Selection) { h.Get(a.AttrOr("href", "")).Is(200) })
		dropped := page.Doc.Find(".how s").Length()
		if want := map[string]int{"best": 3}[way]; dropped != want || page.Doc.Find(".how li").Length() != 5 {
			t.Errorf("%s: %d of %d evenings are struck through", way, dropped, page.Doc.Find(".how li").Length())
		}
	}
	h.Get(path+"/paper").Is(200).Has(10, "td s")
	same(t, strings.Count(string(h.Get(path+"/ladder.csv").Is(200).Bytes), "\r\n"), 1+5+5+2+5+3+2,
		"the table has %d lines")
	h.Get("/seasons").Is(200).Has(1, `a[href="`+path+`"]`)
	h.Get("/ladders/1").Is(404)

	// A link shows it to who wasn't let in, and nothing else; once ended it shows nothing.
	made := h.Post(path+"/watch", nil).Is(303).Header.Get("Location")
	link := "/watch/" + made[strings.LastIndex(made, "/")+1:]
	h.Get(made).Is(200).Tells("main", link)
	nobody := func(at string) *webtest.Answer {
		r := httptest.NewRequest("GET", at, nil)
		r.RemoteAddr = "192.0.2.7:4000"
		return h.Ask(r)
	}
	nobody(link+"?by=places&who=3").Is(200).Has(1, "#how").
		Has(0, "#how a[href], form, a[href^='/ladders'], nav.bar")
	for _, more := range []string{"/now", "/me", "/picture.svg", "/events"} {
		nobody(link + more).Is(404)
	}
	h.Get(path).Tells(".ladder .ground", "End one link")
	h.Post(path+"/watch/end", nil).Is(303)
	nobody(link).Is(404)

	// An evening is left out by hand, once however often it is tapped, and counts again.
	first := h.Get(path+"?who=3").Doc.Find(".how a").First().AttrOr("href", "")
	sum := h.Get(path + "?by=all&who=3").Text("#how p.strong span:last-child")
	tap := func(does string) {
		t.Helper()
		do := does + ":" + first[strings.LastIndex(first, "/")+1:]
		form := h.Get(path).Form("form[action$='/without']", do)
		for range 2 {
			h.Post(path+"/without", form).Is(303)
		}
	}
	tap("out")
	h.Get(path+"?by=all&who=3").Has(1, ".how s").Tells("#how", "left out").
		Tells(".ladder", "Left out:", "one left out")
	tap("back")
	h.Get(path+"?by=all&who=3").Has(0, ".how s").Says("#how p.strong span:last-child", sum).Tells(".ladder",
		"Counts again:")
}
