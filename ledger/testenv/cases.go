package testenv

import (
	"flag"
	"os"
	"testing"
)

// ci tells whether everything is asked for: then a test that can't run fails.
func ci() bool { return os.Getenv("CI") == "true" }

// chosenByName tells whether somebody chose tests by name (-run, -bench, -fuzz), and so wants all of them.
func chosenByName() bool {
	for _, name := range []string{"test.run", "test.bench", "test.fuzz"} {
		if f := flag.Lookup(name); f != nil && f.Value.String() != "" {
			return true
		}
	}
	return false
}

// Whole tells whether tests try every case: with CI=true, or where they were chosen by name. The race
// detector makes a case five to ten times as dear, and finds nothing in the hundredth of a kind: under it
// some will do.
func Whole() bool { return (ci() || chosenByName()) && !racing }

// Share is how many of n cases of one kind to try, most often drawn by chance: all of them, or a fourth.
func Share(n int) int {
	if Whole() {
		return n
	}
	return (n + 3) / 4
}

// Thorough skips a test of very many cases, each after the other, where not every case is tried.
func Thorough(t testing.TB) {
	t.Helper()
	if !Whole() {
		t.Skip("very many cases: tried with CI=true, or by its name")
	}
}

// Slow skips a test that takes a second or more, unless with CI=true or by its name. Unlike Thorough it is
// for tests in which much happens at once, so the race detector sees them.
func Slow(t testing.TB) {
	t.Helper()
	if !ci() && !chosenByName() {
		t.Skip("slow: tried with CI=true, or by its name")
	}
}

// Rarely skips a test that takes long or seldom finds anything, unless by its name: .ci/rarely names it.
func Rarely(t testing.TB) {
	t.Helper()
	if !chosenByName() || racing {
		t.Skip("seldom finds anything: .ci/rarely tries it")
	}
}

// Browser is Program for a browser or what drives one: Chromium, unless others are named. Tests of the quick
// run do without.
func Browser(t testing.TB, names ...string) string {
	t.Helper()
	if !Whole() {
		t.Skip("in a browser: tried with CI=true, or by its name")
	}
	if len(names) == 0 {
		// The headless shell is the same engine without the windows, for two thirds of the processor time.
		names = []string{"chromium-headless-shell", "google-chrome", "chromium-browser", "chromium"}
	}
	return Program(t, names...)
}
