package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ouverte/ledger/testenv"
)

// mayImport is every package with those of ours it may import: cmd → web → templates → ledger → rules, ledger
// → migrations, web → static. A new package needs a line here. Sets of packages stand for those they name.
var mayImport = map[string][]string{
	"cmd/ouverte": {"web", "web/guard", "web/host", "templates/draw", "templates/say", "ledger", "ledger/show",
		"ledger/settle", "ledger/years",
		"ledger/audit", "ledger/archive", "ledger/chain", "ledger/circles", "ledger/copies", "ledger/door", "rules",
		"rules/english", "rules/notation", "docs/deploy"},
	"docs/deploy": {},

	"web": {"web/forms", "web/guard", "web/live", "parts", "screens", "ledger", "ledger/show", "ledger/face",
		"ledger/chain", "ledger/door", "ledger/seating", "ledger/settle", "ledger/years", "ledger/audit",
		"ledger/archive", "ledger/copies", "rules", "rules/english", "rules/notation", "rules/laws", "static"},
	"web/host":  {"web", "web/guard", "ledger", "ledger/circles", "ledger/copies"},
	"web/forms": {"rules/english"},
	"web/guard": {},
	"web/live":  {"ledger", "ledger/chain"},
	"web/webtest": {"web", "web/host", "ledger", "ledger/show", "ledger/archive", "ledger/chain",
		"ledger/copies", "ledger/door", "ledger/settle", "ledger/testenv", "rules", "rules/notation",
		"static"}, // for tests alone
	"web/browser": {"web", "templates/draw", "templates/say", "ledger", "ledger/chain", "ledger/show",
		"ledger/face",
		"ledger/settle", "rules"}, // tests alone

	"templates/say": {"ledger/chain", "ledger/show", "ledger/face", "ledger/settle", "rules", "rules/english"},
	"templates/draw": {"templates/say", "ledger/show", "ledger/face", "ledger/settle", "rules",
		"rules/english"},
	"templates/ui": {"templates/draw", "templates/say", "ledger/chain", "ledger/show", "rules",
		"rules/english"},
	"templates/frame":   {"templates/draw", "templates/say", "templates/ui", "ledger/face", "ledger/show"},
	"templates/meeting": {"parts", "ledger/face"},
	"templates/keeper":  {"parts", "ledger", "ledger/archive", "ledger/door"},
	"templates/last": {"parts", "templates/meeting", "templates/settleup", "templates/sheet", "templates/stats",
		"ledger/settle", "ledger/years"},
	"templates/lawbook":  {"parts", "rules/laws"},
	"templates/lineup":   {"parts", "templates/sheet"},
	"templates/settleup": {"parts", "templates/sheet", "ledger/settle"},
	"templates/sheet":    {"parts", "rules/laws"},
	"templates/stats":    {"parts", "ledger/years"},
	"templates/picture":  {"parts", "templates/last", "templates/stats", "ledger/years"},
	"templates/table": {"parts", "ledger", "templates/sheet", "templates/lawbook", "rules/laws",
		"rules/notation"},
	"templates/watch": {"parts", "ledger", "ledger/door", "ledger/settle", "templates/meeting",
		"templates/sheet"},

	"ledger": {"ledger/audit", "ledger/chain", "ledger/door", "ledger/face", "ledger/note", "ledger/people",
		"ledger/seating", "ledger/settle", "ledger/show", "ledger/state", "ledger/store", "ledger/years", "rules",
		"rules/english"},
	"ledger/show": {"ledger/chain", "ledger/face", "ledger/people", "ledger/seating", "ledger/settle",
		"ledger/spreadsheet", "ledger/state", "ledger/years", "rules"},
	"ledger/face":    {},
	"ledger/chain":   {"ledger/face", "rules", "rules/english"},
	"ledger/people":  {"ledger/chain", "ledger/face", "rules", "rules/english"},
	"ledger/settle":  {"ledger/chain", "rules", "rules/english"},
	"ledger/seating": {"ledger/chain"},
	"ledger/state":   {"ledger/chain", "ledger/people", "ledger/settle", "rules", "rules/english"},
	"ledger/years": {"ledger/chain", "ledger/face", "ledger/people", "ledger/settle", "ledger/state", "rules",
		"rules/english"},
	"ledger/store": {"ledger/chain", "migrations", "rules"},
	"ledger/door":  {"ledger/chain", "ledger/store"},
	"ledger/note":  {"ledger/chain", "ledger/state", "ledger/store", "rules/english"},
	"ledger/audit": {"ledger/chain", "ledger/note", "ledger/state", "ledger/store", "ledger/years", "rules",
		"rules/english"},
	"ledger/journal": {"ledger/chain", "ledger/people", "ledger/spreadsheet", "ledger/state", "rules"},
	"ledger/archive": {"ledger/audit", "ledger/chain", "ledger/journal", "ledger/note", "ledger/state",
		"ledger/store", "ledger/years", "rules", "rules/english"},
	"ledger/spreadsheet": {},
	"ledger/circles":     {"ledger", "ledger/archive", "ledger/audit", "ledger/note", "ledger/store", "rules"},
	"ledger/copies": {"ledger", "ledger/archive", "ledger/audit", "ledger/chain", "ledger/door", "ledger/show",
		"ledger/state", "ledger/store", "ledger/years"},
	"ledger/testenv":   {}, // for tests alone
	"ledger/yardstick": {}, // for benchmarks alone

	"rules":          {"rules/english"},
	"rules/english":  {},
	"rules/notation": {"rules", "rules/english"},
	"rules/laws":     {"rules", "rules/english"},
	"migrations":     {},
	"static":         {},
}

// sets of packages, as mayImport names them.
var sets = map[string][]string{
	"parts": {"templates/frame", "templates/ui", "templates/draw", "templates/say", "ledger/chain",
		"ledger/show",
		"ledger/face", "rules", "rules/english"},
	"screens": {"templates/meeting", "templates/keeper", "templates/last", "templates/lawbook",
		"templates/lineup",
		"templates/picture", "templates/settleup", "templates/sheet", "templates/stats", "templates/table",
		"templates/watch"},
}

// testsMay is what tests of a package may import besides: a book kept by an older program is read with all of
// it.
var testsMay = map[string][]string{
	"ledger": {"ledger/archive", "ledger/journal", "ledger/testenv", "ledger/yardstick", "rules",
		"rules/notation", "migrations"},
	"rules":     {"rules/notation", "rules/laws", "ledger/testenv"},
	"templates": {"ledger", "ledger/chain", "ledger/testenv", "rules/notation"},
	"web": {"web/host", "web/webtest", "ledger/chain", "ledger/door", "ledger/store", "ledger/testenv",
		"rules"},
	"cmd": {"ledger/store", "ledger/testenv", "ledger/yardstick", "rules/laws",
		"templates/draw", "web/webtest"},
}

// notFor is what a folder must not import from elsewhere, its tests aside: the game has no clock, no chance
// and no files; the templates never see a request or a database.
var notFor = map[string][]string{
	"rules": {"time", "os", "net", "math/rand", "math/rand/v2", "crypto/rand", "syscall", "log",
		"database/sql",
		"net/http"},
	"templates": {"database/sql", "net/http", "github.com/labstack/echo/v4"},
}

// driver is SQLite. One package imports it.
const (
	driver   = "modernc.org/sqlite"
	driverIn = "ledger/store"
)

// mostGuide is how many lines a package's guide may have.
const mostGuide = 50

func TestImportsRunOneWay(t *testing.T) {
	root := filepath.Join("..", "..")
	packages := map[string][]string{} // files by folder
	err := fs.WalkDir(os.DirFS(root), ".", func(file string, e fs.DirEntry, err error) error {
		if name := e.Name(); e.IsDir() && (len(name) > 1 && name[0] == '.' || name == "node_modules") {
			return fs.SkipDir
		}
		if strings.HasSuffix(file, ".go") {
			packages[path.Dir(file)] = append(packages[path.Dir(file)], file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) < 20 {
		t.Errorf("only %d packages looked at", len(packages))
	}
	for _, in := range slices.Sorted(maps.Keys(packages)) {
		if _, ok := mayImport[in]; !ok {
			t.Errorf("%s is no package of this house: mayImport lacks it", in)
			continue
		}
		guide := 0
		testsAlone := !slices.ContainsFunc(packages[in], func(file string) bool {
			return !strings.HasSuffix(file, "_test.go")
		})
		for _, file := range packages[in] {
			f := testenv.Must(parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil,
				parser.ImportsOnly|parser.ParseComments))(t)
			tests := strings.HasSuffix(file, "_test.go")
			for _, i := range f.Imports {
				name := testenv.Must(strconv.Unquote(i.Path.Value))(t)
				checkImport(t, in, file, name, tests)
			}
			if !tests || testsAlone {
				guide += lines(f.Doc)
			}
		}
		if guide == 0 || guide > mostGuide {
			t.Errorf("the guide of %s has %d lines; a package has one, of at most %d", in, guide, mostGuide)
		}
	}
}

func checkImport(t *testing.T, in, file, name string, tests bool) {
	t.Helper()
	top, _, _ := strings.Cut(in, "/")
	if to, ours := strings.CutPrefix(name, "ouverte/"); ours {
		may := slices.Clone(mayImport[in])
		for _, set := range mayImport[in] {
			may = append(may, sets[set]...)
		}
		if tests {
			may = append(append(may, in), testsMay[top]...)
		}
		if !slices.Contains(may, to) {
			t.Errorf("%s imports %s, against the way of the house", file, to)
		}
		return
	}
	if strings.HasPrefix(name, driver) && in != driverIn {
		t.Errorf("%s imports the driver of SQLite, which only %s does", file, driverIn)
	}
	if tests {
		return
	}
	if slices.Contains(notFor[top], name) {
		t.Errorf("%s imports %s, which %s has nothing to do with", file, name, top)
	}
	if top == "rules" && strings.Contains(name, ".") && !strings.HasPrefix(name, "golang.org/x/text/") {
		t.Errorf("%s imports %s: the game is written with the standard library and golang.org/x/text alone",
			file, name)
	}
}

// lines is how many lines a comment has.
func lines(c *ast.CommentGroup) int {
	if c == nil {
		return 0
	}
	return strings.Count(c.Text(), "\n")
}
