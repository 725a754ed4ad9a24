package web

import (
	"net/http"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRoutes compares the list with what the router really answers to.
func TestRoutes(t *testing.T) {
	t.Parallel()
	s := newServer(nil, Options{})
	var listed, answered []string
	for _, r := range s.routes() {
		listed = append(listed, r.Method+" "+r.Path)
		if r.Method == http.MethodGet && !r.Stream {
			listed = append(listed, "HEAD "+r.Path)
		}
		if r.Right > Keeper {
			t.Errorf("%s %s: a right nobody has", r.Method, r.Path)
		}
	}
	for _, r := range s.router().Routes() {
		if !strings.HasPrefix(r.Method, "echo_") {
			answered = append(answered, r.Method+" "+r.Path)
		}
	}
	sort.Strings(listed)
	sort.Strings(answered)
	if d := cmp.Diff(listed, answered); d != "" {
		t.Errorf("routes.go and the router differ (-listed +answered):\n%s", d)
	}
}
