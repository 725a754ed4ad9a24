package archive

// The book as a table for a spreadsheet, a line for each account an entry moved money of.

import (
	"io"
	"strconv"
	"time"

	"ouverte/ledger/audit"
	"ouverte/ledger/spreadsheet"
)

// csvColumns are the headings. Amounts are in the smallest unit, so that they add up as whole numbers.
var csvColumns = []string{
	"entry", "written (UTC)", "device", "night", "date", "evening", "kind", "deal", "withdraws", "what",
	"account", "money", "amount", "in words",
}

func asCSV(l *audit.Book, out io.Writer) (write func(*audit.Entry) error, finish func() error, err error) {
	c, err := newChronicle(l)
	if err != nil {
		return nil, nil, err
	}
	w, err := spreadsheet.New(out, csvColumns)
	if err != nil {
		return nil, nil, err
	}
	number := func(n int64) string {
		if n == 0 {
			return ""
		}
		return strconv.FormatInt(n, 10)
	}
	text := spreadsheet.Text
	write = func(f *audit.Entry) error {
		t, err := c.tell(f)
		if err != nil {
			return err
		}
		line := []string{
			number(int64(f.Seq)), f.Time().UTC().Format(time.DateTime), text(f.Device),
			number(int64(f.Night)), t.date, text(t.evening),
			string(f.Kind), number(int64(t.deal)), number(int64(f.Reverses)), text(t.text), "", "", "", "",
		}
		if len(t.nets) == 0 {
			return w.Row(line...)
		}
		money := moneyOf(f)
		for _, n := range t.nets {
			line[10], line[11], line[12], line[13] =
				text(n.name), string(money), strconv.FormatInt(n.amount, 10), money.Signed(n.amount)
			if err := w.Row(line...); err != nil {
				return err
			}
		}
		return nil
	}
	return write, w.Flush, nil
}
