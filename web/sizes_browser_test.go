package web_test

// The evening at other sizes: on paper, on a phone with five columns of old money, on the wall.

import (
	"slices"
	"testing"
)

// TestSizes: twenty deals print on one page, from the score sheet and from the table; a sheet of five in old
// money is read on a phone without pushing it sideways; the wall shows the newest deals that fit, and never
// scrolls.
func TestSizes(t *testing.T) {
	t.Parallel()
	aBrowser(t)
	deals := slices.Repeat([]string{"solo ann 8", "prop ann dan 12", "declared eve 12", "pass", "mis dan 1"}, 4)
	for _, names := range [][]string{{"Ann", "Eve", "Cat", "Dan"}, {"Ann", "Bartholomew", "Cat", "Dan", "Eve"}} {
		h := openHouse(t)
		id := h.night("shilling", h.players(names...)...)
		b := openTab(t, h.url(), phone)
		h.plays(id, deals...)
		for _, path := range []string{nightPath(id), nightPath(id) + "/sheet"} {
			b.visit(path)
			b.fits("")
			for _, table := range []string{"#sheet .scroll", ".a4"} {
				if cut := eval[int](b, `(e => e ? e.scrollWidth - e.clientWidth : 0)(document.querySelector('`+
					table+`'))`); cut > 0 {
					t.Errorf("%s: %d pixels of a sheet of %d are cut off on a phone", path, cut, len(names))
				}
			}
			if pages := b.printed(); pages != 1 {
				t.Errorf("%s: twenty deals of %d print on %d pages", path, len(names), pages)
			}
		}
		b.visit(h.link(id))
		for _, wall := range []device{television, {"wall", 1280, 720, false}} {
			b.becomes(wall)
			b.until(`document.querySelector('#sheet tbody tr') &&
				document.documentElement.scrollHeight <= innerHeight`)
			first, last := eval[bool](b, `document.querySelector('#sheet tbody tr').checkVisibility()`),
				eval[bool](b, `(rows => {
					const hidden = [...rows].findIndex(r => r.hidden);
					if (hidden < 3 || [...rows].slice(hidden).some(r => !r.hidden)) return false;
					rows[hidden].hidden = false;
					const over = document.documentElement.scrollHeight > innerHeight;
					rows[hidden].hidden = true;
					return over;
				})(document.querySelectorAll('#sheet tbody tr'))`)
			if !first || !last {
				t.Errorf("the wall of %d by %d doesn't show the newest that fit", wall.width, wall.height)
			}
			b.legible()
		}
	}
}
