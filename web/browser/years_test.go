package browser_test

// The book on a phone, and on a tablet held upright.

import (
	"testing"

	"ouverte/web/webtest"
)

// TestTablesFit: with whom and against whom one played is read on a phone and on an upright tablet with any
// number of people, each figure in its own column. On a phone the money per call is of one call.
func TestTablesFit(t *testing.T) {
	t.Parallel()
	aBrowser(t)
	h := webtest.Open(t)
	h.Seasons()
	b := openTab(t, h.URL(), phone)
	b.visit("/players/2")
	for _, d := range []device{tabletUp, phone} {
		b.becomes(d)
		if over := eval[string](b, `(all => {
			all.append(...[...all.children].slice(1).flatMap(li => [1, 2, 3].map(() => li.cloneNode(true))));
			return [all, ...all.querySelectorAll('a > *, .heads > *')].filter(e => e.scrollWidth > e.clientWidth)
				.map(e => e.textContent).join('; ');
		})(document.querySelector('.with-against'))`); over != "" {
			t.Errorf("with and against at %s: cut off is %s", d.name, over)
		}
	}
	b.visit("/stats/calls?call=solo")
	if seen := eval[string](b, `[...document.querySelectorAll('.folds tr')].map(tr =>
		[...tr.children].filter(e => e.checkVisibility()).length).join(' ')`); seen != "0 2 2 2 2 2 2" {
		t.Errorf("money per call on a phone has rows of %s", seen)
	}
}

// TestFacesHeadTheirColumns: above the amounts of who pays whom each emblem stands in the middle of its
// column.
func TestFacesHeadTheirColumns(t *testing.T) {
	t.Parallel()
	aBrowser(t)
	h := webtest.Open(t)
	h.Seasons()
	b := openTab(t, h.URL(), tablet)
	b.visit("/stats/together")
	b.wait(".matrix thead .face")
	if off := eval[float64](b, `Math.max(...[...document.querySelectorAll('.matrix thead .face')].map(face => {
		const a = face.getBoundingClientRect(), b = face.closest('th').getBoundingClientRect();
		return Math.abs(a.left + a.right - b.left - b.right) / 2;
	}))`); !(off < 2) {
		t.Errorf("an emblem is %.0f pixels beside the middle", off)
	}
}
