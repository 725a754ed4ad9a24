package browser_test

// What only the tests of the laws and the house rules do with a tab: choose, and print.

import (
	"bytes"
	"regexp"
	"strconv"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// paper shows the page as it would be printed, or no longer.
func (b *tab) paper(on bool) {
	b.t.Helper()
	media := emulation.SetEmulatedMediaParams{}
	if on {
		media.Media = "print"
	}
	b.must(chromedp.Call(b.ctx, emulation.SetEmulatedMedia, media))
}

var pageCount = regexp.MustCompile(`/Type\s*/Pages[^>]*?/Count (\d+)|/Count (\d+)`)

// printed is on how many pages the page prints: of Letter, or as the options say.
func (b *tab) printed(how ...chromedp.PDFOption) int {
	b.t.Helper()
	pdf := ask(b, chromedp.PrintToPDF(how...))
	m := pageCount.FindSubmatch(pdf)
	if m == nil {
		b.t.Fatal("no pages in the print")
	}
	n := must(strconv.Atoi(string(bytes.Join(m[1:], nil))))(b.t)
	return n
}
