package web

// A copy is put back: chosen among those that lie there, or handed in as a file. First it says what is in it.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/copies"
	"ouverte/ledger/show"
	"ouverte/templates/frame"
	"ouverte/templates/keeper"
	"ouverte/templates/ui"
	"ouverte/web/forms"
)

const (
	mostCopy    = 512 << 20 // the size in bytes of a copy that is handed in
	longestLook = time.Minute
)

var copiesFrame = frame.Frame{Title: "Put a copy back", Sub: "Keeper", Here: frame.Keeper,
	Styles: []string{"keeper.css", "copies.css"}}

// handed is a file that was handed in as a copy, in a folder of its own. It stays until another is, it is put
// back, or the book is closed. Who has taken looking may change it.
type handed struct {
	id, path, name string
	remove         func() error
}

func (s *server) dropHanded() error {
	before := s.handed
	s.handed = handed{}
	if before.remove == nil {
		return nil
	}
	return before.remove()
}

// lookApart has one at a time look at copies, no longer than it may take, a few in a house. It holds nothing
// else that others need: SQLite reads what may be anybody's file.
func (s *server) lookApart(c echo.Context, do func(context.Context) error) error {
	ctx, stop := context.WithTimeout(c.Request().Context(), longestLook)
	defer stop()
	busy := func() error {
		return later(c, 30, "One after another", "Somebody else is looking at a copy. Try again in a minute.")
	}
	select {
	case s.looking <- struct{}{}:
	case <-ctx.Done():
		return busy()
	}
	end, err := s.Share.beginLong(ctx)
	if err != nil {
		<-s.looking
		return busy()
	}
	defer end()
	done := make(chan error, 1)
	go func() {
		defer func() { <-s.looking }()
		defer func() {
			if p := recover(); p != nil {
				done <- fmt.Errorf("panic while a copy was read: %v", p)
			}
		}()
		done <- do(ctx)
	}()
	late := time.NewTimer(longestLook + 5*time.Second)
	defer late.Stop()
	select {
	case err := <-done:
		if errors.Is(err, context.DeadlineExceeded) {
			err = forms.Wrong{"": "This copy takes too long to read. Use ouverte restore on this machine."}
		}
		return err
	case <-late.C: // what holds it up keeps nobody else from anything but looking at copies
		return forms.Wrong{"": "This file can’t be read. Choose another one."}
	}
}

// copyPlacesOf are the places with copies, also where nobody makes any now.
func (s *server) copyPlacesOf() []copies.Place {
	if s.Copies != nil {
		return s.Copies.Places()
	}
	beside := copies.Beside(s.book.Path())
	return []copies.Place{copies.At(beside, s.book.Now().State(), s.Now().Location())}
}

// copyAt is the file of a copy: "0/…" lies in the first place.
func (s *server) copyAt(id string) (path string, ok bool) {
	if s.handed.path != "" && id == s.handed.id {
		return s.handed.path, true
	}
	for i, p := range s.copyPlacesOf() {
		for _, one := range slices.Concat(p.Copies, p.Others) {
			if id == copyID(i, one) {
				return one.Path, true
			}
		}
	}
	return "", false
}

// idOfCopy is the id of a copy in one of the places; empty where it lies in none.
func (s *server) idOfCopy(path string) string {
	for i, p := range s.copyPlacesOf() {
		for _, one := range slices.Concat(p.Copies, p.Others) {
			if one.Path == path {
				return copyID(i, one)
			}
		}
	}
	return ""
}

func copyID(place int, c copies.Copy) string {
	return fmt.Sprintf("%d/%s", place, filepath.Base(c.Path))
}

type copiesForm struct {
	Copy string `form:"copy" validate:"max=200" label:"The copy"`
}

func (s *server) copiesPage(c echo.Context, form *copiesForm) error {
	v, err := s.copiesView(c, form.Copy)
	if err != nil {
		return s.copiesRefused(c, err)
	}
	return s.page(c, copiesFrame, keeper.Copies(v))
}

// copiesRefused shows the list once more, and why a copy can't be looked at or put back.
func (s *server) copiesRefused(c echo.Context, err error) error {
	if cannot := (*ledger.CannotOpen)(nil); errors.As(err, &cannot) {
		s.Log.Warn("a copy can't be put back", "request", number(c.Request()), "error", cannot.Cause)
		err = forms.Wrong{"": cannot.Sentence}
	}
	return refuse(err, func(says ui.Says) (*screen, error) {
		v, err := s.copiesView(c, "")
		v.Says = plainly(says)
		return &screen{copiesFrame, keeper.Copies(v)}, err
	})
}

// copiesView lists the copies, and says of one what is in it.
func (s *server) copiesView(c echo.Context, chosen string) (v keeper.CopiesView, err error) {
	if s.Exchange == nil {
		return v, echo.ErrNotFound
	}
	err = s.lookApart(c, func(ctx context.Context) error {
		path, ok := s.copyAt(chosen)
		today := s.snapshot(c)
		for i, p := range s.copyPlacesOf() {
			own, others := keeper.CopyGroup{Name: s.placeName(p.Folder)}, keeper.CopyGroup{Name: "Of other books"}
			for _, one := range p.Copies {
				line := copyLine(i, one, chosen)
				if n := today.JustEnded(one.At); n != nil {
					line.After = cmp.Or(n.Name, "the evening")
				}
				own.Lines = append(own.Lines, line)
			}
			v.Groups = append(v.Groups, own)
			for _, one := range p.Others {
				others.Lines = append(others.Lines, copyLine(i, one, chosen))
			}
			if len(others.Lines) > 0 {
				v.Groups = append(v.Groups, others)
			}
		}
		if s.handed.path != "" {
			v.Handed = &keeper.CopyLine{ID: s.handed.id, Name: s.handed.name, On: s.handed.id == chosen}
		}
		if !ok {
			return nil
		}
		seen, err := copies.Look(ctx, path, s.book, s.Now())
		if err == nil {
			v.Chosen, err = chosenCopy(s.snapshot(c), seen)
		}
		if err == nil {
			v.Chosen.ID, v.Chosen.Unsound, v.Chosen.Key = chosen, s.book.CommittedState() == nil, newKey()
		}
		return err
	})
	return v, err
}

func copyLine(place int, c copies.Copy, chosen string) keeper.CopyLine {
	line := keeper.CopyLine{ID: copyID(place, c), At: c.At, Evenings: c.Evenings,
		Damaged: c.Damaged}
	line.On = line.ID == chosen
	return line
}

// mostLacking is how many missing evenings are named; a picture shows mostShown.
const (
	mostLacking = 3
	mostShown   = 30
)

func chosenCopy(today *show.Snapshot, seen *copies.Seen) (*keeper.ChosenCopy, error) {
	v := &keeper.ChosenCopy{Saw: today.Entries(), Well: seen.Found.Sound(), Same: seen.Common > 0,
		Since: today.Entries() > int64(seen.Common)}
	if !v.Well {
		v.Wrong = seen.Found.Wrong[0].Sentence
	}
	lacks, deals := seen.Lacks(today)
	v.Lacks, v.LacksDeals = len(lacks), deals
	v.Evenings, v.Deals = seen.Now.Size()
	v.EveningsNow, v.DealsNow = today.Size()
	last, err := seen.Now.Nights(show.NightFilter{Limit: 1})
	if err != nil {
		return nil, err
	}
	if len(last) > 0 {
		v.Last = last[0].Date
	}
	nights, err := today.Nights(show.NightFilter{Limit: mostShown})
	if err != nil {
		return nil, err
	}
	if len(nights) > 0 {
		v.LastNow = nights[0].Date
	}
	for _, n := range slices.Backward(nights) {
		missing := slices.Contains(lacks, n.ID)
		v.Bars = append(v.Bars, keeper.Bar{Date: n.Date, Missing: missing, Height: n.Deals})
	}
	scale(v.Bars)
	for _, n := range nights {
		if slices.Contains(lacks, n.ID) && len(v.Missing) < mostLacking {
			v.Missing = append(v.Missing, n)
		}
	}
	return v, nil
}

// handInCopy takes a file in as a copy.
func (s *server) handInCopy(c echo.Context) error {
	if s.Exchange == nil {
		return echo.ErrNotFound
	}
	id := newKey()
	err := s.oneOfAFew(c, func() error {
		folder, remove, err := s.book.CopyFolder()
		if err != nil {
			return err
		}
		sent := handed{id: id, path: filepath.Join(folder, "sent.db"), remove: remove}
		size := c.Request().ContentLength
		if size < 0 { // it isn't said
			size = mostCopy
		}
		if err = copies.RoomFor(folder, size); err == nil {
			sent.name, err = arrive(c, sent.path)
		}
		if err == nil {
			err = s.lookApart(c, func(ctx context.Context) error {
				if _, err := copies.Look(ctx, sent.path, s.book, s.Now()); err != nil {
					return err
				}
				err := s.dropHanded()
				s.handed = sent
				return err
			})
		}
		if err != nil {
			return errors.Join(err, remove())
		}
		return nil
	})
	if err != nil {
		return s.copiesRefused(c, s.noPlace(c, err))
	}
	return s.goTo(c, "/keeper/copies?copy="+id)
}

type putBackForm struct {
	copiesForm
	keyed
	Saw int64 `form:"saw" validate:"min=0" label:"The page’s version"`
}

// putCopyBack makes a copy the book.
func (s *server) putCopyBack(c echo.Context, form *putBackForm) error {
	if s.Exchange == nil {
		return echo.ErrNotFound
	}
	if s.putBefore(form.Key) {
		return s.goTo(c, "/keeper?did=put-back")
	}
	seen := func() error {
		if s.book.Now().Entries() != form.Saw {
			return forms.Wrong{"": "Somebody recorded something meanwhile. Look at the copy again."}
		}
		return nil
	}
	var ready *copies.Ready
	err := seen()
	if err == nil {
		ready, err = s.prepare(c, form.Copy)
	}
	if err == nil {
		defer func() { _ = ready.Drop() }()
		err = s.putInPlace(ready, form.Key, seen)
	}
	if err != nil {
		return s.copiesRefused(c, err)
	}
	s.Log.Info("a copy was put back", "request", number(c.Request()), "copy", form.Copy)
	return s.goTo(c, "/keeper?did=put-back")
}

func (s *server) prepare(c echo.Context, id string) (ready *copies.Ready, err error) {
	err = s.lookApart(c, func(ctx context.Context) error {
		path, ok := s.copyAt(id)
		if !ok {
			return forms.Wrong{"": "This copy is gone. Choose another one."}
		}
		seen, err := copies.Look(ctx, path, s.book, s.Now())
		if err == nil {
			ready, err = copies.Prepare(ctx, path, seen.Common > 0, s.book, s.who(c).ID, s.besideCopies())
		}
		return err
	})
	return ready, err
}
