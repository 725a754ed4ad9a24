package circles

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"ouverte/ledger/store"
	"ouverte/rules"
)

type Folder string

// State is what a name is in a folder.
type State int

const (
	Unknown State = iota
	Served        // a circle, open or asleep
	Closed        // its book stays, and isn't served
	Moving        // it is being moved
	Moved         // it was, and its book isn't here
)

func (s State) String() string {
	return [...]string{"unknown", "served", "closed", "moving", "moved"}[s]
}

const (
	ofBook = ".db"
	ofSign = ".sign"
)

// named is a label of a host name, in the letters in which everybody writes it.
var named = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)

// devices are names that are no files on Windows, where a folder may be taken to.
var devices = regexp.MustCompile(`^(con|prn|aux|nul|com[0-9]|lpt[0-9])$`)

// Good tells whether a name may be a circle's: small letters, digits and hyphens, no more than 63. Names that
// stand for letters of other scripts (xn--) aren't, for they look like others.
func Good(name string) bool {
	return named.MatchString(name) && !devices.MatchString(name) && !(len(name) > 3 && name[2:4] == "--")
}

func badName(name string) error {
	return rules.Problemf("name", "%q is no name for a circle: small letters, digits and hyphens between them, "+
		"63 at most, as in friday or the-red-lion.", name)
}

func (f Folder) Book(name string) string { return filepath.Join(string(f), name+ofBook) }

func (f Folder) sign(name string) string { return filepath.Join(string(f), name+ofSign) }

// Own gives the path of a file that belongs to all circles, and makes the folder it lies in.
func (f Folder) Own(file string) (string, error) {
	own := filepath.Join(string(f), ".house")
	switch err := os.Mkdir(own, 0o700); {
	case err == nil:
		f.toOwner(own)
	case !errors.Is(err, fs.ErrExist):
		return "", noFolder(string(f), err)
	}
	return filepath.Join(own, file), nil
}

// toOwner gives files that root made to the owner of the folder, who serves it and says so where it can't
// read them.
func (f Folder) toOwner(files ...string) { _ = store.OwnerOf(string(f)).Give(files...) }

func noFolder(folder string, err error) error {
	say := func(sentence string) error {
		return &store.CannotOpen{Path: folder, Sentence: fmt.Sprintf(sentence, folder), Cause: err}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return say("The folder %s doesn’t exist. Make it first, or name another with --books DIR.")
	case errors.Is(err, fs.ErrPermission):
		return say("This user may not write to the folder %s.")
	}
	return fmt.Errorf("the folder %s can't be used: %w", folder, err)
}

// Check tells whether it is a folder that can be looked into.
func (f Folder) Check() error {
	d, err := os.Open(string(f))
	if err == nil {
		defer d.Close()
		if _, err = d.Readdirnames(1); err == nil || errors.Is(err, io.EOF) {
			return nil
		}
	}
	return noFolder(string(f), err)
}

func (f Folder) State(name string) (s State, since time.Time) {
	if !Good(name) {
		return Unknown, since
	}
	if s, since = f.signed(name); s != Unknown {
		return s, since
	}
	if f.noFile(name+ofBook) != "" {
		return Unknown, since
	}
	return Served, since
}

// noFile says why what has the name of a circle's book is none of its own; empty where it may be one.
func (f Folder) noFile(file string) string {
	path := filepath.Join(string(f), file)
	info, err := os.Lstat(path)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		to, failed := store.WholePath(path)
		home, _ := store.WholePath(string(f))
		own, is := strings.CutSuffix(filepath.Base(to), ofBook)
		if failed == nil && to != filepath.Join(home, file) && filepath.Dir(to) == home && is && Good(own) {
			return "it is a link to the book of the circle " + own
		}
		info, err = os.Stat(path)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "it leads nowhere"
	case err != nil:
		return "it can’t be looked at"
	case !info.Mode().IsRegular():
		return "it is no file"
	}
	return ""
}

// ofCircle are the files that go with a book or a sign, beside it.
var ofCircle = regexp.MustCompile(`^([a-z0-9-]+)\.(db(-.+)?|sign(-new)?)$`)

// signed reads the sign of a name. One that says nothing we know keeps the circle closed.
func (f Folder) signed(name string) (s State, since time.Time) {
	info, err := os.Lstat(f.sign(name))
	if err != nil {
		return Unknown, since
	}
	word, _, _ := strings.Cut(f.signText(name), " ")
	switch word {
	case Moving.String():
		return Moving, info.ModTime()
	case Moved.String():
		return Moved, info.ModTime()
	}
	return Closed, info.ModTime()
}

// to is where a circle moves or moved to, as its sign has it.
func (f Folder) to(name string) string {
	_, to, _ := strings.Cut(strings.TrimSpace(f.signText(name)), " ")
	return to
}

// signText is what a sign says; nothing, where it can't be read or is no file.
func (f Folder) signText(name string) string {
	info, err := os.Lstat(f.sign(name))
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	text, _ := os.ReadFile(f.sign(name))
	return string(text)
}

func (f Folder) setSign(name string, s State, more string) error {
	text := strings.TrimSpace(s.String()+" "+more) + "\n"
	if err := store.Replace(f.sign(name), []byte(text), false); err != nil {
		return noFolder(string(f), err)
	}
	f.toOwner(f.sign(name))
	return nil
}

func (f Folder) takeSign(name string) error {
	err := os.Remove(f.sign(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

type About struct {
	Name  string // of the file, where it is no circle's
	State State
	Wrong string    // why it is no book, as far as can be told without opening it
	Size  int64     // of the book and its log; 0 where it moved
	Used  time.Time // when it was last written to, or moved
	To    string    // where it moves or moved to
}

// List tells of the circles of the folder, and of the files in it that are no circle's.
func (f Folder) List() (all, strays []About, err error) {
	files, err := os.ReadDir(string(f))
	if err != nil {
		return nil, nil, noFolder(string(f), err)
	}
	seen := map[string]bool{}
	for _, file := range files {
		of := ofCircle.FindStringSubmatch(file.Name())
		switch {
		case strings.HasPrefix(file.Name(), "."):
			continue
		case of == nil || !Good(of[1]):
			strays = append(strays, About{Name: file.Name(),
				Wrong: "it belongs to no circle: their books have names like friday.db"})
			continue
		case of[3] != "" || of[4] != "" || seen[of[1]]:
			continue
		}
		a := About{Name: of[1]}
		seen[a.Name] = true
		var signed time.Time
		switch a.State, signed = f.State(a.Name); a.State {
		case Unknown:
			strays = append(strays, About{Name: file.Name(), Wrong: f.noFile(file.Name())})
			continue
		case Moved:
			a.To, a.Used = f.to(a.Name), signed
		}
		for _, part := range []string{"", "-wal"} {
			if info, err := os.Stat(f.Book(a.Name) + part); err == nil && info.Mode().IsRegular() {
				a.Size += info.Size()
				if info.ModTime().After(a.Used) {
					a.Used = info.ModTime()
				}
			}
		}
		if a.State == Served {
			if err := store.Glance(f.Book(a.Name)); err != nil {
				a.Wrong = err.Error()
			}
		}
		all = append(all, a)
	}
	slices.SortFunc(all, func(a, b About) int { return strings.Compare(a.Name, b.Name) })
	return all, strays, nil
}

// Hold takes the lock of a folder, so that two programs don't take books from each other.
func (f Folder) Hold() (*store.Lock, error) {
	file, err := f.Own("served")
	if err != nil {
		return nil, err
	}
	held, err := store.TakeLock(file)
	var used *store.InUse
	if errors.As(err, &used) {
		return nil, rules.Problemf("books", "%s is served by another ouverte (process %s). Use that one, or stop "+
			"it first.", f, used.By)
	}
	return held, err
}
