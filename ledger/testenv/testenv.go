// Package testenv skips tests for want of a program or a right, and says at the end which. It also says how
// many cases a test tries: Some, Share and Whole. Unpacked reads test data that is kept gzipped. Fine,
// Must and Same are checks that every package's tests make.
//
// A test that needs another program gets it from Program, which skips the test if it isn't installed, and
// fails it if CI=true. A test that lacks a right, such as to mount a disk, calls Refused. A package with such
// tests has a TestMain that calls Tests.Run, which ends with a line for each thing missing.
package testenv

import (
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// Program returns the path of the first of these programs that is installed, also where only root's PATH has
// it. If none is, the message has the last name.
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

// Thorough skips a test that goes through a great many cases, each after the other, where tests are to be
// quick (-short): between two saves of a file, and under the race detector, which finds nothing where nothing
// runs at once.
func Thorough(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("thorough")
	}
}

// Slow skips a test that takes a second or more where tests are to be quick, unless everything is asked for:
// in CI the race detector sees it with -short.
func Slow(t testing.TB) {
	t.Helper()
	if testing.Short() && !Whole() {
		t.Skip("slow")
	}
}

// Unpacked is what a file of test data holds, which is kept gzipped; path is without its .gz.
func Unpacked(t testing.TB, path string) []byte {
	t.Helper()
	f, err := os.Open(path + ".gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return text
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

// Refused skips a test for want of a right, also if CI=true.
func Refused(t testing.TB, what string, why any) {
	t.Helper()
	count(what)
	t.Skipf("for want of %s: %v", what, why)
}

// Noted is Lacking for a part of a test; the rest runs.
func Noted(t testing.TB, what string) {
	t.Helper()
	if Whole() {
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

// Run runs the tests, says what was missing, and returns the exit status.
func (all Tests) Run() int {
	collectLess()
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

// Waiting lets twice as many tests run side by side, before the flags are read: tests that wait half of their
// time, mostly for another program.
func Waiting() { flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0))) }

// collectLess lets more garbage gather between two collections, which cost a tenth of the processor time of
// tests with large books: up to a gibibyte, and not where GOGC says otherwise. Benchmarks measure the program
// as it runs.
func collectLess() {
	flag.Parse()
	if os.Getenv("GOGC") == "" && flag.Lookup("test.bench").Value.String() == "" {
		debug.SetGCPercent(400)
		debug.SetMemoryLimit(1 << 30)
	}
}

// thisPackage is the import path of the package under test.
func thisPackage() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return strings.TrimSuffix(info.Path, ".test")
	}
	return filepath.Base(os.Args[0])
}

// outlet is where people see a line. go test with several packages drops the output of those that pass, so on
// Linux the lines go to the standard error of the go command itself, if that is a terminal or a pipe. In a
// file they would overwrite each other; there, and on other systems, they go to standard output, which -v
// shows.
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

// uncached keeps go test from caching this result, since the tests must run once the program is installed. An
// unknown line in the log of what a test read makes go test run it again.
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

// Fine ends the test where there is an error.
func Fine(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Must is a result that has to be there: Must(os.Open(path))(t).
func Must[T any](got T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		Fine(t, err)
		return got
	}
}

// Same says what is there instead, in words with one verb, where it isn't as wanted.
func Same[T comparable](t testing.TB, got, want T, says string) {
	t.Helper()
	if got != want {
		t.Errorf(says+", not %v", got, want)
	}
}
