package host

// Why a book isn't there.

import (
	"net/http"

	"ouverte/ledger/circles"
	"ouverte/web"
)

// absence is the page that is shown in place of a book.
type absence struct {
	status            int
	heading, sentence string
}

var (
	noCircle = &absence{http.StatusNotFound, "Several circles live here",
		"Each circle has its own address. Ask the person who keeps yours."}
	unknownCircle = &absence{http.StatusNotFound, "No circle has this name",
		"Nobody keeps a book under this address. You may have mistyped it: ask the person who keeps yours."}
	closedCircle = &absence{http.StatusGone, "This circle is closed",
		"Its book is safe. The person who runs Ouverte here can open it again."}
	movingCircle = &absence{http.StatusServiceUnavailable, "This circle is being moved",
		"It goes on in a minute, with everything in it. Deals waiting on a tablet go out then."}
	movedCircle = &absence{http.StatusServiceUnavailable, "This circle lives elsewhere now",
		"It moved to another machine, and its address doesn’t lead there yet. Try again soon."}
	brokenCircle = &absence{http.StatusServiceUnavailable, "This circle can’t be opened",
		"The person who runs Ouverte here finds the reason in its log. Every recorded deal is safe."}
	fullHost = &absence{http.StatusServiceUnavailable, "Too many circles are in use",
		"There is no room for another just now. Try again in a minute."}
	hastyVisitor = &absence{http.StatusTooManyRequests, "Wait a little",
		"You asked for too many circles. Try again in a moment."}
	stoppedHost = &absence{http.StatusServiceUnavailable, "Ouverte is being stopped",
		"It may be back in a moment."}
	lostBook = &absence{http.StatusServiceUnavailable, "The book can’t be opened",
		"Try again in a moment. If that doesn’t help, the host starts Ouverte again, and it says why."}
)

// answer sends it. To a deal that is posted to a closed circle it says that the circle may come back.
func (a *absence) answer(front *web.Front, w http.ResponseWriter, r *http.Request) {
	status := a.status
	if a == closedCircle && r.Method != http.MethodGet && r.Method != http.MethodHead {
		status = http.StatusServiceUnavailable
	}
	front.Answer(w, r, status, a.heading, a.sentence)
}

// whyAsleep is why a circle isn't opened; nil where it is.
var whyAsleep = map[circles.State]*absence{circles.Unknown: unknownCircle, circles.Closed: closedCircle,
	circles.Moving: movingCircle, circles.Moved: movedCircle}
