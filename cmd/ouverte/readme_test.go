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
)

// TestReadme does what README.md tells people to do. A block marked sh is run by bash as it stands; one marked sh serve starts the
// program, which must say where it is and stop when told; in one marked console each line after "$ " is run and must answer what
// stands below, "…" being anything. Blocks without a mark are for other machines, or run elsewhere. What the README links to is there.
func TestReadme(t *testing.T) {
	body, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?:\]\(|src=")([^):#"]+)[)"]`).FindAllStringSubmatch(string(body), -1) {
		if _, err := os.Stat(filepath.Join("../..", m[1])); err != nil {
			t.Errorf("it links to nothing: %v", err)
		}
	}
	for _, m := range regexp.MustCompile("`((?:docs/deploy|\\.ci)/[a-zA-Z.-]+)`").FindAllStringSubmatch(string(body), -1) {
		if _, err := os.Stat(filepath.Join("../..", m[1])); err != nil {
			t.Errorf("it names what is not there: %v", err)
		}
	}
	blocks := regexp.MustCompile("(?ms)^```([^\n]+)\n(.*?)^```$").FindAllStringSubmatch(string(body), -1)
	if len(blocks) < 10 {
		t.Fatalf("only %d blocks are marked", len(blocks))
	}
	for _, block := range blocks {
		mark, text := block[1], block[2]
		first, _, _ := strings.Cut(text, "\n")
		t.Run(first, func(t *testing.T) {
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
				t.Errorf("nobody knows what a block marked %q is for", mark)
			}
		})
	}
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
	bash, err := exec.LookPath("bash")
	if err != nil {
		lacking(t, "no bash")
	}
	if strings.Contains(script, "go build") && os.Getenv("CI") != "true" {
		t.Skip("builds for another machine, some minutes")
	}
	tree, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	script = strings.ReplaceAll(script, "-o ouverte ", "-o "+filepath.Join(dir, "ouverte")+" ")
	cmd := exec.Command(bash, "-c", prelude+script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TREE="+tree, "XDG_DATA_HOME="+dir, "OUVERTE_LISTEN=127.0.0.1:0")
	return cmd
}

// tellsWhereItIs starts a command that serves, and stops it.
func tellsWhereItIs(t *testing.T, script string) {
	script = strings.ReplaceAll(script, "0.0.0.0:8052", "127.0.0.1:0") // nobody else's port
	cmd := shell(t, strings.Replace(script, "go run ./cmd/ouverte", "exec ouverte", 1))
	var said hearing
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines, told := bufio.NewScanner(out), false
	for !told && lines.Scan() {
		told = strings.HasPrefix(lines.Text(), "Open http") && strings.Contains(lines.Text(), " in a browser")
	}
	if !told {
		t.Fatalf("it says nowhere to go: %v\n%s", cmd.Wait(), &said)
	}
	cmd.Process.Signal(syscall.SIGTERM)
	io.Copy(io.Discard, out) // the rest, until it is gone
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v\n%s", err, &said)
	}
}

// answers runs a conversation: commands, a line of which may go on below one that ends in | or \, and what they print.
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
