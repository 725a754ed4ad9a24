// Command ouverte keeps the score and the money of Solo Whist evenings.
//
// Each command is a struct in the file of its name: its flags, its help, and Run. This file only lists them.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
)

type commands struct {
	Serve serveCmd `cmd:"" default:"withargs" help:"Keep a book and serve it to browsers; also what happens without a command."`

	Demo    demoCmd    `cmd:"" help:"Look around in a throwaway book with nine players and three seasons of evenings."`
	Audit   auditCmd   `cmd:"" help:"Reckon the whole book anew and say whether all is well."`
	Backup  backupCmd  `cmd:"" help:"Write a copy of the book, checked, also while it is in use."`
	Restore restoreCmd `cmd:"" help:"Make a copy the book again."`
	Export  exportCmd  `cmd:"" help:"Write the whole book as JSON, as a table, or as a journal."`
	Import  importCmd  `cmd:"" help:"Make a book of an export."`

	Score   scoreCmd   `cmd:"" help:"Reckon deals: one JSON object a line in, its answer a line out."`
	Auction auctionCmd `cmd:"" help:"Follow auctions: one JSON object a line in, its answer a line out."`

	Health     healthCmd     `cmd:"" help:"Ask the running program whether it is well."`
	Completion completionCmd `cmd:"" help:"Print what makes your shell complete commands and flags."`
	Version    versionCmd    `cmd:"" help:"Print which version this is."`

	ShowVersion kong.VersionFlag `name:"version" env:"-" help:"Print which version this is."`
}

// about stands above the list of commands.
const about = `Keeps the score and the money of a Solo Whist evening played with real cards.

    ouverte                                    keep a book, for this machine's browser
    ouverte demo                               look around in one that is thrown away
    ouverte serve --listen 0.0.0.0:8052        for the tablets and phones of the house
    ouverte backup /media/stick/friday.db      take a copy along

The exit status is 0 when all went well; 1 when it did not, with a sentence on standard error that says why, or with what an audit found on standard output; and 2 for a command line that is not understood. Every flag has a twin in the environment, named beside it; the flag wins.`

// outside is what a command sees of the world.
type outside struct {
	context.Context
	in       io.Reader
	out, err io.Writer
}

func main() {
	// The first Ctrl-C finishes what was begun, a second one stops at once.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	os.Exit(run(&outside{ctx, os.Stdin, os.Stdout, os.Stderr}, os.Args[1:]))
}

// errSilent ends a command with status 1 where everything was said already.
var errSilent = errors.New("")

// run is the whole program: arguments in, exit status out. 2 is for a command line nobody understands.
func run(world *outside, args []string) (status int) {
	type left int // the parser leaves by panicking with this, after --help
	defer func() {
		if p := recover(); p != nil {
			l, ok := p.(left)
			if !ok {
				panic(p)
			}
			status = int(l)
		}
	}()
	parser, err := kong.New(&commands{},
		kong.Name("ouverte"),
		kong.Description(about),
		kong.Writers(world.out, world.err),
		kong.Exit(func(code int) { panic(left(code)) }),
		kong.DefaultEnvars("OUVERTE"),
		kong.Vars{"version": "ouverte " + version()},
		kong.ConfigureHelp(kong.HelpOptions{NoExpandSubcommands: true, WrapUpperBound: 100}),
	)
	if err != nil {
		panic(err) // a mistake in the structs above
	}
	said, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintf(world.err, "ouverte: %s\nouverte %sshows what there is.\n", plainly(err), helpFor(err))
		return 2
	}
	if err := said.Run(world, parser.Model); err != nil {
		if !errors.Is(err, errSilent) {
			fmt.Fprintf(world.err, "ouverte: %v\n", err)
		}
		return 1
	}
	return 0
}

// plainly says in our words what the parser says in those of a programmer.
func plainly(err error) string {
	said := err.Error()
	for _, other := range []struct {
		theirs *regexp.Regexp
		ours   string
	}{
		{regexp.MustCompile(`expected \S+ value but got "EOL" \(<EOL>\)`), "it needs a value"},
		{regexp.MustCompile(`expected \S+ value but got ("-.*?") \((?:short|long) flag\).*`), "it needs a value, and $1 looks like a flag"},
		{regexp.MustCompile(`expected a valid \d+ bit u?int but got (".*?")`), "it must be a whole number, and not $1"},
		{regexp.MustCompile(`expected duration but got (".*?").*`), "it must be a time as 5s, and not $1"},
		{regexp.MustCompile(`^expected "<(\w+)>"$`), "it must be told the $1"},
		{regexp.MustCompile(`^<(\w+)> must be`), "the $1 must be"},
		{regexp.MustCompile(`\(from envar (.*)\)`), "(from the environment: $1)"},
	} {
		said = other.theirs.ReplaceAllString(said, other.ours)
	}
	if what, words, ok := strings.Cut(said, " must be one of "); ok {
		words, got, _ := strings.Cut(words, " but got ")
		said = what + " must be one of " + strings.NewReplacer(`"`, "", ",", ", ").Replace(words) + ", and not " + got
	}
	return said
}

// helpFor names the help that answers a command line that was not understood: that of its command, if it got so far.
func helpFor(err error) string {
	var wrong *kong.ParseError
	if errors.As(err, &wrong) && wrong.Context != nil {
		if at := wrong.Context.Selected(); at != nil && at.Parent != nil && len(wrong.Context.Args) > 0 && wrong.Context.Args[0] == at.Name {
			return at.Name + " --help "
		}
	}
	return "--help "
}
