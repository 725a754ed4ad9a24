package main

// Where the program listens, and where it says that it is.

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"syscall"
	"time"

	"ouverte/ledger"
	"ouverte/web/guard"
)

// house in the place of an address means this machine and the private addresses of the house it is in.
const house = "house"

// home is that word where it was said.
func (c *serving) home() string {
	if strings.HasPrefix(c.Listen, house+":") {
		return house
	}
	return ""
}

// usualAddress is where it listens unless told: a house's, but for what others reach by another way, or what
// many houses share.
func (c *serveCmd) usualAddress() string {
	if c.Books != "" || len(c.BehindProxy) > 0 || len(c.ACME) > 0 {
		return "127.0.0.1:8052"
	}
	return house + ":8052"
}

// listen opens the door.
func (c *serving) listen(world *outside, cover *cover, log *slog.Logger) (net.Listener, error) {
	door, err := net.Listen("tcp", strings.TrimPrefix(c.Listen, c.home()))
	if c.anywhere && errors.Is(err, syscall.EADDRINUSE) {
		door, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, c.taken(world)
	}
	if err != nil {
		return nil, cannotListen(c.Listen, err)
	}
	if err := cover.reached(door.Addr(), log); err != nil {
		return nil, errors.Join(err, door.Close())
	}
	if c.home() != "" {
		door = guard.Home(door, log)
	}
	return door, nil
}

// taken says who has the address.
func (c *serving) taken(world *outside) error {
	health := &healthCmd{Listen: c.Listen, Timeout: time.Second}
	at, err := health.address()
	if err == nil {
		at, _ = health.ask(world, at)
	}
	if health.mark == "" {
		return cannotListen(c.Listen, syscall.EADDRINUSE)
	}
	return fmt.Errorf("another ouverte, with another book, is at %s already; to have this one beside it, add "+
		"--listen %s", at, besides(c.Listen))
}

// besides is the address with the next port.
func besides(address string) string {
	host, port, _ := net.SplitHostPort(address)
	n, _ := strconv.ParseUint(port, 10, 16)
	return net.JoinHostPort(host, strconv.FormatUint(n+1, 10))
}

// cannotListen says why it can't listen at an address.
func cannotListen(address string, err error) error {
	var unknown *net.DNSError
	host, port, malformed := net.SplitHostPort(address)
	_, noPort := net.LookupPort("tcp", port)
	switch {
	case malformed != nil, noPort != nil, host != house && strings.EqualFold(strings.TrimSpace(host), house):
		return fmt.Errorf("--listen %q isn't an address; write one like 127.0.0.1:8052, house:8052 or 0.0.0.0:8052",
			address)
	case errors.As(err, &unknown), errors.Is(err, syscall.EADDRNOTAVAIL):
		return fmt.Errorf("%s isn't an address of this machine; choose another with --listen", address)
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("something else is listening on %s already; choose another address with --listen, as %s",
			address, besides(address))
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("this user may not listen on %s; choose a port above 1023 with --listen", address)
	}
	return fmt.Errorf("cannot listen on %s; choose another address with --listen: %v", address, err)
}

// found is where the program is found.
type found struct {
	here      string        // by this machine
	network   string        // by other devices; empty where none can come, or only by a proxy
	address   func() string // the same at any time; nil where only requests tell it
	announced string        // by them too, where it is announced
	names     []string      // that is announced
	stop      func()        // ends the announcement
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
	f.address = func() string { return c.networkAddress(addr, cover) }
	f.network = f.address()
	ofOthers := cover.config != nil && cover.trust == nil // certified for other names
	at := addr.(*net.TCPAddr).AddrPort()
	if at.Addr().Unmap().IsLoopback() || !c.Announce || ofOthers {
		return f
	}
	var announced bool
	announced, f.stop = keepAnnounced(world, at.Port(), at.Addr().Unmap(), c.home() != "", log)
	f.names = []string{houseName}
	if named := cover.by(houseName, at.Port()); announced && f.network != "" && f.network != named {
		f.announced = named
	}
	return f
}

// greet prints the address for this machine; the one for tablets and phones, on a terminal also as a QR code,
// which gives no right; while nobody keeps the book the link for who will; and where the book lies.
func (c *serving) greet(world *outside, book *ledger.Book, cover *cover, found *found) error {
	out := world.out
	if c.Quiet {
		out = io.Discard
	}
	fmt.Fprintf(out, "Open %s in a browser of this machine. Ctrl-C stops.\n", found.here+c.begins)
	switch {
	case found.network != "":
		fmt.Fprintf(out, "Tablets and phones of the house go to %s", found.network)
		if found.announced != "" {
			fmt.Fprintf(out, " or %s", found.announced)
		}
		fmt.Fprintln(out)
		if onTerminal(out) {
			drawQR(out, found.network)
		}
	case c.home() != "":
		fmt.Fprintln(out, "This machine isn't on a network at the moment. Tablets and phones can come once it is.")
	}
	if cover.trust != nil {
		fmt.Fprintf(out, "Devices warn about the certificate until you tell them to trust it: %s/trust\n"+
			"Its fingerprint is %s\n", cmp.Or(found.network, found.here), cover.trust.Fingerprint)
	}
	if err := c.tellLink(world, out, book, found); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "The book is %s\n", book.Path())
	return err
}

// tellLink prints the keeper's link while nobody keeps the book, for a machine without a browser; also with
// --quiet where others can come.
func (c *serving) tellLink(world *outside, out io.Writer, book *ledger.Book, found *found) error {
	reached := found.network != "" || len(c.BehindProxy) > 0
	if book.ReadOnly() != "" || !c.Pair && (book.HasKeeper() || c.Trust && !reached) {
		return nil
	}
	if reached || c.Pair {
		out = world.out
	}
	secret, err := book.MakeLink(0)
	if err != nil {
		return err
	}
	if !book.HasKeeper() {
		fmt.Fprint(out, "Nobody keeps this book yet. ")
	}
	fmt.Fprintf(out, "The keeper's link, good once: %s/pair/%s", cmp.Or(found.network, found.here), secret)
	if len(c.BehindProxy) > 0 {
		fmt.Fprintf(out, " or /pair/%s at the name of the proxy", secret)
	}
	_, err = fmt.Fprintln(out)
	return err
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

// networkAddress is the address for other devices on the network; empty when none can reach this machine.
func (c *serving) networkAddress(addr net.Addr, cover *cover) string {
	at := addr.(*net.TCPAddr).AddrPort()
	here := at.Addr().Unmap()
	if here.IsLoopback() {
		return ""
	}
	if here.IsUnspecified() {
		var ok bool
		if here, ok = onNetwork(c.home() == ""); !ok {
			return ""
		}
	}
	return cover.address(here, at.Port())
}

// onNetwork finds this machine's address on the network: a private one, or with public any other.
func onNetwork(public bool) (found netip.Addr, ok bool) {
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return found, false
	}
	for _, a := range addrs {
		p, err := netip.ParsePrefix(a.String())
		if err != nil || !p.Addr().IsGlobalUnicast() || !p.Addr().IsPrivate() && !(public && p.Addr().Is4()) {
			continue
		}
		if p.Addr().IsPrivate() && p.Addr().Is4() {
			return p.Addr(), true
		}
		found, ok = p.Addr(), true
	}
	return found, ok
}
