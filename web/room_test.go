package web_test

// One room: an evening of one to six tables, played at random through the real router and its streams. After
// each step every open page has been told or shows what it would show afresh, and all of them agree with each
// other and with a small model of the room about who sits where, rounds, deals, sums, the next seats and what
// is to be paid.

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/web"
	"ouverte/web/webtest"
)

// TestOneRoom plays evenings of one to six tables; ROOM_EVENINGS says how many. A failure names its seed and
// the fewest steps that show it.
func TestOneRoom(t *testing.T) {
	t.Parallel()
	evenings, steps := 5, 40
	if testenv.Whole() {
		evenings = 40
	}
	if n, err := strconv.Atoi(os.Getenv("ROOM_EVENINGS")); err == nil {
		evenings = n
	}
	for seed := range evenings {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			all := make([]int, steps)
			for i := range all {
				all[i] = i
			}
			if wrong := playRoom(t, uint64(seed), all); wrong != "" {
				all, wrong = shortest(t, uint64(seed), all, wrong)
				t.Fatalf("seed %d, steps %v: %s", seed, all, wrong)
			}
		})
	}
}

// shortest leaves out of an evening that fails all steps without which it fails, too.
func shortest(t *testing.T, seed uint64, all []int, wrong string) ([]int, string) {
	for size := max(1, len(all)/2); ; size /= 2 {
		for at := 0; at+size <= len(all); {
			fewer := slices.Delete(slices.Clone(all), at, at+size)
			if still := playRoom(t, seed, fewer); still != "" {
				all, wrong = fewer, still
			} else {
				at += size
			}
		}
		if size <= 1 {
			return all, wrong
		}
	}
}

// playRoom plays one evening and returns the first fault. The seed and the number of a step decide alone what
// it does.
func playRoom(t *testing.T, seed uint64, steps []int) string {
	r := newRoom(t, seed)
	defer r.leave()
	var all []func() string
	for _, step := range steps {
		all = append(all, func() string {
			r.rng = rand.New(rand.NewPCG(seed, uint64(step)+2))
			return r.step()
		})
	}
	all = append(all, r.playsOut, r.pays, r.closes, r.opensAgain, r.pays, r.closes, r.sameAgain)
	for _, does := range all {
		r.did = append(r.did, does())
		if r.wrong == "" {
			r.look()
		}
		if r.wrong != "" {
			return fmt.Sprintf("%s, after:\n%s", r.wrong, strings.Join(r.did, "\n"))
		}
	}
	return ""
}

// room is the evening, the devices that look at it, and the model.
type room struct {
	t       *testing.T
	rng     *rand.Rand
	h       *webtest.Site
	book    string // its file
	stop    chan struct{}
	now     sync.RWMutex  // held for writing while the server is away
	meeting chain.NightID // or the night, where one table plays alone
	alone   bool
	over    bool // its tables have closed, or the evening has
	closed  bool
	pages   []*openPage
	did     []string
	wrong   string
	old     url.Values // a form that would have started a round which has begun meanwhile
	started string     // the key of the form that did

	names  map[string]string // by the id pages know somebody by
	round  int
	rounds int
	deals  int // at most in this round; zero: as the clock says
	clock
	usual  show.Length     // of the rounds to come
	at     atomic.Int64    // how long the evening has lasted, in minutes
	back   map[string]bool // who is known to be at their table in this round
	tables []*seatedTable
	away   map[string]bool  // went home
	paid   map[string]int64 // by who handed it over; less what they were handed
}

// clock is the round's, in minutes: how long it is, how long it has run; zero is none.
type clock struct {
	length, ran int
	stands      bool
	until       int64 // when the break after it ends, in minutes of the evening
}

// called tells whether nobody begins another deal once so many minutes are over.
func (c clock) called(ran int) bool { return c.length > 0 && 4*(c.length-ran) <= min(20, c.length) }

// now is the time by the server's clock.
func (r *room) time() time.Time { return webtest.Clock().Add(time.Duration(r.at.Load()) * time.Minute) }

// kitty is the kitty's id in forms and in the model.
const kitty = "-1"

// seatedTable is one table of the model.
type seatedTable struct {
	id       string // of its night
	name     string
	seats    []string // ids, in order
	accounts []string // whose money is played for there
	played   []playedDeal
	fined    map[string]int64 // by penalties, the kitty among them
	dealer   int

	inserted bool // a deal was put in, with the dealer of the next, or who dealt sits here no more
}

// chairs are who sits there and, where it isn't theirs, whose money is played for, as forms have it.
func (t *seatedTable) chairs() string {
	all := slices.Clone(t.seats)
	for i, account := range t.accounts {
		if account != all[i] {
			all[i] += ":" + account
		}
	}
	return strings.Join(all, ",")
}

// playedDeal is a deal that stands.
type playedDeal struct {
	round, dealer   int
	ran             int // of the clock; below zero for one that was put in later
	seats, accounts []string
	pays            []int64
}

// sums are what each account has at the table, those who only sit there with nothing.
func (t *seatedTable) sums() map[string]int64 {
	sums := map[string]int64{}
	for i, who := range t.seats {
		if t.accounts[i] == who {
			sums[who] = 0
		}
	}
	for _, d := range t.played {
		for i, who := range d.accounts {
			sums[who] += d.pays[i]
		}
	}
	for who, n := range t.fined {
		sums[who] += n
	}
	return sums
}

// sums are what each account has at all tables.
func (r *room) sums() map[string]int64 {
	sums := map[string]int64{}
	for _, t := range r.tables {
		for who, n := range t.sums() {
			sums[who] += n
		}
	}
	return sums
}

// openPage is a page somebody has open: what it showed, and the newest version its stream has told it of.
type openPage struct {
	what, path, follow string
	owner              string       // whose phone it is …
	cookie             *http.Cookie // … by which it says so
	shown              int64
	facts              facts
	told               atomic.Int64
	news               chan struct{}
	end                context.CancelFunc
}

// facts are what a page says, each by its name.
type facts map[string]string

func newRoom(t *testing.T, seed uint64) *room {
	r := &room{t: t, rng: rand.New(rand.NewPCG(seed, 1)), rounds: 4, deals: 2, round: 1,
		away: map[string]bool{}, back: map[string]bool{},
		names: map[string]string{kitty: "Kitty"}, paid: map[string]int64{},
		book: filepath.Join(t.TempDir(), "book.db")}
	testenv.Fine(t, os.WriteFile(r.book, testenv.Must(webtest.EmptyBook())(t), 0o600))
	r.serve()
	tables := 1 + r.rng.IntN(6)
	people := min(4*tables+r.rng.IntN(2), len(webtest.Dozens))
	if r.alone = tables == 1; r.alone {
		r.sitsAlone(people)
		return r
	}
	r.usual = show.Length{Deals: r.deals, Minutes: 20 * r.rng.IntN(2)}
	r.length = r.usual.Minutes
	r.meeting = r.h.Timed(r.length, people, tables)
	r.moves()
	for _, m := range r.h.MeetingNow(r.meeting).Tables {
		r.tableOf(m.Night)
	}
	r.knows()
	r.opens("organiser", webtest.MeetingPath(r.meeting))
	r.opens("second organiser", webtest.MeetingPath(r.meeting))
	r.opens("wall", webtest.MeetingPath(r.meeting)+"/wall")
	r.looksOn()
	for _, table := range r.tables {
		r.opens("tablet "+table.name, "/nights/"+table.id)
	}
	return r
}

// tableOf is a table as it begins.
func (r *room) tableOf(n *show.Night) *seatedTable {
	t := &seatedTable{id: fmt.Sprint(n.ID), name: n.Name, dealer: int(n.Dealer) - 1, fined: map[string]int64{}}
	for _, chair := range n.Table {
		t.seats = append(t.seats, fmt.Sprint(chair.Player))
	}
	t.accounts = slices.Clone(t.seats)
	r.tables = append(r.tables, t)
	return t
}

// knows takes everybody's name from the book.
func (r *room) knows() {
	for _, p := range r.h.Book.Now().Players() {
		r.names[fmt.Sprint(p.ID)] = p.Name
	}
}

// serve opens the book and listens; a second time it is another server on the same book.
func (r *room) serve() {
	book, err := ledger.Open(r.t.Context(), r.book, ledger.Options{Clock: r.time})
	testenv.Fine(r.t, err)
	r.stop = make(chan struct{})
	keys := 0
	if r.h != nil {
		keys = r.h.Keys
	}
	h := &webtest.Site{T: r.t, Book: book, Keys: keys}
	h.Handler = web.New(book, web.Options{Now: r.time, Rand: rand.New(rand.NewPCG(1, 2)),
		Stopping: r.stop, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Who: func(*http.Request) web.Visitor { return web.Visitor{Right: web.Keeper, Device: "the tablet"} }})
	if r.h == nil {
		h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
			r.now.RLock()
			handler := r.h.Handler
			r.now.RUnlock()
			handler.ServeHTTP(w, q)
		}))
	} else {
		h.Server = r.h.Server
	}
	r.h = h
}

// dies ends the server as a kill does: what it has written so far is all there is.
func (r *room) dies() {
	r.now.Lock()
	defer r.now.Unlock()
	next := filepath.Join(r.t.TempDir(), "book.db")
	for _, end := range []string{"", "-wal"} {
		if bytes, err := os.ReadFile(r.book + end); err == nil {
			testenv.Fine(r.t, os.WriteFile(next+end, bytes, 0o600))
		}
	}
	close(r.stop)
	testenv.Fine(r.t, r.h.Book.Close())
	r.book = next
	r.serve()
}

func (r *room) leave() {
	for _, p := range r.pages {
		p.end()
	}
	close(r.stop)
	r.h.Server.Close()
	testenv.Fine(r.t, r.h.Book.Close())
}

// ---- what is open ----

// opens opens a page and follows its stream, as its script does: again whenever it ends.
func (r *room) opens(what, path string) { r.follows(&openPage{what: what, path: path}) }

func (r *room) follows(p *openPage) {
	p.news = make(chan struct{}, 1)
	ctx, end := context.WithCancel(context.Background())
	p.end = end
	r.pages = append(r.pages, p)
	r.refreshes(p)
	follow := r.h.Server.URL + p.follow + "/events"
	client := &http.Client{}
	go func() {
		for ctx.Err() == nil {
			q, _ := http.NewRequestWithContext(ctx, http.MethodGet, follow, nil)
			if p.cookie != nil {
				q.AddCookie(p.cookie)
			}
			answer, err := client.Do(q)
			if err != nil {
				continue
			}
			for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
				version, ok := strings.CutPrefix(lines.Text(), "data: ")
				if n, err := strconv.ParseInt(version, 10, 64); ok && err == nil {
					p.told.Store(n)
					select {
					case p.news <- struct{}{}:
					default:
					}
				}
			}
			answer.Body.Close()
		}
	}()
}

// refreshes loads the page anew.
func (r *room) refreshes(p *openPage) {
	page := r.asks(p, p.path)
	if page.StatusCode == http.StatusSeeOther { // a closed evening's page is its last
		page = r.asks(p, page.Header.Get("Location"))
	}
	if page.StatusCode != http.StatusOK {
		r.fails("%s answers %d", p.what, page.StatusCode)
		return
	}
	p.follow = page.Doc.Find("[data-follow]").AttrOr("data-follow", "")
	p.shown, _ = strconv.ParseInt(page.Doc.Find("[data-version]").First().AttrOr("data-version", ""), 10, 64)
	p.facts = factsOf(page.Doc)
	if p.owner != "" { // a phone's forms say to whom and how much
		page.Doc.Find("#me .due form").Each(func(_ int, form *goquery.Selection) {
			to, owed := form.Find("[name=to]").AttrOr("value", ""), form.Find("[name=owed]").AttrOr("value", "")
			p.facts["pay "+p.owner+" "+to] = owed
		})
	}
}

// asks gets a page as the device does that has it open.
func (r *room) asks(p *openPage, path string) *webtest.Answer {
	q := httptest.NewRequest(http.MethodGet, path, nil)
	if p.cookie != nil {
		q.AddCookie(p.cookie)
	}
	return r.h.Ask(q)
}

func (r *room) fails(format string, args ...any) {
	if r.wrong == "" {
		r.wrong = fmt.Sprintf(format, args...)
	}
}

// look holds all open pages against each other and the model: whose facts have changed must have been told.
func (r *room) look() {
	all := map[string]facts{}
	for _, p := range r.pages {
		was, shown := p.facts, p.shown
		r.refreshes(p)
		if r.wrong != "" {
			return
		}
		if !maps.Equal(was, p.facts) && !p.hears(shown) {
			r.fails("%s isn't told: it still says %v where it would say %v", p.what, was, p.facts)
			return
		}
		all[p.what] = p.facts
	}
	for _, t := range r.tables {
		all["paper "+t.name] = factsOf(r.h.Get("/nights/" + t.id + "/sheet").Doc)
	}
	r.agree(all)
	r.agreeWithModel(all)
}

// hears waits until the page's stream has told it of something newer than it shows.
func (p *openPage) hears(shown int64) bool {
	late := time.After(5 * time.Second)
	for p.told.Load() <= shown {
		select {
		case <-p.news:
		case <-late:
			return false
		}
	}
	return true
}

// factsOf reads the facts of a page, whichever it is.
func factsOf(doc *goquery.Document) facts {
	f := facts{}
	text := func(s *goquery.Selection) string { return webtest.Plain(s.Text()) }
	doc.Find(".standing-all li[data-player]").Each(func(_ int, li *goquery.Selection) {
		f["sum "+li.AttrOr("data-player", "")] = text(li.Find(".number"))
	})
	if counted := text(doc.Find(".counted, .wallbar > p").Last()); counted != "" {
		_, f["round"], _ = strings.Cut(counted, "round ")
	}
	doc.Find(".tables section[aria-label]").Each(func(_ int, s *goquery.Selection) {
		f["at "+s.AttrOr("aria-label", "")] = text(s.Find("header p").First())
	})
	if counts := doc.Find(".to-go").First(); counts.Length() > 0 {
		f["clock"] = counts.AttrOr("data-ends", "") + " " + text(counts.Find("b"))
	}
	doc.Find(".t .away").Each(func(_ int, li *goquery.Selection) {
		f["missed "+li.AttrOr("data-player", "")] = "yes"
	})
	doc.Find("#here button").Each(func(_ int, b *goquery.Selection) {
		f["back "+b.AttrOr("value", "")] = b.AttrOr("aria-pressed", "false")
	})
	if form := doc.Find("#next[data-as-sent]"); form.Find("[name=tables]").Length() > 0 {
		var seats []string
		form.Find("input[name=seats]").Each(func(_ int, in *goquery.Selection) {
			seats = append(seats, in.AttrOr("value", ""))
		})
		at := 0
		form.Find("input[name=tables]").Each(func(i int, in *goquery.Selection) {
			size, _ := strconv.Atoi(form.Find("input[name=sizes]").Eq(i).AttrOr("value", ""))
			for _, who := range seats[at : at+size] {
				f["next "+who] = in.AttrOr("value", "")
			}
			at += size
		})
		for _, who := range seats[at:] {
			f["next "+who] = "rest"
		}
	}
	doc.Find("#looked li:has(.to)").Each(func(_ int, li *goquery.Selection) {
		f["moves "+li.AttrOr("data-player", "")] = li.Find(".to").AttrOr("data-at", "")
	})
	if form := doc.Find("#deal"); form.Length() > 0 {
		f["nth"], f["dealer"] = form.AttrOr("data-nth", ""), form.AttrOr("data-dealer", "")
		f["players"] = form.Find("[name=players]").AttrOr("value", "")
		if form.Find(".cover").Length() > 0 {
			f["over"] = "yes"
		}
		if form.Closest("body").Find("form#take-back[action]").Length() > 0 {
			f["take back"] = "yes"
		}
		form.Find(".cover li").Each(func(_ int, li *goquery.Selection) {
			f["cover "+text(li.Find(".name"))] = strings.TrimPrefix(text(li.Find(".where")), "→")
		})
	}
	totals := doc.Find("#sheet tr.total td, .a4 tr.grand td")
	doc.Find("#sheet thead .named, .a4 th.amount").Each(func(i int, name *goquery.Selection) {
		f["column "+text(name)] = text(totals.Eq(i))
	})
	doc.Find(".pay form.whole").Each(func(_ int, form *goquery.Selection) {
		value := func(name string) string { return form.Find("[name="+name+"]").AttrOr("value", "") }
		f["pay "+value("from")+" "+value("to")] = value("owed")
	})
	doc.Find(".last-payments li[data-of]").Each(func(_ int, li *goquery.Selection) {
		state := " open "
		if li.Is(".paid") {
			state = " paid "
		}
		f["last "+li.AttrOr("data-of", "")] += text(li.Find(".amt")) + state
	})
	doc.Find(".ended li").Each(func(_ int, li *goquery.Selection) {
		f["end "+text(li.Find(".name"))] = text(li.Find(".strong"))
	})
	if me := doc.Find("#me h2"); me.Length() > 0 {
		f["me"] = text(me)
	}
	return f
}

// agree holds the pages against each other.
func (r *room) agree(all map[string]facts) {
	organiser, wall := all["organiser"], all["wall"]
	if other := all["a phone that looks on"]; !r.alone && !maps.Equal(wall, other) {
		r.fails("the wall says %v, a phone that looks on %v", wall, other)
	}
	for one, f := range all { // whatever two pages both tell of the end is the same
		for other, g := range all {
			for name, said := range f {
				kind, _, _ := strings.Cut(name, " ")
				if is, too := g[name]; too && is != said && (kind == "last" || kind == "end" && r.ofAll(one, other)) {
					r.fails("%s says %s: %s, %s %s", one, name, said, other, is)
				}
			}
		}
	}
	for _, p := range r.pages {
		if p.owner != "" {
			r.agreeWithPhone(p, all["settling up"])
		}
	}
	if other := all["second organiser"]; !maps.Equal(organiser, other) {
		r.fails("one organiser's page says %v, the other's %v", organiser, other)
	}
	for name, said := range organiser {
		kind, who, _ := strings.Cut(name, " ")
		switch kind {
		case "sum", "round", "at":
			if other, ok := wall[name]; ok && other != said {
				r.fails("the organiser's page says %s: %s, the wall %s", name, said, other)
			}
		case "next":
			where := r.tableNamed(said, wall["moves "+who])
			if other, ok := wall["moves "+who]; ok && other != where {
				r.fails("next %s sits %s on the organiser's page, %s on the wall", r.names[who], where, other)
			}
			for _, t := range r.tables {
				switch to := strings.TrimSpace(all["tablet "+t.name]["cover "+r.names[who]]); {
				case to == "" || !slices.Contains(t.seats, who):
				case to == "stays here" && where != t.name, to == "rests" && where != "Rest",
					to != "stays here" && to != "rests" && to != where:
					r.fails("next %s sits %s on the organiser's page, %q on the tablet %s", r.names[who], where, to, t.name)
				}
			}
		}
	}
}

// ofAll tells whether pages tell of the whole evening: tablets of several tables tell of theirs.
func (r *room) ofAll(pages ...string) bool {
	tablet := func(what string) bool { return strings.HasPrefix(what, "tablet") }
	return r.alone || !slices.ContainsFunc(pages, tablet)
}

// tableNamed is the name of a table of the plan; a new one, which has no night yet, is called as another page
// calls it.
func (r *room) tableNamed(id, elsewhere string) string {
	for _, t := range r.tables {
		switch {
		case t.id == id:
			return t.name
		case id == "0" && t.name == elsewhere:
			return "a new table"
		}
	}
	if id == "0" {
		return elsewhere
	}
	return "Rest"
}

// agreeWithModel holds the pages against what the room knows.
func (r *room) agreeWithModel(all map[string]facts) {
	sums := r.sums()
	for what, f := range all {
		for name, said := range f {
			kind, who, _ := strings.Cut(name, " ")
			if kind == "end" { // by name
				for id, known := range r.names {
					if known == who {
						who = id
					}
				}
			}
			if (kind == "sum" || kind == "end" && r.ofAll(what)) &&
				said != rules.Units.Signed(sums[who]) {
				r.fails("%s says %s has %s, which is %s", what, r.names[who], said, rules.Units.Signed(sums[who]))
			}
		}
		if said, counts := f["clock"]; counts && said != r.counts() {
			r.fails("%s counts down to %q, and the round or the break ends at %q", what, said, r.counts())
		}
		if what == "organiser" || what == "wall" {
			r.misses(what, f)
			if _, counts := f["clock"]; !r.over && counts == (r.counts() == "") {
				r.fails("%s counts down: %v", what, counts)
			}
		}
		if round := fmt.Sprintf("%d of %d", r.round, r.rounds); !r.over &&
			(what == "organiser" || what == "wall") && !strings.HasPrefix(f["round"], round) {
			r.fails("%s is in round %q, and this is round %s", what, f["round"], round)
		}
	}
	for _, t := range r.tables {
		r.columns(t, all, "tablet "+t.name, "paper "+t.name)
		if r.alone && !r.closed {
			r.columns(t, all, "a phone that looks on")
		}
	}
	for _, t := range r.tables {
		f := all["tablet "+t.name]
		if f["players"] == "" || len(t.seats) == 0 {
			continue
		}
		if players := t.chairs(); f["players"] != players {
			r.fails("at %s sit %s, and its tablet seats %s", t.name, players, f["players"])
		}
		last := len(t.played) - 1
		if strip := last >= 0 && t.played[last].round == r.round; strip != (f["take back"] != "") {
			r.fails("%s may take its last deal back: %v; its tablet says %v", t.name, strip, f["take back"] != "")
		}
		if nth := fmt.Sprint(len(t.played) + 1); f["nth"] != nth {
			r.fails("%s is at deal %s, and its tablet at deal %s", t.name, nth, f["nth"])
		}
		// Who has more than were agreed plays on.
		if r.beyond(t) == 0 != (f["over"] != "") && r.round < r.rounds {
			r.fails("%s has played %d of %d deals, %d of %d minutes; its tablet says the round is over: %v", t.name,
				r.inRound(t), r.deals, r.ran, r.length, f["over"] != "")
		}
		for i, who := range t.seats {
			away := func(p string) bool { return !r.back[p] }
			asked := !r.alone && r.inRound(t) == 0 && slices.ContainsFunc(t.seats, away)
			if said := f["back "+who]; !r.over && said != map[bool]string{true: fmt.Sprint(r.back[who])}[asked] {
				r.fails("the tablet %s says %q of its seat %d, who is back: %v", t.name, said, i, r.back[who])
			}
		}
		if dealer := fmt.Sprint(t.dealer + 1); f["dealer"] != dealer {
			r.fails("at %s seat %s deals, and its tablet says seat %s", t.name, dealer, f["dealer"])
		}
	}
}

// counts is what pages count down to: the time and the words.
func (r *room) counts() string {
	left := time.Duration(r.length-r.ran) * time.Minute
	switch {
	case r.done() && r.until > 0 && r.round < r.rounds:
		left = time.Duration(r.until-r.at.Load()) * time.Minute
	case r.done() || r.length == 0:
		return ""
	case r.stands:
		return fmt.Sprintf(" %d:00", max(0, int(left.Minutes())))
	}
	ends := r.time().Add(left)
	return fmt.Sprint(ends.UnixMilli(), " ", ends.Format("15:04"))
}

// misses holds who isn't back by a page of all tables against who is known to be.
func (r *room) misses(what string, f facts) {
	for _, t := range r.tables {
		back := slices.ContainsFunc(t.seats, func(p string) bool { return r.back[p] })
		for _, who := range t.seats {
			waits := r.inRound(t) == 0 && back && !r.back[who]
			if missed := f["missed "+who] != ""; !r.over && f["at "+t.name] != "" && missed != waits {
				r.fails("%s misses %s: %v", what, r.names[who], missed)
			}
		}
	}
}

// beyond is how many deals a table has more than the round; below zero it plays it still.
func (r *room) beyond(t *seatedTable) int {
	late := 0
	for _, d := range t.played {
		if d.round == r.round && d.ran >= 0 && r.called(d.ran) {
			late++
		}
	}
	if r.deals == 0 {
		return late - 1
	}
	return max(late-1, r.inRound(t)-r.deals)
}

// ---- what happens ----

// step does one thing at random and says what.
func (r *room) step() string {
	for {
		switch n := r.rng.IntN(36); {
		case n < 11:
			if did := r.deal(); did != "" {
				return did
			}
		case n < 12:
			if did := r.takeBack(); did != "" {
				return did
			}
		case n < 13:
			if did := r.comes(); did != "" {
				return did
			}
		case n < 14:
			if did := r.goes(); did != "" {
				return did
			}
		case n < 18:
			if did := r.nextRound(n == 17); did != "" {
				return did
			}
		case n < 19:
			if did := r.swaps(); did != "" {
				return did
			}
		case n < 20:
			if did := r.tooLate(); did != "" {
				return did
			}
		case n < 21:
			if did := r.remembers(); did != "" {
				return did
			}
		case n < 22:
			r.dies()
			return "the server dies and comes back"
		case n < 24:
			if did := r.fines(); did != "" {
				return did
			}
		case n < 28:
			if did := r.standsIn(); did != "" {
				return did
			}
			if did := r.moves(); did != "" {
				return did
			}
		case n < 32:
			if did := r.ticks(); did != "" {
				return did
			}
		case n < 35:
			if did := r.gathers(); did != "" {
				return did
			}
		default:
			if did := r.corrects(); did != "" {
				return did
			}
		}
	}
}

// inRound counts the deals a table has played in this round.
func (r *room) inRound(t *seatedTable) (n int) {
	for _, d := range t.played {
		if d.round == r.round {
			n++
		}
	}
	return n
}

func (r *room) done() bool {
	return !slices.ContainsFunc(r.tables, func(t *seatedTable) bool {
		return len(t.seats) > 0 && r.beyond(t) < 0
	})
}

// settle reckons a misère of a seat that takes so many tricks.
func (r *room) settle(t *seatedTable, dealer, seat, tricks int) []int64 {
	set, _ := rules.Set("units")
	d := rules.Deal{Seats: len(t.seats), Dealer: rules.Seat(dealer + 1), Call: rules.Misere,
		Caller: rules.Seat(seat + 1), Tricks: tricks}
	result, err := rules.Settle(set, &d)
	testenv.Fine(r.t, err)
	return slices.Clone(result.Net[1 : len(t.seats)+1])
}

func (r *room) post(path string, form url.Values) bool {
	answer := r.h.Post(path, form)
	if answer.StatusCode != http.StatusSeeOther && answer.StatusCode != http.StatusOK {
		r.fails("%s answers %d: %s", path, answer.StatusCode, answer.Text("main"))
		return false
	}
	return true
}

func (r *room) deal() string {
	t := r.tables[r.rng.IntN(len(r.tables))]
	seat, tricks := r.rng.IntN(8), r.rng.IntN(2)
	if len(t.seats) == 0 || r.beyond(t) >= 0 {
		return ""
	}
	seat = seat % len(t.seats)
	if len(t.seats) == 5 && seat == (t.dealer+4)%5 {
		seat = t.dealer
	}
	form := r.h.Get("/nights/"+t.id).Form("#deal", "")
	form.Set("call", "misere")
	form.Set("who", fmt.Sprint(seat+1))
	form.Set("tricks", fmt.Sprint(tricks))
	if r.post("/nights/"+t.id+"/deals", form) {
		t.played = append(t.played, playedDeal{r.round, t.dealer, r.ran, slices.Clone(t.seats),
			slices.Clone(t.accounts), r.settle(t, t.dealer, seat, tricks)})
		t.dealer = (t.dealer + 1) % len(t.seats)
	}
	return fmt.Sprintf("%s records misère by %s, %d", t.name, r.names[t.seats[seat]], tricks)
}

func (r *room) takeBack() string {
	t := r.tables[r.rng.IntN(len(r.tables))]
	last := len(t.played) - 1
	if last < 0 || t.played[last].round != r.round {
		return ""
	}
	form := r.h.Get("/nights/"+t.id).Form("#take-back", "")
	if r.post("/nights/"+t.id+"/take-back", form) {
		t.dealer = t.played[last].dealer
		t.played = t.played[:last]
		if t.inserted { // the dealer before may be the same
			r.dealsFirst(t)
		}
	}
	return t.name + " takes its last deal back"
}

// corrects changes the tricks of some deal, of any round.
func (r *room) corrects() string {
	t := r.tables[r.rng.IntN(len(r.tables))]
	nth, tricks := r.rng.IntN(1000), r.rng.IntN(4)
	if len(t.played) == 0 {
		return ""
	}
	nth %= len(t.played)
	id, _ := strconv.ParseInt(t.id, 10, 64)
	deal := r.h.NthDeal(chain.NightID(id), nth+1)
	path := fmt.Sprintf("/nights/%s/deals/%d", t.id, deal.ID)
	d := &t.played[nth]
	seat := int(deal.Deal.Caller) - 1
	then := r.settle(&seatedTable{seats: d.seats}, d.dealer, seat, tricks)
	if tricks == deal.Deal.Tricks {
		return ""
	}
	page := r.h.Get(path + "/change")
	if page.StatusCode != http.StatusOK { // a table that a later round doesn't need is closed
		return ""
	}
	form := page.Form("#deal", "")
	form.Set("tricks", fmt.Sprint(tricks))
	if r.post(path, form) {
		d.pays = then
	}
	return fmt.Sprintf("deal %d of %s, of round %d, is put right to %d tricks", nth+1, t.name, d.round, tricks)
}

// remembers puts a forgotten deal in before another, of any round; who dealt stays as it was.
func (r *room) remembers() string {
	t := r.tables[r.rng.IntN(len(r.tables))]
	nth, seat := r.rng.IntN(1000), r.rng.IntN(1000)
	if len(t.played) == 0 {
		return ""
	}
	nth %= len(t.played)
	id, _ := strconv.ParseInt(t.id, 10, 64)
	d := t.played[nth]
	seat %= len(d.seats)
	if len(d.seats) == 5 {
		return "" // who rests there follows from who deals
	}
	path := fmt.Sprintf("/nights/%s/deals/%d", t.id, r.h.NthDeal(chain.NightID(id), nth+1).ID)
	page := r.h.Get(path + "/before")
	if page.StatusCode != http.StatusOK { // a table that a later round doesn't need is closed
		return ""
	}
	form := page.Form("#deal", "")
	for name, value := range map[string]string{"call": "misere", "who": fmt.Sprint(seat + 1), "tricks": "0"} {
		form.Set(name, value)
	}
	effect := r.h.Get(path + "/effect?" + form.Encode())
	if effect.StatusCode != http.StatusOK {
		r.fails("what a forgotten deal changes answers %d: %s", effect.StatusCode, effect.Text("main"))
		return "a forgotten deal"
	}
	yes := effect.Form("#effect form", "")
	yes.Set("dealers", "stay")
	if r.post(path, yes) {
		pays := r.settle(&seatedTable{seats: d.seats}, d.dealer, seat, 0)
		t.played = slices.Insert(t.played, nth, playedDeal{d.round, d.dealer, -1, d.seats, d.accounts, pays})
		t.inserted = true
		r.dealsFirst(t)
	}
	return fmt.Sprintf("a deal is put in before deal %d of %s, of round %d", nth+1, t.name, d.round)
}

func (r *room) comes() string {
	if r.round == r.rounds || len(r.names) > 23 {
		return ""
	}
	name := fmt.Sprintf("Late %c", 'A'+len(r.names)-4)
	form := r.h.Get(webtest.MeetingPath(r.meeting)).Starts("new")
	form.Set("newname", name)
	if r.post(webtest.MeetingPath(r.meeting)+"/people", form) {
		r.knows()
	}
	return name + " comes late"
}

func (r *room) goes() string {
	here := slices.DeleteFunc(slices.Sorted(maps.Keys(r.names)), func(id string) bool {
		return id == kitty || r.away[id]
	})
	who := here[r.rng.IntN(len(here))]
	if r.round == r.rounds || len(here) < 7 {
		return ""
	}
	form := r.h.Get(webtest.MeetingPath(r.meeting)).Starts("leaves")
	form.Set("leaver", who)
	if r.post(webtest.MeetingPath(r.meeting)+"/people", form) {
		r.away[who] = true
	}
	return r.names[who] + " goes home after this round"
}

// nextRound starts the next round by the plan on the organiser's page; early, if that is wanted.
func (r *room) nextRound(early bool) string {
	if r.round == r.rounds || r.done() == early {
		return ""
	}
	page := r.h.Get(webtest.MeetingPath(r.meeting))
	form := page.Starts("without")
	r.old, r.started = r.h.Get(webtest.MeetingPath(r.meeting)).Starts("without"), form.Get("key")
	plan := factsOf(page.Doc)
	t := r.tables[r.rng.IntN(len(r.tables))]
	late := r.fillsIn(t)
	if !r.post(webtest.MeetingPath(r.meeting)+"/rounds", form) {
		return "the next round begins"
	}
	r.round++
	r.clock, r.deals, r.back = clock{length: r.usual.Minutes}, r.usual.Deals, map[string]bool{}
	seats := map[string][]string{}
	at, all := 0, form["seats"]
	for i, table := range form["tables"] {
		size, _ := strconv.Atoi(form["sizes"][i])
		seats[table] = all[at : at+size]
		at += size
	}
	for _, t := range r.tables {
		t.seats, t.accounts = seats[t.id], seats[t.id]
		delete(seats, t.id)
		r.dealsFirst(t)
	}
	if len(seats) > 0 {
		r.newTables(seats)
	}
	if late != nil && len(t.seats) > 0 {
		r.sendsLate(t, late)
	}
	for who := range plan {
		if id, ok := strings.CutPrefix(who, "next "); ok && r.names[id] == "" {
			r.fails("somebody nobody knows sits in the next round: %s", id)
		}
	}
	return fmt.Sprintf("round %d begins (early: %v)", r.round, early)
}

// filledIn is a form of the coming deal as somebody has filled it in, and the deal it says.
type filledIn struct {
	form url.Values
	deal playedDeal
}

// fillsIn fills in a misère of the dealer that is made; nothing where nobody sits.
func (r *room) fillsIn(t *seatedTable) *filledIn {
	if len(t.seats) == 0 {
		return nil
	}
	form := r.h.Get("/nights/"+t.id).Form("#deal", "")
	form.Set("call", "misere")
	form.Set("who", fmt.Sprint(t.dealer+1))
	form.Set("tricks", "0")
	return &filledIn{form, playedDeal{r.round, t.dealer, -1, slices.Clone(t.seats), slices.Clone(t.accounts),
		r.settle(t, t.dealer, t.dealer, 0)}}
}

// sendsLate sends a form that was filled in before the round: it is refused, and recorded in its own round by
// one tap.
func (r *room) sendsLate(t *seatedTable, f *filledIn) {
	path := "/nights/" + t.id + "/deals"
	refused := r.h.Post(path, f.form)
	late, asks := "", false
	if refused.StatusCode >= 400 {
		late, asks = refused.Doc.Find("button.late").Attr("value")
	}
	if !asks {
		r.fails("%s is in round %d, and a form of round %d is answered %d there", t.name, r.round, f.deal.round,
			refused.StatusCode)
		return
	}
	if r.post(path, url.Values{"key": {r.h.Slip().Key}, "late": {late}}) {
		t.played, t.inserted = append(t.played, f.deal), true
		r.dealsFirst(t)
	}
}

// swaps taps two people of the plan.
func (r *room) swaps() string {
	page := r.h.Get(webtest.MeetingPath(r.meeting))
	places := page.Doc.Find("#next button.who[id^=place]").Length()
	one, other := r.rng.IntN(100), r.rng.IntN(100)
	if places < 2 || r.round == r.rounds {
		return ""
	}
	one, other = one%places+1, other%places+1
	for _, place := range []int{one, other} {
		page = r.press(page, fmt.Sprintf("#place%d", place))
		if r.wrong != "" {
			break
		}
	}
	return fmt.Sprintf("places %d and %d of the plan are tapped", one, other)
}

// moves changes how people move from the next round on.
func (r *room) moves() string {
	ways := chain.Movements
	way := ways[r.rng.IntN(len(ways))]
	if r.alone || r.round == r.rounds {
		return ""
	}
	r.press(r.h.Get(webtest.MeetingPath(r.meeting)), "#moves-"+string(way.By))
	return "from the next round on people move: " + way.Name
}

// ticks lets some minutes pass, or does something to the clock, or says how long rounds are from the next on.
func (r *room) ticks() string {
	does, minutes := r.rng.IntN(6), 1+r.rng.IntN(12)
	switch {
	case !r.alone && does > 0 && r.done() && r.round < r.rounds:
		if does == 1 && r.until > 0 && r.sets("break:0") {
			r.until = 0
			return "no break"
		}
		if !r.sets("break:5") {
			return ""
		}
		r.until = max(r.until, r.at.Load()) + 5
		return "a break of 5 minutes"
	case r.alone || does < 3:
		return r.pass(minutes)
	case does == 3 && r.sets("more:5"):
		r.length += 5
		return "the round gets 5 minutes more"
	case does == 4 && r.stands && r.sets("go"):
		r.stands = false
		return "the clock goes on"
	case does == 4 && !r.stands && r.sets("stop"):
		r.stands = true
		return "the clock is stopped"
	case does == 5 && r.round < r.rounds:
		r.usual = []show.Length{{Deals: 2}, {Minutes: 20}, {Deals: 3, Minutes: 12}}[minutes%3]
		form := r.h.Get(webtest.MeetingPath(r.meeting)).Starts("length")
		form.Set("deals", fmt.Sprint(r.usual.Deals))
		form.Set("minutes", fmt.Sprint(r.usual.Minutes))
		r.post(webtest.MeetingPath(r.meeting)+"/rounds", form)
		return fmt.Sprintf("rounds are %+v from the next on", r.usual)
	}
	return ""
}

func (r *room) pass(minutes int) string {
	r.at.Add(int64(minutes))
	if !r.stands {
		r.ran += minutes
	}
	return fmt.Sprintf("%d minutes pass", minutes)
}

// sets does something to the clock, where the organiser's page has one.
func (r *room) sets(do string) bool {
	form := r.h.Get(webtest.MeetingPath(r.meeting)).Doc.Find("#clock")
	if form.Length() == 0 {
		return false
	}
	values := fieldsOf(form)
	values.Set("do", do)
	return r.post(webtest.MeetingPath(r.meeting)+"/rounds", values)
}

// gathers taps somebody's face on a tablet, or has the organiser call whom tables wait for, or see them come.
func (r *room) gathers() string {
	t, does := r.tables[r.rng.IntN(len(r.tables))], r.rng.IntN(4)
	seat := r.rng.IntN(60)
	if r.alone || len(t.seats) == 0 || r.inRound(t) > 0 {
		return ""
	}
	if page := r.h.Get(webtest.MeetingPath(r.meeting)); does > 1 {
		verb := [...]string{"call:", "here:"}[does-2]
		do, there := page.Doc.Find("#next button[value^='" + verb + "']").Attr("value")
		if !there || !r.post(webtest.MeetingPath(r.meeting)+"/rounds", page.Starts(do)) {
			return ""
		}
		if verb == "here:" {
			for _, who := range strings.Split(do[len(verb):], ",") {
				r.back[who] = true
			}
		}
		return "the organiser says " + do
	}
	here := r.h.Get("/nights/" + t.id).Doc.Find("#here")
	if here.Length() == 0 {
		return ""
	}
	values, who := fieldsOf(here), t.seats[seat%len(t.seats)]
	values.Set("player", who)
	if r.post("/nights/"+t.id+"/here", values) {
		r.back[who] = true
	}
	return r.names[who] + " is at " + t.name
}

// press sends the form of the next round by one of its buttons, as a browser does.
func (r *room) press(page *webtest.Answer, css string) *webtest.Answer {
	button, form := page.Doc.Find(css), page.Doc.Find("#next")
	values := page.Form("#next", "")
	values.Set(button.AttrOr("name", ""), button.AttrOr("value", ""))
	to := button.AttrOr("formaction", form.AttrOr("action", ""))
	if button.AttrOr("formmethod", "get") != "post" {
		return r.h.Get(to + "?" + values.Encode())
	}
	answer := r.h.Post(to, values)
	if at := answer.Header.Get("Location"); at != "" {
		return r.h.Get(at)
	}
	if answer.StatusCode != http.StatusOK {
		r.fails("%s at %s answers %d: %s", css, to, answer.StatusCode, answer.Text("main"))
	}
	return answer
}

// tooLate sends a start of a round that has begun long since: it is refused, and nothing changes.
func (r *room) tooLate() string {
	if r.old == nil || r.old.Get("round") > fmt.Sprint(r.round) {
		return ""
	}
	if answer := r.h.Post(webtest.MeetingPath(r.meeting)+"/rounds", r.old); answer.StatusCode < 400 {
		if at := answer.Header.Get("Location"); r.started != r.old.Get("key") {
			r.fails("a page of an earlier round starts it again: %d, %s", answer.StatusCode, at)
		}
	}
	return "an old page starts round " + r.old.Get("round") + " once more"
}

// dealsFirst asks the book who deals first at a table that was seated anew.
func (r *room) dealsFirst(t *seatedTable) {
	if len(t.seats) > 0 {
		id, _ := strconv.ParseInt(t.id, 10, 64)
		t.dealer = int(r.h.NightNow(chain.NightID(id)).Dealer) - 1
	}
}

// newTables are those that a round adds.
func (r *room) newTables(seats map[string][]string) {
	for _, m := range r.h.MeetingNow(r.meeting).Tables {
		id := fmt.Sprint(m.ID)
		if slices.ContainsFunc(r.tables, func(t *seatedTable) bool { return t.id == id }) {
			continue
		}
		t := r.tableOf(m.Night)
		r.opens("tablet "+t.name, "/nights/"+t.id)
	}
}
