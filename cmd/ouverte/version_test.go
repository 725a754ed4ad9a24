package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"ouverte/ledger/testenv"
)

// TestVersion: it says the tag and the commit with its date, where these are known, and how it was built.
func TestVersion(t *testing.T) {
	const commit, when = "0123456789abcdef0123456789abcdef01234567", "2026-11-24T18:00:00Z"
	info := func(version string, settings ...string) *debug.BuildInfo {
		i := &debug.BuildInfo{Main: debug.Module{Version: version}}
		for n := 0; n < len(settings); n += 2 {
			i.Settings = append(i.Settings, debug.BuildSetting{Key: settings[n], Value: settings[n+1]})
		}
		return i
	}
	for _, c := range []struct {
		info                  *debug.BuildInfo
		tag                   string
		version, commit, when string
	}{
		{info("", "vcs.revision", commit, "vcs.time", when), "v1.1.0", "v1.1.0", commit, when},
		{info("(devel)", "vcs.revision", commit, "vcs.time", when, "vcs.modified", "false"), "",
			"(devel) 0123456789ab", commit, when},
		{info("(devel)", "vcs.revision", commit, "vcs.time", when, "vcs.modified", "true"), "",
			"(devel) 0123456789ab, changed since", commit, when},
		{info("v1.2.3"), "", "v1.2.3", "", ""},
		{info(""), "", "(devel)", "", ""},
		{nil, "v1.1.0", "(unknown)", "", ""},
	} {
		b := builtFrom(c.info, c.tag)
		if b.Version != c.version || b.Commit != c.commit || b.When != c.when {
			t.Errorf("%+v, want %+v", b, c)
		}
	}
	out := testenv.Must(prepare(t, "version").Output())(t)
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	last := fmt.Sprintf("built with %s for %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if !strings.HasPrefix(lines[0], "ouverte ") || lines[len(lines)-1] != last {
		t.Errorf("it says %q", lines)
	}
	if len(lines) == 3 && !strings.HasPrefix(lines[1], "commit ") {
		t.Errorf("it says %q of the commit", lines)
	}
}
