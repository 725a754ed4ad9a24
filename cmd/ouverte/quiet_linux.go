package main

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// returnProgram unmaps the pages of the program's own file. They stay in the system's cache of files, and are
// mapped again when they are touched. A mapping that was written to, as by a debugger or a relocation, is
// left alone: what was written isn't in the file.
func returnProgram() {
	self, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		return
	}
	var from, size uintptr // of the mapping whose lines are read; size is 0 where it is left alone
	for line := range bytes.Lines(maps) {
		f := strings.Fields(string(line))
		at, is := rangeOf(f[0])
		switch {
		case is:
			from, size = at[0], 0
			if len(f) == 6 && f[5] == self && strings.HasPrefix(f[1], "r-") {
				size = at[1] - at[0]
			}
		case (f[0] == "Anonymous:" || f[0] == "Swap:") && f[1] != "0":
			size = 0
		case f[0] == "VmFlags:" && size > 0: // the last of its lines
			_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, from, size, syscall.MADV_DONTNEED)
		}
	}
}

// rangeOf reads the addresses a mapping begins with.
func rangeOf(text string) (at [2]uintptr, ok bool) {
	from, until, ok := strings.Cut(text, "-")
	if !ok {
		return at, false
	}
	for i, s := range [...]string{from, until} {
		n, err := strconv.ParseUint(s, 16, strconv.IntSize)
		if err != nil {
			return at, false
		}
		at[i] = uintptr(n)
	}
	return at, true
}
