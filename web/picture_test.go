package web_test

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"testing"
)

// TestPicture makes the picture that stands on top of README.md: an evening on a tablet.
//
//	PICTURES=yes go test ./web -run TestPicture
//
// writes it to .pictures/table.png. Without that, it sees that the picture there is one of this screen, and small.
func TestPicture(t *testing.T) {
	const file = "../.pictures/table.png"
	if os.Getenv("PICTURES") == "" {
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c, err := png.DecodeConfig(bytes.NewReader(body))
		if err != nil || c.Width != int(tablet.width) || len(body) > 150_000 {
			t.Errorf("%v, %d wide, %d bytes", err, c.Width, len(body))
		}
		return
	}
	h := openHouse(t)
	b := openTab(t, h.url(), tablet, stillness)
	b.visit(h.played("hoyle", nil, []string{"Ann", "Bob", "Cat", "Dan"}, anEvening...))
	b.ready()
	b.taps("#call-solo", "#who-1", "#tricks-7")
	b.until(`!!document.querySelector('#result strong')`)
	whole, err := png.Decode(bytes.NewReader(b.shot()))
	if err != nil {
		t.Fatal(err)
	}
	// The screen as it is without scrolling; 64 levels of each colour are enough for paper and baize, and a third of the bytes.
	seen := image.NewRGBA(image.Rect(0, 0, whole.Bounds().Dx(), min(whole.Bounds().Dy(), int(tablet.height))))
	draw.Draw(seen, seen.Bounds(), whole, image.Point{}, draw.Src)
	for y := range seen.Bounds().Dy() {
		for x := range seen.Bounds().Dx() {
			c := seen.RGBAAt(x, y)
			seen.SetRGBA(x, y, color.RGBA{c.R&^3 | c.R>>6, c.G&^3 | c.G>>6, c.B&^3 | c.B>>6, 255})
		}
	}
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, seen); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
