//go:build unix

package main

import (
	"syscall"
	"testing"
	"time"
)

// processors is how long this process has used them.
func processors(tb testing.TB) time.Duration {
	tb.Helper()
	var u syscall.Rusage
	fine(tb, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
