package web_test

// Every screen at three sizes, light and dark: looked at by axe-core and html-validate, nothing wider than
// the device, everything large enough for a finger. With SCREENSHOTS naming a folder (relative to web) a
// picture of each is left there, to leaf through:
//
//	SCREENSHOTS=shots go test ./web -run TestScreens
//
// A new screen joins by an entry in the list of its own test file: func init() { screens = append(screens, …)
// }.

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ouverte/web"
)

// screen is one thing to see. Open prepares a house and gives the path; then, if there is one, is what is
// done, on a phone, before looking. After that the same page is looked at in each size.
type screen struct {
	name   string
	open   func(h *house) string
	then   func(b *tab)
	change func(*web.Options) // where it needs another house
	base   string             // where the browser comes by another name, without the port
}

var screens = []screen{
	{name: "start-first", open: func(*house) string { return "/" }},
	{name: "start-four", open: func(h *house) string {
		h.players("Ann", "Bob", "Cat", "Dan", "Eve", "Fred", "Grace", "Henrietta", "Ivo", "Konstantin", "Lou",
			"Mia", "Ned", "Olive")
		return "/?do=keep&seats=1&seats=2&seats=4&seats=7&dealer=4&drawn=on&house=hoyle&scale=2&name=Friday+night&date=2026-11-20"
	}},
	{name: "start-five-changing", open: func(h *house) string {
		h.players("Ann", "Bob", "Cat", "Dan", "Eve")
		return "/?do=keep&seats=1&seats=2&seats=%2BZo%C3%AB&seats=4&seats=5&picked=2&house=units&scale=1&name=Friday+night&date=2026-11-20"
	}},
	{name: "start-refused", open: func(h *house) string {
		h.players("Ann", "Bob", "Cat")
		return "/?do=name&newname=Ann&seats=1&scale=0&house=units&name=Friday+night"
	}},
	{name: "start-open", open: func(h *house) string {
		h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
		h.night("units", h.players("Eve", "Fred", "Grace")...)
		ended := h.night("hoyle", h.players("Hal", "Ivy", "Jo", "Kit")...) // who can play the same again
		h.plays(ended, "solo hal 5")
		h.closes(ended)
		return "/"
	}, then: func(b *tab) { b.tap(".another > summary") }},
	{name: "start-long-names", open: func(h *house) string {
		h.players(strings.Repeat("W", 40), "Maximilian von und zu Hohenstein-Ansbach", strings.Repeat("🃏", 40),
			"Bo")
		long := strings.Repeat("M", 60)
		return "/?do=keep&seats=1&seats=2&seats=3&picked=1&dealer=1&house=units&scale=1&name=" + long
	}},
	{name: "menu", open: func(*house) string { return "/nights" }, then: func(b *tab) {
		b.tap(".bar .menu summary")
		b.wait(".bar .menu nav")
	}},
	{name: "nights", open: func(h *house) string {
		four := h.players("Ann", "Bob", "Cat", "Dan")
		for range 30 { // what one page lists, so that it leads to older ones
			h.night("hoyle", four...)
		}
		h.night("units", h.players("Eve", "Fred", "Grace")...)
		return "/nights"
	}},
	{name: "not-found", open: func(*house) string { return "/attic" }},
}

// TestDarkIsColoursOnly: what the styles change for dark are colours and shadows, so that a page measured in
// light needs only its colours looked at in dark.
func TestDarkIsColoursOnly(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../static/css/*.css")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	declaration := regexp.MustCompile(`([a-z-]+):\s*([^;{}]+);`)
	colour := regexp.MustCompile(`^(#[0-9a-f]{3,8}|rgb\([^)]*\)|transparent|var\(--[a-z0-9-]+\))( !important)?$`)
	seen := 0
	for _, file := range files {
		body := must(os.ReadFile(file))(t)
		_, rest, more := strings.Cut(string(body), "(prefers-color-scheme: dark)")
		for more {
			depth, end := 0, 0
			for i, c := range rest {
				if c == '{' {
					depth++
				} else if c == '}' {
					if depth--; depth == 0 {
						end = i
						break
					}
				}
			}
			for _, m := range declaration.FindAllStringSubmatch(rest[:end], -1) {
				seen++
				if m[1] != "box-shadow" && !colour.MatchString(m[2]) {
					t.Errorf("%s changes more than a colour in dark: %s", filepath.Base(file), m[0])
				}
			}
			_, rest, more = strings.Cut(rest[end:], "(prefers-color-scheme: dark)")
		}
	}
	if seen < 20 {
		t.Errorf("only %d declarations for dark were found", seen)
	}
}

func TestScreens(t *testing.T) {
	t.Parallel()
	dir := os.Getenv("SCREENSHOTS")
	if dir != "" {
		fine(t, os.MkdirAll(dir, 0o755))
	}
	pages := t.TempDir()
	t.Cleanup(func() {
		if len(must(os.ReadDir(pages))(t)) > 0 { // there was a browser
			validated(t, pages)
		}
	})
	for _, s := range screens {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			aBrowser(t)
			var change []func(*web.Options)
			if s.change != nil {
				change = append(change, s.change)
			}
			h := openHouse(t, change...)
			path, base := s.open(h), h.url()
			if page := h.get(path); page.doc != nil {
				fine(t, os.WriteFile(filepath.Join(pages, s.name+".html"), page.body, 0o600))
			}
			if s.base != "" {
				base = s.base + base[strings.LastIndex(base, ":"):]
			}
			b := openTab(t, base, phone)
			b.visit(path)
			if s.then != nil {
				s.then(b)
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
				b.legible()
				b.enlarged(func() { b.fits(" with large letters"); b.unclipped(" with large letters") })
				picture(t, b, dir, s.name+"-"+d.name)
				if d == tabletUp && dir == "" {
					continue // whose parts the phone shows, or the tablet
				}
				b.axe()
				b.becomes(d, dark)
				b.legible()
				picture(t, b, dir, s.name+"-"+d.name+"-dark")
			}
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
