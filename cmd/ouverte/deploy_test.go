package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ouverte/ledger/testenv"
)

// TestContainerfile starts the program with the image's environment and command, and asks its health as the
// image does.
func TestContainerfile(t *testing.T) {
	text := shippedFile(t, "Containerfile")
	line := func(pattern string) string {
		m := regexp.MustCompile(`(?m)^` + pattern + `$`).FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("no line %s", pattern)
		}
		return m[1]
	}
	list := func(text string) (words []string) {
		testenv.Fine(t, json.Unmarshal([]byte(text), &words))
		return words
	}
	if user := line(`USER (\d+):\d+`); user == "0" {
		t.Error("it runs as root")
	}
	data := t.TempDir()
	testenv.Fine(t, os.Chmod(data, 0o700))
	env := strings.NewReplacer("/data", data, "0.0.0.0:8052", "127.0.0.1:0").Replace(line(`ENV (.*)`))
	for pair := range strings.FieldsSeq(env) {
		name, value, _ := strings.Cut(pair, "=")
		t.Setenv(name, value)
	}
	if entry := list(line(`ENTRYPOINT (.*)`)); len(entry) != 1 || entry[0] != "/ouverte" {
		t.Errorf("the entry is %q", entry)
	}
	p := start(t, list(line(`CMD (\[.*)`))...)
	if _, err := os.Stat(filepath.Join(data, "book.db")); err != nil {
		t.Errorf("the book is not in the volume: %v", err)
	}
	check := list(line(`HEALTHCHECK .* CMD (.*)`))
	t.Setenv("OUVERTE_LISTEN", strings.TrimPrefix(p.address, "http://"))
	if out, err := prepare(t, check[1:]...).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("its health: %v %s", err, out)
	}
	testenv.Same(t, p.end(t), 0, "it stops with %d")
	if out, err := prepare(t, check[1:]...).CombinedOutput(); err == nil {
		t.Errorf("it is gone, and its health %s", out)
	}
	mod := testenv.Must(os.ReadFile("../../go.mod"))(t)
	want := line(`FROM docker.io/library/golang:([\d.]+)-\S+ AS build`)
	if !strings.Contains(string(mod), "\ngo "+want) {
		t.Errorf("it is built with Go %s, go.mod asks for another", want)
	}
}

// TestUnits has systemd verify the units and rate their exposure.
func TestUnits(t *testing.T) {
	analyze := testenv.Program(t, "systemd-analyze")
	program := testenv.Must(exec.LookPath("ouverte"))(t)
	folder := t.TempDir()
	most := map[string]float64{"ouverte.service": 1.5, "ouverte-litestream.service": 2.5,
		"ouverte-circles.service": 1.5} // of 10
	var files []string
	for name := range most {
		text := shippedFile(t, name)
		if !strings.Contains(text, "\nExecStart=/usr/local/bin/") {
			t.Errorf("%s starts nothing", name)
		}
		installed := regexp.MustCompile(`(?m)^ExecStart=/usr/local/bin/\w+`)
		text = installed.ReplaceAllLiteralString(text, "ExecStart="+program)
		file := filepath.Join(folder, name)
		testenv.Fine(t, os.WriteFile(file, []byte(text), 0o644))
		files = append(files, file)
	}
	out, err := exec.Command(analyze, append([]string{"verify"}, files...)...).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("verify: %v\n%s", err, out)
	}
	for _, file := range files {
		out, err := exec.Command(analyze, "security", "--offline=true", "--no-pager", file).CombinedOutput()
		m := regexp.MustCompile(`Overall exposure level for \S+: ([\d.]+)`).FindSubmatch(out)
		if m == nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if level, _ := strconv.ParseFloat(string(m[1]), 64); level > most[filepath.Base(file)] {
			t.Errorf("%s: exposure %v", filepath.Base(file), level)
		}
	}
}

func shippedFile(t *testing.T, name string) string {
	t.Helper()
	text := testenv.Must(os.ReadFile(filepath.Join("../../docs/deploy", name)))(t)
	return string(text)
}
