package web_test

// The evening of webtest.Played by plain forms and links, as a browser without a script sends them.

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"ouverte/web/webtest"
)

func TestPlayedWithoutScript(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	p := &plainly{h: h, page: h.Get("/").Is(200)}
	for _, step := range webtest.Played() {
		p.does(step)
		if t.Failed() {
			t.Fatalf("after %+v:\n%s", step, p.page.Text("main"))
		}
	}
	webtest.PlayedWell(t, h.Book, p.page.Text(".seal"))
}

// plainly is somebody at a page that has no script.
type plainly struct {
	h      *webtest.Site
	page   *webtest.Answer
	filled url.Values // answers on this page, not sent yet
}

// does fills in a field, follows a link, or sends the form of a button.
func (p *plainly) does(step webtest.Step) {
	p.h.T.Helper()
	at := p.page.Doc.Find(step.CSS).First()
	name, form := at.AttrOr("name", ""), at.Closest("form")
	if id, ok := at.Attr("form"); ok {
		form = p.page.Doc.Find("#" + id)
	}
	switch tag := goquery.NodeName(at); {
	case tag == "summary": // it opens by itself
	case tag == "a":
		p.arrives(p.h.Get(at.AttrOr("href", "")))
	case tag == "input" && step.Text != "":
		p.fills(name, step.Text)
	case tag == "input":
		p.fills(name, at.AttrOr("value", "on"))
	case tag == "button" && form.Length() == 1:
		p.sends(at, form)
	default:
		p.h.T.Errorf("%s is nothing to press", step.CSS)
	}
	if step.Then != "" {
		got := p.page.Doc.Find(step.Then).Length()
		if want := max(step.Count, 0); got != want && (step.Count != 0 || got == 0) {
			p.h.T.Errorf("%d of %s", got, step.Then)
		}
	}
}

func (p *plainly) fills(name, value string) {
	if p.filled == nil {
		p.filled = url.Values{}
	}
	p.filled.Set(name, value)
}

// sends a form with its input and the button's own answer.
func (p *plainly) sends(button, form *goquery.Selection) {
	p.h.T.Helper()
	form.SetAttr("data-sent", "")
	said := p.page.Form("form[data-sent]", "")
	for name, value := range p.filled {
		said[name] = value
	}
	if name := button.AttrOr("name", ""); name != "" {
		said.Add(name, button.AttrOr("value", ""))
	}
	to := button.AttrOr("formaction", form.AttrOr("action", ""))
	if strings.EqualFold(button.AttrOr("formmethod", form.AttrOr("method", "get")), "post") {
		p.arrives(p.h.Post(to, said))
	} else {
		p.arrives(p.h.Get(to + "?" + said.Encode()))
	}
}

// arrives follows an answer to the page it leads to.
func (p *plainly) arrives(a *webtest.Answer) {
	p.h.T.Helper()
	if a.StatusCode == http.StatusSeeOther {
		a = p.h.Get(a.Header.Get("Location"))
	}
	p.page, p.filled = a.Is(200), nil
}
