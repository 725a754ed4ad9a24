package webtest

import (
	"context"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"ouverte/web"
)

func init() {
	letIn := func(h *Site) {
		for i, name := range []string{"The tablet", "Ann’s phone", "Maximilian von und zu Hohenstein-Ansbach",
			"Television"} {
			h.LetIn([]web.Right{web.Keeper, web.Scorer, web.Scorer, web.Watcher}[i], name)
		}
	}
	atHome := func(o *web.Options) {
		o.Address = func() string { return "https://192.168.1.5:8052" }
		o.Trust = &web.Trust{Fingerprint: aFingerprint}
	}
	Screens = append(
		Screens,
		Screen{Name: "keeper-alone", Open: func(*Site) string { return "/keeper" }},
		Screen{
			Name:   "keeper",
			Change: atHome,
			Open:   func(h *Site) string { letIn(h); return "/keeper?did=renamed" },
		},
		Screen{
			Name:   "keeper-copies",
			Change: func(o *web.Options) { atHome(o); o.Copies = Copying },
			Open: func(h *Site) string {
				letIn(h)
				h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
				return "/keeper"
			},
		},
		Screen{
			Name:   "copies",
			Change: func(o *web.Options) { o.Copies = Copying },
			Open: func(h *Site) string {
				night := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
				h.Plays(night, "solo A 6", "solo B 4")
				h.Closes(night)
				fine(h.T, h.copying.Now(h.T.Context()))
				next := h.Night("hoyle", h.Players("Eve", "Fay", "Gus", "Hal")...)
				h.Plays(next, "solo E 6", "solo F 5", "solo G 6")
				return "/keeper/copies?copy=" + url.QueryEscape("0/"+filepath.Base(h.copying.Places()[0].Copies[0].Path))
			},
		},
		Screen{
			Name:   "keeper-code",
			Change: atHome,
			Open: func(h *Site) string {
				letIn(h)
				h.Club("Ann", "Bob", "Cat", "Dan", "Eve", "Fred", "Gus", "Hal")
				return "/keeper"
			},
		},
		Screen{
			Name:   "keeper-in",
			Change: func(o *web.Options) { atHome(o); o.Copies = Copying },
			Open: func(h *Site) string {
				four := h.Players("Ann", "Bob", "Cat", "Dan")
				night := h.Night("hoyle", four...)
				h.Plays(night, "solo A 6", "solo B 4")
				h.Closes(night)
				fine(h.T, h.copying.Now(h.T.Context()))
				h.Night("hoyle", four...)
				_, _, err := h.Book.Pair(h.T.Context(), h.Get("/keeper").Text(".fresh .code"), "The tablet", "")
				fine(h.T, err)
				return "/keeper"
			},
		},
		Screen{Name: "keeper-warned", Open: func(h *Site) string {
			path := h.Book.Path()
			fine(h.T, os.Rename(path, path+"-away"))
			h.T.Cleanup(func() { _ = os.Rename(path+"-away", path) })
			return "/keeper"
		}},
		Screen{Name: "keeper-checked", Change: atHome, Open: func(h *Site) string {
			h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
			return "/keeper"
		}},
		Screen{
			Name:   "keeper-refused",
			Change: atHome,
			Open:   func(h *Site) string { letIn(h); return "/keeper" },
		},
		Screen{Name: "pin", Open: func(h *Site) string {
			fine(h.T, h.Book.SetPIN(context.Background(), "4711"))
			return "/keeper"
		}},
		Screen{Name: "pair", Open: func(*Site) string { return "/pair" }},
		Screen{Name: "pair-scanned", Open: func(h *Site) string {
			code, _, err := h.Book.MakeCode(context.Background(), web.Scorer)
			if err != nil {
				h.T.Fatal(err)
			}
			return "/pair/" + code
		}},
		Screen{Name: "pair-refused", Open: func(*Site) string { return "/pair/AAAA-AAAA" }},
		Screen{
			Name:   "turned-away",
			Change: func(o *web.Options) { o.Who = func(*http.Request) web.Visitor { return web.Visitor{} } },
			Open:   func(*Site) string { return "/" },
		},
		Screen{Name: "trust", Change: atHome, Open: func(*Site) string { return "/trust" }},
	)
}

var aFingerprint = strings.TrimSuffix(strings.Repeat("A7:3F:", 16), ":")

// LetIn pairs a device and gives its token.
func (h *Site) LetIn(r web.Right, name string) string {
	h.T.Helper()
	code, _, err := h.Book.MakeCode(context.Background(), r)
	if err != nil {
		h.T.Fatal(err)
	}
	token, _, err := h.Book.Pair(context.Background(), code, name, "")
	if err != nil {
		h.T.Fatal(err)
	}
	return token
}
