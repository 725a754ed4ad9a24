package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
)

type versionCmd struct {
	JSON bool `help:"Answer as JSON."`
}

// Help is shown by ouverte version --help.
func (*versionCmd) Help() string {
	return `With the commit it was built from, where that is known:

    ouverte version
    ouverte version --json`
}

// Run prints the version and how the program was built.
func (c *versionCmd) Run(world *outside) error {
	v := built{Version: version(), Go: runtime.Version(), System: runtime.GOOS, Machine: runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				v.Commit = s.Value
			case "vcs.time":
				v.When = s.Value
			}
		}
	}
	if c.JSON {
		return json.NewEncoder(world.out).Encode(v)
	}
	_, err := fmt.Fprintf(world.out, "ouverte %s\nbuilt with %s for %s/%s\n", v.Version, v.Go, v.System, v.Machine)
	if v.When != "" && err == nil {
		_, err = fmt.Fprintf(world.out, "from the sources of %s\n", v.When)
	}
	return err
}

// built is the version, for a script. Commit and When are left out where the sources were not under version control.
type built struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	When    string `json:"time,omitempty"`
	Go      string `json:"go"`
	System  string `json:"os"`
	Machine string `json:"arch"`
}

// version is that of the module where it was installed by its version, else the commit it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	return versionOf(info)
}

func versionOf(info *debug.BuildInfo) string {
	version := info.Main.Version
	if version == "" {
		version = "(devel)"
	}
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	if commit := set["vcs.revision"]; version == "(devel)" && len(commit) >= 12 {
		version += " " + commit[:12]
		if set["vcs.modified"] == "true" {
			version += ", changed since"
		}
	}
	return version
}
