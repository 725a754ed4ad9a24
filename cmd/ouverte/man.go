package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// manCmd prints the manual page, made from the structs that parse the command line.
type manCmd struct{}

func (*manCmd) Help() string {
	return `It is roff, as man reads it:

    ouverte man | man -l -`
}

// Run prints the page.
func (*manCmd) Run(world *outside, program *kong.Application) error {
	_, err := fmt.Fprint(world.out, manPage(program))
	return err
}

// manPage is the page: what the program is, each command with its flags, and where things lie.
func manPage(program *kong.Application) string {
	var b strings.Builder
	b.WriteString(".TH OUVERTE 1 \"\" Ouverte \"User commands\"\n" +
		".SH NAME\nouverte \\- keeps the score and the money of Solo Whist evenings\n" +
		".SH SYNOPSIS\n.B ouverte\n[\\fIcommand\\fR] [\\fIflags\\fR]\n.SH DESCRIPTION\n")
	roffText(&b, program.Help)
	b.WriteString(".SH COMMANDS\n")
	for _, cmd := range program.Leaves(true) {
		fmt.Fprintf(&b, ".SS %s\n", roff(cmd.Path()))
		roffText(&b, cmd.Help)
		if cmd.Detail != "" {
			b.WriteString(".PP\n")
			roffText(&b, cmd.Detail)
		}
		for _, a := range cmd.Positional {
			fmt.Fprintf(&b, ".TP\n\\fI%s\\fR\n%s\n", roff(a.Summary()), roff(a.Help))
		}
		for _, f := range cmd.Flags {
			fmt.Fprintf(&b, ".TP\n\\fB%s\\fR\n%s\n", roff(f.String()), roff(f.Help))
		}
	}
	b.WriteString(".SH ENVIRONMENT\nEvery flag has a twin, and the flag wins: for " +
		"\\fB\\-\\-listen\\fR it is \\fBOUVERTE_LISTEN\\fR.\n.SH FILES\n" +
		".TP\n\\fI~/.local/share/ouverte/book.db\\fR\nThe book, below \\fBXDG_DATA_HOME\\fR where that is set.\n" +
		".TP\n\\fI/var/lib/ouverte/book.db\\fR\nThe book of the system's service.\n" +
		".TP\n\\fI/etc/ouverte.env\\fR\nThe settings of the system's service, one a line.\n")
	return b.String()
}

// roffText writes help: paragraphs, and lines that begin with four spaces as they are.
func roffText(b *strings.Builder, text string) {
	literal := false
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		typed := strings.HasPrefix(line, "    ")
		switch {
		case typed && !literal:
			b.WriteString(".nf\n")
		case !typed && literal:
			b.WriteString(".fi\n")
		}
		if literal = typed; line == "" {
			b.WriteString(".PP\n")
			continue
		}
		b.WriteString(roff(line) + "\n")
	}
	if literal {
		b.WriteString(".fi\n")
	}
}

// roff is text that means nothing else to roff.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
