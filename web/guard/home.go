package guard

import (
	"log/slog"
	"net"
	"net/netip"
	"sync"
)

// AtHome reports whether an address is of this machine or of the house it is in: loopback, private (RFC 1918,
// RFC 4193) or link-local.
func AtHome(a netip.Addr) bool {
	a = a.Unmap()
	return a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast()
}

// Home accepts connections between addresses of a house only. It looks at the address a connection came to,
// so that a machine with a new one is reached there at once and never at a public one; and at the one it came
// from, since the private address of a rented machine is reached from everywhere.
func Home(l net.Listener, log *slog.Logger) net.Listener { return &home{Listener: l, log: log} }

type home struct {
	net.Listener
	log    *slog.Logger
	logged sync.Once
}

func (h *home) Accept() (net.Conn, error) {
	for {
		c, err := h.Listener.Accept()
		if err != nil {
			return nil, err
		}
		to, from := addressOf(c.LocalAddr()), addressOf(c.RemoteAddr())
		if AtHome(to) && AtHome(from) {
			return c, nil
		}
		h.logged.Do(func() {
			h.log.Warn("not answered from outside the house, here and from now on: --listen names an address "+
				"to answer at", "to", to, "from", from)
		})
		_ = c.Close()
	}
}

func addressOf(a net.Addr) netip.Addr {
	if at, ok := a.(*net.TCPAddr); ok {
		return at.AddrPort().Addr()
	}
	return netip.Addr{}
}
