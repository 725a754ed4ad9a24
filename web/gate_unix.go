//go:build unix

package web

import "syscall"

// roomFor is how many connections the system lets us have beside the files of the book.
func roomFor(most int) int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return most
	}
	const others = 64
	if files := int64(limit.Cur) - others; files < int64(most) {
		return int(max(files, 16))
	}
	return most
}
