//go:build unix

package main

import (
	"syscall"
	"testing"
	"time"

	"ouverte/ledger/testenv"
)

// processors is how long this process has used them.
func processors(tb testing.TB) time.Duration {
	tb.Helper()
	var u syscall.Rusage
	testenv.Fine(tb, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
