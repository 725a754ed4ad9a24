package web_test

// Looking on: what the link shows, to whom, and for how long; through the router, and on a phone and a
// television.

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/templates/last"
	"ouverte/web/webtest"
)

func TestWatch(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	link := h.Link(id)
	h.Get(link).Is(200).Has(0, ".lines")
	h.Plays(id, "solo ann 7")
	page := h.Get(link).Is(200).Says(".said strong", "Ann makes solo, two over").
		Has(4, ".lines polyline").Has(1, "#sheet tbody tr")
	want := "Deal 1 Ann makes solo, two over 8d from each: Ann +2s"
	same(t, page.Text("[role=status]:not(#away), [aria-live]"), want, "the result is heard as %q")
	page.Says(".places .leads .sum", "+2s").Has(2, "#looked a").Has(0, "form")
	// Its money is explained with the link's right alone, and no other night's.
	why := link + page.Doc.Find("#sheet tbody a").AttrOr("href", "")
	same(t, link+page.Doc.Find(".said a").AttrOr("href", ""), why, "the newest deal is explained at %s")
	h.Get(why).Is(200).Says("h2", "Ann makes solo, two over").
		Tells(".reckoning", "Ann called solo and needs five tricks.", "Each opponent pays Ann 8d.").
		Tells(".posted", "Ann", "+2s", "Dan", "−8d").Has(1, ".foot a").
		Has(0, `a[href^="/nights"], a[href^="/laws"]`)
	other := h.Plays(h.Night("hoyle", h.Players("Eve", "Fay", "Gus", "Hal")...), "pass")
	h.Get(fmt.Sprintf("%s?deal=%d", link, other[0])).Is(404)
	h.Get(link + "?deal=x").Is(404)
	page.Tells(".said .duty", "Deal 2", "Ann deals")
	middle := fmt.Sprintf("%s?deal=%d", link, h.Plays(id, "mis bob 1", "pass")[0])
	nearby := h.Get(middle).Is(200).Says(".foot", "Deal 1 Deal 3 The evening")
	h.Get(nearby.Doc.Find(".foot a:nth-child(2)").AttrOr("href", "")).Is(200).Says("h2", "All passed")
	h.Get(nearby.Doc.Find(".foot a").AttrOr("href", "")).Is(200).Says("h2", "Ann makes solo, two over")
	h.Get(link+"/now").Is(200).Has(1, "#looked").Has(0, "header.bar")
	// drawn anew for each version, the same for all who ask in between
	if h.Get(link+"/now").Text(".said strong") != h.Get(h.Link(id)+"/now").Text(".said strong") {
		t.Error("two links show two things")
	}

	closed := must(h.Book.CloseNight(context.Background(), h.Slip(), id, 0))(t)
	night := must(h.Book.Now().Night(closed.Night))(t)
	// The link shows how it ended and the seal, and the table can end even that.
	h.Get(link).Is(200).Says(".seal", night.Seal).Has(0, "#sheet").Has(1, "#looked a").
		Says(".taken [role=status] h2", "Ann takes the night, +3s").Has(1, `#watch[data-follow^="/watch/"]`)
	h.Get(link + "/picture.svg").Is(200)
	h.Post(webtest.NightPath(id)+"/watch", nil).Is(422) // no new links to a night that is over
	h.Get(webtest.NightPath(id)+"/watch").Says(".row .grow", "2 links still show how it ended.")

	// Opened again, it is not open to the old link.
	must(h.Book.ReopenNight(context.Background(), h.Slip(), id, ""))(t)
	h.Get(link).Is(410).Says("h2", "The evening is closed, and so is this link")
	h.Get(link + "/now").Is(410)
	h.Get(webtest.NightPath(id)+"/watch").Has(0, `form[action$="/end"]`)
	h.Get(h.Link(id)).Is(200).Has(1, "#sheet")
	h.Get(link).Is(410)
}

// TestLinkAfterTheClose: a link shows the last page, whatever begins meanwhile. The table can end it before
// its time. Opening the night again wakes none.
func TestLinkAfterTheClose(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	link := h.Link(id)
	h.Get(link + "/picture.svg").Is(404)
	h.Closes(id)
	h.Get(link).Is(200).Has(1, ".ending .last-payments").Has(0, `#looked a[href^="/nights"]`)
	h.Get(link + "/picture.svg").Is(200)
	h.Night("hoyle", 1, 2, 3, 4)
	h.Get(link).Is(200).Has(1, ".ending .last-payments")
	h.Get(link + "/picture.svg").Is(200)
	must(h.Book.ReopenNight(t.Context(), h.Slip(), id, ""))(t)
	h.Get(link).Is(410)

	link = h.Link(id)
	h.Closes(id)
	h.Get(link).Is(200).Has(1, ".ending")
	h.Does(h.Get(webtest.NightPath(id)+"/watch"), `form[action$="/end"]`).Is(303)
	h.Get(link).Is(404)

	id = h.Night("hoyle", 1, 2, 3, 4)
	h.Plays(id, "solo ann 5")
	link = h.Link(id)
	h.Closes(id)
	h.Get(link).Is(200).Has(1, ".ending")
	h.MeetingOf(2, h.Players("Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")...)
	h.Get(link).Is(200).Has(1, ".ending")
}

// TestWatchSubstitute: a substitute's tile has the absent player's sum, as at the table, and that player has
// not left.
func TestWatchSubstitute(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	who := h.Players("Ann", "Bob", "Cat", "Eve", "Fay")
	id := h.Night("hoyle", who[:4]...)
	h.Plays(id, "solo eve 5") // Eve wins
	link := h.Link(id)
	tiles := func() string {
		var out []string
		h.Get(link).Doc.Find(".places li").Each(func(_ int, li *sel) {
			small := strings.TrimSpace(li.Find("small").Text())
			name := li.Find(".name").Contents().Eq(1).Text()
			out = append(out, webtest.Plain(name+" "+li.Find(".sum").Text()+" "+small))
		})
		return strings.Join(out, ", ")
	}
	seat := func(last chain.Chair) {
		t.Helper()
		c := ledger.TableChange{Chairs: []chain.Chair{{Player: who[0]}, {Player: who[1]}, {Player: who[2]}, last}}
		must(h.Book.ChangeTable(context.Background(), h.Slip(), id, 0, c))(t)
	}
	seat(chain.Chair{Player: who[4], Account: who[3]})
	same(t, tiles(), "Ann −6d, Bob −6d, Cat −6d, Fay +1s 6d for Eve", "Fay plays for Eve: %s")
	if n := h.NightNow(id); !n.PlaysOn(who[3]) || !n.PlaysOn(who[4]) || n.PlaysOn(99) {
		t.Error("Eve, whose money is played for, is over, or Fay is, or a stranger isn't")
	}
	seat(chain.Chair{Player: who[4]}) // then for herself
	h.Plays(id, "solo fay 5")
	same(t, tiles(), "Ann −1s, Bob −1s, Cat −1s, Fay +1s 6d, Eve +1s 6d has left", "Fay plays for herself: %s")
	seat(chain.Chair{Player: who[4], Account: who[3]}) // and once more for Eve
	same(t, tiles(), "Ann −1s, Bob −1s, Cat −1s, Fay +1s 6d for Eve, Fay +1s 6d own account",
		"Fay plays for Eve again: %s")
	settlesBy(h, id, "go", 0) // phones and the table name whose coins they are
	h.Plays(id, "solo fay 5")
	paid := "Cat, Ann and Bob hand Eve 6d each. Fay played for Eve."
	h.Get(link).Tells(".said", paid)
	h.Get(webtest.NightPath(id)).Tells("main", paid)
}

// TestThePrintedSheetOfASubstitute: it has the columns of the sheet, none for who only sits for another, and
// one for the kitty, so that its foot comes to nothing.
func TestThePrintedSheetOfASubstitute(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	who := h.Players("Ann", "Bob", "Cat", "Eve", "Fay")
	id := h.Night("hoyle", who[:4]...)
	h.Plays(id, "solo eve 5")
	c := ledger.TableChange{Chairs: []chain.Chair{{Player: who[0]}, {Player: who[1]}, {Player: who[2]},
		{Player: who[4], Account: who[3]}}}
	must(h.Book.ChangeTable(t.Context(), h.Slip(), id, 0, c))(t)
	fine := ledger.Penalty{By: who[0], Kitty: true, Amount: 6, Reason: "shuffled"}
	must(h.Book.Penalise(t.Context(), h.Slip(), id, fine))(t)
	printed := h.Get(webtest.NightPath(id)+"/sheet").Is(200).Has(5, "thead .amount").
		Says("thead .amount:last-child", "Kitty")
	if foot := webtest.Plain(printed.Text("tfoot tr:last-child")); foot != "Total−1s−6d−6d+1s 6d+6d" {
		t.Errorf("the foot of the printed sheet: %q", foot)
	}
}

// TestAPhoneFollowsOn: a last page offers the evening that goes on there, and the phone follows by one tap,
// as its owner's; the last page stays. An evening of others isn't offered, nor one whose table ended its
// links, by whatever link of before.
func TestAPhoneFollowsOn(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	ids := h.Players("Ann", "Bob", "Cat", "Dan", "Eve", "Flo", "Gus", "Hal")
	const on = "form.onward"
	for i, begin := range []func() chain.NightID{
		func() chain.NightID { return h.Night("hoyle", ids[:4]...) },
		func() chain.NightID { return h.MeetingOf(2, ids...) },
	} {
		was := begin()
		link := h.Link(was)
		if n := h.NightNow(was); n.Tables != nil {
			h.PlaysRound(was, 1)
			h.ClosesMeeting(was)
		} else {
			h.Plays(was, "solo ann 5")
			h.Closes(was)
		}
		h.Night("hoyle", append(h.Players([][]string{{"Ivy", "Jo"}, {"Lou", "Moe"}}[i]...), ids[0])...)
		h.Get(link).Is(200).Has(0, ".onward")
		next := begin()
		page := h.Get(link).Is(200).Says(on+" strong", "Friday night has begun.").Has(1, ".gold")
		to := h.Does(page, on).Is(303).Header.Get("Location")
		same(t, h.Does(page, on).Header.Get("Location"), to, "asked twice: %s")
		h.Get(to).Is(200).Has(0, on)
		if len(h.Book.Watches(next)) != 1 {
			t.Errorf("%d links", len(h.Book.Watches(next)))
		}
		testenv.Fine(t, h.Book.EndWatches(t.Context(), next))
		h.Get(to).Is(404)
		h.Does(page, on).Is(404)
		h.Book.MakeWatch(t.Context(), next)
		h.Does(page, on).Is(404)
		h.Get(link).Is(200).Has(0, on)
		if i == 0 {
			ids = h.Players("Kit", "Leo", "Mia", "Ned", "Ola", "Pia", "Quinn", "Ray")
		}
	}
}

// TestWatchSaysHowMany tells of a closed night how many deals there were, in a right sentence.
func TestWatchSaysHowMany(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	who := h.Players("Ann", "Bob", "Cat", "Dan")
	for lines, says := range map[string]string{"": "No deal was played.", "pass": "One deal was played.",
		"pass,pass": "2 deals were played."} {
		id := h.Night("hoyle", who...)
		if lines != "" {
			h.Plays(id, strings.Split(lines, ",")...)
			h.Closes(id)
		}
		var over strings.Builder // as a link shows it once the last page has had its time
		testenv.Fine(t, last.Over(last.Closed{Night: h.NightNow(id), Where: time.UTC}, "1").
			Render(t.Context(), &over))
		if !strings.Contains(over.String(), "The evening is over. "+says) {
			t.Errorf("after %q it reads %q", lines, over.String())
		}
	}
}

// TestWatchSpeaksTodaysWords: a call or somebody that is named anew goes by the new name at the next look,
// though nothing happened in the night.
func TestWatchSpeaksTodaysWords(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	who := h.Players("Ann", "Bob", "Cat", "Dan")
	id := h.Night("hoyle", who...)
	h.Plays(id, "ab ann 9")
	link := h.Link(id)
	h.Get(link).Says(".said strong", "Ann makes abundance")
	must(h.Book.SaveWords(context.Background(), h.Slip(),
		rules.Words{rules.Abundance: "Bundle"}))(t)
	h.Get(link).Says(".said strong", "Ann makes bundle")
	must(h.Book.RenamePlayer(context.Background(), h.Slip(), who[0], "Anna"))(t)
	h.Get(link).Says(".said strong", "Anna makes bundle")
	h.Get(link+"/now").Says(".said strong", "Anna makes bundle")
}

// TestWatchShowsTodaysFaces: so does a face that is chosen anew, at one table and on the wall.
func TestWatchShowsTodaysFaces(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	who := h.Players(webtest.Dozens[:8]...)
	link := h.Link(h.Night("hoyle", who[:4]...))
	wall := webtest.MeetingPath(h.MeetingOf(2, who...)) + "/wall"
	for _, colour := range []face.Colour{"lime", "plum"} {
		must(h.Book.ChooseFace(t.Context(), h.Slip(), who[0],
			face.Face{Colour: colour, Emblem: "dice"}))(t)
		for _, page := range []string{link, link + "/now", wall, wall + "/now"} {
			if got := h.Get(page).Is(200).Doc.Find("#looked .c-" + string(colour)).Length(); got == 0 {
				t.Errorf("%s doesn't show that somebody is %s now", page, colour)
			}
		}
	}
}

func TestWatchersPage(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Night("units", h.Players("Ann", "Bob", "Cat")...)
	other := h.Night("units", h.Players("Dan", "Eve", "Fay")...)
	h.Get(webtest.NightPath(id)+"/watch").Is(200).Has(0, ".qr").Has(0, `form[action$="/end"]`)

	made := h.Post(webtest.NightPath(id)+"/watch", nil).Is(http.StatusSeeOther)
	at := made.Header.Get("Location")
	// a phone would look for this machine's own address in itself
	page := h.Get(at).Is(200).Has(0, ".qr").Has(1, `form[action$="/end"]`)
	there := httptest.NewRequest(http.MethodGet, at, nil)
	there.Host = "192.168.1.5:8052"
	h.Ask(there).Is(200).Has(1, "svg.qr path")
	link := page.Text(".address")
	if !strings.HasSuffix(link, strings.TrimPrefix(at, webtest.NightPath(id))) {
		t.Fatalf("the page at %s shows %q", at, link)
	}
	link = link[strings.Index(link, "/watch/"):]
	h.Get(link).Is(200)
	h.Get("/watch/" + strings.ToLower(strings.ReplaceAll(link[len("/watch/"):], "-", ""))).Is(200) // as typed
	again := httptest.NewRequest(http.MethodPost, webtest.NightPath(id)+"/watch", nil)
	again.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	again.Header.Set("Sec-Fetch-Site", "same-origin")
	again.AddCookie(made.Cookies()[0])
	same(t, h.Ask(again).Is(303).Header.Get("Location"), at, "the device that made it is led to %s")
	h.Get(webtest.NightPath(other) + link).Is(http.StatusSeeOther) // another night's secret isn't shown here

	stream := follows(h, link)
	if got := stream.next(); got != "night" {
		t.Fatalf("the stream begins with %q", got)
	}
	h.Post(webtest.NightPath(id)+"/watch/end", nil).Is(http.StatusSeeOther)
	same(t, stream.next(), "over", "the stream says %q when the link is ended")
	h.Get(link).Is(404).Says("h2", "Nothing to see here any more")
	h.Get(link + "/now").Is(404)
	h.Get(at).Is(http.StatusSeeOther)

	// of an evening at several tables there is no one sheet
	meeting := h.MeetingOf(2, h.Players(webtest.Fifteen[7:]...)...)
	several := h.Get(webtest.NightPath(meeting) + "/watch").Is(200).Text(".watchers")
	if !strings.Contains(several, "how everybody stands") || strings.Contains(several, "sheet") {
		t.Errorf("at several tables it says %q", several)
	}
}

// stream reads the events of a night as a browser does.
type stream struct {
	t    testing.TB
	body interface{ Read([]byte) (int, error) }
	rest string
}

func follows(h *webtest.Site, link string) *stream {
	h.T.Helper()
	ctx, leave := context.WithTimeout(context.Background(), 2*time.Minute)
	h.T.Cleanup(leave)
	r := must(http.NewRequestWithContext(ctx, http.MethodGet, h.URL()+link+"/events", nil))(h.T)
	res := must(http.DefaultClient.Do(r))(h.T)
	h.T.Cleanup(func() { res.Body.Close() })
	return &stream{t: h.T, body: res.Body}
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

// TestTooManyLookOn: where a link has all its streams, the next page says so; devices, and other links, have
// their own.
func TestTooManyLookOn(t *testing.T) {
	t.Parallel()
	testenv.Slow(t)
	s := openStreet(t)
	link := "/watch/" + s.links["one"]
	own := strings.TrimPrefix(s.URL(), "http://")
	streams := func(link, token string) (status int) {
		t.Helper()
		c := dial(t, own)
		fmt.Fprintf(c, "GET %s/events HTTP/1.1\r\nHost: %s\r\nCookie: ouverte=%s\r\n\r\n", link, own, token)
		c.SetReadDeadline(time.Now().Add(30 * time.Second))
		head := must(http.ReadResponse(bufio.NewReader(c), nil))(t)
		if head.StatusCode == 503 && (head.Header.Get("Retry-After") != "5" ||
			head.Header.Get("Ouverte-Version") != fmt.Sprint(s.NightNow(s.one).Version)) {
			t.Errorf("refused with %v", head.Header)
		}
		return head.StatusCode
	}
	in := 0
	for streams(link, "") == 200 {
		in++
	}
	if in != 1000 {
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

func (a *answering) Flush() { a.WriteHeader(http.StatusOK) }

func (a *answering) SetReadDeadline(time.Time) error { return nil }

func (a *answering) SetWriteDeadline(time.Time) error { return nil }

// TestLinksShareTheirStreams: one address has no more than its share of streams, however many links it has,
// and all links together no more than theirs; devices have their own beside them, and what is left is free
// again.
func TestLinksShareTheirStreams(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	ids := s.Players("Ina", "Jon", "Kay", "Leo")
	links := []string{s.links["one"], s.links["two"]}
	for range 4 {
		secret := must(s.Book.MakeWatch(t.Context(), s.Night("units", ids...)))(t)
		links = append(links, secret)
	}
	ctx, leave := context.WithCancel(t.Context())
	var open sync.WaitGroup
	stream := func(path, from string, headers ...string) int {
		r := opens(path+"/events", "", headers...).WithContext(ctx)
		r.RemoteAddr = from
		a := &answering{head: http.Header{}, status: make(chan int, 1)}
		open.Go(func() { s.Handler.ServeHTTP(a, r) })
		return <-a.status
	}
	fill := func(link, from string) (in int) {
		for in <= 1000 && stream("/watch/"+link, from) == http.StatusOK {
			in++
		}
		return in
	}
	const one, other = "192.168.1.50:1", "192.168.1.51:1"
	for i, c := range []struct {
		link, from string
		in         int
	}{
		{links[0], one, 1000}, {links[0], other, 0}, {links[1], one, 200}, {links[2], one, 0},
		{links[2], other, 800}, {links[3], other, 0}, {links[4], "192.168.1.52:1", 0},
	} {
		if in := fill(c.link, c.from); in != c.in {
			t.Errorf("at %d a link has %d streams more, and not %d", i, in, c.in)
		}
	}
	cookie := "ouverte=" + s.tokens["watcher"]
	same(t, stream(webtest.NightPath(s.one), one, "Cookie", cookie), http.StatusOK, "a device beside them: %d")
	leave()
	open.Wait()
	ctx, leave = context.WithCancel(t.Context())
	same(t, fill(links[4], one), 1000, "after all left a link has %d streams")
	leave()
	open.Wait()
}

// TestLettingPhonesKeepsTheLink: what phones may do is switched, and the link just made is still shown.
func TestLettingPhonesKeepsTheLink(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	made := h.Post(webtest.NightPath(id)+"/watch", nil).Is(303).Header.Get("Location")
	phones := `form[action$="/watch/phones"]`
	let := h.Does(h.Get(made).Has(1, ".link .address a"), phones, "let", "true").Is(303).Header.Get("Location")
	if let != made || !h.NightNow(id).Phones {
		t.Fatalf("it leads to %s, not to %s", let, made)
	}
	h.Get(let).Has(1, ".link .address a")
	without := h.Does(h.Get(webtest.NightPath(id)+"/watch"), phones, "let", "false").Is(303).
		Header.Get("Location")
	if without != webtest.NightPath(id)+"/watch" {
		t.Errorf("without a link it leads to %s", without)
	}
}
