package main

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"ouverte/ledger/testenv"
)

// TestAnnounced: served for the house, the program answers to its name on the network, by mDNS and by http
// and https; told not to, or served for this machine alone, it doesn't.
func TestAnnounced(t *testing.T) {
	ask := func() string {
		conn, err := speakMDNS()
		if err != nil {
			testenv.Refused(t, "mDNS", err)
		}
		defer conn.Close()
		ctx, over := context.WithTimeout(t.Context(), 2*time.Second)
		defer over()
		_, address, err := conn.QueryAddr(ctx, houseName)
		if err != nil {
			return ""
		}
		return address.WithZone("").String()
	}
	if _, ok := onNetwork(); !ok {
		testenv.Refused(t, "mDNS", "this machine is on no network")
	}
	if other := ask(); other != "" {
		testenv.Refused(t, "mDNS", other+" has the name")
	}
	for _, args := range [][]string{{"--listen", "0.0.0.0:0"}, {"--listen", "0.0.0.0:0", "--tls-local"}} {
		p := serve(t, newBook(t, 1), args...)
		_, name, _ := strings.Cut(p.hears("Other devices on this network go to "), " or ")
		name, _, _ = strings.Cut(name, "\n")
		scheme, port, ok := strings.Cut(name, "://"+houseName+":")
		if !ok {
			if strings.Contains(p.said.String(), "not announced") {
				testenv.Refused(t, "mDNS", p.said.String())
			}
			t.Fatalf("it names %q", name)
		}
		at := ask()
		if at == "" {
			t.Fatal("nobody answers to the name")
		}
		// as a browser that has asked the network for the name
		tr := &http.Transport{
			TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
			DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
				return new(net.Dialer).DialContext(ctx, network, net.JoinHostPort(at, port))
			},
		}
		answer, err := (&http.Client{Transport: tr}).Get(scheme + "://" + houseName + ":" + port + "/healthz")
		if err != nil {
			t.Fatal(err)
		}
		said, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		tr.CloseIdleConnections()
		if answer.StatusCode != 200 || string(said) != "ok\n" {
			t.Errorf("by its name it answers %d %s", answer.StatusCode, said)
		}
		if scheme == "https" && answer.TLS.PeerCertificates[0].VerifyHostname(houseName) != nil {
			t.Error("its certificate is for another name")
		}
		p.signal(syscall.SIGTERM)
		p.ended()
	}
	for _, args := range [][]string{{"--listen", "0.0.0.0:0", "--no-announce"}, nil} {
		p := serve(t, newBook(t, 1), args...)
		if strings.Contains(p.said.String(), houseName) {
			t.Errorf("%q: it says %s", args, p.said)
		}
		request, err := http.NewRequest("GET", p.url+"/healthz", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Host = houseName
		answer, err := aClient(t).Do(request)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusMisdirectedRequest {
			t.Errorf("%q: by the name it answers %d", args, answer.StatusCode)
		}
	}
}
