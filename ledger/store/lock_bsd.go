//go:build unix && !linux

package store

import "syscall"

// setLock locks for the process until it closes a handle on the file. SQLite keeps its own open meanwhile.
const setLock = syscall.F_SETLK

// locksFade is that a lock may have to be taken again: SQLite, too, lets go of all when it closes a book.
const locksFade = true
