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
	"syscall"
	"time"

	"rsc.io/qr"

	"ouverte/ledger"
	"ouverte/web"
	"ouverte/web/guard"
)

type serveCmd struct {
	Book      string `placeholder:"FILE" help:"${book}"`
	ForgetPIN bool   `name:"forget-pin" help:"Take the PIN away that nobody remembers."`

	AcceptOlder bool `name:"accept-older" help:"${accept_older}"`
	manyBooks
	serving
	logging
}

func (*serveCmd) Help() string {
	return `For this machine's browser, for the tablets and phones of the house, and behind a proxy on the same
machine:

    ouverte
    ouverte serve --listen 0.0.0.0:8052 --book friday.db
    ouverte serve --behind-proxy 127.0.0.1 --host whist.example

Many circles, each a book of its own in one folder, by host name (friday.whist.example is friday.db; ouverte
circle makes and moves them). Without --domain they are at friday.localhost:

    ouverte serve --books /srv/circles --domain whist.example --behind-proxy 127.0.0.1

An interrupt (Ctrl-C, or SIGTERM) finishes what was begun and stops; a second one stops at once. /healthz
answers 200 while the book can be read and written to; ouverte health asks it.`
}

// serving has the flags for who reaches the program, and how.
type serving struct {
	Listen        string   `default:"127.0.0.1:8052" help:"${listen}"`
	Host          []string `placeholder:"NAME" help:"A further name under which browsers may ask for it."`
	Pair          bool     `help:"${pair}"`
	Open          bool     `negatable:"" default:"${desktop}" help:"${open}"`
	Trust         bool     `name:"trust-this-machine" help:"${trust_this_machine}"`
	BehindProxy   []string `placeholder:"ADDR" help:"${behind_proxy}"`
	TLSCert       string   `name:"tls-cert" type:"path" placeholder:"FILE" help:"${tls_cert}"`
	TLSKey        string   `name:"tls-key" type:"path" placeholder:"FILE" help:"The certificate's key."`
	TLSLocal      bool     `name:"tls-local" help:"${tls_local}"`
	ACME          []string `name:"acme" placeholder:"HOST" help:"${acme}"`
	ACMEDirectory string   `name:"acme-directory" placeholder:"URL" help:"Another authority than Let's Encrypt."`
	Announce      bool     `negatable:"" default:"true" help:"${announce}"`
	Metrics       string   `placeholder:"ADDR" help:"${metrics}"`
	Quiet         bool     `short:"q" help:"${quiet_serve}"`

	parts    bool // the sheet of parts is served, too
	anywhere bool // if the address is taken, any other will do
}

// patience is how long a shutdown waits for requests under way.
const patience = 10 * time.Second

// Run serves until the context is cancelled.
func (c *serveCmd) Run(world *outside) error {
	if c.Books != "" {
		return c.serveCircles(world)
	}
	path, err := bookAt(c.Book)
	if err != nil {
		return err
	}
	log := c.logger(world)
	p := newProgress(world, false)
	book, err := ledger.Open(world, path,
		ledger.Options{Log: log, AcceptOlder: c.AcceptOlder, Progress: p.entries("read")})
	p.end("")
	if ledger.InUse(err) && c.Open && c.runsAlready(world, path, log) {
		return nil
	}
	if err != nil {
		return named(path, err)
	}
	defer book.Close()
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

// runsAlready opens the browser at the program that has this book, if it is found: a second double click
// wants to see it. What else answers there gets no visitor.
func (c *serveCmd) runsAlready(world *outside, path string, log *slog.Logger) bool {
	health := &healthCmd{Listen: c.Listen, Timeout: time.Second}
	at, err := health.address()
	if err != nil {
		return false
	}
	at, _ = health.ask(world, at) // well or not
	if mark, err := ledger.Mark(path); err != nil || health.mark != mark {
		return false
	}
	fmt.Fprintf(world.out, "Ouverte runs already, at %s; the browser opens there.\n", at)
	openBrowser(at, log)
	return true
}

// forgetPIN takes the PIN away. A book that is open for reading only keeps it, and is served all the same.
func (c *serveCmd) forgetPIN(world *outside, book *ledger.Book, log *slog.Logger) error {
	err := book.SetPIN(world, "")
	switch {
	case err != nil && book.ReadOnly() != "":
		log.Error("the PIN was not taken away", "err", err)
		if c.Log == "text" {
			fmt.Fprintln(world.err, "ouverte: The PIN could not be taken away: the book is open for reading only.")
		}
		return nil
	case err != nil:
		return err
	}
	log.Info("the PIN was taken away")
	if !c.Quiet {
		fmt.Fprintln(world.out, "There is no PIN any more.")
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
	door, err := c.listen(cover, log)
	if err != nil {
		return err
	}
	defer door.Close() // for where nothing comes of it; the server closes it too
	meter, err := c.measure(&web.Meter{Entries: book.Entries}, log)
	if err != nil {
		return err
	}
	defer meter.close()
	found := c.findable(world, door.Addr(), cover, log)
	defer found.end()
	stopping := make(chan struct{})
	server := guard.HTTPServer(web.New(book, web.Options{
		Log:      log,
		Meter:    meter.counts,
		Hosts:    slices.Concat(ownNames(), c.Host, cover.names, found.names),
		Proxies:  proxies,
		Strict:   cover.strict,
		Trust:    cover.trust,
		Stopping: stopping,
		Address:  found.network,

		TrustThisMachine: c.Trust,
		Parts:            c.parts,
		PairCommand:      pairCommand(book.Path()),
	}), log)
	server.RegisterOnShutdown(func() { close(stopping) })
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

// listen opens the door.
func (c *serving) listen(cover *cover, log *slog.Logger) (net.Listener, error) {
	door, err := net.Listen("tcp", c.Listen)
	if c.anywhere && errors.Is(err, syscall.EADDRINUSE) {
		door, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		return nil, cannotListen("--listen", c.Listen, err)
	}
	if err := cover.reached(door.Addr(), log); err != nil {
		return nil, errors.Join(err, door.Close())
	}
	return door, nil
}

// untilStopped serves until the context is cancelled, and then finishes what was begun.
func untilStopped(
	world *outside, server *http.Server, door net.Listener, cover *cover, log *slog.Logger,
) error {
	served := make(chan error, 1)
	go func() {
		if cover.config == nil {
			served <- server.Serve(door)
			return
		}
		server.TLSConfig = cover.config
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

// found is where the program is found.
type found struct {
	here    string   // by this machine
	network string   // by other devices; empty where none can come, or only by a proxy
	named   string   // by them too, where it is announced
	names   []string // that is announced
	stop    func()   // ends the announcement
}

func (f *found) end() {
	if f.stop != nil {
		f.stop()
	}
}

// findable says where the program is found, and announces it where other devices can come.
func (c *serving) findable(world *outside, addr net.Addr, cover *cover, log *slog.Logger) *found {
	f := &found{here: cover.address(ofThisMachine(addr))}
	if len(c.BehindProxy) > 0 { // there only requests tell the address
		return f
	}
	f.network = elsewhere(addr, cover)
	ofOthers := cover.config != nil && cover.trust == nil // certified for other names
	at := addr.(*net.TCPAddr).AddrPort()
	if at.Addr().Unmap().IsLoopback() || !c.Announce || ofOthers {
		return f
	}
	var announced bool
	announced, f.stop = keepAnnounced(world, at.Port(), at.Addr().Unmap(), log)
	f.names = []string{houseName}
	if named := cover.by(houseName, at.Port()); announced && f.network != "" && f.network != named {
		f.named = named
	}
	return f
}

// cannotListen says why it can't listen at the address given by a flag.
func cannotListen(flag, address string, err error) error {
	var malformed *net.AddrError
	var unknown *net.DNSError
	switch {
	case errors.As(err, &malformed):
		return fmt.Errorf("%s %q is no address; write one as 127.0.0.1:8052, or 0.0.0.0:8052 for other devices too",
			flag, address)
	case errors.As(err, &unknown), errors.Is(err, syscall.EADDRNOTAVAIL):
		return fmt.Errorf("%s is no address of this machine; choose another with %s", address, flag)
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("something else is listening on %s already; choose another address with %s",
			address, flag)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("this user may not listen on %s; choose a port above 1023 with %s", address, flag)
	}
	return fmt.Errorf("cannot listen on %s; choose another address with %s: %v", address, flag, err)
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
			return nil, fmt.Errorf("%q is no address of a proxy; write one as 127.0.0.1 or 10.0.0.0/8", text)
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

// greet prints the address for this machine and, if others can reach it, theirs, on a terminal also as a QR
// code. It prints the keeper's link, to which the QR code leads while no device is the keeper's.
func (c *serving) greet(world *outside, book *ledger.Book, cover *cover, found *found) error {
	out := world.out
	if c.Quiet {
		out = io.Discard
	}
	here, network := found.here, found.network
	fmt.Fprintf(out, "The book is %s\nOpen %s in a browser. Ctrl-C stops.\n", book.Path(), here)
	if cover.trust != nil {
		fmt.Fprintf(out, "Devices warn of the certificate until they are told to trust it: %s/trust\n"+
			"Its fingerprint is %s\n", cmp.Or(network, here), cover.trust.Fingerprint)
	}
	if network != "" {
		fmt.Fprintf(out, "Other devices on this network go to %s", network)
		if found.named != "" {
			fmt.Fprintf(out, " or %s", found.named)
		}
		fmt.Fprintln(out)
	}
	reached := network != "" || len(c.BehindProxy) > 0
	if reached && !book.HasKeeper() || c.Pair {
		out = world.out // what can't be found elsewhere
	}
	if (reached || !c.Trust || c.Pair) && book.ReadOnly() == "" {
		secret, err := book.MakeLink(0)
		if err != nil {
			return err
		}
		way := "/pair/" + secret
		if !book.HasKeeper() {
			fmt.Fprint(out, "Nobody keeps this book yet. ")
		}
		fmt.Fprintf(out, "The keeper's link, good once: %s", here+way)
		if network != "" {
			fmt.Fprintf(out, " or, on another device, %s", network+way)
		}
		if len(c.BehindProxy) > 0 {
			fmt.Fprintf(out, " or %s at the name of the proxy", way)
		}
		fmt.Fprintln(out)
		if !book.HasKeeper() && network != "" {
			network += way
		}
	}
	if network != "" && !c.Quiet && onTerminal(out) {
		drawQR(out, network)
	}
	return nil
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
	openBrowser(here, log)
	return nil
}

// ofThisMachine is the address by which this machine reaches the one it listens at.
func ofThisMachine(addr net.Addr) (netip.Addr, uint16) {
	at := addr.(*net.TCPAddr).AddrPort()
	here := at.Addr().Unmap()
	if here.IsUnspecified() {
		here = netip.AddrFrom4([4]byte{127, 0, 0, 1})
	}
	return here, at.Port()
}

// elsewhere is the address for other devices on the network; empty when none can reach this machine.
func elsewhere(addr net.Addr, cover *cover) string {
	at := addr.(*net.TCPAddr).AddrPort()
	here := at.Addr().Unmap()
	if here.IsLoopback() {
		return ""
	}
	if here.IsUnspecified() {
		var ok bool
		if here, ok = onNetwork(); !ok {
			return ""
		}
	}
	return cover.address(here, at.Port())
}

// onNetwork finds this machine's address on the network: the first private one, else any other.
func onNetwork() (found netip.Addr, ok bool) {
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return found, false
	}
	for _, a := range addrs {
		p, err := netip.ParsePrefix(a.String())
		if err != nil || !p.Addr().Is4() || !p.Addr().IsGlobalUnicast() {
			continue
		}
		if p.Addr().IsPrivate() {
			return p.Addr(), true
		}
		found, ok = p.Addr(), true
	}
	return found, ok
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
