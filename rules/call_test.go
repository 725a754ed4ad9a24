package rules

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// stored are the numbers books keep (in the briefs of nights and the figures of years). A row is added for a
// new call or suit; none is ever changed.
var stored = map[string]map[string]int{
	"Call": {
		"NoCall": 0, "Prop": 1, "Solo": 2, "Misere": 3, "Abundance": 4, "Royal": 5, "PetitSlam": 6,
		"MisereOuverte": 7, "Declared": 8, "GrandSlam": 9, "Irish": 10,
		"GeneralMisere": 11, "Passed": 12, "Void": 13,
	},
	"Suit": {"NoSuit": 0, "Clubs": 1, "Diamonds": 2, "Hearts": 3, "Spades": 4, "NoTrumps": 5},
}

// storedIDs are what entries and the wire write for each call, by its number.
var storedIDs = []string{
	"", "prop", "solo", "misere", "abundance", "royal", "petit-slam", "misere-ouverte", "declared", "grand-slam",
	"irish", "general-misere", "passed", "void",
}

// TestStoredNumbers holds each constant of these types, as the source has it, against the table.
func TestStoredNumbers(t *testing.T) {
	for typ, file := range map[string]string{"Call": "call.go", "Suit": "suit.go"} {
		got := constants(t, file, typ)
		for name, value := range got {
			want, known := stored[typ][name]
			switch {
			case value == "":
				t.Errorf("%s: the number of %s must stand beside it: it goes into books", file, name)
			case !known:
				t.Errorf("%s is new: add its number %s to the table of this test", name, value)
			case value != strconv.Itoa(want):
				t.Errorf("%s is %s in the source and %d in the books that are kept", name, value, want)
			}
		}
		for name := range stored[typ] {
			if _, ok := got[name]; !ok {
				t.Errorf("%s is gone from %s: books are kept that have it", name, file)
			}
		}
	}
	for n, id := range storedIDs {
		if got := Call(n).String(); got != id {
			t.Errorf("call %d is %q, and %q in the books that are kept", n, got, id)
		}
	}
	if len(storedIDs) != CallNumbers {
		t.Errorf("there are %d calls, and ids for %d in the table of this test", CallNumbers-1, len(storedIDs)-1)
	}
	for s, code := range []string{"", "C", "D", "H", "S", "NT"} {
		if got := Suit(s).String(); got != code {
			t.Errorf("suit %d is %q, and %q on the wire", s, got, code)
		}
	}
}

// constants reads the constants of a type from the source, with the number written beside each.
func constants(t *testing.T, file, typ string) map[string]string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	of := ""
	ast.Inspect(f, func(n ast.Node) bool {
		decl, ok := n.(*ast.GenDecl)
		if !ok || decl.Tok != token.CONST {
			return true
		}
		for _, spec := range decl.Specs {
			v := spec.(*ast.ValueSpec)
			if id, ok := v.Type.(*ast.Ident); ok {
				of = id.Name
			} else if len(v.Values) > 0 {
				of = ""
			}
			if of != typ {
				continue
			}
			for i, name := range v.Names {
				found[name.Name] = ""
				if i < len(v.Values) {
					if lit, ok := v.Values[i].(*ast.BasicLit); ok {
						found[name.Name] = lit.Value
					}
				}
			}
		}
		return false
	})
	return found
}

// TestEveryCall names what the game doesn't know yet of a new call. Other packages have a test of this name
// for what they know of calls.
func TestEveryCall(t *testing.T) {
	for c := Call(1); int(c) < max(CallNumbers, len(constants(t, "call.go", "Call"))); c++ {
		if int(c) >= CallNumbers || facts[c].id == "" {
			t.Errorf("call %d has no row in facts (call.go)", c)
			continue
		}
		f := facts[c]
		if !slices.Contains(calls[:], c) {
			t.Errorf("%s has no place in calls (call.go), so no page lists it", c)
		}
		if f.name == "" || f.within == "" || f.noun == "" {
			t.Errorf("%s has no name on a button, within a sentence or alone (call.go)", c)
		}
		if got, ok := ParseCall(f.id); !ok || got != c {
			t.Errorf("the id %q is not read as call %d", f.id, c)
		}
		if words := (Words)(nil).Say("{" + f.id + "} {A " + f.id + "}"); strings.Contains(words, "{") {
			t.Errorf("%s can't be put into a sentence: %q", c, words)
		}
		if c.Biddable() {
			everyBiddableCall(t, c)
		} else if c.Losing() {
			t.Errorf("nobody calls %s", c)
		}
	}
}

// everyBiddableCall plays it in a house of its own: made, lost, refused, told and written.
func everyBiddableCall(t *testing.T, c Call) {
	t.Helper()
	f := facts[c]
	if wins := c.Alone() || f.contest == pair; wins && f.target == 0 && f.trumps != asBid {
		t.Errorf("%s has no target (call.go)", c)
	}
	h := with("units", func(h *House) {
		h.ID, h.Calls = "own", []Rank{{Call: c, Target: c.UsualTarget(), Stake: 1}}
	})
	if err := h.Check(); err != nil {
		t.Errorf("%s can't stand in a set: %v", c, err)
		return
	}
	text, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	if read, err := ParseHouse(text); err != nil || read.Calls[0] != h.Calls[0] {
		t.Errorf("%s isn't read back in a set: %v", c, err)
	}
	d := Deal{Seats: 4, Dealer: 4, Call: c, Caller: 1}
	say := c.String()
	switch {
	case f.contest == pair:
		d.Partner = 2
	case f.trumps == asBid:
		d.Bid, d.Trumps, say = 6, Hearts, "6H"
	}
	outcomes := map[Outcome]bool{}
	for d.Tricks = 0; d.Tricks <= TricksInDeal; d.Tricks++ {
		r, err := Settle(h, &d)
		if err != nil {
			t.Errorf("%s with %d tricks can't be settled: %v", c, d.Tricks, err)
			return
		}
		outcomes[r.Outcome] = true
		if d.Tricks == 0 && c.Losing() != (r.Outcome == Won) {
			t.Errorf("%s without a trick is %s; Losing: %t", c, r.Outcome, c.Losing())
		}
		if told := Explain(h, &d, &r, four, nil); told.Headline == "" || len(told.Steps) < 2 || told.Due == "" {
			t.Errorf("%s with %d tricks is told as %+v", c, d.Tricks, told)
		}
	}
	if !outcomes[Won] || !outcomes[Lost] {
		t.Errorf("%s comes out only as %v whatever the tricks", c, outcomes)
	}
	a, err := NewAuction(h, 4, 4)
	if err == nil {
		err = a.Say(say)
	}
	if err != nil {
		t.Errorf("%s can't be said in an auction: %v", c, err)
	}
	if due := DutiesOf(h, 4, 4, []Past{{c}}); due.Trumps == "" {
		t.Errorf("before and after %s nobody says how trumps are fixed", c)
	}
}
