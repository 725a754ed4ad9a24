//go:build !unix

package web

func roomFor(most int) int { return most }
