package web_test

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// TestCellsLeadToWhatTheyCount: what is told of a player and each cell of a picture leads to a page there is,
// and a number of tricks to as many deals as its bar has.
func TestCellsLeadToWhatTheyCount(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.seasons()
	seen := map[string]bool{}
	for path, links := range map[string]string{"/stats": ".stand a", "/stats/calls": ".heat td a, .columns a",
		"/stats/together": ".matrix td a, .firms a", "/stats/seats": ".heat td a",
		"/stats/evenings": ".calendar .tile, .strips a", "/stats/records": ".awards a, .spectrum a",
		"/players/1": ".told a, .columns a, .person-line a", "/players/4": ".told a, .with-against a"} {
		page := h.get(path).is(200)
		if says := page.text(".say h2"); strings.HasPrefix(path, "/stats") && (!strings.HasSuffix(says, ".") ||
			strings.HasSuffix(says, "..")) {
			t.Errorf("%s: no sentence: %q", path, says)
		}
		page.doc.Find(links).Each(func(_ int, a *goquery.Selection) {
			href := a.AttrOr("href", "")
			if says := strings.TrimSpace(a.Text()); strings.Contains(says, "..") {
				t.Errorf("%s: no sentence: %q", path, says)
			}
			if to, _, _ := strings.Cut(href, "#"); to != "" && !seen[to] {
				seen[to] = true
				found := h.get(to).is(200)
				if strings.HasPrefix(to, "/deals?") && found.doc.Find(".found-deal").Length() == 0 {
					t.Errorf("%s: %q leads to no deal: %s", path, a.Text(), to)
				}
			}
			if _, n, ok := strings.Cut(a.AttrOr("aria-label", ""), " tricks, "); ok {
				n, _, _ = strings.Cut(n, " ")
				if got := h.get(href).text(".found h2"); got != n+" deals" && got != n+" deal" {
					t.Errorf("%s: a bar of %s leads to %s", path, n, got)
				}
			}
		})
	}
	if len(seen) < 40 {
		t.Errorf("only %d links", len(seen))
	}
}

// TestNothingIsToldOfAnEmptyBook: without a deal there is no sentence and no picture.
func TestNothingIsToldOfAnEmptyBook(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	for _, path := range []string{"/stats", "/stats/calls", "/stats/together", "/stats/seats", "/stats/evenings",
		"/stats/records"} {
		h.get(path).is(200).has(0, ".say").has(1, ".lost")
	}
	four := h.players("Ann", "Bob", "Cat", "Dan")
	h.get("/players/1").is(200).has(0, ".told").has(0, ".more")
	id := h.night("units", four...)
	h.get("/stats").is(200).has(0, ".say")
	h.plays(id, "prop ann bob 8 rev ann rev cat", "prop cat dan 8")
	for _, path := range []string{"/stats", "/stats/calls", "/stats/together", "/stats/seats", "/stats/evenings",
		"/stats/records", "/players/1"} {
		if page := h.get(path).is(200); strings.Contains(page.text("main"), "±") {
			t.Errorf("%s is sure of two deals", path)
		}
	}
}
