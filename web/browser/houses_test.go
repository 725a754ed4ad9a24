package browser_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"ouverte/rules"
	"ouverte/web/webtest"
)

// A set that somebody gave as a file is brought in, and stands beside the others: a file that won't do is
// answered with a sentence first.
func TestBringASet(t *testing.T) {
	t.Parallel()
	for name, how := range map[string]struct {
		d      device
		wishes []wish
	}{"tablet": {tabletUp, nil}, "phone, without a script": {phone, []wish{noScript}}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := webtest.Open(t)
			text := string(h.Get("/houses/fagelson/file").Is(200).Bytes)
			shipped, _ := rules.Set("fagelson")
			given := filepath.Join(t.TempDir(), "bristol.json")
			theirs := strings.NewReplacer(`"fagelson"`, `"bristol"`, `"`+shipped.Name+`"`, `"As in Bristol"`,
				`"target":7`, `"target":8`).
				Replace(text)
			if strings.Count(theirs, "7") == strings.Count(text, "7") {
				t.Fatalf("nothing is different: %s", theirs)
			}
			spoilt := filepath.Join(t.TempDir(), "spoilt.json")
			for path, text := range map[string]string{given: theirs,
				spoilt: strings.Replace(theirs, `"solo"`, `"whist"`, 1)} {
				fine(t, os.WriteFile(path, []byte(text), 0o600))
			}

			b := openTab(t, h.URL(), how.d, how.wishes...)
			b.visit("/houses")
			bring := func(file string) {
				t.Helper()
				b.do(chromedp.SetUploadFiles(chromedp.CSS("input[name=file]"), []string{file}))
				b.tap("form[action='/houses/file'] button")
			}
			bring(spoilt)
			b.wait("#says-file")
			if got := b.text("#says-file"); !strings.Contains(got, "whist") {
				t.Errorf("of the spoilt file it says %q", got)
			}
			b.fine()
			bring(given)
			b.wait(".notice")
			if got := b.at(); !strings.HasPrefix(got, "/houses/as-in-bristol") {
				t.Fatalf("brought to %s", got)
			}
			same(t, b.text(".paper h2"), "As in Bristol", "its page is headed %q")
			b.fine()
			lines := h.Book.Houses()
			if lines[0].House.Name != "As in Bristol" || lines[0].House.Calls[0].Target != 8 {
				t.Fatalf("kept %+v", lines[0].House)
			}

			b.visit("/houses")
			b.wait(".compare tr.own a[href='/houses/as-in-bristol']")
			row := b.text(".compare tr.own")
			if !strings.Contains(row, "once, eldest twice") || strings.Contains(row, "proposal of") {
				t.Errorf("side by side it is %q", row)
			}
			b.fine()
		})
	}
}
