package web_test

// Looking on: what the link shows, to whom, and for how long; through the router, and on a phone and a television.

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"ouverte/ledger"
)

var television = device{"television", 1920, 1080, false}

// link makes a link for looking on at a night.
func (h *house) link(id ledger.NightID) string {
	h.t.Helper()
	secret, err := h.book.MakeWatch(context.Background(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	return "/watch/" + secret
}

func init() {
	screens = append(screens,
		screen{name: "watch-first", open: func(h *house) string {
			return h.link(h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...))
		}},
		screen{name: "watch", open: func(h *house) string {
			id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan", "Eve")...)
			h.plays(id, "solo ann 7", "mis bob 1", "prop cat dan 9", "pass", "ab dan 10")
			return h.link(id)
		}},
		screen{name: "watchers", open: func(h *house) string {
			id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
			return nightPath(id) + h.link(id)
		}},
	)
}

func TestWatch(t *testing.T) {
	h := openHouse(t)
	id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
	link := h.link(id)
	h.get(link).is(200).says(".said strong", "The first deal is being played").has(4, ".places li").has(0, ".lines")

	h.plays(id, "solo ann 7")
	page := h.get(link).is(200).says(".said strong", "Ann makes solo, two over").has(4, ".lines polyline").has(1, "#sheet tbody tr")
	page.says(".places .leads .sum .long", "+2s.").has(0, "#looked a").has(0, "form")
	if duty := page.text(".said .duty"); !strings.Contains(duty, "Deal 2") || !strings.Contains(duty, "Ann shuffles and deals") {
		t.Errorf("the duties say %q", duty)
	}
	h.get(link+"/now").is(200).has(1, "#looked").has(0, "header.bar")
	// drawn anew for each version, the same for all who ask in between
	if h.get(link+"/now").text(".said strong") != h.get(h.link(id)+"/now").text(".said strong") {
		t.Error("two links show two things")
	}

	closed, err := h.book.CloseNight(context.Background(), h.slip(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	night, err := h.book.Night(context.Background(), closed.Night)
	if err != nil {
		t.Fatal(err)
	}
	h.get(link).is(200).says(".seal", night.Seal).has(0, ".said .duty")
	h.post(nightPath(id)+"/watch", nil).is(422) // no new links to a night that is over
}

func TestWatchersPage(t *testing.T) {
	h := openHouse(t)
	id := h.night("units", h.players("Ann", "Bob", "Cat")...)
	other := h.night("units", h.players("Dan", "Eve", "Fay")...)
	h.get(nightPath(id)+"/watch").is(200).has(0, ".qr").has(0, `form[action$="/end"]`)

	made := h.post(nightPath(id)+"/watch", nil).is(http.StatusSeeOther)
	at := made.Header.Get("Location")
	page := h.get(at).is(200).has(1, "svg.qr path").has(1, `form[action$="/end"]`)
	link := page.text(".address")
	if !strings.HasSuffix(link, strings.TrimPrefix(at, nightPath(id))) {
		t.Fatalf("the page at %s shows %q", at, link)
	}
	link = link[strings.Index(link, "/watch/"):]
	h.get(link).is(200)
	h.get(nightPath(other) + link).is(http.StatusSeeOther) // another night's secret isn't shown here

	stream := h.follows(link)
	if got := stream.next(); got != "night" {
		t.Fatalf("the stream begins with %q", got)
	}
	h.post(nightPath(id)+"/watch/end", nil).is(http.StatusSeeOther)
	if got := stream.next(); got != "over" {
		t.Errorf("the stream says %q when the link is ended", got)
	}
	h.get(link).is(404).says("h2", "Nothing to see here any more")
	h.get(link + "/now").is(404)
	h.get(at).is(http.StatusSeeOther)
}

// stream reads the events of a night as a browser does.
type stream struct {
	t    testing.TB
	body interface{ Read([]byte) (int, error) }
	rest string
}

func (h *house) follows(link string) *stream {
	h.t.Helper()
	ctx, leave := context.WithTimeout(context.Background(), patience)
	h.t.Cleanup(leave)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, h.url()+link+"/events", nil)
	if err != nil {
		h.t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { res.Body.Close() })
	return &stream{t: h.t, body: res.Body}
}

// next is the name of the next event.
func (s *stream) next() string {
	s.t.Helper()
	for {
		if event, after, whole := strings.Cut(s.rest, "\n\n"); whole {
			s.rest = after
			name, _, _ := strings.Cut(strings.TrimPrefix(event, "event: "), "\n")
			return name
		}
		some := make([]byte, 512)
		n, err := s.body.Read(some)
		s.rest += string(some[:n])
		if err != nil && n == 0 {
			s.t.Fatal(err)
		}
	}
}

// TestWatchLive has a phone and a television look on while the table records, closes its link, and is seen no more.
func TestWatchLive(t *testing.T) {
	for _, on := range []device{television, phone} {
		t.Run(on.name, func(t *testing.T) {
			t.Parallel()
			h := openHouse(t)
			id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
			b := openTab(t, h.url(), on)
			b.visit(h.link(id))
			for nth, line := range []string{"solo ann 5", "pass", "abundance cat 8"} {
				h.plays(id, line)
				b.until(fmt.Sprintf(`document.querySelectorAll('#sheet tbody tr').length === %d`, nth+1))
			}
			if got := b.text(".said strong"); got != "Cat loses abundance, one short" {
				t.Errorf("the last deal is told as %q", got)
			}
			if err := h.book.EndWatches(context.Background(), id); err != nil {
				t.Fatal(err)
			}
			b.until(`document.querySelector('main h2')?.textContent === 'Nothing to see here any more'`)
		})
	}
}
