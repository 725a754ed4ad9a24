package main

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// TestLitestream loses a book's disk while it is written to, and plays on from the copy that Litestream kept beside it with the
// configuration we ship: sound, a beginning of what was, with everything that was acknowledged before the last copied moment.
func TestLitestream(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	litestream, err := exec.LookPath("litestream")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("no litestream: ", err)
		}
		t.Skip("no litestream on this machine")
	}
	const tables = 4
	book, copies := newBook(t, tables), t.TempDir()
	shipped, err := os.ReadFile("../../.deploy/litestream.yml")
	if err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(t.TempDir(), "litestream.yml")
	text := strings.NewReplacer("/var/lib/ouverte/book.db", book, "/mnt/copy/ouverte", copies).Replace(string(shipped))
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	p := serve(t, book)
	var said hearing
	copying := exec.Command(litestream, "replicate", "-config", config)
	copying.Stdout, copying.Stderr = &said, &said
	if err := copying.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		copying.Process.Kill()
		copying.Wait() // killed: that it failed is no news
		if t.Failed() {
			t.Logf("litestream said:\n%s", &said)
		}
	}()
	restored := func() (string, error) {
		to := filepath.Join(t.TempDir(), "book.db")
		out, err := exec.Command(litestream, "restore", "-config", config, "-o", to, book).CombinedOutput()
		if err != nil {
			return "", fmt.Errorf("%w: %s", err, out)
		}
		return to, nil
	}

	// Deals are recorded at all tables from now on until the disk is lost.
	client := aClient(t)
	ctx, lose := context.WithCancel(context.Background())
	defer lose()
	var mu sync.Mutex
	acknowledged := map[string]time.Time{}
	enough := make(chan struct{}) // closed when there is something to lose
	var writers sync.WaitGroup
	for table := range tables {
		writers.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				key := fmt.Sprintf("k-%d-%d", table, n)
				if status, page := record(ctx, client, p.url, table+1, key); status == 200 {
					mu.Lock()
					acknowledged[key] = time.Now()
					if len(acknowledged) == 400 { // the log has been written back by then
						close(enough)
					}
					mu.Unlock()
				} else if status != 0 {
					t.Errorf("%s: %d %s", key, status, page)
					return
				}
			}
		})
	}
	sofar := func() map[string]time.Time { mu.Lock(); defer mu.Unlock(); return maps.Clone(acknowledged) }

	// The copy catches up with what was acknowledged at some moment, while more is written.
	<-enough
	early, waited := sofar(), time.Now()
	for caughtUp := false; !caughtUp; {
		if time.Since(waited) > time.Minute {
			t.Fatal("the copy does not catch up")
		}
		file, err := restored()
		if err != nil {
			continue // there is no copy yet
		}
		caughtUp = true
		have := inBook(t, file)
		for key := range early {
			caughtUp = caughtUp && have[key] == 1
		}
	}

	// The machine is gone in the middle of it, with its disk.
	p.signal(syscall.SIGKILL)
	copying.Process.Kill()
	lost := time.Now()
	p.ended()
	lose()
	writers.Wait()
	log, err := os.Stat(book + "-wal")
	if err != nil || log.Size() > 64<<20 {
		t.Errorf("the log of the book was never written back: %v, %v", log, err)
	}
	was := chain(t, book) // nobody could look at it any more; the test may
	for _, of := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(book + of); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	copied := newest(t, copies)

	file, err := restored()
	if err != nil {
		t.Fatal(err)
	}
	have := inBook(t, file) // audits it
	is := chain(t, file)
	if len(is) > len(was) {
		t.Fatalf("%d entries in the copy of %d", len(is), len(was))
	}
	for i := range is {
		if is[i] != was[i] {
			t.Fatalf("entry %d is another in the copy", i+1)
		}
	}
	const interval = time.Second // the one of the configuration
	missing := 0
	all := sofar()
	for key, at := range all {
		if have[key] != 1 && at.Before(copied.Add(-interval)) {
			t.Errorf("%s was acknowledged %s before the last copied moment and is not in the copy", key, copied.Sub(at))
		}
		if have[key] != 1 {
			missing++
		}
	}

	// The second machine plays on.
	second := serve(t, file)
	if status, page := record(context.Background(), client, second.url, 1, "k-second"); status != 200 {
		t.Fatalf("the second machine: %d %s", status, page)
	}
	took := time.Since(lost)
	if took > time.Minute {
		t.Errorf("it took %s to play on", took)
	}
	t.Logf("%d deals acknowledged, %d of them lost with the disk, copied until %s before, log %d KB; played on %s after",
		len(all), missing, lost.Sub(copied).Round(time.Millisecond), log.Size()>>10, took.Round(time.Millisecond))
}

// chain is the hash of each entry.
func chain(t *testing.T, file string) (hashes []string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(`SELECT hex(hash) FROM entry ORDER BY seq`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var h string
		if err := rows.Scan(&h); err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, h)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return hashes
}

// newest is when the last file in a folder was written.
func newest(t *testing.T, folder string) (at time.Time) {
	t.Helper()
	err := filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil && info.ModTime().After(at) {
			at = info.ModTime()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return at
}
