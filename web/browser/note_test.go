package browser_test

import (
	"fmt"
	"testing"

	"ouverte/web/webtest"
)

func TestAWordAboutADealByTouch(t *testing.T) {
	t.Parallel()
	for _, wishes := range [][]wish{nil, {noScript}} {
		t.Run(fmt.Sprint(len(wishes)), func(t *testing.T) {
			t.Parallel()
			h := webtest.Open(t)
			path, id, deals := h.ThreeDeals()
			b := openTab(t, h.URL(), phone, wishes...)
			b.visit(path + fmt.Sprint(deals[1]))
			b.wait(".note-it")
			b.write(".note-it input[name=note]", "Nine singletons")
			b.tap(".note-it button")
			b.arrives(".account .noted")
			d, _ := h.NightNow(id).Deal(deals[1])
			if d.Note.Text != "Nine singletons" {
				t.Errorf("noted: %+v", d.Note)
			}
			b.fine()
		})
	}
}
