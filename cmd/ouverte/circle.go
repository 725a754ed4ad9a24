package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/circles"
	"ouverte/ledger/door"
	"ouverte/rules/english"
)

// circleCmd makes, lists, closes, opens and moves circles of a folder.
type circleCmd struct {
	Do    string        `arg:"" name:"task" enum:"new,link,list,close,open,move" help:"${circle_task}"`
	Name  string        `arg:"" optional:"" name:"circle" help:"Its name: friday."`
	To    string        `arg:"" optional:"" name:"to" type:"path" help:"Where it moves to: a folder or a file."`
	Books string        `type:"path" placeholder:"DIR" required:"" help:"${circle_books}"`
	Wait  time.Duration `default:"15s" help:"${circle_wait}"`
	Quiet bool          `short:"q" help:"Print the address, or nothing."`
	JSON  bool          `help:"With list: answer as JSON."`
}

func (*circleCmd) Help() string {
	return `A folder of books serves a circle from each: friday.db is served at friday.whist.example by

    ouverte serve --books /srv/circles --domain whist.example

While that runs, or while it doesn't,

    ouverte circle new friday --books /srv/circles      makes one, and prints the link for its keeper
    ouverte circle link friday --books /srv/circles     prints another, if that one is lost or too old
    ouverte circle list --books /srv/circles            lists them all
    ouverte circle close friday --books /srv/circles    stops serving it; its book stays
    ouverte circle open friday --books /srv/circles     serves a closed one again
    ouverte circle move friday /mnt/two/circles --books /srv/circles

A name has small letters, digits and hyphens. A link works once, within ten minutes: the browser
that opens it keeps the circle. To close or move a circle the running program ends what is under
way in it and lets go of its book; other circles notice nothing. A move writes an audited copy,
keeps the book that was here under another name, and leaves a file NAME.sign that says where it
went. All other commands take a circle's book as any other: ouverte backup --book
/srv/circles/friday.db.`
}

// Run does what is asked.
func (c *circleCmd) Run(world *outside) error {
	folder := circles.Folder(c.Books)
	switch {
	case c.Do == "list" && c.Name != "":
		return errors.New("circle list takes no name; it lists all")
	case c.Do == "list":
		return c.list(world, folder)
	case c.Name == "":
		return fmt.Errorf("say which circle: ouverte circle %s friday", c.Do)
	case c.Do == "move" && c.To == "":
		return errors.New("say where to: a folder, or a file")
	case c.Do != "move" && c.To != "":
		return fmt.Errorf("circle %s takes one name", c.Do)
	}
	switch c.Do {
	case "new":
		if err := folder.New(world, c.Name); err != nil {
			return err
		}
		return c.link(world, folder)
	case "link":
		return c.link(world, folder)
	case "close":
		return c.report(world, folder.Close(world, c.Name, c.Wait),
			c.Name+" is closed. Its book stays where it is.")
	case "open":
		return c.report(world, folder.Open(c.Name), c.Name+" is served again.")
	}
	return c.move(world, folder)
}

// link makes the link for the keeper of a circle.
func (c *circleCmd) link(world *outside, folder circles.Folder) error {
	if _, err := folder.Find(c.Name); err != nil {
		return err
	}
	code, ends, err := ledger.CodeBeside(world, folder.Book(c.Name), door.Keeper)
	if err != nil {
		return fmt.Errorf("nobody can be let in: %w", err)
	}
	at := circleAddress(cmp.Or(addressNoted(folder), "http://localhost"), c.Name)
	link := at + "/pair/" + code
	if c.Quiet {
		_, err = fmt.Fprintln(world.out, link)
	} else {
		_, err = fmt.Fprintf(world.out, "The circle %s is at %s\nThe first to open this link keeps it, until "+
			"%s: %s\n", c.Name, at, ends.Format("15:04"), link)
	}
	return err
}

// circleLine is a line of the JSON answer of list.
type circleLine struct {
	Circle string    `json:"circle"`
	State  string    `json:"state"`
	Bytes  int64     `json:"bytes"`
	Used   time.Time `json:"used,omitzero"`
	To     string    `json:"to,omitempty"`
	Wrong  string    `json:"wrong,omitempty"`
}

func (c *circleCmd) list(world *outside, folder circles.Folder) error {
	all, _, err := folder.List()
	if err != nil {
		return err
	}
	lines := []circleLine{}
	out := tabwriter.NewWriter(world.out, 0, 0, 2, ' ', 0)
	for _, a := range all {
		lines = append(lines, circleLine{a.Name, a.State.String(), a.Size, a.Used, a.To, a.Wrong})
		size, to := english.Grouped((a.Size+1023)>>10, ",")+" KB", ""
		if a.State == circles.Moved {
			size, to = "", "\tto "+a.To
		}
		if a.Wrong != "" {
			to = "\t" + a.Wrong
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%s%s\n", a.Name, a.State, size, a.Used.Format("2 Jan 2006 15:04"), to)
	}
	switch {
	case c.JSON:
		return json.NewEncoder(world.out).Encode(lines)
	case len(all) == 0 && !c.Quiet:
		_, err = fmt.Fprintf(world.out, "%s has no circles.\n", folder)
		return err
	}
	return out.Flush()
}

func (c *circleCmd) move(world *outside, folder circles.Folder) error {
	to := folder.Target(c.Name, c.To)
	p := newProgress(world, c.Quiet)
	found, kept, err := folder.Move(world, c.Name, c.To, c.Wait, func(done, total int64) {
		if p.due() {
			p.overwrite("checked the copy: %s of %s entries", english.Grouped(done, ","), english.Grouped(total, ","))
		}
	})
	p.end("")
	if err != nil {
		return c.report(world, err, "")
	}
	return c.report(world, nil, fmt.Sprintf("%s is now %s. %s\n"+
		"The book that was here is now %s: remove it when the other one is played in.",
		c.Name, to, found.Line(), kept))
}

// report says that something is done.
func (c *circleCmd) report(world *outside, err error, words string) error {
	if err != nil || c.Quiet {
		return err
	}
	_, err = fmt.Fprintln(world.out, words)
	return err
}
