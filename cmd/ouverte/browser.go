package main

import (
	"io"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
)

// opener is the desktop's program that opens an address, with what comes before the address.
func opener() []string {
	switch runtime.GOOS {
	case "darwin":
		return []string{"open"}
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	return []string{"xdg-open"}
}

// hasDesktop tells whether somebody sits before this terminal who would see a browser open.
func hasDesktop(out io.Writer) bool {
	_, err := exec.LookPath(opener()[0])
	return err == nil && onTerminal(out) && seesBrowsers(runtime.GOOS, os.Geteuid(), os.Getenv)
}

// seesBrowsers tells whether a user of such a system, with this environment, has a display of their own: not
// over SSH, whose display may be far away, and not as root, whom browsers refuse.
func seesBrowsers(system string, user int, env func(string) string) bool {
	if user == 0 || env("SSH_CONNECTION") != "" {
		return false
	}
	return system == "darwin" || system == "windows" || env("DISPLAY") != "" || env("WAYLAND_DISPLAY") != ""
}

// openBrowser opens an address in the desktop's browser, which an interrupt of this program doesn't end.
func openBrowser(address string, log *slog.Logger) {
	words := append(opener(), address)
	cmd := exec.Command(words[0], words[1:]...)
	detach(cmd)
	if err := cmd.Start(); err != nil {
		log.Warn("no browser was opened", "error", err)
		return
	}
	go func() {
		if err := cmd.Wait(); err != nil {
			log.Warn("no browser was opened", "by", words[0], "error", err)
		}
	}()
}
