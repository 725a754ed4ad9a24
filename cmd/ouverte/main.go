// Command ouverte keeps the score and the money of Solo Whist evenings.
//
// Each command is a struct in the file of its name: its flags, its help, and Run. This file lists them and
// runs one; help.go has the sentences of the help that are too long for a struct tag.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"syscall"

	"github.com/alecthomas/kong"

	"ouverte/ledger/archive"
)

type commands struct {
	Serve serveCmd `cmd:"" default:"withargs" help:"${serve}"`

	Pair    pairCmd    `cmd:"" help:"Make a code that lets a device in, also while the book is served."`
	Demo    demoCmd    `cmd:"" help:"${demo}"`
	Audit   auditCmd   `cmd:"" help:"Work out the whole book again and say whether all is well."`
	Backup  backupCmd  `cmd:"" help:"Write a copy of the book, checked, also while it is in use."`
	Circle  circleCmd  `cmd:"" help:"Make, list, close, open or move one circle of a folder."`
	Restore restoreCmd `cmd:"" help:"Put a copy back as the book."`
	Export  exportCmd  `cmd:"" help:"Write the whole book as JSON, as a table, or as a journal."`
	Import  importCmd  `cmd:"" help:"Make a book of an export, or bring evenings of another book in."`

	Score   scoreCmd   `cmd:"" help:"Work out deals: one JSON object a line in, one answer a line out."`
	Auction auctionCmd `cmd:"" help:"Follow auctions: one JSON object a line in, one answer a line out."`

	Service serviceCmd `cmd:"" help:"Start Ouverte with the machine; stop doing so; say whether it runs."`
	Health  healthCmd  `cmd:"" help:"Ask the running program whether it is well."`
	Version versionCmd `cmd:"" help:"Print which version this is."`

	ShowVersion kong.VersionFlag `name:"version" env:"-" help:"Print which version this is."`
}

// outside is what a command sees of the world.
type outside struct {
	context.Context
	in       io.Reader
	out, err io.Writer
}

func main() {
	// The first signal cancels the context. A second one has its default effect again and ends the program.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	limitMemory()
	world := &outside{ctx, os.Stdin, os.Stdout, os.Stderr}
	status, done := asService(world, os.Args[1:])
	if !done {
		status = run(world, os.Args[1:])
		if status != 0 && ctx.Err() == nil {
			holdWindow(world)
		}
	}
	os.Exit(status)
}

// errSilent ends a command with status 1 and no message: the command has printed why.
var errSilent = errors.New("")

// exited is what kong's Exit panics with, after --help.
type exited int

// run is the whole program: arguments in, exit status out. Status 2 means a command line that doesn't parse.
func run(world *outside, args []string) (status int) {
	defer func() {
		if p := recover(); p != nil {
			l, ok := p.(exited)
			if !ok {
				panic(p)
			}
			status = int(l)
		}
	}()
	parser, err := newParser(new(commands), world)
	if err != nil {
		panic(err) // a mistake in the structs above
	}
	said, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintf(world.err, "ouverte: %s\nouverte %sshows what there is.\n", plainly(err), helpFor(err))
		return 2
	}
	if err := said.Run(world, parser.Model); err != nil {
		if world.Err() != nil && !errors.Is(err, errInterrupted) { // what failed then, failed by it
			err = errInterrupted
		}
		if !errors.Is(err, errSilent) {
			fmt.Fprintf(world.err, "ouverte: %v\n", err)
		}
		return 1
	}
	return 0
}

// newParser parses a command line into all.
func newParser(all *commands, world *outside) (*kong.Kong, error) {
	return kong.New(all,
		kong.Name("ouverte"),
		kong.Description(about),
		kong.Writers(world.out, world.err),
		kong.Exit(func(code int) { panic(exited(code)) }),
		kong.DefaultEnvars("OUVERTE"),
		withHelps,
		kong.Vars{
			"version": "ouverte " + version(),
			"desktop": strconv.FormatBool(hasDesktop(world.out)),
			"forms":   eachOf(archive.Forms, ",", func(f archive.Form) string { return string(f.Format) }),
		},
		kong.ConfigureHelp(kong.HelpOptions{NoExpandSubcommands: true, WrapUpperBound: 100}),
	)
}
