package web_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"ouverte/ledger/face"
	"ouverte/ledger/settle"
	"ouverte/rules"
	"ouverte/web/webtest"
)

func TestPersons(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	all := h.Players("Ann", "Bbo", "Cat", "Dan", "Bobby")
	id := h.Night("hoyle", all[:4]...)
	h.Plays(id, "solo bbo 7")
	bob, bobby := all[1], all[4]
	at := webtest.PersonPath(bob)

	// A slip in a name is put right, on former evenings too.
	page := h.Get(h.Get(fmt.Sprintf("/players/%d", bob)).Is(200).Doc.Find(`a[href$="/person"]`).AttrOr("href",
		"")).Is(200)
	name := `form[action$="/name"]`
	for range 2 { // sent twice is done once
		h.Does(page, name, "name", "Bob").Is(303)
	}
	h.Get(at+"?did=named").Says(".notice", "The name is changed, on all evenings.")
	if text := h.Get(webtest.NightPath(id)).Text("#sheet"); !strings.Contains(text, "Bob") ||
		strings.Contains(text, "Bbo") {
		t.Errorf("the sheet says %q", text)
	}

	// Who is put away is offered no more until brought back.
	away := `form[action$="/away"]`
	h.Does(h.Get(webtest.PersonPath(bobby)), away).Is(303)
	if text := h.Get("/").Text("main"); strings.Contains(text, "Bobby") {
		t.Error("offered though put away")
	}
	h.Does(h.Get(webtest.PersonPath(bobby)), away).Is(303)
	h.Get(webtest.PersonPath(bobby)).Says(away+" button", "Put away")

	// Two who turn out to be one are looked at first, joined, and parted again.
	same := `form[action$="/join"]`
	h.Get(webtest.PersonPath(bobby)).Has(4, "#same option").Has(0, same)
	page = h.Get(webtest.PersonPath(bobby)+fmt.Sprintf("?as=%d", bob)).
		Says(same+" h2", "Are Bobby and Bob one person?").
		Tells(same, "of Bobby (no evening yet) will count as those of Bob (one evening).")
	done := h.Does(page, same).Is(303)
	if got := done.Header.Get("Location"); got != at+"?did=joined" {
		t.Fatalf("it leads to %s", got)
	}
	h.Does(page, same).Is(303) // a double tap
	h.Get(fmt.Sprintf("/players/%d", bobby)).Is(303)
	part := `form[action$="/part"]`
	page = h.Get(at).Has(0, part)
	page.Tells("#also", "Bobby, joined with Bob on")
	page = h.Get(at+"?part="+page.Doc.Find("#also input[name=part]").AttrOr("value", "")).
		Says(part+" h2", "Are Bobby and Bob two people?").Has(0, part+" ul")
	for range 2 {
		h.Does(page, part).Is(303)
	}
	h.Does(page, part, "key", "another").Is(409).Has(0, part)
	h.Get(fmt.Sprintf("/players/%d", bobby)).Is(200).Says("h1", "Bobby")

	h.Get(at+"?part=1").Has(0, part)
	h.Get(fmt.Sprintf(at+"?as=%d", all[0])).Is(200).Has(0, same) // they sat at one table
}

// TestChoosingAFace changes a colour and an emblem, each by a tap. Every button says in words what it gives
// and who else has it.
func TestChoosingAFace(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	all := h.Players("Ann", "Bob", "Cat", "Dan")
	h.Night("hoyle", all...)
	at := webtest.PersonPath(all[0])
	page := h.Get(at).Is(200)
	page.Has(len(face.Emblems), "#face button[name=emblem]").Has(len(face.Colours), "#face button[name=colour]").
		Says(`#face button[aria-pressed=true][name=emblem]`, "star").
		Says(`#face button[name=emblem][value=bell] em`, "Bob’s").
		Says(`#face button[aria-pressed=true][name=colour]`, "green").
		Says(`#face button[name=colour][value=rust] em`, "Cat’s").
		Has(0, `#face button[name=colour][value=green] em`).
		Has(len(face.Emblems)+len(face.Colours), `#face button svg[aria-hidden=true]`)
	press := func(button string, want int) *webtest.Answer {
		t.Helper()
		b := page.Doc.Find(button)
		name, _ := b.Attr("name")
		value, _ := b.Attr("value")
		key, _ := b.Closest("form").Find("input[name=key]").Attr("value")
		return h.Post(at[:strings.LastIndex(at, "/")]+"/face", url.Values{"key": {key}, name: {value}}).Is(want)
	}
	for range 2 { // sent twice is done once
		press(`#face button[value=kettle]`, 303)
	}
	press(`#face button[value=plum]`, 303)
	want := face.Face{Colour: "plum", Emblem: "kettle"}
	if p, err := h.Book.Now().Player(all[0]); err != nil || p.Face != want {
		t.Fatalf("Ann has %v, %v", p.Face, err)
	}
	page = h.Get(at+"?did=faced").Is(200).Says(".notice", "Changed, on all evenings.").
		Says(`#face button[aria-pressed=true][name=emblem]`, "kettle")
}

// TestPartingIsLookedAtFirst: the page says what goes onto the slate, without a script; on an old page
// nothing is done.
func TestPartingIsLookedAtFirst(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	ivy, kit, join := h.ClosedMeanwhile()
	look := webtest.PersonPath(kit) + fmt.Sprintf("?part=%d", join)
	part := `form[action$="/part"]`
	page := h.Get(look).Is(200).Says(part+" h2", "Are Ivy and Kit two people?").
		Says(part+" .carried", "Ivy owes Kit 6d, from Friday night, 20 Nov 2026")

	pays := settle.Payment{From: ivy, To: 1, Amount: 1}
	must(h.Book.PaySlate(h.T.Context(), h.Slip(), rules.LSD, pays, 0))(t)
	h.Does(page, part).Is(409).Says(".says", "Something was written in the name of Kit meanwhile. Look at it "+
		"again before you part them.").Has(1, part)
	page = h.Get(look)
	for range 2 {
		h.Does(page, part).Is(303)
	}
	h.Get(look).Is(200).Has(0, part)
	open := h.Get("/balances").Is(200).Text("main")
	for _, says := range []string{"Ivy owes Kit", "6d"} {
		if !strings.Contains(open, says) {
			t.Errorf("the balances don't say %q: %q", says, open)
		}
	}
}
