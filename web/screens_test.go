package web_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

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
