package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"strings"
	"time"

	quietly "github.com/pion/logging"
	"github.com/pion/mdns/v2"
	"golang.org/x/net/ipv4"

	"ouverte/web/guard"
)

// houseName is the name by which devices of the house find the program.
const houseName = "ouverte.local"

// probing is how long is listened for another who has the name. An answer takes some milliseconds.
const probing = 400 * time.Millisecond

// announce answers by mDNS to who asks for ouverte.local on the networks this machine is on, with the address
// it has there, or always with fixed; served for the house, only with addresses that are answered. It gives
// the end of it; nil where somebody else has the name, or the network knows no mDNS, which keeps nobody from
// playing.
func announce(ctx context.Context, port uint16, fixed netip.Addr, home bool, log *slog.Logger) (stop func()) {
	owner, err := whoHasTheName(ctx)
	switch {
	case err != nil:
		log.Warn("not announced on the network", "name", houseName, "error", err)
		return nil
	case owner.IsValid() && !isOurs(owner):
		log.Warn("another machine answers to this name: not announced on the network", "name", houseName,
			"address", owner)
		return nil
	}
	each := [][]mdns.ServerOption{nil}
	switch {
	case home:
		each = answeredAtHome()
	case !fixed.IsUnspecified():
		each[0] = []mdns.ServerOption{mdns.WithLocalAddress(fixed.AsSlice())}
	}
	var conns []*mdns.Conn
	end := func() {
		for _, c := range conns {
			_ = c.Close()
		}
	}
	for _, options := range each {
		conn, err := speakMDNS(append(options, mdns.WithLocalNames(houseName), mdns.WithService(
			mdns.ServiceInstance{Instance: "Ouverte", Service: "_http._tcp", Host: houseName + ".", Port: port},
		))...)
		if err != nil {
			log.Warn("not announced on the network", "name", houseName, "error", err)
			end()
			return nil
		}
		conns = append(conns, conn)
	}
	if len(conns) == 0 {
		return nil
	}
	return end
}

// answeredAtHome are the options of a server for each network and family of addresses this machine has in the
// house. Left to itself, the library answers with an interface's first addresses, and those may be public.
func answeredAtHome() (each [][]mdns.ServerOption) {
	interfaces, _ := net.Interfaces()
	for _, one := range interfaces {
		if one.Flags&net.FlagUp == 0 || one.Flags&net.FlagMulticast == 0 {
			continue
		}
		addrs, _ := one.Addrs()
		var four, six bool
		for _, a := range addrs {
			p, err := netip.ParsePrefix(a.String())
			if err != nil || p.Addr().IsLoopback() || !guard.AtHome(p.Addr()) {
				continue
			}
			family := &four
			if p.Addr().Is6() {
				family = &six
			}
			if *family || p.Addr().Is6() && p.Addr().IsLinkLocalUnicast() { // that needs a zone
				continue
			}
			*family = true
			each = append(each, []mdns.ServerOption{
				mdns.WithInterfaces(one), mdns.WithLocalAddress(p.Addr().AsSlice()),
			})
		}
	}
	return each
}

// announcing keeps the name announced: anew when the machine's addresses have changed, as where the network
// comes after the program, and now and then while it couldn't be, as where somebody else has the name.
type announcing struct {
	announce  func() (stop func()) // nil where it can't be
	addresses func() string
	look      <-chan time.Time
}

// lookEvery is how often the addresses are looked at; where the name couldn't be had, it is tried again after
// retryAfter looks.
const (
	lookEvery  = 10 * time.Second
	retryAfter = 6
)

// keepAnnounced announces the name, and keeps to it. There is somebody to ask for it already if announced.
func keepAnnounced(
	ctx context.Context, port uint16, fixed netip.Addr, home bool, log *slog.Logger,
) (announced bool, stop func()) {
	look := time.NewTicker(lookEvery)
	told := log
	a := &announcing{func() func() {
		stop := announce(ctx, port, fixed, home, told)
		if told = log; stop == nil {
			told = slog.New(slog.DiscardHandler) // once is enough
		}
		return stop
	}, addresses, look.C}
	announced, end := a.begin()
	return announced, func() { look.Stop(); end() }
}

// begin announces once before it returns.
func (a *announcing) begin() (announced bool, stop func()) {
	at, end := a.addresses(), a.announce()
	stopping, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for without := 0; ; {
			select {
			case <-a.look:
			case <-stopping:
				if end != nil {
					end()
				}
				return
			}
			now := a.addresses()
			if without++; now == at && (end != nil || without < retryAfter) {
				continue
			}
			if end != nil {
				end()
			}
			at, end, without = now, a.announce(), 0
		}
	}()
	return end != nil, func() { close(stopping); <-stopped }
}

// addresses are those this machine has now, as text.
func addresses() string {
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return ""
	}
	var all []string
	for _, a := range addrs {
		all = append(all, a.String())
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// speakMDNS listens where mDNS is spoken.
func speakMDNS(options ...mdns.ServerOption) (*mdns.Conn, error) {
	at, err := net.ResolveUDPAddr("udp4", mdns.DefaultAddressIPv4)
	if err != nil {
		return nil, err
	}
	packets, err := net.ListenUDP("udp4", at)
	if err != nil {
		return nil, err
	}
	quiet := &quietly.DefaultLoggerFactory{Writer: io.Discard, DefaultLogLevel: quietly.LogLevelDisabled}
	conn, err := mdns.NewServer(ipv4.NewPacketConn(packets), nil,
		append(options, mdns.WithLoggerFactory(quiet), mdns.WithQueryInterval(probing/4))...)
	if err != nil {
		_ = packets.Close()
		return nil, fmt.Errorf("mDNS: %w", err)
	}
	return conn, nil
}

// whoHasTheName asks the network for the name; the zero address is nobody.
func whoHasTheName(ctx context.Context) (netip.Addr, error) {
	conn, err := speakMDNS()
	if err != nil {
		return netip.Addr{}, err
	}
	defer conn.Close()
	ctx, over := context.WithTimeout(ctx, probing)
	defer over()
	_, owner, err := conn.QueryAddr(ctx, houseName)
	if err != nil {
		return netip.Addr{}, nil // nobody has answered
	}
	return owner, nil
}

// isOurs tells whether an address is this machine's.
func isOurs(a netip.Addr) bool {
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return false
	}
	for _, one := range addrs {
		if p, err := netip.ParsePrefix(one.String()); err == nil && p.Addr().Unmap() == a.Unmap().WithZone("") {
			return true
		}
	}
	return false
}
