package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ouverte/ledger/testenv"
)

// TestOwnAuthority: the key is its owner's alone, and the authority vouches for home and nothing else.
func TestOwnAuthority(t *testing.T) {
	file := filepath.Join(t.TempDir(), "book.authority")
	a := testenv.Must(openAuthority(file, []string{"parlour"}))(t)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key's file: %v, %v", info.Mode(), err)
	}
	again, err := openAuthority(file, []string{"parlour"})
	if err != nil || !again.cert.Equal(a.cert) {
		t.Errorf("read again it is another authority: %v", err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(a.cert)
	for who, good := range map[string]bool{
		"192.168.1.5": true, "10.1.2.3": true, "127.0.0.1": true, "fd00::5": true, "parlour": true,
		"parlour.local": true, "localhost": true, "172.31.255.255": true, "100.127.0.1": true, "fe80::1": true,
		"8.8.8.8": false, "2001:4860:4860::8888": false, "bank.example": false, "local.bank.example": false,
		"172.32.0.1": false, "192.169.0.1": false, "100.128.0.1": false, "11.0.0.1": false, "fec0::1": false,
		"::ffff:8.8.8.8": false, "0.0.0.0": false, "::": false, "::2": false, "64:ff9b::a00:1": false,
	} {
		c := testenv.Must(a.sign(who, time.Now()))(t)
		if _, err := c.Leaf.Verify(x509.VerifyOptions{Roots: pool, DNSName: who}); (err == nil) != good {
			t.Errorf("%s: %v", who, err)
		}
	}
	if _, err := a.certificate(&tls.ClientHelloInfo{ServerName: "bank.example"}); err == nil {
		t.Error("made a certificate for somebody else's name")
	}
	for _, server := range []string{"192.168.1.5", "::1", "192.168.1.5."} { // what WebKitGTK sends
		at := &net.TCPAddr{IP: net.IPv4(10, 0, 0, 7), Port: 8052}
		c, err := a.certificate(&tls.ClientHelloInfo{ServerName: server, Conn: &reachedAt{at: at}})
		if err != nil || c.Leaf.VerifyHostname("10.0.0.7") != nil {
			t.Errorf("asked for as %s, at %v: %v", server, at, err)
		}
	}
	testenv.Fine(t, os.Chmod(file, 0o644))
	open, err := openAuthority(file, []string{"parlour"})
	if err != nil || open.opened != 0o644 {
		t.Errorf("a key that others may read: %v, %v", open, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("afterwards: %v, %v", info.Mode(), err)
	}
	for who, good := range map[string]bool{
		"parlour": true, "192.168.1.5": true, "[fd00::5]": true, "club.example": false, "203.0.113.7": false,
	} {
		if a.mayVouch(who) != good {
			t.Errorf("it doesn't know whether it may vouch for %s", who)
		}
	}

	// Certificates are made anew in time, and after a clock that was years behind is put right.
	now := time.Date(2019, 1, 1, 0, 0, 0, 0, time.UTC)
	a.now = func() time.Time { return now }
	of := func() *x509.Certificate {
		c := testenv.Must(a.certificate(&tls.ClientHelloInfo{ServerName: "parlour"}))(t)
		return c.Leaf
	}
	first := of()
	if !of().Equal(first) {
		t.Error("a new certificate for every browser")
	}
	for _, now = range []time.Time{now.Add(61 * 24 * time.Hour), time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC),
		time.Date(2019, 1, 1, 0, 0, 0, 0, time.UTC)} {
		if c := of(); now.Before(c.NotBefore) || now.Add(leafLasts/4).After(c.NotAfter) {
			t.Errorf("at %v it shows one from %v to %v", now, c.NotBefore, c.NotAfter)
		}
	}
	if a.cert.NotAfter.Before(time.Date(2050, 1, 1, 0, 0, 0, 0, time.UTC)) {
		t.Error("the authority ends too soon")
	}
}

// reachedAt is a connection that came to an address.
type reachedAt struct {
	net.Conn
	at net.Addr
}

func (c *reachedAt) LocalAddr() net.Addr { return c.at }

// TestAddressesItVouchesFor: the program prints no address that our own authority can't certify; its last
// name appears once.
func TestAddressesItVouchesFor(t *testing.T) {
	of := func(hosts ...string) *cover {
		c := testenv.Must(coverOfOurs(filepath.Join(t.TempDir(), "a"), hosts, nil))(t)
		return c
	}
	ours, named := of(), of("cards.example")
	for _, c := range []struct {
		cover    *cover
		at, want string
	}{
		{ours, "192.168.1.7", "https://192.168.1.7:8052"},
		{ours, "127.0.0.1", "https://127.0.0.1:8052"},
		{ours, "fd00::7", "https://[fd00::7]:8052"},
		{ours, "203.0.113.7", "https://ouverte.local:8052"},
		{ours, "2001:db8::7", "https://ouverte.local:8052"},
		{named, "203.0.113.7", "https://cards.example:8052"},
		{named, "10.1.2.3", "https://10.1.2.3:8052"},
		{&cover{}, "203.0.113.7", "http://203.0.113.7:8052"},
	} {
		if got := c.cover.address(netip.MustParseAddr(c.at), 8052); got != c.want {
			t.Errorf("%s is told as %s, not %s", c.at, got, c.want)
		}
	}
}

// TestServeTLSLocal takes the certificate along as a tablet does, and trusts it.
func TestServeTLSLocal(t *testing.T) {
	t.Parallel()
	p := serveGuarded(t, newBook(t, 1), "--tls-local")
	if !strings.HasPrefix(p.url, "https://") {
		t.Fatalf("served at %s", p.url)
	}
	careless := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	defer careless.CloseIdleConnections()
	answer := testenv.Must(careless.Get(p.url + "/trust/ouverte.crt"))(t)
	der, err := io.ReadAll(answer.Body)
	answer.Body.Close()
	if err != nil || answer.Header.Get("Content-Type") != "application/x-x509-ca-cert" {
		t.Fatalf("%v: %v", answer.Header, err)
	}
	ca := testenv.Must(x509.ParseCertificate(der))(t)
	pool := x509.NewCertPool()
	pool.AddCert(ca)
	tr := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true}
	defer tr.CloseIdleConnections()
	trusting := &http.Client{
		Transport:     tr,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	answer = testenv.Must(trusting.Get(p.url + "/trust"))(t)
	page, _ := io.ReadAll(answer.Body)
	answer.Body.Close()
	if answer.ProtoMajor != 2 || answer.Header.Get("Strict-Transport-Security") != "" {
		t.Errorf("HTTP/%d, bound to TLS by %q", answer.ProtoMajor, answer.Header.Get("Strict-Transport-Security"))
	}
	_, fingerprint, _ := strings.Cut(p.hears("fingerprint is "), "fingerprint is ")
	fingerprint, _, _ = strings.Cut(fingerprint, "\n")
	if len(fingerprint) != 95 || !strings.Contains(string(page), fingerprint) {
		t.Errorf("the page doesn't show the fingerprint %q that was printed", fingerprint)
	}

	// paired under TLS, the cookie is for this host and TLS alone
	_, code, _ := strings.Cut(p.hears("good once: "), "/pair/")
	code, _, _ = strings.Cut(code, "\n")
	r, _ := http.NewRequest("POST", p.url+"/pair", strings.NewReader("name=Tablet&code="+code))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer = testenv.Must(trusting.Do(r))(t)
	answer.Body.Close()
	if c := answer.Cookies(); answer.StatusCode != 303 || len(c) != 1 || c[0].Name != "__Host-ouverte" ||
		!c[0].Secure ||
		!c[0].HttpOnly ||
		c[0].Path != "/" ||
		c[0].Domain != "" {
		t.Errorf("%d, cookies %v", answer.StatusCode, c)
	}

	// its health is that of the address that answers
	asked := strings.TrimPrefix(p.url, "https://")
	out, err := prepare(t, "health", "--listen", asked).CombinedOutput()
	if err != nil || string(out) != "All is well at "+p.url+".\n" {
		t.Errorf("its health: %v %s", err, out)
	}

	// asked for by another name it refuses, and says so in one line
	stranger, err := tls.Dial("tcp", strings.TrimPrefix(p.url, "https://"),
		&tls.Config{InsecureSkipVerify: true, ServerName: "bank.example"})
	if err == nil {
		stranger.Close()
		t.Error("it has a certificate for somebody else's name")
	}
	p.hears(`error="not our name: \"bank.example\""`)

	// a visitor without TLS is sent on
	plain := "http" + strings.TrimPrefix(p.url, "https")
	answer = testenv.Must(trusting.Get(plain + "/laws?x=1"))(t)
	answer.Body.Close()
	if answer.StatusCode != http.StatusTemporaryRedirect || answer.Header.Get("Location") != p.url+"/laws?x=1" {
		t.Errorf("%d to %q", answer.StatusCode, answer.Header.Get("Location"))
	}
	answer = testenv.Must(trusting.Post(plain+"/nights/1/deals", "text/plain", strings.NewReader("x")))(t)
	answer.Body.Close()
	if answer.StatusCode != http.StatusBadRequest {
		t.Errorf("a form without TLS: %d", answer.StatusCode)
	}
	conn := testenv.Must(net.Dial("tcp", strings.TrimPrefix(p.url, "https://")))(t)
	defer conn.Close()
	fmt.Fprintf(conn, "GET / HTTP/1.1\r\nHost: x\r\nX: %s\r\n\r\n", strings.Repeat("y", 64<<10))
	conn.SetReadDeadline(time.Now().Add(20 * time.Second))
	if said, err := io.ReadAll(conn); err == nil && !strings.HasPrefix(string(said), "HTTP/1.1 400") {
		t.Errorf("a head that doesn't end: %q", said)
	}
}

// ownCertificate writes a certificate signed by its owner.
func ownCertificate(t *testing.T, folder, name string) (cert, key string) {
	t.Helper()
	k := testenv.Must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	about := &x509.Certificate{SerialNumber: big.NewInt(time.Now().UnixNano()),
		Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(time.Hour)}
	der := testenv.Must(x509.CreateCertificate(rand.Reader, about, about, k.Public(), k))(t)
	secret := testenv.Must(x509.MarshalPKCS8PrivateKey(k))(t)
	cert, key = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	for file, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der},
		key: {Type: "PRIVATE KEY", Bytes: secret}} {
		testenv.Fine(t, os.WriteFile(file, pem.EncodeToMemory(block), 0o600))
	}
	return cert, key
}

// TestServeOwnCertificate serves from files, takes up a renewed one, and binds browsers to https where
// that is asked for.
func TestServeOwnCertificate(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cert, key := ownCertificate(t, folder, "club.example")
	p := serve(t, newBook(t, 1), "--tls-cert", cert, "--tls-key", key, "--hsts")
	if !strings.HasPrefix(p.url, "https://club.example:") {
		t.Errorf("served at %s", p.url)
	}
	at := strings.TrimPrefix(p.url, "https://club.example")
	look := func() *tls.ConnectionState {
		tr := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
		defer tr.CloseIdleConnections()
		answer := testenv.Must((&http.Client{Transport: tr}).Get("https://127.0.0.1" + at + "/healthz"))(t)
		answer.Body.Close()
		if answer.StatusCode != 200 || answer.Header.Get("Strict-Transport-Security") == "" {
			t.Errorf("%d, bound by %q", answer.StatusCode, answer.Header.Get("Strict-Transport-Security"))
		}
		return answer.TLS
	}
	before := look().PeerCertificates[0]
	ownCertificate(t, folder, "club.example")
	testenv.Fine(t, os.Chtimes(cert, time.Now(), time.Now().Add(time.Minute)))
	if look().PeerCertificates[0].Equal(before) {
		t.Error("a renewed certificate isn't taken up")
	}
	testenv.Fine(t, os.WriteFile(cert, []byte("half a certif"), 0o600))
	look() // the one it has still holds
}

// TestACMEBehindARouter listens on a port of its own, to which a router would forward 443: that is said, and
// the address is the one from outside.
func TestACMEBehindARouter(t *testing.T) {
	p := serve(t, newBook(t, 1), "--listen", "0.0.0.0:0", "--acme", "club.example", "--acme-directory",
		"https://127.0.0.1:1/directory")
	if p.url != "https://club.example" {
		t.Errorf("served at %s", p.url)
	}
	p.hears("let the router forward it to this port")
}

// TestACME fetches a certificate from an authority that plays Let's Encrypt.
func TestACME(t *testing.T) {
	authority := playACME(t)
	c := &serving{ACME: []string{"club.example"}, ACMEDirectory: authority.URL + "/directory"}
	folder := t.TempDir()
	cover := c.coverByACME(filepath.Join(folder, "book.acme"), nil)
	hello := &tls.ClientHelloInfo{ServerName: "club.example",
		SupportedCurves:   []tls.CurveID{tls.CurveP256},
		SignatureSchemes:  []tls.SignatureScheme{tls.ECDSAWithP256AndSHA256},
		CipherSuites:      []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256},
		SupportedVersions: []uint16{tls.VersionTLS13}}
	got := testenv.Must(cover.config.GetCertificate(hello))(t)
	if got.Leaf.VerifyHostname("club.example") != nil {
		t.Errorf("for %v", got.Leaf.DNSNames)
	}
	hello.ServerName = "bank.example"
	if _, err := cover.config.GetCertificate(hello); err == nil {
		t.Error("fetched a certificate for a name that isn't ours")
	}
	kept, err := os.ReadDir(filepath.Join(folder, "book.acme"))
	if err != nil || len(kept) == 0 {
		t.Errorf("nothing is kept beside the book: %v", err)
	}
	for _, f := range kept {
		if info, err := f.Info(); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v", f.Name(), info.Mode())
		}
	}
}

// playACME answers as an ACME authority that has nothing to ask.
func playACME(t *testing.T) *httptest.Server {
	t.Helper()
	key := testenv.Must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	root := &x509.Certificate{SerialNumber: big.NewInt(1),
		Subject: pkix.Name{CommonName: "Play"}, IsCA: true,
		BasicConstraintsValid: true, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(24 * time.Hour)}
	var mu sync.Mutex
	var issued []byte
	mux := http.NewServeMux()
	var s *httptest.Server
	answer := func(w http.ResponseWriter, status int, at string, v any) {
		w.Header().Set("Replay-Nonce", base64.RawURLEncoding.EncodeToString([]byte(time.Now().String())))
		w.Header().Set("Content-Type", "application/json")
		if at != "" {
			w.Header().Set("Location", s.URL+at)
		}
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(v)
	}
	order := func(status string) map[string]any {
		return map[string]any{
			"status":         status,
			"identifiers":    []any{map[string]string{"type": "dns", "value": "club.example"}},
			"authorizations": []string{},
			"finalize":       s.URL + "/finalize",
			"certificate":    s.URL + "/certificate",
		}
	}
	mux.HandleFunc("/directory", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, 200, "", map[string]string{"newNonce": s.URL + "/nonce",
			"newAccount": s.URL + "/account", "newOrder": s.URL + "/order"})
	})
	mux.HandleFunc("/nonce", func(w http.ResponseWriter, _ *http.Request) { answer(w, 200, "", nil) })
	mux.HandleFunc("/account", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, 201, "/account/1", map[string]string{"status": "valid"})
	})
	mux.HandleFunc("/order",
		func(w http.ResponseWriter, _ *http.Request) { answer(w, 201, "/order/1", order("ready")) })
	mux.HandleFunc("/order/1",
		func(w http.ResponseWriter, _ *http.Request) { answer(w, 200, "/order/1", order("valid")) })
	mux.HandleFunc("/finalize", func(w http.ResponseWriter, r *http.Request) {
		var signed struct{ Payload string }
		var asked struct{ CSR string }
		json.NewDecoder(r.Body).Decode(&signed)
		payload, _ := base64.RawURLEncoding.DecodeString(signed.Payload)
		json.Unmarshal(payload, &asked)
		der, _ := base64.RawURLEncoding.DecodeString(asked.CSR)
		csr, err := x509.ParseCertificateRequest(der)
		if err != nil {
			t.Errorf("what was asked for can't be read: %v", err)
			return
		}
		leaf := &x509.Certificate{SerialNumber: big.NewInt(2), DNSNames: csr.DNSNames,
			NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(20 * time.Hour)}
		made, err := x509.CreateCertificate(rand.Reader, leaf, root, csr.PublicKey, key)
		if err != nil {
			t.Error(err)
		}
		mu.Lock()
		issued = made
		mu.Unlock()
		answer(w, 200, "/order/1", order("valid"))
	})
	mux.HandleFunc("/certificate", func(w http.ResponseWriter, _ *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		w.Header().Set("Replay-Nonce", "last")
		w.Header().Set("Content-Type", "application/pem-certificate-chain")
		w.Write(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: issued}))
	})
	s = httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}
