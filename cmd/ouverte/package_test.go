package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/testenv"
)

// TestPackages makes what goes into the packages beside the program, and looks whether all is there that the
// packages are made of. The packages themselves are tried by .ci/release try.
func TestPackages(t *testing.T) {
	testenv.Rarely(t)
	made := filepath.Join(t.TempDir(), "made")
	make := exec.Command(testenv.Program(t, "bash"), "../../.ci/package/make",
		"1.2.3-snapshot.abc", "1700000000", made)
	if out, err := make.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text := func(name string) string {
		t.Helper()
		content, err := os.ReadFile(filepath.Join(made, name))
		if err != nil || len(content) == 0 {
			t.Fatalf("%s is empty, or %v", name, err)
		}
		return string(content)
	}
	wantParts(t, text("sbom.spdx.json"), text("LICENCES.txt"))
	if text("changelog.gz"); !strings.Contains(text("examples/ouverte-circles.service"), "=/usr/bin/ouverte ") {
		t.Error("the example starts another program than the package's")
	}
	unit := text("ouverte.service")
	for _, line := range []string{"ExecStart=/usr/bin/ouverte serve", "User=ouverte",
		"DynamicUser=yes", "ProtectSystem=strict", "StateDirectory=ouverte"} {
		if !strings.Contains(unit, "\n"+line+"\n") {
			t.Errorf("the unit has no line %s", line)
		}
	}
	info := text("Info.plist")
	if !strings.Contains(info, "<string>1.2.3</string>") {
		t.Errorf("the app is of another version: %s", info)
	}
	for elements := xml.NewDecoder(strings.NewReader(info)); ; {
		if _, err := elements.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}

	config := testenv.Must(os.ReadFile("../../.ci/goreleaser.yaml"))(t)
	names := regexp.MustCompile(`(?:src|glob|install|remove): "?([\w./*-]+)`)
	named := names.FindAllStringSubmatch(string(config), -1)
	if len(named) < 12 {
		t.Errorf("only %d files are named", len(named))
	}
	for _, m := range named {
		file := filepath.Join("../..", m[1])
		if inside, ok := strings.CutPrefix(m[1], ".ci/made/"); ok {
			file = filepath.Join(made, inside)
		}
		if found, err := filepath.Glob(file); err != nil || len(found) == 0 {
			t.Errorf("there is no %s", m[1])
		}
	}
	for _, script := range []string{"preinst", "postinst", "prerm", "postrm"} {
		if out, err := exec.Command("sh", "-n", "../../.ci/package/"+script).CombinedOutput(); err != nil {
			t.Errorf("%s: %s", script, out)
		}
	}
}

// wantParts finds what this program has in it in the list, and the licence of each.
func wantParts(t *testing.T, list, licences string) {
	t.Helper()
	var said struct {
		Packages []struct{ Name, VersionInfo, LicenseDeclared string }
	}
	testenv.Fine(t, json.Unmarshal([]byte(list), &said))
	var parts []string
	for _, p := range said.Packages {
		parts = append(parts, p.Name+" "+p.VersionInfo)
		if p.LicenseDeclared == "NOASSERTION" {
			t.Errorf("nobody can tell the licence of %s", p.Name)
		}
		if p.Name != "ouverte" && !strings.Contains(licences, "\n"+p.Name+" "+p.VersionInfo+", ") {
			t.Errorf("no licence of %s", p.Name)
		}
	}
	info, _ := debug.ReadBuildInfo()
	for _, d := range info.Deps {
		needed := []string{"modernc.org/sqlite", "github.com/labstack/echo/v4", "github.com/a-h/templ",
			"github.com/pion/mdns/v2", "github.com/kardianos/service"}
		if slices.Contains(needed, d.Path) && !slices.Contains(parts, d.Path+" "+d.Version) {
			t.Errorf("the list lacks %s %s", d.Path, d.Version)
		}
	}
	if len(parts) < 30 || len(licences) < 20_000 {
		t.Errorf("%d parts, with %d bytes of licences", len(parts), len(licences))
	}
}
