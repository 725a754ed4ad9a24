package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/kardianos/service"

	"ouverte/docs/deploy"
	"ouverte/ledger"
)

// serviceCmd has the program start with the machine.
type serviceCmd struct {
	Do    string   `arg:"" name:"task" enum:"install,remove,status" help:"install, remove or status."`
	Flags []string `arg:"" optional:"" passthrough:"" help:"${service_flags}"`
}

func (*serviceCmd) Help() string {
	return `With systemd, as root: the program runs as a user of its own who can write to /var/lib/ouverte and
nowhere else, and keeps its book there. As anybody else: as that user, from when they log in. On a Mac: as
you, with sudo from when the machine starts, without from when you log in. On Windows, in a terminal of an
administrator: from when the machine starts, as LocalService, with its book in C:\ProgramData\ouverte; the
program must lie in C:\Program Files.

    sudo ouverte service install
    ouverte service install --book ~/friday.db
    ouverte service status

install starts it at once. remove stops it and leaves the book where it is. The exit status of status is 0
only while it runs.`
}

// Run does what is asked.
func (c *serviceCmd) Run(world *outside) error {
	if c.Do != "install" && len(c.Flags) > 0 {
		return fmt.Errorf("service %s takes no flags; those of install are kept with the service", c.Do)
	}
	found := lies("/", machines)
	if home, err := os.UserHomeDir(); err == nil && !mayAll() {
		found = lies(home, users)
	}
	if service.Platform() == "linux-systemd" {
		err := c.ofPackage("/")
		if err == nil && !mayAll() && (found || c.Do == "install") {
			err = hasSession()
		}
		if err != nil {
			return err
		}
	}
	config, book, err := c.config()
	if err != nil {
		return err
	}
	s, err := service.New(idle{}, config)
	if err != nil {
		return err
	}
	switch c.Do {
	case "install":
		if err = s.Install(); err == nil {
			if err = s.Start(); err != nil {
				_ = s.Uninstall()
			}
		}
		if err == nil {
			return c.tellInstalled(world, book)
		}
	case "remove":
		_, err = s.Status()
		if errors.Is(err, service.ErrNotInstalled) && !found {
			return errors.New("it isn't installed, so there is nothing to remove")
		}
		_ = s.Stop() // it may have ended by itself
		if err = s.Uninstall(); err == nil {
			fmt.Fprintln(world.out, "It no longer starts. The book stays where it is.")
		}
	case "status":
		return tellStatus(world, s)
	}
	return wordedService(err)
}

// tellInstalled asks the service that was started whether it serves the book.
func (c *serviceCmd) tellInstalled(world *outside, book string) error {
	flags, err := parseServe(c.Flags)
	if err != nil {
		return err
	}
	health := &healthCmd{Listen: cmp.Or(flags.Listen, flags.usualAddress()), Book: book,
		Timeout: 5 * time.Second, Wait: 20 * time.Second}
	at, err := health.address()
	if err == nil {
		at, err = health.askAgain(world, at)
	}
	if err != nil {
		return fmt.Errorf("it is installed, and doesn't serve its book yet: %w; its log says why%s", err, itsLog())
	}
	fmt.Fprintf(world.out, "Ouverte is served at %s, and starts with the machine or when you log in.\n"+
		"The book is %s. ouverte pair --book %s makes the code for the first device.\n",
		at, book, ledger.ShellWord(book))
	return nil
}

// itsLog is how the log of the service is read, in brackets, where there is a command for it.
func itsLog() string {
	switch {
	case service.Platform() != "linux-systemd":
		return ""
	case mayAll():
		return " (journalctl -u ouverte)"
	}
	return " (journalctl --user -u ouverte)"
}

// hasSession refuses where systemd has no session of this user: the service could only be half installed.
func hasSession() error {
	out, err := exec.Command("systemctl", "--user", "show-environment").CombinedOutput()
	if err == nil {
		return nil
	}
	why, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return fmt.Errorf("systemd has no session of yours here, as after su or sudo; log in as yourself, or let "+
		"it have one always: sudo loginctl enable-linger, then export XDG_RUNTIME_DIR=/run/user/$(id -u). "+
		"Nothing was changed (%s)", cmp.Or(why, err.Error()))
}

// tellStatus says whether the service runs.
func tellStatus(world *outside, s service.Service) error {
	status, err := s.Status()
	switch {
	case errors.Is(err, service.ErrNotInstalled):
		fmt.Fprintln(world.out, "It isn't installed: ouverte service install.")
	case err != nil && strings.Contains(err.Error(), "failed state"):
		fmt.Fprintf(world.out, "It is installed, and failed; its log says why%s.\n", itsLog())
	case err != nil:
		return wordedService(err)
	case status == service.StatusRunning:
		fmt.Fprintln(world.out, "It runs. ouverte health asks whether it is well.")
		return nil
	default:
		fmt.Fprintln(world.out, "It is installed, and doesn't run.")
	}
	return errSilent
}

// wordedService words an error of the system's.
func wordedService(err error) error {
	if err != nil && strings.Contains(err.Error(), "already exists") {
		return fmt.Errorf("it is installed already; ouverte service remove takes it away: %w", err)
	}
	if errors.Is(err, fs.ErrPermission) || err != nil && strings.Contains(err.Error(), "Access is denied") {
		return fmt.Errorf("this user may not do that; root may (sudo), or a terminal of an administrator: %w", err)
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return fmt.Errorf("the system didn't do it, and its log says why%s: %w", itsLog(), err)
	}
	return err
}

// idle stands for the program while its service is installed or removed.
type idle struct{}

func (idle) Start(service.Service) error { return nil }
func (idle) Stop(service.Service) error  { return nil }

// userUnit is the unit of who isn't root: what systemd starts when they log in.
const userUnit = `[Unit]
Description={{Description}}

[Service]
ExecStart={{Path | cmdEscape}}{{range Arguments}} {{. | cmd}}{{end}}
Restart=on-failure
TimeoutStopSec=20

[Install]
WantedBy=default.target
`

// config describes the service to the system, and names its book.
func (c *serviceCmd) config() (config *service.Config, book string, err error) {
	config = &service.Config{
		Name: "ouverte", DisplayName: "Ouverte",
		Description: "Ouverte, the score and the money of Solo Whist evenings",
		Arguments:   append([]string{"serve"}, c.Flags...),
		Option:      service.KeyValue{"UserService": !mayAll(), "RunAtLoad": true},
	}
	if c.Do == "status" && !mayAll() && onlyTheMachines("/") {
		config.Option["UserService"] = false
	}
	if c.Do != "install" { // which only need its name, and whose it is
		return config, "", knownPlatform(service.Platform())
	}
	flags, err := parseServe(c.Flags)
	if err == nil && flags.Books != "" {
		err = errors.New("this service keeps one book; for a folder of them use " +
			"docs/deploy/ouverte-circles.service")
	}
	if err != nil {
		return nil, "", err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, "", err
	}
	switch platform := service.Platform(); platform {
	case "linux-systemd":
		defer func() { // with the book, where that is named
			for i, one := range config.Arguments {
				config.Arguments[i] = literal.Replace(one)
			}
		}()
		config.Executable = strings.ReplaceAll(self, "%", "%%")
		if mayAll() {
			config.Option["SystemdScript"] = hardened()
			return config, "/var/lib/ouverte/book.db", fitsUnit(flags, self)
		}
		config.Option["SystemdScript"] = userUnit
	case "darwin-launchd":
		if mayAll() {
			if config.UserName = os.Getenv("SUDO_USER"); config.UserName == "" {
				return nil, "", errors.New("say for whom: start it by sudo, as the user whose book it is")
			}
			who, err := user.Lookup(config.UserName)
			if err != nil {
				return nil, "", err
			}
			config.EnvVars = map[string]string{"HOME": who.HomeDir}
			book = filepath.Join(who.HomeDir, "Library", "Application Support", "ouverte", "book.db")
		}
	case "windows-service":
		config.UserName = `NT AUTHORITY\LocalService`
		if book, err = fitsWindows(flags, self, os.Getenv); err != nil {
			return nil, "", err
		}
		return config, book, toLocalService(filepath.Dir(book))
	default:
		return nil, "", knownPlatform(platform)
	}
	if flags.Book != "" || book == "" {
		if book, err = bookAt(flags.Book); err == nil {
			book, err = filepath.Abs(book)
		}
	}
	config.Arguments = append(config.Arguments, "--book", book)
	return config, book, err
}

// knownPlatform refuses systems that start programs by scripts: there it would run as root.
func knownPlatform(platform string) error {
	if slices.Contains([]string{"linux-systemd", "darwin-launchd", "windows-service"}, platform) {
		return nil
	}
	return fmt.Errorf("service knows systemd, launchd and the services of Windows, and finds %q here; "+
		"have your system start: ouverte serve", platform)
}

// parseServe reads flags as serve does: what the service is to start with must be understood.
func parseServe(flags []string) (*serveCmd, error) {
	all := new(commands)
	parser, err := newParser(all, &outside{out: io.Discard, err: io.Discard})
	if err != nil {
		return nil, err
	}
	if _, err := parser.Parse(append([]string{"serve"}, flags...)); err != nil {
		return nil, errors.New(plainly(err))
	}
	return &all.Serve, nil
}

// hardened is the unit of docs/deploy, for this program and these flags.
func hardened() string {
	starts := regexp.MustCompile(`(?m)^ExecStart=.*$`)
	const with = "ExecStart={{Path | cmdEscape}}{{range Arguments}} {{. | cmd}}{{end}}"
	return starts.ReplaceAllLiteralString(deploy.Unit, with)
}

// fitsUnit refuses what the hardened unit can't reach: it sees no home folder, and writes in one place.
func fitsUnit(flags *serveCmd, self string) error {
	if flags.Book != "" {
		return errors.New("the system's service keeps its book in /var/lib/ouverte, the only place it can write " +
			"to; leave --book out, and restore yours into it, or install the service without sudo, as yourself")
	}
	hidden := func(folder string) bool { return strings.HasPrefix(self, folder) }
	if slices.ContainsFunc([]string{"/home/", "/root/", "/tmp/", "/var/tmp/", "/run/user/"}, hidden) {
		return fmt.Errorf("the system's service doesn't see %s; put the program into /usr/local/bin first: "+
			"install -m 755 %[1]s /usr/local/bin/ouverte", self)
	}
	return nil
}

// literal has systemd take an argument as it is: it expands specifiers and variables.
var literal = strings.NewReplacer("%", "%%", "$", "$$")

// fitsWindows gives the book of a service of Windows, in the folder that is kept for it. It refuses a program
// in a folder where others could put another one in its place: the service runs for the whole machine.
func fitsWindows(flags *serveCmd, self string, env func(string) string) (book string, err error) {
	folder := env("ProgramData") + `\ouverte`
	if flags.Book != "" {
		return "", fmt.Errorf("the service keeps its book in %s, where its user LocalService may write; leave "+
			"--book out, and restore yours into it", folder)
	}
	safe := env("ProgramFiles")
	if safe == "" || !strings.HasPrefix(strings.ToLower(self), strings.ToLower(safe)+`\`) {
		return "", fmt.Errorf("the service would run a program that others may replace, %s; put it into "+
			`%s\Ouverte first`, self, cmp.Or(safe, `C:\Program Files`))
	}
	return folder + `\book.db`, nil
}

// toLocalService makes a folder for that user and administrators alone.
func toLocalService(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	const administrators, system, localService = "*S-1-5-32-544", "*S-1-5-18", "*S-1-5-19"
	for _, args := range [][]string{
		{folder, "/setowner", administrators, "/T", "/Q"},
		{folder, "/inheritance:r", "/grant:r", administrators + ":(OI)(CI)F", system + ":(OI)(CI)F",
			localService + ":(OI)(CI)M", "/Q"},
	} {
		if out, err := exec.Command("icacls", args...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s can't be given to the service: %w\n%s", folder, err, out)
		}
	}
	return nil
}

// Where units and their like lie: of the package, of the machine, and of one user.
var (
	packaged = []string{"usr/lib/systemd/system/ouverte.service", "lib/systemd/system/ouverte.service"}
	machines = append([]string{"etc/systemd/system/ouverte.service", "Library/LaunchDaemons/ouverte.plist"},
		packaged...)
	users = []string{".config/systemd/user/ouverte.service", "Library/LaunchAgents/ouverte.plist"}
)

// lies tells whether one of some files is in a folder.
func lies(folder string, files []string) bool {
	return slices.ContainsFunc(files, func(file string) bool {
		_, err := os.Stat(filepath.Join(folder, file))
		return err == nil
	})
}

// onlyTheMachines tells whether the service is the machine's, and this user has none of their own.
func onlyTheMachines(root string) bool {
	home, err := os.UserHomeDir()
	return lies(root, machines) && (err != nil || !lies(home, users))
}

// ofPackage refuses to install the service beside that of the package, or to remove that: both have one name
// and one book.
func (c *serviceCmd) ofPackage(root string) error {
	own := lies(root, machines[:1])
	switch {
	case !mayAll() || !lies(root, packaged):
		return nil
	case c.Do == "install":
		return errors.New("the package has installed the service already: systemctl enable --now ouverte; flags " +
			"go into /etc/ouverte.env, as OUVERTE_LISTEN=0.0.0.0:8052")
	case c.Do == "remove" && !own:
		return errors.New("the service came with the package: systemctl disable --now ouverte, or " +
			"apt remove ouverte, which leaves the book")
	}
	return nil
}

// mayAll tells whether the service is the machine's, and not one user's.
func mayAll() bool { return runtime.GOOS == "windows" || os.Geteuid() == 0 }
