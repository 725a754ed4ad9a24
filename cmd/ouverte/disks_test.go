//go:build unix

package main

// The disk under a program that serves: full, read-only, failing, slow. No page says “recorded” before the
// deal is.

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"ouverte/ledger/testenv"
)

// smallDisk is a disk of 8 MB of its own, as root.
func smallDisk(t *testing.T) string {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("a small disk is made on Linux only")
	}
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=8m,mode=700", "ouverte-test", dir).
		CombinedOutput(); err != nil {
		testenv.Refused(t, "the right to mount", string(out))
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("the small disk stays: %v %s", err, out)
		}
	})
	return dir
}

// TestFullDiskAsRoot fills the disk while deals are recorded, and makes room again.
func TestFullDiskAsRoot(t *testing.T) {
	testenv.AsRoot(t)
	dir := smallDisk(t)
	file := filepath.Join(dir, "book.db")
	furnish(t, file, 1)
	p := serve(t, file)
	client := aClient(t)
	acked := map[string]bool{}
	post := func(key string) (int, string) {
		status, page := record(context.Background(), client, p.url, 1, key)
		if status == 200 {
			acked[key] = true
		}
		return status, page
	}
	if status, page := post("before"); status != 200 {
		t.Fatal(status, page)
	}
	fill, err := os.Create(filepath.Join(dir, "fill"))
	if err != nil {
		t.Fatal(err)
	}
	piece := make([]byte, 4096)
	for err == nil {
		_, err = fill.Write(piece)
	}
	fill.Close()
	var status int
	var page string
	for n := 0; ; n++ {
		if status, page = post(fmt.Sprintf("full-%d", n)); status != 200 {
			break
		}
		if n > 2000 {
			t.Fatal("the disk never became full")
		}
	}
	if status != 503 ||
		!strings.Contains(page, "The disk is full: nothing was recorded. Make room, then send it again.") {
		t.Errorf("on a full disk: %d %s", status, page)
	}
	if answer, err := client.Get(p.url + "/nights/1"); err != nil || answer.StatusCode != 200 {
		t.Errorf("it can't even be looked at: %v %v", answer, err)
	} else {
		io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
	}
	if status, _ := post("full-again"); status != 503 {
		t.Errorf("still full: %d", status)
	}
	if status, page := closes(t, client, p.url); status != 503 ||
		!strings.Contains(page, "nothing was recorded") {
		t.Errorf("closed on a full disk: %d %.300s", status, page)
	}
	look := func(path string) (int, string) {
		t.Helper()
		answer := testenv.Must(client.Get(p.url + path))(t)
		defer answer.Body.Close()
		body := testenv.Must(io.ReadAll(answer.Body))(t)
		return answer.StatusCode, string(body)
	}
	if status, said := look("/healthz"); status != 503 {
		t.Errorf("its health on a full disk: %d %s", status, said)
	}
	if status, page := look("/keeper/backup"); status != 503 ||
		!strings.Contains(page, "The disk with copy.db is full. Make room") &&
			!strings.Contains(page, "There is no place for a copy") {
		t.Errorf("a copy on a full disk: %d %.300s", status, page)
	}
	for _, path := range []string{"/keeper", "/nights", "/players", "/stats", "/keeper/export/json"} {
		if status, _ := look(path); status != 200 {
			t.Errorf("%s can't be looked at: %d", path, status)
		}
	}
	testenv.Fine(t, os.Remove(filepath.Join(dir, "fill")))
	for _, key := range []string{"full-again", "after"} {
		if status, page := post(key); status != 200 {
			t.Errorf("%s: %d %s", key, status, page)
		}
	}
	if status, said := look("/healthz"); status != 200 {
		t.Errorf("its health with room again: %d %s", status, said)
	}
	if status, page := closes(t, client, p.url); status != 200 || !strings.Contains(page, "Sealed at") {
		t.Errorf("closed with room again: %d %.300s", status, page)
	}
	if status, _ := look("/keeper/backup"); status != 200 {
		t.Errorf("a copy with room again: %d", status)
	}
	if left, err := filepath.Glob(file + "-copies*"); err != nil || len(left) > 0 {
		t.Errorf("a copy took of the room an evening needs: %v %v", left, err)
	}
	in := inBook(t, file)
	for key := range acked {
		if in[key] != 1 {
			t.Errorf("%s is in the book %d times", key, in[key])
		}
	}
	if len(in) != len(acked) {
		t.Errorf("%d deals in the book, %d acknowledged", len(in), len(acked))
	}
	p.signal(syscall.SIGTERM)
	testenv.Same(t, p.ended(), 0, "ended with %d")
}

// TestCommandsOnAFullDiskAsRoot has no byte left: each command says that, and leaves nothing behind.
func TestCommandsOnAFullDiskAsRoot(t *testing.T) {
	testenv.AsRoot(t)
	dir, elsewhere := smallDisk(t), t.TempDir()
	file, exported := filepath.Join(dir, "book.db"), filepath.Join(elsewhere, "book.json")
	furnish(t, file, 1)
	text := testenv.Must(prepare(t, "export", "json", "--book", file).Output())(t)
	testenv.Fine(t, os.WriteFile(exported, text, 0o600))
	copied := filepath.Join(elsewhere, "copy.db")
	testenv.Must(prepare(t, "backup", "--book", file, copied).Output())(t)
	fill := testenv.Must(os.Create(filepath.Join(dir, "fill")))(t)
	for err := error(nil); err == nil; {
		_, err = fill.Write(make([]byte, 4096))
	}
	fill.Close()
	lies := func() (all []string) {
		for _, f := range testenv.Must(os.ReadDir(dir))(t) {
			all = append(all, f.Name())
		}
		return all
	}
	before := lies()
	for _, args := range [][]string{
		{"audit", "--book", file},
		{"export", "json", "--book", file},
		{"export", "csv", "--book", file},
		{"backup", "--book", file, filepath.Join(dir, "copy.db")},
		{"backup", "--book", file, filepath.Join(elsewhere, "another.db")},
		{"serve", "--book", file, "--listen", "127.0.0.1:0"},
		{"serve", "--book", filepath.Join(dir, "new.db"), "--listen", "127.0.0.1:0"},
		{"restore", "--book", filepath.Join(dir, "new.db"), copied},
		{"import", "json", "--book", filepath.Join(dir, "new.db")},
	} {
		cmd := prepare(t, args...)
		cmd.Stdin = testenv.Must(os.Open(exported))(t)
		out, err := cmd.CombinedOutput()
		if err == nil || !strings.Contains(string(out), " is full") || strings.Count(string(out), "\n") != 1 {
			t.Errorf("%s: %v %s", args, err, out)
		}
		if now := lies(); !slices.Equal(now, before) {
			t.Errorf("%s: %s lies there, not %s", args, now, before)
		}
	}
}

// TestReadOnlyDiskAsRoot doesn't start on one, and says why; and when a disk takes no more while it runs, it
// says so and goes on when it does again.
func TestReadOnlyDiskAsRoot(t *testing.T) {
	testenv.AsRoot(t)
	dir := smallDisk(t)
	file := filepath.Join(dir, "book.db")
	furnish(t, file, 1)
	remount := func(how string) {
		t.Helper()
		if out, err := exec.Command("mount", "-o", "remount,"+how, dir).CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
	}
	remount("ro")
	out, err := prepare(t, "serve", "--book", file, "--listen", "127.0.0.1:0").CombinedOutput()
	if err == nil || !strings.HasPrefix(string(out), "ouverte: book.db ") ||
		strings.Count(string(out), "\n") != 1 {
		t.Errorf("%v: %s", err, out)
	}
	remount("rw")

	limiter := testenv.Program(t, "prlimit")
	p := serve(t, file)
	client := aClient(t)
	limit := func(size string) {
		t.Helper()
		if out, err := exec.Command(limiter, "--pid", fmt.Sprint(p.cmd.Process.Pid), "--fsize="+size+":").
			CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
	}
	if status, page := record(context.Background(), client, p.url, 1, "before"); status != 200 {
		t.Fatal(status, page)
	}
	limit("1")
	if status, page := record(context.Background(), client, p.url, 1, "meanwhile"); status != 503 ||
		!strings.Contains(page, "nothing was recorded") {
		t.Errorf("a disk that takes nothing: %d %s", status, page)
	}
	limit("unlimited")
	for _, key := range []string{"meanwhile", "after"} {
		if status, page := record(context.Background(), client, p.url, 1, key); status != 200 {
			t.Errorf("%s: %d %s", key, status, page)
		}
	}
	if in := inBook(t, file); len(in) != 3 {
		t.Errorf("in the book: %v", in)
	}
}

// TestDiskTurnsReadOnlyAsRoot has a disk fail under the program, which the system makes read-only then: the
// table says that nothing was recorded and can be looked at. Mounted again, the same deals come in.
func TestDiskTurnsReadOnlyAsRoot(t *testing.T) {
	testenv.AsRoot(t)
	dir, disk := smallDisk(t), filepath.Join(t.TempDir(), "disk")
	do := func(name string, args ...string) {
		t.Helper()
		if out, err := exec.Command(testenv.Program(t, name), args...).CombinedOutput(); err != nil {
			testenv.Refused(t, "a disk in a file", string(out))
		}
	}
	testenv.Fine(t, os.WriteFile(disk, make([]byte, 16<<20), 0o600))
	do("mkfs.ext4", "-q", disk)
	mount := func() { t.Helper(); do("mount", "-o", "loop", disk, dir) }
	mount()
	mounted := true
	unmount := func() {
		if mounted {
			do("umount", dir)
			mounted = false
		}
	}
	t.Cleanup(unmount)
	file := filepath.Join(dir, "book.db")
	furnish(t, file, 1)
	p := serve(t, file)
	client := aClient(t)
	if status, page := record(context.Background(), client, p.url, 1, "before"); status != 200 {
		t.Fatal(status, page)
	}
	do("mount", "-o", "remount,abort", dir)
	for _, path := range []string{"/nights/1", "/keeper", "/stats"} {
		answer := testenv.Must(client.Get(p.url + path))(t)
		answer.Body.Close()
		testenv.Same(t, answer.StatusCode, 200, path+" answers %d")
	}
	for range 2 {
		if status, page := record(context.Background(), client, p.url, 1, "meanwhile"); status != 503 ||
			!strings.Contains(page, "nothing was recorded") {
			t.Errorf("on a disk that turned read-only: %d %.300s", status, page)
		}
	}
	if status, page := closes(t, client, p.url); status != 503 ||
		!strings.Contains(page, "nothing was recorded") {
		t.Errorf("closed on it: %d %.300s", status, page)
	}
	answer := testenv.Must(client.Get(p.url + "/healthz"))(t)
	answer.Body.Close()
	testenv.Same(t, answer.StatusCode, 503, "its health is %d")
	p.signal(syscall.SIGTERM)
	p.ended() // with what couldn't be written back
	unmount()
	mount()
	mounted = true
	p = serve(t, file)
	if status, page := record(context.Background(), client, p.url, 1, "meanwhile"); status != 200 {
		t.Errorf("mounted again: %d %.300s", status, page)
	}
	if in := inBook(t, file); len(in) != 2 {
		t.Errorf("in the book: %v", in)
	}
	p.signal(syscall.SIGTERM)
	p.ended()
}

// TestSluggishDisk has a disk that takes two seconds for each commit: no page says “recorded” before the deal
// is, deals that come meanwhile share the next commit, and pages are shown as ever.
func TestSluggishDisk(t *testing.T) {
	file := newBook(t, tables)
	t.Setenv(slowDisk, "2s")
	p := serve(t, file)
	client := aClient(t)
	began := time.Now()
	var wait sync.WaitGroup
	var answered atomic.Int64
	for table := 1; table <= tables; table++ {
		wait.Go(func() {
			status, page := record(context.Background(), client, p.url, table, fmt.Sprintf("sluggish-%d", table))
			answered.Add(1)
			if took := time.Since(began); status != 200 || took < 2*time.Second {
				t.Errorf("after %v: %d %.300s", took, status, page)
			}
		})
	}
	for range 5 {
		answer := testenv.Must(client.Get(p.url + "/nights/1"))(t)
		answer.Body.Close()
		testenv.Same(t, answer.StatusCode, 200, "the table answers %d")
	}
	if time.Since(began) < 2*time.Second && answered.Load() != 0 {
		t.Error("acknowledged before it was on the disk")
	}
	wait.Wait()
	if took := time.Since(began); took > 15*time.Second {
		t.Errorf("%d deals took %v", tables, took)
	}
	if status, page := closes(t, client, p.url); status != 200 || !strings.Contains(page, "Sealed at") {
		t.Errorf("closed: %d %.300s", status, page)
	}
	if in := inBook(t, file); len(in) != tables {
		t.Errorf("in the book: %v", in)
	}
}

// TestSlowDisk holds the book's disk for a while: posts wait, and come through.
func TestSlowDisk(t *testing.T) {
	t.Parallel()
	file := newBook(t, tables)
	p := serve(t, file)
	hog := testenv.Beside(t, file)
	held := testenv.Must(hog.Begin())(t)
	since := time.Now()
	client := aClient(t)
	var wait sync.WaitGroup
	var answered atomic.Int64
	for table := 1; table <= tables; table++ {
		wait.Go(func() {
			key := fmt.Sprintf("slow-%d", table)
			status, page := record(context.Background(), client, p.url, table, key)
			// The program waits five seconds. Where this machine stood still for longer, it is sent again.
			for more := 20; more > 0 && status == 503 && time.Since(since) > 4*time.Second; more-- {
				status, page = record(context.Background(), client, p.url, table, key)
			}
			if status != 200 {
				t.Errorf("%d %.300s", status, page)
			}
			answered.Add(1)
		})
	}
	// while they wait, pages are shown
	for range 20 {
		answer, err := client.Get(p.url + "/nights/1")
		if err != nil || answer.StatusCode != 200 {
			t.Fatalf("%v %v", answer, err)
		}
		io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
	}
	if answered.Load() != 0 {
		t.Error("acknowledged before it was on the disk")
	}
	testenv.Fine(t, held.Rollback())
	wait.Wait()
	if in := inBook(t, file); len(in) != tables {
		t.Errorf("%d deals of %d", len(in), tables)
	}
	if !testenv.Whole() {
		return
	}
	// held for too long, each answer says that nothing was recorded, and nothing is
	held = testenv.Must(hog.Begin())(t)
	if status, page := record(context.Background(), client, p.url, 1, "too-slow"); status != 503 ||
		!strings.Contains(page, "nothing was recorded") {
		t.Errorf("%d %.300s", status, page)
	}
	testenv.Fine(t, held.Rollback())
	if status, page := record(context.Background(), client, p.url, 1, "too-slow"); status != 200 {
		t.Errorf("sent again: %d %.300s", status, page)
	}
	if in := inBook(t, file); len(in) != tables+1 || in["too-slow"] != 1 {
		t.Errorf("in the book: %v", in)
	}
}
