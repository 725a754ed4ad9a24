package browser_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"ouverte/web/webtest"
)

// A set that somebody gave as a file is brought in; a file that won't do is answered with a sentence first.
func TestBringASet(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	text := strings.Replace(string(h.Get("/houses/fagelson/file").Is(200).Bytes), `"fagelson"`, `"bristol"`, 1)
	given, spoilt := filepath.Join(t.TempDir(), "bristol.json"), filepath.Join(t.TempDir(), "spoilt.json")
	fine(t, os.WriteFile(given, []byte(strings.Replace(text, `"target":7`, `"target":8`, 1)), 0o600))
	fine(t, os.WriteFile(spoilt, []byte(strings.Replace(text, `"solo"`, `"whist"`, 1)), 0o600))

	b := openTab(t, h.URL(), tabletUp)
	b.visit("/houses")
	for _, file := range []struct{ path, shows string }{{spoilt, "#says-file"}, {given, ".notice"}} {
		b.do(chromedp.SetUploadFiles(chromedp.CSS("input[name=file]"), []string{file.path}))
		b.tap("form[action='/houses/file'] button")
		b.wait(file.shows)
	}
	if got := h.Book.Now().Houses()[0].House.Calls[0].Target; got != 8 {
		t.Errorf("kept with a target of %d", got)
	}
}
