package web

// What goes wrong becomes a page here, and only here. There are three kinds: a refusal a person can act on,
// which draws the form once more with a sentence beside its field; not found; and a failure of ours, which is
// logged in full and shown as one plain sentence with the number under which the log has it.

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/templates/frame"
	"ouverte/templates/ui"
	"ouverte/web/forms"
)

// fault is an error that is a page of its own.
type fault struct {
	Status            int
	Heading, Sentence string
	BackName, BackTo  string // "To tonight" where empty
	number            string // of the request, where the log has more
}

func (f *fault) Error() string { return f.Sentence }

// screen is a page to show: a body in its frame, or the body alone to a script.
type screen struct {
	frame frame.Frame
	body  templ.Component
}

// refused is an error together with the form it belongs to.
type refused struct {
	error
	again func(ui.Says) (*screen, error)
}

func (r *refused) Unwrap() error { return r.error }

// refuse answers a form that is wrong, stale or too late: with its page, loaded anew with the input kept, if
// err is one a person can act on. Of other errors again isn't asked: they go their usual way.
func refuse(err error, again func(ui.Says) (*screen, error)) error {
	return &refused{err, again}
}

// refusals finds the sentences for people in an error, by field. ok tells whether there are any.
func refusals(err error) (says ui.Says, ok bool) {
	var wrong forms.Wrong
	var problem *rules.Problem
	var stale *show.Stale
	switch {
	case errors.As(err, &wrong):
		return ui.Says(wrong), true
	case errors.As(err, &problem):
		return ui.Says{problem.Field: problem.Sentence}, true
	case errors.As(err, &stale):
		return ui.Says{"": stale.Sentence}, true
	}
	return nil, false
}

// wrongOf parts the sentences for people from other errors.
func wrongOf(err error) (ui.Says, error) {
	if says, ok := refusals(err); ok {
		return says, nil
	}
	return nil, err
}

// statusOf is the status of a form drawn again.
func statusOf(err error) int {
	if errors.As(err, new(*show.Stale)) {
		return http.StatusConflict
	}
	return http.StatusUnprocessableEntity
}

// plainly puts all sentences together, where the fields they belong to aren't on the page.
func plainly(says ui.Says) ui.Says {
	if len(says) == 0 {
		return ui.Says{}
	}
	var all []string
	for _, field := range slices.Sorted(maps.Keys(says)) {
		all = append(all, says[field])
	}
	return ui.Says{"": strings.Join(all, " ")}
}

// wentWrong is echo's error handler.
func (s *server) wentWrong(err error, c echo.Context) {
	r := c.Request()
	if c.Response().Committed {
		s.Log.Log(r.Context(), unlessLeft(r, slog.LevelWarn), "after the answer had begun",
			"request", number(r), "path", toldPath(r), "error", err)
		if errors.As(err, new(*broken)) {
			panic(http.ErrAbortHandler) // the connection is cut
		}
		return
	}
	var form *refused
	if says, ok := refusals(err); ok && errors.As(err, &form) {
		status := statusOf(err)
		shown, failed := form.again(says)
		if failed == nil {
			failed = s.show(c, status, shown.frame, shown.body)
		}
		if err = failed; err == nil {
			return
		}
	}
	s.answerFault(c.Response(), r, s.faultOf(err, c))
}

// faultOf finds the page for an error that has no form to go back to.
func (s *server) faultOf(err error, c echo.Context) *fault {
	var own *fault
	var unwritten *ledger.CannotWrite
	var unopened *ledger.CannotOpen
	var missing *chain.NotFound
	var bad forms.Bad
	var large *http.MaxBytesError
	var plain *echo.HTTPError
	r := c.Request()
	switch {
	case left(r) && errors.Is(err, context.Canceled): // first: it may stand inside any of the others
		s.Log.Debug("left before the answer", "request", number(r), "method", r.Method, "path", toldPath(r),
			"error", err)
		return &fault{Status: 499, Heading: "You left",
			Sentence: "The browser left before the answer came."}
	case errors.As(err, &own):
		return own
	case errors.As(err, &unwritten): // the book has logged the cause; the browser may send the same again
		return later(c, 10, "It can’t be written down", unwritten.Sentence)
	case errors.As(err, &unopened): // a copy, or what is read for an export
		s.Log.Error("the book can't be gone through", "request", number(r), "error", unopened.Cause)
		return later(c, 10, "Not possible now", unopened.Sentence)
	case errors.As(err, &missing):
		return &fault{Status: http.StatusNotFound, Heading: "Not in this book", Sentence: missing.Error()}
	case errors.As(err, new(*show.Stale)):
		return &fault{Status: http.StatusConflict, Heading: "Somebody was faster", Sentence: err.Error()}
	case errors.As(err, &bad):
		return &fault{Status: http.StatusBadRequest, Heading: "We couldn’t read that form", Sentence: string(bad)}
	case errors.Is(err, forms.ErrNoForm):
		return &fault{Status: http.StatusUnsupportedMediaType, Heading: "Not a form",
			Sentence: "This form didn’t come from one of our pages. Nothing was recorded."}
	case errors.As(err, &large):
		return tooLarge(large.Limit)
	case errors.As(err, &plain) && plain.Code == http.StatusNotFound:
		return &fault{Status: http.StatusNotFound, Heading: "Page not found",
			Sentence: "You may have mistyped the address, or the page has moved."}
	case errors.As(err, &plain) && plain.Code == http.StatusMethodNotAllowed:
		return &fault{Status: plain.Code, Heading: "Not possible here",
			Sentence: "This address doesn’t do that."}
	}
	if says, ok := refusals(err); ok { // a refusal outside of any form
		return &fault{Status: http.StatusUnprocessableEntity, Heading: "This won't do", Sentence: plainly(says)[""]}
	}
	s.Log.Error("mishap", "request", number(r), "method", r.Method, "path", toldPath(r), "error", err)
	return ours(number(r))
}

// left tells whether the client has gone away.
func left(r *http.Request) bool { return r.Context().Err() != nil }

// unlessLeft is the level at which the log has a failed answer: where the client has gone away, nothing is
// wrong.
func unlessLeft(r *http.Request, level slog.Level) slog.Level {
	if left(r) {
		return slog.LevelDebug
	}
	return level
}

// ours is the page for a failure of ours.
func ours(number string) *fault {
	return &fault{Status: http.StatusInternalServerError, Heading: "This was our fault", number: number,
		Sentence: "Something went wrong in the program. Everything recorded is safe. Go back a page to see " +
			"whether this came through."}
}

func tooLarge(limit int64) *fault {
	return &fault{Status: http.StatusRequestEntityTooLarge, Heading: "Too much at once",
		Sentence: fmt.Sprintf("No more than %d KB can be sent here at once. Nothing was recorded.", limit>>10)}
}

// later is the answer where the same may do in so many seconds.
func later(c echo.Context, seconds int, heading, sentence string) *fault {
	c.Response().Header().Set("Retry-After", strconv.Itoa(seconds))
	return &fault{Status: http.StatusServiceUnavailable, Heading: heading, Sentence: sentence}
}

// tooSoon is the answer to one who tries too often.
func tooSoon(w http.ResponseWriter, wait time.Duration, sentence string) *fault {
	w.Header().Set("Retry-After", strconv.Itoa(int(wait/time.Second)+1))
	return &fault{Status: http.StatusTooManyRequests, Heading: "Wait a little", Sentence: sentence}
}

// answerFault writes the page of a fault. It is the last resort, so it needs neither echo nor the book.
func (s *server) answerFault(w http.ResponseWriter, r *http.Request, f *fault) {
	v := frame.LostView{
		Heading: f.Heading, Sentence: f.Sentence, BackName: f.BackName, BackTo: f.BackTo, Number: f.number,
	}
	if v.BackTo == "" && s.book != nil {
		v.BackName, v.BackTo = "To tonight", "/"
	}
	if f.number != "" && r.Method == http.MethodGet {
		v.Again = r.URL.RequestURI()
	}
	body := frame.Lost(v)
	frame := frame.Frame{Title: f.Heading}
	if f.Status == http.StatusNotFound && strings.HasPrefix(r.URL.Path, "/nights/") {
		frame.Styles, frame.Scripts = []string{"table.css"}, []string{"queue.js"} // deals of it may wait here
	}
	page := s.framed(frame, body)
	if wantsPart(r) {
		page = body
		asPart(w, r)
	}
	if err := s.write(w, r, f.Status, page); err != nil {
		level := unlessLeft(r, slog.LevelError)
		s.Log.Log(r.Context(), level, "no page for a mishap", "request", number(r), "error", err)
		http.Error(w, f.Sentence, f.Status)
	}
}
