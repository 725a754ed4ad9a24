//go:build !windows

package main

// holdWindow is for Windows: elsewhere a terminal stays when its program ends.
func holdWindow(*outside) {}
