package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"time"

	quietly "github.com/pion/logging"
	"github.com/pion/mdns/v2"
	"golang.org/x/net/ipv4"
)

// houseName is the name by which devices of the house find the program.
const houseName = "ouverte.local"

// probing is how long is listened for another who has the name. An answer takes some milliseconds.
const probing = 400 * time.Millisecond

// announce answers by mDNS to who asks for ouverte.local on the networks this machine is on, with the address
// it has there, or always with fixed. It gives the end of it; nil where somebody else has the name, or the
// network knows no mDNS, which keeps nobody from playing.
func announce(ctx context.Context, port uint16, fixed netip.Addr, log *slog.Logger) (stop func()) {
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
	options := []mdns.ServerOption{
		mdns.WithLocalNames(houseName),
		mdns.WithService(mdns.ServiceInstance{Instance: "Ouverte", Service: "_http._tcp", Host: houseName + ".",
			Port: port}),
	}
	if !fixed.IsUnspecified() {
		options = append(options, mdns.WithLocalAddress(fixed.AsSlice()))
	}
	conn, err := speakMDNS(options...)
	if err != nil {
		log.Warn("not announced on the network", "name", houseName, "error", err)
		return nil
	}
	return func() { _ = conn.Close() }
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
