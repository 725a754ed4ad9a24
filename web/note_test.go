package web_test

// A word about a deal: written on its page, and told wherever the deal is.

import (
	"fmt"
	"strings"
	"testing"

	"ouverte/ledger"
)

func init() {
	screens = append(screens,
		screen{name: "deal-noted", open: func(h *house) string {
			path, id, deals := h.threeDeals()
			h.notes(id, deals[1], "The one with the nine singletons, on which Bob still insists")
			return path + fmt.Sprint(deals[1])
		}},
		screen{name: "sheet-noted", open: func(h *house) string {
			_, id, deals := h.threeDeals()
			h.notes(id, deals[1], "The one with the nine singletons, on which Bob still insists")
			return nightPath(id)
		}},
		screen{name: "closed-noted", open: func(h *house) string {
			_, id, deals := h.threeDeals()
			h.notes(id, deals[1], "The one with the nine singletons, on which Bob still insists")
			h.closes(id)
			return nightPath(id)
		}},
		screen{name: "watch-noted", open: func(h *house) string {
			_, id, deals := h.threeDeals()
			h.notes(id, deals[1], "The one with the nine singletons, on which Bob still insists")
			return h.link(id)
		}},
		screen{name: "found-noted", open: func(h *house) string {
			_, id, deals := h.threeDeals()
			h.notes(id, deals[1], "The one with the nine singletons, on which Bob still insists")
			return "/deals?find=on&note=nine"
		}},
	)
}

// notes writes a word about a deal behind the page's back.
func (h *house) notes(id ledger.NightID, deal ledger.DealID, text string) {
	h.t.Helper()
	d, _ := h.nightNow(id).Deal(deal)
	must(h.book.NoteDeal(h.t.Context(), h.slip(), id, deal, d.Note.Entry, text))(h.t)
}

func TestAWordAboutADeal(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	path, id, deals := h.threeDeals()
	deal := path + fmt.Sprint(deals[1])
	link := h.link(id)
	h.does(h.get(deal).is(200), ".note-it", "note", " Nine  singletons").is(303)
	page := h.get(deal+"?did=noted").is(200).says(".account .noted", "“Nine singletons”").
		says(".versions li:last-child .noted", "“Nine singletons”").has(2, ".versions li")
	if _, told := page.doc.Find(".note-it input[name=note]").Attr("value"); !told {
		t.Error("the field doesn't hold the note")
	}

	// The sheet marks it; where nobody can tap it is told.
	h.get(nightPath(id)).has(1, "#sheet .note-mark").has(0, "#sheet .noted")
	h.get(link).has(0, "#sheet .note-mark").says("#sheet .noted", "“Nine singletons”")
	h.get(nightPath(id)+"/sheet").has(1, `li:contains("Deal 2: “Nine singletons”")`)

	// It is found.
	h.get("/deals?find=on&note=NINE").is(200).has(1, "#found .found-deal").
		says("#found .noted", "“Nine singletons”")
	h.get("/deals?find=on&noted=on").has(1, "#found .found-deal")
	h.get("/deals?find=on&note=nothing").has(0, "#found .found-deal").says(".found h2", "0 deals")
	if csv := string(h.get("/deals.csv?find=on&noted=on").body); strings.Count(csv, "Nine singletons") != 4 {
		t.Errorf("the table says:\n%s", csv)
	}

	// Another tablet wrote meanwhile: nothing is lost, and the same again replaces it.
	old := page.form(".note-it", "")
	h.notes(id, deals[1], "Ten, in fact")
	old.Set("note", "Eleven")
	refused := h.post(deal+"/note", old).is(409).says("#says-note", "Somebody wrote about this deal meanwhile: "+
		"“Ten, in fact” What you typed is still here: send it again to put it in that place.")
	again := refused.form(".note-it", "")
	if again.Get("note") != "Eleven" {
		t.Errorf("what was typed is lost: %v", again)
	}
	h.post(deal+"/note", again).is(303)
	h.post(deal+"/note", again).is(303) // a double tap
	h.get(deal).says(".account .noted", "“Eleven”")

	again = h.get(deal).form(".note-it", "")
	again.Set("note", strings.Repeat("x", 141))
	h.post(deal+"/note", again).is(422).has(1, "#says-note")
	again.Set("note", "a \u202e turn")
	h.post(deal+"/note", again).is(422).has(1, "#says-note")
	h.post(path+"999/note", again).is(404)

	// The evening's page tells it, and a closed evening can still be remembered.
	h.closes(id)
	h.get(nightPath(id)).is(200).says(`[aria-label="Words about deals"] li`, "Deal 2: “Eleven”")
	h.does(h.get(deal), ".note-it", "note", "").is(303)
	h.get(deal+"?did=no-note").has(0, ".account .noted").
		says(".versions li:last-child .noted", "There is no note any more.")
	h.get(nightPath(id)).has(0, `[aria-label="Words about deals"]`)
}

func TestAWordAboutADealByTouch(t *testing.T) {
	t.Parallel()
	for _, wishes := range [][]wish{nil, {noScript}} {
		t.Run(fmt.Sprint(len(wishes)), func(t *testing.T) {
			t.Parallel()
			h := openHouse(t)
			path, id, deals := h.threeDeals()
			b := openTab(t, h.url(), phone, wishes...)
			b.visit(path + fmt.Sprint(deals[1]))
			b.wait(".note-it")
			b.write(".note-it input[name=note]", "Nine singletons")
			b.tap(".note-it button")
			b.arrives(".account .noted")
			d, _ := h.nightNow(id).Deal(deals[1])
			if d.Note.Text != "Nine singletons" {
				t.Errorf("noted: %+v", d.Note)
			}
			b.fine()
		})
	}
}
