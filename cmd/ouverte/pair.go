package main

import (
	"fmt"
	"path/filepath"

	"ouverte/ledger"
	"ouverte/ledger/door"
)

type pairCmd struct {
	Book  string `placeholder:"FILE" help:"${book}"`
	Right string `default:"keeper" enum:"keeper,scorer,watcher" help:"What the device may do."`
	Quiet bool   `short:"q" help:"Print the code and nothing else."`
}

func (*pairCmd) Help() string {
	return `Makes a code that lets one device in, once, within ten minutes. Type it on the page a new device
sees, or open /pair/CODE at the book's address. The program may be serving the book meanwhile;
--book names the book it serves, unless that is the one in your own data folder. You need
the right to write to the book's file. A keeper who has lost every device gets back in like this.

    ouverte pair
    ouverte pair --book friday.db --right scorer
    sudo ouverte pair --book /var/lib/ouverte/book.db    (of the service)`
}

// Run makes the code.
func (c *pairCmd) Run(world *outside) error {
	path, err := bookAt(c.Book)
	if err != nil {
		return err
	}
	right, _ := door.ParseRight(c.Right)
	code, ends, err := ledger.CodeBeside(world, path, right)
	switch {
	case err != nil:
		return fmt.Errorf("no device can be let in: %w", hintBook(path, err))
	case c.Quiet:
		_, err = fmt.Fprintln(world.out, code)
	default:
		_, err = fmt.Fprintf(world.out, "%s lets one device in as a %s, until %s, to the book %s. "+
			"Type it on the page that device sees.\n", code, c.Right, ends.Format("15:04"), path)
	}
	return err
}

// pairCommand is what makes a code for a book; empty where that is the one it is made for without a name.
func pairCommand(book string) string {
	if usual, err := usualBook(); err == nil {
		if whole, err := filepath.EvalSymlinks(usual); err == nil && whole == book {
			return ""
		}
	}
	return "ouverte pair --book " + ledger.ShellWord(book)
}
