package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/pion/mdns/v2"
	"golang.org/x/net/dns/dnsmessage"
	"golang.org/x/net/ipv4"

	"ouverte/ledger/testenv"
)

// TestAnnounced: served for the house, the program answers to its name on the network, by mDNS and by http
// and https; told not to, or served for this machine alone, it doesn't.
func TestAnnounced(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	who := func() netip.Addr {
		owner, err := whoHasTheName(t.Context())
		if err != nil {
			testenv.Refused(t, "mDNS", err)
		}
		return owner
	}
	if _, ok := onNetwork(true); !ok {
		testenv.Refused(t, "mDNS", "this machine is on no network")
	}
	if other := who(); other.IsValid() {
		testenv.Refused(t, "mDNS", other.String()+" has the name")
	}
	for _, args := range [][]string{{"--listen", "0.0.0.0:0"}, {"--listen", "0.0.0.0:0", "--tls-local"}} {
		p := serve(t, newBook(t, 1), args...)
		p.hears("Tablets and phones of the house go to ")
		said := p.hears("msg=serving")
		if strings.Contains(said, "not announced") {
			testenv.Refused(t, "mDNS", said)
		}
		_, name, _ := strings.Cut(said, "Tablets and phones of the house go to ")
		name, _, _ = strings.Cut(name, "\n")
		// With --tls-local the name is alone where the authority can't certify the address, as it isn't private.
		name = name[strings.LastIndex(name, " ")+1:]
		at := who()
		for late := time.Now().Add(20 * time.Second); !at.IsValid(); at = who() {
			if time.Now().After(late) {
				t.Fatal("nobody answers to the name")
			}
		}
		answersByName(t, name, at.WithZone("").String())
		p.signal(syscall.SIGTERM)
		p.ended()
	}
	t.Run("at home", announcedAtHome)
	for _, args := range [][]string{{"--listen", "0.0.0.0:0", "--no-announce"}, nil} {
		p := serve(t, newBook(t, 1), args...)
		if strings.Contains(p.said.String(), houseName) {
			t.Errorf("%q: it says %s", args, p.said)
		}
		request := testenv.Must(http.NewRequest("GET", p.url+"/healthz", nil))(t)
		request.Host = houseName
		answer := testenv.Must(aClient(t).Do(request))(t)
		answer.Body.Close()
		if answer.StatusCode != http.StatusMisdirectedRequest {
			t.Errorf("%q: by the name it answers %d", args, answer.StatusCode)
		}
	}
}

// announcedAtHome: served for the house, the name stands for addresses that are answered, of either family,
// and for no other this machine has.
func announcedAtHome(t *testing.T) {
	if len(answeredAtHome()) == 0 {
		testenv.Refused(t, "mDNS", "this machine is in no house")
	}
	p := serve(t, newBook(t, 1), "--listen", "house:0")
	said := p.hears("msg=serving")
	if strings.Contains(said, "not announced") {
		testenv.Refused(t, "mDNS", said)
	}
	var told []netip.Addr
	for _, kind := range []dnsmessage.Type{dnsmessage.TypeA, dnsmessage.TypeAAAA} {
		told = append(told, asksForTheName(t, kind)...)
	}
	if len(told) == 0 {
		t.Error("nobody answers to the name")
	}
	port := netip.MustParseAddrPort(strings.TrimPrefix(p.url, "http://")).Port()
	for _, at := range told {
		answersByName(t, fmt.Sprintf("http://%s:%d", houseName, port), at.String())
	}
}

// asksForTheName sends a question as a device of the network does, and returns every address in the answers.
func asksForTheName(t *testing.T, kind dnsmessage.Type) (told []netip.Addr) {
	t.Helper()
	question := testenv.Must((&dnsmessage.Message{Questions: []dnsmessage.Question{{
		Name: dnsmessage.MustNewName(houseName + "."), Type: kind, Class: dnsmessage.ClassINET,
	}}}).Pack())(t)
	to, _ := net.ResolveUDPAddr("udp4", mdns.DefaultAddressIPv4)
	conn, err := net.ListenUDP("udp4", to)
	if err == nil {
		err = ipv4.NewPacketConn(conn).JoinGroup(nil, to)
	}
	if err != nil {
		testenv.Refused(t, "mDNS", err)
	}
	defer conn.Close()
	if _, err := conn.WriteToUDP(question, to); err != nil {
		testenv.Refused(t, "mDNS", err)
	}
	_ = conn.SetReadDeadline(time.Now().Add(2 * probing))
	for packet := make([]byte, 9000); ; {
		n, err := conn.Read(packet)
		if err != nil {
			return told
		}
		var m dnsmessage.Message
		testenv.Fine(t, m.Unpack(packet[:n]))
		for _, r := range m.Answers {
			switch body := r.Body.(type) {
			case *dnsmessage.AResource:
				told = append(told, netip.AddrFrom4(body.A))
			case *dnsmessage.AAAAResource:
				told = append(told, netip.AddrFrom16(body.AAAA))
			}
		}
	}
}

// answersByName opens the program by its name, as a browser does that was told by the network where that is.
func answersByName(t *testing.T, url, at string) {
	t.Helper()
	scheme, port, ok := strings.Cut(url, "://"+houseName+":")
	if !ok {
		t.Fatalf("it is named %q", url)
	}
	tr := &http.Transport{
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, net.JoinHostPort(at, port))
		},
	}
	defer tr.CloseIdleConnections()
	answer := testenv.Must((&http.Client{Transport: tr}).Get(url + "/healthz"))(t)
	defer answer.Body.Close()
	said, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != 200 || string(said) != "ok\n" {
		t.Errorf("by its name it answers %d %s", answer.StatusCode, said)
	}
	if scheme == "https" && answer.TLS.PeerCertificates[0].VerifyHostname(houseName) != nil {
		t.Error("its certificate is for another name")
	}
}

// TestAnnouncedAnew: the name is announced where the network comes later, and anew where the address changes;
// it is tried again where it couldn't be; and each announcement ends before the next.
func TestAnnouncedAnew(t *testing.T) {
	const refused, none = "refused", "none"
	look := make(chan time.Time)
	var mu sync.Mutex
	at, running := "127.0.0.1", none
	a := &announcing{
		addresses: func() string {
			mu.Lock()
			defer mu.Unlock()
			return at
		},
		announce: func() func() {
			mu.Lock()
			defer mu.Unlock()
			if running != none {
				t.Errorf("%s is announced beside %s", at, running)
			}
			if at == refused || at == "127.0.0.1" {
				return nil
			}
			running = at
			return func() {
				mu.Lock()
				defer mu.Unlock()
				running = none
			}
		},
		look: look,
	}
	announced, stop := a.begin()
	if announced {
		t.Error("without a network it is announced")
	}
	for _, c := range []struct{ at, want string }{
		{"10.0.0.7", "10.0.0.7"}, {"10.0.0.7", "10.0.0.7"}, {"10.0.0.8", "10.0.0.8"},
		{refused, none}, {refused, none}, {"10.0.0.9", "10.0.0.9"},
	} {
		mu.Lock()
		at = c.at
		mu.Unlock()
		for range 2 { // a look is over when the next one is taken
			look <- time.Time{}
		}
		mu.Lock()
		if running != c.want {
			t.Errorf("announced is %s, not %s", running, c.want)
		}
		mu.Unlock()
	}
	stop()
	if running != none {
		t.Errorf("in the end %s is still announced", running)
	}
}
