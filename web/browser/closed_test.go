package browser_test

import (
	"testing"

	"ouverte/web/webtest"
)

// TestPictureAsPNG taps the picture on a device that can't share files: it is saved, of the size messages
// show.
func TestPictureAsPNG(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	h.Closes(id)
	b := openTab(t, h.URL(), phone)
	b.visit(webtest.NightPath(id))
	eval[bool](b, `(() => { const make = URL.createObjectURL; URL.createObjectURL = blob => {
		createImageBitmap(blob).then(p => { window.kept = [blob.type, p.width, p.height].join() });
		return make(blob); }; navigator.canShare = () => false; return true })()`)
	b.tap("#picture")
	b.until(`window.kept === 'image/png,1080,1350'`)
	b.until(`document.querySelector('#picture-says').textContent === 'The picture is in your downloads.'`)
	eval[bool](b, `(navigator.canShare = () => true, navigator.share = async what => { window.sent =
		[what.files[0].name, what.title].join() }, true)`)
	b.tap("#picture")
	b.until(`!!window.sent`)
	same(t, eval[string](b, `window.sent`), "Friday-night-20-Nov-2026.png,Friday night, 20 Nov 2026",
		"shared is %s")
}
