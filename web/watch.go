package web

// Looking on: a link that shows one night live, for reading, to everybody who has it. The secret in it is the
// right, until it is ended at the table. Once the night closes it shows the last page for a while, then only
// how it ended.

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"ouverte/ledger/chain"
	"ouverte/ledger/door"
	"ouverte/ledger/face"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/templates/frame"
	"ouverte/templates/last"
	"ouverte/templates/meeting"
	"ouverte/templates/say"
	"ouverte/templates/watch"
)

// lookCache caches the last drawing for those who look on: many ask for the same at the same moment.
type lookCache struct {
	mu  sync.Mutex
	was map[lookedFrom]*looked
}

// looked is the last drawing of one night; its lock is held while the next is drawn.
type looked struct {
	sync.Mutex
	look
}

// lookedFrom is a night and, of its last page, where its picture is (each link has an address of its own) and
// whether it leads on; of a wall, how others join.
type lookedFrom struct {
	night   chain.NightID
	picture string
	leads   bool
	offers  meeting.Offers
}

type look struct {
	version chain.EntryID
	words   rules.Words // these, the names and the faces may change while the night stays as it was
	who     []drawnPerson
	html    []byte
	zipped  []byte
}

// drawnPerson is what a drawing has of a person.
type drawnPerson struct {
	name string
	face face.Face
}

const mostLooks = 256 // nights kept drawn; open ones are far fewer

// lookedAt is what those see who look on at a night: it, its last page, or how it ended.
func (s *server) lookedAt(c echo.Context, n *show.Night) (look, error) {
	if n.Tables != nil {
		e, err := s.snapshot(c).Meeting(n.ID)
		if err != nil {
			return look{}, err
		}
		return s.wallDrawn(c, e)
	}
	picture := s.lastPicture(c, n)
	return s.looks.of(c, n, s.lookedFrom(c, n, picture), func() (templ.Component, error) {
		version := say.EntryNo(n.Latest())
		switch {
		case n.Open:
			return watch.Looked(n), nil
		case picture == "":
			return last.Over(last.Closed{Night: n, Where: s.Now().Location()}, version), nil
		}
		v, err := s.lastPage(c, n.ID)
		return last.Ending(v, version, picture), err
	})
}

func (s *server) lookedFrom(c echo.Context, n *show.Night, picture string) lookedFrom {
	from := lookedFrom{night: n.ID, picture: picture}
	if next := s.snapshot(c).GoesOn(n); picture != "" && next != nil {
		from.leads = c.Param("secret") == "" || s.book.Leads(next.ID)
	}
	return from
}

// lastPicture is where a link has the picture of its night, while it shows the last page; else empty.
func (s *server) lastPicture(c echo.Context, n *show.Night) string {
	if w, ok := s.book.Watched(c.Param("secret")); !ok || !s.snapshot(c).Fresh(n, w.Made) {
		return ""
	}
	return watchPath(c) + "/picture.svg"
}

// lastPage is the last page of a night for who looks on.
func (s *server) lastPage(c echo.Context, id chain.NightID) (v last.Closed, err error) {
	n, err := s.wholeNight(s.snapshot(c), id)
	if err != nil {
		return v, err
	}
	if v, err = s.closedView(c, n, false); err != nil {
		return v, err
	}
	switch next := s.snapshot(c).GoesOn(n); {
	case next == nil:
	case c.Param("secret") == "" && next.Tables != nil:
		v.On = last.Onward{Name: say.NightTitle(next), Href: say.MeetingPath(next.ID) + "/wall"}
	case c.Param("secret") == "":
		v.On = last.Onward{Name: say.NightTitle(next), Href: say.NightPath(next.ID)}
	case s.book.Leads(next.ID):
		v.On = last.Onward{Name: say.NightTitle(next), Post: watchPath(c) + "/on"}
	}
	return v, nil
}

// onCookie is the token a phone got where it followed on, so that a second tap makes no second phone there.
const onCookie = "ouverte-on"

// followOn leads from a last page to the evening that goes on there, by a link of that. Whose phone it is
// goes with it.
func (s *server) followOn(c echo.Context, n *show.Night) error {
	ctx, next := c.Request().Context(), s.snapshot(c).GoesOn(n)
	if next == nil || s.lastPicture(c, n) == "" {
		return s.goTo(c, watchPath(c))
	}
	secret, err := s.book.LeadOn(ctx, c.Param("secret"), next.ID)
	if err != nil {
		return err
	}
	if phone, known := s.phoneOf(c, n); known {
		was := ""
		if before, err := c.Cookie(onCookie); err == nil {
			was = before.Value
		}
		token, err := s.book.SayPhone(ctx, secret, was, phone.Player)
		if _, stays := refusals(err); err != nil && !stays {
			return err
		} else if err == nil {
			setCookie(c, meCookie, token, "/watch/"+secret)
			setCookie(c, onCookie, token, watchPath(c))
		}
	}
	return s.goTo(c, "/watch/"+secret)
}

// watchedPicture sends the picture of a night to who looks on, while they are shown its last page.
func (s *server) watchedPicture(c echo.Context, n *show.Night) error {
	if s.lastPicture(c, n) == "" {
		return &chain.NotFound{What: "picture"}
	}
	whole, err := s.wholeNight(s.snapshot(c), n.ID)
	if err != nil {
		return err
	}
	return s.nightPicture(c, whole)
}

// of gives what is drawn of a night, drawn and compressed once for each of its versions: others who ask for
// the same wait instead of drawing their own.
func (l *lookCache) of(
	c echo.Context, n *show.Night, from lookedFrom, draw func() (templ.Component, error),
) (look, error) {
	l.mu.Lock()
	if l.was[from] == nil {
		if l.was == nil || len(l.was) >= mostLooks {
			l.was = map[lookedFrom]*looked{}
		}
		l.was[from] = &looked{}
	}
	was := l.was[from]
	l.mu.Unlock()
	was.Lock()
	defer was.Unlock()
	who := make([]drawnPerson, len(n.People))
	for i, p := range n.People {
		who[i] = drawnPerson{p.Name, p.Face}
	}
	if was.html != nil && (was.version > n.Latest() ||
		was.version == n.Latest() && maps.Equal(was.words, n.Words) && slices.Equal(was.who, who)) {
		return was.look, nil
	}
	page, err := draw()
	if err != nil {
		return look{}, err
	}
	var drawn bytes.Buffer
	if err := page.Render(c.Request().Context(), &drawn); err != nil {
		return look{}, err
	}
	was.look = look{n.Latest(), n.Words, who, drawn.Bytes(), zipped(drawn.Bytes())}
	return was.look, nil
}

// watchedNight finds the night a secret opens.
func (s *server) watchedNight(c echo.Context) (*show.Night, error) {
	if n, ok := c.Get(atTheDoorKey).(*show.Night); ok {
		c.Set(atTheDoorKey, nil) // good for the first look; a stream asks again
		return n, nil
	}
	w, ok := s.book.Watched(c.Param("secret"))
	if !ok {
		return nil, &fault{Status: http.StatusNotFound, Heading: "Nothing to see here any more",
			Sentence: "This link has ended, or never worked. Ask at the table for a new one."}
	}
	n, err := s.snapshot(c).Night(w.Night)
	if err == nil && w.Over && n.Open {
		return nil, &fault{Status: http.StatusGone, Heading: "The evening is closed, and so is this link",
			Sentence: "The evening was opened again since. Ask at the table for a new link."}
	}
	return n, err
}

func (s *server) watchPage(c echo.Context, n *show.Night) error {
	if asked := c.QueryParam("deal"); asked != "" && n.Open {
		return s.watchedDeal(c, n, asked)
	}
	return s.looked(c, n, http.StatusOK, "")
}

// watchedDeal explains a deal of the sheet that is looked on at.
func (s *server) watchedDeal(c echo.Context, n *show.Night, asked string) error {
	id, err := strconv.ParseInt(asked, 10, 64)
	d, ok := n.Deal(chain.DealID(id))
	if err != nil || !ok {
		return &chain.NotFound{What: "deal"}
	}
	f := frame.Frame{Title: fmt.Sprintf("Deal %d", d.Nth), Bare: true, Styles: []string{"mend.css"}}
	return s.page(c, f, watch.DealScreen(watch.One{Address: watchPath(c), Night: n, Deal: d}))
}

func (s *server) watchNow(c echo.Context, n *show.Night) error {
	return s.lookedNow(c, n, http.StatusOK, "")
}

func (s *server) watchEvents(c echo.Context, n *show.Night) error {
	// They hear of it when the table has its own answer, and not all two hundred in the same moment.
	later := 20*time.Millisecond + rand.N[time.Duration](16)*10*time.Millisecond
	_, mine := s.phoneOf(c, n)
	// Of a closed night too: opened again, its seal doesn't hold. A phone whose word the table ended loads its
	// page anew.
	return s.follow(c, n.ID, later, func(c echo.Context) (chain.EntryID, error) {
		if _, still := s.phoneOf(c, n); mine && !still {
			return 0, &chain.NotFound{What: "phone"}
		}
		return s.watchedVersion(c)
	})
}

// watchedVersion is the newest entry that a page by a link shows: of an evening at several tables, the wall.
func (s *server) watchedVersion(c echo.Context) (chain.EntryID, error) {
	n, err := s.watchedNight(c)
	if err != nil || n.Tables == nil {
		return versionOf(func(echo.Context) (*show.Night, error) { return n, err })(c)
	}
	e, err := s.snapshot(c).Meeting(n.ID)
	if err != nil {
		return 0, err
	}
	return e.Latest(), nil
}

// watchersPage is where the table lets others look on. It shows a link and its code just after the link was
// made, for only then is the secret known; else how many links are good.
func (s *server) watchersPage(c echo.Context, n *show.Night) error {
	watches := s.book.Watches(n.ID)
	if n.Open {
		watches = slices.DeleteFunc(watches, func(w door.Watch) bool { return w.Over })
	}
	at := say.NightPath(n.ID)
	v := watch.Watchers{Night: at, Open: n.Open, Links: len(watches), Phones: n.Phones, Wall: n.Tables != nil,
		Key: newKey(), Said: s.book.Phones(n.ID), Where: s.Now().Location()}
	if secret := c.Param("secret"); secret != "" {
		w, ok := s.book.Watched(secret)
		if !ok || w.Night != n.ID || w.Over {
			return s.goTo(c, at+"/watch") // ended meanwhile
		}
		v.Link, v.Secret = s.address(c.Request())+"/watch/"+secret, secret
		v.FromHere = n.Open && s.onlyHere(c.Request())
		v.Unreached = v.FromHere && s.unreached(c.Request())
		v.LetsIn = v.Unreached && s.may(c, Keeper)
	} else if secret := s.watchHere(c, n); secret != "" {
		return s.goTo(c, at+"/watch/"+secret)
	}
	f := nightFrame(n, "Looking on", "watch.css")
	f.Scripts = []string{"share.js"}
	f.Doings[0].Name = "The table"
	if n.Tables != nil {
		f.Doings[0] = frame.Doing{Name: "The evening", Href: say.MeetingPath(n.ID), Primary: true}
	}
	return s.page(c, f, watch.WatchersScreen(v))
}

// watchHere is the secret of the link this device made for a night, while it is good. The book has its hash
// alone, so the device keeps it.
func (s *server) watchHere(c echo.Context, n *show.Night) string {
	kept, err := c.Cookie(watchCookie)
	if err != nil {
		return ""
	}
	if w, ok := s.book.Watched(kept.Value); !ok || w.Night != n.ID || w.Over {
		return ""
	}
	return kept.Value
}

const watchCookie = "ouverte-watch"

type watchForm struct {
	Wall    bool `form:"wall"` // shows the code on the wall itself
	Another bool `form:"another"`
}

// makeWatch shows the link this device made before, or makes one.
func (s *server) makeWatch(c echo.Context, n *show.Night, f *watchForm) (err error) {
	secret := s.watchHere(c, n)
	if secret == "" || f.Another {
		if secret, err = s.book.MakeWatch(c.Request().Context(), n.ID); err != nil {
			return err
		}
		setCookie(c, watchCookie, secret, say.NightPath(n.ID)+"/watch")
	}
	if f.Wall && n.Tables != nil {
		return s.goTo(c, "/watch/"+secret)
	}
	return s.goTo(c, say.NightPath(n.ID)+"/watch/"+secret)
}

func (s *server) endWatches(c echo.Context, n *show.Night, _ *noForm) error {
	if err := s.book.EndWatches(c.Request().Context(), n.ID); err != nil {
		return err
	}
	return s.goTo(c, say.NightPath(n.ID)+"/watch")
}
