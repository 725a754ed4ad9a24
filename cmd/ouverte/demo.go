package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates/say"
)

// mostPlayers is more than any club has.
const mostPlayers = 5000

// demoCmd makes a book: demomodel.go plays the cards, demobook.go records them as a scorer would.
type demoCmd struct {
	Listen  string `default:"127.0.0.1:8052" help:"Address to serve on. If it is taken, any other will do."`
	Book    string `type:"path" placeholder:"FILE" help:"${demo_book}"`
	Deals   int    `placeholder:"N" help:"${deals}"`
	Players int    `placeholder:"N" help:"How many players. Left out: nine."`
	Seed    uint64 `default:"1926" help:"The same seed makes the same evenings."`
	Open    bool   `negatable:"" default:"${desktop}" help:"${open}"`
	NoServe bool   `help:"Make the book and stop; with --book."`
	Quiet   bool   `short:"q" help:"Say nothing."`
	logging
}

func (*demoCmd) Help() string {
	return `Opens at an evening in progress, among three seasons of them. Try everything; it is thrown away
at the end. It makes a club of any size, too, to measure with:

    ouverte demo
    ouverte demo --deals 100000 --players 60 --book club.db --no-serve`
}

// Run makes the book and serves it.
func (c *demoCmd) Run(world *outside) error {
	switch {
	case c.Deals < 0:
		return fmt.Errorf("a demo can't have %d deals; say how many with --deals, or leave it out", c.Deals)
	case c.Players != 0 && (c.Players < rules.MaxSeats || c.Players > mostPlayers):
		return fmt.Errorf("a demo has %d to %d players, and not %d; say how many with --players, or leave it out",
			rules.MaxSeats, mostPlayers, c.Players)
	}
	path := c.Book
	if c.NoServe && path == "" {
		return fmt.Errorf("a demo that is neither served nor kept is no use; name a file with --book FILE")
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
	if c.Deals > 0 {
		w.progress = newProgress(world, c.Quiet)
		err = w.club(world, c.Deals, began)
	} else {
		err = w.circle(world, began)
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
		return say.say(world, fmt.Sprintf("%s: %d deals of %d evenings.", path, w.deals, w.evenings))
	}
	if !c.Quiet {
		fmt.Fprintf(world.out, "A demo: %d deals of %d made-up evenings.\n", w.deals, w.evenings)
	}
	// It holds nothing of anybody's, so nobody needs to be known.
	demo := &serving{Listen: c.Listen, anywhere: true, Trust: true, Open: c.Open}
	if open := book.Now().OpenNights(1); len(open) > 0 {
		demo.begins = say.NightPath(open[0].ID)
	}
	return demo.keepServing(world, book, log)
}
