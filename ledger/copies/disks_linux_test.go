package copies

// Sticks and shares as they are: one that never answers, one that takes no writes, one that fills.

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/testenv"
)

// deaf is a folder in which nothing is ever answered, as in a share whose server is gone.
func deaf(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	fd, err := syscall.Open("/dev/fuse", syscall.O_RDWR|syscall.O_CLOEXEC, 0)
	if err != nil {
		testenv.Refused(t, "file systems of a program", err.Error())
	}
	t.Cleanup(func() { _ = syscall.Close(fd) })
	how := fmt.Sprintf("fd=%d,rootmode=40000,user_id=0,group_id=0", fd)
	err = syscall.Mount("ouverte-test", dir, "fuse.deaf", syscall.MS_NOSUID|syscall.MS_NODEV, how)
	if err != nil {
		testenv.Refused(t, "file systems of a program", err.Error())
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	asks, says := make([]byte, 1<<17), make([]byte, 80)
	testenv.Must(syscall.Read(fd, asks))(t) // its first question is how they talk; none is answered after that
	binary.LittleEndian.PutUint32(says, uint32(len(says)))
	copy(says[8:16], asks[8:16])
	binary.LittleEndian.PutUint32(says[16:], 7)
	binary.LittleEndian.PutUint32(says[20:], 31)
	binary.LittleEndian.PutUint32(says[36:], 4096)
	testenv.Must(syscall.Write(fd, says))(t)
	return dir
}

// stuck is a folder on a disk that can be read, where every write waits.
func stuck(t *testing.T) string {
	t.Helper()
	dir, disk := t.TempDir(), filepath.Join(t.TempDir(), "disk")
	testenv.Fine(t, os.WriteFile(disk, nil, 0o600))
	testenv.Fine(t, os.Truncate(disk, 64<<20))
	for _, do := range [][]string{{"mkfs.ext4", "-q", disk}, {"mount", "-o", "loop", disk, dir}} {
		if out, err := exec.Command(testenv.Program(t, do[0]), do[1:]...).CombinedOutput(); err != nil {
			testenv.Refused(t, "a disk in a file", string(out))
		}
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	testenv.Fine(t, os.Mkdir(filepath.Join(dir, "book"), 0o700))
	at := testenv.Must(os.Open(dir))(t)
	const freeze, thaw = 0xC0045877, 0xC0045878 // FIFREEZE, FITHAW
	control := func(what uintptr) error {
		if _, _, failed := syscall.Syscall(syscall.SYS_IOCTL, at.Fd(), what, 0); failed != 0 {
			return failed
		}
		return nil
	}
	testenv.Fine(t, control(freeze))
	t.Cleanup(func() { testenv.Fine(t, errors.Join(control(thaw), at.Close())) })
	return dir
}

// waits says how long a keeper waits for its places.
func waits(t *testing.T, looks, copies, ends time.Duration) {
	before := []time.Duration{looksFor, copiesFor, endsFor}
	looksFor, copiesFor, endsFor = looks, copies, ends
	t.Cleanup(func() { looksFor, copiesFor, endsFor = before[0], before[1], before[2] })
}

// TestPlaceThatHangsAsRoot: deals, the copy beside the book, what lies there and the end wait for no share,
// and nothing in it holds the book. Its place says so.
func TestPlaceThatHangsAsRoot(t *testing.T) {
	testenv.AsRoot(t)
	waits(t, 200*time.Millisecond, 5*time.Second, 200*time.Millisecond)
	for name, hangs := range map[string]func(*testing.T) string{"deaf": deaf, "stuck": stuck} {
		t.Run(name, func(t *testing.T) {
			share := hangs(t) + "/book"
			b, _ := sit(t, share)
			b.MadeCopies(share)
			for range 2 {
				b.plays()
				for b.Lacks() {
					select {
					case <-b.said:
					case <-time.After(20 * time.Second):
						t.Fatal("it isn't copied beside the book")
					}
				}
			}
			for b.Places()[1].Wrong == "" { // once the copy there was tried
				time.Sleep(time.Millisecond)
			}
			testenv.Same(t, b.Places()[1].Wrong, "It is slow, or doesn’t answer.", "of the share it is said: %q")
			b.Keeper.End()
			testenv.Fine(t, b.Book.Close())
			if _, err := os.Stat(b.Path() + "-wal"); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("the share holds the book: %v", err)
			}
		})
	}
}

// TestStickThatFillsAsRoot in the middle of a copy: that is said, nothing of it is left there, the copy
// beside the book is made, and with room again this one is, too.
func TestStickThatFillsAsRoot(t *testing.T) {
	testenv.AsRoot(t)
	waits(t, time.Minute, time.Minute, time.Minute) // however slow the machine is
	stick := t.TempDir()
	size := func(how uintptr, megabytes int) error {
		return syscall.Mount("ouverte-test", stick, "tmpfs", how, fmt.Sprintf("size=%dm,mode=700", megabytes))
	}
	if err := size(0, 64); err != nil {
		testenv.Refused(t, "the right to mount", err.Error())
	}
	t.Cleanup(func() { _ = syscall.Unmount(stick, syscall.MNT_DETACH) })
	b, _ := sit(t, filepath.Join(stick, "book"))
	night := b.begins()
	for range 4 {
		testenv.Must(b.RecordMany(t.Context(), b.slip(), night, 0, slices.Repeat([]ledger.DealSaid{solo}, 1000)))(t)
	}
	testenv.Fine(t, b.Keeper.Now(t.Context()))
	lie := func() int { return len(testenv.Must(os.ReadDir(filepath.Join(stick, "book")))(t)) }
	for tries := 1; b.Places()[1].Wrong == ""; tries++ { // until it fills neither before nor after
		if tries > 20 {
			t.Fatal("it never fills in the middle")
		}
		had, stop, done := lie(), make(chan struct{}), make(chan error)
		go func() {
			for {
				select {
				case <-stop:
					done <- nil
					return
				default:
					if parts, _ := filepath.Glob(filepath.Join(stick, "book", ".*.part")); len(parts) > 0 {
						done <- size(syscall.MS_REMOUNT, 1+had)
						return
					}
				}
			}
		}()
		testenv.Must(b.Record(t.Context(), b.slip(), night, solo))(t)
		_ = b.Keeper.Now(t.Context())
		close(stop)
		<-done // where the copy was already larger, it can't be
	}
	testenv.Same(t, b.Places()[1].Wrong,
		"Too little room for a copy there. Make room, or name another place.", "of the stick it is said: %q")
	testenv.Same(t, b.Places()[0].Wrong, "", "beside the book it is said: %q")
	for _, f := range testenv.Must(os.ReadDir(filepath.Join(stick, "book")))(t) {
		if strings.HasPrefix(f.Name(), ".") {
			t.Errorf("%s is left there", f.Name())
		}
	}
	testenv.Fine(t, size(syscall.MS_REMOUNT, 64))
	testenv.Fine(t, b.Keeper.Now(t.Context()))
	testenv.Same(t, b.Places()[1].Wrong, "", "with room again it is said: %q")
}
