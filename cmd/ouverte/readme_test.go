package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"ouverte/ledger/testenv"
)

// pages are the README, the changelog and docs/*.md, by their path from the top of the tree.
func pages(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(files) < 6 {
		t.Fatalf("docs has %d pages: %v", len(files), err)
	}
	texts := map[string]string{}
	for _, file := range append(files, "../../README.md", "../../CHANGELOG.md") {
		text := testenv.Must(os.ReadFile(file))(t)
		texts[strings.TrimPrefix(filepath.ToSlash(file), "../../")] = string(text)
	}
	return texts
}

// TestReadme runs what README.md and the pages of docs tell people to type. A block marked sh is run by bash.
// One marked sh serve starts the program, which must say where it is and stop when told. In one marked
// console each line after "$ " is run and must answer what follows, "…" standing for anything. Blocks without
// a mark are for other machines.
func TestReadme(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	ran := 0
	for page, text := range pages(t) {
		for _, block := range regexp.MustCompile("(?ms)^```([^\n]+)\n(.*?)^```$").FindAllStringSubmatch(text, -1) {
			mark, text := block[1], block[2]
			first, _, _ := strings.Cut(text, "\n")
			ran++
			t.Run(page+": "+first, func(t *testing.T) {
				switch mark {
				case "sh":
					if out, err := shell(t, text).CombinedOutput(); err != nil {
						t.Errorf("%v\n%s", err, out)
					}
				case "sh serve":
					tellsWhereItIs(t, text)
				case "console":
					answers(t, text)
				default:
					t.Errorf("unknown mark %q", mark)
				}
			})
		}
	}
	if ran < 8 {
		t.Errorf("only %d blocks are marked", ran)
	}
	if readme := pages(t)["README.md"]; strings.Count(readme, "\n") > 110 {
		t.Errorf("README.md has %d lines, more than 110", strings.Count(readme, "\n"))
	}
}

// TestPages checks that the pages link to files and headings that exist, name paths that exist, and that each
// -run and -bench they tell people to type finds something in its package. A test they name exists.
func TestPages(t *testing.T) {
	t.Parallel()
	texts, tests := pages(t), testsInTheTree(t)
	for page, text := range texts {
		link := regexp.MustCompile(`(?:\]\(|src="|\]: )([^)":\s]*)[)"\n]`)
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			file, anchor, _ := strings.Cut(m[1], "#")
			target := page
			if file != "" {
				target = filepath.ToSlash(filepath.Join(filepath.Dir(page), file))
			}
			if _, err := os.Stat(filepath.Join("../..", target)); err != nil {
				t.Errorf("%s links to nothing: %v", page, err)
			} else if anchor != "" && !headings(texts[target])[anchor] {
				t.Errorf("%s links to %s, which has no heading %s", page, target, anchor)
			}
		}
		path := regexp.MustCompile("`((?:cmd|docs|ledger|migrations|rules|static|templates|web|\\.ci)/[\\w./-]+)`")
		for _, m := range path.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join("../..", m[1])); err != nil {
				t.Errorf("%s names what doesn't exist: %v", page, err)
			}
		}
		for _, m := range regexp.MustCompile("`(Test\\w+)`").FindAllStringSubmatch(text, -1) {
			if !tests[m[1]] {
				t.Errorf("%s names the test %s, which doesn't exist", page, m[1])
			}
		}
		typed := regexp.MustCompile("go test \\./([\\w/]*\\w(?:/\\.\\.\\.)?)([^`\n]*)")
		for _, m := range typed.FindAllStringSubmatch(text, -1) {
			for _, flag := range regexp.MustCompile(`-(run|bench) '?([^'\s]+)`).FindAllStringSubmatch(m[2], -1) {
				kind := map[string]string{"run": "Test", "bench": "Benchmark"}[flag[1]]
				if flag[2] != "^$" && !hasTest(t, m[1], kind, flag[2]) {
					t.Errorf("%s: go test ./%s -%s %s finds nothing", page, m[1], flag[1], flag[2])
				}
			}
		}
	}
}

// testsInTheTree are the names of all tests.
func testsInTheTree(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	err := filepath.WalkDir("../..", func(file string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, "_test.go") {
			return err
		}
		text, err := os.ReadFile(file)
		for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)`).FindAllSubmatch(text, -1) {
			names[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// headings are the anchors of a page.
func headings(text string) map[string]bool {
	anchors := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		plain := regexp.MustCompile(`[^\w -]`).ReplaceAllString(strings.ToLower(m[1]), "")
		anchors[strings.ReplaceAll(plain, " ", "-")] = true
	}
	return anchors
}

// hasTest reports whether a package has a test or benchmark that every alternative of a pattern matches.
func hasTest(t *testing.T, folder, kind, pattern string) bool {
	t.Helper()
	folder, all := strings.CutSuffix(folder, "/...")
	files := testenv.Must(filepath.Glob(filepath.Join("../..", folder, "*_test.go")))(t)
	if all {
		below := testenv.Must(filepath.Glob(filepath.Join("../..", folder, "*", "*_test.go")))(t)
		files = append(files, below...)
	}
	var names []string
	for _, file := range files {
		text := testenv.Must(os.ReadFile(file))(t)
		for _, m := range regexp.MustCompile(`(?m)^func (`+kind+`\w+)`).FindAllStringSubmatch(string(text), -1) {
			names = append(names, m[1])
		}
	}
	for one := range strings.SplitSeq(pattern, "|") {
		one, _, _ = strings.Cut(one, "/") // what follows is a part of it
		found := false
		for _, name := range names {
			found = found || regexp.MustCompile(one).MatchString(name)
		}
		if !found {
			return false
		}
	}
	return true
}

// prelude makes the compiled program stand in for go run ./cmd/ouverte.
const prelude = `set -e
go() {
	if [ "$1 $2" = "run ./cmd/ouverte" ]; then shift 2; ouverte "$@"; else (cd "$TREE"; command go "$@"); fi
}
`

// shell runs a script in an empty folder.
func shell(t *testing.T, script string) *exec.Cmd {
	t.Helper()
	bash := testenv.Program(t, "bash")
	if strings.Contains(script, "go build") { // for another machine, some minutes
		testenv.Rarely(t)
	}
	tree := testenv.Must(filepath.Abs("../.."))(t)
	dir := t.TempDir()
	script = strings.ReplaceAll(script, "-o ouverte ", "-o "+filepath.Join(dir, "ouverte")+" ")
	cmd := exec.Command(bash, "-c", prelude+script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TREE="+tree, "XDG_DATA_HOME="+dir, "OUVERTE_LISTEN=127.0.0.1:0")
	return cmd
}

// tellsWhereItIs starts a command that serves, and stops it.
func tellsWhereItIs(t *testing.T, script string) {
	script = strings.ReplaceAll(script, "0.0.0.0:8052", "127.0.0.1:0") // no fixed port
	cmd := shell(t, strings.Replace(script, "go run ./cmd/ouverte", "exec ouverte", 1))
	var said hearing
	cmd.Stderr = &said
	out := testenv.Must(cmd.StdoutPipe())(t)
	testenv.Fine(t, cmd.Start())
	lines, told := bufio.NewScanner(out), false
	for !told && lines.Scan() {
		told = strings.HasPrefix(lines.Text(), "Open http") && strings.Contains(lines.Text(), " in a browser")
	}
	if !told {
		t.Fatalf("it prints no address: %v\n%s", cmd.Wait(), &said)
	}
	cmd.Process.Signal(syscall.SIGTERM)
	io.Copy(io.Discard, out) // the rest, until it ends
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v\n%s", err, &said)
	}
}

// answers runs a dialogue of commands and what they print. A line that ends in | or \ goes on in the next.
func answers(t *testing.T, talk string) {
	var command, want strings.Builder
	check := func() {
		if command.Len() == 0 {
			return
		}
		cmd := shell(t, command.String())
		out, err := cmd.Output()
		pattern := strings.ReplaceAll(regexp.QuoteMeta(want.String()), "…", ".*")
		if err != nil || !regexp.MustCompile("^"+pattern+"$").Match(out) {
			t.Errorf("%s\nanswers %s%v\nand not %s", &command, out, err, &want)
		}
		command.Reset()
		want.Reset()
	}
	goesOn := false
	for line := range strings.Lines(talk) {
		if begun, ok := strings.CutPrefix(line, "$ "); ok {
			check()
			line, goesOn = begun, true
		}
		if !goesOn {
			want.WriteString(line)
			continue
		}
		command.WriteString(line)
		end := strings.TrimSpace(line)
		goesOn = strings.HasSuffix(end, "|") || strings.HasSuffix(end, `\`)
	}
	check()
}
