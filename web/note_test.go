package web_test

import (
	"fmt"
	"strings"
	"testing"

	"ouverte/web/webtest"
)

func TestAWordAboutADeal(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	path, id, deals := h.ThreeDeals()
	deal := path + fmt.Sprint(deals[1])
	link := h.Link(id)
	h.Does(h.Get(deal).Is(200), ".note-it", "note", " Nine  singletons").Is(303)
	page := h.Get(deal+"?did=noted").Is(200).Says(".account .noted", "“Nine singletons”").
		Says(".versions li:last-child .noted", "“Nine singletons”").Has(2, ".versions li")
	if _, told := page.Doc.Find(".note-it input[name=note]").Attr("value"); !told {
		t.Error("the field doesn't hold the note")
	}

	// The sheet marks it; where nobody can tap it is written out.
	h.Get(webtest.NightPath(id)).Has(1, "#sheet .note-mark").Has(0, "#sheet .noted")
	h.Get(link).Has(0, "#sheet .note-mark").Says("#sheet .noted", "“Nine singletons”")
	h.Get(webtest.NightPath(id)+"/sheet").Has(1, `li:contains("Deal 2: “Nine singletons”")`)

	// It is found.
	h.Get("/deals?find=on&note=NINE").Is(200).Has(1, "#found .found-deal").
		Says("#found .noted", "“Nine singletons”")
	h.Get("/deals?find=on&noted=on").Has(1, "#found .found-deal")
	h.Get("/deals?find=on&note=nothing").Has(0, "#found .found-deal").Says(".found h2", "0 deals")
	if csv := string(h.Get("/deals.csv?find=on&noted=on").Bytes); strings.Count(csv, "Nine singletons") != 4 {
		t.Errorf("the table says:\n%s", csv)
	}

	// Another tablet wrote meanwhile: nothing is lost, and the same again replaces it.
	old := page.Form(".note-it", "")
	h.Notes(id, deals[1], "Ten, in fact")
	old.Set("note", "Eleven")
	refused := h.Post(deal+"/note", old).Is(409).Says("#says-note", "Somebody wrote about this deal meanwhile: "+
		"“Ten, in fact” Your words are still here: send them again to put them in its place.")
	again := refused.Form(".note-it", "")
	if again.Get("note") != "Eleven" {
		t.Errorf("what was typed is lost: %v", again)
	}
	h.Post(deal+"/note", again).Is(303)
	h.Post(deal+"/note", again).Is(303) // a double tap
	h.Get(deal).Says(".account .noted", "“Eleven”")

	again = h.Get(deal).Form(".note-it", "")
	again.Set("note", strings.Repeat("x", 141))
	h.Post(deal+"/note", again).Is(422).Has(1, "#says-note")
	again.Set("note", "a \u202e turn")
	h.Post(deal+"/note", again).Is(422).Has(1, "#says-note")
	h.Post(path+"999/note", again).Is(404)

	// The evening's page tells it, and a closed evening can still be remembered.
	h.Closes(id)
	h.Get(webtest.NightPath(id)).Is(200).Says(`[aria-label="Words about deals"] li`, "Deal 2: “Eleven”")
	h.Does(h.Get(deal), ".note-it", "note", "").Is(303)
	h.Get(deal+"?did=no-note").Has(0, ".account .noted").
		Says(".versions li:last-child .noted", "The note is gone.")
	h.Get(webtest.NightPath(id)).Has(0, `[aria-label="Words about deals"]`)
}
