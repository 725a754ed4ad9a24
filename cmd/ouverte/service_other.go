//go:build !windows

package main

// asService is for Windows: elsewhere a service is told to stop by a signal, like any program.
func asService(*outside, []string) (status int, done bool) { return 0, false }
