//go:build unix

package guard

import "syscall"

// RoomFor is how many of so many connections the process may have beside the files of the book.
func RoomFor(most int) int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return most
	}
	const others = 64
	if files := uint64(limit.Cur); files < uint64(most)+others { // it may be unlimited
		return max(int(files)-others, 16)
	}
	return most
}
