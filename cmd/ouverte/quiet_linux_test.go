package main

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestReturnProgram: the program holds less of its own file in memory, and goes on.
func TestReturnProgram(t *testing.T) {
	before := programHeld(t)
	returnProgram()
	if after := programHeld(t); after >= before {
		t.Errorf("it held %d KB of its own file, and holds %d", before, after)
	}
}

// programHeld is how many kilobytes of files are mapped and resident, of which the program's is nearly all.
func programHeld(t *testing.T) (kb int) {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if f := strings.Fields(line); f[0] == "RssFile:" {
			if kb, err = strconv.Atoi(f[1]); err != nil {
				t.Fatal(err)
			}
			return kb
		}
	}
	t.Fatalf("it isn't said in %s", status)
	return 0
}
