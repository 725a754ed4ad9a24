package web_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger"
	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/web"
)

// on lets a house open on a day.
func on(day string) func(*web.Options) {
	at, err := time.Parse("2006-01-02 15:04", day)
	return func(o *web.Options) {
		if err != nil {
			panic(err)
		}
		o.Now = func() time.Time { return at }
	}
}

func init() {
	see := func(name, path, day string) {
		screens = append(screens, screen{name: name, change: on(day), open: func(h *house) string {
			h.seasons()
			return path
		}})
	}
	see("season-over", "/seasons/2025", "2026-11-20 20:00")
	see("season-going-on", "/seasons/2026", "2026-11-20 20:00")
	see("seasons", "/seasons", "2026-11-20 20:00")
}

// TestSeasonOver holds a season's page against the standing of its evenings.
func TestSeasonOver(t *testing.T) {
	t.Parallel()
	h := openHouse(t, on("2026-11-20 20:00"))
	h.seasons()
	c := h.book.CircleBook(rules.LSD,
		ledger.Span{From: "2025-01-01", Until: "2025-12-31"}, 0)
	page := h.get("/seasons/2025").is(200).has(0, ".going").has(len(c.Standing), ".ended li").
		has(1, "svg.lines").has(2, ".which a")
	best := c.Standing[0]
	takes := best.Name + " takes the season, " + plain(rules.LSD.Signed(best.Score))
	same(t, page.text(".taken h2"), takes, "it says %q")
	page.doc.Find(".ended li").Each(func(i int, li *goquery.Selection) {
		if got, want := li.Text(), c.Standing[i].Name+rules.LSD.Signed(c.Standing[i].Score); got != want {
			t.Errorf("place %d is %q, want %q", i+1, got, want)
		}
	})
	awards := page.doc.Find(".awards li")
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
		found := h.get(href).is(200)
		if strings.HasPrefix(href, "/deals?") && found.doc.Find(".found-deal").Length() == 0 {
			t.Errorf("%s: %s finds no deal", li.Find("small").Text(), href)
		}
		if strings.HasPrefix(href, "/nights?") && found.doc.Find(".evenings li").Length() == 0 {
			t.Errorf("%s: %s finds no evening", li.Find("small").Text(), href)
		}
	})
	h.get("/seasons/2025?money=GBP").is(200).says(".which [aria-current]", "GBP")
	first := plain(h.get("/seasons").is(200).has(2, ".evenings li").has(1, ".evenings .open").
		text(".evenings li:last-child .standing"))
	won := english.Count(c.Nights, "evening") + " " + best.Name + " won " + plain(rules.LSD.Signed(best.Score))
	if !strings.HasPrefix(first, won) {
		t.Errorf("a season is %q, which should begin with how many were played, and who won: %q", first, won)
	}
	for _, none := range []string{"1999", "x", "-"} {
		h.get("/seasons/" + none).is(404)
	}
}

// TestSeasonGoesOn: until its last day is over the page says so, and what goes on after midnight is of the
// day it began.
func TestSeasonGoesOn(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	for day, over := range map[string]bool{
		"2025-12-31 20:00": false, "2026-01-01 02:00": false, "2026-01-01 06:00": true, "2026-02-05 20:00": true,
	} {
		h := openHouse(t, on(day))
		h.seasons()
		going := 1
		if over {
			going = 0
		}
		page := h.get("/seasons/2025").is(200).has(going, ".going")
		if got := page.text(".taken h2"); strings.Contains(got, "takes") != over {
			t.Errorf("on %s it says %q", day, got)
		}
	}
}

// TestSeasonsBeginAnotherDay: an address that was written down leads to the season that begins that year.
func TestSeasonsBeginAnotherDay(t *testing.T) {
	t.Parallel()
	h := openHouse(t, on("2026-11-20 20:00"))
	h.seasons()
	fine(t, h.book.SetSeason(context.Background(), "09-01"))
	h.get("/seasons").is(200).has(1, ".evenings li a[href='/seasons/2025-26']").
		has(1, ".evenings li a[href='/seasons/2024-25']")
	same(t, h.get("/seasons/2025").is(303).Header.Get("Location"), "/seasons/2025-26", "it leads to %s")
	h.get("/seasons/2025-26").is(200).has(1, ".taken")
	fine(t, h.book.SetSeason(context.Background(), "01-01"))
	same(t, h.get("/seasons/2025-26").is(303).Header.Get("Location"), "/seasons/2025", "it leads to %s")
}

// TestSeasonsOfLittle: no evening, an evening without a deal, one that is tied, and one that is open still.
func TestSeasonsOfLittle(t *testing.T) {
	t.Parallel()
	h := openHouse(t, on("2027-01-05 20:00"))
	h.get("/seasons").is(200).says(".lost h2, h2", "No season yet")
	h.get("/seasons/2026").is(404)
	four := h.players("Ann", "Bob", "Cat", "Dan")
	id := h.night("units", four...)
	n := must(h.book.Night(context.Background(), id))(t)
	path := "/seasons/" + n.Date[:4]
	h.get(path).is(200).says(".lost h2", "Nothing was played")
	h.plays(id, "prop ann bob 8")
	page := h.get(path).is(200)
	got := page.text(".taken h2")
	if !strings.HasPrefix(got, "Ann and Bob ") || !strings.HasSuffix(got, " each") {
		t.Errorf("two who won as much: %q", got)
	}
	if n.Date < "2027" {
		page.has(1, fmt.Sprintf(".going a[href='%s']", nightPath(id)))
	}
}

// TestSeasonOfJoined: two names that turn out to be one person are one line of a season that is over, with
// what both won and the face of the one that stays.
func TestSeasonOfJoined(t *testing.T) {
	t.Parallel()
	h := openHouse(t, on("2026-11-20 20:00"))
	h.seasons()
	span := ledger.Span{From: "2025-01-01", Until: "2025-12-31"}
	scores := func() (of map[string]int64) {
		t.Helper()
		c := h.book.CircleBook(rules.LSD, span, 0)
		of = map[string]int64{}
		for _, p := range c.Standing {
			of[p.Name] = p.Score
		}
		return of
	}
	before := scores()
	people := h.book.Players()
	id := map[string]ledger.PlayerID{}
	for _, p := range people {
		id[p.Name] = p.ID
	}
	must(h.book.JoinPlayers(t.Context(), h.slip(), id["=SUM(A1)"], id["Eve"]))(t)
	both := before["Eve"] + before["=SUM(A1)"]
	if now := scores(); len(now) != len(before)-1 || now["Eve"] != both {
		t.Fatalf("before it was %v, now %v", before, now)
	}
	page := h.get("/seasons/2025").is(200).has(len(before)-1, ".ended li").has(len(before)-1, "svg.lines > g")
	h.facesOf(id["Eve"]).right("/seasons/2025", page)
	if got := page.text(".ended"); !strings.Contains(got, "Eve"+rules.LSD.Signed(both)) ||
		strings.Contains(string(page.body), "=SUM(A1)") {
		t.Errorf("the season ended with %s", got)
	}
}

// TestSeasonOnPaper: a season prints on one page, without what is tapped.
func TestSeasonOnPaper(t *testing.T) {
	t.Parallel()
	h := openHouse(t, on("2026-11-20 20:00"))
	h.seasons()
	b := openTab(t, h.url(), phone)
	b.visit("/seasons/2025")
	same(t, b.printed(), 1, "it prints on %d pages")
	b.paper(true)
	if got := eval[string](b, `[...document.querySelectorAll('.chip, button, .button')]
		.filter(e => e.checkVisibility()).map(e => e.innerText).join()`); got != "" {
		t.Errorf("on paper there is to tap: %s", got)
	}
}

// TestRecordsAreOfClosedEvenings: while an evening goes on it is nobody's best or worst.
func TestRecordsAreOfClosedEvenings(t *testing.T) {
	t.Parallel()
	h := openHouse(t, on("2026-11-20 20:00"))
	id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
	h.plays(id, "solo ann 7")
	open, all := "The first evening isn’t over yet.", "The best evening of all was Ann’s"
	h.get("/stats/records").is(200).tells("main", open)
	for _, page := range []string{"/stats/records", "/seasons/2026"} {
		h.get(page).is(200).has(0, `.awards a[href='`+nightPath(id)+`']`)
	}
	h.closes(id)
	h.get("/stats/records").is(200).tells("main", all)
}
