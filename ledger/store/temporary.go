package store

// Folders among the system's temporary files, for copies that are looked at or handed on. Each is locked
// while its process lives, so that the next one can tell what a killed one left behind.

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"time"
)

// temporary is how the names of such folders begin.
var temporary = []string{"ouverte-copy-", "ouverte-older-"}

// freshFor is how long a folder is left alone though nobody holds its lock: its maker may be about to take
// it.
const freshFor = 10 * time.Minute

// TempFolder makes a folder among the temporary files; remove takes it away.
func TempFolder() (folder string, remove func() error, err error) {
	return tempFolder(temporary[0])
}

func tempFolder(begins string) (folder string, remove func() error, err error) {
	clearTemp(slog.New(slog.DiscardHandler))
	if folder, err = os.MkdirTemp("", begins); err != nil {
		return "", nil, err
	}
	l, err := TakeLock(inTemp(folder))
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(folder))
	}
	return folder, func() error { return errors.Join(l.Free(), os.RemoveAll(folder)) }, nil
}

// inTemp is the name in a temporary folder whose lock file says that the folder is in use.
func inTemp(folder string) string { return filepath.Join(folder, "in-use") }

// clearTemp removes the folders of this user's processes that were killed. One that can't be removed is no
// reason not to go on.
func clearTemp(log *slog.Logger) {
	for _, begins := range temporary {
		left, err := filepath.Glob(filepath.Join(os.TempDir(), begins+"*"))
		if err != nil {
			return
		}
		for _, folder := range left {
			info, err := os.Lstat(folder)
			if err != nil || !info.IsDir() || runtime.GOOS != "windows" && !ours(info) ||
				time.Since(info.ModTime()) < freshFor {
				continue
			}
			l, err := TakeLock(inTemp(folder))
			if err != nil {
				continue
			}
			if err := errors.Join(l.Free(), os.RemoveAll(folder)); err != nil {
				log.Warn("a copy that nobody needs any more can't be cleared away", "folder", folder, "error", err)
				continue
			}
			log.Info("cleared away a copy that nobody needs any more", "folder", folder)
		}
	}
}
