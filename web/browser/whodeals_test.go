package browser_test

import (
	"fmt"
	"testing"

	"ouverte/web/webtest"
)

func TestWhoDealsByTouch(t *testing.T) {
	t.Parallel()
	for _, wishes := range [][]wish{nil, {noScript}} {
		t.Run(fmt.Sprint(len(wishes)), func(t *testing.T) {
			t.Parallel()
			h := webtest.Open(t)
			id := h.Doubtful()
			b := openTab(t, h.URL(), phone, wishes...)
			b.visit(webtest.NightPath(id))
			b.wait("#who-deals button")
			b.tap("#who-deals button:last-child")
			b.gone("#who-deals")
			same(t, h.Dealer(id), "Ann", "%s deals next")
			b.fine()
		})
	}
}
