package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"unicode"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
)

// TestTerminalIsSafe: whatever somebody wrote into the file by hand, or sent to the program, no control sign
// of it reaches a terminal, neither from the commands that read the book nor from the log.
func TestTerminalIsSafe(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	evil := "\x1b]0;owned\x07\x1b[2J\u202e\u200b"
	tamper := func(statements ...string) string {
		file := newBook(t, 1)
		testenv.Alter(t, file, append([]string{"DROP TRIGGER entry_stands", "DROP TRIGGER transfer_stands"},
			statements...)...)
		return file
	}
	quoted := "'" + evil + "'"
	for says, statement := range map[string]string{
		"a body":   `UPDATE entry SET body = replace(body, 'Ann', ` + quoted + `) WHERE seq = 1`,
		"a kind":   `UPDATE entry SET kind = ` + quoted + ` WHERE seq = 2`,
		"a key":    `UPDATE entry SET key = ` + quoted + ` WHERE seq = 2`,
		"a device": `UPDATE entry SET device = ` + quoted + ` WHERE seq = 2`,
		"a season": `UPDATE season SET begins = ` + quoted,
	} {
		file := tamper(statement)
		for _, args := range [][]string{{"audit", "--book", file}, {"export", "csv", "--book", file},
			{"serve", "--book", file, "--listen", "nowhere:x"}} {
			cmd := prepare(t, args...)
			var errs strings.Builder
			cmd.Stderr = &errs
			out, _ := cmd.Output() // whether it ends well isn't the question here
			text := errs.String()
			if args[0] == "audit" {
				text += string(out)
				if cmd.ProcessState.ExitCode() == 0 {
					t.Errorf("%s: the audit finds nothing", says)
				}
			}
			if i := strings.IndexFunc(text, control); i >= 0 {
				t.Errorf("%s: %s prints %q", says, args[0], text)
			}
		}
	}

	p := serve(t, newBook(t, 1), "--verbose")
	r := testenv.Must(http.NewRequest("POST", p.url+"/pair?x=%1b]0;owned%07",
		strings.NewReader("name=x&code=%1b%5b2J%0alevel%3DINFO")))(t)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.URL.Path = "/pair/" + evil
	client := aClient(t)
	for _, method := range []string{"GET", "POST"} {
		r.Method = method
		if answer, err := client.Do(r.Clone(context.Background())); err == nil {
			answer.Body.Close()
		}
	}
	p.signal(syscall.SIGTERM)
	p.ended()
	if i := strings.IndexFunc(p.said.String(), control); i >= 0 {
		t.Errorf("the log: %q", p.said.String()[i:])
	}
}

func control(c rune) bool { return unicode.Is(unicode.C, c) && c != '\n' }

// TestSpreadsheetIsSafe: a name that a spreadsheet would take for a formula is none in the table that is
// exported.
func TestSpreadsheetIsSafe(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	file := newBook(t, 1)
	b := testenv.Must(ledger.Open(ctx, file, ledger.Options{}))(t)
	names := []string{`=HYPERLINK("http://x")`, "+1+1", "-2+3", "@SUM(A1)"}
	for i, name := range names {
		testenv.Must(b.RenamePlayer(ctx, ledger.Slip{Key: fmt.Sprintf("r-%d", i)}, chain.PlayerID(i+1),
			name))(t)
	}
	testenv.Fine(t, b.Close())
	p := serve(t, file)
	if status, page := record(ctx, aClient(t), p.url, 1, "formula"); status != 200 {
		t.Fatal(status, page)
	}
	p.signal(syscall.SIGTERM)
	p.ended()
	out := testenv.Must(prepare(t, "export", "csv", "--book", file).Output())(t)
	rows := testenv.Must(csv.NewReader(bytes.NewReader(out)).ReadAll())(t)
	seen := 0
	for _, row := range rows {
		for _, cell := range row {
			for _, name := range names {
				if strings.HasPrefix(cell, name) {
					t.Errorf("a formula: %q", cell)
				}
				if strings.HasPrefix(cell, "'"+name) {
					seen++
				}
			}
		}
	}
	if seen < len(names) {
		t.Errorf("the names were seen %d times:\n%s", seen, out)
	}
}
