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
	if files := int64(limit.Cur) - others; files < int64(most) {
		return int(max(files, 16))
	}
	return most
}
