package browser_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/templates/say"
	"ouverte/web/webtest"
)

// TestOnPaper prints on A4 and on Letter: every page keeps margins to be held by, none is empty, every word
// is dark enough without colours, and an evening of 24 deals is two pages, its sheet one, with totals and
// seal on it, also of five players in pounds.
func TestOnPaper(t *testing.T) {
	t.Parallel()
	aBrowser(t)
	h, id := webtest.FourOfUs(t)
	for i := range 24 {
		h.Plays(id, []string{"solo ann 6", "abundance bob 7", "misère cat 2", "prop dan ann 9"}[i%4])
	}
	open := h.Night("hoyle", 1, 2, 3, 4)
	h.Plays(open, "solo ann 6", "misère cat 2")
	h.Does(h.Get(webtest.SettlePath(id)), "form.closing").Is(303)
	names := []string{"Bartholomew", "Cornelia", "Maximiliane", "Henrietta", "Konstantin"}
	seats := h.Players(names...)
	rounded := h.Night("ten-pence", seats...)
	h.Plays(rounded, "solo kon 6", "misère cor 2")
	h.Does(h.Get(webtest.SettlePath(rounded)+"?coin=20"), "#round form").Is(303)
	five := h.Night("ten-pence", seats...)
	for range 4 {
		h.Plays(five, "solo kon 6", "abundance bar 7", "misère cor 2", "solo max 3", "abundance hen 12")
	}
	h.Closes(five)
	club := h.MeetingOf(3, h.Players(webtest.Dozens[4:15]...)...)
	must(h.Book.EditNight(t.Context(), h.Slip(), club, ledger.NightEdit{Head: new(int64(12))}))(t)
	for _, head := range h.MeetingNow(club).Till().Heads {
		must(h.Book.PayHead(t.Context(), h.Slip(), club, ledger.HeadMoney{Player: head.ID, Amount: 12}))(t)
	}
	var forty []chain.PlayerID
	for i := range 40 {
		forty = append(forty, h.Player(fmt.Sprintf("Member%c%c Quilliam", 'A'+i/8, 'a'+i%8)))
	}
	for evening := range 14 {
		one := h.MeetingOf(6, append(slices.Clone(forty[evening:]), forty[:evening]...)[:24]...)
		for i, at := range h.MeetingNow(one).Tables {
			h.Plays(at.ID, fmt.Sprintf("solo %s %d", strings.ToLower(h.NameOf(at.Table[evening%4].Player)[:8]), 1+i*2))
		}
		h.ClosesMeeting(one)
	}
	counted := must(h.Book.CountSeason(t.Context(), h.Slip(), show.HowCounted{Name: "Autumn", From: "2026-01-01",
		Until: "2027-12-31", Money: rules.Units, By: "best", Best: 4, Least: 2}))(t)
	season := say.SeasonPath(h.Book.Now().Seasons()[0].Name)
	const card = "/laws" // cut out and folded: its margins are its own
	b := openTab(t, h.URL(), laptop)
	for _, on := range []struct {
		paper string
		size  chromedp.PaperSize
	}{{"A4", chromedp.PaperA4}, {"Letter", chromedp.PaperLetter}} {
		for path, most := range map[string]int{
			webtest.NightPath(id): 2, webtest.NightPath(id) + "/sheet": 1, webtest.SettlePath(open): 1,
			webtest.SettlePath(rounded): 1,
			"/houses/hoyle":             3, webtest.NightPath(five): 3, webtest.NightPath(five) + "/sheet": 1,
			season: 3, card: 2, webtest.MeetingPath(club) + "/slips": 6, webtest.MeetingPath(club) + "/till": 1,
			fmt.Sprintf("/ladders/%d/paper", counted.ID): 2,
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
				if s.palest < 4.5 {
					t.Errorf("%s: in grey a word on page %d of %s is %.1f to 1 on the paper", path, i+1, on.paper, s.palest)
				}
				if path != card && (s.left < 10 || s.top < 10) {
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
	palest    float64 // of these, against white, as a printer without colours has it
}

var (
	pdfStream = regexp.MustCompile(`(?s)stream\r?\n(.*?)endstream`)
	pdfClip   = regexp.MustCompile(`([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+) re\s+W\*? n`)
	pdfText   = regexp.MustCompile(`T[jJ]\b`)
	pdfInk    = regexp.MustCompile(`(?m)^(q)$|^(Q)$|([.\d]+) ([.\d]+) ([.\d]+) rg$|(T[jJ])\b`)
)

// palest is the least contrast to white of any word but those set in white, the edges of the names in a
// chart.
func palest(text []byte) float64 {
	ink, least, kept := 0.0, 21.0, []float64(nil)
	for _, m := range pdfInk.FindAllSubmatch(text, -1) {
		switch {
		case m[1] != nil:
			kept = append(kept, ink)
		case m[2] != nil && len(kept) > 0:
			ink, kept = kept[len(kept)-1], kept[:len(kept)-1]
		case m[3] != nil:
			ink = 0
			for i, part := range []float64{.2126, .7152, .0722} {
				c, _ := strconv.ParseFloat(string(m[3+i]), 64)
				ink += part * math.Pow((c+.055)/1.055, 2.4)
			}
		case m[6] != nil && ink < 1:
			least = min(least, 1.05/(ink+.05))
		}
	}
	return least
}

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
		pages = append(pages, printedPage{x * mm, y * mm, len(pdfText.FindAll(text, -1)), palest(text)})
	}
	return pages
}
