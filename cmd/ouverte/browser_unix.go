//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// apart starts a program in a session of its own, which Ctrl-C in our terminal doesn't reach.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
