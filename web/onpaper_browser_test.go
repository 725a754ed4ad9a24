package web_test

import (
	"bytes"
	"compress/zlib"
	"io"
	"regexp"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestOnPaper prints on A4 and on Letter: every page keeps margins to be held by, none is empty, and an
// evening of 24 deals is two pages, its sheet one, with totals and seal on it.
func TestOnPaper(t *testing.T) {
	t.Parallel()
	aBrowser(t)
	h, id := fourOfUs(t)
	for i := range 24 {
		h.plays(id, []string{"solo ann 6", "abundance bob 7", "misère cat 2", "prop dan ann 9"}[i%4])
	}
	open := h.night("hoyle", 1, 2, 3, 4)
	h.plays(open, "solo ann 6", "misère cat 2")
	h.does(h.get(settlePath(id)), "form.closing").is(303)
	b := openTab(t, h.url(), laptop)
	for _, on := range []struct {
		paper string
		size  chromedp.PaperSize
	}{{"A4", chromedp.PaperA4}, {"Letter", chromedp.PaperLetter}} {
		for path, most := range map[string]int{
			nightPath(id): 2, nightPath(id) + "/sheet": 1, settlePath(open): 1, "/houses/hoyle": 3,
			"/players/1/statement": 1,
		} {
			b.visit(path)
			sheets := b.prints(on.size)
			if len(sheets) == 0 || len(sheets) > most {
				t.Errorf("%s takes %d pages of %s, at most %d", path, len(sheets), on.paper, most)
			}
			for i, s := range sheets {
				if s.words < 8 {
					t.Errorf("%s: page %d of %s is as good as empty: %d words", path, i+1, on.paper, s.words)
				}
				if s.left < 10 || s.top < 10 {
					t.Errorf("%s: page %d of %s begins %.0f mm from the left, %.0f from the top", path, i+1, on.paper,
						s.left, s.top)
				}
			}
		}
	}
}

// printedPage is one page as it came out of the printer.
type printedPage struct {
	left, top float64 // margins in mm
	words     int     // strings set
}

var (
	pdfStream = regexp.MustCompile(`(?s)stream\r?\n(.*?)endstream`)
	pdfClip   = regexp.MustCompile(`([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+) re\s+W\*? n`)
	pdfText   = regexp.MustCompile(`T[jJ]\b`)
)

// prints is what comes out on such paper. In Chromium's PDF a page is one compressed stream, whose first clip
// is what the margins leave, in units of .24 points.
func (b *tab) prints(on chromedp.PaperSize) (pages []printedPage) {
	b.t.Helper()
	pdf := ask(b, chromedp.PrintToPDF(chromedp.PDFPaper(on)))
	for _, m := range pdfStream.FindAllSubmatch(pdf, -1) {
		z, err := zlib.NewReader(bytes.NewReader(m[1]))
		if err != nil {
			continue
		}
		text, _ := io.ReadAll(z)
		clip := pdfClip.FindSubmatch(text)
		if clip == nil || !bytes.Contains(text, []byte(" cm")) {
			continue
		}
		x, _ := strconv.ParseFloat(string(clip[1]), 64)
		y, _ := strconv.ParseFloat(string(clip[2]), 64)
		const mm = .24 / 72 * 25.4
		pages = append(pages, printedPage{x * mm, y * mm, len(pdfText.FindAll(text, -1))})
	}
	return pages
}
