package guard

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"testing"
	"time"
)

// TestGate: strangers go before those who come by a link, and these before devices; those who wait before
// those at work, and the longest here first.
func TestGate(t *testing.T) {
	g := &gate{most: 4}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/laws":
			Known(r.Context(), Device)
		case "/watch":
			Known(r.Context(), ByLink)
		}
	}))
	g.watch(server.Config)
	server.Start()
	defer server.Close()
	addr := server.Listener.Addr().String()
	say := func(c net.Conn, path string) bool {
		fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", path, addr)
		c.SetReadDeadline(time.Now().Add(20 * time.Second))
		answer, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			return false
		}
		io.Copy(io.Discard, answer.Body)
		return answer.StatusCode == 200
	}
	talk := func(path string) net.Conn {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		if !say(c, path) {
			t.Fatal("no answer")
		}
		for g.busy() { // the last byte of an answer is there before the server knows that it has finished
			runtime.Gosched()
		}
		return c
	}
	alive := func(c net.Conn) bool { return say(c, "/healthz") }
	known := talk("/laws")
	strangers := []net.Conn{talk("/healthz"), talk("/healthz"), talk("/healthz")}
	fifth := talk("/healthz")
	if alive(strangers[0]) {
		t.Error("the stranger who was here longest is still here")
	}
	others := map[string]net.Conn{
		"known":               known,
		"the second stranger": strangers[1],
		"the third":           strangers[2],
		"the fifth":           fifth,
	}
	for name, c := range others {
		if !alive(c) {
			t.Errorf("%s was sent away", name)
		}
	}
	for range 20 {
		talk("/healthz")
	}
	if !alive(known) {
		t.Error("strangers drove out a known visitor")
	}
	link := talk("/watch")
	for range 20 {
		talk("/healthz")
	}
	if !alive(link) {
		t.Error("strangers drove out somebody with a link")
	}
	for range 20 {
		talk("/watch")
	}
	if alive(link) || !alive(known) {
		t.Error("a link drove out a device")
	}
}

func (g *gate) busy() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, c := range g.conns {
		if c.active {
			return true
		}
	}
	return false
}
