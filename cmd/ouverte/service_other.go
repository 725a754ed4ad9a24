//go:build !windows

package main

// asService is for Windows: elsewhere a signal stops a service, like any program.
func asService(*outside, []string) (status int, done bool) { return 0, false }
