package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ouverte/docs/deploy"
	"ouverte/ledger/testenv"
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
	err = fitsUnit(&serveCmd{Book: "friday.db"}, "/usr/local/bin/ouverte")
	if err == nil || !strings.Contains(err.Error(), "keeps its book in /var/lib/ouverte") {
		t.Errorf("%v", err)
	}
	for self, hidden := range map[string]bool{
		"/usr/local/bin/ouverte": false, "/opt/ouverte": false, "/home/ann/ouverte": true, "/tmp/ouverte": true,
	} {
		err := fitsUnit(&serveCmd{}, self)
		if hidden != (err != nil) || hidden && !strings.Contains(err.Error(), "/usr/local/bin") {
			t.Errorf("%s: %v", self, err)
		}
	}
	const sent = `--host=100%s.${HOME}.$HOME`
	if is, due := literal.Replace(sent), `--host=100%%s.$${HOME}.$$HOME`; is != due {
		t.Errorf("systemd would read %s", is)
	}
}

// TestServiceOfWindows: its program lies where only administrators write, and its book where its user does.
func TestServiceOfWindows(t *testing.T) {
	env := func(name string) string {
		return map[string]string{"ProgramData": `C:\ProgramData`, "ProgramFiles": `C:\Program Files`}[name]
	}
	for _, c := range []struct{ self, book, says string }{
		{`C:\Program Files\Ouverte\ouverte.exe`, "", ""},
		{`c:\program files\ouverte.exe`, "", ""},
		{`C:\Users\Ann\Downloads\ouverte.exe`, "", `put it into C:\Program Files\Ouverte first`},
		{`C:\Program Files Of Ann\ouverte.exe`, "", "others may replace"},
		{`C:\Program Files\Ouverte\ouverte.exe`, `C:\friday.db`, `keeps its book in C:\ProgramData\ouverte`},
	} {
		book, err := fitsWindows(&serveCmd{Book: c.book}, c.self, env)
		if c.says == "" && (err != nil || book != `C:\ProgramData\ouverte\book.db`) ||
			c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %s, %v", c.self, book, err)
		}
	}
	if _, err := fitsWindows(&serveCmd{}, `C:\ouverte.exe`, func(string) string { return "" }); err == nil {
		t.Error("nobody knows which folder is safe, and it is installed")
	}
}

// TestWhoseServiceAsRoot: asked without sudo, the machine's service is found where the user has none; beside
// that of the package no other is installed, and that one is left to the package.
func TestWhoseServiceAsRoot(t *testing.T) {
	testenv.AsRoot(t)
	root, home := t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	put := func(folder, file string) {
		t.Helper()
		file = filepath.Join(folder, file)
		testenv.Fine(t, errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, nil, 0o600)))
	}
	says := func(do, says string) {
		t.Helper()
		err := (&serviceCmd{Do: do}).ofPackage(root)
		if (err != nil) != (says != "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", do, err)
		}
	}
	if onlyTheMachines(root) {
		t.Error("there is none, and it is the machine's")
	}
	put(root, machines[0])
	says("install", "")
	says("remove", "")
	if !onlyTheMachines(root) {
		t.Error("the machine's isn't found")
	}
	put(root, packaged[0])
	says("install", "the package has installed the service already")
	says("remove", "")
	says("status", "")
	testenv.Fine(t, os.Remove(filepath.Join(root, machines[0])))
	says("remove", "the service came with the package")
	put(home, users[0])
	if onlyTheMachines(root) {
		t.Error("the user has one, and isn't told of it")
	}
}

// TestServiceWithoutSystemd: what is missing is said before anything is done, and nothing ends with a bare
// exit status.
func TestServiceWithoutSystemd(t *testing.T) {
	folder := t.TempDir()
	script := "#!/bin/sh\necho 'Failed to connect to bus: No medium found' >&2\nexit 1\n"
	for _, name := range []string{"systemctl", "rpm-ostree"} { // the latter stands for a machine with systemd
		if err := os.WriteFile(filepath.Join(folder, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	home := t.TempDir()
	says := func(task, says string) {
		t.Helper()
		cmd := prepare(t, "service", task)
		cmd.Env = append(cmd.Env, "PATH="+folder, "HOME="+home)
		out, err := cmd.CombinedOutput()
		if err == nil || !strings.Contains(string(out), says) {
			t.Errorf("%s: %v %s", task, err, out)
		}
	}
	says("remove", "ouverte: it isn't installed, so there is nothing to remove\n")
	says("status", "It isn't installed: ouverte service install.\n")
	if !mayAll() {
		says("install", "systemd has no session of yours here")
	}
	t.Setenv("PATH", folder)
	if err := hasSession(); err == nil || !strings.HasSuffix(err.Error(), "bus: No medium found)") {
		t.Errorf("without a session: %v", err)
	}
	if left, err := os.ReadDir(home); err != nil || len(left) > 0 && mayAll() {
		t.Errorf("it left %v, %v", left, err)
	}
	bare := &exec.ExitError{ProcessState: new(os.ProcessState)}
	if err := wordedService(bare); !strings.Contains(err.Error(), "log says why") {
		t.Errorf("a bare status: %v", err)
	}
}
