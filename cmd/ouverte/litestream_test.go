package main

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ouverte/ledger/testenv"
)

// TestLitestream keeps a copy in each of the three places of the configuration we ship: a folder, and what an
// SSH server and a small S3 server on this machine keep in a folder.
func TestLitestream(t *testing.T) {
	testenv.Thorough(t)
	t.Run("folder", func(t *testing.T) {
		copies := t.TempDir()
		survivesItsDisk(t, copies, 1, "/mnt/copy/ouverte", copies)
	})
	t.Run("sftp", func(t *testing.T) {
		copies := t.TempDir()
		address, hostKey, key := sftpServer(t)
		me := testenv.Must(user.Current())(t)
		survivesItsDisk(t, copies, 2, "backup.example:22", address, "user: ouverte", "user: "+me.Username,
			"/etc/ouverte/backup-key", key,
			"ssh-ed25519 AAAA... the line of that machine in known_hosts, without its name", hostKey,
			"/srv/ouverte", copies)
	})
	t.Run("s3", func(t *testing.T) {
		copies := t.TempDir()
		t.Setenv("LITESTREAM_ACCESS_KEY_ID", "key")
		t.Setenv("LITESTREAM_SECRET_ACCESS_KEY", "secret")
		t.Setenv("AWS_CA_BUNDLE", "") // where it is set Litestream stops
		survivesItsDisk(t, copies, 3, "https://s3.example", s3Server(t, copies))
	})
}

// survivesItsDisk loses a book's disk while it is written to, and plays on from the copy that Litestream kept
// beside it with the configuration we ship: sound, a beginning of the lost book, with everything copied
// before. The copy is in the given place of the configuration, pairs of whose words are replaced by others,
// and lies in a folder.
func survivesItsDisk(t *testing.T, copies string, place int, pairs ...string) {
	litestream := testenv.Program(t, "litestream")
	const tables = 4
	book := newBook(t, tables)
	config := filepath.Join(t.TempDir(), "litestream.yml")
	text := changed(t, choosing(shippedFile(t, "litestream.yml"), place), append(pairs,
		"/var/lib/ouverte/book.db", book)...)
	testenv.Fine(t, os.WriteFile(config, []byte(text), 0o600))
	p := serve(t, book)
	var said hearing
	copying := exec.Command(litestream, "replicate", "-config", config)
	copying.Stdout, copying.Stderr = &said, &said
	testenv.Fine(t, copying.Start())
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

	// The copy catches up with the deals acknowledged at some moment, while more is written.
	<-enough
	early, waited := sofar(), time.Now()
	var why error // there may be no copy yet
	for caughtUp := false; !caughtUp; {
		if time.Since(waited) > 3*time.Minute {
			t.Fatal("the copy does not catch up: ", why)
		}
		var file string
		if file, why = restored(); why != nil {
			continue
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
	was := hashesOf(t, book) // nobody could look at it any more; the test may
	for _, of := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(book + of); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	copied := newest(t, copies)

	file := testenv.Must(restored())(t)
	have := inBook(t, file) // audits it
	is := hashesOf(t, file)
	if len(is) > len(was) {
		t.Fatalf("%d entries in the copy of %d", len(is), len(was))
	}
	for i := range is {
		if is[i] != was[i] {
			t.Fatalf("entry %d is another in the copy", i+1)
		}
	}
	// What the copy had once it keeps. How much of the rest it has is a matter of time, and reported.
	missing, stale := 0, time.Duration(0)
	all := sofar()
	for key, at := range all {
		if have[key] == 1 {
			continue
		}
		missing++
		stale = max(stale, lost.Sub(at))
		if _, was := early[key]; was {
			t.Errorf("%s was in the copy and is not any more", key)
		}
	}

	// The second machine plays on.
	second := serve(t, file)
	if status, page := record(context.Background(), client, second.url, 1, "k-second"); status != 200 {
		t.Fatalf("the second machine: %d %s", status, page)
	}
	took := time.Since(lost)
	t.Logf("%d deals acknowledged, %d of them lost with the disk, the first %s before, copied until %s before, "+
		"log %d KB; played on %s after", len(all), missing, stale.Round(time.Millisecond),
		lost.Sub(copied).Round(time.Millisecond), log.Size()>>10, took.Round(time.Millisecond))
}

// choosing is the configuration as somebody leaves it who keeps one of the numbered places in it, without the
// others.
func choosing(text string, place int) string {
	var kept strings.Builder
	number := 0 // of the place the line belongs to; 0 for what all have
	for line := range strings.Lines(text) {
		body := strings.TrimSpace(line)
		if m := regexp.MustCompile(`^# (\d)\. `).FindStringSubmatch(body); m != nil {
			number, _ = strconv.Atoi(m[1])
		} else if body == "" {
			number = 0
		} else if number == place {
			line = strings.Replace(line, "# ", "", 1)
		} else if number != 0 {
			continue
		}
		kept.WriteString(line)
	}
	return kept.String()
}

// sftpServer starts an SSH server whose key is known, and which one key opens.
func sftpServer(t *testing.T) (address, hostKey, key string) {
	t.Helper()
	sshd, folder := testenv.Program(t, "sshd"), t.TempDir()
	for _, name := range []string{"host", "key"} {
		out, err := exec.Command(testenv.Program(t, "ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-f",
			filepath.Join(folder, name)).
			CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	public := testenv.Must(os.ReadFile(filepath.Join(folder, "host.pub")))(t)
	port, config := freePort(t), filepath.Join(folder, "config")
	text := fmt.Sprintf("ListenAddress "+aside+
		":%s\nHostKey %s\nAuthorizedKeysFile %s\nPidFile none\nStrictModes no\nUsePAM no\nSubsystem sftp "+
		"internal-sftp\n", port, filepath.Join(folder, "host"), filepath.Join(folder, "key.pub"))
	testenv.Fine(t, os.WriteFile(config, []byte(text), 0o600))
	// where no service ever ran it misses a folder
	if said, err := exec.Command(sshd, "-t", "-f", config).CombinedOutput(); err != nil {
		t.Log(string(said))
		testenv.Lacking(t, "an SSH server that can run here")
	}
	running(t, exec.Command(sshd, "-D", "-e", "-f", config), listens(port))
	return aside + ":" + port, strings.TrimSpace(string(public)), filepath.Join(folder, "key")
}

// s3Server starts a small server that speaks S3, with the bucket of the configuration in a folder.
//
// The server answers from memory its database has mapped, and dies if the database maps a grown file anew
// meanwhile. So the file is as large as it will ever be before it serves.
func s3Server(t *testing.T, folder string) (endpoint string) {
	t.Helper()
	gofakes3, port, file := testenv.Program(t, "gofakes3"), freePort(t), filepath.Join(folder, "s3")
	at := func(address string) *exec.Cmd {
		return exec.Command(gofakes3, "-host", address, "-quiet", "-backend", "bolt", "-bolt.db", file,
			"-initialbucket", "ouverte")
	}
	said, _ := at("no address").CombinedOutput() // makes the file, then can't listen
	if err := os.Truncate(file, 256<<20); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	running(t, at(aside+":"+port), listens(port))
	return "http://" + aside + ":" + port
}

// hashesOf is the hash of each entry.
func hashesOf(t *testing.T, file string) (hashes []string) {
	t.Helper()
	db := testenv.Beside(t, file)
	defer db.Close()
	rows := testenv.Must(db.Query(`SELECT hex(hash) FROM entry ORDER BY seq`))(t)
	defer rows.Close()
	for rows.Next() {
		var h string
		testenv.Fine(t, rows.Scan(&h))
		hashes = append(hashes, h)
	}
	testenv.Fine(t, rows.Err())
	return hashes
}

// newest is when the last file in a folder was written, files that are still coming left out.
func newest(t *testing.T, folder string) (at time.Time) {
	t.Helper()
	err := filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(d.Name(), ".tmp") {
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
