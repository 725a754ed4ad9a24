package web

// The house rules: all sets, one of them, and a set taken out and brought in as a file. Making and changing
// one is in housedraft.go.

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/templates/frame"
	"ouverte/templates/lawbook"
	"ouverte/templates/ui"
	"ouverte/web/forms"
)

var housesFrame = frame.Frame{
	Title: "House rules", Here: frame.Houses, Styles: []string{"laws.css", "houses.css"},
}

var houseDid = map[string]string{
	"kept":    "Kept, and chosen for the next night you start.",
	"brought": "Brought in, and chosen for the next night you start.",
	"number":  "Brought in, with a number: another set has its name. It is chosen for the next night you start.",
	"here":    "You have this set already.",
	"away":    "Put away: the start page leaves it out now.",
	"back":    "Offered again.",
}

func (s *server) housesPage(c echo.Context, form *didForm) error {
	v := s.housesView(c)
	v.Said = houseDid[form.Did]
	return s.page(c, housesFrame, lawbook.HousesPage(v))
}

func (s *server) housesView(c echo.Context) lawbook.HousesView {
	now := s.snapshot(c)
	v := lawbook.HousesView{Key: newKey(), Change: s.may(c, Scorer), Words: now.Words()}
	for _, l := range now.Houses() {
		v.Sets = append(v.Sets, houseRow(l))
	}
	return v
}

func houseRow(l show.HouseLine) lawbook.HouseRow {
	return lawbook.HouseRow{House: l.House, Own: l.Own, Hidden: l.Hidden, Version: l.Version, Nights: l.Nights}
}

// houseLine finds a set of the list by the id in the address.
func (s *server) houseLine(now *show.Snapshot, id string) (show.HouseLine, error) {
	for _, l := range now.Houses() {
		if l.House.ID == id {
			return l, nil
		}
	}
	return show.HouseLine{}, &fault{
		Status: http.StatusNotFound, Heading: "No such rules", BackName: "All sets", BackTo: "/houses",
		Sentence: "This book has no house rules of that name.",
	}
}

func houseID(c echo.Context) string {
	id, err := url.PathUnescape(c.Param("house"))
	if err != nil {
		return ""
	}
	return id
}

func (s *server) housePage(c echo.Context, form *didForm) error {
	now := s.snapshot(c)
	line, err := s.houseLine(now, houseID(c))
	if err != nil {
		return err
	}
	v := lawbook.HouseView{
		HouseRow: houseRow(line), Words: now.Words(), Key: newKey(), Change: s.may(c, Scorer),
		Said: houseDid[form.Did],
	}
	return s.page(c, housesFrame, lawbook.HousePage(v))
}

// hideForm puts a set away or offers it again.
type hideForm struct {
	keyed
	Hidden bool `form:"hidden"`
}

func (s *server) hideHouse(c echo.Context, form *hideForm) error {
	id, did := houseID(c), "back"
	if form.Hidden {
		did = "away"
	}
	if _, err := s.book.HideHouse(c.Request().Context(), s.slip(c, form.Key), id, form.Hidden); err != nil {
		return err
	}
	return s.goTo(c, housePath(id)+"?did="+did)
}

func housePath(id string) string { return "/houses/" + url.PathEscape(id) }

// houseFile sends a set as the JSON of the rules, to be brought in elsewhere.
func (s *server) houseFile(c echo.Context) error {
	line, err := s.houseLine(s.snapshot(c), houseID(c))
	if err != nil {
		return err
	}
	text, err := line.House.MarshalJSON()
	if err != nil {
		return err
	}
	h := c.Response().Header()
	file := map[string]string{"filename": line.House.ID + ".json"}
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", file))
	h.Set("Cache-Control", "no-store")
	return send(c.Response(), c.Request(), http.StatusOK, "application/json; charset=utf-8", append(text, '\n'))
}

// mostHouse is the size in bytes a file with a set may have; the largest possible one is a tenth of it.
const mostHouse = 64 << 10

// bringHouse takes a set from a file. A file that won't do is answered with a sentence beside the field.
func (s *server) bringHouse(c echo.Context) error {
	h, key, err := houseFromFile(c)
	path := ""
	if err == nil {
		path, err = s.keepBrought(c.Request().Context(), s.slip(c, key), h)
	}
	if err == nil {
		return s.goTo(c, path)
	}
	return refuse(err, func(says ui.Says) (*screen, error) {
		v := s.housesView(c)
		v.Says = ui.Says{"file": plainly(says)[""]}
		return &screen{housesFrame, lawbook.HousesPage(v)}, nil
	})
}

// houseFromFile reads the form with the file: the key of the page, and after it the set.
func houseFromFile(c echo.Context) (h *rules.House, key string, err error) {
	file, err := uploaded(c, "Choose a file with a set of house rules.")
	if err != nil {
		return nil, "", err
	}
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, "", fileFault(err)
	}
	if len(text) == 0 {
		return nil, "", forms.Wrong{"file": "Choose a file first: this one is empty."}
	}
	if h, err = rules.ParseHouse(text); err != nil {
		return nil, "", forms.Wrong{"file": noSet(text, err)}
	}
	return h, file.Key, nil
}

// noSet says of a file that can't be brought in what it should have been, and where such a file comes from.
func noSet(text []byte, err error) string {
	says := "This isn’t a set saved by Ouverte."
	if wrong := (*rules.Problem)(nil); errors.As(err, &wrong) && wrong.Field != "" {
		says = "This isn’t a set as Ouverte saves it: perhaps it was changed by hand. " + wrong.Sentence
	} else if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		says = "This isn’t a set as Ouverte saves it: the file isn’t whole, or was changed on the way."
	}
	return says + " Ask somebody who has the set to open its page and tap Take as a file. Bring in that " +
		"file unchanged."
}

// keepBrought keeps a set from a file, unless it is here already: under any name as one of the circle's own.
// path is the set's page, with the notice.
func (s *server) keepBrought(ctx context.Context, slip ledger.Slip, h *rules.House) (path string, err error) {
	lines := s.book.Now().Houses()
	if i := slices.IndexFunc(lines, func(l show.HouseLine) bool {
		return sameGame(l.House, h) && (l.Own || l.House.Name == h.Name)
	}); i >= 0 {
		return housePath(lines[i].House.ID) + "?did=here", nil
	}
	did, name := "?did=brought", h.Name
	if h.Name = freeName(lines, name); h.Name != name {
		did = "?did=number"
	}
	path, err = s.keepHouse(ctx, slip, h)
	return path + did, err
}

// sameGame tells whether two sets are the same in all but their names.
func sameGame(a, b *rules.House) bool {
	game := *b
	game.ID, game.Name = a.ID, a.Name
	return reflect.DeepEqual(a, &game)
}

// freeName is a name no set of the list has: the one wished for, with a number if need be.
func freeName(lines []show.HouseLine, wished string) string {
	name := wished
	for n := 2; slices.ContainsFunc(lines, func(l show.HouseLine) bool {
		return strings.EqualFold(l.House.Name, name)
	}); n++ {
		name = wished + " " + strconv.Itoa(n)
	}
	return name
}

// keepHouse keeps a new set under an id of its own, which the book makes of its name. path is the set's page.
func (s *server) keepHouse(ctx context.Context, slip ledger.Slip, h *rules.House) (path string, err error) {
	h.ID = ""
	if slices.Contains([]string{"new", "draft", "file"}, strings.ToLower(h.Name)) {
		h.ID = "set-" + strings.ToLower(slip.Key) // the book's own choice would hide a page of ours
	}
	if _, err := s.book.SaveHouse(ctx, slip, h); err != nil {
		return "", err
	}
	for _, l := range s.book.Now().Houses() {
		if l.Own && l.House.Name == strings.Join(strings.Fields(h.Name), " ") {
			return housePath(l.House.ID), nil
		}
	}
	return "/houses", nil
}
