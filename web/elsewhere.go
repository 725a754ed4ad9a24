package web

// Evenings from another book: its export is taken in, its people are said to be who they are
// here, and what of it isn't here yet is brought.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/archive"
	"ouverte/ledger/chain"
	"ouverte/templates/frame"
	"ouverte/templates/keeper"
	"ouverte/templates/say"
	"ouverte/templates/ui"
	"ouverte/web/forms"
)

// mostGuest is the size in bytes a file may have: a book of some hundred thousand deals.
const mostGuest = 64 << 20

// longestGuest is how long it may take to arrive: some megabytes over a slow line.
const longestGuest = 3 * time.Minute

var elsewhereFrame = frame.Frame{
	Title: "Evenings from elsewhere", Here: frame.Keeper, Styles: []string{"keeper.css", "elsewhere.css"},
}

// guest is the other book that was taken in last: an audited copy in a folder of its own. It stays until
// another is taken in, it is put away, or its circle falls asleep; what a process leaves is removed when the
// book is opened again. Who looks at it, takes it in or puts it away does so alone.
type guest struct {
	id     string // of this copy: a form that was drawn for another is not for this one
	path   string // of the copy; empty where there is none
	name   string // of the file it was
	remove func() error
}

// put has a book taken in, in the place of the one before.
func (s *server) put(g guest) error {
	before := s.guest
	s.guest = g
	if before.remove == nil {
		return nil
	}
	return before.remove()
}

// guestBook opens the book that was taken in, and has do look at it. other is nil where there is none.
func (s *server) guestBook(c echo.Context, do func(other *ledger.Book, g guest) error) error {
	ctx := c.Request().Context()
	return s.alone(c, func() error {
		if s.guest.path == "" {
			return do(nil, guest{})
		}
		return s.opened(ctx, s.guest.path, func(other *ledger.Book) error { return do(other, s.guest) })
	})
}

func (s *server) opened(ctx context.Context, path string, do func(*ledger.Book) error) error {
	other, err := ledger.Open(ctx, path, ledger.Options{Log: s.Log})
	if err != nil {
		return err
	}
	return errors.Join(do(other), other.Close())
}

func (s *server) elsewherePage(c echo.Context) error {
	v, err := s.elsewhere(c, &elsewhereForm{})
	if err != nil {
		return err
	}
	return s.page(c, elsewhereFrame, keeper.Elsewhere(v))
}

// takeElsewhere takes a file in.
func (s *server) takeElsewhere(c echo.Context) error {
	err := s.oneOfAFew(c, func() error { return s.takeGuest(c) })
	if err == nil {
		return s.goTo(c, "/keeper/evenings")
	}
	err = s.noPlace(c, err)
	if cannot := (*ledger.CannotOpen)(nil); errors.As(err, &cannot) {
		err = forms.Wrong{"": "This isn’t a book’s export as JSON."}
	}
	if bad := (*archive.BadLine)(nil); errors.As(err, &bad) {
		err = forms.Wrong{"": bad.Error()}
	}
	return refuse(err, func(says ui.Says) (*screen, error) {
		v, err := s.elsewhere(c, &elsewhereForm{})
		v.Says = ui.Says{"file": plainly(says)[""]}
		return &screen{elsewhereFrame, keeper.Elsewhere(v)}, err
	})
}

// takeGuest makes the copy of the uploaded book.
func (s *server) takeGuest(c echo.Context) (err error) {
	folder, remove, err := s.book.CopyFolder()
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = remove()
		}
	}()
	sent, name := filepath.Join(folder, "sent"), ""
	if name, err = arrive(c, sent); err != nil {
		return err
	}
	return s.alone(c, func() error {
		ctx, stop := context.WithTimeout(c.Request().Context(), s.ForGuest)
		defer stop()
		path, err := archive.Guest(ctx, sent, folder, nil)
		if err == nil { // what can't be shown in time isn't taken in
			err = s.opened(ctx, path, func(other *ledger.Book) error {
				_, err := s.book.LookElsewhere(ctx, other, nil)
				return err
			})
		}
		if err != nil {
			return tooMuch(c, err)
		}
		if err := os.Remove(sent); err != nil {
			return err
		}
		if err := s.put(guest{newKey(), path, archive.GuestName(name), remove}); err != nil {
			s.Log.Warn("the book that was looked into before can't be removed", "error", err)
		}
		return nil
	})
}

// tooMuch says it where the time for another book is over, and the visitor is still there.
func tooMuch(c echo.Context, err error) error {
	if errors.Is(err, context.DeadlineExceeded) && c.Request().Context().Err() == nil {
		return forms.Wrong{"": "This book takes too long for a page. Use ouverte import evenings on the " +
			"machine with the book."}
	}
	return err
}

// arrive writes the file that is sent, and gives its name.
func arrive(c echo.Context, path string) (name string, err error) {
	deadlines := http.NewResponseController(c.Response())
	_ = deadlines.SetReadDeadline(time.Now().Add(longestGuest)) // where it can't be moved there is none
	file, err := uploaded(c, "Choose the file of another book, or its export as JSON.")
	if err != nil {
		return "", err
	}
	if err := keep(file, path); err != nil {
		return "", err
	}
	_ = deadlines.SetReadDeadline(time.Time{}) // nothing is left to read, however long the answer takes
	return file.Name, nil
}

// keep writes what is sent into a file.
func keep(from io.Reader, path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	if disk := (*fs.PathError)(nil); err != nil && !errors.As(err, &disk) {
		err = fileFault(err)
	}
	return errors.Join(err, f.Close())
}

// elsewhereForm says who is who, and what is to come. Who and Name go together, one of each for a person:
// "3:7" is person 3 there and 7 here, "3:0" somebody new with the name beside.
type elsewhereForm struct {
	Key     string          `form:"key" validate:"max=64"`
	Book    string          `form:"book" validate:"max=64"` // which copy of another book it was drawn for
	Who     []string        `form:"who" validate:"dive,max=40"`
	Name    []string        `form:"name" validate:"dive,max=60" label:"The name"`
	Evening []chain.NightID `form:"evening" validate:"dive,min=1"`
	Do      string          `form:"do" validate:"omitempty,oneof=look bring away"`
}

// who reads it; fresh has the names of those who are new, by who they are there.
func (f *elsewhereForm) who() (who ledger.Who, fresh map[chain.PlayerID]string, err error) {
	who, fresh = ledger.Who{}, map[chain.PlayerID]string{}
	if len(f.Who) != len(f.Name) {
		return nil, nil, forms.Bad("The people and their names don't go together.")
	}
	for i, said := range f.Who {
		there, here, ok := strings.Cut(said, ":")
		p, err := strconv.ParseInt(there, 10, 64)
		q, err2 := strconv.ParseInt(here, 10, 64)
		if !ok || err != nil || err2 != nil || p < 1 || q < 0 {
			return nil, nil, forms.Bad("We can't read who is who. Load the page again.")
		}
		who[chain.PlayerID(p)] = chain.PlayerID(q)
		if q == 0 {
			fresh[chain.PlayerID(p)] = f.Name[i]
		}
	}
	return who, fresh, nil
}

// elsewhere is the page as the form says, where it was drawn for the book that is there.
func (s *server) elsewhere(c echo.Context, form *elsewhereForm) (v keeper.ElsewhereView, err error) {
	v.Key = newKey()
	who, fresh, err := form.who()
	if err != nil {
		return v, err
	}
	ctx := c.Request().Context()
	err = s.guestBook(c, func(other *ledger.Book, g guest) error {
		if other == nil {
			return nil
		}
		asked := form.Do != ""
		if asked && form.Book != g.id {
			who, fresh, asked = nil, nil, false
		}
		look, err := s.book.LookElsewhere(ctx, other, who)
		if err != nil {
			return err
		}
		here := s.snapshot(c).Players()
		v.Book, v.Copy = g.name, g.id
		for _, p := range look.People {
			v.People = append(v.People, keeper.NewStranger(p, fresh[p.ID], here))
		}
		fewAtOnce(look.Evenings)
		for i := range look.Evenings {
			e := &look.Evenings[i]
			on := !asked || slices.Contains(form.Evening, e.ID)
			v.Evenings = append(v.Evenings, keeper.NewComing(e, on, look.People))
		}
		return nil
	})
	return v, err
}

// mostComing is how many evenings come at once; a form has no room for any number of them.
const mostComing = 500

// fewAtOnce has the newest wait where too many could come.
func fewAtOnce(evenings []ledger.ElsewhereEvening) {
	coming := 0
	for i := range slices.Backward(evenings) {
		e := &evenings[i]
		if e.Stays != "" {
			continue
		}
		if coming++; coming > mostComing {
			e.Stays = fmt.Sprintf("Bring the %d before it first.", mostComing)
		}
	}
}

// bringEvenings brings the ticked evenings, the oldest first. What can't come says why.
func (s *server) bringEvenings(c echo.Context, form *elsewhereForm) error {
	if form.Do == "away" {
		err := s.alone(c, func() error {
			if form.Book != s.guest.id {
				return nil // it is gone already, or another one
			}
			return s.put(guest{})
		})
		if err != nil {
			return err
		}
		return s.goTo(c, "/keeper")
	}
	var err error
	brought := 0
	if form.Do == "bring" {
		brought, err = s.bring(c, form)
	}
	says, err := wrongOf(err)
	if err != nil {
		return err
	}
	v, err := s.elsewhere(c, form)
	if err != nil {
		return err
	}
	if v.Says = says; says != nil {
		v.Key = form.Key
	}
	if brought > 0 {
		v.Did = broughtSentence(brought)
	}
	return s.showWrong(c, says, elsewhereFrame, keeper.Elsewhere(v))
}

func broughtSentence(n int) string {
	if n == 1 {
		return "One evening has come into this book."
	}
	return fmt.Sprintf("%d evenings have come into this book.", n)
}

// bring brings the evenings, and notes in the form who is who from then on.
func (s *server) bring(c echo.Context, form *elsewhereForm) (brought int, err error) {
	who, fresh, err := form.who()
	if err != nil {
		return 0, err
	}
	if len(form.Evening) == 0 {
		return 0, forms.Wrong{"evening": "Choose an evening first."}
	}
	err = s.guestBook(c, func(other *ledger.Book, g guest) error {
		switch {
		case other == nil:
			return forms.Wrong{"file": "The other book is gone. Choose its file again."}
		case form.Book != g.id:
			return forms.Wrong{"": "Somebody chose another book meanwhile. These are its evenings; none " +
				"has come in yet."}
		}
		coming := ledger.Coming{From: g.name, Who: who, Names: fresh, Evenings: form.Evening}
		came, err := s.book.Bring(c.Request().Context(), s.slip(c, form.Key), other, coming)
		brought = came.Evenings
		form.met(who, fresh)
		var stayed []string
		for _, e := range came.Stayed {
			if e.Here == 0 {
				stayed = append(stayed, say.LongDay(e.Date)+": "+e.Stays)
			}
		}
		if err == nil && len(stayed) > 0 {
			err = forms.Wrong{"evening": strings.Join(stayed, " ")}
		}
		return err
	})
	return brought, err
}

// met notes who newcomers are now.
func (f *elsewhereForm) met(who ledger.Who, fresh map[chain.PlayerID]string) {
	f.Who, f.Name = nil, nil
	for there, here := range who {
		f.Who, f.Name = append(f.Who, fmt.Sprintf("%d:%d", there, here)), append(f.Name, fresh[there])
	}
}
