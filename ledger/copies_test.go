package ledger

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ouverte/rules"
)

var ctx = context.Background()

// exported is a book in one of the forms.
func exported(t testing.TB, path string, form Format) string {
	t.Helper()
	var b bytes.Buffer
	if err := Export(ctx, path, form, &b, nil); err != nil {
		t.Fatalf("export %s: %v", form, err)
	}
	return b.String()
}

func wantSentence(t *testing.T, err error, says string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), says) || !strings.HasSuffix(err.Error(), ".") {
		t.Errorf("got %v, want a sentence with %q", err, says)
	}
}

func wantOnly(t *testing.T, dir string, names ...string) {
	t.Helper()
	var got []string
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, names) {
		t.Errorf("in the folder are %q, want %q", got, names)
	}
}

// A backup is made while deals are recorded, has every deal acknowledged before, and is a book like any other.
func TestBackupWhileServing(t *testing.T) {
	tb := lively(t)
	stop, stopped := make(chan struct{}), make(chan error)
	go func() {
		k := keys{n: 50_000}
		for {
			select {
			case <-stop:
				stopped <- nil
				return
			default:
			}
			if _, err := tb.Record(tb.ctx, k.slip(), tb.night, DealSaid{Deal: rules.Deal{Call: rules.Passed, Tricks: rules.NotSaid}}); err != nil {
				stopped <- err
				return
			}
		}
	}()
	dir := t.TempDir()
	for i := range 3 {
		acknowledged := tb.now().Version
		to := filepath.Join(dir, fmt.Sprint("copy", i))
		f, err := Backup(tb.ctx, tb.Path(), to, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := well(t, to); got.Line() != f.Line() || EntryID(got.Entries) < acknowledged {
			t.Errorf("copied %s, found %s, acknowledged %d", f.Line(), got.Line(), acknowledged)
		}
	}
	close(stop)
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	wantOnly(t, dir, "copy0", "copy1", "copy2")
	again := openBook(t, filepath.Join(dir, "copy2"))
	if _, err := again.Record(tb.ctx, Slip{Key: "new"}, tb.night, DealSaid{Deal: rules.Deal{Call: rules.Passed, Tricks: rules.NotSaid}}); err != nil {
		t.Errorf("a copy can't be gone on with: %v", err)
	}
}

func TestBackupRefuses(t *testing.T) {
	tb := lively(t)
	dir := t.TempDir()
	there := filepath.Join(dir, "there")
	if err := os.WriteFile(there, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Backup(ctx, tb.Path(), there, nil)
	wantSentence(t, err, "is there already")
	_, err = Backup(ctx, tb.Path(), tb.Path(), nil)
	wantSentence(t, err, "is there already")
	_, err = Backup(ctx, tb.Path(), filepath.Join(dir, "no", "folder"), nil)
	wantSentence(t, err, "There is no folder")
	_, err = Backup(ctx, filepath.Join(dir, "none"), filepath.Join(dir, "copy"), nil)
	wantSentence(t, err, "There is no book")
	if text, err := os.ReadFile(there); err != nil || string(text) != "mine" {
		t.Errorf("the file that was there: %q %v", text, err)
	}
	if err := tb.Close(); err != nil {
		t.Fatal(err)
	}
	forged := closedCopy(t, tb.Path())
	tamper(t, forged, `UPDATE transfer SET amount = amount + 1 WHERE entry = (SELECT max(entry) FROM transfer)`)
	_, err = Backup(ctx, forged, filepath.Join(dir, "copy"), nil)
	wantSentence(t, err, "isn't what it was when it was written")
	wantOnly(t, dir, "there")
}

func wantNothing(t testing.TB, path string) {
	t.Helper()
	if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is there: %v", path, err)
	}
}

func TestRestore(t *testing.T) {
	tb := lively(t)
	dir := t.TempDir()
	copied, book := filepath.Join(dir, "copy"), filepath.Join(dir, "book")
	must1(Backup(ctx, tb.Path(), copied, nil))
	before := exported(t, copied, JSON)

	_, _, err := Restore(ctx, copied, tb.Path(), nil)
	wantSentence(t, err, "is open in another ouverte")

	_, kept, err := Restore(ctx, copied, book, nil) // where there is none
	if err != nil || kept != "" || exported(t, book, JSON) != before {
		t.Fatalf("restored where there was none: %v, kept %q", err, kept)
	}
	b, err := Open(ctx, book, Options{Clock: clockAt(evening)})
	if err != nil {
		t.Fatal(err)
	}
	must1(b.AddPlayer(ctx, Slip{Key: "later"}, "Later"))
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	after := exported(t, book, JSON)
	_, kept, err = Restore(ctx, copied, book, nil) // over one that has moved on
	if err != nil || exported(t, book, JSON) != before || exported(t, kept, JSON) != after {
		t.Errorf("restored over another: %v, kept %q", err, kept)
	}
	well(t, book)

	for says, from := range map[string]string{
		"is the book itself": book,
		"There is no book":   filepath.Join(dir, "none"),
	} {
		_, _, err := Restore(ctx, from, book, nil)
		wantSentence(t, err, says)
	}
	folder := t.TempDir()
	_, _, err = Restore(ctx, copied, folder, nil)
	wantSentence(t, err, "is no file")
	wantOnly(t, folder)
	wantNothing(t, folder+"-lock")
	_, _, err = Restore(ctx, filepath.Join(dir, "none"), filepath.Join(dir, "new"), nil) // leaves no lock behind, see the end
	wantSentence(t, err, "There is no book")
	tamper(t, kept, `DELETE FROM transfer WHERE entry = (SELECT max(entry) FROM transfer)`)
	_, _, err = Restore(ctx, kept, book, nil)
	wantSentence(t, err, "The book is not well")
	if exported(t, book, JSON) != before {
		t.Error("a refused restore changed the book")
	}
	wantOnly(t, dir, "book", "book-kept-1", "book-lock", "copy")
}

// What was exported and imported is the same book, to the last byte of the next export.
func TestExportAndImportAreARoundTrip(t *testing.T) {
	tb := lively(t)
	fill(t, tb.Book, 2, 12, 9)
	if err := tb.SetSeason(ctx, "09-01"); err != nil {
		t.Fatal(err)
	}
	whole := exported(t, tb.Path(), JSON)
	seals := func(b *Book) (all []string) {
		for _, n := range must1(b.Nights(ctx, NightFilter{Limit: 100})) {
			all = append(all, fmt.Sprint(n))
		}
		return append(all, fmt.Sprint(must1(b.Balances(ctx))), fmt.Sprint(must1(b.Players(ctx))), fmt.Sprint(b.Words()))
	}
	path := filepath.Join(t.TempDir(), "new.db")
	found, kept, err := Import(ctx, strings.NewReader(whole), path, nil)
	if err != nil || kept != "" {
		t.Fatalf("import: %v, kept %q", err, kept)
	}
	if old := well(t, tb.Path()); found.Line() != old.Line() {
		t.Errorf("was %s, is %s", old.Line(), found.Line())
	}
	if exported(t, path, JSON) != whole {
		t.Error("the new book exports something else")
	}
	wantOnly(t, filepath.Dir(path), "new.db", "new.db-lock")
	b := openBook(t, path)
	if was, is := seals(tb.Book), seals(b); !slices.Equal(was, is) {
		t.Errorf("seals, balances and players were\n%s\nare\n%s", strings.Join(was, "\n"), strings.Join(is, "\n"))
	}
	if begins := must1(b.SeasonBegins(ctx)); begins != "09-01" {
		t.Errorf("seasons begin on %s", begins)
	}
	// A key used before the export is known after the import.
	r, err := b.AddPlayer(ctx, Slip{Key: "k1001"}, "=SUM(A1)")
	if err != nil || !r.Again {
		t.Errorf("a key from before: %+v %v", r, err)
	}
}

// An export of the first version of the program is a book for ever.
func TestImportOfTheFirstExport(t *testing.T) {
	const file = "testdata/first.json"
	if os.Getenv("FIRST") != "" { // before the first release only: a released form never changes
		tb := lively(t)
		if err := os.WriteFile(file, []byte(exported(t, tb.Path(), JSON)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "book.db")
	if _, _, err := Import(ctx, bytes.NewReader(text), path, nil); err != nil {
		t.Fatal(err)
	}
	well(t, path)
	if exported(t, path, JSON) != string(text) {
		t.Error("it exports something else")
	}
}

func TestImportRefuses(t *testing.T) {
	tb := lively(t)
	whole := exported(t, tb.Path(), JSON)
	lines := strings.SplitAfter(strings.TrimSuffix(whole, "\n"), "\n")
	lines[len(lines)-1] += "\n"
	with := func(i int, old, new string) string {
		if !strings.Contains(lines[i], old) {
			t.Fatalf("line %d has no %s: %s", i+1, old, lines[i])
		}
		changed := slices.Clone(lines)
		changed[i] = strings.Replace(changed[i], old, new, 1)
		return strings.Join(changed, "")
	}
	deal := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, `"kind":"deal"`) && strings.Contains(l, `[1,"lsd"`) })
	swapped := slices.Clone(lines)
	swapped[4], swapped[5] = swapped[5], swapped[4]
	for name, c := range map[string]struct{ text, says string }{
		"nothing":               {"", "Line 1 is wrong: this isn't the export"},
		"a letter":              {"Dear Ann,\n", "Line 1 is wrong: this isn't the export"},
		"a deal for score":      {`{"rules":"hoyle"}` + "\n", "Line 1 is wrong: this isn't the export"},
		"another form":          {with(0, `"format":1`, `"format":2`), "form 2"},
		"cut off in a line":     {whole[:len(whole)-20], fmt.Sprintf("Line %d is wrong: it is cut off", len(lines))},
		"cut off after a line":  {strings.Join(lines[:len(lines)-1], ""), "the export is cut off"},
		"another end":           {with(0, `"head":"`, `"head":"00`), "doesn't end as the first line says"},
		"a line too many":       {whole + lines[len(lines)-1], "comes next"},
		"no JSON":               {with(3, `{`, `[`), "Line 4 is wrong: it is no entry"},
		"another spelling":      {with(3, `"seq":3,`, `"seq": 3,`), "Line 4 is wrong: it isn't written as an export writes it"},
		"a field of its own":    {with(3, `"seq":3,`, `"seq":3,"x":1,`), "Line 4 is wrong: it isn't written as an export writes it"},
		"an amount":             {with(deal, `[1,"lsd",`, `[1,"gbp",`), fmt.Sprintf("Line %d is wrong: entry %d doesn't have the hash", deal+1, deal)},
		"a short hash":          {with(3, `"hash":"`, `"hash":"","x":"`), "Line 4 is wrong"},
		"a long ask":            {with(3, `"ask":"`, `"ask":"00000000`), "Line 4 is wrong"},
		"the order":             {strings.Join(swapped, ""), "Line 5 is wrong"},
		"an endless line":       {lines[0] + strings.Repeat("x", longestEntry+1), "Line 2 is wrong: it is longer"},
		"a NUL":                 {lines[0] + "\x00\n", "Line 2 is wrong"},
		"too few transfers in":  {with(deal, `"transfers":[[1,"lsd",`, `"transfers":[["lsd",`), "is wrong"},
		"numbers out of reach":  {with(3, `"seq":3,`, `"seq":99999999999999999999,`), "Line 4 is wrong"},
		"a number with a point": {with(3, `"seq":3,`, `"seq":3.0,`), "Line 4 is wrong"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			_, _, err := Import(ctx, strings.NewReader(c.text), filepath.Join(dir, "new.db"), nil)
			wantSentence(t, err, c.says)
			wantOnly(t, dir)
		})
	}
	_, _, err := Import(ctx, strings.NewReader(whole), tb.Path(), nil)
	wantSentence(t, err, "is open in another ouverte")
	if err := tb.Close(); err != nil {
		t.Fatal(err)
	}
	_, _, err = Import(ctx, strings.NewReader(whole), tb.Path(), nil)
	wantSentence(t, err, "There is a book with")

	empty := filepath.Join(t.TempDir(), "empty.db")
	if err := openBook(t, empty).Close(); err != nil {
		t.Fatal(err)
	}
	_, kept, err := Import(ctx, strings.NewReader(whole), empty, nil)
	if err != nil || kept == "" || exported(t, empty, JSON) != whole {
		t.Errorf("into an empty book: %v, kept %q", err, kept)
	}
}

// balances are those of a book as the other programs count them: by account in lower case and money.
func balances(t testing.TB, b *Book) map[string]string {
	t.Helper()
	want := map[string]string{}
	note := func(name string, m rules.Money, n int64) {
		if n != 0 {
			want[strings.ToLower(name+" "+commodity(m))] = decimal(n, m.Decimals())
		}
	}
	for _, m := range must1(b.Balances(ctx)) {
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

// plainNames makes the names in lively fit into a journal, as the journal has them.
var plainNames = strings.NewReplacer("꞉", ":", "⁏", ";")

func TestCSV(t *testing.T) {
	tb := lively(t)
	fill(t, tb.Book, 3, 6, 5)
	text := exported(t, tb.Path(), CSV)
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
			if got[strings.Replace(key, "the kitty", "kitty", 1)] += n; got[strings.Replace(key, "the kitty", "kitty", 1)] == 0 {
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

func TestAsText(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "Ann": "Ann", "O’Neill": "O’Neill", "1s. 6d.": "1s. 6d.",
		"=1+1": "'=1+1", "+1": "'+1", "-1": "'-1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", " =1": "' =1", "＝1": "'＝1", "−1s.": "'−1s.", "|x": "'|x", "%x": "'%x",
	} {
		if got := asText(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

// runProgram runs a program of others on a file, or skips the test where it isn't installed. In CI they are.
func runProgram(t *testing.T, stdin, name string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	cmd := exec.Command(name, args...)
	cmd.Stdin = strings.NewReader(stdin)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}

// journals is a book to be read by other programs, with its balances.
func journals(t *testing.T, form Format) (file string, want map[string]string) {
	t.Helper()
	tb := lively(t)
	fill(t, tb.Book, 4, 20, 6)
	file = filepath.Join(t.TempDir(), "book.journal")
	if err := os.WriteFile(file, []byte(exported(t, tb.Path(), form)), 0o600); err != nil {
		t.Fatal(err)
	}
	return file, balances(t, tb.Book)
}

func sameBalances(t *testing.T, got, want map[string]string) {
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

func TestHledger(t *testing.T) {
	file, want := journals(t, Journal)
	runProgram(t, "", "hledger", "-f", file, "check", "--strict")
	out := runProgram(t, "", "hledger", "-f", file, "balance", "--flat", "--no-total", "-O", "csv", "--layout=bare")
	got := map[string]string{}
	for _, line := range must1(csv.NewReader(strings.NewReader(out)).ReadAll())[1:] {
		if line[2] != "0" {
			name := plainNames.Replace(strings.TrimPrefix(line[0], "Players:"))
			got[strings.ToLower(name+" "+line[1])] = line[2]
		}
	}
	sameBalances(t, got, want)
}

func TestLedger(t *testing.T) {
	file, want := journals(t, Journal)
	out := runProgram(t, "", "ledger", "--args-only", "-f", file, "--pedantic", "balance", "--flat", "--no-total", "--balance-format", "%(partial_account)\t%(strip(display_total))\n%/")
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
	sameBalances(t, got, want)
}

func TestBeancount(t *testing.T) {
	if _, err := exec.LookPath("bean-check"); err != nil {
		t.Skip(err) // in CI too: Debian's package of it brings a hundred others
	}
	file, want := journals(t, Beancount)
	runProgram(t, "", "bean-check", file)
	out := runProgram(t, "", "bean-query", "-f", "csv", file, "SELECT account, currency, sum(position) GROUP BY account, currency")
	got := map[string]string{}
	for _, line := range must1(csv.NewReader(strings.NewReader(out)).ReadAll())[1:] {
		if n, _, ok := strings.Cut(strings.TrimSpace(line[2]), " "); ok {
			got[strings.ToLower(strings.TrimSpace(line[0])+" "+strings.TrimSpace(line[1]))] = n
		}
	}
	fitted := map[string]string{}
	for key, n := range want {
		at := strings.LastIndexByte(key, ' ')
		name := "assets:kitty"
		if key[:at] != "kitty" {
			name = "assets:players:" + strings.ToLower(beanAccount(key[:at]))
		}
		fitted[name+key[at:]] = n
	}
	sameBalances(t, got, fitted)
}

func TestAccountNamesDiffer(t *testing.T) {
	c := &chronicle{names: &roster{people: map[PlayerID]*person{
		1: {id: 1, name: "Ann B"}, 2: {id: 2, name: "Ann-B"}, 3: {id: 3, name: "ann:b"}, 4: {id: 4, name: "🂡🂢"}, 5: {id: 5, name: "***"}, 6: {id: 6, name: "gone", same: 1},
	}}}
	for form, fit := range map[Format]func(string) string{Journal: plainAccount, Beancount: beanAccount} {
		seen := map[string]bool{}
		for id, name := range c.accountNames("X:", fit) {
			if seen[strings.ToLower(name)] || id == 6 {
				t.Errorf("%s: %s twice, or for somebody who is somebody else", form, name)
			}
			seen[strings.ToLower(name)] = true
		}
		if len(seen) != 6 {
			t.Errorf("%s: %v", form, seen)
		}
	}
}

func TestDecimal(t *testing.T) {
	for _, c := range []struct {
		n      int64
		places int
		want   string
	}{{0, 0, "0"}, {0, 2, "0.00"}, {5, 2, "0.05"}, {-5, 2, "-0.05"}, {123456, 2, "1234.56"}, {-100, 3, "-0.100"}, {-7, 0, "-7"}, {-9223372036854775808, 2, "-92233720368547758.08"}} {
		if got := decimal(c.n, c.places); got != c.want {
			t.Errorf("%d with %d places is %s, want %s", c.n, c.places, got, c.want)
		}
	}
}

func TestAuditStops(t *testing.T) {
	tb := lively(t)
	stopped, cancel := context.WithCancel(ctx)
	f, err := Audit(stopped, tb.Path(), nil, func(done, total int64) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("stopped in the middle it found %+v, %v", f, err)
	}
}

func TestExportStops(t *testing.T) {
	tb := lively(t)
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if err := Export(stopped, tb.Path(), JSON, io.Discard, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	full := errors.New("full")
	if err := Export(ctx, tb.Path(), JSON, broken{full}, nil); !errors.Is(err, full) {
		t.Errorf("nowhere to write to: %v", err)
	}
	if err := Export(ctx, tb.Path(), "xml", io.Discard, nil); err == nil {
		t.Error("exported as xml")
	}
}

type broken struct{ err error }

func (b broken) Write([]byte) (int, error) { return 0, b.err }

// What isn't an export is refused, whatever it is, and leaves nothing behind.
func FuzzImport(f *testing.F) {
	text, err := os.ReadFile("testdata/first.json")
	if err != nil {
		f.Fatal(err)
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	f.Add(bytes.Join(lines[:3], nil))
	f.Add(bytes.Join(lines[:20], nil))
	f.Add([]byte(`{"ouverte":"book","format":1,"entries":0,"head":"` + strings.Repeat("0", 64) + `"}` + "\n"))
	f.Add([]byte("\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		x := exportReader{in: bufio.NewReader(bytes.NewReader(text))}
		err := x.begin()
		var again []byte
		for err == nil {
			var e *Entry
			if e, err = x.entry(); err == nil {
				again = e.AppendCanonical(again)
			}
		}
		var bad *BadLine
		if err != io.EOF && !errors.As(err, &bad) {
			t.Errorf("refused with %v", err)
		}
		if err == io.EOF && x.last == 0 && len(again) > 0 {
			t.Error("entries from nowhere")
		}
	})
}

// FuzzReadDeal: what is read the short way is what the long way reads.
func FuzzReadDeal(f *testing.F) {
	for _, text := range []string{
		`{"seats":[1,2,3,4],"dealer":4,"call":"solo","caller":1,"tricks":5}`,
		`{"deal":7,"as":"corrected","before":3,"reason":"misheard","seats":[1,2,3],"accounts":[0,9,0],"dealer":1,"call":"irish","caller":2,"partner":3,"bid":6,"trumps":"NT","tricks":0,"revokes":[0,1,0],"forfeit":2,"wrong":[1,3],"loser":1,"tricksBy":[4,5,4]}`,
		`{"seats":[1,2,3],"dealer":1,"call":"passed"}`, `{"seats":[1,2,3],"dealer":1,"call":"passed","auction":"pass pass pass"}`,
		`{"seats":[],"dealer":01,"call":"passed"}`, `{"seats":[1,],"dealer":256,"call":"pa\u0073sed"}`, `{"seats":[-0],"call":"solo","dealer":1}`, `{}`, `{"deal":1`, ``, `{,"deal":1}`, `{"reason":"` + "\xff" + `"}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		short, ok := readDeal(text)
		if !ok {
			return
		}
		long := new(dealBody)
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.DisallowUnknownFields()
		if err := dec.Decode(long); err != nil {
			t.Fatalf("%s: read the short way, and the long way says %v", text, err)
		}
		if diff := cmp.Diff(long, short); diff != "" {
			t.Errorf("%s:\n%s", text, diff)
		}
	})
}

// The deals of the first export are all read the short way, but for those with escapes in their text.
func TestReadDealIsUsual(t *testing.T) {
	text, err := os.ReadFile("testdata/first.json")
	if err != nil {
		t.Fatal(err)
	}
	deals := 0
	for line := range bytes.Lines(text) {
		var e entryText
		if err := json.Unmarshal(line, &e); err != nil || e.Kind != KindDeal {
			continue
		}
		deals++
		if _, ok := readDeal(e.Body); !ok {
			t.Errorf("not read the short way: %s", e.Body)
		}
	}
	if deals < 20 {
		t.Errorf("only %d deals", deals)
	}
}
