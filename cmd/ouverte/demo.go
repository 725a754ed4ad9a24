package main

// ouverte demo: a book to look around in, or one of any size to measure with. demomodel.go plays the cards, demobook.go
// writes what was played as a scorer would have.

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"ouverte/ledger"
	"ouverte/rules"
)

// mostPlayers is more than any club has.
const mostPlayers = 5000

type demoCmd struct {
	Listen  string `default:"127.0.0.1:8052" help:"Address to serve on. If it is taken, any other will do."`
	Book    string `type:"path" placeholder:"FILE" help:"Keep the book in this new file. Left out it is thrown away at the end."`
	Deals   int    `placeholder:"N" help:"Make so many deals, at as many tables as it takes. Left out: three seasons of Friday nights, and one in progress."`
	Players int    `placeholder:"N" help:"So many players. Left out: nine."`
	Seed    uint64 `default:"1926" help:"The same seed makes the same evenings."`
	NoServe bool   `help:"Make the book and stop; with --book."`
	Quiet   bool   `short:"q" help:"Say nothing."`
	JSON    bool   `help:"With --no-serve: answer as JSON."`
	logging
}

// Help is shown by ouverte demo --help.
func (*demoCmd) Help() string {
	return `Opens at an evening in progress, among three seasons of them. Everything may be tried; it is thrown away at the end. A club of any size is made too, to measure with:

    ouverte demo
    ouverte demo --deals 100000 --players 60 --book club.db --no-serve`
}

// made is the book that was made, for a script.
type made struct {
	Book   string `json:"book"`
	Deals  int    `json:"deals"`
	Nights int    `json:"nights"`
}

// Run makes the book and serves it.
func (c *demoCmd) Run(world *outside) error {
	switch {
	case c.Deals < 0:
		return fmt.Errorf("a demo can't have %d deals; say how many with --deals, or leave it out", c.Deals)
	case c.Players != 0 && (c.Players < rules.MaxSeats || c.Players > mostPlayers):
		return fmt.Errorf("a demo has %d to %d players, and not %d; say how many with --players, or leave it out", rules.MaxSeats, mostPlayers, c.Players)
	}
	path := c.Book
	if c.NoServe && path == "" {
		return fmt.Errorf("a demo that isn't served and isn't kept is for nothing; name a file with --book FILE")
	}
	if path == "" {
		folder, err := os.MkdirTemp("", "ouverte-demo-")
		if err != nil {
			return fmt.Errorf("no folder for a throwaway book; name a file with --book FILE: %w", err)
		}
		defer os.RemoveAll(folder)
		path = filepath.Join(folder, "demo.db")
	} else if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s is there already; a demo only writes a new book", path)
	}
	log := c.logger(world)
	clock := &demoClock{}
	book, err := ledger.Open(world, path, ledger.Options{Log: log, Clock: clock.now, Throwaway: true})
	if err != nil {
		return err
	}
	defer book.Close()

	began := time.Now()
	w := newDemoWriter(book, clock, c.Seed, c.Players)
	if !c.Quiet && onTerminal(world.err) && c.Deals > 0 {
		w.progress = func(done, total int) { fmt.Fprintf(world.err, "\r%d of %d deals", done, total) }
	}
	if c.Deals > 0 {
		err = w.club(world, c.Deals, began)
	} else {
		err = w.circle(world, began)
	}
	if w.progress != nil {
		fmt.Fprintln(world.err)
	}
	if err != nil {
		return err
	}
	clock.run()
	if c.NoServe {
		if err := book.Close(); err != nil {
			return err
		}
		say := &keeping{Quiet: c.Quiet}
		return say.say(world, c.JSON, fmt.Sprintf("%s: %d deals of %d evenings.", path, w.deals, w.evenings), made{path, w.deals, w.evenings})
	}
	if !c.Quiet {
		fmt.Fprintf(world.out, "A demo: %d deals of %d evenings that never were.\n", w.deals, w.evenings)
	}
	return (&serving{Listen: c.Listen, anywhere: true}).keepServing(world, book, log)
}
