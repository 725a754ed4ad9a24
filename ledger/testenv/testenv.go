// Package testenv tells tests what the machine has, and people which tests were skipped for want of what.
//
// A test that needs another program asks Program for it, which skips the test without, and fails it where CI=true:
// there everything has to be. A test that the system refuses a right, such as to mount a disk, says Refused.
// A package with such tests runs them from TestMain by Tests.Run, which ends with a line for each thing missing.
package testenv

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Program gives the path of the first program of these names that is there, also where only root's path has it.
// The last name is the usual one, which people are told is missing.
func Program(t testing.TB, names ...string) string {
	t.Helper()
	for _, name := range names {
		for _, at := range []string{name, "/usr/sbin/" + name, "/usr/local/sbin/" + name} {
			if path, err := exec.LookPath(at); err == nil {
				return path
			}
		}
	}
	Lacking(t, names[len(names)-1])
	return ""
}

// missing counts tests by what they lacked.
var missing struct {
	sync.Mutex
	tests map[string]int
}

// Lacking skips a test for want of something, or fails it in CI.
func Lacking(t testing.TB, what string) {
	t.Helper()
	Noted(t, what)
	t.Skip("for want of " + what)
}

// Refused skips a test for want of a right, also in CI, which may run where nobody has it.
func Refused(t testing.TB, what string, why any) {
	t.Helper()
	count(what)
	t.Skipf("for want of %s: %v", what, why)
}

// Noted is Lacking for a part of a test: the rest of it goes on.
func Noted(t testing.TB, what string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatalf("there is no %s, and CI=true asks for everything", what)
	}
	count(what)
}

func count(what string) {
	missing.Lock()
	defer missing.Unlock()
	if missing.tests == nil {
		missing.tests = map[string]int{}
	}
	missing.tests[what]++
}

// Tests are a package's tests, as testing gives them to TestMain.
type Tests struct{ *testing.M }

// Run runs them, says what was missing, and gives the exit status.
func (all Tests) Run() int {
	status := all.M.Run()
	missing.Lock()
	defer missing.Unlock()
	if len(missing.tests) == 0 {
		return status
	}
	out, done := outlet()
	defer done()
	for _, what := range slices.Sorted(maps.Keys(missing.tests)) {
		fmt.Fprintf(out, "%s: tests skipped for want of %s: %d\n", thisPackage(), what, missing.tests[what])
	}
	uncached()
	return status
}

// thisPackage is the import path of the package under test.
func thisPackage() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return strings.TrimSuffix(info.Path, ".test")
	}
	return filepath.Base(os.Args[0])
}

// outlet is where people see a line. go test with a list of packages throws away what a package prints that
// passes, so on Linux the lines go to the standard error of the go command itself, if that is a terminal or a
// pipe. In a plain file the two would overwrite each other; there, and elsewhere, the lines are part of the
// tests' output, which -v shows.
func outlet() (io.Writer, func()) {
	process := fmt.Sprintf("/proc/%d/", os.Getppid())
	if name, err := os.Readlink(process + "exe"); err == nil && filepath.Base(name) == "go" {
		place := process + "fd/2"
		if info, err := os.Stat(place); err == nil && !info.Mode().IsRegular() {
			if f, err := os.OpenFile(place, os.O_WRONLY, 0); err == nil {
				return f, func() { f.Close() }
			}
		}
	}
	return os.Stdout, func() {}
}

// uncached has go test not keep this result: once the program is installed, the tests must run. What go test
// can't read in the list of files and variables a test looked at, it takes for a reason to run the test again.
func uncached() {
	log := flag.Lookup("test.testlogfile")
	if log == nil || log.Value.String() == "" {
		return
	}
	if f, err := os.OpenFile(log.Value.String(), os.O_WRONLY|os.O_APPEND, 0); err == nil {
		fmt.Fprintln(f, "skipped")
		f.Close()
	}
}
