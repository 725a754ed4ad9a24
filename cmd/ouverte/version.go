package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
)

type versionCmd struct{}

func (*versionCmd) Help() string {
	return `The tag, and the commit it was built from with its date, where these are known.`
}

// Run prints the version and how the program was built.
func (*versionCmd) Run(world *outside) error {
	b := build()
	_, err := fmt.Fprintf(world.out, "ouverte %s\n", b.Version)
	if b.Commit != "" && err == nil {
		_, err = fmt.Fprintf(world.out, "commit %s of %s\n", b.Commit, b.When)
	}
	if err == nil {
		_, err = fmt.Fprintf(world.out, "built with %s for %s/%s\n", runtime.Version(), runtime.GOOS,
			runtime.GOARCH)
	}
	return err
}

// built is how the program was built. Commit and When are empty where the sources were not under version
// control.
type built struct {
	Version      string // the tag, if it was built from one, or what leads to it; else the commit
	Commit, When string
}

// tag is set by the linker in a release. Go itself knows tags of version 1 alone, for a module of this name.
var tag string

func build() built {
	info, _ := debug.ReadBuildInfo()
	return builtFrom(info, tag)
}

// builtFrom says it of what Go put into the program, if anything, and the tag.
func builtFrom(info *debug.BuildInfo, tag string) built {
	b := built{Version: "(unknown)"}
	if info == nil {
		return b
	}
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	b.Version, b.Commit, b.When = cmp.Or(tag, info.Main.Version, "(devel)"), set["vcs.revision"], set["vcs.time"]
	if b.Version == "(devel)" && len(b.Commit) >= 12 {
		b.Version += " " + b.Commit[:12]
		if set["vcs.modified"] == "true" {
			b.Version += ", changed since"
		}
	}
	return b
}

func version() string { return build().Version }
