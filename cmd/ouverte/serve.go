package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"rsc.io/qr"

	"ouverte/ledger"
	"ouverte/ledger/copies"
	"ouverte/web"
	"ouverte/web/guard"
	"ouverte/web/host"
)

type serveCmd struct {
	Book      string `placeholder:"FILE" help:"${book}"`
	ForgetPIN bool   `name:"forget-pin" help:"Take away a forgotten PIN."`

	AcceptOlder bool   `name:"accept-older" help:"${accept_older}"`
	Copies      string `type:"path" placeholder:"DIR" help:"${copies}"`
	NoCopies    bool   `name:"no-copies" help:"${no_copies}"`
	manyBooks
	serving
	logging
}

func (*serveCmd) Help() string {
	return `For this machine and the tablets and phones of its house, for this machine alone, and behind a
proxy on it:

    ouverte
    ouverte serve --listen 127.0.0.1:8052
    ouverte serve --behind-proxy 127.0.0.1 --host whist.example

Many circles, each a book of its own in one folder, by host name (friday.whist.example is
friday.db; ouverte circle makes and moves them). Without --domain they are at friday.localhost:

    ouverte serve --books /srv/circles --domain whist.example --behind-proxy 127.0.0.1

Ctrl-C (or SIGTERM) finishes running requests and stops; a second one stops at once. /healthz
answers 200 while the book can be read and written to; ouverte health asks it.`
}

// serving has the flags for who reaches the program, and how.
type serving struct {
	Listen        string   `placeholder:"ADDR" help:"${listen}"`
	Host          []string `placeholder:"NAME" help:"Another name that browsers may use for it."`
	Pair          bool     `help:"${pair}"`
	Open          bool     `negatable:"" default:"${desktop}" help:"${open}"`
	Trust         bool     `name:"trust-this-machine" help:"${trust_this_machine}"`
	BehindProxy   []string `placeholder:"ADDR" help:"${behind_proxy}"`
	TLSCert       string   `name:"tls-cert" type:"path" placeholder:"FILE" help:"${tls_cert}"`
	TLSKey        string   `name:"tls-key" type:"path" placeholder:"FILE" help:"The certificate's key."`
	TLSLocal      bool     `name:"tls-local" help:"${tls_local}"`
	ACME          []string `name:"acme" placeholder:"HOST" help:"${acme}"`
	HSTS          bool     `name:"hsts" help:"${hsts}"`
	ACMEDirectory string   `name:"acme-directory" placeholder:"URL" help:"Another authority than Let's Encrypt."`
	Announce      bool     `negatable:"" default:"true" help:"${announce}"`
	Quiet         bool     `short:"q" help:"${quiet_serve}"`

	anywhere bool           // if the address is taken, any other will do
	copies   *copies.Keeper // of the book; nil where none are made
	reopen   func(context.Context) (*ledger.Book, *copies.Keeper, error)
	begins   string // the path of the page that is opened in a browser; none is the start
}

// clock tells the time of what is served. A test sets it, to have one that goes wrong.
var clock = time.Now

// patience is how long a shutdown waits for requests under way.
const patience = 10 * time.Second

// Run serves until the context is cancelled.
func (c *serveCmd) Run(world *outside) error {
	c.Listen = cmp.Or(c.Listen, c.usualAddress())
	if c.Books != "" {
		return c.serveCircles(world)
	}
	path, err := bookAt(c.Book)
	if err != nil {
		return err
	}
	log := c.logger(world)
	p := newProgress(world, false)
	wrote := make(chan struct{}, 1)
	book, err := ledger.Open(world, path, ledger.Options{Clock: clock, Log: log, AcceptOlder: c.AcceptOlder,
		Wrote: wrote, Progress: p.entries("read")})
	p.end("")
	if ledger.InUse(err) {
		if at := c.served(world, path); at != "" {
			return c.leadThere(world, at, log)
		}
	}
	if err != nil && world.Err() != nil {
		log.Info("stopped before it was served")
		return nil
	}
	if err != nil {
		return hintBook(path, err)
	}
	holdClosely()
	defer func() { // where it comes to no serving
		c.copies.End()
		book.Close()
	}()
	c.copies = c.copying(book, wrote, log)
	c.reopen = func(ctx context.Context) (*ledger.Book, *copies.Keeper, error) {
		wrote := make(chan struct{}, 1)
		book, err := ledger.Open(ctx, path, ledger.Options{Clock: clock, Log: log, Existing: true, Wrote: wrote})
		if err != nil {
			return nil, nil, err
		}
		return book, c.copying(book, wrote, log), nil
	}
	for _, w := range book.Warnings() {
		if c.Log == "text" { // else the log has it for the machine that reads it
			fmt.Fprintf(world.err, "ouverte: %s %s\n", w.What, w.Do)
		}
	}
	if c.ForgetPIN {
		if err := c.forgetPIN(world, book, log); err != nil {
			return err
		}
	}
	return c.keepServing(world, book, log)
}

// copying has the book copy itself; nil where it doesn't.
func (c *serveCmd) copying(book *ledger.Book, wrote <-chan struct{}, log *slog.Logger) *copies.Keeper {
	if c.NoCopies {
		return nil
	}
	places := []string{copies.Beside(book.Path())}
	if c.Copies != "" {
		places = append(places, copies.Within(c.Copies, book.Path()))
	}
	return copies.Keep(book, wrote, copies.Options{Places: places, Once: c.Copies != "", Clock: clock,
		Log: log})
}

// served is the address of the program that serves this book; empty where it isn't found. What else answers
// there gets no visitor.
func (c *serveCmd) served(world *outside, path string) string {
	health := &healthCmd{Listen: c.Listen, Timeout: time.Second}
	at, err := health.address()
	if err != nil {
		return ""
	}
	at, _ = health.ask(world, at) // well or not
	if mark, err := ledger.Mark(path); err != nil || health.mark != mark {
		return ""
	}
	return at
}

// leadThere opens the browser at the program that runs already: a second double click wants to see it.
func (c *serveCmd) leadThere(world *outside, at string, log *slog.Logger) error {
	if !c.Open {
		return fmt.Errorf("this book is open in another ouverte, at %s", at)
	}
	fmt.Fprintf(world.out, "Ouverte runs already, at %s; the browser opens there.\n", at)
	openBrowser(at, log)
	return nil
}

// forgetPIN takes the PIN away. A book that is open for reading only keeps it, and is served all the same.
func (c *serveCmd) forgetPIN(world *outside, book *ledger.Book, log *slog.Logger) error {
	err := book.SetPIN(world, "")
	switch {
	case err != nil && world.Err() != nil: // it is being stopped
		return nil
	case err != nil && book.ReadOnly() != "":
		log.Error("the PIN was not taken away", "err", err)
		if c.Log == "text" {
			fmt.Fprintln(world.err, "ouverte: The PIN could not be taken away: you can only read the book now.")
		}
		return nil
	case err != nil:
		return err
	}
	log.Info("the PIN was taken away")
	if !c.Quiet {
		fmt.Fprintln(world.out, "The PIN is gone.")
	}
	return nil
}

// keepServing serves the book until the context is cancelled.
func (c *serving) keepServing(world *outside, book *ledger.Book, log *slog.Logger) error {
	proxies, err := networks(c.BehindProxy)
	if err != nil {
		return err
	}
	cover, err := c.cover(secrets{authorityOf(book.Path()), beside(book.Path(), ".acme")}, nil)
	if err != nil {
		return err
	}
	door, err := c.listen(world, cover, log)
	if err != nil {
		return err
	}
	defer door.Close() // for where nothing comes of it; the server closes it too
	found := c.findable(world, door.Addr(), cover, log)
	defer found.end()
	alone := host.NewAlone(book, web.Options{
		Now:     clock,
		Log:     log,
		Hosts:   slices.Concat(ownNames(), c.Host, cover.names, found.names),
		Proxies: proxies,
		Strict:  c.HSTS,
		Trust:   cover.trust,
		Address: found.address,
		Named:   found.announced,

		TrustThisMachine: c.Trust,
		PairCommand:      pairCommand(book.Path()),
		Copies:           c.copies,
	}, c.reopen)
	defer alone.Close()
	server := guard.HTTPServer(alone, log)
	server.RegisterOnShutdown(alone.Stop)
	if err := c.greet(world, book, cover, found); err != nil {
		return err
	}
	if err := c.openAt(book, found.here, log); err != nil {
		return err
	}
	if read := book.Read(); read != "" {
		log.Info(read, "book", book.Path())
	}
	log.Info("serving", "address", door.Addr().String(), "tls", cover.config != nil,
		"book", book.Path(), "version", version())
	return untilStopped(world, server, door, cover, log)
}

// untilStopped serves until the context is cancelled, and then finishes running requests.
func untilStopped(
	world *outside, server *http.Server, door net.Listener, cover *cover, log *slog.Logger,
) error {
	served := make(chan error, 1)
	go func() {
		if cover.config == nil {
			served <- server.Serve(door)
			return
		}
		server.TLSConfig = cover.logged(log)
		served <- server.ServeTLS(&plainSpoken{door}, "", "")
	}()
	select {
	case err := <-served:
		return err
	case <-world.Done():
	}
	log.Info("stopping")
	ending, over := context.WithTimeout(context.WithoutCancel(world), patience)
	defer over()
	if err := server.Shutdown(ending); err != nil {
		server.Close()
	}
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	log.Info("stopped")
	return nil
}

// networks parses addresses and networks: "127.0.0.1", "10.0.0.0/8", "::1".
func networks(texts []string) ([]netip.Prefix, error) {
	var out []netip.Prefix
	for _, text := range texts {
		if a, err := netip.ParseAddr(text); err == nil {
			out = append(out, netip.PrefixFrom(a.Unmap(), a.Unmap().BitLen()))
			continue
		}
		p, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("%q isn't an address of a proxy; write one like 127.0.0.1 or 10.0.0.0/8", text)
		}
		out = append(out, p.Masked())
	}
	return out, nil
}

// bookAt is the path of a book: the one given, else that in the user's data folder, which it makes.
func bookAt(path string) (string, error) {
	if path != "" {
		return path, nil
	}
	path, err := usualBook()
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", fmt.Errorf("cannot make the folder for the book, say where else with --book FILE: %w", err)
	}
	return path, nil
}

// usualBook is the path of the book in the user's data folder.
func usualBook() (string, error) {
	folder := os.Getenv("XDG_DATA_HOME")
	if folder == "" || !filepath.IsAbs(folder) {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("no home folder to keep the book in; say where with --book FILE")
		}
		folder = filepath.Join(home, ".local", "share")
		if runtime.GOOS == "darwin" || runtime.GOOS == "windows" {
			if folder, err = os.UserConfigDir(); err != nil {
				return "", fmt.Errorf("no folder to keep the book in; say where with --book FILE")
			}
		}
	}
	return filepath.Join(folder, "ouverte", "book.db"), nil
}

// ownNames are this machine's names on a home network.
func ownNames() []string {
	name, err := os.Hostname()
	if err != nil || name == "" {
		return nil
	}
	return []string{name, name + ".local"}
}

// openedWithin is how long the link is good with which the browser is opened: another user of the machine may
// read it in the list of processes.
const openedWithin = 5 * time.Minute

// openAt opens a browser with a link that makes it the keeper's, unless it is known already.
func (c *serving) openAt(book *ledger.Book, here string, log *slog.Logger) error {
	if !c.Open {
		return nil
	}
	if !c.Trust && book.ReadOnly() == "" {
		secret, err := book.MakeLink(openedWithin)
		if err != nil {
			return err
		}
		here += "/pair/" + secret
	}
	openBrowser(here+c.begins, log)
	return nil
}

func onTerminal(out io.Writer) bool {
	f, ok := out.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	nowhere, _ := os.Stat(os.DevNull) // no terminal, though a device as well
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && !os.SameFile(info, nowhere)
}

// drawQR prints a QR code in half blocks, two rows a line, black on white whatever the colours of the
// terminal.
func drawQR(out io.Writer, text string) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return // too long for a code; the address is printed above
	}
	const margin = 2
	fmt.Fprintln(out)
	for y := -margin; y < code.Size+margin; y += 2 {
		fmt.Fprint(out, "  \x1b[30;107m")
		for x := -margin; x < code.Size+margin; x++ {
			switch top, bottom := code.Black(x, y), code.Black(x, y+1); {
			case top && bottom:
				fmt.Fprint(out, "█")
			case top:
				fmt.Fprint(out, "▀")
			case bottom:
				fmt.Fprint(out, "▄")
			default:
				fmt.Fprint(out, " ")
			}
		}
		fmt.Fprintln(out, "\x1b[0m")
	}
	fmt.Fprintln(out)
}
