package main

// A small machine, such as a Raspberry Pi with an SD card: the program has a fifth of one processor, given to
// it by a control group in slices of two milliseconds in ten, 256 MB of memory, and each commit waits ten
// milliseconds more for the disk (store.committing). It must be run as root.

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ouverte/ledger/testenv"
)

// aSmallMachine has programs started from here on run on one.
func aSmallMachine(tb testing.TB) {
	tb.Helper()
	groups := map[string]map[string]string{
		"/sys/fs/cgroup/ouverte-test": {"cpu.max": "2000 10000", "memory.max": "268435456"},
	}
	if _, err := os.Stat("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"); err == nil {
		groups = map[string]map[string]string{
			"/sys/fs/cgroup/cpu/ouverte-test":    {"cpu.cfs_period_us": "10000", "cpu.cfs_quota_us": "2000"},
			"/sys/fs/cgroup/memory/ouverte-test": {"memory.limit_in_bytes": "268435456"},
		}
	}
	script := "#!/bin/sh\n"
	for group, limits := range groups {
		if err := os.Mkdir(group, 0o755); err != nil && !os.IsExist(err) {
			testenv.Refused(tb, "a control group", err)
		}
		tb.Cleanup(func() { os.Remove(group) })
		for name, limit := range limits {
			if err := os.WriteFile(filepath.Join(group, name), []byte(limit), 0o644); err != nil {
				testenv.Refused(tb, "a control group", err)
			}
		}
		script += fmt.Sprintf("echo $$ >%s/cgroup.procs\n", group)
	}
	program := testenv.Must(exec.LookPath("ouverte"))(tb)
	within := filepath.Join(tb.TempDir(), "ouverte")
	script += fmt.Sprintf("exec %s \"$@\"\n", program)
	testenv.Fine(tb, os.WriteFile(within, []byte(script), 0o755))
	tb.Setenv("PATH", filepath.Dir(within)+":"+os.Getenv("PATH"))
	tb.Setenv(slowDisk, "10ms")
}

// highest is the most memory a program had so far, in bytes.
func highest(tb testing.TB, p *program) (bytes int64) {
	tb.Helper()
	status := testenv.Must(os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid)))(tb)
	line := status[strings.Index(string(status), "VmHWM:"):]
	testenv.Must(fmt.Sscanf(string(line), "VmHWM: %d kB", &bytes))(tb)
	return bytes << 10
}

// TestSmallMachine serves a book of 20,000 deals on a small machine: its statistics, a copy and an export
// take 160 MB at most.
func TestSmallMachine(t *testing.T) {
	testenv.Rarely(t)
	file := filepath.Join(t.TempDir(), "book.db")
	demo := prepare(t, "demo", "--book", file, "--deals", "20000", "--no-serve")
	if out, err := demo.CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	aSmallMachine(t)
	p := serve(t, file)
	client := aClient(t)
	for _, path := range strings.Fields("/ /stats /nights /players /keeper/backup /keeper/export/json") {
		answer := testenv.Must(client.Get(p.url + path))(t)
		testenv.Must(io.Copy(io.Discard, answer.Body))(t)
		answer.Body.Close()
		testenv.Same(t, answer.StatusCode, 200, path+" answers %d")
	}
	if most := highest(t, p); most > 160e6 {
		t.Errorf("at its highest it had %d bytes", most)
	}
}
