package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"ouverte/web"
)

// authority is a certificate authority for one home network, where nobody else certifies an address like
// 192.168.1.5. Its key lies beside the book. Name constraints limit it to home networks and this machine's
// names.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	now  func() time.Time

	names []string               // this machine's names and those of --host
	also  func(name string) bool // vouches for more; nil for none

	opened fs.FileMode // of its file, where others could read it

	mu   sync.Mutex
	leaf map[string]*tls.Certificate // by the name or address asked for
}

// The authority is valid for fixed years, whatever the machine's clock says: small boards start in the past.
var (
	authorityFrom  = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	authorityUntil = time.Date(2056, 1, 1, 0, 0, 0, 0, time.UTC)
)

const (
	leafLasts = 90 * 24 * time.Hour // a certificate is replaced in its last third
	mostLeafs = 64
)

// homeNetworks are the only addresses it can certify.
var homeNetworks = []string{
	"127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10",
	"::1/128", "fc00::/7", "fe80::/10",
}

// atHome reports whether it can certify an address.
func atHome(a netip.Addr) bool {
	return slices.ContainsFunc(homeNetworks, func(network string) bool {
		return netip.MustParsePrefix(network).Contains(a.WithZone(""))
	})
}

// coverOfOurs is TLS by our own authority, which it makes in a file the first time. It vouches for hosts, and
// below them for the names also allows.
func coverOfOurs(file string, hosts []string, also func(string) bool) (*cover, error) {
	for _, host := range hosts {
		if at, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil && !atHome(at) {
			return nil, fmt.Errorf("our authority vouches for addresses of home networks only, and %s is none: "+
				"name another --host, or use a certificate of your own (--tls-cert)", host)
		}
	}
	a, err := openAuthority(file, slices.Concat(ownNames(), []string{houseName}, hosts))
	if err != nil {
		return nil, fmt.Errorf("no certificate of our own: %w", err)
	}
	a.also = also
	for _, host := range hosts {
		if !a.mayVouch(host) {
			return nil, fmt.Errorf("our authority can't vouch for %s, which came later; remove %s and another is "+
				"made, which each device must trust anew", host, file)
		}
	}
	fingerprint := strings.ReplaceAll(fmt.Sprintf("% X", sha256.Sum256(a.cert.Raw)), " ", ":")
	trust := &web.Trust{Certificate: a.cert.Raw, Fingerprint: fingerprint}
	return &cover{config: tlsConfig(a.certificate), names: a.names, trust: trust, opened: a.opened}, nil
}

// authorityOf is the file of the authority beside a book.
func authorityOf(book string) string {
	if linked, err := filepath.EvalSymlinks(book); err == nil {
		book = linked
	}
	return beside(book, ".authority")
}

// beside is the name of a file that goes with a book.
func beside(book, ending string) string { return strings.TrimSuffix(book, filepath.Ext(book)) + ending }

// secrets are where certificates come from that the program has itself: the file of its authority, and the
// folder of those it was given.
type secrets struct{ authority, acme string }

// openAuthority reads the authority from its file, or makes the file.
func openAuthority(file string, names []string) (*authority, error) {
	a := &authority{now: time.Now, names: names, leaf: map[string]*tls.Certificate{}}
	opened, err := onlyTheOwners(file)
	if err != nil {
		return nil, err
	}
	a.opened = opened
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		if text, err = makeAuthority(names); err == nil {
			err = writeSecret(file, text)
		}
	}
	if err != nil {
		return nil, err
	}
	pair, err := tls.X509KeyPair(text, text)
	if err != nil {
		return nil, fmt.Errorf("%s isn't as Ouverte wrote it: %w", file, err)
	}
	key, ok := pair.PrivateKey.(*ecdsa.PrivateKey)
	if !ok || !pair.Leaf.IsCA {
		return nil, fmt.Errorf("%s holds no authority of ours", file)
	}
	a.cert, a.key = pair.Leaf, key
	return a, nil
}

// onlyTheOwners makes a file its owner's alone, since anybody with the key can pose as this house. opened
// tells that others could read it before. If the rights can't be changed, the key isn't used.
func onlyTheOwners(file string) (opened fs.FileMode, err error) {
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm()&0o077 == 0 || runtime.GOOS == "windows" {
		return 0, nil // what keeps it from being read is said there
	}
	if err := os.Chmod(file, info.Mode().Perm()&^0o077); err != nil {
		return 0, fmt.Errorf("others may read %s, and Ouverte can't stop them; chmod 600 it: %w", file, err)
	}
	return info.Mode().Perm(), nil
}

// writeSecret writes a file for its owner only, whole or not at all.
func writeSecret(file string, text []byte) error {
	f, err := os.OpenFile(file+"-new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(file+"-new", file)
}

// makeAuthority returns the certificate and the key of a new authority, as PEM.
func makeAuthority(names []string) ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	about := &x509.Certificate{
		Subject:   pkix.Name{CommonName: "Ouverte", Organization: []string{"Ouverte at home"}},
		NotBefore: authorityFrom, NotAfter: authorityUntil,
		IsCA: true, BasicConstraintsValid: true, MaxPathLenZero: true,
		KeyUsage: x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		PermittedDNSDomainsCritical: true, PermittedDNSDomains: append([]string{"localhost", "local"}, names...),
	}
	for _, text := range homeNetworks {
		_, network, err := net.ParseCIDR(text)
		if err != nil {
			return nil, err
		}
		about.PermittedIPRanges = append(about.PermittedIPRanges, network)
	}
	der, err := x509.CreateCertificate(rand.Reader, about, about, key.Public(), key)
	if err != nil {
		return nil, err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	return slices.Concat(
		pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})), nil
}

// mayVouch reports whether the authority's constraints permit a name or an address.
func (a *authority) mayVouch(name string) bool {
	if at, err := netip.ParseAddr(strings.Trim(name, "[]")); err == nil {
		return atHome(at)
	}
	name = strings.ToLower(name)
	return slices.ContainsFunc(a.cert.PermittedDNSDomains, func(domain string) bool {
		domain = strings.ToLower(domain)
		return name == domain || strings.HasSuffix(name, "."+domain)
	})
}

// certificate certifies the name in the TLS hello, or else the address of the connection.
func (a *authority) certificate(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	who := strings.ToLower(strings.TrimSuffix(hello.ServerName, "."))
	if _, err := netip.ParseAddr(who); err == nil {
		who = "" // some browsers send the address they go to; it counts as none (RFC 6066, §3)
	}
	same := func(name string) bool { return strings.EqualFold(name, who) }
	known := who == "" || who == "localhost" || slices.ContainsFunc(a.names, same)
	if !known && (a.also == nil || !a.also(who)) {
		return nil, fmt.Errorf("not our name: %q", who)
	}
	if who == "" {
		at, err := netip.ParseAddrPort(hello.Conn.LocalAddr().String())
		if err != nil {
			return nil, err
		}
		who = at.Addr().Unmap().WithZone("").String()
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.now()
	c := a.leaf[who]
	if c != nil && now.After(c.Leaf.NotBefore) && now.Before(c.Leaf.NotAfter.Add(-leafLasts/3)) {
		return c, nil
	}
	if len(a.leaf) >= mostLeafs {
		clear(a.leaf)
	}
	c, err := a.sign(who, now)
	if err == nil {
		a.leaf[who] = c
	}
	return c, err
}

func (a *authority) sign(who string, now time.Time) (*tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	about := &x509.Certificate{
		Subject:   pkix.Name{CommonName: "Ouverte"},
		NotBefore: now.Add(-24 * time.Hour), NotAfter: now.Add(leafLasts), // a tablet's clock may be behind
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	if ip := net.ParseIP(who); ip != nil {
		about.IPAddresses = []net.IP{ip}
	} else {
		about.DNSNames = []string{who}
	}
	der, err := x509.CreateCertificate(rand.Reader, about, a.cert, key.Public(), a.key)
	if err != nil {
		return nil, err
	}
	leaf, err := x509.ParseCertificate(der)
	return &tls.Certificate{Certificate: [][]byte{der, a.cert.Raw}, PrivateKey: key, Leaf: leaf}, err
}
