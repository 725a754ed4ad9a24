package web

// The circle's own names for the calls: they change what every page says, and nothing that is kept.

import (
	"slices"

	"github.com/labstack/echo/v4"

	"ouverte/rules"
	"ouverte/rules/laws"
	"ouverte/templates/frame"
	"ouverte/templates/lawbook"
	"ouverte/templates/ui"
)

var wordsFrame = frame.Frame{Title: "Our words", Here: frame.Laws, Styles: []string{"laws.css"}}

// wordsForm is a word for each call, by its id; empty is the usual one.
type wordsForm struct {
	keyed
	Prop          string `form:"prop"`
	Solo          string `form:"solo"`
	Misere        string `form:"misere"`
	Abundance     string `form:"abundance"`
	Royal         string `form:"royal"`
	PetitSlam     string `form:"petit-slam"`
	MisereOuverte string `form:"misere-ouverte"`
	Declared      string `form:"declared"`
	GrandSlam     string `form:"grand-slam"`
	Irish         string `form:"irish"`
	GeneralMisere string `form:"general-misere"`
	Passed        string `form:"passed"`
}

func (f *wordsForm) words() rules.Words {
	return rules.Words{
		rules.Prop: f.Prop, rules.Solo: f.Solo, rules.Misere: f.Misere, rules.Abundance: f.Abundance,
		rules.Royal: f.Royal, rules.PetitSlam: f.PetitSlam, rules.MisereOuverte: f.MisereOuverte,
		rules.Declared: f.Declared, rules.GrandSlam: f.GrandSlam, rules.Irish: f.Irish,
		rules.GeneralMisere: f.GeneralMisere, rules.Passed: f.Passed,
	}
}

// amongNames refuses a word that is neither among the names the laws know nor the circle's word until now.
func (f *wordsForm) amongNames(until rules.Words) error {
	for _, call := range rules.Calls() {
		word := f.words()[call]
		if word != "" && word != until[call] && !slices.Contains(laws.Names(call), word) {
			return &rules.Problem{Field: call.String(), Sentence: "Choose one of the names in the list."}
		}
	}
	return nil
}

func (s *server) wordsPage(c echo.Context, form *didForm) error {
	v := lawbook.WordsView{Key: newKey(), Words: s.snapshot(c).Words(), Kept: form.Did == "kept"}
	return s.page(c, wordsFrame, lawbook.WordsPage(v))
}

func (s *server) saveWords(c echo.Context) error {
	var form wordsForm
	err := c.Bind(&form)
	if err == nil {
		err = form.amongNames(s.snapshot(c).Words())
	}
	if err == nil {
		_, err = s.book.SaveWords(c.Request().Context(), s.slip(c, form.Key), form.words())
	}
	if err == nil {
		return s.goTo(c, "/laws/words?did=kept")
	}
	return refuse(err, func(says ui.Says) (*screen, error) {
		v := lawbook.WordsView{Key: form.Key, Words: form.words(), Says: says}
		return &screen{wordsFrame, lawbook.WordsPage(v)}, nil
	})
}
