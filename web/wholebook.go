package web

// The book as a whole: a copy to take away, everything as text, and the check of the books. Each reads the
// whole book, so they run one after another. A copy or an export becomes a file first, and is sent when the
// next may begin: how long a browser takes for it holds up nobody.

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
	"ouverte/rules/english"
	"ouverte/templates/keeper"
	"ouverte/web/forms"
)

// mostCopies is how many files made of the whole book may lie on the disk until they are sent, those of
// other books on their way in with them.
const mostCopies = 4

// alone runs what goes through the whole book, one at a time. It waits no longer than the request lasts.
func (s *server) alone(c echo.Context, do func() error) error {
	ctx := c.Request().Context()
	select {
	case s.whole <- struct{}{}:
		defer func() { <-s.whole }()
	case <-ctx.Done():
		return ctx.Err()
	}
	end, err := s.Share.beginLong(ctx)
	if err != nil {
		return err
	}
	defer end()
	return do()
}

// backup sends a copy of the book, audited.
func (s *server) backup(c echo.Context) error {
	return s.oneOfAFew(c, func() error {
		whole := false
		err := s.download(c, "application/vnd.sqlite3", ".db", func(path string) (string, error) {
			taken, err := s.book.CopyOut(c.Request().Context(), path)
			if !taken {
				_, err = archive.BackupOf(c.Request().Context(), s.book.CommittedState(), s.book.Path(), path, nil)
				whole = err == nil
			}
			if !taken || err != nil {
				return "", err
			}
			return s.lastCopy(c, path), nil
		})
		if whole && err == nil {
			s.book.CopyTaken()
		}
		return err
	})
}

// copyNow has copies made in every place.
func (s *server) copyNow(c echo.Context) error {
	if s.Copies == nil {
		return echo.ErrNotFound
	}
	if err := s.Copies.Now(c.Request().Context()); err != nil {
		s.Log.Warn("a copy was asked for", "request", number(c.Request()), "error", err)
		return s.goTo(c, "/keeper") // which says of each place what is wrong
	}
	return s.goTo(c, "/keeper?did=copied")
}

type placeForm struct {
	Folder string `form:"folder" validate:"max=1000" label:"The folder"`
	Do     string `form:"do" validate:"required,oneof=name none" label:"The choice"`
}

// namePlace names the second place for copies, or none.
func (s *server) namePlace(c echo.Context) error {
	if s.Copies == nil || !s.Copies.MayName() {
		return echo.ErrNotFound
	}
	var form placeForm
	err := c.Bind(&form)
	if form.Do == "none" {
		form.Folder = ""
	} else if err == nil && form.Folder == "" {
		err = forms.Wrong{"folder": "Type the name of a folder."}
	}
	if err == nil {
		err = s.Copies.Name(c.Request().Context(), form.Folder)
	}
	if err != nil {
		v := s.keeperView(c)
		v.CopiesTo = form.Folder
		return s.keeperRefused(c, v, err)
	}
	return s.goTo(c, "/keeper?did=place")
}

// lastCopy audits a copy of a book that lies nowhere else any more. It is handed over whatever is found; its
// name then says so.
func (s *server) lastCopy(c echo.Context, path string) (mark string) {
	found, err := audit.Check(c.Request().Context(), path, nil, nil)
	if err == nil && found.Sound() {
		return ""
	}
	if err == nil {
		err = found.Wrong[0]
	}
	s.Log.Error("the copy of a book that was taken away is not in order", "request", number(c.Request()),
		"error", err)
	return "-not-in-order"
}

// export sends the book as text. Where there is no place for the file, it is sent while it is read: a book on
// a full disk can still be taken elsewhere. Of an unsound book the sound part is sent; its name then says so.
func (s *server) export(c echo.Context) error {
	form, ok := archive.Find(archive.Format(c.Param("form")))
	if !ok {
		return echo.ErrNotFound
	}
	write := func(w io.Writer, anew bool) (mark string, err error) {
		ctx, zone := c.Request().Context(), s.Now().Location()
		if known := s.book.CommittedState(); known != nil && !anew {
			return "", archive.ExportOf(ctx, known, s.book.Path(), form.Format, zone, w)
		}
		err = archive.Export(ctx, s.book.Path(), form.Format, zone, w, nil)
		if unsound := (*archive.Unsound)(nil); errors.As(err, &unsound) {
			s.Log.Error("only the sound part of the book was exported", "request", number(c.Request()), "error", err)
			return fmt.Sprintf("-up-to-entry-%d", unsound.Entries), nil
		}
		return "", err
	}
	return s.oneOfAFew(c, func() error {
		err := s.download(c, form.Type, form.Ending, func(path string) (string, error) {
			f, err := os.Create(path)
			if err != nil {
				return "", err
			}
			mark, err := write(f, false)
			if archive.IsChanged(err) { // somebody else wrote in the file: its sound part is read from it
				_, seeks := f.Seek(0, io.SeekStart)
				if err = errors.Join(seeks, f.Truncate(0)); err == nil {
					mark, err = write(f, true)
				}
			}
			return mark, errors.Join(err, f.Close())
		})
		if errors.As(err, new(*ledger.CannotWrite)) {
			s.attach(c, form.Type, form.Ending)
			_, err := write(piece(c), false)
			return brokenOff(err)
		}
		return err
	})
}

// oneOfAFew refuses a download or an upload while too many are on their way, so that the disk doesn't fill.
func (s *server) oneOfAFew(c echo.Context, do func() error) error {
	select {
	case s.copies <- struct{}{}:
		defer func() { <-s.copies }()
		return do()
	default:
		return later(c, 30, "One after another",
			"Several copies are on their way to or from devices. Try again when one has arrived.")
	}
}

// download has a file made of the whole book, alone, then sends it and removes it. make may give a mark that
// its name is to have.
func (s *server) download(
	c echo.Context, kind, ending string, make func(path string) (mark string, err error),
) error {
	folder, remove, err := s.book.CopyFolder()
	if err != nil {
		return s.noPlace(c, err)
	}
	defer remove()
	path := filepath.Join(folder, "copy"+ending)
	mark := ""
	err = s.alone(c, func() (err error) {
		mark, err = make(path)
		return err
	})
	if err != nil {
		return s.noPlace(c, err)
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	s.attach(c, kind, mark+ending)
	c.Response().Header().Set("Content-Length", fmt.Sprint(info.Size()))
	_, err = io.Copy(piece(c), f)
	return brokenOff(err)
}

// attach says in the header what is sent as a file.
func (s *server) attach(c echo.Context, kind, ending string) {
	h := c.Response().Header()
	h.Set("Content-Type", kind)
	name := "ouverte-" + s.Now().Format(time.DateOnly) + ending
	h.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", name))
	h.Set("Cache-Control", "no-store")
}

// noPlace words and logs an error of the disk the file was to lie on.
func (s *server) noPlace(c echo.Context, err error) error {
	if errors.As(err, new(*ledger.CannotOpen)) || !errors.As(err, new(*fs.PathError)) {
		return err
	}
	s.Log.Error("no place for a copy", "request", number(c.Request()), "error", err)
	return &ledger.CannotWrite{Cause: err,
		Sentence: "The disk has no room for a copy, or can't be written to."}
}

// checkBooks audits the book and shows the findings on the keeper's page.
func (s *server) checkBooks(c echo.Context) error {
	var found *audit.Found
	err := s.alone(c, func() (err error) {
		found, err = audit.Check(c.Request().Context(), s.book.Path(), nil, nil)
		return err
	})
	if err != nil {
		return err
	}
	s.well.Store(nil)
	if found.Well() {
		now := s.Now()
		s.well.Store(&now)
	}
	v := s.keeperView(c)
	v.Check = &keeper.CheckLine{Well: found.Well(), Line: found.Line()}
	if found.Well() {
		v.Check.Line = "All is well: every deal and every balance is right."
		v.Check.More = []string{
			english.Count(found.Entries, "entry") + ". The last one’s letters: " + found.End + "."}
	} else {
		s.Log.Error("the books are not in order", "request", number(c.Request()), "found", found.Line())
		for _, w := range found.Wrong[1:min(len(found.Wrong), 20)] {
			v.Check.More = append(v.Check.More, w.Sentence)
		}
	}
	return s.showKeeper(c, v)
}

// piece writes an answer of any length, without the limit for a whole one.
func piece(c echo.Context) *piecewise {
	return &piecewise{c.Response(), http.NewResponseController(c.Response())}
}

type piecewise struct {
	to       io.Writer
	deadline *http.ResponseController
}

func (p *piecewise) Write(b []byte) (int, error) {
	_ = p.deadline.SetWriteDeadline(time.Now().Add(30 * time.Second)) // where it can't be moved there is none
	return p.to.Write(b)
}

// brokenOff ends a download that failed in its middle in a way that the browser notices: half a book must not
// look whole.
func brokenOff(err error) error {
	if err != nil {
		return &broken{err}
	}
	return nil
}

type broken struct{ error }

func (b *broken) Unwrap() error { return b.error }
