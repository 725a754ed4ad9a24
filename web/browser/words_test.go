package browser_test

import (
	"strconv"
	"testing"

	"ouverte/web/webtest"
)

// TestDealInWords: what is typed or dictated fills the form in, which says what it comes to; what isn't
// understood is named; Record records it, and the line is empty again with the focus where it was.
func TestDealInWords(t *testing.T) {
	t.Parallel()
	h, night := webtest.FourOfUs(t)
	b := openTab(t, h.URL(), tablet)
	b.visit(webtest.NightPath(night) + "?words=")
	b.ready()
	says := func(words string) {
		eval[bool](b, `(line => {
			line.value = `+strconv.Quote(words)+`;
			return line.dispatchEvent(new Event('input', { bubbles: true }));
		})(document.getElementById('words'))`)
	}
	says("Solo, Zelda, seven")
	b.until(`document.getElementById('words-said').textContent.includes('zelda')`)
	says("Solo, Ann, seven tricks")
	b.until(`!document.getElementById('words-said').textContent.trim() &&
		document.querySelector('#result').textContent.startsWith('Ann makes solo, two over')`)
	b.tap(record)
	b.until(`document.querySelectorAll('#sheet tbody tr').length === 1 &&
		!document.getElementById('words').value`)
	says("Misère by Dan, one trick, Cat revoked")
	b.until(`document.querySelector('#result').textContent.includes('Cat')`)
	b.tap(record)
	b.until(`document.querySelectorAll('#sheet tbody tr').length === 2`)
}
