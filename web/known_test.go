package web_test

// What the answer to a recorded deal leaves out, since the page has it.

import (
	"context"
	"math/rand/v2"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/web/webtest"
)

// TestKnownPartsAreAsDrawn plays at random with a page that is now and then an entry or a name behind. With
// what the page has put in, as static/js/fragments.js does it, each answer is the page as it would be drawn.
func TestKnownPartsAreAsDrawn(t *testing.T) {
	t.Parallel()
	knew, whole := 0, 0
	for seed := range uint64(3) {
		chance := rand.New(rand.NewPCG(seed, 67))
		h := webtest.Open(t)
		all := h.Players("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
		house, _ := rules.Set([]string{"hoyle", "grand-slam", "irish"}[seed%3])
		ctx := context.Background()
		night := testenv.Must(h.Book.StartNight(ctx, h.Slip(), ledger.NewNight{House: house, Seats: all[:4+seed%2],
			Dealer: all[1], Agree: seed%4 == 1}))(t).Night
		at := webtest.NightPath(night)
		page := h.Get(at)
		for range 40 {
			if chance.IntN(2) == 0 {
				meanwhile(h, night, all, chance)
				if chance.IntN(3) == 0 {
					page = h.Get(at)
				}
			}
			now := h.Get(at)
			form := now.Form("#deal", "")
			form.Set("call", []string{"passed", "solo", "misere"}[chance.IntN(3)])
			if house.ID == "irish" {
				form.Set("call", "passed")
			}
			form.Set("who", string("1234"[chance.IntN(4)]))
			form.Set("tricks", string("0123456789"[chance.IntN(10)]))
			had := page.Doc.Find("#sheet").AttrOr("data-version", "")
			if _, empty := page.Doc.Find("#deal").Attr("data-empty"); empty {
				had += " " + page.Doc.Find("#deal").AttrOr("data-outcomes", "")
			}
			r := httptest.NewRequest("POST", at+"/deals", strings.NewReader(form.Encode()))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.Header.Set("HX-Request", "true")
			r.Header.Set("Ouverte-Had", had)
			answer := h.Ask(r)
			if answer.StatusCode == 422 { // who rests called it
				continue
			}
			answer.Is(200)
			known := answer.Doc.Find("[data-known]")
			if known.Length() == 0 {
				whole++
			} else {
				knew++
			}
			known.Each(func(_ int, s *sel) {
				here := page.Doc.Find("#" + s.AttrOr("id", "?"))
				if here.Length() == 0 && s.Is("tr") {
					t.Errorf("the page has no row %s", s.AttrOr("id", "?"))
				}
				s.ReplaceWithSelection(here.Clone())
			})
			page = h.Get(at)
			for _, part := range []string{"#sheet", "#deal"} {
				got, want := drawnAlike(answer.Doc, part), drawnAlike(page.Doc, part)
				if at := differ(got, want); at >= 0 {
					t.Fatalf("seed %d: %s isn't as drawn:\n…%.300s\nbut\n…%.300s", seed, part, got[at:], want[at:])
				}
			}
		}
	}
	if knew < whole || whole == 0 {
		t.Errorf("%d answers left something out, %d nothing", knew, whole)
	}
}

// meanwhile does something else at the table, or about its people.
func meanwhile(h *webtest.Site, night chain.NightID, all []chain.PlayerID, chance *rand.Rand) {
	ctx, n := context.Background(), h.NightNow(night)
	who := all[chance.IntN(len(all))]
	switch chance.IntN(10) {
	case 0:
		h.Book.RenamePlayer(ctx, h.Slip(), who, "Gus"+strings.Repeat("i", chance.IntN(5)))
	case 1:
		colour := face.Colours[chance.IntN(len(face.Colours))]
		h.Book.ChooseFace(ctx, h.Slip(), who, face.Face{Colour: colour, Emblem: face.Emblems[chance.IntN(20)]})
	case 2:
		h.Book.SaveWords(ctx, h.Slip(), rules.Words{rules.Solo: []string{"", "Alone", "Lonely"}[chance.IntN(3)]})
	case 3:
		chance.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		var chairs []chain.Chair
		for _, p := range all[:len(n.Table)] {
			chairs = append(chairs, chain.Chair{Player: p})
		}
		h.Book.ChangeTable(ctx, h.Slip(), night, n.Version, ledger.TableChange{Chairs: chairs})
	case 4, 5:
		h.Book.Penalise(ctx, h.Slip(), night, ledger.Penalty{By: n.Table[0].Player, Kitty: chance.IntN(2) == 0,
			Amount: 4, Reason: "Shuffled"})
	default:
		if len(n.Deals) == 0 {
			return
		}
		d := n.Deals[chance.IntN(len(n.Deals))]
		switch chance.IntN(4) {
		case 0:
			h.Book.NoteDeal(ctx, h.Slip(), night, d.ID, d.Note.Entry, []string{"", "The ace!"}[chance.IntN(2)])
		case 1:
			h.Book.AgreeDeal(ctx, h.Slip(), night, d.ID, d.Version, d.Chairs[chance.IntN(4)].Player)
		case 2:
			h.Book.Mend(ctx, h.Slip(), night, ledger.Mend{Do: ledger.Remove, Deal: d.ID, Saw: d.Version})
		case 3:
			said := ledger.DealSaid{Deal: d.Deal}
			said.Deal.Call = rules.Passed
			h.Book.Mend(ctx, h.Slip(), night, ledger.Mend{Do: ledger.Correct, Deal: d.ID, Saw: d.Version, Said: said})
		}
	}
}

// drawnAlike is a part of the table without what differs from answer to answer, or is put right by the
// script: keys, the line that says what just happened, and who of a pair comes first.
func drawnAlike(doc *goquery.Document, part string) string {
	found := doc.Find(part).Clone()
	found.Find("[name=key], #notice, .undo, #result").Remove()
	found.Find("#pairs .pair").Each(func(_ int, s *sel) {
		names := s.Find(".names b").Map(func(_ int, b *sel) string { return b.Text() })
		slices.Sort(names)
		s.ReplaceWithHtml("<p>" + strings.Join(names, " ") + "</p>")
	})
	found.Find("#mishaps, #ask-each, #pairs").Find("[data-seat], [disabled]").
		RemoveClass("rests").RemoveAttr("disabled").Find("[disabled]").RemoveAttr("disabled")
	text, _ := goquery.OuterHtml(found)
	return blanks.ReplaceAllString(strings.ReplaceAll(text, ` class=""`, ""), " ")
}

// differ is where two texts differ, or a little before; -1: nowhere.
func differ(a, b string) int {
	if a == b {
		return -1
	}
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	return max(0, at-100)
}

var blanks = regexp.MustCompile(`\s+`)
