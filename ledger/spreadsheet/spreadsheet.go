// Package spreadsheet writes tables as spreadsheets take them: UTF-8 with the mark at its beginning by which Excel knows
// it, and lines as RFC 4180 has them. A text that a spreadsheet would take for a formula must go through Text.
package spreadsheet

import (
	"bufio"
	"encoding/csv"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Writer writes a table row by row.
type Writer struct {
	out *bufio.Writer
	csv *csv.Writer
}

// New begins a table with its headings.
func New(to io.Writer, headings []string) (*Writer, error) {
	w := &Writer{out: bufio.NewWriter(to)}
	if _, err := w.out.WriteString("\uFEFF"); err != nil {
		return nil, err
	}
	w.csv = csv.NewWriter(w.out)
	w.csv.UseCRLF = true
	return w, w.csv.Write(headings)
}

// Row writes a row.
func (w *Writer) Row(cells ...string) error { return w.csv.Write(cells) }

// Flush hands on what was written.
func (w *Writer) Flush() error {
	w.csv.Flush()
	if err := w.csv.Error(); err != nil {
		return err
	}
	return w.out.Flush()
}

// Text keeps a spreadsheet from reading a text as a formula, which could send the whole table to a stranger: what begins
// like one gets a quotation mark before it, as one would type it. So does what stands behind a semicolon or a tab, where
// many a spreadsheet begins the next cell.
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
