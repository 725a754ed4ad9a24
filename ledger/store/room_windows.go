package store

import (
	"syscall"
	"unsafe"
)

var diskFree = syscall.NewLazyDLL("kernel32.dll").NewProc("GetDiskFreeSpaceExW")

// roomIn is how many bytes this user may yet write on the disk of a folder; known is false where nobody says.
func roomIn(folder string) (free int64, known bool) {
	name, err := syscall.UTF16PtrFromString(folder)
	if err != nil {
		return 0, false
	}
	done, _, _ := diskFree.Call(uintptr(unsafe.Pointer(name)), uintptr(unsafe.Pointer(&free)), 0, 0)
	return free, done != 0
}
