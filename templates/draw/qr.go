package draw

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/a-h/templ"
	"rsc.io/qr"
)

// QR draws an address as a code for a phone's camera, dark on white in any colour scheme, because cameras
// need that. An address too long for a code draws nothing; it stands beside the code anyway.
func QR(address string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		code, err := qr.Encode(address, qr.M)
		if err != nil {
			return nil
		}
		const margin = 3
		var path strings.Builder
		for y := range code.Size {
			for x := 0; x < code.Size; {
				run := x
				for run < code.Size && code.Black(run, y) {
					run++
				}
				if run > x {
					fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", x+margin, y+margin, run-x, run-x)
				}
				x = run + 1
			}
		}
		size := code.Size + 2*margin
		_, err = fmt.Fprintf(w, `<svg class="qr" viewBox="0 0 %d %d" role="img" shape-rendering="crispEdges" `+
			`aria-label="The same address as a code for a phone’s camera">`+
			`<rect width="%d" height="%d" rx="2" fill="#fff"/><path fill="#111" d="%s"/></svg>`,
			size, size, size, size, path.String())
		return err
	})
}
