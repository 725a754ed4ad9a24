package web

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// address is where other devices reach the house: what the program found out when it began to listen, else the name this
// very request came by.
func (s *Server) address(r *http.Request) string {
	if s.Address != "" {
		return strings.TrimSuffix(s.Address, "/")
	}
	scheme := "http"
	if arrivalOf(r).secure {
		scheme = "https"
	}
	return scheme + "://" + r.Host
}

// onlyHere tells that the address leads to this machine alone: a phone that scans it would look for the house in itself.
func (s *Server) onlyHere(r *http.Request) bool {
	name := strings.TrimPrefix(strings.TrimPrefix(s.address(r), "http://"), "https://")
	if host, _, err := net.SplitHostPort(name); err == nil {
		name = host
	}
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	addr, err := netip.ParseAddr(strings.Trim(name, "[]"))
	return err == nil && addr.IsLoopback()
}
