package web

// Files that a form sends: the key of its page first, then the file.

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"os"

	"github.com/labstack/echo/v4"

	"ouverte/web/forms"
)

// upload is a file on its way in.
type upload struct {
	io.Reader
	Key, Name string // of the form, and of the file where it was
}

// uploaded reads a form up to its file. wanted says what file it should be.
func uploaded(c echo.Context, wanted string) (*upload, error) {
	r := c.Request()
	if !sendsFile(r) {
		return nil, &fault{Status: http.StatusUnsupportedMediaType, Heading: "Not a file", Sentence: wanted}
	}
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, fileFault(err)
	}
	u := new(upload)
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return nil, forms.Wrong{"file": "Choose a file first."}
		}
		if err != nil {
			return nil, fileFault(err)
		}
		switch part.FormName() {
		case "key":
			key, err := io.ReadAll(io.LimitReader(part, 64))
			if err != nil {
				return nil, fileFault(err)
			}
			u.Key = string(key)
		case "file":
			if u.Reader, u.Name = part, part.FileName(); u.Name == "" {
				return nil, forms.Wrong{"file": "Choose a file first."}
			}
			return u, nil
		}
	}
}

// sendsFile tells whether a request is a form with a file.
func sendsFile(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "multipart/form-data"
}

func fileFault(err error) error {
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		return err
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return forms.Wrong{"file": "The file took too long to arrive. Try again over a faster connection."}
	}
	return forms.Bad("The file arrived broken. Send it again.")
}
