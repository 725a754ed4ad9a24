package web

// The house rules: all sets, and one of them. Making and changing one is in housedraft.go.

import (
	"context"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
	"ouverte/templates/lawbook"
)

var housesFrame = templates.Frame{
	Title: "House rules", Here: templates.Houses, Styles: []string{"laws.css", "houses.css"},
}

var houseDid = map[string]string{
	"kept": "Kept, and chosen for the next night you start.",
	"away": "Put away: it is not offered any more when a night is started.",
	"back": "Offered again.",
}

func (s *server) housesPage(c echo.Context, form *didForm) error {
	v := lawbook.HousesView{
		Change: s.may(c, Scorer), Words: s.book.Words(), Said: houseDid[form.Did],
	}
	for _, l := range s.book.Houses() {
		v.Sets = append(v.Sets, houseRow(l))
	}
	return s.page(c, housesFrame, lawbook.HousesPage(v))
}

func houseRow(l ledger.HouseLine) lawbook.HouseRow {
	return lawbook.HouseRow{House: l.House, Own: l.Own, Hidden: l.Hidden, Version: l.Version, Nights: l.Nights}
}

// houseLine finds a set of the list by the id in the address.
func (s *server) houseLine(id string) (ledger.HouseLine, error) {
	for _, l := range s.book.Houses() {
		if l.House.ID == id {
			return l, nil
		}
	}
	return ledger.HouseLine{}, &fault{
		Status: http.StatusNotFound, Heading: "No such rules", BackName: "All sets", BackTo: "/houses",
		Sentence: "There is no set of house rules of that name in this book.",
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
	line, err := s.houseLine(houseID(c))
	if err != nil {
		return err
	}
	v := lawbook.HouseView{
		HouseRow: houseRow(line), Words: s.book.Words(), Key: newKey(), Change: s.may(c, Scorer),
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

// sameGame tells whether two sets are the same in all but their names.
func sameGame(a, b *rules.House) bool {
	game := *b
	game.ID, game.Name = a.ID, a.Name
	return reflect.DeepEqual(a, &game)
}

// freeName is a name no set of the list has: the one wished for, with a number if need be.
func freeName(lines []ledger.HouseLine, wished string) string {
	name := wished
	for n := 2; slices.ContainsFunc(lines, func(l ledger.HouseLine) bool {
		return strings.EqualFold(l.House.Name, name)
	}); n++ {
		name = wished + " " + strconv.Itoa(n)
	}
	return name
}

// keepHouse keeps a new set under an id of its own, which the book makes of its name. path is the set's page.
func (s *server) keepHouse(ctx context.Context, slip ledger.Slip, h *rules.House) (path string, err error) {
	h.ID = ""
	if slices.Contains([]string{"new", "draft"}, strings.ToLower(h.Name)) {
		h.ID = "set-" + strings.ToLower(slip.Key) // the book's own choice would hide a page of ours
	}
	if _, err := s.book.SaveHouse(ctx, slip, h); err != nil {
		return "", err
	}
	for _, l := range s.book.Houses() {
		if l.Own && l.House.Name == strings.Join(strings.Fields(h.Name), " ") {
			return housePath(l.House.ID), nil
		}
	}
	return "/houses", nil
}
