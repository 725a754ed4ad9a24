package web

// The cookie by which a device is known. Browsers send a cookie to every port of a host, so books that are
// served from one machine, at once or one after the other, share it: it has a token for each.

import (
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger/door"
)

// Under TLS the cookie is bound to this host and to TLS.
const (
	cookie      = "ouverte"
	cookieUnder = "__Host-" + cookie
	cookieLasts = 400 * 24 * time.Hour // no browser keeps one longer; it is set anew while the device is in use
	mostTokens  = 8                    // in one cookie; the oldest go
	between     = "."                  // tokens
)

func cookieName(r *http.Request) string {
	if arrivalOf(r).secure {
		return cookieUnder
	}
	return cookie
}

// tokensIn are the tokens a browser has, the one it was given last first.
func tokensIn(r *http.Request) []string {
	c, err := r.Cookie(cookieName(r))
	if err != nil {
		return nil
	}
	tokens := strings.Split(c.Value, between)
	return tokens[:min(len(tokens), mostTokens)]
}

// device finds the device a browser is, and the token it is known by.
func (s *server) device(r *http.Request) (d door.Device, token string) {
	for _, token := range tokensIn(r) {
		if d, ok := s.book.DeviceWith(token); ok {
			return d, token
		}
	}
	return door.Device{}, ""
}

// setCookie has a browser keep a value for as long as it keeps any. Lax and not Strict: a link to the night
// in a message must open as the device it is opened on, and looking changes nothing.
func setCookie(c echo.Context, name, value, path string) {
	c.SetCookie(&http.Cookie{
		Name: name, Value: value, Path: path, MaxAge: int(cookieLasts / time.Second),
		Secure: arrivalOf(c.Request()).secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

// giveToken hands a device the token it is known by, in place of the one it had. Those of other books stay.
func (s *server) giveToken(c echo.Context, token, was string) {
	tokens := []string{token}
	for _, other := range tokensIn(c.Request()) {
		if _, ours := s.book.DeviceWith(other); !ours && other != was && len(tokens) < mostTokens {
			tokens = append(tokens, other)
		}
	}
	setCookie(c, cookieName(c.Request()), strings.Join(tokens, between), "/")
}

// keepCookie hands a device its tokens once more, so that their time starts anew.
func keepCookie(c echo.Context) {
	setCookie(c, cookieName(c.Request()), strings.Join(tokensIn(c.Request()), between), "/")
}
