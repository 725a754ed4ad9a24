package web_test

// The book on a phone, and on a tablet held upright.

import "testing"

// TestTablesFit: with whom and against whom one played, and the printed sheet of four, are read on a phone
// without pushing them sideways; the former on an upright tablet, too.
func TestTablesFit(t *testing.T) {
	t.Parallel()
	aBrowser(t)
	h := openHouse(t)
	h.seasons()
	b := openTab(t, h.url(), tabletUp)
	for _, page := range []string{"/players/1", "/players/2"} {
		b.visit(page)
		if over := eval[int](b,
			`(e => e.scrollWidth - e.clientWidth)(document.querySelector('main'))`); over > 0 {
			t.Errorf("%d pixels are cut off at %s on a tablet held upright", over, page)
		}
		b.fine()
	}
	b = openTab(t, h.url(), phone)
	for _, c := range [][2]string{{"/players/1", "main"}, {"/players/2", "main"},
		{"/nights/3/sheet", "main"}} {
		b.visit(c[0])
		if over := eval[int](b, `(e => e.scrollWidth - e.clientWidth)(document.querySelector('`+c[1]+
			`'))`); over > 0 {
			t.Errorf("%d pixels of %s are cut off at %s", over, c[1], c[0])
		}
		b.fine()
	}
}

// TestFacesHeadTheirColumns: above the amounts of who pays whom each emblem stands in the middle of its
// column.
func TestFacesHeadTheirColumns(t *testing.T) {
	t.Parallel()
	aBrowser(t)
	h := openHouse(t)
	h.seasons()
	b := openTab(t, h.url(), tablet)
	b.visit("/stats/together")
	b.wait(".matrix thead .face")
	if off := eval[float64](b, `Math.max(...[...document.querySelectorAll('.matrix thead .face')].map(face => {
		const a = face.getBoundingClientRect(), b = face.closest('th').getBoundingClientRect();
		return Math.abs(a.left + a.right - b.left - b.right) / 2;
	}))`); !(off < 2) {
		t.Errorf("an emblem is %.0f pixels beside the middle", off)
	}
}
