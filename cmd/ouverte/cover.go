package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"ouverte/web"
)

// cover is the TLS configuration and what follows from it. Its zero value is plain http.
type cover struct {
	config *tls.Config // nil without TLS
	names  []string    // of the certificate
	trust  *web.Trust  // how devices come to trust our own authority
	public bool        // fetched by ACME, which validates at port 443 of the name only
	opened fs.FileMode // of the file of our own authority, where others could read it until now
}

// reached refuses to wait for ACME at a loopback address. A port other than 443 is only logged, since a
// router may forward 443 to it.
func (c *cover) reached(at net.Addr, log *slog.Logger) error {
	if c.opened != 0 {
		log.Warn("others could read the key of the authority until now; if one of them isn't to be trusted, "+
			"remove its file, and another is made", "mode", c.opened)
	}
	if !c.public {
		return nil
	}
	here := at.(*net.TCPAddr).AddrPort()
	if here.Addr().Unmap().IsLoopback() {
		return fmt.Errorf("--acme %s needs an address that others reach, and %s is this machine's own; "+
			"add --listen :443", c.names[0], here)
	}
	if here.Port() != 443 {
		log.Warn("Let's Encrypt gives a certificate only to a machine that answers at port 443 of the name: "+
			"let the router forward it to this port", "name", c.names[0], "port", here.Port())
	}
	return nil
}

// cover sets up what the flags ask for. also allows further names, below those the flags have; nil for none.
func (c *serving) cover(at secrets, also func(name string) bool) (*cover, error) {
	wanted := 0
	for _, w := range []bool{c.TLSCert != "" || c.TLSKey != "", c.TLSLocal, len(c.ACME) > 0} {
		if w {
			wanted++
		}
	}
	switch {
	case c.HSTS && (c.TLSLocal || wanted == 0 && len(c.BehindProxy) == 0):
		return nil, errors.New("--hsts goes with a certificate that browsers trust: with --acme, --tls-cert, or " +
			"a proxy that has one")
	case wanted > 1:
		return nil, errors.New("use only one of --tls-cert, --tls-local and --acme")
	case c.ACMEDirectory != "" && len(c.ACME) == 0:
		return nil, errors.New("--acme-directory says whom --acme asks; add --acme and the name, or leave it out")
	case c.TLSLocal:
		return coverOfOurs(at.authority, c.Host, also)
	case len(c.ACME) > 0:
		return c.coverByACME(at.acme, also), nil
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
	return &cover{config: tlsConfig(f.certificate), names: pair.Leaf.DNSNames}, nil
}

func tlsConfig(certificate func(*tls.ClientHelloInfo) (*tls.Certificate, error)) *tls.Config {
	protocols := []string{"h2", "http/1.1"}
	return &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: protocols, GetCertificate: certificate}
}

// coverByACME fetches certificates on first use and caches them in a folder.
func (c *serving) coverByACME(cache string, also func(name string) bool) *cover {
	named := autocert.HostWhitelist(c.ACME...)
	m := &autocert.Manager{
		Prompt: autocert.AcceptTOS,
		HostPolicy: func(ctx context.Context, host string) error {
			if also != nil && also(host) {
				return nil
			}
			return named(ctx, host)
		},
		Cache:  autocert.DirCache(cache),
		Client: &acme.Client{DirectoryURL: cmp.Or(c.ACMEDirectory, acme.LetsEncryptURL)},
	}
	config := m.TLSConfig()
	config.MinVersion = tls.VersionTLS12
	return &cover{config: config, names: c.ACME, public: true}
}

// logged logs each handshake that our own authority refuses.
func (c *cover) logged(log *slog.Logger) *tls.Config {
	if c.trust == nil {
		return c.config
	}
	config := c.config.Clone()
	config.GetCertificate = func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
		pair, err := c.config.GetCertificate(hello)
		if err != nil {
			log.Warn("a TLS handshake was refused", "from", hello.Conn.RemoteAddr(), "error", err)
		}
		return pair, err
	}
	return config
}

// address is the URL to type into a browser: by the certificate's name if it has one, and by the last name of
// our own authority where that can't vouch for the address.
func (c *cover) address(a netip.Addr, port uint16) string {
	host := a.String()
	switch {
	case c.config == nil || len(c.names) == 0:
	case c.trust != nil && !atHome(a):
		host = c.names[len(c.names)-1]
	case c.trust == nil && !strings.HasPrefix(c.names[0], "*"):
		host = c.names[0]
	}
	return c.by(host, port)
}

// by is the URL by a name or an address.
func (c *cover) by(host string, port uint16) string {
	scheme, usual := "http://", uint16(80)
	if c.config != nil {
		scheme, usual = "https://", 443
		if c.public {
			port = usual // the router forwards it
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

// certificateFiles is a certificate on disk, read again when it changes.
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
			return f.read, nil // being renewed: keep the old one
		}
		return nil, err
	}
	f.read, f.changed = &pair, changed
	return f.read, nil
}

// plainSpoken is a TLS listener that redirects plain http requests, which browsers send for a typed address.
type plainSpoken struct{ net.Listener }

func (l *plainSpoken) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &firstWord{Conn: c}, nil
}

// firstWord looks at the first byte received: TLS begins with 22, HTTP with a letter.
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
	whole := io.LimitReader(io.MultiReader(bytes.NewReader(b[:n]), c.Conn), enough)
	r, err := http.ReadRequest(bufio.NewReader(whole))
	if err == nil && r.Host != "" && strings.HasPrefix(r.RequestURI, "/") &&
		(r.Method == http.MethodGet || r.Method == http.MethodHead) {
		fmt.Fprintf(c.Conn, "HTTP/1.1 307 Temporary Redirect\r\nLocation: https://%s%s\r\n"+
			"Content-Length: 0\r\nConnection: close\r\n\r\n", r.Host, r.RequestURI)
	} else {
		fmt.Fprint(c.Conn, "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n"+
			"This address begins with https://\n")
	}
	return 0, io.EOF
}
