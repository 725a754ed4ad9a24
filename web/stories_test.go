package web_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"ouverte/web/webtest"
)

// TestCellsLeadToWhatTheyCount: each sentence about a player and each cell of a picture leads to a page, and
// a number of tricks to as many deals as its bar has.
func TestCellsLeadToWhatTheyCount(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Seasons()
	seen := map[string]bool{}
	for path, links := range map[string]string{"/stats": ".stand a", "/stats/calls": ".heat td a, .columns a",
		"/stats/together": ".matrix td a, .firms a",
		"/stats/evenings": ".calendar .tile, .strips > li > a", "/stats/records": ".awards a, .spectrum a",
		"/players/1": ".told a, .columns a, .person-line a", "/players/4": ".told a, .with-against a"} {
		page := h.Get(path).Is(200)
		if says := page.Text(".say h2"); strings.HasPrefix(path, "/stats") && (!strings.HasSuffix(says, ".") ||
			strings.HasSuffix(says, "..")) {
			t.Errorf("%s: no sentence: %q", path, says)
		}
		page.Doc.Find(links).Each(func(_ int, a *goquery.Selection) {
			href := a.AttrOr("href", "")
			if says := strings.TrimSpace(a.Text()); strings.Contains(says, "..") {
				t.Errorf("%s: no sentence: %q", path, says)
			}
			if to, _, _ := strings.Cut(href, "#"); to != "" && !seen[to] {
				seen[to] = true
				found := h.Get(to).Is(200)
				if strings.HasPrefix(to, "/deals?") && found.Doc.Find(".found-deal").Length() == 0 {
					t.Errorf("%s: %q leads to no deal: %s", path, a.Text(), to)
				}
			}
			if _, n, ok := strings.Cut(a.AttrOr("aria-label", ""), " tricks, "); ok {
				n, _, _ = strings.Cut(n, " ")
				if got := h.Get(href).Text(".found h2"); got != n+" deals" && got != n+" deal" {
					t.Errorf("%s: a bar of %s leads to %s", path, n, got)
				}
			}
		})
	}
	if len(seen) < 40 {
		t.Errorf("only %d links", len(seen))
	}
}

// TestDotsLeadToTheirEvenings: everybody has a dot for each of their evenings. One leads to its evening, and
// several above each other lead to a list of just as many, which says how they ended.
func TestDotsLeadToTheirEvenings(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Seasons()
	night, alone, several := regexp.MustCompile(`^/nights/\d+$`), 0, 0
	page := h.Get("/stats/evenings").Is(200)
	if page.Doc.Find(".strips li").Length() < 4 {
		t.Fatal("there are no strips")
	}
	page.Doc.Find(".strips li").Each(func(_ int, strip *goquery.Selection) {
		all, list := 0, strip.Find("a.whole").AttrOr("href", "")
		_, apart, _ := strings.Cut(strip.Find(".dots").AttrOr("stroke-dasharray", ""), " ")
		number := func(text string) float64 { return must(strconv.ParseFloat(text, 64))(t) }
		strip.Find(".dots a").Each(func(_ int, dots *goquery.Selection) {
			line, href := dots.Find("line"), dots.AttrOr("href", "")
			n := 1 + int((number(line.AttrOr("y2", ""))-number(line.AttrOr("y1", "")))/number(apart))
			all += n
			if n == 1 {
				alone++
				if !night.MatchString(href) {
					t.Errorf("a dot leads to %s", href)
				}
				return
			}
			several++
			h.Get(href).Is(200).Has(n, ".evenings li")
			if says := h.Get(href).Text("p.ground"); !strings.HasPrefix(says, "Evenings that ended ") {
				t.Errorf("%s says %q", href, says)
			}
		})
		if want := h.Get(list).Doc.Find(".evenings li").Length(); all != want {
			t.Errorf("%d dots for %d evenings: %s", all, want, list)
		}
	})
	if alone == 0 || several == 0 {
		t.Errorf("%d dots alone, and %d above others", alone, several)
	}
}

// TestNothingIsToldOfAnEmptyBook: without a deal there is no sentence and no picture.
func TestNothingIsToldOfAnEmptyBook(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	for _, path := range []string{"/stats", "/stats/calls", "/stats/together", "/stats/evenings",
		"/stats/records"} {
		h.Get(path).Is(200).Has(0, ".say").Has(1, ".lost")
	}
	four := h.Players("Ann", "Bob", "Cat", "Dan")
	h.Get("/players/1").Is(200).Has(0, ".told").Has(0, ".more")
	id := h.Night("units", four...)
	h.Get("/stats").Is(200).Has(0, ".say")
	h.Plays(id, "prop ann bob 8 rev ann rev cat", "prop cat dan 8")
	for _, path := range []string{"/stats", "/stats/calls", "/stats/together", "/stats/evenings",
		"/stats/records", "/players/1"} {
		if page := h.Get(path).Is(200); strings.Contains(page.Text("main"), "±") {
			t.Errorf("%s is sure of two deals", path)
		}
	}
}
