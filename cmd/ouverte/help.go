package main

import (
	"cmp"
	"errors"
	"os"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"

	"ouverte/ledger/archive"
)

// about stands above the list of commands.
const about = `Keeps the score and the money of a Solo Whist evening played with real cards.

    ouverte                                    keep a book, for this machine and the tablets of its house
    ouverte demo                               look around in a throwaway one
    ouverte backup /media/stick/friday.db      take a copy along
    ouverte serve --books /srv/circles         many circles, a book each, by host name

The exit status is 0 when all went well; 1 when it did not, with a sentence on standard error that says why,
or with an audit's findings on standard output; and 2 for a command line it doesn't understand. Every flag
has a twin in the environment, named beside it; the flag wins.`

// withHelps puts the sentences into the help that struct tags refer to as ${name}. As kong's variables, all
// of them would be searched for others at each flag, which takes a fifth of a start.
var withHelps = kong.PostBuild(func(k *kong.Kong) error {
	inFull := func(help *string) {
		*help = os.Expand(*help, func(name string) string { return cmp.Or(helps[name], "${"+name+"}") })
	}
	return kong.Visit(k.Model.Node, func(at kong.Visitable, next kong.Next) error {
		switch at := at.(type) {
		case *kong.Node:
			inFull(&at.Help)
		case *kong.Value:
			inFull(&at.Help)
		}
		return next(nil)
	})
})

var helps = map[string]string{
	"serve": "Keep a book and serve it to browsers. The default.",
	"demo":  "Look around in a throwaway book with nine players and three seasons of evenings.",

	"book": "The book's file. Without it, the one in your data folder.",
	"books": "Serve every book of this folder by its host name: NAME.DOMAIN is NAME.db. See " +
		"ouverte circle.",
	"domain":    "The domain after a circle's name. Left out: localhost, for this machine.",
	"idle":      "Close a circle nobody has used for this long. It opens again when somebody asks for it.",
	"most_open": "How many circles are open at once. Left out: as many as there are files for, 1000 at most.",
	"copies": "A second place for copies of the book: a stick, a share. With --books: the only place for " +
		"all circles' copies; left out: DIR/.house/copies.",
	"copies_most":  "How many GB all circles' copies may take. The oldest go first.",
	"no_copies":    "Make no copies: something else does.",
	"circle_task":  "new, link, list, close, open or move.",
	"circle_books": "The folder of the circles.",
	"circle_wait":  "How long to wait until the running program has let go of the book.",

	"listen": "Address to serve on. Left out it is house:8052, this machine and the private addresses of the " +
		"house it is in; with --behind-proxy, --acme or --books 127.0.0.1:8052, this machine alone. " +
		"0.0.0.0:8052 is every address, public ones too.",
	"pair": "Print the keeper's link even if somebody keeps the book.",
	"open": "Open the desktop's browser, the default at a terminal with a display.",
	"trust_this_machine": "Make every visitor from this machine the keeper, without a code: for kiosks " +
		"and scripts. With a forwarder on it (ssh -R, a container's ports, a proxy you don't name) every " +
		"visitor is the keeper.",
	"accept_older": "Go on with a book that has less than its note says: an older copy, or one that lost " +
		"its log. Use it once: it doesn't cover a later loss.",
	"behind_proxy": "Addresses or networks of proxies to believe about who asks and how " +
		"(X-Forwarded-For, -Proto, -Host).",
	"tls_cert":  "Serve over TLS with this certificate (PEM, the whole chain), read again when it changes.",
	"tls_local": "Serve over TLS with a certificate Ouverte makes; /trust tells devices how to trust it.",
	"acme": "Serve over TLS with a certificate of Let's Encrypt for this public name, accepting its terms. " +
		"The name must reach this machine at port 443: with --listen :443, or with a port to which a " +
		"router forwards that one.",
	"hsts": "Make browsers use https alone for half a year after each visit (HSTS). If the certificate " +
		"runs out then, they let nobody past.",
	"quiet_serve": "Print nothing but the keeper's link, and that only while nobody keeps the book and " +
		"others can reach it.",
	"announce": "Answer to ouverte.local on the network (mDNS), the default where other devices can " +
		"come.",
	"service_flags": "After install: flags of serve to start it with.",
	"log":           "How the log is written, on standard error: text or json.",
	"verbose":       "Log every request too, with its X-Request-Id.",

	"demo_book": "Keep the book in this new file. Left out: throw it away at the end.",
	"deals": "How many deals, at as many tables as it takes. Left out: three seasons of Friday nights, " +
		"and one in progress.",
	"health_url": "Its address from outside, instead: https://whist.example.",

	"seal": "A seal noted elsewhere, which must be in this book. May be given several times.",
	"import_as": "Who somebody of the other book is in this one, or +NAME for somebody new; may be given " +
		"several times.",
	"export": eachOf(archive.Forms, "; ",
		func(f archive.Form) string { return string(f.Format) + " is " + f.About }) +
		".",
}

// eachOf tells of each of some things.
func eachOf[T any](all []T, between string, one func(T) string) string {
	words := make([]string, len(all))
	for i, a := range all {
		words[i] = one(a)
	}
	return strings.Join(words, between)
}

// ours are kong's sentences about a command line, each with the one printed instead.
var ours = []struct {
	theirs *regexp.Regexp
	ours   string
}{
	{regexp.MustCompile(`expected \S+ value but got "EOL" \(<EOL>\)`), "it needs a value"},
	{
		regexp.MustCompile(`expected \S+ value but got ("-.*?") \((?:short|long) flag\).*`),
		"it needs a value, and $1 looks like a flag",
	},
	{
		regexp.MustCompile(`expected a valid \d+ bit u?int but got (".*?")`),
		"it must be a whole number, and not $1",
	},
	{regexp.MustCompile(`expected duration but got (".*?").*`), "it must be a time as 5s, and not $1"},
	{regexp.MustCompile(`^expected "<(\w+)>"$`), "it needs the $1"},
	{regexp.MustCompile(`^<(\w+)> must be`), "the $1 must be"},
	{regexp.MustCompile(`\(from envar (.*)\)`), "(from the environment: $1)"},
}

// plainly words a parse error for people.
func plainly(err error) string {
	said := err.Error()
	for _, other := range ours {
		said = other.theirs.ReplaceAllString(said, other.ours)
	}
	if what, words, ok := strings.Cut(said, " must be one of "); ok {
		words, got, _ := strings.Cut(words, " but got ")
		words = strings.NewReplacer(`"`, "", ",", ", ").Replace(words)
		said = what + " must be one of " + words + ", and not " + got
	}
	return said
}

// helpFor names the help to point to after a parse error: the command's, if the command was recognised.
func helpFor(err error) string {
	var wrong *kong.ParseError
	if !errors.As(err, &wrong) || wrong.Context == nil {
		return "--help "
	}
	at, args := wrong.Context.Selected(), wrong.Context.Args
	if at == nil || at.Parent == nil || len(args) == 0 || args[0] != at.Name {
		return "--help "
	}
	return at.Name + " --help "
}
