//go:build unix

package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Owner is a user to whom root gives what it makes in their place. The zero value is nobody: nothing is
// given.
type Owner struct{ user, group int }

// OwnerOf is whose book lies under a name, or, where there is none, whose folder it is; nobody for who isn't
// root.
func OwnerOf(book string) (o Owner) {
	if os.Geteuid() != 0 {
		return o
	}
	info, err := os.Stat(book)
	if err != nil {
		if info, err = os.Stat(filepath.Dir(book)); err != nil {
			return o
		}
	}
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		o = Owner{int(s.Uid), int(s.Gid)}
	}
	return o
}

// Give gives them files and folders of root's, those of these that are there. A file that has another name
// too is left alone: it may lie elsewhere as well.
func (o Owner) Give(files ...string) (err error) {
	if o.user == 0 {
		return nil
	}
	for _, file := range files {
		f, failed := os.OpenFile(file, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
		if failed != nil {
			if !errors.Is(failed, fs.ErrNotExist) {
				err = errors.Join(err, failed)
			}
			continue
		}
		info, failed := f.Stat()
		if failed == nil {
			s, ok := info.Sys().(*syscall.Stat_t)
			if ok && s.Uid == 0 && (info.IsDir() || info.Mode().IsRegular() && s.Nlink == 1) {
				failed = f.Chown(o.user, o.group)
			}
		}
		err = errors.Join(err, failed, f.Close())
	}
	return err
}
