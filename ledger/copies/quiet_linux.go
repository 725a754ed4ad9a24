package copies

import (
	"runtime"
	"syscall"
)

// quietly runs do on a thread of its own that gives way to all others: the thread that is answered with a
// deal comes first. It ends with do.
func quietly(do func() error) error {
	done := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // and never unlocked: a thread with this priority is for nothing else
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), 19)
		done <- do()
	}()
	return <-done
}
