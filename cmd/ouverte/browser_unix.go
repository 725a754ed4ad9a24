//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// detach starts a program in a session of its own, which Ctrl-C in our terminal doesn't reach.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
