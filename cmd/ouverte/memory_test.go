package main

import (
	"math"
	"testing"
	"testing/fstest"

	"ouverte/ledger/testenv"
)

// TestMemory: the least that the machine or a control group of either version gives is what there is.
func TestMemory(t *testing.T) {
	for _, c := range []struct {
		files map[string]string
		room  int64
	}{
		{nil, math.MaxInt64},
		{map[string]string{"proc/meminfo": "MemTotal:        1000 kB\nMemFree:  1 kB\n"}, 1024_000},
		{map[string]string{"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "max\n",
			"sys/fs/cgroup/a/memory.max": "512\n", "proc/meminfo": "MemTotal: 1000 kB\n"}, 512},
		{map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "700\n"}, 700},
		{map[string]string{"proc/self/cgroup": "5:cpu:/x\n4:memory:/docker/1\n0::/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "900\n"}, 900},
		{map[string]string{"proc/self/cgroup": "4:memory:/a\n",
			"sys/fs/cgroup/memory/a/memory.limit_in_bytes": "9223372036854771712\n"}, 9223372036854771712},
	} {
		root := fstest.MapFS{}
		for name, text := range c.files {
			root[name] = &fstest.MapFile{Data: []byte(text)}
		}
		testenv.Same(t, memoryIn(root), c.room, "there is %d")
	}
}
