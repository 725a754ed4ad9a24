//go:build unix

package main

import (
	"context"
	"os"
	"strings"
	"syscall"
	"testing"

	"ouverte/ledger/testenv"
)

// TestOlderCopy starts the program on a copy from before: it says at once what is missing, shows the book and
// takes nothing, until it is started with a yes.
func TestOlderCopy(t *testing.T) {
	t.Parallel()
	testenv.Slow(t)
	file := newBook(t, 1)
	older := testenv.Must(os.ReadFile(file))(t)
	client := aClient(t)
	p := serve(t, file)
	for _, key := range []string{"one", "two"} {
		if status, page := record(context.Background(), client, p.url, 1, key); status != 200 {
			t.Fatal(status, page)
		}
	}
	stop := func() {
		t.Helper()
		p.signal(syscall.SIGTERM)
		testenv.Same(t, p.ended(), 0, "ended with %d")
	}
	stop()
	testenv.Fine(t, os.WriteFile(file, older, 0o600))
	p = serve(t, file, "--forget-pin", "--pair")
	if said := p.hears("\nouverte: The book ends on "); !strings.Contains(said,
		"2 entries are missing that came after") ||
		!strings.Contains(said, "--accept-older") {
		t.Errorf("it says %s", said)
	}
	status, page := record(context.Background(), client, p.url, 1, "three")
	if status != 503 || !strings.Contains(page, "nothing was recorded") {
		t.Errorf("%d %s", status, page)
	}
	said := p.hears("The PIN could not be taken away: you can only read the book now.")
	if strings.Contains(said, "/pair/") {
		t.Errorf("it prints a link that opens nothing: %s", said)
	}
	out, err := prepare(t, "pair", "--book", file).CombinedOutput()
	if err == nil || !strings.HasPrefix(string(out), "ouverte: no device can be let in: The book ends on ") ||
		!strings.Contains(string(out), "start Ouverte once with --accept-older.") {
		t.Errorf("a code: %v %s", err, out)
	}
	out, err = prepare(t, "health", "--url", p.url).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "has less in it than before") {
		t.Errorf("its health: %v %s", err, out)
	}
	stop()
	out, err = prepare(t, "audit", "--book", file).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "2 entries are missing") {
		t.Errorf("its audit: %v %s", err, out)
	}
	p = serve(t, file, "--accept-older")
	if status, page := record(context.Background(), client, p.url, 1, "three"); status != 200 {
		t.Errorf("after a yes: %d %s", status, page)
	}
	out, err = prepare(t, "pair", "--book", file).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "to the book "+file+". Type it") {
		t.Errorf("a code after a yes: %v %s", err, out)
	}
	stop()
	if out, err := prepare(t, "audit", "--book", file).CombinedOutput(); err != nil {
		t.Errorf("its audit: %v %s", err, out)
	}
}
