package web

// Where a request comes from, and by what address others reach us. A proxy is believed only from the
// addresses the program was told.

import (
	"cmp"
	"context"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// arrival is how a request came.
type arrival struct {
	from   netip.Addr // the client, as far as is known
	secure bool       // over TLS, by us or by the proxy
	direct bool       // by no proxy that we can see
}

type arrivalKey struct{}

// forwarding are the headers by which a proxy shows itself, besides those with Forwarded in their names.
var forwarding = []string{
	"Via", "X-Real-Ip", "X-Client-Ip", "X-Cluster-Client-Ip", "True-Client-Ip", "Cf-Connecting-Ip", "Cf-Ray",
	"Cdn-Loop", "Fly-Client-Ip", "X-Envoy-External-Address", "X-Amzn-Trace-Id", "Proxy-Connection",
}

// throughProxy tells whether a request shows that a proxy sent it.
func throughProxy(h http.Header) bool {
	for name := range h {
		if strings.Contains(name, "Forwarded") || slices.Contains(forwarding, name) {
			return true
		}
	}
	return false
}

// arrived notes how a request came. Where a proxy of ours sent it, it sets the address and the Host the
// client used.
func (s *server) arrived(r *http.Request) *http.Request {
	a, host := s.arrivalFor(r)
	if s.ofProxy(addressIn(r.RemoteAddr)) {
		r.Host, r.RemoteAddr = host, net.JoinHostPort(a.from.String(), "0")
	}
	return r.WithContext(context.WithValue(r.Context(), arrivalKey{}, a))
}

// arrivalFor finds out how a request came, and the Host the client used.
func (s *server) arrivalFor(r *http.Request) (a arrival, host string) {
	a, host = arrival{from: addressIn(r.RemoteAddr), secure: r.TLS != nil}, r.Host
	a.direct = !throughProxy(r.Header)
	if s.ofProxy(a.from) {
		a.direct = false
		a.secure = a.secure || lastOf(r.Header, "X-Forwarded-Proto") == "https"
		host = cmp.Or(lastOf(r.Header, "X-Forwarded-Host"), host)
		// The client is the last one named that isn't a proxy of ours: what stands before it anybody may have
		// written.
		hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		for _, hop := range slices.Backward(hops) {
			addr := addressIn(strings.TrimSpace(hop))
			if !addr.IsValid() {
				break
			}
			if a.from = addr; !s.ofProxy(addr) {
				break
			}
		}
	}
	return a, host
}

// arrivalOf gives what arrived noted.
func arrivalOf(r *http.Request) arrival {
	a, _ := r.Context().Value(arrivalKey{}).(arrival)
	return a
}

func (s *server) ofProxy(a netip.Addr) bool {
	return a.IsValid() && slices.ContainsFunc(s.Proxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// addressIn reads an address, with or without a port; the zero Addr for what is none.
func addressIn(text string) netip.Addr {
	if host, _, err := net.SplitHostPort(text); err == nil {
		text = host
	}
	a, err := netip.ParseAddr(strings.Trim(text, "[]"))
	if err != nil {
		return netip.Addr{}
	}
	return a.Unmap().WithZone("")
}

// lastOf is the last value of a header, in one line or in several: the one the nearest proxy wrote.
func lastOf(h http.Header, name string) string {
	all := strings.Split(strings.Join(h.Values(name), ","), ",")
	return strings.TrimSpace(all[len(all)-1])
}

// onThisMachine tells whether the browser of this very machine seems to ask. A loopback address alone doesn't
// say so, nor with this machine's Host: nothing may show that something stands between. A forwarder doesn't.
// The machine of many circles is nobody's.
func (s *server) onThisMachine(r *http.Request) bool {
	a := arrivalOf(r)
	if s.Share.circle != "" || !a.from.IsLoopback() || !a.direct || !r.ProtoAtLeast(1, 1) ||
		!ofLoopback(r.Host) {
		return false
	}
	if r.URL.Host != "" { // asked as a proxy is
		return false
	}
	if slices.ContainsFunc(s.Proxies, func(p netip.Prefix) bool { return p.Addr().Unmap().IsLoopback() }) {
		return false
	}
	if from := r.Header.Get("Origin"); from != "" {
		u, err := url.Parse(from)
		return err == nil && u.Host == r.Host
	}
	return true
}

// asksItself tells whether a program on this machine asks by itself, and no proxy for somebody else. It gives
// no right.
func (s *server) asksItself(r *http.Request) bool {
	a := arrivalOf(r)
	return a.from.IsLoopback() && (a.direct || s.ofProxy(a.from))
}

// ofLoopback tells whether a Host can only mean the machine it is used on.
func ofLoopback(host string) bool {
	name := hostName(host)
	return name == "localhost" || addressIn(name).IsLoopback()
}

// hostName is a Host without its port.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
}

// address is where other devices reach us: the one the program was told, else the one this request came by.
func (s *server) address(r *http.Request) string {
	if s.Address != nil {
		if at := s.Address(); at != "" {
			return strings.TrimSuffix(at, "/")
		}
	}
	if arrivalOf(r).secure {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// typedAddress is that address as a person types it: by its name rather than as numbers of IPv6.
func (s *server) typedAddress(r *http.Request) string {
	at := s.address(r)
	if s.Named != "" && strings.Contains(at, "://[") {
		return s.Named
	}
	return at
}

// onlyHere tells whether that address leads a phone that scans it to the phone itself.
func (s *server) onlyHere(r *http.Request) bool {
	_, host, _ := strings.Cut(s.address(r), "://")
	return ofLoopback(host) || strings.HasSuffix(hostName(host), ".localhost")
}

// unreached tells whether nothing but this machine gets to the book: others come through a proxy by its name,
// which only their requests know.
func (s *server) unreached(r *http.Request) bool { return s.onlyHere(r) && len(s.Proxies) == 0 }
