package copies

// Where copies lie, which of them are of this book, and which need not stay.

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"ouverte/ledger/state"
)

const (
	latest = 10
	months = 24
)

// Copy is a copy of a book, as its name tells of it.
type Copy struct {
	Path     string
	At       time.Time
	Evenings int
	Entries  int64
	Size     int64
	Of       string // the sign of its book; empty in names from before they had one
	Damaged  bool   // a book that wasn't sound when it was left for a copy: its numbers are of its sound part
}

// Place is a folder where copies lie. Books of one file name may share one.
type Place struct {
	Folder string
	Copies []Copy // of this book, and those whose names don't say of which, the newest first
	Others []Copy // of other books, the newest first
	Wrong  string // why no copy could be made there last, as a sentence; empty where one could

	sign string
}

// At is a folder as a book finds it. An empty book takes all copies there for its own: it may become any.
func At(folder string, s *state.State, zone *time.Location) Place {
	return placeOf(folder, s, listed(folder, zone))
}

func placeOf(folder string, s *state.State, all []Copy) Place {
	p := Place{Folder: folder, sign: signOf(s)}
	for _, c := range all {
		if c.Of == p.sign || c.Of == "" || s.Last() == 0 {
			p.Copies = append(p.Copies, c)
		} else {
			p.Others = append(p.Others, c)
		}
	}
	return p
}

// own are the copies that are of this book by their names. No other counts as made, or goes for a newer one.
func (p Place) own() (all []Copy) {
	for _, c := range p.Copies {
		if c.Of == p.sign {
			all = append(all, c)
		}
	}
	return all
}

// Newest is the newest copy of this book there that was sound when it was made.
func (p Place) Newest() (c Copy, ok bool) {
	own := p.own()
	if at := slices.IndexFunc(own, func(c Copy) bool { return !c.Damaged }); at >= 0 {
		return own[at], true
	}
	return c, false
}

var named = regexp.MustCompile(
	`^(\d{4}-\d\d-\d\d-\d{6})-evenings-(\d+)-entries-(\d+)(?:-of-([0-9a-f]{8})(` + damaged + `)?)?\.db$`)

const (
	atForm  = "2006-01-02-150405"
	damaged = "-damaged"
)

// signOf tells a book from others of its file name, by its first entry: only a copy of it has the same.
func signOf(s *state.State) string {
	first := s.First()
	return hex.EncodeToString(first[:4])
}

func nameOf(s *state.State, at time.Time) string {
	return fmt.Sprintf("%s-evenings-%d-entries-%d-of-%s.db", at.Format(atForm), s.Evenings(), s.Last(),
		signOf(s))
}

// unfinished tells whether a file is what a program left that was killed while it made a copy of this book.
func unfinished(name string, s *state.State) bool {
	return strings.HasPrefix(name, ".") && strings.Contains(name, ".part") &&
		strings.Contains(name, "-of-"+signOf(s)+".db-")
}

// listed are the copies in a folder, the newest first. A folder that isn't there has none.
func listed(folder string, zone *time.Location) (all []Copy) {
	files, _ := os.ReadDir(folder)
	for _, f := range files {
		of := named.FindStringSubmatch(f.Name())
		info, err := f.Info()
		if of == nil || err != nil || !info.Mode().IsRegular() {
			continue
		}
		c := Copy{Path: filepath.Join(folder, f.Name()), Size: info.Size(), Of: of[4],
			Damaged: of[5] != ""}
		if c.At, err = time.ParseInLocation(atForm, of[1], zone); err != nil {
			continue
		}
		c.Evenings, _ = strconv.Atoi(of[2])
		c.Entries, _ = strconv.ParseInt(of[3], 10, 64)
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b Copy) int {
		return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.Entries, a.Entries), cmp.Compare(b.Path, a.Path))
	})
	return all
}

// surplus are those of a book's copies, the newest first, that need not stay. Where the next newer one has
// fewer entries, an older copy took the book's place: the end of the book that was left is in no other copy.
// Both stay, so that this can still be told of them; of books that were left the last ten.
func surplus(all []Copy) (out []Copy) {
	month, seen, books := "", 0, 0
	for i, c := range all {
		first := c.At.Format("2006-01") != month
		if first {
			month = c.At.Format("2006-01")
			seen++
		}
		took := i+1 < len(all) && all[i+1].Entries > c.Entries && books < latest
		left := i > 0 && all[i-1].Entries < c.Entries
		if left {
			books++
		}
		if i >= latest && (!first || seen > months) && (!left || books > latest) && !took {
			out = append(out, c)
		}
	}
	return out
}

// prune removes what need not stay of a book's copies in a folder.
func prune(folder string, s *state.State, zone *time.Location) (err error) {
	for _, c := range surplus(At(folder, s, zone).own()) {
		err = errors.Join(err, os.Remove(c.Path))
	}
	return err
}

// bound removes the oldest copies of any book in a folder of places until they have no more than so many
// bytes. The newest of each book stays.
func bound(folder string, most int64, zone *time.Location) error {
	places, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var older []Copy
	total := int64(0)
	for _, p := range places {
		seen := map[string]bool{}
		for _, c := range listed(filepath.Join(folder, p.Name()), zone) {
			total += c.Size
			if seen[c.Of] || c.Of == "" && len(seen) > 0 {
				older = append(older, c)
			}
			seen[c.Of] = seen[c.Of] || !c.Damaged
		}
	}
	slices.SortFunc(older, func(a, b Copy) int { return a.At.Compare(b.At) })
	for _, c := range older {
		if total <= most {
			return nil
		}
		if err := os.Remove(c.Path); err != nil {
			return err
		}
		total -= c.Size
	}
	if total > most {
		return &noRoom{total, most}
	}
	return nil
}
