package webtest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/rules/notation"
)

// Step is one thing somebody does in an evening. Each driver finds it in its way: by where it is, or by what
// is read aloud of it.
type Step struct {
	CSS        string // what is acted on
	Role, Name string // the same as it is read aloud: its role, and how its name begins
	Last       bool   // it is the last that is read aloud so, not the first
	Text       string // what is typed into a field; everything else is pressed
	Then       string // what is to be seen then
	Count      int    // of Then: how many, where it isn't at least one; None for none
}

// Seen is what a browser is asked: whether what is to be seen is there.
func (s Step) Seen() string {
	if s.Count == 0 {
		return fmt.Sprintf("document.querySelector(%q) !== null", s.Then)
	}
	return fmt.Sprintf("document.querySelectorAll(%q).length === %d", s.Then, max(s.Count, 0))
}

// None is the Count of what is to be gone.
const None = -1

// Played is an evening from an empty book to its seal: each call, a deal taken back, put back and put right,
// a penalty, the payments and the close. It is driven by touch, by the keyboard, by what is heard and below
// the floor in web/browser, by plain forms in web, and in each engine in cmd/ouverte.
func Played() []Step {
	names := []string{"Ann", "Bob", "Cat", "Dan"}
	steps := []Step{
		{CSS: "[name=newname]", Role: "textbox", Name: "A new name", Text: "Ann, Bob, Cat and Dan"},
		{CSS: ".newcomer button", Role: "button", Name: "Add", Then: "#seat4"},
		{CSS: "#draw", Role: "button", Name: "Draw for it", Then: ".ring .d"},
		{CSS: ".deals .abreast button:nth-child(4)", Role: "button", Name: "Dan", Last: true,
			Then: ".deals .abreast button:nth-child(4)[aria-pressed=true]"},
		{CSS: ".houses summary", Role: "DisclosureTriangle", Name: "Every stake"},
		{CSS: `[name="house"][value="hoyle"]`, Role: "radio", Name: "Hoyle, six-twelve-eighteen"},
		{CSS: "button[value=start]", Role: "button", Name: "Start", Then: "#deal"},
	}
	nth := 1
	deal := func(answers ...Step) {
		nth++
		steps = append(append(steps, answers...), Step{CSS: "#deal .record", Role: "button", Name: "Record",
			Then: fmt.Sprintf(`#deal [name=nth][value="%d"]`, nth)})
	}
	call := func(id, name string) Step { return Step{CSS: "#call-" + id, Role: "radio", Name: name} }
	who := func(seat int) Step {
		return Step{CSS: fmt.Sprintf("#who-%d", seat), Role: "radio", Name: names[seat-1]}
	}
	tricks := func(n int) Step {
		return Step{CSS: fmt.Sprintf("#tricks-%d", n), Role: "radio", Name: fmt.Sprint(n)}
	}
	deal(call("solo", "Solo"), who(1), tricks(7))
	deal(call("prop", "Prop"), Step{CSS: "#pair-2-3", Role: "radio", Name: "Bob and Cat"}, tricks(8))
	deal(call("misere", "Misère"), who(3), tricks(0))
	deal(call("passed", "All passed"))
	deal(call("abundance", "Abundance"), who(1), tricks(9))
	deal(call("royal", "Royal"), who(2), Step{CSS: "#mishaps > summary", Role: "DisclosureTriangle",
		Name: "Something went wrong"}, Step{CSS: "#wrong-2", Role: "checkbox", Name: "Bob"})
	deal(call("misere-ouverte", "Open misère"), who(4), tricks(1))
	deal(call("declared", "Declared"), who(1), tricks(12))
	deal(call("solo", "Solo"), who(3), tricks(5))
	steps = append(steps,
		Step{CSS: "#deal .undo", Role: "button", Name: "Take back", Then: ".put-back button"},
		Step{CSS: ".put-back button", Role: "button", Name: "Put ",
			Then: fmt.Sprintf(`#deal [name=nth][value="%d"]`, nth)},
		Step{CSS: "#sheet tbody tr.new th a", Role: "link", Name: "9", Then: `.mending a[href$="/change"]`},
		Step{CSS: `.mending a[href$="/change"]`, Role: "link", Name: "Change it", Then: "#ask-dealer"},
		tricks(6),
		Step{CSS: "#deal .record", Role: "button", Name: "What changes?", Then: "#effect .save button"},
		Step{CSS: "#effect .save button", Role: "button", Name: "Yes", Then: ".versions .stands"},
		Step{CSS: `.bar a[href="/nights/1"]`, Role: "link", Name: "To the table", Then: "#deal"},
		Step{CSS: ".menu.page summary", Role: "DisclosureTriangle", Name: "This table"},
		Step{CSS: `.menu.page a[href$="/penalties"]`, Role: "link", Name: "Penalty or bet", Then: "#penalty"},
		Step{CSS: `#penalty [name="by"][value="3"]`, Role: "radio", Name: "Cat"},
		Step{CSS: "#penalty .w-to", Role: "radio", Name: "to each of the others"},
		Step{CSS: `#penalty [name="to"][value="others"]`, Role: "radio", Name: "to each of the others"},
		Step{CSS: "#penalty .w-stake", Role: "radio", Name: "how much"},
		Step{CSS: `#penalty [name="amount"]`, Role: "textbox", Name: "Another amount", Text: "2d"},
		Step{CSS: "#penalty .w-for", Role: "radio", Name: "for what"},
		Step{CSS: `#penalty [name="reason"]`, Role: "textbox", Name: "In your own words", Text: "talked"},
		Step{CSS: "#penalty .save button", Role: "button", Name: "Write it down", Then: ".penalties li"},
		Step{CSS: `.bar a[href="/nights/1"]`, Role: "link", Name: "To the table", Then: "#deal"},
		Step{CSS: `.bar a[href$="/settle"]`, Role: "link", Name: "Settle up", Then: ".pay .whole button"},
	)
	for left := payments - 1; left >= 0; left-- {
		paid := Step{CSS: ".pay .whole button", Role: "button", Name: "Mark as paid", Then: ".pay .whole",
			Count: left}
		if left == 0 {
			paid.Count = None
		}
		steps = append(steps, paid)
	}
	return append(steps, Step{CSS: "#close", Role: "button", Name: "Close the night", Then: ".seal"})
}

// payments is how many make everybody even at the end of Played.
const payments = 3

// PlayedWell checks what is in the book after Played, and that the page shows its seal.
func PlayedWell(t testing.TB, book *ledger.Book, shown string) {
	t.Helper()
	n := must(book.Now().Night(1))(t)
	if n.Open || n.Seal != shown {
		t.Errorf("open: %v; sealed as %q, and the page shows %q", n.Open, n.Seal, shown)
	}
	var lines, sums []string
	for _, d := range slices.Backward(n.Deals) {
		lines = append(lines, notation.Write(n.Stakes, d.Names, &d.Deal))
	}
	if got := strings.Join(lines, "; "); got != "solo Ann 7; prop Bob Cat 8; misere Cat 0; pass; "+
		"abundance Ann 9; royal Bob wrong Bob; misere-ouverte Dan 1; declared Ann 12; solo Cat 6" {
		t.Errorf("recorded were %s", got)
	}
	for _, p := range n.People {
		sums = append(sums, fmt.Sprint(p.Name, " ", p.Sum.Score()))
	}
	if got := strings.Join(sums, " "); got != "Ann -11 Bob -31 Cat 109 Dan -67" {
		t.Errorf("it came to %s", got)
	}
}
