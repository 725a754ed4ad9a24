//go:build unix

package main

// An evening of six tables at the real program: two tablets at each table but one, every deal tapped twice,
// one tablet that is offline and sends late, a table that goes home while the others record, the evening
// closed while they do, and kills in between. Acknowledged deals are in the book once, refused ones aren't,
// the rest are there once as soon as they are sent again, and the audit holds.

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/door"
	"ouverte/ledger/show"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// clubTablet is a scorer's device that is bound to a table of the evening.
type clubTablet struct {
	name, token string
	table       chain.NightID
	offline     bool
}

// clubEvening is the evening, and what became of each deal that was sent.
type clubEvening struct {
	t       *testing.T
	file    string
	id      chain.NightID
	tables  []chain.NightID
	tablets []*clubTablet
	keeper  string
	program *program
	client  *http.Client

	mu      sync.Mutex
	sent    map[string]*clubDeal
	acked   int
	reached chan struct{} // closed when so many were acknowledged
	enough  int
}

// clubDeal is a deal as a tablet sends it, again and again under the same key.
type clubDeal struct {
	from           *clubTablet
	form           url.Values
	acked, refused bool
	late           bool // it was refused because its table had closed
}

// gatherSixTables makes the book: 24 people at six tables, eleven tablets, each bound to its table, and the
// keeper's.
func gatherSixTables(t *testing.T) *clubEvening {
	t.Helper()
	c := &clubEvening{
		t: t, file: filepath.Join(t.TempDir(), "book.db"), sent: map[string]*clubDeal{}, client: aClient(t),
	}
	c.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	ctx := t.Context()
	b, err := ledger.Open(ctx, c.file, ledger.Options{})
	c.must(err)
	defer b.Close()
	house, _ := rules.Set("hoyle")
	e := ledger.NewMeeting{Name: "Club", House: house}
	for table := range 6 {
		var seats []chain.PlayerID
		for _, name := range []string{"Ann", "Bob", "Cat", "Dan"} {
			name = fmt.Sprintf("%s %d", name, table+1)
			r, err := b.AddPlayer(ctx, ledger.Slip{Key: fmt.Sprintf("p-%d-%s", table, name[:3])}, name)
			c.must(err)
			seats = append(seats, chain.PlayerID(r.ID))
		}
		e.Tables = append(e.Tables, show.SeatTable{Seats: seats, Dealer: seats[3]})
	}
	r, err := b.StartMeeting(ctx, ledger.Slip{Key: "club"}, e)
	c.must(err)
	c.id = r.Night
	now, err := b.Now().Meeting(c.id)
	c.must(err)
	for i, table := range now.Tables {
		c.tables = append(c.tables, table.ID)
		for n := range 2 {
			if i == 5 && n == 1 {
				continue
			}
			code, _, err := b.MakeTableCode(ctx, table.ID)
			c.must(err)
			tablet := &clubTablet{name: fmt.Sprintf("tablet-%d-%d", i+1, n+1), table: table.ID, offline: i == 5}
			tablet.token, _, err = b.Pair(ctx, code, tablet.name, "")
			c.must(err)
			c.tablets = append(c.tablets, tablet)
		}
	}
	code, _, err := b.MakeCode(ctx, door.Keeper)
	c.must(err)
	c.keeper, _, err = b.Pair(ctx, code, "keeper", "")
	c.must(err)
	return c
}

func (c *clubEvening) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// ask sends a request as a device; status 0 says that nobody answered.
func (c *clubEvening) ask(method, path, token string, form url.Values) (status int, page string) {
	r, err := http.NewRequestWithContext(
		context.Background(), method, c.program.url+path, strings.NewReader(form.Encode()))
	if err != nil {
		panic(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.AddCookie(&http.Cookie{Name: "ouverte", Value: token})
	return answered(c.client, r)
}

// dealt is how many deals of a table were acknowledged.
func (c *clubEvening) dealt(table chain.NightID) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, d := range c.sent {
		if d.from.table == table && d.acked {
			n++
		}
	}
	return n
}

// writes has a tablet write down the nth deal of its table.
func (c *clubEvening) writes(from *clubTablet, nth int, round string) (key string) {
	key = fmt.Sprintf("%s-deal-%d-%s", from.name, nth, round)
	form := url.Values{"key": {key}, "nth": {fmt.Sprint(nth)}, "call": {"solo"}, "who": {"1"}, "tricks": {"6"}}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sent[key] = &clubDeal{from: from, form: form}
	return key
}

// tapped sends a deal twice at once, as a double tap does, and notes the answers. It tells whether anybody
// answered, and the table is still open.
func (c *clubEvening) tapped(key string) bool {
	c.mu.Lock()
	d := c.sent[key]
	c.mu.Unlock()
	var both sync.WaitGroup
	var answers [2]int
	var pages [2]string
	for i := range answers {
		both.Go(func() {
			path := fmt.Sprintf("/nights/%d/deals", d.from.table)
			answers[i], pages[i] = c.ask("POST", path, d.from.token, d.form)
		})
	}
	both.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, status := range answers {
		switch status {
		case 0:
		case http.StatusSeeOther:
			if !d.acked {
				c.acked++
			}
			d.acked = true
		case http.StatusConflict, http.StatusUnprocessableEntity:
			d.refused, d.late = true, strings.Contains(pages[i], "is closed")
		default:
			c.t.Errorf("%s: %d %.300s", key, status, pages[i])
		}
	}
	if c.enough > 0 && c.acked >= c.enough {
		close(c.reached)
		c.enough = 0
	}
	return answers != [2]int{} && !d.late
}

// wants closes reached when so many more deals are acknowledged.
func (c *clubEvening) wants(more int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.enough, c.reached = c.acked+more, make(chan struct{})
}

// plays has each tablet that is online write down so many deals, each the next of its table as far as it
// knows; of two who write down the same deal one is refused. A tablet ends when nobody answers, and when its
// table has closed.
func (c *clubEvening) plays(round string, deals int) *sync.WaitGroup {
	all := new(sync.WaitGroup)
	for _, tablet := range c.tablets {
		if tablet.offline {
			continue
		}
		all.Go(func() {
			for i := range deals {
				if !c.tapped(c.writes(tablet, c.dealt(tablet.table)+1, fmt.Sprintf("%s-%d", round, i))) {
					return
				}
			}
		})
	}
	return all
}

// again sends once more what nobody answered, as a queue does.
func (c *clubEvening) again() {
	c.t.Helper()
	for key, d := range c.sent {
		if !d.acked && !d.refused && !d.from.offline {
			if c.tapped(key); !d.acked && !d.refused {
				c.t.Errorf("%s, sent again: nobody answers", key)
			}
		}
	}
}

// kills ends the program as a power cut does when so much was acknowledged, or nobody plays any more, has
// everybody notice, and starts it again.
func (c *clubEvening) kills(playing *sync.WaitGroup) {
	c.t.Helper()
	over := make(chan struct{})
	go func() {
		playing.Wait()
		close(over)
	}()
	select {
	case <-c.reached:
	case <-over:
	}
	c.program.signal(syscall.SIGKILL)
	c.program.ended()
	playing.Wait()
	c.client.CloseIdleConnections()
	c.holds()
	c.program = serveGuarded(c.t, c.file)
	c.again()
}

// holds compares the book's file with the answers, and audits it.
func (c *clubEvening) holds() {
	c.t.Helper()
	in, nth := inBook(c.t, c.file), map[string]string{}
	for key, d := range c.sent {
		if at := fmt.Sprint(d.from.table, " ", d.form.Get("nth")); d.acked {
			if nth[at] != "" {
				c.t.Errorf("%s and %s are the same deal", key, nth[at])
			}
			nth[at] = key
		}
		switch {
		case d.acked && d.refused:
			c.t.Errorf("%s was acknowledged, and refused", key)
		case d.acked && in[key] != 1:
			c.t.Errorf("%s was acknowledged, and is in the book %d times", key, in[key])
		case d.refused && in[key] != 0:
			c.t.Errorf("%s was refused, and is in the book", key)
		case in[key] > 1:
			c.t.Errorf("%s is in the book %d times", key, in[key])
		}
	}
}

// What the evening's settlement was drawn from: the evening's version, and a table's.
var (
	sawEvening = regexp.MustCompile(`data-version="(\d+)"`)
	sawTable   = regexp.MustCompile(`name="table" value="(\d+)"[^>]*><input[^>]*name="saw" value="(\d+)"`)
)

// closes closes a table, or where it is 0 the evening, and looks at it again while somebody records in
// between, until it has closed or nobody answers.
func (c *clubEvening) closes(table chain.NightID, key string) {
	night := fmt.Sprintf("/nights/%d", c.id)
	for try := 0; ; try++ {
		status, page := c.ask("GET", night+"/settle", c.keeper, nil)
		if status == 0 {
			return
		}
		to, form := night+"/close", url.Values{"key": {fmt.Sprintf("%s-%d", key, try)}}
		if table != 0 {
			to = night + "/gather"
			form.Set("table", fmt.Sprint(table))
			for _, m := range sawTable.FindAllStringSubmatch(page, -1) {
				if m[1] == form.Get("table") {
					form.Set("saw", m[2])
				}
			}
		} else if m := sawEvening.FindStringSubmatch(page); m != nil {
			form.Set("saw", m[1])
		}
		switch status, page = c.ask("POST", to, c.keeper, form); {
		case status == http.StatusConflict:
			continue
		case status != http.StatusSeeOther && status != 0 && !strings.Contains(page, "closed"):
			c.t.Errorf("closing: %d %.300s", status, page)
		}
		return
	}
}

// TestSixTables plays the evening.
func TestSixTables(t *testing.T) {
	t.Parallel()
	testenv.Slow(t)
	c := gatherSixTables(t)
	late := c.tablets[len(c.tablets)-1]
	var queue []string
	waits := func(round string) { // a tablet without a network goes on writing deals down
		for range 2 {
			queue = append(queue, c.writes(late, len(queue)+1, round))
		}
	}

	// Everybody records, and the machine loses its power.
	c.program = serveGuarded(t, c.file)
	c.wants(30)
	waits("first")
	playing := c.plays("first", 1000)
	c.kills(playing)

	// A tablet is bound to its table.
	elsewhere := fmt.Sprintf("/nights/%d/deals", c.tables[1])
	form := url.Values{"key": {"elsewhere"}, "nth": {"1"}, "call": {"solo"}, "who": {"1"}, "tricks": {"6"}}
	if status, page := c.ask("POST", elsewhere, c.tablets[0].token, form); status != http.StatusForbidden {
		t.Errorf("at another table: %d %.300s", status, page)
	}

	// The first table goes home while all record, its own tablets too.
	c.wants(40)
	waits("second")
	playing = c.plays("second", 1000)
	playing.Go(func() { c.closes(c.tables[0], "home") })
	c.kills(playing)
	c.closes(c.tables[0], "home-again") // unless it has closed

	// Deals written down without a network come late.
	for _, key := range queue {
		if !c.tapped(key) || !c.sent[key].acked {
			t.Errorf("%s isn't taken when it comes late", key)
		}
	}

	// The evening is closed while the tables record: once with a kill, once for good.
	c.wants(10)
	playing = c.plays("third", 1000)
	playing.Go(func() { c.closes(0, "close") })
	c.kills(playing)
	playing = c.plays("fourth", 4)
	c.closes(0, "close-again") // unless it has closed
	playing.Wait()

	// What comes after the close is refused, and nothing of it is in the book.
	after := c.writes(late, len(queue)+1, "after")
	if c.tapped(after) || !c.sent[after].late {
		t.Errorf("after the close: %+v", c.sent[after])
	}
	t.Logf("%d deals sent, %d acknowledged", len(c.sent), c.acked)
	c.program.signal(syscall.SIGTERM)
	testenv.Same(t, c.program.ended(), 0, "ended with %d")
	c.holds()
	c.addsUp()
}

// addsUp checks the closed evening in the book: every table has just the deals acknowledged there, and the
// settlement has all of them.
func (c *clubEvening) addsUp() {
	c.t.Helper()
	b, err := ledger.Open(c.t.Context(), c.file, ledger.Options{})
	c.must(err)
	defer b.Close()
	e, err := b.Now().Meeting(c.id)
	c.must(err)
	whole, sum, deals := e.Whole(), int64(0), 0
	for _, table := range e.Tables {
		if table.Open || len(table.Deals) != c.dealt(table.ID) || len(table.Deals) == 0 {
			c.t.Errorf("%s: open is %v, %d deals, and %d were acknowledged", table.Name, table.Open,
				len(table.Deals), c.dealt(table.ID))
		}
		deals += len(table.Deals)
	}
	for _, p := range whole.People {
		sum += p.Sum.Score()
	}
	if e.Night.Open || len(whole.Deals) != deals || sum != 0 {
		c.t.Errorf("open is %v, %d deals of %d, adding up to %d", e.Night.Open, len(whole.Deals), deals, sum)
	}
}
