package web_test

// Names and persons: changed, put away, joined and parted, through the router.

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/ledger/face"
	"ouverte/rules"
)

func personPath(p ledger.PlayerID) string { return fmt.Sprintf("/players/%d/person", p) }

func init() {
	screens = append(screens,
		screen{name: "person", open: func(h *house) string {
			all := h.players("Ann", "Bob", "Cat", "Dan")
			h.night("hoyle", all...)
			return personPath(all[1])
		}},
		screen{name: "person-as", open: func(h *house) string {
			all := h.players("Ann", "Bob", "Cat", "Dan", "Bobby")
			h.night("hoyle", all[:4]...)
			return personPath(all[4]) + fmt.Sprintf("?as=%d#same", all[1])
		}},
		screen{name: "person-part", open: func(h *house) string {
			_, kit, join := h.closedMeanwhile()
			return personPath(kit) + fmt.Sprintf("?part=%d#also", join)
		}},
	)
}

func TestPersons(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	all := h.players("Ann", "Bbo", "Cat", "Dan", "Bobby")
	id := h.night("hoyle", all[:4]...)
	h.plays(id, "solo bbo 7")
	bob, bobby := all[1], all[4]
	at := personPath(bob)

	// A slip in a name is put right, on former evenings too.
	page := h.get(h.get(fmt.Sprintf("/players/%d", bob)).is(200).doc.Find(`a[href$="/person"]`).
		AttrOr("href", "")).
		is(200)
	name := `form[action$="/name"]`
	h.does(page, name, "name", " ann ").
		is(422).
		says("#says-name", "The name Ann is taken. Choose one that tells the two apart.").
		has(1, name+` input[name=name][value=" ann "]`)
	h.does(page, name, "name", "").is(422).has(1, "#says-name")
	for range 2 { // sent twice is done once
		h.does(page, name, "name", "Bob").is(303)
	}
	h.get(at+"?did=named").says(".notice", "The name is changed, on all evenings.")
	if text := h.get(nightPath(id)).text("#sheet"); !strings.Contains(text, "Bob") ||
		strings.Contains(text, "Bbo") {
		t.Errorf("the sheet says %q", text)
	}

	// Who sits at a table can't be put away; who doesn't is offered no more until brought back.
	away := `form[action$="/away"]`
	h.does(h.get(at), away).is(422).says(".says", "Bob sits at a table at this moment.")
	h.does(h.get(personPath(bobby)), away).is(303)
	if text := h.get("/").text("main"); strings.Contains(text, "Bobby") {
		t.Error("offered though put away")
	}
	h.does(h.get(personPath(bobby)), away).is(303)
	h.get(personPath(bobby)).says(away+" button", "Put away")

	// Two who turn out to be one are looked at first, joined, and parted again.
	same := `form[action$="/join"]`
	h.get(personPath(bobby)).has(4, "#same option").has(0, same)
	page = h.get(personPath(bobby)+fmt.Sprintf("?as=%d", bob)).
		says(same+" strong", "Bobby (no evening yet) is Bob (one evening).")
	done := h.does(page, same).is(303)
	if got := done.Header.Get("Location"); got != at+"?did=joined" {
		t.Fatalf("it leads to %s", got)
	}
	h.get(fmt.Sprintf("/players/%d", bobby)).is(303)
	part := `form[action$="/part"]`
	page = h.get(at).has(0, part)
	page.tells("#also", "Bobby, who was made one with Bob on")
	page = h.get(at+"?part="+page.doc.Find("#also input[name=part]").AttrOr("value", "")).
		says(part+" strong", "Bobby and Bob are two people.").has(0, part+" ul")
	for range 2 {
		h.does(page, part).is(303)
	}
	h.does(page, part, "key", "another").is(409).has(0, part)
	h.get(fmt.Sprintf("/players/%d", bobby)).is(200).says("h1", "Bobby")

	h.get(at+"?part=1").has(0, part)
	h.get(at+"?part=99").is(200).has(0, part)

	// What can't be.
	never := "Bob and Ann sat at one table on 20 November 2026: they can't be one person."
	h.get(fmt.Sprintf(at+"?as=%d", all[0])).is(200).has(0, same).says("#same #says-as", never)
	h.post(strings.TrimSuffix(at, "/person")+"/join", url.Values{"key": {"y"}, "as": {fmt.Sprint(all[0])}}).
		is(422).says("#same #says-as", never)
	h.post(at[:strings.LastIndex(at, "/")]+"/part", url.Values{"key": {"x"}, "entry": {"1"}}).is(404)
	h.get("/players/99/person").is(404)
	h.get(at + "?as=x").is(422)
}

// TestChoosingAFace changes a colour and an emblem, each by a tap. Every button says in words what it gives
// and who else has it.
func TestChoosingAFace(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	all := h.players("Ann", "Bob", "Cat", "Dan")
	id := h.night("hoyle", all...)
	at := personPath(all[0])
	page := h.get(at).is(200)
	page.has(len(face.Emblems), "#face button[name=emblem]").has(len(face.Colours), "#face button[name=colour]").
		says(`#face button[aria-pressed=true][name=emblem]`, "star").
		says(`#face button[name=emblem][value=bell] em`, "Bob’s").
		says(`#face button[aria-pressed=true][name=colour]`, "green").
		says(`#face button[name=colour][value=rust] em`, "Cat’s").
		has(0, `#face button[name=colour][value=green] em`).
		has(40, `#face button svg[aria-hidden=true]`)
	press := func(button string, want int) *answer {
		t.Helper()
		b := page.doc.Find(button)
		name, _ := b.Attr("name")
		value, _ := b.Attr("value")
		key, _ := b.Closest("form").Find("input[name=key]").Attr("value")
		return h.post(at[:strings.LastIndex(at, "/")]+"/face", url.Values{"key": {key}, name: {value}}).is(want)
	}
	for range 2 { // sent twice is done once
		press(`#face button[value=kettle]`, 303)
	}
	press(`#face button[value=plum]`, 303)
	want := face.Face{Colour: "plum", Emblem: "kettle"}
	if p, err := h.book.Player(t.Context(), all[0]); err != nil || p.Face != want {
		t.Fatalf("Ann has %v, %v", p.Face, err)
	}
	page = h.get(at+"?did=faced").is(200).says(".notice", "Changed, on all evenings.").
		says(`#face button[aria-pressed=true][name=emblem]`, "kettle")
	press(`#face button[value=kettle]`, 422).says("#says-face", "That is what Ann has already.")
	h.post(at[:strings.LastIndex(at, "/")]+"/face", url.Values{"key": {"x"}, "emblem": {"sword"}}).is(422).
		says("#says-face", "There is no such colour or emblem. Load the page again and choose.")
	h.get(nightPath(id)).is(200)
}

// closedMeanwhile is an evening Ivy lost at, closed while she was taken for Kit.
func (h *house) closedMeanwhile() (ivy, kit ledger.PlayerID, join ledger.EntryID) {
	h.t.Helper()
	all := h.players("Ann", "Bob", "Cat", "Ivy", "Kit")
	ivy, kit = all[3], all[4]
	id := h.night("hoyle", all[:4]...)
	h.plays(id, "solo ann 5")
	r := must(h.book.JoinPlayers(h.t.Context(), h.slip(), ivy, kit))(h.t)
	h.plays(id, "solo bob 5", "solo kit 6")
	h.closes(id)
	return ivy, kit, r.Entry
}

// TestPartingIsLookedAtFirst: the page says what goes onto the slate, without a script; on an old page
// nothing is done.
func TestPartingIsLookedAtFirst(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	ivy, kit, join := h.closedMeanwhile()
	look := personPath(kit) + fmt.Sprintf("?part=%d", join)
	part := `form[action$="/part"]`
	page := h.get(look).is(200).says(part+" strong", "Ivy and Kit are two people.").
		says(part+" .carried", "Ivy owes Kit 6d, from Friday night, 20 Nov 2026")

	pays := ledger.Payment{From: ivy, To: 1, Amount: 1}
	must(h.book.PaySlate(h.t.Context(), h.slip(), rules.LSD, pays, 0))(t)
	h.does(page, part).is(409).says(".says", "Something was written in the name of Kit meanwhile. Look at it "+
		"again before you part them.").has(1, part)
	page = h.get(look)
	for range 2 {
		h.does(page, part).is(303)
	}
	h.get(look).is(200).has(0, part)
	open := h.get("/balances").is(200).text("main")
	for _, says := range []string{"Ivy owes Kit", "6d"} {
		if !strings.Contains(open, says) {
			t.Errorf("the balances don't say %q: %q", says, open)
		}
	}
}
