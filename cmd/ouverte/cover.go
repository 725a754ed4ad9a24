package main

// Serving under cover of TLS: with a certificate somebody brings, with one fetched by ACME, or with one of our own authority
// (authority.go). Without any of them the cover is empty, and everything is plain.

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"ouverte/web"
)

// cover is what TLS needs and what follows from it.
type cover struct {
	config *tls.Config // nil: none
	names  []string    // the certificate is for
	strict bool        // everybody trusts it, so browsers may be told never to come without
	trust  *web.Trust
	public bool // it is fetched from an authority, which asks for the name at port 443 and nowhere else
}

// reached refuses to wait for an authority at an address that nobody outside can reach. Behind a router that forwards port 443
// it may be any other port: that is said, and left to whoever set it up.
func (c *cover) reached(at net.Addr, log *slog.Logger) error {
	if !c.public {
		return nil
	}
	here := at.(*net.TCPAddr).AddrPort()
	if here.Addr().Unmap().IsLoopback() {
		return fmt.Errorf("--acme %s needs an address that others reach, and %s is this machine's own; add --listen :443", c.names[0], here)
	}
	if here.Port() != 443 {
		log.Warn("a certificate is given only to who answers at port 443 of the name: let the router forward it to this port", "name", c.names[0], "port", here.Port())
	}
	return nil
}

// cover finds out from the flags what is wanted.
func (c *serving) cover(book string) (*cover, error) {
	wanted := 0
	for _, w := range []bool{c.TLSCert != "" || c.TLSKey != "", c.TLSLocal, len(c.ACME) > 0} {
		if w {
			wanted++
		}
	}
	switch {
	case wanted > 1:
		return nil, errors.New("only one of --tls-cert, --tls-local and --acme can be had at a time")
	case c.TLSLocal:
		return coverOfOurs(book, c.Host)
	case len(c.ACME) > 0:
		return c.coverByACME(book), nil
	case wanted == 0:
		return &cover{}, nil
	case c.TLSCert == "" || c.TLSKey == "":
		return nil, errors.New("--tls-cert and --tls-key go together")
	}
	f := &certificateFiles{cert: c.TLSCert, key: c.TLSKey}
	pair, err := f.certificate(nil)
	if err != nil {
		return nil, fmt.Errorf("the certificate can't be used: %w", err)
	}
	return &cover{config: tlsConfig(f.certificate), names: pair.Leaf.DNSNames, strict: trustedByAll(pair)}, nil
}

func tlsConfig(certificate func(*tls.ClientHelloInfo) (*tls.Certificate, error)) *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}, GetCertificate: certificate}
}

// coverByACME fetches certificates when they are first needed, and keeps them beside the book.
func (c *serving) coverByACME(book string) *cover {
	m := &autocert.Manager{
		Prompt:     autocert.AcceptTOS,
		HostPolicy: autocert.HostWhitelist(c.ACME...),
		Cache:      autocert.DirCache(strings.TrimSuffix(book, filepath.Ext(book)) + ".acme"),
		Client:     &acme.Client{DirectoryURL: cmp.Or(c.ACMEDirectory, acme.LetsEncryptURL)},
	}
	config := m.TLSConfig()
	config.MinVersion = tls.VersionTLS12
	return &cover{config: config, names: c.ACME, strict: true, public: true}
}

// address is what to type into a browser; with a certificate for a name it must be that name.
func (c *cover) address(a netip.Addr, port uint16) string {
	scheme, usual, host := "http://", uint16(80), a.String()
	if c.config != nil {
		scheme, usual = "https://", 443
		if c.trust == nil && len(c.names) > 0 && !strings.HasPrefix(c.names[0], "*") {
			host = c.names[0]
		}
		if c.public {
			port = usual // from outside it is reached there, whatever port that is forwarded to
		}
	}
	if port != usual {
		return scheme + net.JoinHostPort(host, strconv.Itoa(int(port)))
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	return scheme + host
}

// certificateFiles is a certificate on disk, read anew when somebody renews it.
type certificateFiles struct {
	cert, key string

	mu      sync.Mutex
	read    *tls.Certificate
	changed time.Time
}

func (f *certificateFiles) certificate(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var changed time.Time
	if info, err := os.Stat(f.cert); err == nil {
		changed = info.ModTime()
	}
	if f.read != nil && changed.Equal(f.changed) {
		return f.read, nil
	}
	pair, err := tls.LoadX509KeyPair(f.cert, f.key)
	if err != nil {
		if f.read != nil {
			return f.read, nil // half renewed: the old one still holds
		}
		return nil, err
	}
	f.read, f.changed = &pair, changed
	return f.read, nil
}

// trustedByAll tells whether browsers trust a certificate by themselves. One that was signed by its owner must not bind them
// to TLS: the way back would be barred.
func trustedByAll(pair *tls.Certificate) bool {
	between := x509.NewCertPool()
	for _, der := range pair.Certificate[1:] {
		if c, err := x509.ParseCertificate(der); err == nil {
			between.AddCert(c)
		}
	}
	_, err := pair.Leaf.Verify(x509.VerifyOptions{Intermediates: between})
	return err == nil
}

// plainSpoken listens for TLS, and tells browsers that come without it, as they do when an address is typed in, where to go.
type plainSpoken struct{ net.Listener }

func (l *plainSpoken) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &firstWord{Conn: c}, nil
}

// firstWord looks at the first byte that comes in: TLS begins with 22, HTTP with a letter.
type firstWord struct {
	net.Conn
	heard bool
}

func (c *firstWord) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if c.heard || n == 0 {
		return n, err
	}
	c.heard = true
	if b[0] < 'A' || b[0] > 'Z' {
		return n, err
	}
	const enough = 8 << 10
	r, err := http.ReadRequest(bufio.NewReader(io.LimitReader(io.MultiReader(bytes.NewReader(b[:n]), c.Conn), enough)))
	if err == nil && r.Host != "" && (r.Method == http.MethodGet || r.Method == http.MethodHead) && strings.HasPrefix(r.RequestURI, "/") {
		fmt.Fprintf(c.Conn, "HTTP/1.1 307 Temporary Redirect\r\nLocation: https://%s%s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", r.Host, r.RequestURI)
	} else {
		fmt.Fprint(c.Conn, "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nThis address begins with https://\n")
	}
	return 0, io.EOF
}
