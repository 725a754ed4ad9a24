//go:build unix

package main

// What a program that serves can't help: it stands still, connections break, the clock jumps.

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ouverte/ledger/testenv"
)

// TestFrozen freezes the program while tablets lose their patience: sent again, everything is there once.
func TestFrozen(t *testing.T) {
	file := newBook(t, tables)
	p := serve(t, file)
	client := aClient(t)
	record(context.Background(), client, p.url, 1, "warm")
	p.signal(syscall.SIGSTOP)
	var state syscall.WaitStatus // the signal is sent; this waits until it has come
	_, err := syscall.Wait4(p.cmd.Process.Pid, &state, syscall.WUNTRACED, nil)
	if err != nil || !state.Stopped() {
		t.Fatal(state, err)
	}
	var wait sync.WaitGroup
	for table := 1; table <= tables; table++ {
		wait.Go(func() {
			impatient, enough := context.WithTimeout(context.Background(), 50*time.Millisecond)
			defer enough()
			if status, _ := record(impatient, client, p.url, table, fmt.Sprintf("frozen-%d", table)); status != 0 {
				t.Errorf("a frozen program answered with %d", status)
			}
		})
	}
	wait.Wait()
	p.signal(syscall.SIGCONT)
	for table := 1; table <= tables; table++ {
		if status, page := record(context.Background(), client, p.url, table,
			fmt.Sprintf("frozen-%d", table)); status != 200 {
			t.Errorf("%d %.300s", status, page)
		}
	}
	if in := inBook(t, file); len(in) != tables+1 {
		t.Errorf("in the book: %v", in)
	}
}

// TestCutOff cuts the connection at every place of an upload: incomplete requests aren't in the book,
// complete ones are there once, and sending again is always right.
func TestCutOff(t *testing.T) {
	t.Parallel()
	file := newBook(t, 1)
	p := serve(t, file)
	host := strings.TrimPrefix(p.url, "http://")
	request := func(key string) string {
		body := aDeal(key)
		return fmt.Sprintf("POST /nights/1/deals HTTP/1.1\r\nHost: %s\r\nContent-Type: "+
			"application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n%s", host, len(body), body)
	}
	whole := request("cut-000")
	maybe := map[string]bool{}
	for at := 0; at <= len(whole); at += 1 + len(whole)/40 {
		key := fmt.Sprintf("cut-%03d", at)
		conn := testenv.Must(net.Dial("tcp", host))(t)
		testenv.Must(io.WriteString(conn, request(key)[:at]))(t)
		conn.(*net.TCPConn).SetLinger(0) // as a lost network: no goodbye
		conn.Close()
	}
	conn, err := net.Dial("tcp", host) // whole, but nobody waits for the answer
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(conn, whole)
	conn.Close()
	maybe["cut-000"] = true
	// in two halves with a pause is no cut
	conn = testenv.Must(net.Dial("tcp", host))(t)
	defer conn.Close()
	two := request("two-halves")
	io.WriteString(conn, two[:len(two)-10])
	if status, page := record(context.Background(), aClient(t), p.url, 1, "between"); status != 200 {
		t.Errorf("%d %s", status, page)
	}
	io.WriteString(conn, two[len(two)-10:])
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || answer.StatusCode != 303 {
		t.Errorf("in two halves: %v %v", answer, err)
	}
	in := inBook(t, file)
	for key, n := range in {
		if key != "between" && key != "two-halves" && !maybe[key] || n != 1 {
			t.Errorf("%s is in the book %d times", key, n)
		}
	}
	for key := range maybe {
		if status, page := record(context.Background(), aClient(t), p.url, 1, key); status != 200 {
			t.Errorf("%s again: %d %s", key, status, page)
		}
	}
	if in := inBook(t, file); len(in) != 3 {
		t.Errorf("in the book: %v", in)
	}
}

// TestClockJumps serves by a clock that jumps a day on and an hour back, and stands still: a code ends and
// doesn't come back, the PIN is asked for again, who looks on keeps the link and has news of each deal, and
// deals and the seal keep the order in which they were recorded.
func TestClockJumps(t *testing.T) {
	file, shown := newBook(t, 1), filepath.Join(t.TempDir(), "clock")
	set := func(to string) {
		t.Helper()
		testenv.Fine(t, os.WriteFile(shown+".new", []byte(to), 0o600))
		testenv.Fine(t, os.Rename(shown+".new", shown)) // the program reads all of it, or the old one
	}
	set("0s")
	t.Setenv(wrongClock, shown)
	p := serveGuarded(t, file)
	keeper := newVisitor(t, p.url)
	if status, _ := keeper.opens("/keeper"); status != 200 {
		t.Fatalf("the first visit: %d", status)
	}
	send := func(v *visitor, path string, form url.Values) (int, string) {
		t.Helper()
		r := testenv.Must(http.NewRequest("POST", p.url+path, strings.NewReader(form.Encode())))(t)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		return answered(v.client, r)
	}
	find := func(pattern string, status int, page string) string {
		t.Helper()
		m := regexp.MustCompile(pattern).FindStringSubmatch(page)
		if status != 200 || m == nil {
			t.Fatalf("%d, and no %s in %s", status, pattern, page)
		}
		return m[1]
	}
	makeCode := func() string {
		t.Helper()
		status, page := send(keeper, "/keeper/codes", url.Values{"right": {"watcher"}})
		return find(`<strong class="code figures">([A-Z0-9-]+)<`, status, page)
	}
	phones := 0
	pair := func(code string) int {
		t.Helper()
		phones++
		form := url.Values{"code": {code}, "name": {fmt.Sprintf("Phone %d", phones)}}
		status, _ := send(newVisitor(t, p.url), "/pair", form)
		return status
	}
	status, page := send(keeper, "/nights/1/watch", nil)
	link := "/watch/" + find(`/watch/([A-Za-z0-9_-]{12,})`, status, page)
	stream := testenv.Must(http.Get(p.url + link + "/events"))(t)
	t.Cleanup(func() { stream.Body.Close() })
	news := bufio.NewScanner(stream.Body)
	hear := func() {
		t.Helper()
		for news.Scan() {
			if strings.HasPrefix(news.Text(), "data: ") {
				return
			}
		}
		t.Fatalf("who looks on hears nothing more: %v", news.Err())
	}
	hear()
	locked := func() bool {
		t.Helper()
		status, page := keeper.opens("/keeper")
		if status != 200 && (status != 403 || !strings.Contains(page, "pin-asked")) {
			t.Fatalf("the keeper's page: %d", status)
		}
		return status != 200
	}
	unlock := func() {
		t.Helper()
		if !locked() {
			return // each PIN counts as a try
		}
		send(keeper, "/pin", url.Values{"pin-asked": {"4711"}, "to": {"/keeper"}})
		if locked() {
			t.Error("the PIN doesn't open the keeper's page")
		}
	}
	send(keeper, "/keeper/pin", url.Values{"do": {"set"}, "pin": {"4711"}})
	still := time.Now().Add(23*time.Hour + 2*time.Minute).UTC() // a little after it was put back
	var order []string
	for _, to := range []string{"0s", "24h", "23h", still.Format(time.RFC3339Nano), "-1h"} {
		unlock()
		before, unused := makeCode(), makeCode()
		if status := pair(before); status != 200 {
			t.Errorf("a code before %s: %d", to, status)
		}
		jumps := to != "0s" && to != still.Format(time.RFC3339Nano)
		set(to)
		if locked() != jumps {
			t.Errorf("at %s the PIN is asked for: %v", to, !jumps)
		}
		if status := pair(unused); (status != 200) != jumps {
			t.Errorf("at %s a code from before: %d", to, status)
		}
		unlock()
		if status := pair(makeCode()); status != 200 {
			t.Errorf("at %s a new code: %d", to, status)
		}
		for range 2 {
			order = append(order, fmt.Sprintf("jump-%d", len(order)))
			status, page := send(keeper, "/nights/1/deals", url.Values{"key": {order[len(order)-1]}, "call": {"solo"},
				"who": {"1"}, "tricks": {"6"}})
			if status != 200 {
				t.Fatalf("at %s: %d %s", to, status, page)
			}
			hear()
		}
		if status, _ := newVisitor(t, p.url).opens(link); status != 200 {
			t.Errorf("at %s the link answers %d", to, status)
		}
	}
	status, page = keeper.opens("/nights/1/settle")
	saw := find(`(?s)action="/nights/1/close".*?name="saw" value="(\d+)"`, status, page)
	set(still.Format(time.RFC3339Nano))
	unlock()
	status, page = send(keeper, "/nights/1/close", url.Values{"key": {"close"}, "saw": {saw}})
	if at := find(`Sealed at (\d+:\d+)`, status, page); at != still.Local().Format("15:04") {
		t.Errorf("sealed at %s by the page, and at %v by the clock", at, still.Local())
	}
	p.signal(syscall.SIGTERM)
	testenv.Same(t, p.ended(), 0, "ended with %d")
	inBook(t, file) // all is well
	db := testenv.Beside(t, file, "query_only(ON)")
	defer db.Close()
	var said, last string
	const keys = `SELECT group_concat(key, ' ' ORDER BY seq) FROM entry WHERE kind = 'deal'`
	testenv.Fine(t, db.QueryRow(keys).Scan(&said))
	testenv.Same(t, said, strings.Join(order, " "), "the deals are recorded as %s")
	testenv.Fine(t, db.QueryRow(`SELECT kind || ' ' || at FROM entry ORDER BY seq DESC LIMIT 1`).Scan(&last))
	testenv.Same(t, last, fmt.Sprint("close ", still.UnixMilli()), "the last entry is %s")
}
