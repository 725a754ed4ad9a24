package web

// Making a set of house rules and changing one: the form as it was typed, checked by the rules themselves,
// and kept.

import (
	"cmp"
	"errors"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/laws"
	"ouverte/templates/frame"
	"ouverte/templates/lawbook"
	"ouverte/templates/ui"
	"ouverte/web/forms"
)

var draftFrame = frame.Frame{
	Title: "House rules", Here: frame.Houses, Htmx: true, Styles: housesFrame.Styles,
	Scripts: []string{"houses.js"},
}

// houseForm is a set as it is typed. The calls are lines of five fields each, and their order is their rank.
type houseForm struct {
	keyed
	ID   string `form:"id" validate:"max=60"`
	From string `form:"from" validate:"max=80"`
	Do   string `form:"do" validate:"max=40"` // up:2, down:2, drop:2, add:royal, reckon

	Name       string `form:"name" validate:"max=120" label:"The name"`
	Money      string `form:"money" validate:"max=10" label:"The money"`
	Was        string `form:"was" validate:"max=10"` // the money in which the amounts were written
	WasAuction string `form:"wasAuction" validate:"max=20"`
	More       bool   `form:"more"`

	Call   []string `form:"call" validate:"max=20"`
	Target []string `form:"target" validate:"max=20"`
	Stake  []string `form:"stake" validate:"max=20"`
	Over   []string `form:"over" validate:"max=20"`
	Under  []string `form:"under" validate:"max=20"`
	Lost   []string `form:"lost" validate:"max=20"`
	Free   []string `form:"freeUnder" validate:"max=20"`
	Bonus  []string `form:"bonus" validate:"max=20"`

	Auction        string `form:"auction" validate:"max=20"`
	Trumps         string `form:"trumps" validate:"max=20"`
	DeclaredTrumps string `form:"declaredTrumps" validate:"max=20"`
	Lone           string `form:"lone" validate:"max=20"`
	RaiseLast      string `form:"raiseLast" validate:"max=5"`
	RoyalOver      string `form:"royalOver" validate:"max=5"`
	DeclaredOpen   string `form:"declaredOpen" validate:"max=5"`
	Packets        string `form:"packets" validate:"max=20"`
	Shuffler       string `form:"shuffler" validate:"max=20"`
	Short          string `form:"short" validate:"max=20"`
	Misery         string `form:"misery" validate:"max=40" label:"The stake"`
	Slam           string `form:"slam" validate:"max=20"`
	AllPass        string `form:"allPass" validate:"max=20"`
	Shuffle        string `form:"shuffle" validate:"max=20"`
	ShufflePenalty string `form:"shufflePenalty" validate:"max=40" label:"The penalty"`
	OffenderPays   string `form:"offenderPays" validate:"max=5"`
	RevokeTricks   string `form:"revokeTricks" validate:"max=10" label:"The number of tricks"`
}

// fromForm is the set a new one begins with.
type fromForm struct {
	From string `form:"from" validate:"max=60"`
}

func (s *server) newHousePage(c echo.Context, form *fromForm) error {
	now := s.snapshot(c)
	lines := now.Houses()
	line, err := s.houseLine(now, cmp.Or(form.From, lines[0].House.ID))
	if err != nil {
		return err
	}
	return s.showDraft(c, line.House, "", freeName(lines, "Ours: "+line.House.Name))
}

func (s *server) editHousePage(c echo.Context) error {
	line, err := s.houseLine(s.snapshot(c), houseID(c))
	if err != nil {
		return err
	}
	if !line.Own {
		return s.goTo(c, "/houses/new?from="+url.QueryEscape(line.House.ID))
	}
	return s.showDraft(c, line.House, line.House.ID, line.House.Name)
}

// showDraft shows the form for a set.
func (s *server) showDraft(c echo.Context, h *rules.House, id, name string) error {
	now := s.snapshot(c)
	d := lawbook.HouseDraftOf(h, now.Words())
	d.Played = moneysPlayed(now)
	d.ID, d.Name, d.From, d.Key = id, name, h.Name, newKey()
	return s.page(c, draftFrame, lawbook.DraftPage(d))
}

func moneysPlayed(now *show.Snapshot) (all []rules.Money) {
	for _, p := range now.Played() {
		all = append(all, p.Money)
	}
	return all
}

// draftHouse answers a form that is still being filled in: moved lines, sentences, what it would pay.
func (s *server) draftHouse(c echo.Context) error {
	d, _, err := s.readDraft(c)
	if err != nil {
		return err
	}
	return s.page(c, draftFrame, lawbook.DraftPage(d))
}

// saveHouse keeps a set: a new one under an id of its own, or the next version of one.
func (s *server) saveHouse(c echo.Context) error {
	ctx := c.Request().Context()
	d, h, err := s.readDraft(c)
	if err != nil {
		return err
	}
	again := func(says ui.Says) (*screen, error) {
		d.Says = draftSays(says)
		return &screen{draftFrame, lawbook.DraftPage(d)}, nil
	}
	if len(d.Says) > 0 {
		return refuse(forms.Wrong(d.Says), again)
	}
	if d.ID == "" {
		path, err := s.keepHouse(ctx, s.slip(c, d.Key), h)
		if err != nil {
			return refuse(err, again)
		}
		return s.goTo(c, path+"?did=kept")
	}
	line, err := s.houseLine(s.snapshot(c), d.ID)
	if err != nil {
		return err
	}
	if !line.Own {
		err = forms.Wrong{"": "The sets that come with Ouverte stay as they are. Copy it, and change the copy."}
	} else {
		_, err = s.book.SaveHouse(ctx, s.slip(c, d.Key), h)
	}
	if err != nil {
		return refuse(err, again)
	}
	return s.goTo(c, housePath(h.ID)+"?did=kept")
}

// readDraft reads the form, does what a button of it asks, and has the rules look at the outcome.
func (s *server) readDraft(c echo.Context) (lawbook.HouseDraft, *rules.House, error) {
	var form houseForm
	var d lawbook.HouseDraft
	err := c.Bind(&form)
	var wrong forms.Wrong
	if err != nil && !errors.As(err, &wrong) {
		return d, nil, err
	}
	typed := map[string][]string{"target": form.Target, "stake": form.Stake, "over": form.Over,
		"under": form.Under, "lost": form.Lost, "freeUnder": form.Free, "bonus": form.Bonus}
	for _, fields := range typed {
		if len(fields) != len(form.Call) {
			return d, nil, forms.Anew("The calls of the form don't fit together. Nothing was kept")
		}
	}
	now := s.snapshot(c)
	words := now.Words()
	d = lawbook.HouseDraft{
		ID: form.ID, Key: form.Key, From: form.From, Words: words, Name: form.Name, Money: form.Money,
		Played: moneysPlayed(now),
		More:   form.More, Says: ui.Says(wrong), Switches: form.switches(), Numbers: map[string]string{
			"shufflePenalty": form.ShufflePenalty, "revokeTricks": form.RevokeTricks, "misery": form.Misery},
	}
	for i, id := range form.Call {
		call, ok := rules.ParseCall(id)
		if !ok || !call.Biddable() || slices.Contains(form.Call[:i], id) {
			return d, nil, forms.Anew("The form names a call nobody plays. Nothing was kept")
		}
		line := lawbook.DraftCall{Call: call, Typed: map[string]string{}}
		for field, lines := range typed {
			line.Typed[field] = lines[i]
		}
		d.Calls = append(d.Calls, line)
	}
	if err := doDraft(&d, form.Do); err != nil {
		return d, nil, err
	}
	recount(&d, rules.Money(form.Was))
	return d, houseDrafted(&d), nil
}

// switches are the answers by the field of the set. One that isn't asked comes empty, and is the usual one.
// What a lone proposal may become goes with the calling, as long as it is the usual of that.
func (f *houseForm) switches() map[string]string {
	before := rules.House{Auction: rules.AuctionForm(f.WasAuction)}
	before.FillIn()
	if f.WasAuction != f.Auction && f.Lone == string(before.Lone) {
		f.Lone = ""
	}
	h := rules.House{Auction: rules.AuctionForm(f.Auction)}
	out := map[string]string{
		"auction": f.Auction, "lone": f.Lone, "raiseLast": f.RaiseLast, "royalOver": f.RoyalOver,
		"trumps":         f.Trumps,
		"declaredTrumps": f.DeclaredTrumps, "declaredOpen": f.DeclaredOpen, "slam": f.Slam, "allPass": f.AllPass,
		"shuffle": f.Shuffle, "shuffler": f.Shuffler, "packets": f.Packets, "short": f.Short,
		"offenderPays": f.OffenderPays,
	}
	for field, value := range out {
		h.SetSwitch(field, value)
	}
	h.FillIn()
	for field := range out {
		out[field] = h.Switch(field)
	}
	return out
}

// recount writes the amounts in another money: the figures stay, in its smallest coin, and nothing is
// converted. What can't be read in the money it was typed in stays as it is.
func recount(d *lawbook.HouseDraft, was rules.Money) {
	now := rules.Money(d.Money)
	if was == now || was.Check() != nil || now.Check() != nil {
		return
	}
	example := ""
	again := func(typed map[string]string, fields ...string) {
		for _, field := range fields {
			if n, err := was.Parse(typed[field]); err == nil {
				if example == "" && n > 0 {
					example = was.Words(n) + " is now " + now.Words(n)
				}
				typed[field] = now.Words(n)
			}
		}
	}
	for _, c := range d.Calls {
		again(c.Typed, "stake", "lost", "over", "under", "bonus")
	}
	again(d.Numbers, "shufflePenalty", "misery")
	if example != "" {
		d.Changed = "The figures stay as they were: " + example + ". Nothing is converted."
	}
}

// doDraft moves, drops or adds a line.
func doDraft(d *lawbook.HouseDraft, do string) error {
	what, which, _ := strings.Cut(do, ":")
	switch what {
	case "", "reckon":
		return nil
	case "add":
		call, ok := rules.ParseCall(which)
		if ok && slices.Contains(d.Missing(), call) {
			d.Calls = append(d.Calls, lawbook.NewDraftCall(call))
			return nil
		}
	case "up", "down", "drop":
		i, err := strconv.Atoi(which)
		if err != nil || i < 0 || i >= len(d.Calls) {
			break
		}
		switch {
		case what == "drop":
			d.Calls = slices.Delete(d.Calls, i, i+1)
			return nil
		case what == "up" && i > 0:
			d.Calls[i-1], d.Calls[i] = d.Calls[i], d.Calls[i-1]
			return nil
		case what == "down" && i+1 < len(d.Calls):
			d.Calls[i+1], d.Calls[i] = d.Calls[i], d.Calls[i+1]
			return nil
		}
	}
	return forms.Anew("The form asks for something its page doesn't offer. Nothing was kept")
}

// houseDrafted makes a set of the input. Where it makes no sense the sentences are in d.Says, and d.Valid
// stays nil.
func houseDrafted(d *lawbook.HouseDraft) *rules.House {
	r := draftReader{ui.Says{}, rules.Units}
	maps.Copy(r.says, d.Says)
	h := &rules.House{ID: d.ID, Name: strings.TrimSpace(d.Name), Money: rules.Money(d.Money)}
	for field, value := range d.Switches {
		h.SetSwitch(field, value)
	}
	if h.ID == "" {
		h.ID = "draft"
	}
	if err := h.Money.Check(); err != nil {
		r.says["money"] = err.Error()
		h.Money = rules.Units
	}
	h.FillIn()
	r.money = h.Money
	for i, c := range d.Calls {
		h.Calls = append(h.Calls, r.rank(i, c))
	}
	laws.Rest(h)
	d.Shape = h
	if h.Shuffle != rules.ShuffleAlways {
		h.ShufflePenalty = r.optional("shufflePenalty", d.Numbers["shufflePenalty"])
	}
	if h.AllPass.Played() {
		h.Misery = r.notNothing("misery", d.Numbers["misery"],
			"The stake must be above zero. Leave it empty to use that of "+d.Words.One(rules.Solo)+".")
	}
	h.RevokeTricks = r.number("revokeTricks", d.Numbers["revokeTricks"], "What a revoke costs")
	if d.Says = r.says; len(r.says) > 0 {
		return h
	}
	if err := h.Check(); err != nil {
		var p *rules.Problem
		errors.As(err, &p)
		d.Says = draftSays(ui.Says{p.Field: p.Sentence})
	} else {
		d.Valid = h
	}
	return h
}

// draftReader reads the input, and says why a field can't be read.
type draftReader struct {
	says  ui.Says
	money rules.Money
}

// rank reads a call as it was typed.
func (r *draftReader) rank(i int, c lawbook.DraftCall) rules.Rank {
	rank := rules.Rank{Call: c.Call, Target: c.Call.UsualTarget()}
	typed := func(name string) (at, text string) { return field(name, i), c.Typed[name] }
	if c.Call.Counted() {
		rank.Target = r.number(field("target", i), c.Typed["target"], "The number of tricks")
		rank.Over, rank.Bonus = r.optional(typed("over")), r.optional(typed("bonus"))
	}
	if c.Call.Counted() || c.Call.Losing() {
		rank.Under = r.optional(typed("under"))
		if free := c.Typed["freeUnder"]; strings.TrimSpace(free) != "" {
			rank.FreeUnder = r.number(field("freeUnder", i), free, "The number of free tricks")
		}
	}
	rank.Stake = r.amount(typed("stake"))
	rank.Lost = r.notNothing(field("lost", i), c.Typed["lost"],
		"The price of a lost call must be above zero. Leave it empty to use the stake.")
	if rank.Lost == rank.Stake {
		rank.Lost = 0 // which says the same
	}
	return rank
}

func (r *draftReader) amount(field, text string) int64 {
	n, err := r.money.Parse(text)
	if err != nil {
		r.says[field] = err.Error()
	}
	return n
}

// optional reads an amount that may be left out.
func (r *draftReader) optional(field, text string) int64 {
	if strings.TrimSpace(text) == "" {
		return 0
	}
	return r.amount(field, text)
}

// notNothing reads an amount that may be left out. A zero that was typed is refused with the sentence: it
// would be taken for one left out.
func (r *draftReader) notNothing(field, text, sentence string) int64 {
	n := r.optional(field, text)
	if n == 0 && strings.TrimSpace(text) != "" && r.says[field] == "" {
		r.says[field] = sentence
	}
	return n
}

func (r *draftReader) number(field, text, of string) int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		r.says[field] = of + " is a whole number, such as 8."
	}
	return n
}

func field(name string, i int) string { return name + "-" + strconv.Itoa(i) }

var callField = regexp.MustCompile(`^calls\[(\d+)\]\.(\w+)$`)

// draftSays finds for each sentence of the rules the field of the page it belongs to: calls[2].stake is
// stake-2.
func draftSays(says ui.Says) ui.Says {
	out := ui.Says{}
	for f, sentence := range says {
		if m := callField.FindStringSubmatch(f); m != nil {
			f = m[2] + "-" + m[1]
		}
		out[f] = sentence
	}
	return out
}
