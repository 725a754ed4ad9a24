package ledger

// The journals, read by the programs they are for, which must come to the book's own balances.

import (
	"encoding/csv"
	"math"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/archive"
	"ouverte/ledger/journal"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// balances are those of a book as the other programs count them: by account in lower case and money.
func balances(t testing.TB, b *Book) map[string]string {
	t.Helper()
	want := map[string]string{}
	note := func(name string, m rules.Money, n int64) {
		if n != 0 {
			want[strings.ToLower(name+" "+commodity(m))] = inUnits(n, m)
		}
	}
	for _, m := range b.Now().Balances() {
		for _, p := range m.Players {
			note(p.Name, m.Money, p.Total)
		}
		note("kitty", m.Money, m.Kitty.Owed)
	}
	if len(want) < 12 {
		t.Fatalf("too few balances to compare: %v", want)
	}
	return want
}

func inUnits(n int64, m rules.Money) string {
	return big.NewRat(n, int64(math.Pow10(m.Decimals()))).FloatString(m.Decimals())
}

func commodity(m rules.Money) string {
	if m == rules.LSD {
		return "oldpence"
	}
	return string(m)
}

// plainNames makes the names in lively fit into a journal, as the journal has them.
var plainNames = strings.NewReplacer("꞉", ":", "⁏", ";")

func runProgram(t *testing.T, stdin, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(testenv.Program(t, name), args...)
	cmd.Stdin = strings.NewReader(stdin)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}

// journals is a book to be read by other programs, with its balances.
func journals(t *testing.T, form archive.Format) (file string, want map[string]string) {
	t.Helper()
	tb := lively(t)
	fill(t, tb.Book, 4, 20, 6)
	file = filepath.Join(t.TempDir(), "book.journal")
	testenv.Fine(t, os.WriteFile(file, []byte(exported(t, tb.Path(), form)), 0o600))
	return file, balances(t, tb.Book)
}

func sameBalances(t testing.TB, got, want map[string]string) {
	t.Helper()
	for key, n := range want {
		if got[key] != n {
			t.Errorf("%s: %q, want %s", key, got[key], n)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d balances, want %d: %v", len(got), len(want), got)
	}
}

// TestEveryForm: forms differ, and each but JSON has every account as often as the table has a line of it,
// and every day an entry moved money on.
func TestEveryForm(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	for _, line := range strings.Split("solo ann 7; misere bob 0; prop cat dan 8; abundance ann 8", "; ") {
		tb.deal(line)
	}
	table := must1(csv.NewReader(strings.NewReader(exported(t, tb.Path(), archive.CSV))).ReadAll())
	lines := map[string]int{}
	date, account := slices.Index(table[0], "date"), slices.Index(table[0], "account")
	for _, line := range table[1:] {
		if line[account] != "" {
			lines[line[account]]++
			lines[line[date]] = 1
		}
	}
	if len(lines) != 5 || lines["Ann"] < 4 {
		t.Fatalf("the table has %v", lines)
	}
	for i, form := range archive.Forms {
		for _, other := range archive.Forms[:i] {
			if form.Format == other.Format || form.Title == other.Title || form.Ending == other.Ending {
				t.Errorf("%s and %s are called alike", form.Title, other.Title)
			}
		}
		if form.Format == archive.JSON {
			continue
		}
		if !strings.HasPrefix(form.Type, "text/plain;") && !strings.HasPrefix(form.Type, "text/csv;") {
			t.Errorf("%s: a browser shows %s as it likes", form.Title, form.Type)
		}
		text := exported(t, tb.Path(), form.Format)
		for what, n := range lines {
			if has := strings.Count(text, what); has < n {
				t.Errorf("%s has %s %d times, and it moved %d times", form.Title, what, has, n)
			}
		}
	}
}

func TestHledger(t *testing.T) {
	file, want := journals(t, archive.Journal)
	sameBalances(t, inHledger(t, file), want)
}

// inHledger is what hledger makes of a journal, which must pass its strictest check.
func inHledger(t *testing.T, file string) map[string]string {
	runProgram(t, "", "hledger", "-f", file, "check", "--strict")
	out := runProgram(t, "", "hledger", "-f", file, "balance", "--flat", "--no-total", "-O", "csv",
		"--layout=bare")
	got := map[string]string{}
	for _, line := range must1(csv.NewReader(strings.NewReader(out)).ReadAll())[1:] {
		if line[2] != "0" {
			name := plainNames.Replace(strings.TrimPrefix(line[0], "Players:"))
			got[strings.ToLower(name+" "+line[1])] = line[2]
		}
	}
	return got
}

func TestLedger(t *testing.T) {
	file, want := journals(t, archive.Journal)
	sameBalances(t, inLedger(t, file), want)
}

func inLedger(t *testing.T, file string) map[string]string {
	out := runProgram(t, "", "ledger", "--args-only", "-f", file, "--pedantic", "balance", "--flat",
		"--no-total", "--balance-format", "%(partial_account)\t%(strip(display_total))\n%/")
	got := map[string]string{}
	account := ""
	for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
		name, amount, ok := strings.Cut(line, "\t")
		if ok {
			account = name
		} else {
			amount = line // another money of the same account
		}
		n, money, _ := strings.Cut(strings.TrimSpace(amount), " ")
		got[strings.ToLower(plainNames.Replace(strings.TrimPrefix(account, "Players:"))+" "+money)] = n
	}
	return got
}

func TestBeancount(t *testing.T) {
	testenv.Thorough(t)
	testenv.Program(t, "bean-check")
	file, want := journals(t, archive.Beancount)
	sameBalances(t, inBeancount(t, file), beancountNames(want))
}

func inBeancount(t *testing.T, file string) map[string]string {
	runProgram(t, "", "bean-check", file)
	out := runProgram(t, "", "bean-query", "-f", "csv", file,
		"SELECT account, currency, sum(position) GROUP BY account, currency")
	got := map[string]string{}
	for _, line := range must1(csv.NewReader(strings.NewReader(out)).ReadAll())[1:] {
		if n, _, ok := strings.Cut(strings.TrimSpace(line[2]), " "); ok {
			got[strings.ToLower(strings.TrimSpace(line[0])+" "+strings.TrimSpace(line[1]))] = n
		}
	}
	return got
}

// beancountNames are balances by the names accounts have there.
func beancountNames(of map[string]string) map[string]string {
	fitted := map[string]string{}
	for key, n := range of {
		at := strings.LastIndexByte(key, ' ')
		name := "assets:kitty"
		if key[:at] != "kitty" {
			name = "assets:players:" + strings.ToLower(journal.BeancountName(key[:at]))
		}
		fitted[name+key[at:]] = n
	}
	return fitted
}
