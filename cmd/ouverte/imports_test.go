package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The rooms of the house, and what each may import of the others: one way only.
//
//	cmd → web → templates → ledger → rules    ledger → migrations    web → static
var rooms = map[string][]string{
	"cmd":        {"web", "templates", "ledger", "rules"},
	"web":        {"templates", "ledger", "rules", "static"},
	"templates":  {"ledger", "rules"},
	"ledger":     {"rules", "migrations"},
	"rules":      {},
	"migrations": {},
	"static":     {},
}

// What a room must not have to do with at all, its tests aside: the game has no clock, no chance and no files; the templates
// never see a request or a database.
var shut = map[string][]string{
	"rules":     {"time", "os", "net", "math/rand", "math/rand/v2", "crypto/rand", "syscall", "log", "database/sql", "net/http"},
	"templates": {"database/sql", "net/http", "github.com/labstack/echo/v4", "modernc.org/sqlite", "zombiezen.com/go/sqlite"},
}

func TestImportsRunOneWay(t *testing.T) {
	root := os.DirFS(filepath.Join("..", ".."))
	entries, err := fs.ReadDir(root, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		others := []string{"docs", "node_modules", "screenshots"}
		if name := e.Name(); e.IsDir() && rooms[name] == nil && !strings.HasPrefix(name, ".") && !slices.Contains(others, name) {
			t.Errorf("there is no room called %s in this house", name)
		}
	}
	files := 0
	for room, may := range rooms {
		err := fs.WalkDir(root, room, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") {
				return err
			}
			files++
			src, err := fs.ReadFile(root, path)
			if err != nil {
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, src, parser.ImportsOnly)
			if err != nil {
				return err
			}
			for _, i := range f.Imports {
				name, err := strconv.Unquote(i.Path.Value)
				if err != nil {
					return err
				}
				if ours, ok := strings.CutPrefix(name, "ouverte/"); ok {
					to, _, _ := strings.Cut(ours, "/")
					follows := path == "ledger/trip_test.go" // a deal through all rooms
					if to != room && !slices.Contains(may, to) && !follows {
						t.Errorf("%s imports %s, against the way of the house", path, name)
					}
				} else if slices.Contains(shut[room], name) && !strings.HasSuffix(path, "_test.go") {
					t.Errorf("%s imports %s, which %s has nothing to do with", path, name, room)
				}
				outside := strings.Contains(name, ".") && !strings.HasPrefix(name, "golang.org/x/text/")
				if room == "rules" && outside && !strings.HasSuffix(path, "_test.go") {
					t.Errorf("%s imports %s: the game is written with the standard library and golang.org/x/text alone", path, name)
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	if files < 50 {
		t.Errorf("only %d files looked at", files)
	}
}
