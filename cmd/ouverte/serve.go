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
)

type serveCmd struct {
	Book      string `placeholder:"FILE" help:"The book. Left out it lies in your data folder."`
	ForgetPIN bool   `name:"forget-pin" help:"Take the PIN away that nobody remembers."`
	serving
	logging
}

// Help is shown by ouverte serve --help.
func (*serveCmd) Help() string {
	return `For this machine's browser, for the tablets and phones of the house, and behind a proxy on the same machine:

    ouverte
    ouverte serve --listen 0.0.0.0:8052 --book friday.db
    ouverte serve --behind-proxy 127.0.0.1 --host whist.example

An interrupt (Ctrl-C, or SIGTERM) finishes what was begun and stops; a second one stops at once. /healthz answers 200 while the book can be read and written to; ouverte health asks it.`
}

// serving is how the house is reached, and by whom.
type serving struct {
	Listen        string   `default:"127.0.0.1:8052" help:"Address to serve on. With 0.0.0.0:8052 other devices on the network reach it; they are paired with a code first."`
	Host          []string `placeholder:"NAME" help:"A further name under which browsers may ask for it."`
	Pair          bool     `help:"Print a code that makes a device the keeper's. Done by itself while no device is."`
	BehindProxy   []string `placeholder:"ADDR" help:"Addresses or networks of proxies whose word is taken for who asks and how (X-Forwarded-For, -Proto, -Host)."`
	TLSCert       string   `name:"tls-cert" type:"path" placeholder:"FILE" help:"Serve over TLS with this certificate (PEM, the whole chain). Read anew when it changes."`
	TLSKey        string   `name:"tls-key" type:"path" placeholder:"FILE" help:"The certificate's key."`
	TLSLocal      bool     `name:"tls-local" help:"Serve over TLS with a certificate of our own making, which /trust tells devices to trust."`
	ACME          []string `name:"acme" placeholder:"HOST" help:"Serve over TLS with a certificate of Let's Encrypt for this public name, accepting its terms. It must be reached from outside at port 443: with --listen :443, or with another port to which a router forwards that one."`
	ACMEDirectory string   `name:"acme-directory" placeholder:"URL" help:"Another authority than Let's Encrypt."`
	Metrics       string   `placeholder:"ADDR" help:"Serve counts and times at this other address under /metrics, as Prometheus reads them, and under /debug/pprof/ where time and memory go. Whoever reaches it by an address, localhost, this machine's name or a --host can read them."`
	Quiet         bool     `short:"q" help:"Print only what cannot be found elsewhere: the code for the keeper's first device."`

	anywhere bool // any address will do where the one wanted is taken
}

// patience is how long a stop waits for what was begun.
const patience = 10 * time.Second

// Run serves until it is told to stop.
func (c *serveCmd) Run(world *outside) error {
	path := c.Book
	if path == "" {
		var err error
		if path, err = ownBook(); err != nil {
			return err
		}
	}
	log := c.logger(world)
	book, err := ledger.Open(world, path, ledger.Options{Log: log})
	if err != nil {
		return named(path, err)
	}
	defer book.Close()
	if c.ForgetPIN {
		if err := book.SetPIN(world, ""); err != nil {
			return err
		}
		log.Info("the PIN was taken away")
		if !c.Quiet {
			fmt.Fprintln(world.out, "There is no PIN any more.")
		}
	}
	return c.keepServing(world, book, log)
}

// keepServing lets browsers in until it is told to stop.
func (c *serving) keepServing(world *outside, book *ledger.Book, log *slog.Logger) error {
	proxies, err := networks(c.BehindProxy)
	if err != nil {
		return err
	}
	cover, err := c.cover(book.Path())
	if err != nil {
		return err
	}
	door, err := listen("--listen", c.Listen)
	if c.anywhere && errors.Is(err, syscall.EADDRINUSE) {
		door, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		return err
	}
	if err := cover.reached(door.Addr(), log); err != nil {
		door.Close()
		return err
	}
	meter, err := c.measure(book, log)
	if err != nil {
		door.Close()
		return err
	}
	defer meter.close()
	stopping := make(chan struct{})
	o := web.Options{
		Log:      log,
		Meter:    meter.counts,
		Hosts:    slices.Concat(ownNames(), c.Host, cover.names),
		Proxies:  proxies,
		Strict:   cover.strict,
		Trust:    cover.trust,
		Stopping: stopping,
	}
	if len(proxies) == 0 { // behind a proxy only the requests know the address
		o.Address = elsewhere(door.Addr(), cover)
	}
	server := web.HTTPServer(web.New(book, o), log)
	server.RegisterOnShutdown(func() { close(stopping) })
	if err := c.greet(world, book, door.Addr(), cover, o.Address); err != nil {
		door.Close()
		if world.Err() != nil {
			return nil // told to stop before it had begun
		}
		return err
	}

	defer keepRated(world, book)()
	log.Info("serving", "address", door.Addr().String(), "tls", cover.config != nil, "book", book.Path(), "version", version())
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
	ending, enough := context.WithTimeout(context.WithoutCancel(world), patience)
	defer enough()
	if err := server.Shutdown(ending); err != nil {
		server.Close()
	}
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	log.Info("stopped")
	return nil
}

// keepRated has the ratings worked out beside everything else; what it returns ends that.
func keepRated(ctx context.Context, book *ledger.Book) (end func()) {
	ctx, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		book.KeepRated(ctx)
	}()
	return func() {
		stop()
		<-done
	}
}

// cannotListen says in a sentence what is wrong with an address.
type cannotListen struct {
	sentence string
	cause    error
}

func (c *cannotListen) Error() string { return c.sentence }
func (c *cannotListen) Unwrap() error { return c.cause }

// listen opens the door at the address that a flag gives.
func listen(flag, address string) (net.Listener, error) {
	door, err := net.Listen("tcp", address)
	if err == nil {
		return door, nil
	}
	say := func(format string, args ...any) (net.Listener, error) {
		return nil, &cannotListen{fmt.Sprintf(format, args...), err}
	}
	var malformed *net.AddrError
	var unknown *net.DNSError
	switch {
	case errors.As(err, &malformed):
		return say("%s %q is no address; write one as 127.0.0.1:8052, or 0.0.0.0:8052 for other devices too", flag, address)
	case errors.As(err, &unknown), errors.Is(err, syscall.EADDRNOTAVAIL):
		return say("%s is no address of this machine; choose another with %s", address, flag)
	case errors.Is(err, syscall.EADDRINUSE):
		return say("something else is listening on %s already; choose another address with %s", address, flag)
	case errors.Is(err, syscall.EACCES):
		return say("this user may not listen on %s; choose a port above 1023 with %s", address, flag)
	}
	return say("cannot listen on %s; choose another address with %s: %v", address, flag, err)
}

// networks reads addresses and networks: "127.0.0.1", "10.0.0.0/8", "::1".
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

// ownBook is the book in the user's data folder, the folder made if need be.
func ownBook() (string, error) {
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
	folder = filepath.Join(folder, "ouverte")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fmt.Errorf("cannot make the folder for the book, say where else with --book FILE: %w", err)
	}
	return filepath.Join(folder, "book.db"), nil
}

// ownNames are the names a home network knows this machine by.
func ownNames() []string {
	name, err := os.Hostname()
	if err != nil || name == "" {
		return nil
	}
	return []string{name, name + ".local"}
}

// greet prints where to go: on this machine, and, when others can reach it, where they go, on a terminal as a QR code too.
// While no device is the keeper's, the code leads to where the first one is let in.
func (c *serving) greet(world *outside, book *ledger.Book, addr net.Addr, cover *cover, link string) error {
	at := addr.(*net.TCPAddr).AddrPort()
	here := at.Addr().Unmap()
	if here.IsUnspecified() {
		here = netip.AddrFrom4([4]byte{127, 0, 0, 1})
	}
	out := world.out
	if c.Quiet {
		out = io.Discard
	}
	fmt.Fprintf(out, "The book is %s\nOpen %s in a browser. Ctrl-C stops.\n", book.Path(), cover.address(here, at.Port()))
	if cover.trust != nil {
		fmt.Fprintf(out, "Devices warn of the certificate until they are told to trust it: %s/trust\nIts fingerprint is %s\n", cmp.Or(link, cover.address(here, at.Port())), cover.trust.Fingerprint)
	}
	if link != "" {
		fmt.Fprintf(out, "Other devices on this network go to %s\n", link)
	}
	kept := slices.ContainsFunc(book.Devices(), func(d ledger.Device) bool { return d.Right == ledger.Keeper })
	if c.Pair || !kept && (link != "" || len(c.BehindProxy) > 0) {
		code, ends, err := book.MakeCode(world, ledger.Keeper)
		if err != nil {
			return err
		}
		if link != "" {
			link += "/pair/" + code
		}
		fmt.Fprintf(world.out, "The keeper's first device opens %s and types %s there, until %s.\n", cmp.Or(link, "/pair"), code, ends.Format("15:04"))
	}
	if link != "" && onTerminal(out) {
		drawQR(out, link)
	}
	return nil
}

// elsewhere is the address other devices on the network go to; empty when none can reach us.
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

// onNetwork finds this machine's address on the home network: the first private one, else any that isn't loopback.
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
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// drawQR draws two rows of the code in a line of half blocks, black on white whatever the terminal's colours are.
func drawQR(out io.Writer, text string) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return // too long for a code: the address stands above it
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
