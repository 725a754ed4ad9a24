package main

// Browsers of other engines than Chromium's, the way each lets itself be driven: WebKit by WebDriver's
// requests, Firefox by the messages of WebDriver BiDi.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/websocket"

	"ouverte/ledger/testenv"
)

// engine is a browser that was started for a test.
type engine interface {
	// open opens a window whose page is about so large.
	open(width, height int) (window string, err error)
	visit(window, url string) error
	// ask gives what the promise that is the value of script comes to, as JSON.
	ask(window, script string) (answer string, err error)
	// act does what one hand does at the keyboard or on the screen; both protocols have the same words for it.
	act(window string, hand map[string]any) error
	// wrong are the errors on the consoles so far.
	wrong() []string
}

type object = map[string]any

// promised is a promise of what a script comes to, or of what it fails with, as JSON.
const promised = `Promise.resolve().then(() => (%s)).then(
	got => JSON.stringify(got) ?? 'null', why => JSON.stringify(String(why)))`

// profile is a folder for what a browser writes. Some of its processes write a little longer than the first
// one lives.
func profile(t *testing.T) string {
	t.Helper()
	dir := must(os.MkdirTemp("", "ouverte-browser-"))(t)
	t.Cleanup(func() {
		for late := time.Now().Add(10 * time.Second); os.RemoveAll(dir) != nil && time.Now().Before(late); {
			<-time.After(20 * time.Millisecond)
		}
	})
	return dir
}

// background starts a program that is ended with the test, and gives the first match of what it says.
func background(t *testing.T, cmd *exec.Cmd, says string) string {
	t.Helper()
	said := &hearing{}
	cmd.Stdout, cmd.Stderr = said, said
	fine(t, cmd.Start())
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		_ = cmd.Wait() // killed
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // gone already, perhaps
		<-gone
	})
	for late := time.After(30 * time.Second); ; {
		if found := regexp.MustCompile(says).FindStringSubmatch(said.String()); found != nil {
			return found[1]
		}
		select {
		case <-gone:
			t.Fatalf("%s went away: %s", cmd.Path, said)
		case <-late:
			t.Fatalf("%s never said %s: %s", cmd.Path, says, said)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// webkit is WebKitGTK's small browser on a screen that nobody sees.
type webkit struct {
	session, at string
	said        *hearing
}

func startWebKit(t *testing.T) engine {
	t.Helper()
	driver, screen := testenv.Program(t, "WebKitWebDriver"), testenv.Program(t, "Xvfb")
	small := "/usr/lib/*/webkit2gtk-4.1/MiniBrowser"
	found, err := filepath.Glob(small)
	if err != nil || len(found) == 0 {
		testenv.Lacking(t, small)
	}
	display := background(t, exec.Command(screen, "-displayfd", "1", "-nolisten", "tcp",
		"-screen", "0", "1280x900x24"), `(?m)^(\d+)\n`)
	port, home := freePort(t), profile(t)
	cmd := exec.Command(driver, "--host="+aside, "--port="+port)
	cmd.Env = append(cmd.Environ(), "DISPLAY=:"+display, "HOME="+home, "XDG_CACHE_HOME="+home,
		"XDG_DATA_HOME="+home, "XDG_CONFIG_HOME="+home, "TMPDIR="+home,
		"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS=1", "WEBKIT_DISABLE_COMPOSITING_MODE=1")
	w := &webkit{said: running(t, port, cmd), session: "http://" + aside + ":" + port + "/session"}
	var made struct{ SessionID string }
	if err := w.do("POST", "", object{"capabilities": object{"alwaysMatch": object{
		"acceptInsecureCerts": true, "webkitgtk:browserOptions": object{"binary": found[0],
			"args": []string{"--automation", "--enable-write-console-messages-to-stdout=true"}},
	}}}, &made); err != nil {
		t.Fatal(err)
	}
	w.session += "/" + made.SessionID
	t.Cleanup(func() {
		if err := w.do("DELETE", "", nil, nil); err != nil {
			t.Error(err)
		}
	})
	return w
}

func (w *webkit) do(method, path string, body, answer any) error {
	sent, err := json.Marshal(body)
	if err != nil {
		return err
	}
	r, err := http.NewRequest(method, w.session+path, bytes.NewReader(sent))
	if err != nil {
		return err
	}
	came, err := (&http.Client{Timeout: time.Minute}).Do(r)
	if err != nil {
		return err
	}
	defer came.Body.Close()
	got, err := io.ReadAll(came.Body)
	if err != nil {
		return err
	}
	if came.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", came.Status, got)
	}
	return json.Unmarshal(got, &struct{ Value any }{answer})
}

func (w *webkit) open(width, height int) (string, error) {
	var made struct{ Handle string }
	err := w.do("POST", "/window/new", object{"type": "window"}, &made)
	if err == nil {
		err = w.in(made.Handle, "/window/rect", object{"x": 0, "y": 0, "width": width, "height": height}, nil)
	}
	return made.Handle, err
}

// in does something in a window.
func (w *webkit) in(window, path string, body, answer any) error {
	if w.at != window {
		if err := w.do("POST", "/window", object{"handle": window}, nil); err != nil {
			return err
		}
		w.at = window
	}
	return w.do("POST", path, body, answer)
}

func (w *webkit) visit(window, url string) error {
	return w.in(window, "/url", object{"url": url}, nil)
}

func (w *webkit) ask(window, script string) (answer string, err error) {
	return answer, w.in(window, "/execute/async", object{"args": []any{}, "script": fmt.Sprintf(
		`const done = arguments[0]; `+promised+`.then(done)`, script)}, &answer)
}

func (w *webkit) act(window string, hand object) error {
	return w.in(window, "/actions", object{"actions": []any{hand}}, nil)
}

func (w *webkit) wrong() []string {
	said := regexp.MustCompile(`(?m)^.*CONSOLE (JS|SECURITY|\w+) ERROR.*$`).FindAllString(w.said.String(), -1)
	return said
}

// firefox is Firefox without a screen.
type firefox struct {
	socket *websocket.Conn
	nth    int
	errors []string
}

func startFirefox(t *testing.T) engine {
	t.Helper()
	cmd := exec.Command(testenv.Program(t, "firefox", "firefox-esr"), "--headless", "--no-remote",
		"--remote-debugging-port", "0", "--remote-allow-origins", "http://localhost")
	home := profile(t)
	cmd.Args = append(cmd.Args, "--profile", home)
	cmd.Env = append(cmd.Environ(), "HOME="+home, "TMPDIR="+home)
	at := background(t, cmd, `listening on (ws://\S+)`)
	socket := must(websocket.Dial(at+"/session", "", "http://localhost"))(t)
	f := &firefox{socket: socket}
	t.Cleanup(func() {
		if err := f.do("browser.close", object{}, nil); err != nil {
			t.Error(err)
		}
	})
	wishes := object{"capabilities": object{"alwaysMatch": object{"acceptInsecureCerts": true}}}
	if err := errors.Join(
		f.do("session.new", wishes, nil),
		f.do("session.subscribe", object{"events": []string{"log.entryAdded"}}, nil),
	); err != nil {
		t.Fatal(err)
	}
	return f
}

func (f *firefox) do(method string, params, answer any) error {
	f.nth++
	f.socket.SetDeadline(time.Now().Add(time.Minute))
	err := websocket.JSON.Send(f.socket, object{"id": f.nth, "method": method, "params": params})
	if err != nil {
		return err
	}
	for {
		var came struct {
			ID             int
			Error, Message string
			Result         json.RawMessage
			Params         struct{ Level, Text string } // of an event
		}
		if err := websocket.JSON.Receive(f.socket, &came); err != nil {
			return err
		}
		switch {
		case came.Params.Level == "error":
			f.errors = append(f.errors, came.Params.Text)
		case came.ID != f.nth: // another event
		case came.Error != "":
			return fmt.Errorf("%s: %s: %s", method, came.Error, came.Message)
		case answer == nil:
			return nil
		default:
			return json.Unmarshal(came.Result, answer)
		}
	}
}

func (f *firefox) open(width, height int) (string, error) {
	var made struct{ Context string }
	err := f.do("browsingContext.create", object{"type": "window"}, &made)
	if err == nil {
		err = f.do("browsingContext.setViewport", object{"context": made.Context,
			"viewport": object{"width": width, "height": height}}, nil)
	}
	return made.Context, err
}

func (f *firefox) visit(window, url string) error {
	return f.do("browsingContext.navigate", object{"context": window, "url": url, "wait": "complete"}, nil)
}

func (f *firefox) ask(window, script string) (string, error) {
	var came struct{ Result struct{ Value string } }
	err := f.do("script.evaluate", object{"expression": fmt.Sprintf(promised, script),
		"target": object{"context": window}, "awaitPromise": true}, &came)
	return came.Result.Value, err
}

func (f *firefox) act(window string, hand object) error {
	return f.do("input.performActions", object{"context": window, "actions": []any{hand}}, nil)
}

func (f *firefox) wrong() []string { return f.errors }

// remote is one window of such a browser, at a server.
type remote struct {
	t      *testing.T
	engine engine
	window string
	base   string
}

func openRemote(t *testing.T, e engine, base string, width, height int) *remote {
	t.Helper()
	window := must(e.open(width, height))(t)
	return &remote{t, e, window, base}
}

func (r *remote) visit(path string) {
	r.t.Helper()
	fine(r.t, r.engine.visit(r.window, r.base+path))
}

// read gives what a script comes to, as text.
func (r *remote) read(script string) (text string) {
	r.t.Helper()
	answer, err := r.engine.ask(r.window, "String("+script+")")
	if err == nil {
		err = json.Unmarshal([]byte(answer), &text)
	}
	if err != nil {
		r.t.Fatal(err)
	}
	return text
}

// until waits for a script to come out true, on this page or the one it leads to. The page asks itself, for
// half a second at a time: one that is left may never answer.
func (r *remote) until(script string) string {
	r.t.Helper()
	last := ""
	for late := time.Now().Add(30 * time.Second); time.Now().Before(late); {
		answer, err := r.engine.ask(r.window, fmt.Sprintf(`new Promise(done => {
			const ask = left => {
				let is, why;
				try { is = document.readyState === 'complete' && (%s); } catch (e) { why = e; }
				if (is || !left) done(is || 'not yet: ' + (why ?? location.pathname));
				else setTimeout(ask, 10, left - 1);
			};
			ask(50);
		})`, script))
		if err == nil && !strings.HasPrefix(answer, `"`) {
			return answer
		}
		last = fmt.Sprint(answer, err)
	}
	r.t.Fatalf("never came true: %s (%s)", script, last)
	return ""
}

// wait waits until something that matches can be seen.
func (r *remote) wait(css string) {
	r.t.Helper()
	r.until(fmt.Sprintf(`document.querySelector(%q)?.getClientRects().length > 0`, css))
}

// tap taps one thing after another, each in the middle of its first line, once it has come to rest.
func (r *remote) tap(what ...string) {
	r.t.Helper()
	for _, css := range what {
		var at struct{ X, Y int }
		said := r.until(fmt.Sprintf(`(() => {
			const e = document.querySelector(%[1]q);
			if (!e?.getClientRects().length) return false;
			const on = JSON.stringify(e.getClientRects()[0]);
			if (window.rests?.e !== e) e.scrollIntoView({ block: 'center', behavior: 'instant' });
			const was = window.rests ?? {};
			window.rests = { e, on, times: was.e === e && was.on === on ? was.times + 1 : 0 };
			if (window.rests.times < 3) return false;
			const r = e.getClientRects()[0], x = Math.round(r.x + r.width / 2), y = Math.round(r.y + r.height / 2);
			const hit = document.elementFromPoint(x, y), box = e.closest('label') ?? e;
			if (!box.contains(hit)) throw new Error(hit?.outerHTML.slice(0, 80) + ' lies over it');
			delete window.rests;
			return { x, y };
		})()`, css))
		if err := json.Unmarshal([]byte(said), &at); err != nil {
			r.t.Fatalf("%s: %s", css, said)
		}
		if err := r.engine.act(r.window, object{
			"type": "pointer", "id": "finger", "parameters": object{"pointerType": "touch"}, "actions": []object{
				{"type": "pointerMove", "x": at.X, "y": at.Y}, {"type": "pointerDown", "button": 0},
				{"type": "pointerUp", "button": 0},
			},
		}); err != nil {
			r.t.Fatal(err)
		}
	}
}

// write types into a field.
func (r *remote) write(css, text string) {
	r.t.Helper()
	r.tap(css)
	var keys []object
	for _, letter := range text {
		keys = append(keys, object{"type": "keyDown", "value": string(letter)},
			object{"type": "keyUp", "value": string(letter)})
	}
	fine(r.t, r.engine.act(r.window, object{"type": "key", "id": "keys", "actions": keys}))
}
