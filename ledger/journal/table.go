package journal

// The book as a table for a spreadsheet, a line for each account an entry moved money of.

import (
	"bufio"
	"strconv"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/spreadsheet"
	"ouverte/rules"
)

// csvColumns are the headings. Amounts are in the smallest unit, so that they add up as whole numbers.
var csvColumns = []string{
	"entry", "written (UTC)", "device", "night", "date", "evening", "kind", "deal", "withdraws", "what",
	"account", "money", "amount", "in words",
}

func CSV(b *Book, out *bufio.Writer) error {
	c := b.chronicle()
	w, err := spreadsheet.New(out, csvColumns)
	if err != nil {
		return err
	}
	number := func(n int64) string {
		if n == 0 {
			return ""
		}
		return strconv.FormatInt(n, 10)
	}
	text := spreadsheet.Text
	err = b.Each(func(e *chain.Entry) error {
		t, err := c.eventOf(e)
		if err != nil {
			return err
		}
		line := []string{
			number(int64(e.Seq)), e.Time().UTC().Format(time.DateTime), text(e.Device),
			number(int64(e.Night)), t.date, text(t.evening),
			string(e.Kind), number(int64(t.deal)), number(int64(e.Reverses)), text(t.text), "", "", "", "",
		}
		if len(t.nets) == 0 {
			return w.Row(line...)
		}
		money := moneyOf(e)
		for _, n := range t.nets {
			line[10], line[11], line[12], line[13] =
				text(n.name), string(money), strconv.FormatInt(n.amount, 10), rules.Plain(money.Signed(n.amount))
			if err := w.Row(line...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return w.Flush()
}
