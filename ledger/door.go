package ledger

// The door of a book, and a code made by another process while this one has the book open.

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/door"
	"ouverte/ledger/note"
	"ouverte/ledger/store"
)

func (b *Book) openDoor(d *desk) (err error) {
	b.Door, err = door.Load(d.Writer, b.file.Version(), door.Needs{
		Clock: b.clock, Rand: b.rand, Rouse: b.rouse,
		Write: func(ctx context.Context, do func(*store.Writer) error) error {
			return b.write(ctx, func(d *desk) error { return do(d.Writer) })
		},
		Read: b.read,
		Open: func(n chain.NightID) (table bool, err error) {
			night, err := d.opened(n)
			return err == nil && night.Meeting != 0, err
		},
		Part: func(n chain.NightID, p chain.PlayerID) (chain.PlayerID, error) {
			night, err := d.night(n)
			if err != nil {
				return 0, err
			}
			who, err := d.names().Somebody(p)
			if err == nil && !slices.Contains(night.People(), who.ID) {
				err = refuse("player", "%s has no part in this evening.", who.Name)
			}
			if err != nil {
				return 0, err
			}
			return who.ID, nil
		},
		Who: func(p chain.PlayerID) (chain.PlayerID, string) {
			names := b.newest.Load().Names()
			return names.Who(p), names.Name(p)
		},
	})
	return err
}

// LetInAs lets in to this book, a copy that is about to take the place of another, those who were let in
// there.
func (b *Book) LetInAs(ctx context.Context, there *door.Door, same bool, by door.DeviceID) error {
	return b.Door.As(ctx, there, same, by, b.newest.Load().LastNight())
}

// CodeBeside makes a code as MakeCode does, in a book that another process may have open. The right to do so
// is that to write to the file. A book that is opened for reading only takes no code.
func CodeBeside(ctx context.Context, path string, right door.Right) (code string, ends time.Time, err error) {
	whole, _ := store.WholePath(path)
	noted, _ := note.Read(whole) // before the book: what is written meanwhile isn't missing
	err = store.Beside(ctx, path, func(w *store.Writer) error {
		missing, err := noted.Missing(w)
		if err == nil && missing != nil {
			says := olderWarning(missing, false)
			err = &CannotOpen{Path: path, Sentence: says.What + " " + says.Do, Cause: errOlderCopy}
		}
		if err != nil {
			return err
		}
		code, ends, err = door.NewCode(w, rand.Reader, right, 0, time.Now())
		return err
	})
	return code, ends, store.ExplainLook(path, err)
}

var errOlderCopy = errors.New("ledger: the book has less than was noted")
