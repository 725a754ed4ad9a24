package face

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestStored holds the words that books keep.
func TestStored(t *testing.T) {
	var colours, emblems []string
	for _, c := range Colours {
		colours = append(colours, string(c))
	}
	for _, e := range Emblems {
		emblems = append(emblems, string(e))
	}
	const wantColours = "green blue rust violet teal crimson gold slate pink olive brown indigo plum sky " +
		"lime ink"
	const wantEmblems = "star bell leaf key lantern owl boat kettle moon anchor mug fish hat candle umbrella " +
		"crown acorn horseshoe hourglass fir boot goblet spectacles dice"
	if got := strings.Join(colours, " "); got != wantColours {
		t.Errorf("the colours are %s", got)
	}
	if got := strings.Join(emblems, " "); got != wantEmblems {
		t.Errorf("the emblems are %s", got)
	}
}

// TestOf gives everybody a face that there is; those who were entered one after the other differ as long as
// there are colours, emblems, and pairs of them.
func TestOf(t *testing.T) {
	const ofColours, ofEmblems = 16, 24 // for ever: books have who was given which
	const pairs = ofColours * ofEmblems
	seen := map[Face]int64{}
	for n := int64(1); n <= int64(pairs); n++ {
		f := Of(n)
		if !f.Known() {
			t.Fatalf("player %d has %+v", n, f)
		}
		if other := seen[f]; other != 0 {
			t.Fatalf("players %d and %d both have %+v", other, n, f)
		}
		seen[f] = n
	}
	var colours []Colour
	var emblems []Emblem
	for n := range int64(ofColours) {
		colours = append(colours, Of(n+1).Colour)
	}
	for n := range int64(ofEmblems) {
		emblems = append(emblems, Of(n+1).Emblem)
	}
	if !slices.Equal(colours, Colours[:ofColours]) || !slices.Equal(emblems, Emblems[:ofEmblems]) {
		t.Errorf("the first have %v and %v", colours, emblems)
	}
	for _, n := range []int64{-1, 0, 1} {
		if got := Of(n); got != Of(1) {
			t.Errorf("%d has %+v", n, got)
		}
	}
	if (Face{"green", "sword"}).Known() || (Face{"mauve", "star"}).Known() || (Face{}).Known() {
		t.Error("a face is known that isn't one")
	}
}

// TestGive gives faces among any others: the own one where it is free; never one that somebody has while
// another is free; and where none is, one whose first owner comes last.
func TestGive(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 1))
	any := func() Face { return Face{Colours[rng.IntN(len(Colours))], Emblems[rng.IntN(len(Emblems))]} }
	for range 5000 {
		n, taken := 1+rng.Int64N(60), make([]Face, rng.IntN(50))
		for i := range taken {
			taken[i] = any()
		}
		got, own := Give(n, taken), Of(n)
		colour := func(c Colour) int { return slices.IndexFunc(taken, func(f Face) bool { return f.Colour == c }) }
		emblem := func(e Emblem) int { return slices.IndexFunc(taken, func(f Face) bool { return f.Emblem == e }) }
		if colour(own.Colour) < 0 && got.Colour != own.Colour ||
			emblem(own.Emblem) < 0 && got.Emblem != own.Emblem {
			t.Fatalf("player %d has %+v instead of %+v among %v", n, got, own, taken)
		}
		for _, c := range Colours {
			if at := colour(got.Colour); at >= 0 && (colour(c) < 0 || colour(c) > at) {
				t.Fatalf("player %d has %s rather than %s among %v", n, got.Colour, c, taken)
			}
		}
		for _, e := range Emblems {
			if at := emblem(got.Emblem); at >= 0 && (emblem(e) < 0 || emblem(e) > at) {
				t.Fatalf("player %d has %s rather than %s among %v", n, got.Emblem, e, taken)
			}
		}
	}
}
