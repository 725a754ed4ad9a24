package web_test

// The book on a phone.

import "testing"

// TestTablesFitAPhone: with whom and against whom one played, and the printed sheet of four, are read on a phone without pushing
// them sideways.
func TestTablesFitAPhone(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.seasons()
	b := openTab(t, h.url(), phone)
	for _, c := range [][2]string{{"/players/1", ".with-against"}, {"/players/2", ".with-against"}, {"/nights/3/sheet", "main"}} {
		b.visit(c[0])
		if over := eval[int](b, `(e => e.scrollWidth - e.clientWidth)(document.querySelector('`+c[1]+`'))`); over > 0 {
			t.Errorf("%d pixels of %s are cut off at %s", over, c[1], c[0])
		}
		b.fine()
	}
}
