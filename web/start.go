package web

// Starting a night: the nights in progress, and below them who plays, where they sit, and by which rules.

import (
	"cmp"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/frame"
	"ouverte/templates/keeper"
	"ouverte/templates/lawbook"
	"ouverte/templates/lineup"
	"ouverte/templates/say"
	"ouverte/templates/settleup"
	"ouverte/templates/ui"
	"ouverte/web/forms"
)

// startForm is a night about to begin, as far as it was said.
type startForm struct {
	seatFields
	severalFields
	Drawn   bool   `form:"drawn"` // the dealer, by lot
	House   string `form:"house" validate:"max=100" label:"The house rules"`
	Scale   int    `form:"scale" validate:"min=1,max=1000" label:"A solo"`
	Solo    string `form:"solo" validate:"max=30" label:"The stake"` // typed, not yet taken
	Auction bool   `form:"auction"`
	Agree   bool   `form:"agree"`
	Goes    bool   `form:"goes"`
	Name    string `form:"name" validate:"max=60" label:"The name"`
	Date    string `form:"date" validate:"omitempty,datetime=2006-01-02" label:"The date"`
}

// dice draws by lot; requests may draw at once.
type dice struct {
	mu   sync.Mutex
	rand *rand.Rand
}

// draw picks one of n, from 0.
func (d *dice) draw(n int) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.rand.IntN(n)
}

// startPage shows the form one tap further.
func (s *server) startPage(c echo.Context) error {
	if v, err := s.unsoundView(c); v != nil || err != nil {
		if err != nil {
			return err
		}
		return s.page(c, unsoundFrame("Ouverte"), keeper.Unsound(*v))
	}
	facts := s.formFacts(s.snapshot(c))
	var form startForm
	err := c.Bind(&form)
	if _, typed := refusals(err); form.Do == "" && (typed || err == nil) {
		form, err = facts.usual(s.Now(), c.Request()), nil // nothing was tapped yet
	}
	if err == nil {
		err = form.step(s, facts)
	}
	again := func(says ui.Says) (*screen, error) { return s.startScreen(c, facts, &form, says) }
	if err != nil {
		return refuse(err, again)
	}
	if form.Do != "" {
		c.Response().Header().Set("HX-Replace-Url", form.address())
	}
	return s.pageOf(c, again)
}

// startNight opens the night the form describes, entering the new names first.
func (s *server) startNight(c echo.Context) error {
	facts := s.formFacts(s.snapshot(c))
	var form startForm
	var night ledger.Receipt
	err := c.Bind(&form)
	if err == nil {
		night, err = s.open(c, facts, &form)
	}
	if err != nil {
		c.Response().Header().Set("HX-Replace-Url", "false")
		return refuse(err, func(says ui.Says) (*screen, error) { return s.startScreen(c, facts, &form, says) })
	}
	if form.several() {
		at := say.MeetingPath(night.Night)
		if form.Do == "again" {
			at += "?do=now" // who sits where is said before anybody plays
		}
		return s.goTo(c, at)
	}
	if _, today := tonight(s.Now()); form.Date != "" && form.Date < today {
		return s.goTo(c, say.NightPath(night.Night)+"/paper") // it was played, and lies there on paper
	}
	return s.goTo(c, say.NightPath(night.Night))
}

func (s *server) open(c echo.Context, facts *formFacts, form *startForm) (ledger.Receipt, error) {
	if err := form.check(facts); err != nil {
		return ledger.Receipt{}, err
	}
	if err := form.ready(); err != nil {
		return ledger.Receipt{}, err
	}
	form.parted()
	dealer := slices.Index(form.Seats, form.Dealer)
	if dealer < 0 && !form.several() {
		return ledger.Receipt{}, forms.Wrong{"dealer": "Who deals first? Tap a name, or draw for it."}
	}
	n := ledger.NewNight{
		Name: form.Name, Date: form.Date, House: facts.house(form.House), Scale: form.Scale, Auction: form.Auction,
		Agree: form.Agree, Goes: form.Goes, Words: facts.last.Words,
	}
	if n.House == nil {
		return ledger.Receipt{}, forms.Wrong{"house": "Choose the house rules to play by."}
	}
	var err error
	slip := s.slip(c, form.keyFor(form.House))
	if n.House, err = s.keepOffer(c.Request().Context(), facts, slip, n.House); err != nil {
		return ledger.Receipt{}, err
	}
	if form.several() {
		return s.openSeveral(c, facts, form, n)
	}
	if n.Seats, err = s.enter(c, facts, &form.seatFields); err != nil {
		return ledger.Receipt{}, err
	}
	n.Dealer = n.Seats[dealer]
	return s.book.StartNight(c.Request().Context(), s.slip(c, form.Key), n)
}

// step does the one thing the tapped button asks.
func (f *startForm) step(s *server, facts *formFacts) error {
	was := f.Dealer
	f.parted()
	did, err := f.seatFields.step(facts, mostPeople)
	defer f.parted()
	verb, arg, _ := strings.Cut(f.Do, ":")
	if err == nil && !did {
		if did, err = f.stepSeveral(&s.dice); did {
			return err
		}
	}
	switch {
	case err != nil || did:
	case verb == "draw":
		if len(f.Seats) > 0 {
			f.Dealer, f.Drawn = f.Seats[s.dice.draw(len(f.Seats))], true
		}
		return nil
	case verb == "play":
		err = f.playFor(facts, rules.Money(arg))
	case f.Do == "stake":
		err = f.typedStake(facts)
	case verb == "stake":
		n, bad := strconv.ParseInt(arg, 10, 64)
		if bad != nil {
			return forms.Bad("The form asks for a stake that doesn’t exist. Load the page again.")
		}
		err = f.stake(facts, n)
	default:
		return forms.Bad("This page doesn’t do what the form asks. Load the page again.")
	}
	f.Drawn = f.Drawn && f.Dealer == was && verb != "deal"
	switch {
	case verb == "pick" && f.Picked == 0:
		f.Placed = "hand"
	case (verb == "seat" || verb == "name") && f.Placed == "lot":
		f.Placed = "" // not all of them any more
	}
	return err
}

// address is the form in the address line, so that loading the page anew loses nothing.
func (f *startForm) address() string {
	kept := *f
	kept.Do, kept.Picked, kept.NewName, kept.Solo, kept.Key = "keep", 0, "", "", ""
	return "/?" + forms.Query(kept).Encode()
}

// usual is the form as it opens: nobody seated, everything else as last time, but by a set that was made
// since. The first night of all is played for the money of the country the browser is from.
func (facts *formFacts) usual(now time.Time, r *http.Request) startForm {
	f := startForm{Scale: 1, House: "units"}
	f.Per, f.Rounds = usualDeals, show.UsualRounds
	f.Name, f.Date = tonight(now)
	if facts.hasLast {
		f.House, f.Scale = facts.last.House.ID, max(1, facts.last.Scale)
		f.Auction, f.Agree, f.Goes = facts.last.Auction, facts.last.Agree, facts.last.Goes
	} else if i := slices.IndexFunc(facts.houses, func(h show.HouseLine) bool { return h.Last != "" }); i >= 0 {
		f.House = facts.houses[i].House.ID // those of last time still play
	} else if local, ok := localMoney(r); ok {
		f.House = facts.setFor(local)
	}
	if facts.newHouse && facts.houses[0].House.ID != f.House {
		f.House, f.Scale = facts.houses[0].House.ID, 1
	} else if facts.house(f.House) == nil && len(facts.houses) > 0 {
		f.House = facts.houses[0].House.ID
	}
	return f
}

// tonight names the evening: it is still Friday night at two on Saturday morning.
func tonight(now time.Time) (name, date string) {
	day := now.Add(-5 * time.Hour)
	part := " night"
	if h := now.Hour(); h >= 5 && h < 12 {
		part = " morning"
	} else if h >= 12 && h < 17 {
		part = " afternoon"
	}
	return day.Weekday().String() + part, day.Format(time.DateOnly)
}

// openShown is how many nights in progress the first page shows, the newest; the list of evenings has all. Up
// to openShownLarge are shown as they stand, of more each has one line.
const openShown, openShownLarge = 40, 2

// showOpen shows the nights in progress.
func (s *server) showOpen(now *show.Snapshot, facts *formFacts, v *lineup.StartView) error {
	open := now.OpenNights(openShown + 1)
	v.More = len(open) > openShown
	for _, n := range open[:min(len(open), openShown)] {
		one := openNight(n, facts, s.Now())
		if len(open) <= openShownLarge {
			night, err := s.wholeNight(now, n.ID)
			if err != nil {
				return err
			}
			one.Whole = night
			if len(open) > 1 && open[0].Date == open[1].Date {
				one.Who = english.List(night.SeatNames())
			}
		}
		v.Open = append(v.Open, one)
	}
	return nil
}

// startScreen is the page as it stands, with sentences beside its fields.
func (s *server) startScreen(
	c echo.Context, facts *formFacts, f *startForm, says ui.Says,
) (_ *screen, err error) {
	v := lineup.StartView{
		Picked: f.Picked, Dealer: f.Dealer, Drawn: f.Drawn, House: f.House, Scale: strconv.Itoa(f.Scale),
		Names: facts.names(&f.seatFields, mostPeople), Key: newKey(),
		Wishes: lineup.Wishes{Auction: f.Auction, Agree: f.Agree, Goes: f.Goes, AsksGoes: true, Name: f.Name,
			Date: f.Date},
	}
	v.Names.First = len(facts.players) == 0
	v.Names.Typed = v.Names.First && (f.Do == "" || f.Do == "name")
	if s.pairs && !s.TrustThisMachine && s.onThisMachine(c.Request()) && s.may(c, Keeper) &&
		s.book.ReadOnly() == "" {
		v.LetIn = c.Request().URL.RequestURI()
	}
	v.Empty = s.Exchange != nil && s.snapshot(c).Entries() == 0 && s.may(c, Keeper)
	local, _ := localMoney(c.Request())
	v.PlayFor = facts.playForView(f, local)
	title := "Start a night"
	if v.Names.First {
		title = "A first evening"
	}
	frame := frame.Frame{
		Title: title, Here: frame.Tonight, Htmx: true, Styles: []string{"start.css", "lines.css"},
	}
	if err = s.showOpen(s.snapshot(c), facts, &v); err != nil {
		return nil, err
	}
	if len(v.Open) > 0 {
		frame.Title = "Tonight"
		v.Fold = f.Do == ""
	}
	v.Several = f.severalView(facts)
	faces := facts.faces(f.drawn(mostPeople))
	for _, seat := range f.drawn(mostPeople) {
		if name := facts.name(seat); name != "" {
			v.Seats = append(v.Seats, lineup.Seat{
				Value: seat, Name: name, Face: faces[seat], Deals: seat == v.Dealer,
			})
		}
	}
	v.Former, v.Still = s.formerOf(s.snapshot(c), f.Seats), facts.still(f.Seats, 0)
	if h := facts.house(f.House); h != nil {
		if facts.kept(f.House) == nil { // only offered so far
			v.Houses = append(v.Houses, houseInTwoLines(h, f.Scale, facts.last.Words))
		}
	}
	for _, h := range facts.houses {
		v.Houses = append(v.Houses, houseInTwoLines(h.House, f.Scale, facts.last.Words))
	}
	if f.Do == "" {
		last, _ := s.snapshot(c).FreeLineUp()
		v.Again = s.again(s.snapshot(c), facts, last)
		s.offerSeason(c, &v)
	}
	if v.Several != nil && len(says) == 0 {
		says = ui.Says(f.alike())
	}
	v.Says, v.Names.Says, v.Wishes.Says = says, says, says
	return &screen{frame, lineup.Start(v)}, nil
}

func houseInTwoLines(h *rules.House, scale int, words rules.Words) lineup.HouseChoice {
	return lineup.HouseChoice{
		ID: h.ID, Name: h.Name, Money: h.Money, Line: stakesLine(h, scale, words),
		OwnRules: lawbook.OwnRules(h, words),
	}
}

// formerOf says what is open from former evenings between those who are chosen.
func (s *server) formerOf(now *show.Snapshot, seats []string) string {
	var people []chain.PlayerID
	for _, seat := range seats {
		if id, err := strconv.ParseInt(seat, 10, 64); err == nil {
			people = append(people, chain.PlayerID(id))
		}
	}
	if len(people) < 2 {
		return ""
	}
	return settleup.FormerWords(now.DebtsBetween(people))
}

// sameAgain is the line-up of an evening in one tap. It is nil while some of those play.
func (s *server) sameAgain(now *show.Snapshot, facts *formFacts, night chain.NightID) *lineup.SameAgain {
	last, ok := now.LineUpOf(night)
	if !ok {
		return nil
	}
	return s.again(now, facts, last)
}

// again is nil where fewer than three are there who haven't been put away since, or the rules were.
func (s *server) again(now *show.Snapshot, facts *formFacts, last show.LineUp) *lineup.SameAgain {
	f := facts.formOf(last)
	f.Name, f.Date = tonight(s.Now())
	if len(f.Seats) < 3 || len(f.Seats) > mostPeople || facts.house(f.House) == nil {
		return nil
	}
	f.Key = newKey()
	a := &lineup.SameAgain{
		Sends: forms.Pairs(f), With: f.address(), Former: s.formerOf(now, f.Seats),
		Asks: f.several() && len(last.Tables) == 0,
		How:  last.House.Name + timesStakes(f.Scale) + " · ",
	}
	var who []string
	faces := facts.faces(f.Seats)
	for _, seat := range f.Seats {
		who, a.Faces = append(who, facts.name(seat)), append(a.Faces, faces[seat])
	}
	switch a.Who = english.List(who); {
	case a.Asks:
		a.How += "one table has five places: choose who plays"
	case f.several():
		a.Who = english.Capital(english.Spelled(len(who), "player"))
		a.How += english.Spelled(f.Tables, "table")
	default:
		a.How += facts.name(f.Dealer) + " deals first"
	}
	return a
}

// formOf is the form as it would start an evening again, without those who have been put away since.
func (facts *formFacts) formOf(last show.LineUp) startForm {
	f := startForm{Scale: max(1, last.Scale), Auction: last.Auction, Agree: last.Agree, Goes: last.Goes,
		Name: last.Name}
	if last.House != nil {
		f.House = last.House.ID
	}
	there := func(players []chain.PlayerID) (seats []string) {
		for _, p := range players {
			if at := say.PlayerNo(p); facts.name(at) != "" {
				seats = append(seats, at)
			}
		}
		return seats
	}
	slices.SortStableFunc(last.Tables, func(a, b show.SeatTable) int {
		return cmp.Compare(len(there(b.Seats)), len(there(a.Seats)))
	})
	var tables [][]string
	for _, t := range last.Tables {
		seats := there(t.Seats)
		tables = append(tables, seats)
		f.Called = append(f.Called, t.Name)
		f.First = append(f.First, 1+slices.Index(seats, say.PlayerNo(t.Dealer)))
		f.Seats = append(f.Seats, seats...)
	}
	f.Tables, f.Rest, f.Rounds = len(last.Tables), last.Rested, last.Rounds
	f.Per, f.Minutes, f.Moves = last.Length.Deals, last.Length.Minutes, last.Moves
	over := there(append(last.Seats, last.Rest...))
	f.Seats = append(f.Seats, over...)
	if f.Dealer = say.PlayerNo(last.Dealer); len(f.Seats) > 0 && !slices.Contains(f.Seats, f.Dealer) {
		f.Dealer = f.Seats[0]
	}
	f.parted()
	if tables != nil && f.several() {
		f.Seats = filled(tables, over, f.sizes())
	}
	return f
}

// filled seats tables of these sizes as they sat: only a place that is empty goes to one of those over, or
// else to somebody of a table that has too many.
func filled(tables [][]string, over []string, sizes []int) (seats []string) {
	for i, t := range tables {
		most := 0
		if i < len(sizes) {
			most = min(sizes[i], len(t))
		}
		tables[i], over = t[:most], append(over, t[most:]...)
	}
	for i, size := range sizes {
		if i < len(tables) {
			seats = append(seats, tables[i]...)
			size -= len(tables[i])
		}
		seats, over = append(seats, over[:size]...), over[size:]
	}
	return append(seats, over...)
}

func openNight(n show.NightLine, facts *formFacts, now time.Time) lineup.OpenNight {
	how := n.House
	if h := facts.house(n.House); h != nil {
		how = h.Name
	}
	o := lineup.OpenNight{NightLine: n, Where: nightLine(how, n)}
	if _, today := tonight(now); n.Date != today {
		if day, err := time.Parse(time.DateOnly, n.Date); err == nil {
			o.Where = day.Format("Monday 2 January") + " · " + o.Where
		}
	}
	return o
}

// nightLine is how a night is played and how far it is: "Hoyle, doubled · 7 deals".
func nightLine(how string, n show.NightLine) string {
	return how + timesStakes(n.Scale) + " · " + nightLength(n)
}

// nightLength is how much was played: "two tables · 14 deals".
func nightLength(n show.NightLine) string {
	deals := english.SoFar(n.Deals, "deal")
	if n.Tables > 0 {
		return english.Spelled(n.Tables, "table") + " · " + deals
	}
	return deals
}

// timesStakes says that a night is played at more than the set's own amounts.
func timesStakes(scale int) string {
	switch {
	case scale <= 1:
		return ""
	case scale == 2:
		return ", doubled"
	}
	return ", × " + strconv.Itoa(scale)
}

// stakesLine is a set of house rules in one line: what the best known calls are played for.
func stakesLine(h *rules.House, scale int, words rules.Words) string {
	if scaled, err := h.Scaled(scale); err == nil {
		h = scaled
	}
	var parts []string
	top := h.Calls[len(h.Calls)-1].Call
	for _, call := range []rules.Call{rules.Solo, rules.Irish, rules.Misere, rules.Abundance, top} {
		r, ok := h.Rank(call)
		part := words.Name(call) + " " + h.Money.Words(r.Stake)
		if call == rules.Irish {
			part += " a trick"
		}
		if ok && !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	var over []int64
	for _, r := range h.Calls {
		if r.Over > 0 {
			over = append(over, r.Over)
		}
	}
	if len(over) > 0 {
		least, most := slices.Min(over), slices.Max(over)
		part := "over\u2011tricks " + h.Money.Words(least)
		if most > least {
			part += " and " + h.Money.Words(most)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " · ")
}
