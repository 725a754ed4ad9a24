package web_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/show"
	"ouverte/ledger/testenv"
	"ouverte/web/webtest"
)

// faced are the faces of a page, or a picture, and of whom each is: the name that follows it.
type faced struct {
	t       testing.TB
	drawn   map[string]face.Emblem // by the path it is drawn with
	players []show.Player
}

// facesOf reads how emblems are drawn from somebody's page.
func facesOf(h *webtest.Site, p chain.PlayerID) faced {
	h.T.Helper()
	f := faced{h.T, map[string]face.Emblem{}, nil}
	h.Get(webtest.PersonPath(p)).Is(200).Doc.Find("#face button[name=emblem]").Each(func(_ int, b *sel) {
		f.drawn[b.Find("path").AttrOr("d", "")] = face.Emblem(b.AttrOr("value", ""))
	})
	if len(f.drawn) != len(face.Emblems) {
		h.T.Fatalf("%d emblems are drawn", len(f.drawn))
	}
	f.players = h.Book.Now().Players()
	return f
}

// named is who a text begins with.
func (f faced) named(text string) *show.Player {
	for i := range f.players {
		if strings.HasPrefix(strings.TrimSpace(text), f.players[i].Name) {
			return &f.players[i]
		}
	}
	return nil
}

// inRow is whose the face is in a row of several, which stand before words that name their owners in the same
// order; last is true of the one beside the words, and of one alone.
func (f faced) inRow(svg *sel) (p *show.Player, last bool) {
	before, after := 0, 0
	isFace := func(n *html.Node) bool {
		return n != nil && n.Data == "svg" && slices.ContainsFunc(n.Attr, func(a html.Attribute) bool {
			return a.Key == "class" && strings.HasPrefix(a.Val, "face")
		})
	}
	for n := svg.Nodes[0].PrevSibling; isFace(n); n = n.PrevSibling {
		before++
	}
	n := svg.Nodes[0].NextSibling
	for ; isFace(n); n = n.NextSibling {
		after++
	}
	if before+after == 0 || n == nil || n.Type != html.TextNode {
		return nil, after == 0
	}
	var people []*show.Player
	for i := range f.players {
		if strings.Contains(n.Data, f.players[i].Name) {
			people = append(people, &f.players[i])
		}
	}
	slices.SortFunc(people, func(a, b *show.Player) int {
		return strings.Index(n.Data, a.Name) - strings.Index(n.Data, b.Name)
	})
	if len(people) != before+after+1 {
		f.t.Errorf("%d faces stand before %q", before+after+1, n.Data)
		return nil, false
	}
	return people[before], after == 0
}

// right holds each face against the one its owner has, and gives how often each is there.
func (f faced) right(page string, a *webtest.Answer) map[string]int {
	f.t.Helper()
	found := map[string]int{}
	check := func(what, text, class, path string) {
		f.t.Helper()
		p := f.named(text)
		if p == nil {
			return
		}
		got := face.Face{Emblem: f.drawn[path]}
		for _, c := range strings.Fields(class) {
			if colour, ok := strings.CutPrefix(c, "c-"); ok {
				got.Colour = face.Colour(colour)
			}
		}
		if got != p.Face {
			f.t.Errorf("%s: %s of %s is %+v, not %+v", page, what, p.Name, got, p.Face)
		}
		found[p.Name]++
	}
	a.Doc.Find("svg.face").Each(func(_ int, svg *sel) {
		if p, last := f.inRow(svg); p != nil {
			check("the face", p.Name, svg.AttrOr("class", ""), svg.Find("path").AttrOr("d", ""))
			return
		} else if !last {
			return
		}
		next := svg.Next().Text()
		beside := svg.Nodes[0].NextSibling
		if beside != nil && goquery.NodeName(goquery.NewDocumentFromNode(beside).Selection) == "#text" {
			next = beside.Data
		}
		check("the face", next, svg.AttrOr("class", ""), svg.Find("path").AttrOr("d", ""))
	})
	a.Doc.Find("svg.lines > g").Each(func(_ int, g *sel) {
		g.Find(".emblem path").Each(func(_ int, path *sel) {
			check("the line", g.Find("text").Text(), g.AttrOr("class", ""), path.AttrOr("d", ""))
		})
	})
	return found
}

// TestFacesEverywhere: wherever people stand in a list, a table or a drawing they have their own face, which
// was chosen a moment ago; on the pages of one person it stands at the head.
func TestFacesEverywhere(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	h := webtest.Open(t, webtest.On("2026-11-20 20:00"))
	h.Seasons()
	const ann chain.PlayerID = 1 // who is entered first
	chosen := face.Face{Colour: "lime", Emblem: "dice"}
	must(h.Book.ChooseFace(t.Context(), h.Slip(), ann, chosen))(t)
	f := facesOf(h, ann)
	for page, least := range map[string]int{ // how often Ann's face is there
		"/players":                     1,
		"/players/1":                   1,
		"/players/2":                   1, // with and against
		"/players/1/person":            1,
		"/nights":                      5,
		"/nights/1":                    3, // the sheet and the lines; awards
		"/balances":                    2,
		"/seasons":                     0,
		"/seasons/2025":                2,
		"/stats":                       2, // the standing, and as a table
		"/stats/calls":                 1,
		"/stats/together":              2, // both heads of who won from whom: no two are a firm yet
		"/stats/evenings":              1, // the dots; on the calendar everybody has one drawing
		"/stats/records":               2,
		"/stats/otherwise?house=irish": 1,
	} {
		answer := h.Get(page).Is(200)
		found := f.right(page, answer)
		if found["Ann"] < least {
			t.Errorf("%s has the face of Ann %d times", page, found["Ann"])
		}
		if strings.HasPrefix(page, "/players/1") && answer.Doc.Find("h1 .face.c-lime").Length() != 1 {
			t.Errorf("%s hasn't the face of Ann at its head", page)
		}
		answer.Doc.Find(".took li").Each(func(_ int, li *sel) {
			if li.Find("strong").Text() != "Ann" {
				return
			}
			drawing := li.Find(".tile.c-lime use").AttrOr("href", "#none")
			if d := answer.Doc.Find(drawing+" path").AttrOr("d", ""); f.drawn[d] != chosen.Emblem {
				t.Errorf("%s: who took evenings: Ann is drawn as %q", page, f.drawn[d])
			}
			found["took"]++
		})
		if page == "/stats/evenings" && found["took"] != 1 {
			t.Errorf("%s: Ann is %d times among who took evenings", page, found["took"])
		}
		answer.Doc.Find(".awards li").Each(func(_ int, li *sel) {
			if li.Find("strong .face").Length() == 0 {
				t.Errorf("%s: an award is without a face: %s", page, li.Text())
			}
		})
		answer.Doc.Find(".season .facts div").Each(func(_ int, one *sel) {
			if p := f.named(one.Find("dd").Text()); p != nil && one.Find("dd .face").Length() == 0 {
				t.Errorf("%s: a record is without a face: %s", page, one.Text())
			}
		})
	}
}
