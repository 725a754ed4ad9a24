package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"
	_ "unsafe" // for linkname

	"github.com/rogpeppe/go-internal/testscript"

	"ouverte/ledger/testenv"
)

func TestMain(m *testing.M) {
	testenv.Waiting() // for programs that were started, and for disks that are slow
	testscript.Main(testenv.Tests{M: m}, map[string]func(){"ouverte": func() {
		if wait, err := time.ParseDuration(os.Getenv(slowDisk)); err == nil {
			committing = func() { time.Sleep(wait) }
		}
		if file := os.Getenv(wrongClock); file != "" {
			clock = func() time.Time { return shows(file) }
		}
		main()
	}})
}

// slowDisk names how much longer a commit of the program under test takes.
const slowDisk = "OUVERTE_TEST_SLOW_DISK"

// wrongClock names the file with what the clock of the program under test shows.
const wrongClock = "OUVERTE_TEST_CLOCK"

// shows is what a clock shows: the time in the file, where it stands still, or the machine's and so much on.
func shows(file string) time.Time {
	text, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	if at, err := time.Parse(time.RFC3339Nano, string(text)); err == nil {
		return at
	}
	off, err := time.ParseDuration(string(text))
	if err != nil {
		panic(err)
	}
	return time.Now().Round(0).Add(off)
}

//go:linkname committing ouverte/ledger/store.committing
var committing func()

// firstExport is a book with everything in it, as the first version exported it.
var firstExport = func() string {
	path, err := filepath.Abs("../../ledger/testdata/first.json")
	if err != nil {
		panic(err)
	}
	return path
}()

// TestScripts runs the commands as a person would, from testdata/script. With UPDATE=1 it writes what they
// print into the scripts; read the difference before you keep it.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       os.Getenv("UPDATE") != "",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_DATA_HOME", env.WorkDir) // no test touches a real book
			env.Setenv("FIRST", firstExport)
			return nil
		},
	})
}
