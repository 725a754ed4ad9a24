// Package spreadsheet writes tables as CSV: UTF-8 with a byte order mark, by which Excel knows it, and lines
// by RFC 4180. A text that a spreadsheet could take for a formula must go through Text.
package spreadsheet

import (
	"bufio"
	"encoding/csv"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

type Writer struct {
	out *bufio.Writer
	csv *csv.Writer
}

func New(to io.Writer, headings []string) (*Writer, error) {
	w := &Writer{out: bufio.NewWriter(to)}
	if _, err := w.out.WriteString("\uFEFF"); err != nil {
		return nil, err
	}
	w.csv = csv.NewWriter(w.out)
	w.csv.UseCRLF = true
	return w, w.csv.Write(headings)
}

func (w *Writer) Row(cells ...string) error { return w.csv.Write(cells) }

func (w *Writer) Flush() error {
	w.csv.Flush()
	if err := w.csv.Error(); err != nil {
		return err
	}
	return w.out.Flush()
}

// Text keeps a spreadsheet from reading a text as a formula, which could send the whole table to a stranger.
// It puts a quotation mark before what begins like one, also after a semicolon or a tab, where many
// spreadsheets begin the next cell.
func Text(s string) string {
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
