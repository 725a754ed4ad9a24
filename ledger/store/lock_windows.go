package store

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"unsafe"
)

// TakeLock takes the lock of the book at a path, or gives *InUse. Windows refuses to remove a file that is
// open: a lock file that can be removed was left behind by a process that has ended.
func TakeLock(path string) (*Lock, error) {
	l, name := &Lock{was: wasOpen(path)}, path+"-lock"
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, &InUse{}
	}
	var err error
	if l.f, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return nil, &InUse{}
		}
		return nil, err
	}
	l.note(l.was)
	if err := l.holdBook(path); err != nil {
		return nil, errors.Join(err, l.Free())
	}
	return l, nil
}

const locksFade = false

var lockFileEx = syscall.NewLazyDLL("kernel32.dll").NewProc("LockFileEx")

func lockByte(f *os.File) error {
	const (
		failImmediately, exclusive = 1, 2

		violation = syscall.Errno(33) // ERROR_LOCK_VIOLATION
	)
	at := syscall.Overlapped{OffsetHigh: lockedAt >> 32}
	ok, _, err := lockFileEx.Call(f.Fd(), failImmediately|exclusive, 0, 1, 0, uintptr(unsafe.Pointer(&at)))
	if ok == 0 && errors.Is(err, violation) {
		return &InUse{}
	}
	return nil
}

// freeByte does nothing: Windows ends the lock when the file is closed, and no other process inherits it.
func freeByte(*os.File) {}

func spotOf(path string) (s spot, err error) {
	f, err := os.Open(path)
	if err != nil {
		return s, err
	}
	var info syscall.ByHandleFileInformation
	err = errors.Join(syscall.GetFileInformationByHandle(syscall.Handle(f.Fd()), &info), f.Close())
	s.id = fileID{uint64(info.VolumeSerialNumber), uint64(info.FileIndexHigh)<<32 | uint64(info.FileIndexLow)}
	s.links = uint64(info.NumberOfLinks)
	s.size = int64(info.FileSizeHigh)<<32 | int64(info.FileSizeLow)
	return s, err
}

func (l *Lock) Free() error {
	return errors.Join(l.letBookGo(), l.f.Close(), os.Remove(l.f.Name()))
}

func (l *Lock) undo() error { return l.Free() }

func ours(os.FileInfo) bool { return false }

func othersMay(os.FileInfo) bool { return false } // the folder says who may
