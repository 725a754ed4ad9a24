package main

// How much memory the program may take. The collector then works harder before the machine ends the program,
// and a book that doesn't fit is refused.

import (
	"io/fs"
	"math"
	"os"
	"path"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
)

// limitMemory leaves a tenth of what there is to SQLite and to the system. Who sets GOMEMLIMIT knows better.
func limitMemory() {
	if room := memoryIn(os.DirFS("/")); room < math.MaxInt64 && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(room / 10 * 9)
	}
}

// large is from how much on a book is held closely.
const large = 128 << 20

// holdClosely gives back what opening a large book took, and makes the program's memory less than half as
// large again as the book from then on, instead of twice. The collector runs oftener, which no page is slower
// by. Who sets GOGC knows better.
func holdClosely() {
	var m runtime.MemStats
	if runtime.ReadMemStats(&m); m.HeapAlloc > large && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(40)
		debug.FreeOSMemory()
	}
}

// memoryIn is what a Linux machine has, or the least that a control group above the program may have. Another
// system doesn't say.
func memoryIn(root fs.FS) int64 {
	room := int64(math.MaxInt64)
	least := func(number string, unit int64) {
		if n, err := strconv.ParseInt(number, 10, 64); err == nil && n > 0 {
			room = min(room, n*unit)
		}
	}
	lines := func(file string) []string {
		text, _ := fs.ReadFile(root, file)
		return strings.Split(string(text), "\n")
	}
	for _, line := range lines("proc/meminfo") {
		if of := strings.Fields(line); len(of) == 3 && of[0] == "MemTotal:" {
			least(of[1], 1024)
		}
	}
	for _, line := range lines("proc/self/cgroup") {
		of := strings.SplitN(line, ":", 3)
		if len(of) < 3 || of[1] != "" && of[1] != "memory" {
			continue
		}
		folder, limit := "sys/fs/cgroup", "memory.max"
		if of[1] == "memory" {
			folder, limit = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		}
		for group := path.Clean("/" + of[2]); ; group = path.Dir(group) {
			least(lines(path.Join(folder, group, limit))[0], 1)
			if group == "/" {
				break
			}
		}
	}
	return room
}
