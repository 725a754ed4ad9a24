package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"syscall"
	"testing"

	"ouverte/ledger/testenv"
	"ouverte/web"
)

// TestWatched watches the real program from outside: its health and its log.
func TestWatched(t *testing.T) {
	t.Parallel()
	book := newBook(t, 1)
	p := serve(t, book, "--log", "json", "--verbose")
	client := aClient(t)
	ctx := context.Background()
	if status, page := record(ctx, client, p.url, 1, "k1"); status != 200 {
		t.Fatalf("%d %s", status, page)
	}
	answer := testenv.Must(client.Get(p.url + "/attic"))(t)
	answer.Body.Close()

	listen := strings.TrimPrefix(p.url, "http://")
	out, err := prepare(t, "health", "--listen", listen, "--book", book, "--wait", "5s").Output()
	if err != nil || !strings.HasPrefix(string(out), "All is well at http://127.0.0.1:") {
		t.Errorf("%v %s", err, out)
	}

	other := newBook(t, 1)
	out, err = prepare(t, "health", "--listen", listen, "--book", other, "--wait", "1ms").CombinedOutput()
	if err == nil || !strings.HasSuffix(string(out), "serves another book than "+other+"\n") {
		t.Errorf("of another book: %v %s", err, out)
	}

	p.signal(syscall.SIGTERM)
	testenv.Same(t, p.ended(), 0, "it stops with %d")
	// Each request is in the log by the number its answer carried, each line of it is JSON.
	number := answer.Header.Get("X-Request-Id")
	found := false
	for line := range strings.Lines(p.said.String()) {
		if !strings.HasPrefix(line, "{") {
			continue
		}
		var said struct {
			Msg, Request, Path string
			Status             int
		}
		if err := json.Unmarshal([]byte(line), &said); err != nil {
			t.Errorf("%v: %s", err, line)
		}
		found = found ||
			said.Msg == "request" && said.Request == number && said.Path == "/attic" && said.Status == 404
	}
	if !found || !strings.Contains(p.said.String(), `"msg":"stopped"`) {
		t.Errorf("request %q, or the end, is not in the log:\n%s", number, p.said)
	}
	if err := prepare(t, "health", "--listen", listen).Run(); err == nil {
		t.Error("it is said to be well, but it is gone")
	}
}

// TestHealthOfAnother is not taken in by something else that answers, and says in whole sentences what it
// found and what may help: nothing a programmer's library said.
func TestHealthOfAnother(t *testing.T) {
	t.Parallel()
	says := func(status int, text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			io.WriteString(w, text)
		}
	}
	at := func(h http.HandlerFunc, open func(*httptest.Server)) string {
		s := httptest.NewUnstartedServer(h)
		s.Config.ErrorLog = log.New(io.Discard, "", 0)
		open(s)
		t.Cleanup(s.Close)
		return s.URL
	}
	plain, tls := (*httptest.Server).Start, (*httptest.Server).StartTLS
	for address, want := range map[string]string{
		at(says(200, "hello"),
			plain): "; say where ouverte is with --listen or --url",
		at(says(404, "<html>"),
			plain): "; say where ouverte is with --listen or --url",
		at(says(502, "<html>"),
			plain): "it answers 502; see whether ouverte is running there",
		at(says(503, web.NotWell),
			plain): "is not well: it can't read or write its book; see what it says on its standard error, and " +
			"whether the disk is full",
		at(says(421, "<html>"),
			plain): "is not known by that name; start it with --host and the name, or ask on its own machine with " +
			"--listen",
		at(says(200, "ok\n"),
			tls): "isn't good: it has run out, is for another name, or comes from somebody unknown here; on its own " +
			"machine ask with --listen, which takes any",
		strings.Replace(at(says(200, "ok\n"), plain), "http:", "https:",
			1): "answers, but without TLS; write the address with http://",
		"http://127.0.0.1:1": "is ouverte running there? Start " +
			"it, or say where it is with --listen or --url",
		at(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
			plain): "; say where ouverte is with --listen or --url",
		at(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
			plain): "didn't answer within 50ms; it may be busy or its disk slow: ask again, or wait longer with " +
			"--timeout",
	} {
		var out, errs bytes.Buffer
		args := []string{"health", "--url", address}
		if strings.Contains(want, "50ms") {
			args = append(args, "--timeout", "50ms")
		}
		status := run(&outside{context.Background(), strings.NewReader(""), &out, &errs}, args)
		if status != 1 || !strings.HasSuffix(errs.String(), want+"\n") || strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("%s: %d %s", address, status, &errs)
		}
	}
	none := (&healthCmd{}).unanswered("http://whist.invalid",
		&url.Error{Op: "Get", Err: &net.DNSError{Name: "whist.invalid", IsNotFound: true}})
	if got := none.Error(); got != "nobody knows the name in http://whist.invalid; is it spelt right, and is "+
		"there a network?" {
		t.Error(got)
	}
}
