// Package testenv says how much a test tries, and skips one for want of a program or a right.
//
// "go test ./..." is quick: it needs nothing but Go, starts no browser, and tries some cases of each kind. A
// test chosen by name (-run) tries all of itself; CI=true tries everything, and what can't run then fails.
//
//   - A test of very many cases begins with Thorough(t), or tries Share(n) of n, or asks Whole() how far to
//     go.
//   - A test that takes a second or more because much happens at once (programs, kills) begins with Slow(t).
//   - A test in a browser gets it from Browser(t), and does so before it makes anything dear.
//   - A test that needs another program gets it from Program(t, name).
//   - A test that only root can do begins with AsRoot(t), and its name ends in AsRoot.
//   - A test for .ci/rarely alone begins with Rarely(t).
//   - A test that lacks another right calls Refused.
//
// Nothing skips a test but these. -short means nothing here. Unpacked reads test data that is kept gzipped;
// Golden holds answers against a file of them. Fine, Must and Same are checks that every package's tests
// make.
package testenv

import (
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
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

// Lacking skips a test for want of something, or fails it in CI.
func Lacking(t testing.TB, what string) {
	t.Helper()
	Noted(t, what)
	t.Skip("for want of " + what)
}

// Refused skips a test for want of a right, or fails it in CI.
func Refused(t testing.TB, what string, why any) {
	t.Helper()
	Lacking(t, fmt.Sprintf("%s: %v", what, why))
}

// AsRoot skips a test that only root can do, such as to mount a disk. By its name .ci/run leaves it out where
// it runs the tests as an ordinary user, and runs it as root.
func AsRoot(t testing.TB) {
	t.Helper()
	if !strings.HasSuffix(t.Name(), "AsRoot") {
		t.Fatal("the name of a test for root ends in AsRoot")
	}
	if os.Geteuid() != 0 {
		Refused(t, "root's rights", "somebody else runs this")
	}
}

// Noted is Lacking for a part of a test; the rest runs.
func Noted(t testing.TB, what string) {
	t.Helper()
	if ci() {
		t.Fatalf("for want of %s this can't be tried, and CI=true asks for everything", what)
	}
	t.Logf("for want of %s a part of this isn't tested", what)
}

// Tests are a package's tests, as testing gives them to TestMain.
type Tests struct{ *testing.M }

// Run runs the tests and returns the exit status.
func (all Tests) Run() int {
	collectLess()
	return all.M.Run()
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
