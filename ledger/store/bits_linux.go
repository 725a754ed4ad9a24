//go:build linux && !arm

package store

import (
	"context"
	"errors"
	"os"
	"syscall"
)

// bitByBit has most of a file written to the disk, a little at a time and with rests: a commit waits for what
// is being synced on its disk, and a large file takes long.
func bitByBit(ctx context.Context, path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	const bit, startAndWait = 256 << 10, 2 | 4 // SYNC_FILE_RANGE_WRITE, SYNC_FILE_RANGE_WAIT_AFTER
	var rest Rest
	for at := int64(0); at < info.Size() && ctx.Err() == nil; at += bit {
		err := syscall.SyncFileRange(int(f.Fd()), at, bit, startAndWait)
		switch {
		case errors.Is(err, errors.ErrUnsupported), errors.Is(err, syscall.EPERM), errors.Is(err, syscall.EINVAL):
			return nil // it is written at once, then
		case err != nil:
			return err
		}
		rest.Take()
	}
	return ctx.Err()
}
