package main

// Evenings of another book: which there are, who was there, and bringing them in.

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"ouverte/ledger"
	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules/english"
)

func (c *importCmd) evenings(world *outside) error {
	if c.From == "" {
		return errors.New("name the other book's file")
	}
	return c.work(world, "looked at", func(path string, tell audit.Progress) (err error) {
		b, err := ledger.Open(world, path, ledger.Options{})
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, b.Close()) }()
		folder, remove, err := b.CopyFolder()
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, remove()) }()
		guest, err := archive.Guest(world, c.From, folder, tell)
		if err != nil {
			return err
		}
		other, err := ledger.Open(world, guest, ledger.Options{})
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, other.Close()) }()
		return c.compare(world, b, other)
	})
}

// compare lists what the other book has, and with --yes brings it.
func (c *importCmd) compare(world *outside, b, other *ledger.Book) error {
	who, err := c.met(world, b, other)
	if err != nil {
		return err
	}
	look, err := b.LookElsewhere(world, other, who.who)
	if err != nil {
		return err
	}
	var lines []string
	for _, p := range look.People {
		here, as := "new", ""
		switch name, said := who.names[p.ID]; {
		case said:
			as = ", as " + name
		case p.Same != 0:
			at, err := b.Now().Player(p.Same)
			if err != nil {
				return err
			}
			here = at.Name
		}
		lines = append(lines, fmt.Sprintf("%s is %s here%s.", p.Name, here, as))
	}
	came, stays := ledger.Brought{}, map[chain.NightID]string{}
	if c.Yes {
		if came, err = c.bring(world, b, other, look, who); err != nil {
			return err
		}
	}
	for _, e := range came.Stayed {
		stays[e.ID] = e.Stays
	}
	for _, e := range slices.Backward(look.Evenings) {
		e.Stays = cmp.Or(e.Stays, stays[e.ID])
		line := fmt.Sprintf("%s %s: %s.", e.Date, e.Name, english.Count(e.Deals, "deal"))
		if e.Leaves != "" {
			line += " Its debts come along: " + e.Leaves + "."
		}
		if e.Earlier {
			line += " It settled older debts, too."
		}
		lines = append(lines, strings.TrimSpace(line+" "+e.Stays))
	}
	if c.Yes {
		lines = append(lines, fmt.Sprintf("%s came into this book.", english.Count(came.Evenings, "evening")))
	} else {
		lines = append(lines, "Nothing was written yet: --yes brings them in.")
	}
	return c.say(world, strings.Join(lines, "\n"))
}

// met is whom --as names: people of this book, and newcomers' names.
type met struct {
	who   ledger.Who
	names map[chain.PlayerID]string
}

func (c *importCmd) met(world *outside, b, other *ledger.Book) (*met, error) {
	find := func(in *ledger.Book, where, name string) (chain.PlayerID, error) {
		all := in.Now().Players()
		at := slices.IndexFunc(all, func(p show.Player) bool { return strings.EqualFold(p.Name, name) })
		if at < 0 {
			return 0, fmt.Errorf("--as: nobody is called %s in %s book", name, where)
		}
		return all[at].ID, nil
	}
	m := &met{ledger.Who{}, map[chain.PlayerID]string{}}
	for there, here := range c.As {
		p, err := find(other, "the other", there)
		if err != nil {
			return nil, err
		}
		if name, fresh := strings.CutPrefix(here, "+"); fresh {
			m.who[p], m.names[p] = 0, name
			continue
		}
		if m.who[p], err = find(b, "this", here); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// bring brings every evening that can come.
func (c *importCmd) bring(
	world *outside, b, other *ledger.Book, look *ledger.Elsewhere, who *met,
) (ledger.Brought, error) {
	coming := ledger.Coming{From: archive.GuestName(c.From), Who: who.who, Names: who.names}
	for _, e := range look.Evenings {
		coming.Evenings = append(coming.Evenings, e.ID)
	}
	device, _ := os.Hostname()
	return b.Bring(world, ledger.Slip{Key: rand.Text(), Device: device}, other, coming)
}
