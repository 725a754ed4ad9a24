package web

// The circle's own names for the calls: they change what every page says, and nothing that is kept.

import (
	"github.com/labstack/echo/v4"

	"ouverte/rules"
	"ouverte/templates"
	"ouverte/templates/lawbook"
)

var wordsFrame = templates.Frame{Title: "Our words", Here: templates.Laws, Styles: []string{"laws.css"}}

// wordsForm is a word for each call, by its id; empty is the usual one.
type wordsForm struct {
	keyed
	Prop          string `form:"prop" validate:"max=60"`
	Solo          string `form:"solo" validate:"max=60"`
	Misere        string `form:"misere" validate:"max=60"`
	Abundance     string `form:"abundance" validate:"max=60"`
	Royal         string `form:"royal" validate:"max=60"`
	PetitSlam     string `form:"petit-slam" validate:"max=60"`
	MisereOuverte string `form:"misere-ouverte" validate:"max=60"`
	Declared      string `form:"declared" validate:"max=60"`
	GrandSlam     string `form:"grand-slam" validate:"max=60"`
	Irish         string `form:"irish" validate:"max=60"`
	GeneralMisere string `form:"general-misere" validate:"max=60"`
	Passed        string `form:"passed" validate:"max=60"`
}

func (f *wordsForm) words() rules.Words {
	return rules.Words{
		rules.Prop: f.Prop, rules.Solo: f.Solo, rules.Misere: f.Misere, rules.Abundance: f.Abundance,
		rules.Royal: f.Royal, rules.PetitSlam: f.PetitSlam, rules.MisereOuverte: f.MisereOuverte,
		rules.Declared: f.Declared, rules.GrandSlam: f.GrandSlam, rules.Irish: f.Irish,
		rules.GeneralMisere: f.GeneralMisere, rules.Passed: f.Passed,
	}
}

func (s *server) wordsPage(c echo.Context, form *didForm) error {
	v := lawbook.WordsView{Key: newKey(), Words: s.snapshot(c).Words(), Kept: form.Did == "kept"}
	return s.page(c, wordsFrame, lawbook.WordsPage(v))
}

func (s *server) saveWords(c echo.Context) error {
	var form wordsForm
	err := c.Bind(&form)
	if err == nil {
		_, err = s.book.SaveWords(c.Request().Context(), s.slip(c, form.Key), form.words())
	}
	if err == nil {
		return s.goTo(c, "/laws/words?did=kept")
	}
	return refuse(err, func(says templates.Says) (*screen, error) {
		v := lawbook.WordsView{Key: form.Key, Words: form.words(), Says: says}
		return &screen{wordsFrame, lawbook.WordsPage(v)}, nil
	})
}
