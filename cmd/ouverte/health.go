package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"

	"ouverte/ledger"
	"ouverte/web"
)

type healthCmd struct {
	Listen  string        `default:"127.0.0.1:8052" help:"The program's --listen address."`
	URL     string        `name:"url" placeholder:"URL" help:"${health_url}"`
	Book    string        `type:"path" env:"-" placeholder:"FILE" help:"It must serve this book."`
	Timeout time.Duration `default:"5s" help:"How long to wait for an answer."`
	Wait    time.Duration `help:"Keep asking until it is well, at most this long."`
	Quiet   bool          `short:"q" help:"Say nothing when all is well."`

	mark string // of the book that was asked about, see web.BookMark
}

func (*healthCmd) Help() string {
	return `Asks the running program whether it can read and write its book. The exit status is 0 only if it can;
that is for containers and for monitoring.

    ouverte health
    ouverte health --listen :8443 --quiet
    ouverte health --url https://whist.example
    ouverte health --wait 1m --book friday.db

It finds the program as the program finds its address, by OUVERTE_LISTEN too. On this machine it takes
any certificate; with --url it wants a good one.`
}

// Run asks, and prints the answer.
func (c *healthCmd) Run(world *outside) error {
	address, err := c.address()
	if err != nil {
		return err
	}
	address, err = c.askAgain(world, address)
	if err == nil && !c.Quiet {
		fmt.Fprintf(world.out, "All is well at %s.\n", address)
	}
	return err
}

// address is the URL to ask. An unspecified address becomes 127.0.0.1.
func (c *healthCmd) address() (string, error) {
	if c.URL != "" {
		return strings.TrimSuffix(c.URL, "/"), nil
	}
	host, port, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return "", fmt.Errorf("%q isn't an address; write one like 127.0.0.1:8052", c.Listen)
	}
	if ip := net.ParseIP(host); host == "" || host == house || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port), nil
}

// askAgain asks until it is well, or the wait is over.
func (c *healthCmd) askAgain(world *outside, address string) (asked string, err error) {
	end := time.Now().Add(c.Wait)
	for {
		asked, err = c.ask(world, address)
		if err == nil && c.Book != "" {
			if mark, unfound := ledger.Mark(c.Book); unfound != nil || mark != c.mark {
				err = fmt.Errorf("ouverte is well at %s, and serves another book than %s", asked, c.Book)
			}
		}
		if err == nil || !time.Now().Before(end) {
			return asked, err
		}
		select {
		case <-world.Done():
			return asked, errInterrupted
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// ask asks at an address, and says which answered: plain http may have led to https.
func (c *healthCmd) ask(world *outside, address string) (asked string, err error) {
	carrier := &http.Transport{Proxy: nil, DisableKeepAlives: true}
	if c.URL == "" {
		// On this machine any certificate will do. A program under TLS redirects plain http to it.
		carrier.TLSClientConfig = &tls.Config{InsecureSkipVerify: true}
	}
	client := &http.Client{Transport: carrier, Timeout: c.Timeout}
	r, err := http.NewRequestWithContext(world, http.MethodGet, address+"/healthz", nil)
	if err != nil {
		return address, fmt.Errorf("%q isn't an address; write one like https://whist.example", address)
	}
	answer, err := client.Do(r)
	if err != nil && world.Err() != nil {
		return address, errInterrupted
	}
	if err != nil {
		var at *url.Error
		if errors.As(err, &at) {
			address = strings.TrimSuffix(at.URL, "/healthz")
		}
		return address, c.unanswered(address, err)
	}
	defer answer.Body.Close()
	c.mark = answer.Header.Get(web.BookMark)
	address = strings.TrimSuffix(answer.Request.URL.String(), "/healthz")
	return address, c.judge(address, answer)
}

// judge says what an answer means.
func (c *healthCmd) judge(address string, answer *http.Response) error {
	said, _ := io.ReadAll(io.LimitReader(answer.Body, 500)) // on an error the status is enough
	status := answer.StatusCode
	switch {
	case status == http.StatusOK && string(said) == "ok\n":
		return nil
	case status == http.StatusServiceUnavailable && strings.HasPrefix(string(said), web.NotWell):
		why := strings.TrimPrefix(strings.TrimSpace(string(said)), web.NotWell)
		return fmt.Errorf("%s is not well: it can't read or write its book; see what it says on its standard "+
			"error, and whether the disk is full%s", address, why)
	case status == http.StatusMisdirectedRequest:
		return fmt.Errorf("%s is not known by that name; start it with --host and the name, or ask on its own "+
			"machine with --listen", address)
	case status >= 500:
		return fmt.Errorf("%s is not well, or its proxy can't reach it: it answers %d; see whether ouverte is "+
			"running there", address, status)
	}
	return fmt.Errorf("something else answers at %s; say where ouverte is with --listen or --url", address)
}

// unanswered says why there was no answer, and what may help.
func (c *healthCmd) unanswered(address string, err error) error {
	var unknown *net.DNSError
	var slow net.Error
	var spoiled *tls.CertificateVerificationError
	var plain tls.RecordHeaderError
	switch {
	case errors.As(err, &unknown) && !unknown.IsTimeout:
		return fmt.Errorf("nobody knows the name in %s; is it spelt right, and is there a network?", address)
	case errors.As(err, &slow) && slow.Timeout():
		return fmt.Errorf("%s didn't answer within %s; it may be busy or its disk slow: ask again, or wait longer "+
			"with --timeout", address, c.Timeout)
	case errors.As(err, &spoiled):
		return fmt.Errorf("the certificate of %s isn't good: it has run out, is for another name, or comes from "+
			"somebody unknown here; on its own machine ask with --listen, which takes any", address)
	case errors.As(err, &plain), errors.Is(err, http.ErrSchemeMismatch):
		return fmt.Errorf("%s answers, but without TLS; write the address with http://", address)
	case errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, syscall.EHOSTUNREACH),
		errors.Is(err, syscall.ENETUNREACH):
		return fmt.Errorf("nobody answers at %s; is ouverte running there? Start it, or say where it is with "+
			"--listen or --url", address)
	}
	return fmt.Errorf("something else is at %s; say where ouverte is with --listen or --url", address)
}
