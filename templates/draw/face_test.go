package draw

import (
	"math"
	"os"
	"regexp"
	"strconv"
	"testing"

	"ouverte/ledger/face"
)

// TestEveryEmblemIsDrawn: one drawing for each, and none that is nobody's.
func TestEveryEmblemIsDrawn(t *testing.T) {
	drawn := map[string]face.Emblem{}
	for _, e := range face.Emblems {
		if drawings[e] == "" {
			t.Errorf("the %s isn't drawn", e)
		}
		if other, ok := drawn[drawings[e]]; ok {
			t.Errorf("the %s is drawn as the %s", e, other)
		}
		drawn[drawings[e]] = e
	}
	if len(drawings) != len(face.Emblems) {
		t.Errorf("%d drawings for %d emblems", len(drawings), len(face.Emblems))
	}
}

// linear is the red, green and blue of a colour as light, 0 to 1.
func linear(t *testing.T, hex string) (rgb [3]float64) {
	t.Helper()
	for i := range rgb {
		n, err := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		if rgb[i] = float64(n) / 255; rgb[i] <= .04045 {
			rgb[i] /= 12.92
		} else {
			rgb[i] = math.Pow((rgb[i]+.055)/1.055, 2.4)
		}
	}
	return rgb
}

// times is a matrix by a vector.
func times(m [3][3]float64, v [3]float64) (out [3]float64) {
	for i := range out {
		out[i] = m[i][0]*v[0] + m[i][1]*v[1] + m[i][2]*v[2]
	}
	return out
}

// light is the relative luminance of a colour.
func light(t *testing.T, hex string) float64 {
	rgb := linear(t, hex)
	return .2126*rgb[0] + .7152*rgb[1] + .0722*rgb[2]
}

// lab is a colour of light in CIE L*a*b*, in which distances are about as large as they look.
func lab(rgb [3]float64) (out [3]float64) {
	for i := range rgb {
		rgb[i] = min(1, max(0, rgb[i]))
	}
	xyz := times([3][3]float64{{.4124, .3576, .1805}, {.2126, .7152, .0722}, {.0193, .1192, .9505}}, rgb)
	for i, white := range []float64{.95047, 1, 1.08883} {
		if v := xyz[i] / white; v > 216./24389 {
			xyz[i] = math.Cbrt(v)
		} else {
			xyz[i] = (24389./27*v + 16) / 116
		}
	}
	return [3]float64{116*xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])}
}

// eyes are how light looks to those who lack one kind of cone: Machado, Oliveira and Fernandes, "A
// Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), severity 1.
var eyes = map[string][3][3]float64{
	"all cones": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"no long cones (protanopia)": {{.152286, 1.052583, -.204868}, {.114503, .786281, .099216},
		{-.003882, -.048116, 1.051998}},
	"no middle cones (deuteranopia)": {{.367322, .860646, -.227968}, {.280085, .672501, .047413},
		{-.011820, .042940, .968881}},
	"no short cones (tritanopia)": {{1.255528, -.076749, -.178779}, {-.078411, .930809, .147602},
		{.004733, .691367, .303900}},
}

// schemes are the colours of the style sheet by day and by night, with the papers they stand on.
func schemes(t *testing.T) []scheme {
	t.Helper()
	css, err := os.ReadFile("../../static/css/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	all := []scheme{
		{"day", map[face.Colour]string{}, []string{"#fbf7ec", "#f3ecd9", "#ffffff"}},
		{"night", map[face.Colour]string{}, []string{"#16211d", "#1d2b26"}},
	}
	colour := regexp.MustCompile(`\.c-(\w+) \{ --c: (#[0-9a-f]{6}); --night: (#[0-9a-f]{6}); \}`)
	for i := range all {
		for _, m := range colour.FindAllStringSubmatch(string(css), -1) {
			all[i].has[face.Colour(m[1])] = m[2+i]
		}
		if len(all[i].has) != len(face.Colours) {
			t.Fatalf("by %s there are %d colours", all[i].name, len(all[i].has))
		}
	}
	return all
}

type scheme struct {
	name   string
	has    map[face.Colour]string
	papers []string
}

// TestColoursDiffer: any two colours stay apart in both schemes, also to those who lack one kind of cone: by
// more than twice 2.3, which can just be noticed. With all cones they are far apart.
func TestColoursDiffer(t *testing.T) {
	for _, s := range schemes(t) {
		for eye, sees := range eyes {
			least := 5.
			if eye == "all cones" {
				least = 13
			}
			for i, a := range face.Colours {
				for _, b := range face.Colours[:i] {
					from, to := lab(times(sees, linear(t, s.has[a]))), lab(times(sees, linear(t, s.has[b])))
					apart := math.Hypot(math.Hypot(from[0]-to[0], from[1]-to[1]), from[2]-to[2])
					if apart < least {
						t.Errorf("by %s, with %s, %s and %s are %.1f apart", s.name, eye, a, b, apart)
					}
				}
			}
		}
	}
}

// TestColoursCanBeRead: each colour stands 4.5 to 1 on the papers of its scheme, as text must; and it is the
// same in the style sheet and in pictures.
func TestColoursCanBeRead(t *testing.T) {
	for _, scheme := range schemes(t) {
		for _, c := range face.Colours {
			for _, paper := range scheme.papers {
				a, b := light(t, scheme.has[c])+.05, light(t, paper)+.05
				if ratio := max(a, b) / min(a, b); ratio < 4.5 {
					t.Errorf("by %s %s stands %.2f to 1 on %s", scheme.name, c, ratio, paper)
				}
			}
			if scheme.name == "day" && Pen(c) != scheme.has[c] {
				t.Errorf("%s is %s on pages and %s in pictures", c, scheme.has[c], Pen(c))
			}
		}
	}
	if Pen("") != Pen("ink") {
		t.Error("who has no colour isn't drawn in ink")
	}
}
