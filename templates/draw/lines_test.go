package draw

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/show"
	"ouverte/rules"
)

// TestLinesWithoutColours: in black and white any two lines of a picture differ: in their emblem, for as many
// people as are given different ones, and in their dashes, for as many as there are dashes.
func TestLinesWithoutColours(t *testing.T) {
	for people := 2; people <= 24; people++ {
		var all []show.Line
		for i := range people {
			all = append(all, show.Line{Player: chain.PlayerID(i + 1), Name: fmt.Sprint("Player ", i),
				Face: face.Of(int64(i + 1)), Points: []int64{0, int64(i), int64(-i)}, Here: []bool{true, true}})
		}
		drawn := DrawLines(all, rules.LSD, "The lines", strconv.Itoa, 1)
		for i, a := range drawn.Lines {
			for j, b := range drawn.Lines[:i] {
				if a.Face.Emblem == b.Face.Emblem {
					t.Errorf("of %d, lines %d and %d both have the %s", people, j, i, a.Face.Emblem)
				}
				if i-j < len(lineDashes) && a.Dashes == b.Dashes {
					t.Errorf("of %d, lines %d and %d have the same dashes", people, j, i)
				}
			}
		}
	}
}

// TestDashesOnPages: style sheet and pictures have the same dashes for the lines of an evening, a race and a
// what-if.
func TestDashesOnPages(t *testing.T) {
	css, err := os.ReadFile("../../static/css/lines.css")
	if err != nil {
		t.Fatal(err)
	}
	has, seen := map[string]string{"1": ""}, map[string]bool{}
	rule := regexp.MustCompile(`\.lines \.line-(\d) :is\(polyline, line\) \{ stroke-dasharray: ([\d. ]+); \}`)
	for _, m := range rule.FindAllStringSubmatch(string(css), -1) {
		has[m[1]] = m[2]
	}
	if len(has) != len(lineDashes) {
		t.Errorf("the style sheet has %d dashes", len(has))
	}
	for i, want := range lineDashes {
		if got := has[strconv.Itoa(i+1)]; got != want || seen[got] {
			t.Errorf("line %d has dashes %q, not %q", i+1, got, want)
		}
		seen[want] = true
	}
}

// TestFootGivesWay: where letters are large, every second number at the foot stays, the last one always; that
// at the very end keeps clear of the names.
func TestFootGivesWay(t *testing.T) {
	for deals := 2; deals <= 30; deals++ {
		for step := 1; step <= 4; step++ {
			line := show.Line{Name: "Ann", Face: face.Of(1), Points: make([]int64, deals+1),
				Here: make([]bool, deals)}
			r := DrawLines([]show.Line{line}, rules.LSD, "The line", strconv.Itoa, step)
			for i := range r.Deals {
				back := len(r.Deals) - 1 - i
				want := ""
				if back%2 == 1 {
					want = "between"
				} else if back == 0 && deals%step == 0 {
					want = "last"
				}
				if got := r.footClass(i); got != want {
					t.Fatalf("%d deals, each %d., number %s is %q", deals, step, r.Deals[i].Text, got)
				}
			}
			if strings.Count(r.Lines[0].Points, ",") != deals+1 {
				t.Fatal(r.Lines[0].Points)
			}
		}
	}
}
