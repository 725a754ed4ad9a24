package web_test

// Looking on: what the link shows, to whom, and for how long; through the router, and on a phone and a
// television.

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/face"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

var television = device{"television", 1920, 1080, false}

// link makes a link for looking on at a night.
func (h *house) link(id ledger.NightID) string {
	h.t.Helper()
	secret := must(h.book.MakeWatch(context.Background(), id))(h.t)
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
		screen{name: "watch-deal", open: func(h *house) string {
			id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
			return fmt.Sprintf("%s?deal=%d", h.link(id), h.plays(id, "solo ann 7", "mis bob 1", "pass")[1])
		}},
		screen{name: "watch-over", open: func(h *house) string {
			id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
			h.plays(id, "solo ann 7", "mis bob 1")
			link := h.link(id)
			must(h.book.CloseNight(context.Background(), h.slip(), id, 0))(h.t)
			return link
		}},
		screen{name: "watchers", open: func(h *house) string {
			id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
			return nightPath(id) + h.link(id)
		}},
	)
}

func TestWatch(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
	link := h.link(id)
	h.get(link).is(200).says(".said strong", "The first deal is being played").has(4, ".places li").
		has(0, ".lines")

	h.plays(id, "solo ann 7")
	page := h.get(link).is(200).says(".said strong", "Ann makes solo, two over").
		has(4, ".lines polyline").has(1, "#sheet tbody tr")
	want := "Deal 1 Ann makes solo, two over 8d from each: Ann +2s"
	same(t, page.text("[role=status]:not(#away), [aria-live]"), want, "the result is heard as %q")
	page.says(".places .leads .sum", "+2s").has(2, "#looked a").has(0, "form")
	// Its money is explained with the link's right alone, and no other night's.
	why := link + page.doc.Find("#sheet tbody a").AttrOr("href", "")
	same(t, link+page.doc.Find(".said a").AttrOr("href", ""), why, "the newest deal is explained at %s")
	h.get(why).is(200).says("h2", "Ann makes solo, two over").
		tells(".reckoning", "Ann called solo and needs five tricks.", "Each opponent pays Ann 8d.").
		tells(".posted", "Ann", "+2s", "Dan", "−8d").has(1, ".foot a").
		has(0, `a[href^="/nights"], a[href^="/laws"]`)
	other := h.plays(h.night("hoyle", h.players("Eve", "Fay", "Gus", "Hal")...), "pass")
	h.get(fmt.Sprintf("%s?deal=%d", link, other[0])).is(404)
	h.get(link + "?deal=x").is(404)
	page.tells(".said .duty", "Deal 2", "Ann deals")
	middle := fmt.Sprintf("%s?deal=%d", link, h.plays(id, "mis bob 1", "pass")[0])
	nearby := h.get(middle).is(200).says(".foot", "← Deal 1 Deal 3 → The evening")
	h.get(nearby.doc.Find(".foot a:nth-child(2)").AttrOr("href", "")).is(200).says("h2", "All passed")
	h.get(nearby.doc.Find(".foot a").AttrOr("href", "")).is(200).says("h2", "Ann makes solo, two over")
	h.get(link+"/now").is(200).has(1, "#looked").has(0, "header.bar")
	// drawn anew for each version, the same for all who ask in between
	if h.get(link+"/now").text(".said strong") != h.get(h.link(id)+"/now").text(".said strong") {
		t.Error("two links show two things")
	}

	closed := must(h.book.CloseNight(context.Background(), h.slip(), id, 0))(t)
	night := must(h.book.Night(context.Background(), closed.Night))(t)
	// Whoever has the link sees how it ended and the seal, and the table can end even that.
	h.get(link).
		is(200).
		says(".seal", night.Seal).
		has(0, "#sheet").
		has(1, "#looked a").
		says(".taken [role=status] h2", "Ann takes the night, +3s").
		has(1, `#watch[data-follow^="/watch/"]`)
	h.get(link + "/picture.svg").is(200)
	h.post(nightPath(id)+"/watch", nil).is(422) // no new links to a night that is over
	h.get(nightPath(id)+"/watch").says(".row .grow", "2 links still show how it ended.")

	// Opened again, it is not open to whoever had been looking on.
	must(h.book.ReopenNight(context.Background(), h.slip(), id, ""))(t)
	h.get(link).is(410).says("h2", "That evening was closed, and this link with it")
	h.get(link + "/now").is(410)
	h.get(nightPath(id)+"/watch").has(0, `form[action$="/end"]`)
	h.get(h.link(id)).is(200).has(1, "#sheet")
	h.get(link).is(410)
}

// TestLinkAfterTheClose: a link shows the last page until another night or meeting begins; then how it
// ended and the seal, and no picture. The table can end it before that. Opening the night again wakes none.
func TestLinkAfterTheClose(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	link := h.link(id)
	h.get(link + "/picture.svg").is(404)
	h.closes(id)
	h.get(link).is(200).has(1, ".ending .last-payments").has(0, `#looked a[href^="/nights"]`)
	h.get(link + "/picture.svg").is(200)
	h.night("hoyle", 1, 2, 3, 4)
	h.get(link).is(200).has(0, ".ending").says(".seal", h.nightNow(id).Seal).has(4, ".ended li").
		has(0, "#sheet")
	h.get(link + "/picture.svg").is(404)
	if _, err := h.book.ReopenNight(t.Context(), h.slip(), id, ""); err != nil {
		t.Fatal(err)
	}
	h.get(link).is(410)

	link = h.link(id)
	h.closes(id)
	h.get(link).is(200).has(1, ".ending")
	h.does(h.get(nightPath(id)+"/watch"), `form[action$="/end"]`).is(303)
	h.get(link).is(404)

	id = h.night("hoyle", 1, 2, 3, 4)
	h.plays(id, "solo ann 5")
	link = h.link(id)
	h.closes(id)
	h.get(link).is(200).has(1, ".ending")
	h.meetingOf(2, h.players("Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")...)
	h.get(link).is(200).has(0, ".ending").has(1, ".seal")
}

// TestTheTelevisionsEndIsWhole: the last page with all that is told is on a screen that nobody scrolls, and
// no amount breaks in two on it, nor beside the seal later.
func TestTheTelevisionsEndIsWhole(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	ids := h.players("Ann", "Bob", "Cat", "Dan")
	id := h.night("hoyle", ids...)
	h.plays(id, "declared ann 13", "declared bob 7", "solo ann 5", "misère cat 0", "declared ann 13",
		"declared bob 7", "abundance dan 9", "declared cat 9", "declared ann 13", "declared bob 7")
	link := h.link(id)
	b := openTab(t, h.url(), television)
	b.visit(link)
	whole := `[...document.querySelectorAll('.places li > b, .ended .strong')].every(one => {
		const words = document.createRange();
		words.selectNodeContents(one);
		return new Set([...words.getClientRects()].map(r => Math.round(r.top))).size === 1;
	}) && document.documentElement.scrollHeight <= innerHeight`
	h.closes(id)
	b.wait(".ending .taken + [aria-label='What will be told']")
	b.until(whole)
	b.until(`[...document.querySelectorAll(".ending .paper")]
		.every(p => p.getBoundingClientRect().bottom <= innerHeight)`)
	h.night("hoyle", ids...)
	b.wait(".over .ended")
	b.until(whole + ` && /£/.test(document.querySelector('.ended').textContent)`)
}

// TestWatchSubstitute: whoever plays for another has that one's sum on the tile, as at the table, and the
// other has not left.
func TestWatchSubstitute(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	who := h.players("Ann", "Bob", "Cat", "Eve", "Fay")
	id := h.night("hoyle", who[:4]...)
	h.plays(id, "solo eve 5") // Eve wins
	link := h.link(id)
	tiles := func() string {
		var out []string
		h.get(link).doc.Find(".places li").Each(func(_ int, li *sel) {
			small := strings.TrimSpace(li.Find("small").Text())
			out = append(out, plain(li.Find(".name").Contents().Eq(1).Text()+" "+li.Find(".sum").Text()+" "+small))
		})
		return strings.Join(out, ", ")
	}
	seat := func(last ledger.Chair) {
		t.Helper()
		c := ledger.TableChange{Chairs: []ledger.Chair{{Player: who[0]}, {Player: who[1]}, {Player: who[2]}, last}}
		must(h.book.ChangeTable(context.Background(), h.slip(), id, 0, c))(t)
	}
	seat(ledger.Chair{Player: who[4], Account: who[3]})
	same(t, tiles(), "Ann −6d, Bob −6d, Cat −6d, Fay +1s 6d for Eve", "Fay plays for Eve: %s")
	seat(ledger.Chair{Player: who[4]}) // then for herself
	h.plays(id, "solo fay 5")
	same(t, tiles(), "Ann −1s, Bob −1s, Cat −1s, Fay +1s 6d, Eve +1s 6d has left",
		"Fay plays for herself: %s")
	seat(ledger.Chair{Player: who[4], Account: who[3]}) // and once more for Eve
	same(t, tiles(), "Ann −1s, Bob −1s, Cat −1s, Fay +1s 6d for Eve, Fay +1s 6d own account",
		"Fay plays for Eve again: %s")
}

// TestWatchSaysHowMany tells of a closed night how many deals there were, in a right sentence.
func TestWatchSaysHowMany(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	who := h.players("Ann", "Bob", "Cat", "Dan")
	for lines, says := range map[string]string{"": "No deal was played.", "pass": "One deal was played.",
		"pass,pass": "2 deals were played."} {
		id := h.night("hoyle", who...)
		link := h.link(id)
		if lines != "" {
			h.plays(id, strings.Split(lines, ",")...)
		}
		h.closes(id)
		h.night("hoyle", who...) // the next night begins, and the last page is over
		if got := h.get(link).text(".taken header p"); got != "The evening is over. "+says {
			t.Errorf("after %q it reads %q", lines, got)
		}
	}
}

// TestWatchSpeaksTodaysWords: a call or somebody that is named anew goes by the new name at the next look,
// though nothing happened in the night.
func TestWatchSpeaksTodaysWords(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	who := h.players("Ann", "Bob", "Cat", "Dan")
	id := h.night("hoyle", who...)
	h.plays(id, "ab ann 9")
	link := h.link(id)
	h.get(link).says(".said strong", "Ann makes abundance")
	must(h.book.SaveWords(context.Background(), h.slip(),
		rules.Words{rules.Abundance: "Bundle"}))(t)
	h.get(link).says(".said strong", "Ann makes bundle")
	must(h.book.RenamePlayer(context.Background(), h.slip(), who[0], "Anna"))(t)
	h.get(link).says(".said strong", "Anna makes bundle")
	h.get(link+"/now").says(".said strong", "Anna makes bundle")
}

// TestWatchShowsTodaysFaces: so does a face that is chosen anew, at one table and on the wall.
func TestWatchShowsTodaysFaces(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	who := h.players(dozens[:8]...)
	link := h.link(h.night("hoyle", who[:4]...))
	wall := meetingPath(h.meetingOf(2, who...)) + "/wall"
	for _, colour := range []face.Colour{"lime", "plum"} {
		must(h.book.ChooseFace(t.Context(), h.slip(), who[0],
			face.Face{Colour: colour, Emblem: "dice"}))(t)
		for _, page := range []string{link, link + "/now", wall, wall + "/now"} {
			if got := h.get(page).is(200).doc.Find("#looked .c-" + string(colour)).Length(); got == 0 {
				t.Errorf("%s doesn't show that somebody is %s now", page, colour)
			}
		}
	}
}

func TestWatchersPage(t *testing.T) {
	t.Parallel()
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
	same(t, stream.next(), "over", "the stream says %q when the link is ended")
	h.get(link).is(404).says("h2", "Nothing to see here any more")
	h.get(link + "/now").is(404)
	h.get(at).is(http.StatusSeeOther)

	// of an evening at several tables there is no one sheet
	evening := h.meetingOf(2, h.players(fifteen[7:]...)...)
	several := h.get(nightPath(evening) + "/watch").is(200).text(".watchers")
	if !strings.Contains(several, "How everybody stands") || strings.Contains(several, "sheet") {
		t.Errorf("at several tables it says %q", several)
	}
}

// stream reads the events of a night as a browser does.
type stream struct {
	t    testing.TB
	body interface{ Read([]byte) (int, error) }
	rest string
}

func (h *house) follows(link string) *stream {
	h.t.Helper()
	ctx, leave := context.WithTimeout(context.Background(), 4*patience)
	h.t.Cleanup(leave)
	r := must(http.NewRequestWithContext(ctx, http.MethodGet, h.url()+link+"/events", nil))(h.t)
	res := must(http.DefaultClient.Do(r))(h.t)
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

// TestWatchLive has a phone look on while the table records, is closed, opened and closed again, ends its
// link, and is seen no more. Nobody keeps a seal that no longer holds, also not who was off
// the network meanwhile.
func TestWatchLive(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
	b := openTab(t, h.url(), phone)
	b.visit(h.link(id))
	for nth, line := range []string{"solo ann 5", "pass", "abundance cat 8"} {
		h.plays(id, line)
		b.until(fmt.Sprintf(`document.querySelectorAll('#sheet tbody tr').length === %d`, nth+1))
	}
	same(t, b.text(".said strong"), "Cat loses abundance, one short", "the last deal is told as %q")
	must(h.book.CloseNight(context.Background(), h.slip(), id, 0))(t)
	sealed := func() {
		t.Helper()
		b.until(`document.querySelector('.seal')?.textContent === ` + strconv.Quote(h.nightNow(id).Seal))
	}
	reopen := func() {
		t.Helper()
		must(h.book.ReopenNight(context.Background(), h.slip(), id, ""))(t)
	}
	ended := func() {
		t.Helper()
		b.until(
			`document.querySelector('main h2')?.textContent === 'That evening was closed, and this link with it'`,
		)
	}
	sealed()
	b.offline(true) // opened, played on and closed again while nobody could tell
	reopen()
	h.plays(id, "mis dan 0")
	h.closes(id)
	b.until(noNews)
	b.fits(" without news")
	b.offline(false)
	sealed()
	b.until(upToDate)
	reopen()
	ended()

	b.visit(h.link(id))
	b.until(`document.querySelector('#sheet') !== null`)
	b.offline(true)
	h.closes(id)
	reopen()
	b.offline(false)
	ended()

	b.visit(h.link(id))
	b.until(`document.querySelector('#sheet') !== null`)
	fine(t, h.book.EndWatches(context.Background(), id))
	b.until(`document.querySelector('main h2')?.textContent === 'Nothing to see here any more'`)
}

// TestTooManyLookOn: where a link has all the streams it may have, the next page is told so, and follows the
// night all the same; devices, and other links, have their own.
func TestTooManyLookOn(t *testing.T) {
	t.Parallel()
	testenv.Slow(t)
	s := openStreet(t)
	link := "/watch/" + s.links["one"]
	own := strings.TrimPrefix(s.url(), "http://")
	streams := func(link, token string) (status int) {
		t.Helper()
		c := dial(t, own)
		fmt.Fprintf(c, "GET %s/events HTTP/1.1\r\nHost: %s\r\nCookie: ouverte=%s\r\n\r\n", link, own, token)
		c.SetReadDeadline(time.Now().Add(patience))
		head := must(http.ReadResponse(bufio.NewReader(c), nil))(t)
		if head.StatusCode == 503 && (head.Header.Get("Retry-After") != "5" ||
			head.Header.Get("Ouverte-Version") != fmt.Sprint(s.nightNow(s.one).Version)) {
			t.Errorf("refused with %v", head.Header)
		}
		return head.StatusCode
	}
	in := 0
	for streams(link, "") == 200 {
		in++
	}
	if in != 500 {
		t.Errorf("a link has %d streams", in)
	}
	night := fmt.Sprintf("/nights/%d", s.one)
	for says, status := range map[string]int{
		"another link": streams("/watch/"+s.links["two"], ""),
		"a device":     streams(night, s.tokens["watcher"]),
	} {
		if status != 200 {
			t.Errorf("%s beside them: %d", says, status)
		}
	}
	for n := 1; streams(night, s.tokens["scorer"]) == 200; n++ {
		if n > 50 {
			t.Fatal("a device has more streams than its share")
		}
	}
	same(t, streams(night, s.tokens["keeper"]), 200, "another device beside it: %d")

	b := openTab(t, s.url(), phone)
	b.visit(link)
	b.wait("#looked .sheet")
	s.plays(s.one, "solo xanthippe 5")
	b.until(`document.querySelectorAll('#sheet tbody tr').length === 1`)
}

// answering tells the status of an answer as soon as it begins.
type answering struct {
	head   http.Header
	status chan int
	once   sync.Once
}

func (a *answering) Header() http.Header { return a.head }
func (a *answering) WriteHeader(status int) {
	a.once.Do(func() { a.status <- status })
}
func (a *answering) Write(b []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return len(b), nil
}
func (a *answering) Flush()                           { a.WriteHeader(http.StatusOK) }
func (a *answering) SetReadDeadline(time.Time) error  { return nil }
func (a *answering) SetWriteDeadline(time.Time) error { return nil }

// TestLinksShareTheirStreams: one address has no more than its share of streams, however many links it has,
// and all links together no more than theirs; devices have their own beside them, and what is left is free
// again.
func TestLinksShareTheirStreams(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	ids := s.players("Ina", "Jon", "Kay", "Leo")
	links := []string{s.links["one"], s.links["two"]}
	for range 4 {
		secret := must(s.book.MakeWatch(t.Context(), s.night("units", ids...)))(t)
		links = append(links, secret)
	}
	ctx, leave := context.WithCancel(t.Context())
	var open sync.WaitGroup
	stream := func(path, from string, headers ...string) int {
		r := opens(path+"/events", "", headers...).WithContext(ctx)
		r.RemoteAddr = from
		a := &answering{head: http.Header{}, status: make(chan int, 1)}
		open.Go(func() { s.handler.ServeHTTP(a, r) })
		return <-a.status
	}
	fill := func(link, from string) (in int) {
		for in <= 500 && stream("/watch/"+link, from) == http.StatusOK {
			in++
		}
		return in
	}
	const one, other = "192.168.1.50:1", "192.168.1.51:1"
	for i, c := range []struct {
		link, from string
		in         int
	}{
		{links[0], one, 500}, {links[1], one, 500}, {links[2], one, 200}, {links[3], one, 0},
		{links[2], other, 300}, {links[3], other, 500}, {links[4], other, 0}, {links[4], "192.168.1.52:1", 0},
	} {
		if in := fill(c.link, c.from); in != c.in {
			t.Errorf("at %d a link has %d streams more, and not %d", i, in, c.in)
		}
	}
	cookie := "ouverte=" + s.tokens["watcher"]
	same(t, stream(nightPath(s.one), one, "Cookie", cookie), http.StatusOK, "a device beside them: %d")
	leave()
	open.Wait()
	ctx, leave = context.WithCancel(t.Context())
	same(t, fill(links[4], one), 500, "after all left a link has %d streams")
	leave()
	open.Wait()
}

// TestLettingPhonesKeepsTheLink: what phones may do is switched, and the link just made is still shown.
func TestLettingPhonesKeepsTheLink(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	made := h.post(nightPath(id)+"/watch", nil).is(303).Header.Get("Location")
	phones := `form[action$="/watch/phones"]`
	let := h.does(h.get(made).has(1, ".link .address a"), phones, "let", "true").is(303).Header.Get("Location")
	if let != made || !h.nightNow(id).Phones {
		t.Fatalf("it leads to %s, not to %s", let, made)
	}
	h.get(let).has(1, ".link .address a")
	without := h.does(h.get(nightPath(id)+"/watch"), phones, "let", "false").is(303).Header.Get("Location")
	if without != nightPath(id)+"/watch" {
		t.Errorf("without a link it leads to %s", without)
	}
}
