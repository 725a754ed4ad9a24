//go:build !unix

package main

import "os/exec"

// apart does nothing: what rundll32 starts is no child of ours.
func apart(*exec.Cmd) {}
