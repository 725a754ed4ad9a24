package browser_test

// Every screen at three sizes, light and dark: looked at by axe-core and html-validate, nothing wider than
// the device, everything large enough for a finger. With SCREENSHOTS naming a folder (relative to
// web/browser) a picture of each is left there, to leaf through:
//
//	SCREENSHOTS=shots go test ./web/browser -run TestScreens

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ouverte/web"
	"ouverte/web/webtest"
)

func TestScreens(t *testing.T) {
	t.Parallel()
	dir := os.Getenv("SCREENSHOTS")
	if dir != "" {
		fine(t, os.MkdirAll(dir, 0o755))
	}
	for name := range thens {
		if !slices.ContainsFunc(webtest.Screens, func(s webtest.Screen) bool { return s.Name == name }) {
			t.Errorf("thens has %q, which is no screen", name)
		}
	}
	pages := t.TempDir()
	t.Cleanup(func() {
		if len(must(os.ReadDir(pages))(t)) > 0 { // there was a browser
			validated(t, pages)
		}
	})
	for _, s := range webtest.Screens {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			aBrowser(t)
			var change []func(*web.Options)
			if s.Change != nil {
				change = append(change, s.Change)
			}
			h := webtest.Open(t, change...)
			path, base := s.Open(h), h.URL()
			if page := h.Get(path); page.Doc != nil {
				fine(t, os.WriteFile(filepath.Join(pages, s.Name+".html"), page.Bytes, 0o600))
			}
			if s.Base != "" {
				base = s.Base + base[strings.LastIndex(base, ":"):]
			}
			b := openTab(t, base, phone)
			b.visit(path)
			if then := thens[s.Name]; then != nil {
				then(b)
			}
			if dir == "" {
				b.outOfSight()
			}
			b.becomes(between)
			b.measured()
			if twice := eval[string](b,
				`(document.body.innerText.match(/.*[^.]\.\.(?!\.).*/) || [''])[0]`); twice != "" {
				b.t.Errorf("%s ends a sentence twice: %s", b.at(), twice)
			}
			b.low("")
			for _, d := range []device{phone, tabletUp, tablet} {
				b.becomes(d)
				b.measured()
				b.keepsTheLook()
				if d != tabletUp { // whose parts the phone shows, or the tablet
					b.legible()
				}
				b.enlarged(func() { b.fits(" with large letters"); b.unclipped(" with large letters") })
				picture(t, b, dir, s.Name+"-"+d.name)
				if d == tabletUp && dir == "" {
					continue
				}
				b.axe()
				b.becomes(d, dark)
				b.legible()
				picture(t, b, dir, s.Name+"-"+d.name+"-dark")
			}
			b.palesSay()
		})
	}
}

// picture leaves a picture of the page in the folder, if there is one.
func picture(t *testing.T, b *tab, dir, name string) {
	t.Helper()
	if dir == "" {
		return
	}
	fine(t, os.WriteFile(filepath.Join(dir, name+".png"), b.shot(), 0o644))
}
