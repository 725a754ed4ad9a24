package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/alecthomas/kong"
)

// TestWatched watches the real program from outside: its health, its counts, its log.
func TestWatched(t *testing.T) {
	p := serve(t, newBook(t, 1), "--metrics", "127.0.0.1:0", "--log", "json", "--verbose")
	client := aClient(t)
	ctx := context.Background()
	if status, page := record(ctx, client, p.url, 1, "k1"); status != 200 {
		t.Fatalf("%d %s", status, page)
	}
	answer, err := client.Get(p.url + "/attic")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()

	listen := strings.TrimPrefix(p.url, "http://")
	out, err := prepare(t, "health", "--listen", listen).Output()
	if err != nil || !strings.HasPrefix(string(out), "All is well at http://127.0.0.1:") {
		t.Errorf("%v %s", err, out)
	}

	counts := regexp.MustCompile(`"msg":"serving metrics","address":"([^"]+)"`).FindStringSubmatch(p.said.String())
	if counts == nil {
		t.Fatalf("where are the metrics?\n%s", p.said)
	}
	told, err := client.Get("http://" + counts[1] + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(told.Body)
	told.Body.Close()
	for _, line := range []string{
		`ouverte_requests_total{method="POST",route="/nights/:night/deals",status="200"} 1`,
		`ouverte_requests_total{method="GET",route="",status="404"} 1`,
		`ouverte_requests_total{method="GET",route="/healthz",status="200"} 1`,
		`ouverte_recording_seconds_bucket{le="+Inf"} 1`,
		`ouverte_recording_seconds_count 1`,
		`ouverte_streams 0`,
		`ouverte_entries 6`, // four players, a night, a deal
	} {
		if !strings.Contains(string(text), "\n"+line+"\n") {
			t.Errorf("no line %s in\n%s", line, text)
		}
	}
	asPrometheusReads(t, string(text))

	p.signal(syscall.SIGTERM)
	if status := p.ended(); status != 0 {
		t.Errorf("it stops with %d", status)
	}
	// Each request is in the log by the number its answer carried, each line of it is JSON.
	number := answer.Header.Get("X-Request-Id")
	found := false
	for line := range strings.Lines(p.said.String()) {
		if !strings.HasPrefix(line, "{") {
			continue
		}
		var said struct {
			Msg, Request, Path string
			Status             int
		}
		if err := json.Unmarshal([]byte(line), &said); err != nil {
			t.Errorf("%v: %s", err, line)
		}
		found = found || said.Msg == "request" && said.Request == number && said.Path == "/attic" && said.Status == 404
	}
	if !found || !strings.Contains(p.said.String(), `"msg":"stopped"`) {
		t.Errorf("request %q, or the end, is not in the log:\n%s", number, p.said)
	}
	if err := prepare(t, "health", "--listen", listen).Run(); err == nil {
		t.Error("it is said to be well, but it is gone")
	}
}

// asPrometheusReads checks the form of each line, and that buckets only grow.
func asPrometheusReads(t *testing.T, text string) {
	t.Helper()
	sample := regexp.MustCompile(`^([a-z_]+)(\{[a-z]+="(?:[^"\\]|\\.)*"(?:,[a-z]+="(?:[^"\\]|\\.)*")*\})? ([0-9.e+-]+)$`)
	typed := map[string]bool{}
	last := -1.0
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if name, ok := strings.CutPrefix(line, "# TYPE "); ok {
			name, _, _ = strings.Cut(name, " ")
			if typed[name] {
				t.Errorf("%s comes twice", name)
			}
			typed[name] = true
			continue
		}
		if strings.HasPrefix(line, "# HELP ") {
			continue
		}
		m := sample.FindStringSubmatch(line)
		if m == nil {
			t.Errorf("no sample: %s", line)
			continue
		}
		family := m[1]
		if !typed[family] {
			for _, end := range []string{"_sum", "_count", "_bucket"} {
				family = strings.TrimSuffix(family, end)
			}
		}
		if !typed[family] {
			t.Errorf("nobody said what %s is", m[1])
		}
		if strings.HasSuffix(m[1], "_bucket") {
			var n float64
			if fmt.Sscan(m[3], &n); n < last {
				t.Errorf("fewer than below: %s", line)
			}
			last = n
		}
	}
}

// TestCompletion lets bash itself complete, and other shells look at their scripts where there are any.
func TestCompletion(t *testing.T) {
	script := func(shell string) string {
		var out, errs bytes.Buffer
		if status := run(&outside{context.Background(), strings.NewReader(""), &out, &errs}, []string{"completion", shell}); status != 0 {
			t.Fatalf("%d %s", status, &errs)
		}
		return out.String()
	}
	// All three know every command and every flag.
	parser, err := kong.New(&commands{}, kong.Vars{"version": ""})
	if err != nil {
		t.Fatal(err)
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		text := script(shell)
		for _, cmd := range parser.Model.Children {
			if !strings.Contains(text, cmd.Name) {
				t.Errorf("%s does not know %s", shell, cmd.Name)
			}
			for _, f := range cmd.Flags {
				if !strings.Contains(text, "--"+f.Name) && !strings.Contains(text, "-l "+f.Name) {
					t.Errorf("%s does not know --%s of %s", shell, f.Name, cmd.Name)
				}
			}
		}
		path, err := exec.LookPath(shell)
		if err != nil {
			continue
		}
		file := filepath.Join(t.TempDir(), "script")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(path, "-n", file).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v %s", shell, err, out)
		}
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	for typed, want := range map[string]string{
		"ba":                 "backup",
		"export be":          "beancount",
		"serve --beh":        "--behind-proxy",
		"serve --log j":      "json",
		"score --e":          "--explain",
		"completion z":       "zsh",
		"backup there":       "there.db",
		"audit --book there": "there.db",
		"--beh":              "--behind-proxy", // of serve, which need not be said
		"serve there":        "",
		"serve --log there":  "",
	} {
		words := append([]string{"ouverte"}, strings.Fields(typed)...)
		ask := exec.Command(bash, "--norc", "-c", `source /dev/stdin; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ouverte; printf '%s\n' "${COMPREPLY[@]}"`, "bash")
		ask.Args = append(ask.Args, words...)
		ask.Dir = t.TempDir()
		if err := os.WriteFile(filepath.Join(ask.Dir, "there.db"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		ask.Stdin = strings.NewReader(script("bash"))
		out, err := ask.CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("ouverte %s: %q, not %q (%v)", typed, got, want, err)
		}
	}
}

// TestHealthOfAnother is not taken in by something else that answers.
func TestHealthOfAnother(t *testing.T) {
	other := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "hello") })
	s := httptest.NewServer(other)
	t.Cleanup(s.Close)
	var out, errs bytes.Buffer
	status := run(&outside{context.Background(), strings.NewReader(""), &out, &errs}, []string{"health", "--url", s.URL})
	if status != 1 || !strings.Contains(errs.String(), "it isn't ouverte") {
		t.Errorf("%d %s", status, &errs)
	}
}
