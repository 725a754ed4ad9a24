package web_test

import (
	"strings"
	"testing"

	"ouverte/web/webtest"
)

// TestAged: the ageing brings back what older engines made of the styles when they relied on more.
func TestAged(t *testing.T) {
	t.Parallel()
	for was, want := range map[string]string{
		".pairs { display: none } @supports not selector(:has(a)) { .pairs { top: 0 } }": ".pairs {display: none;}",

		".seat { color: red; & .mark { display: block } }":          "",
		".term { text-decoration: underline dotted; color: red }":   ".term {color: red;}",
		".tile { overflow: hidden; overflow: clip }":                ".tile {overflow: hidden;}",
		"@media print { .a:has(b) { color: red } .c { top: 1px } }": "@media print {.c {top: 1px;}\n}",
		".row { display: flex; gap: 1px }":                          ".row {display: flex;}",
	} {
		if got := strings.TrimSpace(webtest.Aged(was, webtest.Safari12)); got != want {
			t.Errorf("%s\nis read as\n%s\nnot as\n%s", was, got, want)
		}
	}
}
