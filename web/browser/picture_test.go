package browser_test

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"slices"
	"testing"

	"ouverte/web/webtest"
)

// shown are the pictures in README.md: a screen by its name, as a device shows it without scrolling.
var shown = []struct {
	file, screen string
	on           device
	wishes       []wish
}{
	{"table", "table-picture", tablet, nil},
	{"watch", "watch", phone, []wish{dark}},
	{"settle", "settle", phone, nil},
	{"laws", "ruling", phone, nil},
	{"years", "player", tablet, nil},
}

// TestPicture makes the pictures of README.md.
//
//	PICTURES=yes go test ./web/browser -run TestPicture
//
// writes them to docs/pictures. Without that, it sees that those there are of these screens, and small.
func TestPicture(t *testing.T) {
	t.Parallel()
	for _, p := range shown {
		t.Run(p.file, func(t *testing.T) {
			file := "../../docs/pictures/" + p.file + ".png"
			if os.Getenv("PICTURES") != "" {
				paint(t, file, p.screen, p.on, p.wishes)
			}
			body := must(os.ReadFile(file))(t)
			c, err := png.DecodeConfig(bytes.NewReader(body))
			if err != nil || c.Width != int(p.on.width) || len(body) > 170_000 {
				t.Errorf("%v, %d wide, %d bytes", err, c.Width, len(body))
			}
		})
	}
}

func paint(t *testing.T, file, name string, on device, wishes []wish) {
	t.Helper()
	i := slices.IndexFunc(webtest.Screens, func(s webtest.Screen) bool { return s.Name == name })
	h := webtest.Open(t)
	b := openTab(t, h.URL(), on, wishes...)
	if name == "table-picture" {
		b.visit(h.Played("hoyle", nil, []string{"Ann", "Bob", "Cat", "Dan"}, webtest.AnEvening...))
		b.ready()
		b.taps("#call-solo", "#who-1", "#tricks-7")
		b.until(`!!document.querySelector('#result strong')`)
	} else {
		b.visit(webtest.Screens[i].Open(h))
		if then := thens[name]; then != nil {
			then(b)
		}
	}
	whole := must(png.Decode(bytes.NewReader(b.shot())))(t)
	// The screen as it is without scrolling; 64 levels of each colour are enough for paper and baize, and a
	// third of the bytes.
	seen := image.NewRGBA(image.Rect(0, 0, whole.Bounds().Dx(), min(whole.Bounds().Dy(), int(on.height))))
	draw.Draw(seen, seen.Bounds(), whole, image.Point{}, draw.Src)
	for y := range seen.Bounds().Dy() {
		for x := range seen.Bounds().Dx() {
			c := seen.RGBAAt(x, y)
			seen.SetRGBA(x, y, color.RGBA{c.R&^3 | c.R>>6, c.G&^3 | c.G>>6, c.B&^3 | c.B>>6, 255})
		}
	}
	var out bytes.Buffer
	fine(t, (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, seen))
	fine(t, os.WriteFile(file, out.Bytes(), 0o644))
}
