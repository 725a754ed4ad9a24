package journal

// The book as a table for a spreadsheet, a line for each account an entry moved money of.

import (
	"bufio"
	"encoding/csv"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"ouverte/ledger/chain"
	"ouverte/rules"
)

// csvColumns are the headings. Amounts are in the smallest unit, so that they add up as whole numbers.
var csvColumns = []string{
	"entry", "written (UTC)", "device", "night", "date", "evening", "kind", "deal", "withdraws", "what",
	"account", "money", "amount", "in words",
}

func CSV(b *Book, out *bufio.Writer) error {
	c := b.chronicle()
	// The mark is what Excel knows UTF-8 by; the lines are those of RFC 4180.
	if _, err := out.WriteString("\uFEFF"); err != nil {
		return err
	}
	w := csv.NewWriter(out)
	w.UseCRLF = true
	if err := w.Write(csvColumns); err != nil {
		return err
	}
	number := func(n int64) string {
		if n == 0 {
			return ""
		}
		return strconv.FormatInt(n, 10)
	}
	err := b.Each(func(e *chain.Entry) error {
		t, err := c.tell(e)
		if err != nil {
			return err
		}
		line := []string{
			number(int64(e.Seq)), e.Time().UTC().Format(time.DateTime), cell(e.Device),
			number(int64(e.Night)), t.date, cell(t.evening),
			string(e.Kind), number(int64(t.deal)), number(int64(e.Reverses)), cell(t.text), "", "", "", "",
		}
		if len(t.nets) == 0 {
			return w.Write(line)
		}
		money := moneyOf(e)
		for _, n := range t.nets {
			line[10], line[11], line[12], line[13] =
				cell(n.name), string(money), strconv.FormatInt(n.amount, 10), rules.Plain(money.Signed(n.amount))
			if err := w.Write(line); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	w.Flush()
	return w.Error()
}

// cell keeps a spreadsheet from reading a text as a formula, which could send the whole table to a stranger.
// It puts a quotation mark before what begins like one, also after a semicolon or a tab, where many
// spreadsheets begin the next cell.
func cell(s string) string {
	for at := 0; at < len(s); {
		first, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(s[at:], unicode.IsSpace))
		if strings.ContainsRune("=+-@|%＝＋－＠−", first) {
			s = s[:at] + "'" + s[at:]
		}
		next := strings.IndexAny(s[at:], ";\t")
		if next < 0 {
			break
		}
		at += next + 1
	}
	return s
}
