//go:build linux || darwin || freebsd

package store

import "syscall"

// roomIn is how many bytes this user may yet write on the disk of a folder; known is false where nobody says.
func roomIn(folder string) (free int64, known bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(folder, &s); err != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true
}
