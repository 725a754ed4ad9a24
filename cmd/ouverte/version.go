package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
)

type versionCmd struct {
	JSON bool `help:"Answer as JSON."`
}

func (*versionCmd) Help() string {
	return `With the commit it was built from, where that is known:

    ouverte version
    ouverte version --json`
}

// Run prints the version and how the program was built.
func (c *versionCmd) Run(world *outside) error {
	b := build()
	if c.JSON {
		return json.NewEncoder(world.out).Encode(b)
	}
	_, err := fmt.Fprintf(world.out, "ouverte %s\nbuilt with %s for %s/%s\n",
		b.Version, b.Go, b.System, b.Machine)
	if b.When != "" && err == nil {
		_, err = fmt.Fprintf(world.out, "from the sources of %s\n", b.When)
	}
	return err
}

// built is the JSON answer. Commit and When are empty where the sources were not under version control.
type built struct {
	Version string `json:"version"` // of the module if it was installed by one, else the commit
	Commit  string `json:"commit,omitempty"`
	When    string `json:"time,omitempty"`
	Go      string `json:"go"`
	System  string `json:"os"`
	Machine string `json:"arch"`
}

func build() built {
	b := built{Version: "(unknown)", Go: runtime.Version(), System: runtime.GOOS, Machine: runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	b.Version, b.Commit, b.When = cmp.Or(info.Main.Version, "(devel)"), set["vcs.revision"], set["vcs.time"]
	if b.Version == "(devel)" && len(b.Commit) >= 12 {
		b.Version += " " + b.Commit[:12]
		if set["vcs.modified"] == "true" {
			b.Version += ", changed since"
		}
	}
	return b
}

func version() string { return build().Version }
