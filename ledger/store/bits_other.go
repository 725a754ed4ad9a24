//go:build !linux

package store

import "context"

// bitByBit would have a file written to the disk a little at a time; here the system decides.
func bitByBit(context.Context, string) error { return nil }
