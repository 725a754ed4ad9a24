//go:build !unix

package main

import "os/exec"

// detach does nothing: what rundll32 starts is no child of ours.
func detach(*exec.Cmd) {}
