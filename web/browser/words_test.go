package browser_test

import (
	"strconv"
	"testing"

	"ouverte/web/webtest"
)

// TestDealInWords: what is typed or dictated fills the form in, which says what it comes to; what isn't
// understood is named; Record records it, and the line is empty again with the focus where it was. The form
// never has what the line no longer says, also where nobody can read it.
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
	b.until(`document.getElementById('words-said').textContent.includes('Zelda')`)
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
	says("Solo, Ann, seven")
	b.until(`document.querySelector('#tricks-7').checked`)
	const empty = `!document.querySelector('#deal [name=tricks]:checked') &&
		document.querySelector('#deal .record').matches('.yet')`
	b.offline(true)
	says("Solo, Ann, eight")
	if !eval[bool](b, empty) {
		t.Error("the form still has what the line no longer says")
	}
	b.until(`document.getElementById('words-said').textContent.includes('connection') && ` + empty)
	b.offline(false)
	says("Solo, Ann, nine")
	b.until(`document.querySelector('#tricks-9').checked`)
	says("")
	b.until(empty)
	if n := h.NightNow(night); len(n.Rows) != 2 {
		t.Errorf("the book has %d rows", len(n.Rows))
	}
}

// TestPaperByKeys: keys type a sheet that was kept by hand, and it is reckoned as it goes.
func TestPaperByKeys(t *testing.T) {
	t.Parallel()
	h, night := webtest.FourOfUs(t)
	b := openTab(t, h.URL(), tablet)
	b.visit(webtest.NightPath(night) + "/paper")
	for _, key := range []string{"[data-line=solo]", "[data-types=ann]", "[data-types='7']", "[data-line=pass]",
		"[data-line=mis]", "[data-types=dan]", "[data-types='1']", "[data-types=rev]", "[data-types=cat]"} {
		b.tap(".typing " + key)
	}
	b.until(`document.getElementById('lines').value === 'solo ann 7\npass\nmis dan 1 rev cat' &&
		document.querySelectorAll('#reckoned tbody tr:not(.bad)').length === 3`)
}
