package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ouverte/docs/deploy"
)

// TestServiceUnit: the unit of the system's service is the one that is shipped, but for what it starts. It is
// installed in a bare root by .ci/release try.
func TestServiceUnit(t *testing.T) {
	is, shipped := strings.Split(hardened(), "\n"), strings.Split(deploy.Unit, "\n")
	if len(is) != len(shipped) {
		t.Fatalf("%d lines of %d", len(is), len(shipped))
	}
	differ := 0
	for i := range is {
		if is[i] == shipped[i] {
			continue
		}
		differ++
		if !strings.HasPrefix(is[i], "ExecStart={{Path | cmdEscape}}") {
			t.Errorf("%q where %q stands", is[i], shipped[i])
		}
	}
	if differ != 1 {
		t.Errorf("%d lines differ", differ)
	}
}

// TestServiceFlags: a service that couldn't start, or not reach its book, isn't installed.
func TestServiceFlags(t *testing.T) {
	if _, err := parseServe([]string{"--listen", "0.0.0.0:8052", "--tls-local"}); err != nil {
		t.Error(err)
	}
	_, err := parseServe([]string{"--listne"})
	if err == nil || !strings.Contains(err.Error(), "unknown flag --listne") {
		t.Errorf("%v", err)
	}
	err = fitsUnit(&serveCmd{Book: "friday.db"})
	if err == nil || !strings.Contains(err.Error(), "keeps its book in /var/lib/ouverte") {
		t.Errorf("%v", err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	hidden := strings.HasPrefix(self, "/tmp/") || strings.HasPrefix(self, "/var/tmp/")
	err = fitsUnit(&serveCmd{})
	if hidden != (err != nil) || hidden && !strings.Contains(err.Error(), "/usr/local/bin") {
		t.Errorf("%s: %v", filepath.Dir(self), err)
	}
}
