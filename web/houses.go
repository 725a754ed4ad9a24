package web

// The rules of the house: all sets, one of them, and the way of a set in and out as a file. Making and changing one is in
// housedraft.go.

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
	"ouverte/templates/laws"
	"ouverte/web/forms"
)

var housesFrame = templates.Frame{Title: "House rules", Here: templates.Houses, Styles: []string{"laws.css", "houses.css"}}

// housesForm is what the address of the list says: two sets to be compared, and what was just done.
type housesForm struct {
	Left  string `form:"left" validate:"max=60"`
	Right string `form:"right" validate:"max=60"`
	Did   string `form:"did" validate:"max=20"`
}

var houseDid = map[string]string{
	"kept":    "Kept. It will stand first when you start a night.",
	"brought": "Brought in. It will stand first when you start a night.",
	"away":    "Put away: it is not offered any more when a night is started.",
	"back":    "Offered again.",
}

func (s *Server) housesPage(c echo.Context) error {
	var form housesForm
	if err := bind(c, &form); err != nil {
		return err
	}
	v, err := s.housesView(c)
	if err != nil {
		return err
	}
	v.Said = houseDid[form.Did]
	find := func(id string) *rules.House {
		for _, r := range v.Sets {
			if r.House.ID == id {
				return r.House
			}
		}
		return nil
	}
	v.Left, v.Right = find(form.Left), find(form.Right)
	return s.show(c, http.StatusOK, housesFrame, laws.HousesPage(v))
}

func (s *Server) housesView(c echo.Context) (laws.HousesView, error) {
	ctx := c.Request().Context()
	v := laws.HousesView{Key: s.lots.key(), Change: s.Who(c.Request()).Right >= Scorer}
	lines, err := s.book.Houses(ctx)
	if err != nil {
		return v, err
	}
	for _, l := range lines {
		v.Sets = append(v.Sets, houseRow(l))
	}
	v.Words = s.book.Words()
	return v, nil
}

func houseRow(l ledger.HouseLine) laws.HouseRow {
	return laws.HouseRow{House: l.House, Own: l.Own, Hidden: l.Hidden, Version: l.Version, Nights: l.Nights}
}

// houseLine finds a set of the list by the id in the address.
func (s *Server) houseLine(ctx context.Context, id string) (ledger.HouseLine, error) {
	lines, err := s.book.Houses(ctx)
	if err != nil {
		return ledger.HouseLine{}, err
	}
	for _, l := range lines {
		if l.House.ID == id {
			return l, nil
		}
	}
	return ledger.HouseLine{}, &fault{Status: http.StatusNotFound, Heading: "No such rules",
		Sentence: "There is no set of house rules of that name in this book.", BackName: "All sets", BackTo: "/houses"}
}

func houseID(c echo.Context) string {
	id, err := url.PathUnescape(c.Param("house"))
	if err != nil {
		return ""
	}
	return id
}

// didForm is what an address says besides the page: what was just done.
type didForm struct {
	Did string `form:"did" validate:"max=20"`
}

func (s *Server) housePage(c echo.Context) error {
	var form didForm
	if err := bind(c, &form); err != nil {
		return err
	}
	ctx := c.Request().Context()
	line, err := s.houseLine(ctx, houseID(c))
	if err != nil {
		return err
	}
	words := s.book.Words()
	v := laws.HouseView{HouseRow: houseRow(line), Words: words, Key: s.lots.key(), Change: s.Who(c.Request()).Right >= Scorer, Said: houseDid[form.Did]}
	return s.show(c, http.StatusOK, housesFrame, laws.HousePage(v))
}

// hideForm puts a set away or offers it again.
type hideForm struct {
	Key    string `form:"key" validate:"required,max=64"`
	Hidden bool   `form:"hidden"`
}

func (s *Server) hideHouse(c echo.Context) error {
	var form hideForm
	if err := bind(c, &form); err != nil {
		return err
	}
	id := houseID(c)
	if _, err := s.book.HideHouse(c.Request().Context(), s.slip(c, form.Key), id, form.Hidden); err != nil {
		return err
	}
	did := "back"
	if form.Hidden {
		did = "away"
	}
	return s.goTo(c, "/houses/"+url.PathEscape(id)+"?did="+did)
}

// houseFile hands a set out as the JSON of the rules, to be brought in elsewhere.
func (s *Server) houseFile(c echo.Context) error {
	line, err := s.houseLine(c.Request().Context(), houseID(c))
	if err != nil {
		return err
	}
	text, err := line.House.MarshalJSON()
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": line.House.ID + ".json"}))
	h.Set("Cache-Control", "no-store")
	return send(c.Response(), c.Request(), http.StatusOK, "application/json; charset=utf-8", append(text, '\n'))
}

// mostHouse is the size of a file with a set; the largest possible one is a tenth of it.
const mostHouse = 64 << 10

// bringHouse takes a set from a file. A file that won't do is answered with a sentence beside the field.
func (s *Server) bringHouse(c echo.Context) error {
	h, key, err := houseFromFile(c)
	path := ""
	if err == nil {
		path, err = s.keepHouse(c.Request().Context(), s.slip(c, key), h)
	}
	if says, ok := said(err); ok {
		for _, sentence := range says {
			err = forms.Wrong{"file": sentence}
		}
		v, e := s.housesView(c)
		if e != nil {
			return e
		}
		return refuse(err, housesFrame, func(says templates.Says) templ.Component { v.Says = says; return laws.HousesPage(v) })
	}
	if err != nil {
		return err
	}
	return s.goTo(c, path+"?did=brought")
}

// houseFromFile reads the form with the file: the key of the page, and after it the set.
func houseFromFile(c echo.Context) (h *rules.House, key string, err error) {
	r := c.Request()
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "multipart/form-data" {
		return nil, "", &fault{Status: http.StatusUnsupportedMediaType, Heading: "Not a file", Sentence: "Choose a file with a set of house rules."}
	}
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, "", forms.Bad("The file came in pieces that don't fit together.")
	}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return nil, "", forms.Wrong{"file": "Choose a file first."}
		}
		var text []byte
		if err == nil {
			text, err = io.ReadAll(part)
		}
		if err != nil {
			return nil, "", fileFault(err)
		}
		switch part.FormName() {
		case "key":
			key = string(text)
		case "file":
			if len(text) == 0 {
				return nil, "", forms.Wrong{"file": "Choose a file first: this one is empty."}
			}
			h, err := rules.ParseHouse(text)
			if err != nil {
				return nil, "", forms.Wrong{"file": noSet(text, err)}
			}
			return h, key, nil
		}
	}
}

// noSet says of a file that can't be brought in what it should have been, and where such a file comes from.
func noSet(text []byte, err error) string {
	says := "This isn’t a set saved by Ouverte."
	if wrong := (*rules.Problem)(nil); errors.As(err, &wrong) && wrong.Field != "" {
		says = "This isn’t a set as Ouverte saves it: perhaps it was changed by hand. " + wrong.Sentence
	} else if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		says = "This isn’t a set as Ouverte saves it: the file isn’t whole, or was changed on the way."
	}
	return says + " Whoever plays by the set opens its page and taps Take as a file; that file is brought in here as it is."
}

func fileFault(err error) error {
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		return err
	}
	return forms.Bad("The file came in pieces that don't fit together.")
}

// keepHouse keeps a new set under an id of its own, which the book makes of its name, and tells where it then lives.
func (s *Server) keepHouse(ctx context.Context, slip ledger.Slip, h *rules.House) (path string, err error) {
	h.ID = ""
	if slices.Contains([]string{"new", "draft", "file"}, strings.ToLower(h.Name)) {
		h.ID = "set-" + strings.ToLower(slip.Key) // the book's own choice would hide a page of ours
	}
	if _, err := s.book.SaveHouse(ctx, slip, h); err != nil {
		return "", err
	}
	lines, err := s.book.Houses(ctx)
	if err != nil {
		return "", err
	}
	for _, l := range lines {
		if l.Own && l.House.Name == strings.Join(strings.Fields(h.Name), " ") { // the newest of that name stands first
			return "/houses/" + url.PathEscape(l.House.ID), nil
		}
	}
	return "/houses", nil
}
