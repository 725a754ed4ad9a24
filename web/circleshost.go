package web

// The pages of the house itself: for who runs it, sizes, last use and health of the circles, behind a secret;
// for anybody, that there is a house. No book is opened for them, and none is looked into.

import (
	"cmp"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger/circles"
	"ouverte/templates"
	"ouverte/templates/host"
)

// HostWay is the path that leads to the page of who runs the house, before the secret.
const HostWay = "/host/"

// hostRouter has the routes of the house. They are not those of a book.
func (h *House) hostRouter() *echo.Echo {
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = h.own.wentWrong
	for path, handle := range map[string]echo.HandlerFunc{
		"/": h.hostPage, HostWay + ":secret": h.hostLink, "/healthz": h.health, "/static/*": h.own.staticFile,
		"/trust": h.own.trustPage, "/trust/ouverte.crt": h.own.trustFile,
	} {
		e.GET(path, handle)
		e.HEAD(path, handle)
	}
	return e
}

// hostCookie is what a browser has that came by the link: not the secret, and worth nothing at a circle.
func (h *House) hostCookie() string {
	sum := sha256.Sum256([]byte("the page of who runs the house: " + h.Secret))
	return hex.EncodeToString(sum[:])
}

func hostCookieName(r *http.Request) string { return cookieName(r) + "-host" }

// isHost tells whether a browser came by the link.
func (h *House) isHost(r *http.Request) bool {
	c, err := r.Cookie(hostCookieName(r))
	return err == nil && h.Secret != "" && same(c.Value, h.hostCookie())
}

// same compares secrets, and takes as long wherever they differ.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// hostLink lets a browser in that has the secret.
func (h *House) hostLink(c echo.Context) error {
	given := c.Param("secret")
	if h.Secret == "" || !same(given, h.Secret) {
		return &fault{Status: http.StatusNotFound, Heading: "This link leads nowhere",
			Sentence: "The program prints the one that is good when it is started."}
	}
	setCookie(c, hostCookieName(c.Request()), h.hostCookie(), "/")
	return h.own.goTo(c, "/")
}

func (h *House) hostPage(c echo.Context) error {
	if !h.isHost(c.Request()) {
		return h.own.show(c, http.StatusForbidden, templates.Frame{Title: "A house of circles"}, host.Door())
	}
	list, strays, err := h.list()
	if err != nil {
		return err
	}
	v := host.View{Now: h.Now(), Strays: strays}
	open := h.openNow()
	for _, about := range list {
		line := host.Circle{About: about}
		if about.State == circles.Served {
			line.Address = h.addressOf(c.Request(), about.Name)
		}
		if a := open[about.Name]; a != nil {
			line.Awake, line.Trouble = a.err == nil, a.trouble()
		} else if about.State == circles.Served {
			line.Trouble = cmp.Or(h.failedLately(about.Name), about.Wrong)
		}
		if line.Awake {
			v.Awake++
		}
		v.Circles = append(v.Circles, line)
	}
	return h.own.page(c, templates.Frame{Title: "Circles", Styles: []string{"host.css"}}, host.Page(v))
}

// openNow are the circles whose book is open, or couldn't be opened.
func (h *House) openNow() map[string]*awake {
	h.mu.Lock()
	defer h.mu.Unlock()
	open := map[string]*awake{}
	for name, a := range h.awake {
		if a.isOpen() && !a.leaving {
			open[name] = a
		}
	}
	return open
}

// failedLately says why a circle that isn't open couldn't be, when somebody last asked for it.
func (h *House) failedLately(name string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if share := h.shares[name]; share != nil && share.failed != nil {
		return share.failed.Error()
	}
	return ""
}

// trouble says what is wrong with a book, without a word of what is in it.
func (a *awake) trouble() string {
	switch {
	case a.err != nil:
		return a.err.Error()
	case a.book.ReadOnly() != "":
		return "open for reading only: the keeper’s page and the log say why"
	case len(a.book.Warnings()) > 0:
		return "the keeper’s page and the log have a warning"
	}
	return ""
}

// addressOf is the address of a circle, by the domain this page was asked for under.
func (h *House) addressOf(r *http.Request, name string) string {
	domain, port := hostName(r.Host), ""
	if u, err := url.Parse("//" + r.Host); err == nil && u.Port() != "" {
		port = ":" + u.Port()
	}
	known := func() bool {
		for _, d := range h.Domains {
			if strings.EqualFold(d, domain) {
				return true
			}
		}
		return domain == "localhost"
	}
	if !known() {
		domain = "localhost"
		if len(h.Domains) > 0 {
			domain = h.Domains[0]
		}
	}
	scheme := "http://"
	if arrivalOf(r).secure {
		scheme = "https://"
	}
	return scheme + name + "." + domain + port + "/"
}

// health tells monitors whether the folder and the open books can be read and written. It opens none. A book
// that can't be opened is named in the log and on the host's page, and makes nobody else ill.
func (h *House) health(c echo.Context) error {
	ill := 0
	err := h.writable()
	for _, a := range h.openNow() {
		if a.err == nil && a.book.Ready(c.Request().Context()) != nil {
			ill++
			h.Log.Error("not well", "request", number(c.Request()), "circle", a.name)
		}
	}
	if err != nil || ill > 0 {
		h.Log.Error("the house isn't well", "request", number(c.Request()), "circles", ill, "error", err)
		return c.String(http.StatusServiceUnavailable, NotWell+": one or more circles, or their folder\n")
	}
	return c.String(http.StatusOK, "ok\n")
}

// writable tells whether files can be made in the folder.
func (h *House) writable() error {
	at, err := h.folder.Own("probe-")
	if err != nil {
		return err
	}
	probe, err := os.CreateTemp(filepath.Split(at)) // a name of its own: several may ask at once
	if err != nil {
		return err
	}
	_, err = probe.WriteString("well\n")
	return errors.Join(err, probe.Close(), os.Remove(probe.Name()))
}
