package guard

import (
	"log/slog"
	"net"
	"net/netip"
	"strings"
	"testing"
)

// TestAtHome: addresses of the machine and of a house, and none that others reach or that stand for all.
func TestAtHome(t *testing.T) {
	for text, at := range map[string]bool{
		"127.0.0.1": true, "127.8.0.1": true, "::1": true, "10.0.0.7": true, "172.16.0.1": true,
		"172.31.255.1": true, "192.168.1.5": true, "169.254.3.4": true, "fd00::7": true, "fe80::1%eth0": true,
		"::ffff:192.168.1.5": true,
		"8.8.8.8":            false, "172.32.0.1": false, "192.169.0.1": false, "100.64.0.1": false,
		"0.0.0.0": false,
		"::":      false, "2001:db8::1": false, "::ffff:8.8.8.8": false, "fec0::1": false, "224.0.0.251": false,
	} {
		if is := AtHome(netip.MustParseAddr(text)); is != at {
			t.Errorf("%s: %v", text, is)
		}
	}
	if AtHome(netip.Addr{}) {
		t.Error("no address at all")
	}
}

// ends is a connection between two addresses; queue hands them out, and then a listener that was closed.
type ends struct {
	net.Conn
	to, from string
	closed   bool
}

func (e *ends) LocalAddr() net.Addr  { return tcp(e.to) }
func (e *ends) RemoteAddr() net.Addr { return tcp(e.from) }
func (e *ends) Close() error         { e.closed = true; return nil }

func tcp(text string) net.Addr { return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(text)) }

type queue struct {
	net.Listener
	all []*ends
}

func (q *queue) Accept() (net.Conn, error) {
	if len(q.all) == 0 {
		return nil, net.ErrClosed
	}
	first := q.all[0]
	q.all = q.all[1:]
	return first, nil
}

// TestHome: what comes to or from a public address is closed before a byte is read, and said once.
func TestHome(t *testing.T) {
	var said strings.Builder
	all := []*ends{
		{to: "203.0.113.5:8052", from: "192.168.1.9:1"},
		{to: "[2001:db8::5]:8052", from: "[2001:db8::9]:1"},
		{to: "10.0.0.5:8052", from: "203.0.113.9:1"}, // a rented machine, or a router that forwards the port
		{to: "192.168.1.5:8052", from: "192.168.1.9:1"},
		{to: "127.0.0.1:8052", from: "127.0.0.1:1"},
		{to: "[fe80::5]:8052", from: "[fe80::9]:1"},
	}
	home := Home(&queue{all: all}, slog.New(slog.NewTextHandler(&said, nil)))
	for _, due := range all[3:] {
		if c, err := home.Accept(); err != nil || c != net.Conn(due) {
			t.Fatalf("%v, %v", c, err)
		}
	}
	if _, err := home.Accept(); err == nil {
		t.Error("a listener that was closed goes on")
	}
	for i, e := range all {
		if e.closed != (i < 3) {
			t.Errorf("%s from %s: closed is %v", e.to, e.from, e.closed)
		}
	}
	if n := strings.Count(said.String(), "level="); n != 1 {
		t.Errorf("said %d times: %s", n, &said)
	}
}
