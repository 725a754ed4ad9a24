package main

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime/debug"

	"ouverte/ledger"
	"ouverte/ledger/audit"
)

// keeping has the flags of the commands that work on a whole book.
type keeping struct {
	Book  string `placeholder:"FILE" help:"${book}"`
	Quiet bool   `short:"q" help:"Say nothing when all is well."`
}

// work runs a long task on the book and counts its progress on a terminal. It words the error of a book
// that doesn't exist.
func (k *keeping) work(world *outside, what string, do func(path string, tell audit.Progress) error) error {
	path, err := bookAt(k.Book)
	if err != nil {
		return err
	}
	debug.SetGCPercent(audit.LongWork) // the process does nothing else
	p := newProgress(world, k.Quiet)
	err = do(path, p.entries(what))
	p.end("")
	return hintBook(path, err)
}

// replace puts another book in the place of this one and says so.
func (k *keeping) replace(world *outside, what, done string,
	put func(path string, tell audit.Progress) (found *audit.Found, kept string, err error)) error {
	words := ""
	err := k.work(world, what, func(path string, tell audit.Progress) error {
		found, kept, err := put(path, tell)
		if err != nil {
			return err
		}
		words = done + " " + path + ". " + found.Line()
		if kept != "" {
			words += "\nThe book that was there is now " + kept + "."
		}
		return nil
	})
	if err != nil {
		return err
	}
	return k.say(world, words)
}

// say prints a result.
func (k *keeping) say(world *outside, words string) error {
	if k.Quiet {
		return nil
	}
	_, err := fmt.Fprintln(world.out, words)
	return err
}

// errInterrupted replaces the error that follows from a cancelled context.
var errInterrupted = errors.New("interrupted")

// hintBook adds to the error about a missing book how to name another one.
func hintBook(book string, err error) error {
	var unopened *ledger.CannotOpen
	if errors.As(err, &unopened) && unopened.Path == book && errors.Is(err, fs.ErrNotExist) {
		sentence := unopened.Sentence + " Name another with --book FILE."
		return &ledger.CannotOpen{Path: book, Sentence: sentence, Cause: unopened.Cause}
	}
	return err
}
