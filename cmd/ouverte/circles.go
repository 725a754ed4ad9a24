package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"ouverte/ledger/circles"
	"ouverte/web"
	"ouverte/web/guard"
	"ouverte/web/host"
)

// manyBooks has the flags for a folder of books.
type manyBooks struct {
	Books    string        `type:"path" placeholder:"DIR" help:"${books}"`
	Domain   []string      `placeholder:"NAME" help:"${domain}"`
	Idle     time.Duration `default:"5m" help:"${idle}"`
	MostGB   int64         `name:"copies-most" default:"20" placeholder:"GB" help:"${copies_most}"`
	MostOpen int           `name:"most-open" placeholder:"N" help:"${most_open}"`
}

// oneBook are the flags that mean one book or one machine's browser: with --books they would mean nothing, or
// all circles.
func (c *serveCmd) oneBook() error {
	for flag, set := range map[string]bool{
		"--book": c.Book != "", "--forget-pin": c.ForgetPIN, "--accept-older": c.AcceptOlder, "--pair": c.Pair,
		"--trust-this-machine": c.Trust,
	} {
		if set {
			return fmt.Errorf("%s is for one book, and --books serves many; leave one of them out", flag)
		}
	}
	for _, name := range slices.Concat(c.Domain, c.Host) {
		if !domainName.MatchString(name) {
			return fmt.Errorf("%q can't be a host name; write one like whist.example", name)
		}
	}
	if c.Idle < time.Second {
		return errors.New("--idle is a second at least; 5m is usual")
	}
	return nil
}

var domainName = regexp.MustCompile(`^(?i:[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*)$`)

// serveCircles serves the folder until the context is cancelled.
func (c *serveCmd) serveCircles(world *outside) error {
	if err := c.oneBook(); err != nil {
		return err
	}
	folder, log := circles.Folder(c.Books), c.logger(world)
	if err := folder.Check(); err != nil {
		return err
	}
	held, err := folder.Hold()
	if err != nil {
		return err
	}
	defer held.Free()
	proxies, err := networks(c.BehindProxy)
	if err != nil {
		return err
	}
	var many *host.Host // allows names, once it is there
	cover, err := c.coverOfCircles(folder, func(name string) bool { return many.Vouches(name) })
	if err != nil {
		return err
	}
	door, err := c.listen(world, cover, log)
	if err != nil {
		return err
	}
	defer door.Close()
	connections, most := roomForCircles(c.MostOpen)
	into := ""
	if !c.NoCopies {
		if into, err = c.copiesOfCircles(folder); err != nil {
			return err
		}
	}
	many = host.New(folder, host.Options{
		Options: web.Options{Now: clock, Log: log, Hosts: slices.Concat(ownNames(), c.Host), Proxies: proxies,
			Strict: c.HSTS, Trust: cover.trust},
		Domains: c.Domain, Idle: c.Idle, Most: most,
		CopiesIn: into, CopiesMost: c.MostGB << 30, CopiesOnce: c.Copies != "",
	})
	defer many.Close()
	server := guard.HTTPServerFor(many, log, connections)
	server.RegisterOnShutdown(many.Stop)
	if err := c.greetHost(world, folder, c.reached(cover, door.Addr())); err != nil {
		return err
	}
	log.Info("serving", "address", door.Addr().String(), "tls", cover.config != nil, "books", c.Books,
		"version", version())
	return untilStopped(world, server, door, cover, log)
}

// copiesOfCircles is the folder for the copies of all circles.
func (c *serveCmd) copiesOfCircles(folder circles.Folder) (string, error) {
	if c.Copies != "" {
		return c.Copies, nil
	}
	into, err := folder.Own("copies")
	if err == nil {
		if err = os.Mkdir(into, 0o700); errors.Is(err, os.ErrExist) {
			err = nil
		}
	}
	return into, err
}

// filesOfACircle are how many files an open book may have: ten connections of two, its log's index and locks.
const filesOfACircle = 25

// roomForCircles shares the files the process may have between connections and open circles.
func roomForCircles(asked int) (connections, most int) {
	files := guard.RoomFor(1 << 20)
	connections = min(guard.MostConnections, files/3)
	room := max(8, (files-connections)/filesOfACircle)
	if asked > 0 {
		return connections, min(asked, room)
	}
	return connections, min(1000, room)
}

// coverOfCircles is TLS for the host and its circles. What is secret of it lies in the folder's own one.
func (c *serveCmd) coverOfCircles(folder circles.Folder, also func(string) bool) (*cover, error) {
	authority, err := folder.Own("authority")
	if err != nil {
		return nil, err
	}
	acme, err := folder.Own("acme")
	if err != nil {
		return nil, err
	}
	asked := c.serving
	asked.Host = slices.Concat(c.Domain, c.Host)
	return asked.cover(secrets{authority, acme}, also)
}

// reached is the address of the host; a circle's has its name before the host name.
func (c *serveCmd) reached(cover *cover, at net.Addr) string {
	domain := "localhost"
	if len(c.Domain) > 0 {
		domain = c.Domain[0]
	}
	if len(c.BehindProxy) > 0 {
		return "https://" + domain
	}
	return cover.by(domain, at.(*net.TCPAddr).AddrPort().Port())
}

// greetHost prints where the circles are, and notes the address for ouverte circle.
func (c *serveCmd) greetHost(world *outside, folder circles.Folder, at string) error {
	file, err := folder.Own("address")
	if err == nil {
		err = os.WriteFile(file, []byte(at+"\n"), 0o600)
	}
	if err != nil {
		return err
	}
	out := world.out
	if c.Quiet {
		out = io.Discard
	}
	_, err = fmt.Fprintf(out, "The circles are in %s\nOpen %s in a browser for one of them; ouverte circle "+
		"list says what there is.\nCtrl-C stops.\n", folder, circleAddress(at, "NAME"))
	return err
}

// circleAddress is the address of a circle of a host at an address.
func circleAddress(at, name string) string {
	scheme, host, _ := strings.Cut(at, "://")
	return scheme + "://" + name + "." + host
}

// addressNoted is where a folder was served last; empty where it never was.
func addressNoted(folder circles.Folder) string {
	file, err := folder.Own("address")
	if err != nil {
		return ""
	}
	text, _ := os.ReadFile(file) // never served, it has none
	return strings.TrimSpace(string(text))
}
