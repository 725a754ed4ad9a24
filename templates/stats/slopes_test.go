package stats

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/ledger/face"
	"ouverte/ledger/years"
	"ouverte/rules"
)

// fell makes a what-if in which so many people won and lost at random, best first, as the book has them.
func fell(rng *rand.Rand, people int, house *rules.House) ledger.Otherwise {
	o := ledger.Otherwise{House: house}
	for i := range people {
		o.Standing = append(o.Standing, years.OtherwiseLine{
			Name: fmt.Sprintf("Player %d", i), Face: face.Of(int64(i + 1)),
			Was: rng.Int64N(400) - 200, WouldBe: (rng.Int64N(40) - 20) * 12,
		})
	}
	slices.SortFunc(o.Standing, func(a, b years.OtherwiseLine) int { return int(b.WouldBe - a.WouldBe) })
	return o
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestSlopes draws what-ifs of any number of people, for the same money and another: at both ends who has
// more stands higher, who has as much as high; the line rises, falls or stays as they do; the names keep
// that order, stand apart and within the picture; and everybody has their colour and emblem.
func TestSlopes(t *testing.T) {
	hoyle, _ := rules.Set("hoyle")
	units, _ := rules.Set("units")
	rng := rand.New(rand.NewPCG(19, 6))
	for range 400 {
		was, house := rules.LSD, hoyle
		if rng.IntN(2) == 0 {
			house = units
		}
		o := fell(rng, 1+rng.IntN(40), house)
		s := NewSlopes(o, was)
		if s == nil {
			continue
		}
		ends := []struct {
			name   string
			amount func(years.OtherwiseLine) int64
			end    func(slope) slopeEnd
			money  rules.Money
		}{
			{"before", func(l years.OtherwiseLine) int64 { return l.Was },
				func(l slope) slopeEnd { return l.Was }, was},
			{"behind", func(l years.OtherwiseLine) int64 { return l.WouldBe },
				func(l slope) slopeEnd { return l.Would }, house.Money},
		}
		for _, e := range ends {
			for i, a := range o.Standing {
				at := e.end(s.Lines[i])
				if at.Amount != e.money.Signed(e.amount(a)) {
					t.Fatalf("%s, %s has %s", e.name, a.Name, at.Amount)
				}
				text := number(t, at.TextY)
				if text < slopesTop || text > float64(s.Height) {
					t.Fatalf("%s of %d people, a name stands at %v of %d", e.name, len(o.Standing), text, s.Height)
				}
				if !strings.HasPrefix(at.Emblem, "translate(") {
					t.Fatalf("%s, %s has no emblem", e.name, a.Name)
				}
				for j, b := range o.Standing[:i] {
					other := e.end(s.Lines[j])
					more, higher := e.amount(a)-e.amount(b), number(t, other.Y)-number(t, at.Y)
					if more > 0 && higher < 0 || more < 0 && higher > 0 || more == 0 && higher != 0 {
						t.Fatalf("%s, %d more stands %v higher", e.name, more, higher)
					}
					apart := number(t, other.TextY) - text
					if max(apart, -apart) < slopesApart-.2 || more > 0 && apart < 0 || more < 0 && apart > 0 {
						t.Fatalf("%s of %d people, names of %d more stand %v apart", e.name, len(o.Standing), more, apart)
					}
				}
			}
		}
		for i, l := range o.Standing {
			drawn := s.Lines[i]
			if !strings.HasPrefix(drawn.Class, fmt.Sprintf("c-%s line-%d ", l.Face.Colour, i%6+1)) ||
				drawn.Face != l.Face || drawn.Name != l.Name {
				t.Fatalf("%+v is drawn as %+v", l, drawn)
			}
			way := "level"
			if up := number(t, drawn.Was.Y) - number(t, drawn.Would.Y); up > .05 {
				way = "up"
			} else if up < -.05 {
				way = "down"
			}
			if !strings.HasSuffix(drawn.Class, " "+way) && way != "level" {
				t.Fatalf("a line that goes %s is %s", way, drawn.Class)
			}
			says := fmt.Sprintf("%s %s, then %s", l.Name, was.Signed(l.Was), house.Money.Signed(l.WouldBe))
			if !strings.Contains(s.Says, says) {
				t.Fatalf("it doesn't say %s: %s", says, s.Says)
			}
		}
	}
	nothing := ledger.Otherwise{House: hoyle, Standing: []years.OtherwiseLine{{Name: "Ann"}, {Name: "Bob"}}}
	if NewSlopes(nothing, rules.LSD) != nil {
		t.Error("nothing was drawn")
	}
}

// TestSlopesCompare: where the money is the same, both ends are of one scale, so that who wins twice as much
// rises; in another money each end has its own.
func TestSlopesCompare(t *testing.T) {
	hoyle, _ := rules.Set("hoyle")
	o := ledger.Otherwise{House: hoyle, Standing: []years.OtherwiseLine{
		{Name: "Ann", Was: 30, WouldBe: 60}, {Name: "Bob", Was: -30, WouldBe: -60}}}
	s := NewSlopes(o, rules.LSD)
	if !strings.HasSuffix(s.Lines[0].Class, " up") || !strings.HasSuffix(s.Lines[1].Class, " down") {
		t.Errorf("%+v", s.Lines)
	}
	s = NewSlopes(o, "GBP")
	for _, l := range s.Lines {
		if !strings.HasSuffix(l.Class, " level") || l.Was.Y != l.Would.Y {
			t.Errorf("of two scales %+v", l)
		}
	}
}
