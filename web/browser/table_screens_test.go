package browser_test

import (
	"regexp"
	"strings"
	"testing"

	"ouverte/web/webtest"
)

// TestOldMoneyIsWrittenAlike: at each size, with four and with five columns, the totals at the seats are
// written as those on the sheet, but for the plus.
func TestOldMoneyIsWrittenAlike(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	paths := []string{
		h.Played("hoyle", nil, []string{"Ann", "Bob", "Cat", "Dan"}, "solo ann 8", "solo bob 4"),
		h.Played("hoyle", nil, []string{"Eve", "Fay", "Gil", "Hal", "Ida"}, "solo eve 8", "solo fay 4"),
	}
	b := openTab(t, h.URL(), phone)
	shillings := regexp.MustCompile(`\d+s\b`)
	for _, path := range paths {
		b.visit(path)
		for _, d := range []device{phone, between, tabletUp, {"narrow", 1000, 800, true}, tablet,
			{"wide", 1400, 900, true}} {
			b.becomes(d)
			seats := eval[string](b, `[...document.querySelectorAll('.seat:not(.rests)')]
				.map(s => s.dataset.name +
					s.querySelector('.amount:not(.rest)').innerText)
				.sort().join(' ').replace(/\s+/g, ' ')`)
			sheet := eval[string](b, `[...document.querySelectorAll('#sheet thead tr:first-child th')].slice(1)
				.map((th, i) => th.textContent + document.querySelectorAll('#sheet tr.total td')[i].innerText)
				.filter(x => ![...document.querySelectorAll('.seat.rests')]
					.some(n => x.startsWith(n.dataset.name)))
				.sort().join(' ').replace(/\s+/g, ' ')`)
			if seats != sheet {
				t.Errorf("%s at %s: at the seats %q, on the sheet %q", path, d.name, seats, sheet)
			}
			if !shillings.MatchString(sheet) || strings.ContainsAny(seats+sheet, "/.") {
				t.Errorf("%s at %s: money isn’t written as 1s 6d: %q", path, d.name, sheet)
			}
		}
	}
}
