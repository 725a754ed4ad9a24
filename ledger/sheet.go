package ledger

// The book as a table for a spreadsheet: UTF-8 with the mark at its beginning by which Excel knows it, lines as RFC 4180 has
// them. A name that a spreadsheet would take for a formula is put in quotes as text.

import (
	"bufio"
	"context"
	"encoding/csv"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// csvColumns are the headings. Amounts are in the smallest unit, so that they add up as whole numbers.
var csvColumns = []string{
	"entry", "written (UTC)", "device", "night", "date", "evening", "kind", "deal", "withdraws", "what", "account", "money", "amount", "in words",
}

func (l *look) csv(ctx context.Context, out *bufio.Writer) (write func(*leaf) error, finish func() error, err error) {
	c, err := l.chronicle(ctx)
	if err != nil {
		return nil, nil, err
	}
	if _, err := out.WriteString("\uFEFF"); err != nil {
		return nil, nil, err
	}
	w := csv.NewWriter(out)
	w.UseCRLF = true
	if err := w.Write(csvColumns); err != nil {
		return nil, nil, err
	}
	number := func(n int64) string {
		if n == 0 {
			return ""
		}
		return strconv.FormatInt(n, 10)
	}
	write = func(f *leaf) error {
		t, err := c.tell(f)
		if err != nil {
			return err
		}
		evening, money := "", moneyOf(f)
		if t.night != nil {
			evening = t.night.name
		}
		line := []string{
			number(int64(f.Seq)), f.Time().UTC().Format(time.DateTime), asText(f.Device), number(int64(f.Night)), t.date, asText(evening),
			string(f.Kind), number(int64(t.deal)), number(int64(f.Reverses)), asText(t.text), "", "", "", "",
		}
		if len(t.nets) == 0 {
			return w.Write(line)
		}
		for _, n := range t.nets {
			line[10], line[11], line[12], line[13] = asText(n.Name), string(money), strconv.FormatInt(n.Amount, 10), money.Signed(n.Amount)
			if err := w.Write(line); err != nil {
				return err
			}
		}
		return nil
	}
	finish = func() error {
		w.Flush()
		return w.Error()
	}
	return write, finish, nil
}

// asText keeps a spreadsheet from reading a text as a formula, which could send the whole sheet to a stranger: what begins like one gets a
// quotation mark before it, as one would type it. So does what stands behind a semicolon or a tab, where many a spreadsheet begins
// the next cell.
func asText(s string) string {
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
