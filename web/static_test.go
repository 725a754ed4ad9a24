package web_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/web/webtest"
)

// linked lists the files a page has the browser fetch: styles, scripts, the icon, the manifest.
func linked(a *webtest.Answer) []string {
	var paths []string
	a.Doc.Find("link[href], script[src], img[src]").Each(func(_ int, tag *goquery.Selection) {
		if rel := tag.AttrOr("rel", ""); rel != "apple-touch-icon" { // fetched only when put on a home screen
			paths = append(paths, tag.AttrOr("href", tag.AttrOr("src", "")))
		}
	})
	return paths
}

// zipped asks for a path as a browser does and gives what goes over the wire.
func zipped(h *webtest.Site, path string) *webtest.Answer {
	h.T.Helper()
	r := httptest.NewRequest("GET", path, nil)
	r.Header.Set("Accept-Encoding", "gzip, deflate, br")
	return h.Ask(r)
}

var fingerprinted = regexp.MustCompile(`^/static/[a-z0-9/-]+(\.min)?\.[0-9a-f]{10}\.[a-z0-9]+$`)

// inside finds what a file names in turn.
var inside = regexp.MustCompile(`/static/[a-z0-9./-]+[a-z0-9]`)

// TestStatic fetches what the pages name: kept for ever under a name that is the content's, compressed, and
// the same unpacked. What the files name in turn is there too.
func TestStatic(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	queue, seen := linked(h.Get("/")), map[string]bool{}
	if len(queue) < 5 {
		t.Fatalf("the page links only %v", queue)
	}
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		if seen[path] {
			continue
		}
		seen[path] = true
		if !fingerprinted.MatchString(path) {
			t.Errorf("%s isn't named after its content", path)
		}
		plain, packed := h.Get(path).Is(200), zipped(h, path).Is(200)
		if got := plain.Header.Get("Cache-Control"); got != "public, max-age=31536000, immutable" {
			t.Errorf("%s: %q", path, got)
		}
		if packed.Header.Get("Content-Encoding") == "gzip" {
			z := must(gzip.NewReader(bytes.NewReader(packed.Bytes)))(t)
			if body, err := io.ReadAll(z); err != nil || !bytes.Equal(body, plain.Bytes) {
				t.Errorf("%s: something else comes out of the packing, %v", path, err)
			}
		} else if !strings.HasSuffix(path, ".png") && !strings.HasSuffix(path, ".woff2") {
			t.Errorf("%s goes unpacked", path)
		}
		if !strings.Contains(path, "/vendor/") {
			queue = append(queue, inside.FindAllString(string(plain.Bytes), -1)...)
		}
	}
}

// weigh sums what goes over the wire for a page and everything a browser fetches with it, modules of modules
// included.
func weigh(h *webtest.Site, path string) (page, together int) {
	h.T.Helper()
	page = len(zipped(h, path).Is(200).Bytes)
	queue, seen := linked(h.Get(path)), map[string]bool{}
	for together = page; len(queue) > 0; {
		file := queue[0]
		queue = queue[1:]
		if seen[file] || strings.Contains(file, "-latin-ext-") { // asked for where a name has such a letter
			continue
		}
		seen[file] = true
		n := len(zipped(h, file).Is(200).Bytes)
		h.T.Logf("%6d bytes %s", n, file)
		together += n
		if !strings.Contains(file, "/vendor/") &&
			!strings.HasSuffix(file, ".webmanifest") { // its icons wait for a home screen
			queue = append(queue, inside.FindAllString(string(h.Get(file).Bytes), -1)...)
		}
	}
	h.T.Logf("%6d bytes %s, %d with everything", page, path, together)
	return page, together
}

// TestWeight weighs the start page, and the table after thirty deals: what a first visit costs, and what the
// page itself.
func TestWeight(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	ids := h.Players("Ann", "Bob", "Cat", "Dan", "Eve")
	if _, together := weigh(h, "/"); together > 140<<10 {
		t.Errorf("a first visit to the start page weighs %d bytes", together)
	}
	n := h.Night("hoyle", ids...)
	calls := []rules.Call{rules.Solo, rules.Misere, rules.Abundance, rules.Prop, rules.Passed}
	for i := range 30 {
		d := rules.Deal{Call: calls[i%len(calls)], Tricks: i % 14}
		caller := rules.Seat(i%5) + 1
		switch d.Call {
		case rules.Passed:
			d.Tricks = rules.NotSaid
		case rules.Prop:
			d.Caller, d.Partner = caller, caller%5+1
		default:
			d.Caller = caller
		}
		for try := 0; ; try++ { // at five somebody rests: then the next one calls
			_, err := h.Book.Record(context.Background(), h.Slip(), n, ledger.DealSaid{Deal: d})
			if err == nil {
				break
			}
			if try == 5 {
				t.Fatal(err)
			}
			d.Caller = d.Caller%5 + 1
			if d.Call == rules.Prop {
				d.Partner = d.Caller%5 + 1
			}
		}
	}
	page, together := weigh(h, fmt.Sprintf("/nights/%d", n))
	if page > 30<<10 {
		t.Errorf("the table with 30 deals weighs %d bytes", page)
	}
	if together > 140<<10 {
		t.Errorf("a first visit to it weighs %d bytes", together)
	}
}
