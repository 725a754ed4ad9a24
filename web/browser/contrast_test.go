package browser_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"ouverte/web/webtest"
)

// TestForcedColours: where the device has few colours of its own, a box that is ticked differs from one that
// isn't, so does what is chosen, and a button has a line around it.
func TestForcedColours(t *testing.T) {
	t.Parallel()
	aBrowser(t)
	b := openTab(t, webtest.Open(t).URL(), phone, forced)
	b.visit("/laws")
	for _, wishes := range [][]wish{{forced}, {forced, dark}} {
		b.becomes(phone, wishes...)
		eval[bool](b, `(main => {
			main.innerHTML = ['checkbox', 'radio'].map(type => '<label class=tick><input type=' + type +
				' id=' + type + '0>No</label><label class=tick><input type=' + type + ' checked id=' + type +
				'1>Yes</label>').join('') + '<p><a class="b gold" href="/" id=link>Go on</a></p>' +
				'<p><button class="b gold" id=gold>Record</button></p><p><button class="b" id=plain>Back</button></p>';
			return true;
		})(document.querySelector('main'))`)
		shot := must(png.Decode(bytes.NewReader(b.shot())))(t)
		for _, kind := range []string{"checkbox", "radio"} {
			for id, want := range map[string]bool{kind + "0": false, kind + "1": true} {
				if got := !oneColour(shot, b.box("#"+id, -6)); got != want {
					t.Errorf("%v: whether %s looks ticked: %v", wishes, id, got)
				}
			}
		}
		for _, id := range []string{"#link", "#gold", "#plain"} {
			in := b.box(id, 0)
			if oneColour(shot, image.Rect(in.Min.X-3, in.Min.Y+20, in.Min.X+6, in.Min.Y+21)) {
				t.Errorf("%v: %s has no edge", wishes, id)
			}
		}
	}
}

// box is where on the page something stands, made larger by so much.
func (b *tab) box(css string, by int) image.Rectangle {
	b.t.Helper()
	at := eval[[]float64](b, `(r => [r.x + scrollX, r.y + scrollY, r.right + scrollX, r.bottom + scrollY])(`+
		`document.querySelector('`+css+`').getBoundingClientRect())`)
	return image.Rect(int(at[0]), int(at[1]), int(at[2]), int(at[3])).Inset(-by)
}

// oneColour tells whether a part of a picture has one colour.
func oneColour(shot image.Image, in image.Rectangle) bool {
	first := color.NRGBAModel.Convert(shot.At(in.Min.X, in.Min.Y))
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			if color.NRGBAModel.Convert(shot.At(x, y)) != first {
				return false
			}
		}
	}
	return true
}

// TestMoreContrast: a device that asks for more contrast gets 7 to 1 for small words, and 4.5 to 1 for the
// line around what can be tapped.
func TestMoreContrast(t *testing.T) {
	t.Parallel()
	b := openTab(t, webtest.Open(t).URL(), phone, contrast)
	b.visit("/laws")
	for _, wishes := range [][]wish{{contrast}, {contrast, dark}} {
		b.becomes(phone, wishes...)
		for what, least := range map[string]float64{
			"--ink-2": 7, "--edge": 4.5, "--loss": 7, "--win": 7, "--brass": 4.5,
		} {
			if got := eval[float64](b, `(name => {
				const brush = new OffscreenCanvas(1, 1).getContext('2d');
				const root = getComputedStyle(document.documentElement);
				const light = name => {
					brush.fillStyle = root.getPropertyValue(name);
					brush.fillRect(0, 0, 1, 1);
					return [...brush.getImageData(0, 0, 1, 1).data].slice(0, 3).map(v => v / 255)
						.map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
						.reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
				};
				const [hi, lo] = [light(name), light('--paper-2')].sort((x, y) => y - x);
				return (hi + .05) / (lo + .05);
			})('`+what+`')`); got < least {
				t.Errorf("%v: %s is %.2f to 1 on the paper, not %v", wishes, what, got, least)
			}
		}
	}
}
