package browser_test

// What only the tests of the laws and the house rules do with a tab: drag, choose, and print.

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// drag takes hold of one thing and carries it to where another is, in small steps.
func (b *tab) drag(from, to string) {
	b.t.Helper()
	type point struct{ X, Y float64 }
	middle := func(css string) point {
		return eval[point](
			b,
			fmt.Sprintf(
				`(() => { const r = document.querySelector(%q).getBoundingClientRect(); return {X: r.left + r.width / `+
					`2, Y: r.top + r.height / 2}; })()`,
				css,
			),
		)
	}
	b.do(chromedp.ScrollIntoView(chromedp.CSS(from)))
	a, z := middle(from), middle(to)
	b.do(chromedp.MouseEvent(chromedp.MousePressed, a.X, a.Y, chromedp.ButtonType(input.MouseButtonLeft)))
	const steps = 24
	for i := 1; i <= steps; i++ {
		y := a.Y + (z.Y-a.Y)*float64(i)/steps
		b.do(chromedp.MouseEvent(chromedp.MouseMoved, a.X, y, chromedp.ButtonType(input.MouseButtonLeft)))
	}
	b.do(chromedp.MouseEvent(chromedp.MouseReleased, a.X, z.Y, chromedp.ButtonType(input.MouseButtonLeft)))
}

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

// printed is on how many pages the page prints.
func (b *tab) printed() int {
	b.t.Helper()
	pdf := ask(b, chromedp.PrintToPDF())
	m := pageCount.FindSubmatch(pdf)
	if m == nil {
		b.t.Fatal("no pages in the print")
	}
	n := must(strconv.Atoi(string(bytes.Join(m[1:], nil))))(b.t)
	return n
}
