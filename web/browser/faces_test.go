package browser_test

import (
	"testing"

	"ouverte/ledger/face"
	"ouverte/web/webtest"
)

// drawnAlone draws every emblem of the person's page in black on white, 16 pixels wide, and gives of each its
// dots, as how dark they are.
const drawnAlone = `[...document.querySelectorAll('#face button[name=emblem] path')].map(path => {
	const brush = new OffscreenCanvas(16, 16).getContext('2d');
	brush.scale(16 / 24, 16 / 24);
	brush.fill(new Path2D(path.getAttribute('d')), 'evenodd');
	const dots = brush.getImageData(0, 0, 16, 16).data;
	return Array.from({ length: 256 }, (_, i) => dots[i * 4 + 3]);
})`

// TestEmblemsDiffer looks at each two emblems as they are drawn at 16 pixels, without colour: of 256 dots at
// least 30 are dark in one and light in the other.
func TestEmblemsDiffer(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	all := h.Players("Ann")
	b := openTab(t, h.URL(), tablet)
	b.visit(webtest.PersonPath(all[0]))
	drawn := eval[[][]int](b, drawnAlone)
	if len(drawn) != len(face.Emblems) {
		t.Fatalf("%d emblems are drawn", len(drawn))
	}
	for i, a := range drawn {
		dark := 0
		for _, d := range a {
			if d > 127 {
				dark++
			}
		}
		if dark < 30 || dark > 226 {
			t.Errorf("the %s has %d dark dots of 256", face.Emblems[i], dark)
		}
		for j, o := range drawn[:i] {
			differ := 0
			for at := range a {
				if (a[at] > 127) != (o[at] > 127) {
					differ++
				}
			}
			if differ < 30 {
				t.Errorf("%s and %s differ in %d of 256 dots", face.Emblems[i], face.Emblems[j], differ)
			}
		}
	}
}
