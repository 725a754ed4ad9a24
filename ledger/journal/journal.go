package journal

// The book as a journal for plain-text accounting: each entry that moved money is a transaction between the
// accounts of players and the kitty, and the journal's balances are the book's.
//
// hledger and ledger take the same file. Beancount has narrower names for accounts, so it gets another, with
// the players' names as metadata.

import (
	"bufio"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"ouverte/ledger/chain"
	"ouverte/rules"
)

// accountNames gives everybody's account a name of its own. fit makes a player's name part of such a name.
func (c *chronicle) accountNames(root string, fit func(string) string) map[chain.PlayerID]string {
	names := map[chain.PlayerID]string{chain.Kitty: root + "Kitty"}
	taken := map[string]bool{}
	for id := chain.PlayerID(1); int(id) <= c.names.Len(); id++ {
		p := c.names.At(id)
		if p.Same != 0 {
			continue
		}
		name := fit(p.Name)
		for n := 2; taken[strings.ToLower(name)]; n++ {
			name = fit(fmt.Sprintf("%s %d", p.Name, n))
		}
		taken[strings.ToLower(name)] = true
		names[id] = root + "Players:" + name
	}
	return names
}

func commodity(m rules.Money) string {
	if m == rules.LSD {
		return "oldpence"
	}
	return string(m)
}

func Plain(b *Book, out *bufio.Writer) error {
	c := b.chronicle()
	accounts := c.accountNames("", plainAccount)
	fmt.Fprintf(out, "; A book of Ouverte. Amounts of oldpence are pence of which twelve make a shilling.\n\n")
	for _, m := range slices.Sorted(slices.Values(b.State.Moneys())) {
		fmt.Fprintf(out, "commodity %s\n", commodity(m))
	}
	for _, id := range slices.Sorted(maps.Keys(accounts)) {
		fmt.Fprintf(out, "account %s\n", accounts[id])
	}
	return c.write(out, "    %s  %s %s\n", accounts, commodity, func(e *chain.Entry, t event) {
		if e.Kind == chain.KindNight && b.State.Held(b.State.Night(e.Night)) {
			fmt.Fprintf(out, "\n; Night %d: %s\n", e.Night, oneLine(t.text))
		}
		if len(t.nets) > 0 {
			fmt.Fprintf(out, "\n%s * (%d) %s\n", t.date, e.Seq, plainText(t.text))
		}
	})
}

// write writes the entries: what head writes of each, and a line for each account it moved money of.
func (c *chronicle) write(
	out *bufio.Writer, line string, accounts map[chain.PlayerID]string, unit func(rules.Money) string,
	head func(*chain.Entry, event),
) error {
	return c.Each(func(e *chain.Entry) error {
		t, err := c.eventOf(e)
		if err != nil {
			return err
		}
		head(e, t)
		money := moneyOf(e)
		for _, n := range t.nets {
			amount := decimal(n.amount, money.Decimals())
			if _, err := fmt.Fprintf(out, line, accounts[n.player], amount, unit(money)); err != nil {
				return err
			}
		}
		return nil
	})
}

// plainAccount makes a name into one part of an account's name: a colon would divide it, two blanks would end
// it.
func plainAccount(name string) string {
	name = strings.Map(func(c rune) rune {
		switch c {
		case ':':
			return '꞉'
		case ';':
			return '⁏'
		}
		return c
	}, name)
	return strings.Join(strings.Fields(name), " ")
}

// plainText makes a text into a description: a semicolon would begin a comment, a bar a note.
func plainText(text string) string {
	return strings.NewReplacer(";", "⁏", "|", "¦").Replace(oneLine(text))
}

func oneLine(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || c == '\u2028' || c == '\u2029' {
			return ' '
		}
		return c
	}, s)
}

func Beancount(b *Book, out *bufio.Writer) error {
	c := b.chronicle()
	accounts := c.accountNames("Assets:", BeancountName)
	unit := func(m rules.Money) string { return strings.ToUpper(commodity(m)) }
	fmt.Fprintln(out, "; A book of Ouverte. Amounts of OLDPENCE are pence of which twelve make a shilling.")
	fmt.Fprint(out, "option \"title\" \"Ouverte\"\n\n")
	for _, m := range slices.Sorted(slices.Values(b.State.Moneys())) {
		fmt.Fprintf(out, "1970-01-01 commodity %s\n", unit(m))
	}
	for _, id := range slices.Sorted(maps.Keys(accounts)) {
		fmt.Fprintf(out, "1970-01-01 open %s\n  name: %s\n", accounts[id], beanText(c.names.Name(id)))
	}
	return c.write(out, "  %s  %s %s\n", accounts, unit, func(e *chain.Entry, t event) {
		if len(t.nets) > 0 {
			fmt.Fprintf(out, "\n%s * %s\n  entry: %d\n", t.date, beanText(t.text), e.Seq)
		}
	})
}

// BeancountName makes a name into a part of an account's name in a journal for beancount: letters, digits and
// dashes, a capital letter or a digit first.
func BeancountName(name string) string {
	var b strings.Builder
	dash := false
	for _, c := range name {
		switch {
		case c > unicode.MaxASCII, c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
			if dash && b.Len() > 0 {
				b.WriteByte('-')
			}
			if b.Len() == 0 {
				c = unicode.ToUpper(c)
			}
			b.WriteRune(c)
			dash = false
		default:
			dash = true
		}
	}
	if b.Len() == 0 {
		return "Player"
	}
	return b.String()
}

func beanText(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(oneLine(s)) + `"`
}
