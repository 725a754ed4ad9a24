package web

// What goes wrong comes here, and only here it becomes a page. Three kinds, as the book has them: a refusal a person can
// act on, which shows the form once more with the sentence beside its field; not found; and ours, logged in full and shown
// as one plain sentence with the number under which the log has it.

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
)

// Fault is an answer that is a page of its own: what is not as it should be, and nothing else to show.
type Fault struct {
	Status            int
	Heading, Sentence string
	BackName, BackTo  string // "To tonight" where left out
	number            string // set where the log has more
}

func (f *Fault) Error() string { return f.Sentence }

// refused is an error together with the form it belongs to, to be drawn once more.
type refused struct {
	err   error
	frame templates.Frame
	again func(templates.Says) templ.Component
}

func (r *refused) Error() string { return r.err.Error() }
func (r *refused) Unwrap() error { return r.err }

// refuse lets a handler say how its form is drawn again, with everything that was typed, if err is one a person can act on.
// Other errors go their usual way.
func refuse(err error, f templates.Frame, again func(templates.Says) templ.Component) error {
	if err == nil {
		return nil
	}
	return &refused{err, f, again}
}

// said finds the sentences for people in an error, each under its field.
func said(err error) (templates.Says, bool) {
	var wrong Wrong
	var refusal *ledger.Refusal
	var problem *rules.Problem
	var stale *ledger.Stale
	switch {
	case errors.As(err, &wrong):
		return templates.Says(wrong), true
	case errors.As(err, &refusal):
		return templates.Says{refusal.Field: refusal.Sentence}, true
	case errors.As(err, &problem):
		return templates.Says{problem.Field: problem.Sentence}, true
	case errors.As(err, &stale):
		return templates.Says{"": stale.Sentence}, true
	}
	return nil, false
}

// wentWrong is echo's error handler.
func (s *Server) wentWrong(err error, c echo.Context) {
	if c.Response().Committed {
		s.Log.Log(c.Request().Context(), unlessLeft(c.Request(), slog.LevelWarn), "after the answer had begun", "request", number(c.Request()), "path", toldPath(c.Request()), "error", err)
		if errors.As(err, new(*broken)) {
			panic(http.ErrAbortHandler) // the connection is cut
		}
		return
	}
	var form *refused
	if says, ok := said(err); ok && errors.As(err, &form) {
		status := http.StatusUnprocessableEntity
		if errors.As(err, new(*ledger.Stale)) {
			status = http.StatusConflict
		}
		if err = s.show(c, status, form.frame, form.again(says)); err == nil {
			return
		}
	}
	s.answerFault(c.Response(), c.Request(), s.faultOf(err, c))
}

// faultOf finds the page for an error that has no form to go back to.
func (s *Server) faultOf(err error, c echo.Context) *Fault {
	var fault *Fault
	var unwritten *ledger.CannotWrite
	var unopened *ledger.CannotOpen
	var missing *ledger.NotFound
	var large *http.MaxBytesError
	var plain *echo.HTTPError
	switch {
	case left(c.Request()) && errors.Is(err, context.Canceled): // before all others: it may stand inside of any of them
		s.Log.Debug("left before the answer", "request", number(c.Request()), "method", c.Request().Method, "path", toldPath(c.Request()), "error", err)
		return &Fault{Status: 499, Heading: "You left", Sentence: "The browser went away before the answer was there."}
	case errors.As(err, &fault):
		return fault
	case errors.As(err, &unwritten):
		// the book has logged the cause; the browser may send the same again
		c.Response().Header().Set("Retry-After", "10")
		return &Fault{Status: http.StatusServiceUnavailable, Heading: "It can’t be written down", Sentence: unwritten.Sentence}
	case errors.As(err, &unopened): // a copy, or what is read for an export
		s.Log.Error("the book can't be gone through", "request", number(c.Request()), "error", unopened.Cause)
		c.Response().Header().Set("Retry-After", "10")
		return &Fault{Status: http.StatusServiceUnavailable, Heading: "That can’t be done now", Sentence: unopened.Sentence}
	case errors.As(err, &missing):
		return &Fault{Status: http.StatusNotFound, Heading: "Not in this book", Sentence: missing.Error()}
	case errors.As(err, new(*ledger.Stale)):
		return &Fault{Status: http.StatusConflict, Heading: "Somebody was faster", Sentence: err.Error()}
	case errors.As(err, &large):
		return tooLarge(large.Limit)
	case errors.As(err, &plain) && plain.Code == http.StatusNotFound:
		return &Fault{Status: http.StatusNotFound, Heading: "There is no such page", Sentence: "The address may have been mistyped, or the page was moved."}
	case errors.As(err, &plain) && plain.Code == http.StatusMethodNotAllowed:
		return &Fault{Status: plain.Code, Heading: "That can't be done here", Sentence: "This address answers, but not to what was asked of it."}
	}
	if says, ok := said(err); ok { // a refusal outside of any form
		all := make([]string, 0, len(says))
		for _, sentence := range says {
			all = append(all, sentence)
		}
		return &Fault{Status: http.StatusUnprocessableEntity, Heading: "That won't do", Sentence: strings.Join(all, " ")}
	}
	n := number(c.Request())
	s.Log.Error("mishap", "request", n, "method", c.Request().Method, "path", toldPath(c.Request()), "error", err)
	return ours(n)
}

// left tells whether whoever asked has gone away in the meantime.
func left(r *http.Request) bool { return r.Context().Err() != nil }

// unlessLeft is how loudly the log tells what went wrong with an answer. Where whoever asked has gone away, a page closed or a
// download stopped, nothing is wrong.
func unlessLeft(r *http.Request, level slog.Level) slog.Level {
	if left(r) {
		return slog.LevelDebug
	}
	return level
}

// ours is the page for what is no fault of whoever asked.
func ours(number string) *Fault {
	return &Fault{Status: http.StatusInternalServerError, Heading: "That was our fault",
		Sentence: "Something went wrong in the program. What was recorded before is safe; whether this came through, the page before will show.", number: number}
}

func tooLarge(limit int64) *Fault {
	return &Fault{Status: http.StatusRequestEntityTooLarge, Heading: "Too much at once",
		Sentence: fmt.Sprintf("No more than %d KB can be sent here at once. Nothing was recorded.", limit>>10)}
}

// answerFault writes the page of a fault. It is the last resort too, so it must not fail for want of anything.
func (s *Server) answerFault(w http.ResponseWriter, r *http.Request, f *Fault) {
	v := templates.LostView{Heading: f.Heading, Sentence: f.Sentence, BackName: f.BackName, BackTo: f.BackTo, Number: f.number}
	if v.BackTo == "" {
		v.BackName, v.BackTo = "To tonight", "/"
	}
	if f.number != "" && r.Method == http.MethodGet {
		v.Again = r.URL.RequestURI()
	}
	body := templates.Lost(v)
	page := s.framed(templates.Frame{Title: f.Heading}, body)
	if wantsPart(r) {
		page = body
	}
	if err := s.write(w, r, f.Status, page); err != nil {
		s.Log.Log(r.Context(), unlessLeft(r, slog.LevelError), "no page for a mishap", "request", number(r), "error", err)
		http.Error(w, f.Sentence, f.Status)
	}
}
