package main

// What the commands that keep a book share: which book, how much they say, and how they show that they are not asleep.

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"runtime/debug"
	"time"

	"ouverte/ledger"
)

// keeping are the flags of all of them.
type keeping struct {
	Book  string `placeholder:"FILE" help:"The book. Left out it lies in your data folder."`
	Quiet bool   `short:"q" help:"Say nothing when all is well."`
}

// book is the file meant.
func (k *keeping) book() (string, error) {
	if k.Book != "" {
		return k.Book, nil
	}
	return ownBook()
}

// progress begins long work, and counts on a terminal how far it has come; done takes the count away again.
func (k *keeping) progress(world *outside, what string) (tell ledger.Progress, done func()) {
	debug.SetGCPercent(ledger.LongWork) // this one piece of work is all that the program does
	if k.Quiet || !onTerminal(world.err) {
		return nil, func() {}
	}
	next, told := time.Now().Add(progressEvery), false
	tell = func(done, total int64) {
		if now := time.Now(); now.After(next) {
			fmt.Fprintf(world.err, "\r\x1b[K%s: %s of %s entries", what, grouped(int(done)), grouped(int(total)))
			next, told = now.Add(progressEvery), true
		}
	}
	return tell, func() {
		if told {
			fmt.Fprint(world.err, "\r\x1b[K")
		}
	}
}

// say prints a result in words, or for a script as JSON.
func (k *keeping) say(world *outside, asJSON bool, words string, result any) error {
	if asJSON {
		return json.NewEncoder(world.out).Encode(result)
	}
	if k.Quiet {
		return nil
	}
	_, err := fmt.Fprintln(world.out, words)
	return err
}

// explain says instead of an error that follows from it that somebody pressed Ctrl-C.
func explain(world *outside, err error) error {
	if err != nil && world.Err() != nil {
		return errors.New("interrupted")
	}
	return err
}

// named adds to the sentence about a book that isn't there how to name another one.
func named(book string, err error) error {
	var unopened *ledger.CannotOpen
	if errors.As(err, &unopened) && unopened.Path == book && errors.Is(err, fs.ErrNotExist) {
		return &ledger.CannotOpen{Path: book, Sentence: unopened.Sentence + " Name another with --book FILE.", Cause: unopened.Cause}
	}
	return err
}

// audited is what an audit found, for a script.
type audited struct {
	Well bool `json:"well"`
	*ledger.Found
}
