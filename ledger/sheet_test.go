package ledger

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"testing"

	"ouverte/ledger/archive"
	"ouverte/rules"
)

func TestCSV(t *testing.T) {
	tb := lively(t)
	fill(t, tb.Book, 3, 6, 5)
	text := exported(t, tb.Path(), archive.CSV)
	if !strings.HasPrefix(text, "\uFEFFentry,") || !strings.Contains(text, "\r\n") {
		t.Errorf("it begins %q", text[:20])
	}
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\uFEFF")))
	head := must1(r.Read())
	got := map[string]int64{}
	entries := map[string]bool{}
	for {
		line, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		entries[line[0]] = true
		for i, cell := range line {
			// Numbers may be below zero; anything else must not look like a formula, not even after blanks.
			if head[i] == "amount" || head[i] == "in words" {
				continue
			}
			if c := strings.TrimLeft(cell, " \t\r\n"); c != "" && strings.ContainsRune("=+-@|%", rune(c[0])) {
				t.Errorf("%s: %q is a formula", head[i], cell)
			}
		}
		if account, money, amount := line[10], line[11], line[12]; amount != "" {
			n, err := strconv.ParseInt(amount, 10, 64)
			if err != nil || n == 0 {
				t.Errorf("amount %q", amount)
			}
			key := strings.ToLower(strings.TrimPrefix(account, "'") + " " + commodity(rules.Money(money)))
			if got[strings.Replace(key, "the kitty", "kitty", 1)] += n; got[strings.Replace(key, "the kitty", "kitty",
				1)] == 0 {
				delete(got, strings.Replace(key, "the kitty", "kitty", 1))
			}
			if plus := strings.HasPrefix(line[13], "+") || strings.HasPrefix(line[13], "'+"); plus != (n > 0) {
				t.Errorf("%d in words: %q", n, line[13])
			}
		}
	}
	for key, n := range balances(t, tb.Book) {
		if want, err := strconv.ParseInt(strings.Replace(n, ".", "", 1), 10, 64); err != nil || got[key] != want {
			t.Errorf("%s: %d, want %s", key, got[key], n)
		}
		delete(got, key)
	}
	if len(got) > 0 {
		t.Errorf("nobody has these: %v", got)
	}
	if n := well(t, tb.Path()).Entries; int64(len(entries)) != n {
		t.Errorf("%d entries of %d", len(entries), n)
	}
}
