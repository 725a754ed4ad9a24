package web_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// counts finds "36 of 65" in a sentence.
var counts = regexp.MustCompile(`([\d\x{202f}]+) of ([\d\x{202f}]+) `)

// TestStoriesLeadToTheirFigures: each sentence at the head of the book of years and of each player's page
// leads to a place there is, where its numbers stand.
func TestStoriesLeadToTheirFigures(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.seasons()
	for _, path := range []string{"/stats", "/stats?money=GBP", "/stats?from=2025-01-01&until=2025-12-31",
		"/players/1", "/players/2?from=2025-01-01&until=2025-12-31", "/players/3", "/players/5", "/players/6"} {
		page := h.get(path).is(200).has(1, ".stories details")
		all := page.doc.Find(".stories li a")
		if n := all.Length(); n < 2 || n > 5 {
			t.Errorf("%s begins with %d sentences", path, n)
		}
		all.Each(func(_ int, a *goquery.Selection) {
			href, says := a.AttrOr("href", ""), a.Text()
			if !strings.HasSuffix(says, ".") || strings.HasSuffix(says, "..") {
				t.Errorf("%s: no sentence: %q", path, says)
			}
			to := page
			if at, id, _ := strings.Cut(href, "#"); at != "" {
				if to = h.get(href).is(200); id == "" {
					return
				}
				href = "#" + id
			}
			to.has(1, href)
			figure := to.text(href)
			for _, n := range counts.FindAllStringSubmatch(says, -1) {
				if !strings.Contains(figure, n[1]) && !strings.Contains(figure, n[2]) {
					t.Errorf("%s says %q, and at %s stands %q", path, says, href, figure)
				}
			}
		})
	}
	h.get("/stats?skip=1").is(200).has(0, ".stories")
	h.get("/stats?from=1999-01-01&until=1999-12-31").is(200).has(0, ".stories").has(0, ".lines")
}

// TestNoStoriesOfAnEmptyBook: without a deal there is nothing to tell of.
func TestNoStoriesOfAnEmptyBook(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.get("/stats").is(200).has(0, ".stories").has(0, ".more")
	four := h.players("Ann", "Bob", "Cat", "Dan")
	h.get("/players/1").is(200).has(0, ".stories").has(0, ".more")
	h.night("units", four...)
	h.get("/stats").is(200).has(0, ".stories")
}
