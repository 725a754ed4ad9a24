package main

// Browsers of three engines, the way each lets itself be driven: WebKit and Chromium by WebDriver's requests,
// Firefox by the messages of WebDriver BiDi. Nothing moves on their pages, and they draw without a graphics
// processor's ways: what that costs without one is most of what an evening takes.

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
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/websocket"

	"ouverte/ledger/testenv"
)

// engine is a browser that was started for a test.
type engine interface {
	// open opens a window whose page is so large.
	open(width, height int) (window string, err error)
	visit(window, url string) error
	// ask gives what the promise that is the value of script comes to, as JSON.
	ask(window, script string) (answer string, err error)
	// act does what one hand does at the keyboard or on the screen; both protocols have the same words for it.
	act(window string, hand object) error
	// shot is a picture of the window, as PNG.
	shot(window string) ([]byte, error)
	// wrong are the errors on the consoles so far.
	wrong() ([]string, error)
}

type object = map[string]any

// promised is a promise of what a script comes to, or of what it fails with, as JSON.
const promised = `Promise.resolve().then(() => (%s)).then(
	got => JSON.stringify(got) ?? 'null', why => JSON.stringify(String(why)))`

// profile is a folder for what a browser writes. Some of its processes write a little longer than the first
// one lives.
func profile(t *testing.T) string {
	t.Helper()
	dir := testenv.Must(os.MkdirTemp("", "ouverte-browser-"))(t)
	t.Cleanup(func() {
		for late := time.Now().Add(10 * time.Second); os.RemoveAll(dir) != nil && time.Now().Before(late); {
			<-time.After(20 * time.Millisecond)
		}
	})
	return dir
}

// announced starts a program that is ended with the test, and gives the first match of what it says.
func announced(t *testing.T, cmd *exec.Cmd, says string) string {
	t.Helper()
	var found []string
	running(t, cmd, func(said string) bool {
		found = regexp.MustCompile(says).FindStringSubmatch(said)
		return found != nil
	})
	return found[1]
}

// driven is a browser of WebDriver's requests.
type driven struct {
	session   string
	first, at string // windows
	wrongs    func() ([]string, error)
}

func driveAt(t *testing.T, port string, wishes object) *driven {
	t.Helper()
	d := &driven{session: "http://" + port + "/session"}
	wishes["acceptInsecureCerts"] = true
	var made struct{ SessionID string }
	testenv.Fine(t, d.do("POST", "", object{"capabilities": object{"alwaysMatch": wishes}}, &made))
	d.session += "/" + made.SessionID
	t.Cleanup(func() {
		if err := d.do("DELETE", "", nil, nil); err != nil {
			t.Error(err)
		}
	})
	testenv.Fine(t, d.do("GET", "/window", nil, &d.first))
	return d
}

// startWebKit starts WebKitGTK's small browser on a screen that nobody sees.
func startWebKit(t *testing.T, home string) engine {
	t.Helper()
	driver, screen := testenv.Browser(t, "WebKitWebDriver"), testenv.Program(t, "Xvfb")
	small := "/usr/lib/*/webkit2gtk-4.1/MiniBrowser"
	found, err := filepath.Glob(small)
	if err != nil || len(found) == 0 {
		testenv.Lacking(t, small)
	}
	display := announced(t, exec.Command(screen, "-displayfd", "1", "-nolisten", "tcp",
		"-screen", "0", "1280x900x24"), `(?m)^(\d+)\n`)
	port := freePort(t)
	cmd := exec.Command(driver, "--host="+aside, "--port="+port)
	cmd.Env = append(cmd.Environ(), "DISPLAY=:"+display, "HOME="+home, "XDG_CACHE_HOME="+home,
		"XDG_DATA_HOME="+home, "XDG_CONFIG_HOME="+home, "TMPDIR="+home,
		"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS=1", "WEBKIT_DISABLE_COMPOSITING_MODE=1",
		"JSC_useDFGJIT=false") // scripts of pages that are left at once aren't worth compiling well
	still := filepath.Join(home, "gtk-3.0", "settings.ini")
	testenv.Fine(t, os.MkdirAll(filepath.Dir(still), 0o700))
	testenv.Fine(t, os.WriteFile(still, []byte("[Settings]\ngtk-enable-animations=0\n"), 0o600))
	said := running(t, cmd, listens(port))
	args := []string{"--automation", "--javascript-can-open-windows-automatically=true",
		"--enable-write-console-messages-to-stdout=true"}
	d := driveAt(t, aside+":"+port,
		object{"webkitgtk:browserOptions": object{"binary": found[0], "args": args}})
	d.wrongs = func() ([]string, error) {
		return regexp.MustCompile(`(?m)^.*CONSOLE (JS|SECURITY) ERROR.*$`).FindAllString(said.String(), -1), nil
	}
	return d
}

func (d *driven) do(method, path string, body, answer any) error {
	var sent io.Reader
	if method == "POST" {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		sent = bytes.NewReader(text)
	}
	r, err := http.NewRequest(method, d.session+path, sent)
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
		return fmt.Errorf("%s %s: %s: %s", method, path, came.Status, got)
	}
	return json.Unmarshal(got, &struct{ Value any }{answer})
}

// open has a page open it: a window with bars of its own is never as narrow as a phone.
func (d *driven) open(width, height int) (string, error) {
	var before, after []string
	opens := fmt.Sprintf("open('about:blank', '_blank', 'width=%d,height=%d,toolbar=no,location=no,menubar=no')",
		width, height)
	if err := errors.Join(d.do("GET", "/window/handles", nil, &before),
		d.in(d.first, "/execute/sync", object{"script": opens, "args": []any{}}, nil)); err != nil {
		return "", err
	}
	for late := time.Now().Add(30 * time.Second); time.Now().Before(late); {
		if err := d.do("GET", "/window/handles", nil, &after); err != nil {
			return "", err
		}
		for _, handle := range after {
			if !slices.Contains(before, handle) {
				size := object{"x": 0, "y": 0, "width": width, "height": height}
				return handle, d.in(handle, "/window/rect", size, nil)
			}
		}
	}
	return "", errors.New("no window was opened")
}

// in does something in a window.
func (d *driven) in(window, path string, body, answer any) error {
	if d.at != window {
		if err := d.do("POST", "/window", object{"handle": window}, nil); err != nil {
			return err
		}
		d.at = window
	}
	return d.do("POST", path, body, answer)
}

func (d *driven) visit(window, url string) error {
	return d.in(window, "/url", object{"url": url}, nil)
}

func (d *driven) ask(window, script string) (answer string, err error) {
	err = d.in(window, "/execute/async", object{"args": []any{}, "script": fmt.Sprintf(
		`const done = arguments[0]; `+promised+`.then(done)`, script)}, &answer)
	return answer, err
}

func (d *driven) act(window string, hand object) error {
	return d.in(window, "/actions", object{"actions": []any{hand}}, nil)
}

func (d *driven) shot(window string) (png []byte, err error) {
	if err := d.in(window, "/execute/sync", object{"script": "", "args": []any{}}, nil); err != nil {
		return nil, err
	}
	err = d.do("GET", "/screenshot", nil, &png)
	return png, err
}

func (d *driven) wrong() ([]string, error) { return d.wrongs() }

// firefox is Firefox without a screen.
type firefox struct {
	socket *websocket.Conn
	nth    int
	errors []string
}

// plainFirefox has it start one process for pages, move nothing, and ask nobody on the network for anything.
const plainFirefox = `user_pref("fission.autostart", false);
user_pref("dom.ipc.processCount", 1);
user_pref("dom.ipc.processPrelaunch.enabled", false);
user_pref("browser.startup.page", 0);
user_pref("browser.newtab.preload", false);
user_pref("browser.safebrowsing.malware.enabled", false);
user_pref("browser.safebrowsing.phishing.enabled", false);
user_pref("browser.safebrowsing.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,#remote-settings-dummy/v1");
user_pref("toolkit.telemetry.enabled", false);
user_pref("ui.prefersReducedMotion", 1);
`

func startFirefox(t *testing.T, home string) engine {
	t.Helper()
	testenv.Fine(t, os.WriteFile(filepath.Join(home, "user.js"), []byte(plainFirefox), 0o600))
	cmd := exec.Command(testenv.Browser(t, "firefox", "firefox-esr"), "--headless", "--no-remote",
		"--remote-debugging-port", "0", "--remote-allow-origins", "http://localhost")
	cmd.Args = append(cmd.Args, "--profile", home)
	cmd.Env = append(cmd.Environ(), "HOME="+home, "TMPDIR="+home)
	at := announced(t, cmd, `listening on (ws://\S+)`)
	socket := testenv.Must(websocket.Dial(at+"/session", "", "http://localhost"))(t)
	f := &firefox{socket: socket}
	t.Cleanup(func() {
		if err := f.do("browser.close", object{}, nil); err != nil {
			t.Error(err)
		}
	})
	wishes := object{"capabilities": object{"alwaysMatch": object{"acceptInsecureCerts": true}}}
	if err := errors.Join(f.do("session.new", wishes, nil),
		f.do("session.subscribe", object{"events": []string{"log.entryAdded"}}, nil)); err != nil {
		t.Fatal(err)
	}
	return f
}

func (f *firefox) do(method string, params, answer any) error {
	f.nth++
	f.socket.SetDeadline(time.Now().Add(2 * time.Minute))
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
		case came.Params.Level == "error" && !strings.HasPrefix(came.Params.Text, "Failed to load "):
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

func (f *firefox) shot(window string) ([]byte, error) {
	var came struct{ Data []byte }
	err := f.do("browsingContext.captureScreenshot", object{"context": window}, &came)
	return came.Data, err
}

func (f *firefox) wrong() ([]string, error) { return f.errors, nil }

// remote is one window of such a browser, at a server.
type remote struct {
	t      *testing.T
	engine engine
	window string
	base   string
}

func openRemote(t *testing.T, e engine, base string, width, height int) *remote {
	t.Helper()
	window := testenv.Must(e.open(width, height))(t)
	return &remote{t, e, window, base}
}

func (r *remote) visit(path string) {
	r.t.Helper()
	testenv.Fine(r.t, r.engine.visit(r.window, r.base+path))
}

// read gives what a script comes to, as text.
func (r *remote) read(script string) (text string) {
	r.t.Helper()
	answer, err := r.engine.ask(r.window, "String(("+script+"))")
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
				else setTimeout(ask, 40, left - 1);
			};
			ask(12);
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
			if (window.rests.times < 1) return false;
			const r = e.getClientRects()[0], x = Math.round(r.x + r.width / 2), y = Math.round(r.y + r.height / 2);
			const hit = document.elementFromPoint(x, y), box = e.closest('label') ?? e;
			if (!hit) delete window.rests; // the page has scrolled on by itself
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
	testenv.Fine(r.t, r.engine.act(r.window, object{"type": "key", "id": "keys", "actions": keys}))
}
