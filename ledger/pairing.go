package ledger

// The ways in besides a code of the book: the keeper's link, which this process holds in memory, and the
// first keeper of a book that has none. And a code made by another process while this one has the book open.

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/note"
	"ouverte/ledger/store"
)

// links are the hashes of the links that are still good, each with the moment it ends; zero is the end of the
// process.
type links struct {
	mu   sync.Mutex
	good map[[32]byte]linkLife
}

type linkLife struct {
	made time.Time
	life time.Duration // 0: as long as the process
}

// over: a clock that jumped back ends a link rather than keeping it for years.
func (l linkLife) over(now time.Time) bool {
	return l.life != 0 && (now.Before(l.made) || now.Sub(l.made) >= l.life)
}

// linkLength is how many signs the secret of a link has: 55 bits, since it may be good for as long as the
// program runs. Guessing is throttled with that of codes.
const linkLength = 12

// MakeLink makes the secret of a link that makes one browser the keeper's, once. It is good for so long, or
// while this process runs where life is 0, and isn't written into the book.
func (b *Book) MakeLink(life time.Duration) (string, error) {
	secret, err := drawSigns(b.rand, linkLength)
	if err != nil {
		return "", err
	}
	l := &b.door.links
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.good == nil {
		l.good = map[[32]byte]linkLife{}
	}
	l.good[sha256.Sum256([]byte(secret))] = linkLife{b.clock(), life}
	return inFours(secret), nil
}

// IsLink tells whether a code has the length of a link's secret, good or not.
func IsLink(code string) bool { return len(plainCode(code)) == linkLength }

// UseLink makes the secret of a link worthless, and tells whether it was good until now.
func (b *Book) UseLink(secret string) bool {
	_, ok := b.takeLink(secret)
	return ok
}

// linkGood tells whether a secret is that of a link, without using it up.
func (b *Book) linkGood(secret string) bool {
	l := &b.door.links
	l.mu.Lock()
	defer l.mu.Unlock()
	life, ok := l.good[sha256.Sum256([]byte(plainCode(secret)))]
	return ok && !life.over(b.clock())
}

// takeLink uses a link up: of those who ask at once one gets it. back makes it good again, where nobody was
// let in.
func (b *Book) takeLink(secret string) (back func(), ok bool) {
	l, hash := &b.door.links, sha256.Sum256([]byte(plainCode(secret)))
	l.mu.Lock()
	defer l.mu.Unlock()
	life, ok := l.good[hash]
	delete(l.good, hash)
	back = func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.good[hash] = life
	}
	return back, ok && !life.over(b.clock())
}

// HasKeeper tells whether any device is the keeper's. A book that has one never loses the last.
func (b *Book) HasKeeper() bool {
	for _, d := range b.door.known.Load().byToken {
		if d.Right == Keeper {
			return true
		}
	}
	return false
}

// FirstKeeper makes a browser the keeper's device while the book has none. Of those who ask at once one gets
// it; the others are refused. was is as in Pair.
func (b *Book) FirstKeeper(ctx context.Context, name, was string) (token string, in Device, err error) {
	return b.letIn(ctx, name, was, func(d *desk) (Right, NightID, error) {
		var kept bool
		err := d.Row(`SELECT EXISTS (SELECT 1 FROM device WHERE may = ?)`, int64(Keeper)).Scan(&kept)
		if err == nil && kept {
			err = &Refusal{Sentence: "Somebody else became the keeper of this book a moment ago."}
		}
		return Keeper, 0, err
	})
}

// keeperStays refuses to take its right from the last device that has the keeper's: a book without a keeper
// is for the first browser on its machine to take.
func (d *desk) keeperStays(leaves DeviceID, field string) error {
	var last bool
	err := d.Row(`SELECT EXISTS (SELECT 1 FROM device WHERE id = ?1 AND may = ?2)
			AND NOT EXISTS (SELECT 1 FROM device WHERE id <> ?1 AND may = ?2)`,
		int64(leaves), int64(Keeper)).Scan(&last)
	if err == nil && last {
		err = refuse(field, "This is the only device that may do everything. "+
			"Let another one in as the keeper first.")
	}
	return err
}

// UnusedName is this name, with a number behind it where a device is called so.
func (b *Book) UnusedName(name string) string {
	taken := map[string]bool{}
	for _, d := range b.Devices() {
		taken[chain.Fold(d.Name)] = true
	}
	free := name
	for n := 2; taken[chain.Fold(free)]; n++ {
		free = fmt.Sprintf("%s %d", name, n)
	}
	return free
}

// CodeBeside makes a code as MakeCode does, in a book that another process may have open. The right to do so
// is that to write to the file. A book that is opened for reading only takes no code.
func CodeBeside(ctx context.Context, path string, right Right) (code string, ends time.Time, err error) {
	if code, err = drawSigns(rand.Reader, codeLength); err != nil {
		return "", time.Time{}, err
	}
	now := time.Now()
	whole, _ := store.WholePath(path)
	noted, _ := note.Read(whole) // before the book: what is written meanwhile isn't missing
	err = store.Beside(ctx, path, func(w *store.Writer) error {
		missing, err := noted.Missing(w)
		if err == nil && missing != nil {
			says := olderWarning(missing, false)
			err = &CannotOpen{Path: path, Sentence: says.What + " " + says.Do, Cause: errOlderCopy}
		}
		if err != nil {
			return err
		}
		return keepCode(w, code, right, 0, now)
	})
	if err != nil {
		return "", time.Time{}, store.ExplainLook(path, err)
	}
	return inFours(code), now.Add(codeLife), nil
}

var errOlderCopy = errors.New("ledger: the book has less than was noted")

// drawSigns draws the signs of a code, each as likely as the others.
func drawSigns(from io.Reader, many int) (string, error) {
	const n = len(chain.Alphabet)
	signs := make([]byte, 0, many)
	for len(signs) < many {
		var random [1]byte
		if _, err := io.ReadFull(from, random[:]); err != nil {
			return "", err
		}
		if at := int(random[0]); at < 256/n*n {
			signs = append(signs, chain.Alphabet[at%n])
		}
	}
	return string(signs), nil
}

// inFours writes a code as it is read out: ABCD-EFGH.
func inFours(code string) string {
	out := code[:4]
	for at := 4; at < len(code); at += 4 {
		out += "-" + code[at:at+4]
	}
	return out
}
