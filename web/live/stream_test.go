package live

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"ouverte/ledger/chain"
)

// paper is a connection that takes everything.
type paper struct{ bytes.Buffer }

func (*paper) Header() http.Header              { return http.Header{} }
func (*paper) WriteHeader(int)                  {}
func (*paper) Flush()                           {}
func (*paper) SetWriteDeadline(time.Time) error { return nil }

// TestAQuietStreamBeats: a page that hears nothing for as long as listen.js waits has missed two beats.
func TestAQuietStreamBeats(t *testing.T) {
	script, err := os.ReadFile("../../static/js/listen.js")
	if err != nil {
		t.Fatal(err)
	}
	waits := regexp.MustCompile(`silence = (\d+),`).FindSubmatch(script)
	silence, err := strconv.Atoi(string(waits[1]))
	if err != nil || silence > 10000 {
		t.Errorf("a page waits %d ms for a beat, %v", silence, err)
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, enough := context.WithTimeout(t.Context(), time.Duration(silence)*time.Millisecond)
		defer enough()
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, "/", nil)
		if err != nil {
			t.Fatal(err)
		}
		said := &paper{}
		s := Stream{Version: func() (chain.EntryID, error) { return 1, nil }, Now: time.Now}
		if err := s.Serve(said, request); err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(said.Bytes(), []byte("event: beat")); n < 2 {
			t.Errorf("in as long as a page waits it beats %d times: %s", n, said)
		}
	})
}
