package host

import (
	"net"
	"net/netip"
	"slices"
	"strings"

	"ouverte/ledger/circles"
)

// atHome tells whether a Host is the host's own: a name of its own, localhost or an address.
func (h *Host) atHome(host string) bool {
	name, ok := plainName(host)
	return ok && (name == "localhost" || isAddress(name) ||
		slices.ContainsFunc(slices.Concat(h.Hosts, h.Domains), is(name)))
}

// circleAt is the name of the circle a Host asks for: the one label before a domain of the host. Upper case,
// a port and one dot at the end make no difference, as for every host name; nothing else is let pass.
func (h *Host) circleAt(host string) (name string, ok bool) {
	whole, ok := plainName(host)
	name, domain, _ := strings.Cut(whole, ".")
	return name, ok && circles.Good(name) &&
		(domain == "localhost" || slices.ContainsFunc(h.Domains, is(domain)))
}

// namesOf are the host names of a circle.
func (h *Host) namesOf(name string) []string {
	names := []string{name + ".localhost"}
	for _, domain := range h.Domains {
		names = append(names, name+"."+domain)
	}
	return names
}

// Vouches tells whether the host may have a certificate for a name: its own, and those of its circles.
func (h *Host) Vouches(host string) bool {
	if name, ok := plainName(host); !ok || isAddress(name) {
		return false
	}
	if h.atHome(host) {
		return true
	}
	name, ok := h.circleAt(host)
	s, _ := h.folder.State(name)
	return ok && s != circles.Unknown && s != circles.Moved
}

// plainName is a Host without its port, in small letters. ok is false for what is no Host of a browser's.
func plainName(host string) (name string, ok bool) {
	for i := range len(host) {
		if host[i] <= ' ' || host[i] >= 0x7f {
			return "", false
		}
	}
	name = host
	if at, port, err := net.SplitHostPort(host); err == nil {
		if strings.Trim(port, "0123456789") != "" {
			return "", false
		}
		name = at
		if strings.HasPrefix(host, "[") != strings.Contains(at, ":") {
			return "", false // brackets are for addresses
		}
	}
	return strings.ToLower(strings.TrimSuffix(name, ".")), true
}

func is(name string) func(string) bool {
	return func(other string) bool { return strings.EqualFold(other, name) }
}

func isAddress(name string) bool {
	_, err := netip.ParseAddr(strings.Trim(name, "[]"))
	return err == nil
}
