package main

import (
	"fmt"
	"syscall"
	"unsafe"
)

// holdWindow waits for Enter where the window is the program's own, opened by a double click: it closes with
// the program, and nobody could read the error.
func holdWindow(world *outside) {
	list := syscall.NewLazyDLL("kernel32.dll").NewProc("GetConsoleProcessList")
	var processes [2]uint32
	if n, _, _ := list.Call(uintptr(unsafe.Pointer(&processes[0])), uintptr(len(processes))); n != 1 {
		return
	}
	fmt.Fprint(world.err, "Press Enter to close this window.")
	var line [1]byte
	for line[0] != '\n' {
		if n, err := world.in.Read(line[:]); n == 0 || err != nil {
			return
		}
	}
}
