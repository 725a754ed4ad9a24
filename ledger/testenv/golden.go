package testenv

import (
	"os"
	"strings"
	"testing"
)

// Golden holds the answers to the lines of a file against what stands under each, indented by a tab. A line
// that begins with "= " is a head, which is given with each line below it; "#" begins a remark. Where anew is
// true the answers are written instead.
func Golden(t *testing.T, file string, anew bool, answer func(head, line string) string) {
	t.Helper()
	text, err := os.ReadFile(file)
	Fine(t, err)
	var is strings.Builder
	head, asked := "", 0
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSuffix(line, "\n"); strings.HasPrefix(line, "\t") {
			continue
		}
		is.WriteString(line + "\n")
		if of, ok := strings.CutPrefix(line, "= "); ok {
			head = of
		} else if line != "" && line[0] != '#' {
			asked++
			is.WriteString("\t" + strings.ReplaceAll(answer(head, line), "\n", "\n\t") + "\n")
		}
	}
	if anew {
		Fine(t, os.WriteFile(file, []byte(is.String()), 0o644))
		return
	}
	if asked == 0 {
		t.Errorf("%s asks nothing", file)
	}
	was, now := strings.Split(string(text), "\n"), strings.Split(is.String(), "\n")
	for i := range min(len(was), len(now)) {
		if was[i] != now[i] {
			t.Fatalf("%s:%d\n got %s\nwant %s", file, i+1, now[i], was[i])
		}
	}
	if len(was) != len(now) {
		t.Errorf("%s has %d lines, and now %d", file, len(was), len(now))
	}
}
