package laws

import (
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"ouverte/rules"
	"ouverte/rules/laws"
)

// shown is the page of laws for a set, at a table of so many.
func shown(t *testing.T, h *rules.House, seats int) *goquery.Document {
	t.Helper()
	var page strings.Builder
	if err := Page(View{House: h, Seats: seats}).Render(t.Context(), &page); err != nil {
		t.Fatal(err)
	}
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(page.String()))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// textOf is the text of a place on the page, in one line and without regard to capitals.
func textOf(doc *goquery.Document, css string) string {
	return strings.ToLower(strings.Join(strings.Fields(doc.Find(css).Text()), " "))
}

// everyHouse are the shipped sets, and what they don't have: each game after all have passed.
func everyHouse() []*rules.House {
	houses := rules.Sets()
	for _, all := range []rules.AllPass{rules.LastTrick, rules.Fewest, rules.FiveOrFour} {
		set, _ := rules.Set("hoyle")
		h := *set
		h.ID, h.AllPass = "hoyle-"+string(all), all
		houses = append(houses, &h)
	}
	set, _ := rules.Set("hoyle")
	h := *set
	h.ID, h.OffenderPays, h.Auction = "hoyle-each", false, rules.AuctionSingle
	dear := *set
	dear.ID, dear.AllPass, dear.Misery, dear.Calls = "dear", rules.LastTrick, 50, slices.Clone(set.Calls)
	for i := range dear.Calls {
		r := &dear.Calls[i]
		r.Lost = r.Stake + 5
		if r.Call.Losing() {
			r.Under = 4
		} else if r.Call.Counted() {
			r.FreeUnder, r.Bonus = 1, 7
		}
	}
	return append(houses, &h, &dear)
}

// Every ruling that can be given says a sentence of the place in the laws it sends people to, word for word,
// by each set and at each table.
func TestRulingsQuoteTheLaws(t *testing.T) {
	for _, h := range everyHouse() {
		for seats := 3; seats <= rules.MaxSeats; seats++ {
			doc := shown(t, h, seats)
			for id := range reached(h, seats) {
				found, _ := laws.RulingOf(id)
				r := found.For(h, seats, nil)
				said := textOf(doc, "[data-law]:has(#"+r.See+"), #"+r.See)
				if said == "" {
					t.Fatalf("%s, %d seats: no place #%s", h.ID, seats, r.See)
				}
				quoted := false
				for _, s := range append(choices(r), r.Says...) {
					quoted = quoted || strings.Contains(said, strings.ToLower(s))
				}
				if !quoted {
					t.Errorf("%s, %d seats: nothing of %s stands in the laws, under %s:\n%s\n%q\n%q",
						h.ID, seats, id, r.See, said, r.Says, choices(r))
				}
			}
		}
	}
}

func choices(r laws.Ruling) (out []string) {
	for _, c := range r.Choices {
		out = append(out, c.May)
	}
	return out
}

// reached are the rulings that can come up.
func reached(h *rules.House, seats int) map[string]bool {
	out := map[string]bool{}
	var walk func(id string)
	walk = func(id string) {
		q, ok := laws.QuestionOf(id)
		if !ok {
			out[id] = true
			return
		}
		for i := range q.Answers {
			if q.Answers[i].Open(h, seats) {
				walk(q.Answers[i].To)
			}
		}
	}
	walk("trouble")
	return out
}

// What the old books hold is what the ruling and the laws both say, of each law that has been told wrongly
// somewhere: has stands in both, never in neither.
func TestTheLawsAsTheBooksHaveThem(t *testing.T) {
	type table struct {
		house *rules.House
		seats int
	}
	type page struct {
		doc     *goquery.Document
		reached map[string]bool
	}
	pages := map[table]page{}
	for _, h := range everyHouse() {
		for seats := 3; seats <= rules.MaxSeats; seats++ {
			pages[table{h, seats}] = page{shown(t, h, seats), reached(h, seats)}
		}
	}
	const leadForbidden, leadFree = "from leading it", "may lead it whenever it is his turn to lead"
	for _, law := range []struct {
		ruling, place string
		has           string // a set without it has none of the calls it is for
		never         string
	}{
		// An exposed card: only against one alone can its lead be forbidden.
		{"exposed-prop", "#exposed", leadFree, ""},
		{"exposed-opponent", "#exposed", leadForbidden, leadFree},
		{"mended-opponent", "#exposed", "may always throw it away to a suit he has none of", ""},
		{"mended-prop", "#exposed", "may always throw it away to a suit he has none of", leadForbidden},
		{"exposed-prop", "#exposed", "may always throw it away to a suit he has none of", leadForbidden},
		{"exposed-opponent", "#exposed", "may always throw it away to a suit he has none of", ""},
		{"exposed-prop", "#exposed", "the highest or the lowest of that suit", ""},
		{"exposed-opponent", "#exposed", "the highest or the lowest of that suit", ""},
		{"exposed-prop", "#exposed", "never gives the right to call a suit", ""},
		{"exposed-opponent", "#exposed", "never gives the right to call a suit", ""},
		{"exposed-prop", "#exposed", "to let the trick go untrumped", ""},
		{"exposed-opponent", "#exposed", "to let the trick go untrumped", ""},
		// Whose turn it is has the cards placed; anybody sees the last trick.
		{"placed", "#manners", "whose turn it is to play may have the cards on the table placed", "anybody"},
		{"last-trick-other", "#manners", "anybody may ask at any time to see the last trick", ""},
		{"last-trick-misere", "#manners", "is not shown or spoken of again", ""},
		{"ask-trumps-other", "#manners", "may be asked at any time", ""},
		{"led-prop", "#turn", "to refuse the suit when one has it is a revoke", ""},
		{"led-opponent", "#turn", "to refuse the suit when one has it is a revoke", ""},
		{"all-played", "#turn", "there is no penalty", ""},
		{"misdeal", "#deal", "the same dealer deals again", ""},
		{"cards-caller", "#wrong-cards", ", no more and no less, whatever else happened", ""},
		{"cards-misery", "#all-passed", "one with a wrong number of cards is its loser", ""},
		{"cards-opponent", "#wrong-cards", "wins the stake, no more and no less", ""},
		{"next-deals", "#deal", "the next player deals after every deal that was called", ""},
		{"second-proposal", "#auction", "cannot be turned into an acceptance", ""},
		{"passed-call", "#auction", "a pass is final", ""},
		{"slip", "#auction", "let go by courtesy", ""},
		{"ask-suit-misere", "#revoke", "nobody may ask", ""},
		{"revoke-both", "#revoke", "the deal is void", ""},
	} {
		came := 0
		for at, page := range pages {
			h, seats := at.house, at.seats
			if !page.reached[law.ruling] {
				continue
			}
			came++
			found, _ := laws.RulingOf(law.ruling)
			r := found.For(h, seats, nil)
			ruled := strings.ToLower(strings.Join(append(r.Says, choices(r)...), " "))
			if !strings.Contains(ruled, law.has) {
				t.Errorf("%s, %d seats: %s says nothing of %q", h.ID, seats, law.ruling, law.has)
			}
			if law.never != "" && strings.Contains(ruled, law.never) {
				t.Errorf("%s, %d seats: %s says %q", h.ID, seats, law.ruling, law.never)
			}
			if said := textOf(page.doc, law.place); !strings.Contains(said, law.has) {
				t.Errorf("%s, %d seats: the laws say nothing of %q under %s:\n%s", h.ID, seats, law.has,
					law.place, said)
			}
		}
		if came == 0 {
			t.Errorf("%s never came up", law.ruling)
		}
	}
	for at, page := range pages {
		if said := textOf(page.doc, ".laws, .folded"); strings.Contains(said, "..") || strings.Contains(said, "{") {
			t.Errorf("%s, %d seats: a sentence ends twice, or something stands in braces: %s", at.house.ID, at.seats,
				said)
		}
		said := textOf(page.doc, "#exposed")
		if prop := at.house.Has(rules.Prop) && at.seats != 3; prop != strings.Contains(said, leadFree) {
			t.Errorf("%s, %d seats: of leading an exposed card: %s", at.house.ID, at.seats, said)
		}
	}
}
