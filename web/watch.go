package web

// Looking on: a link for each night that shows it live to whoever has it, and nothing else. The secret in it is the right:
// it opens this one night, for reading, until it is ended at the table or the night closes. Then those who look on are shown
// the seal, and whoever comes later no more than that.

import (
	"bytes"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
	"ouverte/templates/watch"
)

// looks keeps what was last drawn for those who look on: many of them ask for the same at the same moment.
type looks struct {
	mu  sync.Mutex
	was map[ledger.NightID]look
}

type look struct {
	version ledger.EntryID
	words   rules.Words // the circle may call things and people something else, and the night stays as it was
	names   []string
	html    []byte
	zipped  []byte
}

const mostLooks = 256 // nights kept drawn; open ones are far fewer

// at gives the picture of a night, drawn and compressed at most once for each of its versions. Whoever comes while it is being
// drawn waits for it instead of drawing another.
func (l *looks) at(c echo.Context, n *ledger.Night) (look, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	names := make([]string, len(n.People))
	for i, p := range n.People {
		names[i] = p.Name
	}
	if was, ok := l.was[n.ID]; ok && (was.version > n.Version ||
		was.version == n.Version && maps.Equal(was.words, n.Words) && slices.Equal(was.names, names)) {
		return was, nil
	}
	var drawn bytes.Buffer
	if err := watch.Looked(watch.New(n)).Render(c.Request().Context(), &drawn); err != nil {
		return look{}, err
	}
	if l.was == nil || len(l.was) >= mostLooks {
		l.was = map[ledger.NightID]look{}
	}
	now := look{version: n.Version, words: n.Words, names: names, html: drawn.Bytes(), zipped: zipped(drawn.Bytes())}
	l.was[n.ID] = now
	return now, nil
}

// watchedNight finds the night a secret opens. A secret that opens none any more is told so, whatever it once was.
func (s *Server) watchedNight(c echo.Context) (*ledger.Night, error) {
	if n, ok := c.Get(atTheDoorKey).(*ledger.Night); ok {
		c.Set(atTheDoorKey, nil) // good for the first look; who asks again wants to know it anew
		return n, nil
	}
	w, err := s.book.Watched(c.Request().Context(), c.Param("secret"))
	if err == nil {
		n, err := s.book.Night(c.Request().Context(), w.Night)
		if err == nil && w.Over && n.Open {
			return nil, &fault{Status: http.StatusGone, Heading: "That evening was closed, and this link with it",
				Sentence: "It has been opened again since. Ask at the table for a new link."}
		}
		return n, err
	}
	if _, gone := err.(*ledger.NotFound); gone {
		return nil, &fault{Status: http.StatusNotFound, Heading: "Nothing to see here any more",
			Sentence: "This link was ended at the table, or never was one. Ask there for a new one."}
	}
	return nil, err
}

func (s *Server) watchPage(c echo.Context) error {
	n, err := s.watchedNight(c)
	if err != nil {
		return err
	}
	drawn, err := s.looks.at(c, n)
	if err != nil {
		return err
	}
	f := templates.Frame{Title: templates.NightTitle(n), Sub: templates.RulesLine(n), Bare: true, Htmx: true,
		Styles: []string{"table.css", "lines.css", "watch.css"}, Scripts: []string{"watch.js", "awake.js"}}
	return s.show(c, http.StatusOK, f, within(watch.Screen("/watch/"+c.Param("secret")), templ.Raw(string(drawn.html))))
}

func (s *Server) watchNow(c echo.Context) error {
	n, err := s.watchedNight(c)
	if err != nil {
		return err
	}
	drawn, err := s.looks.at(c, n)
	if err != nil {
		return err
	}
	w := c.Response()
	pageHeaders(w)
	return sendReady(w, c.Request(), http.StatusOK, htmlType, drawn.html, drawn.zipped)
}

func (s *Server) watchEvents(c echo.Context) error {
	n, err := s.watchedNight(c)
	if err != nil {
		return err
	}
	// They hear of it when the table has its own answer, and not all two hundred in the same moment.
	later := 20*time.Millisecond + time.Duration(s.streams.Load()%16)*10*time.Millisecond
	return s.follow(c, n.ID, later, func() (ledger.EntryID, bool) {
		n, err := s.watchedNight(c) // that of a closed night too: opened again, its seal holds no longer
		if err != nil {
			return 0, false
		}
		return n.Version, true
	})
}

// watchersPage is where the table lets others look on: the link and its code just after it was made, for only then is the
// secret known; else how many links are good.
func (s *Server) watchersPage(c echo.Context) error {
	n, err := s.nightOf(c)
	if err != nil {
		return err
	}
	watches, err := s.book.Watches(c.Request().Context(), n.ID)
	if err != nil {
		return err
	}
	if n.Open {
		watches = slices.DeleteFunc(watches, func(w ledger.Watch) bool { return w.Over })
	}
	v := watch.Watchers{Night: templates.NightPath(n.ID), Open: n.Open, Links: len(watches), FromHere: s.onlyHere(c.Request())}
	if secret := c.Param("secret"); secret != "" {
		w, err := s.book.Watched(c.Request().Context(), secret)
		if err != nil || w.Night != n.ID || w.Over {
			return s.goTo(c, v.Night+"/watch") // ended meanwhile
		}
		v.Link = s.address(c.Request()) + "/watch/" + secret
	}
	f := templates.Frame{Title: "Looking on", Sub: templates.NightTitle(n), Here: templates.Tonight, Styles: []string{"watch.css"}, Follow: templates.NewFollowed(n),
		Doings: []templates.Doing{{Name: "The table", Href: v.Night, Primary: true}}}
	return s.show(c, http.StatusOK, f, watch.WatchersScreen(v))
}

func (s *Server) makeWatch(c echo.Context) error {
	n, err := s.nightOf(c)
	if err != nil {
		return err
	}
	if err := bind(c, &struct{}{}); err != nil {
		return err
	}
	secret, err := s.book.MakeWatch(c.Request().Context(), n.ID)
	if err != nil {
		return err
	}
	return s.goTo(c, templates.NightPath(n.ID)+"/watch/"+secret)
}

func (s *Server) endWatches(c echo.Context) error {
	n, err := s.nightOf(c)
	if err != nil {
		return err
	}
	if err := bind(c, &struct{}{}); err != nil {
		return err
	}
	if err := s.book.EndWatches(c.Request().Context(), n.ID); err != nil {
		return err
	}
	return s.goTo(c, templates.NightPath(n.ID)+"/watch")
}
